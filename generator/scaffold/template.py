"""A `TableSheet` -> a plain SVG template on which each field that has room has a place.

A drawing is a column of blocks: what is large (a picture, a number), the long texts, facts in lines, numbers side by
side. A card has a coloured head above it; any other piece has one in each of its cells, with its name in it. Promise:
what there is no room for is left out from the least important on, and the fields that are drawn are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, fsum, sqrt
from xml.sax.saxutils import escape, quoteattr

from generator.face.face import Shape
from generator.layout.draw import margin_of
from generator.scaffold.sheet import (
    BADGE,
    INKS,
    LEAST,
    Roles,
    TableSheet,
    fill_of,
    fitting,
    half_ems,
    if_said,
    is_of_print,
    line_count,
    lines_in,
    roles_of,
    said_of,
    scope_name,
    unbroken,
    width_of,
)  # fmt: skip
from generator.scaffold.sizes import is_card
from generator.values import dataclass, replace

_INK, _GREY, _WHITE = "#22262b", "#4a4f57", "#ffffff"
_SLICE = 'preserveAspectRatio="xMidYMid slice"'
Box = tuple[float, float, float, float]
"""x, y, width, height."""
Drawn = tuple[str, list[str]]
"""A template, and the fields that it draws."""
Half = Callable[[float, float], float]
"""Half of the width that there is between two heights."""


def front(sheet: TableSheet) -> Drawn:
    """The template of the fronts of a sheet's pieces."""
    if sheet.finished:
        return _page(sheet.look.shape, [f'<image pnp:href="item.picture" {sheet.finished}/>']), ["picture"]
    before = sheet.sides()[0]
    return _side(before, roles_of(before))


def back(sheet: TableSheet) -> Drawn:
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


def _side(sheet: TableSheet, roles: Roles) -> Drawn:
    shape = sheet.look.shape
    parts, placed = (_card if is_card(shape) else _cells)(sheet, roles, shape)
    ground = _rect((-3, -3, shape.width + 6, shape.height + 6), 'fill="#fbfaf7"')
    return _page(shape, [ground, *parts]), [*filter(None, dict.fromkeys((*placed, roles.ink)))]


# ---- blocks ----


@dataclass(frozen=True, slots=True)
class _Block:
    """So high it must be at `least`; `share` of what is left over is its own; blocks of the highest `rank` go first.
    `fits`: whether a box is wide enough."""

    rank: int
    fields: Sequence[str]
    least: float
    share: float
    draw: Callable[[Box], str]
    fits: Callable[[Box], bool] = lambda _: True


def _column(
    blocks: Sequence[_Block], top: float, bottom: float, half: Half, middle: float = 0.0
) -> tuple[list[str], list[str]]:
    """The blocks one below the other about x = `middle`, and their fields."""
    kept = [block for block in blocks if block.fields]
    while kept:
        spare, shares = bottom - top - fsum(b.least for b in kept), fsum(b.share for b in kept)
        y = top if shares or kept[0].rank else top + spare / 2
        boxes: list[Box] = []
        for block in kept:
            high = block.least + (spare * block.share / shares if shares else 0)
            wide = half(y, y + high)
            boxes.append((middle - wide, y, 2 * wide, high))
            y += high
        narrow = kept if spare < 0 else [b for b, box in zip(kept, boxes, strict=True) if not b.fits(box)]
        if not narrow:
            return [b.draw(box) for b, box in zip(kept, boxes, strict=True)], [f for b in kept for f in b.fields]
        kept.remove(max(reversed(narrow), key=lambda b: b.rank))
    return [], []


def _large(sheet: TableSheet, field: str, least: float, share: float, most: float) -> _Block:
    """A picture; a number or a sign, as large as it can be."""

    def draw(box: Box) -> str:
        if field in sheet.of("image"):
            room = (*box[:3], box[3] - 2) if most > 12 else box
            return _image(field, room, _SLICE * (most > 12 and sheet.fills(room[2] / room[3])))
        size = min(1.2 * box[3], 1.1 * box[2], most)
        return _text(scope_name(field), box, size, "1", middle=True, bold=True, more=if_said(sheet, field))

    return _Block(0, [field] if field else [], least, share, draw)


def _prose(
    sheet: TableSheet, fields: Sequence[str], wide: float, most: float, rank: int, *, middle: bool = False
) -> _Block:
    """The long texts, one below the other; as large as they have room. What is aside is grey."""
    is_rules, texts = rank == 1, sorted(sheet.joined(fields), key=half_ems)
    texts = texts[: max(1, len(texts) - len(texts) // 50)]  # what one card in fifty says at length it is told of

    def draw(box: Box) -> str:
        size = max(LEAST, fitting(texts, box[2], 0.85 * box[3], most))
        ink, sample = _INK if is_rules else _GREY, "What it does."
        return _text(lines_in(sheet, fields), box, size, sample, lines=99, middle=middle, ink=ink, floor=6.5)

    def fits(box: Box) -> bool:
        return fitting(texts, box[2], box[3], LEAST) > 0

    least = 2.8 if is_rules else LEAST
    need = max((line_count(text, wide, least) for text in texts), default=0) * 1.3 * least
    return _Block(rank, fields, max(8.0 * is_rules, need + 1), float(is_rules), draw, fits)


def _fact(sheet: TableSheet, field: str, size: float, *, middle: bool) -> _Block:
    """A line for what else there is; without its heading where there is no room for it, and words say enough."""
    is_words = sheet.fields[field][0].name in ("text", "one of")
    words = (f"{sheet.heading(field)}: {sheet.longest(field)}", *[sheet.longest(field)] * is_words)

    def fits(box: Box, said: Sequence[str] = words) -> bool:
        return any(width_of(w, LEAST) <= box[2] for w in said)

    def draw(box: Box) -> str:
        said, more = said_of(sheet, field) if fits(box, words[:1]) else scope_name(field), if_said(sheet, field)
        return _text(said, box, size, sheet.heading(field), middle=middle, ink=_GREY, more=more)

    return _Block(3, [field], 1.35 * size, 0, draw, fits)


def _numbers(sheet: TableSheet, fields: Sequence[str], size: float, headed: bool) -> _Block:
    """Numbers beside each other, on cards each with its heading."""
    small, deep = max(LEAST, min(2.8, 0.42 * size)), 1.3 * size

    def draw(box: Box) -> str:
        x, y, wide = box[0] + 0.3, box[1], box[2] / len(fields)
        pairs = ", ".join(f"[{sheet.heading(f)!r}, {scope_name(f)}|default(none)]" for f in fields)
        parts = [_text("pair[1]", (x, y, wide - 0.6, deep), size, "2", middle=True, bold=True)]
        if headed:
            below = (x, y + deep - 0.3, wide - 0.6, 1.3 * small)
            parts.append(_text("pair[0]", below, small, sheet.heading(fields[0]), middle=True, ink=_GREY))
        group = f'<g pnp:for={quoteattr(f"pair in [{pairs}]")} pnp:step="{wide:.4g} 0"'
        return "\n".join([f'{group} pnp:if="pair[1] is not none">', *(f"  {part}" for part in parts), "</g>"])

    return _Block(2, fields, deep + 1.3 * small * headed, 0, draw)


def _beside(sheet: TableSheet, fields: Sequence[str], most: int, wide: float, *, headed: bool) -> list[str]:
    """As many numbers, up to `most`, as stand beside each other."""

    def fits(count: int) -> bool:
        words = [w for f in fields[:count] for w in (sheet.longest(f), sheet.heading(f) * headed)]
        return all(width_of(w, LEAST) <= wide / count - 0.6 for w in words)

    return [*fields[: next((n for n in range(min(most, len(fields)), 0, -1) if fits(n)), 0)]]


# ---- a card, a tile, a board ----


def _card(sheet: TableSheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    wide, high = shape.width, shape.height
    unit = max(0.6, min(wide / 63, high / 88, 1.4))
    head, top, badge = _head(sheet, roles, wide, unit)
    top, bottom, room = top + 2.5, high - 5, wide - 11
    numbers = [f for f in roles.numbers if f != badge]
    series = sheet.series()
    prose = [f for f in (roles.body, *roles.rest) if f and (f == roles.body or sheet.is_prose(f)) and f not in series]
    prose = prose + series if sheet.is_rules(roles.body) else sorted([*prose, *series], key=[*sheet.fields].index)
    prose = [f for f in prose if width_of(unbroken(sheet.words(f)), LEAST) <= room]
    aside = [f for f in prose if f != roles.body and sheet.is_flavour(f)]
    emoji = (f for f in roles.rest if sheet.is_emoji(f))
    lone = numbers if numbers or roles.rest else roles.numbers  # of several none is large without its heading
    other = replace(roles, numbers=lone[: len(lone) == 1])
    large = roles.picture or next(emoji, "" if prose else _largest(sheet, other))
    foot = _beside(sheet, [f for f in numbers if f != large], 4, room, headed=True)
    rest = [f for f in (*numbers, *roles.rest) if f not in (*foot, *prose, large)]
    rest.sort(key=lambda f: is_of_print(sheet, f))
    blocks = [
        _large(sheet, large, 20 * unit, 1.2, 24 * unit),
        _prose(sheet, [f for f in prose if f not in aside], room, 5 * unit, 1),
        _prose(sheet, aside, room, 2.8 * unit, 2),
        *(_fact(sheet, f, max(LEAST, 2.8 * unit), middle=False) for f in rest),
        _numbers(sheet, foot, max(3.6, (6 if large or prose else 9) * unit), headed=True),
    ]
    column, placed = _column(blocks, top, bottom, lambda *_: room / 2, wide / 2)
    return [*head, *column], [roles.title, roles.group, badge, *placed]


def _largest(sheet: TableSheet, roles: Roles) -> str:
    """What is large on a card that has neither a picture nor a text: a short name, a number, a sign."""
    numbers = [f for f in roles.numbers if not sheet.only_numbers(f) and not sheet.fields[f][0].optional]
    signs = [f for f in (roles.group, *roles.rest) if f and not sheet.longest(f).isascii()]
    return next((f for f in (roles.title, *numbers, *signs) if f and 0 < half_ems(sheet.longest(f)) < BADGE), "")


def _head(sheet: TableSheet, roles: Roles, wide: float, unit: float) -> tuple[list[str], float, str]:
    """The coloured head, where it ends, and the number in it. A colour of the data is a band below it: who knows how
    light it is."""
    paint = fill_of(sheet, roles)
    if not (roles.title or roles.body or sheet.beside.get("id")):  # no piece is called by its row
        roles = replace(roles, title=roles.group, group="")
    names, small, radius = sheet.words(roles.title), max(LEAST, 3 * unit), max(3.6, 5.2 * unit)
    badge = next((f for f in roles.numbers if sheet.says(f, "cost")), next(iter(roles.numbers), ""))
    badge = badge if width_of(unbroken(names), LEAST) <= wide - 12.3 - 2 * radius else ""
    left = 7.3 + 2 * radius if badge else 5.0
    room = wide - 5 - left
    lines = min(3, max(1, line_count(sheet.longest(roles.title), room, LEAST)))
    large = max(3.2, 5 * unit) if lines == 1 else 3.2
    deep, under = 1.25 * large * lines, 1.35 * small if roles.group else 0.0
    end = max(4.5 + deep + under + unit, 6 + 2 * radius, 17 * unit)
    top = max(4.0, (end + 1.5 - deep - under) / 2)
    band = [_rect((-3, end, wide + 6, 2), paint)] if roles.color else []
    plain = f'fill="{INKS[0]}"' if roles.color else paint
    parts = [_rect((-3, -3, wide + 6, end + 3), plain), *band]
    if badge:
        has, x, y = if_said(sheet, badge), 5 + radius, 4 + radius
        box = (x - 0.85 * radius, y - radius, 1.7 * radius, 2 * radius)
        parts.append(f'<circle{has} cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="{_WHITE}"/>')
        parts.append(_text(scope_name(badge), box, 1.34 * radius, "1", middle=True, bold=True, more=has))
    is_called = roles.title or (sheet.beside.get("id") and not roles.body)
    name = scope_name(roles.title) if is_called else "set.name"
    parts.append(_text(name, (left, top, room, deep), large, "Name", lines=lines, bold=True, ink=_WHITE))
    if roles.group:
        box, has, sample = (left, top + deep, room, under), if_said(sheet, roles.group), sheet.heading(roles.group)
        parts.append(_text(scope_name(roles.group), box, small, sample, bold=True, ink=_WHITE, more=has))
    return parts, end + 2 * bool(roles.color), badge


# ---- any other piece ----


def _cells(sheet: TableSheet, roles: Roles, shape: Shape) -> tuple[list[str], list[str]]:
    """A column in each cell of a shape, about its middle; a ring has no room for any."""
    cell, safe = shape.cells[0], margin_of(sheet.look.kind, shape)
    square = shape.kind in ("rectangle", "standee")
    x, y = (cell.width / 2 - safe, cell.height / 2 - safe) if square else (cell.radius - safe,) * 2
    rim = _rect((-3, -3, shape.width + 6, shape.height + 6), fill_of(sheet, roles))
    if shape.kind == "ring":
        return [rim], []
    pale = f'fill="{_WHITE}" fill-opacity="0.84"'  # of the colour around it
    edge = _rect((-x - 0.8, -y - 0.8, 2 * x + 1.6, 2 * y + 1.6), f'rx="1" {pale}')
    plate = edge if square else f'<circle r="{x + 0.8:.4g}" {pale}/>'

    def half(top: float, bottom: float) -> float:
        return x if square else sqrt(max(0.0, x * x - max(top * top, bottom * bottom)))

    end = y * (0.97 if square else 0.86)
    art = roles.picture if shape.kind == "polyhex" and sheet.hexes() else ""  # it fills the cell, with a plate upon it
    top, low = (0.15 * end, 0.68 * end) if art else (-end, end)
    column, placed = _column(_rows(sheet, replace(roles, picture="") if art else roles, end, half), top, low, half)
    if art:
        wide, whole = half(top, low) * bool(placed), (-cell.width / 2, -cell.height / 2, cell.width, cell.height)
        plate = _image(art, whole, "") + "\n" + _rect((-wide, top, 2 * wide, low - top), f'rx="1.5" {pale}')
        placed = [art, *placed]
    turn = "'translate(' ~ c.x ~ ' ' ~ c.y ~ ') rotate(' ~ c.angle ~ ')'"
    group = f'<g pnp:for="c in shape.cells" pnp:transform="{turn}" transform="translate({cell.x:g} {cell.y:g})">'
    return [rim, group, *_indented([plate, *column]), "</g>"], placed


def _rows(sheet: TableSheet, roles: Roles, y: float, half: Half) -> list[_Block]:
    """What is large (the picture, else the first number), the name, lines, more numbers."""
    small, numbers = max(LEAST, min(3.6, y / 4)), [*roles.numbers]
    line = max(LEAST, 0.9 * small)
    large = roles.picture or (numbers.pop(0) if numbers and y > 2.2 else "")
    wide = 2 * half(-small, small) * (1.0 if half(0, y * 1.1) else 0.7 if large else 0.62) or 1
    short = [f for f in numbers if half_ems(sheet.longest(f)) <= BADGE]
    factors = [f for f in sheet.factors() if f in numbers][:1]
    foot = _beside(sheet, factors or short, 3, wide, headed=False)
    names = sheet.words(roles.title) or ["item"]
    most = small if large and factors else max(small, 4.4 if large else 6.5)
    size = fitting(names, wide, max(y * (0.85 if large else 1.7), 1.3 * LEAST), most)
    deep = 1.3 * size * max(line_count(name, wide, size) for name in names) if size else 1.3 * LEAST

    def name(box: Box) -> str:
        more = ' pnp:leading="1.1"'
        return _text(scope_name(roles.title), box, size or LEAST, "Name", lines=99, middle=True, bold=True, more=more)

    rest = [f for f in (*roles.rest, *numbers, roles.body) if f and f not in (large, *foot)]
    prose = [f for f in rest if sheet.is_prose(f) or f == roles.body]
    return [
        _large(sheet, large, max(3.0, 0.7 * y), 2, 12),
        _Block(3 if large else 0, [roles.title] if size or not large else [], deep, 0, name),
        _prose(sheet, prose, 2 * half(0, y) or 1, line, 4, middle=True),
        *(_fact(sheet, f, line, middle=True) for f in rest if f not in prose),
        _numbers(sheet, foot, 1.15 * small, headed=False),
    ]


# ---- the back of a card ----


def _card_back(sheet: TableSheet) -> Drawn:
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
        words = lines_in(sheet, said) if said else "game.title"
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


def _at(box: Sequence[float]) -> str:
    return 'x="{:.4g}" y="{:.4g}" width="{:.4g}" height="{:.4g}"'.format(*box)


def _image(field: str, box: Box, more: str) -> str:
    return f'<image pnp:if="{scope_name(field)}" pnp:href="{scope_name(field)}" {_at(box)} {more}'.rstrip() + "/>"


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
