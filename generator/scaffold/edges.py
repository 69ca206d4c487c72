"""Columns headed by directions -> the edges of a tile that they are about, and what is drawn there.

Takes headings as people write them (`Bord NE`, `edge_sw`, `Nordost`, `北東`, `left`). Promise: a column is at an edge
only where several are; the directions say whether it is a square, or a hex with a corner or an edge on top.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from math import sqrt

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.layout.draw import margin_of
from generator.scaffold.elements import text
from generator.scaffold.meanings import in_parts
from generator.scaffold.measures import LEAST, half_ems, width_of
from generator.scaffold.printing import if_said, scope_name
from generator.scaffold.tablesheet import TableSheet
from generator.values import lazy_pattern

_NORTH, _SOUTH, _EAST, _WEST, *_SIDES = ("|".join(words) for words in table_words("directions").values())
_AT_END = r"(?:[ _]edge|[ _]side|の?[辺边]|側)?$"
_DIRECTION = lazy_pattern(
    rf"(?<![a-z])(?:(?P<ns>{_NORTH}|{_SOUTH})[ _-]?(?P<ew>{_EAST}|{_WEST}|o)?"
    rf"|(?P<ew1>{_EAST}|{_WEST}|o)(?P<ns1>{_NORTH}|{_SOUTH})?){_AT_END}"
)
_TURNS = {
    "flat": {"n": (0, -1), "ne": (60, -1), "se": (-60, 1), "s": (0, 1), "sw": (60, 1), "nw": (-60, -1)},
    "point": {"ne": (30, -1), "e": (90, -1), "se": (-30, 1), "sw": (30, 1), "w": (90, 1), "nw": (-30, -1)},
    "square": {"n": (0, -1), "e": (90, -1), "s": (0, 1), "w": (90, 1)},
}
"""By what is on top, how far each edge is turned, and whether it is above or below then: no words are upside down."""
_FIGURES = 3
"""Fewer characters are large."""


def directions(headings: Mapping[str, str]) -> dict[str, str]:
    """The fields whose headings name edges of a tile: `ne`; none of fewer than three of a hex, or four of a square."""
    own = {field: heading for field, heading in headings.items() if not re.fullmatch("column [A-Z]+", heading)}
    said = {field: code for field, heading in own.items() if (code := _code(heading))}  # `column N` is one without
    codes = {*said.values()}
    o = "e" if codes & {"w", "sw", "nw"} else "w"  # the French west, or the German east
    said = {field: code.replace("o", o) for field, code in said.items()}
    many = Counter(said.values())
    is_tile = many.keys() == _TURNS["square"].keys() or (len(said) > 2 and any(len(code) == 2 for code in many))
    return said if is_tile and max(many.values()) == 1 else {}


def top_of(codes: Collection[str]) -> str:
    """What is on top of a hex that has these edges, `point` or `flat`; `square`; "" if it is neither, or has corners
    alone."""
    found = [top for top, turns in _TURNS.items() if {*codes} <= turns.keys()]
    return found[0] if len(found) == 1 else ""


def edges_of(sheet: TableSheet) -> dict[str, tuple[int, int]]:
    """The short fields that stand at a tile's edges: how far each is turned, and whether it is above or below then."""
    shape, cell = sheet.look.shape, sheet.look.shape.cells[0]
    tops = {"polyhex": "flat" if cell.width > cell.height else "point", "rectangle": "square"}
    turns = _TURNS.get(tops.get(shape.kind, ""), {}) if len(shape.cells) == 1 and sheet.look.kind != "card" else {}
    found = directions({field: heading for field, (_, heading) in sheet.fields.items()})
    found = found if {*found.values()} <= turns.keys() else {}
    room = {field: _room(sheet, turns[code][0])[1] for field, code in found.items()}
    short = [field for field in found if all(width_of(word, LEAST) <= room[field] for word in sheet.words(field))]
    return {field: turns[found[field]] for field in short if shape.kind == "polyhex" or len(short) == len(found)}


def _room(sheet: TableSheet, turn: int) -> tuple[float, float]:
    """How far from the middle the line at an edge ends, and how wide it is."""
    cell, safe = sheet.look.shape.cells[0], margin_of(sheet.look.kind, sheet.look.shape)
    if sheet.look.shape.kind == "rectangle":
        wide, high = (cell.height, cell.width) if turn else (cell.width, cell.height)
        return high / 2 - safe, 0.6 * wide
    return cell.radius - safe, 2 * (2 * cell.radius - (cell.radius - safe)) / sqrt(3) - 2.4 * safe


def at_edges(sheet: TableSheet, ink: str) -> tuple[list[str], list[str], float]:
    """The words at the edges, their fields, and how deep these lines are."""
    found = edges_of(sheet)
    is_short = all(half_ems(sheet.longest(field)) < _FIGURES for field in found)
    size = max(1.1 * LEAST, sheet.look.shape.cells[0].radius / (5 if is_short else 8.5))
    high = 1.35 * size * bool(found)
    parts = []
    for field, (turn, side) in found.items():
        end, wide = _room(sheet, turn)
        box = (-wide / 2, -end if side < 0 else end - high, wide, high)
        said = "'●'" if sheet.fields[field][0].name == "flag" else scope_name(field)
        line = text(said, box, size, "road", middle=True, bold=True, ink=ink, more=if_said(sheet, field))
        parts.append(f'<g transform="rotate({turn})">\n  {line}\n</g>' if turn else line)
    return parts, [*found], high


def on_map(sheet: TableSheet, title: str, ink: str) -> tuple[list[str], list[str], float]:
    """The number of a hex on the map at its upper edge, small, where no name says it: its id, else its column and its
    row; their fields, and how far from the middle it begins."""
    cell, end = sheet.look.shape.cells[0], sheet.look.shape.cells[0].radius - margin_of("tile", sheet.look.shape)
    fields = [] if sheet.is_called(title) else [""] if sheet.beside.get("id") else sheet.places()
    if sheet.look.shape.kind != "polyhex" or len(sheet.look.shape.cells) > 1 or not (title and fields):
        return [], [], cell.radius
    words = " ~ ', ' ~ ".join(map(scope_name, fields))
    box = (-cell.radius / 2, -end, cell.radius, 1.2 * LEAST)
    more = "".join(if_said(sheet, f) for f in fields[:1])
    return [text(words, box, LEAST, "0101", middle=True, bold=True, ink=ink, more=more)], fields, end - box[3]


def _code(heading: str) -> str:
    """`ne` of `Bord NE`; `o` is still the east or the west; "" of any other."""
    words = plain_ascii(in_parts(heading)).strip()
    found = _DIRECTION.search(words)
    if not found:  # `left`, but not `top left`
        parts = re.split(r"[\W_]+", re.sub(_AT_END, "", words))
        codes = [code for part in parts for code, said in zip("nsew", _SIDES, strict=True) if re.fullmatch(said, part)]
        return codes[0] if len(codes) == 1 and re.fullmatch("|".join(_SIDES), parts[-1]) else ""
    north, east = found["ns"] or found["ns1"] or "", found["ew"] or found["ew1"] or ""
    first = "n" if re.fullmatch(_NORTH, north) else "s" * bool(north)
    return first + ("o" if east == "o" else "e" if re.fullmatch(_EAST, east) else "w" * bool(east))
