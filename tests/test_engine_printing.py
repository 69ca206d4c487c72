"""What the finished faces show: one small edit of a template, exactly its findings, at the element to be changed.

A row spoils the mini game and says what must be told, and nothing else may be. Then every measuring function against
values worked out by hand, or by another program.
"""

from __future__ import annotations

import base64
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.lexicon import has_japanese
from generator.diagnostics.codes import CODES, Severity
from generator.engine.meaning.lookalikes import differences
from generator.engine.preflight.contrast import stem
from generator.engine.preflight.placement import HEAP, edge_points, paint_reach, shared, words_keep_apart
from generator.engine.preflight.run import proof_of
from generator.engine.preflight.visibility import Layer, Sampler, composited, paint_at
from generator.face.colors import contrast, laid_over, luminance
from generator.face.face import IDENTITY, Color, GlyphRun, Glyphs, Gradient, Group, Image, Path, Stroke
from generator.face.geometry import ellipse, polygon, polygons, rectangle
from generator.face.loops import distance, inside
from generator.layout.assets import Studio
from generator.layout.draw import draw_face
from generator.pipeline import check_all, load_game
from tests.engine_kit import hold_values, place, spoil
from tests.export_kit import png

CARD, BACK, TILE, CHIP = "card.svg", "card-back.svg", "tile.svg", "chip.svg"
RULE = '  <text pnp:if="item.rule"'
LAST = '  <g inkscape:groupmode="layer"'
TITLE = "font-size=\"5\" fill=\"#ffffff\" pnp:fill=\"'#222222' if item.suit.id == 'sun' else '#ffffff'\">Dawn"


def picture(pixels, mm):
    data = base64.b64encode(png([[255] * pixels] * pixels)).decode()
    return f'<image href="data:image/png;base64,{data}" x="30" y="28" width="{mm}" height="{mm}"/>'


def photo(mm):
    """A picture of 800 pixels that no packing makes smaller."""
    noise = Random(1).randbytes(640_000)  # noqa: S311 (always the same)
    data = base64.b64encode(png([[*noise[k : k + 800]] for k in range(0, 640_000, 800)])).decode()
    return f'<image href="data:image/png;base64,{data}" x="30" y="28" width="{mm}" height="{mm}"/>'


def add(words, file=CARD, before=LAST):
    """One more line of a template, before another: line 13 of the cards' front."""
    return (file, before, f"  {words}\n{before}")


def words(said, x, y, size, more=""):
    return f'<text x="{x}" y="{y}" font-family="body" font-size="{size}" {more}>{said}</text>'


def colours(*members):
    """Two coloured terms of a kind that a field of the cards holds."""
    written = "".join(f'      {i}: {{name: {{ja: 色{i}, en: {i}}}, color: "{c}"{more}}}\n' for i, c, more in members)
    both = ", ".join(name for name, _, _ in members)
    kind = f"  hue:\n    name: {{ja: 色, en: hue}}\n    members:\n{written}"
    return [
        ("game.yaml", "verbs:\n", f"{kind}\nverbs:\n"),
        ("cards.yaml", "  suit: term suit\n", "  suit: term suit\n  hues: list of term hue\n"),
        *[("cards.yaml", f"    suit: {s}\n", f"    suit: {s} \n    hues: [{both}]\n") for s in ("sun", "moon", "sun")],
        add('<text pnp:for="h in item.hues" pnp:step="0 4" pnp:text="h.name" x="44" y="22" font-size="3">a</text>'),
    ]


SIDES = {"the foot": "M20 80 H40 V88 H20 Z", "the left": "M0 30 H6 V50 H0 Z", "the right": "M57 30 H63 V50 H57 Z"}
COVER = '<rect x="36" y="20" width="20" height="6" fill="#fdfbf3"/>'


def fault(name, edits, *expected):
    return pytest.param(edits, list(expected), id=name)


FAULTS = [
    fault("letters of 5 pt", [add(words("north", 40, 24, 1.76))], "card.svg:13:42 P001"),
    fault("kana of 6.2 pt", [add(words("きた", 40, 24, 2.19))], "card.svg:13:3 L003", "card.svg:13:42 P001"),
    fault(
        "letters made small by a transform",
        [add(f'<g transform="scale(0.5)">{words("north", 80, 48, 4)}</g>')],
        "card.svg:13:68 P001",
    ),
    fault(
        "choices in one language",
        [
            ("cards.yaml", "  suit: term suit\n", '  suit: term suit\n  mood: "one of [朝, 夜]"\n'),
            *[("cards.yaml", f"    suit: {s}\n", f"    suit: {s} \n    mood: 朝\n") for s in ("sun", "moon", "sun")],
            add('<text pnp:text="item.mood" x="44" y="24" font-size="3">朝</text>'),
        ],
        "cards.yaml:13:9 L003",
    ),
    fault("a misspelt label", [add(words("Movemnet", 40, 24, 2.5))], "card.svg:13:3 L021"),
    fault("made-up words", [add(words("Galadrim, Grobold", 36, 24, 2.5))]),
    fault("letters of 6 pt may be", [add(words("north", 40, 24, 2.12))]),
    fault("kana of the Japanese edition", [add(words("きた", 40, 24, 3, "pnp:if=\"language == 'ja'\""))]),
    fault(
        "an icon a millimetre from the cut",
        [
            (
                CARD,
                """pnp:color="'#ffffff'" href="icons/sun.svg" x="5" y="5\"""",
                """pnp:color="'#222222'" href="icons/sun.svg" x="0" y="5\"""",
            )
        ],
        "card.svg:5:10 P002",
    ),
    fault(
        "paint that ends at the trim",
        [(BACK, '<rect x="-3" y="-3" width="69" height="94"', '<rect width="63" height="88"')],
        "card-back.svg:6:3 P003",
    ),
    fault("paint that bleeds on three sides", [(BACK, 'height="94"', 'height="92"')], "card-back.svg:6:3 P003"),
    *(
        fault(
            f"a stripe that ends at the trim at {side}",
            [
                add(f'<path d="{stripe}" fill="#3b5b92"/>', before="  <text pnp:if"),
                (CARD, 'x="-3" y="-3" width="69" height="94"', 'x="4" y="4" width="55" height="80"'),
            ],
            "card.svg:12:3 P003",
        )
        for side, stripe in SIDES.items()
    ),
    fault("a stripe upon a ground that bleeds", [add('<path d="M20 84 H40 V88 H20 Z" fill="#3b5b92"/>')]),
    fault(
        "a back of which nothing is drawn",
        [(BACK, "  <defs>", '  <g pnp:if="false">'), (BACK, "  </defs>", ""), (BACK, "</svg>", "</g></svg>")],
        "cards.yaml:6:7 P015",
    ),
    fault(
        "a chip in white on white",
        [(CHIP, "#d98e04", "#ffffff"), (CHIP, "#222222", "#ffffff")],
        "chips.yaml:5:9 P015",
        "chip.svg:3:122 P007",
    ),
    fault(
        "a disc of the size of the chip", [(CHIP, 'r="9" fill="none"', 'r="10" fill="#f6e2b5"')], "chip.svg:2:3 P003"
    ),
    fault("words below a shape", [add(words("north", 40, 24, 3) + COVER)], "card.svg:13:3 P017"),
    fault("words below a clear one", [add(words("north", 40, 24, 3) + COVER.replace("/>", ' opacity=".2"/>'))]),
    fault("words half below one", [add(words("north by north-west", 22, 24, 3) + COVER)]),
    fault("words above one", [add(COVER + words("north", 40, 24, 3))]),
    fault(
        "words that a clip path cuts off",
        [
            add(
                '<clipPath id="no"><rect x="2" y="2" width="5" height="5"/></clipPath>'
                + words("north", 40, 24, 3, 'clip-path="url(#no)"')
            )
        ],
        "card.svg:13:72 P017",
    ),
    fault("a picture of 127 ppi", [add(picture(100, 20))], "card.svg:13:10 P004"),
    fault("a picture of 305 ppi", [add(picture(240, 20))]),
    fault("a photo of 1016 ppi", [add(photo(20))], "card.svg:13:10 P018"),
    fault("a photo of 813 ppi", [add(photo(25))]),
    fault("a drawing of 1016 ppi", [add(picture(800, 20))]),
    fault("a hairline", [add('<path d="M40 20 H55" stroke="#222222" stroke-width="0.05"/>')], "card.svg:13:41 P005"),
    fault(
        "a line made thin by a transform",
        [add('<path transform="scale(0.2)" d="M200 100 H275" stroke="#222222" stroke-width="0.4"/>')],
        "card.svg:13:67 P005",
    ),
    fault(
        "a light line on dark ink",
        [add('<path d="M20 80 H30" stroke="#ffffff" stroke-width="0.15"/>', BACK, "</svg>")],
        "card-back.svg:10:41 P005",
    ),
    fault(
        "a tiny icon", [add('<image pnp:icon="\'sun\'" x="50" y="20" width="1" height="1"/>')], "card.svg:13:10 P005"
    ),
    fault(
        "a faint hairline", [add('<path d="M40 20 H55" stroke="#222222" stroke-opacity="0.2" stroke-width="0.05"/>')]
    ),
    fault(
        "thin light letters",
        [add(words("small", 8, 80, 2.2, 'fill="#ffffff"'), BACK, "</svg>")],
        "card-back.svg:10:41 P006",
    ),
    fault(
        "thin light letters that are bold",
        [add(words("small", 8, 80, 1.3, 'fill="#ffffff" font-weight="bold"'), BACK, "</svg>")],
        "card-back.svg:10:41 P001",
        "card-back.svg:10:41 P006",
    ),
    fault(
        "grey words",
        [(CARD, 'font-size="3.6" fill="#222222"', 'font-size="3.6" fill="#999999"')],
        "card.svg:11:135 P007",
    ),
    fault("white words on orange", [(CARD, TITLE, 'font-size="5" fill="#ffffff">Dawn')], "card.svg:6:132 P007"),
    fault(
        "a bound colour",
        [(CARD, 'fill="#666666"', 'fill="#666666" pnp:fill="item.suit.color"')],
        "card.svg:12:119 P007",
    ),
    fault("see-through words", [(CARD, 'fill="#666666"', 'fill="#666666" opacity="0.4"')], "card.svg:12:119 P007"),
    fault("red and green", colours(("red", "#d32f2f", ""), ("green", "#388e3c", "")), "game.yaml:39:53 P008"),
    fault(
        "red and green of two shapes", colours(("red", "#d32f2f", ", icon: sun"), ("green", "#388e3c", ", icon: moon"))
    ),
    fault("alike in grey", colours(("orange", "#e69f00", ""), ("blue", "#56b4e9", "")), "game.yaml:39:50 P008"),
    fault(
        "a plate that no paper holds",
        [
            ("chips.yaml", "size: {shape: circle, diameter: 20}", "size: {shape: circle, diameter: 500}"),
            (
                CHIP,
                'width="20mm" height="20mm" viewBox="0 0 20 20"',
                'width="500mm" height="500mm" viewBox="0 0 20 20"',
            ),
        ],
        "chips.yaml:4:7 P009",
    ),
    fault(
        "a plate that A4 does not hold",
        [
            ("chips.yaml", "size: {shape: circle, diameter: 20}", "size: {shape: circle, diameter: 240}"),
            (
                CHIP,
                'width="20mm" height="20mm" viewBox="0 0 20 20"',
                'width="240mm" height="240mm" viewBox="0 0 20 20"',
            ),
        ],
        "chips.yaml:4:7 P013",
    ),
    fault(
        "a plate as large as A4",
        [
            ("chips.yaml", "{shape: circle, diameter: 20}", "{shape: rectangle, width: 210, height: 210}"),
            (
                CHIP,
                'width="20mm" height="20mm" viewBox="0 0 20 20"',
                'width="210mm" height="210mm" viewBox="0 0 20 20"',
            ),
        ],
        "chips.yaml:4:7 P019",
    ),
    fault(
        "a value that is not drawn",
        [(CHIP, 'pnp:text="item.value"', "pnp:text=\"'1' if item.value else ''\"")],
        "chips.yaml:13:10 P010",
    ),
    fault(
        "a ground of an older, smaller page",
        [(BACK, 'width="69" height="94" fill', 'width="62" height="94" fill')],
        "card-back.svg:6:23 P016",
    ),
    fault(
        "a picture above, words below on bare paper",
        [add('<path d="M-3 -3 H66 V48 H-3 Z" fill="#ddeeff"/>', CARD, "  <rect")],
    ),
    fault("two texts at one place", [add(words("north", 6, 82, 3))], "card.svg:13:3 P011"),
    fault("a text beside an icon", [(CARD, 'pnp:width="44" x="14.5"', 'pnp:width="44" x="11.5"')], "card.svg:6:9 P012"),
    fault(
        "turned words that run past an icon",
        [
            add('<image pnp:icon="\'sun\'" pnp:color="\'#a33a00\'" x="47.5" y="18" width="6" height="6"/>'),
            add(words("MMMM", 40, 20, 4.5, 'transform="rotate(45 40 20)"')),
        ],
    ),
    fault(
        "a number upon an icon",
        [
            add('<image pnp:icon="\'sun\'" pnp:color="\'#d98e04\'" x="44" y="16" width="9" height="9"/>'),
            add(words("3", 47.8, 21.4, 3)),
        ],
    ),
]


def line(width, more="", dx=3):
    return f'<path d="M0 0 H{dx}" stroke="#222222" stroke-width="{width}" {more}/>'


def slanted(width):
    """A thin bar, drawn as a filled shape that lies aslant."""
    return f'<path d="M0 0 L6 6 L{6 + 0.7071 * width} {6 - 0.7071 * width} L{0.7071 * width} {-0.7071 * width} Z"/>'


def grey(shade, size, more=""):
    return f'<text font-size="{size}" fill="#{shade}{shade}{shade}" {more}>gold</text>'


PT = 25.4 / 72
DARK, MIDDLE = (f'<rect x="-1" y="-3" width="13" height="5" fill="{ink}"/>' for ink in ("#222222", "#7a7a7a"))
WHITE = '<path d="M0 0 H3" stroke="#ffffff" stroke-width="{}"/>'
HALF = '<image pnp:icon="\'half\'" width="8" height="8"/><text x="{}" y="5" font-size="4" text-anchor="end">HHH</text>'
AREA = '<rect x="-1" y="-3" width="13" height="5" {}/>'
MASKED = '<mask id="m{0}">' + AREA.format('fill="#{0}"') + '<rect x="9" y="-2" width="2" height="2" fill="#777"/>'
MASKED += "</mask>" + AREA.format('fill="#222" mask="url(#m{0})"')
SHADE = '<radialGradient id="r" gradientUnits="userSpaceOnUse" cx="5" cy="-1" r="6" fx="9" fy="-1"><stop stop-color='
SHADE += '"#fff"/><stop offset="1"/></radialGradient>'
SLOPE = '<linearGradient id="s" gradientUnits="userSpaceOnUse" x1="0" y1="-3" x2="0" y2="2"><stop stop-color="#fff"/>'
SLOPE += '<stop offset="1"/></linearGradient>'
SLOPING = AREA.format('fill="url(#s)"') + '<text x="4" y="{}" font-size="3">l</text>'
LETTER = AREA.format('fill="url(#r)"') + '<text x="{}" font-size="3" text-anchor="middle">l</text>'
LIMITS = [[  # a code; what is told; what is not: two pages, as many thin lines are told by one
    ("P001", grey("00", 5.97 * PT), grey("00", 6 * PT)),
    ("P001", f'<g transform="scale(.5)">{grey("00", 11.9 * PT)}</g>',
             f'<g transform="scale(2)">{grey("00", 3 * PT)}</g>'),
    ("P005", line(0.099), line(0.1)),
    ("P005", line(0.05, 'stroke-opacity=".31"'), line(0.05, 'stroke-opacity=".29"')),
    ("P005", '<rect width="3" height="0.099"/>', '<rect width="3" height="0.1"/>'),
    ("P005", slanted(0.095), slanted(0.105)),
], [
    ("P005", '<rect width="0.099" height="3"/>', '<rect width="0.1" height="3"/>'),
    ("P005", DARK + WHITE.format(0.195), DARK + WHITE.format(0.2)),
    ("P005", DARK + WHITE.format(0.15), MIDDLE + WHITE.format(0.15)),
    ("P006", DARK + grey("ff", 2.41), DARK + grey("ff", 2.43)),
    ("P007", grey("77", 3), grey("76", 3)),
    ("P007", grey("77", 17.9 * PT), grey("77", 18 * PT)),
    ("P007", grey("96", 18 * PT), grey("94", 18 * PT)),
    ("P007", grey("77", 13.9 * PT, 'font-weight="bold"'), grey("77", 14 * PT, 'font-weight="bold"')),
    ("P007", grey("00", 3, 'opacity=".5"'), grey("00", 3, 'opacity=".6"')),
    ("P007", MASKED.format("fff") + grey("22", 3), MASKED.format("000") + grey("22", 3)),
    ("P007", SLOPE + SLOPING.format(1.6), SLOPING.format(0)),
    ("P007", SHADE + LETTER.format(10.6), LETTER.format(9.5)),
    ("P012", HALF.format(5), HALF.format(2.9)),
]]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("limits", LIMITS, ids=["shapes", "words"])
def test_what_is_told_is_told_from_its_limit_on(mini_copy, limits):
    """On one back: on its left what is just too small, too pale or too near, on its right what just is not."""
    half = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M8 0 V8 H0 Z" fill="#ccc"/></svg>'
    rows = [
        f'<g transform="translate({x} {6 + 4.6 * k:.1f})">{words[side]}</g>'
        for k, (_, *words) in enumerate(limits)
        for side, x in ((0, 9), (1, 40))
    ]
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" '
    head += 'width="63mm" height="88mm" viewBox="0 0 63 88" font-family="body">'
    page = "\n".join([head, '<rect x="-3" y="-3" width="69" height="94" fill="#fff"/>', *rows, "</svg>"])
    spoil(mini_copy, [("icons/half.svg", None, half), (BACK, None, page)])
    found = [(f.mark.line - 3, f.code) for f in check_all(mini_copy, "mini") if f.code[0] == "P"]
    assert sorted(found) == [(2 * k, code) for k, (code, *_) in enumerate(limits)]


@pytest.mark.some(0)
@pytest.mark.parametrize("turn", [0, 45, 90, -30])
@pytest.mark.parametrize(("apart", "codes"), [(3.2, []), (1.0, ["P011"])])
def test_turned_lines_are_measured_along_them(mini_copy, turn, apart, codes):
    lines = words("northern lands", 20, 35, 3) + words("southern lands", 20, 35 + apart, 3)
    spoil(mini_copy, [(CARD, LAST, f'<g transform="rotate({turn} 31 40)">{lines}</g>{LAST}')])
    spoil(mini_copy, [(CARD, '  <image pnp:part="parts/frame.svg"', '  <image pnp:if="0" pnp:part="parts/frame.svg"')])
    spoil(mini_copy, [(CARD, '  <text pnp:text="item.text"', '  <text pnp:if="0" pnp:text="item.text"')])
    assert [f.code for f in check_all(mini_copy, "mini") if f.code == "P011"] == codes


@pytest.mark.parametrize(("edits", "expected"), FAULTS)
def test_a_fault_is_told_at_its_place_and_nothing_else(mini_copy, request, edits, expected):
    spoil(mini_copy, edits)
    found = [f for f in check_all(mini_copy, "mini") if f.code != "D030"]
    assert [place(f) for f in found] == expected, [(f.message, f.hint) for f in found]
    hold_values(request, found)


def test_every_code_has_a_row_that_it_is_found_by():
    assert {e.split()[-1] for row in FAULTS for e in row.values[1] if " P" in e} == {
        code for code in CODES if code[0] == "P"
    }


def test_what_a4_does_not_hold_is_told_with_the_paper_that_does(mini_copy):
    spoil(mini_copy, next(row.values[0] for row in FAULTS if row.id == "a plate that A4 does not hold"))
    (found,) = (f for f in check_all(mini_copy, "mini") if f.code == "P013")
    assert found.message.endswith("is 240 x 240 mm; A4 does not hold it, A3 does")
    assert "`--paper a3`" in found.hint


def test_far_too_many_pieces_are_told_before_anything_is_built(mini_copy):
    many = "".join(f"  - {{id: n{n}, count: 9999, value: {n + 9}}}\n" for n in range(11))
    spoil(mini_copy, [("chips.yaml", "use:\n", f"{many}use:\n")])
    (found,) = (f for f in check_all(mini_copy, "mini") if f.code == "S002")
    assert (found.mark.file, found.mark.line) == ("components/mini/chips.yaml", 14)
    assert "`count` of `chip/n0`" in found.hint


def test_of_the_thin_lines_and_coarse_pixels_of_a_picture_the_worst_are_told(mini_copy):
    lines = "\n".join(f'<path d="M1 {y}H9" stroke="#000" stroke-width=".0{y}"/>' for y in (4, 2, 3))
    coarse = "\n".join(picture(n, 6).replace('x="30" y="28"', f'x="{n}" y="2"') for n in (3, 2))
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">\n{lines}\n{coarse}\n</svg>'
    (mini_copy.components / "mini" / "thin.svg").write_text(art)
    spoil(mini_copy, [add("""<image pnp:href="'thin.svg'" x="40" y="20" width="10" height="10"/>""")])
    many = "".join(f'<path d="M20 {y} H35" stroke="#222" stroke-width=".0{y % 5 + 1}"/>' for y in range(20, 28))
    spoil(mini_copy, [add(many)])
    found = [place(f) for f in check_all(mini_copy, "mini") if f.code in ("P004", "P005")]
    assert found == ["thin.svg:3:32 P005", "thin.svg:6:8 P004", "card.svg:14:38 P005"]


def test_the_art_of_an_item_with_an_error_is_looked_at_all_the_same(mini_copy):
    art = '<path d="M1 1H8V8Z" clip="rect(0,0,1,1)"/>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n{art}</svg>'
    (mini_copy.components / "mini" / "thin.svg").write_text(picture)
    image = """<image pnp:if="item.id == 'dawn'" pnp:href="'thin.svg'" x="40" y="20" width="10" height="10"/>"""
    spoil(mini_copy, [add(image), ("cards.yaml", "name: {ja: 夜明け, en: Dawn}", "name: {ja: 夜明け}")])
    found = [place(f) for f in check_all(mini_copy, "mini") if f.code != "D030"]
    assert found == ["cards.yaml:18:16 D007", "thin.svg:2:21 T005"]


def test_the_message_names_the_worst_face_and_how_many_more(mini_copy):
    spoil(mini_copy, [(CARD, TITLE, 'font-size="5" fill="#ffffff">Dawn')])
    [found] = [f for f in check_all(mini_copy, "mini") if f.code != "D030"]
    assert found.message == (
        "`夜明け` (#ffffff) has a contrast of 2.7 with its ground (#d98e04), not 3 (in `card/dawn` and 1 more)"
    )
    assert found.hint.startswith('write fill="#')
    assert found.mark.length == len('fill="#ffffff"')


def test_of_pieces_that_look_alike_the_others_are_counted(mini_copy):
    more = "".join(f"  - {{id: n{n}, count: 1, value: {n}}}\n" for n in (6, 7, 8))
    spoil(mini_copy, [("chips.yaml", "use:\n", f"{more}use:\n"), ("chips.yaml", "assume: 6", "assume: 9")])
    spoil(mini_copy, [(CHIP, 'pnp:text="item.value"', "pnp:text=\"'1' if item.value else ''\"")])
    (found,) = [f.message for f in check_all(mini_copy, "mini") if f.code == "P010"]
    assert found == "`five` looks like `one` in ja, though they differ in `value` (and 3 more)"


def test_pieces_all_of_which_look_like_one_are_told_once(mini_copy):
    """A template that asks for nothing of its items: in whatever each differs from the first."""
    more = "".join(f"  - {{id: n{n}, count: 1, value: {n}, mark: {n % 2}}}\n" for n in (6, 7, 8))
    spoil(mini_copy, [("chips.yaml", "use:\n", f"{more}use:\n"), ("chips.yaml", "assume: 6", "assume: 9")])
    spoil(mini_copy, [("chips.yaml", "  value: integer\n", "  value: integer\n  mark: integer?\n")])
    spoil(mini_copy, [(CHIP, 'pnp:text="item.value"', 'pnp:text="1"')])
    (found,) = [f.message for f in check_all(mini_copy, "mini") if f.code == "P010"]
    assert found == "`five` looks like `one` in ja, though they differ in `value` (and 3 more)"


@pytest.mark.some(0)
@pytest.mark.parametrize(("drawn", "codes"), [
    ('pnp:text="pair[0]"', ["L016"]),  # in a loop's list
    ("pnp:text=\"{'ja': '札', 'en': 'No.'}[language]\"", []),
    ("pnp:text=\"'札'\" pnp:if=\"language == 'ja'\"", []),
    ("pnp:text=\"item.mark if item.mark == '札' else '札'\"", []),  # what the item says is the data's
    ("pnp:text=\"'Ж'\"", []),  # no language of the game: an ornament
])  # fmt: skip
def test_what_a_template_says_is_in_the_language_of_the_edition(mini_copy, drawn, codes):
    spoil(mini_copy, [("cards.yaml", "  text: text\n", "  text: text\n  mark: word?\n")])
    for name in ("sun", "moon", "sun"):
        spoil(mini_copy, [("cards.yaml", f"    suit: {name}\n", f"    suit: {name} \n    mark: 札\n")])
    said = (
        f'<g pnp:for="pair in [[\'札\', 1]]"><text x="42" y="24" font-family="body" font-size="4" {drawn}>a</text></g>'
    )
    spoil(mini_copy, [add(said + '<text pnp:if="item.mark == \'x\'" pnp:text="item.mark">x</text>')])
    if "pair[0]" in drawn:
        spoil(mini_copy, [("cards.yaml", "    mark: 札\n", "    mark: A\n")] * 3)
    assert [f.code for f in check_all(mini_copy, "mini") if f.code[0] == "L" or f.severity is Severity.ERROR] == codes


def test_what_a_template_says_is_told_of_faces_alike_in_all_languages(mini_copy):
    spoil(mini_copy, [(CHIP, 'pnp:text="item.value"', "pnp:text=\"'点' ~ item.value\"")])
    (found,) = [f for f in check_all(mini_copy, "mini") if f.code == "L016"]
    assert (found.mark.file, found.mark.line) == ("layouts/mini/chip.svg", 3)
    assert found.message.startswith("`点`, which the template says, is left in en (in `chip/one` and 1 more)")


def test_what_a_template_replaces_in_the_words_of_the_data_is_not_told(mini_copy):
    spoil(mini_copy, [(CHIP, 'pnp:text="item.value"', "pnp:text=\"terms.sun.name|replace('太陽', '太陽')\"")])
    assert [f for f in check_all(mini_copy, "mini") if f.code == "L016"] == []


def test_what_is_wrong_in_one_language_says_so(mini_copy):
    edit = "pnp:text=\"'north' if language == 'en' else ''\""
    spoil(mini_copy, [add(f'<text x="40" y="24" font-size="1.76" {edit}>a</text>')])
    [found] = [f for f in check_all(mini_copy, "mini") if f.code != "D030"]
    assert found.message.endswith("(in `card/dawn` and 2 more in en)")


@pytest.mark.slow
def test_the_hint_of_a_contrast_mends_it(mini_copy):
    spoil(mini_copy, [(CARD, 'font-size="3.6" fill="#222222"', 'font-size="3.6" fill="#999999"')])
    [found] = [f for f in check_all(mini_copy, "mini") if f.code != "D030"]
    shade = found.hint.split('"')[1]
    assert found.hint.endswith("as that varies, `pnp:fill` may say a colour for each")
    spoil(mini_copy, [(CARD, 'font-size="3.6" fill="#999999"', f'font-size="3.6" fill="{shade}"')])
    assert [f.code for f in check_all(mini_copy, "mini")] == ["D030"]


@pytest.mark.slow
def test_the_blank_half_of_a_full_width_mark_may_stand_beside_its_plate(mini_copy):
    plate = '<rect x="39.5" y="20.5" width="{}" height="4" fill="#222222"/>'
    spoil(mini_copy, [add(plate.format(2.1) + words("！", 40, 24, 3, 'fill="#ffffff"'))])
    assert [f.code for f in check_all(mini_copy, "mini") if f.code == "P007"] == []
    spoil(mini_copy, [(CARD, 'width="2.1"', 'width="0.9"')])
    assert [f.code for f in check_all(mini_copy, "mini") if f.code == "P007"] == ["P007"]


def test_words_off_the_card_lie_on_nothing(mini_copy):
    """White words of a dark band that go on beyond the card: they leave it, and can be read where they are on it."""
    band = '<rect x="30" y="20" width="33" height="6" fill="#222222"/>'
    long = words(
        "a", 40, 24, 4, 'fill="#ffffff" font-weight="bold" pnp:fit="shrink" pnp:width="20" pnp:text="item.name"'
    )
    spoil(mini_copy, [add(band + long), ("cards.yaml", "en: Dawn", "en: Saint Barbara of the Old Mines and Quarries")])
    assert {f.code for f in check_all(mini_copy, "mini")} == {"D030", "F010"}


def test_words_that_do_not_fit_are_not_told_twice(mini_copy):
    """Overset text lies over its neighbours: that is told when it fits."""
    spoil(mini_copy, [("cards.yaml", "Gain {sun} at **dawn**.", "Gain {sun} at **dawn**. " + "Keep calm. " * 60)])
    assert {f.code for f in check_all(mini_copy, "mini")} == {"D030", "F011"}


# ---- colours -------------------------------------------------------------------------------------------------

WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
CHANNEL = st.floats(0, 1)
COLOUR = st.tuples(CHANNEL, CHANNEL, CHANNEL)


def test_contrast_is_that_of_the_wcag():
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    assert luminance((1.0, 0.0, 0.0)) == pytest.approx(0.2126)
    grey = 0x77 / 255  # 0.2158605 linear: #777777 on white is the well-known 4.48
    assert contrast((grey,) * 3, WHITE) == pytest.approx(4.478, abs=0.001)


@given(COLOUR, COLOUR)
def test_contrast_has_no_order_and_its_bounds(a, b):
    assert contrast(a, b) == contrast(b, a)
    assert 1 <= contrast(a, b) <= 21.0001


def test_the_contrast_of_another_library_is_the_same():
    from coloraide import Color as Other

    for a, b in [("#d98e04", "#ffffff"), ("#3b5b92", "#e3e8f2"), ("#0a0a0a", "#123456")]:
        mine = contrast(*(tuple(int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)) for c in (a, b)))
        assert mine == pytest.approx(Other(a).contrast(b, method="wcag21"), abs=0.01)


def test_red_and_green_are_one_to_some():
    found = differences("#d32f2f", "#388e3c")
    assert found[""] == pytest.approx(66.0, abs=0.1)
    assert found["deutan"] == pytest.approx(5.4, abs=0.1)
    assert differences("#808080", "#808080") == dict.fromkeys(found, 0.0)


def test_paints_lie_over_one_another():
    assert laid_over(BLACK, 0.25, WHITE) == (0.75, 0.75, 0.75)
    assert composited([(BLACK, 0.5), ((1.0, 0.0, 0.0), 1.0)], WHITE) == (0.5, 0.0, 0.0)
    assert composited([], WHITE) == WHITE


def test_a_gradient_has_the_colour_of_its_place():
    along = Gradient(0, 0, 10, 0, ((0.0, Color("#000000")), (1.0, Color("#ffffff", 0.5))))
    assert paint_at(along, -3, 8) == (BLACK, 1.0)
    assert paint_at(along, 5, 1) == ((0.5, 0.5, 0.5), 0.75)
    assert paint_at(along, 12, 0) == (WHITE, 0.5)
    around = Gradient(5, 5, 5, 5, ((0.0, Color("#000000")), (0.5, Color("#ffffff"))), r=4)
    assert paint_at(around, 5, 6)[0] == (0.5, 0.5, 0.5)
    assert paint_at(around, 9, 5)[0] == WHITE


# ---- what lies where -----------------------------------------------------------------------------------------

SQUARE = polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
INNER = polygon([(3, 3), (7, 3), (7, 7), (3, 7)])
AROUND = (-1e4, -1e4, 1e4, 1e4)


def layers_of(*nodes, sampler=None):
    sampler = sampler or Sampler()
    return [layer for node in nodes for layer in sampler._walk(node, Layer(node, IDENTITY, AROUND, None))]


def test_an_outline_covers_by_its_rule():
    same_way = polygons((*SQUARE, *INNER))
    assert inside(same_way, 5, 5, even_odd=False)
    assert not inside(same_way, 5, 5, even_odd=True)
    assert inside(same_way, 1, 5, even_odd=True)
    assert not inside(same_way, 11, 5, even_odd=False)


def test_the_distance_to_a_line():
    loops = polygons(SQUARE)
    assert distance(loops, 5, 2) == 2
    assert distance(loops, 13, 14) == 5
    assert distance(loops, 0, 5, closed=False) == 5  # without its fourth side


def test_the_ground_is_what_is_seen():
    sampler = Sampler()
    nodes = [
        Path(SQUARE, Color("#ff0000")),
        Group((Path(INNER, Color("#0000ff")),), opacity=0.5),
        Group((Path(SQUARE, Color("#00ff00")),), matrix=(1, 0, 0, 1, 20, 0), clip=INNER),
        Path((("M", (0.0, 20.0)), ("L", (10.0, 20.0))), None, Stroke(Color("#000000"), 2.0)),
        Image(b"", 40, 0, 10, 10),
    ]
    layers = layers_of(*nodes, sampler=sampler)
    assert sampler.ground(layers, 1, 1) == (1, 0, 0)
    assert sampler.ground(layers, 5, 5) == (0.5, 0, 0.5)
    assert sampler.ground(layers, 25, 5) == (0, 1, 0)
    assert sampler.ground(layers, 21, 1) == WHITE  # clipped away
    assert sampler.ground(layers, 5, 20.9) == BLACK  # in a band
    assert sampler.ground(layers, 5, 21.1) == WHITE
    assert sampler.ground(layers, 45, 5) is None  # a picture


def test_an_icon_is_one_layer_with_the_colour_of_its_lines():
    art = (Path((("M", (0.2, 0.5)), ("L", (0.8, 0.5))), None, Stroke(Color("#123456"), 0.2)),)
    sampler = Sampler()
    [layer] = layers_of(Group(art, (10, 0, 0, 10, 5, 5), key="icon:bar:#123456"), sampler=sampler)
    assert layer.icon == "bar"
    assert layer.scale == 10
    assert layer.box == pytest.approx((7, 9, 13, 11))
    assert sampler.ground([layer], 10, 10.9) == (0x12 / 255, 0x34 / 255, 0x56 / 255)
    assert sampler.ground([layer], 10, 11.1) == WHITE


def test_boxes_share_the_lesser_way():
    assert shared((0, 0, 10, 10), (8, 3, 20, 20)) == 2
    assert shared((0, 0, 10, 10), (9.9, 0, 20, 20)) == 0  # less than anybody sees


# ---- the edge ------------------------------------------------------------------------------------------------


def test_the_places_of_a_cut_look_outwards():
    found = list(edge_points(SQUARE))
    assert len(found) == 12
    for place_ in found:
        assert not inside(polygons(SQUARE), *place_.out(0.5))
        assert inside(polygons(SQUARE), *place_.out(-0.5))
    hole = list(edge_points(ellipse(5, 5, 3, 3), -1.0))
    assert all(inside(polygons(ellipse(5, 5, 3, 3)), *p.out(0.5)) for p in hole)


@pytest.mark.parametrize("reach", [-0.2, 0.0, 0.7, 2.0, 3.0])
def test_the_reach_of_paint_is_measured(reach):
    side = 10 + 2 * reach
    layers = layers_of(Path(rectangle(-reach, -reach, side, side), Color("#000000")))
    for place_ in edge_points(SQUARE):
        assert paint_reach(layers, Sampler(), place_) == pytest.approx(reach, abs=0.051)


# ---- letters -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def studio(mini):
    return Studio(mini)


def test_the_strokes_of_the_body_face(studio):
    """By fontTools: the stroke of an `l` is narrower than the letter with its foot, and not half as narrow."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.ttLib import TTFont

    name = "AlegreyaSans-Regular"
    font = TTFont(studio.book.font(name).path)
    pen = BoundsPen(glyphs := font.getGlyphSet())
    glyphs[font.getBestCmap()[ord("l")]].draw(pen)
    width = (pen.bounds[2] - pen.bounds[0]) / font["head"].unitsPerEm
    run = GlyphRun(name, 3, 0, 0, Glyphs((1,), ("l",), (0,)), 1, Color("#000000"))
    assert 0.5 * width < stem(run, studio.book) <= width


@pytest.mark.parametrize(
    ("said", "japanese"), [("north", False), ("§ 2.1", False), ("きた", True), ("a北", True), ("—", False)]
)
def test_which_words_are_japanese(said, japanese):
    assert has_japanese(said) is japanese


def test_a_proof_leaves_the_stamp_out(mini, studio):
    game, _ = load_game(mini, "mini")
    owner = game.sets["chip"]
    face, _ = draw_face(studio, game, owner, owner.items[0], "front", "en")
    proof = proof_of(owner, owner.items[0], face, Sampler(), studio)
    assert [run.string for _, _, run in proof.words] == ["1"]
    assert all(layer.element is not None for *_, layer in proof.grounds)


def test_a_heap_of_texts_is_told_in_linear_work(monkeypatch):
    """Each of two thousand texts at one place is told, without holding each against all others."""
    work = []
    monkeypatch.setattr(
        "generator.engine.preflight.placement._letter_boxes", lambda *_: work.append(1) or [(0.0, 0.0, 5.0, 5.0)]
    )
    layer = lambda n: SimpleNamespace(box=(0.0, n * 1e-4, 5.0, 5.0), element=object(), matrix=IDENTITY)  # noqa: E731
    words = [(n, layer(n), SimpleNamespace(said=f"word {n}")) for n in range(2000)]
    proof = SimpleNamespace(words=words, book=None, mark=lambda layer, _: layer)
    told = {id(problem.mark) for problem in words_keep_apart(proof)}
    assert len(told) == 1999
    assert len(work) <= 2 * HEAP * 2000


SIDES = st.floats(0.5, 60)
SHARES = st.floats(0, 1)


@pytest.mark.slow
@given(SIDES, SIDES, SHARES, SHARES, st.one_of(st.none(), st.floats(0.1, 3)), st.lists(st.tuples(SHARES, SHARES)))
def test_what_one_colour_surely_fills_has_it_at_every_point(wide, high, rx, ry, pen, places):
    stroke = None if pen is None else Stroke(Color("#ff0000"), pen)
    node = Path(rectangle(5, 5, wide, high, rx * wide / 2, ry * high / 2), Color("#00ff00"), stroke=stroke)
    layer, sampler = Layer(node, IDENTITY, (0, 0, 99, 99), None), Sampler()
    (left, top, right, low), color = sampler.flat(layer)
    if pen is None and not rx * ry:
        assert (left, top, right, low) == pytest.approx((5, 5, 5 + wide, 5 + high))
    for across, down in [(0, 0), (1, 1), *places] * (left < right and top < low):
        x, y = left + 1e-6 + across * (right - left - 2e-6), top + 1e-6 + down * (low - top - 2e-6)
        assert sampler.covering(layer, x, y) == (color, 1.0)
