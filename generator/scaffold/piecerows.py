"""What a piece says -> the rows of its column: the picture or the first number, the name, texts, facts, more numbers.

Promise: on a small piece the numbers come first; what it says less of goes first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import fsum

from generator.data.reading.guessing import is_running
from generator.scaffold.column import Half, PieceRow
from generator.scaffold.elements import Box, depth_of, image, size_for, text
from generator.scaffold.factors import (
    DOT,
    factor_place,
    factors_drawn,
    factors_of,
    factors_said,
    is_decimal,
    is_joined,
    numbers_in_line,
    widest,
)
from generator.scaffold.meanings import FACTORS, stem_of
from generator.scaffold.measures import LEAST, half_ems, width_of
from generator.scaffold.printing import Phrase, as_printed, if_said, if_true, said_of, spoken_name
from generator.scaffold.roles import Roles, says_little
from generator.scaffold.sizes import look_at
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_ROOM = 24.0
"""Where there is so much, numbers have their headings."""
_CORNER = 0.25
"""So much of the height of a picture that is cut out is clear at its corners."""
_LINE, _TIGHT = 1.35, 1.2
"""The height of a line of facts, in ems, and where one would be left out."""
_GREAT = (0.3, 0.4)
"""How high a line of factors is of a piece, at least and at most."""
_ALIKE, _LETTERS = 4, 4
"""Lines that differ by fewer letters are as wide; half ems of a short name."""


_SIGNS = re.compile(r"[A-Za-z]?[\d.,/+-]*")


def piece_rows(
    sheet: TableSheet, roles: Roles, room: float, half: Half, ink: str, *, is_plate: bool = False
) -> list[PieceRow]:
    """What is large (the picture, else the first number), the name, texts, lines, more numbers; on a plate beside a
    picture several numbers are in a line, each with its heading if that has room."""
    small, worked = max(LEAST, min(3.6, room / 8)), [*filter(partial(is_decimal, sheet), sheet.fields)]
    numbers = sorted(roles.numbers, key=lambda f: (factor_place(sheet, f), f in worked, not sheet.says(f, "play")))
    counted = [f for f in numbers if f not in worked] or numbers * (not roles.title)  # what was measured is no value
    first = next((f for f in counted if not if_true(sheet, f)), "") or "".join(counted[: len(counted) == 1])
    factors = factors_of(sheet, numbers) if room < _ROOM or sheet.look.kind == "token" else []
    icon = next((f for f in sheet.beside.get("drawn", ()) if f in (*roles.rest, roles.group)), "")
    are_twins = len(counted) == len(numbers) == 2 and bool(first) and not sheet.is_called(roles.title)
    in_line = len(numbers) > 1 and not factors
    in_line &= is_plate or (are_twins and room < _ROOM and all(len(sheet.heading(f)) > 1 for f in numbers))
    is_hero = not (roles.picture or icon or factors) and has_short_names(sheet, roles)
    large = roles.picture or icon or first * (room > 4.4 and not (factors or in_line or is_hero))
    twins = counted if are_twins and large == first else []
    wide, numbers = 2 * half(0, room / 2), [f for f in numbers if f not in (large, *twins)]
    are_told = [f for f in numbers if f not in worked or not any((roles.group, *roles.rest))]
    foot, bare = factors or are_told * (room < _ROOM), list[str]()
    if not factors and widest(said_of(sheet, foot, DOT)) > wide:
        bare = foot
    while foot and widest(factors_said(sheet, foot) if factors else said_of(sheet, foot, DOT, bare=bare)) > wide:
        foot.remove(max(reversed(foot), key=lambda f: factor_place(sheet, f)))
    kinds = (roles.group, *roles.rest) if roles.color else (*roles.rest, roles.group)  # the ground says one of them
    rest = [f for f in (*numbers, *kinds, roles.body) if f and f not in (large, *twins, *foot)]
    apart = _tells_apart(sheet, roles.title, [f for f in kinds if f])
    rest.sort(key=lambda f: (f != apart, f in worked, says_little(sheet.words(f))))
    name = _name(
        sheet,
        roles,
        2 * half(0, 0.3 * room),
        room,
        ink,
        is_alone=not (large or factors or in_line),
        most=12 if is_hero else 3.2 if factors else 4.4,
    )
    name = replace(name, share=2) if is_hero else name
    prose = _prose(sheet, [f for f in rest if sheet.is_prose(f) or f == roles.body], wide, small, ink)
    is_rare = 2 * len(sheet.words(roles.picture)) < len(sheet.items) if roles.picture else True
    tall = max(3.0, (0.2 if prose.fields or factors or is_rare else 0.3) * room)
    if prose.least + name.least + tall * bool(roles.picture) > room:  # not even alone
        prose = replace(prose, fields=())
    if roles.numbers and room < _ROOM:  # a counter is its numbers
        prose = replace(prose, rank=5)
    words = [f for f in rest if not (sheet.is_prose(f) or f == roles.body)]
    is_one_of_several = large in roles.numbers and (len(roles.numbers) > 1 or bool(if_true(sheet, large)))
    is_one_of_several &= room >= _ROOM or bool(twins)
    heads = [(f, f * is_one_of_several) for f in dict.fromkeys((large, *twins))]
    great = [one for f, head in heads for one in (_large(sheet, f, tall, ink), _headed(sheet, head, ink))]
    blocks = [*great, name, prose]
    left = room - fsum(block.least for block in blocks if block.fields and block is not prose)
    across = 1.8 * half(0, 0.3 * room)
    if bare and len(_in_lines(sheet, foot, across, 1)) * _TIGHT * LEAST <= left:  # each with its heading
        words, foot = [*foot, *words], []
    last = [numbers_in_line(sheet, foot, (wide, 1.5 * small), ink, bare)] * bool(foot)
    if factors:  # a little smaller, if one more fact has room then
        lines = _TIGHT * LEAST * len(_in_lines(sheet, words, across, 1))
        high = min(_GREAT[1] * room, max(left - lines, _GREAT[0] * room))
        last = [factors_drawn(sheet, foot, (wide, min(high, max(1.3 * LEAST, left))), ink)]
    left = room - fsum(block.least for block in (*blocks, *last) if block.fields)
    facts = _facts(sheet, words, left, across, 0.85 * small, ink)
    return [*blocks, *(replace(one, rank=1) if apart in one.fields else one for one in facts), *last]


def _tells_apart(sheet: TableSheet, title: str, fields: Sequence[str]) -> str:
    """The words by which pieces of one name differ: `Troop` and `Horde` of `Infantry`; "" where names do so."""
    if not title or sheet.is_called(title):
        return ""
    many = {f: len({(str(i.get(title)), str(i.get(f))) for i in sheet.items}) for f in ("", *fields)}
    texts = [f for f in fields if f in sheet.of("text", "one of", "word") and not sheet.is_prose(f)]
    best = max(texts, key=many.__getitem__, default="")
    return best if 2 * many[best] > len(sheet.items) else ""


def _facts(sheet: TableSheet, fields: Sequence[str], room: float, wide: float, most: float, ink: str) -> list[PieceRow]:
    """The lines of facts, smaller and nearer to each other before one is left out."""
    lines = _in_lines(sheet, fields, wide, max(1, int(room / (_TIGHT * LEAST))))
    each = room / max(1, len(lines))
    size = max(LEAST, min(most, each / _LINE))
    return [_fact(sheet, some, size, max(_TIGHT * size, min(_LINE * size, each)), ink) for some in lines]


def _in_lines(sheet: TableSheet, fields: Sequence[str], wide: float, most: int) -> list[list[str]]:
    """The fields that stand in a line of their own, two or three where room is short; a series is never sorted."""
    place = [f for f in sheet.places() if f in fields]
    lines = [[f] for f in fields if f not in place] + [place] * bool(place)
    widths = [widest(_facts_said(sheet, some)[-1]) for some in lines]
    while len(lines) > most:
        pairs = [one + other + width_of(DOT, LEAST) for one, other in pairwise(widths)]
        best = min(range(len(pairs)), key=pairs.__getitem__, default=0)
        if not pairs or pairs[best] > wide:
            break
        lines[best : best + 2], widths[best : best + 2] = [[*lines[best], *lines[best + 1]]], [pairs[best]]
    if sheet.look.shape.kind not in ("rectangle", "standee") and len({stem_of(sheet.fields[f][1]) for f in fields}) > 1:
        lines.sort(key=lambda some: -max(len(line) // _ALIKE for line in _facts_said(sheet, some)[0][1]))
    return lines


def _large(sheet: TableSheet, field: str, least: float, ink: str) -> PieceRow:
    """A picture, or a number or a sign as large as it can be."""

    def draw(box: Box) -> str:
        if field in sheet.of("image", "images"):
            return image(field, box, many=sheet.most(field))
        size, more = min(1.2 * box[3], 1.1 * box[2], 12), if_said(sheet, field)
        return text(as_printed(sheet, field), box, size, "1", middle=True, bold=True, ink=ink, more=more)

    is_picture = field in sheet.of("image", "images")
    is_cut = is_picture and not any(look_at(path)[1] for path in [*sheet.shown(field).values()][:8])
    rank, fields = 0 if is_picture else 2, [field] if field else []
    return PieceRow(rank, fields, least, 2, draw, clear=_CORNER * is_cut)


def _headed(sheet: TableSheet, field: str, ink: str) -> PieceRow:
    """The heading of a large number below it, where other numbers have theirs."""

    def draw(box: Box) -> str:
        said, more = sheet.label(field), if_said(sheet, field)
        x, y, wide, high = box
        box = x, y - 0.3, wide, high - 0.9  # it is the number's, not the name's
        return text(said, box, LEAST, sheet.heading(field), middle=True, bold=True, ink=ink, more=more)

    is_headed = bool(field and sheet.heading(field))
    return PieceRow(4, [field] if is_headed else [], 1.2 * LEAST + 0.9, 0, draw)


def has_short_names(sheet: TableSheet, roles: Roles) -> bool:
    """True for names of a letter or a few, the `A` of a tile, the `0203` of a hex, that number no rows and are of no
    unit: they are what one looks for."""
    names = sheet.names(roles.title)
    is_unit = any(factor_place(sheet, f) < len(FACTORS) or is_joined(sheet, f) for f in roles.numbers)
    is_unit &= sheet.look.kind != "tile"  # of land
    is_bare = not roles.numbers or not (is_unit or is_running(names))
    is_own = sheet.is_called(roles.title) or max(map(half_ems, names), default=0) < _LETTERS - 1  # `A`, no `Red`
    return bool(names) and is_own and is_bare and 9 * sum(half_ems(name) > _LETTERS for name in names) < len(names)


def _name(
    sheet: TableSheet, roles: Roles, wide: float, room: float, ink: str, *, is_alone: bool, most: float = 4.4
) -> PieceRow:
    """The name, in as many lines as it needs; as large as it can be where nothing else is."""
    field, said = roles.title, spoken_name(sheet, roles.title)
    names = sheet.names(roles.title)
    size = size_for(names, wide, 0.5 * room, 6.5, leading=1.3) if is_alone else max(LEAST, min(3.2, wide / 12))
    least = max(
        1.3 * size,
        depth_of(names, wide, size, leading=1.3),
        min(max(depth_of(names, share * wide, LEAST, 0, 1.3) for share in (0.9, 1)), 0.5 * room),  # as words break
    )

    def draw(box: Box) -> str:
        best = size_for(names, box[2], box[3], max(size, most), leading=1.3)
        more = ' pnp:leading="1.1"' + if_said(sheet, field)
        return text(said, box, best, "Name", lines=99, middle=True, bold=True, ink=ink, more=more)

    is_called = bool(field or sheet.beside.get("id"))
    return PieceRow(0, [field] if is_called else [], least, 0 if is_alone else 0.7, draw)


def _prose(sheet: TableSheet, fields: Sequence[str], wide: float, small: float, ink: str) -> PieceRow:
    """The long texts, one below the other; as large as they have room."""
    words, texts = said_of(sheet, fields, bare=fields[:1]) if fields else ("", [])

    return PieceRow(1, fields, depth_of(texts, wide, LEAST) + 0.5, 5, lambda box: text(
        words, box, size_for(texts, box[2], 0.95 * box[3], small), "What it does.", lines=99, middle=True, bold=True,
        ink=ink))  # fmt: skip


def _facts_said(sheet: TableSheet, fields: Sequence[str]) -> list[Phrase]:
    """How a line says some fields: with their headings; without those of words that say enough: a type, a side, land,
    and then of all words."""
    texts = [f for f in fields if f in sheet.of("text", "one of")]
    plain = [f for f in texts if any(sheet.says(f, what) for what in ("type", "side", "terrain"))]
    words = [f for f in texts if f in plain or not _says_signs(sheet.words(f))]
    return [said_of(sheet, fields, DOT, bare=bare) for bare in ([plain, words] if plain != words else [words])]


def _says_signs(words: Sequence[str]) -> bool:
    """True for letters and digits that tell nobody what they are of: `x`, `3`, `A10`."""
    return 2 * sum(bool(_SIGNS.fullmatch(word)) for word in words) > len(words)


def _fact(sheet: TableSheet, fields: Sequence[str], size: float, high: float, ink: str) -> PieceRow:
    """A line for what else there is, as far as there is room with its headings."""
    ways = [(said[0], widest(said)) for said in _facts_said(sheet, fields)]

    def fitting(box: Box) -> list[str]:
        return [words for words, wide in ways if wide <= box[2]]

    def draw(box: Box) -> str:
        more = if_said(sheet, fields[0]) if len(fields) == 1 else ""
        return text(fitting(box)[0], box, size, "Fact: so", middle=True, bold=True, ink=ink, more=more)

    return PieceRow(4, fields, high, 0, draw, lambda box: bool(fitting(box)))
