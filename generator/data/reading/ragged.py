"""Rows of a table with more or fewer cells than columns: mended, where there is but one way; others are told."""

from __future__ import annotations

from generator.data.reading.grid import Grid, Row
from generator.diagnostics.findings import Finding, rows_called
from generator.values import lazy_pattern

_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}


def rejoined(grid: Grid, wide: int, rows: list[Row]) -> list[Row]:
    """The rows, some with the commas of a sentence or a list in their cells: those that are too many begin with a
    blank, or stand where they must, for all figures to be in columns of figures."""
    if grid.head or grid.sign != "," or not grid.text or all(len(row.values) <= wide for row in rows):
        return rows
    lines, found = grid.text.split("\n"), list[int]()
    columns = [*zip(*(row.values for row in rows if len(row.values) == wide), strict=True)]
    figures = [at for at, said in enumerate(columns) if any(said) and all(map(_NUMBER.fullmatch, said))]

    def must(row: Row, more: int) -> set[int]:
        are = [_NUMBER.fullmatch(str(value)) is not None for value in row.values]
        ways = [n for n in range(wide) if not any(are[n : n + more + 1]) and n not in figures
                and all(are[at + more * (at > n)] for at in figures)]  # fmt: skip
        ways += [n for n in range(wide) if not any(row.values[n : n + more])  # or these are too many
                 and all(are[at + more * (at >= n)] for at in figures)]  # fmt: skip
        return {ways[0] + 1 + n for n in range(more)} if figures and len(ways) == 1 else set()

    def whole(row: Row) -> Row:
        more = len(row.values) - wide
        if more <= 0:
            return row
        places = [grid.place(row, at) for at in range(len(row.values))]
        blank = {at for at, (line, column, _) in enumerate(places) if at and lines[line - 1][column - 1 :][:1] == " "}
        blank = blank if len(blank) == more else must(row, more)
        if len(blank) != more:
            return row
        found.append(row.number)
        values, first = list[object](), len(grid.places) // 3
        for at, value in enumerate(row.values):
            if at in blank:
                values[-1] = f"{values[-1]}, {value}"
            else:
                values.append(value)
                grid.places.extend(places[at])
        return Row(row.number, values, first)

    rows = [whole(row) for row in rows]
    grid.notes += [f"{rows_called(found)}: commas that are too many are taken for those of a cell"] * bool(found)
    return rows


def with_whole_head(grid: Grid) -> list[Row]:
    """The rows, the first with a comma between brackets as one of its headings, where all others are shorter by it."""
    first, *others = grid.rows or [Row(1, ())]
    wide = max((len(row.values) for row in others), default=0)
    if grid.head or grid.sign != "," or not grid.text or len(first.values) <= wide:
        return grid.rows
    parts: list[list[int]] = [[]]
    for at in range(len(first.values)):
        said = "".join(str(first.values[n]) for n in parts[-1])
        if parts[-1] and said.count("(") <= said.count(")"):
            parts.append([])
        parts[-1].append(at)
    if len(parts) != wide:
        return grid.rows
    row = Row(
        first.number, [", ".join(str(first.values[n]).strip() for n in part) for part in parts], len(grid.places) // 3
    )
    for part in parts:
        grid.places.extend(grid.place(first, part[0]))
    grid.notes.append("a comma between the brackets of a heading parts no columns, as no row has so many")
    return [row, *others]


_NUMBER = lazy_pattern(r"([-+]?\d+([.,/]\d+)*)?")


def tell_longer(grid: Grid, row: Row, head: Row) -> None:
    """Y021: a row with more cells than columns are named."""
    width = len(head.values)
    more = next((at for at in range(width, len(row.values)) if row.values[at] != ""), None)
    if more is not None and not grid.head:
        names = f"row {head.number} names" if head.number > 1 else "the first row names"
        message = f"the row has {len(row.values)} cells, {names} {width}"
        hint = f"put words that hold a {_SIGNS.get(grid.sign, f'`{grid.sign}`')} in double quotes"
        hint += ", or delete one before a cell that is empty" * ("" in row.values[:more])
        grid.findings.append(Finding("Y021", grid.mark(row, more), message, hint))


def tell_shorter(grid: Grid, rows: list[Row], width: int) -> None:
    """Y021: a row that ends before its last column, where most say something there, and others that it is empty."""
    short = [row for row in rows if len(row.values) < width] if grid.text and not grid.head else []
    last = [row.values[width - 1] for row in rows if len(row.values) >= width]
    ended = 2 * last.count("") < len(last) and "" in last
    for row in short if ended else ():
        mark = grid.mark(row, len(row.values) - 1)
        message = f"the row has {len(row.values)} cells, the others have {width}"
        hint = f"write the sign ({_SIGNS.get(grid.sign, grid.sign)}) that is missing, also of an empty cell"
        grid.findings.append(Finding("Y021", mark, message, hint))
    if short and len(short) == len(rows) > 1 and len({len(row.values) for row in rows}) == 1:
        sign, many = _SIGNS.get(grid.sign, grid.sign), len(rows[0].values)
        hint = f"put a heading with a {sign} in quotes, or write the {sign} that each row lacks"
        grid.notes.append(f"all rows have {many} cells, for {width} headings: {hint}")
    elif short and not ended and 3 * len(short) <= len(rows):
        rows_, sign = rows_called([row.number for row in short]), _SIGNS.get(grid.sign, grid.sign)
        grid.notes.append(f"{rows_}: fewer cells than columns, so the last are empty; a {sign} may be missing")
