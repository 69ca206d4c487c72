"""Gradients and raster pictures -> objects of the PDF: shadings, patterns, soft masks, images.

Takes `Gradient` and `Image` values; gives references to PDF objects. Coordinates come in mm, y down, and are
written in points, y up, about the same origin. Promise: a PNG keeps its pixels and its alpha, a JPEG its bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable
from generator.export.pdfwriter.objects import Object, PdfObject, add, name, stream
from generator.face.colors import rgb_of
from generator.face.face import Color, Gradient, Image, Paint
from generator.face.raster import lets_through, open_picture, picture_size, plain_mode, strips

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


def shading_of(gradient: Gradient, *, alpha: bool = False) -> PdfObject:
    """The gradient's colours; its `alpha` as greys, which a luminosity mask reads."""
    space = "DeviceGray" if alpha else "DeviceRGB"
    stops = [(at, (color.alpha,) if alpha else rgb_of(color.hex)) for at, color in gradient.stops]
    x1, y1, x2, y2 = gradient.x1 * K, -gradient.y1 * K, gradient.x2 * K, -gradient.y2 * K
    radial = gradient.r > 0
    entries = {
        "ShadingType": 3 if radial else 2,
        "ColorSpace": name(space),
        "Coords": (x2, y2, 0, x1, y1, gradient.r * K) if radial else (x1, y1, x2, y2),
        "Extend": ("true", "true"),
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
    functions = [add({"FunctionType": 2, "Domain": (0, 1), "C0": a[1], "C1": b[1], "N": 1}) for a, b in steps]
    if len(functions) == 1:
        return functions[0]
    entries = {
        "FunctionType": 3,
        "Domain": (0, 1),
        "Functions": functions,
        "Bounds": [b[0] for _, b in steps[:-1]],
        "Encode": [0, 1] * len(functions),
    }
    return add(entries)


def shading_pattern(shading: PdfObject, matrix: Sequence[float]) -> PdfObject:
    """A shading as a colour to fill and stroke with; `matrix` (points) maps it to the form it is used in."""
    entries = {"Type": name("Pattern"), "PatternType": 2, "Shading": shading, "Matrix": matrix}
    return add(entries)


def soft_mask(shading: PdfObject, box: Sequence[float]) -> PdfObject:
    """A graphics state that lets through as much as the grey shading is light. `box` in points."""
    group = {
        "Type": name("XObject"),
        "Subtype": name("Form"),
        "BBox": box,
        "Group": {"S": name("Transparency"), "CS": name("DeviceGray")},
        "Resources": {"Shading": {"S": shading}},
    }
    return masking(stream(b"/S sh", group))


def masking(light: PdfObject) -> PdfObject:
    """A graphics state that lets through as much as a transparency group is light on black ground."""
    mask = {"Type": name("Mask"), "S": name("Luminosity"), "G": light}
    return add({"Type": name("ExtGState"), "SMask": mask})


def picture(image: Image) -> PdfObject:
    """A raster picture: a JPEG as it is, of all else the pixels, their alpha as a soft mask of its own. Fault X011:
    neither PNG nor JPEG, or broken."""
    try:
        size = picture_size(image.data)
        with open_picture(image.data) as upright:
            mode = upright.mode
            if upright.format == "JPEG" and mode in _SPACES:
                # inverted, as Adobe's programs write them and browsers and Pillow read them all
                inverted = {"Decode": [1, 0] * 4} if mode == "CMYK" else {}
                return _samples(image.data, size, mode, inverted, "DCTDecode")
            mode = plain_mode(upright)
            mask, shows = _deflated(upright, "A") if lets_through(upright) else (b"", False)
            alpha = {"SMask": _samples(mask, size, "L", {})} if shows else {}
            return _samples(_deflated(upright, mode)[0], size, mode, alpha)
    except Unreadable as what:
        message = f"`{image.alt or 'without a name'}`: {what.message}"
        raise Fault(Finding("X011", Mark(image.alt), message, what.hint)) from what


_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


def _samples(
    data: bytes, size: tuple[int, int], mode: str, more: Mapping[str, Object], coding: str = "FlateDecode"
) -> PdfObject:
    entries = {
        "Type": name("XObject"),
        "Subtype": name("Image"),
        "Width": size[0],
        "Height": size[1],
        "ColorSpace": name(_SPACES[mode]),
        "BitsPerComponent": 8,
        "Filter": name(coding),
        **more,
    }
    return stream(data, entries, deflated=True)


def _deflated(picture: Picture, mode: str) -> tuple[bytes, bool]:
    """A picture's samples in a mode ("A": its alpha), and whether any of them is not full."""
    packer = zlib.compressobj(6)
    packed, differs = [], False
    for strip in strips(picture):
        samples = strip.convert("RGBA").getchannel("A") if mode == "A" else strip.convert(mode)
        data = samples.tobytes()
        differs = differs or bool(data.strip(b"\xff"))
        packed.append(packer.compress(data))
    return b"".join([*packed, packer.flush()]), differs
