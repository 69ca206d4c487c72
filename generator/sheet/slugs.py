"""Content stamps that faces have no place for -> the margins of their sheet.

Takes what lies on a side of a sheet, and what its margins hold already; gives the words, behind the caption or else in
the free lanes along the edges, and the stamps that no lane has room for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import fsum

from generator.face.face import Group, Node
from generator.face.geometry import Box, Point
from generator.sheet.marks import GREY, LEAST, SIZE, Stretch
from generator.sheet.sheet import Job, Placement
from generator.typeset.fonts import FontBook
from generator.typeset.setting import Setting, Style
from generator.typeset.typeset import set_line

_SLUGS = ((SIZE, 1.95, True), (SIZE, 1.95, False), (LEAST, 1.25, False))
"""Sizes of stamps in the margin, each where those before have no room, how high a lane of them is, mm, and whether it
holds all of them: a list that crop marks part is hard to read."""
_LEADING = 0.35
_LANES = 8
"""So many lanes are tried along each edge."""
_GAP = 1.0
_AIR, _APART = 0.52, 1.8
"""How far a stamp in the margin keeps off other things, mm: above and below, and before and behind it, where a mark so
near as that would read as a letter."""


def slugs(
    placements: Sequence[Placement], taken: Sequence[Box], first: Sequence[Stretch], job: Job, book: FontBook
) -> tuple[list[Node], tuple[str, ...]]:
    """The list of a sheet, nothing if all its faces bear their stamps; the stamps that it has no room for. What the
    caption leaves free of its line is tried `first`."""
    counted = Counter(p.face.stamp for p in placements if p.face.slug and p.face.stamp)
    words = [stamp + (f"×{number}," if number > 1 else ",") for stamp, number in counted.items()]
    if not words:
        return [], ()
    words = [job.say("caption.stamps"), *words[:-1], words[-1][:-1]]
    boxes = [*taken, *(p.bled for p in placements)]
    for size, high, as_one in _SLUGS:
        style = Style("body", size, GREY, job.language)
        listed = [set_line(w, style, book, 0.0, 0.0) for w in words]
        found, left = _listed(listed, as_one, (*first, *_gaps(job.paper.printable, tuple(boxes), high)))
        if not left:
            break
    return found, tuple(counted)[-left:] if left else ()


def _listed(words: Sequence[Setting], as_one: bool, gaps: Sequence[Stretch]) -> tuple[list[Node], int]:
    """Words in the free lanes of a margin, and how many have no room. Of lanes as few as can be, those
    nearest to the edge, which are read from the first to the last; or one alone that has room for all."""
    found: list[tuple[Setting, bool, Point]] = []
    if as_one:
        long = fsum(word.width + _GAP for word in words) - _GAP
        gaps = [gap for gap in gaps if gap[3] - gap[2] >= long][:1]
    for count in range(1, len(gaps) + 1):
        found = list(_filled(words, sorted(gaps[:count])))
        if len(found) == len(words):
            break
    nodes: list[Node] = [_at(word.nodes, place, upright) for word, upright, place in found]
    return nodes, len(words) - len(found)


def _filled(words: Sequence[Setting], gaps: Iterable[Stretch]) -> Iterator[tuple[Setting, bool, Point]]:
    """Words in stretches, one behind the other, the first two in one: whether they are upright, and where."""
    at = 0
    for edge, base, start, end in gaps:
        x, upright = start, edge % 2 == 1
        if not at and x + words[0].width + _GAP + words[1].width > end:
            continue
        while at < len(words) and x + words[at].width <= end:
            yield words[at], upright, (base, -x) if upright else (x, base)
            x += words[at].width + _GAP
            at += 1


def _at(nodes: Sequence[Node], place: Point, upright: bool) -> Group:
    """Words at a place, reading upwards if `upright`."""
    return Group(tuple(nodes), (0, -1, 1, 0, *place) if upright else (1, 0, 0, 1, *place))


@lru_cache(maxsize=16)
def _gaps(limits: Box, taken: Sequence[Box], high: float) -> tuple[Stretch, ...]:
    """Free stretches so `high` along the edges, from each inwards: the same on most sheets."""
    return tuple(_stretches(limits, taken, high))


def _stretches(limits: Box, taken: Sequence[Box], high: float) -> Iterator[Stretch]:
    for low in (False, True):
        for upright in (False, True):
            edge = 2 * low + upright
            x1, y1, x2, y2 = _read(limits, upright)
            boxes = [_read(box, upright) for box in taken]
            for x, y, across, down in boxes:
                if x <= x1 and across >= x2:  # the caption
                    y1, y2 = (down + _AIR, y2) if y <= y1 else (y1, y - _AIR)
            for k in range(_LANES):
                base = y1 + high + k * (high + _LEADING) if low is not upright else y2 - k * (high + _LEADING)
                near = sorted(b for b in boxes if b[1] < base + _AIR and b[3] > base - high - _AIR)
                start = x1
                for box in near:
                    if box[0] - _APART > start:
                        yield edge, base, start, box[0] - _APART
                    start = max(start, box[2] + _APART)
                if start < x2:
                    yield edge, base, start, x2


def _read(box: Box, upright: bool) -> Box:
    """A box with the axes of words that read upwards: x against the page's y, y along its x."""
    return (-box[3], box[0], -box[1], box[2]) if upright else box
