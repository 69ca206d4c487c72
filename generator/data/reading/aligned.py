"""Tables whose cells stand apart by blanks alone -> rows: words in quotation marks or single words, as R writes them,
and columns of a fixed width.

Promise: only what is so in every line is such a table, so that a cell without words moves no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from generator.data.reading.grid import FIGURES
from generator.data.reading.headed import Row
from generator.values import lazy_pattern

_WORD = lazy_pattern(r'"((?:[^"\\]|\\.|"")*)"(?= |$)|(?!")\S+')
_GAP = lazy_pattern(r"(?:^|(?<=\S)) +(?=\S)")
_ROWS = 3
"""So many rows below the headings show how they stand."""


def aligned_rows(text: str) -> list[Row]:
    """Number, values and places of each row; none if it is no such table. Headings that lack the first of the rows,
    which are numbered, have an empty one before them."""
    lines = [(n, line.rstrip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or "\t" in text:
        return []
    found = _of_words(lines) or (_of_width(lines) if len(lines) > _ROWS else [])
    lacks = {len(row) for _, row, _ in found[1:]} == {len(found[0][1]) + 1} if found else False
    number, head, places = found[0] if found else (0, (), [])
    return [(number, ("", *head), [*places[:3], *places]), *found[1:]] if lacks else found


def _of_words(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """Those of words in quotation marks, each heading so; or of single words, with numbers below one."""
    rows = list[Row]()
    for n, line in lines:
        words = [*_WORD.finditer(line)]
        if _WORD.sub("", line).strip() or (rows and len(words) not in _wide(rows)):
            return []
        said = tuple((m[0] if m[1] is None else m[1]).replace('\\"', '"').replace('""', '"') for m in words)
        rows.append((n, said, [at for m in words for at in (n, m.start() + 1, len(m[0]))]))
    (_, head, _), *body = rows
    if len(head) > 1 and all(m[1] is not None for m in _WORD.finditer(lines[0][1])):
        return rows
    columns = zip(*(reversed(row) for _, row, _ in rows), strict=False)  # from the right, where both have all
    counted = [not FIGURES.fullmatch(first) and all(map(FIGURES.fullmatch, said)) for first, *said in columns]
    return rows if len(head) > 1 and len(body) >= _ROWS and any(counted) else []


def _wide(rows: Sequence[Row]) -> range | tuple[int]:
    """How many words the next row has."""
    first = len(rows[0][1])
    return range(first, first + 2) if len(rows) == 1 else (len(rows[1][1]),)


def _of_width(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """Those of columns between which all lines are blank, below a gap of the headings."""
    (_, head), *body = lines
    spans = [m.span() for m in _GAP.finditer(head)]
    gaps = [[at for at in range(*span) if all(line[at : at + 1] in ("", " ") for _, line in body)] for span in spans]
    is_whole = all(gap or a == 0 or b - a == 1 for gap, (a, b) in zip(gaps, spans, strict=True))
    wide = sum("  " in line.strip() for _, line in lines)
    ends = [0, *(gap[-1] for gap in gaps if gap), max(len(line) for _, line in lines)]
    filled = [any(line[a:b].strip() for _, line in body) for a, b in pairwise(ends)]
    cuts = [end for end, so in zip(ends, filled, strict=False) if so] + ends[-1:]  # `Card Name` is one
    are_headings = not any(FIGURES.fullmatch(head[a:b].strip()) for a, b in pairwise(cuts))
    if len(cuts) <= 2 or not (is_whole and are_headings) or 2 * wide < len(lines):
        return []
    rows = list[Row]()
    for n, line in lines:
        parts = [(line[a:b].strip(), a + len(line[a:b]) - len(line[a:b].lstrip())) for a, b in pairwise(cuts)]
        places = [at for words, a in parts for at in (n, a + 1, max(1, len(words)))]
        rows.append((n, tuple(words for words, _ in parts), places))
    return rows
