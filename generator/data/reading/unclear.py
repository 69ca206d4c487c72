"""Columns of which a designer is to say more: without a heading, or such that none counts the copies.

Takes a `Grid`, the row of its headings and the rows below; tells. Promise: what is not read is told with what to write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.data.reading.aliases import UNSURE, USUAL, is_slip_of_count, meant_by
from generator.data.reading.grid import Grid, Row, by_letter, plain
from generator.data.reading.guessing import are_copies, are_slips, is_deck, is_of_pieces, is_running, might_count
from generator.diagnostics.findings import Finding
from generator.values import lazy_pattern

_AMOUNT = lazy_pattern(r"[^\W\d_]{6,} (of |d[eio] )?[^\W\d_]+")
"""`Anzahl Sterne`: hardly of copies, where no piece has one or some have none."""


def tell_uncounted(grid: Grid, row: Row, rows: list[Row], headings: Mapping[int, str]) -> None:
    """Tells the first column that looks like the number of copies, where none is."""
    alike: dict[int, set[str]] = {}
    for i, words in headings.items():
        usual = {plain(word) for word in re.split(r"[\W_]+|(?=枚数|数量|個数|장수)", words)} | {plain(words)}
        meant = {meant_by(word) for word in re.split(r"[\W_]+", words)}
        usual = (usual & {*USUAL["count"]}) | ({plain(words)} if is_slip_of_count(words) else set())
        usual = usual if meant.isdisjoint(("cost", "text", "type")) else set()  # `Amount of gold cost`
        cells = [str(r.value(i)) for r in rows]
        usual = usual or ({plain(words)} if is_of_pieces(words, cells, grid.file) else usual)
        if usual and ("1" not in cells or "" in cells) and _AMOUNT.fullmatch(words) and plain(words) not in usual:
            usual = {"number"}
        is_bare = words == by_letter(i) and i in (min(headings), max(headings)) and max(headings) > 1
        is_alike = are_copies(cells) or (plain(words) in UNSURE and might_count(words, cells))
        alike |= {i: usual} if (usual or (is_bare and is_deck(cells))) and is_alike else {}
    if 0 < len(alike) < 3:  # more are amounts that a piece has
        i, usual = next(iter(alike.items()))
        words = headings[i]
        what, hint = f"if {words} is, write `columns: {{{words}: count}}`", f"; if it is not, `ignore: [{words}]`"
        if usual <= UNSURE and words != by_letter(i):  # of a table without headings
            grid.notes.append(f"no column is the number of copies, so one of each; {what}")
        else:
            message = f"no column is the number of copies, so one of each is printed; `{words}` looks like it"
            about, mark = tuple(headings[n] for n in alike), grid.mark(row, i, words)
            grid.findings.append(Finding("Y033", mark, message, what + hint, about=about))


def tell_nameless(grid: Grid, row: Row, rows: list[Row], headings: Mapping[int, str]) -> None:
    """Y024: a column of values without a heading; of a few values in a long table these."""
    for i in range(len(row.values)):
        filled = [r for r in rows if r.value(i) != ""] if i not in headings else []
        if filled and not is_index(row, rows, i):
            hint = "name it in the first row, or delete it"
            what, few = "a column has no name", are_slips([one.number for one in filled], len(rows))
            for one in filled if few else (row,):
                what = f"`{one.value(i)}` stands below no heading, and is not read" if few else what
                grid.findings.append(Finding("Y024", grid.mark(one, i), what, "delete it" if few else hint))


def is_index(row: Row, rows: list[Row], at: int) -> bool:
    """True for a first column, without a heading, in which a program numbers the rows from 0 or 1."""
    cells = [str(r.value(at)) for r in rows]
    return at == 0 and row.value(0) == "" and is_running(cells) and cells[0] in ("0", "1")
