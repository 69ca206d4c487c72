"""A `Figure` of the rules -> a `Sketch`: faces in place, and what callouts point at.

Takes what the layout room draws. Promise: all faces of a figure have one scale, and what other cards hide of one is not
in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from math import cos, dist, inf, radians, sin

from generator.data.rulebook import Figure, FigureFace
from generator.face.bounds import nodes_touching, painted_by, run_box, runs
from generator.face.coarser import READABLE
from generator.face.face import IDENTITY, Cell, Face, GlyphRun, Group, Matrix, Node, Shape
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    at,
    bounds,
    box_under,
    common,
    holds,
    mean_scale,
    merged,
    multiply,
    transformed,
)
from generator.layout.svg.element import Element, walk
from generator.layout.template.compile import Layout, page_matrix
from generator.values import Struct, replace

DISC = 2.1
"""The radius of a number's disc, mm."""
COVER = 3.0
"""The corners of a card may be rounded by that, mm: so much of what it covers is seen there."""
GAP, APART_SCENES = 5.0, 24.0
"""Between faces in a row, and between scenes, mm at real size."""

DrawnFace = tuple[Face, Layout]


class Pin(Struct, frozen=True):
    """The number of a callout, the box it points at and that of the face (mm at real size); `inside`: the number stands
    in the box."""

    number: int
    box: Box
    piece: Box = NOTHING
    inside: bool = False


class Sketch(Struct, frozen=True, dict=True):
    """Faces with their places, pins, the box of all faces, and those of the scenes for other numbers of players: mm at
    real size. `missing`: what it should show and does not, in words."""

    pieces: tuple[tuple[Face, Matrix], ...]
    pins: tuple[Pin, ...]
    box: Box
    missing: tuple[str, ...] = ()
    scenes: tuple[tuple[tuple[int, ...], Box], ...] = ()

    @property
    def lies(self) -> bool:
        """True if it is wider than high: numbers stand above and below."""
        return self.box[2] - self.box[0] > 1.3 * (self.box[3] - self.box[1])

    @cached_property
    def wanted(self) -> float:
        """The scale at which all words can be read that numbers point at."""
        sizes = [
            run.size * mean_scale(place)
            for face, own in self.pieces
            for run, place in runs(face.nodes, own)
            if run.fill and any(not p.inside and holds(p.box, run_box(run, place), 0.5) for p in self.pins)
        ]
        return min(1.0, READABLE / min(sizes)) if sizes else 0.0

    @cached_property
    def signs(self) -> tuple[Box, ...]:
        """The boxes of all words and icons."""
        return tuple(sign for face, own in self.pieces for sign in _signs(face.nodes, own))


def _signs(nodes: Iterable[Node], matrix: Matrix) -> Iterator[Box]:
    for node in nodes:
        if isinstance(node, GlyphRun) or (isinstance(node, Group) and node.key):
            box = painted_by(node, run_box)
            yield from [box_under(box, matrix)] if box[0] <= box[2] else ()
        elif isinstance(node, Group):
            yield from _signs(node.children, multiply(matrix, node.matrix))


def sketch_of(figure: Figure, drawn: Callable[[FigureFace], DrawnFace | None]) -> Sketch | None:
    """A figure at real size; None if one of its faces cannot be drawn (the build tells why)."""
    faces = [pair for shown in figure.faces if (pair := drawn(shown))]
    if len(faces) < len(figure.faces) or not figure.scenes:
        return None
    pins: list[Pin] = []
    missing = [
        f"shows `{shown.set}/{shown.item}` with {shown.up} up, which is no face of it"
        for shown, (face, _) in zip(figure.faces, faces, strict=True)
        if shown.up and not _cell_up(face, shown)
    ]
    faces = [(_side_up(face, _cell_up(face, shown)), t) for shown, (face, t) in zip(figure.faces, faces, strict=True)]
    unit = next((f.shape for s, (f, _) in zip(figure.faces, faces, strict=True) if s.cell), faces[0][0].shape)
    pieces: list[tuple[Face, Matrix]] = []
    scenes: list[tuple[tuple[int, ...], Box]] = []
    for players, counts in figure.scenes.items():
        placed = list(_scene(figure, faces, counts, unit))
        left, top, _, low = box = merged(*(box_of_shape(faces[k][0].shape, place) for k, place in placed))
        right = scenes[-1][1][2] + APART_SCENES if scenes else left
        middle = (right - left, sum(scenes[0][1][1::2]) / 2 - (top + low) / 2 if scenes else 0.0)
        placed = [(k, multiply((1.0, 0.0, 0.0, 1.0, *middle), place)) for k, place in placed]
        pieces += _uncovered([(faces[k][0], place) for k, place in placed])
        pins += _pins(figure, faces, placed, unit, middle)
        scenes.append((players, box_under(box, (1.0, 0.0, 0.0, 1.0, *middle))))
    shown = {pin.number for pin in pins}
    missing += [
        f"points at `{c.name}`, which paints nothing on its face" if c.name else "points at a place where no face lies"
        for number, c in enumerate(figure.callouts, 1)
        if number not in shown
    ]
    whole = merged(*(box for _, box in scenes))
    return Sketch(tuple(pieces), tuple(pins), whole, tuple(missing), tuple(scenes) if len(scenes) > 1 else ())


def _cell_up(face: Face, shown: FigureFace) -> Cell | None:
    """The place of the number that a die shows on its net, if it has it."""
    cell = face.shape.cells[shown.up - 1] if 0 < shown.up <= len(face.shape.cells) else None
    return cell if cell and cell.outline else None


def _side_up(face: Face, cell: Cell | None) -> Face:
    """What stands in one place of a face, upright, as a face of its own."""
    if cell is None:
        return face
    a, b = cos(radians(cell.angle)), -sin(radians(cell.angle))
    turned = (a, b, -b, a, 0.0, 0.0)
    left, top, right, low = bounds(transformed(cell.outline, turned))
    place = multiply((1.0, 0.0, 0.0, 1.0, -left, -top), turned)
    shape = Shape(face.shape.kind, right - left, low - top, transformed(cell.outline, place))
    return replace(face, shape=shape, nodes=(Group(nodes_touching(face.nodes, bounds(cell.outline)), place),))


def _scene(
    figure: Figure, faces: Sequence[DrawnFace], counts: Sequence[int], unit: Shape
) -> Iterator[tuple[int, Matrix]]:
    """Each copy of a face, by its place in the figure, and where it is."""
    right = 0.0
    for k, (shown, (face, _), count) in enumerate(zip(figure.faces, faces, counts, strict=True)):
        place = _place(shown, face.shape, unit, right)
        for copy in range(count):
            moved = multiply((1.0, 0.0, 0.0, 1.0, copy * shown.step[0], copy * shown.step[1]), place)
            right = max(right, box_of_shape(face.shape, moved)[2] + GAP)
            yield k, moved


def _uncovered(pieces: Sequence[tuple[Face, Matrix]]) -> Iterator[tuple[Face, Matrix]]:
    """The pieces without what cards upon them hide, as far as that is all beyond a straight line: hidden words are not
    to be found in a search."""
    boxes = [box_of_shape(face.shape, place) for face, place in pieces]
    for k, (face, place) in enumerate(pieces):
        window = list(boxes[k])
        for over in (
            box for (f, _), box in zip(pieces[k + 1 :], boxes[k + 1 :], strict=True) if f.shape.kind == "rectangle"
        ):
            for x, y in ((0, 1), (1, 0)):  # one that lies over the whole height, or width, on from one side
                if over[y] <= boxes[k][y] + COVER and over[y + 2] >= boxes[k][y + 2] - COVER:
                    if boxes[k][x] < over[x] < window[x + 2] <= over[x + 2] + COVER:
                        window[x + 2] = min(window[x + 2], over[x] + COVER)
                    elif over[x] - COVER <= window[x] < over[x + 2] < boxes[k][x + 2]:
                        window[x] = max(window[x], over[x + 2] - COVER)
        hidden = place[:4] == IDENTITY[:4] and tuple(window) != boxes[k]
        seen = box_under((window[0], window[1], window[2], window[3]), (1.0, 0.0, 0.0, 1.0, -place[4], -place[5]))
        yield (replace(face, nodes=nodes_touching(face.nodes, seen)) if hidden else face), place


def box_of_shape(shape: Shape, place: Matrix) -> Box:
    """The box of a face's outline in its place."""
    return bounds(transformed(shape.outline, place))


def _place(shown: FigureFace, shape: Shape, unit: Shape, right: float) -> Matrix:
    """From a face's mm to the figure's. A face on a cell has its first hexagon there, or its middle."""
    first = shape.cells[0] if shape.kind == "polyhex" and shape.cells else None
    x, y = (first.x, first.y) if first else (shape.width / 2, shape.height / 2)
    if shown.cell is not None:
        to = _centre(shown.cell, unit)
    elif shown.at is not None:
        to = (shown.at[0] + x, shown.at[1] + y)
    else:
        to = (right + x, y)
    a, b = cos(radians(shown.turn)), sin(radians(shown.turn))
    return (a, b, -b, a, to[0] - a * x + b * y, to[1] - b * x - a * y)


def _centre(cell: tuple[int, int], unit: Shape) -> Point:
    """The middle of a cell: of hexagons as those of `unit`, else of rectangles as large as it."""
    q, r = cell
    hexagon = unit.cells[0] if unit.kind == "polyhex" else None
    if hexagon is None:
        return q * unit.width, r * unit.height
    if hexagon.width > hexagon.height:  # an edge on top
        return q * hexagon.width * 0.75, (r + q / 2) * hexagon.height
    return (q + r / 2) * hexagon.width, r * hexagon.height * 0.75


def _pins(
    figure: Figure, faces: Sequence[DrawnFace], placed: Sequence[tuple[int, Matrix]], unit: Shape, grid: Point
) -> Iterator[Pin]:
    """What the callouts point at in one scene, as far as it is there."""
    first = dict(reversed(placed))
    for number, callout in enumerate(figure.callouts, 1):
        if callout.face in first:
            (face, layout), place = faces[callout.face], first[callout.face]
            x, y = callout.point or (inf, inf)
            box = box_named(face, layout, callout.name) if callout.name else (x, y, x, y)
            if box[0] <= box[2] < inf:
                yield Pin(number, box_under(box, place), box_of_shape(face.shape, place))
        for cell in callout.cells:
            (x, y), r = _centre(cell, unit), unit.cells[0].radius if unit.cells else DISC
            x, y = x + grid[0], y + grid[1]
            if any(_lies_on(faces[k][0].shape, place, (x, y)) for k, place in placed):
                yield Pin(number, (x - r, y - r, x + r, y + r), inside=True)


def _lies_on(shape: Shape, place: Matrix, spot: Point) -> bool:
    """True if the middle of a cell is upon a piece."""
    if shape.kind != "polyhex":
        return holds(box_of_shape(shape, place), (*spot, *spot))
    return any(dist(at(place, cell.x, cell.y), spot) < cell.radius / 2 for cell in shape.cells)


def box_named(face: Face, layout: Layout, name: str) -> Box:
    """What the elements of this id or label paint on a face, within its trim; `NOTHING` if that is nothing."""
    roots = [one.document.root for one in layout.whole]
    named = [e for root in roots for e in walk(root) if name in (e.id, e.attributes.get("inkscape:label"))]
    inside = {(e.source.file, e.offset) for one in named for e in walk(one)}
    box = _painted(face.nodes, inside, IDENTITY)
    for element in named if box[0] > box[2] else ():  # what a part draws does not know the image that it stands in
        with suppress(KeyError, ValueError):
            x, y, w, h = (float(element.attributes[key]) for key in ("x", "y", "width", "height"))
            box = merged(box, box_under((x, y, x + w, y + h), page_matrix(layout)))
    return common(box, (0.0, 0.0, face.shape.width, face.shape.height)) if box[0] <= box[2] else box


def _painted(nodes: Iterable[Node], inside: set[tuple[str, int]], matrix: Matrix) -> Box:
    found = NOTHING
    for node in nodes:
        if any(isinstance(e, Element) and (e.source.file, e.offset) in inside for e in node.source):
            box = painted_by(node, run_box)
            found = merged(found, box_under(box, matrix)) if box[0] <= box[2] else found
        elif isinstance(node, Group):
            found = merged(found, _painted(node.children, inside, multiply(matrix, node.matrix)))
    return found
