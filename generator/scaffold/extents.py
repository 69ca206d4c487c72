"""How large pictures are -> which size their pieces have, and which bleed they have around these.

Promise: what a file says, by its millimetres or its pixels to the inch, counts before what is usual, and a bleed is
only where its size or its proportions are those of a page with one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from math import dist
from pathlib import Path
from typing import NamedTuple

from generator.diagnostics.findings import Unreadable
from generator.face.face import Shape
from generator.face.geometry import Box, extent
from generator.face.raster import glance
from generator.face.shapes import read_sizes
from generator.layout.svg.parser import SvgDocument
from generator.project import BUNDLED, Project, read_plain
from generator.scaffold.sizes import MOST_BYTES, look_at, page_size, svg_size

BLEED = 3.0
BLEEDS = (0.0, BLEED, 3.175)
_OWN_BLEED, _UNEVEN = (2.0, 6.5), 2.0
"""Between these lie the bleeds of some printers, which may differ by so much at the sides of a card."""
_FINE = (300, 600, 1200, 800, 400, 350, 200, 150, 96, 72)
"""Resolutions of pictures for print, the most usual first; of pixels of drawing programs."""
_PROPORTIONS, _NEARLY, _ABOUT = 0.004, 0.012, 0.075
"""By so much may differ what is the same, what nobody sees, what is one kind of card."""


class Extent(NamedTuple):
    """Width and height of a picture in mm, by the `dots` to the inch that its file says; by 300 if it says none (0)."""

    wide: float
    high: float
    dots: int = 0


def bleed_of(picture: Extent, shape: Shape, bleeds: Sequence[float] = BLEEDS) -> float:
    """The bleed that a picture has around a piece, by its size or by its proportions, 0 if it has those of the piece
    itself; -1 of any other. `bleed_in` looks at the picture, too."""
    w, h = shape.width, shape.height
    misses = {b: _miss(picture, w, h, b) for b in bleeds}
    if min(misses.values()) <= 1:
        return min(misses, key=misses.__getitem__)
    more = sorted(((picture.wide - w) / 2, (picture.high - h) / 2))
    is_sure = len(bleeds) > 1 and (picture.dots or w != h)  # squares are alike with any bleed
    if is_sure and _OWN_BLEED[0] <= more[0] and more[1] <= min(_OWN_BLEED[1], more[0] + _UNEVEN):
        return round(more[0], 2)
    off = {b: abs((h + 2 * b) / (w + 2 * b) * picture.wide / picture.high - 1) for b in bleeds}
    best = min(off, key=off.__getitem__)
    return 0.0 if off[0.0] < _NEARLY else best if off[best] < _PROPORTIONS else -1.0


def _miss(picture: Extent, width: float, height: float, bleed: float, fine: Sequence[int] = _FINE) -> float:
    """By how many millimetres a picture misses a page with this bleed, as large as it says; else at the first of some
    resolutions at which it is nearly as large, of a square one of the most usual, else at the best."""
    (wide, high, dots), (w, h) = picture, (width + 2 * bleed, height + 2 * bleed)
    fine = (300,) if dots else fine[:3] if width == height else fine
    misses = [abs(w - wide * 300 / one) + abs(h - high * 300 / one) for one in fine]
    return next((miss for miss in misses if miss <= 1), min(misses))


CARDS = (
    ("poker-metric", "poker-us"),
    ("bridge", "euro"),
    ("tarot", "tarot-us"),
    ("square",),
    ("mini-euro", "mini", "mini-us"),
)
"""The most usual first."""
_PAPERS = ("a4", "a5", "letter", "half-letter"), ("a6",)
"""What pages of programs have, by their pixels, too; what is as large as a card, and none by pixels of a screen."""
_LIKELY = {"cards": (30, 150), "boards": (90, 1300), "tokens": (8, 75), "counters": (8, 60), "standees": (15, 160)}
"""How long (mm) pieces may be that files say so of; others 15 to 200. Pictures of cameras say anything."""
_PAGES = ("", "cards", "boards")
"""What may have a usual size."""
DRAWN, _SCREEN = 25_400, 96
"""Dots to the inch of what is drawn in mm; those that say nothing."""


def usual_of(size: Extent) -> tuple[str, bool, list[str]]:
    """What a picture of this size is: a usual size if it is as large (True), else as large as it says; else the most
    usual card of about its proportions, and which others are nearer to them."""
    pages = [(rank, name, *sides_named(name)) for rank, group in enumerate((*CARDS, *_PAPERS)) for name in group]
    pages += [(rank, f"{h:g}x{w:g}", h, w) for rank, _, w, h in pages if w != h]  # landscape, too
    fine = {rank: _FINE if rank in (0, len(CARDS)) else _FINE[:3] for rank, *_ in pages}  # others by chance
    miss, name = min((_miss(size, w, h, b, fine[rank]), name) for (rank, name, w, h), b in product(pages, BLEEDS))
    if size.dots or miss <= 1:
        return (name if miss <= (0.3 if size.dots else 1) else f"{size.wide:.5g}x{size.high:.5g}"), True, []
    share = size.wide / size.high
    off = sorted((abs(w / h / share - 1), rank, name) for rank, name, w, h in pages if rank < len(CARDS))
    far, _, name = min((one for one in off if one[0] < _ABOUT), key=lambda one: one[1], default=off[0])
    return name, False, [other for miss, _, other in off if miss < far and other[0].isalpha()]


def is_likely(size: Extent, pieces: str) -> bool:
    """True for a size that such pieces may have."""
    least, most = _LIKELY.get(pieces or "cards", (15, 200))
    return least <= max(size.wide, size.high) <= most


def size_meant(sizes: Sequence[Extent], pieces: str) -> tuple[str, str]:
    """The size of pieces that are pictures of these sizes, "" if it is the usual one, and what is said of it."""
    size = Counter(sizes).most_common(1)[0][0]
    tenth, _, _ = usual_of(size._replace(wide=size.wide / 10, high=size.high / 10))
    if size.dots and not pieces and tenth in chain(*CARDS[:3]):
        return tenth, f"size: {tenth}, a tenth of what the file says (`--size` for another)"
    name, is_so, nearer = usual_of(size)
    is_usual = name[0].isalpha() and pieces in _PAGES
    likely = (pieces, *["boards"] * (len(sizes) == 1 and not pieces))
    if size.dots and not (is_usual or any(is_likely(size, one) for one in likely)):
        scale = size.dots % DRAWN / 300 or 1
        size = Extent(size.wide * scale, size.high * scale)
        name, is_so, nearer = usual_of(size)
    if size.dots:
        exact = name if pieces in _PAGES else f"{size.wide:.5g}x{size.high:.5g}"
        return exact, f"size: as large as the file says{f', {size.dots} pixels an inch' * (size.dots != DRAWN)}"
    if is_so and pieces in _PAGES:
        return name, ""
    if pieces in ("", "cards") and (round_ := _round_at_300(size)):
        return round_, f"size: {round_}, as large as they are at 300 pixels an inch (`--size` for another)"
    if pieces in ("", "cards"):
        more = f", though nearer to those of {', '.join(nearer)}" * bool(nearer)
        return name, f"size: {name}, the most usual card of about their proportions{more} (`--size` for another)"
    return "", "size: a usual one, as the files say none that is likely (`--size 60mm`, `--size 40x60`: another)"


def _round_at_300(size: Extent) -> str:
    """The size in mm, ending in 0 or 5 both ways, of a picture that says none, maybe with its bleed; "" of others."""
    for bleed in sorted(BLEEDS):
        sides = [side - 2 * bleed for side in size[:2]]
        ends = [5 * round(side / 5) for side in sides]
        if min(ends) >= _LEAST and all(abs(side - end) < 25.4 / 300 for side, end in zip(sides, ends, strict=True)):
            return f"{ends[0]}x{ends[1]}"
    return ""


_LEAST = 30


def trim_of(box: Box) -> Box | None:
    """The trim of what is as large as a usual card, or as one with its bleed; boxes in mm."""
    sides = [*map(sides_named, chain(*CARDS))]
    wide, high = extent(box)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    pages = [(b, w, h) for b in sorted(BLEEDS) for one, other in sides for w, h in ((one, other), (other, one))]
    miss, w, h = min((max(abs(w + 2 * b - wide), abs(h + 2 * b - high)), w, h) for b, w, h in pages)
    return (x - w / 2, y - h / 2, x + w / 2, y + h / 2) if miss < _LINE else None


def paper_scale(wide: float, high: float) -> float:
    """By how much a page (mm) has to grow to be a sheet of paper as programs begin with, upright or not: 1, or as much
    as 90 pixels to the inch, as Inkscape had before 0.92, are fewer than 96; 0 of any other."""
    return next((k for k in (1, 96 / 90) for name in ("a4", "letter") if _is_size(wide * k, high * k, name)), 0.0)


def _is_size(wide: float, high: float, name: str) -> bool:
    return dist(sorted((wide, high)), sides_named(name)) < 1


@lru_cache(maxsize=64)
def sides_named(name: str) -> tuple[float, float]:
    """Width and height of a named size in mm."""
    size = read_sizes(Project(BUNDLED))[name]
    return float(str(size["width"])), float(str(size["height"]))


_LINE = 1.2
"""As thick (mm) as a line around a card may be."""


def filling(shape: Shape, bleed: float) -> str:
    """The box of a picture that is all of a piece, and so much more at every side."""
    at, more = f"{0 - bleed:g}", 2 * bleed
    return f'x="{at}" y="{at}" width="{shape.width + more:g}" height="{shape.height + more:g}"'


def extent_drawn(wide: float, high: float, dots: int) -> Extent:
    """How large a page of a drawing is, as `page_size` says it."""
    scale = (dots or 300) / 300
    return Extent(wide * scale, high * scale, 0 if dots else DRAWN)


@lru_cache(maxsize=4096)
def millimetres_of(picture: Path) -> Extent:
    """How large a picture is; as a poker card what is none (told when drawn)."""
    try:
        if picture.suffix.lower() == ".svg":
            return extent_drawn(*svg_size(picture))
        across, down, dots = glance(read_plain(picture, MOST_BYTES))
        if not (across and down):
            raise Unreadable("the picture has no pixels")
    except (Unreadable, OSError):
        return Extent(63.0, 88.0)
    pixel = 25.4 / (dots if dots > _SCREEN else 300)
    wide, high = across * pixel, down * pixel
    if dots > _SCREEN:  # a pixel more or less is none of the size
        wide, high = (round(mm) if abs(mm - round(mm)) < 0.6 * pixel else round(mm, 2) for mm in (wide, high))
    return Extent(wide, high, dots * (dots > _SCREEN))


def size_shown(pictures: Sequence[Path]) -> str:
    """The size of the cards that most of some pictures are, with their bleed or without; "" of others."""
    found = [millimetres_of(path) for path in pictures]
    name, is_so, _ = usual_of(Counter(found).most_common(1)[0][0]) if found else ("", False, [])
    return name * (is_so and name in chain(*CARDS))


def size_as_wide(share: float) -> str:
    """The size of cards so wide by their height: as wide as the most usual ones of about these proportions."""
    off = {name: abs(sides_named(name)[0] / sides_named(name)[1] / share - 1) for name in chain(*CARDS[:3])}
    best = min(off, key=off.__getitem__)
    if off[best] < _NEARLY:
        return best
    wide = sides_named(next((one for one in off if off[one] < _ABOUT), best))[0]
    return f"{wide:g}x{wide / share:.4g}"


def is_page_of(document: SvgDocument, shape: Shape) -> bool:
    """True for a drawing as large as a piece, with its bleed or without; of its proportions, if it is in pixels."""
    wide, high, dots = page_size(document)
    pages = [(shape.width + 2 * bleed, shape.height + 2 * bleed) for bleed in BLEEDS]
    return any(abs(p[0] * high / p[1] / wide - 1) < 0.006 if dots else dist(p, (wide, high)) < 0.2 for p in pages)


def is_as_wide(path: Path, shape: Shape) -> bool:
    """True for a picture with the proportions of a piece, but for some that may be cut off."""
    return abs(look_at(path)[0] * shape.height / shape.width - 1) < _CUT


_CUT = 0.15
