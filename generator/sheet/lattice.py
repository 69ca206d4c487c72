"""Where copies go that interlock: tiles that nest, circles in rows that shift by half.

Takes two vectors of a lattice, the box of one copy and the room for all (mm, y down); gives the top left corners of
as many boxes as the room holds. Promise: the number is the largest that any shift of the lattice gives; the same
question has the same answer, row by row from the top.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import ceil, sqrt

Vector = tuple[float, float]
Lattice = tuple[Vector, ...]
SLACK = 1e-6
"""Float noise, mm: what is nearer than this is equal."""
_MOST = 6000
"""More lattice points than this in one room are not worth the search: a plain grid does."""


def rows_of_circles(diameter: float, gap: float) -> Lattice:
    """The lattice of circles in rows, each row shifted by half, with at least `gap` mm between any two."""
    step = diameter + gap
    return ((step, 0.0), (step / 2, step * sqrt(3) / 2))


def turned(lattice: Lattice, turn: int) -> Lattice:
    """The lattice after quarter turns clockwise."""
    for _ in range(turn % 4):
        lattice = tuple((-y, x) for x, y in lattice)
    return lattice


@lru_cache(maxsize=512)
def fill(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> tuple[Vector, ...]:
    """The most boxes of `width` x `height` whose corners lie on some shift of the lattice and that lie in the room."""
    across, down = room_width - width + SLACK, room_height - height + SLACK
    if across < 0 or down < 0 or _too_many(lattice, across, down):
        return ()
    steps = _points(lattice, across, down)
    best: tuple[Vector, ...] = ()
    for top in sorted({round(-y, 6) + 0.0 for _, y in steps if y <= SLACK}):
        found = tuple((x, y + top) for x, y in steps if x >= -SLACK and -SLACK <= y + top <= down)
        if len(found) > len(best):
            best = found
    return tuple(sorted(((max(x, 0.0), max(y, 0.0)) for x, y in best), key=lambda p: (round(p[1], 3), p[0])))


@lru_cache(maxsize=512)
def fill_low(
    lattice: Lattice, width: float, height: float, room_width: float, room_height: float, count: int
) -> tuple[Vector, ...]:
    """The first `count` boxes of a filling that is as low as can be, so that the rest of the room stays free."""
    down = room_height - height
    if down < -SLACK or _too_many(lattice, room_width - width, down):
        return ()
    heights = sorted({round(abs(y), 6) for _, y in _points(lattice, max(room_width - width, 0.0), down + SLACK)})
    k = bisect_left(heights, count, key=lambda h: len(fill(lattice, width, height, room_width, h + height)))
    if k == len(heights):
        return fill(lattice, width, height, room_width, room_height)[:count]
    return fill(lattice, width, height, room_width, heights[k] + height)[:count]


def _too_many(lattice: Lattice, across: float, down: float) -> bool:
    (a, b), (c, d) = lattice
    return 4 * max(across, 1.0) * max(down, 1.0) > _MOST * abs(a * d - b * c)


@lru_cache(maxsize=64)
def _points(lattice: Lattice, across: float, down: float) -> tuple[Vector, ...]:
    """The lattice points with |x| <= across and |y| <= down."""
    (ax, ay), (bx, by) = lattice
    area = abs(ax * by - ay * bx)
    most_i = ceil((across * abs(by) + down * abs(bx)) / area) + 1
    most_j = ceil((across * abs(ay) + down * abs(ax)) / area) + 1
    found = []
    for i in range(-most_i, most_i + 1):
        for j in range(-most_j, most_j + 1):
            x, y = i * ax + j * bx, i * ay + j * by
            if abs(x) <= across and abs(y) <= down:
                found.append((x, y))
    return tuple(found)
