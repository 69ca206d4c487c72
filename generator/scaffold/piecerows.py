"""What stands where on a piece -> the rows of its column: what is large, the name, texts, facts, more numbers.

Promise: on a small piece the numbers come first; what says least is left out first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from generator.scaffold.column import Half, PieceRow
from generator.scaffold.elements import Box, depth_of, image, size_for, text
from generator.scaffold.factors import (
    DOT,
    factors_drawn,
    numbers_in_line,
    widest,
)
from generator.scaffold.meanings import stem_of
from generator.scaffold.measures import LEAST, half_ems, width_of
from generator.scaffold.printing import Phrase, as_printed, if_said, said_of, spoken_name
from generator.scaffold.roles import Roles
from generator.scaffold.sizes import look_at
from generator.scaffold.standing import ROOMY, Standing, standing
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_CORNER = 0.25
"""So much of the height of a picture that is cut out is clear at its corners."""
_LINE, _TIGHT = 1.35, 1.2
"""The height of a line of facts, in ems, and where one would be left out."""
_GREAT = (0.3, 0.4)
"""How high a line of factors is of a piece, at least and at most."""
_ALIKE = 4
"""Lines that differ by fewer letters are as wide."""
_SIGNS = re.compile(r"[A-Za-z]?[\d.,/+-]*")


def piece_rows(
    sheet: TableSheet, roles: Roles, room: float, half: Half, ink: str, *, is_plate: bool = False
) -> list[PieceRow]:
    """What is large, the name, texts, lines of facts, the factors or more numbers; on a plate beside a picture several
    numbers are in a line, each with its heading if that has room."""
    small, wide, across = max(LEAST, min(3.6, room / 8)), 2 * half(0, room / 2), 1.8 * half(0, 0.3 * room)
    what = standing(sheet, roles, room, wide, is_plate=is_plate)
    name = _name(sheet, roles, 2 * half(0, 0.3 * room), room, ink, what)
    texts = sorted(what.prose, key=lambda f: f != roles.body)
    prose = _prose(sheet, texts, wide, small, ink)
    while len(texts) > 1 and prose.least + name.least > room:  # the longest goes before all do
        texts.remove(max(texts, key=lambda f: (f != roles.body, half_ems(sheet.longest(f)))))
        prose = _prose(sheet, texts, wide, small, ink)
    is_rare = 2 * len(sheet.words(roles.picture)) < len(sheet.items) if roles.picture else True
    tall = max(3.0, (0.2 if prose.fields or what.factors or is_rare else 0.3) * room)
    if prose.least + name.least + tall * bool(roles.picture) > room:  # not even alone
        prose = replace(prose, fields=())
    if roles.numbers and room < ROOMY:  # a counter is its numbers
        prose = replace(prose, rank=5)
    heads = [(f, f * what.are_headed) for f in what.large]
    great = [one for f, head in heads for one in (_large(sheet, f, tall, ink), _headed(sheet, head, ink))]
    blocks = [*great, name, prose]
    left = room - fsum(block.least for block in blocks if block.fields and block is not prose)
    line = what.line
    last = [numbers_in_line(sheet, line, (wide, 1.5 * small), ink, line if what.is_bare else ())] * bool(line)
    if what.factors:
        last = [factors_drawn(sheet, what.factors, (wide, _great(sheet, what.facts, room, left, across)), ink)]
    left = room - fsum(block.least for block in (*blocks, *last) if block.fields)
    lines = _facts(sheet, what.facts, left, across, 0.85 * small, ink)
    return [*blocks, *(replace(one, rank=1) if what.apart in one.fields else one for one in lines), *last]


def _great(sheet: TableSheet, words: Sequence[str], room: float, left: float, across: float) -> float:
    """How high a line of factors is: a little less, if one more fact has room then."""
    lines = _TIGHT * LEAST * len(_in_lines(sheet, words, across, 1))
    return min(_GREAT[1] * room, max(left - lines, _GREAT[0] * room), max(1.3 * LEAST, left))


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


def _name(sheet: TableSheet, roles: Roles, wide: float, room: float, ink: str, what: Standing) -> PieceRow:
    """The name, in as many lines as it needs; as large as it can be where nothing else is."""
    field, said = roles.title, spoken_name(sheet, roles.title)
    names, is_alone, most = (
        sheet.names(roles.title),
        what.is_alone,
        12 if what.is_hero else 3.2 if what.factors else 4.4,
    )
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
    share = 2 if what.is_hero else 0 if is_alone else 0.7
    return PieceRow(0, [field] if is_called else [], least, share, draw)


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
