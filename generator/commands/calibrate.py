"""The command `calibrate`: the printer's test page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from generator.commands.app import Papers, command, tell_files
from generator.commands.defaults import DEFAULTS
from generator.commands.options import offset, option_words, some_of, users_locale
from generator.commands.shell import project, show, usage_error
from generator.data.lexicon import tag_of
from generator.project import Project

if TYPE_CHECKING:
    from generator.export import Output


@command(
    """
    pnp calibrate --paper letter
    pnp calibrate --remember 0.4,-0.2          what the page shows: in pnp.yaml, for every build
    pnp calibrate --remember 0.4,-0.2 --printer office   for you: `pnp build --printer office`, in any project
    """
)
def calibrate(
    paper: Papers = "a4",
    lang: Annotated[str | None, Option("--lang", metavar="LANG", help="ja, en, de ...; else yours.")] = None,
    remember: Annotated[
        str | None, Option(metavar="X,Y", help="What the page showed: kept in the project's pnp.yaml.")
    ] = None,
    printer: Annotated[
        str | None, Option(metavar="NAME", help="Keep it for this printer of yours, in your own settings.")
    ] = None,
    out: Annotated[Path, Option(metavar="DIR", help="Where the file goes.")] = Path("output"),
) -> None:
    """Make the test page for your printer.

    It tells how far the printer shifts the back side; `--remember` keeps that for every build of the project, or with
    `--printer` for all your projects.
    """
    from generator.manifest import place_files
    from generator.sheet.sheet import read_papers
    from generator.words import FALLBACK, unsaid

    here = project()
    if printer is not None:
        from generator.commands.printers import keep_printer

        if remember is None:
            usage_error("--printer is for what --remember keeps", "add `--remember X,Y`, as the page shows")
        show(keep_printer(option_words("--printer", printer), offset(remember, "--remember")))
        return
    if remember is not None:
        _remember(here, offset(remember, "--remember"))
        return
    papers = some_of("--paper", paper, read_papers(here))
    spoken = tag_of(lang or users_locale()[0])
    if unsaid(here, spoken):
        if lang:
            usage_error(
                f"`pnp` has no words in `{lang}`", "say them in layouts/words.yaml, as `pnp schema words` prints it"
            )
        spoken = FALLBACK
    for name in papers:
        tell_files(place_files([calibration(here, name, spoken)], out))


def _remember(here: Project, measured: tuple[float, float]) -> None:
    """Writes the offset into the project's `pnp.yaml`, in place of the one that is there."""
    from generator.files import write_file

    if here.is_bundled:
        usage_error(
            "this folder is no project: there is no pnp.yaml to keep it in", "go into your project, or give `-C DIR`"
        )
    path = here.root / DEFAULTS
    text = here.read(path).decode() if path.is_file() else ""
    line = f"back-offset: {measured[0]:g},{measured[1]:g}"
    text, found = re.subn(r"^(# *)?back-offset:.*$", line, text, count=1, flags=re.MULTILINE)
    text += "" if found else f"{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n"
    write_file(path, text.encode())
    show(f"{path}  {line}")


def calibration(project: Project, paper: str, language: str) -> Output:
    """The test page of `pnp calibrate`."""
    from generator.export import Output, PdfMeta
    from generator.export.pdf import pdf_bytes
    from generator.sheet.sheet import read_papers
    from generator.sheet.testpage import calibration_sheets
    from generator.typeset.fonts import open_fonts
    from generator.words import read_words

    book = open_fonts(project)
    words = read_words(project, language)
    sheets = calibration_sheets(read_papers(project)[paper], language, words, book)
    meta = PdfMeta(title=words.get("calibrate.title", "calibration"), author="", subject="", language=language)
    return Output(f"calibration-{paper}-{language}.pdf", pdf_bytes(sheets, meta, book), "print both sides at 100 %")
