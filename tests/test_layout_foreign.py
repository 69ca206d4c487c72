"""Art as drawing programs write it, drawn as its plain equal: by another way of saying it, the same nodes."""

from __future__ import annotations

import base64
from io import BytesIO

import numpy as np
import pytest
import resvg_py
from PIL import Image, ImageCms, PngImagePlugin

from generator.engine.preflight.visibility import paint_at
from generator.face.bounds import run_box, runs
from generator.face.face import IDENTITY, GlyphRun, Gradient, Group, Path
from generator.face.face import Image as PixelImage
from generator.face.geometry import multiply, transformed
from tests.export_kit import both_pictures, face_of, png, unlike
from tests.layout_kit import drawn, outline, placed, svg

SHADOW = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
FADE = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
CAP = 'stroke="red" stroke-linecap="round" stroke-width="4"'
SAME = {
    "mask of a white shape": (
        '<mask id="m" fill="white"><path d="M1 1H5V5Z"/></mask><g mask="url(#m)"><rect width="9" height="9"/></g>',
        '<clipPath id="m"><path d="M1 1H5V5Z"/></clipPath><g clip-path="url(#m)"><rect width="9" height="9"/></g>',
    ),
    "mask by alpha": (
        '<mask id="m" style="mask-type:alpha"><circle r="4" fill="red"/></mask>'
        '<rect width="9" height="9" mask="url(#m)"/>',
        '<clipPath id="m"><circle r="4"/></clipPath><rect width="9" height="9" clip-path="url(#m)"/>',
    ),
    "flowRoot": (
        '<flowRoot font-family="body" font-size="4"><flowRegion><rect x="2" y="3" width="40" height="20"/></flowRegion>'
        "<flowPara>one {two}</flowPara><flowPara>three</flowPara></flowRoot>",
        '<text font-family="body" font-size="4" pnp:box="2 3 40 20" pnp:text="\'one \\\\{two\\\\}\\nthree\'"/>',
    ),
    "letters one by one": (
        '<text x="1 9" y="5 6" font-family="body" font-size="4">ab</text>',
        '<text font-family="body" font-size="4"><tspan x="1" y="5">a</tspan><tspan x="9" y="6">b</tspan></text>',
    ),
    "letters counted through a tspan": (
        '<text x="1 9 17" y="5 6 7" font-family="body" font-size="4">a<tspan>bc</tspan></text>',
        '<text font-family="body" font-size="4"><tspan x="1" y="5">a</tspan><tspan><tspan x="9" y="6">b</tspan>'
        '<tspan x="17" y="7">c</tspan></tspan></text>',
    ),
    "weights between and beside": (
        '<g font-weight="900"><text font-family="body" font-weight="lighter">a</text></g>'
        '<text font-family="body" font-weight="550">a</text>'
        '<g font-weight="100"><text font-family="body" font-weight="bolder">a</text></g>',
        '<text font-family="body" font-weight="bold">a</text><text font-family="body" font-weight="bold">a</text>'
        '<text font-family="body">a</text>',
    ),
    "white space of a text alone": (
        '<g xml:space="preserve"><text font-family="body">a   b</text></g>',
        '<g><text font-family="body">a b</text></g>',
    ),
    "a gradient made flat": (
        '<linearGradient id="g" gradientTransform="scale(1 0)"><stop/><stop offset="1"/></linearGradient>'
        '<rect width="9" height="9" fill="url(#g)"/><rect width="1" height="1"/>',
        '<rect width="1" height="1"/>',
    ),
    "mask with a box": (
        '<mask id="m" maskUnits="userSpaceOnUse" x="2" y="3" width="4" height="5"><circle r="9" fill="#fff"/></mask>'
        '<rect width="9" height="9" mask="url(#m)"/>',
        '<clipPath id="m"><circle r="9"/></clipPath>'
        '<clipPath id="n"><rect x="2" y="3" width="4" height="5"/></clipPath>'
        '<g clip-path="url(#n)"><rect width="9" height="9" clip-path="url(#m)"/></g>',
    ),
    "style of another name space": (
        '<style xmlns="http://www.w3.org/1999/xhtml">rect {fill: red}</style><rect width="9" height="9"/>',
        '<rect width="9" height="9" fill="red"/>',
    ),
    "the most colourful hue": (
        '<rect width="9" height="9" fill="hsl(9, 150%, 40%)"/>', '<rect width="9" height="9" fill="hsl(9 100% 40%)"/>'
    ),
    "a path with moves that nothing follows": (
        f'{FADE}<path d="M0 0M5 5H15V12ZM18 18" fill="url(#g)"/>', f'{FADE}<path d="M5 5H15V12Z" fill="url(#g)"/>'
    ),
    "a gradient over a line without height": (
        f'{FADE}<path d="M2 9H17" stroke="url(#g) lime"/>', f'{FADE}<path d="M2 9H17" stroke="lime"/>'
    ),
    "dots of an arc, of a polygon": (
        f'<path d="M9 9A3 3 0 0 1 9 9" {CAP}/><polygon points="3,3" {CAP}/>',
        f'<path d="M9 9L9 9" {CAP}/><path d="M2.98 3H3.02" {CAP}/>',
    ),
    "the level of the whole text": (
        '<text>a<tspan dominant-baseline="hanging">b<tspan dominant-baseline="auto">c</tspan></tspan></text>',
        '<text>a<tspan dominant-baseline="hanging">b<tspan dominant-baseline="alphabetic">c</tspan></tspan></text>',
    ),
    "percentages of where a definition stands": (
        '<clipPath id="c"><rect width="50%" height="25%"/></clipPath><svg viewBox="0 0 9 9">'
        '<linearGradient id="g" gradientUnits="userSpaceOnUse"><stop stop-color="red"/><stop offset="1"/>'
        '</linearGradient><rect width="9" height="9" clip-path="url(#c)"/></svg>'
        '<rect width="60" height="60" fill="url(#g)"/>',
        '<clipPath id="c"><rect width="31.5" height="22"/></clipPath><svg viewBox="0 0 9 9">'
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="9"><stop stop-color="red"/><stop offset="1"/>'
        '</linearGradient><rect width="9" height="9" clip-path="url(#c)"/></svg>'
        '<rect width="60" height="60" fill="url(#g)"/>',
    ),
    "words aligned in other words": (
        '<g alignment-baseline="hanging"><text>a<tspan alignment-baseline="before-edge">b</tspan></text></g>'
        '<text dominant-baseline="middle" alignment-baseline="auto"><tspan alignment-baseline="auto">c</tspan></text>',
        '<text>a<tspan dominant-baseline="text-before-edge">b</tspan></text>'
        '<text dominant-baseline="middle"><tspan>c</tspan></text>',
    ),
    "dashes counted by a length": (
        '<path d="M1 1H9V5Z" stroke="red" stroke-dasharray="3 1" stroke-dashoffset="1" pathLength="41.8885438"/>',
        '<path d="M1 1H9V5Z" stroke="red" stroke-dasharray="1.5 .5" stroke-dashoffset=".5"/>',
    ),
    "style sheets of two names": (
        '<style title="x" type="TEXT/CSS">rect{fill:red}</style><style title="y">rect{fill:lime}</style>'
        '<rect width="9" height="9"/>',
        '<rect width="9" height="9" fill="red"/>',
    ),
    "a link": (
        '<style>a:link rect{fill:red}</style><a href="#r"><rect id="r" width="9" height="9"/></a>',
        '<a><rect width="9" height="9" fill="red"/></a>',
    ),
    "pattern of the box": (
        '<pattern id="p" width="0.5" height="1" patternContentUnits="objectBoundingBox">'
        '<rect width="0.2" height="1"/></pattern>'
        '<rect x="2" y="2" width="10" height="4" fill="url(#p)"/>',
        '<pattern id="p" x="2" y="2" width="5" height="4" patternUnits="userSpaceOnUse">'
        '<rect width="2" height="4"/></pattern>'
        '<rect x="2" y="2" width="10" height="4" fill="url(#p)"/>',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_another_way_to_say_it_draws_the_same(mini, name):
    (one, told), (other, known) = (drawn(mini, snippet) for snippet in SAME[name])
    assert (told, known) == ([], [])
    assert one == other != []


DOT = f'<image width="9" height="9" href="data:image/png;base64,{base64.b64encode(png([[(9, 9, 9)]])).decode()}"/>'


@pytest.mark.parametrize("inside", [DOT, '<g filter="url(#f)"><path d="M0 0H9V9z" fill="#fff"/></g>'])
def test_a_mask_of_what_is_not_drawn_is_told(mini, inside):
    mask = f'{SHADOW}<mask id="m" style="mask-type:alpha">{inside}</mask><rect width="9" height="9" mask="url(#m)"/>'
    assert "T005" in {f.code for f in drawn(mini, mask)[1]}


BROKEN = {
    "numbers too few": ("M1 1H9V9L5 5 7", "M1 1H9V9L5 5"),
    "no number": ("M1 1 L9 1 9 9 x 4 4", "M1 1L9 1 9 9"),
    "a word": ("M1 1H9V9Zcafe", "M1 1H9V9Z"),
    "within a curve": ("M1 1H9V9C1 2 3 4 5 6 7 8", "M1 1H9V9C1 2 3 4 5 6"),
    "within an arc": ("M1 1H9V9A1 1 0 0 1 8 8 1 1 0 3", "M1 1H9V9A1 1 0 0 1 8 8"),
    "numbers behind the end": ("M1 1H9V9Z5L7 7", "M1 1H9V9Z"),
    "an order without numbers": ("M1 1H9V9L", "M1 1H9V9"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize(
    "where", ["%s", '<clipPath id="c">%s</clipPath><rect width="9" height="9" clip-path="url(#c)"/>']
)
def test_a_path_is_drawn_up_to_where_it_breaks_off(mini, name, where):
    (nodes, told), (whole, _) = (drawn(mini, where % f'<path d="{data}"/>') for data in BROKEN[name])
    assert nodes == whole != []
    assert [(f.code, f.severity.value) for f in told] == [("T029", "warning")]


@pytest.mark.parametrize("points", ["1 1 9 1 9", "1 1 9 1 x 9 9"])
def test_points_are_drawn_up_to_where_they_break_off(mini, points):
    nodes, told = drawn(mini, f'<polyline points="{points}" stroke="red"/>')
    assert nodes == drawn(mini, '<polyline points="1 1 9 1" stroke="red"/>')[0] != []
    assert [f.code for f in told] == ["T029"]


ROUND = (
    '<radialGradient id="g" gradientUnits="userSpaceOnUse" r="20" cx="0" cy="0" '
    'gradientTransform="translate(30 30) skewX(20) scale(1 .4)"><stop stop-color="#fd0"/>'
    '<stop offset="1" stop-color="#00c" stop-opacity=".6"/></radialGradient>'
    '<pattern id="p" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0h5v5H0z" fill="#fea"/>'
    '<circle cx="2.5" cy="2.5" r="1.5" fill="#a00"/></pattern>'
)
STROKES = {
    "curved": '<path d="M10 30C10 0 50 0 50 30S30 50 20 40" fill="none" stroke="url(#g)" stroke-width="6"/>',
    "cornered": '<path d="M10 20h40v20h-30z" fill="#eee" stroke="url(#g)" stroke-width="5" stroke-linejoin="round"/>',
    "dashed": '<path d="M10 20h40v20h-30z" fill="none" stroke="url(#g)" stroke-width="5" stroke-dasharray="7 3"/>',
    "bent": '<circle cx="30" cy="30" r="9" transform="scale(1.5 1)" fill="none" stroke="url(#g)" stroke-width="5"/>',
    "tiled": '<path d="M10 20h40v20h-30z" fill="#eee" stroke="url(#p)" stroke-width="5" stroke-linejoin="round"/>',
    "tiled and bent": '<circle cx="30" cy="30" r="9" transform="scale(1.5 1)" stroke="url(#p)" stroke-width="5"/>',
    "a box": '<rect x="10" y="20" width="40" height="12" fill="none" stroke="url(#b)" stroke-width="4"/>'
    '<radialGradient id="b"><stop stop-color="#0a0"/><stop offset="1" stop-color="#a0f"/></radialGradient>',
}


@pytest.mark.some(1)
@pytest.mark.parametrize("name", STROKES)
def test_a_stroke_has_any_paint(mini, name):
    """As another library has it."""
    nodes, told = drawn(mini, ROUND + STROKES[name])
    other = resvg_py.svg_to_bytes(svg_string=svg(ROUND + STROKES[name]).decode(), background="#fff", dpi=101.6)
    assert told == []
    known = np.asarray(Image.open(BytesIO(other)))[:, :, :3]
    assert max(unlike(picture, known, 40) for picture in both_pictures(face_of(nodes), 101.6)) < 0.003


BLUR = '<div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(2px);height:100%"></div>'


def test_a_blur_of_what_lies_below_is_left_out(mini):
    """As Figma writes it."""
    nodes, findings = drawn(mini, f'<foreignObject width="9" height="9">{BLUR}</foreignObject><path d="M1 1H5V5z"/>')
    assert ([f.code for f in findings], len(nodes)) == (["T029"], 1)


def test_what_blurs_what_lies_below_is_left_out_and_told_once(mini):
    cards = "".join(f'<rect x="{k}" width="9" height="9" style="backdrop-filter:blur(2px)"/>' for k in range(4))
    nodes, findings = drawn(mini, cards)
    assert nodes == drawn(mini, cards.replace(' style="backdrop-filter:blur(2px)"', ""))[0]
    assert [(f.code, f.severity.value) for f in findings] == [("T029", "warning")]
    assert "(and at 3 more places)" in findings[0].message
    two = "".join(cards.partition("/>")[:2]) * 2
    assert "(and at 1 more place)" in drawn(mini, two)[1][0].message


@pytest.mark.parametrize("kind", ["WEBP", "GIF", "BMP", "TIFF"])
def test_a_picture_in_another_format_is_the_picture_that_a_png_of_it_is(mini, kind):
    def shown(kind):
        packed = BytesIO()
        Image.new("RGB", (8, 6), (204, 51, 0)).save(packed, kind, lossless=True)
        data = base64.b64encode(packed.getvalue()).decode()
        return drawn(mini, f'<image width="8" height="6" href="data:image/{kind.lower()};base64,{data}"/>')

    (one,), told = shown(kind)
    (other,), _ = shown("PNG")
    assert told == []
    first, second = (Image.open(BytesIO(node.data)).convert("RGB").tobytes() for node in (one, other))
    assert first == second


SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SWAPPED = SRGB.replace(b"rXYZ", b"_XYZ").replace(b"gXYZ", b"rXYZ").replace(b"_XYZ", b"gXYZ")
"""Red is called green, and green red."""


def packed(kind="PNG", mode="RGB", color=(200, 100, 50), chunks=(), **more):
    file, notes = BytesIO(), PngImagePlugin.PngInfo()
    for name, *values in chunks:
        notes.add(name, b"".join(round(v * 1e5).to_bytes(4, "big") for v in values))
    notes = {"pnginfo": notes} if chunks else {}
    Image.new(mode, (8, 4), color).save(file, kind, **notes, **more)
    return base64.b64encode(file.getvalue()).decode()


P3 = (b"cHRM", 0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)
GAMMA = (b"gAMA", 0.7)
PROFILES = {
    "PNG": (packed(icc_profile=SWAPPED), (100, 200, 50), None),
    "JPEG": (packed("JPEG", icc_profile=SWAPPED, quality=100, subsampling=0), (100, 200, 50), None),
    "WebP": (packed("WEBP", icc_profile=SWAPPED, lossless=True), (100, 200, 50), None),
    "see-through": (packed(mode="RGBA", color=(200, 100, 50, 9), icc_profile=SWAPPED), (100, 200, 50, 9), None),
    "sRGB": (packed(icc_profile=SRGB), (200, 100, 50), None),
    "of other pixels": (packed(mode="L", color=99, icc_profile=SWAPPED), 99, None),
    "no profile": (packed(icc_profile=b"nonsense" * 30), (200, 100, 50), "T029"),
    "gamma": (packed(chunks=[GAMMA]), (219, 140, 88), None),
    "gamma of grey": (packed(mode="L", color=50, chunks=[GAMMA]), 86, None),
    "gamma of sRGB": (packed(chunks=[(b"gAMA", 0.45455)]), (200, 100, 50), None),
    "gamma of what is sRGB": (packed(chunks=[GAMMA, (b"sRGB", 0)]), (200, 100, 50), None),
    "other colours": (packed(chunks=[(b"gAMA", 0.45455), P3]), (200, 100, 50), "T029"),
}


@pytest.mark.parametrize("name", PROFILES)
def test_a_picture_of_another_colour_space_is_shown_in_srgb(mini, name):
    """As browsers show it; the profile swaps two colours, so that raw numbers would be seen."""
    data, color, code = PROFILES[name]
    kind = name.lower() if name in ("JPEG", "WebP") else "png"
    (one,), told = drawn(mini, f'<image width="8" height="4" href="data:image/{kind};base64,{data}"/>')
    assert [f.code for f in told] == [code] * bool(code)
    with Image.open(BytesIO(one.data)) as made:
        assert made.getpixel((3, 2)) == pytest.approx(color, abs=3)
        assert kind != "jpeg" or made.format == "JPEG"
    if "sRGB" in name or code:
        assert one.data == base64.b64decode(data)


def test_a_webp_is_not_turned_as_in_browsers(mini):
    exif = Image.Exif()
    exif[274] = 6
    turned = packed("WEBP", exif=exif)
    (one,), _ = drawn(mini, f'<image width="8" height="4" href="data:image/webp;base64,{turned}"/>')
    assert one.pixels == (8, 4)


def test_words_with_a_stroke_are_words_with_outlines(mini):
    words = '<text y="9" font-family="body" font-size="8" fill="white" stroke="red" paint-order="stroke">ab</text>'
    nodes, told = drawn(mini, words)
    assert told == []
    assert [type(node) for node in nodes] == [Path, GlyphRun]
    assert nodes[0].stroke.paint.hex == "#ff0000"
    assert "".join(g.text for g in nodes[1].glyphs) == "ab"
    (hidden, line), _ = drawn(mini, words.replace("white", "none").replace("paint-order", "data-no"))
    assert (hidden.fill, line.fill, line.segments) == (None, None, nodes[0].segments)


def test_a_gradient_fills_words_that_can_be_searched(mini):
    stops = '<stop stop-color="red"/><stop offset="1"/>'
    head = f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="9">{stops}</linearGradient>'
    (run, shape), told = drawn(mini, head + '<text y="9" font-family="body" font-size="8" fill="url(#g)">ab</text>')
    assert told == []
    assert run.fill is None
    assert run.string == "ab"
    assert isinstance(shape.fill, Gradient)


@pytest.mark.parametrize(("x", "y"), [(2.0, 3.0), (6.0, 5.0), (4.9, 7.3)])
def test_a_moved_focus_is_where_the_colours_begin(x, y):
    """The colour of a point is that of the circle that runs through it, between focus and rim."""
    from generator.face.face import Color

    gradient = Gradient(5.0, 5.0, 3.0, 4.0, ((0.0, Color("#000000")), (1.0, Color("#ffffff"))), 4.0)
    (red, *_), _ = paint_at(gradient, x, y)
    cx, cy, r = 3 + red * 2, 4 + red, 4 * red
    assert ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 == pytest.approx(r, abs=1e-6)


@pytest.mark.parametrize(("name", "cut"), [
    ("MyriadPro-Bold", 'font-weight="bold"'), ("Arial-BoldItalicMT", 'font-weight="bold" font-style="italic"'),
    ("MinionPro-It", 'font-style="italic"'), ("Kit-Sans", ""),
])  # fmt: skip
def test_what_stands_in_for_a_font_that_is_not_there_is_of_its_cut(mini, name, cut):
    words = '<text y="9" font-family="{}" font-size="8" {}>ab</text>'
    assert drawn(mini, words.format(name, ""))[0] == drawn(mini, words.format("body", cut))[0]


def test_a_family_of_css_falls_back(mini):
    words = '<text y="9" font-family="{}" font-size="8">ab</text>'
    nodes, told = drawn(mini, words.format("Fira Sans, sans-serif") * 2)
    assert [(f.code, f.about) for f in told[:1]] == [("F004", ("Fira Sans",))]
    assert nodes == drawn(mini, words.format("body") * 2)[0]
    assert drawn(mini, words.format("sans-serif"))[1] == []
    nodes, told = drawn(mini, words.format("MyriadPro-Regular, Myriad Pro") * 2)
    assert [(f.code, f.about) for f in told[:1]] == [("F004", ("MyriadPro-Regular",))]
    assert nodes == drawn(mini, words.format("body") * 2)[0]
    assert [f.code for f in drawn(mini, words.format("Fira Sans, Bodi"))[1]] == ["F001"]


@pytest.mark.parametrize("name", ["dominant-baseline", "alignment-baseline"])
@pytest.mark.parametrize(("level", "up"), [("hanging", -0.64), ("text-before-edge", -0.8), ("ideographic", 0.2)])
def test_levels_are_those_that_browsers_read_in_a_font(mini, name, level, up):
    """Alegreya Sans asks for its typographic height (OS/2), 0.8 and 0.2 em, not for that of `hhea`."""
    words = '<text y="50" font-family="body" font-size="10" {}="{}">a</text>'
    (run,), _ = drawn(mini, words.format(name, level))
    (plain,), _ = drawn(mini, words.format(name, "auto"))
    assert (plain.y - run.y) / plain.size == pytest.approx(up, abs=1e-3)


RAISED = {
    "super": 4.0,
    "sub": -2.0,
    "baseline": 0.0,
    "1.5": 1.5,
    "50%": 2.5,
    "-1em": -5.0,
}


@pytest.mark.parametrize("shift", RAISED)
def test_words_are_raised_as_programs_raise_them(mini, shift):
    """By what is around, as Inkscape has it; percentages and ems are those of the words themselves."""
    words = '<text y="50" font-family="body" font-size="10">a<tspan baseline-shift="{}" font-size="5">b</tspan>c</text>'
    (a, b, c), told = drawn(mini, words.format(shift))
    assert a.y - b.y == pytest.approx(RAISED[shift])
    assert (c.y, told) == (a.y, [])


def test_raised_words_in_raised_words(mini):
    inner = '<tspan baseline-shift="super">b<tspan baseline-shift="sub">c</tspan></tspan>'
    (a, _, c), _ = drawn(mini, f'<text y="50" font-family="body" font-size="10">a{inner}</text>')
    assert a.y - c.y == pytest.approx(2.0)


def test_a_gradient_runs_over_all_words_of_a_text(mini):
    head = '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
    words = '<text x="2" y="9" font-family="body" font-size="8">ab<tspan fill="url(#g)">c</tspan></text>'
    (before, run, shape), _ = drawn(mini, head + words)
    assert (shape.fill.x1, shape.fill.x2) == pytest.approx((before.x, run.x + run.width), abs=1e-3)


HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">{}</svg>'
SAFE = '<g id="safe"><rect width="8" height="8"/></g>'
FADED = '<g id="Trim"><rect width="8" height="8" filter="url(#x)"/></g><filter id="x"/>'
IN_ART = {
    "a guide": (SAFE, [], 1),
    "what a guide holds": (FADED, ["T029"], 1),
    "a stroke in pixels": ('<path d="M1 1H9" stroke="red" vector-effect="non-scaling-stroke"/>', ["T029"], 1),
    "one that is used": (
        '<defs><path id="p" d="M1 1H9" vector-effect="non-scaling-stroke"/></defs><use href="#p" stroke="red"/>',
        ["T029"],
        1,
    ),
    "pixels without a stroke": ('<path d="M1 1H9V9" vector-effect="non-scaling-stroke"/>', [], 1),
    "links": ('<style>a:link{fill:lime}</style><a href="x"><rect width="8" height="8"/></a>', ["T005"], 1),
    "any links": ('<style>rect:not(:any-link *){fill:lime}</style><a href="x"><path d="M1 1H9V9"/></a>', ["T005"], 1),
    "blanks in a use": ('<path id="r" d="M1 1H9V9"/><use href=" #r " x="2"/>', ["T005"], 2),
    "rules for links without one": ("<style>a:link{fill:lime}</style><a><path d='M1 1H9V9'/></a>", [], 1),
}  # fmt: skip


@pytest.mark.parametrize("name", IN_ART)
def test_pictures_are_drawn_as_browsers_draw_pictures(mini, name):
    """Not as templates: those have guides, and are shown by themselves."""
    body, codes, count = IN_ART[name]
    nodes, told = placed(mini, HEAD.format(body).encode())
    assert ([f.code for f in told], len(nodes)) == (codes, count)
    assert drawn(mini, body)[1] == []


def test_a_guide_is_one_in_the_drawing_itself_alone(mini):
    """A symbol, or what stands in `defs`, is drawn where it is used, whatever its name."""
    for body in (
        '<symbol id="k"><g id="trim"><rect width="8" height="8"/></g></symbol><use href="#k"/>',
        f'<defs>{SAFE}</defs><use href="#safe"/>',
        f'<pattern id="p" width="1" height="1">{SAFE}</pattern><rect width="9" height="9" fill="url(#p)"/>',
    ):
        nodes, told = drawn(mini, body)
        assert (len(nodes), told) == (1, [])
    assert drawn(mini, f"<g>{SAFE}</g>") == ([], [])


VIEWS = {
    "": "M0 0 L8 0 L8 8 L0 8 Z",
    "#v": "M0 0 L16 0 L16 16 L0 16 Z",
    "#%76": "M0 0 L16 0 L16 16 L0 16 Z",
    "#svgView(viewBox(0,0,4,4))": "M0 0 L16 0 L16 16 L0 16 Z",
    "#svgView(viewBox(4,4,8,8))": "M-4 -4 L4 -4 L4 4 L-4 4 Z",
    "#svgView(preserveAspectRatio(none);viewBox(0 0 4 8))": "M0 0 L16 0 L16 8 L0 8 Z",
}


@pytest.mark.parametrize("part", VIEWS)
def test_a_picture_may_be_seen_in_part(mini_copy, part):
    """By the name of a view, by its box, or by that of an element."""
    file = HEAD.replace("0 0 20 20", "0 0 8 8").format('<view id="v" viewBox="0 0 4 4"/><path id="a" d="M0 0H8V8H0Z"/>')
    (mini_copy.layouts / "mini" / "art.svg").write_text(file)
    nodes, told = drawn(mini_copy, f'<image width="8" height="8" href="art.svg{part}"/>')
    while isinstance(nodes[0], Group):
        nodes = nodes[0].children
    assert (outline(nodes[0].segments), told) == (VIEWS[part], [])


ALONE = {  # what of a file is seen, in a box of 8 mm
    "a group as it stands, with what it inherits": ("#king", "#ff0000"),
    "a thing of which another shows more": ("#jack", "#00ff00"),
    "a definition": ("#ace", "#0000ff"),
    "a symbol": ("#ten", "#000000"),
    "a hidden layer of Inkscape": ("#Old%20knave", "#ffff00"),
}


@pytest.mark.parametrize("name", ALONE)
def test_one_of_many_in_a_file_is_seen_alone(mini_copy, name):
    """As large as its paint, wherever it lies; what it refers to may lie beside it."""
    part, fill = ALONE[name]
    file = HEAD.replace("0 0 20 20", "0 0 300 80").format(
        '<defs><g id="ace"><path d="M1 1H5V5H1Z" fill="blue"/></g></defs>'
        '<symbol id="ten" viewBox="0 0 8 8"><path d="M2 2H6V6H2Z"/></symbol>'
        '<g transform="translate(50 20)" fill="red"><path d="M0 0H90V9H0Z"/><g id="king"><path d="M0 0H40V40H0Z"/></g>'
        "</g>"
        '<g id="layer1" inkscape:label="Old knave" style="display:none;fill:yellow"><path d="M9 9H12V12H9Z"/></g>'
        '<path id="frame" d="M0 0H4V4H0Z"/><use id="jack" href="#frame" x="200" fill="lime"/>'
    )
    named = file.replace("<svg ", '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ')
    (mini_copy.layouts / "mini" / "art.svg").write_text(named)
    nodes, told = drawn(mini_copy, f'<image width="8" height="8" href="art.svg{part}"/>')
    matrix = IDENTITY
    while isinstance(nodes[0], Group):
        assert len(nodes) == 1
        matrix = multiply(matrix, nodes[0].matrix)
        nodes = nodes[0].children
    (left, top), (right, bottom) = (nodes[0].segments[n][1] for n in (0, 2))
    assert transformed((("M", (left, top)), ("L", (right, bottom))), matrix) == (
        ("M", pytest.approx((0, 0), abs=0.02)),
        ("L", pytest.approx((8, 8), abs=0.02)),
    )
    assert (nodes[0].fill.hex, told) == (fill, [])


@pytest.mark.parametrize("name", ["empty", "bare", "grey", "hid"])
def test_of_what_paints_nothing_alone_it_is_told(mini_copy, name):
    file = HEAD.format(
        '<linearGradient id="grey"/><g id="empty"/><path id="bare" d="M0 0H9V9Z" fill="none"/>'
        '<g visibility="hidden"><path id="hid" d="M0 0H9V9Z"/></g><path d="M0 0H9V9Z"/>'
    )
    (mini_copy.layouts / "mini" / "art.svg").write_text(file)
    nodes, (told,) = drawn(mini_copy, f'<image width="8" height="4" href="art.svg#{name}"/>')
    assert (nodes, told.code, told.message) == ([], "T029", f"what `art.svg#{name}` names paints nothing")


def test_what_a_rule_hides_is_seen_alone_in_a_box_of_any_proportions(mini_copy):
    file = HEAD.format('<style>.st0{display:none}</style><g id="king" class="st0"><path d="M0 0H9V9Z"/></g>')
    (mini_copy.layouts / "mini" / "art.svg").write_text(file)
    nodes, told = drawn(mini_copy, '<image width="8" height="4" href="art.svg#king"/>')
    assert (len(nodes), told) == (1, [])


def test_the_name_of_a_picture_may_hold_a_number_sign(mini_copy):
    (mini_copy.layouts / "mini" / "a#1.png").write_bytes(png([[(9, 9, 9)]]))
    for href in ("a#1.png", "a%231.png"):
        assert [type(node) for node in drawn(mini_copy, f'<image width="8" height="8" href="{href}"/>')[0]] == [
            PixelImage
        ]


def test_a_slip_in_the_name_of_a_view_is_told_with_the_view(mini_copy):
    (mini_copy.layouts / "mini" / "deck.svg").write_text(
        HEAD.format('<view id="queen" viewBox="0 0 4 4"/><!--<view id="quen" viewBox="0 0 4 4"/>--><path id="p"/>')
    )
    _, (told,) = drawn(mini_copy, '<image width="8" height="8" href="deck.svg#quen"/>')
    assert (told.code, told.hint) == ("T029", "did you mean `queen`?")


@pytest.mark.parametrize("href", ["two%20.svg#v", "two%2520.svg#v", "link.svg#v"])
def test_a_part_is_seen_of_a_picture_by_whatever_name_it_is_found(mini_copy, href):
    """`%20` may be in the name; the file itself may be called otherwise: it is a link, or letters are large."""
    folder = mini_copy.layouts / "mini"
    file = HEAD.replace("0 0 20 20", "0 0 8 8").format('<view id="v" viewBox="0 0 4 4"/><path d="M0 0H8V8H0Z"/>')
    (folder / "two%20.svg").write_text(file)
    (folder / "link.svg").symlink_to("two%20.svg")
    nodes, told = drawn(mini_copy, f'<image width="8" height="8" href="{href}"/>')
    while isinstance(nodes[0], Group):
        nodes = nodes[0].children
    assert (outline(nodes[0].segments), told) == (VIEWS["#v"], [])


SPOKEN = {
    "parts of a text": ('<text font-family="body">{}</text>', '<tspan systemLanguage="{}">{}</tspan>'),
    "parts of a switch": ("<switch>{}</switch>", '<text systemLanguage="{}" font-family="body">{}</text>'),
}


@pytest.mark.parametrize(("language", "words"), [("en", "Yes"), ("en-GB", "Yes"), ("es", "Sí"), ("fil", "")])
@pytest.mark.parametrize("name", SPOKEN)
def test_a_drawing_speaks_the_language_of_the_face(mini_copy, name, language, words):
    """As browsers do with that of their user; in pictures, too, whoever names them."""
    whole, part = SPOKEN[name]
    body = whole.format(part.format("en-US, en", "Yes") + part.format("es", "Sí") + part.format("fi", "Joo"))
    (mini_copy.layouts / "mini" / "art.svg").write_text(HEAD.format(body))
    scope = {"language": language, "art": "art.svg"}
    for drawing in (
        body,
        '<image width="8" height="8" href="art.svg"/>',
        '<image width="8" height="8" pnp:href="art"/>',
    ):
        nodes, told = drawn(mini_copy, drawing, scope=scope, language=language)
        assert ("".join(run.string for run, _ in runs(nodes)), told) == (words, [])


def test_a_switch_shows_what_stands_behind_others_that_are_not_spoken(mini):
    one, two = (
        '<text systemLanguage="{}" font-family="body">{}</text>'.format(*w) for w in (("en", "Yes"), ("es", "Sí"))
    )
    body = f"<switch>{one}{two}<rect width='5' height='5'/></switch>"
    assert [len(drawn(mini, body, scope={"language": k}, language=k)[0]) for k in ("en", "es", "ja")] == [1, 1, 1]
    assert [type(drawn(mini, body, scope={"language": k}, language=k)[0][0]) for k in ("en", "ja")] == [GlyphRun, Path]


SPOKEN_BY_MANY = (
    "ar bg ca cs da de el en es et fa fi fil fr gl he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sv"
)


def test_a_switch_may_be_for_many_languages(mini):
    """As pictures of encyclopedias have them: what each asks for was said twice as often as for the one before."""
    part = '<text systemLanguage="{0}" font-family="body">{0}</text>'
    body = f"<switch>{''.join(map(part.format, SPOKEN_BY_MANY.split()))}<rect width='5' height='5'/></switch>"
    for language, said in {"ar": "ar", "fil-PH": "fil", "fi": "fi", "sv": "sv", "il": "", "xx": ""}.items():
        nodes, told = drawn(mini, body, scope={"language": language}, language=language)
        assert ("".join(run.string for run, _ in runs(nodes)), len(nodes), told) == (said, 1, [])


def test_words_that_flow_in_a_picture_are_drawn_whoever_names_it(mini_copy):
    """Inkscape before 1.0 wrote `flowRoot`."""
    flow = (
        '<flowRoot font-family="body" font-size="3"><flowRegion><rect x="0" y="0" width="20" height="9"/></flowRegion>'
    )
    (mini_copy.layouts / "mini" / "art.svg").write_text(HEAD.format(flow + "<flowPara>Gain 2</flowPara></flowRoot>"))
    for href in ('href="art.svg"', 'pnp:href="art"'):
        nodes, told = drawn(mini_copy, f'<image width="8" height="8" {href}/>', scope={"art": "art.svg"})
        assert ("".join(run.string for run, _ in runs(nodes)), told) == ("Gain 2", [])


def test_words_that_flow_are_where_and_as_they_are_drawn(mini):
    """In a frame that is turned over, and as all of its paragraphs look."""
    body = (
        '<flowRoot font-family="body" style="font-size:9px;fill:#0000ff"><flowRegion>'
        '<rect transform="scale(1,-1)" x="2" y="-20" width="40" height="15"/></flowRegion>'
        '<flowPara id="a" style="font-size:3px;fill:#ff0000">one</flowPara>'
        '<flowPara id="b" style="font-size:3px">two</flowPara></flowRoot>'
    )
    nodes, told = drawn(mini, body)
    boxes = [run_box(run, matrix) for run, matrix in runs(nodes)]
    assert told == []
    assert all(3 <= run.size < 4 for run, _ in runs(nodes))
    assert all(2 <= left < right <= 42 and 5 <= top < bottom <= 20 for left, top, right, bottom in boxes)
    assert "#0000ff" in repr({run.fill for run, _ in runs(nodes)})


@pytest.mark.slow
def test_a_file_may_hold_large_pictures(mini_copy):
    """As Inkscape embeds them, unless one asks it to link."""
    noise = np.random.default_rng(3).integers(0, 255, (1_200, 1_100, 3), dtype=np.uint8)
    data = base64.b64encode(png(noise)).decode()
    lines = "\n".join(data[k : k + 76] for k in range(0, len(data), 76))
    body = f'<image width="9" height="9" href="data:image/png;base64,{lines}"/>'
    (mini_copy.layouts / "mini" / "art.svg").write_text(HEAD.format(body))
    nodes, told = drawn(mini_copy, '<image width="9" height="9" href="art.svg"/>')
    assert (len(data) > 5_000_000, len(nodes), told) == (True, 1, [])


def test_a_picture_may_hold_attributes_that_nobody_reads(mini):
    """Others write names of their own (`face` on each card of a deck); a slip is told."""
    for more, codes in (('face="QS" rank="12"', []), ('fil="red"', ["T028"])):
        body = f'<rect width="8" height="8" {more}/>'
        assert [f.code for f in placed(mini, HEAD.format(body).encode())[1]] == codes
        assert {f.code for f in drawn(mini, body)[1]} == {"T028"}


STACK = "<style>:root > g {display: none} :root > g:target {display: inline}</style>"
CARD = '<g id="%s"><rect width="%d" height="8"/></g>'


@pytest.mark.parametrize(("part", "count"), [("", 0), ("#fox", 1), ("#owl", 2), ("#oul", 0)])
def test_a_stack_of_pictures_shows_the_one_that_is_named(mini_copy, part, count):
    """As decks of cards come in one file: all are hidden but the target."""
    stack = STACK + CARD % ("fox", 5) + CARD.replace("</g>", "<path d='M0 0h1v1z'/></g>") % ("owl", 6)
    (mini_copy.layouts / "mini" / "deck.svg").write_text(HEAD.format(stack))
    nodes, told = drawn(mini_copy, f'<image width="8" height="8" href="deck.svg{part}"/>')
    assert len(nodes) == count
    assert [(f.code, f.hint) for f in told] == ([("T029", "did you mean `owl`?")] if part == "#oul" else [])


HTML = '<foreignObject width="9" height="9" requiredFeatures="http://x.example#Ext"><p xmlns="x">A</p></foreignObject>'
WORDS = '<text y="9" font-family="body" font-size="4">{}</text>'
UNDRAWN = {
    "words for HTML": (f"<switch>{HTML}{WORDS.format('Go on')}</switch>", ["T029"], 1),
    "a shape for HTML": (f"<switch>{HTML}<g><rect width='5' height='5'/></g></switch>", ["T029"], 1),
    "an empty group for HTML": (f"<switch>{HTML}<g/></switch>", ["T004"], 0),
    "nothing for HTML": (f"<switch>{HTML}</switch>", ["T004"], 0),
    "HTML that nobody shows": (f"<switch>{WORDS.format('Go')}{HTML}</switch>", [], 1),
    "HTML alone": (f"<g>{HTML}</g>", ["T004"], 0),
    "vertical words that are none": ('<text writing-mode="tb-rl" filter="x"><tspan x="1"> </tspan></text>', [], 0),
    "vertical words": (WORDS.format("A").replace("<text", '<text writing-mode="tb-rl"'), [], 1),
    "a hidden layer": (f'<g display="none">{HTML}<text><textPath href="#x">abc</textPath></text></g>', [], 0),
    "hidden by itself": (HTML.replace(" width", ' style="display: none" width'), [], 0),
    "shown by a program": (f'<g display="none">{HTML}<set attributeName="display" to="inline"/></g>', ["T029"], 0),
    "a program in defs": ("<defs><script>x()</script></defs>", ["T013"], 0),
    "an unused symbol": ('<symbol id="m"><text><tref>abc</tref></text></symbol>', [], 0),
    "a used symbol": ('<symbol id="m"><text><tref>abc</tref></text></symbol><use href="#m"/>', ["T004"], 0),
    "one whose name is coded": ('<symbol id="m&#246;"><tref/></symbol><use href="#m&#246;"/>', ["T004"], 0),
    "unused defs": (f'<defs>{HTML}<meshgradient id="c"/><g id="g" filter="url(#f)"><rect/></g></defs>', [], 0),
    "used defs": ('<defs><g id="g"><meshgradient/></g></defs><use href="#g"/>', ["T004"], 0),
    "a used part of defs": ('<defs><g><rect id="r"/><hatchpath/></g></defs><use href="#r"/>', ["T004"], 0),
    "a sheet in defs": ('<defs><style media="print">g{fill:red}</style></defs>', ["T005"], 0),
    "a dead use in defs": ('<defs><use href="#x"/></defs>', [], 0),
    "dead references in defs": ('<defs><pattern id="i" href="#y"><rect fill="url(#z)"/></pattern></defs>', [], 0),
    "dead references in a hidden layer": ('<g display="none"><use href="#x"/></g>', [], 0),
    "dead references in used defs": ('<defs><g id="g"><use href="#x"/></g></defs><use href="#g"/>', ["T007"], 0),
    "a circle in unused defs": ('<defs><g id="g"><use href="#g"/></g></defs>', ["T008"], 0),
    "what an expression may name": ("<defs><g id='g'><mesh/></g></defs><use pnp:href=\"'#' ~ 'g'\"/>", ["T004"], 0),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDRAWN)
def test_what_nobody_draws_is_told_only_where_it_would_be(mini, name):
    body, codes, count = UNDRAWN[name]
    nodes, told = drawn(mini, body)
    assert ([f.code for f in told], len(nodes)) == (codes, count)
    if name == "words for HTML":
        assert "`Go on`" in told[0].message


def test_a_picture_that_refers_to_nothing_is_drawn_as_in_browsers(mini):
    """Without the paint, the clip or the mask, in the colour that is named instead; told once."""
    shapes = '<path d="M0 0H9V9z" fill="url(#a)"/><path d="M1 0H9V9z" fill="url(#b) #ff0000"/><g clip-path="url(#c)">'
    nodes, (told,) = placed(mini, HEAD.format(f'{shapes}<path d="M2 0H9V9z" mask="url(#d)"/></g>').encode())
    assert (told.code, told.message.count("and at 3 more places")) == ("T029", 1)
    assert [node.fill.hex for node in nodes] == ["#ff0000", "#000000"]


def test_what_browsers_leave_out_of_a_clip_stops_no_picture(mini):
    """As icons are packed: the second use of a shape refers to the first."""
    shape = '<defs><path id="a" d="M0 0H5V5z"/></defs><use id="b" href="#a"/>'
    shape += '<clipPath id="c"><use href="#b"/></clipPath>'
    inner = f'{shape}<path d="M0 0H9V9z" clip-path="url(#c)"/>'
    nodes, (told,) = placed(mini, HEAD.format(inner).encode())
    assert (told.code, len(nodes)) == ("T029", 1)
    assert [f.code for f in drawn(mini, inner)[1]] == ["T005"]
