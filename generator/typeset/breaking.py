"""Strip + width in ems -> where its lines begin and end: the whole paragraph at once.

Promise: a line ends only where `kinsoku` lets it; of all ways to break, the cheapest is taken: short lines
cost by the square of what they lack, breaks inside a phrase cost, and so does a short last line.
A line is wider than asked only if it is one box that cannot be broken.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from importlib.util import find_spec
from itertools import accumulate, compress, pairwise
from math import fsum
from pathlib import Path
from re import Match, Pattern
from typing import NamedTuple

from generator.typeset.hlist import Breaks, HList
from generator.typeset.kinsoku import COUNTERS
from generator.values import lazy_pattern

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

JUSTIFIED = Manner(0.6, 0.02, spread=True)

LOOSE = 1.1
"""What a line costs that cannot be spread to the measure (and so is left ragged among justified ones)."""

SPREADING = 0.1
"""What a line costs that is spread as far as it goes."""

ORPHAN, ALONE = 0.12, 5.0
"""What a last line costs that is shorter than `SHORT` or one word; one of a character and its stop. Shorter than two
characters of Japanese and a stop it is a runt."""

RUNT = 0.35
"""What a runt of Japanese costs below ragged lines: hardly more than to part a word (雪解けの|祭り, not 雪解|けの)."""

STUB, SHARE = 1.3, 0.24
"""Below justified lines a short last line shows most: what it costs, the less the longer it is, and nothing from this
share of the measure on (or from `SHORT`)."""

SHORT = 4.6
"""Below this (ems) a last line is an orphan; but in Japanese, only below three tenths of the measure, too."""

NAME = 4.0
"""What it costs to break inside a name: more than two lines left `LOOSE`."""

WORD = 0.12
"""What it costs to break inside a phrase where a word begins."""

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

LEADS = lazy_pattern(r"(?<=[.!?…] )[^\W\d_]{1,4}\s")
"""The short first word of a sentence, with the space behind it."""

ARTICLES = lazy_pattern(r"\b(?:[Aa]n?|[Tt]he)\s")
"""Articles of English."""

WORDS = lazy_pattern(
    "(?<=[ぁ-ん])(?:ください|ま(?:せん|した|で|た)|で(?:した|しょう|き)|さ[れせ]|られ|し(?:ま|た|て|ない)|する|い(?:ま[すし]|[るたな]|ずれ)|"
    "あ[るり]|な(?:[りるら]|けれ)|か(?:ら|どうか|もしれ)|より|だけ|ごと|こ[との]|も(?:の|らう)|と(?:き|する|し)|ため|よう|すべて|"
    "それぞれ|どちら|その|お(?:く|いて)|ついて)"
)
"""Words of grammar that begin inside a phrase, after kana."""

BOUND = lazy_pattern(
    "つき(?<=につき)|(?:とき|こと|ため|たび)(?<=[うくぐすつぬぶむるただ]..)(?=[、。はにもがを])|方(?<=い方)(?=[、。はにもがを])|(?<=[。、][こそ]の)|(?<=^[こそあど]の)"
    "|よい(?<=[てで]..)|よい(?<=[てで]も..)|もよい(?<=[てで]...)"
    r"|札(?<=捨て.)|[0-9](?<=[0-9]分の.)|[一1](?<=もう.)|ない(?<=の..)(?=[^、。])"
    r"|[+−×=](?<=\d .)(?= \d)|\d(?<=\d [+−×=] .)"
)
"""What leans on what is before it, though the model sees a phrase begin there: 資源|1個, 高い|方, この|手番, 2分の|1;
もう|一度, 適性の|ない地形; 得て|よい; 捨て|札; sums."""

COUNTED = lazy_pattern(f"[0-9][0-9]?(?=[{''.join(sorted(COUNTERS))}])")
"""A number leans on the kanji or katakana before it: 資源|1個."""

BRACKETS = lazy_pattern(r"[(（][^()（）]{1,16}[)）]")
"""Few words in brackets, which are kept together."""

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


def _leads(char: str) -> bool:
    """True of a kanji or katakana before a figure."""
    return "一" <= char <= "鿿" or "ァ" <= char <= "ヺ" or char == "ー"


def _costs(hlist: HList, at: list[int], phrase: float) -> list[float]:
    """What breaks at some places cost; `phrase`: at the end of a phrase."""
    penalties, starts, boxes = hlist.penalties, hlist.starts, hlist.boxes
    costs = [penalties[k] for k in at]
    begin = [starts[k] for k in at]
    if hlist.language == "ja":
        words, phrases = {found.start() for found in WORDS.finditer(hlist.text)}, phrase_ends(hlist.text)
        costs = [
            min(c, phrase) if start in phrases and not boxes[k].first.opens else min(c, WORD) if start in words else c
            for c, start, k in zip(costs, begin, at, strict=True)
        ]
    elif phrase:
        clauses = {found.end() for found in CLAUSES.finditer(hlist.text)}
        patterns = (LEADS, *[ARTICLES] * (hlist.language == "en"))
        leads = {found.end() for pattern in patterns for found in pattern.finditer(hlist.text)}
        pairs = zip(costs, begin, strict=True)
        costs = [c if k in clauses else max(c, LEAD if k in leads else phrase) for c, k in pairs]
    for place in _among(_bound(hlist.text), begin):
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


def _bound(text: str) -> set[int]:
    """Where no line should begin, though a phrase may."""
    bound = {found.start() for found in BOUND.finditer(text)}
    bound.update(k for k in map(Match.start, COUNTED.finditer(text)) if _leads(text[k - 1 : k]))
    bound.update(k for found in BRACKETS.finditer(text) for k in range(found.start() + 1, found.end()))
    return bound


def line_ends(text: str, names: Pattern[str] | None = None) -> frozenset[int]:
    """Offsets at which a phrase of Japanese ends and a line may, where a browser breaks at no others: none within
    `names`, nor between a number and what it counts."""
    inside = {k for found in (names.finditer(text) if names else ()) for k in range(found.start() + 1, found.end())}
    counted = {found.end() for found in COUNTED.finditer(text)}
    return phrase_ends(text) - _bound(text) - inside - counted


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
    places = hlist.breaks.get((manner.spread, label))
    if places is None:
        places = hlist.breaks[manner.spread, label] = _breaks_of(hlist, manner.spread, label)
    short = SHORT if hlist.language == "ja" else min(SHORT, 0.3 * width)
    manner = manner._replace(runt=RUNT) if hlist.language == "ja" and not manner.spread else manner
    short = max(short, SHARE * width) if manner.spread else short
    chosen = _cheapest(places, width, manner, short)
    return [(places.at[i], hlist.bare_end(places.at[j])) for i, j in pairwise(chosen)]


def broken(hlist: HList, lines: list[tuple[int, int]]) -> float:
    """What the breaks between ragged lines cost, however long the lines are."""
    places = hlist.breaks[False, 0]
    costs = dict(zip(places.at, places.costs, strict=True))
    return fsum(costs[begin] for begin, _ in lines[1:])


def torn(hlist: HList, lines: list[tuple[int, int]], label: int) -> bool:
    """True if one of several ragged lines ends within a phrase."""
    if len(lines) < 2:
        return False
    places = hlist.breaks[False, label]
    ends = {begin for begin, _ in lines[1:]}
    return any(cost > WORD for at, cost in zip(places.at, places.costs, strict=True) if at in ends)


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
                    cost += _spreading(slack, places.stretch_ends[j] - places.stretch_begins[i])
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


def _spreading(slack: float, stretch: float) -> float:
    """What it costs to spread a line by its slack."""
    return LOOSE if slack > stretch else SPREADING * (slack / stretch) ** 2 if slack else 0.0


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


# ---- where phrases of Japanese end, by the model of budoux: as its own parser finds, each letter looked up once ----

BITS = 24
"""The size of a field: the score of one place, which may be below 0."""
HALF = 1 << (BITS - 1)
FIELD = (1 << BITS) - 1

_Seconds = dict[str, tuple[int, dict[str, int]]]
_Letters = dict[str, tuple[int, _Seconds]]
"""A letter -> what it adds, and, by the letter behind it, what both add; likewise of three. Each adds `HALF`."""
_UNKNOWN: tuple[int, _Seconds] = (HALF, {})


@lru_cache(maxsize=256)
def phrase_ends(text: str) -> frozenset[int]:
    """Offsets at which a phrase ends."""
    least, letters = _model()
    ends, scores = [len(text)], 0  # of the places from the second before a letter on
    row = [*text, "", "", "", ""]
    for place, (letter, second, third) in enumerate(zip(row, row[1:], row[2:], strict=False), -2):
        scores >>= BITS
        own, seconds = letters.get(letter, _UNKNOWN)
        scores += own
        if second in seconds:
            both, thirds = seconds[second]
            scores += both + thirds.get(third, 0)
        if scores & FIELD > least and place > 0:
            ends.append(place)
    return frozenset(ends if text else ())


@lru_cache(maxsize=1)
def _model() -> tuple[float, _Letters]:
    """The least score of an end, and what adds to it."""
    found = find_spec("budoux")  # to import it would load its reader of HTML
    model = json.loads(Path(str(found and found.origin)).with_name("models").joinpath("ja.json").read_bytes())
    letters: _Letters = {}
    for kind, scores in model.items():
        before = {"UW": 6, "BW": 5, "TW": 6}[kind[:2]] - int(kind[2:])
        for words, score in scores.items():
            own, seconds = letters.setdefault(words[0], (HALF, {}))
            added = score << BITS * before
            if len(words) == 1:
                letters[words] = (own + added, seconds)
                continue
            both, thirds = seconds.setdefault(words[1], (0, {}))
            if len(words) == 2:
                seconds[words[1]] = (both + added, thirds)
            else:
                thirds[words[2]] = thirds.get(words[2], 0) + added
    return HALF + 0.5 * sum(sum(scores.values()) for scores in model.values()), letters
