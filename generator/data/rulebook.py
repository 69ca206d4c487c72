"""The texts of a game, its words in each language; its rules with their figures, its set-up, its open questions: the
values that model.py is made of.

Frozen; nothing here does work beyond looking something up.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.diagnostics.findings import Located, Mark
from generator.values import Struct, field


class Text(Struct, frozen=True):
    """Words in each language, with markup as written. `marks` has the place of each language's words."""

    words: Mapping[str, str]
    marks: Mapping[str, Mark] = field(default_factory=dict)

    def in_language(self, language: str) -> str:
        """The words in that language ("" if there are none)."""
        return self.words.get(language, "")


Cell = tuple[int, int]
"""A hexagon in axial coordinates; in a grid of rectangles column and row."""


class FigureFace(Struct, frozen=True):
    """A face in a figure: in a row with others, on a `cell` of a grid, or its top left `at` a place in mm. `turn` is in
    degrees clockwise. `counts` are (players, copies), each a `step` from the last; () is one for any of them. `up`:
    of a die, the one face of this number."""

    set: str
    item: str
    side: str
    mark: Mark
    cell: Cell | None = None
    at: tuple[float, float] | None = None
    turn: float = 0.0
    counts: tuple[tuple[int, int], ...] = ()
    step: tuple[float, float] = (0.0, 0.0)
    up: int = 0


class Callout(Struct, frozen=True):
    """Words about a place: an element of a template called `name`, a `point` of the face in mm, or `cells` of the grid.
    `face` counts from 0."""

    text: Text
    mark: Mark
    face: int = 0
    name: str = ""
    point: tuple[float, float] | None = None
    cells: tuple[Cell, ...] = ()


class Figure(Struct, frozen=True):
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


class Rule(Struct, frozen=True):
    """A paragraph. `number` is "3.2.1" for kind "rule" and "" for examples and notes."""

    id: str
    number: str
    kind: str
    text: Text
    mark: Mark
    title: Text | None = None
    aid: Text | None = None
    rules: tuple[Rule, ...] = ()
    figure: Figure | None = None


class Section(Struct, frozen=True):
    """A chapter of the rules; `turn`: it is a step of a turn."""

    id: str
    number: str
    title: Text
    rules: tuple[Rule, ...]
    mark: Mark
    intro: Text | None = None
    turn: bool = False


class SetupStep(Located, Struct, frozen=True):
    """One set-up step as data; `counts` maps each number of players to a number of pieces, None for "all". `match` is
    a field alike in all pieces that one player takes by such steps; `shown` is printed for the number."""

    id: str
    do: str
    mark: Mark
    text: Text
    sets: tuple[str, ...] = ()
    term: str = ""
    where: str = ""
    counts: Mapping[int, int | None] = field(default_factory=dict)
    per_player: bool = False
    source: str = ""
    target: str = ""
    mode: str = ""
    rule: str = ""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    match: str = ""
    shown: Text | None = None


class Setup(Struct, frozen=True):
    """How a game is set up: its modes, the zones pieces can be in, the steps in order. In the zones `passing` nothing
    may be left afterwards. `marks` has the places of `zones.0`, `passing.0`, `modes.NAME` ..."""

    modes: Mapping[str, Text] = field(default_factory=dict)
    zones: tuple[str, ...] = ()
    steps: tuple[SetupStep, ...] = ()
    passing: tuple[str, ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)


class Question(Struct, frozen=True):
    """What the draft leaves open, what we assumed, and why. `about`, at `about_mark`, is "set cube", "parameter rounds"
    ...; `kind` is "" or "blank", "slip" ...; `weight` goes from 1 (a trifle) to 3 (the game hangs on it)."""

    id: str
    about: str
    question: Text
    assumption: Text
    reason: Text
    mark: Mark
    about_mark: Mark = field(default_factory=lambda: Mark(""))
    kind: str = ""
    weight: int = 2
