"""`Summary` -> PDF: the printed rules, page by page, with the player aid as the last page; links and bookmarks.

Takes a summary, a paper and its art; gives the file's bytes and findings. Promise: nothing leaves the type area but
tints and the running head; the aid takes one page; an overfull line, a character without a glyph or an aid that is too
long is a finding; contents and references can be clicked; text is real and searchable.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from generator.data.lexicon import base_of_language
from generator.diagnostics.findings import Finding, Mark
from generator.face.face import Color, Group, Node, Path
from generator.face.geometry import rectangle
from generator.sheet.sheet import Bookmark, PageLink, Paper, Sheet, Target
from generator.summary import blocks
from generator.summary.art import Art, title_region
from generator.summary.columns import Link, Placed, Region, Slug, compose, together
from generator.summary.prose import (
    GREY,
    LINE,
    SIZES,
    Design,
    accent_of,
    baseline,
    one_line,
    rule_line,
    text_slugs,
    titled,
    words,
)
from generator.summary.summary import Chapter, Paragraph, Span, Summary, plain_text, run_in, sections_of
from generator.typeset.setting import FLOORS, LEADINGS, POINT
from generator.typeset.typeset import set_line
from generator.values import Struct, memo, replace
from generator.words import shortened

SIDE, HEAD, FOOT = 16.0, 19.0, 15.0
"""Margins at the sides, above and below the type area, mm."""
TALL, NARROWER = 297.0, 2.0
"""Paper that is lower than that, mm, gives up so much of the margins above and below: Letter holds about what A4 does.
"""
SHARES = tuple((100 - k) / 100 for k in range(11))
"""The sizes of type that are tried, as shares of the usual one."""
AGAIN = 3
"""So many sizes more are tried for pages that end well."""
OVER = 16
"""Within so many units of a page's top a heading stands below five lines or less."""
GROUND_PAD = 1.3
"""How far a tint reaches above and below its lines, mm."""


class Page(Struct, frozen=True):
    """What stands on a page, and the design it was set with."""

    placed: tuple[Placed, ...]
    design: Design


def summary_pdf(summary: Summary, paper: Paper, art: Art, mark: Mark, author: str = "") -> tuple[bytes, list[Finding]]:
    """The rule summary as a PDF. `mark` is the place of what is wrong with it."""
    from generator.export import PdfMeta
    from generator.export.pdf import pdf_bytes

    booklet, findings = booklet_of(summary, paper, art, mark)
    title = summary.beside(summary.title, summary.say("rules"))
    meta = PdfMeta(title, author, summary.version, summary.language, "long-edge")
    return pdf_bytes(booklet.sheets, meta, art.book, booklet.links, booklet.bookmarks), findings


class Booklet(Struct, frozen=True):
    """All pages, and what leads where on them."""

    sheets: tuple[Sheet, ...]
    links: tuple[PageLink, ...]
    bookmarks: tuple[Bookmark, ...]


def booklet_of(summary: Summary, paper: Paper, art: Art, mark: Mark) -> tuple[Booklet, list[Finding]]:
    """The pages on a paper, titled by the sections that begin on each; what does not fit."""
    size = SIZES.get(base_of_language(summary.language), SIZES["en"]) * POINT
    less = NARROWER * (paper.height < TALL)
    wide, height = paper.width - 2 * SIDE, paper.height - HEAD - FOOT + 2 * less
    design = Design(summary, art.book, art.icon, accent_of(summary), wide, size, top=HEAD - less, mark=mark)
    design, laid = _fewest(design, art, height)
    pages = [Page(placed, design) for placed in laid]
    if summary.aid:
        sized, placed, over = _fitted_aid(design, height)
        pages.append(Page(tuple(p for p in placed if p.page == 0), sized))
        if over:
            message = f"the player aid takes {over + 1} pages even in the smallest type; it must fit one"
            design.tell("S103", message, "shorten the `aid` texts in rules.yaml")
    names = {anchor: f"{number} {plain_text(title)}".strip() for anchor, number, title in sections_of(summary)}
    titles, targets = _titles(pages, names, summary.title), _targets(pages)
    sheets = tuple(_sheet(page, k, len(pages), paper, titles[k]) for k, page in enumerate(pages))
    bookmarks = tuple(Bookmark(name, targets[anchor]) for anchor, name in names.items() if anchor in targets)
    return Booklet(sheets, tuple(_links(pages, targets)), bookmarks), [*dict.fromkeys(design.found)]


def _targets(pages: Sequence[Page]) -> dict[str, Target]:
    """Where each anchor stands."""
    places = ((k, page.design, p) for k, page in enumerate(pages) for p in page.placed)
    return {p.slug.anchor: Target(k, design.top + p.top * design.unit) for k, design, p in places if p.slug.anchor}


def _links(pages: Sequence[Page], targets: Mapping[str, Target]) -> Iterator[PageLink]:
    for number, page in enumerate(pages):
        for placed in page.placed:
            x, y = _corner(placed, page.design)
            for k in placed.slug.links:
                if k.anchor in targets:
                    yield PageLink(number, (x + k.x, y + k.y, k.width, k.height), targets[k.anchor])


def _fewest(design: Design, art: Art, height: float) -> tuple[Design, list[tuple[Placed, ...]]]:
    """The pages, in a little smaller type if that saves one, or lines that would stand alone on it or at its head: the
    largest that does, as a page with too little on it stays half empty."""

    def laid(share: float) -> tuple[Design, list[tuple[Placed, ...]]]:
        sized = replace(design, size=design.size * share, unit=design.unit * share, found=[])
        return sized, _pages(sized, art, int(height / sized.unit))

    tried = memo(laid)
    least = len(tried[SHARES[-1]][1])
    first = bisect_left(SHARES[:-1], True, key=lambda share: len(tried[share][1]) <= least)
    found = SHARES[first : first + AGAIN + 1]
    best = next((s for s in found if len(tried[s][1]) <= least and not _left_over(tried[s][1])), found[0])
    return tried[best]


def _left_over(pages: Sequence[Sequence[Placed]]) -> int:
    """How often a page begins with the last lines of a section above the heading of the next."""
    tops = (p.top for page in pages for p in page if p.columns == 1 and p.slug.anchor in blocks.BLOCKS)
    return sum(0 < top < OVER for top in tops)


def _pages(design: Design, art: Art, units: int) -> list[tuple[Placed, ...]]:
    """Everything but the aid, in place. The contents need the page numbers, so they are set last; their height
    is known before.
    """
    entries = sections_of(design.summary)
    title, listed = title_region(design), blocks.contents_region(design, entries, {})
    sections = list(blocks.sections(design, blocks.on_one_page(design, art, [title, listed], units)))
    draft = compose([title, listed, *sections], units)
    bare = compose([title, *sections], units) if draft[-1].page <= 1 else draft
    if all(p.page == 0 for p in bare):
        return [tuple(bare)]  # a single page needs no list of what is on it
    pages = {p.slug.anchor: p.page + 1 for p in draft if p.slug.anchor}
    pages["_aid"] = draft[-1].page + 2
    final = compose([title, blocks.contents_region(design, entries, pages), *sections], units)
    return [tuple(group) for _, group in groupby(sorted(final, key=lambda p: p.page), key=lambda p: p.page)]


def _titles(pages: Sequence[Page], names: Mapping[str, str], title: str) -> list[str]:
    """A title for each page: the sections that begin on it, or the one that goes on."""
    titles, last = [], title
    for page in pages:
        begun = [names[p.slug.anchor] for p in page.placed if p.slug.anchor in names]
        titles.append(" · ".join(begun) or last)
        last = begun[-1] if begun else last
    return titles


def _sheet(page: Page, number: int, pages: int, paper: Paper, title: str) -> Sheet:
    nodes = [*_running(page.design, number, pages, paper), *_grounds(page)]
    for placed in page.placed:
        x, y = _corner(placed, page.design)
        nodes.append(Group(placed.slug.nodes, (1.0, 0.0, 0.0, 1.0, round(x, 4), round(y, 4))))
    return Sheet(paper, "front", title, str(number + 1), furniture=tuple(nodes))


def _corner(placed: Placed, design: Design) -> tuple[float, float]:
    """The top left of a slug on its page, mm."""
    x = SIDE + placed.column * (design.column(placed.columns) + design.gap)
    return x, design.top + placed.top * design.unit


def _grounds(page: Page) -> Iterator[Node]:
    """The tints behind examples and the rules beside notes, one for each run of lines in a column."""
    design = page.design
    for (_, ground), run in groupby(page.placed, key=lambda p: (p.column, p.slug.ground)):
        if not ground:
            continue
        lines = list(run)
        left, top = _corner(lines[0], design)
        x, top = left + blocks.HANG, top - GROUND_PAD
        width = design.column(lines[0].columns) - blocks.HANG
        height = (lines[-1].top + lines[-1].slug.height - lines[0].top) * design.unit + 2 * GROUND_PAD
        if ground.startswith("example"):
            yield Path(rectangle(x, top, width, height), design.tint)
        yield Path(rectangle(x, top, 0.8, height), design.accent if ground.startswith("example") else Color("#bdb7ab"))


def _running(design: Design, number: int, pages: int, paper: Paper) -> list[Node]:
    """Game and version at the left, the page at the right: above the type area, on the first page below it. A single
    page has no number."""
    if pages == 1:
        return []
    summary = design.summary
    page = words(summary.say("page", page=number + 1, pages=pages))
    style = replace(design.text(1, GREY), size=7.5 * POINT)
    right = SIDE + design.width
    if number == 0:
        return list(one_line(page, design, style, right, paper.height - FOOT + 7.5, "end").nodes)
    name = words(summary.beside(shortened(summary.title), summary.say("rules"), summary.version))
    y = design.top - 6.5
    return [
        *one_line(name, design, style, SIDE, y).nodes,
        *one_line(page, design, style, right, y, "end").nodes,
        rule_line(SIDE, right, y + 2.0, width=0.2),
    ]


# ---- the player aid ------------------------------------------------------------------------------------------


LARGEST = 10.5
STEP = 0.25
AID_HANG, AID_GAP = 9.0, 2.4
"""How far the text of the aid stands in from its numbers, or more where a number would stand nearer than that, mm."""
GAP = "\u3000"


def _fitted_aid(design: Design, height: float) -> tuple[Design, list[Placed], int]:
    """The aid at the largest size at which it fits `height` mm: its design, its slugs in place, and how
    many pages too many it takes at the floor (0: it fits).
    """
    floor = FLOORS.get(design.language, FLOORS["en"]) / POINT
    steps = int((LARGEST - floor) / STEP)
    sizes = [LARGEST - STEP * k for k in range(steps + 1)] + ([floor] if LARGEST - STEP * steps > floor else [])
    found = bisect_left(sizes[:-1], True, key=lambda points: _laid(design, points, height)[1][-1].page == 0)
    sized, placed = _laid(design, sizes[found], height)
    return sized, placed, placed[-1].page


def _laid(design: Design, points: float, height: float) -> tuple[Design, list[Placed]]:
    leading = LEADINGS.get(design.language, 1.25) * (0.98 if design.language == "ja" else 1.08)
    sized = replace(design, size=points * POINT, unit=points * POINT * leading / 2, gap=8.0)
    return sized, compose(_aid_regions(sized), int(height / sized.unit))


def _aid_regions(design: Design) -> list[Region]:
    """Title, the groups of all parts in two columns, the icons."""
    summary = design.summary
    low = design.unit * 3.4
    name = set_line(summary.say("aid"), design.title(20), design.book, 0, low, "start", design.width)
    style, room = design.title(12, design.accent), design.width - name.width - 6
    game = set_line(shortened(summary.title), style, design.book, design.width, low, "end", room, 5 * POINT, True)
    title = Slug((*name.nodes, *game.nodes), 5, after=1, keep=True, anchor="_aid")
    hang = _hang(design)
    (first, chapters), *rest = summary.aids
    regions = [Region((title,))]
    if first:
        regions.append(Region((_part(first, design, design.width),), before=2))
    groups = [together(list(_group(chapter, design, hang))) for chapter in chapters]
    for words_, others in rest:  # where the first part leaves off, so that no column has a hole
        groups.append([_part(words_, design, design.column(2))])
        groups += [together(list(_group(chapter, design, hang))) for chapter in others]
    regions.append(Region(tuple(slug for group in groups for slug in group), 2, before=1))
    return [*regions, Region(tuple(_legend(design)), 1, before=2)]


def _part(heading: str, design: Design, width: float) -> Slug:
    """The heading of a part, white on a band from side to side."""
    style = replace(design.title(11, Color("#ffffff")), size=design.size * 1.2)
    name = set_line(heading, style, design.book, 2.0, baseline(design, style, 3))
    band = Path(rectangle(0, 0, width, 3 * design.unit), design.accent)
    return Slug((band, *name.nodes), 3, before=2, after=1, keep=True)


def _hang(design: Design) -> float:
    """Where the text of all groups begins: behind the longest number."""
    numbers = (words(line.number) for chapter in design.summary.aid for line in chapter.paragraphs)
    style = design.text(0.88, bold=True)
    return max([AID_HANG, *(one_line(n, design, style, 0, 0).width + AID_GAP for n in numbers)])


def _group(chapter: Chapter, design: Design, hang: float) -> Iterator[Slug]:
    width = design.column(2)
    style = replace(design.title(11), size=design.size * 1.3)
    y = baseline(design, style, 3)
    mark = one_line(words(chapter.number), design, replace(style, fill=design.accent), 0, y)
    hung = (rule_line(0, width, 0, design.accent, 0.35), *mark.nodes)
    yield replace(titled(chapter.title, design, style, width - hang, hang, y, hung, 3), before=2)
    for line in chapter.paragraphs:
        yield from _line(line, design, width, hang)


def _line(line: Paragraph, design: Design, width: float, hang: float) -> list[Slug]:
    style = design.text(0.88, design.accent, bold=True)
    number = one_line(words(line.number), design, style, 0, baseline(design, style))
    text = run_in(line.title, line.text, design.language)
    slugs = text_slugs(text, design, design.text(), width - hang, hang, hung=number.nodes)
    link = Link(0.0, 0.0, hang, LINE * design.unit, line.id)
    return [replace(slugs[0], links=(link, *slugs[0].links)), *slugs[1:]] if slugs else []


def _legend(design: Design) -> Iterator[Slug]:
    """Every icon with its word, kind by kind, the kinds' names in a column of their own."""
    kinds = design.summary.icons
    style, bold = replace(design.text(0.94), align="start"), design.text(0.94, design.accent, bold=True)
    names = [one_line(words(kind), design, bold, 0, baseline(design, bold)) for kind, _ in kinds]
    indent = min(max((name.width for name in names), default=0.0) + 4, design.width / 3)
    for k, (name, (_, icons)) in enumerate(zip(names, kinds, strict=True)):
        prose: list[Span] = []
        for entry in icons:
            gap = (Span("text", GAP),) if prose else ()
            prose += [*gap, Span("icon", "", entry.id), Span("text", entry.word, entry.id)]
        top = (rule_line(0, design.width, -design.unit * 0.4, design.accent, 0.35),) if k == 0 else ()
        yield from text_slugs(tuple(prose), design, style, design.width - indent, indent, hung=(*top, *name.nodes))
