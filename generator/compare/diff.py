"""Two versions of a game -> `Comparison`: which thing of the old one is which of the new one, and one `Change` for each
that is otherwise now, the most important first within each group.

An id never changes once it is printed, so equal ids are the same thing, whatever else changed. What is left over on
both sides is paired by its words, the most alike first (by the pairs of letters that they share: Dice's coefficient of
bigrams, which serves Japanese and English alike); sets and terms also by what speaks of them. Promise: a thing is told
once, at the place where it was changed: what only follows (the words of a card that names a renamed term, the number of
a paragraph below an inserted one) is no change of its own, and neither is an order that means nothing. The order in the
files makes no difference; nothing is in two pairs; `diff(a, a)` is empty.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain, product
from typing import Any

from generator.compare.appearance import Projects, appearance_changes
from generator.compare.model import (
    GROUPS,
    NONE,
    SUBJECTS,
    Change,
    ChangedThing,
    Comparison,
    Matching,
    Normalizer,
    Pairs,
    Value,
    Values,
    VersionPair,
    things_of,
)
from generator.compare.readable import Words, data_of, everywhere, in_words, unvaried, words_of
from generator.compare.things import rules_changes, section_name, set_changes
from generator.data.model import NAME_FIELDS, FieldKind, Game, Parameter, Question, Section, SetupStep, Term, TermKind
from generator.data.walk import mentions_of, texts_of
from generator.values import Struct, field, replace

_KINDS = ("kind", "set", "term", "section", "item", "parameter", "rule", "step", "question")
"""What is paired; each kind sees what those before it are known to be."""
_USED = ("set", "term")
"""What is told by what speaks of it as much as by its own words."""
_ALIKE, _USED_ALIKE = 0.7, 0.5
"""How alike two things must be, from 0 to 1."""
MOST_PAIRS = 40_000
"""Above so many pairs to be looked at, only those are that share a whole text."""
Referent = tuple[str, str]
"""Kind ("term", "parameter", "set", "item", "rule", "step") and id."""


class _Traits(Struct, frozen=True):
    """What tells a thing: its texts; the pairs of letters in its name and in all of them; for sets and terms, by what
    it is spoken of."""

    texts: set[tuple[str, str]] = field(default_factory=set)
    name: set[str] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)
    users: set[Referent] | None = None


def match(old: Game, new: Game) -> Matching:
    """Which thing of the old version is which of the new one."""
    things = things_of(old), things_of(new)
    known = Matching({kind: _by_id(things[0][kind], things[1][kind], str) for kind in _KINDS})
    for kind in _KINDS:
        pairs = _by_id(things[0][kind], things[1][kind], partial(_called, known))
        left, free = {*things[0][kind]} - {*pairs.names}, {*things[1][kind]} - {*pairs.origins}
        if left and free:
            one, other = _normalizers_of(old, new, known)
            alike = _most_alike(_traits(one, kind, left, known), _traits(other, kind, free, known))
            pairs = Pairs({**pairs.names, **alike.names}, {**pairs.scores, **alike.scores})
        known = Matching({**known, kind: pairs})
    return known


def _normalizers_of(old: Game, new: Game, known: Matching) -> tuple[Normalizer, Normalizer]:
    """What reads the values of both, so that equal means the same, in the languages of both; in the new one's if there
    are none."""
    languages = tuple(language for language in new.languages if language in old.languages) or new.languages
    return Normalizer(old, known, languages), Normalizer(new, Matching(), languages)


def cross_references(game: Game) -> dict[Referent, set[Referent]]:
    """Everything that is spoken of (of an item, its set, too), and by whom: ("item", "skill/horse")."""
    found: dict[Referent, set[Referent]] = defaultdict(set)
    for mention in mentions_of(game, texts_of(game)):
        kind, _, name = mention.owner.partition(" ")
        if name:
            whole = f"{mention.within}/{mention.name}" if mention.kind == "item" else mention.name
            for thing in ((mention.kind, whole), ("set", mention.within))[: 1 + (mention.kind == "item")]:
                found[thing].add((kind, name))
    for step in game.setup.steps:
        for thing in (*(("set", name) for name in step.sets), ("term", step.term)):
            found[thing].add(("step", step.id))
    return found


def _by_id(olds: Iterable[str], news: Collection[str], call: Callable[[str], str]) -> Pairs:
    """The old things that the new version calls as `call` says."""
    names = {old: call(old) for old in sorted(olds) if call(old) in news}
    return Pairs(names, dict.fromkeys(names, 1.0))


def _called(known: Matching, name: str) -> str:
    """An id in today's version: an item's goes by its set."""
    owner, slash, item = name.partition("/")
    return f"{known.today('set', owner)}/{item}" if slash else name


def _traits(reader: Normalizer, kind: str, wanted: Collection[str], known: Matching) -> dict[str, _Traits]:
    """The traits of some things of a kind. A lost rule or a new card says nothing about what is the same."""
    found = {name: _Traits() for name in sorted(wanted)}
    for spoken in texts_of(reader.game):
        owner, _, name = spoken.owner.partition(" ")
        if owner == kind and name in found:
            own, is_name = found[name], spoken.role.rpartition(".")[2] in NAME_FIELDS
            for language, words in zip(reader.languages, reader.text(spoken.text), strict=True):
                letters = {f"{language} {pair}" for pair in _bigrams(words)}
                own.texts.add((language, words))
                own.letters.update(letters)
                own.name.update(letters if is_name else ())
    if kind not in _USED:
        return found
    both = {(speaker, name) for speaker in _KINDS for name in known[speaker].origins}
    uses = cross_references(reader.game)
    for name, own in found.items():
        users = {(speaker, reader.names.today(speaker, user)) for speaker, user in uses.get((kind, name), ())}
        found[name] = replace(own, users=users & both)
    return found


def _bigrams(words: str) -> Iterator[str]:
    """The pairs of neighbouring letters, without case, spaces and punctuation; of a single letter, that letter."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    letters = "".join(c for c in plain if unicodedata.category(c)[0] in "LN")
    return (letters[k : k + 2] for k in range(max(bool(letters), len(letters) - 1)))


def _most_alike(olds: Mapping[str, _Traits], news: Mapping[str, _Traits]) -> Pairs:
    """The most alike first, each at most once; among equals in the order of their ids."""
    pairs: Iterable[tuple[str, str]] = product(olds, news)
    if len(olds) * len(news) > MOST_PAIRS:
        pairs = _likely(olds, news)
    scores = {pair: _likeness(olds[pair[0]], news[pair[1]]) for pair in pairs}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (old, new), score in sorted(scores.items(), key=lambda e: (-e[1], e[0])):
        if score >= (_ALIKE if olds[old].users is None else _USED_ALIKE) and old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return Pairs(found, {old: round(scores[old, new], 3) for old, new in found.items()})


def _likely(olds: Mapping[str, _Traits], news: Mapping[str, _Traits]) -> Iterable[tuple[str, str]]:
    """Pairs that share a text: a bulk of things with new ids is found by it."""
    by_text: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, traits in news.items():
        for text in traits.texts:
            by_text[text].append(name)
    return sorted({(old, new) for old, own in olds.items() for text in own.texts for new in by_text.get(text, ())[:50]})


def _likeness(one: _Traits, other: _Traits) -> float:
    words = max(_overlap(one.name, other.name), _overlap(one.letters, other.letters))
    if one.users is None or other.users is None:
        return words
    return (words + _overlap(one.users, other.users)) / 2


def _overlap(one: AbstractSet[object], other: AbstractSet[object]) -> float:
    """Twice what two sets share over what they have (Dice)."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def diff(old: Game, new: Game, projects: Projects | None = None) -> Comparison:
    """All that changed from one version to the other; with their projects, also in what faces are drawn with."""
    matching = match(old, new)
    sides = VersionPair(old, new, matching, _normalizers_of(old, new, matching))
    found = chain(
        _game(sides),
        set_changes(sides),
        rules_changes(sides),
        *(_changes(sides, subject) for subject in _SUBJECTS),
        appearance_changes(sides, projects) if projects else (),
    )
    places = {name: k for k, name in enumerate((*new.sets, *(s for s in old.sets if s not in new.sets)))}
    marked = (replace(c, assumed=(_assumed(old, c, c.old_id), _assumed(new, c, c.new_id))) for c in found)
    return Comparison(old, new, matching, tuple(sorted(marked, key=partial(_rank, places))))


def _assumed(game: Game, change: Change, name: str) -> bool:
    """True if the number that a change tells of this version is assumed, or the thing that is new in it was invented.
    Another question about a set does not say so: it may be about anything but its count."""
    numbers = change.what in ("added", "removed") or (change.what == "changed" and change.aspect in ("value", "count"))
    if not name or not numbers:
        return False
    if change.subject == "parameter":
        return any(question.about == f"parameter {name}" for question in game.questions)
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
    ),
    _Subject("section", _section, name=section_name),
    _Subject("mode", lambda entry, old, new: entry.renamed(old, new), name=lambda game, mode: words_of(mode, game)),
    _Subject(
        "zone",
        lambda entry, old, new: entry.plain("passing", old[1], new[1]),
        name=lambda game, zone: unvaried(game, zone[0]),
    ),
    _Subject("step", _step, name=lambda game, step: words_of(step.text, game)),
    _Subject("question", _question, name=lambda game, question: words_of(question.question, game)),
)
