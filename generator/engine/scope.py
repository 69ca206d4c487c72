"""What formulas and filters of a set file see: `item`, `items`, parameters, `players`, `pieces`.

Takes a `Game`; gives plain data, the same as templates see. Promise: nothing is made before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.data.model import ComponentSet, Game, Item
from generator.data.reading.spans import place_in
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, once
from generator.expressions.compile import Expression, ExpressionError, compile_expression

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
