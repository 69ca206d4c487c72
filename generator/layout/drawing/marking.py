"""Where the content stamp of a face goes: on it, or into the margin of its sheet.

Takes a drawn face, its safe zone and what the game asks for; gives a `Marking`. Promise: unless it is asked for, a
stamp stands on a face only inside the safe zone, on one plain colour that it stands out from; never below 4 pt, never
on the back of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import dist, inf

from generator.face.bounds import runs
from generator.face.clear import ground_under
from generator.face.contrast import Rgb, contrast, rgb_of
from generator.face.face import Color, Node, Shape, Text
from generator.face.geometry import Box, Point, box_of_points, box_under, clearance, grown, polygons
from generator.layout.drawing.context import Context
from generator.layout.drawing.text import stamp_nodes
from generator.typeset.typeset import POINT, Style, measure, set_line
from generator.values import dataclass, replace

SIZES = (5 * POINT, 4 * POINT)
COLORS = (Color("#808080"), Color("#d0d0d0"))
CLOSE, AIR = 0.3, 0.5
"""Room about a stamp, mm: where a template puts it, and where nobody does."""
FAINT = 3.0
"""The least contrast of a stamp: it is for sorting, not for reading."""
SLACK = 0.05
"""How far (mm) a character box may reach over the safe zone before it is told."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The safe zone: a box, or (box None) all that keeps `margin` from the outline."""

    margin: float
    box: Box | None


@dataclass(frozen=True, slots=True)
class Marking:
    """The stamp's nodes on the face; whether it goes into the margin (`slug`); what is wrong with the place that was
    asked for."""

    nodes: tuple[Node, ...] = ()
    slug: bool = False
    trouble: str = ""


def past(box: Box, shape: Shape, zone: Zone) -> float:
    """By how many mm a box leaves the safe zone."""
    x1, y1, x2, y2 = box
    if x1 > x2:
        return 0.0
    if zone.box is not None:
        left, top, right, bottom = zone.box
        return max(left - x1, top - y1, x2 - right, y2 - bottom)
    loops = _cuts(shape)
    return zone.margin - min(clearance(loops, x, y) for x in (x1, x2) for y in (y1, y2))


def past_ink(points: Iterable[Point], shape: Shape, zone: Zone) -> float:
    """By how many mm the outermost of some points leaves the safe zone."""
    if zone.box is not None:
        return past(box_of_points(points), shape, zone)
    loops, middle = _cuts(shape), (shape.width / 2, shape.height / 2)
    room, least = clearance(loops, *middle), inf
    for far, (x, y) in sorted(((dist(point, middle), point) for point in points), reverse=True):
        if room - far >= least:  # nearer to the middle there is no less room than that
            break
        least = min(least, clearance(loops, x, y))
    return zone.margin - least


def marking_of(
    context: Context, words: str, nodes: Sequence[Node], shape: Shape, zone: Zone, wish: str, hidden: bool
) -> Marking:
    """The stamp of a face. `wish`: "faces", "slug", "off", or "": on the face where it has a place. `hidden`: it must
    not show on this side."""
    if wish in ("slug", "off") or hidden:
        return Marking(slug=wish != "off")
    own = context.stamp is not None
    tries = [stamp_nodes(context, words, SIZES[-1])] if own else _low_right(context, words, shape, zone)
    tried: tuple[Node, ...] = ()
    trouble = ""
    ground = cache(lambda box: ground_under(nodes, box, context.tools.book().ink))
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
        beyond = past(box, shape, zone)
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
    book = context.tools.book()
    for size in SIZES:
        if zone.box is not None:
            x, y, anchor = zone.box[2] - 0.06 * size, zone.box[3] - 0.21 * size, "end"
        else:
            width = measure(words, Style("body", size, COLORS[0], "en"), book)
            (x, y), anchor = _low_place(shape, width, size, zone.margin), "middle"
        style = Style("body", size, COLORS[0], "en")
        nodes = set_line(words, style, book, round(x, 4), round(y, 4), anchor).nodes
        for color in COLORS:
            yield [replace(node, fill=color) if isinstance(node, Text) else node for node in nodes]


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
    return polygons(shape.outline) + tuple(p for hole in shape.holes for p in polygons(hole))
