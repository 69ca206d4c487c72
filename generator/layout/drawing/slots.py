"""Where and how the words of a text element are set: its slot.

Takes a bound `text` element and its place; gives a `TextSlot`. Promise: elements of one template that differ in their
words alone share one, so that it is found once, not for every item.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from math import inf, sqrt

from generator.data.lexicon import base_of_language
from generator.diagnostics.findings import Fault, Finding, Unreadable
from generator.face.face import Color, Group, Matrix, Node
from generator.face.geometry import bounds, mean_scale, multiply
from generator.layout.drawing.context import Context, GraphicsState, inner_state
from generator.layout.drawing.text_path import Track, track_of
from generator.layout.drawing.vertical import MIDDLE, Columns
from generator.layout.svg.datatypes import Rect, length, millimetres, number, numbers, places
from generator.layout.svg.element import Element
from generator.layout.svg.paint import color, faded
from generator.layout.svg.style import SvgStyle
from generator.typeset.fonts import ADD_FONT, FontBook
from generator.typeset.setting import Style
from generator.values import Struct, replace


class TextFrame(Struct, frozen=True):
    """Where text is set: `scale` from user units to mm, then (dx, dy), then `outer` (None: nothing more)."""

    scale: float
    dx: float
    dy: float
    outer: Matrix | None

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the user units in mm."""
        return (round(x * self.scale + self.dx, 6), round(y * self.scale + self.dy, 6))

    @property
    def units(self) -> Matrix:
        """The map from user units to mm."""
        return (self.scale, 0.0, 0.0, self.scale, self.dx, self.dy)

    def along(self, track: Track | None) -> TextFrame:
        """Where words are set before they are laid upon a track."""
        return replace(self, dx=track.start, dy=0.0) if track else self

    def placed(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes in the face's mm."""
        if self.outer is None or not nodes:
            return list(nodes)
        return [Group(tuple(nodes), self.outer)]


def frame_of(matrix: Matrix) -> TextFrame:
    """Upright text is set where it stands; turned or slanted text in a group."""
    a, b, c, d, e, f = matrix
    if b == 0 and c == 0 and a > 0 and abs(a - d) < 1e-9:
        return TextFrame(a, e, f, None)
    scale = mean_scale(matrix) or 1.0
    return TextFrame(scale, 0.0, 0.0, multiply(matrix, (1 / scale, 0, 0, 1 / scale, 0, 0)))


def style_of(context: Context, element: Element, state: GraphicsState, scale: float) -> Style:
    """The style of a run. Raises `Unreadable`, or `Fault` for an unknown family."""
    style, leading = state.style, element.attributes.get("pnp:leading")
    unpainted = style.fill == "none" or style.fill.startswith("url")
    fill = Color("#000000") if unpainted else color(style.fill, style.color)
    paint = faded(fill, style.fill_opacity * (0.0 if style.fill == "none" else 1.0))
    assert isinstance(paint, Color)  # noqa: S101  (a faded colour is one)
    if style.font_size <= 0 or scale <= 0:
        raise Unreadable("`font-size`: words of no size cannot be seen", "write a size, or delete the text")
    name = style.family or "body"
    cut = name.lower() if context.tools.book().lacks(name) else ""  # `MyriadPro-BoldIt`, as some programs write it
    italic = style.italic or re.search(r"italic|oblique|-(bold)?it\b", cut) is not None
    return Style(
        family=_family(context, element, name, italic),
        size=style.font_size * scale,
        fill=paint,
        language=base_of_language(context.language) or "ja",
        bold=style.bold or re.search("bold|black|heavy", cut) is not None,
        italic=italic,
        leading=number(leading) if leading else None,
        align=style.anchor,
        spacing=style.spacing / style.font_size,
        word_spacing=style.word_spacing / style.font_size,
        joined=style.joined and style.ligated,
        vertical=style.vertical,
    )


def _family(context: Context, element: Element, name: str, italic: bool) -> str:
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
    if italic and not book.has_italics(family):
        message = f"`{family}` has no italics: the words are printed upright"
        hint = "add an italic file to the family in layouts/fonts/fonts.yaml, or use bold"
        context.tell(Finding("T029", element.mark("font-style"), message, hint, about=("font-style",)))
    return family


class TextSlot(Struct, frozen=True, eq=False):
    """Where and how the words of an element are set, whatever they are: the place of its first tspan, its frame, the
    style; the point (in mm of the frame; on a track how far along and below it) or the box; the room there is; and how
    they are fitted. In `columns`, point and box are those of level lines."""

    place: GraphicsState
    frame: TextFrame
    style: Style
    point: tuple[float, float]
    box: Rect | None
    width: float | None
    floor: float | None
    fit: str
    valign: str
    track: Track | None = None
    columns: Columns | None = None


def slot_of(context: Context, element: Element, state: GraphicsState) -> TextSlot | None:
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
    if isinstance(known, TextSlot):
        return known
    before = (len(context.told), context.loose)
    slot = _new_slot(context, element, state)
    if before == (len(context.told), context.loose):
        context.tools.cache.slots[context.language, key] = slot
    return slot


def _new_slot(context: Context, element: Element, state: GraphicsState) -> TextSlot | None:
    a, firsts, place = element.attributes, firsts_of(element), state
    frame, track = frame_of(state.matrix), None
    if firsts and firsts[0].tag == "textPath":
        place = inner_state(context, firsts[0], place)
        track, firsts = track_of(context, firsts[0], place, frame.units), firsts[1:]
        if track is None:
            return None
    for first in firsts:
        place = inner_state(context, first, place)
    style = style_of(
        context, element, GraphicsState(place.style, state.matrix, place.viewport, place.depth), frame.scale
    )
    box = None if track else _box(context, element, frame)
    x, y = frame.along(track).point(*start_of(element, state, firsts, level=track is not None))
    y += drop_to(place.style, style, context.tools.book(), frame.scale)
    columns = None
    if place.style.vertical and not track:
        columns = Columns(box[0] + box[2], box[1]) if box else Columns(x - MIDDLE * style.size, y)
        box, x, y = (0.0, 0.0, box[3], box[2]) if box else None, 0.0, 0.0
    if box is not None:
        style = replace(style, align=place.style.align or style.align)
        anchor = "start" if style.align == "justify" else style.align
        x, y = box[0] + {"start": 0.0, "middle": box[2] / 2, "end": box[2]}[anchor], box[1]
    width = number(a["pnp:width"]) * frame.scale if "pnp:width" in a else box[2] if box else None
    if track:
        width = min(width or inf, track.room(style.align, x))
    floor = millimetres(a["pnp:floor"]) if "pnp:floor" in a else None
    fit = a.get("pnp:fit", "wrap" if box else "none")
    return TextSlot(place, frame, style, (x, y), box, width, floor, fit, a.get("pnp:valign", "top"), track, columns)


def firsts_of(element: Element) -> list[Element]:
    """What the first words in an element stand in, if it is no text itself, and in that, as LibreOffice nests them."""
    found = [c for c in element.elements if c.tag in ("tspan", "textPath")][:1]
    while found:
        inside = found[-1].elements if found[-1].tag == "textPath" else found[-1].children
        within = next((c for c in inside if not isinstance(c, str) or c.strip()), "")
        if isinstance(within, str) or within.tag != "tspan":
            break
        found.append(within)
    return found


def start_of(
    element: Element, state: GraphicsState, firsts: Sequence[Element] | None = None, *, level: bool = False
) -> tuple[float, float]:
    """Where the first word stands, in user units; `level`: on a line of its own, from which only `dy` moves it. A tspan
    that begins the words has the last say."""
    inner = firsts_of(element)[::-1] if firsts is None else [*reversed(firsts)]
    begins = next((c in inner for c in element.children if not isinstance(c, str) or c.strip()), False)
    found, given = [], [e.attributes for e in ([*inner, element] if begins else [element, *inner])]
    for axis, name in enumerate(("x", "y")):
        own, moved = (next(filter(None, (a.get(n) for a in given)), "0") for n in (name, f"d{name}"))
        own = "0" if level and axis else own
        size = partial(length, whole=state.viewport[axis], em=state.style.font_size)
        found.append(size((places(own) or ["0"])[0]) + size((places(moved) or ["0"])[0]))
    return found[0], found[1]


def _box(context: Context, element: Element, frame: TextFrame) -> Rect | None:
    """The box of `pnp:box`, or of Inkscape's frame, in mm of the frame."""
    words = element.attributes.get("pnp:box")
    if words:
        x, y, w, h = numbers(words)
    else:
        target = context.target(element, "shape-inside")
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


def drop_to(svg: SvgStyle, style: Style, book: FontBook, scale: float) -> float:
    """From where a `dominant-baseline` lies to the line that letters stand on, in mm, as browsers have it; `scale`:
    mm of a user unit."""
    raised = svg.raised * scale
    if svg.level == "alphabetic":
        return -raised
    font = book.stack(style.family, style.cut)[0]
    up, down = font.facts.above / 1000, -font.facts.below / 1000
    small = font.facts.x_height / 1000 or -bounds(font.outline(font.gid("x")))[1]
    shares = {"top": up, "hanging": 0.8 * up, "mathematical": up / 2, "bottom": down, "middle": small / 2}
    return shares.get(svg.level, (up + down) / 2) * font.scale * style.size - raised
