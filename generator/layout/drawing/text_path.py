"""textPath -> a line that words stand along (SVG 2, 11.8), and level words -> words upon it.

Takes the element and the place of its text; gives a `Track`. Promise: what stands upon it are runs and icons as
everywhere, each cluster of letters in a group that turns it about its middle, so that nobody else need know of paths.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import hypot

from generator.diagnostics.findings import Unreadable
from generator.face.bounds import OutlineSide, subpaths
from generator.face.corners import blossom
from generator.face.face import IDENTITY, GlyphRun, Group, Matrix, Node
from generator.face.geometry import moved, multiply
from generator.face.strokes import points_of, ruler_of, share_of
from generator.layout.drawing.context import Context, GraphicsState, inner_state
from generator.layout.svg.datatypes import length, number, shown, transform
from generator.layout.svg.element import Element
from generator.layout.svg.grammar import SHAPES
from generator.layout.svg.paths import reversed_path, shape_segments
from generator.values import Struct, replace

_SIDE = 32
"""What a side of a path costs, in points of an outline: so often it is measured."""
_SLACK = 0.01
"""So little (mm) beyond the end is not told."""


class Track(Struct, frozen=True, eq=False):
    """A line that words stand along, in mm: its sides, their rulers, and how far along each begins (and the last ends);
    `start` is where words begin. A closed one has no end."""

    sides: Sequence[OutlineSide]
    rulers: Sequence[Sequence[float]]
    begins: Sequence[float]
    closed: bool
    start: float

    @property
    def length(self) -> float:
        """How long it is."""
        return self.begins[-1]

    def room(self, anchor: str, place: float) -> float:
        """How long words may be that begin, end or have their middle at a place."""
        whole = self.length
        rest = {"start": whole - place, "end": place}
        return round(whole if self.closed else max(0.0, rest.get(anchor, 2 * min(rest.values()))), 2)

    def excess(self, left: float, right: float) -> float:
        """How far words from here to there along the line stand beyond an end of it."""
        over = right - left - self.length if self.closed else max(-left, right - self.length)
        return over if over > _SLACK else 0.0

    def turn(self, along: float) -> Matrix:
        """The map that lays a level line upon this one at a point of it; beyond its ends it goes on straight."""
        place = along % self.length if self.closed else min(max(along, 0.0), self.length)
        k = min(bisect(self.begins, place), len(self.sides)) - 1
        side, points = self.sides[k], points_of(self.sides[k])
        share = share_of(self.rulers[k], place - self.begins[k])
        x, y = blossom(points, [share] * (len(points) - 1))
        legs = [(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(points)]
        dx, dy = blossom(legs, [share] * (len(legs) - 1))
        size = hypot(dx, dy)
        if size < _SLACK**2:  # a handle of no length
            (dx, dy), size = side.out if share < 0.5 else side.into, 1.0
        co, si, base = round(dx / size, 9), round(dy / size, 9), along if self.closed else place
        return (co, si, -si, co, round(x - co * base, 6), round(y - si * base, 6))


def track_of(context: Context, element: Element, state: GraphicsState, units: Matrix) -> Track | None:
    """The line of a `textPath`; `units` maps those of the text into mm. None: there is none, which was told."""
    a, em = element.attributes, state.style.font_size
    target, name = context.target(element, "href"), "path" if "path" in a else "href"
    try:
        if "path" in a:
            segments, own = shape_segments("path", {"d": a["path"]}), units
        elif target is not None and target.tag in SHAPES:
            segments = shape_segments(target.tag, target.attributes, state.viewport, em)
            own = multiply(units, inner_state(context, target, replace(state, matrix=IDENTITY)).matrix)
        elif target is None and "href" in a and not element.bound:
            return None  # told when the file was read
        else:
            what = f"a `{target.tag}` is none" if target else f"`{shown(a[name])}` is none" if name in a else "name one"
            raise Unreadable(f"words stand along a path or another shape: {what}", 'write href="#its-id"')
        segments = reversed_path(segments) if a.get("side") == "right" else segments
        context.counted(element, _SIDE * len(segments))
        sides = [side for some, _ in subpaths(moved(segments, own)) for side in some]
        rulers = [ruler_of(side) for side in sides]
        begins = [0.0, *accumulate(ruler[-1] for ruler in rulers)]
        if begins[-1] < _SLACK:
            raise Unreadable("the path of some words has no length", "draw one as long as they are")
        name, whole = "startOffset", begins[-1] / units[0]
        start = length(a.get(name, "0"), whole, em)
        if target is not None and "pathLength" in target.attributes and not a.get(name, "").endswith("%"):
            start *= whole / (number(target.attributes["pathLength"]) or 1.0)
    except Unreadable as what:
        context.unreadable(element, name, what)
        return None
    closed = [c for c, _ in segments if c in "MZ"] == ["M", "Z"]
    return Track(sides, rulers, begins, closed, start * units[0])


def set_on_path(
    track: Track, nodes: Sequence[Node], whole: str, turn: float = 0.0, *, every: bool
) -> tuple[list[Node], str]:
    """The nodes of a level line, of these words, upon a track, each letter turned by so many degrees besides; `every`:
    also what lies beyond its ends, which browsers leave out. And the letters that are left out."""
    found: list[Node] = []
    lost = ""
    for node in nodes:
        for part, middle in _clusters(node, whole):
            if every or track.closed or 0 <= middle <= track.length:
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
