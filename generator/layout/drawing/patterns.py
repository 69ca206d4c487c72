"""pattern -> its tile, again and again within an outline.

Takes a pattern's element and the outline that it fills; gives one group, clipped to that. Promise: no line shows where
tiles meet, or it is told: plain shapes that reach an edge of the tile are cut to it and repeated as one path; all else
as copies that share one tuple of nodes and one key; what fills the tile and is opaque stands below once more, a little
larger, for viewers let the ground through between two edges. The number of tiles is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from math import ceil, floor, hypot, inf

from generator.diagnostics.findings import Finding, Unreadable
from generator.face.bounds import painted, placed_nodes, weight
from generator.face.colors import paints
from generator.face.face import IDENTITY, Color, Gradient, Group, Image, Matrix, Node, Path, Segments
from generator.face.geometry import (
    Box,
    Point,
    area,
    area_of,
    at,
    bounds,
    box_under,
    extent,
    inverse,
    multiply,
    outlined,
    overlap,
    polygons,
    rectangle,
    transformed,
)
from generator.face.raster import is_opaque
from generator.face.strokes import clip_polygons, depth_at, depth_in, inner_sides, stroke_polygons, undashed
from generator.layout.drawing.context import Context, Drawer, GraphicsState, checked_matrix, inner_state
from generator.layout.drawing.painting import SMALLEST, attributes_of, inheritance
from generator.layout.svg.datatypes import Rect, fitted, length, transform, view_box
from generator.layout.svg.element import Element
from generator.values import Struct, replace

MAX_TILES = 10_000
MAX_JOINED = 60_000
"""So many points may the one path have that stands for copies; of more, the copies cost less than the lines between."""

_OVER = 0.25
"""So far (mm) what fills a tile goes on over its edges, below the others: a pixel of a screen."""


def pattern_nodes(
    context: Context, pattern: Element, state: GraphicsState, box: Box, outline: Segments, draw: Drawer
) -> list[Node]:
    """The group that fills an outline (mm; `box` is around it in user units) with a pattern; [] if it cannot be drawn
    (that is told)."""
    sources, state = inheritance(context, pattern), context.at_home(pattern, state)
    a = attributes_of(sources)
    sides = extent(box)
    by_box = a.get("patternUnits") != "userSpaceOnUse" or a.get("patternContentUnits") == "objectBoundingBox"
    if by_box and min(sides) <= 0:
        return []
    try:
        x, y, w, h = _tile(a, state, (*box[:2], *sides))
        matrix = checked_matrix(multiply(state.matrix, transform(a.get("patternTransform", ""))))
        inner = multiply(matrix, (1, 0, 0, 1, x, y))
        if "viewBox" in a and w > 0 and h > 0:
            fit = fitted(view_box(a["viewBox"]), (x, y, w, h), a.get("preserveAspectRatio", ""))
            inner = checked_matrix(multiply(matrix, fit))
        elif a.get("patternContentUnits") == "objectBoundingBox":
            inner = checked_matrix(multiply(inner, (sides[0], 0, 0, sides[1], 0, 0)))
    except Unreadable as what:
        context.unreadable(pattern, "", what)
        return []
    source = next((e for e in sources if e.children), pattern)
    place = inner_state(context, source, replace(state, style=context.root, matrix=inner))
    tile = tuple(n for c in source.elements for n in draw(context, c, replace(place, matrix=inner)))
    if w < SMALLEST or h < SMALLEST or not tile:
        return []
    copies = _copies(context, pattern, (x, y, w, h), matrix, tile, outline)
    if any(isinstance(copy, Path) or not copy.key for copy in copies):
        copies = (Group(copies, key=_key(copies)),)
    style = state.style
    return [Group(copies, clip=outline, clip_even_odd=style.even_odd, opacity=style.fill_opacity)] if copies else []


def _tile(a: dict[str, str], state: GraphicsState, box: Rect) -> Rect:
    """A pattern's tile in user units; `box` is that of what is painted. Raises `Unreadable`."""
    names = ("x", "y", "width", "height")
    if a.get("patternUnits") == "userSpaceOnUse":
        x, y, w, h = (length(a.get(k, "0"), state.viewport[k in ("y", "height")]) for k in names)
        return x, y, w, h
    x, y, w, h = (length(a.get(k, "0"), 1.0) * box[2 + (k in ("y", "height"))] for k in names)
    return box[0] + x, box[1] + y, w, h


def _copies(
    context: Context,
    pattern: Element,
    box: Rect,
    matrix: Matrix,
    tile: tuple[Node, ...],
    outline: Segments,
) -> tuple[Path | Group, ...]:
    """The tile (already in mm) moved to each place of the lattice where it touches the outline's box."""
    x, y, w, h = box
    back = inverse(matrix)
    if back is None:
        return ()
    shown = bounds(outline)
    reach = box_under(shown, back)
    first, last = floor((reach[0] - x) / w + 1e-6), ceil((reach[2] - x) / w - 1e-6)
    top, bottom = floor((reach[1] - y) / h + 1e-6), ceil((reach[3] - y) / h - 1e-6)
    count = max(0, last - first) * max(0, bottom - top)
    if count > MAX_TILES:
        message = f"the pattern `{pattern.id}` repeats {count} times, at most {MAX_TILES} are drawn"
        context.tell(Finding("T002", pattern.mark(), message, "make its tile larger"))
        return ()
    edge = transformed(rectangle(x, y, w, h), matrix)
    origin = at(matrix, 0.0, 0.0)
    places = [at(matrix, i * w, j * h) for j in range(top, bottom) for i in range(first, last)]
    moves: list[Matrix] = [(1, 0, 0, 1, round(px - origin[0], 4), round(py - origin[1], 4)) for px, py in places]
    shown_at = [m for m in moves if overlap(box_under(bounds(edge), m), shown)]
    return tuple(_repeated(tile, _Tiling(context, pattern, edge, polygons(edge)[0], shown_at)))


class _Tiling(Struct, frozen=True):
    """A tile's outline, also as a polygon, and the places where it stands."""

    context: Context
    pattern: Element
    edge: Segments
    corners: Sequence[Point]
    moves: Sequence[Matrix]

    def count(self, nodes: Sequence[Node]) -> None:
        """Keep the budget of the face. Raises `Fault`."""
        self.context.counted(self.pattern, len(self.moves) * weight(nodes))

    def tell_lines(self) -> None:
        """Note that tiles cannot be joined."""
        name = self.pattern.id
        message = f"where tiles of the pattern `{name}` meet, a fine line may show: what reaches their edges is clear"
        hint = "let it be opaque and fill the tile, or use plain shapes in one colour"
        self.context.tell(Finding("T029", self.pattern.mark(), message, hint, about=("tiles", name)))


def _repeated(tile: Sequence[Node], tiling: _Tiling) -> Iterator[Path | Group]:
    """What stands in the outline of a tile at each of its places, layer by layer: no two tiles lie on each other."""
    loose: list[Node] = []
    for node in map(_with_opacity, tile):
        together = isinstance(node, Group) and not (node.clip or node.as_one) and node.matrix == IDENTITY
        paths = None if together else _cut_to(node, tiling.corners)
        if paths and len(tiling.moves) * weight(paths) > MAX_JOINED:
            paths = None
        if paths is None and not together:
            loose.append(node)
            continue
        yield from _placed(loose, tiling)
        loose = []
        if together and isinstance(node, Group):
            yield replace(node, children=tuple(_repeated(node.children, tiling)))
        tiling.count(paths or ())
        for path in paths or ():
            yield replace(
                path, segments=tuple(chain.from_iterable(transformed(path.segments, m) for m in tiling.moves))
            )
    yield from _placed(loose, tiling)


def _with_opacity(node: Node) -> Node:
    """A node; a gradient that is equally clear all over as an opaque one in a clear group."""
    paint = node.fill if isinstance(node, Path) and not node.stroke else None
    if not isinstance(node, Path) or not isinstance(paint, Gradient):
        return node
    alpha, *others = {color.alpha for color in paint.colors}
    if others or alpha == 1:
        return node
    return Group((replace(node, fill=paint.recolored(lambda color: Color(color.hex))),), opacity=alpha)


def _placed(nodes: Sequence[Node], tiling: _Tiling) -> Iterator[Group]:
    """Copies of nodes, clipped if they leave the tile; below them copies of what fills it."""
    if nodes:
        tiling.count(nodes)
        grounds = [k for k, node in enumerate(nodes) if len(tiling.moves) > 1 and _covers(node, tiling.corners)]
        if grounds:
            larger = _larger(tiling.corners)
            yield from _copies_at([multiply(m, larger) for m in tiling.moves], (nodes[grounds[-1]],), tiling)
        over = nodes[grounds[-1] + 1 :] if grounds else nodes
        if len(tiling.moves) > 1 and any(_goes_on(node, tiling.corners) for node in over):
            tiling.tell_lines()
        yield from _copies_at(tiling.moves, tuple(nodes), tiling)


def _copies_at(places: Iterable[Matrix], nodes: tuple[Node, ...], tiling: _Tiling) -> Iterator[Group]:
    box = painted(nodes)
    inside = box[0] > box[2] or depth_in(tiling.corners, polygons(outlined(box))[0]) > -1e-6
    clip = () if inside else tiling.edge
    key = _key((nodes, clip))
    yield from (Group(nodes, place, clip, key=key) for place in places)


def _larger(tile: Sequence[Point]) -> Matrix:
    """Makes of a tile one that reaches over its edges."""
    (ax, ay), (bx, by), _, (cx, cy) = tile[:4]
    square = (bx - ax, by - ay, cx - ax, cy - ay, ax, ay)
    x, y = (min(_OVER / (hypot(*side) or inf), 0.25) for side in (square[:2], square[2:4]))
    grown = multiply(square, (1 + 2 * x, 0, 0, 1 + 2 * y, -x, -y))
    return multiply(grown, inverse(square) or IDENTITY)


def _covers(node: Node, tile: Sequence[Point], matrix: Matrix = IDENTITY) -> bool:
    """True if an opaque gradient or picture fills a tile."""
    if isinstance(node, Group):
        under = multiply(matrix, node.matrix)
        clips = not node.clip or _fills(transformed(node.clip, under), tile)
        return (
            node.opacity == 1
            and not (node.mask or node.effect)
            and clips
            and any(_covers(child, tile, under) for child in node.children)
        )
    if isinstance(node, Image):
        return _fills(transformed(outlined(painted([node])), matrix), tile) and is_opaque(node.data)
    return (
        isinstance(node, Path)
        and isinstance(node.fill, Gradient)
        and all(color.alpha == 1 for color in node.fill.colors)
        and _fills(transformed(node.segments, matrix), tile)
    )


def _fills(outline: Segments, tile: Sequence[Point]) -> bool:
    """True if an outline of one loop holds a tile."""
    loops = polygons(outline)
    return len(loops) == 1 and area_of(clip_polygons(loops, tile)) > abs(area(tile)) * 0.999


def _goes_on(node: Node, tile: Sequence[Point]) -> bool:
    """True if a gradient or picture reaches two edges that face each other."""
    points = list(_shaded(node))
    depths = [depth_at(side, points) for side in inner_sides(tile)]
    return any(a < _NEAR and b < _NEAR for a, b in zip(depths[:2], depths[2:4], strict=True))


def _shaded(whole: Node) -> Iterator[Point]:
    """The corners of what of a node is painted by gradients and pictures."""
    for node, matrix in placed_nodes([whole]):
        if isinstance(node, Image):
            yield from polygons(transformed(outlined(painted([node])), matrix))[0]
        elif isinstance(node, Path) and any(isinstance(p, Gradient) and not _fades(p) for p in paints([node])):
            yield from chain(*polygons(transformed(node.segments, matrix)))


def _fades(paint: Gradient) -> bool:
    """True if a gradient is clear at its ends."""
    first, last = paint.colors[0], paint.colors[-1]
    return last.alpha == 0 and (paint.r > 0 or first.alpha == 0)


def _key(parts: object) -> str:
    """The key of a group of a pattern: what its parts are drawn in belongs together."""
    return "pattern:" + sha256(repr(parts).encode()).hexdigest()[:16]


_NEAR, _ON = 1e-3, -2e-4
"""What lies this deep inside an edge (mm) does not reach it; what is no further outside is not cut off by it."""


def _cut_to(node: Node, tile: Sequence[Point]) -> list[Path] | None:
    """A path, or those that show what of it lies in a tile; None if it does not reach the edge, or cannot be cut."""
    bent = isinstance(node, Group) and len(node.children) == 1 and not (node.clip or node.as_one) and node.opacity == 1
    path, matrix = (node.children[0], node.matrix) if isinstance(node, Group) and bent else (node, IDENTITY)
    if not isinstance(path, Path) or not isinstance(path.fill, Color | None):
        return None
    if depth_in(tile, polygons(outlined(painted([node])))[0]) > _NEAR:  # nearly all, and quickly
        return None
    pen, fills = path.stroke, polygons(transformed(path.segments, matrix)) if path.fill else ()
    line = undashed(path, pen) if pen and pen.dash else path
    if line is None or (pen and not isinstance(pen.paint, Color)):
        return None
    lines = [[at(matrix, *p) for p in part] for part in stroke_polygons(line.segments, pen)] if pen else []
    depth = depth_in(tile, chain(*fills, *lines))
    if depth > _NEAR:
        return None
    if depth >= _ON and not bent:
        return [path]
    cut = [replace(path, segments=clip_polygons(fills, tile), stroke=None)] if path.fill else []
    if pen:
        inked = clip_polygons((p if area(p) > 0 else p[::-1] for p in lines), tile)
        cut.append(replace(path, segments=inked, fill=pen.paint, stroke=None, even_odd=False))
    return [p for p in cut if p.segments]
