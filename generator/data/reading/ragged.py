"""Rows with more or fewer cells than columns are named: commas that are those of a cell, and what is told of others."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from generator.data.reading.grid import Grid, Row
from generator.diagnostics.findings import Finding, rows_called

_SENTENCE = 3
"""So many words has what holds commas, at least in half of the cells of its column."""


def rejoined(grid: Grid, wide: int, rows: list[Row]) -> list[Row]:
    """The rows, some with the commas of a name or a sentence in their cells: as many cells as are too many, and no
    others, begin with a blank; or the surplus has one reading in which all others are like those of their columns."""
    if grid.head or grid.sign != "," or not grid.text or all(len(row.values) <= wide for row in rows):
        return rows
    lines, found = grid.text.split("\n"), list[int]()
    usual = [row for row in rows if len(row.values) == wide]
    columns = [[str(row.values[at]) for row in usual if row.values[at] != ""] for at in range(wide)]

    def whole(row: Row) -> Row:
        places = [grid.place(row, at) for at in range(len(row.values))]
        blank = {at for at, (line, column, _) in enumerate(places) if at and lines[line - 1][column - 1 :][:1] == " "}
        more, behind = len(row.values) - wide, blank
        if more > 0 and len(blank) != more and row.values[-1] != "" and len(usual) >= _SEVERAL:
            ways = [at for at in range(wide) if _reads_so(columns, row.values, at, more)]
            behind = {*range(ways[0] + 1, ways[0] + 1 + more)} if len(ways) == 1 else set[int]()
        if more <= 0 or len(behind) != more:
            return row
        found.append(row.number)
        values: list[object] = []
        first = len(grid.places) // 3
        for at, value in enumerate(row.values):
            if at in behind:
                values[-1] = f"{values[-1]},{' ' * (at in blank)}{value}"
            else:
                values.append(value)
                grid.places.extend(places[at])
        return Row(row.number, values, first)

    rows = [whole(row) for row in rows]
    if found:
        grid.notes.append(f"{rows_called(found)}: commas that are too many are taken for those of a cell")
    return rows


def _reads_so(columns: Sequence[Sequence[str]], values: Sequence[object], at: int, more: int) -> bool:
    """True if a cell of sentences takes those behind it that are too many, and each other cell is like those of its
    column: a number, or one of few words, or as short."""

    def is_like(value: str, others: Sequence[str]) -> bool:
        if value == "" or not others:
            return True
        if all(map(_is_figure, others)) or len({*others}) * 2 <= len(others):
            return _is_figure(value) if all(map(_is_figure, others)) else value in others
        return not _is_figure(value) and len(value.split()) <= max(len(other.split()) for other in others)

    rest = [*values[:at], "", *values[at + more + 1 :]]
    is_long = bool(columns[at]) and median(len(words.split()) for words in columns[at]) >= _SENTENCE
    return is_long and all(is_like(str(value), others) for value, others in zip(rest, columns, strict=True))


def _is_figure(words: str) -> bool:
    return any(map(str.isdigit, words)) and not any(map(str.isalpha, words))


def tell_longer(grid: Grid, row: Row, width: int) -> None:
    """Y021: a row with more cells than columns are named."""
    more = next((at for at in range(width, len(row.values)) if row.values[at] != ""), None)
    if more is not None and not grid.head:
        message = f"the row has {len(row.values)} cells, the first row names {width}"
        hint = f"put words that hold a {_SIGNS.get(grid.sign, f'`{grid.sign}`')} in double quotes"
        grid.findings.append(Finding("Y021", grid.mark(row, more), message, hint))


def tell_shorter(grid: Grid, rows: list[Row], width: int) -> None:
    """Y021: a row that ends before its last column, where most say something there, and others that it is empty; a
    note, where none does, and it is the only one of several."""
    short = [row for row in rows if len(row.values) < width] if grid.text and not grid.head else []
    last = [row.values[width - 1] for row in rows if len(row.values) >= width]
    ended = 2 * last.count("") < len(last) and "" in last
    for row in short if ended else ():
        mark = grid.mark(row, len(row.values) - 1)
        message = f"the row has {len(row.values)} cells, the others have {width}"
        hint = f"write the sign ({_SIGNS.get(grid.sign, grid.sign)}) that is missing, also of an empty cell"
        grid.findings.append(Finding("Y021", mark, message, hint))
    if len(short) == 1 and not ended and len(rows) > _SEVERAL:
        message = f"row {short[0].number} has {len(short[0].values)} cells, the others have {width}"
        grid.notes.append(f"{message}: its last are taken for empty")


_SEVERAL = 3
_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
