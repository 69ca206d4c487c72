"""A stretch of a list + measure -> `LineBox`, in ems -> its nodes in mm, about the start of its baseline.

Promise: one `Text` for each stretch of one font, in reading order, readings of ruby last; each icon is its
art, scaled, with its word hidden below it; the spaces of a line are squeezed or spread so that it keeps its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, groupby
from math import fsum

from generator.face.face import Color, Glyphs, Group, Node, Source, Text
from generator.typeset.boxes import ASCENTS, DESCENTS, ICON, RUBY, RUBY_RISE, TALLEST, InlineBox
from generator.typeset.fontfile import FontFile
from generator.typeset.hlist import HList
from generator.values import dataclass, field

_BLACK = Color("#000000")


@dataclass(frozen=True, slots=True)
class LineBox:
    """A line that has been measured, in ems: its boxes, the space before each, where it starts in its
    measure (`left`, by the alignment), how far it reaches above and below its baseline."""

    boxes: list[InlineBox] = field(repr=False)
    gaps: list[float] = field(repr=False)
    widths: list[float] = field(repr=False)
    width: float
    left: float
    ascent: float
    descent: float

    @property
    def text(self) -> str:
        """Its words."""
        return "".join([box.text for box in self.boxes])


@dataclass(frozen=True, slots=True)
class Pen:
    """What lines are drawn with: `size` is the em in mm, (x, y) the start of the measure on the baseline, `source` the
    elements whose words they are."""

    size: float
    fill: Color | None
    x: float = 0.0
    y: float = 0.0
    source: tuple[Source, ...] = ()


def measure_line(hlist: HList, start: int, end: int, measure: float, align: str) -> LineBox:
    """Pieces start..end of a list as one line in a measure (ems)."""
    boxes, up, down = hlist.boxes[start:end], ASCENTS.get(hlist.language, 0.76), DESCENTS.get(hlist.language, 0.24)
    if not boxes:
        return LineBox([], [], [], 0.0, 0.0, up, down)
    widths, gaps = hlist.widths[start:end], [0.0, *hlist.gaps[start + 1 : end]]
    solid, before, behind = fsum(widths), boxes[0].first.blank, boxes[-1].last.blank
    width = solid + fsum(gaps) - before - behind
    if width > measure:
        least = hlist.least[start + 1 : end]
        _move(gaps, [0.0, *[a - b for a, b in zip(gaps[1:], least, strict=True)]], measure - width)
        width = solid + fsum(gaps) - before - behind
    elif align == "justify" and 0 < measure - width < measure:
        room = hlist.stretches(start, end)
        if measure - width <= fsum(room):  # all of it or nothing
            _move(gaps, room, measure - width)
            width = solid + fsum(gaps) - before - behind
    spare = max(0.0, measure - width)
    left = spare / 2 if align == "middle" else spare if align == "end" else 0.0
    up, down = max(up, *[box.up for box in boxes]), max(down, *[box.down for box in boxes])
    return LineBox(boxes, gaps, widths, width, left, up, down)


def _move(gaps: list[float], room: list[float], amount: float) -> None:
    """Change the gaps by an amount, each in proportion to its room (not further than it goes)."""
    total = fsum(room)
    if total <= 0 or not amount:
        return
    share = max(-1.0, min(1.0, amount / total))
    gaps[:] = [gap + share * part for gap, part in zip(gaps, room, strict=True)]


_Placed = list[tuple[float, FontFile, int, str, float]]
"""Glyphs on a line: x, file, glyph, characters, y; in ems."""


def nodes_of(row: LineBox, pen: Pen) -> tuple[Node, ...]:
    """A line's nodes in mm."""
    boxes = row.boxes
    if not boxes:
        return ()
    steps = chain.from_iterable(zip(row.gaps, row.widths, strict=True))
    places = list(accumulate(steps, initial=row.left - boxes[0].first.blank))[1::2]
    nodes: list[Node] = []
    begin = 0
    for k in [k for k, box in enumerate(boxes) if box.icon is not None]:
        _set(nodes, _placed(boxes[begin:k], places[begin:k]), pen)
        _set_icon(nodes, boxes[k], places[k], pen)
        begin = k + 1
    _set(nodes, _placed(boxes[begin:], places[begin:]) if begin else _placed(boxes, places), pen)
    for x, reading in [(x, box.reading) for x, box in zip(places, boxes, strict=True) if box.reading]:
        _set(nodes, [(x + gx, file, gid, text, gy) for file, gid, text, gx, gy in reading], pen, RUBY, RUBY_RISE)
    return tuple(nodes)


def _placed(boxes: Sequence[InlineBox], places: Sequence[float]) -> _Placed:
    """The glyphs of boxes at their places."""
    rows = zip(boxes, places, strict=True)
    return [(x + gx, file, gid, text, gy) for box, x in rows for file, gid, text, gx, gy in box.glyphs]


def _set(nodes: list[Node], placed: _Placed, pen: Pen, scale: float = 1.0, raised: float = 0.0) -> None:
    """Add glyphs as runs of one font each. The width of a run is where its last glyph ends."""
    if not placed:
        return
    xs, files, gids, texts, ys = zip(*placed, strict=True)
    if files.count(files[0]) < len(files):
        for _, run in groupby(placed, key=lambda glyph: glyph[1].id):
            _set(nodes, list(run), pen, scale, raised)
        return
    file, start, em = files[0], xs[0], pen.size
    size = em * scale * file.scale
    offsets = tuple([(x - start) * em for x in xs])
    rises = _rises(ys, em) if any(ys) else ()
    width = offsets[-1] + file.glyph_advance(gids[-1]) * size
    y = -(raised + file.shift * scale) * em + pen.y
    glyphs = Glyphs(gids, texts, offsets, rises)
    nodes.append(Text(file.id, size, start * em + pen.x, y, glyphs, width, pen.fill, source=pen.source))


def _rises(ys: tuple[float, ...], em: float) -> tuple[float, ...]:
    return tuple([y * em for y in ys])


def _set_icon(nodes: list[Node], box: InlineBox, x: float, pen: Pen) -> None:
    """Add the art on the line, and its word hidden below it, stretched to the same width."""
    assert box.icon is not None  # noqa: S101  (asked for only where there is one)
    size = pen.size
    side, top = ICON * size, -TALLEST * size
    matrix = (side, 0.0, 0.0, side, (x - box.inset) * size + pen.x, top + pen.y)
    drawn = Group((box.icon.art,), matrix, source=pen.source)
    hidden: list[Node] = []
    _set(hidden, [(gx, file, gid, text, gy) for file, gid, text, gx, gy in box.glyphs], Pen(size, _BLACK))
    words = [n for n in hidden if isinstance(n, Text)]
    total = fsum([w.width for w in words])
    stretch = box.width * size / total if total else 1.0
    nodes.append(drawn)
    for word in words:
        start = x * size + word.x * stretch + pen.x
        place = (start, word.y + pen.y, word.glyphs, word.width, None, stretch)
        nodes.append(Text(word.font, word.size, *place, source=pen.source))
