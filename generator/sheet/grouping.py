"""Game and pieces -> whose each piece is, so that its sheets can be handed out: a group for each player, people, set.

Takes a game and its pieces; gives the pieces with their `group` and its emblem. Promise: only what the data says: the
owner is the term by which the set-up deals pieces (`match`), else that of which there is a board each. Cards keep their
piles and what is folded its paper, unless the groups were asked for by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.data.model import Game, Item
from generator.diagnostics.findings import Fault, Finding, did_you_mean
from generator.face.face import Color, Group
from generator.sheet.sheet import Piece
from generator.values import replace

if TYPE_CHECKING:
    from generator.layout.assets import Studio

OWNER, SET, NONE = "owner", "set", "none"
WAYS = (OWNER, SET, NONE)
"""What `--group` takes, beside the name of a field."""


def fields_of(game: Game) -> set[str]:
    """The fields that pieces can be grouped by: those that hold one term."""
    return {name for owner in game.sets.values() for name, kind in owner.fields.items() if kind.name == "term"}


def owner_field(game: Game) -> str:
    """The field that says whose a piece is; "" if the data has none."""
    dealt = [step.match for step in (game.setup.steps) if step.match in fields_of(game)]
    each = [
        name
        for owner in game.sets.values()
        for name, kind in owner.fields.items()
        if owner.kind == "board" and owner.printed and kind.name == "term" and len(owner.items) > 1
        if len({item.values.get(name) for item in owner.items}) == len(owner.items)
        if any(name in other.fields for other in game.sets.values() if other is not owner)
    ]
    return next(iter([*dealt, *each]), "")


def grouped(pieces: Sequence[Piece], game: Game, how: str, language: str, studio: Studio) -> list[Piece]:
    """The pieces with their groups, as `--group` asks for. Fault X106: the game has no such field."""
    if how not in WAYS and how not in fields_of(game):
        hint = did_you_mean(how, [*WAYS, *sorted(fields_of(game))])
        raise Fault(Finding("X106", game.mark, f"`{game.id}` has no field `{how}` that holds a term", hint, game.id))
    name = owner_field(game) if how in WAYS else how
    items = game.items if name else {}
    found = []
    for piece in pieces:
        group, emblem = _member(piece, game, items, name, language, studio)
        if how == SET:
            group = game.sets[piece.front.set].name.in_language(language)
        apart = how != OWNER or piece.stock == "board"
        found.append(replace(piece, group=group if apart else "", emblem=emblem))
    return found


def _member(
    piece: Piece, game: Game, items: Mapping[str, Item], name: str, language: str, studio: Studio
) -> tuple[str, Group | None]:
    """The name and the emblem of the term in a field of a piece; none where it has no such field."""
    owner = game.sets[piece.front.set]
    item = items.get(f"{owner.id}/{piece.front.item}") if name in owner.fields else None
    term = game.terms.get(str(item.values.get(name))) if item else None
    if term is None:
        return "", None
    art = studio.icon(term.icon, Color("#000000"), game.id) if term.icon else None
    return term.name.in_language(language), replace(art, key="") if art else None  # no form: only faces are
