"""Columns that no table has, and yet says: the headings among its rows, or above lists; the copies in its names.

Takes the columns of a table, gives them with more behind all others. Promise: what is said so keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from generator.data.model import NAME_FIELDS
from generator.data.reading.aliases import meant_by
from generator.data.reading.grid import Grid, Row, plain
from generator.data.reading.headings import Column, Head, Wanted
from generator.values import lazy_pattern, replace

_COPIES = lazy_pattern(
    r"^[(\[]?(\d{1,2}) ?[x×][)\]]?[ _-]+(?=\S)|[ _-]*\[\[(\d{1,2})\]\]$"
    r"|(?<=[^\s\d])(?:[ _-]+[(\[]?(?:x(\d{1,2})|(\d{1,2}) ?[x×])[)\]]?|[ _-]*[(\[]?× ?(\d{1,2})[)\]]?)$"
)
"""`3x Goblin`, `Goblin x3`, `Goblin ×3`, `Goblin (3x)`, `Goblin [[3]]`."""

_SECTION = "section"
"""The field of the headings among the rows."""


def in_sections(grid: Grid, head: Head, wanted: Wanted) -> Head:
    """With the headings among the rows as a column of its own behind all others, where they name groups of the rows
    below them; the table as it is where a row is too long."""
    wide = len(head.row.values)
    above = {row.number: row for row in head.heads if re.sub(r"<[^<>]*>|\s", "", next(iter(row.said.values())))}
    is_wanted = _SECTION in wanted.known or wanted.everything
    if not is_wanted or any(c.name == _SECTION for c in head.columns) or any(len(r.values) > wide for r in head.rows):
        return head
    starts = {row.number: max((n for n in above if n < row.number), default=0) for row in head.rows}
    if len({*starts.values()} - {0}) < 2:
        return head

    grid.notes.append(f"{_SECTION}: the headings among the rows, as a field of the rows below them")
    rows = list[Row]()
    for row in head.rows:
        by = above.get(starts[row.number], row)
        at = next(iter(by.said))
        rows.append(_longer(grid, row, wide, str(by.values[at]).lstrip("# ") if by is not row else "", (by, at)))
    return _with_column(grid, head, rows, Column(wide, _SECTION, _SECTION))


def in_columns(grid: Grid, wanted: Wanted) -> None:
    """Makes a row of each cell where every column is a list of names below what they are, which is told; the table
    stays as it is where a column is said to be something, or these may be facts of the first."""
    first, rows = grid.rows[0], grid.rows[1:]
    heads = {at: " ".join(str(first.value(at)).split()) for at in first.said}
    lists = {at: [str(row.value(at)).strip() for row in rows] for at in heads}
    is_asked = wanted.fields is not None and {*wanted.fields} == {"name", _SECTION}
    said = {*map(plain, (*(wanted.source.get("columns") or ()), *wanted.called))}
    if grid.head or not said.isdisjoint(map(plain, heads.values())) or not (is_asked or wanted.everything):
        return
    if len(heads) < _LISTS or any(map(meant_by, heads.values())) or not (is_asked or _are_lists(lists)):
        return
    what = f"{', '.join(heads.values())}: lists, so each cell is one, and its heading the {_SECTION}"
    grid.notes.append(f"{what}; if each row is one, `--columns '{heads[0]}=name'`")
    made = [(first, 0, "Name", 0), *((row, at, str(row.value(at)).strip(), at) for at in heads for row in rows)]
    grid.rows = []
    for row, at, name, head in made:
        if name:
            words = heads[head] if row is not first else _SECTION.title()
            grid.add(row.number, [name, words], (*grid.place(row, at), *grid.place(first, head)))


def _are_lists(lists: Mapping[int, Sequence[str]]) -> bool:
    """True for columns of short names none of which recurs, of several lengths, whose first ends before others."""
    said = [name for names in lists.values() for name in names if name]
    ends = {at: max((n for n, name in enumerate(names) if name), default=-1) for at, names in lists.items()}
    is_first = min(lists) == 0 < ends[0] < max(ends.values()) and all(lists[0][: ends[0] + 1])
    are_own = len({*map(plain, said)}) == len(said) and all(
        len(name) <= _SHORT and not _OF_TEXTS.search(name) for name in said
    )
    return is_first and are_own


_LISTS, _SHORT = 3, 24
"""So many columns are lists by no chance; letters of a name."""
_OF_TEXTS = lazy_pattern(r"[\d.,;:!?+/()]")


def copies_in(name: str) -> tuple[str, str]:
    """A name without the copies that it says, and these; "" if it says none."""
    found = _COPIES.search(name)
    return (_COPIES.sub("", name), next(filter(None, found.groups()))) if found else (name, "")


def counted_in_names(grid: Grid, head: Head, wanted: Wanted) -> Head:
    """With the copies that names say, `Goblin ×3`, as a column, where there is none of them; the table as it is where
    two names are one without these, or `columns` says that it is the name."""
    wide, named = len(head.row.values), [c for c in head.columns if c.name in NAME_FIELDS and not c.language]
    is_said = [c for c in head.columns if c.name == "count"] or "count" not in wanted.known
    if is_said or len(named) != 1 or any(len(row.values) > wide for row in head.rows):
        return head
    (column,) = named
    names = [str(row.value(column.at)).strip() for row in head.rows]
    said = [copies_in(name) for name in names]
    counted = [name for name, (_, many) in zip(names, said, strict=True) if many]
    is_told = plain(column.heading) in map(plain, wanted.source.get("columns") or ())
    if not counted or is_told or len({bare for bare, _ in said}) < len({*names}):
        return head
    so = f"`{counted[0]}`" + f" and in {len(counted) - 1} more" * (len(counted) > 1)
    grid.notes.append(f"{column.heading}: copies in it, {so}; if it is a name, `--columns '{column.heading}=name'`")
    rows = list[Row]()
    for row, (bare, many) in zip(head.rows, said, strict=True):
        values = [bare if many and n == column.at else value for n, value in enumerate(row.values)]
        rows.append(_longer(grid, row._replace(values=values), wide, many or "1", (row, column.at)))
    return _with_column(grid, head, rows, Column(wide, column.heading, "count"))


def _with_column(grid: Grid, head: Head, rows: list[Row], column: Column) -> Head:
    row = _longer(grid, head.row, column.at, column.heading, (head.row, 0))
    return replace(head, row=row, rows=rows, columns=(*head.columns, column))


def _longer(grid: Grid, row: Row, wide: int, words: str, at: tuple[Row, int]) -> Row:
    """A row with a value more behind as many as its head has, which stands in another's cell."""
    first, blank = len(grid.places) // 3, [""] * (wide - len(row.values))
    for one, place in [*((row, n) for n in range(len(row.values))), *[at] * (1 + len(blank))]:
        grid.places.extend(grid.place(one, place))
    return Row(row.number, [*row.values, *blank, words], first)
