"""Content + style + box -> `Setting`: text set line by line, glyph by glyph.

Takes inline values (or a plain string), a `Style` and a place in mm; gives `GlyphRun` and `Group` nodes in
absolute mm, y down. Promise: no line begins or ends with a forbidden character, none is wider than its
box unless `over_width` says by how much, and the strings of the nodes are the source's words in order
(spaces at line ends apart; the readings of ruby stand after their line).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from weakref import WeakKeyDictionary

from generator.face.face import GlyphRun, Group, Node, SourceElement
from generator.typeset.boxes import TALLEST
from generator.typeset.breaking import EVEN, JUSTIFIED, RAGGED, TIGHT, Manner, break_lines, broken, torn
from generator.typeset.fonts import FontBook
from generator.typeset.hlist import HList, hlists_of
from generator.typeset.inline import Break, Inline, Words
from generator.typeset.lines import LineBox, Pen, measure_line, nodes_of
from generator.typeset.setting import FLOORS, LEADINGS, POINT, Content, Line, Setting, Style
from generator.values import replace

PARAGRAPH = 0.5
"""Additional space before a paragraph, in ems."""

STEP = 0.1 * POINT
"""How finely text shrinks, in mm."""

TOLERANCE = 1e-4
"""Less than this, in mm, is not too wide."""

CAPITALS = 0.72
"""Height of capitals, in ems: what the eye takes for the top of a line."""

_HLists = list[tuple[HList, bool]]
_LineBoxes = list[tuple[LineBox, float]]
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
    source: tuple[SourceElement, ...] = (),
) -> Setting:
    """One line on the baseline y, its start, middle or end (`anchor`) at x, in mm.

    `width` is the room it has; with `shrink` it becomes smaller in steps of 0.1 pt until it fits, but not
    smaller than `floor` (mm) nor than the language's floor. A line break becomes a space. `source`: of the nodes.
    """
    hlist = _one_hlist(content, style, book)
    end = hlist.bare_end(len(hlist.boxes))
    room = math.inf if width is None else width
    least = hlist.squeezed(0, end)
    size = style.size
    if least * size > room + TOLERANCE:
        size = _largest(_sizes(style, floor if shrink else size), lambda s: least * s <= room + TOLERANCE)
    row = measure_line(hlist, 0, end, room / size, "start")
    wide = row.width * size
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}.get(anchor, 0.0)
    nodes = nodes_of(row, Pen(size, style.fill, left, y, source))
    line = Line(nodes, row.text, wide, row.ascent * size, 0.0, left)
    height = line.ascent + row.descent * size
    return Setting(nodes, wide, height, (line,), size, _excess(wide, room), 0.0, _missing([(hlist, True)]))


def set_box(
    content: Content,
    style: Style,
    book: FontBook,
    box: tuple[float, float, float, float],
    valign: str = "top",
    floor: float | None = None,
    source: tuple[SourceElement, ...] = (),
    settled: bool = False,
) -> Setting:
    """Lines in a box (x, y, width, height in mm), at its top, middle or bottom (`valign`).

    Becomes smaller in steps of 0.1 pt until it fits, and a little more if that keeps phrases whole (unless the
    size is `settled`), but not smaller than `floor` (mm; None: stays at its size) nor than the language's floor.
    `source`: of the nodes.
    """
    x, y, width, height = box
    hlists = _hlists(content, style, book)
    missing = _missing(hlists)
    if not any(hlist.boxes for hlist, _ in hlists):
        return Setting((), 0.0, 0.0, (), style.size, 0.0, 0.0, missing)

    rows, size, over, manner = _fitted(hlists, style, width, height, floor)
    if not (over[0] or over[1] or floor is None or settled or manner.spread):
        rows, size = _whole(hlists, style, (width, height, floor), (rows, size, manner))
    broken = max((row for row, _ in rows), key=lambda row: row.width).text if over[0] else ""
    for apart in (1, 2) if broken else ():
        tried = _fitted(_hlists(content, style, book, apart=apart), style, width, height, floor)
        if not tried[2][0]:
            rows, size, over, _ = tried
            break
    top = y + _offset(valign, height / size - _height(rows), rows) * size
    lines = _stacked(rows, Pen(size, style.fill, x, top, source))
    nodes = tuple([node for line in lines for node in line.nodes])
    return Setting(
        nodes, _width(rows) * size, _height(rows) * size, lines, size, *over, missing, "" if over[0] else broken
    )


def _fitted(
    hlists: _HLists, style: Style, width: float, height: float, floor: float | None
) -> tuple[_LineBoxes, float, tuple[float, float], Manner]:
    """The lines of the largest size that fits a box, in mm, by how much the smallest is too wide and too high, and how
    lines were chosen."""

    def overs(rows: _LineBoxes, size: float) -> tuple[float, float]:
        return _excess(_width(rows) * size, width), _excess(_height(rows) * size, height)

    def fits(size: float) -> bool:
        return overs(_rows(hlists, style, width / size, TIGHT), size) == (0.0, 0.0)

    size, manner = style.size, _manner(style)
    rows = _rows(hlists, style, width / size)
    if overs(rows, size) != (0.0, 0.0):
        size = _largest(_sizes(style, size if floor is None else floor), fits)
        for manner in (_manner(style), EVEN, TIGHT):
            rows = _rows(hlists, style, width / size, manner)
            if not overs(rows, size)[1]:
                break
    return rows, size, overs(rows, size), manner


WHOLE = 0.9
"""So much smaller words may be, of the largest size that fits, if more of their lines then end with phrases."""


def _whole(
    hlists: _HLists, style: Style, room: tuple[float, float, float], found: tuple[_LineBoxes, float, Manner]
) -> tuple[_LineBoxes, float]:
    """Lines that part phrases the least, in a size that is hardly smaller than what was found; else what was found."""
    (width, height, floor), (rows, size, manner) = room, found

    def torn_at(measure: float, manner: Manner) -> float:
        return math.fsum(torn(hlist, *_broken(hlist, style.align, measure, manner)) for hlist, _ in hlists)

    least = torn_at(width / size, manner) if len(rows) > 1 else 0.0
    for smaller in _sizes(replace(style, size=size), max(floor, WHOLE * size)) if least else ():
        cost = torn_at(width / smaller, RAGGED)
        if cost < least:
            tried = _rows(hlists, style, width / smaller)
            if not (_excess(_width(tried) * smaller, width) or _excess(_height(tried) * smaller, height)):
                rows, size, least = tried, smaller, cost
                if not least:
                    break
    return rows, size


PROSE = 18.0
"""From this measure on (ems), Latin lines that flow are even: their edge shows more than where phrases end."""

_FLOWN: WeakKeyDictionary[FontBook, dict[object, list[Line]]] = WeakKeyDictionary()


def flow(content: Content, style: Style, book: FontBook, width: float) -> list[Line]:
    """Lines of at most `width` mm, each with its nodes about its own baseline's start (0, 0). Nothing shrinks."""
    cache = _FLOWN.setdefault(book, {})
    key = (content if isinstance(content, str) else tuple(content), style, width)
    lines = cache.get(key)
    if lines is None:
        ems = width / style.size
        even = style.align == "start" and style.language != "ja" and ems >= PROSE
        rows = _rows(_hlists(content, style, book), style, ems, EVEN if even else None)
        lines = cache[key] = [_drawn(row, drop, Pen(style.size, style.fill)) for row, drop in rows]
    return list(lines)


def measure(content: Content, style: Style, book: FontBook) -> float:
    """The width in mm of a content set on one line."""
    hlist = _one_hlist(content, style, book)
    return measure_line(hlist, 0, hlist.bare_end(len(hlist.boxes)), math.inf, "start").width * style.size


def missing_in(content: Content, style: Style, book: FontBook) -> tuple[str, ...]:
    """The characters of a content that no font of the style's family draws, each once."""
    return _missing(_hlists(content, style, book))


def shifted(nodes: Iterable[Node], dx: float, dy: float) -> tuple[Node, ...]:
    """Text and icons moved by (dx, dy) mm."""
    moved: list[Node] = []
    for node in nodes:
        if isinstance(node, GlyphRun):
            moved.append(replace(node, x=node.x + dx, y=node.y + dy))
        elif isinstance(node, Group):
            a, b, c, d, e, f = node.matrix
            moved.append(replace(node, matrix=(a, b, c, d, e + dx, f + dy)))
    return tuple(moved)


# ---- inside ------------------------------------------------------------------------------------------------


def _hlists(content: Content, style: Style, book: FontBook, *, apart: int = 0) -> _HLists:
    inlines = (Words(content),) if isinstance(content, str) else tuple(content)
    return hlists_of(inlines, book, style, apart=apart)


def _one_hlist(content: Content, style: Style, book: FontBook) -> HList:
    """All of a content on one line: its breaks become spaces."""
    inlines: Iterable[Inline] = (Words(content),) if isinstance(content, str) else content
    flat = (Words(" ") if isinstance(i, Break) else i for i in inlines)
    one_line = tuple(
        [replace(i, text=i.text.replace("\n", " ")) if isinstance(i, Words) and "\n" in i.text else i for i in flat]
    )
    return hlists_of(one_line, book, style)[0][0]


def _sizes(style: Style, floor: float | None) -> list[float]:
    """The sizes to try, largest first: the style's own, then 0.1 pt less each time, down to the floor."""
    least = max(floor or 0.0, FLOORS.get(style.language, FLOORS["en"]))
    steps = max(0, math.ceil((style.size - least) / STEP - 1e-9))
    return [style.size - k * STEP for k in range(steps)] + [min(style.size, least)]


def _largest(sizes: list[float], fits: Callable[[float], bool]) -> float:
    """The largest size that fits; the smallest if none does."""
    return sizes[bisect_left(sizes, True, hi=len(sizes) - 1, key=fits)]


def _manner(style: Style) -> Manner:
    return JUSTIFIED if style.align == "justify" else RAGGED


def _rows(hlists: _HLists, style: Style, measure: float, manner: Manner | None = None) -> _LineBoxes:
    """All lines in a measure (ems), with their distances."""
    leading = style.leading or LEADINGS.get(style.language, LEADINGS["en"])
    manner = manner or _manner(style)
    rows: _LineBoxes = []
    points = _points(hlists) if style.align == "middle" else set()
    for is_list, some in groupby(enumerate(hlists), lambda pair: pair[0] in points):
        block = [
            (row, starts and not number)
            for _, (hlist, starts) in some
            for number, row in enumerate(_lines(hlist, "start" if is_list else style.align, measure, manner))
        ]
        if is_list:  # it stands in the middle as a whole
            spare = max(0.0, measure - max(row.width + row.indent for row, _ in block)) / 2
            block = [(row._replace(left=row.left + spare), opens) for row, opens in block]
        for row, opens in block:
            drop = max(leading, rows[-1][0].descent + row.ascent) + PARAGRAPH * opens if rows else 0.0
            rows.append((row, drop))
    return rows


def _lines(hlist: HList, align: str, measure: float, manner: Manner) -> Iterator[LineBox]:
    """The lines of a paragraph; below a label they begin where its words do."""
    breaks, label = _broken(hlist, align, measure, manner)
    hang = hlist.hang(label)
    if align == "middle" and manner is not TIGHT and len(breaks) > 1:
        breaks = _balanced(hlist, measure, breaks)
    for number, (start, end) in enumerate(breaks):
        own = "start" if align == "justify" and number == len(breaks) - 1 else align
        if label and number:
            row = measure_line(hlist, start, end, measure - hang, own)
            yield row._replace(left=row.left + hang, indent=hang)
        else:
            yield measure_line(hlist, start, end, measure, own, label)


def _broken(hlist: HList, align: str, measure: float, manner: Manner) -> tuple[list[tuple[int, int]], int]:
    """Where the lines of a paragraph begin and end, and how many boxes are its label."""
    label = 0 if align in ("middle", "end") else hlist.label
    return break_lines(hlist, measure - hlist.hang(label), manner, label), label


def _points(hlists: _HLists) -> set[int]:
    """Which paragraphs are points of a list: two at least, one below the other."""
    points = {at for at, (hlist, _) in enumerate(hlists) if hlist.label}
    return {at for at in points if points & {at - 1, at + 1}}


def _balanced(hlist: HList, measure: float, breaks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same number of lines in the narrowest measure that gives it and breaks no more words: centred lines of like
    length."""
    low, high, best, most = measure / len(breaks), measure, breaks, broken(hlist, breaks) + TOLERANCE
    for _ in range(6):
        middle = (low + high) / 2
        tried = break_lines(hlist, middle)
        fits = len(tried) <= len(breaks) and max(hlist.squeezed(a, b) for a, b in tried) <= middle + TOLERANCE
        if fits and (len(tried) < 2 or broken(hlist, tried) <= most):
            high, best = middle, tried
        else:
            low = middle
    return best


def _drawn(row: LineBox, drop: float, pen: Pen) -> Line:
    """A line in mm, its distance to the one before in ems."""
    size = pen.size
    return Line(nodes_of(row, pen), row.text, row.width * size, row.ascent * size, drop * size, row.left * size + pen.x)


def _stacked(rows: _LineBoxes, pen: Pen) -> tuple[Line, ...]:
    """The lines one below the other, the first one's top where the pen is."""
    placed = []
    y = pen.y + rows[0][0].ascent * pen.size
    for row, drop in rows:
        y += drop * pen.size
        placed.append(_drawn(row, drop, Pen(pen.size, pen.fill, pen.x, y, pen.source)))
    return tuple(placed)


def _height(rows: _LineBoxes) -> float:
    return rows[0][0].ascent + math.fsum(drop for _, drop in rows) + rows[-1][0].descent


def _width(rows: _LineBoxes) -> float:
    return max(row.width + row.indent for row, _ in rows)


def _offset(valign: str, spare: float, rows: _LineBoxes) -> float:
    """How far down the first line's top is (ems). In the middle it is kanji or capitals that are centred; at the top
    first lines have one baseline, whether an icon stands in them or not, if there is room."""
    first, last = rows[0][0], rows[-1][0]
    wanted = spare
    if valign == "middle":
        wanted = (spare + last.descent - (first.ascent - CAPITALS)) / 2
    elif valign == "top":
        wanted = TALLEST - first.ascent
    return max(0.0, min(spare, wanted))


def _excess(length: float, room: float) -> float:
    return length - room if length > room + TOLERANCE else 0.0


def _missing(hlists: _HLists) -> tuple[str, ...]:
    return tuple(dict.fromkeys("".join([hlist.missing for hlist, _ in hlists])))
