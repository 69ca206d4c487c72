"""Japanese text -> where its phrases end, by the model of budoux.

Promise: the ends are those that budoux's own parser finds. Its thirteen tables are folded into three, by letters,
pairs and threes of them, so that each place of a text is looked up three times, not thirteen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import add

_Table = Mapping[str, tuple[int, ...]]


@lru_cache(maxsize=256)
def phrase_ends(text: str) -> frozenset[int]:
    """Offsets at which a phrase ends."""
    base, letters, pairs, triples = _model()
    last = len(text)
    scores = [base] * (last + 6)  # of an end before letter k: at k + 2
    twos = [*map(add, text, text[1:]), ""][:last]
    threes = [*map(add, twos, text[2:]), "", ""][:last]
    for at, (letter, two, three) in enumerate(zip(text, twos, threes, strict=True)):
        if letter in letters:
            a, b, c, d, e, f = letters[letter]
            scores[at + 5] += a
            scores[at + 4] += b
            scores[at + 3] += c
            scores[at + 2] += d
            scores[at + 1] += e
            scores[at] += f
        if two in pairs:
            a, b, c = pairs[two]
            scores[at + 4] += a
            scores[at + 3] += b
            scores[at + 2] += c
        if three in triples:
            a, b, c, d = triples[three]
            scores[at + 5] += a
            scores[at + 4] += b
            scores[at + 3] += c
            scores[at + 2] += d
    return frozenset([*(k for k in range(1, last) if scores[k + 2] > 0), last] if text else ())


@lru_cache(maxsize=1)
def _model() -> tuple[float, _Table, _Table, _Table]:
    """The score of no evidence; of letters, pairs and threes what they add to the places about them."""
    import budoux

    model = budoux.load_default_japanese_parser().model
    base = -0.5 * sum(sum(scores.values()) for scores in model.values())
    return base, _folded(model, "UW", 6), _folded(model, "BW", 3), _folded(model, "TW", 4)


def _folded(model: Mapping[str, Mapping[str, int]], kind: str, count: int) -> _Table:
    tables = [model.get(f"{kind}{k}", {}) for k in range(1, count + 1)]
    return {key: tuple(table.get(key, 0) for table in tables) for table in tables for key in table}
