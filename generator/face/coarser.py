"""Faces -> the same faces with pictures of fewer pixels, for smaller files, or shown small, without small words.

Takes faces, and how many pixels an inch are enough; gives what alters one of them. Promise: nothing moves; a picture
that prints more than `SPARE` times as fine keeps its format, its transparency and its profile, and comes to as many
pixels as its largest use needs; what would save no byte, all other pictures and faces without any stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf

from generator.face.colors import with_children
from generator.face.face import IDENTITY, Face, GlyphRun, Group, Image, Matrix, Node, Path, Stroke
from generator.face.geometry import mean_scale, multiply, polyline
from generator.face.raster import fewer_pixels, picture_size
from generator.values import replace

READABLE = 6.5 * 25.4 / 72
"""Smaller words are bars, mm: in pictures of faces that are not printed as large as they are."""
BAR, GREEK, WORD = 0.36, 0.5, 0.8
"""How thick such a bar is, in em, how dense, and how long at least: but one of numbers and signs, as long as a minus,
would say something."""
SPARE = 1.5
"""A picture a little finer than is enough would only be blurred."""


def coarser(faces: Iterable[Face], ppi: float) -> Callable[[Face], Face]:
    """What alters a face; all `faces` show the same pictures alike."""
    finest: dict[bytes, float] = {}
    for face in faces:
        for image, matrix in pictures(face.nodes):
            finest[image.data] = min(finest.get(image.data, inf), _fineness(image, matrix))
    fewer = {data: fewer_pixels(data, ppi / fine) for data, fine in finest.items() if SPARE * ppi < fine < inf}

    def altered(face: Face) -> Face:
        nodes = _with_pictures(face.nodes, fewer) if fewer else face.nodes
        return face if tuple(nodes) == tuple(face.nodes) else replace(face, nodes=nodes)

    return altered


def pictures(nodes: Iterable[Node], matrix: Matrix = IDENTITY) -> Iterator[tuple[Image, Matrix]]:
    """Every picture, with the map into the face's mm."""
    for node in nodes:
        if isinstance(node, Image):
            yield node, matrix
        elif isinstance(node, Group):
            yield from pictures((*node.children, *node.mask), multiply(matrix, node.matrix))


def _fineness(image: Image, matrix: Matrix) -> float:
    """How many pixels an inch it prints, where they are widest."""
    a, b, c, d, *_ = matrix
    sides = image.width * hypot(a, b), image.height * hypot(c, d)
    return min(25.4 * n / mm if mm else inf for n, mm in zip(image.pixels, sides, strict=True))


def _with_pictures(nodes: Sequence[Node], fewer: dict[bytes, bytes]) -> tuple[Node, ...]:
    return tuple(_with_picture(node, fewer) for node in nodes)


def _with_picture(node: Node, fewer: dict[bytes, bytes]) -> Node:
    if isinstance(node, Image) and node.data in fewer:
        data = fewer[node.data]
        return replace(node, data=data, pixels=picture_size(data))
    if isinstance(node, Group):
        node = with_children(node, _with_pictures(node.children, fewer))
        return replace(node, mask=_with_pictures(node.mask, fewer)) if node.mask else node
    return node


def greeked(nodes: Iterable[Node], scale: float) -> Iterator[Node]:
    """Nodes at a scale, with a bar in place of each run of words that nobody could read."""
    for node in nodes:
        if isinstance(node, Group):
            yield replace(node, children=tuple(greeked(node.children, scale * mean_scale(node.matrix))))
        elif not isinstance(node, GlyphRun) or node.size * scale >= READABLE - 1e-6:
            yield node
        elif node.fill:
            start, end = _inked(node)
            thick = BAR * node.size
            line = polyline((start, node.y - thick), (end, node.y - thick))
            if end - start >= (WORD if any(map(str.isalpha, node.glyphs.texts)) else 2.0) * node.size:
                yield Path(line, None, Stroke(replace(node.fill, alpha=GREEK * node.fill.alpha), thick))


def _inked(run: GlyphRun) -> tuple[float, float]:
    """Where the words of a run begin and end, without the blanks about them."""
    said = [bool(text.strip()) for text in run.glyphs.texts]
    first = said.index(True) if any(said) else 0
    last = len(said) - said[::-1].index(True) if any(said) else 0
    places = [*run.glyphs.xs, run.width]
    return run.x + places[first], run.x + places[last]
