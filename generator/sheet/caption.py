"""What is written on a sheet outside the faces: the caption with its scale bar.

Takes a job and the boxes that are taken; gives nodes in page mm and the box they cover. Promise: the caption stays
between the printable margin and the faces, turned along an edge if need be, off every face by the room of a crop
mark; where there is no room it is left out rather than laid over a face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.face.face import Color, Group, Matrix, Node, Path, Stroke
from generator.sheet.compose import FOR_MARKS, STRIP, printable
from generator.sheet.job import Job
from generator.sheet.marks import Box
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import POINT, Style, set_line

GREY = Color("#6b6b6b")
SIZE = 6.5 * POINT
BAR = 50.0
"""Length of the scale bar, mm."""
_TIGHT = 2.6
_GAP = 6.0


@dataclass(frozen=True, slots=True)
class Note:
    """A caption's nodes, in page mm, and the boxes it covers."""

    nodes: tuple[Node, ...] = field(default=(), repr=False)
    boxes: tuple[Box, ...] = ()


class _Strip(NamedTuple):
    """A free strip along an edge of the page: how wide it is across, and how long."""

    edge: str
    depth: float
    length: float


def caption(
    job: Job,
    book: FontBook,
    sets: Sequence[str],
    side: str,
    number: int,
    total: int,
    taken: Sequence[Box],
) -> Note:
    """The caption of a sheet, in the first strip along an edge that has room beside the boxes that are `taken`."""
    strip = _strip(taken, printable(job.paper))
    if strip is None:
        return Note()
    words = _words(job, sets, side, number, total)
    return _at(strip, job, _line(words, job, book, strip.length))


def _strip(taken: Sequence[Box], limits: Box) -> _Strip | None:
    """Below, at the left, above, at the right: the first with room for crop marks too; else the widest."""
    x1, y1, x2, y2 = limits
    free = [
        _Strip("bottom", y2 - max(b[3] for b in taken), x2 - x1),
        _Strip("left", min(b[0] for b in taken) - x1, y2 - y1),
        _Strip("top", min(b[1] for b in taken) - y1, x2 - x1),
        _Strip("right", x2 - max(b[2] for b in taken), y2 - y1),
    ]
    roomy = [s for s in free if s.depth >= STRIP + FOR_MARKS - 0.01]
    if roomy:
        return roomy[0]
    widest = max(free, key=lambda s: s.depth)
    return widest if widest.depth >= _TIGHT + 0.5 else None


def _words(job: Job, sets: Sequence[str], side: str, number: int, total: int) -> list[str]:
    """The caption's parts from the most to the least needed; the sets come last but one and may be shortened."""
    names = [job.name_of(s) for s in sets]
    few = job.say("list.comma").join(names[:2]) + (f" +{len(names) - 2}" if len(names) > 2 else "")
    heads = [job.title, job.version]
    tails = [job.say("caption.sheet", n=number, m=total), job.say(f"side.{side}"), job.paper.name]
    return [
        " · ".join(w for w in (*heads, middle_, *tails) if w)
        for middle_ in (job.say("list.comma").join(names), few, "")
    ]


def _line(ways: Sequence[str], job: Job, book: FontBook, length: float) -> tuple[Node, ...]:
    """The fullest words that leave room for the bar, and the bar, on a baseline at 0."""
    style = Style("body", SIZE, GREY, job.language)
    label = set_line(job.say("caption.bar"), style, book, 0.0, 0.0)
    room = length - BAR - label.width - _GAP - 3.0
    setting = set_line(ways[-1], style, book, 0.0, 0.0, width=room, shrink=True)
    for words in reversed(ways):
        tried = set_line(words, style, book, 0.0, 0.0)
        if tried.width <= room:
            setting = tried
    bar = length - BAR - 0.2
    return (
        *setting.nodes,
        *set_line(job.say("caption.bar"), style, book, bar - 1.5, 0.0, "end").nodes,
        *scale_bar(bar),
    )


def scale_bar(x: float) -> list[Node]:
    """The scale bar from x, standing on the baseline: 50 mm, a tick every 5, longer every 10."""
    stroke = Stroke(GREY, 0.12)
    found: list[Node] = [Path((("M", (x, 0.0)), ("L", (x + BAR, 0.0))), stroke=stroke)]
    for k in range(0, 51, 5):
        high = 1.9 if k % 50 == 0 else 1.3 if k % 10 == 0 else 0.7
        found.append(Path((("M", (x + k, 0.0)), ("L", (x + k, -high))), stroke=stroke))
    return found


def _at(strip: _Strip, job: Job, nodes: tuple[Node, ...]) -> Note:
    """The line moved to its strip, turned at the sides so that it reads from the nearer edge's bottom upwards."""
    x1, y1, x2, y2 = printable(job.paper)
    up, low = 2.0, 0.55
    matrix: Matrix
    if strip.edge == "left":
        matrix, box = (0, -1, 1, 0, x1 + up, y2), (x1, y1, x1 + up + low, y2)
    elif strip.edge == "right":
        matrix, box = (0, -1, 1, 0, x2 - low, y2), (x2 - up - low, y1, x2, y2)
    elif strip.edge == "top":
        matrix, box = (1, 0, 0, 1, x1, y1 + up), (x1, y1, x2, y1 + up + low)
    else:
        matrix, box = (1, 0, 0, 1, x1, y2 - low), (x1, y2 - up - low, x2, y2)
    return Note((Group(nodes, matrix),), (box,))
