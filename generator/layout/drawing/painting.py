"""fill and stroke of an element -> a `Filling`, or the element of a pattern (patterns.py draws it).

Takes an element's inherited style and outline; follows `url(#...)` to gradients and patterns. Promise: a reference
that leads nowhere paints nothing, and is told: when the file was read, or here if an expression made it.

clip-path -> outlines in mm.

Takes an element with `clip-path` and its place; gives outlines to clip by, one after the other. Promise: a clip that
holds nothing hides everything, as SVG has it; the parts of a clip never cancel each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, starmap
from math import fsum
from operator import sub

from generator.diagnostics.findings import Finding, Unreadable
from generator.face.bounds import ELEMENT, outline_weight
from generator.face.face import Color, Group, Node, Path, Segments
from generator.face.geometry import NOTHING, area, area_of, bounds, overlap, polygons, transformed
from generator.layout.drawing.context import (
    Context,
    GraphicsState,
    by_box,
    inner_state,
    outline_in,
    own_box,
    use_offset,
)
from generator.layout.svg.datatypes import shown
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import KNOWN, SHAPES, STYLED_WHERE_THEY_STAND
from generator.layout.svg.paint import Filling, color, faded, gradient, stops_of
from generator.layout.svg.paths import reversed_path
from generator.layout.svg.references import reference
from generator.values import replace


def filling_of(
    context: Context, element: Element, state: GraphicsState, name: str, segments: Segments
) -> Filling | Element | None:
    """The paint of `fill` or `stroke` over an outline in user units; a pattern's element; None for no paint."""
    style = state.style
    words, opacity = (style.fill, style.fill_opacity) if name == "fill" else (style.stroke, style.stroke_opacity)
    if words in ("none", ""):
        return None
    try:
        filling = _filling(context, words, state, segments)
        if filling is None and name in element.attributes and element.bound:
            _must_lead_somewhere(context, words)
    except Unreadable as what:
        context.unreadable(element, name, what)
        return None
    if filling is None or isinstance(filling, Element):
        return filling
    return Filling(faded(filling.paint, opacity), filling.frame)


def _must_lead_somewhere(context: Context, words: str) -> None:
    """What an expression refers to could not be looked at when the file was read."""
    target = reference(words) if "url(" in words else None
    if target is not None and context.bound.by_id(target.removeprefix("#")) is None:
        raise Unreadable(f"`{shown(target)}` is nothing in this file", "refer to a gradient or pattern of this file")


def _filling(context: Context, words: str, state: GraphicsState, segments: Segments) -> Filling | Element | None:
    target = reference(words) if "url(" in words else None
    if target is None:
        paint = color(words, state.style.color)
        return Filling(paint) if paint.alpha > 0 else None
    instead = words.partition(")")[2].strip()
    plain = Filling(color(instead, state.style.color)) if instead not in ("", "none") else None
    element = context.by_id(target.removeprefix("#"))
    if element is None:
        return plain
    if element.tag == "pattern":
        return element if any(e.children for e in inheritance(context, element)) else plain
    if element.tag not in ("linearGradient", "radialGradient"):
        raise Unreadable(f"`{target}` is a `{element.tag}`, no gradient or pattern", "refer to a gradient")
    left, top, right, bottom = state.box or bounds(segments)
    return _gradient(context, element, state, segments) or (plain if left >= right or top >= bottom else None)


def inheritance(context: Context, element: Element) -> list[Element]:
    """The element and those it takes over attributes from by `href`, nearest first."""
    chain = [element]
    while len(chain) < 20:
        following = context.target(chain[-1], "href")
        if following is None or following in chain:
            break
        chain.append(following)
    return chain


def attributes_of(chain: list[Element]) -> dict[str, str]:
    """The attributes of a chain; the nearest wins."""
    found: dict[str, str] = {}
    for element in reversed(chain):
        found.update(element.attributes)
    return found


def _gradient(context: Context, element: Element, state: GraphicsState, segments: Segments) -> Filling | None:
    chain = inheritance(context, element)
    source = next((e for e in chain if any(c.tag == "stop" for c in e.elements)), element)
    a = attributes_of(chain)
    try:
        base = color(source.attributes.get("color", "currentColor"), context.root.color)
        stops = stops_of([c.attributes for c in source.elements if c.tag == "stop"], base)
        context.counted(element, ELEMENT * len(stops))
        box, viewport = state.box or bounds(segments), context.at_home(element, state).viewport
        return gradient(element.tag == "radialGradient", a, stops, state.matrix, box, viewport)
    except Unreadable as what:
        stop = next((c for c in source.elements if c.tag == "stop" and not _is_stop(c, context)), None)
        where = f"a stop of `{element.id}`" if stop else f"`{element.id}`"
        context.tell(Finding(what.code, (stop or element).mark(), f"{where}: {what.message}", what.hint))
        return None


def _is_stop(element: Element, context: Context) -> bool:
    """True if a stop can be read."""
    try:
        return bool(stops_of([element.attributes], context.root.color))
    except Unreadable:
        return False


SMALLEST = 1e-3
"""What is smaller (user units) shows nothing."""

Clip = tuple[Segments, bool]
"""An outline in mm, and whether it is even-odd."""
Clips = list[Sequence[Clip]]
"""What shows each a part of what is clipped: what any of some outlines shows."""
_UNSEEN = STYLED_WHERE_THEY_STAND | {"defs", "style", "symbol"}


def clips_of(context: Context, element: Element, state: GraphicsState, nodes: Sequence[Node]) -> Clips:
    """The clips of an element, innermost first; `state` is the place inside it, `nodes` what it came to."""
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
    place = inner_state(context, clip, context.at_home(clip, replace(state, style=context.root)))
    if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
        place = by_box(own_box(element, state, nodes), place)
    clips = outlines_in(context, clip, place)
    if clip.attributes.get("clip-path", "none") != "none":
        clips += clips_of(context, clip, state, nodes)
    return clips


def outlines_in(context: Context, holder: Element, place: GraphicsState, rule: str = "clip_even_odd") -> Clips:
    """The shapes in an element as clips, filled by one rule of their style or the other."""
    return _together(context, holder, list(_parts(context, holder, place, rule)))


def clipped(nodes: list[Node], clips: Iterable[Sequence[Clip]]) -> list[Node]:
    """What clips leave of some nodes: cut to an outline; of several, where a mask of them is white."""
    for parts in clips:
        if len(parts) == 1:
            ((segments, even_odd),) = parts
            nodes = [Group(tuple(nodes), clip=segments, clip_even_odd=even_odd)] if segments else []
        else:
            shown = tuple(Path(segments, Color("#ffffff"), even_odd=even_odd) for segments, even_odd in parts)
            nodes = [Group(tuple(nodes), mask=shown)] if nodes else []
    return nodes


def within_page(context: Context, clips: Clips) -> Clips:
    """The clips but for that of a template's own page, as drawing programs write it: what lies beyond is bleed."""
    x1, y1, x2, y2 = page = context.page or NOTHING

    def is_page(segments: Segments) -> bool:
        is_whole = max(map(abs, map(sub, bounds(segments), page))) < 0.05  # mm
        return is_whole and area_of(segments) > 0.999 * (x2 - x1) * (y2 - y1)

    return clips if context.bound.layout.art else [c for c in clips if not all(is_page(s) for s, _ in c)]


def _together(context: Context, clip: Element, parts: Sequence[Clip]) -> Clips:
    """One clip of all parts: what any of them shows. Their outlines as one path are that if none has holes, or if they
    lie apart."""
    whole = tuple(s for segments, _ in parts for s in segments)
    if len(parts) == 1 or not any(even_odd or _has_holes(segments) for segments, even_odd in parts):
        return [[(whole, any(even_odd for _, even_odd in parts))]]
    context.counted(clip, len(parts) ** 2 / 100)  # each is held against each
    boxes = [bounds(segments) for segments, _ in parts]
    if len({even_odd for _, even_odd in parts}) == 1 and not any(starmap(overlap, combinations(boxes, 2))):
        return [[(whole, parts[0][1])]]
    return [parts]


def _has_holes(segments: Segments) -> bool:
    """True if parts of an outline run against each other."""
    return len({area(loop) > 0 for loop in polygons(segments) if len(loop) > 2}) > 1


def _parts(context: Context, clip: Element, state: GraphicsState, rule: str = "clip_even_odd") -> Iterator[Clip]:
    for child in clip.elements:
        if child.attributes.get("display") == "none" or child.tag not in KNOWN or child.tag in _UNSEEN:
            continue
        if child.attributes.get("clip-path", "none") != "none":
            context.refuse(child, "clip-path", "a shape of a clip path cannot be clipped itself", "clip the `clipPath`")
        place = inner_state(context, child, state)
        if child.tag in SHAPES:
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
    if target.tag == "use" and context.bound.layout.art:
        message = "a `use` of another `use` shows nothing in a clip path, as in browsers"
        context.tell(Finding("T029", use.mark("href"), message, "refer to the shape itself"))
    elif target.tag not in SHAPES:
        context.refuse(use, "href", f"a clip path cannot hold `{target.tag}`", "in Inkscape: Path > Object to Path")
    if target.tag not in SHAPES:
        return
    try:
        place = use_offset(use, state)
    except Unreadable as what:
        context.unreadable(use, "x", what)
        return
    yield from _shape(context, target, inner_state(context, target, place))


def _shape(context: Context, element: Element, state: GraphicsState, rule: str = "clip_even_odd") -> Iterator[Clip]:
    segments = outline_in(context, element, state)
    if segments and state.style.visible:
        even_odd = getattr(state.style, rule) and element.tag in ("path", "polygon", "polyline")
        outline = transformed(segments, state.matrix)
        context.counted(element, ELEMENT + outline_weight(outline))
        yield (outline if even_odd else _clockwise(outline)), even_odd


def _clockwise(segments: Segments) -> Segments:
    turned = fsum(area(loop) for loop in polygons(segments) if len(loop) > 2)
    return reversed_path(segments) if turned < 0 else segments
