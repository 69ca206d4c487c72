"""From a page to one of another size: where a place comes to stand, how large lengths and type become.

What lies near the edges keeps its distance from them, as far as the safe zone of the new size lets it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from generator.face.geometry import Box
from generator.values import Struct

LEAST = 2.2
"""Type (mm) is made no smaller than this, unless it was."""
EDGE = 4.0
"""What lies so near (mm) to the edge of a card stays as near: its safe zone."""
_NEAR, _WHOLE = 0.01, 0.9
"""What is as wide or as high as so much of the page reaches over it."""
Place = Callable[[float, bool], float]
"""A coordinate, and whether it is one across -> where it comes to stand."""


class PageScale(Struct, frozen=True):
    """From a page (x, y, width, height, in its own units, so many a mm) to one so many times as wide and high. `safe`:
    how far words are from the edge of a small piece, before and after (mm)."""

    page: Sequence[float]
    x: float
    y: float
    unit: float
    safe: tuple[float, float] = (0.0, 0.0)

    @property
    def least(self) -> float:
        """By how much things grow that keep their proportions."""
        return min(self.x, self.y)

    def at(self, value: float, across: bool) -> float:
        """A place on the page, or beyond its edges."""
        start, size, scale = (self.page[0], self.page[2], self.x) if across else (self.page[1], self.page[3], self.y)
        edge, new = (EDGE * self.unit,) * 2 if self._is_large(size, scale) else (side * self.unit for side in self.safe)
        at, end = value - start, size * scale
        if edge <= at <= size - edge:
            return start + new + (at - edge) * (end - 2 * new) / (size - 2 * edge)
        share = new / edge if edge and 0 < at < size else 1.0  # beyond the page what bleeds is as wide
        return start + (at * share if at < edge else end - (size - at) * share)

    def _is_large(self, size: float, scale: float) -> bool:
        return size * min(scale, 1.0) > 8 * EDGE * self.unit

    def around(self, value: float, across: bool) -> float:
        """A place beside the middle of the page, where coordinates begin."""
        middle = self.page[not across] + self.page[3 - across] / 2
        return self.at(middle + value, across) - self.at(middle, across)

    def by(self, value: float, across: bool) -> float:
        """A length, or a place in coordinates of their own."""
        return value * (self.x if across else self.y)

    def type(self, value: float) -> float:
        """A size of type."""
        return max(value * self.least, min(value, LEAST * self.unit))

    def spans(self, box: Box) -> bool:
        """True for what reaches over the page, or draws nothing."""
        return max((box[2] - box[0]) / self.page[2], (box[3] - box[1]) / self.page[3]) >= _WHOLE

    def kept(self, box: Box, place: Place) -> tuple[float, float]:
        """How far to move what is `least` times as large as it was, in proportion to its distance from both edges."""
        moves = []
        for n, across in ((0, True), (1, False)):
            low, high, start, size = box[n], box[n + 2], self.page[n], self.page[n + 2]
            share = min(max((low - start) / max(size - (high - low), 1e-9), 0.0), 1.0)
            first, last = place(low, across), place(high, across)
            moves.append(first + share * (last - first - self.least * (high - low)) - self.least * low)
        return moves[0], moves[1]

    def is_centred(self, said: str) -> bool:
        """True for a transform to the middle of a small page, about which a piece is drawn that is one cell."""
        if self._is_large(self.page[2], self.x) or self._is_large(self.page[3], self.y):
            return False
        found = re.fullmatch(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", said)
        middle = (self.page[0] + self.page[2] / 2, self.page[1] + self.page[3] / 2)
        places = [float(n) for n in found.groups()] if found else []
        return bool(found) and all(abs(n - at) < _NEAR for n, at in zip(places, middle, strict=True))
