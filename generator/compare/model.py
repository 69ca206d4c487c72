"""The values of a comparison: `Pairs` of things of a kind, a `Matching` of all kinds (which thing of the old version is
which of the new one); a `Change`, one thing that is otherwise now; a `Comparison`, all of them.

A `Normalizer` reads a value of a game: two that it gives are equal exactly if they mean the same; what only follows
from a renamed term or item, the order of a map, or how the lines of the YAML are wrapped makes no difference. Promise:
frozen; nothing is in two pairs; a change holds its values both as data (ids, markup as written) and as people read
them, so that a report needs no game to look into.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeVar

from generator.compare.readable import WORD, Json, Words, arguments_of, data_of, differing, everywhere, words_of
from generator.data.markup import Token, parse_markup
from generator.data.model import Effect, FieldKind, Game, Text
from generator.data.walk import rules_of
from generator.values import Struct, field

_T = TypeVar("_T")


def things_of(game: Game) -> dict[str, dict[str, Any]]:
    """Kind -> id -> thing, for all that is compared; a term with its kind, an item with its set, a paragraph with its
    section."""
    return {
        "kind": dict(game.kinds),
        "set": dict(game.sets),
        "term": {term.id: (term, kind) for kind in game.kinds.values() for term in kind.members},
        "section": {section.id: section for section in game.sections},
        "item": {f"{owner.id}/{item.id}": (owner, item) for owner in game.sets.values() for item in owner.items},
        "parameter": dict(game.parameters),
        "rule": {rule.id: (rule, section) for section in game.sections for rule in rules_of(section)},
        "step": {step.id: step for step in game.setup.steps},
        "question": {question.id: question for question in game.questions},
        "mode": dict(game.setup.modes),
        "zone": {zone: (zone, zone in game.setup.passing) for zone in game.setup.zones},
        "verb": dict(game.verbs),
        "field": {f"{owner.id}/{key}": kind for owner in game.sets.values() for key, kind in owner.fields.items()},
    }


class Pairs(Struct, frozen=True):
    """Old id -> new id, and how sure we are (1: by id)."""

    names: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)

    @property
    def origins(self) -> dict[str, str]:
        """New id -> old id."""
        return {new: old for old, new in self.names.items()}


_NOTHING = Pairs()


class Matching(dict[str, Pairs]):
    """What belongs together in two versions, by kind ("set", "rule" ...); items as "set/item"."""

    def __missing__(self, _: str) -> Pairs:
        return _NOTHING

    def today(self, kind: str, name: str) -> str:
        """What a thing of a kind ("term", "item" ...) of the old version is called now."""
        return self[kind].names.get(name, name)


_FORMS = {"parameter": "{{={0}}}", "rule": "[[{0}]]", "item": "{{@{0}}}", "value": "{{={0}.{1}}}"}


class Normalizer(Struct, frozen=True):
    """Reads the values of one game for comparing: which names to put for its own, and in which languages."""

    game: Game
    names: Matching
    languages: tuple[str, ...]

    def text(self, text: Text | None) -> tuple[str, ...]:
        """A text in each language: as written, with renamed references, without blanks at the ends of lines."""
        return tuple(_plain(text.in_language(k), self.names) if text else "" for k in self.languages)

    def value(self, kind: FieldKind, value: object) -> Hashable:
        """A plain, comparable value of one field, of any kind (see `Item.values`)."""
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, Mapping):
            of = kind.innermost
            return tuple(sorted((self.names.today("term", k), self.value(of, v)) for k, v in value.items()))
        if isinstance(value, Effect):
            kinds = arguments_of(self.game, value)
            given = sorted(value.arguments.items())
            return (self.names.today("verb", value.verb), *((k, self.value(kinds.get(k, WORD), v)) for k, v in given))
        if isinstance(value, tuple):
            return tuple(self.value(kind.innermost, member) for member in value)
        return self._name(kind, value) if isinstance(value, str) else value

    def _name(self, kind: FieldKind, value: str) -> str:
        name = f"{kind.argument}/{value}" if kind.name == "item" else value
        return self.names.today(kind.name, name) if kind.name in ("item", "term", "rule") else value


def _plain(source: str, names: Matching) -> str:
    parts: list[str] = []
    at = 0
    for token in parse_markup(source)[0]:
        if token.kind in _FORMS or token.kind in ("term", "set", "count"):
            parts += [source[at : token.start], _reference(token, names)]
            at = token.end
    parts.append(source[at:])
    return "\n".join(line.strip() for line in "".join(parts).strip().splitlines())


def _reference(token: Token, names: Matching) -> str:
    """A reference as it would be written today."""
    if token.kind in ("term", "set"):
        form = f":{token.detail}" if token.detail else ""
        return "{" + "@" * (token.kind == "set") + names.today(token.kind, token.text) + form + "}"
    item, _, field = token.detail.partition(".")
    kind, name = ("item", f"{token.text}/{item}") if token.kind in ("item", "value") else (token.kind, token.text)
    if token.kind == "count" and token.detail.startswith("/"):
        return "{#" + names.today("item", name + token.detail) + "}"
    if token.kind == "count":
        return "{#" + names.today("set", name) + token.detail + "}"
    return _FORMS[token.kind].format(names.today(kind, name), field)


# ---- what changed --------------------------------------------------------------------------------------------------

_SUBJECTS = {
    "game": "game",
    "components": "set field item",
    "numbers": "parameter",
    "words": "kind term verb",
    "rules": "section rule",
    "setup": "mode zone step",
    "looks": "size drawing",
    "questions": "question",
}
GROUPS = tuple(_SUBJECTS)
"""The groups of a report, in its order."""
SUBJECTS = {subject: group for group, subjects in _SUBJECTS.items() for subject in subjects.split()}
"""What a change can be of, with its group."""
_IN_ORDER = ("section", "step")
"""Subjects of which each has its place."""


class Value(Struct, frozen=True):
    """A value as JSON holds it (ids and markup as written), and as people read it in each language."""

    data: Json
    words: Words = field(default_factory=dict)


NONE = Value(None)
Values = tuple[Value, Value]
"""What was and what is."""


class Change(Struct, frozen=True):
    """One change.

    `subject` is one of `SUBJECTS`; `what` is added, removed, renamed, changed or moved; `aspect` says what
    of it was changed ("count", "pieces", "name", "id", "value", or a field). `old_id` and `new_id` are "" where there
    is none; items are "set/item". `name` is what it is called now (or was, if it is gone), `within` the set, kind or
    section that it stands in, of a size or a drawing the sets that have it. `sure` is how sure the
    two are the same thing (1: by id). `follows`: it only sums up other changes, or with `echo` only says by its new
    name what was renamed. `assumed`: whether the old number and
    the new one are not the designer's but assumed (the count is open, or an open question is about the parameter).
    `called`: how the column of a field is headed. `silent`: languages in which it says nothing but a new name.
    """

    subject: str
    what: str
    aspect: str
    old_id: str
    new_id: str
    name: Words
    old: Value = NONE
    new: Value = NONE
    within: Words = field(default_factory=dict)
    sure: float = 1.0
    follows: bool = False
    assumed: tuple[bool, bool] = (False, False)
    called: Words = field(default_factory=dict)
    echo: bool = False
    silent: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What it is called by in the data, now if it is there."""
        return self.new_id or self.old_id

    @property
    def group(self) -> str:
        """The group of its subject."""
        return SUBJECTS[self.subject]

    @property
    def is_anew(self) -> bool:
        """True of a file that is another one: there is nothing to say of it."""
        return self.subject == "drawing"


class Comparison(Struct, frozen=True):
    """Two versions, what belongs together in them, and what changed."""

    old: Game
    new: Game
    matching: Matching
    changes: tuple[Change, ...]


# ---- what changes are made with --------------------------------------------------------------------------------------


class VersionPair(Struct, frozen=True):
    """Two versions while they are compared."""

    old: Game
    new: Game
    matching: Matching
    normalizers: tuple[Normalizer, Normalizer]

    def texts_differ(self, old: Text | None, new: Text | None) -> bool:
        """True if two texts say something else in a language of both."""
        return self.normalizers[0].text(old) != self.normalizers[1].text(new)

    def texts(self, old: Text | None, new: Text | None) -> Values:
        """Two texts as values."""
        return Value(data_of(old), words_of(old, self.old)), Value(data_of(new), words_of(new, self.new))

    def plain(self, old: object, new: object) -> Values:
        """Two plain values: numbers, words, sizes; of two mappings only what differs is said."""
        one, other = differing(old, new)
        return Value(data_of(old), everywhere(self.old, one)), Value(data_of(new), everywhere(self.new, other))

    def entries(
        self,
        subject: str,
        olds: Mapping[str, _T],
        news: Mapping[str, _T],
        name: Callable[[Game, _T], Words],
        within: Callable[[Game, _T], Words] = lambda *_: {},
    ) -> Iterator[tuple[ChangedThing, _T | None, _T | None]]:
        """What is gone, in the old order, then all that is there, in the new one: with what it was and what it is. What
        nobody pairs goes by its id."""
        names, scores = self.matching[subject].names, self.matching[subject].scores
        moved = {*news} - in_same_order([*filter(None, map(names.get, olds))], [*news]) if subject in _IN_ORDER else ()
        both = [(k if k in olds else "", k if k in news else "") for k in sorted({*olds, *news})]
        if subject in self.matching:
            origins = self.matching[subject].origins
            both = [*((k, "") for k in olds if k not in names), *((origins.get(k, ""), k) for k in news)]
        for ids in both:
            old, new = olds.get(ids[0]), news.get(ids[1])
            game, thing = (self.new, news[ids[1]]) if ids[1] else (self.old, olds[ids[0]])
            words = name(game, thing), within(game, thing)
            yield ChangedThing(self, subject, *ids, *words, scores.get(ids[0], 1.0), ids[1] in moved), old, new


def in_same_order(old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    """Of things that are in both orders, those that stand in the same order in both, in long runs; the others were
    moved."""
    both = [name for name in old if name in new], [name for name in new if name in old]
    blocks = SequenceMatcher(None, *both, autojunk=False).get_matching_blocks()
    return frozenset(name for block in blocks for name in both[0][block.a : block.a + block.size])


class ChangedThing(Struct, frozen=True):
    """What all changes of one thing have in common; see `Change`. `moved`: it stands in another order."""

    sides: VersionPair
    subject: str
    old_id: str
    new_id: str
    name: Words
    within: Words = field(default_factory=dict)
    sure: float = 1.0
    moved: bool = False

    def change(self, what: str, aspect: str, values: Values = (NONE, NONE), follows: bool = False) -> Change:
        """One change of it."""
        ids = (self.old_id, self.new_id)
        return Change(self.subject, what, aspect, *ids, self.name, *values, self.within, self.sure, follows)

    def alone(self, value: Value = NONE, aspect: str = "") -> Change:
        """That it came or went."""
        if self.new_id:
            return self.change("added", aspect, (NONE, value))
        return self.change("removed", aspect, (value, NONE))

    def texts(self, old: object, new: object, *aspects: str) -> Iterator[Change]:
        """The texts of it that say something else."""
        for aspect in aspects:
            pair = getattr(old, aspect), getattr(new, aspect)
            if self.sides.texts_differ(*pair):
                yield self.change("changed", aspect, self.sides.texts(*pair))

    def plain(self, aspect: str, old: object, new: object, follows: bool = False) -> Iterator[Change]:
        """A plain value of it, if it is another one."""
        if old != new:
            yield self.change("changed", aspect, self.sides.plain(old, new), follows)

    def renamed(self, old: Text, new: Text) -> Iterator[Change]:
        """That it has another name; where it has not, that it has another id."""
        if self.sides.texts_differ(old, new):
            yield self.change("renamed", "name", self.sides.texts(old, new))
        elif self.old_id != self.new_id:
            yield self.change("renamed", "id", self.sides.plain(self.old_id, self.new_id))
