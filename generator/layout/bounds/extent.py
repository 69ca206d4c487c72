"""Nodes and outlines -> the boxes around them, the outlines beyond them, what shows through a window.

Takes nodes or segments in mm; gives boxes (x1, y1, x2, y2), grown outlines, nodes. Promise: a box never cuts
paint (it may be a little large where a stroke turns or a glyph leans).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from math import hypot
from typing import TYPE_CHECKING

from generator.face.face import IDENTITY, Group, Image, Matrix, Node, Path, Segment, Segments, Text
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    area,
    bounds,
    box_under,
    common,
    grown,
    merged,
    multiply,
    polygons,
)

if TYPE_CHECKING:
    from generator.typeset.fonts import FontBook


_LEAN = 0.3
"""How far a glyph may lean out of its advance, in em."""


def around(nodes: Iterable[Node], book: FontBook) -> Box:
    """The box around what nodes paint; `NOTHING` if they paint nothing."""
    return reduce(merged, (node_box(node, book) for node in nodes), NOTHING)


def node_box(node: Node, book: FontBook) -> Box:
    """The box around what a node paints, in the coordinates it stands in."""
    match node:
        case Path():
            stroke = node.stroke
            # a mitred corner reaches as far as its limit; a square cap sqrt(2) half widths
            reach = 0.0 if stroke is None else stroke.width / 2 * (stroke.miter if stroke.join == "miter" else 1.5)
            return grown(bounds(node.segments), reach)
        case Text():
            return _text_box(node, book)
        case Image():
            return (node.x, node.y, node.x + node.width, node.y + node.height)
        case Group():
            inside = around(node.children, book)
            return box_under(common(inside, bounds(node.clip)) if node.clip else inside, node.matrix)


def _text_box(node: Text, book: FontBook) -> Box:
    """Glyphs may lean out of their advance, and accents may stand above the font's ascent."""
    font = book.font(node.font)
    reach = node.width * (node.stretch if node.fill is None else 1.0)
    lean = _LEAN * node.size
    top, bottom = max(font.ascent, 1.1) * node.size, max(font.descent, 0.4) * node.size
    return (node.x - lean, node.y - top, node.x + reach + lean, node.y + bottom)


def within(nodes: Sequence[Node], window: Box, book: FontBook, matrix: Matrix = IDENTITY) -> tuple[Node, ...]:
    """The nodes that touch a window; a group is taken apart where that changes nothing it promises, and a run of
    text loses the glyphs at its ends that lie outside: they could not be seen, but would be found and copied.
    """
    kept: list[Node] = []
    for node in nodes:
        if _apart(box_under(node_box(node, book), matrix), window):
            continue
        if isinstance(node, Group) and not node.key and node.opacity >= 1:
            children = within(node.children, window, book, multiply(matrix, node.matrix))
            kept += [replace(node, children=children)] if children else []
        elif isinstance(node, Text):
            kept += _run_within(node, window, book, matrix)
        else:
            kept.append(node)
    return tuple(kept)


def _apart(box: Box, window: Box) -> bool:
    return box[0] > window[2] or box[2] < window[0] or box[1] > window[3] or box[3] < window[1]


def _run_within(run: Text, window: Box, book: FontBook, matrix: Matrix) -> list[Text]:
    """The run from its first to its last glyph that touches the window."""
    _, top, _, bottom = _text_box(run, book)
    stretch = run.stretch if run.fill is None else 1.0
    ends = [*(g.x for g in run.glyphs[1:]), run.width]
    lean = _LEAN * run.size if run.fill else 0.0

    def touches(k: int) -> bool:
        x1, x2 = run.x + run.glyphs[k].x * stretch - lean, run.x + ends[k] * stretch + lean
        return not _apart(box_under((min(x1, x2), top, max(x1, x2), bottom), matrix), window)

    found = [k for k in range(len(run.glyphs)) if touches(k)]
    if len(found) == len(run.glyphs):
        return [run]
    first = next((k for k in range(found[0], -1, -1) if run.glyphs[k].text), 0) if found else 0
    return [replace(run, glyphs=run.glyphs[first : found[-1] + 1])] if found else []


def beyond(outline: Segments, by: float) -> Segments:
    """An outline moved outwards by so many mm, corners mitred: where paint may reach beyond the cut."""
    if by <= 0:
        return outline
    segments: list[Segment] = []
    for points in filter(None, map(_spaced, polygons(outline))):
        corners = _offset(points, by)
        segments += [("M" if i == 0 else "L", corner) for i, corner in enumerate(corners)]
        segments.append(("Z", ()))
    return tuple(segments)


def _spaced(points: Sequence[Point]) -> list[Point]:
    """A polygon without sides too short to have a direction; empty if less than a triangle is left."""
    kept: list[Point] = []
    for p in points:
        if not kept or max(abs(p[0] - kept[-1][0]), abs(p[1] - kept[-1][1])) > 1e-4:
            kept.append(p)
    if len(kept) > 1 and max(abs(kept[0][0] - kept[-1][0]), abs(kept[0][1] - kept[-1][1])) <= 1e-4:
        kept.pop()
    return kept if len(kept) > 2 else []


def _offset(points: Sequence[Point], by: float) -> list[Point]:
    """The polygon whose sides lie `by` outside those of this one."""
    outwards = 1 if area(points) > 0 else -1
    normals: list[Point] = []
    for a, b in _sides(points):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy) * outwards
        normals.append((dy / length, -dx / length))
    corners: list[Point] = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = normals[i - 1], normals[i]
        blunt = 1 + ax * bx + ay * by_
        if blunt < 0.15:  # a needle: cut it off instead of drawing a long spike
            corners += [(x + by * ax, y + by * ay), (x + by * bx, y + by * by_)]
        else:
            corners.append((x + by * (ax + bx) / blunt, y + by * (ay + by_) / blunt))
    return corners


def _sides(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))
