"""Plane geometry on `Segments`: matrices, boxes, polygons, circles, rounded rectangles.

Takes and gives plain numbers in millimetres, y down. Promise: pure functions; a box is exact for cubics; every
outline starts with "M" and ends with "Z".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist, fsum, hypot, inf, sqrt

from generator.face.face import IDENTITY, Matrix, Segment, Segments

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x1, y1, x2, y2; an empty box has x1 > x2."""

EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
NOTHING: Box = (inf, inf, -inf, -inf)
ARC = 4 / 3 * (sqrt(2) - 1)
"""How long the handles of a quarter circle are, in radii."""
FINE = 1e4
"""Steps to the millimetre that outlines are rounded to."""
WHOLE = 1.5 * 2**52
"""Added and taken away, it leaves the nearest whole number (below 2**51): several times quicker than `round`."""


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """The map that does `b` first and then `a`."""
    if b == IDENTITY:
        return a
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return (
        a0 * b0 + a2 * b1,
        a1 * b0 + a3 * b1,
        a0 * b2 + a2 * b3,
        a1 * b2 + a3 * b3,
        a0 * b4 + a2 * b5 + a4,
        a1 * b4 + a3 * b5 + a5,
    )


def inverse(m: Matrix) -> Matrix | None:
    """The map back; None if `m` flattens the plane."""
    a, b, c, d, e, f = m
    det = a * d - b * c
    if abs(det) < 1e-12:
        return None
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def scale_of(m: Matrix) -> float | None:
    """By how much a map enlarges, if it keeps shapes (turns, mirrors, moves, scales evenly); else None."""
    a, b, c, d, _, _ = m
    size = hypot(a, b)
    slack = 1e-6 * max(size, hypot(c, d), 1e-9)
    if abs(a * c + b * d) > slack * size or abs(size - hypot(c, d)) > slack:
        return None
    return size


def mean_scale(m: Matrix) -> float:
    """How much a map enlarges, whichever way: the root of what becomes of an area."""
    return sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def at(m: Matrix, x: float, y: float) -> Point:
    """Where the map takes a point."""
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])


def between(a: Point, b: Point, share: float) -> Point:
    """The point that lies this share of the way from one to another."""
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


@lru_cache(maxsize=2048)
def transformed(segments: Segments, m: Matrix) -> Segments:
    """The outline under the map, rounded to a ten-thousandth of a millimetre (0.1 µm). Most are asked for again for
    the next item or language: the same object then, so that what was worked out from it is known as well.
    """
    a, b, c, d, e, f = (v * FINE for v in m)
    done: list[Segment] = []
    for command, v in segments:
        pairs = zip(v[::2], v[1::2], strict=True)
        whole = [(a * x + c * y + e, b * x + d * y + f) for x, y in pairs]
        done.append((command, tuple([(n + WHOLE - WHOLE) / FINE for point in whole for n in point])))
    return tuple(done)


def moved(segments: Segments, m: Matrix) -> Segments:
    """The outline under the map at full precision: registration on a sheet is exact."""
    ways = ((command, zip(v[::2], v[1::2], strict=True)) for command, v in segments)
    return tuple((command, tuple(n for x, y in points for n in at(m, x, y))) for command, points in ways)


def loops_of(segments: Segments) -> list[Segments]:
    """The subpaths of an outline."""
    starts = [k for k, (command, _) in enumerate(segments) if command == "M"]
    return [segments[a:b] for a, b in pairwise((*starts, len(segments)))]


def merged(*boxes: Box) -> Box:
    """The box around some; `NOTHING` around none."""
    if not boxes:
        return NOTHING
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def common(a: Box, b: Box) -> Box:
    """The box that both share; `NOTHING` if there is none."""
    box = (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return box if box[0] <= box[2] and box[1] <= box[3] else NOTHING


def flipped(box: Box, swap: bool) -> Box:
    """The box with x and y exchanged, so that one piece of code serves both directions."""
    return (box[1], box[0], box[3], box[2]) if swap else box


def box_area(box: Box) -> float:
    """The area of a box; 0 of one that is turned inside out, as what two have in common may be."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def extent(box: Box) -> Point:
    """How wide and how high a box is."""
    return (box[2] - box[0], box[3] - box[1])


def overlap(a: Box, b: Box, slack: float = 0.0) -> bool:
    """True if two boxes share more than an edge, or so narrow a strip."""
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def holds(outer: Box, inner: Box, slack: float = 0.0) -> bool:
    """True if a box lies in another."""
    x1, y1, x2, y2 = outer
    return x1 <= inner[0] + slack and y1 <= inner[1] + slack and x2 >= inner[2] - slack and y2 >= inner[3] - slack


def grown(box: Box, by: float) -> Box:
    """The box, larger on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by) if box[0] <= box[2] else box


def box_under(box: Box, m: Matrix) -> Box:
    """The upright box around a box that was mapped."""
    if m == IDENTITY or box[0] > box[2]:
        return box
    points = [at(m, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return box_of_points(points)


def box_of_points(points: Iterable[Point]) -> Box:
    """The upright box around points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=4096)
def bounds(segments: Segments) -> Box:
    """The box around an outline; curves are measured at their extremes, not at their handles. Remembered."""
    return box_around(segments)


def box_around(segments: Segments) -> Box:
    """The same for those who remember it themselves: a long outline is measured about as quickly as recognized."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for command, v in segments:
        if command == "C":
            _extremes(x, v[0], v[2], v[4], xs)
            _extremes(y, v[1], v[3], v[5], ys)
        if v:
            x, y = v[-2], v[-1]
            xs.append(x)
            ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else NOTHING


def _extremes(p0: float, p1: float, p2: float, p3: float, found: list[float]) -> None:
    """Where one coordinate of a cubic turns round, strictly inside it."""
    low, high = (p0, p3) if p0 < p3 else (p3, p0)
    if low <= p1 <= high and low <= p2 <= high:
        return
    a = -p0 + 3 * p1 - 3 * p2 + p3
    b = 2 * (p0 - 2 * p1 + p2)
    c = p1 - p0
    for t in _roots(a, b, c):
        if 0 < t < 1:
            u = 1 - t
            found.append(u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3)


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    if abs(a) < 1e-12:
        return (-c / b,) if abs(b) > 1e-12 else ()
    under = b * b - 4 * a * c
    if under < 0:
        return ()
    root = sqrt(under)
    return ((-b + root) / (2 * a), (-b - root) / (2 * a))


def polyline(*points: Point) -> Segments:
    """A line through points."""
    return tuple([("L" if k else "M", point) for k, point in enumerate(points)])


def edges(loop: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The two ends of each edge of a loop, the last of which leads back."""
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def polygon(points: Sequence[Point]) -> Segments:
    """A closed outline through points."""
    return (*polyline(*points), ("Z", ()))


def outlined(box: Box) -> Segments:
    """A box as a closed outline."""
    x1, y1, x2, y2 = box
    return polygon([(x1, y1), (x2, y1), (x2, y2), (x1, y2)])


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Segments:
    """A closed ellipse of four cubics, clockwise from its right."""
    kx, ky = rx * ARC, ry * ARC
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def rectangle(x: float, y: float, w: float, h: float, rx: float = 0.0, ry: float = 0.0) -> Segments:
    """A closed rectangle, its corners rounded by quarter ellipses of radii `rx`, `ry`."""
    if rx <= 0 or ry <= 0:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    kx, ky, r, b = rx * (1 - ARC), ry * (1 - ARC), x + w, y + h
    return (
        ("M", (x + rx, y)),
        ("L", (r - rx, y)),
        ("C", (r - kx, y, r, y + ky, r, y + ry)),
        ("L", (r, b - ry)),
        ("C", (r, b - ky, r - kx, b, r - rx, b)),
        ("L", (x + rx, b)),
        ("C", (x + kx, b, x, b - ky, x, b - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    )


def area(points: Sequence[Point]) -> float:
    """The signed area of a polygon: positive if it runs clockwise as seen on the page."""
    pairs = edges(points)
    return fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


@lru_cache(maxsize=512)
def polygons(segments: Segments, steps: int = 16) -> tuple[tuple[Point, ...], ...]:
    """The subpaths as polygons; each cubic becomes `steps` chords."""
    loops: list[list[Point]] = []
    for command, v in segments:
        if command == "M":
            loops.append([(v[0], v[1])])
        elif command == "L":
            loops[-1].append((v[0], v[1]))
        elif command == "C":
            loops[-1].extend(_chords(loops[-1][-1], v, steps))
    return tuple(tuple(_without_doubles(loop)) for loop in loops)


@lru_cache(maxsize=4096)
def area_of(segments: Segments) -> float:
    """What a path encloses; where its parts cancel each other out, the largest of them."""
    parts = [area(part) for part in polygons(segments)]
    return abs(fsum(parts)) or max(map(abs, parts), default=0.0)


@lru_cache(maxsize=4096)
def length_of(segments: Segments) -> float:
    """How long a line along a path is."""
    found: list[float] = []
    here = start = (0.0, 0.0)
    for command, v in segments:
        points = _chords(here, v, 16) if command == "C" else [(v[0], v[1]) if v else start]
        if command == "M":
            here = start = points[0]
        for point in points:
            found.append(dist(here, point))
            here = point
    return fsum(found)


def _chords(start: Point, v: tuple[float, ...], steps: int) -> list[Point]:
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = v
    points = []
    for k in range(1, steps + 1):
        t = k / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def _without_doubles(loop: list[Point]) -> list[Point]:
    kept = [p for i, p in enumerate(loop) if i == 0 or p != loop[i - 1]]
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept
