"""`pnp resize`: templates for pieces of another size."""

from __future__ import annotations

import json
import re

import pytest

from generator.layout.svg.attributes import OURS, Attribute, Holds
from generator.layout.svg.element import walk
from generator.layout.svg.parser import parse_svg
from generator.scaffold.resize import _box, resized
from tests.test_cli_user import run
from tests.test_sketch import DECK

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" '
PAGE = HEAD + 'width="60mm" height="90mm" viewBox="0 0 60 90">{}</svg>'


@pytest.mark.parametrize(("drawn", "wanted"), [
    ('<rect x="-3" y="-3" width="66" height="96" rx="4"/>', '<rect x="-3" y="-3" width="126" height="96" rx="4"/>'),
    ('<text x="30" y="45" text-anchor="middle" pnp:width="52">a &gt; b</text>',
     '<text x="60" y="45" text-anchor="middle" pnp:width="112">a &gt; b</text>'),
    ('<text pnp:box="4 4 52 20" pnp:if="item.a > 3" x=\'4\' y="9"/>',
     '<text pnp:box="4 4 112 20" pnp:if="item.a > 3" x=\'4\' y="9"/>'),
    ('<path d="M0 0 L60 90 l-60 0 z"/>', '<path d="M0 0 120 90H0V0Z"/>'),
    ('<polygon points="0,0 30,45"/>', '<polygon points="0,0 30,45"/>'),
    ('<polygon points="15,9 45,9 30,45"/>', '<polygon points="45,9 75,9 60,45"/>'),
    ('<path d="M20 20v50h20"/>', '<path d="M38.462 20V70H81.538"/>'),
    ('<g transform="translate(10, 5) scale(2)"><text x="5" y="5">a</text></g>',
     '<g transform="translate(20 5) scale(2)"><text x="10" y="5">a</text></g>'),
    ('<use pnp:step="7 2" pnp:for="n in 3|range" x="10%"/>', '<use pnp:step="14 2" pnp:for="n in 3|range" x="10%"/>'),
    ('<use pnp:step="7 2" pnp:wrap="3, 5, 8" pnp:for="n in 3|range"/>',
     '<use pnp:step="14 2" pnp:wrap="3, 10, 8" pnp:for="n in 3|range"/>'),
    ('<linearGradient x1="0" x2="1"/>', '<linearGradient x1="0" x2="1"/>'),
    ('<filter id="f" x="-0.1" width="1.2"><feOffset dx="1"/></filter><rect width="60" height="9" filter="url(#f)"/>',
     '<filter id="f" x="-0.1" width="1.2"><feOffset dx="1"/></filter><rect width="120" height="9" filter="url(#f)"/>'),
    ('<filter id="f" filterUnits="userSpaceOnUse" x="0" width="60"/><rect width="60" height="9" filter="url(#f)"/>',
     '<filter id="f" filterUnits="userSpaceOnUse" x="0" width="120"/><rect width="120" height="9" filter="url(#f)"/>'),
    ("<!-- <g x=\"9\"> -->", "<!-- <g x=\"9\"> -->"),
])  # fmt: skip
def test_what_is_drawn_takes_its_place_on_a_page_twice_as_wide(drawn, wanted):
    text, bound = resized(PAGE.format(drawn), (60, 90), (120, 90))
    assert text == PAGE.replace("60", "120").format(wanted)
    assert not bound


ICON = """<rect x="-3" y="-3" width="66" height="96" fill="tan"/>
<g id="bird"><path d="M8 8c4 0 4 8 0 8z"/><path d="M10 9l6 3-6 3z"/></g>
<circle cx="50" cy="10" r="6"/><text x="50" y="12" text-anchor="middle">3</text>
<image pnp:icon="'vp'" x="48" y="8" width="4" height="4"/><path d="M47 13a4 4 0 0 0 6 0z"/>
<path transform="rotate(30 30 60)" d="M25 60c0-9 10-9 10 0z"/><circle cx="30" cy="45" r="44"/>
<path d="M-3 70c20-9 40 9 66 0v23h-66z"/><clipPath id="c"><circle cx="20" cy="30" r="3"/></clipPath>
<path clip-path="url(#c)" d="M16 26c9 0 9 9 0 9z"/>"""


def shapes_of(text):
    """What each element covers: width and height, and its middle."""
    found = []
    for element in walk(parse_svg(text.encode(), "").root):
        if element.tag in ("path", "circle"):
            x1, y1, x2, y2 = _box(element)
            found.append((x2 - x1, y2 - y1, (x1 + x2) / 2, (y1 + y2) / 2))
    return found


@pytest.mark.parametrize("size", [(120, 90), (60, 45), (90, 60), (44, 68)])
def test_drawn_art_keeps_its_proportions(size):
    """Circles stay circles; what is drawn of several parts stays one; what reaches over the page still does."""
    text, bound = resized(PAGE.format(ICON), (60, 90), size)
    before, after = shapes_of(PAGE.format(ICON)), shapes_of(text)
    least = min(size[0] / 60, size[1] / 90)
    assert not bound
    for n in (2, 3, 4, 8):
        assert after[n][:2] == pytest.approx([side * least for side in before[n][:2]], abs=0.01)
    root = parse_svg(text.encode(), "").root
    bird = next(e for e in root.elements if e.tag == "g")
    assert "transform" in bird.attributes
    number = next(e for e in root.elements if e.tag == "text")
    assert float(number.attributes["x"]) == pytest.approx(after[2][2], abs=0.01)
    icon = next(e for e in root.elements if e.tag == "image").attributes
    assert float(icon["x"]) + float(icon["width"]) / 2 == pytest.approx(after[2][2], abs=0.01)
    assert float(icon["width"]) == pytest.approx(4 * least, abs=0.01)
    assert after[3][2] - after[2][2] == pytest.approx(0, abs=0.01)
    wave = after[6]
    assert (wave[2] - wave[0] / 2, wave[2] + wave[0] / 2) == pytest.approx((-3, size[0] + 3), abs=0.01)
    assert next(e for e in walk(root) if e.tag == "clipPath").children[0].attributes["r"] == "3"
    assert after[5][0] == pytest.approx(after[5][1])


def test_what_an_expression_places_lies_where_its_sample_does():
    """Places and widths by arithmetic, which is worked out here; a transform stands between both sizes; art that is
    repeated keeps its distance in proportion."""
    drawn = '<text x="30" pnp:x="10 + 20" y="9">a</text><rect x="4" y="9" width="52" pnp:width="50 + 2" height="3"/>'
    drawn += """<g pnp:transform="'translate(' ~ item.a ~ ' 0)'"><text x="5" y="9">b</text></g>"""
    drawn += '<g pnp:for="k in 3|range" pnp:step="7 2"><path d="M8 8c4 0 4 8 0 8z"/></g>'
    text, lines = resized(PAGE.format(drawn), (60, 90), (120, 90))
    elements = [e.attributes for e in walk(parse_svg(text.encode(), "").root)]
    (x, sample), (width, wide) = (
        next((e[f"pnp:{name}"], e[name]) for e in elements if f"pnp:{name}" in e) for name in ("x", "width")
    )
    assert eval(x) == pytest.approx(float(sample), abs=0.001)  # noqa: S307 (our own numbers)
    assert eval(width) == pytest.approx(float(wide), abs=0.001)  # noqa: S307
    (turned,) = [e["pnp:transform"] for e in elements if "pnp:transform" in e]
    assert turned == "'scale(2 1) ' ~ ('translate(' ~ item.a ~ ' 0)') ~ ' scale(0.5 1)'"
    assert [e["pnp:step"] for e in elements if "pnp:step" in e] == ["14 2"]
    assert lines


CELLS = """<g pnp:for="c in shape.cells" pnp:transform="'translate(' ~ c.x ~ ' 0)'" transform="translate(30 45)">
<text x="2" y="9" font-size="5" pnp:floor="6pt" pnp:box="-20 -9 40 18">a</text><path d="M1 2c3 3 3 6 0 9z"/></g>"""


def test_what_follows_the_shape_is_left_to_it():
    """With another number of cells what each of them shows stays; it grows with a larger cell, no floor does."""
    assert CELLS in resized(PAGE.format(CELLS), (60, 90), (120, 90), is_joined=True)[0]
    grown, lines = resized(PAGE.format(CELLS), (60, 90), (120, 180), is_joined=True)
    assert """pnp:transform="'translate(' ~ c.x ~ ' 0)'" transform="translate(60 90)">""" in grown
    assert 'x="4" y="18" font-size="10" pnp:floor="6pt" pnp:box="-40 -18 80 36"' in grown
    assert not lines
    placed = '<text pnp:x="shape.width - 4" x="56" pnp:box="4 9 52 9" y="9">a</text>'
    assert 'pnp:x="shape.width - 4" x="116"' in resized(PAGE.format(placed), (60, 90), (120, 90))[0]


def test_a_tile_of_more_hexagons_is_resized_and_sound(tmp_path):
    (tmp_path / "hx.csv").write_text("Name,Text\nFen,Soft ground.\nRidge,Hard to climb.\n")
    project = tmp_path / "isle"
    assert run("new", project, "--from", tmp_path / "hx.csv", "--kind", "hexes").exit_code == 0
    table = project / "components" / "isle" / "hx.yaml"
    table.write_text(table.read_text().replace("top: point}", "top: point, cells: [[0, 0], [1, 0], [0, 1]]}"))
    drawn = project / "layouts" / "isle" / "hx.svg"
    cells = drawn.read_text().partition("<g ")[2]
    done = run("resize", "isle", project=project)
    assert "hx.svg: 43.3013 x 50 -> 86.6025 x 87.5 mm" in done.output
    assert "look at the expressions" not in done.output
    assert drawn.read_text().partition("<g ")[2] == cells
    assert "isle: no errors, no warnings" in run("check", project=project).output


HIDDEN = """<defs><path id="line" d="M20 10A20 20 0 0 1 40 50"/>
<path id="turned" transform="translate(2 4)" d="M9 30l9 9"/>
<clipPath id="c"><circle cx="30" cy="30" r="20"/></clipPath><mask id="m"><circle cx="30" cy="30" r="20"/></mask>
<clipPath id="share" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.5"/></clipPath>
<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10" x2="50"/>
<pattern id="p" patternUnits="userSpaceOnUse" width="6" height="6"><rect width="3" height="3"/></pattern></defs>
<text><textPath href="#line">a</textPath><textPath href="#turned">b</textPath></text>
<path d="M0 0C20 60 60 20 60 60z" fill="url(#g)" clip-path="url(#c)"/><rect width="60" height="60" fill="url(#p)"/>
<image width="60" height="60" mask="url(#m)"/><rect width="60" height="60" clip-path="url(#share)"/>"""


def test_what_is_drawn_nowhere_follows_what_it_is_for():
    """Lines of words, clips, masks, gradients and patterns that have the coordinates of the page."""
    square = PAGE.replace("90", "60")
    ids = parse_svg(resized(square.format(HIDDEN), (60, 60), (30, 30))[0].encode(), "").ids
    shapes = {name: next(iter(ids[name].elements)).attributes for name in ("c", "m", "share", "p")}
    before = _box(parse_svg(square.format(HIDDEN).encode(), "").ids["line"])
    assert _box(ids["line"]) == pytest.approx([n / 2 for n in before], abs=0.01)
    assert _box(ids["turned"]) == pytest.approx((5.5, 17, 10, 21.5))
    for name in ("c", "m"):
        assert [shapes[name][n] for n in ("cx", "cy", "r")] == ["15", "15", "10"]
    assert shapes["share"]["r"] == "0.5"
    assert (ids["g"].attributes["x1"], ids["g"].attributes["x2"]) == ("5", "25")
    assert (ids["p"].attributes["width"], shapes["p"]["width"]) == ("3", "1.5")


@pytest.mark.parametrize("name", [*(row.name for row in OURS.values() if row.right), "new"])
def test_lengths_of_ours_follow_the_page(monkeypatch, name):
    """Of a new attribute, too. How far lines are apart is said in ems; type that can just be read stays so."""
    monkeypatch.setitem(OURS, "new", Attribute("new", Holds.WORDS, right=bool, example="`bottom 12`"))
    tag, words = (OURS[name].on or ("g",))[0], OURS[name].example.split("`")[1]
    for scale in (0.5, 2):
        text, _ = resized(PAGE.format(f'<{tag} pnp:{name}="{words}"/>'), (60, 90), (60 * scale, 90 * scale))
        assert (f'"{words}"' in text) == (name in ("leading", "floor"))


def test_type_stays_legible_and_bound_places_are_named():
    page = PAGE.format(
        '<style>.a {font-size: 6px; stroke-width:2}</style>\n<g style="font-size:3px"/><g pnp:x="i * 7"/>'
        '<textPath startOffset="5"/><textPath startOffset="50%"/>'
    )
    text, bound = resized(page, (60, 90), (24, 36))
    assert ".a {font-size: 2.4px; stroke-width:0.8}" in text
    assert 'style="font-size:2.2px"' in text
    assert '"2"/><textPath startOffset="50%"' in text
    assert 'pnp:floor="6.5pt"' in resized(PAGE.format('<text pnp:floor="8pt"/>'), (60, 90), (24, 36))[0]
    assert bound == [2]
    part = PAGE.format('\n<image pnp:part="parts/a.svg" x="-3" y="-3" width="66" height="96"/>')
    assert [resized(part, (60, 90), size)[1] for size in ((24, 36), (44, 67))] == [[], [2]]  # it has its proportions


@pytest.mark.some(1)
@pytest.mark.parametrize("size", ["mini-euro", "tarot", "{shape: rectangle, width: 88, height: 63}"])
def test_a_deck_takes_another_size_and_is_sound(tmp_path, size):
    (tmp_path / "deck.csv").write_text(DECK.replace("goblin.png", "").replace("art/drache.png", ""))
    project = tmp_path / "isle"
    assert run("new", project, "--from", tmp_path / "deck.csv", "--lang", "en").exit_code == 0
    table = project / "components" / "isle" / "deck.yaml"
    table.write_text(table.read_text().replace("size: poker-metric", f"size: {size}"))
    told = json.loads(run("check", "--format", "json", project=project).output)
    assert {f["code"] for f in told if f["severity"] == "error"} == {"T014"}
    assert "back.svg: 63 x 88 -> " in run("resize", "isle", project=project).output
    checked = run("check", project=project)
    assert "isle: no errors, no warnings" in checked.output, checked.output
    assert "Every template has the size" in run("resize", "isle", project=project).output


def test_a_set_more_has_a_back_as_large_as_its_cards(tmp_path):
    """Where the back of that name has been resized for others."""
    (tmp_path / "deck.csv").write_text("Name,Text\nFog,Hide.\nSun,Shine.\n")
    (tmp_path / "spells.csv").write_text("Name,Text\nGale,Blow.\nRain,Fall.\n")
    project = tmp_path / "isle"
    assert run("new", project, "--from", tmp_path / "deck.csv").exit_code == 0
    own = project / "components" / "isle" / "deck.yaml"
    own.write_text(own.read_text().replace("size: poker-metric", "size: mini-euro"))
    run("resize", "isle", project=project)
    for size in ("poker-metric", "mini-euro"):
        (tmp_path / "spells.csv").rename(tmp_path / f"{size}.csv")
        assert run("new", project, "--from", tmp_path / f"{size}.csv", "--size", size).exit_code == 0
        (tmp_path / f"{size}.csv").rename(tmp_path / "spells.csv")
    backs = [
        (own.parent / f"{size}.yaml").read_text().partition("\nback: ")[2] for size in ("poker-metric", "mini-euro")
    ]
    assert [words.split()[0] for words in backs] == ["poker-metric-back", "back-mini-euro"]
    assert "no errors" in run("check", project=project).output


def test_a_value_that_stands_in_its_name_is_changed_alone():
    line = '<line x1="1" y1="1" x2="2" y2="2"/>'
    text, _ = resized(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">{line}</svg>',
        (10, 10),
        (20, 20),
    )
    assert '<line x1="2" y1="2" x2="4" y2="4"/>' in text


USED = """<defs><g id="star"><circle r="5"/><path d="M-5 0L5 0L0 8z"/></g>
<rect id="frame" width="60" height="90"/></defs>
<symbol id="gem" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><use href="#frame"/>
<use href="#star" x="30" y="30"/><use href="#star" transform="translate(30 60)"/>
<use href="#gem" x="6" y="70" width="12" height="12"/>"""


@pytest.mark.parametrize("size", [(120, 90), (60, 45), (90, 60), (44, 68)])
def test_what_is_used_keeps_its_proportions_and_is_drawn_once(size):
    from generator.layout.svg.datatypes import transform

    text, _ = resized(PAGE.format(USED), (60, 90), size)
    least = min(size[0] / 60, size[1] / 90)
    assert '<circle r="5"/><path d="M-5 0L5 0L0 8z"/>' in text
    frame, star, turned, gem = (e.attributes for e in parse_svg(text.encode(), "").root.elements if e.tag == "use")
    for one in (star, turned):
        a, b, c, d, *_ = transform(one["transform"]) if "transform" in one else (1, 0, 0, 1)
        assert (a, b, c, d) == pytest.approx((least, 0, 0, least), abs=0.001)
    assert f'width="{size[0]:g}" height="{size[1]:g}"/></defs>' in text
    assert "transform" not in frame
    assert transform(gem.get("transform", "scale(1)"))[0] == pytest.approx(least, abs=0.001)


def test_round_things_that_reach_over_the_page_still_do():
    drawn = '<circle cx="30" cy="45" r="60"/><ellipse cx="30" cy="0" rx="40" ry="20"/>'
    circle, ellipse = parse_svg(resized(PAGE.format(drawn), (60, 90), (120, 90))[0].encode(), "").root.elements
    assert float(circle.attributes["r"]) == 90
    assert (float(ellipse.attributes["rx"]), float(ellipse.attributes["ry"])) == (70, 20)


def test_a_template_of_a_shared_folder_is_found(mini_copy):
    game = mini_copy.components / "mini" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("version:", "include: [common]\nversion:", 1), "utf-8")
    for home in (mini_copy.components, mini_copy.layouts):
        (home / "common").mkdir()
    shared = (mini_copy.layouts / "mini" / "card.svg").rename(mini_copy.layouts / "common" / "card.svg")
    cards = mini_copy.components / "mini" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("size: poker-metric", "size: bridge"), "utf-8")
    done = run("resize", project=mini_copy.root)
    assert done.exit_code == 0, done.output
    assert "layouts/common/card.svg: 63 x 88 -> 57.2 x 88.9 mm" in done.output
    assert 'width="57.2mm"' in shared.read_text("utf-8")


def test_a_back_of_two_sets_is_told_how_to_part(tmp_path):
    """What is told is enough: done, it takes both sizes."""
    for name in ("cards", "houses"):
        (tmp_path / "t").mkdir(exist_ok=True)
        (tmp_path / "t" / f"{name}.csv").write_text("Name,Text\nFox,Bites.\nElk,Runs.\n")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "t", "--lang", "en").exit_code == 0
    data, drawn = tmp_path / "isle/components/isle", tmp_path / "isle/layouts/isle"
    cards = (data / "cards.yaml").read_text("utf-8")
    (data / "cards.yaml").write_text(cards.replace("poker-metric", "mini-euro"), "utf-8")
    told = run("resize", project=tmp_path / "isle")
    assert told.exit_code == 2
    assert "copy layouts/isle/back.svg to layouts/isle/houses-back.svg, and write `back: houses-back`" in told.output
    (drawn / "houses-back.svg").write_bytes((drawn / "back.svg").read_bytes())
    houses = (data / "houses.yaml").read_text("utf-8")
    (data / "houses.yaml").write_text(houses.replace("back: back", "back: houses-back"), "utf-8")
    assert run("resize", project=tmp_path / "isle").exit_code == 0
    assert "no errors, no warnings" in run("check", project=tmp_path / "isle").output


@pytest.mark.parametrize("size", [19.0, 15.0, 12.7, 30.0, (25.0, 18.0)])
@pytest.mark.parametrize("kind", ["counters", "tiles"])
def test_words_of_small_pieces_stay_in_the_safe_zone_of_the_new_size(tmp_path, size, kind):
    """Also those drawn about the middle of a cell: a margin is no smaller on a smaller piece."""
    rows = "".join(f"{n + 1} Rgmt,Red,{n},{n + 1},{n + 2}\n" for n in range(5))
    (tmp_path / "units.csv").write_text(f"Name,Side,Attack,Defense,Move\n{rows}")
    home = tmp_path / "isle"
    done = run("new", home, "--from", tmp_path / "units.csv", "--kind", kind, "--size", "20mm", "--lang", "en")
    assert done.exit_code == 0, done.output
    data = home / "components/isle/units.yaml"
    wide, high = size if isinstance(size, tuple) else (size, size)
    said = re.sub(
        "(?m)^size: .*", f"size: {{shape: rectangle, width: {wide}, height: {high}}}", data.read_text("utf-8")
    )
    data.write_text(said, "utf-8")
    assert f"-> {wide:g} x {high:g} mm" in run("resize", project=home).output
    assert "no errors, no warnings" in run("check", project=home).output
