"""`Summary` -> regions: the blocks of the printed rule summary, one function each.

Takes a `Desk` (which holds the summary); gives `Region`s for `summary_columns.compose`. Promise: every text of
the summary is in exactly one block, in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.face.face import Group, Node
from generator.summary.art import ROOM, Picture
from generator.summary.columns import Link, Region, Slug
from generator.summary.prose import (
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
from generator.summary.summary import Chapter, Entry, Number, Open, Paragraph, Part, Prose, Span, Step, Words, run_in
from generator.typeset.typeset import Style

HANG = 9.5
"""How far the text of a numbered paragraph stands in from its number, mm."""


@dataclass(frozen=True, slots=True)
class Column:
    """A table's column: its left edge and width, mm; `side`: 0 left, 0.5 middle, 1 right."""

    x: float
    width: float
    side: float


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
    slugs: list[Slug] = []
    for anchor, number, title in entries:
        page = one_line(words(str(pages.get(anchor, 0))), desk, style, width, y, "end")
        mark = one_line(words(number), desk, desk.text(1, desk.accent, bold=True), 0, y).nodes
        lines = lines_of(title, desk, replace(style, align="start"), width - HANG - 10)
        link = Link(0, 0, width, LINE * desk.unit, anchor)
        rows = [Slug((at(line, HANG, y),), LINE, keep=True, links=(link,)) for line in lines]
        rows[0] = replace(rows[0], nodes=(*mark, *rows[0].nodes))
        start, end = HANG + lines[-1].width + 1.5, width - 4.5
        dots = [leader(start, end, y - 0.1)] if end - start > 3 else []
        rows[-1] = replace(rows[-1], nodes=(*rows[-1].nodes, *dots, *page.nodes), keep=False)
        slugs += rows
    return Region(tuple(slugs), 2, before=2)


def component_list(desk: Desk, pictures: Mapping[str, Picture], scale: int) -> list[Region]:
    """A picture, a name, a number and a sentence for each set, in two columns."""
    summary = desk.summary
    if not summary.parts:
        return []
    notes = [summary.say("scale", n=scale)] if pictures else []
    notes += [summary.say("assumed-note")] if any(p.assumed for p in summary.parts) else []
    head = heading(desk, "", words(summary.say("components")), desk.width, "_components")
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
    """The set-up steps, a column for each number of players; what is the same for all stands once."""
    summary = desk.summary
    if not summary.setup:
        return []
    title = heading(desk, "", words(summary.say("setup")), desk.width, "_setup")
    players = len(summary.players) if any(any(step.cells) for step in summary.setup) else 0
    names = [words(summary.say("players", n=n)) for n in summary.players[:players]]
    columns = _setup_columns(desk, players)
    style = desk.text(0.9, GREY, bold=True)
    head = _row(desk, columns, [(), (), *names, words(summary.say("reference"))], [style] * len(columns))
    rows = [_setup_row(desk, step, columns, players) for step in summary.setup]
    rows = [replace(row, keep=k == 0 or len(rows) - 4 <= k < len(rows) - 1) for k, row in enumerate(rows)]
    return [Region(tuple(title), before=5), Region((replace(head, keep=True), *rows), head=head)]


def _setup_columns(desk: Desk, players: int) -> list[Column]:
    """Columns for the number, the step, each number of players, the rule."""
    narrow, rule = 16.0, 17.0
    text = desk.width - 7 - narrow * players - rule
    counts = [Column(7 + text + narrow * k, narrow, 0.5) for k in range(players)]
    return [Column(0, 6, 0), Column(7, text - 4, 0), *counts, Column(desk.width - rule, rule, 1)]


def _setup_row(desk: Desk, step: Step, columns: list[Column], players: int) -> Slug:
    plain, bold = desk.text(), desk.text(1, desk.accent, bold=True)
    cells = [words(cell) for cell in step.cells[:players]]
    styles = [bold] * players
    if players and len(set(step.cells)) == 1:
        first, last = columns[2], columns[1 + players]
        columns = [*columns[:2], Column(first.x, last.x + last.width - first.x, 0.5), columns[-1]]
        cells, styles = cells[:1], [plain]
    row = _row(
        desk, columns, [words(step.number), step.text, *cells, step.rule], [bold, plain, *styles, desk.text(1, GREY)]
    )
    links = tuple(Link(columns[-1].x, 0, columns[-1].width, row.height * desk.unit, s.detail) for s in step.rule)
    return replace(row, nodes=(rule_line(0, desk.width, 0), *row.nodes), links=links)


def _row(desk: Desk, columns: list[Column], cells: list[Prose], styles: list[Style]) -> Slug:
    """A row of a table."""
    nodes: list[Node] = []
    most = 1
    for column, cell, style in zip(columns, cells, styles, strict=True):
        lines = lines_of(cell, desk, style, column.width) if cell else []
        low = baseline(desk, style) + desk.unit * 0.5
        for k, line in enumerate(lines):
            nodes.append(at(line, column.x + column.side * (column.width - line.width), low + k * LINE * desk.unit))
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
    """Every number that the rules state, in three columns."""
    summary = desk.summary
    if not summary.numbers:
        return []
    slugs = [slug for number in summary.numbers for slug in _number(number, desk)]
    head = heading(desk, "", words(summary.say("numbers")), desk.width, "_numbers")
    return [Region(tuple(head), before=6), Region(tuple(slugs), 3, before=1)]


def _number(number: Number, desk: Desk) -> list[Slug]:
    """A name, dots, a value; where there is no room, the value stands below."""
    width = desk.column(3)
    small, bold = desk.text(0.94), desk.text(0.94, desk.accent, bold=True)
    low = baseline(desk, small)
    value = one_line(words(number.value), desk, bold, width, low, "end")
    names = lines_of(number.name, desk, small, width - 8)
    slugs = [Slug((at(line, 0, low),), LINE, keep=True) for line in names]
    start = names[-1].width + 1.5
    if start + 1 > width - value.width:
        start = 0.0
        slugs.append(Slug((), LINE))
    dots = [leader(start, width - value.width - 1.5, low - 0.1)] if width - value.width - start > 4 else []
    slugs[-1] = replace(slugs[-1], nodes=(*slugs[-1].nodes, *dots, *value.nodes), keep=bool(number.note))
    return [*slugs, *text_slugs(number.note, desk, desk.text(0.85, GREY), width)]


def glossary(desk: Desk) -> list[Region]:
    """The words with a meaning, kind by kind, in two columns."""
    kinds = [k for k in desk.summary.glossary if k.entries]
    if not kinds:
        return []
    head = heading(desk, "", words(desk.summary.say("glossary")), desk.width, "_glossary")
    slugs = [slug for kind in kinds for slug in _kind(kind, desk)]
    return [Region(tuple(head), before=6), Region(tuple(slugs), 2, before=1)]


def _kind(kind: Words, desk: Desk) -> Iterator[Slug]:
    width = desk.column(2)
    style = desk.text(0.95, desk.accent, bold=True)
    yield from text_slugs(words(kind.name), desk, style, width, before=2, keep=True, anchor=f"_kind-{kind.id}")
    for entry in kind.entries:
        yield from _entry(entry, desk, width)


def _entry(entry: Entry, desk: Desk, width: float) -> list[Slug]:
    indent = 6.5
    size = 4.2
    art = desk.icon(entry.id) if entry.icon else None
    hung = [Group((art,), (size, 0, 0, size, 0.3, (LINE * desk.unit - size) / 2))] if art else []
    text = run_in(words(entry.word), entry.about, desk.language) if entry.about else words(entry.word, True)
    return text_slugs(text, desk, desk.body, width - indent, indent, hung=hung, before=0, anchor=f"_term-{entry.id}")


def questions(desk: Desk) -> list[Region]:
    """What the draft leaves open, in two columns."""
    summary = desk.summary
    if not summary.questions:
        return []
    head = heading(desk, "", words(summary.say("questions")), desk.width, "_questions")
    slugs = [slug for question in summary.questions for slug in _question(question, desk)]
    return [Region(tuple(head), before=6), Region(tuple(slugs), 2, before=1)]


def _question(question: Open, desk: Desk) -> Iterator[Slug]:
    """The question, and below it in grey what is assumed and why."""
    say, width = desk.summary.say, desk.column(2)
    text = run_in(words(question.about), question.question, desk.language)
    yield from text_slugs(text, desk, desk.text(0.94), width, before=1, keep=True, anchor=f"_question-{question.id}")
    reply: list[Span] = []
    for label, prose in (("assumption", question.assumption), ("reason", question.reason)):
        if prose:
            space = " " if reply and desk.language != "ja" else ""
            reply += [Span("text", space + say(label) + say("colon"), "", True), *prose]
    yield from text_slugs(tuple(reply), desk, desk.text(0.9, GREY), width - 4, 4)
