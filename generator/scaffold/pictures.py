"""A picture -> how large it is, and what it looks like: whether it fills a box, and how hexes stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path

from generator.diagnostics.findings import Fault, Unreadable
from generator.face.raster import as_png, open_picture, picture_size
from generator.layout.svg.document import parse_svg
from generator.layout.template.compile import compile_layout
from generator.project import read_plain

MOST_BYTES = 60_000_000
"""Of a picture."""
_HEXES = {"flat": 2 / sqrt(3), "point": sqrt(3) / 2}
"""Width by height."""


def hexes_of(shares: Sequence[float]) -> str:
    """How hexes stand of which these are the widths by the heights, `point` or `flat`; "" if they are none."""
    alike = {top: all(abs(s / share - 1) < 0.04 for s in shares) for top, share in _HEXES.items()}
    return next((top for top, is_so in alike.items() if shares and is_so), "")


def svg_size(path: Path) -> tuple[float, float]:
    """Width and height of a drawing in mm, by its page. Raises `Unreadable`, OSError."""
    try:
        document = parse_svg(read_plain(path, MOST_BYTES), path.name)
    except Fault as fault:
        raise Unreadable(fault.findings[0].message) from None
    layout = compile_layout(document, lambda *_: None, page=False, art=True)
    return layout.width, layout.height


@lru_cache(maxsize=64)
def look_at(path: Path) -> tuple[float, bool]:
    """Width of a picture by its height (0: not known), and whether it has a ground: it is neither cut out nor drawn."""
    try:
        if path.suffix.lower() == ".svg":
            wide, high = svg_size(path)
            return wide / high, False
        data = as_png(read_plain(path, MOST_BYTES))
        wide, high = picture_size(data)
        with open_picture(data) as picture:
            return wide / high, picture.convert("RGBA").getchannel("A").histogram()[:128] == [0] * 128
    except (Unreadable, OSError):
        return 0.0, False


def millimetres_of(picture: Path) -> tuple[float, float]:
    """Width and height, of pixels at 300 dpi; those of a poker card for what is no picture, which is told when it is
    drawn."""
    try:
        if picture.suffix.lower() == ".svg":
            return svg_size(picture)
        wide, high = (side * 25.4 / 300 for side in picture_size(as_png(read_plain(picture, MOST_BYTES))))
    except (Unreadable, OSError):
        return 63.0, 88.0
    return wide, high
