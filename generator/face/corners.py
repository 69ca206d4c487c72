"""Corners that programs draw each in its way: cusps of curves, and mitres under an uneven map; parts of curves.

Takes outlines and `Path`s; gives plainer ones, which look as browsers show them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, pi, sin, sqrt

from generator.face.bounds import OutlineSide, corners_of, subpaths
from generator.face.face import IDENTITY, Color, Group, Matrix, Node, Path, Segment, Segments
from generator.face.geometry import Point, at, between, polyline, scale_of
from generator.values import replace

_STEPS = 32
_SLIGHT = 1e-6
_SHORT = 0.01
"""Of the width of a pen: the sides of a corner that is drawn alone."""
_NEAR = 0.1
"""Of the width of a pen: where a curve turns within that, programs see a corner or none."""
_SHARP = pi / 3
_FAR = 10_000.0


def blossom(points: Sequence[Point], ts: Sequence[float]) -> Point:
    """Of a line or cubic: for equal `ts` its point there."""
    for t in ts:
        points = [between(p, q, t) for p, q in pairwise(points)]
    return points[0]


def part_of(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line or cubic between two of its shares."""
    count = len(points)
    return [blossom(points, [start] * (count - 1 - k) + [end] * k) for k in range(count)]


def onward(piece: Sequence[Point]) -> Segment:
    """A line or cubic as the segment that goes on from its first point."""
    return ("C" if len(piece) > 2 else "L", tuple(v for p in piece[1:] for v in p))


@lru_cache(maxsize=256)
def rounded(segments: Segments, width: float) -> Segments:
    """An outline whose curves have no cusps; it is often drawn in several colours."""
    found: list[Segment] = []
    here: Point = (0.0, 0.0)
    for command, v in segments:
        points = [here, *zip(v[::2], v[1::2], strict=True)]
        tips = _tips(points) if command == "C" else ()
        found += _around(points, tips, width * _NEAR) if tips else ((command, v),)
        here = points[-1]
    return tuple(found) if len(found) > len(segments) else segments


def _tips(points: Sequence[Point]) -> list[float]:
    """Where a cubic that turns by more than a right angle all but halts: there its cusps are."""
    one, two, three = legs = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(points)]
    if all(a[0] * b[0] + a[1] * b[1] >= -_SLIGHT for a, b in ((one, two), (two, three), (one, three))):
        return []

    def speed(t: float) -> float:
        return hypot(*blossom(legs, (t, t)))

    speeds = [speed(k / _STEPS) for k in range(_STEPS + 1)]
    slow = max(speeds) * _NEAR
    lows = [k for k in range(1, _STEPS) if speeds[k - 1] >= speeds[k] < speeds[k + 1] and speeds[k] < slow]
    return [_least(speed, (k - 1) / _STEPS, (k + 1) / _STEPS) for k in lows]


def _least(height: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(2 * _STEPS):
        third = (high - low) / 3
        low, high = (low, high - third) if height(low + third) <= height(high - third) else (low + third, high)
    return (low + high) / 2


def _around(points: Sequence[Point], tips: Sequence[float], near: float) -> Iterator[Segment]:
    """A cubic, cut at its tips where it turns within a short way there."""
    begun = 0.0
    for tip in tips:
        middle = blossom(points, [tip] * 3)
        before, after = (_apart(points, tip, end, near) for end in (begun, 1.0))
        p, q = (blossom(points, [t] * 3) for t in (before, after))
        way = atan2(middle[1] - p[1], middle[0] - p[0])
        turn = (atan2(q[1] - middle[1], q[0] - middle[0]) - way + pi) % (2 * pi) - pi
        if abs(turn) > _SHARP:
            yield onward(part_of(points, begun, before))
            radius, count = near * _NEAR * (1 if turn > 0 else -1), 8
            for angle in (way + turn * k / count for k in range(count + 1)):
                yield ("L", (middle[0] + radius * sin(angle), middle[1] - radius * cos(angle)))
            yield ("L", q)
            begun = after
    yield onward(part_of(points, begun, 1.0))


def _apart(points: Sequence[Point], tip: float, end: float, near: float) -> float:
    """Where, from the tip of a cubic on towards an end, it is as far as `near` from the tip."""
    middle, low = blossom(points, [tip] * 3), tip
    for _ in range(_STEPS):
        t = (low + end) / 2
        p = blossom(points, [t] * 3)
        low, end = (low, t) if dist(middle, p) > near else (t, end)
    return end


def mitred(node: Node, matrix: Matrix) -> Node:
    """A node for programs that hold a mitre against its limit as it lies on the page: under an uneven map its corners
    are bevels, and those that reach farther lines of their own."""
    if not isinstance(node, Path) or node.stroke is None or scale_of(matrix) is not None:
        return node
    pen = node.stroke
    if pen.join != "miter" or pen.dash:
        return node
    turns = [turn for sides, closed in subpaths(node.segments) for turn in corners_of(sides, closed)]
    kept = [turn for turn in turns if _reach(turn, IDENTITY) <= pen.miter]
    if kept == [turn for turn in turns if _reach(turn, (*matrix[:4], 0.0, 0.0)) <= pen.miter]:
        return node
    alpha = pen.paint.alpha if isinstance(pen.paint, Color) else 1.0
    pen = replace(pen, paint=Color(pen.paint.hex)) if isinstance(pen.paint, Color) else pen
    tip = replace(pen, miter=_FAR)
    tips = (Path(_tip(*turn, pen.width * _SHORT), None, tip) for turn in kept)
    return Group((Path(node.segments, None, replace(pen, join="bevel")), *tips), opacity=alpha)


def _reach(turn: tuple[OutlineSide, OutlineSide], matrix: Matrix) -> float:
    """How far the mitre of a corner reaches under a map, in widths."""
    (ax, ay), (bx, by) = at(matrix, *turn[0].into), at(matrix, *turn[1].out)
    cosine = (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by) or 1.0)
    return sqrt(2 / max(1 + cosine, _SLIGHT**2))


def _tip(one: OutlineSide, other: OutlineSide, short: float) -> Segments:
    """A corner with the shortest of sides."""
    (x, y), into, out = one.end, one.into, other.out
    return polyline((x - into[0] * short, y - into[1] * short), (x, y), (x + out[0] * short, y + out[1] * short))
