"""Demand against supply: how many pieces the set-up needs, how many play can need at most, what is left over.

Takes a `Game` and a number of players; gives a `Need` for each set. Promise: `needed` is the least number of pieces
with which no step runs short; `most` follows from the bounds that the set states under `use`, and is None where one
of them is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.data.model import ComponentSet, Game, Use
from generator.engine.registry import Desk, Problem, check
from generator.engine.setup.execution import Run, Simulation, pieces_of, simulate
from generator.engine.setup.shortages import doubtful, simulation_of
from generator.engine.setup.zones import BOX, SUPPLY
from generator.values import dataclass


@dataclass(frozen=True, slots=True)
class Need:
    """What a number of players need of a set; where modes differ, in the mode that needs most.

    `pieces` are printed or assumed. At the set-up some are `asked` for by number, and so many are `needed` in all;
    `in_play` are those that are then neither in the supply nor in the box, `left_over` the rest. `bounded` is the sum
    of the bounds in `use`; `most` the same, None if some use has no bound or none is stated.
    """

    pieces: int
    asked: int
    needed: int
    in_play: int
    left_over: int
    bounded: int
    most: int | None
    uses: tuple[Use, ...]


def needs(game: Game, players: int, simulation: Simulation | None = None) -> dict[str, Need]:
    """What so many players need, by set id."""
    runs = [r for r in (simulation or simulate(game)).runs if r.players == players]
    return {s.id: _need(s, players, runs) for s in game.sets.values()}


def _need(owner: ComponentSet, players: int, runs: list[Run]) -> Need:
    pieces = pieces_of(owner)
    bounds = [_bound(use, players, pieces) for use in owner.uses]
    bounded = sum(b or 0 for b in bounds)
    in_play = max((_in_play(run, owner.id)[0] for run in runs), default=0)
    return Need(
        pieces=pieces,
        asked=max((_asked(run, owner.id) for run in runs), default=0),
        needed=max((_needed(run, owner) for run in runs), default=0),
        in_play=in_play,
        left_over=pieces - in_play,
        bounded=bounded,
        most=bounded if bounds and None not in bounds else None,
        uses=owner.uses,
    )


def _bound(use: Use, players: int, pieces: int) -> int | None:
    """The most pieces of one use; `all` is all there are."""
    if use.unbounded is not None or players not in use.counts:
        return None
    count = use.counts[players]
    return pieces if count is None else count


def _in_play(run: Run, set_id: str) -> tuple[int, int]:
    """Pieces neither in the supply nor in the box, and how many of them were asked for by number."""
    places = [lots for place, lots in run.table.lots.items() if place[1] == set_id and place[0] not in (SUPPLY, BOX)]
    lots = [lot for some in places for lot in some]
    return sum(lot.size for lot in lots), sum(lot.asked for lot in lots)


def _asked(run: Run, set_id: str) -> int:
    """Pieces asked for by number, wherever they are in the end."""
    return sum(lot.asked for place, lots in run.table.lots.items() if place[1] == set_id for lot in lots)


def _needed(run: Run, owner: ComponentSet) -> int:
    """Pieces asked for by number, and those put out with `all` where it is settled how many there are."""
    in_play, asked_in_play = _in_play(run, owner.id)
    return _asked(run, owner.id) + (0 if owner.count_open else in_play - asked_in_play)


_LOOSE = ("token", "marker", "supply")
"""Kinds of sets that players take from and put back."""


# ---- checks ----------------------------------------------------------------------------------------------------


@check("E120")
def bounds_are_said_once(desk: Desk) -> Iterator[Problem]:
    """Every use has a bound or says why it has none."""
    for owner in desk.game.sets.values():
        for use in owner.uses:
            if bool(use.counts) == (use.unbounded is not None):
                what = "both a bound and that there is none" if use.counts else "neither a bound nor why there is none"
                mark = use.marks.get("unbounded" if use.counts else "what", use.mark)
                yield Problem(mark, f"this use of `{owner.id}` says {what}", "write `count: ..` or `unbounded: ..`")


def _excesses(desk: Desk, *, is_open: bool) -> Iterator[tuple[ComponentSet, int, Need]]:
    """Sets whose use can exceed their pieces, with the number of players that needs most; no rule says what then."""
    game = desk.game
    for owner in game.sets.values():
        if owner.count_open != is_open or not _is_whole(desk, owner) or any(use.short for use in owner.uses):
            continue
        counts = range(game.players[0], game.players[1] + 1)
        found = [(need.most or 0, n, need) for n in counts for need in [_need(owner, n, [])]]
        most, players, need = max(found, key=lambda one: one[:2], default=(0, 0, None))
        if need is not None and most > need.pieces:
            yield owner, players, need


def _is_whole(desk: Desk, owner: ComponentSet) -> bool:
    """Whether all that the set says of its pieces and their use could be read."""
    unread = {f"{owner.id}/*uses", "*use", "use", "players"} & desk.game.unread
    return owner.complete and not unread and all(bool(u.counts) != (u.unbounded is not None) for u in owner.uses)


@check("E121")
def use_is_covered(desk: Desk) -> Iterator[Problem]:
    """A set has as many pieces as can be in use."""
    yield from _uncovered(desk, "there are {}", "make it {}", is_open=False)


@check("E122")
def use_is_covered_by_what_is_assumed(desk: Desk) -> Iterator[Problem]:
    """A set whose count is open is assumed to have as many pieces as can be in use."""
    yield from _uncovered(desk, "{} are assumed", "write `assume: {}`", is_open=True)


def _uncovered(desk: Desk, there: str, more: str, *, is_open: bool) -> Iterator[Problem]:
    for owner, players, need in _excesses(desk, is_open=is_open):
        message = f"with {players} players up to {need.most} `{owner.id}` can be in use, {there.format(need.pieces)}"
        hint = f"{more.format(need.most)}, or name the paragraph for when they run out: `short: ..`"
        yield Problem(owner.marks.get("use", owner.mark), message, hint)


@check("E123")
def open_counts_are_bounded(desk: Desk) -> Iterator[Problem]:
    """A set of loose pieces whose count is open says what they are used for."""
    for owner in desk.game.sets.values():
        if owner.count_open and owner.kind in _LOOSE and not owner.uses and _is_whole(desk, owner):
            message = f"the count of `{owner.id}` is open, and nothing says how many can be in use"
            hint = "write `use: [{what: .., count: ..}]`, or `unbounded: ..` with the reason"
            yield Problem(owner.marks.get("expect", owner.mark), message, hint)


@check("E124")
def bounds_hold_at_the_start(desk: Desk) -> Iterator[Problem]:
    """What the set-up needs is within the bounds of use."""
    game = desk.game
    passed_over = doubtful(game)
    if passed_over is None:
        return
    spoiled = {s for run in simulation_of(desk).runs for s in run.spoiled}
    for n in range(game.players[0], game.players[1] + 1):
        for set_id, need in needs(game, n, simulation_of(desk)).items():
            owner = game.sets[set_id]
            if need.most is not None and need.most < need.asked and set_id not in passed_over | spoiled:
                if not _is_whole(desk, owner):
                    continue
                passed_over.add(set_id)
                message = (
                    f"with {n} players the set-up needs {need.asked} `{set_id}`, but `use` bounds them to {need.most}"
                )
                yield Problem(
                    owner.marks.get("use", owner.mark), message, "write what else they are used for, or mend `count`"
                )
