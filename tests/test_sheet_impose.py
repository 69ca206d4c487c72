"""Imposition: counts, packing, registration, room."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.geometry import box_under, moved
from generator.sheet.impose import back_placement, impose
from generator.sheet.placing import Fold, frames
from generator.sheet.preflight import MOST_SHEETS, page_limit_faults
from generator.sheet.sheet import Job, Paper, Piece, Placement, PrinterMark, Sheet
from generator.values import replace
from tests.sheet_kit import (
    CARD,
    CARD_US,
    TRIHEX,
    book,
    counted,
    face,
    faults,
    fronts,
    job,
    outlines_overlap,
    overlaps,
    papers,
    piece,
)


def made(pieces: list[Piece], job_: Job) -> list[Sheet]:
    sheets, findings = impose(pieces, job_, book())
    assert findings == []
    return sheets


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [CARD, CARD_US])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_nine_cards_fill_a_sheet(paper: str, size: dict[str, object], bleed: float) -> None:
    sheets = made([piece(f"c{k}", size, back=True, bleed=bleed) for k in range(9)], job(paper))
    assert [len(s.placements) for s in sheets] == [9, 9]
    assert [s.side for s in sheets] == ["front", "back"]
    assert [f for s in sheets for f in faults(s)] == []


def test_sets_of_one_size_share_sheets() -> None:
    pieces = [piece("a", CARD, 20, set_="x"), piece("b", CARD, 20, bleed=3, set_="y"), piece("c", CARD, 6, set_="z")]
    sheets = made(pieces, job())
    assert [len(s.placements) for s in sheets] == [9, 9, 9, 9, 9, 1]
    assert sheets[2].sets == ("x", "y")
    assert [p.face.item for p in fronts(sheets)] == ["a"] * 20 + ["b"] * 20 + ["c"] * 6


def test_two_halves_of_a_frieze_fit_one_sheet() -> None:
    frieze = {"shape": "rectangle", "width": 396, "height": 92}
    for paper in ("a4", "letter"):
        sheets = made([piece("board", frieze, back=True, bleed=3)], job(paper))
        assert [[p.window for p in s.placements] for s in sheets] == [
            [(0, 0, 202, 92), (194, 0, 396, 92)],
            [(194, 0, 396, 92), (0, 0, 202, 92)],
        ]
        assert [f for s in sheets for f in faults(s)] == []


def test_one_sided_sheets_come_last_and_have_no_blank_side() -> None:
    pieces = [piece("plain", CARD, 9), piece("backed", CARD, 18, back=True)]
    assert [s.side for s in made(pieces, job())] == ["front", "back", "front", "back", "front"]


def test_plain_cards_fill_up_a_two_sided_sheet_only_if_that_saves_one() -> None:
    sheets = made([piece("plain", CARD, 2), piece("backed", CARD, 16, back=True)], job())
    assert [(s.side, len(s.placements)) for s in sheets] == [("front", 9), ("back", 9), ("front", 9), ("back", 7)]
    sheets = made([piece("plain", CARD, 2), piece("backed", CARD, 9, back=True)], job())
    assert [(s.side, len(s.placements)) for s in sheets] == [("front", 9), ("back", 9), ("front", 2)]


def test_small_pieces_share_one_sheet() -> None:
    pieces = [
        piece("worker", {"shape": "circle", "diameter": 14}, 50),
        piece("ring", {"shape": "ring", "diameter": 28, "hole": 18}, 8),
        piece("city", {"shape": "rectangle", "width": 18, "height": 18}, 20),
        piece("start", {"shape": "standee", "width": 24, "height": 34, "base": 10}),
    ]
    sheets = made(pieces, job())
    assert len(sheets) == 1
    assert faults(sheets[0]) == []


def test_circles_shift_their_rows_where_that_holds_more() -> None:
    assert len(made([piece("coin", {"shape": "circle", "diameter": 30}, 46)], job())) == 1  # a grid of 6 x 8 holds 48
    dots = made([piece("dot", {"shape": "circle", "diameter": 14}, 230)], job())
    assert len(dots) == 1  # a grid of 12 x 17 holds 204
    assert not any(outlines_overlap(a, b) for a, b in zip(dots[0].placements, dots[0].placements[1:], strict=False))


def test_nested_tiles_draw_a_shared_edge_once() -> None:
    sheets = made([piece("tile", TRIHEX, 9)], job())
    assert len(sheets) == 1
    edges = [tuple(sorted((round(x, 2), round(y, 2)) for x, y in edge)) for edge in cut_edges(sheets[0])]
    assert len(edges) == len(set(edges))
    assert len(edges) < 9 * 12
    assert faults(sheets[0]) == []


def cut_edges(sheet: Sheet) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    found = []
    for mark in (m for m in sheet.marks if m.kind == "cut"):
        points = [(v[0], v[1]) for _, v in mark.segments]
        found += list(pairwise(points))
    return found


def test_the_overlap_test_can_fail() -> None:
    tile = piece("tile", TRIHEX).front
    assert overlaps(Placement(tile, 10, 10), Placement(tile, 20, 10))
    (a, b), (c, d) = tile.shape.nest
    assert not overlaps(Placement(tile, 10, 10), Placement(tile, 10 + a, 10 + b))
    assert not overlaps(Placement(tile, 10, 10), Placement(tile, 10 + c, 10 + d))


def test_the_fault_finder_can_fail() -> None:
    card = face("s", "c", CARD)
    sheet = Sheet(papers()["a4"], "front", "", "", (Placement(card, 3, 10), Placement(card, 60, 10)))
    assert len(faults(sheet)) == 2
    marked = replace(
        sheet, placements=(Placement(card, 10, 10),), marks=(PrinterMark("crop", (("M", (10, 9.8)), ("L", (10, 5)))),)
    )
    assert len(faults(marked)) == 1


SIZES = st.one_of(
    st.builds(
        lambda w, h, r: {"shape": "rectangle", "width": w, "height": h, "radius": min(r, w / 2, h / 2)},
        st.floats(8, 330),
        st.floats(8, 330),
        st.sampled_from([0.0, 3.0]),
    ),
    st.builds(lambda d: {"shape": "circle", "diameter": d}, st.floats(8, 70)),
    st.builds(lambda s: {**TRIHEX, "side": s}, st.floats(8, 20)),
    st.sampled_from([CARD, CARD_US, {"shape": "die", "faces": 6, "edge": 16}]),
)
PIECES = st.lists(
    st.tuples(SIZES, st.integers(1, 14), st.booleans(), st.sampled_from([0.0, 2.0, 3.0])), min_size=1, max_size=5
)
PAPERS = st.one_of(
    st.sampled_from(["a4", "letter", "legal", "a3"]),
    st.builds(lambda w, h: Paper("own", "own", min(w, h), max(w, h), 5), st.floats(190, 320), st.floats(190, 450)),
)


@settings(max_examples=25)
@given(PIECES, PAPERS, st.sampled_from(["long-edge", "short-edge", "fold", "none"]))
def test_every_sheet_is_sound(drawn, paper, backs) -> None:
    pieces = [piece(f"i{k}", size, n, back, bleed) for k, (size, n, back, bleed) in enumerate(drawn)]
    job_ = job(paper, backs)
    sheets, findings = impose(pieces, job_, book())
    if findings:
        assert {f.code for f in findings} <= {"S001"}
        return
    assert [f for s in sheets for f in faults(s)] == []
    check_counts(pieces, sheets, backs)
    check_registration(sheets, job_)


def check_counts(pieces: list[Piece], sheets: list[Sheet], backs: str) -> None:
    """Every copy is there; the windows of a split one cover it, overlaps apart."""
    whole, behind = counted(sheets), counted(sheets, "back")
    for p in pieces:
        windows = [q for q in fronts(sheets) if q.face is p.front and q.window]
        if not windows:
            assert whole[p.front.item] == p.count
            assert behind[p.front.item] == (p.count if p.back and backs != "none" else 0)
            continue
        assert whole[p.front.item] == 0
        kinds = {q.window for q in windows}
        assert len(windows) == p.count * len(kinds)
        assert min(w[0] for w in kinds) == min(w[1] for w in kinds) == 0
        assert max(w[2] for w in kinds) == pytest.approx(p.front.shape.width)
        assert max(w[3] for w in kinds) == pytest.approx(p.front.shape.height)


def corners(p: Placement) -> list[tuple[float, float]]:
    """The window's corners on the page, in the order of the face's own mm: top left, top right, bottom left."""
    a, b, c, d, e, f = p.matrix
    x1, y1, x2, y2 = p.shown
    return [(a * u + c * v + e, b * u + d * v + f) for u, v in ((x1, y1), (x2, y1), (x1, y2))]


def pairs(sheets: list[Sheet]) -> list[tuple[Sheet, Placement, Placement]]:
    """Each back with the front that it must lie behind."""
    found = []
    for front, back in pairwise(sheets):
        if back.side == "back":
            with_back = [p for p in front.placements if p.face.item in {q.face.item for q in back.placements}]
            found += [(front, p, q) for p, q in zip(with_back, back.placements, strict=True)]
    for sheet in (s for s in sheets if s.side == "fold"):
        half = len(sheet.placements) // 2
        found += [(sheet, p, q) for p, q in zip(sheet.placements[:half], sheet.placements[half:], strict=True)]
    return found


def check_registration(sheets: list[Sheet], job_: Job) -> None:
    """As paper does it: turn or fold the sheet, and the back's top left must lie on the front's top right."""
    for sheet, front, back in pairs(sheets):
        assert front.face.item == back.face.item
        check_corners(front, back, lambda x, y, sheet=sheet: through(sheet, (x, y), job_))


def check_corners(front: Placement, back: Placement, seen: Callable[[float, float], tuple[float, float]]) -> None:
    """The back's top left, top right and bottom left lie on the front's top right, top left and bottom right."""
    (ax, ay), (bx, by), (cx, cy) = corners(front)
    wanted = [(bx, by), (ax, ay), (cx + bx - ax, cy + by - ay)]
    for place, point in zip(corners(back), wanted, strict=True):
        assert seen(*place) == pytest.approx(point, abs=1e-6)


def through(sheet: Sheet, point: tuple[float, float], job_: Job) -> tuple[float, float]:
    """Where a point of the back side lies on the front side, seen through the paper."""
    x, y = point
    width, height = job_.paper.width, job_.paper.height
    if sheet.side != "fold":
        return (width - x, y) if job_.backs == "long-edge" else (x, height - y)
    fold = next(m for m in sheet.marks if m.kind == "fold" and _is_page_fold(m, sheet))
    (x1, y1), (x2, _) = (v for _, v in fold.segments)
    return (2 * x1 - x, y) if x1 == x2 else (x, 2 * y1 - y)


def _is_page_fold(mark: PrinterMark, sheet: Sheet) -> bool:
    (x1, y1), (x2, y2) = (v for _, v in mark.segments)
    return (x1 == x2 == sheet.paper.width / 2) or (y1 == y2 == sheet.paper.height / 2)


PAPER = Paper("own", "own", 200, 300, 5)
WAYS = {
    "long-edge": (None, lambda x, y: (200 - x, y)),
    "short-edge": (None, lambda x, y: (x, 300 - y)),
    "fold upright": (Fold(True, 90), lambda x, y: (180 - x, y)),
    "fold level": (Fold(False, 140), lambda x, y: (x, 280 - y)),
}
"""How the paper is turned: where a point of the back is seen from the front."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("window", [None, (5.0, 7.0, 40.0, 30.0)])
def test_a_back_covers_what_its_front_covers(way: str, turn: int, window: tuple[float, ...] | None) -> None:
    """With its bleed, which each side has another, and what it is clipped to; heads lie behind heads."""
    fold, seen = WAYS[way]
    corner = (("M", (0.0, 0.0)), ("L", (60.0, 10.0)), ("L", (20.0, 80.0)), ("Z", ()))
    front = Placement(face("s", "c", CARD), 31, 47, turn, window, (1, 2, 4, 8), corner)
    back = back_placement(front, face("s", "c", CARD, "back"), PAPER, way, fold)
    for bleed in (False, True):
        x1, y1, x2, y2 = back.bled if bleed else back.trim
        own = front.bled if bleed else front.trim
        (u1, v1), (u2, v2) = seen(x1, y1), seen(x2, y2)
        assert (min(u1, u2), min(v1, v2), max(u1, u2), max(v1, v2)) == pytest.approx(own)
    for (_, there), (_, here) in zip(moved(back.clip, back.matrix), moved(front.clip, front.matrix), strict=True):
        assert (seen(*there) if there else ()) == pytest.approx(here)
    check_corners(front, back, seen)
    assert box_under(front.shown, front.matrix) == pytest.approx(front.trim)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_what_is_folded_keeps_off_the_fold_and_its_other_half(paper: str) -> None:
    for frame in frames(papers()[paper], folded=True):
        assert frame.fold is not None
        x1, y1, x2, y2 = frame.box
        near, far = (x1, x2) if frame.fold.upright else (y1, y2)
        assert 0 < near < far <= frame.fold.at - 1
        assert x2 < papers()[paper].width
        assert y2 < papers()[paper].height


@pytest.mark.parametrize(("width", "height", "at"), [(180, 100, 148.5), (85, 240, 105)])
def test_the_fold_lies_where_that_holds_more(width: float, height: float, at: float) -> None:
    size = {"shape": "rectangle", "width": width, "height": height}
    (*sheets,) = made([piece("a", size, 2, back=True, bleed=3)], job(backs="fold"))
    ends = [v for s in sheets for m in s.marks if m.kind == "fold" for _, v in m.segments]
    assert {end[width > height] for end in ends} == {at}
    assert [f for s in sheets for f in faults(s)] == []
    check_registration(sheets, job(backs="fold"))


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_the_back_offset_moves_backs_alone(backs: str) -> None:
    pieces = [piece("a", CARD, 4, back=True)]
    plain, moved = made(pieces, job(backs=backs)), made(pieces, job(backs=backs, back_offset=(0.4, -0.7)))
    assert [replace(s, marks=()) for s in (moved[0], plain[0])] == [replace(plain[0], marks=())] * 2
    starts = [[mark.segments[0] for mark in s.marks] for s in (moved[0], plain[0])]  # they may be shorter on all sheets
    assert starts[0] == starts[1]
    for p, q in zip(plain[1].placements, moved[1].placements, strict=True):
        assert (q.x - p.x, q.y - p.y) == pytest.approx((0.4, -0.7))
    assert faults(moved[1]) == []


def test_short_edge_is_the_long_edge_page_turned_round() -> None:
    pieces = [
        piece("a", CARD, 5, back=True, bleed=3),
        piece("b", {"shape": "rectangle", "width": 100, "height": 40}, 3, back=True),
    ]
    long_, short = (made(pieces, job(backs=b)) for b in ("long-edge", "short-edge"))
    paper = papers()["a4"]
    for p, q in zip(long_[1].placements, short[1].placements, strict=True):
        x1, y1, x2, y2 = p.trim
        assert q.trim == pytest.approx((paper.width - x2, paper.height - y2, paper.width - x1, paper.height - y1))
        assert q.turn == (p.turn + 2) % 4


@pytest.mark.parametrize(("paper", "bleed", "least"), [("a4", 3.0, 1.1), ("letter", 3.0, 1.0)])
def test_bleed_is_shared_between_neighbours(paper: str, bleed: float, least: float) -> None:
    (sheet,) = made([piece("a", CARD, 9, bleed=bleed)], job(paper))
    for p in sheet.placements:
        assert p.bleed[0] >= least
        assert p.bleed[2] >= least
        others = [q for q in sheet.placements if q is not p and abs(q.y - p.y) < 1]
        gaps = [q.x - p.x - p.width for q in others if q.x > p.x]
        assert not gaps or p.bleed[2] == pytest.approx(min(bleed, min(gaps) / 2), abs=1e-5)


@pytest.mark.parametrize(
    ("paper", "size", "count", "holds"),
    [
        ("a4", (57.15, 88.9), 54, 9),  # 10 would lie 0.6 mm from the edge, on as many sheets
        ("a4", (57.15, 88.9), 60, 10),
        ("letter", (63.5, 88.9), 48, 8),  # 9 would have no bleed at all
        ("letter", (63.5, 88.9), 54, 9),
        ("letter", (63, 88), 48, 9),
    ],
)
def test_cards_have_room_for_bleed_where_that_takes_no_sheet(
    paper: str, size: tuple[float, float], count: int, holds: int
) -> None:
    card = {"shape": "rectangle", "width": size[0], "height": size[1]}
    sheets = made([replace(piece("a", card, count, bleed=3.0), stock="card")], job(paper))
    assert len(sheets) == -(-count // holds)
    assert len(sheets[0].placements) == holds
    plain = made([replace(piece("a", card, count), stock="card")], job(paper))
    assert len(plain) == len(sheets)


@pytest.mark.parametrize("size", [12.7, 15.24, 16.9, 22.3])
def test_all_rows_and_columns_bleed_alike_at_the_edges_of_a_grid(size: float) -> None:
    """Sums of the same sizes differ in their last bits: a row above is no neighbour to the side."""
    square = {"shape": "rectangle", "width": size, "height": size}
    (sheet, *_) = made([piece("a", square, 400, bleed=3.0)], job("letter"))
    for side in range(4):
        edge = (min if side < 2 else max)(p.trim[side] for p in sheet.placements)
        bleeds = {p.bleed[side] for p in sheet.placements if abs(p.trim[side] - edge) < 0.01}
        assert max(bleeds) - min(bleeds) < 0.01
        assert min(bleeds) > 0


def test_without_bleed_neighbours_share_their_cut() -> None:
    (sheet,) = made([piece("a", CARD, 9)], job())
    assert len({round(p.x, 3) for p in sheet.placements} | {round(p.x + 63, 3) for p in sheet.placements}) == 4
    assert len([m for m in sheet.marks if m.kind == "crop"]) == 16


@pytest.mark.parametrize("backs", ["long-edge", "fold"])
def test_what_is_too_large_and_round_is_a_finding(backs: str) -> None:
    pieces = [piece("sun", {"shape": "circle", "diameter": 240}), piece("ok", CARD)]
    sheets, findings = impose(pieces, job(backs=backs), book())
    assert sheets == []
    assert [f.code for f in findings] == ["S001"]
    assert "`s/sun` is 240.0 x 240.0 mm; A4 has room for" in findings[0].message


def test_a_slip_in_a_count_builds_nothing() -> None:
    sheets, findings = impose([piece("a", CARD, 18_100)], job(), book())
    assert sheets == []
    assert [f.code for f in findings] == ["S002"]
    assert "`count` of `s/a`" in findings[0].hint
    just_fits = [piece("a", CARD, 9 * MOST_SHEETS - 900), piece("b", CARD, 900)]
    assert page_limit_faults(just_fits, job()) == []


def test_the_same_pieces_give_the_same_sheets() -> None:
    pieces = [piece("a", CARD, 7, back=True), piece("b", TRIHEX, 5), piece("c", {"shape": "circle", "diameter": 20}, 9)]
    assert made(pieces, job()) == made(pieces, job())


def test_pieces_that_need_different_margins_are_all_printed() -> None:
    """One is too wide for a sheet with its caption at the side, the other too high for one with it below."""
    wide = {"shape": "circle", "diameter": 195.9}
    high = {"shape": "polygon", "points": [[0, 0], [150, 0], [150, 283], [0, 283], [5, 100]]}
    sheets = made([piece("wide", wide, 2), piece("high", high), piece("card", CARD)], job())
    assert counted(sheets) == {"wide": 2, "high": 1, "card": 1}
    assert [f for s in sheets for f in faults(s)] == []


def test_nothing_gives_nothing() -> None:
    assert impose([], job(), book()) == ([], [])
