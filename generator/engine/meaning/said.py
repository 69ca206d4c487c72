"""What an item says: each of its texts in each language, and its effects, as numbers, terms and plain words.

Takes a `Desk`; gives the items with their views, set by set. Promise: a view `says` only what stands there; what it
`may` say in other words is never held against it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Effect, Game, Item, Parameter, Term
from generator.data.walk import Spoken, leaves_of
from generator.diagnostics.findings import Mark
from generator.engine.meaning.pairs import pairs_of
from generator.engine.registry import Desk, once
from generator.engine.texts.lexicon import may_say, numbers_in
from generator.values import dataclass, field

LARGE = 1_000
"""A set of more items is not compared: there the mistake is in what made it."""
_COMPARED = re.compile(r"instead|rather than|ではなく|代わり|statt|au lieu|en lugar|en vez|invece|anziché")
"""Where a text compares two numbers, an effect may say their difference."""
_NAMES = ("name", "title", "subtitle", "flavor", "flavour")
"""Fields that may say anything."""


Names = Mapping[str, Sequence[tuple[str, str]]]
"""By language, the names of all terms with their ids."""


@dataclass(frozen=True, slots=True)
class Said:
    """One language of a text of an item, or its effects (`language` ""). `hinted` are terms that only the words say:
    part of a verb, or of a name. `beside` has the number next to a term, `places` where each number and term of an
    effect stands."""

    mark: Mark
    numbers: Counter[int]
    terms: frozenset[str]
    words: str = ""
    language: str = ""
    hinted: frozenset[str] = frozenset()
    places: Mapping[int | str, Mark] | None = None
    beside: Mapping[str, str] = field(default_factory=dict)

    def may_say(self, value: int) -> bool:
        """True if the number may be said in other words, or as the difference of two that are."""
        if self.language and may_say(value, self.words, self.language):
            return True
        differences = {abs(a - b) for a, b in combinations(self.numbers, 2)}
        return value in differences and _COMPARED.search(self.words.casefold()) is not None


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """An item with what it says, by field; the effects are "effects"."""

    owner: ComponentSet
    item: Item
    said: Mapping[str, Sequence[Said]]
    effects: Sequence[Effect]

    @property
    def name(self) -> str:
        """ "skill/iron-legion"."""
        return f"{self.owner.id}/{self.item.id}"


@once
def views_of(desk: Desk) -> Sequence[Sequence[Views]]:
    """The items of each set that say something in two ways at least."""
    spoken: dict[str, list[Spoken]] = {}
    for one in desk.texts:
        if one.owner.startswith("item ") and not any(one.faults.values()):
            spoken.setdefault(one.owner, []).append(one)
    names = {la: _names(tuple(desk.game.terms.values()), la) for la in desk.game.languages}
    groups = []
    for owner in desk.game.sets.values():
        kinds = [kind.name for kind in owner.fields.values()]
        if kinds.count("text") + kinds.count("effects") > 1 and len(owner.items) <= LARGE:
            items = [_views(desk.game, owner, i, spoken.get(f"item {owner.id}/{i.id}", []), names) for i in owner.items]
            groups.append(items)
    return groups


def _views(game: Game, owner: ComponentSet, item: Item, spoken: Sequence[Spoken], names: Names) -> Views:
    said: dict[str, list[Said]] = {}
    for one in spoken:
        field = one.role.partition(".")[2]
        if field not in _NAMES:
            views = [_of_text(game, one, language, names[language]) for language in one.tokens if language in names]
            said.update({field: said.get(field, []) + views} if views else {})
    effects = [
        e
        for name, kind in owner.fields.items()
        if kind.name == "effects"
        for e in item.values.get(name, ())
        if e.verb in game.verbs
    ]
    return Views(owner, item, {**said, **({"effects": [_of_effects(game, effects)]} if effects else {})}, effects)


def _of_text(game: Game, spoken: Spoken, language: str, names: Sequence[tuple[str, str]]) -> Said:
    tokens = spoken.tokens[language]
    words = plain_words(tokens)
    terms = frozenset(t.text for t in tokens if t.kind == "term")
    numbers = Counter(n for token in tokens for n in numbers_of(game, token, language))
    low = words.casefold()
    named = frozenset(term for name, term in names if name in low)
    beside = {term: number for number, term in pairs_of(tokens)}
    return Said(spoken.text.marks.get(language, Mark("")), numbers, terms, words, language, named, beside=beside)


def spellings_of(term: Term, language: str) -> list[str]:
    """The names of a term in a language, in small letters."""
    return [name for name, _ in _names((term,), language)]


def is_named(term: Term, words: str, language: str) -> bool:
    """True if plain words hold a name of a term."""
    return any(name in words.casefold() for name in spellings_of(term, language))


def _names(terms: Sequence[Term], language: str) -> list[tuple[str, str]]:
    """All names of terms in a language, in small letters, with their ids."""
    named = ((text, t.id) for t in terms for text in (t.name, t.plural, t.short) if text is not None)
    return [(name.casefold(), term) for text, term in named if (name := text.in_language(language))]


def numbers_of(game: Game, token: Token, language: str) -> Iterator[int]:
    """The whole numbers that a token is printed as."""
    if token.kind in ("text", "ruby"):
        yield from numbers_in(token.text, language)
    elif token.kind == "parameter" and token.text in game.parameters:
        yield from values_of(game.parameters[token.text])
    elif token.kind == "count" and token.text in game.sets and game.sets[token.text].pieces is not None:
        yield game.sets[token.text].pieces or 0


def values_of(parameter: Parameter) -> set[int]:
    """All whole numbers that a parameter can be."""
    return {int(v) for v in (set(parameter.by_players.values()) or {parameter.value}) if v == int(v)}


def _of_effects(game: Game, effects: Sequence[Effect]) -> Said:
    numbers: Counter[int] = Counter()
    places: dict[int | str, Mark] = {}
    hinted = {w for e in effects for name in (e.verb, *e.arguments) for w in stems(name) if w in game.terms}
    for effect in effects:
        for kind, value, _, mark in leaves_of(game, game.verbs[effect.verb].arguments, effect.arguments, effect.marks):
            if kind.name in ("integer", "number") and value == int(value):
                numbers[int(value)] += 1
                places.setdefault(int(value), mark)
            elif isinstance(value, str):
                hinted.update(word for word in stems(value) if word in game.terms)
                if value in game.terms:
                    places.setdefault(value, mark)
    terms = frozenset(p for p in places if isinstance(p, str))
    return Said(effects[0].mark, numbers, terms, "", "", frozenset(hinted), places)


def stems(name: str) -> list[str]:
    """The words of an id, also without the ending of a plural."""
    return [word for part in name.split("-") for word in dict.fromkeys((part, part.removesuffix("s")))]
