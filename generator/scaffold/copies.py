"""Tables of names and copies alone, beside those of the pieces -> these with a column of copies.

Promise: a table in plain text gets that column in the copy that the project has, and it is told; into any other the
column is to be put by hand.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

from generator.data.reading.grid import plain
from generator.data.reading.textual import delimited_grid
from generator.diagnostics.findings import Fault
from generator.project import DELIMITED, read_plain
from generator.scaffold.pages import LANGUAGES
from generator.scaffold.roles import roles_of
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_MOST = 60_000_000
"""Bytes of a table."""


def with_copies(sheets: Sequence[TableSheet]) -> tuple[list[TableSheet], list[str]]:
    """The sheets, those that only count the pieces of others gone, and what is said of these."""
    left, told = [*sheets], list[str]()
    for one in (s for s in sheets if all(isinstance(item.get("count", 1), int) for item in s.items)):
        names, counted = one.words(roles_of(one).title), one.beside.get("count", ())
        copies = {plain(name): str(item.get("count", "")) for name, item in zip(names, one.items, strict=False)}
        others = [s for s in left if s is not one and not s.beside.get("count") and len(s.fields) > 1]
        mine = [s for s in others if not copies.keys().isdisjoint(map(plain, s.words(roles_of(s).title)))]
        known = {plain(name) for s in mine for name in s.words(roles_of(s).title)}
        if (
            not counted
            or len(one.fields) != 1
            or len(names) < len(one.items)
            or 2 * len(copies.keys() & known) <= len(copies)
        ):
            continue
        left.remove(one)
        made = {s.id: _counted(s, copies, counted[0]) for s in mine}
        left = [made.get(s.id) or s for s in left]
        lost = [s.path.name for s in mine if not made[s.id]]
        done = [s.path.name for s in mine if made[s.id]]
        told += [f"{one.path.name}: its {counted[0]} is a column of {', '.join(done)} now, in the copy"] * bool(done)
        strange = [name for name in names if plain(name) not in known]
        told += [f"{one.path.name}: in no other table: {', '.join(strange[:8])}"] * bool(strange)
        told += [f"{one.path.name}: not taken, put its {counted[0]} into {', '.join(lost)}"] * bool(lost)
    return left, told


def counted_alike(sheets: Sequence[TableSheet]) -> dict[str, str]:
    """The heading that counts copies in one table and not in another with the same headings, whose few rows it may
    number: as `called` of `sheets_in`; nothing if all are read alike."""

    def heads(sheet: TableSheet) -> frozenset[str]:
        beside = (sheet.beside.get(what, ()) for what in ("count", "id", "unread", "notes"))
        return frozenset(map(plain, chain([heading for _, heading in sheet.fields.values()], *beside)))

    counted = {heads(s): heading for s in sheets for heading in s.beside.get("count", ())}
    others = [s for s in sheets if not s.beside.get("count") and heads(s) in counted and len(s.items) <= _FEW]
    return {counted[heads(s)]: "count" for s in others}


_FEW = 9


def _counted(sheet: TableSheet, copies: dict[str, str], heading: str) -> TableSheet | None:
    """The sheet with a column of copies behind all others, of what is not named one; None if that cannot be written."""
    title, rows = roles_of(sheet).title, list[list[str]]()
    if sheet.path.suffix.lower() not in DELIMITED or sheet.content:
        return None
    with suppress(Fault, OSError):
        grid = delimited_grid(read_plain(sheet.path, _MOST), sheet.path.name, LANGUAGES)
        rows = [[str(value) for value in row.values] for row in grid.rows]
        named = sheet.fields[title][1]
        at = rows[0].index(named)
        wide = max(map(len, rows))
        said = [heading, *(copies.get(plain(row[at]), "1") for row in rows[1:])]
        rows = [[*row, *[""] * (wide - len(row)), many] for row, many in zip(rows, said, strict=True)]
        made = io.StringIO()
        csv.writer(made, delimiter=grid.sign, lineterminator="\n").writerows(rows)
        own = [{**i, "count": int(copies.get(plain(str(i.get(title, ""))), "1"))} for i in sheet.items]
        beside = {**sheet.beside, "count": [heading], "encoding": []}
        return replace(sheet, content=made.getvalue().encode(), items=own, beside=beside)
    return None
