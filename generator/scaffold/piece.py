"""A `TableSheet` -> the drawing of a token, a counter, a tile: a column in each of its cells, on its colour.

Where pictures have a ground of their own they fill the piece, and the column stands on a pale plate, or on a plain area
of the frame around them. Promise: what there is no room for is left out from the least important on; name, picture and
text go last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from itertools import pairwise
from math import fsum, sqrt

from generator.data.reading.guessing import is_running
from generator.face.face import Shape
from generator.layout.draw import SAFE_TINY, margin_of
from generator.scaffold import elements
from generator.scaffold.areas import are_dark, bleed_in, edge_of
from generator.scaffold.column import Half, PieceRow, stacked
from generator.scaffold.edges import at_edges
from generator.scaffold.elements import INK, WHITE, Box, Drawn, depth_of, image, rect, size_for, text
from generator.scaffold.frame import backdrop_of, filled, framed_piece, frames_of
from generator.scaffold.hues import ground_of, lighter
from generator.scaffold.meanings import FACTORS, stem_of
from generator.scaffold.measures import LEAST, half_ems, unbroken, width_of
from generator.scaffold.printing import Phrase, as_printed, if_said, if_true, said_of, spoken_name
from generator.scaffold.roles import Roles, says_little
from generator.scaffold.sizes import cut_out, look_at
from generator.scaffold.tablesheet import GROUPS, INKS, TableSheet
from generator.values import replace

_ROOM = 24.0
"""Where there is so much, numbers have their headings."""
_CORNER = 0.25
"""So much of the height of a picture that is cut out is clear at its corners."""
_LINE, _TIGHT = 1.35, 1.2
"""The height of a line of facts, in ems, and where one would be left out."""
_EDGE, _SIDE = 0.6, 0.8
"""So far the plate goes on above and below the words upon it, and beside them, mm."""
_PLATES = ((0.8, 0.36), (0.72, 0.48), (0.75, 0.6), (0.8, 0.75), (0.85, 0.95))
"""Where a plate ends and how high it is, in parts of half a piece: the first with room for all, on what fills the
piece the second; prose has the last."""
_CROPPED = 1.25
"""What fills a rectangle may have so many times what is seen of it; else it is whole."""
_ALIKE, _LETTERS = 4, 4
"""Lines that differ by fewer letters are as wide; half ems of a short name."""
_DOT, _PALE = " · ", f'rx="1.5" fill="{WHITE}" fill-opacity="0.86"'


def piece(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a piece's side, and the fields that they draw; a ring has no room for any. Factors that have no
    room within the usual margin have it nearer to the cut."""
    if frames_of(sheet, roles) and len(sheet.look.shape.cells) == 1:
        framed = _in_frame(sheet, roles)
        return framed if roles.picture in ("", *framed[1]) else _piece(sheet, roles, backdrop=backdrop_of(sheet, roles))
    usual = _piece(sheet, roles)
    factors = _factors(sheet, roles.numbers)
    if set(factors) <= {*usual[1]} or sheet.look.shape.kind != "rectangle":
        return usual
    return max(usual, _piece(sheet, roles, is_tight=True), key=lambda drawn: len(drawn[1]))


def _piece(sheet: TableSheet, roles: Roles, *, is_tight: bool = False, backdrop: Sequence[str] = ()) -> Drawn:
    shape = sheet.look.shape
    cell, safe = shape.cells[0], margin_of(sheet.look.kind, shape)
    square = shape.kind in ("rectangle", "standee")
    is_tight |= square and width_of(unbroken(sheet.words(roles.title)), LEAST) > cell.width - 2 * safe > 0
    safe = min(safe, SAFE_TINY) if is_tight else safe
    x, y = (cell.width / 2 - safe, cell.height / 2 - safe) if square else (cell.radius - safe,) * 2
    paint, ink = _ground(sheet, roles)
    art = "" if backdrop else _art(sheet, roles, shape)
    around, placed_around, band = ([], [], 0.0) if art else at_edges(sheet, ink)  # a picture of all of it shows them
    x, y = x - band, y - band
    ground = backdrop or [rect(elements.bleeding(shape), _around(sheet, roles, shape) or paint)]
    zone = rect((safe, safe, shape.width - 2 * safe, shape.height - 2 * safe), 'fill="none"')
    guide = [f'<g id="safe">{zone}</g>'] * is_tight
    if shape.kind == "ring":
        return [*ground], []
    if not (roles.title or sheet.beside.get("id")):  # no piece is called by its row
        roles = replace(roles, title=roles.group, group="")

    def half(top: float, bottom: float) -> float:
        return x if square else sqrt(max(0.0, x * x - max(top * top, bottom * bottom)))

    is_told = bool(roles.body) or any(map(sheet.is_prose, roles.rest))
    end = y * (0.97 if square else 0.8 if is_told else 0.88)
    if roles.title and not (square or art or is_told):  # a name near the rim of a small disc has a short line
        wide = max((width_of(part, LEAST) for words in sheet.words(roles.title) for part in words.split()), default=0.0)
        ends = (share * end for share in (1.0, 0.9, 0.8, 0.7, 0.6))
        end = next((one for one in ends if 2 * half(0, one) > wide + 0.3), end)
    if art or backdrop:
        parts, placed = _on_plate(sheet, replace(roles, frame=""), art, end, half)
    else:
        low = end - band / 3  # what is said of the piece and what is at its edge are not one text
        parts, placed = stacked(_rows(sheet, roles, low + end, half, ink), -end, low, half)
    turn = "'translate(' ~ c.x ~ ' ' ~ c.y ~ ') rotate(' ~ c.angle ~ ')'"
    only = "".join(if_said(sheet, f) for f in sheet.beside.get("only", ()))  # one that has a back
    group = f'<g{only} pnp:for="c in shape.cells" pnp:transform="{turn}" transform="translate({cell.x:g} {cell.y:g})">'
    fields = [*filter(None, [roles.frame * bool(backdrop)]), *placed_around, *placed]
    return [*ground, *guide, group, *elements.indented([*around, *parts]), "</g>"], fields


def _ground(sheet: TableSheet, roles: Roles) -> tuple[str, str]:
    """The fill of a piece, and that of its words; light where no kinds are told apart, which takes little ink, and
    where dark pictures, cut out, would not stand out."""
    paint, ink = ground_of(sheet, roles.ink, roles.title)
    has_kinds, picture = paint != f'fill="{INKS[sheet.place % GROUPS]}"', roles.picture in sheet.of("image")
    is_free = picture and roles.ink not in sheet.of("color")
    if not has_kinds or (is_free and are_dark([*sheet.shown(roles.picture).values()])):
        return lighter(paint), INK
    return paint, ink


def _on_plate(sheet: TableSheet, roles: Roles, art: str, end: float, half: Half) -> Drawn:
    """The picture, and below it a pale plate, as low as it can be, with all else."""
    bare, is_told = replace(roles, picture=""), bool(roles.body) or any(map(sheet.is_prose, roles.rest))
    most: Drawn = [], []
    for foot, high in _PLATES[-1:] if is_told else _PLATES[bool(art) :]:
        low, top = foot * end, (foot - high) * end
        wide = half(top, low)
        within = half if foot == _PLATES[-1][0] else partial(_constant, wide)
        rows = _rows(sheet, bare, high * end, within, INK, is_plate=True)
        column, placed = stacked(rows, top, low, within)
        if not most[1] or len(placed) > len(most[1]) - 1 or (roles.title in placed) > (roles.title in most[1]):
            above = -0.9 * end
            shown = art or image(roles.picture, (-half(above, 0), above, 2 * half(above, 0), top - 2 * _EDGE - above))
            plate = rect((-wide - _SIDE, top - _EDGE, 2 * (wide + _SIDE), low - top + 2 * _EDGE), _PALE)
            most = [shown, *[plate] * bool(column), *column], [roles.picture, *placed]
        if {*placed} == {f for row in rows for f in row.fields}:
            break
    return most


def _constant(half: float, _top: float, _bottom: float) -> float:
    return half


def _in_frame(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a piece with the picture of a frame: its column stands on a plain area of this."""
    parts, placed, told = framed_piece(sheet, roles)
    x, top, right, low = told.box
    half = partial(_constant, (right - x) / 2)
    rows = _rows(sheet, replace(roles, picture="", frame=""), low - top, half, told.ink)
    column, fields = stacked(rows, top, low, half)
    group = f'<g transform="translate({(x + right) / 2:.4g} 0)">'
    return [*parts, group, *elements.indented(column), "</g>"], [*placed, *fields]


def _around(sheet: TableSheet, roles: Roles, shape: Shape) -> str:
    """The fill around pictures that fill a piece and have no bleed, the colour of the sides of each; "" of others."""
    art, colors = _art(sheet, roles, shape), {w: edge_of(path) for w, path in sheet.shown(roles.picture).items()}
    paint, is_so = filled(sheet, roles.picture, colors, next(iter(colors.values()), ""))
    return paint * (elements.SLICE in art and is_so and shape.kind == "rectangle")


def _art(sheet: TableSheet, roles: Roles, shape: Shape) -> str:
    """The picture that fills a piece: what has a ground of its own with the bleed that it has, or is cut for a shape;
    what is a hex or a disc as it is."""
    cell = shape.cells[0]
    if roles.picture not in sheet.of("image"):
        return ""
    most = _CROPPED if shape.kind == "rectangle" else 2
    if len(shape.cells) == 1 and sheet.fills(shape.width / shape.height, roles.picture, most):
        shown = [*sheet.shown(roles.picture).values()]
        bleed = max(0.0, bleed_in(shown[0], shape)) if shown and shape.kind == "rectangle" else 3.0
        box = (-cell.x - bleed, -cell.y - bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
        return image(roles.picture, box, elements.SLICE)
    is_round = shape.kind == "circle" and cut_out([*sheet.shown(roles.picture).values()]) == "tokens"
    if is_round or (shape.kind == "polyhex" and sheet.hexes()):
        return image(roles.picture, (-cell.width / 2, -cell.height / 2, cell.width, cell.height))
    return ""


# ---- a column ----


def _rows(
    sheet: TableSheet, roles: Roles, room: float, half: Half, ink: str, *, is_plate: bool = False
) -> list[PieceRow]:
    """What is large (the picture, else the first number), the name, texts, lines, more numbers; on a plate beside a
    picture several numbers are in a line, each with its heading if that has room."""
    small, worked = max(LEAST, min(3.6, room / 8)), [*filter(partial(_is_decimal, sheet), sheet.fields)]
    numbers = sorted(roles.numbers, key=lambda f: (_place(sheet, f), f in worked))
    counted = [f for f in numbers if f not in worked] or numbers * (not roles.title)  # what was measured is no value
    first = next((f for f in counted if not if_true(sheet, f)), "") or "".join(counted[: len(counted) == 1])
    factors = _factors(sheet, numbers) if room < _ROOM else []
    icon = next((f for f in sheet.beside.get("drawn", ()) if f in (*roles.rest, roles.group)), "")
    in_line = is_plate and len(numbers) > 1 and not factors
    is_hero = not (roles.picture or icon or factors) and has_short_names(sheet, roles)
    large = roles.picture or icon or first * (room > 4.4 and not (factors or in_line or is_hero))
    twins = counted if len(counted) == len(numbers) == 2 and large == first and not sheet.is_called(roles.title) else []
    wide, numbers = 2 * half(0, room / 2), [f for f in numbers if f not in (large, *twins)]
    are_told = [f for f in numbers if f not in worked or not any((roles.group, *roles.rest))]
    foot, between = factors or are_told * (room < _ROOM), "-" if factors else _DOT
    bare = [] if in_line and _width(sheet, foot, between, []) <= wide else foot
    while foot and _width(sheet, foot, between, bare) > wide:
        foot.remove(max(reversed(foot), key=lambda f: _place(sheet, f)))
    kinds = (roles.group, *roles.rest) if roles.color else (*roles.rest, roles.group)  # the ground says one of them
    rest = [f for f in (*numbers, *kinds, roles.body) if f and f not in (large, *twins, *foot)]
    rest.sort(key=lambda f: (f in worked, says_little(sheet.words(f))))
    name = _name(
        sheet,
        roles,
        2 * half(0, 0.3 * room),
        room,
        ink,
        is_alone=not (large or factors or in_line),
        most=12 if is_hero else 3.2 if factors else 4.4,
    )
    name = replace(name, share=2) if is_hero else name
    prose = _prose(sheet, [f for f in rest if sheet.is_prose(f) or f == roles.body], wide, small, ink)
    is_rare = 2 * len(sheet.words(roles.picture)) < len(sheet.items) if roles.picture else True
    tall = max(3.0, (0.2 if prose.fields or factors or is_rare else 0.3) * room)
    if prose.least + name.least + tall * bool(roles.picture) > room:  # not even alone
        prose = replace(prose, fields=())
    if roles.numbers and room < _ROOM:  # a counter is its numbers
        prose = replace(prose, rank=5)
    words = [f for f in rest if not sheet.is_prose(f) and f != roles.body]
    is_one_of_several = large in roles.numbers and len(roles.numbers) > 1 and (room >= _ROOM or bool(twins))
    heads = [(f, f * is_one_of_several) for f in dict.fromkeys((large, *twins))]
    great = [one for f, head in heads for one in (_large(sheet, f, tall, ink), _headed(sheet, head, ink))]
    blocks = [*great, name, prose]
    left = room - fsum(block.least for block in blocks if block.fields and block is not prose)
    high = min(0.4 * room, max(1.3 * LEAST, left)) if factors else 1.5 * small
    last = _numbers(sheet, foot, between, (wide, high), ink, bare)
    left = room - fsum(block.least for block in (*blocks, last) if block.fields)
    return [*blocks, *_facts(sheet, words, left, 1.8 * half(0, 0.3 * room), 0.85 * small, ink), last]


def _facts(sheet: TableSheet, fields: Sequence[str], room: float, wide: float, most: float, ink: str) -> list[PieceRow]:
    """The lines of facts, smaller and nearer to each other before one is left out."""
    lines = _in_lines(sheet, fields, wide, max(1, int(room / (_TIGHT * LEAST))))
    each = room / max(1, len(lines))
    size = max(LEAST, min(most, each / _LINE))
    return [_fact(sheet, some, size, max(_TIGHT * size, min(_LINE * size, each)), ink) for some in lines]


def _in_lines(sheet: TableSheet, fields: Sequence[str], wide: float, most: int) -> list[list[str]]:
    """The fields that stand in a line of their own, two or three where room is short; a series is never sorted."""
    place = [f for f in sheet.places() if f in fields]
    lines = [[f] for f in fields if f not in place] + [place] * bool(place)
    widths = [_wide(_facts_said(sheet, some)[-1]) for some in lines]
    while len(lines) > most:
        pairs = [one + other + width_of(_DOT, LEAST) for one, other in pairwise(widths)]
        best = min(range(len(pairs)), key=pairs.__getitem__, default=0)
        if not pairs or pairs[best] > wide:
            break
        lines[best : best + 2], widths[best : best + 2] = [[*lines[best], *lines[best + 1]]], [pairs[best]]
    if sheet.look.shape.kind not in ("rectangle", "standee") and len({stem_of(sheet.fields[f][1]) for f in fields}) > 1:
        lines.sort(key=lambda some: -max(len(line) // _ALIKE for line in _facts_said(sheet, some)[0][1]))
    return lines


def _is_decimal(sheet: TableSheet, field: str) -> bool:
    """True for what was measured, or worked out: it says least of a piece."""
    words = sheet.words(field)
    return 2 * sum(map(bool, map(_DECIMAL.fullmatch, words))) > len(words)


_JOINED = re.compile(r"\d[-–/]\d")
_SMALL, _DECIMAL = re.compile(r"[-+−]?\d{1,2}"), re.compile(r"[-−]?\d+[.,]\d+")


def _factors(sheet: TableSheet, numbers: Collection[str]) -> list[str]:
    """Attack, defence and movement, in this order, and what stands between them where the table has it; else these in
    one word (`4-6-3`), or of a square counter the first small numbers."""
    known = [f for f in sheet.fields if f in numbers and _place(sheet, f) < len(FACTORS)]
    if len(known) < 2:
        joined = [f for f in numbers if all(map(_JOINED.search, sheet.words(f)))]
        small = [f for f in sheet.fields if f in numbers and all(map(_SMALL.fullmatch, sheet.words(f)))]
        return joined[:1] or small[:4] * (len(small) > 2 and sheet.look.shape.kind == "rectangle")
    usual, fields = sorted(known, key=lambda f: _place(sheet, f)), [*sheet.fields]
    between = fields[fields.index(known[0]) : fields.index(known[-1]) + 1]
    return [f for f in between if f in numbers] if usual == known else usual


def _place(sheet: TableSheet, field: str) -> int:
    """Where a number stands among others: attack, defence and movement first."""
    return next((n for n, what in enumerate(FACTORS) if sheet.says(field, what)), len(FACTORS))


def _large(sheet: TableSheet, field: str, least: float, ink: str) -> PieceRow:
    """A picture, or a number or a sign as large as it can be."""

    def draw(box: Box) -> str:
        if field in sheet.of("image", "images"):
            return image(field, box, many=sheet.most(field))
        size, more = min(1.2 * box[3], 1.1 * box[2], 12), if_said(sheet, field)
        return text(as_printed(sheet, field), box, size, "1", middle=True, bold=True, ink=ink, more=more)

    is_picture = field in sheet.of("image", "images")
    is_cut = is_picture and not any(look_at(path)[1] for path in [*sheet.shown(field).values()][:8])
    rank, fields = 0 if is_picture else 2, [field] if field else []
    return PieceRow(rank, fields, least, 2, draw, clear=_CORNER * is_cut)


def _headed(sheet: TableSheet, field: str, ink: str) -> PieceRow:
    """The heading of a large number below it, where other numbers have theirs."""

    def draw(box: Box) -> str:
        said, more = sheet.label(field), if_said(sheet, field)
        x, y, wide, high = box
        box = x, y - 0.3, wide, high - 0.9  # it is the number's, not the name's
        return text(said, box, LEAST, sheet.heading(field), middle=True, bold=True, ink=ink, more=more)

    is_headed = bool(field and sheet.heading(field))
    return PieceRow(4, [field] if is_headed else [], 1.2 * LEAST + 0.9, 0, draw)


def has_short_names(sheet: TableSheet, roles: Roles) -> bool:
    """True for names of a letter or a few, the `A` of a tile, the `0203` of a hex, that number no rows and are of no
    unit: they are what one looks for."""
    names = sheet.names(roles.title)
    is_unit = any(_place(sheet, f) < len(FACTORS) or any(map(_JOINED.search, sheet.words(f))) for f in roles.numbers)
    is_unit &= sheet.look.kind != "tile"  # of land
    is_bare = not roles.numbers or not (is_unit or is_running(names))
    is_own = sheet.is_called(roles.title) or max(map(half_ems, names), default=0) < _LETTERS - 1  # `A`, no `Red`
    return bool(names) and is_own and is_bare and 9 * sum(half_ems(name) > _LETTERS for name in names) < len(names)


def _name(
    sheet: TableSheet, roles: Roles, wide: float, room: float, ink: str, *, is_alone: bool, most: float = 4.4
) -> PieceRow:
    """The name, in as many lines as it needs; as large as it can be where nothing else is."""
    field, said = roles.title, spoken_name(sheet, roles.title)
    names = sheet.names(roles.title)
    size = size_for(names, wide, 0.5 * room, 6.5, leading=1.3) if is_alone else max(LEAST, min(3.2, wide / 12))
    least = max(
        1.3 * size,
        depth_of(names, wide, size, leading=1.3),
        min(max(depth_of(names, share * wide, LEAST, 0, 1.3) for share in (0.9, 1)), 0.5 * room),  # as words break
    )

    def draw(box: Box) -> str:
        best = size_for(names, box[2], box[3], max(size, most), leading=1.3)
        more = ' pnp:leading="1.1"' + if_said(sheet, field)
        return text(said, box, best, "Name", lines=99, middle=True, bold=True, ink=ink, more=more)

    is_called = bool(field or sheet.beside.get("id"))
    return PieceRow(0, [field] if is_called else [], least, 0 if is_alone else 0.7, draw)


def _prose(sheet: TableSheet, fields: Sequence[str], wide: float, small: float, ink: str) -> PieceRow:
    """The long texts, one below the other; as large as they have room."""
    words, texts = said_of(sheet, fields, bare=fields[:1]) if fields else ("", [])

    return PieceRow(1, fields, depth_of(texts, wide, LEAST) + 0.5, 5, lambda box: text(
        words, box, size_for(texts, box[2], 0.95 * box[3], small), "What it does.", lines=99, middle=True, bold=True,
        ink=ink))  # fmt: skip


def _wide(said: Phrase) -> float:
    """How wide the longest line is, at least."""
    return max((width_of(line, LEAST) for line in said[1]), default=0.0)


def _facts_said(sheet: TableSheet, fields: Sequence[str]) -> list[Phrase]:
    """How a line says some fields: with their headings; without those of words that say enough: a type, a side, land,
    and then of all words."""
    words = [f for f in fields if f in sheet.of("text", "one of")]
    plain = [f for f in words if any(sheet.says(f, what) for what in ("type", "side", "terrain"))]
    return [said_of(sheet, fields, _DOT, bare=bare) for bare in ([plain, words] if plain != words else [words])]


def _fact(sheet: TableSheet, fields: Sequence[str], size: float, high: float, ink: str) -> PieceRow:
    """A line for what else there is, as far as there is room with its headings."""
    ways = [(said[0], _wide(said)) for said in _facts_said(sheet, fields)]

    def fitting(box: Box) -> list[str]:
        return [words for words, wide in ways if wide <= box[2]]

    def draw(box: Box) -> str:
        more = if_said(sheet, fields[0]) if len(fields) == 1 else ""
        return text(fitting(box)[0], box, size, "Fact: so", middle=True, bold=True, ink=ink, more=more)

    return PieceRow(4, fields, high, 0, draw, lambda box: bool(fitting(box)))


def _width(sheet: TableSheet, fields: Sequence[str], between: str, bare: Collection[str]) -> float:
    """How wide the longest line of numbers is, at least."""
    return _wide(said_of(sheet, fields, between, bare=bare))


def _numbers(
    sheet: TableSheet, fields: Sequence[str], between: str, room: tuple[float, float], ink: str, bare: Collection[str]
) -> PieceRow:
    """Numbers beside each other, in a line of so much room: the factors of a counter, `4-6-3`, as large as they can
    be."""
    words, said = said_of(sheet, fields, between, bare=bare) if fields else ("", [])
    size, are_factors = size_for(said, room[0], room[1], room[1] / 1.3) if said else LEAST, between != _DOT
    if not (are_factors or all(if_true(sheet, f) for f in fields)):  # what a piece lacks leaves its place
        words = words.replace(" else '')", f" else '–{between}')")

    def draw(box: Box) -> str:
        large = max(size, size_for(said, box[2], box[3], 6.5)) if are_factors else size
        return text(words, box, large, "2", middle=True, bold=True, ink=ink)

    return PieceRow(3, fields, 1.3 * size, 2 if are_factors else 0.3, draw)
