"""Nodes and outlines -> the rectangles and outlines around them.

Takes nodes or segments in mm, gives boxes (x0, y0, x1, y1), grown outlines, and the nodes that touch a window.
Promise: a box never cuts paint (it may be a little large: curves count by their control points).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from generator.layout.face import Group, Image, Matrix, Node, Path, Segment, Segments, Text

if TYPE_CHECKING:
    from generator.layout.fonts import FontBook

Box = tuple[float, float, float, float]
Point = tuple[float, float]

NOTHING: Box = (0.0, 0.0, 0.0, 0.0)


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """The map that does `n` first and `m` after it."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * o + e, b * k + d * o + f)


def moved(box: Box, m: Matrix) -> Box:
    """The upright box around a box that was mapped."""
    x0, y0, x1, y1 = box
    corners = [(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = zip(*corners, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def around(boxes: Iterable[Box]) -> Box:
    """The box around all boxes; `NOTHING` if there are none."""
    found = [b for b in boxes if b != NOTHING]
    if not found:
        return NOTHING
    x0, y0, x1, y1 = zip(*found, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def meet(a: Box, b: Box) -> bool:
    """True if two boxes share a point."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def outline_box(segments: Segments) -> Box:
    """The box around the points of an outline."""
    values = [v for _, points in segments for v in points]
    if not values:
        return NOTHING
    return (min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2]))


def node_box(node: Node, book: FontBook) -> Box:
    """The box around what a node paints, mm, in the coordinates it stands in."""
    match node:
        case Path():
            return _path_box(node)
        case Text():
            font = book.font(node.font)
            reach = node.width * (node.stretch if node.fill is None else 1.0)
            x0, x1 = min(node.x, node.x + reach), max(node.x, node.x + reach)
            # a glyph may lean out of its advance, and marks may stand above the font's ascent
            lean = 0.3 * node.size
            top, bottom = max(font.ascent, 1.1) * node.size, max(font.descent, 0.4) * node.size
            return (x0 - lean, node.y - top, x1 + lean, node.y + bottom)
        case Image():
            return (node.x, node.y, node.x + node.width, node.y + node.height)
        case Group():
            inside = around(node_box(child, book) for child in node.children)
            if node.clip and inside != NOTHING:
                inside = _common(inside, outline_box(node.clip))
            return moved(inside, node.matrix) if inside != NOTHING else NOTHING


def _path_box(node: Path) -> Box:
    x0, y0, x1, y1 = outline_box(node.segments)
    if node.stroke is None:
        return (x0, y0, x1, y1)
    # a mitred corner reaches as far as its limit; square caps reach sqrt(2) half widths
    half = node.stroke.width / 2 * (node.stroke.miter if node.stroke.join == "miter" else 1.5)
    return (x0 - half, y0 - half, x1 + half, y1 + half)


def _common(a: Box, b: Box) -> Box:
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] < box[2] and box[1] < box[3] else NOTHING


def within(nodes: Sequence[Node], window: Box, book: FontBook, matrix: Matrix | None = None) -> tuple[Node, ...]:
    """The nodes that touch a window; a group is taken apart where that changes nothing it promises."""
    kept: list[Node] = []
    for node in nodes:
        box = node_box(node, book)
        if box == NOTHING or not meet(moved(box, matrix) if matrix else box, window):
            continue
        if isinstance(node, Group) and not node.key and node.opacity >= 1:
            inner = multiply(matrix, node.matrix) if matrix else node.matrix
            children = within(node.children, window, book, inner)
            if children:
                kept.append(replace(node, children=children))
        else:
            kept.append(node)
    return tuple(kept)


def grown(outline: Segments, by: float) -> Segments:
    """An outline moved outwards by so many mm (corners mitred): where paint may reach beyond the cut."""
    if by <= 0:
        return outline
    segments: list[Segment] = []
    for points in _polygons(outline):
        corners = _offset(points, by)
        segments += [("M" if i == 0 else "L", corner) for i, corner in enumerate(corners)]
        segments.append(("Z", ()))
    return tuple(segments)


def _polygons(outline: Segments, steps: int = 16) -> list[list[Point]]:
    """The corner points of each closed part, curves cut into straight steps, no point twice."""
    polygons: list[list[Point]] = []
    for kind, v in outline:
        if kind == "M":
            polygons.append([(v[0], v[1])])
        elif kind == "L":
            polygons[-1].append((v[0], v[1]))
        elif kind == "C":
            polygons[-1] += [_on_curve(polygons[-1][-1], v, i / steps) for i in range(1, steps + 1)]
    return [p for p in map(_without_doubles, polygons) if len(p) > 2]


def _on_curve(start: Point, v: tuple[float, ...], t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (a * start[0] + b * v[0] + c * v[2] + d * v[4], a * start[1] + b * v[1] + c * v[3] + d * v[5])


def _without_doubles(points: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for p in points:
        if not kept or hypot(p[0] - kept[-1][0], p[1] - kept[-1][1]) > 1e-4:
            kept.append(p)
    while len(kept) > 1 and hypot(kept[0][0] - kept[-1][0], kept[0][1] - kept[-1][1]) <= 1e-4:
        kept.pop()
    return kept


def _offset(points: list[Point], by: float) -> list[Point]:
    """The polygon whose sides lie `by` outside those of this one."""
    turned = sum(a[0] * b[1] - b[0] * a[1] for a, b in _pairs(points)) > 0
    normals = []
    for a, b in _pairs(points):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy)
        normals.append((dy / length, -dx / length) if turned else (-dy / length, dx / length))
    corners: list[Point] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = normals[i - 1], normals[i]
        dot = 1 + ax * bx + ay * by_
        if dot < 0.15:  # a needle: cut it off instead of drawing a long spike
            corners += [(x + by * ax, y + by * ay), (x + by * bx, y + by * by_)]
        else:
            corners.append((x + by * (ax + bx) / dot, y + by * (ay + by_) / dot))
    return corners


def _pairs(points: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))
