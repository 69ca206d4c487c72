"""A font file's `glyf` table -> a key for each glyph that is equal exactly where its outline is equal.

Takes a file's bytes; gives digests. Promise: how a glyph is numbered, hinted, packed or called makes no difference,
only its points do: a font that was subset anew, or that got another licence text, gives the same keys. It takes a
third of the time of drawing the outline, and stamps ask for it for every glyph that is used.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from hashlib import sha256

_REPEAT, _POINT = 8, 1 | 2 | 4 | 16 | 32
"""Bits of a point: it stands for several alike; it is on the curve, and how its steps are written."""
_WORDS, _MORE = 1, 32
_SCALES = ((0x8, 2), (0x40, 4), (0x80, 8))
"""Bits of a component that say how many bytes of scale it has."""
_MEANING = 0x8 | 0x40 | 0x80 | 0x2 | 0x4 | 0x800 | 0x1000
"""The bits of a component that move or scale it."""
DEEPEST = 8


@dataclass(slots=True)
class Outlines:
    """The outlines of one font file. `key` raises struct.error, IndexError or KeyError where the file is broken."""

    data: bytes
    tables: dict[str, int]
    long: bool
    upem: int
    measured: int
    known: dict[int, bytes] = field(default_factory=dict)

    def key(self, gid: int, depth: int = 0) -> bytes:
        """The key of a glyph; those of an empty one, whatever its width, are equal."""
        found = self.known.get(gid)
        if found is None:
            found = self.known[gid] = sha256(self._said(gid, depth)).digest()
        return found

    def _said(self, gid: int, depth: int) -> bytes:
        """All that its outline is made of: ends of contours, points, components."""
        at, end = self._place(gid)
        if at == end:
            return b""
        contours, left = struct.unpack_from(">hh", self.data, at)
        # a rasterizer puts the left end of the ink where the metrics have it
        shift = struct.pack(">hi", self.upem, self._bearing(gid) - left)
        if contours < 0:
            return shift + self._composite(at + 10, depth)
        return shift + self._simple(at + 10, end, contours)

    def _place(self, gid: int) -> tuple[int, int]:
        if self.long:
            one, other = struct.unpack_from(">II", self.data, self.tables["loca"] + 4 * gid)
        else:
            one, other = (2 * n for n in struct.unpack_from(">HH", self.data, self.tables["loca"] + 2 * gid))
        return self.tables["glyf"] + one, self.tables["glyf"] + other

    def _bearing(self, gid: int) -> int:
        extra = max(0, gid - self.measured + 1)
        at = self.tables["hmtx"] + 4 * (gid - extra) + 2 + 2 * extra
        return int(struct.unpack_from(">h", self.data, at)[0])

    def _simple(self, at: int, end: int, contours: int) -> bytes:
        data = self.data
        ends = data[at : at + 2 * contours]
        at += 2 * contours
        count = int.from_bytes(ends[-2:], "big") + 1 if ends else 0
        at += 2 + int.from_bytes(data[at : at + 2], "big")  # hints
        flags: list[int] = []
        while len(flags) < count:
            flag = data[at]
            at += 1
            if flag & _REPEAT:
                flags += [flag & _POINT] * (data[at] + 1)
                at += 1
            else:
                flags.append(flag & _POINT)
        return ends + bytes(flags) + data[at:end].rstrip(b"\0")  # what is rounded up to whole words

    def _composite(self, at: int, depth: int) -> bytes:
        if depth > DEEPEST:
            raise KeyError(depth)
        said = b""
        more = _MORE
        while more & _MORE:
            more, gid = struct.unpack_from(">HH", self.data, at)
            kind, size = (">hh", 4) if more & _WORDS else (">bb", 2)
            moved = struct.unpack_from(kind, self.data, at + 4)
            at += 4 + size
            scale = next((length for bit, length in _SCALES if more & bit), 0)
            said += self.key(gid, depth + 1) + struct.pack(">Hhh", more & _MEANING, *moved) + self.data[at : at + scale]
            at += scale
        return said


def outlines_of(data: bytes) -> Outlines:
    """The outlines of a TrueType file. struct.error or KeyError: it is broken."""
    (count,) = struct.unpack_from(">H", data, 4)
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(count))
    tables = {tag.decode("latin-1"): offset for tag, _, offset, _ in rows}
    (upem,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (long,) = struct.unpack_from(">h", data, tables["head"] + 50)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    return Outlines(data, tables, bool(long), upem, measured)
