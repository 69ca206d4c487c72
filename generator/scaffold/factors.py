"""The numbers of a counter in a line: its factors, attack, defence and movement, as war games print them (`4-6-3`).

Promise: factors stand in this order, on all counters of a set alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from generator.scaffold.column import PieceRow
from generator.scaffold.elements import Box, size_for, text
from generator.scaffold.meanings import FACTORS
from generator.scaffold.measures import LEAST, width_of
from generator.scaffold.printing import Phrase, if_true, said_of
from generator.scaffold.tablesheet import TableSheet

DOT = " · "
"""Between what is said in one line."""
_JOINED = re.compile(r"\d[-–/]\d")
_SMALL = re.compile(r"[-+−]?\d{1,2}")


def factors_of(sheet: TableSheet, numbers: Collection[str]) -> list[str]:
    """Attack, defence and movement, in this order, and what stands between them where the table has it; else these in
    one word (`4-6-3`), or of a square counter the first small numbers."""
    known = [f for f in sheet.fields if f in numbers and factor_place(sheet, f) < len(FACTORS)]
    if len(known) < 2:
        joined = [f for f in numbers if all(map(_JOINED.search, sheet.words(f)))]
        small = [f for f in sheet.fields if f in numbers and all(map(_SMALL.fullmatch, sheet.words(f)))]
        return joined[:1] or small[:4] * (len(small) > 2 and sheet.look.shape.kind == "rectangle")
    usual, fields = sorted(known, key=lambda f: factor_place(sheet, f)), [*sheet.fields]
    between = fields[fields.index(known[0]) : fields.index(known[-1]) + 1]
    return [f for f in between if f in numbers] if usual == known else usual


def factor_place(sheet: TableSheet, field: str) -> int:
    """Where a number stands among others: attack, defence and movement first."""
    return next((n for n, what in enumerate(FACTORS) if sheet.says(field, what)), len(FACTORS))


def is_joined(sheet: TableSheet, field: str) -> bool:
    """True for factors in one word, on some pieces: `4-6-3`."""
    return any(map(_JOINED.search, sheet.words(field)))


def widest(said: Phrase) -> float:
    """How wide the longest line is, at least."""
    return max((width_of(line, LEAST) for line in said[1]), default=0.0)


def line_width(sheet: TableSheet, fields: Sequence[str], between: str, bare: Collection[str]) -> float:
    """How wide the longest line of numbers is, at least."""
    return widest(said_of(sheet, fields, between, bare=bare))


def numbers_in_line(
    sheet: TableSheet, fields: Sequence[str], between: str, room: tuple[float, float], ink: str, bare: Collection[str]
) -> PieceRow:
    """Numbers beside each other, in a line of so much room: the factors of a counter, `4-6-3`, as large as they can
    be."""
    words, said = said_of(sheet, fields, between, bare=bare) if fields else ("", [])
    size, are_factors = size_for(said, room[0], room[1], room[1] / 1.3) if said else LEAST, between != DOT
    if not (are_factors or all(if_true(sheet, f) for f in fields)):  # what a piece lacks leaves its place
        words = words.replace(" else '')", f" else '–{between}')")

    def draw(box: Box) -> str:
        large = max(size, size_for(said, box[2], box[3], 6.5)) if are_factors else size
        return text(words, box, large, "2", middle=True, bold=True, ink=ink)

    return PieceRow(3, fields, 1.3 * size, 2 if are_factors else 0.3, draw)
