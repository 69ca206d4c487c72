"""What the columns of a table are: headings -> fields, languages, `count`, `id`.

Takes a `Grid` and what is `Wanted` of it; gives its columns. Promise: a heading is read without regard to capitals,
blanks, `_` and `-`; nothing is guessed without a note, and a column that is not read is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.data.lexicon import tag_of
from generator.data.model import FieldKind
from generator.data.reading.aliases import UNSURE, USUAL, has_letters, is_slip_of_count, meant_by, parted, twins_in
from generator.data.reading.document import Map
from generator.data.reading.grid import MAX_COLUMNS, Grid, Row, by_letter, headed, letters, plain, plain_ascii
from generator.data.reading.guessing import are_copies, counts_copies, is_running
from generator.data.reading.rows import (
    SUMMED,
    adds_up,
    are_two,
    explains,
    invented,
    is_over,
    is_usual,
    no_items,
    stands_above,
    sums_in,
    united,
    untrue,
)
from generator.data.reading.unclear import is_index, tell_nameless, tell_uncounted
from generator.diagnostics.findings import Fault, Finding, Mark, near, rows_called
from generator.values import Struct, field, replace

ACCEPT = "accept"
"""The column that accepts findings, unless the set has a field of that name."""

_LOOKED = 20
"""Rows among which the headings are looked for."""

_OWN = ("number", "num", "nr")
"""Those unsure names that a piece may bear; the others are of the table alone where they number its rows."""


class Wanted(Struct, frozen=True):
    """What a set asks of its table. `beside`: names that are no fields (None: any); `names`: fields whose kinds it
    tells (all, without `fields`); `source`: what `from` says; `is_picture` is asked of cells, `is_answer` of heads;
    `icons`: what signs of other programs may draw; `shown`: what a drawing's objects are called; `called`: what
    headings are to be taken for, by `plain` of them."""

    fields: Mapping[str, FieldKind] | None = None
    beside: Collection[str] | None = None
    languages: tuple[str, ...] = ()
    owner: str = "item"
    names: tuple[str, ...] | None = None
    source: Map = field(default_factory=Map)
    is_picture: Callable[[str], object] = bool
    is_answer: Callable[[str], bool] = lambda _: False
    icons: Collection[str] = ()
    shown: Collection[str] = ()
    called: Mapping[str, str] = {}
    twins: Collection[str] = ()
    """Headings that begin with their language."""

    @property
    def everything(self) -> bool:
        """True where all columns are fields."""
        return self.fields is None and self.names is None

    @property
    def known(self) -> tuple[str, ...]:
        """Names that a column may have."""
        return (*(self.fields or ()), *(self.names or ()), *(self.beside or ("id", "count")), ACCEPT)


class Column(Struct, frozen=True):
    """A column that is read: its place in the row (from 0), its heading, the field and the language it is for."""

    at: int
    heading: str
    name: str
    language: str = ""


class Head(Struct, frozen=True):
    """The columns of a table; `row`, where they are named; `rows` below it; `unread`: headings of other columns;
    `all`: every heading by its place; `heads`: headings among the rows."""

    row: Row
    columns: tuple[Column, ...]
    rows: list[Row]
    unread: tuple[tuple[str, Mark], ...]
    all: Mapping[int, str]
    heads: Sequence[Row] = ()


def head_of(grid: Grid, wanted: Wanted) -> Head:
    """The columns of a table. Raises `Fault` (D002) if no row names any."""
    row, rows = Row(1, grid.head or ()), grid.rows
    if grid.head is None:
        at = _where(grid.rows, wanted)
        row, rows = grid.rows[at], grid.rows[at + 1 :]
        if names := next(filter(None, (invented(grid.rows[n:], _usual_in(grid.rows[n])) for n in {0: 0, at: 0})), []):
            row, rows = Row(1, names), grid.rows
            so = f"no row names the columns: they are called {', '.join(names)}"
            grid.notes.append(f"{so}; a first row may name them (Qty: the copies)")
        both = next((n for n in (at, at - 1) if row.first >= 0 <= n and are_two(grid.rows[n : n + _LOOKED])), -1)
        if both >= 0:
            row, rows = united(grid.rows[both], grid.rows[both + 1]), grid.rows[both + 2 :]
            grid.notes.append(f"rows {grid.rows[both].number} and {row.number} name the columns")
        elif not names:
            called = [*row.said.values()]
            what = f": {', '.join(called[:8])}; if it is a row, write headings above it"
            what *= not any(is_usual(w) or _known(w, wanted)[0] for w in called)
            what += "; what stands above it is not read" * bool(at)
            grid.notes += [f"row {row.number} names the columns{what}"] * bool(what)
    headings = {i: " ".join(str(v).split()) for i, v in enumerate(row.values) if str(v).strip()}
    headings = dict(sorted({**headings, **dict(_unnamed(row, rows, headings, wanted))}.items()))
    if len(headings) > MAX_COLUMNS:
        message = f"the table has more than {MAX_COLUMNS} columns"
        raise Fault(Finding("Y009", grid.mark(row, MAX_COLUMNS), message, "split the table into two files"))
    wanted = replace(wanted, twins=twins_in(headings, rows, wanted.languages))
    said = dict(_told(grid, row, headings, wanted))
    is_read = wanted.everything or said or any(_known(words, wanted)[0] for words in headings.values())
    if grid.head is None and wanted.beside is not None and not is_read:
        known = ", ".join(f"`{n}`" for n in (*(wanted.fields or ()), *(wanted.names or ())))
        hint = f"write names of fields into the first row: {known}" if known else "name the columns in the first row"
        if grid.others:
            hint += f"; or say which sheet is meant: `from: {{file: .., sheet: {grid.others[0]}}}`"
        raise Fault(Finding("D002", grid.mark(row, 0), "no row names the columns", hint))
    sums = sums_in(rows, len(headings)) if grid.head is None else []
    columns = _in_all(_columns(grid, row, rows, sums, headings, said, wanted), wanted)
    read = {*_ignored(headings, wanted), *(column.at for column in columns)}
    told = {f.mark for f in grid.findings}
    left = ((words, grid.mark(row, i)) for i, words in headings.items() if row.values and i not in read)
    named = [*map(plain, headings.values())]
    again = [r.number for r in rows if [*filter(None, map(plain, r.values))] == named]
    rows = [r for r in rows if r.number not in again]
    grid.notes += [f"{rows_called(again)}: the headings once more, and no item"] if again else []
    rows, heads = _items_of(grid, row, rows, columns, sums, len(headings)) if grid.head is None else (rows, [])
    return Head(row, tuple(columns), rows, tuple(one for one in left if one[1] not in told), headings, heads)


def _usual_in(row: Row) -> set[int]:
    """The columns that a row calls as what is usual, without doubt."""
    first = map(str, row.values)
    return {i for i, words in enumerate(first) if meant_by(words) and plain(words) not in UNSURE}


def _items_of(
    grid: Grid, row: Row, rows: Sequence[Row], columns: Sequence[Column], sums: Sequence[Row], wide: int
) -> tuple[list[Row], Sequence[Row]]:
    """The rows that are items, and headings among them; tells others, and which sums of copies are untrue (Y035)."""
    names = {column.at for column in columns if column.name in ("id", "name", "title")}
    counted = next((c.at for c in columns if c.name == "count"), -1)
    left_out = set[int]()
    found: Sequence[Row] = ()
    for found, what in no_items(row, rows, sums, counted, names, wide):
        if found:
            numbers = {r.number for r in found}
            grid.notes.append(f"{rows_called(numbers)}: {what}, and no item")
            left_out |= numbers
            sums = [*sums, *(r for r in found if what == SUMMED and r not in sums)]
    items = [r for r in rows if r.number not in left_out]
    for one, message in untrue(items, sums, counted) if counted >= 0 else ():
        hint = "mend the copies, or the sum; no sheet shows it"
        grid.findings.append(Finding("Y035", grid.mark(one, counted), message, hint))
    return items, found


def _where(rows: list[Row], wanted: Wanted) -> int:
    """Which row names the columns: the one with most known names, else the first of several words."""
    renamed = {plain(heading) for heading in wanted.source.get("columns") or ()}

    def known(row: Row) -> int:
        said = [str(v) for v in row.values if v and plain(v) not in UNSURE]
        return sum(plain(w) in renamed or bool(_known(w, wanted)[0]) for w in said)

    best = max(range(min(len(rows), _LOOKED)), key=lambda n: (known(rows[n]), -n))
    if known(rows[best]) > wanted.everything:  # one name may stand in a row of values
        return best - (best > 0 and explains(rows[best - 1], rows[best], rows[best + 1 :]))
    filled = [len(row.said) for row in rows[:_LOOKED]]
    below = next((n for n in range(1, len(filled)) if rows[n].number > rows[n - 1].number + 1), 0)
    if below and filled[below] > max(filled[:below]) > 1 and stands_above(rows[:below], 0):
        return below
    first = next((n for n, count in enumerate(filled) if count > 1 and 2 * count >= max(filled)), 0)
    return first + is_over(rows[first : first + 2])


def _known(heading: str, wanted: Wanted) -> tuple[str, str]:
    """The name and the language that a heading says without doubt, or by a usual name; ("", "") if none."""
    names = {plain(name): name for name in reversed(wanted.known)}
    name, _, language = heading.strip().partition(".")
    if language and plain(name) in names and re.fullmatch(r"[A-Za-z]{2,3}([-_]\w+)*", language.strip()):
        tag = tag_of(language)
        return names[plain(name)], next((la for la in wanted.languages if tag_of(la) == tag), tag)
    if plain(heading) in names:
        return names[plain(heading)], ""
    head, code = parted(heading, wanted.languages, is_sure=heading in wanted.twins)
    name = _usual(head, names) if code else ""
    return (name, code) if name else (_usual(heading, names), "")


def _in_all(found: Iterable[Column], wanted: Wanted) -> list[Column]:
    """Columns; one without a language beside others of its field is in the one that these lack, and not read where they
    lack none, or where there are several and a game is yet to be made: it would be printed in all."""
    columns, languages = list(found), wanted.languages
    named = {c.name: {other.language for other in columns if other.name == c.name} for c in columns if c.language}
    lacks = {name: [language for language in languages if language not in said] for name, said in named.items()}
    several = {n for n, said in named.items() if not lacks[n] or (wanted.fields is None and len(said - {""}) > 1)}
    kept = [c for c in columns if c.language or not languages or c.name not in several]
    return [
        replace(c, language=left[0]) if not c.language and len(left := lacks.get(c.name, [])) == 1 else c for c in kept
    ]


def _usual(heading: str, names: Mapping[str, str]) -> str:
    sure, usual = names.get(plain(heading)) or _slug(heading), meant_by(heading)
    return next((name for name in (sure, usual) if name in names.values()), "")


def _told(grid: Grid, row: Row, headings: Mapping[int, str], wanted: Wanted) -> Iterator[tuple[int, str]]:
    """What `columns` says, by the place of the column; a heading that is not there is Y032."""
    for key in ("columns", "ignore"):
        said: Any = wanted.source.get(key) or ()
        for number, words in enumerate(said):
            found = headed(words, headings)
            if not found:
                hint = "write one of its headings: " + ", ".join(f"`{h}`" for h in list(headings.values())[:30])
                mark = said.key_mark(words if key == "columns" else number)
                where = f" of the sheet {grid.sheet}" if grid.sheet else ""
                message = f"no column{where} is headed `{words}`, row {row.number} names them"
                grid.findings.append(Finding("Y032", mark, message, hint, about=(words,)))
            elif key == "columns":
                yield found[0], said[words]


def _columns(
    grid: Grid,
    row: Row,
    rows: list[Row],
    sums: Sequence[Row],
    headings: Mapping[int, str],
    said: Mapping[int, str],
    wanted: Wanted,
) -> Iterator[Column]:
    """The columns that are read, each name and language once; one whose heading is another word for a name comes after
    the one that says the name itself."""
    found: dict[tuple[str, str], Column] = {}
    rows, ignored = [r for r in rows if r not in sums], _ignored(headings, wanted)
    known = _named(headings, said, wanted)
    taken = {name for name, _ in known.values()}
    counted, above = "count" in (wanted.beside or ("count",)), next(iter(headings.values()), "")
    above *= plain(above) == plain(wanted.source.get("sheet") or "")
    says = {i: plain(h).startswith(plain(known[i][0])) or _slug(h) == known[i][0] for i, h in headings.items()}
    usual = {i for i in says if i not in said and not says[i]}
    for i, words in sorted(headings.items(), key=lambda pair: (pair[0] in usual, _rank(pair[1]))):
        name, language = known[i]
        if i not in said and i in ignored:
            continue
        is_unsure = name == "count" and i not in said and plain(words) in UNSURE  # what is said wins
        is_twice = (name, language) in found
        cells = [str(r.value(i)) for r in rows]
        is_drawn = plain(words) in wanted.shown
        are_counts = not is_unsure or (not is_drawn and (adds_up(rows, sums, i) or counts_copies(words, cells)))
        is_other = is_twice and not is_unsure and (_slug(words) or found[name, language].heading != words)
        if i in usual and (
            is_other or (not are_counts and plain(words) not in _OWN and (is_drawn or is_running(cells)))
        ):
            name = ""
        elif not name and counted and "count" not in taken and are_copies(cells) and (
            is_slip_of_count(words, above) or adds_up(rows, [row], i)
        ):  # fmt: skip
            _note_slip(grid, row, i, words, "count")
            name = "count"
        elif not name or (is_unsure and is_twice) or not are_counts:
            spoken = any(map(has_letters, cells))  # numbers are in no language
            name, language = _guess(grid, row, i, words, taken, wanted if spoken else replace(wanted, languages=()))
        others = taken if wanted.fields is None else {name for name, _ in found}
        name = _apart(name, found.get((name, language)), others, wanted)
        if (name, language) in found:
            twin = found[name, language]
            places = f"`{twin.heading}` ({letters(twin.at)}) and `{words}` ({letters(i)})"
            hint = "rename or delete one" + f", or write `ignore: [{words}]` in `from`" * (twin.at in said)
            message = f"two columns are `{name}`: {places}"
            grid.findings.append(Finding("Y022", grid.mark(row, i), message, hint))
        elif name:
            found[name, language] = Column(i, words, name, language)
            taken.add(name)
            if name == "count" and i in usual and plain(words) in UNSURE:
                other = f"write `columns: {{{words}: {_slug(words) or 'value'}}}`, and a field so called"
                what = f"column {letters(i)} ({words}): taken for the number of copies"
                grid.notes.append(f"{what}; if it is a value, {other}")
    if ("count", "") not in found and counted:
        tell_uncounted(grid, row, rows, {i: words for i, words in headings.items() if i not in ignored})
    tell_nameless(grid, row, rows, headings)
    yield from sorted([*found.values(), *_twice(found, headings, said, wanted)], key=lambda c: c.at)


def _named(headings: Mapping[int, str], said: Mapping[int, str], wanted: Wanted) -> dict[int, tuple[str, str]]:
    """The names and languages that headings say, or `columns`: `巻物: spell` also of `巻物 EN`, of a second `巻物`."""
    own = {plain(headings[i]): name.partition(".")[::2] for i, name in said.items()}
    known = {i: said[i].partition(".")[::2] if i in said else _known(words, wanted) for i, words in headings.items()}
    for i in (i for i, (name, _) in known.items() if not name):
        head, code = parted(headings[i], wanted.languages, is_sure=headings[i] in wanted.twins)
        name, language = own.get(plain(head), ("", ""))
        known[i] = (name, code or language) if code or not _slug(headings[i]) else ("", "")
    return known


def _ignored(headings: Mapping[int, str], wanted: Wanted) -> set[int]:
    """The columns that `ignore` names."""
    return {i for words in wanted.source.get("ignore") or () for i in headed(words, headings)}


def _apart(name: str, other: Column | None, taken: Collection[str], wanted: Wanted) -> str:
    """A name of its own for a heading that another has, too, or differs from in capitals or signs alone."""
    if other is None or other.language:
        return name
    own = next(f"{name}_{n}" for n in range(2, len(taken) + 3) if f"{name}_{n}" not in taken)
    return own if wanted.fields is None or own in wanted.fields else name


def _twice(
    found: Collection[tuple[str, str]], headings: Mapping[int, str], said: Collection[int], wanted: Wanted
) -> Iterator[Column]:
    """Fields that nothing fills, or in other languages alone, called like a column that `columns` reads as something
    else: it is both."""
    for i in said:
        own, language = _known(headings[i], wanted)
        if own in (wanted.fields or ()) and not {(own, ""), (own, language)}.intersection(found):
            yield Column(i, headings[i], own, language)


def _unnamed(row: Row, rows: list[Row], headings: Collection[int], wanted: Wanted) -> Iterator[tuple[int, str]]:
    """Columns without a heading that most rows fill, by letters: where all are fields, or `from` calls them so."""
    said = {*wanted.source.get("columns", ()), *wanted.source.get("ignore", ())}
    for i in (i for i in range(len(row.values)) if i not in headings):
        filled = sum(r.value(i) != "" for r in rows) if wanted.everything else 0
        words = by_letter(i)
        if words in said or (10 * filled > 9 * len(rows) and not is_index(row, rows, i)):
            yield i, words


def _rank(heading: str) -> int:
    """The surer a name of a quantity, the earlier it is taken."""
    word = plain(heading)
    return USUAL["count"].index(word) if word in USUAL["count"] else -1


def _guess(grid: Grid, row: Row, at: int, words: str, taken: Collection[str], wanted: Wanted) -> tuple[str, str]:
    """A field for a heading that is not known: a new one, if all columns are fields; else one that it nearly names."""
    head, code = parted(words, wanted.languages, is_sure=words in wanted.twins)
    slug = _slug(head)
    if wanted.everything:
        first = next(i for i in range(at + 1) if row.value(i) == words or i == at)  # headed so
        usual = next((n for n, many in USUAL.items() if plain(head) in many and (first < at or n not in taken)), "")
        is_latin = slug[:1].isalpha() and usual != "name"
        return slug if is_latin else usual or f"column_{letters(first).lower()}", code
    if slug in wanted.known and (slug not in taken or f"{slug}_2" in wanted.known):  # `Stärke` is `starke`
        return slug, code
    head, _, language = words.partition(".")
    meant = near(head.strip().lower(), [name for name in wanted.known if language or name not in taken], 0.75)
    if meant:
        _note_slip(grid, row, at, words, meant + (f".{language}" if language else ""))
    return meant, language if meant else ""


def _note_slip(grid: Grid, row: Row, at: int, words: str, right: str) -> None:
    message = f"the column `{words}` is read as `{right}`"
    hint = f"name it `{right}`; if it is something else, write `ignore: [{words}]` in `from`"
    grid.findings.append(Finding("Y030", grid.mark(row, at, words), message, hint, about=(words, right)))


def _slug(words: str) -> str:
    """A heading as the name of a field, if it has Latin letters."""
    return re.sub(r"[^a-z0-9]+", "_", plain_ascii(words)).strip("_")
