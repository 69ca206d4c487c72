"""Sizes -> shapes: outlines, cells, tabs, and lattices that really tile."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import values
from generator.diagnostics.findings import Fault, Mark
from generator.expressions.named_color import hex_color
from generator.face.geometry import area, polygons
from generator.face.loops import clearance, inside
from generator.face.shapes import read_sizes, shape_of
from generator.layout import draw
from generator.layout.assets import Studio
from generator.layout.drawing import stamp_place
from generator.layout.drawing.context import Context
from generator.layout.drawing.resolve import resolve
from generator.layout.drawing.stamp_place import Zone
from generator.layout.template.bind import bind
from generator.layout.template.compile import Bound
from generator.project import BUNDLED, Project
from tests.layout_kit import compiled, svg

SIDE = 10.0


def test_one_length_is_told_as_the_sizes_that_it_may_be():
    with pytest.raises(Fault) as told:
        Studio(Project(BUNDLED)).shape("1.5cm", Mark("components/a/b.yaml"))
    assert told.value.findings[0].hint.startswith("write `15x15` for a square, `{shape: circle, diameter: 15}`")


def test_dark_grey_in_two_words_is_darker_than_grey():
    assert [hex_color(words) for words in ("Dark Grey", "dark-gray", "darkgrey", "Dark red", "grey")] == [
        "#696969", "#696969", "#a9a9a9", "#8b0000", "#808080",
    ]  # fmt: skip


HEX = 3 * math.sqrt(3) / 2 * SIDE**2
TRI = [[0, 0], [1, 0], [0, 1]]
FLOWER = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-1, 1]]
RING = FLOWER[1:]


def size_of(shape):
    return sum(abs(area(p)) for p in polygons(shape.outline)) - sum(
        abs(area(p)) for h in shape.holes for p in polygons(h)
    )


@pytest.mark.parametrize("top", ["point", "flat"])
@pytest.mark.parametrize("cells", [[[0, 0]], TRI, FLOWER, [[0, 0], [1, 0], [2, 0], [2, 1]], RING])
def test_polyhex_is_the_union_of_its_cells(cells, top):
    shape = shape_of({"shape": "polyhex", "side": SIDE, "top": top, "cells": cells})
    assert size_of(shape) == pytest.approx(len(cells) * HEX)
    assert len(shape.cells) == len(cells)
    xs, ys = zip(*[p for c in shape.cells for p in polygons(c.outline)[0]], strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=1e-9)
    assert (max(xs), max(ys)) == pytest.approx((shape.width, shape.height))
    for cell in shape.cells:
        assert clearance(polygons(cell.outline), cell.x, cell.y) == pytest.approx(cell.radius)


def test_trihex_has_the_size_the_readme_names():
    shape = shape_of({"shape": "polyhex", "side": 21.9, "top": "point", "cells": TRI})
    assert (shape.width, shape.height) == pytest.approx((75.8638, 76.65), abs=1e-4)
    assert [(round(c.x, 3), round(c.y, 3)) for c in shape.cells] == [(18.966, 21.9), (56.898, 21.9), (37.932, 54.75)]


def test_a_ring_of_six_has_a_hole_and_cannot_tile():
    shape = shape_of({"shape": "polyhex", "side": SIDE, "cells": RING})
    assert len(shape.holes) == 1
    assert shape.nest == ()


def covered(shape, u, v, points):
    """How many copies on the lattice cover each point."""
    loops, reach = polygons(shape.outline), range(-9, 10)
    shifts = [(i * u[0] + j * v[0], i * u[1] + j * v[1]) for i in reach for j in reach]
    return [sum(inside(loops, x - dx, y - dy) for dx, dy in shifts) for x, y in points]


def some_points(u, v, count):
    """Points spread over a cell of the lattice, off every line of the grid."""
    shares = [((0.37 + 0.618034 * k) % 1, (0.11 + 0.754878 * k) % 1) for k in range(count)]
    return [(a * u[0] + b * v[0] + 0.0137, a * u[1] + b * v[1] + 0.0071) for a, b in shares]


@pytest.mark.parametrize("cells", [[[0, 0]], [[0, 0], [1, 0]], TRI, FLOWER, [[0, 0], [1, 0], [2, 0], [2, 1]]])
@pytest.mark.parametrize("top", ["point", "flat"])
def test_nest_vectors_tile(cells, top):
    shape = shape_of({"shape": "polyhex", "side": SIDE, "top": top, "cells": cells})
    (u, v) = shape.nest
    assert abs(u[0] * v[1] - u[1] * v[0]) == pytest.approx(len(cells) * HEX)
    assert set(covered(shape, u, v, some_points(u, v, 60))) == {1}


def grown_polyhex(choices):
    cells = [(0, 0)]
    for choice in choices:
        free = sorted(
            {(q + a, r + b) for q, r in cells for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))}
            - set(cells)
        )
        cells.append(free[choice % len(free)])
    return [list(c) for c in cells]


@pytest.mark.slow
@given(st.lists(st.integers(0, 30), max_size=6), st.sampled_from(["point", "flat"]))
def test_any_polyhex_that_claims_to_tile_does(choices, top):
    shape = shape_of({"shape": "polyhex", "side": SIDE, "top": top, "cells": grown_polyhex(choices)})
    assert size_of(shape) == pytest.approx((len(choices) + 1) * HEX)
    if shape.nest:
        u, v = shape.nest
        assert set(covered(shape, u, v, some_points(u, v, 12))) == {1}
    if len(choices) < 3:
        assert shape.nest, "every polyhex of up to three cells tiles"


def test_the_cover_check_can_fail():
    shape = shape_of({"shape": "polyhex", "side": SIDE, "cells": TRI})
    u, v = shape.nest
    assert set(covered(shape, u, (v[0], v[1] * 1.1), some_points(u, v, 60))) != {1}


def covered_by_pairs(shape, points):
    """How many copies of a lattice of pairs, upright or turned half round, cover each point."""
    u, v, (a, b) = shape.pair
    around = [(shape.width + a - x, shape.height + b - y) for x, y in points]
    both = (covered(shape, u, v, points), covered(shape, (-u[0], -u[1]), (-v[0], -v[1]), around))
    return [sum(counts) for counts in zip(*both, strict=True)]


@pytest.mark.slow
@settings(max_examples=20)
@given(st.lists(st.integers(0, 30), max_size=5), st.sampled_from(["point", "flat"]))
def test_any_polyhex_that_claims_to_tile_by_pairs_does(choices, top):
    shape = shape_of({"shape": "polyhex", "side": SIDE, "top": top, "cells": grown_polyhex(choices)})
    if shape.pair:
        u, v, _ = shape.pair
        assert abs(u[0] * v[1] - u[1] * v[0]) == pytest.approx(2 * (len(choices) + 1) * HEX)
        assert set(covered_by_pairs(shape, some_points(u, v, 12))) == {1}


def test_pairs_are_for_tiles_that_a_half_turn_changes():
    domino = shape_of({"shape": "polyhex", "side": SIDE, "cells": [[0, 0], [1, 0]]})
    trihex = shape_of({"shape": "polyhex", "side": SIDE, "cells": TRI})
    assert domino.pair == ()
    u, _, partner = trihex.pair
    assert u == pytest.approx((3 * math.sqrt(3) * SIDE, 0))
    assert partner[1] == 0, "side by side in a row"


def test_the_check_of_pairs_can_fail():
    shape = shape_of({"shape": "polyhex", "side": SIDE, "cells": TRI})
    u, v, (a, b) = shape.pair
    off = values.replace(shape, pair=(u, v, (a + SIDE, b)))
    assert set(covered_by_pairs(off, some_points(u, v, 60))) != {1}


@pytest.mark.parametrize("faces", [4, 6, 8])
def test_die_nets_fold_into_dice(faces):
    shape = shape_of({"shape": "die", "faces": faces, "edge": 20})
    corners = 4 if faces == 6 else 3
    edges = faces * corners // 2
    inner, tabs = faces - 1, edges - (faces - 1)
    assert len(shape.cells) == faces
    assert len(shape.folds) == inner + tabs
    assert len(shape.outline) - 1 == faces * corners - 2 * inner + 2 * tabs
    face_area = 400 if faces == 6 else math.sqrt(3) / 4 * 400
    for cell in shape.cells:
        assert abs(area(polygons(cell.outline)[0])) == pytest.approx(face_area)
    for a, b in itertools.combinations(shape.cells, 2):
        assert clearance(polygons(a.outline), b.x, b.y) < -1, "faces overlap"
    rim = polygons(shape.outline)[0]
    assert all(math.dist(p, q) > 1 for p, q in itertools.combinations(rim, 2)), "the cut touches itself"
    for cell in shape.cells:
        assert clearance([rim], cell.x, cell.y) >= cell.radius - 1e-6


def folded(shape, angle):
    """The corners of each face in space when the net is folded by an angle at each edge that two faces share."""
    flat = [[np.array([*p, 0.0]) for p in polygons(cell.outline)[0]] for cell in shape.cells]
    maps, left = {0: (np.eye(3), np.zeros(3))}, [0]
    for k in left:
        for n in set(range(len(flat))) - maps.keys():
            shared = [
                (p, q) for p, q in itertools.pairwise([*flat[k], flat[k][0]]) if near(q, flat[n]) and near(p, flat[n])
            ]
            if shared:
                (p, q), (turn, move) = shared[0], maps[k]
                x, y, _ = (q - p) / np.linalg.norm(q - p)
                cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
                fold = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
                maps[n] = (turn @ fold, move + turn @ (p - fold @ p))
                left.append(n)
    return [[maps[k][0] @ p + maps[k][1] for p in face] for k, face in enumerate(flat)]


def near(point, others):
    return any(np.allclose(point, other) for other in others)


@pytest.mark.parametrize(("faces", "inner"), [(4, 1 / 3), (6, 0), (8, -1 / 3)])
def test_a_folded_net_closes_and_opposite_faces_add_up(faces, inner):
    """At each edge two faces meet, and one of the two has a tab there or they share the fold."""
    shape = shape_of({"shape": "die", "faces": faces, "edge": 20})
    solid = folded(shape, math.pi - math.acos(inner))
    corners = np.unique(np.round([p for face in solid for p in face], 6) + 0.0, axis=0)
    assert len(corners) == {4: 4, 6: 8, 8: 6}[faces]
    edges = Counter()
    for face, cell in zip(solid, shape.cells, strict=True):
        flat = polygons(cell.outline)[0]
        for k in range(len(face)):
            a, b, two = face[k - 1], face[k], {flat[k - 1], flat[k]}
            folds = sum(all(near(p, [f[:2], f[2:]]) for p in two) for f in shape.folds)
            edges[tuple(np.round((a + b) / 2, 6) + 0.0)] += 10 + folds
    assert len(edges) == len(shape.folds)
    assert set(edges.values()) == {21, 22}  # a tab folds one of two sides, a fold is one of both
    middle, middles = corners.mean(axis=0), [np.mean(face, axis=0) for face in solid]
    for one, other in itertools.combinations(range(faces), 2) if faces > 4 else ():
        assert np.allclose(middles[one] + middles[other], 2 * middle) == (one + other + 2 == faces + 1)


def test_the_tip_of_a_triangle_points_where_its_angle_says():
    shape = shape_of({"shape": "die", "faces": 8, "edge": 24})
    for cell in shape.cells:
        tip = (
            cell.x + 2 * cell.radius * math.sin(math.radians(cell.angle)),
            cell.y - 2 * cell.radius * math.cos(math.radians(cell.angle)),
        )
        assert min(math.dist(tip, p) for p in polygons(cell.outline)[0]) < 1e-6


def test_standee_is_a_tent():
    shape = shape_of({"shape": "standee", "width": 18, "height": 28, "base": 9})
    assert (shape.width, shape.height) == (18, 74)
    assert shape.folds == ((0, 9, 18, 9), (0, 37, 18, 37), (0, 65, 18, 65))
    front, back = shape.cells
    assert (front.y, front.angle, back.y, back.angle) == (51, 0, 23, 180)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ({"shape": "circel", "diameter": 3}, "circel"),
        ({"shape": "circle", "diameter": -1}, "-1 mm"),
        ({"shape": "circle", "diameter": 0}, "0 mm"),
        ({"shape": "circle", "diameter": True}, "True"),
        ({"shape": "circle", "diameter": float("nan")}, "nan"),
        ({"shape": "circle", "diameter": 1e9}, "1e+09 mm"),
        ({"shape": "circle", "width": 3}, "no `width`"),
        ({"shape": "circle"}, "`diameter` is missing"),
        ({"shape": "rectangle", "width": 20, "height": 10, "radius": 6}, "`radius`"),
        ({"shape": "ring", "diameter": 20, "hole": 20}, "`hole`"),
        ({"shape": "polyhex", "side": 5, "cells": [[0, 0], [5, 5]]}, "do not all touch"),
        ({"shape": "polyhex", "side": 5, "cells": [[0, 0], [0, 0]]}, "twice"),
        ({"shape": "polyhex", "side": 5, "cells": []}, "0 hexagons"),
        ({"shape": "polyhex", "side": 5, "cells": [[0.5, 0]]}, "not whole"),
        ({"shape": "polyhex", "side": 5, "top": "up"}, "`top` is `up`"),
        ({"shape": "polygon", "points": [[0, 0], [10, 10], [10, 0], [0, 10]]}, "crosses itself"),
        ({"shape": "polygon", "points": [[0, 0], [10, 0]]}, "2 corners"),
        ({"shape": "polygon", "points": "0 0"}, "not a list"),
        ({"shape": "die", "faces": 20, "edge": 10}, "`faces` is `20`"),
    ],
)
def test_what_cannot_be_cut_is_told(size, words):
    with pytest.raises(Fault) as caught:
        shape_of(size)
    (finding,) = caught.value.findings
    assert finding.code == "T061"
    assert words in finding.message


@pytest.mark.parametrize(("words", "mm"), [
    ("0.5in", 12.7), ("1/2 in", 12.7), ('1 3/4"', 44.45), ("2.5 inches", 63.5), ("20mm", 20), ("2 cm", 20), ("63", 63),
])  # fmt: skip
def test_a_length_may_name_its_unit(words, mm):
    assert shape_of({"shape": "circle", "diameter": words}).width == mm


@pytest.mark.parametrize("words", ["5 ft", "1/0 in", "wide", "-3mm", "1//2in", "3in 4", ""])
def test_other_words_are_no_length(words):
    with pytest.raises(Fault):
        shape_of({"shape": "circle", "diameter": words})


@pytest.mark.slow
@given(st.sampled_from([4, 6, 8]), st.floats(5, 60))
@settings(max_examples=60)
def test_a_die_of_any_edge_has_a_closed_rim(faces, edge):
    assert shape_of({"shape": "die", "faces": faces, "edge": edge}).width > edge
    assert shape_of({"shape": "die", "faces": faces, "edge": round(edge * 1000) / 1000 + 0.0005}).width > edge


def test_polygons_that_tile_by_moves_nest():
    fort = shape_of({"shape": "polygon", "points": [[0, 0], [9, -5], [18, 0], [18, 10], [9, 15], [0, 10]]})
    assert (fort.width, fort.height) == (18, 20)
    (u, v) = fort.nest
    assert abs(u[0] * v[1] - u[1] * v[0]) == pytest.approx(size_of(fort))
    house = shape_of({"shape": "polygon", "points": [[0, 8], [9, 0], [18, 8], [18, 20], [0, 20]]})
    assert house.nest == ()
    assert clearance(polygons(house.outline), house.cells[0].x, house.cells[0].y) == pytest.approx(
        house.cells[0].radius, abs=0.01
    )


def test_every_named_size_is_a_shape(repository):
    sizes = read_sizes(repository)
    assert {"poker-metric", "trihex"} <= sizes.keys()
    for size in sizes.values():
        assert shape_of(size).width > 0


def test_a_project_has_sizes_of_its_own_before_the_bundled(mini_copy):
    (mini_copy.layouts / "sizes.yaml").write_text("square: {shape: rectangle, width: 50, height: 50}\n")
    sizes = read_sizes(mini_copy)
    assert sizes["square"]["width"] == 50
    assert sizes["poker-metric"]["width"] == 63


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "size",
    [
        {"shape": "circle", "diameter": 20},
        {"shape": "ring", "diameter": 30, "hole": 12},
        {"shape": "polyhex", "side": 21.9, "cells": TRI},
        {"shape": "die", "edge": 12},
    ],
)
def test_words_past_a_cut_are_measured_at_the_few_points_alone(size, monkeypatch):
    """The same as by all points; of a line of thousands of letters most are not looked at."""
    shape, zone, dice, measured = shape_of(size), Zone(2.0, None), Random(7), []  # noqa: S311
    loops = polygons(shape.outline) + tuple(p for hole in shape.holes for p in polygons(hole))
    monkeypatch.setattr(stamp_place, "clearance", lambda *of: measured.append(of) or clearance(*of))
    for reach in (5, 40):
        points = [(dice.uniform(-reach, reach + 20), dice.uniform(-reach, reach + 20)) for _ in range(500)]
        least = min(clearance(loops, *point) for point in points)
        assert stamp_place.ink_outside_by(points, shape, zone) == pytest.approx(2.0 - least, abs=1e-9)
    measured.clear()
    stamp_place.ink_outside_by([(9 + k / 100, 9) for k in range(10_000)], shape, zone)
    assert len(measured) < 400


def test_copies_of_a_word_in_one_place_are_measured_past_a_cut_once(mini, monkeypatch):
    ring, measured = shape_of({"shape": "ring", "diameter": 30, "hole": 12}), []
    monkeypatch.setattr(draw, "ink_outside_by", lambda *of: measured.append(of) or stamp_place.ink_outside_by(*of))
    studio, layout = compiled(mini, svg('<text x="1" y="9" font-size="4">far</text>' * 50))
    context = Context(studio.tools(("mini",)), Bound(layout, layout.document.root), language="en")
    nodes = resolve(context, bind(layout, {}, context.tell))
    assert len(draw._outside(context, nodes, ring, Zone(2.0, None))) == 50
    assert len(measured) == 1
