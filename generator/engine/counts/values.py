"""Values of items as plain, comparable things.

Takes a set, an item and a field; gives what `by`, `each` and `unique` compare, and how a finding shows it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from generator.data.model import Effect, FieldKind, Game, Item, Text


def frozen(value: Any) -> Hashable:  # noqa: ANN401 -- a value of any declared kind
    """A value without its places, so that like is equal to like."""
    if isinstance(value, Text):
        return tuple(value.words.items())
    if isinstance(value, Effect):
        return (value.verb, frozen(value.arguments))
    if isinstance(value, Mapping):
        return tuple(sorted((k, frozen(v)) for k, v in value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(frozen(v) for v in value)
    return (type(value) is bool, value) if isinstance(value, (bool, int)) else str(value)


def words_of(value: Any) -> str:  # noqa: ANN401
    """A value as it is written in a file."""
    if isinstance(value, Text):
        return next(iter(value.words.values()), "")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(words_of(v) for v in value) + "]"
    return "none" if value is None else str(value)


def members_of(item: Item, name: str) -> list[str]:
    """What an item says in a field, as words: one member, or those of a list or the keys of a map; none if it is
    missing."""
    value = item.values.get(name)
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [str(k) for k in value]
    return [words_of(v) for v in value] if isinstance(value, (list, tuple)) else [words_of(value)]


def inner_kind(kind: FieldKind) -> FieldKind:
    """The kind of a field's single members: of a list, its members; of a map, its keys."""
    if kind.name == "list" and kind.of is not None:
        return kind.of
    return FieldKind("term", kind.argument) if kind.name == "map" else kind


def domain_of(game: Game, kind: FieldKind) -> list[str] | None:
    """All values that a field can have, as words; None where there is no end of them."""
    kind = inner_kind(kind)
    if kind.name == "term" and kind.argument in game.kinds:
        return [t.id for t in game.kinds[kind.argument].members]
    if kind.name == "item" and kind.argument in game.sets:
        return [i.id for i in game.sets[kind.argument].items]
    return {"one of": list(kind.choices), "flag": ["true", "false"]}.get(kind.name)
