"""A `Comparison` -> the gist of it: at most `MOST` lines, the weightiest first, as designers list what a draft changes.

Each change has, by a table, a topic and a weight; what is told together is an `Entry` (of the rules a chapter, of the
cards a set, of the words a term). Promise: topics stand in their order, and each has a line; what lines are left go to
the heaviest entries, one each. A number that came or went is told at the paragraph that says it. No change is in two
entries, and each that is no sum, no echo and not in the head of a report is in one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum

from generator.compare.lines import SIGNS
from generator.compare.match import Referent, cross_references
from generator.compare.model import SUBJECTS, Change, Comparison
from generator.compare.readable import Words, rule_name, words_of
from generator.compare.things import section_name
from generator.data.model import Game
from generator.data.walk import rules_of
from generator.values import Struct, field

MOST = 12
"""A report of more lines than these has a gist, which has no more."""
SAID = 2
"""So many of the numbers that came or went with a thing are told with it."""


class _Row(Struct, frozen=True):
    """Changes of these subjects to which this happened, of these aspects ("": of any): their topic, and how much one
    weighs."""

    subjects: str
    happened: str
    aspects: str
    topic: str
    weight: float


_CAME, _ANY = "added removed", " ".join(SIGNS)
_TABLE = (
    _Row("game", "changed", "players", "numbers", 9),
    _Row("parameter", "changed", "value", "numbers", 3),
    _Row("parameter", _CAME, "", "numbers", 1),
    _Row("set", _CAME, "", "components", 5),
    _Row("set", "changed", "pieces", "components", 3),
    _Row("item", "changed", "count", "components", 1),
    _Row("set term item kind section", "renamed", "name title", "renamed", 3),
    _Row("term kind", _CAME, "", "words", 3),
    _Row("field", "renamed", "", "renamed", 2),
    _Row("section", _CAME, "", "rules", 5),
    _Row("rule", _CAME, "", "rules", 2),
    _Row("rule", "changed", "title text", "rules", 0.5),
    _Row("item", f"{_CAME} moved", "", "cards", 2),
    _Row("item", "renamed", "id", "also", 0.1),
    _Row("item", "changed", "size layout back (image) (rule)", "also", 0.1),
    _Row("item", _ANY, "", "cards", 1),
    _Row("field", _CAME, "", "cards", 2),
    _Row("step mode", _CAME, "", "also", 1),
    _Row("step", "changed moved", "", "also", 0.5),
    _Row(" ".join(SUBJECTS), _ANY, "", "also", 0.1),
)
"""The first row that fits counts; `(image)` is any field of that kind."""
TOPICS = ("numbers", "components", "renamed", "words", "rules", "cards", "also")
_PARTED = ("words", "rules", "cards", "also")
"""Topics of which an entry may have a line of its own."""
_SPOKEN = ("numbers", "renamed", "words")
"""Topics of which a thing weighs as much more as there are things that speak of it."""
_PARTED = ("words", "rules", "cards", "also")
"""Topics of which an entry may have a line of its own."""


class Thing(Struct, frozen=True):
    """What happened to one thing; `headed`: it has a name, no mere number; `beside` are numbers that came or went with
    it, `parts` what it consists of."""

    changes: tuple[Change, ...]
    weight: float
    headed: bool = True
    beside: tuple[Change, ...] = ()
    parts: tuple[Words, ...] = ()

    @property
    def what(self) -> str:
        """The main thing that happened."""
        return self.changes[0].what


class Entry(Struct, frozen=True):
    """What is told in a line: its topic; its things, the heaviest first; where they all are (the id of a chapter, a
    set, a term, or a group; "" of what is told together) and the words of that, if any; if it is the rest of a topic of
    which others have a line."""

    topic: str
    things: tuple[Thing, ...]
    home: str = ""
    title: Words = field(default_factory=dict)
    is_rest: bool = False

    @property
    def weight(self) -> float:
        """The weight of all its things."""
        return fsum(thing.weight for thing in self.things)

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes that it tells."""
        return tuple(c for thing in self.things for c in (*thing.changes, *thing.beside))


def gist_of(comparison: Comparison) -> list[Entry]:
    """The entries, in the order of their lines."""
    both = _Side.of(comparison.old, comparison.matching["section"].names), _Side.of(comparison.new, {})
    found: dict[tuple[str, str], list[Thing]] = defaultdict(list)
    for thing in _things(comparison, both):
        change = thing.changes[0]
        found[_row(both, change).topic, _home(both, change)].append(thing)
    entries = [
        Entry(topic, _by_weight(found[topic, home]), home, _title(both, topic, home))
        for topic, home in sorted(found, key=lambda key: TOPICS.index(key[0]))
    ]
    room = MOST - len({entry.topic for entry in entries})
    heaviest = sorted((e for e in entries if e.topic in _PARTED), key=lambda e: -e.weight)[:room]
    return [line for topic in TOPICS for line in _lines([e for e in entries if e.topic == topic], heaviest)]


def _by_weight(things: Iterable[Thing]) -> tuple[Thing, ...]:
    return tuple(sorted(things, key=lambda thing: -thing.weight))


def _lines(entries: Sequence[Entry], alone: Sequence[Entry]) -> Iterator[Entry]:
    """The lines of a topic: the entries that have one each, then that of all the others."""
    rest = [entry for entry in entries if entry not in alone]
    yield from sorted((e for e in entries if e in alone or len(rest) == 1), key=lambda e: -e.weight)
    if len(rest) > 1:
        things = _by_weight(thing for entry in rest for thing in entry.things)
        yield Entry(rest[0].topic, things, is_rest=len(rest) < len(entries))


# ---- what is told of what, and where ---------------------------------------------------------------------------------


class _Side(Struct, frozen=True):
    """A version: by whom its things are spoken of, and in which chapter, as it is called today, each paragraph is."""

    game: Game
    uses: Mapping[Referent, Iterable[Referent]]
    chapters: Mapping[str, str]

    @staticmethod
    def of(game: Game, today: Mapping[str, str]) -> _Side:
        chapters = {rule.id: today.get(s.id, s.id) for s in game.sections for rule in rules_of(s)}
        return _Side(game, cross_references(game), chapters)


_Sides = tuple[_Side, _Side]


def _side(both: _Sides, change: Change) -> _Side:
    """The version in which a thing is there, the new one if it can be."""
    return both[bool(change.new_id)]


def _row(both: _Sides, change: Change) -> _Row:
    """What the table says of a change; examples and notes are no rules."""
    game = _side(both, change).game
    if change.subject == "rule" and not game.rules[change.id].number:
        return _TABLE[-1]
    owner = game.sets.get(change.id.partition("/")[0])
    kind = owner.fields.get(change.aspect) if owner else None
    aspects = (change.aspect, f"({kind.name})" if kind else "")
    return next(
        row
        for row in _TABLE
        if change.subject in row.subjects.split()
        and change.what in row.happened.split()
        and (not row.aspects or any(aspect in row.aspects.split() for aspect in aspects))
    )


def _home(both: _Sides, change: Change) -> str:
    """Which entry of its topic a change is told in: a chapter, a set, a term, a group; else all in one."""
    topic = _row(both, change).topic
    if topic == "rules" and change.subject == "rule":
        return _side(both, change).chapters[change.id]
    homes = {"words": change.id, "rules": change.id, "cards": change.id.partition("/")[0], "also": change.group}
    return homes.get(topic, "")


def _title(both: _Sides, topic: str, home: str) -> Words:
    """How an entry is headed."""
    for game in (both[1].game, both[0].game):
        if topic == "cards" and home in game.sets:
            return words_of(game.sets[home].name, game)
        if topic == "rules" and (section := next((s for s in game.sections if s.id == home), None)):
            return section_name(game, section)
    return {}


def _things(comparison: Comparison, both: _Sides) -> Iterator[Thing]:
    """All that happened, by the things to which it did and by topics."""
    sums = {c.id for c in comparison.changes if (c.subject, c.aspect) == ("set", "pieces")}
    found: dict[tuple[str, str, str], list[Change]] = defaultdict(list)
    for change in comparison.changes:
        is_head = change.subject == "game" and change.aspect in ("title", "version")
        is_sum = (change.follows and change.aspect != "pieces") or is_head
        is_counted = (change.subject, change.aspect) == ("item", "count") and change.id.partition("/")[0] in sums
        if not (change.echo or is_sum or is_counted):
            found[_row(both, change).topic, change.subject, change.id].append(change)
    beside = _beside(both, found)
    told = {number.id for numbers in beside.values() for number in numbers}
    for (topic, subject, name), changes in found.items():
        if topic != "numbers" or name not in told:
            numbers = tuple(beside.get((subject, name), ())) if topic == "rules" else ()
            spoken = {u for s in both for u in s.uses.get((subject, name), ())} if topic in _SPOKEN else ()
            rule = _side(both, changes[0]).game.rules.get(name) if subject == "rule" else None
            headed = rule is None or rule.title is not None
            weight = (
                max(_row(both, c).weight for c in changes)
                + 2 * len(numbers[:SAID])
                + len(spoken)
                + (headed and rule is not None)
            )
            yield Thing(tuple(changes), weight, headed, numbers, _parts(both, changes[0]))


def _parts(both: _Sides, change: Change) -> tuple[Words, ...]:
    """The paragraphs of a chapter that came or went."""
    game = _side(both, change).game
    if change.subject != "section" or change.what not in ("added", "removed"):
        return ()
    rules = next(s.rules for s in game.sections if s.id == change.id)
    return tuple(rule_name(game, rule) for rule in rules if rule.number)


def _beside(both: _Sides, found: Mapping[tuple[str, str, str], Sequence[Change]]) -> Mapping[Referent, list[Change]]:
    """The numbers that came or went, by the paragraph (or the new chapter) that is told and says them first."""
    told = {(subject, name): k for k, (topic, subject, name) in enumerate(found) if topic == "rules"}
    beside: dict[Referent, list[Change]] = defaultdict(list)
    for (topic, subject, name), changes in found.items():
        side = _side(both, changes[0])
        if topic == "numbers" and subject == "parameter" and changes[0].what in ("added", "removed"):
            rules = [user for user in side.uses.get((subject, name), ()) if user[0] == "rule"]
            places = [place for rule in rules for place in (rule, ("section", side.chapters[rule[1]])) if place in told]
            if places:
                beside[min(places, key=told.__getitem__)].append(changes[0])
    return beside
