"""Faces and sheets -> PNG pictures, drawn by cairosvg from the SVG with outlined text.

Takes a `Face` or a `Sheet` and a resolution; gives the file's bytes. Promise: text needs no font of the system,
a pixel is exactly 25.4 / dpi mm and the file says so, and a machine without cairo is told what to install
(Fault X010, a missing system part: exit status 3).
"""

from __future__ import annotations

import ctypes.util
import gc
import os
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.export.svg import Canvas, face_canvas, finished, sheet_canvas

if TYPE_CHECKING:
    from generator.face.face import Face
    from generator.sheet.sheet import Sheet
    from generator.typeset.fonts import FontBook

_INSTALL = {
    "linux": "run `sudo apt install libcairo2` (Debian, Ubuntu) or `sudo dnf install cairo` (Fedora)",
    "darwin": "run `brew install cairo`; on Apple Silicon also set `DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib`",
    "win32": "install the GTK 3 runtime or MSYS2's cairo, and set `CAIROCFFI_DLL_DIRECTORIES` to its `bin` folder",
}


def face_file(face: Face, book: FontBook, dpi: int) -> bytes:
    """A face as a file of its own. Fault X010: no cairo."""
    return face_png(face, book, dpi=dpi)


def face_png(face: Face, book: FontBook, dpi: float = 300, bleed: bool | float = False, *, cut: bool = False) -> bytes:
    """A face at a resolution, on white, round(mm / 25.4 * dpi) pixels wide and high.

    `bleed`: mm of bleed around the trim (True: as far as the face has paint). `cut`: outside the outline the
    picture is transparent. Fault X010: no cairo.
    """
    reach = face.bleed if bleed is True else float(bleed)
    width, height = (_pixels(mm + 2 * reach, dpi) for mm in (face.shape.width, face.shape.height))
    box = (-reach, -reach, width * 25.4 / dpi - reach, height * 25.4 / dpi - reach)
    canvas = face_canvas(face, book, box, cut=cut, bleed=reach, prefix="", size=(f"{width}px", f"{height}px"))
    return _png(canvas, "" if cut else "#ffffff", dpi)


def sheet_png(sheet: Sheet, book: FontBook, dpi: float = 300) -> bytes:
    """One side of a sheet at a resolution, on white. Fault X010: no cairo."""
    size = (f"{_pixels(sheet.paper.width, dpi)}px", f"{_pixels(sheet.paper.height, dpi)}px")
    return _png(sheet_canvas(sheet, book, prefix="", size=size), "#ffffff", dpi)


def _pixels(mm: float, dpi: float) -> int:
    return max(1, round(mm / 25.4 * dpi))


def _png(canvas: Canvas, background: str, dpi: float) -> bytes:
    made: bytes = _surface().convert(bytestring=finished(canvas), background_color=background or None)
    gc.collect(0)  # its trees hold themselves, and commands run without the collector
    return _measured(made, dpi)


def _surface() -> Any:  # noqa: ANN401 (cairosvg ships no types)
    """The surface of cairosvg, which clips by the even-odd rule, too, and finds what a `use` refers to without looking
    through the whole file. Fault X010."""
    surface = load_cairosvg().surface
    rules = (surface.cairo.FILL_RULE_WINDING, surface.cairo.FILL_RULE_EVEN_ODD)

    class Surface(surface.PNGSurface):  # type: ignore[misc, name-defined]
        defined: dict[str, Any]
        strokes: dict[str, list[_Stroke]]

        def draw(self, node: Any) -> None:  # noqa: ANN401
            if node.tag == "svg":
                self.defined = {element.id: element for element in node.element.iter_subtree() if element.id}
                self.strokes = {}
            if node.tag == "use":
                self.refer(node, node.get_href()[1:])
                return
            clip = self.paths.get(node["clip-path"][5:-1]) if "clip-path" in node else None
            even_odd = clip is not None and clip.children[0].get("clip-rule") == "evenodd"
            self.context.set_fill_rule(rules[even_odd])  # it clips by this, and fills by a rule of its own
            super().draw(node)

        def refer(self, use: Any, name: str) -> None:  # noqa: ANN401
            element, context = self.defined[name], self.context
            context.save()
            context.translate(float(use.pop("x", 0)), float(use.pop("y", 0)))
            if element.local_name == "path":
                self.glyph(use, name, element.etree_element.get("d"))
            else:
                self.draw(type(use)(element, use.style, use.url_fetcher, use))
            context.restore()

        def glyph(self, use: Any, name: str, data: str) -> None:  # noqa: ANN401
            context = self.context
            strokes = self.strokes.get(name) or self.strokes.setdefault(name, _strokes(data))
            moves = {"M": context.move_to, "L": context.line_to, "C": context.curve_to, "Z": context.close_path}
            for kind, points in strokes:
                moves[kind](*points)
            context.set_source_rgba(*self.map_color(use["fill"], float(use.get("fill-opacity", 1))))
            context.fill()

    return Surface


_Stroke = tuple[str, tuple[float, ...]]


def _strokes(data: str) -> list[_Stroke]:
    """The outline of a glyph, read once."""
    return [(part[0], tuple(map(float, part[1:].split()))) for part in re.findall("[MLCZ][^MLCZ]*", data)]


_HEAD = 33
"""Where a PNG's first chunk, its header, ends."""


def _measured(png: bytes, dpi: float) -> bytes:
    """The picture with its resolution (pHYs, pixels per metre), so that a print shop and a drawing program know how
    large it is."""
    body = b"pHYs" + struct.pack(">IIB", *[round(dpi / 0.0254)] * 2, 1)
    return png[:_HEAD] + struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)) + png[_HEAD:]


def load_cairosvg() -> Any:  # noqa: ANN401
    """The cairosvg module, loaded when first drawn with. Fault X010: the cairo library is not there."""
    try:
        with _nothing_started():
            import cairosvg
    except OSError as error:  # cairocffi raises this, not ImportError, where the library is missing
        hint = _INSTALL.get(sys.platform, "install the cairo library") + "; `--format pdf` works without it"
        message = "PNG needs the cairo library, which was not found on this machine"
        raise Fault(Finding("X010", Mark("cairo"), message, hint)) from error
    return cairosvg


@contextmanager
def _nothing_started() -> Iterator[None]:
    """On Linux Python asks a C compiler and a linker where a library is; cairo is found by its name as well."""
    search = ctypes.util.find_library
    if os.name == "posix" and sys.platform != "darwin":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005
    try:
        yield
    finally:
        ctypes.util.find_library = search
