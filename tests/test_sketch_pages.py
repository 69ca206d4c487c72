"""`pnp new --from --template`: of a drawing with more on its page than a card, or with several pages, that is taken."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from tests.test_cli_user import run

PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="210mm" height="297mm" viewBox="0 0 210 297">{}</svg>'
)


def card(x, y, name="", *, wide=63, high=88, words="Storm"):
    """A group with a card at a place: its ground, with a line around it, and its name."""
    ground = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="3" fill="#ffe" stroke="#000" stroke-width="1"/>'
    text = f'<text inkscape:label="Name" x="{x + 5}" y="{y + 10}" font-size="5">{words}</text>'
    return f'<g inkscape:label="{name}">{ground}{text}</g>'


def new(tmp_path, drawing, part="", *options):
    (tmp_path / "d.csv").write_text("Name\nStorm\nFire\n")
    (tmp_path / "card.svg").write_text(drawing)
    asked = ("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / f"card.svg{part}")
    return run(*asked, "--lang", "en", *options)


def pages(tmp_path):
    """The page of each template, in mm and in the units of the file."""
    found = {p.name: p.read_text() for p in (tmp_path / "isle" / "layouts" / "isle").glob("*.svg")}
    sized = re.compile(r'width="(.*?)mm" height="(.*?)mm" viewBox="(.*?)"')
    return {name: sized.search(text).groups() for name, text in found.items()}


def shown(tmp_path, *side):
    """The names on a card."""
    drawn = run("-C", tmp_path / "isle", "face", "isle", "d/fire", *side).output
    return re.findall('aria-label="(.*?)"', drawn)


@pytest.mark.some(1, 5)
@pytest.mark.parametrize(
    ("drawing", "part", "page"),
    {
        "a card on a sheet of paper": (card(20, 30), "", ("63", "88", "20 30 63 88")),
        "with its bleed": (card(17, 27, wide=69, high=94), "", ("63", "88", "20 30 63 88")),
        "of any size": (card(20, 30, wide=50, high=120), "", ("50", "120", "20 30 50 120")),
        "with pictures beside the paper": (
            card(20, 30) + '<g id="sun"><circle cx="-60" cy="20" r="50" fill="red"/></g>',
            "",
            ("63", "88", "20 30 63 88"),
        ),
        "a board, which takes most of the paper": (card(20, 30, wide=170, high=120), "", ("210", "297", "0 0 210 297")),
        "a group of several": (
            card(20, 30, "Spell") + card(120, 30, "Unit", words="Other"),
            "#Unit",
            ("63", "88", "120 30 63 88"),
        ),
        "beside the paper": (card(-90, -200, "Spell", words="Other"), "#Spell", ("63", "88", "-90 -200 63 88")),
    }.values(),
)
def test_the_card_on_a_larger_page_is_taken(tmp_path, drawing, part, page):
    """That of a new drawing is A4: whoever draws a card on it would get boards. What lies beside it is not drawn."""
    done = new(tmp_path, PAGE.format(drawing), part)
    assert done.exit_code == 0, done.output
    assert pages(tmp_path)["d.svg"] == page
    assert ("of its page of 210 x 297 mm a part is taken" in done.output) is (page[0] != "210")
    assert shown(tmp_path) == ["Fire"]
    assert run("check", project=tmp_path / "isle").exit_code == 0


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("page", "sides", "size"),
    [
        ("1530 990", (225, 315), "poker-us"),  # 90 pixels are an inch of older programs
        ("1530 990", (100, 100), "width: 88.9"),  # the frame of a picture, maybe
        ("400 500", (225, 315), "105.8"),  # most of the page
    ],
)
def test_the_frame_around_all_that_is_on_a_page_is_the_card(tmp_path, page, sides, size):
    """Of a page of 17 x 11 inches all was printed, as a card, with letters of 1.6 pt; samples may stick out."""
    wide, high = page.split()
    frame = f'<rect x="3" y="2" width="{sides[0]}" height="{sides[1]}" fill="none" stroke="blue"/>'
    words = f'<text x="{sides[0] - 20}" y="30" font-size="18">{{name}} of it</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">{frame}{words}</svg>'
    done = new(tmp_path, svg)
    assert done.exit_code == 0, done.output
    assert size in (tmp_path / "isle/components/isle/d.yaml").read_text()
    assert ("a part is taken" in done.output) == (size == "poker-us")


@pytest.mark.slow
def test_a_card_in_the_middle_of_a_page_that_is_no_usual_one_is_taken(tmp_path):
    """As whoever fits the page to a card with a margin draws it; a frame within a card is none."""
    fitted = PAGE.replace(
        '210mm" height="297mm" viewBox="0 0 210 297', '69.16mm" height="94.56mm" viewBox="0 0 69.16 94.56'
    )
    new(tmp_path, fitted.format(card(2.83, 2.83, wide=63.5, high=88.9)))
    assert pages(tmp_path)["d.svg"] == ("63.5", "88.9", "2.83 2.83 63.5 88.9")
    (tmp_path / "isle").rename(tmp_path / "first")
    usual = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    new(tmp_path, usual.format(card(2, 2, wide=59, high=84)))
    assert pages(tmp_path)["d.svg"] == ("63", "88", "0 0 63 88")


@pytest.mark.slow
def test_a_drawing_says_utf_8_where_it_has_become_that(tmp_path):
    head = '<?xml version="1.0" encoding="UTF-16"?>'
    for n, way in enumerate(("utf-16", "utf-16-le", "utf-16-be")):
        drawing = f"{head}{PAGE.format(card(20, 30, words='Stürm'))}".encode(way)
        (tmp_path / f"card{n}.svg").write_bytes(drawing)
        asked = ("new", tmp_path / f"isle{n}", "--from", tmp_path / "d.csv", "--template", tmp_path / f"card{n}.svg")
        (tmp_path / "d.csv").write_text("Name\nStorm\nFire\n")
        assert run(*asked).exit_code == 0
        assert run("check", project=tmp_path / f"isle{n}").exit_code == 0


def test_a_page_in_a_comment_is_none(tmp_path):
    said = (
        '<inkscape:page id="a" width="63" height="88"/><!-- <inkscape:page id="b" x="99" width="63" height="88"/> -->'
    )
    begins = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    assert "second page" not in new(tmp_path, begins.format(said + card(0, 0))).output


@pytest.mark.parametrize(
    ("drawing", "part", "told"),
    {
        "several cards": (card(20, 30, "Spell") + card(120, 30, "Unit"), "", "`card.svg#Spell`, `card.svg#Unit`"),
        "without groups": (re.sub("</?g.*?>", "", card(20, 30) + card(120, 30)), "", "group what is on each"),
        "an object that is not there": (card(20, 30, "Spell"), "#Spel", "`Spel` is not there"),
        "an object that shows nothing": (card(20, 30) + '<g id="safe"/>', "#safe", "`safe` is not drawn"),
    }.values(),
)
def test_which_card_is_meant_is_asked(tmp_path, drawing, part, told):
    done = new(tmp_path, PAGE.format(drawing), part)
    assert done.exit_code == 2
    assert told in done.output
    assert not (tmp_path / "isle").exists()


@pytest.mark.slow
def test_a_second_page_is_the_back(tmp_path):
    """As Inkscape saves it: the first page is that of the file, the others lie beside it."""
    said = '<inkscape:page id="{}" x="{}" y="0" width="63" height="88"/>'
    begins = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    drawn = [card(0, 0), card(73, 0, words="Behind").replace('inkscape:label="Name"', "")]
    told = new(tmp_path, begins.format(said.format("front", 0) + said.format("back", 73) + "".join(drawn))).output
    assert "back: the second page of card.svg" in told
    assert pages(tmp_path) == {"d.svg": ("63", "88", "0 0 63 88"), "back.svg": ("63", "88", "73 0 63 88")}
    assert (shown(tmp_path), shown(tmp_path, "--back")) == (["Fire"], ["Behind"])


@pytest.mark.slow
def test_of_more_pages_each_can_be_named(tmp_path):
    said = '<inkscape:page inkscape:label="{}" x="{}" y="0" width="63" height="88"/>'
    drawn = [said.format(name, 73 * n) + card(73 * n, 0) for n, name in enumerate(("Spell", "Unit", "Back"))]
    begins = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    assert "name another: `card.svg#Spell`, `card.svg#Unit`" in new(tmp_path, begins.format("".join(drawn))).output
    (tmp_path / "isle").rename(tmp_path / "first")
    new(tmp_path, begins.format("".join(drawn)), "#Unit")
    assert pages(tmp_path)["d.svg"] == ("63", "88", "73 0 63 88")


def test_a_second_page_of_another_size_is_no_back(tmp_path):
    """It is told, as are those of more pages."""
    said = '<inkscape:page id="card" width="63" height="88"/><inkscape:page id="mat" x="100" width="120" height="120"/>'
    begins = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    mat = '<rect x="100" width="120" height="120"/>'
    told = new(tmp_path, begins.format(said + card(0, 0) + mat)).output
    assert "only the first is taken; name another: `card.svg#card`, `card.svg#mat`" in told


@pytest.mark.some(0, 4)
@pytest.mark.parametrize(
    ("first", "second", "third", "part", "origin"),
    {
        "a unit": ('width="63mm" height="88mm"', 'x="1e2" width="63" height="88"', "", "#2", "100"),
        "no size": ('width="63" height="88"', 'x="100" width="" height="88"', 'x="200"', "", "0"),
        "no number": ('x="nan" width="63" height="88"', 'id="b" x="100" width="63" height="88"', "", "#b", "100"),
        "one label": (
            'inkscape:label="A" width="63" height="88"',
            'inkscape:label="A" id="b" x="100" width="63" height="88"',
            'inkscape:label="C" x="200" width="63" height="88"',
            "#b",
            "100",
        ),
        "signs": (
            'id="a" width="63" height="88"',
            'id="A &gt; &amp;>" x="100" width="63" height="88"',
            "",
            "#A > &>",
            "100",
        ),
        "no name behind the sign": ('width="63" height="88"', "", "", "#", "0"),
    }.values(),
)
def test_odd_pages_do_not_stop_it(tmp_path, first, second, third, part, origin):
    """What has no size that is read is no page; two of one label are told apart by their ids."""
    said = "".join(f"<inkscape:page {words}/>" for words in (first, second, third) if words)
    begins = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    done = new(tmp_path, begins.format(said + card(0, 0) + card(100, 0)), part)
    assert done.exit_code == 0, done.output
    assert pages(tmp_path)["d.svg"] == ("63", "88", f"{origin} 0 63 88")


KIND = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="69.159mm" height="94.559mm" viewBox="0 0 69.159 94.559">'
    '<defs><rect id="head" x="8" y="5" width="50" height="12"/></defs>'
    '<rect x="2.83" y="2.83" width="63.5" height="88.9" rx="4" fill="{}" stroke="black"/>'
    '<text style="font-size:6px;shape-inside:url(#head)"><tspan x="2" y="9" text-anchor="middle">{{Card Name}}</tspan>'
    '</text><text x="10" y="60" font-size="5">{{Text}}</text></svg>'
)


@pytest.mark.slow
def test_a_column_names_the_drawing_of_each_kind(tmp_path):
    """They are templates and no pictures, also in a folder; one called `back` is that of a kind. The card
    on a page with a margin is taken from there, though words in a frame are written elsewhere for other programs."""
    (tmp_path / "templates").mkdir()
    for name, hue in (("spell", "#ffeedd"), ("unit", "#ddeeff"), ("back", "#eeeeee")):
        (tmp_path / "templates" / f"{name}.svg").write_text(KIND.format(hue))
    table = (
        "Card Name,Template,Copies,Text\nFire,spell,2,Burns.\nIce,spell,,Slows.\nOrc,unit,3,Bites.\nEnd,back,,Dvorak\n"
    )
    (tmp_path / "deck.csv").write_text(table)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en")
    assert done.exit_code == 0, done.output
    assert "deck spell: 2 rows, each a card, 63.5 x 88.9 mm" in done.output
    checked = run("check", project=tmp_path / "isle")
    assert checked.exit_code == 0, checked.output
    faces = [run("-C", tmp_path / "isle", "face", "isle", item).output for item in ("deck-spell/ice", "deck-unit/orc")]
    assert ["#ffeedd" in face for face in faces] == [True, False]
    assert ["Bites." in face for face in faces] == [False, True]
    assert not any("{" in re.sub("<style.*?</style>", "", face) for face in faces)
    assert "Dvorak" in run("-C", tmp_path / "isle", "face", "isle", "deck-back/end").output


LAYERS = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="63mm" height="88mm" viewBox="0 0 63 88"><g inkscape:label="{0}" style="display:none">'
    '<rect width="63" height="88" fill="#123456"/></g><g inkscape:label="Front"><rect width="63" height="88"'
    ' fill="#ffeedd"/><text id="Name" x="8" y="20" font-size="5">.</text></g><g inkscape:label="{1}">'
    '<rect x="3" y="3" width="57" height="82" style="fill:none;stroke:#ff0001"/></g></svg>'
)


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("back", "guide"),
    [("Back", "Cut line"), ("card_back", "CutContour"), ("Verso", "Safe Margin (3mm)"), ("裏面", "仕上がり線")],
)
def test_a_layer_is_the_back_and_guides_are_no_print(tmp_path, back, guide):
    (tmp_path / "card.svg").write_text(LAYERS.format(back, guide))
    (tmp_path / "deck.csv").write_text("Name,Cost\nFox,1\nOwl,2\n")
    drawn = ["--template", tmp_path / "card.svg"]
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en", *drawn)
    assert done.exit_code == 0, done.output
    assert f"back: the layer {back} of card.svg" in done.output
    assert f"card.svg: left out, guides: {guide}" in done.output
    front, behind = (run("-C", tmp_path / "isle", "face", "isle", "deck/fox", *s).output for s in ((), ("--back",)))
    assert ["#123456" in face for face in (front, behind)] == [False, True]
    assert ["#ffeedd" in face for face in (front, behind)] == [True, False]
    assert "#ff0001" not in front + behind


def test_a_layer_with_paint_is_no_guide(tmp_path):
    drawing = LAYERS.format("Ground", "Trim").replace("fill:none", "fill:#abcdef").replace(' style="display:none"', "")
    (tmp_path / "card.svg").write_text(drawing.replace("Trim", "Cut"))
    (tmp_path / "deck.csv").write_text("Name,Cost\nFox,1\nOwl,2\n")
    drawn = ["--template", tmp_path / "card.svg"]
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en", *drawn)
    assert "guides" not in done.output
    assert "#abcdef" in run("-C", tmp_path / "isle", "face", "isle", "deck/fox").output


def test_columns_are_taken_for_what_one_says(tmp_path):
    rows = "Letter,Stand,Notes,File\n" + "".join(
        f"{c},{n},Gain {n} wood. Then rest.,x/{c}.md\n" for n, c in enumerate("KQJ")
    )
    (tmp_path / "deck.csv").write_text(rows)
    done = run(
        "new",
        tmp_path / "isle",
        "--from",
        tmp_path / "deck.csv",
        "--columns",
        "letter=Cost, stand=name,NOTES=flavour,file=ignore",
    )
    assert done.exit_code == 0, done.output
    assert "name: Stand" in done.output
    assert "text: Notes" in done.output
    (words,) = (tmp_path / "isle/components/isle").glob("deck.yaml")
    assert "columns: {Letter: cost, Stand: name, Notes: flavour}, ignore: [File]" in words.read_text()
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("columns", "told", "source"),
    [
        ("Letter=name", "name: Letter\n", "{Name: name_2, Letter: name}"),
        (
            "Name=text,Text=name",
            "name: Text\n  picture: Art\n  colour: House\n  text: Name\n",
            "{Name: text, Text: name}",
        ),
        ("Notes (Mia)=text", "text: Notes (Mia)\n", '{Text: text_2, "Notes (Mia)": text}'),
        ("House=colour", "colour: House", "{House: colour}"),
        ("Art=colour", "Art: names pictures, so it is no colour", "{Art: colour}"),
    ],
)
def test_what_one_says_of_a_column_wins(tmp_path, columns, told, source):
    """The column that was taken for the same before is a field of its own, and is printed still."""
    Image.new("RGB", (90, 60)).save(tmp_path / "fox.png")
    rows = "".join(
        f"Fox {n},{c},{'Salt' if n % 2 else 'Sand'},Draw {n} cards from the deck.,Lose a turn at once.,fox.png\n"
        for n, c in enumerate("ABCDEF", 1)
    )
    (tmp_path / "deck.csv").write_text(f"Name,Letter,House,Text,Notes (Mia),Art\n{rows}")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en", "--columns", columns)
    assert (done.exit_code, told in done.output, "not read" in done.output) == (0, True, False), done.output
    assert f"columns: {source}" in (tmp_path / "isle/components/isle/deck.yaml").read_text()
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--columns", "Leter=name"], "no column is called `Leter`\n  hint: did you mean `Letter`?"),
        (["--columns", "Letter"], "--columns takes HEADING=WORD; found `Letter`"),
        (["--columns", "Letter="], "--columns takes HEADING=WORD; found `Letter=`"),
    ],
)
def test_columns_that_are_not_there_are_told(tmp_path, words, told):
    (tmp_path / "deck.csv").write_text("Letter,Text\nK,Gain wood.\nQ,Rest.\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", *words)
    assert (done.exit_code, told in done.output) == (2, True), done.output
    assert not (tmp_path / "isle").exists()
    assert "--columns is for --from" in run("new", tmp_path / "isle", *words).output


@pytest.mark.slow
def test_places_of_other_tools_find_their_columns_or_are_on_no_piece(tmp_path):
    """`${values.name}` of `card_name`, a line each, a frame of art; the rest was printed as it stands."""
    lines = "".join(f'<tspan x="9" y="{40 + 6 * n}">${{values.lore{n}}}</tspan>' for n in (1, 2))
    both = '<tspan x="9" y="12">${values.title}</tspan><tspan x="9" y="19">${values.realm}</tspan>'
    words = (
        f'<text id="names" font-size="5">{both}</text><text id="t7" font-size="5">{lines}</text>'
        '<text id="t9" x="9" y="70" font-size="5">${values.nothing}</text><rect id="card_art" x="9" y="22" width="40"'
        ' height="14"/>'
    )
    drawing = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    (tmp_path / "card.svg").write_text(drawing.format(words))
    for name in ("ant", "bee"):
        Image.new("RGB", (60, 60), "red").save(tmp_path / f"{name}.png")
    rows = "Ant,North,Small it is,and strong,ant.png\nBee,,It stings,,bee.png\n"
    (tmp_path / "d.csv").write_text(f"card_title,card_realm,card_lore1,card_lore2,card_picture\n{rows}")
    asked = ("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--template", tmp_path / "card.svg")
    done = run(*asked, "--lang", "en")
    assert done.exit_code == 0, done.output
    assert "on no piece, as no column is called so: ${values.nothing}; label each" in done.output
    faces = [run("-C", tmp_path / "isle", "face", "isle", f"d/{name}").output for name in ("ant", "bee")]
    said = [re.findall('aria-label="(.*?)"', drawn) for drawn in faces]
    assert said == [["Ant", "North", "Small it is", "and strong"], ["Bee", "It stings"]]
    assert all("<image" in drawn for drawn in faces)
    checked = run("check", project=tmp_path / "isle").output
    assert "T031" not in checked


def test_a_drawing_beside_a_table_with_places_for_its_columns_is_its_template(tmp_path):
    """As a frame it was printed with its places as they stand, under the same words once more."""
    drawing = PAGE.replace('210mm" height="297mm" viewBox="0 0 210 297', '63mm" height="88mm" viewBox="0 0 63 88')
    words = '<text id="t7" x="9" y="12" font-size="5">${card.name}</text><path d="M0 80H63V88H0Z" fill="#735"/>'
    (tmp_path / "card_template.svg").write_text(drawing.format(words))
    (tmp_path / "d.csv").write_text("Name,Text\nStorm,Draw a card.\nFire,Lose a card.\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en")
    assert "template: card_template.svg, which lies beside it and shows its columns" in done.output
    assert "frame:" not in done.output
    assert pages(tmp_path)["d.svg"][:2] == ("63", "88")
    assert shown(tmp_path) == ["Fire"]
