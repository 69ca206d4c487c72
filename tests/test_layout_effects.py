"""Filters and blend modes: measured in pixels of the PDF by PDFium, and beside the PNG and the SVG."""

from __future__ import annotations

import base64
import io

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.export.png import face_file as face_png
from generator.export.svg import face_svg
from generator.face import svgwriter
from generator.face.bounds import painted, runs
from generator.face.face import Group
from generator.face.stamp import digest_of
from generator.layout.drawing import effects
from generator.layout.drawing.context import MAX_DRAWN
from tests.export_kit import BOOK, alone, face_of, pdf_picture, png_picture
from tests.layout_kit import HEAD, drawn, placed

DPI = 101.6
"""Four pixels a millimetre."""
CAST = (
    '<filter id="f" x="-50%" y="-50%" width="200%" height="200%" color-interpolation-filters="sRGB">'
    '<feGaussianBlur in="SourceAlpha" stdDeviation="1"/><feOffset dx="4" dy="4"/>'
)
SHADOW = CAST + '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>'
FIGMA = (
    '<filter id="f" x="0" y="0" width="60" height="60" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">'
    '<feFlood flood-opacity="0" result="BackgroundImageFix"/>'
    '<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>'
    '<feOffset dy="2"/><feGaussianBlur stdDeviation="1"/><feComposite in2="hardAlpha" operator="out"/>'
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/>'
    '<feBlend mode="normal" in2="BackgroundImageFix" result="shadow"/>'
    '<feBlend mode="normal" in="SourceGraphic" in2="shadow" result="shape"/></filter>'
)
INSIDE = (
    '<filter id="f"><feFlood flood-color="#000"/><feComposite in2="SourceAlpha" operator="out"/>'
    '<feGaussianBlur stdDeviation="1"/><feComposite in2="SourceAlpha" operator="in"/>'
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode/></feMerge></filter>'
)
BLURRED = '<filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="2"/></filter>'
SQUARE = '<rect x="20" y="20" width="20" height="20" fill="#c62828" {}/>'
ON = 'filter="url(#f)"'


def faces(mini, inner):
    nodes, findings = drawn(mini, inner)
    assert findings == []
    return face_of(nodes)


def printed(face) -> bytes:
    return pdf_bytes([alone(face, DPI)], PdfMeta("t"), BOOK)


def pixels(face):
    return pdf_picture(printed(face), dpi=DPI).astype(int)


def level(picture, x, y) -> int:
    """How light a point is, in mm."""
    return int(picture[round(y * 4), round(x * 4)].mean())


def test_a_blur_prints_as_a_blur(mini):
    """Half as dark at the edge as within, and fading on both sides of it, as a Gauss curve does."""
    picture = pixels(faces(mini, BLURRED + SQUARE.replace("#c62828", "#000").format(ON)))
    across = [level(picture, x, 30) for x in (30, 22, 20, 18, 14)]
    assert across == sorted(across)
    assert across[0] < 3
    assert across[-1] > 250
    assert 118 <= across[2] <= 138
    assert 34 <= across[1] <= 48  # a deviation within: 16 %


def test_a_shadow_lies_below_what_casts_it(mini):
    picture = pixels(faces(mini, SHADOW + SQUARE.format(ON)))
    assert tuple(picture[120, 120]) == (198, 40, 40)
    assert level(picture, 42, 30) < 10  # of the shadow alone
    assert level(picture, 18, 30) == 255


SHADOWS = {
    "merged": SHADOW,
    "dropped": '<filter id="f" x="-1" y="-1" width="9" height="9"><feDropShadow dx="4" dy="4"/></filter>',
    "laid over": CAST + '<feComposite in="SourceGraphic"/></filter>',
    "blended": CAST + '<feBlend in="SourceGraphic"/></filter>',
    "Figma": FIGMA,
    "CSS": "",
}


@pytest.mark.parametrize("name", SHADOWS)
def test_words_over_their_shadow_stay_words(mini, name):
    on = ON if SHADOWS[name] else 'style="filter:drop-shadow(4px 4px 1px #000)"'
    words = f'<text x="10" y="20" font-family="body" font-size="9" {on}>Shadow</text>'
    page = pypdfium2.PdfDocument(printed(faces(mini, SHADOWS[name] + words)))[0]
    kinds = [thing.type for thing in page.get_objects(max_depth=5)]
    assert page.get_textpage().get_text_range().strip() == "Shadow"
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE) == 1
    text = next(o for o in page.get_objects(max_depth=5) if o.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT)
    assert pypdfium2.raw.FPDFTextObj_GetTextRenderMode(text) == 0  # drawn as letters


def test_words_within_a_picture_are_found_and_looked_at(mini):
    face = faces(mini, f'{INSIDE}<text x="10" y="20" font-family="body" font-size="9" {ON}>Engraved</text>')
    page = pypdfium2.PdfDocument(printed(face))[0]
    assert page.get_textpage().get_text_range().strip() == "Engraved"
    assert [run.string for run, _ in runs(face.nodes)] == ["Engraved"]
    text = next(o for o in page.get_objects(max_depth=5) if o.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT)
    assert pypdfium2.raw.FPDFTextObj_GetTextRenderMode(text) == 3  # not drawn


def test_no_light_comes_between_a_shape_and_a_shadow_cut_out_below_it(mini):
    picture = pixels(faces(mini, FIGMA + SQUARE.format(ON).replace("#c62828", "#000")))
    below = [level(picture, 30, 39 + k / 4) for k in range(10)]
    assert below == sorted(below)


def test_what_shows_through_hides_a_shadow_cut_out_below_it(mini):
    clear = SQUARE.format(ON + ' opacity="0.5"').replace("<rect", '<g filter="url(#f)"><rect').replace("/>", "/></g>")
    picture = pixels(faces(mini, FIGMA + clear.replace(ON + " opacity", "opacity")))
    assert abs(picture[140, 120] - (226, 147, 147)).max() <= 2


ALIKE = {
    "a blur": BLURRED + SQUARE.format(ON),
    "a shadow": SHADOW + SQUARE.format(ON),
    "inside": INSIDE + SQUARE.format(ON),
    "turned": SHADOW + f'<g transform="rotate(30 30 30) scale(1 .7)">{SQUARE.format(ON)}</g>',
    "clipped and faint": f'<clipPath id="c"><circle cx="30" cy="30" r="11"/></clipPath>{SHADOW}'
    + SQUARE.format(ON + ' clip-path="url(#c)" opacity=".6"'),
    "colours": SQUARE.format('style="filter:grayscale(1) brightness(150%)"'),
    "multiplied": SQUARE.format("") + SQUARE.format('style="mix-blend-mode:multiply" transform="translate(5 5)"'),
    "a part of it in the other": f'{SHADOW}<g style="mix-blend-mode:multiply" {ON}>{SQUARE.format("")}</g>',
}


@pytest.mark.some(6, 7)
@pytest.mark.parametrize("name", ALIKE)
def test_pdf_png_and_svg_show_the_same(mini, name):
    import resvg_py

    face = faces(mini, '<rect width="63" height="88" fill="#cde"/>' + ALIKE[name])
    one = pixels(face)
    size = {"width": one.shape[1]}
    shown = resvg_py.svg_to_bytes(svg_string=face_svg(face, BOOK).decode(), skip_system_fonts=True, dpi=96, **size)
    others = [png_picture(face_png(face, BOOK, DPI))]
    if name != "turned":  # resvg turns no filter with what has it
        others.append(np.asarray(Image.open(io.BytesIO(shown)).convert("RGB")))
    for other in others:
        apart = np.abs(one - other[: one.shape[0], : one.shape[1]]).max(axis=2)
        assert (apart > 40).mean() < 0.004
        assert apart.mean() < 1.5


MIXED = {
    "multiply": (0.5, 0.2, 0.1),
    "screen": (1.0, 0.9, 0.6),
    "darken": (0.5, 0.4, 0.2),
    "lighten": (1.0, 0.5, 0.5),
    "difference": (0.5, 0.1, 0.3),
}


@pytest.mark.parametrize("mode", MIXED)
def test_paint_is_mixed_with_what_lies_below(mini, mode):
    below, above = "rgb(255,128,51)", "rgb(128,102,128)"
    wanted = {
        "multiply": lambda a, b: a * b,
        "screen": lambda a, b: a + b - a * b,
        "darken": min,
        "lighten": max,
        "difference": lambda a, b: abs(a - b),
    }[mode]
    face = faces(
        mini,
        f'<rect width="63" height="88" fill="{below}"/><g style="mix-blend-mode:{mode}">'
        f'<path d="M9 9h20v20H9z" fill="{above}"/><path d="M20 20h9v9h-9z" fill="{above}"/></g>',
    )
    colour = [255 * wanted(a / 255, b / 255) for a, b in zip((255, 128, 51), (128, 102, 128), strict=True)]
    for picture in (pixels(face), png_picture(face_png(face, BOOK, DPI)).astype(int)):
        assert abs(picture[60, 60] - colour).max() <= 2
        assert abs(picture[100, 100] - colour).max() <= 2  # the group is mixed as a whole


@pytest.mark.parametrize("around", ['<g opacity="0.999">{}</g>', '<image width="63" height="88" href="{}"/>'])
def test_what_is_mixed_in_a_group_or_picture_is_so_by_itself(mini_copy, around):
    """As in browsers, where both stand by themselves."""
    mixed = '<rect x="9" y="9" width="20" height="20" fill="#fa0" style="mix-blend-mode:multiply"/>'
    (mini_copy.layouts / "mini" / "mixed.svg").write_bytes((HEAD + mixed + "</svg>").encode())
    inner = around.format(mixed if "<g" in around else "mixed.svg")
    face = faces(mini_copy, f'<rect width="63" height="88" fill="#08f"/>{inner}')
    for picture in (pixels(face), png_picture(face_png(face, BOOK, DPI)).astype(int)):
        assert abs(picture[60, 60] - (255, 170, 0)).max() <= 3


def test_what_a_shadow_reaches_counts(mini):
    for filtered_, reach in ((SHADOW, 47), (BLURRED, 46)):
        left, top, right, bottom = painted(faces(mini, filtered_ + SQUARE.format(ON)).nodes)
        assert right == bottom == pytest.approx(reach)
        assert (left, top) == pytest.approx((20, 20) if filtered_ == SHADOW else (14, 14))


def test_a_filter_is_part_of_the_stamp(mini):
    def digest(filter_):
        return digest_of(faces(mini, filter_ + SQUARE.format(ON)).nodes, (0, 0, 63, 88), lambda *_: b"")

    assert len({digest(SHADOW), digest(BLURRED), digest(SHADOW), digest(SHADOW.replace('dx="4"', 'dx="3"'))}) == 3


def test_the_same_filter_gives_the_same_bytes(mini):
    face = faces(mini, SHADOW + SQUARE.format(ON))
    one = printed(face)
    svgwriter._picture.cache_clear()
    assert printed(face) == one


@pytest.mark.parametrize(
    "words", ["blur(red)", "blur()", "drop-shadow()", "drop-shadow(red)", "blur(-1px)", "hue-rotate(x)"]
)
def test_functions_that_say_little_do_no_harm(mini, words):
    printed(face_of(drawn(mini, SQUARE.format(f'style="filter:{words}"'))[0]))


def test_a_shadow_that_falls_far_off_is_left_out(mini):
    nodes, told = drawn(mini, SQUARE.format('style="filter:drop-shadow(9000px 0 0 red)"'))
    assert [f.code for f in told] == ["T029"]
    assert nodes == drawn(mini, SQUARE.format(""))[0]


def test_fine_pixels_are_made_only_where_they_are_seen(mini):
    sharp, soft = (faces(mini, f + SQUARE.format(ON)).nodes[0].effect.dpi for f in (INSIDE, BLURRED))
    assert sharp == 300
    assert soft < 110


def test_a_filter_is_as_large_as_what_it_stands_in(mini):
    """Art in its own units, as Figma and Inkscape save it, ten of them a millimetre."""
    art = HEAD.replace("0 0 63 88", "0 0 630 880")
    fine = drawn(mini, BLURRED.replace('"2"', '"20"') + SQUARE.replace('"20"', '"200"').format(ON), head=art)[0]
    plain = drawn(mini, BLURRED + SQUARE.format(ON))[0]
    assert abs(pixels(face_of(fine)) - pixels(face_of(plain))).max() <= 2


def test_a_step_that_moves_pixels_is_left_out_alone(mini):
    shift = '<feDisplacementMap in2="SourceAlpha" scale="9"/>'
    nodes, told = drawn(mini, BLURRED.replace("<feGaussian", f"{shift}<feGaussian") + SQUARE.format(ON))
    assert [f.code for f in told] == ["T029"]
    assert abs(pixels(face_of(nodes)) - pixels(faces(mini, BLURRED + SQUARE.format(ON)))).max() < 3


def test_filters_that_take_too_long_together_are_left_out(mini):
    page = '<rect width="63" height="88" filter="url(#f)"/>'
    sharp = BLURRED.replace('"2"', '".1"')
    nodes, told = drawn(mini, sharp + page * 200)
    assert {f.code for f in told} == {"T029"}
    assert 40 < sum(isinstance(node, Group) for node in nodes) < 200


def test_without_the_library_it_is_printed_without_and_told(mini, monkeypatch):
    monkeypatch.setattr(effects, "_is_here", lambda: False)
    nodes, findings = drawn(mini, SHADOW + SQUARE.format(ON) * 3)
    assert nodes == drawn(mini, SQUARE.format("") * 3)[0]
    assert [(f.code, "resvg-py" in f.message) for f in findings] == [("T029", True)]


@pytest.mark.parametrize(
    "step",
    [
        '<feImage href="a.png"/>',
        '<feFlood flood-color="nocolour"/>',
        '<feGaussianBlur stdDeviation="a"/>',
        '<feOffset dx="1"/>' * 65,
        "",
    ],
)
def test_a_filter_that_is_not_drawn_is_told_and_left_out(mini, step):
    nodes, findings = drawn(mini, f'<filter id="f">{step}</filter>' + SQUARE.format(ON))
    assert {f.code for f in findings} <= {"T029", "T005"}
    assert "T029" in {f.code for f in findings}
    assert nodes == drawn(mini, SQUARE.format(""))[0]


@pytest.mark.parametrize(
    "steps",
    [
        '<feMorphology operator="dilate" radius="30"/>',
        '<feConvolveMatrix order="9" kernelMatrix="' + "1 " * 81 + '"/>',
        '<feTurbulence numOctaves="8" baseFrequency="1"/>' * 8,
        '<feGaussianBlur stdDeviation="900"/>',
    ],
)
def test_a_filter_costs_no_more_than_it_may(mini, steps):
    inner = SQUARE.format("")
    for _ in range(12):
        inner = f"<g {ON}>{inner}</g>"
    nodes, _ = drawn(mini, f'<filter id="f" x="-9" y="-9" width="20" height="20">{steps}</filter>{inner}')
    costs = [node.effect.cost for node in nodes if isinstance(node, Group) and node.effect]
    assert sum(costs) <= MAX_DRAWN


def test_art_may_have_filters(mini):
    data = (HEAD + SHADOW + SQUARE.format(ON) + "</svg>").encode()
    assert placed(mini, data)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("x", ["0", "0.01", "0.03", "-0.02"])
def test_a_light_may_fall_anywhere(mini, x):
    """The library stumbled at regions that begin within half a pixel of 0."""
    light = '<feDiffuseLighting><feDistantLight elevation="90"/></feDiffuseLighting>'
    region = f'<filter id="f" filterUnits="userSpaceOnUse" x="{x}">{light}</filter>'
    assert level(pixels(faces(mini, region + SQUARE.format(ON))), 5, 5) == 255


def test_an_expression_gives_a_shadow_its_colour(mini):
    glow = (
        '<filter id="f" x="-1" y="-1" width="3" height="3"><feDropShadow dx="6" dy="6" pnp:flood-color="c"/></filter>'
    )
    for name, lightest in (("#ff0000", 0), ("#00ff00", 1)):
        nodes, told = drawn(mini, glow + SQUARE.format(ON), {"c": name})
        assert told == []
        assert int(pixels(face_of(nodes))[30 * 4, 42 * 4].argmax()) == lightest


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_photo_goes_through_a_filter(mini, kind):
    packed = io.BytesIO()
    Image.new("RGB", (40, 40), (200, 30, 30)).save(packed, kind, quality=95)
    data = base64.b64encode(packed.getvalue()).decode()
    href = f"data:image/{kind.lower()};base64,{data}"
    face = faces(mini, f'<image x="10" y="10" width="20" height="20" href="{href}" style="filter:grayscale(1)"/>')
    for picture in (pixels(face), png_picture(face_png(face, BOOK, DPI)).astype(int)):
        point = picture[80, 80]
        assert max(point) - min(point) <= 2
        assert 55 <= point[0] <= 80


class PanicException(BaseException):
    """As what comes of Rust is called."""


@pytest.mark.parametrize("filter_", [BLURRED, SHADOW])
def test_what_the_library_stumbles_at_prints_without(mini, monkeypatch, filter_):
    import resvg_py

    def stumble(**_):
        raise PanicException("attempt to subtract with overflow")

    svgwriter._picture.cache_clear()  # other tests have made it
    monkeypatch.setattr(resvg_py, "svg_to_bytes", stumble)
    picture = pixels(faces(mini, filter_ + SQUARE.format(ON)))
    assert (level(picture, 30, 30), level(picture, 41, 41)) == (
        level(pixels(faces(mini, SQUARE.format(""))), 30, 30),
        255,
    )
