"""Outlines as loops of points: what lies inside, how near it is, and the same outline further out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, inf, sqrt

from generator.face.face import Segment, Segments
from generator.face.geometry import Point, area, edges, polygon, polygons


def beyond(outline: Segments, by: float) -> Segments:
    """An outline moved outwards by so many mm, corners mitred: where paint may reach beyond the cut."""
    if by <= 0:
        return outline
    segments: list[Segment] = []
    for points in filter(None, map(_spaced, polygons(outline))):
        segments += polygon(_offset(points, by))
    return tuple(segments)


def _spaced(points: Sequence[Point]) -> list[Point]:
    """A polygon without sides too short to have a direction; empty if less than a triangle is left."""
    pairs = edges(points)
    kept = [p for p, after in pairs if max(abs(p[0] - after[0]), abs(p[1] - after[1])) > 1e-4]
    return kept if len(kept) > 2 else []


def _offset(points: Sequence[Point], by: float) -> list[Point]:
    """The polygon whose sides lie `by` outside those of this one."""
    outwards = 1 if area(points) > 0 else -1
    normals: list[Point] = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
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


def inside(loops: Iterable[Sequence[Point]], x: float, y: float, even_odd: bool = True) -> bool:
    """True if the point lies inside the loops: by the even-odd rule, or the non-zero rule."""
    turns = 0
    for loop in loops:
        px, py = loop[-1]
        was_below = py > y
        for qx, qy in loop:
            is_below = qy > y
            if is_below is not was_below:
                was_below = is_below
                if x < (qx - px) * (y - py) / (qy - py) + px:
                    turns += 1 if is_below else -1
            px, py = qx, qy
    return bool(turns % 2 if even_odd else turns)


def distance(loops: Iterable[Sequence[Point]], x: float, y: float, closed: bool = True) -> float:
    """How far a point is from the nearest side of some loops; of open ones the last point and the first have no side
    between them. Without loops it is endless."""
    ways = loops if closed else ((*loop, *loop[-2:0:-1]) for loop in loops)
    return sqrt(min((_squared_to_edge(loop, x, y) for loop in ways), default=inf))


def clearance(loops: Iterable[Sequence[Point]], x: float, y: float) -> float:
    """How far a point is from the nearest edge: positive inside the loops, negative outside."""
    loops = list(loops)
    near = distance(loops, x, y)
    return near if inside(loops, x, y) else -near


def _squared_to_edge(loop: Sequence[Point], x: float, y: float) -> float:
    """The square of the distance from a point to the nearest side of a polygon."""
    found = inf
    px, py = loop[-1]
    for qx, qy in loop:
        dx, dy, vx, vy = qx - px, qy - py, x - px, y - py
        length = dx * dx + dy * dy
        along = vx * dx + vy * dy
        if along >= length:  # beyond the far end (or a side of no length)
            vx, vy = x - qx, y - qy
        elif along > 0:
            vx, vy = vx - along / length * dx, vy - along / length * dy
        square = vx * vx + vy * vy
        if square < found:  # noqa: PLR1730 (`min` takes as long as all the rest)
            found = square
        px, py = qx, qy
    return found
