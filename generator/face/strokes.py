"""Strokes that all programs draw alike: lines without length, and dashes where an outline closes.

Takes outlines and `Path`s; gives plainer ones. Promise: they look as browsers show them.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import fsum, hypot

from generator.face.bounds import Side, subpaths
from generator.face.face import Path, Segment, Segments, Stroke
from generator.face.geometry import Point, box_around, length_of
from generator.values import replace

MOST = 2_000
"""So many dashes of a path are drawn one by one."""
_STEPS = 32
_SLIGHT = 1e-6
_SHORT = 5
"""Of more steps is no part of an outline that is looked at."""
_HUNDREDTH = 0.01
"""Of the width of a pen: as long is the line that a dot is drawn as, so that it has a direction."""


def with_dots(segments: Segments, cap: str, width: float) -> Segments:
    """An outline to stroke: where it has no length, a line just long enough to have caps, or none."""
    if not any(c == "M" and (not w or w[-2:] == v) for (c, v), (_, w) in pairwise(segments)):
        return segments
    found: list[Segment] = []
    for loop in _loops(segments):
        left, top, right, bottom = box_around(loop)
        if right > left or bottom > top:
            found += loop
        elif cap != "butt":
            found += _dot((left, top), width)
    return tuple(found)


def _solid(outline: Segments) -> Segments:
    """An outline to fill: without parts on one line, which show nothing, but in a PDF as hairlines."""
    loops = _loops(outline)
    kept = [loop for loop in loops if len(loop) > _SHORT or not _is_flat(loop)]
    return outline if len(kept) == len(loops) else tuple(s for loop in kept for s in loop)


def _is_flat(loop: Segments) -> bool:
    (x, y), *points = [p for _, v in loop for p in zip(v[::2], v[1::2], strict=True)]
    fx, fy = max(((px - x, py - y) for px, py in points), key=lambda p: hypot(*p), default=(0.0, 0.0))
    return all(abs(fx * (py - y) - fy * (px - x)) <= _SLIGHT for px, py in points)


def _loops(segments: Segments) -> list[Segments]:
    starts = [k for k, (command, _) in enumerate(segments) if command == "M"]
    return [segments[a:b] for a, b in pairwise((*starts, len(segments)))]


def _dot(p: Point, width: float) -> Segments:
    half = width * _HUNDREDTH / 2
    return (("M", (p[0] - half, p[1])), ("L", (p[0] + half, p[1])))


def settled(node: Path) -> tuple[Path, ...]:
    """A path without what programs draw each in its own way."""
    inner = node.segments if node.fill is None else _solid(node.segments)
    line = None if node.stroke is None else _undashed(node, node.stroke)
    if inner is node.segments and (line is None or line is node):
        return (node,)
    fill = replace(node, segments=inner, stroke=None)
    found = (fill if node.fill is not None and inner else None, line and replace(line, fill=None))
    return tuple(part for part in found if part is not None)


def _undashed(node: Path, pen: Stroke) -> Path:
    """A path, its dashes drawn one by one where programs differ: over the corner at which an outline closes, and where
    they have no length, but for round ones."""
    if not any(d > 0 for d in pen.dash):
        return node
    parts = list(subpaths(node.segments))
    dots = pen.cap != "round" and 0 in pen.dash[::2]
    plain = not dots and not any(closed and _turns(sides[-1].into, sides[0].out) for sides, closed in parts)
    if plain or length_of(node.segments) * len(pen.dash) > MOST * fsum(pen.dash):
        return node
    lines = tuple(s for sides, closed in parts for s in _dashes(sides, closed, pen))
    return replace(node, segments=lines, stroke=replace(pen, dash=(), dash_offset=0.0))


def _turns(one: Point, other: Point) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) > _HUNDREDTH


def _dashes(sides: Sequence[Side], closed: bool, pen: Stroke) -> Iterator[Segment]:
    """The dashes of a subpath; the last goes on into the first."""
    rulers = [_ruler(side) for side in sides]
    starts = [0.0, *accumulate(ruler[-1] for ruler in rulers)]
    whole, at = starts[-1], -(pen.dash_offset % fsum(pen.dash))
    spans: list[tuple[float, float]] = []
    while at < whole - _SLIGHT:
        for k, dash in enumerate(pen.dash):
            if k % 2 == 0 and at + dash >= 0 and at < whole - _SLIGHT:
                spans.append((max(at, 0.0), min(at + dash, whole)))
            at += dash
    if closed and len(spans) > 1 and spans[0][0] <= 0 and spans[-1][1] >= whole - _SLIGHT:
        spans = [*spans[1:-1], (spans[-1][0], whole + spans[0][1])]
    for a, b in (s for s in spans if s[1] > s[0] or pen.cap != "butt"):
        pieces = [
            _piece(side, ruler, a - start - turn, b - start - turn)
            for turn in (0.0, whole)
            for start, side, ruler in zip(starts, sides, rulers, strict=False)
            if min(b, start + turn + ruler[-1]) - max(a, start + turn) > (-_SLIGHT if a == b else _SLIGHT)
        ]
        yield from _joined(pieces) if b > a else _dot(pieces[0][0], pen.width)


def _joined(pieces: Sequence[Sequence[Point]]) -> Iterator[Segment]:
    yield ("M", pieces[0][0])
    for _, *points in pieces:
        yield ("C" if len(points) > 1 else "L", tuple(v for p in points for v in p))


def _points(side: Side) -> list[Point]:
    v = side.curve[1][1] if side.curve else ()
    return [side.start, *zip(v[:4:2], v[1:4:2], strict=True), side.end]


def _ruler(side: Side) -> list[float]:
    """How far along a side the ends of its equal steps lie."""
    points, steps = _points(side), _STEPS if side.curve else 1
    places = [_blossom(points, [k / steps] * (len(points) - 1)) for k in range(steps + 1)]
    return [0.0, *accumulate(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(places))]


def _blossom(points: Sequence[Point], ts: Sequence[float]) -> Point:
    """Of a line or cubic: for equal `ts` its point there."""
    for t in ts:
        points = [(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for p, q in pairwise(points)]
    return points[0]


def _piece(side: Side, ruler: Sequence[float], start: float, end: float) -> list[Point]:
    """The part of a side between two lengths along it."""
    points = _points(side)
    a, b = (_share(ruler, min(max(v, 0.0), ruler[-1])) for v in (start, end))
    count = len(points)
    return [_blossom(points, [a] * (count - 1 - k) + [b] * k) for k in range(count)]


def _share(ruler: Sequence[float], along: float) -> float:
    k = min(bisect(ruler, along), len(ruler) - 1)
    step = ruler[k] - ruler[k - 1]
    return (k - 1 + ((along - ruler[k - 1]) / step if step else 0.0)) / (len(ruler) - 1)
