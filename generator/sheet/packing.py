"""How many sheets, and what goes where: demands for equal boxes -> pages of slots.

Takes `Demand`s and the size of one page; gives `PackedPage`s. Pages are filled with blocks of equal boxes; what is free
of a page are its maximal rectangles, which may overlap (MaxRects: J. Jylänki, "A Thousand Ways to Pack the Bin", 2010).
Promise: every copy is placed once, in order; nothing leaves the page or overlaps; full pages hold one size unless
sharing what they leave free is cheaper; the fewest pages of all strategies tried, then the fewest with two sides and
the fewest sizes on a page, in rows from its top; rectangles lie so that straight cuts free them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, fsum
from typing import Any, NamedTuple

from generator import cache
from generator.face.geometry import Box, holds, overlap
from generator.sheet.repeat import SLACK, Demand, Repeat, corners, covered, footprint, grids, repeats
from generator.values import dataclass, replace

BETWEEN = (2.5, 2.5)
"""Room in mm, for crop marks, between a block of rectangles of one size and what scissors, or straight cuts, free."""
POOREST = 4
"""So many of the emptiest pages are tried when a page is to be saved."""
_ROWS_FIRST = 1.2
"""Columns are filled before rows only if the largest rectangle they leave is so many times larger."""
SNUG = (1.0, 1.5)
"""The room between blocks (see `BETWEEN`) where it saves a page: outlines take the place of marks."""


class Slot(NamedTuple):
    """Copy `number` of demand `demand`, its box's top left at (x, y) on the page, turned by `turn` quarter turns. Slots
    of a page with the same `nest` lie on one lattice; 0: on none.
    """

    demand: int
    number: int
    x: float
    y: float
    turn: int
    nest: int = 0


PackedPage = tuple[Slot, ...]


def pack(demands: Sequence[Demand], width: float, height: float) -> list[PackedPage]:
    """Pages of `width` x `height` for all copies that fit one at all (see `capacity`), in the data's order: each page
    stands where the demand stands that covers most of it.
    """
    return [tuple(Slot(*slot) for slot in page) for page in _kept(tuple(demands), width, height)]


@lru_cache(maxsize=256)
def _kept(demands: tuple[Demand, ...], width: float, height: float) -> list[list[tuple[Any, ...]]]:
    """The same as plain data; sizes and numbers are those of an earlier run, or of another language, for the most."""

    def work() -> list[list[tuple[Any, ...]]]:
        return [[tuple(slot) for slot in page] for page in _pack(demands, width, height)]

    found: list[list[tuple[Any, ...]]] = cache.remembered("pack", (demands, width, height), work)
    return found


def price(demands: Sequence[Demand], pages: Sequence[Sequence[Slot | Block]]) -> tuple[int, int, int]:
    """Sheets, sheets with two sides, and how many demands lie on each, added up."""
    kinds = [{one.demand for one in page} for page in pages]
    return len(pages), sum(any(demands[k].backed for k in own) for own in kinds), sum(map(len, kinds))


def _pack(demands: Sequence[Demand], width: float, height: float) -> list[PackedPage]:
    least = min((min(d.width, d.height) for d in demands), default=1.0)
    problem = Problem(demands, (0.0, 0.0, width, height), least)
    full, rest = _full_pages(problem)
    pages = _best(problem, full, rest)
    pages = [_tidy(problem, page) for page in _snug(problem, pages)] if len(demands) > 1 else pages
    return _numbered(_slots(problem, page) for page in sorted(pages, key=lambda page: _main(problem, page)))


def _main(problem: Problem, page: Bin) -> tuple[int, int]:
    """The demand that covers most of a page, and how much of it: the more, the earlier."""
    areas: Counter[int] = Counter()
    for block in page.blocks:
        areas[block.demand] += round(problem.demands[block.demand].area * block.number)
    index = min(areas, key=lambda i: (-areas[i], i))
    return index, -areas[index]


def _slots(problem: Problem, page: Bin) -> PackedPage:
    """A page's slots, all with number 0, block by block as one reads."""
    return tuple(
        Slot(b.demand, 0, x, y, turn, k if b.repeat.lattice else 0)
        for k, b in enumerate(sorted(page.blocks, key=lambda b: (b.box[1], b.box[0])), 1)
        for x, y, turn in corners(problem.demands[b.demand], b.repeat, b.box, b.number)
    )


def _numbered(pages: Iterable[PackedPage]) -> list[PackedPage]:
    """The pages with their copies counted through."""
    seen: Counter[int] = Counter()
    found = []
    for page in pages:
        slots = []
        for slot in page:
            slots.append(slot._replace(number=seen[slot.demand]))
            seen[slot.demand] += 1
        found.append(tuple(slots))
    return found


def _full_pages(problem: Problem) -> tuple[list[Bin], dict[int, int]]:
    """The pages that hold nothing but one demand, as many as possible, and how many copies are left of which."""
    full: list[Bin] = []
    rest: dict[int, int] = {}
    for index, demand in enumerate(problem.demands):
        ways = [w for nested in (False, True) for w in repeats(demand, *problem.page[2:], True, nested)]
        best = max(ways, key=lambda w: w.holds, default=None)
        if best:
            number, left = divmod(demand.count, best.holds)
            if number:
                full += [put(problem, problem.blank, Block(index, best, problem.page, best.holds))] * number
            rest |= {index: left} if left else {}
    return full, rest


def _strategies(demands: Sequence[Demand], rest: Iterable[int], full: bool) -> Iterator[Strategy]:
    """Data order before the largest first; full pages are left alone first."""
    orders = dict.fromkeys((tuple(rest), by_area(demands, rest)))
    for spread in (False, True):
        yield from (Strategy(order, spread=spread, filling=spread and full) for order in orders)


def _least(problem: Problem) -> int:
    """Fewer pages than this cannot hold all, by the area alone."""
    return max(1, ceil(fsum(footprint(d) * d.count for d in problem.demands) / area(problem.page) - SLACK))


def _best(problem: Problem, full: Sequence[Bin], rest: Mapping[int, int]) -> list[Bin]:
    """The cheapest pages of all strategies; the first of equals, so full pages are left alone where sharing wins
    nothing.
    """
    alone = Strategy(tuple(rest))
    best = [*full, *(page for i in rest for page in filled(problem, (), {i: rest[i]}, alone) or ())]
    if len(rest) + bool(full) < 2:
        return best
    least = _least(problem)
    for strategy in _strategies(problem.demands, rest, bool(full)):
        if len(best) <= least and (strategy.spread or _cost(problem, best)[2] <= len(full) + len(rest)):
            break
        start, added = (full, ()) if strategy.filling else ((), full)
        found = [*added, *(filled(problem, start, rest, strategy) or ())]
        best = min(best, found, consolidated(problem, found), key=lambda pages: _cost(problem, pages))
    return best


def _cost(problem: Problem, pages: Sequence[Bin]) -> tuple[int, int, int]:
    return price(problem.demands, [page.blocks for page in pages])


def _snug(problem: Problem, best: list[Bin]) -> list[Bin]:
    """The pages laid closer to each other, if that saves one."""
    if len(best) <= _least(problem) or not any(d.straight for d in problem.demands):
        return best
    close = replace(problem, gaps=SNUG)
    full, rest = _full_pages(close)
    strategy = Strategy(by_area(problem.demands, rest), padded=False, spread=True)
    found = consolidated(close, filled(close, full, rest, strategy) or [])
    return found if 0 < len(found) < len(best) else best


def _tidy(problem: Problem, page: Bin) -> Bin:
    """What shares a page, laid in rows from the top, each size in one block, if that ends no lower: the sheet is easier
    to cut, and its rest can be used again."""
    rest: Counter[int] = Counter()
    for block in page.blocks:
        rest[block.demand] += block.number
    orders = dict.fromkeys((tuple(rest), by_area(problem.demands, rest))) if len(rest) > 1 else ()
    rows = (_rows(problem, rest, order) for order in orders)
    found = [page, *(one for one in rows if one)]
    return min(found, key=lambda one: (len(one.blocks), round(max(_end(problem, b) for b in one.blocks))))


def _rows(problem: Problem, rest: Mapping[int, int], order: Sequence[int]) -> Bin | None:
    """A page on which each demand, with its bleed, lies where it ends highest; None if one finds no room."""
    page = problem.blank
    for index in order:
        demand, number, blocks = problem.demands[index], rest[index], list[Block]()
        for box in page.free[demand.straight]:
            size = (box[2] - box[0], box[3] - box[1], True)
            ways = (*grids(demand, *size), *(repeats(demand, *size, True) if demand.nests else ()))
            blocks += [Block(index, way, box, number) for way in ways if way.holds >= number]
        if not blocks:
            return None
        page = put(problem, page, min(blocks, key=lambda b: (round(_end(problem, b), 3), b.box[:2], b.repeat.holds)))
    return page


def _end(problem: Problem, block: Block) -> float:
    """How far down a block reaches, with its bleed."""
    return max(box[3] for box in _taken(problem, block))


# ---- pages being filled ----


class Block(NamedTuple):
    """So many equal boxes, of the demand with this index, in a rectangle of a page."""

    demand: int
    repeat: Repeat
    box: Box
    number: int


class Bin(NamedTuple):
    """A page being filled: what lies on it, and what is free for scissors' work and for straight cuts."""

    blocks: tuple[Block, ...]
    free: tuple[tuple[Box, ...], tuple[Box, ...]]


class Strategy(NamedTuple):
    """How to lay out remainders: in which order, with bleed or without it, whether the copies of a demand may be spread
    over several pages to fill them up, and whether the free rectangles of full pages are used.
    """

    order: tuple[int, ...]
    padded: bool = True
    spread: bool = False
    filling: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """What all strategies share: the demands, the rectangle of an empty page, the least width (mm) of a rectangle that
    holds any box, the `gaps` (see `BETWEEN`).
    """

    demands: Sequence[Demand]
    page: Box
    least: float
    gaps: tuple[float, float] = BETWEEN

    @property
    def blank(self) -> Bin:
        """An empty page."""
        return Bin((), ((self.page,), (self.page,)))


def area(box: Box) -> float:
    """Square mm, without float noise: equal rectangles are equally good."""
    return round((box[2] - box[0]) * (box[3] - box[1]), 6)


def free_beside(free: Iterable[Box], taken: Iterable[Box], least: float) -> tuple[Box, ...]:
    """The maximal rectangles that lie in a free one and off all that is taken, `least` mm wide and high or more."""
    left = list(free)
    for box in taken:
        whole = [b for b in left if not overlap(b, box, SLACK)]
        if len(whole) < len(left):
            left = _maximal(whole, [part for b in left if overlap(b, box, SLACK) for part in _around(b, box, least)])
    return tuple(left)


def _around(free: Box, box: Box, least: float) -> list[Box]:
    """What is free above, left of, right of and below a box, each part as long as can be."""
    x1, y1, x2, y2 = free
    parts = [(x1, y1, x2, box[1]), (x1, y1, box[0], y2), (box[2], y1, x2, y2), (x1, box[3], x2, y2)]
    return [p for p in parts if p[2] - p[0] >= least and p[3] - p[1] >= least]


def _maximal(whole: list[Box], parts: Iterable[Box]) -> list[Box]:
    """The rectangles of both lists that lie in no other; only parts may."""
    kept = whole
    for part in sorted(parts, key=lambda box: (-area(box), box[1], box[0])):
        if not any(holds(box, part, SLACK) for box in kept):
            kept = [*kept, part]
    return kept


def _ways(problem: Problem, index: int, box: Box, padded: bool, wanted: int) -> tuple[Repeat, ...]:
    """The ways to fill a rectangle, the plainest first. Circles nest only where a grid is too small."""
    demand, size = problem.demands[index], (box[2] - box[0], box[3] - box[1])
    plain = repeats(demand, *size, padded, False)
    if demand.nests or (demand.lattices and max((w.holds for w in plain), default=0) < wanted):
        return (*plain, *repeats(demand, *size, padded, True))
    return plain


def _taken(problem: Problem, block: Block) -> list[Box]:
    """What a block and its bleed cover of the page."""
    x, y, x2, y2 = block.box
    boxes = covered(problem.demands[block.demand], block.repeat, x2 - x, y2 - y, block.number)
    return [(x + a, y + b, x + c, y + d) for a, b, c, d in boxes]


def put(problem: Problem, page: Bin, block: Block) -> Bin:
    """The page with one more block. Straight cuts need room for their marks: on both sides of every block."""
    taken = _taken(problem, block)
    near, far = problem.gaps if problem.demands[block.demand].straight else (0.0, problem.gaps[0])
    scissors, straight = (
        free_beside(free, [(a - gap, b - gap, c + gap, d + gap) for a, b, c, d in taken], problem.least)
        for free, gap in zip(page.free, (near, far), strict=True)
    )
    return Bin((*page.blocks, block), (scissors, straight))


def _choice(
    problem: Problem, pages: Sequence[Bin], index: int, left: int, strategy: Strategy
) -> tuple[int, Block] | None:
    """The smallest rectangle that takes all that is left, else (where copies may be spread) that which takes most."""
    straight = problem.demands[index].straight
    seen: set[tuple[Box, ...]] = set()
    best: tuple[tuple[float, float], int, Box] | None = None
    for number, page in enumerate(pages):
        free = page.free[straight]
        if free in seen:
            continue
        seen.add(free)
        for box in free:
            holds = max((w.holds for w in _ways(problem, index, box, strategy.padded, left)), default=0)
            key = (-min(holds, left), area(box))
            if holds and (holds >= left or strategy.spread or not page.blocks) and (best is None or key < best[0]):
                best = (key, number, box)
    if best is None:
        return None
    (taken, _), number, box = best
    return number, _block(problem, index, box, round(-taken), left, strategy)


def _block(problem: Problem, index: int, box: Box, number: int, left: int, strategy: Strategy) -> Block:
    """The way to lie in a rectangle that leaves the largest part of it free; grids and rows before others."""
    nests = problem.demands[index].nests
    found = [w for w in _ways(problem, index, box, strategy.padded, left) if w.holds >= number]
    plain = [w for w in found if nests or not w.lattice] or found
    if len(plain) == 1 and plain[0].holds == number:
        return Block(index, plain[0], box, number)
    ways = [*plain, *(w._replace(down=True) for w in plain if w.holds > number)]

    def free(block: Block) -> float:
        largest = max(map(area, free_beside((box,), _taken(problem, block), problem.least)), default=0.0)
        return largest if block.repeat.down else largest * _ROWS_FIRST

    return max((Block(index, w, box, number) for w in ways), key=free)


def filled(
    problem: Problem, pages: Sequence[Bin], rest: Mapping[int, int], strategy: Strategy, more: bool = True
) -> list[Bin] | None:
    """The pages with what remainders put into their free rectangles and (if there may be `more`) on new pages. None if
    they do not fit.
    """
    found = list(pages)
    for index in (i for i in strategy.order if i in rest):
        left = rest[index]
        while left:
            best = _choice(problem, found, index, left, strategy)
            if best is None:
                if not more:
                    return None
                found.append(problem.blank)
                continue
            number, block = best
            found[number] = put(problem, found[number], block)
            left -= block.number
    return found


def _area_used(problem: Problem, page: Bin) -> float:
    return fsum(problem.demands[b.demand].area * b.number for b in page.blocks)


def consolidated(problem: Problem, pages: Sequence[Bin]) -> list[Bin]:
    """The pages without those whose blocks fit into the free rectangles of the others, the emptiest first."""
    found = list(pages)
    while len(found) > 1:
        poor = sorted(range(len(found)), key=lambda k: _area_used(problem, found[k]))[:POOREST]
        fewer = next((t for t in (_without_page(problem, found, k) for k in poor) if t), None)
        if fewer is None:
            break
        found = fewer
    return found


def _without_page(problem: Problem, pages: Sequence[Bin], number: int) -> list[Bin] | None:
    rest: Counter[int] = Counter()
    for block in pages[number].blocks:
        rest[block.demand] += block.number
    others = [*pages[:number], *pages[number + 1 :]]
    if fsum(area(problem.page) - _area_used(problem, page) for page in others) < _area_used(problem, pages[number]):
        return None
    strategy = Strategy(by_area(problem.demands, rest), padded=False, spread=True)
    return filled(problem, others, rest, strategy, more=False)


def by_area(demands: Sequence[Demand], which: Iterable[int]) -> tuple[int, ...]:
    """Demands with backs, then the others; of both the largest boxes first."""
    return tuple(sorted(which, key=lambda i: (not demands[i].backed, -demands[i].area)))
