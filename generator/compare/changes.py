"""Two versions of a game -> `Comparison`: one `Change` for each thing that is otherwise now.

Takes two `Game`s; gives their changes, the most important first within each group. Promise: a thing is told once, at
the place where it was changed: what only follows (the words of a card that names a renamed term, the number of a
paragraph below an inserted one) is no change of its own, and neither is an order that means nothing. `diff(a, a)` is
empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from generator.compare.change import GROUPS, SUBJECTS, Change, Comparison, Sides, Value
from generator.compare.components import LOOKS, set_changes
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
    places = {name: k for k, name in enumerate((*new.sets, *(s for s in old.sets if s not in new.sets)))}
    marked = (replace(c, assumed=(_assumed(old, c, c.old_id), _assumed(new, c, c.new_id))) for c in found)
    return Comparison(old, new, matching, tuple(sorted(marked, key=partial(_rank, places))))


def _assumed(game: Game, change: Change, name: str) -> bool:
    """True if the number that a change tells of this version is assumed. A question about a set does not say so: it
    may be about anything but its count."""
    if not name or (change.what == "changed" and change.aspect not in ("value", "count")):
        return False
    if change.subject == "parameter" and change.what in ("added", "removed", "changed"):
        return any(question.about == f"parameter {name}" for question in game.questions)
    owner = game.sets.get(name.partition("/")[0]) if change.subject in ("set", "item") else None
    return owner is not None and owner.count_open and change.what in ("added", "removed", "changed")


_WHATS = ("renamed", "added", "removed", "moved", "changed", "renumbered")
_IN_COURSE = ("section", "rule", "mode", "zone", "step", "question")
_FIRST = ("pieces", "count", "value", "name", "expect")
"""What a designer looks for first."""
_INNER = (*LOOKS, "effects", "rule", "id")
"""What of an item only its designer looks for."""


def _rank(places: Mapping[str, int], change: Change) -> tuple[Any, ...]:
    """The order of a report: by group; numbers before words; what has an order of its own, in that order; what nobody
    counts or reads at the table, last. `places`: the order of the box."""
    group = GROUPS.index(change.group)
    if change.group == "components":
        return (group, *_rank_of_component(places, change))
    if change.subject in _IN_COURSE:
        return (group, 0 if change.subject == "section" and change.what != "renumbered" else 1 + (change.follows))
    if change.subject == "game":
        return (group,)
    first = 0 if change.aspect == "value" else 2 if change.what == "changed" else 1
    return (group, SUBJECTS.index(change.subject), first, _WHATS.index(change.what), change.id, change.aspect)


def _rank_of_component(places: Mapping[str, int], change: Change) -> tuple[Any, ...]:
    """Sets that came, went, are called otherwise or have another number; then the items of each; then how they are
    declared."""
    place = places.get(change.id.partition("/")[0], len(places))
    if change.subject == "item":
        stage = 0 if change.what in ("added", "removed") else 1 if change.aspect == "count" else 2
        if stage == 2 and change.aspect in _INNER:
            stage = 3
        return (1, place, stage, change.id if stage > 1 else "", _WHATS.index(change.what), change.aspect)
    numbers = change.subject == "set" and (change.what != "changed" or change.aspect in _FIRST)
    first = _FIRST.index(change.aspect) if change.aspect in _FIRST else -1
    return (0 if numbers else 2, *((first, place) if numbers else (place, SUBJECTS.index(change.subject), first)))


def _game(sides: Sides) -> Iterator[Change]:
    old, new = sides.old, sides.new
    name = words_of(new.title, new)

    def change(aspect: str, values: tuple[Value, Value]) -> Change:
        return Change("game", "game", "changed", aspect, old.id, new.id, name, *values)

    for aspect, before, after in (("title", old.title, new.title), ("version", old.version, new.version)):
        if sides.texts_differ(before, after):
            yield change(aspect, sides.words(before, after))
    for aspect in ("players", "languages", "authors"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if one != other:
            said = [same(g, _joined(aspect, v)) for g, v in ((old, one), (new, other))]
            yield change(aspect, (Value(data_of(one), said[0]), Value(data_of(other), said[1])))
    if sides.texts_differ(old.about, new.about):
        yield change("about", sides.words(old.about, new.about))


def _joined(aspect: str, value: Sequence[object]) -> str:
    """ "3–5" players; names in a row."""
    return ("–" if aspect == "players" else ", ").join(str(v) for v in dict.fromkeys(value))
