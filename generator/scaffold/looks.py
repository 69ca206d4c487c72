"""What the pieces of a table are, and how large: a `TableSheet` -> the same with its look, its frames, its back.

Promise: what somebody says of them holds; what its columns tell is told, with how to have it otherwise.
"""

from __future__ import annotations

import re

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.scaffold import meanings, pages
from generator.scaffold.backs import two_sides
from generator.scaffold.edges import directions, edges_of, top_of
from generator.scaffold.extents import size_as_wide, size_shown
from generator.scaffold.frame import frames_beside
from generator.scaffold.illustrated import are_finished, are_pictures, card_share, hexes_shown, pictures_fill
from generator.scaffold.sizes import look_of, pieces_called
from generator.scaffold.tablesheet import TableSheet, is_of_print
from generator.scaffold.template import sketched
from generator.values import replace

_FINISHED = "taken for whole cards, with nothing over them: the pictures of {0}; as art of cards: `--columns {0}=image`"


def _lacks(sheet: TableSheet, pieces: str) -> bool:
    """True for tokens that do not say all, and for counters without factors that do not say a text of most."""
    sketch, are_units = sketched(sheet), any(sheet.says(f, what) for f in sheet.fields for what in meanings.FACTORS)
    lost = [f for f in sheet.fields if f not in (*sketch.front[1], *sketch.back[1]) and not is_of_print(sheet, f)]
    texts = [f for f in lost if sheet.is_prose(f) and 2 * len(sheet.words(f)) > len(sheet.items) and not are_units]
    return bool(lost if pieces == "tokens" else texts)


def as_asked(sheet: TableSheet, said: tuple[str, str, bool], size: str) -> TableSheet:
    """The sheet with the look that is said of its pieces, first by the heading of their names (`Card` below `Tile
    laws`), or as large as a column says."""
    pieces, asked, is_sure = said
    own = pieces_called(next((h for _, h in sheet.fields.values()), ""), is_whole=True)
    pieces = own if own and pieces and not is_sure else pieces
    made = _with_look(sheet, pieces, asked or size, is_sure)
    is_more = pieces in ("tokens", "counters") and not is_sure and _lacks(made, pieces)
    made = _with_look(made, "", asked or size, is_sure) if is_more else made  # a game of coins may have cards
    return made if pieces or asked or size or made.look.kind != "card" else _as_units(made)


def _as_units(sheet: TableSheet) -> TableSheet:
    """Cards as counters, where what fights and moves is called a unit, or is of a side, and a counter says all; as they
    are with what is to be done, where it may be so."""
    factors = {what: f for f in sheet.numbers() for what in meanings.FACTORS if sheet.says(f, what)}
    is_more = any(sheet.is_prose(f) or sheet.says(f, "cost") for f in sheet.fields)
    if "move" not in factors or len({*factors.values()}) < 2 or is_more:
        return sheet
    made, heads = _with_look(sheet, "counters", "", is_sure=False), [heading for _, heading in sheet.fields.values()]
    named = {word for name in (sheet.id, sheet.path.stem, *heads) for word in re.split(r"[\W_]+", plain_ascii(name))}
    is_war = not named.isdisjoint(table_words("units")) or any(sheet.says(f, "side") for f in sheet.fields)
    said = ", ".join(sheet.fields[f][1] for f in dict.fromkeys(factors.values()))
    if is_war and not _lacks(made, "tokens"):
        return replace(made, notes=[*made.notes, f"{said}: taken for counters; as cards with `--kind cards`"])
    return replace(sheet, notes=[*sheet.notes, f"{said}: as counters of a war game with `--kind counters`"])


def _with_look(sheet: TableSheet, pieces: str, size: str, is_sure: bool) -> TableSheet:
    """The sheet as hexes or square tiles, if columns are about their edges, as hexes if pictures of tiles are; else as
    `pieces`; with their back, if no column tells of it."""
    top = top_of(directions({f: heading for f, (_, heading) in sheet.fields.items()}).values())
    corner = top * (top != "square") or hexes_shown(sheet) * (pieces == "tiles" and not pictures_fill(sheet, 1))
    is_tile = top == "square" and bool(edges_of(replace(sheet, look=look_of("tiles", ""))))
    meant = "hexes" if corner and pieces in ("", "tiles") else pieces or "tiles" * is_tile
    if meant in ("", "cards") and are_pictures(sheet):
        shown = size_shown([path for found in sheet.pictures.values() for path in found])
        share = card_share(sheet) if are_finished(sheet) else 0.0
        head = ", ".join(pages.headings_of(sheet, f) for f in sheet.of("image"))
        note = [_FINISHED.format(head)] * bool(share)
        size = size or shown or (size_as_wide(share) if share else "")
        sheet = replace(sheet, notes=[*sheet.notes, *note])
    sheet = replace(sheet, look=look_of(meant, size, is_sure=is_sure, top=hexes_shown(sheet) or corner))
    found = {path for paths in sheet.pictures.values() for path in paths}
    frames = frames_beside(sheet, found)
    found |= {*frames[1].values()}
    is_bare = (bool(found) or sheet.look.kind == "card") and not two_sides(sheet)[1].fields
    return replace(sheet, back=pages.back_beside(found, sheet.path) if is_bare else None, frames=frames)
