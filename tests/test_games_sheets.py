"""The sheets of every bundled game, measured from the PDF: all faces are there, as often as the database says; they
have their size; every back lies behind its own front, to a hundredth of a millimetre.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, pairwise

import numpy as np
import pytest
import yaml

from generator.face.geometry import IDENTITY
from tests.games_kit import (
    BUILDS,
    EVERY_BUILD,
    LAYOUTS,
    NEAR,
    PAPERS,
    built,
    cells,
    from_cuts,
    has_back,
    is_cover,
    mirror,
    off,
    owner_of,
    pairs,
    shape,
    trim,
    wanted,
)
from tests.measure import around, at, mapped, read_pages
from tests.measure_seen import forms, picture, plumbed
from tests.measure_sizes import outline_of, size_of

pytestmark = pytest.mark.parametrize("order", EVERY_BUILD)
STRAIGHT = ("rectangle", "square")
OFF_TRIM = 0.5
"""How far a crop mark stays off every card, in mm."""
SHORTEST = 0.8
"""How long a crop mark is at least, in mm."""


# ---- counts --------------------------------------------------------------------------------------------------


def missing_parts(size, windows):
    """What of a face no window shows, and seams too narrow to be glued."""
    faults = []
    for k in (0, 1):
        spans = sorted({(w[k], w[k + 2]) for w in windows})
        if spans[0][0] > 0.1 or spans[-1][1] < size[k] - 0.1:
            faults.append(f"windows {spans} do not cover 0 to {size[k]}")
        faults += [f"windows {a} and {b} overlap by less than 5 mm" for a, b in pairwise(spans) if a[1] - b[0] < 5]
    return faults


def miscounted(found, want, size_of_face):
    """Faces that are on the sheets more or less often than wanted, or in parts that do not make a whole. Faces that
    look the same are counted together.
    """
    faults = [f"page {c.page + 1}: a face that nothing looks like" for c in found if not c.names & set(want)]
    wholes = Counter(c.names & set(want) for c in found if c.whole)
    parts = Counter((c.names & set(want), tuple(round(v, 1) for v in c.window)) for c in found if not c.whole)
    for name, count in want.items():
        windows = {window for names, window in parts if name in names}
        if windows:
            faults += missing_parts(size_of_face(name), windows)
            for window in windows:
                alike = [n for n in want if n[0] == name[0] and any(n in names and w == window for names, w in parts)]
                there = sum(k for (names, w), k in parts.items() if w == window and {n[0] for n in names} == {name[0]})
                if there != sum(want[n] for n in alike):
                    faults.append(f"{name}: the part {window} is there {there} times")
        elif not any(name in names for names in wholes):
            faults.append(f"{name}, {count} pieces, is on no sheet")
    for names, there in wholes.items():
        asked = sum(want[n] for n in names)
        if names and there != asked:
            faults.append(f"{min(names)} is there {there} times instead of {asked}")
    return faults


def test_every_face_is_on_the_sheets_as_often_as_the_database_says(order):
    game_id, _, _, backs = order
    found, want = cells(*order), wanted(game_id, backs)
    assert miscounted(found, want, lambda name: trim(game_id, name)) == []
    assert sum(want.values()) == sum(1 for c in found if c.whole) + sum(
        k for n, k in want.items() if is_split(found, n)
    )


def is_split(found, name):
    return any(name in c.names and not c.whole for c in found)


def test_pdfium_counts_the_same_forms_in_the_same_places(order):
    pages, seen = read_pages(built(*order)), forms(built(*order))
    for page, maps in zip(pages, seen, strict=True):
        assert len(maps) == len(page.placed)
        for placed, other in zip(page.placed, maps, strict=True):
            assert placed.matrix == pytest.approx(other, abs=NEAR / 2)


# ---- size and marks ------------------------------------------------------------------------------------------


def sides(box):
    """The four sides of a box: which way its marks run, where it is, from where to where."""
    x1, y1, x2, y2 = box
    return [("upright", x1, y1, y2), ("upright", x2, y1, y2), ("level", y1, x1, x2), ("level", y2, x1, x2)]


def mark_of(page, way, where, start, end):
    """The place of the crop marks nearest to a side, beyond both its ends; or of the cut line along it; else None."""
    k = 0 if way == "upright" else 1
    lines = [
        (m.a[k], *sorted((m.a[1 - k], m.b[1 - k])))
        for m in page.crops
        if getattr(m, way) and abs(m.a[k] - where) < 0.45
    ]
    ends = ([m for m in lines if m[2] <= start], [m for m in lines if m[1] >= end])
    if all(ends):
        return [min(group, key=lambda m: abs(m[0] - where))[0] for group in ends]
    cuts = [(m.a[k], *sorted((m.a[1 - k], m.b[1 - k]))) for m in page.cuts if getattr(m, way)]
    along = [m[0] for m in cuts if abs(m[0] - where) < 0.45 and m[1] <= start + NEAR and m[2] >= end - NEAR]
    return [min(along, key=lambda m: abs(m - where))] if along else None


def misplaced_cuts(page, cell):
    """By how many mm the marks about a straight cell miss its edges and its size; infinite if there are none."""
    found = [mark_of(page, *side) for side in sides(cell.box)]
    if None in found:
        return float("inf")
    off_edge = max(abs(m - side[1]) for side, marks in zip(sides(cell.box), found, strict=True) for m in marks)
    turned = abs(cell.placed.matrix[0]) < 0.5
    w, h = cell.window[2] - cell.window[0], cell.window[3] - cell.window[1]
    off_size = max(
        abs(found[1][0] - found[0][0] - (h if turned else w)), abs(found[3][0] - found[2][0] - (w if turned else h))
    )
    return max(off_edge, off_size)


def misplaced_outline(page, cell, game_id):
    """By how many mm the drawn outline of anything else misses its nominal shape."""
    owner, item = owner_of(game_id, cell.name)
    said = size_of(LAYOUTS, item.size or owner.size)
    corners = outline_of(LAYOUTS, said)
    if corners:
        points = [at(cell.placed.matrix, *p) for p in corners]
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
        return max(from_cuts(page, p) for p in (*points, *middles))
    if said["shape"] in ("circle", "ring"):
        d, worst = said["diameter"], 0.0
        for each in (d, said.get("hole", d)):
            box = mapped(cell.placed.matrix, ((d - each) / 2, (d - each) / 2, (d + each) / 2, (d + each) / 2))
            worst = max(worst, min(max(abs(a - b) for a, b in zip(box, c, strict=True)) for c, _ in page.curves))
        return worst
    return max(misplaced_folds(page, cell, said), misplaced_net(page, cell))


def misplaced_net(page, cell):
    """By how many mm the box about the cut lines of a net or a standee misses the box of its trim."""
    x1, y1, x2, y2 = cell.box
    ends = [p for m in page.cuts for p in (m.a, m.b) if x1 - 0.4 < p[0] < x2 + 0.4 and y1 - 0.4 < p[1] < y2 + 0.4]
    return max(abs(a - b) for a, b in zip(around(ends), cell.box, strict=True)) if ends else float("inf")


def misplaced_folds(page, cell, said):
    """By how many mm the folds of a net or a standee miss the edges that its size states."""
    x1, y1, x2, y2 = cell.box
    ends = [(m, p) for m in page.lines if m.dashed for p in (m.a, m.b)]
    near = [(m, p) for m, p in ends if x1 - 0.5 <= p[0] <= x2 + 0.5 and y1 - 0.5 <= p[1] <= y2 + 0.5]
    if said["shape"] == "standee":
        folds = [said["base"], said["base"] + said["height"], said["base"] + 2 * said["height"]]
        corners = [at(cell.placed.matrix, x, y) for y in folds for x in (0.0, said["width"])]
        return (
            max(min(max(abs(c[0] - p[0]), abs(c[1] - p[1])) for _, p in near) for c in corners)
            if near
            else float("inf")
        )
    if len(near) < 2 * (said["faces"] - 1):
        return float("inf")
    return max(abs(m.length - said["edge"]) for m, _ in near)


def cut_errors(found, pages, game_id):
    """Each cell's error in mm."""
    for cell in found:
        page = pages[cell.page]
        if cell.page and shape(game_id, cell.name) in STRAIGHT:
            yield misplaced_cuts(page, cell), cell
        elif not page.back:  # the cut lines of what is no rectangle are on the front only
            yield misplaced_outline(page, cell, game_id), cell


def test_marks_and_cut_lines_are_where_the_trim_is(order):
    game_id, _, _, backs = order
    pages = read_pages(built(*order))
    fronts = [c for c in cells(*order) if backs != "fold" or any(n[2] == "front" for n in c.names)]
    errors = [(error, cell.page + 1, cell.name) for error, cell in cut_errors(fronts, pages, game_id)]
    assert len(errors) > 100 or len(errors) == len(fronts)
    assert [e for e in errors if e[0] > NEAR] == []


def along(mark):
    (x1, y1), (x2, y2) = mark.a, mark.b
    return [(x1 + (x2 - x1) * k / 4, y1 + (y2 - y1) * k / 4) for k in range(5)]


def test_crop_marks_are_of_one_length_off_the_cards_and_inside_the_margin(order):
    paper = order[2]
    margin = yaml.safe_load((LAYOUTS / "papers.yaml").read_text("utf-8"))[paper]["margin"]
    pages, boxes = read_pages(built(*order)), defaultdict(list)
    for cell in cells(*order):
        if shape(order[0], cell.name) in STRAIGHT:
            boxes[cell.page].append(cell.box)
    for page in pages:
        if is_cover(page):
            continue
        for mark in page.crops:
            assert min(from_cuts(page, point) for point in along(mark)) >= OFF_TRIM - NEAR
            x1, x2 = sorted((mark.a[0], mark.b[0]))
            y1, y2 = sorted((mark.a[1], mark.b[1]))
            assert min(x1, y1, page.width - x2, page.height - y2) >= margin - NEAR
            for a, b, c, d in boxes[page.number]:
                clear = max(a - x2, x1 - c, b - y2, y1 - d)
                assert clear >= OFF_TRIM - NEAR, f"page {page.number + 1}: a mark {clear:.2f} mm from a card"
    (length,) = {round(mark.length, 3) for page in pages if not is_cover(page) for mark in page.crops}
    assert length >= SHORTEST - NEAR


def test_no_ink_of_any_page_is_on_the_margin(order):
    """As PDFium paints it, at a tenth of a millimetre: marks, captions, lists of stamps, cut lines and faces."""
    margin, data = yaml.safe_load((LAYOUTS / "papers.yaml").read_text("utf-8"))[order[2]]["margin"], built(*order)
    for page in read_pages(data):
        paint = picture(data, page.number, IDENTITY, page.width, page.height, 254)
        wide = int(10 * margin - 1.5)
        bands = (paint[:wide], paint[-wide:], paint[:, :wide], paint[:, -wide:])
        assert min(band.min() for band in bands) > 200, f"page {page.number + 1}"


def test_no_card_lies_on_another(order):
    game_id = order[0]
    by_page = defaultdict(list)
    for cell in cells(*order):
        if shape(game_id, cell.name) in STRAIGHT:
            by_page[cell.page].append(cell)
    for page in by_page.values():
        for one, two in combinations(page, 2):
            a, b = one.box, two.box
            assert min(a[2], b[2]) - max(a[0], b[0]) < NEAR or min(a[3], b[3]) - max(a[1], b[1]) < NEAR


def test_pdfplumber_finds_the_same_marks(order):
    if order not in BUILDS[:2]:
        return  # one look for each paper is enough; what it costs is PDF parsing
    data = built(*order)
    pages = read_pages(data)
    page = max(pages, key=lambda p: (len(p.crops), -p.number))
    _, lines = plumbed(data, [page.number])[0]
    theirs = np.array([sorted(line) for line in lines]).reshape(-1, 4)
    assert len(page.crops) > 7
    for mark in page.crops:
        ours = np.array(sorted((mark.a, mark.b))).reshape(4)
        assert np.abs(theirs - ours).max(axis=1).min() < NEAR, mark


# ---- front and back ------------------------------------------------------------------------------------------


def misregistered(fronts, backs, over):
    """(worst error in mm, faults) of the backs behind some fronts: each front with the back that lies behind it."""
    worst, faults, left = 0.0, [], list(backs)
    for front in fronts:
        behind = min(left, key=lambda b: off(front, b, over), default=None)
        error = float("inf") if behind is None else off(front, behind, over)
        if behind is None or error > NEAR:
            faults.append(f"{front.name}: the nearest back is {error:.3f} mm off")
            continue
        left.remove(behind)
        worst = max(worst, error)
        if not {n[:2] for n in front.names} & {n[:2] for n in behind.names}:
            faults.append(f"behind {front.name} is {behind.name}")
    return worst, faults + [f"{b.name} is behind nothing" for b in left]


def is_back(cell, page):
    """Is it a back? Where fronts and backs share a page, by where it is: beyond the fold."""
    fold = page.fold
    if fold is None:
        return page.back
    x1, y1, x2, y2 = cell.box
    return (x1 + x2) / 2 > fold.a[0] if fold.upright else (y1 + y2) / 2 > fold.a[1]


def two_sided(fronts, game_id):
    """Those of some fronts that have a back: others may share their sheet."""
    return [c for c in fronts if any(n[2] == "front" and has_back(*owner_of(game_id, n)) for n in c.names)]


def registration(order):
    """(worst error, faults, number of backs) of a build."""
    game_id, _, _, backs = order
    pages, found = read_pages(built(*order)), cells(*order)
    papers = pairs(built(*order)) if backs != "fold" else [(p, p) for p in pages if p.fold]
    worst, faults, number = 0.0, [], 0
    for front_page, back_page in papers:
        fronts = [c for c in found if c.page == front_page.number and not is_back(c, front_page)]
        behind = [c for c in found if c.page == back_page.number and is_back(c, back_page)]
        error, more = misregistered(two_sided(fronts, game_id), behind, mirror(backs, front_page))
        worst, number = max(worst, error), number + len(behind)
        faults += [f"sheet {front_page.label}: {fault}" for fault in more]
    return worst, faults, number


def test_every_back_is_behind_its_own_front(order):
    game_id, _, _, backs = order
    _, faults, number = registration(order)
    assert faults == []
    assert number >= sum(count for name, count in wanted(game_id, backs).items() if name[2] == "back")


def apart_marks(front, back, over, all_have_backs=True):
    """Marks of the back that meet none of the front; and of the front, where everything on it has a back."""
    faults = []
    for way, k in (("upright", 0), ("level", 1)):
        here = [over(m.a)[k] for m in front.crops if getattr(m, way)]
        there = [m.a[k] for m in back.crops if getattr(m, way)]
        faults += [t for t in there if not any(abs(t - h) < NEAR for h in here)]
        faults += [h for h in here if all_have_backs and not any(abs(t - h) < NEAR for t in there)]
    return faults


def test_the_marks_of_front_and_back_meet(order):
    if order[3] in ("none", "fold"):
        return
    for front, back in pairs(built(*order)):
        own = [c for c in cells(*order) if c.page == front.number]
        assert front.crops or not back.crops
        assert apart_marks(front, back, mirror(order[3], front), two_sided(own, order[0]) == own) == []


def test_pages_are_the_paper(order):
    for page in read_pages(built(*order)):
        assert (page.width, page.height) == pytest.approx(PAPERS[order[2]], abs=NEAR)
