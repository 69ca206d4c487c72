"""A `TableSheet` -> the drawing of a card: a frame and a head in its colour, and a pale panel.

In the head are the name, the cost with its label and the type; in the panel, from the top: what is large (a picture, a
sign), the text, short facts, numbers side by side, and where the card came out. Where there is nothing large the head
is deep. Promise: name, picture and text are always drawn; facts are left out from the least important on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from statistics import median
from xml.sax.saxutils import quoteattr

from generator.scaffold.elements import GREY, SLICE, Box, Drawn, bleeding, depth_of, image, rect, size_for, text
from generator.scaffold.head import DOT, EDGE, SIDE, CardHead, card_head, is_in_figures, titles
from generator.scaffold.hues import ground_of
from generator.scaffold.measures import LEAST, half_ems, line_count, unbroken, width_of
from generator.scaffold.roles import Roles, by_worth, with_names
from generator.scaffold.sheet import (
    BADGE,
    TableSheet,
    facts_of,
    if_said,
    if_true,
    is_of_print,
    is_said,
    joined_facts,
    lines_in,
    scope_name,
)
from generator.values import dataclass, replace

_EASY = 3.2
"""Of type (mm): what is read in the hand with ease."""
_GLANCE = 8
"""So many numbers are read at a glance."""
_SMALLEST = 2.12
"""Of type (mm): what texts may shrink to."""
_PANEL = 'rx="2" fill="#fbfaf7" stroke="#22262b" stroke-opacity="0.15" stroke-width="0.25"'


def card(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a card's front, and the fields that they draw."""
    shape = sheet.look.shape
    wide, high = shape.width, shape.height
    unit = max(0.6, min(wide / 63, high / 88, 1.4))
    paint, ink = ground_of(sheet, roles.ink, roles.title)
    roles = with_names(sheet, roles)
    head = card_head(sheet, roles, wide, unit)
    roles = replace(roles, rest=[f for f in (roles.group, *roles.rest) if f and f not in head.types])
    parts = _parts(sheet, roles, head.badge, wide - 2 * SIDE, unit)
    if parts.large == roles.title and sheet.look.kind != "card":  # nobody holds it in a fan
        head = card_head(sheet, roles, wide, unit, is_named=False)
    while parts.stats and not _has_room(sheet, parts, head):  # text goes before numbers
        parts = replace(parts, stats=[f for f in parts.stats if f != by_worth(sheet, parts.stats)[-1]])
    foot = high - EDGE - 2.2 - sum(_foot(sheet, parts))
    spare = foot - head.end - 1.5 - _need(sheet, parts, unit)
    parts, spare = _enlarged(sheet, parts, spare, unit)
    is_bare = not any((parts.large, parts.prose, parts.aside, parts.facts, parts.stats))
    if not parts.large and spare > 0 and head.name:  # what nothing fills belongs to the name
        most = 0.36 if parts.prose else 0.5 if parts.facts else 1.0
        end = min(head.end + spare, max(head.end, most * high))
        head = replace(head, end=foot if is_bare else end)
    panel = (EDGE, head.end, wide - 2 * EDGE, high - head.end - EDGE)
    ground = [rect(bleeding(shape), paint), *[rect(panel, _PANEL)] * (not is_bare)]
    above, called = titles(sheet, roles, head, unit, ink)
    below, placed = _below(sheet, parts, (SIDE, head.end + 1.5, wide - 2 * SIDE, foot - head.end - 1.5), unit)
    stats, shown = _stats(
        sheet, parts, (SIDE, foot, wide - 2 * SIDE, high - EDGE - 2.2 - foot), paint, ink if is_bare else GREY
    )
    return [*ground, *above, *below, *stats], [*called, *placed, *shown]


def _enlarged(sheet: TableSheet, parts: _Parts, spare: float, unit: float) -> tuple[_Parts, float]:
    """With facts in type as large as there is room for, and the room that then is to spare."""
    widest = unbroken(facts_of(sheet, parts.facts, parts.between)) if parts.facts else ""
    for size in (3.8, 3.4) if parts.large or parts.prose else (5.6, 4.8):
        larger = replace(parts, small=max(parts.small, size * unit))
        left = spare - _depth(sheet, parts.facts, larger) + _depth(sheet, parts.facts, parts)
        if parts.facts and left >= 0 and width_of(widest, larger.small) <= parts.wide:
            return larger, left
    return parts, spare


def is_crowded(sheet: TableSheet, roles: Roles) -> bool:
    """True if more than one text in ten has no room on a card, in the smallest type."""
    shape = sheet.look.shape
    wide, unit = shape.width - 2 * SIDE, max(0.6, min(shape.width / 63, shape.height / 88, 1.4))
    head = card_head(sheet, roles, shape.width, unit)
    parts = _parts(sheet, replace(roles, rest=[f for f in roles.rest if f not in head.types]), head.badge, wide, unit)
    return not _has_room(sheet, parts, head)


def _has_room(sheet: TableSheet, parts: _Parts, head: CardHead) -> bool:
    """True if nine texts in ten have room between the head and what stands at the foot."""
    room = sheet.look.shape.height - EDGE - 2.2 - sum(_foot(sheet, parts)) - head.end - 1.5
    least = depth_of(sheet.joined(parts.aside), 0.9 * parts.wide, LEAST, 0) if parts.aside else 0.0
    room = 0.92 * (0.65 if parts.large else 1.0) * (room - min(least, 0.3 * room))
    return not parts.prose or depth_of(sheet.joined(parts.prose), parts.wide, _SMALLEST) <= room


# ---- what is in the panel ----


@dataclass(frozen=True, slots=True)
class _Parts:
    """Which fields are drawn how below the head, in so much room; sizes of facts, and of numbers and their labels,
    with how many stand in a row; what is between facts."""

    large: str
    prose: Sequence[str]
    aside: Sequence[str]
    facts: Sequence[str]
    stats: Sequence[str]
    printed: Sequence[str]
    wide: float
    small: float
    number: float
    label: float
    columns: int
    between: str


def _parts(sheet: TableSheet, roles: Roles, badge: str, wide: float, unit: float) -> _Parts:
    series, numbers = sheet.series(), [f for f in roles.numbers if f != badge]
    prose = [f for f in (roles.body, *roles.rest) if f and (f == roles.body or sheet.is_prose(f)) and f not in series]
    order = [*sheet.fields]
    ends = [order.index(f) for f in prose]
    prose += [f for f in roles.rest if f not in (*prose, *series) and _is_phrase(sheet, f)
              and min(ends, default=0) < order.index(f) < max(ends, default=0)]  # fmt: skip
    first = min((order.index(f) for f in prose if sheet.is_rules(f)), default=0)
    told = sorted(prose, key=lambda f: (order.index(f) < first, order.index(f))) + series
    prose = told if sheet.is_rules(roles.body) else sorted([*prose, *series], key=order.index)
    prose = [f for f in prose if _is_settable(sheet, f, wide)]
    aside = [f for f in prose if f != roles.body and sheet.is_flavour(f)]
    aside = aside if len(aside) < len(prose) else []  # alone it is the text
    lone = (
        numbers if numbers or roles.rest or (badge and sheet.says(badge, "cost")) else roles.numbers
    )  # of several none is large without its heading
    emoji = next((f for f in roles.rest if sheet.is_emoji(f)), "")
    is_rank = bool(roles.title) and not sheet.is_own(roles.title) and [*lone] == [badge]
    is_beside = any(not (is_of_print(sheet, f) or sheet.only_numbers(f)) for f in roles.rest)  # needs its heading
    few = lone[: len(lone) == 1 and not is_rank and not is_beside]
    large = roles.picture or emoji or ("" if prose else _largest(sheet, replace(roles, numbers=few)))
    rest = [f for f in (*numbers, *roles.rest) if f not in (*prose, large)]
    printed = _printed(sheet, rest, wide)
    most = BADGE if sheet.look.kind == "card" else 2 * BADGE
    if not (large or prose or len(printed) < len(rest)) and half_ems(sheet.longest(roles.title)) <= most:
        large = roles.title  # the name is all that there is
    is_full = bool(large or prose)
    number, label = max(3.6, (5.5 if is_full else 8) * unit), max(LEAST, 2.6 * unit)
    short = [f for f in rest if f not in printed and (f in numbers or f in sheet.of("flag") or is_in_figures(sheet, f))]
    is_many = not is_full and len(short) > _GLANCE
    number = max(3.6, 5.5 * unit) if is_many else number
    room = 0.72 * sheet.look.shape.height - 12 if is_many else 0.0
    stats, columns = _beside(sheet, by_worth(sheet, short), wide, (number, label), room)
    facts = [f for f in rest if f not in (*printed, *stats) and width_of(unbroken(sheet.words(f)), LEAST) <= wide]
    body = [f for f in prose if f not in aside]
    size = max(LEAST, (3.0 if is_full else 4.0) * unit)
    said = facts_of(sheet, facts, DOT) if is_full else []
    is_short = max((line_count(line, wide, size) for line in said), default=9) < len(facts)  # else a dot ends a line
    between, stats = DOT if is_short else "\n", _in_order(sheet, stats)
    return _Parts(large, body, aside, facts, stats, printed, wide, size, number, label, columns, between)


def _in_order(sheet: TableSheet, fields: Sequence[str]) -> list[str]:
    """As the columns stand, flags last."""
    flags, order = sheet.of("flag"), [*sheet.fields]
    return sorted(fields, key=lambda f: (f in flags, order.index(f)))


def _is_phrase(sheet: TableSheet, field: str) -> bool:
    """True for several words that each piece has of its own: among texts one of them."""
    return field in sheet.of("text") and sheet.is_own(field) and median(len(w.split()) for w in sheet.words(field)) > 2


def _is_settable(sheet: TableSheet, field: str, wide: float) -> bool:
    """True for words most of which break into lines."""
    words = sheet.words(field)
    return sum(width_of(unbroken([word]), LEAST) <= wide for word in words) * 2 > len(words)


def _largest(sheet: TableSheet, roles: Roles) -> str:
    """What is large on a card that has neither a picture nor a text: a short name, a number, a sign."""
    numbers = [f for f in roles.numbers if not sheet.only_numbers(f) and not sheet.fields[f][0].optional]
    signs = [f for f in (roles.group, *roles.rest) if f and not sheet.longest(f).isascii()]
    return next((f for f in (roles.title, *numbers, *signs) if f and 0 < half_ems(sheet.longest(f)) < BADGE), "")


def _printed(sheet: TableSheet, fields: Sequence[str], wide: float) -> list[str]:
    """What only tells where a card came out, or its number, as far as one small line has room; beside it is the
    stamp."""
    said = [f for f in fields if is_of_print(sheet, f) or sheet.only_numbers(f)]
    while said and max(width_of(line, LEAST) for line in facts_of(sheet, said, DOT, is_headed=False)) > wide - 8.5:
        said.pop()
    return said


def _beside(
    sheet: TableSheet, fields: Sequence[str], wide: float, sizes: tuple[float, float], high: float
) -> tuple[list[str], int]:
    """Which numbers stand side by side, and how many in a row: as many as have room with their labels, of these
    `sizes`; two rows, or as many as are so `high`."""
    number, label = sizes

    def lines(field: str, columns: int) -> int:
        room, head = wide / columns - 1, sheet.heading(field)
        is_wide = (
            max(width_of(unbroken([head]), label), width_of(sheet.longest(field), max(LEAST, 0.6 * number))) > room
        )
        return 3 if is_wide else line_count(head, room, label)

    ways = list[tuple[int, int, list[str]]]()
    for columns in range(min(5, len(fields)), 0, -1):
        deep = {f: count for f in fields if (count := lines(f, columns)) < 3}
        rows = max(2, int(high / (1.2 * number + 1.25 * label * max(deep.values(), default=1))))
        ways.append((min(len(deep), rows * columns), columns, [*deep][: max(_GLANCE, rows * columns)]))
    _, columns, found = max(ways, key=lambda way: way[:2], default=(0, 0, []))
    return found, columns


def _row(sheet: TableSheet, parts: _Parts) -> float:
    """How high a row of numbers is."""
    heads, room = [*filter(None, map(sheet.heading, parts.stats))], parts.wide / parts.columns - 1
    return 1.2 * parts.number + 1.25 * parts.label * max((line_count(h, room, parts.label) for h in heads), default=0)


def _rows(sheet: TableSheet, parts: _Parts) -> int:
    """How many rows of numbers a card has at most."""
    amounts = sheet.amounts()
    counts = (sum(is_said(item.get(f), is_amount=f in amounts) for f in parts.stats) for item in sheet.items)
    most = max(counts, default=0)
    return ceil(most / parts.columns) if most else 0


def _foot(sheet: TableSheet, parts: _Parts) -> tuple[float, float]:
    """How high the rows of numbers are, and the line below them."""
    rows = _rows(sheet, parts)
    return rows * _row(sheet, parts) + 1.5 if rows else 0.0, 1.4 * LEAST * bool(parts.printed)


def _stats(sheet: TableSheet, parts: _Parts, box: Box, paint: str, ink: str) -> Drawn:
    """Numbers in one size side by side, each above its label; a tick where something is true; the line below them."""
    x, y, wide, high = box
    drawn, below = list[str](), _foot(sheet, parts)[1]
    if parts.stats:
        step, row = wide / parts.columns, _row(sheet, parts)
        said = [word for f in parts.stats if f not in sheet.of("flag") for word in sheet.words(f)] or ["1"]
        size = min(parts.number, size_for(said, step - 1, 1.3 * parts.number, parts.number, 0))
        pairs = " + ".join(_pair(sheet, f) for f in parts.stats)
        turn = f"'translate(' ~ (i % {parts.columns} * {step:.4g}) ~ ' ' ~ (i // {parts.columns} * {row:.4g}) ~ ')'"
        given = [if_true(sheet, f) for f in parts.stats]
        if parts.large or parts.prose or parts.aside or parts.facts:
            drawn.append(rect((x, y, wide, 0.4), paint + f" pnp:if={quoteattr(' or '.join(given))}" * all(given)))
        value, label = (x + 0.5, y + 1, step - 1, 1.2 * parts.number), repr(sheet.heading(parts.stats[0]))[1:-1]
        head = (x + 0.5, y + 1 + 1.2 * parts.number, step - 1, row - 1.2 * parts.number)
        cell = [text("pair[1]", value, size, "2", middle=True, bold=True)]
        cell += [text("pair[0]", head, parts.label, label, lines=2, middle=True, valign="top", ink=GREY)] * bool(label)
        way = f'pnp:step="{step:.4g} 0"' if _rows(sheet, parts) == 1 else f"pnp:transform={quoteattr(turn)}"
        group = f"<g pnp:for={quoteattr(f'pair in {pairs}')} {way}>"
        drawn.append("\n".join([group, *(f"  {part}" for part in cell), "</g>"]))
    if below:
        line = (x, y + high - below, wide - 8, below)
        printed = joined_facts(sheet, parts.printed, DOT, is_headed=False)
        drawn.append(text(printed, line, LEAST, "No. 1", bold=ink != GREY, ink=ink))
    return drawn, [*parts.stats, *parts.printed]


def _pair(sheet: TableSheet, field: str) -> str:
    """A list of the heading and the value of a number; an empty one where a card has none."""
    condition, value = if_true(sheet, field), "'✓'" if field in sheet.of("flag") else scope_name(field)
    pair = f"[[{sheet.label(field)}, {value}]]"
    return f"({pair} if {condition} else [])" if condition else pair


def _need(sheet: TableSheet, parts: _Parts, unit: float) -> float:
    """How much room texts and facts take at ease."""
    texts = depth_of(sheet.joined(parts.prose), parts.wide, 5.0 * unit, leading=1.3) if parts.prose else 0.0
    aside = depth_of(sheet.joined(parts.aside), parts.wide, 2.8 * unit) if parts.aside else 0.0
    return texts + aside + _depth(sheet, parts.facts, parts) + 3


def _below(sheet: TableSheet, parts: _Parts, box: Box, unit: float) -> Drawn:
    """What is large, texts, what is aside, and facts, one below the other."""
    x, y, wide, high = box
    texts, said = (sheet.joined(fields) if fields else [] for fields in (parts.prose, parts.aside))
    small = max(LEAST, 2.8 * unit)
    aside = min(depth_of(said, 0.9 * wide, LEAST, 0), 0.3 * high)
    most, longest = (0.35 if parts.large else 0.5) * high, depth_of(texts, wide, _SMALLEST, 0) / 0.92
    least = max(depth_of(texts, wide, small, 0.5), longest if longest < high - aside else most)
    least += 0.35 * high * bool(parts.large)
    facts = [*parts.facts]
    while facts and least + aside + _depth(sheet, facts, parts) > high:
        facts.pop()
    facts = _in_order(sheet, facts)
    alone = not (parts.large or parts.prose)
    low = high - aside if alone else _depth(sheet, facts, parts)
    room, drawn = high - low * bool(facts) - aside, list[str]()
    top, deep, seen = y, room, if_true(sheet, parts.large) if parts.large in sheet.of("image") else ""
    if parts.large:
        tall = room - depth_of(texts, wide, 3.6 * unit) - 2
        tall = min(max(tall, 0.35 * room), 0.68 * room) if texts else room
        drawn.append(_large(sheet, parts.large, (x, y, wide, tall), unit))
        y, room = y + tall, room - tall
    if texts:
        size = size_for(texts, wide, 0.92 * room, (5.0 if parts.large else 5.6) * unit)
        size = max(size, size_for(texts, wide, 0.92 * room, _EASY, 0.5))  # a long text shrinks alone
        middle = size > 3.4 * unit and depth_of(texts, wide, size) < 1.3 * size * 5.5 and not sheet.offers(parts.prose)
        words, floor = lines_in(sheet, parts.prose), 6 if all(half_ems(said) == len(said) for said in texts) else 6.5
        ways = [(y, room, f' pnp:if="{seen}"' * bool(seen), "What it does.")]
        ways += [(top, deep, f' pnp:if="not ({seen})"', "")] * bool(seen)  # without a picture its room is the text's
        for at, tall, more, sample in ways:
            place = (x, at + 0.04 * tall, wide, 0.92 * tall)
            drawn.append(text(words, place, size, sample, lines=99, middle=middle, floor=floor, more=more))
    y += room
    if said:
        words, size = lines_in(sheet, parts.aside), size_for(said, wide, aside, small)
        drawn.append(text(words, (x, y, wide, aside), size, "It is said ...", lines=99, ink=GREY))
    if facts:
        drawn += _facts(sheet, parts, facts, (x, top, wide, high - aside), (x, y + aside, wide, low - 0.8))
    return drawn, [*filter(None, [parts.large]), *parts.prose, *parts.aside, *facts]


def _facts(sheet: TableSheet, parts: _Parts, facts: Sequence[str], whole: Box, place: Box) -> list[str]:
    """Facts below a text, or with all the room where a card has none."""
    texts, alone = [if_true(sheet, f) for f in parts.prose], not (parts.large or parts.prose)
    ways = [(place, parts.small, parts.between, "middle" if alone else "bottom", alone, "")]
    are_told = [any(item.get(f) is not None for f in parts.prose) for item in sheet.items]
    if texts and all(texts) and not (parts.large or all(are_told)):
        size = size_for(facts_of(sheet, facts, "\n"), whole[2], whole[3], 1.6 * parts.small)
        given = " or ".join(f"({said})" for said in texts)
        ways = [(*ways[0][:-1], given), (whole, size, "\n", "middle", True, f"not ({given})")]
    return [
        text(joined_facts(sheet, facts, between), box, size, "Fact: so", lines=99, valign=where, middle=is_middle,
             ink=GREY, more=f" pnp:if={quoteattr(given)}" * bool(given))
        for box, size, between, where, is_middle, given in ways
    ]  # fmt: skip


def _depth(sheet: TableSheet, facts: Sequence[str], parts: _Parts) -> float:
    """How high the lines of facts are."""
    return depth_of(facts_of(sheet, facts, parts.between), parts.wide, parts.small, 0) + 0.8 * bool(facts)


def _large(sheet: TableSheet, field: str, box: Box, unit: float) -> str:
    """A picture from edge to edge; a number or a sign, as large as it can be."""
    _, y, wide, high = box
    if field in sheet.of("image"):
        room = (EDGE, y - 1.5, wide + 2 * (SIDE - EDGE), high)
        return image(field, room, SLICE * sheet.fills(room[2] / room[3]))
    size = min(1.2 * high, 1.1 * wide, 24 * unit)
    return text(scope_name(field), box, size, "1", middle=True, bold=True, more=if_said(sheet, field))
