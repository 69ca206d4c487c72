"""Tables in a Markdown text -> rows: a designer's draft as it stands in a repository or a notebook.

A table is a line of headings with bars between, a line of hyphens below it, and the lines down to the first without a
bar (GFM, 4.10). The heading of the section that it stands in is its title. In a text without tables, pieces may stand
below headings (`headed`). All other words are no table, nor is code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise

from generator.data.reading.aliases import meant_by
from generator.data.reading.grid import own_title, plain
from generator.data.reading.headed import LISTS, SECTION, SURE, Headed, heads_of
from generator.data.reading.listed import are_entries, headed_pieces
from generator.values import lazy_pattern

NUMBERED = lazy_pattern(r"\A(?:\d+(?:\.\d+)+\.?|\d+(?:[-–]\d+)?[.):：）]|[IVX]+\.|第?[0-9０-９]+[章節．、])\s*(?=\S)")
"""What a heading begins with that numbers it."""
FRONT_MATTER = lazy_pattern(r"\A---\n(?=\w[\w -]*:)(?:.+\n)*?---(?:\n|\Z)")
"""What a notebook keeps above a text: keys with values, no words."""
_RULE = lazy_pattern(r"(?=.*\|)\|? *:?-+:? *(?:\| *:?-+:? *)*\|?$")
"""The line below the headings, without the blanks around it."""
_BARRED = lazy_pattern(r"\|.*\|$")
_HEADING = lazy_pattern(r" {0,3}#{1,6} +[^ #]")
_UNDERLINE = lazy_pattern(r" {0,3}(?:=+|-+) *$")
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

_Rows = list[tuple[int, tuple[str, ...], list[int]]]


def markdown_tables(text: str) -> Iterator[tuple[str, _Rows]]:
    """The title of each table, and number of the line, values and places of its rows, as `Grid` has them. Where titles
    come again below several headings, these stand before them, and in a column of their own; so does what titles
    number, `Level 1`, `Level 2`, and what points below a table say of its rows."""
    yield from _counted([(title, rows) for title, rows, _ in _titled(text)])
    headed = headed_in(text)
    if headed:
        yield headed.title, headed.rows


def _counted(tables: list[tuple[str, _Rows]]) -> list[tuple[str, _Rows]]:
    """The tables without those of names and copies alone, most of them names in others: these get a column of them."""
    for one in [*tables]:
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
            if known.isdisjoint(_bare(row[0]) for _, row, _ in rows) or any(len(row) > wide for _, row, _ in rows):
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
        tables.remove(one)
    return tables


def _bare(words: str) -> str:
    return plain(re.sub(r"[*_`]+", "", words))


def _titled(text: str) -> Iterator[tuple[str, _Rows, set[int]]]:
    """The same of tables alone, with the lines below each, from 0, that are of its rows."""
    lines, tables, are_bare, _ = _parsed(text)
    heads = [*_heads_above(lines, [start for start, _ in tables])]
    parents = {(some[-1][2], some[-2]) for some in heads if len(some) > 1}
    often = Counter(title for title, _ in parents)
    several = {parent for title, parent in parents if often[title] > 1}
    ranked = _ranked([above[-1][2] for above in heads if above])
    kin = Counter(_cells(lines[start], 1)[0] for start, _ in tables)
    for (start, end), above in zip(tables, heads, strict=True):
        rows = [(n + 1, *_cells(lines[n], n + 1)) for n in range(start, end) if are_bare or n != start + 1]
        title = NUMBERED.sub("", above[-1][2] if above else "", count=1) or rows[0][1][0]
        more = [(word, found[1], above[-1][1]) for word in ranked if (found := re.search(_RANK.format(word), title))]
        if len(above) > 1 and above[-2] in several:
            _, at, words = above[-2]
            title, more = f"{words}: {title}", [*more, (SECTION, words, at)]
        elif above and kin[rows[0][1]] > 1 and not more:
            more = [(SECTION, title, above[-1][1])]
        for heading, words, at in more:
            said = [heading, *[words] * (len(rows) - 1)]
            rows = [(n, (*row, one), [*places, at + 1, 1, len(words)])
                    for (n, row, places), one in zip(rows, said, strict=True)]  # fmt: skip
        told, below = _told_below(lines, end, {plain(row[0]) for _, row, _ in rows[1:]})
        if told and _ABILITY not in rows[0][1]:
            told[plain(rows[0][1][0])] = (rows[0][0] - 1, _ABILITY)
            found_ = [told.get(plain(row[0]), (n - 1, "")) for n, row, _ in rows]
            rows = [(n, (*row, words), [*places, at + 1, 1, max(1, len(words))])
                    for (n, row, places), (at, words) in zip(rows, found_, strict=True)]  # fmt: skip
        yield title, rows, below


def _told_below(lines: list[str], end: int, names: Collection[str]) -> tuple[dict[str, tuple[int, str]], set[int]]:
    """What points between a table and the next heading say of its rows, by the names of these in bold, with the lines
    of them; nothing if one is of something else."""
    stop = next((n for n in range(end, len(lines)) if _HEADING.match(lines[n]) or "|" in lines[n]), len(lines))
    points = [n for n in range(end, stop) if _POINT.match(lines[n])]
    told, below = dict[str, tuple[int, str]](), set[int]()
    for n, behind in pairwise([*points, stop]):
        last = next((m for m in range(n + 1, behind) if not lines[m].strip()), behind)
        found = _NAMED.fullmatch(" ".join(line.strip() for line in lines[n:last]))
        if found is None or plain(found["name"]) not in names:
            return {}, set()
        told[plain(found["name"])] = (n, found["said"])
        below |= {*range(n, last)}
    return told, below


_ABILITY = "Ability"
_POINT = lazy_pattern(r"[-*+•] +\S")
_NAMED = lazy_pattern(r"[-*+•] +(?P<mark>\*\*|__)(?P<name>.+?)[:：]?(?P=mark)\s*[-–—:：]*\s*(?P<said>\S.*)")
"""`- **Fox**: bites`."""


def _ranked(titles: Sequence[str]) -> list[str]:
    """What several titles number: `Level`."""
    found = {(m[1], m[2]) for title in titles if (m := re.match(_RANK.format(r"([^\W\d_]+)"), title))}
    many = Counter(word for word, _ in found)
    return [word for word, count in many.items() if count > 1 and not {plain(word)} & LISTS]


_RANK = r"(?<![^\W_]){} (\d{{1,2}})(?![-–\w])"


def _heads_above(lines: list[str], starts: list[int]) -> Iterator[list[tuple[int, int, str]]]:
    """The headings that each table stands below, each of a lower rank than the one before, with rank and line; in a
    text without any the short lines that stand alone."""
    above: list[tuple[int, int, str]] = []
    are_bare = not any(map(_HEADING.match, lines))
    for done, start in zip([0, *starts], starts, strict=False):
        for n in range(done, start):
            line, rank = lines[n], 0
            if _HEADING.match(line):
                rank, words = len(line.lstrip(" ").partition(" ")[0]), line.strip(" #")
            elif n > done and _UNDERLINE.match(line) and lines[n - 1].strip():
                rank, words = 1 + (line.lstrip(" ")[0] == "-"), lines[n - 1].strip()
            elif are_bare and _ALONE.match(line) and not "".join((*lines[n - 1 : n], *lines[n + 1 : n + 2])).strip():
                rank, words = 1, line.strip(" :*_")
            if rank:
                above = [*(head for head in above if head[0] < rank), (rank, n, words)]
        yield above


@lru_cache(maxsize=2)
def _parsed(text: str) -> tuple[list[str], list[tuple[int, int]], bool, Headed | None]:
    """The lines without code; the first of each table and the one behind its last; whether no headings stand above
    them; and pieces below headings of the text. Kept, as it is asked what a text is before it is read."""
    lines = _without_code(text)
    whole = [*_tables(lines)]
    bare = [] if whole else [*_unheaded(lines)]
    pairs = _pairs(lines, whole)
    left = [table for table in whole if table not in pairs]
    blank = {n for start, end in left for n in range(start, end)}
    blank |= {n + m for (n, _), is_headed in pairs.items() for m in (0, 1) if m or is_headed}
    rest = ["" if n in blank else line for n, line in enumerate(lines)]
    headed = None if bare else headed_pieces(rest, are_apart=bool(left))
    return lines, bare or (left if headed else whole), bool(bare), headed


def _pairs(lines: list[str], tables: list[tuple[int, int]]) -> dict[tuple[int, int], bool]:
    """The tables of two columns that are a piece each, and whether they have headings: several have the same ones, or
    begin with the same key (`Cost | 2`), and nearly all have one more alike."""
    cells = {(start, end): [_cells(lines[n], 1)[0] for n in range(start, end) if n != start + 1]
             for start, end in tables}  # fmt: skip
    found: dict[tuple[int, int], bool] = {}
    for first in {plain(rows[0][0]) for rows in cells.values() if len(rows[0]) == _PAIR}:
        own = [table for table, rows in cells.items() if len(rows[0]) == _PAIR and plain(rows[0][0]) == first]
        is_headed = len({cells[table][0] for table in own}) == 1
        many = Counter(key for table in own for key in {plain(row[0]) for row in cells[table][1:]})
        are_alike = is_headed or 3 * max(many.values(), default=0) >= 2 * len(own)
        found |= dict.fromkeys(own if len(own) >= _ROWS and are_alike else (), is_headed)
    return found


def pieces_below(text: str, named: Collection[str] | None = None) -> set[int]:
    """The lines, from 0, in which pieces stand that are no table: below headings, if it is sure or their table is one
    of those `named`; below such a table; in rows without any."""
    _, tables, are_bare, headed = _parsed(text)
    taken, titles = set[int](), dict[str, None]()
    for title, _, below in _titled(text):
        titles[own := own_title(title, titles)] = None
        taken |= below if named is None or own in named else set()
    is_read = headed and (headed.trust >= SURE if named is None else any(n.startswith(headed.title) for n in named))
    taken |= {n for start, end in tables * are_bare for n in range(start, end)}
    taken |= headed.lines if headed and is_read else set()
    lines = text.split("\n")
    heads = [*heads_of(lines), (len(lines), 0, "")]
    for k, (at, rank, _) in enumerate(heads[:-1]):  # of which nothing is left
        end = next(n for n, other, _ in islice(heads, k + 1, None) if other <= rank)
        said = {n for n in range(at + 1, end) if lines[n].strip(" -*_")}
        taken |= {at} if rank > 1 and said and said <= taken else set()
    return taken


def headed_in(text: str) -> Headed | None:
    """The pieces below headings."""
    return _parsed(text)[3]


def is_prose(text: str, share: float) -> bool:
    """True where as many lines are words as that share of the rows of tables; a long line is as many as it fills."""
    lines = _parsed(text)[0]
    rows = {n for start, end in _tables(lines) for n in range(start, end)} | pieces_below(text)
    said = [line for n, line in enumerate(lines) if line.strip() and not _HEADING.match(line) and n not in rows]
    return sum(1 + len(line) // 80 for line in said) >= share * len(rows)


def _without_code(text: str) -> list[str]:
    """The lines, with nothing in those of front matter and code, which says its language or is no list."""
    lines, fence, begin = FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n"), "", 0
    whole = [*lines]
    for n, line in enumerate(lines):
        mark = _FENCE.match(line)
        lines[n] = "" if fence or mark else line
        if not fence:
            fence, begin = mark[1] if mark else "", n + 1
        elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            own, fence = whole[begin:n], ""
            is_list = _BARE_FENCE.match(whole[begin - 1]) and (are_entries(own) or any(_unheaded(own)))
            lines[begin:n] = own if is_list else lines[begin:n]
    return lines


def _tables(lines: list[str]) -> Iterator[tuple[int, int]]:
    """The first line of each table, and the one behind its last."""
    end = 0
    for n, line in enumerate(lines):
        if n > end and _RULE.match(line.strip(" ")) and len(_cells(lines[n - 1], n)[0]) == len(_cells(line, n + 1)[0]):
            end = next((m for m in range(n + 1, len(lines)) if "|" not in lines[m]), len(lines))
            yield n - 1, end


def widened(text: str) -> str:
    """The text with as many headings above each table as its longest row has cells: CommonMark cuts rows off."""
    lines, bare = text.split("\n"), _without_code(text)
    for start, end in _tables(bare):
        lacks = max(len(_cells(line, 1)[0]) for line in lines[start:end]) - len(_cells(lines[start], 1)[0])
        for n, more in ((start, " |"), (start + 1, "--|")) if lacks > 0 else ():
            lines[n] = lines[n].rstrip().removesuffix("|") + "|" + more * lacks
    return "\n".join(lines)


def _unheaded(lines: list[str]) -> Iterator[tuple[int, int]]:
    """The same of rows between bars that no headings stand above, most of them with as many cells; or with tabs between
    these, or blanks, if they are several."""

    def sign(line: str) -> str:
        wide = _WIDE.findall(line.strip()) if "|" not in line and not line[:1].isspace() else []
        is_row = len(wide) > 1 or wide == ["\t"]
        return "|" * (_BARRED.match(line.strip()) is not None) or " " * is_row

    for is_row, run in groupby(range(len(lines)), key=lambda n: sign(lines[n])):
        own = [*run]
        many = Counter(len(_cells(lines[n], n + 1)[0]) for n in own).most_common(1) if is_row else []
        if many and len(own) >= _ROWS and 4 * many[0][1] >= 3 * len(own) and many[0][0] > 1:
            yield own[0], own[-1] + 1


_ROWS, _PAIR = 3, 2
"""So many rows, or tables, are some; columns of a key and its value."""


def _cells(line: str, number: int) -> tuple[tuple[str, ...], list[int]]:
    """Values and places of one line; the bars at its ends stand between no cells."""
    if "|" not in line and _WIDE.search(line.strip()):
        found_ = [*re.finditer(r"\S+(?: \S+)*", line)]
        return tuple(m[0] for m in found_), [
            part for m in found_ for part in (number, m.start() + 1, m.end() - m.start())
        ]
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
