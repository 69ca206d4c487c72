"""What expressions fail with, and how many steps they may take: counted, not timed, so that a game fails alike on every
machine.

A step is a node of an expression, or a member of a list that one of its filters goes through. One expression has a
bound of its own; whoever works out many gives them a ration (`rationed`). Promise: what was refused is refused again
at once, and what comes after the end of a ration is not blamed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from generator.values import dataclass, field

T = TypeVar("T")

MAX_STEPS = 200_000
"""Of one expression, worked out once."""
OF_FACE = 100_000
"""Of all expressions of a face."""
OF_GAME, OF_ITEM = 1_000_000, 3_000
"""Of all formulas of a game: so many, and more for each of its items."""


class ExpressionError(Exception):
    """What is wrong with an expression or its values. `offset` is a place in the source, if known, `about` the names
    that nothing has."""

    def __init__(self, message: str, *, hint: str = "", offset: int | None = None, about: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.hint, self.offset, self.about = message, hint, offset, about

    def at(self, offset: int) -> ExpressionError:
        """The same, with a place unless it has one."""
        self.offset = offset if self.offset is None else self.offset
        return self


class MissingNameError(ExpressionError):
    """A name that the data does not have; `default` and `is defined` catch it."""


class AlreadyToldError(ExpressionError):
    """Something that an expression needs is faulty, and has its own finding."""


class HeavyError(ExpressionError):
    """An expression takes too many steps."""


@dataclass(slots=True)
class _Budget:
    """`left` of the ration of `whose` expressions; `own` is left for the one at work. `heavy`: why others failed."""

    size: float = math.inf
    whose: str = ""
    heavy: dict[str, str] = field(default_factory=dict)
    left: float = math.inf
    own: int = MAX_STEPS
    source: str = ""

    def spend(self, steps: int) -> None:
        self.own -= steps
        self.left -= steps
        if self.own < 0 or self.left < 0:
            one = f"it takes more than {MAX_STEPS} steps"
            many = f"with it, the expressions of {self.whose} take more than {self.size:.0f} steps"
            raise _heavy(self.heavy.setdefault(self.source, one if self.own < 0 else many))


def _heavy(message: str) -> HeavyError:
    return HeavyError(message, hint="go through shorter lists, or fewer of them", offset=0)


_BUDGET: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def rationed(steps: float, whose: str, heavy: dict[str, str] | None = None) -> Iterator[None]:
    """All expressions that are worked out within share so many steps. `heavy` keeps those that were refused."""
    token = _BUDGET.set(_Budget(steps, whose, {} if heavy is None else heavy, steps))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def grant(steps: int) -> None:
    """Adds to the ration."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.size, budget.left = budget.size + steps, budget.left + steps


def spend(steps: int) -> None:
    """Takes steps from the expression at work. Raises `HeavyError` if it has none left."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.spend(steps)


def counted(source: str, size: int, work: Callable[[], T]) -> T:
    """What an expression of so many nodes comes to, in no more steps than it has. Raises `ExpressionError`."""
    budget = _BUDGET.get()
    if budget is None:
        with rationed(math.inf, ""):
            return counted(source, size, work)
    if source in budget.heavy:
        raise _heavy(budget.heavy[source])
    if budget.left < 0:
        raise AlreadyToldError("the ration is used up")
    outer = budget.own, budget.source
    budget.own, budget.source = MAX_STEPS, source
    try:
        budget.spend(size)
        return work()
    finally:
        budget.own, budget.source = outer
