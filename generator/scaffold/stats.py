"""The numbers of a card -> their drawing at the foot of its panel: a row of them above their labels, and where there
are more than that holds a list, each in a line behind its label.

Takes the `CardPlan` of card.py. Promise: what stands side by side stands in the middle, however many a card has.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil
from xml.sax.saxutils import quoteattr

from generator.scaffold.elements import GREY, bound_in_parts, indented, rect, size_for, text, within
from generator.scaffold.measures import LEAST, line_count, unbroken, width_of
from generator.scaffold.printing import as_printed, at_once, if_true, shown_of
from generator.scaffold.tablesheet import TableSheet
from generator.values import Struct

EDGE, SIDE, FOOT = 3.0, 5.5, 2.2
"""How wide the frame is; how far words in the panel are from the cut, and from the frame below."""
_MOST = 5
"""So many numbers stand in a row."""
_SELDOM = 4
"""What one card in so many has, or fewer, takes no row of numbers for its own."""
_LINE, _AIRY = 1.45, 2.1
"""How high a line of a list is, in its type, at least and at most."""
_APART = 2.0
"""Between a label and its number in it, at least."""
_TICK = "'●'"
"""What a list says of what is so."""
_FAINT = 'fill-opacity="0.35"'


class CardPlan(Struct, frozen=True):
    """The expression of the name, the field in the circle, those below the name, of texts, of lines and of rows of
    numbers; the type of labels of these, and how large they are and all is beside the usual; the type of numbers in a
    list, 0 of those in rows, and of what is below the name; how high a line of a list is, in its type; the fields of
    small pictures beside the name; how large texts are beside the usual."""

    name: str
    badge: str
    types: Sequence[str]
    prose: Sequence[str]
    facts: Sequence[str]
    stats: Sequence[str]
    columns: int
    end: float
    wide: float
    unit: float
    label: float
    swell: float = 1.0
    listed: float = 0.0
    kind: float = LEAST
    pitch: float = 1.45
    icons: Sequence[str] = ()
    ease: float = 1.0

    @property
    def radius(self) -> float:
        """Of the circle."""
        return max(3.6, 5.0 * self.unit) if self.badge else 0.0

    @property
    def icon(self) -> float:
        """How large icons are."""
        return 8.5 * self.unit if self.icons else 0.0

    @property
    def beside(self) -> float:
        """How much of the width of the head they take."""
        return len(self.icons) * (self.icon + 1)

    @property
    def small(self) -> float:
        """The type of facts."""
        return max(LEAST, 3.0 * self.unit)

    @property
    def number(self) -> float:
        """The type of numbers, larger where nothing else is in the panel."""
        return max(3.6, 5.5 * self.unit) * self.swell


def side_by_side(sheet: TableSheet, fields: Sequence[str], plan: CardPlan, rows: int) -> tuple[list[str], int, bool]:
    """The numbers that have room side by side in so many rows, those first that one plays with; how many in a row, and
    whether the rows are alike."""

    def stand(columns: int) -> list[str]:
        room = plan.wide / columns - 1
        narrow = [f for f in fields if width_of(sheet.longest(f), LEAST) <= 0.6 * room]
        heads = {f: sheet.labels(f) for f in narrow}
        fits = [f for f, said in heads.items() if width_of(unbroken(said), LEAST) <= room
                and all(line_count(head, room, LEAST) < 3 for head in said)]  # fmt: skip
        return sorted(fits, key=lambda f: not sheet.says(f, "play"))[: rows * columns]

    ways = {n: stand(n) for n in range(min(_MOST, len(fields)), 0, -1)} or {1: []}
    most = max(ways, key=lambda n: len(ways[n]))
    usual = [f for f in ways[most] if _SELDOM * sum(map(len, shown_of(sheet, f))) > len(sheet.items)]
    found = min(ways[most], usual, key=lambda stats: ceil(at_once(sheet, stats) / most))
    many, firsts = at_once(sheet, found), [sheet.heading(f).split()[:1] for f in sheet.fields if f in found]
    runs = [len([*run]) for _, run in groupby(firsts)]  # `Left power`, `Left wealth`, `Right power` ...
    are_alike = len({*runs}) == 1 < min(runs[0], len(runs)) and runs[0] <= most
    columns = runs[0] if are_alike else ceil(many / ceil(many / most)) if many else 1  # rows alike
    return [f for f in sheet.fields if f in found], columns, are_alike


def stats_listed(
    sheet: TableSheet,
    numbers: Sequence[str],
    others: Sequence[str],
    plan: CardPlan,
    room: float,
    *,
    is_better: bool,
) -> tuple[list[str], float, float]:
    """So many numbers that they stand in a list, each in a line behind its label, with what `others` are as short, in
    the order of their columns, last what some have not; the type, and how high a line is. None where they are few, or
    where none is read with ease."""
    labels = max([0.4 * plan.wide, *(width_of(head, LEAST) for head in sheet.labels(*numbers))])

    def is_line(field: str) -> bool:
        heads, value = sheet.labels(field), width_of(sheet.longest(field), LEAST)
        return all(head and width_of(head, LEAST) <= labels for head in heads) and value <= plan.wide - labels - _APART

    fields = [f for f in sheet.fields if f in numbers or (f in others and (f in sheet.flags() or is_line(f)))]
    fields.sort(key=sheet.amounts().__contains__)
    lone = {*fields} == {*numbers, *others} and not plan.prose
    size = min((4.2 if lone else 3.4) * plan.unit, room / (at_once(sheet, fields) or 1) / _LINE)
    is_list = (is_better or at_once(sheet, numbers) > _MOST) and size >= 1.15 * LEAST and all(map(is_line, numbers))
    pitch = max(_LINE, min(_AIRY, 0.95 * room / (at_once(sheet, fields) or 1) / size)) if is_list else _LINE
    return (fields, size, _LINE if plan.prose else pitch) if is_list else ([], 0.0, _LINE)


def _row(sheet: TableSheet, plan: CardPlan) -> float:
    """How high a row of numbers is with its labels, or a line of a list."""
    if plan.listed:
        return plan.pitch * plan.listed
    room = plan.wide / plan.columns - 1
    lines = max((line_count(head, room, plan.label) for head in sheet.labels(*plan.stats)), default=0)
    are_more = at_once(sheet, plan.stats) > plan.columns
    return (1.2 + 0.15 * are_more) * plan.number + 1.25 * plan.label * lines


def rows_depth(sheet: TableSheet, plan: CardPlan) -> float:
    """How high all rows of numbers are."""
    return ceil(at_once(sheet, plan.stats) / plan.columns) * _row(sheet, plan) + bool(plan.stats)


def stats_drawn(
    sheet: TableSheet, plan: CardPlan, paint: str, room: float, below: list[str], foot: list[str], pictures: int
) -> list[str]:
    """What is below the head, the first so many of it pictures, and numbers at the foot, alone in the middle of the
    panel, with its `room`. Where a card has fewer rows of them, they stand lower, and texts by half as much."""
    if not plan.stats:
        return [*below, *foot]
    row, step, many = _row(sheet, plan), plan.wide / plan.columns, plan.columns
    alone = not (below or foot)
    y = sheet.look.shape.height - EDGE - FOOT - rows_depth(sheet, plan) - alone * room / 2
    bound, pairs = bound_in_parts(_pairs(sheet, plan.stats), " + ", "some")
    given = [if_true(sheet, f) for f in plan.stats]
    rule = rect((SIDE, y, plan.wide, 0.4), paint + f" pnp:if={quoteattr(' or '.join(given))}" * all(given))
    most, least = (at_once(sheet, plan.stats, which) for which in (max, min))
    rows, fewest = ceil(most / many), ceil(least / many)
    way = f'pnp:step="{step:.4g} 0"' + f' pnp:wrap="{many} 0 {row:.4g}"' * (rows > 1)
    is_lower, is_short = fewest < rows and not alone, rows == 1 and least < most
    cell = indented(_line(sheet, plan, y) if plan.listed else _cell(sheet, plan, y, row, step))
    missing = f"({rows} - (stats|length + {many - 1}) // {many}) * {row:.4g}"
    lower, higher = (quoteattr(f"'translate(0 ' ~ {by}{missing} ~ ')'") for by in ("", "-0.5 * "))
    aside = quoteattr(f"'translate(' ~ ({most} - stats|length) * {step / 2:.4g} ~ ' 0)'")
    every = quoteattr(f"stats in [{pairs}]")
    numbers = "\n".join(
        [f"<g pnp:for={quoteattr('pair in ' + ('stats' if is_lower or is_short else pairs))} {way}>", *cell, "</g>"]
    )
    if is_short:
        every_ = "" if is_lower else f"pnp:for={every} "
        numbers = "\n".join([f"<g {every_}pnp:transform={aside}>", *indented([numbers]), "</g>"])
    parts = [*foot, *[rule] * (not alone), numbers]
    if not is_lower:
        return [*below, *parts[:-1], within(bound, numbers)]
    above, texts = below[:pictures], below[pictures:]  # a picture stays below the name
    parts[:0] = ["\n".join([f"<g pnp:transform={higher}>", *indented(texts), "</g>"])] * bool(texts)
    group = "\n".join([f"<g pnp:for={every} pnp:transform={lower}>", *indented(parts), "</g>"])
    return [*above, within(bound, group)]


def _cell(sheet: TableSheet, plan: CardPlan, y: float, row: float, step: float) -> list[str]:
    """A number above its label."""
    said = [word for f in plan.stats for word in sheet.words(f)]
    size = min(plan.number, size_for(said, step - 2.5, 1.3 * plan.number, plan.number, 0))
    value = (SIDE + 0.5, y + 1, step - 1, 1.2 * plan.number)
    label = (SIDE + 0.5, y + 1 + 1.2 * plan.number, step - 1, row - 1.2 * plan.number)
    return [
        text("pair[1]", value, size, "2", middle=True, bold=True),
        text("pair[0]", label, plan.label, "HP", lines=2, middle=True, valign="top", ink=GREY),
    ]


def _line(sheet: TableSheet, plan: CardPlan, y: float) -> list[str]:
    """A number at the end of a line that its label begins."""
    size, high = plan.listed, plan.pitch * plan.listed
    heads, ends = ([*map(says, plan.stats)] for says in (sheet.heading, sheet.longest))
    least = max(width_of(head, LEAST) for head in heads), max(width_of(end, LEAST) for end in ends)
    room = plan.wide - _APART
    begin = min(max(room * least[0] / sum(least), least[0]), room - least[1])  # both as large as they can be
    label, value = (SIDE, y + 1, begin, high), (SIDE + plan.wide, y + 1, room - begin, high)
    return [
        text("pair[0]", label, size, "HP", ink=GREY),
        text("pair[1]", value, size, "2", bold=True, more=' text-anchor="end"'),
        rect((SIDE, y + 1 + high - 0.1, plan.wide, 0.1), f"{GREY} {_FAINT}"),
    ]


def _pairs(sheet: TableSheet, fields: Sequence[str]) -> str:
    """A list of the headings and the values of numbers, those that a card has."""
    said = {f: _TICK if f in sheet.flags() else as_printed(sheet, f) for f in fields}
    pairs = {f: f"[[{sheet.label(f)}, {said[f]}]]" for f in fields}
    return " + ".join(f"({pair} if {has} else [])" if (has := if_true(sheet, f)) else pair for f, pair in pairs.items())
