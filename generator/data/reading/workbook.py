"""xlsx and ods -> `Grid`, after a look at what is in the file.

Takes the bytes of a workbook; gives one of its sheets as a `Grid`. Promise: a file of a few kilobytes that unpacks to
gigabytes, names a cell in the last row of the last column, or repeats one value a million times is refused before
anything of it is laid out in memory.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime, time
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.parsers import expat

from generator.data.reading.grid import Grid, letters, number_of, plain
from generator.diagnostics.findings import Fault, Finding, Mark, ranges
from generator.values import dataclass, field

if TYPE_CHECKING:
    from python_calamine import CalamineSheet
_ERROR = re.compile(r"#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:[0-9]{3}")


@dataclass(slots=True)
class Aside:
    """`faults`: cells that show an error, with its name; "" for a formula that was never worked out."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)


def aside_of(parts: dict[str, bytes], sheet: str) -> Aside:
    """Raises `ValueError` for what is no XML."""
    is_ods = "content.xml" in parts
    data = parts["content.xml"] if is_ods else parts.get(_part(parts, sheet), b"")
    reader = _Ods(sheet) if is_ods else _Xlsx()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: reader.start(
        _local(name), {_local(k): v for k, v in given.items()}
    )
    parser.EndElementHandler = lambda name: reader.end(_local(name))
    parser.CharacterDataHandler = reader.words
    try:
        if data:
            parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(str(error)) from None
    return reader.aside


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _part(parts: dict[str, bytes], sheet: str) -> str:
    """The part of an xlsx file that holds a sheet."""
    try:
        book = ElementTree.fromstring(parts.get("xl/workbook.xml", b"<x/>"))  # noqa: S314 (no DOCTYPE gets here)
        links = ElementTree.fromstring(parts.get("xl/_rels/workbook.xml.rels", b"<x/>"))  # noqa: S314
    except ElementTree.ParseError as error:
        raise ValueError(str(error)) from None
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    for element in book.iter():
        if element.tag.endswith("}sheet") and element.get("name") == sheet:
            key = next((value for name, value in element.items() if name.endswith("}id")), "")
            target = targets.get(key, "")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return ""


class _Xlsx:
    """One walk over a sheet."""

    def __init__(self) -> None:
        self.aside, self.row, self.column = Aside(), 0, 0
        self.kind, self.has_formula, self.has_value, self.inside, self.said = "", False, False, False, ""

    def start(self, name: str, given: dict[str, str]) -> None:
        if name == "c":
            place = re.fullmatch(r"([A-Z]{1,3})([0-9]{1,7})", given.get("r", ""))
            self.column = number_of(place[1]) if place else self.column + 1
            self.kind, self.has_formula, self.has_value, self.said = given.get("t", ""), False, False, ""
        elif name == "row":
            self.row, self.column = int(given.get("r", self.row + 1)), 0
            self.aside.rows |= {self.row} if _is_on(given.get("hidden")) else set()
        elif name == "col" and _is_on(given.get("hidden")):
            self.aside.columns.update(range(int(given["min"]), min(int(given["max"]), 20_000) + 1))
        elif name == "f":
            self.has_formula = True
        elif name in ("v", "t"):
            self.inside = True

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.inside = False
        elif name == "c" and self.kind == "e":
            self.aside.faults[self.row, self.column] = self.said.strip() or "#ERROR"
        elif name == "c" and self.has_formula and not self.said and self.kind != "str":
            self.aside.faults[self.row, self.column] = ""

    def words(self, words: str) -> None:
        if self.inside and len(self.said) < 100:
            self.said += words


class _Ods:
    """One walk over all sheets, with an eye on one."""

    def __init__(self, sheet: str) -> None:
        self.aside, self.sheet, self.here = Aside(), sheet, False
        self.row = self.column = self.width = 0
        self.cell: dict[str, str] = {}
        self.said = ""

    def start(self, name: str, given: dict[str, str]) -> None:
        if name == "table":
            self.here, self.row, self.width = given.get("name") == self.sheet, 0, 0
        if not self.here:
            return
        if name == "table-column":
            self.width = self.hide(given, "columns", self.width, self.aside.columns)
        elif name == "table-row":
            self.row, self.column = self.hide(given, "rows", self.row, self.aside.rows), 0
        elif name in ("table-cell", "covered-table-cell"):
            self.cell, self.said = given, ""

    def hide(self, given: dict[str, str], what: str, at: int, hidden: set[int]) -> int:
        """Counts rows or columns, and notes those that are hidden."""
        times = _times(given, what)
        if given.get("visibility", "visible") != "visible":
            hidden.update(range(at + 1, at + min(times, 20_000) + 1))
        return at + times

    def end(self, name: str) -> None:
        if not self.here or name not in ("table-cell", "covered-table-cell"):
            return
        formula, times = self.cell.get("formula", ""), _times(self.cell, "columns")
        error = _ERROR.fullmatch(self.said.strip()) if formula else None
        if error or (formula and "value-type" not in self.cell and not self.said):
            self.aside.faults[self.row, self.column + 1] = error[0] if error else ""
        self.column += times

    def words(self, words: str) -> None:
        if self.here and len(self.said) < 100:
            self.said += words


def _times(given: dict[str, Any], what: str) -> int:
    return int(given.get(f"number-{what}-repeated", "1")[:10])


def _is_on(word: str | None) -> bool:
    return word in ("1", "true")


MAX_UNPACKED = 20_000_000
MAX_PARTS = 1_000
MAX_CELLS = 200_000
MAX_LETTERS = 20_000_000

_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, IndexError)
_CELL = re.compile(rb"""<(?:\w+:)?c\b((?:[^<>"']++|"[^<"]*+"|'[^<']*+')*+)>""")  # no tag is looked through twice
_PLACE = re.compile(rb"""\br=["']([A-Z]{1,3})([0-9]{1,9})["']""")
_ROW = re.compile(rb"""<(?:\w+:)?row\b[^<>]*?\br=["']([0-9]{1,9})["']""")
_SHARED = re.compile(rb"""\bt=["']s["']""")
_VALUE = re.compile(rb"""\s*+<(?:\w+:)?v>([0-9]{1,9})<""")
_TIMES = re.compile(rb"""number-(?:columns|rows)-repeated=["']([0-9]+)["']""")


def workbook_grid(raw: bytes, file: str, wanted: str = "", at: Mark | None = None) -> Grid:
    """A sheet: the one that is `wanted` (said at `at`), else the first that is in sight and holds something.

    Raises `Fault` (Y008, Y020, Y032)."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        parts = _unpacked(raw, file)
        _look(parts, file)
        book = CalamineWorkbook.from_filelike(BytesIO(raw))
        shown = [s.name for s in book.sheets_metadata if str(s.visible).endswith(".Visible")] or book.sheet_names
        if wanted:
            shown = [_named(wanted, book.sheet_names, at or Mark(file))]
        for name in shown:
            sheet = book.get_sheet_by_name(name)
            values: list[list[object]] = [[*row] for row in sheet.to_python(skip_empty_area=False)]
            if any(_value(v) != "" for row in values for v in row):
                break
        aside = aside_of(parts, name)
        grid = Grid(file, [], sheet=name)
        for y, row in _filled(values, sheet, aside):
            grid.add(y, row, [n for x in range(1, len(row) + 1) for n in (y, x, 1)])
    except (CalamineError, *_BROKEN) as error:
        raise _unreadable(file, str(error)) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what calamine throws at a file that it did not foresee
            raise
        raise _unreadable(file, "it is damaged") from None
    others = [other for other in book.sheet_names if other != name]
    if others and not wanted:
        grid.notes.append(f"the sheet {name} is read, not {', '.join(others)}: `sheet` in `from` says which")
    _tell(grid, aside)
    return grid


def _named(wanted: str, names: Sequence[str], at: Mark) -> str:
    found = [n for n in names if n == wanted] or [n for n in names if plain(n) == plain(wanted)]
    if not found:
        hint = f"write one of its sheets: {', '.join(f'`{n}`' for n in names[:20])}"
        raise Fault(Finding("Y032", at, f"the workbook has no sheet `{wanted}`", hint, about=(wanted,)))
    return found[0]


def _filled(values: list[list[object]], sheet: CalamineSheet, aside: Aside) -> Iterator[tuple[int, list[Any]]]:
    """The rows that are not blank, by their number; cells that are merged over several rows say the same in each."""
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        if left == right and 0 < bottom - top < len(values) and bottom < len(values) and left < len(values[top]):
            aside.merged.append(f"{letters(left)}{top + 1}:{letters(left)}{bottom + 1}")
            for row in values[top + 1 : bottom + 1]:
                row[left] = values[top][left]
    rows: list[list[Any]] = [list(map(_value, row)) for row in values]
    for (y, x), words in aside.faults.items():
        if y <= len(rows) and x <= len(rows[y - 1]):
            rows[y - 1][x - 1] = words or "= without a value"
    return ((y, row) for y, row in enumerate(rows, 1) if any(value != "" for value in row))


def _value(value: object) -> str | int | float:
    """3.0 is how a workbook says 3; dates and times are words."""
    if isinstance(value, float):
        value = float(f"{value:.15g}")  # what a spreadsheet shows of it
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value if isinstance(value, (bool, int)) else str(value).strip()


def _tell(grid: Grid, aside: Aside) -> None:
    hidden = aside.rows & {row.number for row in grid.rows}
    if hidden:
        grid.notes.append(
            f"row{'s' * (len(hidden) > 1)} {ranges(hidden)}: hidden or filtered out, and read as any other"
        )
    wide = max((len(row.values) for row in grid.rows), default=0)
    columns = [letters(x - 1) for x in sorted(aside.columns) if x <= wide]
    if columns:
        grid.notes.append(f"column{'s' * (len(columns) > 1)} {', '.join(columns)}: hidden, and read as any other")
    if aside.merged:
        grid.notes.append(f"{', '.join(aside.merged[:5])}: merged, and read as the same in each row")


def _unreadable(file: str, reason: str) -> Fault:
    message = f"the workbook cannot be read: {reason.lower()[:80]}"
    return Fault(Finding("Y020", Mark(file), message, "save it as .xlsx, or as CSV"))


def _too_big(file: str, what: str) -> Fault:
    hint = "keep only the items in it: delete the empty rows and columns, or save it as CSV"
    return Fault(Finding("Y008", Mark(file), f"the workbook {what}", hint))


def _unpacked(raw: bytes, file: str) -> dict[str, bytes]:
    """The parts of the file, all together bounded, whatever the file says of their sizes."""
    parts: dict[str, bytes] = {}
    left = MAX_UNPACKED
    with zipfile.ZipFile(BytesIO(raw)) as archive:
        if len(archive.infolist()) > MAX_PARTS:
            raise _too_big(file, f"has more than {MAX_PARTS} parts")
        for info in archive.infolist():
            with archive.open(info) as part:
                data = part.read(left + 1)
            left -= len(data)
            if left < 0:
                raise _too_big(file, f"unpacks to more than {MAX_UNPACKED} bytes")
            parts[info.filename] = data
    return parts


def _look(parts: dict[str, bytes], file: str) -> None:
    """Refuse sheets that are larger laid out than written."""
    letters = [len(words) for part in parts.values() if b"<sst" in part[:1_000] for words in part.split(b"</si>")]
    for name, data in parts.items():
        if re.search(rb"<!(?:DOCTYPE|ENTITY)", data):
            raise _unreadable(file, "it holds a DOCTYPE")
        if b"sheetData" in data:
            wide, high, count = _extent(data)
            if max(wide * high, count) > MAX_CELLS:
                what = f"reaches over {wide} columns and {high} rows, at most {MAX_CELLS} cells are read"
                raise _too_big(file, what)
            if sum(letters[n] for n in _shared(data) if n < len(letters)) > MAX_LETTERS:
                raise _too_big(file, f"says more than {MAX_LETTERS} characters")
        elif name == "content.xml" and sum(_repeats(data)) > MAX_CELLS:
            raise _too_big(file, f"repeats its cells more than {MAX_CELLS} times")


def _extent(sheet: bytes) -> tuple[int, int, int]:
    """The last column and row with a value, and the number of cells."""
    wide = high = count = 0
    unplaced = False
    for found in _CELL.finditer(sheet):
        if found[1].endswith(b"/"):
            continue
        count += 1
        place = _PLACE.search(found[1])
        unplaced = unplaced or place is None
        if place is not None:
            wide, high = max(wide, number_of(place[1].decode())), max(high, int(place[2]))
    if unplaced:
        wide, high = max(wide, count), max(high, *map(int, _ROW.findall(sheet)), 1)
    return wide, high, count


def _shared(sheet: bytes) -> Iterator[int]:
    """The numbers of the words that cells share with others."""
    for found in _CELL.finditer(sheet):
        value = _VALUE.match(sheet, found.end()) if _SHARED.search(found[1]) else None
        if value:
            yield int(value[1])


def _repeats(content: bytes) -> Iterator[int]:
    """How many cells each row of an ods file stands for, if any of them has a value."""
    for row in content.split(b"<table:table-row")[1:]:
        head, _, cells = row.partition(b">")
        all_ = cells.split(b"<table:table-cell")[1:]
        valued = [c for c in all_ if not c.partition(b">")[0].endswith(b"/")]
        if valued:
            yield _cell_times(head) * sum(
                _cell_times(c.partition(b">")[0]) for c in cells.split(b"<table:table-cell")[1:]
            )


def _cell_times(tag: bytes) -> int:
    found = _TIMES.search(tag)
    return int(found[1][:10]) if found else 1
