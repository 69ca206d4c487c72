"""A folder of finished card pictures -> a `TableSheet`: a table that names them, each of which is all of a face.

The size of the cards is the one that the pictures have at 300 dpi, with 3 mm or 1/8 inch of bleed or without; else
the one of nearest proportions. Promise: the pictures go in as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import Unreadable
from generator.face.raster import as_png, picture_size
from generator.face.shapes import read_sizes
from generator.project import BUNDLED, Project, read_plain
from generator.scaffold.sheet import TableSheet
from generator.scaffold.sizes import Look, look_of

ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
_BACK = re.compile(
    r"(card|deck)?backs?(side)?(of)?(the)?(cards?|deck)?|(karten)?ruckseiten?|dos|verso|dorso|retro|reverso?|裏面?"
)
_COPIES = re.compile(r"[ _-](?:x(\d{1,2})|(\d{1,2})x)$")
_SIZES = ("poker-metric", "poker-us", "bridge", "euro", "mini-euro", "mini-us", "tarot", "tarot-us", "square")
_BLEEDS = (3.0, 3.175, 0.0)
_MOST = 60_000_000
"""Bytes of a picture."""


def sheet_of_pictures(folder: Path, pieces: str = "", size: str = "") -> TableSheet | None:
    """The cards that lie in a folder, and their back; None without any. What is not said the pictures tell."""
    found = sorted(p for p in folder.iterdir() if p.suffix.lower() in ENDINGS and p.name[0] != "." and p.is_file())
    back = next((p for p in found if _BACK.fullmatch(re.sub(r"[\W\d_]", "", plain_ascii(p.stem)))), None)
    cards = [p for p in found if p != back]
    if not found:
        return None
    sizes = [_millimetres(card) for card in cards]
    look, bleed = (look_of(pieces, size), 3.0) if pieces or size else _usual(sizes)
    w, h = look.shape.width, look.shape.height
    copies = [next(filter(None, said.groups())) if (said := _COPIES.search(p.stem)) else "1" for p in cards]
    rows = [
        ("name", "count", "picture"),
        *((_COPIES.sub("", p.stem), n, p.name) for p, n in zip(cards, copies, strict=True)),
    ]
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    least, most = 0.94 * w / h, 1.06 * w / h
    other = [p.name for p, (x, y) in zip(cards, sizes, strict=True)
             if not least <= x / y <= most and not least <= (x - 6) / (y - 6) <= most]  # fmt: skip
    notes = [f"back: {back.name}" if back else "back: none (a picture called `back` would be it)"]
    if other:
        notes.append(f"of other proportions, and cut at two sides: {', '.join(other[:8])}" + " ..." * (len(other) > 8))
    box = f'x="{-bleed:g}" y="{-bleed:g}" width="{w + 2 * bleed:g}" height="{h + 2 * bleed:g}"'
    return TableSheet(
        "cards", "Cards", folder / "cards.csv", "cards.csv",
        {"name": (FieldKind("text"), "name"), "picture": (FieldKind("image"), "picture")},
        [{"name": name, "count": int(count), "picture": picture} for name, count, picture in rows[1:]],
        look, {p.name: [p] for p in cards}, {"count": ["count"], "notes": [], "unread": [], "lost": []}, notes,
        table.getvalue().encode(), f'{box} preserveAspectRatio="xMidYMid slice"', back,
    )  # fmt: skip


def _millimetres(picture: Path) -> tuple[float, float]:
    """Width and height at 300 dpi; those of a poker card for what is no picture, which is told when it is drawn."""
    try:
        wide, high = (side * 25.4 / 300 for side in picture_size(as_png(read_plain(picture, _MOST))))
    except Unreadable:
        return 63.0, 88.0
    return wide, high


def _usual(sizes: Sequence[tuple[float, float]]) -> tuple[Look, float]:
    """What most pictures are: the pieces and their bleed."""
    wide, high = Counter(sizes).most_common(1)[0][0]
    known = read_sizes(Project(BUNDLED))
    pages = [(name, float(str(known[name]["width"])), float(str(known[name]["height"]))) for name in _SIZES]
    fits = ((abs(w + 2 * b - wide) + abs(h + 2 * b - high), name, b) for (name, w, h), b in product(pages, _BLEEDS))
    miss, name, bleed = min(fits)
    if miss > 1:
        _, name, bleed = min((abs(w / h - wide / high), name, 3.0) for name, w, h in pages)
    return look_of("cards", name), bleed
