"""The value `Grid`: what a table of any format holds, before anyone knows what its columns are.

A cell keeps its value and where it stands in its file. `Mark`s are made of it when a column has its heading, so that
every finding says file, sheet, cell, heading and value.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from generator.diagnostics.findings import Finding, Mark
from generator.values import dataclass, field

LONGEST = 60
"""Characters of a value that findings show."""


class Cell(NamedTuple):
    """A value (words; of a workbook also a number or a flag; of JSON whatever it holds) and its place in the file."""

    value: Any
    line: int
    column: int
    length: int = 1


BLANK = Cell("", 0, 0)


class Row(NamedTuple):
    """A row that is not blank; `number` as the spreadsheet counts, from 1."""

    number: int
    cells: list[Cell]

    def cell(self, column: int) -> Cell:
        """The cell in a column (from 0); a blank one beyond the last."""
        return self.cells[column] if column < len(self.cells) else BLANK


@dataclass(slots=True)
class Grid:
    """A table. `head`: the names of its columns, where the format says them (JSON). `sign`: what stands between cells;
    `decimal`: how its numbers write the decimal point. `notes`: what was assumed; `findings`: what is wrong."""

    file: str
    rows: list[Row]
    text: str = ""
    sheet: str = ""
    head: tuple[str, ...] | None = None
    sign: str = ","
    decimal: str = "."
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def mark(self, row: Row, column: int, heading: str = "") -> Mark:
        """The place of a cell; that of its row, if the row ends before it."""
        cell, at = row.cell(column), column
        if cell is BLANK and row.cells:
            cell, at = row.cells[0], 0
        value = " ".join(str(cell.value).split())
        shown = value if len(value) <= LONGEST else f"{value[: LONGEST - 4]} ..."
        name = "" if self.head else f"{letters(at)}{row.number}"
        return Mark(self.file, cell.line, cell.column, cell.length, self.sheet, name, heading, shown)


@lru_cache(maxsize=1024)
def letters(column: int) -> str:
    """ "AB" for 27: how a spreadsheet calls a column (from 0)."""
    found, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def number_of(name: str) -> int:
    """28 for "AB": the number of a column, from 1."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def plain(name: object) -> str:
    """A name without what people write in different ways: capitals, blanks, hyphens, brackets, width."""
    words = normalize("NFKC", str(name)).casefold().strip()
    return re.sub(r"[\W_]+", "", words) or words


def plain_ascii(words: str) -> str:
    """Small Latin letters without accents, as far as the words have any."""
    small = normalize("NFKD", words.casefold().translate(_BARRED))
    return "".join(c for c in small if not combining(c))


_BARRED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "'": "", "’": ""}
)
