"""text elements -> set text, in mm.

Takes a bound `text` element and its place: words from an expression (with markup) or the sample words of the file; a
point, a box or a frame of Inkscape's. Gives text nodes. Promise: whatever does not fit, or has no glyph, is a finding
at the words' own place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import fsum

from generator.data.model import Term
from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable
from generator.face.bounds import outline_of, runs
from generator.face.face import IDENTITY, Color, GlyphRun, Group, Node, Path, Segments
from generator.face.geometry import Box, at, box_under, inverse, merged, multiply, transformed
from generator.layout.drawing import draft
from generator.layout.drawing.context import Context, GraphicsState
from generator.layout.drawing.runs import SampleRun, written_lines
from generator.layout.drawing.slots import TextFrame, TextSlot, drop_to, frame_of, slot_of, start_of, style_of
from generator.layout.drawing.text_path import Track, set_on_path
from generator.layout.drawing.vertical import MIDDLE, Columns, set_in_columns
from generator.layout.svg.datatypes import transform
from generator.layout.svg.element import Element, inner_words, walk
from generator.layout.svg.style import SvgStyle
from generator.typeset.inline import Inline, inline_of
from generator.typeset.setting import FLOORS, Content, Setting, findings_of
from generator.typeset.typeset import measure, set_box, set_line, shifted
from generator.values import replace

Paint = Callable[[Context, Element, GraphicsState, Segments], list[Node]]
"""Paints an outline in user units as the style says."""
_Drawn = list[tuple[SampleRun, tuple[Node, ...]]]
"""Each run with what it comes to."""


def text_nodes(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """The nodes of a text element."""
    if "pnp:stamp" in element.attributes:
        context.stamp = (element, state)
        return []
    context.spoken += 1
    if state.style.word_spacing and "\u00a0" in inner_words(element):
        message = "`word-spacing` is not added at a no-break space, as browsers do"
        context.refuse(element, "word-spacing", message, "write a plain blank")
    said = element.attributes.get("pnp:words") or inner_words(element)
    if state.style.vertical and state.style.upright and re.search("[A-Za-z]{2}|[0-9]{3}", said):
        message = "in columns letters of words lie on their side: `text-orientation: upright` is not followed"
        context.refuse(element, "text-orientation", message, "write a blank between letters, or full-width ones")
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


def _penned(
    context: Context,
    element: Element,
    state: GraphicsState,
    frame: TextFrame,
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
    back, book = inverse(frame.units) or IDENTITY, context.tools.book()
    pen = replace(style, even_odd=False, fill=style.fill if gradient else "none")
    painted: list[Node] = []
    for node in nodes:
        shapes: list[Node] = []
        for run, turn in (shown for shown in runs((node,)) if shown[0].fill):
            outline = transformed(outline_of(run, book.font(run.font).outline), multiply(back, turn))
            place = replace(state, style=pen, matrix=frame.units, box=box and box_under(box, back))
            shapes += paint(context, element, place, outline) if outline else []
        if gradient or style.fill == "none":
            node = replace(node, children=tuple(map(_bare, node.children))) if isinstance(node, Group) else _bare(node)  # noqa: PLW2901
        painted += [*shapes, node] if style.stroke_first else [node, *shapes]
    return painted


def _bare(node: Node) -> Node:
    """A run of words that is not drawn, but there to be searched."""
    return replace(node, fill=None) if isinstance(node, GlyphRun) and node.fill else node


def _cells(context: Context, styles: Iterable[SvgStyle], nodes: Iterable[Node]) -> Box | None:
    """The box of runs of words, each as high as its font: what browsers measure a text's paint by, if it has any."""
    if not any("url(" in style.fill + style.stroke for style in styles):
        return None
    boxes, book = list[Box](), context.tools.book()
    for run, turn in runs(nodes):
        facts, em = book.font(run.font).facts, run.size / 1000
        low = run.y + max(run.glyphs.ys, default=0.0)  # of a column
        box = (run.x, run.y - facts.above * em, run.x + run.width, low + facts.below * em)
        boxes.append(box_under(box, turn))
    return merged(*boxes)


def _bound(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """Words from an expression, set as the element and its first tspan say."""
    slot = slot_of(context, element, state)
    content = _content(context, element, slot.style.fill) if slot else ""
    if slot is None or not content:
        return []
    if "pnp:unread" in element.attributes:
        context.overfull.add(element)
        is_value = element.attributes["pnp:unread"] == "value"
        least = min(slot.style.size, draft.TYPE) if is_value and slot.width is None else slot.style.size
        slot = replace(slot, style=replace(slot.style, size=least))
    setting, room = _set(context, content, slot, element)
    room = slot.columns.box(room) if slot.columns else room
    _report(context, element, setting, room, "path" if slot.track else "columns" if slot.columns else "box")
    if slot.track:
        nodes, _ = set_on_path(slot.track, setting.nodes, setting.lines[0].text, every=True)
        setting = replace(setting, nodes=tuple(nodes))
    if slot.columns:
        setting = replace(setting, nodes=tuple(set_in_columns(slot.columns, setting.nodes, context.tools.book())))
    over = draft.frame(room) if context.tools.draft and element in context.overfull else []
    cells = _cells(context, (slot.place.style,), setting.nodes)
    nodes = _penned(context, element, slot.place, slot.frame, setting.nodes, paint, cells)
    if slot.track or slot.columns:
        nodes = [Group(tuple(nodes), said="".join(line.text for line in setting.lines), source=(element,))]
    return slot.frame.placed([*_drawn_by((element,), nodes), *over])


def _content(context: Context, element: Element, fill: Color) -> Content:
    words = element.attributes["pnp:words"]
    if context.game is None or not words:
        return words

    def art(term: Term, ink: Color) -> Group | None:
        shown = Color(term.color) if term.color and not _light(ink) else ink
        return context.tools.icon(term.icon, shown) if term.icon else None

    unknown: list[str] = []
    inlines: tuple[Inline, ...] = inline_of(words, context.game, context.language, art, fill, unknown)
    if unknown:
        context.overfull.add(element)
    return inlines


def _light(ink: Color) -> bool:
    """True for words that stand on something dark: their icons take their colour."""
    r, g, b = (int(ink.hex[k : k + 2], 16) for k in (1, 3, 5))
    return 0.3 * r + 0.59 * g + 0.11 * b > 140


def _set(context: Context, content: Content, slot: TextSlot, element: Element) -> tuple[Setting, tuple[float, ...]]:
    """The setting, and the room it had: a box, (width,) or ()."""
    book, style, box, source = context.tools.book(), slot.style, slot.box, (element,)
    uniform = element.mark() if "pnp:uniform" in element.attributes else None
    settled = uniform is not None and uniform in context.sizes
    if uniform and settled:
        style = replace(style, size=context.sizes[uniform])
    room: tuple[float, ...] = box or ((slot.width,) if slot.width is not None else ())
    if box is not None and slot.fit == "wrap":
        setting = set_box(content, style, book, box, slot.valign, slot.floor, source, settled)
    else:
        anchor = "start" if style.align == "justify" else style.align  # of one line in a box
        shrink = slot.fit == "shrink"
        setting = set_line(content, style, book, *slot.point, anchor, slot.width, slot.floor, shrink, source)
        if box is not None:
            em, high = setting.size, box[3]
            drop = {"top": 0.88 * em, "middle": high / 2 + 0.36 * em, "bottom": high - 0.12 * em}[slot.valign]
            setting = replace(setting, nodes=shifted(setting.nodes, 0.0, drop))
    if uniform:
        least = min(setting.size, context.fitted.get(uniform, (setting.size, ""))[0])
        context.fitted[uniform] = (least, element.attributes.get("pnp:field", ""))
    return setting, room


def _drawn_by(source: tuple[Element, ...], nodes: Sequence[Node]) -> list[Node]:
    """The nodes, each outline among them with the elements that it is of; words have theirs."""
    return [replace(n, source=source) if isinstance(n, Path) else n for n in nodes]


def _report(context: Context, element: Element, setting: Setting, room: tuple[float, ...], where: str) -> None:
    if not (setting.over_width or setting.over_height or setting.missing or setting.broken):
        return
    if setting.over_width or setting.over_height or setting.missing:
        context.overfull.add(element)
    field = element.attributes.get("pnp:field", "")
    text = f"item.{field}" if field else ""
    subject = context.subject
    mark, name = (subject.mark(field, element), subject.name) if subject else (element.mark("pnp:text"), "")
    for finding in findings_of(setting, mark, name, text, room, context.language, where):
        context.tell(finding)
        if finding.code in ("F010", "F011"):
            context.boxes[finding] = _box_mark(context, element)


def _box_mark(context: Context, element: Element) -> Mark:
    """Where the template says what room the words have."""
    if along := next((e for e in walk(element) if e.tag == "textPath"), None):
        return along.mark("href")
    framed = context.target(element, "shape-inside")
    if "pnp:box" not in element.attributes and framed is not None:
        return framed.mark()
    return element.mark("pnp:box" if "pnp:box" in element.attributes else "pnp:width")


def _sample(context: Context, element: Element, state: GraphicsState, paint: Paint) -> list[Node]:
    """The words in the file, as they stand there: each line of the drawing where it is, in its own style."""
    frame = frame_of(state.matrix)
    found: _Drawn = []
    x = y = 0.0
    lines = written_lines(context, element, state)
    for line in lines:
        track = line[0].track
        if line[0].state.style.vertical and not track:
            x, y = line[0].place.get("x", x), line[0].place.get("y", y)
            more, y = _column(context, element, line, frame, (x, y))
            found += more
            continue
        x, y = line[0].place.get("x", 0.0 if track else x), 0.0 if track else line[0].place.get("y", y)
        more, x, y = _line(context, element, line, frame.along(track), (x, y))
        if track:
            more, (x, y) = _along(context, track, more), at(inverse(frame.units) or IDENTITY, *track.sides[-1].end)
        found += more
    nodes: list[Node] = []
    box = _cells(context, (run.state.style for run, _ in found), (node for _, part in found for node in part))
    for run, part in found:
        painted = _penned(context, run.element, run.state, frame, part, paint, box)
        nodes += _drawn_by(tuple(dict.fromkeys((element, run.element))), painted)
    written = [run for line in lines for run in line]
    if nodes and any(run.track or "rotate" in run.place or run.state.style.vertical for run in written):
        nodes = [Group(tuple(nodes), said="".join(run.words for run in written), source=(element,))]
    return frame.placed(nodes)


def _line(
    context: Context, element: Element, line: list[SampleRun], frame: TextFrame, start: tuple[float, float]
) -> tuple[_Drawn, float, float]:
    """The nodes of each run that shows of one line from its start, and where it ends, in user units."""
    book, (x, y) = context.tools.book(), start
    styles = [style_of(context, run.element, run.state, frame.scale) for run in line]
    kept = [run.words + _KEEP if run.words.endswith(" ") else run.words for run in line]
    ends = [s.spacing * s.size * (w[-1:] not in ("", _KEEP)) for w, s in zip(kept, styles, strict=True)]
    widths = [measure(w, s, book) + end for w, s, end in zip(kept, styles, ends, strict=True)]
    inner = fsum(run.place.get("dx", 0.0) for run in line[1:]) * frame.scale
    whole = fsum(widths) + inner
    left, baseline = frame.point(x + line[0].place.get("dx", 0.0), y + line[0].place.get("dy", 0.0))
    back = {"start": 0.0, "middle": whole / 2, "end": whole}[line[0].state.style.anchor]
    left -= back
    found: _Drawn = []
    track, is_art = line[0].track, context.bound.layout.art
    over = track.excess(left, left + whole) if track and not is_art else 0.0
    room = (round(track.length, 2),) if track else ()
    for k, (run, words, style, width) in enumerate(zip(line, kept, styles, widths, strict=True)):
        if k:
            left += run.place.get("dx", 0.0) * frame.scale
            baseline += run.place.get("dy", 0.0) * frame.scale
        source = tuple(dict.fromkeys((element, run.element)))
        drop = drop_to(run.state.style, style, book, frame.scale)
        setting = set_line(words, style, book, left, baseline + drop, source=source)
        if run.state.style.visible:
            _report(context, run.element, replace(setting, over_width=over) if over else setting, room, "path")
            nodes = setting.nodes
            if (turn := run.place.get("rotate", 0.0)) and track is None:
                nodes = (Group(nodes, transform(f"rotate({turn} {left} {baseline})"), source=source),)
            found.append((run, nodes))
        left += width
    return found, (left + back - frame.dx) / frame.scale, (baseline - frame.dy) / frame.scale


def _column(
    context: Context, element: Element, line: list[SampleRun], frame: TextFrame, start: tuple[float, float]
) -> tuple[_Drawn, float]:
    """The nodes of each run of one column from its start, and how far down it ends, in user units."""
    x, y = start
    if turned := next((run for run in line if run.place.get("rotate")), None):
        message = "letters in columns are turned by nothing else: `rotate` is not followed"
        context.refuse(
            turned.element, "rotate", message, "write the words across, or turn the element with `transform`"
        )
    moves = ({"dx": run.place.get("dy", 0.0), "dy": -run.place.get("dx", 0.0)} for run in line)
    level = [replace(run, place=place) for run, place in zip(line, moves, strict=True)]
    more, end, _ = _line(context, element, level, replace(frame, dx=0.0, dy=0.0), (y, 0.0))
    columns, book = Columns(x * frame.scale + frame.dx, frame.dy), context.tools.book()
    found: _Drawn = []
    for run, nodes in more:
        middle = MIDDLE * run.state.style.font_size * frame.scale
        own = replace(columns, x=columns.x - middle)
        found.append((run, tuple(set_in_columns(own, nodes, book))))
    return found, end


def _along(context: Context, track: Track, found: _Drawn) -> _Drawn:
    """A line laid upon its track. In a picture, letters beyond its ends are left out, as browsers do."""
    whole = "".join(run.words for run, _ in found).strip()
    drawn: _Drawn = []
    for run, level in found:
        nodes, lost = set_on_path(track, level, whole, run.place.get("rotate", 0.0), every=not context.bound.layout.art)
        drawn.append((run, tuple(nodes)))
        if lost:
            message = f"`{lost}` of `{whole}` lies beyond the end of its path, and is left out"
            context.tell(Finding("T029", run.element.mark(), message, "draw a longer path, or smaller words"))
    return drawn


_KEEP = "\u200b"
"""Behind a blank: it is not the end of the line."""


def stamp_nodes(context: Context, words: str) -> list[Node]:
    """The content stamp at the place that the template gives it, as large as words must be."""
    assert context.stamp is not None  # noqa: S101  (asked for only where there is one)
    element, state = context.stamp
    frame = frame_of(state.matrix)
    try:
        style = style_of(context, element, state, frame.scale)
        style = replace(style, size=max(style.size, FLOORS["en"]))
        x, y = frame.point(*start_of(element, state))
    except (Unreadable, Fault):
        return []
    return frame.placed(set_line(words, style, context.tools.book(), x, y, state.style.anchor).nodes)
