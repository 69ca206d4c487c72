"""The words of a text element as its file has them -> runs of one style, each with its place.

Takes a `text` element and its place in the tree; gives its lines. Promise: blanks count as SVG says; each letter that
has a place of its own, or stands along a path, begins a run.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from itertools import pairwise

from generator.diagnostics.findings import Finding
from generator.layout.drawing.context import Context, GraphicsState, inner_state
from generator.layout.drawing.slots import frame_of
from generator.layout.drawing.text_path import Track, track_of
from generator.layout.svg.datatypes import length, number, places
from generator.layout.svg.element import Element, inner_words
from generator.values import Struct, replace


class SampleRun(Struct, frozen=True):
    """Sample words of one style, from the character `start` of their text. `place` has x and y where they do not go on
    from the words before, dx and dy where they are moved, and by how many degrees they `rotate` where that is a letter.
    """

    start: int
    words: str
    element: Element
    state: GraphicsState
    place: Mapping[str, float]
    track: Track | None

    @property
    def opens(self) -> bool:
        """Whether they are set at a place of their own."""
        return "x" in self.place or "y" in self.place


_Runs = list[SampleRun]
_Given = ChainMap[int, dict[str, float]]
"""Where characters stand that have a place of their own, by their number in the text: the innermost element first."""


def written_lines(context: Context, element: Element, state: GraphicsState) -> list[_Runs]:
    """Runs up to the next that has a place of its own, or stands along something else, are one line."""
    runs: _Runs = []
    _read(context, element, state, ChainMap(), None, runs)
    if runs and not runs[-1].state.style.preserve:
        runs[-1] = replace(runs[-1], words=runs[-1].words.rstrip(" "))
    lines: list[_Runs] = []
    for run in runs:
        if not lines or run.opens or run.track is not lines[-1][0].track:
            lines.append([])
        lines[-1].append(run)
    return lines


def _read(
    context: Context, element: Element, state: GraphicsState, places: _Given, track: Track | None, runs: _Runs
) -> None:
    """Add the runs of an element to those so far. `track`: what they stand along."""
    own = {_end(runs) + k: there for k, there in _places_of(element, state).items()}
    places = places.new_child({k: places.get(k, {}) | there for k, there in own.items()}) if own else places
    for child in element.children:
        if isinstance(child, str):
            words = re.sub(r"[\r\n\t]", " ", child) if state.style.preserve else re.sub(r"[ \r\n\t]+", " ", child)
            open_ = not runs or (runs[-1].words.endswith(" ") and not runs[-1].state.style.preserve)
            words = words.lstrip(" ") if open_ and not state.style.preserve else words
            _plain_blanks(context, element, words)
            begin = _end(runs)
            cuts = [0, *(k for k in range(1, len(words)) if places.get(begin + k)), len(words)] if words else []
            for k, end in pairwise(cuts):
                place = places.get(begin + k, {})
                runs.append(SampleRun(begin + k, words[k:end], element, state, place, track))
        elif child.tag in ("tspan", "a", "textPath") and child.attributes.get("display") != "none":
            within, along = inner_state(context, child, state), track
            if child.tag == "textPath":
                along = track_of(context, child, within, frame_of(state.matrix).units)
                if along is None:
                    continue
            _read(context, child, replace(within, matrix=state.matrix), places, along, runs)


def _end(runs: Sequence[SampleRun]) -> int:
    return runs[-1].start + len(runs[-1].words) if runs else 0


def _plain_blanks(context: Context, element: Element, words: str) -> None:
    if found := re.search("[\u2000-\u200a\u202f\u205f]", words):
        message = f"the blank U+{ord(found[0]):04X} is printed as wide as any other"
        context.tell(Finding("T029", element.mark(), message, "move the words behind it with `dx`"))


def _places_of(element: Element, state: GraphicsState) -> dict[int, dict[str, float]]:
    """Where the characters in an element stand, as it says itself."""
    em, found = state.style.font_size, dict[int, dict[str, float]]()
    for name in ("x", "y", "dx", "dy") if element.tag != "a" else ():
        for k, words in enumerate(places(element.attributes.get(name, ""))):
            found.setdefault(k, {})[name] = length(words, state.viewport[name[-1] == "y"], em)
    turns = [number(words) for words in places(element.attributes.get("rotate", ""))]
    if any(turns):  # the last is that of all letters behind it, too
        for k in range(len(inner_words(element))):
            found.setdefault(k, {})["rotate"] = turns[min(k, len(turns) - 1)]
    return found
