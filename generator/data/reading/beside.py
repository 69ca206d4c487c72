"""Columns that no table has, and yet says: the headings among its rows.

Takes the columns of a table, gives them with more behind all others. Promise: what is said so keeps its place.
"""

from __future__ import annotations

from generator.data.reading.grid import Grid, Row
from generator.data.reading.headings import Column, Head, Wanted
from generator.values import replace

_SECTION = "section"
"""The field of the headings among the rows."""


def in_sections(grid: Grid, head: Head, wanted: Wanted) -> Head:
    """With the headings among the rows as a column of its own behind all others, where they name groups of the rows
    below them; the table as it is where a row is too long."""
    wide, above = len(head.row.values), {row.number: row for row in head.heads}
    is_wanted = _SECTION in wanted.known or wanted.everything
    if not is_wanted or any(c.name == _SECTION for c in head.columns) or any(len(r.values) > wide for r in head.rows):
        return head
    starts = {row.number: max((n for n in above if n < row.number), default=0) for row in head.rows}
    if len({*starts.values()} - {0}) < 2:
        return head

    def longer(row: Row, words: object, by: Row, at: int) -> Row:
        first, blank = len(grid.places) // 3, [""] * (wide - len(row.values))
        for one, place in [*((row, n) for n in range(len(row.values))), *[(by, at)] * (1 + len(blank))]:
            grid.places.extend(grid.place(one, place))
        return Row(row.number, [*row.values, *blank, words], first)

    grid.notes.append(f"{_SECTION}: the headings among the rows, as a field of the rows below them")
    rows = list[Row]()
    for row in head.rows:
        by = above.get(starts[row.number], row)
        at = next(iter(by.said))
        rows.append(longer(row, str(by.values[at]).lstrip("# ") if by is not row else "", by, at))
    column = Column(wide, _SECTION, _SECTION)
    return replace(head, row=longer(head.row, _SECTION, head.row, 0), rows=rows, columns=(*head.columns, column))
