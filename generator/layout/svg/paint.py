"""Colours, strokes, gradients: words of SVG -> `Paint` and `Stroke`.

Takes attributes and the style around them; gives frozen values in millimetres. Promise: a linear gradient under any
transform is exactly the gradient that is drawn; a radial one that becomes an ellipse says so by its `frame`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from math import ceil, dist, floor, sqrt

from generator.diagnostics.findings import Unreadable
from generator.expressions.named_color import css_color
from generator.face.face import Color, Gradient, Matrix, Paint
from generator.face.geometry import Box, Point, at, between, inverse, mean_scale, multiply, scale_of
from generator.layout.svg.datatypes import diagonal, length, ratio, shown, transform
from generator.values import Struct, lazy_pattern

BLACK = Color("#000000")
_HEX = lazy_pattern(r"#[0-9a-f]{6}")
_LIGHT = lazy_pattern(r"light-dark\(\s*((?:[^(),]|\([^()]*\))+),.+\)")


@lru_cache(maxsize=1024)
def color(words: str, current: Color = BLACK) -> Color:
    """A colour of CSS, in sRGB; of light-dark() what is for paper. Raises `Unreadable`."""
    text = words.strip().lower()
    if light := _LIGHT.fullmatch(text):
        return color(light[1], current)
    if _HEX.fullmatch(text):
        return Color(text)
    if text in ("currentcolor", "transparent"):
        return current if text[0] == "c" else Color("#000000", 0.0)
    found = css_color(text)
    if found is None:
        hint = "nothing fills it in: give its table a column that is called so, or write a colour such as #b7791f"
        raise Unreadable(f"`{shown(words)}` is no colour", hint if "{" in words else "write a colour such as #b7791f")
    return Color(found[0], round(found[1], 4))


def share(words: str) -> float:
    """A number from 0 to 1, or a percentage; clamped. Raises `Unreadable`."""
    text = words.strip()
    if text.endswith(" %"):
        raise Unreadable(f"`{text}` is not a share: a blank stands before its %", f"write `{text[:-2].strip()}%`")
    return min(1.0, max(0.0, ratio(text)))


def faded(paint: Paint, opacity: float) -> Paint:
    """The paint at an opacity."""
    return paint if opacity >= 1 else paint.recolored(lambda c: Color(c.hex, round(c.alpha * opacity, 4)))


Stops = tuple[tuple[float, Color], ...]


class Filling(Struct, frozen=True):
    """A paint, and the map into whose inner coordinates it is written (None: mm)."""

    paint: Paint
    frame: Matrix | None = None


def stops_of(stops: Sequence[Mapping[str, str]], current: Color) -> Stops:
    """Stops from their attributes, never running backwards. Raises `Unreadable`."""
    found: list[tuple[float, Color]] = []
    last = 0.0
    for a in stops:
        last = max(last, share(a.get("offset", "0")))
        own = color(a.get("color", "currentColor"), current)
        paint = faded(color(a.get("stop-color", "#000000"), own), share(a.get("stop-opacity", "1")))
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
    x0, y0, x1, y1 = box
    corners = [at(matrix, x, y) for x in (x0, x1) for y in (y0, y1)]
    by_box = attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    if by_box and (x1 - x0 <= 0 or y1 - y0 <= 0):
        return None
    if len(stops) == 1:
        return Filling(stops[0][1])
    if by_box:
        matrix = multiply(matrix, (x1 - x0, 0, 0, y1 - y0, x0, y0))
    own = transform(attributes.get("gradientTransform", ""))
    if own[0] * own[3] == own[1] * own[2]:
        return None
    matrix = multiply(matrix, own)
    whole = (1.0, 1.0) if by_box else viewport
    back = inverse(matrix)
    seen = [at(back, *corner) for corner in corners] if back else []
    spread = _SPREAD.get(attributes.get("spreadMethod", "pad")) if seen else None

    get = partial(_measured, attributes, whole)
    if radial:
        cx, cy, r = get("cx", "50%"), get("cy", "50%"), get("r", "50%")
        fx, fy = (get(k, "") if k in attributes else c for k, c in (("fx", cx), ("fy", cy)))
        focus = _inside((cx, cy), r, (fx, fy))
        if spread and r > 0:
            turns = _turns_about(focus, (cx, cy), r, seen)
            cx, cy, r = focus[0] + turns * (cx - focus[0]), focus[1] + turns * (cy - focus[1]), turns * r
            stops = _again(stops, 0, turns, spread)
        return _radial((cx, cy), r, focus, stops, matrix)
    start, end = (get("x1", "0%"), get("y1", "0%")), (get("x2", "100%"), get("y2", "0%"))
    if spread and start != end:
        least, most = _turns_along(start, end, seen)
        start, end = (between(start, end, n) for n in (least, most))
        stops = _again(stops, least, most, spread)
    return Filling(_linear(start, end, stops, matrix))


_SPREAD = {"repeat": 1, "reflect": -1}
"""Which way a gradient runs when it goes on beyond its end."""
MOST_TURNS = 400
"""So often at the most."""


def _again(stops: Stops, least: int, most: int, way: int) -> Stops:
    """The stops of a gradient that goes on from `least` to `most` times its length, over all of that."""
    once = ((0.0, stops[0][1]), *stops, (1.0, stops[-1][1]))
    back = tuple((1 - offset, paint) for offset, paint in reversed(once))
    turns = [(n, one) for n in range(least, most) for one in (once if way > 0 or n % 2 == 0 else back)]
    return tuple((round((n - least + offset) / (most - least), 6), paint) for n, (offset, paint) in turns)


def _turns_along(start: Point, end: Point, seen: Sequence[Point]) -> tuple[int, int]:
    """How often a line goes on, before its start below 0, to pass all points, and once more for strokes."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    shares = [((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy) for x, y in seen]
    least = floor(min(shares)) - 1
    return least, min(least + MOST_TURNS, ceil(max(shares)) + 1)


def _turns_about(focus: Point, centre: Point, r: float, seen: Sequence[Point]) -> int:
    """How often as large a circle about a focus is that holds all points, and once more for strokes."""
    dx, dy = centre[0] - focus[0], centre[1] - focus[1]
    room = r * r - dx * dx - dy * dy  # above 0: the focus lies within

    def turns(x: float, y: float) -> float:
        along = (x - focus[0]) * dx + (y - focus[1]) * dy
        return (sqrt(along * along + room * ((x - focus[0]) ** 2 + (y - focus[1]) ** 2)) - along) / room

    return min(MOST_TURNS, ceil(max(turns(x, y) for x, y in seen)) + 1)


def _measured(attributes: Mapping[str, str], whole: tuple[float, float], name: str, default: str) -> float:
    across = {"x": whole[0], "y": whole[1], "r": diagonal(*whole)}
    return length(attributes.get(name, default), across[name.strip("cf12")])


def _inside(centre: Point, r: float, focus: Point) -> Point:
    """A focus; one on the circle or beyond it is moved just within, as SVG 1.1 (13.2.3) has it."""
    away = dist(centre, focus)
    if away <= SLIGHT:
        return centre
    share = min(1.0, INNER * r / away)
    return centre[0] + share * (focus[0] - centre[0]), centre[1] + share * (focus[1] - centre[1])


SLIGHT = 1e-3
"""So far, in the gradient's units, a focus may lie from the centre by rounding."""
INNER = 0.999
"""The largest part of the radius that a focus lies from the centre: on the circle nothing would be painted beyond."""


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


def _radial(centre: Point, r: float, focus: Point, stops: Stops, m: Matrix) -> Filling:
    if r <= 0:
        return Filling(stops[-1][1])
    scale = scale_of(m)
    if scale is not None:
        x1, y1, x2, y2 = (round(v, 4) for v in (*at(m, *centre), *at(m, *focus)))
        return Filling(Gradient(x1, y1, x2, y2, stops, round(r * scale, 4)))
    size = mean_scale(m) or 1.0
    frame = multiply(m, (1 / size, 0, 0, 1 / size, 0, 0))
    x1, y1, x2, y2 = (round(v * size, 4) for v in (*centre, *focus))
    return Filling(Gradient(x1, y1, x2, y2, stops, round(r * size, 4)), frame)
