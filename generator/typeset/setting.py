"""The values of typesetting: a `Style` goes in, `Line`s and a `Setting` come out. Sizes are ems in mm."""

from __future__ import annotations

from collections.abc import Sequence

from generator.face.face import Color, Node
from generator.typeset.inline import Inline
from generator.values import dataclass, field

POINT = 25.4 / 72
"""One point in mm."""

FLOORS = {"ja": 6.5 * POINT, "en": 6.0 * POINT}
"""Language -> the smallest size, in mm, that text may ever shrink to."""

LEADINGS = {"ja": 1.5, "en": 1.25}
"""Language -> line distance in ems, where the style gives none."""

Content = str | Sequence[Inline]
"""What is set: plain words, or inline values. A line feed in plain words is a line break."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text is set. `size` is the em in mm, `leading`, `spacing` (between letters) and
    `word_spacing` (more at blanks) are in ems; `align` is "start", "middle", "end" or "justify"."""

    family: str
    size: float
    fill: Color
    language: str = "ja"
    bold: bool = False
    leading: float | None = None
    align: str = "start"
    spacing: float = 0.0
    word_spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line. In a `flow` its nodes stand about (0, 0), the start of its baseline; `drop` is the distance
    in mm from the baseline of the line before (0 for the first), `left` where the words start: not 0 where
    they are centred or set to the end. In a `Setting` its nodes and `left` are absolute."""

    nodes: tuple[Node, ...] = field(repr=False)
    text: str
    width: float
    ascent: float
    drop: float = 0.0
    left: float = 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """Text that has been set. `size` is the em it came to, in mm; `over_width` and `over_height` say by
    how many mm it is larger than its place; `missing` are the characters that no font draws."""

    nodes: tuple[Node, ...] = field(repr=False)
    width: float
    height: float
    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0
    missing: tuple[str, ...] = ()
