"""How many sheets, and what goes where: stocks of equal boxes -> pages of spots.

Takes `Stock`s (boxes of one size, upright, mm) and the room of one page; gives `Page`s. Promise: every copy is placed
once, in order; nothing leaves the room or overlaps; full pages hold one size, only remainders share; the fewest
pages of all the ways tried, then the fewest cuts; rectangles lie so that straight cuts free them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, inf
from typing import NamedTuple

from generator.frozen import dataclass
from generator.sheet.lattice import SLACK, Lattice, fill, fill_low, turned

BETWEEN = 2.5
"""Room in mm beside a block of rectangles of one size, for its crop marks."""
LEAST_BLEED = 0.75
"""A gap of less than twice this makes two cuts of one and helps nobody: then neighbours share their cut."""


@dataclass(frozen=True, slots=True)
class Stock:
    """`count` boxes of one size. `straight`: cut by straight cuts. `pad` is the room wanted on every side for bleed
    and `floor` the least. `lattice` is set where copies may interlock (vectors of neighbours, upright); `nests`: they
    always do.
    """

    width: float
    height: float
    count: int
    straight: bool = True
    pad: float = 0.0
    floor: float = 0.0
    lattice: Lattice = ()
    nests: bool = False


class Spot(NamedTuple):
    """Copy `number` of stock `stock`, its box's top left at (x, y) in the room, turned by `turn` quarter turns."""

    stock: int
    number: int
    x: float
    y: float
    turn: int
    interlocked: bool = False


class Room(NamedTuple):
    """A free rectangle, mm."""

    x: float
    y: float
    width: float
    height: float


Page = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class _Fit:
    """A way to put one stock into one room: cells of a grid, or spots of a lattice; `holds` is how many it takes."""

    turn: int
    holds: int
    columns: int = 0
    pad_x: float = 0.0
    pad_y: float = 0.0
    locked: bool = False


def _line(room: float, size: float, stock: Stock, padded: bool) -> tuple[int, float]:
    """How many boxes stand in a line, and the room on both sides of each: what they can share, up to `pad`."""
    number = floor((room + SLACK) / (size + 2 * stock.floor))
    if number < 1:
        return 0, 0.0
    pad = min(stock.pad if padded else stock.floor, (room / number - size) / 2)
    return number, stock.floor if pad < max(stock.floor, LEAST_BLEED) else pad


def _size(stock: Stock, turn: int) -> tuple[float, float]:
    return (stock.height, stock.width) if turn % 2 else (stock.width, stock.height)


def _grid(stock: Stock, room: Room, turn: int, padded: bool) -> _Fit:
    width, height = _size(stock, turn)
    columns, pad_x = _line(room.width, width, stock, padded)
    rows, pad_y = _line(room.height, height, stock, padded)
    return _Fit(turn, columns * rows, columns, pad_x, pad_y)


def _locked(stock: Stock, room: Room, turn: int, padded: bool) -> _Fit:
    """The pad of interlocked boxes is that of the whole block: it is wide where the same number fits."""
    width, height = _size(stock, turn)
    lattice = turned(stock.lattice, turn)
    pads = (stock.floor, stock.pad)
    least, wide = (len(fill(lattice, width, height, room.width - 2 * p, room.height - 2 * p)) for p in pads)
    pad = stock.pad if padded and wide == least else stock.floor
    return _Fit(turn, least, pad_x=pad, pad_y=pad, locked=True)


def _fits(stock: Stock, room: Room, padded: bool, wanted: float = inf) -> list[_Fit]:
    """The ways to fill a room with one stock, the plainest first. Circles only interlock where a grid is too small."""
    turns = (0,) if abs(stock.width - stock.height) < SLACK and not stock.nests else (0, 1)
    ways = [] if stock.nests else [_grid(stock, room, t, padded) for t in turns]
    if stock.lattice and (stock.nests or max(w.holds for w in ways) < wanted):
        ways += [_locked(stock, room, t, padded) for t in turns]
    return [w for w in ways if w.holds]


def capacity(stock: Stock, width: float, height: float) -> int:
    """How many of a stock a room of this size holds."""
    return max((w.holds for w in _fits(stock, Room(0.0, 0.0, width, height), False)), default=0)


def _spots(stock: Stock, fit: _Fit, room: Room, number: int) -> list[tuple[float, float]]:
    """Top left corners of the first `number` boxes of a fit, in the page's mm."""
    width, height = _size(stock, fit.turn)
    if fit.locked:
        inner = Room(room.x + fit.pad_x, room.y + fit.pad_y, room.width - 2 * fit.pad_x, room.height - 2 * fit.pad_y)
        found = fill_low(turned(stock.lattice, fit.turn), width, height, inner.width, inner.height, number)
        return [(inner.x + x, inner.y + y) for x, y in found]
    cell_x, cell_y = width + 2 * fit.pad_x, height + 2 * fit.pad_y
    return [
        (room.x + fit.pad_x + (k % fit.columns) * cell_x, room.y + fit.pad_y + (k // fit.columns) * cell_y)
        for k in range(number)
    ]


def _block(stock: Stock, fit: _Fit, spots: Sequence[tuple[float, float]], room: Room) -> Room:
    """What the boxes and their pads cover of the room, from its top left corner."""
    width, height = _size(stock, fit.turn)
    right = max(x for x, _ in spots) + width + fit.pad_x
    bottom = max(y for _, y in spots) + height + fit.pad_y
    return Room(room.x, room.y, right - room.x, bottom - room.y)


def _rest(stock: Stock, fit: _Fit, number: int, block: Room, room: Room) -> list[Room]:
    """What stays free: beside the last row, beside and below the block. Two guillotine cuts, the better way round."""
    gap = BETWEEN if stock.straight else 0.0
    right = room.x + block.width + gap
    below = room.y + block.height + gap
    wide, high = room.x + room.width - right, room.y + room.height - below
    across = [Room(right, room.y, wide, block.height), Room(room.x, below, room.width, high)]
    down = [Room(right, room.y, wide, room.height), Room(room.x, below, block.width, high)]
    rooms = max(across, down, key=lambda pair: max(r.width * r.height for r in pair))
    over = number % fit.columns if fit.columns else 0
    if over and number > fit.columns:
        width, height = _size(stock, fit.turn)
        cell_x, cell_y = width + 2 * fit.pad_x, height + 2 * fit.pad_y
        x = room.x + over * cell_x + gap
        rooms = [Room(x, room.y + block.height - cell_y, room.x + block.width - x, cell_y), *rooms]
    return [r for r in rooms if r.width > 1 and r.height > 1]


def _best(stock: Stock, rooms: Sequence[Room], left: int, padded: bool) -> tuple[_Fit, Room] | None:
    """The smallest room that takes all that is left, else the room that takes most; the lowest way to lie in it."""
    ways = [(fit, room) for room in rooms for fit in _fits(stock, room, padded, left)]
    if not ways:
        return None

    def price(way: tuple[_Fit, Room]) -> tuple[float, ...]:
        fit, room = way
        taken = min(fit.holds, left)
        block = _block(stock, fit, _spots(stock, fit, room, taken), room)
        return (-taken, room.width * room.height, fit.locked and not stock.nests, block.height, room.y, room.x)

    return min(ways, key=price)


def _full_pages(index: int, stock: Stock, room: Room) -> tuple[list[Page], int]:
    """Pages that hold nothing but one stock, as many as possible; how many copies they took."""
    ways = _fits(stock, room, True)
    if not ways:
        return [], 0
    most = max(w.holds for w in ways)
    fit = next(w for w in ways if w.holds == most)
    pages = []
    for page in range(stock.count // most):
        spots = _spots(stock, fit, room, most)
        pages.append(tuple(Spot(index, page * most + k, x, y, fit.turn, fit.locked) for k, (x, y) in enumerate(spots)))
    return pages, len(pages) * most


class _Way(NamedTuple):
    """How to lay out remainders: in which order, with bleed or without, several stocks on a page or one, and whether
    a stock may be torn over two pages to fill one up.
    """

    order: tuple[int, ...]
    padded: bool = True
    mixed: bool = True
    torn: bool = False


def _fill_page(stocks: Sequence[Stock], left: dict[int, int], room: Room, order: Iterable[int], way: _Way) -> Page:
    """One page of remainders: each stock in turn takes the rooms that suit it; counts `left` down."""
    rooms = [room]
    page: list[Spot] = []
    for index in order:
        stock = stocks[index]
        while left[index] and (best := _best(stock, rooms, left[index], way.padded)):
            if page and not way.torn and best[0].holds < left[index]:
                break
            fit, chosen = best
            number = min(fit.holds, left[index])
            spots = _spots(stock, fit, chosen, number)
            first = stock.count - left[index]
            page += [Spot(index, first + k, x, y, fit.turn, fit.locked) for k, (x, y) in enumerate(spots)]
            rooms.remove(chosen)
            rooms += _rest(stock, fit, number, _block(stock, fit, spots, chosen), chosen)
            left[index] -= number
    return tuple(page)


def _remainders(stocks: Sequence[Stock], rest: dict[int, int], room: Room, way: _Way) -> list[Page]:
    left, pages = dict(rest), []
    while todo := [i for i in way.order if left[i]]:
        pages.append(_fill_page(stocks, left, room, todo if way.mixed else todo[:1], way))
    return pages


def cuts(stocks: Sequence[Stock], page: Page) -> int:
    """How many straight cuts a page asks for (each line of edges once)."""
    lines: set[tuple[str, float]] = set()
    for spot in page:
        if stocks[spot.stock].straight:
            width, height = _size(stocks[spot.stock], spot.turn)
            lines |= {("x", round(spot.x, 3)), ("x", round(spot.x + width, 3))}
            lines |= {("y", round(spot.y, 3)), ("y", round(spot.y + height, 3))}
    return len(lines)


def pack(stocks: Sequence[Stock], width: float, height: float) -> list[Page]:
    """Pages of a room of `width` x `height` for all copies that fit it at all (see `capacity`), in the data's order."""
    room = Room(0.0, 0.0, width, height)
    pages: list[Page] = []
    rest: dict[int, int] = {}
    for index, stock in enumerate(stocks):
        full, taken = _full_pages(index, stock, room)
        pages += full
        if capacity(stock, width, height) and stock.count > taken:
            rest[index] = stock.count - taken
    pages += _best_remainders(stocks, rest, room)
    return sorted(pages, key=lambda page: min((s.stock, s.number) for s in page))


def price(stocks: Sequence[Stock], pages: Sequence[Page]) -> tuple[int, int, int]:
    """What pages cost: sheets, then how many heaps of equal pieces they hold, then cuts."""
    heaps = sum(len({s.stock for s in page}) for page in pages)
    return (len(pages), heaps, sum(cuts(stocks, page) for page in pages))


def _best_remainders(stocks: Sequence[Stock], rest: dict[int, int], room: Room) -> list[Page]:
    """The cheapest pages of all ways; data order and bleed before the others."""
    data = tuple(rest)
    large = tuple(sorted(data, key=lambda i: -stocks[i].width * stocks[i].height))
    high = tuple(sorted(data, key=lambda i: -max(stocks[i].width, stocks[i].height)))
    area = sum(stocks[i].width * stocks[i].height * rest[i] * (1.0 if stocks[i].straight else 0.6) for i in data)
    least = (max(1, ceil(area / (room.width * room.height))), len(data))
    best = _remainders(stocks, rest, room, _Way(data, mixed=False))
    for padded in (True, False) if len(data) > 1 else ():
        for order, torn in ((o, t) for o in dict.fromkeys((data, large, high)) for t in (False, True)):
            if price(stocks, best)[:2] <= least:
                return best
            found = _remainders(stocks, rest, room, _Way(order, padded, torn=torn))
            best = min(best, found, key=lambda pages: price(stocks, pages))
        if len(best) <= least[0]:
            break
    return best
