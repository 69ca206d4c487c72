"""A folder of finished card pictures -> the files of a game: a table that names them, a template that is the picture.

The size of the cards is the one that the pictures have at 300 dpi, with 3 mm or 1/8 inch of bleed or without; else
the one of nearest proportions. Promise: the pictures go in as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import Unreadable
from generator.face.raster import as_png, picture_size
from generator.pieces import Look
from generator.project import BUNDLED, Project, read_plain
from generator.sketch import game_file

ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
_BACK = re.compile(
    r"(card|deck)?backs?(side)?(of)?(the)?(cards?|deck)?|(karten)?ruckseiten?|dos|verso|dorso|retro|reverso?|裏面?"
)
SIZES = ("poker-metric", "poker-us", "bridge", "euro", "mini-euro", "mini-us", "tarot", "tarot-us", "square")
MOST = 60_000_000
"""Bytes of a picture."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder that are cards or their back."""
    return sorted(p for p in folder.iterdir() if p.suffix.lower() in ENDINGS and p.name[0] != "." and p.is_file())


def files_of_deck(
    pictures: Sequence[Path], game: str, languages: Sequence[str], look: Look | None = None
) -> Iterator[tuple[str, bytes]]:
    """All files of the game: (name in the project, bytes). Without a `look` the pictures tell the size."""
    data, drawings = f"components/{game}", f"layouts/{game}"
    cards, back = _parted(pictures)
    kind, size, box, page = _size(cards, look)
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(
        [("name", "count", "picture"), *((p.stem, 1, p.name) for p in cards)]
    )
    yield f"{data}/game.yaml", game_file(game.replace("-", " ").title(), languages).encode()
    yield f"{data}/cards.csv", table.getvalue().encode()
    yield f"{data}/cards.yaml", _SET.format(kind=kind, size=size, back="back: back\n" if back else "").encode()
    yield f"{drawings}/card.svg", _FACE.format(*page, href='pnp:href="item.picture"', box=box).encode()
    if back:
        yield f"{drawings}/back.svg", _FACE.format(*page, href=f"xlink:href={quoteattr(back.name)}", box=box).encode()
        yield f"{drawings}/{back.name}", back.read_bytes()
    yield from ((f"{data}/{p.name}", p.read_bytes()) for p in cards)


def report(pictures: Sequence[Path], look: Look | None = None) -> Iterator[str]:
    """What became of the pictures, in plain lines."""
    cards, back = _parted(pictures)
    kind, size, _, (wide, high) = _size(cards, look)
    yield f"{len(cards)} pictures, each a {kind} of {wide:.4g} x {high:.4g} mm ({size})"
    yield f"  back: {back.name}" if back else "  back: none (a picture called `back` would be it)"
    yield "  count: one of each; the column `count` in cards.csv says more"
    shapes = {p: _millimetres(p) for p in cards}
    least, most = (0.94 * wide / high, 1.06 * wide / high)
    other = [
        p.name for p, (w, h) in shapes.items() if not least <= w / h <= most and not least <= (w - 6) / (h - 6) <= most
    ]
    if other:
        yield f"  of other proportions, and cut at two sides: {', '.join(other[:8])}" + " ..." * (len(other) > 8)


def _parted(pictures: Sequence[Path]) -> tuple[list[Path], Path | None]:
    """The cards, and their back."""
    back = next((p for p in pictures if _BACK.fullmatch(re.sub(r"[\W\d_]", "", plain_ascii(p.stem)))), None)
    return [p for p in pictures if p != back], back


def _millimetres(picture: Path) -> tuple[float, float]:
    """Width and height at 300 dpi; those of a poker card for what is no picture, which is told when it is drawn."""
    try:
        wide, high = (side * 25.4 / 300 for side in picture_size(as_png(read_plain(picture, MOST))))
    except Unreadable:
        return 63.0, 88.0
    return wide, high


def _size(cards: Sequence[Path], look: Look | None) -> tuple[str, str, str, tuple[float, float]]:
    """The kind of the pieces, their size, the box (mm) that a picture fills, their page. What most pictures have."""
    from generator.face.shapes import read_sizes

    if look is not None:
        return (
            look.kind,
            look.size,
            _boxed(look.shape.width, look.shape.height, 3.0),
            (look.shape.width, look.shape.height),
        )
    sizes = Counter(_millimetres(card) for card in cards)
    wide, high = max(sizes, key=lambda size: sizes[size])
    known = read_sizes(Project(BUNDLED))
    pages = [(name, float(str(known[name]["width"])), float(str(known[name]["height"]))) for name in SIZES]
    fits = [
        (abs(w + 2 * b - wide) + abs(h + 2 * b - high), name, w, h, b) for (name, w, h), b in product(pages, _BLEEDS)
    ]
    miss, name, w, h, bleed = min(fits)
    if miss > 1:
        _, name, w, h, bleed = min((abs(w / h - wide / high), name, w, h, 3.0) for name, w, h in pages)
    return "card", name, _boxed(w, h, bleed), (w, h)


def _boxed(w: float, h: float, bleed: float) -> str:
    return f'x="{-bleed:g}" y="{-bleed:g}" width="{w + 2 * bleed:g}" height="{h + 2 * bleed:g}"'


_BLEEDS = (3.0, 3.175, 0.0)
_SET = """\
# yaml-language-server: $schema=../.schema/set.json
# Each row of cards.csv is a card; `count` is how many copies are printed.
id: card
name: Card
kind: {kind}
size: {size} # at 300 dpi the pictures have this size; layouts/README.md has more
layout: card
{back}from: cards.csv
fields: {{name: text, picture: image}} # pnp: accept R033 the names are for cards.csv
"""
_FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:pnp="https://print-and-play.example/pnp" width="{0:g}mm" height="{1:g}mm" viewBox="0 0 {0:g} {1:g}">
  <image {href} {box} preserveAspectRatio="xMidYMid slice"/>
</svg>
"""
