"""Step and repeat: how many equal boxes a rectangle takes, and where they lie in it: in a grid, or nested.

Takes a `Demand` (boxes of one size, upright, mm) and a width and height; gives `Repeat`s, and the corners and the
boxes that some copies cover. Nested copies lie on a lattice: tiles whose outlines interlock, circles in rows that
shift by half. Promise: nothing leaves the rectangle or overlaps; of a lattice no shift holds more; boxes share a bleed
that there is no room for twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor, inf, sqrt
from typing import NamedTuple

from generator.face.geometry import Box, Point
from generator.values import dataclass

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


@dataclass(frozen=True, slots=True)
class Demand:
    """`count` boxes of one size. `straight`: cut by straight cuts. `pad` is the room wanted on every side for bleed
    and `floor` the least. `lattice` is set where copies may nest (vectors of neighbours, upright), `pair` where they
    may with every other one turned half round; `nests`: they always do. `backed`: some copies have a printed back.
    """

    width: float
    height: float
    count: int
    straight: bool = True
    pad: float = 0.0
    floor: float = 0.0
    lattice: Lattice = ()
    nests: bool = False
    backed: bool = False
    pair: Lattice = ()

    @property
    def area(self) -> float:
        """The area of one box, square mm."""
        return self.width * self.height

    @property
    def lattices(self) -> list[Lattice]:
        """The lattices that copies may lie on."""
        return [way for way in (self.lattice, self.pair) if way]

    def size(self, turn: int) -> tuple[float, float]:
        """Width and height of one box after quarter turns."""
        return (self.height, self.width) if turn % 2 else (self.width, self.height)


class Repeat(NamedTuple):
    """A way to repeat one box over a rectangle: a grid (`columns` by `rows`), or a `lattice` (turned already); `holds`
    is how many it takes. `down`: the first boxes fill columns, not rows.
    """

    turn: int
    holds: int
    columns: int = 0
    rows: int = 0
    pad_x: float = 0.0
    pad_y: float = 0.0
    lattice: Lattice = ()
    down: bool = False


@lru_cache(maxsize=65536)
def repeats(demand: Demand, width: float, height: float, padded: bool, nested: bool) -> tuple[Repeat, ...]:
    """The grids, or (`nested`) the lattices, that hold a box or more. `padded`: with bleed between them."""
    if not nested:
        return () if demand.nests else grids(demand, width, height, padded)
    ways = [_nested(demand, width, height, t, padded, way) for way in demand.lattices for t in _turns(demand)]
    return tuple(way for way in ways if way.holds)


def grids(demand: Demand, width: float, height: float, padded: bool) -> tuple[Repeat, ...]:
    """The grids that hold a box or more, also of what may nest."""
    ways = [_grid(demand, width, height, turn, padded) for turn in _turns(demand)]
    return tuple(way for way in ways if way.holds)


def _turns(demand: Demand) -> tuple[int, ...]:
    return (0,) if abs(demand.width - demand.height) < SLACK and not demand.nests else (0, 1)


def _grid(demand: Demand, width: float, height: float, turn: int, padded: bool) -> Repeat:
    across, down = demand.size(turn)
    columns, pad_x = _line(width, across, demand, padded)
    rows, pad_y = _line(height, down, demand, padded)
    return Repeat(turn, columns * rows, columns, rows, pad_x, pad_y)


def _line(room: float, size: float, demand: Demand, padded: bool) -> tuple[int, float]:
    """How many boxes stand in a line, and the room on both sides of each: what they can share, up to `pad`."""
    holds = floor((room + SLACK) / (size + 2 * demand.floor))
    if holds < 1:
        return 0, 0.0
    pad = min(demand.pad if padded else demand.floor, (room / holds - size) / 2)
    return holds, demand.floor if pad < max(demand.floor, LEAST_BLEED) else pad


def _nested(demand: Demand, width: float, height: float, turn: int, padded: bool, upright: Lattice) -> Repeat:
    """The pad of nested boxes is that of the whole block: it is wide where the same number fits."""
    size, lattice = demand.size(turn), _turned(upright, turn)
    holds, pad = _number(lattice, *size, width - 2 * demand.floor, height - 2 * demand.floor), demand.floor
    if padded and demand.pad > pad and holds:
        wide = _number(lattice, *size, width - 2 * demand.pad, height - 2 * demand.pad)
        pad = demand.pad if wide == holds else pad
    return Repeat(turn, holds, pad_x=pad, pad_y=pad, lattice=lattice)


def capacity(demand: Demand, width: float, height: float) -> int:
    """How many copies a rectangle of this size holds."""
    ways = (way for nested in (False, True) for way in repeats(demand, width, height, False, nested))
    return max((way.holds for way in ways), default=0)


def footprint(demand: Demand) -> float:
    """The least paper that a copy takes among many, square mm: no page can hold more by its area."""
    plain = (demand.width + 2 * demand.floor) * (demand.height + 2 * demand.floor)
    return min([plain, *(abs(w[0][0] * w[1][1] - w[0][1] * w[1][0]) / (len(w) - 1) for w in demand.lattices)])


def corners(demand: Demand, way: Repeat, box: Box, count: int) -> list[Corner]:
    """Top left corners of the first `count` boxes within `box`, and the quarter turns of each."""
    width, height = demand.size(way.turn)
    left, top = box[0] + way.pad_x, box[1] + way.pad_y
    if way.lattice:
        room = (box[2] - box[0] - 2 * way.pad_x, box[3] - box[1] - 2 * way.pad_y)
        nested = _fill(way.lattice, width, height, *room)
        if way.down:
            flipped = _fill(tuple((y, x) for x, y in way.lattice), height, width, *room[::-1])
            nested = tuple((x, y, half) for y, x, half in flipped)
        return [(left + x, top + y, (way.turn + half) % 4) for x, y, half in nested[:count]]
    cell_x, cell_y = width + 2 * way.pad_x, height + 2 * way.pad_y
    cells = [divmod(k, way.rows) if way.down else divmod(k, way.columns)[::-1] for k in range(count)]
    return [(left + column * cell_x, top + row * cell_y, way.turn) for column, row in cells]


@lru_cache(maxsize=65536)
def covered(demand: Demand, way: Repeat, width: float, height: float, count: int) -> tuple[Box, ...]:
    """What the first `count` boxes and their pads cover of a rectangle at (0, 0): of a grid the full rows (or columns)
    and what is left over, of a lattice a box a row.
    """
    if way.lattice:
        return _rows(demand, way, (0.0, 0.0, width, height), count)
    across, down = demand.size(way.turn)
    cell_x, cell_y = across + 2 * way.pad_x, down + 2 * way.pad_y
    line = way.rows if way.down else way.columns
    full, over = divmod(count, line)
    cells = (
        [(0, 0, full, line), (full, 0, full + 1, over)] if way.down else [(0, 0, line, full), (0, full, over, full + 1)]
    )
    return tuple(
        (x1 * cell_x, y1 * cell_y, x2 * cell_x, y2 * cell_y) for x1, y1, x2, y2 in cells if x1 < x2 and y1 < y2
    )


def _rows(demand: Demand, way: Repeat, box: Box, count: int) -> tuple[Box, ...]:
    """The boxes about all of a lattice that stand side by side."""
    width, height = demand.size(way.turn)
    rows: dict[float, list[Point]] = {}
    for x, y, _ in corners(demand, way, box, count):
        rows.setdefault(round(y, 3), []).append((x, y))
    return tuple(
        (
            min(row)[0] - way.pad_x,
            min(y for _, y in row) - way.pad_y,
            max(row)[0] + width + way.pad_x,
            max(y for _, y in row) + height + way.pad_y,
        )
        for row in rows.values()
    )


# ---- lattices ------------------------------------------------------------------------------------------------


def rows_of_circles(diameter: float, gap: float) -> Lattice:
    """The lattice of circles in rows, each row shifted by half, with at least `gap` mm between any two: the densest
    packing of equal circles in the plane (Thue)."""
    step = diameter + gap
    return ((step, 0.0), (step / 2, step * sqrt(3) / 2))


def _turned(lattice: Lattice, turn: int) -> Lattice:
    """The lattice after quarter turns clockwise."""
    for _ in range(turn % 4):
        lattice = tuple((-y, x) for x, y in lattice)
    return lattice


_Run = tuple[float, float, int, int]
"""Boxes side by side: y and x of the first (the others stand each a step, the first vector, further right), how many,
and how they are turned.
"""


@lru_cache(maxsize=512)
def _fill(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> tuple[Corner, ...]:
    """The most boxes of `width` x `height` in a rectangle whose corners lie on some shift of the lattice."""
    step = lattice[0][0]
    runs = _fullest(lattice, width, height, room_width, room_height)
    found = ((max(x + k * step, 0.0), y, turn) for y, x, count, turn in runs for k in range(count))
    return tuple(sorted(found, key=lambda p: (round(p[1], 3), p[0])))


def _number(lattice: Lattice, width: float, height: float, room_width: float, room_height: float) -> int:
    """How many boxes `_fill` finds."""
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


def _too_many(lattice: Lattice, across: float, down: float) -> bool:
    (a, b), (c, d) = lattice[:2]
    return 4 * max(across, 1.0) * max(down, 1.0) > _MOST * abs(a * d - b * c)


@lru_cache(maxsize=64)
def _points(lattice: Lattice, across: float, down: float) -> tuple[Point, ...]:
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
