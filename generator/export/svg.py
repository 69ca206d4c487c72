"""Faces and sheets -> SVG files in exact millimetres.

Takes a `Face` or a `Sheet`; gives the file's bytes. Promise: the same value gives the same bytes; nothing outside the
file is referred to.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.export import Output, Run
from generator.face.bounds import nodes_touching
from generator.face.face import Color, Face, Group, Path
from generator.face.geometry import outlined
from generator.face.loops import beyond
from generator.face.svgwriter import Canvas, Size, add_nodes, canvas_of, clip_reference, defined, finished, matrix_words
from generator.sheet.sheet import Placement, Sheet, drawn_marks
from generator.typeset.fonts import FontBook
from generator.values import replace


def face_file(face: Face, book: FontBook, _dpi: int, bleed: float) -> bytes:
    """A face, with so much around its trim (mm), as a file of its own."""
    extent = face.shape.width + 2 * bleed, face.shape.height + 2 * bleed
    return finished(face_canvas(moved_in(face, bleed), book, extent, False, None))


def moved_in(face: Face, bleed: float) -> Face:
    """The face so far to the right and down (mm) that its bleed is seen, too."""
    return replace(face, nodes=(Group(tuple(face.nodes), (1.0, 0.0, 0.0, 1.0, bleed, bleed)),)) if bleed else face


def sheet_files(run: Run) -> Iterator[Output]:
    """Each side of a sheet in a file of its own."""
    for sheet in (s for s in run.sheets if not s.blank):
        yield Output(f"sheets-{run.stem}/sheet-{int(sheet.label):02}.svg", sheet_svg(sheet, run.book))


def face_svg(face: Face, book: FontBook, *, cut: bool = False, prefix: str | None = None) -> bytes:
    """A face as an SVG file: its trim box. `cut`: what lies outside the outline is left out, as a cutter would, and the
    paper inside it is white."""
    return finished(face_canvas(face, book, (face.shape.width, face.shape.height), cut, prefix))


def sheet_svg(sheet: Sheet, book: FontBook) -> bytes:
    """One side of a sheet as an SVG file, each face defined once."""
    canvas = canvas_of(book, sheet.paper.width, sheet.paper.height, _slug(sheet.label))
    canvas.drawing.set_desc(title=" ".join(filter(None, (sheet.title, sheet.label))))
    for placement in sheet.placements:
        _place(canvas, placement)
    add_nodes(canvas, canvas.drawing, [*drawn_marks(sheet.marks)])
    add_nodes(canvas, canvas.drawing, sheet.furniture)
    return finished(canvas)


def face_canvas(
    face: Face, book: FontBook, extent: tuple[float, float], cut: bool, prefix: str | None, size: Size = None
) -> Canvas:
    """A face, drawn; `extent` is how much is shown of it in mm."""
    canvas = canvas_of(book, *extent, prefix if prefix is not None else _slug(face.name), size)
    canvas.drawing.set_desc(title=face.name)
    into = canvas.drawing
    if cut:
        into = into.add(canvas.drawing.g(**{"clip-path": clip_reference(canvas, face.shape.outline)}))
        add_nodes(canvas, into, [Path(face.shape.area, fill=Color("#ffffff"), even_odd=True)])
    add_nodes(canvas, into, face.nodes)
    return canvas


def _slug(words: str) -> str:
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in words).strip("-")
    return (plain if plain[:1].isalpha() else f"s{plain}") + "-"


def _place(canvas: Canvas, placement: Placement) -> None:
    """A face on a sheet, cut to its box and its outline, each with its bleed, off neighbours."""
    face = placement.face
    outer = canvas.drawing.add(canvas.drawing.g(**{"clip-path": clip_reference(canvas, outlined(placement.bled))}))
    style = {"transform": matrix_words(placement.matrix)}
    if face.shape.kind != "rectangle":
        style["clip-path"] = clip_reference(canvas, beyond(face.shape.outline, max(placement.bleed)))
    inner = outer.add(canvas.drawing.g(**style))
    if placement.clip:
        inner = inner.add(canvas.drawing.g(**{"clip-path": clip_reference(canvas, placement.clip, even_odd=True)}))
    seen = placement.painted if placement.window else None
    nodes = nodes_touching(face.printed, seen) if seen else face.printed
    inner.add(canvas.drawing.use(f"#{defined(canvas, ('face', face, seen), 'f', nodes)}"))
