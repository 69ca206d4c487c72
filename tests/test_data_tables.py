"""CSV and xlsx: the same items as in YAML, each cell with its place."""

from __future__ import annotations

import zipfile

import pytest

from generator.data.building.kinds import parse_kind
from generator.data.reading.tables import read_table

FIELDS = {
    "name": parse_kind("text"),
    "cost": parse_kind("integer"),
    "size": parse_kind("number"),
    "rare": parse_kind("flag"),
    "cells": parse_kind("list of term suit"),
    "caps": parse_kind("map of integer by term suit"),
    "word": parse_kind("word"),
}


def table(tmp_path, text, name="items.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    document, findings = read_table(path, name, FIELDS)
    return document, [f"{f.mark.line}:{f.mark.column} {f.code}" for f in findings]


def test_cells_become_what_their_kind_says(tmp_path):
    text = "id,qty,name.ja,name.en,cost,size,rare,cells,caps,word\n"
    text += "farm,2,農場,Farm,3,1.5,true,sun;moon,sun=2; moon=3,007\n"
    document, findings = table(tmp_path, text)
    assert findings == []
    assert document.data == [
        {
            "id": "farm",
            "count": 2,
            "name": {"ja": "農場", "en": "Farm"},
            "cost": 3,
            "size": 1.5,
            "rare": True,
            "cells": ["sun", "moon"],
            "caps": {"sun": 2, "moon": 3},
            "word": "007",
        }
    ]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_spreadsheet_is_understood(tmp_path, sign, encoding, line_end):
    text = f'id{sign}name{sign}cost\nfarm{sign}"農{sign}""場"""{sign}3\n\nmill{sign}風車{sign}\n'.replace(
        "\n", line_end
    )
    document, findings = table(tmp_path, text.encode(encoding))
    assert findings == []
    assert document.data == [{"id": "farm", "name": f'農{sign}"場"', "cost": 3}, {"id": "mill", "name": "風車"}]


def test_every_cell_has_its_place(tmp_path):
    document, _ = table(tmp_path, 'id,name,cost\nfarm,"two\nlines",3\nmill,x,4\n')
    farm, mill = document.data
    assert (farm.mark("cost").line, farm.mark("cost").column) == (3, 8)
    assert (mill.mark("name").line, mill.mark("name").column) == (4, 6)
    assert farm["name"] == "two\nlines"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,cost\nfarm,1,2\n", ["2:8 Y021"]),
        ("id,cost,cost\nfarm,1,2\n", ["1:9 Y022"]),
        ('id,name\nfarm,"x\nmill,y\n', ["2:6 Y023"]),
        ("id,\nfarm,1\n", ["1:4 Y024"]),
        ("", ["1:1 Y020"]),
        ("id\0\n", ["1:3 Y003"]),
        (b"\x81\xff\xfe", ["1:1 Y002"]),
    ],
)
def test_faults_of_tables(tmp_path, text, expected):
    assert table(tmp_path, text)[1] == expected


def workbook(path, rows):
    """The smallest xlsx: inline strings and numbers."""

    def cell(value):
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    body = "".join(f'<row r="{y}">{"".join(map(cell, row))}</row>' for y, row in enumerate(rows, 1))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.'
            f'openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{kinds}.'
            f'sheet.main+xml"/><Override PartName="/xl/s.xml" ContentType="{kinds}.worksheet+xml"/></Types>',
        )
        relation = (
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" Type="{office}/%s" Target="%s"/>'
        )
        out.writestr("_rels/.rels", relation % ("officeDocument", "xl/workbook.xml") + "</Relationships>")
        out.writestr("xl/_rels/workbook.xml.rels", relation % ("worksheet", "s.xml") + "</Relationships>")
        out.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}" xmlns:r="{office}">'
            '<sheets><sheet name="s" sheetId="1" r:id="r"/></sheets></workbook>',
        )
        out.writestr("xl/s.xml", f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>')


def test_a_workbook_is_read(tmp_path):
    workbook(tmp_path / "items.xlsx", [["id", "count", "name", "cost"], ["farm", 2, "農場", 3]])
    document, findings = read_table(tmp_path / "items.xlsx", "items.xlsx", FIELDS)
    assert findings == []
    assert document.data == [{"id": "farm", "count": 2, "name": "農場", "cost": 3}]
    mark = document.data[0].mark("name")
    assert (mark.line, mark.column, mark.sheet, mark.cell) == (2, 3, "s", "C2")


@pytest.mark.parametrize("raw", [b"", b"not a zip", b"PK\x03\x04broken"])
def test_a_broken_workbook_is_told(tmp_path, raw):
    (tmp_path / "items.xlsx").write_bytes(raw)
    document, findings = read_table(tmp_path / "items.xlsx", "items.xlsx", FIELDS)
    assert document is None
    assert [f.code for f in findings] == ["Y020"]
