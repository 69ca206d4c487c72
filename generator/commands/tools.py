"""The small commands: a look at one face, the printer's test page, a new project, explanations, this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.commands import shell
from generator.commands.app import Game, OneLang, Papers, command, languages, stop_on_errors, tell_files
from generator.commands.options import games as games_of
from generator.commands.options import one_of, some_of
from generator.commands.shell import columns, emit, leave, project, show, wrong
from generator.diagnostics.findings import did_you_mean


@command
def face(
    game: Game,
    item: Annotated[str, typer.Argument(metavar="SET/ITEM", hidden=True)],
    back: Annotated[bool, typer.Option("--back", help="The back instead of the front.")] = False,
    lang: OneLang = None,
) -> None:
    """Print one face of GAME as plain SVG.

    What the template and the typesetter made of the item SET/ITEM.
    """
    from generator.single import face_svg_of

    here = project()
    svg, findings = face_svg_of(here, games_of(here, [game])[0], item, back, languages(lang))
    stop_on_errors(findings, here)
    emit(svg)


@command
def calibrate(
    paper: Papers = "a4",
    lang: Annotated[str, typer.Option("--lang", metavar="LANG", help="ja or en.")] = "en",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the file goes.")] = Path("output"),
) -> None:
    """Make the test page for your printer.

    It tells how far the printer shifts the back side; give that to `pnp build --back-offset`.
    """
    from generator.pipeline import known_papers, write
    from generator.single import calibration

    here = project()
    papers = some_of("--paper", paper, known_papers(here))
    one_of("--lang", lang, ("ja", "en"))
    for name in papers:
        tell_files(write([calibration(here, name, lang)], out))


@command
def new(folder: Annotated[Path, typer.Argument(metavar="DIR", hidden=True)]) -> None:
    """Start a project of your own in DIR.

    A tiny game in Japanese and English that builds at once: three cards with a back, tokens, a few rules. DIR must
    be new, or empty.
    """
    from generator.commands.new import start_project

    game = start_project(folder)
    show(f"{folder}: a project with the game `{game}`\n")
    show(f"    cd {folder}\n    pnp check\n    pnp build\n\nREADME.md in it says what to edit.")


@command
def explain(
    code: Annotated[str | None, typer.Argument(metavar="CODE", hidden=True)] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text or md: the whole reference.")
    ] = "text",
) -> None:
    """Say what a finding means, and how to mend it.

    Without CODE: all codes by family, with their titles.
    """
    from generator.diagnostics.codes import CODES
    from generator.diagnostics.explain import contents, explanation, reference

    one_of("--format", format_, ("text", "md"))
    if format_ == "md":
        if code is not None:
            wrong("--format md is the whole reference", "leave out the code, or `--format md`")
        emit(reference().encode())
        return
    if code is None:
        show(contents())
        return
    row = CODES.get(code.upper())
    if row is None:
        near = did_you_mean(code.upper(), CODES)
        wrong(f"there is no finding `{code}`", near if near.startswith("did") else "`pnp explain` lists all codes")
    show(explanation(code.upper(), row, columns(sys.stdout)))


@command
def doctor() -> None:
    """Say what this machine has.

    What works here, and what needs a part that is missing (exit status 3).
    """
    from generator.commands.doctor import examine

    lines, complete = examine(project())
    show("\n".join(lines))
    if not complete:
        leave(shell.INTERNAL)
