"""Somebody's drawing, the picture of a frame, or a drawing for each kind -> the sketches of sheets that they are for.

What `pnp new --from --template` does. Promise: what cannot be read, or shows nothing, leaves with 2 and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from generator.commands.shell import usage_error
from generator.diagnostics.findings import Fault, Unreadable
from generator.values import Struct, replace

if TYPE_CHECKING:
    from generator.scaffold.drawnpage import Artboard
    from generator.scaffold.tablesheet import TableSheet
    from generator.scaffold.template import TableSketch


class Drawings(Struct, frozen=True):
    """The picture of a frame, or a front and maybe its back; the size of what they show, as `--size` takes it."""

    frame: Path | None
    sides: Sequence[Artboard]
    size: str | None

    def shown(self) -> set[str]:
        """What their objects are called, and the folders from which they show pictures."""
        from generator.layout.svg.element import walk
        from generator.scaffold.objects import called_in

        images = [e for side in self.sides for e in walk(side.document.root) if e.tag == "image"]
        files = [href for e in images if ":" not in (href := e.attributes.get("href", ""))]
        folders = {part for href in files for part in href.replace("\\", "/").split("/")[:-1] if part.strip(".")}
        return folders.union(*map(called_in, self.sides))


def drawings_for(drawing: Path | None, pieces: str, size: str | None) -> Drawings:
    """What somebody drew of pieces, maybe as large as is asked; leaves with 2 where it cannot be read."""
    from generator.data.reading.folders import RASTER
    from generator.scaffold.artboard import as_large

    if drawing is None:
        return Drawings(None, [], size)
    if drawing.suffix.lower() in RASTER:
        return Drawings(drawing, [], size or _size_of(drawing))
    sides = _artboards(drawing, pieces, size or "")
    own, note = _page_of(sides[0], pieces)
    notes = "; ".join(filter(None, (sides[0].note, note * (not size))))
    sides = [replace(sides[0], note=notes), *sides[1:]]
    return Drawings(None, [as_large(side, pieces, size or own) for side in sides], size or own)


def sketches_of(
    sheets: Sequence[TableSheet], drawings: Drawings, pieces: str, size: str | None
) -> tuple[list[TableSketch], list[Artboard]]:
    """The sketches of sheets in what is drawn for them, and the drawings that are taken; without one, those that a
    column of theirs names, each for its pieces."""
    from generator.scaffold.kinds import kinds_drawn, template_beside
    from generator.scaffold.sizes import look_of
    from generator.scaffold.template import sketched

    if drawings.frame:
        return [*map(sketched, _in_frame(sheets, drawings.frame))], []
    parts = [*chain(*map(kinds_drawn, sheets))]
    if drawings.sides and drawings.sides[0].path.resolve() not in {path.resolve() for _, path in parts if path}:
        own = [sketched(replace(sheet, frames=("", {}))) for sheet in sheets]
        return _with_drawing(own, *drawings.sides), [*drawings.sides]
    sketches: list[TableSketch] = []
    taken: list[Artboard] = []
    for part, drawn in parts:
        path = drawn or template_beside(part)
        if path is None:
            sketches.append(sketched(part))
            continue
        both, kinds = _artboards(path, pieces, size or ""), [other for _, other in parts if other != path]
        sides = [side for side in both if side.path not in kinds]  # a card may be called `back`
        look = look_of(pieces, size or _page_of(sides[0], pieces)[0])
        notes = [f"template: {path.name}, which lies beside it and shows its columns"] * (not drawn)
        part = replace(part, look=look, frames=("", {}), notes=[*notes, *part.notes])  # noqa: PLW2901
        sketches += _with_drawing([sketched(part)], *sides)
        taken += sides
    return sketches, taken


def _artboards(drawing: Path, pieces: str, size: str) -> list[Artboard]:
    """The front that somebody drew, maybe its back: a second page, or a file beside it; as large as is asked. Leaves
    with 2 where it cannot be read."""
    from generator.data.reading.folders import file_and_view
    from generator.scaffold.artboard import artboards_of, as_large
    from generator.scaffold.sides import behind_of

    read = drawing
    try:
        found = artboards_of(drawing)
        read = behind_of(found[0].path) or drawing
        found = [found[0], *(artboards_of(read)[:1] if read != drawing else found[1:])]
        return [as_large(one, pieces, size) for one in found] if size else found
    except OSError as what:
        usage_error(f"`{read}` cannot be read: {what.strerror}", _SAVED)
    except (Fault, Unreadable) as what:
        told, mark = (what.findings[0], what.findings[0].mark) if isinstance(what, Fault) else (what, None)
        place = f":{mark.line}:{mark.column}" if mark and mark.line else ""
        said, hint = f"`{read}{place}` cannot be read: {told.message}", told.hint or _SAVED
        if not file_and_view(str(read))[0].lower().endswith((".svg", ".svgz")):
            said = f"`{read}` is no drawing that is read"
            hint = "export it as SVG, its text as text; if it is a frame without words, as PNG"
        usage_error(said, hint)


_SAVED = "name an SVG file, as Inkscape saves it"


def _page_of(drawing: Artboard, pieces: str = "") -> tuple[str, str]:
    """The size of what a drawing shows, as `--size` takes it: of its page, or of what that is with its bleed; and what
    is said of it. In pixels it is as large as it is likely at a usual resolution; one of the proportions of a card that
    no paper holds is that card."""
    from generator.scaffold.extents import Extent, extent_drawn, is_likely, is_page_of, usual_of
    from generator.scaffold.sizes import look_of, page_size

    wide, high, dots = page_size(drawing.document)
    size, is_so, nearer = usual_of(extent_drawn(wide, high, dots))
    alike = (one for one in (size, *nearer) if one != "square" and is_page_of(drawing.document, look_of("", one).shape))
    if is_so and (dots or min(wide, high) < _LARGE or pieces == "boards"):
        return size, ""
    if not dots:
        name = usual_of(Extent(wide, high))[0]
        shape = look_of("", name).shape
        if abs(shape.width * high / shape.height / wide - 1) < _ALIKE:
            return name, "its page is larger than paper is: taken for a card (`--size` for another)"
        return size, ""
    fine = next((d for d in (dots, *_FINE) if is_likely(Extent(wide * dots / d, high * dots / d), pieces)), dots)
    own = f"{wide * dots / fine:.5g}x{high * dots / fine:.5g}"
    note = f"its pixels are taken for {fine} to the inch, {own.replace('x', ' x ')} mm (`--size` for another)"
    return next(alike, own), note * (fine != dots)


_FINE = (300, 600, 1200, 96)
_LARGE, _ALIKE = 297.0, 0.004
"""A shorter side of so many mm is on no sheet of paper; by so little may proportions differ."""


def _size_of(frame: Path) -> str | None:
    """The size of cards that a picture is as large as, as `--size` takes it; leaves with 2 where there is none."""
    from generator.scaffold.extents import millimetres_of, usual_of

    if not frame.is_file():
        usage_error(f"there is no file `{frame}`", "name a picture of the frame of a card, or an SVG file")
    size, is_so, _ = usual_of(millimetres_of(frame))
    return size if is_so else None


def _in_frame(sheets: Sequence[TableSheet], frame: Path) -> list[TableSheet]:
    """The sheets, the cards among them with a frame; leaves with 2 where there are none."""
    from generator.scaffold.backs import two_sides
    from generator.scaffold.pages import back_beside
    from generator.scaffold.sizes import is_card

    cards = [sheet for sheet in sheets if is_card(sheet.look.shape)]
    if not cards:
        usage_error(f"`{frame}` is a picture, which only cards have as a frame", "draw the piece, and save that as SVG")
    behind = {sheet.id: None if two_sides(sheet)[1].fields else back_beside([frame], sheet.path) for sheet in cards}
    return [
        replace(sheet, frames=("", {"": frame}), back=sheet.back or behind[sheet.id]) if sheet in cards else sheet
        for sheet in sheets
    ]


def _with_drawing(
    sketches: Sequence[TableSketch], drawing: Artboard, behind: Artboard | None = None
) -> list[TableSketch]:
    """The sketches, with somebody's drawing as the front of those whose name it shows, or half of what is said of them,
    and maybe their back; if there are none, of those of which it shows anything."""
    from generator.layout.svg.element import walk
    from generator.scaffold.extents import is_page_of
    from generator.scaffold.filled import left_unfilled
    from generator.scaffold.labelled import fields_called, labelled
    from generator.scaffold.sizes import is_card, look_of
    from generator.scaffold.template import sketched

    like = [sketch for sketch in sketches if is_page_of(drawing.document, sketch.sheet.look.shape)]
    is_large = is_card(look_of("", _page_of(drawing)[0]).shape)
    like = like or [sketch for sketch in sketches if is_card(sketch.sheet.look.shape) == is_large] or [*sketches]
    fronts = [labelled(drawing, sketch.sheet) if sketch in like else ("", []) for sketch in sketches]
    both = [*zip(sketches, fronts, strict=True)]
    shows = [one.roles.title in said or len(one.sheet.fields) <= 2 * len(said) > 0 for one, (_, said) in both]
    fronts = [front if so or not any(shows) else ("", []) for front, so in zip(fronts, shows, strict=True)]
    if not any(placed for _, placed in fronts):
        is_wordless = not any(element.tag == "text" for element in walk(drawing.document.root))
        if is_wordless and any(is_card(sketch.sheet.look.shape) for sketch in like):
            framed = _in_frame([sketch.sheet for sketch in sketches], drawing.path)
            told = [[*left_unfilled(drawing, fields_called(sheet), sheet)] for sheet in framed]
            return [sketched(replace(s, notes=[*s.notes, *own])) for s, own in zip(framed, told, strict=True)]
        hint = _how_to_label(drawing, [h for sketch in sketches for _, h in sketch.sheet.fields.values()])
        usage_error(f"`{drawing.path}` has nothing that is called as a column and can show it", hint)
    name = drawing.path.name
    made = [replace(one, front=front, drawing=name) for one, front in zip(sketches, fronts, strict=True)]
    return [_backed(one, drawing, behind) if one.front[1] else own for one, own in zip(made, sketches, strict=True)]


def _backed(one: TableSketch, drawing: Artboard, behind: Artboard | None) -> TableSketch:
    """A sketch whose front is a drawing, with its back, and what is told of both."""
    from generator.scaffold.extents import is_page_of
    from generator.scaffold.labelled import labelled
    from generator.scaffold.room import too_long_for

    notes = list[str]()
    if behind and is_page_of(behind.document, one.sheet.look.shape):
        part = f"the layer {behind.layer}" if behind.layer else "the second page"
        is_apart = behind.path != drawing.path and not behind.layer
        notes.append(f"back: {behind.path.name if is_apart else f'{part} of {one.drawing}'}")
        one = replace(one, back=labelled(behind, one.sheet, front=one.front[1]))
    elif one.sheet.twins():
        one = replace(one, back=labelled(drawing, one.sheet, is_back=True))
    notes += _told_of(one, drawing)
    tight = [*too_long_for(one.front[0], one.sheet)]
    for field, texts, (wide, high) in tight:
        more = f", {len(texts)} texts" if len(texts) > 1 else ""
        what = f"{one.sheet.heading(field) or field}, `{texts[0][:_SAID]} ...`{more}"
        how = "draw that place larger, or write less; `pnp build --draft` prints all else"
        notes.append(f"{one.drawing}: {what}: too long for its place of {wide:.3g} x {high:.3g} mm: {how}")
    beside = {**one.sheet.beside, "crowded": [field for field, *_ in tight]}
    return replace(one, sheet=replace(one.sheet, notes=[*notes[::-1], *one.sheet.notes], beside=beside))


_SAID = 30
"""So many letters of words are told."""


def _told_of(one: TableSketch, drawing: Artboard) -> Iterator[str]:
    """What is said of a drawing that is the front of pieces."""
    from generator.data.reading.grid import plain
    from generator.scaffold.filled import left_unfilled
    from generator.scaffold.labelled import alike_called, fields_called, left_in
    from generator.scaffold.objects import called_in
    from generator.scaffold.pictured import SIGN

    name = drawing.path.name
    if 'id="safe"' in one.front[0] and b'id="safe"' not in drawing.data:
        yield f"{name}: some words stand near the cut, as you drew them; without its new layer `safe` check tells which"
    placed = {*one.front[1], *one.back[1]}
    lost = [f for f in one.sheet.fields if placed.isdisjoint((f, f"{f}{SIGN}"))]
    for what, left in zip(_STANDING, left_in(drawing, one.front[0], one.sheet, lost), strict=False):
        if left:
            yield what.format(f"{', '.join(left[:8])}{' ...' * (len(left) > 8)}")
    called = called_in(drawing)
    if left := [h for f in lost if plain(h := one.sheet.heading(f)) in called]:
        how = "a text says it, an image shows a picture, a shape a colour (`pnp docs cookbook`, Colour by house)"
        how += f'; `--columns "{left[0]}=picture"` if it names pictures'
        yield f"{name}: {', '.join(left)} cannot be shown by what is called so: {how}"
    for head, words in alike_called(drawing, fields_called(one.sheet)):
        how = "show it on all of these; a label of its own each, if they are something else"
        yield f"{name}: {len(words)} texts are called {head}, and {how}: {', '.join(words)}"
    yield from left_unfilled(drawing, fields_called(one.sheet), one.sheet)
    if drawing.note:
        yield f"{name}: {drawing.note}"


def _how_to_label(drawing: Artboard, heads: Sequence[str]) -> str:
    from generator.data.reading.grid import plain
    from generator.layout.svg.element import walk
    from generator.scaffold.drawnpage import holes_in
    from generator.scaffold.objects import called_in

    known = {*map(plain, heads)}
    several = sorted(n for n in called_in(drawing) if n not in known and n.rstrip("0123456789") in known)
    if len(several) > 1:
        what = f"{', '.join(several[:4])} are numbered, as of several pieces on a page: keep what is of one"
        return f"{what}, call it without its number, and make the page as large as the piece"
    if places := [*dict.fromkeys(hole[0] for e in walk(drawing.document.root) for hole in holes_in(e))]:
        own = re.sub(r"[\w .-]+", heads[0], places[0], count=1)
        return f"its places {', '.join(f'`{one}`' for one in places[:4])} are called as no column: write `{own}` ..."
    what = "in Inkscape choose a text, or a rectangle for a picture, Object, Object Properties"
    return f"{what}, and give it one of these as its label: {', '.join(f'`{heading}`' for heading in heads)}"


_STANDING = (
    "as drawn on all, though columns say it: {}; label each as its column is called",
    "as drawn on all: {}; what is labelled as a column shows that",
    "on no piece, as no column is called so: {}; label each as its column is called",
)
