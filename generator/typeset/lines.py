"""A stretch of a list + measure -> `LineBox`, in ems -> its nodes in mm, about the start of its baseline.

Promise: one `GlyphRun` for each stretch of one font, in reading order, readings of ruby last; each icon is its
art, scaled, with its word hidden below it; the spaces of a line are squeezed or spread so that it keeps its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise, repeat
from math import fsum
from operator import add
from typing import NamedTuple

from generator.face.face import Color, GlyphRun, Glyphs, Group, Node, SourceElement
from generator.typeset.boxes import ASCENTS, DESCENTS, ICON, RUBY, RUBY_RISE, TALLEST, InlineBox, PlacedGlyph
from generator.typeset.hlist import HList

_BLACK = Color("#000000")


class LineBox(NamedTuple):
    """A line that has been measured, in ems: boxes start..end of a list, the space before each, where it starts in its
    measure (`left`, by the alignment), how far it reaches above and below its baseline; `indent`: of the lines below
    a label."""

    hlist: HList
    start: int
    end: int
    gaps: list[float]
    width: float
    left: float
    ascent: float
    descent: float
    indent: float = 0.0

    @property
    def text(self) -> str:
        """Its words."""
        return "".join(self.hlist.texts[self.start : self.end])


class Pen(NamedTuple):
    """What lines are drawn with: `size` is the em in mm, (x, y) the start of the measure on the baseline, `source` the
    elements whose words they are."""

    size: float
    fill: Color | None
    x: float = 0.0
    y: float = 0.0
    source: tuple[SourceElement, ...] = ()


def measure_line(hlist: HList, start: int, end: int, measure: float, align: str, label: int = 0) -> LineBox:
    """Pieces start..end of a list as one line in a measure (ems); a `label` of so many boxes hangs before its words."""
    up, down = ASCENTS.get(hlist.language, 0.76), DESCENTS.get(hlist.language, 0.24)
    if start == end:
        return LineBox(hlist, start, end, [], 0.0, 0.0, up, down)
    solid, before, behind = fsum(hlist.widths[start:end]), hlist.leads[start], hlist.trails[end - 1]
    gaps = [0.0, *hlist.gaps[start + 1 : end]]
    width = solid + fsum(gaps) - before - behind
    if width > measure:
        least = hlist.least[start + 1 : end]
        _move(gaps, _behind(label, [0.0, *[a - b for a, b in zip(gaps[1:], least, strict=True)]]), measure - width)
        width = solid + fsum(gaps) - before - behind
    elif align == "justify" and 0 < measure - width < measure:
        room = _behind(label, hlist.stretches(start, end))
        if measure - width <= fsum(room):  # all of it or nothing
            _move(gaps, room, measure - width)
            width = solid + fsum(gaps) - before - behind
    spare = max(0.0, measure - width)
    left = spare / 2 if align == "middle" else spare if align == "end" else 0.0
    up, down = max(up, *hlist.ups[start:end]), max(down, *hlist.downs[start:end])
    return LineBox(hlist, start, end, gaps, width, left, up, down)


def _behind(label: int, room: list[float]) -> list[float]:
    """The same room, none of it before the words behind a label."""
    return [0.0] * (label + 1) + room[label + 1 :] if label else room


def _move(gaps: list[float], room: list[float], amount: float) -> None:
    """Change the gaps by an amount, each in proportion to its room (not further than it goes)."""
    total = fsum(room)
    if total <= 0 or not amount:
        return
    share = max(-1.0, min(1.0, amount / total))
    gaps[:] = [gap + share * part for gap, part in zip(gaps, room, strict=True)]


def nodes_of(row: LineBox, pen: Pen) -> tuple[Node, ...]:
    """A line's nodes in mm."""
    hlist, start, end = row.hlist, row.start, row.end
    if start == end:
        return ()
    steps = [0.0] * (2 * len(row.gaps))
    steps[::2], steps[1::2] = row.gaps, hlist.widths[start:end]
    places = list(accumulate(steps, initial=row.left - hlist.leads[start]))[1::2]
    nodes: list[Node] = []
    begin = start
    for k in [*[k for k in hlist.icons if start <= k < end], end]:
        _set(nodes, hlist.glyphs[begin:k], places[begin - start : k - start], pen)
        if k < end:
            _set_icon(nodes, hlist.boxes[k], places[k - start], pen)
            begin = k + 1
    for k in [k for k in hlist.rubies if start <= k < end]:
        _set(nodes, [hlist.boxes[k].reading], [places[k - start]], pen, RUBY, RUBY_RISE)
    return tuple(nodes)


_SAME: dict[float, float] = {}
"""Numbers that are there already: most glyphs stand where others of their lines do; a tuple of them takes a third."""
_MANY = 10_000
"""Of no more numbers it is known that they are there."""


def _set(
    nodes: list[Node],
    boxes: Sequence[tuple[PlacedGlyph, ...]],
    places: Sequence[float],
    pen: Pen,
    scale: float = 1.0,
    raised: float = 0.0,
) -> None:
    """Add the glyphs of boxes at their places along the line (ems) as runs of one font each. The width of a run is
    where its last glyph ends."""
    glyphs = [*chain.from_iterable(boxes)]
    if not glyphs:
        return
    if len(glyphs) > len(boxes) or not all(boxes):
        places = [*chain.from_iterable(map(repeat, places, map(len, boxes)))]
    files, gids, texts, inner, ys = zip(*glyphs, strict=True)
    xs, em = tuple(map(add, places, inner)), pen.size
    ends = [k for k in range(1, len(xs)) if files[k] is not files[k - 1]] if files.count(files[0]) < len(xs) else []
    if len(_SAME) > _MANY:
        _SAME.clear()
    for a, b in pairwise([0, *ends, len(xs)]):
        file, start = files[a], xs[a]
        size = em * scale * file.scale
        stand = [(x - start) * em for x in xs[a:b]]
        offsets = tuple(map(_SAME.setdefault, stand, stand))
        rises = tuple([y * em for y in ys[a:b]]) if any(ys[a:b]) else ()
        width = offsets[-1] + file.glyph_advance(gids[b - 1]) * size
        y = -(raised + file.shift * scale) * em + pen.y
        columns = Glyphs(gids[a:b], texts[a:b], offsets, rises)
        nodes.append(GlyphRun(file.id, size, start * em + pen.x, y, columns, width, pen.fill, source=pen.source))


def _set_icon(nodes: list[Node], box: InlineBox, x: float, pen: Pen) -> None:
    """Add the art on the line, and its word hidden below it, stretched to the same width."""
    assert box.icon is not None  # noqa: S101  (asked for only where there is one)
    size = pen.size
    side, top = ICON * size, -TALLEST * size
    matrix = (side, 0.0, 0.0, side, (x - box.inset) * size + pen.x, top + pen.y)
    nodes.append(Group((box.icon.art,), matrix, source=pen.source))
    hidden: list[Node] = []
    _set(hidden, [box.glyphs], [0.0], Pen(size, _BLACK))
    words = [n for n in hidden if isinstance(n, GlyphRun)]
    total = fsum([w.width for w in words])
    stretch = box.width * size / total if total else 1.0
    for word in words:
        start = x * size + word.x * stretch + pen.x
        place = (start, word.y + pen.y, word.glyphs, word.width, None, stretch)
        nodes.append(GlyphRun(word.font, word.size, *place, source=pen.source))
