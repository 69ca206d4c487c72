"""Somebody's drawing -> its artboards: of a file that has more than one face on its page, or beside it, each as a file
of its own.

Takes an SVG file, maybe with the id or the label of an object or a page behind a `#`; gives the front, and the back
where that is a second page. Promise: a file whose page is the piece stays as it is, byte for byte; of others the page
is written anew, and what lies beyond it is not drawn.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import Fault, Unreadable
from generator.face.geometry import Box, extent
from generator.layout.svg.element import Element, layers_hidden, walk
from generator.layout.svg.encoding import as_utf8
from generator.layout.svg.grammar import SHAPES
from generator.project import read_plain
from generator.scaffold.drawnpage import NEVER, Artboard, DrawnPage, page_said, sides_said, unhidden, with_edits
from generator.scaffold.extents import BLEEDS, Extent, is_likely, is_page_of
from generator.scaffold.htmlwords import as_texts, as_xml
from generator.scaffold.pages import BACK, bare_name
from generator.scaffold.sizes import MOST_BYTES, look_of, page_size

_SIDE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt|pc|px|)\s*")
_GUIDE = re.compile("|".join(table_words("guides")))
_BLEED = max(BLEEDS)
_SAME = 0.01


def artboards_of(drawing: Path) -> list[Artboard]:
    """The front, and maybe the back: a second page, or a layer called so. Guides are left out. Raises `Fault`,
    `Unreadable`, OSError."""
    found = _pages_of(drawing)
    return _by_layers(found[0]) if len(found) == 1 else [_by_layers(one)[0] for one in found]


def _by_layers(whole: Artboard) -> list[Artboard]:
    """A drawing without its guides, and without the layer that is its back, and that."""
    layers = {g: g.attributes.get("inkscape:label") or g.id for g in whole.document.root.elements if g.tag == "g"}
    guides = [g for g, name in layers.items() if _GUIDE.fullmatch(plain_ascii(name)) and _is_of_lines(g)]
    backs = [g for g, name in layers.items() if BACK.fullmatch(bare_name(Path(name)))]
    others = [g for g in layers if g not in (*guides, *backs)]
    behind = backs if len(backs) == 1 and others and any(e.tag in SHAPES for e in walk(backs[0])) else []
    if not guides and not behind:
        return [whole]
    note = f"left out, guides: {', '.join(layers[g] for g in guides)}" * bool(guides)
    front = with_edits(whole, {g.offset: NEVER for g in (*guides, *behind)}, {}, note)
    hidden = {e.offset: NEVER for e in (*guides, *others)}
    back = {g: with_edits(whole, {**hidden, g.offset: unhidden(g)}, {}) for g in behind}
    return [front, *(Artboard(one.path, one.data, "", layers[g]) for g, one in back.items())]


def _unhidden(whole: Artboard) -> Artboard:
    """A drawing all of whose layers are hidden, with the outer ones shown; any other as it is."""
    root = whole.document.root
    if not (layers := layers_hidden(root)):
        return whole
    note = f"all its layers are hidden: shown are {', '.join(layers)}; show in Inkscape what is meant, and save"
    return with_edits(whole, {e.offset: unhidden(e) for e in root.elements if e.tag == "g"}, {}, note)


def _is_of_lines(layer: Element) -> bool:
    """True for a layer of lines without paint between them, and words."""
    shapes = [e for e in walk(layer) if e.tag in SHAPES]
    return bool(shapes) and all(e.attributes.get("fill", "") == "none" for e in shapes)


def _pages_of(drawing: Path) -> list[Artboard]:
    """The front, and maybe the back, each with all its layers."""
    name, _, part = drawing.name.rpartition("#") if not drawing.is_file() else ("", "", "")
    path = drawing.with_name(name) if name else drawing
    data = read_plain(path, MOST_BYTES)
    if any(sign in data for sign in (b"foreignObject", b"{{", b"{%")):
        data = as_texts(as_xml(as_utf8(data, path.name).decode())).encode()
    whole = Artboard(path, data)
    try:
        whole = _with_page(_unhidden(whole))
        page = DrawnPage(whole)
    except (Fault, Unreadable):
        if part:
            raise
        return [whole]  # what cannot be drawn of it is told when it is printed
    if part:
        return [page.cut(page.part(part))]
    sides = zip(*map(extent, page.pages.values()), strict=True)
    is_pair = len(page.pages) == 2 and all(abs(a - b) <= 2 * _BLEED for a, b in sides)  # one may have its bleed
    if is_pair:
        return [page.cut(box) for box in page.pages.values()]
    if len(page.pages) > 1:
        names = ", ".join(f"`{path.name}#{label}`" for label in page.pages)
        front = page.cut(next(iter(page.pages.values())))
        return [Artboard(path, front.data, f"of its pages only the first is taken; name another: {names}")]
    if first := page.first():
        return [first]
    box = page.piece()
    return [page.cut(box) if box else whole]


def _with_page(whole: Artboard) -> Artboard:
    """A drawing that says nothing of its page with that of its ground, or of all that it draws: in mm if a card may be
    so large, else in pixels. One side alone is that of its view."""
    said = whole.document.root.attributes
    view = re.split(r"[\s,]+", said.get("viewBox", "").strip())
    lone = [side for side in ("width", "height") if side in said]
    if len(lone) == 1 and len(view) == 4 and (found := _SIDE.fullmatch(said[lone[0]])):
        wide, high = float(view[2]), float(view[3])
        side, share = ("height", high / wide) if lone == ["width"] else ("width", wide / high)
        return with_edits(whole, {}, {side: f"{float(found[1]) * share:.6g}{found[2]}"})
    box = DrawnPage(whole).ground()
    wide, high = extent(box)
    if not {"width", "height", "viewBox"}.isdisjoint(said) or min(wide, high) <= 0:
        return whole
    unit = "mm" * is_likely(Extent(wide, high), "")
    note = f"it says no page: that of what it draws is taken, {wide:.4g} x {high:.4g}{' mm' * bool(unit)}"
    return with_edits(whole, {}, page_said(box, (wide, high), unit), f"{note} (`--size` for another)")


def piece_on(drawing: Path, *, is_large: bool, is_page: bool) -> tuple[Box | None, tuple[float, float], str]:
    """What is the card on the page of a finished drawing, if it may lie on one, and the sides of that (mm); what is
    told of several, by their outlines, of a page that is too large for a piece however they lie."""
    try:
        page = DrawnPage(Artboard(drawing, read_plain(drawing, MOST_BYTES)))
        box = page.piece() if is_page else None
        found = page.alike() if is_large else page.parts(is_large=False)[0]
    except Unreadable as what:
        return None, (0.0, 0.0), f"{drawing.name}: {what.message}, and it is one piece here: {_APART}"
    except (Fault, OSError):
        return None, (0.0, 0.0), ""  # told when it is printed
    if box or len(found) < (_FEW if is_large else _MANY):
        return box, page.sides, ""
    told = f"{drawing.name} looks like a sheet of {len(found)} outlines of {sides_said(extent(found[0]))}"
    return None, page.sides, f"{told}, and is one piece here: call it `{drawing.stem}-sheet.svg`, and it is cut"


_FEW, _MANY = 4, 6
"""So many outlines are a sheet, of a page that may be a piece by its size."""
_APART = "save each as a drawing of its own, with its outline for the page, and take it out of the folder"


def as_large(drawing: Artboard, pieces: str, size: str) -> Artboard:
    """The drawing, as large as a piece of its proportions; any other as it is, also for what is no size."""
    try:
        shape = look_of(pieces, size).shape
    except ValueError:
        return drawing  # told later
    wide, high, dots = page_size(drawing.document)
    pages = [(shape.width + 2 * bleed, shape.height + 2 * bleed) for bleed in BLEEDS]
    page = next((p for p in pages if abs(p[0] * high / p[1] / wide - 1) < _SAME / 2), None)
    if dots or not page or "viewBox" not in drawing.document.root.attributes or is_page_of(drawing.document, shape):
        return drawing
    lengths = {"width": f"{page[0]:.6g}mm", "height": f"{page[1]:.6g}mm"}
    return with_edits(drawing, {}, lengths, f"its page of {sides_said((wide, high))} is made {sides_said(page)}")
