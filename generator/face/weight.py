"""Nodes -> what it costs to draw them, in points of an outline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from math import dist, fsum

from generator.face.face import Group, Node, Path, Segments, Text

ELEMENT = 16
"""What an element, a stop or a node costs by itself, in points of an outline."""
LETTER = 4
LINE = 5
"""So many mm of an outline cost as much as a point of it: long lines that cross are slow to fill."""
PICTURE = 1_000
"""So many pixels and bytes of a picture cost as much as a point."""


def weight(nodes: Sequence[Node]) -> float:
    """What nodes cost to draw, in points."""
    return fsum([ELEMENT + _weight(node) for node in nodes])


def _weight(node: Node) -> float:
    if isinstance(node, Text):
        return LETTER * len(node.glyphs.gids)
    if isinstance(node, Path):
        return outline_weight(node.segments)
    if isinstance(node, Group):
        if node.weight < 0:
            inner = outline_weight(node.clip) + weight(node.children)
            object.__setattr__(node, "weight", inner)  # a value of the node, worked out when it is first asked for
        return node.weight
    return (len(node.data) + node.pixels[0] * node.pixels[1]) / PICTURE


def outline_weight(outline: Segments) -> float:
    """What an outline in mm costs, in points."""
    values = [values for _, values in outline]
    points = chain.from_iterable(zip(v[::2], v[1::2], strict=True) for v in values)
    return len(values) + fsum(dist(a, b) for a, b in pairwise(points)) / LINE
