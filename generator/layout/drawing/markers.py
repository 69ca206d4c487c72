"""marker -> its drawing at the vertices of a line (SVG 2, 13.7).

Takes a shape's outline in user units and the style that names the markers; gives nodes in mm. A marker is styled where
it stands, as a pattern is; lines in it have markers only where they name some.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, pi, radians, sin

from generator.diagnostics.findings import Unreadable
from generator.face.face import Matrix, Node, Segments
from generator.face.geometry import Point, at, loops_of, multiply, rectangle, transformed
from generator.layout.drawing.context import (
    Context,
    Drawer,
    GraphicsState,
    checked_matrix,
    inner_state,
    restyled,
    windowed,
)
from generator.layout.svg.datatypes import css_angle, diagonal, fitted, length, number, view_box
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import LINES
from generator.layout.svg.paths import arc_joints
from generator.layout.svg.references import reference
from generator.layout.svg.style import SvgStyle
from generator.values import Struct, replace

UNMARKED = {"marker_start": "none", "marker_mid": "none", "marker_end": "none"}


class _Vertex(Struct, frozen=True):
    """A point of a line, and in what direction it comes there and leaves (radians; None: it does not)."""

    point: Point
    coming: float | None
    leaving: float | None

    @property
    def direction(self) -> float:
        """Degrees: half way between both."""
        if self.coming is None or self.leaving is None:
            return degrees(self.coming or self.leaving or 0.0)
        x, y = (part(self.coming) + part(self.leaving) for part in (cos, sin))
        return degrees(atan2(y, x) if abs(x) + abs(y) > 1e-9 else self.coming + pi / 2)


def marker_nodes(
    context: Context, element: Element, state: GraphicsState, segments: Segments, draw: Drawer
) -> list[Node]:
    """What the markers of a shape show; `draw` gives the nodes in an element, with its opacity and clip."""
    style = state.style
    names = (style.marker_start, style.marker_mid, style.marker_end)
    if names == ("none",) * 3 or element.tag not in LINES:
        return []
    inner = arc_joints(element.attributes["d"]) if element.tag == "path" else ()
    vertices, nodes = [v for k, v in enumerate(_vertices(segments)) if k not in inner], list[Node]()
    for name, marked in zip(names, (vertices[:1], vertices[1:-1], vertices[-1:]), strict=True):
        marker = context.by_id((reference(name) or "").removeprefix("#")) if name != "none" else None
        if marker is not None and marker.tag == "marker":
            for vertex in marked:
                nodes += _marked(context, marker, state, vertex, vertex is vertices[0], draw)
    return nodes


def _vertices(segments: Segments) -> list[_Vertex]:
    """The vertices of a path. A subpath that is closed ends at its first point, and turns there."""
    found: list[_Vertex] = []
    for loop in loops_of(segments):
        points: list[Point] = [(loop[0][1][0], loop[0][1][1])]
        ways: list[tuple[float | None, float | None]] = []
        for command, v in loop[1:]:
            way = [points[-1], *(zip(v[::2], v[1::2], strict=True) if command != "Z" else points[:1])]
            ways.append((_direction(way), _direction(way[::-1], pi)))
            points.append(way[-1])
        turns = [way for way in ways if way[0] is not None]
        closed = loop[-1][0] == "Z" and turns
        leaving = [*(way[0] for way in ways), turns[0][0] if closed else None]
        coming = [turns[-1][1] if closed else None, *(way[1] for way in ways)]
        found += map(_Vertex, points, coming, leaving)
    return found


def _direction(way: Sequence[Point], turned: float = 0.0) -> float | None:
    """Where one looks at the first of some points, to the next that lies elsewhere."""
    (x, y), *others = way
    return next((atan2(v - y, u - x) + turned for u, v in others if (u, v) != (x, y)), None)


def _marked(
    context: Context, marker: Element, state: GraphicsState, vertex: _Vertex, is_first: bool, draw: Drawer
) -> list[Node]:
    a, style = marker.attributes, state.style
    try:
        w, h, x, y = (length(a.get(k, n), em=style.font_size) for k, n in _SIZES.items())
        view = view_box(a["viewBox"]) if "viewBox" in a else (0.0, 0.0, w, h)
        if w <= 0 or h <= 0:
            return []
        fit = fitted(view, (0.0, 0.0, w, h), a.get("preserveAspectRatio", ""))
        x, y = at(fit, x, y)
        window = multiply(_place(a, style, state, vertex, is_first), (1.0, 0.0, 0.0, 1.0, -x, -y))
        window = checked_matrix(multiply(state.matrix, window))
        matrix = checked_matrix(multiply(window, fit))
    except Unreadable as what:
        context.unreadable(marker, "", what)
        return []
    paints = {
        f"context_{name}": _solid(words, style) for name, words in (("fill", style.fill), ("stroke", style.stroke))
    }
    around = restyled(context, context.root, {k: v for k, v in paints.items() if v})
    within = inner_state(context, marker, replace(state, style=around, matrix=matrix, viewport=view[2:], box=None))
    nodes = draw(context, marker, replace(within, style=restyled(context, within.style, UNMARKED)))
    return windowed(marker, nodes, transformed(rectangle(0.0, 0.0, w, h), window))


_SIZES = {"markerWidth": "3", "markerHeight": "3", "refX": "0", "refY": "0"}


def _place(a: Mapping[str, str], style: SvgStyle, state: GraphicsState, vertex: _Vertex, is_first: bool) -> Matrix:
    """The map that puts a marker's reference point onto a vertex. Raises `Unreadable`."""
    orient, size = a.get("orient", "0").strip(), 1.0
    if orient in ("auto", "auto-start-reverse"):
        angle = vertex.direction + 180 * (is_first and orient != "auto")
    else:
        angle = css_angle(orient) if orient[-1:].isalpha() else number(orient)
    if a.get("markerUnits") != "userSpaceOnUse":
        size = length(style.stroke_width, diagonal(*state.viewport), style.font_size)
    c, s = size * cos(radians(angle)), size * sin(radians(angle))
    return (c, s, -s, c, *vertex.point)


def _solid(words: str, style: SvgStyle) -> str:
    """A paint for a marker's `context-fill` and `context-stroke`; "" for those that are measured by the line's box."""
    if words.lower() == "currentcolor":
        return f"{style.color.hex}{round(255 * style.color.alpha):02x}"
    return "" if "url(" in words else words
