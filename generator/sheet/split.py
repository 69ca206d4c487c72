"""Boards that are larger than the paper -> windows that overlap, and how they are joined again.

Takes a board's size and the room of a page; gives `Window`s in the board's own mm, row by row. Promise: the windows
are equal, cover the board, overlap by exactly `overlap`, each fits the room (upright or turned), and there are as few
as can be.

On the front the left (upper) piece lies below its neighbour, so its strip is hidden and carries hatch, triangles and
letter; seen from the back it is the other way round, so a board with two sides shows clean art on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from generator.face.face import Segments

OVERLAP = 8.0
"""How far two windows of a board overlap, mm."""
_HATCH = 3.0
_ARROW = 1.6
_SLACK = 1e-6
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Seam:
    """A strip (x, y, width, height in the board's mm) that two windows share. `upright`: they lie side by side.
    `tab`: this window's strip is the hidden one on the front.
    """

    letter: str
    strip: Box
    upright: bool
    tab: bool


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a board: `box` is (x, y, width, height) in its mm."""

    box: Box
    seams: tuple[Seam, ...] = ()


def _number(size: float, room: float, overlap: float) -> int:
    """How many overlapping windows of at most `room` cover `size`; 0 if none can."""
    if size <= room + _SLACK:
        return 1
    return ceil((size - overlap) / (room - overlap) - _SLACK) if room > 2 * overlap else 0


def windows(width: float, height: float, room: tuple[float, float], overlap: float = OVERLAP) -> list[Window]:
    """The windows of a board for a room (width, height); one if it fits, none if the room is too small to split it."""
    ways = []
    for across, down in (room, room[::-1]):
        columns, rows = _number(width, across, overlap), _number(height, down, overlap)
        if columns and rows:
            ways.append((columns * rows, columns, rows))
    if not ways:
        return []
    _, columns, rows = min(ways)
    if columns == rows == 1:
        return [Window((0.0, 0.0, width, height))]
    w = (width + (columns - 1) * overlap) / columns
    h = (height + (rows - 1) * overlap) / rows
    boxes = {(c, r): (c * (w - overlap), r * (h - overlap), w, h) for r in range(rows) for c in range(columns)}
    return [Window(box, tuple(_seams(c, r, columns, rows, box, overlap))) for (c, r), box in boxes.items()]


def _seams(column: int, row: int, columns: int, rows: int, box: Box, overlap: float) -> Iterator[Seam]:
    """The seams of one window. Pieces of a row are joined first, so their letters come first."""
    x, y, w, h = box
    first_below = (columns - 1) * rows
    if column + 1 < columns:
        yield Seam(letter(row * (columns - 1) + column), (x + w - overlap, y, overlap, h), True, True)
    if column:
        yield Seam(letter(row * (columns - 1) + column - 1), (x, y, overlap, h), True, False)
    if row + 1 < rows:
        yield Seam(letter(first_below + row * columns + column), (x, y + h - overlap, w, overlap), False, True)
    if row:
        yield Seam(letter(first_below + (row - 1) * columns + column), (x, y, w, overlap), False, False)


def letter(k: int) -> str:
    """A, B ... Z, AA, AB ..."""
    return (letter(k // 26 - 1) if k >= 26 else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k % 26]


def mirrored(window: Window, width: float) -> Window:
    """The part of the back that lies behind a window of a board `width` wide. Where the front has its tab, the back
    has none: from behind, the other piece lies on top.
    """

    def over(box: Box) -> Box:
        return (width - box[0] - box[2], *box[1:])

    seams = tuple(Seam(s.letter, over(s.strip), s.upright, not s.tab) for s in window.seams)
    return Window(over(window.box), seams)


def middle(seam: Seam) -> tuple[float, float]:
    """Where the letter of a seam stands, in the board's mm."""
    x, y, w, h = seam.strip
    return (x + w / 2, y + h / 2)


def hatch(box: Box, keep: tuple[float, float]) -> Iterator[Segments]:
    """Slanting lines through a strip, none within 4 mm of its letter."""
    x, y, w, h = box
    k = _HATCH
    while k < w + h:
        x1, y1 = (x, y + k) if k <= h else (x + k - h, y + h)
        x2, y2 = (x + k, y) if k <= w else (x + w, y + k - w)
        if abs((x1 + x2) / 2 - keep[0]) + abs((y1 + y2) / 2 - keep[1]) > 4:
            yield (("M", (x1, y1)), ("L", (x2, y2)))
        k += _HATCH


def arrows(seam: Seam, box: Box) -> Iterator[Segments]:
    """Two triangles a strip, a quarter from both ends, pointing at the edge where the neighbour begins."""
    x, y, w, h = seam.strip
    for part in (0.25, 0.75):
        if seam.upright:
            mid = y + h * part
            corners = ((x, mid), (x + 2 * _ARROW, mid - _ARROW), (x + 2 * _ARROW, mid + _ARROW))
        else:
            mid = x + w * part
            corners = ((mid, y), (mid - _ARROW, y + 2 * _ARROW), (mid + _ARROW, y + 2 * _ARROW))
        yield _triangle(seam, box, corners)


def _triangle(seam: Seam, box: Box, corners: tuple[tuple[float, float], ...]) -> Segments:
    """The triangle; on a strip at the window's near edge (seen from behind) it points the other way."""
    x, y, w, h = seam.strip
    if seam.upright and abs(x - box[0]) < _SLACK:
        corners = tuple((2 * x + w - px, py) for px, py in corners)
    elif not seam.upright and abs(y - box[1]) < _SLACK:
        corners = tuple((px, 2 * y + h - py) for px, py in corners)
    a, b, c = corners
    return (("M", a), ("L", b), ("L", c), ("Z", ()))
