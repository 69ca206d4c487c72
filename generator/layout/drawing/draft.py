"""What a draft shows in place of what is missing, and in red where something does not fit.

Takes places and nodes of a face; gives nodes. A draft (`pnp build --draft`, `pnp face`) is drawn whatever is wrong;
each of these marks stands where a finding is told.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from generator.face.face import Color, GlyphRun, Group, Matrix, Node, Path, Segments, Stroke
from generator.face.geometry import rectangle, transformed
from generator.layout.svg.datatypes import Rect
from generator.layout.template.bind import LOST
from generator.values import replace

RED = Color(LOST)
PALE = Color(LOST, 0.08)
WHITE = Color("#ffffff", 0.85)
WIDTH = 0.25
TYPE = 3.0
"""No larger (mm) are words in place of a value, where nobody says what room it has: they are longer than it is."""


def placeholder(box: Rect, matrix: Matrix) -> list[Node]:
    """A crossed box where a picture should be: `box` in user units, `matrix` to mm."""
    x, y, w, h = box
    cross: Segments = (("M", (x, y)), ("L", (x + w, y + h)), ("M", (x + w, y)), ("L", (x, y + h)))
    around = transformed(rectangle(x, y, w, h), matrix)
    return [Path(around, PALE, Stroke(RED, WIDTH)), Path(transformed(cross, matrix), None, Stroke(RED, WIDTH / 2))]


def frame(box: Sequence[float]) -> list[Node]:
    """The outline of a box (mm) that its words do not fit; nothing for what is no box."""
    return [Path(rectangle(*box), None, Stroke(RED, WIDTH))] if len(box) == 4 else []


def reddened(nodes: Sequence[Node], sources: Container[object]) -> list[Node]:
    """The nodes, with the words of these elements in red upon white."""

    def red(node: Node) -> Node:
        if isinstance(node, Group):
            return replace(node, children=tuple(map(red, node.children)), key="")
        if isinstance(node, GlyphRun) and node.fill is not None and node.source and node.source[-1] in sources:
            height = 1.1 * node.size  # on paper of their own: red upon ink is not seen
            plate = Path(rectangle(node.x, node.y - 0.85 * node.size, node.width, height), WHITE, None)
            return Group((plate, replace(node, fill=RED)))
        return node

    return list(map(red, nodes))
