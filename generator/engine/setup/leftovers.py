"""What a set-up leaves behind, shares out unevenly, or does for nothing: steps without effect, missing backs."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.registry import Desk, Problem, check
from generator.engine.setup.execution import Move, source_of, target_of
from generator.engine.setup.trace import doubtful, mark_of, players_of, rehearsal_of, stories


@check("E104")
def passing_zones_are_empty(desk: Desk) -> Iterator[Problem]:
    """Nothing is left in a zone that pieces only pass through."""
    passed_over = doubtful(desk.game)
    if passed_over is None:
        return
    for n, zone in enumerate(desk.game.setup.passing):
        for set_id in desk.game.sets:
            runs = [r for r in rehearsal_of(desk).runs if set_id not in passed_over | r.spoiled]
            left = [(r, lot.size) for r in runs if (lot := r.table.held_in(zone, set_id)).size]
            if left:
                run, size = left[0]
                everywhere = {r.mode for r, _ in left if r.players == run.players} >= set(desk.game.setup.modes)
                mode = "" if everywhere else f" in mode `{run.mode}`"
                message = f"with {run.players} players{mode} {size} `{set_id}` are left in `{zone}` after the set-up"
                hint = f"write a step that puts them elsewhere, or take `{zone}` out of `passing`"
                yield Problem(desk.game.setup.marks[f"passing.{n}"], message, hint)


@check("E105")
def drafts_come_out_even(desk: Desk) -> Iterator[Problem]:
    """A draft leaves no card in anybody's hand, unless a later step takes it."""
    for story in stories(desk):
        if story.step.do != "draft" or not story.step.per_player:
            continue
        later = desk.game.setup.steps[desk.game.setup.steps.index(story.step) + 1 :]
        taken = any(source_of(s) == source_of(story.step) and story.set_id in s.sets for s in later)
        found = story.first(lambda m: m.left and not m.lacking)
        if found is not None and not taken and source_of(story.step) != target_of(story.step):
            run, move = found
            when = players_of(desk, story, run, lambda m: m.left)
            place = f"`{story.set_id}` in `{source_of(story.step)}`"
            message = f"{when}, the draft of step `{story.step.id}` leaves {move.left} {place}, and no step takes them"
            hint = "deal as many as are drafted, or write a step that returns the rest"
            yield Problem(mark_of(story.step, "count"), message, hint)


@check("E106")
def shares_are_equal(desk: Desk) -> Iterator[Problem]:
    """Pieces that are shared out among the players come out even."""
    for story in stories(desk):
        found = story.first(lambda m: m.uneven)
        if found is not None:
            run, move = found
            many = f"{move.uneven} player{'s get' if move.uneven > 1 else ' gets'} one more"
            message = (
                f"{players_of(desk, story, run, lambda m: m.uneven)}, step `{story.step.id}` shares out {move.moved} "
                f"`{story.set_id}`: {many}"
            )
            hint = "write a `count` that is alike for all, and return the rest"
            yield Problem(mark_of(story.step, "count"), message, hint)


# ---- what does nothing -----------------------------------------------------------------------------------------


@check("E103")
def steps_move_something(desk: Desk) -> Iterator[Problem]:
    """Every step moves a piece, at some number of players."""
    everything = stories(desk)
    for step in desk.game.setup.steps:
        told = [story for story in everything if story.step.id == step.id]
        moves = [m for story in told for _, m in story.told]
        if moves and len(told) == len(set(step.sets)) and all(_is_idle(m) for m in moves):
            empty = "its `count` is 0" if all(m.need == 0 for m in moves) else f"`{source_of(step)}` is empty by then"
            message = f"step `{step.id}` never moves anything: {empty}"
            yield Problem(mark_of(step, "count"), message, "delete the step, or correct `count` or `from`")


def _is_idle(move: Move) -> bool:
    return not (move.moved or move.lacking or move.never or move.spoiled) and move.fits


@check("E112")
def what_is_dealt_was_shuffled(desk: Desk) -> Iterator[Problem]:
    """Nothing is dealt from a zone that was not shuffled."""
    for story in stories(desk):
        owner = desk.game.sets[story.set_id]
        found = story.first(lambda m: m.moved and not m.mixed)
        if story.step.do == "deal" and found is not None and len(owner.items) > 1:
            zone = source_of(story.step)
            message = f"step `{story.step.id}` deals `{owner.id}` from `{zone}`, which no step before it shuffles"
            yield Problem(mark_of(story.step, "from"), message, f"write a step before it: `do: shuffle`, `to: {zone}`")


@check("E113")
def what_is_flipped_has_a_back(desk: Desk) -> Iterator[Problem]:
    """What a step turns over has a back."""
    for story in stories(desk):
        owner = desk.game.sets[story.set_id]
        if story.step.do == "flip" and owner.printed and not (owner.back or all(i.back for i in owner.items)):
            message = f"step `{story.step.id}` turns over `{owner.id}`, which has no back"
            yield Problem(mark_of(story.step, "do"), message, f"write `back: ..` in {owner.mark.file}")
