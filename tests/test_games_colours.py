"""Every bundled game: what its words call the colour of a term is the colour that is printed."""

from __future__ import annotations

import colorsys
from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from generator.engine.meaning.lookalikes import differences
from generator.engine.preflight.contrast import stands_out, words_can_be_read
from generator.engine.preflight.run import origin_of, proof_of
from generator.engine.preflight.visibility import Sampler
from generator.export.png import face_file as face_png
from generator.face.colors import as_color
from generator.layout.drawing.stamp_place import ground_under
from tests.games_kit import EVERY_LANGUAGE, GAMES, drawn, game_of, languages, saving_ink

NAMES = {
    "green": (75, 170),
    "blue": (190, 240),
    "purple": (255, 310),
    "red": (-15, 20),
    "brown": (20, 45),
    "yellow": (35, 60),
}
"""Word -> hues, in degrees."""

GREYS = ("grey", "white")


def fits(word, color):
    """True if a person would call a colour (#rrggbb) by this word."""
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    hue, _, strength = colorsys.rgb_to_hls(red, green, blue)
    if word in GREYS:
        return max(red, green, blue) - min(red, green, blue) < 0.05 and (word == "white") == (
            min(red, green, blue) > 0.8
        )
    low, high = NAMES[word]
    return strength > 0.2 and (low <= hue * 360 <= high or low <= hue * 360 - 360 <= high)


@pytest.mark.parametrize(
    ("word", "color", "right"),
    [
        ("grey", "#68686b", True),
        ("grey", "#6f6a5e", False),
        ("white", "#68686b", False),
        ("brown", "#9a5b1d", True),
        ("brown", "#68686b", False),
        ("red", "#a8322a", True),
        ("purple", "#1f6a9c", False),
    ],
)
def test_the_comparison_can_fail(word, color, right):
    assert fits(word, color) is right


@pytest.mark.parametrize("name", GAMES)
def test_a_term_that_names_its_colour_first_is_printed_in_it(name):
    wrong = []
    for term in game_of(name).terms.values():
        word = (term.about.words["en"] if term.about else "").split(".")[0].lower()
        told = "hue" in term.values or word not in (*NAMES, *GREYS)  # of a hue, the template has the shades
        if not told and not fits(word, term.color):
            wrong.append((term.id, word, term.color))
    assert wrong == []


APART, GREYS_APART, PATTERN = 10, 4, 0.2
"""CIEDE2000 of any two grounds; in grey their patterns and icons help. And what a pattern covers that helps, too."""


def grounds(name, edition=lambda *spoken: drawn(*spoken)[0]):
    """(kind, term, colour, cell, face): what is printed under the pieces on each cell of tiles that list a term for
    every cell.
    """
    game = game_of(name)
    for (owner, item, side), face in edition(name, languages(name)[0]).items():
        lists = [(f, k.of.argument) for f, k in game.sets[owner].fields.items() if k.of and k.of.name == "term"]
        thing = next((i for i in game.sets[owner].items if i.id == item), None)
        for field, kind in lists if side == "front" and thing else ():
            members = thing.values.get(field) or ()
            for cell, term in zip(face.shape.cells, members, strict=False):
                r = cell.radius * 0.4
                spots = [(cell.x + dx * r, cell.y + dy * r) for dx in (0, -1, 1) for dy in (0, 1, -1)]
                seen = [ground_under(face.printed, (x - 0.5, y - 0.5, x + 0.5, y + 0.5)) for x, y in spots]
                if len(members) == len(face.shape.cells) > 1:
                    yield kind, getattr(term, "id", term), as_color(next(filter(None, seen)), 1.0).hex, cell, face


@pytest.mark.parametrize("name", [pytest.param(g, marks=pytest.mark.slow if n else ()) for n, g in enumerate(GAMES)])
def test_the_grounds_of_a_tile_are_told_apart_by_any_sight(name):
    found = {}
    for kind, term, color, _, _ in grounds(name):
        assert found.setdefault(kind, {}).setdefault(term, color) == color
    assert any(len(of) > 2 for of in found.values())
    pairs = [(p, by) for of in found.values() for p in combinations(of, 2) for by in [differences(*map(of.get, p))]]
    assert [(p, s, d) for p, by in pairs for s, d in by.items() if d < (GREYS_APART if s == "grey" else APART)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_patterns_tell_grounds_apart_where_ink_is_saved(name):
    """The white of joints, rims and discs is neither ground nor pattern; the outermost of a cell is left out."""
    book, covered, dpi = drawn(name, languages(name)[0])[1].book, {}, 100
    for _, term, color, cell, face in grounds(name, saving_ink):
        if term not in covered:
            page = np.asarray(Image.open(BytesIO(face_png(face, book, dpi))).convert("RGB")) // 17
            y, x = ((np.mgrid[: len(page), : len(page[0])].T + 0.5) / dpi * 25.4 - (cell.y, cell.x)).T
            across = np.maximum(abs(x), abs(x) / 2 + abs(y) * 3**0.5 / 2)  # the cell stands on a corner
            seen, often = np.unique(page[across < 0.81 * cell.radius], axis=0, return_counts=True)
            ways = [[differences(as_color(s / 15, 1.0).hex, g)[""] < APART for g in (color, "#ffffff")] for s in seen]
            ground, white = np.array(ways).T
            covered[term] = often[~ground & ~white].sum() / often[ground | ~white].sum()
    assert {term: share for term, share in covered.items() if share < PATTERN} == {}


LEGIBLE = 4.5


@pytest.mark.parametrize("least", [LEGIBLE, 2.5], ids=["plain", "ink-saver"])
@pytest.mark.parametrize("order", EVERY_LANGUAGE)
def test_words_and_icons_stand_out(order, least, monkeypatch):
    """Icons as much as words, and large words as much as small ones. (The ink-saver lightens large icons.)"""
    monkeypatch.setattr("generator.engine.preflight.contrast.LEGIBLE_LARGE", LEGIBLE)
    (faces, studio), game, sampler = drawn(*order), game_of(order[0]), Sampler()
    shown = faces if least == LEGIBLE else saving_ink(*order)
    proofs = [proof_of(*origin_of(game, f), f, sampler, studio) for f in shown.values()]
    assert [p.message for proof in proofs for p in words_can_be_read(proof)] == []
    icons = [(p.face.item, layer.icon, stands_out(p, k)) for p in proofs for *_, k, layer in p.grounds if layer.icon]
    assert [i for i in icons if i[2] < least] == []
