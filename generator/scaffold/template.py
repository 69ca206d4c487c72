"""A `Sheet` -> a plain SVG template on which each field that has room has a place.

A drawing is a column of blocks: what is large (a picture, a number), the long texts, facts in lines, numbers side by
side. A card has a coloured head above it; any other piece has one in each of its cells, with its name in it. Promise:
what there is no room for is left out from the least important on, and the fields that are drawn are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from xml.sax.saxutils import escape, quoteattr

from generator.face.face import Shape
from generator.layout.draw import margin_of
from generator.scaffold.sheet import (
    BADGE,
    GROUPS,
    LEAST,
    Roles,
    Sheet,
    columns,
    fitting,
    lines_of,
    roles_of,
    unbroken,
    width_of,
)
from generator.scaffold.sizes import is_card
from generator.values import dataclass, replace

INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
_INK, _GREY, _WHITE = "#22262b", "#4a4f57", "#ffffff"
_SLICE = 'preserveAspectRatio="xMidYMid slice"'
Box = tuple[float, float, float, float]
"""x, y, width, height."""
Drawn = tuple[str, list[str]]
"""A template, and the fields that it draws."""
Half = Callable[[float, float], float]
"""Half of the width that there is between two heights."""


def front(sheet: Sheet) -> Drawn:
    """The template of the fronts of a sheet's pieces."""
    if sheet.finished:
        return _page(sheet.look.shape, [f'<image pnp:href="item.picture" {sheet.finished}/>']), ["picture"]
    before = sheet.sides()[0]
    return _side(before, roles_of(before))


def back(sheet: Sheet) -> Drawn:
    """The template of the backs: each piece's own if columns are about them, a plain one behind cards, else ""."""
    before, behind = sheet.sides()
    shape = sheet.look.shape
    if sheet.back:
        return _page(shape, [f"<image xlink:href={quoteattr(sheet.back.name)} {sheet.finished}/>"]), []
    if is_card(shape) and (behind.fields or (sheet.look.kind == "card" and not sheet.finished)):
        return _card_back(behind)
    if not behind.fields:
        return "", []
    ours, roles = roles_of(before), roles_of(behind)
    few = ours.title if before.is_few(ours.title) else ""
    roles = replace(roles, color=ours.color, group="" if ours.color else ours.group or few)
    if not roles.title:  # `Reduced Attack`: the same piece with other numbers
        roles = replace(roles, title=ours.title, picture=roles.picture or ours.picture)
    drawing, placed = _side(sheet, roles)
    return drawing, [field for field in placed if field in behind.fields]


def _side(sheet: Sheet, roles: Roles) -> Drawn:
    shape = sheet.look.shape
    parts, placed = (_card if is_card(shape) else _cells)(sheet, roles, shape)
    ground = _rect((-3, -3, shape.width + 6, shape.height + 6), 'fill="#fbfaf7"')
    return _page(shape, [ground, *parts]), [*filter(None, dict.fromkeys((*placed, roles.ink)))]


# ---- blocks ----


@dataclass(frozen=True, slots=True)
class _Block:
    """So high it must be at `least`; `share` of what is left over is its own; blocks of the highest `rank` go first."""

    rank: int
    fields: Sequence[str]
    least: float
    share: float
    draw: Callable[[Box], str]


def _column(
    blocks: Sequence[_Block], top: float, bottom: float, half: Half, middle: float = 0.0
) -> tuple[list[str], list[str]]:
    """The blocks one below the other about x = `middle`, and their fields."""
    kept = [block for block in blocks if block.fields]
    while kept and sum(b.least for b in kept) > bottom - top:
        kept.remove(max(reversed(kept), key=lambda b: b.rank))
    spare, shares = bottom - top - sum(b.least for b in kept), sum(b.share for b in kept)
    parts: list[str] = []
    top += 0 if shares or not kept or kept[0].rank else spare / 2
    for block in kept:
        high = block.least + (spare * block.share / shares if shares else 0)
        wide = half(top, top + high)
        parts.append(block.draw((middle - wide, top, 2 * wide, high)))
        top += high
    return parts, [field for b in kept for field in b.fields]


def _large(sheet: Sheet, field: str, least: float, share: float, most: float) -> _Block:
    """A picture; a number or a sign, as large as it can be."""

    def draw(box: Box) -> str:
        if field in sheet.of("image"):
            return _image(field, (*box[:3], box[3] - 2) if most > 12 else box, _SLICE * (most > 12))
        size = min(1.2 * box[3], 1.1 * box[2], most)
        return _text(_named(field), box, size, "1", middle=True, bold=True, more=_if_said(sheet, field))

    return _Block(0, [field] if field else [], least, share, draw)


def _prose(sheet: Sheet, fields: Sequence[str], wide: float, most: float, *, aside: bool = False) -> _Block:
    """The long texts, one below the other; as large as they have room. What is said `aside` is small and grey."""
    texts, ink = sheet.joined(fields), _GREY if aside else _INK

    def draw(box: Box) -> str:
        size = max(2.6, fitting(texts, box[2], 0.8 * box[3], most))
        return _text(_lines(sheet, fields), box, size, "What it does.", lines=99, ink=ink, floor=6.5)

    need = max((lines_of(text, wide, 2.6) for text in texts), default=0) * 3.4
    return _Block(1 + aside, fields, max(5.0 if aside else 8.0, need + 2), float(not aside), draw)


def _facts(sheet: Sheet, fields: Sequence[str], wide: float, size: float, room: float, middle: bool) -> _Block:
    """A line for each of what else there is, as many as there is room for."""
    fits = [f for f in fields if width_of(sheet.heading(f) + ": " + sheet.longest(f), LEAST) * 1.1 <= wide]
    step = 1.35 * size
    fits = fits[: max(0, int(room / step))]

    def draw(box: Box) -> str:
        all_ = quoteattr(f"fact in [{', '.join(_optional(sheet, f) for f in fits)}]")
        more = f' pnp:for={all_} pnp:step="0 {step:.4g}"'
        return _text("fact", (*box[:3], step), size, sheet.heading(fits[0]), middle=middle, ink=_GREY, more=more)

    return _Block(3, fits, step * len(fits), 0, draw)


def _numbers(sheet: Sheet, fields: Sequence[str], size: float, headed: bool) -> _Block:
    """Numbers beside each other, on cards each with its heading."""
    small, deep = max(LEAST, 0.42 * size), 1.3 * size

    def draw(box: Box) -> str:
        x, y, wide = box[0] + 0.3, box[1], box[2] / len(fields)
        pairs = ", ".join(f"[{sheet.heading(f)!r}, {_named(f)}|default(none)]" for f in fields)
        parts = [_text("pair[1]", (x, y, wide - 0.6, deep), size, "2", middle=True, bold=True)]
        if headed:
            below = (x, y + deep - 0.3, wide - 0.6, 1.3 * small)
            parts.append(_text("pair[0]", below, small, sheet.heading(fields[0]), middle=True, ink=_GREY))
        group = f'<g pnp:for={quoteattr(f"pair in [{pairs}]")} pnp:step="{wide:.4g} 0"'
        return "\n".join([f'{group} pnp:if="pair[1] is not none">', *(f"  {part}" for part in parts), "</g>"])

    return _Block(2, fields, deep + 1.3 * small * headed, 0, draw)


# ---- a card, a tile, a board ----


def _card(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    wide, high = shape.width, shape.height
    unit = max(0.6, min(wide / 63, high / 88, 1.4))
    head, top, badge = _head(sheet, roles, wide, unit)
    top, bottom, room = top + 2.5, high - 5, wide - 11
    numbers = [f for f in roles.numbers if f != badge]
    series = sheet.series()
    prose = [f for f in (roles.body, *roles.rest) if f and (f == roles.body or sheet.is_prose(f)) and f not in series]
    prose = prose + series if sheet.is_rules(roles.body) else sorted([*prose, *series], key=[*sheet.fields].index)
    prose = [f for f in prose if width_of(unbroken(sheet.words(f)), LEAST) * 1.1 <= room]
    aside = [f for f in prose if f != roles.body and sheet.is_flavour(f)]
    large = roles.picture or ("" if prose else _largest(sheet, roles))
    foot = [f for f in numbers[:4] if width_of(sheet.heading(f), LEAST) * 1.1 <= room / len(numbers[:4]) - 1]
    fixed = [
        _large(sheet, large, 20 * unit, 1.2, 24 * unit),
        _prose(sheet, [f for f in prose if f not in aside], room, 5 * unit),
        _prose(sheet, aside, room, 3 * unit, aside=True),
        _numbers(sheet, foot, max(3.6, 6 * unit), headed=True),
    ]
    left = bottom - top - sum(b.least for b in fixed if b.fields)
    rest = [f for f in (*numbers, *roles.rest) if f not in (*foot, *prose, large)]
    facts = _facts(sheet, rest, room, max(LEAST, 2.8 * unit), left, middle=False)
    column, placed = _column([*fixed[:3], facts, fixed[3]], top, bottom, lambda *_: room / 2, wide / 2)
    return [*head, *column], [roles.title, roles.group, badge, *placed]


def _largest(sheet: Sheet, roles: Roles) -> str:
    """What is large on a card that has neither a picture nor a text: a short name, a number, a sign."""
    numbers = [f for f in roles.numbers if not sheet.only_numbers(f) and not sheet.fields[f][0].optional]
    signs = [f for f in (roles.group, *roles.rest) if f and not sheet.longest(f).isascii()]
    return next((f for f in (roles.title, *numbers, *signs) if f and 0 < columns(sheet.longest(f)) < BADGE), "")


def _head(sheet: Sheet, roles: Roles, wide: float, unit: float) -> tuple[list[str], float, str]:
    """The coloured head, where it ends, and the number in it. A colour of the data is a band below it: who knows how
    light it is."""
    names, small, radius = sheet.words(roles.title), max(LEAST, 3 * unit), max(3.6, 5.2 * unit)
    badge = next(iter(roles.numbers), "")
    badge = badge if width_of(unbroken(names), LEAST) * 1.15 <= wide - 12.3 - 2 * radius else ""
    left = 7.3 + 2 * radius if badge else 5.0
    room = wide - 5 - left
    lines = min(3, max(1, lines_of(sheet.longest(roles.title), room, LEAST)))
    large = max(3.2, 5 * unit) if lines == 1 else 3.2
    deep, under = 1.25 * large * lines, 1.35 * small if roles.group else 0.0
    end = max(4.5 + deep + under + unit, 6 + 2 * radius, 17 * unit)
    top = max(4.0, (end + 1.5 - deep - under) / 2)
    band = [_rect((-3, end, wide + 6, 2), _paint(sheet, roles))] if roles.color else []
    plain = f'fill="{INKS[0]}"' if roles.color else _paint(sheet, roles)
    parts = [_rect((-3, -3, wide + 6, end + 3), plain), *band]
    if badge:
        has, x, y = _if_said(sheet, badge), 5 + radius, 4 + radius
        box = (x - 0.85 * radius, y - radius, 1.7 * radius, 2 * radius)
        parts.append(f'<circle{has} cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="{_WHITE}"/>')
        parts.append(_text(_named(badge), box, 1.34 * radius, "1", middle=True, bold=True, more=has))
    name = _named(roles.title) if roles.title or not roles.body else "set.name"
    parts.append(_text(name, (left, top, room, deep), large, "Name", lines=lines, bold=True, ink=_WHITE))
    if roles.group:
        box, has, sample = (left, top + deep, room, under), _if_said(sheet, roles.group), sheet.heading(roles.group)
        parts.append(_text(_named(roles.group), box, small, sample, bold=True, ink=_WHITE, more=has))
    return parts, end + 2 * bool(roles.color), badge


# ---- any other piece ----


def _cells(sheet: Sheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    """A column in each cell of a shape, about its middle; a ring has no room for any."""
    cell, safe = shape.cells[0], margin_of(sheet.look.kind, shape)
    square = shape.kind in ("rectangle", "standee")
    x, y = (cell.width / 2 - safe, cell.height / 2 - safe) if square else (cell.radius - safe,) * 2
    rim = _rect((-3, -3, shape.width + 6, shape.height + 6), _paint(sheet, roles))
    if shape.kind == "ring":
        return [rim], []
    pale = f'fill="{_WHITE}" fill-opacity="0.84"'  # of the colour around it
    edge = _rect((-x - 0.8, -y - 0.8, 2 * x + 1.6, 2 * y + 1.6), f'rx="1" {pale}')
    plate = edge if square else f'<circle r="{x + 0.8:.4g}" {pale}/>'

    def half(top: float, bottom: float) -> float:
        return x if square else sqrt(max(0.0, x * x - max(top * top, bottom * bottom)))

    end = y * (0.97 if square else 0.86)
    column, placed = _column(_rows(sheet, roles, end, half), -end, end, half)
    turn = "'translate(' ~ c.x ~ ' ' ~ c.y ~ ') rotate(' ~ c.angle ~ ')'"
    group = f'<g pnp:for="c in shape.cells" pnp:transform="{turn}" transform="translate({cell.x:g} {cell.y:g})">'
    return [rim, group, *_indented([plate, *column]), "</g>"], placed


def _rows(sheet: Sheet, roles: Roles, y: float, half: Half) -> list[_Block]:
    """What is large (the picture, else the first number), the name, lines, more numbers."""
    small, numbers = max(LEAST, min(3.6, y / 4)), [*roles.numbers]
    large = roles.picture or (numbers.pop(0) if numbers and y > 2.2 else "")
    wide = 2 * half(-small, small) * (1.0 if half(0, y * 1.1) else 0.7 if large else 0.62) or 1
    names = sheet.words(roles.title) or ["item"]
    size = fitting(names, wide, y * (0.5 if large else 1.7), max(small, 4.4 if large else 6.5))
    lines = max(1, min(3 if large else 6, max(lines_of(name, wide, size) for name in names)))
    fits = not large or width_of(unbroken(names), LEAST) <= wide

    def name(box: Box) -> str:
        more = ' pnp:leading="1.1"'
        return _text(_named(roles.title), box, size, "Name", lines=99, middle=True, bold=True, more=more)

    foot = [f for f in numbers if columns(sheet.longest(f)) <= BADGE][: min(3, int(wide / 3.2))]
    facts = [f for f in (*numbers, *roles.rest, roles.body) if f and f not in (large, *foot)]
    deep = 1.3 * size * lines
    return [
        _large(sheet, large, 3, 2, 12),
        _Block(0, [roles.title] if fits else [], deep, 0, name),
        _facts(sheet, facts, wide, small * 0.9, 2 * y - deep - 1.4 * small * bool(foot) - 12, middle=True),
        _numbers(sheet, foot, 1.15 * small, headed=False),
    ]


# ---- the back of a card ----


def _card_back(sheet: Sheet) -> Drawn:
    """A pattern, alike from both ends, with the title on it; or a picture, or what the columns of backs say."""
    w, h = sheet.look.shape.width, sheet.look.shape.height
    picture = next(iter(sheet.of("image")), "")
    said = [f for f in sheet.fields if f != picture][:4]
    wide, high = (w - 8, min(h - 12, 18.0 * len(said) + 4)) if said else (min(43.0, w - 10), 20.0 if h > 60 else h / 3)
    zigzag = " ".join(f"l6 {'-6' if n % 2 == 0 else '6'}" for n in range(ceil((w + 12) / 6)))
    whole, plate = (-3, -3, w + 6, h + 6), ((w - wide) / 2, (h - high) / 2, wide, high)
    parts = [
        _rect(whole, f'fill="{INKS[0]}"'),
        f'<path pnp:for="row in {ceil((h + 20) / 8)}|range" pnp:step="0 8" d="M-5.5 -4 {zigzag}" fill="none" '
        f'stroke="{_WHITE}" stroke-opacity="0.18" stroke-width="0.8"/>',
    ]
    if picture:
        parts.append(_image(picture, whole, _SLICE))
    if said or not picture:
        box = (plate[0] + 2, plate[1] + 1, wide - 4, high - 2)
        size = fitting(sheet.joined(said), box[2], box[3], 5.0) if said else min(5.0, high / 3)
        words = _lines(sheet, said) if said else "game.title"
        parts.append(_rect(plate, f'rx="3" fill="{INKS[0]}" stroke="{_WHITE}" stroke-width="0.5"'))
        parts.append(_text(words, box, size, "Title", lines=99, middle=True, bold=True, ink=_WHITE))
    return _page(sheet.look.shape, parts), [*([picture] if picture else []), *said]


# ---- elements ----

_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:pnp="https://print-and-play.example/pnp" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">
  <!-- One unit is one millimetre; paint for the bleed goes 3 mm beyond the page.
       What starts with pnp: comes from the table; the rest is drawn as it stands. -->
{parts}
</svg>
"""


def _page(shape: Shape, parts: Sequence[str]) -> str:
    return _PAGE.format(w=f"{shape.width:g}", h=f"{shape.height:g}", parts="\n".join(_indented(parts)))


def _indented(parts: Sequence[str]) -> Iterator[str]:
    return (f"  {line}" for part in parts for line in part.split("\n"))


def _named(field: str) -> str:
    """A field as expressions name it; without one the id."""
    return f"item.{field.replace('-', '_') or 'id'}"


def _at(box: Sequence[float]) -> str:
    return 'x="{:.4g}" y="{:.4g}" width="{:.4g}" height="{:.4g}"'.format(*box)


def _image(field: str, box: Box, more: str) -> str:
    return f'<image pnp:if="{_named(field)}" pnp:href="{_named(field)}" {_at(box)} {more}'.rstrip() + "/>"


def _rect(box: Sequence[float], more: str) -> str:
    return f"<rect {_at(box)} {more}/>"


def _text(said: str, box: Box, size: float, sample: str, *, lines: int = 1, middle: bool = False, bold: bool = False,
          ink: str = _INK, floor: float = 6, more: str = "") -> str:  # fmt: skip
    """Words in a box: in one line, as large as `size` where it fits, or in as many as have room."""
    x, y, wide, high = box
    at = f'x="{x + wide / 2 if middle else x:.4g}" y="{y + (high + 0.72 * size) / 2 if lines == 1 else y + size:.4g}"'
    fit = f'pnp:fit="shrink" pnp:width="{wide:.4g}"'
    if lines > 1:
        valign = ' pnp:valign="middle"' if middle or lines < 99 else ""
        fit = f'pnp:box="{x:.4g} {y:.4g} {wide:.4g} {high:.4g}" pnp:floor="{floor:g}pt"{valign}'
    look = ' text-anchor="middle"' * middle + ' font-weight="bold"' * bold + f' fill="{ink}"'
    words = f'pnp:text={quoteattr(said)} {fit} {at} font-family="body" font-size="{size:.3g}"{look}{more}'
    return f"<text {words}>{escape(sample)}</text>"


def _if_said(sheet: Sheet, field: str) -> str:
    """The condition of what not every piece says."""
    return f' pnp:if="{_named(field)} is defined"' if sheet.fields[field][0].optional else ""


def _said(sheet: Sheet, field: str) -> str:
    """The expression of a line `Heading: value`; a heading alone of what is true, a value alone of prose."""
    kind, heading, value = sheet.fields[field][0], sheet.heading(field), _named(field)
    value += "|join(', ')" * (kind.name == "list")
    if kind.name == "flag":
        return repr(heading)
    return f"{heading + ': '!r} ~ {value}" if sheet.is_headed(field) else value


def _optional(sheet: Sheet, field: str) -> str:
    """The same for what not every piece says, which is "" there."""
    kind = sheet.fields[field][0]
    is_said = f"{_named(field)}{'' if kind.name == 'flag' else ' is defined'}"
    said = _said(sheet, field)
    return f"{said} if {is_said} else ''" if kind.optional or kind.name == "flag" else said


def _lines(sheet: Sheet, fields: Sequence[str]) -> str:
    """The expression of fields one below the other; breaks at the ends are not printed."""
    if len(fields) == 1 and not sheet.fields[fields[0]][0].optional:
        return _named(fields[0]) + "|join(', ')" * (fields[0] in sheet.of("list"))
    return " ~ '\\n' ~ ".join(f"({_optional(sheet, field)})" for field in fields)


def _paint(sheet: Sheet, roles: Roles) -> str:
    """The attributes of a fill that tells kinds apart; few pieces without kinds by their names."""
    few = roles.title if not is_card(sheet.look.shape) and sheet.is_few(roles.title) else ""
    key = roles.ink or few
    words = list(dict.fromkeys(sheet.words(key))) if key else []
    inks = ", ".join(f"{word!r}: '{INKS[n % GROUPS]}'" for n, word in enumerate(words))
    bound = _named(key) if key == roles.color else f"{{{inks}}}[{_named(key)}]"
    if words and sheet.fields[key][0].optional:
        bound = f"{bound} if {_named(key)} else '{INKS[0]}'"
    return f'fill="{INKS[0]}"' + (f" pnp:fill={quoteattr(bound)}" if words else "")
