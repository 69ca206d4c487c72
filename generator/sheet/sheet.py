"""The value between sheet and export: a `Sheet`, one side of one piece of paper.

Promise: everything on the page has a position in mm, y down, origin at the top left of the paper; all
sheets are upright (portrait) so that one duplex setting serves a whole file; front and back are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.face.face import Face, Matrix, Node, Segments


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: size and the margin that home printers cannot print on, mm."""

    id: str
    name: str
    width: float
    height: float
    margin: float = 5.0


@dataclass(frozen=True, slots=True)
class Piece:
    """What is to be printed `count` times: a front and, if there is one, its back. Pieces of different `stock` (the
    weight of paper they want: "card", "board", "light") never share a sheet.
    """

    front: Face
    back: Face | None
    count: int
    stock: str = ""


STOCKS = {"card": "card", "die": "light", "standee": "light"}
"""Kind of set -> the paper it wants; every other kind wants "board"."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet. (x, y) is the top left of the box it covers on the page: `window` (the whole
    trim box if None) turned clockwise by `turn` quarter turns. `window` is (x, y, width, height) in the
    face's own mm: the part of a board that is larger than the paper. `bleed` is how far beyond the
    trim (or window) paint may reach at the left, top, right and bottom **of the page**, in mm. `clip`, in
    the face's mm, is set where neighbours interlock (nested tiles, circles in a hexagonal packing):
    paint is then clipped to that path (non-zero rule) instead of to the box with its bleed.
    """

    face: Face
    x: float
    y: float
    turn: int = 0
    window: tuple[float, float, float, float] | None = None
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    clip: Segments = field(default=(), repr=False)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The part of the face that is shown, in the face's mm."""
        return self.window or (0.0, 0.0, self.face.shape.width, self.face.shape.height)

    @property
    def width(self) -> float:
        """Width of the covered box on the page."""
        return self.box[3] if self.turn % 2 else self.box[2]

    @property
    def height(self) -> float:
        """Height of the covered box on the page."""
        return self.box[2] if self.turn % 2 else self.box[3]

    @property
    def seen(self) -> tuple[float, float, float, float]:
        """The part of the face that is shown with its bleed, as (x1, y1, x2, y2) in the face's mm."""
        (x, y, width, height), (left, top, right, bottom) = self.box, self.bleed
        turned = ((left, top, right, bottom) * 2)[self.turn % 4 :][:4]
        return (x - turned[0], y - turned[1], x + width + turned[2], y + height + turned[3])

    @property
    def matrix(self) -> Matrix:
        """Maps the face's mm to the page's mm."""
        bx, by, bw, bh = self.box
        cases: dict[int, Matrix] = {
            0: (1, 0, 0, 1, self.x - bx, self.y - by),
            1: (0, 1, -1, 0, self.x + bh + by, self.y - bx),
            2: (-1, 0, 0, -1, self.x + bw + bx, self.y + bh + by),
            3: (0, -1, 1, 0, self.x - by, self.y + bw + bx),
        }
        return cases[self.turn % 4]


@dataclass(frozen=True, slots=True)
class Mark:
    """A line on the sheet that is not part of a face. `kind`: "crop", "cut", "fold", "match", "trim",
    "safe", "bleed", "frame"; exporters take its width, colour and dash from `MARK_STYLES`.
    """

    kind: str
    segments: Segments


MARK_STYLES: dict[str, tuple[float, str, tuple[float, ...]]] = {
    "crop": (0.1, "#000000", ()),
    "cut": (0.1, "#8a8a8a", ()),
    "fold": (0.1, "#5a5a5a", (2.0, 1.2)),
    "match": (0.15, "#000000", ()),
    "trim": (0.15, "#d81b60", ()),
    "safe": (0.15, "#1e88e5", (1.0, 0.8)),
    "bleed": (0.15, "#43a047", (0.4, 0.6)),
    "frame": (0.2, "#9e9e9e", ()),
}
"""Kind of mark -> (width in mm, colour, dash in mm)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one piece of paper.

    `side` is "front", "back" or "fold" (both on one side). `title` is the bookmark and says which sets it
    holds; `label` is the page label. `furniture` are nodes in page mm that belong to no face: caption,
    scale bar, the words of the cover. Painted in this order: placements, marks, furniture. `trim_box` and
    `bleed_box` are (x, y, width, height) of the block.
    """

    paper: Paper
    side: str
    title: str
    label: str
    placements: tuple[Placement, ...] = ()
    marks: tuple[Mark, ...] = ()
    furniture: tuple[Node, ...] = field(default=(), repr=False)
    trim_box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    bleed_box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    sets: tuple[str, ...] = ()


def faces_on(sheets: Sequence[Sheet], side: str) -> int:
    """How many fronts ("front") or backs ("back") are on some sheets; what is split over several counts once."""
    placements = (p for sheet in sheets for p in sheet.placements if p.face.side == side)
    return sum(1 for p in placements if abs(p.box[0]) < _SLACK and abs(p.box[1]) < _SLACK)


_SLACK = 1e-6
