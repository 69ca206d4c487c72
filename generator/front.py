"""Fields and a shape -> a plain SVG template on which each field that has room has a place.

Takes a `Sheet` with its `Look`. A card, a tile, a board: a coloured head with number, name and kind, a
picture, the longest text, what else there is in lines, more numbers at the foot. Any other piece: the same in a few
rows within each of its cells, on a plain ground with a coloured rim. Promise: `placed` are the fields that are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from generator.face.face import Shape
from generator.layout.draw import margin_of
from generator.pieces import CARD, Sheet, is_card
from generator.values import dataclass

INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
_TITLES = ("name", "title", "card", "card_name")
_LEAST = 2.3
"""Of type (mm): the smallest that is read in every language."""


@dataclass(frozen=True, slots=True)
class Roles:
    """What is drawn of which field."""

    title: str
    body: str
    picture: str
    group: str
    color: str
    numbers: Sequence[str]
    rest: Sequence[str]


def has_back(kind: str, shape: Shape) -> bool:
    """True for pieces that get a plain back."""
    return kind == "card" and min(shape.width, shape.height) >= CARD


def front(sheet: Sheet) -> tuple[str, list[str]]:
    """The template of a sheet's pieces, and the fields that it draws."""
    shape, roles = sheet.look.shape, roles_of(sheet)
    parts, placed = (_card if is_card(shape) else _piece)(sheet, roles, shape)
    ground = f'<rect x="-3" y="-3" width="{shape.width + 6:g}" height="{shape.height + 6:g}" fill="#fbfaf7"/>'
    return _page(shape, [ground, *parts]), [*filter(None, dict.fromkeys(placed))]


def _page(shape: Shape, parts: Sequence[str]) -> str:
    lines = "\n".join(f"  {part}" for part in parts)
    return _PAGE.format(w=f"{shape.width:g}", h=f"{shape.height:g}", parts=lines)


def roles_of(sheet: Sheet) -> Roles:
    """Which field is the name, the picture, the long text ..., as far as there is one."""
    texts = sheet.of("text")
    title = next((t for t in texts if t in _TITLES), texts[0] if texts else "")
    long = max((t for t in texts if t != title), key=sheet.longest, default="")
    body = long if long and sheet.longest(long) > 24 else ""
    picture = next(iter(sheet.of("image")), "")
    group = next((f for f in (*sheet.of("one of"), *texts) if f not in (title, body) and _is_group(sheet, f)), "")
    numbers = sheet.numbers()
    color = next(iter(sheet.of("color")), "")
    apart = {title, body, picture, group, *numbers, *sheet.of("color", "image")}
    return Roles(title, body, picture, group, color, numbers, [f for f in sheet.fields if f not in apart])


def _is_group(sheet: Sheet, field: str) -> bool:
    words = sheet.words(field)
    return 1 < len({*words}) <= len(INKS) and len({*words}) * 2 <= len(words) and max(map(len, words)) <= 20


def _name(field: str) -> str:
    return "item." + field.replace("-", "_")


def _wide(words: str, size: float) -> float:
    """About how wide words are in a type of that size."""
    return size * sum(1.0 if east_asian_width(c) in "WF" else 0.5 for c in words)


def _ink(sheet: Sheet, roles: Roles) -> str:
    """The attributes of a fill that tells kinds apart."""
    words = list(dict.fromkeys(sheet.words(roles.group))) if roles.group else []
    inks = ", ".join(f"{word!r}: '{INKS[n % len(INKS)]}'" for n, word in enumerate(words))
    bound = _name(roles.color) if roles.color else f"{{{inks}}}[{_name(roles.group)}]" if words else ""
    lacks = roles.color or roles.group
    if bound and sheet.fields[lacks][0].optional:
        bound = f"{bound} if {_name(lacks)} else '{INKS[0]}'"
    return f'fill="{INKS[0]}"' + (f" pnp:fill={quoteattr(bound)}" if bound else "")


def _line(bound: str, place: str, size: float, sample: str, width: float, more: str = "") -> str:
    return (
        f'<text pnp:text={quoteattr(bound)} pnp:fit="shrink" pnp:width="{width:.4g}" {place} '
        f'font-family="body" font-size="{size:.3g}"{more}>{escape(sample)}</text>'
    )


def _if(sheet: Sheet, field: str) -> str:
    return f' pnp:if="{_name(field)} is defined"' if sheet.fields[field][0].optional else ""


def _said(sheet: Sheet, field: str) -> str:
    """The expression of a line `Heading: value`."""
    kind, heading = sheet.fields[field]
    name = _name(field)
    shown = {"list": f"{name}|join(', ')", "flag": f"('✓' if {name} else '–')"}
    return f"{heading + ': '!r} ~ {shown.get(kind.name, name)}"


# ---- a card, a tile, a board ----


def _card(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    wide, high = shape.width, shape.height
    unit = max(0.6, min(wide / 63, high / 88, 1.4))
    numbers, step = roles.numbers, max(3.2, 4 * unit)
    head, top = _head(sheet, roles, wide, unit)
    foot = high - 8 - (9 * unit if numbers[1:] else 0)
    rest = [f for f in (*numbers[5:], *roles.rest) if f not in numbers[:5]]
    facts = rest[: max(0, int((foot - top - 23 * unit) // step))]
    low = foot - step * len(facts)
    deep = _deep(sheet, roles, wide, low - top) if roles.picture else 0.0
    parts = [*head]
    if roles.picture:
        name = _name(roles.picture)
        parts.append(
            f'<image pnp:if="{name}" pnp:href="{name}" x="4" y="{top + 2:.4g}" width="{wide - 8:g}" '
            f'height="{deep:.4g}" preserveAspectRatio="xMidYMid slice"/>'
        )
    start = top + (deep + 5 if deep else 4)
    body = roles.body if low - start > 6 else ""
    if body:
        parts.append(_box(body, start, low, wide, unit))
    size = max(_LEAST, 2.8 * unit)
    for n, field in enumerate(facts):
        place = f'x="5.5" y="{low + step * (n + 0.85):.4g}"'
        more = ' fill="#4a4f57"' + _if(sheet, field)
        parts.append(_line(_said(sheet, field), place, size, sheet.fields[field][1], wide - 11, more))
    parts += _foot(sheet, numbers[1:5], wide, high, unit)
    return parts, [roles.title, body, roles.picture, roles.group, roles.color, *numbers[:5], *facts]


def _deep(sheet: Sheet, roles: Roles, wide: float, room: float) -> float:
    """How high the picture is: as high as it may be, less what the longest text needs."""
    if not roles.body:
        return room - 4
    words = max(sheet.words(roles.body), key=len, default="")
    lines = ceil(_wide(words, 2.6) * 1.1 / (wide - 11)) + words.count("\n")
    return max(room * 0.25, min(room * 0.55, room - 7 - 3.4 * lines))


def _head(sheet: Sheet, roles: Roles, wide: float, unit: float) -> tuple[list[str], float]:
    """The coloured head, and where it ends. A colour of the data is a band below it: who knows how light it is."""
    large, small, radius = max(3.2, 5 * unit), max(_LEAST, 3 * unit), max(3.6, 5.2 * unit)
    left = 7.3 + 2 * radius if roles.numbers else 5.0
    room = wide - 5 - left
    words = max(sheet.words(roles.title), key=len, default="") if roles.title else ""
    lines = min(3, ceil(_wide(words, _LEAST) * 1.05 / room)) or 1
    large = large if lines == 1 else 3.2
    first = 5 + (0.72 * large if lines == 1 else 1.2 * large * lines - 0.5)
    second = first + 1.45 * small
    end = max(second + (4 if roles.group else 1) * unit, 6 + 2 * radius, 17 * unit)
    plain = f'fill="{INKS[0]}"' if roles.color else _ink(sheet, roles)
    parts = [f'<rect x="-3" y="-3" width="{wide + 6:g}" height="{end + 3:.4g}" {plain}/>']
    if roles.color:
        parts.append(f'<rect x="-3" y="{end:.4g}" width="{wide + 6:g}" height="2" {_ink(sheet, roles)}/>')
    if roles.numbers:
        has, middle = _if(sheet, roles.numbers[0]), 5 + radius
        parts.append(f'<circle{has} cx="{middle:.4g}" cy="{4 + radius:.4g}" r="{radius:.4g}" fill="#ffffff"/>')
        place = f'x="{middle:.4g}" y="{4 + radius + 0.48 * radius:.4g}" text-anchor="middle"'
        more = f' font-weight="bold" fill="#22262b"{has}'
        parts.append(_line(_name(roles.numbers[0]), place, 1.34 * radius, "1", 1.7 * radius, more))
    said = _name(roles.title) if roles.title else "item.id"
    y = first if roles.group or lines > 1 else (5 + end) / 2
    white = ' font-weight="bold" fill="#ffffff"'
    if lines == 1:
        parts.append(_line(said, f'x="{left:.4g}" y="{y:.4g}"', large, "Name", room, white))
    else:
        parts.append(
            f'<text pnp:text="{said}" pnp:box="{left:.4g} 4.4 {room:.4g} {1.2 * large * lines:.4g}" pnp:floor="6pt" '
            f'pnp:leading="1.1" x="{left:.4g}" y="{4.4 + large:.4g}" font-family="body" font-size="{large:.3g}"'
            f"{white}>Name</text>"
        )
    if roles.group:
        place, sample = f'x="{left:.4g}" y="{second:.4g}"', sheet.fields[roles.group][1]
        parts.append(_line(_name(roles.group), place, small, sample, room, white + _if(sheet, roles.group)))
    return parts, end + 2 * bool(roles.color)


def _box(field: str, top: float, bottom: float, wide: float, unit: float) -> str:
    size = max(2.6, 3.6 * unit)
    return (
        f'<text pnp:text="{_name(field)}" pnp:box="5.5 {top:.4g} {wide - 11:g} {bottom - top - 1:.4g}" '
        f'pnp:floor="6.5pt" x="5.5" y="{top + size:.4g}" font-family="body" font-size="{size:.3g}" '
        'fill="#22262b">What it does.</text>'
    )


def _foot(sheet: Sheet, numbers: Sequence[str], wide: float, high: float, unit: float) -> Iterator[str]:
    """More numbers, each with its heading, in columns of one width."""
    step = (wide - 10) / max(1, len(numbers))
    for n, field in enumerate(numbers):
        x, heading = 5 + step * (n + 0.5), sheet.fields[field][1]
        yield f'<g{_if(sheet, field)} text-anchor="middle" fill="#22262b">'
        place = f'x="{x:.4g}" y="{{:.4g}}"'
        bold = ' font-weight="bold"'
        yield "  " + _line(_name(field), place.format(high - 9.4), max(3.6, 6 * unit), "2", step - 2, bold)
        small, grey = max(2.2, 2.5 * unit), ' fill="#4a4f57"'
        yield "  " + _line(repr(heading), place.format(high - 5.8), small, heading, step - 1, grey)
        yield "</g>"


# ---- any other piece ----


def _piece(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    """Rows in each cell of a shape, about its middle; a ring has no room for any."""
    cell = shape.cells[0]
    safe = margin_of(sheet.look.kind, shape)
    square = shape.kind in ("rectangle", "standee")
    x, y = (cell.width / 2 - safe, cell.height / 2 - safe) if square else (cell.radius - safe,) * 2
    rim = f'<rect x="-3" y="-3" width="{shape.width + 6:g}" height="{shape.height + 6:g}" {_ink(sheet, roles)}/>'
    if shape.kind == "ring":
        return [rim], [roles.color, roles.group]
    edge = 0.8
    plate = (
        f'<rect x="{-x - edge:.4g}" y="{-y - edge:.4g}" width="{2 * (x + edge):.4g}" height="{2 * (y + edge):.4g}" '
        f'rx="1" fill="#fbfaf7"/>'
        if square
        else f'<circle r="{x + edge:.4g}" fill="#fbfaf7"/>'
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
    small, title = max(_LEAST, min(3.2, y / 5)), roles.title
    large = next(iter([*([roles.picture] if roles.picture else []), *roles.numbers]), "") if y > 2.2 else ""
    words = max(sheet.words(title), key=len, default="") if title else "item"
    longest = max((w for name in sheet.words(title) for w in re.split(r"[\s-]+", name)), key=len, default=words)
    row = 2 * half(-small, small) or 1
    narrow = row * (1.0 if half(0, y) else 0.62)
    most = int((2 * y - (4 if large else 0)) / (1.3 * small))
    lines = max(1, min(3, ceil(_wide(words, 2.5) * 1.1 / narrow), most))
    fits = _wide(longest, 2.5) <= narrow and _wide(words, 2.5) * 1.1 <= narrow * lines
    fits = fits and 2 * y >= 1.3 * small * lines + 3.5
    deep = 1.3 * small * lines if fits or not large else 0.0
    end, line = y * (0.97 if half(0, y) else 0.86), 1.5 * small
    most = int(2 * half(end - line, end) // 3.2) if 2 * y - deep > 7 else 0
    more = [f for f in roles.numbers if f != large][: min(3, most)]
    foot = line if more else 0.0
    facts = [f for f in (*roles.numbers, *roles.rest) if f not in (large, *more)]
    step = 1.35 * small
    facts = facts[: max(0, int((2 * y - deep - foot - 16) // step))]
    low = end - step * len(facts)
    name_top = (low - foot - deep) if large else -deep / 2
    parts: list[str] = []
    placed = [large, *more, *facts]
    if large:
        parts += _large(sheet, large, -y * (1 if half(0, y) else 0.86), name_top - 0.4, half)
    if deep:
        room = half(name_top, name_top + deep)
        said = _name(title) if title else "item.id"
        placed.append(title)
        parts.append(
            f'<text pnp:text="{said}" pnp:box="{-room:.4g} {name_top:.4g} {2 * room:.4g} {deep:.4g}" pnp:floor="6pt" '
            f'pnp:valign="middle" pnp:leading="1.05" x="0" y="{name_top + small:.4g}" text-anchor="middle" '
            f'font-family="body" font-weight="bold" font-size="{small:.3g}" fill="#22262b">Name</text>'
        )
    room = half(low - foot, low)
    for n, field in enumerate(more):
        x = room * ((2 * n + 1) / len(more) - 1)
        place = f'x="{x:.4g}" y="{low - 0.3:.4g}" text-anchor="middle"'
        bold = ' font-weight="bold" fill="#22262b"' + _if(sheet, field)
        parts.append(_line(_name(field), place, 1.3 * small, "2", 2 * room / len(more) - 0.6, bold))
    for n, field in enumerate(facts):
        at = low + step * (n + 0.8)
        grey = ' fill="#4a4f57"' + _if(sheet, field)
        width = 2 * half(at - small, at)
        parts.append(
            _line(_said(sheet, field), f'x="0" y="{at:.4g}" text-anchor="middle"', small * 0.9, "2", width, grey)
        )
    return parts, placed


def _large(sheet: Sheet, field: str, top: float, bottom: float, half: Callable[[float, float], float]) -> Iterator[str]:
    """A picture or a number between two heights."""
    high, room, name = bottom - top, half(top, bottom), _name(field)
    if sheet.fields[field][0].name == "image":
        yield (
            f'<image pnp:if="{name}" pnp:href="{name}" x="{-room:.4g}" y="{top:.4g}" width="{2 * room:.4g}" '
            f'height="{high:.4g}"/>'
        )
        return
    size = min(high * 1.25, 2.2 * room, 12.0)
    place = f'x="0" y="{(top + bottom) / 2 + 0.34 * size:.4g}" text-anchor="middle"'
    more = f' font-weight="bold" fill="#22262b"{_if(sheet, field)}'
    yield _line(name, place, size, "1", 2 * room, more)


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
    wide, high = min(43.0, w - 16), 20.0 if h > 60 else h / 3
    zigzag = " ".join(f"l6 {'-6' if n % 2 == 0 else '6'}" for n in range(ceil((w + 12) / 6)))
    size = min(5.0, high / 3)
    return _page(shape, [
        f'<rect x="-3" y="-3" width="{w + 6:g}" height="{h + 6:g}" fill="{INKS[0]}"/>',
        f'<g pnp:for="row in {ceil((h + 20) / 8)}|range" pnp:step="0 8" fill="none" stroke="#ffffff" '
        'stroke-opacity="0.18" stroke-width="0.8">',
        f'  <path d="M-5.5 -4 {zigzag}"/>',
        "</g>",
        f'<rect x="{(w - wide) / 2:g}" y="{(h - high) / 2:g}" width="{wide:g}" height="{high:g}" rx="3" '
        f'fill="{INKS[0]}" stroke="#ffffff" stroke-width="0.5"/>',
        _line("game.title", f'x="{w / 2:g}" y="{h / 2 + 0.34 * size:g}" text-anchor="middle"', size, "Title", wide - 6,
              ' font-weight="bold" fill="#ffffff"'),
    ])  # fmt: skip
