"""Packed pages -> placements on paper: centred, with the bleed that there is room for.

Takes cutouts (what is cut out: a face, or a panel of it, and its back) and a `Frame` (where a page may be filled);
gives placements. Promise: nothing leaves the frame; no paint reaches over a neighbour's trim.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import hypot

from generator.face.face import IDENTITY, Face, Group, Segments
from generator.face.geometry import Box, bounds, common, grown, inverse, merged, moved, outlined, overlap
from generator.sheet.marks import FOR_MARKS, OFF, SHORTEST, STRIP
from generator.sheet.packing import PackedPage
from generator.sheet.panels import Panel
from generator.sheet.repeat import SLACK, Demand, rows_of_circles
from generator.sheet.sheet import Paper, Placement
from generator.values import Struct, replace

BY_FOLD = 3.0
"""How far faces stay off a fold line, mm."""
ROUND = ("circle", "ring")
NOISE = 1e-6
"""Edges so near (mm) are one."""
AIR = 1.0
"""The least room in mm on every side of what is cut out by itself: scissors pass between."""


class Cutout(Struct, frozen=True):
    """One thing to cut out: a face, or a panel of it, what is behind it, whose it is, and the sign that it bears where
    it is joined."""

    front: Face
    back: Face | None
    panel: Panel | None = None
    owner: str = ""
    emblem: Group | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, upright, mm."""
        x1, y1, x2, y2 = self.panel.box if self.panel else (0.0, 0.0, self.front.shape.width, self.front.shape.height)
        return (x2 - x1, y2 - y1)

    @property
    def straight(self) -> bool:
        """True if straight cuts free it."""
        return self.panel is not None or self.front.shape.kind == "rectangle"

    def bleed(self, most: float) -> float:
        """The bleed that its faces have, at most `most` mm."""
        return min(most, max(self.front.bleed, self.back.bleed if self.back else 0.0))


class Fold(Struct, frozen=True):
    """The line over which a sheet is folded: x = `at` if `upright`, else y = `at`, mm."""

    upright: bool
    at: float


class Frame(Struct, frozen=True):
    """Where faces may lie on a page: the box that is filled, and the fold if its other half is for the backs."""

    box: Box
    fold: Fold | None = None

    @property
    def room(self) -> tuple[float, float]:
        """Width and height, mm."""
        return (self.box[2] - self.box[0], self.box[3] - self.box[1])


def frames(paper: Paper, folded: bool) -> list[Frame]:
    """The frames to try: the caption below, with room for marks; then, where that holds more, outlines take the place
    of marks, and the caption stands at the left or below. For folded sheets, either fold.
    """
    bare, edge = paper.margin, paper.margin + FOR_MARKS
    w, h, more = paper.width, paper.height, edge + STRIP
    if not folded:
        return [
            Frame((edge, edge, w - edge, h - more)),
            Frame((more, bare, w - edge, h - bare)),
            Frame((bare, edge, w - bare, h - more)),
        ]
    upright, lying = Fold(True, w / 2), Fold(False, h / 2)
    return [
        Frame((edge, edge, w / 2 - BY_FOLD, h - more), upright),
        Frame((edge, more, w - edge, h / 2 - BY_FOLD), lying),
        Frame((more, edge, w - edge, h / 2 - BY_FOLD), lying),
    ]


def demands_of(
    cutouts: Sequence[tuple[Sequence[Cutout], int]], bleed: float
) -> tuple[list[Demand], list[list[Cutout]]]:
    """Cutouts, with the number of copies of each row of them, sorted into demands for one size and way to cut, in order
    of first appearance; and the copies of each demand.
    """
    kinds: dict[Hashable, list[Cutout]] = {}
    copies: dict[Hashable, list[Cutout]] = {}
    for row, count in cutouts:
        keyed = [(_kind(cutout), cutout) for cutout in row]
        for kind, cutout in keyed:
            kinds.setdefault(kind, []).append(cutout)
            copies.setdefault(kind, [])
        for _ in range(count):
            for kind, cutout in keyed:
                copies[kind].append(cutout)
    return [_demand(kinds[kind], len(found), bleed) for kind, found in copies.items()], list(copies.values())


def _kind(cutout: Cutout) -> Hashable:
    """Cutouts with the same of these may share a grid."""
    shape = cutout.front.shape
    width, height = cutout.size
    outline = () if cutout.straight or not shape.nest else (shape.outline, shape.nest)
    return (round(width, 4), round(height, 4), cutout.straight, shape.kind in ROUND, outline)


def _demand(kind: Sequence[Cutout], count: int, bleed: float) -> Demand:
    shape = kind[0].front.shape
    width, height = kind[0].size
    pad = max(cutout.bleed(bleed) for cutout in kind)
    backed = any(cutout.back for cutout in kind)
    if kind[0].straight:
        return Demand(width, height, count, True, pad, backed=backed)
    round_ = shape.kind in ROUND
    lattices = (shape.nest, shape.pair) if not round_ else (rows_of_circles(width, 2 * AIR),)
    return Demand(width, height, count, False, max(pad, AIR), AIR, tuple(filter(None, lattices)), not round_, backed)


def place(
    page: PackedPage, copies: Sequence[Sequence[Cutout]], frame: Frame, paper: Paper, bleed: float, air: float = 0.0
) -> list[tuple[Placement, Cutout]]:
    """The fronts of one page, in the order of the data, each with its cutout; so much `air` is wanted about them all,
    whatever their own bleed."""
    cutouts = [copies[slot.demand][slot.number] for slot in page]
    nests = [slot.nest for slot in page]
    found = [
        Placement(c.front, s.x, s.y, s.turn, c.panel.box if c.panel else None)
        for c, s in zip(cutouts, page, strict=True)
    ]
    dx, dy = _shift(found, frame, paper, max(air, *(c.bleed(bleed) for c in cutouts)))
    found = [replace(p, x=p.x + dx, y=p.y + dy) for p in found]
    found = _clipped(_bleeds(found, cutouts, nests, frame.box, paper.printable, bleed))
    return list(zip(found, cutouts, strict=True))


def _shift(placements: Sequence[Placement], frame: Frame, paper: Paper, bleed: float) -> tuple[float, float]:
    """Moves the block into the middle (of the paper, or of its half); a low block to the top, so that the rest of the
    sheet can be used again.
    """
    x1, y1, x2, y2 = merged(*(p.trim for p in placements))
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
    placements: Sequence[Placement],
    cutouts: Sequence[Cutout],
    nests: Sequence[int],
    frame: Box,
    printable: Box,
    most: float,
) -> list[Placement]:
    """Each placement with the bleed of its faces, up to half the way to its neighbours and to the frame's edge; a mark
    that hardly has room outside keeps it."""
    boxes = [p.trim for p in placements]
    found = []
    for k, p in enumerate(placements):
        wanted = cutouts[k].bleed(most)
        if wanted <= 0:
            found.append(p)
            continue
        others = [b for j, b in enumerate(boxes) if j != k and not (nests[j] == nests[k] > 0)]
        rooms = (abs(a - b) for a, b in zip(boxes[k], printable, strict=True))
        x1, y1, x2, y2 = (room - SHORTEST if room >= OFF + SHORTEST else room for room in rooms)
        inner = common(frame, (boxes[k][0] - x1, boxes[k][1] - y1, boxes[k][2] + x2, boxes[k][3] + y2))
        found.append(replace(p, bleed=_free(boxes[k], others, inner if cutouts[k].straight else frame, wanted)))
    return found


def _free(box: Box, others: Iterable[Box], frame: Box, wanted: float) -> Box:
    x1, y1, x2, y2 = box
    left, top = min(wanted, x1 - frame[0]), min(wanted, y1 - frame[1])
    right, bottom = min(wanted, frame[2] - x2), min(wanted, frame[3] - y2)
    near, e = 2 * wanted, NOISE
    for a1, b1, a2, b2 in others:
        if b1 < y2 - e and b2 > y1 + e and a2 > x1 - near and a1 < x2 + near:
            left, right = (min(left, (x1 - a2) / 2), right) if a2 <= x1 + e else (left, min(right, (a1 - x2) / 2))
        elif a1 < x2 - e and a2 > x1 + e and b2 > y1 - near and b1 < y2 + near:
            top, bottom = (min(top, (y1 - b2) / 2), bottom) if b2 <= y1 + e else (top, min(bottom, (b1 - y2) / 2))
    left, top, right, bottom = (round(v, 6) if v > 1e-4 else 0.0 for v in (left, top, right, bottom))  # no float noise
    return (left, top, right, bottom)


def _clipped(placements: Sequence[Placement]) -> list[Placement]:
    """Each placement with a clip that keeps its bleed off the neighbours that are nearer than that."""
    trims = [(q, q.trim) for q in placements]
    found = []
    for p in placements:
        bled = p.bled
        near = [q for q, trim in trims if q is not p and overlap(bled, trim, SLACK)] if max(p.bleed) > 0 else []
        kept = [cut for q in near if (cut := _kept_off(p, q))]
        found.append(replace(p, clip=_clip(p, kept)) if kept else p)
    return found


def _kept_off(p: Placement, q: Placement) -> Segments:
    """The outline on the page that the paint of `p` must not cross: the cut of `q`; between two circles the middle.
    Nothing if the bleed does not reach so far.
    """
    outline = outlined(q.trim) if q.straight else moved(q.face.shape.outline, q.matrix)
    if not (p.face.shape.kind in ROUND and q.face.shape.kind in ROUND):
        return outline
    (px, py), (qx, qy) = ((o.x + o.width / 2, o.y + o.height / 2) for o in (p, q))
    gap = hypot(px - qx, py - qy) - (p.width + q.width) / 2
    if gap > 2 * max(p.bleed) - SLACK:
        return ()
    k = 1 + max(gap, 0.0) / q.width
    return moved(outline, (k, 0.0, 0.0, k, qx * (1 - k), qy * (1 - k)))


def _clip(p: Placement, kept: Sequence[Segments]) -> Segments:
    """All but what lies within some outlines on the page, by the even-odd rule, in the face's mm."""
    back = inverse(p.matrix) or IDENTITY
    around = (outlined(grown(merged(p.bled, *map(bounds, kept)), 1.0)), *kept)
    return tuple(segment for outline in around for segment in moved(outline, back))
