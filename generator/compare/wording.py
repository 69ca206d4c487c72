"""Two versions of a game -> what changed in its numbers and its words: parameters, kinds, terms.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a term that is called otherwise now is told as renamed, not
as one that went and another that came.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from generator.compare.change import Change, Sides, Value
from generator.compare.names import Words, words_of
from generator.compare.plain import data_of, everywhere
from generator.data.model import Game, Parameter, Term


def parameter_changes(sides: Sides) -> Iterator[Change]:
    """The numbers that the rules state."""
    pairs = sides.matching.parameters
    old, new = sides.old.parameters, sides.new.parameters
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in old.items():
        if name not in pairs.names:
            value = _parameter_value(sides.old, gone)
            yield Change("numbers", "parameter", "removed", "", name, "", words_of(gone.name, sides.old), value)
    for name, found in new.items():
        if name not in kept:
            words, value = words_of(found.name, sides.new), _parameter_value(sides.new, found)
            yield Change("numbers", "parameter", "added", "", "", name, words, new=value)
            continue
        yield from _parameter(sides, old[kept[name]], found, pairs.scores[kept[name]])


def _parameter(sides: Sides, was: Parameter, found: Parameter, sure: float) -> Iterator[Change]:
    name, words = found.id, words_of(found.name, sides.new)
    before, value = sides.plain(_numbers(was), _numbers(found))
    if sides.texts_differ(was.name, found.name):
        both = sides.words(was.name, found.name)
        yield Change("numbers", "parameter", "renamed", "name", was.id, name, words, *both, sure=sure)
    elif was.id != name:
        both = sides.plain(was.id, name)
        yield Change("numbers", "parameter", "renamed", "id", was.id, name, words, *both, sure=sure)
    if before.data != value.data:
        told = _written(sides.old, was) == _written(sides.new, found)
        yield Change(
            "numbers", "parameter", "changed", "value", was.id, name, words, before, value, sure=sure, follows=told
        )
    if sides.texts_differ(was.note, found.note):
        both = sides.words(was.note, found.note)
        yield Change("numbers", "parameter", "changed", "note", was.id, name, words, *both, sure=sure)


def _written(game: Game, parameter: Parameter) -> str:
    """A parameter as it stands in its file: one that is written as before only follows another number."""
    lines = game.sources.get(parameter.mark.file, "").splitlines()[max(0, parameter.mark.line - 1) :]
    depth = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    block = lines[:1] + list(takewhile(lambda li: len(li) - len(li.lstrip()) > depth, lines[1:]))
    value = [line.partition("value:")[2] or line for line in block if "value:" in line] or block
    return "\n".join(line.strip() for line in value)


def _parameter_value(game: Game, parameter: Parameter) -> Value:
    """One number, or one for each number of players."""
    return Value(data_of(_numbers(parameter)), everywhere(game, _numbers(parameter)))


def _numbers(parameter: Parameter) -> object:
    return dict(parameter.by_players) or parameter.value


def kind_changes(sides: Sides) -> Iterator[Change]:
    """Kinds of terms."""
    pairs = sides.matching.kinds
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in sides.old.kinds.items():
        if name not in pairs.names:
            yield Change("words", "kind", "removed", "", name, "", words_of(gone.name, sides.old))
    for name, found in sides.new.kinds.items():
        words = words_of(found.name, sides.new)
        if name not in kept:
            yield Change("words", "kind", "added", "", "", name, words)
            continue
        was = sides.old.kinds[kept[name]]
        if sides.texts_differ(was.name, found.name):
            both = sides.words(was.name, found.name)
            yield Change("words", "kind", "renamed", "name", was.id, name, words, *both)
        elif was.id != name:
            yield Change("words", "kind", "renamed", "id", was.id, name, words, *sides.plain(was.id, name))


def term_changes(sides: Sides) -> Iterator[Change]:
    """Words with a meaning."""
    pairs = sides.matching.terms
    old, new = sides.old.terms, sides.new.terms
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for name, gone in old.items():
        if name not in pairs.names:
            kind = words_of(sides.old.kinds[gone.kind].name, sides.old)
            yield Change("words", "term", "removed", "", name, "", words_of(gone.name, sides.old), within=kind)
    for name, found in new.items():
        kind = words_of(sides.new.kinds[found.kind].name, sides.new)
        if name not in kept:
            yield Change("words", "term", "added", "", "", name, words_of(found.name, sides.new), within=kind)
        else:
            yield from _term(sides, old[kept[name]], found, kind, pairs.scores[kept[name]])


def _term(sides: Sides, old: Term, new: Term, kind: Words, sure: float) -> Iterator[Change]:
    words = words_of(new.name, sides.new)

    def change(what: str, aspect: str, values: tuple[Value, Value]) -> Change:
        return Change("words", "term", what, aspect, old.id, new.id, words, *values, kind, sure)

    if sides.texts_differ(old.name, new.name):
        yield change("renamed", "name", sides.words(old.name, new.name))
    elif old.id != new.id:
        yield change("renamed", "id", sides.plain(old.id, new.id))
    if sides.matching.kinds.names.get(old.kind, old.kind) != new.kind:
        both = Value(old.kind, words_of(sides.old.kinds[old.kind].name, sides.old)), Value(new.kind, kind)
        yield change("moved", "kind", both)
    for aspect, both in _term_aspects(sides, old, new):
        yield change("changed", aspect, both)


def _term_aspects(sides: Sides, old: Term, new: Term) -> Iterator[tuple[str, tuple[Value, Value]]]:
    """All but its name and its kind."""
    for aspect in ("plural", "short", "about"):
        texts = getattr(old, aspect), getattr(new, aspect)
        if sides.texts_differ(*texts):
            yield (aspect, sides.words(*texts))
    for aspect in ("icon", "color"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        renamed = aspect == "icon" and (one, other) == (old.id, new.id)
        if one.lower() != other.lower() and not renamed:
            yield (aspect, sides.plain(one or None, other or None))
    if {k: sorted(v) for k, v in old.avoid.items()} != {k: sorted(v) for k, v in new.avoid.items()}:
        yield ("avoid", sides.plain(dict(old.avoid) or None, dict(new.avoid) or None))
    for key in sorted({*old.values, *new.values}):
        if old.values.get(key) != new.values.get(key):
            yield (key, sides.plain(old.values.get(key), new.values.get(key)))
