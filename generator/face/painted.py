"""Nodes -> the box of what they paint, in mm; for boxes that must hold the ink and not only the outlines."""

from __future__ import annotations

from collections.abc import Iterable

from generator.face.face import Group, Image, Node, Path, Text
from generator.face.geometry import NOTHING, Box, bounds, box_around, box_under, common, grown, merged

Boxes = dict[int, tuple[Node, Box]]


def painted_box(nodes: Iterable[Node], known: Boxes | None = None) -> Box:
    """The box of what paths and images paint; clips are respected, text is left out. `known` keeps the boxes of nodes
    that faces share.
    """
    known = {} if known is None else known
    found = NOTHING
    for node in nodes:
        if not isinstance(node, Text):
            found = merged(found, _kept(node, known))
    return found


def _kept(node: Node, known: Boxes) -> Box:
    found = known.get(id(node))
    if found is None:
        found = known[id(node)] = (node, _painted(node, known))
    return found[1]


def _painted(node: Node, known: Boxes) -> Box:
    if isinstance(node, Path):
        return grown(box_around(node.segments), node.stroke.width / 2 if node.stroke else 0.0)
    if isinstance(node, Image):
        return (node.x, node.y, node.x + node.width, node.y + node.height)
    if isinstance(node, Group):
        box = painted_box(node.children, known)
        if node.clip:
            box = common(box, bounds(node.clip))
        return box_under(box, node.matrix)
    return NOTHING
