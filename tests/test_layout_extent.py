"""Boxes, grown outlines and windows, against points and areas worked out by hand or at random."""

from __future__ import annotations

from math import cos, dist, pi, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.face.face import Group, Path, Stroke
from generator.face.geometry import NOTHING, area, bounds, inside, polygons
from generator.layout.bounds.extent import around, beyond, node_box, within
from tests.export_kit import BLACK, BOOK, RED, box, circle, polygon, run

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
    assert node_box(stroked, BOOK) == pytest.approx((-1.5, -1.5, 11.5, 11.5))
    x0, y0, x1, y1 = node_box(run("Ágj", 10, 10, 10), BOOK)
    assert (x0, x1) < (10, 30)
    assert y0 < 2
    assert y1 > 12
    clipped = Group((Path(box(0, 0, 50, 50), RED),), (1, 0, 0, 1, 5, 5), clip=box(10, 10, 5, 5))
    assert node_box(clipped, BOOK) == (15, 15, 20, 20)
    assert around((), BOOK) == NOTHING


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 90), st.floats(0, 90)), max_size=12), st.floats(0, 60), st.floats(0, 60))
def test_a_window_loses_nothing_that_can_be_seen(corners, x, y):
    nodes = tuple(Group((Path(box(0, 0, 10, 10), RED),), (1, 0, 0, 1, cx, cy)) for cx, cy in corners)
    kept = within(nodes, (x, y, x + 30, y + 30), BOOK)
    seen = [n for n in nodes if x - 10 <= n.matrix[4] <= x + 30 and y - 10 <= n.matrix[5] <= y + 30]
    assert list(kept) == seen


def test_a_group_is_taken_apart_but_an_icon_is_not():
    far, near = Path(box(100, 0, 5, 5), RED), Path(box(0, 0, 5, 5), RED)
    window = (0, 0, 50, 50)
    assert within((Group((near, far)),), window, BOOK) == (Group((near,)),)
    for whole in (Group((near, far), key="icon"), Group((near, far), opacity=0.5)):
        assert within((whole,), window, BOOK) == (whole,)
    assert within((Group((far,), key="icon"),), window, BOOK) == ()


def test_the_round_outline_really_is_round():
    grown = polygons(beyond(circle(0, 0, 10), 2))[0]
    assert all(11.98 < (x * x + y * y) ** 0.5 < 12.03 for x, y in grown)
    assert inside([grown], 0, 11.9)
    assert size(circle(0, 0, 10)) == pytest.approx(100 * pi, rel=0.01)
