"""Fields and a shape -> a plain SVG template on which each field that has room has a place.

Takes a `Sheet` with its `Look`. A card, a tile, a board: a coloured head with number, name and kind, a
picture, the longest text, what else there is in lines, more numbers at the foot. Any other piece: the same in a few
rows within each of its cells, on a plain ground with a coloured rim. Promise: `placed` are the fields that are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt

from generator.face.face import Shape
from generator.layout.draw import margin_of
from generator.pieces import (
    CARD,
    INKS,
    LEAST,
    Roles,
    Sheet,
    fitting,
    ink_of,
    is_card,
    is_prose,
    line,
    lines_of,
    longest_of,
    named,
    roles_of,
    said_of,
    sides_of,
    where_said,
    width_of,
    words_in,
)
from generator.values import replace


def has_back(kind: str, shape: Shape) -> bool:
    """True for pieces that get a plain back."""
    return kind == "card" and min(shape.width, shape.height) >= CARD


def front(sheet: Sheet) -> tuple[str, list[str]]:
    """The template of the fronts of a sheet's pieces, and the fields that it draws."""
    before = sides_of(sheet)[0]
    return _side(before, roles_of(before))


def own_back(sheet: Sheet) -> tuple[str, list[str]]:
    """The template of backs that are each piece's own, and the fields that it draws; "" if no column is about them."""
    before, behind = sides_of(sheet)
    if not behind.fields:
        return "", []
    if is_card(sheet.look.shape):
        return _card_back(behind)
    ours, few = roles_of(before), roles_of(before).title
    few = few if 1 < len({*sheet.words(few)}) <= len(INKS) else ""
    roles = replace(roles_of(behind), color=ours.color, group="" if ours.color else ours.group or few)
    if not roles.title:  # `Reduced Attack`: the same piece with other numbers
        roles = replace(roles, title=ours.title, picture=roles.picture or ours.picture)
    drawing, placed = _side(sheet, roles)
    return drawing, [field for field in placed if field in behind.fields]


def _side(sheet: Sheet, roles: Roles) -> tuple[str, list[str]]:
    shape = sheet.look.shape
    parts, placed = (_card if is_card(shape) else _piece)(sheet, roles, shape)
    ground = f'<rect x="-3" y="-3" width="{shape.width + 6:g}" height="{shape.height + 6:g}" fill="#fbfaf7"/>'
    return _page(shape, [ground, *parts]), [*filter(None, dict.fromkeys(placed))]


def _page(shape: Shape, parts: Sequence[str]) -> str:
    lines = "\n".join(f"  {part}" for part in parts)
    return _PAGE.format(w=f"{shape.width:g}", h=f"{shape.height:g}", parts=lines)


# ---- a card, a tile, a board ----


def _card(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    wide, high = shape.width, shape.height
    unit = max(0.6, min(wide / 63, high / 88, 1.4))
    step, size, room = max(3.2, 4 * unit), max(LEAST, 2.8 * unit), wide - 11
    badge = _has_badge(sheet, roles, wide, unit)
    numbers = roles.numbers if badge or not roles.numbers else ["", *roles.numbers]
    head, top = _head(sheet, roles, wide, unit, badge)
    last = 1 + _columns(sheet, numbers[1:5], wide)
    foot = high - 8 - (9 * unit if numbers[1:last] else 0)
    need = max(23 * unit, 7 + _text_height(sheet, roles, wide)) if roles.body or roles.picture else 4 * unit
    facts: list[tuple[str, float]] = []
    low = foot
    for field in [f for f in (*numbers[last:], *roles.rest) if f not in numbers[:last] and _fits(sheet, f, room)]:
        deep = step * (min(3, lines_of(longest_of(sheet, field), room, size)) if is_prose(sheet, field) else 1)
        if low - deep - top >= need:
            facts, low = [*facts, (field, deep)], low - deep
    tall = _deep(sheet, roles, wide, low - top) if roles.picture else 0.0
    parts = [*head]
    if roles.picture:
        name = named(roles.picture)
        parts.append(
            f'<image pnp:if="{name}" pnp:href="{name}" x="4" y="{top + 2:.4g}" width="{wide - 8:g}" '
            f'height="{tall:.4g}" preserveAspectRatio="xMidYMid slice"/>'
        )
    start = top + (tall + 5 if tall else 4)
    body = roles.body if low - start > 6 and _fits(sheet, roles.body, room) else ""
    if body:
        parts.append(_box(sheet, roles, start, low, wide, unit))
    if not roles.picture and badge and low - start > 20 * unit:
        parts += _middle(sheet, roles, body, (start + low) / 2, wide, unit)
    for field, deep in facts:
        parts.append(_fact(sheet, field, (5.5, low, room, deep), step, size))
        low += deep
    parts += _foot(sheet, numbers[1:last], wide, high, unit)
    said = [roles.title, body, roles.picture, roles.group, roles.color, *numbers[:last], *(f for f, _ in facts)]
    return parts, said


def _middle(sheet: Sheet, roles: Roles, body: str, middle: float, wide: float, unit: float) -> Iterator[str]:
    """The first number, large, on a card that has neither a picture nor a text."""
    field = roles.numbers[0]
    optional = bool(body) and sheet.fields[body][0].optional
    spare = sheet.fields[field][0].optional or sheet.longest(field) > 3 or sheet.only_numbers(field)
    if (body and not optional) or spare:
        return
    place = f'x="{wide / 2:.4g}" y="{middle + 8 * unit:.4g}" text-anchor="middle" font-weight="bold"'
    more = f" {ink_of(sheet, replace(roles, color=''))}" + (f' pnp:if="not {named(body)}"' if body else "")
    yield line(named(field), place, 24 * unit, "1", wide - 16, more)


def _columns(sheet: Sheet, numbers: Sequence[str], wide: float) -> int:
    """How many numbers stand beside each other at the foot: so many that each heading has room."""
    widest = [max(width_of(sheet.fields[f][1], LEAST) * 1.1 for f in numbers[: n + 1]) for n in range(len(numbers))]
    return sum(width <= (wide - 10) / (n + 1) - 1 for n, width in enumerate(widest))


def _fits(sheet: Sheet, field: str, room: float) -> bool:
    """True for what has room in lines: of prose its longest word, else all of it in one."""
    if not field or (not is_prose(sheet, field) and field != roles_of(sheet).body):
        return not field or width_of(sheet.fields[field][1] + ": " + longest_of(sheet, field), LEAST) <= room
    words = (word for said in sheet.words(field) for word in re.split(r"[\s-]+", said))
    return all(width_of(word, LEAST) * 1.1 <= room for word in words if word.isascii())


def _fact(sheet: Sheet, field: str, box: Sequence[float], step: float, size: float) -> str:
    """A line of what else there is; prose in as many lines as it needs."""
    x, y, wide, deep = box
    more = ' fill="#4a4f57"' + where_said(sheet, field)
    if deep > step:
        return words_in(said_of(sheet, field), box, size, more, sheet.fields[field][1])
    place = f'x="{x:.4g}" y="{y + step * 0.85:.4g}"'
    return line(said_of(sheet, field), place, size, sheet.fields[field][1], wide, more)


def _text_height(sheet: Sheet, roles: Roles, wide: float) -> float:
    """How high the longest text is in small type."""
    return 3.4 * lines_of(longest_of(sheet, roles.body), wide - 11, 2.6) if roles.body else 0.0


def _deep(sheet: Sheet, roles: Roles, wide: float, room: float) -> float:
    """How high the picture is: as high as it may be, less what the longest text needs."""
    if not roles.body:
        return room - 4
    return max(room * 0.25, min(room * 0.55, room - 7 - _text_height(sheet, roles, wide)))


def _has_badge(sheet: Sheet, roles: Roles, wide: float, unit: float) -> bool:
    """True if the head has room for the first number beside the longest word of a name."""
    names = [w for name in sheet.words(roles.title) for w in re.split(r"[\s-]+", name)] if roles.title else []
    room = wide - 12.3 - 2 * max(3.6, 5.2 * unit)
    return bool(roles.numbers) and all(width_of(w, LEAST) * 1.15 <= room for w in names if w.isalpha() and w < "\u3000")


def _head(sheet: Sheet, roles: Roles, wide: float, unit: float, badge: bool) -> tuple[list[str], float]:
    """The coloured head, and where it ends. A colour of the data is a band below it: who knows how light it is."""
    large, small, radius = max(3.2, 5 * unit), max(LEAST, 3 * unit), max(3.6, 5.2 * unit)
    left = 7.3 + 2 * radius if badge else 5.0
    room = wide - 5 - left
    lines = min(3, ceil(width_of(longest_of(sheet, roles.title), LEAST) * 1.05 / room)) or 1
    large = large if lines == 1 else 3.2
    first = 5 + (0.72 * large if lines == 1 else 1.2 * large * lines - 0.5)
    second = first + 1.45 * small
    end = max(second + (4 if roles.group else 1) * unit, 6 + 2 * radius, 17 * unit)
    plain = f'fill="{INKS[0]}"' if roles.color else ink_of(sheet, roles)
    parts = [f'<rect x="-3" y="-3" width="{wide + 6:g}" height="{end + 3:.4g}" {plain}/>']
    if roles.color:
        parts.append(f'<rect x="-3" y="{end:.4g}" width="{wide + 6:g}" height="2" {ink_of(sheet, roles)}/>')
    if badge:
        has, middle = where_said(sheet, roles.numbers[0]), 5 + radius
        parts.append(f'<circle{has} cx="{middle:.4g}" cy="{4 + radius:.4g}" r="{radius:.4g}" fill="#ffffff"/>')
        place = f'x="{middle:.4g}" y="{4 + radius + 0.48 * radius:.4g}" text-anchor="middle"'
        more = f' font-weight="bold" fill="#22262b"{has}'
        parts.append(line(named(roles.numbers[0]), place, 1.34 * radius, "1", 1.7 * radius, more))
    said = named(roles.title) if roles.title else "item.id"
    y = first if roles.group or lines > 1 else (5 + end) / 2
    white = ' font-weight="bold" fill="#ffffff"'
    if lines == 1:
        parts.append(line(said, f'x="{left:.4g}" y="{y:.4g}"', large, "Name", room, white))
    else:
        parts.append(
            f'<text pnp:text="{said}" pnp:box="{left:.4g} 4.4 {room:.4g} {1.2 * large * lines:.4g}" pnp:floor="6pt" '
            f'pnp:leading="1.1" x="{left:.4g}" y="{4.4 + large:.4g}" font-family="body" font-size="{large:.3g}"'
            f"{white}>Name</text>"
        )
    if roles.group:
        place, sample = f'x="{left:.4g}" y="{second:.4g}"', sheet.fields[roles.group][1]
        parts.append(line(named(roles.group), place, small, sample, room, white + where_said(sheet, roles.group)))
    return parts, end + 2 * bool(roles.color)


def _box(sheet: Sheet, roles: Roles, top: float, bottom: float, wide: float, unit: float) -> str:
    """The longest text; larger where no picture is beside it."""
    size = max(2.6, 3.6 * unit)
    if not roles.picture:
        size = max(size, fitting(sheet.words(roles.body), wide - 11, 0.8 * (bottom - top), 5 * unit))
    return (
        f'<text pnp:text="{named(roles.body)}" pnp:box="5.5 {top:.4g} {wide - 11:g} {bottom - top - 1:.4g}" '
        f'pnp:floor="6.5pt" x="5.5" y="{top + size:.4g}" font-family="body" font-size="{size:.3g}" '
        'fill="#22262b">What it does.</text>'
    )


def _foot(sheet: Sheet, numbers: Sequence[str], wide: float, high: float, unit: float) -> Iterator[str]:
    """More numbers, each with its heading, in columns of one width."""
    step = (wide - 10) / max(1, len(numbers))
    for n, field in enumerate(numbers):
        x, heading = 5 + step * (n + 0.5), sheet.fields[field][1].replace("_", " ")
        yield f'<g{where_said(sheet, field)} text-anchor="middle" fill="#22262b">'
        place = f'x="{x:.4g}" y="{{:.4g}}"'
        bold = ' font-weight="bold"'
        yield "  " + line(named(field), place.format(high - 9.4), max(3.6, 6 * unit), "2", step - 2, bold)
        small, grey = max(2.2, 2.5 * unit), ' fill="#4a4f57"'
        yield "  " + line(repr(heading), place.format(high - 5.8), small, heading, step - 1, grey)
        yield "</g>"


# ---- any other piece ----


def _piece(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    """Rows in each cell of a shape, about its middle; a ring has no room for any."""
    cell = shape.cells[0]
    safe = margin_of(sheet.look.kind, shape)
    square = shape.kind in ("rectangle", "standee")
    x, y = (cell.width / 2 - safe, cell.height / 2 - safe) if square else (cell.radius - safe,) * 2
    rim = f'<rect x="-3" y="-3" width="{shape.width + 6:g}" height="{shape.height + 6:g}" {ink_of(sheet, roles)}/>'
    if shape.kind == "ring":
        return [rim], [roles.color, roles.group]
    edge = 0.8
    pale = 'fill="#ffffff" fill-opacity="0.84"'  # of the colour around it
    plate = (
        f'<rect x="{-x - edge:.4g}" y="{-y - edge:.4g}" width="{2 * (x + edge):.4g}" height="{2 * (y + edge):.4g}" '
        f'rx="1" {pale}/>'
        if square
        else f'<circle r="{x + edge:.4g}" {pale}/>'
    )

    def half(top: float, bottom: float) -> float:
        """Half of the width that a row has between these heights."""
        return x if square else sqrt(max(0.0, x * x - max(top * top, bottom * bottom)))

    rows, placed = _rows(sheet, roles, y, half)
    turn = "'translate(' ~ c.x ~ ' ' ~ c.y ~ ') rotate(' ~ c.angle ~ ')'"
    group = f'<g pnp:for="c in shape.cells" pnp:transform="{turn}" transform="translate({cell.x:g} {cell.y:g})">'
    return [rim, group, *(f"  {part}" for part in (plate, *rows)), "</g>"], [*placed, roles.color, roles.group]


def _rows(sheet: Sheet, roles: Roles, y: float, half: Callable[[float, float], float]) -> tuple[list[str], list[str]]:
    """From above: what is large (the picture, else the first number), the name, more numbers, lines."""
    small, title = max(LEAST, min(3.6, y / 4)), roles.title
    large = next(iter([*([roles.picture] if roles.picture else []), *roles.numbers]), "") if y > 2.2 else ""
    names = sheet.words(title) if title else ["item"]
    is_wide = bool(half(0, y))
    share = (0.45 if y > 5 else 0.4) if large else 1.7  # of half the height, for the name
    narrow = 2 * half(-small, small) * (1.0 if is_wide else 0.7 if large else 0.62) or 1
    size = fitting(names, narrow, y * max(share, 1.25 * small / y), max(small, 4.4 if large else 6.5))
    lines = max(1, min(3 if large else 6, max(lines_of(name, narrow, size) for name in names)))
    longest = max((w for name in names for w in re.split(r"[\s-]+", name)), key=len, default="")
    fits = width_of(longest, LEAST) <= narrow and 2 * y >= 1.25 * size * lines + 3.5
    deep = 1.3 * size * lines if fits or not large else 0.0
    end, row = y * (0.97 if is_wide else 0.86), 1.5 * small
    most = int(2 * half(end - row, end) // 3.2) if 2 * y - deep > 7 else 0
    more = [f for f in roles.numbers if f != large and sheet.longest(f) < 5][: min(3, most)]
    foot = row if more else 0.0
    facts = [f for f in (*roles.numbers, *roles.rest, roles.body) if f and f not in (large, *more)]
    facts = [f for f in facts if width_of(sheet.fields[f][1] + longest_of(sheet, f), LEAST) * 1.1 <= narrow]
    step = 1.35 * small
    facts = facts[: max(0, int((2 * y - deep - foot - 16) // step))]
    low = end - step * len(facts)
    name_top = (low - foot - deep) if large else (-deep / 2 if not facts else low - foot - deep - 1)
    parts: list[str] = []
    placed = [large, *more, *facts]
    if large:
        parts += _large(sheet, large, -y * (1 if is_wide else 0.86), name_top - 0.4, half)
    if deep:
        room, said = half(name_top, name_top + deep), named(title) if title else "item.id"
        placed.append(title)
        bold = ' pnp:valign="middle" pnp:leading="1.1" text-anchor="middle" font-weight="bold" fill="#22262b"'
        parts.append(words_in(said, (-room, name_top, 2 * room, deep), size, bold, "Name"))
    room = half(low - foot, low)
    for n, field in enumerate(more):
        x = room * ((2 * n + 1) / len(more) - 1)
        place = f'x="{x:.4g}" y="{low - 0.3:.4g}" text-anchor="middle"'
        bold = ' font-weight="bold" fill="#22262b"' + where_said(sheet, field)
        parts.append(line(named(field), place, 1.3 * small, "2", 2 * room / len(more) - 0.6, bold))
    for n, field in enumerate(facts):
        at = low + step * (n + 0.8)
        grey = ' fill="#4a4f57"' + where_said(sheet, field)
        width = 2 * half(at - small, at)
        parts.append(
            line(said_of(sheet, field), f'x="0" y="{at:.4g}" text-anchor="middle"', small * 0.9, "2", width, grey)
        )
    return parts, placed


def _large(sheet: Sheet, field: str, top: float, bottom: float, half: Callable[[float, float], float]) -> Iterator[str]:
    """A picture or a number between two heights."""
    high, room, name = bottom - top, half(top, bottom), named(field)
    if sheet.fields[field][0].name == "image":
        yield (
            f'<image pnp:if="{name}" pnp:href="{name}" x="{-room:.4g}" y="{top:.4g}" width="{2 * room:.4g}" '
            f'height="{high:.4g}"/>'
        )
        return
    size = min(high * 1.25, 2.2 * room, 12.0)
    place = f'x="0" y="{(top + bottom) / 2 + 0.34 * size:.4g}" text-anchor="middle"'
    more = f' font-weight="bold" fill="#22262b"{where_said(sheet, field)}'
    yield line(name, place, size, "1", 2 * room, more)


_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp"
     width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">
  <!-- One unit is one millimetre; paint for the bleed goes 3 mm beyond the page.
       What starts with pnp: comes from the table; the rest is drawn as it stands. -->
{parts}
</svg>
"""


def back(shape: Shape) -> str:
    """A plain back for cards of this shape, alike from both ends."""
    w, h = shape.width, shape.height
    wide, high = min(43.0, w - 10), 20.0 if h > 60 else h / 3
    more = ' pnp:valign="middle" text-anchor="middle" font-weight="bold" fill="#ffffff"'
    box = ((w - wide) / 2 + 2, (h - high) / 2 + 1, wide - 4, high - 2)
    return _page(shape, [*_ground(shape, wide, high), words_in("game.title", box, min(5.0, high / 3), more, "Title")])


def _ground(shape: Shape, wide: float, high: float) -> list[str]:
    """A pattern, and a plate of this size upon its middle."""
    w, h = shape.width, shape.height
    zigzag = " ".join(f"l6 {'-6' if n % 2 == 0 else '6'}" for n in range(ceil((w + 12) / 6)))
    return [
        f'<rect x="-3" y="-3" width="{w + 6:g}" height="{h + 6:g}" fill="{INKS[0]}"/>',
        f'<g pnp:for="row in {ceil((h + 20) / 8)}|range" pnp:step="0 8" fill="none" stroke="#ffffff" '
        'stroke-opacity="0.18" stroke-width="0.8">',
        f'  <path d="M-5.5 -4 {zigzag}"/>',
        "</g>",
        f'<rect x="{(w - wide) / 2:g}" y="{(h - high) / 2:g}" width="{wide:g}" height="{high:g}" rx="3" '
        f'fill="{INKS[0]}" stroke="#ffffff" stroke-width="0.5"/>',
    ]


def _card_back(sheet: Sheet) -> tuple[str, list[str]]:
    """A back that shows a picture, or says what the columns of backs say, one below the other."""
    shape = sheet.look.shape
    w, h = shape.width, shape.height
    picture = next(iter(sheet.of("image")), "")
    said = [f for f in sheet.fields if f != picture][:4]
    wide, high = w - 8, min(h - 12, 18.0 * len(said) + 4)
    parts = _ground(shape, wide, high)[: 5 if said else 4]
    if picture:
        parts.insert(4, f'<image pnp:if="{named(picture)}" pnp:href="{named(picture)}" x="-3" y="-3" '
                     f'width="{w + 6:g}" height="{h + 6:g}" preserveAspectRatio="xMidYMid slice"/>')  # fmt: skip
    each = (high - 4) / max(1, len(said))
    for n, field in enumerate(said):
        box = ((w - wide) / 2 + 2, (h - high) / 2 + 2 + n * each, wide - 4, each)
        size = fitting(sheet.words(field), box[2], each, 5.0)
        more = ' pnp:valign="middle" text-anchor="middle" fill="#ffffff"' + where_said(sheet, field)
        words = said_of(sheet, field) if len(said) > 1 else named(field) + "|join(', ')" * (field in sheet.of("list"))
        parts.append(words_in(words, box, size, more + ' font-weight="bold"' * (n == 0), sheet.fields[field][1]))
    return _page(shape, parts), [*([picture] if picture else []), *said]
