"""Two versions of a game -> what changed in its sets and items, and in what the sets declare.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a new or a lost set is one change, not one for each of its
items; a field that all items of a set got or lost is told once, for the set; a promise or a use that is as it was is
not in the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial

from generator.compare.model import NONE, Aligned, Change, Entry, Normalizer, Sides, Value
from generator.compare.values import (
    NAME_FIELDS,
    Json,
    Words,
    data_of,
    everywhere,
    item_names,
    readable_text,
    said,
    same,
    shown,
    words_of,
)
from generator.data.model import Check, Complete, ComponentSet, FieldKind, Game, Item, Parts, Unique, Use
from generator.data.schema.values import shown as shown_kind
from generator.values import dataclass

APPEARANCE = ("size", "layout", "back")
"""What an item has of its own, or from its set."""


def set_changes(sides: Sides) -> Iterator[Change]:
    """Sets and their items: come, gone, moved, otherwise."""
    for found in sides.matching.sets.aligned(sides.old.sets, sides.new.sets):
        entry = sides.entry("components", "set", found, found.thing.name)
        if found.origin:
            yield from _set(entry, found.origin, found.thing)
        else:
            owner, game = found.thing, sides.old if found.gone else sides.new
            count = everywhere(game, owner.pieces if owner.pieces is not None else owner.assume)
            yield entry.alone(Value(owner.pieces, count))
    yield from _moved_items(sides)


def _set(entry: Entry, old: ComponentSet, new: ComponentSet) -> Iterator[Change]:
    sides = entry.sides
    yield from entry.renamed(old.name, new.name)
    items = list(_items(sides, old, new))
    told = any((c.subject == "item" and c.what in ("added", "removed")) or c.aspect == "count" for c in items)
    yield from entry.plain("pieces", old.pieces, new.pieces, told)
    follows = {
        "expect": (old.pieces, new.pieces),
        "assume": tuple(sum(item.count for item in owner.items) for owner in (old, new)),
    }
    for aspect in ("expect", "assume", "kind", "printed"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        yield from entry.plain(aspect, one, other, (one, other) == follows.get(aspect))
    for aspect in APPEARANCE:
        pair = getattr(old, aspect), getattr(new, aspect)
        idle = all(getattr(item, aspect) for item in new.items)  # then no item tells it
        if pair[0] != pair[1] and (idle or pair in _appearances(sides, old, new, aspect)):
            yield from entry.plain(aspect, pair[0] or None, pair[1] or None)
    yield from entry.texts(old, new, "plural", "about")
    both = list(zip((sides.old, sides.new), sides.normalizers, (old, new), strict=True))
    yield from _declared(entry, "promises", *(_promises(*side) for side in both))
    yield from _declared(entry, "use", *(_uses(*side) for side in both))
    yield from _fields(sides, old, new, entry.name)
    yield from items


def _appearances(sides: Sides, old: ComponentSet, new: ComponentSet, aspect: str) -> list[tuple[object, object]]:
    """What all items of a pair of sets look like, then and now."""
    olds, news = _owned(old), _owned(new)
    pairs = [(olds[o], news[n]) for o, n in sides.matching.items.names.items() if o in olds and n in news]
    return [(_own(old, one.item, aspect), _own(new, other.item, aspect)) for one, other in pairs]


def _own(owner: ComponentSet, item: Item, aspect: str) -> object:
    """The size, layout or back that an item really has."""
    return getattr(item, aspect) or getattr(owner, aspect)


# ---- items -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Owned:
    """An item of a set: `id` is "set/item"."""

    id: str
    owner: ComponentSet
    item: Item


def _owned(owner: ComponentSet) -> dict[str, _Owned]:
    found = (_Owned(f"{owner.id}/{item.id}", owner, item) for item in owner.items)
    return {owned.id: owned for owned in found}


def _items(sides: Sides, old: ComponentSet, new: ComponentSet) -> Iterator[Change]:
    """The items of two sets that belong together; those that came from another set are told as moved."""
    olds = _owned(old)
    names = item_names(sides.old, old), item_names(sides.new, new)
    homes = words_of(old.name, sides.old), words_of(new.name, sides.new)
    pairs = sides.matching.items
    for owned in olds.values():
        if owned.id not in pairs.names:
            yield _lone(sides, Aligned(owned, None, True), names[0][owned.item.id], homes[0])
    origins = pairs.origins
    for owned in _owned(new).values():
        if owned.id not in origins:
            yield _lone(sides, Aligned(owned), names[1][owned.item.id], homes[1])
        elif origins[owned.id] in olds:
            was = olds[origins[owned.id]]
            found = Aligned(owned, was, False, pairs.scores[was.id])
            yield from _item(sides.entry("components", "item", found, names[1][owned.item.id], homes[1]), was, owned)


def _lone(sides: Sides, found: Aligned[_Owned], name: Words, within: Words) -> Change:
    count, game = found.thing.item.count, sides.old if found.gone else sides.new
    return sides.entry("components", "item", found, name, within).alone(Value(count, same(game, str(count))))


def _moved_items(sides: Sides) -> Iterator[Change]:
    """Items that went to a set that is not their old one."""
    pairs = sides.matching.items
    for old_id, new_id in pairs.names.items():
        old_set, new_set = old_id.partition("/")[0], new_id.partition("/")[0]
        if sides.matching.sets.names.get(old_set) == new_set:
            continue
        old, new = _owned(sides.old.sets[old_set])[old_id], _owned(sides.new.sets[new_set])[new_id]
        within = words_of(new.owner.name, sides.new)
        name = item_names(sides.new, new.owner)[new.item.id]
        entry = sides.entry("components", "item", Aligned(new, old, False, pairs.scores[old_id]), name, within)
        was = Value(old_set, words_of(old.owner.name, sides.old))
        yield entry.change("moved", "set", (was, Value(new_set, within)))
        yield from _item(entry, old, new)


def _item(entry: Entry, old: _Owned, new: _Owned) -> Iterator[Change]:
    """Everything that changed in one item."""
    sides, (one, other) = entry.sides, (old.item, new.item)
    yield from entry.plain("count", one.count, other.count)
    for aspect in APPEARANCE:
        pair = _own(old.owner, one, aspect), _own(new.owner, other, aspect)
        if pair != (getattr(old.owner, aspect), getattr(new.owner, aspect)):
            yield from entry.plain(aspect, pair[0] or None, pair[1] or None)
    named = False
    for key, kind in new.owner.fields.items():
        if key not in old.owner.fields:
            continue
        was, now = (old.owner.fields[key], one.values.get(key)), (kind, other.values.get(key))
        if sides.normalizers[0].value(*was) != sides.normalizers[1].value(*now):
            named = named or key in NAME_FIELDS
            values = Value(data_of(was[1]), shown(sides.old, *was)), Value(data_of(now[1]), shown(sides.new, *now))
            yield entry.change("renamed" if key in NAME_FIELDS else "changed", key, values)
    if one.id != other.id and not named:
        yield entry.change("renamed", "id", sides.plain(one.id, other.id))


# ---- what sets declare -----------------------------------------------------------------------------------------------


def _fields(sides: Sides, old: ComponentSet, new: ComponentSet, within: Words) -> Iterator[Change]:
    """Fields that all items of a set got or lost, told once for the set, not for each item; fields of another kind."""
    for key in sorted({*old.fields, *new.fields}):
        ids = (f"{old.id}/{key}" if key in old.fields else "", f"{new.id}/{key}" if key in new.fields else "")
        entry = Entry(sides, "components", "field", *ids, same(sides.new, key), within)
        if not all(ids):
            yield entry.alone(aspect=key)
        elif sides.normalizers[0].kind(old.fields[key]) != sides.normalizers[1].kind(new.fields[key]):
            kinds = sides.plain(written(old.fields[key]), written(new.fields[key]))
            yield entry.change("changed", "kind", kinds)


def written(kind: FieldKind) -> str:
    """A kind as it is declared."""
    return shown_kind(kind) + ("?" if kind.optional else "")


def _declared(entry: Entry, aspect: str, *sides: Sequence[tuple[Hashable, Json, Words]]) -> Iterator[Change]:
    """What a set declares in no order: (what decides whether two are the same, as data, as words) of each side. Only
    what differs is told."""
    keys = [Counter(key for key, _, _ in side) for side in sides]
    if keys[0] != keys[1]:
        told = [[d for d in side if d[0] not in other] for side, other in zip(sides, reversed(keys), strict=True)]
        games = (entry.sides.old, entry.sides.new)
        old, new = (
            Value([d for _, d, _ in one], {k: "; ".join(w[k] for _, _, w in one) for k in game.languages})
            if one
            else NONE
            for one, game in zip(told, games, strict=True)
        )
        yield entry.change("changed", aspect, (old, new))


def _promises(game: Game, normalizer: Normalizer, owner: ComponentSet) -> list[tuple[Hashable, Json, Words]]:
    """What a set promises beyond its number of pieces."""

    def today(name: str) -> str:
        return normalizer.names.today("term", normalizer.names.today("kind", name))

    def word(language: str, name: str) -> str:
        found = game.kinds.get(name) or game.terms.get(name)
        return readable_text(found.name, game, language) if found else name

    kinds = (owner.promises.parts, owner.promises.complete, owner.promises.unique, owner.promises.checks)
    return [
        (_promise(p, today), _promise(p, str), {k: _promise(p, partial(word, k)) for k in game.languages})
        for many in kinds
        for p in many
    ]


def _promise(promise: Parts | Complete | Unique | Check, call: Callable[[str], str]) -> str:
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


def _uses(game: Game, normalizer: Normalizer, owner: ComponentSet) -> list[tuple[Hashable, Json, Words]]:
    """What pieces of a set are used for."""

    def words(use: Use, language: str) -> str:
        counts = said(use.counts) if use.counts else readable_text(use.unbounded, game, language)
        return f"{readable_text(use.what, game, language)} ({counts})"

    def key(use: Use) -> Hashable:
        rules = (normalizer.names.today("rule", use.rule), normalizer.names.today("rule", use.short))
        return (normalizer.text(use.what), normalizer.text(use.unbounded), rules, tuple(sorted(use.counts.items())))

    fields = ("what", "counts", "unbounded")
    return [
        (key(use), {f: data_of(getattr(use, f)) for f in fields}, {k: words(use, k) for k in game.languages})
        for use in owner.uses
    ]
