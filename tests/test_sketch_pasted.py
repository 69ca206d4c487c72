"""`pnp new --from` a workbook on whose rows, or in whose cells, pictures lie."""

from __future__ import annotations

import io
import json
import struct
import zipfile

import pytest
from PIL import Image

from tests.test_cli_user import run
from tests.test_data_tables import OFFICE, PACKAGE, sheet_of, workbook
from tests.test_hostile_tables import ods, ods_row

NAMES = ("Red Fox", "Owl/Night", "Bear")
ROWS = [["Picture", "Name", "Cost", "Text"], *(["", name, n, f"Draw {n} cards."] for n, name in enumerate(NAMES, 2))]
RICH = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"


def picture(n):
    made = io.BytesIO()
    Image.new("RGB", (900, 600), (80 * n, 90, 40)).save(made, "PNG")
    return made.getvalue()


def links(*targets):
    one = '<Relationship Id="r{0}" Type="' + OFFICE + '/image" Target="{1}"/>'
    inner = "".join(one.format(n, target) for n, target in enumerate(targets))
    return f'<Relationships xmlns="{PACKAGE}/relationships">{inner}</Relationships>'


def with_parts(path, parts):
    with zipfile.ZipFile(path, "a") as book:
        for name, data in parts.items():
            book.writestr(name, data)
        for n in range(3):
            book.writestr(f"xl/media/image{n}.png", picture(n))


def over_cells(path):
    """As Excel and LibreOffice lay pictures on a sheet."""
    sheet = sheet_of(ROWS).replace("</worksheet>", f'<drawing xmlns:r="{OFFICE}" r:id="r0"/></worksheet>')
    workbook(path, [], {"Animals": sheet})
    anchors = "".join(
        f"<x:twoCellAnchor><x:from><x:col>0</x:col><x:row>{n + 1}</x:row></x:from><x:to><x:row>{n + 9}</x:row></x:to>"
        f'<x:pic><a:blip r:embed="r{n}"/></x:pic></x:twoCellAnchor>'
        for n in range(3)
    )
    drawing = f'<x:wsDr xmlns:x="urn:x" xmlns:a="urn:a" xmlns:r="{OFFICE}">{anchors}</x:wsDr>'
    media = links(*(f"../media/image{n}.png" for n in range(3)))
    with_parts(
        path,
        {
            "xl/_rels/s0.xml.rels": links("drawings/d.xml"),
            "xl/drawings/d.xml": drawing,
            "xl/drawings/_rels/d.xml.rels": media,
        },
    )


def in_cells(path):
    """As Excel places them in cells: the values are errors for programs that know of none."""
    sheet = sheet_of(ROWS)
    for n in range(2, 5):
        before = f'<c r="A{n}"'
        end = sheet.index("</c>", sheet.index(before)) + 4 if before in sheet else sheet.index(f'<c r="B{n}"')
        start = sheet.index(before) if before in sheet else end
        cell = f'<c r="A{n}" t="e" vm="{n - 1}"><v>#VALUE!</v></c>'
        sheet = sheet[:start] + cell + sheet[end:]
    workbook(path, [], {"Animals": sheet})
    future = "".join(f'<bk><ext><xr:rvb i="{n}"/></ext></bk>' for n in range(3))
    values = "".join(f'<bk><rc t="1" v="{n}"/></bk>' for n in range(3))
    meta = f"<metadata><futureMetadata>{future}</futureMetadata><valueMetadata>{values}</valueMetadata></metadata>"
    rels = "".join(f'<rel r:id="r{n}"/>' for n in range(3))
    with_parts(
        path,
        {
            "xl/metadata.xml": meta.replace("<metadata>", f'<metadata xmlns:xr="{RICH}">'),
            "xl/richData/rdrichvalue.xml": "<rvData>"
            + "".join(f"<rv><v>{n}</v><v>5</v></rv>" for n in range(3))
            + "</rvData>",
            "xl/richData/richValueRel.xml": f'<richValueRels xmlns:r="{OFFICE}">{rels}</richValueRels>',
            "xl/richData/_rels/richValueRel.xml.rels": links(*(f"../media/image{n}.png" for n in range(3))),
        },
    )


def in_open_document(path):
    space = 'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"'
    rows = ods_row(*ROWS[0])
    for n, row in enumerate(ROWS[1:]):
        shown = f'<draw:frame {space}><draw:image xlink:href="Pictures/{n}.png"/></draw:frame>'
        rows += ods_row(*row).replace("<text:p></text:p>", shown, 1)
    path.write_bytes(ods(rows))
    with zipfile.ZipFile(path, "a") as book:
        for n in range(3):
            book.writestr(f"Pictures/{n}.png", picture(n))


@pytest.mark.some(1, 2)
@pytest.mark.parametrize(
    ("make", "name"), [(over_cells, "deck.xlsx"), (in_cells, "deck.xlsx"), (in_open_document, "deck.ods")]
)
def test_pictures_on_the_rows_of_a_workbook_are_those_of_the_pieces(tmp_path, make, name):
    make(tmp_path / name)
    done = run("new", tmp_path / "isle", "--from", tmp_path / name, "--lang", "en")
    assert done.exit_code == 0, done.output
    home = tmp_path / "isle" / "components" / "isle"
    pictures = {file.name: file.read_bytes() for file in (home / "pictures").iterdir()}
    assert pictures == {"Red Fox.png": picture(0), "Night.png": picture(1), "Bear.png": picture(2)}
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    assert [f for f in told if f["severity"] != "note"] == []
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text("utf-8")
    assert "pnp:href" in drawn
    assert run("build", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0


def test_a_workbook_whose_pictures_are_broken_is_read_without_them(tmp_path):
    over_cells(tmp_path / "deck.xlsx")
    whole = (tmp_path / "deck.xlsx").read_bytes()
    (tmp_path / "deck.xlsx").write_bytes(whole.replace(b"xl/media/image1.png", b"xl/media/imag%1.png"))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.xlsx", "--lang", "en")
    assert done.exit_code == 0, done.output
    assert "3 rows, each a card" in done.output


@pytest.mark.slow
def test_pictures_on_a_workbook_leave_those_beside_it_theirs(tmp_path):
    """Also where the workbook lies in a folder that is given."""
    (tmp_path / "mine").mkdir()
    over_cells(tmp_path / "mine" / "deck.xlsx")
    (tmp_path / "mine" / "back.png").write_bytes(picture(1))
    Image.new("RGB", (744, 1039), (235, 220, 190)).save(tmp_path / "mine" / "frame.png")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "mine", "--lang", "en")
    assert done.exit_code == 0, done.output
    assert "frame: frame.png" in done.output
    home = tmp_path / "isle"
    assert (home / "components/isle/pictures/Red Fox.png").read_bytes() == picture(0)
    assert (home / "layouts/isle/back.png").read_bytes() == picture(1)
    assert run("build", "--out", tmp_path / "out", project=home).exit_code == 0


@pytest.mark.parametrize("sides", [(60000, 60000), (2, 2)], ids=["a bomb", "a few pixels"])
def test_pictures_in_other_formats_are_shown_unless_they_are_bombs(tmp_path, sides):
    over_cells(tmp_path / "small.xlsx")
    bmp = b"BM" + struct.pack("<IHHI", 62, 0, 0, 62)
    bmp += struct.pack("<IiiHHIIiiII", 40, *sides, 1, 1, 0, 0, 0, 0, 2, 0) + b"\0\0\0\0\xff\xff\xff\0" + bytes(99)
    with zipfile.ZipFile(tmp_path / "small.xlsx") as old, zipfile.ZipFile(tmp_path / "deck.xlsx", "w") as new:
        for name in old.namelist():
            data = bmp if name.endswith("image0.png") else old.read(name).replace(b"image0.png", b"image0.bmp")
            new.writestr(name.replace("image0.png", "image0.bmp"), data)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.xlsx", "--lang", "en")
    assert done.exit_code == 0, done.output
    pictures = {file.name for file in (tmp_path / "isle/components/isle/pictures").iterdir()}
    assert {"Red Fox.bmp", "Night.png"} <= pictures
    told = run("check", project=tmp_path / "isle").output
    assert ("F103: the picture has 60000 x 60000 pixels" in told) == (sides != (2, 2)), told


def test_a_row_that_begins_with_a_long_text_is_called_by_its_name(tmp_path, monkeypatch):
    rows = [["Rules", "Picture", "Name"], *((f"{n} " + "long words " * 60, "", name) for n, name in enumerate(NAMES))]
    monkeypatch.setattr("tests.test_sketch_pasted.ROWS", rows)
    over_cells(tmp_path / "deck.xlsx")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "deck.xlsx", "--lang", "en").exit_code == 0
    assert (tmp_path / "isle/components/isle/pictures/Red Fox.png").read_bytes() == picture(0)
