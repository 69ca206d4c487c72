"""The game's own colours -> colours that can be read on white paper.

Takes "#rrggbb" colours of terms. Promise: the hue stays; a colour is darkened only as far as the words or
the icon in it need.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.face.face import Color
from generator.summary.summary import Summary

WORDS, SIGNS = 4.6, 3.0
"""Least contrast with the paper of words, and of icons."""


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def luminance(color: str) -> float:
    """Relative luminance of "#rrggbb", 0 to 1 (WCAG)."""
    r, g, b = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(color))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def legible(color: str, least: float = WORDS) -> Color:
    """The colour, darkened until words in it can be read on white."""
    channels: Sequence[float] = _channels(color)
    while contrast(color, "#ffffff") < least:
        channels = [c * 0.94 for c in channels]
        color = "#" + "".join(f"{round(c):02x}" for c in channels)
    return Color(color)


def accent_of(summary: Summary) -> Color:
    """The document's one colour: that of the game's first coloured term."""
    first = next(iter(summary.colors.values()), "#3d4f5c")
    return legible(first)


def icon_color(color: str, ink: Color) -> Color:
    """The colour of an icon in the line: its term's own, as far as it can be seen, else that of the words."""
    return legible(color, SIGNS) if color else ink
