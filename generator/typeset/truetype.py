"""A font file's tables -> what HarfBuzz does not tell of it: the figures that a PDF states, keys of glyphs' outlines.

Takes a HarfBuzz face; gives a `FontFacts`, and digests that are equal exactly where the outline of a glyph is equal.
Promise: how a glyph is numbered, hinted, packed or called makes no difference to its key, only its points do: a font
that was subset anew, or that got another licence text, gives the same keys, and with them the same content stamps on
what was printed. Names in brackets are tables of the OpenType specification.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from generator.face.face import Segment, Segments
from generator.values import Struct, field, lazy_pattern

if TYPE_CHECKING:
    from uharfbuzz import Face, Font


class FontFacts(Struct, frozen=True):
    """Figures of one font; `ascent`, `descent` (negative below the line), `above` and `below` the line as browsers
    measure it, `cap_height`, `x_height` (0: not said) and `bbox` in thousandths of an em; `weight` as in CSS (400,
    700); `slant` in degrees."""

    family: str
    weight: int
    bbox: tuple[int, ...]
    ascent: int
    descent: int
    above: int
    below: int
    cap_height: int
    x_height: int
    slant: float
    fixed_pitch: bool


def facts(face: Face) -> FontFacts:
    """The figures of a TrueType file (head, hhea, OS/2, post, name). struct.error: the file is broken."""
    head, hhea, os2, post = (_table(face, tag) for tag in ("head", "hhea", "OS/2", "post"))
    upem = int(struct.unpack_from(">H", head, 18)[0])

    def mil(value: int) -> int:
        return round(value * 1000 / upem)

    ascent, descent = struct.unpack_from(">2h", hhea, 4)
    typographic = len(os2) >= 72 and os2[63] & 128
    above, below = struct.unpack_from(">2h", os2, 68) if typographic else (ascent, descent)
    small, capitals = struct.unpack_from(">2h", os2, 86) if len(os2) >= 90 else (0, 0)
    return FontFacts(
        family=face.get_name(16, "en") or face.get_name(1, "en") or "",
        weight=struct.unpack_from(">H", os2, 4)[0],
        bbox=tuple(mil(edge) for edge in struct.unpack_from(">4h", head, 36)),
        ascent=mil(ascent),
        descent=mil(descent),
        above=mil(above),
        below=mil(-below),
        cap_height=mil(capitals or round(ascent * 0.8)),
        x_height=mil(small),
        slant=struct.unpack_from(">i", post, 4)[0] / 65536,
        fixed_pitch=struct.unpack_from(">I", post, 12)[0] != 0,
    )


def _table(face: Face, tag: str) -> bytes:
    return bytes(face.reference_table(tag).data)


_REPEATED = lazy_pattern(b"[%s]" % re.escape(bytes(k for k in range(256) if k & 8)))
"""Flags of a point (glyf) that stand for several alike: how many more there are stands behind."""
_POINT = bytes(k & (1 | 2 | 4 | 16 | 32) for k in range(256))
"""What counts of the flags: whether a point is on the curve, and how its steps are written."""
_WORDS, _MORE = 1, 32
_SCALES = ((0x8, 2), (0x40, 4), (0x80, 8))
"""Bits of a component that say how many bytes of scale it has."""
_MEANING = 0x8 | 0x40 | 0x80 | 0x2 | 0x4 | 0x800 | 0x1000
"""The bits of a component that move or scale it."""
DEEPEST = 8


class Outlines(Struct):
    """The outlines of one font file: where each begins in `glyf`, its left side bearing. `key` raises struct.error,
    IndexError or KeyError where the file is broken."""

    glyf: bytes
    places: Sequence[int]
    bearings: Sequence[int]
    upem: int
    known: dict[int, bytes] = field(default_factory=dict)

    def key(self, gid: int, depth: int = 0) -> bytes:
        """The key of a glyph; those of an empty one, whatever its width, are equal."""
        found = self.known.get(gid)
        if found is None:
            found = self.known[gid] = sha256(self._said(gid, depth)).digest()
        return found

    def _said(self, gid: int, depth: int) -> bytes:
        """All that its outline is made of: ends of contours, points, components."""
        at, end = self.places[gid], self.places[gid + 1]
        if at == end:
            return b""
        contours, left = struct.unpack_from(">hh", self.glyf, at)
        # a rasterizer puts the left end of the ink where the metrics have it
        shift = struct.pack(">hi", self.upem, self.bearings[gid] - left)
        if contours < 0:
            return shift + self._composite(at + 10, depth)
        return shift + self._simple(at + 10, end, contours)

    def _simple(self, at: int, end: int, contours: int) -> bytes:
        data = self.glyf
        ends = data[at : at + 2 * contours]
        at += 2 * contours
        count = int.from_bytes(ends[-2:], "big") + 1 if ends else 0
        at += 2 + int.from_bytes(data[at : at + 2], "big")  # hints
        flags = b""
        while len(flags) < count:
            if at >= end:
                raise IndexError(at)
            left = count - len(flags)
            repeated = _REPEATED.search(data, at, at + left)
            last = repeated.end() if repeated else at + left
            flags += data[at:last] + (data[last - 1 : last] * data[last] if repeated else b"")
            at = last + bool(repeated)
        return ends + flags.translate(_POINT) + data[at:end].rstrip(b"\0")  # what is rounded up to whole words

    def _composite(self, at: int, depth: int) -> bytes:
        if depth > DEEPEST:
            raise KeyError(depth)
        said = b""
        more = _MORE
        while more & _MORE:
            more, gid = struct.unpack_from(">HH", self.glyf, at)
            kind, size = (">hh", 4) if more & _WORDS else (">bb", 2)
            moved = struct.unpack_from(kind, self.glyf, at + 4)
            at += 4 + size
            scale = next((length for bit, length in _SCALES if more & bit), 0)
            said += self.key(gid, depth + 1) + struct.pack(">Hhh", more & _MEANING, *moved) + self.glyf[at : at + scale]
            at += scale
        return said


def outlines_of(face: Face) -> Outlines:
    """The outlines of a TrueType file (glyf, loca, hmtx). struct.error: it is broken."""
    head, hhea, loca, hmtx = (_table(face, tag) for tag in ("head", "hhea", "loca", "hmtx"))
    (long,) = struct.unpack_from(">h", head, 50)
    places = struct.unpack(f">{len(loca) // 4}I" if long else f">{len(loca) // 2}H", loca)
    (measured,) = struct.unpack_from(">H", hhea, 34)
    bearings = struct.unpack(f">{2 * measured}h", hmtx[: 4 * measured])[1::2]  # each behind an advance
    bearings += struct.unpack(f">{len(hmtx) // 2 - 2 * measured}h", hmtx[4 * measured :])
    return Outlines(_table(face, "glyf"), places if long else [2 * n for n in places], bearings, int(face.upem))


def outline(font: Font, gid: int, em: float) -> Segments:
    """A glyph's outline, in units of which the font has `em` to one of its own, y down."""
    pen = _CubicPen(em)
    font.draw_glyph_with_pen(gid, pen)
    return tuple(pen.segments)


class _CubicPen:
    """Collects a glyph as absolute cubic segments, scaled and turned y down."""

    __slots__ = ("em", "last", "segments")

    def __init__(self, em: float) -> None:
        self.em = em
        self.last = (0.0, 0.0)
        self.segments: list[Segment] = []

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] * self.em, -point[1] * self.em)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 (the pen protocol's names)
        self.last = self._at(point)
        self.segments.append(("M", self.last))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.last = end = (point[0] * self.em, -point[1] * self.em)
        self.segments.append(("L", end))

    def qCurveTo(self, control: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), em, third = self.last, self.em, 2 / 3
        cx, cy, x, y = control[0] * em, -control[1] * em, point[0] * em, -point[1] * em
        ends = (x0 + third * (cx - x0), y0 + third * (cy - y0), x + third * (cx - x), y + third * (cy - y), x, y)
        self.last = ends[4:]
        self.segments.append(("C", ends))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        a, b, c = (self._at(p) for p in points)
        self.last = c
        self.segments.append(("C", (*a, *b, *c)))

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z", ()))
