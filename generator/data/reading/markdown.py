"""Tables in a Markdown text -> rows: a designer's draft as it stands in a repository or a notebook.

A table is a line of headings with bars between, a line of hyphens below it, and the lines down to the first without a
bar (GFM, 4.10). The heading of the section that it stands in is its title. In a text without tables, pieces may stand
below headings (`headed`). All other words are no table, nor is code.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from generator.data.reading.aliases import meant_by
from generator.data.reading.grid import own_title, plain
from generator.data.reading.headed import SECTION, SURE, Headed, Line, Row, heads_of
from generator.data.reading.listed import are_entries, headed_pieces, told_of
from generator.data.reading.sections import with_tables
from generator.values import Struct, lazy_pattern

NUMBERED = lazy_pattern(r"\A(?:\d+(?:\.\d+)+\.?|\d+(?:[-–]\d+)?[.):：）]|[IVX]+\.|第?[0-9０-９]+[章節．、])\s*(?=\S)")
"""What a heading begins with that numbers it."""
FRONT_MATTER = lazy_pattern(r"\A---\n(?=\w[\w -]*:)(?:.+\n)*?---(?:\n|\Z)")
"""What a notebook keeps above a text: keys with values, no words."""
_RULE = lazy_pattern(r"(?=.*\|)\|? *:?-+:? *(?:\| *:?-+:? *)*\|?$")
"""The line below the headings, without the blanks around it."""
_QUOTE = lazy_pattern(r"\A {0,3}>(?: ?>)*(?= ?\|)")
"""What stands before a table within a quotation."""
_BARRED = lazy_pattern(r"\|.*\|$")
_ALONE = lazy_pattern(r"(?:\*\*|__)?[^\W\d_][^|.!?`]{0,38}[^\s|.!?,;`]$")
"""A short line that is a heading, in a text without signs of any, where it stands alone."""
_FENCE = lazy_pattern(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_BARE_FENCE = lazy_pattern(r" *[`~]+ *(?:te?xt|plain)? *$")
_WIDE = lazy_pattern(r"(?<=\S)(?:\t+| {2,})(?=\S)")
"""What stands between cells without bars."""
_CELL = lazy_pattern(r"(?:[^|\\]|\\.|\\$)*")
_IN_CELLS = (
    (lazy_pattern(r"\\\|"), "|"),
    (lazy_pattern(r"(?i)(?<! ) *<br */?> *"), "\n"),
    (lazy_pattern(r"!\[\[([^\]\[]+)\]\]"), r"\1"),
    (lazy_pattern(r"!\[[^\]\[]*\]\(<?((?:[^()>\"]|\([^()\"]*\))+?)>?(?: \"[^\"]*\")?\)"), r"\1"),
    (lazy_pattern(r"(?<![\]\w])\[([^\]\[]+)\]\((?:[^()\s]|\([^()\s]*\))+\)"), r"\1"),
    (lazy_pattern(r"^\s*([*_]{1,3})(\d+)\1\s*$"), r"\2"),
    (lazy_pattern(r"`([^`]+)`"), r"\1"),
)
"""What stands in a cell for a bar, another line, the path of a picture, a link, a plain number, and what is code."""


class _Table(Struct):
    """The first line of a table, from 0, the one behind its last, and its rows; `is_bare`: no headings above these."""

    start: int
    end: int
    rows: list[Row]
    is_bare: bool = False


def markdown_tables(text: str) -> Iterator[tuple[str, list[Row]]]:
    """The title of each table, and number of the line, values and places of its rows, as `Grid` has them. Where titles
    come again below several headings, these stand before them, and in a column of their own; so does what titles
    number, `Level 1`, `Level 2`, and what points below a table say of its rows."""
    headed = _parsed(text)[2]
    whole = [(headed.title, headed.rows)] if headed else []
    yield from _counted([(title, rows) for title, rows, _ in _titled(text)], whole)


def _counted(tables: list[tuple[str, list[Row]]], headed: list[tuple[str, list[Row]]]) -> list[tuple[str, list[Row]]]:
    """The tables without those of names and copies alone, most of them names in others: these get a column of them.
    So may pieces that are `headed`, in a list of what a deck has."""
    for one in (*tables, *headed):
        heads = one[1][0][1]
        at = next((n for n, words in enumerate(heads) if meant_by(words) == "count"), -1)
        if len(heads) != _PAIR or at < 0:
            continue
        copies = {_bare(row[1 - at]): (row[at], places[3 * at :][:3]) for _, row, places in one[1] if len(row) == _PAIR}
        others = {n: rows for n, (_, rows) in enumerate(tables) if "count" not in map(meant_by, rows[0][1])}
        known = {_bare(row[0]) for rows in others.values() for _, row, _ in rows[1:]} & copies.keys()
        if not known or 2 * len(known) < len(copies) - 1:
            continue
        for n, rows in others.items():
            wide = len(rows[0][1])
            own = [_bare(row[0]) in known for _, row, _ in rows[1:]]
            is_of = 2 * sum(own) >= len(own) if one in headed else any(own)  # which more lists than one may name
            if not is_of or any(len(row) > wide for _, row, _ in rows):
                continue
            said = [copies.get(_bare(row[0]), ("", places[-3:])) for _, row, places in rows]
            said[0] = heads[at], one[1][0][2][3 * at :][:3]
            lacks = [wide - len(row) for _, row, _ in rows]
            tables[n] = (
                tables[n][0],
                [
                    (line, (*row, *[""] * k, words), [*places, *places[-3:] * k, *at_])
                    for (line, row, places), k, (words, at_) in zip(rows, lacks, said, strict=True)
                ],
            )
        (headed if one in headed else tables).remove(one)
    return [*tables, *headed]


def _bare(words: str) -> str:
    return plain(re.sub(r"[*_`]+", "", words))


def _titled(text: str) -> Iterator[tuple[str, list[Row], set[int]]]:
    """The same of tables alone, with the lines below each, from 0, that are of its rows."""
    lines, tables, _ = _parsed(text)
    found = heads_of(lines, _ALONE)
    places = (bisect_left(found, table.start, key=lambda head: head.at) for table in tables)
    heads = [found[n - 1] if n else None for n in places]
    parents = {(head.words, head.above[-1].at) for head in heads if head and head.above}
    often = Counter(title for title, _ in parents)
    several = {parent for title, parent in parents if often[title] > 1}
    ranked = _ranked([head.words for head in heads if head])
    kin = Counter(table.rows[0][1] for table in tables)
    for table, head in zip(tables, heads, strict=True):
        rows = table.rows
        title = NUMBERED.sub("", head.words, count=1) if head else rows[0][1][0]
        for word in ranked:
            if head and (said := re.search(_RANK.format(word), title)):
                rows = _with_column(rows, head.at, word, said[1])
        if head and head.above and head.above[-1].at in several:
            parent = head.above[-1]
            title = f"{parent.words}: {title}"
            rows = _with_column(rows, parent.at, SECTION, parent.words)
        elif head and rows is table.rows and kin[rows[0][1]] > 1:
            rows = _with_column(rows, head.at, SECTION, title)
        told, below = told_of(lines, table.end, {plain(row[0]) for _, row, _ in rows[1:]})
        if told and _ABILITY not in rows[0][1]:
            told[plain(rows[0][1][0])] = (rows[0][0] - 1, _ABILITY)
            rows = _joined(rows, [told.get(plain(row[0]), (n - 1, "")) for n, row, _ in rows])
        yield title, rows, below


def _with_column(rows: Sequence[Row], at: int, heading: str, words: str) -> list[Row]:
    """The rows with the same words in a column more, which stand in that line."""
    return _joined(rows, [(at, heading), *[(at, words)] * (len(rows) - 1)])


def _joined(rows: Sequence[Row], more: Sequence[Line]) -> list[Row]:
    """The rows, each with a cell more behind the others."""
    return [
        (n, (*row, words), [*places, at + 1, 1, max(1, len(words))])
        for (n, row, places), (at, words) in zip(rows, more, strict=True)
    ]


_ABILITY = "Ability"


def _ranked(titles: Sequence[str]) -> list[str]:
    """What several titles number: `Level`."""
    found = {(m[1], m[2]) for title in titles if (m := re.match(_RANK.format(r"([^\W\d_]+)"), title))}
    many = Counter(word for word, _ in found)
    return [word for word, count in many.items() if count > 1]


_RANK = r"(?<![^\W_]){} (\d{{1,2}})(?![-–\w])"


@lru_cache(maxsize=2)
def _parsed(text: str) -> tuple[list[str], list[_Table], Headed | None]:
    """The lines without code, the tables, and pieces below headings of the text. Kept, as it is asked what a text is
    before it is read."""
    lines = _without_code(text)
    whole = [*_tables(lines)]
    bare = [] if whole else [*_unheaded(lines)]
    pairs = _pairs(whole)
    left = [table for table in whole if table.start not in pairs]
    blank = {n for table in left for n in range(table.start, table.end)}
    blank |= {n + m for n, is_headed in pairs.items() for m in (0, 1) if m or is_headed}
    rest = ["" if n in blank else line for n, line in enumerate(lines)]
    headed = None if bare else headed_pieces(rest, are_apart=bool(left))
    if headed:
        headed, varied = with_tables(headed, {table.start: table.rows for table in left})
        left = [table for table in left if table.start not in varied]
    return lines, bare or (left if headed else whole), headed


def _pairs(tables: list[_Table]) -> dict[int, bool]:
    """The first lines of tables of two columns that are a piece each, and whether they have headings: several begin
    with the same key (`Cost | 2`), or have the same headings, and nearly all have one more key alike."""
    alike, found = dict[str, dict[int, list[tuple[str, ...]]]](), dict[int, bool]()
    for table in tables:
        rows = [row for _, row, _ in table.rows]
        if len(rows[0]) == _PAIR:
            alike.setdefault(plain(rows[0][0]), {})[table.start] = rows
    for own in alike.values():
        many = Counter(key for rows in own.values() for key in {plain(row[0]) for row in rows[1:]})
        if len(own) >= _ROWS and 3 * max(many.values(), default=0) >= 2 * len(own):
            found |= dict.fromkeys(own, len({rows[0] for rows in own.values()}) == 1)
    return found


def pieces_below(text: str, named: Collection[str] | None = None) -> set[int]:
    """The lines, from 0, in which pieces stand that are no table: below headings, if it is sure or their table is one
    of those `named`; below such a table; in rows without any."""
    _, tables, headed = _parsed(text)
    taken, titles = set[int](), dict[str, None]()
    for title, _, below in _titled(text):
        titles[own := own_title(title, titles)] = None
        taken |= below if named is None or own in named else set()
    is_read = headed and (headed.trust >= SURE if named is None else any(n.startswith(headed.title) for n in named))
    taken |= {n for table in tables if table.is_bare for n in range(table.start, table.end)}
    taken |= headed.lines if headed and is_read else set()
    lines = text.split("\n")
    for head in heads_of(lines):  # of which nothing is left
        said = {n for n in range(head.at + 1, head.end) if lines[n].strip(" -*_")}
        taken |= {head.at} if head.rank > 1 and said and said <= taken else set()
    return taken


def headed_in(text: str) -> Headed | None:
    """The pieces below headings, or in lists, that are no copies of others."""
    headed = _parsed(text)[2]
    return headed if headed and any(rows is headed.rows for _, rows in markdown_tables(text)) else None


def is_prose(text: str, share: float) -> bool:
    """True where as many lines are words as that share of the rows of tables; a long line is as many as it fills."""
    lines = _parsed(text)[0]
    rows = {n for table in _tables(lines) for n in range(table.start, table.end)} | pieces_below(text)
    said = [line for n, line in enumerate(lines) if line.strip() and line.lstrip()[0] != "#" and n not in rows]
    return sum(1 + len(line) // 80 for line in said) >= share * len(rows)


def _without_code(text: str) -> list[str]:
    """The lines, with nothing in those of front matter and code, which says its language or is no list."""
    lines, fence, begin = FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n"), "", 0
    whole = [*lines]
    for n, line in enumerate(lines):
        mark = _FENCE.match(line)
        lines[n] = "" if fence or mark else _QUOTE.sub(lambda found: " " * len(found[0]), line)
        if not fence:
            fence, begin = mark[1] if mark else "", n + 1
        elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            own, fence = whole[begin:n], ""
            is_list = _BARE_FENCE.match(whole[begin - 1]) and (are_entries(own) or any(_unheaded(own)))
            lines[begin:n] = own if is_list else lines[begin:n]
    return lines


def _tables(lines: list[str]) -> Iterator[_Table]:
    end = 0
    for n, line in enumerate(lines):
        if n > end and _RULE.match(line.strip(" ")) and len(_cells(lines[n - 1], n)[0]) == len(_cells(line, n + 1)[0]):
            end = next((m for m in range(n + 1, len(lines)) if "|" not in lines[m]), len(lines))
            yield _Table(n - 1, end, [(m + 1, *_cells(lines[m], m + 1)) for m in (n - 1, *range(n + 1, end))])


def widened(text: str) -> str:
    """The text with as many headings above each table as its longest row has cells: CommonMark cuts rows off."""
    lines = text.split("\n")
    for table in _tables(_without_code(text)):
        lacks = max(len(row) for _, row, _ in table.rows) - len(table.rows[0][1])
        for n, more in ((table.start, " |"), (table.start + 1, "--|")) if lacks > 0 else ():
            lines[n] = lines[n].rstrip().removesuffix("|") + "|" + more * lacks
    return "\n".join(lines)


def _unheaded(lines: list[str]) -> Iterator[_Table]:
    """The tables of rows between bars that no headings stand above, most of them with as many cells; or with tabs
    between these, or blanks, if they are several."""

    def sign(line: str) -> str:
        wide = _WIDE.findall(line.strip())
        is_row = "|" not in line and (len(wide) > 1 or wide == ["\t"])
        return "|" * (_BARRED.match(line.strip()) is not None) or " " * is_row

    for is_row, run in groupby(range(len(lines)), key=lambda n: sign(lines[n])):
        rows = [(n + 1, *_cells(lines[n], n + 1)) for n in run if is_row]
        wide, many = next(iter(Counter(len(row) for _, row, _ in rows).most_common(1)), (0, 0))
        if len(rows) >= _ROWS and 4 * many >= 3 * len(rows) and wide > 1:
            yield _Table(rows[0][0] - 1, rows[-1][0], rows, is_bare=True)


_ROWS, _PAIR = 3, 2
"""So many rows, or tables, are some; columns of a key and its value."""


def _cells(line: str, number: int) -> tuple[tuple[str, ...], list[int]]:
    """Values and places of one line; the bars at its ends stand between no cells."""
    if "|" not in line and _WIDE.search(line.strip()):
        parts = [*re.finditer(r"\S+(?: \S+)*", line)]
        return tuple(m[0] for m in parts), [at for m in parts for at in (number, m.start() + 1, len(m[0]))]
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
