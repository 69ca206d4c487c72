"""How many sheets, and what goes where: stocks of equal boxes -> pages of spots.

Takes `Stock`s and the room of one page; gives `Page`s. Promise: every copy is placed once, in order; nothing leaves the
room or overlaps; full pages hold one size unless sharing what they leave free is cheaper; the fewest pages of all the
ways tried, then the fewest with two sides, the fewest heaps of equal pieces and the fewest cuts; rectangles lie so
that straight cuts free them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, fsum
from typing import NamedTuple

from generator.sheet.fits import Stock, footprint, spots
from generator.sheet.lattice import SLACK
from generator.sheet.pour import Desk, Heap, Leaf, Way, by_area, cost, emptied, gathered, known_fits, poured, put
from generator.sheet.rooms import Room

SNUG = (1.0, 1.5)
"""The room between blocks (see `pour.BETWEEN`) where it saves a page: outlines take the place of marks."""


class Spot(NamedTuple):
    """Copy `number` of stock `stock`, its box's top left at (x, y) in the room, turned by `turn` quarter turns. Spots
    of a page with the same `interlocked` lie on one lattice; 0: on none.
    """

    stock: int
    number: int
    x: float
    y: float
    turn: int
    interlocked: int = 0


Page = tuple[Spot, ...]


def pack(stocks: Sequence[Stock], width: float, height: float) -> list[Page]:
    """Pages of a room of `width` x `height` for all copies that fit it at all (see `capacity`), in the data's order:
    each page stands where the stock stands that covers most of it.
    """
    room = Room(0.0, 0.0, width, height)
    desk = Desk(stocks, room, min((min(s.width, s.height) for s in stocks), default=1.0))
    full, rest = _parted(desk)
    leaves = _best(desk, full, rest)
    leaves = _snug(desk, leaves) if len(stocks) > 1 else leaves
    return _numbered(_page(desk, leaf) for leaf in sorted(leaves, key=lambda leaf: _main(desk, leaf)))


def _main(desk: Desk, leaf: Leaf) -> tuple[int, int]:
    """The stock that covers most of a page, and how much of it: the more, the earlier."""
    areas: Counter[int] = Counter()
    for heap in leaf.heaps:
        areas[heap.stock] += round(desk.stocks[heap.stock].area * heap.number)
    index = min(areas, key=lambda i: (-areas[i], i))
    return index, -areas[index]


def _numbered(pages: Iterable[Page]) -> list[Page]:
    """The pages with their copies counted through."""
    seen: Counter[int] = Counter()
    found = []
    for page in pages:
        spots_ = []
        for spot in page:
            spots_.append(spot._replace(number=seen[spot.stock]))
            seen[spot.stock] += 1
        found.append(tuple(spots_))
    return found


def price(stocks: Sequence[Stock], pages: Sequence[Page]) -> tuple[int, int, int]:
    """What pages cost: sheets, sheets with two sides, then how many heaps of equal pieces they hold."""
    backed = sum(any(stocks[s.stock].backed for s in page) for page in pages)
    return (len(pages), backed, sum(len({s.stock for s in page}) for page in pages))


def cuts(stocks: Sequence[Stock], page: Page) -> int:
    """How many straight cuts a page asks for (each line of edges once)."""
    lines: set[tuple[str, float]] = set()
    for spot in page:
        if stocks[spot.stock].straight:
            width, height = stocks[spot.stock].size(spot.turn)
            lines |= {("x", round(spot.x, 3)), ("x", round(spot.x + width, 3))}
            lines |= {("y", round(spot.y, 3)), ("y", round(spot.y + height, 3))}
    return len(lines)


def _page(desk: Desk, leaf: Leaf) -> Page:
    """A page's spots, all with number 0, heap by heap as one reads."""
    return tuple(
        Spot(h.stock, 0, x, y, turn, k if h.fit.locked else 0)
        for k, h in enumerate(sorted(leaf.heaps, key=lambda h: (h.room.y, h.room.x)), 1)
        for x, y, turn in spots(desk.stocks[h.stock], h.fit, h.room, h.number)
    )


def _parted(desk: Desk) -> tuple[list[Leaf], dict[int, int]]:
    """The full pages of every stock, and how many copies are left of which."""
    full: list[Leaf] = []
    rest: dict[int, int] = {}
    for index in range(len(desk.stocks)):
        own, left = _full_pages(desk, index)
        full += own
        rest |= {index: left} if left else {}
    return full, rest


def _full_pages(desk: Desk, index: int) -> tuple[list[Leaf], int]:
    """Pages that hold nothing but one stock, as many as possible; how many copies are left."""
    stock = desk.stocks[index]
    ways = [w for lock in (False, True) for w in known_fits(desk, index, desk.room, True, lock)]
    if not ways:
        return [], 0
    most = max(w.holds for w in ways)
    number, left = divmod(stock.count, most)
    if not number:
        return [], left
    fit = next(w for w in ways if w.holds == most)
    return [put(desk, desk.blank, Heap(index, fit, desk.room, most))] * number, left


def _ways(stocks: Sequence[Stock], rest: Mapping[int, int], full: bool) -> Iterator[Way]:
    """Data order and bleed before the others; full pages are left alone first."""
    data, large, few = tuple(rest), by_area(stocks, rest), _by_count(stocks, rest)
    pads = (True, False) if any(s.pad > s.floor for s in stocks) else (True,)
    for orders, torn in (((data, large), False), ((large, few) if full else (data, large), True)):
        yield from (Way(order, padded, torn, torn and full) for padded in pads for order in dict.fromkeys(orders))


def _by_count(stocks: Sequence[Stock], which: Iterable[int]) -> tuple[int, ...]:
    """Stocks with backs, then the others; of both the fewest boxes first: many can go anywhere."""
    return tuple(sorted(which, key=lambda i: (not stocks[i].backed, stocks[i].count, -stocks[i].area)))


def _alone(desk: Desk, rest: Mapping[int, int]) -> list[Leaf]:
    """Each stock on pages of its own."""
    way = Way(tuple(rest))
    return [leaf for i in rest for leaf in poured(desk, (), {i: rest[i]}, way) or ()]


def _least(desk: Desk) -> int:
    """Fewer pages than this cannot hold all, by the area alone."""
    return max(1, ceil(fsum(footprint(s) * s.count for s in desk.stocks) / desk.room.area - SLACK))


def _best(desk: Desk, full: Sequence[Leaf], rest: Mapping[int, int]) -> list[Leaf]:
    """The cheapest pages of all ways; the first of equals, so full pages are left alone where sharing wins nothing."""
    best = [*full, *_alone(desk, rest)]
    if len(rest) + bool(full) < 2:
        return best
    least = _least(desk)
    for way in _ways(desk.stocks, rest, bool(full)):
        if len(best) <= least and (way.torn or cost(desk, best)[2] <= len(full) + len(rest)):
            break
        start, added = (full, ()) if way.filling else ((), full)
        found = [*added, *(poured(desk, start, rest, way) or ())]
        best = _cheaper(desk, best, found)
        best = _cheaper(desk, best, emptied(desk, found))
    return best


def _cheaper(desk: Desk, best: list[Leaf], other: list[Leaf]) -> list[Leaf]:
    """The second way only if it is cheaper; cuts are only counted where all else is equal."""
    known, new = cost(desk, best), cost(desk, other)
    if known == new:
        return other if _cuts(desk, other, best) < _cuts(desk, best, other) else best
    return other if new < known else best


def _cuts(desk: Desk, leaves: Sequence[Leaf], others: Sequence[Leaf]) -> int:
    """The cuts of those pages that the other way has not."""
    known = {id(leaf) for leaf in others}
    return sum(cuts(desk.stocks, _page(desk, leaf)) for leaf in leaves if id(leaf) not in known)


def _snug(desk: Desk, best: list[Leaf]) -> list[Leaf]:
    """The pages laid closer to each other, if that saves one."""
    if len(best) <= _least(desk) or not any(s.straight for s in desk.stocks):
        return gathered(desk, best)
    close = replace(desk, gaps=SNUG)
    full, rest = _parted(close)
    for order in (by_area(desk.stocks, rest), _by_count(desk.stocks, rest)):
        found = emptied(close, poured(close, full, rest, Way(order, padded=False, torn=True)) or [])
        if found and len(found) < len(best):
            return gathered(close, found)
    return gathered(desk, best)
