"""Strip + width in ems -> where its lines begin and end: the whole paragraph at once.

Promise: a line ends only where `kinsoku` lets it; of all ways to break, the cheapest is taken: short lines
cost by the square of what they lack, breaks inside a phrase cost, and so does a last line of a character or
two. A line is wider than asked only if it is one box that cannot be broken.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from math import fsum

from generator.typeset.hlist import NAME, Breaks, HList

EPSILON = 1e-6
RAGGED, JUSTIFIED, TIGHT = (1.0, 0.02), (0.2, 0.02), (0.02, 1.0)
"""What breaks inside phrases weigh, and what a line costs by itself, set ragged, justified, in few lines."""

ORPHAN = 0.12
"""What a last line costs that is shorter than `SHORT`."""

SHORT = {"ja": 3.2, "en": 3.0}
"""Language -> below this (ems) a last line is an orphan."""

SQUEEZE = 0.3
"""What a line costs that is squeezed as far as it goes."""


def breaks_of(hlist: HList) -> Breaks:
    """The list's places, with phrase ends made free. Found once for a list."""
    if hlist.breaks is None:
        hlist.breaks = _find_breaks(hlist)
    return hlist.breaks


def _find_breaks(hlist: HList) -> Breaks:
    boxes, spaces = hlist.boxes, hlist.glue
    ends_of_phrases = _phrase_ends(hlist.text) if hlist.language == "ja" else frozenset()
    inside = {k for start, end in hlist.names for k in range(start + 1, end)}
    places = Breaks([], [], [], [], [], [])
    x = least = 0.0
    end = least_end = 0.0
    for k, box in enumerate(boxes):
        natural, tight, _ = spaces[k]
        x, least = x + natural, least + tight
        cost = hlist.penalties[k]
        if k == 0 or cost >= 0:
            start = hlist.starts[k]
            if start in inside:
                cost = NAME
            elif start in ends_of_phrases and box.first.kind not in ("open", "dash", "sign"):
                cost = 0.0
            _place(places, k, x + box.first.blank, end, least + box.first.blank, least_end, cost)
        x, least = x + box.width, least + box.width
        if box.last.kind != "space":
            end, least_end = x - box.last.blank, least - box.last.blank
    _place(places, len(boxes), x, end, least, least_end, 0.0)
    return places


def _place(
    places: Breaks, at: int, begin: float, end: float, least_begin: float, least_end: float, cost: float
) -> None:
    places.at.append(at)
    places.begins.append(begin)
    places.ends.append(end)
    places.least_begins.append(least_begin)
    places.least_ends.append(least_end)
    places.costs.append(cost)


@lru_cache(maxsize=4096)
def _phrase_ends(text: str) -> frozenset[int]:
    """Offsets at which a Japanese phrase ends."""
    ends, at = [], 0
    for phrase in _parser().parse(text):
        at += len(phrase)
        ends.append(at)
    return frozenset(ends)


@lru_cache(maxsize=1)
def _parser():  # type: ignore[no-untyped-def]  # noqa: ANN202 (budoux ships no types)
    import budoux

    return budoux.load_default_japanese_parser()


def break_lines(hlist: HList, width: float, tight: bool = False, justify: bool = False) -> list[tuple[int, int]]:
    """The lines of a list at a width in ems, as (first box, box after the last); trailing spaces
    belong to no line. `tight`: as few lines as can be; `justify`: lines will be spread, so a phrase matters less.
    """
    if not hlist.boxes:
        return [(0, 0)]
    places = breaks_of(hlist)
    if places.ends[-1] - places.begins[0] <= width + EPSILON:
        return [(0, _bare_end(hlist, len(hlist.boxes)))]
    weight, line_cost = TIGHT if tight else JUSTIFIED if justify else RAGGED
    chosen = _cheapest(places, width, weight, line_cost, SHORT.get(hlist.language, 3.0))
    return [(places.at[i], _bare_end(hlist, places.at[j])) for i, j in pairwise(chosen)]


def _cheapest(places: Breaks, width: float, weight: float, line_cost: float, short: float) -> list[int]:
    """Places of the cheapest way: dynamic programming from the start, over lines that are not too short.

    Knuth and Plass, "Breaking Paragraphs into Lines" (1981), with costs of our own.
    """
    begins, ends, costs = places.begins, places.ends, places.costs
    least_begins, least_ends = places.least_begins, places.least_ends
    last = len(begins) - 1
    far = float("inf")
    best, before = [0.0] + [far] * last, [0] * (last + 1)
    room = max(0.3 * width, min(0.6 * width, 10.0))
    for i in range(last):
        if best[i] == far:
            continue
        base, begin = best[i] + line_cost, begins[i]
        j = bisect_right(least_ends, least_begins[i] + width + EPSILON, i + 1) - 1
        if j <= i:
            j = i + 1
            base += 100.0
        first = j
        while j > i:
            slack = width - (ends[j] - begin)
            if slack > room and j < first and j < last:
                break
            if slack < 0:
                give = ends[j] - begin - (least_ends[j] - least_begins[i])
                cost = base + (SQUEEZE * (slack / give) ** 2 if give > 0 else 0.0)
            else:
                cost = base + (0.0 if j == last else (slack / width) ** 2)
            cost += weight * (costs[j] if j < last else ORPHAN if ends[j] - begin < short else 0.0)
            if cost < best[j]:
                best[j], before[j] = cost, i
            j -= 1
    chosen = [last]
    while chosen[-1]:
        chosen.append(before[chosen[-1]])
    return chosen[::-1]


def _bare_end(hlist: HList, end: int) -> int:
    """The end of a line without its trailing spaces."""
    while end and hlist.boxes[end - 1].last.kind == "space":
        end -= 1
    return end


def squeezed(hlist: HList, start: int, end: int) -> float:
    """The least width of a line, in ems."""
    if end <= start:
        return 0.0
    boxes = hlist.boxes
    total = fsum(b.width for b in boxes[start:end]) + fsum(least for _, least, _ in hlist.glue[start + 1 : end])
    return total - boxes[start].first.blank - boxes[end - 1].last.blank
