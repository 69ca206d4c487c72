"""Words of SVG attributes -> numbers: lengths, lists, transforms, view boxes.

Takes attribute values, gives floats and matrices in user units. Promise: no number that is not finite, or beyond a
million, gets through; what can't be read is `Unreadable`, in a designer's words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, radians, sin, tan

from generator.diagnostics.findings import Unreadable
from generator.face.face import IDENTITY, Matrix
from generator.face.geometry import multiply
from generator.values import lazy_pattern

Rect = tuple[float, float, float, float]
"""x, y, width and height, as SVG writes them; a `Box` has two corners."""

LARGEST = 1_000_000.0

NUMBER = r"(?a:[-+]?(?:\d++(?:\.\d++)?+|\.\d++)(?:[eE][-+]?\d++)?+)"
_NUMBER = lazy_pattern(NUMBER)
_LIST = lazy_pattern(rf"(?a)\s*+(?:{NUMBER}\s*+,?+\s*+)*+")
_LENGTH = lazy_pattern(rf"(?a)\s*({NUMBER})((?i:px|mm|cm|in|pt|pc|q|em)|%)?\s*")
_PX = 96.0
_MM = _PX / 25.4
_UNITS = {"": 1.0, "px": 1.0, "mm": _MM, "cm": 10 * _MM, "in": _PX, "pt": _PX / 72, "pc": _PX / 6, "q": _MM / 4}


def number(words: str) -> float:
    """One plain number. Raises `Unreadable`."""
    if not _NUMBER.fullmatch(words.strip()):
        raise Unreadable(f"`{shown(words)}` is not a number", "write a plain number, such as 2.5")
    return in_range(words)


def in_range(words: str) -> float:
    """The number that matched `NUMBER`; `Unreadable` if it is beyond a million."""
    value = float(words)
    if not -LARGEST <= value <= LARGEST:
        message = f"the number `{shown(words)}` is beyond a million"
        raise Unreadable(message, "write a size in millimetres", code="T006")
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
            return [in_range(w) for w in _NUMBER.findall(words)]
    return values


def leading(words: str) -> tuple[list[float], bool]:
    """The numbers that some words begin with, and whether these are all. Raises `Unreadable` if one is too large."""
    found = _LIST.match(words)
    begin = found[0] if found else ""
    return numbers(begin), begin == words


@lru_cache(maxsize=8192)
def length(words: str, whole: float | None = None, em: float | None = None) -> float:
    """A length in user units. `whole` is what 100% means; `em` the font size (None: there is none). Raises
    `Unreadable`."""
    found = _LENGTH.fullmatch(words)
    if not found:
        raise Unreadable(f"`{shown(words)}` is not a length", "write a number, such as 2.5")
    value, unit = in_range(found[1]), (found[2] or "").lower()
    if unit in ("%", "em"):
        size = whole if unit == "%" else em
        if size is None:
            raise Unreadable(f"`{shown(words)}` has no meaning here", "write a number, such as 2.5")
        return value / 100 * size if unit == "%" else value * size
    return value * _UNITS[unit]


def places(words: str) -> list[str]:
    """The lengths of a list: SVG allows one for each character. Raises `Unreadable` where browsers do."""
    if re.match(r"\s*,|\s+\S|.*,\s*,", words):
        raise Unreadable(f"`{shown(words)}` begins with a blank, or has a comma too many", "write `2 3 4`")
    return words.replace(",", " ").split()


def millimetres(words: str) -> float | None:
    """A length with a unit of the real world, in mm; None if it has none."""
    found = _LENGTH.fullmatch(words)
    unit = (found[2] or "").lower() if found else ""
    if not found or unit not in ("mm", "cm", "in", "pt", "pc", "q"):
        return None
    return in_range(found[1]) * _UNITS[unit] * 25.4 / _PX


@lru_cache(maxsize=4096)
def transform(words: str) -> Matrix:
    """A list of transform functions, as attributes have them, as one matrix. Raises `Unreadable`."""
    return _transform(words, _FUNCTIONS)


def css_transform(words: str) -> Matrix:
    """The same as style sheets have it: with units, and some functions more. Raises `Unreadable`."""
    return _transform(words, _CSS_FUNCTIONS)


_Functions = Mapping[str, tuple[tuple[int, ...], str, Callable[..., Matrix]]]


def _transform(words: str, functions: _Functions) -> Matrix:
    matrix: Matrix = IDENTITY
    rest = words.strip()
    if rest in ("", "none"):
        return matrix
    if len(rest) > 2_000:
        raise Unreadable(f"the transform has {len(rest)} characters", "write one matrix")
    if _STRAY_COMMA.search(rest) or (functions is _CSS_FUNCTIONS and _BETWEEN.search(rest)):
        raise Unreadable(f"`{shown(rest)}` has a comma too many", "put one between numbers, none between functions")
    position = 0
    for found in _FUNCTION.finditer(rest):
        if rest[position : found.start()].strip(" ,\t\n\r"):
            break
        position = found.end()
        matrix = multiply(matrix, _function(found[1], found[2], functions))
    if rest[position:].strip():
        hint = f"write some of {', '.join(f'`{f}`' for f in functions)}"
        raise Unreadable(f"the transform `{shown(rest[position:])}` cannot be read", hint)
    return matrix


_STRAY_COMMA = lazy_pattern(r"(?:^|[,(])\s*,|,\s*(?:\)|$)")
_BETWEEN = lazy_pattern(r"\)\s*,")
_FUNCTION = lazy_pattern(r"\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*,?")


def _function(name: str, arguments: str, functions: _Functions) -> Matrix:
    if name not in functions:
        raise Unreadable(f"`{name}` is no transform", f"write some of {', '.join(f'`{f}`' for f in functions)}")
    counts, unit, work = functions[name]
    said = re.split(r"\s*,\s*", arguments.strip()) if functions is _CSS_FUNCTIONS else ()
    values = [_UNIT[unit](w) for w in said] if said else numbers(arguments)
    if len(values) not in counts:
        raise Unreadable(f"`{name}` has {len(values)} numbers", f"write {' or '.join(map(str, counts))}")
    return work(*values)


def css_angle(words: str) -> float:
    """Degrees. Raises `Unreadable`."""
    found = re.fullmatch(rf"({NUMBER})(deg|grad|rad|turn)|[-+]?0", words)
    if not found:
        raise Unreadable(f"`{shown(words)}` is no angle", "write degrees, such as 20deg")
    return in_range(found[1]) * {"deg": 1, "grad": 0.9, "rad": 180 / pi, "turn": 360}[found[2]] if found[1] else 0.0


def css_unit(words: str) -> None:
    """Raises `Unreadable` for a number without the unit that lengths have in style sheets."""
    if _NUMBER.fullmatch(words.strip()) and float(words):
        raise Unreadable(f"in a style, `{shown(words)}` is no length", f"write `{words.strip()}px`")


def _moved(words: str) -> float:
    css_unit(words)
    return length(words)


def ratio(words: str) -> float:
    """A number, or a percentage as one. Raises `Unreadable`."""
    return number(words[:-1]) / 100 if words.endswith("%") else number(words)


_UNIT: dict[str, Callable[[str], float]] = {"angle": css_angle, "length": _moved, "factor": ratio, "number": number}


def origin(words: str, viewport: Sequence[float], em: float) -> tuple[float, float]:
    """The point that a `transform-origin` means, in user units. Raises `Unreadable`."""
    parts = words.split()
    if len(parts) == 1:
        parts = ["center", *parts] if parts[0] in ("top", "bottom") else [*parts, "center"]
    if parts[0] in ("top", "bottom") or parts[1] in ("left", "right"):
        parts[:2] = parts[1], parts[0]
    if len(parts) > 3:
        raise Unreadable(f"`{shown(words)}` is no point", "write two lengths, such as `10px 10px`")
    named = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    x, y = (length(named.get(p, p), whole, em) for p, whole in zip(parts, viewport, strict=False))
    return x, y


def _rotate(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = cos(radians(angle)), sin(radians(angle))
    if angle % 90 == 0:
        c, s = float(round(c)), float(round(s))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


def _skew(x: float, y: float = 0.0) -> Matrix:
    return (1.0, tan(radians(y)), tan(radians(x)), 1.0, 0.0, 0.0)


def _translate(x: float, y: float = 0.0) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, x, y)


def _scale(x: float, y: float | None = None) -> Matrix:
    return (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)


_CSS_FUNCTIONS: _Functions = {
    "translate": ((1, 2), "length", _translate),
    "translateX": ((1,), "length", _translate),
    "translateY": ((1,), "length", lambda y: _translate(0.0, y)),
    "scale": ((1, 2), "factor", _scale),
    "scaleX": ((1,), "factor", lambda x: _scale(x, 1.0)),
    "scaleY": ((1,), "factor", lambda y: _scale(1.0, y)),
    "rotate": ((1,), "angle", _rotate),
    "rotateZ": ((1,), "angle", _rotate),
    "skew": ((1, 2), "angle", _skew),
    "skewX": ((1,), "angle", _skew),
    "skewY": ((1,), "angle", lambda a: _skew(0.0, a)),
    "matrix": ((6,), "number", lambda *m: m),
}
_FUNCTIONS = {name: _CSS_FUNCTIONS[name] for name in ("translate", "scale", "rotate", "skewX", "skewY", "matrix")} | {
    "rotate": ((1, 3), "angle", _rotate)
}
"""What attributes have, in plain numbers."""


def view_box(words: str) -> Rect:
    """x, y, width and height of a viewBox, both more than 0. Raises `Unreadable`."""
    values = numbers(words)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise Unreadable(f"the viewBox `{shown(words)}` cannot be used", 'write four numbers, such as "0 0 63 88"')
    return (values[0], values[1], values[2], values[3])


_ASPECT = lazy_pattern(r"(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?: (?:meet|slice))?")


def fitted(view: Rect, box: Rect, aspect: str = "xMidYMid meet") -> Matrix:
    """The map from a view box onto a rectangle as `preserveAspectRatio` says. Raises
    `Unreadable`."""
    vx, vy, vw, vh = view
    x, y, w, h = box
    sx, sy = w / vw, h / vh
    words = aspect.split() or ["xMidYMid"]
    align = words[0]
    if not _ASPECT.fullmatch(" ".join(words)):
        raise Unreadable(f"the preserveAspectRatio `{shown(aspect)}` cannot be read", 'write "xMidYMid meet"')
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
