"""The executed set-up, told by its steps: `Rehearsal` -> `Story`s, one for each step and set, through all runs.

Promise: what rests on words that could not be read is passed over, since those are told already; and a set that ran
short in one step is not blamed in the next.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.data.model import Game, SetupStep
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, once
from generator.engine.setup.execution import Move, Rehearsal, Run, pieces_of, rehearse
from generator.engine.setup.zones import SUPPLY
from generator.expressions.budget import ExpressionError
from generator.expressions.compile import compile_expression
from generator.values import dataclass

_WHOLE_PARTS = frozenset({"*steps", "*setup", "*zones", "*modes", "*passing", "*counts", "players"})
"""What must have been read for anything to be said."""


@dataclass(frozen=True, slots=True)
class Story:
    """One step and one of its sets, through all runs."""

    step: SetupStep
    set_id: str
    told: tuple[tuple[Run, Move], ...]

    def first(self, test: Callable[[Move], object]) -> tuple[Run, Move] | None:
        """The first run that it is true of, and in which the set did not run short before."""
        return next(((r, m) for r, m in self.told if not m.spoiled and test(m)), None)


@once
def rehearsal_of(desk: Desk) -> Rehearsal:
    """The set-up of the game on the desk, carried out once."""
    return rehearse(desk.game)


@once
def stories(desk: Desk) -> tuple[Story, ...]:
    """All steps that can be judged, in order."""
    passed_over = doubtful(desk.game)
    if passed_over is None:
        return ()
    told: dict[tuple[str, str], list[tuple[Run, Move]]] = {}
    for run in rehearsal_of(desk).runs:
        for move in run.moves:
            if move.set_id not in passed_over:
                told.setdefault((move.step.id, move.set_id), []).append((run, move))
    order = {step.id: n for n, step in enumerate(desk.game.setup.steps)}
    found = [Story(pairs[0][1].step, set_id, tuple(pairs)) for (_, set_id), pairs in told.items()]
    return tuple(sorted(found, key=lambda story: order[story.step.id]))


def doubtful(game: Game) -> set[str] | None:
    """Sets about which nothing can be said; None: any set.

    Their steps or items could not all be read, or they do not hold what they promise.
    """
    if game.unread & _WHOLE_PARTS or any(s not in game.sets for step in game.setup.steps for s in step.sets):
        return None
    found = {s.id for s in game.sets.values() if not s.complete or s.expect not in (None, pieces_of(s))}
    for step in game.setup.steps:
        if not _is_sound(game, step):
            found.update(step.sets)
    return found


def _is_sound(game: Game, step: SetupStep) -> bool:
    zones = {SUPPLY, "", *game.setup.zones}
    known = step.source in zones and step.target in zones and step.mode in ("", *game.setup.modes)
    return known and _can_be_read(game, step) and (not step.match or all(_has_field(game, s, step) for s in step.sets))


def _has_field(game: Game, set_id: str, step: SetupStep) -> bool:
    return step.match in game.sets[set_id].fields


def _can_be_read(game: Game, step: SetupStep) -> bool:
    """Whether the names of a step's filter exist."""
    if not step.where:
        return True
    try:
        paths = compile_expression(step.where).paths
    except ExpressionError:
        return False
    fields = [{"id", "count", *(f.replace("-", "_") for f in game.sets[s].fields)} for s in step.sets]
    return all(p[0] in ("players", "parameters") or _is_field(p, fields) for p in paths)


def _is_field(path: tuple[str, ...], fields: list[set[str]]) -> bool:
    return path[0] == "item" and (len(path) < 2 or all(path[1] in known for known in fields))


def players_of(desk: Desk, story: Story, run: Run, test: Callable[[Move], object]) -> str:
    """ "with 5 players", and the mode where it is not so in every mode."""
    same = {r.mode for r, m in story.told if r.players == run.players and not m.spoiled and test(m)}
    mode = "" if same >= set(desk.game.setup.modes) or not run.mode else f" in mode `{run.mode}`"
    return f"with {run.players} player{'s' * (run.players != 1)}{mode}"


def mark_of(step: SetupStep, *keys: str) -> Mark:
    """The place of the first of these keys that is written."""
    return next((step.marks[k] for k in keys if k in step.marks), step.mark)
