"""Japanese text -> where its phrases end, by the model of budoux.

Promise: the ends are those that budoux's own parser finds. What a letter, a pair or three of them add to the score of
the places about them is one number, a field a place, so that each is looked up and added once.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

BITS = 24
"""The size of a field: the score of one place, which may be below 0."""
HALF = 1 << (BITS - 1)
FIELD = (1 << BITS) - 1

_Seconds = dict[str, tuple[int, dict[str, int]]]
_Letters = dict[str, tuple[int, _Seconds]]
"""A letter -> what it adds, and, by the letter behind it, what both add; likewise of three."""


@lru_cache(maxsize=256)
def phrase_ends(text: str) -> frozenset[int]:
    """Offsets at which a phrase ends."""
    least, letters = _model()
    ends, scores = [len(text)], 0  # of the places from the second before a letter on
    row = [*text, "", "", "", ""]
    for place, (letter, second, third) in enumerate(zip(row, row[1:], row[2:], strict=False), -2):
        scores = (scores >> BITS) + HALF
        if letter in letters:
            own, seconds = letters[letter]
            scores += own
            if second in seconds:
                both, thirds = seconds[second]
                scores += both + thirds.get(third, 0)
        if scores & FIELD > least and place > 0:
            ends.append(place)
    return frozenset(ends if text else ())


@lru_cache(maxsize=1)
def _model() -> tuple[float, _Letters]:
    """The least score of an end, and what adds to it."""
    found = find_spec("budoux")  # to import it would load its reader of HTML
    model = json.loads(Path(str(found and found.origin)).with_name("models").joinpath("ja.json").read_bytes())
    letters: _Letters = {}
    for kind, scores in model.items():
        before = {"UW": 6, "BW": 5, "TW": 6}[kind[:2]] - int(kind[2:])
        for words, score in scores.items():
            own, seconds = letters.setdefault(words[0], (0, {}))
            added = score << BITS * before
            if len(words) == 1:
                letters[words] = (own + added, seconds)
                continue
            both, thirds = seconds.setdefault(words[1], (0, {}))
            if len(words) == 2:
                seconds[words[1]] = (both + added, thirds)
            else:
                thirds[words[2]] = thirds.get(words[2], 0) + added
    return HALF + 0.5 * sum(sum(scores.values()) for scores in model.values()), letters
