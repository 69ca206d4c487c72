"""Front matter: what the pages before the sheets (cover, reprint list, test page) are drawn with.

Takes a `PageDesign` (a job, fonts, icons) and places in mm; gives nodes and how far down they reach. Promise: one grid
for all such pages; the table of what to print on which paper is made from the sheets; type can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import cast

from generator.data.lexicon import base_of_language
from generator.data.model import Game
from generator.face.coarser import greeked
from generator.face.face import Color, Face, GlyphRun, Group, Later, Node, Path, Stroke
from generator.face.geometry import polyline
from generator.layout.assets import Studio
from generator.sheet.marks import BAR, scale_bar
from generator.sheet.sheet import STOCKS, Job, Sheet
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Words, inline_of
from generator.typeset.setting import LEADINGS, POINT, Content, Style
from generator.typeset.typeset import flow, set_line, shifted
from generator.values import Struct, replace

INK = Color("#22262b")
SOFT = Color("#62676e")
HAIR = Color("#c4c7cb")
ACCENT = Color("#9c3d27")
FAMILIES = ("body", "title")
"""All families that pages are written with."""
SIDE = 15.0
"""Margins at the sides, mm."""
GUTTER = 8.0
"""Between the two columns, mm."""
ASCENT = 0.86
"""From the top of a paragraph to its first baseline, ems."""
Icon = Callable[[str, Color], Group | None]
"""Name of an icon and a colour -> its art, 1 x 1 mm; None if there is none."""
Laid = tuple[list[Node], float]
"""Nodes, and the y below them."""


_LEAST_TITLE = 15.0
"""Points; a title that would be smaller on one line takes more."""


class PageDesign(Struct, frozen=True):
    """Where the columns of a page without faces are, and what it is drawn with; `scale` makes all its type smaller
    where it would overflow."""

    job: Job
    book: FontBook
    icon: Icon = lambda _name, _color: None
    scale: float = 1.0

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
        return SIDE + (self.right - SIDE) * 0.585 + GUTTER

    def style(self, points: float, fill: Color = INK, bold: bool = False, family: str = "body") -> Style:
        """A style of so many points, never under what can be read."""
        language = base_of_language(self.job.language)
        least = 6.5 if language == "ja" else 6.0
        return Style(family, max(points * self.scale, least) * POINT, fill, language, bold)

    def line(
        self, words: Content, style: Style, x: float, y: float, anchor: str = "start", width: float | None = None
    ) -> list[Node]:
        """One line on the baseline y; made smaller if it is wider than `width`."""
        return list(set_line(words, style, self.book, x, y, anchor, width, shrink=width is not None).nodes)

    def width(self, words: Content, style: Style) -> float:
        """How wide a line is, mm."""
        return set_line(words, style, self.book, 0.0, 0.0).width

    def paragraph(self, words: Content, style: Style, x: float, top: float, width: float) -> tuple[list[Node], float]:
        """Lines from `top` down; their nodes and their height."""
        found: list[Node] = []
        leading = LEADINGS.get(style.language, 1.25) * style.size
        y = top + ASCENT * style.size
        lines = flow(words, style, self.book, width)
        for line in lines:
            y += line.drop
            found += shifted(line.nodes, x, y)
        return found, (y - top - ASCENT * style.size + leading) if lines else 0.0


def page_of(game: Game, job: Job, studio: Studio, scale: float = 1.0) -> PageDesign:
    """A page with the fonts and icons of a game."""
    return PageDesign(job, studio.book, lambda name, color: studio.icon(name, color, game.folders), scale)


def page_sheet(page: PageDesign, nodes: Sequence[Node], leaf: int) -> Sheet:
    """A page without faces: its nodes and its foot; `leaf` counts these pages from 0."""
    title = f"{page.job.title} {page.job.version}".strip()
    label = str(1 + leaf * page.job.sides)
    return Sheet(page.job.paper, "front", title, label, furniture=(*nodes, *_foot(page, label)))


def masthead(
    page: PageDesign,
    title: str,
    facts: Sequence[str],
    about: Content,
    *,
    size: float,
    y: float,
    share: float,
    below: float,
) -> Laid:
    """The title of a `size` in points on the baseline y, the facts at its right over a line; below it what the pages
    are about, in a `share` of the width, and so many mm of air."""
    small = page.style(8.5, SOFT)
    aside = max(page.width(f, small) for f in facts)
    style, least = (page.style(points, INK, True, "title") for points in (size, _LEAST_TITLE))
    room = page.right - SIDE - aside - 6.0
    if page.width(title, least) <= room:
        nodes = page.line(title, style, SIDE, y, width=room)
    else:
        nodes, height = page.paragraph(title, least, SIDE, y - size * POINT, room)
        y = max(y, y - size * POINT + height - 0.4 * least.size)
    for k, fact in enumerate(facts):
        nodes += page.line(fact, small, page.right, y - (len(facts) - 1 - k) * 4.4, "end")
    nodes.append(rule(SIDE, y + 4.5, page.right, 0.5, ACCENT))
    if not about:
        return nodes, y + 11.0
    width = (page.right - SIDE) * share
    lines, height = page.paragraph(about, page.style(9.5, SOFT), SIDE, y + 7.5, width)
    return [*nodes, *lines], y + 7.5 + height + below


def heading(page: PageDesign, words: str, icon: str, x1: float, x2: float, top: float) -> Laid:
    """A section's heading: icon, words, hairline."""
    style = page.style(11.5, ACCENT, True)
    art = page.icon(icon, ACCENT)
    nodes: list[Node] = [Group((art,), (5.0, 0.0, 0.0, 5.0, x1, top - 0.4))] if art else []
    nodes += page.line(words, style, x1 + (6.5 if art else 0.0), top + 3.7)
    nodes.append(rule(x1, top + 6.0, x2, 0.2))
    return nodes, top + 8.0


class PageRun(Struct, frozen=True):
    """Pages that are printed alike: what is on them, how, on which paper. `light`: of paper that sets share
    ("mixed", "mixed-card"), those that want the lighter one. `deck`: cards alone, a pile that is cut at once."""

    first: int
    last: int
    sets: tuple[str, ...]
    sides: str
    paper: str
    light: tuple[str, ...] = ()
    deck: bool = False

    @property
    def pages(self) -> str:
        """ "2–13", or "2"."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def page_runs(game: Game, sheets: Sequence[Sheet], job: Job) -> list[PageRun]:
    """The rows of the print table, in the order of the pages; a leaf counts with its back, be it blank."""
    found: list[PageRun] = []
    kinds = {s.id: s.kind for s in game.sets.values()}
    following = [*(sheet.side for sheet in sheets[1:]), ""]
    for k, sheet in enumerate(sheets):
        two_sided = "back" in (sheet.side, following[k])
        sides = "fold" if sheet.side == "fold" else job.backs if two_sided else "none"
        front = sheets[k - 1] if sheet.side == "back" else sheet  # both sides are one piece of paper
        here = {kinds.get(s, "card") for s in front.sets}
        paper = "fold" if sides == "fold" else _paper(here, two_sided)
        mixed = paper in ("mixed", "mixed-card")
        page = int(front.label)
        light = tuple(s for s in front.sets if mixed and STOCKS.get(kinds.get(s, "card")) == "light")
        deck = here == {"card"}
        if found and (found[-1].sides, found[-1].paper, found[-1].deck) == (sides, paper, deck):
            last = found[-1]
            sets, folded = (tuple(dict.fromkeys(s)) for s in ((*last.sets, *sheet.sets), (*last.light, *light)))
            found[-1] = PageRun(last.first, page + job.sides - 1, sets, sides, paper, folded, deck)
        else:
            found.append(PageRun(page, page + job.sides - 1, sheet.sets, sides, paper, light, deck))
    return found


def _paper(kinds: set[str], two_sided: bool) -> str:
    """The paper for what is on a sheet; a printed back leaves no side to glue onto board."""
    stocks = {STOCKS.get(kind, "board") for kind in kinds}
    if two_sided and stocks != {"paper"}:
        return "card" if "light" not in stocks else "light" if stocks == {"light"} else "mixed-card"
    return stocks.pop() if len(stocks) == 1 else "mixed"


def printing(page: PageDesign, game: Game, sheets: Sequence[Sheet], top: float) -> Laid:
    """The table of pages, papers and sides, and the sentences that save a stack of paper."""
    job = page.job
    nodes, y = heading(page, job.say("cover.print"), "printer", SIDE, page.right, top)
    width = page.right - SIDE
    rows = page_runs(game, sheets, job)
    alike: dict[object, list[PageRun]] = {}
    for row in rows:
        alike.setdefault((frozenset(row.sets), row.sides, row.paper, row.light), []).append(row)
    listed = [_listed([r.pages for r in same], job) for same in alike.values()]
    widest = max((page.width(pages, page.style(8.5, INK, True)) for pages in listed), default=0.0)
    first = min(max(17.0, widest + 3.0), 0.19 * width)
    columns = [SIDE, SIDE + first, SIDE + width * 0.435, SIDE + width * 0.675, page.right + 3.0]
    small = page.style(7, SOFT)
    for x, key in zip(columns, ("cover.pages", "cover.what", "cover.sides", "cover.card"), strict=False):
        nodes += page.line(job.say(key), small, x, y + 2.2)
    y += 3.6
    for (row, *_), pages in zip(alike.values(), listed, strict=True):
        what = _listed(map(job.name_of, row.sets), job)
        paper = job.say(f"paper.{row.paper}", light=job.join(row.light))
        cells: tuple[Content, ...] = (pages, what, job.say(f"sides.{row.sides}"), paper)
        high = 0.0
        for k, cell in enumerate(cells):
            style = page.style(8.5, INK, k == 0)
            middle = 0.5 + (LEADINGS.get(style.language, 1.25) - 1.0) / 2 * style.size  # as much air above as below
            lines, height = page.paragraph(cell, style, columns[k], y + middle, columns[k + 1] - columns[k] - 3.0)
            nodes += lines
            high = max(high, height)
        y += high + 1.0
        nodes.append(rule(SIDE, y, page.right, 0.1))
    y += 1.6
    twosided = next((r.first for r in rows if r.sides in ("long-edge", "short-edge")), 0)
    notes = [job.say("cover.scale"), *[job.say("cover.blank")] * (job.sides == 2)]
    notes += [job.say("cover.drift", page=twosided, paper=job.paper.id)] if twosided else []
    for note in notes:
        words = inline_of(note, game, job.language)
        lines, height = page.paragraph(words, page.style(8, SOFT), SIDE, y, width)
        nodes += lines
        y += height + 0.4
    return nodes, y + 5.0


def _listed(words: Iterable[str], job: Job) -> tuple[Words, ...]:
    """Names or ranges of pages as a list, each kept whole at the ends of lines."""
    comma, names = job.say("list.comma"), list(words)
    starts = accumulate((len(name) + len(comma) for name in names), initial=0)
    return (Words(comma.join(names), names=tuple((at, at + len(n)) for at, n in zip(starts, names, strict=False))),)


def _foot(page: PageDesign, number: str) -> list[Node]:
    """A scale bar, to see at once whether the printer scaled, whose kit it is, and which page of its file."""
    y = page.job.paper.height - 8.0
    style = page.style(6.5, SOFT)
    words = page.line(page.job.facts(page.job.name, page.job.say("caption.page", n=number)), style, SIDE, y)
    label = page.line(page.job.say("caption.bar"), style, page.right - BAR - 1.5, y, "end")
    hair = rule(SIDE, y - 4.0, page.right, 0.1, HAIR)
    bar = Group(scale_bar(0.0), (1.0, 0.0, 0.0, 1.0, page.right - BAR, y))
    return [hair, *words, *label, bar]


def rule(x1: float, y: float, x2: float, width: float = 0.15, color: Color = HAIR) -> Path:
    """A horizontal line."""
    return Path(polyline((x1, y), (x2, y)), stroke=Stroke(color, width))


def thumbnail(face: Face, x: float, y: float, scale: float) -> Group:
    """A face made small, its top left at (x, y), with a hairline round it. Its words are bars where nobody could read
    them, else glyphs only, hidden ones are left out: nobody searches or copies a picture."""
    shape = face.shape
    edge = Stroke(SOFT, 0.1 / scale)
    frames: list[Node] = [Path(s, stroke=edge) for s in shape.cuts]
    ground = Path(shape.area, Color("#ffffff"), even_odd=bool(shape.holes))
    art = Group(_small(face.nodes, scale), clip=shape.area, clip_even_odd=bool(shape.holes))
    return Group((ground, art, *frames), (scale, 0.0, 0.0, scale, x, y))


def _small(nodes: Sequence[Node], scale: float) -> tuple[Node, ...]:
    """What is seen of a face; looked at later, if it is known what it is."""

    def seen() -> tuple[Node, ...]:
        return tuple(n for n in (_visible(n) for n in greeked(nodes, scale)) if n)

    return cast("tuple[Node, ...]", Later(nodes.key, nodes.store, seen)) if isinstance(nodes, Later) else seen()


def _visible(node: Node) -> Node | None:
    """The node with glyphs that stand for no characters, and without hidden words."""
    if isinstance(node, GlyphRun):
        return replace(node, glyphs=replace(node.glyphs, texts=("",) * len(node.glyphs))) if node.fill else None
    if isinstance(node, Group):
        children = tuple(c for c in (_visible(c) for c in node.children) if c)
        same = len(children) == len(node.children) and all(a is b for a, b in zip(children, node.children, strict=True))
        return node if same else replace(node, children=children, key="")
    return node
