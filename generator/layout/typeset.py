"""Content + style + box -> `Setting`: text set line by line, glyph by glyph.

Takes inline values (or a plain string), a `Style` and a place in mm; gives `Text` and `Group` nodes in
absolute mm, y down. Promise: no line begins or ends with a forbidden character, none is wider than its
box unless `over_width` says by how much, and the strings of the nodes are the source's words in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.layout.face import Color, Glyph, Node, Text
from generator.layout.fonts import FontBook
from generator.layout.inline import Break, Inline, Words

POINT = 25.4 / 72
"""One point in mm."""

FLOORS = {"ja": 6.5 * POINT, "en": 6.0 * POINT}
"""Language -> the smallest size, in mm, that text may ever shrink to."""

LEADINGS = {"ja": 1.5, "en": 1.25}
"""Language -> line distance in ems, where the style gives none."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text is set. `size` is the em in mm, `leading` and `spacing` (between letters) are in ems;
    `align` is "start", "middle", "end" or "justify"."""

    family: str
    size: float
    fill: Color
    language: str = "ja"
    bold: bool = False
    leading: float | None = None
    align: str = "start"
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line. In a `flow` its nodes stand about (0, 0), the start of its baseline; `drop` is the
    distance in mm from the baseline of the line before (0 for the first)."""

    nodes: tuple[Node, ...] = field(repr=False)
    text: str
    width: float
    ascent: float
    descent: float
    drop: float = 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """Text that has been set. `size` is the em it came to, in mm; `over_width` and `over_height` say by
    how many mm it is larger than its place; `missing` are the characters that no font draws."""

    nodes: tuple[Node, ...] = field(repr=False)
    width: float
    height: float
    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0
    missing: tuple[str, ...] = ()


Content = str | Sequence[Inline]


def _plain(content: Content) -> str:
    if isinstance(content, str):
        return content
    return "".join("\n" if isinstance(i, Break) else i.text if isinstance(i, Words) else "" for i in content)


def _simple(words: str, style: Style, book: FontBook, x: float, y: float, size: float) -> Line:
    nodes: list[Node] = []
    pen = 0.0
    for char in words:
        file = next((f for f in book.stack(style.family, style.bold) if f.has(char)), None)
        if file is None:
            continue
        advance = file.advance(char) * file.scale * size
        glyph = Glyph(file.gid(char), char, 0.0)
        nodes.append(Text(file.id, file.scale * size, x + pen, y, (glyph,), advance, style.fill))
        pen += advance
    return Line(tuple(nodes), words, pen, 0.88 * size, 0.12 * size)


def set_line(
    content: Content,
    style: Style,
    book: FontBook,
    x: float,
    y: float,
    anchor: str = "start",
    width: float | None = None,
    floor: float | None = None,
    shrink: bool = False,
) -> Setting:
    """One line on the baseline y, its start, middle or end (`anchor`) at x, in mm.

    `width` is the room it has; with `shrink` it becomes smaller in steps of 0.1 pt until it fits, but not
    smaller than `floor` (mm) nor than the language's floor.
    """
    line = _simple(_plain(content).replace("\n", " "), style, book, x, y, style.size)
    over = max(0.0, line.width - width) if width is not None else 0.0
    return Setting(line.nodes, line.width, line.ascent + line.descent, (line,), style.size, over)


def set_box(
    content: Content,
    style: Style,
    book: FontBook,
    box: tuple[float, float, float, float],
    valign: str = "top",
    floor: float | None = None,
) -> Setting:
    """Lines in a box (x, y, width, height in mm), at its top, middle or bottom (`valign`).

    Becomes smaller in steps of 0.1 pt until it fits, but not smaller than `floor` (mm; None: stays at its
    size) nor than the language's floor.
    """
    lines = [
        _simple(t, style, book, box[0], box[1] + style.size * (1 + 1.5 * k), style.size)
        for k, t in enumerate(_plain(content).split("\n"))
    ]
    width = max(line.width for line in lines)
    height = len(lines) * 1.5 * style.size
    nodes = tuple(n for line in lines for n in line.nodes)
    return Setting(nodes, width, height, tuple(lines), style.size, max(0.0, width - box[2]), max(0.0, height - box[3]))


def flow(content: Content, style: Style, book: FontBook, width: float) -> list[Line]:
    """Lines of at most `width` mm, each with its nodes about its own baseline's start (0, 0)."""
    return [_simple(t, style, book, 0.0, 0.0, style.size) for t in _plain(content).split("\n")]
