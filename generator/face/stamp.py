"""Nodes -> the digest of what they are on paper, and the short stamp that is printed.

Takes nodes in mm. Promise: the same nodes give the same stamp on every machine, and nodes that look otherwise on paper
another one. Nodes of one face are all set in the fonts of one project.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import chain
from struct import pack

from generator.face.bounds import visible_nodes
from generator.face.face import GlyphRun, Group, Image, Node, Path, Segments, Shape
from generator.face.geometry import EVERYWHERE, FINE, WHOLE, Box, bounds
from generator.face.raster import picture_key
from generator.values import work_out

ALPHABET = "23456789abcdefhkmnrstuvwxz"
"""Letters and figures that cannot be taken for one another, and do not reach below the line."""
BLEED = 3.0
"""How far beyond the trim's box, in mm, paint counts: as far as a cut may go astray. A sheet may show more (`--bleed`),
but what lies there is waste."""

GlyphKeys = Callable[[str, Sequence[int]], bytes]
"""Font id and glyphs -> keys, one after the other, that are equal where the outlines are equal."""


def stamp_of(digest: bytes) -> str:
    """Four characters that tell what nodes of this digest look like on paper."""
    number = int.from_bytes(digest[-8:], "big")
    letters = []
    for _ in range(4):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def window_of(shape: Shape) -> Box:
    """The box within which paint counts."""
    return (-BLEED, -BLEED, shape.width + BLEED, shape.height + BLEED)


def digest_of(nodes: Iterable[Node], window: Box, keys: GlyphKeys) -> bytes:
    """A digest that is equal where the same is on paper, within a window in mm.

    It is made of what can be seen: paths, pixels, and of every glyph the outline and the place, so that a font file of
    another version counts as far as it alters a glyph that is used. How fonts and icons are called, and words that are
    there to be searched only, make no difference.
    """
    whole = sha256()
    for node in visible_nodes(nodes, window):
        whole.update(_digest(node, keys))
    return whole.digest()


def _digest(node: Node, keys: GlyphKeys) -> bytes:
    if node.digest:
        return node.digest
    if isinstance(node, Group):
        window = bounds(node.clip) if node.clip else EVERYWHERE
        mix = sha256(_written(node.clip) + pack("<6d?d", *node.matrix, node.clip_even_odd, node.opacity))
        for child in visible_nodes(node.children, window):
            mix.update(_digest(child, keys))
        for shade in node.mask:
            mix.update(b"mask" + _digest(shade, keys))
        if node.effect:
            mix.update(repr(node.effect).encode())
        digest = mix.digest()
    elif isinstance(node, Image):
        place = repr((node.x, node.y, node.width, node.height)).encode()
        digest = sha256(picture_key(node.data) + place).digest()
    elif isinstance(node, Path):
        digest = sha256(_written(node.segments) + repr((node.fill, node.stroke, node.even_odd)).encode()).digest()
    else:
        return _of_run(node, keys)
    work_out(node, "digest", digest)
    return digest


def _of_run(run: GlyphRun, keys: GlyphKeys) -> bytes:
    """A run by what is painted: outlines in their places. A hidden run paints nothing."""
    if run.fill is None:
        return b""
    gids, xs, ys = run.glyphs.gids, run.glyphs.xs, run.glyphs.ys
    places = [v * FINE + WHOLE for v in (run.size, run.x, run.y, *xs, *ys)]
    head = pack("<II7sd", len(gids), len(places), run.fill.hex.encode(), run.fill.alpha)
    return head + keys(run.font, gids) + pack(f"<{len(places)}d", *places)


def _written(segments: Segments) -> bytes:
    """An outline as bytes."""
    values = list(chain.from_iterable([v for _, v in segments]))
    return "".join([command for command, _ in segments]).encode() + pack(f"<{len(values)}d", *values)
