"""Bad CSV and xlsx through the command line. See `tests/hostile/kit.py`."""

from __future__ import annotations

import io
import json
import os
import zipfile

import pytest

from tests.hostile.kit import BASE, Case, asked_for, every, hold, run_all

CARDS = (BASE / "components" / "tiny" / "cards.yaml").read_text()
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-"


def table(content, name="more.csv", **more):
    """The tiny game with a table beside its cards."""
    return {"c/cards.yaml": ("items:\n", f"from: {name}\nitems:\n"), f"c/{name}": content, **more}


def numbered(number):
    """A table with a number in it."""
    cards = CARDS.replace("text: text}", "text: text, cost: number?}").replace("items:", "from: more.csv\nitems:")
    return {"c/cards.yaml": cards, "c/more.csv": f"id,cost,name,text\ntwo,{number},Two,Words\n"}


def asked(words, content="id,name,text\ntwo,Two,Words\n"):
    """The tiny game with a table of which something is asked."""
    return {"c/cards.yaml": ("items:\n", f"from: {{file: more.csv, {words}}}\nitems:\n"), "c/more.csv": content}


def each(names, lists="{}", text="x"):
    """The tiny game with items by formula."""
    items = f'lists: {lists}\nitems:\n  - {{each: {names}, name: x, text: "{text}{{=a}}"}}\n'
    return {"c/cards.yaml": ("items:\n", items)}


HIDDEN = '<cols><col min="1" max="999999999" hidden="1"/></cols>'


def xlsx(rows, shared="", more=None, sheet_head="", columns="", sheets='<sheet name="s" sheetId="1" r:id="r1"/>'):
    """A workbook of one sheet from the XML of its rows."""
    out = io.BytesIO()
    relation = f'<Relationships xmlns="{PACKAGE}/relationships">%s</Relationships>'
    one = '<Relationship Id="r{}" Type="' + OFFICE + '/{}" Target="{}"/>'
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="{KINDS}package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        )
        archive.writestr("_rels/.rels", relation % one.format(1, "officeDocument", "xl/workbook.xml"))
        parts = one.format(1, "worksheet", "worksheets/s.xml") + one.format(2, "sharedStrings", "sharedStrings.xml")
        archive.writestr("xl/_rels/workbook.xml.rels", relation % parts)
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>',
        )
        archive.writestr(
            "xl/worksheets/s.xml",
            f'{sheet_head}<worksheet xmlns="{MAIN}">{columns}<sheetData>{rows}</sheetData></worksheet>',
        )
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{shared}</sst>')
        for name, data in (more or {}).items():
            archive.writestr(name, data)
    return out.getvalue()


def cell(place, words):
    return f'<c r="{place}" t="inlineStr"><is><t>{words}</t></is></c>'


HEAD = "<row r='1'>" + cell("A1", "id") + cell("B1", "name") + cell("C1", "text") + "</row>"
ROW = "<row r='2'>" + cell("A2", "two") + cell("B2", "Two") + cell("C2", "Words") + "</row>"
GOOD = xlsx(HEAD + ROW)


def lying_zip():
    """A part that says it has 10 bytes and unpacks to 60 million."""
    data = bytearray(xlsx(HEAD + ROW, more={"xl/media/x.bin": b"\0" * 60_000_000}))
    true, said = (60_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")
    return bytes(data.replace(true, said))


def ods(content):
    out = io.BytesIO()
    space = "urn:oasis:names:tc:opendocument:xmlns"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0"/>')
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0" xmlns:text="{space}:text:1.0">'
            f'<office:body><office:spreadsheet><table:table table:name="s">{content}</table:table></office:spreadsheet></office:body></office:document-content>',
        )
    return out.getvalue()


def ods_row(*words, times=1, cells=1):
    said = "".join(
        f'<table:table-cell table:number-columns-repeated="{cells}" office:value-type="string"><text:p>{w}</text:p></table:table-cell>'
        for w in words
    )
    return f'<table:table-row table:number-rows-repeated="{times}">{said}</table:table-row>'


ODS = ods_row("id", "name", "text") + ods_row("two", "Two", "Words")

CSV = [
    Case("csv", table("id,name,text\ntwo,Two,Words\n")),
    Case("csv with a byte order mark", table("\ufeffid,name,text\ntwo,Two,Words\n")),
    Case("csv with semicolons", table("id;name;text\ntwo;Two;Words, and more\n")),
    Case("csv of excel", table("id,name,text\r\ntwo,Two,caf\xe9\r\n".encode("latin-1"))),
    Case("csv of letters of no language", table(b"id,name,text\r\ntwo,Two,caf\x81\x97\r\n"), "Y002", "more.csv:1:1"),
    Case("csv with quotes", table('id,name,text\ntwo,"Two, ""quoted""","Words\nin two lines"\n')),
    Case("empty csv", table(""), "Y020", "more.csv:1:1"),
    Case("csv of blank lines", table("\n\n\n"), "Y020", "more.csv:1:1"),
    Case("csv with a head only", table("id,name,text\n"), words="more.csv:1:1: warning D019"),
    Case("csv without a head", table("two,Two,Words\nthree,Three,Words\n"), "D002", "more.csv:1:1"),
    Case("ragged row", table("id,name,text\ntwo,Two,Words,extra\n"), "Y021", "more.csv:2:15"),
    Case("short row", table("id,name,text\ntwo,Two\n"), "D002", "more.csv:2:1"),
    Case("column twice", table("id,name,name,text\ntwo,A,B,C\n"), "Y022", "more.csv:1:9"),
    Case("column without a name", table("id,,name,text\ntwo,x,A,B\n")),
    Case("unclosed quote", table('id,name,text\ntwo,"Two,Words\nthree,C,D\n'), "Y023", "more.csv:2:5", more=True),
    Case("csv that is utf-16", table("id,name,text\ntwo,Two,Words\n".encode("utf-16"))),
    Case("csv with nul", table("id,name,text\ntwo,T\0wo,Words\n"), "Y003", "more.csv:2:6"),
    Case("csv with escape codes", table("id,name,text\ntwo,T\x1b[2Jwo,Words\n"), "Y003", "more.csv:2:6"),
    Case("csv of bytes", table(bytes(range(128, 256)) * 50), "D002", "more.csv:1:1"),
    Case("csv id that is none", table("id,name,text\n../../x,Two,Words\n"), words="note Y029"),
    Case("csv count 1.5", table("id,count,name,text\ntwo,1.5,Two,Words\n"), "D006", "more.csv:2:5"),
    Case(
        "csv sum of digits", table("id,name," + "9" * 5_000 + ",text\ntwo,Two,1,Words\nsix,Six,1,Words\n"), words="Y0"
    ),
    Case(
        "csv count of digits",
        table("id,count,name,text\ntwo," + "9" * 5_000 + ",Two,Words\n"),
        "D006",
        "more.csv:2:5",
        more=True,
    ),
    *(Case(f"csv number {n}", numbered(n), "D003", "more.csv:2:5") for n in ("nan", "inf", "1e400", "1_000", "9" * 40)),
    Case("csv number of any script", numbered("１２")),
    Case("csv formula", table("id,count,name,text\ntwo,=1+1,Two,Words\n"), "D006", "more.csv:2:5"),
    Case("csv of ten megabytes", table("id,name,text\n" + "x" * 10_000_000), "Y008", "more.csv"),
    Case("csv of quotes", table("id,name,text\n" + '"' * 1_000_001), "Y023", "more.csv:2:1", more=True),
    Case("csv of commas", table("id,name,text\n" + "," * 2_000_000), "Y009", "more.csv:1:1"),
    Case(
        "csv with a million columns", table(",".join(f"c{n}" for n in range(300_000)) + "\n1\n"), "Y009", "more.csv:1:1"
    ),
    Case(
        "json of 30,000 keys",
        table(json.dumps([{f"k{n}": 1 for n in range(30_000)}]), "more.json"),
        "Y009",
        "more.json:1:",
        slow=True,
    ),
    Case("csv with many rows", table("id,name,text\n" + "x\n" * 19_000), "D002", more=True, slow=True),
    Case(
        "csv in no folder",
        {"c/cards.yaml": ("items:\n", f"from: {'a' * 300}/x.csv\nitems:\n")},
        "Y020",
        "cards.yaml:7:7",
    ),
    Case("csv that is not there", {"c/cards.yaml": ("items:\n", "from: none.csv\nitems:\n")}, "Y020", "cards.yaml:7:7"),
    Case("csv of another kind", table("x", "more.pdf"), "Y020", "cards.yaml:7:7"),
    Case(
        "csv outside",
        {"c/cards.yaml": ("items:\n", "from: ../../../../etc/hostname.csv\nitems:\n")},
        "Y020",
        "cards.yaml:7:7",
    ),
    Case(
        "csv with an absolute name",
        {"c/cards.yaml": ("items:\n", "from: /etc/passwd.csv\nitems:\n")},
        "Y020",
        "cards.yaml:7:7",
    ),
    Case(
        "csv with nul in its name",
        {"c/cards.yaml": ("items:\n", 'from: "a\\0.csv"\nitems:\n')},
        "Y003",
        "cards.yaml:7:7",
        more=True,
    ),
    Case(
        "csv with a long name",
        {"c/cards.yaml": ("items:\n", f"from: {'a' * 5_000}.csv\nitems:\n")},
        "Y020",
        "cards.yaml:7:7",
    ),
    Case("csv that is a pipe", {**table("x"), "c/more.csv": os.mkfifo}, "Y020", more=True),
    Case(
        "csv that is a folder", {"c/cards.yaml": ("items:\n", "from: more.csv\nitems:\n"), "c/more.csv/x": ""}, "Y020"
    ),
    Case(
        "csv that is a link outside",
        {"c/cards.yaml": ("items:\n", "from: more.csv\nitems:\n"), "c/more.csv": lambda p: p.symlink_to("/etc/passwd")},
        "Y020",
    ),
]

WORKBOOKS = [
    Case("xlsx", table(GOOD, "more.xlsx")),
    Case("ods", table(ods(ODS), "more.ods")),
    Case(
        "ods with empty rows to the end",
        table(
            ods(
                ODS
                + '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
            ),
            "more.ods",
        ),
    ),
    Case(
        "xlsx of a gigabyte",
        lambda: table(xlsx(HEAD + ROW, more={"xl/media/x.bin": b"\0" * 600_000_000}), "more.xlsx"),
        "Y008",
        "more.xlsx",
    ),
    Case("xlsx of a large sheet", lambda: table(xlsx(HEAD + "<row/>" * 20_000_000), "more.xlsx"), "Y008", "more.xlsx"),
    *(
        Case(f"xlsx of tags that never end: {tag}", table(xlsx(HEAD + tag * 150_000), "more.xlsx"), "Y020", "more.xlsx")
        for tag in ("<c ", "<c '", "<c><row ", "<c t='s' ")
    ),
    Case("xlsx that lies of its size", lambda: table(lying_zip(), "more.xlsx"), "Y020", "more.xlsx"),
    Case(
        "xlsx with a cell far out",
        table(xlsx(HEAD + "<row r='1048576'>" + cell("XFD1048576", "x") + "</row>"), "more.xlsx"),
        "Y008",
        "more.xlsx",
    ),
    Case(
        "xlsx with a row far down",
        table(xlsx(HEAD + "<row r='1048576'><c t='inlineStr'><is><t>x</t></is></c></row>"), "more.xlsx"),
        "Y008",
        "more.xlsx",
        more=True,
    ),
    Case(
        "xlsx with a long word often",
        table(
            xlsx(
                HEAD + "<row r='2'>" + '<c t="s"><v>0</v></c>' * 50_000 + "</row>", f"<si><t>{'x' * 100_000}</t></si>"
            ),
            "more.xlsx",
        ),
        "Y008",
        "more.xlsx",
    ),
    Case(
        "xlsx with a wrong word",
        table(xlsx(HEAD + "<row r='2'><c r='A2' t='s'><v>99</v></c></row>"), "more.xlsx"),
        "Y020",
        "more.xlsx",
    ),
    Case(
        "xlsx with entities",
        table(xlsx(HEAD, sheet_head='<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), "more.xlsx"),
        "Y020",
        "more.xlsx",
    ),
    Case("xlsx cut off", table(GOOD[: len(GOOD) // 2], "more.xlsx"), "Y020", "more.xlsx"),
    Case(
        "xlsx with flipped bytes",
        table(bytes(b ^ (n % 97 == 0) for n, b in enumerate(GOOD)), "more.xlsx"),
        "Y020",
        "more.xlsx",
    ),
    Case("xlsx that is a csv", table("id,name\n", "more.xlsx"), "Y020", "more.xlsx"),
    Case("xlsx without a sheet", table(xlsx(HEAD + ROW, sheets=""), "more.xlsx"), "Y020", "more.xlsx"),
    Case("xlsx that is empty", table("", "more.xlsx"), "Y020", "more.xlsx"),
    Case("xls", table(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "more.xls"), "Y020", "cards.yaml:7:7"),
    Case(
        "ods that repeats itself",
        table(ods(ODS + ods_row("x", times=1_048_576, cells=16_384)), "more.ods"),
        "Y008",
        "more.ods",
    ),
    Case(
        "ods that repeats a row more often than any number says",
        table(ods(ODS + ods_row("x", times="9" * 5_000)), "more.ods"),
        "Y008",
        "more.ods",
    ),
    Case(
        "ods that repeats a row of nothing and one word",
        table(
            ods(
                ODS
                + '<table:table-row><table:table-cell table:number-columns-repeated="1000000000"/>'
                + "<table:table-cell office:value-type='string'><text:p>x</text:p></table:table-cell></table:table-row>"
            ),
            "more.ods",
        ),
        "Y008",
        "more.ods",
    ),
]

ASKED = [
    Case("json", table('[{"id": "two", "name": "Two", "text": "Words"}]', "more.json")),
    Case("json that is deep", table("[" * 5_000 + "]" * 5_000, "more.json"), "Y010", "more.json"),
    Case("json that is no list", table('{"a": 1}', "more.json"), "Y020", "more.json:1:1"),
    Case("json cut off", table('[{"id": "two", "name": "Tw', "more.json"), "Y005", "more.json", more=True),
    Case(
        "json whose mendings undo each other",
        table("{n: [{}],e: [{},\n {\n  t: :[]}\n  : \n ]", "more.json"),
        "Y005",
        more=True,
    ),
    Case("json with a lone surrogate", table('[{"id": "two", "name": "\\ud83d"}]', "more.json"), "Y005", more=True),
    Case(
        "json of many records",
        table("[" + '{"name": "x"},' * 30_000 + "{}]", "more.json"),
        "Y016",
        more=True,
        slow=True,
    ),
    Case("a where that never ends", asked("where: \"'a' * 999999999 == 'b'\""), "D006", "cards.yaml", more=True),
    Case("a where of brackets", asked(f"where: {'(' * 500}1{')' * 500}"), "D006", "cards.yaml", more=True),
    Case("a where with a way out", asked('where: "id.__class__.__mro__"'), "D006", "cards.yaml", more=True),
    Case("an encoding that is none", asked("encoding: zlib_codec"), "Y002", "cards.yaml"),
    Case("an encoding that is a path", asked("encoding: ../../x"), "Y002", "cards.yaml"),
    Case("columns that go nowhere", asked("columns: {Nmae: name}"), "Y032", "cards.yaml", more=True),
    Case("from without a file", {"c/cards.yaml": ("items:\n", "from: {sheet: a}\nitems:\n")}, "D002", "cards.yaml"),
    Case("from with a key too many", asked("shete: a"), "D001", "cards.yaml", more=True),
    Case("xlsx with all columns hidden", table(xlsx(HEAD + ROW, columns=HIDDEN), "more.xlsx")),
    Case("each of too many", each("a x b x c", "{a: 1 to 900, b: 1 to 900, c: 1 to 900}"), "Y016", "cards.yaml"),
    Case("each of itself", each("cards"), "D006", "cards.yaml", more=True),
    Case("each with words that grow", each("a", "{a: 1 to 900}", "{='x' * 99999 * a}"), "D006", more=True),
]

CASES = [*CSV, *WORKBOOKS, *ASKED]


@pytest.fixture(scope="module")
def runs(request, tmp_path_factory):
    return run_all(asked_for(request), tmp_path_factory.mktemp("tables"))


@every(CASES)
def test_bad_tables(runs, case):
    hold(case, *runs)
