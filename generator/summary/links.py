"""PDF + where its references lead -> the same PDF with links and a bookmark for every section.

Takes a finished file's bytes and positions in mm, y down. Promise: the pages themselves are not touched; the same
input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import Fit

_POINTS = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Target:
    """A place: the page (from 0) and how far down it lies, mm."""

    page: int
    y: float


@dataclass(frozen=True, slots=True)
class PageLink:
    """A box (x, y, width, height) on a page that leads to a target."""

    page: int
    box: tuple[float, float, float, float]
    target: Target


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    title: str
    target: Target


def with_links(pdf: bytes, links: Sequence[PageLink], bookmarks: Sequence[Bookmark]) -> bytes:
    """The file with its links, and with these bookmarks instead of its own."""
    from pypdf import PdfWriter
    from pypdf.annotations import Link

    writer = PdfWriter(clone_from=BytesIO(pdf))
    writer.pdf_header = "%PDF-1.7"
    writer._root_object.pop("/Outlines", None)
    heights = [float(page.mediabox.height) for page in writer.pages]
    for mark in bookmarks:
        fit = _fit(mark.target, heights)
        writer.add_outline_item(title=mark.title, page_number=mark.target.page, fit=fit)
    for link in links:
        x, y, width, height = (v * _POINTS for v in link.box)
        top = heights[link.page] - y
        rect = (round(x, 2), round(top - height, 2), round(x + width, 2), round(top, 2))
        note = Link(rect=rect, border=[0, 0, 0], target_page_index=link.target.page, fit=_fit(link.target, heights))
        writer.add_annotation(link.page, note)
    return _written(writer)


def _fit(target: Target, heights: Sequence[float]) -> Fit:
    """A view that begins a little above the target, at the zoom the reader has."""
    from pypdf.generic import Fit

    return Fit.xyz(left=0, top=round(heights[target.page] - max(0.0, target.y - 3.0) * _POINTS, 2))


def _written(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
