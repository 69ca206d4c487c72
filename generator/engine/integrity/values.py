"""Values of items as plain, comparable things, and what formulas and filters of a set file see: `item`, `items`,
parameters, `players`, `pieces`.

Takes a set, an item and a field; gives what `by`, `each` and `unique` compare, and how a finding shows it. Promise:
formulas see the same plain data as templates do, and nothing of it is made before it is asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from generator.data.model import ComponentSet, Effect, FieldKind, Game, Item, Text
from generator.data.reading.text import place_in
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, once
from generator.expressions.compile import Expression, ExpressionError, compile_expression


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


# ---- what formulas see ----

Plain = dict[str, Any]


class Scopes:
    """The scopes of one game. `item` of a scope has the fields as templates see them: a term is a mapping."""

    def __init__(self, game: Game) -> None:
        from generator.layout.template.scope import base_of

        self.game = game
        self.base = base_of(game, game.languages[0] if game.languages else "")
        numbers = {name.replace("-", "_"): p.value for name, p in game.parameters.items()}
        pieces = {s.id: sum(i.count for i in s.items) for s in game.sets.values()}
        self.shared: Plain = {**numbers, **self.base.scope, "pieces": pieces}

    def of_set(self, owner: ComponentSet) -> Plain:
        """What a formula about a whole set sees: `items` are those of the set."""
        return {**self.shared, "items": [self.base.items[owner.id, i.id] for i in owner.items]}

    def of_item(self, scope: Plain, owner: ComponentSet, item: Item) -> Plain:
        """The same with `item`."""
        return {**scope, "item": self.base.items[owner.id, item.id]}


@once
def scopes_of(desk: Desk) -> Scopes:
    """The scopes of the game on the desk, made once."""
    return Scopes(desk.game)


def compiled(game: Game, source: str, mark: Mark, what: str) -> Expression | Problem:
    """An expression, or why it is none, at its place."""
    try:
        return compile_expression(source)
    except ExpressionError as error:
        return Problem(
            offset_mark(game, mark, source, error.offset), f"{what} cannot be worked out: {error}", error.hint
        )


def offset_mark(game: Game, mark: Mark, source: str, offset: int | None, length: int = 1) -> Mark:
    """The place of a piece of an expression that stands at `mark`."""
    return place_in(game.sources.get(mark.file, ""), mark, source, offset, length) if offset is not None else mark


def unknown_fields(owner: ComponentSet, expression: Expression) -> Iterator[tuple[str, int]]:
    """Fields that an expression asks of `item` and the set does not have, with their offsets."""
    known = {"id", "count", *(f.replace("-", "_") for f in owner.fields)}
    for path in sorted(expression.paths):
        if path[0] == "item" and len(path) > 1 and path[1] not in known and path[1] not in owner.fields:
            yield path[1], max(0, expression.source.find(f".{path[1]}") + 1)


def lost_whole(game: Game) -> bool:
    """True where a whole part of the data could not be read: a name that is not found may have stood there."""
    return any(name.startswith("*") for name in game.unread)
