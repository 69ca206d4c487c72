"""How strongly two colours differ in lightness: WCAG 2.2, "relative luminance" and "contrast ratio".

Takes colours as (red, green, blue) of sRGB, each from 0 to 1. Promise: pure functions.
"""

from __future__ import annotations

from functools import lru_cache

Rgb = tuple[float, float, float]


def rgb_of(color: str) -> Rgb:
    """The colour that "#rrggbb" means."""
    return (int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255)


@lru_cache(maxsize=4096)
def luminance(color: Rgb) -> float:
    """The relative luminance, from 0 to 1."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Rgb, b: Rgb) -> float:
    """The contrast ratio: 1 (alike) to 21 (black on white)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
