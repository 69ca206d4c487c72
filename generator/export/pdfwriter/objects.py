"""The objects of a PDF, and the file that they make: the one file that knows reportlab. Clauses are of ISO 32000-2.

Takes plain values: numbers, words and `bytes` as they are to be written, tuples as arrays, mappings as dictionaries
(keys without the slash), `PdfObject`s by reference. Reportlab writes names, strings and numbers, and puts the file
together; not its `PDFDocument`, which adds fonts, dates and a content of its own. Promise: keys are written sorted,
streams are deflated once, equal objects are in a file once, so that the same values give the same bytes.
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

Object = object
"""Anything that can stand in a document."""
Reference = bytes
"""An object by its number in a document: `12 0 R`."""


class PdfObject(Struct, frozen=True):
    """An object apart from any document: its bytes, cut where they name `others`. Equal ones are in a document once."""

    parts: tuple[bytes, ...]
    others: tuple[PdfObject, ...]
    digest: bytes


FONTS = PdfObject((), (), b"fonts")
"""The dictionary of all fonts of a document, shared by every page and form."""


class PdfFile:
    """A file in the making: its objects by their numbers."""

    def __init__(self) -> None:
        self._rows: list[PdfObject] = []
        self._known: dict[bytes, Reference] = {}
        self.fonts = self._known[FONTS.digest] = self.reserved()

    def reserved(self) -> Reference:
        """A number for an object that others name before it is there."""
        self._rows.append(FONTS)
        return b"%d 0 R" % len(self._rows)

    def put(self, place: Reference, value: Object) -> None:
        """The object of a number that was reserved."""
        self._rows[int(place.split()[0]) - 1] = add(value)

    def place(self, made: PdfObject) -> Reference:
        """An object in the document, put there when it is first asked for."""
        found = self._known.get(made.digest)
        if found is None:
            for other in made.others:
                self.place(other)
            found = self._known[made.digest] = self.reserved()
            self._rows[-1] = made
        return found

    def file_bytes(self, catalog: PdfObject, information: PdfObject) -> bytes:
        """The file (7.5), once."""
        entries = {"Root": self.place(catalog), "Info": self.place(information)}
        file, starts, mark = pdfdoc.PDFFile((1, 7)), list[int](), blake2b(digest_size=16)
        while len(starts) < len(self._rows):  # what the last of them name is placed meanwhile
            made, self._rows[len(starts)] = self._rows[len(starts)], FONTS  # so that streams are let go of
            names = [self.place(other) for other in made.others]
            body = b"".join([*chain.from_iterable(zip(made.parts, names, strict=False)), made.parts[-1]])
            starts.append(file.add(b"%d 0 obj\n%b\nendobj\n" % (len(starts) + 1, body)))
            mark.update(body)
        numbers = range(1, len(starts) + 1)
        places = SimpleNamespace(
            idToObjectNumberAndVersion={n: (n, 0) for n in numbers}, idToOffset=dict(zip(numbers, starts, strict=True))
        )
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, numbers)
        once = pdfdoc.PDFArray([b"<%b>" % mark.hexdigest().encode()] * 2)
        trailer = pdfdoc.PDFTrailer(file.add(table.format(places)), Size=len(starts) + 1, ID=once, **entries)
        file.add(trailer.format(_PLAIN))
        return bytes(file.format(None))


@lru_cache(maxsize=1024)
def name(word: str) -> bytes:
    """A PDF name: /Word (7.3.5)."""
    return bytes(pdfdoc.PDFName(word), "ascii")


def pdf_string(text: str) -> bytes:
    """A PDF string, in UTF-16 where need be (7.9.2)."""
    return bytes(pdfdoc.PDFString(text).format(_PLAIN))


_PLAIN = SimpleNamespace(encrypt=pdfdoc.NoEncryption())
"""As much of a document as reportlab wants to know to write a value."""

_HERE = b"\0\xff\0R\xff\0"
"""Where an object names another."""


def _cut(value: Object) -> tuple[list[bytes], list[PdfObject]]:
    others: list[PdfObject] = []
    return _written(value, others).split(_HERE), others


def _written(value: Object, others: list[PdfObject]) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, PdfObject):
        others.append(value)
        return _HERE
    if isinstance(value, Mapping):
        return b"<< %b >>" % b" ".join([b"%b %b" % (name(k), _written(value[k], others)) for k in sorted(value)])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return b"[%b]" % b" ".join([_written(one, others) for one in value])
    return str(value).encode("ascii")


@lru_cache(maxsize=4096)
def _number(number: float) -> bytes:
    """A number: widths of glyphs are much alike."""
    return bytes(pdfdoc.format(number, None))


def _made(parts: Sequence[bytes], others: Sequence[PdfObject]) -> PdfObject:
    mix = blake2b(b"R".join(parts), digest_size=16)
    for other in others:
        mix.update(other.digest)
    return PdfObject(tuple(parts), tuple(others), mix.digest())


def add(value: Object) -> PdfObject:
    """A dictionary, or another value, that is an object of its own."""
    return _made(*_cut(value))


def stream(data: bytes, entries: Mapping[str, Object], *, deflated: bool = False) -> PdfObject:
    """A stream. `deflated`: the data is already encoded, as `entries` says."""
    made = dict(entries)
    if not deflated:
        data = zlib.compress(data, 4)
        made["Filter"] = name("FlateDecode")
    parts, others = _cut({**made, "Length": len(data)})
    return _made([*parts[:-1], b"%b\nstream\n%b\nendstream" % (parts[-1], data)], others)


def destination(page: Reference, top: float | None = None) -> Object:
    """A view of a page (12.3.2): from `top` (points, y up) at the zoom that the reader has, or all of it."""
    return (page, name("Fit")) if top is None else (page, name("XYZ"), 0, top, "null")


def link(box: Sequence[float], to: Object) -> PdfObject:
    """A link annotation (12.5.6.5) without a border; `box` in points."""
    return add({"Type": name("Annot"), "Subtype": name("Link"), "Rect": box, "Border": (0, 0, 0), "Dest": to})


def outline_tree(document: PdfFile, entries: Iterable[tuple[int, str, Object]]) -> Reference:
    """The bookmarks (12.3.3): level (0 or 1), title and destination of each."""
    above = [document.reserved()]
    items: dict[Reference, dict[str, Any]] = {above[0]: {"Type": name("Outlines")}}
    for level, title, to in entries:
        del above[level + 1 :]
        parent, own = items[above[level]], document.reserved()
        items[own] = {"Title": pdf_string(title), "Dest": to, "Parent": above[level]}
        if before := parent.get("Last"):
            items[before]["Next"], items[own]["Prev"] = own, before
        parent.update({"First": parent.get("First", own), "Last": own})
        for one in above:
            items[one]["Count"] = items[one].get("Count", 0) + 1
        above.append(own)
    for place, item in items.items():
        document.put(place, item)
    return next(iter(items))
