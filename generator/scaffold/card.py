"""A `TableSheet` -> the drawing of a card: a frame and a head in its colour, and a pale panel.

In the head are the cost with its label, the name and the type; in the panel, from the top: the picture, the texts, all
else as lines `Heading: value`, and a row of numbers. A picture of the whole card lies behind head and panel, which
leave it what they do not need. Promise: name, picture and text are always drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from xml.sax.saxutils import escape

from generator.data.lexicon import is_latin, table_words
from generator.data.model import NAME_FIELDS
from generator.data.reading.grid import plain_ascii
from generator.scaffold import elements
from generator.scaffold.elements import (
    GREY,
    INK,
    LABELLED,
    SLICE,
    Box,
    Drawn,
    at_times,
    bleeding,
    depth_of,
    drawn_where,
    image,
    rect,
    size_for,
    text,
)
from generator.scaffold.frame import card_in_frame, frames_of
from generator.scaffold.head import TOP, head_alone, head_drawn, head_room, is_subtitle, kinds_said
from generator.scaffold.hues import ground_of
from generator.scaffold.illustrated import pictures_cover, pictures_fill
from generator.scaffold.measures import LEAST, fitting, half_ems, is_sign, line_count, unbroken, width_of
from generator.scaffold.pages import is_nameless
from generator.scaffold.printing import EXPRESSION, Phrase, as_printed, at_once, if_said, if_true, said_of, spoken_name
from generator.scaffold.prose import EASY, prose_depth, prose_drawn, prose_least, prose_said
from generator.scaffold.roles import Roles
from generator.scaffold.stats import EDGE, FOOT, SIDE, CardPlan, rows_depth, side_by_side, stats_drawn, stats_listed
from generator.scaffold.tablesheet import TableSheet
from generator.values import replace

_FEW, _HEAP = 2, 6
"""So many short facts stand below the name where there is nothing else: a panel would be empty; of more than these one
behind another none is found."""
_SNUG, _SMALL = 2.7, 2.4
"""Of type (mm), beside a picture that else were small, or too low to fill the width."""
_ICONS = 2
"""So many more pictures stand beside the name."""
TEXTS, COLUMNS, HEAP = "many texts", "some columns", "so many facts"
"""What has no room on a card."""
_LABEL = "**{}:** "
"""How a fact is headed."""
_PALE, _CUT, _CROPPED = 0.85, 0.15, 1.25
"""How much of a picture of the whole card head and panel hide that lie on it; of what may be cut off it is one; what is
above so many times as high or wide as the place of art is shown whole there."""
_PANEL = 'rx="2" fill="#fbfaf7" stroke="#22262b" stroke-opacity="0.15" stroke-width="0.25"'


def card(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a card's front, and the fields that they draw."""
    if frames_of(sheet, roles):
        return card_in_frame(sheet, roles, _planned(sheet, roles))
    scene = roles.picture if roles.picture and pictures_cover(sheet, roles.picture, _CUT) else ""
    roles = replace(roles, picture="" if scene else roles.picture)
    shape, plan = sheet.look.shape, _planned(sheet, roles)
    if rank := "" if scene or roles.picture else _rank(sheet, roles, plan):
        roles = replace(roles, picture=rank)
        plan = _planned(sheet, roles) if rank != roles.title else replace(plan, end=max(plan.end, 24 * plan.unit))
    paint, ink = ground_of(sheet, roles.ink, roles.title)
    is_bare = not (roles.picture or plan.prose or plan.facts or plan.stats)
    if is_bare and plan.name and not scene:
        return head_alone(sheet, roles.title, plan, ink, paint), [
            roles.title, plan.badge, *plan.types
        ]  # fmt: skip
    if plan.stats and not (roles.picture or plan.prose or plan.listed):
        large = _swelled(sheet, plan)
        plan = large if _need(sheet, large) <= _room(sheet, large) else plan
    spare = _room(sheet, plan) - _need(sheet, plan)
    is_named = not roles.title or roles.title in NAME_FIELDS or sheet.says(roles.title, "name")
    is_topic = bool(plan.prose) and not is_named and 2 * len({*sheet.words(roles.title)}) <= len(sheet.items)
    plan = replace(plan, ease=1.3 if is_topic or not plan.name else 1.0)
    if not (roles.picture or scene or is_topic) and spare > 0 and plan.name:  # what nothing fills is the name's
        most = (0.36 if plan.prose else 0.5) * shape.height
        plan = replace(plan, end=min(plan.end + spare, max(plan.end, most)))
    named = head_room(sheet, roles.title, plan)
    if not is_bare:  # the name stands at the top, where a hand of cards shows it
        plan = replace(plan, end=min(plan.end, TOP + named.block + 1.5))
    head = head_drawn(sheet, roles.title, plan, named, ink)
    ground, more = [rect(bleeding(shape), paint)], f' fill-opacity="{_PALE}"' * bool(scene)
    if scene:
        ground += [image(scene, bleeding(shape), SLICE), rect((-3, -3, shape.width + 6, plan.end + 2), paint + more)]
        plan = replace(plan, end=_low(sheet, plan))
    panel = (EDGE, plan.end, shape.width - 2 * EDGE, shape.height - plan.end - EDGE)
    all_ = [*filter(None, [roles.picture]), *plan.prose, *plan.facts, *plan.stats]
    drawn, has = [rect(panel, _PANEL + more)] * (not is_bare), at_times(sheet, all_) if scene else ""
    head += drawn_where(has, drawn) if has else drawn  # nothing hides it for no words
    (below, placed), foot = _below(sheet, plan, roles.picture, INK if ink.count("fill") > 1 else paint)
    parts = stats_drawn(sheet, plan, paint, _room(sheet, plan), below, foot, bool(roles.picture))
    is_art, said = bool(scene or roles.picture), [*plan.prose, *plan.facts]
    if has := "" if is_art or plan.listed else at_times(sheet, said * bool(plan.stats)):  # a list keeps its place
        bare = _swelled(sheet, replace(plan, prose=(), facts=()))
        lone = stats_drawn(sheet, bare, paint, _room(sheet, bare), [], [], 0)
        parts = [*drawn_where(has, parts), *drawn_where(f"not ({has})", lone)]
    parts = [*head, *parts]
    if has := "" if scene or not plan.name else at_times(sheet, all_):
        parts = [*drawn_where(has, parts), *drawn_where(f"not ({has})", head_alone(sheet, roles.title, plan, ink))]
    return [*ground, *parts], [
        roles.title, plan.badge, *plan.types, *plan.icons, *filter(None, [scene]), *placed, *plan.stats
    ]  # fmt: skip


def _rank(sheet: TableSheet, roles: Roles, plan: CardPlan) -> str:
    """The field of ranks, on cards that say no more: short names, each in several suits, or the only number of cards
    that are called as suits are, or not at all. They are large in the middle."""
    said = sheet.words(roles.title) if roles.title else []
    if plan.prose or plan.facts or 2 * len({*said}) > len(said):
        return ""
    is_short = 3 * sum(half_ems(word) < 3 for word in said) > 2 * len(sheet.items)
    lone = next(iter(plan.stats), "") if len(plan.stats) == 1 and roles.ink else ""
    suits = roles.group if roles.group and any(map(is_sign, sheet.words(roles.group))) else ""
    return (suits or roles.title) if is_short else lone


def _swelled(sheet: TableSheet, plan: CardPlan) -> CardPlan:
    """With the numbers, and their labels, as large as what nothing else is beside."""
    plan = replace(plan, swell=2.4 if len(plan.stats) == 1 and not plan.facts else 1.6)
    heads, step, most = sheet.labels(*plan.stats), plan.wide / plan.columns - 1, 1.3 * plan.small
    return replace(plan, label=max(fitting(heads, step, 1.35 * most, most), plan.label))


def _low(sheet: TableSheet, plan: CardPlan) -> float:
    """Where a panel begins that lies low on a picture: its words are as large as is read with ease."""
    said = _texts(sheet, plan)
    facts = _facts(sheet, plan, "")[1] if plan.facts else []
    need = max(prose_depth(said, plan.wide), depth_of(said, plan.wide, EASY * plan.unit) + 2.4) / 0.92 if said else 0
    need += depth_of(facts, plan.wide, plan.small, 0) + 0.8 if facts else 0
    return max(plan.end, sheet.look.shape.height - EDGE - FOOT - 1.5 - rows_depth(sheet, plan) - need)


def crowding(sheet: TableSheet, roles: Roles) -> str:
    """What has no room on a card, in the smallest type: more than one text in ten, else a column; "" if all has."""
    plan = _planned(sheet, roles)
    if not _has_room(sheet, replace(plan, stats=()), roles.picture, 0.1 * (len(sheet.items) >= 10)):
        return TEXTS
    drawn = {*plan.types, *plan.prose, *plan.facts, *plan.stats, plan.badge}
    is_heap = at_once(sheet, plan.facts) > _HEAP and ";" in _facts(sheet, plan, roles.picture)[0]
    lacks = any(f not in drawn for f in (*roles.numbers, roles.group, *roles.rest) if f)
    return COLUMNS if lacks else HEAP * is_heap


def _has_room(sheet: TableSheet, plan: CardPlan, picture: str, but: float) -> bool:
    room = 0.92 * (0.65 if picture else 1.0) * _room(sheet, plan)
    return prose_depth(_texts(sheet, plan), plan.wide, but) <= max(room, 0)


def _texts(sheet: TableSheet, plan: CardPlan) -> list[str]:
    """What the texts of each card say."""
    return prose_said(sheet, plan.prose)[1] if plan.prose else []


# ---- what stands where ----


def _planned(sheet: TableSheet, roles: Roles) -> CardPlan:
    """The fields of a card in their places."""
    shape = sheet.look.shape
    unit = max(0.6, min(shape.width / 63, shape.height / 88, 1.4))
    wide, numbers = shape.width - 2 * SIDE, list(roles.numbers)
    prose = [f for f in (roles.body, *roles.rest) if f and (f == roles.body or sheet.is_prose(f))]
    costs = [f for f in numbers if sheet.says(f, "cost")]
    costs = [f for f in costs if " " not in sheet.heading(f)] or costs
    lone = [f for f in numbers if not sheet.heading(f) or any(map(str.isalnum, sheet.heading(f)))]  # signs are thin
    costs = costs or lone * bool(prose or roles.picture)  # a number alone stands where a hand of cards shows it
    radius = max(3.6, 5.0 * unit)
    badge = "".join(f for f in costs if len(costs) == 1 and elements.price_of(sheet, f, radius)[1])
    words = sheet.of("text", "one of", "word", "list")
    more = [f for f in roles.rest if f in words and not sheet.is_prose(f)]
    costs = [f for f in more if sheet.says(f, "cost") and any(map(str.isalpha, "".join(sheet.words(f))))]
    own = [f for f in roles.rest if f in words and is_subtitle(sheet, f)][:1]
    more = [*(f for f in more if sheet.says(f, "type")), *costs]
    kinds = [f for f in (roles.group, *more) if f and f not in own]
    kinds.sort(key=lambda f: bool(own) and not sheet.says(f, "type"))  # beside a subtitle the kind alone
    types = [*own, *kinds[: 2 - len(own)]]
    icons = roles.icons[:_ICONS]
    left = wide - (2 * radius + 2) * bool(badge) - len(icons) * (8.5 * unit + 1)
    ways = [types, own or types, sorted(types, key=lambda f: not sheet.says(f, "type"))[:1], list[str]()]  # one alone
    types = next(some for some in ways if all(width_of(said, LEAST) <= left for said in kinds_said(sheet, some)[1]))
    prose = sorted((f for f in prose if f not in types and _is_settable(sheet, f, wide)), key=[*sheet.fields].index)
    lone = [f for f in (roles.group, *roles.rest) if f]
    short = {*words, *sheet.of("integer", "number")}
    is_bare = not (roles.picture or prose or numbers) and len(lone) <= _FEW and {*lone} <= short
    is_bare = is_bare and not any(map(sheet.tells, lone))
    types = lone if is_bare and all(width_of(said, LEAST) <= wide for said in kinds_said(sheet, lone)[1]) else types
    plan = CardPlan(
        _called(sheet, roles),
        badge,
        types,
        prose,
        (),
        (),
        1,
        0.0,
        wide,
        unit,
        max(LEAST, 2.6 * unit),
        kind=max(LEAST, 3.0 * unit),
        icons=icons,
    )
    names = [word.replace("_", " ") for word in sheet.words(roles.title)]
    lines = bool(plan.name) * (1 + any(line_count(n, left, 4.4 * unit) > 1 for n in names))
    deep = 5.0 + 1.3 * max(LEAST, 4.4 * unit) * lines + 1.35 * plan.small * bool(types)
    deep = max(deep, 17 * unit * bool(plan.name), (6.5 + 2 * plan.radius + LABELLED) * bool(badge), plan.icon + 6)
    rest = [f for f in (*numbers, roles.group, *roles.rest) if f and f not in (badge, *types, *prose)]
    counted = [f for f in rest if f in numbers]
    if not any(map(sheet.heading, rest)):  # their order alone says what they are
        rest.sort(key=[*sheet.fields].index)
        counted = counted if {*counted} >= {*rest}.intersection(sheet.of("integer", "number")) else []
    plan = replace(plan, facts=rest, end=deep if plan.name or badge or types else EDGE)
    plan = _with_numbers(sheet, plan, counted, roles.picture)
    facts = [f for f in rest if f not in plan.stats and _is_settable(sheet, f, wide)]
    return replace(plan, facts=_roomy(sheet, replace(plan, facts=facts), roles.picture))


def _with_numbers(sheet: TableSheet, plan: CardPlan, counted: Sequence[str], picture: str) -> CardPlan:
    """With numbers in a list, if they are many and texts leave the room; else side by side, as far as it goes."""
    others = [f for f in plan.facts if f not in counted]
    texts = depth_of(_texts(sheet, plan), plan.wide, EASY * plan.unit) / 0.92
    room = _room(sheet, plan) * (0.5 if picture else 1.0) - texts
    stats, columns, are_alike = side_by_side(sheet, counted, plan, 2 if plan.prose or picture else 3)
    is_uneven = at_once(sheet, stats) > columns and at_once(sheet, stats) % columns > 0
    is_better = not (plan.prose or picture) and (is_uneven or {*stats} < {*counted})  # than rows that are not full
    lines, size, pitch = stats_listed(sheet, counted, others, plan, room, is_better=is_better)
    in_lines = replace(plan, stats=lines, columns=1, listed=size, pitch=pitch)
    if lines and not are_alike and _has_room(sheet, in_lines, picture, 0):
        return in_lines
    heads, step = sheet.labels(*stats), plan.wide / columns - 1
    label = fitting(heads, step, 1.35 * plan.label, plan.label)  # each in a line, if that can be
    label = label or size_for([unbroken([head]) for head in heads], step, 9, plan.label, 0)
    plan = replace(plan, stats=stats, columns=columns, label=label)
    fewer = [replace(plan, stats=some) for some in (stats, stats[:columns], ())]  # text goes before numbers
    roomy = [few for but in (0, 0.1) for few in fewer if _has_room(sheet, few, picture, but)]
    return roomy[0] if roomy else fewer[-1]


def _called(sheet: TableSheet, roles: Roles) -> str:
    """What stands at the top: the name, the id of what says nothing else, the set if nothing shows what it is, and if
    more than `Cards`, no data and no file with a number, or ""."""
    if roles.title or (sheet.beside.get("id") and not roles.body):
        return spoken_name(sheet, roles.title)
    is_code = not sheet.table and any(map(str.isdecimal, sheet.name))
    is_code |= bool(sheet.of("image")) or any(map(_DATA.fullmatch, plain_ascii(sheet.name).split()))
    return "" if is_code or is_nameless(sheet.name) else "set.name"


_DATA = re.compile("|".join(table_words("drawers")))


def _is_settable(sheet: TableSheet, field: str, wide: float) -> bool:
    """True for words most of which break into lines."""
    words = sheet.words(field)
    return sum(width_of(unbroken([word]), LEAST) <= wide for word in words) * 2 >= len(words)


def _roomy(sheet: TableSheet, plan: CardPlan, picture: str) -> list[str]:
    """The facts that have room beside the texts and the picture."""
    room, facts = _room(sheet, plan) * (0.65 if picture else 1.0), [*plan.facts]
    least = prose_least(_texts(sheet, plan), plan.wide, room)
    while facts:
        said = _facts(sheet, replace(plan, facts=facts), picture)[1]
        if least + depth_of(said, plan.wide, LEAST, 0) + 0.8 <= room:
            break
        facts.pop()
    return facts


def _facts(sheet: TableSheet, plan: CardPlan, picture: str) -> Phrase:
    """What facts say: each in a line of its own where the picture and texts leave the room, else one behind another."""
    words, said = said_of(sheet, plan.facts, "\n", how=_LABEL)
    room, long = _room(sheet, plan) * (0.5 if picture else 1.0), _texts(sheet, plan)
    texts = max(depth_of(long, plan.wide, EASY * plan.unit) / 0.92, prose_least(long, plan.wide, room))
    is_roomy = texts + depth_of(said, plan.wide, plan.small, 0) + 0.8 <= room
    return (words, said) if is_roomy else said_of(sheet, plan.facts, "; ", how=_LABEL)


# ---- the panel ----


def _room(sheet: TableSheet, plan: CardPlan) -> float:
    """How high the panel is between the head and the row of numbers."""
    return sheet.look.shape.height - EDGE - FOOT - rows_depth(sheet, plan) - plan.end - 1.5


def _need(sheet: TableSheet, plan: CardPlan) -> float:
    """How much room texts and facts take at ease."""
    said = _texts(sheet, plan)
    texts = max(depth_of(said, plan.wide, 5.0 * plan.unit, leading=1.3), prose_depth(said, plan.wide) / 0.92)
    size = (3.0 if plan.prose else 5.0) * plan.unit
    facts = depth_of(_facts(sheet, plan, "")[1], plan.wide, size, 0) if plan.facts else 0.0
    return texts + facts + 3


def _seen(sheet: TableSheet, picture: str, box: Box, ink: str) -> str:
    """A picture, or a sign that stands for one, or a rank, as large as it can be."""
    x, y, wide, high = box
    if picture in sheet.of("image", "images"):
        is_full = pictures_fill(sheet, wide / high, picture, _CROPPED)
        box = box if is_full else (x, y + 1.5, wide, high - 1.5)  # as far from the panel as from the text
        return image(picture, box, SLICE * is_full, many=sheet.most(picture))
    size, more, box = 0.75 * min(wide, high), if_said(sheet, picture), (x + SIDE, y, wide - 2 * SIDE, high)
    if not any(c.isalnum() for c in sheet.longest(picture)):  # whose ink goes beyond its room
        return text(as_printed(sheet, picture), box, size, "*", middle=True, ink=ink, more=more)
    return text(as_printed(sheet, picture), box, size, "7", lines=2, middle=True, ink=ink, bold=True, more=more)


def _heights(
    sheet: TableSheet, plan: CardPlan, picture: str, texts: Sequence[str], room: float
) -> list[tuple[float, str]]:
    """How high the picture is: as texts leave room, which are smaller before it is, and still smaller for one that
    fills the width; if for most cards it may be far higher, less high only where a text is as long as the shortest that
    leaves it no room."""
    if not texts:
        return [(room, "")]
    easy, snug, small = (room - depth_of(texts, plan.wide, size * plan.unit) - 2 for size in (EASY, _SNUG, _SMALL))
    least = room - depth_of(texts, plan.wide, _SMALL) / 0.92 - 1  # whatever the card, this is read
    usual = min(max(easy, min(snug, 0.5 * room), min(least, 0.45 * room), 0.35 * room), 0.68 * room)
    whole = plan.wide + 2 * (SIDE - EDGE)
    heights = (0.4 * room, 0.45 * room, 0.5 * room, 0.55 * room)
    filled = [tall for tall in heights if pictures_fill(sheet, whole / tall, picture, _CROPPED)]
    usual = max([usual, *[tall for tall in filled[:1] if tall < small]])
    usual = min(usual, max(0.35 * room, room - prose_depth(texts, plan.wide) / 0.92 - 0.5))
    words = prose_said(sheet, plan.prose)[0]
    for tall in (tall for tall in filled or (0.68 * room, 0.6 * room, 0.52 * room) if tall > 1.15 * usual):
        left = 0.92 * (room - tall)
        long = [len(t) for t in texts if depth_of([t], plan.wide, _SNUG * plan.unit, 0) > left]
        are_few = 2 * sum(len(t) < min(long, default=0) for t in texts) > len(texts)
        are_told = len({*map(is_latin, sheet.languages)}) < 2 and len(words) < EXPRESSION / 2  # by how many letters
        if are_few and are_told:
            said = escape(f"({words})|length", {'"': "&quot;"})
            return [(tall, f"{said} &lt; {min(long)}"), (usual, f"{said} &gt;= {min(long)}")]
    return [(usual, "")]


_GROWN = 1.4
"""So much larger are facts on a card without a text than beside those of others."""


def _below(sheet: TableSheet, plan: CardPlan, picture: str, ink: str) -> tuple[Drawn, list[str]]:
    """The picture, the texts and the facts, one below the other; facts at the foot apart."""
    x, y, wide, room = SIDE, plan.end + 1.5, plan.wide, _room(sheet, plan)
    drawn, foot, texts = list[str](), list[str](), _texts(sheet, plan)
    facts, said = _facts(sheet, plan, picture) if plan.facts else ("", [])
    alone = not (picture or texts)
    least = prose_least(texts, wide, room)
    deep = room - least - 0.35 * room * bool(picture)
    size = size_for(said, wide, deep - 0.8, (5.0 if alone else 3.0) * plan.unit, 0) if facts else 0.0
    free = room - depth_of(said, wide, size, 0) - 0.35 * room * bool(picture)
    size = max(LEAST, size_for(texts, wide, 0.92 * free, size)) if texts and facts else size  # no larger than rules
    low = (room if alone else depth_of(said, wide, size, 0) + 0.8) if facts else 0.0
    ways = [(y, room - low, "")]
    if picture:
        seen, ways = if_true(sheet, picture), []
        for tall, short in _heights(sheet, plan, picture, texts, room - low):
            deep = tall + (FOOT + 1.5) * (not (texts or facts or plan.stats))  # nothing is below
            whole = (EDGE, y - 1.5, wide + 2 * (SIDE - EDGE), deep)
            shown, has = [_seen(sheet, picture, whole, ink)], " and ".join(filter(None, (seen, short)))
            drawn += drawn_where(short, shown) if short else shown
            ways.append((y + tall, room - low - tall, f' pnp:if="{has}"' * bool(has)))
        ways += [(y, room - low, f' pnp:if="not ({seen})"')] * bool(seen)  # its room is the text's
    for at, high, more in ways if texts else ():
        drawn += prose_drawn(sheet, plan.prose, (x, at + 0.04 * high, wide, 0.92 * high), plan.unit * plan.ease, more)
    if facts:
        box, where = (x, y + room - low, wide, low - 0.8), "middle" if alone else "bottom"
        given, is_one = [*map(partial(if_true, sheet), plan.prose)], at_once(sheet, plan.facts) == 1
        is_one |= {*plan.facts} <= {*sheet.flags()}
        has = " or ".join(given) if texts and all(given) and not picture else ""  # else the room is that of facts
        more = f' pnp:if="{has}"' * bool(has)
        place = drawn if alone else foot
        place.append(
            text(facts, box, size, "Fact: so", lines=99, valign=where, middle=alone and is_one, ink=GREY, more=more)
        )
        if has:
            facts, said = said_of(sheet, plan.facts, "\n", how=_LABEL)
            size = size_for(
                [s for s, told in zip(said, texts, strict=True) if not told], wide, room - 0.8, _GROWN * size, 0
            )
            box, more = (x, y, wide, room - 0.8), f' pnp:if="not ({has})"'
            drawn.append(text(facts, box, size, "Fact: so", lines=99, middle=is_one, ink=GREY, more=more))
    return (drawn, [*filter(None, [picture]), *plan.prose, *plan.facts]), foot
