"""`pnp new --from --template`: drawings as programs export them show what the table says, all of it, in its room."""

from __future__ import annotations

import json
import re

import pytest
from PIL import Image

from tests.layout_kit import drawn, shown
from tests.test_cli_user import files, run
from tests.test_data_tables import sheet_of, workbook
from tests.test_sketch import words_of

PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="63mm" height="88mm" viewBox="0 0 63 88">{}</svg>'
)


def made(tmp_path, table, drawing, *options):
    """The project, and what is said of it."""
    (tmp_path / "d.csv").write_text(table)
    (tmp_path / "card.svg").write_text(drawing)
    home = tmp_path / "isle"
    asked = ("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    done = run(*asked, *options)
    assert done.exit_code == 0, done.output
    return home, done.output


def bound(home):
    """The attributes that were written into the drawing."""
    return re.findall(r'pnp:[\w-]+="[^"]*"', (home / "layouts" / "isle" / "d.svg").read_text())


def label(name, y, more=""):
    return f'<text inkscape:label="{name}" x="8" y="{y}" font-family="body" font-size="5"{more}>.</text>'


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("head", "cells"),
    {
        "ids as they are written": ("ID", ("E01", "E02")),
        "what is called as a key of the tool is": ("Size", ("XX", "III")),
        "notes, if they are drawn": ("Designer notes", ("too strong", "fine")),
        "copies": ("Qty", ("3", "4")),
    }.values(),
)
def test_what_a_drawing_is_called_for_is_on_the_pieces(tmp_path, head, cells):
    """No sample stays on them as it was drawn, whatever else the column is for."""
    table = f"Name,{head}\n" + "".join(f"{n},{cell}\n" for n, cell in zip(("Fox", "Owl"), cells, strict=True))
    home, _ = made(tmp_path, table, PAGE.format(label("Name", 12) + label(head, 30)))
    words = words_of(home, tmp_path / "out")
    assert all(words.count(cell) for cell in cells), words


def _mark(name, x, more=""):
    return f'<g inkscape:label="{name}"{more}><path d="M{x} 60h4v4h-4z" fill="#123456"/></g>'


@pytest.mark.some(2, 6)
@pytest.mark.parametrize(
    ("table", "marks", "there"),
    {
        "a column that says how: it stands where that says something": (
            "Name,NE,SW,Toll\nPass,rail,,0\nFord,,river,2\n",
            [_mark("NE", 10), _mark("SW", 20), _mark("Toll", 30)],
            {"pass": {10}, "ford": {20, 30}},
        ),
        "a column that is shown in it: what is around that stands where it says something": (
            "Name,Cost,Power\nPass,0,3\nFord,,4\n",
            [_mark("Cost", 10).replace("<path", '<text x="10" y="60">1</text><path'),
             _mark("Power", 20).replace("<path", f'{label("Cost", 30)}<text x="20" y="60">1</text><path')],
            {"pass": {10, 20}, "ford": {20}},
        ),
        "a column that is empty around what others show: a piece is no blank one": (
            "Unit,Name,Foot\n,Pass,y\n,Ford,\n",
            [f'<g inkscape:label="Unit">{_mark("x", 10)}{label("Foot", 30)}{_mark("y", 20)}</g>'],
            {"pass": {10, 20}, "ford": {10, 20}},
        ),
        "a column that is empty": ("Name,Armor,Foot\nPass,,y\nFord,,\n", [_mark("Armor", 10), _mark("Foot", 20)],
                                   {"pass": {20}, "ford": set()}),
        "kinds, one of them shown in the drawing, which says it, too": (
            "Name,Type\nPass,Spell\nFord,Holy Land\nMoor,Land\nFen,Spell\n",
            [label("Type", 30).replace(".<", "Spell<"), _mark("Spell", 10),
             _mark("land", 20, ' style="display:none"'), _mark("Holy_Land", 30, ' display="none"')],
            {"pass": {10}, "ford": {30}, "moor": {20}},
        ),
        "several kinds at once": ("Name,Tags\nPass,Air; Fire\nFord,Fire\nMoor,\nFen,Air; Fire\n",
                                  [_mark("Air", 10), _mark("Fire", 20)],
                                  {"pass": {10, 20}, "ford": {20}, "moor": set()}),
        "kinds within a column, several of which say the same": (
            "Name,NE,SW\nPass,rail,river\nFord,,rail\n",
            [f'<g inkscape:label="{c}">{_mark("rail", x)}{_mark("river", x + 5)}</g>'
             for c, x in {"NE": 10, "SW": 20}.items()],
            {"pass": {10, 25}, "ford": {20}},
        ),
        "of two columns that say the same either may be meant": (
            "Name,Left,Right\nPass,rail,river\nFord,river,rail\n", [_mark("rail", 10), _mark("river", 20)],
            {"pass": {10, 20}, "ford": {10, 20}},
        ),
        "one word alone may be there by chance": ("Name,Type\nPass,Base\nFord,Land\n", [_mark("Base", 10)],
                                                  {"pass": {10}, "ford": {10}}),
    }.values(),
)  # fmt: skip
def test_groups_stand_on_pieces_that_they_are_called_for(tmp_path, table, marks, there):
    home, _ = made(tmp_path, table, PAGE.format(label("Name", 12) + "".join(marks)))
    for item, places in there.items():
        face = run("-C", home, "face", "isle", f"d/{item}").output
        assert {int(x) for x in re.findall(r'd="M ?(\d+)[ ,]60', face)} == places, face


def test_what_stays_hidden_is_told_as_not_drawn(tmp_path):
    hidden = f'<g style="display:none">{label("Cost", 30)}</g>' + label("Power", 40, ' display="none"')
    _, said = made(tmp_path, "Name,Cost,Power\nFox,31,8\nOwl,32,9\n", PAGE.format(label("Name", 12) + hidden))
    assert "can show it: Cost, Power" in said, said


@pytest.mark.slow
def test_ids_that_a_program_told_apart_are_as_they_were_called(tmp_path):
    """Figma and Illustrator write `Cost_2` for another `Cost`; a column called so counts, and `text-2` is none."""
    texts = "".join(
        f'<text id="{name}" x="8" y="{12 + 9 * n}" font-family="body" font-size="5">.</text>'
        for n, name in enumerate(("Name_2", "Cost_3_", "Level_2", "text-2"))
    )
    table = "Name,Cost,Level,Level 2,Text\nFox,31,41,51,Draw one.\nOwl,32,42,52,Wait.\n"
    home, _ = made(tmp_path, table, PAGE.format(texts))
    words = words_of(home, tmp_path / "out")
    assert all(one in words for one in ("Fox", "31", "51")), words
    assert not any(one in words for one in ("41", "Draw one.")), words


def test_a_drawing_may_show_two_languages_at_once(tmp_path):
    """A column that it shows beside its translation is a field of its own."""
    table = (
        "Title EN,Title FR,Text EN,Text FR\nStorm,Orage,Discard two.,Défaussez-en deux.\nFire,Feu,Draw one.,Piochez.\n"
    )
    labels = enumerate(("Title_EN", "Title_FR", "Text EN", "Text FR"))
    home, said = made(tmp_path, table, PAGE.format("".join(label(name, 12 + 9 * n) for n, name in labels)))
    assert "not asked for" not in said
    words = words_of(home, tmp_path / "out")
    assert all(
        one in words for one in ("Storm", "Orage", "Discard two.", "Défaussez-en deux.", "Draw one.", "Piochez.")
    )


@pytest.mark.slow
def test_samples_in_two_languages_tell_both_columns(tmp_path):
    """So they do of an id that is written otherwise than ids are; a number may be any."""
    rows = ("E01,Storm,Orage,Discard two.,Jetez-en deux.", "E02,Fire,Feu,Draw one.,Piochez.")
    texts = "".join(
        f'<text x="8" y="{12 + 9 * n}" font-family="body" font-size="4">{word}</text>'
        for n, word in enumerate(rows[0].split(","))
    )
    home, _ = made(tmp_path, "\n".join(("ID,Title EN,Title FR,Text EN,Text FR", *rows)), PAGE.format(texts))
    words = words_of(home, tmp_path / "out")
    assert all(one in words for row in rows for one in row.split(","))


LINES = (
    '<rect x="5" y="40" width="53" height="40" fill="#eee"/><rect x="5" y="70" width="53" height="1"/>'
    '<text id="Rules" font-family="body" font-size="3">'
    '<tspan x="8" y="48">Draw a</tspan><tspan x="8" y="52">card.</tspan></text>'
)


@pytest.mark.some(6, 7)
@pytest.mark.parametrize(
    ("drawing", "expected"),
    {
        "lines that are drawn": (LINES, ['pnp:box="8 45.186 47 23.797"', 'pnp:leading="1.33"', 'pnp:fit="wrap"']),
        "sentences": (
            label("Rules", 48).replace("<text", '<rect x="5" y="40" width="53" height="40" fill="#eee"/><text'),
            ['pnp:box="8 43.311 47 33.689"', 'pnp:fit="wrap"'],
        ),
        "what a panel covers": (
            '<circle cx="20" cy="60" r="1"/><rect x="5" y="40" width="53" height="40"/>' + label("Rules", 48),
            ['pnp:box="8 43.311 47 33.689"'],
        ),
        "a name before a number": (
            label("Name", 12) + '<circle cx="52" cy="10" r="5" fill="red"/>', ['pnp:fit="shrink" pnp:width="37.305"'],
        ),
        "a name in the middle": (
            '<rect x="10" y="5" width="40" height="9" fill="red"/>'
            + label("Name", 12, ' text-anchor="middle"').replace('x="8"', 'x="28"'),
            ['pnp:fit="shrink" pnp:width="30.35"'],
        ),
        "a number in a circle": (
            '<circle cx="28" cy="10" r="6" fill="red"/>'
            + label("Name", 12, ' text-anchor="middle"').replace('x="8"', 'x="28"'),
            ['pnp:fit="shrink" pnp:width="10.08"'],
        ),
        "at the end of a line": (
            '<rect x="10" y="5" width="40" height="9" fill="red"/>'
            + label("Name", 12, ' style="text-anchor:end"').replace('x="8"', 'x="48"'),
            ['pnp:fit="shrink" pnp:width="36"'],
        ),
        "turned words beyond the cut": (label("Name", 12, ' transform="rotate(90)"'), []),
        "turned words": (label("Name", 12, ' transform="rotate(90 8 12)"'), ['pnp:fit="shrink" pnp:width="70.698"']),
    }.values(),
)  # fmt: skip
def test_words_have_the_room_that_the_drawing_leaves_them(tmp_path, drawing, expected):
    """As far from the edges of what they lie upon at their end as at their beginning, and before what is beside."""
    table = "Name,Rules\nFox,Look at the top card of the deck and put it back.\nOwl,Take it or leave it as you like.\n"
    home, _ = made(tmp_path, table, PAGE.format(drawing + '<text id="Name" y="-90">.</text>' * ("Name" not in drawing)))
    written = " ".join(bound(home))
    assert all(words in written for words in expected), written
    assert expected or "pnp:width" not in written


def test_a_sample_that_is_too_long_widens_nothing(tmp_path):
    """Sentences flow in the room that is free."""
    badge = '<circle cx="50" cy="60" r="8" fill="#ccc"/>' + label("Power", 62, ' text-anchor="middle"')
    long = badge.replace('x="8"', 'x="50"').replace(">.<", ">A powerful sample<")
    rules = label("Rules", 48).replace(">.<", ">What this card does is said in this text.<")
    table = "Name,Power,Rules\nFox,1,Look at the top card of the deck and put it back.\nOwl,2,Take it or leave it.\n"
    home, _ = made(tmp_path, table, PAGE.format(label("Name", 12) + long + rules))
    written = " ".join(bound(home))
    assert 'id="safe"' not in (home / "layouts/isle/d.svg").read_text()
    assert 'pnp:width="18"' in written  # 9 mm from its middle to the safe zone
    (x, y, wide, high) = map(float, re.search('pnp:box="([^"]*)"', written)[1].split())
    assert x + wide < 42
    assert y + high > 80


def test_the_pieces_are_told_that_a_size_and_a_drawing_are_not_for(tmp_path):
    rows = [["Name", "Text"], ["Fox", "Draw a card."], ["Owl", "Lose a turn."]]
    workbook(
        tmp_path / "d.xlsx",
        [],
        {"Cards": sheet_of(rows), "Counters": sheet_of([["Side", "Attack"], ["Red", 2], ["Blue", 3]])},
    )
    (tmp_path / "card.svg").write_text(PAGE.format(label("Name", 12)))
    asked = ("--from", tmp_path / "d.xlsx", "--size", "mini-euro", "--template", tmp_path / "card.svg", "--lang", "en")
    told = run("new", tmp_path / "isle", *asked).output
    assert "--size mini-euro: not for Counters" in told
    assert "card.svg: not for Counters, drawn from the table" in told


BARE = '<text id="Name" y="12" font-family="body" font-size="4">{}</text>'
PANEL = '<rect x="10" y="5" width="43" height="20" fill="#eee"/>'


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("text", "expected"),
    {
        "in the middle of a panel": ('<tspan x="28">Fox</tspan>', 'pnp:text-anchor="\'middle\'" pnp:x="31.5"'),
        "nearly all of a circle": (
            '<tspan x="11.8" y="60">Foxes of a hill</tspan></text><circle cx="24" cy="58" r="15" fill="none"'
            ' stroke="red"/><text>',
            'pnp:text-anchor="\'middle\'" pnp:x="24"',
        ),
        "lines about a middle": (
            '<tspan x="24.6">Foxes</tspan><tspan x="16.9" y="17">of the wood</tspan>',
            "pnp:text-anchor=\"'middle'\" pnp:x=",
        ),
        "lines that end alike": (
            '<tspan x="34.1">Foxes</tspan><tspan x="23.1" y="17">of the wood</tspan>',
            "pnp:text-anchor=\"'end'\" pnp:x=",
        ),
        "at its beginning": ('<tspan x="12">Fox</tspan>', ""),
        "lines that begin alike": ('<tspan x="12">Foxes</tspan><tspan x="12" y="17">of the wood</tspan>', ""),
        "in the middle, and said to begin": ('<tspan x="28" text-anchor="start">Fox</tspan>', ""),
        "all of a panel": ('<tspan x="12">The foxes of all woods</tspan>', ""),
    }.values(),
)
def test_words_are_held_where_they_were_though_the_file_says_but_where_they_begin(tmp_path, text, expected):
    """As Figma, Illustrator and Affinity write centred words: other words are centred, too."""
    home, _ = made(tmp_path, "Name\nFox\nSnow hare\n", PAGE.format(PANEL + BARE.format(text)))
    written = " ".join(bound(home))
    assert expected in written
    assert expected or "anchor" not in written
    assert "isle: no errors" in run("check", project=home).output


def test_a_picture_stands_in_the_place_of_a_sample(tmp_path):
    """As Figma draws it: the pattern of a rectangle. No card shows the sample, also none without a picture."""
    Image.new("RGB", (720, 480), "green").save(tmp_path / "fox.png")
    sample = '<defs><pattern id="p" width="1" height="1"><rect width="9" height="9" fill="#ff0000"/></pattern></defs>'
    drawing = PAGE.format(
        f'{sample}<rect id="Art" x="8" y="8" width="40" height="30" fill="url(#p)"/>{label("Name", 60)}'
    )
    home, _ = made(tmp_path, "Name,Art\nFox,fox.png\nOwl,\nElk,fox.png\n", drawing)
    assert 'pnp:if="false"' in bound(home)
    face = run("face", "isle", "d/owl", project=home)
    assert "ff0000" not in face.output
    assert "fox.png" in files(home / "components" / "isle")


def page(wide, high, view=""):
    said = f'width="{wide}" height="{high}"' * bool(wide)
    text = '<text id="Name" x="12" y="20" font-family="body" font-size="5">.</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {said} viewBox="{view or "0 0 63 88"}">{text}</svg>'


@pytest.mark.some(11, 13, 14)
@pytest.mark.parametrize(
    ("head", "options", "expected"),
    {
        "pixels at 300 dpi, with 1/8 inch of bleed": (page("825", "1125", "0 0 825 1125"), (), "a card, 63.5 x 88.9"),
        "pixels at 96 dpi": (page("238px", "333px"), (), "a card, 63 x 88"),
        "pixels at 72 dpi": (page("842", "595"), (), "a board, 297 x 210"),
        "no size, but a view": (page("", "", "0 0 1748 2480"), (), "a board, 148 x 210"),
        "the view of a page of 100 %": (page("100%", "100%", "0 0 1748 2480"), (), "a board, 148 x 210"),
        "no size, as Illustrator has points": (page("", "", "0 0 144 144"), (), "a card, 50.8 x 50.8"),
        "100 % of another size, as Affinity has dots": (
            page("100%", "100%", "0 0 591 591"),
            (),
            "a card, 50.04 x 50.04",
        ),
        "the proportions of a card": (page("280", "480", "0 0 280 480"), (), "a card, 70 x 120"),
        "no proportions that are known": (page("300", "300", "0 0 300 300"), (), "a card, 79.38 x 79.38"),
        "pixels of no card at 96 dpi, nor at 300": (page("1200", "1960", "0 0 1200 1960"), (), "a card, 50.8 x 82.97"),
        "pixels of a board": (page("1200", "1960", "0 0 1200 1960"), ("--kind", "board"), "a board, 317.5 x 518.6"),
        "one side alone": (page("240", "", "0 0 120 180").replace(' height=""', ""), (), "a card, 57.2 x 88.9"),
        "millimetres": (page("64mm", "90mm"), (), "a card, 64 x 90"),
        "ten times a card": (page("25in", "35in", "0 0 25 35"), (), "a card, 63.5 x 88.9"),
        "a poster": (page("500mm", "600mm", "0 0 25 30"), (), "a board, 500 x 600"),
        "a hex on its point": (page("70mm", "80.829mm"), ("--kind", "hexes"), "a tile, 70 x 80.83"),
        "a flat hex": (page("80.829mm", "70mm"), ("--kind", "hexes"), "a tile, 80.83 x 70"),
        "no hex": (page("70mm", "70mm"), ("--kind", "hexes"), "a tile, 70 x 70"),
        "a disc": (page("16mm", "16mm"), ("--kind", "tokens"), "a token, 16 x 16"),
    }.values(),
)
def test_pieces_are_as_large_as_their_drawing(tmp_path, head, options, expected):
    home, said = made(tmp_path, "Name\nFox\nOwl\n", head, *options)
    assert f"each {expected} mm" in said
    words = (home / "components/isle/d.yaml").read_text()
    size = re.search(r"size: (.*)", words)[1]
    assert ("stamp: slug" in words) == ("polyhex" in size)  # it looks like the number of a hex
    shapes = {"disc": "circle", "hex": "polyhex"}
    shape = "circle" if "a token" in expected else "polyhex" if "80.83" in expected else ""
    assert shape in size
    assert shape in shapes.values() or "hex" not in size


@pytest.mark.slow
def test_a_drawing_is_for_the_pieces_of_its_size_that_it_shows(tmp_path):
    """Others of a workbook get one that is made: tokens that are smaller, trains of which it says next to nothing."""
    sheets = {
        "Shares": [["Company", "Colour"], ["Northern", "red"], ["Southern", "blue"]],
        "Trains": [["Train", "Cost", "Rusts", "Colour"], ["Two", "80", "4", "red"], ["Three", "180", "6", "blue"]],
        "Tokens": [["Company", "Colour"], ["Northern", "red"], ["Southern", "blue"]],
    }
    workbook(tmp_path / "d.xlsx", [], {name: sheet_of(rows) for name, rows in sheets.items()})
    colour = '<g id="Colour"><rect width="63" height="9" fill="none"/><path d="M0 0H63V9H0Z" fill="#237333"/></g>'
    (tmp_path / "share.svg").write_text(PAGE.format(colour + label("Company", 20)))
    asked = ("--from", tmp_path / "d.xlsx", "--template", tmp_path / "share.svg", "--lang", "en")
    assert run("new", tmp_path / "isle", *asked).exit_code == 0
    drawings = {p.stem: p.read_text() for p in (tmp_path / "isle/layouts/isle").glob("*.svg")}
    assert 'path pnp:fill="item.colour"' in drawings["shares"]
    assert "#237333" not in drawings["trains"] + drawings["tokens"]
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


def test_finished_drawings_are_as_large_as_they_say(tmp_path):
    """Boards of a drawing program: of the size of a paper at its resolution, or as the file says."""
    heads = {"boards": page("842px", "595px"), "pads": page("", "", "0 0 1748 2480"), "mats": page("120mm", "40mm")}
    for folder, head in heads.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "red.svg").write_text(head)
    said = {f: run("new", tmp_path / f"{f}-1", "--from", tmp_path / f).output for f in heads}
    assert "each a board, 297 x 210 mm" in said["boards"]
    assert "each a board, 148 x 210 mm" in said["pads"]
    assert "each a board, 120 x 40 mm" in said["mats"]


@pytest.mark.slow
def test_pictures_behind_are_those_that_a_column_names(tmp_path):
    """Without endings, beside another column of pictures; those of tiles lie behind them, too."""
    for name in ("backs/main", "backs/goal", "art/oak", "art/elm", "tiles/sea", "tiles/hill", "tiles/back"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        Image.new("RGB", (540, 468), "green").save(tmp_path / f"{name}.png")
    (tmp_path / "d.csv").write_text("Name,Icon,Back\nOak,oak,main\nElm,elm,goal\nAsh,oak,main\n")
    said = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert "backs/main.png, backs/goal.png" in said
    assert 'pnp:href="item.d_back"' in (tmp_path / "isle/layouts/isle/d-back.svg").read_text()
    (tmp_path / "t.csv").write_text("Tile,Pic\nSea,sea.png\nHill,hill.png\n")
    said = run("new", tmp_path / "sea", "--from", tmp_path / "t.csv", "--kind", "hexes", "--lang", "en").output
    assert "back: tiles/back.png" in said


def test_pictures_of_hexes_make_tiles_hexes(tmp_path):
    """Cut out, and as wide as hexes are."""
    for name in ("7", "8"):
        Image.new("RGBA", (540, 468), (0, 0, 0, 0)).save(tmp_path / f"{name}.png")
    (tmp_path / "tiles.csv").write_text("Tile,Pic,Qty\n7,7.png,2\n8,8.png,1\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "tiles.csv", "--lang", "en")
    assert "polyhex, side: 25, top: flat" in (tmp_path / "isle/components/isle/tiles.yaml").read_text()


@pytest.mark.some(10)
@pytest.mark.parametrize(
    ("samples", "placed"),
    {
        "as one piece": (("Red Fox", "Look at the top card.", "7"), ["name", "rules", "cost"]),
        "the beginning of what it says": (("Red Fox", "Look at the top"), ["name", "rules"]),
        "a number that two columns say": (("Old Owl", "Take it or leave it.", "2"), ["name", "rules"]),
        "most of one of two": (("Red Fox", "Take it or leave it.", "Old Owl"), ["rules", "name"]),
        "a name alone": (("Red Fox", "Card"), ["name"]),
        "a placeholder for sentences": (("Red Fox", "Lorem ipsum dolor"), ["name", "rules"]),
        "several that may be one": (("Red Fox", "Lorem ipsum dolor", "© 2026 Isle Games"), ["name"]),
        "a placeholder beside a picture": (("Lorem ipsum dolor", "Card"), ["rules"]),
        "a number alone": (("7", "Card"), []),
        "what they are for": (("Name of Card", "Rules Text", "Total cost"), ["name", "rules", "cost"]),
        "what two may be for": (("Cost of Glory", "Rules Text"), ["rules"]),
    }.values(),
)
def test_a_drawing_of_one_piece_needs_no_names(tmp_path, samples, placed):
    """What it shows as a sample stands for the columns that say it of that piece, where it is sure which."""
    Image.new("RGB", (720, 480), "green").save(tmp_path / "red fox.png")
    rows = ("Red Fox,7,2,Look at the top card.,red fox.png", "Old Owl,2,2,Take it or leave it.,red fox.png")
    texts = "".join(
        f'<text x="8" y="{12 + 9 * n}" font-family="body" font-size="4">{s}</text>' for n, s in enumerate(samples)
    )
    art = '<image href="C:\\art\\Red Fox.png" x="8" y="50" width="30" height="20"/>'
    home, told = made(tmp_path, "\n".join(("Name,Cost,Glory,Rules,Art", *rows)), PAGE.format(texts + art))
    assert ("as drawn on all, though columns say it: 2" in told) == ("2" in samples)
    assert ("as drawn on all: Card;" in told) == ("Card" in samples)
    fields = re.findall(r'pnp:text="item.(\w+)"', " ".join(bound(home)))
    assert fields == placed
    assert 'pnp:href="item.art"' in bound(home)


def test_a_clip_that_is_the_page_leaves_the_bleed(mini):
    """As Figma and LibreOffice Draw write it around all; any other clips."""
    art = '<clipPath id="c"><rect {} /></clipPath><g clip-path="url(#c)"><rect x="-3" width="69" height="94"/></g>'
    page, _ = drawn(mini, art.format('width="63" height="88"'))
    other, _ = drawn(mini, art.format('width="63" height="87"'))
    round_, _ = drawn(mini, art.format('width="63" height="88" rx="9"'))
    assert shown(page) == "path M-3 0 L66 0 L66 94 L-3 94 Z | fill #000000"
    assert all("clip" in shown(nodes) for nodes in (other, round_))


@pytest.mark.slow
def test_a_drawing_has_its_back_beside_it(tmp_path):
    """Called as its front is and as a back, or as a back alone; what it is called for is there, no sample."""
    rows = ("Guards,6,4,3,4", "Tanks,8,6,4,6", "Horse,3,8,2,8", "Lancers,5,7,3,7", "Sappers,2,3,1,3")
    table = "\n".join(("Name,Att,Mov,Att (red.),Mov (red.)", *rows))
    faces = {"": ("Name", "Att", "Mov"), "-reduced": ("Name", "Att (red.)", "Mov (red.)")}
    for side, heads in faces.items():
        labels = "".join(label(head, 12 + 9 * n) for n, head in enumerate(heads))
        (tmp_path / f"card{side}.svg").write_text(PAGE.format(labels))
    home, said = made(tmp_path, table, (tmp_path / "card.svg").read_text())
    assert "back: card-reduced.svg" in said
    assert "on no piece" not in said
    back = (home / "layouts/isle/d-back.svg").read_text()
    assert all(f"item.{field}" in back for field in ("name", "att_red", "mov_red"))
    (tmp_path / "card-reduced.svg").rename(tmp_path / "back.svg")
    (tmp_path / "back.svg").write_text(PAGE.format('<circle cx="30" cy="40" r="9"/>'))
    assert "back: back.svg" in run("new", tmp_path / "sea", "--from", tmp_path / "d.csv", "--template",
                                   tmp_path / "card.svg", "--lang", "en").output  # fmt: skip
    assert "circle" in (tmp_path / "sea/layouts/sea/d-back.svg").read_text()


@pytest.mark.slow
def test_a_drawn_back_is_told_once_and_is_no_spare_file(tmp_path):
    """Found beside the table as its front is, it is the template; nothing else draws the file."""
    (tmp_path / "d.csv").write_text("id,title\n1,Fox\n2,Owl\n")
    (tmp_path / "front.svg").write_text(PAGE.format('<text id="title" x="8" y="44" font-size="8">Title</text>'))
    (tmp_path / "back.svg").write_text(PAGE.format('<rect x="-3" y="-3" width="69" height="94" fill="#fed"/>'))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").output
    assert told.count("back: back.svg") == 1, told
    assert len([*(tmp_path / "isle/layouts/isle").glob("*back*")]) == 1
    checked = run("check", project=tmp_path / "isle").output
    assert "R037" not in checked, checked


@pytest.mark.slow
def test_a_drawing_shows_lists_and_a_back_that_is_like_all_others(tmp_path):
    """Words on the back that the front says, too, are the drawing's: no card is known from behind."""
    back = '<text x="8" y="40" font-size="5">SALT</text><text x="8" y="60" font-size="5">{Hint}</text>'
    (tmp_path / "card-back.svg").write_text(PAGE.format(back))
    table = "Name,Suit,Give,Hint\nWinter,Salt,salt; salt,a\nWedding,Silk,silk; amber,b\nBribe,Salt,amber,c\n"
    labels = "".join(label(head, 12 + 9 * n) for n, head in enumerate(("Name", "Suit", "Give")))
    home, _ = made(tmp_path, table, PAGE.format(labels))
    assert "item.give|join(', ')" in (home / "layouts/isle/d.svg").read_text()
    behind = (home / "layouts/isle/d-back.svg").read_text()
    assert re.findall(r'pnp:text="([^"]*)"', behind) == ["item.hint"]
    assert run("check", project=home).exit_code == 0


def test_a_drawing_beside_its_table_is_taken_where_it_is_the_only_one(tmp_path):
    """It shows two columns or more, and half of them; of two such drawings neither, and the command is told."""
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck" / "d.csv").write_text("Name,Text,Cost\nFox,Draw a card.,2\nOwl,Hoot.,3\n")
    (tmp_path / "deck" / "logo.svg").write_text(PAGE.format(label("Name", 12)))
    (tmp_path / "deck" / "card.svg").write_text(PAGE.format(label("Name", 12) + label("Text", 30)))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck", "--lang", "en")
    assert "template: card.svg, which lies beside it and shows its columns" in done.output
    assert "not taken" not in done.output
    assert bound(tmp_path / "isle")[:1] == ['pnp:text="item.name"']
    (tmp_path / "deck" / "data").mkdir()
    (tmp_path / "deck" / "d.csv").rename(tmp_path / "deck" / "data" / "d.csv")
    done = run("new", tmp_path / "fjord", "--from", tmp_path / "deck", "--lang", "en")
    assert "template: card.svg, which lies beside it and shows its columns" in done.output
    (tmp_path / "deck" / "data" / "d.csv").rename(tmp_path / "deck" / "d.csv")
    (tmp_path / "deck" / "other.svg").write_text(PAGE.format(label("Name", 20) + label("Cost", 50)))
    given = ("--template", tmp_path / "deck" / "other.svg")
    assert "not taken" not in run("new", tmp_path / "lake", "--from", tmp_path / "deck", *given, "--lang", "en").output
    done = run("new", tmp_path / "sea", "--from", tmp_path / "deck", "--lang", "en")
    assert f"add `--template {tmp_path / 'deck' / 'card.svg'}`" in done.output


COUNTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="16mm"'
    ' height="16mm" viewBox="0 0 16 16"><rect inkscape:label="Color" x="-3" y="-3" width="22" height="22" fill="#eee"/>'
    '<g font-family="body" font-size="2.2"><text inkscape:label="Name" x="1" y="2.6">1 Gd</text>'
    '<text x="15" y="2.6" text-anchor="end" inkscape:label="Setup">0412</text>'
    '<text x="8" y="{}" text-anchor="middle">XX</text>'
    '<text inkscape:label="Factors" x="8" y="{}" text-anchor="middle" font-size="4">4-3-6</text></g></svg>'
)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("low", "told"),
    {"inside the safe zone": (13, ""), "near the edge": (14.6, ""), "at the cut": (15.9, "F104")}.values(),
)
def test_words_may_stand_where_they_are_drawn(tmp_path, low, told):
    """Those of a counter stand near its edge, and use the row in which they are drawn; but none is cut off."""
    table = "Name,Setup,Factors,Color\n1 Gd,0412,8-6-4,red\nTuchkov,R1,(6)-2-3,green\n"
    home, said = made(tmp_path, table, COUNTER.format(4.5, low), "--kind", "counters")
    assert "its new layer `safe`" in said
    checked = run("check", project=home).output
    assert re.findall(r"error (\w+)", checked) == [told] * bool(told), checked


def test_a_drawing_is_the_back_of_counters_that_have_columns_behind(tmp_path):
    """As `countersheets` for Inkscape has them: what follows `BACK` stands where the front has the same."""
    table = (
        "Nr,Name,Setup,Factors,Color,BACK,Factors,Color\n2,1 Gd,0412,8-6-4,red,,4-6-4,gray\n1,Ney,R1,5-5-4,red,,,gray\n"
    )
    home, said = made(tmp_path, table, COUNTER.format(7, 13), "--kind", "counters")
    assert "nothing called so" not in said
    front, back = (run("-C", home, "face", "isle", "d/1-gd", *side).output for side in ((), ("--back",)))
    assert "8-6-4" in front
    assert "4-6-4" not in front
    assert all(words in back for words in ("4-6-4", "#808080"))


@pytest.mark.slow
def test_words_that_flow_in_a_frame_are_bound(tmp_path):
    """Placeholders in a `flowRoot`, as Inkscape before 1.0 wrote text in boxes, but for the heading of one; and a
    picture whose id also says that it is one."""
    (tmp_path / "fotos").mkdir()
    for name in ("fox", "owl", "sample"):
        Image.new("RGB", (90, 90), "red").save(tmp_path / "fotos" / f"{name}.png")
    frame = '<flowRegion><rect x="6" y="{}" width="50" height="9"/></flowRegion>'
    flow = f'<flowRoot font-size="5">{frame}<flowPara>{{}}</flowPara></flowRoot>'
    picture = '<image id="image_photo" href="fotos/sample.png" x="6" y="30" width="50" height="40"/>'
    drawing = PAGE.format(
        flow.format(5, "{{name}}") + flow.format(20, "Habitat:") + flow.format(75, "##HABITAT##") + picture
    )
    home, _ = made(tmp_path, "name,habitat,photo\nFox,Wood,fox.png\nOwl,Barn,owl.png\n", drawing)
    assert bound(home)[:2] == ['pnp:text="item.name"', 'pnp:fit="wrap"']
    assert 'pnp:href="item.photo"' in bound(home)
    words = words_of(home, tmp_path / "out")
    assert words.count("Wood") == 1
    assert words.count("Habitat:") == 2
    assert "HABITAT" not in words


@pytest.mark.slow
def test_attributes_that_other_tools_fill_in_are_bound(tmp_path):
    """Of any name, in styles, too, and the words that Inkscape's Generator extension looks for."""
    (tmp_path / "art").mkdir()
    Image.new("RGB", (90, 90), "red").save(tmp_path / "art" / "fox.png")
    Image.new("RGB", (90, 90), "blue").save(tmp_path / "art" / "owl.png")
    table = "Name,Picture,Colour,Strength\nFox,art/fox.png,#c03030,11\nOwl,art/owl.png,,44\n"
    drawing = PAGE.format(
        '<circle r="9" cx="20" cy="20" style="fill:{{ colour }};stroke:#000"/>'
        '<image x="9" y="30" width="40" height="40" href="%VAR_Picture%"/>'
        '<rect id="colour" x="5" y="75" height="5" width="[Strength]" fill="{colour}"/>'
        '<text x="9" y="12" font-size="5" fill="##colour##">%VAR_Name%</text>'
    )
    home, said = made(tmp_path, table, drawing)
    assert "nothing called so" not in said
    fox, owl = (run("-C", home, "face", "isle", f"d/{one}").output for one in ("fox", "owl"))
    assert fox.count("#c03030") == 3
    assert all(words in owl for words in ('"Owl"', "M5 75L49 75"))
    assert "colour" not in fox + owl


@pytest.mark.slow
def test_a_drawing_of_the_proportions_is_as_large_as_is_asked(tmp_path):
    """Ten times, or nine tenths; of other proportions, or without a view of its own, it stays as it is, and is told."""
    table = "Name,Cost\nFox,1\nOwl,2\n"
    pages = {
        "tenfold": ('"630mm" height="880mm" viewBox="0 0 63 88"', True),
        "small": ('"56.7mm" height="79.2mm" viewBox="0 0 63 88"', True),
        "square": ('"630mm" height="630mm" viewBox="0 0 63 88"', False),
        "bare": ('"630mm" height="880mm"', False),
    }
    for name, (page, is_made) in pages.items():
        (tmp_path / name).mkdir()
        drawing = PAGE.replace('"63mm" height="88mm" viewBox="0 0 63 88"', page).format(label("Name", 20))
        home, said = made(tmp_path / name, table, drawing, "--size", "63x88")
        assert ("is made 63 x 88 mm" in said) is is_made
        assert ("T014" in run("-C", home, "check").output) is not is_made


@pytest.mark.slow
@pytest.mark.parametrize("hole", ["[{}]", "{{{}}}", "{{{{{}}}}}", "<<{}>>", "%{}%"])
def test_what_other_tools_fill_in_among_words_is_bound(tmp_path, hole):
    """Where all that is to be filled in are columns; in a drawing of one's own `check` and `build` tell it."""
    words = f"{hole} – {hole}, don't".format("Type", "Cost").replace("<", "&lt;")
    drawing = PAGE.format(label("Name", 12) + f'<text x="9" y="30" font-family="body" font-size="3">{words}</text>'
                          '<text x="9" y="50" font-family="body" font-size="3">[Name] of [nobody]</text>')  # fmt: skip
    home, told = made(tmp_path, "Name,Type,Cost\nFox,Beast,3\nOwl,Bird,\n", drawing)
    assert "nothing called so" not in told
    said = words_of(home, tmp_path / "out")
    assert all(part in said for part in ("Beast – 3, don't", "Bird – , don't", "[Name] of [nobody]")), said
    (home / "layouts" / "isle" / "d.svg").write_text(drawing)
    said = run("build", "--out", tmp_path / "out", project=home).output
    assert """write pnp:text="item.type ~ ' – ' ~ item.cost ~""" in said, said


@pytest.mark.slow
def test_what_is_filled_into_attributes_in_part_or_in_definitions_is_bound(tmp_path):
    """Names of files, turns, stops of a gradient, the colour of a text; and texts have their room all the same."""
    (tmp_path / "art").mkdir()
    for name in ("fox", "owl"):
        Image.new("RGB", (90, 90), "red").save(tmp_path / "art" / f"{name}.png")
    drawing = PAGE.format(
        '<defs><linearGradient id="g"><stop stop-color="{{hue}}"/></linearGradient></defs>'
        '<rect width="63" height="88" fill="url(#g)"/>'
        '<image href="art/{{name}}.png" x="6" y="30" width="50" height="20"/>'
        '<g transform="rotate({{turn}} 30 25)"><path d="M20 20h9v9z" fill="#fedcba"/></g>'
        '<text x="6" y="12" font-size="5" fill="{{ink}}">{{name}}</text>'
        '<text x="6" y="60" font-size="4">{{rules}}</text>'
    )
    rules = "Draw a card and put it on top of the deck, or take all cards that lie beside the board."
    table = f'name,hue,ink,turn,rules,picture\nfox,#eeffdd,#102030,90,"{rules}",fox.png\n'
    home, _ = made(tmp_path, table + "owl,#ddffee,#302010,0,Rest.,owl.png\n", drawing)
    written = " ".join(bound(home))
    assert 'pnp:stop-color="item.hue"' in written
    assert """pnp:transform="'rotate(' ~ item.turn ~ ' 30 25)'\"""" in written
    assert """pnp:href="'art/' ~ item.name ~ '.png'\"""" in written
    assert 'pnp:fill="item.ink"' in written
    assert 'pnp:box="6 ' in written
    checked = run("check", project=home)
    assert checked.exit_code == 0, checked.output


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("begin", "other", "end"),
    [("{% if fast %}", "{% else %}", "{% endif %}"), ("{{#if fast}}", "{{else}}", "{{/if}}"),
     ("{%- if kind == 'Fox' -%}", "{% else %}", "{%- endif -%}"), ("{{#unless slow}}", "{{else}}", "{{/unless}}")],
)  # fmt: skip
def test_what_stands_between_conditions_of_other_tools_stands_where_they_are_true(tmp_path, begin, other, end):
    drawing = PAGE.format(
        label("Name", 12) + f'{begin}<g><path d="M5 50h5v5z" fill="#123456"/></g><circle r="3" fill="#234567"/>'
        f'{other}<path d="M5 50h5v5z" fill="#345678"/>{end}<path d="M9 70h5v5z" fill="#456789"/>'
    )
    home, _ = made(tmp_path, "Name,Fast,Slow,Kind\nAsh,yes,no,Fox\nBob,no,yes,Owl\nCid,no,yes,Owl\n", drawing)
    faces = [run("-C", home, "face", "isle", item).output for item in ("d/ash", "d/bob")]
    hues = [["#123456" in face, "#234567" in face, "#345678" in face, "#456789" in face] for face in faces]
    assert hues == [[True, True, False, True], [False, False, True, True]]


def test_a_template_of_jinja_says_what_it_says_there(tmp_path):
    """All of it stood on the cards as it is written there, or stopped the build."""
    (tmp_path / "art").mkdir()
    for name in ("fox", "owl"):
        Image.new("RGB", (90, 90), "red").save(tmp_path / "art" / f"{name}.png")
    words = "Take a card.&lt;"
    html = f'<div xmlns="http://www.w3.org/1999/xhtml" style="color:#fedcba"><p>{{{{ card.text|e }}}}</p>{words}</div>'
    drawing = PAGE.format(
        """<style>p {color: red}</style><rect width="63" height="88" style="fill:{{ card.hue|default('#0000ff') }}"/>"""
        """<text x="6" y="11" font-size="5">{{ card.title | upper }}, {{card['kind']}}</text>"""
        """<image x="6" y="15" width="20" height="20" href="art/{{ card.art }}.png"/>"""
        """{% for k in range(card.power) %}<circle cx="{{ 8 + k * 4 }}" cy="82" r="2" fill="#123456"/>{% endfor %}"""
        """{% if card.power > 2 %}<path d="M5 50h5v5z" fill="#234567"/>"""
        """{% elif card.cost %}<path d="M5 50h5v5z" fill="#345678"/>"""
        """{% else %}<circle r="3" fill="#456789"/>{% endif %}"""
        """\n{% for p in card.places %}<path d="M5 60h5v5z"/>{% endfor %}"""
        f"""<foreignObject x="6" y="58" width="51" height="20">{html}</foreignObject>"""
        """<text x="6" y="80" font-size="5">{{ card.title | wordwrap(3) }}</text>"""
    )
    rows = "fox,Bird,1,3,,fox,Bites.\nowl,Fish,,1,#fedcba,owl,Flies.\nant,Bug,2,2,#fedcba,owl,Digs.\n"
    home, told = made(tmp_path, f"Title,Kind,Cost,Power,Hue,Art,Text\n{rows}", drawing)
    assert "card.svg:2:1: `{% for p in card.places %}` is not carried out, what is in it stands on all" in told
    assert "there is no field `places`" in told
    assert "on no piece, as no column is called so: {{ card.title | wordwrap(3) }}; label each" in told
    faces = [run("-C", home, "face", "isle", f"d/{one}").output for one in ("fox", "owl", "ant")]
    said = [re.findall('aria-label="(.*?)"', face) for face in faces]
    assert said[:2] == [["FOX, Bird", "Bites.", "Take a card.&lt;"], ["OWL, Fish", "Flies.", "Take a card.&lt;"]]
    assert [face.count("#123456") for face in faces] == [3, 1, 2]
    hues = [[hue in face for hue in ("#234567", "#345678", "#456789")] for face in faces]
    assert hues == [[True, False, False], [False, False, True], [False, True, False]]
    assert "#0000ff" in faces[0]
    assert all("#fedcba" in face and "<image" in face for face in faces)
    assert "error" not in run("check", "--format", "short", project=home).output
    (home / "layouts" / "isle" / "d.svg").write_text(PAGE.format('<text x="6" y="9">{{ card.title | upper }}</text>'))
    assert """write pnp:text="item.name | upper" at the `text`""" in run("check", project=home).output


def test_a_template_that_is_no_svg_yet_becomes_one(tmp_path):
    """Browsers and text tools take values without quotation marks, with others in them, and `<`; ids are for a page."""
    drawing = PAGE.format(
        """<defs><linearGradient id="g{{idx}}"><stop stop-color="#fed"/></linearGradient></defs>"""
        """<rect class={{ kind }} width="63" height="88" fill="url(#g{{idx}})"/>"""
        """<path d="M5 50h5v5z" fill="{{ card["hue"] }}"/>"""
        """{% if cost < 2 %}<path d="M5 60h5v5z" fill="#234567"/>{% endif %}<text x="9" y="9">#{{ cost }}</text>"""
    )
    home, _ = made(tmp_path, "Name,Idx,Kind,Hue,Cost\nFox,1,a,#abcdef,1\nOwl,2,b,#fedcba,2\n", drawing)
    fox, owl = (run("-C", home, "face", "isle", f"d/{name}").output for name in ("fox", "owl"))
    assert ("#abcdef" in fox, "#234567" in fox, "#fedcba" in owl, "#234567" in owl) == (True, True, True, False)
    assert '"#1"' in fox
    (tmp_path / "card.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n  <a&></g></svg>')
    asked = ("new", tmp_path / "two", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg")
    assert "card.svg:3:5` cannot be read" in run(*asked).output
    (tmp_path / "card.svg").write_text('<g>\n<g sodipodi:role="line"/></g>')
    said = run(*asked).output
    assert "the file holds no SVG picture" in said
    assert "xmlns:sodipodi=" in said


def test_of_several_frames_of_words_on_old_paper_one_is_taken(tmp_path):
    """Inkscape had 90 pixels to the inch, and words in frames of its own, which lie elsewhere as they are drawn."""
    flow = (
        '<flowRoot transform="translate({0} {1})" style="font-size:20px"><flowRegion><rect x="20" y="{2}" width="300"'
        ' height="60"/></flowRegion><flowPara>{3}</flowPara></flowRoot>'
    )
    drawn = "".join(
        f'<rect x="{x}" y="30" width="500" height="280" fill="none" stroke="#000"/>'
        + flow.format(x, 30, 10, f"${{name{n}}}")
        + flow.format(x, 30, 90, f"#${{cost{n}}}")
        for n, x in ((1, 20), (2, 522))
    )
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" width="1052.3622" height="744.09448">{drawn}</svg>'
    home, told = made(tmp_path, "Name,Cost\nFox,1\nOwl,2\n", sheet)
    assert "each a card, 141.1 x 79.02 mm" in told
    assert "on no piece" not in told
    assert {"Fox", "#1", "Owl", "#2"} <= {*words_of(home, tmp_path / "out").split()}


@pytest.mark.slow
def test_places_that_no_column_is_called_are_told_as_they_are_written(tmp_path):
    """`[[0]]` was asked for a label; a column of ids that has a place was on no piece."""
    (tmp_path / "d.csv").write_text("Name,Id\nFox,101\nOwl,102\n")
    (tmp_path / "card.svg").write_text(PAGE.format('<text x="9" y="9">[[0]]</text><text x="9" y="20">[[1]]</text>'))
    asked = ("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg")
    assert "its places `[[0]]`, `[[1]]` are called as no column: write `[[Name]]` ..." in run(*asked).output
    (tmp_path / "card.svg").write_text(PAGE.format('<text x="9" y="20" font-size="5">No. {{ card.id | int }}</text>'))
    done = run(*asked)
    assert "printed on no piece" not in done.output
    assert {"101", "102"} <= {*words_of(tmp_path / "isle", tmp_path / "out").split()}


def test_layers_are_called_for_what_is_in_them(tmp_path):
    """Of two lines of a sample none showed the rules, and a frame in a layer no picture."""
    for name in ("fox", "owl"):
        Image.new("RGB", (90, 60), "red").save(tmp_path / f"{name}.png")
    layer = '<g inkscape:groupmode="layer" inkscape:label="{}">{}</g>'
    lines = "".join(
        f'<text x="6" y="{60 + 5 * n}" font-size="4" font-family="body">Line {n} here.</text>' for n in (0, 1)
    )
    drawing = PAGE.format(
        '<rect width="63" height="88" fill="#eee"/>'
        + layer.format("Rules", lines)
        + layer.format("Art", '<rect x="6" y="14" width="50" height="34" fill="#999"/>')
        + label("Name", 10)
    )
    rules = "Draw a card and put it on top of the deck, or take all cards that lie beside the board, but one."
    home, told = made(tmp_path, f'Name,Rules,Art\nFox,"{rules}",fox.png\nOwl,"{rules[:60]}",owl.png\n', drawing)
    assert "on no piece" not in told
    assert "nothing called so" not in told
    assert 'pnp:href="item.art"' in bound(home)
    said = " ".join(words_of(home, tmp_path / "out").split())
    assert rules in said
    assert "here." not in said


def test_pictures_lie_where_a_drawing_shows_one_from(tmp_path):
    """Those of folders that say nothing of pictures were left; of few words an image showed none, as these are told."""
    rows = [f"{name},{'ab'[n % 2]},{name}" for n, name in enumerate(("ant", "bee", "cow", "dog"))]
    for folder, names in (("lot", "ab"), ("zoo", ("ant", "bee", "cow", "dog"))):
        (tmp_path / folder).mkdir()
        for n, name in enumerate(names):
            Image.new("RGB", (60, 60), ("red", "blue")[n % 2]).save(tmp_path / folder / f"{name}.png")
    images = (
        '<image id="Mark" href="../x/lot/a.png" width="9" height="9"/><image id="art" href="zoo\\ant.png" x="9"'
        ' width="9" height="9"/>'
    )
    home, told = made(tmp_path, "Name,Mark,Art\n" + "\n".join(rows), PAGE.format(label("Name", 40) + images))
    assert "may be for something else" not in told
    assert {'pnp:href="item.mark_icon"', 'pnp:href="item.art"'} <= {*bound(home)}
    assert "nothing called so" not in told


@pytest.mark.slow
def test_words_beside_a_place_for_them_are_their_heading(tmp_path):
    """`Name` above `@name` said the name, too; what has the sign of places and no column is on no piece."""
    words = "".join(
        f'<text x="9" y="{9 + 9 * n}" font-size="5">{said}</text>'
        for n, said in enumerate(("Name", "@name", "@kind", "@inner", "$5"))
    )
    words += '<defs><rect id="r" x="9" y="60" width="40" height="20"/></defs><text inkscape:label="Rules" font-size="5"'
    words += f' style="shape-inside:url(#r)"><tspan x="9" y="65">{"Lorem ipsum " * 4}</tspan></text>'
    home, told = made(tmp_path, "Name,Kind,Rules\nFox,Beast,Run.\nOwl,Bird,Fly.\n", PAGE.format(words))
    assert "on no piece, as no column is called so: @inner; label each" in told
    assert "wide" not in told
    assert words_of(home, tmp_path / "out").split().count("Name") == 2
    assert words_of(home, tmp_path / "out").split().count("Fox") == 1


SHEET = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">{}</svg>'


@pytest.mark.slow
def test_places_are_found_by_the_end_of_their_ids(tmp_path):
    """An empty text beside the page took the name; labels that were copied said one thing thrice, untold."""
    drawn = (
        '<text id="name" x="-80" y="-70"/><text id="cardName" x="20" y="30">titletext</text>'
        '<g style="fill-opacity:powercls"><rect x="50" y="50" width="9" height="9"/></g>'
        '<text inkscape:label="Kind" x="20" y="60">Action</text><text inkscape:label="Kind" x="60" y="60">Trait</text>'
    )
    page = SHEET.format(drawn).replace("<svg", '<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"')
    (tmp_path / "card.svg").write_text(page)
    (tmp_path / "d.csv").write_text("Name,Kind,powercls\nFox,Beast,1\nOwl,Bird,0\n")
    home = tmp_path / "isle"
    done = run("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg", "--lang", "en")
    assert "card.svg: 2 texts are called Kind, and show it on all of these" in done.output
    words = (home / "layouts/isle/d.svg").read_text()
    assert re.search(r'<text pnp:text="item\.name"[^>]* id="cardName"', words), words
    assert 'pnp:fill-opacity="item.powercls"' in words
    assert "isle: no errors" in run("check", project=home).output


@pytest.mark.slow
def test_pictures_above_a_drawing_come_with_it(tmp_path):
    """`../art/frame.png` was told as missing by the build."""
    for name in ("art", "drawn"):
        (tmp_path / name).mkdir()
    Image.new("RGB", (60, 60), "green").save(tmp_path / "art/frame.png")
    image = '<image x="20" y="20" width="60" height="60" href="../art/frame.png"/>'
    (tmp_path / "drawn/card.svg").write_text(SHEET.format(f'{image}<text x="30" y="50">{{{{name}}}}</text>'))
    (tmp_path / "d.csv").write_text("Name,Cost\nFox,1\nOwl,2\n")
    home = tmp_path / "isle"
    run("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "drawn/card.svg", "--lang", "en")
    assert (home / "layouts/isle/frame.png").is_file()
    done = run("build", "--out", tmp_path / "out", "--no-cache", project=home)
    assert "F102" not in done.output
    assert done.exit_code == 0, done.output


@pytest.mark.slow
@pytest.mark.parametrize("source", ["", "data/d.json"])
def test_what_a_project_draws_itself_is_told(tmp_path, source):
    """Its template and its colours lay beside the table, and nothing was said of them."""
    for name in ("data", "templates"):
        (tmp_path / "own" / name).mkdir(parents=True)
    (tmp_path / "own/data/d.json").write_text('[{"name": "Fox", "land": "Fen"}, {"name": "Owl", "land": "Fell"}]')
    (tmp_path / "own/data/style.yaml").write_text('colors:\n  Fen: "#2e7d32"\n  Fell: "#1976d2"\nfont: Sans\n')
    (tmp_path / "own/templates/card.svg").write_text(SHEET.format("<text>{{title}}</text>"))
    (tmp_path / "own/templates/frame.svg").write_text(SHEET.format("<text>Title</text>"))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "own" / source, "--lang", "en")
    assert "not taken: card.svg, to be filled in; `--template " in done.output
    assert ("not taken: style.yaml, the colours of Fen, Fell; write them" in done.output) == (not source)


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("hole", "size", "is_so"),
    {
        "as Python fills them in": ("${{{}{}}}", (80, 110), True),
        "as Jinja does": ("{{{{{}_{}}}}}", (63, 88), True),
        "as mail merges do": ("&lt;&lt;{} {}&gt;&gt;", (63, 88), True),
        "as those of a list of each column": ("{{{{ {}.{} }}}}", (63, 88), True),
        "as those of a list in brackets": ("{{{{ {}[{}] | safe }}}}", (63, 88), True),
        "as those of a list of cards": ("{{{{ cards[{1}].{0} }}}}", (63, 88), True),
        "as those of cards with names": ("{{{{card{1}.{0}}}}}", (80, 110), True),
        "as those of numbers": ("{{{{{1}.{0}}}}}", (63, 88), True),
        "frames that hold more than one": ("{{{{{}_{}}}}}", (100, 88), False),
    }.values(),
)
def test_of_several_pieces_on_a_page_one_is_taken(tmp_path, hole, size, is_so):
    """Words with numbers were called as no column, and all pieces stood on each."""
    frame = f'<rect x="{{0}}" y="{{1}}" width="{size[0]}" height="{size[1]}" fill="#fff8e0" stroke="{{3}}"/>'
    words = '<text x="{0}" y="{1}" dx="8" dy="14" font-size="6" font-family="body">{2}</text>'
    drawn = "".join(
        f'<g transform="translate({15 + n % 2 * min(91, size[0] + 1)} {20 + n // 2 * 130})">'
        + frame.format(0, 0, "", hole.format("hue", n + 1))
        + words.format(8, 14, hole.format("name", n + 1))
        + words.format(8, 40, f"Costs {hole.format('cost', n + 1)}")
        + f'<image x="8" y="62" width="30" height="20" href="{hole.format("art", n + 1)}"/>'
        + "</g>"
        for n in range(4)
    )
    (tmp_path / "d.csv").write_text("Name,Cost,Hue,Art\nFox,1,red,a.png\nOwl,2,blue,a.png\n")
    Image.new("RGB", (720, 480), "green").save(tmp_path / "a.png")
    (tmp_path / "page.svg").write_text(SHEET.format(drawn))
    home = tmp_path / "isle"
    done = run("new", home, "--from", tmp_path / "d.csv", "--template", tmp_path / "page.svg", "--lang", "en")
    assert (done.exit_code == 0) == is_so, done.output
    if not is_so:
        assert "art1, art2, art3, art4 are numbered" in done.output
        return
    assert f"each a card, {size[0]} x {size[1]} mm" in done.output
    assert "4 pieces are on its page" in done.output
    assert {
        'pnp:text="item.name"',
        "pnp:text=\"'Costs ' ~ item.cost\"",
        'pnp:stroke="item.hue"',
        'pnp:href="item.art"',
    } <= {*bound(home)}
    assert bound(home).count('pnp:if="false"') == 3  # also what lies within the bleed
    told = run("check", "--format", "short", project=home).output
    assert [code for code in re.findall(r"[A-Z]\d{3}", told) if code[0] != "Y"] == ["P003"]  # as it is drawn


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("side", "options", "size"),
    [((56, 87), (), "56 x 87 mm"), ((560, 870), (), ""), ((63, 88), ("--size", "126x176"), "126 x 176 mm")],
)
def test_a_drawing_without_a_page_has_that_of_its_ground(tmp_path, side, options, size):
    """Its own check refused the page of what was made: `nothing` by `nothing`."""
    words = '<text id="Name" x="10" y="40" font-family="body" font-size="10">a</text>'
    ground = f'<rect width="{side[0]}" height="{side[1]}" fill="#ddd"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{ground}{words}</svg>'
    home, told = made(tmp_path, "Name\nFox\nOwl\n", svg, *options)
    assert f", {size}" in told
    assert f"it says no page: that of what it draws is taken, {side[0]} x {side[1]}" in told
    assert " no errors" in run("-C", home, "check").output


@pytest.mark.slow
def test_what_is_to_be_filled_in_where_no_text_is_is_told_with_its_place(tmp_path):
    """Cards lost the names of people: other tools put whole texts there, or a code of squares."""
    loose = '<!-- {{Rank}} -->\n<g id="qr">\n  {{CODE}}\n</g>\n{{Rank}}<text x="9" y="40" font-size="5">{{Type}}</text>'
    loose += '<rect width="9" height="9" fill="{{hue}}"/>'
    table = "Name,Rank,Type\nFox,Duke,Beast\nOwl,Earl,Bird\n"
    home, told = made(tmp_path, table, PAGE.format(label("Name", 12) + loose))
    row = next(n for n, line in enumerate((tmp_path / "card.svg").read_text().splitlines(), 1) if "CODE" in line)
    assert f"card.svg:{row}:3: `{{{{CODE}}}}` stands in no text, so it is not printed: no column is called so" in told
    text = '<text x="..." y="...">{{Rank}}</text>'
    assert f"card.svg:{row + 2}:1: `{{{{Rank}}}}` stands in no text, so it is not printed: write `{text}` there" in told
    assert told.count("stands in no text") == 2
    assert "`{{hue}}` is filled in by nothing: no column of d is called so" in told
    checked = run("-C", home, "check").output
    assert "nothing fills it in: give its table a column that is called so" in checked
    assert "isle: 1 error" in checked


def test_choices_within_a_text_and_the_number_of_a_loop_are_carried_out(tmp_path):
    """As Jinja has them: `{% if cost %}` inside words, `loop.index` in words and places."""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<text x="5" y="12" font-size="5">{{ name }}</text><text x="5" y="20" font-size="4">'
        "{% if cost %}Cost {{ cost }}{% else %}free{% endif %} now</text>{% for a in rules %}"
        '<text x="5" y="{{ 24 + loop.index * 6 }}" font-size="4">{{ loop.index }}. {{ a }}</text>{% endfor %}</svg>'
    )
    (tmp_path / "card.svg").write_text(drawn)
    deck = [{"name": "Fox", "cost": 2, "rules": ["Run", "Bite"]}, {"name": "Owl", "rules": ["Fly", "See", "Hoot"]}]
    (tmp_path / "deck.json").write_text(json.dumps(deck))
    run("new", tmp_path / "isle", "--from", tmp_path / "deck.json", "--template", tmp_path / "card.svg")
    said = words_of(tmp_path / "isle", tmp_path / "out")
    assert [one in said for one in ("Cost 2 now", "free now", "2. Bite", "3. Hoot", "{%")] == [True] * 4 + [False]


def test_a_text_too_long_for_its_place_is_told_at_once(tmp_path):
    """With what to do, and a draft prints all else; others are not."""
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{}</svg>'
    place = '<text x="5" y="12" font-size="5">Name</text><rect x="5" y="60" width="53" height="10" fill="#ccc"/>'
    (tmp_path / "card.svg").write_text(page.format(f'{place}<text x="6" y="66" font-size="3.5">Text</text>'))
    long = "Draw a card and burn it. " * 12
    for name, words in (("long", long), ("short", "Burn a card.")):
        (tmp_path / f"{name}.csv").write_text(f"Name,Text\nFox,{words}\nOwl,Draw a card.\n")
        drawn = ("--template", tmp_path / "card.svg")
        said = run("new", tmp_path / f"a-{name}", "--from", tmp_path / f"{name}.csv", *drawn).output
        assert ("`Draw a card and burn it. Draw  ...`: too long for its place of" in said) == (name == "long")
        assert ("build --draft  # some words do not fit" in said) == (name == "long")


@pytest.mark.some(0)
def test_pictures_that_a_hole_in_their_name_calls_are_copied(tmp_path):
    """A build was refused: `g4260.png` lay beside the drawing, and was left there."""
    for number in (1, 2):
        Image.new("RGB", (20, 20), "navy").save(tmp_path / f"g{number}.png")
    home, told = made(tmp_path, "Name,Sign\nFox,1\nOwl,2\n", PAGE.format(
        label("Name", 12) + '<image href="g{{Sign}}.png" x="9" y="30" width="20" height="20"/>'))  # fmt: skip
    assert {"g1.png", "g2.png"} <= {*files(home / "layouts/isle")}, told
    assert "isle: no errors" in run("-C", home, "check").output


@pytest.mark.some(0)
def test_a_number_that_the_drawing_shows_is_no_count(tmp_path):
    """42 tickets were printed of four, and their numbers on none."""
    home, told = made(
        tmp_path, "Name,Number\nFox,12\nOwl,9\nElk,5\n", PAGE.format(label("Name", 12) + label("Number", 30))
    )
    assert "also drawn: Number" in told
    assert "count: no column, so one of each" in told
    assert "isle: no errors" in run("-C", home, "check").output
