"""Items and their sets: what is printed has a size and a layout, items have copies, and differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from generator.data.model import ComponentSet, Item, Text
from generator.diagnostics.findings import first_of
from generator.engine.integrity.formulas import frozen
from generator.engine.integrity.uses import prints_ids
from generator.engine.registry import Desk, Problem, check, sets_of
from generator.values import lazy_pattern


@check("D016", each=sets_of)
def items_have_copies(_: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No item is in the data for nothing."""
    for item in owner.items:
        if item.count == 0:
            mark = item.at("count")
            hint = "write `count: 1`, or delete the item"
            yield Problem(mark, f"`{item.id}` has no copies", hint, about=(item.id,))


@check("D033", each=sets_of)
def no_item_has_far_more_copies(_: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No item of many has ten times the copies of any other, unless the set says how many it has in all."""
    if len(owner.items) <= _OTHERS or owner.expect is not None:
        return
    other, most = sorted(owner.items, key=lambda item: item.count)[-2:]
    usual = other.count
    if most.count >= max(_HEAP, _TIMES * usual):
        hint = f"mend it; or, if it is meant, write `expect: {sum(item.count for item in owner.items)}` in the set"
        message = f"`{most.id}` has {most.count} copies, and no other more than {usual}"
        yield Problem(most.at("count"), message, hint, about=(most.id,))


_OTHERS, _HEAP, _TIMES = 11, 20, 10
"""So many others show what is usual; so many copies, and so many times those of any other, are a slip."""


@check("D013")
def printed_sets_can_be_printed(desk: Desk) -> Iterator[Problem]:
    """What is printed has a size and a layout."""
    unread = desk.game.unread & {"size", "layout"}
    for owner in desk.game.sets.values():
        missing = [
            w
            for w in ("size", "layout")
            if owner.printed and w not in unread and not (getattr(owner, w) or all(getattr(i, w) for i in owner.items))
        ]
        if missing:
            message = f"`{owner.id}` is printed, but has no {' and no '.join(f'`{w}`' for w in missing)}"
            hint = f"write `{missing[0]}: ..`, or `printed: false`"
            yield Problem(owner.mark, message, hint, about=tuple(missing))


_SINGLE = 40
"""One name in so many may stand twice by a slip."""
_KEY = lazy_pattern(r"[A-Za-z][\w.#+-]*\d")
"""By what pieces are told apart, besides their names: `c012`; no year, no date."""
_TWICE = 2


@check("D032", each=sets_of)
def names_tell_items_apart(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No two items have one name where each of many others has its own, and none stands more often."""
    told: set[str] = set()
    for language in desk.game.languages:
        known: dict[str, list[tuple[Item, Text]]] = {}
        for item in owner.items if len(owner.items) >= 2 * _SINGLE else ():
            if (name := item.name) and (words := name.in_language(language)):
                known.setdefault(" ".join(words.casefold().split()), []).append((item, name))
        twins = [some for some in known.values() if len(some) > 1]
        if 2 * len(twins) * _SINGLE > sum(map(len, known.values())) or any(len(some) > 2 for some in twins):
            continue
        for (first, _), (item, name) in twins:
            if item.id not in told and frozen(first.values) != frozen(item.values):
                told.add(item.id)
                said = name.in_language(language)
                message = f"`{item.id}` is called `{said}`, like `{first.id}` in {first.mark.within}"
                hint = "rename one, or make them one with the copies of both"
                yield Problem(name.marks.get(language, item.mark), message, hint, about=(item.id, first.id))
    first_of_key: dict[str, Item] = {}
    for word, item, field in keys_of(owner):
        if (first := first_of_key.setdefault(word, item)) is not item:
            message = f"the `{field}` of `{item.id}` is `{word}`, like that of `{first.id}` in {first.mark.within}"
            yield Problem(item.at(field), message, "write one of its own", about=(item.id, first.id))


def keys_of(owner: ComponentSet) -> Iterator[tuple[str, Item, str]]:
    """Each key, its item and its field, of the first in which each of many items has its own, or nearly each."""
    worded = [f for f, kind in owner.fields.items() if kind.name in ("text", "word")]
    for field in worded if len(owner.items) >= 2 * _SINGLE else ():
        said = [(value, item) for item in owner.items if (value := item.values.get(field))]
        keys = [(next(iter(v.words.values()), "") if isinstance(v, Text) else v, item) for v, item in said]
        many = Counter(key for key, _ in keys)
        is_own = _SINGLE * (1 + len(keys) - len(many)) <= len(keys) and max(many.values()) <= _TWICE
        if is_own and _SINGLE * sum(not _KEY.fullmatch(key) for key in many) <= len(keys):
            yield from ((key, item, field) for key, item in keys)
            return


_OFTEN = 3
"""Items alike of more designs are told at once."""


@check("D028", each=sets_of)
def items_differ(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """No two items of a set say the same in every field, unless their ids are printed."""
    words = [{frozen(i.values.get(name)) for i in owner.items} for name in list(owner.fields)[:2]]
    if owner.promises.unique or any(len(found) == len(owner.items) for found in words):
        return
    known: dict[Hashable, list[Item]] = {}
    for item in owner.items:
        known.setdefault((frozen(item.values), frozen(item.size), item.layout, item.back), []).append(item)
    if len(known) < len(owner.items) and prints_ids(desk, owner):
        return
    again = [item for _, *others in known.values() for item in others]
    if sum(len(one) > 1 for one in known.values()) > _OFTEN:  # rows that repeat on purpose
        message = f"{len(again)} items say the same as others: {first_of([item.id for item in again])}"
        hint = "to keep one row of each, give the first its copies in a column `count`, and delete the others"
        yield Problem(again[0].mark, message, hint, places=tuple(item.mark for item in again[1:]))
        return
    for twin, *others in known.values():
        if others:
            say = "says" if len(others) == 1 else f"({len(others)}) say"
            message = f"{first_of([item.id for item in others])} {say} the same as `{twin.id}` in {twin.mark.within}"
            many = twin.count + sum(i.count for i in others)
            own = f"write `count: {many}` in `{twin.id}`"
            own = f"keep `{twin.id}` alone, with {many} in a column `count`" if twin.mark.cell else own
            hint = f"change one, or {own}"
            yield Problem(others[0].mark, message, hint, places=tuple(i.mark for i in others[1:]))
