"""xlsx and ods -> `Grid`: calamine reads the values; one walk over the XML before it finds what it does not tell.

Takes the bytes of a workbook; gives one of its sheets as a `Grid`. Promise: a file of a few kilobytes that unpacks to
gigabytes, names a cell in the last row of the last column, or repeats one value a million times is refused before
anything of it is laid out in memory.

openpyxl knows hidden rows and formats, too; it takes twenty times as long and four times the memory for an xlsx of
5,000 rows (0.8 s against 0.04 s), has no bound for hostile files, and reads no ods.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from datetime import datetime, time
from io import BytesIO
from itertools import product, repeat
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.parsers import expat

from generator.data.reading.formats import BUILT_IN, CellFormat, as_shown, cell_text
from generator.data.reading.grid import UNKNOWN, Grid, Shown, Styled, is_error, letters, number_of, plain, styled
from generator.data.reading.packed import oversized, parts_in, workbook_fault
from generator.diagnostics.findings import Fault, Finding, Mark, rows_called
from generator.values import Struct, field, lazy_pattern

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MAX_CELLS = 200_000
MAX_LETTERS = 20_000_000

BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError, IndexError,
           ElementTree.ParseError, expat.ExpatError)  # fmt: skip
_FAR = 20_000
"""Rows and columns beyond this are not remembered as hidden."""
_LONG = 100
"""So many letters of a cell tell what it is."""


def workbook_grid(raw: bytes, file: str, wanted: str = "", at: Mark | None = None, decimal: str = ".") -> Grid:
    """A sheet: the one that is `wanted` (said at `at`), else the first that is in sight and holds something; numbers
    that a format shows otherwise have this `decimal` sign.

    Raises `Fault` (Y008, Y020, Y032)."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        parts = parts_in(raw, file)
        if "content.xml" in parts:  # calamine lays out all its sheets
            _walked(_Ods(file, wanted), parts["content.xml"])
        book = CalamineWorkbook.from_filelike(BytesIO(raw))
        for name in [_named(wanted, book.sheet_names, at or Mark(file))] if wanted else _in_sight(book, file):
            seen = _seen(parts, name, file)
            sheet = book.get_sheet_by_name(name)
            values: list[list[object]] = [[*row] for row in sheet.to_python(skip_empty_area=False)]
            if any(_value(v) != "" for row in values for v in row):
                break
        grid = Grid(file, [], sheet=name)
        for y, row in _filled(values, sheet, seen, decimal):
            grid.add(y, row, [n for x in range(1, len(row) + 1) for n in (y, x, 1)])
    except (CalamineError, *BROKEN) as error:
        raise workbook_fault(file, str(error).lower()) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what calamine throws at a file that it did not foresee
            raise
        raise workbook_fault(file, "it is damaged") from None
    grid.sheets = _in_sight(book, file) if wanted else ()
    others = [other for other in book.sheet_names if other != name]
    if others and not wanted:
        grid.others = others
        grid.notes.append(f"the sheet {name} is read, not {', '.join(others)}: `sheet` in `from` says which")
    _tell(grid, seen)
    return grid


def _in_sight(book: CalamineWorkbook, file: str) -> list[str]:
    """The sheets that are not hidden, or all."""
    if not book.sheet_names:
        raise workbook_fault(file, "it has no sheet")
    return [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible")] or book.sheet_names


def _named(wanted: str, names: Sequence[str], at: Mark) -> str:
    found = [n for n in names if n == wanted] or [n for n in names if plain(n) == plain(wanted)]
    found = found or [n for n in names if wanted.startswith(f"{n}: ")]  # one of the tables on it
    if not found:
        hint = f"write one of its sheets: {', '.join(f'`{n}`' for n in names[:20])}"
        raise Fault(Finding("Y032", at, f"the workbook has no sheet `{wanted}`", hint, about=(wanted,)))
    return found[0]


def _filled(
    values: list[list[object]], sheet: CalamineSheet, seen: Seen, decimal: str
) -> Iterator[tuple[int, list[object]]]:
    """The rows that are not blank, by their number; cells that are merged over several rows say the same in each."""
    ends: dict[int, int] = {}
    for (top, left), (bottom, right) in sorted([*(sheet.merged_cell_ranges or ()), *seen.spans]):
        if left == right and ends.get(left, -1) < top < bottom < len(values) and left < len(values[top]):
            ends[left] = bottom
            seen.merged.append(f"{letters(left)}{top + 1}:{letters(left)}{bottom + 1}")
            for row in values[top + 1 : bottom + 1]:
                row[left] = values[top][left]
    rows: list[list[object]] = [list(map(_value, row)) for row in values]
    for (y, x), words in seen.told.items():
        if y <= len(rows) and x <= len(rows[y - 1]):
            raw, usual = values[y - 1][x - 1], rows[y - 1][x - 1]
            if isinstance(words, Styled):
                rows[y - 1][x - 1] = words if words == usual else usual
                continue
            said = cell_text(raw, words, decimal) if isinstance(words, CellFormat) else as_shown(words, usual)
            rows[y - 1][x - 1] = said if isinstance(said, Shown) or not isinstance(words, CellFormat) else usual
            if said is None:
                seen.plain.setdefault(letters(x - 1), str(usual))
    return ((y, row) for y, row in enumerate(rows, 1) if any(value != "" for value in row))


def _value(value: object) -> str | int | float:
    """3.0 is how a workbook says 3; dates and times are words."""
    if isinstance(value, float):
        value = float(f"{value:.15g}")  # what a spreadsheet shows of it
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value if isinstance(value, (bool, int)) else str(value).strip()


def _tell(grid: Grid, seen: Seen) -> None:
    hidden = seen.rows & {row.number for row in grid.rows}
    if hidden:
        grid.notes.append(f"{rows_called(hidden)}: hidden or filtered out, and read as any other")
    if struck := seen.struck & {row.number for row in grid.rows}:
        grid.notes.append(f"{rows_called(struck)}: struck through in part, and read as any other")
    wide = max((len(row.values) for row in grid.rows), default=0)
    grid.hidden = frozenset(x - 1 for x in seen.columns if x <= wide)
    for column, first in seen.plain.items():
        grid.notes.append(f"column {column}: its format is not followed, it says {first}")
    if seen.drawn:
        grid.notes.append(
            "the pictures on it are taken by `pnp new --from` alone; else save each beside it, and name it in a column"
        )
    if seen.merged:
        grid.notes.append(f"{', '.join(seen.merged[:5])}: merged, and read as the same in each row")


# ---- what calamine does not tell ----


class Seen(Struct):
    """Hidden rows and columns, from 1. `told`: what a cell shows in place of its value: an error, that its formula was
    never worked out, words; or the format that it is shown by. `plain`: of columns whose format is not known, what is
    read. `drawn`: pictures lie on the sheet. `struck`: rows with a cell that is struck through. `spans`: the first and
    last cells, from 0, of those merged over rows, where calamine does not tell."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    told: dict[tuple[int, int], str | CellFormat] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    spans: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)
    plain: dict[str, str] = field(default_factory=dict)
    drawn: bool = False
    struck: set[int] = field(default_factory=set)


def _seen(parts: Mapping[str, bytes], sheet: str, file: str) -> Seen:
    if "content.xml" in parts:
        return _walked(_Ods(file, sheet), parts["content.xml"])
    book, links, styles, shared = (
        ElementTree.fromstring(parts.get(f"xl/{name}.xml{more}", b"<x/>"))  # noqa: S314 (no DOCTYPE gets here)
        for name, more in (("workbook", ""), ("_rels/workbook", ".rels"), ("styles", ""), ("sharedStrings", ""))
    )
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    keys = [_plain_names(e.attrib) for e in book.iter() if e.tag.endswith("}sheet") and e.get("name") == sheet]
    target = targets.get(keys[0].get("id", "") if keys else "", "")
    part = parts.get(target.lstrip("/") if target.startswith("/") else f"xl/{target}", b"<x/>")
    lengths = [sum(len(t) for t in words.itertext()) for words in shared]
    told = (
        [("".join(t.text or "" for t in r if t.tag.endswith("}t")), _stars(r)) for r in words if len(r)]
        for words in shared
    )
    marked = {str(n): made for n, runs in enumerate(told) if (made := styled(runs))}
    return _walked(_Xlsx(file, lengths, _formats(styles), marked, _struck(styles)), part)


def _struck(styles: ElementTree.Element) -> set[str]:
    """The styles whose words are struck through."""
    fonts = [font for e in styles if e.tag.endswith("}fonts") for font in e]
    on = {
        str(n) for n, font in enumerate(fonts) for e in font if e.tag.endswith("}strike") and e.get("val") not in _OFF
    }
    keys = (xf.get("fontId", "") for e in styles if e.tag.endswith("}cellXfs") for xf in e)
    return {str(n) for n, font in enumerate(keys) if font in on}


def _stars(run: ElementTree.Element) -> str:
    on = [e.tag.rpartition("}")[2] for p in run if p.tag.endswith("}rPr") for e in p if e.get("val") not in _OFF]
    return "".join(map(_STARS.get, on, repeat("")))


def _formats(styles: ElementTree.Element) -> dict[str, CellFormat]:
    """What the styles show their numbers as."""
    codes = {e.get("numFmtId", ""): e.get("formatCode", "") for e in styles.iter() if e.tag.endswith("}numFmt")}
    keys = [xf.get("numFmtId", "") for e in styles.iter() if e.tag.endswith("}cellXfs") for xf in e]
    named = {str(n): codes.get(key) or BUILT_IN.get(key, "~") for n, key in enumerate(keys)}
    return {n: CellFormat(code) for n, code in named.items() if code not in ("", "General", "@")}


def _plain_names(given: Mapping[str, str]) -> dict[str, str]:
    """Attributes without their namespaces."""
    return {re.sub(".*[ }]", "", name): value for name, value in given.items()}


def _walked(walk: _Xlsx | _Ods, data: bytes) -> Seen:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: walk.start(name.rpartition(" ")[2], given)
    parser.EndElementHandler = lambda name: walk.end(name.rpartition(" ")[2])
    parser.CharacterDataHandler = walk.words
    parser.Parse(data, True)
    return walk.seen


class _Xlsx:
    """One walk over a sheet, which ends where it reaches too far. `lengths`: of the words that cells share."""

    def __init__(
        self,
        file: str,
        lengths: Sequence[int],
        formats: Mapping[str, CellFormat],
        styled: Mapping[str, Styled],
        struck: Set[str],
    ) -> None:
        self.struck = struck
        self.seen, self.file, self.lengths, self.formats, self.styled = Seen(), file, lengths, formats, styled
        self.row = self.column = self.wide = self.high = self.count = self.letters = 0
        self.cell: dict[str, str] = {}
        self.has_formula, self.inside, self.formula, self.said, self.stars = False, False, "", "", ""
        self.runs: list[tuple[str, str]] = []

    def start(self, name: str, given: dict[str, str]) -> None:
        if name == "c":
            self.runs, self.stars = [], ""
            place = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,9})", given.get("r", ""))
            self.row, self.column = (
                (int(place[2]), number_of(place[1])) if place else (max(1, self.row), self.column + 1)
            )
            self.cell, self.has_formula, self.formula, self.said = given, False, "", ""
        elif name == "row":
            self.row, self.column = int(given.get("r", self.row + 1)), 0
            self.seen.rows |= {self.row} if given.get("hidden") in _ON else set()
        elif name == "col" and given.get("hidden") in _ON:
            self.seen.columns.update(range(int(given["min"]), min(int(given["max"]), _FAR) + 1))
        elif name == "drawing":
            self.seen.drawn = True
        elif name in ("v", "t", "f"):
            self.has_formula, self.inside = self.has_formula or name == "f", True
        else:  # of words that stand in the cell itself
            self.stars = "" if name == "r" else self.stars + _STARS.get(name, "") * (given.get("val") not in _OFF)

    def end(self, name: str) -> None:
        if name in ("v", "t", "f"):
            self.inside = False
            self.formula, self.said = (self.said, "") if name == "f" else (self.formula, self.said)
        elif name != "c":
            return
        elif self.cell.get("t") == "e" and "vm" in self.cell:  # a picture in it, which programs of before call an error
            self.seen.drawn, self.seen.told[self.row, self.column] = True, ""
        elif self.cell.get("t") == "e":
            self.tell(self.said.strip() or "#ERROR")
        elif self.has_formula and not self.said and self.cell.get("t") != "str":
            link = _LINK.match(self.formula)
            self.tell(link[2] or link[1] if link else UNKNOWN)
        elif words := self.styled.get(self.said * (self.cell.get("t") == "s")) or styled(self.runs):
            self.tell(words)
        elif self.said and self.cell.get("t") != "s" and (code := self.formats.get(self.cell.get("s", ""))):
            self.tell(code)
        if name == "c" and (self.said or self.has_formula):
            self.measure()
            if self.cell.get("s") in self.struck:
                self.seen.struck.add(self.row)

    def tell(self, words: str | CellFormat) -> None:
        self.seen.told[self.row, self.column] = words

    def measure(self) -> None:
        """Refuses a sheet that is larger laid out than written."""
        self.count, self.wide, self.high = self.count + 1, max(self.wide, self.column), max(self.high, self.row)
        if max(self.wide * self.high, self.count) > MAX_CELLS:
            what = f"reaches over {self.wide} columns and {self.high} rows, at most {MAX_CELLS} cells are read"
            raise oversized(self.file, what)
        if self.cell.get("t") == "s" and self.said.isdecimal() and int(self.said) < len(self.lengths):
            self.letters += self.lengths[int(self.said)]
            if self.letters > MAX_LETTERS:
                raise oversized(self.file, f"says more than {MAX_LETTERS} characters")

    def words(self, words: str) -> None:
        if self.inside and len(self.said) < _LONG:
            self.said += words
            self.runs.append((words, self.stars))


_STARS = {"b": "**", "i": "*"}
_ON, _OFF = ("1", "true"), ("0", "false")
_LINK = lazy_pattern(r'(?:_xlfn\.)?(?:HYPERLINK|IMAGE)\(\s*"([^"]*)"\s*(?:[,;]\s*"([^"]*)"[^"]*)?[,;\d\s]*\)$')
"""What a program need not work out to know what it shows: an address, or the words in its place."""


class _Ods:
    """One walk over all sheets, with an eye on one; it ends where they repeat too much."""

    def __init__(self, file: str, sheet: str) -> None:
        self.seen, self.file, self.sheet, self.here = Seen(), file, sheet, False
        self.row = self.column = self.width = self.cells = self.last = self.times = 0
        self.cell: dict[str, str] = {}
        self.said = self.style = ""
        self.stars, self.spans, self.runs = dict[str, str](), [""], list[tuple[str, str]]()
        self.struck = set[str]()

    def start(self, name: str, given: dict[str, str]) -> None:
        given = _plain_names(given)
        if name == "table":
            self.here, self.row, self.width = given.get("name") == self.sheet, 0, 0
        elif name == "table-column":
            self.width = self.hide(given, "columns", self.width, self.seen.columns)
        elif name == "table-row":
            self.times, self.column, self.last = _times(given, "rows"), 0, 0
            self.row = self.hide(given, "rows", self.row, self.seen.rows)
        elif name in ("table-cell", "covered-table-cell"):
            self.cell, self.said, self.runs = given, "", []
        elif name == "image":
            self.seen.drawn |= self.here
        elif name == "style":
            self.style = given.get("name", "")
        elif name == "text-properties":
            on = {"**": given.get("font-weight") == "bold", "*": given.get("font-style") == "italic"}
            self.stars[self.style] = "".join(stars for stars, is_on in on.items() if is_on)
            self.struck |= {self.style} if given.get("text-line-through-style", "none") != "none" else set()
        elif name == "span":
            self.spans.append(self.stars.get(given.get("style-name", ""), ""))
        elif name == "s" or (name in ("p", "line-break") and self.runs):
            self.runs.append((" " if name == "s" else "\n", self.spans[-1]))

    def hide(self, given: dict[str, str], what: str, at: int, hidden: set[int]) -> int:
        """Counts rows or columns, and notes those that are hidden."""
        times = _times(given, what)
        if self.here and given.get("visibility", "visible") != "visible":
            hidden.update(range(at + 1, at + min(times, _FAR) + 1))
        return at + times

    def end(self, name: str) -> None:
        if name == "span":
            self.spans.pop()
        if name == "table-row":
            self.cells += self.times * self.last
            if self.cells > MAX_CELLS:
                raise oversized(self.file, f"repeats its cells more than {MAX_CELLS} times")
        if name not in ("table-cell", "covered-table-cell"):
            return
        kind, formula = self.cell.get("value-type", ""), self.cell.get("formula", "")
        error = self.said.strip() if formula and is_error(self.said.strip()) else ""
        place = self.row, self.column + 1
        self.column += _times(self.cell, "columns")
        self.last = self.column if self.said or kind else self.last
        if not self.here:
            return
        self.mark(place[1])
        if error or (formula and not kind and not self.said):
            self.seen.told[place] = error or UNKNOWN
        elif (words := styled(self.runs)) or kind not in ("", "string", "boolean"):
            rows, columns = range(self.row - self.times + 1, self.row + 1), range(place[1], self.column + 1)
            if len(rows) * len(columns) > MAX_CELLS:
                raise oversized(self.file, f"repeats a cell more than {MAX_CELLS} times")
            self.seen.told.update(dict.fromkeys(product(rows, columns), words or self.said.strip()))

    def mark(self, column: int) -> None:
        """Notes a cell that is struck through, or merged with those below it."""
        if self.said and self.cell.get("style-name") in self.struck:
            self.seen.struck.add(self.row)
        high, wide = (int(self.cell.get(f"number-{way}-spanned", "1")[:10]) for way in ("rows", "columns"))
        if high > 1:
            self.seen.spans.append(((self.row - 1, column - 1), (self.row + high - 2, column + wide - 2)))

    def words(self, words: str) -> None:
        if len(self.said) < _LONG:
            self.said += words
            self.runs.append((words, self.spans[-1]))


def _times(given: dict[str, str], what: str) -> int:
    return int(given.get(f"number-{what}-repeated", "1")[:10])
