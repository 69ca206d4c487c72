"""What planted code asks (mutate.py), in each process that runs it: which slip is made, and which would be met."""

from __future__ import annotations

import contextlib
import operator
import os
from typing import Any

ACTIVE = int(os.environ.get("PNP_SLIP", "-1"))
"""The slip that is made; of -1 none is."""
MET: set[int | str] = set()
"""Those that would have made a difference to what was run, and places that were come to."""
SIGNS = {
    **{"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge},
    **{"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul},
    **{"Div": operator.truediv, "FloorDiv": operator.floordiv, "Mod": operator.mod},
}


def slip(number: int) -> bool:
    """Whether a slip is made here."""
    MET.add(number)
    return number == ACTIVE


def either(number: int, sound: Any, slipped: Any, left: Any, right: Any) -> Any:
    """`left sound right`, or with another sign."""
    if number == ACTIVE:
        return slipped(left, right)
    value = sound(left, right)
    if number not in MET:
        with contextlib.suppress(Exception):
            other = slipped(left, right)
            if other == value and type(other) is type(value):
                return value
        MET.add(number)
    return value


def __getattr__(name: str) -> Any:
    """A sign, by what `ast` calls it."""
    return SIGNS[name]
