"""Sheets -> one PDF, written with reportlab.

Takes sheets in the order they are to be printed, what the document says about itself, and the fonts; gives the
file's bytes. Promise: pages are exactly the paper; every face is stored once and placed as often as needed; text
is real, searchable text in embedded fonts; nothing but this room knows points; the same sheets give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator import __version__
from generator.export.pdfobject import Reference, array, dictionary, name, stream
from generator.export.pdfpaint import Code, Store, form, paint
from generator.export.pdfshade import K
from generator.face.face import Color, Face, Path, Segments, Stroke
from generator.face.geometry import Box, common, grown
from generator.layout.bounds.extent import beyond, within
from generator.sheet.sheet import MARK_STYLES, Mark, Placement, Sheet

if TYPE_CHECKING:
    from generator.typeset.fonts import FontBook

_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge", "simplex": "Simplex"}


@dataclass(frozen=True, slots=True)
class PdfMeta:
    """What a PDF says about itself. `language` as in HTML ("ja"); `duplex` is how its sheets are turned:
    "long-edge", "short-edge", "simplex", or "" (long edge where there are fronts and backs)."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    duplex: str = ""


def pdf_bytes(sheets: Sequence[Sheet], meta: PdfMeta, book: FontBook) -> bytes:
    """The sheets as a PDF 1.7. ValueError: no sheets. Fault X011: a picture that can't be read."""
    if not sheets:
        raise ValueError("a PDF needs at least one sheet")
    canvas = _canvas(sheets[0], meta)
    store = Store(canvas._doc, book)
    bookmarks = _bookmarks(sheets)
    for number, sheet in enumerate(sheets):
        for level, title in bookmarks.get(number, ()):
            key = f"sheet-{number}-{level}"
            canvas.bookmarkPage(key, fit="Fit")
            canvas.addOutlineEntry(title, key, level)
        canvas.addPageLabel(number, prefix=sheet.label or str(number + 1))
        canvas._doc.addPage(_page(store, sheet))
    _describe(canvas, sheets, meta)
    return bytes(canvas.getpdfdata())


class _NoFont:
    """Stands in for reportlab's first font, so that no unembedded Helvetica is named in the file."""

    fontName = "print-and-play-none"  # noqa: N815 (reportlab's names)
    _dynamicFont = True  # noqa: N815
    _multiByte = False  # noqa: N815

    @property
    def face(self) -> Any:  # noqa: ANN401
        """Has only a name."""
        return type("Face", (), {"name": self.fontName})


def _canvas(first: Sheet, meta: PdfMeta) -> Canvas:
    if _NoFont.fontName not in pdfmetrics._fonts:
        pdfmetrics.registerFont(_NoFont())
    size = (first.paper.width * K, first.paper.height * K)
    return Canvas(
        BytesIO(),
        pagesize=size,
        invariant=1,
        pageCompression=1,
        initialFontName=_NoFont.fontName,
        pdfVersion=(1, 7),
        lang=meta.language,
    )


def _describe(canvas: Canvas, sheets: Sequence[Sheet], meta: PdfMeta) -> None:
    """Title, viewer preferences, metadata."""
    canvas.setTitle(meta.title)
    canvas.setAuthor(meta.author)
    canvas.setSubject(meta.subject)
    canvas.setKeywords(", ".join(meta.keywords))
    canvas.setCreator(f"print-and-play {__version__}")
    canvas.setProducer("reportlab")
    both = {"front", "back"} <= {sheet.side for sheet in sheets}
    duplex = meta.duplex if meta.duplex in _DUPLEX else "long-edge" if both else "simplex"
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("Duplex", _DUPLEX[duplex])
    canvas.showOutline()
    canvas._doc.Catalog.Metadata = pdfdoc.XMP(creator=lambda _: _xmp(meta))


def _page(store: Store, sheet: Sheet) -> Any:  # noqa: ANN401 (reportlab ships no types)
    """One page, with all its boxes."""
    code = Code(store)
    code.turn((1, 0, 0, 1, 0, -sheet.paper.height))
    for placement in sheet.placements:
        _place(code, placement)
    for kind, marks in groupby(sheet.marks, key=lambda m: m.kind):
        paint(code, [_mark(kind, list(marks))])
    paint(code, sheet.furniture)
    whole = (0.0, 0.0, sheet.paper.width, sheet.paper.height)
    page = pdfdoc.PDFPage()
    page.Override_default_compilation = 1
    page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "Group"]
    page.MediaBox = page.CropBox = _page_box(sheet, whole)
    page.TrimBox = _page_box(sheet, sheet.trim_box or whole)
    page.BleedBox = _page_box(sheet, sheet.bleed_box or sheet.trim_box or whole)
    page.Group = dictionary({"S": name("Transparency"), "CS": name("DeviceRGB")})
    page.Contents = stream(store.document, code.data(), {})
    page.Resources = dictionary(code.entries())
    page.Parent = store.document.Reference(store.document.Pages)
    return page


def _page_box(sheet: Sheet, box: Box) -> Any:  # noqa: ANN401
    """A box of the page in points, kept on the paper."""
    left, top, right, bottom = common(box, (0.0, 0.0, sheet.paper.width, height := sheet.paper.height))
    return array((left * K, (height - bottom) * K, right * K, (height - top) * K))


def _place(code: Code, placement: Placement) -> None:
    """A face, clipped to what may be seen of it here: its box and its outline, each with its bleed."""
    face, (left, top, right, bottom) = placement.face, placement.bleed
    x0, y0 = placement.x - left, placement.y - top
    x1, y1 = placement.x + placement.width + right, placement.y + placement.height + bottom
    code.save()
    code.clip(rectangle(x0, y0, x1, y1))
    code.turn(placement.matrix)
    if face.shape.kind != "rectangle":
        code.clip(_cut(code.store, face, max(placement.bleed)))
    code.place(_face(code.store, placement))
    code.restore()


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Segments:
    """The outline of an upright box."""
    return (("M", (x0, y0)), ("L", (x1, y0)), ("L", (x1, y1)), ("L", (x0, y1)), ("Z", ()))


def _cut(store: Store, face: Face, bleed: float) -> Segments:
    """A face's outline with so much bleed; grown once for each shape."""
    key = ("cut", face.shape.outline, bleed)
    return store.once(key, "", lambda: beyond(face.shape.outline, bleed))[1]  # type: ignore[no-any-return]  # kept as is


def _face(store: Store, placement: Placement) -> tuple[str, Reference]:
    """The form of a face; a board that is split has a form for each window, with only what shows through it."""
    face, seen = placement.face, placement.painted if placement.window else None
    return store.once(("face", id(face), seen), "Face", _former(store, face, seen))


def _former(store: Store, face: Face, seen: Box | None) -> Callable[[], Reference]:
    nodes = within(face.nodes, seen, store.book) if seen else face.nodes
    box = seen or grown((0.0, 0.0, face.shape.width, face.shape.height), max(face.bleed, 6.0))
    return lambda: form(store, nodes, box)


def _mark(kind: str, marks: Sequence[Mark]) -> Path:
    """All marks of one kind as one path."""
    width, color, dash = MARK_STYLES[kind]
    segments = tuple(s for mark in marks for s in mark.segments)
    return Path(segments, None, Stroke(Color(color), width, dash=dash))


def _bookmarks(sheets: Sequence[Sheet]) -> dict[int, list[tuple[int, str]]]:
    """Page number -> its bookmarks (level, title): one for each run of sheets with the same sets (a back goes
    with its front), and below it one for each sheet where there are several."""
    marks: dict[int, list[tuple[int, str]]] = {}
    runs: list[list[int]] = []
    for number, sheet in enumerate(sheets):
        first = sheets[runs[-1][0]] if runs else None
        same = first is not None and (first.sets or first.title) == (sheet.sets or sheet.title)
        if same or (runs and sheet.side == "back"):
            runs[-1].append(number)
        else:
            runs.append([number])
    for numbers in runs:
        titles = [sheets[n].title for n in numbers]
        marks[numbers[0]] = [(0, _heading(titles))]
        for n in numbers if len(numbers) > 1 else ():
            named = sheets[n].label if len(set(titles)) == 1 else ""
            marks.setdefault(n, []).append((1, named or sheets[n].title))
    return marks


def _heading(titles: Sequence[str]) -> str:
    """What these sheets are called together: the words before the first dot, or else how all titles begin."""
    if len(set(titles)) == 1:
        return titles[0]
    if " · " in titles[0]:
        return titles[0].partition(" · ")[0]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*titles, strict=False))
    return "".join(letters[0] for letters in alike).rstrip(" -–—:,.(/0123456789") or titles[0]


def _xmp(meta: PdfMeta) -> bytes:
    """The metadata that asset managers read; no dates, so that equal sheets give equal bytes."""
    language = escape(meta.language, {'"': "&quot;"})

    def words(tag: str, text: str) -> str:
        alternative = f'<rdf:li xml:lang="x-default">{escape(text)}</rdf:li>'
        own = f'<rdf:li xml:lang="{language}">{escape(text)}</rdf:li>'
        return f"<dc:{tag}><rdf:Alt>{alternative}{own}</rdf:Alt></dc:{tag}>" if text else ""

    author = (
        f"<dc:creator><rdf:Seq><rdf:li>{escape(meta.author)}</rdf:li></rdf:Seq></dc:creator>" if meta.author else ""
    )
    subjects = "".join(f"<rdf:li>{escape(k)}</rdf:li>" for k in meta.keywords)
    keywords = f"<dc:subject><rdf:Bag>{subjects}</rdf:Bag></dc:subject>" if subjects else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">'
        f"<dc:format>application/pdf</dc:format>{words('title', meta.title)}{author}"
        f"{words('description', meta.subject)}{keywords}"
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>print-and-play {__version__}</xmp:CreatorTool><pdf:Producer>reportlab</pdf:Producer>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="w"?>'
    ).encode()
