"""The picture of a frame -> its areas: of one colour, for words, or clear, for art.

Promise: the grain of paper tears none apart, and of several frames an area is where all have it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from operator import sub
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.diagnostics.findings import Unreadable
from generator.face.colors import contrast
from generator.face.face import Shape
from generator.face.geometry import Box, box_area, common, extent, merged, overlap
from generator.face.raster import as_png, open_picture
from generator.project import read_plain
from generator.scaffold.elements import INK, WHITE
from generator.scaffold.extents import BLEEDS, bleed_of, millimetres_of
from generator.scaffold.sizes import MOST_BYTES

if TYPE_CHECKING:
    from PIL.Image import Image

_FINE = 2
"""Pixels a millimetre that are looked at."""
_STEP, _FAR = 30, 110
"""By how much (of 1,020) a pixel of an area may differ from the one beside it, and from the first."""
_CLEAR, _ROUND, _ALIKE = 128, 0.93, 0.6
"""Of alpha, what is less is clear; of its box an area has so much that has four sides, and maybe round corners; of each
of two areas that are one in two frames so much is in both."""
INSET = 1.5
"""How far words are from the sides of their area, mm."""
STRETCHED = 'preserveAspectRatio="none"'
MOST = 8
"""So many frames are looked at."""
_Pixel = tuple[int, ...]


class Area(NamedTuple):
    """A box (x, y, right, bottom) in mm of the piece, its colour, whether the frame has it, on which of several frames
    words are white, and the fill of these where that differs."""

    box: Box
    color: _Pixel
    is_own: bool = True
    white: tuple[Path, ...] = ()
    mixed: str = ""

    @property
    def size(self) -> float:
        """In mm²."""
        return box_area(self.box)

    @property
    def wide(self) -> float:
        """In mm."""
        return self.box[2] - self.box[0]

    @property
    def high(self) -> float:
        """In mm."""
        return self.box[3] - self.box[1]

    @property
    def is_clear(self) -> bool:
        """True where art shows through."""
        return self.color[3] < _CLEAR

    @property
    def ink(self) -> str:
        """The fill of words on it."""
        return self.mixed or (f'fill="{WHITE}"' if self.is_dark else INK)

    @property
    def is_dark(self) -> bool:
        """True where white words are read better."""
        red, green, blue = (v / 255 for v in self.color[:3])
        return contrast((red, green, blue), (0, 0, 0)) <= contrast((red, green, blue), (1, 1, 1))

    @property
    def inside(self) -> Box:
        """Where words stand: x, y, width, height."""
        x, y, right, bottom = self.box
        by = min(INSET, 0.12 * (bottom - y))
        return x + INSET, y + by, right - x - 2 * INSET, bottom - y - 2 * by


def shared_areas(frames: Sequence[Path], shape: Shape) -> list[Area]:
    """The areas of the first of some frames that all have: those for words as far as all have them, clear ones as far
    as any has them."""
    found = [one._replace(white=(frames[0],) * one.is_dark) for one in areas_of(frames[0], shape)]
    for path in frames[1:MOST]:
        pairs = [(one, _same(one, areas_of(path, shape))) for one in found]
        found = [_joined(one, other, path) for one, other in pairs if other or one.is_clear]
    return found


def _joined(one: Area, other: Area | None, path: Path) -> Area:
    if other is None or one.is_clear:
        return one if other is None else one._replace(box=merged(one.box, other.box))
    return one._replace(box=common(one.box, other.box), white=(*one.white, *(path,) * other.is_dark))


def pale(box: Box) -> Area:
    """An area that is to be painted."""
    return Area(box, (255, 255, 255, 255), is_own=False)


def _same(one: Area, others: Sequence[Area]) -> Area | None:
    alike = (a for a in others if a.is_clear == one.is_clear)
    shares = ((a, one._replace(box=common(a.box, one.box)).size / max(a.size, one.size)) for a in alike)
    return next((a for a, share in shares if share > _ALIKE), None)


@lru_cache(maxsize=64)
def areas_of(path: Path, shape: Shape) -> tuple[Area, ...]:
    """The plain areas of a picture, and those that are plain but for a grain, as far as others are torn by it."""
    bleed = max(0.0, bleed_in(path, shape))
    wide, high = (round(_FINE * (side + 2 * bleed)) for side in (shape.width, shape.height))
    fine, rough = (dict(_plain(_pixels(path, wide, high, is_rough=so), wide, bleed)) for so in (False, True))
    whole = [a for a in rough if rough[a]]
    found = [a for a in fine if fine[a] or not any(overlap(a.box, other.box, 0.5) for other in whole)]
    return *found, *(a for a in rough if not any(overlap(a.box, other.box, 0.5) for other in found))


def _plain(pixels: Sequence[_Pixel], wide: int, bleed: float) -> Iterator[tuple[Area, bool]]:
    """The box around clear areas and those with four sides, the largest in others; whether it is the former."""
    for members in _regions(pixels, wide):
        if len(members) * 50 > len(pixels):  # smaller ones hold nothing
            color = pixels[next(iter(members))]
            box = _around(members, wide)
            is_whole = len(members) > _ROUND * prod(extent(box)) or color[3] < _CLEAR
            x, y, right, bottom = box if is_whole else _largest(members, wide)
            corners = x / _FINE - bleed, y / _FINE - bleed, right / _FINE - bleed, bottom / _FINE - bleed
            yield Area(corners, color), is_whole


def edge_of(path: Path) -> str:
    """The colour of the sides of a picture, about."""
    return sides_of(path)[0] or WHITE


@lru_cache(maxsize=4096)
def sides_of(path: Path) -> tuple[str, bool]:
    """The colour of the sides of a picture, about ("": they are clear), and whether they are so all along; but for
    a line at its very edge, and for round corners."""
    pixels, middle = _pixels(path, _PARTS, _PARTS), range(_PARTS // 10, _PARTS - _PARTS // 10)
    found = []
    for depth in (1, 0):
        ends = (depth, _PARTS - 1 - depth)
        at = [y * _PARTS + x for end in ends for n in middle for x, y in ((end, n), (n, end))]
        seen = sorted(pixels[n][:3] for n in at if pixels and pixels[n][3] >= _CLEAR) or [()]
        color = seen[len(seen) // 2]
        alike = sum(_differ(color, p) <= _STEP for p in seen)
        words = "#" + "".join(f"{v:02x}" for v in color) if 2 * len(seen) > len(at) else ""
        found.append((words, bool(words) and 20 * alike > 19 * len(at)))
    return next((one for one in found if one[1]), found[0])


def shows_paper(path: Path) -> bool:
    """True for a picture with clear places within, through which whatever lies below it is seen, or clear all around
    what it draws."""
    inner, ends = range(_PARTS // 10, _PARTS - _PARTS // 10), (0, _PARTS - 1)
    pixels = _pixels(path, _PARTS, _PARTS)

    def clear(places: Iterable[tuple[int, int]], alpha: int) -> int:
        return sum(pixels[y * _PARTS + x][3] < alpha for x, y in places) if pixels else 0

    around = chain(product(ends, inner), product(inner, ends))
    return 20 * clear(product(inner, inner), _CLEAR) > len(inner) ** 2 or 10 * clear(around, _THIN) > 36 * len(inner)


_PARTS, _THIN, _FAINT = 64, 200, 8
"""Into so many each side is divided; of alpha, what is less at the very edge is painted in part; by less differ the
colours of one and the same elsewhere on a page, but for a few pixels."""


@lru_cache(maxsize=4096)
def bleed_in(path: Path, shape: Shape, *, is_turned: bool = False) -> float:
    """The bleed that a picture has around a piece, maybe across it, as `bleed_of`; none where a cut would take what a
    finished card has at its edge, or of pixels that are too few for print with one."""
    size = millimetres_of(path)
    size = size._replace(wide=size.high, high=size.wide) if is_turned else size
    bleed = bleed_of(size, shape)
    sides = shape.width + 2 * bleed, shape.height + 2 * bleed
    is_coarse = path.suffix.lower() != ".svg" and not size.dots and size.wide < _COARSE * sides[0]
    is_none = bleed > 0 and (is_coarse or _is_trimmed(path, sides[::-1] if is_turned else sides, bleed))
    return bleed_of(size, shape, BLEEDS[:1]) if is_none else bleed


_COARSE = 150 / 300
"""Pixels an inch of what is for print, by those that are taken of what says none."""


def _is_trimmed(path: Path, sides: tuple[float, float], bleed: float) -> bool:
    """True for a picture with round corners, clear or white, or with a line all around it that is in its bleed."""
    wide, high = (round(_EDGE * side) for side in sides)
    pixels = _pixels(path, wide, high)

    def around(depth: int) -> list[_Pixel]:
        across, down = range(wide // 10, wide - wide // 10), range(high // 10, high - high // 10)
        at = [(x, y) for x in across for y in (depth, high - 1 - depth)]
        at += [(x, y) for y in down for x in (depth, wide - 1 - depth)]
        return [pixels[y * wide + x] for x, y in at]

    if not pixels:
        return False
    edge, corners = around(0), [pixels[n] for n in (0, wide - 1, -wide, -1)]
    is_clear = all(p[3] < _CLEAR for p in corners)
    bare = sum(p[3] < _CLEAR or (not is_clear and min(p[:3]) > _WHITE) for p in edge)
    if all(p[3] < _CLEAR or min(p[:3]) > _WHITE for p in corners) and 10 * bare < len(edge):
        return True
    line = sorted(edge)[len(edge) // 2]
    alike = [sum(_differ(line, p) <= _STEP for p in around(n)) for n in range(1 + round(_EDGE * bleed / 2))]
    return 20 * alike[0] > 19 * len(edge) and 2 * min(alike) < len(edge)


_EDGE, _WHITE = 3, 215
"""Pixels a millimetre that are looked at for this; what is as light in all its colours."""


def are_dark(pictures: Sequence[Path]) -> bool:
    """True where most of what is painted of most pictures is nearly black, and clear around it."""
    few = pictures[:_FEW]
    found = [[p for p in _pixels(path, 24, 24) if p[3] >= _CLEAR] for path in few]
    dark = [some for some in found if some and 4 * sum(max(p[:3]) < _DARK for p in some) > 3 * len(some) < 3 * 24 * 24]
    return 2 * len(dark) > len(few)


_FEW, _DARK = 8, 90
"""So many pictures are looked at; what is as dark in all its colours."""


def _pixels(path: Path, wide: int, high: int, *, is_rough: bool = False) -> list[_Pixel]:
    """The pixels of a picture in so many columns and rows, row by row, of what is rough without its grain; none of
    what is damaged."""
    from PIL.ImageFilter import MedianFilter

    try:
        data = read_plain(path, MOST_BYTES)
        with open_picture(_rendered(data, wide, high) if path.suffix.lower() == ".svg" else as_png(data)) as picture:
            picture.draft(None, (2 * wide, 2 * high))  # of a JPEG no more is decoded
            small = picture.convert("RGBA").resize((wide, high), 4)
            values = iter((small.filter(MedianFilter(5)) if is_rough else small).tobytes())
            return [*zip(values, values, values, values, strict=True)]
    except (Unreadable, OSError, ValueError, SyntaxError):
        return []


def look_alike(drawing: bytes, other: bytes) -> bool:
    """True for drawings that look alike, their words aside."""
    from PIL.ImageChops import difference

    try:
        bands = difference(*map(_looks_of, (drawing, other))).split()
    except Unreadable:
        return drawing == other
    unlike = [band.histogram() for band in bands]
    return not any(any(many[_STEP:]) for many in unlike) and sum(sum(many[_FAINT:]) for many in unlike) < _PARTS


@lru_cache(maxsize=512)
def _looks_of(drawing: bytes) -> Image:
    with open_picture(_rendered(drawing, _PARTS, _PARTS)) as picture:
        return picture.convert("RGBA").copy()


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
            for beside in (at - wide, at + wide, at - 1 if at % wide else -1, at + 1 if (at + 1) % wide else -1):
                is_like = beside in left and _differ(plain[at], plain[beside]) <= _STEP
                if is_like and _differ(plain[first], plain[beside]) <= _FAR:
                    left.discard(beside)
                    members.add(beside)
                    edge.append(beside)
        yield members


def _differ(one: _Pixel, other: _Pixel) -> int:
    return 0 if one == other else sum(map(abs, map(sub, one, other)))


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
