"""All that a game's data and texts refer to: terms, sets, items, rules, parameters, verbs, zones ...

Takes a `Game` and its texts; gives a `Mention` for every name that must exist somewhere else. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.data.markup import Token
from generator.data.model import FieldKind, Game, SetupStep
from generator.data.reading.spans import place_in
from generator.data.walk import Spoken, leaves_of
from generator.diagnostics.findings import Mark


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that must exist. `kind` is term, kind, set, item, rule, parameter, verb, zone or mode; `within` narrows
    it: the kind that a term must be of, the set that an item must be in.

    In a text, `words` are the whole text at `mark`, and the mention is `words[start:start + length]`; `owner` is whose
    text or field it is ("rule war.strength", "item skill/horse"; "" of declarations and steps, which have no text).
    """

    kind: str
    name: str
    mark: Mark
    within: str = ""
    words: str = ""
    start: int = 0
    length: int = 1
    owner: str = ""

    def place(self, game: Game) -> Mark:
        """Its exact place."""
        if not self.words:
            return self.mark
        return place_in(game.sources.get(self.mark.file, ""), self.mark, self.words, self.start, self.length)


def mentions_of(game: Game, texts: Iterable[Spoken]) -> Iterator[Mention]:
    """Every mention in a game, in no order; the same words in two languages may give the same mention twice."""
    yield from _in_declarations(game)
    yield from _in_items(game)
    for i, name in enumerate(game.setup.passing):
        yield Mention("zone", name, game.setup.marks[f"passing.{i}"])
    for step in game.setup.steps:
        yield from _in_step(step)
    for spoken in texts:
        yield from _in_text(spoken)


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
            owner = f"item {component_set.id}/{item.id}"
            for kind, value, _, mark in leaves_of(game, component_set.fields, item.values, item.marks):
                if kind.name in _LEAF_MENTIONS:
                    yield Mention(_LEAF_MENTIONS[kind.name], value, mark, kind.argument, owner=owner)


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


def _in_text(spoken: Spoken) -> Iterator[Mention]:
    for language, tokens in spoken.tokens.items():
        mark, words = spoken.text.marks.get(language, Mark("")), spoken.text.words[language]
        for token in tokens:
            if token.kind in _TOKEN_MENTIONS:
                yield _in_token(token, mark, words, spoken.owner)


_TOKEN_MENTIONS = {
    "term": "term",
    "parameter": "parameter",
    "set": "set",
    "count": "set",
    "rule": "rule",
    "item": "item",
}


def _in_token(token: Token, mark: Mark, words: str, owner: str) -> Mention:
    length, kind = token.end - token.start, _TOKEN_MENTIONS[token.kind]
    if token.kind == "item":
        return Mention("item", token.detail, mark, token.text, words, token.start, length, owner)
    return Mention(kind, token.text, mark, "", words, token.start, length, owner)
