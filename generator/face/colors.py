"""Colours: how strongly two differ in lightness (WCAG 2.2, "relative luminance" and "contrast ratio"), what one takes
of ink, and lighter paints for the ink-saving edition.

Takes and gives colours, paints, or nodes whose paints are all changed alike. Promise: pure functions; a lighter colour
keeps its hue; an icon that changed has another key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from math import fsum

from generator.face.bounds import painted, placed_nodes
from generator.face.face import Color, GlyphRun, Group, Image, Node, Paint, Path
from generator.face.geometry import Box, length_of, overlap
from generator.values import replace

Rgb = tuple[float, float, float]
"""Red, green and blue of sRGB, each from 0 to 1."""
PAPER: Rgb = (1.0, 1.0, 1.0)
LIGHT = 0.26
"""The ink up to which a large area is light enough as it is (1 is solid black, 2 is solid red)."""
TINT, SPREAD = 0.2, 0.06
"""The ink that any other large area keeps, and the share of its own on top: the darker stays the darker."""
WHOLE = 0.45
"""The share of their colours that large icons and art of many small parts keep."""


def rgb_of(color: str) -> Rgb:
    """The colour that "#rrggbb" means."""
    return (int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255)


def linear(value: float) -> float:
    """The light that a number of sRGB (or display-p3) stands for, both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> float:
    """The number that stands for an amount of light."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


@lru_cache(maxsize=4096)
def luminance(color: Rgb) -> float:
    """The relative luminance, from 0 to 1."""
    r, g, b = map(linear, color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Rgb, b: Rgb) -> float:
    """The contrast ratio: 1 (alike) to 21 (black on white)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def ink_of(color: Rgb) -> float:
    """How much ink a colour takes: cyan, magenta and yellow, with their common part printed in black."""
    parts = [1 - v for v in color]
    return fsum(parts) - 2 * min(parts)


def mean_of(paint: Paint | None) -> Rgb:
    """A paint's colour; of a gradient, that of its stops on average."""
    return mixed([rgb_of(color.hex) for color in paint.colors]) if paint else PAPER


def mixed(colors: Sequence[Rgb]) -> Rgb:
    """Their mean; white, if there are none."""
    r, g, b = (fsum(c[i] for c in colors or [PAPER]) / (len(colors) or 1) for i in range(3))
    return (r, g, b)


def opacity_of(paint: Paint) -> float:
    """A paint's opacity; of a gradient, that of its stops on average."""
    alphas = [color.alpha for color in paint.colors] or [0.0]
    return fsum(alphas) / len(alphas)


def laid_over(upper: Rgb, alpha: float, lower: Rgb) -> Rgb:
    """A colour of that opacity on another."""
    b = 1 - alpha
    return (upper[0] * alpha + lower[0] * b, upper[1] * alpha + lower[1] * b, upper[2] * alpha + lower[2] * b)


def paled(rgb: Rgb, share: float) -> Rgb:
    """A colour thinned with white to a share of itself."""
    return laid_over(rgb, share, PAPER)


def as_color(rgb: Sequence[float], alpha: float) -> Color:
    """Red, green and blue from 0 to 1 as a `Color`."""
    return Color("#" + "".join(f"{round(255 * v):02x}" for v in rgb), alpha)


def share_kept(paint: Paint, opacity: float) -> float:
    """The share of its colour that a large area keeps."""
    ink = max((ink_of(rgb_of(c.hex)) * c.alpha * opacity for c in paint.colors), default=0.0)
    return 1.0 if ink <= LIGHT else (TINT + SPREAD * ink) / ink


def tinted(paint: Paint, share: float) -> Paint:
    """A paint thinned to a share of itself."""
    return paint if share >= 1 else paint.recolored(lambda c: as_color(paled(rgb_of(c.hex), share), c.alpha))


def lightened(paint: Paint) -> Paint:
    """The paint of a part of what is lightened as a whole."""
    return paint if share_kept(paint, 1.0) >= 1 else tinted(paint, WHOLE)


def paints(nodes: Sequence[Node]) -> Iterator[Paint]:
    """All that nodes are painted with."""
    for node, _ in placed_nodes(nodes):
        if isinstance(node, Path | GlyphRun) and node.fill is not None:
            yield node.fill
        if isinstance(node, Path) and node.stroke:
            yield node.stroke.paint


def shows_on_white(nodes: Sequence[Node], page: Box) -> bool:
    """Whether nodes paint anything on a page, and are a picture or of another colour than white paper."""
    shown = (node for node, _ in placed_nodes(nodes if overlap(painted(nodes), page) else ()))
    return any(isinstance(node, Image) or is_tinted([node]) for node in shown)


def is_tinted(nodes: Sequence[Node]) -> bool:
    """Whether any paint of nodes is another than white."""
    colors = (color for paint in paints(nodes) for color in paint.colors)
    return any(contrast(laid_over(rgb_of(c.hex), c.alpha, PAPER), PAPER) > _WHITE for c in colors)


_WHITE = 1.005
"""What has no more contrast with white paper is white."""


def repainted(nodes: Sequence[Node], change: Callable[[Paint], Paint]) -> tuple[Node, ...]:
    """Nodes with all their paints changed."""

    def one(node: Node) -> Node:
        match node:
            case Group():
                return with_children(node, repainted(node.children, change))
            case Path():
                stroke = replace(node.stroke, paint=change(node.stroke.paint)) if node.stroke else None
                return replace(node, fill=change(node.fill) if node.fill else None, stroke=stroke)
            case GlyphRun(fill=Color() as fill):
                new = change(fill)
                return replace(node, fill=new) if isinstance(new, Color) else node
        return node

    return tuple(one(node) for node in nodes)


def with_children(group: Group, children: tuple[Node, ...]) -> Group:
    """The group with other children. An icon that changed is another icon: its key says so, alike on every face."""
    if children == group.children:
        return group
    key = f"{group.key} {sha256(repr(children).encode()).hexdigest()[:12]}" if group.key else ""
    return replace(group, children=children, key=key)


def ink_of_path(node: Path, under: Sequence[Rgb], size: float, scale: float) -> float:
    """What a path takes: its area (square mm) beyond what it covers (on the mean: a small thing may lie under its
    middle), its line."""
    covered = fsum(map(ink_of, under)) / len(under)
    ink = size * opacity_of(node.fill) * (ink_of(mean_of(node.fill)) - covered) if node.fill else 0.0
    if node.stroke and node.stroke.width > 0:
        ink += length_of(node.segments) * scale**2 * node.stroke.width * ink_of(mean_of(node.stroke.paint))
    return ink
