"""Convex polygons: those that cover the stroke of an outline, and how deep something lies in one, or is clipped to it.

Takes outlines in mm and pens without dashes. The polygons of a stroke may lie over each other, and turn either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import hypot, inf

from generator.face.bounds import OutlineSide, subpaths, turns_of
from generator.face.face import Segments, Stroke
from generator.face.geometry import Point, area, ellipse, polygon, polygons
from generator.values import replace


def stroke_polygons(segments: Segments, pen: Stroke) -> Iterator[list[Point]]:
    """Convex polygons that cover what a pen without dashes paints."""
    half = pen.width / 2
    for sides, closed in subpaths(segments):
        runs = [_chords(side) for side in sides]
        for run in runs:
            for (ax, ay, ux, uy), (bx, by, vx, vy) in pairwise(run):
                x, y = uy * half, -ux * half
                yield [(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)]
                yield from _corner((bx, by), (ux, uy), (vx, vy), replace(pen, join="miter"))
        for one, other in turns_of(sides, closed):
            yield from _corner(one.end, one.into, other.out, pen)
        if not closed and pen.cap != "butt":
            first, last = sides[0], sides[-1]
            for (x, y), (ux, uy) in ((first.start, (-first.out[0], -first.out[1])), (last.end, last.into)):
                if pen.cap == "round":
                    yield _disc(x, y, half)
                else:
                    a, b = uy * half, -ux * half
                    tip = (x + ux * half, y + uy * half)
                    yield [(x + a, y + b), (tip[0] + a, tip[1] + b), (tip[0] - a, tip[1] - b), (x - a, y - b)]


def _disc(x: float, y: float, half: float) -> list[Point]:
    return list(polygons(ellipse(x, y, half, half), 8)[0])


def _chords(side: OutlineSide) -> list[tuple[float, float, float, float]]:
    """The points of a side, each with the direction in which it goes on."""
    points = polygons(side.curve)[0] if side.curve else (side.start, side.end)
    ways = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)]
    units = [(x / (hypot(x, y) or 1.0), y / (hypot(x, y) or 1.0)) for x, y in ways]
    return [(*p, *u) for p, u in zip(points, [*units, side.into], strict=True)]


def _corner(where: Point, into: Point, out: Point, pen: Stroke) -> Iterator[list[Point]]:
    """What the corner between two lines adds."""
    (x, y), (ux, uy), (vx, vy), half = where, into, out, pen.width / 2
    cross, blunt = ux * vy - uy * vx, max(1 + ux * vx + uy * vy, 1e-12)
    if pen.join == "round":
        yield _disc(x, y, half)
    elif abs(cross) > 1e-9:
        outer = half if cross > 0 else -half
        a, b = (x + uy * outer, y - ux * outer), (x + vy * outer, y - vx * outer)
        long = outer / blunt
        tip = [(x + long * (uy + vy), y - long * (ux + vx))] if 2 / blunt <= pen.miter**2 + 1e-6 else []
        yield [(x, y), a, *tip, b]


def inner_sides(convex: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """A point of each side of a convex polygon, and the direction (of length 1) that leads from it inwards."""
    turn = 1 if area(convex) > 0 else -1
    for (x1, y1), (x2, y2) in pairwise((*convex, convex[0])):
        size = hypot(x2 - x1, y2 - y1) * turn or inf
        yield (x1, y1), ((y1 - y2) / size, (x2 - x1) / size)


def depth_in(convex: Sequence[Point], points: Iterable[Point]) -> float:
    """How far the outermost point lies within a convex polygon; below 0 outside."""
    known = list(points)
    return min((depth_at(side, known) for side in inner_sides(convex)), default=inf)


def depth_at(side: tuple[Point, Point], points: Iterable[Point]) -> float:
    """How far the outermost point lies within one side."""
    (px, py), (nx, ny) = side
    return min(((x - px) * nx + (y - py) * ny for x, y in points), default=inf)


def clip_polygons(loops: Iterable[Sequence[Point]], convex: Sequence[Point]) -> Segments:
    """What of polygons lies in a convex one, side by side (as Sutherland and Hodgman do it): turns are kept."""
    kept: list[Segments] = []
    for loop in loops:
        points = list(loop)
        for (px, py), (nx, ny) in inner_sides(convex):
            deep = [(p, (p[0] - px) * nx + (p[1] - py) * ny) for p in points]
            points = []
            for ((ax, ay), a), (b, there) in pairwise((*deep[-1:], *deep)):
                if (a < 0) != (there < 0):
                    t = a / (a - there)
                    points.append((ax + (b[0] - ax) * t, ay + (b[1] - ay) * t))
                points += [b] if there >= 0 else []
        kept += [polygon(points)] if len(points) > 2 else []
    return tuple(chain.from_iterable(kept))
