"""fill and stroke of an element -> a `Filling`, or clipped copies of a pattern's tile.

Takes an element's inherited style and outline; follows `url(#...)` to gradients and patterns. Promise: a reference
that leads nowhere paints nothing, and is told: when the file was read, or here if an expression made it; all copies of
a tile share one tuple of nodes and one key, and their number is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from math import ceil, floor

from generator.diagnostics.findings import Finding, Unreadable
from generator.face.bounds import ELEMENT, painted, weight
from generator.face.face import Group, Matrix, Node, Segments
from generator.face.geometry import (
    Box,
    at,
    bounds,
    box_under,
    holds,
    inverse,
    multiply,
    overlap,
    rectangle,
    transformed,
)
from generator.layout.drawing.context import Context, GraphicsState, bounded, inside
from generator.layout.svg.element import Element
from generator.layout.svg.numbers import Rect, fitted, length, shown, transform, view_box
from generator.layout.svg.paint import Filling, color, faded, gradient, stops_of
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
        return None
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
        return gradient(
            element.tag == "radialGradient", a, stops, state.matrix, state.box or bounds(segments), state.viewport
        )
    except Unreadable as what:
        context.tell(Finding("T012", element.mark(), f"`{element.id}`: {what.message}", what.hint))
        return None


MAX_TILES = 4_000
SMALLEST = 1e-3
"""A tile below this (user units) shows nothing."""

Draw = Callable[[Context, Element, GraphicsState], list[Node]]


def pattern_nodes(
    context: Context, pattern: Element, state: GraphicsState, box: Box, outline: Segments, draw: Draw
) -> list[Node]:
    """The group that fills an outline (mm; `box` is around it in user units) with a pattern; [] if it cannot be drawn
    (that is told)."""
    chain = inheritance(context, pattern)
    a = attributes_of(chain)
    sides = (box[2] - box[0], box[3] - box[1])
    if min(sides) <= 0:
        return []
    try:
        x, y, w, h = _tile(a, state, (*box[:2], *sides))
        matrix = bounded(multiply(state.matrix, transform(a.get("patternTransform", ""))))
        inner = multiply(matrix, (1, 0, 0, 1, x, y))
        if "viewBox" in a and w > 0 and h > 0:
            fit = fitted(view_box(a["viewBox"]), (x, y, w, h), a.get("preserveAspectRatio", ""))
            inner = bounded(multiply(matrix, fit))
        elif a.get("patternContentUnits") == "objectBoundingBox":
            inner = bounded(multiply(inner, (sides[0], 0, 0, sides[1], 0, 0)))
    except Unreadable as what:
        context.unreadable(pattern, "", what)
        return []
    source = next((e for e in chain if e.children), pattern)
    place = inside(context, source, replace(state, style=context.root, matrix=inner))
    tile = tuple(n for c in source.elements for n in draw(context, c, replace(place, matrix=inner)))
    if w < SMALLEST or h < SMALLEST or not tile:
        return []
    copies = _copies(context, pattern, (x, y, w, h), matrix, tile, outline)
    style = state.style
    return [Group(copies, clip=outline, clip_even_odd=style.even_odd, opacity=style.fill_opacity)] if copies else []


def _tile(a: dict[str, str], state: GraphicsState, box: Rect) -> Rect:
    """A pattern's tile in user units; `box` is that of what is painted. Raises `Unreadable`."""
    names = ("x", "y", "width", "height")
    if a.get("patternUnits") == "userSpaceOnUse":
        x, y, w, h = (length(a.get(k, "0"), state.viewport[k in ("y", "height")]) for k in names)
        return x, y, w, h
    x, y, w, h = (length(a.get(k, "0"), 1.0) * box[2 + (k in ("y", "height"))] for k in names)
    return box[0] + x, box[1] + y, w, h


def _copies(
    context: Context,
    pattern: Element,
    box: Rect,
    matrix: Matrix,
    tile: tuple[Node, ...],
    outline: Segments,
) -> tuple[Node, ...]:
    """The tile (already in mm) moved to each place of the lattice where it touches the outline's box."""
    x, y, w, h = box
    back = inverse(matrix)
    if back is None:
        return ()
    shown = bounds(outline)
    reach = box_under(shown, back)
    first, last = floor((reach[0] - x) / w + 1e-6), ceil((reach[2] - x) / w - 1e-6)
    top, bottom = floor((reach[1] - y) / h + 1e-6), ceil((reach[3] - y) / h - 1e-6)
    count = max(0, last - first) * max(0, bottom - top)
    if count > MAX_TILES:
        message = f"the pattern `{pattern.id}` repeats {count} times, at most {MAX_TILES} are drawn"
        context.tell(Finding("T002", pattern.mark(), message, "make its tile larger"))
        return ()
    context.counted(pattern, count * weight(tile))
    edge = transformed(rectangle(x, y, w, h), matrix)
    clip = () if holds(bounds(edge), painted(tile), 1e-6) and matrix[1] == matrix[2] == 0 else edge
    key = "pattern:" + sha256(repr((tile, clip)).encode()).hexdigest()[:16]
    origin = at(matrix, 0.0, 0.0)
    places = [at(matrix, i * w, j * h) for j in range(top, bottom) for i in range(first, last)]
    moves: list[Matrix] = [(1, 0, 0, 1, round(px - origin[0], 4), round(py - origin[1], 4)) for px, py in places]
    copies = [Group(tile, m, clip, key=key) for m in moves]
    return tuple(c for c in copies if overlap(box_under(bounds(edge), c.matrix), shown))
