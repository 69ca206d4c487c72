"""Nodes -> the box of what they paint, the nodes within a window, and what they cost to draw.

Takes nodes in mm. Promise: a box never cuts paint; that of a path holds its stroke to its joins (a mitre
within its limit) and caps; what is clear or clipped away has none. A box is worked out once for each node. How far a
run of text reaches is said by `letters`: `reach_of` (never too small), a font book's `ink` (exact), `no_letters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise, repeat
from math import dist, fsum, sqrt
from typing import NamedTuple

from generator.face.face import IDENTITY, GlyphRun, Group, Image, Matrix, Node, Paint, Path, Segments, Stroke
from generator.face.geometry import (
    EVERYWHERE,
    NOTHING,
    Box,
    Point,
    bounds,
    box_around,
    box_of_points,
    box_under,
    common,
    grown,
    loops_of,
    merged,
    multiply,
    overlap,
    transformed,
)
from generator.values import replace, work_out

Letters = Callable[[GlyphRun], Box]
"""A run of text -> the box of its letters."""

ASCENT, DESCENT = 0.75, 0.21
"""How far letters reach above and below the baseline, in ems of the font file."""
_LEAN, _TALL = 0.3, 1.5
"""How far a glyph may lean out of its run, and reach above or below its line, in em."""


def run_box(run: GlyphRun, matrix: Matrix = IDENTITY) -> Box:
    """The box of a run's characters, as lines of type have it, under a map."""
    box = (run.x, run.y - ASCENT * run.size, run.x + _width(run), run.y + DESCENT * run.size)
    return box_under(box, matrix)


def reach_of(run: GlyphRun) -> Box:
    """A box that holds a run's letters and accents in any usual font."""
    lean, tall, ys = _LEAN * run.size, _TALL * run.size, run.glyphs.ys or (0.0,)
    return (run.x - lean, run.y + min(ys) - tall, run.x + _width(run) + lean, run.y + max(ys) + tall)


def ink_box(run: GlyphRun, ink: Callable[[int], Box]) -> Box:
    """The box of what a run's glyphs paint, by the boxes of their outlines in ems; of a hidden run, the middle of its
    line."""
    if run.fill is None:
        middle = run.y - 0.3 * run.size
        return (run.x, middle, run.x + _width(run), middle)
    return merged(*ink_boxes(run, ink))


def ink_boxes(run: GlyphRun, ink: Callable[[int], Box]) -> list[Box]:
    """The same of each letter."""
    size, column = run.size, run.glyphs
    rows = zip(map(ink, column.gids), column.xs, column.ys or repeat(0.0), strict=False)
    drawn = ((run.x + x, run.y + y, *box) for box, x, y in rows if box[0] <= box[2])
    return [(x + x1 * size, y + y1 * size, x + x2 * size, y + y2 * size) for x, y, x1, y1, x2, y2 in drawn]


def outline_of(run: GlyphRun, outline: Callable[[int], Segments]) -> Segments:
    """The outlines of a run's glyphs, in its mm."""
    size = run.size
    places = ((glyph, (size, 0.0, 0.0, size, run.x + glyph.x, run.y + glyph.y)) for glyph in run.glyphs)
    return tuple(s for glyph, place in places for s in transformed(outline(glyph.gid), place))


def placed_nodes(nodes: Iterable[Node], matrix: Matrix = IDENTITY) -> Iterator[tuple[Node, Matrix]]:
    """Nodes and all that are in them, each group before its own; with the maps into the millimetres of all."""
    for node in nodes:
        yield node, matrix
        if isinstance(node, Group):
            yield from placed_nodes(node.children, multiply(matrix, node.matrix))


def no_letters(_: GlyphRun) -> Box:
    """For boxes of all that is no text."""
    return NOTHING


def _width(run: GlyphRun) -> float:
    return run.width * (run.stretch if run.fill is None else 1.0)


def runs(nodes: Iterable[Node], matrix: Matrix = IDENTITY) -> Iterator[tuple[GlyphRun, Matrix]]:
    """Every run of text, with the map into the face's mm. What stands in icons is no text."""
    return ((run, place) for run, place, _ in shown_runs(nodes, matrix))


def shown_runs(
    nodes: Iterable[Node], matrix: Matrix = IDENTITY, window: Box = EVERYWHERE
) -> Iterator[tuple[GlyphRun, Matrix, Box]]:
    """The same, with the box around what the clips about a run leave of it."""
    for node in nodes:
        if isinstance(node, GlyphRun):
            yield node, matrix, window
        elif isinstance(node, Group) and not node.key:
            inner = multiply(matrix, node.matrix)
            left = common(window, box_under(bounds(node.clip), inner)) if node.clip else window
            yield from shown_runs(node.children, inner, left)


def painted(nodes: Iterable[Node], letters: Letters = reach_of) -> Box:
    """The box of what nodes paint; `NOTHING` if that is nothing."""
    return merged(*[painted_by(node, letters) for node in nodes])


def painted_by(node: Node, letters: Letters = reach_of) -> Box:
    """The box of what a node paints, in the coordinates it stands in; `NOTHING` if that is nothing."""
    if isinstance(node, GlyphRun):
        clear = letters is no_letters or node.fill is None or node.fill.alpha <= 0
        return NOTHING if clear or not any(map(str.strip, node.glyphs.texts)) else letters(node)
    if isinstance(node, Image):
        return (node.x, node.y, node.x + node.width, node.y + node.height)
    known = node.box
    if known is None:
        known = _of_path(node) if isinstance(node, Path) else _of_group(node, letters)
        if isinstance(node, Path) or not _has_text(node):
            work_out(node, "box", known)
    return known


def has_blending(nodes: Iterable[Node]) -> bool:
    """Whether some are mixed with what lies below."""
    return any(isinstance(n, Group) and n.effect and n.effect.blend for n, _ in placed_nodes(nodes))


def fill_box(nodes: Iterable[Node], matrix: Matrix) -> Box:
    """The box of nodes as SVG measures by it, under a map: of their outlines without pens, clips and effects."""
    boxes: list[Box] = []
    for node, place in placed_nodes(nodes, matrix):
        if isinstance(node, Path):
            boxes.append(box_around(transformed(node.segments, place)))
        elif not isinstance(node, Group):
            boxes.append(box_under(painted_by(node, run_box), place))
    return merged(*boxes)


def _has_text(group: Group) -> bool:
    """True if a group's box depends on what letters are taken for."""
    return any(
        isinstance(c, GlyphRun) or (isinstance(c, Group) and c.box is None and _has_text(c)) for c in group.children
    )


def _of_group(group: Group, letters: Letters) -> Box:
    if group.opacity <= 0:
        return NOTHING
    box, effect = painted(group.children, letters), group.effect
    if effect and effect.steps:
        box = merged(box if effect.behind else NOTHING, box_under(effect.reach, effect.frame))
    if group.mask:
        box = common(box, painted(group.mask, letters))
    if group.clip and box[0] <= box[2]:
        clip = bounds(group.clip)
        empty = clip[0] >= clip[2] or clip[1] >= clip[3]
        box = NOTHING if empty or not overlap(box, clip) else common(box, clip)
    return box_under(box, group.matrix)


def _of_path(node: Path) -> Box:
    stroke = node.stroke if node.stroke and node.stroke.width > 0 and is_visible(node.stroke.paint) else None
    if not node.segments or not (stroke or is_visible(node.fill)):
        return NOTHING
    box = box_around(node.segments)
    return merged(box if is_visible(node.fill) else NOTHING, _stroked(node.segments, stroke)) if stroke else box


def is_visible(paint: Paint | None) -> bool:
    """True if there is a paint, and not one that is clear."""
    return paint is not None and any(color.alpha > 0 for color in paint.colors)


class OutlineSide(NamedTuple):
    """A piece of an outline: its ends, and the directions (of length 1) in which it leaves and arrives."""

    start: Point
    out: Point
    end: Point
    into: Point
    curve: Segments = ()


def _stroked(segments: Segments, stroke: Stroke) -> Box:
    """The box of a stroke; exact but at the ends of curves, where it may be half a width too large."""
    half, found = stroke.width / 2, NOTHING
    for sides, closed in subpaths(segments):
        ends = [end for side in sides for end in ends_of(side, side)]
        points = [p for end in ends for p in across(*end, half)]
        capped = ends if stroke.dash else [] if closed else ends_of(sides[0], sides[-1])
        points += [p for end in capped for p in _cap(*end, stroke.cap, half)]
        for one, other in corners_of(sides, closed):
            points += _about(one.end, half) if stroke.join == "round" else mitre(one, other, stroke)
        found = merged(found, box_of_points(points))
        for side in sides:
            if side.curve:
                found = merged(found, grown(box_around(side.curve), half * (_SQUARE if stroke.dash else 1.0)))
    return found


_SQUARE = sqrt(2)
"""How far the corner of a square cap is from the end of its line, in half widths."""
_SLACK = 1e-6


def ends_of(first: OutlineSide, last: OutlineSide) -> list[tuple[Point, Point]]:
    """Both ends of a line, and the directions in which it would go on."""
    return [(first.start, (-first.out[0], -first.out[1])), (last.end, last.into)]


def across(p: Point, way: Point, half: float) -> list[Point]:
    """The points half a pen's width to either side of a line that runs that way."""
    return [(p[0] - way[1] * half, p[1] + way[0] * half), (p[0] + way[1] * half, p[1] - way[0] * half)]


def _about(p: Point, half: float) -> list[Point]:
    return [(p[0] - half, p[1] - half), (p[0] + half, p[1] + half)]


def _cap(p: Point, way: Point, cap: str, half: float) -> list[Point]:
    """What the end of a line that runs that way adds."""
    if cap == "round":
        return _about(p, half)
    return across((p[0] + way[0] * half, p[1] + way[1] * half), way, half) if cap == "square" else []


def mitre(one: OutlineSide, other: OutlineSide, stroke: Stroke) -> list[Point]:
    """The tip of the corner between two sides; a mitre beyond its limit is a bevel, which has none."""
    (ux, uy), (vx, vy), (x, y) = one.into, other.out, one.end
    blunt = 1 + ux * vx + uy * vy
    if stroke.join != "miter" or 2 / max(blunt, _SLACK) > stroke.miter**2 + _SLACK:
        return []
    outer = stroke.width / 2 / blunt * (1 if ux * vy - uy * vx > 0 else -1)
    return [(x + outer * (uy + vy), y - outer * (ux + vx))]


_RIGHT: Point = (1.0, 0.0)


def subpaths(segments: Segments) -> Iterator[tuple[list[OutlineSide], bool]]:
    """The sides of each subpath, and whether it is closed. Of one without length there is a side that is a dot."""
    for loop in loops_of(segments):
        at = start = (loop[0][1][0], loop[0][1][1])
        closed = loop[-1][0] == "Z"
        sides: list[OutlineSide] = []
        for command, v in (*loop[1:], ("L", start)) if closed else loop[1:]:
            points = [at, *zip(v[::2], v[1::2], strict=True)]
            out = next(filter(None, (_way(at, p) for p in points[1:])), None)
            into = next(filter(None, (_way(p, points[-1]) for p in points[-2::-1])), None)
            if out and into:
                sides.append(
                    OutlineSide(at, out, points[-1], into, (("M", at), (command, v)) if command == "C" else ())
                )
            at = points[-1]
        yield (sides, closed) if sides else ([OutlineSide(at, _RIGHT, at, _RIGHT)], False)


def corners_of(sides: Sequence[OutlineSide], closed: bool) -> list[tuple[OutlineSide, OutlineSide]]:
    """The sides of a subpath that meet at each of its corners."""
    return [*pairwise(sides), *([(sides[-1], sides[0])] if closed else [])]


def _way(p: Point, q: Point) -> Point | None:
    length = dist(p, q)
    return ((q[0] - p[0]) / length, (q[1] - p[1]) / length) if length > _SLACK else None


def visible_nodes(
    nodes: Iterable[Node], window: Box, matrix: Matrix = IDENTITY, letters: Letters = reach_of
) -> Iterator[Node]:
    """The nodes of which something is painted inside a window; `matrix` maps them into its mm. What is clipped away or
    has no paint is gone, also out of groups."""
    for node in nodes:
        own = painted_by(node, letters)
        box = own if matrix is IDENTITY else box_under(own, matrix)
        if box[0] > box[2] or not overlap(box, window):
            continue
        if not isinstance(node, Group) or node.effect or common(box, window) == box:
            yield node
            continue
        children = tuple(visible_nodes(node.children, window, multiply(matrix, node.matrix), letters))
        if len(children) == len(node.children):
            yield node
        elif children:
            yield replace(node, children=children)


def nodes_touching(nodes: Sequence[Node], window: Box, matrix: Matrix = IDENTITY) -> tuple[Node, ...]:
    """The nodes that touch a window; a group is taken apart where that changes nothing it promises, and a run of
    text loses the glyphs at its ends that lie outside: they could not be seen, but would be found and copied.
    """
    kept: list[Node] = []
    for node in nodes:
        if isinstance(node, Group) and not node.as_one and node.opacity >= 1:
            inner = multiply(matrix, node.matrix)
            if not node.clip or boxes_touch(box_under(bounds(node.clip), inner), window):
                children = nodes_touching(node.children, window, inner)
                kept += [replace(node, children=children)] if children else []
        elif isinstance(node, GlyphRun):
            kept += _run_within(node, window, matrix)
        elif boxes_touch(box_under(painted_by(node), matrix), window):
            kept.append(node)
    return tuple(kept)


def boxes_touch(box: Box, window: Box) -> bool:
    """True if two boxes have a point in common."""
    return box[0] <= window[2] and box[2] >= window[0] and box[1] <= window[3] and box[3] >= window[1]


def _run_within(run: GlyphRun, window: Box, matrix: Matrix) -> list[GlyphRun]:
    """The run from its first to its last glyph that touches the window."""
    _, top, _, bottom = reach_of(run)
    stretch = run.stretch if run.fill is None else 1.0
    starts, ends = run.glyphs.xs, (*run.glyphs.xs[1:], run.width)
    lean = _LEAN * run.size if run.fill else 0.0

    def touches(k: int) -> bool:
        x1, x2 = run.x + starts[k] * stretch - lean, run.x + ends[k] * stretch + lean
        return boxes_touch(box_under((min(x1, x2), top, max(x1, x2), bottom), matrix), window)

    found = [k for k in range(len(run.glyphs)) if touches(k)]
    if len(found) == len(run.glyphs):
        return [run]
    first = next((k for k in range(found[0], -1, -1) if run.glyphs.texts[k]), 0) if found else 0
    return [replace(run, glyphs=run.glyphs.part(first, found[-1] + 1))] if found else []


# ---- what nodes cost to draw, in points of an outline ----

ELEMENT = 16
"""What an element, a stop or a node costs by itself, in points of an outline."""
LETTER = 4
LINE = 5
"""So many mm of an outline cost as much as a point of it: long lines that cross are slow to fill."""
PICTURE = 1_000
"""So many pixels and bytes of a picture cost as much as a point."""


def weight(nodes: Sequence[Node]) -> float:
    """What nodes cost to draw, in points."""
    return fsum([ELEMENT + _weight(node) for node in nodes])


def _weight(node: Node) -> float:
    if isinstance(node, GlyphRun):
        return LETTER * len(node.glyphs.gids)
    if isinstance(node, Path):
        return outline_weight(node.segments)
    if isinstance(node, Group):
        if node.weight < 0:
            inner = outline_weight(node.clip) + weight(node.children) + weight(node.mask)
            inner += node.effect.cost if node.effect else 0.0
            work_out(node, "weight", inner)
        return node.weight
    return (len(node.data) + node.pixels[0] * node.pixels[1]) / PICTURE


def outline_weight(outline: Segments) -> float:
    """What an outline in mm costs, in points."""
    values = [values for _, values in outline]
    points = chain.from_iterable(zip(v[::2], v[1::2], strict=True) for v in values)
    return len(values) + fsum(dist(a, b) for a, b in pairwise(points)) / LINE
