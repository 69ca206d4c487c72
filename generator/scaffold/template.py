"""A `TableSheet` -> its `TableSketch`: plain SVG templates, both sides, with a place for each field that has room.

A card's front is drawn by card.py, any other piece by piece.py. Promise: the fields that are drawn are told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import product
from math import ceil
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.data.lexicon import is_latin, table_words
from generator.data.reading.grid import plain_ascii
from generator.scaffold.areas import bleed_in, sides_of
from generator.scaffold.backs import said_within, two_sides
from generator.scaffold.card import COLUMNS, TEXTS, card, crowding
from generator.scaffold.edges import edges_of
from generator.scaffold.elements import SLICE, WHITE, Drawn, bleeding, boxed, image, page, rect, size_for, text
from generator.scaffold.extents import BLEED, filling
from generator.scaffold.factors import factors_of, with_joined
from generator.scaffold.frame import filled
from generator.scaffold.halves import half_of, halves_of, in_halves
from generator.scaffold.hues import ground_of
from generator.scaffold.illustrated import are_finished, are_pictures, pictures_cover, pictures_fill
from generator.scaffold.meanings import FACTORS
from generator.scaffold.piece import piece
from generator.scaffold.printing import said_of, scope_name
from generator.scaffold.roles import Roles, readings_of, roles_of, with_code, with_reading, with_stand_in
from generator.scaffold.sizes import PIECES, is_card, look_of
from generator.scaffold.standing import has_short_names
from generator.scaffold.tablesheet import TableSheet
from generator.values import Struct, replace


class TableSketch(Struct, frozen=True):
    """The templates of a sheet's pieces, that of the backs "" where these are blank, with the fields on them; what the
    fields of the front are, and which of them are twins, in two halves; `drawing`: the file of somebody's own that the
    front is; `homes`: what the templates are called."""

    sheet: TableSheet
    front: tuple[str, list[str]]
    back: tuple[str, list[str]]
    roles: Roles
    pairs: Mapping[str, str]
    drawing: str = ""
    homes: tuple[str, str] = ("", "")


def sketched(sheet: TableSheet) -> TableSketch:
    """Both sides of a sheet's pieces, as all of their deck are drawn."""
    if sheet.whole:
        own = {"look": sheet.look, "languages": sheet.languages, "frames": sheet.frames, "back": sheet.back}
        return replace(sketched(replace(sheet.whole, **own)), sheet=sheet)
    if any(map(is_latin, sheet.languages)):
        sheet = replace(sheet, fields={**sheet.fields, **readings_of(sheet)})
    before, behind = two_sides(sheet)
    before = with_joined(with_reading(before))
    roles = roles_of(before)
    if roles.title in before.of("integer", "number") and any(before.says(roles.title, what) for what in FACTORS):
        roles = replace(roles, title="", numbers=[roles.title, *roles.numbers])  # a unit that has no name
    before, roles = with_code(before, roles)
    return TableSketch(sheet, _front(sheet, before, roles), _back(sheet, behind, roles), roles, halves_of(before))


def _front(sheet: TableSheet, before: TableSheet, roles: Roles) -> tuple[str, list[str]]:
    """The template of the fronts."""
    if sheet.finished:
        around = 'pnp:if="item.edge" pnp:fill="item.edge" fill="none"'
        ground = [rect(bleeding(sheet.look.shape), around)] * ("edge" in sheet.fields)
        return page(sheet.look.shape, [*ground, *(_standing(sheet) or _finished(sheet, "picture"))]), ["picture"]
    drawing, placed = _shown(before, roles, is_whole=are_whole(sheet)) or _side(before, roles)
    return drawing, said_within(before, placed, sheet.fields)


def are_whole(sheet: TableSheet) -> bool:
    """True for counters of which each has a picture for both sides (full strength, reduced) that is as wide by its
    height: they are finished, and nothing is laid over them, unless somebody says that these are pictures."""
    shape = sheet.look.shape
    if is_card(shape) or len(sheet.of("image")) < 2 or sheet.told("image"):
        return False
    own = [f for side in two_sides(sheet) for f in [roles_of(side).picture] if f in side.of("image")]
    is_each = (
        len(own) == 2 and len(sheet.words(own[0])) == len(sheet.items) and all(len(sheet.shown(f)) > 1 for f in own)
    )
    return is_each and all(pictures_fill(sheet, shape.width / shape.height, f, _ALIKE) for f in own)


_ALIKE = 1.1


def _shown(side: TableSheet, roles: Roles, *, is_whole: bool = False) -> tuple[str, list[str]] | None:
    """The template of a side that is its picture, with the bleed that the first has; None of any other."""
    shape, field = side.look.shape, roles.picture
    is_other = bool(field) and not is_whole and not pictures_cover(side, field)
    if not (field and (is_whole or are_pictures(side))) or (is_other and not _may_be_cards(side)):
        return None
    shown = side.shown(field)
    if is_other:  # whole, on the colour of their edges
        color, _ = sides_of(next(iter(shown.values())))
        around = rect(bleeding(shape), f'fill="{color or WHITE}"')
        return page(shape, [around, image(field, (0, 0, shape.width, shape.height))]), [*side.fields]
    bleed = max(0.0, bleed_in(next(iter(shown.values())), shape))
    box = (0 - bleed, 0 - bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
    edges = {word: sides_of(path) for word, path in shown.items()} if bleed < BLEED else {}
    colors = {word: color for word, (color, is_plain) in edges.items() if is_plain}
    paint, is_so = filled(side, field, colors, next(iter(colors.values()), "none"))
    ground = [rect(bleeding(shape), paint)] * (is_so and 0 < len(colors) == len(shown))
    is_bare = not ground and not bleed and shape.kind == "rectangle" and not _are_drawn(shown.values())
    ground = [image(field, bleeding(shape), SLICE)] * is_bare or ground  # a larger one, for the cut
    return page(shape, [*ground, image(field, box, SLICE)]), [field] if is_whole else [*side.fields]


def _may_be_cards(side: TableSheet) -> bool:
    return is_card(side.look.shape) and are_finished(side)


def _are_drawn(pictures: Iterable[Path]) -> bool:
    return any(path.suffix.lower() == ".svg" for path in pictures)


def _finished(sheet: TableSheet, field: str) -> list[str]:
    """A picture that is all of a face with its bleed; whole, or across the face, where its flags say so."""
    (w, h), href = (sheet.look.shape.width, sheet.look.shape.height), f'pnp:href="item.{field}" '
    own = 'pnp:x="0 - item.bleed" pnp:y="0 - item.bleed" '
    own += 'pnp:width="{:g} + 2 * item.bleed" pnp:height="{:g} + 2 * item.bleed" '
    own *= "bleed" in sheet.fields
    is_bare = sheet.finished == filling(sheet.look.shape, 0.0) and {*sheet.words("bleed")} <= {"0"}
    has_ground = field == "picture" and "edge" in sheet.fields  # which is the colour of the front
    is_bare = is_bare and not has_ground and sheet.look.shape.kind == "rectangle"
    is_bare = is_bare and not _are_drawn(sheet.shown(field).values())
    flags, drawn = [f for f in ("turned", "whole") if f in sheet.fields], []
    for ups in product((False, True), repeat=len(flags)):
        lies = "".join(f" and {'' if up else 'not '}item.{f}" for f, up in zip(flags, ups, strict=True))[5:]
        is_turned, is_whole = (dict(zip(flags, ups, strict=True)).get(f) for f in ("turned", "whole"))
        across = f'transform="translate({w:g} 0) rotate(90)" ' if is_turned else ""
        box = own.format(*((h, w) if is_turned else (w, h))) + sheet.finished * (not is_turned)
        head = f"<image {f'pnp:if={quoteattr(lies)} ' if lies else ''}{across}{href}"
        wide, high = (h, w) if is_turned else (w, h)
        larger = boxed((-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED))
        drawn += [f"{head}{larger} {SLICE}/>"] * is_bare  # what a cut beside the edge shows
        drawn.append(f"{head}{box}".rstrip())
        drawn[-1] += "/>" if is_whole else f" {SLICE}/>"
    return drawn


def _standing(sheet: TableSheet) -> list[str]:
    """The picture on both faces of a standee, or that of its back on the other; none on any other piece."""
    if not sheet.finished or sheet.look.shape.kind != "standee":
        return []
    other = "item.behind or item.picture" if "behind" in sheet.fields else "item.picture"
    hrefs = ['pnp:href="item.picture"', f'pnp:href="{other}"']
    hrefs[1] = f"xlink:href={quoteattr(sheet.within(sheet.back))}" if sheet.back else hrefs[1]
    cells = zip(sheet.look.shape.cells, hrefs, strict=True)
    return [
        f'<image transform="translate({c.x:g} {c.y:g}) rotate({c.angle:g})" {href} '
        f'{boxed((-c.width / 2, -c.height / 2, c.width, c.height))} preserveAspectRatio="xMidYMax"/>'
        for c, href in cells
    ]


def _behind(sheet: TableSheet) -> tuple[str, list[str]]:
    """The template of pictures that are the backs: one of all, or finished ones; "" where these stand on the front."""
    shape, parts = sheet.look.shape, list[str]()
    if _standing(sheet):
        return "", []
    if sheet.back:
        bleed, (color, is_plain) = bleed_in(sheet.back, shape), sides_of(sheet.back)
        is_whole = bleed < 0 and shape.kind == "rectangle"
        box = (sheet.finished if bleed < 0 and not is_whole else "") or filling(shape, max(0.0, bleed))
        if bleed < BLEED and (is_plain or is_whole or not sheet.finished):  # its edge goes on, as that of a frame does
            parts.append(rect(bleeding(shape), f'fill="{color or WHITE}"'))
        parts.append(
            f"<image xlink:href={quoteattr(sheet.within(sheet.back))} {box}{'' if is_whole else f' {SLICE}'}/>"
        )
    own = ["behind"] * (bool(sheet.finished) and "behind" in sheet.fields)
    edges = {sides_of(path) for f in own for path in sheet.shown(f).values()}
    if "edge" in sheet.fields and not sheet.back and [*edges] == [(color := next(iter(edges), ("",))[0], True)]:
        parts.append(rect(bleeding(shape), f'fill="{color}"'))
    return page(shape, [*parts, *(one for f in own for one in _finished(sheet, f))]), own


def _back(sheet: TableSheet, behind: TableSheet, ours: Roles) -> tuple[str, list[str]]:
    """The template of the backs: each piece's own if columns are about them, a plain one behind cards, else ""."""
    shape = sheet.look.shape
    if sheet.back or (sheet.finished and "behind" in sheet.fields):
        return _behind(sheet)
    roles = roles_of(behind)
    if shown := _shown(behind, roles, is_whole=are_whole(sheet)):
        return shown
    if roles.title in behind.of("integer", "number"):  # tells nothing apart that the front does not
        roles = replace(roles, title="", numbers=[roles.title, *roles.numbers])
    is_named = bool(roles.title) and not behind.says(roles.title, "explained")
    if is_card(shape) and is_named and (roles.body or roles.numbers or roles.rest):
        ink = roles.color if roles.color in behind.of("color") else ours.ink  # as its front, and said there
        fields = {**behind.fields, **{f: v for f, v in sheet.fields.items() if f == ink}}
        drawing, placed = _side(replace(behind, fields=fields), replace(roles, color=ink))
        return drawing, [field for field in placed if field in behind.fields]
    if is_card(shape) and (behind.fields or (sheet.look.kind == "card" and not sheet.finished)):
        parts, placed = _card_back(behind)
        return page(shape, parts), placed
    if not behind.fields:
        return "", []
    if not roles.color or roles.color not in behind.of("color"):
        roles = replace(roles, color=ours.color, group=roles.group if ours.color else ours.group)
    roles = replace(roles, title=roles.title or ours.title, picture=roles.picture or ours.picture)
    if ours.title != roles.title in sheet.beside.get("both", ()):  # of the front, where it is no name
        roles = replace(roles, title=ours.title, rest=[roles.title, *roles.rest])
    turned = [*sheet.beside.get("turned", ())]
    fields, beside = {**behind.fields, **sheet.fields}, {**sheet.beside, "only": turned}
    drawing, placed = _side(replace(sheet, items=behind.items, made=behind.made, fields=fields, beside=beside), roles)
    return drawing, [*(field for field in placed if field in behind.fields), *turned]


def enlarged(sheet: TableSheet) -> TableSheet:
    """The sheet with larger cards, where one text in ten has no room on those of the usual size, or a column that has
    some on the next."""
    before, lacks = two_sides(sheet)[0], dict[str, str]()
    for look in (sheet.look, look_of("cards", "tarot")):
        here = replace(before, look=look)
        here = half_of(here, pairs) if (pairs := halves_of(here)) else here
        lacks[look.size] = crowding(here, roles_of(here))
    usual, larger = lacks.values()
    if not usual or usual == larger == COLUMNS:
        return sheet
    look = look_of("cards", "a6" if larger == TEXTS else "tarot")
    note = f"size: {look.size}, as {usual} have no room on the usual card"
    return replace(sheet, look=look, notes=[*sheet.notes, note])


def roomy_way(sketch: TableSketch, lost: Collection[str]) -> str:
    """The option of `pnp new` with which fields have room that have none on these pieces: a size, or of counters that
    would be huge `--kind cards`; "" if none helps."""
    sheet, shape = sketch.sheet, sketch.sheet.look.shape
    pieces = next((p for p in PIECES if (usual := look_of(p, "")).kind == sheet.look.kind
                   and usual.shape.kind == shape.kind), "")  # fmt: skip
    wide, high = (round(side, 1) for side in (shape.width, shape.height))
    is_round = shape.kind != "rectangle" or wide == high
    grown = (5 * ceil(share * wide / 5) for share in (1.15, 1.3, 1.5, 1.75, 2))
    grown_ = [f"{n}mm" if is_round else f"{n}x{5 * ceil(n * high / wide / 5)}mm" for n in grown]
    sizes = ("tarot", "a6") if is_card(shape) and sheet.look.kind == "card" else grown_ if pieces else ()
    ways = {f"--size {size}": look_of(pieces, size) for size in sizes}
    if sheet.look.kind == "token":
        ways = {**dict([*ways.items()][:3]), "--kind cards": look_of("cards", ""), **ways}
    for way, look in ways.items():
        is_larger = look.shape.width * look.shape.height > shape.width * shape.height
        if not is_larger or (look.kind != sheet.look.kind and way != "--kind cards"):
            continue
        other = sketched(replace(sheet, look=look))
        if {*lost} <= {*other.front[1], *other.back[1]}:
            return way
    return ""


def _side(sheet: TableSheet, roles: Roles) -> tuple[str, list[str]]:
    shape, sheet = sheet.look.shape, with_stand_in(sheet, roles)
    if pairs := halves_of(sheet):
        parts, placed = in_halves(sheet, pairs)
        return page(shape, parts), placed
    is_tile, is_told = sheet.look.kind == "tile", any(map(sheet.is_prose, filter(None, (roles.body, *roles.rest))))
    is_scene = is_tile and bool(roles.picture) and pictures_fill(sheet, shape.width / shape.height, roles.picture)
    is_sign = is_tile and not is_told and has_short_names(sheet, roles)
    is_unit = sheet.look.kind == "token" and len(factors_of(sheet, roles.numbers)) > 1
    is_piece = is_scene or is_sign or is_unit or bool(edges_of(sheet)) or not is_card(shape)
    parts, placed = (piece if is_piece else card)(sheet, roles)
    drawn, (title, other) = page(shape, parts), sheet.stands_in
    placed = [*placed, *[other] * (title in placed and 2 * len(sheet.words(title)) < len(sheet.items))]
    return drawn, [*filter(None, dict.fromkeys((*placed, roles.ink * is_hue(drawn, roles.ink))))]


def is_hue(drawing: str, field: str) -> bool:
    """True where a field tells the colour of anything."""
    return bool(re.search(rf"""pnp:fill=("[^"]*|'[^']*){re.escape(scope_name(field))}\b""", drawing))


_USUAL = frozenset(table_words("usuals"))


def _card_back(sheet: TableSheet) -> Drawn:
    """A pattern, alike from both ends, with the title and the set on it; or a picture, or what the columns of backs
    say."""
    w, h = sheet.look.shape.width, sheet.look.shape.height
    picture, color = (next(iter(sheet.of(kind)), "") for kind in ("image", "color"))
    said = [f for f in sheet.fields if f not in (picture, color)][:8]
    words, texts = said_of(sheet, said, bare=said[:1]) if said else ("", [])
    name, is_part = repr(sheet.deck[1]) if sheet.deck[0] else "set.name", bool(sheet.deck[0])
    usual = f"game.title ~ ('\\n' ~ {name} if {name}|lower != game.title|lower else '')"
    usual = "game.title" if is_part and not sheet.deck[1] else usual
    alike = sorted({w.lower() for w in sheet.words(said[0]) if plain_ascii(w) in _USUAL}) if len(said) == 1 else []
    own = scope_name(said[0]) if alike else ""  # a `normal` back is that of all
    words = f"({usual} if {own}|lower in {alike} else {words})" if alike else words or usual
    paint, ink = ground_of(sheet, color)
    wide, high = (w - 8, min(h - 12, 18.0 * len(said) + 16)) if said else (min(43.0, w - 10), 20.0 if h > 60 else h / 3)
    zigzag = " ".join(f"l6 {'-6' if n % 2 == 0 else '6'}" for n in range(ceil((w + 12) / 6)))
    plate = ((w - wide) / 2, (h - high) / 2, wide, high)
    parts = [
        rect(bleeding(sheet.look.shape), paint),
        f'<path pnp:for="row in {ceil((h + 20) / 8)}|range" pnp:step="0 8" d="M-5.5 -4 {zigzag}" fill="none" '
        f'stroke="{WHITE}" stroke-opacity="0.18" stroke-width="0.8"/>',
        *[image(picture, bleeding(sheet.look.shape), SLICE)] * bool(picture),
    ]
    if said or not picture:
        box = (plate[0] + 2, plate[1] + 1, wide - 4, high - 2)
        size = size_for(texts, box[2], box[3], 10.0 if len(said) == 1 else 5.0) if said else min(5.0, high / 3.4)
        parts.append(rect(plate, f'rx="3" {paint} stroke="{WHITE}" stroke-width="0.5"'))
        parts.append(text(words, box, size, "Title", lines=99, middle=True, bold=True, ink=ink))
    return parts, [*filter(None, [picture, color]), *said]
