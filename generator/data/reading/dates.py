"""Dates that spreadsheets make of `2-4` and `1/2`, as they show and save them -> what was typed, maybe.

Promise: a column of dates stays as it is, and nothing is said of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from generator.data.lexicon import table_words
from generator.data.reading.cells import NOTHING
from generator.data.reading.grid import Grid, Row, letters
from generator.diagnostics.findings import Finding
from generator.values import lazy_pattern

_MONTHS = {word: int(n) for n, words in table_words("months").items() for word in words}
_MONTH = "|".join(_MONTHS)
_BARE = rf"\d{{1,2}}(-|\. ?)(?i:{_MONTH})\.?|(?i:{_MONTH})-\d\d|\d{{1,2}}月\d{{1,2}}日"
_YEARLESS = lazy_pattern(_BARE)
"""2-Mar, 02. Mrz, Mar-05."""
DATE = lazy_pattern(rf"\d{{4}}-\d\d-\d\d(\s.*)?|\d{{1,2}}([./-])\d{{1,2}}\2(\d{{4}}|\d\d)|{_BARE}")
_RANGE = lazy_pattern(r"\d+ ?([-–/+~])? ?\d*")
_FEW, _DAYS = 4, 12
"""So many cells are named; a day that may be a month."""


def _is_date(value: object) -> bool:
    return isinstance(value, str) and bool(isinstance(getattr(value, "raw", 0), date) or DATE.fullmatch(value))


def _numbers(words: str) -> list[int]:
    """The month and the day, or the other way round."""
    raw = getattr(words, "raw", 0)
    if isinstance(raw, date):
        return [raw.month, raw.day]
    named = [_MONTHS[one] for one in re.findall(_MONTH, words.lower())]
    numbers = [int(n) for n in re.findall(r"\d+", words.partition(" 00:")[0])]
    if named:
        return [*named[:1], *numbers[:1]]
    return numbers[1:3] if re.match(r"\d{4}-", words) else numbers[:2]


def tell_dates(grid: Grid, at: int, rows: Sequence[Row]) -> None:
    """Y039: dates among ranges, numbers or other words, and days without a year that may all be ranges; a note where
    words stand among dates."""
    said = [(row, row.value(at)) for row in rows if row.value(at) not in ("", *NOTHING, None)]
    dates = [(row, str(v), _numbers(v)) for row, v in said if isinstance(v, str) and _is_date(v)]
    yearless = [numbers for _, v, numbers in dates if _YEARLESS.fullmatch(v)]
    others = [str(v).strip() for _, v in said if not _is_date(v)]
    if not dates or not (others or yearless):
        return
    signs = Counter(found[1] for words in others if (found := _RANGE.fullmatch(words)) and found[1] in tuple("-–/~"))
    sign = next(iter(dict(signs.most_common(1))), "-")
    typed = [sign.join(map(str, sorted(numbers))) for *_, numbers in dates]
    cells = [f"{letters(at)}{row.number}" for row, *_ in dates]
    is_sure = any(map(_RANGE.fullmatch, others)) or len(dates) < len(others)
    is_sure = is_sure or (not others and all(max(numbers) <= _DAYS for numbers in yearless))
    more = " ..." * (len(dates) > _FEW)
    if not is_sure:
        what = "a date" if len(dates) == 1 else "dates"
        grid.notes.append(f"{', '.join(cells[:_FEW])}{more}: {what}; spreadsheets make dates of `3-5` and `1/2`")
        return
    listed = ", ".join(f"{cell} (`{typed[n]}`?)" for n, cell in enumerate(cells[1:_FEW], 1))
    message = f"the date `{dates[0][1]}` may have been `{typed[0]}`" + f", and so {listed}{more}" * bool(listed)
    hint = "format the cells as text, and write that again; spreadsheets make dates of `3-5` and `1/2`"
    first, *rest = (grid.mark(row, at) for row, *_ in dates)
    grid.findings.append(Finding("Y039", first, message, hint, places=tuple(rest)))
