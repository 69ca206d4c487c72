"""Counts: what items add up to is what is promised, as a whole, in parts, and for each people, player or number.

Takes the promises of sets (`parts`, `complete`); gives a problem at the item to change where one alone can be meant,
else at the promise. Sets that could not be read whole are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.data.model import Complete, ComponentSet, Game, Item, Parts
from generator.diagnostics.findings import Mark, did_you_mean
from generator.engine.integrity.uniqueness import lacking
from generator.engine.integrity.values import (
    compiled,
    domain_of,
    inner_kind,
    members_of,
    offset_mark,
    scopes_of,
    unknown_fields,
)
from generator.engine.registry import Desk, Problem, check
from generator.expressions.compile import Expression, ExpressionError
from generator.expressions.values import AlreadyToldError
from generator.values import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """A number of pieces that is not the promised one: of `value` there are `found`, not `wanted`."""

    value: str
    found: int
    wanted: int


@check("D021")
def parts_add_up(desk: Desk) -> Iterator[Problem]:
    """The numbers of `parts` are together what `expect` promises."""
    for owner in desk.game.sets.values():
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


@check("D022")
def parts_are_kept(desk: Desk) -> Iterator[Problem]:
    """The items of each part add up to what is promised for it."""
    for owner in desk.game.sets.values():
        for parts in owner.promises.parts:
            for gap in _gaps_of_parts(desk.game, owner, parts):
                mine = [i for i in owner.items if gap.value in members_of(i, parts.by)]
                at = _one_mark(mine) or parts.marks.get(f"counts.{gap.value}", parts.marks.get("others", parts.mark))
                message = f"`{owner.id}` has {gap.found} pieces whose `{parts.by}` is `{gap.value}`, not {gap.wanted}"
                yield Problem(at, message, _count_hint(mine, gap, parts.by))


def _gaps_of_parts(game: Game, owner: ComponentSet, parts: Parts) -> list[Gap]:
    if parts.by not in owner.fields or not owner.complete:
        return []
    wanted, found = _wanted(game, owner, parts), _tally(owner.items, parts.by)
    if _total(owner) == owner.expect != sum(wanted.values()):
        return []  # the parts themselves are wrong, and told
    stray = {} if parts.others is not None else {v: 0 for v in found if v not in wanted}
    return [Gap(v, found[v], n) for v, n in {**wanted, **stray}.items() if found[v] != n]


def _total(owner: ComponentSet) -> int:
    return sum(i.count for i in owner.items)


def _tally(items: Sequence[Item], name: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in items:
        for member in members_of(item, name):
            found[member] += item.count
    return found


def _one_mark(items: list[Item]) -> Mark | None:
    """The place of the count of the only item there is."""
    return items[0].marks.get("count", items[0].mark) if len(items) == 1 else None


def _count_hint(items: list[Item], gap: Gap, name: str = "") -> str:
    if len(items) == 1 and gap.wanted:
        each = members_of(items[0], name).count(gap.value) if name else 1
        return f"write `count: {gap.wanted // each}`" if gap.wanted % each == 0 else f"change `{items[0].id}`"
    if not items:
        return f"write an item with `{name}: {gap.value}`" if name else "write more items"
    return "change one of " + ", ".join(f"`{i.id}`" for i in items[:6]) + (" ..." if len(items) > 6 else "")


@check("D023")
def sets_are_complete(desk: Desk) -> Iterator[Problem]:
    """There are as many pieces as promised for each people, player or number."""
    for owner in desk.game.sets.values():
        for promise in owner.promises.complete:
            if _is_blurred(desk, owner, field_of(owner, promise)):
                continue  # what is misspelt or cannot be read is told, and may be what is missing
            for gap in _gaps_of_complete(desk, owner, promise):
                if not gap.found and promise.where and lacking(desk, owner):
                    continue  # the missing item is told
                yield _incomplete(desk, owner, promise, gap)


def _is_blurred(desk: Desk, owner: ComponentSet, name: str) -> bool:
    """True if an item says what there is not in this field, or a file that may add to a shared set is unread."""
    shared = owner.mark.file.split("/")[1:2] != [desk.game.id]
    known = domain_of(desk.game, owner.fields[name]) if name in owner.fields else None
    strange = known is not None and any(m not in known for i in owner.items for m in members_of(i, name))
    return strange or (shared and "*sets" in desk.game.unread)


def _incomplete(desk: Desk, owner: ComponentSet, promise: Complete, gap: Gap) -> Problem:
    name = field_of(owner, promise)
    alike = [i for i in owner.items if not name or gap.value in members_of(i, name)]
    about = _chosen(desk, owner, promise)
    chosen = [i for i in alike if i in about] if isinstance(about, list) else []
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


def field_of(owner: ComponentSet, promise: Complete) -> str:
    """The field that tells whose a piece is: the one named, else the first of the promised kind; "" if none is."""
    if promise.of_field:
        return promise.of_field
    kinds = {name: inner_kind(kind) for name, kind in owner.fields.items()}
    return next((n for n, k in kinds.items() if k.name == "term" and k.argument == promise.each), "")


def _gaps_of_complete(desk: Desk, owner: ComponentSet, promise: Complete) -> list[Gap]:
    name = field_of(owner, promise)
    if not owner.complete or (name and name not in owner.fields):
        return []
    if name and owner.fields[name].name in ("list", "map") and owner.expect not in (None, _total(owner)):
        return []  # pieces are missing: what they would say is, too
    chosen = _chosen(desk, owner, promise)
    if not isinstance(chosen, list):
        return []
    if not name:
        wanted, total = promise.count * desk.game.players[1], sum(i.count for i in chosen)
        return [Gap("", total, wanted)] if promise.each == "player" and total != wanted else []
    found = _tally(chosen, name)
    return [Gap(v, found[v], promise.count) for v in _each(desk.game, promise) if found[v] != promise.count]


def _each(game: Game, promise: Complete) -> list[str]:
    if promise.span is not None:
        return [str(n) for n in range(promise.span[0], promise.span[1] + 1)]
    return [t.id for t in game.kinds[promise.each].members] if promise.each in game.kinds else []


def _chosen(desk: Desk, owner: ComponentSet, promise: Complete) -> list[Item] | Problem | None:
    """The items that the promise is about, or why that cannot be known (None: it is told elsewhere)."""
    if not promise.where:
        return list(owner.items)
    expression = compiled(desk.game, promise.where, promise.marks["where"], "the filter")
    if isinstance(expression, Problem) or any(unknown_fields(owner, expression)):
        return expression if isinstance(expression, Problem) else None
    scopes = scopes_of(desk)
    scope, found = scopes.of_set(owner), []
    for item in owner.items:
        try:
            found += [item] if expression.evaluate(scopes.of_item(scope, owner, item)) else []
        except AlreadyToldError:
            return Problem(promise.mark, "")
        except ExpressionError as error:
            place = offset_mark(desk.game, promise.marks["where"], promise.where, error.offset)
            return Problem(place, f"the filter cannot be worked out for `{item.id}`: {error}", error.hint)
    return found


@check("D006")
def filters_of_promises_can_be_worked_out(desk: Desk) -> Iterator[Problem]:
    """The `where` of a promise can be read, and has a value for every item."""
    for owner in desk.game.sets.values():
        for promise in owner.promises.complete:
            found = _chosen(desk, owner, promise)
            if isinstance(found, Problem):
                yield found


@check("R013")
def promises_name_fields(desk: Desk) -> Iterator[Problem]:
    """The fields and kinds that promises name exist."""
    for owner in desk.game.sets.values():
        fields = [(p.by, p.mark) for p in owner.promises.parts]
        fields += [(p.of_field, p.marks["field"]) for p in owner.promises.complete if p.of_field]
        fields += [(f, p.mark) for p in owner.promises.unique for f in p.fields]
        for name, mark in fields:
            if name not in owner.fields and name not in desk.game.unread:
                yield Problem(
                    mark, f"`{owner.id}` has no field `{name}`", did_you_mean(name, owner.fields), about=(name,)
                )
        for promise in owner.promises.complete:
            yield from _wrong_each(desk, owner, promise)
            yield from _wrong_where(desk, owner, promise)


def _wrong_each(desk: Desk, owner: ComponentSet, promise: Complete) -> Iterator[Problem]:
    known = promise.span is not None or promise.each == "player" or promise.each in desk.game.kinds
    unread = bool({promise.each, "*terms"} & desk.game.unread)
    if not known and not unread:
        hint = did_you_mean(promise.each, [*desk.game.kinds, "player"])
        yield Problem(promise.mark, f"there is no kind of terms `{promise.each}`", hint, about=(promise.each,))
    elif promise.each != "player" and not field_of(owner, promise) and not unread:
        what = f"`{owner.id}` has no field that says which `{promise.each}` a piece belongs to"
        yield Problem(promise.mark, what, "write `field: ..` with one of its fields", about=(promise.each,))


def _wrong_where(desk: Desk, owner: ComponentSet, promise: Complete) -> Iterator[Problem]:
    expression = compiled(desk.game, promise.where, promise.marks["where"], "") if promise.where else None
    if isinstance(expression, Expression):
        for name, offset in unknown_fields(owner, expression):
            mark = offset_mark(desk.game, promise.marks["where"], promise.where, offset, len(name))
            yield Problem(mark, f"`{owner.id}` has no field `{name}`", did_you_mean(name, owner.fields), about=(name,))


def is_explained(desk: Desk, owner: ComponentSet, difference: int) -> bool:
    """True if broken parts or an incomplete set account for a difference between the pieces and `expect`."""
    by_parts = [sum(g.found - g.wanted for g in _gaps_of_parts(desk.game, owner, p)) for p in owner.promises.parts]
    each = [sum(g.found - g.wanted for g in _gaps_of_complete(desk, owner, p)) for p in owner.promises.complete]
    return difference in (*by_parts, *each, sum(each))


# ---- the whole ----


@check("D020")
def promises_are_kept(desk: Desk) -> Iterator[Problem]:
    """A set holds as many pieces as `expect` promises. Sets that could not be read whole are passed over, and those
    where a broken part or an incomplete people says it more exactly."""
    for component_set in desk.game.sets.values():
        total = sum(i.count for i in component_set.items)
        if component_set.complete and component_set.expect is not None and component_set.expect != total:
            difference = total - component_set.expect
            if is_explained(desk, component_set, difference) or difference == -lacking(desk, component_set):
                continue
            mark = component_set.marks.get("expect", component_set.mark)
            promise = f"`{component_set.id}` promises {component_set.expect} pieces, its items add up to {total}"
            yield Problem(mark, promise, "change `expect`, or the `count` of an item")


@check("D020")
def assumptions_are_kept(desk: Desk) -> Iterator[Problem]:
    """A set whose count is open holds as many pieces as is assumed."""
    for component_set in desk.game.sets.values():
        total = sum(i.count for i in component_set.items)
        if component_set.complete and component_set.count_open and component_set.assume not in (None, total):
            mark = component_set.marks.get("assume", component_set.mark)
            message = f"`{component_set.id}` assumes {component_set.assume} pieces, its items add up to {total}"
            yield Problem(mark, message, "change `assume`, or the `count` of an item")


@check("D016")
def items_have_copies(desk: Desk) -> Iterator[Problem]:
    """No item is in the data for nothing."""
    for component_set in desk.game.sets.values():
        for item in component_set.items:
            if item.count == 0:
                mark = item.marks.get("count", item.mark)
                yield Problem(mark, f"`{item.id}` has no copies", "write `count: 1`, or delete the item")


@check("D013")
def printed_sets_can_be_printed(desk: Desk) -> Iterator[Problem]:
    """What is printed has a size and a layout."""
    unread = desk.game.unread & {"size", "layout"}
    for component_set in desk.game.sets.values():
        missing = [
            w for w in ("size", "layout") if component_set.printed and w not in unread and _lacks(component_set, w)
        ]
        if missing:
            message = f"`{component_set.id}` is printed, but has no {' and no '.join(f'`{w}`' for w in missing)}"
            hint = f"write `{missing[0]}: ..`, or `printed: false`"
            yield Problem(component_set.mark, message, hint, about=tuple(missing))


def _lacks(component_set: ComponentSet, what: str) -> bool:
    return not getattr(component_set, what) and not all(getattr(i, what) for i in component_set.items)
