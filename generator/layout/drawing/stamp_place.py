"""Where the content stamp of a face goes: on it, or into the margin of its sheet.

Takes a drawn face, its safe zone and what the game asks for; gives a `Marking`. Promise: unless it is asked for, a
stamp stands on a face only inside the safe zone, on one plain colour that it stands out from; never smaller than words
may be, never on the back of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import ceil, dist, floor, inf
from typing import NamedTuple

from generator.face.bounds import Letters, boxes_touch, is_visible, painted_by, reach_of, runs
from generator.face.colors import PAPER, Rgb, contrast, laid_over, rgb_of
from generator.face.face import IDENTITY, Color, GlyphRun, Group, Image, Matrix, Node, Path, Segments, Shape
from generator.face.geometry import Box, Point, at, box_of_points, box_under, edges, grown, multiply, polygons, scale_of
from generator.face.loops import clearance, inside
from generator.layout.drawing.context import Context
from generator.layout.drawing.text import stamp_nodes
from generator.typeset.setting import FLOORS, Style
from generator.typeset.typeset import measure, set_line
from generator.values import Struct, replace

COLORS = (Color("#6b6b6b"), Color("#d0d0d0"))
CLOSE, AIR, APART = 0.3, 0.5, 1.0
"""Room about a stamp, mm: where a template puts it, and where nobody does; there, from words, of which it seems one."""
FAINT = 3.0
"""The least contrast of a stamp: it is for sorting, not for reading."""
SLACK = 0.05
"""How far (mm) a character box may reach over the safe zone before it is told."""


class Zone(Struct, frozen=True):
    """The safe zone: a box, or (box None) all that keeps `margin` from the outline."""

    margin: float
    box: Box | None


class Marking(Struct, frozen=True):
    """The stamp's nodes on the face; whether it goes into the margin (`slug`); what is wrong with the place that was
    asked for."""

    nodes: tuple[Node, ...] = ()
    slug: bool = False
    trouble: str = ""


def outside_by(box: Box, shape: Shape, zone: Zone) -> float:
    """By how many mm a box leaves the safe zone."""
    x1, y1, x2, y2 = box
    if x1 > x2:
        return 0.0
    if zone.box is not None:
        left, top, right, bottom = zone.box
        return max(left - x1, top - y1, x2 - right, y2 - bottom)
    loops = _cuts(shape)
    return zone.margin - min(clearance(loops, x, y) for x in (x1, x2) for y in (y1, y2))


def ink_outside_by(points: Iterable[Point], shape: Shape, zone: Zone) -> float:
    """By how many mm the outermost of some points leaves the safe zone."""
    if zone.box is not None:
        return outside_by(box_of_points(points), shape, zone)
    loops, middle = _cuts(shape), (shape.width / 2, shape.height / 2)
    known, least = [(middle, clearance(loops, *middle))], inf
    for point in sorted(points, key=lambda point: dist(point, middle), reverse=True):
        if any(room - dist(point, other) >= least for other, room in known):
            continue  # so near to a known one there is no less room than that
        known = [(point, clearance(loops, *point)), *known[:3]]
        least = min(least, known[0][1])
    return zone.margin - least


def marking_of(
    context: Context, words: str, nodes: Sequence[Node], shape: Shape, zone: Zone, wish: str, hidden: bool
) -> Marking:
    """The stamp of a face. `wish`: "faces", "slug", "off", or "": on the face where it has a place. `hidden`: it must
    not show on this side."""
    if wish in ("slug", "off") or hidden:
        return Marking(slug=wish != "off")
    own = context.stamp is not None
    tries = [stamp_nodes(context, words)] if own else _low_right(context, words, shape, zone)
    tried: tuple[Node, ...] = ()
    trouble = ""
    apart = 0.0 if own else APART - AIR
    ground = cache(lambda box: ground_under(nodes, box, context.tools.book().ink, apart))
    for way in tries:
        tried, trouble = tuple(way), _trouble(context, way, ground, shape, zone)
        if not trouble:
            return Marking(tried)
    return Marking(tried, trouble=trouble) if wish else Marking(slug=True)


def _trouble(
    context: Context, stamp: Sequence[Node], ground_of: Callable[[Box], Rgb | None], shape: Shape, zone: Zone
) -> str:
    """What is wrong with a stamp where it stands; "" if nothing is."""
    if not stamp:
        return "cannot be set there"
    for run, matrix in runs(stamp):
        box = box_under(context.tools.book().ink(run), matrix)
        beyond = outside_by(box, shape, zone)
        if beyond > SLACK:
            return f"stands {beyond:.2f} mm outside the safe zone"
        ground = ground_of(grown(box, CLOSE if context.stamp else AIR))
        if ground is None:
            return "lies upon other things"
        seen = contrast(rgb_of(run.fill.hex), ground) if run.fill else 1.0
        if seen < FAINT:
            return f"has a contrast of {seen:.1f} with what lies under it, not {FAINT:g}"
    return ""


def _low_right(context: Context, words: str, shape: Shape, zone: Zone) -> Iterator[list[Node]]:
    """The stamp at the lower right of the safe zone, a hair inside, since letters overhang; in other shapes low in
    their lowest cell."""
    book, style = context.tools.book(), Style("body", FLOORS["en"], COLORS[0], "en")
    if zone.box is not None:
        x, y, anchor = zone.box[2] - 0.06 * style.size, zone.box[3] - 0.21 * style.size, "end"
    else:
        width = measure(words, style, book)
        (x, y), anchor = _low_place(shape, width, style.size, zone.margin), "middle"
    nodes = set_line(words, style, book, round(x, 4), round(y, 4), anchor).nodes
    for color in COLORS:
        yield [replace(node, fill=color) if isinstance(node, GlyphRun) else node for node in nodes]


def _low_place(shape: Shape, width: float, size: float, margin: float) -> tuple[float, float]:
    """The middle of the lowest baseline at which words of this width keep off the cut."""
    cell = max(shape.cells, key=lambda c: (round(c.y, 3), round(c.x, 3)))
    loops = _cuts(shape)
    y = min(shape.height, cell.y + max(cell.height, 2 * cell.radius) / 2)
    while y > cell.y:
        corners = [(cell.x + dx, y - dy) for dx in (-width / 2, width / 2) for dy in (0.0, 0.7 * size)]
        if min(clearance(loops, *c) for c in corners) >= margin:
            break
        y -= 0.25
    return cell.x, y


def _cuts(shape: Shape) -> tuple[tuple[tuple[float, float], ...], ...]:
    return tuple(p for cut in shape.cuts for p in polygons(cut))


# ---- the one colour under a box; never one where an edge, a word, a picture or a gradient reaches into it ----


def ground_under(nodes: Iterable[Node], box: Box, letters: Letters = reach_of, apart: float = 0.0) -> Rgb | None:
    """The colour of the paper and the plain areas under all of a box; None where anything else lies in it, or words
    nearer to it than `apart`."""
    return _over(nodes, IDENTITY, _Asked(box, grown(box, apart), letters), PAPER, 1.0)


class _Asked(NamedTuple):
    box: Box
    wide: Box
    letters: Letters


def _over(nodes: Iterable[Node], matrix: Matrix, asked: _Asked, ground: Rgb | None, share: float) -> Rgb | None:
    for node in nodes:
        has_words = isinstance(node, GlyphRun | Group)
        near = asked.wide if has_words else asked.box
        if not boxes_touch(box_under(painted_by(node), matrix), near):
            continue
        if has_words and not boxes_touch(box_under(painted_by(node, asked.letters), matrix), near):
            continue  # what letters really paint is asked last: it takes long
        if isinstance(node, GlyphRun | Image):
            ground = None
        elif isinstance(node, Path):
            ground = _on_path(node, matrix, asked.box, ground, share)
        else:
            ground = _in_group(node, matrix, asked, ground, share)
    return ground


def _in_group(node: Group, matrix: Matrix, asked: _Asked, ground: Rgb | None, share: float) -> Rgb | None:
    inner = multiply(matrix, node.matrix)
    holds = _holds(node.clip, inner, asked.box) if node.clip else True
    if holds is None:
        return None
    return _over(node.children, inner, asked, ground, share * node.opacity) if holds else ground


def _on_path(node: Path, matrix: Matrix, box: Box, ground: Rgb | None, share: float) -> Rgb | None:
    pen = node.stroke.width / 2 * (scale_of(matrix) or 2.0) if node.stroke and is_visible(node.stroke.paint) else -1.0
    if pen >= 0 and _holds(node.segments, matrix, grown(box, pen)) is None:
        return None
    if not is_visible(node.fill):
        return ground
    holds = _holds(node.segments, matrix, box)
    if holds and isinstance(node.fill, Color):
        alpha = node.fill.alpha * share
        if ground is None or alpha >= 1:
            return rgb_of(node.fill.hex) if alpha >= 1 else None
        return laid_over(rgb_of(node.fill.hex), alpha, ground)
    return ground if holds is False else None


def _holds(outline: Segments, matrix: Matrix, box: Box) -> bool | None:
    """Whether a box lies in an outline (True), outside (False), or neither for sure (None). What is so of the whole mm
    about it is so of the box, and of those on other faces."""
    found = _holds_all(outline, matrix, (floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3])))
    return _holds_all(outline, matrix, box) if found is None else found


@lru_cache(maxsize=4096)
def _holds_all(outline: Segments, matrix: Matrix, box: Box) -> bool | None:
    loops: Sequence[Sequence[Point]] = polygons(outline)
    if matrix != IDENTITY:
        loops = [[at(matrix, *p) for p in loop] for loop in loops]
    if any(_crosses(a, b, box) for loop in loops for a, b in edges(loop)):
        return None
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    around = sum(inside([loop], *middle) for loop in loops)
    return around == 1 if around < 2 else None


def _crosses(a: Point, b: Point, box: Box) -> bool:
    """True if a line touches a box (Liang and Barsky)."""
    first, last = 0.0, 1.0
    if (a[0] < box[0] > b[0]) or (a[1] < box[1] > b[1]) or (a[0] > box[2] < b[0]) or (a[1] > box[3] < b[1]):
        return False
    for k in (0, 1):
        way = b[k] - a[k]
        for step, room in ((-way, a[k] - box[k]), (way, box[k + 2] - a[k])):
            if step == 0 and room < 0:
                return False
            if step < 0:
                first = max(first, room / step)
            elif step > 0:
                last = min(last, room / step)
    return first <= last
