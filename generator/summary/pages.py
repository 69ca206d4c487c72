"""`Summary` -> booklet: the printed rules, page by page, with the player aid as the last page.

Takes a summary, a paper and its art; gives `Sheet`s whose furniture is everything on the page, and what leads where.
Promise: nothing leaves the type area but tints and the running head; the aid takes one page; an overfull line, a
character without a glyph or an aid that is too long is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.diagnostics.findings import Finding, Mark
from generator.face.face import Color, Group, Node, Path
from generator.sheet.sheet import Paper, Sheet
from generator.summary import blocks
from generator.summary.aid import fitted_aid
from generator.summary.art import Art, title_region
from generator.summary.color import accent_of
from generator.summary.columns import Placed, compose
from generator.summary.links import Bookmark, PageLink, Target
from generator.summary.prose import GREY, SIZES, Desk, box, one_line, rule_line, words
from generator.summary.summary import Summary, plain, sections_of
from generator.typeset.typeset import POINT

SIDE, HEAD, FOOT = 16.0, 19.0, 15.0
"""Margins at the sides, above and below the type area, mm."""
GROUND_PAD = 1.3
"""How far a tint reaches above and below its lines, mm."""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a page, and the desk it was set with."""

    placed: tuple[Placed, ...]
    desk: Desk


@dataclass(frozen=True, slots=True)
class Booklet:
    """All pages, and what leads where on them."""

    sheets: tuple[Sheet, ...]
    links: tuple[PageLink, ...]
    bookmarks: tuple[Bookmark, ...]


def booklet_of(summary: Summary, paper: Paper, art: Art, mark: Mark) -> tuple[Booklet, list[Finding]]:
    """The pages of a summary on a paper. The sheets' titles name the sections that begin on each."""
    size = SIZES.get(summary.language, SIZES["en"]) * POINT
    desk = Desk(summary, art.book, art.icon, accent_of(summary), paper.width - 2 * SIDE, size)
    height = paper.height - HEAD - FOOT
    pages = [Page(placed, desk) for placed in _pages(desk, art, int(height / desk.unit))]
    over = 0
    if summary.aid:
        sized, placed, over = fitted_aid(desk, height)
        pages.append(Page(tuple(p for p in placed if p.page == 0), sized))
    titles = _titles(pages, desk)
    sheets = tuple(_sheet(page, k, len(pages), paper, titles[k]) for k, page in enumerate(pages))
    targets = _targets(pages)
    return Booklet(sheets, tuple(_links(pages, targets)), tuple(_bookmarks(summary, targets))), _findings(
        desk, over, mark
    )


def _targets(pages: Sequence[Page]) -> dict[str, Target]:
    """Where each anchor stands."""
    places = ((k, page.desk, p) for k, page in enumerate(pages) for p in page.placed)
    return {p.slug.anchor: Target(k, HEAD + p.top * desk.unit) for k, desk, p in places if p.slug.anchor}


def _links(pages: Sequence[Page], targets: Mapping[str, Target]) -> Iterator[PageLink]:
    for number, page in enumerate(pages):
        for placed in page.placed:
            x, y = _left(placed, page.desk), HEAD + placed.top * page.desk.unit
            for k in placed.slug.links:
                if k.anchor in targets:
                    yield PageLink(number, (x + k.x, y + k.y, k.width, k.height), targets[k.anchor])


def _bookmarks(summary: Summary, targets: Mapping[str, Target]) -> Iterator[Bookmark]:
    for anchor, number, title in sections_of(summary):
        if anchor in targets:
            yield Bookmark(f"{number} {plain(title)}".strip(), targets[anchor])


def _pages(desk: Desk, art: Art, units: int) -> list[tuple[Placed, ...]]:
    """Everything but the aid, in place. The contents need the page numbers, so they are set last; their height
    is known before.
    """
    entries = sections_of(desk.summary)
    before = [title_region(desk)]
    rest = [
        *blocks.component_list(desk, art.pictures, art.scale),
        *blocks.setup_table(desk),
        blocks.chapters(desk),
        *blocks.numbers(desk),
        *blocks.glossary(desk),
        *blocks.questions(desk),
    ]
    draft = compose([*before, blocks.contents(desk, entries, {}), *rest], units)
    pages = {p.slug.anchor: p.page + 1 for p in draft if p.slug.anchor}
    pages["_aid"] = draft[-1].page + 2
    final = compose([*before, blocks.contents(desk, entries, pages), *rest], units)
    return [tuple(group) for _, group in groupby(sorted(final, key=lambda p: p.page), key=lambda p: p.page)]


def _titles(pages: Sequence[Page], desk: Desk) -> list[str]:
    """A bookmark for each page: the sections that begin on it, or the one that goes on."""
    names = {anchor: f"{number} {plain(title)}".strip() for anchor, number, title in sections_of(desk.summary)}
    titles, last = [], desk.summary.title
    for page in pages:
        begun = [names[p.slug.anchor] for p in page.placed if p.slug.anchor in names]
        titles.append(" · ".join(begun) or last)
        last = begun[-1] if begun else last
    return titles


def _sheet(page: Page, number: int, pages: int, paper: Paper, title: str) -> Sheet:
    nodes = (*_running(page.desk, number, pages, paper), *_grounds(page), *(_where(p, page.desk) for p in page.placed))
    return Sheet(paper, "front", title, str(number + 1), furniture=nodes)


def _left(placed: Placed, desk: Desk) -> float:
    return SIDE + placed.column * (desk.column(placed.columns) + desk.gap)


def _where(placed: Placed, desk: Desk) -> Group:
    x, y = _left(placed, desk), HEAD + placed.top * desk.unit
    return Group(placed.slug.nodes, (1.0, 0.0, 0.0, 1.0, round(x, 4), round(y, 4)))


def _grounds(page: Page) -> Iterator[Node]:
    """The tints behind examples and the rules beside notes, one for each run of lines in a column."""
    desk = page.desk
    for (_, ground), run in groupby(page.placed, key=lambda p: (p.column, p.slug.ground)):
        if not ground:
            continue
        lines = list(run)
        x = _left(lines[0], desk) + blocks.HANG
        width = desk.column(lines[0].columns) - blocks.HANG
        top = HEAD + lines[0].top * desk.unit - GROUND_PAD
        height = (lines[-1].top + lines[-1].slug.height - lines[0].top) * desk.unit + 2 * GROUND_PAD
        if ground.startswith("example"):
            yield Path(box(x, top, width, height), desk.tint)
        yield Path(box(x, top, 0.8, height), desk.accent if ground.startswith("example") else Color("#bdb7ab"))


def _running(desk: Desk, number: int, pages: int, paper: Paper) -> list[Node]:
    """Game and version at the left, the page at the right: above the type area, on the first page below it."""
    summary = desk.summary
    page = words(summary.say("page", page=number + 1, pages=pages))
    style = replace(desk.text(1, GREY), size=7.5 * POINT)
    right = SIDE + desk.width
    if number == 0:
        return list(one_line(page, desk, style, right, paper.height - FOOT + 7.5, "end").nodes)
    name = words(f"{summary.title} · {summary.say('rules')} · {summary.version}")
    y = HEAD - 7.0
    return [
        *one_line(name, desk, style, SIDE, y).nodes,
        *one_line(page, desk, style, right, y, "end").nodes,
        rule_line(SIDE, right, y + 2.0, width=0.2),
    ]


def _findings(desk: Desk, over: int, mark: Mark) -> list[Finding]:
    """What went wrong, once each."""
    found: list[Finding] = []
    language = desk.language
    for what, text, more in dict.fromkeys(desk.trouble):
        if what == "overfull":
            message = f"`{text}` is {more:.1f} mm too long for its line in the rule summary ({language})"
            found.append(Finding("S101", mark, message, "write shorter words, or break the long one"))
        else:
            message = f"no font draws `{text}` (U+{ord(text):04X}), which the rule summary needs ({language})"
            found.append(Finding("S102", mark, message, "write another character, or add a font that has it"))
    if over:
        message = f"the player aid takes {over + 1} pages even in the smallest type; it must fit one ({language})"
        found.append(Finding("S103", mark, message, "shorten the `aid` texts in rules.yaml"))
    return found
