"""How many sheets, and what goes where: demands for equal boxes -> pages of slots.

Takes `Demand`s and the size of one page; gives `PackedPage`s. Promise: every copy is placed once, in order; nothing
leaves the page or overlaps; full pages hold one size unless sharing what they leave free is cheaper; the fewest pages
of all strategies tried, then the fewest with two sides and the fewest sizes on a page; rectangles lie so that straight
cuts free them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, fsum
from typing import Any, NamedTuple

from generator import cache
from generator.sheet.bins import Bin, Block, Problem, Strategy, area, by_area, consolidated, cost, filled, gathered, put
from generator.sheet.repeat import SLACK, Demand, corners, footprint, repeats
from generator.values import replace

SNUG = (1.0, 1.5)
"""The room between blocks (see `bins.BETWEEN`) where it saves a page: outlines take the place of marks."""


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


def _pack(demands: Sequence[Demand], width: float, height: float) -> list[PackedPage]:
    least = min((min(d.width, d.height) for d in demands), default=1.0)
    problem = Problem(demands, (0.0, 0.0, width, height), least)
    full, rest = _full_pages(problem)
    pages = _best(problem, full, rest)
    pages = _snug(problem, pages) if len(demands) > 1 else pages
    return _numbered(_slots(problem, page) for page in sorted(pages, key=lambda page: _main(problem, page)))


def price(demands: Sequence[Demand], pages: Sequence[PackedPage]) -> tuple[int, int, int]:
    """What pages cost: as `cost`."""
    backed = sum(any(demands[s.demand].backed for s in page) for page in pages)
    return (len(pages), backed, sum(len({s.demand for s in page}) for page in pages))


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


def _strategies(demands: Sequence[Demand], rest: Mapping[int, int], full: bool) -> Iterator[Strategy]:
    """Data order before the others; full pages are left alone first."""
    data, large, few = tuple(rest), by_area(demands, rest), _by_count(demands, rest)
    for orders, spread in (((data, large), False), ((large, few) if full else (data, large), True)):
        yield from (Strategy(order, spread=spread, filling=spread and full) for order in dict.fromkeys(orders))


def _by_count(demands: Sequence[Demand], which: Iterable[int]) -> tuple[int, ...]:
    """Demands with backs, then the others; of both the fewest boxes first: many can go anywhere."""
    return tuple(sorted(which, key=lambda i: (not demands[i].backed, demands[i].count, -demands[i].area)))


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
        if len(best) <= least and (strategy.spread or cost(problem, best)[2] <= len(full) + len(rest)):
            break
        start, added = (full, ()) if strategy.filling else ((), full)
        found = [*added, *(filled(problem, start, rest, strategy) or ())]
        best = min(best, found, consolidated(problem, found), key=lambda pages: cost(problem, pages))
    return best


def _snug(problem: Problem, best: list[Bin]) -> list[Bin]:
    """The pages laid closer to each other, if that saves one."""
    if len(best) <= _least(problem) or not any(d.straight for d in problem.demands):
        return gathered(problem, best)
    close = replace(problem, gaps=SNUG)
    full, rest = _full_pages(close)
    for order in (by_area(problem.demands, rest), _by_count(problem.demands, rest)):
        found = consolidated(close, filled(close, full, rest, Strategy(order, padded=False, spread=True)) or [])
        if found and len(found) < len(best):
            return gathered(close, found)
    return gathered(problem, best)
