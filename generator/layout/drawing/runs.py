"""The words of a text element -> runs of one style, each with its place, and lines of such runs.

Takes a bound `text` element and its place; gives `Run`s. Promise: white space as SVG has it; a character that has a
place of its own begins a run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from generator.diagnostics.findings import Unreadable
from generator.layout.drawing.context import Context, GraphicsState, inside
from generator.layout.svg.element import Element
from generator.layout.svg.numbers import length, shown
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


Places = dict[int, dict[str, float]]
"""Where characters stand that have a place of their own, by their number in the text."""


def runs_of(context: Context, element: Element, state: GraphicsState) -> list[Run]:
    """The runs of a text."""
    runs: list[Run] = []
    _read(context, element, state, {}, runs, 0)
    return runs


def _read(context: Context, element: Element, state: GraphicsState, places: Places, runs: list[Run], count: int) -> int:
    """Add the runs of an element to those so far, of `count` characters; gives how many there are now."""
    own = {count + k: there for k, there in _places_of(element, state).items()}
    outer = {k: places.get(k, {}) for k in own}
    places |= {k: outer[k] | there for k, there in own.items()}
    for child in element.children:
        if isinstance(child, str):
            words = re.sub(r"[\r\n\t]", " ", child) if state.style.preserve else re.sub(r"[ \r\n\t]+", " ", child)
            open_ = not runs or (runs[-1].words.endswith(" ") and not runs[-1].state.style.preserve)
            words = words.lstrip(" ") if open_ and not state.style.preserve else words
            starts = [0, *(k for k in range(1, len(words)) if places.get(count + k)), len(words)]
            for start, end in pairwise(starts):
                if end > start:
                    runs.append(Run(words[start:end], element, state, places.get(count + start, {})))
            count += len(words)
        elif child.tag in ("tspan", "a") and child.attributes.get("display") != "none":
            within = inside(context, child, state)
            count = _read(context, child, replace(within, matrix=state.matrix), places, runs, count)
    places |= {k: there for k, there in outer.items() if k >= count}
    return count


def _places_of(element: Element, state: GraphicsState) -> Places:
    """Where the characters in an element stand, as it says itself."""
    em, found = state.style.font_size, Places()
    for name in ("x", "y", "dx", "dy") if element.tag != "a" else ():
        for at, words in enumerate(places(element.attributes.get(name, ""))):
            found.setdefault(at, {})[name] = length(words, state.viewport[name[-1] == "y"], em)
    return found


def places(words: str) -> list[str]:
    """The lengths of a list: SVG allows one for each character. Raises `Unreadable` as browsers do."""
    if re.match(r"\s*,|\s+\S|.*,\s*,", words):
        raise Unreadable(f"`{shown(words)}` begins with a blank, or has a comma too many", "write `2 3 4`")
    return words.replace(",", " ").split()


def lines_of(runs: list[Run]) -> list[list[Run]]:
    """Runs up to the next that has a place of its own are one line."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or run.opens:
            lines.append([])
        lines[-1].append(run)
    return lines
