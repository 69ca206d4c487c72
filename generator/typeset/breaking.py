"""Strip + width in ems -> where its lines begin and end: the whole paragraph at once.

Promise: a line ends only where `kinsoku` lets it; of all ways to break, the cheapest is taken: short lines
cost by the square of what they lack, breaks inside a phrase cost, and so does a short last line.
A line is wider than asked only if it is one box that cannot be broken.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import accumulate, compress, pairwise
from math import fsum
from typing import NamedTuple

from generator.typeset.hlist import Breaks, HList
from generator.typeset.phrases import OTHER, WORD, inner_costs, leaning, phrase_ends, unseen_ends
from generator.values import lazy_pattern, replace

EPSILON = 1e-6
OVERFULL = 1e6


class Manner(NamedTuple):
    """How lines are chosen: what a break inside a phrase weighs, what a line costs by itself, how short a line
    may be (share of the measure), whether lines are spread to the measure, and what a runt costs."""

    weight: float
    line: float
    short: float = 0.6
    spread: bool = False
    runt: float = 0.8


RAGGED, EVEN, TIGHT = Manner(3.0, 0.02, 0.8), Manner(1.0, 0.02), Manner(1.0, 30.0)
"""Lines end with phrases; lines are of like length; as few lines as can be."""

JUSTIFIED = Manner(1.5, 0.02, spread=True)

LOOSE = 4.0
"""What a line costs that cannot be spread to the measure (and so is left ragged among justified ones)."""

SPREADING = 0.9
"""What a line costs that is spread as far as it goes."""

ORPHAN, ALONE = 0.12, 5.0
"""What a last line costs that is shorter than `SHORT` or one word; one of a character and its stop. Shorter than two
characters of Japanese and a stop it is a runt."""

ROUNDS = 3
"""So often lines are chosen anew, each time with the words of other phrases."""

WHOLLY = 1.7
"""So much more a break inside a phrase weighs in ragged Japanese, where words have no spaces to tell them apart."""

RUNT = 0.35
"""What a runt of Japanese costs below ragged lines: hardly more than to part a word (雪解けの|祭り, not 雪解|けの)."""

STUB, SHARE = 1.6, 0.24
"""Below justified lines a short last line shows most: what it costs, the less the longer it is, and nothing from this
share of the measure on (or from `SHORT`)."""

SHORT = 4.6
"""Below this (ems) a last line is an orphan; but in Japanese, only below three tenths of the measure, too."""

NAME = 5.6
"""What it costs to break inside a name: more than two lines left `LOOSE`."""

PHRASE = 0.015
"""What it costs to end a ragged line with a phrase where no clause ends: of ways that are about as even, lines end
where a reader breathes (働く。|サイコロを, not あっても|働く。; turn 1 up.|One stays, not up. One|stays)."""

STUMP = 0.05
"""What it costs to end a ragged line of Japanese with the first letters of a sentence (飲む。|次の人は, not 次の|人は,
though lines are less even)."""

SENTENCES = lazy_pattern("[。！？](?=.)")

CLAUSES = lazy_pattern(r"[,.;:!?…、。，．：；！？][)）」』”’»\"']*\s*")
"""What ends a clause."""

LEAD = 0.04
"""What it costs to end a ragged line with what leads on: moves to|the map, not moves to the|map."""

POINT = 0.3
"""What it costs to begin a ragged line as the point of a list begins (at|most 3. More, not at most|3. More)."""

POINTS = lazy_pattern(r"(?<=[^\W\d_])\s(?=\d+[.,:;](?:\s|$))")
"""The space before a number that ends a sentence or a clause (divide it by|2, rounding down)."""

LEADS = lazy_pattern(r"(?<=[.!?…] )[^\W\d_]{1,4}\s")
"""The short first word of a sentence, with the space behind it."""

ARTICLES = lazy_pattern(r"\b(?:[Aa]n?|[Tt]he)\s")
"""Articles of English."""

SQUEEZE = 0.3
"""What a line costs that is squeezed as far as it goes."""


def _breaks_of(hlist: HList, spread: bool, label: int) -> Breaks:
    """The list's places, with phrase ends made free; `spread`: with what lines can be spread by; `label`: the first
    line begins behind so many boxes."""
    boxes, count = hlist.boxes, len(hlist.boxes)
    allowed = [True, *[cost >= 0 for cost in hlist.penalties[1:]], True]
    allowed[1 : label + 1] = [False] * label
    (begins, ends), (tight, tight_ends) = hlist.natural, hlist.reach(hlist.least)
    at = list(compress(range(count + 1), allowed))
    columns = [begins, ends, tight, tight_ends]
    if spread:
        stretch, stretch_ends = list(accumulate(hlist.stretches(0, count))), [0.0]
        for k, box in enumerate(boxes):
            stretch_ends.append(stretch_ends[k] if box.last.space else stretch[k])
        columns += [stretch, stretch_ends]
    picked = [list(compress(column, allowed)) for column in columns]
    picked[0][0], picked[2][0] = begins[label], tight[label]
    return Breaks([*_costs(hlist, at[:-1], 0.0 if spread else PHRASE), 0.0], at, *picked)


def _costs(hlist: HList, at: list[int], phrase: float) -> list[float]:
    """What breaks at some places cost; `phrase`: at the end of a phrase."""
    penalties, starts, boxes = hlist.penalties, hlist.starts, hlist.boxes
    costs = [penalties[k] for k in at]
    begin = [starts[k] for k in at]
    if hlist.language == "ja":
        phrases = phrase_ends(hlist.text)
        costs = [
            min(c, phrase) if start in phrases and not boxes[k].first.opens else c
            for c, start, k in zip(costs, begin, at, strict=True)
        ]
        for place in _among(unseen_ends(hlist.text), begin):
            costs[place] = min(costs[place], OTHER)
    elif phrase:
        clauses = {found.end() for found in CLAUSES.finditer(hlist.text)}
        patterns = (LEADS, *[ARTICLES] * (hlist.language == "en"))
        leads = {found.end() for pattern in patterns for found in pattern.finditer(hlist.text)}
        pairs = zip(costs, begin, strict=True)
        costs = [c if k in clauses else max(c, LEAD if k in leads else phrase) for c, k in pairs]
        for place in _among({found.end() for found in POINTS.finditer(hlist.text)}, begin):
            costs[place] = max(costs[place], POINT)
    for place in _among(leaning(hlist.text), begin):
        costs[place] = max(penalties[at[place]], WORD)
    if phrase and hlist.language == "ja":
        stubs = {k for found in SENTENCES.finditer(hlist.text) for k in range(found.end() + 1, found.end() + 4)}
        for place in _among(stubs, begin):
            costs[place] = max(costs[place], STUMP)
    if hlist.names:
        inside = {k for start, end in hlist.names for k in range(start + 1, end)}
        costs = [NAME if start in inside else c for c, start in zip(costs, begin, strict=True)]
        after = {start for start, _ in hlist.names if "ぁ" <= hlist.text[start - 1 : start] <= "ん"} - inside
        costs = [min(c, WORD) if start in after else c for c, start in zip(costs, begin, strict=True)]
    return costs


def _among(starts: Iterable[int], begin: Sequence[int]) -> Iterator[int]:
    """The places that begin at one of some letters, which are few."""
    return (place for k in starts for place in range(bisect_left(begin, k), bisect_right(begin, k)))


def break_lines(hlist: HList, width: float, manner: Manner = RAGGED, label: int = 0) -> list[tuple[int, int]]:
    """The lines of a list at a width in ems, as (first box, box after the last); trailing spaces
    belong to no line. A `label` of so many boxes stands beside the first."""
    if not hlist.boxes:
        return [(0, 0)]
    if hlist.natural[1][-1] - hlist.leads[0] - hlist.hang(label) <= width + EPSILON:
        return [(0, hlist.bare_end(len(hlist.boxes)))]
    short = SHORT if hlist.language == "ja" else min(SHORT, 0.3 * width)
    if hlist.language == "ja" and not manner.spread:
        manner = manner._replace(runt=RUNT, weight=WHOLLY * manner.weight)
    short = max(short, SHARE * width) if manner.spread else short
    places = hlist.breaks.get((manner.spread, label))
    if places is None:
        places = hlist.breaks[manner.spread, label] = _breaks_of(hlist, manner.spread, label)
    chosen = _cheapest(places, width, manner, short)
    if hlist.language == "ja" and len(chosen) > 2:
        chosen = _between_words(hlist, places, chosen, lambda found: _cheapest(found, width, manner, short))
    return [(places.at[i], hlist.bare_end(places.at[j])) for i, j in pairwise(chosen)]


def _between_words(hlist: HList, places: Breaks, chosen: list[int], again: Callable[[Breaks], list[int]]) -> list[int]:
    """The chosen places; if a line ends within a phrase, those that are cheapest when words are told apart in it (of
    justified lines in all phrases: where one ends moves the others)."""
    costs, known = places.costs, set[int]()
    starts = [hlist.starts[k] for k in places.at[:-1]]
    for _ in range(ROUNDS):
        torn = {starts[i] for i in chosen[1:-1] if costs[i] > WORD} - known
        if not torn:
            break
        costs = [*costs]
        for start in range(1, len(hlist.text)) if places.stretch_ends else torn:
            if start in known:
                continue
            phrase, inner = _words_about(hlist, start)
            known.update(phrase)
            for place in _among(inner, starts):
                if costs[place] < NAME:
                    costs[place] = min(costs[place], inner[starts[place]])
        chosen = again(replace(places, costs=costs))
    return chosen


def broken(hlist: HList, lines: list[tuple[int, int]]) -> float:
    """What the breaks between ragged lines cost, however long the lines are."""
    places = hlist.breaks[False, 0]
    costs = dict(zip(places.at, places.costs, strict=True))
    return fsum(costs[begin] for begin, _ in lines[1:])


def torn(hlist: HList, lines: list[tuple[int, int]], label: int) -> float:
    """What the ends within phrases cost, of several ragged lines; 0 if all end with phrases."""
    if len(lines) < 2:
        return 0.0
    places = hlist.breaks[False, label]
    ends = {begin for begin, _ in lines[1:]}
    rows = [(cost, at) for at, cost in zip(places.at, places.costs, strict=True) if at in ends and cost > WORD]
    if hlist.language == "ja":
        rows = [(min(c, _words_about(hlist, hlist.starts[at])[1].get(hlist.starts[at], c)), at) for c, at in rows]
    return fsum(cost for cost, _ in rows)


def _words_about(hlist: HList, start: int) -> tuple[range, Mapping[int, float]]:
    """The phrase about a letter, and what breaks before its words cost."""
    ends = [0, *sorted(phrase_ends(hlist.text))]
    after = bisect_left(ends, start)
    return range(ends[after - 1], ends[after] + 1), inner_costs(hlist.text, ends[after - 1], ends[after])


def _cheapest(places: Breaks, width: float, manner: Manner, short: float) -> list[int]:
    """Places of the cheapest way over lines that are not too short: the nearest place first (Dijkstra); of equal ways
    the one whose last line is longer.

    Knuth and Plass, "Breaking Paragraphs into Lines" (1981), with costs of our own.
    """
    begins, ends = places.begins, places.ends
    least_begins, least_ends = places.least_begins, places.least_ends
    weight, line_cost, share, spread, _ = manner
    costs = [weight * cost for cost in places.costs]
    last, far = len(begins), float("inf")
    best, before = [0.0] + [far] * last, [0] * (last + 1)
    room = max(0.3 * width, share * width if NAME in places.costs else min(share * width, 10.0))
    queue = [(0.0, 0)]
    while (nearest := heappop(queue))[1] < last:
        so_far, i = nearest
        if so_far > best[i]:
            continue
        begin, base, squeezed = begins[i], so_far + line_cost, least_begins[i]
        first = bisect_right(least_ends, squeezed + width + EPSILON, i + 1) - 1
        first, base = (first, base) if first > i else (i + 1, base + OVERFULL)
        if first == last:
            cost = _last(places, i, width, short, manner, base)
            best[last], before[last] = min((best[last], before[last]), (cost, i))
            heappush(queue, (cost, last))
        for j in range(first if first < last else last - 1, i, -1):
            slack = width - (ends[j] - begin)
            if slack >= 0:
                if slack > room and j < first:
                    break
                lack = slack / width
                cost = base + lack * lack
                if spread:
                    cost += _spreading(slack, lack, places.stretch_ends[j] - places.stretch_begins[i])
            else:
                cost = base + _squeezing(slack, ends[j] - begin - (least_ends[j] - squeezed))
            cost += costs[j]
            if cost <= best[j] and (cost < best[j] or i < before[j]):
                best[j] = cost
                before[j] = i
                heappush(queue, (cost, j))
    chosen = [last]
    while chosen[-1]:
        chosen.append(before[chosen[-1]])
    return chosen[::-1]


def _squeezing(slack: float, give: float) -> float:
    """What it costs to squeeze a line by its slack (below 0)."""
    return SQUEEZE * (slack / give) ** 2 if give > 0 else 0.0


def _spreading(slack: float, lack: float, stretch: float) -> float:
    """What it costs to spread a line by its slack, which is such a share of the measure (`lack`)."""
    return LOOSE + lack if slack > stretch else SPREADING * (slack / stretch) ** 2 if slack else 0.0


def _last(places: Breaks, i: int, width: float, short: float, manner: Manner, base: float) -> float:
    """What it costs, on top of a base, that the last line begins at place i."""
    natural, least = places.ends[-1] - places.begins[i], places.least_ends[-1] - places.least_begins[i]
    slack = width - natural
    squeezing = _squeezing(slack, natural - least) if slack < 0 else 0.0
    ending = manner.weight * _ending(natural, i == len(places.begins) - 1, short, width, manner.runt)
    stub = STUB * max(0.0, 1 - natural / short) if manner.spread else 0.0
    return base + squeezing + ending + stub


def _ending(length: float, one: bool, short: float, width: float, runt: float) -> float:
    """What a last line costs for its length, in ems; `one`: it is one word. Half a measure is no runt."""
    if length < min(3.2, short, 0.5 * width):
        return ALONE if length < min(2.2, 0.35 * width) else runt
    return ORPHAN if one or length < short else 0.0
