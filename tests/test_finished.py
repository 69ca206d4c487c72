"""`pnp new --from` of finished art: it is as large as it says, whole, and has the bleed that it shows to have."""

from __future__ import annotations

import json
import re

import pytest
from PIL import Image, ImageDraw

from generator.commands import app
from generator.face import raster
from tests.test_cli_user import run


def art(folder, size, *, dots=0, ink="navy", names=("ant", "bee"), ending="png"):
    """Pictures, maybe with the dots to an inch that their files say."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        more = {"dpi": (dots, dots)} if dots else {}
        Image.new("RGB", size, ink).save(folder / f"{name}.{ending}", **more)
    return folder


def made(tmp_path, *options):
    """What is told of a game of the art, its set, its drawing, its table."""
    home = tmp_path / "isle"
    done = run("new", home, "--from", tmp_path / "art", "--lang", "en", *options)
    assert done.exit_code == 0, done.output
    assert "isle: no errors" in run("check", project=home).output
    (table,) = (home / "components/isle").glob("*.csv")
    return (
        done.output,
        table.with_suffix(".yaml").read_text().replace(".0,", ",").replace(".0}", "}"),
        *((home / path).read_text() for path in (f"layouts/isle/{table.stem}.svg", f"components/isle/{table.name}")),
    )


@pytest.mark.some(4, 7)
@pytest.mark.parametrize(
    ("pixels", "options", "size", "box"),
    [
        ((169, 244), (), "poker-us", 'x="0" y="0" width="63.5" height="88.9"'),
        ((500, 726), ("--size", "Poker size"), "poker-us", 'x="0" y="0" width="63.5" height="88.9"'),
        ((600, 900), (), "poker-us", 'x="0" y="0" width="63.5" height="88.9"'),
        ((300, 420), (), "poker-us", 'x="0" y="0" width="63.5" height="88.9"'),
        ((71, 96), (), "poker-metric", 'x="0" y="0" width="63" height="88"'),
        ((691, 1056), (), "bridge", 'x="0" y="0" width="57.2" height="88.9"'),
        ((300, 300), ("--kind", "tiles", "--size", "45mm"), "width: 45", 'x="0" y="0" width="45" height="45"'),
        ((750, 1125), ("--size", "2.05x3.43in"), "width: 52.07", 'x="-4.06" y="-4.06" width="60.19" height="95.242"'),
        ((900, 600), ("--kind", "tiles"), "width: 50, height: 33.33", 'x="0" y="0" width="50" height="33.33"'),
    ],
)  # fmt: skip
def test_art_is_blown_up_for_no_bleed_that_it_has_not(tmp_path, pixels, options, size, box):
    """It lost what is near its edges to a bleed that was taken for granted, and cards were small for their shape."""
    art(tmp_path / "art", pixels)
    said, settings, drawing, table = made(tmp_path, *options)
    assert size in settings
    assert box in drawing
    assert "bleed around the pictures: " + ("they have none" if 'x="0"' in box else "4.06 mm") in said
    off = pixels[0] / pixels[1] * float(box.split('"')[7]) / float(box.split('"')[5])
    assert (",yes," in table) == (abs(off - 1) > 0.015 and 'x="0"' in box), table


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("pixels", "ground", "line", "has_bleed"),
    [
        ((560, 760), "", "", True),
        ((140, 190), "", "", False),  # 51 pixels an inch
        ((560, 760), "clear", "", False),
        ((560, 760), "white", "", False),
        ((560, 760), "", "black", False),
        ((815, 1110), "clear", "", False),
    ],
)
def test_no_bleed_is_cut_off_what_is_a_whole_card(tmp_path, pixels, ground, line, has_bleed):
    """By their proportions alone they had one, and lost their indices: round corners and a line at the edge deny it."""
    folder, (wide, high) = art(tmp_path / "art", pixels, ink="tan"), pixels
    for path in folder.iterdir():
        box, thick = (0, 0, wide - 1, high - 1), 5 * bool(line)
        card = Image.new("RGBA", pixels, {"clear": (0, 0, 0, 0), "white": "white"}.get(ground, line or "tan"))
        ImageDraw.Draw(card).rounded_rectangle(box, wide // 15 * bool(ground) + thick, "tan", line or "tan", thick)
        card.save(path)
    said, _, drawing, _ = made(tmp_path)
    assert any("<image" in line and 'x="-3' in line for line in drawing.splitlines()) == has_bleed
    assert ("mm, which they have" in said) == has_bleed


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("kind", "pixels", "dots", "size", "is_so"),
    [
        ("boards", (2339, 1654), 100, "{shape: rectangle, width: 594, height: 420}", True),
        ("tiles", (709, 709), 300, "{shape: rectangle, width: 60, height: 60}", True),
        ("hexes", (1004, 870), 300, "{shape: polyhex, side: 42.5, top: flat}", True),
        ("cards", (1039, 1039), 300, "width: 88, height: 88, radius: 3}", True),
        ("tokens", (354, 354), 300, "{shape: circle, diameter: 30}", True),
        ("cards", (825, 1125), 300, "poker-us", True),
        ("cards", (825, 1125), 72, "poker-us", False),  # what programs say of a screen
        ("cards", (3000, 4200), 300, "poker-us", False),  # what cameras say
        ("tokens", (1200, 1200), 150, "diameter: 25", False),
    ],
)
def test_art_is_as_large_as_its_file_says(tmp_path, kind, pixels, dots, size, is_so):
    art(tmp_path / "art", pixels, dots=dots, ending="jpg")
    said, settings, *_ = made(tmp_path, "--kind", kind)
    assert size in settings
    assert (f"as large as the file says, {dots} pixels an inch" in said) == (dots > 96 and is_so)


@pytest.mark.parametrize(
    ("kind", "page", "size"),
    [
        ("boards", "594mm 420mm", "{shape: rectangle, width: 594, height: 420}"),
        ("hexes", "46mm 39.837mm", "side: 23, top: flat"),
        ("tokens", "18mm 18mm", "diameter: 18"),
        ("tokens", "210mm 297mm", "diameter: 25"),
        ("tokens", "45 45", "diameter: 25"),
        ("", "25in 35in", "poker-us"),
    ],
)
def test_drawings_are_as_large_as_they_say(tmp_path, kind, page, size):
    (tmp_path / "art").mkdir()
    wide, high = page.split()
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 100 87">'
    for name in "ab":
        (tmp_path / f"art/{name}.svg").write_text(f'{head}<path d="M20 20H80V60H20Z" fill="#735"/></svg>')
    assert size in made(tmp_path, *["--kind", kind][: 2 * bool(kind)])[1]


def test_pixels_are_as_large_as_the_drawing_of_them_says(tmp_path):
    """1050 x 600 were the most usual card of their proportions, 120.65 x 69.85 mm."""
    art(tmp_path / "art", (1050, 600), names=("ant",))
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="3.5in" height="2in" viewBox="0 0 1050 600">'
    (tmp_path / "art/ant.svg").write_text(f'{head}<path d="M20 20H80V60H20Z" fill="#735"/></svg>')
    assert "a card, 88.9 x 50.8 mm" in made(tmp_path)[0]


@pytest.mark.slow
def test_the_colour_at_its_sides_goes_on_around_art(tmp_path):
    """Behind a thin line that is at its very edge; no colour does where there are several."""
    art(tmp_path / "art", (700, 1000), ink="black")
    for name in ("ant", "bee"):
        with Image.open(tmp_path / f"art/{name}.png") as picture:
            picture.paste("tan", (4, 4, 696, 996))
            picture.paste("red" if name == "bee" else "tan", (4, 500, 350, 996))
            picture.resize((744, 1039)).save(tmp_path / f"art/{name}.png")
    _, _, drawing, table = made(tmp_path)
    assert table == "name,count,picture,edge\nant,1,ant.png,#d2b48c\nbee,1,bee.png,\n"
    assert '<rect x="-3" y="-3" width="69" height="94" pnp:if="item.edge" pnp:fill="item.edge" fill="none"/>' in drawing


def test_what_is_clear_within_lies_on_white_paper(tmp_path):
    """Black words upon the dark colour of the edges could not be read."""
    (tmp_path / "art").mkdir()
    Image.new("RGB", (700, 1100), "#444444").save(tmp_path / "art" / "ant.png")
    picture = Image.new("RGBA", (700, 1100), "#444444")
    picture.paste((0, 0, 0, 0), (9, 200, 691, 900))
    picture.save(tmp_path / "art" / "bee.png")
    run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    table = (tmp_path / "isle" / "components" / "isle" / "cards.csv").read_text()
    assert re.findall("#.*", table) == ["#444444", "#ffffff"]


@pytest.mark.slow
def test_what_is_clear_around_lies_on_white_paper(tmp_path):
    """The mean of a dark line and nothing was a grey ground."""
    page = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 312">'
    card = '<rect x="4" y="4" width="212" height="304" rx="33" fill="#fff" stroke="#000" stroke-width="3"/></svg>'
    (tmp_path / "ant.svg").write_text(page + card)
    run("new", tmp_path / "isle", "--from", tmp_path / "ant.svg", "--lang", "en")
    table = next((tmp_path / "isle" / "components" / "isle").glob("*.csv")).read_text()
    assert re.findall("#.*", table) == ["#ffffff"]


def test_standees_have_their_picture_on_both_faces(tmp_path):
    """One was stretched over both, the feet and the fold between them."""
    art(tmp_path / "art", (400, 700), names=("elf", "orc", "orc-back"))
    said, _, drawing, _ = made(tmp_path, "--kind", "standees")
    faces = [line.strip() for line in drawing.splitlines() if "<image" in line]
    assert [line.partition(" preserve")[0] for line in faces] == [
        '<image transform="translate(12 64) rotate(0)" pnp:href="item.picture" x="-12" y="-18" width="24" height="36"',
        '<image transform="translate(12 28) rotate(180)" pnp:href="item.behind or item.picture" x="-12" y="-18"'
        ' width="24" height="36"',
    ]
    assert "backs of their own: orc-back.png" in said
    assert not (tmp_path / "isle/layouts/isle/standees-back.svg").exists()


@pytest.mark.some(0, 2, 4, 6)
@pytest.mark.parametrize(
    "name",
    ["3x Goblin", "3x_Goblin", "(3x) Goblin", "Goblin x3", "Goblin 3x", "Goblin [x3]", "Goblin[[3]]", "Goblin (3×)"],
)
def test_names_tell_copies_before_and_behind(tmp_path, name):
    art(tmp_path / "art", (750, 1050), names=(name, "Orc", "reverse"))
    said, _, _, table = made(tmp_path)
    assert "Goblin,3," in table
    assert "4 pieces in all" in said
    assert "back: reverse.png" in said


def test_a_picture_is_a_piece_and_folders_may_lie_deep(tmp_path):
    """`no table that is read` was said of a board, `has no pictures` of icons that lie five folders below."""
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="594mm" height="420mm"><path d="M0 0H594V420H0Z"/></svg>'
    (tmp_path / "board.svg").write_text(page)
    said = run("new", tmp_path / "isle", "--from", tmp_path / "board.svg", "--lang", "en").output
    assert "board: 1 picture, each a board, 594 x 420 mm" in said
    assert "bleed around the pictures: what they draw beyond their page" in said
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    art(tmp_path / "icons/ffffff/000000/1x1/lorc/sharp", (512, 512))
    said = run("new", tmp_path / "sea", "--from", tmp_path / "icons", "--lang", "en").output
    assert "sharp: 2 pictures" in said


def test_large_photos_are_not_all_unpacked_and_a_heavy_pdf_says_what_to_do(tmp_path, monkeypatch):
    """`new` took half a minute to look at 24 of them, and the build said nothing of 130 MB."""
    art(tmp_path / "art", (1500, 2100), ending="jpg")
    monkeypatch.setattr(raster, "_looked_at", lambda _: pytest.fail("each pixel was looked at"))
    home = tmp_path / "isle"
    assert run("new", home, "--from", tmp_path / "art").exit_code == 0
    monkeypatch.undo()
    monkeypatch.setattr(app, "_LARGE", 1000)
    assert "MB: for a smaller file add `--picture-dpi 300`" in run("build", project=home).output
    assert "MB" not in run("build", "--picture-dpi", "150", project=home).output


@pytest.mark.some(0)
@pytest.mark.parametrize("size", [(800, 800), (438, 720), (900, 600), (1200, 500)])
@pytest.mark.parametrize("text", ["Draw one card.", "Gain two gold for each of your heroes. " * 6])
def test_art_on_cards_loses_no_more_than_a_fifth(tmp_path, size, text):
    """Of pictures that stood, a third was cut away at the top and at the foot, and nothing told it."""
    art(tmp_path / "art", size)
    (tmp_path / "d.csv").write_text(f"Name,Art,Text\nAnt,ant.png,{text}\nBee,bee.png,{text}\n")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en").exit_code == 0
    drawing = (tmp_path / "isle/layouts/isle/d.svg").read_text()
    (wide, high, is_cut), *_ = re.findall(r'item.art" .*width="(\S+)" height="(\S+)"( .*slice)?', drawing)
    share = size[0] / size[1] * float(high) / float(wide)
    assert 0.8 <= share <= 1.25 if is_cut else share
    assert "isle: no errors, no warnings" in run("check", project=tmp_path / "isle").output


def test_pictures_of_counters_lose_nothing_to_a_bleed_that_they_have_not(tmp_path):
    """Of those of a table 3 mm of 16 were cut away at each side; the colour of their sides goes on around them."""
    for name, ink in {"ant": "navy", "bee": "#800000"}.items():
        art(tmp_path / "art", (150, 150), ink=ink, names=(name,))
    (tmp_path / "d.csv").write_text("Unit,Side,Art\nAnt,German,ant.png\nBee,Russian,bee.png\nAnts,German,ant.png\n")
    asked = ("--from", tmp_path / "d.csv", "--kind", "counters", "--size", "5/8in", "--lang", "en")
    assert run("new", tmp_path / "isle", *asked).exit_code == 0
    drawing = (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert 'x="-7.938" y="-7.938" width="15.88" height="15.88" preserveAspectRatio="xMidYMid slice"' in drawing
    assert "'#000080' if 'ant.png' in item.art else '#800000'" in drawing
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output


def test_what_no_program_shows_is_told_once_for_a_column(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.heic").touch()
    (tmp_path / "d.csv").write_text("Name,Art\nAnt,a.heic\nBee,b.heic\nCat,c.heic\n")
    run("new", tmp_path / "isle", "--from", tmp_path / "d.csv", "--lang", "en")
    told = run("check", project=tmp_path / "isle").output
    assert told.count("D014") == 1
    assert "a file `.heic` is no PNG, JPEG, WebP, GIF, BMP, TIFF or SVG (rows 2-4)" in told


@pytest.mark.slow
def test_pictures_of_older_programs_are_cards_and_those_of_a_table(tmp_path):
    for home in ("art", "own/pics"):
        art(tmp_path / home, (120, 168), ending="bmp")
        art(tmp_path / home, (120, 168), ending="tiff", names=("cat",))
    assert "3 pictures, each a card" in made(tmp_path)[0]
    (tmp_path / "own/d.csv").write_text("Name,Art\nAnt,ant.bmp\nBee,bee.bmp\nCat,cat.tiff\n")
    assert run("new", tmp_path / "table", "--from", tmp_path / "own/d.csv", "--lang", "en").exit_code == 0
    assert "table: no errors" in run("check", project=tmp_path / "table").output


def test_one_picture_in_two_formats_is_one_piece(tmp_path):
    (tmp_path / "tiles").mkdir()
    for name in ("east", "south", "west", "back"):
        for ending in ("gif", "png", "webp"):
            Image.new("RGB", (60, 84), "navy" if name == "back" else "white").save(tmp_path / f"tiles/{name}.{ending}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "tiles", "--kind", "tiles", "--lang", "en").output
    assert "Tiles: 3 pictures" in told
    assert "back: back.png" in told
    assert "not taken, as the same is there in another format: back.gif, back.webp, east.gif, east.webp" in told


@pytest.mark.slow
def test_a_small_edition_of_a_picture_is_no_piece(tmp_path):
    """But another picture of its size is one, whatever it is called; versions of one are told."""
    art(tmp_path / "art", (630, 880), names=("fox_v1", "fox", "fox_asleep", "card_back"))
    art(tmp_path / "art", (64, 64), names=("fox_icon", "card_back_icon", "knight-icon"))
    art(tmp_path / "art", (1300, 880), names=("preview_both",))
    said, _, _, table = made(tmp_path)
    assert "as a far larger picture has the rest of the name: card_back_icon.png, fox_icon.png" in said
    assert "no cards by their names (in a folder of their own they are): knight-icon.png, preview_both.png" in said
    assert "back: card_back.png" in said
    assert [line.partition(",")[0] for line in table.splitlines()[1:]] == ["fox", "fox_asleep", "fox_v1"]
    assert "one is not printed: fox_v1.png\n" in said


def test_drawn_fronts_may_have_a_back_of_pixels(tmp_path):
    (tmp_path / "art").mkdir()
    for name in ("ant", "bee"):
        drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><text y="9">{name}</text></svg>'
        (tmp_path / "art" / f"{name}.svg").write_text(drawn)
    Image.new("RGB", (744, 1039), "navy").save(tmp_path / "art/back.png")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    assert told.exit_code == 0, told.output
    assert "2 pictures, each a card, 63 x 88 mm" in told.output
    assert "back: back.png" in told.output


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("own", "above", "back", "cards"),
    [
        (("ant_1", "reverse_1"), ("back",), "back", 2),
        (("ant_1", "back", "flip"), (), "back", 2),
        (("ant_1", "reverse_1", "reverse_2"), (), "none", 3),
        (("ant_1", "reverse_1"), (), "reverse_1", 1),
        (("ant", "back", "back1", "back2"), (), "back", 1),
        (("ant", "back1", "back2", "reverse"), (), "back1", 2),
        (("ant", "back1"), ("back",), "back1", 1),
        (("1", "2", "3", "4", "5", "back1", "back2", "flip"), (), "back1", 6),
    ],
)
def test_a_card_called_reverse_is_no_back_where_one_is(tmp_path, own, above, back, cards):
    """`reverse_1` was the back of all, though a `back.png` lay there; `back2` was a card."""
    art(tmp_path / "art/deck", (750, 1050), names=own)
    art(tmp_path / "art", (750, 1050), names=above)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output
    assert f"deck: {cards} picture" in told
    assert f"  back: {back}" in told
    assert ("not taken, other backs" in told) == ("back2" in own)
    assert ("called as a back, and a card all the same" in told) == (cards > 1)


@pytest.mark.some(0)
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_finished_art_bears_no_stamp(tmp_path, ending):
    """A drawn card bore one, one of pixels did not."""
    art(tmp_path / "art", (744, 1039), ink="white")
    if ending == "svg":
        for path in (tmp_path / "art").iterdir():
            drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><text y="9">A</text></svg>'
            path.rename(path.with_suffix(".svg")).write_text(drawn)
    _, settings, *_ = made(tmp_path)
    assert "stamp: slug" in settings
    page = run("build", "--format", "svg", "--no-cache", project=tmp_path / "isle")
    assert page.exit_code == 0


@pytest.mark.parametrize(("size", "is_whole"), [((150, 150), False), ((170, 150), False), ((150, 90), True)])
def test_a_symbol_of_other_proportions_is_whole_on_a_counter(tmp_path, size, is_whole):
    """5:3 lost two fifths at its sides, silently, and `colour` was said of a column that coloured nothing."""
    art(tmp_path / "art", size)
    (tmp_path / "d.csv").write_text("Unit,Attack,Color,Art\nAnt,4-4,khaki,ant.png\nBee,3-2,tan,bee.png\n")
    asked = ("--from", tmp_path / "d.csv", "--kind", "counters", "--size", "20mm", "--lang", "en")
    said = run("new", tmp_path / "isle", *asked).output
    drawing = (tmp_path / "isle/layouts/isle/d.svg").read_text()
    assert ("slice" not in drawing) == is_whole
    assert ("colour: Color" in said) == ("item.color" in drawing) == is_whole


@pytest.mark.slow
def test_folders_below_decks_are_taken_or_told(tmp_path):
    """Of a game whose cards lie in folders of its folder `cards` 12 of 14 were left out, and nothing said it."""
    for home, names in {"cards": ("joker", "back"), "cards/war": "abc", "cards/peace": "de"}.items():
        art(tmp_path / "art" / home, (750, 1050), names=names)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output
    assert "war: 3 pictures" in told
    assert "peace: 2 pictures" in told
    assert "not taken, as others lie in folders: joker.png" in told
    art(tmp_path / "art" / "tiles", (300, 300))
    told = run("new", tmp_path / "sea", "--from", tmp_path / "art", "--lang", "en").output
    assert "not taken, pictures in folders: cards/peace/ (2), cards/war/ (3); `pnp new . --from`" in told


@pytest.mark.parametrize(("own", "below"), [(2, 1), (1, 2)])
def test_of_the_same_pictures_the_larger_are_taken(tmp_path, own, below):
    """Small editions in a folder beside them were, as these were no fewer."""
    for home, scale in (("cards", own), ("cards/web", below)):
        art(tmp_path / "art" / home, (315 * scale, 440 * scale), names=("ant", "bee", "back"))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en").output
    assert ": 2 pictures, each a card" in told
    taken = "web/ant.png, web/bee.png" if below > own else "ant.png, bee.png"
    assert f"pictures copied: {taken}\n" in told
    assert "as the same are larger " + ("in web/" if below > own else "beside it: web/ (3)") in told


@pytest.mark.slow
@pytest.mark.parametrize(("more", "is_alone"), [("", True), ("7", False)])
def test_a_card_that_is_finished_bears_no_number_of_its_file(tmp_path, more, is_alone):
    """A bar with 001, 002 ... lay over the heads of whole cards; a number that is another is printed."""
    art(tmp_path / "art", (750, 1050), names=[f"Card_00{n}" for n in (1, 2, 3)])
    rows = [f"{more}00{n},Card_00{n}.png\n" for n in (1, 2, 3)]
    (tmp_path / "art/d.csv").write_text("".join(["label,image\n", *rows]))
    _, settings, drawing, _ = made(tmp_path)
    assert ("poker-us" in settings) == ("<text" not in drawing) == is_alone


@pytest.mark.slow
def test_a_back_may_be_called_by_its_colour(tmp_path):
    """Ten of them were cards; one is the back of all, the others are told."""
    art(tmp_path / "art", (630, 880), names=("clubs2", "clubs3", "red", "cardBack_blue1", "cardBack_red2"))
    said, _, _, table = made(tmp_path)
    assert "back: cardBack_blue1.png" in said
    assert "not taken, other backs" in said
    assert "cardBack" not in table
    assert "red.png" in table


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("drawn", "page", "pixels", "made_of", "said"),
    [
        ("abcde", "63 110", "b", "a.svg b.svg c.svg d.svg e.svg", "another format: b.png"),
        ("abcde", "63 110", "f", "a.svg b.svg c.svg d.svg e.svg f.png", ""),
        ("ab", "63 110", "abc", "a.png b.png c.png", "another format: a.svg, b.svg"),
        ("z", "90 30", "abc", "a.png b.png c.png", "`--template`): z.svg"),
    ],
)
def test_of_drawings_beside_pixels_none_is_lost(tmp_path, drawn, page, pixels, made_of, said):
    """One PNG beside five drawings was the only card of its folder, and nothing said so."""
    art(tmp_path / "art", (504, 880), names=pixels)
    wide, high = page.split()
    for name in drawn:
        words = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"><text y="9">a</text></svg>'
        (tmp_path / "art" / f"{name}.svg").write_text(words)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    assert told.exit_code == 0, told.output
    assert sorted(p.name for p in (tmp_path / "isle/components/isle").iterdir() if p.suffix in (".svg", ".png")) == (
        made_of.split()
    )
    assert said in told.output
    assert told.output.count("not taken") == bool(said)


def lone(tmp_path, page, inner, *options):
    (tmp_path / "one.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {page} fill="none" stroke="#000">{inner}</svg>'
    )
    done = run("new", tmp_path / "isle", "--from", tmp_path / "one.svg", "--lang", "en", *options)
    assert done.exit_code == 0, done.output
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    return done.output, next((tmp_path / "isle/layouts/isle").glob("*.svg")).read_text()


@pytest.mark.parametrize(
    ("border", "at", "options", "size", "box"),
    [
        ('<rect width="816" height="1056"/>', "0 0", (), "127 x 101.6 mm", 'x="0" y="0" width="215.9" height="279.4"'),
        ("", "96 192", (), "127 x 101.6 mm", 'x="-25.4" y="-50.8" width="215.9" height="279.4"'),
        ("", "96 192", ("--size", "100x80"), "100 x 80 mm", 'x="-20" y="-40" width="170" height="220"'),
        ("", "96 192", ("--size", "80x100"), "80 x 100 mm", 'x="0" y="0" width="80"'),
        ('<path d="M9 9h800v1040H9Z"/>', "0 0", (), "215.9 x 279.4 mm", 'x="0" y="0" width="215.9" height="279.4"'),
    ],
)
def test_the_card_on_a_sheet_of_paper_is_the_piece(tmp_path, border, at, options, size, box):
    """A frame of 5 x 4 inches on letter, maybe with a line around the page, was a board over two sheets."""
    x, y = at.split()
    card = f'<g transform="translate({x} {y})"><rect width="480" height="384"/><circle cx="90" cy="90" r="40"/></g>'
    told, drawn = lone(tmp_path, 'width="816" height="1056" viewBox="0 0 816 1056"', border + card, *options)
    assert f", {size}" in told
    assert box in drawn
    assert ("a part is taken, 127 x 101.6 mm" in told) == (size[:3] in ("127", "100"))
    assert ("card on its page is 127 x 101.6 mm, and the page is taken" in told) == (size[:2] == "80")


@pytest.mark.slow
def test_the_card_on_a_screen_is_the_piece_though_signs_reach_over_it(tmp_path):
    """A card in the corner of a page of 1920 x 1080 pixels was printed 13 mm high."""
    card = '<rect x="2" y="2" width="200" height="280" rx="16"/><circle cx="18" cy="272" r="28" fill="gold"/>'
    told, drawn = lone(tmp_path, 'width="1920" height="1080"', card)
    assert "poker-us, the most usual card" in told
    assert "of its page of 508 x 285.8 mm a part is taken, 52.92 x 74.08 mm" in told
    assert 'x="-0.63504" y="-0.63504" width="609.601" height="342.9"' in drawn


@pytest.mark.slow
def test_words_across_the_edge_of_a_card_on_a_large_page_are_of_it(tmp_path):
    """Pixels that were those of a sheet of A5 by chance made a board, and its edge cut the name in half."""
    card = '<rect x="700" y="300" width="240" height="336" fill="#eee"/><text x="750" y="306" font-size="13">{}</text>'
    told, drawn = lone(tmp_path, 'viewBox="0 0 1500 996"', card.format("CONNOR"))
    assert "each a card, 63.5 x 88.9 mm" in told, told
    assert "size: poker-us, the most usual card" in told
    y, wide = (float(re.search(rf'<image[^>]* {side}="(-?[\d.]+)"', drawn)[1]) for side in ("y", "width"))
    assert 3 < 300 + 1500 / wide * y < 10  # so much above the frame the page is cut


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("pixels", "size", "more"), [((472, 708), "40 x 60", ""), ((543, 780), "40 x 60", "3 mm, which")]
)
def test_pictures_of_no_usual_size_are_as_large_as_at_300_pixels_an_inch(tmp_path, pixels, size, more):
    """Of 40 x 60 mm, with bleed or without, poker cards were made, with the backs on white."""
    (tmp_path / "art").mkdir()
    for side in ("front", "back"):
        for n in range(2):
            Image.effect_noise(pixels, 90).convert("RGB").save(tmp_path / "art" / f"Card {n} ({side}).png")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "art", "--lang", "en")
    assert f", {size} mm" in done.output
    assert more in done.output
    done = run("new", tmp_path / "poker", "--from", tmp_path / "art", "--lang", "en", "--size", "poker")
    back = next((tmp_path / "poker/layouts/poker").glob("*-back.svg")).read_text()
    assert 'pnp:href="item.behind" x="-3"' in back


@pytest.mark.slow
def test_a_lone_drawing_called_as_a_back_is_a_card(tmp_path):
    """It `has no rows`, and headings were to be written into it."""
    ground = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><rect width="9" height="9"/></svg>'
    (tmp_path / "card_back.svg").write_text(ground)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "card_back.svg", "--lang", "en")
    assert "called as a back, and a card all the same: card_back.svg" in done.output


@pytest.mark.parametrize(("many", "is_sheet"), [(7, True), (3, False)])
def test_a_sheet_of_outlines_is_no_counter(tmp_path, many, is_sheet):
    """600 x 400 mm were shrunk to one counter of 20 x 13 mm; signs over two of them keep them together."""
    discs = "".join(f'<circle cx="{20 + 14 * n}" cy="{20 + 14 * (n % 2)}" r="9"/>' for n in range(many))
    discs += '<rect x="12" y="15" width="40" height="4"/>'
    told, _ = lone(tmp_path, 'width="600mm" height="400mm" viewBox="0 0 600 400"', discs, "--kind", "counters")
    assert ("a token, 600 x 400 mm" in told) == is_sheet
    assert ("one.svg looks like a sheet of 7 outlines of 18 x 18 mm" in told) == is_sheet


FRAME = '<rect width="{0}" height="{0}" fill="#cde" stroke="#000"/>'


def drawn_sheet(name, across, step, inner, page, frame=FRAME):
    """Like frames side by side, each with what `inner` says of its number, and a ground."""
    frames = "".join(
        f'<g transform="translate({step * (n % across)} {step * (n // across)})">{frame.format(step)}{inner(n)}</g>'
        for n in range(2 * across)
    )
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    name.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{ground}{frames}</svg>')


@pytest.mark.parametrize(
    ("name", "options", "many"),
    [
        ("tiles.svg", (), 6),
        ("tile.svg", (), 0),
        ("tiles.svg", ("--kind", "boards"), 0),
        ("cards.svg", (), 0),
        ("tile-sheet.svg", (), 6),
        ("map-tiles-sheet-2x1.svg", (), 2),
    ],
)
def test_a_drawing_of_many_pieces_is_cut(tmp_path, name, options, many):
    """It was one tile with all of them on it; what only may be one is told."""
    inner = '<circle cx="30" cy="30" r="{}"/><text x="9" y="9">{}</text>'
    page = 'width="240" height="160" viewBox="0 0 240 160"'
    drawn_sheet(tmp_path / name, 3, 80, lambda n: inner.format(9, "AB"[n > 3]), page)
    done = run("new", tmp_path / "isle", "--from", tmp_path / name, "--lang", "en", *options)
    assert done.exit_code == 0, done.output
    assert (f"a sheet of {many} pieces of" in done.output) == bool(many)
    assert ("call it `tile-sheet.svg`" in done.output) == (name == "tile.svg")
    own = sorted((tmp_path / "isle/components/isle").rglob("*.svg"))
    assert len(own) == (2 if many else 1)
    assert "isle: no errors" in run("check", project=tmp_path / "isle").output
    if many == 6:
        assert [p.name[:3] for p in own] == ["2x ", "4x "]
        assert "count: count, 6 pieces in all" in done.output
        assert own[0].read_text().count('display="none"') == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("frame", "said"),
    {
        "with a wide border": (
            '<rect x="2" y="2" width="36" height="36" fill="#fff" stroke="red" stroke-width="4"/>',
            "6 pieces of 40 x 40 mm",
        ),
        "with room around": ('<circle cx="20" cy="20" r="18" fill="red"/>', "6 pieces of 36 x 36 mm"),
        "of marks for the cut": ('<path d="M0 5h10M5 0v10" stroke="#000"/>', ""),
    }.values(),
)
def test_pieces_on_a_sheet_are_as_large_as_they_look(tmp_path, frame, said):
    """Half of a border was cut away; crosses are no pieces."""
    drawn_sheet(tmp_path / "tokens.svg", 3, 40, str, 'width="120mm" height="80mm" viewBox="0 0 120 80"', frame)
    done = run("new", tmp_path / "isle", "--from", tmp_path / "tokens.svg", "--lang", "en", "--size", "30mm")
    assert (f"a sheet of {said}" in done.output) == bool(said), done.output
    assert ("cut into" in done.output) == bool(said)


@pytest.mark.slow
def test_cards_on_a_sheet_of_paper_are_cut(tmp_path):
    """Each was to be saved as a drawing of its own."""
    card = '<g transform="translate({} {})"><rect width="63" height="88"/><text x="9" y="20">{}</text></g>'
    cards = "".join(card.format(10 + n % 3 * 63, 10 + n // 3 * 88, f"Card {n}") for n in range(6))
    told, _ = lone(tmp_path, 'width="210mm" height="297mm" viewBox="0 0 210 297"', cards)
    assert "one.svg: a sheet of 6 pieces of 63 x 88 mm, cut into 6 drawings" in told
    assert "cards: 6 pictures, each a card, 63 x 88 mm" in told or "one: 6 pictures, each a card, 63 x 88 mm" in told


@pytest.mark.slow
@pytest.mark.parametrize("many", [1, 3])
def test_hexes_in_the_corner_of_a_page_are_cut(tmp_path, many):
    """Three that touch were one tile, a rectangle around them."""
    at = [(0, 0), (0, 24.249), (21, 12.124)][:many]
    way = "M0 12.124L7 24.249H21L28 12.124L21 0H7z"
    hexes = "".join(
        f'<path transform="translate({x} {y})" d="{way}" fill="#6{n}0" stroke="#000"/>' for n, (x, y) in enumerate(at)
    )
    told, _ = lone(tmp_path, 'width="210mm" height="297mm" viewBox="0 0 210 297"', hexes, "--kind", "hexes")
    assert ("a sheet of 3 pieces of 28 x 24.25 mm, cut into 3 drawings" in told) == (many > 1), told
    assert "each a tile, 28 x 24.25 mm" in told


@pytest.mark.slow
def test_the_second_page_of_a_sheet_has_the_backs(tmp_path):
    """Two pages of Inkscape were a board with a back."""
    card = '<g transform="translate({} {})"><rect width="63" height="88" fill="{}"/><text x="9" y="20">{}</text></g>'
    cards = "".join(card.format(10 + n % 2 * 63, 10 + n // 2 * 88, "#fff", f"Card {n}") for n in range(4))
    cards += "".join(card.format(304 + n % 2 * 63, 10 + n // 2 * 88, "#ccc", f"Back {n}") for n in range(4))
    pages = "".join(f'<inkscape:page x="{x}" y="0" width="210" height="297"/>' for x in (0, 220))
    ink = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    page = f'{ink} xmlns:sodipodi="urn:s" width="210mm" height="297mm" viewBox="0 0 210 297"'
    told, _ = lone(tmp_path, page, f"<sodipodi:namedview>{pages}</sodipodi:namedview>{cards}")
    assert "one.svg: a sheet of 4 pieces of 63 x 88 mm, cut into 4 drawings, their backs those of the second" in told
    (table,) = (tmp_path / "isle/components/isle").glob("*.csv")
    assert "one 01.svg" in table.read_text()
    assert "one 01-back.svg" in table.read_text()
    back = next((tmp_path / "isle/components/isle").rglob("one 01-back.svg")).read_text()
    shown = [words for words in back.split("<g ") if "Back" in words and 'display="none"' not in words]
    assert len(shown) == 1
    assert "Back 1" in shown[0]


def _lines(path):
    return path.read_text().replace("<", "\n<")


@pytest.mark.parametrize(
    ("styles", "is_pair"),
    [(("none", "none", "none"), True), (("inline", "inline", "none"), True), (("", "", ""), False)],
)
def test_layers_are_the_sides_of_a_lone_drawing(tmp_path, styles, is_pair):
    """Where all were hidden a blank card was printed, and a back lay on the front."""
    names = ("Rear1" if is_pair else "Ground", "Base", "Face")
    layer = '<g inkscape:groupmode="layer" inkscape:label="{}" style="display:{};opacity:1">{}</g>'
    inner = '<rect width="63" height="88" style="display:inline" fill="{}"/>'
    layers = "".join(
        layer.format(name, style, inner.format(fill))
        for name, style, fill in zip(names, styles, ("#f00", "#00f", "#0f0"), strict=True)
    )
    head = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="63mm" height="88mm" viewBox="0 0 63 88"'
    told, _ = lone(tmp_path, head, layers)
    assert ("all its layers are hidden: shown are Rear1, Base, Face;" in told) == (styles[0] == "none")
    assert ("its back: Rear1" in told) == is_pair
    if is_pair:
        home = tmp_path / "isle/components/isle"
        front, back = (re.findall("Rear1.*|Base.*|Face.*", _lines(home / name)) for name in ("one.svg", "one-back.svg"))
        assert [words.endswith('style="opacity:1" display="none">') for words in (front[0], *back[1:])] == [True] * 3
        assert not any('"none"' in words or "display:none" in words for words in (front[1], back[0]))


@pytest.mark.parametrize("table", ["", "Name,Image\nFox,fox.png\nOwl,owl.png\n"])
def test_pictures_that_end_at_the_cut_lie_on_larger_copies(tmp_path, table):
    """Of a folder, and of a table: a cut beside the edge shows what goes on there."""
    for name in ("fox", "owl"):
        Image.linear_gradient("L").resize((744, 1039)).convert("RGB").save(tmp_path / f"{name}.png")
    (tmp_path / "deck.csv").write_text(table) if table else None
    said = run("new", tmp_path / "isle", "--from", tmp_path).output
    assert ("they have none, and are whole, on larger copies" in said) == (not table)
    (front,) = (p for p in (tmp_path / "isle/layouts/isle").glob("*.svg") if "back" not in p.name)
    assert front.read_text().count('x="-3" y="-3" width="69" height="94"') == 1
    assert front.read_text().count("<image") == 2


def _sheet(path, across, down, shown, back=None):
    """A sheet of cards of 150 x 210 pixels."""
    whole = Image.new("RGB", (150 * across, 210 * down), "black")
    for n, seed in enumerate(shown):
        card = Image.new("RGB", (150, 210), (40 + 30 * seed, 200 - 20 * seed, 90))
        ImageDraw.Draw(card).rectangle((9, 9 + 7 * seed, 60 + 5 * seed, 120), fill="white")
        whole.paste(card, (n % across * 150, n // across * 210))
    if back:
        whole.paste(back, (150 * (across - 1), 210 * (down - 1)))
    whole.save(path)


def test_a_sheet_of_a_virtual_table_is_cut(tmp_path):
    """It was one square card. What its name says, and a save; what only looks so is told."""
    back = Image.new("RGB", (150, 210), "red")
    ImageDraw.Draw(back).ellipse((20, 40, 130, 170), fill="gold")
    for folder in ("named", "bare", "save"):
        (tmp_path / folder).mkdir()
        back.save(tmp_path / folder / "back.png")
    _sheet(tmp_path / "named/main_4x2.png", 4, 2, [0, 1, 2, 2, 3], back)
    told = run("new", tmp_path / "a", "--from", tmp_path / "named").output
    assert "main_4x2.png: a sheet of 4 x 2, cut into 4 pictures" in told
    assert "count: count, 5 pieces in all" in told
    assert "back: back.png" in told
    for name, ink in {"tts_items_back_00": "gold", "maps": "tan", "maps-back": "red"}.items():
        art(tmp_path / "two", (150, 210), ink=ink, names=(name,))
    _sheet(tmp_path / "two/tts_items_00-sheet-4x2.png", 4, 2, [0, 1, 2])
    told = run("new", tmp_path / "d", "--from", tmp_path / "two").output
    assert "back: back.png" in told
    Image.new("RGB", (600, 900), "navy").save(tmp_path / "bare/fox 4x6.png")  # inches
    _sheet(tmp_path / "bare/deck.png", 8, 8, [*range(7)] * 9)
    told = run("new", tmp_path / "b", "--from", tmp_path / "bare").output
    assert "a sheet of 4 x 6" not in told
    assert "deck.png looks like a sheet of 8 x 8 pieces, and is one piece here: call it `deck-sheet-8x8.png`" in told
    _sheet(tmp_path / "save/x1.png", 3, 2, [0, 1, 2])
    deck = {"1": {"FaceURL": "file:///C:\\art\\x1.png", "BackURL": "back.png", "NumWidth": 3, "NumHeight": 2}}
    cards = [{"CardID": 100 + n, "Nickname": name, "CustomDeck": deck} for n, name in enumerate(("Fox", "A/B"))]
    save = {"ObjectStates": [{"DeckIDs": [100, 100, 101], "CustomDeck": deck, "ContainedObjects": cards}]}
    (tmp_path / "save/isle.json").write_text(json.dumps(save))
    told = run("new", tmp_path / "c", "--from", tmp_path / "save/isle.json").output
    (rows,) = (tmp_path / "c/components/c").glob("*.csv")
    assert "A B,1," in rows.read_text()
    assert "Fox,2," in rows.read_text()
    assert "3 pieces in all" in told


def test_what_stands_on_cards_is_no_card(tmp_path):
    """Folders of backgrounds and frames, a frame among cards, what is far smaller than these; and the remedy."""
    art(tmp_path / "art/heroes", (744, 1039), names=("ant", "bee", "cow", "card_frame", "elk"))
    art(tmp_path / "art/heroes", (96, 96), names=("sword",))
    art(tmp_path / "art/backgrounds", (744, 1039), names=("heroes", "frame"))
    done = run("new", tmp_path / "isle", "--from", tmp_path / "art")
    assert "heroes: 4 pictures" in done.output
    assert "no cards by their names (in a folder of their own they are): card_frame.png" in done.output
    assert "far smaller than most (in a folder of their own they are): sword.png" in done.output
    assert "backgrounds/ (2); `pnp new . --from` makes a deck of such a folder" in done.output
    done = run("new", tmp_path / "frames", "--from", tmp_path / "art/backgrounds")
    assert "2 pictures" in done.output  # as is asked


@pytest.mark.slow
@pytest.mark.parametrize(("heading", "folder"), [("exported_card_name", "cards"), ("pic", "final_cards")])
def test_pictures_of_finished_cards_are_no_art(tmp_path, heading, folder):
    """Where another column names the art: their words would be laid over them."""
    home, names = tmp_path / "game", ("ant", "bee", "cow", "elk")
    art(home / "img", (600, 400), names=names)
    art(home / folder, (744, 1039), names=[f"{name}_1" for name in names])
    rows = [f"Card {name},{name}_1.png,{name}.png,Go on and on." for name in names]
    (home / "deck.csv").write_text("\n".join([f"Name,{heading},img,Text", *rows]))
    done = run("new", tmp_path / "isle", "--from", home / "deck.csv")
    assert "picture: img" in done.output
    assert f"{heading}: pictures of finished cards, and no art" in done.output
    done = run("new", tmp_path / "other", "--from", home / "deck.csv", "--columns", f"{heading}=picture")
    assert f"picture: {heading}" in done.output
