"""Pages being filled: blocks of equal boxes go where the free rectangles suit them.

Takes a `Problem` (what is to be packed into pages of which size) and `Bin`s; gives `Bin`s. What is free of a page are
its maximal rectangles, which may overlap (MaxRects: J. Jylänki, "A Thousand Ways to Pack the Bin", 2010). Promise:
blocks lie in free rectangles and off each other; copies of one demand are spread over pages only where a `Strategy`
allows it; no more work than the bounds below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import permutations
from math import fsum
from typing import NamedTuple

from generator.face.geometry import Box
from generator.sheet.repeat import SLACK, Demand, Repeat, covered, repeats
from generator.values import dataclass

BETWEEN = (2.5, 2.5)
"""Room in mm, for crop marks, between a block of rectangles of one size and what scissors, or straight cuts, free."""
POOREST = 4
"""So many of the emptiest pages are tried when a page is to be saved."""
ROUNDS = 4
MOST_SPREAD = 4
"""So often, and of so many demands, spread blocks are gathered."""
_ROWS_FIRST = 1.2
"""Columns are filled before rows only if the largest rectangle they leave is so many times larger."""


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
        whole = [b for b in left if not _meet(b, box)]
        if len(whole) < len(left):
            left = _maximal(whole, [part for b in left if _meet(b, box) for part in _around(b, box, least)])
    return tuple(left)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] - SLACK and b[0] < a[2] - SLACK and a[1] < b[3] - SLACK and b[1] < a[3] - SLACK


def _around(free: Box, box: Box, least: float) -> list[Box]:
    """What is free above, left of, right of and below a box, each part as long as can be."""
    x1, y1, x2, y2 = free
    parts = [(x1, y1, x2, box[1]), (x1, y1, box[0], y2), (box[2], y1, x2, y2), (x1, box[3], x2, y2)]
    return [p for p in parts if p[2] - p[0] >= least and p[3] - p[1] >= least]


def _maximal(whole: list[Box], parts: Iterable[Box]) -> list[Box]:
    """The rectangles of both lists that lie in no other; only parts may."""
    kept = whole
    for part in sorted(parts, key=lambda box: (-area(box), box[1], box[0])):
        if not any(_holds(box, part) for box in kept):
            kept = [*kept, part]
    return kept


def _holds(a: Box, b: Box) -> bool:
    return a[0] <= b[0] + SLACK and a[1] <= b[1] + SLACK and a[2] >= b[2] - SLACK and a[3] >= b[3] - SLACK


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


def gathered(problem: Problem, pages: Sequence[Bin]) -> list[Bin]:
    """The pages with spread demands taken up and laid anew, one or two at a time, where that makes fewer blocks."""
    found = list(pages)
    for _ in range(ROUNDS):
        tries = (_laid_anew(problem, found, group) for group in _spread(found))
        price = cost(problem, found)
        cheaper = next((t for t in tries if t and cost(problem, t) < price), None)
        if cheaper is None:
            break
        found = cheaper
    return found


def _spread(pages: Sequence[Bin]) -> list[tuple[int, ...]]:
    """Demands that lie on several pages with others, the most spread first; then pairs of them, either way round."""
    on = Counter(i for page in pages for i in {b.demand for b in page.blocks})
    shared = {b.demand for page in pages if len(page.blocks) > 1 for b in page.blocks}
    spread = sorted((i for i in on if on[i] > 1 and i in shared), key=lambda i: (-on[i], i))[:MOST_SPREAD]
    return [*((i,) for i in spread), *permutations(spread, 2)]


def _laid_anew(problem: Problem, pages: Sequence[Bin], group: tuple[int, ...]) -> list[Bin] | None:
    """The pages with all blocks of some demands (but full pages of one) laid anew; None if that fails."""
    rest: Counter[int] = Counter()
    bare = []
    for page in pages:
        moved = [b for b in page.blocks if b.demand in group] if len(page.blocks) > 1 else []
        for block in moved:
            rest[block.demand] += block.number
        kept = [b for b in page.blocks if b not in moved]
        bare.append(reduce(partial(put, problem), kept, problem.blank) if moved else page)
    found = filled(problem, bare, rest, Strategy(group, padded=False, spread=True), more=False)
    return [page for page in found if page.blocks] if found else None


def by_area(demands: Sequence[Demand], which: Iterable[int]) -> tuple[int, ...]:
    """Demands with backs, then the others; of both the largest boxes first."""
    return tuple(sorted(which, key=lambda i: (not demands[i].backed, -demands[i].area)))


def cost(problem: Problem, pages: Sequence[Bin]) -> tuple[int, int, int]:
    """Sheets, sheets with two sides, and how many demands lie on each, added up."""
    backed = sum(any(problem.demands[b.demand].backed for b in page.blocks) for page in pages)
    return (len(pages), backed, sum(len({b.demand for b in page.blocks}) for page in pages))
