"""Printers' marks: placements on a page -> where to cut and fold, and the caption with its scale bar.

Takes placements and the printable box of the page (mm, y down); gives `PrinterMark`s, and the caption.
Promise: crop marks stand at every end of every straight cut, off every trim, inside the printable box, outside the
bleed where there is room, all of one length; a rectangle that lacks a pair of marks gets its outline; an edge of two
outlines is drawn once. The caption stays between the printable margin and the faces, turned along an edge if need be,
off every face by the room of a crop mark; where there is no room it is left out rather than laid over a face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import cos, inf, radians, sin

from generator.face.face import Color, Group, Node, Path, Segment, Segments, Shape, Stroke
from generator.face.geometry import (
    Box,
    Point,
    between,
    bounds,
    edges,
    flipped,
    moved,
    outlined,
    polygons,
    polyline,
    rectangle,
)
from generator.sheet.sheet import Job, Placement, PrinterMark
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT, Style
from generator.typeset.typeset import flow, set_line, shifted
from generator.values import Struct

OFF = 0.5
"""How far a crop mark stays off a trim, mm."""
LENGTH = 3.0
SHORTEST = 0.8
SLICES = 12
"""In so many a piece that is not cut straight takes its room among marks."""
LEAST_BETWEEN = 2.5
"""Between pieces there are no shorter marks, mm: outlines take their place."""
FOR_MARKS = 2.0
"""Room in mm for crop marks between the printable margin and what they mark."""
STRIP = 3.6
"""Height in mm of the caption and the air above it."""
GREY = Color("#6b6b6b")
SIZE, LEAST = 6.5 * POINT, 4 * POINT
BAR = 50.0
"""Length of the scale bar, mm."""
_BEST_LEAST = 1.5
_SAME = 1e-4
_TIGHT = 2.6
_GAP = 6.0
_UP, _LOW = 2.0, 0.55
"""What the caption takes above its baseline, and below."""


class _Run(Struct, frozen=True):
    """One straight cut: a line at `at` from `start` to `end`; the bleed beyond its two ends; whose it is."""

    at: float
    start: float
    end: float
    bleed: tuple[float, float]
    owners: set[int]


_Found = tuple[_Run, float, float, bool]
"""A mark: of which cut, where it begins and ends, whether it is upright."""


def crop_marks(
    placements: Sequence[Placement],
    printable: Box,
    taken: Sequence[Box] = (),
    unseen: Sequence[Placement] = (),
    cells: Sequence[Placement] = (),
    most: float = LENGTH,
) -> tuple[PrinterMark, ...]:
    """Crop marks (and cut outlines where there is no room for marks) of the rectangles on a page, all of one length, at
    `most` so long. `taken` are boxes that marks must not touch: the caption, the band of the fold. `unseen` are marked
    on the other side of the paper; they take the same room here, so that both sides are marked alike. `cells` are those
    of the grid that a pile of sheets shares: all are marked, whether there is a card in them or not.
    """
    placed = [*cells] if cells else [*placements, *unseen]
    straight = tuple((p.trim, p.bleed) for p in cells or placements if p.straight)
    boxes = tuple(pair for p in (placed if straight else ()) for pair in _room_of(p))
    return _cropped(straight, boxes, frozenset(p.trim for p in placements), printable, tuple(taken), most)


def mark_length(marks: Iterable[PrinterMark]) -> float:
    """How long the crop marks of a page are."""
    boxes = (bounds(mark.segments) for mark in marks if mark.kind == "crop")
    return min((round(max(x2 - x1, y2 - y1), 4) for x1, y1, x2, y2 in boxes), default=LENGTH)


_Pairs = tuple[tuple[Box, Box], ...]
_Taken = tuple[Box, Box, float]
"""A box without and with bleed, and the share of the room before it that is another's for marks."""


def _room_of(placed: Placement) -> Iterator[_Taken]:
    """The boxes that a piece takes: of a round one slices, beside which marks may stand."""
    x1, y1, x2, y2 = placed.trim
    loops = () if placed.straight or placed.window else polygons(moved(placed.face.shape.outline, placed.matrix))
    sides = [sorted(side) for loop in loops for side in edges(loop)]
    count = SLICES if sides else 1
    for k in range(count):
        left, right = (x1 + (x2 - x1) * n / count for n in (k, k + 1))
        ys = [y for side in sides for x, y in side if left <= x <= right]
        ys += (between(a, b, (x - a[0]) / (b[0] - a[0]))[1] for a, b in sides for x in (left, right) if a[0] < x < b[0])
        top, low = (min(ys), max(ys)) if ys else (y1, y2)
        more = placed.bleed
        with_bleed = (left - more[0], top - more[1], right + more[2], low + more[3])
        yield (left, top, right, low), with_bleed, 0.5 if placed.straight else 1.0


@lru_cache(maxsize=64)
def _cropped(
    straight: _Pairs,
    placed: tuple[_Taken, ...],
    there: frozenset[Box],
    printable: Box,
    taken: tuple[Box, ...],
    most: float,
) -> tuple[PrinterMark, ...]:
    """The same of what is cut straight (trims with their bleeds), where things lie (trims, and with their bleeds) and
    which of it is printed: many pages are alike."""
    found: list[_Found] = []
    bare: set[int] = set()
    for upright in (True, False):
        around = [(flipped(a, not upright), flipped(b, not upright), share) for a, b, share in placed]
        others = [flipped(b, not upright) for b in taken]
        limits = flipped(printable, not upright)
        for run in _runs(straight, upright, [trim for trim, _, _ in around]):
            ends = [_end(run, k, around, others, limits) for k in (0, 1)]
            found += [(run, a, b, upright) for a, b in (e for e in ends if e)]
            if None in ends:
                bare |= run.owners
    trims = [trim for trim, _ in straight]
    cut = _joined(bare, trims)
    needed = [m for m in found if not m[0].owners <= cut]
    found = [m for k, m in enumerate(found) if m in needed or not any(_cross(m, o) for o in (*needed, *found[:k]))]
    shortest = min((abs(b - a) for _, a, b, _ in needed or found), default=0.0)
    length = max(int(2 * shortest + _SAME) / 2, min(shortest, 1.0))  # half mm: alike on both sides, whatever is near
    length = min(length, most)
    found = [m for m in found if abs(m[2] - m[1]) >= length - _SAME]
    marks = [_segment(run.at, a, a + length if b > a else a - length, upright) for run, a, b, upright in found]
    outlines = [outlined(trims[k]) for k in sorted(cut) if trims[k] in there]
    return (*(PrinterMark("crop", s) for s in marks), *_cut_lines(outlines))


def _cross(one: _Found, other: _Found) -> bool:
    """True of two marks that would look like one of a corner."""
    (run, *ends, upright), (across, *others, level) = one, other
    return upright is not level and min(ends) < across.at < max(ends) and min(others) < run.at < max(others)


def _joined(bare: set[int], trims: Sequence[Box]) -> set[int]:
    """The same with all that shares a corner with one of them, and so on: of a block, all or none are outlined."""
    corners = [{(round(x / _SAME), round(y / _SAME)) for x in box[::2] for y in box[1::2]} for box in trims]
    left, queue = {*range(len(trims))} - bare, list(bare)
    while queue:
        own = corners[queue.pop()]
        new = {k for k in left if not own.isdisjoint(corners[k])}
        left -= new
        queue += new
    return {*range(len(trims))} - left


def _segment(at: float, a: float, b: float, upright: bool) -> Segments:
    return (("M", (at, a) if upright else (a, at)), ("L", (at, b) if upright else (b, at)))


def _runs(straight: _Pairs, upright: bool, trims: Sequence[Box]) -> list[_Run]:
    """The cuts in one direction: edges on one line are one, unless something else lies between them."""
    edges: dict[int, list[_Side]] = {}
    for k, (trim, bleed) in enumerate(straight):
        x1, y1, x2, y2 = flipped(trim, not upright)
        before, after = (bleed[1], bleed[3]) if upright else (bleed[0], bleed[2])
        for at in (x1, x2):
            edges.setdefault(round(at / _SAME), []).append((y1, y2, at, before, after, k))
    runs: list[_Run] = []
    for key in sorted(edges):
        for chain in _chains(sorted(edges[key]), trims):
            last = max(chain, key=lambda e: e[1])
            runs.append(_Run(chain[0][2], chain[0][0], last[1], (chain[0][3], last[4]), {e[5] for e in chain}))
    return runs


_Side = tuple[float, float, float, float, float, int]
"""Start, end, place across, bleed before the start and after the end, whose it is."""


def _chains(edges: list[_Side], trims: Sequence[Box]) -> list[list[_Side]]:
    chains = [[edges[0]]]
    reach = edges[0][1]
    for edge in edges[1:]:
        start, end, at = edge[:3]
        across = (b for b in trims if b[0] + _SAME < at < b[2] - _SAME)
        if any(b[1] < start - _SAME and b[3] > reach + _SAME for b in across):
            chains.append([])
        chains[-1].append(edge)
        reach = max(reach, end)
    return chains


def _between(run: _Run, side: int, around: Sequence[_Taken]) -> float:
    """How far a mark beyond one end of a cut may reach, for what lies there."""
    end, free = (run.end if side else run.start), inf
    for trim, block, share in around:
        if trim[0] - OFF < run.at < trim[2] + OFF:
            gap, clear = (trim[1] - end, block[1] - end) if side else (end - trim[3], end - block[3])
            if gap > -_SAME:
                free = min(free, share * (gap - OFF), max(clear - 0.1, 0.0))
    return free


def _end(
    run: _Run, side: int, around: Sequence[_Taken], taken: Sequence[Box], limits: Box
) -> tuple[float, float] | None:
    """Where the mark beyond one end of a cut begins and ends; None if there is no room for one."""
    end = run.end if side else run.start
    sign = 1.0 if side else -1.0
    margin = (limits[3] - end) if side else (end - limits[1])
    if not limits[0] <= run.at <= limits[2]:
        return None
    free = min(margin, _between(run, side, around))
    if free < margin and free - OFF < LEAST_BETWEEN:
        return None
    for box in taken:
        if box[0] - OFF < run.at < box[2] + OFF:
            gap = box[1] - end if side else end - box[3]
            if gap > -_SAME:
                free = min(free, gap - 0.3)
    bleed = run.bleed[side]
    for start, least in ((bleed + OFF, _BEST_LEAST), (max(bleed + 0.3, OFF), _BEST_LEAST), (OFF, SHORTEST)):
        if free - start >= least - _SAME:
            return (end + sign * start, end + sign * min(start + LENGTH, free))
    return None


def outline_marks(placements: Iterable[Placement]) -> list[PrinterMark]:
    """Cut lines of everything that straight cuts do not free, and the folds of all."""
    outlines: list[Segments] = []
    folds: list[PrinterMark] = []
    for p in placements:
        shape = p.face.shape
        if not p.straight:
            outlines += [moved(s, p.matrix) for s in shape.cuts]
        if p.window is None:
            lines = [polyline((x1, y1), (x2, y2)) for x1, y1, x2, y2 in shape.folds]
            folds += [PrinterMark("fold", moved(s, p.matrix)) for s in lines]
    return [*_cut_lines(outlines), *folds]


def glue_words(placements: Iterable[Placement], job: Job, book: FontBook) -> list[Node]:
    """The word for glue on each tab that takes some, turned with its fold; none on tabs too small to read it."""
    found: list[Node] = []
    for p in placements:
        for tab in p.face.shape.tabs if p.window is None else ():
            style = Style("body", min(SIZE, 0.5 * tab.height), GREY, job.language)
            word = set_line(job.say("caption.glue"), style, book, 0.0, 0.35 * style.size, "middle")
            if style.size < LEAST or word.width > tab.width:
                continue
            c, s = cos(radians(tab.angle)), sin(radians(tab.angle))
            wide, high = word.width + style.size, 1.4 * style.size  # white: the tab may be of any colour
            plate = Path(rectangle(-wide / 2, -high / 2, wide, high), Color("#ffffff"))
            found.append(Group((Group((plate, *word.nodes), (c, s, -s, c, tab.x, tab.y)),), p.matrix))
    return found


def _edges(outline: Segments) -> list[tuple[Point, Point]]:
    """The straight lines, and the chords of the curves, that an outline runs along."""
    points = [(v[-2], v[-1]) for _, v in outline if v]
    pairs = edges(points)
    return [(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) > _SAME]


def _cut_lines(outlines: Iterable[Segments]) -> Iterator[PrinterMark]:
    """Outlines as cut lines. Those of straight edges are drawn edge by edge, each edge once; curves as they are."""
    seen: set[tuple[Point, ...]] = set()
    for outline in outlines:
        if any(command == "C" for command, _ in outline):
            yield PrinterMark("cut", outline)
            continue
        chain: list[Segment] = []
        for a, b in _edges(outline):
            key = tuple(sorted((round(x, 3), round(y, 3)) for x, y in (a, b)))  # either way along it
            if key not in seen:
                chain += [("L", b)] if chain else [("M", a), ("L", b)]
            elif chain:
                yield PrinterMark("cut", tuple(chain))
                chain = []
            seen.add(key)
        if chain:
            yield PrinterMark("cut", tuple(chain))


def proof_marks(placements: Iterable[Placement]) -> list[PrinterMark]:
    """The overlay of `--proof`: trim, safe zone and the bleed that is really painted."""
    found: list[PrinterMark] = []
    for p in placements:
        shape = p.face.shape
        trim = outlined(p.window) if p.window else shape.outline
        found.append(PrinterMark("trim", moved(trim, p.matrix)))
        if max(p.bleed) > 0:
            found.append(PrinterMark("bleed", outlined(p.bled)))
        if 0 < p.face.safe < min(shape.width, shape.height) / 2 and p.window is None:
            found.append(PrinterMark("safe", moved(_inset(shape, p.face.safe), p.matrix)))
    return found


def _inset(shape: Shape, by: float) -> Segments:
    """The outline drawn in by `by` mm: exact for rectangles, circles and regular shapes, near for others."""
    if shape.kind == "rectangle":
        radius = max(shape.radius - by, 0.0)
        return rectangle(by, by, shape.width - 2 * by, shape.height - 2 * by, radius, radius)
    kx, ky = 1 - 2 * by / shape.width, 1 - 2 * by / shape.height
    return moved(shape.outline, (kx, 0.0, 0.0, ky, by, by))


# ---- the caption ----------------------------------------------------------------------------------------------


Stretch = tuple[int, float, float, float]
"""A line in the margin: its edge (0 below, 1 left, 2 above, 3 right), the baseline, start and end as one reads."""


class Strip(Struct, frozen=True):
    """Where the caption goes: the edge, and the box that it covers."""

    edge: int
    box: Box

    @property
    def baseline(self) -> float:
        """Of words that read upwards at the sides, from the nearer edge's bottom."""
        return (self.box[2] if self.edge % 2 else self.box[3]) - _LOW


def caption(job: Job, book: FontBook, ways: Sequence[str], strip: Strip) -> tuple[tuple[Node, ...], Stretch]:
    """The caption of a sheet, turned at the sides, and what it leaves free of its line. `ways` to say it are the
    fullest first."""
    x1, y1, x2, y2 = strip.box
    upright = strip.edge % 2 == 1
    nodes, start, end = _line(ways, job, book, y2 - y1 if upright else x2 - x1)
    matrix = (0, -1, 1, 0, strip.baseline, y2) if upright else (1, 0, 0, 1, x1, strip.baseline)
    first = -y2 if upright else x1
    return (Group(nodes, matrix),), (strip.edge, strip.baseline, first + start, first + end)


def caption_strip(taken: Sequence[Box], limits: Box) -> Strip | None:
    """A free strip along an edge of the page, beside the boxes that are `taken`. Below, at the left, above, at the
    right: the first with room for crop marks too; else the widest; None if even that is too narrow."""
    x1, y1, x2, y2 = limits
    high = _UP + _LOW
    free = [
        (y2 - max(b[3] for b in taken), 0, (x1, y2 - high, x2, y2)),
        (min(b[0] for b in taken) - x1, 1, (x1, y1, x1 + high, y2)),
        (min(b[1] for b in taken) - y1, 2, (x1, y1, x2, y1 + high)),
        (x2 - max(b[2] for b in taken), 3, (x2 - high, y1, x2, y2)),
    ]
    roomy = [s for s in free if s[0] >= STRIP + FOR_MARKS - 0.01]
    depth, edge, box = roomy[0] if roomy else max(free, key=lambda s: s[0])
    return Strip(edge, box) if depth >= _TIGHT + 0.5 else None


def _line(ways: Sequence[str], job: Job, book: FontBook, length: float) -> tuple[tuple[Node, ...], float, float]:
    """The fullest words that leave room for the bar, and the bar, on a baseline at 0; what is free between them."""
    style = Style("body", SIZE, GREY, job.language)
    (label,) = flow(job.say("caption.bar"), style, book, inf)
    room = length - BAR - label.width - _GAP - 3.0
    for words in ways:
        setting = set_line(words, style, book, 0.0, 0.0)
        if setting.width <= room:
            break
    else:
        setting = set_line(ways[-1], style, book, 0.0, 0.0, width=room, shrink=True)
    bar = length - BAR - 0.2
    told = bar - 1.5 - label.width
    nodes = (*setting.nodes, *shifted(label.nodes, told, 0.0), *scale_bar(bar))
    return nodes, setting.width + _GAP / 2, told - _GAP / 2


def scale_bar(x: float) -> tuple[Node, ...]:
    """The scale bar from x, standing on the baseline: 50 mm, a tick every 5, longer every 10."""
    stroke = Stroke(GREY, 0.12)
    found: list[Node] = [Path(polyline((x, 0.0), (x + BAR, 0.0)), stroke=stroke)]
    for k in range(0, 51, 5):
        high = 1.9 if k % 50 == 0 else 1.3 if k % 10 == 0 else 0.7
        found.append(Path(polyline((x + k, 0.0), (x + k, -high)), stroke=stroke))
    return tuple(found)
