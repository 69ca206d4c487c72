"""The command `diff`: the report on two versions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from generator.commands import shell
from generator.commands.app import OneLang, command, save_result, tell_findings
from generator.commands.options import languages, one_of, one_word
from generator.commands.shell import colored, columns, emit, project

_FORMATS = ("text", "md", "html", "json")


@command(
    """
    pnp diff v1 my-game                        a tag and what is there now
    pnp diff HEAD~3 HEAD --game my-game
    pnp diff ../my-game-old . --format md --out changes.md
    pnp diff v1 my-game --format html --out changes.html
    """
)
def diff(
    old: Annotated[str, Argument(metavar="OLD", hidden=True)],
    new: Annotated[str, Argument(metavar="NEW", hidden=True)],
    game: Annotated[str, Option("--game", metavar="GAME", help="Which game, where OLD and NEW do not say.")] = "",
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=one_word(_FORMATS))] = "text",
    lang: OneLang = None,
    out: Annotated[Path | None, Option(metavar="FILE", help="File; else stdout.")] = None,
) -> None:
    """Tell what changed from OLD to NEW.

    Each is a game of the project, a folder, a spreadsheet as it was, a git revision, or REVISION:GAME. html shows the
    faces side by side.
    """
    from generator.versions import DiffOrder, compare

    here = project()
    language = (languages(lang) or ("",))[0]
    color, width = (colored(sys.stdout), columns(sys.stdout)) if out is None else (False, 0)
    form = one_of("--format", format_, _FORMATS)
    asked = DiffOrder(old, new, game, form, language, color, width, shell.working_folder())
    with shell.telling() as tell:
        data, findings = compare(here, asked, tell)
    tell_findings(findings, here)
    if out is None:
        emit(shell.sanitized(data.decode()).encode() if format_ in ("text", "md") else data)
    else:
        save_result(out, data, here)
