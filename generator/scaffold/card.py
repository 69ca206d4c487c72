"""A `TableSheet` -> the drawing of a card: a frame and a head in its colour, and a pale panel.

In the head are the cost with its label, the name and the type; in the panel, from the top: the picture, the texts, all
else as lines `Heading: value`, and a row of numbers. Promise: name, picture and text are always drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from math import ceil
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from generator.scaffold import elements, tablesheet
from generator.scaffold.elements import GREY, SLICE, WHITE, Drawn, bleeding, depth_of, image, rect, size_for, text
from generator.scaffold.hues import ground_of
from generator.scaffold.meanings import human, says
from generator.scaffold.measures import LEAST, fitting, line_count, unbroken, width_of
from generator.scaffold.pages import is_nameless
from generator.scaffold.prose import prose_depth, prose_drawn, prose_least, prose_said
from generator.scaffold.roles import Roles
from generator.scaffold.tablesheet import Phrase, TableSheet, at_once, if_said, if_true, said_of, scope_name, shown_of
from generator.values import dataclass, replace

_EDGE, _SIDE, _FOOT = 3.0, 5.5, 2.2
"""How wide the frame is; how far words in the panel are from the cut, and from the frame below."""
_TOP, _LINE = 4.5, 0.7
"""Where the head begins; a name that is smaller than so much of what two lines would have stands in two."""
_DOT = " · "
_LONG = 0.25
"""The share of the names that may be longer than those that their type is for: they shrink, each alone."""
_MOST = 5
"""So many numbers stand in a row."""
_SELDOM = 4
"""What one card in so many has, or fewer, takes no row of numbers for its own."""
_FEW = 6
"""So many facts stand in lines of their own."""
TEXTS, COLUMNS = "many texts", "some columns"
"""What has no room on a card."""
_EXPRESSION = 950
"""Letters of an expression, of which a thousand are read."""
_PANEL = 'rx="2" fill="#fbfaf7" stroke="#22262b" stroke-opacity="0.15" stroke-width="0.25"'


@dataclass(frozen=True, slots=True)
class _Card:
    """The expression of the name, the field in the circle, those below the name, of texts, of lines and of rows of
    numbers; the type of labels of these, and how large they are and all is beside the usual."""

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

    @property
    def radius(self) -> float:
        """Of the circle."""
        return max(3.6, 5.0 * self.unit) if self.badge else 0.0

    @property
    def small(self) -> float:
        """The type of facts, and of what is below the name."""
        return max(LEAST, 3.0 * self.unit)

    @property
    def number(self) -> float:
        """The type of numbers, larger where nothing else is in the panel."""
        return max(3.6, 5.5 * self.unit) * self.swell


def card(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a card's front, and the fields that they draw."""
    shape, plan = sheet.look.shape, _planned(sheet, roles)
    paint, ink = ground_of(sheet, roles.ink, roles.title)
    is_bare = not (roles.picture or plan.prose or plan.facts or plan.stats)
    if plan.stats and not (roles.picture or plan.prose or plan.facts):
        plan = replace(plan, swell=2.4 if len(plan.stats) == 1 else 1.6)
    spare = _room(sheet, plan) - _need(sheet, plan)
    if not roles.picture and spare > 0 and plan.name:  # what nothing fills belongs to the name
        most = (0.36 if plan.prose else 0.5) * shape.height
        end = min(plan.end + spare, max(plan.end, most))
        plan = replace(plan, end=shape.height - _EDGE - _FOOT if is_bare else end)
    named = _named(sheet, roles.title, plan)
    if not is_bare:  # the name stands at the top, where a hand of cards shows it
        plan = replace(plan, end=min(plan.end, _TOP + named.block + 1.5))
    panel = (_EDGE, plan.end, shape.width - 2 * _EDGE, shape.height - plan.end - _EDGE)
    ground = [rect(bleeding(shape), paint), *[rect(panel, _PANEL)] * (not is_bare)]
    (below, placed), foot = _below(sheet, plan, roles.picture)
    return [
        *ground, *_head(sheet, roles.title, plan, named, ink), *_stats(sheet, plan, paint, below, foot, roles.picture)
    ], [roles.title, plan.badge, *plan.types, *placed, *plan.stats]  # fmt: skip


def crowding(sheet: TableSheet, roles: Roles) -> str:
    """What has no room on a card, in the smallest type: more than one text in ten, else a column; "" if all has."""
    plan = _planned(sheet, roles)
    if not _has_room(sheet, replace(plan, stats=()), roles.picture, 0.1 * (len(sheet.items) >= 10)):
        return TEXTS
    drawn = {*plan.types, *plan.prose, *plan.facts, *plan.stats, plan.badge}
    return COLUMNS * any(f not in drawn for f in (*roles.numbers, roles.group, *roles.rest) if f)


def _has_room(sheet: TableSheet, plan: _Card, picture: str, but: float) -> bool:
    room = 0.92 * (0.65 if picture else 1.0) * _room(sheet, plan)
    return not plan.prose or prose_depth(prose_said(sheet, plan.prose)[1], plan.wide, but) <= room


# ---- what stands where ----


def _planned(sheet: TableSheet, roles: Roles) -> _Card:
    """The fields of a card in their places."""
    shape = sheet.look.shape
    unit = max(0.6, min(shape.width / 63, shape.height / 88, 1.4))
    wide, numbers = shape.width - 2 * _SIDE, list(roles.numbers)
    costs = [f for f in numbers if sheet.says(f, "cost")]
    costs = [f for f in costs if " " not in sheet.heading(f)] or costs
    radius = max(3.6, 5.0 * unit)
    badge = "".join(f for f in costs if len(costs) == 1 and _price(sheet, f, radius)[1])
    words = sheet.of("text", "one of", "word", "list")
    more = [f for f in roles.rest if f in words and sheet.says(f, "type") and not sheet.is_prose(f)]
    types = [f for f in (roles.group, *more) if f][:2]
    left = wide - (2 * radius + 2) * bool(badge)
    ways: list[list[str]] = [types, sorted(types, key=lambda f: not sheet.says(f, "type"))[:1], []]  # or the kind alone
    types = next(some for some in ways if all(width_of(said, LEAST) <= left for said in _kinds(sheet, some)[1]))
    prose = [f for f in (roles.body, *roles.rest) if f and (f == roles.body or sheet.is_prose(f))]
    prose = sorted((f for f in prose if f not in types and _is_settable(sheet, f, wide)), key=[*sheet.fields].index)
    plan = _Card(_called(sheet, roles), badge, types, prose, (), (), 1, 0.0, wide, unit, max(LEAST, 2.6 * unit))
    names = [word.replace("_", " ") for word in sheet.words(roles.title)]
    lines = bool(plan.name) * (1 + any(line_count(n, left, 4.4 * unit) > 1 for n in names))
    deep = 5.0 + 1.3 * max(LEAST, 4.4 * unit) * lines + 1.35 * plan.small * bool(types)
    deep = max(deep, 17 * unit * bool(plan.name), (6.5 + 2 * plan.radius + 1.3 * LEAST) * bool(badge))
    rest = [f for f in (*numbers, roles.group, *roles.rest) if f and f not in (badge, *types, *prose)]
    counted = [f for f in rest if f in numbers]
    if not any(map(sheet.heading, rest)):  # their order alone says what they are
        rest.sort(key=[*sheet.fields].index)
        counted = counted if {*counted} >= {*rest}.intersection(sheet.of("integer", "number")) else []
    stats, columns = _side_by_side(sheet, counted, plan, 2 if prose or roles.picture else 3)
    heads, step = [sheet.heading(f) for f in stats], wide / columns - 1
    label = fitting(heads, step, 1.35 * plan.label, plan.label)  # each in a line, if that can be
    label = label or size_for([unbroken([head]) for head in heads], step, 9, plan.label, 0)
    plan = replace(plan, stats=stats, columns=columns, label=label, end=deep if plan.name or badge or types else _EDGE)
    fewer = [replace(plan, stats=some) for some in (stats, stats[:columns], ())]  # text goes before numbers
    roomy = [few for but in (0, 0.1) for few in fewer if _has_room(sheet, few, roles.picture, but)]
    plan = roomy[0] if roomy else fewer[-1]
    facts = [f for f in rest if f not in plan.stats and _is_settable(sheet, f, wide)]
    return replace(plan, facts=_roomy(sheet, replace(plan, facts=facts), roles.picture))


def _called(sheet: TableSheet, roles: Roles) -> str:
    """What stands at the top: the name, the id of what says nothing else, the set if more than `Cards`, or ""."""
    if roles.title or (sheet.beside.get("id") and not roles.body):
        return tablesheet.spoken_name(sheet, roles.title)
    return "" if is_nameless(sheet.name) else "set.name"


def _kinds(sheet: TableSheet, types: Sequence[str]) -> Phrase:
    """What stands below the name; a type or a side says what it is."""
    bare = [f for f in types if sheet.says(f, "type") or sheet.says(f, "side")]
    return said_of(sheet, types, _DOT, bare=bare)


def _is_settable(sheet: TableSheet, field: str, wide: float) -> bool:
    """True for words most of which break into lines."""
    words = sheet.words(field)
    return sum(width_of(unbroken([word]), LEAST) <= wide for word in words) * 2 >= len(words)


def _side_by_side(sheet: TableSheet, fields: Sequence[str], plan: _Card, rows: int) -> tuple[list[str], int]:
    """The numbers that have room side by side in so many rows, those first that one plays with; how many in a row."""

    def stand(columns: int) -> list[str]:
        room = plan.wide / columns - 1
        heads = {f: sheet.heading(f) for f in fields}
        fits = [f for f, head in heads.items() if width_of(unbroken([head]), LEAST) <= room
                and line_count(head, room, LEAST) < 3 and width_of(sheet.longest(f), LEAST) <= 0.6 * room]  # fmt: skip
        return sorted(fits, key=lambda f: not sheet.says(f, "play"))[: rows * columns]

    ways = {n: stand(n) for n in range(min(_MOST, len(fields)), 0, -1)} or {1: []}
    most = max(ways, key=lambda n: len(ways[n]))
    usual = [f for f in ways[most] if _SELDOM * sum(map(len, shown_of(sheet, f))) > len(sheet.items)]
    found = min(ways[most], usual, key=lambda stats: ceil(at_once(sheet, stats) / most))
    many, firsts = at_once(sheet, found), [sheet.heading(f).split()[:1] for f in sheet.fields if f in found]
    runs = [len([*run]) for _, run in groupby(firsts)]  # `Left power`, `Left wealth`, `Right power` ...
    are_alike = len({*runs}) == 1 < min(runs[0], len(runs)) and runs[0] <= most
    columns = runs[0] if are_alike else ceil(many / ceil(many / most)) if many else 1  # rows alike
    return [f for f in sheet.fields if f in found], columns


def _roomy(sheet: TableSheet, plan: _Card, picture: str) -> list[str]:
    """The facts that have room beside the texts and the picture."""
    room, facts = _room(sheet, plan) * (0.65 if picture else 1.0), [*plan.facts]
    least = prose_least(prose_said(sheet, plan.prose)[1], plan.wide, room) if plan.prose else 0.0
    while facts:
        words, said = said_of(sheet, facts, _between(sheet, plan, picture))
        if len(words) <= _EXPRESSION and least + depth_of(said, plan.wide, LEAST, 0) + 0.8 <= room:
            break
        facts.pop()
    return facts


def _between(sheet: TableSheet, plan: _Card, picture: str) -> str:
    """What parts facts: they stand in lines of their own where nothing else needs the room."""
    return _DOT if plan.prose or picture or at_once(sheet, plan.facts) > _FEW else "\n"


# ---- the head ----


class _Named(NamedTuple):
    """Where the name begins, how wide its lines are, its type, how high it is, what is below it, and all."""

    left: float
    wide: float
    size: float
    deep: float
    under: float
    block: float


def _named(sheet: TableSheet, title: str, plan: _Card) -> _Named:
    """The name in one line, in two where it would be much smaller."""
    r = plan.radius
    names = [word.replace("_", " ") for f in (title, sheet.stands_in[1]) for word in sheet.words(f)]
    names = names or [sheet.name] * bool(plan.name)
    left = _SIDE + (2 * r + 2) * bool(plan.badge)
    under, wide = 1.35 * plan.small if plan.types else 0.0, sheet.look.shape.width - _SIDE - left
    room = plan.end - _TOP - 1
    most = next(size for deep, size in ((24, 5.2), (50, 7.5), (999, 14)) if plan.end < deep * plan.unit) * plan.unit
    one, two = (size_for(names, wide, high, most, _LONG, 1.3) for high in (min(room - under, 1.3 * most), room - under))
    size = max(one if one >= _LINE * two else two, 1.25 * plan.small * bool(under))
    deep = min(room - under, max(depth_of(names, wide, size, _LONG, leading=1.3), depth_of(names, wide, LEAST, 0, 1.3)))
    return _Named(left, wide, size, deep, under, max(deep + under, (2 * r + 1.3 * LEAST) * bool(plan.badge)))


def _head(sheet: TableSheet, title: str, plan: _Card, named: _Named, ink: str) -> list[str]:
    """The name in one or two lines, the type below it, the number with its label."""
    parts, r, (left, wide, size, deep, under, block) = list[str](), plan.radius, named
    low = _TOP + (plan.end - _TOP - 1 + block) / 2
    y = low - max(under + deep, (1.3 * LEAST + r + deep / 2) * bool(plan.badge and not under))  # beside the circle
    where, has = "bottom" if under else "middle", if_true(sheet, plan.badge) if plan.badge else ""
    ways = [(left, f' pnp:if="{has}"' * bool(has)), (_SIDE, f' pnp:if="not ({has})"')][: 1 + bool(has)]
    for x, more in ways:  # where a card has no cost, its name begins at the edge
        if plan.name:
            said, lead = plan.name, ' pnp:leading="1.1"' + (more or if_said(sheet, title))
            said = f"{said}|default('')" if more and if_said(sheet, title) else said
            box = (x, y, wide + left - x, deep)
            parts.append(text(said, box, size, "Name", lines=2, bold=True, valign=where, ink=ink, more=lead))
        if under:
            box = (x, y + deep, wide + left - x, under)
            parts.append(text(_kinds(sheet, plan.types)[0], box, plan.small, "Type", bold=True, ink=ink, more=more))
    return [*parts, *_badge(sheet, plan.badge, (5 + r, low - 1.3 * LEAST - r, r), ink)]


def _price(sheet: TableSheet, field: str, radius: float) -> tuple[str, str]:
    """What stands below a cost, as an expression and as words: its heading, else the word in it that says so."""
    heading = sheet.heading(field)
    ways = [heading, *(word for word in heading.split() if says(word, "cost"))]
    words = next((word for word in ways if width_of(word, LEAST) <= 2 * radius + 3), "")
    return sheet.label(field) if words == heading else repr(human(words)), words


def _badge(sheet: TableSheet, field: str, circle: tuple[float, float, float], ink: str) -> list[str]:
    """A number in a circle (x, y, radius), with its label below."""
    if not field:
        return []
    (x, y, r), has = circle, if_said(sheet, field)
    label, sample = _price(sheet, field, r)
    box, below = (x - 0.85 * r, y - r, 1.7 * r, 2 * r), (x - r - 1.2, y + r, 2 * r + 2.4, 1.3 * LEAST)
    return [
        f'<circle{has} cx="{x:.4g}" cy="{y:.4g}" r="{r:.4g}" fill="{WHITE}"/>',
        text(scope_name(field), box, 1.34 * r, "1", middle=True, bold=True, more=has),
        text(label, below, LEAST, sample, middle=True, bold=True, ink=ink, more=has),
    ]


# ---- the panel ----


def _room(sheet: TableSheet, plan: _Card) -> float:
    """How high the panel is between the head and the row of numbers."""
    return sheet.look.shape.height - _EDGE - _FOOT - _rows(sheet, plan) - plan.end - 1.5


def _row(sheet: TableSheet, plan: _Card) -> float:
    """How high a row of numbers is with its labels."""
    room = plan.wide / plan.columns - 1
    lines = max((line_count(sheet.heading(f), room, plan.label) for f in plan.stats), default=0)
    are_more = at_once(sheet, plan.stats) > plan.columns
    return (1.2 + 0.15 * are_more) * plan.number + 1.25 * plan.label * lines


def _rows(sheet: TableSheet, plan: _Card) -> float:
    """How high all rows of numbers are."""
    return ceil(at_once(sheet, plan.stats) / plan.columns) * _row(sheet, plan) + bool(plan.stats)


def _need(sheet: TableSheet, plan: _Card) -> float:
    """How much room texts and facts take at ease."""
    said = prose_said(sheet, plan.prose)[1] if plan.prose else []
    texts = max(depth_of(said, plan.wide, 5.0 * plan.unit, leading=1.3), prose_depth(said, plan.wide) / 0.92)
    size = (3.0 if plan.prose else 5.0) * plan.unit
    facts = (
        depth_of(said_of(sheet, plan.facts, _between(sheet, plan, ""))[1], plan.wide, size, 0) if plan.facts else 0.0
    )
    return texts + facts + 3


def _below(sheet: TableSheet, plan: _Card, picture: str) -> tuple[Drawn, list[str]]:
    """The picture, the texts and the facts, one below the other; facts at the foot apart."""
    x, y, wide, room = _SIDE, plan.end + 1.5, plan.wide, _room(sheet, plan)
    drawn, foot, between = list[str](), list[str](), _between(sheet, plan, picture)
    texts = prose_said(sheet, plan.prose)[1] if plan.prose else []
    facts, said = said_of(sheet, plan.facts, between) if plan.facts else ("", [])
    alone = not (picture or texts)
    least = prose_least(texts, wide, room)
    deep = room - least - 0.35 * room * bool(picture)
    size = size_for(said, wide, deep - 0.8, (6.2 if alone else 3.0) * plan.unit, 0) if facts else 0.0
    low = (room if alone else depth_of(said, wide, size, 0) + 0.8) if facts else 0.0
    ways = [(y, room - low, "")]
    if picture:
        tall, seen = room - low, if_true(sheet, picture)
        share = room - low - depth_of(texts, wide, 3.6 * plan.unit) - 2
        tall = min(max(share, 0.35 * tall), 0.68 * tall) if texts else tall
        whole = (_EDGE, y - 1.5, wide + 2 * (_SIDE - _EDGE), tall)
        drawn.append(image(picture, whole, SLICE * sheet.fills(whole[2] / whole[3]), many=sheet.most(picture)))
        ways = [(y + tall, room - low - tall, f' pnp:if="{seen}"' * bool(seen))]
        ways += [(y, room - low, f' pnp:if="not ({seen})"')] * bool(seen)  # its room is the text's
    for at, high, more in ways if texts else ():
        drawn += prose_drawn(sheet, plan.prose, (x, at + 0.04 * high, wide, 0.92 * high), plan.unit, more)
    if facts:
        box, where = (x, y + room - low, wide, low - 0.8), "middle" if alone else "bottom"
        given, few = [*map(partial(if_true, sheet), plan.prose)], "\n" if len(plan.facts) <= _FEW else _DOT
        has = " or ".join(given) if texts and all(given) and not picture else ""  # else the room is that of facts
        more = f' pnp:if="{has}"' * bool(has)
        place = drawn if alone else foot
        place.append(text(facts, box, size, "Fact: so", lines=99, valign=where, middle=alone, ink=GREY, more=more))
        if has:
            facts, said = said_of(sheet, plan.facts, few)
            size = size_for(
                [s for s, told in zip(said, texts, strict=True) if not told], wide, room - 0.8, 5 * plan.unit, 0
            )
            box, more = (x, y, wide, room - 0.8), f' pnp:if="not ({has})"'
            drawn.append(text(facts, box, size, "Fact: so", lines=99, middle=True, ink=GREY, more=more))
    return (drawn, [*filter(None, [picture]), *plan.prose, *plan.facts]), foot


def _stats(sheet: TableSheet, plan: _Card, paint: str, below: list[str], foot: list[str], picture: str) -> list[str]:
    """What is below the head, and numbers side by side above their labels, alone in the middle of the panel. Where a
    card has fewer rows of them, they stand lower, and texts by half as much."""
    if not plan.stats:
        return [*below, *foot]
    row, step = _row(sheet, plan), plan.wide / plan.columns
    y, alone = sheet.look.shape.height - _EDGE - _FOOT - _rows(sheet, plan), not (picture or plan.prose or plan.facts)
    y -= alone * _room(sheet, plan) / 2
    said = [word for f in plan.stats for word in sheet.words(f)]
    size = min(plan.number, size_for(said, step - 2.5, 1.3 * plan.number, plan.number, 0))
    pairs = " + ".join(_pair(sheet, f) for f in plan.stats)
    value = (_SIDE + 0.5, y + 1, step - 1, 1.2 * plan.number)
    label = (_SIDE + 0.5, y + 1 + 1.2 * plan.number, step - 1, row - 1.2 * plan.number)
    cell = [
        text("pair[1]", value, size, "2", middle=True, bold=True),
        text("pair[0]", label, plan.label, "HP", lines=2, middle=True, valign="top", ink=GREY),
    ]
    given = [if_true(sheet, f) for f in plan.stats]
    rule = rect((_SIDE, y, plan.wide, 0.4), paint + f" pnp:if={quoteattr(' or '.join(given))}" * all(given))
    most, least = (ceil(at_once(sheet, plan.stats, which) / plan.columns) for which in (max, min))
    way = f'pnp:step="{step:.4g} 0"' + f' pnp:wrap="{plan.columns} 0 {row:.4g}"' * (most > 1)
    is_lower = least < most and not alone
    group = f"<g pnp:for={quoteattr('pair in ' + ('stats' if is_lower else pairs))} {way}>"
    missing = f"({most} - (stats|length + {plan.columns - 1}) // {plan.columns}) * {row:.4g}"
    lower, higher = (quoteattr(f"'translate(0 ' ~ {by}{missing} ~ ')'") for by in ("", "-0.5 * "))
    parts = [*foot, *[rule] * (not alone), "\n".join([group, *(f"  {part}" for part in cell), "</g>"])]
    if not is_lower:
        return [*below, *parts]
    above, texts = below[: bool(picture)], below[bool(picture) :]  # a picture stays below the name
    parts[:0] = ["\n".join([f"<g pnp:transform={higher}>", *elements.indented(texts), "</g>"])] * bool(texts)
    around = f"<g pnp:for={quoteattr(f'stats in [{pairs}]')} pnp:transform={lower}>"
    return [*above, "\n".join([around, *elements.indented(parts), "</g>"])]


def _pair(sheet: TableSheet, field: str) -> str:
    """A list of the heading and the value of a number; an empty one where a card has none."""
    condition, pair = if_true(sheet, field), f"[[{sheet.label(field)}, {scope_name(field)}]]"
    return f"({pair} if {condition} else [])" if condition else pair
