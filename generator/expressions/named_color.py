"""The words of a colour -> `#rrggbb`; `Hue`: words that stand for a colour, in data and in expressions.

Promise: they are printed as somebody wrote them, drawn as the colour, and equal to whatever names the same one.
"""

from __future__ import annotations

import re
from functools import lru_cache

COLOR = r"^(#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|[A-Za-z][A-Za-z -]*|(rgb|hsl)a?\([^()]*\))$"
"""What a colour looks like."""


@lru_cache(maxsize=1024)
def hex_color(words: str) -> str:
    """`#rrggbb` of digits (six or three), of a name that CSS has (`Dark Red` is `darkred`), or of `rgb(1, 2, 3)`; "" of
    anything else."""
    if not words or re.fullmatch("#[0-9a-fA-F]{6}", words):
        return words
    from tinycss2.color3 import RGBA, parse_color

    joined = words if "(" in words else re.sub("[ -]", "", words)
    color = parse_color(joined) if re.match(COLOR, words.strip()) else None
    if not isinstance(color, RGBA) or color.alpha < 1:
        return ""
    return "#" + "".join(f"{round(255 * min(max(part, 0), 1)):02x}" for part in color[:3])


class Hue(str):
    """The words of a colour."""

    __slots__ = ()

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return hex_color(str(self))


def is_hue(left: object, right: object) -> bool:
    """True for two words, one of them a `Hue`, that name the same colour."""
    both = isinstance(left, str) and isinstance(right, str) and (isinstance(left, Hue) or isinstance(right, Hue))
    return both and hex_color(str(left)).lower() == hex_color(str(right)).lower() != ""
