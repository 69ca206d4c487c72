"""textPath -> a line that words stand along (SVG 2, 11.8), and level words -> words upon it.

Takes the element and the place of its text; gives a `Track`. Promise: what stands upon it are runs and icons as
everywhere, each cluster of letters in a group that turns it about its middle, so that nobody else need know of paths.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from generator.diagnostics.findings import Unreadable
from generator.face.corners import blossom
from generator.face.face import IDENTITY, GlyphRun, Group, Matrix, Node, Segments
from generator.face.geometry import Point, length_of, moved, multiply
from generator.layout.drawing.context import Context, GraphicsState, inner_state
from generator.layout.svg.datatypes import length, number, transform
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import SHAPES
from generator.layout.svg.paths import reversed_path, shape_segments
from generator.values import dataclass, replace

_STEPS = 32
"""Parts of a curve, each taken to be run through evenly."""
_MOST = 20_000
"""So many parts are looked at; curves of a longer path have fewer."""
_SLACK = 0.01
"""So little (mm) beyond the end is not told."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A line that words stand along, in mm: parts of lines and cubics (their points, from which share to which), and
    how far along each ends; `start` is where words begin. A closed one has no end."""

    parts: Sequence[tuple[Sequence[Point], float, float]]
    ends: Sequence[float]
    closed: bool
    start: float

    @property
    def end(self) -> Point:
        """Its last point."""
        points, _, share = self.parts[-1]
        return blossom(points, [share] * (len(points) - 1))

    def room(self, anchor: str, place: float) -> float:
        """How long words may be that begin, end or have their middle at a place."""
        whole = self.ends[-1]
        rest = {"start": whole - place, "end": place}
        return round(whole if self.closed else max(0.0, rest.get(anchor, 2 * min(rest.values()))), 2)

    def excess(self, left: float, right: float) -> float:
        """How far words from here to there along the line stand beyond an end of it."""
        over = right - left - self.ends[-1] if self.closed else max(-left, right - self.ends[-1])
        return over if over > _SLACK else 0.0

    def turn(self, along: float) -> Matrix:
        """The map that lays a level line upon this one at a point of it; beyond its ends it goes on straight."""
        whole = self.ends[-1]
        place = along % whole if self.closed else min(max(along, 0.0), whole)
        k = min(bisect(self.ends, place), len(self.ends) - 1)
        points, first, last = self.parts[k]
        begin = self.ends[k - 1] if k else 0.0
        t = first + (last - first) * (place - begin) / (self.ends[k] - begin)
        x, y = blossom(points, [t] * (len(points) - 1))
        legs = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(points)]
        dx, dy = blossom(legs, [t] * (len(legs) - 1))
        if hypot(dx, dy) < _SLACK**2:  # a handle of no length
            (x1, y1), (x2, y2) = (blossom(points, [s] * (len(points) - 1)) for s in (first, last))
            dx, dy = x2 - x1, y2 - y1
        co, si = round(dx / hypot(dx, dy), 9), round(dy / hypot(dx, dy), 9)
        base = along if self.closed else place
        return (co, si, -si, co, round(x - co * base, 6), round(y - si * base, 6))


def track_of(context: Context, element: Element, state: GraphicsState, units: Matrix) -> Track | None:
    """The line of a `textPath`; `units` maps those of the text into mm. None: there is none, which was told."""
    a, name = element.attributes, "path" if "path" in element.attributes else "href"
    target = context.target(element, "href")
    try:
        if "path" in a:
            segments, own = shape_segments("path", {"d": a["path"]}), units
        elif target is not None and target.tag in SHAPES:
            segments = shape_segments(target.tag, target.attributes, state.viewport, state.style.font_size)
            own = multiply(units, inner_state(context, target, replace(state, matrix=IDENTITY)).matrix)
        elif target is None and "href" in a:
            return None
        else:
            what = f"not along a `{target.tag}`" if target else "and none is named"
            raise Unreadable(f"words stand along a path or another shape, {what}", "name a path")
        segments = reversed_path(segments) if a.get("side") == "right" else segments
        if not (whole := length_of(segments)):
            raise Unreadable("the path of some words has no length", "draw one as long as they are")
        name = "startOffset"
        start = length(a.get(name, "0"), whole, state.style.font_size)
        if target is not None and "pathLength" in target.attributes and not a.get(name, "").endswith("%"):
            start *= whole / (number(target.attributes["pathLength"]) or 1.0)
    except Unreadable as what:
        context.unreadable(element, name, what)
        return None
    parts, ends = _parts(moved(segments, own))
    closed = [c for c, _ in segments if c in "MZ"] == ["M", "Z"]
    return Track(parts, ends, closed, start / whole * ends[-1])


def _parts(segments: Segments) -> tuple[list[tuple[Sequence[Point], float, float]], list[float]]:
    """The parts of an outline, and how far along each ends. From one subpath to the next there is no way."""
    steps = max(1, min(_STEPS, _MOST // max(1, len(segments))))
    parts: list[tuple[Sequence[Point], float, float]] = []
    ends: list[float] = []
    here = start = (0.0, 0.0)
    for command, v in segments:
        points = [here, *(zip(v[::2], v[1::2], strict=True) if v else [start])]
        here = points[-1]
        if command == "M":
            start = here
            continue
        cut = [k / steps for k in range(steps + 1)] if command == "C" else [0.0, 1.0]
        marks = [blossom(points, [t] * (len(points) - 1)) for t in cut]
        for (t, u), (p, q) in zip(pairwise(cut), pairwise(marks), strict=True):
            if p != q:
                parts.append((points, t, u))
                ends.append((ends[-1] if ends else 0.0) + hypot(q[0] - p[0], q[1] - p[1]))
    return parts, ends


def laid(track: Track, nodes: Sequence[Node], whole: str, turn: float = 0.0, *, every: bool) -> tuple[list[Node], str]:
    """The nodes of a level line, of these words, upon a track, each letter turned by so many degrees besides; `every`:
    also what lies beyond its ends, which browsers leave out. And the letters that are left out."""
    found: list[Node] = []
    lost = ""
    for node in nodes:
        for part, middle in _clusters(node, whole):
            if every or track.closed or 0 <= middle <= track.ends[-1]:
                matrix = track.turn(middle)
                if turn and isinstance(part, GlyphRun):
                    matrix = multiply(matrix, transform(f"rotate({turn} {middle} {part.y})"))
                found.append(Group((part,), matrix, source=part.source))
            else:
                lost += part.string if isinstance(part, GlyphRun) else ""
    return found, lost


def _clusters(node: Node, whole: str) -> Iterator[tuple[Node, float]]:
    """The clusters of letters of a run, each with the blanks behind it, and the middle of it; an icon, and the hidden
    word below it, in one."""
    if isinstance(node, Group):
        yield node, node.matrix[4] + node.matrix[0] / 2
    elif isinstance(node, GlyphRun) and node.fill is None:
        yield node, node.x + node.width * node.stretch / 2
    elif isinstance(node, GlyphRun):
        texts, xs = node.glyphs.texts, (*node.glyphs.xs, node.width)
        firsts = [k for k, text in enumerate(texts) if text.strip()] or [0]
        for begin, end in pairwise([0, *firsts[1:], len(texts)]):
            letter = next((k for k in range(begin, end) if texts[k].strip()), begin)
            behind = next((k for k in range(letter + 1, end) if texts[k]), end)
            glyphs = replace(node.glyphs.part(begin, end), xs=tuple(x - xs[begin] for x in xs[begin:end]))
            at, width = node.x + xs[begin], xs[end] - xs[begin]
            part = replace(node, x=at, width=width, glyphs=glyphs, source=node.source, whole=whole)
            yield part, node.x + (xs[letter] + xs[behind]) / 2
