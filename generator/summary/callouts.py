"""A `Sketch` -> a picture for a measure: its faces, the numbers of its callouts and the lines to what they mean.

Takes a sketch and the `Design`; gives nodes in mm. Promise: a callout's number stands beside the faces and a line that
crosses nothing to read leads to its place, or it stands upon what it means, beside it where that is small; no two
numbers of one side touch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from statistics import fmean

from generator.face.face import Group, Node, Path, Segments, Stroke
from generator.face.geometry import (
    Box,
    Point,
    box_under,
    common,
    ellipse,
    extent,
    grown,
    holds,
    multiply,
    overlap,
    polyline,
)
from generator.summary.figures import DISC, Pin, Sketch, box_of_shape
from generator.summary.prose import WHITE, Design, framed, one_line, text_slugs, words
from generator.summary.summary import Prose
from generator.values import replace

APART = 1.0
"""The least room between two discs, mm."""
INSIDE = 0.55
"""How much of a hexagon's width a number in it may take."""
REACH = 3.4
"""How far the discs' edge is from the faces, mm."""
ENDS = 2 * (REACH + 2 * DISC)
"""The room for numbers at both ends, mm."""
LARGEST, TALLEST, TALLEST_ACROSS, TALLEST_READ = 0.62, 54.0, 72.0, 82.0
"""The largest scale of a figure; how high it may be in a column, and across the page, mm; and if the words that it
points at are read only so."""
NARROW = 34.0
"""The legend of a figure across the page stands beside it if that leaves so much room, mm."""
DEEP, DEEP_ACROSS = 6.0, 12.0
"""A line that would run further over the faces, mm, is none: the number stands upon its place. (The second is for lines
from the ends of what lies.)"""
LONG = 18.0
"""A line from above or below runs so far over what lies if it crosses no words and no icons, mm."""
SMALL = 6 * DISC
"""A number would hide too much of a piece that is narrower than that, mm: it stands beside it."""
RIM, BESIDE = 0.5, 1.5
"""How far from such a piece the dot of its line is, and the disc, mm."""
SMALLEST = 0.24
"""A figure that would be smaller than that in a column stands across the page."""


def is_across(sketch: Sketch, design: Design) -> bool:
    """True for what stands across the page: it, or words that it points at, would be too small in a column."""
    small, large = (_sides(sketch, design, width)[0] for width in (design.column(2), design.width))
    return small < SMALLEST or max(small, LARGEST) < sketch.wanted <= large


def wide_with_numbers(sketch: Sketch, design: Design) -> float:
    """How wide a figure across the page and the numbers at its ends may be, mm."""
    return (sketch.box[2] - sketch.box[0]) * _scale(sketch, design, design.width) + ENDS


def _scale(sketch: Sketch, design: Design, width: float) -> float:
    """The scale at which a sketch and its numbers fit."""
    x1, y1, x2, y2 = sketch.box
    beside = 0.0 if sketch.lies else ENDS
    tallest = TALLEST_ACROSS if width > design.column(2) else TALLEST
    widest, wanted = (width - beside) / (x2 - x1), sketch.wanted
    usual = min(LARGEST, widest, tallest / (y2 - y1))
    return max(usual, wanted) if wanted <= min(widest, TALLEST_READ / (y2 - y1)) else usual


def _sides(sketch: Sketch, design: Design, width: float) -> tuple[float, list[bool], list[bool]]:
    """The scale of a figure in a measure, and whether the number of each pin stands outside, and at an end."""
    scale = _scale(sketch, design, width)
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
        scale = _scale(sketch, design, width - ENDS)
    return scale, outside, ends


def drawn_figure(sketch: Sketch, design: Design, width: float) -> tuple[tuple[Node, ...], float]:
    """The nodes of a figure in the middle of a measure, with the numbers, and its height, mm."""
    scale, outside, ends = _sides(sketch, design, width)
    x1, y1, x2, _ = sketch.box
    above = REACH + 2 * DISC if sketch.lies and any(outside) else 0.5
    place = (scale, 0.0, 0.0, scale, (width - (x2 - x1) * scale) / 2 - x1 * scale, above - y1 * scale)
    box = box_under(sketch.box, place)
    nodes: list[Node] = [framed(face, multiply(place, own), scale) for face, own in sketch.pieces]
    pins = [replace(p, box=box_under(p.box, place), piece=box_under(p.piece, place)) for p in sketch.pins]
    spots = [*_spots([p for p, free in zip(pins, outside, strict=True) if free], box, sketch.lies, width)]
    spots += _spots([p for p, free in zip(pins, ends, strict=True) if free], box, False, width)
    signs = [box_under(sign, place) for sign in sketch.signs]
    nodes += [node for pin, spot in spots for node in _leader(spot, pin.box, box, signs, design)]
    nodes += [node for pin, spot in spots for node in _disc(pin.number, *spot, design)]
    upon = [p for p, *free in zip(pins, outside, ends, strict=True) if not any(free)]
    pieces = (box_of_shape(face.shape, multiply(place, own)) for face, own in sketch.pieces)
    nodes += _upon_faces(upon, [*signs, *filter(_is_small, pieces)], box, design)
    low = max([box[3] + 0.5, *(y + DISC for _, (_, y) in spots)])
    for players, own in sketch.scenes:
        said = words(design.summary.say("players", n=design.summary.say("listed").join(map(str, players))))
        left, _, right, _ = box_under(own, place)
        nodes += one_line(said, design, design.text(1, bold=True), (left + right) / 2, low + 4.5, "middle").nodes
    return tuple(nodes), low + 6.0 * bool(sketch.scenes)


def _upon_faces(pins: Sequence[Pin], busy: list[Box], faces: Box, design: Design) -> Iterator[Node]:
    """The numbers that stand upon the faces; a line from those beside a small piece, off what is `busy`, to their place
    on it."""
    for pin in pins:
        size = max(0.8, min(1.0, (pin.box[2] - pin.box[0]) * INSIDE / (2 * DISC))) if pin.inside else 1.0
        x, y = _upon(pin, faces[2])
        if not pin.inside and _is_small(pin.piece) and holds(pin.piece, pin.box):
            x, y = _beside(pin.piece, busy)
            near = grown(pin.piece, RIM)
            rim = (min(max(x, near[0]), near[2]), min(max(y, near[1]), near[3]))
            yield from _leader((x, y), (*rim, *rim), faces, (), design)
        busy.append((x - DISC, y - DISC, x + DISC, y + DISC))
        yield from _disc(pin.number, x, y, design, size)


def _is_small(box: Box) -> bool:
    return min(extent(box)) < SMALL


def _beside(piece: Box, busy: Sequence[Box]) -> Point:
    """Where a number beside a piece hides least of what else is there: at its right, left, above, below, a corner."""
    left, top, right, bottom = grown(piece, DISC + BESIDE)
    x, y = (left + right) / 2, (top + bottom) / 2
    corner = 0.3 * DISC
    ways = [(right, y), (left, y), (x, top), (x, bottom)]
    ways += [(a, b) for b in (top + corner, bottom - corner) for a in (right - corner, left + corner)]

    def hidden(spot: Point) -> float:
        own = grown((*spot, *spot), DISC)
        shared = (common(own, other) for other in busy if overlap(own, other))
        return sum(prod(extent(b)) for b in shared)

    return min(ways, key=lambda spot: round(hidden(spot), 3))


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
    return not any(overlap(way, sign) and not holds(sign, pin.box) for sign in sketch.signs for way in ways)


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


def _leader(spot: Point, box: Box, faces: Box, signs: Sequence[Box], design: Design) -> Iterator[Node]:
    """A line from a number to its box, and a dot: within a large one where it hides nothing to read, beside a line or
    two of words, never beside the faces; light around both."""
    x1, y1, x2, y2 = box
    room = min(x2 - x1, y2 - y1)
    for inset in (1.2, 0.0, -1.3) if room > 6.5 else (-1.3,) if room else (0.0,):
        x, y = min(max(spot[0], x1 + inset), x2 - inset), min(max(spot[1], y1 + inset), y2 - inset)
        if inset < 0:
            x, y = min(max(x, faces[0] + 1.2), faces[2] - 1.2), min(max(y, faces[1] + 1.2), faces[3] - 1.2)
        if not any(overlap(grown((x, y, x, y), 0.85), sign) for sign in signs):
            break
    line: Segments = polyline(spot, (x, y))
    yield Path(line, None, Stroke(WHITE, 0.9, "round"))
    yield Path(ellipse(x, y, 0.85, 0.85), WHITE)
    yield Path(line, None, Stroke(design.accent, 0.3, "round"))
    yield Path(ellipse(x, y, 0.55, 0.55), design.accent)


def _disc(number: int, x: float, y: float, design: Design, size: float = 1.0) -> Iterator[Node]:
    """A number in a disc about (x, y)."""
    style = replace(design.text(1, WHITE, bold=True), size=2.9 * size)
    yield Path(ellipse(x, y, DISC * size, DISC * size), design.accent, Stroke(WHITE, 0.35 * size))
    yield from one_line(words(str(number)), design, style, x, y + style.size * 0.355, "middle").nodes


def legend(
    callouts: Sequence[Prose], design: Design, indent: float, across: float, columns: int = 1
) -> tuple[tuple[Node, ...], float]:
    """The words of callouts by their numbers, in so many columns of a width, and their height, mm."""
    hang = 2 * DISC + 1.6
    style = replace(design.text(0.94), align="start")
    nodes: list[Node] = []
    rows = -(-len(callouts) // columns)
    lowest = 0.0
    for first in range(0, len(callouts), rows or 1):
        x, y = indent + (first // rows) * (across + design.gap), 0.0
        for number, prose in enumerate(callouts[first : first + rows], first + 1):
            slugs = text_slugs(prose, design, style, across - indent - hang, hang)
            nodes += [Group(tuple(_disc(number, DISC, design.unit, design)), (1.0, 0.0, 0.0, 1.0, x, y))]
            for slug in slugs:
                nodes.append(Group(slug.nodes, (1.0, 0.0, 0.0, 1.0, x, y)))
                y += slug.height * design.unit
            y += design.unit * 0.5
        lowest = max(lowest, y)
    return tuple(nodes), lowest
