"""The numbers of a counter in a line: its factors, attack, defence and movement, as war games print them (`4-6-3`).

Promise: factors stand in this order, on all counters of a set alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from generator.data.model import FieldKind
from generator.data.reading.document import words_in
from generator.scaffold.column import PieceRow
from generator.scaffold.elements import Box, size_for, text
from generator.scaffold.meanings import FACTORS, in_one_language, in_parts
from generator.scaffold.measures import LEAST, width_of
from generator.scaffold.printing import Phrase, as_printed, if_true, said_of, scope_name
from generator.scaffold.sizes import is_card
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

DOT = " · "
"""Between what is said in one line."""
_JOINED = re.compile(r"\d[-–/]\d")
_SMALL, _DECIMAL = re.compile(r"[-+−]?1?\d"), re.compile(r"[-−]?\d+[.,]\d+")
_NUMBER = re.compile(r"\d{1,2}")
_SIGN, _MOSTLY = 3, 0.75
"""So short is what stands in the place of a number (`?`, `n/a`, `A10`), and so many are none."""
_MOST = 4
"""More factors are read as no string."""
_NONE = "–"
"""What a unit prints in the place of a factor that it lacks."""


def factors_of(sheet: TableSheet, numbers: Collection[str]) -> list[str]:
    """Attack, defence and movement, in this order, or two of these and what stands between them; else these in one word
    (`4-6-3`), or of a square counter the first small numbers."""
    order = [f for f in sheet.fields if f in numbers and not is_decimal(sheet, f)]
    known = [f for f in order if factor_place(sheet, f) < len(FACTORS)]
    bare = {factor_place(sheet, f) for f in known if _is_bare(sheet, f)}
    known = [f for f in known if _is_bare(sheet, f) or factor_place(sheet, f) not in bare]  # no `melee attacks` beside
    if len(known) > 1 and any(is_joined(sheet, f) for f in known):  # each is several
        return []
    if len(known) < 2:
        joined = [f for f in order if all(map(_JOINED.search, sheet.words(f)))]
        small = [f for f in order if f in known or (_is_small(sheet.words(f)) and not sheet.says(f, "cost"))]
        return joined[:1] or small[:_MOST] * (len(small) > 2 and sheet.look.shape.kind == "rectangle")
    usual = sorted(known, key=lambda f: factor_place(sheet, f))
    between = order[order.index(known[0]) : order.index(known[-1]) + 1]
    is_whole = usual == known and len(between) == len(FACTORS)  # `cf`, `lf`, `mf`
    return between if is_whole else usual[:_MOST]


def _is_bare(sheet: TableSheet, field: str) -> bool:
    """True for a heading of one word."""
    return len(re.split(r"[\W_]+", in_parts(sheet.fields[field][1]).strip())) == 1


def _is_small(words: Collection[str]) -> bool:
    """True for small numbers, with signs in the place of a few."""
    are_small = sum(map(bool, map(_SMALL.fullmatch, words))) >= _MOSTLY * len(words) > 0
    return are_small and max(map(len, words)) <= _SIGN


def is_decimal(sheet: TableSheet, field: str) -> bool:
    """True for what was measured, or worked out: it says least of a piece."""
    words = sheet.words(field)
    return 2 * sum(map(bool, map(_DECIMAL.fullmatch, words))) > len(words)


def factor_place(sheet: TableSheet, field: str) -> int:
    """Where a number stands among others: attack, defence and movement first, then steps."""
    return next((n for n, what in enumerate((*FACTORS, "steps")) if sheet.says(field, what)), len(FACTORS) + 1)


def with_joined(sheet: TableSheet) -> TableSheet:
    """With the whole numbers below one heading and blank ones beside it, as of a cell that was merged, in one string:
    `Brawl,,` is `1-3-2`; and those of a list of which each piece has as many."""
    lists = [f for f in sheet.of("list") if _are_factors([item.get(f) for item in sheet.items])]
    if lists and not is_card(sheet.look.shape):
        said = {f: f"{scope_name(f)}|join('-')" for f in lists}
        items = [{**i, **{f: "-".join(map(str, words_in(i[f]))) for f in lists}} for i in sheet.items]
        kinds = {f: (FieldKind("text"), sheet.fields[f][1]) for f in lists}
        sheet = replace(sheet, fields={**sheet.fields, **kinds}, items=items, made={**sheet.made, **said})
    whole = [f for f in sheet.of("integer") if not sheet.fields[f][0].optional]
    groups = list[list[str]]()
    for field in sheet.fields:
        is_blank = field.startswith("column_") and not sheet.heading(field) and field in whole
        if groups and is_blank:
            groups[-1].append(field)
        else:
            groups.append([field] if field in whole else [])
    found = [group for group in groups if len(group) > 1 and sheet.heading(group[0])]
    if not found or (len(found) == 1 and len(found[0]) == 2) or len({*map(len, found)}) > 1:
        return sheet
    kinds = {f: v for f, v in sheet.fields.items() if not any(f in group[1:] for group in found)}
    kinds |= {group[0]: (FieldKind("text"), sheet.fields[group[0]][1]) for group in found}
    said = {group[0]: " ~ '-' ~ ".join(map(scope_name, group)) for group in found}
    items = [{**i, **{g[0]: "-".join(str(i[f]) for f in g) for g in found}} for i in sheet.items]
    return replace(sheet, fields=kinds, items=items, made={**sheet.made, **said})


def _are_factors(values: Sequence[object]) -> bool:
    """True for lists of two numbers or three, as long as each other."""
    rows = [[str(n) for n in v] if isinstance(v, list) else [] for v in values]
    return {*map(len, rows)} in ({2}, {3}) and all(_NUMBER.fullmatch(n) for row in rows for n in row)


def is_joined(sheet: TableSheet, field: str) -> bool:
    """True for factors in one word, on some pieces: `4-6-3`."""
    return any(map(_JOINED.search, sheet.words(field)))


def factors_said(sheet: TableSheet, fields: Sequence[str]) -> Phrase:
    """All factors of a set in their places, `4-6-3`; with a stroke between where one is below zero or a piece lacks
    one: `4/−1/3`. A piece without any says nothing."""
    rows = [[item.get(f) for f in fields] for item in sheet.items]
    said = [[_NONE if v is None else in_one_language(v) for v in row] for row in rows]
    seen = [
        row for row, item in zip(rows, sheet.items, strict=True) if all(map(item.get, sheet.beside.get("only", ())))
    ]
    is_lacking = any(None in row and row != [None] * len(row) for row in seen)  # on a side that these have
    below = [f for f in fields if any(word[:1] == "-" for word in sheet.words(f))]
    between = "/" if len(fields) > 1 and (is_lacking or below) else "-"
    own = {
        f: f"({as_printed(sheet, f)} ~ '')|replace('-', '−')" if f in below else as_printed(sheet, f) for f in fields
    }
    lacks = [f for f in fields if sheet.fields[f][0].optional]
    parts = [f"({own[f]} if {scope_name(f)} is defined else '{_NONE}')" if f in lacks else own[f] for f in fields]
    words = f" ~ '{between}' ~ ".join(parts)
    if len(lacks) == len(fields):
        words = f"({words}) if {' or '.join(f'{scope_name(f)} is defined' for f in fields)} else ''"
    lines = [between.join(row).replace("-", "−" if below else "-") for row in said]
    return words, [line * (row != [None] * len(row)) for line, row in zip(lines, rows, strict=True)]


def widest(said: Phrase) -> float:
    """How wide the longest line is, at least."""
    return max((width_of(line, LEAST) for line in said[1]), default=0.0)


def factors_drawn(sheet: TableSheet, fields: Sequence[str], room: tuple[float, float], ink: str) -> PieceRow:
    """The factors of a counter as large as they can be, in a line of so much room."""
    words, said = factors_said(sheet, fields)
    size = size_for(said, room[0], room[1], room[1] / 1.3)

    def draw(box: Box) -> str:
        large = max(size, size_for(said, box[2], box[3], max(6.5, 0.4 * box[2])))
        return text(words, box, large, "2", middle=True, bold=True, ink=ink)

    return PieceRow(3, fields, 1.3 * size, 2, draw)


def numbers_in_line(
    sheet: TableSheet, fields: Sequence[str], room: tuple[float, float], ink: str, bare: Collection[str]
) -> PieceRow:
    """Numbers beside each other, in a line of so much room; what a piece lacks leaves its place, where
    none has its heading."""
    words, said = said_of(sheet, fields, DOT, bare=bare) if fields else ("", [])
    size = size_for(said, room[0], room[1], room[1] / 1.3) if said else LEAST
    if bare and not all(if_true(sheet, f) for f in fields):
        words = words.replace(" else '')", f" else '{_NONE}{DOT}')")
    return PieceRow(
        3, fields, 1.3 * size, 0.3, lambda box: text(words, box, size, "2", middle=True, bold=True, ink=ink)
    )
