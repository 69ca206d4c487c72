"""Items that must be unique, combinations that must all be there, checks by formula, items that are the same.

Takes the promises of sets (`unique`, `checks`); gives a problem at the item that breaks one. Sets that could not be
read whole are passed over.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations_with_replacement, product
from math import prod

from generator.data.model import Check, ComponentSet, Game, Item, Unique
from generator.data.walk import leaves_of
from generator.diagnostics.findings import did_you_mean
from generator.engine.integrity.values import (
    Plain,
    compiled,
    domain_of,
    frozen,
    lost_whole,
    offset_mark,
    scopes_of,
    unknown_fields,
    words_of,
)
from generator.engine.registry import Desk, Problem, check
from generator.expressions.compile import Expression, ExpressionError, to_words
from generator.expressions.values import AlreadyToldError

Key = tuple[str, ...]


def _key(promise: Unique, item: Item) -> Key:
    values = [words_of(item.values.get(f)) for f in promise.fields]
    return tuple(sorted(values, key=_rank) if promise.unordered else values)


def _rank(word: str) -> tuple[int, str]:
    return (int(word), "") if word.lstrip("-").isdecimal() and len(word) < 12 else (0, word)


def _told(promise: Unique, key: Key) -> str:
    return ", ".join(f"`{f}: {v}`" for f, v in zip(promise.fields, key, strict=True))


def _sound(desk: Desk) -> Iterator[tuple[ComponentSet, Unique]]:
    for owner in desk.game.sets.values():
        for promise in owner.promises.unique:
            if owner.complete and all(f in owner.fields for f in promise.fields):
                yield owner, promise


@check("D024")
def unique_items_are_unique(desk: Desk) -> Iterator[Problem]:
    """No two items of a set are alike in the fields that tell them apart."""
    for owner, promise in _sound(desk):
        first: dict[Key, Item] = {}
        spare = _missing(desk.game, owner, promise)
        for item in owner.items:
            key = _key(promise, item)
            if first.setdefault(key, item) is item:
                continue
            hint = f"{_told(promise, spare[0])} is missing" if len(spare) == 1 else "change one of the two items"
            message = f"`{item.id}` has {_told(promise, key)}, like `{first[key].id}` in {first[key].mark.within}"
            yield Problem(item.marks.get(promise.fields[0], item.mark), message, hint)


@check("D025")
def all_combinations_are_there(desk: Desk) -> Iterator[Problem]:
    """Every value that `all` asks for has its item, and no item has another. What takes the place of another is told
    with it, not twice."""
    for owner, promise in _sound(desk):
        wanted = _wanted(desk.game, owner, promise)
        if not promise.all or wanted is None:
            continue
        keys = [_key(promise, i) for i in owner.items]
        missing = _missing(desk.game, owner, promise)
        strays = [i for i, key in zip(owner.items, keys, strict=True) if key not in wanted]
        spare = f"; {_told(promise, missing[0])} is missing" if len(missing) == 1 else ""
        for item in strays:
            message = f"`{item.id}` has {_told(promise, _key(promise, item))}, which is not one of {_form(promise)}"
            yield Problem(item.marks.get(promise.fields[0], item.mark), message, f"change it{spare}")
        lacks = missing[len(strays) + len(keys) - len(set(keys)) :]
        hint = f"write one, or change `all`, which is {_form(promise)}"
        for key in lacks[: len(lacks) if len(lacks) <= MANY else 1]:
            more = f", nor {len(lacks) - 1} more of {len(wanted)}" if len(lacks) > MANY else ""
            yield Problem(promise.marks["all"], f"no item of `{owner.id}` has {_told(promise, key)}{more}", hint)


def lacking(desk: Desk, owner: ComponentSet) -> int:
    """How many pieces a set lacks because combinations have no item."""
    sound = [p for o, p in _sound(desk) if o is owner and p.all]
    return max((len(_missing(desk.game, owner, p)) for p in sound), default=0)


def _form(promise: Unique) -> str:
    return f"{promise.all} of {promise.span[0]} to {promise.span[1]}" if promise.span else f"all {promise.all}"


MAX_COMBINATIONS = 20_000
MANY = 100
"""Where more combinations than this lack an item, only the first is named."""


def _wanted(game: Game, owner: ComponentSet, promise: Unique) -> dict[Key, None] | None:
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
        numbers = [str(n) for n in range(promise.span[0], promise.span[1] + 1)] if promise.span else []
        return [numbers] * len(promise.fields)
    found = [domain_of(game, owner.fields[f]) for f in promise.fields]
    known = [d for d in found if d is not None]
    return known if len(known) == len(found) else None


def _missing(game: Game, owner: ComponentSet, promise: Unique) -> list[Key]:
    there = {_key(promise, i) for i in owner.items}
    return [key for key in _wanted(game, owner, promise) or {} if key not in there]


@check("D027")
def combinations_are_known(desk: Desk) -> Iterator[Problem]:
    """What `all` asks for can be counted."""
    for owner, promise in _sound(desk):
        if promise.all and _wanted(desk.game, owner, promise) is None:
            endless = [f for f in promise.fields if domain_of(desk.game, owner.fields[f]) is None]
            message = f"the {promise.all} of these fields are more than {MAX_COMBINATIONS}"
            hint = "name fewer fields"
            if promise.all == "combinations" and endless:
                message = f"there is no end of values for `{endless[0]}`, so their combinations cannot be counted"
                hint = "take fields of the kinds `term`, `item`, `one of` or `flag`, or write `pairs of 1 to 5`"
            yield Problem(promise.marks["all"], message, hint)


@check("D026")
def checks_hold(desk: Desk) -> Iterator[Problem]:
    """Every formula under `checks` is true."""
    with suppress(AlreadyToldError):
        yield from _broken(desk)


def _broken(desk: Desk) -> Iterator[Problem]:
    for owner, items in _checked(desk):
        scopes = scopes_of(desk)
        scope = scopes.of_set(owner)
        for one, expression in _formulas(desk, owner):
            if isinstance(expression, Problem) or not owner.complete or any(unknown_fields(owner, expression)):
                continue
            if not any(path[0] == "item" for path in expression.paths):
                yield from _failing(one, expression, scope, owner, None)
                continue
            for item in items:
                yield from _failing(one, expression, scopes.of_item(scope, owner, item), owner, item)


def _checked(desk: Desk) -> Iterator[tuple[ComponentSet, list[Item]]]:
    """The sets with checks, each with the items that name no unknown term: those are told, and no promise holds for
    them."""
    terms = desk.game.terms
    for owner in desk.game.sets.values():
        leaves = ((i, leaves_of(desk.game, owner.fields, i.values, i.marks)) for i in owner.items)
        if owner.promises.checks:
            yield owner, [i for i, found in leaves if all(v in terms for kind, v, _, _ in found if kind.name == "term")]


def _formulas(desk: Desk, owner: ComponentSet) -> Iterator[tuple[Check, Expression | Problem]]:
    for one in owner.promises.checks:
        yield one, compiled(desk.game, one.formula.source, one.mark, "the check")


def _failing(
    one: Check, expression: Expression, scope: Plain, owner: ComponentSet, item: Item | None
) -> Iterator[Problem]:
    try:
        held = expression.evaluate(scope)
    except AlreadyToldError:
        raise
    except ExpressionError:
        return
    if not held:
        name, mark = (f"{owner.id}/{item.id}", item.mark) if item is not None else (owner.id, one.mark)
        message = f"`{name}` breaks a promise of its set, {one.say}{_sides(one.formula.source, scope)}"
        yield Problem(mark, message, f"change it so that `{one.formula.source}`, or change the check")


def _sides(source: str, scope: Plain) -> str:
    """What both sides of a comparison come to."""
    for sign in ("==", "<=", ">=", "<", ">"):
        left, found, right = source.partition(f" {sign} ")
        if found and not any(word in source for word in (" and ", " or ", " if ")):
            try:
                values = [compiled_value(side, scope) for side in (left, right)]
            except ExpressionError:
                return ""
            return f": found {values[0]}, expected {'' if sign == '==' else sign + ' '}{values[1]}"
    return ""


def compiled_value(source: str, scope: Plain) -> str:
    """The value of a piece of a formula, in words. Raises `ExpressionError`."""
    from generator.expressions.compile import compile_expression

    return to_words(compile_expression(source.strip()).evaluate(scope))


@check("D006")
def checks_can_be_worked_out(desk: Desk) -> Iterator[Problem]:
    """Every formula under `checks` can be read and worked out."""
    for owner, items in _checked(desk):
        for one, expression in _formulas(desk, owner):
            if isinstance(expression, Problem):
                yield expression
            elif owner.complete and not any(unknown_fields(owner, expression)) and not lost_whole(desk.game):
                yield from _unworkable(desk, owner, items, one, expression)


def _unworkable(
    desk: Desk, owner: ComponentSet, items: list[Item], one: Check, expression: Expression
) -> Iterator[Problem]:
    scopes = scopes_of(desk)
    scope = scopes.of_set(owner)
    try:
        for item in items:
            expression.evaluate(scopes.of_item(scope, owner, item))
    except AlreadyToldError:
        return
    except ExpressionError as error:
        mark = offset_mark(desk.game, one.mark, one.formula.source, error.offset)
        yield Problem(mark, f"the check cannot be worked out: {error}", error.hint)


@check("R013")
def checks_name_fields(desk: Desk) -> Iterator[Problem]:
    """The fields that checks name exist."""
    for owner in desk.game.sets.values():
        for one, expression in _formulas(desk, owner):
            for name, offset in unknown_fields(owner, expression) if isinstance(expression, Expression) else ():
                mark = offset_mark(desk.game, one.mark, one.formula.source, offset, len(name))
                yield Problem(
                    mark, f"`{owner.id}` has no field `{name}`", did_you_mean(name, owner.fields), about=(name,)
                )


@check("D028")
def items_differ(desk: Desk) -> Iterator[Problem]:
    """No two items of a set say the same in every field."""
    for owner in desk.game.sets.values():
        if owner.promises.unique:
            continue
        known: dict[int, list[Item]] = {}
        for item in owner.items:
            like = known.setdefault(hash(_said(item)), [])
            twin = next((one for one in like if _said(one) == _said(item)), None)
            if twin is None:
                like.append(item)
            else:
                message = f"`{item.id}` says the same as `{twin.id}` in {twin.mark.within}"
                hint = f"change one, or write `count: {twin.count + item.count}` in `{twin.id}`"
                yield Problem(item.mark, message, hint)


def _said(item: Item) -> Hashable:
    return frozen(item.values), frozen(item.size), item.layout, item.back
