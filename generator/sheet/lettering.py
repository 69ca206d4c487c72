"""Words on pages that belong to no face: lines, paragraphs, small pictures of faces.

Takes a `Pen` (fonts, language, colours of the page) and places in mm; gives nodes and how high they came out.
Promise: nothing here decides where things go; that is the page's business.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.face.face import Color, Face, Group, Node, Path, Segments, Stroke, Text
from generator.face.geometry import rectangle
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import LEADINGS, POINT, Content, Style, flow, set_line, shifted

INK = Color("#22262b")
SOFT = Color("#62676e")
HAIR = Color("#c4c7cb")
ACCENT = Color("#9c3d27")
FAMILIES = ("body", "title")
"""All families that pages are written with."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Fonts and language of a page; `scale` makes all its type smaller where a page would overflow."""

    book: FontBook
    language: str
    scale: float = 1.0

    def style(self, points: float, fill: Color = INK, bold: bool = False, family: str = "body") -> Style:
        """A style of so many points, never under what can be read."""
        least = 6.5 if self.language == "ja" else 6.0
        return Style(family, max(points * self.scale, least) * POINT, fill, self.language, bold)

    def line(
        self, words: Content, style: Style, x: float, y: float, anchor: str = "start", width: float | None = None
    ) -> list[Node]:
        """One line on the baseline y; made smaller if it is wider than `width`."""
        return list(set_line(words, style, self.book, x, y, anchor, width, shrink=width is not None).nodes)

    def width(self, words: Content, style: Style) -> float:
        """How wide a line is, mm."""
        return set_line(words, style, self.book, 0.0, 0.0).width

    def paragraph(self, words: Content, style: Style, x: float, top: float, width: float) -> tuple[list[Node], float]:
        """Lines from `top` down; their nodes and their height."""
        found: list[Node] = []
        leading = LEADINGS.get(style.language, 1.25) * style.size
        y = top + 0.86 * style.size
        lines = flow(words, style, self.book, width)
        for line in lines:
            y += line.drop
            found += shifted(line.nodes, x, y)
        return found, (y - top - 0.86 * style.size + leading) if lines else 0.0


def rule(x1: float, y: float, x2: float, width: float = 0.15, color: Color = HAIR) -> Path:
    """A horizontal line."""
    return Path((("M", (x1, y)), ("L", (x2, y))), stroke=Stroke(color, width))


def picture(face: Face, x: float, y: float, scale: float) -> Group:
    """A face made small, its top left at (x, y), with a hairline round it. Hidden words are left out: nobody searches
    a picture."""
    shape = face.shape
    edge = Stroke(SOFT, 0.1 / scale)
    frames: list[Node] = [Path(s, stroke=edge) for s in (shape.outline, *shape.holes)]
    seen = tuple(n for n in (_visible(n) for n in face.nodes) if n)
    ground = Path(_clip(face), Color("#ffffff"), even_odd=bool(shape.holes))
    art = Group(seen, clip=_clip(face), clip_even_odd=bool(shape.holes))
    return Group((ground, art, *frames), (scale, 0.0, 0.0, scale, x, y))


def _clip(face: Face) -> Segments:
    shape = face.shape
    return (*(shape.outline or rectangle(0, 0, shape.width, shape.height)), *(s for hole in shape.holes for s in hole))


def _visible(node: Node) -> Node | None:
    """The node without hidden words."""
    if isinstance(node, Text):
        return node if node.fill else None
    if isinstance(node, Group):
        children = tuple(c for c in (_visible(c) for c in node.children) if c)
        same = len(children) == len(node.children) and all(a is b for a, b in zip(children, node.children, strict=True))
        return node if same else Group(children, node.matrix, node.clip, node.clip_even_odd, node.opacity)
    return node
