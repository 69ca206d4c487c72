"""Content stamps that have no place on their faces -> a list in the margin of the sheet.

Takes the placements of a sheet and all boxes that are taken on it; gives nodes in page mm. Promise: each stamp once,
with the number of its copies, in the order of the faces; off all faces, marks and words, inside what a printer reaches,
and in 4 pt. What there is no room for is given back, to be told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.face.face import Group, Node
from generator.face.geometry import Box, Point
from generator.sheet.marks import GREY
from generator.sheet.sheet import Job, Placement
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import POINT, Style, set_line

SIZE = 4 * POINT
HIGH = 1.25
"""The height of a lane, mm."""
PITCH = 1.6
LANES = 8
"""So many lanes are tried along each edge."""
GAP = 1.2
AIR = 0.5
"""What a stamp keeps off other things, mm."""


def slugs(
    placements: Sequence[Placement], taken: Sequence[Box], job: Job, book: FontBook
) -> tuple[list[Node], tuple[str, ...]]:
    """The list of a sheet, nothing if all its faces bear their stamps; the stamps that it has no room for."""
    counted = Counter(p.face.stamp for p in placements if p.face.slug and p.face.stamp)
    words = [stamp + (f"×{number}," if number > 1 else ",") for stamp, number in counted.items()]
    style = Style("body", SIZE, GREY, job.language)
    left = [
        set_line(w, style, book, 0.0, 0.0)
        for w in ([job.say("caption.stamps"), *words[:-1], words[-1][:-1]] if words else ())
    ]
    found: list[Node] = []
    for upright, base, (start, end) in _gaps(job.paper.printable, [*taken, *(p.bled for p in placements)]):
        x = start
        while left and x + left[0].width <= end:
            found.append(_at(left[0].nodes, (base, -x) if upright else (x, base), upright))
            x += left[0].width + GAP
            left = left[1:]
    return found, tuple(counted)[-len(left) :] if left else ()


def _at(nodes: Sequence[Node], place: Point, upright: bool) -> Group:
    """Words at a place, reading upwards if `upright`."""
    return Group(tuple(nodes), (0, -1, 1, 0, *place) if upright else (1, 0, 0, 1, *place))


def _gaps(limits: Box, taken: Sequence[Box]) -> Iterator[tuple[bool, float, tuple[float, float]]]:
    """Free stretches along the lower, left, upper and right edge, from the edge inwards: whether they are upright, the
    baseline, start and end as one reads."""
    for low in (False, True):
        for upright in (False, True):
            x1, y1, x2, y2 = _read(limits, upright)
            boxes = [_read(box, upright) for box in taken]
            for k in range(LANES):
                base = y1 + HIGH + k * PITCH if low is not upright else y2 - k * PITCH
                near = sorted(b for b in boxes if b[1] < base + AIR and b[3] > base - HIGH - AIR)
                start = x1
                for box in near:
                    if box[0] - AIR > start:
                        yield upright, base, (start, box[0] - AIR)
                    start = max(start, box[2] + AIR)
                if start < x2:
                    yield upright, base, (start, x2)


def _read(box: Box, upright: bool) -> Box:
    """A box with the axes of words that read upwards: x against the page's y, y along its x."""
    return (-box[3], box[0], -box[1], box[2]) if upright else box
