"""Face -> the same face for a printer that is low on ink.

Takes and gives a `Face`. Promise: nothing moves and no word changes; large dark or strong areas become light tints
with an outline in their own colour (where that costs little of what it saves), art of many small parts and large icons
are lightened as a whole, large pictures fade; what stood out from such an area still does: light letters and marks on
it turn dark, quiet ornament on it stays quiet. What was small or light stays as it was, and an icon is never changed in
parts. A face that would take more ink stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import fsum
from typing import Any

from generator.face.bounds import painted
from generator.face.colors import (
    PAPER,
    WHOLE,
    Rgb,
    as_color,
    contrast,
    ink_of,
    ink_of_path,
    laid_over,
    lightened,
    luminance,
    mean_of,
    mixed,
    opacity_of,
    paints,
    paled,
    repainted,
    rgb_of,
    share_kept,
    tinted,
    with_children,
)
from generator.face.face import (
    ICON_KEY,
    IDENTITY,
    Color,
    Face,
    GlyphRun,
    Group,
    Image,
    Matrix,
    Node,
    Paint,
    Path,
    Segments,
    Stroke,
)
from generator.face.geometry import (
    NOTHING,
    Box,
    Point,
    area_of,
    at,
    bounds,
    box_area,
    box_under,
    common,
    extent,
    holds,
    inverse,
    length_of,
    mean_scale,
    multiply,
    polygons,
    rectangle,
)
from generator.face.loops import inside
from generator.face.raster import color_from_afar
from generator.values import Struct, replace

LARGE = 95.0
"""Square mm from which an area is worth saving: a badge of 11 mm stays as strong as it is."""
FADED = 0.35
"""The opacity that is left to a large picture."""
WIDE = 160.0
"""Square mm of the place of an icon, or of the box of art of many parts, from which it is lightened."""
EMBLEM = 40.0
"""A picture from a file of its own on a ground (of all in its set alike) that is smaller than that, mm, changes as an
icon does."""
PARTS, THICK = 6, 2.5
"""Art of so many parts, narrower than this on the mean (mm), gets no outlines: they would take more ink."""
SMALL = 20.0
"""Square mm below which a mark turns dark to be seen; a larger one keeps its colour and gets an outline."""
GROUND = 3.0
"""Square mm from which something is a ground for what is painted on it."""
_MARK, _WORDS, _SEEN, _SHOWN = (3.0, 4.5), (4.5, 8.0), 1.5, 2.5
"""Contrast that is enough, and what a colour that is darkened reaches; of an edge that can be seen; of a large icon."""
_QUIET, _NEAR = 2.0, 0.3
"""Contrast and distance of colours below which a mark was ornament on its ground, not information."""


class _Ground(Struct, frozen=True):
    """Something painted that later nodes stand on: its outline and the map from the face's mm into it, its box
    in the face's mm, its colour before and after, the share of colour it kept (1: it was left alone), its file."""

    outline: Segments
    back: Matrix | None
    box: Box
    before: Rgb
    after: Rgb
    kept: float
    file: str = ""


class _Place(Struct, frozen=True):
    """Where nodes stand: the map into the face's mm, what is visible there, the opacity of their groups."""

    matrix: Matrix
    seen: Box
    opacity: float
    trim: Box


_PAPER = _Ground((), None, NOTHING, PAPER, PAPER, 1.0)


class _Grounds(list[_Ground]):
    """The grounds of a face so far, and the ink of its paths: what they took, and what they take now."""

    taken = saved = 0.0

    def note(self, old: Path, new: Path, under: Sequence[_Ground], place: _Place, size: float) -> None:
        """Adds a path: what its area takes beyond what it covers, and its line."""
        scale = mean_scale(place.matrix)
        self.taken += place.opacity * ink_of_path(old, [g.before for g in under], size, scale)
        self.saved += place.opacity * ink_of_path(new, [g.after for g in under], size, scale)


def save_ink(face: Face) -> Face:
    """The ink-saving edition of a face."""
    nodes = _edition(face.printed, face.shape.width, face.shape.height, face.bleed)
    return replace(face, nodes=nodes[: len(face.nodes)], marking=nodes[len(face.nodes) :])


@lru_cache(maxsize=8)
def _edition(nodes: tuple[Node, ...], width: float, height: float, bleed: float) -> tuple[Node, ...]:
    """Remembered: most cards of a set have the same back."""
    page = (-bleed, -bleed, width + bleed, height + bleed)
    grounds = _Grounds()
    found = _each(nodes, _Place(IDENTITY, page, 1.0, (0.0, 0.0, width, height)), grounds)
    return nodes if grounds.saved > grounds.taken else found


def _each(nodes: Sequence[Node], place: _Place, grounds: _Grounds) -> tuple[Node, ...]:
    found = list[Node]()
    for file, run in groupby(nodes, _file):
        own = tuple(run)
        box = common(box_under(painted(own), place.matrix), place.seen)
        if file and all(isinstance(node, Path | Group) for node in own):
            ground = _ground(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), grounds)
            if ground.file not in ("", file) and holds(ground.box, box) and max(extent(ground.box)) < EMBLEM:
                found += _whole(own, place, grounds, box, large=False)
                continue
        found += (_EDITED[type(node)](node, place, grounds) for node in own)
    return tuple(found)


def _file(node: Node) -> str:
    """The file that drew a node."""
    return node.source[-1].file if node.source else ""


def _group(node: Group, place: _Place, grounds: _Grounds) -> Group:
    matrix = multiply(place.matrix, node.matrix)
    seen = common(place.seen, box_under(bounds(node.clip), matrix)) if node.clip else place.seen
    inner = replace(place, matrix=matrix, seen=seen, opacity=place.opacity * node.opacity)
    keys = {child.key if isinstance(child, Group) else "" for child in node.children}
    pattern = len(node.children) >= PARTS and len(keys) == 1 and "" not in keys
    if not (node.key or pattern):
        return with_children(node, _each(node.children, inner, grounds))
    own = common(box_under(painted(node.children), matrix), seen)
    square = node.key.startswith(ICON_KEY)  # each icon of a set counts as large as the others in its place
    large = box_area(common(box_under((0.0, 0.0, 1.0, 1.0), matrix), seen) if square else own) >= WIDE
    return with_children(node, _whole(node.children, inner, grounds, own, large))


def _whole(nodes: Sequence[Node], place: _Place, grounds: _Grounds, box: Box, large: bool) -> tuple[Node, ...]:
    """The parts of an icon or of a pattern: all lightened, all darkened, or all left alone."""
    x1, y1, x2, y2 = box
    ground = _ground(((x1 + x2) / 2, (y1 + y2) / 2), grounds)
    if ground.kept < 1:
        if any(_stands_out(mean_of(p), opacity_of(p), [ground], _MARK[0]) for p in paints(nodes)):
            return tuple(nodes)
        return repainted(nodes, lambda paint: _mark(paint, [ground], place.opacity))
    if not large:
        return tuple(nodes)
    children = repainted(nodes, lightened)
    before, after = (mixed([mean_of(p) for p in paints(part)]) for part in (nodes, children))
    if ground is not _PAPER and contrast(after, ground.after) < _SHOWN <= contrast(before, ground.after):
        return tuple(nodes)  # lighter, it would be lost on its ground
    grounds.append(_Ground(rectangle(x1, y1, x2 - x1, y2 - y1), IDENTITY, box, before, after, WHOLE))
    return children


def _image(node: Image, place: _Place, grounds: _Grounds) -> Node:
    outline = rectangle(node.x, node.y, node.width, node.height)
    if (size := _visible(outline, place)) < LARGE:
        return node
    box = box_under(bounds(outline), place.matrix)
    under, own = _ground(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), grounds), ink_of(color_from_afar(node.data))
    grounds.taken += size * place.opacity * (own - ink_of(under.before))
    grounds.saved += size * place.opacity * FADED * (own - ink_of(under.after))
    # for what lies on it nobody knows where it is dark: it counts as that before, and as light grey afterwards
    grounds.append(_Ground(outline, inverse(place.matrix), box, (0.3,) * 3, (0.85,) * 3, FADED))
    return Group((node,), opacity=FADED)


def _text(node: GlyphRun, place: _Place, grounds: _Grounds) -> GlyphRun:
    if node.fill is None:
        return node
    y = node.y - 0.35 * node.size
    points = [at(place.matrix, node.x + node.width * share, y) for share in (0.1, 0.5, 0.9)]
    fill = _standing_out(node.fill, [_ground(p, grounds) for p in points], place.opacity, words=True)
    return node if fill == node.fill else replace(node, fill=fill)


def _path(node: Path, place: _Place, grounds: _Grounds) -> Path:
    size = _visible(node.segments, place)
    fine = _fine(node, place)
    under = [_ground(p, grounds) for p in _samples(node, place.matrix)]
    fill = node.fill
    if fill is not None:
        if size >= LARGE or fine:
            fill = _thinned(fill, under[0], place) if fine else tinted(fill, share_kept(fill, place.opacity))
        elif (size < SMALL and not node.stroke) or _quiet(mean_of(fill), under[0]):  # a line keeps its badge in sight
            fill = _mark(fill, under, place.opacity)
        if size >= GROUND:
            grounds.append(_as_ground(node, fill, under[0], place))
    stroke = node.stroke if fine and not node.stroke else _stroke(node, fill, under, place, size)
    new = node if (fill, stroke) == (node.fill, node.stroke) else replace(node, fill=fill, stroke=stroke)
    grounds.note(node, new, under, place, size)
    return new


_EDITED: dict[type, Callable[[Any, _Place, _Grounds], Node]]
_EDITED = {Path: _path, GlyphRun: _text, Image: _image, Group: _group}


def _thinned(paint: Paint, ground: _Ground, place: _Place) -> Paint:
    """The paint of art of many parts: lightened, but not so far that it is lost (a mosaic tells what a place is)."""
    if share_kept(paint, 1.0) >= 1:
        return paint
    alpha = opacity_of(paint) * place.opacity
    least = _SHOWN if _stands_out(mean_of(paint), alpha, [replace(ground, after=ground.before)], _SHOWN) else 0.0
    tints = (tinted(paint, share / 20) for share in range(round(20 * WHOLE), 20))
    return next((t for t in tints if _stands_out(mean_of(t), alpha, [ground], least)), paint)


def _parts(node: Path) -> int:
    return sum(command == "M" for command, _ in node.segments)


def _fine(node: Path, place: _Place) -> bool:
    """True for art of many small parts in one path: its parts are narrow, and together they reach far."""
    if node.fill is None or _parts(node) < PARTS:
        return False
    box = common(box_under(bounds(node.segments), place.matrix), place.seen)
    narrow = 2 * area_of(node.segments) * mean_scale(place.matrix) < THICK * length_of(node.segments)
    return narrow and box_area(box) >= WIDE


def _stroke(node: Path, fill: Paint | None, under: Sequence[_Ground], place: _Place, size: float) -> Stroke | None:
    """The line of a path: a broad band is an area too; an area that paled gets its colour as an outline."""
    stroke = node.stroke
    if stroke is None or stroke.width <= 0:
        return _outline(node, fill, under[0], place) if size >= SMALL and _ends(node, place) else stroke
    scale = mean_scale(place.matrix)
    dash = max(stroke.dash[::2]) + stroke.width if stroke.dash else 0.0  # each dash is a mark of its own
    length = dash or length_of(node.segments)
    parts = _parts(node)
    if stroke.width * scale >= 1.2 and stroke.width * length * scale**2 >= LARGE and parts < PARTS:
        return replace(stroke, paint=tinted(stroke.paint, share_kept(stroke.paint, place.opacity)))
    if node.fill is None and stroke.width * scale >= 0.7 and stroke.width * length * scale**2 >= LARGE / 2:
        return replace(stroke, paint=_thinned(stroke.paint, under[0], place))  # rays, rings, meanders
    own = [replace(under[0], after=mean_of(fill), kept=0.5)] if fill is not None and fill != node.fill else under
    if own is under and any(_lost(stroke.paint, g, place.opacity) for g in under):  # joints of a mosaic, a rim
        return stroke
    if own is under and luminance(mean_of(stroke.paint)) > 0.9 and len({g.before for g in under if g.kept < 1}) > 1:
        return stroke  # a white joint of fields: the colour of one would be wrong on the others
    return replace(stroke, paint=_mark(stroke.paint, own, place.opacity))


def _lost(paint: Paint, ground: _Ground, opacity: float) -> bool:
    """True for a line that can hardly be seen on a ground that stays: on others it is ornament, too."""
    shown = laid_over(mean_of(paint), opacity_of(paint) * opacity, ground.before)
    return ground.kept >= 1 and contrast(shown, ground.before) < _SEEN


def _outline(node: Path, fill: Paint | None, ground: _Ground, place: _Place) -> Stroke | None:
    """An outline for an area whose edge could be seen and now cannot: in its own colour, or in its old
    ground's where its own could not be seen.
    """
    if node.fill is None or fill is None or place.opacity * opacity_of(fill) < 0.3:
        return None
    was, now = mean_of(node.fill), mean_of(fill)
    lost = contrast(was, ground.before) >= _SEEN > contrast(now, ground.after)
    if not lost and (fill == node.fill or _quiet(was, ground)):
        return None
    color = was if contrast(was, ground.after) >= _SEEN else ground.before
    cost = 0.25 * length_of(node.segments) * mean_scale(place.matrix) * ink_of(color)
    if cost > 0.5 * (ink_of(was) - ink_of(now)) * _visible(node.segments, place) and color == was:
        return None
    return Stroke(as_color(color, 1.0), 0.25 / max(mean_scale(place.matrix), 1e-6), join="round")


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
    return paint.recolored(lambda color: _standing_out(color, under, opacity))


def _standing_out(color: Color, under: Sequence[_Ground], opacity: float, words: bool = False) -> Color:
    """The colour, darkened where the ground it stood out from has paled; paled with it where it did not."""
    changed = [g for g in under if g.kept < 1]
    if not changed or color.alpha <= 0:
        return color
    own, alpha, (enough, wanted) = rgb_of(color.hex), color.alpha * opacity, _WORDS if words else _MARK
    if not words and _quiet(own, changed[0]):
        return as_color(paled(own, changed[0].kept), color.alpha)
    before = min(contrast(laid_over(own, alpha, g.before), g.before) for g in changed)
    if _stands_out(own, alpha, changed, min(before, enough)):
        return color
    goal, ink = min(before, wanted), changed[0].before
    if luminance(own) > luminance(ink) and (luminance(own) > 0.9 or len({g.before for g in under}) == 1):
        own = ink  # white on a colour turns to that colour on its tint
    shades: Iterator[Rgb] = ((own[0] * k, own[1] * k, own[2] * k) for k in (1 - step / 20 for step in range(20)))
    dark = next((shade for shade in shades if _stands_out(shade, alpha, changed, goal)), (0.0, 0.0, 0.0))
    return as_color(dark, color.alpha)


def _stands_out(rgb: Rgb, alpha: float, grounds: Sequence[_Ground], least: float) -> bool:
    return all(contrast(laid_over(rgb, alpha, g.after), g.after) >= least for g in grounds)


def _as_ground(node: Path, fill: Paint, under: _Ground, place: _Place) -> _Ground:
    """What a fill leaves for the nodes above it; a see-through one lets its own ground show."""
    alpha = opacity_of(fill) * place.opacity
    before = laid_over(mean_of(node.fill), alpha, under.before)
    after = laid_over(mean_of(fill), alpha, under.after)
    same = fill == node.fill and (alpha > 0.95 or under.kept >= 1)
    kept = 1.0 if same else min(0.99, ink_of(after) / (ink_of(before) or 1))
    box = box_under(bounds(node.segments), place.matrix)
    return _Ground(node.segments, inverse(place.matrix), box, before, after, kept, _file(node))


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
    chosen = [ends[len(ends) * k // 4] for k in range(4)] if ends else []
    near = [(cx + 0.9 * (x - cx), cy + 0.9 * (y - cy)) for x, y in chosen]
    return [at(matrix, x, y) for x, y in ((cx, cy), *near)] if ends else [at(matrix, 0, 0)]


def _visible(outline: Segments, place: _Place) -> float:
    """The square mm that a shape can cover: its own, and no more than the part of its box that is seen."""
    seen = box_area(common(box_under(bounds(outline), place.matrix), place.seen))
    return min(seen, area_of(outline) * mean_scale(place.matrix) ** 2) if seen >= GROUND else 0.0
