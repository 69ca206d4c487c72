"""A `TableSheet` with the columns of the backs -> the drawing of a card's back."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from generator.scaffold.elements import SLICE, WHITE, Box, Drawn, bleeding, image, rect, size_for, text
from generator.scaffold.measures import half_ems
from generator.scaffold.roles import Roles
from generator.scaffold.sheet import GROUPS, INKS, SHORT, TableSheet, as_printed, lines_in
from generator.scaffold.tint import ground_of


def card_back(sheet: TableSheet) -> Drawn:
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
    paint, ink = (
        ground_of(sheet, Roles("", "", "", kind, "", (), ())) if kind else (f'fill="{INKS[0]}"', f'fill="{WHITE}"')
    )
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
