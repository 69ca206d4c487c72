"""Crop marks, cut lines, seams, captions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.colors import contrast, rgb_of
from generator.face.face import Color, GlyphRun, Group, Path
from generator.face.geometry import (
    IDENTITY,
    Box,
    bounds,
    box_under,
    holds,
    inverse,
    moved,
    multiply,
    polygons,
    rectangle,
)
from generator.face.loops import inside
from generator.sheet.impose import impose
from generator.sheet.marks import crop_marks, glue_words, outline_marks, proof_marks
from generator.sheet.panels import OVERLAP, Panel, Seam, letter, panels
from generator.sheet.placing import frames
from generator.sheet.sheet import MARK_STYLES, Placement, PrinterMark, Sheet, drawn_marks
from generator.values import replace
from tests.sheet_kit import CARD, TRIHEX, book, caption_faults, faults, job, papers, piece, reach, touch


def sheet_of(*pieces_, **more) -> Sheet:
    sheets, findings = impose(list(pieces_), job(**more), book())
    assert findings == []
    return sheets[0]


def lines(sheet: Sheet, kind: str = "crop") -> list[tuple[float, ...]]:
    return [tuple(c for _, v in m.segments for c in v) for m in sheet.marks if m.kind == kind]


@pytest.mark.some(3)
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "fold", "none"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "tabloid"])
def test_all_marks_of_a_kit_are_of_one_length_and_inside_the_margin(paper: str, backs: str) -> None:
    """As long as its tightest sheet has room for."""
    square, board = ({"shape": "rectangle", "width": w, "height": h} for w, h in ((18, 18), (170, 130)))
    cards = replace(piece("c", CARD, 20, back=True, bleed=3), stock="card")
    kit = [cards, piece("b", board, 2, back=True), piece("t", square, 7, bleed=1), piece("w", TRIHEX, 5)]
    sheets, findings = impose(kit, job(paper, backs), book())
    assert findings == [f for sheet in sheets for f in faults(sheet)] == []
    found = [{round(abs(c - a) + abs(d - b), 6) for a, b, c, d in lines(sheet)} for sheet in sheets]
    assert len(set().union(*found)) == 1
    assert sum(map(bool, found)) > 2
    alone = [impose([one], job(paper, backs), book())[0] for one in kit]
    longest = [abs(c - a) + abs(d - b) for own in alone for sheet in own for a, b, c, d in lines(sheet)]
    assert max(set().union(*found)) <= min(longest) + 1e-6


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_every_cut_of_a_grid_has_a_mark_at_both_ends(paper: str, bleed: float) -> None:
    sheet = sheet_of(piece("c", CARD, 9, bleed=bleed), paper=paper)
    boxes = [p.trim for p in sheet.placements]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
    for x in {round(v, 4) for b in boxes for v in (b[0], b[2])}:
        own = [m for m in lines(sheet) if round(m[0], 4) == round(m[2], 4) == x]
        assert sorted(m[1] < top for m in own) == [False, True]
    for y in {round(v, 4) for b in boxes for v in (b[1], b[3])}:
        own = [m for m in lines(sheet) if round(m[1], 4) == round(m[3], 4) == y]
        assert sorted(m[0] < left for m in own) == [False, True]
    assert all(not (left < m[0] < right and top < m[1] < bottom) for m in lines(sheet))
    assert lines(sheet, "cut") == []


@pytest.mark.parametrize("bleed", [0.0, 2.0, 3.0])
def test_marks_stay_off_trim_and_bleed(bleed: float) -> None:
    sheet = sheet_of(piece("c", CARD, 9, bleed=bleed))
    for x1, y1, x2, y2 in lines(sheet):
        for p in sheet.placements:
            a, b, c, d = p.bled
            assert not (max(x1, x2) > a + 1e-6 and min(x1, x2) < c - 1e-6 and max(y1, y2) > b and min(y1, y2) < d)
        assert 1.0 <= abs(x2 - x1) + abs(y2 - y1) <= 3.0 + 1e-9


def test_rows_of_different_widths_have_marks_where_they_end() -> None:
    sheet = sheet_of(piece("c", CARD, 8))
    last = [p.trim for p in sheet.placements][-1]
    ends = [m for m in lines(sheet) if round(m[1], 3) == round(m[3], 3) == round(last[3], 3)]
    assert [round(min(m[0], m[2]) - last[2], 3) for m in ends if m[0] > last[2]] == [0.5]


@pytest.mark.slow
def test_a_rectangle_without_room_for_marks_gets_its_outline() -> None:
    sheet = sheet_of(
        piece("a", {"shape": "rectangle", "width": 40, "height": 30}, 7),
        piece("b", {"shape": "circle", "diameter": 30}, 20),
    )
    assert faults(sheet) == []
    marked = {round(m[0], 3) for m in lines(sheet) if m[0] == m[2]}
    cut = {round(v, 3) for m in lines(sheet, "cut") for v in m[::2]}
    for p in (p for p in sheet.placements if p.face.item == "a"):
        assert {round(p.x, 3), round(p.x + p.width, 3)} <= marked | cut


def test_of_a_block_all_or_none_are_outlined() -> None:
    """A strip below leaves no room for marks under some columns."""
    square: dict[str, object] = {"shape": "rectangle", "width": 16, "height": 16}
    strip: dict[str, object] = {"shape": "rectangle", "width": 185, "height": 30}
    sheet = sheet_of(piece("c", square, 40, bleed=2.5), piece("t", strip, 1, bleed=3.0))
    drawn = {
        tuple(round(v, 3) for v in mark[k : k + 2]) for mark in lines(sheet, "cut") for k in range(0, len(mark), 2)
    }
    corners = [{(round(x, 3), round(y, 3)) for x in p.trim[::2] for y in p.trim[1::2]} for p in sheet.placements]
    assert len(corners) == 41
    assert [c for c in corners if not c <= drawn] == []


def test_no_mark_of_what_has_an_outline_crosses_another() -> None:
    one, two, low = sheet_of(piece("c", {"shape": "rectangle", "width": 60, "height": 30}, 3, bleed=0.0)).placements
    placed = [replace(p, x=x, y=y) for p, x, y in ((one, 50, 50), (two, 110, 50), (low, 49, 82.5))]
    marks = [m for m in crop_marks(placed, (5, 5, 205, 292)) if m.kind == "crop"]
    ends = [[*map(round, (m.segments[0][1][0], m.segments[-1][1][1]))] for m in marks]
    assert [110, 84] in ends, "the cut between the two above"
    assert not [m for m in marks if round(m.segments[0][1][1], 1) == 82.5 and m.segments[0][1][0] > 109]


def test_where_to_cut_and_to_fold_has_white_beside_it_on_paint() -> None:
    die = Placement(piece("d", {"shape": "die", "faces": 6, "edge": 18}).front, 10, 10)
    paths = [path.stroke for path in drawn_marks(outline_marks([die])) if path.stroke]
    below = [(b.paint, b.dash == a.dash, b.width > a.width) for b, a in zip(paths[::2], paths[1::2], strict=True)]
    assert {*below} == {(Color("#ffffff"), True, True)}
    white = [
        node
        for word in glue_words([die], job(), book())
        for node in word.children[0].children
        if isinstance(node, Path)
    ]
    assert [path.fill for path in white] == [Color("#ffffff")] * 7


def test_rings_dice_and_standees_bring_their_lines() -> None:
    ring = {"shape": "ring", "diameter": 28, "hole": 18}
    die = {"shape": "die", "faces": 6, "edge": 18}
    kinds = [m.kind for m in outline_marks([Placement(piece("r", ring).front, 10, 10)])]
    assert kinds == ["cut", "cut"]
    net = piece("d", die).front
    kinds = [m.kind for m in outline_marks([Placement(net, 10, 10)])]
    assert kinds.count("fold") == len(net.shape.folds) > 0


@pytest.mark.parametrize(
    ("size", "tabs"),
    [
        ({"shape": "die", "faces": 4, "edge": 24}, 3),
        ({"shape": "die", "faces": 6, "edge": 18}, 7),
        ({"shape": "die", "faces": 8, "edge": 24}, 5),
        ({"shape": "standee", "width": 24, "height": 34, "base": 10}, 1),
        ({"shape": "die", "faces": 6, "edge": 6}, 0),
        ({"shape": "circle", "diameter": 30}, 0),
    ],
)
def test_tabs_say_that_they_take_glue_outside_what_is_seen(size: dict[str, object], tabs: int) -> None:
    (sheet,), _ = impose([piece("p", size)], job(), book())
    (p,) = sheet.placements
    nodes = glue_words([p], job(), book())
    assert len(nodes) == tabs
    words = [box for node in nodes for box in reach((node,))]
    outline = polygons(moved(p.face.shape.outline, p.matrix))
    for x1, y1, x2, y2 in words:
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        assert inside(outline, *middle)
        cells = [polygons(moved(cell.outline, p.matrix)) for cell in p.face.shape.cells]
        assert not any(inside(cell, *middle) for cell in cells)
    assert set(reach(tuple(glue_words([p], job(), book())))) <= set(reach(tuple(sheet.furniture)))


def test_what_is_cut_and_what_is_folded_are_lines_of_another_kind() -> None:
    cut, fold = MARK_STYLES["cut"], MARK_STYLES["fold"]
    assert (cut[2], bool(fold[2])) == ((), True)
    assert cut[0] > fold[0]


@pytest.mark.parametrize("paint", ["#ffffff", "#000000", "#8a8a8a", "#7d746b", "#bdbdbd", "#ffd700", "#4e3f87"])
def test_a_cut_line_is_seen_on_any_paint(paint: str) -> None:
    """Of its own colour it has white at both sides; so fine that no cut along it leaves a rim."""
    marks = [PrinterMark("cut", (("M", (0.0, 0.0)), ("L", (9.0, 0.0))))]
    strokes = [path.stroke for path in drawn_marks(marks) if path.stroke]
    assert max(contrast(rgb_of(stroke.paint.hex), rgb_of(paint)) for stroke in strokes) > 1.8
    assert [stroke.width for stroke in strokes] == [0.35, 0.15]


def test_backs_have_crop_marks_but_no_cut_lines() -> None:
    sheets, _ = impose(
        [piece("c", {"shape": "circle", "diameter": 20}, 3, back=True), piece("d", CARD, 2, back=True)], job(), book()
    )
    assert [m.kind for m in sheets[0].marks].count("cut") == 3
    assert {m.kind for m in sheets[1].marks} == {"crop"}


def test_proof_draws_trim_safe_zone_and_bleed() -> None:
    (placement,) = sheet_of(piece("c", CARD, bleed=3)).placements
    marks = {m.kind: m for m in proof_marks([placement])}
    assert set(marks) == {"trim", "safe", "bleed"}
    assert box(marks["trim"]) == pytest.approx(placement.trim)
    x1, y1, x2, y2 = placement.trim
    assert box(marks["safe"]) == pytest.approx((x1 + 3, y1 + 3, x2 - 3, y2 - 3))
    assert box(marks["bleed"]) == pytest.approx(placement.bled)
    bare = replace(placement, face=replace(placement.face, safe=0.0, bleed=0.0), bleed=(0.0,) * 4)
    assert [m.kind for m in proof_marks([bare])] == ["trim"]


def box(mark: PrinterMark) -> tuple[float, ...]:
    points = [v[-2:] for _, v in mark.segments if v]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def size(box: tuple[float, ...]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


@given(st.floats(10, 1000), st.floats(10, 1000), st.sampled_from([(198.0, 281.4), (104.0, 281.4), (120.0, 120.0)]))
def test_panels_cover_a_board_and_overlap(width: float, height: float, room: tuple[float, float]) -> None:
    found = panels(width, height, room)
    sides = sorted(room)
    for panel in found:
        assert sorted(size(panel.box))[0] <= sides[0] + 1e-6
        assert sorted(size(panel.box))[1] <= sides[1] + 1e-6
    columns = sorted({round(w.box[0], 6) for w in found})
    rows = sorted({round(w.box[1], 6) for w in found})
    assert len(found) == len(columns) * len(rows)
    w, h = size(found[0].box)
    assert columns[-1] + w == pytest.approx(width, abs=1e-5)
    assert rows[-1] + h == pytest.approx(height, abs=1e-5)
    assert all(b - a == pytest.approx(w - OVERLAP, abs=1e-5) for a, b in pairwise(columns))
    assert all(b - a == pytest.approx(h - OVERLAP, abs=1e-5) for a, b in pairwise(rows))


WORD = st.tuples(st.floats(0, 700), st.floats(0, 700), st.floats(5, 60), st.floats(3, 12))
WORDS = st.lists(WORD.map(lambda w: (w[0], w[1], w[0] + w[2], w[1] + w[3])), max_size=12).map(tuple)


@pytest.mark.slow
@given(st.floats(300, 800), st.floats(200, 800), WORDS)
def test_panels_cut_no_more_words_than_equal_ones_would(width: float, height: float, words: tuple[Box, ...]) -> None:
    room = (198.0, 281.4)
    equal, found = panels(width, height, room), panels(width, height, room, words)
    assert len(found) == len(equal)
    assert cut(found, words) <= cut(equal, words) + 1e-6
    for axis, length in ((0, width), (1, height)):
        ends = sorted({(round(p.box[axis], 6), round(p.box[axis + 2], 6)) for p in found})
        assert (ends[0][0], ends[-1][1]) == (0, pytest.approx(length, abs=1e-5))
        assert all(a[1] - b[0] == pytest.approx(OVERLAP, abs=1e-5) for a, b in pairwise(ends))
    fitting = [sorted(size(p.box)) for p in found]
    assert all(a <= room[0] + 1e-5 and b <= room[1] + 1e-5 for a, b in fitting)


def cut(found: Sequence[Panel], words: Sequence[Box]) -> float:
    """How high the type is that edges within the board cut."""
    across = {round(x, 6) for p in found for x in p.box[::2] if x}
    down = {round(y, 6) for p in found for y in p.box[1::2] if y}
    wide, high = max(across), max(down)
    return sum(
        (y2 - y1) * (any(x1 < x < x2 for x in across - {wide}) + any(y1 < y < y2 for y in down - {high}))
        for x1, y1, x2, y2 in words
    )


def test_seams_go_round_the_words_of_a_board() -> None:
    words = ((160.0, 140.0, 260.0, 155.0), (40.0, 60.0, 90.0, 66.0))
    equal, found = panels(420, 297, (207.9, 271.4)), panels(420, 297, (207.9, 271.4), words)
    assert (cut(equal, words), cut(found, words)) == (30.0, 0.0)
    assert panels(420, 297, (207.9, 271.4), words[1:]) == equal


def test_a_seam_does_not_touch_words() -> None:
    word = (195.0, 20.0, 206.0, 30.0)
    assert panels(420, 297, (214.0, 290.0))[0].box[2] == 214.0
    gaps = [max(word[0] - x, x - word[2]) for p in panels(420, 297, (230.0, 290.0), (word,)) for x in p.box[::2]]
    assert min(gaps) >= 0.5 - 1e-6


@pytest.mark.parametrize("gap", [OVERLAP + 1.1, OVERLAP + 2.4])
def test_a_seam_goes_through_the_middle_of_a_narrow_gap(gap: float) -> None:
    words = ((150.0, 20.0, 198.0, 30.0), (198.0 + gap, 20.0, 260.0, 30.0))
    one, two = panels(420, 297, (230.0, 290.0), words)[:2]
    assert (two.box[0] - 198, 198 + gap - one.box[2]) == pytest.approx((gap / 2 - OVERLAP / 2,) * 2)


@pytest.mark.parametrize("columns", range(1, 6))
@pytest.mark.parametrize("rows", range(1, 5))
def test_each_seam_has_a_letter_of_its_own_on_both_parts(columns: int, rows: int) -> None:
    """Letters in reading order, those that join a row first; one part has the strip that is hidden."""
    found = panels(90 * columns + 8, 90 * rows + 8, (98.0, 98.0))
    seams: dict[str, list[Seam]] = {}
    for seam in (s for w in found for s in w.seams):
        seams.setdefault(seam.letter, []).append(seam)
    assert [len(found), len(seams)] == [columns * rows, (columns - 1) * rows + columns * (rows - 1)]
    for one, other in seams.values():
        assert {one.tab, other.tab} == {True, False}
        assert one.strip == pytest.approx(other.strip)
        assert one.upright == other.upright == (size(one.strip)[1] > size(one.strip)[0])
    order = sorted(seams, key=lambda k: (not seams[k][0].upright, round(seams[k][0].strip[1]), seams[k][0].strip[0]))
    assert order == [letter(k) for k in range(len(seams))]


def test_letters_go_on_after_z() -> None:
    assert [letter(k) for k in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@pytest.mark.parametrize(("high", "paper", "backs"), [(400, "a4", "long-edge"), (600, "letter", "short-edge")])
def test_a_seam_of_a_board_split_both_ways_shows_its_letter_at_one_place(high: int, paper: str, backs: str) -> None:
    """Under the glue the letter lies at the same place of the board on its front and its back, but on the other part:
    so both parts keep it, and none is seen on the board."""
    board = piece("board", {"shape": "rectangle", "width": 500, "height": high}, back=True)
    sheets, _ = impose([board], job(paper, backs), book())
    hidden: dict[str, dict[str, tuple[float, float, int]]] = {"front": {}, "back": {}}
    for number, sheet in enumerate(sheets):
        (placement,) = sheet.placements
        for name, x, y in lettering(sheet, placement):
            assert inside_box(placement.shown, x, y)
            assert name not in hidden[sheet.side]
            hidden[sheet.side][name] = (x if sheet.side == "front" else 500 - x, y, number // 2)
    assert "".join(sorted(hidden["front"])) == "ABCDEFGHIJ"[: 7 if high == 400 else 10]
    assert hidden["front"].keys() == hidden["back"].keys()
    for name, (x, y, part) in hidden["front"].items():
        assert hidden["back"][name][:2] == pytest.approx((x, y))
        assert hidden["back"][name][2] != part


EMBLEM = Group((Path(rectangle(0, 0, 1, 1), Color("#c62828")),))


@pytest.mark.some(0, 1)
@pytest.mark.parametrize("emblem", [None, EMBLEM])
@pytest.mark.parametrize(("wide", "high", "paper"), [(300, 180, "a4"), (500, 400, "a4"), (500, 600, "letter")])
def test_a_part_that_is_cut_out_bears_the_letters_of_all_its_seams(wide, high, paper, emblem) -> None:
    """With nothing behind it: on its own strips, and within the edges that cover; off what will be glued over, off
    letters and, where there is room, off what is drawn."""
    board = replace(piece("board", {"shape": "rectangle", "width": wide, "height": high}), emblem=emblem)
    words = [rectangle(x, y + k, 30, 0.5) for x in range(0, wide, 48) for y in range(0, high, 24) for k in range(10)]
    art = (*board.front.nodes, *(Path(word, Color("#000000")) for word in words))
    sheets, _ = impose([replace(board, front=replace(board.front, nodes=art))], job(paper, "none"), book())
    parts = {p.box: p for frame in frames(papers()[paper], False) for p in panels(wide, high, frame.room)}
    found: dict[str, int] = {}
    for placement, plates in ((p, plates_of(sheet, p)) for sheet in sheets for p in sheet.placements):
        part = parts[placement.shown]
        assert sorted(name for name, _ in plates) == sorted(seam.letter for seam in part.seams)
        for name, plate in plates:
            (strip,) = (seam.strip for seam in part.seams if seam.letter == name)
            assert holds(strip, plate)
            if any(seam.tab and seam.letter == name for seam in part.seams):
                continue
            others = [seam.strip for seam in part.seams if seam.tab] + [p for n, p in plates if n != name]
            assert not any(touch(plate, other) for other in [*others, *map(bounds, words)])
        for name, _ in plates:
            found[name] = found.get(name, 0) + 1
    assert set(found.values()) == {2}


def plates_of(sheet: Sheet, placement: Placement) -> list[tuple[str, Box]]:
    """Each letter on a part, and its plate in the mm of the board."""
    found = []
    back = inverse(placement.matrix) or IDENTITY
    for node in sheet.furniture:
        words = "".join(n.string for n in node.children if isinstance(n, GlyphRun)) if isinstance(node, Group) else ""
        if len(words) == 1 and isinstance(node.children[0], Path):
            box = box_under(bounds(node.children[0].segments), multiply(back, node.matrix))
            if holds(placement.shown, box):
                found.append((words, box))
    return found


def test_the_letter_of_a_seam_can_be_read_where_it_is_small() -> None:
    """On the part that covers it is half as large as under the glue, but for its type, which is never under 6.5 pt."""
    board = replace(piece("board", {"shape": "rectangle", "width": 384, "height": 92}), emblem=EMBLEM)
    (sheet,), _ = impose([board], job(), book())
    sizes = [n.size for g in sheet.furniture if isinstance(g, Group) for n in g.children if isinstance(n, GlyphRun)]
    assert min(sizes) >= 6.5 * 25.4 / 72
    assert min(sizes) / max(sizes) == pytest.approx(6.5 / 8)


def lettering(sheet: Sheet, placement: Placement) -> list[tuple[str, float, float]]:
    """Each letter on a disc, and where it is in the mm of the face."""
    a, b, c, d, e, f = placement.matrix
    found = []
    for node in sheet.furniture:
        words = "".join(n.string for n in node.children if isinstance(n, GlyphRun)) if isinstance(node, Group) else ""
        if len(words) == 1 and isinstance(node.children[0], Path):
            x, y = node.matrix[4] - e, node.matrix[5] - f
            found.append((words, a * x + b * y, c * x + d * y))  # a turn's inverse is its transpose
    return found


def inside_box(box: tuple[float, ...], x: float, y: float) -> bool:
    return box[0] < x < box[2] and box[1] < y < box[3]


def test_the_back_hides_the_other_strip_of_a_seam() -> None:
    """Where the front of a part is covered, its back covers: the hidden strips of both sides never share a part."""
    for panel in panels(396, 92, (198.0, 281.4)):
        back = panel.behind(396)
        assert [(s.letter, not s.tab) for s in back.seams] == [(s.letter, s.tab) for s in panel.seams]
        assert back.box[0] == pytest.approx(396 - panel.box[2])


@pytest.mark.parametrize(("high", "told"), [(92, 1), (40, 0)])
def test_glue_strips_lie_inside_their_panel(high: float, told: int) -> None:
    sheets, _ = impose([piece("board", {"shape": "rectangle", "width": 396, "height": high}, back=True)], job(), book())
    for sheet in sheets:
        plates = [
            n
            for n in sheet.furniture
            if isinstance(n, Group) and isinstance(n.children[0], Path) and n.children[0].fill
        ]
        strips = [reach(n.children[:1], n.matrix)[0] for n in plates if len(n.children) > 4]
        assert len(strips) == 1
        inside = [p for p in sheet.placements if p.trim[0] - 1e-3 <= strips[0][0] and strips[0][2] <= p.trim[2] + 1e-3]
        assert len(inside) == 1
        assert strips[0][3] - strips[0][1] == pytest.approx(OVERLAP, abs=1e-3)
        words = [reach((n,), plate.matrix) for plate in plates for n in plate.children if isinstance(n, Group)]
        assert sum(holds(strips[0], box) for (box,) in words) == told


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.floats(30, 100),
    st.floats(30, 130),
    st.integers(1, 30),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["long-edge", "fold"]),
)
def test_every_sheet_has_a_caption_that_touches_nothing(width, height, count, paper, backs) -> None:
    size = {"shape": "rectangle", "width": width, "height": height}
    sheets, _ = impose([piece("c", size, count, back=True, bleed=3)], job(paper, backs), book())
    for sheet in sheets:
        assert sheet.furniture
        assert caption_faults(sheet) == []


def test_the_scale_bar_is_fifty_millimetres() -> None:
    sheet = sheet_of(piece("c", CARD, 9), paper="letter")
    bars = [b for b in reach(sheet.furniture) if abs(max(b[2] - b[0], b[3] - b[1]) - 50) < 1e-6]
    assert len(bars) == 1


def test_a_caption_names_game_sets_sheet_side_and_paper() -> None:
    named = job(names={"s": "Skill card"})
    sheets, _ = impose([piece("c", CARD, 10, back=True)], named, book())
    words = "".join(n.string for n in sheets[1].furniture[0].children if hasattr(n, "string"))
    for part in ("Mini", "draft 1", "Skill card", "page 2 of 4", "back", "A4", "50 mm"):
        assert part in words
    assert [s.label for s in sheets] == ["1", "2", "3", "4"]
    assert sheets[0].title == "Skill card · page 1 of 4 · front"


def test_a_caption_too_long_for_its_sheet_names_two_sets_and_counts_the_others() -> None:
    sets = [f"x{k}" for k in range(5)]
    named = job(names={s: f"{s} of a deck with a long name" for s in sets})
    ((sheet, *_), _) = impose([piece("c", CARD, set_=s) for s in sets], named, book())
    words = "".join(n.string for n in sheet.furniture[0].children if hasattr(n, "string"))
    assert "x0" in words
    assert ("x1" in words, "x2" in words, "+3" in words) == (True, False, True)


def test_nested_tiles_have_cut_lines_alone_and_stay_on_what_a_printer_reaches() -> None:
    sheet = sheet_of(piece("t", TRIHEX, 6, bleed=2))
    assert {m.kind for m in sheet.marks} == {"cut"}
    x1, y1, x2, y2 = papers()["a4"].printable
    for p in sheet.placements:
        assert (x1 <= p.x, p.x + p.width <= x2, y1 <= p.y, p.y + p.height <= y2) == (True, True, True, True)
