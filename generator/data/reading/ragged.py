"""Rows with more or fewer cells than columns are named: commas that are those of a cell, and what is told of others."""

from __future__ import annotations

from generator.data.reading.grid import Grid, Row
from generator.diagnostics.findings import Finding, rows_called


def rejoined(grid: Grid, wide: int, rows: list[Row]) -> list[Row]:
    """The rows, some with the commas of a name or a sentence in their cells: as many cells as are too many, and no
    others, begin with a blank."""
    if grid.head or grid.sign != "," or not grid.text or all(len(row.values) <= wide for row in rows):
        return rows
    lines, found = grid.text.split("\n"), list[int]()

    def whole(row: Row) -> Row:
        places = [grid.place(row, at) for at in range(len(row.values))]
        blank = {at for at, (line, column, _) in enumerate(places) if at and lines[line - 1][column - 1 :][:1] == " "}
        if not len(blank) == len(row.values) - wide > 0:
            return row
        found.append(row.number)
        values: list[object] = []
        first = len(grid.places) // 3
        for at, value in enumerate(row.values):
            if at in blank:
                values[-1] = f"{values[-1]}, {value}"
            else:
                values.append(value)
                grid.places.extend(places[at])
        return Row(row.number, values, first)

    rows = [whole(row) for row in rows]
    if found:
        grid.notes.append(f"{rows_called(found)}: commas that are too many are taken for those of a cell")
    return rows


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
