"""A stretch of a list + measure -> `LineBox`, in ems -> its nodes in mm, about the start of its baseline.

Promise: one `Text` for each stretch of one font, in reading order, readings of ruby last; each icon is its
art, scaled, with its word hidden below it; the spaces of a line are squeezed or spread so that it keeps its width.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum

from generator.face.face import Color, Glyph, Group, Node, Text
from generator.typeset.boxes import ICON, RUBY, InlineBox, PlacedGlyph
from generator.typeset.fontfile import FontFile
from generator.typeset.hlist import HList

ASCENTS = {"ja": 0.88, "en": 0.76}
DESCENTS = {"ja": 0.12, "en": 0.24}
"""How far letters reach above and below the baseline, in ems: the kanji body; ascenders and descenders."""

ICON_CENTER = 0.355
"""Height of an icon's middle above the baseline: the middle of the kanji, and of the capitals, in ems."""

RUBY_RISE = 0.94
"""Height of a reading's baseline, in ems."""

SPREAD = 0.16
"""The most that is put between two Japanese characters of a justified line, in ems (JLREQ 3.8.4 allows 0.25)."""


@dataclass(frozen=True, slots=True)
class LineBox:
    """A line that has been measured, in ems: its boxes, the space before each, where it starts in its
    measure (`left`, by the alignment), how far it reaches above and below its baseline."""

    boxes: list[InlineBox] = field(repr=False)
    gaps: list[float] = field(repr=False)
    width: float
    left: float
    ascent: float
    descent: float

    @property
    def text(self) -> str:
        """Its words."""
        return "".join(p.text for p in self.boxes)


def measure_line(hlist: HList, start: int, end: int, measure: float, align: str) -> LineBox:
    """Pieces start..end of a list as one line in a measure (ems)."""
    boxes = hlist.boxes[start:end]
    if not boxes:
        return LineBox([], [], 0.0, 0.0, ASCENTS.get(hlist.language, 0.76), DESCENTS.get(hlist.language, 0.24))
    gaps = _gaps(hlist, start, end, measure, align == "justify")
    width = fsum(p.width for p in boxes) + fsum(gaps) - boxes[0].first.blank - boxes[-1].last.blank
    spare = max(0.0, measure - width)
    left = spare / 2 if align == "middle" else spare if align == "end" else 0.0
    return LineBox(boxes, gaps, width, left, *_extent(boxes, hlist.language))


def nodes_of(row: LineBox, size: float, fill: Color) -> tuple[Node, ...]:
    """A line's nodes in mm about (0, 0), the start of its measure on the baseline; `size` is the em in mm."""
    if not row.boxes:
        return ()
    nodes: list[Node] = []
    readings: list[Node] = []
    run = _Run(nodes, size, fill)
    above = _Run(readings, size, fill, RUBY, RUBY_RISE)
    x = row.left - row.boxes[0].first.blank
    for box, gap in zip(row.boxes, row.gaps, strict=True):
        x += gap
        if box.icon is not None:
            run.close()
            nodes += _icon_nodes(box, box.icon.art, x, size)
        else:
            run.add(box.glyphs, x)
            if box.reading:
                above.add(box.reading, x)
                above.close()
        x += box.width
    run.close()
    return (*nodes, *readings)


def _gaps(hlist: HList, start: int, end: int, measure: float, justify: bool) -> list[float]:
    """The space before each box of a line (0 before the first)."""
    spaces = hlist.glue[start:end]
    if not spaces:
        return []
    gaps = [s[0] for s in spaces]
    gaps[0] = 0.0
    boxes = hlist.boxes
    width = fsum(p.width for p in boxes[start:end]) + fsum(gaps)
    slack = measure - (width - boxes[start].first.blank - boxes[end - 1].last.blank)
    if slack < 0:
        _move(gaps, [0.0, *(s[0] - s[1] for s in spaces[1:])], slack)
    elif justify and 0 < slack < measure:
        _spread(gaps, hlist, start, end, slack)
    return gaps


def _spread(gaps: list[float], hlist: HList, start: int, end: int, slack: float) -> None:
    """Give the slack of a justified line to its spaces and between its characters; all of it or nothing."""
    room = [0.0, *(stretch_before(hlist, k) for k in range(start + 1, end))]
    if slack <= fsum(room):
        _move(gaps, room, slack)


def stretch_before(hlist: HList, k: int) -> float:
    """The most that the space before a box may be spread by, in ems."""
    if not k:
        return 0.0
    natural, _, most = hlist.glue[k]
    wide = 0.2 if hlist.boxes[k - 1].last.kind == "space" else 0.0
    return most - natural + wide + (SPREAD if hlist.penalties[k] >= 0 else 0.0)


def _move(gaps: list[float], room: list[float], amount: float) -> None:
    """Change the gaps by an amount, each in proportion to its room (not further than it goes)."""
    total = fsum(room)
    if total <= 0 or not amount:
        return
    share = max(-1.0, min(1.0, amount / total))
    for k, part in enumerate(room):
        gaps[k] += share * part


def _extent(boxes: list[InlineBox], language: str) -> tuple[float, float]:
    """How far a line reaches above and below its baseline, in ems."""
    ascent, descent = ASCENTS.get(language, 0.76), DESCENTS.get(language, 0.24)
    for box in boxes:
        if box.icon is not None:
            ascent = max(ascent, ICON_CENTER + ICON / 2)
            descent = max(descent, ICON / 2 - ICON_CENTER)
        elif box.reading:
            ascent = RUBY_RISE + RUBY * ASCENTS["ja"]
        elif box.first.japanese:
            ascent = max(ascent, ASCENTS["ja"])
        elif box.first.kind not in ("digit", "space"):
            descent = max(descent, DESCENTS["en"])
            if any(file.is_japanese for file, *_ in box.glyphs):
                ascent = max(ascent, ASCENTS["ja"])
    return ascent, descent


class _Run:
    """Glyphs of one font that follow each other, until they become a `Text`."""

    __slots__ = ("file", "fill", "glyphs", "nodes", "raised", "scale", "size", "start")

    def __init__(self, nodes: list[Node], size: float, fill: Color, scale: float = 1.0, raised: float = 0.0) -> None:
        self.nodes, self.size, self.fill, self.scale, self.raised = nodes, size, fill, scale, raised
        self.file: FontFile | None = None
        self.glyphs: list[Glyph] = []
        self.start = 0.0

    def add(self, placed: tuple[PlacedGlyph, ...], x: float) -> None:
        """Add the glyphs of a box that starts at x (ems)."""
        size = self.size
        for file, gid, text, gx, gy in placed:
            if file is not self.file:
                self.close()
                self.file, self.start = file, x + gx
            self.glyphs.append(Glyph(gid, text, (x + gx - self.start) * size, gy * size))

    def close(self) -> None:
        """Make what was gathered a node. Its width is that of its last glyph's end."""
        if self.file is not None:
            file, last = self.file, self.glyphs[-1]
            size = self.size * self.scale * file.scale
            width = last.x + file.glyph_advance(last.gid) * size
            y = -(self.raised + file.shift * self.scale) * self.size
            text = Text(file.id, size, self.start * self.size, y, tuple(self.glyphs), width, self.fill)
            self.nodes.append(text)
        self.file, self.glyphs = None, []


def _icon_nodes(box: InlineBox, art: Group, x: float, size: float) -> list[Node]:
    """The art on the line, and its word hidden below it, stretched to the same width."""
    side = ICON * size
    top = -(ICON_CENTER + ICON / 2) * size
    drawn = Group((art,), (side, 0.0, 0.0, side, (x - box.inset) * size, top))
    hidden: list[Node] = []
    run = _Run(hidden, size, Color("#000000"))
    run.add(box.glyphs, 0.0)
    run.close()
    words = [n for n in hidden if isinstance(n, Text)]
    total = fsum(w.width for w in words)
    stretch = box.width * size / total if total else 1.0
    placed: list[Node] = [drawn]
    for word in words:
        start = x * size + word.x * stretch
        placed.append(Text(word.font, word.size, start, word.y, word.glyphs, word.width, None, stretch))
    return placed
