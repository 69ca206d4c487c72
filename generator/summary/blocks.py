"""`Summary` -> regions: the sections of the printed rule summary, one function each.

Takes a `Design` (which holds the summary) and its `Art`; gives `Region`s for `columns.compose`. Promise: every text of
the summary is in exactly one region, in reading order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from generator.face.face import Group, Node
from generator.summary.art import ROOM, Art, Picture, smaller
from generator.summary.callouts import NARROW, drawn_figure, is_across, legend, wide_with_numbers
from generator.summary.columns import Link, Region, Slug, compose, together
from generator.summary.figures import Sketch
from generator.summary.prose import (
    GREY,
    INK,
    LINE,
    WHOLE,
    Design,
    baseline,
    leader,
    one_line,
    placed,
    rule_line,
    set_lines,
    text_slugs,
    titled,
    words,
)
from generator.summary.summary import (
    Chapter,
    Component,
    GlossaryEntry,
    Number,
    OpenQuestion,
    Paragraph,
    Prose,
    Span,
    Step,
    TermGroup,
    run_in,
    sections_of,
)
from generator.typeset.setting import Style
from generator.values import Struct, replace

LEAST = 5
"""So many rows of the set-up stand together at its ends."""
HANG = 9.5
"""How far the text of a numbered paragraph stands in from its number, mm."""


def sections(design: Design, art: Art) -> Iterator[Region]:
    """All sections but the player aid, those of the rules as one region in two columns."""
    chapters = (list(_chapter(chapter, design, art)) for chapter in design.summary.chapters)
    rules = [slug for chapter in chapters for slug in _ended(chapter)]
    for anchor, _, title in sections_of(design.summary):
        if anchor in BLOCKS:
            before, regions = BLOCKS[anchor]
            yield Region((_heading(design, "", title, design.width, anchor),), before=before)
            yield from regions(design, art)
        elif rules and anchor != "_aid":
            yield Region(tuple(rules), 2, before=5)
            rules = []


class TableColumn(Struct, frozen=True):
    """A table's column: its left edge and width, mm; `side`: 0 left, 0.5 middle, 1 right."""

    x: float
    width: float
    side: float


def _heading(design: Design, number: str, title: Prose, width: float, anchor: str, before: int = 4) -> Slug:
    """The heading of a section under a line of the accent; stays with what follows."""
    mark = one_line(words(number), design, design.title(13, design.accent), 0, design.unit * 3.2).nodes
    hung = (rule_line(0, width, 0.2, design.accent, 0.45), *mark)
    indent = HANG if number else 0.0
    slug = titled(title, design, design.title(13, INK), width - indent, indent, design.unit * 3.2, hung, 4)
    return replace(slug, before=before, after=1, anchor=anchor)


def contents_region(design: Design, entries: list[tuple[str, str, Prose]], pages: Mapping[str, int]) -> Region:
    """(anchor, number, title) of every section, with its page, in two columns."""
    width = design.column(2)
    style = design.body
    y = baseline(design, style)
    slugs: list[Slug] = []
    for anchor, number, title in entries:
        page = one_line(words(str(pages.get(anchor, 0))), design, style, width, y, "end")
        mark = one_line(words(number), design, design.text(1, design.accent, bold=True), 0, y).nodes
        lines = set_lines(title, design, replace(style, align="start"), width - HANG - 10)
        link = Link(0, 0, width, LINE * design.unit, anchor)
        rows = [Slug((placed(line, HANG, y),), LINE, keep=True, links=(link,)) for line in lines]
        rows[0] = replace(rows[0], nodes=(*mark, *rows[0].nodes))
        start, end = HANG + lines[-1].width + 1.5, width - 4.5
        dots = [leader(start, end, y - 0.1)] if end - start > 3 else []
        rows[-1] = replace(rows[-1], nodes=(*rows[-1].nodes, *dots, *page.nodes), keep=False)
        slugs += rows
    return Region(tuple(slugs), 2, before=2)


def on_one_page(design: Design, art: Art, above: Sequence[Region], units: int) -> Art:
    """The art with the largest pictures that leave the components on the page where they begin, below other regions;
    as it is if none are small enough.
    """
    if not art.pictures:
        return art
    title = _heading(design, "", words(design.summary.say("components")), design.width, "")
    for tried in (art, *smaller(art)):
        regions = [Region((title,), before=4), *_components(design, tried)]
        begun = len(compose(above, units))
        pages = {p.page for p in compose([*above, *regions], units)[begun:]}
        if len(pages) == 1:
            return tried
    return art


def _components(design: Design, art: Art) -> Iterator[Region]:
    """A picture, a name, a number and a sentence for each set, in two columns."""
    notes = design.summary.component_notes(art.scale if art.pictures else None, art.larger)
    note = words(design.blank.join(notes))
    yield Region(tuple(text_slugs(note, design, design.text(0.88, GREY), design.width, keep=True)), before=1)
    parts = tuple(_part(part, design, art.pictures.get(part.id)) for part in design.summary.parts)
    yield Region(parts, 2, before=1, level=True)


def _part(part: Component, design: Design, picture: Picture | None) -> Slug:
    """One set: a wide picture stands above the words, a small one beside them."""
    summary, width, unit = design.summary, design.column(2), design.unit
    wide = picture is not None and picture.width > ROOM
    x, y = (0.0, picture.height + 1.5) if wide and picture else (ROOM + 3, 0.0)
    bold = design.text(1.12, design.accent, bold=True)
    top = baseline(design, bold) + y
    number = one_line(words(summary.pieces_of(part, "times")), design, bold, width, top, "end")
    nodes: list[Node] = [rule_line(0, width, -unit * 0.5), *number.nodes]
    for k, line in enumerate(set_lines(part.name, design, design.text(1.05, bold=True), width - x - 18)):
        nodes.append(placed(line, x, top + k * LINE * unit))
        low = top + k * LINE * unit
    for line in set_lines(_part_words(part, design), design, design.text(0.94), width - x):
        low += LINE * unit * 0.94
        nodes.append(placed(line, x, low))
    height = low + unit * 0.5
    if picture:
        lift = 0.0 if wide else max(0.0, (ROOM - picture.width) / 2)
        nodes.append(Group(picture.nodes, (1, 0, 0, 1, lift, 0.6)))
        height = max(height, picture.height + 0.6 + unit * 0.5)
    return Slug(tuple(nodes), -int(-height // unit), before=1)


def _part_words(part: Component, design: Design) -> Prose:
    """The sentence of a set, how many designs it has, and whether it is printed."""
    summary = design.summary
    extra = [summary.say("kinds", n=part.designs)] if part.designs > 1 and part.pieces != part.designs else []
    extra += [] if part.printed else [summary.say("not-printed")]
    tail = words(summary.say("bracket", words=summary.say("listed").join(extra)) if extra else "")
    return (*part.about, *words(design.blank if part.about and tail else ""), *tail)


def _setup(design: Design, _: Art) -> Iterator[Region]:
    """The set-up steps, a column for each number of players; what is the same for all stands once, and so does the rule
    that several steps come from."""
    summary = design.summary
    players = len(summary.players) if any(any(step.cells) for step in summary.setup) else 0
    names = [words(summary.say("players", n=n)) for n in summary.players[:players]]
    columns = _setup_columns(design, players)
    style = design.text(0.9, GREY, bold=True)
    head = _row(design, columns, [(), (), *names, words(summary.say("reference"))], [style] * len(columns))
    rows: list[Slug] = []
    for _, group in groupby(summary.setup, key=lambda step: step.rule or step.number):
        own = list(group)
        for k, step in enumerate(own, 1):
            row = _setup_row(design, step, columns, players, begins=k == 1, ends=k == len(own))
            rows.append(replace(row, keep=k < len(own) <= LEAST))
    rows = [replace(row, keep=row.keep or not LEAST <= k < len(rows) - LEAST) for k, row in enumerate(rows, 1)]
    yield Region((replace(head, keep=True), *rows[:-1], replace(rows[-1], keep=False)), head=head, whole=True)


def _setup_columns(design: Design, players: int) -> list[TableColumn]:
    """Columns for the number, the step, each number of players, the rule."""
    narrow, rule = 16.0, 17.0
    text = design.width - 7 - narrow * players - rule
    counts = [TableColumn(7 + text + narrow * k, narrow, 0.5) for k in range(players)]
    return [TableColumn(0, 6, 0), TableColumn(7, text - 4, 0), *counts, TableColumn(design.width - rule, rule, 1)]


def _setup_row(design: Design, step: Step, columns: list[TableColumn], players: int, begins: bool, ends: bool) -> Slug:
    """A step; the first of those that come from one rule stands below a line and names it."""
    plain, bold = design.text(), design.text(1, design.accent, bold=True)
    cells = [words(cell) for cell in step.cells[:players]]
    styles = [bold] * players
    if players and len(set(step.cells)) == 1:
        first, last = columns[2], columns[1 + players]
        columns = [*columns[:2], TableColumn(first.x, last.x + last.width - first.x, 0.5), columns[-1]]
        cells, styles = cells[:1], [plain]
    rule = step.rule if begins else ()
    contents = [words(step.number), step.text, *cells, rule]
    row = _row(design, columns, contents, [bold, plain, *styles, design.text(1, GREY)])
    if players > 1 and len(cells) == 1:
        row = replace(row, nodes=(*row.nodes, *_bracket(design, columns[2], cells[0])))
    links = tuple(Link(columns[-1].x, 0, columns[-1].width, row.height * design.unit, s.detail) for s in rule)
    line = [rule_line(0, design.width, 0)] if begins else []
    return replace(row, nodes=(*line, *row.nodes), height=row.height - (not ends), links=links)


def _bracket(design: Design, column: TableColumn, cell: Prose) -> list[Node]:
    """Lines on both sides of a word that stands for all columns below it."""
    half, y = one_line(cell, design, design.text(), 0, 0).width / 2 + 2, LINE / 2 * design.unit + design.unit * 0.5
    middle, reach = column.x + column.width / 2, column.width / 2 - 3
    sides = [(-reach, -half), (half, reach)] if half + 3 < reach else []
    return [rule_line(middle + start, middle + end, y) for start, end in sides]


def _row(design: Design, columns: list[TableColumn], cells: list[Prose], styles: list[Style]) -> Slug:
    """A row of a table."""
    nodes: list[Node] = []
    most = 1
    for column, cell, style in zip(columns, cells, styles, strict=True):
        lines = set_lines(cell, design, style, column.width) if cell else []
        low = baseline(design, style) + design.unit * 0.5
        for k, line in enumerate(lines):
            nodes.append(
                placed(line, column.x + column.side * (column.width - line.width), low + k * LINE * design.unit)
            )
        most = max(most, len(lines))
    return Slug(tuple(nodes), LINE * most + 1)


def _chapter(chapter: Chapter, design: Design, art: Art) -> Iterator[Slug]:
    width = design.column(2)
    yield _heading(design, chapter.number, chapter.title, width, chapter.id, before=6)
    yield from text_slugs(chapter.intro, design, design.body, width, before=1, after=1, keep=True)
    number = chapter.number
    for paragraph in chapter.paragraphs:
        yield from (_rule if paragraph.kind == "rule" else _aside)(paragraph, design, width)
        number = paragraph.number or number
        sketch = art.sketches.get(paragraph.id)
        if sketch:
            yield _figure(sketch, paragraph, number, design)


def _ended(slugs: Sequence[Slug]) -> list[Slug]:
    """The same, without a single line for the next column, be it the last of a chapter or a paragraph below a longer
    one; nor an example or a note without its rule: they stay with the line above."""
    found = list(slugs)
    for k in range(1, len(slugs)):
        line, above, last = slugs[k], slugs[k - 1], k == len(slugs) - 1
        alone = last or (not above.before and line.before and line.height == LINE and slugs[k + 1].before)
        aside = line.ground and line.ground != above.ground
        if (alone or aside) and not (above.floats or line.floats):
            found[k - 1] = replace(above, keep=True)
    return found


def _figure(sketch: Sketch, paragraph: Paragraph, number: str, design: Design) -> Slug:
    """The faces with their numbers, and below them the words, beside the number of the rule that they show."""
    for what in sketch.missing:
        design.tell("S104", f"a figure {what}", "show another item, a number that it has, or write `at: [x, y]`")
    across = is_across(sketch, design)
    width = design.width if across else design.column(2)
    grey = design.text(0.85, GREY)
    mark = one_line(words(design.summary.say("reference-form", n=number)), design, grey, 0, baseline(design, grey))
    indent = max(HANG, mark.width + 1.0)
    left = wide_with_numbers(sketch, design) + design.gap if across else width
    if paragraph.callouts and width - left >= NARROW:  # the words beside it
        nodes, height = drawn_figure(sketch, design, left - design.gap)
        said, more = legend(paragraph.callouts, design, 0.0, width - left)
        high = LINE * design.unit
        low = max(0.0, round((height - more - high) / 2, 4))
        said = tuple(Group((node,), (1.0, 0.0, 0.0, 1.0, 0.0, high)) for node in said)
        height, more, indent = max(height, more + high), 0.0, left + mark.width
    else:
        nodes, height = drawn_figure(sketch, design, width)
        left = 0.0
        said, more = legend(paragraph.callouts, design, indent, design.column(2), 2 if across else 1)
        low = round(height + 2.0, 4) if said else height
        height = low
    below = [Group((*mark.nodes, *said), (1.0, 0.0, 0.0, 1.0, left, low))] if said else []
    links = [Link(left, low, indent - left, LINE * design.unit, paragraph.id)] if said else []
    end = -int(-(height + more) // design.unit)
    return Slug((*nodes, *below), end, 3, 2, links=tuple(links), floats=True, across=across)


def _rule(paragraph: Paragraph, design: Design, width: float) -> list[Slug]:
    indent = (paragraph.depth - 1) * 4.0
    style = design.text(1, design.accent, bold=True)
    number = one_line(words(paragraph.number), design, style, indent, baseline(design, style))
    hang = max(HANG + indent, HANG if paragraph.depth == 1 else indent + 11, indent + number.width + 1.0)
    text = run_in(paragraph.title, paragraph.text, design.language)
    head = all(span.bold for span in text if span.kind == "text")  # of what stands below it
    hung, anchor = number.nodes, paragraph.id
    head |= bool(text) and text[-1].text.rstrip().endswith((":", "："))
    return text_slugs(text, design, design.body, width - hang, hang, before=1, keep=head, hung=hung, anchor=anchor)


def _aside(paragraph: Paragraph, design: Design, width: float) -> list[Slug]:
    """An example (tinted) or a note, set apart under its rule."""
    indent = HANG + 3.0
    text = run_in(design.summary.aside_title(paragraph), paragraph.text, design.language)
    style = replace(design.body, size=design.size * 0.94)
    ground = f"{paragraph.kind} {paragraph.id}"
    room = width - indent - 2
    return text_slugs(text, design, style, room, indent, before=2, after=2, ground=ground, anchor=paragraph.id)


def _numbers(design: Design, _: Art) -> Iterator[Region]:
    """Every number that the rules state."""
    yield Region(tuple(slug for number in design.summary.numbers for slug in _number(number, design)), 3, before=1)


def _number(number: Number, design: Design) -> list[Slug]:
    """A name, dots, a value; where there is no room, the value stands below."""
    width = design.column(3)
    small, bold = design.text(0.94), design.text(0.94, design.accent, bold=True)
    low = baseline(design, small)
    value = one_line(words(number.value), design, bold, width, low, "end")
    names = set_lines(number.name, design, small, width - 8)
    slugs = [Slug((placed(line, 0, low),), LINE, keep=True) for line in names]
    start = names[-1].width + 1.5
    if start + 1 > width - value.width:
        start = 0.0
        slugs.append(Slug((), LINE))
    dots = [leader(start, width - value.width - 1.5, low - 0.1)] if width - value.width - start > 4 else []
    slugs[-1] = replace(slugs[-1], nodes=(*slugs[-1].nodes, *dots, *value.nodes), keep=bool(number.note))
    return [*slugs, *text_slugs(number.note, design, design.text(0.85, GREY), width)]


def _glossary(design: Design, _: Art) -> Iterator[Region]:
    """The words with a meaning, kind by kind."""
    yield Region(tuple(slug for kind in design.summary.glossary for slug in _kind(kind, design)), 2, 1, whole=True)


def _kind(kind: TermGroup, design: Design) -> list[Slug]:
    width = design.column(2)
    style = design.text(1.15, design.accent, bold=True)
    slugs = text_slugs(words(kind.name), design, style, width, before=2, keep=True, anchor=f"_kind-{kind.id}")
    ends = (*kind.entries[:-1][:1], *kind.entries[-2:-1])  # none stands alone below the heading or in the next column
    for entry in kind.entries:
        slugs += _entry(entry, design, width, keep=entry in ends)
    return together(slugs) if len(slugs) <= WHOLE else slugs


def _entry(entry: GlossaryEntry, design: Design, width: float, keep: bool) -> list[Slug]:
    indent = 6.5
    size = 4.2
    art = design.icon(entry.id) if entry.icon else None
    hung = [Group((art,), (size, 0, 0, size, 0.3, (LINE * design.unit - size) / 2))] if art else []
    text = run_in(words(entry.word), entry.about, design.language) if entry.about else words(entry.word, True)
    style = replace(design.body, align="start")
    return text_slugs(text, design, style, width - indent, indent, keep=keep, hung=hung, anchor=f"_term-{entry.id}")


def _questions(design: Design, _: Art) -> Iterator[Region]:
    """What the draft leaves open."""
    yield Region(
        tuple(slug for question in design.summary.questions for slug in _question(question, design)), 2, before=1
    )


def _question(question: OpenQuestion, design: Design) -> Iterator[Slug]:
    """The question, and below it in grey what is assumed and why."""
    say, width = design.summary.say, design.column(2)
    text = run_in(words(question.about), question.question, design.language)
    yield from text_slugs(
        text, design, design.text(0.94), width, before=1, keep=True, anchor=f"_question-{question.id}"
    )
    reply: list[Span] = []
    for label, prose in (("assumption", question.assumption), ("reason", question.reason)):
        if prose:
            line = (Span("break", ""),) if reply else ()
            reply += [*line, Span("text", say(label) + say("colon"), "", True), *prose]
    yield from text_slugs(tuple(reply), design, design.text(0.9, GREY), width - 4, 4)


BLOCKS: Mapping[str, tuple[int, Callable[[Design, Art], Iterator[Region]]]] = {
    "_components": (4, _components),
    "_setup": (5, _setup),
    "_numbers": (6, _numbers),
    "_glossary": (6, _glossary),
    "_questions": (6, _questions),
}
"""The units above the heading of each section that is not one of the rules, and what stands below, by its anchor."""
