"""Sizes -> `Shape`: what is cut, what is folded, which places are inside.

Takes a mapping as in layouts/sizes.yaml ({shape: circle, diameter: 22}), all lengths in mm unless they name a unit
(0.5in). Gives a `Shape` whose bounding box starts at (0, 0). Promise: every number is checked; what cannot be cut is a
`Fault` that says why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot, isfinite, nan

from generator.data.reading.load import load
from generator.diagnostics.findings import Fault, Finding, Mark, Unreadable, did_you_mean
from generator.face import outlines
from generator.face.face import Cell, Segments, Shape
from generator.face.geometry import Point, area, box_of_points, edges, ellipse, moved, polygon, rectangle
from generator.face.loops import clearance
from generator.face.outlines import connected, polyhex, reduced
from generator.project import BUNDLED, Project
from generator.values import replace

LARGEST = 2000.0
"""No side of a component is longer (mm)."""
MOST_HEXES = 200

Size = Mapping[str, object]


def shape_of(size: Size, mark: Mark = Mark("layouts/sizes.yaml")) -> Shape:  # noqa: B008  (a Mark is immutable)
    """The geometry of a size.

    Raises `Fault` (T061) naming the key that is wrong; its finding stands at `mark`.
    """
    try:
        kind = str(size.get("shape", "rectangle"))
        if kind not in _SHAPES:
            raise Unreadable(f"`shape` is `{kind}`", did_you_mean(kind, _SHAPES))
        keys, build = _SHAPES[kind]
        for key in size:
            if key not in (*keys, "shape", "about"):
                raise Unreadable(f"a {kind} has no `{key}`", did_you_mean(str(key), keys))
        return build(size)
    except Unreadable as what:
        raise Fault(Finding("T061", mark, what.message, what.hint)) from None


@lru_cache(maxsize=512)
def from_behind(shape: Shape) -> Shape:
    """A shape as it is seen from behind: mirrored; one that is alike on both sides as it is."""
    width, over = shape.width, (-1.0, 0.0, 0.0, 1.0, shape.width, 0.0)

    def points(outlines: Iterable[Segments]) -> set[tuple[float, float]]:
        return {(round(v[k], 3), round(v[k + 1], 3)) for o in outlines for _, v in o for k in range(0, len(v), 2)}

    mirrored = tuple(moved(outline, over) for outline in shape.cuts)
    if points(shape.cuts) == points(mirrored):
        return shape
    return replace(
        shape,
        outline=mirrored[0],
        holes=mirrored[1:],
        folds=tuple((width - x1, y1, width - x2, y2) for x1, y1, x2, y2 in shape.folds),
        cells=tuple(
            replace(c, x=width - c.x, angle=-c.angle if c.angle else 0.0, outline=moved(c.outline, over))
            for c in shape.cells
        ),
    )


def _length(size: Size, key: str, default: float | None = None) -> float:
    """A length in mm; with a default it may be 0 or missing."""
    value = size.get(key, default)
    if value is None:
        raise Unreadable(f"`{key}` is missing", f"write `{key}: 20`, in mm")
    if isinstance(value, str):
        value = in_mm(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        said = size.get(key)
        raise Unreadable(f"`{key}` is `{said}`, not a length in mm", f"write `{key}: 20`, in mm, or `{key}: 3/4in`")
    if value < 0 or value > LARGEST or (value == 0 and default is None):
        raise Unreadable(f"`{key}` is {value:g} mm", f"write a length of more than 0 and at most {LARGEST:g} mm")
    return float(value)


def in_mm(words: str, unit: str = "mm") -> float:
    """`20mm`, `2 cm`, `0.5in`, `1 3/4"` in mm; `unit` is meant where none is said. NaN for what is no length."""
    found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,9})?|(?:\d{1,4}[ -])?\d{1,4}/\d{1,4})\s*([a-z\"”″]*)\s*", words.lower())
    factor = _UNITS.get(found[2] or unit) if found else None
    if found is None or factor is None:
        return nan
    if "/" not in found[1]:
        return round(float(found[1]) * factor, 6)
    from fractions import Fraction

    try:
        return round(float(sum(map(Fraction, re.split("[ -]", found[1])))) * factor, 6)
    except ZeroDivisionError:
        return nan


_UNITS = {"mm": 1.0, "cm": 10.0, **dict.fromkeys(("in", "inch", "inches", '"', "”", "″"), 25.4)}


def _rectangle(size: Size) -> Shape:
    w, h = _length(size, "width"), _length(size, "height")
    r = _length(size, "radius", 0.0)
    if r > min(w, h) / 2:
        hint = f"write at most {min(w, h) / 2:g}"
        raise Unreadable(f"`radius` is {r:g} mm, more than half of the shorter side", hint)
    outline = rectangle(0, 0, w, h, r, r)
    nest = () if r else ((w, 0.0), (0.0, h))
    cell = Cell(w / 2, h / 2, min(w, h) / 2, 0.0, outline, w, h)
    return Shape("rectangle", w, h, outline, cells=(cell,), nest=nest, radius=r)


def _circle(size: Size) -> Shape:
    d = _length(size, "diameter")
    outline = ellipse(d / 2, d / 2, d / 2, d / 2)
    return Shape("circle", d, d, outline, cells=(Cell(d / 2, d / 2, d / 2, 0.0, outline, d, d),), radius=d / 2)


def _ring(size: Size) -> Shape:
    disc, hole = _circle(size), _length(size, "hole")
    if hole >= disc.width:
        raise Unreadable(f"`hole` is {hole:g} mm, the ring only {disc.width:g}", "make `hole` smaller than `diameter`")
    return replace(disc, kind="ring", holes=(ellipse(disc.radius, disc.radius, hole / 2, hole / 2),))


def _polyhex(size: Size) -> Shape:
    top = size.get("top", "point")
    if top not in ("point", "flat"):
        raise Unreadable(f"`top` is `{top}`", "write `top: point` or `top: flat`")
    cells = _pairs(size, "cells", [[0, 0]])
    if any(not float(v).is_integer() for cell in cells for v in cell):
        raise Unreadable("`cells` has a number that is not whole", "write axial coordinates, such as [[0, 0], [1, 0]]")
    axial = tuple((int(q), int(r)) for q, r in cells)
    if not axial or len(axial) > MOST_HEXES or any(abs(v) > MOST_HEXES for c in axial for v in c):
        raise Unreadable(f"`cells` has {len(axial)} hexagons", f"write 1 to {MOST_HEXES} cells near [0, 0]")
    if len(set(axial)) < len(axial):
        raise Unreadable("`cells` names a hexagon twice", "write each cell once")
    if not connected(axial):
        raise Unreadable("the hexagons of `cells` do not all touch", "write cells that share edges")
    return polyhex(axial, _length(size, "side"), flat=top == "flat")


def _pairs(size: Size, key: str, default: object = None) -> list[Point]:
    value = size.get(key, default)
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Unreadable(f"`{key}` is not a list of pairs", f"write `{key}: [[0, 0], [1, 0], ...]`")
    for pair in value:
        right = isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2
        if not right or any(isinstance(v, bool) or not isinstance(v, int | float) for v in pair):
            raise Unreadable(f"`{key}` has `{pair}`, not a pair of numbers", "write pairs such as [10, 0]")
        if any(not isfinite(v) or abs(v) > LARGEST for v in pair):
            raise Unreadable(f"`{key}` has `{pair}`", f"write numbers of at most {LARGEST:g}")
    return [(float(x), float(y)) for x, y in value]


def _polygon(size: Size) -> Shape:
    points = _pairs(size, "points")
    if len(points) < 3 or len(points) > 400:
        raise Unreadable(f"`points` has {len(points)} corners", "write 3 to 400")
    if _crosses_itself(points):
        raise Unreadable("the outline of `points` crosses itself", "write the corners in the order of the cut")
    if abs(area(points)) < 1:
        raise Unreadable("`points` encloses less than 1 mm²", "write the corners in mm")
    x0, y0, x1, y1 = box_of_points(points)
    moved = [(x - x0, y - y0) for x, y in points]
    if area(moved) < 0:
        moved.reverse()
    outline = polygon(moved)
    x, y, radius = _heart(moved)
    cell = Cell(x, y, radius, 0.0, outline, x1 - x0, y1 - y0)
    return Shape("polygon", x1 - x0, y1 - y0, outline, cells=(cell,), nest=_parallelogon(moved))


def _crosses_itself(points: Sequence[Point]) -> bool:
    ends = list(edges(points))
    last = len(ends) - 1
    for i, (a, b) in enumerate(ends):
        for j in range(i + 2, len(ends)):
            if (i, j) != (0, last) and _cross(a, b, *ends[j]):
                return True
    return False


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _heart(points: Sequence[Point]) -> tuple[float, float, float]:
    """The centre and radius of the largest circle inside, to 0.01 mm; the middle wins if it is as good."""
    x0, y0, x1, y1 = box_of_points(points)
    best = ((x0 + x1) / 2, (y0 + y1) / 2)
    room = clearance([points], *best)
    step = max(x1 - x0, y1 - y0) / 8
    while step > 0.005:
        around = [(best[0] + i * step, best[1] + j * step) for j in range(-4, 5) for i in range(-4, 5)]
        rooms = [(clearance([points], *p), p) for p in around]
        found, place = max(rooms, key=lambda one: (round(one[0], 6), -abs(one[1][0] - best[0])))
        if found > room + 1e-6:
            best, room = place, found
        step /= 3
    return round(best[0], 3), round(best[1], 3), round(room, 3)


def _parallelogon(points: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    """Nesting vectors of a parallelogram or a hexagon whose opposite sides are equal and parallel; () for others."""
    n = len(points)
    if n not in (4, 6):
        return ()
    sides = [(q[0] - p[0], q[1] - p[1]) for p, q in edges(points)]
    half = n // 2
    if any(hypot(sides[k][0] + sides[k + half][0], sides[k][1] + sides[k + half][1]) > 1e-6 for k in range(half)):
        return ()
    if n == 4:
        return reduced(sides[0], sides[1])
    (ax, ay), (bx, by), (cx, cy) = sides[:3]
    return reduced((ax + bx, ay + by), (bx + cx, by + cy))


def _die(size: Size) -> Shape:
    faces = size.get("faces", 6)
    if faces not in outlines.DIE_FACES:
        raise Unreadable(f"`faces` is `{faces}`", "write `faces: 4`, `6` or `8`")
    return outlines.die(int(faces), _length(size, "edge"))


def _standee(size: Size) -> Shape:
    return outlines.standee(_length(size, "width"), _length(size, "height"), _length(size, "base"))


_SHAPES: dict[str, tuple[tuple[str, ...], Callable[[Size], Shape]]] = {
    "rectangle": (("width", "height", "radius"), _rectangle),
    "circle": (("diameter",), _circle),
    "ring": (("diameter", "hole"), _ring),
    "polyhex": (("side", "top", "cells"), _polyhex),
    "polygon": (("points",), _polygon),
    "die": (("faces", "edge"), _die),
    "standee": (("width", "height", "base"), _standee),
}


def read_sizes(project: Project) -> dict[str, Size]:
    """The named sizes: the project's layouts/sizes.yaml over the bundled one.

    Raises `Fault` (T061) if a file is not a map of maps, or what reading YAML raises.
    """
    sizes: dict[str, Size] = {}
    for path in dict.fromkeys((BUNDLED / "layouts" / "sizes.yaml", project.layouts / "sizes.yaml")):
        data = load(path, project).data if path.is_file() else None
        data = {} if data is None else data
        if not isinstance(data, Mapping) or not all(isinstance(v, Mapping) for v in data.values()):
            where, hint = Mark(project.relative(path), 1, 1), "write `name: {shape: circle, diameter: 22}`"
            raise Fault(Finding("T061", where, "a size is not a mapping", hint))
        sizes.update({str(k): v for k, v in data.items()})
    return sizes
