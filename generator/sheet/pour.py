"""Pages being filled: heaps of equal boxes go where the free rooms suit them.

Takes a `Desk` (the stocks, an empty page) and pages with their free rooms; gives such pages. Promise: heaps lie in free
rooms and off each other; a stock is torn over pages only where a `Way` allows it; no more work than the bounds below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import permutations
from math import fsum
from typing import NamedTuple

from generator.sheet.fits import Fit, Stock, covered, grids, interlocked
from generator.sheet.rooms import Room, without

BETWEEN = (2.5, 2.5)
"""Room in mm, for crop marks, between a block of rectangles of one size and what scissors, or straight cuts, free."""
POOREST = 4
"""So many of the emptiest pages are tried when a page is to be saved."""
ROUNDS = 4
MOST_TORN = 4
"""So often, and of so many stocks, torn ones are gathered."""
_ROWS_FIRST = 1.2
"""Columns are filled before rows only if the largest room they leave is so many times larger."""


class Heap(NamedTuple):
    """So many equal boxes in a room of a page."""

    stock: int
    fit: Fit
    room: Room
    number: int


class Leaf(NamedTuple):
    """A page being filled: what lies on it, and what is free for scissors' work and for straight cuts."""

    heaps: tuple[Heap, ...]
    free: tuple[tuple[Room, ...], tuple[Room, ...]]


class Way(NamedTuple):
    """How to lay out remainders: in which order, with bleed or without, whether a stock may be torn over several pages
    to fill them up, and whether the free rooms of full pages are used.
    """

    order: tuple[int, ...]
    padded: bool = True
    torn: bool = False
    filling: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """What all ways share: the stocks, an empty page, the least width (mm) of a room that holds any box, the `gaps`
    (see `BETWEEN`); and what has been asked before.
    """

    stocks: Sequence[Stock]
    room: Room
    least: float
    gaps: tuple[float, float] = BETWEEN
    known: dict[tuple[int, float, float, bool, bool], list[Fit]] = field(default_factory=dict)
    covers: dict[tuple[int, Fit, float, float, int], list[Room]] = field(default_factory=dict)

    @property
    def blank(self) -> Leaf:
        """An empty page."""
        return Leaf((), ((self.room,), (self.room,)))


def _ways_to_lie(desk: Desk, index: int, room: Room, padded: bool, wanted: int) -> list[Fit]:
    """The ways to fill a room, the plainest first. Circles interlock only where a grid is too small."""
    stock = desk.stocks[index]
    plain = known_fits(desk, index, room, padded, False)
    if stock.nests or ((stock.lattice or stock.pair) and max((w.holds for w in plain), default=0) < wanted):
        return [*plain, *known_fits(desk, index, room, padded, True)]
    return plain


def known_fits(desk: Desk, index: int, room: Room, padded: bool, lock: bool) -> list[Fit]:
    """The grids, or (`lock`) the lattices, that fill a room with a stock; asked once."""
    key = (index, room.width, room.height, padded, lock)
    found = desk.known.get(key)
    if found is None:
        ask = interlocked if lock else grids
        found = desk.known[key] = [w for w in ask(desk.stocks[index], room, padded) if w.holds]
    return found


def _taken(desk: Desk, heap: Heap) -> list[Room]:
    """What a heap and its bleed cover of the page."""
    x0, y0, width, height = heap.room
    key = (heap.stock, heap.fit, width, height, heap.number)
    if key not in desk.covers:
        desk.covers[key] = covered(desk.stocks[heap.stock], heap.fit, Room(0.0, 0.0, width, height), heap.number)
    return [Room(x0 + x, y0 + y, w, h) for x, y, w, h in desk.covers[key]]


def put(desk: Desk, leaf: Leaf, heap: Heap) -> Leaf:
    """The page with one more heap. Straight cuts need room for their marks: on both sides of every block."""
    taken, straight = _taken(desk, heap), desk.stocks[heap.stock].straight
    near, far = desk.gaps if straight else (0.0, desk.gaps[0])
    free = (
        without(leaf.free[0], _grown(taken, near), desk.least),
        without(leaf.free[1], _grown(taken, far), desk.least),
    )
    return Leaf((*leaf.heaps, heap), free)


def _grown(boxes: Sequence[Room], by: float) -> Sequence[Room]:
    return [Room(x - by, y - by, w + 2 * by, h + 2 * by) for x, y, w, h in boxes] if by else boxes


def _choice(desk: Desk, leaves: Sequence[Leaf], index: int, left: int, way: Way) -> tuple[int, Heap] | None:
    """The smallest room that takes all that is left, else (for a stock that may be torn) the one that takes most."""
    stock = desk.stocks[index]
    seen: set[int] = set()
    best: tuple[tuple[float, float], int, Room] | None = None
    for number, leaf in enumerate(leaves):
        rooms = leaf.free[stock.straight]
        if id(rooms) in seen:
            continue
        seen.add(id(rooms))
        for room in rooms:
            holds = max((w.holds for w in _ways_to_lie(desk, index, room, way.padded, left)), default=0)
            key = (-min(holds, left), room.area)
            if holds and (holds >= left or way.torn or not leaf.heaps) and (best is None or key < best[0]):
                best = (key, number, room)
    if best is None:
        return None
    (taken, _), number, room = best
    return number, _lying(desk, index, room, round(-taken), left, way)


def _lying(desk: Desk, index: int, room: Room, number: int, left: int, way: Way) -> Heap:
    """The way to lie in a room that leaves the largest room free; grids and rows before others."""
    stock = desk.stocks[index]
    found = [w for w in _ways_to_lie(desk, index, room, way.padded, left) if w.holds >= number]
    plain = [w for w in found if stock.nests or not w.locked] or found
    if len(plain) == 1 and plain[0].holds == number:
        return Heap(index, plain[0], room, number)
    ways = [*plain, *(w._replace(down=True) for w in plain if w.holds > number)]

    def free(heap: Heap) -> float:
        largest = max((r.area for r in without((room,), _taken(desk, heap), desk.least)), default=0.0)
        return largest if heap.fit.down else largest * _ROWS_FIRST

    return max((Heap(index, w, room, number) for w in ways), key=free)


def poured(
    desk: Desk, leaves: Sequence[Leaf], rest: Mapping[int, int], way: Way, more: bool = True
) -> list[Leaf] | None:
    """The pages and what remainders put into their free rooms and (if there may be `more`) on new pages. None if they
    do not fit.
    """
    pages = list(leaves)
    for index in (i for i in way.order if i in rest):
        left = rest[index]
        while left:
            best = _choice(desk, pages, index, left, way)
            if best is None:
                if not more:
                    return None
                pages.append(desk.blank)
                continue
            number, heap = best
            pages[number] = put(desk, pages[number], heap)
            left -= heap.number
    return pages


def _area(desk: Desk, leaf: Leaf) -> float:
    return fsum(desk.stocks[h.stock].area * h.number for h in leaf.heaps)


def emptied(desk: Desk, leaves: Sequence[Leaf]) -> list[Leaf]:
    """The pages without those whose heaps fit into the free rooms of the others, the emptiest first."""
    pages = list(leaves)
    while len(pages) > 1:
        poor = sorted(range(len(pages)), key=lambda k: _area(desk, pages[k]))[:POOREST]
        tries = (_without_page(desk, pages, k) for k in poor)
        found = next((t for t in tries if t), None)
        if found is None:
            return pages
        pages = found
    return pages


def _without_page(desk: Desk, pages: Sequence[Leaf], number: int) -> list[Leaf] | None:
    rest: Counter[int] = Counter()
    for heap in pages[number].heaps:
        rest[heap.stock] += heap.number
    others = [*pages[:number], *pages[number + 1 :]]
    free = fsum(desk.room.area - _area(desk, leaf) for leaf in others)
    if free < _area(desk, pages[number]):
        return None
    return poured(desk, others, rest, Way(by_area(desk.stocks, rest), padded=False, torn=True), more=False)


def gathered(desk: Desk, leaves: Sequence[Leaf]) -> list[Leaf]:
    """The pages with torn stocks taken up and laid anew, one or two at a time, where that makes fewer heaps."""
    pages = list(leaves)
    for _ in range(ROUNDS):
        tries = (_laid_anew(desk, pages, group) for group in _torn(pages))
        cheap = cost(desk, pages)
        found = next((t for t in tries if t and cost(desk, t) < cheap), None)
        if found is None:
            return pages
        pages = found
    return pages


def _torn(pages: Sequence[Leaf]) -> list[tuple[int, ...]]:
    """Stocks that lie on several pages with others, the most torn first; then pairs of them, either way round."""
    on = Counter(i for leaf in pages for i in {h.stock for h in leaf.heaps})
    shared = {h.stock for leaf in pages if len(leaf.heaps) > 1 for h in leaf.heaps}
    torn = sorted((i for i in on if on[i] > 1 and i in shared), key=lambda i: (-on[i], i))[:MOST_TORN]
    return [*((i,) for i in torn), *permutations(torn, 2)]


def _laid_anew(desk: Desk, pages: Sequence[Leaf], group: tuple[int, ...]) -> list[Leaf] | None:
    """The pages with all heaps of some stocks (but full pages of one) laid anew; None if that fails."""
    rest: Counter[int] = Counter()
    bare = []
    for leaf in pages:
        moved = [h for h in leaf.heaps if h.stock in group] if len(leaf.heaps) > 1 else []
        for heap in moved:
            rest[heap.stock] += heap.number
        kept = [h for h in leaf.heaps if h not in moved]
        bare.append(reduce(partial(put, desk), kept, desk.blank) if moved else leaf)
    found = poured(desk, bare, rest, Way(group, padded=False, torn=True), more=False)
    return [leaf for leaf in found if leaf.heaps] if found else None


def by_area(stocks: Sequence[Stock], which: Iterable[int]) -> tuple[int, ...]:
    """Stocks with backs, then the others; of both the largest boxes first."""
    return tuple(sorted(which, key=lambda i: (not stocks[i].backed, -stocks[i].area)))


def cost(desk: Desk, leaves: Sequence[Leaf]) -> tuple[int, int, int]:
    """Pages, pages with two sides, heaps of equal pieces."""
    backed = sum(any(desk.stocks[h.stock].backed for h in leaf.heaps) for leaf in leaves)
    heaps = sum(len({h.stock for h in leaf.heaps}) for leaf in leaves)
    return (len(leaves), backed, heaps)
