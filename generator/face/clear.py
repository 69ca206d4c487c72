"""Nodes and a box in mm -> the one colour that lies under the box, or that something stands in it.

Promise: never a colour where an edge, a word, a picture or a gradient reaches into the box; what cannot be told for
sure stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.face.bounds import Letters, painted_by, reach_of, shows
from generator.face.contrast import Rgb, rgb_of
from generator.face.face import IDENTITY, Color, Group, Image, Matrix, Node, Path, Segments, Text
from generator.face.geometry import Box, Point, at, box_under, grown, inside, multiply, polygons, scale_of

PAPER: Rgb = (1.0, 1.0, 1.0)


def ground_under(nodes: Iterable[Node], box: Box, letters: Letters = reach_of) -> Rgb | None:
    """The colour of the paper and the plain areas under all of a box; None where anything else lies in it."""
    return _over(nodes, IDENTITY, _Asked(box, letters), PAPER, 1.0)


class _Asked(NamedTuple):
    box: Box
    letters: Letters


def _over(nodes: Iterable[Node], matrix: Matrix, asked: _Asked, ground: Rgb | None, share: float) -> Rgb | None:
    for node in nodes:
        if not _meet(box_under(painted_by(node), matrix), asked.box):
            continue
        if isinstance(node, Text | Group) and not _meet(box_under(painted_by(node, asked.letters), matrix), asked.box):
            continue  # what letters really paint is asked last: it takes long
        if isinstance(node, Text | Image):
            ground = None
        elif isinstance(node, Path):
            ground = _on_path(node, matrix, asked.box, ground, share)
        else:
            ground = _in_group(node, matrix, asked, ground, share)
    return ground


def _in_group(node: Group, matrix: Matrix, asked: _Asked, ground: Rgb | None, share: float) -> Rgb | None:
    inner = multiply(matrix, node.matrix)
    holds = _holds(node.clip, inner, asked.box) if node.clip else True
    if holds is None:
        return None
    return _over(node.children, inner, asked, ground, share * node.opacity) if holds else ground


def _on_path(node: Path, matrix: Matrix, box: Box, ground: Rgb | None, share: float) -> Rgb | None:
    pen = node.stroke.width / 2 * (scale_of(matrix) or 2.0) if node.stroke and shows(node.stroke.paint) else -1.0
    if pen >= 0 and _holds(node.segments, matrix, grown(box, pen)) is None:
        return None
    if not shows(node.fill):
        return ground
    holds = _holds(node.segments, matrix, box)
    if holds and isinstance(node.fill, Color):
        alpha = node.fill.alpha * share
        if ground is None or alpha >= 1:
            return rgb_of(node.fill.hex) if alpha >= 1 else None
        red, green, blue = (a * alpha + b * (1 - alpha) for a, b in zip(rgb_of(node.fill.hex), ground, strict=True))
        return (red, green, blue)
    return ground if holds is False else None


def _holds(outline: Segments, matrix: Matrix, box: Box) -> bool | None:
    """Whether a box lies in an outline (True), outside (False), or neither for sure (None)."""
    loops: Sequence[Sequence[Point]] = polygons(outline)
    if matrix != IDENTITY:
        loops = [[at(matrix, *p) for p in loop] for loop in loops]
    if any(_crosses(a, b, box) for loop in loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)):
        return None
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    around = sum(inside([loop], *middle) for loop in loops)
    return around == 1 if around < 2 else None


def _crosses(a: Point, b: Point, box: Box) -> bool:
    """True if a line touches a box (Liang and Barsky)."""
    first, last = 0.0, 1.0
    if (a[0] < box[0] > b[0]) or (a[1] < box[1] > b[1]) or (a[0] > box[2] < b[0]) or (a[1] > box[3] < b[1]):
        return False
    for k in (0, 1):
        way = b[k] - a[k]
        for step, room in ((-way, a[k] - box[k]), (way, box[k + 2] - a[k])):
            if step == 0 and room < 0:
                return False
            if step < 0:
                first = max(first, room / step)
            elif step > 0:
                last = min(last, room / step)
    return first <= last


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]
