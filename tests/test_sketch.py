"""`pnp new --from`: a spreadsheet as designers have them becomes a game that checks clean and draws every column."""

from __future__ import annotations

import gzip
import json
import re
from functools import cached_property
from io import BytesIO
from unicodedata import normalize

import pdfplumber
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from generator.data.build import read_game
from generator.data.markup import parse_markup
from generator.data.reading.html import from_html
from generator.diagnostics.codes import Severity
from generator.pipeline import read_accepting
from generator.production import Order, build
from generator.project import Project
from generator.scaffold.sizes import pieces_called
from tests.export_kit import packed
from tests.test_cli_user import files, run
from tests.test_data_tables import sheet_of, workbook
from tests.test_typeset_fonts import make_font

DECK = """\
Name;Typ;Kosten;Angriff;Text;Bild;Selten;Menge
Goblin;Kreatur;1;2;Greift sofort an, auch wenn er gerade erst gekommen ist.;goblin.png;n;4
Drache;Kreatur;6;7;Fliegt. Verbrennt alles, was er sieht, bis auf den König.;art/drache.png;y;1
Feuerball;Zauber;3;;Füge einem Ziel 3 Schaden zu.;;n;3
Heilung;Zauber;2;;Stelle 4 Leben wieder her.;;n;2
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of a designer: a German spreadsheet as Excel saves it, and pictures."""
    (tmp_path / "art").mkdir()
    picture = BytesIO()
    Image.new("RGB", (720, 480), "green").save(picture, "PNG")
    for name in ("goblin.png", "art/drache.png"):
        (tmp_path / name).write_bytes(picture.getvalue())
    (tmp_path / "Mein Deck.csv").write_bytes(DECK.encode("cp1252"))
    return tmp_path


def words_of(project, out, *options):
    """The words of the sheets of a project that has one game, by `pnp build`."""
    done = run("build", "--out", out, *options, project=project)
    assert done.exit_code == 0, done.output
    (name,) = files(out)
    with pypdfium2.PdfDocument(out / name) as document:
        pages = "\n".join(page.get_textpage().get_text_range() for page in document)
    return re.sub(r"(?<=[^\W\d_])\r?\n(?=\d+ |[a-z])", " ", pages)  # lines of one text


def test_a_spreadsheet_becomes_a_game_that_is_sound_and_says_all(folder, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    done = run("new", folder / "deck", "--from", folder / "Mein Deck.csv")
    assert done.exit_code == 0, done.output
    checked = run("check", project=folder / "deck")
    assert "deck: no errors, no warnings" in checked.output
    assert {"art/drache.png", "goblin.png", "Mein Deck.csv"} <= {*files(folder / "deck" / "components" / "deck")}
    said = words_of(folder / "deck", folder / "out")
    for word in ("Goblin", "Zauber", "Angriff", "Füge einem Ziel 3 Schaden zu.", "Selten"):
        assert word in said
    assert len(re.findall("Feuerball", said)) == 3


@pytest.mark.slow
def test_each_sheet_becomes_a_set_and_headings_say_the_languages(tmp_path):
    rows = [["Name (EN)", "Name (JA)", "HP"], ["Imp", "小鬼", 3], ["Golem", "ゴーレム", 8]]
    other = [["Title", "Effect", "Copies"], ["Rain", "Everything grows twice as fast this round.", 2]]
    workbook(tmp_path / "deck.xlsx", rows, {"Monsters": sheet_of(rows), "Events": sheet_of(other)})
    assert run("new", tmp_path / "isle", "--from", tmp_path / "deck.xlsx").exit_code == 0
    names = files(tmp_path / "isle" / "components" / "isle")
    assert names == ["deck.xlsx", "events.yaml", "game.yaml", "monsters.yaml"]
    assert "languages: [en, ja]" in (tmp_path / "isle" / "components" / "isle" / "game.yaml").read_text()
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert "小鬼" in words_of(tmp_path / "isle", tmp_path / "out", "--lang", "ja")
    told = run("check", project=tmp_path / "isle").output
    assert all(f"deck.xlsx, sheet {name}: note Y029" in told for name in ("Events", "Monsters"))


MESS = [
    ["DECK v0.7 - monsters"],
    ["last edit", "2024-03-07"],
    ["Name", "Qty", "Stärke", "攻撃", "Text (EN)", "Text (FR)", "Art", "Kind", "Notes", "Value", "Slot"],
    ["Rat", "２", 1, 1, "Bites.", "Mord.", "rat", "b", "ask Tom", 2, "x"],
    ["Bat", "3", 2, 2, "", "", "bat.webp", "b", "", 1, "y"],
    ["TOTAL", 5],
]


def test_the_mess_of_a_real_workbook_is_left_out_and_stops_nothing(tmp_path):
    """Title rows, a sum below, the designer's notes, a sheet of prose, full-width digits, headings that no id holds."""
    workbook(tmp_path / "d.xlsx", MESS, {"Cards": sheet_of(MESS), "Changes": sheet_of([["v1 first"], ["v2 less"]])})
    assert run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx").exit_code == 0
    data = tmp_path / "isle" / "components" / "isle"
    assert files(data) == ["cards.yaml", "d.xlsx", "game.yaml"]
    said = (data / "cards.yaml").read_text()
    assert "ignore: [Notes]" in said
    assert "text: text?" in said
    checked = run("check", "--notes", project=tmp_path / "isle").output
    assert "isle: no errors, no warnings" in checked
    assert "row 6: a sum of the rows above" in checked
    parts = json.loads(run("parts", "isle", "--format", "json", project=tmp_path / "isle").stdout)
    assert "5" in json.dumps(parts)
    assert "ask Tom" not in words_of(tmp_path / "isle", tmp_path / "out")


def test_pictures_are_found_as_people_name_them(folder):
    (folder / "Bilder (neu)").mkdir()
    for name in ("Bär.PNG", "Fee.png"):
        (folder / "goblin.png").rename(folder / "Bilder (neu)" / name)
        (folder / "goblin.png").write_bytes((folder / "Bilder (neu)" / name).read_bytes())
    rows = "Name;Bild\nBär;{}\nFee;C:\\art\\fee.png\nDrache;Art/drache.png\n".format(normalize("NFD", "bär.png"))
    (folder / "deck.csv").write_text(rows)
    assert run("new", folder / "deck", "--from", folder / "deck.csv", "--lang", "de").exit_code == 0
    assert "no errors" in run("check", project=folder / "deck").output
    again = folder / "deck" / "components" / "deck" / "art" / "FEE.png"
    again.write_bytes((folder / "goblin.png").read_bytes() + b" ")
    told = run("check", project=folder / "deck").output
    assert "may be 2 pictures" in told


def test_pictures_may_be_many_in_one_file(tmp_path):
    """As decks in one SVG file are: `deck.svg#king`."""
    kings = "".join(f'<g id="{n}"><rect x="{k}0" width="8" height="9"/></g>' for k, n in enumerate(("king", "queen")))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{kings}</svg>'
    (tmp_path / "deck.svg").write_text(svg)
    (tmp_path / "cards.csv").write_text("Name,Art\nKing,deck.svg#king\nQueen,deck.svg#queen\n")
    home = tmp_path / "isle"
    assert "picture: Art" in run("new", home, "--from", tmp_path / "cards.csv", "--lang", "en").output
    assert "isle: no errors, no warnings" in run("check", project=home).output
    game, _ = read_game(Project(home), "isle")
    arts = {i.values["art"] for i in game.items.values()}
    assert arts == {f"components/isle/deck.svg#{name}" for name in ("king", "queen")}


DRAWING = """\
<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   width="70mm" height="95mm" viewBox="0 0 70 95">
  <defs><rect id="rect9" inkscape:label="Rules text" x="8" y="60" width="54" height="26"/></defs>
  <g id="name"><rect id="rect1" inkscape:label="Paint" x="-3" y="-3" width="76" height="101" fill="#eee"/></g>
  <text id="text1" inkscape:label="Name" x="8" y="12" font-family="body" font-size="6">Sample</text>
  <text id="text2" x="60" y="12" font-family="body" font-size="6">&lt;&lt;Cost&gt;&gt;</text>
  <text id="rules_text" style="shape-inside:url(#rect9)" font-family="body" font-size="4">Lorem</text>
  <rect id="rect2" inkscape:label="Art" x="8" y="16" width="54" height="40"><title>a > b</title></rect>
  <g id="g4" inkscape:label="Rare"><circle cx="8" cy="90" r="2"/></g>
  <text pnp:text="item.count" xmlns:pnp="https://print-and-play.example/pnp" id="qty" x="60" y="90" font-family="body"
    font-size="4">1</text>
</svg>
"""


def test_a_drawing_shows_what_its_objects_are_called_for(tmp_path):
    """By label, id or sample words; the rest of the file is as it was."""
    Image.new("RGB", (720, 480), "green").save(tmp_path / "fox.png")
    rows = "Fox,3,Run away.,fox.png,y,#ff0000,2,x\nOwl,4,See in the dark.,fox.png,n,#00ff00,1,y\n"
    (tmp_path / "d.csv").write_text(f"Name,Cost,Rules text,Art,Rare,Paint,Qty,Origin\n{rows}")
    (tmp_path / "card.svg").write_text(DRAWING)
    home = tmp_path / "isle"
    done = run("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    assert "each a card, 70 x 95 mm" in done.output
    assert "card.svg has nothing called so that can show it: Origin" in done.output
    drawn = (home / "layouts" / "isle" / "d.svg").read_text()
    bound = re.findall(r' (?:xmlns:)?pnp(?::\w+)?="[^"]*"|<image [^>]*/>', drawn)
    assert [words.strip() for words in bound] == [
        'xmlns:pnp="https://print-and-play.example/pnp"',
        'pnp:fill="item.paint"', 'pnp:text="item.name"', 'pnp:fit="shrink"', 'pnp:width="49.966"',
        'pnp:text="item.cost"', 'pnp:fit="shrink"', 'pnp:width="8.136"',
        'pnp:text="item.rules_text"', 'pnp:fit="wrap"', 'pnp:floor="6pt"',
        '<image pnp:href="item.art" x="8" y="16" width="54" height="40" preserveAspectRatio="xMidYMid slice"/>',
        'pnp:if="item.rare"', 'pnp:text="item.count"', 'xmlns:pnp="https://print-and-play.example/pnp"',
    ]  # fmt: skip
    words = words_of(home, tmp_path / "out")
    assert all(said in words for said in ("Fox", "Owl", "Run away.", "3", "4"))


GROUPED = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:xlink="http://www.w3.org/1999/xlink" width="63mm" height="88mm" viewBox="0 0 63 88">
  <image xlink:href="art/frame.png" width="63" height="88"/>
  <image xlink:href="file:///C:/Users/me/gem.png" width="5" height="5"/>
  <g inkscape:label="Cost"><circle cx="52" cy="10" r="4" fill="none"/><text x="50" y="12" font-size="5">3</text></g>
  <flowRoot inkscape:label="Rules" font-size="4"><flowRegion><rect x="8" y="40" width="40" height="30"/></flowRegion>
    <flowPara>Lorem</flowPara></flowRoot>
  <text xmlns:our="https://print-and-play.example/pnp" our:text="item.name" x="8" y="12" font-size="6">Sample</text>
</svg>
"""


@pytest.mark.slow
def test_a_drawing_has_groups_frames_of_words_and_linked_pictures(tmp_path):
    """What is bound already is drawn, too; pictures come along, and none stands in the place of another."""
    (tmp_path / "art").mkdir()
    for name in ("art/frame.png", "gem.png"):
        Image.new("RGB", (69, 94), "green").save(tmp_path / name)
    (tmp_path / "d.csv").write_text("Name,Cost,Rules\nFox,3,Run away.\nOwl,4,See in the dark.\n")
    (tmp_path / "card.svg").write_text(GROUPED)
    home = tmp_path / "isle"
    asked = ("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    assert "nothing called so" not in run(*asked).output
    assert {"art/frame.png", "gem.png"} <= {*files(home / "layouts" / "isle")}
    words = words_of(home, tmp_path / "out")
    assert all(said in words for said in ("Fox", "Owl", "Run away.", "See in the dark.", "3", "4"))
    assert "Lorem" not in words
    for name in ("d.csv", "d.yaml"):
        (home / "components" / "isle" / name).unlink()
    (tmp_path / "card.svg").write_text(GROUPED.replace('r="4"', 'r="3"'))
    assert "`layouts/isle/d.svg` is there already" in run(*asked).output
    (tmp_path / "card.svgz").write_bytes(gzip.compress(GROUPED.encode()))
    assert "is compressed" in run(*asked[:5], tmp_path / "card.svgz").output


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-16", "shift_jis"])
def test_a_drawing_may_be_in_any_encoding(tmp_path, encoding):
    body = '<text id="name" x="8" y="12" font-size="6">.</text><text x="8" y="30" font-size="6">山の上</text>'
    head = f'<?xml version="1.0" encoding="{encoding}"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="63mm"'
    (tmp_path / "card.svg").write_text(f'{head} height="88mm" viewBox="0 0 63 88">{body}</svg>', encoding)
    (tmp_path / "d.csv").write_text("Name\nFox\nOwl\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    assert "山の上" in words_of(tmp_path / "isle", tmp_path / "out")


def test_a_picture_in_a_drawing_has_the_prefix_of_its_elements(tmp_path):
    Image.new("RGB", (72, 48), "green").save(tmp_path / "fox.png")
    (tmp_path / "d.csv").write_text("Name,Art\nFox,fox.png\nOwl,fox.png\n")
    (tmp_path / "card.svg").write_text(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<s:text id="name" x="8" y="12" font-size="6">.</s:text><s:rect id="art" x="8" y="20" width="9" height="6"/>'
        "</s:svg>"
    )
    run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    assert '<s:image pnp:href="item.art" x="8"' in (tmp_path / "isle/layouts/isle/d.svg").read_text()


@pytest.mark.some(1)
@pytest.mark.parametrize(("page", "size"), [((69, 94), "63 x 88"), ((63, 88), "63 x 88"), ((70, 95), "70 x 95")])
def test_a_drawing_may_have_its_bleed_and_entities(tmp_path, page, size):
    """The page is that of a card, as it is or with its bleed; what an entity stands for is no tag to be written in."""
    wide, high = page
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
    name, cost = (f'<text id="{n}" x="12" y="20" font-family="body" font-size="5">.</text>' for n in ("Name", "Cost"))
    (tmp_path / "card.svg").write_text(f"<!DOCTYPE svg [<!ENTITY t '{name}'>]>{head}&t;{cost}</svg>")
    (tmp_path / "d.csv").write_text("Name,Cost\nFox,3\nOwl,4\n")
    asked = (
        "new",
        tmp_path / "isle",
        "--from",
        tmp_path / "d.csv",
        "--template",
        tmp_path / "card.svg",
        "--lang",
        "en",
    )
    said = run(*asked).output
    assert f"each a card, {size} mm" in said
    assert "card.svg has nothing called so that can show it: Name" in said
    assert '&t;<text pnp:text="item.cost" pnp:' in (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


def test_a_drawing_without_names_is_told_how_to_give_some(tmp_path):
    (tmp_path / "d.csv").write_text("Name,Cost\nFox,3\n")
    (tmp_path / "card.svg").write_text(
        DRAWING.replace("Name", "Title").replace("Cost", "Price").replace('"name"', '"n"')
    )
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg")
    assert (done.exit_code, (tmp_path / "isle").exists()) == (2, False)
    assert "has nothing that is called as a column" in done.output
    assert "its places `<<Price>>` are called as no column: write `<<Name>>`" in done.output
    assert "is for --from" in run("new", tmp_path / "isle", "--template", tmp_path / "card.svg").output
    assert (
        "cannot be read" in run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", "no.svg").output
    )


@pytest.mark.slow
def test_pictures_lie_as_they_do_on_a_desk(folder):
    """Names without endings, copies in other folders, capitals in choices, a quantity with a slip."""
    (folder / "old").mkdir()
    for name in ("Imp", "elf", "owl"):
        Image.new("RGB", (720, 480), "green").save(folder / "art" / f"{name}.png")
        Image.new("RGB", (720, 480), "green" if name == "owl" else "red").save(folder / "old" / f"{name}.png")
    rows = "Imp,Beast,2,imp\nElf,beast,3,Elf\nOwl,Beast,1,owl\nCat,Beast ,1,drachen\nDog,Folk,1,elf\nCow,Folk,1,elf\n"
    rows = re.sub(r"(\w+)\n", r"\1,\1_p.png\n", rows)  # of another folder, none of which is here
    (folder / "deck.csv").write_text(f"Name,Type,Qyt,Art,Photo\n{rows}")
    said = run("new", folder / "deck", "--from", folder / "deck.csv", "--lang", "en").output
    assert "pictures not found: drachen (drache.png?)" in said
    assert "B3: `beast` is read as `Beast`" in said
    words = (folder / "deck" / "components" / "deck" / "deck.yaml").read_text()
    assert '  type: "one of [Beast, Folk]"' in words
    assert "  art: image" in words
    assert "columns: {Qyt: count}, ignore: [Photo]" in words
    assert "# expect: 9 " in words
    (folder / "art").rename(folder / "deck" / "components" / "deck" / "pictures")
    (folder / "old").rename(folder / "deck" / "components" / "deck" / "old")
    told = json.loads(run("check", "--format", "json", project=folder / "deck").output)
    assert [(f["code"], f["hint"]) for f in told if f["severity"] == "error"] == [
        ("D014", "did you mean `drache.png`?")
    ]


def test_headings_among_rows_formulas_and_logs_are_no_cards(tmp_path):
    head = ["#", "Card Name", "Cost", "Rules Text", "# in deck", "Total", "Notes to self"]
    rows = [["EMBER COURT"], [], head, ["Ash cards"], [1, "Kiln", 2, "Draw 1.", 3, "#REF!", "cut?"],
            ["Cinder cards", *[""] * 6, "ask Tom"],
            [2, "Forge", "X", "Draw 2.", 1, "#REF!", ""], ["TOTAL", "", "", "", 4]]  # fmt: skip
    workbook(
        tmp_path / "Ember - v3 (2).xlsx",
        rows,
        {
            "All": sheet_of(rows),
            "change log": sheet_of([["a", "b"], [1, 2]]),
            "Übersicht": sheet_of([["a", "b"], [1, 2]]),
        },
    )
    done = run("new", tmp_path / "ember", "--from", tmp_path / "Ember - v3 (2).xlsx", "--lang", "en")
    for words in ("All: 2 rows, each a card", "count: # in deck", "printed on no piece: Total, Notes to self",
                  "rows 4 and 6: a heading among the rows, and no item", "sheet change log: not taken",
                  "sheet Übersicht: not taken"):  # fmt: skip
        assert words in done.output, done.output
    assert "ember: no errors, 1 warning" in run("check", project=tmp_path / "ember").output  # a column has no name


def test_a_table_of_a_web_service_with_addresses_and_empty_columns(folder):
    rows = "Goblin,goblin.png (https://x.example/g.png),2,\nOgre,,3,\nImp,https://x.example/imp.png,1,\n" * 2
    (folder / "air.csv").write_text("Name,Attachments,Cost,Later\n" + rows)
    done = run("new", folder / "deck", "--from", folder / "air.csv", "--lang", "en")
    assert "pictures copied: goblin.png" in done.output
    assert "printed on no piece: Later" in done.output
    told = json.loads(run("check", "--format", "json", project=folder / "deck").output)
    (error,) = [f for f in told if f["severity"] == "error"]
    assert error["message"] == "the picture is an address: nothing is fetched from the net (rows 4 and 7)"


@pytest.mark.slow
def test_factors_are_what_is_large_on_a_counter(tmp_path):
    rows = "".join(
        f"{n % 2 + 1}/{n};{n % 3 + 1}-{n + 1}-5;{'1-2-5' if n else ''};{n:04d};{n % 2 + 1}\n" for n in range(6)
    )
    (tmp_path / "oob.csv").write_text(f"Unit;Front (A-D-M);Back (A-D-M);Hex;Anz.\n{rows}", "cp1252")
    done = run("new", tmp_path / "war", "--from", tmp_path / "oob.csv", "--kind", "counters", "--lang", "de")
    assert "count: Anz." in done.output
    assert "on the back: Back (A-D-M)" in done.output
    assert "war: no errors, no warnings" in run("check", project=tmp_path / "war").output
    said = words_of(tmp_path / "war", tmp_path / "out")
    assert all(words in said for words in ("3-6-5", "1-2-5", "0003"))
    template = (tmp_path / "war" / "layouts" / "war" / "oob.svg").read_text()
    (line,) = [one for one in template.splitlines() if "item.front_a_d_m" in one]
    assert float(re.search('font-size="([0-9.]+)', line)[1]) > 6
    assert template.index("item.name") < template.index("item.front_a_d_m")  # at the bottom


def test_several_small_numbers_are_the_factors_of_a_counter(tmp_path):
    """Below its name, in the order of the table; a year is none, and a disc has none."""
    rows = "".join(f"Ship {n},{n + 1},{9 - n},{n % 3},{28 + n},{1940 + n}\n" for n in range(6))
    (tmp_path / "counters.csv").write_text(f"Name,Gunnery,Torpedo,Armor,Speed,Year\n{rows}")
    run("new", tmp_path / "war", "--from", tmp_path / "counters.csv")
    assert "1-9-0-28" in words_of(tmp_path / "war", tmp_path / "out").replace(" ", "")


BACKED = "Name,Type,Once?,Flavour,Text,{back},Colour,Qty\n" + "".join(
    f"{name},Item,{'x' * (n % 2)},He smells {n}.,Deals {n} damage to every hero in the room.,Hinten {n},{tint},1\n"
    for n, (name, tint) in enumerate([("{first}", "red"), ("Elf", "green"), ("Rat", "blue")])
)


@pytest.mark.slow
@pytest.mark.parametrize(("back", "options"), [
    ("Back", ()), ("Side B", ("--kind", "tokens")), ("Rückseite", ("--size", "mini-us")),
    ("裏面", ("--kind", "counters", "--size", "38mm")),
])  # fmt: skip
def test_a_column_about_the_back_is_printed_there(tmp_path, back, options):
    first = "Wache" if "--kind" in options else "Verteidigungsminister"
    (tmp_path / "list.csv").write_text(BACKED.format(back=back, first=first))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "list.csv", "--lang", "en", *options)
    assert f"on the back: {back}" in done.output
    checked = run("check", "--format", "json", project=tmp_path / "isle").output
    assert [f for f in json.loads(checked) if f["severity"] != "note"] == []
    assert run("build", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    (name,) = files(tmp_path / "out")
    with pypdfium2.PdfDocument(tmp_path / "out" / name) as document:
        pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    assert [("Hinten 2" in page, "Rat" in page) for page in pages[-2:]] == [(False, True), (True, False)]
    assert not any(label in "".join(pages) for label in ("Flavour:", "Once?"))


def test_few_tokens_have_a_colour_each_and_large_words(tmp_path):
    (tmp_path / "tokens.csv").write_text("Name\nGold\nWood\nIron ore\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "tokens.csv", "--lang", "en")
    drawn = run("face", "isle", "tokens/gold", project=tmp_path / "isle").stdout
    other = run("face", "isle", "tokens/wood", project=tmp_path / "isle").stdout
    assert set(re.findall("#[0-9a-f]{6}", drawn)) != set(re.findall("#[0-9a-f]{6}", other))
    template = (tmp_path / "isle" / "layouts" / "isle" / "tokens.svg").read_text()
    assert max(float(size) for size in re.findall('font-size="([0-9.]+)', template)) >= 4


@pytest.mark.some(3)
@pytest.mark.parametrize(("pixels", "size", "box"), [
    ((815, 1110), "poker-metric", 'x="-3" y="-3" width="69" height="94"'),
    ((825, 1125), "poker-us", 'x="-3.175" y="-3.175" width="69.85" height="95.25"'),
    ((744, 1039), "poker-metric", 'x="0" y="0" width="63" height="88"'), ((700, 700), "square", 'x="0"'),
    ((1500, 2100), "poker-us", 'x="0" y="0" width="63.5" height="88.9"'),  # 600 dpi
    ((1100, 1500), "poker-us", 'x="-3.175" y="-3.175" width="69.85" height="95.25"'),  # 400 dpi
])  # fmt: skip
def test_a_folder_of_pictures_becomes_a_deck(tmp_path, pixels, size, box):
    art = tmp_path / "My cards (bleed)"
    art.mkdir()
    back = {700: "Card Back.PNG", 744: "Rückseite 2.png"}.get(pixels[0], "back.png")
    for name in ("01 札.png", "Bär & Co.jpg", back):
        Image.new("RGB", pixels, "navy").save(art / name)
    (art / "Thumbs.db").write_bytes(b"x")
    assert run("new", tmp_path / "deck", "--from", art, "--lang", "en").exit_code == 0
    root = tmp_path / "deck"
    assert f"size: {size} " in (root / "components" / "deck" / "cards.yaml").read_text()
    assert box in (root / "layouts" / "deck" / "cards.svg").read_text()
    told = run("check", project=root).output
    assert "no errors" in told
    assert "2 pieces" in run("build", "--out", tmp_path / "out", project=root).output


def scene(size):
    """A picture whose edges are of several colours: none goes on around it."""
    made = Image.new("RGB", size, "navy")
    made.paste("orange", (0, size[1] // 2, *size))
    return made


@pytest.mark.slow
def test_each_picture_of_a_folder_is_placed_with_the_bleed_that_it_has(tmp_path):
    """Of some cards it is in the file, of others not; a size that is asked for says nothing of it."""
    (tmp_path / "art").mkdir()
    for name, pixels in {"ant": (744, 1039), "bee": (744, 1039), "cat": (815, 1110), "back": (815, 1110)}.items():
        scene(pixels).save(tmp_path / "art" / f"{name}.png")
    for more in ((), ("--size", "63x88")):
        project = tmp_path / f"isle{len(more)}"
        said = run("new", project, "--from", tmp_path / "art", "--lang", "en", *more).output
        assert "bleed around the cards, as their column `bleed` says: 0 mm: 2, 3 mm: 1" in said
        told = json.loads(run("check", "--format", "json", project=project).output)
        short = [(f["file"].rpartition("/")[2], f["message"]) for f in told if f["code"] == "P003"]
        where = "(in `cards/ant` and 1 more)"
        assert short == [("cards.svg", f"the paint ends at the trim, not 3 mm beyond it {where}")]


@pytest.mark.parametrize(("size", "name"), [
    ("52x73", "back-52x73"), ("mini-euro", "back-mini-euro"), ("3.5x2.5in", "back-88-9x63-5"), ("poker-metric", "back"),
])  # fmt: skip
def test_the_back_of_a_size_has_a_short_name(tmp_path, size, name):
    (tmp_path / "t.csv").write_text("Name,Cost\nFog,1\nFerry,2\n")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--kind", "cards", "--size", size).exit_code == 0
    assert sorted(p.stem for p in (tmp_path / "isle/layouts/isle").glob("*.svg")) == sorted((name, "t"))


PIECE = "Name,Qty,Cost,Attack,Life,Type,Text,Art,Notes\n" + "".join(
    f"{name},{n},{n},{n},,{kind},{'Burns all that it sees to the ground but for the king. ' * (n % 2)},{art},\n"
    for n, (name, kind, art) in enumerate([("Goblin", "Creature", "a.png"), ("Old Dragon of the Hills", "Creature", ""),
                                           ("Fireball", "Spell", "gone.png")], 1)
)  # fmt: skip


@pytest.mark.some(4, 9)
@pytest.mark.parametrize(("kind", "size", "words"), [
    ("", "mini-euro", "kind: card\nsize: mini-euro"), ("cards", "88x63", "width: 88.0, height: 63.0, radius: 3"),
    ("tokens", "", "kind: token\nsize: {shape: circle, diameter: 25}"), ("", "disc-14", "kind: token\nsize: disc-14"),
    ("counters", "5/8in", "width: 15.875, height: 15.875}"), ("hexes", "60", "kind: tile\nsize: {shape: polyhex"),
    ("", "trihex", "kind: tile"), ("", "d6", "kind: die"), ("", "start-standee", "kind: standee"), ("", "ring-28", ""),
    ("tiles", "", "kind: tile"), ("board", "", "kind: board"), ("", "temple-token", ""), ("", "cube-8", ""),
    ("", "tarot", ""), ("", "2.5x3.5in", "width: 63.5, height: 88.9"),
])  # fmt: skip
def test_a_table_becomes_pieces_of_any_kind_and_size(tmp_path, kind, size, words):
    (tmp_path / "list.csv").write_text(PIECE)
    Image.new("RGB", (900, 600), "navy").save(tmp_path / "a.png")
    options = [*(("--kind", kind) if kind else ()), *(("--size", size) if size else ())]
    done = run("new", tmp_path / "isle", "--from", tmp_path / "list.csv", "--lang", "en", *options)
    assert done.exit_code == 0, done.output
    assert words in (tmp_path / "isle" / "components" / "isle" / "list.yaml").read_text()
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    errors = {f["code"]: f["message"] for f in told if f["severity"] == "error"}
    assert errors.pop("D014") == "there is no picture `gone.png` in the project"
    assert [*errors] == ["F011"] * (size == "d6"), (
        "the Dragon's name is too long for a die, which another row hides not"
    )


def test_a_size_that_is_none_is_told(folder):
    for size, hint in (("pokr", "did you mean `poker-us`?"), ("qqq", "write `--size 63x88`")):
        done = run("new", folder / "deck", "--from", folder / "Mein Deck.csv", "--size", size)
        assert (done.exit_code, hint in done.stderr) == (2, True)
    (folder / "m.csv").write_text("Name,Size,Text\nA,2 x 3,Draw one.\nB,1 x 4,Wait.\n")
    tiny = run("new", folder / "deck", "--from", folder / "m.csv", "--size", "2x3")
    assert (tiny.exit_code, "no room on it" in tiny.output) == (0, True)


@pytest.mark.parametrize(("name", "pieces"), [
    ("Tokens", "tokens"), ("Token cards", "cards"), ("Jetons bleus", "tokens"), ("トークン", "tokens"),
    ("チップ一覧", "tokens"), ("カードトークン", "tokens"), ("Chits", "counters"), ("hexTiles", "hexes"),
    ("Hexes", "hexes"), ("Landschaftsplättchen", "tiles"), ("タイル", "tiles"), ("戦闘カード", "cards"),
    ("Sheet1", ""), ("Monsters", ""),
    ("Spielkarten v2", "cards"), ("unit_counters", "counters"), ("tuiles hexagonales", "hexes"), ("Sechseck", "hexes"),
    ("losetas hexagonales", "hexes"), ("六角タイル", "hexes"),
    ("tessere esagonali", "hexes"), ("zeshoekige tegels", "hexes"),
])  # fmt: skip
def test_a_name_says_what_the_pieces_are(name, pieces):
    assert pieces_called(name) == pieces


def test_what_a_designer_writes_for_himself_is_on_no_piece(tmp_path):
    heads = ["Anmerkungen", "Playtest?", "Nicht drucken", "Don't print", "Uwagi", "Playtest notes", "Art Status"]
    heads.append("進捗")
    rows = [",".join(["Name", *heads, "Status"]), *(f"{n},a,y,c,d,e,f,g,h,{n}s" for n in ("Rat", "Bat", "Cat"))]
    (tmp_path / "d.csv").write_text("\n".join(rows), "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en")
    assert f"printed on no piece: {', '.join(heads)} " in " ".join(done.output.split())


def test_what_became_of_each_sheet_and_column_is_told(tmp_path):
    """Also of pictures: those of a project that lies beside, and of what was built, belong to others."""
    cards = [["Name", "Qty", "Power", "Art", "Notes"], ["Rat", 2, 1, "rat.png", "ask"], ["Bat", 3, 2, "bat.png", ""]]
    coins = [["Name", "Value"], ["Penny", 1], ["Crown", 5]]
    sheets = {"Monsters": sheet_of(cards), "Coins": sheet_of(coins), "Log": sheet_of([["v1"], ["v2"]])}
    workbook(tmp_path / "d.xlsx", cards, sheets)
    for place in ("art", "old/components/x", "old/layouts", "output/x"):
        (tmp_path / place).mkdir(parents=True)
        Image.new("RGB", (90, 60), "navy").save(tmp_path / place / ("bat.png" if place == "output/x" else "rat.png"))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en", "--size", "euro")
    assert done.exit_code == 0, done.output
    said = [line.strip() for line in done.output.splitlines()]
    for line in ("Monsters: 2 rows, each a card, 59 x 92 mm", "count: Qty, 5 pieces in all", "name: Name",
                 "picture: Art",
                 "printed on no piece: Notes", "pictures copied: art/rat.png",
                 "pictures not found: bat.png",
                 "Coins: 2 rows, each a token, 25 x 25 mm", "count: no column, so one of each",
                 "sheet Log: not taken, it is called so"):  # fmt: skip
        assert line in said, line
    assert [n for n in files(tmp_path / "isle" / "components" / "isle") if n[-3:] == "png"] == ["art/rat.png"]


@pytest.mark.some(0)
@pytest.mark.parametrize("name", ["To do", "Historique", "Pivot Table 1", "v2_archive", "変更履歴", "Overview"])
def test_a_sheet_that_is_called_as_notes_are_is_no_set(tmp_path, name):
    """Nor a file of a folder; alone, or named, it is one."""
    cards = [["Name", "Qty"], ["Rat", 2]]
    workbook(tmp_path / "d.xlsx", cards, {"Cards": sheet_of(cards), name: sheet_of([["Buy", "By"], ["glue", "me"]])})
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "Harbour - Cards.csv").write_text("Name,Qty\nRat,2\n")
    (tmp_path / "all" / f"Harbour - {name}.csv").write_text("Buy,By\nglue,me\n")
    for source, what in (("d.xlsx", f"sheet {name}"), ("all", f"table Harbour - {name}.csv")):
        done = run("new", tmp_path / source[0], "--from", tmp_path / source, "--lang", "en")
        assert f"{what}: not taken, it is called so" in [*map(str.strip, done.output.splitlines())], done.output
        assert " 1 row, each" in done.output
        assert "glue" not in done.output
    done = run("new", tmp_path / "one", "--from", tmp_path / "all" / f"Harbour - {name}.csv", "--lang", "en")
    assert "1 row, each a card" in done.output


def test_a_deck_with_dashes_a_sum_and_words_of_another_language(tmp_path):
    """A dash says nothing, also on the card; the sum below the copies hides them not, and one column of French names
    does not make the game French."""
    rows = [["Title", "French", "Icons", "Cost", "#"],
            *([f"{n} of Swords", f"{n} d’Épées", "-", "–", 2] for n in "5678"),
            ["King of Cups", "Roi de Coupes", "cup", 3, 1], ["Total", "", "", "", "=SUM(E2:E6)"]]  # fmt: skip
    workbook(tmp_path / "d.xlsx", rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx")
    assert "count: #" in done.output
    home = tmp_path / "isle" / "components" / "isle"
    assert "languages: [en]" in (home / "game.yaml").read_text()
    assert "  icons: text?\n  cost: integer?\n" in (home / "d.yaml").read_text()
    assert words_of(tmp_path / "isle", tmp_path / "out").count("Icons:") == 1


def test_a_list_as_other_programs_export_it_builds_at_once(tmp_path):
    """Pictures of which one has no ending, a position of many digits, an X and a dash among strengths."""
    cards = [
        {"name": "Fix the roof", "pos": 16384.5, "power": "X", "cover": "roof.png"},
        {"name": "Feed goats", "pos": 32768, "power": "-", "cover": "goat"},
        *({"name": f"Task {n}", "pos": n, "power": f"{n}", "cover": "roof.png"} for n in range(3)),
    ]
    (tmp_path / "list.json").write_text(json.dumps({"title": "Board", "cards": cards}))
    for name in ("roof.png", "Goat.PNG"):
        Image.new("RGB", (800, 800), "navy").save(tmp_path / name)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "list.json", "--lang", "en")
    assert "pictures copied: roof.png, Goat.PNG" in done.output
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    assert "  power: word" in (tmp_path / "isle" / "components" / "isle" / "list.yaml").read_text()
    assert "item.power" in (tmp_path / "isle" / "layouts" / "isle" / "list.svg").read_text()


def test_a_folder_of_tables_and_art_is_one_game(tmp_path):
    home = tmp_path / "stuff"
    home.mkdir()
    (home / "cards.csv").write_text("Name,Text\nA,one\nB,two\n")
    (home / "tokens.json").write_text('[{"name": "C", "value": 1}, {"name": "D", "value": 2}]')
    (home / "settings.json").write_text('{"zoom": 2, "files": ["a"]}')
    Image.new("RGB", (90, 60)).save(home / "x.png")
    assert run("new", tmp_path / "isle", "--from", home, "--lang", "en").exit_code == 0
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert files(tmp_path / "isle" / "components" / "isle") == [
        "cards.csv", "cards.yaml", "game.yaml", "tokens.json", "tokens.yaml"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "named", "left"),
    [
        (("Gain 2 {coin}.", "Pay {coin} for a {wood}."), ["wood", "coin"], ""),
        (("Gain 2 :coin:.", "Pay [coin] for <wood/> or :ore:."), ["wood", "coin"], ":ore:"),
        (("<b>Gain</b> {{icon_coin}}.", "Pay {ore} and [x]."), ["coin"], "{ore}"),
        (("Gain {ore}.", "Pay {silver}."), [], "{ore}"),
    ],
)
def test_signs_for_icons_that_are_there_are_drawn(tmp_path, texts, named, left):
    """Those of the tool, and pictures in a folder of icons; others are printed as they stand, and told."""
    (tmp_path / "Icons").mkdir()
    Image.new("RGBA", (32, 32), "peru").save(tmp_path / "Icons" / "Wood.png")
    (tmp_path / "d.csv").write_text("Name,Text\n" + "".join(f'C{n},"{words}"\n' for n, words in enumerate(texts)))
    home = tmp_path / "isle"
    told = run("new", home, "--from", tmp_path / "d.csv", "--lang", "en").output
    assert (f"printed as words: {left}" in told) == bool(left)
    checked = run("check", project=home).output
    assert "isle: no errors, no warnings" in checked, checked
    game, _ = read_game(Project(home), "isle")
    assert list(game.terms) == named
    drawn = [
        t.text for i in game.items.values() for t in parse_markup(i.values["text"].words["en"])[0] if t.kind == "term"
    ]
    assert {*drawn} == {*named}
    assert (home / "layouts" / "isle" / "icons" / "wood.svg").is_file() == ("wood" in named)


@pytest.mark.some(2)
@pytest.mark.parametrize("source", ["data/d.csv", "data", ".", "cards"])
def test_pictures_lie_beside_the_folder_of_tables(tmp_path, source):
    """As programs keep them (`data`, `img`): for columns, and as icons of texts; settings beside them are no table. Of
    a folder with `cards` the pictures alone were taken, and a table elsewhere was not named."""
    home, source = ("cards", ".") if source == "cards" else ("data", source)
    for folder in (home, "img", "others"):
        (tmp_path / "brew" / folder).mkdir(parents=True)
    for name in ("img/mug", "img/hops", "img/malt", "others/ale"):
        draw = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h6v6z"/></svg>'
        (tmp_path / "brew" / f"{name}.svg").write_text(draw)
    (tmp_path / "brew" / "layout.yml").write_text("base: {x: 5, y: 8}\ntitle: {x: 5, y: 9}\n")
    (tmp_path / "brew" / home / "d.csv").write_text(
        "Name,Icon,Text\nPale,mug,Gain 1 :hops:.\nDark,hops,Pay :malt: :ale:.\n"
    )
    (tmp_path / "brew/others/e.csv").write_text("Name\nWheat\nRye\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "brew" / source, "--lang", "en").output
    for said in ("picture: Icon", "{hops}, {malt}\n", "printed as words: :ale:", "img/mug.svg, img/hops.svg\n"):
        assert said in told, told
    assert ("layout.yml: not taken, it says where words stand" in told) == (source == "."), told
    assert ("not taken, tables in folders: others/e.csv" in told) == (source == "."), told
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("cards.md", "| Name | Cost |\n|--|--|\n| Fox | 1 |\n| Owl | 2 |\n", "cards: 2 rows, each a card"),
        ("cards.txt", "Name\tCost\nFox\t1\nOwl\t2\n", "cards: 2 rows, each a card"),
        ("cards.md", "# Fox hunt\n\nDraw two of them. Then play one.\n", "img: 2 pictures, each a card"),
    ],
)
def test_a_text_called_as_cards_are_is_the_list_of_them(tmp_path, name, text, said):
    """A deck of its pictures alone was made, and the list left out; but prose is none."""
    pictures(tmp_path, "art/img/fox.png", "art/img/owl.png")
    (tmp_path / "art" / name).write_text(text)
    assert said in run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output


def test_a_set_that_is_added_names_the_terms_of_its_game(tmp_path):
    (tmp_path / "d.csv").write_text("Name,Text\nA,Gain {coin}.\nB,Pay {coin}.\n")
    (tmp_path / "e.csv").write_text("Name,Text\nC,Gain {coin}.\nD,Pay {skull}.\n")
    home = tmp_path / "isle"
    run("new", home, "--from", tmp_path / "d.csv", "--lang", "en")
    run("new", home, "--from", tmp_path / "e.csv")
    assert "isle: no errors, no warnings" in run("check", project=home).output
    game, _ = read_game(Project(home), "isle")
    texts = {i.id: parse_markup(i.values["text"].words["en"])[0] for i in game.items.values()}
    said = {own: [t.text for t in tokens if t.kind == "term"] for own, tokens in texts.items()}
    assert said == {"a": ["coin"], "b": ["coin"], "c": ["coin"], "d": []}


@pytest.mark.slow
def test_pictures_of_other_proportions_are_told(tmp_path):
    art = tmp_path / "art"
    art.mkdir()
    for name, size in (("a.png", (744, 1039)), ("b.png", (744, 1039)), ("c.png", (900, 300)), ("d.png", (744, 900))):
        Image.new("RGB", size, "navy").save(art / name)
    done = run("new", tmp_path / "deck", "--from", art, "--lang", "en")
    assert "of other proportions, and whole on the colour of their edges" in done.output
    assert "as their column `whole` says: c.png, d.png" in done.output
    table = (tmp_path / "deck/components/deck/cards.csv").read_text()
    assert "b,1,b.png,no,#000080\nc,1,c.png,yes,#000080\nd,1,d.png,yes,#000080\n" in table
    assert "no errors" in run("check", project=tmp_path / "deck").output
    drawing = (tmp_path / "deck/layouts/deck/cards.svg").read_text()
    assert '<image pnp:if="item.whole" pnp:href="item.picture" x="0" y="0" width="63" height="88"/>' in drawing
    done = run("new", tmp_path / "coins", "--from", art, "--lang", "en", "--kind", "tokens")
    assert "cut at two sides: a.png, b.png, c.png, d.png" in done.output
    assert "size: {shape: circle, diameter: 25}" in (tmp_path / "coins/components/coins/tokens.yaml").read_text()


def test_a_picture_without_bleed_is_to_be_saved_anew(tmp_path):
    (tmp_path / "art").mkdir()
    scene((744, 1039)).save(tmp_path / "art/fox.png")
    assert run("new", tmp_path / "deck", "--from", tmp_path / "art").exit_code == 0
    (template,) = (tmp_path / "deck/layouts/deck").glob("cards.svg")
    template.write_text(re.sub('<image[^>]* x="-3".*\n', "", template.read_text()))  # the larger one behind it
    assert "hint: save the picture with 3 mm more on every side" in run("check", project=tmp_path / "deck").output


def test_what_many_drawings_have_is_told_once(tmp_path):
    (tmp_path / "art").mkdir()
    for k in range(26):
        drawing = f'<rect width="63" height="88" fill="#2040{k + 10}"/>'
        name = tmp_path / "art" / f"card-{k:02}.svg"
        name.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{drawing}</svg>'
        )
    assert run("new", tmp_path / "deck", "--from", tmp_path / "art").exit_code == 0
    done = run("check", "--format", "json", project=tmp_path / "deck")
    (told,) = [f for f in json.loads(done.stdout) if f["code"] == "P003"]
    assert "so it is in card-01.svg, card-02.svg, " in told["message"]
    assert "card-20.svg and 5 more (in `cards/card-00` and 25 more)" in told["message"]
    for k in range(4, 26):
        (tmp_path / "deck" / "components" / "deck" / f"card-{k:02}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg"/>'
        )
    done = run("check", "--format", "json", project=tmp_path / "deck")
    assert sum(f["code"] == "P003" for f in json.loads(done.stdout)) == 4


def test_a_damaged_picture_is_told_by_the_check_alone(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.png").write_bytes(b"no picture")
    assert run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en").exit_code == 0
    told = json.loads(run("check", "--format", "json", project=tmp_path / "deck").stdout)
    assert [f["code"] for f in told if f["severity"] != "note"] == ["F103"]


def test_a_folder_without_pictures_is_told(tmp_path):
    (tmp_path / "art").mkdir()
    done = run("new", tmp_path / "deck", "--from", tmp_path / "art")
    assert (done.exit_code, "has no pictures" in done.stderr) == (2, True)
    (tmp_path / "cards.pdf").write_bytes(b"%PDF-1.4")
    done = run("new", tmp_path / "deck", "--from", tmp_path / "cards.pdf")
    assert (done.exit_code, "save the pages of cards as pictures" in done.stderr) == (2, True)


def pictures(folder, *names, ink="navy"):
    """Cards of poker size, without bleed."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (744, 1039), ink).save(folder / name)


@pytest.mark.slow
def test_each_folder_of_pictures_in_a_folder_is_a_deck_with_its_own_back(tmp_path):
    pictures(tmp_path, "art/Monsters/orc.png", "art/Monsters/back.png", ink="red")
    pictures(tmp_path, "art/Items/orc.png", "art/Items/back.png")
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    assert files(tmp_path / "isle/layouts/isle")[:2] == ["Items/back.png", "Monsters/back.png"]
    said = run("parts", "isle", "--format", "csv", project=tmp_path / "isle").stdout
    assert "Monsters" in said
    assert "Items" in said


@pytest.mark.slow
def test_decks_have_names_of_their_own_however_their_folders_are_called(tmp_path):
    """One replaced the other where no ASCII is in the names, or little else differs; `game` replaced game.yaml."""
    pictures(tmp_path, *(f"art/{deck}/orc.png" for deck in ("敵", "味方", "Deck 1", "deck-1", "game", "rules")))
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "ja")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    said = run("parts", "isle", "--format", "csv", project=tmp_path / "isle").stdout
    names = ["cards", "cards-2", "deck-1", "deck-1-2", "game-2", "rules-2"]
    assert sorted(row.partition(",")[0] for row in said.splitlines()[1:]) == names
    assert "reads this table" in run("new", tmp_path / "isle", "--from", tmp_path / "art").stderr


def test_a_deck_more_may_be_called_as_a_set_that_is_there(tmp_path):
    (tmp_path / "monsters.csv").write_text("name,text\nOrc,Bites\nElf,Sings\n")
    pictures(tmp_path, "art/Monsters/orc.png", "art/Items/orc.png")
    run("new", tmp_path / "isle", "--from", tmp_path / "monsters.csv")
    run("new", tmp_path / "isle", "--from", tmp_path / "art")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    said = run("parts", "isle", "--format", "csv", project=tmp_path / "isle").stdout
    assert sorted(row.partition(",")[0] for row in said.splitlines()[1:]) == ["items", "monsters", "monsters-2"]
    assert "reads this table" in run("new", tmp_path / "isle", "--from", tmp_path / "art").stderr


def test_no_back_of_a_deck_is_the_front_of_another(tmp_path):
    """`a-back` was both the back of A and the front of the deck `A back`."""
    pictures(tmp_path, "art/A/orc.png", "art/A/back.png", "art/A back/elf.png")
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    drawn = [name for name in files(tmp_path / "isle/layouts/isle") if name.endswith(".svg")]
    assert drawn == ["a-back-2.svg", "a-back.svg", "a.svg"]


@pytest.mark.slow
def test_loose_pictures_lie_beside_the_folders_of_decks(tmp_path):
    """Their backs are those of the decks, others are told; folders of few pictures beside many loose ones are told."""
    some = [f"art/{deck}/{n}.png" for deck in ("Orders", "Events") for n in (1, 2, 10)]
    pictures(tmp_path, "art/card_back.png", "art/order_back_2.png", "art/logo.png", *some)
    said = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output
    events, orders = said.split("Events: 3 pictures")[1].split("Orders: 3 pictures")
    assert "back: card_back.png" in events
    assert "back: order_back_2.png" in orders
    assert "not taken, as others lie in folders: logo.png; for a deck of them put them into one, too" in orders
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    table = (tmp_path / "isle/components/isle/events.csv").read_text().split()
    assert [row.partition(",")[0] for row in table[1:]] == ["1", "2", "10"]
    pictures(tmp_path, *(f"art/{n}.png" for n in range(6)))
    said = run("new", tmp_path / "sea", "--from", tmp_path / "art", "--lang", "en").output
    assert "not taken, pictures in folders: Events/ (3), Orders/ (3); `pnp new . --from` makes" in said
    pictures(tmp_path, "only/back.png")
    assert "has no pictures" in run("new", tmp_path / "air", "--from", tmp_path / "only").stderr


def test_fronts_and_backs_may_lie_in_folders_of_their_own(tmp_path):
    pictures(tmp_path, *(f"art/{side}/{name}.png" for side in ("fronts", "backs") for name in "ab"))
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    table = (tmp_path / "isle/components/isle/cards.csv").read_text().split()
    assert table[1:] == ["a,1,fronts/a.png,#000080,backs/a.png", "b,1,fronts/b.png,#000080,backs/b.png"]


@pytest.mark.slow
def test_a_second_folder_of_pictures_is_a_deck_more_though_its_files_are_called_alike(tmp_path):
    pictures(tmp_path, "one/orc.png", "one/back.png", ink="red")
    pictures(tmp_path, "two/orc.png", "two/back.png")
    run("new", tmp_path / "isle", "--from", tmp_path / "one", "--lang", "en")
    assert "two: 1 picture" in run("new", tmp_path / "isle", "--from", tmp_path / "two").output
    for name in ("components/isle/{}orc.png", "layouts/isle/{}back.png"):
        first, second = (Image.open(tmp_path / "isle" / name.format(at)).getpixel((9, 9)) for at in ("", "two/"))
        assert first != second
    again = run("new", tmp_path / "isle", "--from", tmp_path / "two")
    assert "reads this table" in again.stderr


AWKWARD = {
    "quotes": [{"Name": 'It\'s "it"', "What's up": "a 'b' \"c\"", "Kind & co": "x"}] * 2,
    "markup": [{"Name": "A <b> & {c}", "Text": "Pay {2} and [[3]] *now* \\ or never, as you like it best."}],
    "numbers alone": [{"a": n, "b": n, "c": n, "d": n, "e": n, "f": n, "g": n} for n in range(3)],
    "keywords": [{"size": "big", "layout": "x", "item": "y", "if": "z", "true": "n", "set": "w"}],
    "many columns": [{f"Column {n}": f"words {n}" for n in range(40)}],
    "colours": [{"Name": "A", "Colour": "#aabbcc"}, {"Name": "B", "Colour": "#000000"}],
    "choices": [{"Name": f"N{n}", "Suit": ("It's", 'a "b"', "c\\d")[n % 3]} for n in range(12)],
    "a long name": [{"Name": "Very long words " * 8}],
}


@pytest.mark.some(5)
@pytest.mark.parametrize("case", AWKWARD)
def test_what_a_cell_or_a_heading_holds_breaks_no_template(tmp_path, case):
    (tmp_path / "deck.json").write_text(json.dumps(AWKWARD[case]))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.json", "--lang", "en")
    assert done.exit_code == 0, done.output
    told = run("check", "--format", "json", project=tmp_path / "isle").stdout
    codes = {f["code"] for f in json.loads(told) if f["severity"] == "error"}
    assert not {c for c in codes if c[0] in "TYX"}, codes
    assert run("build", "--draft", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0


@pytest.mark.parametrize(("name", "data", "said"), [
    ("deck.csv", b"Name,Text\n", "has no rows"), ("deck.xlsx", b"PK\3\4 no", "Y0"),
    ("deck.xls", b"x", "save it as .xlsx or CSV"), ("deck.docx", b"x", "save it as Markdown"),
    ("deck.csv", b"", "Y020"), ("deck.zip", b"x", "unpack it"),
])  # fmt: skip
def test_what_is_no_table_is_told_and_nothing_is_made(tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    done = run("new", tmp_path / "isle", "--from", tmp_path / name)
    assert done.exit_code in (1, 2)
    assert said in done.stderr, done.output
    assert not (tmp_path / "isle").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    {
        "another": (["none.csv"], "known names: `gloomy fen.xlsx`"),
        "a page": (["https://docs.example.com/d/1a2b/edit#gid=0"], "download it"),
        "nearly": (["gloomyfen.xlsx"], "did you mean `gloomy fen.xlsx`?"),
        "of old": (["gloomy fen.xls"], "did you mean `gloomy fen.xlsx`?"),
        "no quotes": (["gloomy", "fen.xlsx"], "put it between quotes: 'gloomy fen.xlsx'"),
        "open": (["open.xlsx"], "a program has it open"),
    }.values(),
)
def test_a_table_that_is_not_there(tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    for name in ("gloomy fen.xlsx", "~$gloomy fen.xlsx", "~$open.xlsx"):
        (tmp_path / name).write_bytes(b"")
    done = run("new", tmp_path / "isle", "--from", *words)
    assert done.exit_code == 2
    assert "there is no file" in done.stderr or len(words) > 1
    assert said in done.stderr
    assert "~$" not in done.stderr


def test_a_size_is_that_of_the_cards_whatever_other_sheets_are_called(tmp_path):
    cards = [["Name", "Text", "# of copies", "Notes (Jo)"], ["Owl", "Sees.", "x3", "too strong?"]]
    sheets = {
        "Cards": sheet_of(cards),
        "Tokens": sheet_of([["Name", "Side"], ["Coin", "A"]]),
        "Ideas": sheet_of([["?"]]),
    }
    workbook(tmp_path / "d.xlsx", cards, sheets)
    done = run("new", tmp_path / "owls", "--from", tmp_path / "d.xlsx", "--lang", "en", "--size", "tarot")
    assert "Cards: 1 row, each a card, 70 x 120 mm" in done.stdout
    assert "Tokens: 1 row, each a token, 25 x 25 mm" in done.stdout
    assert "Jo" not in (tmp_path / "owls/layouts/owls/cards.svg").read_text()
    assert run("check", "--format", "json", project=tmp_path / "owls").exit_code == 0


HERO = {
    "Name": "Thug",
    "Qty": "2",
    "Special": "Gain 1\nSmack!",
    "Skill2MaxLevelOfAll": 3,
    "Snark": None,
    "art": {"s": 1},
}


@pytest.mark.some(4)
@pytest.mark.parametrize(("data", "rows", "said"), [
    ({"0": HERO, "1": {**HERO, "Name": "Hacker", "ids": [1, 2]}}, ["2 rows"], "Thug"),
    ({"57": {"count": 4, "color": "yellow", "code": "city=revenue:20;path=a:0,b:_0;path=a:2,b:_0;upgrade=terrain"},
      "58": {"count": 1, "color": "green", "code": "town"}}, ["2 rows"], "57"),
    ({"version": 3, "monsters": [{"name": "Imp", "hp": 2}], "spells": {"fog": {"cost": 2}}, "none": []},
     ["1 row", "1 row"], "fog"),
    ({"cards": {"wizards": {"imp": {"skill": "Draw 1."}, "fog": {"skill": "Stop."}}, "backs": {"imp": "a.png"}}},
     ["2 rows"], "Draw 1."),
    ({"Cards": {"Houses": [{"name": "Quay", "gold": 2}, {"name": "Mill", "gold": 1}]}}, ["2 rows"], "Quay"),
    ({"name": "Box", "fire": {"cards": [{"name": "Imp", "hp": 1}, {"name": "Elf", "hp": 3}]},
      "ice": {"cards": [{"name": "Yeti", "hp": 2}]}}, ["3 rows"], "ice"),
    ([{"pk": 1, "fields": {"name": "Imp", "order": 2, "created_at": "x"}},
      *({"pk": n, "fields": {"content": f"Draw {n} cards.", "order": n, "created_at": "x"}} for n in range(2, 5))],
     ["4 rows"], "Draw 2 cards."),
    ([{"name": f"Pack {n}", "official": True, "white": [{"text": f"Draw {i}.", "pack": n} for i in range(5)],
       "black": [{"text": f"Why, {i}?", "pick": 1} for i in range(n)]} for n in (2, 3)],
     ["10 rows", "5 rows"], "Pack 3"),
    ({"sets": [{"name": "Elm", "size": 2, "cards": {"imp": {"hp": 1}, "orc": {"hp": 2}}},
               {"name": "Oak", "size": 1, "cards": {"elf": {"hp": 3}}}]}, ["3 rows"], "Oak"),
    ({"LEA": {"name": "Alpha", "year": 1, "cards": [{"name": "Imp", "suit": "a"}, {"name": "Orc", "suit": "b"}],
              "tokens": []}, "LEB": {"name": "Beta", "cards": [{"name": "Elf", "suit": "a"}], "tokens": []}},
     ["3 rows"], "Alpha"),
    ([{"name": "None", "cards": []}, {"name": "Ash", "cards": [{"name": "Imp"}, {"name": "Orc"}]}], ["2 rows"], "Ash"),
    ([{"name": ["Elf", "Lord"], "hp": 1}, {"name": "Imp", "hp": 2}, {"name": None, "hp": 3}], ["3 rows"], "Elf, Lord"),
    ([{"title": "Quiz", "questions": [{"q": "Who?", "a": "I"}, {"q": "Why?", "a": "So"}]}], ["2 rows"], "Quiz"),
    ({"fire": {"hp": 1, "cards": ["Imp", "Elf"]}, "ice": {"hp": 2, "cards": ["Yeti"]}}, ["3 rows"], "fire"),
    ([{"suit": suit, "cards": [{"rank": n} for n in range(1, 4)]} for suit in ("Herz", "Karo")], ["6 rows"], "Herz"),
    ([{"name": f"Fox {n}", "hp": n, "attacks": [{"name": "Bite", "damage": 2}, {"name": "Run", "damage": 0}]}
      for n in range(3)], ["3 rows"], "Fox 2"),
    ([{"titulo": "Carta", "texto": "Uno.\r\nDos.", "stats": {"hp": n, "of": {"ap": 3}}} for n in range(3)],
     ["3 rows"], "Uno."),
])  # fmt: skip
def test_json_as_programs_write_it(tmp_path, data, rows, said):
    """Records under keys, in several lists; values with parts of their own; long headings, words."""
    (tmp_path / "cards.json").write_text(json.dumps(data))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "cards.json", "--lang", "en")
    assert re.findall(r": (\d+ rows?),", done.output) == rows, done.output
    assert said in words_of(tmp_path / "isle", tmp_path / "out")


def test_records_as_airtable_gives_them(tmp_path):
    """Each stands in a part of what it comes in, with what a cell of it holds; files and other records are named."""
    (tmp_path / "attachments").mkdir()
    for color in ("red", "blue"):
        Image.new("RGB", (600, 400), color).save(tmp_path / "attachments" / f"{color}.png")
    cells = [
        {"Name": "Imp", "Cost": 2, "Qty": 3, "Tags": ["Air", "Fire"], "Kin": ["rec0123456789abcd"], "Autonumber": 1},
        {"Name": "Orc", "Cost": 1, "Qty": 1, "Autonumber": 2, "Text": "Draw one."},
        {"Name": "Elf", "Cost": 1, "Qty": 2, "Autonumber": 3},
    ]
    for cell, color in zip(cells, ("red", "blue"), strict=False):
        cell["Art"] = [{"id": "att0123456789abcd", "url": "https://x.example/1", "filename": f"{color}.png", "size": 9}]
    rows = [{"id": f"rec{n}", "createdTime": "2024-06-03T19:10:00.000Z", "fields": c} for n, c in enumerate(cells)]
    (tmp_path / "cards.json").write_text(json.dumps({"records": rows}))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "cards.json", "--lang", "en")
    for said in ("Qty, 6 pieces", "name: Name\n", "picture: Art\n", "on no piece: createdTime, Kin, Autonumber\n"):
        assert said in done.output, done.output
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert all(one in words for one in ("Imp", "Air, Fire", "Draw one.")), words


@pytest.mark.parametrize("text", [
    "- name: Owl # at night\n  count: 3\n  text: Fly on.\n- {name: Elf, text: Draw one.}\n",
    "version: 2\nbirds:\n  Owl: {count: 3, text: Fly on.}\n  Elf: {text: Draw one.}\n",
])  # fmt: skip
def test_a_list_or_a_mapping_in_yaml_is_a_table(tmp_path, text):
    """It is kept beside the file of its set under a name of its own, is no set itself, and its slips are told once."""
    (tmp_path / "cards.yaml").write_text(text)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "cards.yaml", "--lang", "en")
    assert "count: count, 4 pieces in all" in done.output
    assert files(tmp_path / "isle/components/isle") == ["cards-items.yaml", "cards.yaml", "game.yaml"]
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    (tmp_path / "isle/components/isle/cards-items.yaml").write_text(text + '"x')
    assert run("check", project=tmp_path / "isle").output.count("Y005") == 1


@pytest.mark.parametrize(("rows", "language", "missing"), [
    (["名前,効果", "鬼,このターン、カードを引く。"], "ja", ""),
    (["이름,효과,수량", "용,카드 1장을 뽑습니다!,3"], "ko", "용"),
    (["名称,技能,数量", "关羽,你可以出牌。,3"], "zh", "关"),
    (["Nom,Effet", "L’Écuyer,«\u202fPiochez 2\u202f! »"], "en", ""),
])  # fmt: skip
def test_letters_tell_the_language_and_what_no_font_has_is_told_once(tmp_path, rows, language, missing):
    (tmp_path / "deck.csv").write_text("\n".join([*rows, rows[1]]) + "\n", "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv")
    assert ("no font is here for " in done.output) == bool(missing)
    project = tmp_path / "isle"
    assert f"languages: [{language}]" in (project / "components" / "isle" / "game.yaml").read_text()
    told = json.loads(run("check", "--format", "json", project=project).output)
    assert [f["code"] for f in told if f["severity"] == "error"] == ["F012"] * bool(missing)
    if missing:
        assert "fonts.google.com/noto/specimen/Noto+Sans+" in told[0]["hint"] + done.output
        (project / "layouts" / "fonts").mkdir()
        make_font(project / "layouts" / "fonts" / "Mine.ttf", signs={*"".join(rows)})
        assert "isle: no errors" in run("check", project=project).output


def test_letters_that_no_font_has_are_told_from_those_that_run_to_the_left(tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Word\nArmenia,Հայաստան\nEgypt,مصر\nPeru,Peru\n", "utf-8")
    said = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en").output
    (font,) = [line for line in said.splitlines() if "no font is here for" in line]
    assert "Noto+Sans+Armenian" in font
    assert "`مصر`: lines from right to left cannot be set" in said


def test_sheets_whose_names_have_no_latin_letters_are_all_taken(tmp_path):
    rows = [["Name", "Cost"], ["Rat", 1], ["Bat", 2]]
    workbook(tmp_path / "d.xlsx", rows, {"武将": sheet_of(rows), "카드": sheet_of(rows)})
    assert run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en").exit_code == 0
    assert files(tmp_path / "isle" / "components" / "isle") == ["card-2.yaml", "card.yaml", "d.xlsx", "game.yaml"]


def test_the_other_side_of_a_counter_is_the_same_unit(tmp_path):
    rows = "Nr,Unit,Attack,Reduced Attack,Setup notes\n1,1 Pz,6,3,here\n2,2 Inf,4,2,\n3,5 DLC,3,1,there\n"
    (tmp_path / "counters.csv").write_text(rows)
    done = run("new", tmp_path / "war", "--from", tmp_path / "counters.csv", "--lang", "en")
    assert "on the back: Reduced Attack" in done.output
    assert "printed on no piece: Setup notes" in done.output
    project = tmp_path / "war" / "layouts" / "war"
    assert 'pnp:text="item.name"' in (project / "counters-back.svg").read_text()
    front = (project / "counters.svg").read_text()
    assert front.index("item.attack") < front.index("item.nr")  # a number of its own is not what it can do


@pytest.mark.parametrize(("text", "markup"), [
    ("{T}: Add {G}.", r"\{T\}: Add \{G\}."), ("<b>Trace</b> [[3]] &amp; *win*.", r"**Trace** \[\[3\]\] & *win*."),
    ("&bull; Gain {{gold}}<br/>or <span class='x'>two</span>.", "• Gain gold\nor two."),
    ("Two\\nlines of __init__", "Two\nlines of __init__"), ("a < b > c, **bold** <i>x</i>", "a < b > c, **bold** *x*"),
    ("<i>g</i>➪$**+b", r"*g*➪$\*\*+b"), ("un<i>like</i>ly <em> or </em>_so_", "unlikely  *or so*"),
    ("*Then **all** pass* <u>now</u>", "*Then **all** pass* now"),
    ("<b>a</b> **b** c**", r"**a** **b** c\*\*"), ("次の*春*に{R}、赤_青_白", r"次の*春*に\{R\}、赤_青_白"),
    ("{{icon_far:small}}2{{icon_mile:big}}.", "far 2 mile."), (r"thrown\59\light <q>So</q>", 'thrown;light "So"'),
    ("<ruby>鬼<rp>(</rp><rt>おに</rt></ruby>と手札《てふだ》", "{鬼|おに}と{手札|てふだ}"),
    ("｜ぬり壁《かべ》と《火》の札", "{ぬり壁|かべ}と《火》の札"),
    ("<trace>Trace <Run>3</Run></trace> <b>or</b> <errata id='1'>none</errata>", "Trace 3 **or** none"),
    ("$**B+$**YT", r"$\*\*B+$\*\*YT"), ("**Cost:**2, +**2** <i>(**now**)</i>", "**Cost:**2, +**2** *(**now**)*"),
])  # fmt: skip
def test_the_markup_of_other_programs_stops_nothing(tmp_path, text, markup):
    assert from_html(text) == markup
    (tmp_path / "cards.json").write_text(json.dumps([{"name": "Elf", "text": text}, {"name": "Ogre", "text": "Hit."}]))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "cards.json", "--lang", "en")
    assert "`markup: html`" in done.output
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.some(1)
@pytest.mark.parametrize(("text", "found", "plain"), [
    ("Gain {ore}, {coins}.", ["error R001: unknown term `coins`", "did you mean `coin`?"], r"Gain \{ore\}, {coins}."),
    ("Gain {ore}, {coin.", ["error R020: `{` is never closed"], r"Gain \{ore\}, {coin."),
    ("{ore} are {#deck}.", ["no errors, no warnings"], r"\{ore\} are {#deck}."),
    ("{ore}: {=item.cost}.", ["no errors, no warnings"], r"\{ore\}: {=item.cost}."),
    ("{ore} is {=deck/elf.cost}, {coin:both}.", ["no errors, no warnings"], None),
    ("{@h}6, {#ff0000} {wood} [[No]]", ["no errors"], r"\{@h\}6, \{#ff0000\} \{wood\} \[\[No\]\]"),
])  # fmt: skip
def test_braces_of_ours_stay_ours_beside_those_of_others(tmp_path, text, found, plain):
    assert from_html(text, ["coin"]) == (plain or text.replace("{ore}", r"\{ore\}"))
    rows = f'Name,Cost,Text\nElf,1,Pay {{coin}}.\nOgre,2,"{text}"\n'
    _, told, words = made_of(tmp_path, "deck.csv", rows)
    assert "markup: html" in words
    assert [one for one in found if one not in told] == []


def test_a_slip_in_braces_makes_no_table_that_of_another_program(tmp_path):
    rows = "Name,Text\nElf,Pay {coin}.\nOgre,Gain {coins}.\nAnt,Gain {coin\nBee,There are {#deck}.\n"
    _, told, words = made_of(tmp_path, "deck.csv", rows)
    assert "markup: html" not in words
    assert "4 errors" not in told
    assert "2 errors" in told


@pytest.mark.slow
def test_one_pair_of_tags_is_no_slip_though_others_are_bold_as_we_write_it(tmp_path):
    rows = "".join(f"Elf {n},Draw **{n}** cards.\n" for n in range(30))
    said, told, _ = made_of(tmp_path, "deck.csv", f"Name,Text\nOgre,Read <i>Via Fabula</i> now.\n{rows}")
    assert "`markup: html`" in said
    assert "no errors, no warnings" in told


def test_a_list_as_programs_write_it_is_one_beside_the_markup_of_others(tmp_path):
    """Each of its sentences has a point."""
    facts = '["Rome is [very] old.", "Then it fell, they say."]'
    deck = [{"name": "Rome", "text": "Hit {it}.", "facts": facts}]
    _, told, words = made_of(tmp_path, "deck.json", json.dumps(deck))
    assert "markup: html" in words
    assert "facts: list of word" in words
    assert "no errors, no warnings" in told
    outputs, _, _ = build(Project(tmp_path / "isle"), "isle", Order())
    with pdfplumber.open(BytesIO(outputs[0].data)) as pdf:
        pages = [" ".join(page.extract_text().split()) for page in pdf.pages]
    assert any("• Rome is [very] old. • Then it fell, they say." in page for page in pages)


@pytest.mark.slow
def test_what_is_no_tag_is_never_lost(tmp_path):
    text = "Pay <coin> <b>now</b>, if HP <5 and <in time>: 2 <Blade/>"
    said, told, _ = made_of(tmp_path, "deck.csv", f"Name,Text\nElf,{text.replace(',', ';')}\n")
    assert "printed as words: <Blade/>; for icons make terms of them in game.yaml: " in said
    assert "warning L013: `<Blade/>` is no markup here" in told
    assert "write `{blade}`, the id of a term that has an icon" in told
    words = packed(words_of(tmp_path / "isle", tmp_path / "out"))
    assert words.count(packed("Pay <coin> now; if HP <5 and <in time>: 2 <Blade/>")) == 1


@pytest.mark.slow
def test_a_field_that_had_no_room_may_be_drawn_later(tmp_path):
    """Until then a note tells it, once for the set."""
    facts = [f"{n}{k}" for n in "ABC" for k in range(9)]
    rows = [["Name", *(f"Fact{k}" for k in range(9))], *([n, *(f for f in facts if f[0] == n)] for n in "ABC")]
    (tmp_path / "t.csv").write_text("\n".join(map(",".join, rows)))
    project = tmp_path / "isle"
    run("new", project, "--from", tmp_path / "t.csv", "--lang", "en", "--kind", "counters", "--size", "1/2in")
    assert "fact8: text # on no piece: no room on it" in (project / "components" / "isle" / "t.yaml").read_text()
    told = run("check", "--strict", project=project)
    assert re.search("note R047: .*\n  .*Fact7, Fact8", told.output)
    assert told.exit_code == 0
    template = project / "layouts" / "isle" / "t.svg"
    drawn = '<text pnp:text="item.fact8" x="2" y="11" font-family="body" font-size="2.2">X</text></svg>'
    template.write_text(template.read_text().replace("</svg>", drawn))
    told = run("check", project=project).output
    assert "A004" not in told
    assert "Fact8" not in told


@pytest.mark.parametrize(("text", "said", "unsaid"), [
    ("Gain 2 {ore}.", ["braces and brackets are printed as they are", "{ore}; for icons make terms of "], "tags"),
    ("Gain 2 {coin}.", ["icons in its texts, terms of game.yaml: {coin}"], "`markup"),
    ("Roll :d6: at 10:30:15.", ["icons in its texts, terms of game.yaml: {d6}"], "printed as words"),
    ("Gain 2 :coin:.", ["`markup: html`: signs of icons (`:coin:`) draw them"], "braces"),
    ("Not by the _Fox_.", ["of tags and signs (`<b>`, `_x_`, `&amp;`) line breaks, bold, italics and the"], "braces"),
    ("Not by the *Fox*.", [], "`markup"),
    ("[click]: gain 2 [credit].", ["[click], [credit]; for icons make terms of them in game.yaml, and read"], "braces"),
    ("Gain 2.", [], "`markup"),
])  # fmt: skip
def test_markup_of_a_table_is_spoken_of_where_it_is(tmp_path, text, said, unsaid):
    Image.new("RGB", (9, 9)).save(tmp_path / "fox.png")
    output = made_of(tmp_path, "deck.csv", f"Name,Text,Art\nElf,{text},art\\fox.png\n")[0]
    assert [words for words in said if words not in output] == []
    assert unsaid not in output


@pytest.mark.slow
def test_pictures_are_found_by_the_names_of_their_pieces_or_in_any_column(tmp_path):
    (tmp_path / "Art").mkdir()
    for name in ("red_fox", "Old Owl"):
        Image.new("RGB", (720, 720), "navy").save(tmp_path / "Art" / f"{name}.png")
    for file, rows in (("a", "Title,HP\nRed Fox,3\nOld owl,2\n"), ("b", "Title,Beast\nRex,red fox\nHoot,OLD OWL\n")):
        (tmp_path / f"{file}.csv").write_text(rows)
        done = run("new", tmp_path / file, "--from", tmp_path / f"{file}.csv", "--lang", "en")
        assert "pictures copied: Art/red_fox.png, Art/Old Owl.png" in done.output
        assert f"{file}: no errors, no warnings" in run("check", project=tmp_path / file).output
    (tmp_path / "c.csv").write_text("Title,HP\nRed Fox,3\nOldOwl,2\nNobody,1\n")
    done = run("new", tmp_path / "c", "--from", tmp_path / "c.csv", "--lang", "en")
    assert "no picture is called so, so they have none: Nobody" in done.output
    assert "--draft" not in done.output
    told = run("check", "--notes", project=tmp_path / "c").output
    assert "no picture is called `Nobody`" in told
    assert "c: no errors, no warnings" in told
    assert "columns: {Title: picture}" in (tmp_path / "a" / "components" / "a" / "a.yaml").read_text()


STRANGERS = "not taken, these may be for something else: "


@pytest.mark.parametrize(("rows", "there", "copied", "told"), [
    ("Fog Ferry Pass", ["photos/2021/fog.jpg", "OldGame/art/ferry.png"], "",
     f"{STRANGERS}OldGame/art/ferry.png, photos/2021/fog.jpg; move yours beside the table, or into a folder `art`"),
    ("A B C", [f"lib{n}/{m}/{'abc'[n % 3]}.png" for n in range(4) for m in range(3)], "", STRANGERS),
    ("Fog Ferry Pass", ["old/photos/fog.jpg"], "", ""),
    ("Fog Ferry Pass", ["Bilder (neu)/fog.jpg", "Bilder (neu)/cards/ferry.png", "x/fog.jpg"],
     "Bilder (neu)/fog.jpg, Bilder (neu)/cards/ferry.png", "so they have none: Pass"),
    ("Fog Ferry Pass", ["fog.jpg", "tale/ferry.png"], "fog.jpg, tale/ferry.png", "so they have none: Pass"),
    ("Fog Ferry Pass Hut Lake", [f"x/2021/{n}.png" for n in ("fog", "ferry", "pass", "hut")],
     "x/2021/fog.png, x/2021/ferry.png, x/2021/pass.png, x/2021/hut.png", "so they have none: Lake"),
    ("Fog,x/y/fog.png Ferry,ferry.png Pass,", ["x/y/fog.png", "x/y/ferry.png"], "x/y/fog.png",
     "pictures not found: ferry.png (x/y/ferry.png?)"),
], ids=["chance", "many of a name", "one", "of pictures", "of the table", "many names", "path"])  # fmt: skip
def test_no_picture_of_something_else_is_taken(tmp_path, rows, there, copied, told):
    """A table may lie on a desktop; what is copied is told with its folder."""
    for name in there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (72, 72), "navy").save(tmp_path / name)
    head = "Name,Art" if "," in rows else "Name,Cost"
    lines = rows.split() if "," in rows else [f"{name},{n}" for n, name in enumerate(rows.split())]
    output, made = made_of(tmp_path, "tale.csv", "\n".join([head, *lines]))[:2]
    assert (f"pictures copied: {copied}\n" in output) if copied else ("pictures copied" not in output)
    assert told in output
    assert ("not taken" in output) is ("not taken" in told)
    assert made


@pytest.mark.parametrize("kind", ["cards", "tokens"])
def test_lists_of_pictures_are_copied_and_drawn_side_by_side(tmp_path, kind):
    for n in range(7):
        Image.new("RGB", (300, 300), "navy").save(tmp_path / f"{n}.png")
    lists = [[0, 1, 2], [0, 3, 4, 5], [1, 3], []]
    cards = [{"id": f"card-{k}", **({"signs": [f"{n}.png" for n in ns]} if ns else {})} for k, ns in enumerate(lists)]
    (tmp_path / "match.json").write_text(json.dumps(cards))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "match.json", "--kind", kind, "--size", "60mm")
    assert "pictures copied: 0.png, 1.png, 2.png, 3.png, 4.png, 5.png\n" in done.output
    assert 'signs: "list of image?"' in (tmp_path / "isle/components/isle/match.yaml").read_text()
    assert "no errors" in run("check", project=tmp_path / "isle").output
    drawn = [run("face", "isle", f"match/card-{k}", project=tmp_path / "isle").stdout.count("<image") for k in range(4)]
    assert drawn == [3, 4, 2, 0]


def test_words_of_which_each_piece_has_its_own_are_its_name(tmp_path):
    (tmp_path / "tiles.csv").write_text("Tile,Terrain,Depth\nReef,rock,1\nOpen sea,water,3\nMarsh,mud,2\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "tiles.csv", "--lang", "en")
    assert "name: Tile" in done.output
    home = tmp_path / "isle" / "components" / "isle"
    made = (home / "tiles.yaml").read_text()
    assert "columns: {Tile: name}" in made
    assert "  name: text" in made
    rule = "{id: play.lay, text: 'Lay {@tiles/reef}.'}"
    rules = f"sections:\n  - id: play\n    title: Play\n    rules:\n      - {rule}\n"
    (home / "rules.yaml").write_text(rules)
    told = run("check", project=tmp_path / "isle").output
    assert "isle: no errors" in told
    made = made.replace("columns: {Tile: name}", "ignore: []").replace("name: text", "tile: text")
    (home / "tiles.yaml").write_text(made)
    (home / "tiles.csv").write_text("Id,Tile,Terrain,Depth\nreef,Reef,rock,1\nsea,Open sea,water,3\n")
    told = run("check", project=tmp_path / "isle").output
    assert "the item `reef` of the set `tiles` has no name" in told
    assert "write `columns: {Tile: name}` in its `from`" in told


def test_columns_of_nearly_one_name_keys_and_addresses(tmp_path):
    rows = "Bird,Rodent,rodent,Uri,Cover\nOwl,2,x,https://a.example/1,https://a.example/1.png?v=2\nElf,1,,https://a.example/2,\n"
    (tmp_path / "birds.csv").write_text(rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "birds.csv", "--lang", "en")
    assert "printed on no piece: Uri, Cover" in done.output
    made = tmp_path / "isle" / "components" / "isle" / "birds.yaml"
    assert "columns: {rodent: rodent_2, Bird: name}" in made.read_text()
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_the_second_of_two_rules_says_what_it_is(tmp_path):
    long = "Discard this card from your hand and then draw {} cards."
    rows = "".join(f"{name},{long.format(2)},{long.format(3)}\n" for name in ("Reflex", "Warcry"))
    made_of(tmp_path, "deck.csv", f"Name,Description,Description (Upgraded)\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert (words.count("Description"), words.count("(Upgraded):")) == (2, 2)


def test_a_list_stands_below_its_heading(tmp_path):
    rows = "".join(f'{name},Each hero loses 2 lights here.,"- Pay 1.\n- Go on."\n' for name in ("Bell", "Toll"))
    made_of(tmp_path, "deck.csv", f"Name,Text,Choices\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out").replace("\r", "")
    assert words.count("Choices:\n• Pay 1.\n• Go on.") == 2


@pytest.mark.slow
def test_a_number_stands_once_with_its_heading_beside_others(tmp_path):
    rows = "Kind,Way,Turn,Speed\n" + "".join(
        f"{'move' if n < 6 else 'turn'},{n % 3},{n % 4},{n % 2}\n" for n in range(9)
    )
    made_of(tmp_path, "deck.csv", rows)
    words = words_of(tmp_path / "isle", tmp_path / "out")  # a number may be taken for the end of a word beside it
    assert [words.count(word) for word in ("move", "turn", "Turn", "Speed")] == [6, 3, 9, 9]
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    assert [drawn.count(f"item.{field}") for field in ("way", "turn", "speed")] == [1, 1, 1]
    assert "row-2" not in words


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("size", "ground", "kind", "drawn"),
    [
        ((400, 400), 255, "cards", ["xMidYMid slice"]),
        ((400, 400), 0, "cards", ["pnp:href"]),
        ((200, 700), 255, "cards", ["pnp:href"]),
        ((600, 520), 0, "hexes", ["top: flat", 'x="-25" y="-21.65" width="50" height="43.3"']),
        ((520, 600), 0, "hexes", ["top: point", 'x="-21.65" y="-25" width="43.3" height="50"']),
        ((600, 600), 0, "hexes", ["top: point", "pnp:href"]),
    ],
)
def test_pictures_are_seen_as_what_they_are(tmp_path, size, ground, kind, drawn):
    picture = Image.new("RGBA", size, (9, 90, 9, ground))
    picture.paste((9, 90, 9, 255), (99, 99, 150, 150))
    for name in ("elf", "orc"):
        picture.save(tmp_path / f"{name}.png")
    (tmp_path / "deck.csv").write_text("Name,Art,Text\nElf,elf.png,Draw one card.\nOrc,orc.png,Draw two cards.\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--kind", kind, "--lang", "en")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    words = text + (tmp_path / "isle/components/isle/deck.yaml").read_text()
    assert all(part in words for part in drawn)
    assert ("slice" in text) == ("slice" in drawn[0])
    assert "no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.parametrize(
    ("page", "kind", "size"),
    [
        ('width="192px" height="166.277px" viewBox="0 0 192 166.277"', "hexes", "top: flat"),
        ('width="63mm" height="88mm" viewBox="0 0 63 88"', "", "poker-metric"),
    ],
)
def test_a_folder_of_drawings_becomes_their_pieces(tmp_path, page, kind, size):
    """Each as large as its piece: what lies beyond its page is bleed. What is told of one can be accepted there."""
    art = tmp_path / "art"
    art.mkdir()
    for name in ("Forest", "Lake"):
        ground = '<path d="M-20 -20H220V220H-20Z" fill="#7a5"/>'
        words = f'\n<!-- pnp: accept P002 as large as may be -->\n<text x="-9" y="80" font-size="9">{name}</text>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{ground}{words}</svg>'
        (art / f"{name}.svg").write_text(svg)
    done = run("new", tmp_path / "isle", "--from", art, "--lang", "en", *(["--kind", kind] if kind else []))
    called = kind or "cards"
    assert f"{called.capitalize()}: 2 pictures" in done.output
    assert "not taken" not in done.output
    assert size in (tmp_path / f"isle/components/isle/{called}.yaml").read_text()
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_a_hidden_column_stands_on_no_card(tmp_path):
    hidden = sheet_of([["Name", "Cost", "Power"], ["Elf", 3, 1], ["Orc", 4, 2]],
                      columns='<cols><col min="2" max="2" hidden="1"/></cols>')  # fmt: skip
    workbook(tmp_path / "d.xlsx", [], {"Deck": hidden})
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en")
    assert "printed on no piece: Cost" in done.output
    assert "item.cost" not in (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_the_side_colours_a_counter_and_colours_are_called_by_their_names(tmp_path):
    rows = "".join(f"{'Green' if n < 3 else 'Brown'},Unit {n},{'Inf' if n % 2 else 'Arm'},{n % 5}\n" for n in range(6))
    (tmp_path / "t.csv").write_text(f"Side,Unit,Type,Att\n{rows}")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--kind", "counters", "--lang", "en")
    assert "colour: Side" in done.output
    drawn = (tmp_path / "isle/layouts/isle/t.svg").read_text()
    assert "'Green': '#2f7d3a', 'Brown': '#8a5a34'" in drawn
    (tmp_path / "u.csv").write_text(
        f"Farbe;Einheit;Art\n{rows.replace(',', ';').replace('Green', 'Grün').replace('Brown', 'Braun')}"
    )
    run("new", tmp_path / "insel", "--from", tmp_path / "u.csv", "--kind", "counters", "--lang", "de")
    assert "'Grün': '#2f7d3a', 'Braun': '#8a5a34'" in (tmp_path / "insel/layouts/insel/u.svg").read_text()
    hues = {"Weiß": "#f4f1ea", "Schwarz": "#1f1f22", "Rood": "#d8342c", "Violette": "#7a4aa8", "Marroni": "#8a5a34"}
    (tmp_path / "w.csv").write_text("Name;Farbe\n" + "".join(f"Elf {n}{c};{c}\n" for n in range(3) for c in hues))
    run("new", tmp_path / "ile", "--from", tmp_path / "w.csv", "--lang", "de")
    assert str(hues) in (tmp_path / "ile/layouts/ile/w.svg").read_text()


def test_names_on_small_discs_stand_where_these_are_wide(tmp_path):
    (tmp_path / "t.csv").write_text("Token;Front;Back\nWunde;1;3\nMünze;1;5\nSegen;+1;-1\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--kind", "tokens", "--size", "15mm", "--lang", "de")
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_headings_may_stand_in_two_rows(tmp_path):
    rows = [["Card", "", "Cost", "", "Gives", "", "Qty"], ["Name", "Type", "Wood", "Gold", "Wood", "On play", ""],
            ["Mill", "Work", 1, "", 2, "Draw 1.", 3], ["Keep", "Work", 2, 4, "", "", 1]]  # fmt: skip
    workbook(tmp_path / "d.xlsx", [["Master deck"], *rows], {"Deck": sheet_of([["Master deck"], *rows])})
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en")
    for words in ("d: 2 rows, each a card", "count: Qty", "name: Name", "Cost Wood, Gold, Gives Wood"):
        assert words in done.output, done.output
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_two_headings_below_one_and_a_sum_below_the_copies(tmp_path):
    rows = [["#", "Name", "Type", "Cost", "", "Text"], ["", "", "", "Wood", "Gold", ""],
            *([n % 3 + 1, f"Mill {n}", "Work", n, 1, "Go."] for n in range(6)), [], [12, "in all"]]  # fmt: skip
    workbook(tmp_path / "d.xlsx", [], {"Deck": sheet_of(rows)})
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en")
    for words in ("d: 6 rows", "count: #", "Wood, Gold", "row 10: a sum of the rows above, and no item"):
        assert words in done.output, done.output


class Checked:
    """What `pnp check` says of a project, if anybody asks."""

    def __init__(self, project):
        self.project = project

    @cached_property
    def output(self):
        return run("check", project=self.project).output

    def __contains__(self, words):
        return words in self.output


def made_of(tmp_path, name, content):
    """What `pnp new` and `pnp check` say of a file, and the set that it becomes; no language is asked for."""
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run("new", tmp_path / "isle", "--from", tmp_path / name)
    assert done.exit_code == 0, done.output
    (words,) = [p.read_text() for p in (tmp_path / "isle/components/isle").glob("*.yaml") if p.name != "game.yaml"]
    return done.output, Checked(tmp_path / "isle"), words


def test_no_number_is_proposed_where_copies_are_no_numbers(tmp_path):
    told, _, words = made_of(tmp_path, "d.csv", "Name,Qty,Text\nFox,2,Run away.\nOwl,two,Rest a while.\nElk,1,Go on.\n")
    assert "count: Qty, 4 pieces in all, `two` as one" in told
    assert "expect" not in words


def test_a_long_word_on_a_counter_comes_nearer_to_the_cut(tmp_path):
    (tmp_path / "list.csv").write_text("Marker,Qty\nEntrenched,8\nOut of Supply,6\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "list.csv", "--kind", "counters", "--size", "15mm")
    assert "no errors, no warnings" in Checked(tmp_path / "isle")
    assert '<g id="safe"><rect x="1" y="1"' in (tmp_path / "isle/layouts/isle/list.svg").read_text()


@pytest.mark.slow
def test_a_card_without_a_picture_has_its_room_for_the_text(tmp_path):
    Image.new("RGB", (60, 40)).save(tmp_path / "fox.png")
    made_of(tmp_path, "deck.csv", "Name,Text,Art\nFox,Gain food.,fox.png\nOwl,Burn wood.,\n")
    outputs, _, _ = build(Project(tmp_path / "isle"), "isle", Order())
    with pdfplumber.open(BytesIO(outputs[0].data)) as pdf:
        tops = {word["text"]: word["top"] for page in pdf.pages for word in page.extract_words()}
    assert tops["food."] - tops["wood."] > 10 / 25.4 * 72


def test_a_cost_is_no_slip_for_a_count(tmp_path):
    output, *_ = made_of(tmp_path, "jeu.csv", "nom,cout,texte,nombre\nOurs,1,Gagnez 1.,3\nLoup,2,Rien.,2\n")
    assert "count: nombre, 5 pieces" in output


SPEECH = {
    "de": (
        "Name;Wirkung\nBär;{}\nWolf;{}\n",
        "Ziehe eine Karte und lege sie zu den Vorräten.",
        "Du darfst das nicht.",
    ),
    "fr": ("Nom;Effet\nOurs;{}\nLoup;{}\n", "Piochez une carte, défaussez les autres !", "Le joueur paie une pièce."),
    "es": ("Nombre;Efecto\nOso;{}\nLobo;{}\n", "El jugador pierde un turno.", "Roba una carta de la mano de otro."),
    "it": (
        "Nome;Effetto\nOrso;{}\nLupo;{}\n",
        "Pesca una carta e scarta la prima.",
        "Vinci se hai il lupo.",
    ),
    "pl": ("Nazwa;Opis\nWilk;{}\nMiś;{}\n", "Wróć na początek i zagraj kartę.", "Każdy gracz odrzuca żeton."),
    "sv": ("Namn;Effekt\nBjörn;{}\nÄlg;{}\n", "Få 1 kort. Förlora sedan 2 hjältar.", "Läk 2 sår, välj ett mål."),
    "en": ("Name;Rules\nBear;{}\nWolf;{}\n", "Draw a card from the deck of your choice.", "You win."),
}


@pytest.mark.some(3)
@pytest.mark.parametrize("language", SPEECH)
def test_small_words_tell_the_language(tmp_path, language):
    rows, *texts = SPEECH[language]
    _, checked, _ = made_of(tmp_path, "deck.csv", rows.format(*texts))
    assert f"languages: [{language}]" in (tmp_path / "isle/components/isle/game.yaml").read_text()
    assert "isle: no errors, no warnings" in checked


@pytest.mark.parametrize(("table", "language"), [
    ("Unit,A-D-M\nV Corps,4-5-6\nV Army,3-3-3\nV Wing,2-2-2\nA Team,1-2-3\nI Corps,1-1-1\n", "en"),
    ("City,Worth\nLa Paz,4\nLa Plata,3\nLa Rioja,2\nLa Pampa,1\n", "en"),
    ("名前,地形\n森の丘,森\n大海原,海\n高山,山\n", "ja"),
    ("名稱,地形\n森林,森\n大海,海\n", "zh"),
    ("名稱,效果\n獅・白,進化・紅\n虎・紅,蝕魂・黑\n", "zh"),
    ("名前,枚数\n森林,2\n大海,1\n", "ja"),
    ("名,攻撃\n森林,2\n大海,1\n", "ja"),
    ("名,名 EN\n竜,Dragon\n大海,Sea\n", "ja, en"),
    ("カード,タイプ\n森林,森\n大海,海\n", "ja"),
])  # fmt: skip
def test_names_and_abbreviations_tell_no_language(tmp_path, table, language):
    made_of(tmp_path, "units.csv", table)
    assert f"languages: [{language}]" in (tmp_path / "isle/components/isle/game.yaml").read_text()


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["game.csv", "rules.csv", "Setup.csv", "3 sizes.csv"])
def test_a_table_called_like_another_file_of_a_game(tmp_path, name):
    rows = "Name,Size,Text\nElf,2,Draw 1.\nOwl,3,Fly.\n"  # of a field that means the size of a set, too
    assert "isle: no errors, no warnings" in made_of(tmp_path, name, rows)[1]


def test_what_a_table_is_called_decides_neither_for_its_texts_nor_for_its_columns(tmp_path):
    told = "Place it in a land that you hold, and take a card of any player who has none."
    rows = [["Name", "Text", "Force"], ["Heir", told, 1], ["King", told, 3], ["Fort", told, 2]]
    workbook(tmp_path / "d.xlsx", rows, {"Coins": sheet_of(rows), "Force": sheet_of(rows)})
    said = run("new", tmp_path / "isle", "--from", tmp_path / "d.xlsx", "--lang", "en").output
    assert "Coins: 3 rows, each a card" in said
    assert said.count("also drawn: Force") == 2


@pytest.mark.slow
def test_a_price_and_a_fraction_are_printed_as_the_table_has_them(tmp_path):
    rows = "Name;Wirkung;Preis;Gewicht\nPfeffer;Ziehe eine Karte und nimm die Münze.;5 €;0,5\n"
    rows += "Zimt;Du darfst das nicht über den Tisch ziehen.;12,50 €;1,25\n"
    assert "isle: no errors, no warnings" in made_of(tmp_path, "deck.csv", rows.encode("cp1252"))[1]
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert all(words in said for words in ("12,50 €", "5 €", "1,25", "0,5"))


def test_what_web_services_add_is_left_out(tmp_path):
    """Airtable: several pictures in a cell, keys and dates of its own; a check mark as a word."""
    Image.new("RGB", (1200, 800), "navy").save(tmp_path / "ash golem.png")
    rows = 'Name,Art,Unique?,Created,Last Modified By\nGolem,"ash golem.png (https://a.example/1),b.png (https://a.example/2)",'
    said, checked, words = made_of(
        tmp_path, "Cards-Grid view.csv", rows + "checked,2024-03-02,Tom\nWisp,,,2024-03-02,Tom\n"
    )
    assert "Cards: 2 rows" in said
    assert "printed on no piece: Created, Last Modified By" in said
    assert "unique: flag" in words
    assert "isle: no errors, no warnings" in checked


def test_a_table_that_notion_exports_is_taken_once(tmp_path):
    key = "1f6e0c3a9b7d4e2f8a5b6c7d8e9f0a1b"
    rows = "Name,Text,Linked\nScout,Look.,Engine (https://www.notion.so/Engine-1f6e?pvs=21)\n"
    (tmp_path / "export").mkdir()
    for name in (f"Cards {key}.csv", f"Cards {key}_all.csv"):
        (tmp_path / "export" / name).write_text(rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "export", "--lang", "en")
    assert re.findall(r"^(\w.*): \d rows?", done.output, re.MULTILINE) == ["Cards"]
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Linked: Engine" in said
    assert "notion" not in said


@pytest.mark.slow
def test_several_tables_of_a_file_are_sets(tmp_path):
    rows = "NATO,combat,combat,name\n2,3,4,1st Inf\n1,6,5,2nd Arm\n\nTURNS,turn,label\n10,1,Game Turn\n"
    (tmp_path / "units.csv").write_text(rows)
    run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--lang", "en")
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert "13 pieces" in run("build", "--out", tmp_path / "out", project=tmp_path / "isle").output


def test_counters_of_a_vassal_module_are_gif(tmp_path):
    """Each of them was told: `save it as PNG`."""
    for name in ("inf", "inf_back", "arm", "arm_back"):
        Image.new("P", (75, 75), 3).save(tmp_path / f"{name}.gif", transparency=0)
    (tmp_path / "d.csv").write_text("Name,Front Image,Back Image\nInf,inf.gif,inf_back.gif\nArm,arm.gif,arm_back.gif\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--kind", "counters", "--lang", "en")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    assert "2 pieces" in run("build", "--out", tmp_path / "out", project=tmp_path / "isle").output


@pytest.mark.slow
def test_names_of_pictures_tell_copies(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("Ace", "King x3"):
        Image.new("RGB", (744, 1039), "navy").save(tmp_path / "art" / f"{name}.png")
    run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en")
    assert "4 pieces" in run("build", "--out", tmp_path / "out", project=tmp_path / "deck").output


@pytest.mark.slow
def test_decks_lie_in_folders_with_their_two_sides(tmp_path):
    """Each is called after its folder; pictures of one name in several stay apart."""
    paths = [f"{deck}/{side}/{n}.png" for deck in ("Boss", "Items") for side in ("fronts", "backs") for n in "ab"]
    pictures(tmp_path, *(f"art/{path}" for path in paths))
    Image.new("RGB", (600, 825), "navy").save(tmp_path / "art/Items/fronts/a.png")  # 1.75 x 2.5 inches, with bleed
    Image.new("RGB", (600, 825), "navy").save(tmp_path / "art/Items/fronts/b.png")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output
    assert re.findall(r"^(\w+): 2 pictures, each a card, (.*)", told, re.MULTILINE) == [
        ("Boss", "63 x 88 mm"),
        ("Items", "44.45 x 63.5 mm"),
    ]
    assert all((tmp_path / "isle/components/isle" / path).is_file() for path in paths)
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.slow
def test_fronts_have_the_backs_that_are_called_like_them(tmp_path):
    (tmp_path / "art").mkdir()
    for name, ink in (("fox", "navy"), ("fox-back", "red"), ("Owl front", "green"), ("Owl back", "black")):
        Image.new("RGB", (822, 1122), ink).save(tmp_path / "art" / f"{name}.png")
    assert "2 pictures" in run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en").output
    table = (tmp_path / "deck/components/deck/cards.csv").read_text().split()
    assert table[1:] == ["Owl", "front,1,Owl", "front.png,Owl", "back.png", "fox,1,fox.png,fox-back.png"]
    assert "deck: no errors, no warnings" in run("check", project=tmp_path / "deck").output
    assert 'pnp:href="item.behind"' in (tmp_path / "deck/layouts/deck/cards-back.svg").read_text()


@pytest.mark.some(5)
@pytest.mark.parametrize(
    ("art", "cards", "said"),
    [
        ("fox owl jay back fox-back", "fox,1,fox.png,fox-back.png owl,1,owl.png, jay,1,jay.png,",
         ["back: back.png", "backs of their own: fox-back.png"]),
        ("fronts/fox fronts/owl backs/fox backs/blue", "fox,1,fronts/fox.png,backs/fox.png owl,1,fronts/owl.png,",
         ["back: blue.png", "backs of their own: fox.png"]),
        ("o/fox o/owl o/o-back o/fall_back", "fox,1,o/fox.png owl,1,o/owl.png fall_back,1,o/fall_back.png",
         ["back: o-back.png", "called as a back, and a card all the same: fall_back.png"]),
        ("ge_inf ge_inf_flip su_inf", "ge_inf,1,ge_inf.png,ge_inf_flip.png su_inf,1,su_inf.png,",
         ["backs of their own: ge_inf_flip.png"]),
        ("a-back b-back c-back all-front", "a-back,1,a-back.png b-back,1,b-back.png c-back,1,c-back.png",
         ["back: all-front.png", "called as a back, and a card all the same: a-back.png, b-back.png, c-back.png"]),
        ("elf_00 elf_01 red_orc_00 red_orc_01 owl cardback_Elf_00 orc-back", "elf_00,1,elf_00.png,cardback_Elf_00.png "
         "elf_01,1,elf_01.png,cardback_Elf_00.png owl,1,owl.png, "
         "red_orc_00,1,red_orc_00.png,orc-back.png red_orc_01,1,red_orc_01.png,orc-back.png",
         ["backs of their own: cardback_Elf_00.png (of 2), orc-back.png (of 2)", "without a back (a picture called"]),
        ("orc_1 orc_2 OrcsBack", "orc_1,1,orc_1.png orc_2,1,orc_2.png", ["back: OrcsBack.png"]),
        ("fox fox_cub fox-back elf_1 elf_2 elf_1_back", "fox,1,fox.png,fox-back.png fox_cub,1,fox_cub.png, "
         "elf_1,1,elf_1.png,elf_1_back.png elf_2,1,elf_2.png,", []),
        ("elf_1 elf_2 back_a back_b", "elf_1,1,elf_1.png elf_2,1,elf_2.png back_a,1,back_a.png back_b,1,back_b.png",
         ["all the same: back_a.png, back_b.png", "called `a_01`, `a_02` ..., or lie in a folder with it: back_a.png"]),
        ("fox owl back/fox", "fox,1,fox.png,back/fox.png owl,1,owl.png,", ["backs of their own: fox.png"]),
        ("fronts/fox fronts/owl backs/a backs/b", "fox,1,fronts/fox.png owl,1,fronts/owl.png",
         ["back: none", "not taken, as no front is called so: a.png, b.png"]),
    ],
)  # fmt: skip
def test_a_back_is_no_card(tmp_path, art, cards, said):
    for name in art.split():
        (tmp_path / "art" / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (822, 1122), "navy").save(tmp_path / "art" / f"{name}.png")
    done = run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en")
    assert [words for words in said if words not in done.output] == []
    (table,) = (tmp_path / "deck/components/deck").glob("*.csv")
    assert sorted(table.read_text().split()[1:]) == sorted(cards.split())
    assert "no errors" in run("check", project=tmp_path / "deck").output


@pytest.mark.some(0, 2)
@pytest.mark.parametrize(
    ("size", "ends", "kind"),
    [
        ((300, 300), None, "token"),
        ((346, 300), [(0, 2), (1, 0), (3, 0), (4, 2), (3, 4), (1, 4)], "tile"),
        ((300, 346), [(2, 0), (4, 1), (4, 3), (2, 4), (0, 3), (0, 1)], "tile"),
        ((300, 300), [(0, 1), (1, 0), (3, 0), (4, 1), (4, 3), (3, 4), (1, 4), (0, 3)], "card"),
        ((300, 420), [(0, 0), (4, 0), (4, 4), (0, 4)], "card"),
    ],
    ids=["round", "flat hex", "pointed hex", "octagon", "rectangle"],
)
def test_pictures_that_are_cut_out_are_tokens_or_hexes(tmp_path, size, ends, kind):
    """Those of a folder were square cards with white corners."""
    (tmp_path / "art").mkdir()
    for name, paint in (("fox", "#a33"), ("owl x2", "#33a")):
        picture = Image.new("RGBA", size)
        draw, (right, low) = ImageDraw.Draw(picture), (size[0] - 1, size[1] - 1)
        if ends:
            draw.polygon([(x * right / 4, y * low / 4) for x, y in ends], fill=paint)
        else:
            draw.ellipse((0, 0, right, low), fill=paint)
        picture.save(tmp_path / f"art/{name}.png")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "art")
    assert done.exit_code == 0, done.output
    assert ("--kind cards" in done.output) == (kind != "card")
    (settings,) = (p for p in (tmp_path / "isle/components/isle").glob("*.yaml") if p.stem != "game")
    assert f"\nkind: {kind}\n" in settings.read_text()
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


def test_counters_are_cut_at_the_edge_of_their_pictures(tmp_path):
    """As programs have them; squares have one proportion with bleed and without, so that only their size may tell."""
    pixels = {"vassal": 75, "print": 259}  # 15.875 mm with 3 mm around it are 258.4 pixels at 300 dpi
    for name, side in pixels.items():
        Image.new("RGB", (side, side), "navy").save(tmp_path / f"{name}.png")
    asked = ("--kind", "counters", "--size", "5/8in", "--lang", "en")
    for name, bleed in {"vassal": "0", "print": "-3"}.items():
        (tmp_path / f"art-{name}").mkdir()
        (tmp_path / f"{name}.png").rename(tmp_path / f"art-{name}/one.png")
        run("new", tmp_path / name, "--from", tmp_path / f"art-{name}", *asked)
        (drawing,) = (tmp_path / name / "layouts" / name).glob("*s.svg")
        assert f'x="{bleed}" y="{bleed}"' in drawing.read_text()


@pytest.mark.slow
def test_a_picture_called_back_among_those_of_a_table_is_the_back_of_its_cards(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("red-fox", "owl", "back"):
        Image.new("RGB", (816, 1110), "navy").save(tmp_path / "art" / f"{name}.png")
    said, checked, words = made_of(tmp_path, "deck.csv", "Name,Text\nRed Fox,Gain 1 food.\nOwl,Look.\n")
    assert "back: art/back.png" in said
    assert "no errors, no warnings" in checked
    assert "back: deck-back" in words
    drawing = (tmp_path / "isle/layouts/isle/deck-back.svg").read_text()
    assert 'xlink:href="art/back.png" x="-3" y="-3" width="69" height="94"' in drawing
    (tmp_path / "own").mkdir()
    (tmp_path / "art").rename(tmp_path / "own/art")
    said, checked, _ = made_of(
        tmp_path / "own", "deck.csv", "Name,Text,Back\nRed Fox,Gain 1 food.,It is red.\nOwl,Look.,\n"
    )
    assert "art/back.png" not in said
    assert "no errors, no warnings" in checked


@pytest.mark.slow
def test_a_picture_across_the_card_is_turned(tmp_path):
    (tmp_path / "art").mkdir()
    names = {"a": (816, 1110), "b": (816, 1110), "across": (1110, 816), "across-back": (1110, 816)}
    for name, size in names.items():
        Image.new("RGB", size, "navy").save(tmp_path / "art" / f"{name}.png")
    done = run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en")
    assert "turned, as its column `turned` says: across.png" in done.output
    assert "P003" not in Checked(tmp_path / "deck")  # its bleed is all around
    run("build", "--format", "png", "--out", tmp_path / "out", project=tmp_path / "deck")
    for side in ("", "-back"):
        with Image.open(next((tmp_path / "out").rglob(f"*across{side}.png"))) as face:
            w, h = face.size
            assert w < h
            assert {face.getpixel((x, y))[:3] for x in (1, w - 2) for y in (1, h - 2)} == {(0, 0, 128)}


@pytest.mark.parametrize(("size", "bleed"), [((240, 336), "0"), ((245, 335), "-3")])
def test_a_picture_for_a_screen_has_the_bleed_that_its_proportions_tell(tmp_path, size, bleed):
    """Of poker-us at 96 dots to the inch; what is neither nor is placed with a bleed."""
    (tmp_path / "art").mkdir()
    for name in "ab":
        Image.new("RGB", size, "navy").save(tmp_path / "art" / f"{name}.png")
    run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en")
    assert f'x="{bleed}" y="{bleed}"' in (tmp_path / "deck/layouts/deck/cards.svg").read_text()


@pytest.mark.slow
def test_cards_that_lie_across_are_as_large_as_those_that_stand(tmp_path):
    (tmp_path / "art").mkdir()
    for name in "ab":
        Image.new("RGB", (1125, 825), "navy").save(tmp_path / "art" / f"{name}.png")
    done = run("new", tmp_path / "deck", "--from", tmp_path / "art", "--lang", "en")
    assert "each a card, 88.9 x 63.5 mm" in done.output
    assert "P003" not in Checked(tmp_path / "deck")


@pytest.mark.some(6)
@pytest.mark.parametrize("sign", "♠♥♦♣♔⚀☠")
def test_signs_of_suits_are_drawn(tmp_path, sign):
    _, checked, _ = made_of(
        tmp_path, "deck.csv", f"rank,suit,name\nA,{sign},Ace of {sign}\nK,{sign},King of {sign}\n" * 2
    )
    assert "no errors" in checked
    assert "item.suit" in (tmp_path / "isle/layouts/isle/deck.svg").read_text()


def test_a_sentence_alone_is_what_a_card_says(tmp_path):
    text = json.dumps({"white": ["An honest cop with nothing left to lose.", "Puppies!"]})
    _, checked, _ = made_of(tmp_path, "cards.json", text)
    assert "isle: no errors, no warnings" in checked
    drawn = (tmp_path / "isle/layouts/isle/cards.svg").read_text()
    assert re.search('item.text" pnp:box', drawn)


SIDE = [["All of it"], [], ["Monsters", "", "", "", "Items"], ["Name", "HP", "Text", "", "Name", "Price", "Effect"],
        ["Orc", 3, "Hits hard.", "", "Potion", 10, "Heal."], ["Elf", 2, "Runs.", "", "Rope", 5, "Climb."],
        ["Imp", 1, "Bites."]]  # fmt: skip
BELOW = [["Monsters"], ["Name", "HP", "Text"], ["Orc", 3, "Hits hard."], ["Elf", 2, "Runs."], ["Imp", 1, "Bites."], [],
         ["Items"], ["Name", "Price", "Effect"], ["Potion", 10, "Heal."], ["Rope", 5, "Climb."]]  # fmt: skip

REMARKED = [*SIDE[:-1], ["Imp", 1, "Bites.", "cut?"]]

AGAIN = [["Name", "HP", "Text"], *BELOW[2:5], ["Name", "Price", "Text"], *BELOW[8:]]
WIDER = [["Name", "HP", "Text"], *BELOW[2:5], [], ["Thing", "Says", "When", "Why"], ["Potion", "a", "b", "c"],
         ["Rope", "d", "e", "f"]]  # fmt: skip


@pytest.mark.parametrize("rows", [AGAIN, WIDER], ids=["other headings", "more headings"])
def test_headings_among_the_rows_begin_a_table(tmp_path, rows):
    workbook(tmp_path / "all.xlsx", rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "all.xlsx", "--lang", "en")
    assert re.findall(r": (\d) rows", done.output) == ["3", "2"], done.output


@pytest.mark.parametrize("rows", [SIDE, REMARKED, BELOW], ids=["side by side", "with a remark between", "one below"])
def test_each_table_on_a_page_is_a_set(tmp_path, rows):
    workbook(tmp_path / "all.xlsx", rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "all.xlsx", "--lang", "en")
    assert re.findall(r"^(\w+): (\d) rows", done.output, re.MULTILINE) == [("Monsters", "3"), ("Items", "2")], (
        done.output
    )
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    faulty = (tmp_path / "isle" / "components" / "isle" / "items.yaml").read_text().replace("s: Items", "s: Itemz")
    (tmp_path / "isle" / "components" / "isle" / "items.yaml").write_text(faulty)
    assert "`s: Monsters`, `s: Items`" in run("check", project=tmp_path / "isle").output


@pytest.mark.slow
def test_columns_in_languages_that_nobody_asked_for_are_left_out(tmp_path):
    heads = "Name (EN),Name (DE),Effect,Effect (DE),Text_en,Text_de,French,Power (JA)"
    (tmp_path / "t.csv").write_text(
        f"{heads}\nFox,Fuchs,Runs.,Rennt.,Red.,Rot.,Renard,1\nOwl,Eule,Sees.,Sieht.,x,y,z,2\n"
    )
    for language, left in (("en", "Name (DE), Effect (DE), Text_de, French, Power (JA)"), ("de", "Name (EN), Text_en")):
        done = run("new", tmp_path / language, "--from", tmp_path / "t.csv", "--lang", language)
        assert f"in a language not asked for: {left}" in done.output
        assert "no errors" in run("check", project=tmp_path / language).output


def test_what_begins_with_a_language_beside_another_is_in_it_whatever_it_says(tmp_path):
    """A heading that begins so alone may say something else: `It works`."""
    heads = "en_Name,fr_Name,en_tags_line,fr_tags_line,fr_mood,It works"
    (tmp_path / "t.csv").write_text(f"{heads}\nFox,Renard,Red beast,Fauve,x y,if\nOwl,Hibou,Grey bird,Oiseau,y z,so\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--lang", "en")
    assert "in a language not asked for: fr_Name, fr_tags_line\n" in done.output
    assert "alike in" not in done.output


@pytest.mark.parametrize(
    ("lang", "said", "languages"),
    [
        ([], "the game speaks ja alone: 効果 has no words in others", "[ja]"),
        (["--lang", "en"], "in a language not asked for: 効果, 名前", "[en]"),
        (["--lang", "ja"], "in a language not asked for: Name", "[ja]"),
    ],
)
def test_a_deck_half_of_which_is_in_one_language_alone_builds(tmp_path, lang, said, languages):
    rows = ["月の花,Moonflower,露を1つ得る,3", "夜の蝶,Night moth,カードを1枚引く,2", "灯籠,Lantern,次の人は休み,2"]
    (tmp_path / "t.csv").write_text("\n".join(["名前,Name,効果,枚数", *rows]), "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", *lang)
    assert said in done.output
    assert f"languages: {languages}" in (tmp_path / "isle/components/isle/game.yaml").read_text("utf-8")
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("lang", "speaks", "built"),
    [
        ([], "pt-BR, en-GB", "EN-gb"),
        (["--lang", "pt_br"], "pt-BR", "pt-br"),
        (["--lang", "en"], "en", "en"),
        (["--lang", "en-GB,pt-BR"], "en-GB, pt-BR", "all"),
    ],
)
def test_a_language_may_be_said_with_its_country(tmp_path, lang, speaks, built):
    heads = "Name (pt-BR),Name (en-GB),text.pt-BR,text_en-GB"
    (tmp_path / "t.csv").write_text(f"{heads}\nFogo,Fire,Cause 3.,Deal 3.\nGelo,Ice,Pare.,Stop.\n")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", *lang).exit_code == 0
    assert f"languages: [{speaks}]\n" in (tmp_path / "isle/components/isle/game.yaml").read_text("utf-8")
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert run("build", "--lang", built, "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0


def test_words_left_in_chinese_are_told_as_that_once(tmp_path):
    """What no font has besides, and the signs between them, are no findings of their own; `:(` lacks no partner."""
    rows = "name_zh,name_en,text_zh,text_en\n火球,Fire,火。,Burns 火擊，火擊。\n冰,Ice,冷。,It is cold :(\n"
    (tmp_path / "t.csv").write_text(rows, "utf-8")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "t.csv", "--lang", "zh,en").exit_code == 0
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    assert [(f["code"], f["message"]) for f in told if "擊" in f["message"]] == [
        ("L003", "`火擊，火擊` is Chinese, left in en")
    ]
    assert "L006" not in {f["code"] for f in told}
    assert run("new", tmp_path / "one", "--from", tmp_path / "t.csv", "--lang", "en").exit_code == 0
    assert "L003" not in run("check", project=tmp_path / "one").output


def test_columns_apart_are_one_table_where_no_heading_stands_twice(tmp_path):
    workbook(
        tmp_path / "one.xlsx",
        [["Name", "HP", "", "Text", "Art"], ["Orc", 3, "", "Hits.", "x"], ["Elf", 2, "", "Runs.", "y"]],
    )
    done = run("new", tmp_path / "isle", "--from", tmp_path / "one.xlsx", "--lang", "en")
    assert "one: 2 rows" in done.output


def test_headings_merged_over_two_rows_are_read(tmp_path):
    rows = [["My game"], ["Side", "Name", "Cost", "", "Text"], ["", "", "Wood", "Gold", ""],
            *(["Red" if n == 3 else "", f"Unit {n}", n, n + 1, "Go."] for n in range(3, 9))]  # fmt: skip
    merged = "".join(f'<mergeCell ref="{ref}"/>' for ref in ("A1:E1", "A2:A3", "B2:B3", "C2:D2", "E2:E3", "A4:A9"))
    workbook(tmp_path / "m.xlsx", [], {"s": sheet_of(rows, merged=f"<mergeCells>{merged}</mergeCells>")})
    done = run("new", tmp_path / "isle", "--from", tmp_path / "m.xlsx", "--lang", "en")
    assert "m: 6 rows" in done.output
    assert "Wood, Gold" in done.output
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_formulas_that_were_never_worked_out_are_told_when_a_game_is_made(tmp_path):
    rows = [["Name", "Text"], ["Orc", '<c><f>"a"&amp;B1</f></c>'], ["Elf", '<c><f>"b"</f></c>']]
    workbook(tmp_path / "f.xlsx", rows)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "f.xlsx", "--lang", "en")
    assert "B2: the cell holds a formula that was never worked out" in done.output
    assert "printed on no piece" not in done.output


@pytest.mark.slow
def test_answers_stand_in_their_order_with_their_headings(tmp_path):
    rows = [["Category", "Question", "Answer A", "Answer B", "Answer C", "Answer D", "Correct"]]
    said = ["Amazon", 'The Danube, "blue" in a song', "Tolstoy"]
    rows += [
        [("Art", "Sport")[n % 2], f"Who wrote the words of the {n}th song?", *said, str(1900 + n), "ABCD"[n % 4]]
        for n in range(8)
    ]
    workbook(tmp_path / "quiz.xlsx", rows)
    assert run("new", tmp_path / "isle", "--from", tmp_path / "quiz.xlsx", "--lang", "en").exit_code == 0
    said = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    order = ("A. Amazon", "B. The Danube, “blue” in a song", "C. Tolstoy", "D. 1900")
    assert sorted(map(said.index, order)) == [*map(said.index, order)]


def test_two_long_texts_say_what_they_are_and_no_tarot_has_its_back_read(tmp_path):
    (tmp_path / "arcana.csv").write_text(
        'Name,Upright,Reversed\nFool,"beginnings, a free spirit","recklessness, taking of risks"\n'
    )
    assert run("new", tmp_path / "isle", "--from", tmp_path / "arcana.csv", "--lang", "en").exit_code == 0
    drawn = (tmp_path / "isle" / "layouts" / "isle" / "arcana.svg").read_text()
    assert "'**Upright:** ' ~ item.upright ~ '\\n\\n' ~ '**Reversed:** ' ~ item.reversed" in drawn
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.parametrize(("head", "language"), [
    ("Назва;Текст;Кількість\nЇжак;Коли входить у гру, візьміть карту.;2", "uk"),
    ("Název;Text;Počet\nJežek;Vezmi kartu a polož ji.;2", "en"), ("Namn;Text;Antal\nIgelkott;Ta ett kort.;2", "en"),
])  # fmt: skip
def test_the_number_of_copies_is_known_in_more_languages(tmp_path, head, language):
    (tmp_path / "deck.csv").write_text(head + "\n", "utf-8")
    more = () if language == "uk" else ("--lang", language)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", *more)
    assert f"count: {head.split()[0].split(';')[2]}" in done.output, done.output
    assert f"languages: [{language}]" in (tmp_path / "isle" / "components" / "isle" / "game.yaml").read_text()


@pytest.mark.slow
def test_a_sign_that_no_font_has_is_a_box_where_that_is_accepted(tmp_path):
    rows = "Name,Text,accept\nOrc,Deal 𓀀 3⚔️ to all.,{}\nElf,Run 👩‍🚀.,\n"
    project = tmp_path / "isle"
    (tmp_path / "deck.csv").write_text(rows.format(""), "utf-8")
    assert run("new", project, "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    assert "or write another one" in run("build", project=project).output
    assert run("build", "--draft", "--out", tmp_path / "draft", project=project).exit_code in (0, 1)
    assert files(tmp_path / "draft")
    (project / "components" / "isle" / "deck.csv").write_text(rows.format("F012 a box will do tonight"), "utf-8")
    assert "isle: no errors, no warnings" in run("check", project=project).output
    said = words_of(project, tmp_path / "out")
    assert "𓀀" in said
    assert "⚔️ to all" in said
    assert "👩‍🚀" in said


def test_a_sign_that_looks_like_a_letter_is_set_as_that(tmp_path):
    """And the picture that is called by the sign is still that of its piece; one like several letters is told so."""
    for name in ("⍺-hole", "β-hole"):
        Image.new("RGB", (720, 480), "green").save(tmp_path / f"{name}.png")
    _, checked, _ = made_of(tmp_path, "deck.csv", "Name,Text\n⍺-hole,Go ㍱.\nβ-hole,Stay.\n")
    assert "draw it as an icon, or write `hPa`, which is like it" in checked
    table = tmp_path / "isle/components/isle/deck.csv"
    table.write_text(table.read_text("utf-8").replace("㍱", "on"), "utf-8")
    assert "no errors" in run("check", project=tmp_path / "isle").output


def test_a_number_beside_the_copies_is_a_field(tmp_path):
    table = "Terrain,Number,Copies,Text\nWood,8,4,\nHills,6,3,Costs 2 to enter.\nSands,,1,The robber begins here.\n"
    said, checked, words = made_of(tmp_path, "hexes.csv", table)
    assert "also drawn: Number" in said
    assert "no errors, no warnings" in checked
    assert "number: integer?" in words
    drawn = (tmp_path / "isle/layouts/isle/hexes.svg").read_text()
    assert "Text: " not in drawn
    assert "item.text" in drawn
    (tmp_path / "b.csv").write_text("No.,Name,Qty\n1,Elf,4\n2,Orc,4\n3,Imp,1\n")
    assert "not read: No." in run("new", tmp_path / "b", "--from", tmp_path / "b.csv").output


@pytest.mark.slow
@pytest.mark.parametrize(("size", "word", "lost"), [("15mm", "Füsilier", True), ("25mm", "Füsilier", False),
                                                    ("1/2in", "3-3-3", True)])  # fmt: skip
def test_a_counter_has_what_there_is_room_for(tmp_path, size, word, lost):
    rows = "".join(
        f"Füsilier-Bataillon {n + 10};Infanterie;{n + 1};{n % 4};1,{n}5;{'' if n == 5 else f'{n}-{n}-{n % 4}'}\n"
        for n in range(9)
    )
    (tmp_path / "oob.csv").write_text(f"Einheit;Typ;Angriff;Bewegung;Stärke;Rückseite\n{rows}", "cp1252")
    made = (
        "new",
        tmp_path / "war",
        "--from",
        tmp_path / "oob.csv",
        "--kind",
        "counters",
        "--lang",
        "de",
        "--size",
        size,
    )
    assert ("no room on it: Typ" in run(*made).output) is lost
    assert "war: no errors, no warnings" in run("check", project=tmp_path / "war").output
    assert word in words_of(tmp_path / "war", tmp_path / "out")


def test_a_picture_of_an_icon_that_cannot_be_read_is_told(tmp_path):
    """An icon is called by its file, whichever sign parts its words; what is no file is none."""
    (tmp_path / "icons" / "ale.svg").mkdir(parents=True)
    (tmp_path / "icons" / "gold_coin.png").write_bytes(b"")
    made, *_ = made_of(tmp_path, "c.csv", "Name,Text\nOne,Gain 1 {gold_coin}.\nTwo,Gain 2 :gold_coin: or {ale}.\n")
    assert "icons in its texts, terms of game.yaml: {gold-coin}\n" in made
    told = run("check", project=tmp_path / "isle").output
    assert "layouts/isle/icons/gold-coin.svg:1:87: error F103: the picture is no whole PNG, JPEG, WebP, GIF" in told


def test_pictures_that_drawings_link_come_along(tmp_path):
    """Those of icons, and of pictures that a table names, from beside these or below."""
    link = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><image width="8" height="8" href="{}"/></svg>'
    for folder in ("icons", "pixels"):
        (tmp_path / folder).mkdir()
    for name, href in {"icons/ore.svg": "ore-red.png", "fox.svg": "pixels/fox.png"}.items():
        (tmp_path / name).write_text(link.format(href))
    for name in ("icons/ore-red.png", "pixels/fox.png"):
        Image.new("RGB", (200, 200), "red").save(tmp_path / name)
    made_of(tmp_path, "c.csv", "Name,Text,Art\nFox,Gain 1 {ore}.,fox.svg\nOwl,Gain 2 {ore}.,fox.svg\n")
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    assert (tmp_path / "isle/components/isle/pixels/fox.png").is_file()
    assert (tmp_path / "isle/layouts/isle/icons/ore-red.png").is_file()


def test_an_icon_that_is_not_there_is_told_with_the_file_to_draw(tmp_path):
    made_of(tmp_path, "c.csv", "Name,Suit\nOne,cups\nTwo,cups\n")
    (tmp_path / "isle/layouts/isle/icons").mkdir()
    (tmp_path / "isle/layouts/isle/icons/ale.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    )
    with (tmp_path / "isle/components/isle/game.yaml").open("a") as game:
        game.write("terms:\n  suit: {name: suit, members: {cups: {name: Cups, icon: chalice}}}\n")
    rule = "sections:\n  - {id: play, title: Play, rules: [{id: play.take, text: 'Take 1 {coin}, 2 {ale}.'}]}\n"
    (tmp_path / "isle/components/isle/rules.yaml").write_text(rule)
    told = " ".join(run("check", project=tmp_path / "isle").output.split())
    assert "or draw layouts/isle/icons/chalice.svg" in told
    assert "members: {coin: {name: coin, icon: coin}}}`; there is an icon `coin`" in told  # of those for all games
    assert "there is an icon `ale`" in told  # its own


def test_a_font_that_is_none_hides_no_other_mistake(tmp_path):
    made_of(tmp_path, "c.csv", "Name,Qty\nOne,2\nTwo,many\n")
    (tmp_path / "isle/layouts/fonts").mkdir()
    (tmp_path / "isle/layouts/fonts/Bad.ttf").write_bytes(b"junk")
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").output)
    assert {"F002", "D006"} <= {f["code"] for f in told}


def test_a_list_of_counters_has_its_colours_and_abbreviations_are_no_language(tmp_path):
    sizes = ["I", "II", "I", "III", "I", "II", "I", "I"]
    rows = [
        f"inf,{n},{size},{n % 3},{'darkseagreen' if n < 5 else 'tan'},{'seagreen' if n < 5 else 'tan'},"
        f"{'a.png' if n else 'infantry.jpeg'},{art}"
        for n, size, art in zip(range(8), sizes, ["a.png", *["b.png"] * 7], strict=True)
    ]
    Image.new("RGB", (15, 9)).save(tmp_path / "infantry.jpeg")
    (tmp_path / "units.csv").write_text("\n".join(["unit,no,size>,attack,unit[fill],rect,pic 1,pic 2", *rows]))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "units.csv", "--kind", "counters")
    assert "colour: unit[fill]" in done.output
    assert "almost" not in done.output
    assert "languages: [en]" in (tmp_path / "isle/components/isle/game.yaml").read_text()
    found = json.loads(run("check", "--format", "json", project=tmp_path / "isle").output)
    lost = [f["message"] for f in found if f["severity"] == "error"]
    assert [m.partition(" in ")[0] for m in lost] == ["there is no picture `a.png`"]
    assert "pic 2: none of these pictures is here" in done.output


def test_colours_tell_the_types_apart_not_what_nearly_all_are(tmp_path):
    rows = "".join(f"Card {n},{'sm' if n else 'atr'},{'corp' if n % 2 else 'run'},{'ice' if n < 6 else 'event'}\n"
                   for n in range(12))  # fmt: skip
    output, *_ = made_of(tmp_path, "deck.csv", "Title,pack,side,type_code\n" + rows)
    assert "colour: type_code" in output


@pytest.mark.parametrize(
    ("border", "color", "said"),
    [(["black", "black"], ["red", "blue"], "colour: Color"), (["black", "black"], ["", ""], "colour: Type")],
)  # fmt: skip
def test_a_colour_of_a_part_or_of_all_is_not_that_of_the_cards(tmp_path, border, color, said):
    rows = "".join(f"Card {n},{border[n % 2]},{color[n % 2]},{'ice' if n < 4 else 'event'}\n" for n in range(8))
    output, *_ = made_of(tmp_path, "deck.csv", "Name,Border Color,Color,Type\n" + rows)
    assert said in output


IN_TWO = {
    "two scripts": "Nombre,名前,Texto,テキスト\nEl faro,灯台,Roba una carta,カードを引く。\nLuz,光,Gana 2,2を得る。\n",
    "two words": "Nom FR,Name (DE),Effet FR,Effekt DE\nLe faro,Das Faro,Prenez 2,Nimm 2\nOr,Gold,Un,Eins\n",
    **{
        f"one untold, {sign}": f"カード名,カード名{sign},効果,効果{sign}\n灯台,El faro,カードを引く。,Roba una carta\n"
        "光,Luz,2を得る。,Gana 2\n"
        for sign in ("（英語）", " (EN)", "（英）", "_en", "【英語】")
    },
    "languages first": "カード名,英語名,効果,英語テキスト\n剣,Sword,引く。,Draw.\n盾,Shield,止まる。,Stop.\n",
    "a word first": "Title,Japanese name,Text,Japanese text\nFox,狐,Draw the card.,一枚引く。\nCat,猫,Stop.,止まる。\n",
    "one told by others": "Card Name,Nom (FR),Effect (EN),Effect (FR)\nCrab,Crabe,Draw.,Un.\nSeal,Phoque,Stop.,Fin.\n",
    "no usual word": "名前,名前 EN,ひとこと,ひとこと EN\n竜,Dragon,黙る,The moon.\n狐,Fox,聞く,The forest.\n",
    "another word beside": "名前,Name (EN),ひとこと,Motto (EN)\n竜,Dragon,黙る,The moon.\n狐,Fox,聞く,The forest.\n",
    "the other untold": "Name,Name (JA),Text,Text (JA)\nFox,狐,Draw the card.,一枚引く。\nCat,猫,Stop.,止まる。\n",
}


@pytest.mark.some(11)
@pytest.mark.parametrize("table", IN_TWO.values(), ids=IN_TWO)
def test_columns_that_say_one_thing_in_two_languages_are_one_field(tmp_path, table):
    _, checked, words = made_of(tmp_path, "deck.csv", table)
    assert "no errors, no warnings" in checked
    assert len(re.findall(r"^  \w+: text$", words, re.M)) == 2
    languages = re.search(r"languages: \[(\w+), (\w+)\]", (tmp_path / "isle/components/isle/game.yaml").read_text())
    first, second = table.split("\n")[1].split(",")[:2]
    game, _ = read_game(Project(tmp_path / "isle"), "isle")
    assert game.sets["deck"].items[0].values["name"].words == {languages[1]: first, languages[2]: second}


def test_a_label_is_said_as_each_language_heads_it(tmp_path):
    heads = "名前,Name (EN),効果,Effect (EN),季節,Season (EN)"
    table = f"{heads}\n竜,Ox,引く。,Draw.,夏,Summer\n狐,Fox,待つ。,Wait.,冬,Winter\n"
    told, checked, _ = made_of(tmp_path, "deck.csv", table)
    assert "The game speaks ja, en: `pnp build --lang all` prints all" in told
    assert "no errors, no warnings" in checked
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text("utf-8")
    assert "{'ja': '**季節:** ', 'en': '**Season:** '}[language]" in drawn


USUAL = {
    "numbers of one length are no ids": ("name,price\nHouse,400000\nFlat,350000\nShop,260000\n", ["also drawn: price"]),
    "how far each piece is": (
        "name,Status,text\nElf,Done,Go.\nOrc,In playtest,Stay.\nImp,,Fly.\n",
        ["printed on no piece: Status"],
    ),
    "a state in the game": (
        "name,Status,text\nElf,Ready,Go.\nOrc,Poisoned,Stay.\nImp,Ready,Fly.\n",
        ["also drawn: Status"],
    ),
    "orders to a program": (
        "name,@template,text\nElf,a,Go.\nOrc,b,Stay.\nImp,b,Fly.\n",
        ["printed on no piece: @template"],
    ),
    "years are no log": ("Date;Title\n-2000;First sums\n820;A book\n1642;A machine\n", ["also drawn: Date"]),
    "years of other things": ("Title,Released,Text\nAlien,1979,Run.\nJaws,1975,Swim.\n", ["also drawn: Released"]),
    "reduced values, some like the full ones": (
        "Unit,Attack,Move,Attack (reduced),Move (reduced)\n"
        + "".join(f"Corps {n},{n},{n},{n // 2},{n}\n" for n in range(6)),
        ["on the back: Attack (reduced), Move (reduced)", "no warnings"],
    ),
    "headings that stand twice": (
        "名前,効果,効果,巻物,巻物\n狐,引く。,捨てる。,い,ろ\n竜,止まる。,待つ。,は,に\n",
        ["also drawn: 効果, 巻物, 巻物", "  text_2: text", "  column_d_2: text", "no warnings"],
    ),
    "a colour of the back": (
        "Name,Colour,Back,Back Colour\nFox,#204060,Night,#602020\nOwl,#206040,Dawn,#502060\n",
        ["colour: Colour", "on the back: Back Colour, Back", "no warnings"],
    ),
    "a back like its front": (
        "name,factory,Back Name,Back Factory\nNanotech,bbb>Ug,Nanofab,bbb>UgY\nGenetics,ggg>YB,Synth,ggg>YBY\n",
        ["on the back: Back Name, Back Factory"],
    ),
    "a first row that stands again": (
        "Rain,wet,storm,drizzle\nRain,wet,storm,test\nStorm,wind,rain,flash\nHeat,hot,sunny,sun\n",
        ["4 rows", "no row names the columns"],
    ),
    "a first row with a picture and a colour": (
        "U,Unknown,#ffffff,U.png\nA,Sea,#0000ff,A.png\nC,Hills,#ff80ff,C.png\n",
        ["3 rows", "no row names the columns"],
    ),
    "a row of types below the headings": (
        "Name,Up,Cost\nString,Boolean,Integer\nOwl,yes,2\nJay,no,3\nTit,yes,1\n",
        ["3 rows", "name: Name", "row 2: a comment, and no item"],
    ),
    "a first row as long as all others": (
        "The system of good quality is that of ... _1_,c\nThe norm for such systems as these are is _1_,d\n"
        "What is the high level structure of all of it _1_,b\n",
        ["3 rows", "no row names the columns"],
    ),
    "a first row of numbers that stand twice": (
        "Owl,0,1,2,1,-1\nJay,0,2,3,2,-1\nTit,1,5,3,8,-1\nEmu,0,2,4,1,-1\n",
        ["4 rows", "no row names the columns"],
    ),
    "a first row of sentences, some of which stand in each column": (
        "kissing,,make noises of kissing every time you see someone kiss\nsocial,rug,stay in the rug. Till your turn.\n"
        "social,,drink a round\nplay,,ask all others for their hands without a word\n",
        ["4 rows", "no row names the columns"],
    ),
    "what is asked of a program that draws": (
        'Name,Text,Description\nOwl,Draw a card.,"An owl, studio lighting, clean vector"\n'
        'Jay,Gain 2 food.,"A jay in flight, cartoon style"\nTit,Rest.,"A tit, digital painting"\n',
        ["on no piece: Description"],
    ),
    "months are no copies": (
        "1,Crane,Pine\n1,Plain,Pine\n2,Bird,Plum\n2,Plain,Plum\n3,Veil,Cherry\n3,Plain,Cherry\n",
        ["count: no column", "no row names the columns"],
    ),
    "lines between the rows, and words after a sign": (
        "Name,Cost,Effect\nOwl,2,'- 3 food\n#,,\nJay,1,'-1 food\n=====,,\nTit,3,Rest.\n",
        ["rows 3 and 5: a comment, and no item", "3 rows, each a card"],
    ),
    "remarks below the cards": (
        "Name,Cost,Text\nOwl,1,Hoot twice.\nJay,2,Take one.\nNB: ask Tom\nHinweis: nur zu dritt\n",
        ["2 rows", "rows 4-5: a comment, and no item"],
    ),
    "cards that begin as remarks do": ("Name,Cost,Text\nOwl,1,Hoot twice.\nJay,,\nNote: C sharp,,\n", ["3 rows"]),
    "a first row that may be one": (
        "Beast,Hue,Voice\nFox,Red,Low\nOwl,Grey,High\nElk,Brown,None\n",
        ["row 1 names the columns: Beast, Hue, Voice; if it is a row, write headings above it\n"],
    ),
    "no headings, and words where few rows have any": (
        "A milliard;1800;20;;;;\nNext;1925;10;;;;\nAmen;-1335;50;Asia;king;far;old\nAristo;-384;9;Rome;sage;near;x\n",
        ["column F, column G; a first row may name them (Qty: the copies)\n\n"],
    ),
    "cells that are names of templates": (
        "name,image,path,text\nOl,{{images/a.png@copy}},{{ path_card }},Go {{icon_far:small}} 2{{icon_mile:large}}.\n"
        "Shuv,{{images/b.png@copy}},{{ path_back }},Stay.\n",
        ["printed on no piece: image, path", "image: none of these pictures is here", "make terms of them"],
    ),
    "an x beside a 0 is no tick": ("name,attack,range\nBadger,4,x\nFlanker,3,0\nKilo,2,x\n", ["range: text"]),
    "ids that texts tell": (
        "id,title,text\n1,Asia,Score it.\n4,Duck,Not after #1.\n5,Plan,Discard a card.\n",
        ["also drawn: id", "columns: {id: number}"],
    ),
    "a language that is near another": (
        "EDITION,QUESTION\nCouples,Kdaj in kje sva si prvič izpovedala ljubezen?\nCouples,S čim te prizadanem?\n"
        "Anniversary,Kaj je drugače kot kar si si predstavljal?\n",
        [" in `sl`"],
    ),
    "sections": (
        "Card,Cost,Type,Text,# in box\nBASE,,,,\nCopper,$0,Money,Worth 1.,60\nCottage,$2,House,1 point.,24\n,,,,\n"
        "OTHERS,,,,\nStall,$3*,Action,Draw 1 card.,10\nHex,$0,Curse,-1 point.,30\n",
        ["4 rows", "count: # in box", "rows 2 and 6: a heading among the rows", "  section: text"],
    ),
    "numbers to be listed": (
        'Tile,Qty,Upgrades\n57,4,"14,15,619"\n8,8,"16,17,19,23,24,25,28,29"\n',
        ["count: Qty"],
    ),
    "cost, not what of print": (
        "Collector Number,Name,Mana Cost,Type,Stripped Text,Text\n7,Elf,{1}{R},Beast,Draw 1.,<b>Draw 1.</b>\n"
        "3,Orc,{2},Wizard,Gain 2.,Gain <i>2</i>.\n5,Imp,{X},Land,Go.,Go.\n",
        ["also drawn: Collector Number, Mana Cost"],
    ),
    "strength is no copy": (
        "Card Name,Str,Agi,Text\nAda,1,7,Go.\nBo,5,3,Stay.\nCy,2,2,Wait.\n",
        ["count: no column"],
    ),
    "copies in a row": ("Name,Cost,Qty\nElf,1,2\nOrc,3,3\nImp,1,4\n", ["count: Qty"]),
    "no row names the columns": (
        "1;Harpoon;Weapon;2\n2;Net;Tool;3\n3;Lamp;Tool;2\n",
        ["3 rows", "name: column B", "called column A, column B"],
    ),
    "nor does one that repeats a usual name": (
        "NUMBER;1;1\nNUMBER;2;2\nNUMBER;3;2\nACTION;0;4\n",
        ["4 rows", "called column A, column B"],
    ),
    "nor one with an x": ("a,1,x\nb,2,y\nc,3,z\nd,5,w\n", ["4 rows", "called column A, column B"]),
    "words to learn below headings": ("слово\tEN\nкошка\tcat\nдом\thouse\nлес\twood\n", ["3 rows"]),
    "questions, the first of them at the top": (
        "Where is the cat?,Here.\nWhere is the dog?,There.\nWhere is the owl?,Gone.\n",
        ["3 rows", "called column A, column B"],
    ),
    "sentences, the first of them at the top": (
        "Cat,Runs away now.\nDog,Barks at all.\nOwl,Flies at night.\n",
        ["3 rows", "called column A, column B"],
    ),
    "questions at the top": ("Name it?,What does it do?\nCat,Runs away.\nDog,Barks.\nOwl,Flies.\n", ["3 rows"]),
    "words of two columns, the second of which speaks where the first does not": (
        "Name,Rule,Rule two\nElf,Draw one card,Draw one card.\nOrc,Wait for it,Wait for it.\nOwl,,Fly away\n",
        ["also drawn: Rule, Rule two"],
    ),
    "names that are yes and no elsewhere": ("Name,Cost\nX,1\nY,2\nN,3\n", ["name: Name", "name: text"]),
    "ways to pictures of another machine": (
        "Name,Img,Text\nOwl,C:\\art\\owl.png,Fly.\nFox,https://a.example/fox.png,Run.\nElf,none,Go.\n",
        ["on no piece: Img", "Img: none of these pictures is here"],
    ),
    "pictures in two languages, none of which is here": (
        "name,text,text_fr,image,image_fr\nOwl,Fly now.,Vole vite.,a.png,b.png\nElf,Go on.,Va.,c.png,d.png\n",
        ["on no piece: image, image_fr", "no errors, no warnings"],
    ),
    "numbers, which are in no language": (
        "Name,Levels_pt,Text\nOwl,2,Draw one card.\nElf,0,Stop it now.\n",
        ["also drawn: Levels_pt", "no errors, no warnings"],
    ),
    "corners of squares": ("Room,NE,SE,SW,NW\nHall,door,wall,door,wall\nCell,wall,wall,wall,door\n", ["each a card"]),
    "levels, not rows without names": ("Level,1,2,3\nElf,4,5,6\nOrc,7,8,9\n", ["2 rows"]),
    "a name of two words, a flavour, rules": (
        "ID Carta,Nome Carta,Tipo,Effetto speciale,Flavour Text\nN01,Nodo,A,Pesca una carta dal mazzo.,Un soffio.\n"
        "C02,Velo,B,Scarta una carta dalla mano.,Un passo.\n",
        ["name: Nome Carta", "text: Effetto speciale"],
    ),
    "what programs wrote, and a sum of `x3`": (
        'Name,Qty,effect,effectText,updated_at,Type\nElf,x3,"[[""sword"", 2]]",Hits.,2024-01-02 03:04,a\n'
        "Orc,2x,coin,Pays.,2024-01-02 03:05,b\nImp,1,coin,Runs.,2024-01-02 03:06,a\n,6,,,,\n",
        ["text: effectText", "on no piece: effect, updated_at", "3 rows", "row 5: a sum"],
    ),
    "lists without blanks": (
        'Name,Keywords,Text\nElf,"Flying,Trample,Striking,Haste,Deathtouch,Lifelink,Vigilance,Menace,Reach",Go.\n'
        'Orc,"Flying,Haste",Stay.\n',
        ["text: Text", "also drawn: Keywords"],
    ),
    "long words of a flavour, none of which is the name": (
        "No,COLOR,KIND,TEXT,FLAVOR\n1,Green,Who,El Pollo,El hombre que es capaz de meterle un solo de cuatro y un "
        "¡Epa! a cualquier canción del mundo incluyendo el reguetón más oscuro o una de Metallica.\n"
        "2,Green,Who,El Gocho,Nada que decir.\n3,Green,Where,El Mar,Nada.\n",
        ["name: TEXT"],
    ),
    "a numbering in any order, no copies": (
        "number,label\n17,Oak\n10,Elm\n5,Ash\n55,Fir\n47,Yew\n2,Box\n",
        ["count: no column", "name: label", "also drawn: number"],
    ),
    "a numbering with a number twice, and names that are signs": (
        "ID,NAME,QUANTITY\n1,DIFF--,2\n2,DIFF++,1\n2,HASH,1\n",
        ["3 rows", "count: QUANTITY", "printed on no piece: ID", "ID: tells no pieces apart, 2 stands 2 times"],
    ),
    "prices before names": (
        'Price,Item,Weight\n"$1,200",Sword,3.5\n$200,Shield,9.0\n$35,Torch,1.0\n',
        ["name: Item", "also drawn: Price, Weight"],
    ),
    "codes before names": ("Nr.;Ereignis;Wirkung\nA1;Sturm;Ziehe zwei.\nB1;Flut;Alle warten.\n", ["name: Ereignis"]),
    "years before names": (
        "Jahre;Schlacht;Stärke\n1914-15;Ypern;3\n1916;Verdun;8\nca. 1500;Pavia;4\n",
        ["name: Schlacht"],
    ),
    "rules before names": ("Text,Hero,HP\nDraw a card,Alma,3\nDiscard a card,Brom,4\n", ["name: Hero", "text: Text"]),
    "numbers that are names": (
        "Tile,Color,Count,Path\n1,yellow,1,city:0\n57,yellow,4,town:1\n14,green,3,city\n",
        ["name: Tile", "also drawn: Path"],
    ),
    "numbers alone": ("Value,Bulls\n1,1\n11,5\n55,7\n", ["name: Value", "also drawn: Bulls"]),
    "a rank and a suit": (
        "Farbe;Wert\n" + "".join(f"{c};{v}\n" for c in ("Karo", "Herz", "Pik") for v in ("Bube", "Dame", "Ass", "7")),
        ["name: Wert", "colour: Farbe"],
    ),
    "names in a first column without a heading": (
        ",Fire,Water\nFire,0.5,0.5\nWater,2,0.5\nGrass,0.5,2\n",
        ["name: column A", "columns: {column A: column_a}", "no warnings"],
    ),
    "rows that a program numbers": (",Name,HP\n0,Owl,3\n1,Elf,4\n2,Orc,5\n", ["name: Name", "no warnings"]),
    "whole numbers of a program, and those of a sheet": (
        "Name,HP,Rate\nOwl,3.0,9.0\nElf,,8.5\nOrc,4.0,7\n",
        ["  hp: integer?", "  rate: word"],
    ),
    "sums beside": (
        "Name,Kind,,Total,54\nElf,Beast,,Fire,20\nOrc,Beast,,Water,34\nImp,Beast,,,\nOwl,Beast,,,\nFox,Beast,,,\n",
        ["deck: 5 rows", "Total, apart from the table: not taken, it has no headings"],
    ),
    "what a heading without Latin letters says": (
        "名前,名前 EN,攻撃力,フレーバー,フレーバー EN\n狐,Fox,2,静か,Calm.\n竜,Ox,3,暗い,Dark.\n",
        ["攻撃力: attack, ", "フレーバー: flavour.ja, ", "  attack: integer", "  flavour: text"],
    ),
    "a sparse column behind a blank one": (
        "Name,Cost,,Flavor\nElf,1,,So\nOrc,2,,\nImp,2,,\nOwl,3,,High\nFox,3,,\n",
        ["deck: 5 rows", "also drawn: Cost, Flavor"],
    ),
    "copies in a word beside others": (
        "Nazwa;Ilość w talii\nLis;2\nWilk;1\nBóbr;2\n",
        ["count: Ilość w talii", "no warnings"],
    ),
    "zeros on cards": (
        "Name,A,B,C,D,E,F,G\n" + "".join(f"Elf {n},0,0,0,0,0,{n},0\n" for n in range(4)),
        ["also drawn: A, B, C, D, E, F, G", "no warnings"],
    ),
    "zeros that have no short heading": (
        "Name,"
        + ",".join(f"Number of things of type {n}" for n in range(6))
        + ",Text\n"
        + "".join(f"Elf {n},0,0,0,0,0,{n},{'Draw a card and wait. ' * 5}\n" for n in range(4)),
        ["text: Text", "no warnings"],
    ),
    "texts for larger cards": (
        "Answer,Hint 1,Hint 2,Hint 3\n"
        + "".join(f"Elf {n}{(',' + 'It is told of it in many words. ' * 14) * 3}\n" for n in range(4)),
        ["size: tarot", "70 x 120 mm", "no warnings"],
    ),
    "names twice, before texts that not all have": (
        "WHEEL\t1\tDraw 2.\nTOOLS\t1\tReturn three.\tDraw a 3.\nWHEEL\t2\tDraw 2.\nPAPER\t3\tSplay.\tDraw a 4.\n",
        ["name: column A"],
    ),
    "two kinds in two scripts, of which neither translates the other": (
        "name,属性,type,text\n"
        + "".join(f"Card {n},{'火水闇'[n % 3]},{('Hit', 'Aid')[n % 2]},Draw.\n" for n in range(12)),
        ["colour: 属性", "also drawn: type"],
    ),
    "copies one of which is written otherwise": (
        "Name,Amount,Text\nFox,2,Draw.\nCat,4x,Stop.\nOwl,2,Look.\n",
        ["count: Amount, 8 pieces in all"],
    ),
    "words to learn": (
        "Meaning,Begriff,Kapitel\nto run,laufen,A\nto go,gehen,A\nto eat,essen,B\nto see,sehen,B\n",
        ["name: Begriff", "on the back: Meaning", "no warnings"],
    ),
    "one name that is missing": (
        "set_id,name,color\nsp01,Masher,green\nsp02,Jelly Jar,red\nsp03,Nirmi Worm,red\nvc07,,red\n",
        ["name: name", "colour: color"],
    ),
    "strengths with signs, which are no kinds": (
        "name,unit,cost,combat\n"
        + "".join(f"Elf {n},{('foot', 'ship')[n % 2]} {n},{n},{('8', '9', '7(x2)')[n % 3]}\n" for n in range(18)),
        ["also drawn: unit, cost, combat"],
    ),
    "explanations longer than the rules": (
        "NAME,DESCRIPTION,INFO\n"
        + "".join(f"ELF {n},Draw {n} cards and stop.,{'It is told of it in many words. ' * 4}\n" for n in range(4)),
        ["text: DESCRIPTION", "also drawn: INFO"],
    ),
    "lists as programs write them": (
        'name,traits,needs,effect\nElf,Noble;Ogre,[blue],Move on.\nOrc,Clan,"[blue,red]",Wait; stop.\nImp,A;B,[],Go.\n',
        ["also drawn: traits, needs", "text: effect", "no warnings"],
    ),
    "effects in numbers beside a heading": (
        "Name,Cost,Effect,Section\n" + "".join(f"Elf {n},{n + 2},{n + 5},Build all\n" for n in range(4)),
        ["also drawn: Cost, Effect"],
    ),
    "records as programs write them": (
        "name,stats,text\n"
        + "".join(
            f'Elf {n},"{{""might"": {n}, ""faith"": 7, ""home"": ""low, wet land""}}",Move on.\n' for n in range(3)
        ),
        ["also drawn: stats", "no warnings"],
    ),
    "a numbering among columns without headings": (
        "1;Volcanic;Arma;2\n2;Carcel;Objeto;3\n3;Bang;Efecto;25\n4;Net;Arma;2\n",
        ["name: column B", "(Qty: the copies)"],
    ),
    "vertical bars": ("Name|Cost|Text\nElf|1|Draw a card, then stop.\nOrc|2|Go; wait.\n", ["name: Name", "text: Text"]),
    "kinds called after light and dark colours": (
        "Name,Suit\n" + "".join(f"Elf {n},{('Yellow', 'White', 'Blue', 'Joker')[n % 4]}\n" for n in range(12)),
        ["colour: Suit", "no warnings"],
    ),
    "sentences and no names, beside numbers": (
        "Cost,Rank,Saying,Kind,More\n"
        + "".join(f",{n}.5,{'Owl and elf are all that I can see. ' * 3}{n},Fire,{'Draw. ' * 40}\n" for n in range(9)),
        ["text: More", "also drawn: Rank, Saying"],
    ),
    "codes that not all have": ("ID;A;B\n0;0,1;-\n1;-;-\n2;1,2,2;3\n", ["id: ID", "also drawn: A, B"]),
    "copies of another kind of piece": ("Number of tiles,Kind\n2,Capital\n18,Ocean\n", ["count: Number of tiles"]),
    "amounts of a piece, no copies": (
        "id,gem_count,jar_count,ball_count\na,2,1,1\nb,1,3,1\nc,1,1,2\n",
        ["count: no column", "also drawn: gem_count, jar_count, ball_count", "no warnings"],
    ),
    "rows longer than the first, below no headings": (
        "WHEEL\t1\tDraw two.\nTOOLS\t1\tReturn three.\tDraw a 3.\nPAPER\t3\tSplay.\tDraw a 4.\tMeld it.\n",
        ["3 rows", "column A, column B, column C, column D, column E"],
    ),
    "a number among the headings": (
        "Action,Major,Loyal,109\nBeg,1,0,1\nFeast,0,1,2\nVeto,0,0,1\n",
        ["3 rows", "name: Action"],
    ),
    "no headings and no numbers": (
        "Noise,red,core,Trash it.\nEasy Mark,red,core,Gain 3.\nDecoy,red,core,Avoid 1.\nDiesel,blue,core,Draw 3.\n",
        ["4 rows", "called column A, column B"],
    ),
    "headings among rows that touch them": (
        "Name,Type,Cost,Text\nRed Cards,,,\nBash,Hit,2,Deal 8.\nFlex,Aid,1,Go.\nBlue Cards,,,\nBane,Hit,1,Deal 7.\n",
        ["3 rows", "rows 2 and 5: a heading among the rows"],
    ),
    "headings among rows of three columns": (
        "name,text,count\nPrices,,\nBoom,All prices up.,2\nCrash,All prices down.,1\nTrades,,\nBlock,Buy 5.,2\n"
        "Swap,Swap two.,1\n",
        ["4 rows", "6 pieces", "rows 2 and 5: a heading among the rows", "colour: section"],
    ),
    "names alone in three columns": (
        "name,text,count\nBlank,,\nBoom,All prices up.,2\nCrash,,1\nBlock,Buy 5.,2\nSwap,,1\n",
        ["5 rows"],
    ),
    "a group is one of the game": (
        "group,name,value\nwolf,Mara,-8\nwolf,Lara,-6\nseer,Medium,3\nseer,Carta,7\n",
        ["colour: group"],
    ),
    "copies without a heading": (
        "1;Volcanic;Arma;2\n2;Bang;Efecto;25\n4;Duelo;Efecto;3\n3;Saloon;Arma;2\n5;Tren;Arma;1\n6;Rayo;Efecto;1\n",
        ["count: column D, 34 pieces", "column D: taken for the number of copies", "column D: count}"],
    ),
    "languages side by side": (
        "Tag,English,German,Italian\na,You draw a card.,Du ziehst eine Karte.,Pesca una carta.\n"
        "b,You lose a card.,Du verlierst eine Karte.,Perdi una carta.\n",
        ["columns: {English: text.en, German: text.de, Italian: text.it}"],
    ),
    "comments between the rows": (
        "letter,word,font,notes\n# First: A,,,\na,ape,,x\nb,bat,,y\n# Others,,,\nc,cat,,z\n",
        ["3 rows", "rows 2 and 5: a comment"],
    ),
    "as many comments as rows": (
        "id,name,tier,cost,traits\n# traits = bonuses. Units are PURE,\n#   special. See the, table\n# --- TIER 1\n"
        "sol,Soldier,1,1,x\narc,Archer,1,2,y\n#--- TIER 2\nkni,Knight,2,3,z\n",
        ["3 rows", "rows 2-4 and 7: a comment, and no item"],
    ),
    "names of a program, titles, and what is asked of who draws": (
        "name,title,cost,art\nfire-bolt,Fire Bolt,1,A red bolt in a dark sky.\nice,Ice,2,A lake of ice at dawn.\n",
        ["name: title", "also drawn: cost\n", "on no piece: art, name\n"],
    ),
    "sentences alone among sentences": (
        "Name,Text,Rarity\nOwl,Draw 2 cards now.,1\nJay,Gain 2 food now.,2\n,Gain 3 at dusk.,\n,Draw 5 at dawn.,\n",
        ["4 rows", "also drawn: Rarity\n\n"],
    ),
    "a numbering with gaps, and no headings": (
        "1;Volcanic;Arma;2\n2;Bang;Efecto;25\n3;Duelo;Efecto;3\n4;Saloon;Arma;2\n9;Tren;Arma;1\n12;Rayo;Efecto;1\n",
        ["name: column B", "on no piece: column A"],
    ),
    "tags and layouts of a program": (
        "Name,Keyword,Bonus_layout\nFox,#swift,at_left\nBear,#add,at_left\nOwl,#wise,at_right\n",
        ["also drawn: Keyword\n", "on no piece: Bonus_layout"],
    ),
    "signs for icons": (
        "Name,Text\nElf,Gain :fire: and {T}.\nOrc,[W]: draw at 10:30:15.\n",
        [
            "printed as words: :fire:, {T}, [W]; for icons make terms of them in game.yaml: `pnp",
            "members: {fire: {name: fire, icon: fire}}",
        ],
    ),
    "addresses alone": (
        "dry,wet\nhttps://a.example/1.png,https://a.example/2.png\nhttps://a.example/3.png,https://a.example/4.png\n"
        "https://a.example/5.png,https://a.example/6.png\n",
        ["3 rows", "dry, wet: none of these pictures is here", "id: dry", "printed on no piece: wet"],
    ),
    "headings of people below those of a program": (
        "$id,event,effect:A,effect:B,effect:C\nNummer,Ereignis,Mut,Kraft,Witz\n1,Du findest einen Ring.,1,,\n"
        "2,Du fällst in ein Loch.,,-1,2\n3,Du gehst nach Hause.,1,1,\n",
        ["3 rows", "rows 1 and 2 name the columns", "Mut, Kraft, Witz"],
    ),
    "conditions and orders of programs": (
        "name,text,when,then\nFox,Draw a card.,requires:lands>=2;color=G,do DRAW_CARD to SELF\n"
        "Cat,Stop.,lands>=1;color=R,do STOP_TURN to ALL\n",
        ["printed on no piece: when, then"],
    ),
    "a trade is no condition": (
        "name,gives\nFox,bbb>2Ug\nCat,ggg>3YB\n",
        ["also drawn: gives"],
    ),
    "a heading that stands twice, once above nothing": (
        "Cast,Spell,Cast,Text\n,Fog,1std,It is dark.\n,Aid,10min,It helps.\n,Air,1std,You fly.\n",
        ["cast_2: text"],
    ),
    "a name for programs": ("name,title,body\ncard-1,Lamp,Go on.\ncard-2,Quay,Stay.\n", ["name: title"]),
}


@pytest.mark.some(0, 12, 24, 98, 102)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if n % 4 else ()) for n, name in enumerate(USUAL)]
)
def test_what_is_usual_in_tables_is_understood(tmp_path, name):
    table, expected = USUAL[name]
    said, checked, made = made_of(tmp_path, "deck.csv", table)
    assert "no errors" in checked
    for words in expected:
        assert any(words in one for one in (said, made, checked)), said + made + checked.output


def test_a_language_is_told_by_few_words(tmp_path):
    rows = "Cuivre,Trésor,0,Donne +1 d'argent\nArgent,Trésor,3,Donne +2 d'argent\nOr,Trésor,6,Donne +3 d'argent\n"
    made_of(tmp_path, "deck.csv", f"Nom,Type,Coût,Description\n{rows}")
    assert "languages: [fr]" in (tmp_path / "isle/components/isle/game.yaml").read_text()


def test_a_card_in_two_languages_is_no_translation(tmp_path):
    said, _, _ = made_of(tmp_path, "deck.tsv", "word\treading\texample_jp\texample_en\n"
                         "勤勉な\tきんべんな\t彼はとても勤勉な学生だ。\tHe is a very diligent student.\n"
                         "雑な\tざつな\tこのレポートは雑すぎる。\tThis report is far too sloppy.\n")  # fmt: skip
    assert "example_en" in said
    assert "not asked for" not in said


def test_pieces_that_are_their_pictures_wait_for_them(tmp_path):
    rows = "@count,@template,image\n1,a.html,{{img/ollie.png@copy}}\n3,a.html,{{img/shuv.png@copy}}\n"
    said, checked, _ = made_of(tmp_path, "deck.csv", rows)
    assert "picture: image" in said
    assert "pictures not found" in said
    assert "error D014" in checked


def test_records_of_programs_say_what_players_ask_for(tmp_path):
    deeds = [
        {"type": "Heal", "ability": "Cure: heal one", "name": "Cure: heal 1", "actionType": "heal", "hitChance": 0.5}
    ]
    made_of(tmp_path, "deck.json", json.dumps([{"name": "Erky", "deeds": deeds}, {"name": "Orc", "deeds": []}]))
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "Cure: heal one type Heal, action type heal, hit chance 0.5" in words
    assert "heal 1" not in words


def test_a_row_that_is_too_long_is_told_when_a_game_is_made(tmp_path):
    row = "Malware,Bad software of others,Loss of all data{},Use an antivirus\n"
    rows = row.format("") * 3 + row.format(",break of a service") * 2
    said, checked, _ = made_of(tmp_path, "deck.csv", "name,text,impact,ability\n" + rows)
    assert "E5: the row has 5 cells, the first row names 4; put words" in said
    assert "(and in 1 more)" in said
    assert checked.output.count("error Y021") == 2


def test_a_picture_that_cannot_be_shown_is_told_from_one_that_is_lost(tmp_path):
    (tmp_path / "elf.psd").write_bytes(b"8BPS")
    said = made_of(tmp_path, "deck.csv", "Name,Art\nElf,elf.psd\nOrc,orc.png\nOwl,owl.svgz\n")[0]
    assert "pictures not found: orc.png" in said
    assert "pnp build --draft  #" in said
    assert "pnp build\n" in made_of(tmp_path / "isle", "deck.csv", "Name,HP\nElf,1\nOrc,2\n")[0]
    assert "save them as PNG or SVG: elf.psd, owl.svgz" in said


GONE = """<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">
<path id="a" d="M0 5 9 5"/><text><tref href="#a">Hamburg</tref></text></svg>"""


def test_what_is_not_drawn_of_a_picture_is_told_and_a_draft_prints(tmp_path):
    for name, words in (("57", GONE), ("58", GONE[:90])):
        (tmp_path / f"{name}.svg").write_text(words)
    _, checked, _ = made_of(tmp_path, "tiles.csv", "Name,Art\nA,57.svg\nB,58.svg\n")
    assert "57.svg:2:34: error T004" in checked
    assert "error T001" in checked
    words_of(tmp_path / "isle", tmp_path / "out", "--draft")
    rows = "Name,Art\n"
    for name in ("a", "b", "c"):
        glow = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" filter="url(#f)"/></svg>'
        (tmp_path / f"{name}.svg").write_text(glow)
        rows += f"{name},{name}.svg\n"
    (tmp_path / "beasts.csv").write_text(rows)
    run("new", tmp_path / "wood", "--from", tmp_path / "beasts.csv", "--lang", "en")
    told = run("check", project=tmp_path / "wood").output
    assert told.count("T029") == told.count("in `beasts/a` and 2 more") == 1


def test_addresses_and_links_of_a_workbook_need_no_value(tmp_path):
    link, picture = (f"<c><f>{words}</f></c>" for words in ('HYPERLINK("a","the elf")', 'IMAGE("https://a.b/e.png",2)'))
    workbook(tmp_path / "f.xlsx", [["Name", "Wiki", "Art"], ["Elf", link, picture], ["Orc", "none", ""]])
    said = run("new", tmp_path / "isle", "--from", tmp_path / "f.xlsx", "--lang", "en").output
    assert "also drawn: Wiki" in said
    assert "printed on no piece: Art" in said
    assert "no errors" in run("check", project=tmp_path / "isle").output


def test_records_of_another_program_may_be_empty_and_have_its_markup(tmp_path):
    cards = [
        {"name": f"Card {n}", "rare": n % 2 == 0, "stats": {"attack": n or None, "health": n or None},
         "moves": [{"when": "play", "do": "<b>Draw</b> 1 card."}], "number": str(4 + 27 * n),
         "images": {"small": f"https://example.org/{n}.png"}, "text": f"Gain {n} [credit], or all.",
         "raw": "[object Object]"}
        for n in range(4)
    ]  # fmt: skip
    said, checked, words = made_of(tmp_path, "deck.json", json.dumps(cards))
    assert "stats_attack: integer?\n" in words
    assert "rare: flag\n" in words
    assert "count: no column" in said
    assert "printed on no piece: images.small, raw" in said
    assert "no errors, no warnings" in checked, checked


def test_an_answer_in_words_stands_behind_with_the_number_that_programs_know_it_by(tmp_path):
    cards = [{"question": f"What is the capital of {land}?", "answer": 0, "answers": [city], "lang": "en"}
             for land, city in (("Peru", "Lima"), ("Cuba", "Havana"), ("Mali", "Bamako"))]  # fmt: skip
    _, checked, _ = made_of(tmp_path, "deck.json", json.dumps(cards))
    front, back = ((tmp_path / "isle/layouts/isle" / f"{name}.svg").read_text() for name in ("deck", "deck-back"))
    assert "item.answer" not in front
    assert "item.answers|join" in back
    assert '"item.answer"' not in back
    assert "no errors, no warnings" in checked


def test_what_is_called_title_is_the_name_before_what_is_called_so_besides(tmp_path):
    names = ["Déjà Vu", "Señor Rossi", "Noise", "Façade"]
    cards = [
        {"stripped_title": normalize("NFD", n).encode("ascii", "ignore").decode(), "sub_title": f"{n} as it was",
         "title": n, "text": f"Gain {k} coins."}
        for k, n in enumerate(names)
    ]  # fmt: skip
    said, _, _ = made_of(tmp_path, "deck.json", json.dumps(cards))
    assert "name: title" in said


def test_records_within_a_card_lose_no_words(tmp_path):
    attacks = [{"name": "Vine Tap", "cost": ["Grass", "Leaf"], "damage": "20", "text": "Flip a coin."}]
    made_of(tmp_path, "deck.json", json.dumps([{"name": "Elf", "attacks": attacks}, {"name": "Orc", "attacks": []}]))
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "Vine Tap: Flip a coin. cost Grass, Leaf, damage 20" in words


def test_choices_of_a_record_stand_apart_and_lists_of_lists_are_read(tmp_path):
    choices = [{"text": "Take it", "effects": {"coin": -2, "fame": 1}}, {"text": "Refuse", "effects": {"fame": -1}}]
    cards = [{"name": f"Elf {n}", "choices": choices, "rocks": [[2, n], [5, 3]]} for n in (3, 4)]
    (tmp_path / "deck.json").write_text(json.dumps(cards))
    assert run("new", tmp_path / "isle", "--from", tmp_path / "deck.json").exit_code == 0
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "• Take it" in said
    assert "(2, 4) (5, 3)" in said


def test_records_that_hold_a_text_say_it_first_and_no_ids(tmp_path):
    ends = [{"weight": 60, "type": "heal", "message": "You feel well."}]
    choice = {"choice_id": "drink", "text": "Drink from the fountain.", "ends": ends}
    said, *_ = made_of(tmp_path, "deck.json", json.dumps([
        {"name": name, "java_class": f"src/main/java/cards/{name}.java", "choices": [choice]} for name in ("Elf", "Orc")
    ]))  # fmt: skip
    assert "printed on no piece: java_class" in said
    words = " ".join(words_of(tmp_path / "isle", tmp_path / "out").split())
    assert "Drink from the fountain. ends: heal: You feel well. weight 60" in words
    assert "choice_id" not in words


def faults_in(tmp_path, columns, rows=200, codes=""):
    """What `pnp new` says of a table of many such columns, what its fields are, and by cells the errors of a check, and
    what begins with `codes`. `columns`: headings, of each the values that go round, and what some rows have instead."""
    cells = [[str(odd.get(n, usual[n % len(usual)])) for usual, odd in columns.values()] for n in range(2, rows + 2)]
    table = "\n".join(",".join(row) for row in [[*columns], *cells])
    (tmp_path / "deck.csv").write_text(table)
    made = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv").output
    fields = (tmp_path / "isle/components/isle/deck.yaml").read_text()
    _, told, _ = read_accepting(Project(tmp_path / "isle"), "isle", quick=not codes)  # nothing is drawn
    taken = [f for f in told if f.severity is Severity.ERROR or f.code[0] in codes or f.code == "Y034"]
    return made, fields, {f.mark.cell: f.code for f in taken}


NAMES = ([f"Card {n}" for n in range(200)], {})


@pytest.mark.slow
def test_a_few_cells_of_many_do_not_make_the_column(tmp_path):
    made, fields, errors = faults_in(tmp_path, {
        "id": ([f"c{n}" for n in range(200)], {80: "c5"}), "Name": (NAMES[0], {20: ""}),
        "Type": (["Wizard", "Rogue"], {40: "Wizzard"}), "Cost": (range(9), {50: "three", 51: "2024-03-05"}),
        "Colour": (["crimson", "gold"], {60: "goldd"}), "Flying": ("yn", {70: "maybe"}),
    })  # fmt: skip
    for words in (
        "name: text\n",
        'type: "one of [Wizard, Rogue]"',
        "cost: integer\n",
        "colour: color\n",
        "flying: flag\n",
    ):
        assert words in fields, fields
    assert "ignore" not in fields
    assert errors == {"A80": "Y034", "B20": "D002", "C40": "D011", "D50": "D003", "D51": "D003", "E60": "D010",
                      "F70": "D003"}  # fmt: skip
    for words in ("c5 stands 2 times", "C40 `Wizzard`, D50 `three`, D51 `2024-03-05`, E60 `goldd`, F70 `maybe`"):
        assert words in made, made


@pytest.mark.slow
def test_one_cell_of_many_hundred_does_not_make_the_column_either(tmp_path):
    """What may be meant in a small table: an empty cell, half a point, a short word, a letter for a digit."""
    made, fields, errors = faults_in(tmp_path, {
        "Name": ([f"Card {n}" for n in range(500)], {}), "Cost": (range(9), {50: "3.5", 51: ""}),
        "Power": (range(9), {60: "X", 61: "5*"}), "Range": (range(4), {65: "1O"}),
        "Type": (["Unit", "Spell"], {90: "rare"}), "Band": (["early", "mid", "late"], {70: "erly"}),
        "Text": (["Draw a **card**.", "Gain 1 coin."], {80: "Gain **1 coin.", 81: "Gain {coin.", 82: ""}),
        "Pay": (range(9), {20: "three", 21: "three"}), "Colour": (["gold", "navy"], {30: "goldd", 31: "goldd"}),
        "Foil": ("yn", {40: "maybe", 41: "maybe"}), "Tier": (["base", "rare"], dict.fromkeys((15, 16), "legendary")),
        "Rules": (["Draw a card.", "Gain 1 coin."], {91: "Gain {gold}.", 92: "Gain **1 coin."}),
    }, 500)  # fmt: skip
    for words in (
        "cost: integer\n",
        "power: integer\n",
        "range: integer\n",
        '"one of [Unit, Spell]"',
        'band: "one of [late, early, mid]"',
        "text: text\n",
        "pay: integer\n",
        "colour: color\n",
        "foil: flag\n",
        '"one of [base, rare, legendary]"',
    ):
        assert words in fields, fields
    assert "html" not in fields
    assert "printed as words" not in made
    again = {"H20": "D003", "H21": "D003", "I30": "D010", "I31": "D010", "J40": "D003", "J41": "D003"}
    assert errors == again | {"L91": "R001", "L92": "R020"} | {
                      "B50": "D003", "B51": "D002", "C60": "D003", "C61": "D003", "D65": "D003", "E90": "D011",
                      "F70": "D011", "G80": "R020", "G81": "R020", "G82": "D002"}  # fmt: skip


@pytest.mark.some(0)
@pytest.mark.parametrize(("upgrades", "cost", "told"), [
    ({40: "Card O7"}, {60: 44}, {"B40": "M027", "C60": "M012"}),
    ({40: "Card O7"}, {60: 44, 70: "three"}, {"B40": "M027", "C60": "M012", "C70": "D003"}),  # beside an error, too
    ({n: f"The {n}th" for n in range(40, 70)}, {60: 12, 61: 44, 62: 40}, {}),  # words of all sorts; a wide range
])  # fmt: skip
def test_one_of_many_that_stands_out_is_told(tmp_path, upgrades, cost, told):
    names = [f"Card {n}" for n in range(200)]
    _, _, errors = faults_in(tmp_path, {
        "Name": (names, {}), "Upgrades": (names[3:] + names[:3], upgrades), "Cost": (range(9), cost),
    }, codes="M")  # fmt: skip
    assert errors == told


def test_slips_of_many_sorts_are_told_in_one_check_each_once(tmp_path):
    """Beside errors; a colour that cannot be read hides words in no colour, too."""
    names = [f"Card {n}" for n in range(100)]
    _, _, told = faults_in(tmp_path, {
        "id": ([f"c{n}" for n in range(100)], {}), "Name": (names, {}), "Cost": (range(9), {9: "three"}),
        "Weight": (["0.50", "1.25"], {20: "heavy"}), "Next": ([f"c{n}" for n in range(60)], {30: "c999"}),
        "Colour": (["#2f74b5", "#3f8f4a"], {40: "#2f74g5", 50: "#2f74g6"}),
        "Text": (["Draw <b>two</b> cards<br>now."], {60: "Draw <b>two.", 70: "Draw <bb>two</bb>.", 80: "Pay </3."}),
    }, 100, codes="MPY")  # fmt: skip
    assert told == {
        "C9": "D003",
        "D20": "M002",
        "E30": "M027",
        "F40": "D010",
        "F50": "D010",
        "G60": "Y037",
        "G70": "Y037",
    }


@pytest.mark.some(5, 6, 9)
@pytest.mark.parametrize(("usual", "odd", "rows"), [
    pytest.param(range(9), {50: ""}, 100, id="an empty cell among some"),
    pytest.param(range(9), {50: "1.5"}, 100, id="half a point"),
    pytest.param(["Draw a card."], {50: "<b>Draw</b> {coin."}, 100, id="markup of another program"),
    pytest.param(range(9), {9: "X", 20: "2+", 21: "*", 22: "-"}, 200, id="signs"),
    pytest.param(range(9), {9: "varies", 20: "varies"}, 200, id="a word that recurs"),
    pytest.param(range(9), {n: f"{n} or more" for n in range(9, 19)}, 200, id="several words"),
    pytest.param(range(9), {9: "varies"}, 30, id="a short table"),
    pytest.param(["Tier 1"], {9: "Tier 2"}, 200, id="a number in a word"),
    pytest.param(["Mage", "Orc"], {9: "Sage"}, 200, id="a word of its own"),
    pytest.param("yn", {9: "?"}, 200, id="a sign among flags"),
])  # fmt: skip
def test_what_a_column_says_besides_is_no_mistake(tmp_path, usual, odd, rows):
    assert faults_in(tmp_path, {"Name": NAMES, "Power": (usual, odd)}, rows)[2] == {}


@pytest.mark.slow
def test_records_of_a_program_with_empty_lists_and_parts_are_cards(tmp_path):
    """An object a line, as a crawler writes them; what it has of a text stands without its key."""
    rows = [{"name": f"Owl {n}", "kinds": ["bird"] * (n % 2), "skills": {"sprint": n} if n > 3 else {}, "gains": [],
             "effect": {"description": "Draw two cards.", "type": "draw"}} for n in range(6)]  # fmt: skip
    said, checked, _ = made_of(tmp_path, "deck.jsonl", "\n".join(map(json.dumps, rows)))
    assert "no errors, no warnings" in checked
    assert "printed on no piece: gains" in said
    assert "effect: its `description` is read, and nothing beside it" in said
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert (words.count("Kinds:"), words.count("type draw"), "description" in words) == (3, 0, False)


def test_languages_without_a_font_are_left_out_where_others_are_named(tmp_path):
    table = "Tag,English,Korean,French,Chinese (Traditional),Chinese (Simplified)\n"
    said, checked, _ = made_of(tmp_path, "deck.csv", f"{table}a,Draw.,카드를 뽑는다.,Pioche.,你們減擊。,你们减击。\n")
    assert "no errors, no warnings" in checked
    assert "no font is here for ko, so it is left out (NotoSansKR" in said
    assert "languages: [en, fr]" in (tmp_path / "isle/components/isle/game.yaml").read_text()
    rows = "".join(f"{n},Draw {n}.,Pioche {n}.\n" for n in range(12))
    (tmp_path / "odd").mkdir()
    made_of(tmp_path / "odd", "deck.csv", f"Tag,Text (EN),Text (FR)\n{rows.replace('Draw 3', 'Draw Ꭰ')}")
    assert "languages: [en, fr]" in (tmp_path / "odd/isle/components/isle/game.yaml").read_text()


def test_a_row_whose_id_stands_already_is_told_and_printed(tmp_path):
    """Capitals or not; a whole row that stands twice is one finding."""
    table = "id,Name\nA1,Elf\nA2,Orc\nA3,Imp\nA2,Owl\nA5,Fox\nA1,Elf\nA7,Cat\n"
    made_of(tmp_path, "deck.csv", table)
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").output)
    assert [(f["code"], f["cell"]) for f in told if f["severity"] == "warning"] == [("Y034", "A5"), ("D028", "A7")]
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert 2 * said.count("Owl") == 2 * said.count("Orc") == said.count("Elf") > 0


@pytest.mark.slow
def test_the_line_at_the_foot_of_a_card_has_room_with_its_headings(tmp_path):
    for wide in range(6, 30, 7):
        heads = f"Card ID Number,Name,Set,Text\n{'1' * 3},Elf,{'m' * wide},Go.\n2,Orc,{'m' * wide},Stay.\n"
        (tmp_path / f"{wide}.csv").write_text(heads)
        run("new", tmp_path / str(wide), "--from", tmp_path / f"{wide}.csv", "--lang", "en", "--size", "mini-us")
        assert "no errors" in run("check", project=tmp_path / str(wide)).output, wide


@pytest.mark.slow
def test_a_numbering_that_tells_no_pieces_apart_says_so(tmp_path):
    made, fields, errors = faults_in(tmp_path, {"id": (range(9), {}), "Name": NAMES})
    assert "id: tells no pieces apart, 2 stands 23 times" in made
    assert "; so it is not read" in made
    assert "ignore: [id]" in fields
    assert errors == {}


CATAN = [*(2 + n % 11 for n in range(36)), ""]


@pytest.mark.parametrize("rows", [
    "Kind,Qty\nSea,18\nLake,24\nHill,9\nTotal,51\n",
    "Kind,Qty,Say,Do\nSea,18,a,d\nLake,24,b,e\nHill,9,c,f\nTotal,51,,\n\nask Tom,,,\n",
    "Anz,Feld,Art\n18,See,nass\n24,Bach,nass\n9,Berg,\n51,Summe:,3 Arten\n",
    "Kind,Qty\nSea,18\nTotal,24\nHill,9\n",
])  # fmt: skip
def test_a_sum_is_no_piece(tmp_path, rows):
    """A last row called so that adds up the copies, whatever else stands in it, and notes below."""
    said, _, _ = made_of(tmp_path, "tiles.csv", rows)
    assert ", 51 pieces in all" in said
    assert ": 3 rows" in said
    assert ("below the sum" in said) == ("Tom" in rows)
    assert "among the rows" not in said


@pytest.mark.parametrize(("rows", "pieces", "told"), [
    ("Name,Cost,Qty\nSea,1,18\nHill,2,9\nTotal,,30\n", 27, "the sum says 30, the rows above it have 27"),
    ("名前,枚数\n海,3\n山,4\n合計,8\n", 7, "the sum says 8"),
    ("Name;Menge\nSee;3\nBerg;4\nSumme Karten:;8\nfragen\n", 7, "the sum says 8"),
    ("Kind,Type,Qty\nSea,a,3\nHill,a,4\nSubtotal,,7\nElf,b,2\nOrc,b,2\nSubtotal,,5\nGrand total,,11\n", 11,
     "the sum says 5, those since the last sum have 4, the rows above it have 11"),
    ("Name,Type,Qty\nSea,a,3\nHill,b,4\nTotal: 8 cards,,\n", 7, "the sum says 8"),
    ("Karte;Qty;Text\nRot;;\nBär;3;Ab.\nElf;2;An.\nZwischensumme;6;\nBlau;;\nUhu;1;Auf.\nGnu;4;Zu.\nSumme;5;\nGesamt;10;\n",
     10, "the sum says 6, the rows above it have 5"),
    ("Name,Qty,Cost\nSea,2,3\nHill,1,4\nTotal cards,3,\nAverage,2,3.5\n", 3, ""),
    ("#,Carta,Copias,Precio\n1,Oso,3,2 €\n2,Lobo,2,3 €\n,TOTAL,6,5 €\n", 5, "the sum says 6"),
    ("Kaart,Aantal\nUil,3\nVos,2\nTotaal aantal kaarten,5\n", 5, ""),
    ("Name,Cost,Qty\nSea,1,2\nHill,2,\nTotal,,2\n", 3, ""),
    ("Name,Cost,Qty\nSea,1,2\nTotal War,2,5\n", 7, ""),
    ("Name,Text,Qty\nSea,Wait.,2\nTotal,Count all.,5\n", 7, ""),
    ("Name,HP,Qty\nSea,3,2\nTotal,7,5\nHill,4,2\n", 9, ""),
])  # fmt: skip
def test_a_sum_that_does_not_add_up_is_told_and_no_piece(tmp_path, rows, pieces, told):
    said, checked, _ = made_of(tmp_path, "tiles.csv", rows)
    assert f", {pieces} pieces in all" in said
    assert (told in said, ("Y035" in checked)) == (True, bool(told))


@pytest.mark.some(0, 4, 5, 6, 8)
@pytest.mark.parametrize(("heading", "values", "is_count"), [
    pytest.param("Number", range(1, 38), False, id="in order"),
    pytest.param("Number", [7 * n % 37 + 1 for n in range(37)], False, id="in any order"),
    pytest.param("Number", [*range(1, 37), 36], False, id="one of them twice"),
    pytest.param("Number", CATAN, False, id="of dice"),
    pytest.param("Nr", [1, 2, 3, 1, 2, 3, 4, 1, 2], False, id="anew in each group"),
    pytest.param("Nr", [1, 1, 2, 1, 3, 1, 2, 1, 1], True, id="of a list of counters"),
    pytest.param("Number", [4, 2, 3], True, id="of few pieces"),
    pytest.param("Qty", range(1, 38), True, id="a sure heading"),
    pytest.param("No", [1, 2, 3, 5, 6], False, id="of which one lacks"),
])  # fmt: skip
def test_a_number_of_a_thing_is_no_quantity(tmp_path, heading, values, is_count):
    table = "\n".join([f"{heading},Terrain", *(f"{n},Hill {i}" for i, n in enumerate(values))])
    said, _, made = made_of(tmp_path, "hexes.csv", table)
    assert f"count: {heading if is_count else 'no column'}" in said
    assert (f"{heading.lower()}: integer" in made) != is_count


def test_a_name_of_a_file_is_one_for_all_languages_and_kinds_are_coloured_in_each(tmp_path):
    rows = "".join(
        f"名{'あいうえ'[n]},Card {'ABCD'[n]},{'職人' if n % 2 else '店'},{'Craft' if n % 2 else 'Shop'}\n"
        for n in range(4)
    )
    (tmp_path / "職人たち.csv").write_text(f"カード名 (JA),カード名 (EN),種別 (JA),種別 (EN)\n{rows}")
    done = run("new", tmp_path / "my-game", "--from", tmp_path / "職人たち.csv", "--lang", "ja,en")
    assert "colour: 種別" in done.output
    assert "no errors, no warnings" in run("check", project=tmp_path / "my-game").output
    assert "職人たち" in (tmp_path / "my-game/components/my-game/game.yaml").read_text()


@pytest.mark.parametrize(
    ("typed", "title"),
    [("bang", "Bang"), ("Bang! 2nd ed", "Bang! 2nd ed"), ("my-game", "Star Raiders"), ("deck", "Star Raiders")],
)
def test_the_game_is_called_as_was_typed(tmp_path, typed, title):
    (tmp_path / "star_raiders_v2.csv").write_text("Name,Cost\nAxe,1\nBow,2\n")
    run("new", tmp_path / typed, "--from", tmp_path / "star_raiders_v2.csv", "--lang", "en")
    (game,) = (tmp_path / typed).glob("components/*/game.yaml")
    assert (game.parent / "star-raiders.yaml").is_file(), "which version it is, no player asks"
    assert re.search(f'title: "?{title}"?$', game.read_text(), re.MULTILINE)


def test_a_picture_that_cannot_be_read_is_told_at_its_cell(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")
    (tmp_path / "deck.csv").write_text("Name,Art\nElf,\nOrc,a.png\nImp,a.png\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en")
    found = json.loads(run("check", "--format", "json", project=tmp_path / "isle").output)
    (told,) = [f for f in found if f["severity"] == "error"]
    assert (told["code"], told["file"], told["cell"]) == ("F103", "components/isle/deck.csv", "B3")
    assert "`deck/orc` and 1 more" in told["message"]


def test_a_column_in_a_language_that_was_not_asked_for_gives_way_to_the_one_beside_it(tmp_path):
    (tmp_path / "deck.csv").write_text(
        "Name,Name (JA),Text,Text (JA)\nFox,狐,Draw the card.,一枚引く。\nCat,猫,Stop.,止まる。\n"
    )
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "ja")
    assert "in a language not asked for: Name, Text" in done.output
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output
    assert "狐" in words_of(tmp_path / "isle", tmp_path / "ja")


@pytest.mark.parametrize(("told", "right"), [([1, 0, 1], ["b", "c", "f"]), ([1, 2, 1], ["a", "d", "e"])])
def test_the_number_of_an_answer_is_its_words(tmp_path, told, right):
    """Counted from 0 where it is one of them, from 1 where it is their number."""
    options = [["a", "b"], ["c", "d"], ["e", "f"]]
    rows = [{"question": f"What is {n}?", "options": both, "correctAnswer": k, "explanation": "So it is."}
            for n, (both, k) in enumerate(zip(options, told, strict=True))]  # fmt: skip
    made_of(tmp_path, "deck.json", json.dumps(rows))
    words = words_of(tmp_path / "isle", tmp_path / "out").replace("•", " ").split()
    assert [word for word in words if word in "abcdef"] == [*"abcdef", *right]


@pytest.mark.slow
def test_no_amount_is_printed(tmp_path):
    """Of three columns most of which are 0; a single one is a number like any other."""
    rows = "Name,Latin,Text,Wood,Stone,Fish\n" + "".join(
        f"{name},Avis {name.lower()},Gain {n} food.,{n * (n == 1)},{n * (n == 2)},{n * (n == 3)}\n"
        for n, name in enumerate(("Owl", "Jay", "Tit", "Emu"), 1)
    )
    assert "name: Name" in made_of(tmp_path, "deck.csv", rows)[0]
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert [words.count(word) for word in ("Wood", "Stone", "Fish", "Latin:")] == [1, 1, 1, 4]


def test_single_words_beside_records_are_no_pieces(tmp_path):
    words = "colours:\n  first: [Red, Blue]\nsaid: [Go on., Stop here.]\ncards:\n"
    words += "  - {name: Fox, cost: 1}\n  - {name: Owl, cost: 2}\n"
    (tmp_path / "deck.yaml").write_text(words)
    said = run("new", tmp_path / "isle", "--from", tmp_path / "deck.yaml", "--lang", "en").output
    assert "sheet first: not taken, it has one column" in said
    assert "said: 2 rows" in said
    assert "cards: 2 rows" in said


def test_the_lines_of_a_text_say_no_number(tmp_path):
    made_of(tmp_path, "deck.csv", "name,line1,line2\nFox,Draw two cards.,Stop.\nOwl,Gain one coin.,\n")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert "Draw two cards. Stop." in " ".join(said.split())
    assert "ine 1" not in said


@pytest.mark.slow
def test_a_zero_is_printed_where_blank_cells_say_what_a_piece_has_not(tmp_path):
    rows = "Tile,Wood 1,Fish 1,Wood 2,Fish 2,Wood 3,Fish 3\n40,0,2,,,,\n41,3,1,2,0,,\n42,1,0,0,3,1,2\n" + "".join(
        f"{n},,,,,,\n" for n in range(43, 51)
    )
    made_of(tmp_path, "deck.csv", rows)
    words = words_of(tmp_path / "isle", tmp_path / "out").split()
    assert words.count("0") == 4


def test_ids_that_stand_for_names_are_printed_as_they_are_written(tmp_path):
    said, checked, _ = made_of(tmp_path, "units.csv", "ID,Side,Strength\nVIII,red,7\n1S,red,7\nIX,blue,4\nX,blue,4\n")
    assert "name: ID" in said
    assert "no errors, no warnings" in checked
    words = words_of(tmp_path / "isle", tmp_path / "out").split()
    assert [words.count(word) for word in ("VIII", "1S", "viii", "1s")] == [1, 1, 0, 0]


def test_the_strength_of_a_counter_stands_before_its_move(tmp_path):
    rows = "Unit,Side,Strength,Move\nVIII,red,7,5\n1S,red,8,5\nIX,blue,9,6\nX,blue,9,6\n"
    made_of(tmp_path, "counters.csv", rows)
    words = words_of(tmp_path / "isle", tmp_path / "out").split()
    assert {"7-5", "8-5", "9-6"} <= {*words}


def test_lines_of_a_tile_are_set_smaller_before_one_is_left_out(tmp_path):
    """A number that not all have is none that stands large, without its heading."""
    heads = "Tile,Kind,Ore 1,Corn 1,Ore 2,Corn 2,Gate,Rift,World"
    rows = "\n".join(f"{n},{('sea', 'sky')[n % 2]},{n},{n + 1},,,,,Elf {n}" for n in range(20, 26))
    done, *_ = made_of(tmp_path, "hexes.csv", f"{heads}\n{rows}\n30,sea,3,4,5,6,alpha,dark,Orc\n31,sky,,,,,,,\n")
    assert "also drawn: Ore 1, Corn 1, Ore 2, Corn 2, Gate, Rift, World" in done
    assert "Ore 1: 3" in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("table", "ids"),
    [
        ("Tile,Gate,Res\n20,,1\n21,alpha,1\n22,,0\n23,beta,2\n24,,1\n", "20, 21, 22 ..."),
        ("Tile,Gate,Planet\n20,,Quann\n21,alpha,Lodor\n22,,Meer\n23,,Saudor\n24,,Abyz\n", "quann, lodor, meer ..."),
        ("Card,Rule\nElf,Go on.\n,Go left.\nOrc,Go back.\n", "elf, orc"),
        ("Res,Gate\n1,\n1,alpha\n0,\n2,beta\n", "row-2, row-4"),
    ],
)
def test_rows_are_called_by_what_nearly_all_have(tmp_path, table, ids):
    assert f": {ids}" in made_of(tmp_path, "tiles.csv", table)[1]


@pytest.mark.slow
def test_a_name_that_stands_twice_is_told_though_each_has_an_id(tmp_path):
    rows = "id,Name,Text\nboar,Boar,Go on.\nox,Ox,Go left.\ncrab,boar,Go aside.\neel,Eel,Go back.\n"
    assert "row 4: called like another, and told apart by the id" in made_of(tmp_path, "deck.csv", rows)[1]
    (tmp_path / "many").mkdir()
    many = "id,Name,Text\n" + "".join(f"u{n},{('Foot', 'Horse')[n % 2]},Go {n}.\n" for n in range(8))
    assert "called like" not in made_of(tmp_path / "many", "deck.csv", many)[1]


def test_comments_below_a_table_are_no_cards(tmp_path):
    rows = (
        "Name,Type,Cost,Text\nOwl,Bird,1,Draw a card.\nJay,Bird,2,Gain 2 food.\n#,,,\n#,#1 food = 1 card,,\n//,old,,\n"
    )
    said, *_ = made_of(tmp_path, "deck.csv", rows.replace(",old", ",// old"))
    assert "2 rows, each a card" in said
    assert "rows 4-6: a comment, and no item" in said


def test_the_name_once_more_is_on_no_card(tmp_path):
    rows = "Name,Display title,Mate\nOwl,Owl,Jay\nJay,Jay,Jay\n"
    assert "on no piece: Display title" in made_of(tmp_path, "deck.csv", rows)[0]
    assert words_of(tmp_path / "isle", tmp_path / "out").count("Mate") == 2


@pytest.mark.slow
def test_what_a_colour_that_cannot_be_read_makes_of_faces_is_told_with_it(tmp_path):
    table = "Name,Colour\n" + "".join(
        f"Card {n},{'#2f74g5' if n in (40, 50) else ('#2f74b5', '#e8d36a', '#c8472f')[n % 3]}\n" for n in range(99)
    )
    _, checked, _ = made_of(tmp_path, "deck.csv", table)
    assert "isle: 1 error, no warnings" in checked


def test_options_stand_in_their_order_where_an_answer_may_be_a_place(tmp_path):
    rows = "1,Which is a bird?,owl|cat|dog,1\n2,Which is a fish?,ape|cod|bat,2\n3,How many days has a week?,,7\n"
    made_of(tmp_path, "quiz.csv", f"ID,Question,Options,Answer\n{rows}")
    words = words_of(tmp_path / "isle", tmp_path / "out").split()
    assert [word for word in words if len(word) == 3 and word in "owl cat dog ape cod bat"] == [
        "owl",
        "cat",
        "dog",
        "ape",
        "cod",
        "bat",
    ]


def test_headings_among_the_rows_are_no_text_of_the_cards(tmp_path):
    rows = "Letters that come first in class,,\nx,fox,yes\no,owl,no\n,All other letters,\ni,imp,no\nf,elf,yes\n"
    made_of(tmp_path, "deck.csv", f"letter,word,mine\n{rows}")
    drawn = (tmp_path / "isle/layouts/isle/deck.svg").read_text()
    (line,) = [one for one in drawn.splitlines() if "item.section" in one]
    assert "Type</text>" in line


def test_names_of_files_below_a_heading_of_pictures_are_pictures(tmp_path):
    rows = "Owl,night_owl,by_day\nJay,blue_jay_2,by_night\n"
    said, *_ = made_of(tmp_path, "deck.csv", f"Name,Image,Way\n{rows}")
    assert "Image: none of these pictures is here" in said
    assert words_of(tmp_path / "isle", tmp_path / "out").split().count("Way:") == 2


def test_names_that_look_like_calls_of_a_program_are_names(tmp_path):
    rows = "Heal(Self, 1),Gain a life.\nDraw(Deck, 2),Draw cards.\nOther.Skip(),Pass.\n"
    assert "name: Card name" in made_of(tmp_path, "deck.csv", f"Card name,Card description\n{rows}")[0]


@pytest.mark.slow
def test_notes_that_are_all_a_card_says_are_printed(tmp_path):
    """Each its own, for nearly each card, where no other column has a text."""
    rows = [(f"Owl {n}", "bird", f"Draw {n} cards, then rest for a turn.") for n in range(6)]
    table = "\n".join(map(",".join, [("Name", "Kind", "Note"), *rows]))
    made_of(tmp_path, "deck.csv", table)
    assert words_of(tmp_path / "isle", tmp_path / "out").count("then rest") == 6
    (tmp_path / "b").mkdir()
    told = table.replace("Kind", "Rules").replace(",bird,", ",Flies over all the other animals.,")
    assert "on no piece: Note" in made_of(tmp_path / "b", "deck.csv", told)[0]


def test_rows_that_were_counted_out_are_one_copy_each(tmp_path):
    rows = "Wood,3,1\n" * 3 + "Gold,2,5\n" * 2 + "Pick,1,2\n"
    said, *_ = made_of(tmp_path, "deck.csv", f"Name,Qty,Worth\n{rows}")
    assert "Qty: so many rows say the same, so one of each" in said
    assert "6 pieces" in run("build", project=tmp_path / "isle").output
    (tmp_path / "b").mkdir()
    assert "16 pieces in all" in made_of(tmp_path / "b", "deck.csv", f"Name,Qty,Worth\n{rows}Elf,2,2\n")[0]


@pytest.mark.slow
def test_signs_of_icons_that_are_added_later_are_told(tmp_path):
    """Whatever drew the first ones: else they are printed as they stand."""
    first, later = ("1 [coin]", "one :heart:", "1 {sword}"), ("2 [gold]", "[Gold]1", "a :gold:", "1 {gold}")
    table = tmp_path / "deck.csv"
    table.write_text("Name,Text\n" + "".join(f"Card {n},Pay {sign}.\n" for n, sign in enumerate(first)))
    assert run("new", tmp_path / "isle", "--from", table, "--lang", "en").exit_code == 0
    said = (*first, *later, "[gold fish] at 3:00: go")
    rows = "".join(f"Card {n},Pay {sign}.\n" for n, sign in enumerate(said))
    (tmp_path / "isle/components/isle/deck.csv").write_text(f"Name,Text\n{rows}")
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    (note,) = [f["message"] for f in told if "printed as it stands" in f["message"]]
    assert note.startswith("`[gold]` (B5), `[Gold]` (B6), `:gold:` (B7), `{gold}` (B8): ")
    assert [f for f in told if f["severity"] != "note"] == []
