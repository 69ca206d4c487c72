"""Two versions of a game -> `Comparison`: one `Change` for each thing that is otherwise now.

Takes two `Game`s; gives their changes, the most important first within each group. Promise: a thing is told once, at
the place where it was changed: what only follows (the words of a card that names a renamed term, the number of a
paragraph below an inserted one) is no change of its own, and neither is an order that means nothing. `diff(a, a)` is
empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from generator.compare.change import GROUPS, SUBJECTS, Change, Comparison, Sides, Value
from generator.compare.components import set_changes
from generator.compare.course import course_changes
from generator.compare.declared import verb_changes
from generator.compare.looks import Projects, look_changes
from generator.compare.match import match, readers_of
from generator.compare.names import same, words_of
from generator.compare.plain import data_of
from generator.compare.wording import kind_changes, parameter_changes, term_changes
from generator.data.model import Game


def diff(old: Game, new: Game, projects: Projects | None = None) -> Comparison:
    """All that changed from one version to the other; with their projects, also in what faces are drawn with."""
    matching = match(old, new)
    sides = Sides(old, new, matching, readers_of(old, new, matching))
    found = chain(
        _game(sides),
        set_changes(sides),
        parameter_changes(sides),
        kind_changes(sides),
        term_changes(sides),
        verb_changes(sides),
        course_changes(sides),
        look_changes(sides, projects) if projects else (),
    )
    return Comparison(old, new, matching, tuple(sorted(found, key=_rank)))


_WHATS = ("renamed", "added", "removed", "moved", "changed", "renumbered")
_IN_COURSE = ("section", "rule", "mode", "zone", "step", "question")
_FIRST = ("pieces", "count", "value", "name", "expect")
"""What a designer looks for first."""


def _rank(change: Change) -> tuple[Any, ...]:
    """The order of a report: by group; sets before their items; numbers before words; what has an order of its own, in
    that order."""
    group = GROUPS.index(change.group)
    subject = SUBJECTS.index(change.subject)
    if change.subject in _IN_COURSE:
        return (group, change.subject != "section")
    if change.subject == "game":
        return (group,)
    aspect = _FIRST.index(change.aspect) if change.aspect in _FIRST else len(_FIRST)
    if change.subject == "item":
        return (group, subject, change.id.partition("/")[0], change.id, aspect, change.aspect)
    numbers = change.aspect in ("pieces", "value")
    first = 0 if numbers else aspect if change.what == "changed" else 1
    return (group, subject, first, _WHATS.index(change.what), change.id, aspect, change.aspect)


def _game(sides: Sides) -> Iterator[Change]:
    old, new = sides.old, sides.new
    name = words_of(new.title, new)

    def change(aspect: str, values: tuple[Value, Value]) -> Change:
        return Change("game", "game", "changed", aspect, old.id, new.id, name, *values)

    if sides.texts_differ(old.title, new.title):
        yield change("title", sides.words(old.title, new.title))
    for aspect in ("version", "players", "languages", "authors"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if one != other:
            said = [same(g, _joined(aspect, v)) for g, v in ((old, one), (new, other))]
            yield change(aspect, (Value(data_of(one), said[0]), Value(data_of(other), said[1])))
    if sides.texts_differ(old.about, new.about):
        yield change("about", sides.words(old.about, new.about))


def _joined(aspect: str, value: str | Sequence[object]) -> str:
    """A version as it is; "3–5" players; names in a row."""
    if isinstance(value, str):
        return value
    return ("–" if aspect == "players" else ", ").join(str(v) for v in dict.fromkeys(value))
