"""Large sets: which of their items are drawn to be looked at.

Takes a set and a language; gives items. Promise: of a game of up to `MANY` designs all of them, and of any set up to
`FEW`; of larger ones, for each look (all that its templates ask an item for, but words that text elements show) those
with the widest and the longest words of each such text, and two that say the same. What is left out differs from what
is drawn by shorter words alone; a build draws everything.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from math import fsum

from generator.data.model import ComponentSet, Game, Item, Text
from generator.engine.proof import Print
from generator.engine.registry import Problem, check
from generator.engine.values import frozen, words_of
from generator.frozen import dataclass
from generator.layout.draw import Pick
from generator.layout.studio import Studio
from generator.layout.template import Layout, uses_of

MANY, FEW = 1_000, 60
"""Games of up to so many designs, and sets of up to so many items, are drawn whole."""
SORTS = 40
"""A field that goes into words by way of an expression, and has no more values than this, may choose between words."""
WIDEST, LONGEST = 12, 4
"""So many items of a set are drawn for the width of each text, and for its longest word."""
OF_A_LOOK = 2
"""So many items of each look, and of each sort of markup, are drawn for the width of each text."""
_LINE = 20.0
"""A line break counts as much as so many ems of words."""
_MARKUP = re.compile(r"\{[^}]*\}|\[\[[^\]]*\]\]|\*\*")
_PARTS = re.compile(r"[^\s\u3000-\u9fff\uff00-\uffef]+")

Look = tuple[Hashable, ...]
Said = tuple[str, ...]
"""The words of each text of an item."""


def sampler(studio: Studio, game: Game) -> Pick:
    """What says which items of a game are drawn by a check."""
    designs = sum(len(owner.items) for owner in game.sets.values() if owner.printed)

    def pick(owner: ComponentSet, language: str) -> Sequence[Item]:
        if designs <= MANY or len(owner.items) <= FEW:
            return owner.items
        asked = asked_of(_layouts(studio, game, owner))
        return owner.items if asked is None else sample(owner.items, asked, language)

    return pick


def _layouts(studio: Studio, game: Game, owner: ComponentSet) -> list[Layout]:
    """The templates of a set; those that are not there are told when they are drawn."""
    sides = ((owner.layout, owner.back), *((item.layout, item.back) for item in owner.items))
    found = (studio.layout(name, game.id) for name in sorted({name for side in sides for name in side if name}))
    return [layout for layout in found if layout is not None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What templates ask an item for: fields on which the look depends, those that are `said` as they are, and those
    that expressions make words of (`worked`); none of them for anything else."""

    looked: frozenset[str]
    said: frozenset[str]
    worked: frozenset[str] = frozenset()


def asked_of(layouts: Iterable[Layout]) -> Asked | None:
    """What these templates ask for; None if one asks for an item as a whole."""
    looked: set[str] = set()
    said: set[str] = set()
    worked: set[str] = set()
    for use in (use for layout in layouts for use in uses_of(layout)):
        for path in use.expression.paths:
            if path[0] != "item":
                continue
            if len(path) == 1 or path[1] == "*":
                return None
            is_plain = use.expression.source.strip() == f"item.{path[1]}"
            (looked if use.attribute != "pnp:text" else said if is_plain else worked).add(path[1])
    worked -= looked
    return Asked(frozenset(looked), frozenset(said - looked - worked), frozenset(worked))


def sample(items: Sequence[Item], asked: Asked, language: str) -> list[Item]:
    """The items without which some look, or the widest words of one, would not be seen; in their order."""
    looks: defaultdict[Look, list[tuple[Item, Said]]] = defaultdict(list)
    marks: defaultdict[Look, list[tuple[Item, Said]]] = defaultdict(list)
    whole: list[tuple[Item, Said]] = []
    sorts = {name for name in asked.worked if len({_value(item, name) for item in items}) <= SORTS}
    fields, texts = sorted(asked.looked | sorts), sorted(asked.said | (asked.worked - sorts))
    for item in items:
        words = tuple(_words(item, name, language) for name in texts)
        look = tuple(_value(item, name) for name in fields)
        marked = tuple(frozenset(_MARKUP.findall(w)) if "{" in w or "[" in w or "*" in w else None for w in words)
        looks[item.layout, item.back, frozen(item.size), look].append((item, words))
        marks[marked].append((item, words))
        whole.append((item, words))
    chosen = {id(item) for item in _widest(whole, len(texts), WIDEST, LONGEST)}
    for group in looks.values():
        chosen |= {id(item) for item in (*_widest(group, len(texts), OF_A_LOOK, 1), *_twins(group))}
    for group in marks.values():
        chosen |= {id(item) for item in _widest(group, len(texts), OF_A_LOOK, 1)}
    return [item for item in items if id(item) in chosen]


def _widest(group: Sequence[tuple[Item, Said]], texts: int, widest: int, wordiest: int) -> Iterator[Item]:
    """The items with the widest words and with the longest word of each text; without texts, the first."""
    if not texts:
        yield group[0][0]
    for k in range(texts):
        words = [(item, said[k]) for item, said in group]
        yield from (item for item, _ in nlargest(widest, words, key=lambda one: width(one[1])))
        yield from (item for item, _ in nlargest(wordiest, words, key=lambda one: longest(one[1])))


def _twins(group: Sequence[tuple[Item, Said]]) -> Iterator[Item]:
    """Two of those items of one look that say the same."""
    alike: dict[Said, list[Item]] = {}
    for item, words in group:
        alike.setdefault(words, []).append(item)
    yield from (item for same in alike.values() if len(same) > 1 for item in same[:2])


def _value(item: Item, name: str) -> Hashable:
    return frozen(item.values[name]) if name in item.values else getattr(item, name, None)


def _words(item: Item, name: str, language: str) -> str:
    value = item.values[name] if name in item.values else getattr(item, name, None)
    return value.in_language(language) if isinstance(value, Text) else words_of(value)


def width(words: str) -> float:
    """About how wide words are, in ems."""
    return fsum(map(_em, words))


def longest(words: str) -> float:
    """About how wide the widest word is that no line break may part, in ems."""
    return max((width(part) for part in _PARTS.findall(words)), default=0.0)


@lru_cache(maxsize=8192)
def _em(letter: str) -> float:
    if letter == "\n":
        return _LINE
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    return 0.3 if letter in " iljtfrI.,:;'|!()[]" else 0.75 if letter.isupper() or letter in "mw@%&" else 0.52


@check("P014", on=Print)
def large_sets_are_looked_at_in_part(everything: Print) -> Iterator[Problem]:
    """It is told how much of a large set was drawn."""
    drawn: defaultdict[str, set[str]] = defaultdict(set)
    for piece in (piece for pieces in everything.pieces.values() for piece in pieces):
        drawn[piece.front.set].add(piece.front.item)
    sets = {owner.id: owner for owner, _ in everything.sources.values()}
    total = sum(len(owner.items) for owner in sets.values() if owner.printed)
    for name, items in drawn.items():
        whole = len(sets[name].items)
        if len(items) < whole > FEW and total > MANY:
            message = f"`{name}` has {whole} items, {len(items)} of them were drawn: those with the widest words"
            yield Problem(sets[name].mark, message, "`pnp build` draws all of them before it writes anything")
