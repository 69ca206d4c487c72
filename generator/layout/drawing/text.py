"""text elements -> set text, in mm.

Takes a bound `text` element and its place: words from an expression (with markup) or the sample words of the file; a
point, a box or a frame of Inkscape's. Gives text nodes. Promise: whatever does not fit, or has no glyph, is a finding
at the words' own place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import fsum, sqrt

from generator.data.model import Term
from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable
from generator.face.bounds import outline_of
from generator.face.face import IDENTITY, Color, Group, Matrix, Node, Path, Segments, Text
from generator.face.geometry import NOTHING, Box, bounds, box_under, inverse, merged, multiply, transformed
from generator.layout.drawing import draft
from generator.layout.drawing.context import Context, GraphicsState, inside
from generator.layout.drawing.runs import Run, lines_of, runs_of
from generator.layout.svg.element import Element
from generator.layout.svg.numbers import Rect, length, millimetres, number, numbers
from generator.layout.svg.paint import color, faded
from generator.layout.svg.references import reference
from generator.layout.svg.style import Style as Drawn
from generator.typeset.fonts import ADD_FONT, FontBook
from generator.typeset.inline import Inline, inline_of
from generator.typeset.typeset import Content, Setting, Style, findings_of, measure, set_box, set_line, shifted
from generator.values import dataclass, replace


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


Paint = Callable[[Context, Element, GraphicsState, Segments], list[Node]]
"""Paints an outline in user units as the style says."""


def text_nodes(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """The nodes of a text element."""
    if element.attributes.get("pnp:stamp") == "yes":
        context.stamp = (element, state)
        return []
    context.spoken += 1
    try:
        if "pnp:words" in element.attributes:
            return _bound(context, element, state, paint) if state.style.visible else []
        return _sample(context, element, state, paint)
    except Unreadable as what:
        context.unreadable(element, "", what)
    except Fault as fault:
        for finding in fault.findings:
            context.tell(replace(finding, mark=element.mark("font-family")))
    return []


def _style(context: Context, element: Element, state: GraphicsState, scale: float) -> Style:
    """The style of a run. Raises `Unreadable`, or `Fault` for an unknown family."""
    style = state.style
    fill = Color("#000000") if style.fill.startswith("url") else color(_painted(style.fill), style.color)
    paint = faded(fill, style.fill_opacity * (0.0 if style.fill == "none" else 1.0))
    assert isinstance(paint, Color)  # noqa: S101  (a faded colour is one)
    if style.font_size <= 0 or scale <= 0:
        raise Unreadable("`font-size`: words of no size cannot be seen", "write a size, or delete the text")
    return Style(
        family=_family(context, element, style.family or "body"),
        size=style.font_size * scale,
        fill=paint,
        language=context.language or "ja",
        bold=style.bold,
        leading=_leading(element),
        align="justify" if style.justify else style.anchor,
        spacing=style.spacing / style.font_size,
        word_spacing=style.word_spacing / style.font_size,
    )


def _family(context: Context, element: Element, name: str) -> str:
    """The family that is there. Raises `Fault`."""
    book = context.tools.book()
    try:
        family = book.resolve(name, element.mark("font-family"))
    except Fault as fault:
        if not context.tools.draft:
            raise
        context.told += fault.findings
        return "body"
    if book.lacks(name):
        first = name.split(",", maxsplit=1)[0].strip("\"' ")
        message = f"there is no font family `{first}`: its words are printed in `{family}`"
        context.tell(Finding("F004", element.mark("font-family"), message, ADD_FONT, about=(first,)))
    return family


def _painted(words: str) -> str:
    return "#000000" if words == "none" else words


def _leading(element: Element) -> float | None:
    words = element.attributes.get("pnp:leading")
    return number(words) if words else None


def _penned(
    context: Context,
    element: Element,
    state: GraphicsState,
    frame: _Frame,
    nodes: Sequence[Node],
    paint: Paint,
    box: Box | None,
) -> list[Node]:
    """Runs of words with what their style paints besides a plain colour: a stroke or a gradient, on their outlines.
    What has no plain colour itself is there to be searched. `box` is that of the whole text (mm of the frame)."""
    style = state.style
    gradient = style.fill.startswith("url")
    if not gradient and style.stroke in ("none", "", "transparent"):
        return list(nodes)
    units: Matrix = (frame.scale, 0, 0, frame.scale, frame.dx, frame.dy)
    back, book = inverse(units) or IDENTITY, context.tools.book()
    pen = replace(style, even_odd=False, fill=style.fill if gradient else "none")
    painted: list[Node] = []
    for node in nodes:
        shapes: list[Node] = []
        if isinstance(node, Text) and node.fill is not None:
            outline = transformed(outline_of(node, book.font(node.font).outline), back)
            place = replace(state, style=pen, matrix=units, box=box and box_under(box, back))
            shapes = paint(context, element, place, outline) if outline else []
            node = replace(node, fill=None) if gradient or style.fill == "none" else node  # noqa: PLW2901
        painted += [*shapes, node] if style.stroke_first else [node, *shapes]
    return painted


def _cells(context: Context, styles: Iterable[Drawn], nodes: Iterable[Node]) -> Box | None:
    """The box of runs of words, each as high as its font: what browsers measure a text's paint by, if it has any."""
    if not any("url(" in style.fill + style.stroke for style in styles):
        return None
    found, book = NOTHING, context.tools.book()
    for node in nodes:
        if isinstance(node, Text):
            facts, em = book.font(node.font).facts, node.size / 1000
            found = merged(found, (node.x, node.y - facts.above * em, node.x + node.width, node.y + facts.below * em))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """Where and how the words of an element are set, whatever they are: the place of its first tspan, its frame, the
    style; the point (in mm of the frame) or the box; the room there is; and how they are fitted."""

    place: GraphicsState
    frame: _Frame
    style: Style
    point: tuple[float, float]
    box: Rect | None
    width: float | None
    floor: float | None
    fit: str
    valign: str


def _bound(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """Words from an expression, set as the element and its first tspan say."""
    slot = _slot(context, element, state)
    content = _content(context, element, slot.style.fill) if slot else ""
    if slot is None or not content:
        return []
    setting, room = _set(context, content, slot, (element,))
    _report(context, element, setting, room)
    over = draft.frame(room) if context.tools.draft and element in context.overfull else []
    cells = _cells(context, (slot.place.style,), setting.nodes)
    nodes = _penned(context, element, slot.place, slot.frame, setting.nodes, paint, cells)
    return slot.frame.placed([*_drawn_by((element,), nodes), *over])


def _slot(context: Context, element: Element, state: GraphicsState) -> Slot | None:
    """The slot of an element; all that differ in their words alone share it. None: what it says of it was told."""
    said = [value for name, value in element.attributes.items() if name != "pnp:words"]
    key = (
        element.source,
        element.offset,
        element.children,
        state.style,
        state.matrix,
        state.viewport,
        state.box,
        *said,
    )
    known = context.tools.cache.slots.get((context.language, key))
    if isinstance(known, Slot):
        return known
    if len(numbers(element.attributes.get("pnp:box") or "0 0 0 0")) != 4:
        return None  # told when the template was compiled
    before = (len(context.told), context.loose)
    slot = _new_slot(context, element, state)
    if before == (len(context.told), context.loose):
        context.tools.cache.slots[context.language, key] = slot
    return slot


def _new_slot(context: Context, element: Element, state: GraphicsState) -> Slot:
    a, first = element.attributes, next((c for c in element.elements if c.tag == "tspan"), None)
    place = inside(context, first, state) if first is not None else state
    frame = _frame(state.matrix)
    style = _style(context, element, GraphicsState(place.style, state.matrix, place.viewport, place.depth), frame.scale)
    box = _box(context, element, frame)
    x, y = frame.point(*_start(element, first, state))
    y += _drop_to(place.style.level, style, context.tools.book())
    if box is not None:
        anchor = "start" if style.align == "justify" else style.align
        x, y = box[0] + {"start": 0.0, "middle": box[2] / 2, "end": box[2]}[anchor], box[1]
    width = number(a["pnp:width"]) * frame.scale if "pnp:width" in a else box[2] if box else None
    floor = millimetres(a["pnp:floor"]) if "pnp:floor" in a else None
    fit = a.get("pnp:fit", "wrap" if box else "none")
    return Slot(place, frame, style, (x, y), box, width, floor, fit, a.get("pnp:valign", "top"))


def _content(context: Context, element: Element, fill: Color) -> Content:
    words = element.attributes["pnp:words"]
    if context.game is None or not words:
        return words

    def art(term: Term, ink: Color) -> Group | None:
        shown = Color(term.color) if term.color and not _light(ink) else ink
        return context.tools.icon(term.icon, shown) if term.icon else None

    inlines: tuple[Inline, ...] = inline_of(words, context.game, context.language, art, fill)
    return inlines


def _light(ink: Color) -> bool:
    """True for words that stand on something dark: their icons take their colour."""
    r, g, b = (int(ink.hex[k : k + 2], 16) for k in (1, 3, 5))
    return 0.3 * r + 0.59 * g + 0.11 * b > 140


def _start(element: Element, first: Element | None, state: GraphicsState) -> tuple[float, float]:
    """Where the first word stands, in user units."""
    found = []
    for axis, name in enumerate(("x", "y")):
        own = element.attributes.get(name) or (first.attributes.get(name) if first is not None else None) or "0"
        moved = element.attributes.get(f"d{name}") or (first.attributes.get(f"d{name}") if first is not None else None)
        size = partial(length, whole=state.viewport[axis], em=state.style.font_size)
        found.append(size(_first(own)) + size(_first(moved or "0")))
    return found[0], found[1]


def _first(places: str) -> str:
    """The first of several places: SVG allows one for each character."""
    return (places.replace(",", " ").split() or ["0"])[0]


def _box(context: Context, element: Element, frame: _Frame) -> Rect | None:
    """The box of `pnp:box`, or of Inkscape's frame, in mm of the frame."""
    words = element.attributes.get("pnp:box")
    if words:
        x, y, w, h = numbers(words)
    else:
        target = context.by_id((reference(element.attributes.get("shape-inside", "")) or "").removeprefix("#"))
        if target is None:
            return None
        get = target.attributes.get
        if target.tag == "rect":
            x, y, w, h = (length(get(k, "0")) for k in ("x", "y", "width", "height"))
        elif target.tag in ("circle", "ellipse"):  # the largest box of their own proportions that they hold
            rx, ry = (length(get(k, get("r", "0"))) * sqrt(2) for k in ("rx", "ry"))
            x, y, w, h = length(get("cx", "0")) - rx / 2, length(get("cy", "0")) - ry / 2, rx, ry
        else:
            what = Unreadable(
                f"words flow in a rectangle, circle or ellipse, not in a `{target.tag}`", "write `pnp:box`"
            )
            context.unreadable(element, "shape-inside", what)
            return None
    left, top = frame.point(x, y)
    return (left, top, w * frame.scale, h * frame.scale)


def _set(
    context: Context, content: Content, slot: Slot, source: tuple[Element, ...]
) -> tuple[Setting, tuple[float, ...]]:
    """The setting, and the room it had: a box, (width,) or ()."""
    book, style, box = context.tools.book(), slot.style, slot.box
    if box is not None and slot.fit == "wrap":
        return set_box(content, style, book, box, slot.valign, slot.floor, source), box
    anchor = "start" if style.align == "justify" else style.align
    setting = set_line(
        content, style, book, *slot.point, anchor, slot.width, slot.floor, shrink=slot.fit == "shrink", source=source
    )
    if box is not None:
        setting = replace(setting, nodes=shifted(setting.nodes, 0.0, _drop(slot.valign, box[3], setting.size)))
    return setting, box or ((slot.width,) if slot.width is not None else ())


def _drawn_by(source: tuple[Element, ...], nodes: Sequence[Node]) -> list[Node]:
    """The nodes, each outline among them with the elements that it is of; words have theirs."""
    return [replace(n, source=source) if isinstance(n, Path) else n for n in nodes]


def _drop_to(level: str, style: Style, book: FontBook) -> float:
    """From where a `dominant-baseline` lies to the line that letters stand on, in mm, as browsers have it."""
    if level == "alphabetic":
        return 0.0
    font = book.stack(style.family, style.bold)[0]
    up, down, small = font.facts.above / 1000, -font.facts.below / 1000, -bounds(font.outline(font.gid("x")))[1]
    shares = {"top": up, "hanging": 0.8 * up, "mathematical": up / 2, "bottom": down, "middle": small / 2}
    return shares.get(level, (up + down) / 2) * font.scale * style.size


def _drop(valign: str, height: float, size: float) -> float:
    """From the top of a box to the baseline of its only line."""
    return {"top": 0.88 * size, "middle": height / 2 + 0.36 * size, "bottom": height - 0.12 * size}[valign]


def _report(context: Context, element: Element, setting: Setting, room: tuple[float, ...]) -> None:
    if not (setting.over_width or setting.over_height or setting.missing):
        return
    context.overfull.add(element)
    field = element.attributes.get("pnp:field", "")
    text = f"item.{field}" if field else ""
    mark = context.text_mark(field, element) if context.text_mark is not None else element.mark("pnp:text")
    for finding in findings_of(setting, mark, context.face, text, room, context.language):
        context.tell(finding)
        if finding.code in ("F010", "F011"):
            context.boxes[finding] = _box_mark(context, element)


def _box_mark(context: Context, element: Element) -> Mark:
    """Where the template says what room the words have."""
    framed = context.by_id((reference(element.attributes.get("shape-inside", "")) or "").removeprefix("#"))
    if "pnp:box" not in element.attributes and framed is not None:
        return framed.mark()
    return element.mark("pnp:box" if "pnp:box" in element.attributes else "pnp:width")


def _sample(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """The words in the file, as they stand there: each line of the drawing where it is, in its own style."""
    frame = _frame(state.matrix)
    found: list[tuple[Run, tuple[Node, ...]]] = []
    x = y = 0.0
    runs = runs_of(context, element, state)
    if runs and not runs[-1].state.style.preserve:
        runs[-1] = replace(runs[-1], words=runs[-1].words.rstrip(" "))
    for line in lines_of(runs):
        x, y = line[0].place.get("x", x), line[0].place.get("y", y)
        more, x, y = _line(context, element, line, frame, (x, y))
        found += more
    nodes: list[Node] = []
    box = _cells(context, (run.state.style for run, _ in found), (node for _, part in found for node in part))
    for run, part in found:
        painted = _penned(context, run.element, run.state, frame, part, paint, box)
        nodes += _drawn_by(tuple(dict.fromkeys((element, run.element))), painted)
    return frame.placed(nodes)


def _line(
    context: Context, element: Element, line: list[Run], frame: _Frame, start: tuple[float, float]
) -> tuple[list[tuple[Run, tuple[Node, ...]]], float, float]:
    """The nodes of each run that shows of one line from its start, and where it ends, in user units."""
    book, (x, y) = context.tools.book(), start
    styles = [_style(context, run.element, run.state, frame.scale) for run in line]
    kept = [run.words + _KEEP if run.words.endswith(" ") else run.words for run in line]
    ends = [s.spacing * s.size * (w[-1:] not in ("", _KEEP)) for w, s in zip(kept, styles, strict=True)]
    widths = [measure(w, s, book) + end for w, s, end in zip(kept, styles, ends, strict=True)]
    inner = fsum(run.place.get("dx", 0.0) for run in line[1:]) * frame.scale
    whole = fsum(widths) + inner
    left, baseline = frame.point(x + line[0].place.get("dx", 0.0), y + line[0].place.get("dy", 0.0))
    back = {"start": 0.0, "middle": whole / 2, "end": whole}[line[0].state.style.anchor]
    left -= back
    found: list[tuple[Run, tuple[Node, ...]]] = []
    for k, (run, words, style, width) in enumerate(zip(line, kept, styles, widths, strict=True)):
        if k:
            left += run.place.get("dx", 0.0) * frame.scale
            baseline += run.place.get("dy", 0.0) * frame.scale
        source = tuple(dict.fromkeys((element, run.element)))
        drop = _drop_to(run.state.style.level, style, book)
        setting = set_line(words, style, book, left, baseline + drop, source=source)
        if run.state.style.visible:
            _report(context, run.element, setting, ())
            found.append((run, setting.nodes))
        left += width
    return found, (left + back - frame.dx) / frame.scale, (baseline - frame.dy) / frame.scale


_KEEP = "\u200b"
"""Behind a blank: it is not the end of the line."""


def stamp_nodes(context: Context, words: str, least: float) -> list[Node]:
    """The content stamp at the place that the template gives it, at least so large (mm)."""
    assert context.stamp is not None  # noqa: S101  (asked for only where there is one)
    element, state = context.stamp
    first = next((c for c in element.elements if c.tag == "tspan"), None)
    frame = _frame(state.matrix)
    try:
        style = _style(context, element, state, frame.scale)
        style = replace(style, size=max(style.size, least))
        x, y = frame.point(*_start(element, first, state))
    except (Unreadable, Fault):
        return []
    return frame.placed(set_line(words, style, context.tools.book(), x, y, state.style.anchor).nodes)
