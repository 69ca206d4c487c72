"""`pnp new` with the picture of a card's frame: words stand on its plain areas, art in its window."""

from __future__ import annotations

import json
import random
import re

import pdfplumber
import pytest
from PIL import Image, ImageChops, ImageDraw

from tests.test_cli_user import run

MM, DOTS = 72 / 25.4, 300 / 25.4
PANELS = {"name": (6, 7, 57, 14), "window": (6, 16, 57, 48), "kind": (6, 50, 57, 55), "text": (6, 57, 57, 82)}
"""Of a frame 63 by 88 mm: left, top, right, bottom."""
ROWS = [("Ogre", "Beast", 5, "Draw two cards."), ("Fire", "Spell", 3, "Deal 4 damage."), ("Elf", "Beast", 1, "Hide.")]


def frame(
    path,
    *,
    ground=(60, 90, 50),
    panel=(225, 215, 190),
    window=(0, 0, 0, 0),
    bleed=0.0,
    rough=0,
    left_out=(),
    panels=PANELS,
    size=(63, 88),
):
    """Saves a frame as programs do: panels with round corners and an edge on a ground, both with a grain."""
    wide, high = (round((side + 2 * bleed) * DOTS) for side in size)
    dice = random.Random(7)  # noqa: S311
    picture = Image.new("RGBA", (wide, high), (*ground, 255))
    draw = ImageDraw.Draw(picture)
    for name, box in panels.items():
        if name not in left_out:
            corners = [(v + bleed) * DOTS for v in box]
            draw.rounded_rectangle(corners, 20, fill=window if name == "window" else panel, outline="black", width=5)
    for _ in range(2000 * bool(rough)):
        x, y = dice.randrange(wide), dice.randrange(high)
        pixel = picture.getpixel((x, y))
        picture.putpixel((x, y), (*(max(0, min(255, v + dice.randint(-rough, rough))) for v in pixel[:3]), pixel[3]))
    picture.save(path)


def noise(size, far):
    """Grey around the middle, by `far` at most."""
    dice = random.Random(7).randbytes(size[0] * size[1])  # noqa: S311
    return Image.frombytes("L", size, bytes(128 + (v - 128) * far // 256 for v in dice))


def made(tmp_path, rows=ROWS, headings="Name,Type,Cost,Rules", more=(), options=()):
    """A project from a table whose last columns are `more`, built; what was said of it, its template, its sheet."""
    lines = (",".join([*map(str, row), *own]) for row, own in zip(rows, more or [()] * len(rows), strict=True))
    (tmp_path / "deck.csv").write_text("\n".join([headings, *lines]), "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en", *options)
    assert done.exit_code == 0, done.output
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    assert [f for f in told if f["severity"] != "note"] == []
    assert run("build", "--out", tmp_path / "out", project=tmp_path / "isle").exit_code == 0
    with pdfplumber.open(next((tmp_path / "out").rglob("*.pdf"))) as pdf:
        sheet = pdf.pages[min(2, len(pdf.pages) - 1)]  # behind the cover, which has no back where nothing has
        return done.output, (tmp_path / "isle/layouts/isle/deck.svg").read_text("utf-8"), sheet.extract_words(), sheet


def first_card(sheet):
    """The corner of the first card: where the crop marks meet, in points."""
    lines = [line for line in sheet.lines if line["top"] < 60]
    return min(line["x0"] for line in lines if line["x0"] == line["x1"]), min(
        line["top"] for line in sheet.lines if line["top"] == line["bottom"]
    )


def stands_on(sheet, words, said, panel, panels=PANELS):
    """True where a word of the first card is within a panel of the frame."""
    word = next(word for word in words if word["text"] == said)
    (x, y), (left, top, right, bottom) = first_card(sheet), panels[panel]
    box = (x + left * MM, y + top * MM, x + right * MM, y + bottom * MM)
    return box[0] <= word["x0"] and box[1] <= word["top"] and word["x1"] <= box[2] and word["bottom"] <= box[3]


def art(tmp_path):
    for n in range(3):
        Image.new("RGB", (600, 400), (200, 40 * n, 90)).save(tmp_path / f"art{n}.png")
    return [f"art{n}.png" for n in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "look",
    [
        pytest.param({}, id="as it is cut"),
        pytest.param({"bleed": 3.0}, id="with its bleed"),
        pytest.param({"rough": 30}, id="with a grain"),
        pytest.param({"panel": (40, 40, 55)}, id="dark"),
    ],
)
def test_words_stand_on_the_panels_of_a_frame_and_art_in_its_window(tmp_path, look):
    frame(tmp_path / "beast.png", **look)
    frame(tmp_path / "spell.png", **{**look, "ground": (50, 40, 120)})
    frames = ["beast.png", "spell.png", "beast.png"]
    said, drawn, words, sheet = made(
        tmp_path, headings="Name,Type,Cost,Rules,Picture,Frame", more=list(zip(art(tmp_path), frames, strict=True))
    )
    assert "no room" not in said
    for one, panel in (("Ogre", "name"), ("Beast", "kind"), ("Draw", "text"), ("cards.", "text")):
        assert stands_on(sheet, words, one, panel), one
    assert drawn.index('pnp:href="item.picture"') < drawn.index('pnp:href="item.frame"'), "art lies below the frame"
    box = re.search(r'item\.picture" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn)
    left, top, right, bottom = PANELS["window"]
    assert [*map(float, box.groups())] == pytest.approx([left, top, right - left, bottom - top], abs=2.2)
    ink = 'fill="#ffffff"' if "panel" in look else 'fill="#22262b"'
    assert ('stroke="#4a4f57"' in drawn) == ("panel" not in look), "a white circle has an edge on what is pale"
    assert all(ink in line for line in drawn.splitlines() if "item.rules" in line or "item.name" in line)


@pytest.mark.slow
def test_art_lies_upon_a_frame_without_a_window(tmp_path):
    frame(tmp_path / "frame.png", window=(120, 120, 120, 255))
    _, drawn, _, _ = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[(name,) for name in art(tmp_path)])
    assert drawn.index('href="frame.png"') < drawn.index('pnp:href="item.picture"')
    box = re.search(r'item\.picture" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn)
    assert [*map(float, box.groups())] == pytest.approx([6, 16, 51, 32], abs=1.5)


@pytest.mark.slow
def test_a_frame_without_panels_gets_pale_ones(tmp_path):
    noise((93, 130), 250).resize((744, 1039), 0).save(tmp_path / "frame.png")
    _, drawn, words, _ = made(tmp_path, options=("--template", tmp_path / "frame.png"))
    assert drawn.count('fill-opacity="0.85"') >= 1
    assert {"Ogre", "Draw"} <= {word["text"] for word in words}


@pytest.mark.slow
def test_a_plain_ground_needs_no_pale_areas(tmp_path):
    Image.new("RGB", (744, 1039), (235, 220, 190)).save(tmp_path / "parchment.png")
    _, drawn, words, _ = made(tmp_path, options=("--template", tmp_path / "parchment.png"))
    assert "fill-opacity" not in drawn
    assert {"Ogre", "Draw"} <= {word["text"] for word in words}


@pytest.mark.slow
def test_a_picture_is_a_template(tmp_path):
    (tmp_path / "mine").mkdir()
    frame(tmp_path / "mine" / "parchment.png")
    said, _, words, sheet = made(tmp_path, options=("--template", tmp_path / "mine" / "parchment.png"))
    assert "frame: parchment.png" in said
    assert (tmp_path / "isle/layouts/isle/parchment.png").read_bytes() == (
        tmp_path / "mine" / "parchment.png"
    ).read_bytes()
    assert stands_on(sheet, words, "Ogre", "name")
    assert stands_on(sheet, words, "Draw", "text")


def test_a_picture_that_is_not_there_is_told(tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Text\nElf,Draw a card.\n", "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--template", tmp_path / "frame.png")
    assert done.exit_code == 2
    assert "there is no file" in done.output
    assert not (tmp_path / "isle").exists()


def test_a_drawing_without_words_is_a_frame(tmp_path):
    left, top, right, bottom = PANELS["window"]
    hole = f"M0 0H63V88H0ZM{left} {top}H{right}V{bottom}H{left}Z"
    panels = (
        f'<rect x="{x}" y="{y}" width="{r - x}" height="{b - y}" rx="2" fill="#f3e9d2"/>'
        for x, y, r, b in (PANELS["name"], PANELS["text"])
    )
    (tmp_path / "front.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<path fill-rule="evenodd" d="{hole}" fill="#24344d"/>{"".join(panels)}</svg>'
    )
    more = [(name,) for name in art(tmp_path)]
    options = ("--template", tmp_path / "front.svg")
    _, drawn, words, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=more, options=options)
    assert stands_on(sheet, words, "Ogre", "name")
    assert stands_on(sheet, words, "Draw", "text")
    assert drawn.index('pnp:href="item.picture"') < drawn.index('href="front.svg"')


@pytest.mark.parametrize("name", ["card.psd", "card.pdf", "card.afdesign"])
def test_a_file_of_a_drawing_program_is_told_how_to_export(tmp_path, name):
    (tmp_path / "deck.csv").write_text("Name,Text\nElf,Draw a card.\n", "utf-8")
    (tmp_path / name).write_bytes(b"8BPS\x00\x01\xff")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--template", tmp_path / name)
    assert done.exit_code == 2
    assert "export it as SVG" in done.output
    assert "UTF-8" not in done.output


@pytest.mark.slow
def test_a_frame_that_several_cards_share_need_not_be_called_so(tmp_path):
    frame(tmp_path / "red.png")
    more = [(name, "red.png") for name in art(tmp_path)]
    said, drawn, _, _ = made(tmp_path, headings="Name,Type,Cost,Rules,Picture,Look", more=more)
    assert "no room" not in said
    assert drawn.index('pnp:href="item.picture"') < drawn.index('pnp:href="item.look"')


@pytest.mark.slow
@pytest.mark.parametrize("names", [("beast.png", "spell.png"), ("Beast_frame.png", "card bg-Spell.png")])
def test_pictures_called_as_kinds_are_the_frames_of_these(tmp_path, names):
    for name, ground in zip(names, ((160, 30, 30), (30, 30, 160)), strict=True):
        frame(tmp_path / name, ground=ground)
    said, _, words, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[*zip(art(tmp_path))])
    assert f"frame: {', '.join(names)}" in said
    assert stands_on(sheet, words, "Ogre", "name")
    picture = sheet.to_image(resolution=72).original
    names = [next(word for word in words if word["text"] == name) for name, *_ in ROWS]
    above = [picture.getpixel((round(word["x0"]), round(word["top"] - 5 * MM))) for word in names]
    assert [red > blue for red, _, blue in above] == [True, False, True]


def called(tmp_path, *names, folder="art"):
    (tmp_path / folder).mkdir(exist_ok=True)
    for n, name in enumerate(names):
        Image.new("RGB", (600, 400), (200, 40 * n, 90)).save(tmp_path / folder / name)


@pytest.mark.slow
def test_pictures_called_as_kinds_are_frames_where_others_are_called_as_the_cards(tmp_path):
    called(tmp_path, "ogre.png", "fire.png", "elf.png")
    for name in ("beast.png", "spell.png"):
        frame(tmp_path / name)
    rows = [*ROWS, ("Ogre", "Beast", 2, "Draw.")]
    said, drawn, words, sheet = made(tmp_path, rows)
    assert "frame: beast.png, spell.png" in said
    assert "picture: picture" in said
    assert stands_on(sheet, words, "Beast", "kind")
    assert drawn.index('pnp:href="item.picture"') < drawn.index("beast.png"), "art lies below the frame"


@pytest.mark.slow
def test_frames_of_kinds_need_no_art(tmp_path):
    for name in ("beast.png", "spell.png"):
        frame(tmp_path / name)
    _, _, words, sheet = made(tmp_path, [*ROWS, ("Wolf", "Beast", 2, "Draw.")])
    assert stands_on(sheet, words, "Ogre", "name")
    assert stands_on(sheet, words, "Draw", "text")


@pytest.mark.parametrize("options", [(), ("--template", "fancy.png")], ids=["beside", "said"])
def test_a_back_lies_beside_the_table_too(tmp_path, options):
    called(tmp_path, "ogre.png", "fire.png", "elf.png")
    Image.new("RGB", (744, 1039), "navy").save(tmp_path / "back.png")
    frame(tmp_path / "fancy.png")
    options = [tmp_path / option if "." in option else option for option in options]
    (tmp_path / "deck.csv").write_text("Name,Rules\nOgre,Draw.\nFire,Burn.\nElf,Hide.\n")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "deck.csv", "--lang", "en", *options)
    assert "back: back.png" in done.output
    assert (tmp_path / "isle/layouts/isle/back.png").read_bytes() == (tmp_path / "back.png").read_bytes()
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output, "its bleed has its edge's colour"


@pytest.mark.slow
def test_a_second_language_leaves_pictures_called_as_their_cards(tmp_path):
    called(tmp_path, "ogre.png", "fire.png")
    made(tmp_path, rows=[*ROWS, ("Wolf", "Beast", 2, "Draw.")])
    game = tmp_path / "isle/components/isle"
    lines = (game / "deck.csv").read_text("utf-8").splitlines()
    more = ("Name (DE),Rules (DE)", "Oger,Zieh.", "Feuer,Brenn.", "Elf,Duck.", "Wolf,Zieh.")
    (game / "deck.csv").write_text("\n".join(f"{a},{b}" for a, b in zip(lines, more, strict=True)))
    (game / "game.yaml").write_text((game / "game.yaml").read_text("utf-8").replace("[en]", "[en, de]"))
    told = json.loads(run("check", "--format", "json", project=tmp_path / "isle").stdout)
    assert [f for f in told if f["severity"] == "error"] == []
    faces = [run("face", "isle", "deck/ogre", "--lang", la, project=tmp_path / "isle").stdout for la in ("en", "de")]
    assert ['aria-label="Ogre"' in face for face in faces] == [True, False]
    assert all("<image" in face for face in faces)


@pytest.mark.some(0)
@pytest.mark.parametrize(
    "panels",
    [
        pytest.param(
            {"name": (40, 4, 84, 11), "window": (4, 4, 37, 59), "text": (40, 13, 84, 50)}, id="art at the left"
        ),
        pytest.param({"text": (4, 4, 30, 48), "window": (33, 4, 84, 48), "name": (4, 51, 84, 58)}, id="the name below"),
    ],
)
def test_the_panels_of_a_frame_may_lie_side_by_side(tmp_path, panels):
    panels = {name: tuple(v * 0.8 for v in box) for name, box in panels.items()}  # the sheet turns no cards so small
    frame(tmp_path / "frame.png", panels=panels, size=(70.4, 50.4))
    size = ("--size", "70.4x50.4")
    said, drawn, words, sheet = made(
        tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[*zip(art(tmp_path))], options=size
    )
    assert "no room" not in said
    assert "fill-opacity" not in drawn, "no pale area lies on those that are there"
    for one, panel in (("Ogre", "name"), ("Draw", "text")):
        assert stands_on(sheet, words, one, panel, panels), one
    box = [*map(float, re.search(r'item\.picture" x="(\S+)" y="(\S+)" width="(\S+)"', drawn).groups())]
    left, top, right, _ = panels["window"]
    assert box == pytest.approx([left, top, right - left], abs=2.2)


def test_numbers_that_have_no_room_with_the_text_stand_above_it(tmp_path):
    panels = {**PANELS, "window": (6, 16, 57, 66), "text": (6, 70, 57, 82)}
    frame(tmp_path / "frame.png", panels=panels, left_out=("kind",))
    long = "Draw two cards and discard one of them; then each other player may draw a card or take a coin."
    rows = [(name, kind, n, long, n, n + 2, "North") for name, kind, n, _ in ROWS]
    said, _, words, sheet = made(tmp_path, rows, headings="Name,Type,Cost,Rules,Attack,Defence,House")
    assert "no room" not in said
    (above, *_) = [word for word in words if word["text"].startswith("Attack")]
    assert above["bottom"] <= first_card(sheet)[1] + 70 * MM
    assert stands_on(sheet, words, "discard", "text", panels)


@pytest.mark.slow
def test_paper_with_a_grain_is_plain(tmp_path):
    frame(tmp_path / "flat.png", panel=(160, 150, 130))
    flat = Image.open(tmp_path / "flat.png")
    grain = noise((248, 347), 70).resize(flat.size, Image.Resampling.BICUBIC)
    bands = [ImageChops.add(band, grain, offset=-128) for band in flat.split()[:3]]
    Image.merge("RGBA", [*bands, flat.getchannel("A")]).save(tmp_path / "frame.png")
    (tmp_path / "flat.png").unlink()
    _, drawn, words, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[*zip(art(tmp_path))])
    assert "fill-opacity" not in drawn
    assert stands_on(sheet, words, "Draw", "text")


def test_words_stand_where_the_frames_of_all_kinds_have_an_area(tmp_path):
    frame(tmp_path / "beast.png")
    other = {"name": (7, 6, 56, 13), "window": (9, 15, 54, 50), "kind": (7, 51, 56, 55), "text": (7, 56, 56, 83)}
    frame(tmp_path / "spell.png", panels=other, ground=(50, 40, 120))
    _, drawn, words, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[*zip(art(tmp_path))])
    assert "fill-opacity" not in drawn
    for panels in (PANELS, other):
        assert stands_on(sheet, words, "Ogre", "name", panels)
        assert stands_on(sheet, words, "Draw", "text", panels)
    box = [*map(float, re.search(r'item\.picture" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn).groups())]
    assert box == pytest.approx([6, 15, 51, 35], abs=2.2), "art fills the windows of both"


@pytest.mark.slow
def test_thin_lines_part_areas_of_one_colour(tmp_path):
    frame(tmp_path / "frame.png", ground=(225, 215, 190))
    _, drawn, words, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture", more=[*zip(art(tmp_path))])
    assert "fill-opacity" not in drawn
    for one, panel in (("Ogre", "name"), ("Beast", "kind"), ("Draw", "text")):
        assert stands_on(sheet, words, one, panel), one


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["", ",Frame"])
def test_words_are_white_on_the_frames_that_are_dark(tmp_path, heading):
    """Whether the frames are those of kinds, or a column names them."""
    frame(tmp_path / "beast.png")
    frame(tmp_path / "spell.png", ground=(50, 40, 120), panel=(40, 40, 55))
    own = [(name, *[f"{row[1].lower()}.png"] * bool(heading)) for name, row in zip(art(tmp_path), ROWS, strict=True)]
    _, drawn, _, sheet = made(tmp_path, headings="Name,Type,Cost,Rules,Picture" + heading, more=own)
    assert "fill-opacity" not in drawn, "no pale areas"
    inks = {
        word: {char["non_stroking_color"] for char in sheet.chars if char["text"] == word[0]} for word in ("O", "F")
    }
    assert all(max(ink) < 0.3 for ink in inks["O"]), "Ogre"
    assert all(min(ink) > 0.9 for ink in inks["F"]), "Fire"


@pytest.mark.slow
def test_a_tile_has_its_frame_and_words_on_the_plain_area_of_this(tmp_path):
    panels = {"window": (6, 6, 44, 28), "text": (6, 31, 44, 45)}
    frame(tmp_path / "frame.png", size=(50, 50), panels=panels, panel=(40, 30, 60))
    rows, more = [(f"Hill {n}", n + 1) for n in range(3)], [(name,) for name in art(tmp_path)]
    said, drawn, words, sheet = made(tmp_path, rows, "Name,Value,Art", more, ("--kind", "tiles"))
    assert "frame: frame.png" in said
    assert drawn.index("item.art") < drawn.index('xlink:href="frame.png"')
    assert stands_on(sheet, words, "Hill", "text", panels)
    assert stands_on(sheet, words, "1", "text", panels)
    assert 'fill="#ffffff"' in drawn


def test_a_round_token_has_its_ring_and_no_corner_of_its_art_outside(tmp_path):
    ring = Image.new("RGBA", (600, 600), (0, 0, 0, 0))
    draw = ImageDraw.Draw(ring)
    draw.ellipse((0, 0, 599, 599), fill=(50, 40, 60, 255))
    draw.ellipse((80, 80, 519, 519), fill=(0, 0, 0, 0))
    ring.save(tmp_path / "ring.png")
    rows, more = [(f"Imp {n}", n + 1) for n in range(3)], [(name, "ring.png") for name in art(tmp_path)]
    said, drawn, words, _ = made(tmp_path, rows, "Name,Value,Art,Frame", more, ("--kind", "tokens"))
    assert "no room" not in said
    assert drawn.index("item.art") < drawn.index("item.frame")
    assert 'clip-path="url(#disc)" pnp:if="item.art"' in drawn
    assert {"Imp", "3"} <= {word["text"] for word in words}


@pytest.mark.slow
@pytest.mark.parametrize("color", [(222, 200, 160), (90, 30, 20)])
def test_an_opaque_ground_of_a_token_lies_below_its_picture(tmp_path, color):
    Image.new("RGB", (300, 300), color).save(tmp_path / "imp_background.png")
    rows, more = [("Imp",), ("Elf",), ("Red Ogre",)], [(name,) for name in art(tmp_path)]
    said, drawn, _, sheet = made(tmp_path, rows, "Name,Art", more, ("--kind", "tokens"))
    assert "frame: imp_background.png" in said
    assert drawn.index('xlink:href="imp_background.png"') < drawn.index('pnp:href="item.art"') < drawn.index("#ffffff")
    assert len(sheet.images) == 6
    assert min(one["height"] for one in sheet.images) > 8 * MM


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "factor"), [("hexes", 1), ("tiles", 1), ("tokens", 0)])
def test_the_plate_on_a_picture_is_as_wide_as_its_words_and_says_what_numbers_are(tmp_path, kind, factor):
    rows = [("Rex", 2, 3), ("Asteroid Field 1", 2, 1), ("Sardakk Norr Homeworld", 1, 0)]
    for number in range(3):
        Image.effect_noise((500, 500), 90).convert("RGB").save(tmp_path / f"art{number}.png")
    more = [(f"art{number}.png",) for number in range(3)]
    _, drawn, words, _ = made(tmp_path, rows, "Tile,Planets,Influence,Art", more, ("--kind", kind))
    x, wide = map(float, re.search(r'<rect x="(\S+)" y="\S+" width="(\S+)".*fill-opacity', drawn).groups())
    lines = [float(n) for n in re.findall(r'pnp:box="\S+ \S+ (\S+)', drawn)]
    assert x == pytest.approx(-wide / 2, abs=0.01)
    assert lines
    assert max(lines) <= wide
    assert ("Influence: 3" in " ".join(word["text"] for word in words)) == bool(factor)
