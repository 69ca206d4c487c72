"""`Summary` -> PDF: the printed rules with bookmarks and links.

Takes a summary, its game, a paper and a studio; gives the file's bytes and findings. Promise: a bookmark for every
section, contents and references that can be clicked; text is real and searchable; the same summary gives the
same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Finding, Mark
from generator.sheet.sheet import Paper
from generator.summary.art import Art, art_of
from generator.summary.pages import Bookmark, PageLink, Target, booklet_of
from generator.summary.summary import Summary

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import Fit

    from generator.data.model import Game
    from generator.layout.draw import Studio


_POINTS = 72 / 25.4


def summary_pdf(summary: Summary, game: Game, paper: Paper, studio: Studio) -> tuple[bytes, list[Finding]]:
    """The rule summary as a PDF."""
    return pdf_with(summary, paper, art_of(studio, game, summary), game.mark, ", ".join(game.authors))


def pdf_with(summary: Summary, paper: Paper, art: Art, mark: Mark, author: str = "") -> tuple[bytes, list[Finding]]:
    """The same, with fonts, icons and pictures given."""
    from generator.export.pdf import PdfMeta, pdf_bytes

    booklet, findings = booklet_of(summary, paper, art, mark)
    title = f"{summary.title} · {summary.say('rules')}"
    meta = PdfMeta(title, author, summary.version, (), summary.language, "long-edge")
    return with_links(pdf_bytes(booklet.sheets, meta, art.book), booklet.links, booklet.bookmarks), findings


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
