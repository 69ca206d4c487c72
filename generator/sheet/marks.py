"""Placements on a page -> the lines that say where to cut and fold.

Takes placements and the printable box of the page (mm, y down); gives `Mark`s. Promise: crop marks stand at every
end of every straight cut, off every trim, inside the printable box, outside the bleed where there is room; a rectangle
that lacks a pair of marks gets its outline; an edge that two outlines share is drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.face.face import Matrix, Segment, Segments, Shape
from generator.face.geometry import rectangle
from generator.sheet.sheet import Mark, Placement

Box = tuple[float, float, float, float]
"""Left, top, right, bottom on the page, mm."""
OFF = 0.5
"""How far a crop mark stays off a trim, mm."""
LENGTH = 5.0
SHORTEST = 1.0
_BEST_LEAST = 1.5
_SAME = 1e-4


def is_straight(placement: Placement) -> bool:
    """True if straight cuts free it: a rectangle, or a part of a board."""
    return is_rectangle(placement.face.shape) or placement.window is not None


def is_rectangle(shape: Shape) -> bool:
    """True for shapes that are cut out by straight cuts alone (rounded corners come after)."""
    return shape.kind in ("rectangle", "square") and not shape.holes


def box_of(p: Placement, bleed: bool = False) -> Box:
    """The trim of a placement on the page, with the bleed if asked for."""
    left, top, right, bottom = p.bleed if bleed else (0.0, 0.0, 0.0, 0.0)
    return (p.x - left, p.y - top, p.x + p.width + right, p.y + p.height + bottom)


@dataclass(frozen=True, slots=True)
class _Run:
    """One straight cut: a line at `at` from `start` to `end`; the bleed beyond its two ends."""

    at: float
    start: float
    end: float
    bleed: tuple[float, float]


def crop_marks(
    placements: Sequence[Placement], printable: Box, taken: Sequence[Box] = (), unseen: Sequence[Placement] = ()
) -> list[Mark]:
    """Crop marks (and cut outlines where there is no room for marks) of the rectangles on a page. `taken` are boxes
    that marks must not touch: the caption, the band of the fold. `unseen` are marked on the other side of the
    paper; they take the same room here, so that both sides are marked alike.
    """
    straight = [p for p in placements if is_straight(p)]
    placements = [*placements, *unseen]
    solid = [_flipped(box_of(p, bleed=True), False) for p in placements]
    found: list[Segments] = []
    bare: set[int] = set()
    for upright in (True, False):
        blocks = [_flipped(b, not upright) for b in solid]
        trims = [_flipped(box_of(p), not upright) for p in placements]
        others = [_flipped(b, not upright) for b in taken]
        limits = _flipped(printable, not upright)
        for run, owners in _runs(straight, upright):
            ends = [_end(run, k, trims, blocks, others, limits) for k in (0, 1)]
            found += [_segment(run.at, a, b, upright) for a, b in (e for e in ends if e)]
            if None in ends:
                bare |= owners
    outlines = [rectangle(p.x, p.y, p.width, p.height) for k, p in enumerate(straight) if k in bare]
    return [*(Mark("crop", s) for s in found), *_edges(outlines)]


def _flipped(box: Box, swap: bool) -> Box:
    """The box with x and y exchanged, so that one piece of code serves both directions."""
    return (box[1], box[0], box[3], box[2]) if swap else box


def _segment(at: float, a: float, b: float, upright: bool) -> Segments:
    return (("M", (at, a) if upright else (a, at)), ("L", (at, b) if upright else (b, at)))


def _runs(straight: Sequence[Placement], upright: bool) -> list[tuple[_Run, set[int]]]:
    """The cuts in one direction: edges on one line with no room for two marks between them, or their bleed, are one."""
    edges: dict[int, list[_Side]] = {}
    for k, p in enumerate(straight):
        x1, y1, x2, y2 = _flipped(box_of(p), not upright)
        before, after = (p.bleed[1], p.bleed[3]) if upright else (p.bleed[0], p.bleed[2])
        for at in (x1, x2):
            edges.setdefault(round(at / _SAME), []).append((y1, y2, at, before, after, k))
    runs: list[tuple[_Run, set[int]]] = []
    for key in sorted(edges):
        for chain in _chains(sorted(edges[key])):
            last = max(chain, key=lambda e: e[1])
            run = _Run(chain[0][2], chain[0][0], last[1], (chain[0][3], last[4]))
            runs.append((run, {e[5] for e in chain}))
    return runs


_Side = tuple[float, float, float, float, float, int]
"""Start, end, place across, bleed before the start and after the end, whose it is."""


def _chains(edges: list[_Side]) -> list[list[_Side]]:
    chains = [[edges[0]]]
    reach = edges[0][1] + edges[0][4]
    for edge in edges[1:]:
        if edge[0] - edge[3] - reach > 2 * (OFF + SHORTEST):
            chains.append([])
        chains[-1].append(edge)
        reach = max(reach, edge[1] + edge[4])
    return chains


def _end(
    run: _Run, side: int, trims: Sequence[Box], blocks: Sequence[Box], taken: Sequence[Box], limits: Box
) -> tuple[float, float] | None:
    """Where the mark beyond one end of a cut begins and ends; None if there is no room for one."""
    end = run.end if side else run.start
    sign = 1.0 if side else -1.0
    free = (limits[3] - end) if side else (end - limits[1])
    if not limits[0] <= run.at <= limits[2]:
        return None
    for trim, block in zip(trims, blocks, strict=True):
        if trim[0] - OFF < run.at < trim[2] + OFF:
            gap, clear = (trim[1] - end, block[1] - end) if side else (end - trim[3], end - block[3])
            if gap > -_SAME:
                free = min(free, gap / 2 - OFF / 2, max(clear - 0.1, 0.0))
    for box in taken:
        if box[0] - OFF < run.at < box[2] + OFF:
            gap = box[1] - end if side else end - box[3]
            if gap > -_SAME:
                free = min(free, gap - 0.3)
    bleed = run.bleed[side]
    for start in (bleed + OFF, max(bleed + 0.3, OFF), OFF):
        if free - start >= (SHORTEST if start == OFF else _BEST_LEAST):
            return (end + sign * start, end + sign * min(start + LENGTH, free))
    return None


def moved(segments: Segments, m: Matrix) -> Segments:
    """An outline on the page, at full precision (registration is exact)."""
    a, b, c, d, e, f = m
    return tuple((command, tuple(_coordinates(v, a, b, c, d, e, f))) for command, v in segments)


def _coordinates(v: tuple[float, ...], a: float, b: float, c: float, d: float, e: float, f: float) -> Iterable[float]:
    for x, y in zip(v[::2], v[1::2], strict=True):
        yield a * x + c * y + e
        yield b * x + d * y + f


def outline_marks(placements: Iterable[Placement]) -> list[Mark]:
    """Cut lines of everything that straight cuts do not free, and the folds of all."""
    outlines: list[Segments] = []
    folds: list[Mark] = []
    for p in placements:
        shape = p.face.shape
        if not is_straight(p):
            outlines += [moved(s, p.matrix) for s in (shape.outline, *shape.holes)]
        if p.window is None:
            lines = [(("M", (x1, y1)), ("L", (x2, y2))) for x1, y1, x2, y2 in shape.folds]
            folds += [Mark("fold", moved(s, p.matrix)) for s in lines]
    return [*_edges(outlines), *folds]


def _edges(outlines: Iterable[Segments]) -> list[Mark]:
    """Outlines as cut lines. Those of straight edges are drawn edge by edge, each edge once; curves as they are."""
    seen: set[tuple[tuple[float, float], ...]] = set()
    found: list[Mark] = []
    for outline in outlines:
        if any(command == "C" for command, _ in outline):
            found.append(Mark("cut", outline))
            continue
        chain: list[Segment] = []
        for a, b in _sides(outline):
            key = tuple(sorted((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in (a, b)))
            if key in seen:
                found += [Mark("cut", tuple(chain))] if chain else []
                chain = []
                continue
            seen.add(key)
            chain += [("L", b)] if chain else [("M", a), ("L", b)]
        found += [Mark("cut", tuple(chain))] if chain else []
    return found


def _sides(outline: Segments) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    points = [(v[0], v[1]) for _, v in outline if v]
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) > _SAME:
            yield a, b


def proof_marks(placements: Iterable[Placement]) -> list[Mark]:
    """The overlay of `--proof`: trim, safe zone and the bleed that is really painted."""
    found: list[Mark] = []
    for p in placements:
        shape = p.face.shape
        trim = rectangle(*p.box) if p.window else shape.outline
        found.append(Mark("trim", moved(trim, p.matrix)))
        if max(p.bleed) > 0:
            x1, y1, x2, y2 = box_of(p, bleed=True)
            found.append(Mark("bleed", rectangle(x1, y1, x2 - x1, y2 - y1)))
        if 0 < p.face.safe < min(shape.width, shape.height) / 2 and p.window is None:
            found.append(Mark("safe", moved(inset(shape, p.face.safe), p.matrix)))
    return found


def inset(shape: Shape, by: float) -> Segments:
    """The outline drawn in by `by` mm: exact for rectangles, circles and regular shapes, near for others."""
    if is_rectangle(shape):
        radius = max(shape.radius - by, 0.0)
        return rectangle(by, by, shape.width - 2 * by, shape.height - 2 * by, radius, radius)
    kx, ky = 1 - 2 * by / shape.width, 1 - 2 * by / shape.height
    return moved(shape.outline, (kx, 0.0, 0.0, ky, by, by))
