"""Numbers that were edited alone: in the place of one there is another, and what it came of stands as it was.

Takes an `Edit` of a `Desk`; gives what was said, what is said now, and who still says what was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import combinations, permutations

from generator.data.model import Game
from generator.engine.meaning.baseline import Edit, statements, unedited
from generator.engine.meaning.numbers import rows_of
from generator.engine.meaning.reading import NUMBER, THING, figured, numbered, spelt
from generator.engine.meaning.witnesses import (
    ITEM,
    KINDS,
    Found,
    Least,
    Says,
    examples,
    others,
    own,
    text_of,
    witness,
)
from generator.engine.registry import Desk, named_in
from generator.values import late

_ALIKE: Least = (3, 0.5), (2, 0.3), (2, 0.1)
_FEW, _MANY = 3, 12
_UNIT = late(r"(?<![\da-z.,])(\d{1,18})(?![\d%]|[.,]\d) ?(<[^<>]+>|[a-z]{3,}|[^\W\d_\sa-z]{1,3})")


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
    yield from _by_unit(desk, edit)
    rest, counts = [*own(desk, edit)], _counts(desk.game, edit.owner)
    if new in sum((_numbers(desk.game, one.words) for one in rest), counts):
        return
    if old in counts or any(old in _numbers(desk.game, one.words) for one in rest if one in unedited(desk)):
        yield edit.owner
    for language in edit.pairs:
        yield from _of_named(desk, edit, language, old, new)
    if all(_listed(desk, edit, language, old, new) for language in edit.pairs):
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
    total = next((pair for pair in changed if len(changed) == 1 and _is_no_sum(rest, *pair)), None)
    if total is not None:
        return str(total[0]), str(total[1]), edit.owner
    if len(changed) == 1:
        rest.remove(*news)
    for old, new in sorted(changed):
        adds = [any(n + a == b for a, b in permutations(rest[:_MANY], 2)) for n in (old, new)]
        if old in rest and old not in news if len(changed) > 1 else adds == [True, False]:
            return str(old), str(new), edit.owner
    return None


def _is_no_sum(numbers: Sequence[int], old: int, new: int) -> bool:
    """True if a number was what the one before it made with an earlier one, and is that no longer."""
    before = [numbers[:n] for n, number in enumerate(numbers) if number == new and n > 1]
    return any(old - some[-1] in some[:-1] and new - some[-1] not in some[:-1] for some in before)


def _counts(game: Game, owner: str, terms: Sequence[str] = ()) -> Counter[int]:
    """How many pieces and designs a set has, and how many pieces of each of some terms."""
    kind, _, name = owner.partition(" ")
    known = game.sets.get(name) if kind == "set" else None
    if known is None or not known.complete:
        return Counter()
    of_terms = (sum(i.count for i in known.items if term in i.values.values()) for term in terms)
    return Counter([known.pieces or 0, len(known.items), *of_terms])


def _listed(desk: Desk, edit: Edit, language: str, old: int, new: int) -> bool:
    """True if the number comes before so many references, or terms in a row, as was said."""
    for spoken in desk.texts if language else ():
        if (spoken.owner, spoken.role) == (edit.owner, edit.role):
            tokens = spoken.tokens.get(language, ())
            cited = [n for n, t in enumerate(tokens) if t.kind == "rule"]
            start = numbered(desk.game, tokens[: cited[0]], language) if len(cited) >= _FEW else ""
            rows = rows_of(spelt(desk, tokens, language))
            counted = {len(cited) if new in _digits(start) else 0, *(len(row) for row, _, _ in rows)}
            if old >= _FEW and old in counted and new not in counted:
                return True
    return False


def _by_unit(desk: Desk, edit: Edit) -> Iterator[str]:
    """What is said of the same thing with the number before the same word."""
    for language in edit.pairs if "" not in edit.pairs else ():
        was, now = (_units(desk.game, words) for words in edit.both(language))
        known = _units(desk.game, "\n".join(s.words for d, s in others(desk, edit, language) if d == len(_ALIKE) - 1))
        if (was - now) & known and not (now - was) & known:
            yield edit.owner


def _units(game: Game, words: str) -> Set[tuple[str, str]]:
    return {(number, unit[:5]) for number, unit in _UNIT.findall(figured(game, words))}


def _of_named(desk: Desk, edit: Edit, language: str, old: int, new: int) -> Iterator[str]:
    """The set or the item that a sentence names and that has what was said."""
    game, things = desk.game, THING.findall(edit.words(1, language)) if language else []
    spoken = (s for s in desk.texts if things and (s.owner, s.role) == (edit.owner, edit.role))
    terms = [one for kind, one in things if kind == "t"]
    named = [(f"set {name}", _counts(game, f"set {name}", terms)) for name in named_in(spoken, "count")]
    named += [(f"{KINDS[kind]} {name}", _counts(game, f"{KINDS[kind]} {name}")) for kind, name in things]
    for owner, numbers in named:
        said = (s for la in ("", language) for s in statements(desk)[la] if owner.startswith(ITEM) and s.owner == owner)
        every = sum((_numbers(game, s.words) for s in said), numbers)
        if old in every and new not in every:
            yield owner


def _of_others(desk: Desk, edit: Edit, language: str, old: int, new: int) -> str:
    """What the number came of, in its text; or who says it in about the same words."""
    game = desk.game
    rest = [*_digits(figured(game, text_of(desk, edit, language)))]
    rest.remove(new)
    sums, made = _made_of(rest[:_MANY])
    for known in (rest, sums):
        if new in known or old in known:
            return "" if new in known else edit.owner
    if old in made and new not in made:
        return edit.owner

    def has(number: int) -> Says:
        return lambda words: number in _numbers(game, words)

    return witness(desk, edit, language, edit.words(0, language), (has(old), has(new)), _ALIKE)


def _made_of(numbers: Sequence[int]) -> tuple[Set[int], Set[int]]:
    """Sums of three neighbours and more; what two numbers make."""
    sums = {sum(numbers[a:b]) for a in range(len(numbers)) for b in range(a + _FEW, len(numbers) + 1)}
    if len(numbers) == _FEW + 1:
        sums.add(numbers[0] * numbers[1] + numbers[2] * numbers[3])
    return sums, {n for a, b in combinations(numbers, 2) for n in (a + b, abs(a - b), a * b)}
