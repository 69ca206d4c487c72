"""Nodes -> what is measured on a face: where its paint ends, where its characters stand, its content stamp.

Takes nodes in mm. Gives boxes, character boxes and a digest. Promise: the same nodes give the same stamp on every
machine, and nodes that look otherwise on paper another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from struct import pack

from generator.face.face import IDENTITY, Group, Image, Matrix, Node, Paint, Path, Segments, Stroke, Text
from generator.face.geometry import NOTHING, Box, bounds, box_under, merged, multiply
from generator.layout.bounds.visibility import EVERYWHERE, Known, seen
from generator.layout.drawing.raster import picture_key
from generator.typeset.fonts import FontBook

ASCENT, DESCENT = 0.75, 0.21
"""How far letters reach above and below the baseline, in ems of the font file."""

ALPHABET = "23456789abcdefhkmnrstuvwxz"
"""Letters and figures that cannot be taken for one another, and do not reach below the line."""


Runs = Iterator[tuple[Text, Matrix]]


def runs(nodes: Iterable[Node], matrix: Matrix = IDENTITY) -> Runs:
    """Every run of text, with the map into the face's mm. What stands in icons is no text."""
    for node in nodes:
        if isinstance(node, Text):
            yield node, matrix
        elif isinstance(node, Group) and not node.key:
            yield from runs(node.children, multiply(matrix, node.matrix))


def run_box(run: Text, matrix: Matrix) -> Box:
    """The box of a run's characters in the face's mm."""
    width = run.width * (run.stretch if run.fill is None else 1.0)
    box = (run.x, run.y - ASCENT * run.size, run.x + width, run.y + DESCENT * run.size)
    return box_under(box, matrix)


def ink_box(run: Text, matrix: Matrix, book: FontBook) -> Box:
    """The box of what a run's glyphs really paint, in the face's mm; of a hidden run, the middle of its line."""
    if run.fill is None:
        middle = run.y - 0.3 * run.size
        return box_under((run.x, middle, run.x + run.width * run.stretch, middle), matrix)
    font = book.font(run.font)
    found = NOTHING
    for glyph in run.glyphs:
        x1, y1, x2, y2 = bounds(font.outline(glyph.gid))
        if x1 <= x2:
            x, y = run.x + glyph.x, run.y + glyph.y
            found = merged(found, (x + x1 * run.size, y + y1 * run.size, x + x2 * run.size, y + y2 * run.size))
    return box_under(found, matrix)


@dataclass(slots=True)
class Digests:
    """Of nodes that faces share: the node and its digest, and its box, by the node's `id`."""

    found: dict[int, tuple[object, bytes]] = field(default_factory=dict)
    boxes: Known = field(default_factory=dict)

    def forget(self) -> None:
        """Begin anew."""
        self.found.clear()
        self.boxes.clear()


def stamp_of(digest: bytes) -> str:
    """Four characters that tell what nodes of this digest look like on paper."""
    number = int.from_bytes(digest[:8], "big")
    letters = []
    for _ in range(4):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def digest_of(nodes: Iterable[Node], window: Box, book: FontBook, known: Digests) -> bytes:
    """A digest that is equal where the same is on paper, within a window in mm.

    It is made of what can be seen: paths, pixels, and of every glyph the outline and the place, so that a font file of
    another version counts as far as it alters a glyph that is used. How fonts and icons are called, and words that are
    there to be searched only, make no difference.
    """
    whole = sha256()
    for node in seen(nodes, window, known.boxes):
        whole.update(_digest(node, book, known))
    return whole.digest()


def _digest(node: Node, book: FontBook, known: Digests) -> bytes:
    found = known.found.get(id(node))
    if found is not None and found[0] is node:
        return found[1]
    if isinstance(node, Group):
        window = bounds(node.clip) if node.clip else EVERYWHERE
        mix = sha256(_written(node.clip, known) + pack("<6d?d", *node.matrix, node.clip_even_odd, node.opacity))
        for child in seen(node.children, window, known.boxes):
            mix.update(_digest(child, book, known))
        digest = mix.digest()
    elif isinstance(node, Image):
        place = repr((node.x, node.y, node.width, node.height)).encode()
        digest = sha256(picture_key(node.data) + place).digest()
    elif isinstance(node, Path):
        digest = sha256(_written(node.segments, known) + _paint(node.fill, node.stroke, node.even_odd)).digest()
    else:
        digest = _of_run(node, book)
    known.found[id(node)] = (node, digest)
    return digest


@lru_cache(maxsize=4096)
def _paint(fill: Paint | None, stroke: Stroke | None, even_odd: bool) -> bytes:
    return repr((fill, stroke, even_odd)).encode()


def _of_run(run: Text, book: FontBook) -> bytes:
    """A run by what is painted: outlines in their places. A hidden run paints nothing."""
    if run.fill is None:
        return b""
    font = book.font(run.font)
    mix = sha256(repr((round(run.size, 4), round(run.x, 4), round(run.y, 4), run.fill)).encode())
    mix.update(b"".join([font.key(glyph.gid) for glyph in run.glyphs]))
    mix.update(repr([(round(glyph.x, 4), round(glyph.y, 4)) for glyph in run.glyphs]).encode())
    return mix.digest()


def _written(segments: Segments, known: Digests) -> bytes:
    """An outline as bytes; faces share most of theirs."""
    found = known.found.get(id(segments))
    if found is None or found[0] is not segments:
        values = list(chain.from_iterable([v for _, v in segments]))
        words = "".join([command for command, _ in segments]).encode() + pack(f"<{len(values)}d", *values)
        found = known.found[id(segments)] = (segments, words)
    return found[1]
