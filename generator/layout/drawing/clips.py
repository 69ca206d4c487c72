"""clip-path -> outlines in mm.

Takes an element with `clip-path` and its place; gives outlines to clip by, one after the other. Promise: a clip that
holds nothing hides everything, as SVG has it; the parts of a clip never cancel each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, starmap
from math import fsum

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import ELEMENT, outline_weight
from generator.face.face import Segments
from generator.face.geometry import area, bounds, overlap, polygons, rectangle, transformed
from generator.layout.drawing.context import Context, GraphicsState, inside, moved
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import KNOWN, STYLED_WHERE_THEY_STAND
from generator.layout.svg.numbers import length
from generator.layout.svg.paint import color
from generator.layout.svg.paths import SHAPE_TAGS, reversed_path, shape_segments
from generator.layout.svg.references import reference
from generator.values import replace

Clip = tuple[Segments, bool]
"""An outline in mm, and whether it is even-odd."""
_UNSEEN = STYLED_WHERE_THEY_STAND | {"defs", "style", "symbol"}


def clip_segments(context: Context, element: Element, state: GraphicsState) -> list[Clip]:
    """The clips of an element, innermost first; `state` is the place inside it."""
    target, clip = reference(element.attributes.get("clip-path", "")), context.target(element, "clip-path")
    if clip is None:
        if target and element.bound:  # an expression made it
            context.refuse(
                element, "clip-path", f"`{target}` is nothing in this file", "refer to a `clipPath` of this file"
            )
        return []
    if clip.tag != "clipPath":
        context.refuse(element, "clip-path", f"`{target}` is a `{clip.tag}`, no clip path", "refer to a `clipPath`")
        return []
    if clip.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        context.refuse(
            clip, "clip-path", '`clipPathUnits="objectBoundingBox"` is not drawn', "write the clip in user space"
        )
        return []
    place = inside(context, clip, replace(state, style=context.root))
    clips = _together(context, clip, list(_parts(context, clip, place)))
    if clip.attributes.get("clip-path", "none") != "none":
        clips += clip_segments(context, clip, state)
    return clips


def mask_segments(context: Context, element: Element, state: GraphicsState) -> list[Clip] | None:
    """A mask of plain shapes that show all of what is in them: a clip. None: it is none, or more (that is told)."""
    mask = context.target(element, "mask")
    if mask is None or mask.tag != "mask":
        return None
    a, place = mask.attributes, inside(context, mask, replace(state, style=context.root))
    light = a.get("mask-type", "luminance") != "alpha"
    plain = a.get("maskContentUnits", "userSpaceOnUse") == "userSpaceOnUse"
    shapes = [c for c in mask.elements if c.tag in KNOWN and c.attributes.get("display") != "none"]
    if not plain or not all(_shows_all(context, shape, place, light) for shape in shapes):
        message = f"the mask `{mask.id}` is more than a plain {'white ' if light else ''}shape, and is not drawn"
        context.refuse(element, "mask", message, "use a clip path, or a gradient with transparent stops")
        return None
    window = _window(context, mask, state)
    return [*_together(context, mask, list(_parts(context, mask, place, "even_odd"))), *window]


def _window(context: Context, mask: Element, state: GraphicsState) -> list[Clip]:
    """What a mask's own box shows, where it may cut something off."""
    a = mask.attributes
    names = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
    if not names.keys() & a.keys():
        return []
    own = a.get("maskUnits") == "userSpaceOnUse"
    sides = zip(names, (state.viewport if own else (1.0, 1.0)) * 2, strict=True)
    try:
        x, y, w, h = (length(a.get(k, names[k]), whole, state.style.font_size) for k, whole in sides)
    except Unreadable as what:
        context.unreadable(mask, "x", what)
        return []
    if own:
        return [(transformed(rectangle(x, y, w, h), state.matrix) if min(w, h) > 0 else (), False)]
    if max(x, y) > 0 or min(x + w, y + h) < 1:
        context.refuse(mask, "x", "the mask shows a part of its box", 'write it in maskUnits="userSpaceOnUse"')
    return []


def _shows_all(context: Context, shape: Element, state: GraphicsState, light: bool) -> bool:
    """Whether a shape of a mask lets all through: opaque, and white where light is what counts."""
    a, style = shape.attributes, inside(context, shape, state).style
    drawn = shape.tag in SHAPE_TAGS and style.stroke == "none" and style.fill_opacity == 1
    if not drawn or {"clip-path", "mask", "filter"} & a.keys() or a.get("opacity", "1") not in ("1", "1.0"):
        return False
    try:
        paint = color(style.fill, style.color)
    except Unreadable:
        return False
    return paint.alpha == 1 and (paint.hex == "#ffffff" or not light)


def _together(context: Context, clip: Element, parts: Sequence[Clip]) -> list[Clip]:
    """One clip of all parts: what any of them shows. Their outlines as one path are that if none has holes, or if they
    lie apart; whatever else is refused."""
    whole = tuple(s for segments, _ in parts for s in segments)
    if len(parts) == 1 or not any(even_odd or _has_holes(segments) for segments, even_odd in parts):
        return [(whole, any(even_odd for _, even_odd in parts))]
    context.counted(clip, len(parts) ** 2 / 100)  # each is held against each
    boxes = [bounds(segments) for segments, _ in parts]
    if len({even_odd for _, even_odd in parts}) == 1 and not any(starmap(overlap, combinations(boxes, 2))):
        return [(whole, parts[0][1])]
    context.refuse(clip, "", f"`{clip.id}` has several shapes, one of them with holes", "in Inkscape: Path > Union")
    return []


def _has_holes(segments: Segments) -> bool:
    """True if parts of an outline run against each other."""
    return len({area(loop) > 0 for loop in polygons(segments) if len(loop) > 2}) > 1


def _parts(context: Context, clip: Element, state: GraphicsState, rule: str = "clip_even_odd") -> Iterator[Clip]:
    for child in clip.elements:
        if child.attributes.get("display") == "none" or child.tag not in KNOWN or child.tag in _UNSEEN:
            continue
        if child.attributes.get("clip-path", "none") != "none":
            context.refuse(child, "clip-path", "a shape of a clip path cannot be clipped itself", "clip the `clipPath`")
        place = inside(context, child, state)
        if child.tag in SHAPE_TAGS:
            yield from _shape(context, child, place, rule)
        elif child.tag == "use":
            yield from _used(context, child, place)
        else:
            context.refuse(
                child, "clip-path", f"a clip path cannot hold `{child.tag}`", "in Inkscape: Path > Object to Path"
            )


def _used(context: Context, use: Element, state: GraphicsState) -> Iterator[Clip]:
    target = context.target(use, "href")
    if target is None or target.attributes.get("display") == "none":
        return
    if target.tag not in SHAPE_TAGS:
        context.refuse(use, "href", f"a clip path cannot hold `{target.tag}`", "in Inkscape: Path > Object to Path")
        return
    try:
        place = moved(use, state)
    except Unreadable as what:
        context.unreadable(use, "x", what)
        return
    yield from _shape(context, target, inside(context, target, place))


def _shape(context: Context, element: Element, state: GraphicsState, rule: str = "clip_even_odd") -> Iterator[Clip]:
    try:
        segments = shape_segments(element.tag, element.attributes, state.viewport, state.style.font_size)
    except Unreadable as what:
        context.unreadable(element, "d", what)
        return
    if segments and state.style.visible:
        even_odd = getattr(state.style, rule) and element.tag in ("path", "polygon", "polyline")
        outline = transformed(segments, state.matrix)
        context.counted(element, ELEMENT + outline_weight(outline))
        yield (outline if even_odd else _clockwise(outline)), even_odd


def _clockwise(segments: Segments) -> Segments:
    turned = fsum(area(loop) for loop in polygons(segments) if len(loop) > 2)
    return reversed_path(segments) if turned < 0 else segments
