"""The registry of checks, and the one that runs them all over a game.

A check is a generator over a `Desk` (a game, its project, all it mentions) that yields `Problem`s; the decorator says
its code, the runner stamps it. Promise: checks see only what could be read, so what is told already is not told again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator.data.load import resting_collector
from generator.data.model import Game
from generator.engine.mentions import Mention, mentions_of
from generator.engine.texts import Spoken, texts_of
from generator.findings import Finding, Mark, in_order
from generator.project import Project


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding that has no code yet."""

    mark: Mark
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """What a check looks at. `texts` are all texts of the game, `mentions` all names that data and texts refer to."""

    project: Project
    game: Game
    mentions: tuple[Mention, ...]
    texts: tuple[Spoken, ...]


Check = Callable[[Desk], Iterator[Problem]]
CHECKS: list[tuple[str, Check]] = []
"""Every check with its code, in the order of the files below."""


def check(code: str) -> Callable[[Check], Check]:
    """Registers a check under the code of what it finds."""

    def register(work: Check) -> Check:
        CHECKS.append((code, work))
        return work

    return register


def check_game(project: Project, game: Game) -> list[Finding]:
    """Everything that is wrong with a game that its data alone shows, in order."""
    from generator.engine import (  # noqa: F401 -- they register their checks
        completeness,
        counts,
        cycles,
        digits,
        editions,
        leftovers,
        naming,
        paragraphs,
        questions,
        references,
        shortages,
        supply,
        uniqueness,
        unused,
        wording,
    )

    with resting_collector():
        texts = tuple(texts_of(game))
        desk = Desk(project, game, tuple(mentions_of(game, texts)), texts)
        return in_order(Finding(code, p.mark, p.message, p.hint) for code, work in CHECKS for p in work(desk))
