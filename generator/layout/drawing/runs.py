"""The words of a text element -> runs of one style, each with its place, and lines of such runs.

Takes a bound `text` element and its place; gives `Run`s. Promise: white space as SVG has it; a character that has a
place of its own begins a run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.layout.drawing.context import Context, GraphicsState, inside
from generator.layout.svg.element import Element
from generator.layout.svg.numbers import length
from generator.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Run:
    """Sample words of one style. `place` has x and y where they do not go on from the words before, dx and dy where
    they are moved."""

    words: str
    element: Element
    state: GraphicsState
    place: Mapping[str, float]

    @property
    def opens(self) -> bool:
        """Whether they are set at a place of their own."""
        return "x" in self.place or "y" in self.place


def runs_of(
    context: Context, element: Element, state: GraphicsState, place: dict[str, float], runs: list[Run]
) -> list[Run]:
    """The runs so far and those of an element. `place` is that of the first character to come."""
    letters = _places_of(element, state)
    place |= letters[0]
    for child in element.children:
        before = len(runs)
        if isinstance(child, str):
            words = re.sub(r"[\r\n\t]", " ", child) if state.style.preserve else re.sub(r"[ \r\n\t]+", " ", child)
            open_ = not runs or (runs[-1].words.endswith(" ") and not runs[-1].state.style.preserve)
            words = words.lstrip(" ") if open_ and not state.style.preserve else words
            for part, there in _parted(words, [place, *letters[1:]]):
                runs.append(Run(part, element, state, dict(there)))
            letters = letters[len(words) :] or [{}]
        elif child.tag in ("tspan", "a") and child.attributes.get("display") != "none":
            within = inside(context, child, state)
            runs_of(context, child, replace(within, matrix=state.matrix), dict(place), runs)
        if len(runs) > before:
            place.clear()
    return runs


def _places_of(element: Element, state: GraphicsState) -> list[dict[str, float]]:
    """Where the characters in an element stand, one by one; at least of the first."""
    em, found = state.style.font_size, [dict[str, float]()]
    for name in ("x", "y", "dx", "dy"):
        for at, words in enumerate(element.attributes.get(name, "").replace(",", " ").split()):
            found += [{}] * (at == len(found))
            found[at] = found[at] | {name: length(words, state.viewport[name[-1] == "y"], em)}
    return found


def _parted(words: str, places: Sequence[dict[str, float]]) -> Iterator[tuple[str, dict[str, float]]]:
    """Words in parts, each from a character that has a place of its own."""
    starts = [0, *(k for k in range(1, min(len(places), len(words))) if places[k]), len(words)]
    for start, end in pairwise(starts):
        if end > start:
            yield words[start:end], places[start]


def lines_of(runs: list[Run]) -> list[list[Run]]:
    """Runs up to the next that has a place of its own are one line."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or run.opens:
            lines.append([])
        lines[-1].append(run)
    return lines
