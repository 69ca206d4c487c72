"""What stands on a piece, one below the other about the middle -> the box of each.

Promise: what has no room is left out from the least important on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from generator.scaffold.elements import Box, Drawn
from generator.values import Struct

_GAP = 0.5
"""Between what stands above and below, where there is room; signs of Japanese fill their lines."""
Half = Callable[[float, float], float]
"""Half of the width that there is between two heights."""


class PieceRow(Struct, frozen=True):
    """So high it must be at `least`; `share` of what is left over is its own; blocks of the highest `rank` go first.
    `fits`: whether a box is wide enough; `clear`: how much of its height is clear at its corners."""

    rank: int
    fields: Sequence[str]
    least: float
    share: float
    draw: Callable[[Box], str]
    fits: Callable[[Box], bool] = lambda _: True
    clear: float = 0.0


def stacked(blocks: Sequence[PieceRow], top: float, bottom: float, half: Half) -> Drawn:
    """The blocks one below the other about the middle, and their fields."""
    kept = [block for block in blocks if block.fields]
    while kept:
        spare, shares = bottom - top - fsum(b.least for b in kept), fsum(b.share for b in kept)
        gap = min(_GAP, max(0.0, spare) / (3 * len(kept)))
        spare -= gap * (len(kept) - 1)
        y = top if shares else top + spare / 2
        boxes: list[Box] = []
        for block in kept:
            high = block.least + (spare * block.share / shares if shares else 0)
            wide = half(y + block.clear * high, y + (1 - block.clear) * high)
            boxes.append((-wide, y, 2 * wide, high))
            y += high + gap
        narrow = kept if spare < 0 else [b for b, box in zip(kept, boxes, strict=True) if not b.fits(box)]
        if not narrow:
            return [b.draw(box) for b, box in zip(kept, boxes, strict=True)], [f for b in kept for f in b.fields]
        kept.remove(max(reversed(narrow), key=lambda b: b.rank))
    return [], []
