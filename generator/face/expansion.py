"""Stroke expansion: the stroke of an outline -> convex polygons that cover what it paints.

Takes an outline in mm and a pen without dashes; they may lie over each other, and turn either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from generator.face.bounds import OutlineSide, subpaths
from generator.face.face import Segments, Stroke
from generator.face.geometry import Point, ellipse, polygons
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
        turns = [*pairwise(sides), *([(sides[-1], sides[0])] if closed else [])]
        for one, other in turns:
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
