"""CSV and xlsx -> items, as if they had been written in YAML.

Takes a table whose first row names the columns: `id`, `count` (or `qty`), field names, `name.ja` for a language of a
text, `accept` for findings that the row takes as they are. Gives a `Document` whose data is a list of mappings; words
become numbers and flags where the field's kind asks for it. Promise: every cell keeps its line and column (xlsx: sheet,
row and number of the column).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from generator.data.model import Accepted, FieldKind
from generator.data.reading.document import Document, List, Map, Source, Spans
from generator.data.reading.encoding import MAX_WORDS, strange_characters, too_long
from generator.data.reading.load import (
    LARGEST,
    MAX_BYTES,
    MAX_DESIGNS,
    MAX_DIGITS,
    MAX_NODES,
    crowded,
    unreadable,
)
from generator.diagnostics.findings import Fault, Finding, Mark, near
from generator.project import Project, read_plain

MAX_COLUMNS = 1_000
Plain: TypeAlias = "str | int | float"

ACCEPT = "accept"
"""The column that accepts findings, unless the set has a field of that name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell and its place; `value` is words, or a number or a flag from xlsx."""

    value: Plain
    mark: Mark


Rows: TypeAlias = "list[list[Cell]]"


def read_table(
    path: Path,
    file: str,
    fields: Mapping[str, FieldKind],
    project: Project | None = None,
    beside: Collection[str] | None = None,
) -> tuple[Document | None, list[Finding]]:
    """The items in a CSV or xlsx file of `project`; `file` is its name in findings, `beside` are columns
    that are none of `fields` (None: any may be). None if nothing can be used."""
    try:
        raw = project.read(path, MAX_BYTES) if project else read_plain(path, MAX_BYTES)
    except OSError as error:
        return None, [unreadable("Y020", "the table", file, error)]
    if len(raw) > MAX_BYTES:
        message = f"the table has more than {MAX_BYTES} bytes, which is the most that is read"
        return None, [Finding("Y008", Mark(file), message, "split the table into two files")]
    if path.suffix.lower() in (".xlsx", ".ods"):
        rows, findings, text = *_workbook_rows(raw, file), ""
    else:
        rows, findings, text = _csv_rows(raw, file)
    if rows is None:
        return None, findings
    if len(rows) > MAX_DESIGNS + 1:
        return None, [crowded(rows[MAX_DESIGNS + 1][0].mark)]
    if beside is not None and rows:
        rows[0] = _known(rows[0], fields, beside, findings)
        if "id" not in [cell.value for cell in rows[0]]:
            message = "the first row names no column `id`"
            hint = "name the columns in the first row: `id`, `count`, fields"
            return None, [Finding("D002", _top(rows), message, hint)]
    return _items(rows, fields, file, text, findings), findings


def _csv_rows(raw: bytes, file: str) -> tuple[Rows | None, list[Finding], str]:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return None, [Finding("Y002", Mark(file, 1, 1), "the table is UTF-16, not UTF-8", "save it as CSV, UTF-8")], ""
    for encoding in ("utf-8-sig", "cp932"):
        try:
            text = raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
            break
        except UnicodeDecodeError:
            continue
    else:
        return (
            None,
            [Finding("Y002", Mark(file, 1, 1), "the table is neither UTF-8 nor Shift_JIS", "save it as UTF-8")],
            "",
        )
    strange = list(strange_characters(text, file))
    if strange:
        return None, strange, ""
    head = text.split("\n", 1)[0]
    sign = max("\t;,", key=head.count)
    if head.count(sign) > MAX_COLUMNS or text.count(sign) + text.count("\n") > MAX_NODES:
        return None, [_too_many(file)], ""
    rows, findings = _split(text, file, sign)
    return rows, findings, text


def _too_many(file: str) -> Finding:
    message = f"the table has more than {MAX_COLUMNS} columns, or {MAX_NODES} cells"
    return Finding("Y009", Mark(file, 1, 1), message, "split the table into two files")


def _split(text: str, file: str, sign: str) -> tuple[Rows, list[Finding]]:
    """Rows of cells, each with the place where it starts; blank rows are left out."""
    cell = re.compile(rf'[ ]*"((?:[^"]|"")*)"[ ]*(?=[{sign}\n]|\Z)|([^{sign}\n]*)')
    rows: Rows = [[]]
    findings = []
    at, line, start = 0, 1, 0
    while at <= len(text):
        found = cell.match(text, at)
        if found is None:  # the second choice fits always
            break
        mark = Mark(file, line, at - start + 1, max(1, found.end() - at))
        words = found.group(1).replace('""', '"') if found.group(1) is not None else found.group(2).strip()
        if found.group(1) is None and words.startswith('"'):
            hint = 'write `"` at its end; a quotation mark inside is written twice'
            findings.append(Finding("Y023", mark, 'a cell starts with `"` and does not end', hint))
        if len(words) > MAX_WORDS:
            findings.append(too_long(mark, words))
            words = "..."
        rows[-1].append(Cell(words, mark))
        breaks = found.group().count("\n")
        if breaks:
            line, start = line + breaks, text.rfind("\n", 0, found.end()) + 1
        at = found.end() + 1
        if text[at - 1 : at] == "\n":
            line, start = line + 1, at
            rows.append([])
    return [r for r in rows if any(c.value for c in r)], findings


def _workbook_rows(raw: bytes, file: str) -> tuple[Rows | None, list[Finding]]:
    from generator.data.reading.workbook import workbook_cells

    try:
        sheet, rows = workbook_cells(raw, file)
    except Fault as fault:
        return None, list(fault.findings)
    places = [[Mark(file, y + 1, x + 1, sheet=sheet) for x in range(len(row))] for y, row in enumerate(rows)]
    cells = [[Cell(_plain(v), m) for v, m in zip(*row, strict=True)] for row in zip(rows, places, strict=True)]
    found = [r for r in cells if any(c.value != "" for c in r)]
    return (found, []) if found else (None, [_empty(Mark(file, 1, 1, sheet=sheet))])


def _plain(value: object) -> Plain:
    """3.0 is how a workbook says 3; dates and times are words."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, (bool, int, float)) else str(value).strip()


def _items(
    rows: Rows, fields: Mapping[str, FieldKind], file: str, text: str, findings: list[Finding]
) -> Document | None:
    if not rows:
        findings.append(_empty(Mark(file, 1, 1)))
        return None
    source = Source(file, text)
    head, items = _head(rows[0], findings), []
    accepts = tuple(_accepted(head, rows[1:])) if ACCEPT in head and ACCEPT not in fields else ()
    head = [name if name != ACCEPT or ACCEPT in fields else "" for name in head]
    for row in rows[1:]:
        for cell in row[len(rows[0]) :]:
            if cell.value != "":
                message = f"the row has {len(row)} cells, the first row names {len(rows[0])}"
                findings.append(Finding("Y021", cell.mark, message, "put words that hold a comma in double quotes"))
                break
        items.append(_item(head, row, fields, source))
    spans: Spans = {i: (r[0].mark, r[0].mark) for i, r in enumerate(rows[1:])}
    return Document(source, List(source, _top(rows), spans, items), accepts)


def _top(rows: Rows) -> Mark:
    return replace(rows[0][0].mark, line=1, column=1, length=1)


def _empty(mark: Mark) -> Finding:
    return Finding("Y020", mark, "the table is empty", "name the columns in the first row")


def _accepted(head: list[str], rows: Rows) -> Iterator[Accepted]:
    """What the rows accept: one finding a line of the cell, or after a semicolon."""
    column = head.index(ACCEPT)
    for row in rows:
        cell = row[column] if column < len(row) else None
        last = row[-1].mark.line + str(row[-1].value).count("\n")
        for words in re.split(r"\n|;(?=\s*[A-Za-z][0-9]{3}\b)", str(cell.value)) if cell else ():
            if cell and words.strip():
                yield Accepted(words.strip(), cell.mark, row[0].mark.line, last)


def _head(row: list[Cell], findings: list[Finding]) -> list[str]:
    """The columns' names; a column that is left out has none."""
    names: list[str] = []
    for cell in row:
        name = str(cell.value).strip()
        if name and name in names:
            findings.append(Finding("Y022", cell.mark, f"the column `{name}` stands twice", "rename or delete one"))
            name = ""
        elif not name:
            findings.append(
                Finding("Y024", cell.mark, "a column has no name", "name it in the first row, or delete it")
            )
        names.append({"qty": "count"}.get(name, name))
    return names


def _known(
    row: list[Cell], fields: Mapping[str, FieldKind], beside: Collection[str], findings: list[Finding]
) -> list[Cell]:
    """The first row; a column that no field has is told once, here, and read as the one that was surely meant."""
    known, said = {*fields, *beside, "qty", ACCEPT}, {str(cell.value).strip() for cell in row}
    cells = []
    for cell in row:
        name = str(cell.value).strip()
        field, _, language = name.partition(".")
        right = name if not name or field in known else _meant(name, field, language, known, said)
        if name and field not in known:
            hint = f"did you mean `{right}`?" if right != name else ""
            hint = hint or f"declare it in `fields`: `{name}: text`, or delete the column"
            message = f"no field is called like the column `{name}`"
            findings.append(Finding("D001", cell.mark, message, hint, about=(name,)))
        cells.append(replace(cell, value=right))
    return cells


def _meant(name: str, field: str, language: str, known: Collection[str], said: Collection[str]) -> str:
    """The column that a name was surely meant to be; else the name itself."""
    parted = re.fullmatch(r"(.+?)[_ -]([A-Za-z]{2})", name)
    if parted and parted[1].lower() in known:  # `text_en` for `text.en`
        return f"{parted[1]}.{parted[2]}".lower()
    meant = near(field.lower(), [k for k in known if language or k not in said], 0.7)
    return (meant + (f".{language}" if language else "")) if meant else name


def _item(head: list[str], row: list[Cell], fields: Mapping[str, FieldKind], source: Source) -> Map:
    item = Map(source, row[0].mark)
    for name, cell in zip(head, row, strict=False):
        if not name or cell.value == "":
            continue
        field, _, language = name.partition(".")
        kind = fields.get(field)
        if not language:
            item[name] = _value(cell, kind, source)
            item.spans[name] = (cell.mark, cell.mark)
            continue
        words = item.setdefault(field, Map(source, cell.mark))
        if isinstance(words, Map):
            words[language] = str(cell.value)
            words.spans[language] = (cell.mark, cell.mark)
            item.spans.setdefault(field, (cell.mark, cell.mark))
    return item


def _value(cell: Cell, kind: FieldKind | None, source: Source) -> Plain | List | Map:
    """The cell's value as its kind wants it; what does not fit stays words, and is told later."""
    words = str(cell.value).strip()
    if kind is None:
        return int(words) if re.fullmatch(r"[0-9]{1,9}", words) else cell.value
    if kind.name == "list":
        members = [_one(w.strip(), kind.of) for w in words.split(";") if w.strip()]
        return List(source, cell.mark, dict.fromkeys(range(len(members)), (cell.mark, cell.mark)), members)
    if kind.name == "map":
        pairs = [w.partition("=") for w in words.split(";") if w.strip()]
        entries = {k.strip(): _one(v.strip(), kind.of) for k, _, v in pairs}
        return Map(source, cell.mark, dict.fromkeys(entries, (cell.mark, cell.mark)), entries)
    if isinstance(cell.value, bool) and kind.name == "flag":
        return cell.value
    return _one(words, kind)


def _plain_number(words: str) -> str:
    """Words of a number that YAML would read, too: neither `nan` nor `1_000`. Raises ValueError."""
    if "_" in words or len(words) > MAX_DIGITS or not abs(float(words)) <= LARGEST:
        raise ValueError(words)
    return words


def _one(words: str, kind: FieldKind | None) -> Plain:
    read = _READERS.get(kind.name) if kind is not None else None
    try:
        return read(words) if read is not None else words
    except (KeyError, ValueError):
        return words


_READERS: dict[str, Callable[[str], Plain]] = {
    "integer": lambda w: int(_plain_number(w)),
    "number": lambda w: int(w) if re.fullmatch(r"[-+]?[0-9]+", _plain_number(w)) else float(w),
    "flag": lambda w: {"true": True, "false": False}[w.lower()],
}
