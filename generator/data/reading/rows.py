"""Rows of a table that are no items: headings in two rows, headings among the rows, sums below them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from generator.data.reading.grid import Row, plain

_HEADING = 40
"""Letters of a heading."""
_TABLES = 12
"""So many tables stand side by side."""


def are_two(rows: Sequence[Row]) -> bool:
    """True if headings stand in the first two rows: words beneath the blanks of others (`Cost` above `Wood`, `Stone`),
    and numbers beneath words."""
    if len(rows) < 3:
        return False
    upper, lower, *rest = rows
    words = {i: str(v) for i, v in enumerate(lower.values) if str(v).strip()}
    below = [i for i in words if not str(upper.value(i)).strip()]
    beside = [i for i in words if i in below or i + 1 in below or words[i] == str(upper.value(i)).strip()]
    groups = sum(bool(str(v).strip()) for v in upper.values)
    if groups < 2 or not below or len(beside) < 2:
        return False
    if any(len(w) > _HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    return any(all(re.fullmatch(r"[\d.,]*", str(r.value(i))) for r in rest) and rest[0].value(i) != "" for i in words)


def blocks(page: Sequence[Row]) -> dict[str, list[Row]]:
    """Tables that stand side by side, between blank columns, or one below another, each after a blank row; by the title
    above it or by its first heading."""
    found: dict[str, list[Row]] = {}
    for rows in _side_by_side(page) if page else ():
        several = next((n for n, row in enumerate(rows) if sum(v != "" for v in row.values) > 1), 0)  # below titles
        parted = (n for n in range(several + 1, len(rows)) if rows[n].number > rows[n - 1].number + 1)
        for start, end in pairwise([0, *(n for n in parted if _begins(rows, n)), len(rows)]):
            filled = [[str(v) for v in row.values if v != ""] for row in rows[start:end]]
            titles = next((n for n, words in enumerate(filled) if len(words) > 1), 0)
            name = filled[max(titles - 1, 0)][0]  # the title next above
            count = sum(plain(other.rpartition(" ")[0] or other) == plain(name) for other in found)
            found[f"{name} {count + 1}" if count else name] = [*rows[start:end]]
    return found


def _side_by_side(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows, in parts where a blank column stands between columns two of which are headed alike."""
    filled = sorted({i for row in rows for i, v in enumerate(row.values) if v != ""})
    starts = [i for n, i in enumerate(filled) if n == 0 or filled[n - 1] < i - 1]
    spans = [*pairwise([*starts, filled[-1] + 1])] if filled else []
    parts = [
        [row._replace(values=part) for row in rows if any(part := _only(row.values, *span))] for span in spans[:_TABLES]
    ]
    heads = [{plain(v) for row in part[:3] for v in row.values if v and not str(v).isdecimal()} for part in parts]
    alike = len(parts) > 1 and all(heads[0] & other for other in heads) and all(len(part) > 1 for part in parts)
    return [*parts] if alike and len(spans) <= _TABLES else [rows]


def _only(values: Sequence[object], start: int, end: int) -> list[object]:
    return [v if start <= i < end else "" for i, v in enumerate(values)]


def _begins(rows: Sequence[Row], at: int) -> bool:
    """True for headings, none of which is the one of the first table, with a column of numbers below one of them."""
    end = next((n for n in range(at + 1, len(rows)) if rows[n].number > rows[n - 1].number + 1), len(rows))
    at += sum(v != "" for v in rows[at].values) == 1 and end > at + 1
    words = {i: str(v) for i, v in enumerate(rows[at].values) if v != ""}
    below = rows[at + 1 : end]
    if len(words) < 2 or not below or any(len(w) > _HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    if [*map(plain, words.values())] == [plain(v) for v in rows[0].values if v != ""]:
        return False
    return any(all(re.fullmatch(r"[\d.,]+", str(r.value(i))) for r in below) for i in words)


def joined(upper: Row, lower: Row) -> Row:
    """The lower row, with the words above where it has none, or where it says the same twice."""
    above, values = "", list[str]()
    said = [plain(v) for v in lower.values]
    for i in range(max(len(upper.values), len(lower.values))):
        own, over = str(lower.value(i)).strip(), str(upper.value(i)).strip()
        above = over or above
        values.append(f"{above} {own}" if own and said.count(plain(own)) > 1 else own or over)
    return lower._replace(values=values)


def is_sum(row: Row, headings: Collection[int]) -> bool:
    """True for `Total | 54`: the word, beside it nothing but numbers, in few of the columns."""
    filled = [str(v) for v in row.values if v != ""]
    numbers = all(re.fullmatch(r"[\d.,\s]+|=.*", words) for words in filled[1:])
    return plain(filled[0]) in _SUMS.split() and len(filled) > 1 and numbers and 2 * len(filled) <= len(headings)


def is_count(row: Row, others: Sequence[Row], at: int, wide: int) -> bool:
    """True for a last row of numbers alone, or of one and a word in few of `wide` columns, that adds up the copies."""
    copies = [str(r.value(at)) for r in (*others, row)] if at >= 0 else []
    copies = [words for words in copies if words]
    whole = len(copies) > 2 and all(words.isdecimal() for words in copies) and bool(row.value(at))
    words = sum(not re.fullmatch(r"[\d.,\s]*", str(v)) for v in row.values)
    alone = words == 0 or (words == 1 and sum(v != "" for v in row.values) == 2 and wide > 4)
    return whole and alone and int(copies[-1]) == sum(map(int, copies[:-1]))


def is_section(row: Row, headings: Collection[int], names: Collection[int]) -> bool:
    """True for a row of one cell of words, in no column that names its item: `Fire cards` above those."""
    filled = [(i, str(v)) for i, v in enumerate(row.values) if v != ""]
    is_alone = len(filled) == 1 and len(headings) > 3
    return is_alone and bool(names) and filled[0][0] not in names and bool(re.search(r"[^\W\d_]{2}", filled[0][1]))


_SUMS = "total totals sum 合計 計 総計 summe gesamt gesamtzahl somme totaux totale totali suma"
