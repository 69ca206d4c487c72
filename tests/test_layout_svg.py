# ruff: noqa: E501  (a row of a table reads better on one line)
"""SVG features, one a row: a snippet and the nodes it must come to."""

from __future__ import annotations

import math

import pytest

from generator import pipeline
from generator.engine.preflight.visibility import paint_at
from generator.face.face import Group
from generator.face.geometry import bounds
from generator.layout.svg.datatypes import transform
from generator.layout.svg.paint import color
from generator.layout.svg.paths import path, reversed_path
from tests.layout_kit import drawn, outline, shown

BLACK = "fill #000000"
SQUARE = "path M0 0 L2 0 L2 2 L0 2 Z"

FEATURES = {
    # shapes
    "rect": ('<rect width="2" height="2"/>', f"{SQUARE} | {BLACK}"),
    "rect without size": ('<rect width="0" height="2"/>', ""),
    "line": ('<line x2="3" y2="4" stroke="red"/>', "path M0 0 L3 4 | fill none | stroke #ff0000 1 butt miter"),
    "polyline": ('<polyline points="0,0 1,1 2,0"/>', f"path M0 0 L1 1 L2 0 | {BLACK}"),
    "polygon": ('<polygon points="0 0 1 1 2 0"/>', f"path M0 0 L1 1 L2 0 Z | {BLACK}"),
    "circle": (
        '<circle cx="1" cy="1" r="1"/>',
        "path M2 1 C2 1.552 1.552 2 1 2 C0.448 2 0 1.552 0 1 C0 0.448 0.448 0 1 0 C1.552 0 2 0.448 2 1 Z | fill #000000",
    ),
    "percentages": ('<rect width="100%" height="50%"/>', f"path M0 0 L63 0 L63 44 L0 44 Z | {BLACK}"),
    "relative path": ('<path d="m1 1h2v2H1z"/>', f"path M1 1 L3 1 L3 3 L1 3 Z | {BLACK}"),
    "unclosed path": ('<path d="M0 0L1 0L1 1"/>', f"path M0 0 L1 0 L1 1 | {BLACK}"),
    "quadratic": ('<path d="M0 0Q3 3 6 0"/>', f"path M0 0 C2 2 4 2 6 0 | {BLACK}"),
    "smooth behind a close": (
        '<path d="M0 0C0 1 1 1 1 0ZS2 -1 2 0"/>',
        f"path M0 0 C0 1 1 1 1 0 Z M0 0 C0 0 2 -1 2 0 | {BLACK}",
    ),
    "smooth": ('<path d="M0 0C0 1 1 1 1 0S2 -1 2 0"/>', f"path M0 0 C0 1 1 1 1 0 C1 -1 2 -1 2 0 | {BLACK}"),
    # transforms
    "translate": ('<rect width="2" height="2" transform="translate(1,2)"/>', f"path M1 2 L3 2 L3 4 L1 4 Z | {BLACK}"),
    "nested transforms": (
        '<g transform="translate(10 0)"><rect width="2" height="2" transform="scale(2)"/></g>',
        f"path M10 0 L14 0 L14 4 L10 4 Z | {BLACK}",
    ),
    "rotate about a point": (
        '<rect width="2" height="2" transform="rotate(90 1 1)"/>',
        f"path M2 0 L2 2 L0 2 L0 0 Z | {BLACK}",
    ),
    "stroke grows with its element": (
        '<path d="M0 0H1" stroke="#000" stroke-width=".5" stroke-dasharray="1 2" fill="none" transform="scale(3)"/>',
        "path M0 0 L3 0 | fill none | stroke #000000 1.5 butt miter | dash 3 6",
    ),
    "a pen that is squeezed keeps a group": (
        '<path d="M0 0H1" stroke="#000" fill="none" transform="scale(3 1)"/>',
        "group | matrix 3 0 0 1 0 0\n  path M0 0 L1 0 | fill none | stroke #000000 1 butt miter",
    ),
    "css transform": (
        '<rect width="2" height="2" style="transform:translate(1px, 2px)"/>',
        f"path M1 2 L3 2 L3 4 L1 4 Z | {BLACK}",
    ),
    # style
    "style beats attribute": ('<rect width="2" height="2" fill="red" style="fill:#0f0"/>', f"{SQUARE} | fill #00ff00"),
    "class": ('<style>.a{fill:blue}</style><rect class="a" width="2" height="2"/>', f"{SQUARE} | fill #0000ff"),
    "id beats class": (
        '<style>#b{fill:red} .a{fill:blue} rect{fill:lime}</style><rect id="b" class="a" width="2" height="2"/>',
        f"{SQUARE} | fill #ff0000",
    ),
    "descendant": (
        '<style>g.a rect{fill:blue} rect{fill:red}</style><g class="a"><rect width="2" height="2"/></g>',
        f"{SQUARE} | fill #0000ff",
    ),
    "css comment": (
        '<style>/* .a{fill:red} */ .a{fill:blue}</style><rect class="a" width="2" height="2"/>',
        f"{SQUARE} | fill #0000ff",
    ),
    "inherited": ('<g fill="teal"><rect width="2" height="2"/></g>', f"{SQUARE} | fill #008080"),
    "currentColor": (
        '<g color="#123456"><rect width="2" height="2" fill="currentColor"/></g>',
        f"{SQUARE} | fill #123456",
    ),
    "display none": ('<rect width="2" height="2" style="display:none"/>', ""),
    "hidden but for one": (
        '<g visibility="hidden"><rect width="9" height="9"/><rect width="2" height="2" visibility="visible"/></g>',
        f"{SQUARE} | {BLACK}",
    ),
    "nothing to paint": ('<rect width="2" height="2" fill="none"/>', ""),
    "fill opacity": ('<rect width="2" height="2" fill-opacity=".5"/>', f"{SQUARE} | fill #000000@0.5"),
    "opacity of one paint": ('<rect width="2" height="2" opacity="50%"/>', f"{SQUARE} | fill #000000@0.5"),
    "opacity of a group": (
        '<g opacity=".5"><rect width="2" height="2"/><rect width="2" height="2"/></g>',
        f"group | opacity 0.5\n  {SQUARE} | {BLACK}\n  {SQUARE} | {BLACK}",
    ),
    "opacity 0": ('<rect width="2" height="2" opacity="0"/>', ""),
    "fill rule": ('<rect width="2" height="2" fill-rule="evenodd"/>', f"{SQUARE} | {BLACK} | even-odd"),
    "caps and joins": (
        '<path d="M0 0H1" fill="none" stroke="#abc" style="stroke-linecap:round;stroke-linejoin:bevel;stroke-width:0.3"/>',
        "path M0 0 L1 0 | fill none | stroke #aabbcc 0.3 round bevel",
    ),
    "odd dashes run twice": (
        '<path d="M0 0H1" fill="none" stroke="#000" stroke-dasharray="1,2,3"/>',
        "path M0 0 L1 0 | fill none | stroke #000000 1 butt miter | dash 1 2 3 1 2 3",
    ),
    "no dashes": (
        '<path d="M0 0H1" fill="none" stroke="#000" stroke-dasharray="0 0"/>',
        "path M0 0 L1 0 | fill none | stroke #000000 1 butt miter",
    ),
    # references
    "use": (
        '<defs><rect id="r" width="2" height="2"/></defs><use href="#r" x="5" fill="red"/>',
        "path M5 0 L7 0 L7 2 L5 2 Z | fill #ff0000",
    ),
    "xlink": ('<defs><rect id="r" width="2" height="2"/></defs><use xlink:href="#r"/>', f"{SQUARE} | {BLACK}"),
    "symbol": (
        '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><use href="#s" x="1" width="4" height="4"/>',
        "group | clip M1 0 L5 0 L5 4 L1 4 Z\n  path M1 0 L5 0 L5 4 L1 4 Z | fill #000000",
    ),
    "nested svg": (
        '<svg x="1" y="1" width="4" height="2" viewBox="0 0 2 2"><rect width="2" height="2"/></svg>',
        "group | clip M1 1 L5 1 L5 3 L1 3 Z\n  path M2 1 L4 1 L4 3 L2 3 Z | fill #000000",
    ),
    "slice": (
        '<svg width="4" height="2" viewBox="0 0 2 2" preserveAspectRatio="xMinYMin slice"><rect width="2" height="2"/></svg>',
        "group | clip M0 0 L4 0 L4 2 L0 2 Z\n  path M0 0 L4 0 L4 4 L0 4 Z | fill #000000",
    ),
    "clip": (
        '<clipPath id="c"><rect width="2" height="2"/></clipPath><g clip-path="url(#c)"><rect width="9" height="2"/></g>',
        "group | clip M0 0 L2 0 L2 2 L0 2 Z\n  path M0 0 L9 0 L9 2 L0 2 Z | fill #000000",
    ),
    "clip moves with its element": (
        '<clipPath id="c"><rect width="2" height="2"/></clipPath><rect clip-path="url(#c)" width="9" height="2" transform="translate(5)"/>',
        "group | clip M5 0 L7 0 L7 2 L5 2 Z\n  path M5 0 L14 0 L14 2 L5 2 Z | fill #000000",
    ),
    "an empty clip hides": ('<clipPath id="c"/><rect clip-path="url(#c)" width="9" height="2"/>', ""),
    "a clip of a clip": (
        '<clipPath id="a"><rect width="1" height="1"/></clipPath><clipPath id="c" clip-path="url(#a)"><rect width="2" height="2"/></clipPath>'
        '<rect clip-path="url(#c)" width="9" height="9"/>',
        "group | clip M0 0 L1 0 L1 1 L0 1 Z\n  group | clip M0 0 L2 0 L2 2 L0 2 Z\n    path M0 0 L9 0 L9 9 L0 9 Z | fill #000000",
    ),
    "a clip path's rule is its own and that of what stands around it": (
        '<g clip-rule="evenodd"><clipPath id="c"><path d="M0 0H2V2H0Z"/></clipPath></g>'
        '<clipPath id="d"><path d="M0 0H2V2H0Z"/></clipPath><g clip-rule="evenodd"><g clip-path="url(#d)"><rect clip-path="url(#c)" width="9" height="2"/></g></g>',
        "group | clip M0 0 L2 0 L2 2 L0 2 Z\n  group | clip M0 0 L2 0 L2 2 L0 2 Z even-odd\n    path M0 0 L9 0 L9 2 L0 2 Z | fill #000000",
    ),
    "what is used in a clip is moved, what is hidden is no clip": (
        '<defs><rect id="r" width="2" height="2"/></defs><clipPath id="c"><use href="#r" x="3"/><rect visibility="hidden" width="9" height="9"/>'
        '</clipPath><rect clip-path="url(#c)" width="9" height="2"/>',
        "group | clip M3 0 L5 0 L5 2 L3 2 Z\n  path M0 0 L9 0 L9 2 L0 2 Z | fill #000000",
    ),
    "shapes of a clip do not cancel each other": (
        '<clipPath id="c" clip-rule="evenodd"><rect width="2" height="2"/><rect width="1" height="1"/></clipPath><rect clip-path="url(#c)" width="9" height="2"/>',
        "group | clip M0 0 L2 0 L2 2 L0 2 Z M0 0 L1 0 L1 1 L0 1 Z\n  path M0 0 L9 0 L9 2 L0 2 Z | fill #000000",
    ),
    # gradients
    "linear, of the box": (
        '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f" stop-opacity=".5"/></linearGradient>'
        '<rect x="1" y="1" width="4" height="2" fill="url(#g)"/>',
        "path M1 1 L5 1 L5 3 L1 3 Z | fill linear(1 1 5 1 0:#ff0000,1:#0000ff@0.5)",
    ),
    "linear, slanted in a box that is no square": (
        '<linearGradient id="g" x2="1" y2="1"><stop stop-color="#f00"/><stop offset="1"/></linearGradient>'
        '<rect width="4" height="2" fill="url(#g)"/>',
        "path M0 0 L4 0 L4 2 L0 2 Z | fill linear(0 0 1.6 3.2 0:#ff0000,1:#000000)",
    ),
    "linear, in user space, by href": (
        '<linearGradient id="s"><stop stop-color="#f00"/><stop offset="1" style="stop-color:#00f"/></linearGradient>'
        '<linearGradient id="g" href="#s" gradientUnits="userSpaceOnUse" x1="1" x2="9" gradientTransform="translate(1)"/>'
        '<g transform="scale(2)"><rect width="2" height="2" fill="url(#g)"/></g>',
        "path M0 0 L4 0 L4 4 L0 4 Z | fill linear(4 0 20 0 0:#ff0000,1:#0000ff)",
    ),
    "radial in a square": (
        '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="100%"/></radialGradient><rect width="2" height="2" fill="url(#g)"/>',
        f"{SQUARE} | fill radial(1 1 1 0:#ffffff,1:#000000)",
    ),
    "radial in a box": (
        '<radialGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></radialGradient><rect width="4" height="1" fill="url(#g)"/>',
        "group | matrix 2 0 0 0.5 0 0\n  path M0 0 L2 0 L2 2 L0 2 Z | fill radial(1 1 1 0:#ffffff,1:#000000)",
    ),
    "one stop": (
        '<linearGradient id="g"><stop stop-color="#f00"/></linearGradient><rect width="2" height="2" fill="url(#g)"/>',
        f"{SQUARE} | fill #ff0000",
    ),
    "no stop": ('<linearGradient id="g"/><rect width="2" height="2" fill="url(#g)"/>', ""),
    # patterns
    "pattern": (
        '<pattern id="p" patternUnits="userSpaceOnUse" width="2" height="2"><rect width="1" height="1"/></pattern>'
        '<rect width="4" height="2" fill="url(#p)"/>',
        "group | clip M0 0 L4 0 L4 2 L0 2 Z\n  group\n    path M0 0 L1 0 L1 1 L0 1 Z M2 0 L3 0 L3 1 L2 1 Z | fill #000000",
    ),
    "pattern that reaches no edge": (
        '<pattern id="p" patternUnits="userSpaceOnUse" width="2" height="2" patternTransform="rotate(90)">'
        '<rect x=".5" y=".5" width="1" height="1"/></pattern><rect width="4" height="2" fill="url(#p)"/>',
        "group | clip M0 0 L4 0 L4 2 L0 2 Z\n"
        "  group | matrix 1 0 0 1 4 0\n    path M-0.5 0.5 L-0.5 1.5 L-1.5 1.5 L-1.5 0.5 Z | fill #000000\n"
        "  group | matrix 1 0 0 1 2 0\n    path M-0.5 0.5 L-0.5 1.5 L-1.5 1.5 L-1.5 0.5 Z | fill #000000",
    ),
    "pattern that leaves its tile": (
        '<pattern id="p" patternUnits="userSpaceOnUse" x="1" width="2" height="2" patternTransform="scale(.5)">'
        '<rect width="3" height="1"/></pattern><rect x=".5" width="1" height="1" fill="url(#p)"/>',
        "group | clip M0.5 0 L1.5 0 L1.5 1 L0.5 1 Z\n  group\n    path M0.5 0 L1.5 0 L1.5 0.5 L0.5 0.5 Z | fill #000000",
    ),
    # as browsers read it
    "important": (
        '<style>.a{fill:blue!important}</style><rect class="a" width="2" height="2" style="fill:red"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #0000ff",
    ),
    "child and attribute selectors": (
        '<style>g>[width="2"]:not(.b){fill:blue}</style><g><rect width="2" height="2"/></g>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #0000ff",
    ),
    "comment in a style": (
        '<rect width="2" height="2" style="/* x */ fill: /* y */ blue"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #0000ff",
    ),
    "initial": (
        '<g fill="red"><rect width="2" height="2" style="fill:initial"/></g>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #000000",
    ),
    "path in a style": (
        "<path style=\"d:path('M0 0H2');fill:none;stroke:red\"/>",
        "path M0 0 L2 0 | fill none | stroke #ff0000 1 butt miter",
    ),
    "turn about a point": (
        '<rect width="2" height="2" transform="rotate(90)" transform-origin="1 1"/>',
        "path M2 0 L2 2 L0 2 L0 0 Z | fill #000000",
    ),
    "turn about the middle": (
        '<rect width="2" height="2" style="transform:rotate(0.25turn);transform-origin:center"/>',
        "path M75.5 12.5 L75.5 14.5 L73.5 14.5 L73.5 12.5 Z | fill #000000",
    ),
    "stroke below the fill": (
        '<rect width="2" height="2" stroke="red" paint-order="stroke"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill none | stroke #ff0000 1 butt miter\npath M0 0 L2 0 L2 2 L0 2 Z | fill #000000",
    ),
    "stroke that does not scale": (
        '<path d="M0 0H1" stroke="red" fill="none" transform="scale(3)" vector-effect="non-scaling-stroke"/>',
        "path M0 0 L3 0 | fill none | stroke #ff0000 0.265 butt miter",
    ),
    "colour around a gradient": (
        '<g color="#f00"><linearGradient id="g"><stop stop-color="currentColor"/><stop offset="1"/></linearGradient></g><rect width="2" height="2" fill="url(#g)" color="#0f0"/>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill linear(0 0 2 0 0:#ff0000,1:#000000)",
    ),
    "what a pattern inherits": (
        '<g fill="red"><pattern id="p" patternUnits="userSpaceOnUse" width="2" height="2"><rect width="1" height="1"/></pattern></g><g fill="blue"><rect width="2" height="2" fill="url(#p)"/></g>',
        "group | clip M0 0 L2 0 L2 2 L0 2 Z\n  group\n    path M0 0 L1 0 L1 1 L0 1 Z | fill #ff0000",
    ),
    "switch": (
        '<switch><foreignObject requiredExtensions="x"/><rect width="2" height="2"/><rect width="9" height="9"/></switch>',
        "path M0 0 L2 0 L2 2 L0 2 Z | fill #000000",
    ),
    "symbol at its place": (
        '<symbol id="s" x="1" width="4" height="4" opacity=".5"><rect width="4" height="4"/></symbol><use href="#s" x="1"/>',
        "group | opacity 0.5\n  group | clip M2 0 L6 0 L6 4 L2 4 Z\n    path M2 0 L6 0 L6 4 L2 4 Z | fill #000000",
    ),
    "blank before a span": (
        '<text font-size="5">A <tspan fill="red">B</tspan> C</text>',
        "text 'A ' AlegreyaSans-Regular 5.65 at 0 0 #000000\ntext 'B' AlegreyaSans-Regular 5.65 at 4.366 0 #ff0000\ntext ' C' AlegreyaSans-Regular 5.65 at 7.4 0 #000000",
    ),
    "words in a link": (
        '<text font-size="5">A <a href="x">link</a></text>',
        "text 'A ' AlegreyaSans-Regular 5.65 at 0 0 #000000\ntext 'link' AlegreyaSans-Regular 5.65 at 4.366 0 #000000",
    ),
    "shift in a centred line": (
        '<text x="10" text-anchor="middle" font-size="5">A<tspan dx="2">B</tspan></text>',
        "text 'A' AlegreyaSans-Regular 5.65 at 5.85 0 #000000\ntext 'B' AlegreyaSans-Regular 5.65 at 11.116 0 #000000",
    ),
    "transform of a span": (
        '<text font-size="5">A<tspan transform="rotate(9)">B</tspan></text>',
        "text 'A' AlegreyaSans-Regular 5.65 at 0 0 #000000\ntext 'B' AlegreyaSans-Regular 5.65 at 3.266 0 #000000",
    ),
    "hidden span": (
        '<text font-size="5" visibility="hidden">A<tspan visibility="visible">B</tspan></text>',
        "text 'B' AlegreyaSans-Regular 5.65 at 3.266 0 #000000",
    ),
    "font": ('<text style="font:bold 5px body" y="5">A</text>', "text 'A' AlegreyaSans-Bold 5.65 at 0 5 #000000"),
    "italic": (
        '<text y="5" font-family="body" font-size="5" font-style="oblique 9deg">A</text>',
        "text 'A' AlegreyaSans-Italic 5.65 at 0 5 #000000",
    ),
    # Inkscape
    "layers, metadata and path effects": (
        '<sodipodi:namedview id="v"/><metadata>x</metadata><g inkscape:groupmode="layer" inkscape:label="art">'
        '<rect width="2" height="2" sodipodi:type="x" style="-inkscape-stroke:none;fill:#000;mix-blend-mode:normal"/></g>',
        f"{SQUARE} | {BLACK}",
    ),
    "guides": (
        '<g inkscape:label="Trim" inkscape:groupmode="layer"><rect width="63" height="88"/></g><g id="bleed"><rect width="70" height="99"/></g>',
        "",
    ),
    "unused filter and mask": (
        '<defs><filter id="f"/><mask id="m"/></defs><rect width="2" height="2" filter="none"/>',
        f"{SQUARE} | {BLACK}",
    ),
    "link": ('<a href="http://x.example"><rect width="2" height="2"/></a>', f"{SQUARE} | {BLACK}"),
}


@pytest.mark.parametrize("name", FEATURES)
def test_feature(mini, name):
    snippet, expected = FEATURES[name]
    nodes, findings = drawn(mini, snippet)
    assert findings == []
    assert shown(nodes) == expected


def test_a_moved_path_under_scale_keeps_four_decimals(mini):
    nodes, _ = drawn(mini, '<rect width="0.33333333" height="1"/>')
    assert nodes[0].segments[1] == ("L", (0.3333, 0.0))


@pytest.mark.parametrize(
    ("data", "box"),
    [
        ("M0 0A5 5 0 0 1 10 0", (0, -5, 10, 0)),
        ("M0 0A5 5 0 0 0 10 0", (0, 0, 10, 5)),
        ("M0 0a5 5 0 1110 0", (0, -5, 10, 0)),
        ("M0 0A1 1 0 0 1 10 0", (0, -5, 10, 0)),  # radii too small grow
        ("M0 0A10 5 90 0 1 10 0", (0, -10, 10, 0)),
        ("M0 0A0 5 0 0 1 10 0", (0, 0, 10, 0)),  # a line
        ("M3 3A5 5 0 0 1 3 3", (3, 3, 3, 3)),
    ],
)
def test_arcs(data, box):
    assert bounds(path(data)) == pytest.approx(box, abs=2e-3)


def test_a_path_can_be_run_backwards():
    there = path("M0 0L2 0C3 0 3 1 2 1ZM5 5L6 6")
    assert outline(reversed_path(there)) == "M2 1 C3 1 3 0 2 0 L0 0 Z M6 6 L5 5"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("#ABC", "#aabbcc"), ("#12345680", "#123456"), ("rgb(100% 0% 50%)", "#ff0080"), ("hsl(120, 100%, 25%)", "#008000"), ("rgb(1e400 -1e400 300)", "#ff00ff"),
        ("RebeccaPurple", "#663399"), ("rgba(1 2 3 / 50%)", "#010203"),
        ("lab(29.2345% 39.3825 20.0664)", "#7d2329"), ("lch(29.2345% 44.2 27)", "#7d2329"), ("hwb(90 20% 20%)", "#80cc33"),
        ("oklab(40.101% .1147 .0453)", "#7d2329"), ("oklch(40.101% .12332 21.555 / .5)", "#7d2329"), ("oklch(2 0 0)", "#ffffff"),
        ("color(srgb 1 50% none)", "#ff8000"), ("color(xyz .4124 .2126 .0193)", "#ff0000"), ("color(display-p3 0 1 0)", "#00ff00"),
        ("lab(50 1e308 0)", "#ff00ff"), ("color(rec2020 -1e308 1e400 1)", "#00ff00"),
    ],
)  # fmt: skip
def test_colours(words, expected):
    assert color(words).hex == expected


def test_transforms_multiply_from_the_left():
    assert transform("translate(10) scale(2)") == (2, 0, 0, 2, 10, 0)
    assert transform("rotate(90)") == (0, 1, -1, 0, 0, 0)


ROUND = '<radialGradient id="h"><stop stop-color="red"/><stop offset="1" stop-color="#00f" stop-opacity="0"/></radialGradient>'
UNREADABLE = {
    "colour": ('<rect width="2" height="2" fill="#12g"/>', "T012", "`#12g` is no colour", 2, 28),
    "path": ('<path d="M0 0 X1"/>', "T012", "X1", 2, 7),
    "path without a start": ('<path d="L0 0"/>', "T012", "starts with `L`", 2, 7),
    "length": ('<rect width="wide" height="2"/>', "T012", "`wide` is not a length", 2, 7),
    "transform": ('<rect width="2" height="2" transform="turn(3)"/>', "T012", "`turn` is no transform", 2, 28),
    "cap": ('<rect width="2" height="2" stroke-linecap="flat"/>', "T012", "`flat` is not understood", 2, 28),
    "in a style": ('<rect width="2" height="2" style="fill:#12g"/>', "T012", "`#12g` is no colour", 2, 35),
    "dashes": ('<path d="M1 1H9" stroke="red" stroke-dasharray="a"/>', "T012", "`stroke-dasharray`: `a` is not", 2, 31),
    "a window": ('<svg width="auto"><path d="M1 1H9"/></svg>', "T012", "`width`: `auto` is not", 2, 6),
    "filter": ('<rect width="2" height="2" filter="url(#f)"/>', "T029", "`filter: url(#f)` is left out", 2, 28),
    "mask": ('<g mask="url(#m)"/>', "T007", "id `m`", 2, 4),
    "blend": ('<g style="mix-blend-mode:plus-lighter"/>', "T029", "`mix-blend-mode: plus-lighter`", 2, 11),
    "marker": ('<path d="M0 0H1" marker-end="url(#a)"/>', "T007", "id `a`", 2, 18),
    "foreign object": ("<foreignObject/>", "T004", "`foreignObject` is not drawn", 2, 1),
    "flow root": ("<flowRoot><flowRegion/></flowRoot>", "T004", "`flowRoot` is not drawn", 2, 1),
    "script": ("<script>1</script>", "T013", "`script`", 2, 1),
    "event": ('<rect onclick="x()" width="1" height="1"/>', "T013", "`onclick`", 2, 7),
    "unknown element": ("<rectangle/>", "T004", "`rectangle`", 2, 1),
    "unknown reference": ('<linearGradient id="sky"/><rect fill="url(#skye)"/>', "T007", "id `skye`", 2, 33),
    "media rule": ("<style>@media print {.a {fill: red}}</style>", "T005", "`@media`", 2, 1),
    "import rule": ("<style>@import url(x.css);</style>", "T005", "`@import`", 2, 1),
    "selector": ("<style>a||b {fill: red}</style>", "T005", "selector `a||b`", 2, 1),
    "unclosed declaration": ('<rect width="2" height="2" style="fill red"/>', "T005", "a part of the style cannot be read", 2, 28),
    "number without a unit": ('<rect width="2" height="2" style="transform-origin:1 0"/>', "T012", "`1` is no length", 2, 35),
    "misspelt": ('<rect width="2" heigth="2"/>', "T028", "`heigth` means nothing on `rect`", 2, 17),
    "of another element": ('<rect r="3" width="2" height="2"/>', "T028", "`r` means nothing on `rect`", 2, 7),
    "variables": ('<rect width="2" height="2" fill="var(--x)"/>', "T012", "`var(--x)` is no colour", 2, 28),
    "focus": ('<radialGradient id="g" fr="0.2"><stop/></radialGradient><rect width="2" height="2" fill="url(#g)"/>', "T005", "`fr: 0.2`", 2, 24),
    "repeat": ('<linearGradient id="g" spreadMethod="again"/><rect fill="url(#g)"/>', "T029", "`spreadMethod: again`", 2, 24),
    "text in a clip": ('<clipPath id="c"><text>x</text></clipPath><rect width="1" height="1" clip-path="url(#c)"/>', "T005", "`text`", 2, 18),
    "a clipped shape in a clip": (
        '<clipPath id="d"/><clipPath id="c"><rect clip-path="url(#d)" width="1" height="1"/></clipPath><rect width="1" height="1" clip-path="url(#c)"/>',
        "T005", "cannot be clipped itself", 2, 42,
    ),
    "a clip of an inner svg": ('<clipPath id="c"/><svg width="1" height="1" clip-path="url(#c)"><rect width="1" height="1"/></svg>', "T005", "whole `svg`", 2, 45),
    "italic": ('<text y="5" font-family="title" font-style="italic">x</text>', "T029", "`title` has no italics", 2, 33),
    "family": ('<text y="5" font-family="Bodi">x</text>', "F001", "Bodi", 2, 13),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_not_drawn_is_told_by_name_and_place(mini, name):
    snippet, code, words, line, column = UNREADABLE[name]
    _, findings = drawn(mini, snippet)
    codes = [(f.code, f.mark.line, f.mark.column) for f in findings]
    if name in ("filter", "mask"):
        codes = codes[:1]
    assert set(codes) == {(code, line, column)}
    assert words in findings[0].message
    assert findings[0].hint


def _spread(share: float, spread: str) -> float:
    turns, rest = divmod(share, 1)
    return 1 - rest if spread == "reflect" and turns % 2 else rest


@pytest.mark.parametrize("spread", ["reflect", "repeat"])
@pytest.mark.parametrize(
    ("gradient", "share"),
    [
        ('linearGradient x1="12" x2="20"', lambda x, y: (x - 12) / 8),
        ('linearGradient x1="90" y1="2" x2="90" y2="-1"', lambda x, y: (2 - y) / 3),
        ('radialGradient cx="9" cy="7" r="5"', lambda x, y: math.hypot(x - 9, y - 7) / 5),
        ('radialGradient cx="0" cy="0" r="5" gradientTransform="translate(30 7)"', lambda x, y: math.hypot(x - 30, y - 7) / 5),
    ],
)  # fmt: skip
def test_a_gradient_goes_on_over_all_of_a_shape(mini, spread, gradient, share):
    stops = '<stop stop-color="#000"/><stop offset="1" stop-color="#fff"/>'
    kind = gradient.split()[0]
    nodes, told = drawn(
        mini,
        f'<{gradient} id="g" gradientUnits="userSpaceOnUse" spreadMethod="{spread}">{stops}</{kind}>'
        '<rect width="40" height="30" fill="url(#g)"/>',
    )
    assert told == []
    paint = nodes[0].fill
    for x in (0.5, 7.3, 13.1, 22.2, 39.5):
        for y in (0.4, 11.7, 29.6):
            expected = _spread(share(x, y), spread)
            assert paint_at(paint, x, y)[0][0] == pytest.approx(expected, abs=0.01)


def test_a_focus_beyond_the_circle_is_taken_to_its_edge(mini):
    stops = '<stop stop-color="#000"/><stop offset="1" stop-color="#fff"/>'
    nodes, told = drawn(
        mini,
        f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="9" cy="9" r="5" fx="30" fy="9">{stops}</radialGradient>'
        '<rect width="40" height="30" fill="url(#g)"/>',
    )
    assert told == []
    assert nodes[0].fill.x2 == pytest.approx(14, abs=0.01)


def test_nothing_is_told_twice(mini):
    _, findings = drawn(mini, '<g fill="#12g"><rect width="1" height="1"/></g>')
    assert len(findings) == 1


def test_a_pattern_as_heavy_as_its_copies_is_drawn(mini):
    """Its curves would be too many to be cut and joined."""
    curls = "".join(f"M0 {y}C2 {y + 2} 6 {y - 2} 8 {y}" for y in range(9))
    pattern = f'<pattern id="p" patternUnits="userSpaceOnUse" width="8" height="8" patternTransform="scale(.4)"><path d="{curls}" fill="none" stroke="red"/></pattern>'
    nodes, told = drawn(mini, f'{pattern}<rect width="63" height="88" fill="url(#p)"/>')
    assert told == []
    assert {type(node) for node in nodes[0].children} == {Group}


def test_groups_with_equal_keys_have_equal_children(mini):
    nodes, _ = drawn(
        mini,
        '<pattern id="p" patternUnits="userSpaceOnUse" width="2" height="2"><rect x=".5" y=".5" width="1" height="1"/></pattern>'
        '<rect width="8" height="8" fill="url(#p)"/><rect x="20" width="8" height="8" fill="url(#p)"/>',
    )
    by_key = {}
    for group in (c for node in nodes for c in node.children):
        assert isinstance(group, Group)
        assert by_key.setdefault(group.key, group.children) == group.children
    assert len(by_key) == 1


@pytest.mark.some(3, 4)
@pytest.mark.parametrize(
    ("old", "new", "says", "hint"),
    [
        ('xmlns:pnp="https://print-and-play.example/pnp"', "", "the prefix `pnp:`", "xmlns:pnp="),
        ("</svg>", "", "breaks off", "</svg>"),
        ("</svg>", "<text>Gods & men</text></svg>", "`&` stands alone", "&amp;"),
        ("</svg>", "<text>Gods&nbsp;men</text></svg>", "`&nbsp;`", "character itself"),
        ("</svg>", "<!-- a -- b --></svg>", "`--` stands in a comment", "hyphen"),
        ("</svg>", "<rect width=5/></svg>", "no quotation marks", 'name="value"'),
        ("</svg>", '<rect width="5 height="5"/></svg>', "quotation mark", 'name="value"'),
        ("</svg>", '<g pnp:if="k < n - 1"/></svg>', "`<` stands in a value", "&lt;"),
        ("</svg>", '<g pnp:if="k <n"/></svg>', "`<` stands in a value", "&lt;"),
        ("</svg>", '<g id="a><rect width="9"/></g></svg>', "not closed before this tag", "end of the value"),
        ("</svg>", "\n<g></svg>", "`</svg>` stands where `<g>` of line", "write `</g>` first"),
        (
            "</svg>",
            "<!-- <g> --><g a='>'/></text></svg>",
            "`</text>` closes an element that is not open; open is `<svg>`",
            "delete",
        ),
        ("</svg>", "<g>\n<rect width='5'>\n</g></svg>", "`<rect>` of line", "end `<rect>` with `/>`"),
    ],
)
def test_broken_xml_is_told_by_the_slip(mini_copy, old, new, says, hint):
    path = mini_copy.layouts / "mini" / "chip.svg"
    words = path.read_text(encoding="utf-8")
    assert old in words
    path.write_text(words.replace(old, new, 1), encoding="utf-8")
    (finding,) = [f for f in pipeline.check_all(mini_copy, "mini") if f.mark.file.endswith("chip.svg")]
    assert finding.code == "T001"
    assert says in finding.message
    assert hint in finding.hint
