"""The head of a card: the name, the cost with its label, the type.

Promise: it is as deep as it must be; where a card has neither a name nor anything else for it, there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.scaffold.elements import WHITE, Drawn, depth_of, size_for, text
from generator.scaffold.measures import LEAST, half_ems, line_count, unbroken, width_of
from generator.scaffold.pages import is_nameless
from generator.scaffold.roles import Roles, cost_in, spoken_name
from generator.scaffold.sheet import BADGE, TableSheet, if_said, if_true, is_of_print, joined_facts, scope_name
from generator.values import dataclass

EDGE, SIDE = 3.0, 5.5
"""How wide the frame is; how far words in the panel are from the cut."""
DOT = " · "
_LONG = 0.25
"""The share of the names that may be longer than those that their type is for: they shrink, each alone."""


@dataclass(frozen=True, slots=True)
class CardHead:
    """The expression of the name, where the head ends, the types below the name, the number in its circle, the radius
    of that, and where words begin and how wide they may be."""

    name: str
    end: float
    types: Sequence[str]
    badge: str
    radius: float
    left: float
    room: float


def card_head(sheet: TableSheet, roles: Roles, wide: float, unit: float, *, is_named: bool = True) -> CardHead:
    """The head as deep as it must be. In its circle is the cost, or the one number that there is."""
    radius, names = max(3.6, 5.0 * unit), [word.replace("_", " ") for word in sheet.words(roles.title)]
    badge = cost_in(sheet, roles.numbers)
    others = (*roles.numbers, *(f for f in roles.rest if is_in_figures(sheet, f)))
    alone = [f for f in others if not (sheet.only_numbers(f) or is_of_print(sheet, f))] == [badge]
    alone = alone or (
        not (roles.group or roles.body or roles.rest) and [*others] == [badge] and bool(sheet.heading(badge))
    )
    fits = bool(badge) and sheet.is_short(badge) and width_of(sheet.heading(badge), LEAST) <= 2 * radius + 3
    fits = fits and width_of(unbroken(names), LEAST) <= wide - 12 - 2 * radius
    badge = badge if fits and (alone or sheet.says(badge, "cost")) else ""
    left = 7.5 + 2 * radius if badge else SIDE
    more = [f for f in roles.rest if sheet.says(f, "type") and any(map(str.isalnum, sheet.longest(f)))]
    types = [f for f in (roles.group, *more) if f]
    under = 1.35 * max(LEAST, 3.0 * unit) if types else 0.0
    name = _called(sheet, roles) if is_named else ""
    lines = bool(name) * (1 + any(line_count(n, wide - 5 - left, 4.4 * unit) > 1 for n in names))
    deep = 5.0 + 1.3 * max(LEAST, 4.4 * unit) * lines
    is_wide = width_of(DOT.join(map(sheet.longest, types[:2])), LEAST) > wide - SIDE - left
    end = max(deep + under, 17 * unit * bool(name), (6.5 + 2 * radius + 1.3 * LEAST) * bool(badge))
    end = end if types or badge or name else EDGE
    types = sorted(types[:2], key=lambda f: is_wide and not sheet.says(f, "type"))[: 2 - is_wide]
    return CardHead(name, end, types, badge, radius, left, wide - SIDE - left)


def _called(sheet: TableSheet, roles: Roles) -> str:
    """The expression of what stands at the top: the name, the id of what says nothing else, what the set is called
    where that is more than `Cards`; "" where there is none of these."""
    if roles.title or (sheet.beside.get("id") and not roles.body):
        return spoken_name(sheet, roles)
    return "" if is_nameless(sheet.name) else "set.name"


def titles(sheet: TableSheet, roles: Roles, head: CardHead, unit: float, ink: str) -> Drawn:
    """The name in one or two lines, the type below it, the number with its label."""
    parts, badge, r, top, small = list[str](), head.badge, head.radius, 4.5, max(LEAST, 3.0 * unit)
    names = [word.replace("_", " ") for word in sheet.words(roles.title)] or [sheet.name] * bool(head.name)
    under = 1.35 * small if head.types else 0.0
    room = head.end - top - 1 - under
    most = next(size for deep, size in ((24, 5.2), (50, 7.5), (999, 11)) if head.end < deep * unit) * unit
    one, two = (size_for(names, head.room, high, most, _LONG, 1.3) for high in (min(room, 1.3 * most), room))
    size = max(one if one >= 0.95 * two else two, 1.25 * small * bool(under))
    deep = min(room, max(depth_of(names, head.room, size, leading=1.3), depth_of(names, head.room, LEAST, 0, 1.3)))
    block = max(deep + under, (2 * r + 1.3 * LEAST) * bool(badge))
    low = top + (head.end - top - 1 + block) / 2
    y = low - under - deep
    where, given = "bottom" if under else "middle", if_true(sheet, badge) if badge else ""  # beside the type
    ways = [(head.left, f' pnp:if="{given}"' * bool(given)), (SIDE, f' pnp:if="not ({given})"')][: 1 + bool(given)]
    for left, more in ways:  # where a card has no cost, its name begins at the edge
        room = head.room + head.left - left
        if head.name:
            box, lead = (left, y, room, deep), ' pnp:leading="1.1"' + more
            parts.append(text(head.name, box, size, "Name", lines=2, bold=True, valign=where, ink=ink, more=lead))
        if under:
            box, said = (left, y + deep, room, under), joined_facts(sheet, head.types, DOT, is_headed=False)
            parts.append(text(said, box, small, sheet.heading(head.types[0]), bold=True, ink=ink, more=more))
    if badge:
        parts += _badge(sheet, badge, (5 + r, low - 1.3 * LEAST - r, r), ink)
    return parts, [roles.title, *head.types, badge]


def _badge(sheet: TableSheet, field: str, circle: tuple[float, float, float], ink: str) -> list[str]:
    """A number in a circle (x, y, radius), with its label below."""
    x, y, r = circle
    has, label = if_said(sheet, field), sheet.heading(field)
    box, below = (x - 0.85 * r, y - r, 1.7 * r, 2 * r), (x - r - 1.2, y + r, 2 * r + 2.4, 1.3 * LEAST)
    return [
        f'<circle{has} cx="{x:.4g}" cy="{y:.4g}" r="{r:.4g}" fill="{WHITE}"/>',
        text(scope_name(field), box, 1.34 * r, "1", middle=True, bold=True, more=has),
        text(sheet.label(field), below, LEAST, label, middle=True, bold=True, ink=ink, more=has),
    ]


def is_in_figures(sheet: TableSheet, field: str) -> bool:
    """True for what is told in figures, also a price or a long number."""
    signs = {c for word in sheet.words(field) for c in word}
    is_so = any(c.isdigit() for c in signs) and not any(c.isalpha() for c in signs) and field not in sheet.of("list")
    return is_so and half_ems(sheet.longest(field)) <= 2 * BADGE
