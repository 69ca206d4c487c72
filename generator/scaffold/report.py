"""What became of a spreadsheet, of art, of a text: the sketches of its sheets -> plain lines.

Promise: what is on no piece is told with its column, and how to have it otherwise.
"""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from generator.data.reading.document import words_in
from generator.data.reading.folders import UNSHOWN
from generator.face.face import Shape
from generator.scaffold import pages
from generator.scaffold.factors import factors_of, with_joined
from generator.scaffold.languages import untranslated
from generator.scaffold.meanings import in_one_language
from generator.scaffold.measures import is_set
from generator.scaffold.pictured import SIGN
from generator.scaffold.roles import Roles, is_idle
from generator.scaffold.tablesheet import TableSheet
from generator.scaffold.template import TableSketch, are_whole, is_hue, roomy_way
from generator.typeset.fontfile import is_leftward
from generator.typeset.setting import font_with

NO_PICTURE = "no PNG, JPEG, WebP, GIF, BMP, TIFF or SVG"
_NOTED, _SAID, _CELLS = 8, 30, 3
"""So many notes of a sheet are told, so many letters of words, so many cells."""
_MANY = 1000
"""For so many rows sizes are tried."""
_NO_ROOM = "no room on it"
_WHOLE = "left to the pictures, which are whole pieces (`--columns {}=image`: with words upon them)"
_ROOMY = "`{}` has room for all of it"
_FULL = "no usual size has room for all of it: `--columns {}` leaves out what has none{}"
_OTHER = "; others with `--columns HEADING=attack`, or `defence`, `move`"
_OTHERS = "; to have some of it, leave out others instead: {}"


def is_unshown(name: str) -> bool:
    """True for pictures of a kind that nothing here draws."""
    return name.lower().endswith(UNSHOWN)


def copied_files(sheet: TableSheet) -> list[Path]:
    """The pictures that a sheet names, and those that a word may mean which no picture is called."""
    return [*chain(*sheet.pictures.values()), *map(Path, sheet.beside.get("meant", ()))]


def lacking(sketch: TableSketch) -> dict[str, str]:
    """The fields that no side draws, and why."""
    sheet, placed = sketch.sheet, (*sketch.front[1], *sketch.back[1], *sketch.sheet.beside.get("turned", ()))
    shown = {*placed, *(f.removesuffix(SIGN) for f in placed if sketch.drawing)}
    left = [f for f in sheet.fields if f not in shown and not sheet.finished]
    lacks = (
        f"{sketch.drawing} has nothing called so that can show it"
        if sketch.drawing
        else _WHOLE.format(sheet.fields[sketch.roles.picture][1])
        if are_whole(sheet)
        else _NO_ROOM
    )
    return {f: "the same on all" if is_idle(sheet, f) else lacks for f in left}


def pieces_in(sheet: TableSheet) -> int:
    """How many pieces its rows are, copies and all."""
    return sum(n if isinstance(n := item.get("count"), int) else 1 for item in sheet.items)


def uncounted(sheet: TableSheet) -> str:
    """What is told of copies that are no numbers."""
    said = (str(item["count"]) for item in sheet.items if not isinstance(item.get("count", 1), int))
    words = ", ".join(f"`{one}`" for one in dict.fromkeys(said))
    return f", {words} as one" * bool(words)


def _left_out(sheet: TableSheet) -> str:
    """What is told of rows of which there is none."""
    none = [item for item in sheet.items if item.get("count") == 0]
    names = [
        next((in_one_language(item[key]) for key in ("name", *item) if key in item and key != "count"), "")
        for item in none
    ]
    return f", none of {len(none)} with 0: {', '.join(names[:_CELLS])}{' ...' * bool(names[_CELLS:])}" * bool(none)


def _nameless(sheet: TableSheet, roles: Roles) -> list[str]:
    """What the few rows say that have no name."""
    few = [item for item in sheet.items if roles.title and roles.title not in item]
    others = [f for f in (roles.group, *roles.rest, *roles.numbers) if f]
    said = [next((in_one_language(i[f]) for f in others if f in i), "") for i in few]
    return [word or "empty" for word in said] if 2 * len(few) < len(sheet.items) else []


def _factors(sketch: TableSketch) -> list[str]:
    """The fields that stand in one string on counters, if there are several."""
    own = factors_of(with_joined(sketch.sheet), sketch.roles.numbers) if sketch.sheet.look.kind == "token" else []
    return own if len(own) > 1 and {*own} <= {*sketch.front[1]} else []


def measures_of(shape: Shape) -> str:
    """How large a shape is, in words."""
    return f"{shape.width:.4g} x {shape.height:.4g} mm"


def import_report(sketches: Sequence[TableSketch], left: Sequence[str]) -> Iterator[str]:
    """What became of each sheet and each column, in plain lines."""
    for sketch in sketches:
        sheet, roles, pairs = sketch.sheet, sketch.roles, sketch.pairs
        rows = f"{len(sheet.items)} {'picture' if sheet.finished else 'row'}{'s' * (len(sheet.items) != 1)}"
        yield f"{sheet.name}: {rows}, each a {sheet.look.kind}, {measures_of(sheet.look.shape)}"
        placed, behind = sketch.front[1], sketch.back[1]
        said = {"name": roles.title, "picture": roles.picture, "colour": roles.ink, "text": roles.body}
        said = {} if pairs else {w: f for w, f in said.items() if w != "colour" or is_hue(sketch.front[0], f)}
        head = {field: pages.headings_of(sheet, field) for field in sheet.fields}
        name = sheet.within(sheet.back) if sheet.back else ""
        foreign, lacks = sheet.beside.get("foreign", ()), lacking(sketch)
        lines = {
            "count": [
                f"{words}, {pieces_in(sheet)} piece{'s' * (pieces_in(sheet) != 1)} in all"
                + uncounted(sheet)
                + _left_out(sheet)
                for words in sheet.beside.get("count", ())
            ]
            or ["no column, so one of each"],
            **{what: [head[field]] for what, field in said.items() if field and field in placed},
            "without a name, if that is no piece delete its row": _nameless(sheet, roles),
            "factors, in this order": ["-".join(head[f] for f in _factors(sketch)) + _OTHER] * bool(_factors(sketch)),
            "in two halves": [f"{head[one]} and {head[other]}" for one, other in pairs.items()],
            "id": sheet.beside.get("id", ()),
            "also drawn": [
                head[f]
                for f in head
                if f in placed and f not in (*said.values(), *pairs, *pairs.values(), *_factors(sketch))
            ],
            "on the back": [head[f] for f in behind if f not in sheet.beside.get("turned", ())],
            "says which have a back": [head[f] for f in sheet.beside.get("turned", ())],
            **{why: [head[f] for f in lacks if lacks[f] == why] for why in dict.fromkeys(lacks.values())},
            "in a language not asked for": foreign,
            f"alike in {', '.join(sheet.languages)}": [head[f] for f in untranslated(sheet) if f in placed],
            "icons in its texts, terms of game.yaml": [f"{{{icon}}}" for icon in sheet.beside.get("icons", ())],
            "printed on no piece": [h for h in sheet.beside["notes"] if h not in (*foreign, *head.values())],
            "not read": sheet.beside["unread"],
            "frame": dict.fromkeys(frame.name for frame in sheet.frames[1].values()),
            "back": [name] if name and not sheet.finished and f"back: {name}" not in sheet.notes else [],
            "pictures copied": dict.fromkeys(map(sheet.within, copied_files(sheet))),
            "pictures not found": [word for word in sheet.beside["lost"] if not is_unshown(word)],
            "no picture is called so, so they have none": sheet.beside["bare"],
            f"{NO_PICTURE}; save them as PNG or SVG": [*filter(is_unshown, sheet.beside["lost"])],
        }
        for what, words in lines.items():
            if words:
                yield f"  {what}: {', '.join(list(words)[:8])}" + (f" ... ({len(words)})" if len(words) > 8 else "")
        if _NO_ROOM in lacks.values() and len(sheet.items) <= _MANY:
            without = [f for f in lacks if lacks[f] == _NO_ROOM]
            way = roomy_way(sketch, without)
            ignored = shlex.quote(",".join(f"{head[f]}=ignore" for f in without))
            others = _OTHERS.format(", ".join(lines["also drawn"])) * bool(lines["also drawn"])
            yield "  " + (_ROOMY.format(way) if way else _FULL.format(ignored, others))
        yield from (f"  {note}" for note in sheet.notes[:_NOTED])
        if left_out := sheet.notes[_NOTED:]:
            yield f"  {left_out[0]}" if len(left_out) == 1 else f"  and {len(left_out)} more notes like these"
        if sheet.beside["lost"]:
            yield "  `pnp build --draft` prints crossed boxes for pictures that are missing"
    yield from left


def letters_report(sketches: Sequence[TableSketch], words: Sequence[str]) -> tuple[list[str], bool]:
    """What is said of letters and signs of pieces, and of other `words` (rules), that no font has; and if there are
    such, which stop a build."""
    said = [
        (word, f"{sheet.fields[f][1]} of `{in_one_language(item.get(one.roles.title, word))[:_SAID]}`")
        for one, sheet in ((one, one.sheet) for one in sketches)
        for f in sheet.of("text", "one of", "word", "list")
        for item in (sheet.items if f not in lacking(one) else ())  # which no build asks for
        if not (word := " ".join(words_in(item.get(f)))).isascii()
    ]
    said += [(word, "rules") for word in words if not word.isascii()]
    bare = sorted(c for c in {*chain(*(word for word, _ in said))} if _is_drawn(c) and not is_set(c))
    leftward, lacked = ("".join(c for c in bare if is_leftward(c) is way) for way in (True, False))
    told = []
    if lacked:
        own = [*dict.fromkeys(where for word, where in said if not {*lacked}.isdisjoint(word))]
        at = f"{', '.join(own[:_CELLS])}{' ...' * (len(own) > _CELLS)}"
        where = "make its folder layouts/fonts/, and copy one there"
        told.append(f"no font is here for {lacked[:8]} ({at}): {where}{font_with(lacked)}")
        told.append("  `pnp build --draft` prints empty boxes for them")
    if leftward:
        first = next(word for word, *_ in said if leftward[0] in word)[:_SAID]
        told.append(
            f"`{first}`: lines from right to left cannot be set; draw such words as pictures, or empty these cells"
        )
    return told, bool(bare)


def _is_drawn(letter: str) -> bool:
    """True for what is to be seen, and joins nothing else."""
    return unicodedata.category(letter)[0] not in "CZM" or unicodedata.category(letter) in ("Cn", "Co")
