"""Sheets -> what a cutting machine cuts: the outlines of all pieces in mm, at their places on the printed sheet.

Takes a run; gives an SVG file for each side of a sheet that is cut, with three groups of lines: `cut`, `fold` (to be
scored) and `marks` (those of the printed sheet, to lay the two upon each other; not to be cut). Promise: every piece is
a path, what is inside it first, and comes free; no line is cut twice: a side that an earlier piece shares is left out,
and any other path is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, dist, pi, sin

from generator.export import Output, Run
from generator.face.face import Color, Node, Path, Segment, Segments, Stroke
from generator.face.geometry import Point, between, loops_of, moved, outlined
from generator.face.svgwriter import add_nodes, canvas_of, finished
from generator.sheet.sheet import Placement, Sheet
from generator.typeset.fonts import FontBook

_LAYERS = {"cut": ("#ff0000", ()), "fold": ("#0000ff", ("fold",)), "marks": ("#000000", ("crop", "match"))}
"""Group -> its colour, by which machines tell layers apart, and the kinds of marks in it."""
_WIDTH = 0.1
_SAME = 0.01
"""Lines so near each other (mm) are one, and what is shorter is none."""

_Cut = dict[tuple[float, int], list[tuple[float, float]]]
"""What is cut already: by direction and distance of a line from the origin, from where to where along it."""


def sheet_files(run: Run) -> Iterator[Output]:
    """Each sheet that is cut; its back is cut with it."""
    for sheet in run.sheets:
        if sheet.side != "back" and sheet.placements:
            yield Output(f"sheets-{run.stem}/sheet-{int(sheet.label):02}-cut.svg", cut_svg(sheet, run.book))


def cut_svg(sheet: Sheet, book: FontBook) -> bytes:
    """The lines of one side of a sheet as an SVG file."""
    canvas = canvas_of(book, sheet.paper.width, sheet.paper.height, "cut-")
    canvas.drawing.set_desc(title=f"{sheet.title} {sheet.label}")
    for layer, (color, kinds) in _LAYERS.items():
        lines = cut_paths(sheet) if layer == "cut" else [m.segments for m in sheet.marks if m.kind in kinds]
        drawn: list[Node] = [Path(line, None, Stroke(Color(color), _WIDTH)) for line in lines]
        if drawn:
            add_nodes(canvas, canvas.drawing.add(canvas.drawing.g(id=layer)), drawn)
    return finished(canvas)


def cut_paths(sheet: Sheet) -> Iterator[Segments]:
    """For each piece what is still to be cut to free it, in mm of the page."""
    known: _Cut = {}
    for placement in (p for p in sheet.placements if p.face.side == "front"):  # what is folded is cut in front
        left = tuple(s for loop in _loops(placement) for s in _left(loop, known))
        if left:
            yield left


def _loops(placement: Placement) -> Iterator[Segments]:
    """The closed lines around a piece, what is inside first; a part of a board has straight sides."""
    shape = placement.face.shape
    for cut in [outlined(placement.window)] if placement.window else (*shape.holes, shape.outline):
        yield from loops_of(moved(cut, placement.matrix))


def _left(loop: Segments, known: _Cut) -> Segments:
    """What of a closed line is not cut yet; from now on it is."""
    here = start = (loop[0][1][0], loop[0][1][1])
    sides: list[tuple[Point, Segment]] = []
    for command, values in (*loop[1:-1], ("L", start)):
        end = (values[-2], values[-1])
        if command != "L":
            sides.append((here, (command, values)))
        elif dist(here, end) > _SAME:
            sides += [(a, ("L", b)) for a, b in _uncut(here, end, known)]
        here = end
    gaps = [k for k, (begins, _) in enumerate(sides) if dist(begins, sides[k - 1][1][1][-2:]) > 2 * _SAME]
    if not gaps:
        return loop if sides else ()
    found: list[Segment] = []
    for k, (begins, side) in enumerate((*sides[gaps[0] :], *sides[: gaps[0]])):
        found += [("M", begins), side] if (k + gaps[0]) % len(sides) in gaps else [side]
    return tuple(found)


def _uncut(a: Point, b: Point, known: _Cut) -> list[tuple[Point, Point]]:
    """What of a straight line is not cut yet, on the way from a to b; from now on it is."""
    angle = round(atan2(b[1] - a[1], b[0] - a[0]) % pi, 6) % round(pi, 6)  # the same both ways
    c, s = cos(angle), sin(angle)
    (first, last), off = (x * c + y * s for x, y in (a, b)), round((a[1] * c - a[0] * s) / _SAME)
    whole = (min(first, last), max(first, last))
    free = [whole]
    for low, high in (cut for near in (off - 1, off, off + 1) for cut in known.get((angle, near), ())):
        parts = [part for x, y in free for part in ((x, min(y, low)), (max(x, high), y))]
        free = [(x, y) for x, y in parts if y - x > _SAME]
    known.setdefault((angle, off), []).extend(free)
    if free == [whole]:
        return [(a, b)]

    def at(t: float) -> Point:
        return between(a, b, (t - first) / (last - first))

    return [(at(x), at(y)) if first < last else (at(y), at(x)) for x, y in sorted(free, reverse=first > last)]
