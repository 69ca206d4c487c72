"""The values of a comparison: a `Change`, one thing that is otherwise now; a `Comparison`, all of them.

Promise: frozen; a change holds its values both as data (ids, markup as written) and as people read them, so that a
report needs no game to look into. `Sides` is what the comparing functions pass on: both versions and their `Matching`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generator.compare.names import Words, words_of
from generator.compare.pairs import Matching
from generator.compare.plain import Reader, data_of, differing, everywhere, plain_words
from generator.data.model import Game, Text

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

    data: Any
    words: Words = field(default_factory=dict)


NONE = Value(None)


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


@dataclass(frozen=True, slots=True)
class Sides:
    """Two versions while they are compared."""

    old: Game
    new: Game
    matching: Matching
    readers: tuple[Reader, Reader]

    def texts_differ(self, old: Text | None, new: Text | None) -> bool:
        """True if two texts say something else in a language of both."""
        one, other = self.readers
        return plain_words(old, one.names, one.languages) != plain_words(new, other.names, other.languages)

    def words(self, old: Text | None, new: Text | None) -> tuple[Value, Value]:
        """Two texts as values."""
        return (
            Value(data_of(old), words_of(old, self.old)),
            Value(data_of(new), words_of(new, self.new)),
        )

    def plain(self, old: object, new: object) -> tuple[Value, Value]:
        """Two plain values: numbers, words, sizes; of two mappings only what differs is said."""
        one, other = differing(old, new)
        return (
            Value(data_of(old), everywhere(self.old, one)),
            Value(data_of(new), everywhere(self.new, other)),
        )
