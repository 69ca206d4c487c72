"""A text of a game, its words in each language; figures of the rules, the faces that they show and what is said of
them."""

from __future__ import annotations

from collections.abc import Mapping

from generator.diagnostics.findings import Mark
from generator.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """Words in each language, with markup as written. `marks` has the place of each language's words."""

    words: Mapping[str, str]
    marks: Mapping[str, Mark] = field(default_factory=dict)

    def in_language(self, language: str) -> str:
        """The words in that language ("" if there are none)."""
        return self.words.get(language, "")


Cell = tuple[int, int]
"""A hexagon in axial coordinates; in a grid of rectangles column and row."""


@dataclass(frozen=True, slots=True)
class FigureFace:
    """A face in a figure: in a row with others, on a `cell` of a grid, or its top left `at` a place in mm. `turn` is in
    degrees clockwise. `counts` are (players, copies), each a `step` from the last; () is one for any of them."""

    set: str
    item: str
    side: str
    mark: Mark
    cell: Cell | None = None
    at: tuple[float, float] | None = None
    turn: float = 0.0
    counts: tuple[tuple[int, int], ...] = ()
    step: tuple[float, float] = (0.0, 0.0)


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

    @property
    def scenes(self) -> dict[tuple[int, ...], tuple[int, ...]]:
        """How many copies of each face are shown, by the numbers of players for which that is so."""
        players = sorted({n for face in self.faces for n, _ in face.counts})
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for n in players or [0]:
            counts = tuple(dict(face.counts).get(n, 1) for face in self.faces)
            found[counts] = (*found.get(counts, ()), n)
        return {numbers: counts for counts, numbers in found.items() if any(counts)}
