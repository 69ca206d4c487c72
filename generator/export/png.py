"""Faces -> PNG pictures, drawn by cairosvg from the SVG with outlined text.

Takes a `Face` and a resolution; gives the file's bytes. Promise: text needs no font of the system,
a pixel is exactly 25.4 / dpi mm and the file says so, and a machine without cairo is told what to install
(Fault X010, a missing system part: exit status 3).
"""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import os
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil
from typing import Any
from weakref import WeakKeyDictionary

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.export.svg import face_canvas, moved_in
from generator.face.colors import rgb_of
from generator.face.face import Face, GlyphRun, Segments
from generator.face.svgwriter import Canvas, Fonts, finished
from generator.typeset.fonts import FontBook

PAYS = True
"""A picture takes hundredths of a second."""
CONTINUED = 1.0
"""Paint that ends so far (mm) before the end of the bleed that is asked for is continued to it: templates paint 3 mm,
and services ask for 1/8 inch."""
_INSTALL = {
    "linux": "run `sudo apt install libcairo2` (Debian, Ubuntu) or `sudo dnf install cairo` (Fedora)",
    "darwin": "run `brew install cairo`; on Apple Silicon also set `DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib`",
    "win32": "install the GTK 3 runtime or MSYS2's cairo, and set `CAIROCFFI_DLL_DIRECTORIES` to its `bin` folder",
}


def face_file(face: Face, book: FontBook, dpi: float = 300, bleed: float = 0.0) -> bytes:
    """A face at a resolution, with so much around its trim (mm), on white, round(mm / 25.4 * dpi) pixels wide and high.
    Paint that ends a little before the end of the bleed is continued to it. Fault X010: no cairo."""
    width, height = (max(1, round((mm + 2 * bleed) / 25.4 * dpi)) for mm in (face.shape.width, face.shape.height))
    extent = width * 25.4 / dpi, height * 25.4 / dpi
    canvas = face_canvas(moved_in(face, bleed), book, extent, False, "", (f"{width}px", f"{height}px"))
    edge = ceil(min(bleed, CONTINUED) / 25.4 * dpi) + 1 if bleed else 0
    drawing = finished(canvas)
    surfaces: list[Any] = []
    _surface(canvas, surfaces).convert(bytestring=drawing, background_color=None if edge else "#ffffff")
    gc.collect(0)  # its trees hold themselves, and commands run without the collector
    if edge:
        _continue(surfaces[0], edge)
        cairo = load_cairosvg().surface.cairo
        on_white = cairo.Context(surfaces[0])
        on_white.set_operator(cairo.OPERATOR_DEST_OVER)
        on_white.set_source_rgb(1, 1, 1)
        on_white.paint()
    return _encoded(surfaces[0], dpi, b"<image " in drawing)


def _surface(canvas: Canvas, finished: list[Any]) -> Any:  # noqa: ANN401 (cairosvg ships no types)
    """The surface of cairosvg, which clips by the even-odd rule, too, finds what a `use` refers to without looking
    through the whole file, and draws runs of words from outlines that are kept; `finished` gets what is drawn. Fault
    X010."""
    surface = load_cairosvg().surface
    rules = (surface.cairo.FILL_RULE_WINDING, surface.cairo.FILL_RULE_EVEN_ODD)

    class Surface(surface.PNGSurface):  # type: ignore[misc, name-defined]
        defined: dict[str, Any]

        def draw(self, node: Any) -> None:  # noqa: ANN401
            if node.tag == "svg":
                self.defined = {element.id: element for element in node.element.iter_subtree() if element.id}
            for name, draw in _APART.items():
                if name in node:
                    draw(self, node, node.pop(name), surface.cairo)
                    return
            if node.tag == "use":
                self.refer(node, node.get_href()[1:])
                return
            clip = self.paths.get(node["clip-path"][5:-1]) if "clip-path" in node else None
            even_odd = clip is not None and clip.children[0].get("clip-rule") == "evenodd"
            self.context.set_fill_rule(rules[even_odd])  # it clips by this, and fills by a rule of its own
            if "data-run" in node:
                _words(self.context, canvas.runs[int(node["data-run"])], canvas.book, surface.cairo)
            else:
                super().draw(node)

        def refer(self, use: Any, name: str) -> None:  # noqa: ANN401
            context = self.context
            context.save()
            context.translate(float(use.pop("x", 0)), float(use.pop("y", 0)))
            self.draw(type(use)(self.defined[name], use.style, use.url_fetcher, use))
            context.restore()

        def finish(self) -> None:
            finished.append(self.cairo)

    return Surface


_CALLED = {"normal": "over"} | {name: f"hsl-{name}" for name in ("hue", "saturation", "color", "luminosity")}
"""How cairo calls ways to mix, where it is otherwise."""


def _show_through(surface: Any, node: Any, mask: str, _: Any) -> None:  # noqa: ANN401
    context = surface.context
    context.push_group()
    surface.draw(node)
    context.pop_group_to_source()
    context.push_group()
    for shade in surface.masks[mask[5:-1]].children:
        surface.draw(shade)
    light = context.pop_group()
    _to_alpha(light.get_surface())
    context.mask(light)


def _mix(surface: Any, node: Any, mode: str, cairo: Any) -> None:  # noqa: ANN401
    context = surface.context
    context.push_group()
    surface.draw(node)
    context.pop_group_to_source()
    context.set_operator(getattr(cairo, f"OPERATOR_{_CALLED.get(mode, mode).upper().replace('-', '_')}"))
    context.paint()
    context.set_operator(cairo.OPERATOR_OVER)


_APART = {"filter": _mix, "mask": _show_through}
"""Attribute (of those that cairosvg hands down to no child) -> who draws what has it."""


def _to_alpha(light: Any) -> None:  # noqa: ANN401
    """Makes of a picture one that is as opaque as it is light on black ground."""
    from PIL import Image

    light.flush()
    data, size, stride = light.get_data(), (light.get_width(), light.get_height()), light.get_stride()
    shades = Image.frombuffer("RGBA", size, data, "raw", "BGRA", stride, 1)
    level = Image.merge("RGB", shades.split()[:3]).convert("L", (0.2125, 0.7154, 0.0721, 0))
    none = Image.new("L", size)
    data[:] = Image.merge("RGBA", (none, none, none, level)).tobytes("raw", "BGRA", stride)
    light.mark_dirty()


def _continue(surface: Any, edge: int) -> None:  # noqa: ANN401
    """What is not painted of the outermost pixels, so many at each side, gets the colour of those further in."""
    from PIL import Image, ImageChops

    surface.flush()
    data, size, stride = surface.get_data(), (surface.get_width(), surface.get_height()), surface.get_stride()
    picture = Image.frombytes("RGBA", size, bytes(data), "raw", "BGRA", stride)
    for _ in range(4):
        picture = picture.transpose(Image.Transpose.ROTATE_90)
        wide = picture.width
        for y in reversed(range(edge)):
            inner, outer = (picture.crop((0, row, wide, row + 1)) for row in (y + 1, y))
            solid = inner.getchannel("A").point(lambda alpha: 255 * (alpha == 255))
            bare = outer.getchannel("A").point(lambda alpha: 255 * (alpha < 255))
            picture.paste(inner, (0, y), ImageChops.darker(solid, bare))
    data[:] = picture.tobytes("raw", "BGRA")
    surface.mark_dirty()


def _words(context: Any, run: GlyphRun, book: Fonts, cairo: Any) -> None:  # noqa: ANN401
    """Draws a run on a surface. Of each glyph cairo keeps the path; its own calls take it, without a list of points."""
    assert run.fill is not None  # noqa: S101  (words that are hidden are not on the drawing)
    known, font = _PATHS.setdefault(book, {}), book.font(run.font)
    call, pointer = cairo.cairo, context._pointer  # as cairocffi's documentation has it
    context.save()
    context.translate(run.x, run.y)
    context.scale(run.size)
    context.set_source_rgba(*rgb_of(run.fill.hex), run.fill.alpha)
    for gid, _, x, y in run.glyphs:
        path = known.get((run.font, gid))
        if path is None:
            path = known[run.font, gid] = _path(font.outline(gid), cairo)
        x, y = x / run.size, y / run.size  # noqa: PLW2901
        call.cairo_translate(pointer, x, y)
        call.cairo_append_path(pointer, path)
        call.cairo_fill(pointer)
        call.cairo_translate(pointer, -x, -y)
    context.restore()


_PATHS: WeakKeyDictionary[Fonts, dict[tuple[str, int], Any]] = WeakKeyDictionary()
atexit.register(_PATHS.clear)  # cairo is gone when the interpreter lets go of modules
_FINE = 4096
"""Cairo keeps points to 1/256: so many of them are an em."""


def _path(outline: Segments, cairo: Any) -> Any:  # noqa: ANN401
    """An outline in ems as cairo keeps it."""
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
    context.scale(_FINE)
    call, pointer = cairo.cairo, context._pointer
    moves = {"M": call.cairo_move_to, "L": call.cairo_line_to, "C": call.cairo_curve_to, "Z": call.cairo_close_path}
    for kind, points in outline:
        moves[kind](pointer, *points)
    return cairo.ffi.gc(call.cairo_copy_path(pointer), call.cairo_path_destroy)


def _encoded(surface: Any, dpi: float, photos: bool) -> bytes:  # noqa: ANN401
    """The picture with its resolution (pHYs, pixels per metre), so that a print shop and a drawing program know how
    large it is. Without `photos` its lines are best packed as they are: PNG's filters help shades, not plain areas and
    letters."""
    from PIL import Image

    size = surface.get_width(), surface.get_height()
    if photos:
        file = BytesIO()
        picture = Image.frombuffer("RGB", size, surface.get_data(), "raw", "BGRX", surface.get_stride(), 1)
        picture.save(file, "PNG", dpi=(dpi, dpi))
        return file.getvalue()
    shared = Image.frombuffer("RGBX", size, surface.get_data(), "raw", "RGBX", surface.get_stride(), 1)
    rows = memoryview(shared.tobytes("raw", "BGR", 3 * size[0] + 1))  # red and blue are changed about in both
    packer = zlib.compressobj(1, strategy=zlib.Z_FILTERED)
    packed = packer.compress(b"\0") + packer.compress(rows[:-1]) + packer.flush()  # each begins with its filter: none
    head = struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
    pixels_per_metre = struct.pack(">IIB", *[round(dpi / 0.0254)] * 2, 1)
    chunks = ((b"IHDR", head), (b"pHYs", pixels_per_metre), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join([_chunk(*chunk) for chunk in chunks])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def load_cairosvg() -> Any:  # noqa: ANN401
    """The cairosvg module, loaded when first drawn with. Fault X010: the cairo library is not there."""
    try:
        with _nothing_started():
            import cairosvg
    except OSError as error:  # cairocffi raises this, not ImportError, where the library is missing
        hint = _INSTALL.get(sys.platform, "install the cairo library") + "; `--format pdf` works without it"
        message = "raster pictures need the cairo library, which was not found on this machine"
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
