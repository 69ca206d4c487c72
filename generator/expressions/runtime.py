"""Plain values: what an expression may hold, how it is said, how it is bounded and compared; what expressions fail
with, and how many steps they may take.

Takes and gives numbers, words, flags, None, lists and mappings; raises `ExpressionError` in a designer's words.
Promise: no comparison takes more than a moment, whatever stands inside what. Steps are counted, not timed, so that a
game fails alike on every machine: a step is a node of an expression, or a member of a list that one of its filters goes
through. One expression has a bound of its own; whoever works out many gives them a ration (`step_budget`). What was
refused is refused again at once, and what comes after the end of a ration is not blamed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeGuard, TypeVar

from generator.expressions.named_color import name_one_color
from generator.values import Struct, field

MAX_WORDS = 100_000
MAX_LIST = 10_000
MAX_NUMBER = 2**63
LETTERS = 50
"""So many letters are gone through in the time of a step."""
DECIMAL: ContextVar[str] = ContextVar("decimal", default=".")
"""The decimal sign of words that are printed; attributes take a point in every language."""

Value: TypeAlias = object
"""Plain data: numbers, words, flags, None, lists and mappings of them; looked at before it is used."""


def describe(value: Value) -> str:
    """A value as a designer would call it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a flag"
    if isinstance(value, (int, float)):
        return f"the number {to_words(value)}"
    if isinstance(value, str):
        return f"the words `{value if len(value) <= 30 else value[:27] + '...'}`"
    if isinstance(value, Mapping):
        return f"`{value['id']}`, not a single value" if "id" in value else "a table of values"
    return "a list"


def to_words(value: Value) -> str:
    """A value as it is printed: `3` for 3.0, nothing for None. Lists and tables have no words of their own."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return digits(value).replace(".", DECIMAL.get())
    if isinstance(value, int):
        return str(value)
    held = value if isinstance(value, (list, tuple)) else ()
    joined = "|join(', ', attribute='name')" if any(isinstance(one, Mapping) for one in held) else "|join(', ')"
    hint = f"write `{joined}` after it" if not isinstance(value, Mapping) else "write `.name` after it"
    raise ExpressionError(f"words are needed here, this is {describe(value)}", hint=hint)


def digits(value: float) -> str:
    """A number as people write it: `3`, `12345.67`, `0.00001`, without what adding up leaves behind the 12th digit."""
    words = f"{value + 0.0:.12g}"
    if "e" not in words or abs(value) >= 1e15:
        return words
    return f"{value:.20f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.0f}"


def is_number(value: object) -> TypeGuard[int | float]:
    """True of any number, which a flag is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def as_number(value: Value) -> int | float:
    """The value, if it is a number."""
    if is_number(value):
        return value
    is_format = isinstance(value, str) and "%0" in value  # `'%02d' % n`
    hint = "two digits of a number are `('0' ~ n)[-2:]`" if is_format else ""
    raise ExpressionError(f"a number is needed here, this is {describe(value)}", hint=hint)


def whole(value: Value) -> int:
    """The value, if it is a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ExpressionError(f"a whole number is needed here, this is {describe(value)}")


def bounded(value: T) -> T:
    """The value, unless it has grown past all reason."""
    if isinstance(value, int) and abs(value) >= MAX_NUMBER:
        raise ExpressionError("the number grows too large")
    if isinstance(value, float) and not math.isfinite(value):
        raise ExpressionError("the number grows too large")
    if isinstance(value, complex):
        raise ExpressionError("this root has no number")
    if isinstance(value, str) and len(value) > MAX_WORDS:
        raise ExpressionError("the words grow too long")
    if isinstance(value, list) and len(value) > MAX_LIST:
        raise ExpressionError("the list grows too long")
    return value


def members(value: Value) -> list[Value]:
    """The value as a list; a mapping gives its keys, words their characters."""
    if isinstance(value, (Sequence, Mapping)):
        take_steps(len(value))
        return list(value)
    raise ExpressionError(f"a list is needed here, this is {describe(value)}")


def same(left: Value, right: Value) -> bool:
    """Equality; a term (or anything with an id) equals its id."""
    if isinstance(left, Mapping) and isinstance(right, str):
        return bool(left.get("id") == right)
    if isinstance(right, Mapping) and isinstance(left, str):
        return bool(right.get("id") == left)
    return equal(left, right)


def equal(left: Value, right: Value) -> bool:
    """Equality of plain data; counted, for a list of lists of one list may stand for millions."""
    take_steps(1)
    if left is right:
        return True
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if left.get("id") != right.get("id") or left.keys() != right.keys():
            return False
        return all(equal(left[k], right[k]) for k in left)
    return bool(left == right) or name_one_color(left, right)


def contains(value: Value, members_of: Value) -> bool:
    """`value in members_of`."""
    if isinstance(members_of, str):
        take_steps(len(members_of) // LETTERS)
        if not isinstance(value, str):
            raise ExpressionError(f"`in` looks for words in words, not for {describe(value)}")
        return value in members_of
    return any(same(value, m) for m in members(members_of))


# ---- errors and steps ----------------------------------------------------------------------------------------------

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


class Unread(str):
    """Words in place of a value that could not be read, which was told: a draft prints them in red."""

    __slots__ = ()


class Untranslated(Unread):
    """Words of another language: as long as those that lack."""

    __slots__ = ()


class AlreadyToldError(ExpressionError):
    """Something that an expression needs is faulty, and has its own finding."""


class UnreadError(AlreadyToldError):
    """An expression needs an `Unread` value: `words`."""

    def __init__(self, words: Unread) -> None:
        super().__init__(words)
        self.words = words


class StepLimitError(ExpressionError):
    """An expression takes too many steps."""


class _Budget(Struct):
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


def _heavy(message: str) -> StepLimitError:
    return StepLimitError(message, hint="go through shorter lists, or fewer of them", offset=0)


_BUDGET: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def step_budget(steps: float, whose: str, heavy: dict[str, str] | None = None) -> Iterator[None]:
    """All expressions that are worked out within share so many steps. `heavy` keeps those that were refused."""
    token = _BUDGET.set(_Budget(steps, whose, {} if heavy is None else heavy, steps))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def add_steps(steps: int) -> None:
    """Adds to the ration."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.size, budget.left = budget.size + steps, budget.left + steps


def take_steps(steps: int) -> None:
    """Takes steps from the expression at work. Raises `StepLimitError` if it has none left."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.spend(steps)


def run_counted(source: str, size: int, work: Callable[[], T]) -> T:
    """What an expression of so many nodes comes to, in no more steps than it has. Raises `ExpressionError`."""
    budget = _BUDGET.get()
    if budget is None:
        with step_budget(math.inf, ""):
            return run_counted(source, size, work)
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
