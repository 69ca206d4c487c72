"""Values of items as plain, comparable things, and what formulas and filters of a set file see: `item`, `items`,
parameters, `players`, `pieces`.

Takes a set, an item and a field; gives what `by`, `each` and `unique` compare, and how a finding shows it. Promise:
formulas see the same plain data as templates do, and nothing of it is made before it is asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress

from generator.data.model import Check, Complete, ComponentSet, Effect, FieldKind, Game, Item, SetupStep, Text
from generator.data.reading.text import place_in
from generator.data.walk import leaves_of
from generator.diagnostics.findings import Mark, did_you_mean
from generator.engine.registry import Desk, Problem, check, once_per_desk, sets_of, steps_of
from generator.expressions.expression import Expression, ExpressionError, compile_expression, to_words
from generator.expressions.runtime import AlreadyToldError, UnreadError
from generator.values import Struct


def frozen(value: object) -> Hashable:
    """A value without its places, so that like is equal to like."""
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return tuple(value.words.items())
    if isinstance(value, Effect):
        return (value.verb, frozen(value.arguments))
    if isinstance(value, Mapping):
        return tuple(sorted((k, frozen(v)) for k, v in value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(frozen(v) for v in value)
    return (type(value) is bool, value) if isinstance(value, (bool, int)) else str(value)


def as_written(value: object) -> str:
    """A value as it is written in a file."""
    if isinstance(value, Text):
        return next(iter(value.words.values()), "")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(as_written(v) for v in value) + "]"
    return "none" if value is None else str(value)


def members_of(item: Item, name: str) -> list[str]:
    """What an item says in a field, as words: one member, or those of a list or the keys of a map; none if it is
    missing."""
    value = item.values.get(name)
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [str(k) for k in value]
    return [as_written(v) for v in value] if isinstance(value, (list, tuple)) else [as_written(value)]


def inner_kind(kind: FieldKind) -> FieldKind:
    """The kind of a field's single members: of a list, its members; of a map, its keys."""
    return FieldKind("term", kind.argument) if kind.name == "map" else kind.innermost


def domain_of(game: Game, kind: FieldKind) -> list[str] | None:
    """All values that a field can have, as words; None where there is no end of them."""
    kind = inner_kind(kind)
    if kind.name == "term" and kind.argument in game.kinds:
        return [t.id for t in game.kinds[kind.argument].members]
    if kind.name == "item" and kind.argument in game.sets:
        return [i.id for i in game.sets[kind.argument].items]
    return {"one of": list(kind.choices), "flag": ["true", "false"]}.get(kind.name)


# ---- what formulas see ----

SimpleValue = dict[str, object]


@once_per_desk
def _shared(desk: Desk) -> tuple[SimpleValue, Mapping[tuple[str, str], Mapping[str, object]]]:
    """What all formulas see, and the items as templates see them: a term is a mapping."""
    from generator.layout.template.scope import base_of

    game = desk.game
    base = base_of(game, game.languages[0] if game.languages else "")
    numbers = {name.replace("-", "_"): p.value for name, p in game.parameters.items()}
    pieces = {s.id: s.copies for s in game.sets.values()}
    return {**numbers, **base.scope, "pieces": pieces}, base.items


def _scope_of(desk: Desk, owner: ComponentSet) -> SimpleValue:
    """What a formula about a whole set sees: `items` are those of the set."""
    shared, items = _shared(desk)
    return {**shared, "items": [items[owner.id, i.id] for i in owner.items]}


def _with_item(desk: Desk, scope: SimpleValue, owner: ComponentSet, item: Item) -> SimpleValue:
    """The same with `item`."""
    return {**scope, "item": _shared(desk)[1][owner.id, item.id]}


class FormulaUse(Struct, frozen=True):
    """A formula in the data: what findings call it, its words and their place, the sets that its `item` is of."""

    what: str
    source: str
    mark: Mark
    owners: tuple[ComponentSet, ...]

    def read(self, game: Game) -> Expression | Problem:
        """The expression, or why it is none."""
        try:
            return compile_expression(self.source)
        except ExpressionError as error:
            return self.fault(game, error)

    def fault(self, game: Game, error: ExpressionError, whom: str = "") -> Problem:
        """What is told where it has no value."""
        return Problem(self.place(game, error.offset), f"{self.what} cannot be worked out{whom}: {error}", error.hint)

    def place(self, game: Game, offset: int | None, length: int = 1) -> Mark:
        """The place of a piece of it."""
        source = game.sources.get(self.mark.file, "")
        return place_in(source, self.mark, self.source, offset, length) if offset is not None else self.mark

    def values(self, desk: Desk, items: Iterable[Item]) -> list[object] | Problem | None:
        """Its values for items of its set, or why one has none; None: that is told elsewhere."""
        expression, (owner, *_) = self.read(desk.game), self.owners
        if isinstance(expression, Problem) or any(_unknown_fields(owner, expression)):
            return expression if isinstance(expression, Problem) else None
        scope, found = _scope_of(desk, owner), []
        for item in items:
            try:
                found.append(expression.evaluate(_with_item(desk, scope, owner, item)))
            except AlreadyToldError:
                return None
            except ExpressionError as error:
                return self.fault(desk.game, error, f" for `{item.id}`" if self.what == FILTER else "")
        return found


FILTER = "the filter"


def _checks_of(owner: ComponentSet) -> Iterator[tuple[Check, FormulaUse]]:
    """The formulas under `checks`."""
    yield from ((one, FormulaUse("the check", one.formula.source, one.mark, (owner,))) for one in owner.promises.checks)


def filters_of(owner: ComponentSet) -> Iterator[tuple[Complete, FormulaUse]]:
    """The `where` of promises."""
    for promise in owner.promises.complete:
        if promise.where:
            yield promise, FormulaUse(FILTER, promise.where, promise.marks["where"], (owner,))


def filter_of(game: Game, step: SetupStep) -> FormulaUse | None:
    """The `where` of a step."""
    sets = tuple(game.sets[s] for s in step.sets if s in game.sets)
    return FormulaUse(FILTER, step.where, step.at("where"), sets) if step.where else None


def _asked_of_item(expression: Expression) -> set[str]:
    return {path[1] for path in expression.paths if path[0] == "item" and len(path) > 1}


def _unknown_fields(owner: ComponentSet, expression: Expression) -> Iterator[tuple[str, int]]:
    """Fields that an expression asks of `item` and the set does not have, with their offsets."""
    known = {"id", "count", *owner.fields, *(f.replace("-", "_") for f in owner.fields)}
    for name in sorted(_asked_of_item(expression) - known):
        yield name, max(0, expression.source.find(f".{name}") + 1)


def no_field(owner: ComponentSet, name: str, mark: Mark) -> Problem:
    """What is told of a field that a set does not have."""
    return Problem(mark, f"`{owner.id}` has no field `{name}`", did_you_mean(name, owner.fields), about=(name,))


@check("R013", each=sets_of)
def formulas_name_fields(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """The fields that formulas of a set ask for exist."""
    for _, one in (*_checks_of(owner), *filters_of(owner)):
        found = one.read(desk.game)
        unknown = _unknown_fields(owner, found) if isinstance(found, Expression) else ()
        yield from (no_field(owner, name, one.place(desk.game, at, len(name))) for name, at in unknown)


@check("D006")
def formulas_can_be_worked_out(desk: Desk) -> Iterator[Problem]:
    """Every formula can be read, and those of sets have a value for every item."""
    game = desk.game
    for owner in game.sets.values():
        sound = owner.complete and not any(name.startswith("*") for name in game.unread)
        items = _sound_items(desk, owner) if sound and owner.promises.checks else []
        found = [one.values(desk, items) for _, one in _checks_of(owner)]
        found += [one.values(desk, owner.items) for _, one in filters_of(owner)]
        yield from (problem for problem in found if isinstance(problem, Problem))
    of_steps = (one.read(game) for step in game.setup.steps if (one := filter_of(game, step)))
    yield from (problem for problem in of_steps if isinstance(problem, Problem))


def _sound_items(desk: Desk, owner: ComponentSet) -> list[Item]:
    """The items of a set that name no unknown term: those are told, and no promise holds for them."""
    leaves = ((i, leaves_of(desk.game, owner.fields, i.said, i.marks)) for i in owner.items)
    return [i for i, found in leaves if all(v in desk.game.terms for kind, v, _, _ in found if kind.name == "term")]


@check("R011", each=steps_of)
def filters_use_known_fields(desk: Desk, step: SetupStep) -> Iterator[Problem]:
    """The `where` of a step asks only for fields that all its items have."""
    yield from unknown_in_filter(desk.game, step)


def unknown_in_filter(game: Game, step: SetupStep) -> Iterator[Problem]:
    """Names in the `where` of a step that nothing bears there: each field that one of its sets lacks once."""
    one = filter_of(game, step)
    found = one.read(game) if one else None
    if one is None or not isinstance(found, Expression):
        return
    lacking = {field: owner for owner in reversed(one.owners) for field in _unknown_fields(owner, found)}
    yield from (no_field(owner, name, one.place(game, at, len(name))) for (name, at), owner in lacking.items())
    for root in sorted({path[0] for path in found.paths} - {*_OWN}):
        place = one.place(game, one.source.find(root), len(root))
        hint = "write `item.field`, `players` or `parameters.name`"
        yield Problem(place, f"nothing is called `{root}` in a filter", hint)


_OWN = ("item", "parameters", "players")
"""What filters may name, and formulas where other items could not be read."""


@check("D026")
def checks_hold(desk: Desk) -> Iterator[Problem]:
    """Every formula under `checks` is true."""
    with suppress(AlreadyToldError):
        for owner in desk.game.sets.values():
            scope = _scope_of(desk, owner) if owner.promises.checks else {}
            items = _sound_items(desk, owner) if scope else []
            for one, asked in _checks_of(owner) if scope else ():
                found = asked.read(desk.game)
                if not isinstance(found, Problem) and not any(_unknown_fields(owner, found)):
                    each = any(path[0] == "item" for path in found.paths)
                    if not owner.complete and not (each and all(path[0] in _OWN for path in found.paths)):
                        continue
                    for item in items if each else [None]:
                        yield from _failing(desk, one, found, scope, owner, item)


def _failing(
    desk: Desk, one: Check, expression: Expression, scope: SimpleValue, owner: ComponentSet, item: Item | None
) -> Iterator[Problem]:
    scope = _with_item(desk, scope, owner, item) if item is not None else scope
    try:
        held = expression.evaluate(scope)
    except UnreadError:
        return  # of this item alone
    except AlreadyToldError:
        raise
    except ExpressionError:
        return
    if not held:
        name, mark = (f"{owner.id}/{item.id}", item.mark) if item is not None else (owner.id, one.mark)
        fields = _asked_of_item(expression)
        if item is not None and len(fields) == 1:
            mark = item.at(*fields)
        message = f"`{name}` breaks a promise of its set, {one.say}{_sides(one.formula.source, scope)}"
        yield Problem(mark, message, f"change it so that `{one.formula.source}`, or change the check")


def _sides(source: str, scope: SimpleValue) -> str:
    """What both sides of a comparison come to."""
    for sign in ("==", "<=", ">=", "<", ">"):
        left, found, right = source.partition(f" {sign} ")
        if found and not any(word in source for word in (" and ", " or ", " if ")):
            with suppress(ExpressionError):
                values = [to_words(compile_expression(side.strip()).evaluate(scope)) for side in (left, right)]
                return f": found {values[0]}, expected {'' if sign == '==' else sign + ' '}{values[1]}"
            return ""
    return ""
