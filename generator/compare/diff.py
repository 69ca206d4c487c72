"""Two versions of a game -> `Comparison`: one `Change` for each thing that is otherwise now, the most important first
within each group.

Promise: a thing is told once, at the place where it was changed: what only follows (the words of a card that names a
renamed term, the number of a paragraph below an inserted one) is no change of its own, or marked as an echo, and
neither is an order that means nothing. The order in the files makes no difference; `diff(a, a)` is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from generator.compare.appearance import Projects, appearance_changes
from generator.compare.match import match, normalizers_of
from generator.compare.model import (
    GROUPS,
    NONE,
    SUBJECTS,
    Change,
    ChangedThing,
    Comparison,
    Value,
    Values,
    VersionPair,
    things_of,
)
from generator.compare.readable import Words, data_of, everywhere, in_words, unvaried, words_of
from generator.compare.renames import echoes, renames_of
from generator.compare.things import rules_changes, section_name, set_changes
from generator.data.model import FieldKind, Game, Parameter, Question, Section, SetupStep, Term, TermKind, Verb
from generator.values import Struct, replace


def diff(old: Game, new: Game, projects: Projects | None = None) -> Comparison:
    """All that changed from one version to the other; with their projects, also in what faces are drawn with."""
    matching = match(old, new)
    sides = VersionPair(old, new, matching, normalizers_of(old, new, matching))
    renames = renames_of(sides)
    found = chain(
        _game(sides),
        set_changes(sides),
        rules_changes(sides),
        *(_changes(sides, subject) for subject in _SUBJECTS),
        appearance_changes(sides, projects, renames.follow[""]) if projects else (),
    )
    places = {name: k for k, name in enumerate((*new.sets, *(s for s in old.sets if s not in new.sets)))}
    marked = (replace(c, assumed=(_assumed(old, c, c.old_id), _assumed(new, c, c.new_id))) for c in found)
    return Comparison(old, new, matching, tuple(sorted(echoes(renames, marked), key=partial(_rank, places))))


_OPEN = ("", "blank", "invented")
"""Kinds of questions about what the designer does not say at all."""


def _assumed(game: Game, change: Change, name: str) -> bool:
    """True if the number that a change tells of this version is assumed, or the thing that is new in it was invented.
    Another question about a set does not say so: it may be about anything but its count."""
    number = "value" if change.subject == "parameter" else "count"
    numbers = change.what in ("added", "removed") or (change.what == "changed" and change.aspect == number)
    if not name or not numbers:
        return False
    if change.subject == "parameter":
        return any(q.about == f"parameter {name}" and q.kind in _OPEN for q in game.questions)
    owner = game.sets.get(name.partition("/")[0]) if change.subject in ("set", "item") else None
    if owner is None:
        return False
    is_new = change.what == "added"
    return owner.count_open or (
        is_new and any(q.kind == "invented" and q.about == f"set {owner.id}" for q in game.questions)
    )


# ---- the order of a report -------------------------------------------------------------------------------------------

_WHATS = ("renamed", "added", "removed", "moved", "changed")
_ORDER = tuple(SUBJECTS)
_IN_ORDER = ("section", "rule", "mode", "zone", "step", "question")
"""Subjects that are told in their own order."""
_NUMBERS = ("pieces", "count", "value", "expect")
"""What a designer looks for first."""


def _rank(places: Mapping[str, int], change: Change) -> tuple[int | str, ...]:
    """The order of a report: by group, components set by set in the order of the box (`places`); numbers before words;
    what has an order of its own, in that order."""
    place = places.get(change.id.partition("/")[0], len(places)) if change.group == "components" else 0
    head = (GROUPS.index(change.group), place, _ORDER.index(change.subject))
    if change.subject in _IN_ORDER or change.subject == "game":
        return head
    return (*head, change.aspect not in _NUMBERS, _WHATS.index(change.what), change.id, change.aspect)


# ---- the game and its numbers ----------------------------------------------------------------------------------------


def _game(sides: VersionPair) -> Iterator[Change]:
    old, new = sides.old, sides.new
    entry = ChangedThing(sides, "game", old.id, new.id, words_of(new.title, new))
    yield from entry.texts(old, new, "title", "version")
    for aspect in ("players", "languages", "authors"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if one != other:
            sign = "–" if aspect == "players" else ", "
            shown = (
                (game, value, sign.join(map(str, dict.fromkeys(value)))) for game, value in ((old, one), (new, other))
            )
            was, now = (Value(data_of(value), unvaried(game, words)) for game, value, words in shown)
            yield entry.change("changed", aspect, (was, now))
    yield from entry.texts(old, new, "about")


# ---- numbers, words, chapters, set-up, questions ---------------------------------------------------------------------


class _Subject(Struct, frozen=True):
    """How things of a kind are compared: what changed in one that is in both versions, what it is called and stands in,
    and of one that came or went its value."""

    kind: str
    both: Callable[[ChangedThing, Any, Any], Iterator[Change]]
    name: Callable[[Game, Any], Words] = lambda game, thing: words_of(thing.name, game)
    within: Callable[[Game, Any], Words] = lambda *_: {}
    value: Callable[[Game, Any], Value] = lambda *_: NONE


def _changes(sides: VersionPair, subject: _Subject) -> Iterator[Change]:
    things = things_of(sides.old)[subject.kind], things_of(sides.new)[subject.kind]
    for entry, old, new in sides.entries(subject.kind, *things, subject.name, subject.within):
        if old is not None and new is not None:
            yield from subject.both(entry, old, new)
        else:
            yield entry.alone(subject.value(*((sides.old, old) if new is None else (sides.new, new))))


def _parameter(entry: ChangedThing, old: Parameter, new: Parameter) -> Iterator[Change]:
    sides = entry.sides
    yield from entry.renamed(old.name, new.name)
    values = sides.plain(_numbers(old), _numbers(new))
    if values[0].data != values[1].data:
        yield entry.change("changed", "value", values, follows=old.formula == new.formula != "")
    yield from entry.texts(old, new, "note")


def _numbers(parameter: Parameter) -> object:
    """One number, or one for each number of players."""
    return dict(parameter.by_players) or parameter.value


_Placed = tuple[Term, TermKind]


def _term(entry: ChangedThing, placed_then: _Placed, placed_now: _Placed) -> Iterator[Change]:
    (old, was), (new, now), sides = placed_then, placed_now, entry.sides
    yield from entry.renamed(old.name, new.name)
    if sides.matching.today("kind", was.id) != now.id:
        yield entry.change("moved", "kind", (Value(was.id, words_of(was.name, sides.old)), Value(now.id, entry.within)))
    yield from entry.texts(old, new, "plural", "short", "about")
    for aspect in ("icon", "color"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        renamed = aspect == "icon" and (one, other) == (old.id, new.id)
        if one.lower() != other.lower() and not renamed:
            yield from entry.plain(aspect, one or None, other or None)
    for key in sorted({*old.values, *new.values}):
        yield from entry.plain(key, old.values.get(key), new.values.get(key))


def _section(entry: ChangedThing, old: Section, new: Section) -> Iterator[Change]:
    sides = entry.sides
    if sides.texts_differ(old.title, new.title):
        yield entry.change("renamed", "title", sides.texts(old.title, new.title))
    yield from entry.texts(old, new, "intro")
    if entry.moved:
        yield entry.change("moved", "number", sides.plain(old.number, new.number))


def _step(entry: ChangedThing, old: SetupStep, new: SetupStep) -> Iterator[Change]:
    sides, today = entry.sides, entry.sides.matching.today
    if entry.moved:
        places = (next(n for n, s in enumerate(g.setup.steps, 1) if s.id == i)
                  for g, i in ((sides.old, old.id), (sides.new, new.id)))  # fmt: skip
        yield entry.change("moved", "place", sides.plain(*places))
    mapped: dict[str, object] = {
        "sets": tuple(today("set", s) for s in old.sets),
        "term": today("term", old.term),
        "rule": today("rule", old.rule),
        "source": today("zone", old.source),
        "target": today("zone", old.target),
        "mode": today("mode", old.mode),
    }
    for aspect in ("do", "sets", "term", "where", "per_player", "source", "target", "match", "mode", "rule"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if mapped.get(aspect, one) != other:
            yield entry.change("changed", aspect, _shown(sides, aspect, one, other))
    if dict(old.counts) != dict(new.counts):
        counts = ({k: "all" if v is None else v for k, v in step.counts.items()} or None for step in (old, new))
        formulas = _formula(sides.old, old), _formula(sides.new, new)
        yield entry.change("changed", "counts", sides.plain(*counts), formulas[0] == formulas[1] != "")
    yield from entry.texts(old, new, "text")


def _formula(game: Game, step: SetupStep) -> str:
    """The formula that gives a step's number; "" for a plain number or a table. One that is written as before only
    follows another number."""
    return next((f.source for f in game.formulas if f.mark == step.marks.get("count")), "")


def _shown(sides: VersionPair, aspect: str, old: object, new: object) -> Values:
    """Two values of a step; terms and rules by their names."""
    one, other = (v if v not in ("", ()) else None for v in (old, new))
    if aspect not in ("term", "rule"):
        return sides.plain(one, other)
    kind = FieldKind(aspect)
    return Value(data_of(one), in_words(sides.old, kind, one)), Value(data_of(other), in_words(sides.new, kind, other))


def _zone(entry: ChangedThing, old: tuple[str, bool], new: tuple[str, bool]) -> Iterator[Change]:
    if old[0] != new[0]:
        yield entry.change("renamed", "id", entry.sides.plain(old[0], new[0]))
    yield from entry.plain("passing", old[1], new[1])


def _verb(entry: ChangedThing, old: Verb, new: Verb) -> Iterator[Change]:
    if old.id != new.id:
        yield entry.change("renamed", "id", entry.sides.plain(old.id, new.id))
    yield from entry.texts(old, new, "about")
    yield from entry.plain("arguments", sorted(old.arguments), sorted(new.arguments))


def _question(entry: ChangedThing, old: Question, new: Question) -> Iterator[Change]:
    yield from entry.texts(old, new, "question", "assumption", "reason")
    yield from entry.plain("kind", old.kind, new.kind)
    yield from entry.plain("weight", old.weight, new.weight)


_SUBJECTS = (
    _Subject("parameter", _parameter, value=lambda game, p: Value(data_of(_numbers(p)), everywhere(game, _numbers(p)))),
    _Subject("kind", lambda entry, old, new: entry.renamed(old.name, new.name)),
    _Subject(
        "term",
        _term,
        name=lambda game, placed: words_of(placed[0].name, game),
        within=lambda game, placed: words_of(placed[1].name, game),
        value=lambda game, placed: Value(data_of(placed[0].about), words_of(placed[0].about, game)),
    ),
    _Subject("section", _section, name=section_name),
    _Subject("mode", lambda entry, old, new: entry.renamed(old, new), name=lambda game, mode: words_of(mode, game)),
    _Subject("zone", _zone, name=lambda game, zone: unvaried(game, zone[0])),
    _Subject(
        "verb",
        _verb,
        name=lambda game, verb: unvaried(game, verb.id),
        value=lambda game, verb: Value(data_of(verb.about), words_of(verb.about, game)),
    ),
    _Subject("step", _step, name=lambda game, step: words_of(step.text, game)),
    _Subject("question", _question, name=lambda game, question: words_of(question.question, game)),
)
