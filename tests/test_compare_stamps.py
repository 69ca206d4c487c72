"""Stamps and what is printed again when a font file is replaced: exactly the faces that use what was altered."""

from __future__ import annotations

import shutil
import struct

import pytest
from fontTools.ttLib import TTFont

from generator.face.bounds import runs
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.production import Order
from generator.project import BUNDLED, Project
from generator.typeset.fontfile import FontFile
from generator.typeset.truetype import Outlines, outlines_of
from generator.versions import build_changed
from tests.compare_kit import MINI, copy_of, first_page, game_of, printed_stamps, replace, stamps_of

BODY = "AlegreyaSans-Regular"
FILE = BUNDLED / "layouts" / "fonts" / f"{BODY}.ttf"


@pytest.fixture
def two(tmp_path):
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


def with_font(project: Project, change) -> None:
    """A copy of the bundled font, changed, takes the place of the bundled one."""
    font = TTFont(FILE, lazy=True)
    change(font)
    folder = project.layouts / "fonts"
    folder.mkdir(exist_ok=True)
    font.save(folder / FILE.name)


def moved_point(font: TTFont, char: str) -> None:
    """A glyph with another outline and the same box and advance."""
    glyph = font["glyf"][font.getBestCmap()[ord(char)]]
    x, y = glyph.coordinates[1]
    box = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
    inner = next(k for k, (a, b) in enumerate(glyph.coordinates) if a not in box and b not in box)
    x, y = glyph.coordinates[inner]
    glyph.coordinates[inner] = (x + 3, y + 3)


def reprinted(two, language="en"):
    outputs, _, _ = build_changed(two[1], "mini", Order((language,), since=str(two[0].root), backs="none"))
    if not outputs:
        return set(), ""
    stamps = stamps_of(two[1], "mini", language)
    found = printed_stamps(outputs[0].data, stamps.values())
    return {name for name, stamp in stamps.items() if found[stamp] and name[2] == "front"}, first_page(outputs[0].data)


def faces_with(project, char, language="en"):
    """The fronts on which a character is set in the body font, stamps aside."""
    drawn, _ = draw_game(Studio(project), game_of(project, "mini"), language)
    return {
        (front.set, front.item, front.side)
        for _, _, front, _, _ in drawn
        if any(r.font == BODY and r.fill and char in r.string and r.string != front.stamp for r, _ in runs(front.nodes))
    }


@pytest.mark.slow
@pytest.mark.parametrize("char", ["q", "K"])
def test_a_glyph_that_was_drawn_anew_prints_the_faces_that_use_it_and_their_stamps_differ(two, char):
    wanted = faces_with(two[0], char)
    everything = {name for name in stamps_of(two[0], "mini", "en") if name[2] == "front"}
    assert set() < wanted < everything
    with_font(two[1], lambda font: moved_point(font, char))
    found, words = reprinted(two)
    assert found == wanted
    old, new = stamps_of(two[0], "mini", "en"), stamps_of(two[1], "mini", "en")
    assert {name for name in old if old[name] != new[name] and name[2] == "front"} == wanted
    assert all(old[name] in words and new[name] in words for name in wanted)


def unused(font):
    moved_point(font, "Þ")


def named_anew(font):
    font["name"].setName("Copyright nobody", 0, 3, 1, 0x409)
    font["head"].modified += 1


def unhinted(font):
    for name in font.getGlyphOrder()[:400]:
        font["glyf"][name].removeHinting()
    for table in ("fpgm", "prep", "cvt ", "gasp"):
        if table in font:
            del font[table]


def renumbered(font):
    """Only what the mini game can need, as fonts are made smaller: every glyph has another number."""
    from fontTools import subset

    options = subset.Options(layout_features=["*"], hinting=False, notdef_outline=True, glyph_names=False)
    maker = subset.Subsetter(options)
    maker.populate(unicodes=[u for u in font.getBestCmap() if u not in range(0x21, 0x2F, 4)])
    maker.subset(font)


@pytest.mark.slow
@pytest.mark.parametrize("change", [unused, named_anew, unhinted, renumbered])
def test_what_no_face_shows_of_a_font_prints_nothing_and_keeps_the_stamps(two, change):
    with_font(two[1], change)
    assert (two[1].layouts / "fonts" / FILE.name).read_bytes() != FILE.read_bytes()
    assert reprinted(two)[0] == set()
    for language in ("ja", "en"):
        assert stamps_of(two[0], "mini", language) == stamps_of(two[1], "mini", language)


def test_another_name_for_the_same_font_prints_nothing(two):
    folder = two[1].layouts / "fonts"
    folder.mkdir()
    shutil.copy(FILE, folder / "Copy.ttf")
    table = (BUNDLED / "layouts" / "fonts" / "fonts.yaml").read_text("utf-8")
    (folder / "fonts.yaml").write_text(table.replace(BODY, "Copy"), "utf-8")
    assert reprinted(two)[0] == set()


@pytest.mark.slow
def test_words_that_are_only_searched_make_no_difference(two):
    """The word under an icon is not on paper, so a card that shows the icon alone stays; one with the word does not."""
    for project in two:
        replace(project.components / "mini" / "cards.yaml", "Gain {sun} at", "Gain {sun:word} at")
    replace(two[1].components / "mini" / "game.yaml", "en: sun}", "en: star}")
    assert reprinted(two)[0] == {("card", "dawn", "front")}


@pytest.mark.some(0, 1, 2, 3, 4, 6, 9, 10)
@pytest.mark.parametrize("path", sorted((BUNDLED / "layouts" / "fonts").glob("*.ttf")), ids=lambda p: p.stem)
def test_keys_are_equal_only_where_outlines_are(path):
    font = FontFile(path.stem, path)
    seen: dict[bytes, object] = {}
    for gid in range(0, font.font.face.glyph_count, 3):
        outline = font.outline(gid)
        assert seen.setdefault(font.key(gid), outline) == outline


@pytest.mark.parametrize("file", sorted((BUNDLED / "layouts" / "fonts").glob("*.ttf")), ids=lambda p: p.stem)
def test_keys_are_read_from_tables_of_either_kind(file):
    """Long and short `loca`; what has an outline has a key of its own."""
    font = FontFile(file.stem, file)
    keys = outlines_of(font.font.face)
    gids = [font.gid(c) for c in "Ag18"]
    assert len({keys.key(gid) for gid in gids}) == len({font.outline(gid) for gid in gids})
    assert all(font.key(gid) == keys.key(gid) for gid in gids)


def test_glyphs_of_scaled_parts_have_keys_of_their_own():
    keys = set()
    for first in (1, 2):
        for second in (1, 2):
            parts = struct.pack(">HHbbh", 0x28, 1, 0, 0, first) + struct.pack(">HHbb4h", 0x80, 1, 0, 0, 1, 0, 0, second)
            glyf = struct.pack(">5h", -1, 0, 0, 0, 0) + parts
            keys.add(Outlines(glyf, (0, len(glyf), len(glyf)), (0, 0), 1000).key(0))
    assert len(keys) == 4


def test_a_broken_table_falls_back_on_the_outline(tmp_path):
    font = FontFile(BODY, FILE)
    font.data = FILE.read_bytes()
    gid = font.gid("A")
    sound = font.key(gid)
    (tmp_path / FILE.name).write_bytes(FILE.read_bytes().replace(b"hmtx", b"gone", 1))
    broken = FontFile(BODY, tmp_path / FILE.name)
    assert broken.outline(gid)
    assert broken.key(gid) not in (sound, b"")
