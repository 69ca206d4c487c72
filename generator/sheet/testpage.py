"""The printer's test page: a front and a back that tell how far the back side drifts.

Takes a paper, a language's words and fonts; gives two sheets, drawn as testpage.svg says. Promise: the figure
that shows through is the figure to write after `--back-offset`, to a tenth of a millimetre, for either way to flip the
paper, which the page tells, too; a 100 mm square and rulers to the edges tell scale, stretch, skew and margins; thin
lines and small type what it resolves.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.face.face import Node
from generator.face.geometry import Point
from generator.layout.drawing.context import Context, DrawnCache, Tools
from generator.layout.drawing.resolve import resolve
from generator.layout.svg.parser import parse_svg
from generator.layout.template.bind import Scope, bind
from generator.layout.template.compile import Bound, compile_layout
from generator.project import BUNDLED, Project
from generator.sheet.frontmatter import PageDesign
from generator.sheet.sheet import Job, Paper, Sheet
from generator.typeset.fonts import FontBook
from generator.typeset.setting import POINT
from generator.values import replace

_IN = (25.0, 45.0)
_SIDE = 40.0
"""How far words stand off the edges, mm."""


def calibration_sheets(paper: Paper, language: str, words: Mapping[str, str], book: FontBook) -> list[Sheet]:
    """Front and back of the test page."""
    page = PageDesign(Job(paper, language=language, words=words), book)
    say = {key.removeprefix("calibrate."): said for key, said in words.items() if key.startswith("calibrate.")}
    _, high = page.paragraph(page.job.say("calibrate.how"), page.style(8.5), 0.0, 0.0, paper.width - 2 * _SIDE)
    places = [{"x": x, "y": y} for x, y in crosses(paper)]
    shared = {"w": paper.width, "h": paper.height, "crosses": places, "say": say, "below": 37.23 + high, "pt": POINT}
    sheets = []
    for number, side in enumerate(("front", "back"), 1):
        facts = page.job.facts(page.job.say(f"calibrate.{side}"), paper.name)
        nodes = _drawn(page, {**shared, "front": side == "front", "facts": facts, "small": page.style(6).size})
        title = page.job.facts(page.job.say("calibrate.title"), page.job.say(f"side.{side}"))
        sheets.append(Sheet(paper, side, title, str(number), furniture=nodes))
    return sheets


def crosses(paper: Paper) -> tuple[Point, ...]:
    """Where the crosses stand: the middle and near the corners, the same after either flip."""
    x, y = _IN
    w, h = paper.width, paper.height
    return ((w / 2, h / 2), (x, y), (w - x, y), (x, h - y), (w - x, h - y))


def _drawn(page: PageDesign, scope: Scope) -> tuple[Node, ...]:
    """The template, on the paper of the page."""
    path, paper = Path(__file__).with_suffix(".svg"), page.job.paper
    layout = compile_layout(parse_svg(path.read_bytes(), path.name), lambda *_: None)
    layout = replace(layout, width=paper.width, height=paper.height, view=(0.0, 0.0, paper.width, paper.height))
    tools = Tools(Project(BUNDLED), lambda: page.book, lambda *_: None, lambda *_: None, resolve, (), (), DrawnCache())
    context = Context(tools, Bound(layout, layout.document.root), language=page.job.language)
    return tuple(resolve(context, bind(layout, scope, context.tell)))
