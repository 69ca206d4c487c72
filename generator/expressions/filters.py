"""What an expression can do to a value: its filters, tests and operators, all of them bounded.

Takes plain values (`runtime.py`), gives the same; raises `ExpressionError` in a designer's words. Promise: no operation
takes more than a moment or gives more than `MAX_WORDS` characters or `MAX_LIST` members, and none reaches a Python
attribute.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.diagnostics.findings import did_you_mean
from generator.expressions.named_color import NamedColor, name_one_color
from generator.expressions.runtime import (
    LETTERS,
    MAX_WORDS,
    ExpressionError,
    MissingNameError,
    Value,
    as_number,
    bounded,
    contains,
    describe,
    equal,
    is_number,
    members,
    same,
    take_steps,
    to_words,
    whole,
)

MAX_RANGE = 1_000


def _add(left: Value, right: Value) -> Value:
    for kind in (str, list):
        if isinstance(left, kind) and isinstance(right, kind):
            take_steps((len(left) + len(right)) // (LETTERS if kind is str else 1))
            return left + right  # type: ignore[operator]
    if isinstance(left, str) or isinstance(right, str):
        raise ExpressionError(
            f"`+` cannot add {describe(left)} and {describe(right)}", hint="write `~` to join words and numbers"
        )
    return as_number(left) + as_number(right)


def _power(left: Value, right: Value) -> Value:
    base, exponent = as_number(left), as_number(right)
    if abs(base) > 1e6 or abs(exponent) > 16:
        raise ExpressionError("the power is too large: base at most 1000000, exponent at most 16")
    return base**exponent


def _on_numbers(work: Callable[[object, object], Value]) -> Callable[[Value, Value], Value]:
    return lambda left, right: work(as_number(left), as_number(right))


def _ordered(work: Callable[[Any, Any], bool]) -> Callable[[Value, Value], bool]:
    def compare(left: Value, right: Value) -> bool:
        if isinstance(left, str) and isinstance(right, str):
            return work(left, right)
        return work(as_number(left), as_number(right))

    return compare


ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": _add,
    "-": _on_numbers(operator.sub),
    "*": _on_numbers(operator.mul),
    "/": _on_numbers(operator.truediv),
    "//": _on_numbers(operator.floordiv),
    "%": _on_numbers(operator.mod),
    "**": _power,
}
COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "eq": same,
    "ne": lambda left, right: not same(left, right),
    "lt": _ordered(operator.lt),
    "lteq": _ordered(operator.le),
    "gt": _ordered(operator.gt),
    "gteq": _ordered(operator.ge),
    "in": contains,
    "notin": lambda left, right: not contains(left, right),
}


def calculate(sign: str, left: Value, right: Value) -> Value:
    """`left sign right`, bounded."""
    try:
        return bounded(ARITHMETIC[sign](left, right))
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    except OverflowError:
        raise ExpressionError("the number grows too large") from None


def attribute_of(value: Value, name: str) -> Value:
    """`value.name`: a key of a mapping, hyphens reached with underscores; nothing else has names."""
    if isinstance(value, Mapping):
        for key in (name, name.replace("_", "-")):
            if key in value:
                return value[key]
        hint = did_you_mean(name, [str(k).replace("-", "_") for k in value])
        raise MissingNameError(f"there is no `{name}` here", hint=hint, about=(name,))
    if isinstance(value, (list, tuple)):
        raise ExpressionError(f"a list has no `{name}`", hint="take one of its members: `[0]`, `|first`")
    is_id = isinstance(value, str) and re.fullmatch("[a-z][a-z0-9-]*", value)
    hint = f"if it is the id of a term: `terms[..].{name}`" if is_id else ""
    raise MissingNameError(f"{describe(value)} has no `{name}`", hint=hint)


def member_of(value: Value, key: Value) -> Value:
    """`value[key]`."""
    if isinstance(value, Mapping):
        plain = key["id"] if isinstance(key, Mapping) and "id" in key else key
        if isinstance(plain, (str, int)) and plain in value:
            return value[plain]
        alike = next((k for k in value if name_one_color(plain, k)), None) if isinstance(plain, NamedColor) else None
        return value[alike] if alike is not None else attribute_of(value, to_words(plain))
    if isinstance(value, (list, tuple, str)) and isinstance(key, int) and not isinstance(key, bool):
        if -len(value) <= key < len(value):
            return value[key]
        raise MissingNameError(f"there is no number {key} among {len(value)}", hint="the first is 0")
    raise ExpressionError(f"{describe(value)} has no member {describe(key)}")


def _picked(value: Value, attribute: str | None) -> list[Value]:
    found = members(value)
    if attribute is None:
        return found
    for name in attribute.split("."):
        take_steps(len(found))
        found = [attribute_of(m, name) for m in found]
    return found


def _float(value: Value, default: float = 0.0) -> float:
    try:
        return bounded(float(value)) if isinstance(value, (str, int, float)) else default
    except ValueError:
        return default


def _int(value: Value, default: int = 0) -> int:
    try:
        size = bounded(float(value)) if isinstance(value, str) else value
        return bounded(int(bounded(size))) if isinstance(size, (int, float)) else default
    except ValueError:
        return default


def _join(value: Value, between: str = "", attribute: str | None = None) -> str:
    words = [to_words(v) for v in _picked(value, attribute)]
    sign = to_words(between)
    if sum(map(len, words)) + len(sign) * len(words) > MAX_WORDS:
        raise ExpressionError("the words grow too long")
    return sign.join(words)


def _replace(value: Value, old: Value, new: Value) -> str:
    words, before, after = to_words(value), to_words(old), to_words(new)
    if len(words) + (words.count(before) + 1) * len(after) > MAX_WORDS:
        raise ExpressionError("the words grow too long")
    return words.replace(before, after)


def _round(value: Value, digits: int = 0) -> int | float:
    """Half goes away from zero, as people round; a whole number without `digits`."""
    size, scale = as_number(value), 10 ** max(0, min(9, whole(digits)))
    rounded = math.copysign(math.floor(abs(size) * scale + 0.5), size)
    return int(rounded) if scale == 1 else rounded / scale


def _order(value: Value) -> tuple[int, int | float | str]:
    return (0, as_number(value)) if not isinstance(value, str) else (1, value)


def _sort(value: Value, reverse: bool = False, attribute: str | None = None) -> list[Value]:
    pairs = list(zip(map(_order, _picked(value, attribute)), members(value), strict=True))
    return [m for _, m in sorted(pairs, key=lambda p: p[0], reverse=bool(reverse))]


def _extreme(pick: Callable[..., tuple[Value, Value]]) -> Callable[..., Value]:
    def extreme(value: Value, attribute: str | None = None) -> Value:
        pairs = list(zip(map(_order, _picked(value, attribute)), members(value), strict=True))
        if not pairs:
            raise ExpressionError("an empty list has no largest and no smallest")
        return pick(pairs, key=lambda p: p[0])[1]

    return extreme


def _unique(value: Value, attribute: str | None = None) -> list[Value]:
    kept: list[tuple[Value, Value]] = []
    for key, member in zip(_picked(value, attribute), members(value), strict=True):
        if not any(equal(key, other) for other, _ in kept):
            kept.append((key, member))
    return [member for _, member in kept]


def _range(value: Value, stop: int | None = None) -> list[int]:
    start, end = (0, whole(value)) if stop is None else (whole(value), whole(stop))
    if end - start > MAX_RANGE:
        raise ExpressionError(f"`range` counts to {MAX_RANGE} at most, not {end - start}")
    return list(range(start, end))


def _sum(numbers: list[int | float]) -> int | float:
    """Exact, so that it is the same in every Python (`sum` rounds otherwise since 3.12)."""
    if all(isinstance(n, int) for n in numbers):
        return sum(numbers)
    try:
        return math.fsum(numbers)
    except OverflowError:
        raise ExpressionError("the number grows too large") from None


def _italic(value: Value) -> str:
    """Each paragraph between the stars of italics. What stood between stars is upright then; but a paragraph with a
    line that they enclose (above who said it), or with other signs, stays as it is."""
    parts = re.split(r"\s*\n[ \t]*\n\s*", to_words(value).strip())
    return "\n\n".join(part if not part or _SET.search(part) else _slanted(part) for part in parts)


_SET = re.compile(r"(?m)\*\*|\\\*|^\*[^*]*\*$")


def _slanted(words: str) -> str:
    """Stars about what has none, but not about blanks, nor signs between the two; the others go."""
    parts = words.split("*")
    for k in range(0, len(parts) if len(parts) % 2 else 0, 2):
        head = _BESIDE[k > 0].match(parts[k])[0]  # type: ignore[index]  # matches always
        tail = _BESIDE[k < len(parts) - 1].match(parts[k][::-1])[0]  # type: ignore[index]
        core = parts[k][len(head) : len(parts[k]) - len(tail)]
        parts[k] = f"{head}*{core}*{tail[::-1]}" if core else parts[k]
    return "".join(parts) if len(parts) % 2 else words


_BESIDE = (re.compile(r"\s*"), re.compile(r"[^\w\s{}\[\]]*\s*"))
"""What stars keep off at the ends of a paragraph, and beside what has some."""


FILTERS: dict[str, Callable[..., Value]] = {
    "abs": lambda value: abs(as_number(value)),
    "first": lambda value: member_of(members(value), 0),
    "last": lambda value: member_of(members(value), -1),
    "float": _float,
    "int": _int,
    "italic": _italic,
    "join": _join,
    "length": lambda value: len(value if isinstance(value, (list, tuple, dict, str)) else members(value)),
    "lower": lambda value: to_words(value).lower(),
    "upper": lambda value: to_words(value).upper(),
    "max": _extreme(max),
    "min": _extreme(min),
    "replace": _replace,
    "round": _round,
    "sort": _sort,
    "string": to_words,
    "sum": lambda value, attribute=None: _sum([as_number(v) for v in _picked(value, attribute)]),
    "trim": lambda value, signs=None: to_words(value).strip(signs),
    "unique": _unique,
    "title": lambda value: to_words(value).title(),
    "capitalize": lambda value: to_words(value).capitalize(),
    "range": _range,
}
"""By name, all but `default`, which must see a name that does not exist."""

TESTS: dict[str, Callable[..., bool]] = {
    "none": lambda value: value is None,
    "even": lambda value: whole(value) % 2 == 0,
    "odd": lambda value: whole(value) % 2 == 1,
    "divisibleby": lambda value, by: calculate("%", value, by) == 0,
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "in": contains,
}
"""By name, all but `defined` and `undefined`."""
