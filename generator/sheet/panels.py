"""Boards that are larger than the paper -> panels that overlap, and how they are joined again.

Takes a board's size and the room of a page; gives `Panel`s in the board's own mm, row by row, and for placements of
panels the glue strips and letters as nodes in page mm. Promise: the panels cover the board, overlap by exactly
`OVERLAP`, each fits the room (upright or turned), and there are as few as can be; they are equal, but where an edge
would cut words that it can go round; a strip is only painted where the neighbour will cover it; every part keeps the
letter of each of its seams when it is cut out: on a strip that will be glued, in front or behind, or, where nothing is
printed behind, small within the edge that covers.

On the front the left (upper) panel lies below its neighbour, so its strip is hidden and carries hatch, triangles and
letter; seen from the back it is the other way round, so a board with two sides shows clean art on both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, fsum

from generator.face.face import Color, Group, Node, Path, Segments, Stroke
from generator.face.geometry import (
    Box,
    Point,
    at,
    flipped,
    grown,
    outlined,
    overlap,
    polygon,
    polyline,
    rectangle,
)
from generator.layout.drawing.stamp_place import ground_under
from generator.sheet.sheet import Job, Placement
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT, Style
from generator.typeset.typeset import set_line
from generator.values import Struct

OVERLAP = 8.0
"""How far two panels of a board overlap, mm."""
ROUND = 2.0
"""How far an edge that goes round words stays from them, mm."""
NEAR, FAINT = 0.5, 1e-9
"""An edge that comes nearer to words is as bad as one that cuts so much of them: others are sought, mm."""
_INK, _GREY = Color("#000000"), Color("#555555")
_VEIL = Color("#ffffff", 0.72)
_DISC = 2.6
_OFF = 0.7
_SMALL = 0.5
_HATCH = 3.0
_ARROW = 1.6
_SLACK = 1e-6


class Seam(Struct, frozen=True):
    """A strip (in the board's mm) that two panels share. `upright`: they lie side by side. `tab`: this panel's strip is
    the hidden one on the front.
    """

    letter: str
    strip: Box
    upright: bool
    tab: bool

    @property
    def middle(self) -> Point:
        """Where its letter stands, in the board's mm."""
        x1, y1, x2, y2 = self.strip
        return ((x1 + x2) / 2, (y1 + y2) / 2)


class Panel(Struct, frozen=True):
    """A part of a board: `box` in its mm."""

    box: Box
    seams: tuple[Seam, ...] = ()

    def behind(self, width: float) -> Panel:
        """The part of the back that lies behind a panel of a board `width` wide. Where the front has its tab, the back
        has none: from behind, the other panel lies on top.
        """
        seams = tuple(Seam(s.letter, mirrored(s.strip, width), s.upright, not s.tab) for s in self.seams)
        return Panel(mirrored(self.box, width), seams)


def mirrored(box: Box, width: float) -> Box:
    """A box as it is seen from behind a face that is `width` wide."""
    return (width - box[2], box[1], width - box[0], box[3])


@lru_cache(maxsize=256)
def panels(width: float, height: float, room: tuple[float, float], words: tuple[Box, ...] = ()) -> tuple[Panel, ...]:
    """The panels of a board for a room (width, height); one if it fits, none if the room is too small to split it.
    `words` are the boxes of its lines of type, on both sides as seen from the front.
    """
    ways = []
    for across, down in (room, room[::-1]):
        columns, rows = _number(width, across), _number(height, down)
        if columns and rows:
            ways.append((columns * rows, columns, rows, across, down))
    if not ways:
        return ()
    count, columns, rows, *_ = min(ways)
    if count == 1:
        return (Panel((0.0, 0.0, width, height)),)
    beside, above = [(x1, x2, y2 - y1) for x1, y1, x2, y2 in words], [(y1, y2, y2 - y1) for _, y1, _, y2 in words]
    cut = [
        (x_cost + y_cost, xs, ys)
        for *way, across, down in ways
        if way == [count, columns, rows]
        for x_cost, xs in [_edges(width, columns, across, beside)]
        for y_cost, ys in [_edges(height, rows, down, above)]
    ]
    _, xs, ys = min(cut)
    boxes = {
        (c, r): (xs[c], ys[r], xs[c + 1] + OVERLAP, ys[r + 1] + OVERLAP) for r in range(rows) for c in range(columns)
    }
    return tuple([Panel(box, tuple(_seams(*cell, columns, rows, box))) for cell, box in boxes.items()])


_Line = tuple[float, float, float]
"""From where to where words reach along a side of the board, and how high their type is, mm."""


def _edges(size: float, number: int, most: float, words: Sequence[_Line]) -> tuple[float, tuple[float, ...]]:
    """How high the type is that is cut, and where each of so many panels, at most `most` long, begins, with the end of
    the last but for the overlap: evenly, or elsewhere if that cuts less.
    """

    def cost(edge: float) -> float:
        lines = (edge, edge + OVERLAP)
        gaps = ((high, min(max(low - line, line - end) for line in lines)) for low, end, high in words)
        return fsum(high * (1.0 if gap < 0 else FAINT) for high, gap in gaps if gap < NEAR - _SLACK)

    step, last = (size - OVERLAP) / number, size - OVERLAP
    least = min(2 * OVERLAP, step - _SLACK)
    even = tuple(k * step for k in range(1, number))
    if not any(map(cost, even)):
        return 0.0, (0.0, *even, last)
    free = {place for low, end, _ in words for line in (low - ROUND, end + ROUND) for place in (line, line - OVERLAP)}
    between = ((end, low) for _, end, _ in words for low, *_ in words if OVERLAP < low - end < OVERLAP + 2 * ROUND)
    free.update((end + low - OVERLAP) / 2 for end, low in between)
    places = [(place, cost(place)) for place in sorted({*even, *free})]
    found: list[tuple[float, float, tuple[float, ...]]] = [
        (0.0, 0.0, (0.0,))
    ]  # the type that is cut, how far from even places, the edges so far
    for k in range(1, number + 1):
        ends = places if k < number else [(last, 0.0)]
        ways = []
        for place, cut in ends:
            off = abs(place - k * step)
            before = [way for way in found if least <= place - way[2][-1] <= most - OVERLAP + _SLACK]
            if before:
                so_far, moved, edges = min(before)
                ways.append((so_far + cut, moved + off, (*edges, place)))
        found = ways
    so_far, _, edges = min(found)
    return so_far, edges


def _number(size: float, room: float) -> int:
    """How many overlapping panels of at most `room` cover `size`; 0 if none can."""
    if size <= room + _SLACK:
        return 1
    return ceil((size - OVERLAP) / (room - OVERLAP) - _SLACK) if room > 2 * OVERLAP else 0


def _seams(column: int, row: int, columns: int, rows: int, box: Box) -> Iterator[Seam]:
    """The seams of one panel. Panels of a row are joined first, so their letters come first."""
    x1, y1, x2, y2 = box
    first_below = (columns - 1) * rows
    if column + 1 < columns:
        yield Seam(letter(row * (columns - 1) + column), (x2 - OVERLAP, y1, x2, y2), True, True)
    if column:
        yield Seam(letter(row * (columns - 1) + column - 1), (x1, y1, x1 + OVERLAP, y2), True, False)
    if row + 1 < rows:
        yield Seam(letter(first_below + row * columns + column), (x1, y2 - OVERLAP, x2, y2), False, True)
    if row:
        yield Seam(letter(first_below + (row - 1) * columns + column), (x1, y1, x2, y1 + OVERLAP), False, False)


def letter(k: int) -> str:
    """A, B ... Z, AA, AB ..."""
    return (letter(k // 26 - 1) if k >= 26 else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k % 26]


Joined = tuple[Placement, Panel | None, Group | None, bool]
"""Where a part lies, which it is, the sign of its owner, and whether both its sides are printed."""


def seam_nodes(panels_: Sequence[Joined], job: Job, book: FontBook) -> list[Node]:
    """Glue strips and letters of all panels on a page."""
    found: list[Node] = []
    for placement, panel, emblem, backed in panels_:
        if panel is None:
            continue
        shown = panel.behind(placement.face.shape.width) if placement.face.side == "back" else panel
        glued = [seam for seam in shown.seams if seam.tab]
        tabs = [node for seam in glued for node in _strip(seam, shown, job, book)]
        found += [Group(tuple(tabs), placement.matrix)] if tabs else []
        found += [_letter(seam, (*seam.middle, 1.0), placement, emblem, job, book) for seam in glued]
        taken = [seam.strip for seam in glued]
        for seam in shown.seams if not backed else ():
            if not seam.tab:
                spot = _within(shown.box, seam, _plate(seam, emblem, _SMALL), placement.face.nodes, taken, book)
                found.append(_letter(seam, (*spot, _SMALL), placement, emblem, job, book))
    return found


def _strip(seam: Seam, panel: Panel, job: Job, book: FontBook) -> list[Node]:
    """A veil over the art, hatch, triangles whose tips are the line for the neighbour's edge, and the word for glue if
    there is room between one and the letter."""
    x1, y1, x2, y2 = seam.strip
    lines = Stroke(_GREY, 0.12)
    veil: list[Node] = [Path(outlined(seam.strip), _VEIL)]
    word = set_line(job.say("caption.glue"), Style("body", 6.5 * POINT, _GREY, job.language), book, 0.0, 0.8, "middle")
    long = max(x2 - x1, y2 - y1)
    fits = word.width / 2 < long / 8 - 2 * _DISC
    u, v = seam.middle
    spot = (u, v - long / 8) if seam.upright else (u - long / 8, v)
    free = [((u, v), 4.0), *[(spot, word.width / 2 + 1.0)] * fits]
    veil += [Path(line, stroke=lines) for line in _hatch(seam, free)]
    veil += [Group(word.nodes, (0, 1, -1, 0, *spot) if seam.upright else (1, 0, 0, 1, *spot))] * fits
    return veil + [Path(triangle, _INK) for triangle in _arrows(seam, panel.box)]


def _hatch(seam: Seam, free: Sequence[tuple[Point, float]]) -> Iterator[Segments]:
    """Slanting lines through a strip, none so near to places that are to be free."""
    x, y, right, bottom = seam.strip
    w, h = right - x, bottom - y
    k = _HATCH
    while k < w + h:
        x1, y1 = (x, y + k) if k <= h else (x + k - h, bottom)
        x2, y2 = (x + k, y) if k <= w else (right, y + k - w)
        if all(abs((x1 + x2) / 2 - u) + abs((y1 + y2) / 2 - v) > near for (u, v), near in free):
            yield polyline((x1, y1), (x2, y2))
        k += _HATCH


def _arrows(seam: Seam, box: Box) -> Iterator[Segments]:
    """Two triangles a strip, a quarter from both ends, pointing at the edge where the neighbour begins: on a strip at
    the panel's near edge (seen from behind) that is the far one.
    """
    x1, y1, x2, y2 = flipped(seam.strip, not seam.upright)
    tip, inward = (x2, -2 * _ARROW) if _is_near(seam, box) else (x1, 2 * _ARROW)
    for part in (0.25, 0.75):
        mid = y1 + (y2 - y1) * part
        corners = [(tip, mid), (tip + inward, mid - _ARROW), (tip + inward, mid + _ARROW)]
        yield polygon(corners if seam.upright else [(x, y) for y, x in corners])


def _is_near(seam: Seam, box: Box) -> bool:
    """True for a strip at the left or upper edge of a panel."""
    return abs(seam.strip[not seam.upright] - box[not seam.upright]) < _SLACK


def _plate(seam: Seam, emblem: Group | None, scale: float) -> tuple[float, float]:
    """Width and height of what bears a letter, with the owner's emblem behind it along the seam."""
    wide, long = 2 * _DISC * scale, (2 if emblem is None else 4) * _DISC * scale
    return (wide, long) if seam.upright else (long, wide)


def _letter(
    seam: Seam, spot: tuple[float, float, float], placement: Placement, emblem: Group | None, job: Job, book: FontBook
) -> Group:
    """The letter (and the owner's emblem) at a spot (x, y, scale) of the board's mm, upright with the board."""
    x, y, scale = spot
    w, h = _plate(seam, emblem, scale)
    radius, long = _DISC * scale, max(w, h)
    dx, dy = (0.0, long / 2 - radius) if seam.upright else (long / 2 - radius, 0.0)
    points = max(8 * scale, 6.5)
    style = Style("body", points * POINT, _INK, job.language, bold=True)
    words = set_line(seam.letter, style, book, -dx, points / 8 - dy, "middle")
    plate = Path(rectangle(-w / 2, -h / 2, w, h, radius, radius), Color("#ffffff"), Stroke(_INK, 0.15))
    sign = 1.6 * radius
    signs = [Group((emblem,), (sign, 0, 0, sign, dx - sign / 2, dy - sign / 2))] if emblem else []
    return Group((plate, *words.nodes, *signs), (*placement.matrix[:4], *at(placement.matrix, x, y)))


def _within(
    box: Box, seam: Seam, plate: tuple[float, float], art: Sequence[Node], taken: list[Box], book: FontBook
) -> Point:
    """The place of a small letter just within the edge that covers: the first off glue strips and other letters, from
    the corners to the middle, where the art is of one colour, else the first."""
    x1, y1, x2, y2 = flipped(box, not seam.upright)
    w, h = (v / 2 + _OFF for v in sorted(plate))
    u = x1 + w if _is_near(seam, box) else x2 - w
    along = (y1 + h + (y2 - y1 - 2 * h) * part / 16 for part in (*range(9), *range(16, 8, -1)))
    spots = [(u, v) if seam.upright else (v, u) for v in along]
    boxes = {(x, y): (x - plate[0] / 2, y - plate[1] / 2, x + plate[0] / 2, y + plate[1] / 2) for x, y in spots}
    free = [spot for spot in spots if not any(overlap(boxes[spot], other) for other in taken)] or spots
    plain = (spot for spot in free if ground_under(art, grown(boxes[spot], _OFF / 2), book.ink))
    spot = next(plain, free[0])
    taken.append(boxes[spot])
    return spot
