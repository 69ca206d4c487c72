"""Where a back belongs: front placement -> the place behind it, for each way to turn the paper.

Promise: registration is exact (only float noise); a card is upright again when it is turned about its own
vertical axis; the window of a split board lies behind its own front.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.face.face import Face, Segments
from generator.sheet.sheet import Paper, Placement


@dataclass(frozen=True, slots=True)
class Fold:
    """The line over which a sheet is folded: x = `at` if `upright`, else y = `at`, mm."""

    upright: bool
    at: float


def behind(front: Placement, back: Face, paper: Paper, backs: str, fold: Fold | None = None) -> Placement:
    """The placement of `back` behind `front`: on the other side of the paper, or beyond the fold."""
    left, top, right, bottom = front.bleed
    seen = replace(
        front,
        face=back,
        turn=-front.turn % 4,
        window=_mirrored_window(front),
        clip=mirrored(front.clip, front.face.shape.width),
    )
    if fold and fold.upright:
        return replace(seen, x=2 * fold.at - front.x - front.width, bleed=(right, top, left, bottom))
    if fold:
        y = 2 * fold.at - front.y - front.height
        return replace(seen, y=y, turn=(seen.turn + 2) % 4, bleed=(left, bottom, right, top))
    if backs == "short-edge":
        y = paper.height - front.y - front.height
        return replace(seen, y=y, turn=(seen.turn + 2) % 4, bleed=(left, bottom, right, top))
    return replace(seen, x=paper.width - front.x - front.width, bleed=(right, top, left, bottom))


def shifted(placement: Placement, offset: tuple[float, float]) -> Placement:
    """The placement moved right and down, mm."""
    return replace(placement, x=placement.x + offset[0], y=placement.y + offset[1])


def _mirrored_window(front: Placement) -> tuple[float, float, float, float] | None:
    if front.window is None:
        return None
    x, y, w, h = front.window
    return (front.face.shape.width - x - w, y, w, h)


def mirrored(segments: Segments, width: float) -> Segments:
    """An outline as it is seen from behind, in the mm of the back."""
    return tuple((command, tuple(width - c if k % 2 == 0 else c for k, c in enumerate(v))) for command, v in segments)
