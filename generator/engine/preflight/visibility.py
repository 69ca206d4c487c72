"""Face -> what lies on its paper, thing by thing, and what colour a point of it has.

Takes faces, and which element of a template drew which node; gives `Layer`s in paint order. Promise: what faces share
is measured once; a point's colour is that of all that covers it, opacity and clips kept, or None where a picture does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple

from generator.face.bounds import no_letters, painted, painted_by, run_box
from generator.face.face import (
    IDENTITY,
    Color,
    Face,
    Gradient,
    Group,
    Image,
    Matrix,
    Node,
    Paint,
    Path,
    Segments,
    Source,
    Stroke,
    Text,
)
from generator.face.geometry import (
    Box,
    Point,
    at,
    bounds,
    box_under,
    common,
    inverse,
    multiply,
    polygons,
    scale_of,
)
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import POINT
from generator.values import dataclass, field

Rgb = tuple[float, float, float]
Covering = tuple[Rgb, float] | None
"""A colour and its opacity; None: nothing. A picture has the opacity `PICTURE`: nobody looked into it."""

PAPER: Rgb = (1.0, 1.0, 1.0)
PICTURE = 2.0
BAND = 1.0
"""A stroke from this width (mm) on is an area, and counts as a ground."""

Loops = tuple[tuple[Point, ...], ...]


class Layer(NamedTuple):
    """A path, a run of text, a picture or a whole icon where it lies. (A tuple: a game has tens of thousands.)

    `box` is what it paints at most, in mm; `clips` are outlines that cut it, each in coordinates of its own with the
    map from mm into them. `element` drew it. `share` is the opacity of its groups.
    """

    node: Node
    matrix: Matrix
    box: Box
    element: Source | None
    share: float = 1.0
    clips: tuple[tuple[Segments, bool, Matrix | None], ...] = ()

    @property
    def icon(self) -> str:
        """The name of the icon that it is; "" for anything else."""
        return self.node.key.split(":")[1] if isinstance(self.node, Group) else ""

    @property
    def scale(self) -> float:
        """By how much its own millimetres are enlarged."""
        m = self.matrix
        return 1.0 if m == IDENTITY else scale_of(m) or min(hypot(m[0], m[1]), hypot(m[2], m[3]))


@dataclass(eq=False)
class Sampler:
    """What is kept between faces that are looked at; `edges` has what ends too soon, by all that comes near a cut."""

    edges: dict[tuple[object, ...], list[tuple[float, Layer]]] = field(default_factory=dict)
    _known: dict[int, tuple[Node, tuple[Layer, ...]]] = field(default_factory=dict)
    _icons: dict[int, tuple[object, tuple[Layer, ...], Box]] = field(default_factory=dict)
    _loops: dict[int, tuple[Segments, Loops]] = field(default_factory=dict)

    def layers(self, face: Face) -> list[Layer]:
        """All that lies on a face, the lowest first."""
        return [layer for node in face.nodes for layer in self._of(node)]

    def _of(self, node: Node) -> tuple[Layer, ...]:
        known = self._known.get(id(node))
        if known is None:
            outside = Layer(node, IDENTITY, (-1e4, -1e4, 1e4, 1e4), None)
            known = self._known[id(node)] = (node, tuple(self._walk(node, outside)))
        return known[1]

    def _walk(self, node: Node, around: Layer) -> Iterator[Layer]:
        """The layers of a node; `around` has what it takes over from its groups."""
        element = node.source[0] if node.source else around.element
        matrix, box = around.matrix, around.box
        if isinstance(node, Group) and not node.key.startswith("icon:"):
            yield from self._walk_group(node, around, element)
            return
        if isinstance(node, Group):
            own = box_under(self.art(node)[1], multiply(matrix, node.matrix))
            matrix = multiply(matrix, node.matrix)
        elif isinstance(node, Text):
            own = run_box(node, matrix)
        else:
            own = box_under(painted_by(node), matrix)
        yield Layer(node, matrix, common(own, box), element, around.share, around.clips)

    def _walk_group(self, node: Group, around: Layer, element: Source | None) -> Iterator[Layer]:
        matrix = multiply(around.matrix, node.matrix)
        box, clips = around.box, around.clips
        if node.clip:
            box = common(box, box_under(bounds(node.clip), matrix))
            clips = (*clips, (node.clip, node.clip_even_odd, inverse(matrix)))
        inner = Layer(node, matrix, box, element, around.share * node.opacity, clips)
        for child in node.children:
            yield from self._walk(child, inner)

    def art(self, icon: Group) -> tuple[tuple[Layer, ...], Box]:
        """The layers of an icon in its own coordinates, and the box around its paint."""
        known = self._icons.get(id(icon.children))
        if known is None:
            layers = tuple(layer for child in icon.children for layer in self._of(child))
            known = self._icons[id(icon.children)] = (icon.children, layers, painted(icon.children, no_letters))
        return known[1], known[2]

    def loops(self, segments: Segments) -> Loops:
        """An outline as polygons."""
        known = self._loops.get(id(segments))
        if known is None:
            known = self._loops[id(segments)] = (segments, polygons(segments, 8))
        return known[1]

    def ground(self, layers: Sequence[Layer], x: float, y: float) -> Rgb | None:
        """The colour of a point under all these layers of paint; None where a picture shows."""
        seen: list[tuple[Rgb, float]] = []
        for layer in reversed(layers):
            x1, y1, x2, y2 = layer.box
            covering = self.covering(layer, x, y) if x1 <= x <= x2 and y1 <= y <= y2 else None
            if covering is None:
                continue
            if covering[1] == PICTURE:
                return None
            seen.append(covering)
            if covering[1] > 0.99:
                break
        return mixed(seen, PAPER)

    def covering(self, layer: Layer, x: float, y: float) -> Covering:
        """What one layer puts on a point; words put nothing there: they are no ground."""
        for outline, even_odd, back in layer.clips:
            if back is None or not covers(self.loops(outline), *at(back, x, y), even_odd):
                return None
        node, found = layer.node, None
        if isinstance(node, Path):
            found = self._of_path(node, layer, x, y)
        elif isinstance(node, Image):
            return (PAPER, PICTURE)
        elif isinstance(node, Group):
            found = self._of_icon(node, layer, x, y)
        return (found[0], found[1] * layer.share) if found and found[1] != PICTURE else found

    def _of_path(self, node: Path, layer: Layer, x: float, y: float) -> Covering:
        if layer.matrix != IDENTITY:
            back = inverse(layer.matrix)
            if back is None:
                return None
            x, y = at(back, x, y)
        stroke = node.stroke
        if stroke is not None and stroke.width * layer.scale >= BAND and self._on_line(node, stroke, x, y):
            return paint_at(stroke.paint, x, y)
        if node.fill is not None and covers(self.loops(node.segments), x, y, node.even_odd):
            return paint_at(node.fill, x, y)
        return None

    def _of_icon(self, node: Group, layer: Layer, x: float, y: float) -> Covering:
        back = inverse(layer.matrix)
        if back is None:
            return None
        seen: list[tuple[Rgb, float]] = []
        px, py = at(back, x, y)
        for part in reversed(self.art(node)[0]):
            covering = self._stroked(part, px, py) or self.covering(part, px, py)
            if covering is not None:
                seen.append(covering)
        if not seen:
            return None
        clear = 1.0
        for _, alpha in seen:
            clear *= 1 - min(alpha, 1.0)
        return mixed(seen, seen[-1][0]), (1 - clear) * node.opacity

    def _stroked(self, part: Layer, x: float, y: float) -> Covering:
        """The line of an icon's path: there it is the drawing itself, however thin."""
        node = part.node
        if not isinstance(node, Path) or node.stroke is None or part.matrix != IDENTITY:
            return None
        return paint_at(node.stroke.paint, x, y) if self._on_line(node, node.stroke, x, y) else None

    def _on_line(self, node: Path, stroke: Stroke, x: float, y: float) -> bool:
        closed = bool(node.segments) and node.segments[-1][0] == "Z"
        return distance(self.loops(node.segments), x, y, closed) <= stroke.width / 2


def size_of(run: Text, layer: Layer, book: FontBook) -> float:
    """The size of a run on paper, in points of the style (not of a font file that is set larger or smaller)."""
    return run.size / book.font(run.font).scale * layer.scale / POINT


def covers(loops: Loops, x: float, y: float, even_odd: bool = False) -> bool:
    """True if a point lies in an outline: by the non-zero rule, or the even-odd rule."""
    turns = 0
    for loop in loops:
        px, py = loop[-1]
        for qx, qy in loop:
            if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
                turns += 1 if qy > py else -1
            px, py = qx, qy
    return bool(turns % 2 if even_odd else turns)


def distance(loops: Loops, x: float, y: float, closed: bool = True) -> float:
    """How far (mm) a point is from the nearest line of an outline."""
    best = 1e9
    for loop in loops:
        points = (*loop, loop[0]) if closed else loop
        for (px, py), (qx, qy) in pairwise(points):
            dx, dy = qx - px, qy - py
            length = dx * dx + dy * dy
            t = max(0.0, min(1.0, ((x - px) * dx + (y - py) * dy) / length)) if length else 0.0
            best = min(best, hypot(x - px - t * dx, y - py - t * dy))
    return best


def rgb(color: Color) -> Rgb:
    """Red, green and blue from 0 to 1."""
    return (int(color.hex[1:3], 16) / 255, int(color.hex[3:5], 16) / 255, int(color.hex[5:7], 16) / 255)


def over(upper: Rgb, alpha: float, lower: Rgb) -> Rgb:
    """A colour of some opacity upon another."""
    b = 1 - alpha
    return (upper[0] * alpha + lower[0] * b, upper[1] * alpha + lower[1] * b, upper[2] * alpha + lower[2] * b)


def mixed(seen: Sequence[tuple[Rgb, float]], ground: Rgb) -> Rgb:
    """The colour of paints that lie over a ground, the uppermost first."""
    for color, alpha in reversed(seen):
        ground = color if alpha >= 1 else over(color, alpha, ground)
    return ground


def paint_at(paint: Paint, x: float, y: float) -> tuple[Rgb, float]:
    """The colour of a paint at a point of its node, and its opacity."""
    if isinstance(paint, Color):
        return rgb(paint), paint.alpha
    place, before = _along(paint, x, y), paint.stops[0]
    for stop in paint.stops:
        if stop[0] >= place:
            reach = stop[0] - before[0]
            share = (place - before[0]) / reach if reach > 0 else 1.0
            return over(rgb(stop[1]), share, rgb(before[1])), before[1].alpha + share * (
                stop[1].alpha - before[1].alpha
            )
        before = stop
    return rgb(before[1]), before[1].alpha


def _along(paint: Gradient, x: float, y: float) -> float:
    """Where on a gradient a point lies: 0 to 1."""
    dx, dy = paint.x2 - paint.x1, paint.y2 - paint.y1
    if paint.r:  # from the focus to the circle: (p - f) / t, of length r, from the centre
        px, py = x - paint.x2, y - paint.y2
        inner, along = paint.r**2 - dx * dx - dy * dy, px * dx + py * dy
        return min(1.0, (along + sqrt(along * along + inner * (px * px + py * py))) / inner)
    length = dx * dx + dy * dy
    return max(0.0, min(1.0, ((x - paint.x1) * dx + (y - paint.y1) * dy) / length)) if length else 1.0
