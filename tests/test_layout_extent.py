"""Boxes, grown outlines and windows, against points and areas worked out by hand or at random."""

from __future__ import annotations

from math import atan2, cos, dist, pi, radians, sin, tan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.face.bounds import nodes_touching, painted, painted_by
from generator.face.face import Color, Group, Path, Stroke
from generator.face.geometry import NOTHING, area, bounds, ellipse, length_of, merged, polygons
from generator.face.loops import beyond, inside
from generator.face.strokes import stroke_polygons
from tests.export_kit import BLACK, BOOK, RED, box, circle, polygon, run
from tests.layout_kit import drawn

HEX = polygon(*((20 * sin(radians(60 * i)), -20 * cos(radians(60 * i))) for i in range(6)))
ELL = polygon((0, 0), (20, 0), (20, 8), (8, 8), (8, 20), (0, 20))


def backwards(outline):
    """An outline of straight sides, the other way round."""
    return (outline[0], *reversed(outline[1:-1]), outline[-1])


def size(outline):
    return abs(sum(area(p) for p in polygons(outline)))


@pytest.mark.parametrize("outline", [HEX, ELL, circle(5, 5, 11), box(0, 0, 63, 88), backwards(HEX)])
@pytest.mark.parametrize("by", [0.5, 1.5, 3.0])
def test_a_grown_outline_keeps_its_distance(outline, by):
    """Steiner: mitred growth adds perimeter * by, and at most a square of `by` at each corner."""
    points = polygons(outline)[0]
    perimeter = sum(dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
    added = size(beyond(outline, by)) - size(outline)
    assert perimeter * by * 0.999 <= added + (by * by if outline == ELL else 0)
    assert added <= perimeter * by + 4.7 * by * by
    x0, y0, x1, y1 = bounds(beyond(outline, by))
    assert (x0, y0) < bounds(outline)[:2]
    assert (x1, y1) > bounds(outline)[2:]


def test_no_bleed_is_the_outline_itself():
    assert beyond(HEX, 0) is HEX


def test_a_needle_is_cut_off():
    needle = polygon((0, 0), (30, 0.5), (0, 1))
    assert bounds(beyond(needle, 2))[2] < 33


def test_boxes_hold_strokes_letters_and_clips():
    stroked = Path(box(0, 0, 10, 10), None, Stroke(BLACK, 2, join="round"))
    assert painted_by(stroked) == pytest.approx((-1, -1, 11, 11))
    x0, y0, x1, y1 = painted_by(run("Ágj", 10, 10, 10), BOOK.ink)
    assert 10 < x0 < 11
    assert 20 < x1 < 25
    assert y0 < 3
    assert 11.5 < y1 < 13
    clipped = Group((Path(box(0, 0, 50, 50), RED),), (1, 0, 0, 1, 5, 5), clip=box(10, 10, 5, 5))
    assert painted_by(clipped) == (15, 15, 20, 20)
    assert painted(()) == NOTHING


def line(*points, closed=False, **look):
    """A stroke 2 wide through points."""
    segments = (("M", points[0]), *(("L", p) for p in points[1:]), *([("Z", ())] if closed else []))
    return Path(segments, None, Stroke(BLACK, 2, **look))


TURN = [(0, 0), (10, 0), (10, 10)]
NEEDLE = [(0, 0), (10, 0), (0, 2)]
SHARP = 10 + 1 / tan(atan2(2, 10) / 2)
"""How far the mitre of the needle reaches: so far beyond its corner as two lines, each half a width off, meet."""


STROKES = {
    "butt ends": (line((0, 0), (10, 0)), (0, -1, 10, 1)),
    "square ends": (line((0, 0), (10, 0), cap="square"), (-1, -1, 11, 1)),
    "round ends": (line((0, 0), (3, 4), cap="round"), (-1, -1, 4, 5)),
    "slanting butt ends": (line((0, 0), (3, 4)), (-0.8, -0.6, 3.8, 4.6)),
    "slanting square ends": (line((0, 0), (3, 4), cap="square"), (-1.4, -1.4, 4.4, 5.4)),
    "square dashes may end anywhere": (line(*TURN, cap="square", join="bevel", dash=(1.0, 1.0)), (-1, -1, 11, 11)),
    "a mitre": (line(*TURN), (0, -1, 11, 10)),
    "a bevel": (line((0, 0), (10, 10), (20, 0), join="bevel"), (-0.7071, -0.7071, 20.7071, 10.7071)),
    "a round join": (line((0, 0), (10, 10), (20, 0), join="round"), (-0.7071, -0.7071, 20.7071, 11)),
    "a mitre that points down": (line((0, 0), (10, 10), (20, 0)), (-0.7071, -0.7071, 20.7071, 11.4142)),
    "a mitre within its limit": (line(*NEEDLE, miter=11), (-0.1961, -1, SHARP, 2.9806)),
    "a mitre beyond its limit": (line(*NEEDLE, miter=10), (-0.1961, -1, 10.1961, 2.9806)),
    "a closed corner": (line((0, 0), (10, 0), (10, 10), (0, 10), closed=True), (-1, -1, 11, 11)),
    "a dot": (line((5, 5), (5, 5), cap="round"), (4, 4, 6, 6)),
    "a fill with no stroke that shows": (
        Path(box(0, 0, 9, 9), RED, Stroke(Color("#000000", 0.0), 2)),
        (0, 0, 9, 9),
    ),
    "no paint": (Path(box(0, 0, 9, 9)), NOTHING),
    "a clear group": (Group((line(*TURN),), opacity=0.0), NOTHING),
    "clipped away": (Group((line(*TURN),), clip=box(20, 20, 5, 5)), NOTHING),
}


@pytest.mark.parametrize(("node", "box"), STROKES.values(), ids=STROKES)
def test_a_box_holds_a_stroke_to_its_joins_and_ends(node, box):
    assert painted_by(node) == pytest.approx(box, abs=1e-4)
    assert painted_by(node) == pytest.approx(box, abs=1e-4)  # remembered
    assert painted((Group((node,)),)) == pytest.approx(box, abs=1e-4)


def cairo_box(node):
    """What cairo says that a stroke covers."""
    cairo = pytest.importorskip("cairocffi", exc_type=OSError, reason="libcairo is not installed")
    pen, ink = node.stroke, cairo.Context(cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, None))
    draw = {"M": ink.move_to, "L": ink.line_to, "C": ink.curve_to, "Z": ink.close_path}
    for command, values in node.segments:
        draw[command](*values)
    ink.set_tolerance(0.001)
    ink.set_line_width(pen.width)
    ink.set_line_cap(["butt", "round", "square"].index(pen.cap))
    ink.set_line_join(["miter", "round", "bevel"].index(pen.join))
    ink.set_miter_limit(pen.miter)
    ink.set_dash(list(pen.dash))
    return ink.stroke_extents()


def test_no_stroke_is_cut_and_straight_ones_have_no_room_to_spare():
    """Held against cairo; it rounds to a 256th, which the tip of a sharp mitre shows tenfold."""
    dice = Random(9)  # noqa: S311

    def point():
        return (dice.uniform(0, 20), dice.uniform(0, 20))

    def curve():
        return ("C", (*point(), *point(), *point()))

    for n in range(400):
        sides = [curve() if n % 2 and dice.random() < 0.5 else ("L", point()) for _ in range(dice.randint(1, 4))]
        pen = Stroke(
            BLACK,
            dice.choice([0.5, 1, 3]),
            dice.choice(["butt", "round", "square"]),
            dice.choice(["miter", "round", "bevel"]),
            dice.choice([1, 2, 4, 10]),
            dice.choice([(), (), (1.5, 1.0)]),
        )
        node = Path((("M", point()), *sides, *[("Z", ())] * dice.randint(0, 1)), None, pen)
        ours, cairos = painted_by(node), cairo_box(node)
        assert merged(ours, cairos) == pytest.approx(ours, abs=0.1), node
        if not n % 2 and not pen.dash:
            assert ours == pytest.approx(cairos, abs=0.1), node


def test_a_mitre_in_a_pattern_does_not_leak_out_of_its_tile(mini):
    """The tip reaches over the tile, though half the pen's width from its corner does not."""
    nodes, _ = drawn(
        mini,
        '<pattern id="p" patternUnits="userSpaceOnUse" width="3.4" height="4"><path d="M.5 1.5L3 2L.5 2.5" fill="none" '
        'stroke="#000" stroke-width=".3" stroke-miterlimit="10"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    )
    tips = {max(x for x, _ in loop) for loop in polygons(nodes[0].children[0].children[0].segments)}
    assert {x for x in tips if x > 3.2} >= {3.4, 6.8}


@given(st.lists(st.tuples(st.floats(0, 90), st.floats(0, 90)), max_size=12), st.floats(0, 60), st.floats(0, 60))
def test_a_window_loses_nothing_that_can_be_seen(corners, x, y):
    nodes = tuple(Group((Path(box(0, 0, 10, 10), RED),), (1, 0, 0, 1, cx, cy)) for cx, cy in corners)
    kept = nodes_touching(nodes, (x, y, x + 30, y + 30))
    seen = [n for n in nodes if x - 10 <= n.matrix[4] <= x + 30 and y - 10 <= n.matrix[5] <= y + 30]
    assert list(kept) == seen


def test_a_group_is_taken_apart_but_an_icon_is_not():
    far, near = Path(box(100, 0, 5, 5), RED), Path(box(0, 0, 5, 5), RED)
    window = (0, 0, 50, 50)
    assert nodes_touching((Group((near, far)),), window) == (Group((near,)),)
    for whole in (Group((near, far), key="icon"), Group((near, far), opacity=0.5)):
        assert nodes_touching((whole,), window) == (whole,)
    assert nodes_touching((Group((far,), key="icon"),), window) == ()


def test_the_round_outline_really_is_round():
    grown = polygons(beyond(circle(0, 0, 10), 2))[0]
    assert all(11.98 < (x * x + y * y) ** 0.5 < 12.03 for x, y in grown)
    assert inside([grown], 0, 11.9)
    assert size(circle(0, 0, 10)) == pytest.approx(100 * pi, rel=0.01)


SIDES = (("M", (0.0, 0.0)), ("L", (3.0, 0.0)), ("L", (3.0, 4.0)))


@pytest.mark.parametrize(
    ("segments", "length"),
    [(SIDES, 7), ((*SIDES, ("Z", ())), 12), ((*SIDES, ("L", (0.0, 0.0))), 12), (SIDES * 2, 14), ((), 0)],
)
def test_a_line_is_as_long_as_it_is_drawn(segments, length):
    assert length_of(segments) == pytest.approx(length)


def test_a_curve_is_as_long_as_its_chords():
    assert length_of(ellipse(5, 5, 2, 2)) == pytest.approx(4 * 3.14159, rel=0.002)


@pytest.mark.parametrize(("join", "reach"), [("miter", 11.4142), ("bevel", 10.7071), ("round", 11)])
def test_polygons_cover_a_stroke_to_its_joins(join, reach):
    """As far as its box."""
    corner = line((0, 0), (10, 10), (20, 0), join=join)
    points = [p for part in stroke_polygons(corner.segments, corner.stroke) for p in part]
    assert max(y for _, y in points) == pytest.approx(reach, abs=0.02)
