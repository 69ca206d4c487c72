"""A `Figure` of the rules -> a `Sketch` (faces in place, what callouts point at) -> a picture for a measure.

Takes what the layout room draws; all faces of a figure have one scale. Promise: a callout's number stands beside the
faces and a line that crosses nothing to read leads to its place, or it stands upon what it means; no two numbers of one
side touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from math import cos, radians, sin
from statistics import fmean

from generator.data.rulebook import Callout, Cell, Figure, FigureFace
from generator.face.bounds import painted_by, run_box, within
from generator.face.face import IDENTITY, Face, GlyphRun, Group, Matrix, Node, Path, Segments, Shape, Stroke
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    bounds,
    box_under,
    common,
    ellipse,
    holds,
    merged,
    multiply,
    overlap,
    transformed,
)
from generator.layout.svg.element import Element, walk
from generator.layout.template.compile import Layout, page_matrix
from generator.sheet.sheet import is_rectangle
from generator.summary.prose import WHITE, Design, framed, one_line, text_slugs, words
from generator.summary.summary import Prose
from generator.values import dataclass, replace

DISC, APART = 2.1, 1.0
"""The radius of a number's disc, and the least room between two, mm."""
INSIDE = 0.55
"""How much of a hexagon's width a number in it may take."""
REACH = 3.4
"""How far the discs' edge is from the faces, mm."""
COVER = 3.0
"""The corners of a card may be rounded by that, mm: so much of what it covers is seen there."""
GAP, APART_SCENES = 5.0, 24.0
"""Between faces in a row, and between scenes, mm at real size."""
LARGEST, TALLEST, TALLEST_ACROSS = 0.62, 62.0, 80.0
"""The largest scale of a figure; how high it may be in a column, and across the page, mm."""
DEEP, DEEP_ACROSS = 6.0, 12.0
"""A line that would run further over the faces, mm, is none: the number stands upon its place. (The second is for lines
from the ends of what lies.)"""
LONG = 18.0
"""A line from above or below runs so far over what lies if it crosses no words and no icons, mm."""
SMALLEST = 0.24
"""A figure that would be smaller than that in a column stands across the page."""

Drawn = tuple[Face, Layout]


@dataclass(frozen=True, slots=True)
class Pin:
    """The number of a callout and the box it points at (mm at real size); `inside`: the number stands in the box."""

    number: int
    box: Box
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Sketch:
    """Faces with their places, pins, the box of all faces, and those of the scenes for other numbers of players: mm at
    real size."""

    pieces: tuple[tuple[Face, Matrix], ...]
    pins: tuple[Pin, ...]
    box: Box
    missing: tuple[str, ...] = ()
    scenes: tuple[tuple[tuple[int, ...], Box], ...] = ()

    @property
    def lies(self) -> bool:
        """True if it is wider than high: numbers stand above and below."""
        return self.box[2] - self.box[0] > 1.3 * (self.box[3] - self.box[1])


def sketch_of(figure: Figure, drawn: Callable[[FigureFace], Drawn | None]) -> Sketch | None:
    """A figure at real size; None if one of its faces cannot be drawn (the build tells why)."""
    faces = [pair for shown in figure.faces if (pair := drawn(shown))]
    if len(faces) < len(figure.faces) or not figure.scenes:
        return None
    unit = next((f.shape for s, (f, _) in zip(figure.faces, faces, strict=True) if s.cell), faces[0][0].shape)
    pieces: list[tuple[Face, Matrix]] = []
    scenes: list[tuple[tuple[int, ...], Box]] = []
    first: dict[int, Matrix] = {}
    middle = (0.0, 0.0)
    for players, counts in figure.scenes.items():
        placed = list(_scene(figure, faces, counts, unit))
        left, top, _, low = box = reduce(merged, (_outline(faces[k][0].shape, place) for k, place in placed), NOTHING)
        right = scenes[-1][1][2] + APART_SCENES if scenes else left
        middle = (right - left, sum(scenes[0][1][1::2]) / 2 - (top + low) / 2 if scenes else 0.0)
        placed = [(k, multiply((1.0, 0.0, 0.0, 1.0, *middle), place)) for k, place in placed]
        first |= dict(reversed(placed))
        pieces += _uncovered([(faces[k][0], place) for k, place in placed])
        scenes.append((players, box_under(box, (1.0, 0.0, 0.0, 1.0, *middle))))
    pins, missing = [], []
    for number, callout in enumerate(figure.callouts, 1):
        found = list(_pins(number, callout, *faces[callout.face], first.get(callout.face, IDENTITY), unit, middle))
        pins += found
        missing += [] if found else [callout.name]
    whole = reduce(merged, (box for _, box in scenes))
    return Sketch(tuple(pieces), tuple(pins), whole, tuple(missing), tuple(scenes) if len(scenes) > 1 else ())


def _scene(figure: Figure, faces: Sequence[Drawn], counts: Sequence[int], unit: Shape) -> Iterator[tuple[int, Matrix]]:
    """Each copy of a face, by its place in the figure, and where it is."""
    right = 0.0
    for k, (shown, (face, _), count) in enumerate(zip(figure.faces, faces, counts, strict=True)):
        place = _place(shown, face.shape, unit, right)
        for copy in range(count):
            moved = multiply((1.0, 0.0, 0.0, 1.0, copy * shown.step[0], copy * shown.step[1]), place)
            right = max(right, _outline(face.shape, moved)[2] + GAP)
            yield k, moved


def _uncovered(pieces: Sequence[tuple[Face, Matrix]]) -> Iterator[tuple[Face, Matrix]]:
    """The pieces without what cards upon them hide, as far as that is all beyond a straight line: hidden words are not
    to be found in a search."""
    boxes = [_outline(face.shape, place) for face, place in pieces]
    for k, (face, place) in enumerate(pieces):
        window = list(boxes[k])
        for over in (box for (f, _), box in zip(pieces[k + 1 :], boxes[k + 1 :], strict=True) if is_rectangle(f.shape)):
            for x, y in ((0, 1), (1, 0)):  # one that lies over the whole height, or width, on from one side
                if over[y] <= boxes[k][y] + COVER and over[y + 2] >= boxes[k][y + 2] - COVER:
                    if boxes[k][x] < over[x] < window[x + 2] <= over[x + 2] + COVER:
                        window[x + 2] = min(window[x + 2], over[x] + COVER)
                    elif over[x] - COVER <= window[x] < over[x + 2] < boxes[k][x + 2]:
                        window[x] = max(window[x], over[x + 2] - COVER)
        hidden = place[:4] == IDENTITY[:4] and tuple(window) != boxes[k]
        seen = box_under((window[0], window[1], window[2], window[3]), (1.0, 0.0, 0.0, 1.0, -place[4], -place[5]))
        yield (replace(face, nodes=within(face.nodes, seen)) if hidden else face), place


def _outline(shape: Shape, place: Matrix) -> Box:
    return bounds(transformed(shape.outline, place))


def _place(shown: FigureFace, shape: Shape, unit: Shape, right: float) -> Matrix:
    """From a face's mm to the figure's. A face on a cell has its first hexagon there, or its middle."""
    x, y = _middle(shape)
    if shown.cell is not None:
        to = _centre(shown.cell, unit)
    elif shown.at is not None:
        to = (shown.at[0] + x, shown.at[1] + y)
    else:
        to = (right + x, y)
    a, b = cos(radians(shown.turn)), sin(radians(shown.turn))
    return (a, b, -b, a, to[0] - a * x + b * y, to[1] - b * x - a * y)


def _middle(shape: Shape) -> Point:
    first = shape.cells[0] if shape.kind == "polyhex" and shape.cells else None
    return (first.x, first.y) if first else (shape.width / 2, shape.height / 2)


def _centre(cell: Cell, unit: Shape) -> Point:
    """The middle of a cell: of hexagons as those of `unit`, else of rectangles as large as it."""
    q, r = cell
    hexagon = unit.cells[0] if unit.kind == "polyhex" else None
    if hexagon is None:
        return q * unit.width, r * unit.height
    if hexagon.width > hexagon.height:  # an edge on top
        return q * hexagon.width * 0.75, (r + q / 2) * hexagon.height
    return (q + r / 2) * hexagon.width, r * hexagon.height * 0.75


def _pins(
    number: int, callout: Callout, face: Face, layout: Layout, place: Matrix, unit: Shape, grid: Point
) -> Iterator[Pin]:
    if callout.name:
        box = box_named(face, layout, callout.name)
        if box[0] <= box[2]:
            yield Pin(number, box_under(box, place))
    elif callout.point is not None:
        yield Pin(number, box_under((*callout.point, *callout.point), place))
    for cell in callout.cells:
        (x, y), r = _centre(cell, unit), unit.cells[0].radius if unit.cells else DISC
        x, y = x + grid[0], y + grid[1]
        yield Pin(number, (x - r, y - r, x + r, y + r), True)


def box_named(face: Face, layout: Layout, name: str) -> Box:
    """What the elements of this id or label paint on a face, within its trim; `NOTHING` if that is nothing."""
    roots = [one.document.root for one in _with_parts(layout)]
    named = [e for root in roots for e in walk(root) if name in (e.id, e.attributes.get("inkscape:label"))]
    inside = {(e.source.file, e.offset) for one in named for e in walk(one)}
    box = _painted(face.nodes, inside, IDENTITY)
    for element in named if box[0] > box[2] else ():  # what a part draws does not know the image that it stands in
        with suppress(KeyError, ValueError):
            x, y, w, h = (float(element.attributes[key]) for key in ("x", "y", "width", "height"))
            box = merged(box, box_under((x, y, x + w, y + h), page_matrix(layout)))
    return common(box, (0.0, 0.0, face.shape.width, face.shape.height)) if box[0] <= box[2] else box


def _with_parts(layout: Layout) -> Iterator[Layout]:
    yield layout
    for part in layout.parts.values():
        yield from _with_parts(part)


def _painted(nodes: Iterable[Node], inside: set[tuple[str, int]], matrix: Matrix) -> Box:
    found = NOTHING
    for node in nodes:
        if any(isinstance(e, Element) and (e.source.file, e.offset) in inside for e in node.source):
            box = painted_by(node, run_box)
            found = merged(found, box_under(box, matrix)) if box[0] <= box[2] else found
        elif isinstance(node, Group):
            found = merged(found, _painted(node.children, inside, multiply(matrix, node.matrix)))
    return found


# ---- a sketch as a picture -----------------------------------------------------------------------------------


def is_across(sketch: Sketch, design: Design) -> bool:
    """True for what stands across the page: it would be too small in a column."""
    return _scale(sketch, design.column(2), TALLEST) < SMALLEST


def _scale(sketch: Sketch, width: float, tallest: float) -> float:
    """The scale at which a sketch and its numbers fit."""
    x1, y1, x2, y2 = sketch.box
    beside = 0.0 if sketch.lies else 2 * (REACH + 2 * DISC)
    return min(LARGEST, (width - beside) / (x2 - x1), tallest / (y2 - y1))


def drawn_figure(sketch: Sketch, design: Design, width: float) -> tuple[tuple[Node, ...], float]:
    """The nodes of a figure in the middle of a measure, with the numbers, and its height, mm."""
    tallest = TALLEST_ACROSS if width > design.column(2) else TALLEST
    scale = _scale(sketch, width, tallest)
    outside = [_is_near(p, sketch, scale, sketch.lies) for p in sketch.pins]
    ends = [
        not near and sketch.lies and _is_near(p, sketch, scale, False)
        for p, near in zip(sketch.pins, outside, strict=True)
    ]
    outside = [
        near or (not end and _is_free(p, sketch, scale))
        for p, near, end in zip(sketch.pins, outside, ends, strict=True)
    ]
    if any(ends):
        scale = _scale(sketch, width - 2 * (REACH + 2 * DISC), tallest)
    x1, y1, x2, _ = sketch.box
    above = REACH + 2 * DISC if sketch.lies and any(outside) else 0.5
    place = (scale, 0.0, 0.0, scale, (width - (x2 - x1) * scale) / 2 - x1 * scale, above - y1 * scale)
    box = box_under(sketch.box, place)
    nodes: list[Node] = [framed(face, multiply(place, own), scale) for face, own in sketch.pieces]
    pins = [replace(p, box=box_under(p.box, place)) for p in sketch.pins]
    spots = [*_spots([p for p, free in zip(pins, outside, strict=True) if free], box, sketch.lies, width)]
    spots += _spots([p for p, free in zip(pins, ends, strict=True) if free], box, False, width)
    nodes += [node for pin, spot in spots for node in _leader(spot, pin.box, box, design)]
    nodes += [node for pin, spot in spots for node in _disc(pin.number, *spot, design)]
    for pin in (p for p, *free in zip(pins, outside, ends, strict=True) if not any(free)):
        size = min(1.0, (pin.box[2] - pin.box[0]) * INSIDE / (2 * DISC)) if pin.inside else 1.0
        nodes += _disc(pin.number, *_upon(pin, box[2]), design, size)
    low = max([box[3] + 0.5, *(y + DISC for _, (_, y) in spots)])
    for players, own in sketch.scenes:
        said = words(design.summary.say("players", n=design.summary.say("listed").join(map(str, players))))
        left, _, right, _ = box_under(own, place)
        nodes += one_line(said, design, design.text(1, bold=True), (left + right) / 2, low + 4.5, "middle").nodes
    return tuple(nodes), low + 6.0 * bool(sketch.scenes)


def _upon(pin: Pin, end: float) -> Point:
    """Where a number stands upon the faces: on a hexagon or a point, else beside its box at the right if that is before
    `end`, else in the upper corner there."""
    left, top, right, bottom = pin.box
    x, y = (left + right) / 2, (top + bottom) / 2
    room = DISC + 0.6
    if pin.inside or right - left < DISC:
        return x, y
    if right + 2 * room < end:
        return right + room, y
    return right - room, min(y, top + room)


def _is_near(pin: Pin, sketch: Sketch, scale: float, lies: bool) -> bool:
    """True if a line may lead from a number above or below (`lies`), or at the left or right, to its place."""
    low, high = (1, 3) if lies else (0, 2)
    depth = min(pin.box[low] - sketch.box[low], sketch.box[high] - pin.box[high])
    return not pin.inside and depth * scale <= (DEEP if lies == sketch.lies else DEEP_ACROSS)


def _is_free(pin: Pin, sketch: Sketch, scale: float) -> bool:
    """True if a long line may lead to a pin from above or below: it crosses nothing that is read but its place."""
    x, half = (pin.box[0] + pin.box[2]) / 2, 0.5 / scale
    left, top, right, bottom = x - half, sketch.box[1], x + half, sketch.box[3]
    over, under = pin.box[1] - top, bottom - pin.box[3]
    if pin.inside or not sketch.lies or min(over, under) * scale > LONG:
        return False
    ways = [(left, top, right, pin.box[1])] if over < under else [(left, pin.box[3], right, bottom)]
    if _is_even(over, under, bottom - top):
        ways = [(left, top, right, pin.box[1]), (left, pin.box[3], right, bottom)]
    signs = (sign for face, place in sketch.pieces for sign in _signs(face.nodes, place))
    return not any(overlap(way, sign) and not holds(sign, pin.box) for sign in signs for way in ways)


def _signs(nodes: Iterable[Node], matrix: Matrix) -> Iterator[Box]:
    """The boxes of all words and icons."""
    for node in nodes:
        if isinstance(node, GlyphRun) or (isinstance(node, Group) and node.key):
            box = painted_by(node, run_box)
            yield from [box_under(box, matrix)] if box[0] <= box[2] else ()
        elif isinstance(node, Group):
            yield from _signs(node.children, multiply(matrix, node.matrix))


def _is_even(near: float, far: float, size: float) -> bool:
    return abs(near - far) < size / 10


def _spots(pins: Sequence[Pin], box: Box, lies: bool, width: float) -> Iterator[tuple[Pin, Point]]:
    """Where the numbers stand: at the nearer of two sides (what reaches over the middle, at the emptier one), in the
    order of their places."""
    along, across = (0, 1) if lies else (1, 0)
    near, far = box[across], box[across + 2]
    sides: tuple[list[Pin], list[Pin]] = ([], [])
    for pin in sorted(pins, key=lambda p: p.box[along] + p.box[along + 2]):
        low, high = pin.box[across], pin.box[across + 2]
        left, right = low - near, far - high
        even = _is_even(left, right, far - near)
        sides[len(sides[0]) > len(sides[1]) if even else left > right].append(pin)
    ends = (DISC, width - DISC) if lies else (box[1], box[3] + REACH)
    for side, fixed in zip(sides, (near - REACH - DISC, far + REACH + DISC), strict=True):
        wanted = [(p.box[along] + p.box[along + 2]) / 2 for p in side]
        for pin, where in zip(side, _apart(wanted, *ends), strict=True):
            yield pin, ((where, fixed) if lies else (fixed, where))


def _apart(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Places in the order of those wanted, within bounds, as near to them as can be and none too near to another."""
    step = 2 * DISC + APART
    blocks: list[list[float]] = []
    for k, where in enumerate(wanted):  # of numbers that touch, each stands where they stand best together
        blocks.append([where - k * step])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    last = high - (len(wanted) - 1) * step
    together = [max(low, min(last, fmean(block))) for block in blocks for _ in block]
    return [place + k * step for k, place in enumerate(together)]


def _leader(spot: Point, box: Box, faces: Box, design: Design) -> Iterator[Node]:
    """A line from a number to its box, and a dot: within a large one, beside a line or two of words, never beside the
    faces; light around both."""
    x1, y1, x2, y2 = box
    room = min(x2 - x1, y2 - y1)
    inset = 1.2 if room > 6.5 else -1.3 if room else 0.0
    x, y = min(max(spot[0], x1 + inset), x2 - inset), min(max(spot[1], y1 + inset), y2 - inset)
    if inset < 0:
        x, y = min(max(x, faces[0] + 1.2), faces[2] - 1.2), min(max(y, faces[1] + 1.2), faces[3] - 1.2)
    line: Segments = (("M", spot), ("L", (x, y)))
    yield Path(line, None, Stroke(WHITE, 0.9, "round"))
    yield Path(ellipse(x, y, 0.85, 0.85), WHITE)
    yield Path(line, None, Stroke(design.accent, 0.3, "round"))
    yield Path(ellipse(x, y, 0.55, 0.55), design.accent)


def _disc(number: int, x: float, y: float, design: Design, size: float = 1.0) -> Iterator[Node]:
    """A number in a disc about (x, y)."""
    style = replace(design.text(1, WHITE, bold=True), size=2.9 * size)
    yield Path(ellipse(x, y, DISC * size, DISC * size), design.accent, Stroke(WHITE, 0.35 * size))
    yield from one_line(words(str(number)), design, style, x, y + style.size * 0.355, "middle").nodes


def legend(callouts: Sequence[Prose], design: Design, width: float, columns: int) -> tuple[tuple[Node, ...], float]:
    """The words of callouts by their numbers, in columns, and their height, mm."""
    hang, gap = 2 * DISC + 1.6, 6.0
    room = (width - gap * (columns - 1)) / columns
    style = replace(design.text(0.94), align="start")
    nodes: list[Node] = []
    rows = -(-len(callouts) // columns)
    lowest = 0.0
    for first in range(0, len(callouts), rows or 1):
        x, y = (first // rows) * (room + gap), 0.0
        for number, prose in enumerate(callouts[first : first + rows], first + 1):
            slugs = text_slugs(prose, design, style, room - hang, hang)
            nodes += [Group(tuple(_disc(number, DISC, design.unit, design)), (1.0, 0.0, 0.0, 1.0, x, y))]
            for slug in slugs:
                nodes.append(Group(slug.nodes, (1.0, 0.0, 0.0, 1.0, x, y)))
                y += slug.height * design.unit
            y += design.unit * 0.5
        lowest = max(lowest, y)
    return tuple(nodes), lowest
