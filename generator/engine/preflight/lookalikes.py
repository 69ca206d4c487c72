"""Pieces as things: two that look alike though they are different.

Takes a `Print`, all that is printed of a game; gives a problem at the item to be changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.model import ComponentSet, Item, Text
from generator.engine.preflight.run import Print
from generator.engine.registry import Problem, check
from generator.face.face import Shape

_SILENT = ("effects", "rule")
"""Kinds of fields that a face need not show."""


@check("P010", on=Print)
def different_items_look_different(everything: Print) -> Iterator[Problem]:
    """No two items of a set have the same faces in any language, if their fields differ."""
    for language, pieces in everything.pieces.items():
        seen: dict[tuple[str, bytes, bytes, Shape], tuple[ComponentSet, Item]] = {}
        told: set[tuple[str, frozenset[str]]] = set()
        for piece in pieces:
            front, back = piece.front, piece.back
            owner, item = everything.source(front)
            key = (owner.id, front.digest, back.digest if back else b"", front.shape)
            _, other = seen.setdefault(key, (owner, item))
            differing = list(_differing(owner, item, other, language)) if other is not item else []
            if differing and (owner.id, frozenset(differing)) not in told:
                told.add((owner.id, frozenset(differing)))
                names = ", ".join(f"`{n}`" for n in differing)
                message = f"`{item.id}` looks like `{other.id}` in {language}, though they differ in {names}"
                hint = f"draw `item.{differing[0]}` in the template, or make them one item"
                yield Problem(item.mark, message, hint)
        if told:
            return  # the same template draws the other languages


def _differing(owner: ComponentSet, one: Item, two: Item, language: str) -> Iterator[str]:
    for name, kind in owner.fields.items():
        a, b = one.values.get(name), two.values.get(name)
        if isinstance(a, Text) and isinstance(b, Text):
            a, b = a.in_language(language), b.in_language(language)
        if (kind.of or kind).name not in _SILENT and a != b:
            yield name
