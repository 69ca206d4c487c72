"""`pnp new --from` with the two files of the countersheets extension: a header means what it means there."""

from __future__ import annotations

import csv

import pdfplumber
import pytest
from PIL import Image

from tests.test_cli_user import run

UNIT = 60
"""Units of the drawing (0.25 mm): a counter of 15 mm."""


def rect(name, x, y, wide=UNIT, high=UNIT, style="fill:#f2f2f2;stroke:none"):
    return f'<rect id="{name}" x="{x}" y="{y}" width="{wide}" height="{high}" style="{style}"/>'


def text(name, x, y, words, size=10):
    lines = f'<tspan id="line-{name}" x="{x}" y="{y}">{words}</tspan>'
    return f'<text id="{name}" x="{x}" y="{y}" style="font-size:{size}px;font-family:sans-serif">{lines}</text>'


def symbol(name, x, art):
    """A template of another place, in a layer that is hidden and moved."""
    return f'<g transform="translate(5 5)">{rect(name, x - 5, 95, style="fill:none")}{art}</g>'


DRAWING = f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="210mm" height="297mm" viewBox="0 0 840 1188"><defs><linearGradient id="dusk"><stop stop-color="#123"/>
</linearGradient></defs><rect id="blood" style="fill:#aa1111" x="-900" y="0" width="9" height="9"/>
<g id="layer1"><g>{rect("unit", -600, 100)}{text("attack", -595, 155, 3)}{text("defend", -565, 155, 4)}
{text("size", -570, 110, "II")}{rect("box-1", -585, 115, 12, 9)}{rect("box-2", -570, 115, 12, 9)}
<path id="loss" d="M-600 140h60" style="stroke:#f00"/></g></g>
<g style="display:none">{symbol("inf", -400, '<path d="M-380 120l9 9" stroke="#010203"/>')}
{symbol("arm", -300, '<circle id="tank" cx="-275" cy="120" r="5" fill="#040506"/>')}</g>
<g id="layer2"><g>{rect("card", -600, 300, 252, 352)}{text("title", -590, 340, "Title", 20)}
<flowRoot id="rules" style="font-size:13px"><flowRegion><rect x="-590" y="360" width="220" height="200"/></flowRegion>
<flowPara>Sample.</flowPara></flowRoot><image id="art" x="-590" y="560" width="80" height="60"/>
<g id="add-sun"><circle cx="-400" cy="320" r="6" fill="#070809"/></g>
<g id="add-sea"><circle cx="-380" cy="320" r="6" fill="#0a0b0c"/></g>
<use id="badge" xlink:href="#tank"/></g><path id="star" d="M-590 640h9v9z" fill="#0d0e0f"/></g></svg>"""


@pytest.fixture
def made(tmp_path):
    """Makes a project of a table; gives it, and what is said."""

    def made(table, *, named=True, drawing=DRAWING):
        (tmp_path / "units.csv").write_text(table)
        (tmp_path / "sheet.svg").write_text(drawing)
        Image.new("RGB", (400, 300), "green").save(tmp_path / "fox.png")
        home = tmp_path / f"war{len([*tmp_path.glob('war*')]) or ''}"
        drawn = ["--template", tmp_path / "sheet.svg"] * named
        done = run("new", home, "--from", tmp_path / "units.csv", "--lang", "en", *drawn)
        assert done.exit_code == 0, done.output
        return home, done.output

    return made


def face(home, item, *side):
    done = run("-C", home, "face", "war", item, *side)
    assert done.exit_code == 0, done.output
    return done.output


def rows(home, name):
    return list(csv.DictReader((home / "components" / "war" / f"{name}.csv").open()))


UNITS = "unit>,@>,size>,attack,defend,unit[style:fill]>,box-*[style:fill],loss?=n,BACK,attack\n"


@pytest.mark.some(0)
@pytest.mark.parametrize("named", [True, False])
def test_counters_of_two_sides(made, named):
    """Templates upon another, colours, options, defaults, both sides; also of a drawing that lies beside the table."""
    home, said = made(UNITS + "2,inf,II,3,4,seagreen,<blood,,y,1\n,arm,I,,5,,white,y,n,\n", named=named)
    assert "countersheets" in said
    assert "Unit: 2 rows, each a token, 15 x 15 mm" in said
    assert "count: unit, 3 pieces in all" in said
    assert [row["count"] for row in rows(home, "unit")] == ["2", "1"]
    checked = run("check", project=home)
    assert checked.exit_code == 0, checked.output
    front, other = face(home, "unit/inf"), face(home, "unit/arm")
    assert "#010203" in front
    assert "#040506" not in front  # the other template
    assert "#2e8b57" in front
    assert front.count("#aa1111") == 2  # as the rectangle `blood`, at both objects
    assert "#f00" not in front
    assert "#ff0000" not in front
    assert "#040506" in other
    assert "#f2f2f2" in other  # an empty cell: as it was drawn
    assert "#ff0000" in other
    back = face(home, "unit/inf", "--back")
    assert "#2e8b57" in back
    assert "#f2f2f2" in back  # the boxes, which are coloured in front alone
    assert "#010203" not in face(home, "unit/arm", "--back")
    built = run("build", project=home)
    assert built.exit_code == 0, built.output


def test_a_row_without_a_back_has_none(made):
    home, _ = made(UNITS + ",inf,II,3,4,red,white,,y,1\n,arm,I,2,5,red,white,,,\n")
    assert "<path" not in face(home, "unit/arm", "--back")
    assert "P015" not in run("check", project=home).output


def test_a_cell_hides_the_rectangle_of_a_template(made):
    """`@unit` behind `BACK` was an internal error."""
    home, _ = made("unit,attack,BACK,+\n,4,y,@unit\n,5,y,unit\n")
    assert "M-3 -3L" not in face(home, "unit/4", "--back")
    assert "M-3 -3L" in face(home, "unit/5", "--back")
    _, said = made("unit,attack,BACK,+\n,4,y,nowhere\n")
    assert "not read: nowhere" in said


def test_a_back_on_which_nothing_differs(made):
    home, _ = made("unit>,attack,BACK,nothing\n4,1,y,x\n")
    assert "#f2f2f2" in face(home, "unit/1", "--back")


def test_every_header_is_a_set(made):
    """Below a blank line, or where its first cell is no number; rows about the place on the sheet are none."""
    table = (
        UNITS
        + ",inf,II,3,4,red,white,,,\nENDBOX\n,arm,II,3,4,red,white,,,\nENDROW\n\ncard,title,rules,art,add-?,badge\n"
    )
    table += ",Fox,Bites *hard* /twice/.\\nRuns.,fox.png,sun sea,star\n3,Owl,See {fox.png}.,fox.png,sea,\n,,,,,\n"
    home, said = made(table)
    assert "Card: 2 rows, each a card, 63 x 88 mm" in said
    assert "count: card, 4 pieces in all" in said
    checked = run("check", project=home)
    assert checked.exit_code == 0, checked.output
    fox, owl = face(home, "card/fox"), face(home, "card/owl")
    assert rows(home, "card")[0]["rules"] == "Bites **hard** *twice*.\nRuns."
    assert rows(home, "card")[1]["rules"] == "See {fox}."
    assert all(color in fox for color in ("#070809", "#0a0b0c", "#0d0e0f"))
    assert "#070809" not in owl
    assert "#040506" in owl  # the clone as it was drawn
    assert "Sample" not in fox + owl


def test_a_hex_in_a_rectangle_that_is_not_seen_is_a_hex(made):
    """Twice as a set, the second time with a template more, whose object has another opacity."""
    hexagon = '<path id="land" d="M-400 952l50.8 0 25.4 44 -25.4 44 -50.8 0 -25.4 -44z" fill="#fafbfc"/>'
    hexagon = f"<g>{rect('hex', -425.4, 952, 101.6, 88, 'fill:none')}{hexagon}{text('place', -400, 990, 'Rome')}</g>"
    table = "hex,place\n,Alba\n,Veii\n\nhex,place,+arm,land[style:opacity]=0.5\n,Alba,,\n2,Veii,,1\n"
    home, said = made(table, drawing=DRAWING.replace('<g id="layer2">', f'<g id="layer2">{hexagon}'))
    assert said.count("each a tile, 25.4 x 22 mm") == 2
    checked = run("check", project=home)
    assert checked.exit_code == 0, checked.output
    assert "#040506" in face(home, "hex-2/alba")
    assert "#040506" not in face(home, "hex/alba")


@pytest.mark.slow
def test_a_clone_is_another_object_in_its_place_and_colour(made):
    """The middle of one lies where that of the other lay, wherever they are drawn; its colour is that of the clone."""
    art = '<g><path id="car" d="M-500 700h30v10h-30z"/><path id="ship" d="M-100 990h10v30h-10z"/></g>'
    clone = '<use id="token" xlink:href="#car" transform="translate(-85 -575)"/>'  # in the middle of `unit`
    drawing = DRAWING.replace('<g id="layer1">', f'<g id="layer1">{art}')
    drawing = drawing.replace('<path id="loss"', f'{clone}<path id="loss"')
    home, _ = made("unit,token,token[style:fill]\n,car,#112233\n,ship,#445566\n", drawing=drawing)
    done = run("build", "--out", home / "out", project=home)
    assert done.exit_code == 0, done.output
    with pdfplumber.open(next((home / "out").rglob("*.pdf"))) as pdf:
        drawn = [shape for page in pdf.pages for shape in (*page.rects, *page.curves)]
    hues = {tuple(round(255 * v) for v in s["non_stroking_color"] or ()): s for s in drawn}
    car, ship = hues[0x11, 0x22, 0x33], hues[0x44, 0x55, 0x66]
    assert ship["x0"] + ship["x1"] - car["x0"] - car["x1"] == pytest.approx(2 * 15 / 25.4 * 72, abs=0.1)
    assert ship["top"] + ship["bottom"] == pytest.approx(car["top"] + car["bottom"], abs=0.1)
    assert ship["bottom"] - ship["top"] > 2 * (car["bottom"] - car["top"])


def test_pictures_are_called_after_a_column(made):
    home, said = made("card,pet\n,fox\n", drawing=DRAWING.replace('<image id="art"', '<image xlink:href="%pet%.png"'))
    assert "pictures copied: fox.png" in said
    assert 'href="fox.png"' in face(home, "card/row-2") or "data:image" in face(home, "card/row-2")


def test_what_a_header_names_that_is_not_there_is_told(made):
    _, said = made("card,title,hue[style:fill],nothing\n,Fox,red,x\n")
    assert "not read: hue, nothing" in said


@pytest.mark.parametrize("ending", ['<text id="{}">{}</text>', '<flowRoot id="{}">{}</flowRoot>'])
def test_a_column_among_the_words_of_a_text(made, ending):
    """`%BOLD%` stood on every card as it is, and `BOLD` was `not read`."""
    para = '<flowPara>Moves [2] by <flowSpan style="font-weight:bold">%BOLD%</flowSpan>.</flowPara>'
    para = para if "flow" in ending else para.replace("flowPara", "tspan").replace("flowSpan", "tspan")
    frame = '<flowRegion><rect x="-590" y="360" width="220" height="280"/></flowRegion>' * ("flow" in ending)
    drawing = DRAWING[: DRAWING.index("<flowRoot")] + ending.format("rules", frame + para)
    drawing += DRAWING[DRAWING.index("<image") :]
    drawing = drawing.replace('<text id="rules"', '<text id="rules" x="-590" y="400"')
    home, said = made("card,title,BOLD\n,Fox,land\n,Cod,sea\n", drawing=drawing)
    assert "not read" not in said
    drawn = (home / "layouts/war/card.svg").read_text()
    assert r"'Moves \\[2\\] by **' ~ item.bold ~ '**.'" in drawn
    assert "T031" not in run("check", project=home).output


@pytest.mark.some(5)
@pytest.mark.parametrize("words", ["%NOTE%", "Take %NOTE% of {{what}}", "[title] of %NOTE%"])
@pytest.mark.parametrize("tag", ["text", "flowRoot"])
def test_what_nothing_fills_in_is_told(made, words, tag):
    """`%NOTE%` stood on all pieces, and nothing said it."""
    frame = '<flowRegion><rect x="-590" y="360" width="220" height="280"/></flowRegion><flowPara>{}</flowPara>'
    drawing = DRAWING.replace("</flowRoot>", f'</flowRoot><{tag} id="more" x="-590" y="450">MORE</{tag}>')
    drawing = drawing.replace("MORE", frame.format(words) if tag == "flowRoot" else words)
    home, _ = made("card,title\n,Fox\n,Cod\n", drawing=drawing)
    told = run("check", project=home).output
    assert told.count("T031: `%NOTE%` is printed as it stands, the same on all") == 1, told


def test_counters_are_numbered(made):
    """All counters had the number of the sample. A style as a whole is told."""
    drawing = DRAWING.replace('id="defend"', 'id="autonumber"')
    home, said = made("unit,size,box-1[style]\n2,II,fill:#123\n,III,\n\nunit,size\n,I\n", drawing=drawing)
    assert "not read: box-1" in said
    assert [(r["count"], r["unit_size"], r["autonumber"]) for r in rows(home, "unit")] == [
        ("1", "II", "1"), ("1", "II", "2"), ("1", "III", "3")
    ]  # fmt: skip
    assert [r["autonumber"] for r in rows(home, "unit-2")] == ["4"]
    assert "T031" not in run("check", project=home).output


def test_a_broken_drawing_beside_the_table_hides_no_other(made, tmp_path):
    (tmp_path / "a.svg").write_text("<svg><g></svg>")
    _, said = made(UNITS + "2,inf,II,3,4,seagreen,<blood,,y,1\n", named=False)
    assert "countersheets" in said
    _, said = made("unit,attack\n3,5\n2,4\n", named=False)  # copies come first there
    assert "count: unit, 5 pieces in all" in said
    done = run("new", tmp_path / "sea", "--from", tmp_path, "--lang", "en")
    assert "count: unit, 5 pieces in all" in done.output, done.output


@pytest.mark.some(0)
@pytest.mark.parametrize(
    "table",
    ["Name,Cost\nFox,3\n", "title,rules\nFox,Bites.\n", "card,title\nyes,Fox\n", "nowhere>,title\n,Fox\n"],
)
def test_any_other_table_is_read_as_any_other(made, table):
    _, said = made(table, named=False)
    assert "countersheets" not in said


@pytest.mark.parametrize("named", [False, True])
def test_what_a_drawing_lacks_is_left_out_and_told(made, named):
    """The other templates keep their meaning; a drawing that has few of them is another's."""
    table = "unit,attack\n3,4\n2,1\n1,2\n\nicon,attack\n1,7\n2,8\n"
    home, said = made(table, named=named)
    assert "read as those of the countersheets extension" in said
    assert "icon: sheet.svg has none called so, so what is for it is left out, 2 of the rows" in said
    assert "count: unit, 6 pieces in all" in said
    assert (home / "layouts" / home.name / "unit.svg").exists()
    assert "extension" not in made("unit,attack\n3,4\n\nicon,attack\n1,7\n2,8\n", named=named)[1]
