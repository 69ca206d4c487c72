"""A `TableSheet` -> plain SVG templates on which each field that has room has a place: of a front, and of a back.

A card is drawn by card.py, any other piece by piece.py. Promise: the fields that are drawn are told.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from generator.scaffold.back import card_back
from generator.scaffold.card import card, is_crowded
from generator.scaffold.elements import page
from generator.scaffold.piece import piece
from generator.scaffold.roles import Roles, roles_of
from generator.scaffold.sheet import TableSheet
from generator.scaffold.sides import said_within, two_sides
from generator.scaffold.sizes import is_card, look_of
from generator.values import replace

Template = tuple[str, list[str]]
"""A template, and the fields that it draws."""


def front(sheet: TableSheet) -> Template:
    """The template of the fronts of a sheet's pieces."""
    if sheet.finished:
        return page(sheet.look.shape, [f'<image pnp:href="item.picture" {sheet.finished}/>']), ["picture"]
    before = two_sides(sheet)[0]
    drawing, placed = _side(before, roles_of(before))
    return drawing, said_within(before, placed, sheet.fields)


def back(sheet: TableSheet) -> Template:
    """The template of the backs: each piece's own if columns are about them, a plain one behind cards, else ""."""
    before, behind = two_sides(sheet)
    shape = sheet.look.shape
    if sheet.back:
        return page(shape, [f"<image xlink:href={quoteattr(sheet.back.name)} {sheet.finished}/>"]), []
    if is_card(shape) and (behind.fields or (sheet.look.kind == "card" and not sheet.finished)):
        parts, placed = card_back(behind)
        return page(shape, parts), placed
    if not behind.fields:
        return "", []
    ours, roles = roles_of(before), roles_of(behind)
    few = ours.title if before.is_few(ours.title) else ""
    roles = replace(roles, color=ours.color, group="" if ours.color else ours.group or few)
    if not roles.title:  # `Reduced Attack`: the same piece with other numbers
        roles = replace(roles, title=ours.title, picture=roles.picture or ours.picture)
    drawing, placed = _side(sheet, roles)
    return drawing, [field for field in placed if field in behind.fields]


def enlarged(sheet: TableSheet) -> TableSheet:
    """The sheet with larger cards, where one text in ten has no room on those of the usual size."""
    before = two_sides(sheet)[0]
    for size in ("", "tarot", "a6"):
        look = look_of("cards", size) if size else sheet.look
        if not is_crowded(replace(before, look=look), roles_of(before)):
            break
    note = f"size: {look.size}, as many texts have no room on the usual card"
    return replace(sheet, look=look, notes=[*sheet.notes, note]) if look != sheet.look else sheet


def _side(sheet: TableSheet, roles: Roles) -> Template:
    shape = sheet.look.shape
    is_scene = sheet.look.kind == "tile" and bool(roles.picture) and sheet.fills(shape.width / shape.height)
    parts, placed = (card if is_card(shape) and not is_scene else piece)(sheet, roles)
    return page(shape, parts), [*filter(None, dict.fromkeys((*placed, roles.ink)))]
