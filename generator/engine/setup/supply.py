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
    asked, needed, in_play = map(max, zip((0, 0, 0), *(_tally(run, owner) for run in runs), strict=True))
    most = bounded if bounds and None not in bounds else None
    return Need(pieces, asked, needed, in_play, pieces - in_play, bounded, most, owner.uses)


def _bound(use: Use, players: int, pieces: int) -> int | None:
    """The most pieces of one use; `all` is all there are."""
    if use.unbounded is not None or players not in use.counts:
        return None
    count = use.counts[players]
    return pieces if count is None else count


def _tally(run: Run, owner: ComponentSet) -> tuple[int, int, int]:
    """The pieces of a set that were asked for by number; these and those put out with `all`, where it is settled how
    many there are; those neither in the supply nor in the box."""
    lots = [(place[0], lot) for place, some in run.table.lots.items() if place[1] == owner.id for lot in some]
    out = [lot for zone, lot in lots if zone not in (SUPPLY, BOX)]
    asked, in_play = sum(lot.asked for _, lot in lots), sum(lot.size for lot in out)
    put_out = 0 if owner.count_open else in_play - sum(lot.asked for lot in out)
    return asked, asked + put_out, in_play


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


def _is_whole(desk: Desk, owner: ComponentSet) -> bool:
    """Whether all that the set says of its pieces and their use could be read."""
    unread = {f"{owner.id}/*uses", "*use", "use", "players"} & desk.game.unread
    return owner.complete and not unread and all(bool(u.counts) != (u.unbounded is not None) for u in owner.uses)


def _covers_use(code: str, holds: str, there: str, more: str, *, is_open: bool) -> None:
    def look(desk: Desk) -> Iterator[Problem]:
        counts = range(desk.game.players[0], desk.game.players[1] + 1)
        for owner in desk.game.sets.values():
            if owner.count_open is is_open and _is_whole(desk, owner) and not any(use.short for use in owner.uses):
                found = [(need.most or 0, n, need.pieces) for n in counts for need in [_need(owner, n, [])]]
                most, players, pieces = max(found, default=(0, 0, 0))
                if most > pieces:
                    message = f"with {players} players up to {most} `{owner.id}` can be in use, {there.format(pieces)}"
                    hint = f"{more.format(most)}, or name the paragraph for when they run out: `short: ..`"
                    yield Problem(owner.marks.get("use", owner.mark), message, hint)

    look.__doc__ = holds
    check(code)(look)


_covers_use("E121", "A set has as many pieces as can be in use.", "there are {}", "make it {}", is_open=False)
_covers_use("E122", "The same of an open count.", "{} are assumed", "write `assume: {}`", is_open=True)


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
    game, simulation = desk.game, simulation_of(desk)
    passed_over = doubtful(game)
    spoiled = {s for run in simulation.runs for s in run.spoiled}
    for owner in game.sets.values() if passed_over is not None else ():
        if passed_over is not None and owner.id not in passed_over | spoiled and _is_whole(desk, owner):
            counts = range(game.players[0], game.players[1] + 1)
            found = ((n, _need(owner, n, [r for r in simulation.runs if r.players == n])) for n in counts)
            short = next(((n, need) for n, need in found if need.most is not None and need.most < need.asked), None)
            if short is not None:
                n, need = short
                asked = f"with {n} players the set-up needs {need.asked} `{owner.id}`"
                hint = "write what else they are used for, or mend `count`"
                yield Problem(
                    owner.marks.get("use", owner.mark), f"{asked}, but `use` bounds them to {need.most}", hint
                )
