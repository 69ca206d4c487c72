"""Set-up steps that run short, and what they leave behind or do for nothing.

Takes the executed set-up of a `Desk`, told step by step. Promise: a set that runs short is told once, at its first
step, with the first number of players and the mode; what rests on words that could not be read is passed over, since
those are told already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import wraps

from generator.data.model import ComponentSet, Game, SetupStep
from generator.diagnostics.findings import did_you_mean
from generator.engine.integrity.formulas import filter_of, unknown_in_filter
from generator.engine.registry import Desk, Problem, check, check_rows, once_per_desk, sets_of, steps_of
from generator.engine.setup.execution import Move, SetupRun, Simulation, need_of, simulate, source_of, target_of
from generator.engine.setup.zones import SUPPLY
from generator.expressions.expression import Expression
from generator.values import Struct, replace

# ---- the executed set-up, told by its steps ----

_WHOLE_PARTS = frozenset({"*steps", "*setup", "*zones", "*modes", "*passing", "*counts", "players"})
"""What must have been read for anything to be said."""


class StepTrace(Struct, frozen=True):
    """One step and one of its sets, through all runs."""

    step: SetupStep
    set_id: str
    moves: tuple[tuple[SetupRun, Move], ...]

    def first(self, test: Callable[[Move], object]) -> tuple[SetupRun, Move] | None:
        """The first run that it is true of, and in which the set did not run short before."""
        return next(((r, m) for r, m in self.moves if not m.spoiled and test(m)), None)


@once_per_desk
def simulation_of(desk: Desk) -> Simulation:
    """The set-up of the game on the desk, carried out once."""
    return simulate(desk.game)


@once_per_desk
def _step_traces(desk: Desk) -> tuple[StepTrace, ...]:
    """All steps that can be judged, in order."""
    told: dict[tuple[str, str], list[tuple[SetupRun, Move]]] = {}
    for run in simulation_of(desk).runs:
        for move in run.moves:
            if move.set_id not in doubtful(desk):
                told.setdefault((move.step.id, move.set_id), []).append((run, move))
    order = {step.id: n for n, step in enumerate(desk.game.setup.steps)}
    found = [StepTrace(pairs[0][1].step, set_id, tuple(pairs)) for (_, set_id), pairs in told.items()]
    return tuple(sorted(found, key=lambda trace: order[trace.step.id]))


@once_per_desk
def doubtful(desk: Desk) -> Set[str]:
    """Sets about which nothing can be said: their steps or items could not all be read, or they do not hold what they
    promise."""
    game = desk.game
    if game.unread & _WHOLE_PARTS or any(s not in game.sets for step in game.setup.steps for s in step.sets):
        return {*game.sets}
    found = {s.id for s in game.sets.values() if not s.complete or s.expect not in (None, s.copies)}
    for step in game.setup.steps:
        if not _is_sound(game, step):
            found.update(step.sets)
    return found


def _is_sound(game: Game, step: SetupStep) -> bool:
    zones = {SUPPLY, "", *game.setup.zones}
    known = step.source in zones and step.target in zones and step.mode in ("", *game.setup.modes)
    matched = not step.match or all(step.match in game.sets[s].fields for s in step.sets)
    where = filter_of(game, step)
    read = where is None or isinstance(where.read(game), Expression)
    return known and matched and read and not any(unknown_in_filter(game, step))


def _when(desk: Desk, run: SetupRun, alike: Iterable[SetupRun]) -> str:
    """ "with 5 players", and the mode where it is not so in every mode."""
    same = {r.mode for r in alike if r.players == run.players}
    mode = "" if same >= set(desk.game.setup.modes) or not run.mode else f" in mode `{run.mode}`"
    return f"with {run.players} player{'s' * (run.players != 1)}{mode}"


# ---- what runs short ----

Said = tuple[str, str, str]
Say = Callable[[Desk, StepTrace, SetupRun, Move], Iterator[Said]]


def _first_of_each(code: str, wrong: Callable[[Move], object]) -> Callable[[Say], Say]:
    """Registers what is said of each step in one of whose moves something is wrong, with the first number of players
    for which it is. A `Say` gives the key that is to be changed, the message behind the players, and the hint."""

    def register(say: Say) -> Say:
        @check(code, each=_step_traces)
        @wraps(say)
        def look(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
            if found := trace.first(wrong):
                when = _when(desk, found[0], (r for r, m in trace.moves if not m.spoiled and wrong(m)))
                for key, message, hint in say(desk, trace, *found):
                    yield Problem(trace.step.at(key), f"{when}, {message}", hint)

        return say

    return register


@_first_of_each("E101", lambda m: m.lacking and m.fits and not m.never and not m.short_of)
def supply_covers_demand(desk: Desk, trace: StepTrace, _: SetupRun, move: Move) -> Iterator[Said]:
    """Every step finds as many pieces as it needs, for every number of players and in every mode."""
    step, zone = trace.step, source_of(trace.step)
    holds = f"`{zone}` holds {move.had}"
    if move.had >= (move.need or 0):
        holds = f"one player's part of `{zone}` lacks {move.lacking}"
    yield "count", f"step `{step.id}` needs {move.need} `{trace.set_id}`, {holds}", _more(desk.game, move)


def _more(game: Game, move: Move) -> str:
    """Where the missing pieces could come from."""
    owner, (zone, held) = game.sets[move.set_id], move.elsewhere
    missing = max(move.lacking, (move.need or 0) - move.had)
    if zone != source_of(move.step) and held >= missing:
        more = f"put {missing} more into `{source_of(move.step)}` before this step"
        return f"{more} (`{zone}` holds {held}), or lower `count`"
    place = f" (`assume` in {owner.mark.file})" if owner.count_open else ""
    each = "; `count` is how many of each set" * (len(move.step.sets) > 1)
    return f"give `{owner.id}` {owner.copies + missing} pieces{place}, or lower `count`{each}"


def _is_empty(move: Move) -> bool:
    return move.never and move.need != 0


@check("E102", each=_step_traces)
def sources_are_filled(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
    """No step takes from a zone that such pieces never came into."""
    for mode in desk.game.setup.modes or ("",):
        told = [(r, m) for r, m in trace.moves if r.mode == mode]
        if told and all(_is_empty(m) and not m.spoiled for _, m in told):
            run, move = told[0]
            shown = "" if not run.mode or trace.first(lambda m: not _is_empty(m)) is None else f" in mode `{mode}`"
            message = f"`{trace.set_id}` never comes into `{source_of(move.step)}` before this step{shown}"
            yield Problem(trace.step.at("from"), message, _source_hint(desk.game, move, mode))
            break


def _source_hint(game: Game, move: Move, mode: str) -> str:
    zone, _ = move.elsewhere
    for step in game.setup.steps[game.setup.steps.index(move.step) :]:
        if step is not move.step and move.set_id in step.sets and target_of(step) == source_of(move.step):
            if step.mode in ("", mode):
                return f"put the step `{step.id}` before this one"
            return f"only the mode `{step.mode}` has the step `{step.id}`: write one for `{mode}`, or `from: {zone}`"
    return f"write `from: {zone}`" if zone else "write a step before this one that puts some there"


@check("E107", each=_step_traces)
def filters_fit_something(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
    """Every filter fits an item of its set."""
    can = (trace.step.id, trace.set_id) not in simulation_of(desk).faults
    if can and desk.game.sets[trace.set_id].items and not any(m.fits for _, m in trace.moves):
        message = f"no item of `{trace.set_id}` fits the filter `{trace.step.where}`"
        yield Problem(trace.step.at("where"), message, "correct the filter, or delete the step")


@check("E108", each=_step_traces)
def filters_can_be_worked_out(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
    """Every filter can be worked out for every item."""
    where = filter_of(desk.game, trace.step)
    item, error = simulation_of(desk).faults.get((trace.step.id, trace.set_id), ("", None))
    if where is not None and error is not None:
        problem = where.fault(desk.game, error, f" for `{trace.set_id}/{item}`")
        yield replace(problem, hint=problem.hint or "correct the filter, or the values of the item")


@_first_of_each("E109", lambda m: not m.lacking and not m.short_of and m.need is not None and m.sure < m.need)
def luck_decides_nothing(_: Desk, trace: StepTrace, _run: SetupRun, move: Move) -> Iterator[Said]:
    """What a step picks out is there for sure, whatever was drawn or chosen before."""
    message = f"step `{trace.step.id}` picks out {move.need} `{trace.set_id}`, but only {move.sure} are sure to be in "
    message += f"`{source_of(trace.step)}`: the rest depends on what was drawn"
    yield "where", message, "pick them out before the pieces are divided"


@check("E110", each=steps_of)
def matches_name_a_field(desk: Desk, step: SetupStep) -> Iterator[Problem]:
    """`match` is a field of all sets of its step, and stands with `per: player`."""
    for owner in (desk.game.sets[s] for s in step.sets if s in desk.game.sets):
        if step.match and step.match not in owner.fields and not {step.match, "*fields"} & desk.game.unread:
            message = f"the items of `{owner.id}` have no field `{step.match}`"
            yield Problem(step.at("match"), message, did_you_mean(step.match, owner.fields))
            break
    if step.match and not step.per_player:
        yield Problem(step.at("match"), "`match` says what each player takes", "write `per: player` as well")


@_first_of_each("E111", lambda m: m.short_of)
def every_choice_has_enough(_: Desk, trace: StepTrace, run: SetupRun, move: Move) -> Iterator[Said]:
    """Whatever a player goes by (a people, a colour), there are enough pieces of it, and one for each player."""
    value, there = move.short_of or ("", 0)
    field, each, what = trace.step.match, trace.step.counts.get(run.players), trace.set_id
    needs = f"step `{trace.step.id}` needs"
    if value:
        message = f"{needs} {each} `{what}` of one `{field}`, of `{value}` there are {there}"
        yield "count", message, f"give `{value}` {each} `{what}`, or lower `count`"
    else:
        message = f"{needs} `{what}` of {run.players} different `{field}`, there are {there}"
        yield "match", message, f"add items of another `{field}`"


# ---- what is left behind ----


@check("E104")
def passing_zones_are_empty(desk: Desk) -> Iterator[Problem]:
    """Nothing is left in a zone that pieces only pass through."""
    for n, zone in enumerate(desk.game.setup.passing):
        for set_id in (s for s in desk.game.sets if s not in doubtful(desk)):
            runs = [r for r in simulation_of(desk).runs if set_id not in r.spoiled]
            left = [(r, lot.size) for r in runs if (lot := r.table.held_in(zone, set_id)).size]
            if left:
                run, size = left[0]
                when = _when(desk, run, (r for r, _ in left))
                message = f"{when} {size} `{set_id}` are left in `{zone}` after the set-up"
                hint = f"write a step that puts them elsewhere, or take `{zone}` out of `passing`"
                yield Problem(desk.game.setup.marks[f"passing.{n}"], message, hint)


# ---- what does nothing -----------------------------------------------------------------------------------------


@check("E103", each=steps_of)
def steps_move_something(desk: Desk, step: SetupStep) -> Iterator[Problem]:
    """Every step moves a piece, at some number of players."""
    told = [trace for trace in _step_traces(desk) if trace.step.id == step.id]
    moves = [m for trace in told for _, m in trace.moves]
    idle = (m.fits and not (m.moved or m.lacking or m.never or m.spoiled) for m in moves)
    if moves and len(told) == len(set(step.sets)) and all(idle):
        empty = "its `count` is 0" if all(m.need == 0 for m in moves) else f"`{source_of(step)}` is empty by then"
        message = f"step `{step.id}` never moves anything: {empty}"
        yield Problem(step.at("count"), message, "delete the step, or correct `count` or `from`")


@check("E112", each=_step_traces)
def what_is_dealt_was_shuffled(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
    """Nothing is dealt from a zone that was not shuffled."""
    owner = desk.game.sets[trace.set_id]
    found = trace.first(lambda m: m.moved and not m.mixed)
    if trace.step.do == "deal" and found is not None and len(owner.items) > 1:
        zone = source_of(trace.step)
        message = f"step `{trace.step.id}` deals `{owner.id}` from `{zone}`, which no step before it shuffles"
        hint = f"write a step before it: `do: shuffle`, `to: {zone}`; or `do: choose`, if nothing is left to chance"
        yield Problem(trace.step.at("from"), message, hint)


@check("E113", each=_step_traces)
def what_is_flipped_has_a_back(desk: Desk, trace: StepTrace) -> Iterator[Problem]:
    """What a step turns over has a back."""
    owner = desk.game.sets[trace.set_id]
    if trace.step.do == "flip" and owner.printed and not (owner.back or all(i.back for i in owner.items)):
        message = f"step `{trace.step.id}` turns over `{owner.id}`, which has no back"
        yield Problem(trace.step.at("do"), message, f"write `back: ..` in {owner.mark.file}")


# ---- what play needs -------------------------------------------------------------------------------------------

_LOOSE = ("token", "marker", "supply")
"""Kinds of sets that players take from and put back."""


@check("E120", each=sets_of)
def bounds_are_said_once(_: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """Every use has a bound or says why it has none."""
    for use in owner.uses:
        if bool(use.counts) == (use.unbounded is not None):
            what = "both a bound and that there is none" if use.counts else "neither a bound nor why there is none"
            mark = use.at("unbounded" if use.counts else "what")
            yield Problem(mark, f"this use of `{owner.id}` says {what}", "write `count: ..` or `unbounded: ..`")


def _is_whole(desk: Desk, owner: ComponentSet) -> bool:
    """Whether all that the set says of its pieces and their use could be read."""
    unread = {f"{owner.id}/*uses", "*use", "use", "players"} & desk.game.unread
    return owner.complete and not unread and all(bool(u.counts) != (u.unbounded is not None) for u in owner.uses)


_IN_USE = (("E121", False, "there are {}", "make it {}"), ("E122", True, "{} are assumed", "write `assume: {}`"))


@check_rows(_IN_USE, each=sets_of)
def sets_cover_their_use(desk: Desk, owner: ComponentSet, is_open: bool, there: str, more: str) -> Iterator[Problem]:
    """A set has as many pieces as can be in use; the same of an open count."""
    if owner.count_open is is_open and _is_whole(desk, owner) and not any(use.short for use in owner.uses):
        counts = range(desk.game.players[0], desk.game.players[1] + 1)
        found = [(need.most or 0, n, need.pieces) for n in counts for need in [need_of(owner, n, [])]]
        most, players, pieces = max(found, default=(0, 0, 0))
        if most > pieces:
            message = f"with {players} players up to {most} `{owner.id}` can be in use, {there.format(pieces)}"
            hint = f"{more.format(most)}, or name the paragraph for when they run out: `short: ..`"
            yield Problem(owner.at("use"), message, hint, about=(owner.id,) * is_open)


@check("E123", each=sets_of)
def open_counts_are_bounded(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """A set of loose pieces whose count is open says what they are used for."""
    if owner.count_open and owner.kind in _LOOSE and not owner.uses and _is_whole(desk, owner):
        message = f"the count of `{owner.id}` is open, and nothing says how many can be in use"
        hint = "write `use: [{what: .., count: ..}]`, or `unbounded: ..` with the reason"
        yield Problem(owner.at("expect"), message, hint, about=(owner.id,))


@check("E124", each=sets_of)
def bounds_hold_at_the_start(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """What the set-up needs is within the bounds of use."""
    runs = simulation_of(desk).runs
    if owner.id in doubtful(desk) or any(owner.id in run.spoiled for run in runs) or not _is_whole(desk, owner):
        return
    for players in range(desk.game.players[0], desk.game.players[1] + 1):
        need = need_of(owner, players, [r for r in runs if r.players == players])
        if need.most is not None and need.most < need.asked:
            message = f"with {players} players the set-up needs {need.asked} `{owner.id}`, but `use` bounds them to "
            message += f"{need.most}"
            yield Problem(owner.at("use"), message, "write what else they are used for, or mend `count`")
            return
