"""Every text and every single value of a game, with whose it is: the one walk for checks and for comparing.

Takes a `Game`; gives a `Spoken` for each text, its markup read once, and leaves of fields: members of lists and maps,
verbs and their arguments. Promise: each text once, in the order of the files' kinds; nothing is judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.data.markup import MarkupFault, Token, parse_markup
from generator.data.model import Effect, FieldKind, Game, Rule, Section, Text
from generator.data.reading.spans import place_in
from generator.diagnostics.findings import Mark

_MARKUP = re.compile(r"[{}\[\]*\\\n]")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text with its tokens by language.

    `owner` is whose it is, `kind id` ("rule war.strength", "item skill/iron-legion", "term food"); `role` is what it
    is there ("text", "aid", "name" ...; of an item, its set and field: "skill.text").
    """

    text: Text
    owner: str
    role: str
    tokens: Mapping[str, tuple[Token, ...]]
    faults: Mapping[str, tuple[MarkupFault, ...]]

    def place(self, game: Game, language: str, start: int, length: int = 1) -> Mark:
        """The place of `words[start:start + length]` in a language."""
        mark = self.text.marks.get(language, Mark(""))
        return place_in(game.sources.get(mark.file, ""), mark, self.text.words[language], start, length)


def texts_of(game: Game) -> Iterator[Spoken]:
    """Every text of a game."""
    for owner, role, text in _of_words(game):
        if text is not None:
            yield _spoken(text, owner, role)
    for owner, role, text in _of_rules(game):
        if text is not None:
            yield _spoken(text, owner, role)
    for component_set in game.sets.values():
        for item in component_set.items:
            owner = f"item {component_set.id}/{item.id}"
            for kind, value, name, _ in leaves_of(game, component_set.fields, item.values, item.marks):
                if kind.name == "text":
                    yield _spoken(value, owner, f"{component_set.id}.{name.partition('.')[0]}")


def _spoken(text: Text, owner: str, role: str) -> Spoken:
    tokens, faults = {}, {}
    for language, words in text.words.items():
        tokens[language], faults[language] = _read(words)
    return Spoken(text, owner, role, tokens, faults)


def _read(words: str) -> tuple[tuple[Token, ...], tuple[MarkupFault, ...]]:
    if _MARKUP.search(words):
        return parse_markup(words)
    return (Token("text", words, "", False, 0, len(words)),), ()


Owned = tuple[str, str, Text | None]


def _of_words(game: Game) -> Iterator[Owned]:
    yield from (("game", "title", game.title), ("game", "version", game.version), ("game", "about", game.about))
    for parameter in game.parameters.values():
        owner = f"parameter {parameter.id}"
        yield from ((owner, "name", parameter.name), (owner, "note", parameter.note))
    for kind in game.kinds.values():
        yield f"kind {kind.id}", "name", kind.name
        for term in kind.members:
            words = {"name": term.name, "plural": term.plural, "short": term.short, "about": term.about}
            yield from ((f"term {term.id}", role, text) for role, text in words.items())
    for verb in game.verbs.values():
        yield f"verb {verb.id}", "about", verb.about
    for owned in game.sets.values():
        owner = f"set {owned.id}"
        yield from ((owner, "name", owned.name), (owner, "about", owned.about))
        for use in owned.uses:
            yield from ((owner, "use", use.what), (owner, "unbounded", use.unbounded))
    for question in game.questions:
        words = {"question": question.question, "assumption": question.assumption, "reason": question.reason}
        yield from ((f"question {question.id}", role, text) for role, text in words.items())


def _of_rules(game: Game) -> Iterator[Owned]:
    for section in game.sections:
        owner = f"section {section.id}"
        yield from ((owner, "title", section.title), (owner, "intro", section.intro))
        for rule in rules_of(section):
            owner = f"rule {rule.id}"
            yield from ((owner, "title", rule.title), (owner, "text", rule.text), (owner, "aid", rule.aid))
    for mode, name in game.setup.modes.items():
        yield f"mode {mode}", "name", name
    for step in game.setup.steps:
        yield f"step {step.id}", "text", step.text


def rules_of(container: Section | Rule) -> Iterator[Rule]:
    """All rules of a section or below a rule, in order."""
    for rule in container.rules:
        yield rule
        yield from rules_of(rule)


# ---- values ----------------------------------------------------------------------------------------------------------

Leaf = tuple[FieldKind, Any, str, Mark]
"""Kind, value, its name in the marks, its place."""


def leaves_of(
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
            yield FieldKind("term", kind.argument), key, f"{name}.{key}", marks[f"{name}.{key}"]
            yield from _leaves(game, kind.of, member, f"{name}.{key}", marks)
    elif kind.name == "effects":
        for effect in value:
            yield from _in_effect(game, effect)
    else:
        yield kind, value, name, marks[name]


_VERB = FieldKind("verb")


def _in_effect(game: Game, effect: Effect) -> Iterator[Leaf]:
    yield _VERB, effect.verb, "", effect.mark
    if effect.verb in game.verbs:
        yield from leaves_of(game, game.verbs[effect.verb].arguments, effect.arguments, effect.marks)
