"""The command `calibrate`: the printer's test page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.commands.app import Papers, command, one_of, some_of, tell_files
from generator.commands.shell import project
from generator.project import Project

if TYPE_CHECKING:
    from generator.export import Output


@command(
    """
    pnp calibrate --paper letter
    pnp build my-game --back-offset 0.4,-0.2   with what the page shows
    """
)
def calibrate(
    paper: Papers = "a4",
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="ja or en.")] = "en",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the file goes.")] = Path("output"),
) -> None:
    """Make the test page for your printer.

    It tells how far the printer shifts the back side; give that to `pnp build --back-offset`.
    """
    from generator.build import known_papers, write

    here = project()
    papers = some_of("--paper", paper, known_papers(here))
    one_of("--lang", lang, ("ja", "en"))
    for name in papers:
        tell_files(write([_calibration(here, name, lang)], out))


def _calibration(project: Project, paper: str, language: str) -> Output:
    """The test page of `pnp calibrate`."""
    from generator.export import Output, PdfMeta
    from generator.export.pdf import pdf_bytes
    from generator.sheet.calibrate import calibration_sheets
    from generator.sheet.papers import read_papers
    from generator.typeset.fonts import open_fonts
    from generator.words import read_words

    book = open_fonts(project)
    words = read_words(project, language)
    sheets = calibration_sheets(read_papers(project)[paper], language, words, book)
    meta = PdfMeta(title=words.get("calibrate.title", "calibration"), author="", subject="", language=language)
    return Output(f"calibration-{paper}-{language}.pdf", pdf_bytes(sheets, meta, book), "print both sides at 100 %")
