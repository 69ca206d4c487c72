"""A `TableSheet` -> plain SVG templates on which each field that has room has a place: of a front, and of a back.

A card's front is drawn by card.py, any other piece by piece.py. Promise: the fields that are drawn are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from xml.sax.saxutils import quoteattr

from generator.scaffold.card import card, is_crowded
from generator.scaffold.edges import edges_of
from generator.scaffold.elements import SLICE, WHITE, Box, Drawn, bleeding, image, page, rect, size_for, text
from generator.scaffold.hues import ground_of
from generator.scaffold.measures import half_ems
from generator.scaffold.piece import piece
from generator.scaffold.roles import Roles, roles_of, with_stand_in
from generator.scaffold.sheet import GROUPS, INKS, SHORT, TableSheet, as_printed, lines_in
from generator.scaffold.sides import said_within, turned_fields, two_sides
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
        parts, placed = _card_back(behind)
        return page(shape, parts), placed
    if not behind.fields:
        return "", []
    ours, roles = roles_of(before), roles_of(behind)
    few = ours.title if before.is_few(ours.title) else ""
    turned, picture = turned_fields(sheet, behind.fields), roles.picture or ours.picture
    if not turned.keys().isdisjoint(ours.numbers):  # `Reduced Attack`: the same piece with other numbers
        numbers = sorted((turned.get(f, f) for f in ours.numbers), key=lambda f: f not in behind.fields)
        rest = [turned.get(f, f) for f in ours.rest] + [f for f in roles.rest if f not in turned.values()]
        title = turned.get(ours.title, ours.title)
        roles = replace(ours, title=title, picture=picture, numbers=numbers, rest=rest)
    else:
        roles = replace(roles, color=ours.color, group="" if ours.color else ours.group or few)
        roles = roles if roles.title else replace(roles, title=ours.title, picture=picture)
    drawing, placed = _side(replace(sheet, items=behind.items, made=behind.made), roles)
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
    shape, sheet = sheet.look.shape, with_stand_in(sheet, roles)
    is_scene = sheet.look.kind == "tile" and bool(roles.picture) and sheet.fills(shape.width / shape.height)
    parts, placed = (card if is_card(shape) and not (is_scene or edges_of(sheet)) else piece)(sheet, roles)
    return page(shape, parts), [*filter(None, dict.fromkeys((*placed, roles.ink)))]


# ---- the back of a card ----


def _card_back(sheet: TableSheet) -> Drawn:
    """A pattern, alike from both ends, with the title and the set on it; or a picture, or what the columns of backs
    say."""
    w, h = sheet.look.shape.width, sheet.look.shape.height
    picture = next(iter(sheet.of("image")), "")
    said = [f for f in sheet.fields if f != picture]
    is_answer = (
        bool(said[1:])
        and not sheet.is_prose(said[0])
        and (sheet.says(said[0], "answer") or (said[0] in sheet.of("text") and any(map(sheet.is_prose, said[1:]))))
    )
    said = said[: 8 if is_answer else 4]
    kind = said[0] if len(said) == 1 and not picture and _is_of_kinds(sheet, said[0]) else ""
    paint, ink = ground_of(sheet, kind)
    is_word = len(said) == 1 and not kind and not sheet.is_prose(said[0])  # which is all that the back is for
    deep = 34.0 if is_word else 18.0 * len(said) + 4
    wide, high = (w - 8, min(h - 12, deep)) if said else (min(43.0, w - 10), 20.0 if h > 60 else h / 3)
    zigzag = " ".join(f"l6 {'-6' if n % 2 == 0 else '6'}" for n in range(ceil((w + 12) / 6)))
    plate = ((w - wide) / 2, (h - high) / 2, wide, high)
    parts = [
        rect(bleeding(sheet.look.shape), paint),
        f'<path pnp:for="row in {ceil((h + 20) / 8)}|range" pnp:step="0 8" d="M-5.5 -4 {zigzag}" fill="none" '
        f'stroke="{WHITE}" stroke-opacity="0.18" stroke-width="0.8"/>',
    ]
    if picture:
        parts.append(image(picture, bleeding(sheet.look.shape), SLICE))
    if is_answer:
        parts += [
            rect(plate, f'rx="3" fill="{INKS[0]}" stroke="{WHITE}" stroke-width="0.5"'),
            *_answer(sheet, said, plate),
        ]
    elif said or not picture:
        box = (plate[0] + 2, plate[1] + 1, wide - 4, high - 2)
        size = size_for(sheet.joined(said), box[2], box[3], 10.0 if is_word else 5.0) if said else min(5.0, high / 3.4)
        words = lines_in(sheet, said) if said else ""
        below = f"'\\n' ~ {words}" if kind else "('\\n' ~ set.name if set.name|lower != game.title|lower else '')"
        words = f"game.title ~ {below}" if kind or not said else words
        parts.append(rect(plate, f'rx="3" {paint} stroke="{WHITE}" stroke-width="0.5"'))
        parts.append(text(words, box, size, "Title", lines=99, middle=True, bold=True, ink=ink))
    return parts, [*([picture] if picture else []), *said]


def _is_of_kinds(sheet: TableSheet, field: str) -> bool:
    """True for a word by which backs are told apart, or that all have: below the title, in its own colour."""
    words = sheet.words(field)
    is_word = field in sheet.of("text", "one of", "word") and all(w.replace(" ", "").isalpha() for w in words)
    is_shared = len({*words}) < len(words) == len(sheet.items)
    return is_word and is_shared and len({*words}) <= GROUPS and half_ems(sheet.longest(field)) <= SHORT


def _answer(sheet: TableSheet, said: Sequence[str], plate: Box) -> list[str]:
    """An answer as large as it can be, and what else is told in smaller type below it."""
    x, y, wide, high = plate
    look, (first, *more) = f'fill="{WHITE}"', said
    top, low = (x + 2, y + 1, wide - 4, 0.4 * high), (x + 2, y + 1 + 0.4 * high, wide - 4, 0.6 * high - 2)
    words = as_printed(sheet, first)
    large = size_for(sheet.words(first), top[2], top[3], 7.5)
    small = size_for(sheet.joined(more), low[2], low[3], 3.6)
    return [
        text(words, top, large, "Answer", lines=9, middle=True, bold=True, ink=look),
        text(lines_in(sheet, more), low, small, "Why it is so.", lines=99, middle=True, ink=look),
    ]
