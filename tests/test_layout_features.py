"""Every row of `features.txt`, one feature of SVG each: drawn, inert, or told by just these codes.

That what is drawn looks as in a browser was seen with `python -m tests.tools.chromium`: run it after an update.
"""

from __future__ import annotations

from base64 import b64encode

import pytest

from tests.export_kit import both_pictures, face_of, png
from tests.features import DOT, TABLE, rows, status
from tests.layout_kit import drawn, placed

ROWS = rows()
BASES = sorted({row.base for row in ROWS})


@pytest.mark.parametrize("base", BASES)
def test_features_are_drawn_or_told(mini, request, base):
    found = {row.words: status(mini, row) for row in ROWS if row.base == base}
    if request.config.getoption("--update"):
        _write(base, found)
        return
    assert found == {row.words: row.status for row in ROWS if row.base == base}


def _write(base: str, found: dict[str, str]) -> None:
    lines, here = [], ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        first, _, rest = line.partition(" ")
        here = rest.partition(" ")[0] if first == "=" else here
        known = here == base and first not in ("=", "#", "")
        lines.append(f"{found[rest]} {rest}" if known else line)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_table_is_long_and_knows_all_ends():
    assert len({row.name for row in ROWS}) == len(ROWS) > 1000
    assert {"drawn", "inert", "T005", "T012", "T028"} < {row.status for row in ROWS}


def test_an_empty_language_is_none(mini):
    def fills(language):
        rule = f'<style>rect:lang(en){{fill:#00ff00}}</style><g lang="en"><rect {language} width="9" height="9"/></g>'
        return [n.fill.hex for g in drawn(mini, rule)[0] for n in getattr(g, "children", [g])]

    assert (fills(""), fills('lang=""')) == (["#00ff00"], ["#000000"])


TOLD = {"inkscape-1.3": ["`vector-effect`"]}
"""What is told all the same: a hairline of Inkscape, which browsers do not draw as one in a picture."""
EXPORTS = sorted((TABLE.parent / "corpus" / "exports").glob("*.svg"))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: p.stem)
def test_what_drawing_programs_write_is_no_fault(mini, path):
    """Art in the manner of each program, with all the defaults that it writes: drawn, and nothing told."""
    nodes, findings = placed(mini, path.read_text(encoding="utf-8").replace("base64,DOT", f"base64,{DOT}").encode())
    assert [f.message.partition(" ")[0] for f in findings] == TOLD.get(path.stem, [])
    assert nodes


RECT = '<rect x="3" y="4" width="12" height="8" stroke-dasharray="%s"/>'
POINTED = '<path d="M3 4L16 6 8 14Z" transform="%s"%s/>'
HALF = 0.5
STROKES = {
    "a dash longer than a rectangle": (RECT % "60 2", (2.3, 3.3), True),
    "the same on a triangle": ('<path d="M3 3H16L9 14Z" stroke-dasharray="60 2"/>', (1.8, 2.3), False),
    "a dash over the closing corner": (
        '<path d="M3 3H16L9 14Z" stroke-dasharray="9 3" stroke-dashoffset="4"/>', (1.8, 2.3), True
    ),
    "first one of no length": ('<path d="M3 3H16L9 14Z" stroke-dasharray="0 0 5 0"/>', (1.8, 2.3), False),
    "a gap of nothing": (RECT % "7 0", (2.3, 3.3), True),
    "one that ends at a corner": (RECT % "5 0", (15.7, 12.7), False),
    "and at the last": (RECT % "5 0", (2.3, 3.3), False),
    "one that ends where it began": (
        '<polygon points="3,3 16,3 9.5,14.26" pathLength="9" stroke-dasharray="1"/>', (1.6, 2.2), False
    ),
    "in pixels": ('<path d="M3 4H15V12H3" stroke-dasharray="3.3333 0" transform="scale(.6)"/>', (9.4, 2.0), True),
    "a dash that ends at a corner": ('<path d="M3 4H15V12H3" stroke-dasharray="4 4"/>', (15.5, 3.5), False),
    "a gap first": ('<path d="M3 4H15V12" stroke-linecap="square" stroke-dasharray="4 3" stroke-dashoffset="4"/>',
                    (2.5, 4), False),
    "a cusp": ('<path d="M4 4C10 4 14 4 8 4"/>', (11.6, 4), True),
    "its corner": ('<path d="M4 4C10 4 14 4 8 4"/>', (11.6, 4.8), False),
    "a cusp that closes": ('<path d="M4 4Q16 4 4 4"/>', (8, 4.5), True),
    "a bent cusp": ('<path d="M4 12C16 4 4 4 16 12"/>', (10, 4.6), False),
    "a mitre under an uneven map": (POINTED % ("scale(1 .3)", ""), (1.7, 0.9), True),
    "within its limit on the page alone": (
        '<path d="M3 8L16 9L3 10" transform="scale(.3 1)" stroke-miterlimit="10"/>', (5.8, 9), False
    ),
    "and see-through": (POINTED % ("scale(1 .3)", ' stroke-opacity=".5"'), (1.7, 0.9), HALF),
}  # fmt: skip


@pytest.mark.parametrize("name", STROKES)
def test_strokes_look_the_same_in_each_format_as_in_browsers(mini, name):
    """Where Chromium paints, seen in its pictures."""
    snippet, (x, y), inked = STROKES[name]
    nodes, found = drawn(mini, f'<g fill="none" stroke="#036" stroke-width="2">{snippet}</g>')
    face = face_of(nodes, 20, 20)
    assert not found
    for picture in both_pictures(face, 254):
        ink = 1 - picture[round(10 * y), round(10 * x)].min() / 255
        assert ink == pytest.approx(float(inked), abs=0.2)


GRADIENT = '<linearGradient id="g"><stop stop-color="#036"/><stop offset="1" stop-color="#036"/></linearGradient>'
BLUE = b64encode(png([[(0, 51, 102)]])).decode()
TILES = {
    "a ground": '<rect width="3" height="3" fill="#036"/>',
    "one in two layers": '<g><path d="M-1 -1H5V5H-1Z" fill="#036"/><circle r=".1" fill="#036"/></g>',
    "a clear one": '<rect width="3" height="3" fill="#036" fill-opacity=".5"/>',
    "a clear group": '<g opacity=".5"><rect width="3" height="3" fill="#036"/><circle r="1" fill="#036"/></g>',
    "a pen over all": '<path d="M-1 1.5H4" stroke="#036" stroke-width="3"/>',
    "a bent pen": '<path d="M1 1L2 2L1 2Z" fill="#036" stroke="#036" stroke-width="5" stroke-linejoin="round"/>',
    "a round pen": '<path d="M1.5 1.5h0" stroke="#036" stroke-width="6" stroke-linecap="round"/>',
    "a dash over the edge": '<path d="M-1 1.5H4" stroke="#036" stroke-width="3" stroke-dasharray="6 1"/>',
    "one from the edge": '<path d="M0 1.5H3" stroke="#036" stroke-width="3" stroke-dasharray="2 0"/>',
    "a gradient": f'{GRADIENT}<rect width="3" height="3" fill="url(#g)"/>',
    "a larger one below": f'<rect width="1" height="1" fill="#f00"/>{GRADIENT}<circle r="9" fill="url(#g)"/>',
    "a clear group of it": f'{GRADIENT}<g opacity=".5"><rect width="3" height="3" fill="url(#g)"/></g>',
    "a picture": f'<image width="3" height="3" preserveAspectRatio="none" href="data:image/png;base64,{BLUE}"/>',
    "a square pen": '<path d="M1 0C1 1 1 2 1 3" stroke="#036" stroke-width="4.2" stroke-linecap="square"/>',
}


@pytest.mark.parametrize("name", TILES)
@pytest.mark.parametrize("turned", ["rotate(33)", "scale(.47)", "matrix(1 .2 .3 -.9 1 0)"])
def test_no_line_shows_where_tiles_of_a_pattern_meet(mini, name, turned):
    """Tiles that come to a ground of one colour, in whatever way."""
    pattern = f'<pattern id="p" patternUnits="userSpaceOnUse" width="3" height="3" patternTransform="{turned}">'
    nodes, found = drawn(mini, f'{pattern}{TILES[name]}</pattern><rect width="9" height="9" fill="url(#p)"/>')
    face = face_of(nodes, 20, 20)
    assert not found
    for picture in both_pictures(face, 254):
        inner = picture[5:85, 5:85].reshape(-1, 3).astype(int)
        assert inner.max(0) - inner.min(0) == pytest.approx(0, abs=12)
        assert inner.mean(0) == pytest.approx([127, 153, 178] if "clear" in name else [0, 51, 102], abs=3)


@pytest.mark.parametrize(
    ("stops", "shape", "is_told"),
    [
        ("1 .5", '<rect width="3" height="3" {}/>', True),
        ("1 .5", '<rect x=".2" y=".2" width="2.6" height="2.6" {}/>', False),
        ("1 1", '<rect y="1" width="3" height="1" {}/>', True),
        ("1 1", '<rect width="2" height="2" {}/>', False),
        ("0 0", '<rect width="3" height="3" {}/>', False),
        ("1 .5", '<rect width="3" height="3" {}/><rect width="3" height="3" fill="url(#h)"/>', False),
    ],
)
def test_lines_that_may_show_where_tiles_meet_are_told(mini, stops, shape, is_told):
    first, last = stops.split()
    made = f'<linearGradient id="g"><stop stop-opacity="{first}"/><stop offset=".5" stop-color="#fff"/>'
    made += f'<stop offset="1" stop-opacity="{last}"/></linearGradient>'
    over = GRADIENT.replace('"g"', '"h"')
    pattern = '<pattern id="p" patternUnits="userSpaceOnUse" width="3" height="3">' + shape.replace(
        "{}", 'fill="url(#g)"'
    )
    _, found = drawn(mini, f'{made}{over}{pattern}</pattern><rect width="9" height="9" fill="url(#p)"/>')
    assert [f.code for f in found] == ["T029"] * is_told
