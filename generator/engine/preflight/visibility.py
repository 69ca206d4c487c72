"""Face -> what lies on its paper, thing by thing, and what colour a point of it has.

Takes faces, and which element of a template drew which node; gives `Layer`s in paint order. Promise: what faces share
is measured once; a point's colour is that of all that covers it, opacity and clips kept, or None where a picture does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot, prod, sqrt
from typing import NamedTuple, TypeVar

from generator.face.bounds import no_letters, painted, painted_by, run_box
from generator.face.colors import PAPER, Rgb, laid_over, rgb_of
from generator.face.face import (
    ICON_KEY,
    IDENTITY,
    Color,
    Face,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Matrix,
    Node,
    Paint,
    Path,
    Segments,
    SourceElement,
)
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    at,
    bounds,
    box_under,
    common,
    inverse,
    multiply,
    polygons,
    rectangle,
    scale_of,
)
from generator.face.loops import distance, inside
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT
from generator.values import Struct, field

Covering = tuple[Rgb, float] | None
"""A colour and its opacity; None: nothing. A picture has the opacity `PICTURE`: nobody looked into it."""

PICTURE = 2.0
BAND = 1.0
"""A stroke from this width (mm) on is an area, and counts as a ground."""

Loops = tuple[tuple[Point, ...], ...]
Thing = TypeVar("Thing")
Result = TypeVar("Result")


class Layer(NamedTuple):
    """A path, a run of text, a picture or a whole icon where it lies. (A tuple: a game has tens of thousands.)

    `box` is what it paints at most, in mm; `clips` are outlines that cut it, each in coordinates of its own with the
    map from mm into them. `element` drew it. `share` is the opacity of its groups; `masks` let some of it through,
    in the same way.
    """

    node: Node
    matrix: Matrix
    box: Box
    element: SourceElement | None
    share: float = 1.0
    clips: tuple[tuple[Segments, bool, Matrix | None], ...] = ()
    masks: tuple[tuple[tuple[Layer, ...], Matrix | None], ...] = ()

    @property
    def icon(self) -> str:
        """The name of the icon that it is; "" for anything else."""
        return self.node.key.split(":")[1] if isinstance(self.node, Group) else ""

    @property
    def is_line(self) -> bool:
        """True for lines so thin that they are no ground."""
        node = self.node
        if not isinstance(node, Path) or node.fill is not None:
            return False
        return node.stroke is None or node.stroke.width * self.scale < BAND

    @property
    def scale(self) -> float:
        """By how much its own millimetres are enlarged."""
        m = self.matrix
        return 1.0 if m == IDENTITY else scale_of(m) or min(hypot(m[0], m[1]), hypot(m[2], m[3]))


class IdentityCache(dict[int, tuple[object, Result]]):
    """What is made of things, each known by itself, however alike it is to another: to compare long outlines takes
    long. It holds them, so that none takes the place of one that is gone."""

    def of(self, thing: Thing, make: Callable[[Thing], Result]) -> Result:
        """What is made of a thing, once."""
        known = self.get(id(thing))
        if known is None:
            known = self[id(thing)] = (thing, make(thing))
        return known[1]


class Sampler(Struct, eq=False):
    """What is kept between faces that are looked at; `edges` has what ends too soon, by all that comes near a cut."""

    edges: dict[tuple[object, ...], list[tuple[float, Layer]]] = field(default_factory=dict)
    _known: IdentityCache[tuple[Layer, ...]] = field(default_factory=IdentityCache)
    _icons: IdentityCache[tuple[tuple[Layer, ...], Box]] = field(default_factory=IdentityCache)
    _loops: IdentityCache[Loops] = field(default_factory=IdentityCache)
    _flats: IdentityCache[tuple[Box, Rgb]] = field(default_factory=IdentityCache)
    _numbers: IdentityCache[int] = field(default_factory=IdentityCache)

    def number_of(self, thing: object) -> int:
        """A number that nothing else has, however alike it is."""
        return self._numbers.of(thing, lambda _: len(self._numbers))

    def layers(self, face: Face) -> list[Layer]:
        """All that lies on a face, the lowest first."""
        return [layer for node in face.nodes for layer in self._of(node)]

    def _of(self, node: Node) -> tuple[Layer, ...]:
        return self._known.of(node, lambda n: tuple(self._walk(n, Layer(n, IDENTITY, (-1e4, -1e4, 1e4, 1e4), None))))

    def _walk(self, node: Node, around: Layer) -> Iterator[Layer]:
        """The layers of a node; `around` has what it takes over from its groups."""
        element = node.source[0] if node.source else around.element
        matrix, box = around.matrix, around.box
        if isinstance(node, Group) and not node.key.startswith(ICON_KEY):
            yield from self._walk_group(node, around, element)
            return
        if isinstance(node, Group):
            own = box_under(self.art(node)[1], multiply(matrix, node.matrix))
            matrix = multiply(matrix, node.matrix)
        elif isinstance(node, GlyphRun):
            own = run_box(node, matrix)
        else:
            own = box_under(painted_by(node), matrix)
        yield Layer(node, matrix, common(own, box), element, *around[4:])

    def _walk_group(self, node: Group, around: Layer, element: SourceElement | None) -> Iterator[Layer]:
        matrix = multiply(around.matrix, node.matrix)
        box, clips = around.box, around.clips
        if node.clip:
            box = common(box, box_under(bounds(node.clip), matrix))
            clips = (*clips, (node.clip, node.clip_even_odd, inverse(matrix)))
        masks = around.masks
        if node.mask:
            masks = (*masks, (self._icons.of(node.mask, self._art)[0], inverse(matrix)))
        inner = Layer(node, matrix, box, element, around.share * node.opacity, clips, masks)
        for child in node.children:
            yield from self._walk(child, inner)

    def art(self, icon: Group) -> tuple[tuple[Layer, ...], Box]:
        """The layers of an icon in its own coordinates, and the box around its paint."""
        return self._icons.of(icon.children, self._art)

    def _art(self, parts: Sequence[Node]) -> tuple[tuple[Layer, ...], Box]:
        return tuple(layer for part in parts for layer in self._of(part)), painted(parts, no_letters)

    def loops(self, segments: Segments) -> Loops:
        """An outline as polygons."""
        return self._loops.of(segments, _loops)

    def flat(self, layer: Layer) -> tuple[Box, Rgb]:
        """The box that one colour surely fills, and that colour: an upright rectangle but for border and corners."""
        node = layer.node
        if not isinstance(node, Path) or layer.matrix != IDENTITY or layer.clips or layer.masks or layer.share < 1:
            return NOTHING, PAPER
        return self._flats.of(node, _flat)

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
        return composited(seen, PAPER)

    def covering(self, layer: Layer, x: float, y: float, pen: float = BAND) -> Covering:
        """What one layer puts on a point, by lines from a width (mm) on; words put nothing there: they are no
        ground."""
        for outline, even_odd, back in layer.clips:
            if back is None or not inside(self.loops(outline), *at(back, x, y), even_odd):
                return None
        node, share = layer.node, layer.share
        for shades, back in layer.masks:
            light = self._light(shades, *at(back, x, y)) if back else 0.0
            if light is None:
                return PAPER, PICTURE
            share *= light
        if isinstance(node, GlyphRun | Image):
            return (PAPER, PICTURE) if isinstance(node, Image) else None
        if layer.matrix != IDENTITY:
            back = inverse(layer.matrix)
            if back is None:
                return None
            x, y = at(back, x, y)
        if isinstance(node, Group):
            found = self._of_icon(node, x, y)
        else:
            found = self._of_path(node, x, y, pen / layer.scale if node.stroke else pen)
        return (found[0], found[1] * share) if found and found[1] != PICTURE else found

    def _light(self, shades: Sequence[Layer], x: float, y: float) -> float | None:
        """How light a mask is at a point; None where a picture is."""
        seen = [covering for layer in reversed(shades) if (covering := self.covering(layer, x, y)) is not None]
        if any(alpha == PICTURE for _, alpha in seen):
            return None
        return composited(seen, (0.0, 0.0, 0.0))[0]

    def _of_path(self, node: Path, x: float, y: float, pen: float) -> Covering:
        stroke, loops = node.stroke, self.loops(node.segments)
        if stroke is not None and stroke.width >= pen:
            closed = bool(node.segments) and node.segments[-1][0] == "Z"
            if distance(loops, x, y, closed) <= stroke.width / 2:
                return paint_at(stroke.paint, x, y)
        return paint_at(node.fill, x, y) if node.fill and inside(loops, x, y, node.even_odd) else None

    def _of_icon(self, node: Group, x: float, y: float) -> Covering:
        """Of an icon a line is the drawing itself, however thin."""
        parts = (self.covering(part, x, y, 0.0) for part in reversed(self.art(node)[0]))
        seen = [covering for covering in parts if covering is not None]
        clear = prod(1 - min(alpha, 1.0) for _, alpha in seen)
        return (composited(seen, seen[-1][0]), (1 - clear) * node.opacity) if seen else None


def _flat(node: Path) -> tuple[Box, Rgb]:
    if not isinstance(node.fill, Color) or node.fill.alpha < 1 or "".join(c for c, _ in node.segments) not in _UPRIGHT:
        return NOTHING, PAPER
    x, y, right, low = bounds(node.segments)
    start, corner = node.segments[0][1], node.segments[2][1]
    rx, ry = (start[0] - x, corner[-1] - y) if len(node.segments) > len(_UPRIGHT[0]) else (0.0, 0.0)
    if node.segments != rectangle(x, y, right - x, low - y, rx, ry):
        return NOTHING, PAPER
    edge = _ROUND * max(rx, ry) + (node.stroke.width / 2 if node.stroke else 0.0)
    return (x + edge, y + edge, right - edge, low - edge), rgb_of(node.fill.hex)


_UPRIGHT = ("MLLLZ", "MLCLCLCLCZ")
_ROUND = 0.3
"""So much of its radius a round corner takes from the box in it, at most."""


def _loops(segments: Segments) -> Loops:
    return polygons(segments, 8)


def size_of(run: GlyphRun, layer: Layer, book: FontBook) -> float:
    """The size of a run on paper, in points of the style (not of a font file that is set larger or smaller)."""
    return run.size / book.font(run.font).scale * layer.scale / POINT


def composited(seen: Sequence[tuple[Rgb, float]], ground: Rgb) -> Rgb:
    """The colour of paints that lie over a ground, the uppermost first."""
    for color, alpha in reversed(seen):
        ground = color if alpha >= 1 else laid_over(color, alpha, ground)
    return ground


def paint_at(paint: Paint, x: float, y: float) -> tuple[Rgb, float]:
    """The colour of a paint at a point of its node, and its opacity."""
    if isinstance(paint, Color):
        return rgb_of(paint.hex), paint.alpha
    place, before = _along(paint, x, y), paint.stops[0]
    for stop in paint.stops:
        if stop[0] >= place:
            reach = stop[0] - before[0]
            share = (place - before[0]) / reach if reach > 0 else 1.0
            alpha = before[1].alpha + share * (stop[1].alpha - before[1].alpha)
            return laid_over(rgb_of(stop[1].hex), share, rgb_of(before[1].hex)), alpha
        before = stop
    return rgb_of(before[1].hex), before[1].alpha


def _along(paint: Gradient, x: float, y: float) -> float:
    """Where on a gradient a point lies: 0 to 1."""
    dx, dy = paint.x2 - paint.x1, paint.y2 - paint.y1
    if paint.r:  # from the focus to the circle: (p - f) / t, of length r, from the centre
        px, py = x - paint.x2, y - paint.y2
        inner, along = paint.r**2 - dx * dx - dy * dy, px * dx + py * dy
        return min(1.0, (along + sqrt(along * along + inner * (px * px + py * py))) / inner)
    length = dx * dx + dy * dy
    return max(0.0, min(1.0, ((x - paint.x1) * dx + (y - paint.y1) * dy) / length)) if length else 1.0
