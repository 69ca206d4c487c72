"""Tables in a Markdown text -> rows: a designer's draft as it stands in a repository or a notebook.

A table is a line of headings with bars between, a line of hyphens below it, and the lines down to the first without a
bar (GFM, 4.10). The heading of the section that it stands in is its title. All other words are no table.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.values import lazy_pattern

NUMBERED = lazy_pattern(r"\A(?:\d+(?:\.\d+)+\.?|\d+(?:[-–]\d+)?[.):：）]|[IVX]+\.|第?[0-9０-９]+[章節．、])\s*(?=\S)")
"""What a heading begins with that numbers it."""
_RULE = lazy_pattern(r"(?m)^ *(?=.*\|)\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$")
"""The line below the headings."""
_HEADING = lazy_pattern(r" {0,3}#{1,6} +[^ #]")
_CELL = lazy_pattern(r"(?:[^|\\]|\\.|\\$)*")
_IN_CELLS = (
    (lazy_pattern(r"\\\|"), "|"),
    (lazy_pattern(r"(?i) *<br */?> *"), "\n"),
    (lazy_pattern(r"!\[\[([^\]]+)\]\]|!\[[^\]]*\]\(<?([^)>\"]+?)>?(?: \"[^\"]*\")?\)"), r"\1\2"),
    (lazy_pattern(r"(?<![\]\w])\[([^\]\[]+)\]\((?:[^()\s]|\([^()\s]*\))+\)"), r"\1"),
    (lazy_pattern(r"^\s*([*_]{1,3}|`)(\d+)\1\s*$"), r"\2"),
)
"""What stands in a cell for a bar, another line, the path of a picture, a link, a plain number."""


def markdown_tables(text: str) -> Iterator[tuple[str, list[tuple[int, tuple[str, ...], list[int]]]]]:
    """The title of each table, and number of the line, values and places of its rows, as `Grid` has them."""
    lines = text.split("\n")
    for start, end in _tables(lines):
        rows = [(n + 1, *_cells(lines[n], n + 1)) for n in (start, *range(start + 2, end))]
        above = next((lines[n].strip(" #") for n in range(start - 1, -1, -1) if _HEADING.match(lines[n])), "")
        yield NUMBERED.sub("", above, count=1) or rows[0][1][0], rows


def is_prose(text: str, share: float) -> bool:
    """True where as many lines are words as that share of the rows of tables; a long line is as many as it fills."""
    lines = text.split("\n")
    rows = {n for start, end in _tables(lines) for n in range(start, end)}
    said = [line for n, line in enumerate(lines) if line.strip() and not _HEADING.match(line) and n not in rows]
    return sum(1 + len(line) // 80 for line in said) >= share * len(rows)


def _tables(lines: list[str]) -> Iterator[tuple[int, int]]:
    """The first line of each table, and the one behind its last."""
    end = 0
    for n, line in enumerate(lines):
        if n > end and _RULE.match(line) and len(_cells(lines[n - 1], n)[0]) == len(_cells(line, n + 1)[0]):
            end = next((m for m in range(n + 1, len(lines)) if "|" not in lines[m]), len(lines))
            yield n - 1, end


def _cells(line: str, number: int) -> tuple[tuple[str, ...], list[int]]:
    """Values and places of one line; the bars at its ends stand between no cells."""
    begins = len(line) - len(line.lstrip())
    at, stop = begins + (line[begins : begins + 1] == "|"), len(line.rstrip())
    values: list[str] = []
    places: list[int] = []
    while at < stop or not values:
        found = _CELL.match(line, at, stop)
        words = found[0] if found else ""
        places += [number, at + len(words) - len(words.lstrip()) + 1, max(1, len(words.strip()))]
        at += len(words) + 1
        for pattern, other in _IN_CELLS:
            words = pattern.sub(other, words)
        values.append(words.strip())
    return tuple(values), places
