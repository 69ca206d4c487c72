"""Colours as people write them -> `#rrggbb`."""

from __future__ import annotations

import re
from functools import lru_cache

PATTERN = "^(#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|[A-Za-z][A-Za-z -]*)$"
"""What a colour looks like."""


@lru_cache(maxsize=1024)
def hex_color(words: str) -> str:
    """`#rrggbb` of digits (six or three) or of a name that CSS has (`Dark Red` is `darkred`); "" of anything else."""
    from tinycss2.color3 import RGBA, parse_color

    if re.fullmatch("#[0-9a-fA-F]{6}", words):
        return words
    color = parse_color(re.sub("[ -]", "", words)) if re.match(PATTERN, words.strip()) else None
    if not isinstance(color, RGBA) or color.alpha < 1:
        return ""
    return "#" + "".join(f"{round(255 * part):02x}" for part in color[:3])
