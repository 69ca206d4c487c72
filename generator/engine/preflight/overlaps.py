"""What lies over what: words over other words, icons and words that run into each other.

Takes a `Proof`; gives a problem at the element that comes later. Promise: measured on the ink of the letters, not on
their boxes, along the lines; what is written upon an icon on purpose, wholly inside it, is no fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import hypot

from generator.engine.preflight.legibility import FAINT, short, stands_out
from generator.engine.preflight.run import Proof
from generator.engine.preflight.visibility import Layer
from generator.engine.registry import Problem, check
from generator.face.face import IDENTITY, Group, Matrix, Text
from generator.face.geometry import Box, box_under, common, multiply
from generator.typeset.fonts import FontBook

TOUCH = 0.15
"""Ink (mm, both ways) from which on an overlap is seen."""
UPON = 0.8
"""The share of the letters from which on words are meant to stand upon an icon."""

HEAP = 4
"""So many texts that begin below the top of one are held against it: a heap of thousands is told by these."""
_GRID = 6
"""So many points each way tell whether an icon paints where a letter is."""


@check("P011", on=Proof)
def words_keep_apart(proof: Proof) -> Iterator[Problem]:
    """The letters of different texts do not overlap."""
    for (_, one, first), (_, two, second) in _crossing(proof.words):
        depth = _depth((one, first), (two, second), proof.book)
        if depth > TOUCH:
            message = f"`{short(second.string)}` overlaps `{short(first.string)}` by {depth:.1f} mm"
            yield Problem(proof.mark(two, "pnp:text"), message, "move one of the two, or give each a `pnp:box`", depth)


_Run = tuple[int, Layer, Text]


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
        apart = one[1].element is not other[1].element and one[2].string != other[2].string
        if apart and box[0] < x2 - TOUCH and box[2] > x1 + TOUCH:
            yield other


def shared(a: Box, b: Box) -> float:
    """How deep (mm, the lesser way) two boxes overlap; 0 if they do not by more than `TOUCH`."""
    depth = min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
    return depth if depth > TOUCH else 0.0


def _depth(one: tuple[Layer, Text], other: tuple[Layer, Text], book: FontBook) -> float:
    """How deep letters overlap: measured along the lines of both, which may be turned."""
    ways = {_upright(layer.matrix) for layer, _ in (one, other)}
    pairs = [
        product(*(letter_boxes(run, multiply(way, layer.matrix), book) for layer, run in (one, other))) for way in ways
    ]
    return max((min(shared(*both) for both in seen) for seen in zip(*pairs, strict=True)), default=0.0)


def _upright(matrix: Matrix) -> Matrix:
    """What turns lines of type level again."""
    a, b = matrix[:2]
    size = hypot(a, b)
    return (a / size, -b / size, b / size, a / size, 0.0, 0.0) if b and size else IDENTITY


def letter_boxes(run: Text, matrix: Matrix, book: FontBook) -> list[Box]:
    """The boxes of the ink of a run's letters under a map."""
    font, found = book.font(run.font), []
    for glyph in run.glyphs:
        x1, y1, x2, y2 = font.ink(glyph.gid)
        if x1 <= x2:
            x, y, size = run.x + glyph.x, run.y + glyph.y, run.size
            found.append(box_under((x + x1 * size, y + y1 * size, x + x2 * size, y + y2 * size), matrix))
    return found


@check("P012", on=Proof)
def icons_keep_off_words(proof: Proof) -> Iterator[Problem]:
    """Icons and words do not run into each other."""
    for x1, y1, x2, y2, k, icon in proof.grounds:
        if not isinstance(icon.node, Group):
            continue
        for place, words, run in proof.words:
            box = words.box
            if box[0] < x2 and box[2] > x1 and box[1] < y2 and box[3] > y1 and icon.element is not words.element:
                depth = _into(proof, (k, icon), (place, words, run))
                if depth:
                    message = f"the icon `{icon.icon}` and `{short(run.string)}` overlap by {depth:.1f} mm"
                    later = icon if k > place else words
                    yield Problem(proof.mark(later, "pnp:icon", "pnp:text"), message, "move one of the two", depth)


def _into(proof: Proof, sign: tuple[int, Layer], words: _Run) -> float:
    """How deep (mm) an icon and letters run into each other; 0 if they do not, or are meant to."""
    (k, icon), (place, layer, run) = sign, words
    boxes = letter_boxes(run, layer.matrix, proof.book)
    hidden = [b for b in boxes if shared(b, icon.box)]
    upon = k < place and sum(_inside(b, icon.box) for b in hidden) >= UPON * len(boxes)
    if not hidden or upon or stands_out(proof, k) < FAINT or not _hit(proof, icon, hidden):
        return 0.0
    return max(shared(b, icon.box) for b in hidden)


def _inside(box: Box, around: Box) -> bool:
    slack = 0.1
    inner = around[0] - slack <= box[0] and around[1] - slack <= box[1]
    return inner and box[2] <= around[2] + slack and box[3] <= around[3] + slack


def _hit(proof: Proof, icon: Layer, boxes: Sequence[Box]) -> bool:
    """True if the icon really paints where letters are, and not only its box lies there."""
    for x1, y1, x2, y2 in (common(box, icon.box) for box in boxes):
        for i in range(_GRID):
            for j in range(_GRID):
                x, y = x1 + (x2 - x1) * (i + 0.5) / _GRID, y1 + (y2 - y1) * (j + 0.5) / _GRID
                covering = proof.loupe.covering(icon, x, y)
                if covering is not None and covering[1] > 0.3:
                    return True
    return False
