"""A template for pieces of another size: other numbers in its geometry, all else as it was written.

Takes the text of an SVG, and the old and the new size (mm). What lies within the page moves with it, what lies near its
edges or beyond keeps its distance from them, so that the bleed stays as wide; type, radii and lines take the smaller of
both scales, and type that could be read before still can. Expressions are left alone, and named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from generator.values import dataclass

_TAG = re.compile(
    r"<!--.*?-->|<style.*?</style>|<(?P<end>/)?(?P<tag>[\w:.-]+)"
    r"""(?P<all>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?P<alone>/)?>""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?P<name>[\w:.-]+)\s*=\s*(?P<mark>["'])(?P<value>.*?)(?P=mark)""", re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LENGTHS = re.compile(r"\b(font-size|stroke-width|letter-spacing)\s*:\s*[\d.]+")
_BOUND = re.compile(r"pnp:([xy][12]?|c[xy]|r[xy]?|height|d|points|transform|font-size)")
LEAST = 2.2
"""Type (mm) is made no smaller than this, unless it was."""
EDGE = 4.0
"""What lies so near (mm) to the edge of a card stays as near: its safe zone."""
FLOOR = 6.5
"""Nor does type shrink further (pt)."""
Place = Callable[[float, bool], float]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a page (x, y, width, height, in its own units, so many a mm) to one so many times as wide and high."""

    page: tuple[float, float, float, float]
    x: float
    y: float
    unit: float

    def at(self, value: float, across: bool) -> float:
        """A place on the page, or beyond its edges."""
        start, size, scale = (self.page[0], self.page[2], self.x) if across else (self.page[1], self.page[3], self.y)
        edge = EDGE * self.unit if size * min(scale, 1.0) > 8 * EDGE * self.unit else 0.0
        inside = min(max(value - start - edge, 0.0), size - 2 * edge)
        return value + inside * size * (scale - 1) / (size - 2 * edge)

    def by(self, value: float, across: bool) -> float:
        """A length, or a place in coordinates of their own."""
        return value * (self.x if across else self.y)

    def thick(self, value: float) -> float:
        """A length across lines."""
        return value * min(self.x, self.y)

    def type(self, value: float) -> float:
        """A size of type."""
        return max(self.thick(value), min(value, LEAST * self.unit))


def resized(text: str, old: Sequence[float], new: Sequence[float]) -> tuple[str, list[int]]:
    """The template, and the lines of expressions with numbers that may be places. The sizes are (width, height)."""
    root = next(m for m in _TAG.finditer(text) if m["tag"] and m["tag"].endswith("svg"))
    view = _NUMBER.findall(_said(root).get("viewBox", "")) or ["0", "0", *map(str, old)]
    page = (float(view[0]), float(view[1]), float(view[2]), float(view[3]))
    scale = _Scale(page, new[0] / old[0], new[1] / old[1], page[2] / old[0])
    shifted, bound = [False], []

    def one(found: re.Match[str]) -> str:
        if not found["tag"]:
            return _style(found[0], scale, scale.at) if found[0].startswith("<style") else found[0]
        if found["end"]:
            shifted.pop()
            return found[0]
        said = _said(found)
        inner = shifted[-1] or "transform" in said or "pnp:transform" in said
        if not found["alone"]:
            shifted.append(inner)
        if any(_BOUND.fullmatch(name) and re.search(r"\d", value) for name, value in said.items()):
            bound.append(text.count("\n", 0, found.start()) + 1)
        if found.start() == root.start():
            box = f"{page[0]:g} {page[1]:g} {scale.by(page[2], True):.6g} {scale.by(page[3], False):.6g}"
            return _rewritten(found, {"width": f"{new[0]:g}mm", "height": f"{new[1]:g}mm", "viewBox": box})
        return _rewritten(found, _changed(found, said, scale, scale.by if inner else scale.at))

    return _TAG.sub(one, text), bound


def _said(found: re.Match[str]) -> dict[str, str]:
    return {m["name"]: m["value"] for m in _ATTRIBUTE.finditer(found["all"] or "")}


def _rewritten(found: re.Match[str], told: Mapping[str, str]) -> str:
    start = found.start()

    def one(m: re.Match[str]) -> str:  # the value alone: `x1="1"`
        return f"{m[0][: -len(m['value']) - 1]}{told[m['name']]}{m['mark']}" if m["name"] in told else m[0]

    words = _ATTRIBUTE.sub(one, found["all"])
    return found[0][: found.start("all") - start] + words + found[0][found.end("all") - start :]


def _changed(found: re.Match[str], said: Mapping[str, str], scale: _Scale, place: Place) -> dict[str, str]:
    """The attributes that say where something is, or how large."""
    tag = found["tag"].rpartition(":")[2]
    in_parts = tag.endswith("Gradient") or tag in ("pattern", "clipPath", "mask")  # of the box of what they paint
    if tag in ("symbol", "marker") or (in_parts and "userSpaceOnUse" not in found[0]):
        return {}
    return {name: new for name, value in said.items() if (new := _new(tag, name, value, said, scale, place)) != value}


def _new(tag: str, name: str, value: str, said: Mapping[str, str], scale: _Scale, place: Place) -> str:
    across = "y" not in name and name != "height"
    if name in ("width", "height"):
        first = _first(said, "x" if across else "y")
        return _with(value, lambda n: place(first + n, across) - place(first, across))
    if re.fullmatch("[xy][12]?|[cf][xy]", name):
        return _with(value, lambda n: place(n, across))
    if name in ("stroke-width", "r") or (tag == "rect" and name in ("rx", "ry")):
        return _with(value, scale.thick)
    if name == "pnp:width":
        anchor = {"middle": 0.5, "end": 1.0}.get(said.get("text-anchor", ""), 0.0)
        first = _first(said, "x")
        return _with(value, lambda n: place(first + n * (1 - anchor), True) - place(first - n * anchor, True))
    if name in ("rx", "ry", "dx", "dy"):
        return _with(value, lambda n: scale.by(n, across))
    return _OTHERS[name](value, scale, place) if name in _OTHERS else value


def _first(said: Mapping[str, str], name: str) -> float:
    found = _NUMBER.match(said.get(name, ""))
    return float(found[0]) if found else 0.0


def _with(value: str, of: Callable[[float], float]) -> str:
    """Numbers, changed; what is in percent as it was."""
    return value if "%" in value else _NUMBER.sub(lambda m: f"{of(float(m[0])):.5g}", value)


def _style(value: str, scale: _Scale, _: Place) -> str:
    return _LENGTHS.sub(lambda m: _with(m[0], scale.type if m[1] == "font-size" else scale.thick), value)


def _pairs(value: str, _: _Scale, place: Place) -> str:
    across = iter([True, False] * len(value))
    return _with(value, lambda n: place(n, next(across)))


def _box(value: str, _: _Scale, place: Place) -> str:
    numbers = [float(n) for n in _NUMBER.findall(value)]
    if len(numbers) != 4:
        return value
    x, y = place(numbers[0], True), place(numbers[1], False)
    ends = place(numbers[0] + numbers[2], True), place(numbers[1] + numbers[3], False)
    return f"{x:.5g} {y:.5g} {ends[0] - x:.5g} {ends[1] - y:.5g}"


def _path(value: str, _: _Scale, place: Place) -> str:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.svgLib.path import parse_path

    read, pen = RecordingPen(), SVGPathPen(None, ntos=lambda n: f"{n:.5g}")
    try:
        parse_path(value, read)
    except (ValueError, IndexError, TypeError):  # told by who draws it
        return value
    for step, points in read.value:
        getattr(pen, step)(*((place(x, True), place(y, False)) for x, y in points))
    return str(pen.getCommands())


def _transform(value: str, scale: _Scale, _: Place) -> str:
    def one(found: re.Match[str]) -> str:
        numbers = [float(n) for n in _NUMBER.findall(found[2])]
        if found[1] in ("translate", "rotate", "matrix"):
            at = {"translate": 0, "rotate": 1, "matrix": 4}[found[1]]
            numbers[at:] = [scale.by(n, across) for n, across in zip(numbers[at:], (True, False), strict=False)]
        return f"{found[1]}({' '.join(f'{n:.6g}' for n in numbers)})"

    return re.sub(r"(\w+)\s*\(([^)]*)\)", one, value)


_OTHERS: dict[str, Callable[[str, _Scale, Place], str]] = {
    "d": _path,
    "points": _pairs,
    "pnp:box": _box,
    "pnp:step": lambda value, scale, _: _pairs(value, scale, scale.by),
    "transform": _transform,
    "pnp:floor": lambda value, scale, _: _with(value, lambda n: max(scale.thick(n), min(n, FLOOR))),
    "font-size": lambda value, scale, _: _with(value, scale.type),
    "style": _style,
}
