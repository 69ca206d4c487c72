"""Small words for writing PDF objects with reportlab: dictionaries, arrays, deflated streams.

Takes plain values, gives objects of `reportlab.pdfbase.pdfdoc`. Promise: keys are written sorted, streams
are deflated once and never ASCII85-encoded, so that the same values give the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from reportlab.pdfbase import pdfdoc

Reference = Any
"""A `PDFObjectReference`: an object of the document, named by its number."""


def name(word: str) -> Any:  # noqa: ANN401 (reportlab ships no types)
    """A PDF name: /Word."""
    return pdfdoc.PDFName(word)


def words(text: str | bytes) -> Any:  # noqa: ANN401
    """A PDF string, in UTF-16 where need be."""
    return pdfdoc.PDFString(text)


def dictionary(entries: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """A dictionary with these entries (keys without the slash)."""
    return pdfdoc.PDFDictionary(dict(entries))


def array(values: Iterable[Any]) -> Any:  # noqa: ANN401
    """An array."""
    return pdfdoc.PDFArrayCompact(values)


def stream(document: Any, data: bytes, entries: Mapping[str, Any], *, deflated: bool = False) -> Reference:  # noqa: ANN401
    """Adds a stream to the document. `deflated`: the data is already encoded, as `entries` says."""
    made = dict(entries)
    if not deflated:
        data = zlib.compress(data, 6)
        made["Filter"] = name("FlateDecode")
    return document.Reference(pdfdoc.PDFStream(dictionary(made), data))


def add(document: Any, entries: Mapping[str, Any]) -> Reference:  # noqa: ANN401
    """Adds a dictionary to the document as an object of its own."""
    return document.Reference(dictionary(entries))
