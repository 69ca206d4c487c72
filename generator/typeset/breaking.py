"""Strip + width in ems -> where its lines begin and end: the whole paragraph at once.

Promise: a line ends only where `kinsoku` lets it; of all ways to break, the cheapest is taken: short lines
cost by the square of what they lack, breaks inside a phrase cost, and so does a last line of a character or
two. A line is wider than asked only if it is one box that cannot be broken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise, repeat
from math import fsum
from typing import NamedTuple

from generator.typeset.hlist import NAME, Breaks, HList
from generator.typeset.lines import stretch_before
from generator.typeset.phrases import phrase_ends

EPSILON = 1e-6
OVERFULL = 1e6


class Manner(NamedTuple):
    """How lines are chosen: what a break inside a phrase weighs, what a line costs by itself, how short a line
    may be (share of the measure), and whether lines are spread to the measure."""

    weight: float
    line: float
    short: float = 0.6
    spread: bool = False


RAGGED, EVEN, TIGHT = Manner(3.0, 0.02, 0.8), Manner(1.0, 0.02), Manner(1.0, 30.0)
"""Lines end with phrases; lines are of like length; as few lines as can be."""

JUSTIFIED = Manner(0.6, 0.02, spread=True)

LOOSE = 2.0
"""What a line costs that cannot be spread to the measure (and so is left ragged among justified ones)."""

SPREADING = 0.1
"""What a line costs that is spread as far as it goes."""

ORPHAN, ALONE = 0.12, 5.0
"""What a last line costs that is shorter than `SHORT` or one word, and one of a character and its stop."""

SHORT = {"ja": 4.6, "en": 3.0}
"""Language -> below this (ems) a last line is an orphan."""

WORD = 0.12
"""What it costs to break inside a phrase where a word begins."""

WORDS = re.compile(
    "(?<=[ぁ-ん])(?:ください|ません|ました|でした|でしょう|され|させ|られ|しま|した|して|する|しない|いま[すし]|いる|いた|いな|"
    "ある|あり|なり|なる|なら|なけれ|から|まで|より|だけ|ごと|こと|もの|とき|ため|よう|かどうか|かもしれ|また|すべて|それぞれ|"
    "どちら|いずれ|その|この|でき|もらう|おく|おいて|ついて|とする|とし)"
)
"""Words of grammar that begin inside a phrase, after kana."""

BOUND = re.compile("(?<=に)つき|(?<=[うくぐすつぬぶむるただ])(?:とき|こと|ため)(?=[、。はにもがを])")
"""Words that lean on what is before them, though the model sees a phrase begin there."""

BRACKETS = re.compile(r"[(（][^()（）]{1,16}[)）]")
"""Few words in brackets, which are kept together."""

SQUEEZE = 0.3
"""What a line costs that is squeezed as far as it goes."""


def breaks_of(hlist: HList, spread: bool) -> Breaks:
    """The list's places, with phrase ends made free; `spread`: with what lines can be spread by. Found once for a
    list."""
    found = hlist.breaks.get(spread)
    if found is None:
        found = hlist.breaks[spread] = _find_breaks(hlist, spread)
    return found


def _find_breaks(hlist: HList, spread: bool) -> Breaks:
    boxes = hlist.boxes
    phrases, words = (phrase_ends(hlist.text), _words(hlist.text)) if hlist.language == "ja" else (frozenset(),) * 2
    bound = {found.start() for found in BOUND.finditer(hlist.text)}
    bound.update(k for found in BRACKETS.finditer(hlist.text) for k in range(found.start() + 1, found.end()))
    inside = {k for start, end in hlist.names for k in range(start + 1, end)}
    places: list[tuple[int, float, float, float, float, float, float, float]] = []
    x = least = stretch = end = least_end = stretch_end = 0.0
    rooms = [stretch_before(hlist, k) for k in range(len(boxes))] if spread else repeat(0.0, len(boxes))
    rows = zip(boxes, hlist.starts, hlist.glue, hlist.penalties, rooms, strict=True)
    for k, (box, start, (natural, tight, _), cost, room) in enumerate(rows):
        x, least, stretch = x + natural, least + tight, stretch + room
        if k == 0 or cost >= 0:
            if start in inside:
                cost = NAME  # noqa: PLW2901
            elif start in bound:
                cost = max(cost, WORD)  # noqa: PLW2901
            elif start in phrases and box.first.kind not in ("open", "dash", "sign"):
                cost = 0.0  # noqa: PLW2901
            elif start in words:
                cost = min(cost, WORD)  # noqa: PLW2901
            blank = box.first.blank
            places.append((k, x + blank, end, least + blank, least_end, stretch, stretch_end, cost))
        x, least = x + box.width, least + box.width
        if box.last.kind != "space":
            end, least_end, stretch_end = x - box.last.blank, least - box.last.blank, stretch
    places.append((len(boxes), x, end, least, least_end, stretch, stretch_end, 0.0))
    return Breaks(*zip(*places, strict=True))


def natural_width(hlist: HList) -> float:
    """How wide a list is on one line, in ems, without the spaces at its end."""
    x = end = 0.0
    for box, (natural, _, _) in zip(hlist.boxes, hlist.glue, strict=True):
        x = x + natural + box.width
        if box.last.kind != "space":
            end = x - box.last.blank
    return end - hlist.boxes[0].first.blank


def _words(text: str) -> frozenset[int]:
    """Offsets inside Japanese phrases at which a word of grammar begins."""
    return frozenset(found.start() for found in WORDS.finditer(text))


def break_lines(hlist: HList, width: float, manner: Manner = RAGGED) -> list[tuple[int, int]]:
    """The lines of a list at a width in ems, as (first box, box after the last); trailing spaces
    belong to no line."""
    if not hlist.boxes:
        return [(0, 0)]
    if natural_width(hlist) <= width + EPSILON:
        return [(0, bare_end(hlist, len(hlist.boxes)))]
    places = breaks_of(hlist, manner.spread)
    chosen = _cheapest(places, width, manner, SHORT.get(hlist.language, 3.0))
    return [(places.at[i], bare_end(hlist, places.at[j])) for i, j in pairwise(chosen)]


def _cheapest(places: Breaks, width: float, manner: Manner, short: float) -> list[int]:
    """Places of the cheapest way: dynamic programming from the start, over lines that are not too short.

    Knuth and Plass, "Breaking Paragraphs into Lines" (1981), with costs of our own.
    """
    begins, ends, costs = places.begins, places.ends, places.costs
    stretch_begins, stretch_ends = places.stretch_begins, places.stretch_ends
    least_begins, least_ends = places.least_begins, places.least_ends
    weight, line_cost, share, spread = manner
    last = len(begins) - 1
    far = float("inf")
    best, before = [0.0] + [far] * last, [0] * (last + 1)
    room = max(0.3 * width, min(share * width, 10.0))
    for i in range(last):
        base, begin = best[i] + line_cost, begins[i]
        j = bisect_right(least_ends, least_begins[i] + width + EPSILON, i + 1) - 1
        if j <= i:
            j = i + 1
            base += OVERFULL
        first = j
        while j > i:
            slack = width - (ends[j] - begin)
            if slack > room and j < first and j < last:
                break
            if slack < 0:
                give = ends[j] - begin - (least_ends[j] - least_begins[i])
                cost = base + _squeezing(slack, give)
            elif j == last:
                cost = base
            else:
                cost = base + (slack / width) ** 2
                if spread:
                    cost += _spreading(slack, stretch_ends[j] - stretch_begins[i])
            cost += weight * (costs[j] if j < last else _ending(width - slack, i == last - 1, short))
            if cost < best[j]:
                best[j], before[j] = cost, i
            j -= 1
    chosen = [last]
    while chosen[-1]:
        chosen.append(before[chosen[-1]])
    return chosen[::-1]


def _squeezing(slack: float, give: float) -> float:
    """What it costs to squeeze a line by its slack (below 0)."""
    return SQUEEZE * (slack / give) ** 2 if give > 0 else 0.0


def _spreading(slack: float, stretch: float) -> float:
    """What it costs to spread a line by its slack."""
    return LOOSE if slack > stretch else SPREADING * (slack / stretch) ** 2 if slack else 0.0


def _ending(length: float, one: bool, short: float) -> float:
    """What a last line costs for its length, in ems; `one`: it is one word."""
    return ALONE if length < 2.2 else ORPHAN if one or length < short else 0.0


def bare_end(hlist: HList, end: int) -> int:
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
