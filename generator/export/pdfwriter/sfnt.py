"""A TrueType file's bytes -> the few figures that a PDF or SVG must state about a font.

Takes `FontFile.data`; gives a frozen `FontFacts`. Promise: read straight from the file's tables, so that the
figures are the font's own and no font library is needed for them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FontFacts:
    """Figures of one font; `ascent`, `descent` (negative below the line), `cap_height` and `bbox` in
    thousandths of an em; `weight` as in CSS (400, 700); `slant` in degrees."""

    family: str
    weight: int
    bbox: tuple[int, int, int, int]
    ascent: int
    descent: int
    cap_height: int
    slant: float
    fixed_pitch: bool


def facts(data: bytes) -> FontFacts:
    """The figures of a TrueType file. struct.error, KeyError: the file is broken."""
    tables = _tables(data)
    head, hhea, os2, post = (tables[t] for t in ("head", "hhea", "OS/2", "post"))
    upem = int(struct.unpack_from(">H", head, 18)[0])

    def mil(value: int) -> int:
        return round(value * 1000 / upem)

    xmin, ymin, xmax, ymax = struct.unpack_from(">4h", head, 36)
    ascent, descent = struct.unpack_from(">2h", hhea, 4)
    version, weight = struct.unpack_from(">H", os2, 0)[0], struct.unpack_from(">H", os2, 4)[0]
    capitals = struct.unpack_from(">h", os2, 88)[0] if version >= 2 and len(os2) >= 90 else 0
    return FontFacts(
        family=_family(tables.get("name", b"")),
        weight=weight,
        bbox=(mil(xmin), mil(ymin), mil(xmax), mil(ymax)),
        ascent=mil(ascent),
        descent=mil(descent),
        cap_height=mil(capitals or round(ascent * 0.8)),
        slant=struct.unpack_from(">i", post, 4)[0] / 65536,
        fixed_pitch=struct.unpack_from(">I", post, 12)[0] != 0,
    )


def _tables(data: bytes) -> dict[str, bytes]:
    count = struct.unpack_from(">H", data, 4)[0]
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    return {tag.decode("latin-1"): data[start : start + size] for tag, _, start, size in rows}


def _family(name: bytes) -> str:
    """The typographic family (name 16), else the family (name 1), in English."""
    if not name:
        return ""
    _, count, strings = struct.unpack_from(">3H", name, 0)
    found: dict[int, str] = {}
    for i in range(count):
        platform, _, language, what, size, start = struct.unpack_from(">6H", name, 6 + 12 * i)
        if platform == 3 and language == 0x409 and what in (1, 16):
            found[what] = name[strings + start : strings + start + size].decode("utf-16-be", "replace")
    return found.get(16) or found.get(1, "")
