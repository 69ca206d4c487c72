"""Figures of the rules as data: the faces that they show, and what is said of them."""

from __future__ import annotations

from generator.data.text import Text
from generator.diagnostics.findings import Mark
from generator.values import dataclass

Cell = tuple[int, int]
"""A hexagon in axial coordinates; in a grid of rectangles column and row."""


@dataclass(frozen=True, slots=True)
class FigureFace:
    """A face in a figure: in a row with others, on a `cell` of a grid, or its top left `at` a place in mm. `turn` is in
    degrees clockwise."""

    set: str
    item: str
    side: str
    mark: Mark
    cell: Cell | None = None
    at: tuple[float, float] | None = None
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Callout:
    """Words about a place: an element of a template called `name`, a `point` of the face in mm, or `cells` of the grid.
    `face` counts from 0."""

    text: Text
    mark: Mark
    face: int = 0
    name: str = ""
    point: tuple[float, float] | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Faces, and what is said of them by number."""

    faces: tuple[FigureFace, ...]
    callouts: tuple[Callout, ...]
