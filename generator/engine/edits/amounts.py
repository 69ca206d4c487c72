"""Numbers that were edited alone: in the place of one there is another, and what it came of stands as it was.

Takes an `Edit` of a `Desk`; gives what was said, what is said now, and who still says what was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import permutations

from generator.data.model import Game
from generator.engine.edits.baseline import Edit, unedited
from generator.engine.edits.witnesses import Found, Least, Says, examples, own, text_of, witness
from generator.engine.meaning.reading import NUMBER, figured
from generator.engine.registry import Desk

_ALIKE: Least = (3, 0.5), (2, 0.3), (2, 0.1)
_MANY = 12
"""Of more numbers than these the rest is not tried for a sum."""


@lru_cache(maxsize=8192)
def _digits(words: str) -> Sequence[int]:
    return [int(n[:18]) for n in NUMBER.findall(words)]


def _numbers(game: Game, words: str) -> Counter[int]:
    return Counter(_digits(figured(game, words)))


def renumbered(desk: Desk, edit: Edit) -> Found | None:
    """One number in the place of another, alike in all languages."""
    changed = [_changed(desk.game, *edit.both(language)) for language in edit.pairs]
    if not changed[0] or any(one != changed[0] for one in changed):
        return None
    some = edit.pairs if edit.owner in examples(desk) else ()
    left = next(filter(None, (_left(desk, edit, language, changed[0]) for language in some)), None)
    if left is not None or len(changed[0]) > 1:
        return left
    ((old, new),) = changed[0]
    who = next(filter(None, _holders(desk, edit, old, new)), "")
    return (str(old), str(new), who) if who else None


def _holders(desk: Desk, edit: Edit, old: int, new: int) -> Iterator[str]:
    """Who still has the old number, the surest first; nobody else where the thing itself has the new one, too."""
    rest, counts = [*own(desk, edit)], _counts(desk.game, edit.owner)
    if new in sum((_numbers(desk.game, one.words) for one in rest), counts):
        return
    if old in counts or any(old in _numbers(desk.game, one.words) for one in rest if one in unedited(desk)):
        yield edit.owner
    more = [] if "" in edit.pairs else [_of_others(desk, edit, language, old, new) for language in edit.pairs]
    yield more[0] if all(more) and more else ""


def _changed(game: Game, was: str, now: str) -> Set[tuple[int, int]]:
    one, two = (_digits(figured(game, words)) for words in (was, now))
    return {(a, b) for a, b in zip(one, two, strict=True) if a != b} if len(one) == len(two) else set()


def _left(desk: Desk, edit: Edit, language: str, changed: Set[tuple[int, int]]) -> Found | None:
    """Of numbers of an example one that it still has elsewhere; or one that with another made a third, as the one in
    its place does not."""
    news = {new for _, new in changed}
    rest = [*_digits(figured(desk.game, text_of(desk, edit, language)))]
    if len(changed) == 1:
        rest.remove(*news)
    for old, new in sorted(changed):
        adds = [any(n + a == b for a, b in permutations(rest[:_MANY], 2)) for n in (old, new)]
        if old in rest and old not in news if len(changed) > 1 else adds == [True, False]:
            return str(old), str(new), edit.owner
    return None


def _counts(game: Game, owner: str) -> Counter[int]:
    """How many pieces and designs a set has."""
    kind, _, name = owner.partition(" ")
    known = game.sets.get(name) if kind == "set" else None
    if known is None or not known.complete:
        return Counter()
    return Counter([known.pieces or 0, len(known.items)])


def _of_others(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """Its own text, if it says the number elsewhere; or who says it in about the same words."""
    game = desk.game
    rest = [*_digits(figured(game, text_of(desk, edit, language)))]
    rest.remove(new)
    if new in rest or old in rest:
        return "" if new in rest else edit.owner

    def has(number: int) -> Says:
        return lambda words: number in _numbers(game, words)

    return witness(desk, edit, language, edit.words(0, language), (has(old), has(new)), _ALIKE)
