"""Face -> the same face for a printer that is low on ink.

Takes and gives a `Face`. Promise: nothing moves and no word changes; large dark or strong areas become light tints
with an outline in their own colour, large pictures fade; what stood out from such an area still does: light
letters and marks on it turn dark, quiet ornament on it stays quiet. What was small or light stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from math import fsum, hypot, sqrt

from generator.face.contrast import Rgb, contrast, rgb_of
from generator.face.face import (
    IDENTITY,
    Color,
    Face,
    Gradient,
    Group,
    Image,
    Matrix,
    Node,
    Paint,
    Path,
    Segments,
    Stroke,
    Text,
)
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    area,
    at,
    bounds,
    box_under,
    common,
    inside,
    inverse,
    multiply,
    polygons,
)

LARGE = 80.0
"""Square mm from which an area is worth saving: a badge of 10 mm stays as strong as it is."""
LIGHT = 0.2
"""The ink up to which a large area is light enough as it is (1 is solid black, 2 is solid red)."""
TINT, SPREAD = 0.14, 0.06
"""The ink that any other large area keeps, and the share of its own on top: the darker stays the darker."""
FADED = 0.35
"""The opacity that is left to a large picture."""
SMALL = 20.0
"""Square mm below which a mark turns dark to be seen; a larger one keeps its colour and gets an outline."""
GROUND = 3.0
"""Square mm from which something is a ground for what is painted on it."""
_MARK_CONTRAST, _TEXT_CONTRAST, _STRONG, _SEEN = 3.0, 4.5, 8.0, 1.5
_QUIET, _NEAR = 2.0, 0.3
"""Contrast and distance of colours below which a mark was ornament on its ground, not information."""
_WHITE: Rgb = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class _Ground:
    """Something painted that later nodes stand on: its outline and the map from the face's mm into it, its box
    in the face's mm, its colour before and after, and the share of colour it kept (1: it was left alone)."""

    outline: Segments
    back: Matrix | None
    box: Box
    before: Rgb
    after: Rgb
    kept: float


@dataclass(frozen=True, slots=True)
class _Place:
    """Where nodes stand: the map into the face's mm, what is visible there, the opacity of their groups."""

    matrix: Matrix
    seen: Box
    opacity: float
    trim: Box


_PAPER = _Ground((), None, NOTHING, _WHITE, _WHITE, 1.0)


def save_ink(face: Face) -> Face:
    """The ink-saving edition of a face."""
    shape = face.shape
    trim = (0.0, 0.0, shape.width, shape.height)
    page = (-face.bleed, -face.bleed, shape.width + face.bleed, shape.height + face.bleed)
    nodes = _each(face.printed, _Place(IDENTITY, page, 1.0, trim), [])
    return replace(face, nodes=nodes[: len(face.nodes)], marking=nodes[len(face.nodes) :])


def ink_of(color: Rgb) -> float:
    """How much ink a colour takes: cyan, magenta and yellow, with their common part printed in black."""
    parts = [1 - v for v in color]
    return fsum(parts) - 2 * min(parts)


def _each(nodes: Sequence[Node], place: _Place, grounds: list[_Ground]) -> tuple[Node, ...]:
    return tuple(_node(node, place, grounds) for node in nodes)


def _node(node: Node, place: _Place, grounds: list[_Ground]) -> Node:
    match node:
        case Path():
            return _path(node, place, grounds)
        case Text():
            return _text(node, place, grounds)
        case Image():
            return _image(node, place, grounds)
        case Group():
            return _group(node, place, grounds)


def _group(node: Group, place: _Place, grounds: list[_Ground]) -> Group:
    matrix = multiply(place.matrix, node.matrix)
    seen = common(place.seen, box_under(bounds(node.clip), matrix)) if node.clip else place.seen
    inner = replace(place, matrix=matrix, seen=seen, opacity=place.opacity * node.opacity)
    children = _each(node.children, inner, grounds)
    if children == node.children:
        return node
    # an icon that changed is another icon: its key must say so, in the same way on every face
    key = f"{node.key} {sha256(repr(children).encode()).hexdigest()[:12]}" if node.key else ""
    return replace(node, children=children, key=key)


def _image(node: Image, place: _Place, grounds: list[_Ground]) -> Node:
    x1, y1, x2, y2 = node.x, node.y, node.x + node.width, node.y + node.height
    outline: Segments = (("M", (x1, y1)), ("L", (x2, y1)), ("L", (x2, y2)), ("L", (x1, y2)), ("Z", ()))
    if _visible(outline, place) < LARGE:
        return node
    # nobody knows what is in the picture: it counts as dark before and as light grey afterwards
    box = box_under(bounds(outline), place.matrix)
    grounds.append(_Ground(outline, inverse(place.matrix), box, (0.3,) * 3, (0.85,) * 3, FADED))
    return Group((node,), opacity=FADED)


def _text(node: Text, place: _Place, grounds: list[_Ground]) -> Text:
    if node.fill is None:
        return node
    y = node.y - 0.35 * node.size
    points = [at(place.matrix, node.x + node.width * share, y) for share in (0.1, 0.5, 0.9)]
    fill = _standing_out(node.fill, [_ground(p, grounds) for p in points], _TEXT_CONTRAST, place.opacity)
    return node if fill == node.fill else replace(node, fill=fill)


def _path(node: Path, place: _Place, grounds: list[_Ground]) -> Path:
    size = _visible(node.segments, place)
    under = [_ground(p, grounds) for p in _samples(node, place.matrix)]
    fill = node.fill
    if fill is not None:
        if size >= LARGE:
            fill = _tinted(fill, _share(fill, place.opacity))
        elif size < SMALL or _quiet(_mean(fill), under[0]):
            fill = _mark(fill, under, place.opacity)
        if size >= GROUND:
            grounds.append(_as_ground(node, fill, under[0], place))
    stroke = _stroke(node, fill, under, place, size)
    return node if (fill, stroke) == (node.fill, node.stroke) else replace(node, fill=fill, stroke=stroke)


def _stroke(node: Path, fill: Paint | None, under: Sequence[_Ground], place: _Place, size: float) -> Stroke | None:
    """The line of a path: a broad band is an area too; an area that paled gets its colour as an outline."""
    stroke = node.stroke
    if stroke is None or stroke.width <= 0:
        return _outline(node, fill, under[0], place) if size >= SMALL and _ends(node, place) else stroke
    scale = _scale(place.matrix)
    length = max(stroke.dash[::2]) + stroke.width if stroke.dash else _length(node)  # each dash is a mark of its own
    if stroke.width * scale >= 1.2 and stroke.width * length * scale**2 >= LARGE:
        return replace(stroke, paint=_tinted(stroke.paint, _share(stroke.paint, place.opacity)))
    own = [replace(under[0], after=_mean(fill), kept=0.5)] if fill is not None and fill != node.fill else under
    return replace(stroke, paint=_mark(stroke.paint, own, place.opacity))


def _outline(node: Path, fill: Paint | None, ground: _Ground, place: _Place) -> Stroke | None:
    """An outline for an area whose edge could be seen and now cannot: in its own colour, or in its old
    ground's where its own could not be seen.
    """
    if node.fill is None or fill is None or place.opacity * _opacity(fill) < 0.3:
        return None
    was, now = _mean(node.fill), _mean(fill)
    lost = contrast(was, ground.before) >= _SEEN > contrast(now, ground.after)
    if not lost and (fill == node.fill or _quiet(was, ground)):
        return None
    color = was if contrast(was, ground.after) >= _SEEN else ground.before
    return Stroke(_as_color(color, 1.0), 0.25 / max(_scale(place.matrix), 1e-6), join="round")


def _quiet(color: Rgb, ground: _Ground) -> bool:
    """True for a colour that hardly differed from a ground which has paled."""
    near = fsum((a - b) ** 2 for a, b in zip(color, ground.before, strict=True)) < _NEAR**2
    return ground.kept < 1 and near and contrast(color, ground.before) < _QUIET


def _ends(node: Path, place: _Place) -> bool:
    """True if the edge of an area can be seen: it ends inside the trim, and is not cut by a clip."""
    x1, y1, x2, y2 = box = box_under(bounds(node.segments), place.matrix)
    inner = common(box, place.trim)
    whole = all(abs(a - b) <= 0.1 for a, b in zip(inner, place.trim, strict=True))
    sx1, sy1, sx2, sy2 = place.seen
    return not whole and x1 > sx1 - 0.1 and y1 > sy1 - 0.1 and x2 < sx2 + 0.1 and y2 < sy2 + 0.1


def _mark(paint: Paint, under: Sequence[_Ground], opacity: float) -> Paint:
    """A small fill or a line, so changed that it still stands out, or still does not."""
    if isinstance(paint, Gradient):
        stops = tuple((offset, _standing_out(c, under, _MARK_CONTRAST, opacity)) for offset, c in paint.stops)
        return replace(paint, stops=stops)
    return _standing_out(paint, under, _MARK_CONTRAST, opacity)


def _standing_out(color: Color, under: Sequence[_Ground], wanted: float, opacity: float) -> Color:
    """The colour, darkened where the ground it stood out from has paled; paled with it where it did not."""
    changed = [g for g in under if g.kept < 1]
    if not changed or color.alpha <= 0:
        return color
    own, alpha = rgb_of(color.hex), color.alpha * opacity
    if wanted < _TEXT_CONTRAST and _quiet(own, changed[0]):
        return _as_color(_paled(own, changed[0].kept), color.alpha)
    before = min(contrast(_over(own, alpha, g.before), g.before) for g in changed)
    if _stands_out(own, alpha, changed, min(before, wanted)):
        return color
    goal = min(before, _STRONG if wanted >= _TEXT_CONTRAST else wanted)  # words that change become plainly dark
    shades: Iterator[Rgb] = ((own[0] * k, own[1] * k, own[2] * k) for k in (1 - step / 20 for step in range(20)))
    dark = next((shade for shade in shades if _stands_out(shade, alpha, changed, goal)), (0.0, 0.0, 0.0))
    return _as_color(dark, color.alpha)


def _stands_out(rgb: Rgb, alpha: float, grounds: Sequence[_Ground], least: float) -> bool:
    return all(contrast(_over(rgb, alpha, g.after), g.after) >= least for g in grounds)


def _share(paint: Paint, opacity: float) -> float:
    """The share of its colour that a large area keeps."""
    colors = [paint] if isinstance(paint, Color) else [c for _, c in paint.stops]
    ink = max((ink_of(rgb_of(c.hex)) * c.alpha * opacity for c in colors), default=0.0)
    return 1.0 if ink <= LIGHT else (TINT + SPREAD * ink) / ink


def _tinted(paint: Paint, share: float) -> Paint:
    if share >= 1:
        return paint
    if isinstance(paint, Color):
        return _as_color(_paled(rgb_of(paint.hex), share), paint.alpha)
    stops = tuple((offset, _as_color(_paled(rgb_of(c.hex), share), c.alpha)) for offset, c in paint.stops)
    return replace(paint, stops=stops)


def _as_ground(node: Path, fill: Paint, under: _Ground, place: _Place) -> _Ground:
    """What a fill leaves for the nodes above it; a see-through one lets its own ground show."""
    alpha = _opacity(fill) * place.opacity
    before = _over(_mean(node.fill), alpha, under.before)
    after = _over(_mean(fill), alpha, under.after)
    same = fill == node.fill and (alpha > 0.95 or under.kept >= 1)
    kept = 1.0 if same else min(0.99, ink_of(after) / (ink_of(before) or 1))
    box = box_under(bounds(node.segments), place.matrix)
    return _Ground(node.segments, inverse(place.matrix), box, before, after, kept)


def _ground(point: Point, grounds: Sequence[_Ground]) -> _Ground:
    """What lies on top at a point."""
    x, y = point
    for ground in reversed(grounds):
        x1, y1, x2, y2 = ground.box
        if x1 <= x <= x2 and y1 <= y <= y2 and ground.back and inside(polygons(ground.outline), *at(ground.back, x, y)):
            return ground
    return _PAPER


def _samples(node: Path, matrix: Matrix) -> list[Point]:
    """Points of a path that tell what it stands on: its middle, and some of its corners drawn in a little."""
    x1, y1, x2, y2 = bounds(node.segments)
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2
    ends = [v[-2:] for _, v in node.segments if v]
    chosen = ends[:: max(1, len(ends) // 4)][:4]
    near = [(cx + 0.9 * (x - cx), cy + 0.9 * (y - cy)) for x, y in chosen]
    return [at(matrix, x, y) for x, y in ((cx, cy), *near)] if ends else [at(matrix, 0, 0)]


def _visible(outline: Segments, place: _Place) -> float:
    """The square mm that a shape can cover: its own, and no more than the part of its box that is seen."""
    x1, y1, x2, y2 = common(box_under(bounds(outline), place.matrix), place.seen)
    seen = max(0.0, x2 - x1) * max(0.0, y2 - y1)
    return min(seen, _area(outline) * _scale(place.matrix) ** 2) if seen >= GROUND else 0.0


@lru_cache(maxsize=4096)
def _area(outline: Segments) -> float:
    parts = [area(part) for part in polygons(outline)]
    return abs(fsum(parts)) or max(map(abs, parts), default=0.0)


def _length(node: Path) -> float:
    return fsum(
        hypot(b[0] - a[0], b[1] - a[1])
        for part in polygons(node.segments)
        for a, b in zip(part, [*part[1:], part[0]], strict=True)
    )


def _scale(m: Matrix) -> float:
    return sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def _as_color(rgb: Sequence[float], alpha: float) -> Color:
    return Color("#" + "".join(f"{round(255 * v):02x}" for v in rgb), alpha)


def _paled(rgb: Rgb, share: float) -> Rgb:
    return _over(rgb, share, _WHITE)


def _over(upper: Sequence[float], alpha: float, lower: Rgb) -> Rgb:
    r, g, b = (u * alpha + w * (1 - alpha) for u, w in zip(upper, lower, strict=True))
    return (r, g, b)


def _mean(paint: Paint | None) -> Rgb:
    """A paint's colour; of a gradient, that of its stops on average."""
    if paint is None:
        return _WHITE
    colors = [rgb_of(paint.hex)] if isinstance(paint, Color) else [rgb_of(c.hex) for _, c in paint.stops] or [_WHITE]
    r, g, b = (fsum(c[i] for c in colors) / len(colors) for i in range(3))
    return (r, g, b)


def _opacity(paint: Paint) -> float:
    alphas = [paint.alpha] if isinstance(paint, Color) else [c.alpha for _, c in paint.stops] or [0.0]
    return fsum(alphas) / len(alphas)
