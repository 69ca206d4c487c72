"""Plain values: what an expression may hold, how it is said, how it is bounded and compared.

Takes and gives numbers, words, flags, None, lists and mappings; raises `ExpressionError` in a designer's words.
Promise: no comparison takes more than a moment, whatever stands inside what.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from generator.expressions.budget import ExpressionError, spend

MAX_WORDS = 100_000
MAX_LIST = 10_000
MAX_NUMBER = 2**63
LETTERS = 50
"""So many letters are gone through in the time of a step."""

Value: TypeAlias = object
"""Plain data: numbers, words, flags, None, lists and mappings of them; looked at before it is used."""
T = TypeVar("T")


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
        spend(len(value))
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
    spend(1)
    if left is right:
        return True
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        if left.get("id") != right.get("id") or left.keys() != right.keys():
            return False
        return all(equal(left[k], right[k]) for k in left)
    return bool(left == right)


def contains(value: Value, members_of: Value) -> bool:
    """`value in members_of`."""
    if isinstance(members_of, str):
        spend(len(members_of) // LETTERS)
        if not isinstance(value, str):
            raise ExpressionError(f"`in` looks for words in words, not for {describe(value)}")
        return value in members_of
    return any(same(value, m) if _is_named(value, m) else equal(value, m) for m in members(members_of))


def _is_named(left: Value, right: Value) -> bool:
    return isinstance(left, str) or isinstance(right, str)
