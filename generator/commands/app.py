"""The `pnp` application: what stands before every command, and what commands share.

Commands are functions under `@command`, in cli.py and aids.py; how they end stands in shell.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from generator import __version__
from generator.commands import shell
from generator.commands.options import EXAMPLES, epilog, listed
from generator.commands.shell import Settings, colored, columns, leave, say, show, wrong
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, has_errors
from generator.project import Project

Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", hidden=True)]
Game = Annotated[str, typer.Argument(metavar="GAME", hidden=True)]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="Language, comma list, or `all`; else the game's first.")
]
OneLang = Annotated[str | None, typer.Option("--lang", metavar="LANG", help="Language; else the game's first.")]
Papers = Annotated[str, typer.Option(metavar="PAPER", help="a4, letter ... of layouts/papers.yaml; comma list.")]


class _Group(TyperGroup):
    """Lists its commands in the order of `EXAMPLES`."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 (click's, wherever typer keeps it)
        order = list(EXAMPLES)
        return sorted(super().list_commands(ctx), key=lambda name: order.index(name) if name in order else len(order))


app = typer.Typer(
    cls=_Group,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Print-and-play components for board games: YAML data and SVG templates in, exact sheets out.",
    epilog=epilog(""),
)


class _Command(TyperCommand):
    """Says `GAME` in its usage line where typer would say `{GAME}`."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ANN401 (click's, wherever typer keeps it)
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


def command(work: Callable[..., None]) -> Callable[..., None]:
    """Registers a command."""
    return app.command(cls=_Command, epilog=epilog(work.__name__))(shell.guarded(work))


def _version(value: bool) -> None:
    if value:
        show(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    folder: Annotated[
        Path | None,
        typer.Option(
            "--project", "-C", metavar="DIR", help="The project; else the one you are in, else the bundled games."
        ),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an internal error.")] = False,
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    parts = (folder / name for name in ("components", "layouts")) if folder else ()
    if not all(os.path.isdir(part) for part in parts):  # noqa: PTH112 (no error for a name that no system takes)
        wrong(f"`{folder}` is no project: it has no components/ and layouts/", "give the folder that holds both")
    Settings.folder, Settings.debug = folder, debug


def languages(words: str | None) -> tuple[str, ...]:
    """What `--lang` asks for; nothing if it is not there."""
    return () if words is None else listed("--lang", words)


def tell_findings(findings: Sequence[Finding], here: Project) -> None:
    """Errors and warnings to stderr."""
    from generator.commands.console import report

    shown = [f for f in findings if f.severity is not Severity.NOTE and not f.accepted]
    if shown:
        say(report(shown, here, "human", colored(sys.stderr), columns(sys.stderr)) + "\n")


def tell_files(written: Sequence[tuple[Path, str]]) -> None:
    """What was written, a line each."""
    for path, about in written:
        show(f"{path}  {about}".rstrip())


def save(path: Path, data: bytes) -> None:
    """A result into the file that was named, or the stream: then its name is not told, it may be in the same one."""
    from generator.export.files import write_file

    if write_file(path, data):
        show(str(path))


def stop_on_errors(findings: Sequence[Finding], here: Project) -> None:
    """The same; errors end the command."""
    from generator.commands.console import tally

    tell_findings(findings, here)
    if has_errors(findings):
        say(f"pnp: {tally(findings)}; mend the errors first")
        leave(shell.ERRORS)
