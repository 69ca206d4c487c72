"""What can be seen in a finished PDF: letters, forms and pictures by PDFium, letters and lines by pdfplumber.

Millimetres, y down, from the top left of the page, as in measure.py.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import pdfplumber
import pikepdf
import pypdfium2
from pypdfium2 import raw

from generator.values import Struct
from tests.measure import MM, Box, Matrix, Point, after, undone


class Letter(Struct, frozen=True):
    """A character and the box of its ink (PDFium) or of its advance and font height (pdfplumber)."""

    text: str
    box: Box
    size: float
    color: str = ""

    @property
    def middle(self) -> Point:
        return ((self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2)


# ---- PDFium: letters, forms, pictures ------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _opened(data: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(data)


@lru_cache(maxsize=4)
def _page(data: bytes, page: int) -> pypdfium2.PdfPage:
    return _opened(data)[page]


@lru_cache(maxsize=64)
def letters(data: bytes, only: tuple[int, ...] = ()) -> tuple[tuple[Letter, ...], ...]:
    """The characters of every page (or of some) in the file's order, with the boxes of their ink; no white space."""
    document = pypdfium2.PdfDocument(data)
    return tuple(tuple(_letters(document[n])) for n in sorted(only) or range(len(document)))


def _letters(page: pypdfium2.PdfPage) -> Iterable[Letter]:
    text, height = page.get_textpage(), page.get_height()
    sides = [ctypes.c_double() for _ in range(4)]
    for k in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, k)
        if raw.FPDFText_IsGenerated(text, k) == 1 or chr(code).isspace():
            continue
        raw.FPDFText_GetCharBox(text, k, *sides)
        left, right, bottom, top = (s.value for s in sides)
        size = raw.FPDFText_GetFontSize(text, k)
        yield Letter(chr(code), (left * MM, (height - top) * MM, right * MM, (height - bottom) * MM), size * MM)


def forms(data: bytes) -> list[list[Matrix]]:
    """The maps of all forms painted on each page, in mm, as PDFium has them."""
    found = []
    for page in pypdfium2.PdfDocument(data):
        height = page.get_height() * MM
        matrices = []
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1):
            a, b, c, d, e, f = thing.get_matrix().get()
            matrices.append((a, -b, -c, d, e * MM, height - f * MM))
        found.append(matrices)
    return found


def picture(
    data: bytes, page: int, matrix: Matrix, width: float, height: float, dpi: float, fine: int = 1
) -> np.ndarray:
    """What stands on a page inside a box of `width` x `height` mm that `matrix` maps to the page, upright, as pixels;
    drawn `fine` times finer and averaged.
    """
    scale = dpi * fine / 25.4
    columns, rows = (-(-round(v * dpi / 25.4, 3) // 1) for v in (width, height))
    shape = (int(columns) * fine, int(rows) * fine)
    bitmap = pypdfium2.PdfBitmap.new_native(*shape, raw.FPDFBitmap_BGRx)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, *shape)
    m = after(after((scale, 0, 0, scale, 0, 0), undone(matrix)), (MM, 0, 0, MM, 0, 0))
    opened = _page(data, page)
    clip = raw.FS_RECTF(0, shape[1], shape[0], 0)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, opened, raw.FS_MATRIX(*m), clip, raw.FPDF_ANNOT)
    drawn = bitmap.to_numpy()[:, :, 2::-1]
    if fine == 1:
        return drawn.copy()
    return drawn.reshape(int(rows), fine, int(columns), fine, 3).mean((1, 3)).round().astype(np.uint8)


# ---- pdfplumber: the second opinion --------------------------------------------------------------------------


def plumbed(data: bytes, pages: Sequence[int] | None = None) -> list[tuple[list[Letter], list[tuple[Point, Point]]]]:
    """Letters and straight lines of pages, in the file's order."""
    found = []
    with pdfplumber.open(io.BytesIO(data), pages=[n + 1 for n in pages] if pages is not None else None) as pdf:
        for page in pdf.pages:
            chars = [letter for c in page.chars if not c["text"].isspace() for letter in _parted(c)]
            lines = [
                tuple((x * MM, y * MM) for x, y in o["pts"]) for o in (*page.lines, *page.curves) if len(o["pts"]) == 2
            ]
            found.append((chars, lines))
    return found


def _parted(char: dict) -> Iterable[Letter]:
    """The letters of a glyph, side by side: more than one where they are joined, as f and i."""
    wide = (char["x1"] - char["x0"]) / len(char["text"])
    for k, sign in enumerate(char["text"]):
        left = char["x0"] + k * wide
        box = tuple(v * MM for v in (left, char["top"], left + wide, char["bottom"]))
        yield Letter(sign, box, char["size"] * MM, str(char["non_stroking_color"]))


_PATHS = ("m", "l", "c", "v", "y", "h", "re", "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "n", "W", "W*", "sh")
_DRAWN = frozenset((*_PATHS, "w", "J", "j", "M", "d", "ri", "i", "gs", "RG", "G", "K", "CS", "SCN"))


@lru_cache(maxsize=4)
def words_only(data: bytes) -> bytes:
    """The file without the lines and areas of its forms: slow readers read the same text in a third of the time."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                kept = [i for i in pikepdf.parse_content_stream(thing) if str(i.operator) not in _DRAWN]
                thing.write(pikepdf.unparse_content_stream(kept))
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def face_by_face(data: bytes, skip: int = 0) -> tuple[bytes, list[tuple[int, Point]]]:
    """A file with each form of the pages after the first `skip` once, alone on a page, so that text is read without
    its neighbours; and for each page the form's number and what takes the page's mm to the form's.
    """
    with pikepdf.open(io.BytesIO(data)) as pdf, pikepdf.new() as probe:
        found: dict[int, Point] = {}
        for page in list(pdf.pages)[skip:]:
            for form in page.obj.Resources.get("/XObject", {}).values():
                if form.get("/Subtype") != "/Form" or form.objgen[0] in found:
                    continue
                x0, y0, x1, y1 = (float(v) for v in form.BBox)
                found[form.objgen[0]] = (x0 * MM, -y1 * MM)
                made = pikepdf.Dictionary(
                    Type=pikepdf.Name.Page,
                    MediaBox=[0, 0, x1 - x0, y1 - y0],
                    Contents=probe.make_stream(f"1 0 0 1 {-x0:.4f} {-y0:.4f} cm /F Do".encode()),
                    Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=probe.copy_foreign(form))),
                )
                probe.pages.append(pikepdf.Page(probe.make_indirect(made)))
        out = io.BytesIO()
        probe.save(out, deterministic_id=True)
    return out.getvalue(), list(found.items())
