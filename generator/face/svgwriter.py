"""Nodes -> elements of SVG, written with svgwrite; nodes through a filter -> a picture of them.

Takes nodes in mm and the fonts that they are written in; gives a `Canvas`. Text is drawn as glyph outlines (each glyph
defined once; the words stay as labels, so that they can be read aloud and searched). Promise: ids begin with a prefix
of the drawing's own, so that several drawings can share a page; nothing outside the file is referred to.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, partial
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from generator.face.bounds import painted, runs
from generator.face.corners import mitred
from generator.face.face import (
    IDENTITY,
    Color,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Matrix,
    Node,
    Paint,
    PaintEffect,
    Path,
    Segments,
)
from generator.face.geometry import inverse, multiply
from generator.face.raster import plain_png
from generator.face.strokes import settled
from generator.values import Struct, field, replace

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as XmlElement

    from svgwrite import Drawing
    from svgwrite.base import BaseElement

_UNITS = 1000
"""Glyph outlines are written in thousandths of an em, so that short numbers are exact enough."""


Size = tuple[str, str] | None
"""How large a picture is made of a drawing ("744px"); None: it is a file in millimetres."""


class _FilterXml(NamedTuple):
    """A step of a filter, for svgwrite."""

    xml: XmlElement

    def get_xml(self) -> XmlElement:
        return self.xml


class GlyphOutlines(Protocol):
    """A font, as far as it is drawn."""

    @property
    def outline(self) -> Callable[[int], Segments]:
        """A glyph's outline in ems, y down, from its origin on the baseline."""


class Fonts(Hashable, Protocol):
    """Fonts by their ids."""

    def font(self, font_id: str) -> GlyphOutlines:
        """The font of a run."""


class Canvas(Struct):
    """One drawing in the making: svgwrite's document, what is defined once in it, and under which id. `pixels`: it will
    be made into a picture, on which the `runs` are drawn where their `data-run` stands."""

    drawing: Drawing
    book: Fonts
    prefix: str
    pixels: bool = False
    ids: dict[object, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    runs: list[GlyphRun] = field(default_factory=list)

    def once(self, key: object, kind: str, make: Callable[[], BaseElement]) -> str:
        """The id of the definition kept under `key`, made when first asked for."""
        found = self.ids.get(key)
        if found is None:
            self.counts[kind] = self.counts.get(kind, 0) + 1
            found = self.ids[key] = f"{self.prefix}{kind}{self.counts[kind]}"
            made = make()
            made["id"] = found
            self.drawing.defs.add(made)
        return found


def add_nodes(canvas: Canvas, into: BaseElement, nodes: Sequence[Node]) -> None:
    """Adds nodes to an element, in order."""
    for node in nodes:
        _DRAW[type(node)](canvas, into, node)


def canvas_of(book: Fonts, width: float, height: float, prefix: str, size: Size = None) -> Canvas:
    """A drawing so wide and high, in mm; nothing is in it yet."""
    import svgwrite

    shown = size or (f"{_n(width)}mm", f"{_n(height)}mm")
    drawing = svgwrite.Drawing(size=shown, viewBox=f"0 0 {_n(width)} {_n(height)}", debug=False)
    return Canvas(drawing, book, prefix, size is not None)


def finished(canvas: Canvas) -> bytes:
    """The drawing as an SVG file."""
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + str(canvas.drawing.tostring()) + "\n").encode()


def _n(value: float) -> str:
    """A number, to a tenth of a micrometre, as short as it can be."""
    short = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def path_data(segments: Segments) -> str:
    """An outline as SVG writes it."""
    return "".join(kind + " ".join(_n(v) for v in points) for kind, points in segments)


def matrix_words(m: Matrix) -> str:
    """A map as SVG writes it."""
    if m[:4] == IDENTITY[:4]:
        return f"translate({_n(m[4])} {_n(m[5])})"
    return "matrix({} {} {} {} {} {})".format(*(f"{v:.6g}" for v in m[:4]), _n(m[4]), _n(m[5]))


def clip_reference(canvas: Canvas, outline: Segments, *, even_odd: bool = False) -> str:
    """What refers to a clip, which is defined once."""

    def make() -> BaseElement:
        clip, rule = canvas.drawing.clipPath(), {"clip-rule": "evenodd"} if even_odd else {}
        clip.add(canvas.drawing.path(d=path_data(outline), **rule))
        return clip

    return f"url(#{canvas.once(('clip', outline, even_odd), 'c', make)})"


def _mask(canvas: Canvas, shades: Sequence[Node]) -> str:
    def make() -> BaseElement:
        x1, y1, x2, y2 = painted(shades)
        place, size = (_n(x1), _n(y1)), (_n(max(0.0, x2 - x1)), _n(max(0.0, y2 - y1)))
        mask = canvas.drawing.mask(place, size, maskUnits="userSpaceOnUse")
        add_nodes(canvas, mask, shades)
        return mask

    return f"url(#{canvas.once(('mask', tuple(shades)), 'm', make)})"


def _group(canvas: Canvas, into: BaseElement, node: Group) -> None:
    if not node.children or node.opacity <= 0:
        return
    style = {"aria-label": node.said, "role": "img"} if node.said else {}
    if node.matrix != IDENTITY:
        style["transform"] = matrix_words(node.matrix)
    if node.clip:
        style["clip-path"] = clip_reference(canvas, node.clip, even_odd=node.clip_even_odd)
    if node.opacity < 1:
        style["opacity"] = _n(node.opacity)
    if node.effect and (blend := node.effect.blend):
        style |= {"filter": blend} if canvas.pixels else {"style": f"mix-blend-mode:{blend};isolation:isolate"}
    inner = into.add(canvas.drawing.g(**style)) if style else into
    if node.mask:  # in an element of its own: PNG masks by the place that it stands in
        inner = inner.add(canvas.drawing.g(mask=_mask(canvas, node.mask)))
    if node.effect and node.effect.steps:
        if canvas.pixels:
            add_nodes(canvas, inner, pictured(node, canvas.book))
        else:
            framed = canvas.drawing.g(transform=matrix_words(node.effect.frame))
            _through(canvas, inner.add(framed), node.children, node.effect)
    elif node.key:
        inner.add(canvas.drawing.use(f"#{defined(canvas, ('key', node.key), 'k', node.children)}"))
    else:
        children = [mitred(child, node.matrix) for child in node.children] if canvas.pixels else node.children
        add_nodes(canvas, inner, children)


def _through(canvas: Canvas, into: BaseElement, nodes: Sequence[Node], effect: PaintEffect) -> None:
    """Nodes through a filter, in what has its coordinates."""

    def make() -> BaseElement:
        from xml.etree import ElementTree

        x1, y1, x2, y2 = effect.box
        steps = ElementTree.fromstring(effect.steps)  # noqa: S314 (we wrote it)
        box = {"start": (x1, y1), "size": (x2 - x1, y2 - y1), "filterUnits": "userSpaceOnUse"}
        made = canvas.drawing.filter(**box, **steps.attrib)
        made.elements += map(_FilterXml, steps)
        return made

    said = {"style": f"filter:{effect.steps}"}
    if effect.steps.startswith("<"):
        said = {"filter": f"url(#{canvas.once(('filter', effect), 'e', make)})"}
    back = matrix_words(inverse(effect.frame) or IDENTITY)
    add_nodes(canvas, into.add(canvas.drawing.g(**said)).add(canvas.drawing.g(transform=back)), nodes)


def pictured(group: Group, book: Fonts) -> tuple[Node, ...]:
    """A group through a filter, where none are known: a picture, upon it what stands as it is, or its words, hidden."""
    words = (Group((replace(run, fill=None),), place) for run, place in runs(group.children))
    effect = group.effect or PaintEffect()
    return (_picture(group.children, effect, book), *(group.children if effect.behind else words))


@lru_cache(maxsize=64)
def _picture(nodes: tuple[Node, ...], effect: PaintEffect, book: Fonts) -> Group:
    """The picture of nodes through a filter, without them where they stand upon it; what resvg cannot do is left out.
    No font or file is asked for."""
    import resvg_py

    unit = hypot(*effect.frame[:4]) / 2**0.5
    scale = effect.dpi / 25.4 * unit
    *edges, right, bottom = effect.box
    left, top = (floor(v * scale) / scale for v in edges)  # resvg stumbles at lights within half a pixel of 0
    width, height = ceil((right - left) * scale), ceil((bottom - top) * scale)
    canvas = canvas_of(book, width, height, "", (f"{width}px", f"{height}px"))
    canvas.pixels = False
    page = canvas.drawing.add(canvas.drawing.g(transform=f"scale({scale:.6g}) translate({-left:.6g} {-top:.6g})"))
    _through(canvas, page, nodes, replace(effect, steps=effect.behind or effect.steps, box=(left, top, right, bottom)))
    try:
        data = resvg_py.svg_to_bytes(svg_string=finished(canvas).decode(), skip_system_fonts=True)
    except BaseException as stopped:
        if type(stopped).__name__ not in ("PanicException", "ValueError"):  # the first is none of Python's
            raise
        return Group(() if effect.behind else nodes)
    x, y, w, h = (round(v * unit, 5) for v in (left, top, width / scale, height / scale))
    frame = multiply(effect.frame, (1 / unit, 0.0, 0.0, 1 / unit, 0.0, 0.0))
    return Group((Image(data, x, y, w, h, (width, height)),), frame)


def defined(canvas: Canvas, key: object, kind: str, nodes: Sequence[Node]) -> str:
    """Nodes as a definition, made once."""

    def make() -> BaseElement:
        group = canvas.drawing.g()
        add_nodes(canvas, group, nodes)
        return group

    return canvas.once(key, kind, make)


def _path(canvas: Canvas, into: BaseElement, node: Path) -> None:
    for part in settled(node):
        _line(canvas, into, part)


def _line(canvas: Canvas, into: BaseElement, node: Path) -> None:
    style, stroke = _paint(canvas, "fill", node.fill), node.stroke
    style |= {"fill-rule": "evenodd"} if node.even_odd else {}
    if stroke is not None and stroke.width > 0:
        style |= _paint(canvas, "stroke", stroke.paint) | {"stroke-width": _n(stroke.width)}
        style |= {} if stroke.cap == "butt" else {"stroke-linecap": stroke.cap}
        style |= {} if stroke.join == "miter" else {"stroke-linejoin": stroke.join}
        if stroke.join == "miter" and stroke.miter != 4:
            style["stroke-miterlimit"] = _n(stroke.miter)
        if any(d > 0 for d in stroke.dash):
            style["stroke-dasharray"] = " ".join(_n(d) for d in stroke.dash)
            style["stroke-dashoffset"] = _n(stroke.dash_offset)
    if node.segments:
        into.add(canvas.drawing.path(d=path_data(node.segments), **style))


def _paint(canvas: Canvas, what: str, paint: Paint | None) -> dict[str, str]:
    """The attributes that fill or stroke with one paint."""
    if paint is None:
        return {what: "none"}
    if isinstance(paint, Color):
        return {what: paint.hex} | ({f"{what}-opacity": _n(paint.alpha)} if paint.alpha < 1 else {})
    return {what: f"url(#{canvas.once(('paint', paint), 'p', partial(_gradient, canvas, paint))})"}


def _gradient(canvas: Canvas, paint: Gradient) -> BaseElement:
    start, end = (_n(paint.x1), _n(paint.y1)), (_n(paint.x2), _n(paint.y2))
    if paint.r > 0:
        focus = {} if start == end else {"focal": end}
        made = canvas.drawing.radialGradient(start, _n(paint.r), **focus, gradientUnits="userSpaceOnUse")
    else:
        made = canvas.drawing.linearGradient(start, end, gradientUnits="userSpaceOnUse")
    for offset, color in paint.stops:
        made.add_stop_color(_n(offset), color.hex, _n(color.alpha) if color.alpha < 1 else None)
    return made


def _text(canvas: Canvas, into: BaseElement, node: GlyphRun) -> None:
    """The run's glyphs as outlines; a hidden run leaves only its words."""
    if not node.glyphs:
        return
    if canvas.pixels:
        if node.fill is not None:
            into.add(canvas.drawing.g(**{"data-run": len(canvas.runs)}))
            canvas.runs.append(node)
        return
    label = {"aria-label": words, "role": "img"} if (words := node.string) else {}
    if node.fill is None:
        into.add(canvas.drawing.g(**label))
        return
    scale = node.size / _UNITS
    where = {"transform": f"translate({_n(node.x)} {_n(node.y)}) scale({scale:.6g})"}
    run = into.add(canvas.drawing.g(**label, **where, **_paint(canvas, "fill", node.fill)))
    font = canvas.book.font(node.font)
    for glyph in node.glyphs:
        if outline := font.outline(glyph.gid):
            shown = canvas.once((node.font, glyph.gid), "g", partial(_glyph, canvas, outline))
            run.add(canvas.drawing.use(f"#{shown}", (_n(glyph.x / scale), _n(glyph.y / scale))))


def _glyph(canvas: Canvas, outline: Segments) -> BaseElement:
    """In ems, in whole tenths of `_UNITS`."""
    data = "".join(kind + " ".join(f"{v * _UNITS:.5g}" for v in points) for kind, points in outline)
    return canvas.drawing.path(d=data)


_COARSE = 4
"""Pixels per mm below which a picture is meant to show its pixels."""
_MAGIC: Mapping[bytes, str] = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def _image(canvas: Canvas, into: BaseElement, node: Image) -> None:
    picture = plain_png(node.data) if canvas.pixels else node.data
    kind = next((mime for magic, mime in _MAGIC.items() if picture.startswith(magic)), "image/png")
    data = f"data:{kind};base64,{base64.b64encode(picture).decode('ascii')}"
    place, size = (_n(node.x), _n(node.y)), (_n(node.width), _n(node.height))
    made = into.add(canvas.drawing.image(data, place, size, preserveAspectRatio="none"))
    if 0 < node.pixels[0] < _COARSE * node.width:  # as PDF readers show it: square pixels, not a blur
        made["image-rendering"] = "optimizeSpeed"
    if node.alt:
        made.set_desc(title=node.alt)


_DRAW: dict[type, Callable[[Canvas, Any, Any], None]] = {Group: _group, Path: _path, GlyphRun: _text, Image: _image}
