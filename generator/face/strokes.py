"""Strokes that all programs draw alike: lines without length, and dashes where an outline closes.

Takes outlines and `Path`s; gives plainer ones. Promise: they look as browsers show them.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import fsum, hypot

from generator.face.bounds import OutlineSide, subpaths
from generator.face.face import Path, Segment, Segments, Stroke
from generator.face.geometry import Point, box_around, length_of, loops_of
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
    enough to have caps, or none."""
    if pen.dash and _is_rectangle(segments):
        segments, pen = _dashed_rectangle(segments, pen, length_of(segments) * scale)
    return _with_dots(segments, pen.cap, pen.width / scale), pen


def _is_rectangle(segments: Segments) -> bool:
    points = [v for _, v in segments if v]
    turns = [(a[0] == b[0], a[1] == b[1]) for a, b in pairwise((*points, points[0]))]
    return "".join(c for c, _ in segments) == "MLLLZ" and turns in (_UPRIGHT, _UPRIGHT[::-1])


_UPRIGHT = [(True, False), (False, True)] * 2


def _dashed_rectangle(outline: Segments, pen: Stroke, whole: float) -> tuple[Segments, Stroke]:
    """As browsers have it: closed by a dash that goes all around, left open by one that touches the next there."""
    if pen.dash[0] - pen.dash_offset % fsum(pen.dash) >= whole - _MICRON:
        return outline, replace(pen, dash=(), dash_offset=0.0)
    ends = [end for end, gap in zip(_ends(pen), pen.dash[1::2], strict=True) if gap == 0]
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
    return (("M", (p[0] - half, p[1])), ("L", (p[0] + half, p[1])))


def settled(node: Path) -> tuple[Path, ...]:
    """A path without what programs draw each in its own way."""
    inner = node.segments if node.fill is None else _solid(node.segments)
    line = None if node.stroke is None else _undashed(node, node.stroke)
    if len(inner) == len(node.segments) and (line is None or line is node):
        return (node,)
    fill = replace(node, segments=inner, stroke=None)
    found = (fill if node.fill is not None and inner else None, line and replace(line, fill=None))
    return tuple(part for part in found if part is not None)


def _undashed(node: Path, pen: Stroke) -> Path:
    """A path, its dashes drawn one by one where programs differ: over the corner at which an outline closes, where one
    ends at a corner, at the start or at the next, and where they have no length, but for round ones."""
    if not _are_few(node, pen):
        return node
    parts = [(sides, closed, _corners(sides)) for sides, closed in subpaths(node.segments)]
    odd = 0 in pen.dash[1::2] or (pen.cap != "round" and 0 in pen.dash[::2])
    odd = odd or (pen.cap != "butt" and _meet(pen, [0.0], _ends(pen)))
    if not odd and not any((closed and _turns(sides[-1], sides[0])) or _meet(pen, at) for sides, closed, at in parts):
        return node
    return _dash_by_dash(node, pen, parts)


def undashed(node: Path, pen: Stroke) -> Path | None:
    """A path, its dashes drawn one by one; None if there are too many."""
    if not _are_few(node, pen):
        return None
    return _dash_by_dash(node, pen, [(sides, closed, _corners(sides)) for sides, closed in subpaths(node.segments)])


def _are_few(node: Path, pen: Stroke) -> bool:
    return any(d > 0 for d in pen.dash) and length_of(node.segments) * len(pen.dash) <= MOST * fsum(pen.dash)


def _dash_by_dash(
    node: Path, pen: Stroke, parts: Iterable[tuple[Sequence[OutlineSide], bool, Sequence[float]]]
) -> Path:
    lines = tuple(s for sides, closed, corners in parts for s in _dashes(sides, closed, pen, corners))
    return replace(node, segments=lines, stroke=replace(pen, dash=(), dash_offset=0.0))


def _corners(sides: Sequence[OutlineSide]) -> list[float]:
    """How far along a subpath its corners are, but for that at which it closes."""
    ends = accumulate(_ruler(side)[-1] for side in sides)
    return [at for at, one, other in zip(ends, sides, sides[1:], strict=False) if _turns(one, other)]


def _ends(pen: Stroke) -> list[float]:
    return [*accumulate(pen.dash)][::2]


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
    rulers = [_ruler(side) for side in sides]
    starts = [0.0, *accumulate(ruler[-1] for ruler in rulers)]
    whole = starts[-1]
    laid = [*_spans(pen, whole, corners)]
    spans = [(max(a, 0.0), min(b, whole)) for a, b in laid]
    if closed and spans == [(0.0, whole)] and pen.dash[0] > 0 and max(pen.dash) < whole:
        yield from (("M", sides[0].start), *(_onward(_points(side)) for side in sides), ("Z", ()))
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
        yield from _joined(pieces) if b > a else _dot(pieces[0][0], pen.width)


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


def _joined(pieces: Sequence[Sequence[Point]]) -> Iterator[Segment]:
    yield ("M", pieces[0][0])
    yield from map(_onward, pieces)


def _onward(piece: Sequence[Point]) -> Segment:
    return ("C" if len(piece) > 2 else "L", tuple(v for p in piece[1:] for v in p))


def _points(side: OutlineSide) -> list[Point]:
    v = side.curve[1][1] if side.curve else ()
    return [side.start, *zip(v[:4:2], v[1:4:2], strict=True), side.end]


def _ruler(side: OutlineSide) -> list[float]:
    """How far along a side the ends of its equal steps lie."""
    points, steps = _points(side), _STEPS if side.curve else 1
    places = [_blossom(points, [k / steps] * (len(points) - 1)) for k in range(steps + 1)]
    return [0.0, *accumulate(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(places))]


def _blossom(points: Sequence[Point], ts: Sequence[float]) -> Point:
    """Of a line or cubic: for equal `ts` its point there."""
    for t in ts:
        points = [(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for p, q in pairwise(points)]
    return points[0]


def _piece(side: OutlineSide, ruler: Sequence[float], start: float, end: float) -> list[Point]:
    """The part of a side between two lengths along it."""
    a, b = (_share(ruler, min(max(v, 0.0), ruler[-1])) for v in (start, end))
    return _part(_points(side), a, b)


def _part(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a line or cubic between two of its shares."""
    count = len(points)
    return [_blossom(points, [start] * (count - 1 - k) + [end] * k) for k in range(count)]


def _share(ruler: Sequence[float], along: float) -> float:
    k = min(bisect(ruler, along), len(ruler) - 1)
    step = ruler[k] - ruler[k - 1]
    return (k - 1 + ((along - ruler[k - 1]) / step if step else 0.0)) / (len(ruler) - 1)
