"""A folder of finished card pictures -> the files of a game: a table that names them, a template that is the picture.

The size of the cards is the one that the pictures have at 300 dpi, with 3 mm or 1/8 inch of bleed or without; else
the one of nearest proportions. Promise: the pictures go in as they are.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.schema.validation import slug
from generator.diagnostics.findings import Unreadable
from generator.face.raster import picture_size
from generator.project import BUNDLED, Project, read_plain
from generator.sketch import game_file

ENDINGS = (".png", ".jpg", ".jpeg")
BACKS = ("back", "cardback", "rückseite", "ruckseite", "dos", "dorso", "裏", "裏面")
SIZES = ("poker-metric", "poker-us", "bridge", "euro", "mini-euro", "mini-us", "tarot", "tarot-us", "square")
MOST = 60_000_000
"""Bytes of a picture."""


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder that are cards or their back."""
    return sorted(p for p in folder.iterdir() if p.suffix.lower() in ENDINGS and p.name[0] != "." and p.is_file())


def files_of_deck(pictures: Sequence[Path], game: str, languages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """All files of the game: (name in the project, bytes)."""
    data, drawings = f"components/{game}", f"layouts/{game}"
    back = next((p for p in pictures if slug(p.stem.lower(), "[a-z-]*") in BACKS or p.stem.lower() in BACKS), None)
    cards = [p for p in pictures if p != back]
    size, box, page = _size(cards[0])
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(
        [("name", "count", "picture"), *((p.stem, 1, p.name) for p in cards)]
    )
    yield f"{data}/game.yaml", game_file(game.replace("-", " ").title(), languages).encode()
    yield f"{data}/cards.csv", table.getvalue().encode()
    yield f"{data}/cards.yaml", _SET.format(size=size, back="back: back\n" if back else "").encode()
    yield f"{drawings}/card.svg", _FACE.format(*page, href='pnp:href="item.picture"', box=box).encode()
    if back:
        yield f"{drawings}/back.svg", _FACE.format(*page, href=f"xlink:href={quoteattr(back.name)}", box=box).encode()
        yield f"{drawings}/{back.name}", back.read_bytes()
    yield from ((f"{data}/{p.name}", p.read_bytes()) for p in cards)


def _size(picture: Path) -> tuple[str, str, tuple[float, float]]:
    """The named size of a card, the box (mm) that its picture fills, its page."""
    from generator.face.shapes import read_sizes

    try:
        wide, high = (side * 25.4 / 300 for side in picture_size(read_plain(picture, MOST)))
    except Unreadable:  # told when it is to be drawn
        wide, high = 63.0, 88.0
    known = read_sizes(Project(BUNDLED))
    pages = [(name, float(str(known[name]["width"])), float(str(known[name]["height"]))) for name in SIZES]
    fits = [
        (abs(w + 2 * b - wide) + abs(h + 2 * b - high), name, w, h, b) for (name, w, h), b in product(pages, _BLEEDS)
    ]
    miss, name, w, h, bleed = min(fits)
    if miss > 1:
        _, name, w, h, bleed = min((abs(w / h - wide / high), name, w, h, 3.0) for name, w, h in pages)
    return name, f'x="{-bleed:g}" y="{-bleed:g}" width="{w + 2 * bleed:g}" height="{h + 2 * bleed:g}"', (w, h)


_BLEEDS = (3.0, 3.175, 0.0)
_SET = """\
# yaml-language-server: $schema=../.schema/set.json
# Each row of cards.csv is a card; `count` is how many copies are printed.
id: card
name: Card
kind: card
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
