"""The cards of every bundled game, set by set: one size of type in a deck, no word alone on a last line, a picture of
its own for every card, paint to the cut.
"""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from generator.engine.preflight.run import origin_of, proof_of
from generator.engine.preflight.visibility import Sampler
from generator.export.png import face_file
from generator.face.bounds import painted
from generator.face.face import GlyphRun, Group
from tests.games_kit import EVERY_FIRST, EVERY_LANGUAGE, drawn, game_of

LONELY = {"ja": 3, "en": 1}
"""Characters, or words, that are too few for a last line."""
BLEED = 3.0

every_language = pytest.mark.parametrize("spoken", EVERY_LANGUAGE)


def cards(game_id, language):
    """The fronts of all cards, as they are looked at."""
    (faces, studio), game, sampler = drawn(game_id, language), game_of(game_id), Sampler()
    for face in faces.values():
        owner, item = origin_of(game, face)
        if face.side == "front" and owner.kind == "card":
            yield proof_of(owner, item, face, sampler, studio)


def words(proof):
    """The runs of text of a face by the element that says them, and whether it has a box."""
    found = defaultdict(list)
    for _, layer, run in proof.words:
        found[layer.element.mark(), "pnp:box" in layer.element.attributes].append(run)
    return found


@every_language
def test_a_deck_has_one_size_of_words(spoken):
    sizes = defaultdict(set)
    for proof in cards(*spoken):
        for (said, _), lines in words(proof).items():
            sizes[proof.owner.id, said].update(round(run.size / proof.book.font(run.font).scale, 2) for run in lines)
    assert {k: v for k, v in sizes.items() if len(v) > 1} == {}
    assert len(sizes) > 3


@every_language
def test_no_word_stands_alone_on_the_last_line_of_a_card(spoken):
    lonely, asked = [], 0
    for proof in cards(*spoken):
        for (_, boxed), lines in words(proof).items():
            rows = sorted({round(run.y, 1) for run in lines})
            if boxed and len(rows) > 1:
                last = "".join(run.string for run in lines if round(run.y, 1) == rows[-1])
                asked += 1
                if len(last.split() if spoken[1] == "en" else last) <= LONELY[spoken[1]]:
                    lonely.append((proof.item.id, last))
    assert lonely == []
    assert asked > 20


def drawing(nodes):
    """What a face shows but for its words."""
    return tuple(
        (drawing(n.children), n.matrix) if isinstance(n, Group) else n for n in nodes if not isinstance(n, GlyphRun)
    )


@pytest.mark.parametrize("order", EVERY_FIRST)
def test_every_card_has_a_picture_of_its_own_that_goes_to_the_cut(order):
    shown = defaultdict(dict)
    for proof in cards(*order[:2]):
        face, owner, item = proof.face, proof.owner.id, proof.item.id
        picture = [n for n in face.nodes if not (isinstance(n, Group) and n.key.startswith("icon:"))]
        assert shown[owner].setdefault(repr(drawing(picture)), item) == item
        x1, y1, x2, y2 = painted(face.nodes)
        assert max(x1, y1, face.shape.width - x2, face.shape.height - y2) <= -BLEED
    assert any(len(of) > 20 for of in shown.values())


@pytest.mark.parametrize("order", EVERY_FIRST)
def test_the_backs_of_a_deck_do_not_tell_which_way_up_a_card_is(order):
    (faces, studio), game, decks = drawn(*order[:2]), game_of(order[0]), {}
    for face in faces.values():
        if face.side == "back" and game.sets[face.set].kind == "card":
            decks.setdefault(face.set, face)
    for face in decks.values():
        seen = np.asarray(Image.open(BytesIO(face_file(face, studio.book, 254))).convert("L")).astype(int)
        unlike = abs(seen - seen[::-1, ::-1]) > 64
        assert unlike.mean() < 0.001, face.name
    assert len(decks) > 0
