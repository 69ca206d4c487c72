"""What a workbook says beside the values of a sheet: hidden rows and columns, errors, formulas without a value.

Takes the unpacked parts of an xlsx or ods file and the name of a sheet; gives an `Aside`, rows and columns from 1.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from generator.data.reading.grid import number_of
from generator.values import dataclass, field

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
