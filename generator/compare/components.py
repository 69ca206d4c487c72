"""Two versions of a game -> what changed in its sets and items.

Takes the `Sides` of a comparison; gives `Change`s. Promise: a new or a lost set is one change, not one for each of its
items; a field that all items of a set got or lost is told once, for the set.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.compare.change import NONE, Change, Sides, Value
from generator.compare.declared import declared, set_aspects
from generator.compare.names import Words, item_names, same, words_of
from generator.compare.plain import data_of, everywhere, shown
from generator.data.model import ComponentSet, FieldKind, Game, Item

LOOKS = ("size", "layout", "back")
"""What an item has of its own, or from its set."""


def set_changes(sides: Sides) -> Iterator[Change]:
    """Sets and their items: come, gone, moved, otherwise."""
    pairs = sides.matching.sets
    for old_id, old in sides.old.sets.items():
        if old_id not in pairs.names:
            yield _whole_set(sides.old, old, "removed")
    kept = {new_id: old_id for old_id, new_id in pairs.names.items()}
    for new_id, new in sides.new.sets.items():
        if new_id not in kept:
            yield _whole_set(sides.new, new, "added")
        else:
            yield from _set(sides, sides.old.sets[kept[new_id]], new, pairs.scores[kept[new_id]])
    yield from _moved_items(sides)


def _whole_set(game: Game, owner: ComponentSet, what: str) -> Change:
    """A set that came or went, with its number of pieces."""
    count = Value(owner.pieces, everywhere(game, owner.pieces if owner.pieces is not None else owner.assume))
    ids = ("", owner.id) if what == "added" else (owner.id, "")
    values = (NONE, count) if what == "added" else (count, NONE)
    return Change("components", "set", what, "", *ids, words_of(owner.name, game), *values)


def _set(sides: Sides, old: ComponentSet, new: ComponentSet, sure: float) -> Iterator[Change]:
    name = words_of(new.name, sides.new)

    def change(what: str, aspect: str, values: tuple[Value, Value], follows: bool = False) -> Change:
        return Change("components", "set", what, aspect, old.id, new.id, name, *values, sure=sure, follows=follows)

    renamed = sides.texts_differ(old.name, new.name)
    if renamed:
        yield change("renamed", "name", sides.words(old.name, new.name))
    elif old.id != new.id:
        yield change("renamed", "id", sides.plain(old.id, new.id))
    items = list(_items(sides, old, new))
    if old.pieces != new.pieces:
        told = any((c.subject == "item" and c.what in ("added", "removed")) or c.aspect == "count" for c in items)
        yield change("changed", "pieces", sides.plain(old.pieces, new.pieces), told)
    for aspect in ("expect", "assume", "kind", "printed"):
        one, other = getattr(old, aspect), getattr(new, aspect)
        if one != other:
            follows = aspect == "expect" and (one, other) == (old.pieces, new.pieces)
            follows = follows or (aspect == "assume" and (one, other) == (_copies(old), _copies(new)))
            yield change("changed", aspect, sides.plain(one, other), follows)
    for aspect, values in _set_looks(sides, old, new):
        yield change("changed", aspect, values)
    if sides.texts_differ(old.about, new.about):
        yield change("changed", "about", sides.words(old.about, new.about))
    for aspect, values in set_aspects(sides, old, new):
        yield change("changed", aspect, values)
    yield from declared(sides, old, new)
    yield from items


def _set_looks(sides: Sides, old: ComponentSet, new: ComponentSet) -> Iterator[tuple[str, tuple[Value, Value]]]:
    """The looks of a set, if an item has them; also if all items go their own way, for then no item tells it."""
    for aspect in LOOKS:
        pair = getattr(old, aspect), getattr(new, aspect)
        idle = all(getattr(item, aspect) for item in new.items)
        if pair[0] != pair[1] and (idle or pair in _looks(sides, old, new, aspect)):
            yield aspect, sides.plain(pair[0] or None, pair[1] or None)


def _copies(owner: ComponentSet) -> int:
    return sum(item.count for item in owner.items)


def _look(owner: ComponentSet, item: Item, aspect: str) -> object:
    """The size, layout or back that an item really has."""
    return getattr(item, aspect) or getattr(owner, aspect)


def _looks(sides: Sides, old: ComponentSet, new: ComponentSet, aspect: str) -> list[tuple[object, object]]:
    """What all items of a pair of sets look like, then and now."""
    olds, news = {i.id: i for i in old.items}, {i.id: i for i in new.items}
    names = ((o.partition("/"), n.partition("/")) for o, n in sides.matching.items.names.items())
    return [
        (_look(old, olds[o[2]], aspect), _look(new, news[n[2]], aspect))
        for o, n in names
        if (o[0], n[0]) == (old.id, new.id)
    ]


def _items(sides: Sides, old: ComponentSet, new: ComponentSet) -> Iterator[Change]:
    """The items of two sets that belong together."""
    pairs = sides.matching.items
    taken = {new_id: old_id for old_id, new_id in pairs.names.items()}
    old_items = {f"{old.id}/{i.id}": i for i in old.items}
    old_names, new_names = item_names(sides.old, old), item_names(sides.new, new)
    within = words_of(new.name, sides.new)
    for old_id, item in old_items.items():
        if old_id not in pairs.names:
            count = Value(item.count, same(sides.old, str(item.count)))
            gone = words_of(old.name, sides.old)
            yield Change("components", "item", "removed", "", old_id, "", old_names[item.id], old=count, within=gone)
    for item in new.items:
        new_id = f"{new.id}/{item.id}"
        if new_id not in taken:
            count = Value(item.count, same(sides.new, str(item.count)))
            yield Change("components", "item", "added", "", "", new_id, new_names[item.id], new=count, within=within)
        elif taken[new_id] in old_items:
            one = old_items[taken[new_id]]
            names = (old_names[one.id], new_names[item.id])
            yield from _item(sides, (old, one), (new, item), names)


def _moved_items(sides: Sides) -> Iterator[Change]:
    """Items that went to a set that is not their old one."""
    for old_id, new_id in sides.matching.items.names.items():
        (old_set, _, old_item), (new_set, _, new_item) = old_id.partition("/"), new_id.partition("/")
        if sides.matching.sets.names.get(old_set) == new_set:
            continue
        old, new = sides.old.sets[old_set], sides.new.sets[new_set]
        one = next(i for i in old.items if i.id == old_item)
        other = next(i for i in new.items if i.id == new_item)
        names = (item_names(sides.old, old)[one.id], item_names(sides.new, new)[other.id])
        values = (Value(old.id, words_of(old.name, sides.old)), Value(new.id, words_of(new.name, sides.new)))
        sure = sides.matching.items.scores[old_id]
        within = words_of(new.name, sides.new)
        yield Change("components", "item", "moved", "set", old_id, new_id, names[1], *values, within, sure)
        yield from _item(sides, (old, one), (new, other), names)


def _item(
    sides: Sides, old: tuple[ComponentSet, Item], new: tuple[ComponentSet, Item], names: tuple[Words, Words]
) -> Iterator[Change]:
    """Everything that changed in one item."""
    (old_set, one), (new_set, other) = old, new
    ids = (f"{old_set.id}/{one.id}", f"{new_set.id}/{other.id}")
    within = words_of(new_set.name, sides.new)
    sure = sides.matching.items.scores[ids[0]]

    def change(aspect: str, values: tuple[Value, Value], what: str = "changed") -> Change:
        return Change("components", "item", what, aspect, *ids, names[1], *values, within, sure)

    if one.count != other.count:
        yield change("count", sides.plain(one.count, other.count))
    for aspect in LOOKS:
        pair = _look(old_set, one, aspect), _look(new_set, other, aspect)
        if pair[0] != pair[1] and pair != (getattr(old_set, aspect), getattr(new_set, aspect)):
            yield change(aspect, sides.plain(pair[0] or None, pair[1] or None))
    named = False
    for key in (k for k in new_set.fields if k in old_set.fields):
        kinds = old_set.fields[key], new_set.fields[key]
        if _field_differs(sides, kinds, one, other, key):
            named = named or key in ("name", "title")
            values = (
                Value(data_of(one.values.get(key)), shown(sides.old, kinds[0], one.values.get(key))),
                Value(data_of(other.values.get(key)), shown(sides.new, kinds[1], other.values.get(key))),
            )
            yield change(key, values, "renamed" if key in ("name", "title") else "changed")
    if one.id != other.id and not named:
        yield change("id", sides.plain(one.id, other.id), "renamed")


def _field_differs(sides: Sides, kinds: tuple[FieldKind, FieldKind], old: Item, new: Item, key: str) -> bool:
    values = [r.value(kinds[k], (old, new)[k].values.get(key)) for k, r in enumerate(sides.readers)]
    return bool(values[0] != values[1])
