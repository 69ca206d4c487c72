"""The values of a comparison: a `Change`, one thing that is otherwise now; a `Comparison`, all of them.

Promise: frozen; a change holds its values both as data (ids, markup as written) and as people read them, so that a
report needs no game to look into.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from generator.compare.pairs import Aligned, HasId, Matching, Normalizer
from generator.compare.values import Json, Words, data_of, differing, everywhere, words_of
from generator.data.model import Game, Text
from generator.values import dataclass, field

GROUPS = ("game", "components", "numbers", "words", "rules", "setup", "looks", "questions")
"""The groups of a report, in its order."""
SUBJECTS = (
    "game", "set", "field", "item", "size", "drawing", "font", "paper", "word", "parameter", "kind", "term", "verb",
    "section", "rule", "mode", "zone", "step", "question",
)  # fmt: skip
"""What a change can be of, in the order of its group."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value as JSON holds it (ids and markup as written), and as people read it in each language."""

    data: Json
    words: Words = field(default_factory=dict)


_T = TypeVar("_T", bound=HasId)
NONE = Value(None)
_NO_WORDS: Words = {}
Values = tuple[Value, Value]
"""What was and what is."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change.

    `subject` is one of `SUBJECTS`; `what` is added, removed, renamed, changed, moved or renumbered; `aspect` says what
    of it was changed ("count", "pieces", "name", "id", "value", or a field). `old_id` and `new_id` are "" where there
    is none; items are "set/item". `name` is what it is called now (or was, if it is gone), `within` the set, kind or
    section that it stands in, of a size or a drawing the sets that have it (`sets`: their ids). `sure` is how sure the
    two are the same thing (1: by id). `follows`: it only sums up other changes. `assumed`: whether the old number and
    the new one are not the designer's but assumed (the count is open, or an open question is about the parameter).
    """

    group: str
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
    sets: tuple[str, ...] = ()
    assumed: tuple[bool, bool] = (False, False)

    @property
    def id(self) -> str:
        """What it is called by in the data, now if it is there."""
        return self.new_id or self.old_id


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions, what belongs together in them, and what changed."""

    old: Game
    new: Game
    matching: Matching
    changes: tuple[Change, ...]


# ---- what changes are made with --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sides:
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

    def entry(
        self, group: str, subject: str, found: Aligned[_T], name: Text | Words, within: Words = _NO_WORDS
    ) -> Entry:
        """The entry of a thing that is called `name`."""
        game = self.old if found.gone else self.new
        words = words_of(name, game) if isinstance(name, Text) else name
        old_id = found.thing.id if found.gone else found.origin.id if found.origin else ""
        return Entry(self, group, subject, old_id, "" if found.gone else found.thing.id, words, within, found.sure)


@dataclass(frozen=True, slots=True)
class Entry:
    """What all changes of one thing have in common; see `Change`."""

    sides: Sides
    group: str
    subject: str
    old_id: str
    new_id: str
    name: Words
    within: Words = field(default_factory=dict)
    sure: float = 1.0

    def change(self, what: str, aspect: str, values: Values = (NONE, NONE), follows: bool = False) -> Change:
        """One change of it."""
        ids = (self.old_id, self.new_id)
        return Change(self.group, self.subject, what, aspect, *ids, self.name, *values, self.within, self.sure, follows)

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
