"""What lies where: paint that must go on to the full bleed, words over other words, icons and words that run into each
other.

Takes a `Proof`; gives a problem at the element whose paint ends too soon, or that comes later. Promise: what lies under
paint counts, so a stripe upon a ground that bleeds is no fault; the outline and the holes are walked, whatever their
shape. Overlaps are measured on the ink of the letters, along the lines; what is written upon an icon on purpose, wholly
inside it, is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import hypot

from generator.engine.preflight.contrast import stands_out
from generator.engine.preflight.legibility import FAINT
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import PICTURE, Layer, Sampler
from generator.engine.registry import Problem, check
from generator.face.bounds import ink_boxes
from generator.face.colors import PAPER, contrast, is_tinted
from generator.face.face import IDENTITY, GlyphRun, Group, Image, Matrix, Path, Segments, Shape
from generator.face.geometry import (
    Box,
    area,
    at,
    bounds,
    box_under,
    common,
    edges,
    holds,
    inverse,
    multiply,
    overlap,
    polygons,
)
from generator.face.loops import inside
from generator.face.raster import is_opaque
from generator.typeset.fonts import FontBook
from generator.typeset.setting import short
from generator.values import Struct

TOUCH = 0.15
"""Ink (mm, both ways) from which on an overlap is seen."""
_INSIDE, UPON = 0.1, 0.8
"""Letters that are in an icon but for so little (mm) stand upon it; of so many (their share) it is meant."""

HEAP = 4
"""So many texts that begin below the top of one are held against it: a heap of thousands is told by these."""
_LETTERS = 5
"""So many letters of some words tell whether they are seen."""
_GRID = 6
"""So many points each way tell whether an icon paints where a letter is."""


@check("P011", on=Proof)
def words_keep_apart(proof: Proof) -> Iterator[Problem]:
    """The letters of different texts do not overlap."""
    for (_, one, first), (_, two, second) in _crossing(proof.words):
        depth = _depth((one, first), (two, second), proof.book)
        if depth > TOUCH:
            message = f"`{short(second.said)}` overlaps `{short(first.said)}` by {depth:.1f} mm"
            yield Problem(proof.mark(two, "pnp:text"), message, "move one of the two, or give each a `pnp:box`", depth)


_Run = tuple[int, Layer, GlyphRun]


def _crossing(words: Sequence[_Run]) -> Iterator[tuple[_Run, _Run]]:
    """The pairs of runs of different texts whose boxes overlap, the lower first."""
    downwards = sorted(words, key=lambda w: w[1].box[1])
    for k, one in enumerate(downwards):
        for other in islice(_below(one, downwards, k), HEAP):
            yield (one, other) if one[0] < other[0] else (other, one)


def _below(one: _Run, downwards: Sequence[_Run], place: int) -> Iterator[_Run]:
    x1, _, x2, y2 = one[1].box
    for j in range(place + 1, len(downwards)):
        other = downwards[j]
        box = other[1].box
        if box[1] > y2 - TOUCH:
            break
        apart = one[1].element is not other[1].element and one[2].said != other[2].said
        if apart and box[0] < x2 - TOUCH and box[2] > x1 + TOUCH:
            yield other


def shared(a: Box, b: Box) -> float:
    """How deep (mm, the lesser way) two boxes overlap; 0 if they do not by more than `TOUCH`."""
    depth = min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
    return depth if depth > TOUCH else 0.0


def _depth(one: tuple[Layer, GlyphRun], other: tuple[Layer, GlyphRun], book: FontBook) -> float:
    """How deep letters overlap: measured along the lines of both, which may be turned."""
    ways = {_upright(layer.matrix) for layer, _ in (one, other)}
    pairs = [
        product(*(_letter_boxes(run, multiply(way, layer.matrix), book) for layer, run in (one, other))) for way in ways
    ]
    return max((min(shared(*both) for both in seen) for seen in zip(*pairs, strict=True)), default=0.0)


def _upright(matrix: Matrix) -> Matrix:
    """What turns lines of type level again."""
    a, b = matrix[:2]
    size = hypot(a, b)
    return (a / size, -b / size, b / size, a / size, 0.0, 0.0) if b and size else IDENTITY


def _letter_boxes(run: GlyphRun, matrix: Matrix, book: FontBook) -> list[Box]:
    """The boxes of the ink of a run's letters under a map."""
    return [box_under(box, matrix) for box in ink_boxes(run, book.font(run.font).ink)]


@check("P012", on=Proof)
def icons_keep_off_words(proof: Proof) -> Iterator[Problem]:
    """Icons and words do not run into each other."""
    for k, icon in proof.grounds:
        if not isinstance(icon.node, Group):
            continue
        for place, words, run in proof.words:
            if overlap(words.box, icon.box) and icon.element is not words.element:
                depth = _into(proof, (k, icon), (place, words, run))
                if depth:
                    message = f"the icon `{icon.icon}` and `{short(run.said)}` overlap by {depth:.1f} mm"
                    later = icon if k > place else words
                    yield Problem(proof.mark(later, "pnp:icon", "pnp:text"), message, "move one of the two", depth)


def _into(proof: Proof, sign: tuple[int, Layer], words: _Run) -> float:
    """How deep (mm) an icon and letters run into each other; 0 if they do not, or are meant to."""
    (k, icon), (place, layer, run) = sign, words
    boxes, own = _letter_boxes(run, layer.matrix, proof.book), _letter_boxes(run, IDENTITY, proof.book)
    near = [n for n, b in enumerate(boxes) if shared(b, icon.box)]
    hidden, back = [boxes[n] for n in near], inverse(layer.matrix) or IDENTITY
    upon = k < place and sum(holds(icon.box, b, _INSIDE) for b in hidden) >= UPON * len(boxes)
    if (
        not hidden
        or upon
        or stands_out(proof, k) < FAINT
        or not _hit(proof, icon, hidden, [own[n] for n in near], back)
    ):
        return 0.0
    return max(shared(b, icon.box) for b in hidden)


def _hit(proof: Proof, icon: Layer, boxes: Sequence[Box], letters: Sequence[Box], back: Matrix) -> bool:
    """True if the icon really paints where letters are, and not only its box lies there. `letters`: the boxes before
    they were turned; `back` turns a point back."""
    for (x1, y1, x2, y2), (left, top, right, bottom) in zip(
        (common(box, icon.box) for box in boxes), letters, strict=True
    ):
        for i in range(_GRID):
            for j in range(_GRID):
                x, y = x1 + (x2 - x1) * (i + 0.5) / _GRID, y1 + (y2 - y1) * (j + 0.5) / _GRID
                u, v = at(back, x, y)
                covering = proof.sampler.covering(icon, x, y) if left <= u <= right and top <= v <= bottom else None
                if covering is not None and covering[1] > 0.3:
                    return True
    return False


# ---- art and the cut ----

_BLEED = 3.0
"""How far (mm) paint should go beyond the trim."""
_NEAR = 0.3
"""Paint that ends so close (mm) inside the trim was meant to reach it."""
_STEP = 3.0
"""How far apart (mm) the places are at which an edge is looked at."""
_SEEN = 1.15
"""The contrast with white paper from which a missing strip is seen."""
_SPECK = 20.0
"""What covers fewer mm² is no ground."""
_SLACK = 0.15
_GROUND = 0.5
"""What spans so much of the page one way, and bleeds at one end, is a ground that way."""
_BEYOND = 1.0
"""What goes so far (mm) beyond the trim was meant to bleed."""


class CutPoint(Struct, frozen=True):
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
    near = [g for _, g in proof.grounds if isinstance(g.node, (Path, Image)) and _comes_near(g, shape)]
    number_of = proof.sampler.number_of
    clips = (((number_of(outline), back) for outline, _, back in layer.clips) for layer in near)
    own = ((number_of(la.node), la.matrix, la.share, *cut) for la, cut in zip(near, clips, strict=True))
    key = (number_of(shape.outline), *own)
    if key not in proof.sampler.edges:
        proof.sampler.edges[key] = _short_ones(near, proof.sampler, shape)
    for reach, layer in proof.sampler.edges[key]:
        ends = f"{reach:.1f} mm beyond" if reach > 0 else f"{-reach:.1f} mm inside" if reach < -0.05 else "at"
        message = f"the paint ends {ends} the trim, not {_BLEED:g} mm beyond it"
        how = f"save the picture with {_BLEED:g} mm more on every side, and place it so" * isinstance(layer.node, Image)
        hint = f"{how or f'draw it {_BLEED:g} mm beyond the trim'}, or end it 1 mm inside"
        yield Problem(proof.mark(layer), message, hint, _BLEED - reach)


@check("P016", on=Proof)
def grounds_go_across_the_page(proof: Proof) -> Iterator[Problem]:
    """What bleeds at one edge goes on to the edge across, unless something else is seen there."""
    for axis, size in ((0, proof.face.shape.width), (1, proof.face.shape.height)):
        for _, layer in proof.grounds:
            low, high = layer.box[axis], layer.box[axis + 2]
            left = low < -_BEYOND  # it bleeds there
            gap = size - high if left else low if high > size + _BEYOND else 0.0
            if gap <= _NEAR or high - low < _GROUND * size or not isinstance(layer.node, (Path, Image)):
                continue
            if not _shows(layer):  # white lines on paper
                continue
            others = [la for la in proof.layers if (la.box[axis + 2] > high + 1 if left else la.box[axis] < low - 1)]
            if not any(_shows(other) for other in others):
                bleeding, bare = _SIDES[axis] if left else _SIDES[axis][::-1]
                message = f"the ground bleeds at {bleeding} and ends {gap:.1f} mm before the cut at {bare}"
                hint = f"draw it {_BLEED:g} mm beyond the cut: the page is {size:g} mm {('wide', 'high')[axis]}"
                yield Problem(proof.mark(layer, ("width", "height")[axis]), message, hint, gap)


_SIDES = (("the left", "the right"), ("the top", "the foot"))


def _short_ones(near: Sequence[Layer], sampler: Sampler, shape: Shape) -> list[tuple[float, Layer]]:
    """The layers that come to a cut and end too soon, and how far (mm) they go beyond it at their worst place."""
    if not near:
        return []
    worst: dict[int, tuple[float, Layer]] = {}
    halves = ((hole, (bounds(hole)[2] - bounds(hole)[0]) / 2) for hole in shape.holes)  # so far paint may go into them
    cuts = [(shape.outline, 1.0, _BLEED), *((hole, -1.0, min(_BLEED, half)) for hole, half in halves)]
    for outline, outwards, wanted in cuts:
        for place in edge_points(outline, outwards):
            layer = _short(near, sampler, place, wanted)
            if layer is not None:
                reach = paint_reach(near, sampler, place, wanted)
                k = sampler.number_of(layer)
                worst[k] = min(worst.get(k, (99.0, layer)), (reach, layer), key=lambda w: w[0])
    return list(worst.values())


def _comes_near(layer: Layer, shape: Shape) -> bool:
    """False for what cannot come to a cut: what lies inside a rectangle, and small things in other shapes."""
    x1, y1, x2, y2 = layer.box
    if shape.kind in ("rectangle", "standee"):
        return x1 < _NEAR or y1 < _NEAR or x2 > shape.width - _NEAR or y2 > shape.height - _NEAR
    return (x2 - x1) * (y2 - y1) > _SPECK


def edge_points(outline: Segments, outwards: float = 1.0) -> Iterator[CutPoint]:
    """Points along a closed outline, at most `_STEP` apart, none at a corner; away from it, or (-1) into it."""
    for loop in polygons(outline, 8):
        sign = outwards if area(loop) > 0 else -outwards
        for (px, py), (qx, qy) in edges(loop):
            length = hypot(qx - px, qy - py)
            count = max(1, int(length / _STEP)) if length > 0.2 else 0
            for k in range(count):
                share = (k + 0.5) / count
                normal = (sign * (qy - py) / length, sign * (px - qx) / length)
                yield CutPoint(px + share * (qx - px), py + share * (qy - py), *normal)


def _short(near: Sequence[Layer], sampler: Sampler, place: CutPoint, wanted: float) -> Layer | None:
    """The layer that is seen at the edge of the trim, if nothing is painted at the end of the bleed."""
    if wanted <= _SLACK or _top(near, sampler, *place.out(wanted - _SLACK)) is not None:
        return None
    top = _top(near[::-1], sampler, *place.out(-_NEAR))
    if top is None:
        return None
    color = sampler.ground(near, *place.out(-_NEAR))
    return top if color is None or contrast(color, PAPER) >= _SEEN else None


def _top(layers: Sequence[Layer], sampler: Sampler, x: float, y: float) -> Layer | None:
    """The first of some layers that paints a point."""
    for layer in layers:
        x1, y1, x2, y2 = layer[2]
        if x1 <= x <= x2 and y1 <= y <= y2:
            covering = sampler.covering(layer, x, y)
            if covering is not None and covering[1] > 0.03:
                return layer
    return None


def paint_reach(near: Sequence[Layer], sampler: Sampler, place: CutPoint, wanted: float = _BLEED) -> float:
    """How far (mm) beyond the trim there is paint, going outwards from just inside; to a twentieth."""
    steps = int((wanted + _NEAR) * 20)
    bare = (k for k in range(1, steps + 1) if _top(near, sampler, *place.out(k / 20 - _NEAR)) is None)
    return round(next(bare, steps + 1) / 20 - _NEAR - 0.05, 3)


@check("P015", on=Proof)
def something_is_seen(proof: Proof) -> Iterator[Problem]:
    """A face shows something on white paper, inside its trim."""
    shape = proof.face.shape
    for layer in proof.layers:
        x1, y1, x2, y2 = layer.box
        within = x1 <= x2 and y1 <= y2 and overlap(layer.box, (0.0, 0.0, shape.width, shape.height))
        if within and layer.share > 0 and _shows(layer):
            return
    key = "layout" if proof.face.side == "front" else "back"
    mark = proof.item.marks.get(key) or proof.owner.marks.get(key) or proof.owner.mark
    message = f"nothing can be seen on the {proof.face.side}: no paint lies inside the trim that shows on white"
    hidden = proof.studio.hidden_in(proof.owner, [proof.item], ())
    yield Problem(mark, message, f"draw inside the page, in colours that are not white, or print it not at all{hidden}")


@check("P017", on=Proof)
def words_are_seen(proof: Proof) -> Iterator[Problem]:
    """No words lie wholly below what is drawn after them, or outside of what cuts them."""
    first = proof.words[0][0] if proof.words else 0
    later = [(k, top) for k, top in proof.grounds if k > first and isinstance(top.node, Path | Image)]
    for k, layer, run in proof.words:
        over = [top for place, top in later if place > k and overlap(top.box, layer.box)]
        if not over and not layer.clips:
            continue
        boxes = _letter_boxes(run, layer.matrix, proof.book)
        middles = [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in boxes[:: max(1, len(boxes) // _LETTERS)]]
        ways = [_hidden(proof.sampler, layer, over, *middle) for middle in middles]
        if ways and all(ways):
            message = f"nobody sees `{short(run.said)}`: {'; '.join(dict.fromkeys(ways))}"
            hint = "write it behind that in the file, or outside of it"
            yield Problem(proof.mark(layer, "pnp:text"), message, hint)


def _hidden(sampler: Sampler, words: Layer, over: Sequence[Layer], x: float, y: float) -> str:
    """What hides a point of some words; "" if nothing does."""
    if any(back is None or not inside(sampler.loops(cut), *at(back, x, y), odd) for cut, odd, back in words.clips):
        return "its clip path cuts it off"
    for top in over:
        covering = sampler.covering(top, x, y) if holds(top.box, (x, y, x, y), 0.0) else None
        if covering is not None and covering[1] >= PICTURE and isinstance(top.node, Image):
            covering = (PAPER, float(is_opaque(top.node.data)))
        if covering is not None and covering[1] > 0.99:
            return f"the `{top.element.tag if top.element else 'picture'}` drawn after it covers it"
    return ""


def _shows(layer: Layer) -> bool:
    return isinstance(layer.node, Image) or is_tinted([layer.node])
