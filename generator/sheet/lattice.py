"""Where copies go that interlock: tiles that nest, circles in rows that shift by half.

Takes two vectors of a lattice, the box of one copy and the room for all (mm, y down); gives the top left corners of
as many boxes as the room holds. Promise: the number is the largest that any shift of the lattice gives; the same
question has the same answer, row by row from the top.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor, inf, sqrt

Vector = tuple[float, float]
Lattice = tuple[Vector, ...]
"""Two vectors; a third says where, in a lattice of pairs, the box of the copy turned half round lies."""
Corner = tuple[float, float, int]
"""The top left of a box, and its quarter turns: 0 or 2."""
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


_Run = tuple[float, float, int, int]
"""Boxes side by side: y and x of the first (the others stand each a step, the first vector, further right), how many,
and how they are turned.
"""


@lru_cache(maxsize=512)
def fill(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> tuple[Corner, ...]:
    """The most boxes of `width` x `height` whose corners lie on some shift of the lattice and that lie in the room."""
    step = lattice[0][0]
    runs = _fullest(lattice, width, height, room_width, room_height)
    corners = ((max(x + k * step, 0.0), y, turn) for y, x, count, turn in runs for k in range(count))
    return tuple(sorted(corners, key=lambda p: (round(p[1], 3), p[0])))


def number(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> int:
    """How many boxes `fill` finds."""
    return sum(run[2] for run in _fullest(lattice, width, height, room_width, room_height))


@lru_cache(maxsize=4096)
def _fullest(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> tuple[_Run, ...]:
    across, down = room_width - width + SLACK, room_height - height + SLACK
    if across < 0 or down < 0 or _too_many(lattice, across, down):
        return ()
    most, best, lift = 0, list[_Run](), 0.0
    for runs in _shifts(lattice, across, down):
        rows = [run[0] for run in runs]
        sums = [0, *accumulate(run[2] for run in runs)]
        for top in sorted({round(-y, 6) + 0.0 for y in rows if y <= SLACK}):
            first, end = bisect_left(rows, -top - SLACK), bisect_right(rows, down - top)
            if sums[end] - sums[first] > most:
                most, best, lift = sums[end] - sums[first], runs[first:end], top
    return tuple((max(y + lift, 0.0), x, count, turn) for y, x, count, turn in best)


def _shifts(lattice: Lattice, across: float, down: float) -> Iterator[list[_Run]]:
    """All boxes that lie right of one at (0, 0) and less than `down` above or below; in a lattice of pairs either of
    the two is at (0, 0).
    """
    if len(lattice) < 3:
        yield sorted(_runs(lattice, (0.0, 0.0, 0), across, down))
        return
    a, b = lattice[2]
    for x, y, turn in ((a, b, 0), (-a, -b, 2)):
        yield sorted(r for start in ((0.0, 0.0, turn), (x, y, 2 - turn)) for r in _runs(lattice, start, across, down))


def _runs(lattice: Lattice, start: Corner, across: float, down: float) -> Iterator[_Run]:
    """The boxes of a lattice through one box, in runs where rows are level."""
    (step, rise), (c, d), *_ = lattice
    x0, y0, turn = start
    if rise or step <= 0:
        for x, y in _points(lattice[:2], across + abs(x0), down + abs(y0)):
            if -SLACK <= x + x0 <= across and abs(y + y0) <= down:
                yield (y + y0, x + x0, 1, turn)
        return
    low, high = _between(y0, d, down)
    for j in range(ceil(low), floor(high) + 1):
        x = (x0 + j * c + SLACK) % step - SLACK
        if x <= across:
            yield (y0 + j * d, x, floor((across - x) / step) + 1, turn)


@lru_cache(maxsize=512)
def fill_low(
    lattice: Lattice, width: float, height: float, room_width: float, room_height: float, count: int
) -> tuple[Corner, ...]:
    """The first `count` boxes of a filling that is as low as can be, so that the rest of the room stays free."""
    down = room_height - height
    if down < -SLACK or _too_many(lattice, room_width - width, down):
        return ()
    steps = _shifts(lattice, max(room_width - width, 0.0), down + SLACK)
    heights = sorted({round(abs(run[0]), 6) for runs in steps for run in runs})
    k = bisect_left(heights, count, key=lambda h: number(lattice, width, height, room_width, h + height))
    if k == len(heights):
        return fill(lattice, width, height, room_width, room_height)[:count]
    return fill(lattice, width, height, room_width, heights[k] + height)[:count]


def _too_many(lattice: Lattice, across: float, down: float) -> bool:
    (a, b), (c, d) = lattice[:2]
    return 4 * max(across, 1.0) * max(down, 1.0) > _MOST * abs(a * d - b * c)


@lru_cache(maxsize=64)
def _points(lattice: Lattice, across: float, down: float) -> tuple[Vector, ...]:
    """The lattice points with |x| <= across and |y| <= down."""
    (ax, ay), (bx, by) = lattice
    most = ceil((across * abs(by) + down * abs(bx)) / abs(ax * by - ay * bx)) + 1
    found = []
    for i in range(-most, most + 1):
        (x_low, x_high), (y_low, y_high) = _between(i * ax, bx, across), _between(i * ay, by, down)
        reach = range(ceil(max(x_low, y_low)), floor(min(x_high, y_high)) + 1)
        found += [(i * ax + j * bx, i * ay + j * by) for j in reach]
    return tuple(found)


def _between(start: float, step: float, most: float) -> tuple[float, float]:
    """The range of j with |start + j * step| <= most."""
    if step == 0:
        return (-inf, inf) if abs(start) <= most else (1.0, 0.0)
    ends = ((-most - start) / step, (most - start) / step)
    return min(ends), max(ends)
