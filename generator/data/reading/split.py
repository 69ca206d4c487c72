"""A page that holds several tables -> each of them: between blank columns, below titles or headings of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from generator.data.reading.grid import Grid, Row, own_title, plain
from generator.data.reading.rows import HEADING, names_nothing, stands_above

_TABLES = 12
"""So many stand side by side."""
_REMARKS = 2
"""So many stand in the blank column between two tables."""


def split_tables(grid: Grid) -> dict[str, list[Row]]:
    """Its tables by their titles; else those that stand side by side, between blank columns, or one below another, by
    titles or first headings."""
    found = {**grid.tables}
    for rows in _side_by_side(grid.rows) if grid.rows and not found else ():
        several = next((n for n, row in enumerate(rows) if len(row.said) > 1), 0)  # below titles
        later = range(several + 1, len(rows))
        parted = {n for n in later if _is_parted(rows, n) and _begins(rows, n)}
        again = {n for n in later if _renames(rows[several], rows[n])}
        others = [rows[n] for n in (several, *later) if n not in again]
        are_rows = several + 1 in again or names_nothing(others, ())
        parted |= set() if are_rows else again
        apart = [n for n in later if _is_parted(rows, n)]
        parted |= {*apart} if apart and all(_heads_alone(rows[slice(*span)]) for span in _spans(apart, rows)) else set()
        starts = sorted(parted)
        above = starts.pop(0) if starts and stands_above(rows[: starts[0]]) else 0
        for start, end in _spans(starts, rows):
            own = range(start if start else above, end)
            filled = [[*rows[n].said.values()] for n in (*range(start, own[0])[:1], *own)]
            filled = filled[len(filled[0]) > 1 and own[0] > start :]  # a title above all, if it is one
            titles = next((n for n, words in enumerate(filled) if len(words) > 1), 0)
            name = filled[max(titles - 1, 0)][0]  # the title next above
            found[own_title(name, found)] = [*rows[start:end]]
    return found


def _spans(starts: Sequence[int], rows: Sequence[Row]) -> Iterable[tuple[int, int]]:
    return pairwise([0, *starts, len(rows)])


def _heads_alone(rows: Sequence[Row]) -> bool:
    """True for a table that calls its first column as what it draws, and has nothing, or copies, below."""
    first, below = str(rows[0].value(0)), [str(row.value(0)) for row in rows[1:]]
    is_said = bool(first) and not first.isdecimal() and len(rows[0].said) > 1
    return is_said and "" in below and all(not words or words.isdecimal() for words in below)


def _side_by_side(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows, in parts where a blank column stands between columns two of which are headed alike, and without a small
    table, a sum or a list beside them that ends far above their end."""
    filled = sorted({i for row in rows for i in row.said})
    for gaps in (_remarked(rows), frozenset[int]()):
        own = [i for i in filled if i not in gaps]
        starts = [i for n, i in enumerate(own) if n == 0 or own[n - 1] < i - 1]
        spans = [*pairwise([*starts, filled[-1] + 1])] if filled else []
        parts = [
            [row._replace(values=part) for row in rows if any(part := _only(row.values, *span))]
            for span in spans[:_TABLES]
        ]
        heads = [{plain(v) for row in part[:3] for v in row.values if v and not str(v).isdecimal()} for part in parts]
        alike = len(parts) > 1 and all(heads[0] & other for other in heads) and all(len(part) > 1 for part in parts)
        if alike and len(spans) <= _TABLES:
            return [*parts]
    most = max(map(len, parts), default=0)
    small = [n for n, part in enumerate(parts) if 3 * len(part) < 2 * most - 1 and _is_block(part, rows)]
    if not small:
        return [rows]
    apart = {i for n in small for i in range(*spans[n])}
    main = [row._replace(values=["" if i in apart else v for i, v in enumerate(row.values)]) for row in rows]
    return [[row for row in main if row.said], *(parts[n] for n in small)]


def _remarked(rows: Sequence[Row]) -> frozenset[int]:
    """The columns without a heading in which a remark or two stand."""
    heads = max(rows[:4], key=lambda row: len(row.said))
    times = Counter(i for row in rows for i in row.said)
    return frozenset(i for i, n in times.items() if n <= _REMARKS and i not in heads.said)


def _is_block(part: Sequence[Row], rows: Sequence[Row]) -> bool:
    """True for rows near the top of a page that stand close together."""
    return part[0].number <= rows[0].number + 2 and part[-1].number - part[0].number == len(part) - 1


def _only(values: Sequence[object], start: int, end: int) -> list[object]:
    return [v if start <= i < end else "" for i, v in enumerate(values)]


def _renames(head: Row, row: Row) -> bool:
    """True for headings two of which are those of the first table, in their columns, and others are not."""
    same = len(head.said.items() & row.said.items())
    said = (*head.said.values(), *row.said.values())
    return 2 <= same < len(row.said) and not any(len(w) > HEADING or w.isdecimal() for w in said)


def _begins(rows: Sequence[Row], at: int) -> bool:
    """True for headings, none of which is the one of the first table, with a column of numbers below one of them, or
    more of them than that has columns."""
    end = next((n for n in range(at + 1, len(rows)) if _is_parted(rows, n)), len(rows))
    at += len(rows[at].said) == 1 and end > at + 1
    words = rows[at].said
    below = rows[at + 1 : end]
    if len(words) < 2 or not below or any(len(w) > HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    if [*map(plain, words.values())] == [*map(plain, rows[0].said.values())]:
        return False
    wide, own = len(rows[0].said), len(words)
    is_wider = own > wide and own == 1 + max(words) and "" not in rows[0].values[:wide]
    return is_wider or any(all(re.fullmatch(r"[\d.,]+", str(r.value(i))) for r in below) for i in words)


def _is_parted(rows: Sequence[Row], at: int) -> bool:
    return rows[at].number > rows[at - 1].number + 1
