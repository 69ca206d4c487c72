"""Packing: what is free of a page, and the laws of every set of pages."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import ceil, hypot
from random import Random

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.model import Setup
from generator.face.geometry import Box
from generator.face.shapes import shape_of
from generator.pipeline import load_game
from generator.production import Order, build
from generator.sheet.impose import impose
from generator.sheet.marks import crop_marks
from generator.sheet.packing import BETWEEN, PackedPage, free_beside, pack
from generator.sheet.paginate import owner_field
from generator.sheet.repeat import Demand, capacity, rows_of_circles
from generator.sheet.sheet import Placement, Sheet
from generator.values import replace
from tests.sheet_kit import CARD, PROJECT, TRIHEX, book, faults, job, outlines_overlap, piece

A4 = (198.0, 281.4)
"""What can be filled of A4."""
AIR = 1.0


def rectangle(width: float, height: float, count: int, pad: float = 0.0, backed: bool = False) -> Demand:
    return Demand(width, height, count, True, pad, backed=backed)


def circle(diameter: float, count: int) -> Demand:
    return Demand(diameter, diameter, count, False, AIR, AIR, (rows_of_circles(diameter, 2 * AIR),))


def tile(side: float, count: int) -> Demand:
    shape = shape_of({**TRIHEX, "side": side})
    return Demand(shape.width, shape.height, count, False, AIR, AIR, (shape.nest, shape.pair), True)


def net(width: float, height: float, count: int) -> Demand:
    """Cut out by scissors, and neither round nor nesting."""
    return Demand(width, height, count, False, AIR, AIR)


# ---- free rectangles ----------------------------------------------------------------------------------------


PAGE = (0.0, 0.0, 100.0, 80.0)


def a_box(left: int, right: int, bottom: int, least: int) -> st.SearchStrategy[Box]:
    sides = (st.integers(left, right), st.integers(left, bottom), st.integers(least, 60), st.integers(least, 60))
    return st.builds(lambda x, y, w, h: (x, y, x + w, y + h), *sides)


BOXES = st.lists(a_box(-9, 99, 79, 1), max_size=7)


def apart(a: Box, b: Box) -> float:
    """How far two boxes are from each other in the better direction; negative where they overlap."""
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


def holds(a: Box, b: Box) -> bool:
    return a[0] <= b[0] and a[1] <= b[1] and a[2] >= b[2] and a[3] >= b[3]


@given(BOXES, a_box(0, 90, 70, 5))
def test_every_free_rectangle_lies_in_a_maximal_one(taken: list[Box], asked: Box) -> None:
    found = free_beside((PAGE,), taken, 5.0)
    assert all(holds(PAGE, free) and min(free[2] - free[0], free[3] - free[1]) >= 5 for free in found)
    assert all(apart(free, box) >= -1e-6 for free in found for box in taken)
    assert not any(holds(a, b) for a in found for b in found if a is not b)
    possible = holds(PAGE, asked) and all(apart(asked, box) >= 0 for box in taken)
    assert any(holds(free, asked) for free in found) == possible


@pytest.mark.parametrize(
    ("width", "height", "holds"), [(198, 281.4, 1), (66, 93.8, 9), (66.001, 93.8, 8), (99, 70.35, 8)]
)
def test_what_just_fits_fits(width: float, height: float, holds: int) -> None:
    assert capacity(rectangle(width, height, 1), *A4) == holds


# ---- pages ---------------------------------------------------------------------------------------------------


DEMANDS = st.lists(
    st.one_of(
        st.builds(
            rectangle,
            st.floats(8, 198),
            st.floats(8, 198),
            st.integers(1, 30),
            st.sampled_from([0.0, 3.0]),
            st.booleans(),
        ),
        st.builds(circle, st.floats(8, 60), st.integers(1, 60)),
        st.builds(tile, st.floats(6, 24), st.integers(1, 20)),
        st.builds(net, st.floats(15, 90), st.floats(15, 90), st.integers(1, 8)),
    ),
    min_size=1,
    max_size=7,
)


def boxes(demands: list[Demand], page: PackedPage) -> list[Box]:
    return [(s.x, s.y, s.x + w, s.y + h) for s in page for w, h in [demands[s.demand].size(s.turn)]]


def too_near(demands: list[Demand], page: PackedPage) -> list[str]:
    """Boxes off the page, or nearer to each other than scissors and crop marks ask for."""
    placed = list(zip(page, boxes(demands, page), strict=True))
    found = [f"off the page: {box}" for _, box in placed if not holds((-1e-5, -1e-5, A4[0] + 1e-5, A4[1] + 1e-5), box)]
    for (a, one), (b, two) in combinations(placed, 2):
        if a.demand == b.demand and a.nest == b.nest > 0:
            continue  # see `locked_faults`
        straight = [s for s in (a, b) if demands[s.demand].straight]
        least = (2 * AIR, AIR + BETWEEN, 0.0 if a.demand == b.demand else BETWEEN)[len(straight)]
        if apart(one, two) < least - 1e-5:
            found.append(f"{apart(one, two):.3f} mm between {one} and {two}, {least} wanted")
    return found


def locked_faults(demands: list[Demand], page: PackedPage, faces: dict[int, Placement]) -> list[str]:
    """Interlocked neighbours that overlap: circles by their middles, tiles by their outlines."""
    found = []
    for a, b in combinations([s for s in page if s.nest], 2):
        if a.nest != b.nest:
            continue
        stock = demands[a.demand]
        if not stock.shares and hypot(a.x - b.x, a.y - b.y) < stock.width + 2 * AIR - 1e-5:
            found.append(f"circles {a} and {b}")
        if stock.shares and outlines_overlap(*(Placement(faces[a.demand].face, s.x, s.y, s.turn) for s in (a, b))):
            found.append(f"tiles {a} and {b}")
    return found


def faces_of(demands: list[Demand]) -> dict[int, Placement]:
    sides = {k: s.height / 3.5 for k, s in enumerate(demands) if s.shares}
    return {k: Placement(piece(f"t{k}", {**TRIHEX, "side": side}).front, 0, 0) for k, side in sides.items()}


@settings(max_examples=25)
@given(DEMANDS)
def test_pages_keep_their_laws(demands: list[Demand]) -> None:
    demands = [s for s in demands if capacity(s, *A4)]
    pages = pack(demands, *A4)
    assert [f for page in pages for f in too_near(demands, page)] == []
    assert [f for page in pages for f in locked_faults(demands, page, faces_of(demands))] == []
    for k, stock in enumerate(demands):
        assert [s.number for page in pages for s in page if s.demand == k] == list(range(stock.count))
    assert len(pages) <= sum(ceil(s.count / capacity(s, *A4)) for s in demands), "sharing pages costs one"
    assert pack(demands, *A4) == pages


def test_the_laws_can_be_broken() -> None:
    demands = [rectangle(40, 40, 2), circle(20, 2), tile(20, 9)]
    (page,) = pack(demands, *A4)
    moved = tuple(s._replace(x=0.0, y=0.0) for s in page)
    assert too_near(demands, page) == locked_faults(demands, page, faces_of(demands)) == []
    assert len(too_near(demands, moved)) >= 3
    assert locked_faults(demands, moved, faces_of(demands)) != []
    assert too_near(demands, (page[0]._replace(x=A4[0]),)) != []


# ---- how many ------------------------------------------------------------------------------------------------


def mixed(seed: int) -> list[Demand]:
    """A kit at random: boards, cards, tokens, tiles, nets."""
    random = Random(seed)  # noqa: S311
    found: list[Demand] = []
    for _ in range(random.randint(3, 8)):
        kind, few, many = random.randrange(5), random.randint(1, 8), random.randint(10, 80)
        found.append(
            [
                lambda few=few: rectangle(random.uniform(150, 198), random.uniform(60, 130), few),
                lambda many=many: rectangle(63, 88, many // 3),
                lambda many=many: circle(random.uniform(12, 35), many),
                lambda few=few: tile(random.uniform(10, 22), 2 * few),
                lambda few=few: net(random.uniform(20, 90), random.uniform(20, 90), few),
            ][kind]()
        )
    return found


BEFORE = (
    4, 5, 2, 2, 5, 8, 7, 4, 3, 6, 7, 13, 8, 5, 5, 4, 3, 8, 9, 10,
    5, 7, 7, 6, 9, 4, 8, 9, 5, 11, 8, 2, 4, 10, 8, 5, 4, 6, 8, 4,
)  # fmt: skip
"""Pages of `mixed(0)`, `mixed(1)` ... when full pages were never shared and what is free was halved at each block."""


@pytest.mark.parametrize(("seed", "before"), list(enumerate(BEFORE)))
def test_never_more_pages_than_before(seed: int, before: int) -> None:
    assert len(pack(mixed(seed), *A4)) <= before


def test_fewer_pages_than_before_by_one_in_twenty_five() -> None:
    assert sum(len(pack(mixed(seed), *A4)) for seed in range(len(BEFORE))) <= 0.96 * sum(BEFORE)


def counts(demands: list[Demand]) -> list[dict[int, int]]:
    return [dict(Counter(s.demand for s in page)) for page in pack(demands, *A4)]


def test_the_strip_that_boards_leave_takes_tokens() -> None:
    assert counts([rectangle(92, 202, 4), circle(20, 27), circle(14, 50)]) == [{0: 2, 1: 27}, {0: 2, 2: 50}]


def test_what_shares_a_page_lies_in_rows_from_the_top() -> None:
    """Rows across the page, not columns that end raggedly beside a gap; a few hexagons stand side by side."""
    (page,) = pack([circle(14, 80), circle(18, 48), net(17, 16, 6)], *A4)
    for demand in range(2):
        rows = [*Counter(round(s.y, 2) for s in page if s.demand == demand).values()]
        assert len(set(rows[:-1])) == 1
        assert max(rows) >= 9
    hexagon = Demand(22, 11, 5, False, AIR, AIR, (((0.0, 11.0), (17.0, 5.5)),), True)
    (page,) = pack([rectangle(190, 185, 1), hexagon, circle(15, 5)], *A4)
    assert len({round(s.y, 2) for s in page if s.demand == 1}) == 1
    places = sorted(s.x for s in page if s.demand == 1)
    assert {round(b - a, 2) for a, b in pairwise(places)} == {11.0}, "each cut of two is one"


def test_rows_of_two_sizes_begin_and_end_level() -> None:
    """Where one size has columns in the whole width; what a last row lacks stays empty at its right."""
    (page,) = pack([circle(17, 48), circle(13.5, 60)], *A4)
    rows = [sorted(s.x for s in page if (s.demand, s.y) == row) for row in sorted({(s.demand, s.y) for s in page})]
    ends = [(row[0], row[-1] + (17 if len(row) == 10 else 13.5)) for row in rows if len(row) in (10, 12)]
    assert len(ends) == len(rows) - 1
    assert max(a for a, _ in ends) - min(a for a, _ in ends) < 1e-6
    assert max(b for _, b in ends) - min(b for _, b in ends) < 1e-6
    assert rows[4] == pytest.approx(rows[3][:8])


@pytest.mark.parametrize(
    ("demands", "step"),
    [
        ([circle(24.5, 28), net(10, 170, 1)], 26.5),
        ([circle(29, 3), rectangle(190, 60, 1)], 31.0),
        ([circle(70, 4), rectangle(190, 60, 1)], 72.0),
    ],
    ids=["something beside", "no full row", "far"],
)
def test_columns_move_apart_by_little_with_nothing_beside_them(demands: list[Demand], step: float) -> None:
    (page,) = pack(demands, *A4)
    places = sorted({s.x for s in page if s.demand == 0})
    assert {round(b - a, 3) for a, b in pairwise(places)} == {step}


def test_circles_in_a_grid_stand_upright() -> None:
    (page,) = pack([circle(25, 38)], *A4)
    assert {slot.turn for slot in page} == {0}


def test_the_last_row_of_circles_leaves_room_beside_it() -> None:
    assert len(pack([circle(20, 7), net(20, 15, 1)], 64, 70)) == 1


def test_a_set_stays_together_where_that_costs_no_page() -> None:
    found = counts([rectangle(92, 202, 6), circle(20, 20), circle(14, 20), circle(28, 6)])
    assert len(found) == 3
    assert sorted(k for page in found for k in page if k) == [1, 2, 3]


def test_full_pages_are_left_alone_where_sharing_saves_none() -> None:
    assert counts([rectangle(92, 202, 2), circle(20, 80), circle(14, 50)]) == [{0: 2}, {1: 80, 2: 50}]


def test_two_sided_demands_share_a_page() -> None:
    demands = [
        rectangle(92, 202, 6),
        rectangle(18, 18, 20, backed=True),
        rectangle(24, 24, 5, backed=True),
        circle(20, 40),
    ]
    assert sum(1 in page or 2 in page for page in counts(demands)) == 1


def test_straight_cuts_keep_room_for_their_marks() -> None:
    (page,) = pack(demands := [rectangle(150, 200, 1), net(190, 76.0, 1)], *A4)
    one, two = boxes(demands, page)
    assert apart(one, two) == pytest.approx(BETWEEN + AIR)


def test_the_only_copy_takes_its_whole_bleed_where_that_costs_no_page() -> None:
    """Not a share of what as many as a page holds would have (8 strips of 34 mm leave 0.6 mm for each side)."""
    (page,) = pack(demands := [rectangle(186, 34, 1, pad=3.0), circle(28, 20)], *A4)
    *others, strip = sorted(boxes(demands, page), key=lambda box: box[2] - box[0])
    assert min(apart(strip, other) for other in others) >= 3.0 + BETWEEN + AIR - 1e-6
    assert counts([rectangle(186, 138, 1, pad=3.0), rectangle(186, 136, 1, pad=3.0)]) == [{0: 1, 1: 1}], "paper first"


def test_tiles_turned_half_round_fill_a_strip() -> None:
    """Three upright ones need a second row."""
    (page,) = pack([tile(21.9, 3)], 198.0, 80.0)
    assert sorted(s.turn for s in page) == [0, 0, 2]
    sheets, _ = impose([piece("t", TRIHEX, 12)], job(), book())
    assert len(sheets) == 1
    assert faults(sheets[0]) == []


# ---- marks ---------------------------------------------------------------------------------------------------


def test_beside_a_round_piece_marks_stand_off_the_bleed() -> None:
    card, disc = piece("c", CARD).front, piece("d", {"shape": "circle", "diameter": 30}).front
    alone, below = Placement(card, 80, 100, bleed=(3.0,) * 4), Placement(disc, 79, 194, bleed=(3.0,) * 4)
    marks = [m.segments for m in crop_marks([alone, below], (5.0, 5.0, 205.0, 292.0))]
    ends = [max(y for _, (_, y) in m) - 188 for m in marks if m[0][1][0] == m[1][1][0] == 80]
    starts = [min(y for _, (_, y) in m) - 188 for m in marks if m[0][1][0] == m[1][1][0] == 80]
    assert sorted(round(y, 3) for y in starts)[1] == 3.5
    assert max(ends) > 6.0


def test_the_back_has_no_mark_that_the_front_has_no_room_for() -> None:
    tile = {"shape": "polygon", "points": [[0, 0], [70, 0], [70, 40], [35, 70], [0, 40]]}
    card, other = piece("c", CARD).front, piece("d", tile).front
    alone, beside = Placement(card, 80, 100), Placement(other, 76, 190.5)
    limits = (5.0, 5.0, 205.0, 292.0)
    front = crop_marks([alone, beside], limits)
    assert crop_marks([alone], limits, unseen=[beside]) == front
    assert len(crop_marks([alone], limits)) > len([m for m in front if m.kind == "crop"])


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_front_and_back_are_marked_alike(backs: str) -> None:
    """The back has no mark where something one-sided on the front leaves no room for one."""
    board = {"shape": "rectangle", "width": 150, "height": 200}
    below = {"shape": "polygon", "points": [[0, 0], [190, 0], [190, 79.2], [0, 79.2], [5, 40]]}
    (front, back), _ = impose(
        [piece("board", board, back=True), piece("net", below, bleed=1.0)], job(backs=backs), book()
    )
    assert [len(front.placements), len(back.placements)] == [2, 1]

    def through(x: float, y: float) -> tuple[float, float]:
        return (front.paper.width - x, y) if backs == "long-edge" else (x, front.paper.height - y)

    assert {tuple(sorted((round(x, 3), round(y, 3)) for x, y in line)) for line in crops(front)} == {
        tuple(sorted((round(x, 3), round(y, 3)) for x, y in (through(*p) for p in line))) for line in crops(back)
    }
    assert 0 < len(crops(front)) < 8


def crops(sheet: Sheet) -> list[list[tuple[float, ...]]]:
    return [[v for _, v in m.segments] for m in sheet.marks if m.kind == "crop"]


def test_cards_of_a_size_lie_in_the_same_cells_on_every_page() -> None:
    """So that the pile can be cut at once: with and without backs, to the last page, whatever else is printed."""
    cards = [("a", 20, True, 3.0), ("b", 4, False, 0.0), ("c", 4, True, 0.0)]
    pieces = [replace(piece(k, CARD, n, back, bleed), stock="card") for k, n, back, bleed in cards]
    pieces.append(replace(piece("chip", {"shape": "circle", "diameter": 20}, 9), stock="board"))
    for paper in ("a4", "letter"):
        sheets, _ = impose(pieces, job(paper), book())
        fronts = [s for s in sheets if s.side == "front" and s.placements[0].face.item != "chip"]
        cells = {(round(p.x, 6), round(p.y, 6), p.turn) for p in fronts[0].placements}
        assert [len(s.placements) for s in fronts] == [9, 9, 6, 4]
        assert all({(round(p.x, 6), round(p.y, 6), p.turn) for p in s.placements} <= cells for s in fronts)
        assert len({tuple(map(str, crops(s))) for s in fronts}) == 1


@pytest.mark.parametrize(
    ("cards", "pages"),
    [
        ("-" * 9 + "aabbccddee" + "-" * 10, ["-" * 9, "aabbccdd-", "ee-------", "--"]),
        ("-abab" + "-" * 5, ["-aabb----", "-"]),
        ("a" * 11 + "b" * 7, ["a" * 9, "aabbbbbbb"]),
        ("a" * 8 + "b" * 8, ["a" * 8, "b" * 8]),
        ("aaaaa" + "bbbbb" + "ccccc", ["aaaaabbbb", "bccccc"]),
    ],
)
def test_the_cards_of_an_owner_lie_together_where_that_takes_no_more_pages(cards: str, pages: list[str]) -> None:
    pieces = [
        replace(piece(f"i{k:02}", CARD, 1, True), stock="card", owner=whose.strip("-")) for k, whose in enumerate(cards)
    ]
    sheets, _ = impose(pieces, job(), book())
    fronts = [s for s in sheets if s.side == "front"]
    found = [[int(p.face.item[1:]) for p in s.placements] for s in fronts]
    assert ["".join(cards[k] for k in page) for page in found] == pages
    assert sorted(k for page in found for k in page) == list(range(len(cards)))
    assert [s.title.startswith(f"s · {page[0]} · ") for s, page in zip(fronts, pages, strict=True)] == [
        len({*page}) == 1 and page[0] != "-" for page in pages
    ]


@pytest.mark.slow
def test_a_build_says_what_it_takes_to_part_the_cards_of_each_owner() -> None:
    (made,), _, _ = build(PROJECT, "populous", Order(("en",)))
    (apart,), _, _ = build(PROJECT, "populous", Order(("en",), group="people"))
    pages = [len(pypdfium2.PdfDocument(o.data)) for o in (made, apart)]
    assert f"`--group people` takes {(pages[1] - pages[0]) // 2} more" in made.about
    assert "more: each" not in apart.about


def test_a_group_and_a_stock_have_sheets_of_their_own() -> None:
    disc, die = {"shape": "circle", "diameter": 20}, {"shape": "die", "faces": 6, "edge": 16}
    whose = [("red", "board", disc), ("blue", "board", disc), ("", "board", disc), ("", "light", die)]
    pieces = [replace(piece(f"{g}{s}", size, 3), group=g, stock=s) for g, s, size in whose]
    sheets, _ = impose([*pieces, pieces[0]], job(), book())
    assert [{p.face.item for p in s.placements} for s in sheets] == [{f"{g}{s}"} for g, s, _ in whose]
    assert " · red · page 1 of 8" in sheets[0].title
    assert len(impose(pieces, replace(job(), fewest=True), book())[0]) == 1
    pad = replace(piece("pad", disc, 1), stock="paper")
    assert len(impose([*pieces, pad], replace(job(), fewest=True), book())[0]) == 2


def test_marks_of_a_sheet_have_one_length_and_none_stands_between_cards() -> None:
    for paper, least in (("a4", 1.5), ("letter", 0.8)):
        cards = replace(piece("c", CARD, 9, bleed=3), stock="card")
        (sheet,), _ = impose([cards], job(paper), book())
        x1, y1, x2, y2 = (f(p.trim[k] for p in sheet.placements) for k, f in enumerate((min, min, max, max)))
        (length,) = {round(abs(a - c) + abs(b - d), 6) for (a, b), (c, d) in crops(sheet)}
        assert length >= least
        assert not [m for m in crops(sheet) if all(x1 < x < x2 and y1 < y < y2 for x, y in m)]


def test_the_data_say_whose_a_piece_is() -> None:
    games = {name: load_game(PROJECT, name)[0] for name in ("populous", "zeus")}
    assert {name: owner_field(game) for name, game in games.items()} == {"populous": "people", "zeus": "player"}
    bare = {name: replace(game, setup=Setup()) for name, game in games.items()}
    assert {name: owner_field(game) for name, game in bare.items()} == {"populous": "people", "zeus": "player"}


def test_sheets_by_a_field(mini_copy) -> None:
    (plain,), _, _ = build(mini_copy, "mini", Order(("en",)))
    (sorted_,), _, _ = build(mini_copy, "mini", Order(("en",), group="suit"))
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(sorted_.data)]
    assert [("Dawn" in t, "Dusk" in t) for t in texts if "Dawn" in t or "Dusk" in t][-2:] == [
        (True, False),
        (False, True),
    ]
    assert sorted_.name == "mini-a4-en-by-suit.pdf"
    assert "less, but unsorted, with `--group none`" in sorted_.about
    assert "none" not in plain.about
