"""Data that were edited alone since the last commit: an effect or a figure, while the words that tell it stayed.

Takes a `Desk`; gives a problem at what was edited. Where the words say what it is now, and not what it was, they were
right before, and it is a correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from generator.data.model import ComponentSet, Game, Item
from generator.data.rulebook import FigureFace
from generator.data.walk import Leaf, leaves_of
from generator.engine.meaning.baseline import before, rewritten
from generator.engine.meaning.reading import NUMBER, THING, figured, told
from generator.engine.meaning.witnesses import examples, relatives
from generator.engine.registry import Desk, Problem, check, once

_HINT = "carry the change through, or take it back"


@once
def _rewritten(desk: Desk) -> Set[str]:
    """Who has a text that was edited."""
    return {now.owner for _, now in rewritten(desk)}


@once
def _said(desk: Desk) -> dict[str, Set[str]]:
    """By owner the numbers and things that stand in its texts."""
    found: dict[str, set[str]] = {}
    for spoken, words in told(desk):
        for one in words.values():
            numbers = NUMBER.findall(figured(desk.game, one))
            found.setdefault(spoken.owner, set()).update(numbers, (f"{k}:{name}" for k, name in THING.findall(one)))
    return {owner: frozenset(some) for owner, some in found.items()}


def _corrected(said: Set[str], was: Set[str], now: Set[str]) -> bool:
    return bool(now & said) and not was & said


# ---- effects ---------------------------------------------------------------------------------------------------------


@check("M025")
def effects_are_edited_with_their_words(desk: Desk) -> Iterator[Problem]:
    """No effect does something else than in the last commit while all texts of its item say the same."""
    old = before(desk)
    for owner in desk.game.sets.values() if old is not None else ():
        known = old.game.sets.get(owner.id) if old is not None else None
        items = {item.id: item for item in known.items} if known is not None else {}
        for item in owner.items:
            who, was = f"item {owner.id}/{item.id}", items.get(item.id)
            if old is not None and known is not None and was is not None and who not in _rewritten(desk):
                sides = _effects(old.game, known, was), _effects(desk.game, owner, item)
                for one, two in _apart(*sides):
                    if who in _said(desk) and not _corrected(_said(desk)[who], _signs(one), _signs(two)):
                        message = (
                            f"the effect says `{two[1]}` where the last commit says `{one[1]}`, and no text changed"
                        )
                        yield Problem(two[3].get(two[2], item.mark), message, _HINT)
                        break


def _effects(game: Game, owner: ComponentSet, item: Item) -> Sequence[Leaf]:
    kinds = {name: kind for name, kind in owner.fields.items() if kind.name == "effects"}
    values = {name: value for name, value in item.values.items() if name in kinds}
    return [*leaves_of(game, kinds, values, item.marks)]


def _apart(was: Sequence[Leaf], now: Sequence[Leaf]) -> Iterator[tuple[Leaf, Leaf]]:
    """What differs in effects of the same verbs and arguments."""
    if [(kind.name == "verb" and value, name) for kind, value, name, _ in was] == [
        (kind.name == "verb" and value, name) for kind, value, name, _ in now
    ]:
        yield from (pair for pair in zip(was, now, strict=True) if pair[0][1] != pair[1][1])


def _signs(leaf: Leaf) -> Set[str]:
    return {f"{leaf[1]}", f"t:{leaf[1]}", f"s:{leaf[1]}", f"k:{leaf[1]}"}


# ---- figures ---------------------------------------------------------------------------------------------------------


@check("M025")
def figures_are_edited_with_their_words(desk: Desk) -> Iterator[Problem]:
    """No figure shows other things, or as many more or fewer, than its paragraph, its example and its callouts say."""
    old = before(desk)
    for rule in desk.game.rules.values() if old is not None else ():
        was = old.game.rules.get(rule.id) if old is not None else None
        if was is None or was.figure is None or rule.figure is None or was.figure.faces == rule.figure.faces:
            continue
        who = f"rule {rule.id}"
        kin = {who, *(examples(desk) & relatives(desk).get(who, frozenset()))}
        said = frozenset[str]().union(*(_said(desk).get(one, ()) for one in kin))
        if not kin & _rewritten(desk):
            yield from _otherwise(desk.game, was.figure.faces, rule.figure.faces, said)


def _otherwise(game: Game, was: Sequence[FigureFace], now: Sequence[FigureFace], said: Set[str]) -> Iterator[Problem]:
    pairs = [*zip(was, now, strict=False)] if len(was) == len(now) else []
    moved = [pair for pair in pairs if _shown(pair[0]) != _shown(pair[1])]
    exchanged = Counter(_shown(one) for one, _ in moved) == Counter(_shown(two) for _, two in moved)
    for one, two in moved:
        signs = [_named(game, face) for face in (one, two)]
        if exchanged or (signs[0] - signs[1] & said and not signs[1] - signs[0] & said):
            message = f"the figure shows {_shown(two)} where the last commit shows {_shown(one)}, and no text changed"
            yield Problem(two.mark, message, _HINT)
            return


def _shown(face: FigureFace) -> str:
    """What a face shows, and how many of it."""
    times = " or ".join(f"{n}" for n in sorted({n for _, n in face.counts})) or "1"
    return f"{times} of `{face.set}/{face.item}`"


def _named(game: Game, face: FigureFace) -> Set[str]:
    """What words may call it."""
    owner = game.sets.get(face.set)
    items = [item for item in owner.items if item.id == face.item] if owner is not None else []
    terms = {f"t:{value}" for item in items for value in item.values.values() if isinstance(value, str)}
    counts = {f"{n}" for _, n in face.counts} or {"1"}
    return frozenset({f"s:{face.set}", f"i:{face.set}/{face.item}", *terms, *counts})
