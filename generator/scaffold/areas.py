"""The picture of a frame -> its plain areas: what is clear, and what is of one colour, where words are meant to stand.

Takes the file of a picture, or of a drawing, and the shape that it is as large as; looks at it as few pixels, in areas
of which each is like the one beside it. Promise: of what cannot be read there are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.diagnostics.findings import Unreadable
from generator.face.colors import contrast
from generator.face.face import Shape
from generator.face.geometry import Box
from generator.face.raster import as_png, open_picture
from generator.project import read_plain
from generator.scaffold.elements import INK, WHITE
from generator.scaffold.sizes import MOST_BYTES, bleed_of, millimetres_of

STRETCHED = 'preserveAspectRatio="none"'
INSET = 1.5
"""How far words are from the sides of their area, mm."""
_FINE = 2
"""Pixels a millimetre that are looked at."""
_STEP, _FAR = 30, 110
"""By how much (of 1,020) a pixel of an area may differ from the one beside it, and from the first."""
_CLEAR, _ROUND = 128, 0.93
"""Of alpha, what is less is clear; of its box an area has so much that has four sides, and maybe round corners."""
_Pixel = tuple[int, ...]


class Area(NamedTuple):
    """A box (x, y, right, bottom) in mm of the piece, its colour, and whether the frame has it."""

    box: Box
    color: _Pixel
    is_own: bool = True

    @property
    def is_clear(self) -> bool:
        """True for one that shows what is below."""
        return self.color[3] < _CLEAR

    @property
    def ink(self) -> str:
        """The fill of words on it."""
        red, green, blue = (v / 255 for v in self.color[:3])
        is_light = contrast((red, green, blue), (0, 0, 0)) > contrast((red, green, blue), (1, 1, 1))
        return INK if is_light else f'fill="{WHITE}"'

    @property
    def inside(self) -> Box:
        """Where words stand: x, y, width, height."""
        x, y, right, bottom = self.box
        by = min(INSET, 0.12 * (bottom - y))
        return x + INSET, y + by, right - x - 2 * INSET, bottom - y - 2 * by


@lru_cache(maxsize=64)
def areas_in(path: Path, shape: Shape) -> tuple[Area, ...]:
    """The plain areas of a picture: the box around clear ones and those with four sides, the largest in others."""
    bleed = bleed_of(millimetres_of(path), shape, 3.0)
    scale = round(_FINE * (shape.width + 2 * bleed)), round(_FINE * (shape.height + 2 * bleed))
    pixels, wide = _pixels(path, *scale), scale[0]
    found = list[Area]()
    for members in _regions(pixels, wide):
        if len(members) * 50 > len(pixels):  # smaller ones hold nothing
            color = pixels[next(iter(members))]
            box = _around(members, wide)
            is_whole = len(members) > _ROUND * (box[2] - box[0]) * (box[3] - box[1])
            box = box if is_whole or color[3] < _CLEAR else _largest(members, wide)
            x, y, right, bottom = (v / _FINE - bleed for v in box)
            found.append(Area((x, y, right, bottom), color))
    return tuple(found)


def edge_color(path: Path) -> str:
    """The colour of the sides of a picture, about."""
    pixels = sorted(p[:3] for n, p in enumerate(_pixels(path, 99, 9)) if n % 99 in (0, 98) and p[3] >= _CLEAR)
    return "#" + "".join(f"{v:02x}" for v in (pixels[len(pixels) // 2] if pixels else (255, 255, 255)))


def _pixels(path: Path, wide: int, high: int) -> list[_Pixel]:
    """The pixels of a picture in so many columns and rows, row by row; none of what is damaged."""
    try:
        data = read_plain(path, MOST_BYTES)
        with open_picture(_rendered(data, wide, high) if path.suffix.lower() == ".svg" else as_png(data)) as picture:
            values = iter(picture.convert("RGBA").resize((wide, high), 4).tobytes())
            return [*zip(values, values, values, values, strict=True)]
    except (Unreadable, OSError, ValueError, SyntaxError):
        return []


def _rendered(drawing: bytes, wide: int, high: int) -> bytes:
    """The PNG, so large at least, of an SVG file, without its words."""
    import resvg_py

    try:
        words = drawing.decode()
        if (tag := re.search(r"<svg\b[^>]*>", words)) and "viewBox" in tag[0]:  # resvg_py takes pixels alone
            bare = re.sub(r"""\s(width|height|preserveAspectRatio)=("[^"]*"|'[^']*')""", "", tag[0])
            words = words.replace(tag[0], f'<svg width="{4 * wide}" height="{4 * high}" {STRETCHED}{bare[4:]}', 1)
        return bytes(resvg_py.svg_to_bytes(svg_string=words, skip_system_fonts=True))
    except BaseException as stopped:
        if type(stopped).__name__ not in ("PanicException", "ValueError", "UnicodeDecodeError"):
            raise
        raise Unreadable("the drawing cannot be looked at") from None


def _regions(pixels: Sequence[_Pixel], wide: int) -> Iterator[set[int]]:
    """The places of pixels that hang together and are alike; what is clear is alike."""
    plain = [p if p[3] >= _CLEAR else (0, 0, 0, 0) for p in pixels]
    left = set(range(len(plain)))
    while left:
        first = left.pop()
        members, edge = {first}, [first]
        while edge:
            at = edge.pop()
            for beside in (at - wide, at + wide, *[at - 1] * (at % wide > 0), *[at + 1] * ((at + 1) % wide > 0)):
                is_like = beside in left and _differ(plain[at], plain[beside]) <= _STEP
                if is_like and _differ(plain[first], plain[beside]) <= _FAR:
                    left.discard(beside)
                    members.add(beside)
                    edge.append(beside)
        yield members


def _differ(one: _Pixel, other: _Pixel) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _around(members: Collection[int], wide: int) -> tuple[int, int, int, int]:
    columns, rows = [m % wide for m in members], [m // wide for m in members]
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _largest(members: Collection[int], wide: int) -> tuple[int, int, int, int]:
    """The largest rectangle all of whose pixels are members: row by row, of bars that stand upon it."""
    best, most = (0, 0, 0, 0), 0
    rows = range(min(members) // wide, max(members) // wide + 1)
    bars = [0] * (wide + 1)
    for y in rows:
        stack = list[tuple[int, int]]()
        for x in range(wide + 1):
            bars[x] = bars[x] + 1 if x < wide and y * wide + x in members else 0
            start = x
            while stack and stack[-1][1] >= bars[x]:
                start, tall = stack.pop()
                if tall * (x - start) > most:
                    best, most = (start, y + 1 - tall, x, y + 1), tall * (x - start)
            stack.append((start, bars[x]))
    return best
