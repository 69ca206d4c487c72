"""Strokes that all programs draw alike: lines without length, and dashes where an outline closes; and what they cover.

Takes outlines and `Path`s; gives plainer ones, which look as browsers show them, or the convex polygons of a stroke;
how deep something lies in a convex polygon, and what of other polygons does.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import dist, fsum, hypot, inf

from generator.face.bounds import OutlineSide, across, corners_of, ends_of, mitre, subpaths
from generator.face.corners import blossom, onward, part_of, rounded
from generator.face.face import Path, Segment, Segments, Stroke
from generator.face.geometry import Point, area, box_around, ellipse, length_of, loops_of, polygon, polygons, polyline
from generator.values import replace

MOST = 2_000
"""So many dashes of a path are drawn one by one."""
_STEPS = 32
_SLIGHT = 1e-6
_END: Segment = ("Z", ())
_SHORT = 5
"""Of more steps is no part of an outline that is looked at."""
_HUNDREDTH = 0.01
"""Of the width of a pen: as long is the line that a dot is drawn as, so that it has a direction."""
_MICRON = 1e-3
"""So near (mm) a dash ends at a corner: its length was rounded."""


def strokable(segments: Segments, pen: Stroke, scale: float) -> tuple[Segments, Stroke]:
    """An outline in units of `scale` and its pen, as they can be stroked: where it has no length, a line just long
    enough to have caps, or none; where it turns back, a way round."""
    if pen.dash and _is_rectangle(segments):
        segments, pen = _dashed_rectangle(segments, pen, length_of(segments) * scale)
    return _with_dots(rounded(segments, pen.width / scale), pen.cap, pen.width / scale), pen


def _is_rectangle(segments: Segments) -> bool:
    points = [v for _, v in segments if v]
    turns = [(a[0] == b[0], a[1] == b[1]) for a, b in pairwise((*points, points[0]))]
    return "".join(c for c, _ in segments) == "MLLLZ" and turns in (_UPRIGHT, _UPRIGHT[::-1])


_UPRIGHT = [(True, False), (False, True)] * 2


def _dashed_rectangle(outline: Segments, pen: Stroke, whole: float) -> tuple[Segments, Stroke]:
    """As browsers have it: closed by a dash that goes all around, left open by one that touches the next there."""
    if pen.dash[0] - pen.dash_offset % fsum(pen.dash) >= whole - _MICRON:
        return outline, replace(pen, dash=(), dash_offset=0.0)
    ends = [end for end, gap in zip([*accumulate(pen.dash)][::2], pen.dash[1::2], strict=True) if gap == 0]
    return ((*outline[:-1], ("L", outline[0][1])), pen) if _meet(pen, [whole], ends) else (outline, pen)


def _with_dots(segments: Segments, cap: str, width: float) -> Segments:
    if not any(c == "M" and (not w or w[-2:] == v) for (c, v), (_, w) in pairwise(segments)):
        return segments
    found: list[Segment] = []
    for loop in loops_of(segments):
        left, top, right, bottom = box_around(loop)
        if right > left or bottom > top:
            found += loop
        elif cap != "butt":
            found += _dot((left, top), width)
    return tuple(found)


@lru_cache(maxsize=1024)
def _solid(outline: Segments) -> Segments:
    """An outline to fill: without parts on one line, which show nothing, but in a PDF as hairlines."""
    loops = loops_of(outline)
    kept = [loop for loop in loops if len(loop) > _SHORT or not _is_flat(loop)]
    return outline if len(kept) == len(loops) else tuple(s for loop in kept for s in loop)


def _is_flat(loop: Segments) -> bool:
    (x, y), a, b = (v[-2:] for _, v in (*loop[:3], _END, _END)[:3])
    if a and b and abs((a[0] - x) * (b[1] - y) - (a[1] - y) * (b[0] - x)) > 2 * _SLIGHT:
        return False  # as nearly all are; else the same by the point that lies farthest away
    (x, y), *points = [p for _, v in loop for p in zip(v[::2], v[1::2], strict=True)]
    fx, fy = max(((px - x, py - y) for px, py in points), key=lambda p: hypot(*p), default=(0.0, 0.0))
    return all(abs(fx * (py - y) - fy * (px - x)) <= _SLIGHT for px, py in points)


def _dot(p: Point, width: float) -> Segments:
    half = width * _HUNDREDTH / 2
    return polyline((p[0] - half, p[1]), (p[0] + half, p[1]))


def settled(node: Path) -> tuple[Path, ...]:
    """A path without what programs draw each in its own way."""
    inner = node.segments if node.fill is None else _solid(node.segments)
    line = undashed(node, node.stroke, only_odd=True) if node.stroke else None
    if len(inner) == len(node.segments) and line is None:
        return (node,)
    fill, pen = replace(node, segments=inner, stroke=None), replace(line or node, fill=None)
    found = (fill if node.fill is not None and inner else None, pen if node.stroke else None)
    return tuple(part for part in found if part is not None)


def undashed(node: Path, pen: Stroke, *, only_odd: bool = False) -> Path | None:
    """A path, its dashes drawn one by one; None if there are too many, or if `only_odd` ones are asked for and programs
    draw these alike."""
    if not any(d > 0 for d in pen.dash) or length_of(node.segments) * len(pen.dash) > MOST * fsum(pen.dash):
        return None
    parts = [(sides, closed, _corners(sides)) for sides, closed in subpaths(node.segments)]
    if only_odd and not _is_odd(pen, parts):
        return None
    lines = tuple(s for sides, closed, corners in parts for s in _dashes(sides, closed, pen, corners))
    return replace(node, segments=lines, stroke=replace(pen, dash=(), dash_offset=0.0))


def _is_odd(pen: Stroke, parts: Iterable[tuple[Sequence[OutlineSide], bool, Sequence[float]]]) -> bool:
    """Whether programs differ about dashes: over the corner at which an outline closes, where one ends at a corner, at
    the start or at the next, and where they have no length, but for round ones."""
    if 0 in pen.dash[1::2] or (pen.cap != "round" and 0 in pen.dash[::2]):
        return True
    if pen.cap != "butt" and _meet(pen, [0.0], [*accumulate(pen.dash)][::2]):
        return True
    return any((closed and _turns(sides[-1], sides[0])) or _meet(pen, at) for sides, closed, at in parts)


def _corners(sides: Sequence[OutlineSide]) -> list[float]:
    """How far along a subpath its corners are, but for that at which it closes."""
    ends = accumulate(ruler_of(side)[-1] for side in sides)
    return [at for at, one, other in zip(ends, sides, sides[1:], strict=False) if _turns(one, other)]


def _meet(pen: Stroke, places: Iterable[float], ends: Sequence[float] | None = None) -> bool:
    """Whether a dash begins or ends at one of some places; `ends`: whether one ends in such a way."""
    period = fsum(pen.dash)
    ends = [*accumulate(pen.dash)] if ends is None else ends
    away = ((at + pen.dash_offset - end + period / 2) % period - period / 2 for at in places for end in ends)
    return any(abs(distance) <= _MICRON for distance in away)


def _turns(one: OutlineSide, other: OutlineSide) -> bool:
    return hypot(one.into[0] - other.out[0], one.into[1] - other.out[1]) > _HUNDREDTH


def _dashes(sides: Sequence[OutlineSide], closed: bool, pen: Stroke, corners: Sequence[float]) -> Iterator[Segment]:
    """The dashes of a subpath; the last goes on into the first."""
    rulers = [ruler_of(side) for side in sides]
    starts = [0.0, *accumulate(ruler[-1] for ruler in rulers)]
    whole = starts[-1]
    laid = [*_spans(pen, whole, corners)]
    spans = [(max(a, 0.0), min(b, whole)) for a, b in laid]
    if closed and spans == [(0.0, whole)] and pen.dash[0] > 0 and max(pen.dash) < whole:
        yield from (("M", sides[0].start), *(onward(points_of(side)) for side in sides), ("Z", ()))
        return
    goes_on = laid and (laid[0][0] < -_MICRON or laid[-1][1] > whole + _MICRON)
    if closed and len(spans) > 1 and goes_on and spans[0][0] <= 0 and spans[-1][1] >= whole - _MICRON:
        spans = [*spans[1:-1], (spans[-1][0], whole + spans[0][1])]
    for a, b in (s for s in spans if s[1] > s[0] or pen.cap != "butt"):
        pieces = [
            _piece(side, ruler, a - start - turn, b - start - turn)
            for turn in (0.0, whole)
            for start, side, ruler in zip(starts, sides, rulers, strict=False)
            if min(b, start + turn + ruler[-1]) - max(a, start + turn) > (-_MICRON if a == b else _MICRON)
        ]
        yield from (("M", pieces[0][0]), *map(onward, pieces)) if b > a else _dot(pieces[0][0], pen.width)


def _spans(pen: Stroke, whole: float, corners: Sequence[float]) -> Iterator[tuple[float, float]]:
    """From where to where dashes run, the last beyond the end. Two that touch are one, but at a corner."""
    at, begun = -(pen.dash_offset % fsum(pen.dash)), None
    while at < whole - _MICRON:
        for dash, gap in zip(pen.dash[::2], pen.dash[1::2], strict=True):
            begun = at if begun is None else begun
            at += dash
            if gap > 0 or any(abs(at - corner) <= _MICRON for corner in corners):
                if (at > _MICRON or begun > -_MICRON) and begun < whole - _MICRON:
                    yield begun, at
                begun = None
            at += gap
    if begun is not None:
        yield begun, at


def points_of(side: OutlineSide) -> list[Point]:
    """Its ends, and the handles of a curve between them."""
    v = side.curve[1][1] if side.curve else ()
    return [side.start, *zip(v[:4:2], v[1:4:2], strict=True), side.end]


def ruler_of(side: OutlineSide) -> list[float]:
    """How far along a side the ends of its equal steps lie."""
    points, steps = points_of(side), _STEPS if side.curve else 1
    places = [blossom(points, [k / steps] * (len(points) - 1)) for k in range(steps + 1)]
    return [0.0, *accumulate(dist(p, q) for p, q in pairwise(places))]


def _piece(side: OutlineSide, ruler: Sequence[float], start: float, end: float) -> list[Point]:
    """The part of a side between two lengths along it."""
    a, b = (share_of(ruler, min(max(v, 0.0), ruler[-1])) for v in (start, end))
    points = points_of(side)
    return part_of(points, a, b)


def share_of(ruler: Sequence[float], along: float) -> float:
    """What share of a side lies before a place along it."""
    k = min(bisect(ruler, along), len(ruler) - 1)
    step = ruler[k] - ruler[k - 1]
    return (k - 1 + ((along - ruler[k - 1]) / step if step else 0.0)) / (len(ruler) - 1)


# ---- strokes as convex polygons, and clipping to one ----


def stroke_polygons(segments: Segments, pen: Stroke) -> Iterator[list[Point]]:
    """Convex polygons that cover what a pen without dashes paints."""
    half, along = pen.width / 2, replace(pen, join="miter")
    for sides, closed in subpaths(segments):
        for one, other in chain.from_iterable(pairwise(_straight(side)) for side in sides):
            yield _bar(one.start, one.end, one.out, half)
            yield from _corner(one, other, along)
        for one, other in corners_of(sides, closed):
            yield from _corner(one, other, pen)
        for end, way in ends_of(sides[0], sides[-1]) if not closed and pen.cap != "butt" else ():
            tip = (end[0] + way[0] * half, end[1] + way[1] * half)
            yield _disc(end, half) if pen.cap == "round" else _bar(end, tip, way, half)


def _straight(side: OutlineSide) -> Iterator[OutlineSide]:
    """A side as straight ones, and one without length in the direction in which it goes on."""
    for a, b in pairwise(polygons(side.curve)[0] if side.curve else (side.start, side.end)):
        size = dist(a, b) or 1.0
        way = ((b[0] - a[0]) / size, (b[1] - a[1]) / size)
        yield OutlineSide(a, way, b, way)
    yield OutlineSide(side.end, side.into, side.end, side.into)


def _bar(start: Point, end: Point, way: Point, half: float) -> list[Point]:
    (a, b), (c, d) = across(start, way, half), across(end, way, half)
    return [b, d, c, a]


def _disc(middle: Point, half: float) -> list[Point]:
    return list(polygons(ellipse(*middle, half, half), 8)[0])


def _corner(one: OutlineSide, other: OutlineSide, pen: Stroke) -> Iterator[list[Point]]:
    """What the corner between two lines adds."""
    half, cross = pen.width / 2, one.into[0] * other.out[1] - one.into[1] * other.out[0]
    if pen.join == "round":
        yield _disc(one.end, half)
    elif abs(cross) > 1e-9:
        a, b = (across(one.end, way, half)[cross > 0] for way in (one.into, other.out))
        yield [one.end, a, *mitre(one, other, pen), b]


def inner_sides(convex: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """A point of each side of a convex polygon, and the direction (of length 1) that leads from it inwards."""
    turn = 1 if area(convex) > 0 else -1
    for (x1, y1), (x2, y2) in pairwise((*convex, convex[0])):
        size = hypot(x2 - x1, y2 - y1) * turn or inf
        yield (x1, y1), ((y1 - y2) / size, (x2 - x1) / size)


def depth_in(convex: Sequence[Point], points: Iterable[Point]) -> float:
    """How far the outermost point lies within a convex polygon; below 0 outside."""
    known = list(points)
    return min((depth_at(side, known) for side in inner_sides(convex)), default=inf)


def depth_at(side: tuple[Point, Point], points: Iterable[Point]) -> float:
    """How far the outermost point lies within one side."""
    (px, py), (nx, ny) = side
    return min(((x - px) * nx + (y - py) * ny for x, y in points), default=inf)


def clip_polygons(loops: Iterable[Sequence[Point]], convex: Sequence[Point]) -> Segments:
    """What of polygons lies in a convex one, side by side (as Sutherland and Hodgman do it): turns are kept."""
    kept: list[Segments] = []
    for loop in loops:
        points = list(loop)
        for (px, py), (nx, ny) in inner_sides(convex):
            deep = [(p, (p[0] - px) * nx + (p[1] - py) * ny) for p in points]
            points = []
            for ((ax, ay), a), (b, there) in pairwise((*deep[-1:], *deep)):
                if (a < 0) != (there < 0):
                    t = a / (a - there)
                    points.append((ax + (b[0] - ax) * t, ay + (b[1] - ay) * t))
                points += [b] if there >= 0 else []
        kept += [polygon(points)] if len(points) > 2 else []
    return tuple(chain.from_iterable(kept))
