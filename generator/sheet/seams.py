"""The glue strips of split boards: placements of windows -> what is printed over them.

Takes the placements of a page with their parts; gives nodes in page mm. Promise: a strip is only painted where the
neighbour will cover it, on the front and on the back; the letter beside a covering edge stands off every trim, or is
left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.face.face import Color, Group, Node, Path, Stroke
from generator.face.geometry import ellipse, rectangle
from generator.sheet.compose import Part, printable
from generator.sheet.job import Job
from generator.sheet.marks import Box, box_of
from generator.sheet.sheet import Placement
from generator.sheet.split import Seam, Window, arrows, hatch, middle, mirrored
from generator.typeset.fonts import FontBook
from generator.typeset.typeset import POINT, Style, set_line

INK = Color("#000000")
_PLATE = Color("#ffffff", 0.72)
_DISC = 2.6


def seam_nodes(pairs: Sequence[tuple[Placement, Part]], job: Job, book: FontBook) -> list[Node]:
    """Glue strips and letters of all windows on a page."""
    found: list[Node] = []
    trims = [box_of(p) for p, part in pairs] if any(part.window for _, part in pairs) else []
    for placement, part in pairs:
        if part.window is None:
            continue
        back = placement.face.side == "back"
        window = mirrored(part.window, placement.face.shape.width) if back else part.window
        tabs = [node for seam in window.seams if seam.tab for node in _strip(seam, window)]
        found += [Group(tuple(tabs), placement.matrix)] if tabs else []
        for seam in window.seams:
            found += _letter(seam, window, placement, trims, job, book)
    return found


def _strip(seam: Seam, window: Window) -> list[Node]:
    """A veil over the art, hatch, and triangles whose tips are the line for the neighbour's edge."""
    lines = Stroke(Color("#555555"), 0.12)
    plate: list[Node] = [Path(rectangle(*seam.strip), _PLATE)]
    plate += [Path(s, stroke=lines) for s in hatch(seam.strip, keep=middle(seam))]
    return plate + [Path(s, INK) for s in arrows(seam, window.box)]


def _letter(
    seam: Seam, window: Window, placement: Placement, trims: Sequence[Box], job: Job, book: FontBook
) -> list[Node]:
    """The letter on a strip, or outside the edge that will cover it, upright with the board."""
    x, y = middle(seam) if seam.tab else _outside(window.box, seam)
    a, b, c, d, e, f = placement.matrix
    px, py = a * x + c * y + e, b * x + d * y + f
    if not seam.tab and not _clear(px, py, trims, printable(job.paper)):
        return []
    style = Style("body", 8 * POINT, INK, job.language, bold=True)
    words = set_line(seam.letter, style, book, 0.0, 1.0, "middle")
    disc = Path(ellipse(0.0, 0.0, _DISC, _DISC), Color("#ffffff"), Stroke(INK, 0.15))
    return [Group((disc, *words.nodes), (a, b, c, d, px, py))]


def _outside(box: Box, seam: Seam) -> tuple[float, float]:
    """A place just outside the window's edge, at the middle of the strip."""
    (x, y, w, h), off = seam.strip, _DISC + 0.7
    if seam.upright:
        return (x - off if abs(x - box[0]) < 1e-6 else x + w + off, y + h / 2)
    return (x + w / 2, y - off if abs(y - box[1]) < 1e-6 else y + h + off)


def _clear(x: float, y: float, trims: Sequence[Box], limits: Box) -> bool:
    """True if a disc at (x, y) touches no trim and stays on the printable area."""
    if not (limits[0] + _DISC <= x <= limits[2] - _DISC and limits[1] + _DISC <= y <= limits[3] - _DISC):
        return False
    off = _DISC + 0.3
    return not any(b[0] - off < x < b[2] + off and b[1] - off < y < b[3] + off for b in trims)
