"""Plain values: what an expression may hold, how it is said, how it is bounded and compared.

Takes and gives numbers, words, flags, None, lists and mappings; raises `ExpressionError` in a designer's words.
Promise: no comparison takes more than a moment, whatever stands inside what.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

MAX_WORDS = 100_000
MAX_LIST = 10_000
MAX_NUMBER = 2**63
MAX_STEPS = 100_000

Value: TypeAlias = Any
"""Plain data: numbers, words, flags, None, lists and mappings of them."""


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
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    hint = "write `|join(', ')` after it" if not isinstance(value, Mapping) else "write `.name` after it"
    raise ExpressionError(f"words are needed here, this is {describe(value)}", hint=hint)


def number(value: Value) -> int | float:
    """The value, if it is a number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise ExpressionError(f"a number is needed here, this is {describe(value)}")


def whole(value: Value) -> int:
    """The value, if it is a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ExpressionError(f"a whole number is needed here, this is {describe(value)}")


def bounded(value: Value) -> Value:
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


def members(value: Value) -> list[Any]:
    """The value as a list; a mapping gives its keys, words their characters."""
    if isinstance(value, (Sequence, Mapping)):
        return list(value)
    raise ExpressionError(f"a list is needed here, this is {describe(value)}")


def same(left: Value, right: Value) -> bool:
    """Equality; a term (or anything with an id) equals its id."""
    if isinstance(left, Mapping) and isinstance(right, str):
        return bool(left.get("id") == right)
    if isinstance(right, Mapping) and isinstance(left, str):
        return bool(right.get("id") == left)
    return equal(left, right, [MAX_STEPS])


def equal(left: Value, right: Value, steps: list[int]) -> bool:
    """Equality of plain data in at most so many steps: a list of lists of one list may stand for millions."""
    steps[0] -= 1
    if steps[0] < 0:
        raise ExpressionError("the values are too large to be compared")
    if left is right:
        return True
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(equal(a, b, steps) for a, b in zip(left, right, strict=True))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if left.get("id") != right.get("id") or left.keys() != right.keys():
            return False
        return all(equal(left[k], right[k], steps) for k in left)
    return bool(left == right)


def contains(value: Value, members_of: Value) -> bool:
    """`value in members_of`."""
    if isinstance(members_of, str):
        if not isinstance(value, str):
            raise ExpressionError(f"`in` looks for words in words, not for {describe(value)}")
        return value in members_of
    steps = [MAX_STEPS]
    return any(same(value, m) if _is_named(value, m) else equal(value, m, steps) for m in members(members_of))


def _is_named(left: Value, right: Value) -> bool:
    return isinstance(left, str) or isinstance(right, str)
