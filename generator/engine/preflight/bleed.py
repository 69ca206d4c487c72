"""Art and the cut: paint that comes to the trim must go on to the full bleed, or the blade leaves a white edge.

Takes a `Proof`; gives a problem at the element whose paint ends too soon. Promise: what lies under it counts, so a
stripe upon a ground that bleeds is no fault; the outline and the holes are walked, whatever their shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from generator.engine.preflight.legibility import shows
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import PAPER, Layer, Loupe
from generator.engine.registry import Problem, check
from generator.face.contrast import contrast
from generator.face.face import Image, Path, Segments, Shape
from generator.face.geometry import area, polygons
from generator.values import dataclass

BLEED = 3.0
"""How far (mm) paint should go beyond the trim."""
NEAR = 0.3
"""Paint that ends so close (mm) inside the trim was meant to reach it."""
STEP = 3.0
"""How far apart (mm) the places are at which an edge is looked at."""
SEEN = 1.15
"""The contrast with white paper from which a missing strip is seen."""
SPECK = 20.0
"""What covers fewer mm² is no ground."""
_SLACK = 0.15


GROUND = 0.5
"""What spans so much of the page one way, and bleeds at one end, is a ground that way."""
BEYOND = 1.0
"""What goes so far (mm) beyond the trim was meant to bleed."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point of a cut, and the direction away from the piece."""

    x: float
    y: float
    dx: float
    dy: float

    def out(self, by: float) -> tuple[float, float]:
        """The point so many mm outside (negative: inside)."""
        return self.x + by * self.dx, self.y + by * self.dy


@check("P003", on=Proof)
def art_goes_to_the_bleed(proof: Proof) -> Iterator[Problem]:
    """What is painted up to the trim is painted 3 mm beyond it."""
    shape = proof.face.shape
    near = [g[5] for g in proof.grounds if isinstance(g[5].node, (Path, Image)) and _comes_near(g, shape)]
    clips = (((id(outline), back) for outline, _, back in layer.clips) for layer in near)
    key = (id(shape.outline), *((id(la.node), la.matrix, la.share, *cut) for la, cut in zip(near, clips, strict=True)))
    if key not in proof.loupe.edges:
        proof.loupe.edges[key] = _short_ones(near, proof.loupe, shape)
    for reach, layer in proof.loupe.edges[key]:
        ends = f"{reach:.1f} mm beyond" if reach > 0 else f"{-reach:.1f} mm inside" if reach < -0.05 else "at"
        message = f"the paint ends {ends} the trim, not {BLEED:g} mm beyond it"
        hint = f"draw it {BLEED:g} mm beyond the trim, or end it 1 mm inside"
        yield Problem(proof.mark(layer), message, hint, BLEED - reach)


@check("P016", on=Proof)
def grounds_go_across_the_page(proof: Proof) -> Iterator[Problem]:
    """What bleeds at one edge goes on to the edge across, unless something else is seen there."""
    for axis, size in ((0, proof.face.shape.width), (1, proof.face.shape.height)):
        for *box, _, layer in proof.grounds:
            low, high = box[axis], box[axis + 2]
            left = low < -BEYOND  # it bleeds there
            gap = size - high if left else low if high > size + BEYOND else 0.0
            if gap <= NEAR or high - low < GROUND * size or not isinstance(layer.node, (Path, Image)):
                continue
            others = [la for la in proof.layers if (la.box[axis + 2] > high + 1 if left else la.box[axis] < low - 1)]
            if not any(shows(proof, other) for other in others):
                bleeding, bare = _SIDES[axis] if left else _SIDES[axis][::-1]
                message = f"the ground bleeds at {bleeding} and ends {gap:.1f} mm before the cut at {bare}"
                hint = f"draw it {BLEED:g} mm beyond the cut: the page is {size:g} mm {('wide', 'high')[axis]}"
                yield Problem(proof.mark(layer, ("width", "height")[axis]), message, hint, gap)


_SIDES = (("the left", "the right"), ("the top", "the foot"))


def _short_ones(near: Sequence[Layer], loupe: Loupe, shape: Shape) -> list[tuple[float, Layer]]:
    """The layers that come to a cut and end too soon, and how far (mm) they go beyond it at their worst place."""
    if not near:
        return []
    worst: dict[int, tuple[float, Layer]] = {}
    cuts = [(shape.outline, 1.0, BLEED), *((hole, -1.0, min(BLEED, _room(hole))) for hole in shape.holes)]
    for outline, outwards, wanted in cuts:
        for place in places(outline, outwards):
            layer = _short(near, loupe, place, wanted)
            if layer is not None:
                reach = reach_of(near, loupe, place, wanted)
                worst[id(layer)] = min(worst.get(id(layer), (99.0, layer)), (reach, layer), key=lambda w: w[0])
    return list(worst.values())


def _comes_near(ground: tuple[float, float, float, float, int, Layer], shape: Shape) -> bool:
    """False for what cannot come to a cut: what lies inside a rectangle, and small things in other shapes."""
    x1, y1, x2, y2, _, _ = ground
    if shape.kind in ("rectangle", "standee"):
        return x1 < NEAR or y1 < NEAR or x2 > shape.width - NEAR or y2 > shape.height - NEAR
    return (x2 - x1) * (y2 - y1) > SPECK


def _room(hole: Segments) -> float:
    """How far paint may go into a hole."""
    xs = [x for loop in polygons(hole) for x, _ in loop]
    return (max(xs) - min(xs)) / 2 if xs else 0.0


def places(outline: Segments, outwards: float = 1.0) -> Iterator[Place]:
    """Points along a closed outline, at most `STEP` apart, none at a corner; away from it, or (-1) into it."""
    for loop in polygons(outline, 8):
        sign = outwards if area(loop) > 0 else -outwards
        for (px, py), (qx, qy) in zip(loop, (*loop[1:], loop[0]), strict=True):
            length = hypot(qx - px, qy - py)
            count = max(1, int(length / STEP)) if length > 0.2 else 0
            for k in range(count):
                share = (k + 0.5) / count
                normal = (sign * (qy - py) / length, sign * (px - qx) / length)
                yield Place(px + share * (qx - px), py + share * (qy - py), *normal)


def _short(near: Sequence[Layer], loupe: Loupe, place: Place, wanted: float) -> Layer | None:
    """The layer that is seen at the edge of the trim, if nothing is painted at the end of the bleed."""
    if wanted <= _SLACK or _top(near, loupe, *place.out(wanted - _SLACK)) is not None:
        return None
    top = _top(near[::-1], loupe, *place.out(-NEAR))
    if top is None:
        return None
    color = loupe.ground(near, *place.out(-NEAR))
    return top if color is None or contrast(color, PAPER) >= SEEN else None


def _top(layers: Sequence[Layer], loupe: Loupe, x: float, y: float) -> Layer | None:
    """The first of some layers that paints a point."""
    for layer in layers:
        x1, y1, x2, y2 = layer[2]
        if x1 <= x <= x2 and y1 <= y <= y2:
            covering = loupe.covering(layer, x, y)
            if covering is not None and covering[1] > 0.03:
                return layer
    return None


def reach_of(near: Sequence[Layer], loupe: Loupe, place: Place, wanted: float = BLEED) -> float:
    """How far (mm) beyond the trim there is paint, going outwards from just inside; to a twentieth."""
    steps = int((wanted + NEAR) * 20)
    bare = (k for k in range(1, steps + 1) if _top(near, loupe, *place.out(k / 20 - NEAR)) is None)
    return round(next(bare, steps + 1) / 20 - NEAR - 0.05, 3)
