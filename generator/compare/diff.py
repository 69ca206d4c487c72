"""Two versions of a game -> `Comparison`: one `Change` for each thing that is otherwise now.

Takes two `Game`s; gives their changes, the most important first within each group; here those of the game itself, its
numbers and its words. Promise: a thing is told once, at the place where it was changed: what only follows (the words of
a card that names a renamed term, the number of a paragraph below an inserted one) is no change of its own, and neither
is an order that means nothing. `diff(a, a)` is empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, takewhile

from generator.compare.appearance import Projects, appearance_changes
from generator.compare.components import APPEARANCE, set_changes, written
from generator.compare.matching import match, normalizers_of
from generator.compare.model import GROUPS, SUBJECTS, Aligned, Change, Comparison, Entry, Sides, Value
from generator.compare.rules import rules_changes
from generator.compare.values import data_of, everywhere, same, words_of
from generator.data.model import Game, Parameter, Term, Verb
from generator.values import replace


def diff(old: Game, new: Game, projects: Projects | None = None) -> Comparison:
    """All that changed from one version to the other; with their projects, also in what faces are drawn with."""
    matching = match(old, new)
    sides = Sides(old, new, matching, normalizers_of(old, new, matching))
    found = chain(
        _game(sides),
        set_changes(sides),
        _parameters(sides),
        _kinds(sides),
        _terms(sides),
        _verbs(sides),
        rules_changes(sides),
        appearance_changes(sides, projects) if projects else (),
    )
    places = {name: k for k, name in enumerate((*new.sets, *(s for s in old.sets if s not in new.sets)))}
    marked = (replace(c, assumed=(_assumed(old, c, c.old_id), _assumed(new, c, c.new_id))) for c in found)
    return Comparison(old, new, matching, tuple(sorted(marked, key=partial(_rank, places))))


def _assumed(game: Game, change: Change, name: str) -> bool:
    """True if the number that a change tells of this version is assumed. A question about a set does not say so: it
    may be about anything but its count."""
    numbers = change.what in ("added", "removed") or (change.what == "changed" and change.aspect in ("value", "count"))
    if not name or not numbers:
        return False
    if change.subject == "parameter":
        return any(question.about == f"parameter {name}" for question in game.questions)
    owner = game.sets.get(name.partition("/")[0]) if change.subject in ("set", "item") else None
    return owner is not None and owner.count_open


# ---- the order of a report -------------------------------------------------------------------------------------------

_WHATS = ("renamed", "added", "removed", "moved", "changed", "renumbered")
_IN_ORDER = ("section", "rule", "mode", "zone", "step", "question")
"""Subjects that are told in their own order."""
_FIRST = ("pieces", "count", "value", "name", "expect")
"""What a designer looks for first."""
_INNER = (*APPEARANCE, "effects", "rule", "id")
"""What of an item only its designer looks for."""
_Rank = tuple[int | str, ...]


def _rank(places: Mapping[str, int], change: Change) -> _Rank:
    """The order of a report: by group; numbers before words; what has an order of its own, in that order; what nobody
    counts or reads at the table, last. `places`: the order of the box."""
    group = GROUPS.index(change.group)
    if change.group == "components":
        return (group, *_rank_of_component(places, change))
    if change.subject in _IN_ORDER:
        return (group, 0 if change.subject == "section" and change.what != "renumbered" else 1 + (change.follows))
    if change.subject == "game":
        return (group,)
    first = 0 if change.aspect == "value" else 2 if change.what == "changed" else 1
    return (group, SUBJECTS.index(change.subject), first, _WHATS.index(change.what), change.id, change.aspect)


def _rank_of_component(places: Mapping[str, int], change: Change) -> _Rank:
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


# ---- the game and its numbers ----------------------------------------------------------------------------------------


def _game(sides: Sides) -> Iterator[Change]:
    old, new = sides.old, sides.new
    entry = Entry(sides, "game", "game", old.id, new.id, words_of(new.title, new))
    yield from entry.texts(old, new, "title", "version")
    for aspect in ("players", "languages", "authors"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if one != other:
            was, now = (Value(data_of(v), same(g, _joined(aspect, v))) for g, v in ((old, one), (new, other)))
            yield entry.change("changed", aspect, (was, now))
    yield from entry.texts(old, new, "about")


def _joined(aspect: str, value: Sequence[object]) -> str:
    """ "3–5" players; names in a row."""
    return ("–" if aspect == "players" else ", ").join(str(v) for v in dict.fromkeys(value))


def _parameters(sides: Sides) -> Iterator[Change]:
    """The numbers that the rules state."""
    for found in sides.matching.parameters.aligned(sides.old.parameters, sides.new.parameters):
        new, old = found.thing, found.origin
        entry = sides.entry("numbers", "parameter", found, new.name)
        if old is None:
            numbers = _numbers(new)
            yield entry.alone(Value(data_of(numbers), everywhere(sides.old if found.gone else sides.new, numbers)))
            continue
        yield from entry.renamed(old.name, new.name)
        values = sides.plain(_numbers(old), _numbers(new))
        if values[0].data != values[1].data:
            follows = _source(sides.old, old) == _source(sides.new, new)
            yield entry.change("changed", "value", values, follows)
        yield from entry.texts(old, new, "note")


def _source(game: Game, parameter: Parameter) -> str:
    """A parameter as it stands in its file: one that is written as before only follows another number."""
    lines = game.sources.get(parameter.mark.file, "").splitlines()[max(0, parameter.mark.line - 1) :]
    depth = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    block = lines[:1] + list(takewhile(lambda li: len(li) - len(li.lstrip()) > depth, lines[1:]))
    value = [line.partition("value:")[2] or line for line in block if "value:" in line] or block
    return "\n".join(line.strip() for line in value)


def _numbers(parameter: Parameter) -> object:
    """One number, or one for each number of players."""
    return dict(parameter.by_players) or parameter.value


# ---- words -----------------------------------------------------------------------------------------------------------


def _kinds(sides: Sides) -> Iterator[Change]:
    """Kinds of terms."""
    for found in sides.matching.kinds.aligned(sides.old.kinds, sides.new.kinds):
        entry = sides.entry("words", "kind", found, found.thing.name)
        yield from entry.renamed(found.origin.name, found.thing.name) if found.origin else (entry.alone(),)


def _terms(sides: Sides) -> Iterator[Change]:
    """Words with a meaning."""
    for found in sides.matching.terms.aligned(sides.old.terms, sides.new.terms):
        game = sides.old if found.gone else sides.new
        kind = words_of(game.kinds[found.thing.kind].name, game)
        entry = sides.entry("words", "term", found, found.thing.name, kind)
        yield from _term(entry, found.origin, found.thing) if found.origin else (entry.alone(),)


def _term(entry: Entry, old: Term, new: Term) -> Iterator[Change]:
    sides = entry.sides
    yield from entry.renamed(old.name, new.name)
    if sides.matching.kinds.names.get(old.kind, old.kind) != new.kind:
        was = Value(old.kind, words_of(sides.old.kinds[old.kind].name, sides.old))
        yield entry.change("moved", "kind", (was, Value(new.kind, entry.within)))
    yield from entry.texts(old, new, "plural", "short", "about")
    for aspect in ("icon", "color"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        renamed = aspect == "icon" and (one, other) == (old.id, new.id)
        if one.lower() != other.lower() and not renamed:
            yield from entry.plain(aspect, one or None, other or None)
    if {k: sorted(v) for k, v in old.avoid.items()} != {k: sorted(v) for k, v in new.avoid.items()}:
        yield from entry.plain("avoid", dict(old.avoid) or None, dict(new.avoid) or None)
    for key in sorted({*old.values, *new.values}):
        yield from entry.plain(key, old.values.get(key), new.values.get(key))


def _verbs(sides: Sides) -> Iterator[Change]:
    """What effects may say; a verb has no name but its id."""
    olds, news = sides.old.verbs, sides.new.verbs
    for name in sorted({*olds, *news}):
        old, new = olds.get(name), news.get(name)
        found = Aligned(new, old) if new else Aligned(olds[name], None, True)
        entry = sides.entry("words", "verb", found, same(sides.new, name))
        if old is None or new is None:
            yield entry.alone()
            continue
        kinds = [
            {k: normalizer.kind(kind) for k, kind in verb.arguments.items()}
            for normalizer, verb in zip(sides.normalizers, (old, new), strict=True)
        ]
        if kinds[0] != kinds[1]:
            yield entry.change("changed", "arguments", sides.plain(_arguments(old), _arguments(new)))
        yield from entry.texts(old, new, "about")


def _arguments(verb: Verb) -> dict[str, str]:
    return {key: written(kind) for key, kind in verb.arguments.items()}
