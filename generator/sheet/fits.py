"""How many equal boxes a room takes, and where they lie in it: a plain grid, or interlocked.

Takes a `Stock` (boxes of one size, upright, mm) and a `Room`; gives `Fit`s, and the corners and the room that some
boxes of a fit cover. Promise: nothing leaves the room or overlaps; boxes share a bleed that there is no room for twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

from generator.sheet.lattice import SLACK, Corner, Lattice, fill_low, number, turned
from generator.sheet.rooms import Room

LEAST_BLEED = 0.75
"""A gap of less than twice this makes two cuts of one and helps nobody: then neighbours share their cut."""


@dataclass(frozen=True, slots=True)
class Stock:
    """`count` boxes of one size. `straight`: cut by straight cuts. `pad` is the room wanted on every side for bleed
    and `floor` the least. `lattice` is set where copies may interlock (vectors of neighbours, upright); `nests`: they
    always do. `backed`: some copies have something printed behind them.
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

    def size(self, turn: int) -> tuple[float, float]:
        """Width and height of one box after quarter turns."""
        return (self.height, self.width) if turn % 2 else (self.width, self.height)


class Fit(NamedTuple):
    """A way to put one stock into one room: cells of a grid (`columns` by `rows`), or spots of a lattice (`locked`,
    turned already); `holds` is how many it takes. `down`: the first boxes fill columns, not rows.
    """

    turn: int
    holds: int
    columns: int = 0
    rows: int = 0
    pad_x: float = 0.0
    pad_y: float = 0.0
    locked: Lattice = ()
    down: bool = False


def _line(room: float, size: float, stock: Stock, padded: bool) -> tuple[int, float]:
    """How many boxes stand in a line, and the room on both sides of each: what they can share, up to `pad`."""
    holds = floor((room + SLACK) / (size + 2 * stock.floor))
    if holds < 1:
        return 0, 0.0
    pad = min(stock.pad if padded else stock.floor, (room / holds - size) / 2)
    return holds, stock.floor if pad < max(stock.floor, LEAST_BLEED) else pad


def _grid(stock: Stock, room: Room, turn: int, padded: bool) -> Fit:
    width, height = stock.size(turn)
    columns, pad_x = _line(room.width, width, stock, padded)
    rows, pad_y = _line(room.height, height, stock, padded)
    return Fit(turn, columns * rows, columns, rows, pad_x, pad_y)


def _locked(stock: Stock, room: Room, turn: int, padded: bool, upright: Lattice) -> Fit:
    """The pad of interlocked boxes is that of the whole block: it is wide where the same number fits."""
    width, height = stock.size(turn)
    lattice = turned(upright, turn)
    least = number(lattice, width, height, room.width - 2 * stock.floor, room.height - 2 * stock.floor)
    pad = stock.floor
    if padded and stock.pad > pad and least:
        wide = number(lattice, width, height, room.width - 2 * stock.pad, room.height - 2 * stock.pad)
        pad = stock.pad if wide == least else pad
    return Fit(turn, least, pad_x=pad, pad_y=pad, locked=lattice)


def _turns(stock: Stock) -> tuple[int, ...]:
    return (0,) if abs(stock.width - stock.height) < SLACK and not stock.nests else (0, 1)


def grids(stock: Stock, room: Room, padded: bool) -> list[Fit]:
    """The ways to fill a room with a plain grid."""
    return [] if stock.nests else [_grid(stock, room, t, padded) for t in _turns(stock)]


def interlocked(stock: Stock, room: Room, padded: bool) -> list[Fit]:
    """The ways to fill a room with boxes that interlock."""
    return [_locked(stock, room, t, padded, way) for way in (stock.lattice, stock.pair) if way for t in _turns(stock)]


def fits(stock: Stock, room: Room, padded: bool) -> list[Fit]:
    """The ways to fill a room with one stock, the plainest first."""
    return [w for w in (*grids(stock, room, padded), *interlocked(stock, room, padded)) if w.holds]


def capacity(stock: Stock, width: float, height: float) -> int:
    """How many of a stock a room of this size holds."""
    return max((w.holds for w in fits(stock, Room(0.0, 0.0, width, height), False)), default=0)


def footprint(stock: Stock) -> float:
    """The least paper that a copy takes among many, square mm: no page can hold more by its area."""
    plain = (stock.width + 2 * stock.floor) * (stock.height + 2 * stock.floor)
    ways = [lattice for lattice in (stock.lattice, stock.pair) if lattice]
    return min([plain, *(abs(w[0][0] * w[1][1] - w[0][1] * w[1][0]) / (len(w) - 1) for w in ways)])


def spots(stock: Stock, fit: Fit, room: Room, count: int) -> Sequence[Corner]:
    """Top left corners of the first `count` boxes of a fit, in the page's mm, and the quarter turns of each."""
    width, height = stock.size(fit.turn)
    left, top = room.x + fit.pad_x, room.y + fit.pad_y
    if fit.locked:
        found = _low(fit, (width, height), (room.width - 2 * fit.pad_x, room.height - 2 * fit.pad_y), count)
        return [(left + x, top + y, (fit.turn + half) % 4) for x, y, half in found]
    cell_x, cell_y = width + 2 * fit.pad_x, height + 2 * fit.pad_y
    cells = [divmod(k, fit.rows) if fit.down else divmod(k, fit.columns)[::-1] for k in range(count)]
    return [(left + column * cell_x, top + row * cell_y, fit.turn) for column, row in cells]


def _low(fit: Fit, size: tuple[float, float], room: tuple[float, float], count: int) -> Sequence[Corner]:
    """Boxes of a lattice in as few mm from the top (`down`: from the left) as can be."""
    if fit.down:
        found = fill_low(tuple((y, x) for x, y in fit.locked), *size[::-1], *room[::-1], count)
        return [(x, y, half) for y, x, half in found]
    return fill_low(fit.locked, *size, *room, count)


def covered(stock: Stock, fit: Fit, room: Room, count: int) -> list[Room]:
    """What the first `count` boxes and their pads cover: of a grid the full rows (or columns) and what is left over,
    of a lattice a box a row.
    """
    if fit.locked:
        return _rows(stock, fit, room, count)
    width, height = stock.size(fit.turn)
    cell_x, cell_y = width + 2 * fit.pad_x, height + 2 * fit.pad_y
    line = fit.rows if fit.down else fit.columns
    full, over = divmod(count, line)
    boxes = [(0, 0, full, line), (full, 0, 1, over)] if fit.down else [(0, 0, line, full), (0, full, over, 1)]
    return [
        Room(room.x + column * cell_x, room.y + row * cell_y, across * cell_x, down * cell_y)
        for column, row, across, down in boxes
        if across and down
    ]


def _rows(stock: Stock, fit: Fit, room: Room, count: int) -> list[Room]:
    """The boxes about all of a lattice that stand side by side."""
    width, height = stock.size(fit.turn)
    rows: dict[float, list[tuple[float, float]]] = {}
    for x, y, _ in spots(stock, fit, room, count):
        rows.setdefault(round(y, 3), []).append((x, y))
    found = []
    for row in rows.values():
        x1, x2, y1, y2 = min(row)[0], max(row)[0], min(y for _, y in row), max(y for _, y in row)
        size = (x2 - x1 + width + 2 * fit.pad_x, y2 - y1 + height + 2 * fit.pad_y)
        found.append(Room(x1 - fit.pad_x, y1 - fit.pad_y, *size))
    return found
