"""xlsx and ods -> rows of plain values, after a look at what is in the file.

Takes the bytes of a workbook; gives the cells of its first sheet. Promise: a file of a few kilobytes that unpacks to
gigabytes, names a cell in the last row of the last column, or repeats one value a million times is refused before
anything of it is laid out in memory.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

from generator.diagnostics.findings import Fault, Finding, Mark

MAX_UNPACKED = 20_000_000
MAX_PARTS = 1_000
MAX_CELLS = 200_000
MAX_LETTERS = 20_000_000

_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, IndexError)
_CELL = re.compile(rb"""<(?:\w+:)?c\b((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_PLACE = re.compile(rb"""\br=["']([A-Z]{1,3})([0-9]{1,9})["']""")
_ROW = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br=["']([0-9]{1,9})["']""")
_SHARED = re.compile(rb"""t=["']s["'][^>]*>\s*<(?:\w+:)?v>([0-9]{1,9})<""")
_TIMES = re.compile(rb"""number-(?:columns|rows)-repeated=["']([0-9]+)["']""")


def workbook_cells(raw: bytes, file: str) -> tuple[str, list[list[object]]]:
    """The name of the first sheet, and its values, row by row. Raises `Fault` (Y008, Y020)."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        parts = _unpacked(raw, file)
        _look(parts, file)
        sheet = CalamineWorkbook.from_filelike(BytesIO(raw)).get_sheet_by_index(0)
        rows: list[list[object]] = [[*row] for row in sheet.to_python(skip_empty_area=False)]
    except (CalamineError, *_BROKEN) as error:
        raise _unreadable(file, str(error)) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what calamine throws at a file that it did not foresee
            raise
        raise _unreadable(file, "it is damaged") from None
    return sheet.name, rows


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
        if re.search(rb"<!(?:DOCTYPE|ENTITY)", data[:10_000]):
            raise _unreadable(file, "it holds a DOCTYPE")
        if b"sheetData" in data:
            wide, high, count = _extent(data)
            if max(wide * high, count) > MAX_CELLS:
                what = f"reaches over {wide} columns and {high} rows, at most {MAX_CELLS} cells are read"
                raise _too_big(file, what)
            said = (int(n) for n in _SHARED.findall(data))
            if sum(letters[n] for n in said if n < len(letters)) > MAX_LETTERS:
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
            wide, high = max(wide, _column(place[1])), max(high, int(place[2]))
    if unplaced:
        wide, high = max(wide, count), max(high, *map(int, _ROW.findall(sheet)), 1)
    return wide, high, count


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _repeats(content: bytes) -> Iterator[int]:
    """How many cells each row of an ods file stands for, if any of them has a value."""
    for row in content.split(b"<table:table-row")[1:]:
        head, _, cells = row.partition(b">")
        valued = [c for c in cells.split(b"<table:table-cell")[1:] if not c.partition(b">")[0].endswith(b"/")]
        if valued:
            yield _times(head) * sum(_times(c.partition(b">")[0]) for c in cells.split(b"<table:table-cell")[1:])


def _times(tag: bytes) -> int:
    found = _TIMES.search(tag)
    return int(found[1][:10]) if found else 1
