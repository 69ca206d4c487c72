"""Pages of spots -> placements on paper: centred, with the bleed that there is room for.

Takes parts (what is cut out: a face, or a window of it, and its back) and a `Frame` (where a page may be filled);
gives placements. Promise: nothing leaves the frame; no paint reaches over a neighbour's trim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum

from generator.face.face import Face, Segments, Shape
from generator.sheet.backs import Fold
from generator.sheet.fits import Stock
from generator.sheet.lattice import rows_of_circles
from generator.sheet.marks import Box, box_of, is_rectangle, moved
from generator.sheet.pack import Page
from generator.sheet.sheet import Paper, Placement
from generator.sheet.split import Window

FOR_MARKS = 2.0
"""Room in mm for crop marks between the printable margin and what they mark."""
STRIP = 3.6
"""Height in mm of the caption and the air above it."""
BY_FOLD = 3.0
"""How far faces stay off a fold line, mm."""
AIR = 1.0
"""The least room in mm on every side of what is cut out by itself: scissors pass between."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to cut out: a face, or a window of it, and what is behind it."""

    front: Face
    back: Face | None
    window: Window | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, upright, mm."""
        shape = self.front.shape
        return self.window.box[2:] if self.window else (shape.width, shape.height)

    @property
    def straight(self) -> bool:
        """True if straight cuts free it."""
        return self.window is not None or is_rectangle(self.front.shape)

    def bleed(self, most: float) -> float:
        """The bleed that its faces have, at most `most` mm."""
        return min(most, max(self.front.bleed, self.back.bleed if self.back else 0.0))


@dataclass(frozen=True, slots=True)
class Frame:
    """Where faces may lie on a page: the box that is filled, and the fold if its other half is for the backs."""

    box: Box
    fold: Fold | None = None

    @property
    def room(self) -> tuple[float, float]:
        """Width and height, mm."""
        return (self.box[2] - self.box[0], self.box[3] - self.box[1])


def printable(paper: Paper) -> Box:
    """What a home printer reaches."""
    return (paper.margin, paper.margin, paper.width - paper.margin, paper.height - paper.margin)


def frames(paper: Paper, folded: bool) -> list[Frame]:
    """The frames to try: the caption below or at the left; for folded sheets, either fold."""
    edge = paper.margin + FOR_MARKS
    w, h, more = paper.width, paper.height, edge + STRIP
    if not folded:
        return [Frame((edge, edge, w - edge, h - more)), Frame((more, edge, w - edge, h - edge))]
    upright, lying = Fold(True, w / 2), Fold(False, h / 2)
    return [
        Frame((edge, edge, w / 2 - BY_FOLD, h - more), upright),
        Frame((more, edge, w / 2 - BY_FOLD, h - edge), upright),
        Frame((edge, more, w - edge, h / 2 - BY_FOLD), lying),
        Frame((more, edge, w - edge, h / 2 - BY_FOLD), lying),
    ]


def classes(parts: Sequence[Part], bleed: float) -> tuple[list[Stock], list[list[Part]]]:
    """Parts sorted into stocks of one size and way to cut, in order of first appearance."""
    sorted_: dict[tuple[object, ...], list[Part]] = {}
    keys: dict[int, tuple[object, ...]] = {}
    for part in parts:
        known = keys.get(id(part))
        if known is None:
            known = keys[id(part)] = _class(part)
        sorted_.setdefault(known, []).append(part)
    groups = list(sorted_.values())
    return [_stock(group, bleed) for group in groups], groups


def _class(part: Part) -> tuple[object, ...]:
    """Parts with the same of these may share a grid."""
    shape = part.front.shape
    width, height = part.size
    outline = () if part.straight or not shape.nest else (shape.outline, shape.nest)
    return (round(width, 4), round(height, 4), part.straight, shape.kind in ("circle", "ring"), outline)


def _stock(group: Sequence[Part], bleed: float) -> Stock:
    shape = group[0].front.shape
    width, height = group[0].size
    pad = max(part.bleed(bleed) for part in {id(p): p for p in group}.values())
    backed = any(part.back for part in group)
    if group[0].straight:
        return Stock(width, height, len(group), True, pad, backed=backed)
    round_ = shape.kind in ("circle", "ring")
    lattice = shape.nest or (rows_of_circles(width, 2 * AIR) if round_ else ())
    return Stock(width, height, len(group), False, max(pad, AIR), AIR, lattice, bool(shape.nest), backed, shape.pair)


def place(
    page: Page, groups: Sequence[Sequence[Part]], frame: Frame, paper: Paper, bleed: float
) -> list[tuple[Placement, Part]]:
    """The fronts of one page, in the order of the data, each with its part."""
    found: list[tuple[Placement, Part]] = []
    interlocked: list[int] = []
    for spot in page:
        part = groups[spot.stock][spot.number]
        window = part.window.box if part.window else None
        found.append((Placement(part.front, spot.x, spot.y, spot.turn, window), part))
        interlocked.append(spot.interlocked)
    dx, dy = _shift([p for p, _ in found], frame, paper, max(part.bleed(bleed) for _, part in found))
    laid = [replace(p, x=p.x + dx, y=p.y + dy) for p, _ in found]
    parts = [part for _, part in found]
    with_bleed = _bleeds(laid, parts, interlocked, frame.box, bleed)
    return list(zip(_clipped(with_bleed, interlocked), parts, strict=True))


def _shift(placements: Sequence[Placement], frame: Frame, paper: Paper, bleed: float) -> tuple[float, float]:
    """Moves the block into the middle (of the paper, or of its half); a low block to the top, so that the rest of the
    sheet can be used again.
    """
    boxes = [box_of(p) for p in placements]
    x1, y1 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x2, y2 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    left, top, right, bottom = frame.box
    middle_x, middle_y = ((left + right) / 2, (top + bottom) / 2) if frame.fold else (paper.width / 2, paper.height / 2)
    x = _middle(middle_x, x2 - x1, left, right, bleed)
    y = _middle(middle_y, y2 - y1, top, bottom, bleed)
    if y2 - y1 < 2 / 3 * (bottom - top):
        y = min(top + 3.0, y)
    return x - x1, y - y1


def _middle(middle: float, size: float, low: float, high: float, bleed: float) -> float:
    """Where a block begins that stands about `middle`, with room for its bleed inside the frame at both ends."""
    room = min(bleed, (high - low - size) / 2)
    return min(max(middle - size / 2, low + room), high - size - room)


def _bleeds(
    placements: Sequence[Placement], parts: Sequence[Part], interlocked: Sequence[int], frame: Box, most: float
) -> list[Placement]:
    """Each placement with the bleed of its faces, up to half the way to its neighbours and to the frame's edge."""
    boxes = [box_of(p) for p in placements]
    found = []
    for k, p in enumerate(placements):
        wanted = parts[k].bleed(most)
        if wanted <= 0:
            found.append(p)
            continue
        others = [b for j, b in enumerate(boxes) if j != k and not (interlocked[j] == interlocked[k] > 0)]
        found.append(replace(p, bleed=_free(boxes[k], others, frame, wanted)))
    return found


def _free(box: Box, others: Iterable[Box], frame: Box, wanted: float) -> Box:
    x1, y1, x2, y2 = box
    left, top = min(wanted, x1 - frame[0]), min(wanted, y1 - frame[1])
    right, bottom = min(wanted, frame[2] - x2), min(wanted, frame[3] - y2)
    near = 2 * wanted
    for a1, b1, a2, b2 in others:
        if b1 < y2 and b2 > y1 and a2 > x1 - near and a1 < x2 + near:
            left, right = (min(left, (x1 - a2) / 2), right) if a2 <= x1 + 1e-6 else (left, min(right, (a1 - x2) / 2))
        elif a1 < x2 and a2 > x1 and b2 > y1 - near and b1 < y2 + near:
            top, bottom = (min(top, (y1 - b2) / 2), bottom) if b2 <= y1 + 1e-6 else (top, min(bottom, (b1 - y2) / 2))
    return (_clean(left), _clean(top), _clean(right), _clean(bottom))


def _clean(bleed: float) -> float:
    """No negative bleed, no float noise."""
    return round(bleed, 6) if bleed > 1e-4 else 0.0


def _clipped(placements: Sequence[Placement], interlocked: Sequence[int]) -> list[Placement]:
    """Interlocked placements clipped to their outline, with bleed along the edges that no neighbour shares."""
    if not any(interlocked):
        return list(placements)
    shared = Counter(
        _key(edge)
        for p, locked in zip(placements, interlocked, strict=True)
        if locked
        for edge in _lines(moved(p.face.shape.outline, p.matrix))
    )
    return [
        replace(p, clip=_clip(p, shared)) if locked else p for p, locked in zip(placements, interlocked, strict=True)
    ]


Edge = tuple[float, float, float, float]


def _lines(outline: Segments) -> list[Edge]:
    points = [v[-2:] for _, v in outline if v]
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return [(a[0], a[1], b[0], b[1]) for a, b in pairs if a != b]


def _key(edge: Edge) -> tuple[tuple[float, float], ...]:
    return tuple(sorted((round(edge[k], 3) + 0.0, round(edge[k + 1], 3) + 0.0) for k in (0, 2)))


def _clip(p: Placement, shared: Counter[tuple[tuple[float, float], ...]]) -> Segments:
    """The outline in the face's mm, and beyond each edge of its own a strip as wide as the bleed."""
    shape, depth = p.face.shape, min(p.bleed)
    if shape.kind in ("circle", "ring"):
        return _grown_circle(shape, min(depth, AIR))
    clip = list(shape.outline)
    clockwise = _area(_lines(shape.outline)) > 0
    for own, on_page in zip(_lines(shape.outline), _lines(moved(shape.outline, p.matrix)), strict=True):
        if depth > 0 and shared[_key(on_page)] == 1:
            clip += _strip(own, depth if clockwise else -depth)
    return tuple(clip)


def _grown_circle(shape: Shape, by: float) -> Segments:
    k = 1 + 2 * by / shape.width
    return moved(shape.outline, (k, 0.0, 0.0, k, -by, -by))


def _area(edges: Iterable[Edge]) -> float:
    return fsum(x1 * y2 - x2 * y1 for x1, y1, x2, y2 in edges)


def _strip(edge: Edge, depth: float) -> Segments:
    """A strip outside an edge (left of it for a positive depth), going round as the outline does: they add up."""
    x1, y1, x2, y2 = edge
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    nx, ny = (y2 - y1) / length * depth, (x1 - x2) / length * depth
    return (("M", (x1 + nx, y1 + ny)), ("L", (x2 + nx, y2 + ny)), ("L", (x2, y2)), ("L", (x1, y1)), ("Z", ()))
