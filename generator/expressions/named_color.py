"""The words of a colour -> `#rrggbb`; `NamedColor`: words that stand for a colour, in data and in expressions.

Promise: they are printed as somebody wrote them, drawn as the colour, and equal to whatever names the same one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from generator.values import lazy_pattern

COLOR = r"^(#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|[A-Za-z][A-Za-z -]*|((rgb|hsl)a?|hwb|(ok)?(lab|lch)|color)\([^()]*\))$"
"""What a colour looks like."""
MAX_COLOR = 100
"""So many characters a colour may have."""
_DARK = lazy_pattern(r"(?i)^\s*dark[ -]+gr[ae]y\s*$")
_COMMAS = lazy_pattern(r"rgba?\((?!.*none)|hsla?\([^%,]*,[^%,]*%\s*,[^%,]*%")
"""The older way to write a colour, with commas."""
_FAR = 1e6
"""What is farther is as far outside of what can be shown, and its powers can be worked out."""
_MOST = {"hsl": (_FAR, 100.0, 100.0), "lab": (100.0,), "lch": (100.0,), "oklab": (1.0,), "oklch": (1.0,)}
"""What is above it counts as it, of the channels in turn."""


def css_color(words: str) -> tuple[str, float] | None:
    """A colour of CSS, in any of its spaces, as `#rrggbb` of sRGB (what lies outside comes to its edge, as in browsers)
    and its opacity; None of anything else."""
    from tinycss2.color4 import parse_color

    found = parse_color(words) if len(words) < MAX_COLOR else None
    if found is None or isinstance(found, str) or ("," in words and not _COMMAS.match(words.strip().lower())):
        return None
    most = (*_MOST.get(found.space, ()), *[_FAR] * 3)
    found.coordinates = tuple(max(min(v or 0.0, top), -_FAR) for v, top in zip(found.coordinates, most, strict=False))
    if found.space in ("srgb", "hsl", "hwb"):
        channels = found.to("srgb").coordinates
    else:
        from coloraide import Color

        channels = Color(found.space, found.coordinates).convert("srgb").coords()
    return "#" + "".join(f"{round(255 * min(max(v, 0), 1)):02x}" for v in channels), found.alpha


@lru_cache(maxsize=1024)
def hex_color(words: str) -> str:
    """`#rrggbb` of digits (six or three), of a name that CSS has (`Dark Red` is `darkred`), or of `rgb(1, 2, 3)`,
    `oklch(0.7 0.1 20)`; "" of anything else. A `dark grey` in two words is darker than grey, as other dark colours
    are: CSS's dimgray; its `darkgray` is lighter (https://www.w3.org/TR/css-color-4/#named-colors)."""
    if not words or re.fullmatch("#[0-9a-fA-F]{6}", words):
        return words
    joined = words if "(" in words else re.sub("[ -]", "", _DARK.sub("dimgray", words))
    found = css_color(joined) if re.match(COLOR, words.strip()) else None
    return found[0] if found and found[1] == 1 else ""


class NamedColor(str):
    """The words of a colour."""

    __slots__ = ()

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`."""
        return hex_color(str(self))


def name_one_color(left: object, right: object) -> bool:
    """True for two words, one of them a `NamedColor`, that name the same colour."""
    both = (
        isinstance(left, str)
        and isinstance(right, str)
        and (isinstance(left, NamedColor) or isinstance(right, NamedColor))
    )
    return both and hex_color(str(left)).lower() == hex_color(str(right)).lower() != ""
