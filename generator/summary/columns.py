"""Slugs -> pages: where everything stands, in columns, on a grid.

Takes `Region`s, each a run of `Slug`s in a number of columns; gives `Placed` slugs with page and position. Promise:
a slug is never broken; a column never ends with a slug that must keep with the next (unless such a chain is longer
than a page); a figure without room at the foot of a column stands in the next, what follows it goes on before, and no
paragraph is parted by it; the columns of a region's last page are balanced. Heights are whole units of the grid.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from generator.face.face import Node
from generator.values import Struct, replace

FEW = 3
"""Words that are so many times lower than the figure beside them leave a hole in their column."""
HOLE = 8
"""So many units of a column that stay empty above a figure across all columns are a hole."""
OPENED = 8
"""So many units more at most stand in a gap of a column that is to end level with its neighbour."""


class Link(Struct, frozen=True):
    """A box (mm, from the slug's top left) that leads to an anchor."""

    x: float
    y: float
    width: float
    height: float
    anchor: str


class Slug(Struct, frozen=True):
    """What is never broken: a line, a table row, a picture with its words.

    `nodes` stand about the top left, in mm. `height` is in units; `before` and `after` are empty units that fall
    away at the ends of a column, the larger of two neighbours counting. `keep`: not the last of a column.
    Neighbours of one `ground` share a tint. `anchor`: the place that begins here. `links` lead elsewhere. What
    `floats` may stand later than its place; what is `across`, too, and it takes all columns.
    """

    nodes: tuple[Node, ...]
    height: int
    before: int = 0
    after: int = 0
    keep: bool = False
    ground: str = ""
    anchor: str = ""
    links: tuple[Link, ...] = ()
    floats: bool = False
    across: bool = False


class Region(Struct, frozen=True):
    """Slugs that run through `columns` columns. `before`: empty units above it, where it does not begin a
    page; `head` stands again above its continuations (tables). A region that ends with `keep` stays with the next.
    `whole`: on one page, where one can hold it, and no more than half of one stays empty for that. `level`: its columns
    end level, the shorter ones opened up.
    """

    slugs: tuple[Slug, ...]
    columns: int = 1
    before: int = 0
    head: Slug | None = None
    whole: bool = False
    level: bool = False


class Placed(Struct, frozen=True):
    """A slug in column `column` of `columns` (0.5 of 2: in the middle), its top `top` units below the type area's, on
    page `page` (from 0)."""

    slug: Slug
    page: int
    column: float
    columns: int
    top: int


def height_of(slugs: Sequence[Slug]) -> int:
    """The units that slugs take in one column."""
    gaps = sum(max(a.after, b.before) for a, b in pairwise(slugs))
    return gaps + sum(s.height for s in slugs)


def together(slugs: Sequence[Slug]) -> list[Slug]:
    """The same slugs, which stay in one column."""
    return [*(replace(slug, keep=True) for slug in slugs[:-1]), *slugs[-1:]]


def compose(regions: Sequence[Region], units: int) -> list[Placed]:
    """Every slug's place on pages that are `units` high."""
    placed: list[Placed] = []
    page, top = 0, 0
    for number, region in enumerate(regions):
        if top and top + region.before + _least(regions[number:], units, top) > units:
            page, top = page + 1, 0
        top += region.before if top else 0
        page, top = _run(region, page, top, units, placed)
    return placed


def _least(regions: Sequence[Region], units: int, top: int) -> int:
    """The units that must stand together at the start of these regions, from `top` on: a heading and what it heads."""
    region, rest = regions[0], regions[1:]
    if region.whole and 2 * top >= units > (height := _balanced(region.slugs, units, region.columns)):
        return height
    first = next((k + 1 for k, slug in enumerate(region.slugs) if not slug.keep), 0)
    if first or not rest:
        return height_of(region.slugs[:first])
    taken = height_of(region.slugs) + rest[0].before
    return taken + _least(rest, units, top + taken)


def _run(region: Region, page: int, top: int, units: int, placed: list[Placed]) -> tuple[int, int]:
    """Place one region from (page, top) on; gives the page and the unit where the next may begin."""
    slugs, late, head, bottom = list(region.slugs), list[Slug](), None, top
    while slugs or late:
        for figure in late:
            top = bottom = _place(replace(region, columns=1), [figure], None, (page, 0, top), placed) + figure.after
        slugs, end = _filled_up(slugs, _across(slugs), units - top, region.columns)
        late = []
        if end < len(slugs) and (low := _above(region, slugs[:end], slugs[end], (page, top), units, placed)):
            top, slugs = low, slugs[end + 1 :]
            continue
        room = units - top - (head.height if head else 0)
        if columns_of(_floated(slugs[:end], room, region.columns), room, region.columns)[-1] == end:
            late, slugs, end = _late(slugs, end, room, region.columns, units)
        taken = _floated(slugs[:end], room, region.columns)
        ends = columns_of(taken, room, region.columns)
        stop = _before_orphans(taken, region.columns, ends[-1])
        if late:  # the next page begins with a figure, which would part a paragraph
            near = (*range(stop, -1 if top else 0, -1), *range(stop + 1, ends[-1] + 1))
            stop = next((k for k in near if _begins(taken, k)), stop)
        ends = columns_of(taken[:stop], room, region.columns) if stop or top or not taken else [1]
        if taken and ends[-1]:
            bottom = _columns(region, taken, ends, head, (page, top), placed)
            head = region.head
        slugs = [*taken[ends[-1] :], *slugs[end:]]
        if slugs or late:
            page, top, bottom = page + 1, 0, 0
    return page, bottom


def _across(slugs: Sequence[Slug]) -> int:
    """The place of the first figure that takes all columns; behind the last slug if none does."""
    return next((k for k, slug in enumerate(slugs) if slug.across), len(slugs))


def _filled_up(slugs: list[Slug], end: int, room: int, columns: int) -> tuple[list[Slug], int]:
    """The slugs and the place of the figure across all columns, after words from below it if the columns above would
    have a hole: whole paragraphs, as many as make these no longer."""
    lengths = _lengths(slugs[:end], room, columns)
    longest, best = max(lengths), end
    if not 0 < end < len(slugs) or longest - min(lengths) < HOLE or longest > room:
        return slugs, end
    for k in range(end + 1, end + 2 + _across(slugs[end + 1 :])):
        if _begins(slugs, k):
            above = [*slugs[:end], *slugs[end + 1 : k]]
            if max(_lengths(above, longest, columns)) > longest or columns_of(above, longest, columns)[-1] < len(above):
                break
            best = k - 1
    return [*slugs[:end], *slugs[end + 1 : best + 1], slugs[end], *slugs[best + 1 :]], best


def _lengths(slugs: Sequence[Slug], room: int, columns: int) -> list[int]:
    """How long each column of one page is."""
    ends = columns_of(slugs, room, columns)
    return [height_of(slugs[start:end]) for start, end in pairwise([0, *ends])]


def _late(slugs: Sequence[Slug], end: int, room: int, columns: int, units: int) -> tuple[list[Slug], list[Slug], int]:
    """The figures across all columns that go to the head of the next page, the other slugs, and how many of these this
    page may take: while it has room for the words between two such figures, and the next page for both, they go on.
    """
    late, rest = list(slugs[end : end + 1]), [*slugs[:end], *slugs[end + 1 :]]
    end = _across(rest)
    while late and end < len(rest) and height_of([*late, rest[end]]) <= units:
        if columns_of(_floated(rest[:end], room, columns), room, columns)[-1] < end:
            break
        late.append(rest.pop(end))
        end = _across(rest)
    return late, rest, end


def _above(
    region: Region, slugs: Sequence[Slug], figure: Slug, place: tuple[int, int], units: int, placed: list[Placed]
) -> int:
    """Place slugs and the figure below them, across all columns, if the page has room for both; gives the unit where
    the next may begin, else 0.
    """
    page, top = place
    gap = max(figure.before, slugs[-1].after) if slugs else figure.before if top else 0
    room = units - top - gap - figure.height
    ends = columns_of(slugs, room, region.columns) if room >= 0 else [-1]
    if ends[-1] < len(slugs):
        return 0
    stacked = _stacked(region, slugs, ends, place, room)
    placed += stacked
    low = max(p.top + p.slug.height for p in stacked) if stacked else _columns(region, slugs, ends, None, place, placed)
    low += gap
    return _place(replace(region, columns=1), [figure], None, (page, 0, low), placed) + figure.after


def _stacked(
    region: Region, slugs: Sequence[Slug], ends: Sequence[int], place: tuple[int, int], room: int
) -> list[Placed]:
    """A figure in the middle and the words that follow it below, where they would fill little of the column beside it
    and there is room for that; else nothing."""
    figure, words = slugs[:1], slugs[1:]
    if not (words and figure[0].floats and list(ends) == [1, len(slugs)]):
        return []
    below = max(figure[0].after, words[0].before) + figure[0].height
    split = columns_of(words, room - below, region.columns)
    if FEW * height_of(words) > figure[0].height or split[-1] < len(words):
        return []
    (page, top), found = place, list[Placed]()
    _columns(region, figure, [1, 1], None, place, found)
    _columns(region, words, split, None, (page, top + below), found)
    return found


def _floated(slugs: Sequence[Slug], room: int, columns: int) -> list[Slug]:
    """The slugs in the order of the page: a figure without room in a column after what fills that up."""
    order, start = list(slugs), 0
    for _ in range(columns):
        end = fill(order, start, room)
        if end < len(order) and order[end].floats:
            figure = order.pop(end)
            end = fill(order, start, room)
            order.insert(next(k for k in range(end, len(order) + 1) if _begins(order, k)), figure)
        start = end
    return order


def _begins(slugs: Sequence[Slug], k: int) -> bool:
    """True if a paragraph, or what is like one, begins with slug `k`, or would behind the last."""
    return k == len(slugs) or (slugs[k].before > 0 and not (k and slugs[k - 1].keep))


def _before_orphans(slugs: Sequence[Slug], columns: int, end: int) -> int:
    """Where to stop on a page that has room for `end` slugs, so that the next begins with more than a row or two of
    columns; `end` where none is left over, or a figure, or a page would be left empty.
    """
    least = 2 * columns
    if columns == 1 or not 0 < len(slugs) - end < least or any(slug.floats for slug in slugs[end:]):
        return end
    stop = len(slugs) - least
    while stop > 0 and slugs[stop - 1].keep:
        stop -= 1
    return stop if stop > 0 else end


def _columns(
    region: Region,
    slugs: Sequence[Slug],
    ends: Sequence[int],
    head: Slug | None,
    place: tuple[int, int],
    placed: list[Placed],
) -> int:
    """Place slugs in columns that end at `ends`, from (page, top) on; gives the lowest end."""
    (page, top), low = place, place[1]
    parts = [slugs[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    highest = max(map(height_of, parts), default=0)
    middle = (region.columns - 1) / 2 if len(slugs) == 1 and slugs[0].floats else 0  # a figure with nothing beside it
    for column, part in enumerate(parts):
        spare = highest - height_of(part) if region.level else 0
        low = max(low, _place(region, part, head, (page, column + middle, top), placed, spare))
    return low


def _place(
    region: Region,
    slugs: Sequence[Slug],
    head: Slug | None,
    place: tuple[int, float, int],
    placed: list[Placed],
    spare: int = 0,
) -> int:
    """Place slugs in one column, its gaps `spare` units larger, as far as that may be; gives its lower end."""
    page, column, y = place
    if head and slugs:
        placed.append(Placed(head, page, column, region.columns, y))
        y += head.height
    gaps = [k for k in range(1, len(slugs)) if slugs[k - 1].after or slugs[k].before]
    spare = min(spare, OPENED * len(gaps))
    more = {gap: spare * (n + 1) // len(gaps) - spare * n // len(gaps) for n, gap in enumerate(gaps)}
    last: Slug | None = None
    for k, slug in enumerate(slugs):
        y += max(last.after, slug.before) + more.get(k, 0) if last else 0
        placed.append(Placed(slug, page, column, region.columns, y))
        y += slug.height
        last = slug
    return y


def columns_of(slugs: Sequence[Slug], room: int, columns: int) -> list[int]:
    """Where each column of one page ends (indices), filled to `room` units, or balanced if all the rest fits."""
    full = _filled(slugs, room, columns)
    if full[-1] < len(slugs) or columns == 1:
        return full
    return _filled(slugs, _balanced(slugs, room, columns), columns)


def _balanced(slugs: Sequence[Slug], room: int, columns: int) -> int:
    """The least height of columns that hold slugs, at most `room`."""
    least = -(-height_of(slugs) // columns) // 2
    return least + bisect_left(
        range(least, room), True, key=lambda height: _filled(slugs, height, columns)[-1] == len(slugs)
    )


def _filled(slugs: Sequence[Slug], room: int, columns: int) -> list[int]:
    start, ends = 0, list[int]()
    for _ in range(columns):
        start = fill(slugs, start, room)
        ends.append(start)
    return ends


def fill(slugs: Sequence[Slug], start: int, room: int) -> int:
    """The index after the last slug that a column of `room` units takes from `start` on."""
    used, end, best = 0, start, start
    while end < len(slugs):
        gap = max(slugs[end - 1].after, slugs[end].before) if end > start else 0
        used += gap + slugs[end].height
        if used > room:
            break
        end += 1
        if end == len(slugs) or not slugs[end - 1].keep:
            best = end
    return best
