"""text elements -> set text, in mm.

Takes a bound `text` element and its place: words from an expression (with markup) or the sample words of the file; a
point, a box or a frame of Inkscape's. Gives text nodes. Promise: whatever does not fit, or has no glyph, is a finding
at the words' own place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import fsum, sqrt

from generator.data.model import Term
from generator.face.face import Color, Group, Matrix, Node, Text
from generator.face.geometry import multiply
from generator.findings import Fault, Finding, Mark
from generator.frozen import dataclass
from generator.layout.numbers import Unreadable, length, millimetres, number, numbers
from generator.layout.paint import color, faded
from generator.layout.svgfile import Element
from generator.layout.svgrules import reference
from generator.layout.work import Here, Work, inside
from generator.typeset.inline import Inline, inline_of
from generator.typeset.typeset import Content, Setting, Style, findings_of, measure, set_box, set_line, shifted

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where text is set: `scale` from user units to mm, then (dx, dy), then `outer` (None: nothing more)."""

    scale: float
    dx: float
    dy: float
    outer: Matrix | None

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (round(x * self.scale + self.dx, 6), round(y * self.scale + self.dy, 6))

    def placed(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes in the face's mm."""
        if self.outer is None or not nodes:
            return list(nodes)
        return [Group(tuple(nodes), self.outer)]


def _frame(matrix: Matrix) -> _Frame:
    """Upright text is set where it stands; turned or slanted text in a group."""
    a, b, c, d, e, f = matrix
    if b == 0 and c == 0 and a > 0 and abs(a - d) < 1e-9:
        return _Frame(a, e, f, None)
    scale = sqrt(abs(a * d - b * c)) or 1.0
    return _Frame(scale, 0.0, 0.0, multiply(matrix, (1 / scale, 0, 0, 1 / scale, 0, 0)))


def text_nodes(work: Work, element: Element, here: Here) -> list[Node]:
    """The nodes of a text element."""
    if element.attributes.get("pnp:stamp") == "yes":
        work.stamp = (element, here)
        return []
    if not here.style.visible:
        return []
    work.spoken += 1
    try:
        if "pnp:words" in element.attributes:
            return _bound(work, element, here)
        return _sample(work, element, here)
    except Unreadable as what:
        work.unreadable(element, "", what)
    except Fault as fault:
        for finding in fault.findings:
            work.tell(replace(finding, mark=element.mark("font-family")))
    return []


def _style(work: Work, element: Element, here: Here, scale: float) -> Style:
    """The style of a run. Raises `Unreadable`, or `Fault` for an unknown family."""
    style = here.style
    if style.fill.startswith("url"):
        work.tell(Finding("T005", element.mark("fill"), "words can have a colour, no gradient", "write a colour"))
    if style.stroke != "none":
        work.tell(Finding("T005", element.mark("stroke"), "words are not stroked", 'write stroke="none"'))
    fill = Color("#000000") if style.fill.startswith("url") else color(_painted(style.fill), style.color)
    paint = faded(fill, style.fill_opacity * (0.0 if style.fill == "none" else 1.0))
    assert isinstance(paint, Color)  # noqa: S101  (a faded colour is one)
    if style.font_size <= 0 or scale <= 0:
        raise Unreadable("`font-size`: words of no size cannot be seen", "write a size, or delete the text")
    spacing = 0.0 if style.spacing == "normal" else length(style.spacing, 0.0, style.font_size) / style.font_size
    book = work.tools.book()
    return Style(
        family=book.resolve(style.family or "body"),
        size=style.font_size * scale,
        fill=paint,
        language=work.language or "ja",
        bold=style.bold,
        leading=_leading(element),
        align="justify" if style.justify else style.anchor,
        spacing=spacing,
    )


def _painted(words: str) -> str:
    return "#000000" if words == "none" else words


def _leading(element: Element) -> float | None:
    words = element.attributes.get("pnp:leading")
    return number(words) if words else None


def _bound(work: Work, element: Element, here: Here) -> list[Node]:
    """Words from an expression, set as the element and its first tspan say."""
    if len(numbers(element.attributes.get("pnp:box") or "0 0 0 0")) != 4:
        return []  # told when the template was compiled
    first = next((c for c in element.elements if c.tag == "tspan"), None)
    place = inside(work, first, here) if first is not None else here
    frame = _frame(here.matrix)
    style = _style(work, element, Here(place.style, here.matrix, place.viewport, place.depth), frame.scale)
    content = _content(work, element, style.fill)
    if not content:
        return []
    box = _box(work, element, frame)
    setting, room = _set(work, element, content, style, frame, box, _start(element, first, here))
    _report(work, element, setting, room)
    return frame.placed(_noted(work, element, setting.nodes))


def _content(work: Work, element: Element, fill: Color) -> Content:
    words = element.attributes["pnp:words"]
    if work.game is None or not words:
        return words

    def art(term: Term, ink: Color) -> Group | None:
        shown = Color(term.color) if term.color and not _light(ink) else ink
        return work.tools.icon(term.icon, shown) if term.icon else None

    inlines: tuple[Inline, ...] = inline_of(words, work.game, work.language, art, fill)
    return inlines


def _light(ink: Color) -> bool:
    """True for words that stand on something dark: their icons take their colour."""
    r, g, b = (int(ink.hex[k : k + 2], 16) for k in (1, 3, 5))
    return 0.3 * r + 0.59 * g + 0.11 * b > 140


def _start(element: Element, first: Element | None, here: Here) -> tuple[float, float]:
    """Where the first word stands, in user units."""
    found = []
    for axis, name in enumerate(("x", "y")):
        own = element.attributes.get(name) or (first.attributes.get(name) if first is not None else None) or "0"
        found.append(length(_first(own), here.viewport[axis], here.style.font_size))
    return found[0], found[1]


def _first(places: str) -> str:
    """The first of several places: SVG allows one for each character."""
    return (places.replace(",", " ").split() or ["0"])[0]


def _box(work: Work, element: Element, frame: _Frame) -> Box | None:
    """The box of `pnp:box`, or of Inkscape's frame, in mm of the frame."""
    words = element.attributes.get("pnp:box")
    if words:
        x, y, w, h = numbers(words)
    else:
        target = work.by_id((reference(element.attributes.get("shape-inside", "")) or "").removeprefix("#"))
        if target is None or target.tag != "rect":
            return None
        x, y, w, h = (length(target.attributes.get(k, "0")) for k in ("x", "y", "width", "height"))
    left, top = frame.point(x, y)
    return (left, top, w * frame.scale, h * frame.scale)


def _set(
    work: Work,
    element: Element,
    content: Content,
    style: Style,
    frame: _Frame,
    box: Box | None,
    start: tuple[float, float],
) -> tuple[Setting, tuple[float, ...]]:
    """The setting, and the room it had: a box, (width,) or ()."""
    a = element.attributes
    floor = millimetres(a["pnp:floor"]) if "pnp:floor" in a else None
    fit = a.get("pnp:fit", "wrap" if box else "none")
    valign = a.get("pnp:valign", "top")
    book = work.tools.book()
    if box is not None and fit == "wrap":
        return set_box(content, style, book, box, valign, floor), box
    width = number(a["pnp:width"]) * frame.scale if "pnp:width" in a else box[2] if box else None
    shrink = fit == "shrink"
    anchor = "start" if style.align == "justify" else style.align
    x, y = frame.point(*start)
    if box is not None:
        x = box[0] + {"start": 0.0, "middle": box[2] / 2, "end": box[2]}[anchor]
        y = box[1]
    setting = set_line(content, style, book, x, y, anchor, width, floor, shrink)
    if box is not None:
        setting = replace(setting, nodes=shifted(setting.nodes, 0.0, _drop(valign, box[3], setting.size)))
    return setting, box or ((width,) if width is not None else ())


def _noted(work: Work, element: Element, nodes: Sequence[Node]) -> Sequence[Node]:
    """The nodes; whose they are is noted, for what is found out about them later."""
    for node in nodes:
        if isinstance(node, Text):
            work.tools.memo.texts[id(node)] = (node, element)
    return nodes


def _drop(valign: str, height: float, size: float) -> float:
    """From the top of a box to the baseline of its only line."""
    return {"top": 0.88 * size, "middle": height / 2 + 0.36 * size, "bottom": height - 0.12 * size}[valign]


def _report(work: Work, element: Element, setting: Setting, room: tuple[float, ...]) -> None:
    if not (setting.over_width or setting.over_height or setting.missing):
        return
    work.overfull.add(id(element))
    field = element.attributes.get("pnp:field", "")
    text = f"item.{field}" if field else ""
    mark = work.text_mark(field, element) if work.text_mark is not None else element.mark("pnp:text")
    for finding in findings_of(setting, mark, work.face, text, room, work.language):
        work.tell(finding)
        if finding.code in ("F010", "F011"):
            work.boxes[finding] = _box_mark(work, element)


def _box_mark(work: Work, element: Element) -> Mark:
    """Where the template says what room the words have."""
    framed = work.by_id((reference(element.attributes.get("shape-inside", "")) or "").removeprefix("#"))
    if "pnp:box" not in element.attributes and framed is not None:
        return framed.mark()
    return element.mark("pnp:box" if "pnp:box" in element.attributes else "pnp:width")


@dataclass(frozen=True, slots=True)
class _Run:
    """Sample words of one style. (x, y) is None where they go on from the words before."""

    words: str
    element: Element
    here: Here
    x: float | None
    y: float | None
    dx: float
    dy: float


def _sample(work: Work, element: Element, here: Here) -> list[Node]:
    """The words in the file, as they stand there: each line of the drawing where it is, in its own style."""
    frame = _frame(here.matrix)
    runs = _trimmed(list(_runs(work, element, here)))
    nodes: list[Node] = []
    x = y = 0.0
    for line in _lines(runs):
        x = line[0].x if line[0].x is not None else x
        y = line[0].y if line[0].y is not None else y
        x, y = x + line[0].dx, y + line[0].dy
        more, width = _line(work, line, frame, x, y)
        nodes += more
        x += width / frame.scale
    return frame.placed(nodes)


def _runs(work: Work, element: Element, here: Here) -> list[_Run]:
    a = element.attributes
    em = here.style.font_size
    x, y = (length(_first(a[k]), here.viewport[k == "y"], em) if k in a else None for k in ("x", "y"))
    dx, dy = (length(_first(a.get(k, "0")), here.viewport[k == "dy"], em) for k in ("dx", "dy"))
    runs: list[_Run] = []
    for child in element.children:
        if isinstance(child, str):
            words = child if here.style.preserve else re.sub(r"\s+", " ", child)
            runs.append(_Run(re.sub(r"[\r\n\t]", " ", words), element, here, x, y, dx, dy))
            x, y, dx, dy = None, None, 0.0, 0.0
        elif child.tag == "tspan" and child.attributes.get("display") != "none":
            inner = _runs(work, child, inside(work, child, here))
            if inner and x is not None and not any(r.words.strip() for r in runs):
                first = inner[0]
                inner[0] = replace(first, x=x if first.x is None else first.x, y=y if first.y is None else first.y)
            runs += inner
    return runs


def _trimmed(runs: list[_Run]) -> list[_Run]:
    """Without white space that nobody sees: runs of nothing before a line that has its own place, and line ends."""
    kept: list[_Run] = []
    for k, run in enumerate(runs):
        following = runs[k + 1] if k + 1 < len(runs) else None
        opens = run.x is not None or run.y is not None or not kept
        ends = following is None or following.x is not None or following.y is not None
        words = run.words.lstrip(" ") if opens and not run.here.style.preserve else run.words
        words = words.rstrip(" ") if ends else words
        if words:
            kept.append(replace(run, words=words))
        elif opens and following is not None and following.x is None and following.y is None:
            runs[k + 1] = replace(following, x=run.x, y=run.y, dx=run.dx + following.dx, dy=run.dy + following.dy)
    return kept


def _lines(runs: list[_Run]) -> list[list[_Run]]:
    """Runs that follow each other without a place or shift of their own are one line."""
    lines: list[list[_Run]] = []
    for run in runs:
        if not lines or run.x is not None or run.y is not None or run.dx or run.dy:
            lines.append([])
        lines[-1].append(run)
    return lines


def _line(work: Work, line: list[_Run], frame: _Frame, x: float, y: float) -> tuple[list[Node], float]:
    """The nodes of one line, and its width, in mm of the frame."""
    book = work.tools.book()
    styles = [_style(work, run.element, run.here, frame.scale) for run in line]
    widths = [measure(run.words, style, book) for run, style in zip(line, styles, strict=True)]
    left, baseline = frame.point(x, y)
    anchor = line[0].here.style.anchor
    left -= {"start": 0.0, "middle": fsum(widths) / 2, "end": fsum(widths)}[anchor]
    nodes: list[Node] = []
    for run, style, width in zip(line, styles, widths, strict=True):
        setting = set_line(run.words, style, book, left, baseline)
        _report(work, run.element, setting, ())
        nodes += _noted(work, run.element, setting.nodes)
        left += width
    return nodes, fsum(widths)


def stamp_nodes(work: Work, words: str) -> list[Node]:
    """The content stamp at the place that the template gives it."""
    assert work.stamp is not None  # noqa: S101  (asked for only where there is one)
    element, here = work.stamp
    first = next((c for c in element.elements if c.tag == "tspan"), None)
    frame = _frame(here.matrix)
    try:
        style = _style(work, element, here, frame.scale)
        x, y = frame.point(*_start(element, first, here))
    except (Unreadable, Fault):
        return []
    return frame.placed(set_line(words, style, work.tools.book(), x, y, here.style.anchor).nodes)
