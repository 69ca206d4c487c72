"""Content stamps: where each goes, that it can be read back, and what it keeps off."""

from __future__ import annotations

import pytest

from generator.export.svg import face_svg
from generator.face.bounds import run_box, runs
from generator.face.face import Color, Gradient, Group, Path
from generator.face.geometry import bounds, box_under, extent, grown, merged, overlap, rectangle
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.layout.drawing.stamp_place import ground_under
from generator.production import Order, build
from generator.project import Project
from generator.sheet.impose import impose
from generator.sheet.sheet import Piece
from generator.typeset.setting import FLOORS, POINT, Style
from generator.typeset.typeset import set_line
from generator.values import replace as changed
from tests.compare_kit import MINI, copy_of, game_of, printed_stamps, replace, stamps_of
from tests.sheet_kit import CARD, book, face, faults, fronts, job

GAME = "components/mini/game.yaml"


@pytest.fixture
def mini(tmp_path):
    return copy_of(MINI, tmp_path / "mini")


def faces_of(project: Project, stamp: str = "") -> list:
    studio = Studio(project, stamp=stamp)
    drawn, findings = draw_game(studio, game_of(project, "mini"), "en")
    return [f for _, _, front, back, _ in drawn for f in (front, back) if f], findings


@pytest.mark.some(5)
@pytest.mark.parametrize("stamp", ["", "faces", "slug"])
@pytest.mark.parametrize("backs", ["long-edge", "fold"])
def test_every_stamp_can_be_read_from_the_sheets_with_its_copies(mini, stamp, backs):
    outputs, _, _ = build(mini, "mini", Order(("en",), stamp=stamp, backs=backs))
    pieces = draw_game(Studio(mini), game_of(mini, "mini"), "en")[0]
    wanted: dict[str, int] = {}
    for _, _, front, back, copies in pieces:
        for one in (front, back):
            wanted[one.stamp if one else ""] = wanted.get(one.stamp if one else "", 0) + copies
    wanted.pop("", None)
    assert printed_stamps(outputs[0].data, stamps_of(mini, "mini", "en").values()) == wanted


@pytest.mark.slow
def test_without_stamps_there_are_none(mini):
    outputs, _, _ = build(mini, "mini", Order(("en",), stamp="off"))
    assert outputs[0].name == "mini-a4-en-stamp-off.pdf"
    assert not printed_stamps(outputs[0].data, stamps_of(mini, "mini", "en").values())


def test_no_stamp_on_a_face_is_smaller_than_words_may_be(mini):
    replace(mini.layouts / "mini/chip.svg", 'font-size="1.7"', 'font-size="0.9"')
    sizes = [run.size for f in faces_of(mini, "faces")[0] for run, _ in runs(f.marking)]
    assert FLOORS["en"] <= min(sizes) < 7 * POINT


@pytest.mark.parametrize("stamp", ["", "faces", "slug", "off"])
def test_the_back_of_a_card_never_bears_one(mini, stamp):
    back = mini.layouts / "mini/card-back.svg"
    replace(back, "</svg>", '<text pnp:stamp="yes" x="30" y="40" font-size="2" fill="#000000">a1b2</text></svg>')
    faces, findings = faces_of(mini, stamp)
    backs = [f for f in faces if f.side == "back"]
    assert backs
    assert all(not f.marking and f.slug == (stamp != "off") for f in backs)
    assert not [f for f in findings if f.mark.file.endswith("card-back.svg")]


def test_pictures_of_faces_have_no_stamp(mini):
    faces, _ = faces_of(mini, "faces")
    assert all(f.stamp.encode() not in face_svg(f, Studio(mini).book) for f in faces)


def test_a_set_says_otherwise_than_its_game_and_the_command_line_than_both(mini):
    replace(mini.root / GAME, "languages:", "stamp: off\nlanguages:")
    replace(mini.components / "mini/chips.yaml", "kind: token", "kind: token\nstamp: slug")
    shown = {(f.set, f.slug, bool(f.marking)) for f in faces_of(mini)[0]}
    assert shown == {("card", False, False), ("chip", True, False), ("tile", False, False)}
    assert all(f.marking for f in faces_of(mini, "faces")[0] if f.side == "front")


COVERED = {
    "a picture's edge": '<rect x="6" y="14" width="3" height="4" fill="#eeeeee"/>',
    "words": '<text x="10" y="16.2" text-anchor="middle" font-family="body" font-size="2.3">Coin</text>',
    "a dark ground": '<rect x="2" y="2" width="16" height="16" fill="#777777"/>',
    "a gradient": '<linearGradient id="g"><stop stop-color="#ffffff"/><stop offset="1" stop-color="#eeeeee"/>'
    '</linearGradient><rect width="20" height="20" fill="url(#g)"/>',
}


@pytest.mark.some(2)
@pytest.mark.parametrize("art", COVERED.values(), ids=COVERED)
def test_a_stamp_without_a_place_goes_into_the_margin(mini, art):
    assert all(f.marking for f in faces_of(mini)[0] if f.set == "chip")
    replace(mini.layouts / "mini/chip.svg", "  <text pnp:text", f"  {art}\n  <text pnp:text")
    faces, findings = faces_of(mini)
    assert all(f.slug and not f.marking for f in faces if f.set == "chip")
    assert "F105" not in {f.code for f in findings}
    faces, findings = faces_of(mini, "faces")
    assert all(f.marking for f in faces if f.set == "chip")
    assert [f.mark.file for f in findings if f.code == "F105" and "chip" in f.mark.file] == ["layouts/mini/chip.svg"]


WHITE, GREY = Path(rectangle(0, 0, 40, 40), Color("#ffffff")), Color("#808080")
UNDER = {
    "paper": ((), 1.0),
    "an area": ((Path(rectangle(0, 0, 40, 40), GREY),), 0.502),
    "half of it": ((Group((Path(rectangle(0, 0, 40, 40), GREY),), opacity=0.5),), 0.751),
    "an area that is covered": ((Path(rectangle(9, 9, 2, 2), GREY), WHITE), 1.0),
    "a turned area": ((Group((Path(rectangle(0, 0, 40, 40), GREY),), (0, 1, -1, 0, 40, 0)),), 0.502),
    "an area clipped away": ((Group((Path(rectangle(0, 0, 40, 40), GREY),), clip=rectangle(20, 20, 9, 9)),), 1.0),
    "an area clipped there": ((Group((Path(rectangle(0, 0, 40, 40), GREY),), clip=rectangle(11, 0, 9, 40)),), None),
    "a hole": ((Path((*rectangle(0, 0, 40, 40), *rectangle(5, 5, 20, 20)), GREY, even_odd=True),), None),
    "a gradient": ((Path(rectangle(0, 0, 40, 40), Gradient(0, 0, 9, 9, ((0, GREY), (1, GREY)))),), None),
}


@pytest.mark.parametrize(("nodes", "ground"), UNDER.values(), ids=UNDER)
def test_what_lies_under_a_box(nodes, ground):
    found = ground_under(nodes, (10, 10, 13, 11))
    assert found is None if ground is None else found is not None and abs(found[0] - ground) < 0.01


def test_a_stamp_keeps_further_from_words_than_from_edges():
    """Beside the number of a counter it would seem one more."""
    words = set_line("4", Style("body", 3.0, Color("#000000"), "en"), book(), 9.4, 11, "end").nodes
    edge = Path(rectangle(0, 0, 9.4, 40), GREY)
    box, ink = (10.0, 10.0, 13.0, 11.0), book().ink
    seen = [ground_under(nodes, box, ink, apart) for nodes in (words, [edge]) for apart in (0.0, 1.0)]
    assert [ground is None for ground in seen] == [False, True, False, False]


@pytest.mark.some(5)
@pytest.mark.parametrize("backs", ["long-edge", "fold", "none"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("size", "number"), [(CARD, 30), ({"shape": "circle", "diameter": 15}, 150)])
def test_the_list_in_the_margin_keeps_off_everything(size, number, paper, backs):
    pieces = []
    for k in range(number):
        front = changed(face("s", f"i{k}", size, bleed=3.0), stamp=f"x{k:03}", slug=True)
        pieces.append(Piece(front, changed(front, side="back", stamp=f"y{k:03}"), 1))
    sheets, _ = impose(pieces, job(paper, backs), book())
    for sheet in sheets:
        assert faults(sheet) == []
        said = [
            run for run, _ in runs(sheet.furniture) if run.string.strip(",") in {p.face.stamp for p in sheet.placements}
        ]
        assert sorted(r.string.strip(",") for r in said) == sorted(p.face.stamp for p in sheet.placements)
        least = 4.0 if (number, backs) == (150, "fold") else 6.5
        assert all(run.fill and run.size >= least * POINT for run in said)
        for mark in (bounds(m.segments) for m in sheet.marks if m.kind == "crop"):
            assert not any(overlap(grown(box, 1.0), mark) for box in lines_of_margin(sheet))
    assert len(fronts(sheets)) == number


def lines_of_margin(sheet):
    """Where the stamps beside the faces are, each without its height."""
    for run, matrix in runs(sheet.furniture):
        if run.string.strip(",") in ("stamps", *(p.face.stamp for p in sheet.placements)):
            left, _, right, _ = run_box(run)
            yield box_under((left, run.y - 0.3 * run.size, right, run.y - 0.3 * run.size), matrix)


def test_lines_of_stamps_are_read_from_the_top():
    coin = {"shape": "circle", "diameter": 15}
    pieces = [Piece(changed(face("s", f"i{k}", coin), stamp=f"{k:04}", slug=True), None, 1) for k in range(100)]
    (sheet,), _ = impose(pieces, job(), book())
    said = [(run.string.strip(","), matrix) for run, matrix in runs(sheet.furniture) if run.string.strip(",").isdigit()]
    below = [(matrix[5], matrix[4], stamp) for stamp, matrix in said if matrix[:4] == (1, 0, 0, 1)]
    assert len({y for y, *_ in below}) > 1
    assert [stamp for *_, stamp in sorted(below)] == [f"{k:04}" for k in range(len(below))]


def test_what_the_margin_has_no_room_for_is_told():
    size = {"shape": "rectangle", "width": 6, "height": 5}
    pieces = [Piece(changed(face("s", f"i{k}", size), stamp=f"{k:04}", slug=True), None, 1) for k in range(1200)]
    sheets, (finding,) = impose(pieces, job(), book())
    said = [run for sheet in sheets for run, _ in runs(sheet.furniture) if run.string.strip(",").isdigit()]
    unlisted = [stamp for sheet in sheets for stamp in sheet.unlisted]
    assert all(run.fill and 4 * POINT <= run.size < 5 * POINT for run in said), "small where there are many"
    assert unlisted
    assert {*unlisted, *(run.string.strip(",") for run in said)} >= {f"{k:04}" for k in range(1200)}
    assert (finding.code, finding.message.split()[6]) == ("S004", f"{len(unlisted)}")


@pytest.mark.parametrize("stamp", ["", "faces", "slug", "off"])
@pytest.mark.parametrize("place", ["", '<text pnp:stamp="yes" x="50" y="80" font-size="2" fill="#808080">a1b2</text>'])
def test_a_set_bears_its_stamps_on_all_faces_or_on_none(mini, stamp, place):
    """Its fronts as well as its backs."""
    art = '<rect pnp:if="item.id == \'noon\'" x="2" y="40" width="59" height="46" fill="#777777"/>'
    replace(mini.layouts / "mini/card.svg", "</svg>", f"{art}{place}</svg>")
    shown: dict[tuple[str, str], set[tuple[bool, bool]]] = {}
    for one in faces_of(mini, stamp)[0]:
        shown.setdefault((one.set, one.side), set()).add((bool(one.marking), one.slug))
    assert all(len(ways) == 1 for ways in shown.values())
    assert shown["card", "front"] == {(stamp == "faces", stamp in ("", "slug"))}


@pytest.mark.some(0, 1, 2)
@pytest.mark.parametrize(
    ("paper", "wide", "high"), [("a4", 63, 88), ("letter", 63, 88), ("a4", 44, 68), ("a4", 70, 120)]
)
def test_the_list_of_a_sheet_stands_in_one_place_that_no_mark_parts(paper, wide, high):
    """Behind the caption, and if it is too long for that begun on the line above."""
    size = {"shape": "rectangle", "width": wide, "height": high}
    cards = [changed(face("s", f"i{k}", size, bleed=3.0), stamp=f"x{k:03}", slug=True) for k in range(16)]
    sheets, _ = impose([Piece(card, None, 1) for card in cards], job(paper), book())
    for sheet in sheets:
        words = [*lines_of_margin(sheet)]
        assert len(words) == 1 + len(sheet.placements)
        across = 0 if extent(words[0])[0] < 0.01 else 1
        lines = [merged(*(w for w in words if abs(w[across] - at) < 0.01)) for at in {w[across] for w in words}]
        assert len(lines) <= 1 + (len(words) > 10)
        assert min(extent(merged(*lines))) < 3
        assert not any(overlap(grown(line, 0.3), bounds(m.segments)) for m in sheet.marks for line in lines)
