"""`Summary` -> the player aid: the short forms of the rules and all icons, on exactly one page.

Takes a summary's `Desk`; gives a desk of its own size and the regions on it. Promise: the largest type that fits one
page, never below the language's floor; if even that is too long, how many lines are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.summary.columns import Link, Placed, Region, Slug, compose
from generator.summary.prose import LINE, Desk, baseline, one_line, rule_line, text_slugs, words
from generator.summary.summary import AidGroup, AidLine, Span, run_in
from generator.typeset.typeset import FLOORS, LEADINGS, POINT, set_line

LARGEST = 10.5
STEP = 0.25
HANG = 9.0
GAP = "\u3000"


def fitted_aid(desk: Desk, height: float) -> tuple[Desk, list[Placed], int]:
    """The aid at the largest size at which it fits `height` mm: its desk, its slugs in place, and how
    many pages too many it takes at the floor (0: it fits).
    """
    floor = FLOORS.get(desk.language, FLOORS["en"]) / POINT
    steps = int((LARGEST - floor) / STEP)
    sizes = [LARGEST - STEP * k for k in range(steps + 1)] + ([floor] if LARGEST - STEP * steps > floor else [])
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high) // 2
        if _laid(desk, sizes[middle], height)[1][-1].page == 0:
            high = middle
        else:
            low = middle + 1
    sized, placed = _laid(desk, sizes[low], height)
    return sized, placed, placed[-1].page


def _laid(desk: Desk, points: float, height: float) -> tuple[Desk, list[Placed]]:
    leading = LEADINGS.get(desk.language, 1.25) * (1.08 if desk.language == "en" else 0.98)
    sized = replace(desk, size=points * POINT, unit=points * POINT * leading / 2, gap=8.0)
    return sized, compose(aid_regions(sized), int(height / sized.unit))


def aid_regions(desk: Desk) -> list[Region]:
    """Title, the groups in two columns, the icons."""
    summary = desk.summary
    low = desk.unit * 3.4
    name = set_line(summary.say("aid"), desk.title(20), desk.book, 0, low, "start", desk.width)
    game = one_line(words(summary.title), desk, desk.title(12, desk.accent), desk.width, low, "end")
    line = rule_line(0, desk.width, desk.unit * 4.6, desk.accent, 0.7)
    title = Slug((*name.nodes, *game.nodes, line), 5, after=2, keep=True, anchor="_aid")
    groups = [slug for group in summary.aid for slug in _together(list(_group(group, desk)))]
    legend = list(_legend(desk))
    return [Region((title,)), Region(tuple(groups), 2, before=1), Region(tuple(legend), 1, before=2)]


def _together(slugs: list[Slug]) -> list[Slug]:
    """Slugs that stay in one column."""
    return [*(replace(slug, keep=True) for slug in slugs[:-1]), *slugs[-1:]]


def _group(group: AidGroup, desk: Desk) -> Iterator[Slug]:
    width = desk.column(2)
    style = replace(desk.title(11), size=desk.size * 1.3)
    mark = one_line(words(group.number), desk, replace(style, fill=desk.accent), 0, baseline(desk, style, 3))
    slugs = text_slugs(
        group.title,
        desk,
        style,
        width - HANG,
        HANG,
        before=2,
        keep=True,
        hung=(rule_line(0, width, 0, desk.accent, 0.35), *mark.nodes),
        units=3,
    )
    yield from slugs
    for line in group.lines:
        yield from _line(line, desk, width)


def _line(line: AidLine, desk: Desk, width: float) -> list[Slug]:
    style = desk.text(0.88, desk.accent, bold=True)
    number = one_line(words(line.number), desk, style, 0, baseline(desk, style))
    text = run_in(line.title, line.text, desk.language)
    slugs = text_slugs(text, desk, desk.text(), width - HANG, HANG, hung=number.nodes)
    link = Link(0.0, 0.0, HANG, LINE * desk.unit, line.id)
    return [replace(slugs[0], links=(link, *slugs[0].links)), *slugs[1:]] if slugs else []


def _legend(desk: Desk) -> Iterator[Slug]:
    """Every icon with its word, kind by kind, the kinds' names in a column of their own."""
    kinds = [(kind, [e for e in kind.entries if e.icon]) for kind in desk.summary.glossary]
    kinds = [(kind, icons) for kind, icons in kinds if icons]
    style, bold = replace(desk.text(0.94), align="start"), desk.text(0.94, desk.accent, bold=True)
    names = [one_line(words(kind.name), desk, bold, 0, baseline(desk, bold)) for kind, _ in kinds]
    indent = min(max((name.width for name in names), default=0.0) + 4, desk.width / 3)
    for k, (name, (_, icons)) in enumerate(zip(names, kinds, strict=True)):
        prose: list[Span] = []
        for entry in icons:
            gap = (Span("text", GAP),) if prose else ()
            prose += [*gap, Span("icon", "", entry.id), Span("text", entry.word)]
        top = (rule_line(0, desk.width, -desk.unit * 0.4, desk.accent, 0.35),) if k == 0 else ()
        yield from text_slugs(tuple(prose), desk, style, desk.width - indent, indent, hung=(*top, *name.nodes))
