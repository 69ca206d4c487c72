"""All that a game's data and texts refer to: terms, sets, items, rules, parameters, verbs, zones ...

Takes a `Game`; gives its texts, and a `Mention` for every name that must exist somewhere else. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.data.markup import Token, parse_markup
from generator.data.model import Effect, FieldKind, Game, Rule, SetupStep, Text
from generator.data.places import place_in
from generator.findings import Mark


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that must exist. `kind` is term, kind, set, item, rule, parameter, verb, zone or mode; `within` narrows
    it: the kind that a term must be of, the set that an item must be in.

    In a text, `words` are the whole text at `mark`, and the mention is `words[start:start + length]`.
    """

    kind: str
    name: str
    mark: Mark
    within: str = ""
    words: str = ""
    start: int = 0
    length: int = 1

    def place(self, game: Game) -> Mark:
        """Its exact place."""
        if not self.words:
            return self.mark
        return place_in(game.sources.get(self.mark.file, ""), self.mark, self.words, self.start, self.length)


def mentions_of(game: Game) -> Iterator[Mention]:
    """Every mention in a game, in no order; the same words in two languages may give the same mention twice."""
    yield from _in_declarations(game)
    yield from _in_items(game)
    for i, name in enumerate(game.setup.passing):
        yield Mention("zone", name, game.setup.marks[f"passing.{i}"])
    for step in game.setup.steps:
        yield from _in_step(step)
    for text in texts_of(game):
        yield from _in_text(text)


def texts_of(game: Game) -> Iterator[Text]:
    """Every text of a game."""
    for text in _optional_texts(game):
        if text is not None:
            yield text
    for component_set in game.sets.values():
        for item in component_set.items:
            for kind, value, _ in _leaves_of(game, component_set.fields, item.values, item.marks):
                if kind.name == "text":
                    yield value


def _optional_texts(game: Game) -> Iterator[Text | None]:
    yield from (game.title, game.about)
    for parameter in game.parameters.values():
        yield from (parameter.name, parameter.note)
    for kind in game.kinds.values():
        yield kind.name
        for term in kind.members:
            yield from (term.name, term.plural, term.short, term.about)
    yield from (verb.about for verb in game.verbs.values())
    for component_set in game.sets.values():
        yield from (component_set.name, component_set.about)
        for use in component_set.uses:
            yield from (use.what, use.unbounded)
    for section in game.sections:
        yield from (section.title, section.intro)
        for rule in _all_rules(section.rules):
            yield from (rule.title, rule.text, rule.aid)
    yield from game.setup.modes.values()
    yield from (step.text for step in game.setup.steps)
    for question in game.questions:
        yield from (question.question, question.assumption, question.reason)


def _all_rules(rules: tuple[Rule, ...]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        yield from _all_rules(rule.rules)


def _in_declarations(game: Game) -> Iterator[Mention]:
    """Kinds of terms and sets that fields, arguments and the order of the box name."""
    for name, mark in game.order.items():
        yield Mention("set", name, mark)
    for component_set in game.sets.values():
        for name, kind in component_set.fields.items():
            yield from _in_kind(kind, component_set.marks[f"fields.{name}"])
        for use in component_set.uses:
            named = (("rule", use.rule), ("short", use.short))
            yield from (Mention("rule", name, use.marks[key]) for key, name in named if name)
    for verb in game.verbs.values():
        for name, kind in verb.arguments.items():
            yield from _in_kind(kind, verb.marks[name])


def _in_kind(kind: FieldKind, mark: Mark) -> Iterator[Mention]:
    if kind.name in ("term", "map"):
        yield Mention("kind", kind.argument, mark)
    if kind.name == "item":
        yield Mention("set", kind.argument, mark)
    if kind.of is not None:
        yield from _in_kind(kind.of, mark)


_LEAF_MENTIONS = {"term": "term", "item": "item", "rule": "rule", "verb": "verb"}


def _in_items(game: Game) -> Iterator[Mention]:
    for component_set in game.sets.values():
        for item in component_set.items:
            for kind, value, mark in _leaves_of(game, component_set.fields, item.values, item.marks):
                if kind.name in _LEAF_MENTIONS:
                    yield Mention(_LEAF_MENTIONS[kind.name], value, mark, kind.argument)


Leaf = tuple[FieldKind, Any, Mark]


def _leaves_of(
    game: Game, kinds: Mapping[str, FieldKind], values: Mapping[str, Any], marks: Mapping[str, Mark]
) -> Iterator[Leaf]:
    """Every single value in the fields of an item or the arguments of an effect, with its kind and place."""
    for name, value in values.items():
        yield from _leaves(game, kinds[name], value, name, marks)


def _leaves(game: Game, kind: FieldKind, value: Any, name: str, marks: Mapping[str, Mark]) -> Iterator[Leaf]:  # noqa: ANN401 -- of any kind
    if kind.name == "list" and kind.of is not None:
        for i, member in enumerate(value):
            yield from _leaves(game, kind.of, member, f"{name}.{i}", marks)
    elif kind.name == "map" and kind.of is not None:
        for key, member in value.items():
            yield FieldKind("term", kind.argument), key, marks[f"{name}.{key}"]
            yield from _leaves(game, kind.of, member, f"{name}.{key}", marks)
    elif kind.name == "effects":
        for effect in value:
            yield from _in_effect(game, effect)
    else:
        yield kind, value, marks[name]


def _in_effect(game: Game, effect: Effect) -> Iterator[Leaf]:
    yield FieldKind("verb"), effect.verb, effect.mark
    if effect.verb in game.verbs:
        yield from _leaves_of(game, game.verbs[effect.verb].arguments, effect.arguments, effect.marks)


def _in_step(step: SetupStep) -> Iterator[Mention]:
    for i, name in enumerate(step.sets):
        yield Mention("set", name, step.marks.get("set", step.marks.get(f"sets.{i}", step.mark)))
    singles = (
        ("term", step.term),
        ("from", step.source),
        ("to", step.target),
        ("mode", step.mode),
        ("rule", step.rule),
    )
    for key, name in singles:
        if name:
            yield Mention({"from": "zone", "to": "zone"}.get(key, key), name, step.marks.get(key, step.mark))


def _in_text(text: Text) -> Iterator[Mention]:
    for language, words in text.words.items():
        if "{" in words or "[" in words:
            mark = text.marks.get(language, Mark(""))
            yield from (m for t in parse_markup(words)[0] if (m := _in_token(t, mark, words)) is not None)


def _in_token(token: Token, mark: Mark, words: str) -> Mention | None:
    spot = (words, token.start, token.end - token.start)
    if token.kind == "item":
        return Mention("item", token.detail, mark, token.text, *spot)
    kind = {"term": "term", "parameter": "parameter", "set": "set", "count": "set", "rule": "rule"}.get(token.kind)
    return Mention(kind, token.text, mark, "", *spot) if kind is not None else None
