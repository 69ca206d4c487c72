"""CSV and xlsx: the same items as in YAML, each cell with its place."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.commands.app import app
from generator.data.build import read_game
from generator.data.model import Text
from generator.data.reading.aligned import aligned_rows
from generator.data.reading.folders import Shelf
from generator.data.reading.grid import letters, number_of
from generator.data.reading.headings import Wanted
from generator.data.reading.records import record_grid
from generator.data.reading.tables import read_table
from generator.data.reading.textual import delimited_grid
from generator.data.schema.values import parse_kind
from generator.diagnostics.codes import CODES, Severity
from generator.diagnostics.findings import Finding, Mark, gathered
from generator.expressions.expression import compile_expression
from generator.expressions.runtime import Unread, UnreadError
from generator.pipeline import check_all
from generator.production import Order, build
from generator.project import Project

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
    table = read_table(path, name, Wanted(fields=FIELDS))
    document, findings = table.document, table.findings
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


def test_a_dash_is_an_empty_cell_and_commas_part_what_has_none(tmp_path):
    """A dash, or a program's word for nothing, is printed where words must stand; a flag reads a dash as no.
    Decimals keep their commas, and so does a word of many words."""
    kinds = {"cost": "integer?", "suits": "list of term suit?", "say": "word?", "must": "word", "once": "flag",
             "arms": "list of one of [foot, horse]", "sizes": "list of number", "names": "list of word",
             "caps": "map of integer by term suit"}  # fmt: skip
    (tmp_path / "d.tsv").write_text("id\t" + "\t".join(kinds) + "\n"
        "a\t－\tー\t─\t-\t‐\tfoot, Horse\t1,5, 2\t0-3, b\tsun=1, moon=2\n"
        "b\t1\tsun,moon\tx\ty\tx\tfoot\t1,5\tc, if it is d\tsun=1\n"
        "c\tNaN\tNONE\tnull\tNone\tn\tfoot\t1,5\tc\tsun=1\n", "utf-8")  # fmt: skip
    read_ = read_table(tmp_path / "d.tsv", "d.tsv", Wanted(fields={k: parse_kind(v) for k, v in kinds.items()}))
    assert read_.document.data == [
        {"id": "a", "must": "-", "once": False, "arms": ["foot", "horse"], "sizes": [1.5, 2], "names": ["0-3", "b"],
         "caps": {"sun": 1, "moon": 2}},
        {"id": "b", "cost": 1, "suits": ["sun", "moon"], "say": "x", "must": "y", "once": True, "arms": ["foot"],
         "sizes": [1.5], "names": ["c, if it is d"], "caps": {"sun": 1}},
        {"id": "c", "must": "None", "once": False, "arms": ["foot"], "sizes": [1.5], "names": ["c"],
         "caps": {"sun": 1}},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "suits", "caps"),
    [
        ("2 Sun, 1 moon", ["sun", "sun", "moon"], {"sun": 2, "moon": 1}),
        ("2x new moon; sun x1", ["new-moon", "new-moon", "sun"], {"new-moon": 2, "sun": 1}),
        ("2x new moon; sun x 1", ["new-moon", "new-moon", "sun"], {"new-moon": 2, "sun": 1}),
        ("2 xp, box 2", ["xp", "xp", "box-2"], {"xp": 2, "box 2": ""}),
        ("sun: 2", ["sun", "sun"], {"sun": 2}),
        ("2nd sun", ["2nd-sun"], {"2nd sun": ""}),
        ("2 of sun", ["2-of-sun"], {"2 of sun": ""}),
        ("99 sun", ["99-sun"], {"sun": 99}),
        ("2 sun+", ["sun+", "sun+"], {"sun+": 2}),
    ],
)
def test_things_may_stand_with_their_number(tmp_path, words, suits, caps):
    kinds = {"suits": parse_kind("list of term suit"), "caps": parse_kind("map of integer by term suit")}
    (tmp_path / "d.csv").write_text(f'id,suits,caps\na,"{words}","{words}"\n', "utf-8")
    (item,) = read_table(tmp_path / "d.csv", "d.csv", Wanted(fields=kinds)).document.data
    assert (item["suits"], item["caps"]) == (suits, caps)


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_spreadsheet_is_understood(tmp_path, sign, encoding, line_end):
    text = f'id{sign}name{sign}cost\nfarm{sign}"農{sign}""場"""{sign}3\n\nmill{sign}風車{sign}\n'.replace(
        "\n", line_end
    )
    document, findings = table(tmp_path, text.encode(encoding))
    assert findings == (["1:1 Y029"] if encoding == "cp932" else [])
    assert document.data == [{"id": "farm", "name": f'農{sign}"場"', "cost": 3}, {"id": "mill", "name": "風車"}]


SENTENCES = (
    "text\nElf: draw, then go: two.\nOrc: wait, then go: one.\n",
    "Q: who? A: you.\nQ: why? A: so.\nQ: how? A: thus.\n",
    "http://a:1\nhttp://b:2\nhttp://c:3\n",
)


@pytest.mark.parametrize("text", SENTENCES)
def test_no_sentence_is_parted(text):
    grid = delimited_grid(text.encode(), "d.csv", ["en"])
    assert len(grid.rows[0].values) == 1


def test_a_quotation_mark_may_stand_after_a_backslash(tmp_path):
    document, findings = table(tmp_path, 'id,name,cost\nfarm,"the \\"old\\" farm",3\nmill,"a ""b""\\",4\n')
    assert [(item["name"], item["cost"]) for item in document.data] == [('the "old" farm', 3), ('a "b"\\', 4)]
    assert not findings


def test_what_follows_a_quotation_belongs_to_its_cell(tmp_path):
    document, findings = table(tmp_path, 'id,name,cost\nfarm,"wood, stone".,3\nmill,"a" or b,4\n')
    assert [(item["name"], item["cost"]) for item in document.data] == [("wood, stone.", 3), ("a or b", 4)]
    assert not findings


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
        ("id,cost,word\nfarm,1,a\nmill,2,\ninn,3,b\nfort,4\n", ["5:6 Y021"]),
        ("id,cost,word\nfarm,1,a\nmill,2\ninn,3,b\nfort,4\n", []),
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


@pytest.mark.parametrize("name", ["a.csv", "a.json"])
def test_a_character_that_was_lost_stops_no_table(tmp_path, name):
    """Each is told, and the words are read without it; many stop it."""
    rows = [{"id": f"farm{n}", "word": "A place where many animals live."} for n in range(6)]
    lines = "".join(f"{','.join(row.values())}\n" for row in rows)
    text = json.dumps(rows) if name == "a.json" else f"id,word\n{lines}"
    strange = "\\ufffd\\u0002" if name == "a.json" else "\ufffd\2"
    document, told = table(tmp_path, text.replace("A place", f"A{strange}place", 1), name)
    assert document.data[0]["word"] == "A?place where many animals live."
    assert [words[-4:] for words in told if "Y036" in words] == ["Y036", "Y036"]
    assert "Y003" in table(tmp_path, text.replace("A place", f"A{strange * 10}place"), name)[1][0]


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats"


def cell_of(place, value):
    """A cell: words, a number, or XML of its own (`<c ...`)."""
    if isinstance(value, str) and value.startswith("<c"):
        return value.replace("<c", f'<c r="{place}"', 1)
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>' if value else ""
    return f'<c r="{place}"><v>{value}</v></c>'


def sheet_of(rows, hidden=(), columns="", merged=""):
    """A worksheet; `hidden`: numbers of rows."""
    body = ""
    for y, row in enumerate(rows, 1):
        cells = "".join(cell_of(f"{letters(x)}{y}", value) for x, value in enumerate(row))
        body += f'<row r="{y}" hidden="{int(y in hidden)}">{cells}</row>'
    return f'<worksheet xmlns="{MAIN}">{columns}<sheetData>{body}</sheetData>{merged}</worksheet>'


def workbook(path, rows, sheets=None):
    """The smallest xlsx: one sheet `s` of inline strings and numbers, or `sheets`: name -> worksheet."""
    sheets = sheets or {"s": sheet_of(rows)}
    parts = {f"xl/s{n}.xml": (name, xml) for n, (name, xml) in enumerate(sheets.items())}
    relation = f'<Relationships xmlns="{PACKAGE}/relationships">%s</Relationships>'
    one = '<Relationship Id="%s" Type="' + OFFICE + '/%s" Target="%s"/>'
    kind = f'ContentType="{KINDS}-officedocument.spreadsheetml.'
    with zipfile.ZipFile(path, "w") as out:
        kinds = "".join(f'<Override PartName="/{name}" {kind}worksheet+xml"/>' for name in parts)
        out.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="{KINDS}-package.'
            f'relationships+xml"/><Override PartName="/xl/workbook.xml" {kind}sheet.main+xml"/>{kinds}</Types>',
        )
        out.writestr("_rels/.rels", relation % (one % ("r", "officeDocument", "xl/workbook.xml")))
        links = "".join(one % (f"r{n}", "worksheet", name[3:]) for n, name in enumerate(parts))
        out.writestr("xl/_rels/workbook.xml.rels", relation % links)
        tabs = "".join(f'<sheet name="{tab}" sheetId="{n + 1}" r:id="r{n}"/>' for n, tab in enumerate(sheets))
        head = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        out.writestr("xl/workbook.xml", f"{head}<sheets>{tabs}</sheets></workbook>")
        for name, (_, xml) in parts.items():
            out.writestr(name, xml)


def test_a_workbook_is_read(tmp_path):
    workbook(tmp_path / "items.xlsx", [["id", "count", "name", "cost"], ["farm", 2, "農場", 3]])
    table = read_table(tmp_path / "items.xlsx", "items.xlsx", Wanted(fields=FIELDS))
    document, findings = table.document, table.findings
    assert findings == []
    assert document.data == [{"id": "farm", "count": 2, "name": "農場", "cost": 3}]
    mark = document.data[0].mark("name")
    assert (mark.line, mark.column, mark.sheet, mark.cell) == (2, 3, "s", "C2")


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        ([("", "Lose 1. "), ("<i/>", "Never below 0."), ("", " And "), ("<b/>", "two"), ("<b/><i/>", " more")],
         "Lose 1. *Never below 0.* And **two** ***more***"),
        ([("<b/>", "Dive:\nswim\n"), ("", "on")], "**Dive:**\n**swim**\non"),
        ([("", "un"), ("<i/>", "believ"), ("", "able")], "unbelievable"),
        ([("<i/>", "all "), ("<i/><b val='0'/>", "of it")], "all of it"),
        ([("<b/>", "Dive:"), ("<i/>", "now "), ("", "or never")], "**Dive:**now or never"),
        ([("", "2*3 "), ("<i/>", "4*5")], "2*3 4*5"),
    ],
)  # fmt: skip
def test_words_of_a_cell_are_bold_and_italic_as_it_shows_them(tmp_path, runs, said):
    """In texts alone; what names something is its words."""
    item = "".join(f'<r><rPr>{how}</rPr><t xml:space="preserve">{words}</t></r>' for how, words in runs)
    same = '<c t="s"><v>0</v></c>'
    workbook(tmp_path / "items.xlsx", [["id", "name", "name (ja)", "mark"], ["farm", same, same, same]])
    with zipfile.ZipFile(tmp_path / "items.xlsx", "a") as book:
        book.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}"><si>{item}</si></sst>')
    fields = {"name": parse_kind("text"), "mark": parse_kind("word")}
    wanted = Wanted(fields=fields, languages=("en", "ja"))
    (row,) = read_table(tmp_path / "items.xlsx", "items.xlsx", wanted).document.data
    assert row == {"id": "farm", "name": {"en": said, "ja": said}, "mark": "".join(words for _, words in runs).strip()}


def test_words_that_stand_in_the_cell_itself_are_bold_and_italic_too(tmp_path):
    from tests.test_hostile_tables import ods, ods_row

    runs = "".join(f'<r><rPr>{how}</rPr><t xml:space="preserve">{words}</t></r>'
                   for how, words in (("", "Lose 1. "), ("<i/>", "Never"), ("<b/>", " more")))  # fmt: skip
    workbook(tmp_path / "a.xlsx", [["id", "name"], ["farm", f'<c t="inlineStr"><is>{runs}</is></c>']])
    row = ods_row("farm", 'Lose 1. <text:span text:style-name="T1">Never</text:span><text:s/>more</text:p><text:p>now')
    style = '<style:style xmlns:style="s" style:name="T1"><style:text-properties font-style="italic"/></style:style>'
    (tmp_path / "a.ods").write_bytes(ods(style + ods_row("id", "name") + row))
    said = [read_table(tmp_path / f, f, Wanted(fields={"name": parse_kind("text")})) for f in ("a.xlsx", "a.ods")]
    assert [table.document.data[0]["name"] for table in said] == [
        "Lose 1. *Never* **more**",
        "Lose 1. *Never* more\nnow",
    ]


STRUCK = (
    f'<styleSheet xmlns="{MAIN}"><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>'
    '<cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>'
)


def test_rows_that_are_struck_through_are_told(tmp_path):
    """They are read as any other: nobody knows if a card is out, or only a word of it."""
    from tests.test_hostile_tables import ods, ods_row

    cells = [[f'<c s="{n}" t="inlineStr"><is><t>{name}</t></is></c>'] for n, name in enumerate(["elf", "orc", "ent"])]
    workbook(tmp_path / "a.xlsx", [["name"], *cells])
    with zipfile.ZipFile(tmp_path / "a.xlsx", "a") as out:
        out.writestr("xl/styles.xml", STRUCK)
    look = '<style:text-properties style:text-line-through-style="{}"/>'
    styles = "".join(
        f'<style:style xmlns:style="s" style:name="{n}">{look.format(how)}</style:style>'
        for n, how in (("a", "none"), ("b", "solid"))
    )
    kind = 'office:value-type="string"'
    for how, name in zip("aaba", ["name", "elf", "orc", "ent"], strict=True):
        styles += ods_row(name).replace(kind, f'{kind} table:style-name="{how}"')
    (tmp_path / "a.ods").write_bytes(ods(styles))
    for file in ("a.xlsx", "a.ods"):
        table = read_table(tmp_path / file, file, Wanted(fields={"name": parse_kind("text")}))
        assert [row["name"] for row in table.document.data] == ["elf", "orc", "ent"]
        assert [f.message for f in table.findings if "struck" in f.message] == [
            "row 3: struck through in part, and read as any other"
        ]


@pytest.mark.parametrize("raw", [b"", b"not a zip", b"PK\x03\x04broken"])
def test_a_broken_workbook_is_told(tmp_path, raw):
    (tmp_path / "items.xlsx").write_bytes(raw)
    table = read_table(tmp_path / "items.xlsx", "items.xlsx", Wanted(fields=FIELDS))
    document, findings = table.document, table.findings
    assert document is None
    assert [f.code for f in findings] == ["Y020"]


# ---- a game with a table as a stranger has it ----

SET = "id: card\nname: Card\nkind: card\nprinted: false\n"


@pytest.fixture
def game(tmp_path):
    """Makes a game of one set and the files beside it; gives the game and the findings of its data, open ones apart."""

    def make(words, files, languages="[en]", **more):
        home = tmp_path / "components" / "g"
        home.mkdir(parents=True)
        (tmp_path / "layouts").mkdir()
        head = f"title: G\nversion: one\nplayers: [2, 4]\nlanguages: {languages}\n"
        texts = {"game.yaml": head, "card.yaml": SET + words, **more}
        for name, content in {**texts, **files}.items():
            path = home / name.replace("_yaml", ".yaml")
            if isinstance(content, dict):
                workbook(path, [], content)
            else:
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
        found, findings = read_game(Project(tmp_path), "g")
        return found, gathered(findings)

    return make


def told(findings, *codes):
    """What is told under these codes: place in the table and message."""
    return [f"{f.mark.cell} {f.message}".strip() for f in findings if f.code in codes]


def codes(findings):
    return sorted({f.code for f in findings})


@pytest.mark.parametrize(
    ("words", "encoding", "languages", "name"),
    [
        ("Café", "cp1252", "[en]", "Windows-1252"),
        ("Größe – “Ärger” für 5 €", "cp1252", "[de, en]", "Windows-1252"),
        ("Épée d’élan", "cp1252", "[ja, en]", "Windows-1252"),
        ("Café für Zoë", "mac_roman", "[en]", "Mac Roman"),
        ("Don’t “draw” – ever…", "mac_roman", "[en]", "Mac Roman"),
        ("You can’t attack.", "cp1252", "[en]", "Windows-1252"),
        ("“Charge!”", "cp1252", "[de]", "Windows-1252"),
        ("Pay 5 €", "cp1252", "[ja]", "Windows-1252"),
        ("Move 2–3 spaces, then stop…", "cp1252", "[en]", "Windows-1252"),
        ("•1 card of Acme™", "cp1252", "[en]", "Windows-1252"),
        ("Šibenik Castle", "cp1252", "[en]", "Windows-1252"),
        ("竜王のカード", "cp932", "[ja]", "Shift_JIS"),
        ("竜王のカード", "cp932", "[en, ja]", "Shift_JIS"),
        ("竜王のカード", "euc_jp", "[ja]", "EUC-JP"),
        ("Żółta łódź", "cp1250", "[pl]", "Windows-1250"),
        ("Železný rytíř a čarodějka", "cp1250", "[en, fr, cs]", "Windows-1250"),
        ("불의 용: 피해 3점을 준다", "cp949", "[zh, ko]", "cp949"),
        ("造成3点伤害", "gb18030", "[ko, zh]", "gb18030"),
        ("Король и шут", "cp1251", "[ru]", "Windows-1251"),
        ("Король и шут", "cp1251", "[en, pl, ru]", "Windows-1251"),
        ("Король и шут", "koi8_r", "[en, pl, ru]", "koi8-r"),
        ("Kot w Łodzi, źdźbło", "cp1250", "[en, ru, pl]", "Windows-1250"),
        ("N.º 1ª, cantó", "cp1252", "[en, pl, tr, es]", "Windows-1252"),
        ("足軽、効果ターン", "cp932", "[en, ja, zh]", "Shift_JIS"),
        ("造成三点伤害", "gb18030", "[en, ja, zh]", "gb18030"),
    ],
)
def test_the_encoding_is_guessed_by_the_languages_and_told(game, words, encoding, languages, name):
    raw = f"name;text\n{words};x\nb;{words}\n".encode(encoding)
    found, findings = game("from: deck.csv\nfields: {name: text, text: text}\n", {"deck.csv": raw}, languages)
    assert [i.values["text"].words[found.languages[0]] for i in found.sets["card"].items] == ["x", words]
    assert [f.message for f in findings if name in f.message] == [f"read as {name}: its bytes are no UTF-8"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_unicode_needs_no_guess(game, encoding):
    raw = "name,text\nCafé,x\nb,竜王\n".encode(encoding)
    found, findings = game("from: deck.csv\nfields: {name: text, text: text}\n", {"deck.csv": raw})
    assert [i.values["name"].words["en"] for i in found.sets["card"].items] == ["Café", "b"]
    assert all("read as" not in f.message for f in findings)


def test_an_encoding_that_is_said_settles_it(game):
    raw = "name\nЖук\n".encode("cp1251")
    found, findings = game("from: {file: d.csv, encoding: cp1251}\nfields: {name: text}\n", {"d.csv": raw})
    assert found.sets["card"].items[0].values["name"].words["en"] == "Жук"
    assert all("read as" not in f.message for f in findings)


@pytest.mark.parametrize(
    ("encoding", "message"), [("cp99", "no encoding"), ("utf-8", "byte 0xe9"), ("rot13", "no enc")]
)
def test_an_encoding_that_is_wrong_is_told(game, encoding, message):
    files = {"d.csv": "name\nCafé\n".encode("cp1252")}
    _, findings = game(f"from: {{file: d.csv, encoding: {encoding}}}\nfields: {{name: text}}\n", files)
    assert [f.message.startswith(message) for f in findings if f.code == "Y002"] == [True]


TABS = {
    "Read me": sheet_of([]),
    "All Cards": sheet_of(
        [
            ["My game, as of March"],
            [],
            ["Card Name", "QTY", "Set", "Text (EN)", "Text (JA)", "Author"],
            ["Goblin", 3, "base", "Bites.", "かむ。", "me"],
            ["Ogre", 1, "base", "Smash!", "たたく。"],
            [],
            ["Goblin", 2, "plus", "Bites twice.", "二度かむ。"],
        ],
        hidden=(5,),
        columns='<cols><col min="6" max="6" hidden="1"/></cols>',
    ),
}


@pytest.mark.parametrize("head", ["カード名,英語名", "Title,Name (JA)", "name,name.en", "呪文,呪文 EN"])
def test_a_column_beside_one_of_another_language_is_in_the_other(game, head):
    more = ", columns: {英語名: name.en}" if "英" in head else ", columns: {呪文: name}" * ("呪文" in head)
    found, findings = game(f"from: {{file: u.csv{more}}}\nfields: {{name: text}}\n",
                           {"u.csv": f"{head}\none,two\n"}, "[ja, en]")  # fmt: skip
    said = {"ja": "two", "en": "one"} if "JA" in head else {"ja": "one", "en": "two"}
    assert found.sets["card"].items[0].values["name"].words == said
    assert not [f for f in findings if f.severity is Severity.ERROR]


@pytest.mark.parametrize(("head", "cells", "said"), [
    ("fr_tags,en_tags", "Riz,Rice", {"fr": "Riz", "en": "Rice"}),
    ("en-tags,Tags", "Rice,Riz", {"fr": "Riz", "en": "Rice"}),
    ("fr_tags,en_kind", "Riz,Rice", None), ("fr_tags,en_tags", "1,2", None),
    ("fr_tags,en_tags,tags", "1,2,3", None), ("it_tags,is_tags", "a,b", None),
])  # fmt: skip
@pytest.mark.parametrize("fields", ["", "fields: {name: text, tags: text?}\n"])
def test_headings_may_begin_with_their_languages(game, head, cells, said, fields):
    """Where others say the same in another language, or in none, and cells have words."""
    rows = {"d.csv": f"name,{head}\nA,{cells}\n"}
    found, _ = game(f"from: d.csv\n{fields}", rows, "[fr, en]")
    tags = found.sets["card"].items[0].values.get("tags")
    assert (tags.words if isinstance(tags, Text) and tags.words["fr"] != tags.words["en"] else None) == said


HIDDEN = {
    "s": sheet_of(
        [["name", "secret"], ["a", "x"], ["b", "y"]], columns='<cols><col min="2" max="2" hidden="1"/></cols>'
    )
}


@pytest.mark.parametrize(("fields", "said"), [("name: text, secret: text", True), ("name: text", False)])
def test_a_hidden_column_is_told_where_it_is_read(game, fields, said):
    _, findings = game(
        f"from: {{file: h.xlsx, ignore: [{'' if said else 'secret'}]}}\nfields: {{{fields}}}\n", {"h.xlsx": HIDDEN}
    )
    assert ("column B: hidden, and read as any other" in told(findings, "Y029")) is said


FROM = "from: {file: deck.xlsx, sheet: all cards, where: \"set == 'base'\", ignore: [author]}\n"


def test_a_sheet_is_read_as_it_is(game):
    more = FROM.replace("base", "plus").replace("card\n", "other\n")
    other = SET.replace("card\n", "other\n", 1) + more + "fields: {name: text, text: text}\n"
    words = FROM + "fields: {name: text, text: text}\n"
    found, findings = game(words, {"deck.xlsx": TABS}, "[en, ja]", other_yaml=other)
    items = found.sets["card"].items
    assert [(i.id, i.count, i.values["text"].words) for i in items] == [
        ("goblin", 3, {"en": "Bites.", "ja": "かむ。"}),
        ("ogre", 1, {"en": "Smash!", "ja": "たたく。"}),
    ]
    assert [(i.id, i.count) for i in found.sets["other"].items] == [("goblin", 2)]
    assert told(findings, "Y028") == ["C3 no field is called like the columns `Set`"]
    assert told(findings, "Y029") == [
        "ids are made of Card Name: goblin, ogre; a column id keeps them when names change",
        "ids are made of Card Name: goblin; a column id keeps them when names change",
        "row 3 names the columns; what stands above it is not read",
        "row 5: hidden or filtered out, and read as any other",
    ]
    assert codes(findings) == ["Y028", "Y029"]
    mark = items[1].marks["text"]
    assert (mark.file, mark.sheet, mark.cell, mark.heading, mark.value) == (
        "components/g/deck.xlsx", "All Cards", "D5", "Text (EN)", "Smash!",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("sheet: Monster", "the workbook has no sheet `Monster`", "`Read me`, `All Cards`"),
        ("columns: {Nam: name}", "no column of the sheet All Cards is headed `Nam`", "`Card Name`, `QTY`, `Set`"),
        ("ignore: [Notes]", "no column of the sheet All Cards is headed `Notes`", "`Card Name`, `QTY`, `Set`"),
        ("where: price > 3", "`where` cannot be worked out", "`author`, `card_name`, `count`"),
    ],
)
def test_a_wrong_sheet_or_column_lists_those_there_are(game, said, message, hint):
    words = f"from: {{file: deck.xlsx, {said}}}\nfields: {{name: text, text: text}}\n"
    _, findings = game(words, {"deck.xlsx": TABS}, "[en, ja]")
    (error,) = [f for f in findings if f.code in ("Y032", "D006")]
    assert error.message.startswith(message)
    assert hint in error.hint
    assert (error.mark.file, error.mark.line) == ("components/g/card.yaml", 5)


def test_errors_and_formulas_without_value_are_told_at_their_cell(game):
    rows = [
        ["name", "cost", "set"],
        ["a", '<c t="e"><f>Prices!B7</f><v>#REF!</v></c>', "one"],
        ["b", "<c><f>1+1</f></c>"],
        ["c", "<c><f>1+1</f><v>2</v></c>"],
        ["d", '<c t="e"><v>#N/A</v></c>'],
        ["e", '<c t="str"><f>T(1)</f><v></v></c>'],
        ["f", '<c t="b"><v>1</v></c>'],
    ]
    merged = '<mergeCells><mergeCell ref="C2:C4"/></mergeCells>'
    words = "from: deck.xlsx\nfields: {name: text, cost: integer?, set: word?}\n"
    found, findings = game(words, {"deck.xlsx": {"s": sheet_of(rows, merged=merged)}})
    assert told(findings, "Y031") == [
        "B2 the cell shows `#REF!`",
        "B3 the cell holds a formula that was never worked out",
        "B5 the cell shows `#N/A`",
    ]
    assert "C2:C4: merged, and read as the same in each row" in told(findings, "Y029")
    kept = [(i.id, i.values.get("cost"), i.values.get("set")) for i in found.sets["card"].items if not i.torn]
    assert kept == [("c", 2, "one"), ("e", None, None)]
    assert told(findings, "D003") == ["B7 `cost` must be a whole number, not the words `TRUE`"]


@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "Farm", "count": 2, "cost": 3, "tags": ["a", "b"]}, {"name": {"en": "Mill"}, "cost": 4}]',
        '{"version": 1, "cards": [\n\t{"Name":"Farm","Qty":2,"Cost":3,"tags":["a","b"]},\n\t{"Name":"Mill","Cost":4}]}',
    ],
)
def test_json_is_a_list_of_records(game, text):
    words = "from: deck.json\nfields: {name: text, cost: integer, tags: list of word?}\n"
    found, findings = game(words, {"deck.json": text})
    assert [(i.id, i.count, i.values["cost"], i.values.get("tags")) for i in found.sets["card"].items] == [
        ("farm", 2, 3, ("a", "b")),
        ("mill", 1, 4, None),
    ]
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(("fields", "ids"), [("name: text", ["elm", "oak"]), ("name: text, cards: text", ["wood"])])
def test_what_a_pack_holds_are_the_rows_where_no_field_is_called_so(game, fields, ids):
    pack = '[{"name": "Wood", "cards": [{"name": "Elm"}, {"name": "Oak"}]}]'
    found, _ = game(f"from: deck.json\nfields: {{{fields}}}\n", {"deck.json": pack})
    assert [item.id for item in found.sets["card"].items] == ids


@pytest.mark.parametrize(
    ("heading", "cells", "counts"),
    [
        *(
            (word, ["2", "0", ""], [2, 0, 1])
            for word in (
                "Copies",
                "QUANTITY",
                "枚数",
                "数",
                "#",
                "x",
                "Number",
                "Menge",
                "# units",
                "numOfTiles",
                "Nb cartes",
                "Nb ex.",
                "Ex.",
            )
        ),
        ("Qty", ["2x", "x3", "×4"], [2, 3, 4]),
        ("How many?", ["2", "2", "4"], [2, 2, 4]),
        ("# in deck", ["2", "2", "4"], [2, 2, 4]),
        ("# dice", ["2", "2", "4"], [1, 1, 1]),
        ("#", ["1", "2", "3"], [1, 1, 1]),
        ("No.", ["7", "8", "9"], [1, 1, 1]),
        *((word, ["1", "2", "3"], [1, 2, 3]) for word in ("Nb", "Qty", "Ex.", "Repeat", "Frequency")),
        ("Nb", [*"1234567"], [1] * 7),
        *(
            (word, ["", "10", "5", "2"], [1, 10, 5, 2])
            for word in re.findall(
                r"\S+",
                "Duplication Duplicates Repeat Cnt Kopien Duplikate Wiederholungen Doublons Répétitions Copie"
                " Duplicados Cópias Repetições Kopieën Nbre コピー数 枚 部数 份数",
            )
        ),
        *(
            (word, ["3", "1"], [3, 1])
            for word in (
                "Nombre de cartes",
                "Numero di copie",
                "N. copie",
                "Número de cópias",
                "Card qty",
                "カード枚数",
            )
        ),
    ],
)
def test_the_quantity_has_usual_names(game, heading, cells, counts):
    rows = "".join(f"n{i},{cell}\n" for i, cell in enumerate(cells))
    found, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": f"name,{heading}\n{rows}"})
    assert [i.count for i in found.sets["card"].items] == counts
    assert not [f for f in findings if f.code not in ("Y028", "Y029")]


def test_copies_are_what_somebody_says_they_are(game):
    """Whatever they look like."""
    rows = "".join(f"n{i},{1 + i % 4}\n" for i in range(11))
    words = "from: {file: d.csv, columns: {Frequency: count}}\nfields: {name: text}\n"
    found, findings = game(words, {"d.csv": f"name,Frequency\n{rows}"})
    assert sum(i.count for i in found.sets["card"].items) == 26
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(
    ("heading", "total", "counts", "is_asked"),
    [("Nr", 6, [1, 2, 3], False), ("No", 6, [1, 2, 3], False), ("No", "", [1, 1, 1], True),
     ("Nb", 28, [*range(1, 8)], False), ("Nb", "", [1] * 7, True), ("No", "", [1] * 7, False)],
)  # fmt: skip
def test_rising_copies_are_read_by_their_sum_and_else_asked_for(game, heading, total, counts, is_asked):
    rows = "".join(f"n{i},{i}\n" for i, _ in enumerate(counts, 1)) + f"Total,{total}\n" * bool(total)
    found, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": f"name,{heading}\n{rows}"})
    assert [i.count for i in found.sets["card"].items] == counts
    asked = f"no column is the number of copies, so one of each; if {heading} is, write `columns: {{{heading}: count}}`"
    assert (asked in told(findings, "Y029")) == is_asked


def test_ids_are_made_of_names_and_stay_when_rows_move(game):
    text = "名前,Cost\n竜王,1\nGoblin King,2\n2nd Wind,3\nゴブリン,4\nGoblin King,5\n"
    found, findings = game("from: d.csv\nfields: {name: text, cost: integer}\n", {"d.csv": text})
    ids = [i.id for i in found.sets["card"].items]
    assert ids == ["card-ee0273", "goblin-king", "2nd-wind", ids[3], "goblin-king-2"]
    assert "row 6: an item called like another; their ids: goblin-king-2 ..." in told(findings, "Y029")


@pytest.mark.parametrize(
    ("counts", "rows"), [(("2", "", "1", ""), "rows 3 and 5"), (("", "", "", ""), ""), ("1234", "")]
)
def test_an_empty_count_among_others_is_told_to_be_one(game, counts, rows):
    text = "Name,Qty,Cost\n" + "".join(f"{name},{count},3\n" for name, count in zip("abcd", counts, strict=True))
    found, findings = game("from: d.csv\n", {"d.csv": text})
    assert [i.count for i in found.sets["card"].items] == [int(count or 1) for count in counts]
    said = [words for words in told(findings, "Y029") if "one copy each" in words]
    assert said == ([f"{rows}: nothing in Qty, so one copy each"] if rows else [])


@pytest.mark.parametrize(("languages", "words", "unread"), [
    ("[en, fr]", {"en": "Draw.", "fr": "Piochez."}, ["B1 no field is called like the columns `Text`"]),
    ("[en, fr, de]", {"en": "Draw.", "fr": "Piochez.", "de": "Bare."}, []),
])  # fmt: skip
def test_a_column_without_a_language_does_not_hide_those_that_have_one(game, languages, words, unread):
    text = "Name,Text,Text (FR),Text (EN)\nWheel,Bare.,Piochez.,Draw.\n"
    found, findings = game("from: d.csv\nfields: {name: text, text: text}\n", {"d.csv": text}, languages=languages)
    assert found.sets["card"].items[0].values["text"].words == words
    assert told(findings, "Y028") == unread


def test_the_column_is_told_that_ids_are_made_of(game):
    _, findings = game("from: d.csv\n", {"d.csv": "Name (JA),Name (EN)\n鬼,Ogre\n"}, languages="[ja, en]")
    assert told(findings, "Y029")[0].startswith("ids are made of Name (EN): ogre")


def test_without_names_the_row_is_the_id(game):
    found, _ = game("from: d.csv\nfields: {cost: integer}\n", {"d.csv": "cost\n1\n\n2\n"})
    assert [i.id for i in found.sets["card"].items] == ["row-2", "row-4"]


@pytest.mark.parametrize("fields", ["", "fields: [name, cost, speed, type, rare, art, tint, rules]\n"])
def test_the_kinds_of_fields_are_guessed(game, fields):
    head = "Name;Cost;Speed;Type;Rare;Art;Tint;Rules\n"
    rows = "".join(
        f"n{i};{i};{i},5;{'Spell' if i % 2 else 'Unit'};{'x' if i == 3 else ''};a{i}.png;#aabbcc;Do {i}.\n"
        for i in range(8)
    )
    files = {"d.csv": head + rows, **{f"a{i}.png": b"" for i in range(8)}}
    found, findings = game(f"from: d.csv\n{fields}", files)
    kinds = {name: kind.name for name, kind in found.sets["card"].fields.items()}
    assert kinds == {
        "name": "text", "cost": "integer", "speed": "number", "type": "one of", "rare": "flag", "art": "image",
        "tint": "color", "rules": "text",
    }  # fmt: skip
    assert found.sets["card"].items[3].values["speed"] == 3.5
    assert found.sets["card"].items[3].values["rare"] is True
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(("heading", "cells", "kind"), [
    ("Text", ("Gain 2 | Lose 1", "Draw 1 | Discard 1", "Pass"), "text"),
    ("Verse", ("[逢|あ]ひ[見|み]ての", "[後|のち]の[心|こころ]に", "昔は"), "text"),
    ("Verse", ("[昔|むかし]",) * 3, "text"), ("Notes", ("Gain 2; Lose 1", "Pass"), "text"),
    ("Effect", ("block;poison 1", "draw;rest", "block"), "list"), ("Effect", ("a|b", "c|d"), "text"),
    ("Tags", ("fire; water", "water", "air"), "list"), ("Tags", ("fire|water", "air|sea", "x"), "list"),
    ("Tags", ("fire; a|b", "a; water"), "text"), ("Way", ("turn left | turn right", "go back"), "text"),
])  # fmt: skip
def test_a_column_is_a_list_where_its_cells_plainly_are(game, heading, cells, kind):
    rows = "".join(f"n{i}\t{cell}\n" for i, cell in enumerate(cells))
    found, findings = game("from: d.tsv\n", {"d.tsv": f"name\t{heading}\n{rows}"})
    assert found.sets["card"].fields[heading.lower()].name == kind
    told_ = [f.message for f in findings if "its cells are lists" in f.message]
    assert bool(told_) == (kind == "list")


def test_readings_and_items_in_lists(game):
    """`[逢|あ]` is one word with its reading; commas part items, as they part terms."""
    words = "from: d.tsv\nfields: {name: text, says: list of word, next: list of item card?}\n"
    found, _ = game(words, {"d.tsv": "name\tsays\tnext\nA1\t[逢|あ]ひ|x\tB1, C1\nB1\ty\tC1\nC1\tz\t\n"})
    first = found.sets["card"].items[0].values
    assert (first["says"], first["next"]) == (("[逢|あ]ひ", "x"), ("b1", "c1"))


def test_yes_and_no_colours_and_numbers_as_people_write_them(game):
    text = "name;rare;tint;cost;suit\n"
    for i, (rare, tint, cost) in enumerate(
        [("Y", "red", "1 000"), ("no", "Dark Red", "2,0"), ("✓", "#abc", "3.0"), ("x", "ABCDEG", "−4")]
    ):
        text += f"n{i};{rare};{tint};{cost};FIRE\n"
    words = 'from: d.csv\nfields: {name: text, rare: flag, tint: color, cost: integer, suit: "one of [fire, water]"}\n'
    found, findings = game(words, {"d.csv": text})
    values = [i.values for i in found.sets["card"].items]
    assert [v["rare"] for v in values] == [True, False, True, True]
    assert [v.get("tint") for v in values] == ["red", "Dark Red", "#abc", None]
    assert [v["tint"].hex for v in values[:3]] == ["#ff0000", "#8b0000", "#aabbcc"]
    assert [v["cost"] for v in values] == [1000, 2, 3, -4]
    assert told(findings, "D010") == ["C5 `ABCDEG` is not a colour"]


def test_words_of_one_language_in_a_column_that_lacks_another_are_one_cause(game, tmp_path):
    cells = "".join(f"n{i}\t{word}\n" for i, word in enumerate(("天真", "爱情", "fine", "母爱")))
    game("from: d.tsv\nfields: {name: text, says: text}\n", {"d.tsv": "name\tsays\n" + cells}, "[zh, en]")
    left = [f for f in check_all(Project(tmp_path), "g") if f.code == "L003"]
    assert [f"{f.mark.cell} {f.message}" for f in left] == ["B2 `天真` is Chinese, left in en (rows 2-3 and 5)"]


def test_one_cause_in_many_rows_is_told_once(game):
    rows = "".join(
        f"n{i},{'maybe' if i % 3 else 'y'},{'mauvish' if i in (1, 2, 3, 7) else 'mauve'}\n" for i in range(9)
    )
    text = f"name,rare,tint\n{rows}".replace("mauve,", "").replace("mauve\n", "plum\n")
    _, findings = game("from: d.csv\nfields: {name: text, rare: flag, tint: color}\n", {"d.csv": text})
    assert told(findings, "D003", "D010") == [
        "B3 `rare` must be yes or no, not the words `maybe` (rows 3-4, 6-7 and 9-10)",
        "C3 `mauvish` is not a colour (rows 3-5 and 9)",
    ]


def test_one_cause_in_many_items_is_told_once(game):
    items = "".join(f"  - {{id: n{i}, tint: {'mauvish' if i % 2 else 'reddish'}}}\n" for i in range(2, 26))
    _, findings = game(f"fields: {{tint: color}}\nitems:\n{items}", {})
    assert [(f.mark.line, f.message[-70:]) for f in findings if f.code == "D010"] == [
        (7, "`reddish` is not a colour (lines 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27 and 29)"[-70:]),
        (8, "`mauvish` is not a colour (lines 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28 and 30)"[-70:]),
    ]


def test_a_column_that_is_read_as_something_else_is_still_its_own_field(game):
    words = (
        "from: {file: d.csv, columns: {Qty: count, Cost: price}}\nfields: {name: text, qty: integer, price: integer}\n"
    )
    found, findings = game(words, {"d.csv": "name,Qty,Cost\na,2,7\nb,3,8\n"})
    assert [(i.count, i.values["qty"], i.values["price"]) for i in found.sets["card"].items] == [(2, 2, 7), (3, 3, 8)]
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(("heading", "cells", "code"), [
    ("Qty per deck", "354", "Y033"), ("Copies (base)", "123", ""), ("Cost", "354", ""), ("Total number", "2x5", ""),
    ("Number of heroes", "354", "Y029"), ("Anzahl Sterne", "354", "Y029"), ("Quality", "354", ""),
    ("Counter", "354", ""), ("Anzahl Antworten", ("", "1", "2"), "Y029"),
])  # fmt: skip
def test_a_column_that_looks_like_the_quantity_is_told_where_none_is(game, heading, cells, code):
    rows = "".join(f"n{i},{cell}\n" for i, cell in enumerate(cells))
    read, findings = game("from: d.csv\n", {"d.csv": f"name,{heading}\n{rows}"})
    said = f"if {heading} is, write `columns: {{{heading}: count}}`"
    assert [f.code for f in findings if said in f.message + f.hint] == [code][: bool(code)]
    assert {i.count for i in read.sets["card"].items} == {1}


@pytest.mark.parametrize("heading", ["Qyt", "Quanity", "Cuont", "Anzal", "Copeis"])
@pytest.mark.parametrize("fields", ["", "fields: {name: text}\n"])
def test_a_quantity_with_a_slip_is_read_and_told(game, heading, fields):
    read, findings = game(f"from: d.csv\n{fields}", {"d.csv": f"name,{heading}\na,3\nb,5\nc,4\n"})
    assert [i.count for i in read.sets["card"].items] == [3, 5, 4]
    assert [f.message for f in findings if f.code == "Y030"] == [f"the column `{heading}` is read as `count`"]


@pytest.mark.parametrize(("sign", "word"), [(",", "comma"), (";", "semicolon"), ("\t", "tab")])
def test_a_row_too_long_names_the_sign_of_the_file(game, sign, word):
    _, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": f"name{sign}qty\na{sign}1{sign}b\nc{sign}2\n"})
    assert [f.hint for f in findings if f.code == "Y021"] == [f"put words that hold a {word} in double quotes"]


def test_a_flag_is_asked_for_as_tables_write_it(game):
    _, findings = game("from: d.csv\nfields: {name: text, rare: flag}\n", {"d.csv": "name,rare\na,x\nb,-\nc,perhaps\n"})
    assert [f.hint for f in findings if f.code == "D003"] == [
        "write `yes` or `no`, `x` or `-`; or leave the cell empty for no"
    ]


def test_what_a_row_lacks_and_has_too_much_is_told_by_the_headings(game):
    rows = "My game\n\nNom,Coût\nRat,1,2\n,3\n"
    _, findings = game(
        "from: {file: d.csv, columns: {Coût: cost}}\nfields: {name: text, cost: integer, art: word}\n", {"d.csv": rows}
    )
    (long,) = [f for f in findings if f.code == "Y021"]
    assert long.message == "the row has 3 cells, row 3 names 2"
    assert {f.hint.partition(",")[0] for f in findings if f.code == "D002"} == {
        "fill the column `Nom`", "no column is called so: add one"}  # fmt: skip


LOST = "from: d.csv\nfields: {name: text, cost: integer?, rules_text: text?, picture: image?}\n"


@pytest.mark.parametrize(
    ("head", "lost"),
    [
        ("name,Price,Text,Art", {"rules_text": "Text", "picture": "Art", "cost": "Price"}),  # by words, by their kind
        ("name,Notes,rules_text,Bild 2", {"picture": "Bild 2", "cost": "Notes"}),
        ("name,cost,rules_text,picture", {}),
        ("name,cost,picture", {}),  # as nothing is left that it may be
    ],
)
def test_a_column_that_a_field_may_have_lost_is_told(game, head, lost):
    rows = "".join(f"{words},{n},Bites all.,a.png\n" for n, words in enumerate(("Rat", "Cat", "Bee")))
    if head.count(",") < 3:
        rows = rows.replace("Bites all.,", "")
    _, findings = game(LOST, {"d.csv": f"{head}\n{rows}", "a.png": b""})
    found = {f.about[0].partition(".")[2]: f for f in findings if f.code == "Y038"}
    assert {field: f.about[1] for field, f in found.items()} == lost
    assert all(f"`columns: {{{lost[field]}: {field}}}` in `from`" in f.hint for field, f in found.items())
    assert not [f for f in findings if f.code == "Y028"]


def test_the_column_that_may_be_a_field_is_named_first(game):
    words = "from: d.csv\nfields: {name: text, cost: integer, rules: text}\n"
    _, findings = game(words, {"d.csv": "name,Effect,Price\nRat,Bites all.,2\n"})
    hints = [f.hint for f in findings if f.code == "D002"]
    assert ["{Price: cost}" in hints[0], "{Effect: rules}" in hints[1]] == [True, True]


@pytest.mark.parametrize("rows", [
    "Event cards,(draw them),\nTitle,Text,Flavour\nFlood,All wet.,Ha.\nFair,Gain 2.,\n",
    "Event cards,(draw them),\nTitle,Text,Cost\nFlood,All wet.,2\nFair,Gain 2.,1\n",
    "Title,Text,Cost\nFlood,All wet.,2\nFair,Gain 2.,1\n",
    "My deck,v3,\nName,Effect,Qty\nFlood,All wet.,2\nFair,Gain 2.,1\n",
])  # fmt: skip
def test_a_title_of_two_cells_is_no_row_of_headings(game, rows):
    found, _ = game("from: u.csv\n", {"u.csv": rows})
    assert [i.values[next(iter(i.values))].words["en"] for i in found.sets["card"].items] == ["Flood", "Fair"]
    head = rows.partition("Flood")[0].split("\n")[-2].lower().split(",")
    assert [*found.sets["card"].fields] == [name.replace("title", "name") for name in head if name != "qty"]


def test_a_cell_with_a_broken_formula_is_there_as_it_stands(game):
    """A draft prints it so, and what a template has in its place if it is not there is not printed over it."""
    words = "from: d.csv\nfields: {name: text, says: text?}\n"
    found, findings = game(words, {"d.csv": "name,says\nRat,#REF!\nCat,#BADA55\n"})  # a colour is none
    (rat, cat) = found.sets["card"].items
    assert (rat.torn, codes([f for f in findings if f.code != "Y029"])) == ({"says": "#REF!"}, ["Y031"])
    is_there = compile_expression("item.says is defined")
    assert [is_there.evaluate({"item": item.said}) for item in (rat, cat)] == [True, True]


@pytest.mark.parametrize(("renamed", "told_of"), [
    ("Red Fox", "no picture is called `Red Fox`, and no row is called like `fox.png`"),
    ("Foxx", "no picture is called `Foxx`, and no row is called like `fox.png`"), ("Fox", ""), ("Toad", ""),
])  # fmt: skip
def test_a_renamed_row_that_lost_its_picture_is_told(game, renamed, told_of):
    words = "from: {file: d.csv, columns: {Name: picture}}\nfields: {name: text, picture: image?}\n"
    art = {f"{name}.png": b"" for name in ("fox", "owl", "bee", "back")}
    _, findings = game(words, {"d.csv": f"Name,Cost\n{renamed},1\nOwl,2\nBee,3\n", **art})
    assert [f.message for f in findings if f.code == "Y041"] == [told_of] * bool(told_of)


def test_a_choice_that_there_is_not_is_marked_in_a_draft_and_takes_the_usual_colour(game, tmp_path):
    words = 'from: d.csv\nfields: {name: text, rarity: "one of [Common, Rare]"}\n'
    game(words, {"d.csv": "name,rarity\nRat,Epic\nCat,Rare\n"})
    found, _ = read_game(Project(tmp_path), "g", lenient=True)
    scope = {"item": found.sets["card"].items[0].said}
    assert type(scope["item"]["rarity"]) is Unread
    assert compile_expression("{'Rare': 'red'}[item.rarity]|default('blue')").evaluate(scope) == "blue"
    with pytest.raises(UnreadError):
        compile_expression("item.rarity|default('x')").evaluate(scope)


@pytest.mark.parametrize(("rows", "found"), [(3, 3), (30, 1)])
def test_numbers_that_a_whole_column_lacks_are_one_cause(game, tmp_path, rows, found):
    cells = "".join(f"n{n},Card {'abcdefghij'[n % 10]},Karte {n + 10}\n" for n in range(rows))
    game("from: d.csv\nfields: {name: text, says: text}\n", {"d.csv": f"name,says.en,says.de\n{cells}"}, "[en, de]")
    told = [f for f in check_all(Project(tmp_path), "g") if f.code == "L002"]
    assert (len(told), told[0].message.partition(" (")[0]) == (found, "`10` stands in de, but not in en")


def test_a_row_below_no_heading_is_no_heading_among_the_rows(game):
    found, _ = game("from: u.csv\n", {"u.csv": "Name,Text,Cost,\nFlood,All wet.,2,\n,,,x\nFair,Gain 2.,1,\n"})
    assert [found.sets["card"].items[n].id for n in (0, -1)] == ["flood", "fair"]


def test_many_columns_that_nothing_reads_are_not_all_named(game):
    _, findings = game(
        "from: d.csv\nfields: {name: text}\n", {"d.csv": f"name,{','.join(map('x{}'.format, range(29)))}\na\n"}
    )
    (unread,) = [f for f in findings if f.code == "Y028"]
    assert unread.message.endswith("`x6`, `x7` ...")
    assert unread.hint.endswith("`ignore: [x0, x1, x2, x3, x4, x5, x6, x7, ...]` in `from`")


NAMED = (
    "title: G\nversion: one\nplayers: [2, 4]\nlanguages: [ja, en]\n"
    "terms:\n  hue:\n    name: {ja: 色, en: Hue}\n    members:\n"
    "      daidai: {name: {ja: 橙, en: Burnt Orange}, plural: {en: Burnt Oranges}}\n"
    "      ao: {name: {ja: 青, en: Blue}}\n      sora: {name: {ja: 空, en: Blue}}\n"
)


@pytest.mark.parametrize(("cell", "value"), [
    ("橙", "daidai"), ("burnt orange", "daidai"), ("ＢＵＲＮＴ　Orange", "daidai"), ("Burnt Oranges", "daidai"),
    ("ao", "ao"), ("空", "sora"), ("Blue", "blue"), ("緑", "緑"),
])  # fmt: skip
def test_a_term_may_be_said_by_its_name(game, cell, value):
    """In any language, if but one is called so; in lists and maps, too, and in YAML."""
    kinds = "fields: {name: text, hue: term hue, all: list of term hue, of: map of integer by term hue}\n"
    rows = {"d.csv": f"name,hue,all,of\nA,{cell},{cell}; ao,{cell}=2\n"}
    found, _ = game(f"from: d.csv\n{kinds}", rows, game_yaml=NAMED)
    assert dict(list(found.sets["card"].items[0].values.items())[1:]) == {
        "hue": value, "all": (value, "ao"), "of": {value if value != "blue" else "Blue": 2}}  # fmt: skip


def test_an_item_may_be_said_by_its_name_and_a_name_of_two_is_told(game, tmp_path):
    rows = "name\tnext\thue\n逢坂\t\tao\n春 日\t逢坂、春日\tBlue\n"
    words = "fields: {name: text, next: list of item card?, hue: term hue}\nfrom: d.tsv\n"
    found, _ = game(words, {"d.tsv": rows}, game_yaml=NAMED)
    first, second = found.sets["card"].items
    assert second.values["next"] == (first.id, second.id)
    (two,) = [f for f in check_all(Project(tmp_path), "g") if f.code == "R001"]
    assert two.hint == "2 are called so, their ids are `ao`, `sora`"
    (tmp_path / "components" / "g" / "d.tsv").write_text("name\tnext\thue\n甲\t乙\tao\n")
    assert [f.message for f in check_all(Project(tmp_path), "g") if f.code == "R004"] == [
        "the set `card` has no item `乙`"
    ]


def test_a_term_in_a_column_of_each_language_is_one_if_they_mean_the_same(game):
    words = "from: d.csv\nfields: {name: text, hue: term hue}\n"
    found, findings = game(
        words, {"d.csv": "name,hue_ja,hue_en\nA,橙,Burnt orange\nB,青,Burnt orange\n"}, game_yaml=NAMED
    )
    assert found.sets["card"].items[0].values["hue"] == "daidai"
    (wrong,) = [f for f in findings if f.code == "D003"]
    assert wrong.hint.startswith("the columns `hue_ja`, `hue_en` are one field in several languages: write `hue: text`")


def test_a_half_of_a_piece_is_a_number_but_not_whole(game):
    _, findings = game("from: d.tsv\nfields: {name: text}\n", {"d.tsv": "name\tqty\na\t2,5\nb\tmany\n"})
    assert told(findings, "D006") == ["B2 `2,5` is no whole number", "B3 `many` is no number"]


@pytest.mark.parametrize("cell", ["2-3", "4-1", "2 or 3", "?", "3?"])
def test_a_quantity_that_is_not_sure_is_not_worked_out(game, cell):
    _, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": f"name,qty\na,{cell}\nb,3\n"})
    assert told(findings, "D006") == [f"B2 `{cell}` is no number"]


def test_a_column_in_a_language_that_the_game_lacks_is_told_so(game):
    _, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": "name,name (de)\na,b\nc,d\n"}, "[en]")
    assert [f.hint for f in findings if f.code == "Y028"] == ["write `languages: [en, de]` in game.yaml to use them"]


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        *[(value, "write `2` in digits") for value in ("two", "viele", "a pair", "two copies")],
        *[("one of each", "write `1` in digits"), ("Drei Stück", "write `3` in digits")],
        ("=110?", "write one: how many are to be printed"),
    ],
)
def test_a_quantity_in_words_is_told_with_what_to_write(game, value, hint):
    _, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": f"name,qty\na,{value}\nb,3\n"})
    assert [f.hint[: len(hint)] for f in findings if f.code == "D006"] == [hint]


@pytest.mark.parametrize(("cells", "kind"), [
    (["1", "X", "3", "-"], "word"), (["2+", "1", "4"], "word"), (["1", "2", "*"], "word"), (["K", "Q", "7"], "text"),
])  # fmt: skip
def test_a_sign_among_numbers_is_a_word_of_its_own(game, cells, kind):
    rows = "".join(f"n{i},{cell}\n" for i, cell in enumerate(cells))
    found, _ = game("from: d.csv\n", {"d.csv": f"name,power\n{rows}"})
    assert found.sets["card"].fields["power"].name == kind


def test_a_field_that_only_chooses_rows_is_used(tmp_path):
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts" / "g").mkdir(parents=True)
    (home / "game.yaml").write_text("title: g\nversion: v\nplayers: [2, 4]\nlanguages: [en]\n", encoding="utf-8")
    words = (
        "id: card\nname: Card\nkind: card\nsize: poker-metric\nlayout: card\nfields: {box_set: text, cost: integer}\n"
    )
    source = "from: {file: d.csv, where: \"Box_Set == 'base'\"}\n"
    (home / "card.yaml").write_text(words + source, encoding="utf-8")
    (home / "d.csv").write_text("Name,Box Set,Cost\nFarm,base,1\nFen,more,2\n", encoding="utf-8")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>'
    (tmp_path / "layouts" / "g" / "card.svg").write_text(svg, encoding="utf-8")
    (unused,) = [f for f in check_all(Project(tmp_path), "g") if f.code in ("R033", "R047")]
    assert unused.message == "no template of card draws the columns `Cost`, and no formula asks for them"
    assert 'layouts/g/card.svg (`<text pnp:text="item.cost" ../>`)' in unused.hint


def test_a_field_whose_column_is_ignored_is_told_once_where_that_is_said(game):
    fields = "fields: {name: text, rank: integer, note: text?}\n"
    source = "from: {file: d.csv, ignore: [Note, RANK]}\n"
    found = game(source + fields, {"d.csv": "Name,Rank,Note\na,1,x\nb,2,y\n"})[1]
    (told,) = [f for f in found if f.severity is Severity.ERROR]
    assert (told.code, told.mark.file.endswith("card.yaml")) == ("D002", True)
    assert told.message == "`ignore` leaves the field `rank` without its column"
    assert "take `item.rank` out of the template" in told.hint


def test_a_count_of_0_parks_a_card(game):
    found, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": "name,qty\na,0\nb,2\n"})
    assert [i.count for i in found.sets["card"].items] == [0, 2]
    assert CODES["D016"].severity is Severity.NOTE
    assert codes(findings) == ["Y029"]


def test_a_parked_card_stops_nothing_and_is_printed_nowhere(tmp_path):
    home = bare_game(tmp_path, "Name,Qty,Art\nA,1,\nB,0,gone.png\n" + "Far too long for any card " * 9 + ",0,\n")
    (home / "card.yaml").write_text((home / "card.yaml").read_text() + "fields: {name: text, art: image?}\n")
    assert [f.code for f in check_all(Project(tmp_path), "g") if f.severity is not Severity.NOTE] == []
    outputs, findings, _ = build(Project(tmp_path), "g", Order(languages=("en",), formats=("svg",), papers=("a4",)))
    assert [o.name for o in outputs if "faces" in o.name] == ["faces-en/card-a.svg"]
    assert not [f for f in findings if f.severity is Severity.ERROR]
    outputs, _, _ = build(Project(tmp_path), "g", Order(languages=("en",), formats=("svg",), only=("card/b",)))
    assert "faces-en/card-b.svg" in [o.name for o in outputs]


def test_columns_that_nobody_declared_need_not_be_drawn(tmp_path):
    bare_game(tmp_path, "Name,Cost,Note\nFarm,2,\n")
    assert [f.code for f in check_all(Project(tmp_path), "g") if f.severity is not Severity.NOTE] == []


def test_a_field_that_each_goes_through_is_used(tmp_path):
    home = bare_game(tmp_path, "name\nx\n")
    words = (home / "card.yaml").read_text().replace("from: d.csv\n", "")
    words += "fields: {name: text, suit: \"one of [club, heart]\"}\nitems: [{each: suits, name: '{=suit}'}]\n"
    (home / "card.yaml").write_text(words)
    assert [f.code for f in check_all(Project(tmp_path), "g") if f.severity is not Severity.NOTE] == []


def test_a_name_that_many_rows_say_is_told_once_with_its_rows(tmp_path):
    bare_game(tmp_path, "name\n" + "".join(f"Card {n}{' {wool}' * (n != 5)}\n" for n in range(30)))
    errors = [f for f in check_all(Project(tmp_path), "g") if f.code == "R001"]
    assert [f.message for f in errors] == ["unknown term `wool` (rows 2-6 and 8-31)"]


def bare_game(tmp_path, table):
    """A game of cards with their names from a table; its folder."""
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts" / "g").mkdir(parents=True)
    (home / "game.yaml").write_text("title: g\nversion: v\nplayers: [2, 4]\nlanguages: [en]\n", encoding="utf-8")
    words = "id: card\nname: Card\nkind: card\nsize: poker-metric\nlayout: card\nfrom: d.csv\n"
    (home / "card.yaml").write_text(words, encoding="utf-8")
    (home / "d.csv").write_text(table, encoding="utf-8")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="63mm" '
    svg += 'height="88mm" viewBox="0 0 63 88"><rect x="-3" y="-3" width="69" height="94" fill="#ffffff"/>'
    svg += '<text x="6" y="14" font-size="4" pnp:text="item.name">N</text></svg>'
    (tmp_path / "layouts" / "g" / "card.svg").write_text(svg, encoding="utf-8")
    return home


def test_what_games_share_is_told_once_by_a_build(tmp_path):
    files = {"common/d.csv": "name,tint\nA,reddish\nB,reddish\n"}
    files["common/chip.yaml"] = SET + "fields: {name: text, tint: color}\nfrom: d.csv\n"
    for name in "ab":
        files[f"{name}/game.yaml"] = f"title: {name}\nversion: v\nplayers: [2, 4]\nlanguages: [en]\ninclude: [common]\n"
    for name, words in files.items():
        path = tmp_path / "components" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, encoding="utf-8")
    (tmp_path / "layouts").mkdir()
    done = CliRunner().invoke(app, ["-C", str(tmp_path), "build", "a", "b"])
    assert done.output.count("D010") == 1
    assert "not built: a, b" in done.output


def test_a_language_that_rows_lack_is_told_once(game):
    text = "name (en),name (ja)\n" + "".join(f"N{i},{'' if i else '名'}\n" for i in range(5))
    _, findings = game("from: d.csv\nfields: {name: text}\n", {"d.csv": text}, "[en, ja]")
    assert told(findings, "D007") == ["B3 `name` has no words in `ja` (rows 3-6)"]
    (hint,) = {f.hint for f in findings if f.code == "D007"}
    assert "`name (ja)`" in hint


def test_commas_of_a_sentence_belong_to_the_last_cell(game):
    """A blank stands behind them, and behind no other; what else is too long is told."""
    text = "name,text\nfarm,Draw one, then stop, please.\nfort,Stay, wait.\nmill, Go, run.\nwell,a,b\n"
    found, findings = game("from: d.csv\nfields: {name: text, text: text}\n", {"d.csv": text})
    assert [i.values["text"].in_language("en") for i in found.sets["card"].items][:2] == [
        "Draw one, then stop, please.",
        "Stay, wait.",
    ]
    assert [(f.code, f.mark.cell) for f in findings if f.code == "Y021"] == [("Y021", "C4"), ("Y021", "C5")]
    assert "rows 2-3: commas that are too many are taken for those of a cell" in told(findings, "Y029")


def test_commas_of_a_list_belong_to_the_only_cell_that_lets_figures_stand_below_figures(game):
    rows = "axe,1 gp,4,heavy,2,5/10\nbow,2 gp,6,,3,20/60\ndart,3 cp,2,thin,light,1,9/9\nsling,1 sp,1/4,a,b,c,,\n"
    text = f"name,price,dice,traits,weight,range\n{rows}rod,2 gp,x,a,b,1,2\n"
    kinds = "name: text, price: text, dice: word, traits: text?, weight: integer?, range: word?"
    found, findings = game(f"from: d.csv\nfields: {{{kinds}}}\n", {"d.csv": text})
    said = [i.values.get("traits") for i in found.sets["card"].items]
    assert [words and words.in_language("en") for words in said[:4]] == ["heavy", None, "thin, light", "a, b, c"]
    assert [(f.code, f.mark.cell) for f in findings if f.code == "Y021"] == [("Y021", "G6")]


def test_a_comma_before_a_blank_belongs_to_a_name(game):
    """What follows keeps its place."""
    text = "name,cost,text\nElf,1,Go.\nYone, Chaser,2,Stay.\nOrc,3,Run.\nUma, Seer,two,Wait.\n"
    found, findings = game("from: d.csv\nfields: {name: text, cost: integer, text: text}\n", {"d.csv": text})
    assert [i.values["name"].words["en"] for i in found.sets["card"].items] == [
        "Elf",
        "Yone, Chaser",
        "Orc",
        "Uma, Seer",
    ]
    assert [(f.mark.line, f.mark.column, f.mark.value) for f in findings if f.code == "D003"] == [(5, 11, "two")]


def test_a_record_a_line_is_a_table(game):
    """JSON Lines, blank lines and the ends of lines of Windows among them."""
    text = '{"name": "Farm", "cost": 2}\r\n\r\n{"name": "Fort",\t"cost": "three"}\r\n'
    found, findings = game("from: d.jsonl\nfields: {name: text, cost: integer}\n", {"d.jsonl": text})
    assert [(i.id, i.values.get("cost")) for i in found.sets["card"].items] == [("farm", 2), ("fort", None)]
    assert [(f.code, f.mark.line) for f in findings if f.severity is Severity.ERROR] == [("D003", 3)]


def test_json_with_comments_is_read_at_its_places(game):
    """As JSON5 and JSONC write them, with commas behind the last; what only looks like one stays."""
    text = """// all /* of them
[ /* the
first */ {"name": "Fa//rm", "cost": 2,}, // "two"
{"name": "F\\"/*o*/", "cost": /* # */ "three"},
]
"""
    found, findings = game("from: d.json\nfields: {name: text, cost: integer}\n", {"d.json": text})
    said = [(i.name.words["en"], i.values.get("cost")) for i in found.sets["card"].items]
    assert said == [("Fa//rm", 2), ('F"/*o*/', None)]
    assert [(f.mark.line, f.mark.column) for f in findings if f.code == "D003"] == [(4, 38)]


# ---- five thousand rows ----

PLANTED = [
    ("B17", "Name", "", "D002"),
    ("C40", "Qty", "two", "D006"),
    ("C41", "Qty", "-1", "D006"),
    ("D99", "Cost", "3 or 4", "D003"),
    ("D100", "Cost", '<c t="e"><v>#REF!</v></c>', "Y031"),
    ("D277", "Cost", "<c><f>A1</f></c>", "Y031"),
    ("E315", "Rare", "perhaps", "D003"),
    ("F320", "Tint", "bluish", "D010"),
    ("F321", "Tint", "#12345", "D010"),
    ("G422", "Type", "Spel", "D011"),
    ("G423", "Type", "", "D002"),
    ("H425", "Suit", "sno", "R001"),
    ("I530", "Next", "nobody", "R004"),
    ("J533", "Art", "gone.png", "D014"),
    ("J534", "Art", "art.psd", "D014"),
    ("K640", "Text (EN)", "", "D007"),
    ("K641", "Text (EN)", "Take {sno}.", "R001"),
    ("L744", "Icons", "sun; mooon", "R001"),
    ("A750", "ID", "c7", "Y034"),
    ("M799", "Speed", "fast", "D003"),
]
HEADINGS = "ID Name Qty Cost Rare Tint Type Suit Next Art Text_(EN) Icons Speed Text_(JA)"
WORDS_OF_MANY = """from: {file: deck.xlsx, sheet: Cards}
fields:
  name: text
  cost: integer
  rare: flag
  tint: color
  type: "one of [unit, spell]"
  suit: term suit
  next: item card?
  art: image?
  text: text
  icons: list of term suit
  speed: number
"""
SUITS = "terms:\n  suit:\n    name: suit\n    members:\n      sun: {name: Sun}\n      moon: {name: Moon}\n"


def many_rows(count):
    same = ["y", "red", "Unit", "Sun", "c3", ""]
    cards = (
        [f"c{n}", f"Card {n}", 1, n % 7, *same, f"Take {n}.", "sun; moon", 1.5, f"{n}枚。"] for n in range(3, count + 3)
    )
    rows = [["A title"], [h.replace("_", " ") for h in HEADINGS.split()], *cards]
    for place, _, value, _ in PLANTED:
        column, row = number_of(place.rstrip("0123456789")), int(place.lstrip("ABCDEFGHIJKLM"))
        rows[row - 1][column - 1] = value
    return sheet_of(rows)


@pytest.fixture
def many(tmp_path, request):
    """A game of eight hundred rows (or as many as a test asks for) with twenty faults."""
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    head = "title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en, ja]\n"
    (home / "game.yaml").write_text(head + SUITS, encoding="utf-8")
    (home / "card.yaml").write_text(SET + WORDS_OF_MANY, encoding="utf-8")
    workbook(home / "deck.xlsx", [], {"Notes": sheet_of([["x"]]), "Cards": many_rows(getattr(request, "param", 800))})
    return Project(tmp_path)


MEASURED = """
import re, sys
from pathlib import Path
from generator.expressions.expression import compile_expression
from generator.pipeline import check_all
from generator.project import Project
def most(): return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
before = most()
print(len(check_all(Project(Path(sys.argv[1])), "g")), most() - before)
"""


@pytest.mark.slow
@pytest.mark.parametrize("many", [5_000], indirect=True)
def test_five_thousand_rows_take_no_more_than_a_bounded_memory(many):
    """Of a process of its own, in MB beside what the tool itself takes."""
    if sys.platform != "linux":
        pytest.skip("no /proc to ask")
    done = subprocess.run([sys.executable, "-c", MEASURED, many.root], capture_output=True, text=True, check=True)
    findings, grown = done.stdout.split()
    assert int(findings) >= len(PLANTED)
    assert 20 < float(grown) < 300


def test_promises_are_held_against_the_rows_that_could_be_read(many):
    """Beside errors of others, each at its own cell, and once: a number out of bounds is no odd one besides."""
    card, deck = (many.root / "components/g" / name for name in ("card.yaml", "deck.xlsx"))
    promises = "unique:\n  - {fields: [name]}\nchecks:\n  - {say: cheap, formula: item.cost <= 9}\n"
    rows = [["Name", "Cost", "Text (EN)", "Text (JA)"]]
    rows += [[f"Card {n}", n % 7, f"Take {n}.", f"{n}枚。"] for n in range(60)]
    rows[20][0], rows[30][1], rows[40][1] = "Card 3", 47, "two"
    workbook(deck, [], {"Cards": sheet_of(rows)})
    fields = "fields: {name: text, cost: integer, text: text}\n"
    card.write_text(SET + f"from: {{file: deck.xlsx, sheet: Cards}}\n{fields}{promises}", "utf-8")
    told = [(f.code, f.mark.cell) for f in check_all(many, "g") if f.mark.cell]
    assert told == [("D024", "A21"), ("D026", "B31"), ("D003", "B41")]


HELD = """
import gc, sys, tracemalloc
from pathlib import Path
from generator.data.build import read_game
from generator.project import Project
def held(root):
    gc.collect()
    tracemalloc.start()
    game, findings = read_game(Project(Path(root)), "game")
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert not findings
    return size, game.items[f"card/c{len(game.items) - 1}"].marks["text"].cell
held(sys.argv[1])  # modules and patterns are loaded by the first
print(*held(sys.argv[1]), *held(sys.argv[2]))
"""


def of_rows(tmp_path, rows):
    """A project with one table of so many rows."""
    folder = tmp_path / f"of-{rows}" / "components" / "game"
    folder.mkdir(parents=True)
    (folder.parent.parent / "layouts").mkdir()
    (folder / "game.yaml").write_text("title: T\nversion: v1\nplayers: [1, 4]\nlanguages: [en]\n")
    (folder / "card.yaml").write_text(
        "id: card\nname: C\nkind: card\nfields: {name: text, cost: integer, text: text}\nfrom: t.csv\n"
    )
    lines = [f"c{n},Card number {n},{n % 9},{' '.join(f'word{n + k}' for k in range(12))}" for n in range(rows)]
    (folder / "t.csv").write_text("\n".join(["id,name,cost,text", *lines]))
    return folder.parent.parent


@pytest.mark.slow
def test_a_row_is_held_in_little_more_than_its_words(tmp_path):
    """No mark is made of a cell before one is asked for: places are numbers. In a process of its own:
    what other tests load and let go is not of the table."""
    told = subprocess.run(
        [sys.executable, "-c", HELD, of_rows(tmp_path, 200), of_rows(tmp_path, 1200)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    few, _, many, cell = told
    assert cell == "D1201"
    assert (int(many) - int(few)) / 1000 < 2000


def test_a_heading_that_stands_twice_is_two_fields(game):
    found, findings = game("from: u.csv\n", {"u.csv": "name,combat,combat\nTank,3,4\nFoot,1,2\n"})
    assert [(i.values["combat"], i.values["combat_2"]) for i in found.sets["card"].items] == [(3, 4), (1, 2)]
    assert codes(findings) == ["Y029"]


def test_a_declared_field_takes_the_second_heading(game):
    words = "from: u.csv\nfields: {name: text, combat: integer, combat_2: integer}\n"
    found, findings = game(words, {"u.csv": "name,combat,combat\nTank,3,4\n"})
    assert found.sets["card"].items[0].values["combat_2"] == 4
    assert codes(findings) == ["Y029"]


def test_a_letter_names_one_of_two_columns_that_are_called_alike(game):
    words = "from: {file: u.csv, columns: {column C: power}, ignore: [column B, column D]}\nfields: {power: integer}\n"
    found, findings = game(words, {"u.csv": "id,combat,combat,\nTank,3,4,x\nFoot,1,2,y\n"})
    assert [i.values["power"] for i in found.sets["card"].items] == [4, 2]
    assert codes(findings) == ["Y029"]


def test_the_name_of_a_size_may_be_digits(game):
    found, _ = game("from: u.csv\nfields: {name: text}\n", {"u.csv": "name,size\nTank,8\n"})
    assert found.sets["card"].items[0].size == "8"


BLOCKS = (
    "NATO,name,combat\n2,1st Inf,3\n1,2nd Arm,6\n\nTURNS,label,turn\n10,Game Turn,1\n,,\nNotes\nLEADERS,name,rating\n"
)
BLOCKS += "1,Monty,2\n1,Patton,3\n"


def test_tables_one_below_another_are_sheets(game):
    found, findings = game("from: {file: u.csv, sheet: turns}\n", {"u.csv": BLOCKS})
    (item,) = found.sets["card"].items
    assert (item.count, item.values["label"].words["en"], item.values["turn"]) == (10, "Game Turn", 1)
    assert codes(findings) == ["Y029", "Y030"]


def test_a_table_of_several_that_is_not_there_lists_those_there_are(game):
    _, findings = game("from: {file: u.csv, sheet: Turn 2}\n", {"u.csv": BLOCKS})
    hints = [f.hint for f in findings if f.code == "Y032"]
    assert hints == ["write one of its tables: `NATO`, `TURNS`, `Notes`"]


def test_without_a_sheet_they_are_read_as_one_and_told(game):
    found, findings = game("from: u.csv\n", {"u.csv": BLOCKS})
    assert len(found.sets["card"].items) > 5
    assert any("`sheet` takes `NATO`, `TURNS`, `Notes`" in f.message for f in findings)


def test_groups_of_rows_apart_are_one_table(game):
    rows = "name,cost,text\nElf,1,Draw.\n\nWolf,2,Bite.\nBear,3,Eat.\n\nname,cost,text\nOwl,2,Fly.\n"
    found, _ = game("from: u.csv\n", {"u.csv": rows})
    assert [i.id for i in found.sets["card"].items] == ["elf", "wolf", "bear", "owl"]


@pytest.mark.parametrize("price", ["5 €", "€5", "5,00 zł", "5.00 kr", "US$ 5", "５円"])
def test_a_price_is_a_number_where_one_is_declared(game, price):
    found, findings = game(
        "from: u.csv\nfields: {name: text, price: number}\n", {"u.csv": f'name,price\na,"{price}"\n'}
    )
    assert found.sets["card"].items[0].values["price"] == 5
    assert codes(findings) == ["Y029"]


WORKBOOK_BYTES = [
    b"",
    b"PK\3\4cut",
    b"<html>",
    b"\xd0\xcf\x11\xe0old",
    b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
]


@pytest.mark.parametrize(
    ("raw", "words"), [*zip(WORKBOOK_BYTES, ["empty", "its end", "web page", "old .xls", "password"], strict=True)]
)
def test_what_is_no_workbook_is_told_as_what_it_is(game, raw, words):
    _, (finding,) = game("from: m.xlsx\n", {"m.xlsx": raw})
    assert (finding.code, words in finding.message) == ("Y020", True)


@pytest.mark.slow
@pytest.mark.parametrize(("tab", "told"), [("s", [True]), ("t", [])])
def test_pictures_on_a_sheet_are_told_and_take_no_room(game, tmp_path, tab, told):
    sheet = sheet_of([["id", "cost"], ["a", 2], ["b", 3]], merged="<drawing/>")
    workbook(tmp_path / "m.xlsx", [], {"s": sheet, "t": sheet_of([["id", "cost"], ["a", 2]])})
    with zipfile.ZipFile(tmp_path / "m.xlsx", "a", zipfile.ZIP_DEFLATED) as out:
        out.writestr("xl/media/image1.png", bytes(20_000_001))
    source = f"from: {{file: m.xlsx, sheet: {tab}}}\n"
    found, findings = game(source, {"m.xlsx": (tmp_path / "m.xlsx").read_bytes()})
    assert found.sets["card"].items[0].id == "a"
    assert [True for f in findings if "the pictures on it" in f.message] == told


@pytest.mark.parametrize(("tabs", "message"), [
    (["s"], ""), (["s", "Notes"], ""), (["s", "Spells", "Änderungen log"], "no set reads the sheet `Spells`"),
    (["s", "Spells", "Foes"], "no set reads the sheets `Spells`, `Foes`"),
])  # fmt: skip
def test_a_sheet_that_was_added_later_is_told(game, tmp_path, tabs, message):
    """Not one that is called as notes are."""
    workbook(tmp_path / "m.xlsx", [], dict.fromkeys(tabs, sheet_of([["id", "cost"], ["a", 2]])))
    raw = (tmp_path / "m.xlsx").read_bytes()
    _, findings = game("from: {file: m.xlsx, sheet: s}\n", {"m.xlsx": raw})
    assert [f.message for f in findings if f.code == "Y028"] == [message] * bool(message)


def test_pictures_in_cells_of_an_ods_are_told(game):
    from tests.test_hostile_tables import ods, ods_row

    rows = ods_row("id", "cost") + ods_row("a", "2").replace("<text:p>", "<text:image/><text:p>", 1)
    _, findings = game("from: m.ods\n", {"m.ods": ods(rows)})
    assert ["the pictures on it" in f.message for f in findings] == [True]


def test_cells_of_an_ods_that_are_merged_over_rows_say_the_same_in_each(game):
    """Whatever two merged cells that overlap claim, and one far larger than its sheet."""
    from tests.test_hostile_tables import ods, ods_row

    def over(row, high, wide=1):
        at = f'<table:table-cell table:number-rows-spanned="{high}" table:number-columns-spanned="{wide}" '
        return at.join(row.rsplit("<table:table-cell ", 1))

    covered = "<table:covered-table-cell/></table:table-row>".join
    below = [covered([ods_row(name)[: -len("</table:table-row>")], ""]) for name in "bc"]
    rows = [
        ods_row("name", "suit"),
        over(ods_row("a", "Salt"), 3),
        below[0].replace("covered-table-cell", 'covered-table-cell table:number-rows-spanned="2"'),
        below[1],
    ]
    wide = [over(ods_row("d", "Silk"), 2, 2), ods_row("e"), over(ods_row("f", "Amber"), 10**9), ods_row("g", "x")]
    words = "from: m.ods\nfields: {name: word?, suit: word?}\n"
    found, findings = game(words, {"m.ods": ods("".join([*rows, *wide]))})
    assert told(findings, "Y029")[0] == "B2:B4: merged, and read as the same in each row"
    suits = [item.values.get("suit") for item in found.sets["card"].items]
    assert suits == ["Salt", "Salt", "Salt", "Silk", None, "Amber", "x"]


@pytest.mark.parametrize("ticked", ["TRUE", "true", '<c t="b"><v>1</v></c>'])
def test_a_box_that_is_ticked_is_one_copy(game, tmp_path, ticked):
    rows = [["id", "In deck"], ["a", ticked], ["b", "FALSE"]]
    workbook(tmp_path / "m.xlsx", rows)
    found, _ = game("from: m.xlsx\n", {"m.xlsx": (tmp_path / "m.xlsx").read_bytes()})
    assert [i.count for i in found.sets["card"].items] == [1, 0]


@pytest.mark.parametrize(
    ("name", "hint"), [("card.csv", "did you mean `cards.csv`?"), ("game.csv", "known names: `cards.csv`")]
)
def test_a_table_that_is_not_there_was_not_meant_to_be_a_set(game, name, hint):
    _, findings = game(f"from: {name}\nabout: {{fr: Un}}\n", {"cards.csv": "id\na\n"})
    assert next(f.hint for f in findings if f.code == "Y020") == hint
    assert next(f.hint for f in findings if f.code == "D008").startswith("write it into `languages`")


@pytest.mark.parametrize(
    ("lock", "hint"),
    {
        "~$m.xlsx": "a program has it open",
        ".~lock.m.xlsx#": "a program has it open",
        "~$n.xlsx": "put the table",
    }.items(),
)
def test_a_table_that_a_program_has_open_is_not_meant_to_be_its_lock(game, lock, hint):
    _, findings = game("from: m.xlsx\n", {lock: b""})
    assert next(f.hint for f in findings if f.code == "Y020").startswith(hint)


def test_a_tab_that_names_no_columns_is_told_with_the_others(game):
    rows = {"Start": sheet_of([["Welcome"], ["Read me"]]), "Cards": sheet_of([["Name", "Text"], ["Elf", "Go."]])}
    _, (finding, *_) = game("from: m.xlsx\nfields: {name: text, text: text}\n", {"m.xlsx": rows})
    assert "sheet: Cards" in finding.hint


def test_many_pictures_that_a_column_lacks_are_one_cause(game):
    rows = "".join(f"Card {n},{n}.png\n" for n in range(6))
    _, findings = game("from: u.csv\n", {"u.csv": f"name,art\n{rows}"})
    (lost,) = [f for f in gathered(findings) if f.code == "D014"]
    assert "`5.png`" in lost.message


def test_a_picture_is_nearest_whose_number_has_other_zeros():
    files = {Path(f"card{n}.png"): f"/card{n}.png" for n in ("26", "06", "60")}
    assert Shelf({Path(): files}).near("card6.png") == "card06.png"
    assert Shelf({Path(): files}).find([Path()], "Card 6") == [Path("card06.png")]
    assert Shelf({Path(): files}).find([Path()], "..\\art\\card26.png") == [Path("card26.png")]
    both = {**files, Path("card6.png"): "/card6.png"}
    assert Shelf({Path(): both}).find([Path()], "card6.png") == [Path("card6.png")]


def test_a_picture_may_lack_the_accents_of_its_name():
    """But signs that are letters of their own in other scripts count."""
    shelf = Shelf({Path(): {Path(f"{n}.png"): f"/{n}.png" for n in ("ecuyer", "fée", "fee", "が")}})
    found = {name: shelf.find([Path()], name) for name in ("Écuyer.jpg", "Écuyer.png", "Fée", "か", "が")}
    assert {name: [path.stem for path in paths] for name, paths in found.items()} == {
        "Écuyer.jpg": [], "Écuyer.png": ["ecuyer"], "Fée": ["fée"], "か": [], "が": ["が"],
    }  # fmt: skip


def test_a_note_of_an_id_that_is_none_says_its_row(game):
    _, findings = game("from: u.csv\n", {"u.csv": "id,name\na,A\nB 2!,B\nc,C\n"})
    assert [f.message for f in findings if f.code == "Y029"] == ["row 3: ids are made of ID: b-2"]


@pytest.mark.parametrize(("words", "value"), [
    ("c == 'gold'", True), ("c == '#FFD700'", True), ("'Gold' == c", True), ("c != 'red'", True), ("c == 'red'", False),
    ("c == 'of gold'", False), ("c in ['gold']", True), ("{'#ffd700': 1}[c]", 1), ("{'gold': 1}[c]", 1),
    ("c ~ '!'", "Gold!"),
])  # fmt: skip
def test_colours_are_compared_as_colours_and_said_as_they_were_written(game, words, value):
    found, _ = game("from: d.csv\nfields: {name: text, c: color}\n", {"d.csv": "name,c\na,Gold\n"})
    assert compile_expression(words).evaluate({"c": found.sets["card"].items[0].values["c"]}) == value


def test_functions_of_css_are_colours(game):
    found, findings = game("from: u.csv\n", {"u.csv": 'name,tint\na,"rgb(255, 0, 10)"\nb,"hsl(120,100%,50%)"\n'})
    assert [i.values["tint"].hex for i in found.sets["card"].items] == ["#ff000a", "#00ff00"]
    assert not [f for f in findings if f.code[0] == "D"]


@pytest.mark.parametrize(
    ("heading", "cells", "kind", "values"),
    [
        ("bgColor", ["ff8800", "000000", "102030"], "color", ["#ff8800", "#000000", "#102030"]),
        ("x", ["ff8800", "ffffff", "7b2030", "a1b2c3", "102030"], "color", ["#ff8800", "#ffffff", "#7b2030"]),
        ("tint", ["#ff8800ff", "#00000000", "none"], "color", ["#ff8800", None, None]),
        ("kleur", ["red", "navy", "red"], "color", ["red", "navy", "red"]),
        ("Keyword", ["#swift", "#add", "#wise"], "text", []),
        ("x", ["102030", "405060", "708090", "112233", "445566"], "integer", [102030, 405060, 708090]),
        ("code", ["decade", "b7", "x9"], "text", []),
    ],
)
def test_colours_as_programs_write_them(game, heading, cells, kind, values):
    rows = "".join(f"n{n},{cell}\n" for n, cell in enumerate(cells))
    found, findings = game("from: u.csv\n", {"u.csv": f"name,{heading}\n{rows}"})
    name = next(name for name in found.sets["card"].fields if name != "name")
    assert found.sets["card"].fields[name].name == kind
    assert [i.values.get(name) for i in found.sets["card"].items][: len(values)] == values
    assert not [f for f in findings if f.code[0] == "D"]


def test_what_a_spreadsheet_made_of_a_cell_is_told_of_a_declared_field_too(game):
    words = "from: u.csv\nfields: {name: text, range: word}\n"
    _, findings = game(words, {"u.csv": "name,range\na,2-4\nb,2024-05-03\nc,1-2\nd,l0\n"})
    assert told(findings, "Y039") == ["B3 the date `2024-05-03` may have been `3-5`"]


@pytest.mark.parametrize(("cells", "message"), [
    ("1 2-Apr 3", "B3 the date `2-Apr` may have been `2-4`"),
    ("1–3 05.02.2026 04/02/26", "B3 the date `05.02.2026` may have been `2–5`, and so B4 (`2–4`?)"),
    ("2-Apr 5-Mai 3-juin", "B2 the date `2-Apr` may have been `2-4`, and so B3 (`5-5`?), B4 (`3-6`?)"),
    ("2+ 2月4日 Mar-05", "B3 the date `2月4日` may have been `2-4`, and so B4 (`3-5`?)"),
    ("all some 2024-03-01", "B4 the date `2024-03-01` may have been `1-3`"),
    ("14-Jul 2-Apr 5-May", ""), ("2024-03-01 2024-03-05 2024-04-01", ""), ("1.2.2024 3.2.2024 now", ""),
])  # fmt: skip
def test_a_date_that_was_a_range_is_told(game, cells, message):
    """Days that are none of a month, dates alone and most of a column are dates."""
    rows = "".join(f"n{n},{cell}\n" for n, cell in enumerate(cells.split()))
    words = "from: u.csv\nfields: {name: text, range: word}\n"
    _, findings = game(words, {"u.csv": f"name,range\n{rows}"})
    assert told(findings, "Y039") == [message] * bool(message)


def test_a_column_of_prices_is_words_as_they_stand(game):
    found, _ = game("from: u.csv\n", {"u.csv": "name;price\na;5 €\nb;12,50 €\n"})
    assert [i.values["price"].words["en"] for i in found.sets["card"].items] == ["5 €", "12,50 €"]


def test_numbers_alone_below_the_counts_are_their_sum(game):
    found, findings = game("from: u.csv\n", {"u.csv": "name,qty,cost\na,4,1\nb,1,2\n,5,\n"})
    assert [i.count for i in found.sets["card"].items] == [4, 1]
    assert any("row 4: a sum" in f.message for f in findings)


def test_a_share_is_what_the_workbook_shows(game):
    from tests.test_hostile_tables import ods, ods_row

    share = (
        '<table:table-cell office:value-type="percentage" office:value="0.25"><text:p>25%</text:p></table:table-cell>'
    )
    far = '<table:table-cell table:number-columns-repeated="16000"/>'
    row = ods_row("a").replace("</table:table-row>", share + far + "</table:table-row>") * 50
    found, _ = game("from: u.ods\n", {"u.ods": ods(ods_row("name", "odds") + row)})
    assert [i.values["odds"] for i in found.sets["card"].items] == ["25%"] * 50


NESTED = """[{"name": "Wolf", "speed": {"walk": 30, "fly": 0, "hover": true, "swim": false},
"tags": [], "actions": [{"name": "Bite", "hit": 4.5, "miss": 0,
"desc": "Melee attack, one target in reach."}], "hints": ["Comes at night, never alone.", "Fears fire."]},
{"name": "Owl", "speed": {"walk": 5}, "tags": ["bird"], "actions": [], "hints": []}]"""


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('[{"type": "damage", "value": 5}, {"type": "stun_foe", "turns": 2}]', "damage 5, stun foe: turns 2"),
        ('[{"rank": 1, "low": 2, "high": 4, "wait": 3}, {"rank": 2, "low": 3, "high": 6, "wait": 2}]',
         "rank 1: low 2, high 4, wait 3\nrank 2: low 3, high 6, wait 2"),
        ('{"hp": 1, "atk": 2, "def": 3, "luck": 4}', "hp 1, atk 2, def 3, luck 4"),
    ],
    ids=["what it is of stands first, an amount alone beside it", "of several the first part", "of one no part"],
)  # fmt: skip
def test_records_of_programs_are_read_as_people_say_them(game, said, words):
    found, _ = game(
        "from: m.json\n", {"m.json": f'[{{"name": "Wolf", "does": {said}}}, {{"name": "Owl", "does": "Nothing."}}]'}
    )
    assert found.sets["card"].items[0].values["does"].words["en"] == words


def test_records_within_records_are_read_as_text(game):
    found, findings = game("from: m.json\n", {"m.json": NESTED})
    wolf, owl = found.sets["card"].items
    assert {k: wolf.values[k].words["en"] for k in ("speed", "actions", "hints")} == {
        "speed": "hover, walk 30, fly 0",
        "actions": "Bite: Melee attack, one target in reach.\nhit 4.5, miss 0",
        "hints": "• Comes at night, never alone.\n• Fears fire.",
    }
    assert "actions" not in owl.values
    assert wolf.values["actions"].marks["en"].value.startswith('[{"name": "Bite", "hit": 4.5, "miss": 0')
    assert codes(findings) == ["Y029"]


def test_lists_of_nothing_are_empty_cells(game):
    """As programs write cards that may have four sides."""
    wood = {"name": "Wood", "sides": ["Cut.", ""], "gains": [[], [{"gold": 1}]]}
    text = json.dumps([wood, {"name": "Mill", "sides": ["", ""], "gains": [[], []]}])
    found, findings = game("from: m.json\n", {"m.json": text})
    assert [i.values.get("sides") is None for i in found.sets["card"].items] == [False, True]
    assert [i.values.get("gains") is None for i in found.sets["card"].items] == [False, True]
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(("values", "kind"), [((2.0, 10.0), "integer"), (("2.0", "1.0"), "word")])
def test_whole_numbers_of_a_program_have_no_fraction(game, values, kind):
    text = json.dumps([{"name": f"Elf {n}", "hp": value} for n, value in enumerate(values)])
    found, _ = game("from: m.json\n", {"m.json": text})
    assert found.sets["card"].fields["hp"].name == kind
    assert [i.values["hp"] for i in found.sets["card"].items] == [*values]


def test_words_alone_are_records_of_a_text(game):
    text = '{"white": ["A breakfast.", "Puppies!"], "black": [{"text": "Why?", "pick": 1}]}'
    found, _ = game("from: {file: m.json, sheet: white}\n", {"m.json": text})
    assert [i.values["text"].words["en"] for i in found.sets["card"].items] == ["A breakfast.", "Puppies!"]


def test_settings_are_no_records(game):
    """Mappings of which each says something else."""
    text = '{"window": {"width": 8, "height": 6}, "sound": {"music": 5}, "player": {"name": "Ann", "lives": 3}}'
    _, (finding,) = game("from: m.json\n", {"m.json": text})
    assert (finding.code, "no list of records" in finding.message) == ("Y020", True)


def test_a_list_where_a_number_should_be_is_told(game):
    _, findings = game("from: m.json\nfields: {n: integer, name: text}\n", {"m.json": '[{"n": [1, 2], "name": "Elk"}]'})
    assert [f.code for f in findings if f.code[0] == "D"] == ["D003"]


def test_deeds_with_formulas_and_a_few_words_are_code():
    """Beside a text that says them all."""
    deeds = [("WeakenAbility", "power - 4"), ("RaiseAbility", "power + 2 if hp == 7"), ("AddAbility", "add The Owl")]
    cards = [{"name": f"Elk {n}", "text": "Draw two cards.", "abilities": [{"type": t, "when": "played", "action": a}]}
             for n, (t, a) in enumerate(deeds)]  # fmt: skip
    assert record_grid(json.dumps(cards).encode(), "c.json").coded == {"abilities"}


def test_packs_without_names_are_numbered_and_keys_may_be_of_ruby():
    """Records that hold nothing but records."""
    text = "- month:\n    - :img: a.png\n      :kind: crane\n    - :img: b.png\n- month:\n    - :img: c.png\n"
    found = record_grid(text.replace("month", ":month").encode(), "c.yaml")
    assert [*found.head] == ["img", "kind", "set"]
    assert [tuple(row.values) for row in found.rows] == [("a.png", "crane", 1), ("b.png", "", 1), ("c.png", "", 2)]
    assert found.notes == ["month: read from the 2 that hold them, with the number of each"]
    both = "- name: Fox\n  attacks:\n    - power: 1\n    - power: 2\n- name: Owl\n  attacks:\n    - power: 1\n"
    assert [row.values[0] for row in record_grid(both.encode(), "c.yaml").rows] == ["Fox", "Owl"]


def test_lists_called_alike_below_several_names_are_one_with_these():
    """But not those that say other things."""
    ranks = {rank: {"text": f"The {rank} of them."} for rank in ("Page", "Queen")}
    suits = {"wands": {"court": ranks}, "cups": {"court": ranks}}
    found = record_grid(json.dumps(suits).encode(), "c.json")
    told = [dict(zip(found.head, row.values, strict=True)) for row in found.rows]
    assert [(one["set"], one["name"]) for one in told] == [
        (suit, rank) for suit in ("wands", "cups") for rank in ("Page", "Queen")
    ]
    apart = {"wands": {"court": ranks}, "tools": {"court": {"Saw": {"at": 1, "hp": 1}, "Axe": {"at": 2, "hp": 1}}}}
    assert len(record_grid(json.dumps(apart).encode(), "c.json", "wands.court").rows) == 2


def test_a_text_that_an_editor_wrapped_is_whole():
    """Not lines that end a sentence, are short, or begin another thing."""
    long = "One point for each of the largest districts of all the four"
    said = [f"{long}\nkinds, and\nno more", f"{long}.\nkinds", f"{long}\nTwo more"]
    text = json.dumps([{"name": str(n), "rule": words} for n, words in enumerate(said)])
    found = record_grid(text.encode(), "c.json")
    assert [row.values[1] for row in found.rows] == [f"{long} kinds, and\nno more", *said[1:]]
    assert found.notes == ["rule: lines that end within a sentence go on in the next"]


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ({"Sea": {"2": "Draw one card.", "K": "Sink one ship."}, "Air": {"2": "Draw two cards.", "A": "Win the war."}},
         [("Sea", "2"), ("Sea", "K"), ("Air", "2"), ("Air", "A")]),
        ({"Good": {"Ann": "Draw one card.", "Bo": "Gain one coin."}, "Bad": {"Cy": "Pay two coins.", "Di": "Do so."}},
         [("Good", "Ann"), ("Good", "Bo"), ("Bad", "Cy"), ("Bad", "Di")]),
        ({"Ann": {"bite": "Draw one card.", "rest": "Do so."}, "Bo": {"bite": "Pay two coins.", "rest": "Do so."}},
         [("Ann",), ("Bo",)]),
    ],
)  # fmt: skip
def test_sentences_below_two_keys_are_a_piece_each(words, rows):
    """Where the inner keys are numbers, or of one mapping alone; else they are columns."""
    found = record_grid(json.dumps({"cards": words}).encode(), "c.json", "cards")
    heads = [n for n, head in enumerate(found.head) if head in ("type", "rank", "name")]
    assert [tuple(row.values[n] for n in heads) for row in found.rows] == rows


def test_a_line_break_in_json_moves_no_place(tmp_path):
    """A place within the words of JSON is the one in the file, behind every `\\n`."""
    from generator.data.reading.text import place_in
    from generator.diagnostics.findings import Mark

    text = '[{"text": "one\\ntwo bad"},\n {"text": "one\\n"}]'
    place = place_in(text, Mark("m.json", 1, 11), "one\ntwo bad", 8, 3)
    assert (place.line, text[place.column - 1 :][:3]) == (1, "bad")


def test_a_folder_is_looked_through_once_for_all_its_pictures(tmp_path, monkeypatch):
    from generator.data.reading import folders

    looked = []
    files = folders._files
    monkeypatch.setattr(folders, "_files", lambda folder: looked.append(folder) or files(folder))
    (tmp_path / "Old Owl.png").write_bytes(b"x")
    shelf = folders.Shelf()
    assert [bool(shelf.find([tmp_path], name)) for name in ("elf", "old_owl", "OldOwl.png", "imp")] == [0, 1, 1, 0]
    assert looked == [tmp_path]


STYLES = """<styleSheet xmlns="{main}"><numFmts>{codes}</numFmts>
<cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>"""


@pytest.mark.parametrize(("code", "value", "said"), [
    ('&quot;€&quot; #,##0.00', 1500, "€ 1,500.00"), ("#,##0.00\\ [$€-407]", 1500, "1,500.00 €"), ("+0;-0;0", 2, "+2"),
    ("+0;-0;0", -1, "-1"), ("0%", 0.25, "25%"), ("000", 7, "007"), ('0&quot; gold&quot;', 4, "4 gold"),
    ("0.00", 2.5, "2.50"), ("0.00", 1.005, "1.01"), ("#,##0;[Red](#,##0)", -3, "(3)"), ("#,##0", 12500, "12,500"),
    ("[$-411]ggge\\年", 45356, 45356), ("14", 45356, "2024-03-05"), ("22", 45356.5, "2024-03-05 12:00:00"),
    ("0;-0;;@", 0, None), ("yyyy", 45356, "2024"), ("yyyy-mm-dd h:mm:ss", 45293, "2024-01-02"),
    ("d.m.yy h:mm", 45293.5, "2.1.24 12:00"), ("h:mm d.m.yy", 45293, "0:00 2.1.24"),
    ("dd/mm/yyyy", 45356, "05/03/2024"),
    ("h:mm AM/PM", 0.5625, "1:30 PM"),
    ("d\\. mmmm yyyy hh:mm", 45356.75, "5. March 2024 18:00"), ("# ?/?", 0.5, "1/2"), ("# ?/?", -1.25, "-1 1/4"),
    ("# ?/8", 0.5, "4/8"), ("?/?", 1.5, "3/2"), ("# ??/??", 0.142857, "1/7"), ("# ?/?", 0.99, "1"), ("?/?", 2, "2"),
    ("0.00E+00", 12345.678, 12345.678), ("[h]:mm", 1.0868055556, "26:05"), ("[mm]:ss", 0.25, "360:00"),
    ("[Green]# ?/?", 0.25, "1/4"), ("??/?? 0", 0.5, 0.5),
    ("d mmmm yyyy", 0.5, "12:00:00"), ("0", 3, 3), ("General", 3.25, 3.25), ("0,,", 1500000, 1500000), ("@", 5, 5),
    ("0.0,,\\M", 1250000, "1.3M"), ("0,\\k", -2000, "-2k"), ("0;-0;&quot;–&quot;", 0, None), ("0;-0;-", 0, None),
    ("General&quot; gp&quot;", 2.5, "2.5 gp"), ("&quot;+&quot;General;&quot;−&quot;General;0", 3, "+3"),
    ("[&gt;=100]&quot;many&quot;;0", 120, "many"), ("[&gt;=100]&quot;many&quot;;0", 99.6, "100"),
    ("[&lt;1]0%;0", 3, 3), ("0.0", 45123.75, "45123.8"),
])  # fmt: skip
def test_a_cell_is_printed_as_its_format_shows_it(game, tmp_path, code, value, said):
    workbook(tmp_path / "w.xlsx", [["name", "odds"], ["a", f'<c s="1"><v>{value}</v></c>']])
    number, codes = (code, "") if code in ("14", "22") else (200, f'<numFmt numFmtId="200" formatCode="{code}"/>')
    styles = STYLES.format(main=MAIN, codes=codes, styles=f'<xf numFmtId="{number}"/>')
    with zipfile.ZipFile(tmp_path / "w.xlsx", "a") as out:
        out.writestr("xl/styles.xml", styles)
    found, findings = game("from: w.xlsx\n", {"w.xlsx": (tmp_path / "w.xlsx").read_bytes()})
    value_ = found.sets["card"].items[0].values.get("odds")
    assert str(value_.in_language("en") if isinstance(value_, Text) else value_) == str(said)
    assert any("its format is not followed" in f.message for f in findings) is (
        code in ("??/?? 0", "0,,", "0.00E+00", "d mmmm yyyy", "[$-411]ggge\\年", "14", "22")
    )
    if not re.search("[yhmE]|^14|^22", code):
        table = read_table(tmp_path / "w.xlsx", "w.xlsx", Wanted(fields={"odds": parse_kind("number")}))
        assert table.document.data[0].get("odds") == {"1.01": 1.01, "1": 1, "100": 100, "45123.8": 45123.8}.get(
            said, None if said is None else value
        )


@pytest.mark.parametrize(("said", "kind"), [("+2", "word"), ("007", "word"), ("1,500", "word"), ("2.50", "word"),
                                            ("3.0", "word"), ("-1", "integer"), ("2.5", "number")])  # fmt: skip
def test_what_a_number_would_not_print_stays_as_it_stands(game, said, kind):
    found, _ = game("from: u.csv\n", {"u.csv": f'name,odds\na,"{said}"\nb,4\n'})
    assert found.sets["card"].fields["odds"].name == kind
    assert kind != "word" or found.sets["card"].items[0].values["odds"] == said


@pytest.mark.slow
def test_rows_called_alike_are_named_in_one_walk(tmp_path):
    rows = 4_000
    (tmp_path / "a.csv").write_text("name\n" + "Goblin\n" * rows)
    calls = []
    trace = sys.gettrace()

    def count(frame, event, _):
        calls.append(frame.f_code.co_name == "<genexpr>")

    sys.setprofile(count)
    try:
        table = read_table(tmp_path / "a.csv", "a.csv", Wanted(beside=("id", "count")))
    finally:
        sys.setprofile(trace)
    assert table.document.data[-1]["id"] == f"goblin-{rows}"
    assert sum(calls) < 300 * rows


@pytest.mark.parametrize(("column", "code"), [("Size", "T060"), ("Layout", "T010"), ("Back", "T010")])
def test_a_column_that_is_called_like_a_key_is_told_how_to_call_it(tmp_path, column, code):
    home = tmp_path / "components" / "g"
    home.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (home / "game.yaml").write_text("title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en]\n")
    (home / "card.yaml").write_text(
        "id: card\nname: Card\nkind: card\nsize: A6\nlayout: card\nfrom: m.csv\nfields: {name: text}\n"
    )
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="105mm" height="148mm" viewBox="0 0 105 148"/>'
    (tmp_path / "layouts" / "g").mkdir()
    (tmp_path / "layouts" / "g" / "card.svg").write_text(page)
    (home / "m.csv").write_text(f"Name,{column}\nGoblin,S\nOgre,L\n")
    told_ = [f for f in check_all(Project(tmp_path), "g") if f.code == code]
    assert {f.mark.value for f in told_} == {"S", "L"}
    assert all(f"`columns: {{{column}: another_name}}` in `from`" in f.hint for f in told_)


def test_what_hangs_on_another_mistake_is_not_told(tmp_path):
    """A kind that only a row names which cannot be read, and a name that no template draws; what a template with an
    error means; but the words beside what cannot be read are. A column by its heading is told by its field's name."""
    home, layouts = tmp_path / "components" / "g", tmp_path / "layouts" / "g"
    home.mkdir(parents=True)
    layouts.mkdir(parents=True)
    terms = "terms: {sort: {name: sort, members: {hero: {name: hero}, beast: {name: beast}}}}\n"
    (home / "game.yaml").write_text(f"title: G\nversion: one\nplayers: [2, 4]\nlanguages: [en]\n{terms}")
    head = SET.replace("printed: false", "size: poker-metric\nlayout: card")
    (home / "card.yaml").write_text(head + "from: d.csv\nfields: {name: text, sort: term sort, might: integer}\n")
    (home / "d.csv").write_text("Title,Sort,Might\nAnna,hero,1\nRex {nix},beast,many\n")
    page = 'width="63mm" height="88mm" viewBox="0 0 63 88" xmlns="http://www.w3.org/2000/svg"'
    drawing = f"<svg {page} xmlns:pnp='https://print-and-play.example/pnp'>{{}}</svg>"
    words = '<text font-size="5" x="9" y="{}" pnp:text="item.{}">{}</text>'
    sound = words.format(20, "sort.name", "a") + words.format(30, "might", "1")
    (layouts / "card.svg").write_text(drawing.format(sound))
    assert [f.code for f in check_all(Project(tmp_path), "g") if f.severity is not Severity.NOTE] == ["R001", "D003"]
    fields = "{name: text, sort: term sort, might: integer, a-size: word}"
    (home / "card.yaml").write_text(f"{head}from: {{file: d.csv, columns: {{Size: a-size}}}}\nfields: {fields}\n")
    (home / "d.csv").write_text("Title,Sort,Might,Size\nAnna,hero,1,S\nRex,beast,2,L\n")
    asked = words.format(40, "title", "A") * 2 + words.format(50, "size", "L") + words.format(60, "a_size", "L")
    (layouts / "card.svg").write_text(drawing.format(sound + asked))
    hints = {f.hint for f in check_all(Project(tmp_path), "g") if f.severity is not Severity.NOTE}
    assert hints == {"the column `Title` is `item.name`", "the column `Size` is `item.a_size`"}
    (home / "card.yaml").write_text(f"{head}from: {{file: d.csv, ignore: [Art]}}\nfields: {{name: text}}\n")
    (home / "d.csv").write_text("Title,Art,Might (low)\nAnna,a.png,1\nRex,b.png,2\n")
    joined = words.format(50, "might_low ~ item.name", "L")
    (layouts / "card.svg").write_text(drawing.format(words.format(40, "art", "A") + joined))
    hints = {f.hint for f in check_all(Project(tmp_path), "g") if f.code == "T021"}
    taken = "take the column `Art` out of `ignore`, and write `art: image?` in `fields`"
    without = "take `item.might_low` and its label out of this expression"
    assert hints == {
        f"{taken}; to print without it, delete this element",
        f"to have its column, write `might_low: text?` in `fields`; to print without it, {without}",
    }


def test_a_column_that_stands_twice_is_one_finding(game):
    fields = "fields: {cost: integer, power: integer}\n"
    _, findings = game(f"from: u.csv\n{fields}", {"u.csv": "id,cost,cost\nelf,1,2\norc,2,2\n"})
    assert [(f.code, f.mark.line) for f in findings if f.severity is Severity.ERROR] == [("Y022", 1)]


def test_what_is_surely_a_slip_in_a_guessed_column_is_told(game):
    rows = "".join(f"Elf {n},{n % 7},{'Wood' if n % 2 else 'Hills'},{n * 3}\n" for n in range(40))
    table = f"name,rank,home,pay\n{rows}Imp,seven,Woood,12O0\nOrc,X,Cave,7\n"
    found, findings = game("from: u.csv\n", {"u.csv": table})
    assert [kind.name for kind in found.sets["card"].fields.values()] == ["text", "one of", "one of", "integer"]
    told = [f"{f.mark.cell} {f.code} {f.message}" for f in findings]
    for words in ("B42: `seven` is a word among numbers", "B43: `X` is a word", "C42 D011", "D42 D003"):
        assert words in " ".join(told)
    assert "Cave" not in " ".join(f.message for f in findings)


@pytest.mark.parametrize(("words", "number"), [("1.250,00", 1250), ("1,250.5", 1250.5), ("12.500.000,5", 12500000.5)])
@pytest.mark.parametrize("sign", [";", "\t"])
def test_a_number_with_both_signs_says_which_is_which(game, words, number, sign):
    table = f"name{sign}pay\nElf{sign}{words}\n"
    found, findings = game("from: u.csv\nfields: {name: text, pay: number}\n", {"u.csv": table})
    assert not [f for f in findings if f.severity is Severity.ERROR]
    assert found.sets["card"].items[0].values["pay"] == number


def test_what_is_wrong_with_a_cell_is_told_in_words_of_a_spreadsheet(game):
    rows = "".join(f"c{n},{n},{said},gold\n" for n, said in enumerate(["-2", "2.5", "1"], 1))
    table = f"id,cost,count,ink\n{rows}d,2024-03-05,1,crimsn\ne,5-Mar,1,gold\nf,2.5,1,gold\n"
    _, findings = game("from: u.csv\nfields: {cost: integer, ink: color}\n", {"u.csv": table})
    assert {f"{f.mark.cell}: {f.message}; {f.hint}" for f in findings} >= {
        "C2: `-2` is no number to count with; write 0, 1, 2 ...",
        "C3: `2.5` is no number to count with; write 0, 1, 2 ...",
        "B5: `cost` must be a whole number, not the date `2024-03-05`; spreadsheets make dates of `3-5` and `1/2`: "
        "format the cell as text, and write it again",
        "B6: `cost` must be a whole number, not the date `5-Mar`; spreadsheets make dates of `3-5` and `1/2`: "
        "format the cell as text, and write it again",
        "B7: `cost` must be a whole number, not `2.5`; write one without a fraction, or declare its kind as `number`",
        "D5: `crimsn` is not a colour; did you mean `crimson`?",
    }


def test_findings_of_a_workbook_stand_sheet_by_sheet_and_one_cause_is_told_once():
    def wide(sheet, row, item):
        message = f"`set/{item}`, text `item.setup` in `en`: `T+3` is 0.6 mm wider than its box of 2.8 mm at 6.0 pt"
        mark = Mark("d.xlsx", row, 3, 3, sheet, f"C{row}", "Setup", "T+3")
        return Finding("F010", mark, message, "shorten the words", faces=(f"set/{item}",))

    found = [wide("B", 2, "a"), wide("A", 4, "b"), wide("B", 3, "c"), wide("A", 5, "d"), wide("A", 4, "b-2")]
    told = gathered(found)
    assert [f.mark.sheet for f in told] == ["A", "B"]
    assert [f.message.partition("pt ")[2] for f in told] == ["(rows 4-5)", "(rows 2-3)"]
    (alone,) = gathered([wide("A", 4, "b"), wide("A", 4, "b-2")])
    assert alone.message.endswith("(row 4)")


DRAFT = """# A draft

Players | sit | around.

## Animals

| Name | Qty | Text | Art |
|:-----|----:|------|:---:|
| Fox  | 3 | **Draw** a card.<br>Pass \\| stop. | ![a fox](art/fox_(1).png "Fox") |
| Bear | 2 | See [rules](rules.md#a_(long)_way). | ![[art/bear.png]] |

Sums | are | none
of | these

Place | Value
--- | ---
Cave | 4
"""


def test_tables_of_a_markdown_text_are_read(game):
    """Each is called as the section that it stands in; words around them are none."""
    own = "from: {file: draft.md, sheet: %s}\n"
    cave = (
        SET.replace("id: card", "id: place")
        + own % "Animals 2, columns: {Place: name}"
        + "fields: {name: text, value: integer}"
    )
    fields = "fields: {name: text, text: text, art: word}\n"
    found, findings = game(own % "Animals" + fields, {"draft.md": DRAFT, "place_yaml": cave})
    assert [(i.id, i.count) for i in found.sets["card"].items] == [("fox", 3), ("bear", 2)]
    assert [i.values["text"].words["en"] for i in found.sets["card"].items] == [
        "**Draw** a card.\nPass | stop.",
        "See rules.",
    ]
    assert [i.values["art"] for i in found.sets["card"].items] == ["art/fox_(1).png", "art/bear.png"]
    assert [(i.id, i.values["value"]) for i in found.sets["place"].items] == [("cave", 4)]
    mark = found.sets["card"].items[1].at("text")
    assert (mark.line, mark.column) == (10, 14)
    assert codes(findings) == ["Y029"]


@pytest.mark.parametrize(("name", "text", "items", "said"), [
    ("draft.md", DRAFT, 2, "of its tables Animals is read, the first: `sheet` takes `Animals`, `Animals 2`"),
    ("draft.txt", "|Name|Qty|\n|-|-|\n|Fox|3|\n\n", 1, ""),
    ("draft.md", "Name | Qty\nFox | 3\n", None, "the table is empty"),
    ("deck.csv", "Name|Text\n--|--\nFox|-\nBear|Gain 1\n", 2, ""),
])  # fmt: skip
def test_what_is_a_markdown_table_and_what_is_none(game, name, text, items, said):
    found, findings = game(f"from: {{file: {name}}}\nfields: {{name: text?, text: text?}}\n", {name: text})
    assert said in " ".join(f.message for f in findings)
    assert items is None or len(found.sets["card"].items) == items


def test_lists_as_long_as_one_another_below_keys_are_records():
    """Each one, with four short words at its edges; few of many members are lists of pieces."""
    tiles = {str(n): ["C", "R", "R", "F"] for n in range(6)}
    found = record_grid(json.dumps(tiles).encode(), "tiles.json")
    assert found.head == ("id", "top", "right", "bottom", "left")
    assert [row.values for row in found.rows][1] == ["1", "C", "R", "R", "F"]
    assert "its lists of 4: read as top, right, bottom, left" in found.notes[0]
    assert found.mark(found.rows[1], 3).column > found.mark(found.rows[1], 2).column
    words = {f"word {n}": [f"a{n}", f"b{n}", "c"] for n in range(5)}
    assert record_grid(json.dumps(words).encode(), "c.json").rows[0].values[0] == "word 0"
    assert len(record_grid(json.dumps({k: words[k] for k in ("word 1", "word 2")}).encode(), "c.json").rows) == 3


@pytest.mark.parametrize(("text", "rows"), [
    ('"name" "cost"\n"1" "Red Elk" 2\n"2" "Owl \\"x\\"" 3\n',
     [["", "name", "cost"], ["1", "Red Elk", "2"], ["2", 'Owl "x"', "3"]]),
    ("name cost\nFox 1\nOwl 2\nElk 3\n", [["name", "cost"], ["Fox", "1"], ["Owl", "2"], ["Elk", "3"]]),
    ("  name  cost\n1  Fox     1\n2  Elk    20\n3  Owl\n4  Yak     3",
     [["", "name", "cost"], ["1", "Fox", "1"], ["2", "Elk", "20"], ["3", "Owl", ""], ["4", "Yak", "3"]]),
    ("Card Name  Cost  Text\nRed Elk       2  Draw  it.\nOwl              Burn it.\nYak          10\nFox           1",
     [["Card Name", "Cost", "Text"], ["Red Elk", "2", "Draw  it."], ["Owl", "", "Burn it."], ["Yak", "10", ""],
      ["Fox", "1", ""]]),
    ("Deal two cards.\nShuffle the rest.\nGo on.\nTake four coins.\n", []),
    ("Red Fox\nBlue Owl\nRed Elk\nBlue Yak\n", []),
])  # fmt: skip
def test_cells_that_stand_apart_by_blanks_alone(text, rows):
    """As R's write.table and print have them, and columns of a fixed width: a cell without words moves no other."""
    assert [[*row] for _, row, _ in aligned_rows(text)] == rows
