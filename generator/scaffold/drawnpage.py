"""Somebody's drawing -> what lies where on its page, and one face of it as a file of its own.

Promise: of what is cut out the page is written anew, and what lies beyond it is not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import dist, floor, log10
from pathlib import Path
from xml.sax.saxutils import escape

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import boxes_touch, painted_by, run_box
from generator.face.face import Matrix, Node
from generator.face.face import Path as Outline
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    bounds,
    box_area,
    box_under,
    extent,
    grown,
    holds,
    inverse,
    merged,
)
from generator.layout.svg.element import Element, inner_words, walk
from generator.layout.svg.parser import PNP, SvgDocument, parse_svg
from generator.layout.template.compile import page_matrix
from generator.layout.template.holes import HOLE
from generator.scaffold.extents import BLEEDS, paper_scale, trim_of
from generator.scaffold.htmlwords import values_in
from generator.scaffold.room import box_said, drawn_on, placed_below
from generator.scaffold.sizes import CARD, page_size
from generator.values import Struct

_PAGE = re.compile(r"""<inkscape:page\b(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>\s*</inkscape:page>)""")
_COMMENT = re.compile("<!--.*?-->", re.DOTALL)
NEVER = ' pnp:if="false"'
"""Our attribute of what stands on no piece."""
_OPENING = re.compile(r"""<([^\s/>]+)(?:[^>"']|"[^"]*"|'[^']*')*>""")
_BLEED = max(BLEEDS)
_SAME, _ALIKE, _ODD = 0.01, 0.2, 0.013
_LEAST, SHEET = 8.0, 4
"""Less (mm) is no piece, fewer are no sheet of them."""
_MOST = 0.75
"""So much of what is drawn is the outline of a piece, though signs reach over it."""
_PART, _DENSE = 0.6, 0.2
"""So much of a sheet of paper, each way, is a piece on it and no board; so much of a sheet are its pieces, or are
so at least."""
_ACROSS = 1.1
"""Words may reach over a frame by so much of its sides."""
_BORDER = 2.5
"""A line that is wider (mm) is a part of its piece."""


class Artboard(Struct, frozen=True, dict=True):
    """A drawing whose page is a face: its file, its bytes, what is told of it; the `layer` that it is, if that."""

    path: Path
    data: bytes
    note: str = ""
    layer: str = ""

    @cached_property
    def document(self) -> SvgDocument:
        """The drawing, read. Raises `Fault`."""
        return parse_svg(self.data, self.path.name)


def with_edits(drawing: Artboard, edits: Mapping[int, str], page: Mapping[str, str], note: str = "") -> Artboard:
    """A drawing with attributes in the tags that begin at these places, those of its `page` instead of its own."""
    root = drawing.document.root
    text = root.source.text
    tag = _OPENING.match(text, root.offset)
    head = "".join(f' {name}="{value}"' for name, value in page.items())
    head += f' xmlns:pnp="{PNP}"' * bool(tag and "xmlns:pnp" not in tag[0])
    if tag and page:
        own = re.sub(rf"""\s(?:{"|".join(page)})\s*=\s*(?:"[^"]*"|'[^']*')""", "", tag[0])
        text = f"{text[: tag.start()]}{own}{text[tag.end() :]}"
        edits = {at + len(own) - len(tag[0]): words for at, words in edits.items()}
    for at, words in sorted({**edits, root.offset: head}.items(), reverse=True):
        if name := _OPENING.match(text, at):
            text = f"{text[: name.end(1)]}{words}{text[name.end(1) :]}"
    return Artboard(drawing.path, text.encode(), "; ".join(filter(None, (drawing.note, note))))


def unhidden(element: Element) -> str:
    """Our attribute that shows what is hidden in the drawing."""
    said = element.attributes
    return """ pnp:display="'inline'\"""" * (said.get("display") == "none" and "pnp:display" not in said)


class DrawnPage:
    """A drawing, and what lies where on its page; boxes are in mm. Raises `Fault`, `Unreadable`."""

    def __init__(self, whole: Artboard) -> None:
        self._whole, self._root = whole, whole.document.root
        root = self._root
        _, layout, drawn = drawn_on(whole.document, None)
        self._to_mm = page_matrix(layout)
        self.sides = layout.width, layout.height
        boxes = [(node, box_under(_outline(node), place)) for node, place in drawn]
        self._leaves = [box for node, box in boxes if box[0] <= box[2] and not any(map(_flows, node.source))]
        self._words = {
            box for node, box in boxes if any(isinstance(e, Element) and e.tag == "text" for e in node.source)
        }
        page: Box = (0.0, 0.0, *self.sides)
        lines = {box for node, box in boxes if isinstance(node, Outline) and node.fill is None}
        self._borders = {b for b in lines if all(abs(x - y) < _ALIKE for x, y in zip(b, page, strict=True))}
        self._boxes: dict[Element, Box] = {}  # of all that is below an element
        parents = {child: element for element in walk(root) for child in element.elements}
        placed = dict(_framed(root, self._to_mm))
        drawn_ = ((node.source, box) for node, box in boxes if placed.keys().isdisjoint(node.source))
        sources = [*drawn_, *(((e,), box) for e, box in placed.items())]
        for source, box in sources:
            for element in source if box[0] <= box[2] else ():
                above = element if isinstance(element, Element) else None
                box = _unfilled(above, box) if above else box  # noqa: PLW2901
                while above is not None:
                    self._boxes[above] = merged(self._boxes.get(above, box), box)
                    above = parents.get(above)

    @cached_property
    def pages(self) -> Mapping[str, Box]:
        """The pages that Inkscape has, by their label, or by their id if another has that label, too."""
        found: dict[str, Box] = {}
        for tag in _PAGE.findall(_COMMENT.sub("", self._root.source.text)):
            said = values_in(tag)
            names = said.get("inkscape:label"), said.get("id"), str(len(found) + 1)
            name = next(name for name in names if name and name not in found)
            with suppress(Unreadable):  # of what has no size nothing can be taken
                box = box_said(said, self._to_mm)
                found |= {name: box} if min(extent(box)) > 0 else {}
        return found

    def part(self, name: str) -> Box:
        """The box of a page, or of an object, by its label or id; as a card, if it is as large as one."""
        if name in self.pages:
            return self.pages[name]
        called = [e for e in walk(self._root) if name in (e.id, e.attributes.get("inkscape:label"))]
        whole = self._boxes.get(called[0]) if called else None
        if not whole:
            what = "is not drawn" if called else "is not there"
            raise Unreadable(f"`{name}` {what}", "name an object by its id or its label, or a page")
        return trim_of(whole) or whole

    def piece(self) -> Box | None:
        """What lies on a larger page, and is all that does: a card, something small on a sheet of paper, or in a frame
        on any. Raises `Unreadable` if it is several cards."""
        leaves = sorted(self._leaves, key=box_area, reverse=True)
        leaves = [box for box in leaves if box not in self._borders] or leaves
        boxes = [box for box in leaves if boxes_touch(box, (0, 0, *self.sides))] or leaves
        whole = merged(*boxes)
        cards: list[Box] = []
        for card in filter(None, map(trim_of, (whole, *leaves))):
            is_on = max(extent(card)) < min(self.sides) or self._is_framed(card)
            if is_on and not any(boxes_touch(card, other) for other in cards):
                cards.append(card)
        if cards and all(any(_is_on(card, box) for card in cards) for box in boxes):
            if len(cards) > 1:
                names = ", ".join(f"`{self._whole.path.name}#{name}`" for name in map(self._called, cards) if name)
                hint = (
                    f"name the front: {names}" if names else "group what is on each, and name the front: `#`, its label"
                )
                raise Unreadable(f"{len(cards)} cards are drawn on its page", hint)
            return cards[0]
        frame = boxes[0] if boxes and min(extent(boxes[0])) >= CARD else NOTHING
        is_most = box_area(frame) >= _MOST * box_area(whole)
        if all(_is_on(frame, box) or ((is_most or box in self._words) and boxes_touch(frame, box)) for box in boxes):
            whole = frame = self._with_words(frame)
        is_small = all(side <= _PART * page for side, page in zip(extent(whole), self.sides, strict=True))
        is_so = whole == frame or (paper_scale(*self.sides) > 0 and not self._borders)
        return whole if boxes and is_small and is_so else None

    def _with_words(self, frame: Box) -> Box:
        """A frame with the words that stand across its edge, but for such as go far beyond it."""
        sides = extent(frame)
        for box in self._words:
            more = merged(frame, box)
            is_near = all(a <= _ACROSS * b for a, b in zip(extent(more), sides, strict=True))
            frame = more if is_near and boxes_touch(frame, box) else frame
        return frame

    def ground(self) -> Box:
        """The largest shape if all others lie on it, words aside; else the box of all."""
        shapes = sorted((box for box in self._leaves if box not in self._words), key=box_area, reverse=True)
        is_ground = bool(shapes) and all(holds(shapes[0], box) for box in shapes)
        return shapes[0] if is_ground else merged(*self._leaves)

    def alike(self) -> list[Box]:
        """The outlines of one size that lie beside each other, row by row; of several sizes those that cover most."""
        sizes: dict[tuple[float, float], list[Box]] = {}
        middles: dict[Box, Point] = {}
        for box in dict.fromkeys(self._leaves):
            wide, high = (round(side + _ODD, 1) for side in extent(box))
            own = sizes.setdefault((wide, high), [])
            middles[box] = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            is_apart = all(dist(middles[box], middles[one]) > 0.8 * min(wide, high) for one in own)
            if min(wide, high) >= _LEAST and is_apart and box not in self._words:
                own.append(box)
        several = (own for own in sizes.values() if len(own) > 1)
        most = max(several, key=lambda own: sum(map(box_area, own)), default=[])
        is_dense = sum(map(box_area, most)) >= _DENSE * box_area(merged(*most))  # no marks for the cut
        return sorted(most if is_dense else [], key=lambda box: (round(2 * box[1] / extent(box)[1]), box[0]))

    def parts(self, *, is_large: bool, is_many: bool = False, few: int = SHEET) -> tuple[list[Box], bool]:
        """The pieces of a sheet, by their like outlines, if what is drawn on these lies on one of them, and they are
        most of it, or, where it is too large for a piece or of paper, of what they surround; whether nothing is beyond.
        `is_many`: their name says so; `few`: so many are a sheet."""
        found = self.alike()
        whole = merged(*found)
        is_sheet = is_large or paper_scale(*self.sides) > 0
        is_wide = box_area(whole) >= _PART * self.sides[0] * self.sides[1]
        around = whole if is_sheet or (is_many and is_wide) else merged(whole, (0, 0, *self.sides))
        shown = [box for box in self._leaves if min(extent(box)) > _ALIKE and not holds(box, whole)]
        beyond = [box for box in shown if not any(_is_on(one, box) for one in found)]
        loose = [box for box in beyond if box not in self._words and any(boxes_touch(one, box) for one in found)]
        is_so = len(found) >= few and not loose and sum(map(box_area, found)) >= _PART * box_area(around)
        return (found, not beyond) if is_so else ([], False)

    def first(self) -> Artboard | None:
        """The first of several pieces on a sheet of paper whose words are all numbered (`{{name_1}}`, `${name2}`,
        `{{card1.name}}`) and stand in frames of one size; its words without their numbers."""
        held: dict[str, dict[str, str]] = {}
        words: dict[str, Box] = {}
        for element, hole in ((e, hole) for e in self._boxes for hole in holes_in(e)):
            found = _NUMBERED.match(hole[hole.lastindex or 0])
            if not found:
                return None
            name, number = (one for one in found.groups() if one)
            name, number = (number, name) if name.isdecimal() else (name, number)
            said = hole[0].replace(found[0], name)
            held.setdefault(number, {}).update({hole[0]: said, escape(hole[0]): escape(said)})
            words[number] = merged(words.get(number, self._boxes[element]), self._boxes[element])
        frames = {n: self._frame(box, [one for m, one in words.items() if m != n]) for n, box in words.items()}
        sides = {tuple(map(round, extent(box))) for box in frames.values() if box}
        is_so = len({frozenset(said.values()) for said in held.values()}) == len(sides) == 1 < len(held)
        number = min(held, key=int, default="")
        if not (is_so and paper_scale(*self.sides) and (box := frames[number])) or not all(frames.values()):
            return None
        own = self.cut(trim_of(box) or box, [one for one in frames.values() if one and one != box])
        text = own.data.decode()
        for hole_, said in held[number].items():
            text = text.replace(hole_, said)
        note = f"{len(held)} pieces are on its page, as their words are numbered: that of {next(iter(held[number]))}"
        return Artboard(own.path, text.encode(), f"{note} is taken")

    def _frame(self, words: Box, others: Sequence[Box]) -> Box | None:
        """The largest outline around some words that no others touch."""
        around = (box for box in self._leaves if holds(box, words))
        return max((b for b in around if not any(boxes_touch(b, o) for o in others)), key=box_area, default=None)

    def _is_framed(self, card: Box) -> bool:
        """True for a card in the middle of a page that is no usual one, a little larger all around."""
        page: Box = (0.0, 0.0, *self.sides)
        around = [abs(a - b) for a, b in zip(card, page, strict=True)]
        usual = [grown(trim, b) for b in BLEEDS] if (trim := trim_of(page)) else []
        is_usual = any(all(2 * abs(a - b) < _ALIKE for a, b in zip(page, one, strict=True)) for one in usual)
        return not is_usual and min(around) > _ALIKE and max(around) < min(_BLEED + 1, min(around) + _ALIKE)

    def cut(self, box: Box, others: Sequence[Box] = ()) -> Artboard:
        """The drawing with this box for its page, without what lies in `others`."""
        back = inverse(self._to_mm)
        beyond = [*self._beyond(self._root, grown(box, _BLEED), others)]
        is_whole = all(abs(a - b) < _SAME for a, b in zip(box, (0, 0, *self.sides), strict=True))
        if back is None or (is_whole and not beyond):
            return self._whole
        paper = paper_scale(*self.sides)
        scale, unit = (paper or 1, "mm") if paper or page_size(self._whole.document)[2] != 96 else (96 / 25.4, "")
        page = page_said(box_under(box, back), [scale * side for side in extent(box)], unit)
        note = "" if is_whole else f"of its page of {sides_said(self.sides)} a part is taken, {sides_said(extent(box))}"
        own = with_edits(self._whole, {element.offset: NEVER for element in beyond}, page)
        return Artboard(own.path, _PAGE.sub("", own.data.decode()).encode(), note)

    def _called(self, card: Box) -> str:
        """The label or id of the first group that is all on a card; "" if there is none."""
        for group in (e for e in walk(self._root) if e.tag == "g"):
            if group in self._boxes and _is_on(card, self._boxes[group]):
                return group.attributes.get("inkscape:label") or group.id
        return ""

    def _beyond(self, element: Element, window: Box, others: Sequence[Box]) -> Iterator[Element]:
        """The outermost elements of which nothing is in a window, or all on others, in the order of the file."""
        for child in element.elements:
            box = self._boxes.get(child) if child.tag != "defs" else None
            if box and (not boxes_touch(box, window) or any(_is_of(one, box) for one in others)):
                yield child
            elif box and child.tag == "g":
                yield from self._beyond(child, window, others)


_NUMBERED = re.compile(
    r"(?:([\w .-]*[^\W\d_])(?:[ _.-]*(\d{1,2})|\[(\d{1,2})\])"
    r"|(?:[^\W\d_]*(?:\[(\d{1,2})\]|\.?(\d{1,2}))\.|(\d{1,2})[ _-])([^\W\d_][\w .-]*))(?=\s*(?:\||$))"
)
"""A name with the number of its piece behind it, or in front, maybe with a filter."""


def _framed(root: Element, to_mm: Matrix) -> Iterator[tuple[Element, Box]]:
    """The pictures of a drawing, also those whose file is filled in later, and the words of a `flowRoot`, with their
    boxes in mm."""
    for element, matrix, _ in placed_below(root, to_mm):
        if element.tag == "image" or "pnp:box" in element.attributes:
            with suppress(Unreadable):  # of what has no size nothing is known
                yield element, box_said(element.attributes, matrix)


def holes_in(element: Element) -> list[re.Match[str]]:
    """What is filled into an element, into its words and its attributes."""
    said = [words for name, words in element.attributes.items() if not name.startswith("pnp:")]
    said += [inner_words(element)] * (element.tag == "text")
    return [hole for words in said for hole in HOLE.finditer(words)]


def _flows(element: object) -> bool:
    """True for a text in a frame, whose lines lie elsewhere where frames are not known."""
    return isinstance(element, Element) and not {"shape-inside", "pnp:box"}.isdisjoint(element.attributes)


def _unfilled(element: Element, box: Box) -> Box:
    """The box of words that others fill in: where they begin, as these may be longer than what comes."""
    is_so = element.tag == "text" and extent(box)[0] > extent(box)[1] and any(holes_in(element))
    at = {"middle": 0.5, "end": 1.0}.get(element.attributes.get("text-anchor", ""), 0.0)
    left = box[0] + at * (extent(box)[0] - extent(box)[1])
    return (left, box[1], left + extent(box)[1], box[3]) if is_so else box


def _outline(node: Node) -> Box:
    """The box of what a node shows, without the outer half of a line, but for one that is a border."""
    painted = painted_by(node, run_box)
    is_bare = isinstance(node, Outline) and painted != NOTHING and not (node.stroke and node.stroke.width > _BORDER)
    return bounds(node.segments) if isinstance(node, Outline) and is_bare else painted


def _is_on(card: Box, box: Box) -> bool:
    """True if a box lies on a card with its bleed."""
    return holds(card, box, _BLEED + 0.1)


def _is_of(card: Box, box: Box) -> bool:
    """True if a box lies on a card with its bleed, and on none beside it."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return _is_on(card, box) and holds(card, (x, y, x, y))


def page_said(view: Box, sides: Sequence[float], unit: str) -> dict[str, str]:
    """The attributes of a page that shows a part of a drawing so large."""
    wide, high = extent(view)
    size = {name: f"{side:.6g}{unit}" for name, side in zip(("width", "height"), sides, strict=True)}
    digits = _DIGITS - floor(log10(max(wide, high)))  # like pieces are cut alike
    return {**size, "viewBox": " ".join(f"{round(side, digits) + 0.0:.7g}" for side in (*view[:2], wide, high))}


_DIGITS = 4


def sides_said(sides: tuple[float, float]) -> str:
    """Width and height as they are told."""
    return f"{sides[0]:.4g} x {sides[1]:.4g} mm"
