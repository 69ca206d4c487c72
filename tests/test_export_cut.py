"""Files for cutting machines: what is cut lies on what is printed, frees every piece, and is cut once."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import dist, hypot
from xml.etree import ElementTree

import pytest

from generator.export.cut import cut_paths, cut_svg
from generator.face.geometry import moved
from generator.production import Order, build
from generator.project import Project
from generator.sheet.impose import impose
from generator.sheet.sheet import Placement, Sheet
from tests.conftest import ROOT
from tests.measure import CUT, around, read_pages
from tests.sheet_kit import CARD, TRIHEX, book, face, job, papers, piece

SQUARE, TALL = ({"shape": "rectangle", "width": 20, "height": high} for high in (20, 30))
CUT_OFF = {"shape": "polygon", "points": [[0, 0], [20, 0], [20, 19.995], [19.995, 20], [0, 20]]}
RING = {"shape": "ring", "diameter": 26, "hole": 16}
STANDEE = {"shape": "standee", "width": 18, "height": 28, "base": 9}


def drawn(svg, group):
    """The subpaths of a group as they are written."""
    paths = ElementTree.fromstring(svg).findall(f"*[@id='{group}']/{{*}}path")  # noqa: S314 (our own)
    return [part for path in paths for part in re.findall("M[^M]+", path.attrib["d"])]


def numbers(part):
    """Its points, those of curves too, and the first again if it is closed."""
    values = [float(v) for v in re.findall(r"-?[\d.]+", part)]
    return list(zip(values[::2], values[1::2], strict=True)) + [tuple(values[:2])] * part.endswith("Z")


def straight(lines):
    """Lines, each the same both ways."""
    return sorted(tuple(sorted((round(x, 2), round(y, 2)) for x, y in line)) for line in lines)


def sheet(*placements, side="front"):
    return Sheet(papers()["a4"], side, "s", "1", placements)


def test_what_is_cut_lies_on_what_is_printed():
    order = Order(languages=("en",), formats=("pdf", "cut"))
    outputs, _, _ = build(Project(ROOT / "tests" / "mini"), "mini", order)
    files = {o.name: o.data for o in outputs}
    fronts = read_pages(files.pop("mini-a4-en.pdf"))[2::2]  # behind the cover
    assert sorted(files) == [f"sheets-a4-en/sheet-{int(page.label):02}-cut.svg" for page in fronts]
    for page, (_, svg) in zip(fronts, sorted(files.items()), strict=True):
        root = ElementTree.fromstring(svg)  # noqa: S314 (our own)
        assert (root.attrib["width"], root.attrib["viewBox"]) == ("210mm", "0 0 210 297")
        cut = drawn(svg, "cut")
        lines = [line for part in cut if "C" not in part for line in pairwise(numbers(part))]
        assert straight(lines) == straight((s.a, s.b) for s in page.cuts)
        crops = [line for part in drawn(svg, "marks") for line in pairwise(numbers(part))]
        assert straight(crops) == straight((s.a, s.b) for s in page.crops)
        circles = sorted(around(numbers(part)) for part in cut if "L" not in part and part.endswith("Z"))
        assert circles == [pytest.approx(box, abs=0.01) for box, color in sorted(page.curves) if color == CUT]
        assert around(p for part in cut for p in numbers(part)) == pytest.approx(page.boxes["TrimBox"], abs=0.01)


CASES = {  # what lies on the sheet; how many paths, and of them closed; how many mm
    "apart": ([(SQUARE, 10, 10, 0), (SQUARE, 40, 10, 0)], (2, 2, 160)),
    "edge to edge": ([(SQUARE, 10, 10, 0), (SQUARE, 30, 10, 2)], (2, 1, 140)),
    "a hair apart": ([(SQUARE, 10, 10, 0), (SQUARE, 30.006, 10, 0)], (2, 1, 140)),
    "a side too short to be cut": ([(CUT_OFF, 10, 10, 0)], (1, 1, 80)),
    "round about": ([(SQUARE, 30, 30, 0), *((SQUARE, x, y, 0) for x, y in ((10, 30), (50, 30), (30, 10), (30, 50)))],
                    (5, 1, 80 + 4 * 60)),
    "of two heights": ([(SQUARE, 10, 10, 0), (TALL, 30, 5, 0)], (2, 1, 80 + 100 - 20)),
    "beside two": ([(SQUARE, 10, 10, 0), (SQUARE, 10, 30, 0), (TALL, 30, 15, 0)], (3, 1, 80 + 60 + 70)),
    "in between": ([(SQUARE, 10, 10, 0), (SQUARE, 50, 10, 0), (SQUARE, 30, 10, 0)], (3, 2, 160 + 40)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_two_pieces_share_is_cut_once(case):
    placed, (paths, closed, length) = CASES[case]
    left = list(cut_paths(sheet(*(Placement(face("s", "i", size), *at) for size, *at in placed))))
    assert (len(left), sum(path[-1][0] == "Z" for path in left)) == (paths, closed)
    assert sum(dist(*side) for side in _sides(left)) == pytest.approx(length, abs=0.01)


def _sides(paths):
    """The straight sides of paths, of curves their chords."""
    for part in (part for path in paths for part in _parts(path)):
        points = [v[-2:] for _, v in part if v]
        yield from pairwise([*points, points[0]] if part[-1][0] == "Z" else points)


@pytest.mark.parametrize("backs", ["long-edge", "fold"])
@pytest.mark.parametrize("size", [CARD, TRIHEX, SQUARE, RING, STANDEE], ids=lambda size: size["shape"])
def test_every_piece_comes_free(size, backs):
    pages, _ = impose([piece("i", size, 7, back=True, bleed=2.0), piece("j", TALL, 3)], job(backs=backs), book())
    for page in pages:
        sides = list(_sides(cut_paths(page)))
        for p in (p for p in page.placements if p.face.side == "front"):
            for cut in p.face.shape.cuts:
                for x, y in (v[-2:] for _, v in moved(cut, p.matrix) if v):
                    assert min(_apart((x, y), a, b) for a, b in sides) < 0.02


def _apart(p, a, b):
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    t = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2))
    return dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def test_what_is_inside_a_piece_is_cut_first_and_a_part_of_a_board_is_straight():
    (ring,) = cut_paths(sheet(Placement(face("s", "i", RING), 10, 10)))
    boxes = [around(list(zip(v[::2], v[1::2], strict=True))[-1] for _, v in part if v) for part in _parts(ring)]
    assert boxes == [pytest.approx((15, 15, 31, 31)), pytest.approx((10, 10, 36, 36))]
    (part,) = cut_paths(sheet(Placement(face("s", "i", CARD), 10, 20, 0, (0, 0, 63, 40))))
    assert part == (("M", (10, 20)), ("L", (73, 20)), ("L", (73, 60)), ("L", (10, 60)), ("Z", ()))


def _parts(path):
    starts = [k for k, (command, _) in enumerate(path) if command == "M"]
    return [path[a:b] for a, b in pairwise([*starts, len(path)])]


def test_folds_are_lines_of_their_own_and_backs_are_not_cut():
    (page,), _ = impose([piece("i", STANDEE, 1)], job(), book())
    svg = cut_svg(page, book())
    assert len(drawn(svg, "cut")) == 1
    assert len(drawn(svg, "fold")) == len(page.placements[0].face.shape.folds) == 3
    both = Placement(face("s", "i", SQUARE), 10, 10), Placement(face("s", "i", SQUARE, "back"), 10, 100)
    assert len(list(cut_paths(sheet(*both, side="fold")))) == 1


def test_two_lines_that_are_found_twice_are_seen():
    """The helpers of this file can fail."""
    one = [((0, 0), (5, 0))]
    assert straight(one) != straight([*one, *one]) != straight([((0, 0), (5, 0.1))])
    assert all(_apart((2, 3), a, b) == 3 for a, b in combinations([(0, 0), (5, 0)], 2))
