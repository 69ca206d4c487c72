"""What a finished PDF holds, read by libraries that did not write it: pages, placements and lines by pikepdf. (Letters,
forms and pictures: see measure_seen.py.)

Everything is in millimetres, y down, from the top left of the page. Nothing of the package is used here: what these
helpers find is what a printer finds.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

import numpy as np
import pikepdf
import pypdfium2

from generator.values import Struct, replace

MM = 25.4 / 72
Point = tuple[float, float]
Box = tuple[float, float, float, float]
Loop = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f."""
UNIT: Matrix = (1, 0, 0, 1, 0, 0)


class Placed(Struct, frozen=True):
    """A form painted on a page: its number in the file, the map from its mm to the page's, what it is clipped to."""

    form: int
    matrix: Matrix
    clips: tuple[Loop, ...]

    @property
    def box(self) -> Box:
        """What can be seen of it at most."""
        boxes = [around(loop) for loop in self.clips]
        return (*(max(b[k] for b in boxes) for k in (0, 1)), *(min(b[k] for b in boxes) for k in (2, 3)))


class Line(Struct, frozen=True):
    """A straight stroke."""

    a: Point
    b: Point
    width: float
    color: str
    dashed: bool

    @property
    def upright(self) -> bool:
        return abs(self.a[0] - self.b[0]) < 1e-3

    @property
    def level(self) -> bool:
        return abs(self.a[1] - self.b[1]) < 1e-3

    @property
    def length(self) -> float:
        return hypot(self.b[0] - self.a[0], self.b[1] - self.a[1])


class Page(Struct, frozen=True):
    """One page: its boxes by name, what is placed on it, its straight lines, its curves as the boxes about them."""

    number: int
    label: str
    width: float
    height: float
    boxes: dict[str, Box]
    placed: tuple[Placed, ...]
    lines: tuple[Line, ...]
    curves: tuple[tuple[Box, str], ...]
    back: bool = False
    """It is the other side of the page before it, as printing on both sides makes of it."""

    @property
    def crops(self) -> list[Line]:
        """Crop marks: short black lines along the edges."""
        return [s for s in self.lines if s.color == "#000000" and abs(s.width - 0.18) < 0.01 and (s.upright or s.level)]

    @property
    def cuts(self) -> list[Line]:
        """Straight pieces of drawn outlines."""
        return [s for s in self.lines if s.color == CUT and not s.dashed]

    @property
    def fold(self) -> Line | None:
        """The line over which the whole sheet is folded."""
        return max((s for s in self.lines if s.dashed and s.length > 120), key=lambda s: s.length, default=None)


CUT = "#8a8a8a"


# ---- plane geometry, written anew ----------------------------------------------------------------------------


def around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def at(m: Matrix, x: float, y: float) -> Point:
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])


def after(m: Matrix, n: Matrix) -> Matrix:
    """The map that is `n` first and `m` then."""
    (a, b), (c, d) = (
        (m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1]),
        (m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3]),
    )
    return (a, b, c, d, *at(m, n[4], n[5]))


def undone(m: Matrix) -> Matrix:
    size = m[0] * m[3] - m[1] * m[2]
    a, b, c, d = m[3] / size, -m[1] / size, -m[2] / size, m[0] / size
    return (a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))


def mapped(m: Matrix, box: Box) -> Box:
    """The box about a box that is moved or turned."""
    return around(at(m, x, y) for x in box[::2] for y in box[1::2])


def within(loop: Loop, x: float, y: float) -> bool:
    """Is the point inside (even-odd)?"""
    inside = False
    for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def apart(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a straight piece."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def farthest(a: Sequence[Point], b: Sequence[Point]) -> float:
    """The worst distance between points of two lists, each taken with its nearest; both ways."""
    if len(a) != len(b) or not a:
        return float("inf")
    one, two = np.array(a)[:, None], np.array(b)[None]
    d = np.hypot(*np.moveaxis(one - two, 2, 0))
    return float(max(d.min(0).max(), d.min(1).max()))


# ---- pikepdf: what the content of a page says ----------------------------------------------------------------


@lru_cache(maxsize=64)
def read_pages(data: bytes, only: tuple[int, ...] = ()) -> tuple[Page, ...]:
    """Every page of a file, or some."""
    labels = pypdfium2.PdfDocument(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        duplex = "Duplex" in str(pdf.Root.get("/ViewerPreferences", {}).get("/Duplex", ""))
        wanted = sorted(only) or range(len(pdf.pages))
        return tuple(_page(pdf.pages[n], n, labels.get_page_label(n), duplex) for n in wanted)


def _page(page: pikepdf.Page, number: int, label: str, duplex: bool) -> Page:
    x0, y0, x1, y1 = (float(v) for v in page.mediabox)
    boxes = {}
    for name in ("MediaBox", "CropBox", "TrimBox", "BleedBox"):
        if f"/{name}" in page.obj:
            a, b, c, d = (float(v) for v in page.obj[f"/{name}"])
            boxes[name] = ((a - x0) * MM, (y1 - d) * MM, (c - x0) * MM, (y1 - b) * MM)
    reader = _Reader(page, (MM, 0, 0, -MM, -x0 * MM, y1 * MM))
    return Page(
        number, label, (x1 - x0) * MM, (y1 - y0) * MM, boxes, tuple(reader.placed), tuple(reader.lines),
        tuple(reader.curves), duplex and number % 2 == 1,
    )  # fmt: skip


class _State(Struct, frozen=True):
    ctm: Matrix
    clips: tuple[Loop, ...] = ()
    width: float = 1.0
    color: str = "#000000"
    dashed: bool = False


class _Reader:
    """Runs a content stream as a printer would, as far as places and lines go."""

    def __init__(self, page: pikepdf.Page, to_mm: Matrix) -> None:
        self.placed: list[Placed] = []
        self.lines: list[Line] = []
        self.curves: list[tuple[Box, str]] = []
        self.state, self.saved = _State(to_mm), []
        self.path: list[tuple[list[Point], bool]] = []
        self.clipping = False
        forms = page.obj.Resources.get("/XObject", {})
        for instruction in pikepdf.parse_content_stream(page):
            name, values = str(instruction.operator), instruction.operands
            if name == "Do":
                form = forms[str(values[0])]
                matrix = after(self.state.ctm, (1 / MM, 0, 0, -1 / MM, 0, 0))
                if form.get("/Subtype") == "/Form":
                    inner = tuple(float(v) for v in form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                    assert inner == UNIT, "a form with a map of its own"
                    self.placed.append(Placed(form.objgen[0], matrix, self.state.clips))
            elif name in _OPERATORS:
                _OPERATORS[name](self, [float(v) for v in values] if name not in ("d",) else values)

    def set(self, **values: object) -> None:
        self.state = replace(self.state, **values)

    def move(self, v: list[float]) -> None:
        self.path.append(([at(self.state.ctm, *v)], False))

    def line(self, v: list[float]) -> None:
        self.path[-1][0].append(at(self.state.ctm, *v))

    def curve(self, v: list[float]) -> None:
        points = self.path[-1][0]
        p0, p1, p2, p3 = points[-1], *(at(self.state.ctm, *v[k : k + 2]) for k in (0, 2, 4))
        for k in range(1, 13):
            t = k / 12
            w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points.append(tuple(sum(a * p[i] for a, p in zip(w, (p0, p1, p2, p3), strict=True)) for i in (0, 1)))
        self.path[-1] = (points, True)

    def rectangle(self, v: list[float]) -> None:
        x, y, w, h = v
        corners = [at(self.state.ctm, *c) for c in ((x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y))]
        self.path.append((corners, False))

    def close(self) -> None:
        if self.path:
            self.path[-1][0].append(self.path[-1][0][0])

    def paint(self, stroke: bool, close: bool = False) -> None:
        if close:
            self.close()
        if self.clipping:
            self.set(clips=(*self.state.clips, *(tuple(points) for points, _ in self.path)))
        for points, curved in self.path if stroke else ():
            if curved:
                self.curves.append((around(points), self.state.color))
                continue
            scale = abs(self.state.ctm[0] * self.state.ctm[3] - self.state.ctm[1] * self.state.ctm[2]) ** 0.5
            for a, b in pairwise(points):
                self.lines.append(Line(a, b, self.state.width * scale, self.state.color, self.state.dashed))
        self.path, self.clipping = [], False


def _hex(values: Sequence[float]) -> str:
    return "#" + "".join(f"{round(v * 255):02x}" for v in values)


_OPERATORS = {
    "q": lambda r, _: r.saved.append(r.state),
    "Q": lambda r, _: setattr(r, "state", r.saved.pop()),
    "cm": lambda r, v: r.set(ctm=after(r.state.ctm, tuple(v))),
    "w": lambda r, v: r.set(width=v[0]),
    "d": lambda r, v: r.set(dashed=len(v[0]) > 0),
    "RG": lambda r, v: r.set(color=_hex(v)),
    "m": _Reader.move,
    "l": _Reader.line,
    "c": _Reader.curve,
    "re": _Reader.rectangle,
    "h": lambda r, _: r.close(),
    "W": lambda r, _: setattr(r, "clipping", True),
    "W*": lambda r, _: setattr(r, "clipping", True),
    **{op: (lambda r, _, op=op: r.paint(op in "SsBbB*b*" and op != "n", op in ("s", "b", "b*")))
       for op in ("S", "s", "f", "f*", "B", "B*", "b", "b*", "n")},
}  # fmt: skip


def respelt(data: bytes, page: int, change) -> bytes:
    """The file with the instructions of a page changed by `change(instructions)`: how a test spoils a sheet."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        instructions = [(list(i.operands), i.operator) for i in pikepdf.parse_content_stream(pdf.pages[page])]
        changed = pikepdf.unparse_content_stream(change(instructions))
        pdf.pages[page].Contents = pdf.make_stream(changed)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()
