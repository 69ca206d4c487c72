"""Two versions of a game -> what changed in what they declare: kinds of fields, promises and uses of a set, verbs.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a promise or a use that is as it was is not in the line;
what follows from a renamed term or kind is no change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from generator.compare.change import Change, Sides, Value
from generator.compare.names import readable, same, words_of
from generator.compare.plain import data_of, plain_words, said
from generator.data.claims import Check, Complete, Parts, Unique
from generator.data.kinds import shown as shown_kind
from generator.data.model import ComponentSet, FieldKind, Game, Text, Use, Verb

Promise = Parts | Complete | Unique | Check
Plain = Any
"""Tuples, words and numbers."""


def declared(sides: Sides, old: ComponentSet, new: ComponentSet) -> Iterator[Change]:
    """Fields that all items of a set got or lost, told once for the set, not for each item; fields of another kind."""
    within = words_of(new.name, sides.new)
    for key in sorted({*old.fields, *new.fields}):
        name = same(sides.new, key)
        if (key in old.fields) != (key in new.fields):
            what = "added" if key in new.fields else "removed"
            ids = ("", f"{new.id}/{key}") if what == "added" else (f"{old.id}/{key}", "")
            yield Change("components", "field", what, key, *ids, name, within=within)
        elif _kind(sides, old.fields[key], 0) != _kind(sides, new.fields[key], 1):
            kinds = sides.plain(_written(old.fields[key]), _written(new.fields[key]))
            ids = (f"{old.id}/{key}", f"{new.id}/{key}")
            yield Change("components", "field", "changed", "kind", *ids, name, *kinds, within=within)


def _written(kind: FieldKind) -> str:
    return shown_kind(kind) + ("?" if kind.optional else "")


def _kind(sides: Sides, kind: FieldKind, side: int) -> Plain:
    names = sides.readers[side].names
    renamed = names.kinds if kind.name in ("term", "map") else names.sets if kind.name == "item" else {}
    inner = _kind(sides, kind.of, side) if kind.of else None
    return (kind.name, renamed.get(kind.argument, kind.argument), kind.choices, kind.optional, inner)


def set_aspects(sides: Sides, old: ComponentSet, new: ComponentSet) -> Iterator[tuple[str, tuple[Value, Value]]]:
    """What a set promises beyond its number of pieces, and what its pieces are used for."""
    told = [_promises(owner, names) for owner, names in zip((old, new), _today(sides), strict=True)]
    if sorted(told[0]) != sorted(told[1]):
        changed = ([p for name, p in told[k].items() if name not in told[1 - k]] for k in (0, 1))
        yield "promises", (_promised(sides.old, next(changed)), _promised(sides.new, next(changed)))
    uses = [[_use(sides, use, k) for use in owner.uses] for k, owner in enumerate((old, new))]
    if sorted(uses[0], key=repr) != sorted(uses[1], key=repr):
        others = [
            [use for use, plain in zip(owner.uses, uses[k], strict=True) if plain not in uses[1 - k]]
            for k, owner in enumerate((old, new))
        ]
        yield "use", (_used(sides.old, others[0]), _used(sides.new, others[1]))


def _today(sides: Sides) -> Iterator[Mapping[str, str]]:
    """What the ids in promises are called today."""
    for reader in sides.readers:
        yield {**reader.names.kinds, **reader.names.terms}


def _promises(owner: ComponentSet, today: Mapping[str, str]) -> dict[str, Promise]:
    """Each promise by what it says, in today's names."""
    kinds = (owner.promises.parts, owner.promises.complete, owner.promises.unique, owner.promises.checks)
    return {_promise(promise, lambda name: today.get(name, name)): promise for many in kinds for promise in many}


def _promised(game: Game, promises: Sequence[Promise]) -> Value:
    """Promises as people read them."""
    plain = [_promise(promise, str) for promise in promises]
    words = {k: "; ".join(_promise(p, partial(_called, game, k)) for p in promises) for k in game.languages}
    return Value(plain or None, words if promises else {})


def _called(game: Game, language: str, name: str) -> str:
    """The name of a kind of terms, or of a term."""
    found = game.kinds.get(name) or game.terms.get(name)
    return readable(found.name.in_language(language), game, language) if found else name


def _promise(promise: Promise, call: Callable[[str], str]) -> str:
    """ "people: 5", "faces 6: 2, 8: 2"; a check by its own words."""
    if isinstance(promise, Check):
        return f"{promise.say} ({promise.formula.source})"
    if isinstance(promise, Parts):
        counts = said({call(key): promise.counts[key] for key in sorted(promise.counts)})
        return f"{promise.by} {counts}" + (f", … {promise.others}" if promise.others is not None else "")
    if isinstance(promise, Complete):
        each = " ".join(w for w in (call(promise.each), promise.of_field, said(promise.span or ())) if w)
        return f"{each}: {promise.count}" + (f" ({promise.where})" if promise.where else "")
    kinds = (said(promise.fields), promise.all, said(promise.span or ()))
    return " ".join(("1 ×", *(k for k in kinds if k)))


def _use(sides: Sides, use: Use, side: int) -> Plain:
    reader = sides.readers[side]
    words = [plain_words(text, reader.names, reader.languages) for text in (use.what, use.unbounded)]
    rules = [reader.names.rules.get(name, name) for name in (use.rule, use.short)]
    return (*words, *rules, sorted(use.counts.items()))


def _used(game: Game, uses: Sequence[Use]) -> Value:
    """Uses as data, and as people read them."""
    data = [{"what": data_of(u.what), "counts": data_of(u.counts), "unbounded": data_of(u.unbounded)} for u in uses]
    words = {k: "; ".join(_in_words(game, u, k) for u in uses) for k in game.languages}
    return Value(data or None, words if uses else {})


def _in_words(game: Game, use: Use, language: str) -> str:
    def read(text: Text | None) -> str:
        return readable(text.in_language(language), game, language) if text else ""

    return f"{read(use.what)} ({said(use.counts) if use.counts else read(use.unbounded)})"


def verb_changes(sides: Sides) -> Iterator[Change]:
    """What effects may say."""
    old, new = sides.old.verbs, sides.new.verbs
    for name in sorted({*old, *new}):
        one, other = old.get(name), new.get(name)
        if one is None or other is None:
            what, ids = ("added", ("", name)) if one is None else ("removed", (name, ""))
            yield Change("words", "verb", what, "", *ids, same(sides.new, name))
            continue
        kinds = [
            {k: _kind(sides, kind, side) for k, kind in verb.arguments.items()}
            for side, verb in enumerate((one, other))
        ]
        if kinds[0] != kinds[1]:
            both = sides.plain(_arguments(one), _arguments(other))
            yield Change("words", "verb", "changed", "arguments", name, name, same(sides.new, name), *both)
        if sides.texts_differ(one.about, other.about):
            both = sides.words(one.about, other.about)
            yield Change("words", "verb", "changed", "about", name, name, same(sides.new, name), *both)


def _arguments(verb: Verb) -> dict[str, str]:
    return {key: _written(kind) for key, kind in verb.arguments.items()}
