"""A `TableSheet` -> the drawing of a token, a counter, a tile: a column in each of its cells, on its colour.

Where pictures have a ground of their own they fill the piece, and the column stands on a pale plate, or on a plain area
of the frame around them. Promise: what there is no room for is left out from the least important on; name, picture and
text go last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import sqrt

from generator.face.face import Shape
from generator.layout.draw import SAFE_TINY, margin_of
from generator.scaffold import elements
from generator.scaffold.areas import are_dark, bleed_in, edge_of
from generator.scaffold.column import Half, stacked
from generator.scaffold.edges import at_edges, on_map
from generator.scaffold.elements import INK, WHITE, Drawn, image, rect
from generator.scaffold.factors import factors_of
from generator.scaffold.frame import backdrop_of, filled, framed_piece, frames_of
from generator.scaffold.hues import ground_of, lighter
from generator.scaffold.illustrated import hexes_shown, pictures_fill
from generator.scaffold.measures import LEAST, unbroken, width_of
from generator.scaffold.piecerows import piece_rows
from generator.scaffold.printing import if_said
from generator.scaffold.roles import Roles
from generator.scaffold.sizes import cut_out
from generator.scaffold.tablesheet import GROUPS, INKS, TableSheet
from generator.values import replace

_EDGE, _SIDE = 0.6, 0.8
"""So far the plate goes on above and below the words upon it, and beside them, mm."""
_PLATES = ((0.8, 0.36), (0.72, 0.48), (0.75, 0.6), (0.8, 0.75), (0.85, 0.95))
"""Where a plate ends and how high it is, in parts of half a piece: the first with room for all, on what fills the
piece the second; prose has the last."""
_CROPPED = 1.25
"""What fills a rectangle may have so many times what is seen of it; else it is whole."""
_PALE = f'rx="1.5" fill="{WHITE}" fill-opacity="0.86"'


def piece(sheet: TableSheet, roles: Roles) -> Drawn:
    """The elements of a piece's side, and the fields that they draw; a ring has no room for any. Factors that have no
    room within the usual margin have it nearer to the cut."""
    if frames_of(sheet, roles) and len(sheet.look.shape.cells) == 1:
        framed = _in_frame(sheet, roles)
        return framed if roles.picture in ("", *framed[1]) else _piece(sheet, roles, backdrop=backdrop_of(sheet, roles))
    usual = _piece(sheet, roles)
    factors = factors_of(sheet, roles.numbers)
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
        number, placed_above, top = on_map(sheet, roles.title, ink) if not around else ([], [], end)
        top = min(top, end)
        bare = replace(roles, rest=[f for f in roles.rest if f not in placed_above])
        parts, placed = stacked(piece_rows(sheet, bare, low + top, half, ink), -top, low, half)
        around, placed_around = [*around, *number], [*placed_around, *placed_above]
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
        rows = piece_rows(sheet, bare, high * end, within, INK, is_plate=True)
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
    rows = piece_rows(sheet, replace(roles, picture="", frame=""), low - top, half, told.ink)
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
    if len(shape.cells) == 1 and pictures_fill(sheet, shape.width / shape.height, roles.picture, most):
        shown = [*sheet.shown(roles.picture).values()]
        bleed = max(0.0, bleed_in(shown[0], shape)) if shown and shape.kind == "rectangle" else 3.0
        box = (-cell.x - bleed, -cell.y - bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
        return image(roles.picture, box, elements.SLICE)
    is_round = shape.kind == "circle" and cut_out([*sheet.shown(roles.picture).values()]) == "tokens"
    if is_round or (shape.kind == "polyhex" and hexes_shown(sheet)):
        return image(roles.picture, (-cell.width / 2, -cell.height / 2, cell.width, cell.height))
    return ""
