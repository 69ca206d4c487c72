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


# ---- effects ---------------------------------------------------------------------------------------------------------


@check("M025")
def effects_are_edited_with_their_words(desk: Desk) -> Iterator[Problem]:
    """No effect does something else than in the last commit while all texts of its item say the same."""
    old = before(desk)
    for name, item in desk.game.items.items() if old is not None else ():
        who, was = f"item {name}", old.game.items.get(name) if old is not None else None
        said = _said(desk).get(who)
        if old is None or was is None or said is None or who in _rewritten(desk):
            continue
        sides = ((g, g.sets[name.partition("/")[0]], one) for g, one in ((old.game, was), (desk.game, item)))
        for one, two in _apart(*(_effects(*side) for side in sides)):
            if not _signs(two) & said or _signs(one) & said:
                message = f"the effect says `{two[1]}` where the last commit says `{one[1]}`, and no text changed"
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
    known = old.game.rules if old is not None else {}
    for rule in desk.game.rules.values():
        was = known[rule.id].figure if rule.id in known else None
        if was is not None and rule.figure is not None and was.faces != rule.figure.faces:
            who = f"rule {rule.id}"
            kin = {who, *(examples(desk) & relatives(desk).get(who, frozenset()))}
            said = frozenset[str]().union(*(_said(desk).get(one, ()) for one in kin))
            if not kin & _rewritten(desk):
                yield from _otherwise(desk.game, was.faces, rule.figure.faces, said)


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
