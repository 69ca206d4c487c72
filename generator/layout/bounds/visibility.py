"""Nodes -> those of them that can be seen on a finished piece.

Takes nodes in mm and a window; gives nodes. Promise: what touches the window and paints anything stays as it is; what
lies outside, is clipped away or has no paint is gone, also out of groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.face.face import IDENTITY, Color, Group, Image, Matrix, Node, Paint, Path, Shape
from generator.face.geometry import NOTHING, Box, bounds, box_around, box_under, common, grown, merged, multiply

BLEED = 3.0
"""How far beyond the trim's box, in mm, paint counts: as far as a cut may go astray. A sheet may show more (`--bleed`),
but what lies there is waste."""
_LEAN, _TALL = 0.3, 1.5
"""How far a glyph may lean out of its run, and reach above or below its line, in em."""

Known = dict[int, tuple[object, Box]]
"""Of nodes that faces share: the node and the box of what it paints, by the node's `id`."""


EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


def window_of(shape: Shape) -> Box:
    """The box within which paint counts."""
    return (-BLEED, -BLEED, shape.width + BLEED, shape.height + BLEED)


def seen(nodes: Iterable[Node], window: Box, known: Known, matrix: Matrix = IDENTITY) -> Iterator[Node]:
    """The nodes that can be seen. `matrix` maps them into the mm of the window."""
    for node in nodes:
        own = _box(node, known)
        box = box_under(own, matrix) if own[0] <= own[2] else own
        if box[0] > box[2] or _apart(box, window):
            continue
        if not isinstance(node, Group) or _inside(box, window):
            yield node
            continue
        children = tuple(seen(node.children, window, known, multiply(matrix, node.matrix)))
        if len(children) == len(node.children):
            yield node
        elif children:
            yield replace(node, children=children)


def _apart(box: Box, window: Box) -> bool:
    return box[0] >= window[2] or box[2] <= window[0] or box[1] >= window[3] or box[3] <= window[1]


def _inside(box: Box, window: Box) -> bool:
    return box[0] >= window[0] and box[1] >= window[1] and box[2] <= window[2] and box[3] <= window[3]


def _box(node: Node, known: Known) -> Box:
    """The box of what a node paints, a little large; `NOTHING` if it paints nothing."""
    found = known.get(id(node))
    if found is None or found[0] is not node:
        found = known[id(node)] = (node, _painted(node, known))
    return found[1]


def _painted(node: Node, known: Known) -> Box:
    if isinstance(node, Path):
        stroke = node.stroke if node.stroke and node.stroke.width > 0 and _shows(node.stroke.paint) else None
        if not node.segments or not (stroke or _shows(node.fill)):
            return NOTHING
        reach = stroke.width / 2 * (max(1.5, stroke.miter) if stroke.join == "miter" else 1.5) if stroke else 0.0
        return grown(box_around(node.segments), reach)
    if isinstance(node, Group):
        box = NOTHING
        for child in node.children if node.opacity > 0 else ():
            box = merged(box, _box(child, known))
        if node.clip and box[0] <= box[2]:
            clip = bounds(node.clip)
            empty = clip[0] >= clip[2] or clip[1] >= clip[3]
            box = NOTHING if empty or _apart(box, clip) else common(box, clip)
        return box_under(box, node.matrix) if box[0] <= box[2] else NOTHING
    if isinstance(node, Image):
        return (node.x, node.y, node.x + node.width, node.y + node.height)
    if not _shows(node.fill) or not node.string.strip():
        return NOTHING
    lean, tall = _LEAN * node.size, _TALL * node.size
    return (node.x - lean, node.y - tall, node.x + node.width + lean, node.y + tall)


def _shows(paint: Paint | None) -> bool:
    """True if there is a paint, and not one that is clear."""
    if isinstance(paint, Color):
        return paint.alpha > 0
    return paint is not None and any(color.alpha > 0 for _, color in paint.stops)
