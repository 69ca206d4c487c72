"""Content + style + box -> `Setting`: text set line by line, glyph by glyph.

Takes inline values (or a plain string), a `Style` and a place in mm; gives `Text` and `Group` nodes in
absolute mm, y down. Promise: no line begins or ends with a forbidden character, none is wider than its
box unless `over_width` says by how much, and the strings of the nodes are the source's words in order
(spaces at line ends apart; the readings of ruby stand after their line).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from generator.face.face import Group, Node, Text
from generator.typeset.breaking import break_strip, squeezed
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Inline, Words
from generator.typeset.lines import Row, measure_row, nodes_of
from generator.typeset.overset import findings_of
from generator.typeset.setting import FLOORS, LEADINGS, POINT, Content, Line, Setting, Style
from generator.typeset.strips import Strip, strips_of

__all__ = [
    "FLOORS",
    "LEADINGS",
    "POINT",
    "Content",
    "Line",
    "Setting",
    "Style",
    "findings_of",
    "flow",
    "measure",
    "missing_in",
    "set_box",
    "set_line",
    "shifted",
]

PARAGRAPH = 0.5
"""Additional space before a paragraph, in ems."""

STEP = 0.1 * POINT
"""How finely text shrinks, in mm."""

TOLERANCE = 1e-4
"""Less than this, in mm, is not too wide."""

CAPITALS = 0.72
"""Height of capitals, in ems: what the eye takes for the top of a line."""

_Strips = list[tuple[Strip, bool]]
_Rows = list[tuple[Row, float]]
"""Measured lines, each with the distance to the baseline before it (ems of the style)."""


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
    smaller than `floor` (mm) nor than the language's floor. A line break becomes a space.
    """
    strip = _one_strip(content, style, book)
    end = break_strip(strip, math.inf)[0][1]
    room = math.inf if width is None else width
    least = squeezed(strip, 0, end)
    sizes = _sizes(style, floor if shrink else style.size)
    size = _largest(sizes, lambda s: least * s <= room + TOLERANCE)
    row = measure_row(strip, 0, end, room / size, "start")
    wide = row.width * size
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}.get(anchor, 0.0)
    nodes = shifted(nodes_of(row, size, style.fill), left, y)
    line = Line(nodes, row.text, wide, row.ascent * size, 0.0, left)
    height = line.ascent + row.descent * size
    return Setting(nodes, wide, height, (line,), size, _excess(wide, room), 0.0, _missing([(strip, True)]))


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
    x, y, width, height = box
    strips = _strips(content, style, book)
    missing = _missing(strips)
    if not any(strip.pieces for strip, _ in strips):
        return Setting((), 0.0, 0.0, (), style.size, 0.0, 0.0, missing)

    def overs(rows: _Rows, size: float) -> tuple[float, float]:
        return _excess(_width(rows) * size, width), _excess(_height(rows) * size, height)

    def fits(size: float) -> bool:
        return overs(_rows(strips, style, width / size, tight=True), size) == (0.0, 0.0)

    size = style.size
    rows = _rows(strips, style, width / size)
    if overs(rows, size) != (0.0, 0.0):
        size = _largest(_sizes(style, style.size if floor is None else floor), fits)
        rows = _rows(strips, style, width / size)
        if overs(rows, size)[1]:
            rows = _rows(strips, style, width / size, tight=True)
    top = y + _offset(valign, height / size - _height(rows), rows) * size
    lines = _stacked(_drawn(rows, style, size), x, top)
    nodes = tuple(node for line in lines for node in line.nodes)
    return Setting(nodes, _width(rows) * size, _height(rows) * size, lines, size, *overs(rows, size), missing)


def flow(content: Content, style: Style, book: FontBook, width: float) -> list[Line]:
    """Lines of at most `width` mm, each with its nodes about its own baseline's start (0, 0). Nothing shrinks."""
    cache: dict[object, list[Line]] = book.caches.setdefault("lines", {})
    key = (content if isinstance(content, str) else tuple(content), style, width)
    lines = cache.get(key)
    if lines is None:
        rows = _rows(_strips(content, style, book), style, width / style.size)
        lines = cache[key] = _drawn(rows, style, style.size)
    return list(lines)


def measure(content: Content, style: Style, book: FontBook) -> float:
    """The width in mm of a content set on one line."""
    strip = _one_strip(content, style, book)
    return measure_row(strip, 0, break_strip(strip, math.inf)[0][1], math.inf, "start").width * style.size


def missing_in(content: Content, style: Style, book: FontBook) -> tuple[str, ...]:
    """The characters of a content that no font of the style's family draws, each once."""
    return _missing(_strips(content, style, book))


def shifted(nodes: Iterable[Node], dx: float, dy: float) -> tuple[Node, ...]:
    """Text and icons moved by (dx, dy) mm."""
    moved: list[Node] = []
    for node in nodes:
        if isinstance(node, Text):
            n = node
            moved.append(Text(n.font, n.size, n.x + dx, n.y + dy, n.glyphs, n.width, n.fill, n.stretch))
        elif isinstance(node, Group):
            a, b, c, d, e, f = node.matrix
            moved.append(replace(node, matrix=(a, b, c, d, e + dx, f + dy)))
    return tuple(moved)


# ---- inside ------------------------------------------------------------------------------------------------


def _strips(content: Content, style: Style, book: FontBook) -> _Strips:
    inlines = (Words(content),) if isinstance(content, str) else tuple(content)
    return strips_of(inlines, book, style.family, style.bold, style.language, style.spacing, style.word_spacing)


def _one_strip(content: Content, style: Style, book: FontBook) -> Strip:
    """All of a content on one line: its breaks become spaces."""
    inlines: Iterable[Inline] = (Words(content),) if isinstance(content, str) else content
    flat = (Words(" ") if isinstance(i, Break) else i for i in inlines)
    one_line = [
        replace(i, text=i.text.replace("\n", " ")) if isinstance(i, Words) and "\n" in i.text else i for i in flat
    ]
    return _strips(one_line, style, book)[0][0]


def _sizes(style: Style, floor: float | None) -> list[float]:
    """The sizes to try, largest first: the style's own, then 0.1 pt less each time, down to the floor."""
    least = max(floor or 0.0, FLOORS.get(style.language, FLOORS["en"]))
    steps = max(0, math.ceil((style.size - least) / STEP - 1e-9))
    return [style.size - k * STEP for k in range(steps)] + [min(style.size, least)]


def _largest(sizes: list[float], fits: Callable[[float], bool]) -> float:
    """The largest size that fits, by bisection; the smallest if none does."""
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high) // 2
        if fits(sizes[middle]):
            high = middle
        else:
            low = middle + 1
    return sizes[low]


def _rows(strips: _Strips, style: Style, measure: float, tight: bool = False) -> _Rows:
    """All lines in a measure (ems), with their distances."""
    leading = style.leading or LEADINGS.get(style.language, LEADINGS["en"])
    rows: _Rows = []
    for strip, starts in strips:
        breaks = break_strip(strip, measure, tight, style.align == "justify")
        if style.align == "middle" and not tight and len(breaks) > 1:
            breaks = _balanced(strip, measure, breaks)
        for number, (start, end) in enumerate(breaks):
            align = "start" if style.align == "justify" and number == len(breaks) - 1 else style.align
            row = measure_row(strip, start, end, measure, align)
            drop = 0.0
            if rows:
                gap = PARAGRAPH if starts and not number else 0.0
                drop = max(leading, rows[-1][0].descent + row.ascent) + gap
            rows.append((row, drop))
    return rows


def _balanced(strip: Strip, measure: float, breaks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same number of lines in the narrowest measure that gives it: centred lines of like length."""
    low, high, best = measure / len(breaks), measure, breaks
    for _ in range(6):
        middle = (low + high) / 2
        tried = break_strip(strip, middle)
        if len(tried) <= len(breaks) and max(squeezed(strip, a, b) for a, b in tried) <= middle + TOLERANCE:
            high, best = middle, tried
        else:
            low = middle
    return best


def _drawn(rows: _Rows, style: Style, size: float) -> list[Line]:
    """Lines in mm, each about the start of its own baseline."""
    return [
        Line(
            nodes_of(row, size, style.fill),
            row.text,
            row.width * size,
            row.ascent * size,
            drop * size,
            row.left * size,
        )
        for row, drop in rows
    ]


def _stacked(lines: list[Line], x: float, top: float) -> tuple[Line, ...]:
    """The lines one below the other, the first one's top at `top`."""
    placed = []
    y = top + lines[0].ascent
    for line in lines:
        y += line.drop
        placed.append(replace(line, nodes=shifted(line.nodes, x, y), left=line.left + x))
    return tuple(placed)


def _height(rows: _Rows) -> float:
    return rows[0][0].ascent + math.fsum(drop for _, drop in rows) + rows[-1][0].descent


def _width(rows: _Rows) -> float:
    return max(row.width for row, _ in rows)


def _offset(valign: str, spare: float, rows: _Rows) -> float:
    """How far down the first line's top is (ems). In the middle it is kanji or capitals that are centred."""
    if valign == "middle" and rows:
        above, below = rows[0][0].ascent - CAPITALS, rows[-1][0].descent
        return min(max((spare + below - above) / 2, 0.0), max(spare, 0.0)) if spare > 0 else 0.0
    return max(spare, 0.0) if valign == "bottom" else 0.0


def _excess(length: float, room: float) -> float:
    return length - room if length > room + TOLERANCE else 0.0


def _missing(strips: _Strips) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c for strip, _ in strips for piece in strip.pieces for c in piece.missing))
