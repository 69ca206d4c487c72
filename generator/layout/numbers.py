"""Words of SVG attributes -> numbers: lengths, lists, transforms, view boxes.

Takes attribute values, gives floats and matrices in user units. Promise: no number that is not finite, or beyond a
million, gets through; what can't be read is `Unreadable`, in a designer's words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import cos, hypot, radians, sin, tan

from generator.face.face import IDENTITY, Matrix
from generator.face.geometry import multiply

LARGEST = 1_000_000.0
POINT = 25.4 / 72
"""One point in mm."""

NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+"
_NUMBER = re.compile(NUMBER)
_LIST = re.compile(rf"[\s,]*+(?:{NUMBER}[\s,]*+)*+")
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(px|mm|cm|in|pt|pc|Q|em|ex|%)?\s*")
_PX = 96.0
_MM = _PX / 25.4
_UNITS = {"": 1.0, "px": 1.0, "mm": _MM, "cm": 10 * _MM, "in": _PX, "pt": _PX / 72, "pc": _PX / 6, "Q": _MM / 4}


class Unreadable(ValueError):
    """A value that can't be read. `message` says what is wrong, `hint` what to write."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def number(words: str) -> float:
    """One plain number. Raises `Unreadable`."""
    if not _NUMBER.fullmatch(words.strip()):
        raise Unreadable(f"`{shown(words)}` is not a number", "write a plain number, such as 2.5")
    return bounded(words)


def bounded(words: str) -> float:
    """The number that matched `NUMBER`; `Unreadable` if it is beyond a million."""
    value = float(words)
    if not -LARGEST <= value <= LARGEST:
        raise Unreadable(f"the number `{shown(words)}` is beyond a million", "write a size in millimetres")
    return value


def shown(words: str) -> str:
    """The beginning of a value, for messages."""
    flat = " ".join(words.split())
    return flat if len(flat) <= 40 else flat[:37] + "..."


def numbers(words: str) -> list[float]:
    """Numbers parted by spaces or commas. Raises `Unreadable`."""
    if not _LIST.fullmatch(words):
        raise Unreadable(f"`{shown(words)}` is not a list of numbers", "write numbers parted by spaces")
    values = [*map(float, _NUMBER.findall(words))]
    for value in values:
        if not -LARGEST <= value <= LARGEST:
            return [bounded(w) for w in _NUMBER.findall(words)]
    return values


@lru_cache(maxsize=8192)
def length(words: str, whole: float = 0.0, em: float = 0.0) -> float:
    """A length in user units. `whole` is what 100% means; `em` the font size. Raises `Unreadable`."""
    found = _LENGTH.fullmatch(words)
    if not found:
        raise Unreadable(f"`{shown(words)}` is not a length", "write a number, such as 2.5")
    value, unit = bounded(found[1]), found[2] or ""
    if unit == "%":
        return value / 100 * whole
    if unit in ("em", "ex"):
        return value * em * (1 if unit == "em" else 0.5)
    return value * _UNITS[unit]


def millimetres(words: str) -> float | None:
    """A length with a unit of the real world, in mm; None if it has none."""
    found = _LENGTH.fullmatch(words)
    if not found or found[2] not in ("mm", "cm", "in", "pt", "pc", "Q"):
        return None
    return bounded(found[1]) * _UNITS[found[2]] * 25.4 / _PX


@lru_cache(maxsize=4096)
def transform(words: str) -> Matrix:
    """A list of transform functions as one matrix. Raises `Unreadable`."""
    matrix: Matrix = IDENTITY
    rest = words.strip()
    if rest in ("", "none"):
        return matrix
    if len(rest) > 2_000:
        raise Unreadable(f"the transform has {len(rest)} characters", "write one matrix")
    position = 0
    for found in _FUNCTION.finditer(rest):
        if rest[position : found.start()].strip(" ,\t\n\r"):
            break
        position = found.end()
        matrix = multiply(matrix, _function(found[1], found[2]))
    if rest[position:].strip():
        hint = f"write some of {', '.join(f'`{f}`' for f in _FUNCTIONS)}"
        raise Unreadable(f"the transform `{shown(rest[position:])}` cannot be read", hint)
    return matrix


_FUNCTION = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?")


def _function(name: str, arguments: str) -> Matrix:
    if name not in _FUNCTIONS:
        raise Unreadable(f"`{name}` is no transform", f"write some of {', '.join(f'`{f}`' for f in _FUNCTIONS)}")
    counts, work = _FUNCTIONS[name]
    values = numbers(re.sub(r"(?<=\d)(deg|px)", "", arguments))
    if len(values) not in counts:
        raise Unreadable(f"`{name}` has {len(values)} numbers", f"write {' or '.join(map(str, counts))}")
    return work(*values)


def _rotate(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = cos(radians(angle)), sin(radians(angle))
    if angle % 90 == 0:
        c, s = float(round(c)), float(round(s))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


_FUNCTIONS: dict[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "translate": ((1, 2), lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y)),
    "translateX": ((1,), lambda x: (1.0, 0.0, 0.0, 1.0, x, 0.0)),
    "translateY": ((1,), lambda y: (1.0, 0.0, 0.0, 1.0, 0.0, y)),
    "scale": ((1, 2), lambda x, y=None: (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)),
    "rotate": ((1, 3), _rotate),
    "skewX": ((1,), lambda a: (1.0, 0.0, tan(radians(a)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda a: (1.0, tan(radians(a)), 0.0, 1.0, 0.0, 0.0)),
    "matrix": ((6,), lambda *m: m),
}


def view_box(words: str) -> tuple[float, float, float, float]:
    """x, y, width and height of a viewBox, both more than 0. Raises `Unreadable`."""
    values = numbers(words)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise Unreadable(f"the viewBox `{shown(words)}` cannot be used", 'write four numbers, such as "0 0 63 88"')
    return (values[0], values[1], values[2], values[3])


def fitted(
    view: tuple[float, float, float, float], box: tuple[float, float, float, float], aspect: str = "xMidYMid meet"
) -> Matrix:
    """The map from a view box onto a box, both (x, y, width, height), as `preserveAspectRatio` says."""
    vx, vy, vw, vh = view
    x, y, w, h = box
    sx, sy = w / vw, h / vh
    words = aspect.split()
    align = words[0] if words else "xMidYMid"
    if align != "none":
        sx = sy = max(sx, sy) if "slice" in words else min(sx, sy)
    free_x, free_y = w - vw * sx, h - vh * sy
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    if align != "none":
        x += free_x * share.get(align[1:4], 0.5)
        y += free_y * share.get(align[5:8], 0.5)
    return (sx, 0.0, 0.0, sy, x - vx * sx, y - vy * sy)


def diagonal(width: float, height: float) -> float:
    """What 100% means for a length that is neither across nor along."""
    return hypot(width, height) / 2**0.5
