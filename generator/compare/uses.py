"""Where each term, parameter, set and item of a game is spoken of.

Takes a `Game` and a `Renaming` for its places; gives ("term", id) -> places ("item skill/horse", "rule war.defeat").
Promise: two versions that say the same things in the same places give the same table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from generator.compare.plain import Renaming
from generator.data.markup import parse_markup
from generator.data.model import Effect, FieldKind, Game, Text

Name = tuple[str, str]
"""Kind ("term", "parameter", "set", "rule") and id."""
Uses = Mapping[Name, frozenset[str]]

Spoken = Mapping[str, frozenset[Name]]
"""Rule -> what it speaks of."""


def uses_of(game: Game, names: Renaming) -> Uses:
    """The places of everything that is spoken of, places named as the other version names them."""
    found: dict[Name, set[str]] = defaultdict(set)
    for spot, text in (*_rule_texts(game, names), *_other_texts(game, names)):
        for words in text.words.values():
            for token in parse_markup(words)[0]:
                found[_KINDS.get(token.kind, token.kind), token.text].add(spot)
    for place, kind, value in _fields(game, names):
        for name in _names_in(game, kind, value):
            found[name].add(place)
    for step in game.setup.steps:
        for set_id in step.sets:
            found["set", set_id].add(f"step {step.id}")
        if step.term:
            found["term", step.term].add(f"step {step.id}")
    return {name: frozenset(places) for name, places in found.items()}


def spoken_of(game: Game, names: Renaming, known: frozenset[Name]) -> Spoken:
    """What each rule speaks of, named as the other version names it, of what is `known` to both."""
    renamed = {"term": names.terms, "parameter": names.parameters, "set": names.sets, "rule": names.rules}
    found: dict[str, set[Name]] = defaultdict(set)
    for rule in game.rules.values():
        for words in (w for text in (rule.title, rule.text, rule.aid) if text for w in text.words.values()):
            for token in parse_markup(words)[0]:
                kind = _KINDS.get(token.kind, token.kind)
                found[rule.id].add((kind, renamed.get(kind, {}).get(token.text, token.text)))
    return {rule: frozenset(things & known) for rule, things in found.items()}


def known_to(game: Game, names: Renaming) -> frozenset[Name]:
    """Everything that a rule of a game could speak of, named as the other version names it."""
    ids = (("term", game.terms, names.terms), ("parameter", game.parameters, names.parameters))
    more = (("set", game.sets, names.sets), ("rule", game.rules, names.rules))
    return frozenset((kind, renamed.get(name, name)) for kind, things, renamed in (*ids, *more) for name in things)


_KINDS = {"count": "set", "item": "set"}


def places_of(game: Game, names: Renaming) -> frozenset[str]:
    """Every place of a game that could speak of something."""
    found = {f"item {names.items.get(n, n)}" for s in game.sets.values() for n in (f"{s.id}/{i.id}" for i in s.items)}
    found |= {f"rule {names.rules.get(name, name)}" for name in game.rules}
    found |= {f"term {names.terms.get(name, name)}" for name in game.terms}
    found |= {f"set {names.sets.get(name, name)}" for name in game.sets}
    return frozenset(found | {f"step {step.id}" for step in game.setup.steps})


def _rule_texts(game: Game, names: Renaming) -> Iterator[tuple[str, Text]]:
    for rule in game.rules.values():
        for text in (rule.title, rule.text, rule.aid):
            if text:
                yield f"rule {names.rules.get(rule.id, rule.id)}", text


def _other_texts(game: Game, names: Renaming) -> Iterator[tuple[str, Text]]:
    """Every other text that may speak of something, with its place."""
    for term in game.terms.values():
        if term.about:
            yield f"term {names.terms.get(term.id, term.id)}", term.about
    for step in game.setup.steps:
        yield f"step {step.id}", step.text
    for owner in game.sets.values():
        if owner.about:
            yield f"set {names.sets.get(owner.id, owner.id)}", owner.about
    for place, _, value in _fields(game, names):
        if isinstance(value, Text):
            yield place, value


def _fields(game: Game, names: Renaming) -> Iterator[tuple[str, FieldKind, Any]]:
    for owner in game.sets.values():
        for item in owner.items:
            name = f"{owner.id}/{item.id}"
            for key, value in item.values.items():
                yield f"item {names.items.get(name, name)}", owner.fields[key], value


def _names_in(game: Game, kind: FieldKind, value: Any) -> Iterator[Name]:  # noqa: ANN401 (a field's value)
    """Whatever a value names."""
    if kind.name == "list" and kind.of:
        for member in value:
            yield from _names_in(game, kind.of, member)
    elif kind.name == "map" and kind.of:
        yield from (("term", key) for key in value)
        for member in value.values():
            yield from _names_in(game, kind.of, member)
    elif kind.name == "effects":
        for effect in value:
            yield from _in_effect(game, effect)
    elif kind.name in ("term", "rule"):
        yield kind.name, value
    elif kind.name == "item":
        yield "set", kind.argument


def _in_effect(game: Game, effect: Effect) -> Iterator[Name]:
    verb = game.verbs.get(effect.verb)
    for key, value in effect.arguments.items():
        if verb and key in verb.arguments:
            yield from _names_in(game, verb.arguments[key], value)
