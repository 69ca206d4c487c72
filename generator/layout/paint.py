"""Colours, inherited style, strokes, gradients: words of SVG -> `Paint` and `Stroke`.

Takes attributes and the style around them; gives frozen values in millimetres. Promise: a linear gradient under any
transform is exactly the gradient that is drawn; a radial one that becomes an ellipse says so by its `frame`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import fsum, hypot, sqrt

from generator.face.face import Color, Gradient, Matrix, Paint, Stroke
from generator.face.geometry import Box, at, multiply, scale_of
from generator.frozen import dataclass
from generator.layout.colornames import NAMES
from generator.layout.numbers import Unreadable, length, number, numbers, shown, transform

BLACK = Color("#000000")
_CLEAR = Color("#000000", 0.0)
_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_CALL = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)


def color(words: str, current: Color = BLACK) -> Color:
    """A colour: #rgb, #rrggbb, with alpha, rgb(), hsl(), a name, currentColor, transparent. Raises `Unreadable`."""
    text = words.strip()
    low = text.lower()
    if _HEX.fullmatch(text):
        return _hex(low[1:])
    if low == "currentcolor":
        return current
    if low == "transparent":
        return _CLEAR
    if low in NAMES:
        return Color("#" + NAMES[low])
    call = _CALL.fullmatch(low)
    if call:
        return _called(call[1][:3], call[2])
    raise Unreadable(f"`{shown(words)}` is no colour", "write a colour such as #b7791f")


def _hex(digits: str) -> Color:
    if len(digits) < 6:
        digits = "".join(d * 2 for d in digits)
    alpha = int(digits[6:], 16) / 255 if len(digits) == 8 else 1.0
    return Color("#" + digits[:6], round(alpha, 4))


def _called(kind: str, words: str) -> Color:
    parts = [p for p in re.split(r"[\s,/]+", words.strip()) if p]
    if len(parts) not in (3, 4):
        raise Unreadable(f"`{kind}({words})` is no colour", "write a colour such as #b7791f")
    alpha = share(parts[3]) if len(parts) == 4 else 1.0
    if kind == "rgb":
        whole = [share(p) * 255 if p.endswith("%") else number(p) for p in parts[:3]]
    else:
        whole = _from_hue(number(parts[0].removesuffix("deg")), share(parts[1]), share(parts[2]))
    return Color("#" + "".join(f"{min(255, max(0, round(v))):02x}" for v in whole), alpha)


def _from_hue(hue: float, saturation: float, light: float) -> list[float]:
    def channel(n: float) -> float:
        k = (n + hue / 30) % 12
        return 255 * (light - saturation * min(light, 1 - light) * max(-1.0, min(k - 3, 9 - k, 1.0)))

    return [channel(0), channel(8), channel(4)]


def share(words: str) -> float:
    """A number from 0 to 1, or a percentage; clamped. Raises `Unreadable`."""
    text = words.strip()
    value = number(text[:-1]) / 100 if text.endswith("%") else number(text)
    return min(1.0, max(0.0, value))


def faded(paint: Paint, opacity: float) -> Paint:
    """The paint at an opacity."""
    if opacity >= 1:
        return paint
    if isinstance(paint, Color):
        return Color(paint.hex, round(paint.alpha * opacity, 4))
    return replace(paint, stops=tuple((o, Color(c.hex, round(c.alpha * opacity, 4))) for o, c in paint.stops))


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """The inherited properties. Lengths are in user units; paints are words until they are used."""

    color: Color = BLACK
    fill: str = "#000000"
    stroke: str = "none"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    even_odd: bool = False
    clip_even_odd: bool = False
    stroke_width: str = "1"
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dash: str = "none"
    dash_offset: str = "0"
    family: str = ""
    font_size: float = 16.0
    bold: bool = False
    spacing: str = "normal"
    anchor: str = "start"
    justify: bool = False
    preserve: bool = False
    visible: bool = True


ROOT_STYLE = Style()


def _one_of(*names: str) -> Callable[[str, Style], str]:
    def read(words: str, _: Style) -> str:
        if words not in names:
            raise Unreadable(
                f"`{shown(words)}` is not understood", f"write one of {', '.join(f'`{n}`' for n in names)}"
            )
        return words

    return read


def _font_size(words: str, style: Style) -> float:
    named = _SIZES.get(words)
    return named if named is not None else length(words, style.font_size, style.font_size)


_SIZES = {"small": 13.0, "medium": 16.0, "large": 18.0}


def _bold(words: str, _: Style) -> bool:
    if words in ("bold", "normal", "bolder", "lighter"):
        return words in ("bold", "bolder")
    return number(words) >= 600


def _limit(words: str, _: Style) -> float:
    return max(1.0, number(words))


Reader = Callable[[str, Style], object]
_INHERITED: dict[str, tuple[str, Reader]] = {
    "color": ("color", lambda w, s: color(w, s.color)),
    "fill": ("fill", lambda w, _: w),
    "stroke": ("stroke", lambda w, _: w),
    "fill-opacity": ("fill_opacity", lambda w, _: share(w)),
    "stroke-opacity": ("stroke_opacity", lambda w, _: share(w)),
    "fill-rule": ("even_odd", lambda w, _: w == "evenodd"),
    "clip-rule": ("clip_even_odd", lambda w, _: w == "evenodd"),
    "stroke-width": ("stroke_width", lambda w, _: w),
    "stroke-linecap": ("cap", _one_of("butt", "round", "square")),
    "stroke-linejoin": ("join", _one_of("miter", "round", "bevel")),
    "stroke-miterlimit": ("miter", _limit),
    "stroke-dasharray": ("dash", lambda w, _: w),
    "stroke-dashoffset": ("dash_offset", lambda w, _: w),
    "font-family": ("family", lambda w, _: w),
    "font-size": ("font_size", _font_size),
    "font-weight": ("bold", _bold),
    "letter-spacing": ("spacing", lambda w, _: w),
    "text-anchor": ("anchor", _one_of("start", "middle", "end")),
    "text-align": ("justify", lambda w, _: w == "justify"),
    "xml:space": ("preserve", lambda w, _: w == "preserve"),
    "white-space": ("preserve", lambda w, _: w in ("pre", "pre-wrap", "break-spaces")),
    "visibility": ("visible", lambda w, _: w not in ("hidden", "collapse")),
}
"""Attribute -> field of `Style`, and how its words are read."""

Problem = Callable[[str, Unreadable], None]


def changes_of(style: Style, attributes: Mapping[str, str], problem: Problem) -> dict[str, object]:
    """What an element changes in the style around it. What can't be read is told to `problem` (attribute, what) and
    left out.
    """
    changes: dict[str, object] = {}
    for name, words in attributes.items():
        known = _INHERITED.get(name)
        if known is None or words in ("inherit", "unset", ""):
            continue
        try:
            changes[known[0]] = known[1](words.strip(), style)
        except Unreadable as what:
            problem(name, what)
    return changes


def cascaded(style: Style, changes: Mapping[str, object]) -> Style:
    """The style inside an element."""
    return replace(style, **changes) if changes else style  # type: ignore[arg-type]


def stroke(style: Style, paint: Paint, scale: float, viewport: tuple[float, float]) -> Stroke | None:
    """The stroke of a style in mm; None if it has no width. Raises `Unreadable`."""
    whole = hypot(*viewport) / sqrt(2)
    width = length(style.stroke_width, whole, style.font_size) * scale
    if width < 0:
        raise Unreadable(f"the stroke is {width:g} wide", "write 0 or more")
    if width == 0:
        return None
    dash = _dashes(style.dash, scale, whole, style.font_size)
    offset = length(style.dash_offset, whole, style.font_size) * scale if dash else 0.0
    return Stroke(paint, round(width, 4), style.cap, style.join, style.miter, dash, round(offset, 4))


SHORTEST = 0.05
"""Dashes that repeat after less (mm) look like a line, and a long line of them takes a printer for ever."""
MOST_DASHES = 100


def _dashes(words: str, scale: float, whole: float, em: float) -> tuple[float, ...]:
    if words in ("none", ""):
        return ()
    values = [length(w, whole, em) * scale for w in re.split(r"[\s,]+", words.strip())]
    if any(v < 0 for v in values):
        raise Unreadable(f"the dashes `{shown(words)}` have a negative length", "write lengths of 0 and more")
    if fsum(values) <= 1e-6:
        return ()
    if fsum(values) < SHORTEST or len(values) > MOST_DASHES:
        message = f"the dashes `{shown(words)}` are {fsum(values):.2g} mm all together, {len(values)} of them"
        raise Unreadable(message, f"write at least {SHORTEST} mm and at most {MOST_DASHES} lengths")
    return tuple(round(v, 4) for v in values) * (2 if len(values) % 2 else 1)


Stops = tuple[tuple[float, Color], ...]


@dataclass(frozen=True, slots=True)
class Filling:
    """A paint, and the map into whose inner coordinates it is written (None: mm)."""

    paint: Paint
    frame: Matrix | None = None


def stops_of(offsets: Sequence[tuple[str, str, str]], current: Color) -> Stops:
    """Stops from (offset, stop-color, stop-opacity), never running backwards. Raises `Unreadable`."""
    found: list[tuple[float, Color]] = []
    last = 0.0
    for offset, words, opacity in offsets:
        last = max(last, share(offset))
        paint = faded(color(words, current), share(opacity))
        assert isinstance(paint, Color)  # noqa: S101  (a faded colour is one)
        found.append((round(last, 6), paint))
    return tuple(found)


def gradient(
    radial: bool, attributes: Mapping[str, str], stops: Stops, matrix: Matrix, box: Box, viewport: tuple[float, float]
) -> Filling | None:
    """The paint of a gradient. `matrix` maps the painted element's user units to mm, `box` is its outline's in user
    units.

    None if there is nothing to paint. Raises `Unreadable`.
    """
    if not stops:
        return None
    if len(stops) == 1:
        return Filling(stops[0][1])
    x0, y0, x1, y1 = box
    by_box = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    if by_box:
        if x1 - x0 <= 0 or y1 - y0 <= 0:
            return None
        matrix = multiply(matrix, (x1 - x0, 0, 0, y1 - y0, x0, y0))
    matrix = multiply(matrix, transform(attributes.get("gradientTransform", "")))
    whole = (1.0, 1.0) if by_box else viewport

    def get(name: str, default: str) -> float:
        across = {"x": whole[0], "y": whole[1], "r": hypot(*whole) / sqrt(2)}
        return length(attributes.get(name, default), across[name.strip("c12")])

    if radial:
        return _radial(get("cx", "50%"), get("cy", "50%"), get("r", "50%"), stops, matrix)
    return Filling(_linear((get("x1", "0%"), get("y1", "0%")), (get("x2", "100%"), get("y2", "0%")), stops, matrix))


def _linear(start: tuple[float, float], end: tuple[float, float], stops: Stops, m: Matrix) -> Paint:
    """Lines of one colour stay lines under the map; the gradient runs at right angles to where they come to lie."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x1, y1 = at(m, *start)
    px, py = at(m, start[0] - dy, start[1] + dx)
    nx, ny = -(py - y1), px - x1
    size = nx * nx + ny * ny
    if size < 1e-18:
        return stops[-1][1]
    x2, y2 = at(m, *end)
    along = ((x2 - x1) * nx + (y2 - y1) * ny) / size
    return Gradient(round(x1, 4), round(y1, 4), round(x1 + along * nx, 4), round(y1 + along * ny, 4), stops)


def _radial(cx: float, cy: float, r: float, stops: Stops, m: Matrix) -> Filling:
    if r <= 0:
        return Filling(stops[-1][1])
    scale = scale_of(m)
    if scale is not None:
        x, y = (round(v, 4) for v in at(m, cx, cy))
        return Filling(Gradient(x, y, x, y, stops, round(r * scale, 4)))
    size = sqrt(abs(m[0] * m[3] - m[1] * m[2])) or 1.0
    frame = multiply(m, (1 / size, 0, 0, 1 / size, 0, 0))
    x, y = round(cx * size, 4), round(cy * size, 4)
    return Filling(Gradient(x, y, x, y, stops, round(r * size, 4)), frame)


def list_of(words: str) -> list[float]:
    """Numbers of an attribute that may be empty."""
    return numbers(words) if words.strip() else []
