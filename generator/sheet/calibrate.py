"""The printer's test page: a front and a back that tell how far the back side drifts.

Takes a paper, a language's words and fonts; gives two sheets. Promise: the figure that shows through is the figure to
write after `--back-offset`, to a tenth of a millimetre, for either way to flip the paper, which the page tells, too; a
100 mm square and rulers to the edges tell scale, stretch, skew and margins; thin lines and small type what it resolves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.face.face import Color, Node, Path, Segments, Stroke
from generator.face.geometry import Point, ellipse, rectangle
from generator.sheet.frontmatter import ACCENT, INK, SOFT, PageDesign
from generator.sheet.sheet import Job, Paper, Sheet
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import POINT, Style

REACH = 5
"""How far the graph paper of the back goes from its middle, mm."""
SQUARE = 100.0
_IN = (25.0, 45.0)
_ARM = 9.0
_STAIRS = 12
_SCALES_OFF = 30.0
"""How far the fine scales stand from the middle, mm."""
_TICKS = 5


def calibration_sheets(paper: Paper, language: str, words: Mapping[str, str], book: FontBook) -> list[Sheet]:
    """Front and back of the test page."""
    page = PageDesign(Job(paper, language=language, words=words), book)
    front = [*_text(page, "calibrate.how"), *_square(page), *_stairs(page), *_fineness(page), *_vernier(page, 1.0)]
    back = [*_text(page, "calibrate.backhow"), *_vernier(page, 0.9)]
    for x, y in crosses(paper):
        front += _cross(x, y)
        back += _ruler(page, x, y)
    title = page.job.say("calibrate.title")
    sides = (("front", "1", front), ("back", "2", back))
    return [
        Sheet(paper, side, f"{title} · {page.job.say(f'side.{side}')}", label, furniture=tuple(nodes))
        for side, label, nodes in sides
    ]


def crosses(paper: Paper) -> tuple[Point, ...]:
    """Where the crosses stand: the middle and near the corners, the same after either flip."""
    x, y = _IN
    w, h = paper.width, paper.height
    return ((w / 2, h / 2), (x, y), (w - x, y), (x, h - y), (w - x, h - y))


def _line(x1: float, y1: float, x2: float, y2: float, width: float = 0.2, color: Color = INK) -> Path:
    return Path((("M", (x1, y1)), ("L", (x2, y2))), stroke=Stroke(color, width))


def _cross(x: float, y: float) -> list[Node]:
    """The front's cross: black, so that it shows through."""
    ring: Segments = ellipse(x, y, 1.0, 1.0)
    return [
        _line(x - _ARM, y, x + _ARM, y, 0.25),
        _line(x, y - _ARM, x, y + _ARM, 0.25),
        Path(ring, stroke=Stroke(INK, 0.2)),
    ]


def _ruler(page: PageDesign, x: float, y: float) -> list[Node]:
    """The back's graph paper: a line every millimetre, a tick every half, figures at the right and below."""
    small = page.style(6, ACCENT)
    found: list[Node] = []
    for k in range(-REACH, REACH + 1):
        width = 0.25 if k == 0 else 0.1
        found.append(_line(x - REACH, y + k, x + REACH, y + k, width, ACCENT))
        found.append(_line(x + k, y - REACH, x + k, y + REACH, width, ACCENT))
        if k < REACH:
            found.append(_line(x + k + 0.5, y - 0.4, x + k + 0.5, y + 0.4, 0.1, ACCENT))
            found.append(_line(x - 0.4, y + k + 0.5, x + 0.4, y + k + 0.5, 0.1, ACCENT))
        if k % REACH == 0:
            label = f"{k}".replace("-", "−")
            found += page.line(label, small, x + k, y + REACH + 2.4, "middle")
            found += page.line(label, small, x + REACH + 2.6, y + k + 0.75, "end")
    axis = page.style(8, ACCENT, True)
    found += page.line("x", axis, x, y + REACH + 5.4, "middle")
    return found + page.line("y", axis, x + REACH + 4.2, y + 0.8)


def _vernier(page: PageDesign, pitch: float) -> list[Node]:
    """Four scales within the square: the front's has a tick every millimetre, the back's every 0.9. Seen through the
    paper, the ticks that meet stand at the tenths of a millimetre to write."""
    w, h = page.job.paper.width, page.job.paper.height
    color = INK if pitch == 1.0 else ACCENT
    small = page.style(6, color)
    found: list[Node] = []
    for away in (-_SCALES_OFF, _SCALES_OFF):
        for k in range(-_TICKS, _TICKS + 1):
            at, long = k * pitch, 4.0 if k % 5 == 0 else 2.5
            if pitch == 1.0:
                found.append(_line(w / 2 + at, h / 2 + away, w / 2 + at, h / 2 + away - long, 0.1))
                found.append(_line(w / 2 + away, h / 2 + at, w / 2 + away - long, h / 2 + at, 0.1))
                continue
            found.append(_line(w / 2 + at, h / 2 + away - long, w / 2 + at, h / 2 + away + long, 0.1, color))
            found.append(_line(w / 2 + away - long, h / 2 + at, w / 2 + away + long, h / 2 + at, 0.1, color))
            if k % 5 == 0:
                label = f"{-k / 10:g}".replace("-", "−")
                found += page.line(label, small, w / 2 + at, h / 2 + away + 7.0, "middle")
                found += page.line(label, small, w / 2 + away + 5.5, h / 2 + at + 0.75)
    return found


def _fineness(page: PageDesign) -> list[Node]:
    """Thin lines and small type: what the printer still shows."""
    left, y = (page.job.paper.width - SQUARE) / 2, (page.job.paper.height + SQUARE) / 2 + 10.0
    small = page.style(6, SOFT)
    found = page.line(page.job.say("calibrate.fine"), page.style(7, SOFT), left, y)
    for k, width in enumerate((0.05, 0.1, 0.15, 0.2, 0.3)):
        found.append(_line(left + 20.0 * k, y + 3.0, left + 20.0 * k + 12.0, y + 3.0, width))
        found += page.line(f"{width:g} mm", small, left + 20.0 * k, y + 6.0)
    for k, points in enumerate((4.0, 5.0, 6.0, 7.0, 8.0)):
        style = Style("body", points * POINT, INK, page.job.language)
        found += page.line(page.job.say("calibrate.sample", n=f"{points:g}"), style, left + 20.0 * k, y + 11.0)
    return found


def _text(page: PageDesign, key: str) -> list[Node]:
    """Title and instructions between the upper crosses."""
    job = page.job
    left, width = _IN[0] + _ARM + 6.0, page.job.paper.width - 2 * (_IN[0] + _ARM + 6.0)
    side = job.say("calibrate.front" if key == "calibrate.how" else "calibrate.back")
    nodes = page.line(job.say("calibrate.title"), page.style(17, INK, True), left, 29.0)
    nodes += page.line(f"{side} · {page.job.paper.name}", page.style(9, SOFT), left + width, 29.0, "end")
    lines, height = page.paragraph(job.say(key), page.style(8.5), left, 33.0, width)
    nodes += lines
    if key == "calibrate.how":
        more, _ = page.paragraph(job.say("calibrate.write"), page.style(9, ACCENT, True), left, 34.5 + height, width)
        nodes += more
    return nodes


def _square(page: PageDesign) -> list[Node]:
    """A square of 100 mm about the middle; its words stand below it."""
    x, y = (page.job.paper.width - SQUARE) / 2, (page.job.paper.height - SQUARE) / 2
    stroke = Stroke(INK, 0.2)
    words = page.line(page.job.say("calibrate.square"), page.style(8, SOFT), x + SQUARE / 2, y + SQUARE + 4.0, "middle")
    return [Path(rectangle(x, y, SQUARE, SQUARE), stroke=stroke), *words]


def _stairs(page: PageDesign) -> list[Node]:
    """At each edge a flight of steps: the step at k mm from the paper's edge is marked k."""
    w, h = page.job.paper.width, page.job.paper.height
    edges: tuple[Callable[[float, float], Point], ...] = (
        lambda u, v: (w / 2 + u, v),
        lambda u, v: (w / 2 + u, h - v),
        lambda u, v: (v, h / 2 + u),
        lambda u, v: (w - v, h / 2 + u),
    )
    small = page.style(6, SOFT)
    found: list[Node] = []
    for place in edges:
        for k in range(1, _STAIRS + 1):
            u = (k - 1 - _STAIRS / 2) * 3.2
            found.append(_line(*place(u, k), *place(u + 3.2, k), 0.15))
            x, y = place(u + 1.6, 15.0)
            found += page.line(str(k), small, x, y + 0.75, "middle")
    key = page.job.say("calibrate.margin")
    return [*found, *page.line(key, page.style(7, SOFT), w / 2, h - 19.0, "middle", w - 2 * _IN[0])]
