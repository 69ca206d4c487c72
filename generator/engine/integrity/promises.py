"""Promises of sets: so many pieces as a whole, in parts, and for each people, player or number; items that are unique,
combinations that are all there.

Takes the promises of sets (`parts`, `complete`, `unique`); gives a problem at the item to change where one alone can be
meant, else at the promise. Sets that could not be read whole are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import prod

from generator.data.model import Complete, ComponentSet, Game, Item, Parts, Unique
from generator.diagnostics.findings import Mark, did_you_mean, first_of
from generator.engine.integrity.formulas import as_written, domain_of, filters_of, inner_kind, members_of, no_field
from generator.engine.registry import Desk, Problem, check, once_per_desk, sets_of
from generator.values import Struct


class Gap(Struct, frozen=True):
    """A number of pieces that is not the promised one: of `value` there are `found`, not `wanted`."""

    value: str
    found: int
    wanted: int


@check("D021", each=sets_of)
def parts_add_up(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """The numbers of `parts` are together what `expect` promises."""
    for parts in owner.promises.parts:
        total = sum(_wanted(desk.game, owner, parts).values())
        if owner.expect is not None and parts.by in owner.fields and total != owner.expect and owner.complete:
            shown = " + ".join(_summands(desk.game, owner, parts))
            message = f"the parts of `{owner.id}` add up to {shown} = {total}, not to `expect`, {owner.expect}"
            yield Problem(parts.mark, message, "change one of the parts, or `expect`")


def _summands(game: Game, owner: ComponentSet, parts: Parts) -> Iterator[str]:
    others = len(_wanted(game, owner, parts)) - len(parts.counts)
    yield from (str(n) for n in parts.counts.values())
    if parts.others is not None:
        yield f"{others} x {parts.others}"


def _wanted(game: Game, owner: ComponentSet, parts: Parts) -> dict[str, int]:
    """How many pieces each value must have."""
    wanted = dict(parts.counts)
    if parts.others is not None and parts.by in owner.fields:
        domain = domain_of(game, owner.fields[parts.by])
        found = {m: None for i in owner.items for m in members_of(i, parts.by)}
        wanted.update({v: parts.others for v in domain or found if v not in wanted})
    return wanted


@check("D022", each=sets_of)
def parts_are_kept(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """The items of each part add up to what is promised for it."""
    for parts in owner.promises.parts:
        for gap in _gaps_of_parts(desk.game, owner, parts):
            mine = [i for i in owner.items if gap.value in members_of(i, parts.by)]
            at = _one_mark(mine) or parts.at(f"counts.{gap.value}", "others")
            message = f"`{owner.id}` has {gap.found} pieces whose `{parts.by}` is `{gap.value}`, not {gap.wanted}"
            yield Problem(at, message, _count_hint(mine, gap, parts.by))


def _gaps_of_parts(game: Game, owner: ComponentSet, parts: Parts) -> list[Gap]:
    if parts.by not in owner.fields or not owner.complete:
        return []
    wanted, found = _wanted(game, owner, parts), _tally(owner.items, parts.by)
    if owner.copies == owner.expect != sum(wanted.values()):
        return []  # the parts themselves are wrong, and told
    stray = {} if parts.others is not None else {v: 0 for v in found if v not in wanted}
    return [Gap(v, found[v], n) for v, n in {**wanted, **stray}.items() if found[v] != n]


def _tally(items: Sequence[Item], name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        for member in members_of(item, name):
            found[member] += item.count
    return found


def _one_mark(items: list[Item]) -> Mark | None:
    """The place of the count of the only item there is."""
    return items[0].at("count") if len(items) == 1 else None


def _count_hint(items: list[Item], gap: Gap, name: str = "") -> str:
    if len(items) == 1 and gap.wanted:
        each = members_of(items[0], name).count(gap.value) if name else 1
        return f"write `count: {gap.wanted // each}`" if gap.wanted % each == 0 else f"change `{items[0].id}`"
    if not items:
        return f"write an item with `{name}: {gap.value}`" if name else "write more items"
    return f"change one of {first_of([item.id for item in items])}"


@check("D023", each=sets_of)
def sets_are_complete(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """There are as many pieces as promised for each people, player or number."""
    for promise in owner.promises.complete:
        if _is_blurred(desk, owner, _field_of(owner, promise)):
            continue  # what is misspelt or cannot be read is told, and may be what is missing
        for gap in _gaps_of_complete(desk, owner, promise):
            if not gap.found and promise.where and _lacking(desk, owner):
                continue  # the missing item is told
            yield _incomplete(desk, owner, promise, gap)


def _is_blurred(desk: Desk, owner: ComponentSet, name: str) -> bool:
    """True if an item says what there is not in this field, or a file that may add to a shared set is unread."""
    shared = owner.mark.file.split("/")[1:2] != [desk.game.id]
    known = domain_of(desk.game, owner.fields[name]) if name in owner.fields else None
    strange = known is not None and any(m not in known for i in owner.items for m in members_of(i, name))
    return strange or (shared and "*sets" in desk.game.unread)


def _incomplete(desk: Desk, owner: ComponentSet, promise: Complete, gap: Gap) -> Problem:
    name = _field_of(owner, promise)
    alike = [i for i in owner.items if not name or gap.value in members_of(i, name)]
    about = _chosen(desk, owner, promise) or []
    chosen = [i for i in alike if i in about]
    told = f" where `{promise.where}`" if promise.where else ""
    if not name:
        message = f"`{owner.id}` has {gap.found} pieces{told}, not {gap.wanted}: {promise.count} for each player"
        return Problem(_one_mark(chosen) or promise.mark, message, _count_hint(chosen, gap))
    message = f"`{owner.id}` has {gap.found} pieces of `{gap.value}`{told}, not {gap.wanted}"
    if promise.where and alike and not chosen:
        names = " or ".join(f"`{i.id}`" for i in alike[:4])
        return Problem(alike[0].mark, message, f"change {names}, so that `{promise.where}`")
    at = _one_mark(chosen) or (chosen[-1].mark if chosen else promise.mark)
    return Problem(at, message, _count_hint(chosen, gap, name))


def _field_of(owner: ComponentSet, promise: Complete) -> str:
    """The field that tells whose a piece is: the one named, else the first of the promised kind; "" if none is."""
    if promise.of_field:
        return promise.of_field
    kinds = {name: inner_kind(kind) for name, kind in owner.fields.items()}
    return next((n for n, k in kinds.items() if k.name == "term" and k.argument == promise.each), "")


def _gaps_of_complete(desk: Desk, owner: ComponentSet, promise: Complete) -> list[Gap]:
    name = _field_of(owner, promise)
    if not owner.complete or (name and name not in owner.fields):
        return []
    if name and owner.fields[name].name in ("list", "map") and owner.expect not in (None, owner.copies):
        return []  # pieces are missing: what they would say is, too
    chosen = _chosen(desk, owner, promise)
    if chosen is None:
        return []
    if not name:
        wanted, total = promise.count * desk.game.players[1], sum(i.count for i in chosen)
        return [Gap("", total, wanted)] if promise.each == "player" and total != wanted else []
    found = _tally(chosen, name)
    return [Gap(v, found[v], promise.count) for v in _each(desk.game, promise) if found[v] != promise.count]


def _numbers(span: tuple[int, int]) -> list[str]:
    return [str(n) for n in range(span[0], span[1] + 1)]


def _each(game: Game, promise: Complete) -> list[str]:
    if promise.span is not None:
        return _numbers(promise.span)
    return [t.id for t in game.kinds[promise.each].members] if promise.each in game.kinds else []


def _chosen(desk: Desk, owner: ComponentSet, promise: Complete) -> list[Item] | None:
    """The items that the promise is about; None where that cannot be known, which is told elsewhere."""
    where = next((one for p, one in filters_of(owner) if p is promise), None)
    found = where.values(desk, owner.items) if where else [True] * len(owner.items)
    fits = zip(owner.items, found, strict=True) if isinstance(found, list) else None
    return [item for item, fit in fits if fit] if fits is not None else None


@check("R013", each=sets_of)
def promises_name_fields(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """The fields and kinds that promises name exist."""
    fields = [(p.by, p.mark) for p in owner.promises.parts]
    fields += [(p.of_field, p.marks["field"]) for p in owner.promises.complete if p.of_field]
    fields += [(f, p.mark) for p in owner.promises.unique for f in p.fields]
    for name, mark in fields:
        if name not in owner.fields and name not in desk.game.unread:
            yield no_field(owner, name, mark)
    for promise in owner.promises.complete:
        known = promise.span is not None or promise.each == "player" or promise.each in desk.game.kinds
        unread = bool({promise.each, "*terms"} & desk.game.unread)
        if not known and not unread:
            hint = did_you_mean(promise.each, [*desk.game.kinds, "player"])
            yield Problem(promise.mark, f"there is no kind of terms `{promise.each}`", hint, about=(promise.each,))
        elif promise.each != "player" and not _field_of(owner, promise) and not unread:
            what = f"`{owner.id}` has no field that says which `{promise.each}` a piece belongs to"
            yield Problem(promise.mark, what, "write `field: ..` with one of its fields", about=(promise.each,))


# ---- the whole ----


@check("D020", each=sets_of)
def counts_are_kept(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """A set holds as many pieces as `expect` promises, or as are assumed where its count is open. Sets whose
    pieces could not all be counted are passed over, and those where a broken part or people says it more exactly."""
    total = owner.copies
    for key, verb in (("expect", "promises"), ("assume", "assumes")):
        said = getattr(owner, key) if key == "expect" or owner.count_open else None
        if owner.counted and said not in (None, total) and not (key == "expect" and _is_explained(desk, owner)):
            message = f"`{owner.id}` {verb} {said} pieces, its items add up to {total}"
            hint = f"change `{key}`, or the `count` of an item"
            yield Problem(owner.at(key), message, hint)


def _is_explained(desk: Desk, owner: ComponentSet) -> bool:
    """True if broken parts or an incomplete set account for the difference between the pieces and `expect`."""
    by_parts = [sum(g.found - g.wanted for g in _gaps_of_parts(desk.game, owner, p)) for p in owner.promises.parts]
    each = [sum(g.found - g.wanted for g in _gaps_of_complete(desk, owner, p)) for p in owner.promises.complete]
    return owner.copies - (owner.expect or 0) in (*by_parts, *each, sum(each), -_lacking(desk, owner))


# ---- items that are unlike ----

Key = tuple[str, ...]


def _key(promise: Unique, item: Item) -> Key:
    values = [as_written(item.values.get(f)) for f in promise.fields]
    return tuple(sorted(values, key=_rank) if promise.unordered else values)


def _rank(word: str) -> tuple[int, str]:
    return (int(word), "") if word.lstrip("-").isdecimal() and len(word) < 12 else (0, word)


def _told(promise: Unique, key: Key) -> str:
    return ", ".join(f"`{f}: {v}`" for f, v in zip(promise.fields, key, strict=True))


class _Kept(Struct, frozen=True):
    """A promise that the items of a set are unlike: what each says, what `all` asks for (None: more than can be
    counted, or some could not be read), and what of that no item says."""

    owner: ComponentSet
    promise: Unique
    said: Sequence[tuple[Item, Key]]
    wanted: Mapping[Key, None] | None
    missing: Sequence[Key]


@once_per_desk
def _unlike(desk: Desk) -> Sequence[_Kept]:
    found = []
    for owner in desk.game.sets.values():
        for promise in owner.promises.unique:
            if all(f in owner.fields for f in promise.fields):
                said = [(item, _key(promise, item)) for item in owner.items]
                wanted = _combinations(desk.game, owner, promise) if owner.complete else None
                there = {key for _, key in said}
                found.append(_Kept(owner, promise, said, wanted, [key for key in wanted or () if key not in there]))
    return found


@check("D024", each=_unlike)
def unique_items_are_unique(_: Desk, one: _Kept) -> Iterator[Problem]:
    """No two items of a set are alike in the fields that tell them apart."""
    first: dict[Key, Item] = {}
    spare = f"{_told(one.promise, one.missing[0])} is missing" if len(one.missing) == 1 else ""
    for item, key in one.said:
        other = first.setdefault(key, item)
        if other is not item:
            message = f"`{item.id}` has {_told(one.promise, key)}, like `{other.id}` in {other.mark.within}"
            mark = item.at(one.promise.fields[0])
            yield Problem(mark, message, spare or "change one of the two items")


@check("D025", each=_unlike)
def all_combinations_are_there(_: Desk, one: _Kept) -> Iterator[Problem]:
    """Every value that `all` asks for has its item, and no item has another. What takes the place of another is told
    with it, not twice."""
    promise, wanted = one.promise, one.wanted
    if not promise.all or wanted is None:
        return
    strays = [(item, key) for item, key in one.said if key not in wanted]
    spare = f"; {_told(promise, one.missing[0])} is missing" if len(one.missing) == 1 else ""
    for item, key in strays:
        message = f"`{item.id}` has {_told(promise, key)}, which is not one of {_form(promise)}"
        yield Problem(item.at(promise.fields[0]), message, f"change it{spare}")
    doubles = len(one.said) - len({key for _, key in one.said})
    lacks = one.missing[len(strays) + doubles :]
    hint = f"write one, or change `all`, which is {_form(promise)}"
    for key in lacks[: len(lacks) if len(lacks) <= _MANY else 1]:
        more = f", nor {len(lacks) - 1} more of {len(wanted)}" if len(lacks) > _MANY else ""
        yield Problem(promise.marks["all"], f"no item of `{one.owner.id}` has {_told(promise, key)}{more}", hint)


def _lacking(desk: Desk, owner: ComponentSet) -> int:
    """How many pieces a set lacks because combinations have no item."""
    return max((len(k.missing) for k in _unlike(desk) if k.owner is owner and k.promise.all), default=0)


def _form(promise: Unique) -> str:
    return f"{promise.all} of {promise.span[0]} to {promise.span[1]}" if promise.span else f"all {promise.all}"


MAX_COMBINATIONS = 20_000
_MANY = 100
"""Where more combinations than this lack an item, only the first is named."""


def _combinations(game: Game, owner: ComponentSet, promise: Unique) -> dict[Key, None] | None:
    """All values that there must be; None where no end of them is known, or where there are too many to count."""
    domains = _domains(game, owner, promise)
    if domains is None or prod(map(len, domains)) > MAX_COMBINATIONS:
        return None
    found: Iterable[Key] = product(*domains)
    if promise.unordered and promise.all != "combinations":
        found = combinations_with_replacement(domains[0], len(domains))
    if promise.unordered:
        found = (tuple(sorted(k, key=_rank)) for k in found)
    return dict.fromkeys(k for k in found if promise.all != "unlike pairs" or len(set(k)) == len(k))


def _domains(game: Game, owner: ComponentSet, promise: Unique) -> list[list[str]] | None:
    """All values of each field."""
    if promise.all != "combinations":
        numbers = _numbers(promise.span) if promise.span else []
        return [numbers] * len(promise.fields)
    found = [domain_of(game, owner.fields[f]) for f in promise.fields]
    known = [d for d in found if d is not None]
    return known if len(known) == len(found) else None


@check("D027", each=_unlike)
def combinations_are_known(desk: Desk, one: _Kept) -> Iterator[Problem]:
    """What `all` asks for can be counted."""
    promise = one.promise
    if promise.all and one.wanted is None:
        endless = [f for f in promise.fields if domain_of(desk.game, one.owner.fields[f]) is None]
        message = f"the {promise.all} of these fields are more than {MAX_COMBINATIONS}"
        hint = "name fewer fields"
        if promise.all == "combinations" and endless:
            message = f"there is no end of values for `{endless[0]}`, so their combinations cannot be counted"
            hint = "take fields of the kinds `term`, `item`, `one of` or `flag`, or write `pairs of 1 to 5`"
        yield Problem(promise.marks["all"], message, hint)
