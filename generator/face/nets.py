"""Things that are folded from paper: dice of 4, 6 and 8 faces with glue tabs, and standees.

Takes edge lengths in mm. Gives a `Shape`: the outline is cut, `folds` are folded, `cells` are the faces in the order
of their numbers (1, 2 ...), each with the `angle` at which it is drawn upright. Promise: opposite faces of d6 and d8
add up to faces + 1; every edge that must be glued has exactly one tab.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, dist, fsum, pi, sin, tan

from generator.face.face import Cell, Shape
from generator.face.geometry import Point, box_of_points, clearance, polygon, rectangle
from generator.values import dataclass

Corner = int
Edge = tuple[Corner, Corner]


@dataclass(frozen=True, slots=True)
class _Solid:
    """A solid with named corners.

    `faces` are in the order of their numbers, each clockwise as seen from outside; `tree` says which face hangs on
    which in the net, starting from `root`.
    """

    faces: tuple[tuple[Corner, ...], ...]
    tree: tuple[tuple[int, int], ...]
    root: int


_SOLIDS: Mapping[int, _Solid] = {
    4: _Solid(((0, 1, 2), (0, 3, 1), (1, 3, 2), (0, 2, 3)), ((0, 1), (0, 2), (0, 3)), 0),
    6: _Solid(
        ((0, 1, 2, 3), (0, 4, 5, 1), (1, 5, 6, 2), (0, 3, 7, 4), (2, 6, 7, 3), (4, 7, 6, 5)),
        ((0, 1), (0, 2), (0, 3), (0, 4), (4, 5)),
        0,
    ),
    8: _Solid(
        ((0, 1, 2), (5, 3, 2), (5, 1, 4), (0, 3, 4), (2, 1, 5), (0, 2, 3), (0, 4, 1), (5, 4, 3)),
        ((4, 1), (1, 5), (5, 3), (3, 6), (6, 2), (5, 0), (3, 7)),
        4,
    ),
}
"""d4: corners 0-3. d6: 0-3 on top, 4-7 below. d8: 0 on top, 1-4 round the middle, 5 below."""

DIE_FACES = tuple(_SOLIDS)


def die(faces: int, edge: float) -> Shape:
    """The net of a die of 4, 6 or 8 faces with edges of `edge` mm."""
    solid = _SOLIDS[faces]
    placed = _unfolded(solid, edge)
    tabs = _tabs(solid, placed, edge)
    rim = _rim(solid, placed, tabs)
    x0, y0, x1, y1 = box_of_points(rim)
    folds = [placed[child][e] for e, child in _hinges(solid)] + list(tabs)
    return Shape(
        kind="die",
        width=x1 - x0,
        height=y1 - y0,
        outline=polygon([(x - x0, y - y0) for x, y in rim]),
        folds=tuple((a[0] - x0, a[1] - y0, b[0] - x0, b[1] - y0) for a, b in folds),
        cells=tuple(_cell([a for a, _ in placed[k].values()], edge, (x0, y0)) for k in range(faces)),
    )


Placed = dict[int, dict[Edge, tuple[Point, Point]]]


def _edges(face: tuple[Corner, ...]) -> list[Edge]:
    return list(zip(face, face[1:] + face[:1], strict=True))


def _hinges(solid: _Solid) -> list[tuple[Edge, int]]:
    """Each fold between two faces: the edge as the hanging face runs along it, and that face."""
    hinges = []
    for parent, child in solid.tree:
        shared = {(b, a) for a, b in _edges(solid.faces[parent])} & set(_edges(solid.faces[child]))
        hinges.append((shared.pop(), child))
    return hinges


def _unfolded(solid: _Solid, edge: float) -> Placed:
    """Each face's edges in the plane, where it lies beside the one it hangs on; the root stands upright."""
    first = solid.faces[solid.root]
    size = edge / (2 * tan(pi / len(first)))
    start = ((-edge / 2, -size), (edge / 2, -size)) if len(first) == 4 else ((edge / 2, size), (-edge / 2, size))
    placed = {solid.root: _laid(first, _edges(first)[0], start)}
    for (parent, child), (hinge, _) in zip(solid.tree, _hinges(solid), strict=True):
        a, b = placed[parent][(hinge[1], hinge[0])]
        placed[child] = _laid(solid.faces[child], hinge, (b, a))
    return placed


def _laid(face: tuple[Corner, ...], edge: Edge, line: tuple[Point, Point]) -> dict[Edge, tuple[Point, Point]]:
    """A regular face whose `edge` lies on `line`, running clockwise on the page."""
    turn = 2 * pi / len(face)
    edges = _edges(face)
    first = edges.index(edge)
    (x, y), (x2, y2) = line
    dx, dy = x2 - x, y2 - y
    found: dict[Edge, tuple[Point, Point]] = {}
    for k in range(len(face)):
        found[edges[(first + k) % len(face)]] = ((x, y), (x + dx, y + dy))
        x, y = x + dx, y + dy
        dx, dy = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
    return {e: found[e] for e in edges}


def _tabs(solid: _Solid, placed: Placed, edge: float) -> dict[tuple[Point, Point], tuple[Point, Point]]:
    """One tab for each pair of free edges that meet when folded: the line it folds on -> its two outer corners.

    Of the two edges the one with more room in front of it gets the tab.
    """
    inner = {e for e, _ in _hinges(solid)}
    inner |= {(b, a) for a, b in inner}
    depth = min(edge * 0.28, 7.0)
    tabs = {}
    outer = {e for face in solid.faces for e in _edges(face) if e not in inner}
    for a, b in sorted(e for e in outer if e[0] < e[1]):
        lines = [sides[e] for sides in placed.values() for e in ((a, b), (b, a)) if e in sides]
        line = max(lines, key=lambda one: (round(_room(one, placed, depth), 3), one))
        tabs[line] = _tab(line, depth)
    return tabs


def _tab(line: tuple[Point, Point], depth: float) -> tuple[Point, Point]:
    """The outer corners of a tab; faces run clockwise, so outside is to the left of the line."""
    (x1, y1), (x2, y2) = line
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    ox, oy, slant = uy * depth, -ux * depth, depth * 0.8
    return (x1 + ox + ux * slant, y1 + oy + uy * slant), (x2 + ox - ux * slant, y2 + oy - uy * slant)


def _room(line: tuple[Point, Point], placed: Placed, depth: float) -> float:
    """How far the tab's outer corners keep from every face."""
    loops = [[a for a, _ in sides.values()] for sides in placed.values()]
    return min(-clearance([loop], *corner) for corner in _tab(line, depth) for loop in loops)


def _rim(solid: _Solid, placed: Placed, tabs: Mapping[tuple[Point, Point], tuple[Point, Point]]) -> list[Point]:
    """The cut line round the net, clockwise, going out and back at each tab."""
    hinges = {e for e, _ in _hinges(solid)}
    hinges |= {(b, a) for a, b in hinges}
    free = [line for sides in placed.values() for e, line in sides.items() if e not in hinges]
    line = min(free)
    rim: list[Point] = []
    for _ in free:
        rim.append(line[0])
        rim.extend(tabs.get(line, ()))
        end = line[1]
        line = min(free, key=lambda one: dist(one[0], end))
    return rim


def _cell(corners: list[Point], edge: float, origin: Point) -> Cell:
    """A face of the die. A square stands as it lies; a triangle's top is the corner nearest to straight up or down."""
    count = len(corners)
    points = [(x - origin[0], y - origin[1]) for x, y in corners]
    cx, cy = fsum(x for x, _ in points) / count, fsum(y for _, y in points) / count
    radius = edge / (2 * tan(pi / count))
    angle = 0.0
    if count == 3:
        turns = [degrees(atan2(x - cx, cy - y)) % 360 for x, y in points]
        nearest = min(turns, key=lambda t: min(t % 180, 180 - t % 180))
        angle = round(nearest, 6) % 360
    x0, y0, x1, y1 = box_of_points(points)
    return Cell(cx, cy, radius, angle, polygon(points), x1 - x0, y1 - y0)


def standee(width: float, height: float, base: float) -> Shape:
    """A tent of paper: from the top, base tab, back (upside down), front, base tab. Its cells are front and back."""
    y1, y2, y3 = base, base + height, base + 2 * height
    x, radius = width / 2, min(width, height) / 2
    front = Cell(x, y2 + height / 2, radius, 0.0, rectangle(0, y2, width, height), width, height)
    back = Cell(x, y1 + height / 2, radius, 180.0, rectangle(0, y1, width, height), width, height)
    return Shape(
        kind="standee",
        width=width,
        height=2 * (base + height),
        outline=rectangle(0, 0, width, y3 + base),
        folds=tuple((0.0, y, width, y) for y in (y1, y2, y3)),
        cells=(front, back),
    )
