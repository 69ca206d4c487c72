"""Figures of the rules: faces in a row, on hexagons, in mm; numbers at named places, and their words."""

from __future__ import annotations

import io
import shutil
from functools import lru_cache
from itertools import pairwise

import pdfplumber
import pytest

from generator.commands.rules import rule_summary
from generator.data.rulebook import Callout, Figure, FigureFace
from generator.face.bounds import painted_by, run_box
from generator.face.coarser import READABLE, greeked
from generator.face.face import Color, Face, GlyphRun, Group, Path
from generator.face.geometry import bounds, polygons, rectangle
from generator.face.outlines import die, polyhex
from generator.layout.assets import Studio
from generator.layout.draw import draw_face
from generator.pipeline import load_game
from generator.project import Project
from generator.summary.callouts import REACH, drawn_figure, is_across
from generator.summary.figures import DISC, Pin, box_named, box_of_shape, sketch_of
from generator.summary.prose import Design, accent_of, one_line, words
from generator.typeset.setting import POINT
from generator.values import replace
from tests.conftest import ROOT
from tests.summary_kit import MARK, art, face, summary, text

FIGURE = """\
        figure:
          faces: [card/dawn, {face: card/dusk, side: back}]
          callouts:
            - {at: ground, text: {ja: 地の色。, en: The ground.}}
            - {at: [31.5, 60], text: {ja: 言葉。, en: Its words.}}
            - {of: 2, at: [5, 5], text: {ja: 裏面の角。, en: A corner of the back.}}
"""


@pytest.fixture
def mini(tmp_path):
    shutil.copytree(ROOT / "tests" / "mini", tmp_path / "mini")

    def project(figure=FIGURE):
        path = tmp_path / "mini/components/mini/rules.yaml"
        words = (ROOT / "tests/mini/components/mini/rules.yaml").read_text("utf-8")
        path.write_text(words.replace("        aid: {ja: 配る, en: Deal}\n", figure), "utf-8")
        return Project(tmp_path / "mini")

    return project


def made(project, format_, language="en"):
    outputs, findings = rule_summary(project, "mini", [language], format_, "a4")
    return outputs[0].data, [f for f in findings if f.code[0] in "RSD" and f.code != "D030"]


@pytest.mark.some(0)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_words_stand_below_the_faces_by_number(mini, language):
    project = mini()
    data, findings = made(project, "pdf", language)
    assert findings == []
    with pdfplumber.open(io.BytesIO(data)) as document:
        page = next(p for p in document.pages if "地の色。" in p.extract_text() or "The ground." in p.extract_text())
        lines = page.extract_text().splitlines()
    said = {"ja": ["地の色。", "言葉。", "裏面の角。"], "en": ["The ground.", "Its words.", "A corner of the back."]}
    for number, told in enumerate(said[language], 1):
        assert any(f"{number}" in line and told in line for line in lines), lines
    assert next(k for k, line in enumerate(lines) if line.startswith("→1.1")) <= min(
        k for k, line in enumerate(lines) if said[language][0] in line
    ), lines
    html = made(project, "html", language)[0].decode()
    assert html.count("<figure>") == 1
    assert all(word in html.replace("<wbr>", "") for word in said[language])
    assert f"1. {said[language][0]}" in made(project, "md", language)[0].decode()


@pytest.mark.slow
def test_a_figure_of_an_example_names_the_rule_above_it(mini):
    project = mini()
    path = project.root / "components/mini/rules.yaml"
    said = '            text: {ja: "{@card/dawn}なら{sun}。", en: "{@card/dawn} gives {sun}."}\n'
    figure = FIGURE.replace("        figure", "            figure").replace("\n  ", "\n      ")
    path.write_text((ROOT / "tests/mini/components/mini/rules.yaml").read_text("utf-8").replace(said, said + figure))
    with pdfplumber.open(io.BytesIO(made(project, "pdf")[0])) as document:
        lines = [line for page in document.pages for line in page.extract_text().splitlines()]
    place = next(k for k, line in enumerate(lines) if line.startswith("→2.1.1"))
    assert any("The ground." in line for line in lines[place : place + 2]), lines


def test_a_named_place_that_paints_nothing_is_told(mini):
    figure = FIGURE.replace("at: ground", "at: safe")  # a guide layer, never drawn
    assert [f.code for f in made(mini(figure), "pdf")[1]] == ["S104"]


def test_the_box_of_a_name_is_what_its_elements_paint(mini):
    project = mini()
    game, _ = load_game(project, "mini")
    studio, owner = Studio(project), game.sets["card"]
    shown, _ = draw_face(studio, game, owner, owner.items[0], "front", "en")
    layout = studio.layout("card", ("mini",))
    assert box_named(shown, layout, "ground") == (0, 0, 63, 88)  # within the trim
    assert box_named(shown, layout, "nobody")[0] > 63


@pytest.mark.some(2, 3)
@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        ("{at: gruond, text: a}", "R014", "ground"),
        ("{of: 3, at: ground, text: a}", "R014", "`of: 3`"),
        ("{text: a}", "R014", "nothing"),
        ("{cells: [[0, 0]], text: a}", "R014", "no grid"),
        ("{at: 7, text: a}", "D003", "place in mm"),
    ],
)
def test_what_is_not_there_is_told_at_its_place(mini, wrong, code, said):
    from generator.pipeline import check_all

    project = mini(f"        figure:\n          faces: [card/dawn]\n          callouts: [{wrong}]\n")
    found = [f for f in check_all(project, "mini") if f.code == code]
    assert len(found) == 1
    assert said in found[0].message + found[0].hint


def hexes():
    shape = polyhex(((0, 0), (1, 0), (0, 1)), 20.0, flat=False)
    return Face("tide", "tile", "x", "front", "en", shape, ())


def sketch(*faces, callouts=(), shape=None):
    figure = Figure(faces, callouts)
    return sketch_of(figure, lambda shown: (hexes() if shown.set == "tile" else shape, None))


def tile(**places):
    return FigureFace("tile", "x", "front", MARK, **places)


def test_tiles_lie_on_hexagons_without_gaps():
    whole = sketch(tile(cell=(0, 0)), tile(cell=(2, -1)), tile(cell=(1, 1)))
    middles = {
        (round(c.x + place[4], 3), round(c.y + place[5], 3)) for face_, place in whole.pieces for c in face_.shape.cells
    }
    assert len(middles) == 9
    near = [sorted(abs(complex(*a) - complex(*b)) for b in middles if a != b)[0] for a in middles]
    assert all(abs(distance - 20 * 3**0.5) < 0.01 for distance in near)


def test_a_turned_tile_stays_on_its_hexagon():
    straight, turned = sketch(tile(cell=(0, 0))), sketch(tile(cell=(0, 0), turn=120))
    first = hexes().shape.cells[0]
    for _, (a, b, c, d, e, f) in (straight.pieces[0], turned.pieces[0]):
        assert abs(a * first.x + c * first.y + e) < 1e-9
        assert abs(b * first.x + d * first.y + f) < 1e-9
    assert straight.box != turned.box


def test_a_die_lies_as_it_is_rolled():
    rolled = Face("tide", "die", "d8", "front", "en", die(8, 24.0), (Path(rectangle(0, 0, 90, 70), Color("#d02020")),))
    whole = sketch(FigureFace("die", "d8", "front", MARK, up=5), shape=rolled)
    (face_, place), side = whole.pieces[0], 24 * 3**0.5 / 2
    box = box_of_shape(face_.shape, place)
    assert abs(box[2] - box[0] - 24) < 0.01
    assert abs(box[3] - box[1] - side) < 0.01
    corners = polygons(face_.shape.outline)[0]
    assert len([y for _, y in corners if y < 0.01]) == 1  # it stands upright: one corner on top
    assert not whole.missing
    (told,) = sketch(FigureFace("die", "d8", "front", MARK, up=9), shape=rolled).missing
    assert "`die/d8` with 9 up" in told


def test_a_figure_has_a_scene_for_each_number_of_players_that_differs():
    more = tile(cell=(2, -1), counts=((2, 0), (3, 1), (4, 1)))
    whole = sketch(tile(cell=(0, 0)), more, callouts=(Callout(text("あ", "a"), MARK, cells=((2, -1),)),))
    (two, first), (others, last) = whole.scenes
    assert (two, others) == ((2,), (3, 4))
    assert len(whole.pieces) == 3
    assert first[2] < last[0]  # they stand side by side
    assert whole.pins[0].box[0] > last[0]  # what is said is said of the last
    said = drawn_figure(whole, design(), 178.0)[0]
    words = ["".join(g.text for g in n.glyphs) for n in said if isinstance(n, GlyphRun)]
    assert [w for w in words if "players" in w] == ["2 players", "3, 4 players"]


def test_numbers_stand_in_every_scene_that_shows_their_place():
    more = tile(cell=(2, -1), counts=((2, 0), (3, 1), (4, 1)))
    spots = ((0, 0), (2, -1), (9, 9))
    whole = sketch(tile(cell=(0, 0)), more, callouts=tuple(Callout(text("あ", "a"), MARK, cells=(c,)) for c in spots))
    (_, first), (_, last) = whole.scenes
    middles = [(pin.number, (pin.box[0] + pin.box[2]) / 2) for pin in whole.pins]
    where = [(number, x < first[2], x > last[0]) for number, x in middles]
    assert where == [(1, True, False), (1, False, True), (2, False, True)]
    assert whole.missing == ("points at a place where no face lies",)


@pytest.mark.parametrize(("points", "kept"), [(6.4, False), (6.5, True)])
def test_words_that_nobody_could_read_are_bars(points, kept):
    """At a scale of a half; a number that short would be a dash, a word of one letter (海) is a bar."""
    set_ = (one_line(words(said), design(), design().body, 0, 9).nodes[0] for said in ("two words", "1+", "海"))
    long, short, letter = (replace(run, size=2 * points * POINT) for run in set_)
    long = replace(long, glyphs=replace(long.glyphs, texts=(*long.glyphs.texts[:-1], " ")))
    letter = replace(letter, width=letter.size)
    (shown,) = greeked([Group((long, short, letter), (0.5, 0, 0, 0.5, 0, 0))], 1.0)
    assert [isinstance(n, GlyphRun) for n in shown.children] == ([True] * 3 if kept else [False] * 2)
    if not kept:
        assert bounds(shown.children[0].segments)[2] == pytest.approx(long.x + long.glyphs.xs[-1]), "to the last letter"


@pytest.mark.slow
@pytest.mark.parametrize(("figure", "read"), [(FIGURE, True), (FIGURE.replace("at: ground", "at: [9, 9]"), False)])
def test_words_that_a_number_points_at_are_read(mini, figure, read):
    """The ground holds all words of the card, and is as large as that takes, across the page if it must."""
    with pdfplumber.open(io.BytesIO(made(mini(figure), "pdf")[0])) as document:
        (page,) = [p for p in document.pages if "The ground." in p.extract_text()]
        assert ("§ 2.1.1" in page.extract_text()) is read
        assert all(char["size"] >= 6.49 for p in document.pages for char in p.chars)


def test_copies_lie_a_step_apart_and_none_where_there_are_none():
    row = sketch(tile(at=(0, 0)), tile(at=(0, 50), counts=((2, 3), (3, 3)), step=(4, 1)))
    assert not row.scenes
    assert [(round(m[4] - row.pieces[1][1][4], 3), m[5] - row.pieces[1][1][5]) for _, m in row.pieces[1:]] == [
        (0, 0), (4, 1), (8, 2),
    ]  # fmt: skip
    assert sketch(tile(at=(0, 0), counts=((2, 0),))) is None


def test_copies_are_worked_out_from_the_parameters(mini):
    figure = "        figure: {faces: [{face: card/dawn, count: hand_size + 1, step: [9, 0]}]}\n"
    game, _ = load_game(mini(figure), "mini")
    shown = next(r.figure for r in game.rules.values() if r.figure).faces[0]
    assert (dict(shown.counts), shown.step) == ({2: 4, 3: 3, 4: 2}, (9, 0))
    assert "D006" in [f.code for f in load_game(mini(figure.replace("hand_size", "hnad_size")), "mini")[1]]


@lru_cache(maxsize=1)
def design():
    return Design(summary("en"), art().book, art().icon, accent_of(summary("en")), 178.0, 3.0)


def test_a_wide_board_stands_across_the_page():
    board = face("board", 390, 90)
    shown = FigureFace("board", "x", "front", MARK)
    assert is_across(sketch(shown, shape=board), design())
    assert not is_across(sketch(shown, shape=face("card", 63, 88)), design())


def test_words_to_be_read_stand_across_where_numbers_at_the_ends_leave_no_room_in_a_column():
    """Named from below, the same words are large enough in a column."""
    (run,) = one_line(words("words"), design(), design().body, 90, 44).nodes
    run = replace(run, size=READABLE / 0.64)
    left, top, _, _ = run_box(run)
    card = replace(face("card", 130, 88), nodes=(run,))
    bare = sketch(FigureFace("card", "x", "front", MARK), shape=card)
    for right, bottom, across in ((126.0, 50.0, True), (110.0, 84.0, False)):
        pin = Pin(1, (left, top, right, bottom), bare.box)
        assert is_across(replace(bare, pins=(pin,)), design()) is across


def test_numbers_beside_a_face_never_touch():
    from generator.summary.callouts import APART, _spots

    card = replace(face("card", 63, 88), nodes=())
    spots = [Callout(text("あ", "a"), MARK, 0, "", (30.0, 40.0 + k)) for k in range(7)]
    shown = sketch(FigureFace("card", "x", "front", MARK), callouts=tuple(spots), shape=card)
    placed = [spot for _, spot in _spots(shown.pins, shown.box, shown.lies, 85.0)]
    for side in {x for x, _ in placed}:
        heights = sorted(y for x, y in placed if x == side)
        assert all(b - a >= 2 * DISC + APART - 0.01 for a, b in pairwise(heights))


def test_no_line_runs_far_over_the_faces():
    from generator.summary.callouts import DEEP

    card = replace(face("card", 63, 88), nodes=())
    spots = [Callout(text("あ", "a"), MARK, 0, "", (x, 40.0)) for x in (2.0, 9.0, 12.0, 30.0, 61.0)]
    shown = sketch(FigureFace("card", "x", "front", MARK), callouts=tuple(spots), shape=card)
    nodes, _ = drawn_figure(shown, design(), 85.0)
    lines = [n.segments for n in nodes if isinstance(n, Path) and [s[0] for s in n.segments] == ["M", "L"]]
    assert lines
    assert all(abs(a[1][0] - b[1][0]) <= DEEP + REACH + DISC + 0.01 for a, b in lines)
    assert sum(isinstance(n, GlyphRun) for n in nodes) == len(spots)


def test_a_line_runs_farther_over_a_board_where_it_crosses_nothing_to_read(monkeypatch):
    board = replace(face("board", 400, 88), nodes=tuple(read(190, y) for y in (25.0, 70.0)))
    spots = [Callout(text("あ", "a"), MARK, 0, "", (x, 35.0)) for x in (100.0, 200.0)]
    shown = sketch(FigureFace("board", "x", "front", MARK), callouts=tuple(spots), shape=board)

    def lines():
        nodes, _ = drawn_figure(shown, design(), 180.0)
        return {n.segments[0][1][0] for n in nodes if isinstance(n, Path) and [s[0] for s in n.segments] == ["M", "L"]}

    assert len(lines()) == 1  # words stand over the other
    monkeypatch.setattr("generator.summary.callouts.LONG", 6.0)
    assert not lines()


def test_a_number_stands_beside_a_small_piece_off_its_neighbours_and_words():
    board, token = replace(face("board", 400, 88), nodes=(read(203, 34.0),)), face("token", 18, 18)
    two = FigureFace("token", "x", "front", MARK, at=(200, 36), counts=((2, 2),), step=(20, 0))
    faces = (FigureFace("board", "x", "front", MARK), two)
    shown = Figure(faces, (Callout(text("あ", "a"), MARK, 1, "", (9.0, 9.0)),))
    whole = sketch_of(shown, lambda one: (token if one.set == "token" else board, None))
    nodes, _ = drawn_figure(whole, design(), 180.0)
    x, y = next((next(iter(n.glyphs)).x + n.x, n.y) for n in nodes if isinstance(n, GlyphRun))
    scale, left = 180.0 / 400, DISC / (180.0 / 400)
    assert 200 - 2 * left - 3 < x / scale < 200  # not above it, where words stand, nor upon the next
    assert 36 < (y - 0.5) / scale < 36 + 18 + left
    *_, dot = (painted_by(n, run_box) for n in nodes if isinstance(n, Path) and n.stroke is None)
    assert dot[0] - 200 * scale < -0.9  # the dot of its line hides next to nothing of the piece


def read(x, y):
    """A line of words from x on, 20 mm long or more."""
    style = replace(design().text(), size=6.0)
    return one_line(words("words upon it"), design(), style, x, y).nodes[0]


@pytest.mark.parametrize(
    ("box", "sign", "end"),
    [
        ((10, 10, 30, 15), 20, 8.7),
        ((10, 5, 30, 15), 20, 11.2),
        ((10, 5, 30, 15), 11, 10),
        ((10, 5, 30, 15), 10.5, 8.7),
        ((0, 10, 30, 15), 20, 1.2),
        ((10, 12, 10, 12), 20, 10),
    ],
    ids=["beside two lines", "within what is large", "at its edge", "beside", "within the faces", "on a point"],
)
def test_where_the_line_of_a_number_ends(box, sign, end):
    """A sign, from `sign` on, is not hidden by the dot."""
    from generator.summary.callouts import _leader

    line = next(iter(_leader((-5.0, 12.0), box, (0, 0, 60, 90), [(sign, 10, 25, 14)], design()))).segments
    assert line[-1][1] == pytest.approx((end, 12))


@pytest.mark.slow
def test_what_lies_near_an_end_of_a_wide_board_is_named_from_there():
    board = replace(face("board", 400, 88), nodes=())
    spots = [Callout(text("あ", "a"), MARK, 0, "", (x, 44.0)) for x in (4.0, 10.0, 200.0, 396.0)]
    shown = sketch(FigureFace("board", "x", "front", MARK), callouts=tuple(spots), shape=board)
    nodes, _ = drawn_figure(shown, design(), 180.0)
    lines = [n.segments for n in nodes if isinstance(n, Path) and [s[0] for s in n.segments] == ["M", "L"]]
    assert len({line[0][1] for line in lines}) == 3  # the number in the middle stands upon its place
    assert {round(line[0][1][0], 1) for line in lines} == {DISC, 180.0 - DISC}
