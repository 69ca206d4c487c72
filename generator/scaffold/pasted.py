"""Pictures that lie on the rows of a workbook, or in its cells -> files beside it, called as what these rows say first.

Takes an xlsx or ods. Promise: what a workbook shows is taken as pictures beside a table are; one without pictures stays
where it is, and what cannot be read of one is left to those who read it.
"""

from __future__ import annotations

import atexit
import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from posixpath import basename, dirname, join, normpath
from shutil import rmtree
from tempfile import mkdtemp
from xml.etree import ElementTree

from generator.data.reading.folders import ABOVE, ENDINGS
from generator.data.reading.grid import LONGEST
from generator.data.reading.packed import parts_in
from generator.data.reading.workbook import BROKEN, workbook_grid
from generator.diagnostics.findings import Fault
from generator.project import BOOKS, read_plain
from generator.scaffold.sizes import MOST_BYTES

_FOLDER, _MEDIA = "pictures", ("xl/media/", "Pictures/")
_MOST = 300_000_000
"""So many bytes of pictures are taken."""
_Element = ElementTree.Element
_Placed = tuple[str, int, str]
"""The sheet, the row (from 1) and the part of the file that the picture is."""


@lru_cache(maxsize=16)
def pasted_beside(table: Path) -> list[Path]:
    """A folder, there until we end, with the pictures on the rows of a workbook in one below; none without any."""
    if table.suffix.lower() not in BOOKS or not table.is_file():
        return []
    try:
        raw = read_plain(table, MOST_BYTES)
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            has_any = any(name.startswith(_MEDIA) for name in archive.namelist())
            placed = [*_placed(parts_in(raw, table.name))] if has_any else []
            pictures = dict(_named(raw, table.name, placed, archive))
    except (Fault, *BROKEN, LookupError, NotImplementedError):
        return []
    if not pictures:
        return []
    folder = Path(mkdtemp(prefix="pnp-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    (folder / _FOLDER).mkdir()
    for name, data in pictures.items():
        (folder / _FOLDER / name).write_bytes(data)
    return [folder]


def _named(raw: bytes, file: str, placed: list[_Placed], archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Of each row the largest of its pictures, by what the row says first."""
    rows: dict[tuple[str, int], list[zipfile.ZipInfo]] = {}
    for sheet, row, part in placed:
        rows.setdefault((sheet, row), []).append(archive.getinfo(part))
    left, said = _MOST, dict[tuple[str, int], str]()
    for sheet in dict.fromkeys(sheet for sheet, _ in rows):
        for line in workbook_grid(raw, file, sheet).rows:
            words = (words for value in line.values if len(words := str(value).strip()) < LONGEST)
            said[sheet, line.number] = next((w for w in words if any(map(str.isalpha, w)) and w[0] != "#"), "")
    for key, found in rows.items():
        info = max(found, key=lambda part: part.file_size)
        name = re.split(r"[/\\]", said.get(key, ""))[-1].strip(" .")  # as names of pictures are looked up
        left -= info.file_size
        suffix, is_called = Path(info.filename).suffix.lower(), bool(name) and name.isprintable() and left >= 0
        if is_called and suffix in ENDINGS:
            yield name + suffix, archive.read(info)


# ---- where pictures lie ----


def _placed(parts: Mapping[str, bytes]) -> Iterator[_Placed]:
    if "content.xml" in parts:
        yield from _in_ods(_read(parts, "content.xml"))
        return
    links, inner = _links(parts, "xl/workbook.xml"), _in_cells(parts)
    for sheet in _all(_read(parts, "xl/workbook.xml"), "sheet"):
        name, part = sheet.get("name", ""), links.get(_own(sheet, "id"), "")
        page, beside = _read(parts, part), _links(parts, part)
        for cell in _all(page, "c") if inner else ():
            if found := inner.get(cell.get("vm", "")):
                yield name, int("".join(filter(str.isdecimal, cell.get("r", "0")))), found
        for drawing in _all(page, "drawing"):
            shown = beside.get(_own(drawing, "id"), "")
            files = _links(parts, shown)
            for anchor in _read(parts, shown):
                rows = [row.text or "0" for start in _all(anchor, "from") for row in _all(start, "row")]
                blips = [files.get(_own(blip, "embed"), "") for blip in _all(anchor, "blip")]
                yield from ((name, int(row) + 1, blip) for row, blip in zip(rows, blips, strict=False) if blip)


def _in_cells(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The pictures that are values of cells, by what these say: the number of a value, of a rich one, of a link."""
    meta = _read(parts, "xl/metadata.xml")
    values = [int(_own(rc, "v") or 0) for all_ in _all(meta, "valueMetadata") for rc in _all(all_, "rc")]
    rich = [int(_own(one, "i") or 0) for one in _all(meta, "rvb")]
    linked = [
        int(next(iter(value), value).text or 0) for value in _all(_read(parts, "xl/richData/rdrichvalue.xml"), "rv")
    ]
    home = "xl/richData/richValueRel.xml"
    files, names = _links(parts, home), [_own(rel, "id") for rel in _all(_read(parts, home), "rel")]
    found = {
        str(n): files.get(names[linked[rich[v]]], "") for n, v in enumerate(values, 1) if rich and linked and names
    }
    return {n: file for n, file in found.items() if file}


def _in_ods(content: _Element) -> Iterator[_Placed]:
    for table in _all(content, "table"):
        number = 0
        for row in _all(table, "table-row"):
            for image in _all(row, "image"):
                yield _own(table, "name"), number + 1, _own(image, "href").removeprefix("./")
            number += int(_own(row, "number-rows-repeated") or 1)


def _read(parts: Mapping[str, bytes], name: str) -> _Element:
    return ElementTree.fromstring(parts.get(name, b"<x/>"))  # noqa: S314 (no DOCTYPE gets here)


def _links(parts: Mapping[str, bytes], name: str) -> dict[str, str]:
    """What a part of an xlsx names: the parts of the file, by their keys."""
    home, links = dirname(name), _read(parts, f"{dirname(name)}/_rels/{basename(name)}.rels")
    return {one.get("Id", ""): normpath(join("/", home, one.get("Target", ""))).lstrip("/") for one in links}


def _all(element: _Element, tag: str) -> Iterator[_Element]:
    """All elements below that are called so, in whatever namespace."""
    return (one for one in element.iter() if one.tag.rpartition("}")[2] == tag)


def _own(element: _Element, name: str) -> str:
    """An attribute, in whatever namespace."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def picture_homes(table: Path) -> list[Path]:
    """The folders that the pictures of a table are named from."""
    return [*pasted_beside(table), table.parent, *table.resolve().parents[1 : ABOVE + 1]]
