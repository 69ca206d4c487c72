"""Numbers that were edited alone: in the place of one there is another, and what it came of stands as it was.

Takes an `Edit` of a `Desk`; gives what was said, what is said now, and who still says what was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache

from generator.data.model import Game
from generator.engine.edits.baseline import Edit, unedited
from generator.engine.edits.evidence import Found, Least, Says, said_of_same, text_of, witness
from generator.engine.meaning.reading import NUMBER, figured
from generator.engine.registry import Desk
from generator.values import lazy_pattern

_ALIKE: Least = (3, 0.5), (2, 0.3), (2, 0.1)
_SUM = lazy_pattern(r"\d+(?:\s*[+×*=−-]\s*\d+)+")


@lru_cache(maxsize=8192)
def _digits(words: str) -> Sequence[int]:
    return [int(n[:18]) for n in NUMBER.findall(words)]


def _numbers(game: Game, words: str) -> Sequence[int]:
    return _digits(figured(game, words))


def renumbered(desk: Desk, edit: Edit) -> Found | None:
    """One number in the place of another, alike in all languages."""
    first, *others = [_changed(desk.game, *edit.both(language)) for language in edit.pairs]
    for old, new in sorted(first) if all(one == first for one in others) else ():
        summed = old not in {n for _, n in first} and any(old in _summed(desk, edit, la) for la in edit.pairs)
        more = _holders(desk, edit, old, new) if len(first) == 1 else ()
        who = edit.owner if summed else next(filter(None, more), "")
        if who:
            return str(old), str(new), who
    return None


def _changed(game: Game, was: str, now: str) -> Set[tuple[int, int]]:
    one, two = _numbers(game, was), _numbers(game, now)
    return {(a, b) for a, b in zip(one, two, strict=True) if a != b} if len(one) == len(two) else set()


def _summed(desk: Desk, edit: Edit, language: str) -> Set[int]:
    """What the text calculates with now."""
    sums = _SUM.findall(figured(desk.game, text_of(desk, edit, language)))
    return {n for some in sums for n in _digits(some)}


def _holders(desk: Desk, edit: Edit, old: int, new: int) -> Iterator[str]:
    """Who still has the old number, the surest first; nobody else where the thing itself has the new one, too. Of one
    of a sort much is said."""
    rest = [*said_of_same(desk, edit)]
    if any(new in _numbers(desk.game, one.words) for one in rest):
        return
    if old > 1 and any(old in _numbers(desk.game, one.words) for one in rest if one in unedited(desk)):
        yield edit.owner
    more = [] if "" in edit.pairs else [_of_others(desk, edit, language, old, new) for language in edit.pairs]
    yield more[0] if all(more) and more else ""


def _of_others(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """Who says the number in about the same words; nobody, where the text itself says either elsewhere."""
    rest = [*_numbers(desk.game, text_of(desk, edit, language))]
    rest.remove(new)

    def has(number: int) -> Says:
        return lambda words: number in _numbers(desk.game, words)

    sides = has(old), has(new)
    return "" if {old, new} & {*rest} else witness(desk, edit, language, edit.both(language), sides, _ALIKE)
