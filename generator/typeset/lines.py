"""A stretch of a list + measure -> `LineBox`, in ems -> its nodes in mm, about the start of its baseline.

Promise: one `Text` for each stretch of one font, in reading order, readings of ruby last; each icon is its
art, scaled, with its word hidden below it; the spaces of a line are squeezed or spread so that it keeps its width.
"""

from __future__ import annotations

from math import fsum

from generator.face.face import Color, Glyphs, Group, Node, Text
from generator.typeset.boxes import ICON, RUBY, InlineBox, PlacedGlyph
from generator.typeset.fontfile import FontFile
from generator.typeset.hlist import HList
from generator.values import dataclass, field

ASCENTS = {"ja": 0.88, "en": 0.76}
DESCENTS = {"ja": 0.12, "en": 0.24}
"""How far letters reach above and below the baseline, in ems: the kanji body; ascenders and descenders."""

ICON_CENTER = 0.355
"""Height of an icon's middle above the baseline: the middle of the kanji, and of the capitals, in ems."""

TALLEST = ICON_CENTER + ICON / 2
"""How far above the baseline a line with an icon reaches, in ems."""

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
    glue = hlist.glue[start:end]
    gaps = [0.0, *[space[0] for space in glue[1:]]]
    solid, before, behind = fsum([box.width for box in boxes]), boxes[0].first.blank, boxes[-1].last.blank
    width = solid + fsum(gaps) - before - behind
    if width > measure:
        _move(gaps, [0.0, *[space[0] - space[1] for space in glue[1:]]], measure - width)
    elif align == "justify" and 0 < measure - width < measure:
        _spread(gaps, hlist, start, end, measure - width)
    width = solid + fsum(gaps) - before - behind
    spare = max(0.0, measure - width)
    left = spare / 2 if align == "middle" else spare if align == "end" else 0.0
    return LineBox(boxes, gaps, width, left, *_extent(boxes, hlist.language))


def nodes_of(row: LineBox, size: float, fill: Color, dx: float = 0.0, dy: float = 0.0) -> tuple[Node, ...]:
    """A line's nodes in mm; (dx, dy) is the start of its measure on the baseline, `size` the em in mm."""
    if not row.boxes:
        return ()
    nodes: list[Node] = []
    readings: list[Node] = []
    run = _Run(nodes, size, fill, dx, dy)
    above = _Run(readings, size, fill, dx, dy, RUBY, RUBY_RISE)
    x = row.left - row.boxes[0].first.blank
    for box, gap in zip(row.boxes, row.gaps, strict=True):
        x += gap
        if box.icon is not None:
            run.close()
            nodes += _icon_nodes(box, box.icon.art, x, size, dx, dy)
        else:
            run.add(box.glyphs, x)
            if box.reading:
                above.add(box.reading, x)
                above.close()
        x += box.width
    run.close()
    return (*nodes, *readings)


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

    __slots__ = ("dx", "dy", "file", "fill", "gids", "nodes", "raised", "scale", "size", "start", "texts", "xs", "ys")

    def __init__(
        self,
        nodes: list[Node],
        size: float,
        fill: Color,
        dx: float = 0.0,
        dy: float = 0.0,
        scale: float = 1.0,
        raised: float = 0.0,
    ) -> None:
        self.nodes, self.size, self.fill, self.dx, self.dy = nodes, size, fill, dx, dy
        self.scale, self.raised = scale, raised
        self.file: FontFile | None = None
        self._begin(0.0)

    def _begin(self, start: float) -> None:
        self.start = start
        self.gids: list[int] = []
        self.texts: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []

    def add(self, placed: tuple[PlacedGlyph, ...], x: float) -> None:
        """Add the glyphs of a box that starts at x (ems)."""
        size = self.size
        for file, gid, text, gx, gy in placed:
            if file is not self.file:
                self.close()
                self.file = file
                self._begin(x + gx)
            self.gids.append(gid)
            self.texts.append(text)
            self.xs.append((x + gx - self.start) * size)
            if gy or self.ys:
                self.ys += [0.0] * (len(self.gids) - len(self.ys) - 1)
                self.ys.append(gy * size)

    def close(self) -> None:
        """Make what was gathered a node. Its width is that of its last glyph's end."""
        if self.file is None:
            return
        file = self.file
        size = self.size * self.scale * file.scale
        width = self.xs[-1] + file.glyph_advance(self.gids[-1]) * size
        y = -(self.raised + file.shift * self.scale) * self.size
        glyphs = Glyphs(tuple(self.gids), tuple(self.texts), tuple(self.xs), tuple(self.ys))
        self.nodes.append(Text(file.id, size, self.start * self.size + self.dx, y + self.dy, glyphs, width, self.fill))
        self.file = None


def _icon_nodes(box: InlineBox, art: Group, x: float, size: float, dx: float, dy: float) -> list[Node]:
    """The art on the line, and its word hidden below it, stretched to the same width."""
    side = ICON * size
    top = -(ICON_CENTER + ICON / 2) * size
    drawn = Group((art,), (side, 0.0, 0.0, side, (x - box.inset) * size + dx, top + dy))
    hidden: list[Node] = []
    run = _Run(hidden, size, Color("#000000"))
    run.add(box.glyphs, 0.0)
    run.close()
    words = [n for n in hidden if isinstance(n, Text)]
    total = fsum(w.width for w in words)
    stretch = box.width * size / total if total else 1.0
    placed: list[Node] = [drawn]
    for word in words:
        start = x * size + word.x * stretch + dx
        placed.append(Text(word.font, word.size, start, word.y + dy, word.glyphs, word.width, None, stretch))
    return placed
