"""The single values in the fields of items and the arguments of effects, with their kinds and places.

Takes the kinds, values and marks of an item; gives its leaves: members of lists and maps, verbs and their arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.data.model import Effect, FieldKind, Game
from generator.findings import Mark

Leaf = tuple[FieldKind, Any, str, Mark]
"""Kind, value, its name in the marks, its place."""


def leaves_of(
    game: Game, kinds: Mapping[str, FieldKind], values: Mapping[str, Any], marks: Mapping[str, Mark]
) -> Iterator[Leaf]:
    """Every single value in the fields of an item or the arguments of an effect, with its kind and place."""
    for name, value in values.items():
        yield from _leaves(game, kinds[name], value, name, marks)


def _leaves(game: Game, kind: FieldKind, value: Any, name: str, marks: Mapping[str, Mark]) -> Iterator[Leaf]:  # noqa: ANN401 -- of any kind
    if kind.name == "list" and kind.of is not None:
        for i, member in enumerate(value):
            yield from _leaves(game, kind.of, member, f"{name}.{i}", marks)
    elif kind.name == "map" and kind.of is not None:
        for key, member in value.items():
            yield FieldKind("term", kind.argument), key, f"{name}.{key}", marks[f"{name}.{key}"]
            yield from _leaves(game, kind.of, member, f"{name}.{key}", marks)
    elif kind.name == "effects":
        for effect in value:
            yield from _in_effect(game, effect)
    else:
        yield kind, value, name, marks[name]


_VERB = FieldKind("verb")


def _in_effect(game: Game, effect: Effect) -> Iterator[Leaf]:
    yield _VERB, effect.verb, "", effect.mark
    if effect.verb in game.verbs:
        yield from leaves_of(game, game.verbs[effect.verb].arguments, effect.arguments, effect.marks)
