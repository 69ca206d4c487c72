"""How many sheets, and what goes where: demands for equal boxes -> pages of slots.

Takes `Demand`s and the size of one page; gives `PackedPage`s. Pages are filled with blocks of equal boxes; what is free
of a page are its maximal rectangles, which may overlap (MaxRects: J. Jylänki, "A Thousand Ways to Pack the Bin", 2010).
Promise: every copy is placed once, in order; nothing leaves the page or overlaps; a block lies where it ends highest,
so that sizes lie in rows from the top; full pages hold one size unless sharing what they leave free is cheaper; of the
few ways tried the fewest pages, then the fewest with two sides and the fewest sizes on a page; of equals that in which
the only copy of a size has all its bleed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import fsum, prod
from typing import Any, NamedTuple

from generator import cache
from generator.face.geometry import Box, extent, grown, holds, merged, overlap
from generator.sheet.repeat import LEAST_BLEED, SLACK, Demand, Repeat, corners, covered, repeats
from generator.values import replace

BETWEEN = 2.5
"""Room in mm, for crop marks, between blocks of which one is freed by straight cuts."""
SPREAD = 1 / 3
"""Columns move apart by so much of their width at most."""
SHARED = 1.25
"""So many times the room may be taken by tiles that have cuts in common."""


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


class Block(NamedTuple):
    """So many equal boxes, of the demand with this index, in a rectangle of a page."""

    demand: int
    way: Repeat
    box: Box
    number: int


class Bin(NamedTuple):
    """A page being filled: what lies on it, and what is free for scissors' work and for straight cuts."""

    blocks: tuple[Block, ...]
    free: tuple[tuple[Box, ...], tuple[Box, ...]]


class Kit(NamedTuple):
    """What all ways share: the demands, with the turn in which an empty page holds most of each, an empty page, the
    least width (mm) of a rectangle that holds any box."""

    demands: Sequence[Demand]
    turns: Sequence[int]
    blank: Bin
    least: float


def pack(demands: Sequence[Demand], width: float, height: float) -> list[PackedPage]:
    """Pages of `width` x `height` for all copies that fit one at all (see `capacity`), in the data's order: each page
    stands where the demand stands that covers most of it.
    """
    return [tuple(Slot(*slot) for slot in page) for page in _kept(tuple(demands), width, height)]


@lru_cache(maxsize=256)
def _kept(demands: tuple[Demand, ...], width: float, height: float) -> list[list[tuple[Any, ...]]]:
    """The same as plain data; sizes and numbers are those of an earlier run, or of another language, for the most."""

    def work() -> list[list[tuple[object, ...]]]:
        apart = tuple(replace(d, alone=True) if d.count == 1 and d.pad > d.floor else d for d in demands)
        tried = [_best(ways, (0.0, 0.0, width, height)) for ways in dict.fromkeys((apart, demands))]
        pages = min(tried, key=lambda pages: price(demands, [page.blocks for page in pages]))
        return _slots(demands, sorted(pages, key=lambda page: _main(demands, page)))

    found: list[list[tuple[Any, ...]]] = cache.remembered("pack", (demands, width, height), work)
    return found


def price(demands: Sequence[Demand], pages: Iterable[Iterable[Slot | Block]]) -> tuple[int, int, int]:
    """Sheets, sheets with two sides, and how many demands lie on each, added up."""
    kinds = [{one.demand for one in page} for page in pages]
    return len(kinds), sum(any(demands[k].backed for k in own) for own in kinds), sum(map(len, kinds))


def _main(demands: Sequence[Demand], page: Bin) -> tuple[int, float]:
    """The demand that covers most of a page, and how much of it: the more, the earlier."""
    areas: Counter[int] = Counter()
    for block in page.blocks:
        areas[block.demand] += round(demands[block.demand].area * block.number)
    return min(((k, -area) for k, area in areas.items()), key=lambda pair: (pair[1], pair[0]))


def _slots(demands: Sequence[Demand], pages: Iterable[Bin]) -> list[list[tuple[Any, ...]]]:
    """The slots of all pages, block by block as one reads, their copies counted through."""
    seen: Counter[int] = Counter()
    found = []
    for page in pages:
        slots = []
        blocks = sorted(page.blocks, key=lambda b: (b.box[1], b.box[0]))
        for k, (b, apart) in enumerate(zip(blocks, _apart(demands, blocks), strict=True), 1):
            for n, (x, y, turn) in enumerate(corners(demands[b.demand], b.way, b.box, b.number)):
                right = x + n % b.way.columns * apart if apart else x
                slots.append((b.demand, seen[b.demand], right, y, turn, k if b.way.lattice else 0))
                seen[b.demand] += 1
        found.append(slots)
    return found


def _apart(demands: Sequence[Demand], blocks: Sequence[Block]) -> list[float]:
    """How far the columns of each block move apart: those of a grid for scissors with nothing beside it reach from side
    to side of what lies on the page, so that rows of several sizes begin and end level."""
    boxes = [_trims(demands[b.demand], b) for b in blocks]
    left, _, right, _ = merged(*boxes)
    found = []
    for b, box in zip(blocks, boxes, strict=True):
        gaps = b.way.columns - 1
        spare = right - box[2] if box[0] < left + SLACK and b.number > gaps and not demands[b.demand].straight else 0.0
        strip = grown((box[2], box[1], right, box[3]), BETWEEN + LEAST_BLEED)
        near = [other for other in boxes if other is not box]
        room = not any(o[1] < box[3] - SLACK and box[1] < o[3] - SLACK for o in near)  # beside the last row, too
        room = room and not any(o[0] > box[2] - SLACK and overlap(strip, o) for o in near)
        level = gaps > 0 and room and SLACK < spare <= SPREAD * (box[2] - box[0]) * gaps / (gaps + 1)
        found.append(spare / gaps if level else 0.0)
    return found


def _trims(demand: Demand, block: Block) -> Box:
    """The box of all copies of a block, without their bleed."""
    x, y = demand.size(block.way.turn)
    return merged(*((a, b, a + x, b + y) for a, b, _ in corners(demand, block.way, block.box, block.number)))


def _best(demands: Sequence[Demand], page: Box) -> list[Bin]:
    """The cheapest pages of all ways tried; the first of equals, so full pages are left alone, and copies together,
    where sharing wins nothing.
    """
    least = min((min(d.width, d.height) for d in demands), default=1.0)
    ways = [max(repeats(demand, *page[2:]), key=lambda way: way.holds, default=None) for demand in demands]
    kit = Kit(demands, [way.turn if way else 0 for way in ways], Bin((), ((page,), (page,))), least)
    full, rest = list[Bin](), dict[int, int]()
    for index, (demand, best) in enumerate(zip(demands, ways, strict=True)):
        number, left = divmod(demand.count, best.holds) if best else (0, 0)
        if best and number:
            full += [_put(kit, kit.blank, Block(index, best, page, best.holds))] * number
        rest |= {index: left} if left else {}
    found = [[*full, *(bin_ for i in rest for bin_ in _filled(kit, [], {i: rest[i]}, False))]]
    by_area = {i: rest[i] for i in sorted(rest, key=lambda i: (not demands[i].backed, -demands[i].area))}
    for spread, order in product((False, True), (rest, by_area)) if len(rest) + bool(full) > 1 else ():
        found.append([*full, *_filled(kit, [], order, spread)])
        found += [_filled(kit, full, order, spread)] if full and spread else []
    return min(found, key=lambda pages: _cost(kit, pages))


def _cost(kit: Kit, pages: Sequence[Bin]) -> tuple[int, ...]:
    """The price of pages, then how many blocks there are, and how far down they reach, mm: such sheets are easier to
    cut, and their rest can be used again."""
    ends = [max(box[3] for block in page.blocks for box in _taken(kit, block)) for page in pages]
    return (*price(kit.demands, [page.blocks for page in pages]), sum(len(p.blocks) for p in pages), round(fsum(ends)))


def _filled(kit: Kit, pages: Sequence[Bin], rest: Mapping[int, int], spread: bool) -> list[Bin]:
    """The pages with so many copies of each demand in their free rectangles, and on new pages. Where they may be
    `spread`, copies of a demand fill up several pages."""
    found = list(pages)
    for index, count in rest.items():
        left = count
        while left:
            blocks = [(k, block) for k, page in enumerate(found) for block in _blocks(kit, page, index, left)]
            fitting = [pair for pair in blocks if spread or pair[1].number == left]
            if not fitting:
                found.append(kit.blank)
                fitting = [(len(found) - 1, block) for block in _blocks(kit, kit.blank, index, left)]
            most, number = min((-block.number, page) for page, block in fitting)
            equals = [block for page, block in fitting if (-block.number, page) == (most, number)]
            block = min(equals, key=lambda block: _place(kit, block)) if len(equals) > 1 else equals[0]
            found[number] = _put(kit, found[number], block)
            left -= block.number
    return found


def _blocks(kit: Kit, page: Bin, index: int, left: int) -> list[Block]:
    """The blocks of as many of so many copies as each free rectangle takes."""
    demand = kit.demands[index]
    return [
        Block(index, way, box, min(way.holds, left))
        for box in page.free[demand.straight]
        for way in repeats(demand, *extent(box))
    ]


def _place(kit: Kit, block: Block) -> tuple[float, ...]:
    """The better, the less: circles in a grid; the room that tiles and the gaps between them take; a deck of its own as
    on full pages; how far down a block reaches, with its bleed, and how far to the right."""
    whole = merged(*_taken(kit, block))
    shares = kit.demands[block.demand].shares
    room = _area(whole) * (1.0 if block.way.lattice else SHARED) if shares else 0.0
    turned = len(kit.demands) == 1 and block.way.turn != kit.turns[0]
    return (not shares and len(block.way.lattice), room, turned, round(whole[3], 3), whole[2])


def _taken(kit: Kit, block: Block) -> list[Box]:
    """What a block and its bleed cover of the page."""
    x, y, x2, y2 = block.box
    boxes = covered(kit.demands[block.demand], block.way, x2 - x, y2 - y, block.number)
    return [(x + a, y + b, x + c, y + d) for a, b, c, d in boxes]


def _put(kit: Kit, page: Bin, block: Block) -> Bin:
    """The page with one more block. Straight cuts need room for their marks: on both sides of every block."""
    taken = _taken(kit, block)
    scissors, straight = (
        free_beside(free, [grown(box, gap) for box in taken], kit.least)
        for free, gap in zip(page.free, (BETWEEN * kit.demands[block.demand].straight, BETWEEN), strict=True)
    )
    return Bin((*page.blocks, block), (scissors, straight))


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
    for part in sorted(parts, key=lambda box: (-_area(box), box[1], box[0])):
        if not any(holds(box, part, SLACK) for box in kept):
            kept = [*kept, part]
    return kept


def _area(box: Box) -> float:
    """Square mm, without float noise: equal rectangles are equally good."""
    return round(prod(extent(box)), 6)
