"""Content + style + box -> `Setting`: text set line by line, glyph by glyph.

Takes inline values (or a plain string), a `Style` and a place in mm; gives `Text` and `Group` nodes in
absolute mm, y down. Promise: no line begins or ends with a forbidden character, none is wider than its
box unless `over_width` says by how much, and the strings of the nodes are the source's words in order
(spaces at line ends apart; the readings of ruby stand after their line).
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from generator.findings import Finding, Mark
from generator.layout.breaking import break_strip, squeezed
from generator.layout.face import Color, Group, Node, Text
from generator.layout.fonts import FontBook
from generator.layout.inline import Break, Inline, Words
from generator.layout.lines import Row, set_row
from generator.layout.strips import Strip, strips_of

POINT = 25.4 / 72
"""One point in mm."""

FLOORS = {"ja": 6.5 * POINT, "en": 6.0 * POINT}
"""Language -> the smallest size, in mm, that text may ever shrink to."""

LEADINGS = {"ja": 1.5, "en": 1.25}
"""Language -> line distance in ems, where the style gives none."""

PARAGRAPH = 0.5
"""Additional space before a paragraph, in ems."""

STEP = 0.1 * POINT
"""How finely text shrinks, in mm."""

TOLERANCE = 1e-4
"""Less than this, in mm, is not too wide."""

Content = str | Sequence[Inline]


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
    distance in mm from the baseline of the line before (0 for the first). `left` is where its ink box
    starts: not 0 where the line is centred or set to the end."""

    nodes: tuple[Node, ...] = field(repr=False)
    text: str
    width: float
    ascent: float
    descent: float
    drop: float = 0.0
    left: float = 0.0


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
    ((strip, _),) = _strips(_one_line(content), style, book)
    end = break_strip(strip, math.inf)[0][1]
    room = math.inf if width is None else width
    least = squeezed(strip, 0, end)
    sizes = _sizes(style, floor if shrink else style.size)
    size = _largest(sizes, lambda s: least * s <= room + TOLERANCE)
    row = set_row(strip, 0, end, room / size, "start", size, style.fill)
    left = x - {"start": 0.0, "middle": row.width / 2, "end": row.width}.get(anchor, 0.0)
    line = _line(row, 0.0)
    nodes = shifted(line.nodes, left, y)
    over = _excess(row.width, room)
    placed = replace(line, nodes=nodes, left=left)
    return Setting(nodes, row.width, row.ascent + row.descent, (placed,), size, over, 0.0, _missing([(strip, False)]))


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

    def fits(size: float) -> bool:
        lines = _lines(strips, style, size, width, tight=True)
        return _height(lines) <= height + TOLERANCE and _width(lines) <= width + TOLERANCE

    loose = _lines(strips, style, style.size, width)
    size = style.size
    if _height(loose) > height + TOLERANCE or _width(loose) > width + TOLERANCE:
        size = _largest(_sizes(style, style.size if floor is None else floor), fits)
        loose = _lines(strips, style, size, width)
        if _height(loose) > height + TOLERANCE:
            loose = _lines(strips, style, size, width, tight=True)
    total = _height(loose)
    top = y + _offset(valign, height - total, loose, size)
    placed = _stacked(loose, x, top)
    nodes = tuple(node for line in placed for node in line.nodes)
    over = _excess(_width(loose), width), _excess(total, height)
    return Setting(nodes, _width(loose), total, tuple(placed), size, *over, missing)


def flow(content: Content, style: Style, book: FontBook, width: float) -> list[Line]:
    """Lines of at most `width` mm, each with its nodes about its own baseline's start (0, 0). Nothing shrinks."""
    return list(_lines(_strips(content, style, book), style, style.size, width))


def measure(content: Content, style: Style, book: FontBook) -> float:
    """The width in mm of a content set on one line."""
    ((strip, _),) = _strips(_one_line(content), style, book)
    return set_row(strip, 0, break_strip(strip, math.inf)[0][1], math.inf, "start", style.size, style.fill).width


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


def _strips(content: Content, style: Style, book: FontBook) -> list[tuple[Strip, bool]]:
    inlines = (Words(content),) if isinstance(content, str) else content
    return strips_of(inlines, book, style.family, style.bold, style.language, style.spacing)


def _one_line(content: Content) -> tuple[Inline, ...]:
    inlines = (Words(content),) if isinstance(content, str) else content
    flat = (Words(" ") if isinstance(i, Break) else i for i in inlines)
    return tuple(replace(i, text=i.text.replace("\n", " ")) if isinstance(i, Words) else i for i in flat)


def _sizes(style: Style, floor: float | None) -> list[float]:
    """The sizes to try, largest first: the style's own, then 0.1 pt less each time, down to the floor."""
    least = max(floor or 0.0, FLOORS.get(style.language, FLOORS["en"]))
    steps = max(0, math.ceil((style.size - least) / STEP - 1e-9))
    return [max(style.size - k * STEP, least) for k in range(steps)] + [min(style.size, least)]


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


def _lines(
    strips: list[tuple[Strip, bool]], style: Style, size: float, width: float, tight: bool = False
) -> list[Line]:
    """All lines at a size, about their own baselines."""
    leading = (style.leading or LEADINGS.get(style.language, 1.25)) * size
    lines: list[Line] = []
    for strip, starts in strips:
        ems = width / size
        breaks = break_strip(strip, ems, tight, style.align == "justify")
        if style.align == "middle" and not tight and len(breaks) > 1:
            breaks = _balanced(strip, ems, breaks)
        for number, (start, end) in enumerate(breaks):
            align = "start" if style.align == "justify" and number == len(breaks) - 1 else style.align
            row = set_row(strip, start, end, ems, align, size, style.fill)
            drop = 0.0
            if lines:
                gap = PARAGRAPH * size if starts and not number else 0.0
                drop = max(leading, lines[-1].descent + row.ascent) + gap
            lines.append(_line(row, drop))
    return lines


def _balanced(strip: Strip, ems: float, breaks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same number of lines in the narrowest measure that gives it: centred lines of like length."""
    low, high, best = ems / len(breaks), ems, breaks
    for _ in range(6):
        middle = (low + high) / 2
        tried = break_strip(strip, middle)
        if len(tried) <= len(breaks) and max(squeezed(strip, a, b) for a, b in tried) <= middle + TOLERANCE:
            high, best = middle, tried
        else:
            low = middle
    return best


def _line(row: Row, drop: float) -> Line:
    return Line(row.nodes, row.text, row.width, row.ascent, row.descent, drop, row.left)


def _height(lines: list[Line]) -> float:
    return lines[0].ascent + sum(line.drop for line in lines) + lines[-1].descent


def _width(lines: list[Line]) -> float:
    return max(line.width for line in lines)


def _offset(valign: str, spare: float, lines: list[Line], size: float) -> float:
    """How far down the first line's top is. In the middle it is the kanji or capitals that are centred."""
    if valign == "middle":
        above = lines[0].ascent - CAPITALS * size
        below = lines[-1].descent
        return (spare + below - above) / 2 if spare >= abs(below - above) else spare / 2
    return spare if valign == "bottom" else 0.0


CAPITALS = 0.72
"""Height of capitals, in ems: what the eye takes for the top of a line."""


def _stacked(lines: list[Line], x: float, top: float) -> list[Line]:
    placed = []
    y = top + lines[0].ascent
    for line in lines:
        y += line.drop
        placed.append(replace(line, nodes=shifted(line.nodes, x, y), left=line.left + x))
    return placed


def _excess(length: float, room: float) -> float:
    return length - room if length > room + TOLERANCE else 0.0


def _missing(strips: list[tuple[Strip, bool]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c for strip, _ in strips for piece in strip.pieces for c in piece.missing))


# ---- findings ----------------------------------------------------------------------------------------------


def findings_of(
    setting: Setting, mark: Mark, what: str, box: tuple[float, ...], language: str = "", words: str = ""
) -> list[Finding]:
    """What is wrong with a setting: F010 too wide, F011 too high, F012 no glyph, F013 control character.

    `what` names the face and the text ("`skill/iron-legion`, text `item.text`"), `box` is (x, y, width, height) or
    (width,) in mm; `words` are those of the longest line, to be named where it is too wide.
    """
    named = f"{what} in {language}" if language else what
    place = " x ".join(f"{n:g}" for n in (box[2:] if len(box) == 4 else box))
    size = f"{setting.size / POINT:.1f} pt"
    found = []
    if setting.over_width:
        widest = max(setting.lines, key=lambda line: line.width)
        message = f"{named}: `{_short(words or widest.text)}` is {setting.over_width:.1f} mm wider than its box of {place} mm at {size}"
        found.append(
            Finding(
                "F010", mark, message, "shorten the words, widen the box (`pnp:box`, `pnp:width`), or lower `pnp:floor`"
            )
        )
    if setting.over_height:
        count = len(setting.lines)
        message = (
            f"{named}: {count} lines are {setting.over_height:.1f} mm higher than their box of {place} mm at {size}"
        )
        found.append(
            Finding(
                "F011",
                mark,
                message,
                f"shorten the words by about {_surplus(setting)} characters, make the box higher, or lower `pnp:floor`",
            )
        )
    for char in setting.missing:
        found.append(_missing_finding(char, mark, named))
    return found


def _surplus(setting: Setting) -> int:
    """About how many characters too many there are."""
    share = setting.over_height / max(setting.height, 1e-9)
    return max(1, math.ceil(share * sum(len(line.text) for line in setting.lines)))


def _short(words: str) -> str:
    return words if len(words) <= 24 else words[:23] + "…"


def _missing_finding(char: str, mark: Mark, what: str) -> Finding:
    code = f"U+{ord(char):04X}"
    if unicodedata.category(char)[0] == "C" and unicodedata.category(char) != "Cn":
        return Finding("F013", mark, f"{what} holds the control character {code}", "delete it")
    name = unicodedata.name(char, "a character without a name").lower()
    hint = f"write another character than `{char}`, draw it as an icon, or add a font that has it to layouts/fonts/fonts.yaml"
    return Finding("F012", mark, f"{what} holds `{char}` ({code}, {name}), which no font of its family draws", hint)
