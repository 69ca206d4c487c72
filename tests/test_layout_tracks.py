"""Words along a path: where their letters stand, what does not fit, what is told, copied and searched."""

from __future__ import annotations

from math import atan2, degrees, hypot

import pypdfium2
import pytest

from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.export.svg import face_svg
from generator.face.bounds import runs
from generator.face.geometry import at
from generator.layout.assets import Studio
from generator.layout.draw import draw_face
from generator.pipeline import check_all, load_game
from tests.export_kit import BOOK, alone, both_pictures, face_of, unlike
from tests.layout_kit import drawn, placed, svg

RIM = '<circle id="rim" cx="30" cy="40" r="20" fill="none"/>'
LINE = '<path id="line" d="M5 40H25" fill="none"/>'


def along(words, href="#rim", start="75%", more='text-anchor="middle"'):
    path = f'<textPath href="{href}" startOffset="{start}">{words}</textPath>'
    return f'<text font-family="body" font-size="4" {more}>{path}</text>'


def feet(nodes):
    """Of each letter: its words, where the middle of its base line is, and which way it leans (degrees clockwise)."""
    return [
        (run.string, at(turn, run.x + run.width / 2, run.y), degrees(atan2(turn[1], turn[0])))
        for run, turn in runs(nodes)
    ]


@pytest.mark.parametrize("words", ["OOO", "市場市"])
def test_letters_stand_upright_around_a_rim(mini, words):
    """The one at the top, which is three quarters round from the right; the others as far to both sides."""
    nodes, findings = drawn(mini, RIM + along(words))
    assert findings == []
    (_, left, one), (_, top, two), (_, right, three) = feet(nodes)
    assert all(hypot(x - 30, y - 40) == pytest.approx(20, abs=0.01) for x, y in (left, top, right))
    assert (top, two) == (pytest.approx((30, 20), abs=0.05), pytest.approx(0, abs=0.2))
    assert one == pytest.approx(-three, abs=0.3)
    assert one < -5
    assert left == pytest.approx((60 - right[0], right[1]), abs=0.1)


PLACES = {
    "from its beginning": (along("IO", "#line", "0", ""), 5, None),
    "by units": (along("IO", "#line", "6", ""), 11, None),
    "by shares, to its end": (along("OI", "#line", "100%", 'text-anchor="end"'), None, 25),
    "the other side of it": (along("IO", "#line", "0", "").replace("<textPath", '<textPath side="right"'), 25, None),
    "a path that is moved": (LINE.replace("line", "far").replace(" d", ' transform="translate(3 0)" d')
                             + along("IO", "#far", "0", ""), 8, None),
    "in a text that is moved": (along("IO", "#line", "0", 'transform="translate(7 0)"'), 12, None),
    "across its own ends": ('<path id="box" d="M15 40H25V60H5V40Z"/>' + along("II", "#box", "0"), None, 15),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_words_begin_where_they_are_told_to(mini, name):
    """`left` is where the first letter begins, `right` where another ends: the last, but across ends the one there."""
    snippet, left, right = PLACES[name]
    nodes, findings = drawn(mini, LINE + snippet)
    assert findings == []
    found = [*runs(nodes)]
    run, turn = found[0] if left or "box" in snippet else found[-1]
    assert at(turn, run.x + (0 if left else run.width), run.y) == pytest.approx((left or right, 40), abs=0.01)


def test_words_that_are_too_long_are_told_in_a_template_and_cut_in_a_picture(mini):
    words = LINE + along("Inns and halls", "#line", "0", "")
    (finding,) = drawn(mini, words)[1]
    assert (finding.code, finding.over) == ("F010", pytest.approx(4.5, abs=0.5))
    assert "`Inns and halls` is 4." in finding.message
    assert "wider than its path of 20 mm" in finding.message
    nodes, (finding,) = placed(mini, svg(words))
    assert (finding.code, finding.message.split("`")[1]) == ("T029", "lls")
    assert "".join(run.string for run, _ in runs(nodes)) == "Inns and ha"


BOUND = '<text pnp:text="item.name" pnp:fit="{}" pnp:floor="7pt" font-family="body" font-size="4">'


@pytest.mark.parametrize(("fit", "n", "codes"), [("shrink", 24, []), ("none", 24, ["F010"]), ("shrink", 48, ["F010"])])
def test_bound_words_shrink_to_their_path(mini, fit, n, codes):
    words = BOUND.format(fit) + '<textPath href="#line"><tspan fill="#ff0000">A</tspan></textPath></text>'
    nodes, findings = drawn(mini, LINE + words, {"item": {"name": "I" * n}})
    assert [f.code for f in findings] == codes
    assert len([*runs(nodes)]) == n
    assert {run.fill.hex for run, _ in runs(nodes)} == {"#ff0000"}
    if not codes:
        last = feet(nodes)[-1][1]
        assert 23 < last[0] < 25


def test_words_on_a_path_have_no_box(mini):
    words = BOUND.format("wrap") + '<textPath href="#line">A</textPath></text>'
    (finding,) = drawn(mini, LINE + words, {"item": {"name": "A"}})[1]
    assert (finding.code, finding.hint) == ("T025", 'write `pnp:fit="shrink"`')
    boxed = words.replace('pnp:fit="wrap"', 'pnp:fit="shrink" pnp:box="1 2 3 4"')
    assert [f.code for f in drawn(mini, LINE + boxed, {"item": {"name": "A"}})[1]] == ["T024"]


def test_icons_go_along_and_what_is_copied_are_whole_words(mini_copy):
    """A face of the game: its text, with an icon in it, over a bow; what is told of it names the words."""
    template = mini_copy.layouts / "mini" / "card.svg"
    text = template.read_text().replace("</svg>", '<path id="bow" d="M8 70Q31 44 55 70" fill="none"/></svg>')
    begin, end = text.index('<text pnp:text="item.text"'), text.index('<text pnp:if="item.rule"')
    words = '<text pnp:text="item.text" pnp:fit="shrink" text-anchor="middle" font-family="body" font-size="3"'
    words += ' fill="#aaaaaa"><textPath href="#bow" startOffset="50%">A</textPath></text>'
    template.write_text(text[:begin] + words + text[end:])
    game, studio = load_game(mini_copy, "mini")[0], Studio(mini_copy)
    cards = game.sets["card"]
    face, findings = draw_face(studio, game, cards, cards.items[0], "front", "en")
    assert [f.code for f, _ in findings] == []
    printed = pdf_bytes([alone(face)], PdfMeta("t"), studio.book)
    assert "Gain sun at dawn. Keep 3/2/1 cards." in pypdfium2.PdfDocument(printed)[0].get_textpage().get_text_range()
    assert b'aria-label="Gain sun at dawn. Keep 3/2/1 cards."' in face_svg(face, studio.book)
    (pale,) = (f for f in check_all(mini_copy, "mini") if f.code == "P007")
    assert "`月を得る。 夕暮れは静か。`" in pale.message


def test_pdf_and_png_show_the_same_strokes_and_colours(mini):
    fade = '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
    words = along("Kings and Queens", more='text-anchor="middle" fill="url(#g)" stroke="#000" stroke-width=".3"')
    nodes, findings = drawn(mini, fade + RIM + words)
    assert findings == []
    pdf, png = both_pictures(face_of(nodes), 100)
    assert unlike(pdf, png) < 0.002
    reds, blues = (pdf[:, part, :3].astype(int).sum((0, 1)) for part in (slice(40, 110), slice(130, 220)))
    assert reds[0] > reds[2]
    assert blues[2] > blues[0]


def test_letters_turned_one_by_one_are_copied_as_words(mini):
    """As programs write words on a path that know no textPath."""
    words = '<text y="40" font-family="body" font-size="4"><tspan x="9 14 20" rotate="-20 0 20">Inn</tspan></text>'
    nodes, findings = drawn(mini, words)
    assert findings == []
    assert [(letter, round(turn)) for letter, _, turn in feet(nodes)] == [("I", -20), ("n", 0), ("n", 20)]
    printed = pdf_bytes([alone(face_of(nodes))], PdfMeta("t"), BOOK)
    assert "Inn" in pypdfium2.PdfDocument(printed)[0].get_textpage().get_text_range()
