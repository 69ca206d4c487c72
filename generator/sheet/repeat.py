"""Step and repeat: how many equal boxes a rectangle takes, and where they lie in it: in a grid, or nested.

Takes a `Demand` (boxes of one size, upright, mm) and a width and height; gives `Repeat`s, and the corners and the
boxes that some copies cover. Nested copies lie on a lattice: tiles whose outlines interlock, circles in rows that
shift by half. Promise: nothing leaves the rectangle or overlaps; of a lattice no shift holds more; boxes share a bleed
that there is no room for twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import ceil, floor, inf, prod, sqrt
from typing import NamedTuple

from generator.face.geometry import Box, Point, merged
from generator.values import Struct

LEAST_BLEED = 0.75
"""A gap of less than twice this makes two cuts of one and helps nobody: then neighbours share their cut, mm."""
SLACK = 1e-6
"""Float noise, mm: what is nearer than this is equal."""
_MOST = 6000
"""More lattice points than this in one rectangle are not worth the search: a plain grid does."""

Lattice = tuple[Point, ...]
"""Two vectors; a third says where, in a lattice of pairs, the box of the copy turned half round lies."""
Corner = tuple[float, float, int]
"""The top left of a box, and its quarter turns."""


class Demand(Struct, frozen=True):
    """`count` boxes of one size. `straight`: cut by straight cuts. `pad` is the room wanted on every side for bleed
    and `floor` the least. `lattices` are those that copies may nest on (vectors of neighbours, upright); `shares`: they
    have edges in common there, which is one cut. `backed`: some copies have a printed back. `alone`: the only copy,
    which takes all its pad.
    """

    width: float
    height: float
    count: int
    straight: bool = True
    pad: float = 0.0
    floor: float = 0.0
    lattices: tuple[Lattice, ...] = ()
    shares: bool = False
    backed: bool = False
    alone: bool = False

    @property
    def area(self) -> float:
        """The area of one box, square mm."""
        return self.width * self.height

    def size(self, turn: int) -> tuple[float, float]:
        """Width and height of one box after quarter turns."""
        return (self.height, self.width) if turn % 2 else (self.width, self.height)


class Repeat(NamedTuple):
    """A way to repeat one box over a rectangle: a grid with so many `columns`, or a `lattice` (turned already); `holds`
    is how many it takes.
    """

    turn: int
    holds: int
    columns: int = 0
    pad_x: float = 0.0
    pad_y: float = 0.0
    lattice: Lattice = ()


@lru_cache(maxsize=65536)
def repeats(demand: Demand, width: float, height: float) -> tuple[Repeat, ...]:
    """The ways that hold a box or more, the best first: lattices that save cuts, grids, lattices that hold more."""
    turns = (0,) if abs(demand.width - demand.height) < SLACK else (0, 1)
    grids = [way for turn in turns if (way := _grid(demand, width, height, turn)).holds]
    most = 0 if demand.shares else max((way.holds for way in grids), default=0)
    nested = (_nested(demand, width, height, turn, way, most) for way in demand.lattices for turn in (0, 1))
    more = [way for way in nested if way.holds > most]
    return (*more, *grids) if demand.shares else (*grids, *more)


def _grid(demand: Demand, width: float, height: float, turn: int) -> Repeat:
    across, down = demand.size(turn)
    columns, pad_x = _line(width, across, demand)
    rows, pad_y = _line(height, down, demand)
    return Repeat(turn, columns * rows, columns, pad_x, pad_y)


def _line(room: float, size: float, demand: Demand) -> tuple[int, float]:
    """How many boxes stand in a line, and the room on both sides of each: what they can share, up to `pad`."""
    holds = floor((room + SLACK) / (size + 2 * demand.floor))
    if holds < 1:
        return 0, 0.0
    pad = min(demand.pad, (room / (1 if demand.alone else holds) - size) / 2)
    return holds, demand.floor if pad < max(demand.floor, LEAST_BLEED) else pad


def _nested(demand: Demand, width: float, height: float, turn: int, upright: Lattice, most: int) -> Repeat:
    """The pad of nested boxes is that of the whole block: it is wide where the same number fits. They are not placed
    where they are surely no more than `most`."""
    lattice = tuple((-y, x) for x, y in upright) if turn else upright

    def held(pad: float) -> int:
        return len(_fill(lattice, *demand.size(turn), width - 2 * pad, height - 2 * pad))

    across, down = (room - 2 * demand.floor - own for room, own in zip((width, height), demand.size(turn), strict=True))
    if most and _in_rows(lattice, across, down) <= most:
        return Repeat(turn, 0)
    holds = held(demand.floor)
    pad = demand.pad if held(demand.pad) == holds else demand.floor
    return Repeat(turn, holds, 0, pad, pad, lattice)


def _in_rows(lattice: Lattice, across: float, down: float) -> float:
    """At most so many points of a lattice lie in a rectangle: in each of its rows, or columns, as many as in a row by
    itself."""
    (a, b), (c, d), *_ = lattice
    steps = ((across, a), (down, d)) if b == 0 else ((down, b), (across, c))
    return prod(floor(max(room + 2 * SLACK, -1.0) / abs(step)) + 1 for room, step in steps) if a * b == 0 else inf


def capacity(demand: Demand, width: float, height: float) -> int:
    """How many copies a rectangle of this size holds."""
    return max((way.holds for way in repeats(demand, width, height)), default=0)


def corners(demand: Demand, way: Repeat, box: Box, count: int) -> list[Corner]:
    """Top left corners of the first `count` boxes within `box`, row by row, and the quarter turns of each."""
    if not way.lattice:
        return _cells(demand, way, box, range(count))
    left, top = box[0] + way.pad_x, box[1] + way.pad_y
    room = (box[2] - box[0] - 2 * way.pad_x, box[3] - box[1] - 2 * way.pad_y)
    nested = _fill(way.lattice, *demand.size(way.turn), *room)
    return [(left + x, top + y, (way.turn + half) % 4) for x, y, half in nested[:count]]


def _cells(demand: Demand, way: Repeat, box: Box, numbers: Iterable[int]) -> list[Corner]:
    """The same of the boxes of a grid with these numbers."""
    width, height = demand.size(way.turn)
    left, top = box[0] + way.pad_x, box[1] + way.pad_y
    cell_x, cell_y = width + 2 * way.pad_x, height + 2 * way.pad_y
    return [(left + k % way.columns * cell_x, top + k // way.columns * cell_y, way.turn) for k in numbers]


@lru_cache(maxsize=65536)
def covered(demand: Demand, way: Repeat, width: float, height: float, count: int) -> tuple[Box, ...]:
    """What the first `count` boxes and their pads cover of a rectangle at (0, 0): a box for each row of them, the full
    ones of a grid in one."""
    across, down = demand.size(way.turn)
    whole = (0.0, 0.0, width, height)
    rows: dict[float, list[Corner]] = {}
    if way.lattice:
        for corner in corners(demand, way, whole, count):
            rows.setdefault(round(corner[1], 3), []).append(corner)
    else:
        full = count - count % way.columns
        rows = {a: _cells(demand, way, whole, (a, b - 1)) for a, b in ((0, full), (full, count)) if a < b}
    boxes = [
        [(x - way.pad_x, y - way.pad_y, x + across + way.pad_x, y + down + way.pad_y) for x, y, _ in row]
        for row in rows.values()
    ]
    return tuple(merged(*row) for row in boxes)


# ---- lattices ------------------------------------------------------------------------------------------------


def rows_of_circles(diameter: float, gap: float) -> Lattice:
    """The lattice of circles in rows, each row shifted by half, with at least `gap` mm between any two: the densest
    packing of equal circles in the plane (Thue)."""
    step = diameter + gap
    return ((step, 0.0), (step / 2, step * sqrt(3) / 2))


@lru_cache(maxsize=4096)
def _fill(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> tuple[Corner, ...]:
    """The most boxes of `width` x `height` in a rectangle whose corners lie on some shift of the lattice, row by row: a
    shift that holds the most has a box at the left edge, and one at the top."""
    across, down = room_width - width + SLACK, room_height - height + SLACK
    (a, b), (c, d), *pair = lattice
    if across < 0 or down < 0 or 4 * max(across, 1.0) * max(down, 1.0) > _MOST * abs(a * d - b * c):
        return ()
    best, lift = list[tuple[float, float, int]](), 0.0
    starts = [[(0.0, 0.0, 0), (x, y, 2)] for x, y in pair] + [[(0.0, 0.0, 2), (-x, -y, 0)] for x, y in pair]
    for shift in starts or [[(0.0, 0.0, 0)]]:
        points = sorted(point for start in shift for point in _points(lattice, start, across, down))
        rows = [y for y, _, _ in points]
        for top in sorted({round(-y, 6) + 0.0 for y in rows if y <= SLACK}):
            first, end = bisect_left(rows, -top - SLACK), bisect_right(rows, down - top)
            if end - first > len(best):
                best, lift = points[first:end], top
    found = [(max(x, 0.0), max(y + lift, 0.0), turn) for y, x, turn in best]
    return tuple(sorted(found, key=lambda corner: (round(corner[1], 3), corner[0])))


def _points(lattice: Lattice, start: Corner, across: float, down: float) -> list[tuple[float, float, int]]:
    """The points (y, x, turn) of a lattice through one point, right of x = 0 and at most `down` above or below it."""
    (a, b), (c, d), *_ = lattice
    x0, y0, turn = start
    ends = [(x - x0, y - y0) for x, y in product((0.0, across), (-down, down))]
    ways = ([(x * d - y * c) / (a * d - b * c) for x, y in ends], [(a * y - b * x) / (a * d - b * c) for x, y in ends])
    ranges = [range(floor(min(way)), ceil(max(way)) + 1) for way in ways]
    steps = [(j * c, j * d) for j in ranges[1]]
    lines = ((x0 + i * a, y0 + i * b) for i in ranges[0])
    return [
        (y, x, turn)
        for x1, y1 in lines
        for dx, dy in steps
        if -SLACK <= (x := x1 + dx) <= across and abs(y := y1 + dy) <= down
    ]
