"""Path data and basic shapes -> segments.

Takes the words of `d`, or the attributes of rect, circle, ellipse, line, polyline, polygon; gives absolute M L C Z in
user units. Promise: arcs and quadratics are cubics (arcs to 0.03 % of their radius); every subpath starts with "M";
data that can't be read is `Unreadable` and says from where on.

Not fontTools' parser, which is as quick: it takes `5.e3` and `007` for two numbers and more, passes over what is no
number, and cuts half circles otherwise (21 of the 756 paths of the bundled drawings and tests, so other stamps).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan

from generator.diagnostics.findings import Unreadable
from generator.face.face import Segment, Segments
from generator.face.geometry import ellipse, loops_of, rectangle
from generator.layout.svg.datatypes import NUMBER, diagonal, in_range, leading, length, shown
from generator.values import lazy_pattern

Attributes = Mapping[str, str]

MAX_POINTS = 250_000
"""The most that one outline can have, and the most elements of a file with all copies."""
TINY = 1e-6
"""An arc of a smaller radius is a line."""

_COMMAND = lazy_pattern(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_FLAG = r"[01]"
_ARC = lazy_pattern(
    rf"(?a)[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*({_FLAG})[\s,]*({_FLAG})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*"
)


class _Pen:
    """Where path data has got to."""

    __slots__ = ("control", "joints", "kind", "segments", "start", "x", "y")

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.joints: list[int] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.control = (0.0, 0.0)
        self.kind = ""

    def move(self, x: float, y: float) -> None:
        self.settle()
        self.segments.append(("M", (x, y)))
        self.x, self.y = self.start = (x, y)
        self.kind = ""

    def line(self, x: float, y: float) -> None:
        self._reopen()
        self.segments.append(("L", (x, y)))
        self.x, self.y, self.kind = x, y, ""

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._reopen()
        self.segments.append(("C", (x1, y1, x2, y2, x, y)))
        self.x, self.y = x, y
        self.control, self.kind = (x2, y2), "C"

    def quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        x0, y0 = self.x, self.y
        third = 2 / 3
        self.curve(x0 + third * (x1 - x0), y0 + third * (y1 - y0), x + third * (x1 - x), y + third * (y1 - y), x, y)
        self.control, self.kind = (x1, y1), "Q"

    def mirrored(self, kind: str) -> tuple[float, float]:
        """The handle opposite the last one, if the last curve was of this kind."""
        if self.kind != kind:
            return (self.x, self.y)
        return (2 * self.x - self.control[0], 2 * self.y - self.control[1])

    def close(self) -> None:
        if self.segments[-1][0] != "Z":
            self.segments.append(("Z", ()))
        self.x, self.y = self.start
        self.kind = ""

    def settle(self) -> None:
        """A move that nothing follows is no part of the outline."""
        if self.segments and self.segments[-1][0] == "M":
            self.segments.pop()

    def _reopen(self) -> None:
        if self.segments[-1][0] == "Z":
            self.segments.append(("M", self.start))


def path(data: str) -> Segments:
    """The segments of path data in user units, up to where it can't be read, as SVG has it. Raises `Unreadable` if
    nothing can."""
    segments, broken, _ = _path(data)
    if broken and not segments:
        raise broken.with_traceback(None)
    return segments


def arc_joints(data: str) -> Sequence[int]:
    """The segments of path data that end within an arc, where it has no vertex."""
    return _path(data)[2]


def broken_off(tag: str, attributes: Attributes) -> Unreadable | None:
    """What can't be read in an outline of which something is drawn."""
    if tag == "path":
        broken = _path(attributes.get("d", ""))[1]
    else:
        broken = _pairs(attributes.get("points", ""))[1] if tag in ("polygon", "polyline") else None
    return broken and Unreadable(f"{broken.message}: it is drawn up to there, as in browsers", broken.hint, "", "T029")


def _pairs(words: str) -> tuple[list[float], Unreadable | None]:
    values, whole = leading(words)
    if whole and not len(values) % 2:
        return values, None
    return values, Unreadable(f"`points` has {len(values)} numbers", "write pairs of x and y")


@lru_cache(maxsize=4096)
def _path(data: str) -> tuple[Segments, Unreadable | None, Sequence[int]]:
    pen = _Pen()
    if data.strip() in ("", "none"):
        return (), None, ()
    steps = _COMMAND.findall(data)
    start = len(data) - len(data.lstrip())
    if not steps or data[start] != steps[0][0]:
        hint = "write SVG path data: M L H V C S Q T A Z"
        raise Unreadable(f"the path cannot be read from `{shown(data[start:])}` on", hint)
    if steps[0][0] not in "Mm":
        raise Unreadable(f"the path starts with `{steps[0][0]}`", "start it with `M x y`")
    if len(steps) > MAX_POINTS:
        raise _too_many()
    broken = next(filter(None, (_run(pen, letter, words) for letter, words in steps)), None)
    pen.settle()
    return tuple(pen.segments), broken, tuple(pen.joints)


def _too_many() -> Unreadable:
    hint = "simplify it: in Inkscape, Path > Simplify"
    return Unreadable(f"the path has more than {MAX_POINTS} segments", hint)


def _run(pen: _Pen, letter: str, words: str) -> Unreadable | None:
    """One command letter and all that follows it, up to what can't be read: that."""
    if len(pen.segments) > MAX_POINTS:
        raise _too_many()
    command = letter.upper()
    size, work = _COMMANDS[command]
    values, whole = _arc_values(words) if command == "A" else _values(words)
    said, drawn = letter + words, len(values) - len(values) % size if size else 0
    for k in range(0, drawn, size) if size else (0,):
        part = values[k : k + size]
        work(pen, *(part if letter == command else _absolute(command, part, pen.x, pen.y)))
        if command == "M":
            command, work = "L", _Pen.line
            letter = "l" if letter == "m" else "L"
    if whole and drawn == len(values) and bool(values) == bool(size):
        return None
    return Unreadable(f"`{shown(said)}` has {len(values)} numbers", f"write {size or 'none'} for each `{said[0]}`")


@lru_cache(maxsize=8192)
def _values(words: str) -> tuple[Sequence[float], bool]:
    """The numbers of a step, and whether all are: ornaments are made of thousands, of a few lengths."""
    return leading(words)


def _absolute(command: str, part: Sequence[float], x: float, y: float) -> Sequence[float]:
    if command == "V":
        return (part[0] + y,)
    if command == "A":
        return (*part[:5], part[5] + x, part[6] + y)
    return [v + (y if k % 2 else x) for k, v in enumerate(part)]


def _arc_values(words: str) -> tuple[Sequence[float], bool]:
    """An arc's two flags may be written without a space between them."""
    values: list[float] = []
    position = 0
    while found := _ARC.match(words, position):
        values += [in_range(w) for w in found.groups()]
        position = found.end()
    return values, position == len(words)


def _arc(pen: _Pen, rx: float, ry: float, angle: float, large: float, sweep: float, x: float, y: float) -> None:
    """An elliptical arc (SVG 1.1, F.6), at most a quarter of the ellipse to a cubic."""
    rx, ry = abs(rx), abs(ry)
    if rx < TINY or ry < TINY or (x, y) == (pen.x, pen.y):
        pen.line(x, y)
        return
    cx, cy, rx, ry, start, turn = _centre(pen, rx, ry, radians(angle), large != sweep, bool(sweep), x, y)
    co, si = cos(radians(angle)), sin(radians(angle))
    parts = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / parts
    k = 4 / 3 * tan(step / 4)

    def place(u: float, v: float) -> tuple[float, float]:
        return (cx + co * rx * u - si * ry * v, cy + si * rx * u + co * ry * v)

    for n in range(parts):
        a, b = start + n * step, start + (n + 1) * step
        first = place(cos(a) - k * sin(a), sin(a) + k * cos(a))
        second = place(cos(b) + k * sin(b), sin(b) - k * cos(b))
        end = (x, y) if n == parts - 1 else place(cos(b), sin(b))
        pen.curve(*first, *second, *end)
        pen.joints += [len(pen.segments) - 1] * (n < parts - 1)
    pen.kind = ""


def _centre(
    pen: _Pen, rx: float, ry: float, angle: float, positive: bool, sweep: bool, x: float, y: float
) -> tuple[float, float, float, float, float, float]:
    """Centre, radii (made large enough), start angle and turn of an arc from its ends."""
    co, si = cos(angle), sin(angle)
    dx, dy = (pen.x - x) / 2, (pen.y - y) / 2
    x1, y1 = co * dx + si * dy, -si * dx + co * dy
    grow = sqrt(max(1.0, (x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 / ((rx * y1) ** 2 + (ry * x1) ** 2) - 1
    root = sqrt(max(0.0, under)) * (1 if positive else -1)
    u, v = root * rx * y1 / ry, -root * ry * x1 / rx
    start = atan2((y1 - v) / ry, (x1 - u) / rx)
    turn = atan2((-y1 - v) / ry, (-x1 - u) / rx) - start
    if sweep and turn < 0:
        turn += 2 * pi
    if not sweep and turn > 0:
        turn -= 2 * pi
    return co * u - si * v + (pen.x + x) / 2, si * u + co * v + (pen.y + y) / 2, rx, ry, start, turn


_COMMANDS: dict[str, tuple[int, Callable[..., None]]] = {
    "M": (2, _Pen.move),
    "L": (2, _Pen.line),
    "H": (1, lambda pen, x: pen.line(x, pen.y)),
    "V": (1, lambda pen, y: pen.line(pen.x, y)),
    "C": (6, _Pen.curve),
    "S": (4, lambda pen, *rest: pen.curve(*pen.mirrored("C"), *rest)),
    "Q": (4, _Pen.quadratic),
    "T": (2, lambda pen, *end: pen.quadratic(*pen.mirrored("Q"), *end)),
    "A": (7, _arc),
    "Z": (0, _Pen.close),
}


Viewport = tuple[float, float]
"""Width and height that percentages mean, in user units."""


def shape_segments(tag: str, attributes: Attributes, viewport: Viewport = (0.0, 0.0), em: float = 0.0) -> Segments:
    """The outline of a basic shape or path in user units; () if it draws nothing. Raises `Unreadable`."""
    w, h = viewport

    def get(name: str) -> float:
        words = attributes.get(name, "0")
        if words == "auto":  # of an attribute browsers make nothing
            return 0.0
        whole = w if name in _ACROSS else h if name in _ALONG else diagonal(w, h)
        try:
            return length(words, whole, em)
        except Unreadable as what:
            what.about = name
            raise

    return _SHAPES[tag](attributes, get)


Get = Callable[[str], float]
_ACROSS = {"x", "x1", "x2", "cx", "rx", "width"}
_ALONG = {"y", "y1", "y2", "cy", "ry", "height"}


def _rect(a: Attributes, get: Get) -> Segments:
    w, h = get("width"), get("height")
    if w < 0 or h < 0:
        raise Unreadable(f"the rectangle is {w:g} by {h:g}", "write sizes of 0 and more")
    if w == 0 or h == 0:
        return ()
    return rectangle(get("x"), get("y"), w, h, *_radii(a, get))


def _radii(a: Attributes, get: Get) -> tuple[float, float]:
    """Both radii: of one that is not given, the other's. Raises `Unreadable`."""
    rx, ry = get("rx" if "rx" in a else "ry"), get("ry" if "ry" in a else "rx")
    if rx < 0 or ry < 0:
        raise Unreadable(f"the radii are {rx:g} and {ry:g}", "write 0 or more")
    return rx, ry


def _circle(_: Attributes, get: Get) -> Segments:
    r = get("r")
    if r < 0:
        raise Unreadable(f"the radius is {r:g}", "write 0 or more")
    return ellipse(get("cx"), get("cy"), r, r) if r else ()


def _ellipse(a: Attributes, get: Get) -> Segments:
    rx, ry = _radii(a, get)
    return ellipse(get("cx"), get("cy"), rx, ry) if rx and ry else ()


def _polyline(a: Attributes, _: Get) -> Segments:
    values, broken = _pairs(a.get("points", ""))
    if broken and len(values) < 4:
        raise broken
    if len(values) > 2 * MAX_POINTS:
        raise Unreadable(f"`points` has {len(values)} numbers", f"write at most {2 * MAX_POINTS}")
    pairs = [(values[k], values[k + 1]) for k in range(0, len(values) - 1, 2)]
    return tuple(("L" if k else "M", p) for k, p in enumerate(pairs))


def _polygon(a: Attributes, get: Get) -> Segments:
    open_line = _polyline(a, get)
    return (*open_line, ("Z", ())) if open_line else ()


_SHAPES: dict[str, Callable[[Attributes, Get], Segments]] = {
    "path": lambda a, _: path(a.get("d", "")),
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": lambda _, get: (("M", (get("x1"), get("y1"))), ("L", (get("x2"), get("y2")))),
    "polyline": _polyline,
    "polygon": _polygon,
}


def reversed_path(segments: Segments) -> Segments:
    """The same outline, every subpath run backwards."""
    done: list[Segment] = []
    for sub in loops_of(segments):
        points = [v[-2:] for c, v in sub if v]
        handles = [v[:4] if c == "C" else () for c, v in sub if v]
        done.append(("M", points[-1]))
        for k in range(len(points) - 1, 0, -1):
            h = handles[k]
            end = points[k - 1]
            done.append(("C", (h[2], h[3], h[0], h[1], *end)) if h else ("L", end))
        if sub[-1][0] == "Z":
            done.append(("Z", ()))
    return tuple(done)
