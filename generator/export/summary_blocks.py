"""`Summary` -> regions: the blocks of the printed rule summary, one function each.

Takes a `Desk` (which holds the summary); gives `Region`s for `summary_columns.compose`. Promise: every text of
the summary is in exactly one block, in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.export.summary import Chapter, Entry, Open, Paragraph, Part, Prose, Span, Words, run_in
from generator.export.summary_art import ROOM, Picture
from generator.export.summary_columns import Link, Region, Slug
from generator.export.summary_type import (
    GREY,
    INK,
    LINE,
    Desk,
    at,
    baseline,
    leader,
    lines_of,
    one_line,
    rule_line,
    text_slugs,
    words,
)
from generator.layout.face import Group, Node

HANG = 9.5
"""How far the text of a numbered paragraph stands in from its number, mm."""


def heading(desk: Desk, number: str, title: Prose, width: float, anchor: str, before: int = 4) -> list[Slug]:
    """The heading of a section under a line of the accent; stays with what follows."""
    style = desk.title(13, INK)
    indent = HANG if number else 0.0
    lines = lines_of(title, desk, style, width - indent)
    mark = one_line(words(number), desk, desk.title(13, desk.accent), 0, desk.unit * 3.2).nodes
    slugs = []
    for k, line in enumerate(lines):
        lead: list[Node] = [rule_line(0, width, 0.2, desk.accent, 0.45), *mark] if k == 0 else []
        low = desk.unit * (3.2 if k == 0 else 1.2)
        slugs.append(
            Slug(
                (*lead, at(line, indent, low)),
                4 if k == 0 else 3,
                before if k == 0 else 0,
                1,
                True,
                "",
                anchor if k == 0 else "",
            )
        )
    return slugs


def contents(desk: Desk, entries: list[tuple[str, str, Prose]], pages: Mapping[str, int]) -> Region:
    """(anchor, number, title) of every section, with its page, in two columns."""
    width = desk.column(2)
    style = desk.body
    y = baseline(desk, style)
    slugs = []
    for anchor, number, title in entries:
        page = one_line(words(str(pages.get(anchor, 0))), desk, style, width, y, "end")
        name = lines_of(title, desk, replace(style, align="start"), width - HANG - 10)[0]
        start, end = HANG + name.width + 1.5, width - 4.5
        dots = [leader(start, end, y - 0.1)] if end - start > 3 else []
        mark = one_line(words(number), desk, desk.text(1, desk.accent, bold=True), 0, y).nodes
        link = Link(0, 0, width, LINE * desk.unit, anchor)
        slugs.append(Slug((*mark, at(name, HANG, y), *dots, *page.nodes), LINE, links=(link,)))
    return Region(tuple(slugs), 2, before=2)


def component_list(desk: Desk, pictures: Mapping[str, Picture], scale: int) -> list[Region]:
    """A picture, a name, a number and a sentence for each set, in two columns."""
    summary = desk.summary
    if not summary.parts:
        return []
    notes = [summary.say("scale", n=scale)] if pictures else []
    notes += [summary.say("assumed-note")] if any(p.assumed for p in summary.parts) else []
    head = heading(desk, "", words(summary.say("components")), desk.width, "components")
    note = text_slugs(
        words((" " if desk.language == "en" else "").join(notes)), desk, desk.text(0.88, GREY), desk.width, keep=True
    )
    slugs = [_part(part, desk, pictures.get(part.id)) for part in summary.parts]
    return [Region((*head, *note), before=4), Region(tuple(slugs), 2, before=1)]


def _part(part: Part, desk: Desk, picture: Picture | None) -> Slug:
    """One set: a wide picture stands above the words, a small one beside them."""
    summary, width, unit = desk.summary, desk.column(2), desk.unit
    wide = picture is not None and picture.width > ROOM
    x, y = (0.0, picture.height + 1.5) if wide and picture else (ROOM + 3, 0.0)
    count = summary.say("open") if part.pieces is None else summary.say("times", n=part.pieces)
    count += summary.say("assumed") if part.assumed else ""
    bold = desk.text(1.12, desk.accent, bold=True)
    top = baseline(desk, bold) + y
    number = one_line(words(count), desk, bold, width, top, "end")
    nodes: list[Node] = [rule_line(0, width, -unit * 0.5), *number.nodes]
    for k, line in enumerate(lines_of(part.name, desk, desk.text(1.05, bold=True), width - x - 18)):
        nodes.append(at(line, x, top + k * LINE * unit))
        low = top + k * LINE * unit
    for line in lines_of(_part_words(part, desk), desk, desk.text(0.94), width - x):
        low += LINE * unit * 0.94
        nodes.append(at(line, x, low))
    height = low + unit * 0.6
    if picture:
        lift = 0.0 if wide else max(0.0, (ROOM - picture.width) / 2)
        nodes.append(Group(picture.nodes, (1, 0, 0, 1, lift, 0.6)))
        height = max(height, picture.height + unit)
    return Slug(tuple(nodes), -int(-height // unit), before=1)


def _part_words(part: Part, desk: Desk) -> Prose:
    """The sentence of a set, how many designs it has, and whether it is printed."""
    summary = desk.summary
    extra = [summary.say("kinds", n=part.designs)] if part.designs > 1 and part.pieces != part.designs else []
    extra += [] if part.printed else [summary.say("not-printed")]
    tail = words(summary.say("bracket", words=summary.say("listed").join(extra)) if extra else "")
    return (*part.about, *words(" " if part.about and tail and desk.language == "en" else ""), *tail)


def setup_table(desk: Desk) -> list[Region]:
    """The set-up steps, a column for each number of players."""
    summary = desk.summary
    if not summary.setup:
        return []
    title = heading(desk, "", words(summary.say("setup")), desk.width, "setup")
    shown = any(any(step.cells) for step in summary.setup)
    columns = _setup_columns(desk, len(summary.players) if shown else 0)
    head = _row(
        desk,
        columns,
        [words("")] * 2
        + [words(summary.say("players", n=n), True) for n in summary.players if shown]
        + [words(summary.say("reference"), True)],
        True,
    )
    rows = [
        _row(desk, columns, [words(s.number, True), s.text, *(words(c) for c in s.cells if shown), s.rule])
        for s in summary.setup
    ]
    return [Region(tuple(title), before=4), Region((replace(head, keep=True), *rows), head=head)]


def _setup_columns(desk: Desk, players: int) -> list[tuple[float, float, str]]:
    """(left, width, alignment) of the columns: number, step, one for each number of players, rule."""
    narrow, rule = 17.0, 17.0
    text = desk.width - 7 - narrow * players - rule
    columns = [(0.0, 6.0, "start"), (7.0, text - 4, "start")]
    columns += [(7 + text + narrow * k, narrow, "middle") for k in range(players)]
    return [*columns, (desk.width - rule, rule, "end")]


def _row(desk: Desk, columns: list[tuple[float, float, str]], cells: list[Prose], head: bool = False) -> Slug:
    """A row of a table, parted from the one above by a fine line."""
    style = desk.text(0.9, GREY, bold=True) if head else desk.text()
    y0 = baseline(desk, style) + desk.unit * 0.5
    nodes: list[Node] = [] if head else [rule_line(0, desk.width, 0)]
    most = 1
    for (x, width, align), cell in zip(columns, cells, strict=True):
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
        lines = lines_of(cell, desk, style, width) if cell else []
        nodes += [at(line, x + shift * (width - line.width), y0 + k * LINE * desk.unit) for k, line in enumerate(lines)]
        most = max(most, len(lines))
    return Slug(tuple(nodes), LINE * most + 1)


def chapters(desk: Desk) -> Region:
    """The rules, section after section, in two columns."""
    slugs = [slug for chapter in desk.summary.chapters for slug in _chapter(chapter, desk)]
    return Region(tuple(slugs), 2, before=5)


def _chapter(chapter: Chapter, desk: Desk) -> Iterator[Slug]:
    width = desk.column(2)
    yield from heading(desk, chapter.number, chapter.title, width, chapter.id, before=6)
    yield from text_slugs(chapter.intro, desk, desk.body, width, before=1, after=1, keep=True)
    for paragraph in chapter.paragraphs:
        yield from _KINDS[paragraph.kind](paragraph, desk, width)


def _rule(paragraph: Paragraph, desk: Desk, width: float) -> list[Slug]:
    indent = (paragraph.depth - 1) * 4.0
    style = desk.text(1, desk.accent, bold=True)
    number = one_line(words(paragraph.number), desk, style, indent, baseline(desk, style))
    hang = max(HANG + indent, HANG if paragraph.depth == 1 else indent + 11)
    text = run_in(paragraph.title, paragraph.text, desk.language)
    return text_slugs(text, desk, desk.body, width - hang, hang, before=1, hung=number.nodes, anchor=paragraph.id)


def _aside(paragraph: Paragraph, desk: Desk, width: float) -> list[Slug]:
    """An example (tinted) or a note, set apart under its rule."""
    label = words(desk.summary.say(paragraph.kind))
    title = (*label, Span("text", desk.summary.say("colon")), *paragraph.title) if paragraph.title else label
    indent = HANG + 3.0
    text = run_in(title, paragraph.text, desk.language)
    style = replace(desk.body, size=desk.size * 0.94)
    return text_slugs(
        text,
        desk,
        style,
        width - indent - 2,
        indent,
        before=2,
        after=2,
        ground=f"{paragraph.kind} {paragraph.id}",
        anchor=paragraph.id,
    )


_KINDS = {"rule": _rule, "example": _aside, "note": _aside}


def numbers(desk: Desk) -> list[Region]:
    """Every number that the rules state, in two columns."""
    summary, width = desk.summary, desk.column(2)
    if not summary.numbers:
        return []
    slugs = []
    for number in summary.numbers:
        style = desk.text(1, desk.accent, bold=True)
        value = one_line(words(number.value), desk, style, width, baseline(desk, style), "end")
        room = width - value.width - 4
        row = text_slugs(
            number.name,
            desk,
            desk.text(),
            room,
            hung=(*value.nodes, rule_line(0, width, -desk.unit * 0.5)),
            before=1,
            keep=bool(number.note),
        )
        slugs += [*row, *text_slugs(number.note, desk, desk.text(0.9, GREY), width)]
    head = heading(desk, "", words(summary.say("numbers")), desk.width, "numbers")
    return [Region(tuple(head), before=5), Region(tuple(slugs), 2)]


def glossary(desk: Desk) -> list[Region]:
    """The words with a meaning, kind by kind, in two columns."""
    kinds = [k for k in desk.summary.glossary if k.entries]
    if not kinds:
        return []
    head = heading(desk, "", words(desk.summary.say("glossary")), desk.width, "glossary")
    slugs = [slug for kind in kinds for slug in _kind(kind, desk)]
    return [Region(tuple(head), before=5), Region(tuple(slugs), 2)]


def _kind(kind: Words, desk: Desk) -> Iterator[Slug]:
    width = desk.column(2)
    style = desk.text(0.95, desk.accent, bold=True)
    yield from text_slugs(words(kind.name), desk, style, width, before=2, keep=True, anchor=f"kind-{kind.id}")
    for entry in kind.entries:
        yield from _entry(entry, desk, width)


def _entry(entry: Entry, desk: Desk, width: float) -> list[Slug]:
    indent = 6.5
    size = 4.2
    art = desk.art(entry.id, INK) if entry.icon else None
    hung = [Group((art,), (size, 0, 0, size, 0.3, (LINE * desk.unit - size) / 2))] if art else []
    text = run_in(words(entry.word), entry.about, desk.language) if entry.about else words(entry.word, True)
    return text_slugs(text, desk, desk.body, width - indent, indent, hung=hung, before=0, anchor=f"term-{entry.id}")


def questions(desk: Desk) -> list[Region]:
    """What the draft leaves open, in two columns."""
    summary = desk.summary
    if not summary.questions:
        return []
    head = heading(desk, "", words(summary.say("questions")), desk.width, "questions")
    slugs = [slug for question in summary.questions for slug in _question(question, desk)]
    return [Region(tuple(head), before=5), Region(tuple(slugs), 2)]


def _question(question: Open, desk: Desk) -> Iterator[Slug]:
    say, width = desk.summary.say, desk.column(2)
    title = words(question.about)
    yield from text_slugs(
        run_in(title, question.question, desk.language),
        desk,
        desk.body,
        width,
        before=2,
        keep=True,
        anchor=f"question-{question.id}",
    )
    for label, prose in (("assumption", question.assumption), ("reason", question.reason)):
        text = (Span("text", say(label) + say("colon"), "", True), *prose) if prose else ()
        yield from text_slugs(
            text, desk, desk.text(0.94, GREY), width - 4, 4, keep=label == "assumption" and bool(question.reason)
        )
