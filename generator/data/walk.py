"""Every text, value and mention of a game, with whose it is: the one walk for checks and for comparing.

Takes a `Game`; gives a `Spoken` for each text, its markup read once; leaves of fields (members of lists and maps, verbs
and their arguments); a `Mention` for every name that must exist somewhere else. Promise: each text once, in the order
of the files' kinds; nothing is judged here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from sys import intern
from typing import Any

from generator.data.markup import MarkupFault, Token, parse_markup
from generator.data.model import ComponentSet, Effect, FieldKind, Game, Item, Rule, Section, SetupStep, Text
from generator.data.reading.grid import plain
from generator.data.reading.text import place_in
from generator.diagnostics.findings import Mark
from generator.expressions.runtime import Unread
from generator.values import Alike, Struct, lazy_pattern

_MARKUP = lazy_pattern(r"[{}\[\]*\\\n]")


_Read = tuple[Mapping[str, tuple[Token, ...]], Mapping[str, tuple[MarkupFault, ...]]]


class Spoken(Alike, frozen=True):
    """A text; its tokens by language are read when somebody asks.

    `owner` is whose it is, `kind id` ("rule war.strength", "item skill/iron-legion", "term food"); `role` is what it
    is there ("text", "aid", "name" ...; of an item, its set and field: "skill.text")."""

    BESIDE = ("kept",)
    text: Text
    owner: str
    role: str
    kept: list[_Read] | None = None
    """What was read; None: it is read each time."""

    @property
    def tokens(self) -> Mapping[str, tuple[Token, ...]]:
        """What its markup says, by language."""
        return self._read()[0]

    @property
    def faults(self) -> Mapping[str, tuple[MarkupFault, ...]]:
        """What could not be read in its markup, by language."""
        return self._read()[1]

    @property
    def is_shared(self) -> bool:
        """True if one plain string serves all languages of the game."""
        words, marks = self.text.words, self.text.marks
        return len(words) > 1 and len(set(words.values())) == 1 == len(set(marks.values()))

    def said(self, applies: Callable[[str], bool] = bool) -> list[tuple[str, str]]:
        """Languages that apply, and their words; of one plain string for all the first of them."""
        found = [one for one in self.text.words.items() if applies(one[0])]
        return found[:1] if self.is_shared else found

    def _read(self) -> _Read:
        if self.kept:
            return self.kept[0]
        read = {language: _parsed(words) for language, words in self.text.words.items()}
        both = {la: tokens for la, (tokens, _) in read.items()}, {la: faults for la, (_, faults) in read.items()}
        if self.kept is not None:
            self.kept.append(both)
        return both

    def place(self, game: Game, language: str, start: int, length: int = 1) -> Mark:
        """The place of `words[start:start + length]` in a language."""
        mark = self.text.marks.get(language, Mark(""))
        return place_in(game.sources.get(mark.file, ""), mark, self.text.words[language], start, length)

    def at_match(self, game: Game, language: str, found: re.Match[str]) -> Mark:
        """The place of words that a pattern found."""
        return self.place(game, language, found.start(), len(found[0]))

    def at_token(self, game: Game, language: str, token: Token) -> Mark:
        """The place of a token."""
        return self.place(game, language, token.start, token.end - token.start)


_FEW = 20_000
"""Of no more texts it is held what was read in them."""


def texts_of(game: Game) -> Iterator[Spoken]:
    """Every text of a game."""
    for number, (owner, role, text) in enumerate(_texts(game)):
        yield Spoken(text, owner, role, [] if number < _FEW else None)


def _texts(game: Game) -> Iterator[tuple[str, str, Text]]:
    for owner, role, text in (*_of_words(game), *_of_rules(game)):
        if text is not None:
            yield owner, role, text
    for component_set in game.sets.values():
        for item in component_set.items:
            owner = f"item {component_set.id}/{item.id}"
            for kind, value, name, _ in leaves_of(game, component_set.fields, item.said, item.marks):
                if kind.name == "text":
                    yield owner, intern(f"{component_set.id}.{name.partition('.')[0]}"), value


def _parsed(words: str) -> tuple[tuple[Token, ...], tuple[MarkupFault, ...]]:
    if _MARKUP.search(words):
        return parse_markup(words)
    return (Token("text", words, "", False, 0, len(words)),), ()


_Owned = tuple[str, str, Text | None]


def _said(owner: str, thing: object, *roles: str) -> Iterator[_Owned]:
    """The texts of a thing: what it holds under these names."""
    return ((owner, role, getattr(thing, role)) for role in roles)


def _of_words(game: Game) -> Iterator[_Owned]:
    yield from _said("game", game, "title", "version", "about")
    for parameter in game.parameters.values():
        yield from _said(f"parameter {parameter.id}", parameter, "name", "note")
    for kind in game.kinds.values():
        yield from _said(f"kind {kind.id}", kind, "name")
        for term in kind.members:
            yield from _said(f"term {term.id}", term, "name", "plural", "short", "about")
    for verb in game.verbs.values():
        yield from _said(f"verb {verb.id}", verb, "about")
    for owned in game.sets.values():
        yield from _said(f"set {owned.id}", owned, "name", "about")
        for use in owned.uses:
            yield f"set {owned.id}", "use", use.what
            yield from _said(f"set {owned.id}", use, "unbounded")
    for question in game.questions:
        yield from _said(f"question {question.id}", question, "question", "assumption", "reason")


def _of_rules(game: Game) -> Iterator[_Owned]:
    for section in game.sections:
        yield from _said(f"section {section.id}", section, "title", "intro")
        for rule in rules_of(section):
            yield from _said(f"rule {rule.id}", rule, "title", "text", "aid")
            for callout in rule.figure.callouts if rule.figure else ():
                yield f"rule {rule.id}", "callout", callout.text
    for mode, name in game.setup.modes.items():
        yield f"mode {mode}", "name", name
    for step in game.setup.steps:
        yield from _said(f"step {step.id}", step, "text", "shown")


def counted(owner: ComponentSet, filtered: str) -> list[Item]:
    """The items that `{#set field=value}` counts: with that word, that term, that number; of `{#set/item}` that one;
    without a filter all."""
    if filtered.startswith("/"):
        return [item for item in owner.items if item.id == filtered[1:]]
    name, _, wanted = (part.strip() for part in filtered.partition("="))
    field = next((f for f in owner.fields if plain(f) == plain(name)), "")

    def has(value: object) -> bool:
        if isinstance(value, Text):
            return any(map(has, value.words.values()))
        if isinstance(value, (tuple, dict)):
            return any(map(has, value))
        return value is not None and plain(value) == plain(wanted)

    return [item for item in owner.items if not filtered or has(item.values.get(field))]


def count_of(token: Token, game: Game) -> int | None:
    """The number of pieces of what a token counts, as far as anybody knows."""
    owner = game.sets.get(token.text)
    if owner is not None and token.detail:
        return sum(item.count for item in counted(owner, token.detail))
    return None if owner is None else owner.assume if owner.pieces is None else owner.pieces


def rules_of(container: Section | Rule) -> Iterator[Rule]:
    """All rules of a section or below a rule, in order."""
    for rule in container.rules:
        yield rule
        yield from rules_of(rule)


# ---- values ----------------------------------------------------------------------------------------------------------

Leaf = tuple[FieldKind, Any, str, Mapping[str, Mark]]
"""Kind, value, its name in the marks, the marks."""


def leaves_of(
    game: Game, kinds: Mapping[str, FieldKind], values: Mapping[str, object], marks: Mapping[str, Mark]
) -> Iterator[Leaf]:
    """Every single value that could be read in the fields of an item or the arguments of an effect, with its kind and
    place."""
    for name, value in values.items():
        kind = kinds[name]
        if kind.name in _NESTED:
            yield from _leaves(game, kind, value, name, marks)
        elif not isinstance(value, Unread):
            yield kind, value, name, marks


def leaves_in(game: Game, effect: Effect) -> Iterator[Leaf]:
    """The same of one effect, if there is such a verb."""
    if effect.verb in game.verbs:
        yield from leaves_of(game, game.verbs[effect.verb].arguments, effect.arguments, effect.marks)


_NESTED = ("list", "map", "effects")


def _leaves(game: Game, kind: FieldKind, value: Any, name: str, marks: Mapping[str, Mark]) -> Iterator[Leaf]:  # noqa: ANN401 -- of any kind
    if isinstance(value, Unread):
        return
    if kind.name == "list":
        for i, member in enumerate(value):
            yield from _leaves(game, kind.innermost, member, f"{name}.{i}", marks)
    elif kind.name == "map":
        for key, member in value.items():
            yield FieldKind("term", kind.argument), key, f"{name}.{key}", marks
            yield from _leaves(game, kind.innermost, member, f"{name}.{key}", marks)
    elif kind.name == "effects":
        for effect in value:
            yield _VERB, effect.verb, "", {"": effect.mark}
            yield from leaves_in(game, effect)
    else:
        yield kind, value, name, marks


_VERB = FieldKind("verb")


# ---- mentions --------------------------------------------------------------------------------------------------------


class Mention(Struct, frozen=True):
    """A name that must exist. `kind` is term, kind, set, item, rule, parameter, verb, zone or mode; `within` narrows
    it: the kind that a term must be of, the set that an item must be in.

    In a text, `words` are the whole text at `mark`, and the mention is `words[start:start + length]`; `owner` is whose
    text or field it is ("rule war.strength", "item skill/horse"; "" of declarations and steps, which have no text)."""

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


Skip = Callable[[str, str, str, bool], bool]
"""Kind, name and `within` of a mention in an item, and if it stands in a text -> nobody asks for it."""


def mentions_of(game: Game, texts: Iterable[Spoken], skip: Skip = lambda *_: False) -> Iterator[Mention]:
    """Every mention in a game, in no order; the same words in two languages may give the same mention twice."""
    yield from _in_declarations(game)
    yield from _in_items(game, skip)
    for i, name in enumerate(game.setup.passing):
        yield Mention("zone", name, game.setup.marks[f"passing.{i}"])
    for step in game.setup.steps:
        yield from _in_step(step)
    for rule in game.rules.values():
        for shown in rule.figure.faces if rule.figure else ():
            yield Mention("set", shown.set, shown.mark)
            yield Mention("item", shown.item, shown.mark, shown.set)
    for spoken in texts:
        yield from mentions_in(spoken, skip)


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


_LEAF_MENTIONS = ("term", "item", "rule", "verb")


def _in_items(game: Game, skip: Skip) -> Iterator[Mention]:
    for component_set in game.sets.values():
        for item in component_set.items:
            for kind, value, name, marks in leaves_of(game, component_set.fields, item.said, item.marks):
                if kind.name in _LEAF_MENTIONS and not skip(kind.name, value, kind.argument, False):
                    owner = f"item {component_set.id}/{item.id}"
                    yield Mention(kind.name, value, marks[name], kind.argument, owner=owner)


def _in_step(step: SetupStep) -> Iterator[Mention]:
    for i, name in enumerate(step.sets):
        yield Mention("set", name, step.at("set", f"sets.{i}"))
    named = {"term": step.term, "from": step.source, "to": step.target, "mode": step.mode, "rule": step.rule}
    for key, name in named.items():
        if name:
            yield Mention({"from": "zone", "to": "zone"}.get(key, key), name, step.at(key))


def mentions_in(spoken: Spoken, skip: Skip | None = None) -> Iterator[Mention]:
    """Every mention in a text."""
    skip = skip if spoken.owner.startswith("item ") else None
    for language, tokens in spoken.tokens.items():
        mark, words = spoken.text.marks.get(language, Mark("")), spoken.text.words[language]
        for token in tokens:
            is_item = token.kind == "value" or (token.detail[:1] == "/" and token.kind == "count")
            kind = "item" if is_item else _TOKEN_MENTIONS.get(token.kind)
            if kind and not (skip and skip(kind, token.text, "", True)):
                name, within = (_ITEM_IN.sub("", token.detail), token.text) if kind == "item" else (token.text, "")
                length = token.end - token.start
                yield Mention(kind, name, mark, within, words, token.start, length, spoken.owner)


_ITEM_IN = lazy_pattern(r"^/|\..*")
"""What is no id in the detail of a token that names an item."""
_TOKEN_MENTIONS = {
    "term": "term",
    "parameter": "parameter",
    "set": "set",
    "count": "set",
    "rule": "rule",
    "item": "item",
}
