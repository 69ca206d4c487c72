"""Gradients and raster pictures -> objects of the PDF: shadings, patterns, soft masks, images.

Takes `Gradient` and `Image` values; gives references to PDF objects. Coordinates come in mm, y down, and are
written in points, y up, about the same origin. Promise: a PNG keeps its pixels and its alpha, a JPEG its bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable
from generator.export.pdfwriter.objects import Object, PdfObject, add, array, dictionary, name, stream
from generator.face.colors import rgb_of
from generator.face.face import Color, Gradient, Image, Paint
from generator.face.raster import open_picture, picture_size

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

K = 72 / 25.4
"""Points per millimetre."""

Stops = Sequence[tuple[float, tuple[float, ...]]]


def flat_paint(paint: Paint) -> Paint:
    """A gradient that shows one colour only, as that colour (as SVG has it); else the paint itself."""
    if isinstance(paint, Color):
        return paint
    if not paint.stops:
        return Color("#000000", 0.0)
    point = paint.r <= 0 and (paint.x1, paint.y1) == (paint.x2, paint.y2)
    return paint.colors[-1] if point or len({*paint.colors}) == 1 else paint


def alphas(gradient: Gradient) -> set[float]:
    """The different opacities among its stops."""
    return {round(color.alpha, 3) for color in gradient.colors}


def shading_of(gradient: Gradient, *, alpha: bool = False) -> PdfObject:
    """The gradient's colours; its `alpha` as greys, which a luminosity mask reads."""
    space = "DeviceGray" if alpha else "DeviceRGB"
    stops = [(at, (color.alpha,) if alpha else rgb_of(color.hex)) for at, color in gradient.stops]
    x1, y1, x2, y2 = gradient.x1 * K, -gradient.y1 * K, gradient.x2 * K, -gradient.y2 * K
    radial = gradient.r > 0
    entries = {
        "ShadingType": 3 if radial else 2,
        "ColorSpace": name(space),
        "Coords": array((x2, y2, 0, x1, y1, gradient.r * K) if radial else (x1, y1, x2, y2)),
        "Extend": array(("true", "true")),
        "Function": _function(_spread(stops)),
    }
    return add(entries)


def _spread(stops: Stops) -> list[tuple[float, tuple[float, ...]]]:
    """Stops in rising order from 0 to 1, as SVG reads them: none before its predecessor, ends carried on."""
    rising: list[tuple[float, tuple[float, ...]]] = []
    last = 0.0
    for at, value in stops:
        last = max(last, min(1.0, max(0.0, at)))
        rising.append((last, value))
    if rising[0][0] > 0:
        rising.insert(0, (0.0, rising[0][1]))
    if rising[-1][0] < 1:
        rising.append((1.0, rising[-1][1]))
    return rising


def _function(stops: Stops) -> PdfObject:
    """Straight steps between the stops; two stops at one offset are a hard edge, with no step between them."""
    steps = [(a, b) for a, b in pairwise(stops) if b[0] - a[0] > 1e-6]
    functions = [
        add(
            {"FunctionType": 2, "Domain": array((0, 1)), "C0": array(a[1]), "C1": array(b[1]), "N": 1},
        )
        for a, b in steps
    ]
    if len(functions) == 1:
        return functions[0]
    entries = {
        "FunctionType": 3,
        "Domain": array((0, 1)),
        "Functions": array(functions),
        "Bounds": array([b[0] for _, b in steps[:-1]]),
        "Encode": array([0, 1] * len(functions)),
    }
    return add(entries)


def shading_pattern(shading: PdfObject, matrix: Sequence[float]) -> PdfObject:
    """A shading as a colour to fill and stroke with; `matrix` (points) maps it to the form it is used in."""
    entries = {"Type": name("Pattern"), "PatternType": 2, "Shading": shading, "Matrix": array(matrix)}
    return add(entries)


def soft_mask(shading: PdfObject, box: Sequence[float]) -> PdfObject:
    """A graphics state that lets through as much as the grey shading is light. `box` in points."""
    group = {
        "Type": name("XObject"),
        "Subtype": name("Form"),
        "BBox": array(box),
        "Group": dictionary({"S": name("Transparency"), "CS": name("DeviceGray")}),
        "Resources": dictionary({"Shading": dictionary({"S": shading})}),
    }
    return masking(stream(b"/S sh", group))


def masking(light: PdfObject) -> PdfObject:
    """A graphics state that lets through as much as a transparency group is light on black ground."""
    mask = {"Type": name("Mask"), "S": name("Luminosity"), "G": light}
    return add({"Type": name("ExtGState"), "SMask": dictionary(mask)})


def picture(image: Image) -> PdfObject:
    """A raster picture. Fault X011: neither PNG nor JPEG, or broken."""
    try:
        picture_size(image.data)
        with open_picture(image.data) as upright:
            if upright.format == "JPEG" and upright.mode in _JPEG_SPACES:
                return _jpeg(image.data, upright)
            return _pixels(upright)
    except Unreadable as what:
        message = f"`{image.alt or 'without a name'}`: {what.message}"
        raise Fault(Finding("X011", Mark(image.alt), message, what.hint)) from what


STRIP = 256
"""Rows of a picture that are packed at a time."""
_JPEG_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


def _jpeg(data: bytes, opened: Picture) -> PdfObject:
    entries = _entries(opened.size, _JPEG_SPACES[opened.mode])
    entries["Filter"] = name("DCTDecode")
    if opened.mode == "CMYK":  # inverted, as Adobe's programs write them and browsers and Pillow read them all
        entries["Decode"] = array([1, 0] * 4)
    return stream(data, entries, deflated=True)


def _pixels(upright: Picture) -> PdfObject:
    """Decoded pixels, deflated; alpha, if there is any, as a soft mask of its own."""
    has_alpha = "A" in upright.getbands() or "transparency" in upright.info
    grey = upright.mode in ("1", "L", "LA")
    entries = _entries(upright.size, "DeviceGray" if grey else "DeviceRGB")
    if has_alpha:
        mask, shows = _deflated(upright, "A")
        if shows:
            entries["SMask"] = stream(mask, _packed(_entries(upright.size, "DeviceGray")), deflated=True)
    return stream(_deflated(upright, "L" if grey else "RGB")[0], _packed(entries), deflated=True)


def _packed(entries: dict[str, Object]) -> dict[str, Object]:
    return {**entries, "Filter": name("FlateDecode")}


def _deflated(picture: Picture, mode: str) -> tuple[bytes, bool]:
    """A picture's samples in a mode ("A": its alpha), a strip at a time, so that a large one is in memory once only;
    and whether any of them is not full.
    """
    packer = zlib.compressobj(6)
    packed, differs = [], False
    for y in range(0, picture.height, STRIP):
        strip = picture.crop((0, y, picture.width, min(y + STRIP, picture.height)))
        samples = strip.convert("RGBA").getchannel("A") if mode == "A" else strip.convert(mode)
        data = samples.tobytes()
        differs = differs or bool(data.strip(b"\xff"))
        packed.append(packer.compress(data))
    return b"".join([*packed, packer.flush()]), differs


def _entries(size: tuple[int, int], space: str) -> dict[str, Object]:
    return {
        "Type": name("XObject"),
        "Subtype": name("Image"),
        "Width": size[0],
        "Height": size[1],
        "ColorSpace": name(space),
        "BitsPerComponent": 8,
    }
