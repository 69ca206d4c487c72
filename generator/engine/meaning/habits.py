"""Habits: an item that alone breaks what all others of its set keep to.

Takes a `Desk`; gives a problem at the odd item. A habit counts only where it can hardly be chance: so many siblings
keep to it, and what they keep to is so rare among all, that it must be meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from itertools import combinations, permutations
from math import log10
from typing import Any

from generator.data.model import ComponentSet, Game, Item, Text
from generator.engine.counts.values import words_of
from generator.engine.registry import Desk, Problem, check

CHANCE = -2.3
"""The logarithm of how likely a habit may be by chance; twice of it for numbers and words, which vary more."""
FEW, LARGE = 4, 2_000
"""Fewer siblings than this have no habits; what is wrong with more is wrong with what made them."""
_KINDS = ("term", "one of", "flag", "rule", "word", "item", "integer", "text")
_VARIED = ("integer", "text")

Row = Mapping[str, Hashable]
Told = Iterator[tuple[int, str, str]]
"""The place of the odd item, the field that is odd, and what all others do."""


@check("M002")
def items_are_like_their_siblings(desk: Desk) -> Iterator[Problem]:
    """What holds for all other items of a set holds for each."""
    for owner in desk.game.sets.values():
        if not owner.complete or not 1 < len(owner.items) <= LARGE:
            continue
        rows = [_row(owner, item) for item in owner.items]
        looks = [_named(owner), _marked(desk.game, owner), _apart(owner), _empty(owner)]
        told: set[int] = set()
        for n, name, others in (*(one for look in looks for one in look), *_odd(owner, rows)):
            if n not in told:
                told.add(n)
                item = owner.items[n]
                here = rows[n][name] if name in rows[n] else item.values.get(name)
                message = f"`{owner.id}/{item.id}` has `{name}` `{words_of(here)}`; {others}"
                yield Problem(item.marks.get(name, item.mark), message, f"correct `{name}`, or what it is held against")


def _row(owner: ComponentSet, item: Item) -> dict[str, Hashable]:
    """What an item says and how it looks, as far as it can be compared; None for what is missing, or as good as."""
    fields = {n: _plain(item.values.get(n)) for n, kind in owner.fields.items() if kind.name in _KINDS}
    looks = {"layout": item.layout or owner.layout, "back": item.back or owner.back}
    return {**fields, **looks, "size": str(item.size or owner.size)}


def _plain(value: Any) -> Hashable:  # noqa: ANN401 -- a value of any declared kind
    if isinstance(value, Text):
        return next(iter(value.words.values()), None)
    return value if isinstance(value, Hashable) and value not in (None, False, "") else None


def _odd(owner: ComponentSet, rows: Sequence[Row]) -> Told:
    """Items in which two things do not go together as they do in all others, at what breaks most habits."""
    broken: dict[int, list[tuple[str, str]]] = {}
    numbers = {n for n, kind in owner.fields.items() if kind.name in _VARIED}
    varied = [n for n in rows[0] if len({row[n] for row in rows}) > 1] if len(rows) > FEW else []
    for cause, effect in permutations(varied, 2):
        for n in _odd_ones(rows, cause, effect, numbers):
            broken.setdefault(n, []).append((cause, effect))
    for n, habits in sorted(broken.items()):
        counts = Counter(name for pair in habits for name in pair[::-1])
        name = max(counts, key=lambda one: (counts[one], one in ("layout", "back", "size")))
        cause = next(a if b == name else b for a, b in habits if name in (a, b))
        like = [row[name] for m, row in enumerate(rows) if row[cause] == rows[n][cause] and m != n]
        usual = words_of(Counter(like).most_common(1)[0][0] if like else None)
        yield n, name, f"all others with `{cause}` `{words_of(rows[n][cause])}` have `{usual}`"


def _odd_ones(rows: Sequence[Row], cause: str, effect: str, numbers: Set[str]) -> Iterator[int]:
    """Rows in which alone `effect` is not what `cause` asks for in all others of their group, if that is no chance: in
    the group by itself (but for numbers and words), or because there is no other such row in any group."""
    groups: dict[Hashable, Counter[Hashable]] = {}
    for row in rows:
        if row[cause] is not None:
            groups.setdefault(row[cause], Counter())[row[effect]] += 1
    common = Counter(row[effect] for row in rows)
    usual = {value: found.most_common(1)[0] for value, found in groups.items()}
    whole = sum((times - 1) * log10(common[most] / len(rows)) for most, times in usual.values())
    varied = not numbers.isdisjoint((cause, effect))
    mixed = [value for value, found in groups.items() if len(found) > 1]
    for value in mixed:
        most, times = usual[value]
        alone = 0.0 if varied else times * log10(common[most] / len(rows))
        luck = min(alone, whole if mixed == [value] else 0.0)
        if groups[value].total() == times + 1 > 2 and luck <= (2 * CHANCE if varied else CHANCE):
            yield next(n for n, row in enumerate(rows) if row[cause] == value and row[effect] != most)


def _named(owner: ComponentSet) -> Told:
    """A field whose value is a part of the id in all other items."""
    for name in owner.fields:
        values = [
            (n, str(i.values[name]), i.id)
            for n, i in enumerate(owner.items)
            if isinstance(i.values.get(name), (str, int))
        ]
        odd = [n for n, value, own in values if f"-{value}-" not in f"-{own}-"]
        if len(odd) == 1 and len(values) == len(owner.items) >= FEW and len({v for _, v, _ in values}) > 2:
            yield odd[0], name, "in all others it is a part of the id"


def _marked(game: Game, owner: ComponentSet) -> Told:
    """An effect and a mark (a term, a choice) that go together in all other items, or are called alike."""
    fields = [n for n, kind in owner.fields.items() if kind.name in ("term", "one of", "flag")]
    acting: dict[str, set[int]] = {}
    marked: dict[tuple[str, str], set[int]] = {}
    for n, item in enumerate(owner.items):
        for name in (name for name, kind in owner.fields.items() if kind.name == "effects"):
            for effect in item.values.get(name, ()):
                acting.setdefault(effect.verb, set()).add(n)
        for name in (name for name in fields if item.values.get(name)):
            marked.setdefault((name, str(item.values[name])), set()).add(n)
    for verb, doing in sorted(acting.items()):
        for (name, value), having in sorted(marked.items()):
            odd, both = doing ^ having, doing & having
            alike = value in verb.split("-") or _glosses(game, value, verb)
            if len(odd) == 1 and len(both) >= (1 if alike else FEW - 1):
                yield next(iter(odd)), name, f"in all others `{value}` and the effect `{verb}` go together"


def _glosses(game: Game, value: str, verb: str) -> bool:
    """True if the glossary explains a term by a word of a verb."""
    term = game.terms.get(value)
    words = " ".join(term.about.words.values()).casefold() if term is not None and term.about is not None else ""
    return any(re.search(rf"\b{part}\b", words) for part in verb.split("-") if len(part) >= FEW)


def _apart(owner: ComponentSet) -> Told:
    """Two numbers that are as far apart in all other items."""
    names = [n for n, kind in owner.fields.items() if kind.name in ("integer", "number")]
    for one, two in combinations(names, 2):
        both = [
            (n, a, b)
            for n, i in enumerate(owner.items)
            if (a := i.values.get(one)) is not None and (b := i.values.get(two)) is not None
        ]
        apart = Counter(a - b for _, a, b in both)
        usual, times = apart.most_common(1)[0] if apart else (0, 0)
        odd = [n for n, a, b in both if a - b != usual]
        if len(odd) == 1 and times > FEW and len({a for _, a, _ in both}) > 2:
            yield odd[0], two, f"in all others it differs from `{one}` by {abs(usual):g}"


def _empty(owner: ComponentSet) -> Told:
    """A list or a map that holds nothing in one item alone, which says nothing instead."""
    optional = [n for n, kind in owner.fields.items() if kind.optional]
    for name, kind in owner.fields.items():
        empty = [
            n
            for n, i in enumerate(owner.items)
            if kind.name in ("list", "map", "effects") and not i.values.get(name, 1)
        ]
        bare = [n for n in empty if not any(owner.items[n].values.get(other) for other in optional)]
        if len(bare) == 1 and len(owner.items) - len(empty) >= FEW:
            yield bare[0], name, "in all others it holds something"
