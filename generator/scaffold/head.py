"""The head of a card: the name in one line or two, the kind below it, a number in a circle, icons.

Promise: it begins at one height, whatever it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.data.reading.grid import plain
from generator.scaffold import elements
from generator.scaffold.elements import INK, LABELLED, depth_of, image, size_for, text
from generator.scaffold.measures import LEAST, fitting, line_count
from generator.scaffold.printing import Phrase, if_said, if_true, said_of
from generator.scaffold.stats import EDGE, SIDE, CardPlan
from generator.scaffold.tablesheet import TableSheet

TOP = 4.5
"""Where a head begins, mm."""
_LINE = 0.7
"""A name that is smaller than so much of what two lines would have stands in two."""
_LESS, _FEWER = (0.92, 0.85, 0.78, 0.7, 0.65), 0.2
"""So much smaller type may be where names break, into fewer lines then: so many for each name."""
_DOT = " · "
_ALIKE = 0.75
"""So much smaller type is rather that of all names than one of several."""
_LONG = 0.25
"""The share of the names that may be longer than those that their type is for: they shrink, each alone."""


def kinds_said(sheet: TableSheet, types: Sequence[str]) -> Phrase:
    """What stands below the name; a type or a side says what it is."""
    bare = [f for f in types if is_subtitle(sheet, f) or any(sheet.says(f, what) for what in ("type", "side"))]
    return said_of(sheet, types, _DOT, bare=bare)


def is_subtitle(sheet: TableSheet, field: str) -> bool:
    """True for what is headed so, and for a title where that is not the name."""
    return sheet.says(field, "subtitle") or plain(sheet.heading(field)) == "title"


class HeadRoom(NamedTuple):
    """Where the name begins, how wide its lines are, its type, how high it is, what is below it, and all."""

    left: float
    wide: float
    size: float
    deep: float
    under: float
    block: float


def head_room(sheet: TableSheet, title: str, plan: CardPlan) -> HeadRoom:
    """The name in one line, in two where it would be much smaller."""
    r = plan.radius
    names = sheet.names(title) or [sheet.name] * bool(plan.name)
    left = SIDE + (2 * r + 2) * bool(plan.badge)
    under, wide = 1.35 * plan.kind if plan.types else 0.0, sheet.look.shape.width - SIDE - left - plan.beside
    room = plan.end - TOP - 1
    most = next(size for deep, size in ((24, 5.2), (50, 7.5), (999, 14)) if plan.end < deep * plan.unit) * plan.unit
    one, two = (size_for(names, wide, high, most, _LONG, 1.3) for high in (min(room - under, 1.3 * most), room - under))
    circle = (2 * r + LABELLED) * bool(plan.badge)
    beside = size_for(names, wide, circle - under, most, _LONG, 1.3) if circle else 0.0  # lines take no room there
    size = max(one if one >= _LINE * two else two, beside, 1.25 * plan.kind * bool(under))
    all_ = max(fitting(names, wide, high, size, 1.3) for high in (circle - under, room - under))
    is_one = all_ >= max(_ALIKE * size, 1.25 * plan.kind * bool(under))  # all in one type, if that can be
    size = all_ if is_one else size
    sizes = [share * size for share in (1.0, *_LESS) if share * size >= 1.25 * plan.kind]
    broken = [sum(line_count(name, wide, size) for name in names) for size in sizes]
    fewest, least = min(zip(broken, (-size for size in sizes), strict=True), default=(0, -size))
    size = -least if broken and fewest + _FEWER * len(names) <= broken[0] else size
    ways = (
        (size, 0 if is_one else _LONG),
        (max(LEAST, _LINE * size), 0),
    )  # a longer name has two lines before it is much smaller
    deep = min(room - under, max(depth_of(names, wide, high, but, leading=1.3) for high, but in ways))
    return HeadRoom(left, wide, size, deep, under, max(deep + under, circle, plan.icon))


def head_drawn(sheet: TableSheet, title: str, plan: CardPlan, named: HeadRoom, ink: str) -> list[str]:
    """The name in one or two lines, the type below it, the number with its label."""
    parts, r, (left, wide, size, deep, under, block) = list[str](), plan.radius, named
    low = TOP + (plan.end - TOP - 1 + block) / 2
    beside = LABELLED + r + deep / 2 if plan.badge and not under else 0.0  # in the middle of the circle
    y = low - min(block, max(under + deep, beside))
    where, has = "bottom" if under else "middle", if_true(sheet, plan.badge) if plan.badge else ""
    ways = [(left, f' pnp:if="{has}"' * bool(has)), (SIDE, f' pnp:if="not ({has})"')][: 1 + bool(has)]
    for x, more in ways:  # where a card has no cost, its name begins at the edge
        if plan.name:
            said, lead = plan.name, ' pnp:leading="1.1"' + (more or if_said(sheet, title))
            said = f"{said}|default('')" if more and if_said(sheet, title) else said
            box = (x, y, wide + left - x, deep)
            parts.append(text(said, box, size, "Name", lines=2, bold=True, valign=where, ink=ink, more=lead))
        if under:
            box = (x, y + deep, wide + left - x, under)
            parts.append(text(kinds_said(sheet, plan.types)[0], box, plan.kind, "Type", bold=True, ink=ink, more=more))
    x, side = sheet.look.shape.width - SIDE - plan.beside + 1, plan.icon
    icons = [image(f, (x + n * (side + 1), low - (block + side) / 2, side, side)) for n, f in enumerate(plan.icons)]
    return [*parts, *icons, *elements.circled(sheet, plan.badge, (5 + r, low - LABELLED - r, r), ink)]


def head_alone(sheet: TableSheet, title: str, plan: CardPlan, ink: str, frame: str = "") -> list[str]:
    """The name and what is below it in the middle, as large as what has the whole card, within a fine line, or on white
    within a `frame` of that fill, which takes little ink; the circle stands above."""
    w, h, r, u = sheet.look.shape.width, sheet.look.shape.height, plan.radius, plan.unit
    top = (6 + 2 * r + LABELLED) if plan.badge else SIDE
    names = sheet.names(title) or [sheet.name]
    wide, said = plan.wide - 2, kinds_said(sheet, plan.types) if plan.types else ("", [""])
    size = size_for(names, wide, 0.5 * (h - 2 * top), 11 * u, 0, 1.2)
    kind = min(size_for(said[1], wide, 7.2 * u, 5.5 * u, 0), 0.7 * size) if plan.types else 0.0
    deep, gap = min(0.6 * (h - 2 * top), depth_of(names, wide, size, 0, 1.2)), 2.2 * u * bool(kind)
    y = (h - deep - 2 * gap - 1.3 * kind) / 2
    more, words = if_said(sheet, title), INK if frame else ink
    line = f'fill="none" rx="2.5" stroke="{ink.split(chr(34))[1]}" stroke-opacity="0.45" stroke-width="0.35"'
    boxes = [(edge, edge, w - 2 * edge, h - 2 * edge) for edge in (EDGE, EDGE + 1.4 * u)]
    fills = [f'rx="3" {frame}', f'rx="{3 - 1.4 * u:g}" fill="{elements.WHITE}"'] if frame else [line]
    parts = [elements.rect(*drawn) for drawn in zip(boxes, fills, strict=False)]
    lead = ' pnp:leading="1.1"' + more
    box = (SIDE + 1, y, wide, deep)
    parts.append(text(plan.name, box, size, "Name", lines=9, middle=True, bold=True, ink=words, more=lead))
    if kind:
        low, has = y + deep + gap, " or ".join(if_true(sheet, f) for f in plan.types)
        seen = f' pnp:if="{has}"' * all(if_true(sheet, f) for f in plan.types)
        parts.append(elements.rect((w / 2 - 4 * u, low - 0.15, 8 * u, 0.3), words + ' fill-opacity="0.6"' + seen))
        box = (SIDE + 1, low + gap, wide, 1.3 * kind)
        parts.append(text(said[0], box, kind, "Type", middle=True, bold=True, ink=words, more=seen))
    return [*parts, *elements.circled(sheet, plan.badge, (5 + r, 5 + r, r), words, *[frame, ink] * bool(frame))]
