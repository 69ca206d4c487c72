"""The space beside an icon on the line: the same for every drawing, none before closing or after opening signs."""

from __future__ import annotations

from functools import partial

import pytest

from generator.face.bounds import no_letters, painted_by
from generator.face.face import Color, Group, Path
from generator.face.geometry import bounds
from generator.typeset.inline import Icon, Words
from generator.typeset.setting import POINT
from generator.typeset.typeset import set_line
from tests.typeset_kit import book, style

SIZE = 10 * POINT


def drawing(left, right):
    """An icon whose drawing reaches from `left` to `right` of its square."""
    shape = (("M", (left, 0.1)), ("L", (right, 0.1)), ("L", (right, 0.9)), ("L", (left, 0.9)), ("Z", ()))
    return Group((Path(shape, Color("#000000")),))


WIDE, NARROW, LOPSIDED = drawing(0.0, 1.0), drawing(0.3, 0.6), drawing(0.0, 0.5)


def inks(inlines, language):
    """Left and right of each icon and glyph that paints, in reading order, in ems."""
    found = []
    for node in set_line(inlines, style(10, language), book(), 0, 0).nodes:
        if isinstance(node, Group):
            x1, _, x2, _ = painted_by(node, no_letters)
            found.append((x1, x2))
        elif node.fill is not None:
            font = book().font(node.font)
            for glyph in node.glyphs:
                x1, _, x2, _ = bounds(font.outline(glyph.gid))
                if x1 < x2:
                    found.append((node.x + glyph.x + x1 * node.size, node.x + glyph.x + x2 * node.size))
    return sorted((a / SIZE, b / SIZE) for a, b in found)


def gap(before, after, language, art):
    """The white between an icon and the only glyph before or after it, in ems."""
    parts = [Words(before)] * bool(before) + [Icon(art, "x")] + [Words(after)] * bool(after)
    (_, end), (start, _) = inks(parts, language)
    return start - end


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("", "."), ("", "n"), ("H", ""), ("3", ""), ("", "3"), ("(", ""), ("", ")"), ("", " n"), ("n ", "")],
)
def test_the_blank_in_a_drawing_is_no_space(language, before, after):
    gaps = [gap(before, after, language, art) for art in (WIDE, NARROW, LOPSIDED)]
    assert gaps == pytest.approx([gaps[0]] * 3)


def test_an_icon_keeps_a_thin_space_from_letters_and_numbers():
    of = partial(gap, language="en", art=WIDE)
    for white in (of("", "n"), of("n", ""), of("3", ""), of("", "3"), of("", "L")):
        assert 0.2 <= white <= 0.35
    assert of("", "n") < of("", " n")


@pytest.mark.parametrize("sign", list(".,:;!?)]"))
def test_nothing_stands_between_an_icon_and_a_closing_sign(sign):
    word = inks([Words("n" + sign)], "en")
    assert gap("", sign, "en", NARROW) <= word[1][0] - word[0][1] + 0.05


@pytest.mark.parametrize(
    ("before", "after"), [("(", ""), ("（", ""), ("「", ""), ("", "。"), ("", "、"), ("", "」"), ("", "）")]
)
def test_brackets_and_stops_stand_tight(before, after):
    language = "en" if before == "(" else "ja"
    assert gap(before, after, language, NARROW) < 0.16


def test_a_kanji_or_kana_is_as_far_from_an_icon_as_a_letter():
    """JLREQ sets an inline object solid; ours keeps an eighth, for it has no body of its own."""
    for before, after in (("国", ""), ("", "国"), ("", "を"), ("の", "")):
        assert 0.12 <= gap(before, after, "ja", NARROW) <= 0.32
