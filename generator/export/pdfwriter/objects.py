"""The objects of a PDF, written with reportlab: the one file that knows how reportlab holds a document.

Takes plain values; gives objects of `reportlab.pdfbase.pdfdoc`, and the bytes of the file. Its `Canvas` is not used:
it would write a first font (Helvetica, not embedded) and content of its own. Promise: keys are written sorted, streams
are deflated once and never ASCII85-encoded, so that the same values give the same bytes. Clauses are those of
ISO 32000-2.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from types import SimpleNamespace
from typing import Any

from generator.values import Struct, loading_lazily

with loading_lazily("PIL.Image"):  # what reportlab would read pictures with; it takes as long to load as reportlab
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.pdfdoc import PDFDocument as Document
    from reportlab.pdfbase.pdfdoc import PDFObjectReference as Reference

__all__ = ["Document", "Reference"]

Object = object
"""Anything that can stand in a document: a `PDFObject`, a number, a string."""

_FONTS = "BasicFonts"
"""The name under which reportlab keeps the dictionary of all fonts of a document."""


def new_document(language: str) -> Document:
    """An empty PDF 1.7 without dates, of one language."""
    document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7), lang=language)
    document.placed = {FONTS.digest: document.Reference(document.idToObject[_FONTS])}
    document.Outlines = document.Catalog.Outlines = _Outlines({"Type": name("Outlines")})
    return document


def file_bytes(document: Document) -> bytes:
    """The file."""
    return bytes(document.GetPDFData(None))


@lru_cache(maxsize=1024)
def name(word: str) -> bytes:
    """A PDF name: /Word (7.3.5)."""
    return bytes(pdfdoc.PDFName(word), "ascii")


def pdf_string(text: str | bytes) -> Object:
    """A PDF string, in UTF-16 where need be (7.9.2)."""
    return bytes(pdfdoc.PDFString(text).format(_PLAIN))


_PLAIN = SimpleNamespace(encrypt=pdfdoc.NoEncryption())
"""As much of a document as reportlab wants to know to write a string."""


def dictionary(entries: Mapping[str, Object]) -> Object:
    """A dictionary with these entries (keys without the slash)."""
    return _Dictionary(entries)


class _Dictionary(pdfdoc.PDFObject):  # type: ignore[misc]  # it has no types
    """As `PDFDictionary` is written, but a fifth of the time: there are a few for every face."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.entries = entries

    def format(self, document: Document) -> bytes:
        return _numbered(document, *_cut(self, document))


class PdfPage(_Dictionary):
    """A page. Links can lead to it before it is in the document."""

    __RefOnly__ = 1


class _Outlines(_Dictionary):
    """The bookmarks: level, title and destination of each."""

    listed: Sequence[tuple[int, str, Object]] = ()
    ready = -1

    def prepare(self, document: Document, _canvas: None) -> None:
        """Add them to the document, which asks for it last."""
        self.ready = len(self.listed) or -1
        above = [(self, document.Reference(self))] if self.listed else []
        last: dict[int, tuple[_Dictionary, Reference]] = {}
        for level, title, to in self.listed:
            del above[level + 1 :]
            parent, parent_reference = above[level]
            own = _Dictionary({"Title": pdf_string(title), "Dest": to, "Parent": parent_reference})
            reference = document.Reference(own)
            if "First" in parent.entries:
                before, its_reference = last[level]
                before.entries = {**before.entries, "Next": reference}
                own.entries = {**own.entries, "Prev": its_reference}
            parent.entries = {"First": reference, **parent.entries, "Last": reference}
            for one, _ in above:
                one.entries = {**one.entries, "Count": one.entries.get("Count", 0) + 1}
            last[level] = own, reference
            above.append(last[level])


class PdfObject(Struct, frozen=True):
    """An object apart from any document: its bytes, cut where they name `others`. Equal ones are in a document once."""

    parts: tuple[bytes, ...]
    others: tuple[PdfObject, ...]
    digest: bytes


FONTS = PdfObject((), (), b"fonts")
"""The dictionary of all fonts of a document, shared by every page and form."""


class _Placed(pdfdoc.PDFObject):  # type: ignore[misc]  # likewise
    """Such an object in a document."""

    __RefOnly__ = 1

    def __init__(self, made: PdfObject) -> None:
        self.made: PdfObject | None = made

    def format(self, document: Document) -> bytes:
        made, self.made = self.made, None  # asked for once, when the file is put together
        return _numbered(document, made.parts, made.others) if made else b""


def _made(parts: Sequence[bytes], others: Sequence[PdfObject]) -> PdfObject:
    mix = blake2b(b"R".join(parts), digest_size=16)
    for other in others:
        mix.update(other.digest)
    return PdfObject(tuple(parts), tuple(others), mix.digest())


def _place(document: Document, made: PdfObject) -> Reference:
    """The object in a document, put there when it is first asked for."""
    found = document.placed.get(made.digest)
    if found is None:
        for other in made.others:
            _place(document, other)
        found = document.placed[made.digest] = document.Reference(_Placed(made))
    return found


_HERE = b"\0\xff\0R\xff\0"
"""Where an object names another."""


def _cut(value: Object, document: Document = None) -> tuple[list[bytes], list[PdfObject]]:
    others: list[PdfObject] = []
    return _written(value, others, document).split(_HERE), others


def _numbered(document: Document, parts: Sequence[bytes], others: Sequence[PdfObject]) -> bytes:
    if not others:
        return parts[0]
    numbers = (b"%d %d R" % document.idToObjectNumberAndVersion[_place(document, other).name] for other in others)
    return b"".join([*chain.from_iterable(zip(parts, numbers, strict=False)), parts[-1]])


def _written(value: Object, others: list[PdfObject], document: Document) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, PdfObject):
        others.append(value)
        return _HERE
    if isinstance(value, _Dictionary):
        entries = value.entries
        rows = [b"%b %b" % (name(key), _written(entries[key], others, document)) for key in sorted(entries)]
        for k in reversed(range(6, len(rows), 6)):
            rows.insert(k, b"\n ")
        return b"<<\n%b\n>>" % b" ".join(rows)
    if isinstance(value, tuple):
        return b"[ %b ]" % b" ".join([_written(one, others, document) for one in value])
    return bytes(pdfdoc.format(value, document))


def array(values: Iterable[Object]) -> Object:
    """An array."""
    row = tuple(values)
    return _row(row) if all(type(v) in (int, float) for v in row) else row


@lru_cache(maxsize=1024, typed=True)
def _row(numbers: tuple[Object, ...]) -> Object:
    """An array of numbers alone."""
    return bytes(pdfdoc.PDFArrayCompact(map(_number, numbers)).format(None))


@lru_cache(maxsize=4096)
def _number(number: Object) -> bytes:
    """A number: widths of glyphs are much alike."""
    return bytes(pdfdoc.format(number, None))


def stream(data: bytes, entries: Mapping[str, Object], *, deflated: bool = False) -> PdfObject:
    """A stream. `deflated`: the data is already encoded, as `entries` says."""
    made = dict(entries)
    if not deflated:
        data = zlib.compress(data, 4)
        made["Filter"] = name("FlateDecode")
    parts, others = _cut(_Dictionary({**made, "Length": len(data)}))
    return _made([*parts[:-1], b"%b\nstream\n%bendstream\n" % (parts[-1], data)], others)


def add(entries: Mapping[str, Object]) -> PdfObject:
    """A dictionary that is an object of its own."""
    return _made(*_cut(_Dictionary(entries)))


def add_font(document: Document, label: str, made: PdfObject) -> None:
    """Adds a font under the name that content streams call it by."""
    document.idToObject[_FONTS].dict[label] = _place(document, made)


def add_page(document: Document, page: PdfPage, entries: Mapping[str, Object], label: str) -> None:
    """Adds a page with these entries, under the label that readers show (12.4.2)."""
    own = {key: _numbered(document, *_cut(value, document)) for key, value in entries.items()}
    page.entries = {**own, "Type": name("Page"), "Parent": document.Reference(document.Pages)}
    catalog = document.Catalog
    catalog.PageLabels = getattr(catalog, "PageLabels", None) or pdfdoc.PDFPageLabels()
    catalog.PageLabels.addPageLabel(document.pageCounter - 1, pdfdoc.PDFPageLabel(prefix=label))
    document.addPage(page)


def destination(page: PdfPage, top: float | None = None) -> Object:
    """A view of a page (12.3.2): from `top` (points, y up) at the zoom that the reader has, or all of it."""
    return pdfdoc.PDFDestinationFit(page) if top is None else pdfdoc.PDFDestinationXYZ(page, 0, top, "null")


def link(document: Document, box: Sequence[float], to: Object) -> Reference:
    """A link annotation (12.5.6.5) without a border; `box` in points."""
    entries = {"Type": name("Annot"), "Subtype": name("Link"), "Rect": array(box), "Border": array((0, 0, 0))}
    return document.Reference(_Dictionary({**entries, "Dest": to}))


def set_outline(document: Document, entries: Iterable[tuple[int, str, Object]]) -> None:
    """The bookmarks (12.3.3): level (0 or 1), title and destination of each."""
    document.Outlines.listed = [*entries]


def set_info(document: Document, information: Mapping[str, str], preferences: Mapping[str, str], xmp: bytes) -> None:
    """The information dictionary (14.3.3), viewer preferences (12.2) and metadata (14.3.2); bookmarks are shown."""
    for key, value in information.items():
        setattr(document.info, key, value)
    catalog = document.Catalog
    catalog.ViewerPreferences = pdfdoc.ViewerPreferencesPDFDictionary()
    for key, value in preferences.items():
        catalog.ViewerPreferences[key] = value
    catalog.showOutline()
    catalog.Metadata = pdfdoc.XMP(creator=lambda _: xmp)
