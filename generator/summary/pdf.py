"""`Summary` -> PDF: the printed rules with bookmarks and links.

Takes a summary, its game, a paper and a studio; gives the file's bytes and findings. Promise: a bookmark for every
section, contents and references that can be clicked; text is real and searchable; the same summary gives the
same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.diagnostics.findings import Finding, Mark
from generator.sheet.sheet import Paper
from generator.summary.art import Art, art_of
from generator.summary.pages import booklet_of
from generator.summary.summary import Summary

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.layout.draw import Studio


def summary_pdf(summary: Summary, game: Game, paper: Paper, studio: Studio) -> tuple[bytes, list[Finding]]:
    """The rule summary as a PDF."""
    return pdf_with(summary, paper, art_of(studio, game, summary), game.mark, ", ".join(game.authors))


def pdf_with(summary: Summary, paper: Paper, art: Art, mark: Mark, author: str = "") -> tuple[bytes, list[Finding]]:
    """The same, with fonts, icons and pictures given."""
    from generator.export import PdfMeta
    from generator.export.pdf import pdf_bytes

    booklet, findings = booklet_of(summary, paper, art, mark)
    title = f"{summary.title} · {summary.say('rules')}"
    meta = PdfMeta(title, author, summary.version, (), summary.language, "long-edge")
    return pdf_bytes(booklet.sheets, meta, art.book, booklet.links, booklet.bookmarks), findings
