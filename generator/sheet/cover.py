"""The first page of a kit: what to print on what, how to cut, what is in the box, what to bring.

Takes a game, its pieces and sheets and a job; gives one sheet (more only where a kit is so large that its contents
do not fit). Promise: one grid of two columns, type that can be read, small pictures of the real faces, real numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from generator.data.model import Game
from generator.face.face import Color, Face, Group, Node
from generator.layout.studio import Studio
from generator.sheet.caption import scale_bar
from generator.sheet.job import Job
from generator.sheet.kit import Entry, bring, contents, runs, steps
from generator.sheet.lettering import ACCENT, HAIR, INK, SOFT, Pen, picture, rule
from generator.sheet.sheet import Piece, Sheet
from generator.typeset.inline import inline_of

Icon = Callable[[str, Color], Group | None]
"""Name of an icon and a colour -> its art, 1 x 1 mm; None if there is none."""
SIDE = 15.0
GUTTER = 8.0
_SCALES = (1.0, 0.95, 0.9, 0.85, 0.8)


@dataclass(frozen=True, slots=True)
class Page:
    """Where the columns of a page without faces are, and what it is drawn with."""

    job: Job
    pen: Pen
    icon: Icon

    @property
    def left(self) -> float:
        """Where the left column begins."""
        return SIDE

    @property
    def right(self) -> float:
        """Where the right column ends."""
        return self.job.paper.width - SIDE

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.job.paper.height - 13.0

    @property
    def middle(self) -> float:
        """Where the right column begins."""
        return self.left + (self.right - self.left) * 0.585 + GUTTER


Drawn = tuple[list[Node], float]
"""Nodes, and the y below them."""


def cover_sheets(game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], job: Job, studio: Studio) -> list[Sheet]:
    """The cover, as the first page (or pages) of a file that goes on with `sheets`. `studio` has fonts and icons."""

    def icon(name: str, color: Color) -> Group | None:
        return studio.icon(name, color, game.id)

    book = studio.book
    for scale in _SCALES:
        page = Page(job, Pen(book, job.language, scale), icon)
        nodes, end = _whole(page, game, pieces, sheets, 2)
        if end <= page.bottom:
            return [page_sheet(page, nodes, "i")]
    return _two_pages(Page(job, Pen(book, job.language), icon), game, pieces, sheets)


def _two_pages(page: Page, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet]) -> list[Sheet]:
    """Instructions first, the contents on pages of their own."""
    nodes, top = _head(page, game)
    how, top = printing(page, game, sheets, top, 2 + _pages_of(page, game, pieces))
    make, _ = _making(page, game, pieces, sheets, page.left, page.right, top)
    found = [page_sheet(page, [*nodes, *how, *make], "i")]
    for k, entries in enumerate(_batches(page, contents(game, pieces, page.job))):
        more, _ = _contents(page, entries, page.left, page.right, 4, SIDE + 6.0)
        found.append(page_sheet(page, more, "i" * (k + 2)))
    return found


def _batches(page: Page, entries: Sequence[Entry]) -> list[Sequence[Entry]]:
    rows = int((page.bottom - SIDE - 18.0) // _row_height(page))
    return [entries[k : k + 4 * rows] for k in range(0, len(entries), 4 * rows)]


def _pages_of(page: Page, game: Game, pieces: Sequence[Piece]) -> int:
    return len(_batches(page, contents(game, pieces, page.job)))


def page_sheet(page: Page, nodes: Sequence[Node], label: str) -> Sheet:
    """A page without faces: its nodes and its foot."""
    paper = page.job.paper
    whole = (0.0, 0.0, paper.width, paper.height)
    title = f"{page.job.title} {page.job.version}".strip()
    return Sheet(paper, "front", title, label, furniture=(*nodes, *foot(page)), trim_box=whole, bleed_box=whole)


def _whole(page: Page, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], first: int) -> Drawn:
    """Everything on one page."""
    nodes, top = _head(page, game)
    how, top = printing(page, game, sheets, top, first)
    box, end = _contents(page, contents(game, pieces, page.job), page.left, page.middle - GUTTER, 2, top)
    make, other = _making(page, game, pieces, sheets, page.middle, page.right, top)
    return [*nodes, *how, *box, *make], max(end, other)


def _head(page: Page, game: Game) -> Drawn:
    """Title, version, players, and what the game is about."""
    pen, job = page.pen, page.job
    players = "–".join(str(n) for n in dict.fromkeys(game.players))
    facts = [job.say("cover.version", version=job.version), job.say("cover.players", players=players), job.paper.name]
    small = pen.style(8.5, SOFT)
    aside = max(pen.width(f, small) for f in facts)
    title = pen.style(32, INK, True, "title")
    nodes = pen.line(job.title, title, page.left, 30.0, width=page.right - page.left - aside - 6.0)
    for k, fact in enumerate(facts):
        nodes += pen.line(fact, small, page.right, 30.0 - (len(facts) - 1 - k) * 4.4, "end")
    nodes.append(rule(page.left, 34.5, page.right, 0.5, ACCENT))
    about = game.about.in_language(job.language) if game.about else ""
    if not about:
        return nodes, 41.0
    words = inline_of(about, game, job.language, lambda _term, _fill: None)
    lines, height = pen.paragraph(words, pen.style(9.5, SOFT), page.left, 37.5, (page.right - page.left) * 0.8)
    return [*nodes, *lines], 37.5 + height + 5.0


def heading(page: Page, words: str, icon: str, x1: float, x2: float, top: float) -> Drawn:
    """A section's heading: icon, words, hairline."""
    style = page.pen.style(11.5, ACCENT, True)
    art = page.icon(icon, ACCENT)
    nodes: list[Node] = [Group((art,), (5.0, 0.0, 0.0, 5.0, x1, top - 0.4))] if art else []
    nodes += page.pen.line(words, style, x1 + (6.5 if art else 0.0), top + 3.7)
    nodes.append(rule(x1, top + 6.0, x2, 0.2))
    return nodes, top + 8.0


def printing(page: Page, game: Game, sheets: Sequence[Sheet], top: float, first: int) -> Drawn:
    """The table of pages, papers and sides, and the two sentences that save a stack of paper."""
    job, pen = page.job, page.pen
    nodes, y = heading(page, job.say("cover.print"), "printer", page.left, page.right, top)
    width = page.right - page.left
    columns = [page.left, page.left + 17.0, page.left + width * 0.435, page.left + width * 0.675, page.right + 3.0]
    small = pen.style(7, SOFT)
    for x, key in zip(columns, ("cover.pages", "cover.what", "cover.sides", "cover.card"), strict=False):
        nodes += pen.line(job.say(key), small, x, y + 2.2)
    y += 3.6
    rows = runs(game, sheets, job, first)
    for row in rows:
        sets, light = (job.say("list.comma").join(job.name_of(s) for s in some) for some in (row.sets, row.light))
        cells = (row.pages, sets, job.say(f"sides.{row.sides}"), job.say(f"paper.{row.paper}", light=light))
        high = 0.0
        for k, cell in enumerate(cells):
            style = pen.style(8.5, INK, k == 0)
            lines, height = pen.paragraph(cell, style, columns[k], y + 0.7, columns[k + 1] - columns[k] - 3.0)
            nodes += lines
            high = max(high, height)
        y += high + 1.0
        nodes.append(rule(page.left, y, page.right, 0.1))
    y += 1.6
    twosided = next((r.first for r in rows if r.sides in ("long-edge", "short-edge")), 0)
    notes = [job.say("cover.scale")] + ([job.say("cover.drift", page=twosided)] if twosided else [])
    for note in notes:
        words = inline_of(note, game, job.language, lambda _term, _fill: None)
        lines, height = pen.paragraph(words, pen.style(8, SOFT), page.left, y, width)
        nodes += lines
        y += height + 0.4
    return nodes, y + 5.0


def _making(
    page: Page, game: Game, pieces: Sequence[Piece], sheets: Sequence[Sheet], x1: float, x2: float, top: float
) -> Drawn:
    """The steps, then what to bring."""
    job, pen = page.job, page.pen
    nodes, y = heading(page, job.say("cover.make"), "scissors", x1, x2, top)
    style = pen.style(8.2)
    for number, step in enumerate(steps(sheets, job), 1):
        nodes += pen.line(str(number), pen.style(11, ACCENT, True), x1 + 2.2, y + 3.3, "middle")
        lines, height = pen.paragraph(step.words, style, x1 + 6.5, y, x2 - x1 - 6.5)
        nodes += lines
        y += max(height, 4.2) + 1.5
    more, y = heading(page, job.say("cover.bring"), "hand", x1, x2, y + 4.0)
    nodes += more
    for words in bring(game, pieces, job):
        lines, height = pen.paragraph(words, style, x1, y, x2 - x1)
        nodes += lines
        y += height + 1.2
    return nodes, y


def _row_height(page: Page) -> float:
    """The least height of a row of the contents, mm."""
    return 15.6 * page.pen.scale


def _contents(page: Page, entries: Sequence[Entry], x1: float, x2: float, columns: int, top: float) -> Drawn:
    """Small pictures, names and numbers, read down the columns."""
    nodes, y = heading(page, page.job.say("cover.box"), "cards", x1, x2, top)
    rows = -(-len(entries) // columns)
    width = (x2 - x1 + 4.0) / columns
    high = min(max((page.bottom - 2.0 - y) / max(rows, 1), _row_height(page)), _ROW)
    for k, entry in enumerate(entries):
        nodes += _entry(page, entry, x1 + (k // rows) * width, y + 1.0 + (k % rows) * high, width - 4.0, high - 3.0)
    return nodes, y + rows * high


_PICTURE = 21.0
_ROW = 20.0
_FAN = 2.6


def _entry(page: Page, entry: Entry, x: float, y: float, width: float, high: float) -> list[Node]:
    """Pictures at the left in a box of their own, words at the right, both about one middle line."""
    pen = page.pen
    nodes = _pictures(entry.faces, x, y, _PICTURE, high)
    name, amount = pen.style(8.5, INK, True), pen.style(8, SOFT)
    left, room = x + _PICTURE + 2.5, width - _PICTURE - 2.5
    set_ = partial(pen.paragraph, x=left, width=room)
    _, first = set_(entry.name, name, top=0.0)
    _, second = set_(entry.count, amount, top=0.0)
    top = y + max(0.0, (high - first - second) / 2)
    lines, _ = set_(entry.name, name, top=top)
    more, _ = set_(entry.count, amount, top=top + first)
    return [*nodes, *lines, *more]


def _pictures(faces: Sequence[Face], x: float, y: float, width: float, height: float) -> list[Node]:
    """Up to three faces fanned out, the first on top; one alone if they are long boards."""
    if not faces:
        return []
    wide = max(f.shape.width for f in faces)
    tall = max(f.shape.height for f in faces)
    shown = faces[:1] if wide > 2 * tall else faces
    scale = min(height / tall, (width - _FAN * (len(shown) - 1)) / wide, 0.62)
    step = min((width - wide * scale) / max(1, len(shown) - 1), wide * scale + 1.0)
    left = x + (width - wide * scale - step * (len(shown) - 1)) / 2
    pairs = [(f, left + k * step) for k, f in enumerate(shown)]
    return [picture(f, at, y + (height - f.shape.height * scale) / 2, scale) for f, at in reversed(pairs)]


def foot(page: Page) -> list[Node]:
    """A scale bar, to see at once whether the printer scaled, and whose kit it is."""
    y = page.job.paper.height - 8.0
    style = page.pen.style(6.5, SOFT)
    authors = " · ".join(w for w in (page.job.title, page.job.version) if w)
    words = page.pen.line(authors, style, page.left, y)
    label = page.pen.line(page.job.say("caption.bar"), style, page.right - 51.5, y, "end")
    hair = rule(page.left, y - 4.0, page.right, 0.1, HAIR)
    bar = Group(tuple(scale_bar(0.0)), (1.0, 0.0, 0.0, 1.0, page.right - 50.0, y))
    return [hair, *words, *label, bar]
