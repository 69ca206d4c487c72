"""The command line: words in, words and an exit status out. Here what makes and tells; the small aids in aids.py.

The rooms are imported inside the commands, so that `pnp --help` is quick.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.commands import check as checking
from generator.commands import schema as editing
from generator.commands import shell
from generator.commands import tools as aids
from generator.commands.app import (
    Game,
    Games,
    Lang,
    OneLang,
    app,
    command,
    languages,
    save,
    stop_on_errors,
    tell_files,
    tell_findings,
)
from generator.commands.options import games as games_of
from generator.commands.options import listed, named, offset, one_of, some_of
from generator.commands.shell import colored, columns, emit, leave, project, say, show, wrong
from generator.diagnostics.findings import Fault, Finding, has_errors
from generator.project import Project

if TYPE_CHECKING:
    from generator.pipeline import Order, Output

__all__ = ["aids", "app", "checking", "editing", "main"]


@command
def build(
    games: Games = None,
    lang: Lang = None,
    paper: Annotated[
        str | None,
        typer.Option(metavar="PAPER", help="a4, letter ...; comma list. Else A4, or what holds every piece."),
    ] = None,
    backs: Annotated[str, typer.Option(metavar="HOW", help="long-edge, short-edge, fold or none.")] = "long-edge",
    only: Annotated[
        list[str] | None, typer.Option(metavar="SET", help="Only these sets; comma list, or given again.")
    ] = None,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="pdf, svg, png; comma list.")] = "pdf",
    proof: Annotated[bool, typer.Option("--proof", help="Overlay of trim, safe zone and bleed.")] = False,
    ink_saver: Annotated[bool, typer.Option("--ink-saver", help="Light tints instead of dark areas.")] = False,
    separate: Annotated[bool, typer.Option("--separate", help="Fronts and backs also as files of their own.")] = False,
    back_offset: Annotated[
        str, typer.Option(metavar="X,Y", help="Shift of the back side in mm, from `pnp calibrate`.")
    ] = "0,0",
    bleed: Annotated[float, typer.Option(metavar="MM", min=0, max=10, help="Bleed, where it fits.")] = 3.0,
    dpi: Annotated[int, typer.Option(metavar="DPI", min=36, max=1200, help="Resolution of PNG faces.")] = 300,
    changed_since: Annotated[
        str | None,
        typer.Option("--changed-since", metavar="OLD", help="Only what changed since that game, folder or revision."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Build again at every change, until Ctrl-C.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the games' folders go.")] = Path("output"),
) -> None:
    """Build the sheets of games (all, if none is named).

    Writes into output/GAME/. A game with errors is told and left as it was; the others are built.
    """
    from generator.pipeline import Order, known_papers

    here = project()
    names = games_of(here, games or ())
    order = Order(
        languages=languages(lang),
        papers=some_of("--paper", paper, known_papers(here)) if paper is not None else (),
        backs=one_of("--backs", backs, ("long-edge", "short-edge", "fold", "none")),
        only=listed("--only", only) if only else (),
        formats=some_of("--format", format_, ("pdf", "svg", "png")),
        proof=proof,
        ink_saver=ink_saver,
        separate=separate,
        back_offset=offset(back_offset),
        bleed=bleed,
        dpi=dpi,
        since=named("--changed-since", changed_since),
        at=shell.standing(),
    )
    if here.is_bundled and not games and not Path.cwd().is_relative_to(here.root):
        say("pnp: no game is named and this folder is no project: building the bundled games")
    if watch:
        from generator.commands.watch import watching

        watching(here, lambda: _build_again(here, names, order, out))
    elif status := _build_all(here, names, order, out):
        leave(status)


def _build_all(here: Project, names: list[str], order: Order, out: Path) -> int:
    """Builds and writes games; gives the worst exit status."""
    ends = {name: _build_one(here, name, order, out) for name in names}
    bad = [name for name, status in ends.items() if status]
    if bad and (max(ends.values()) != shell.USAGE or len(names) > 1):
        say(f"pnp: not built: {', '.join(bad)}; what was there before is as it was")
    return max(ends.values())


def _build_again(here: Project, names: list[str], order: Order, out: Path) -> None:
    start = time.perf_counter()
    _build_all(here, names, order, out)
    show(f"built in {time.perf_counter() - start:.1f} s; waiting for a change (Ctrl-C ends)")


def _build_one(here: Project, name: str, order: Order, out: Path) -> int:
    """Builds and writes one game; gives the exit status of that."""
    from generator.commands.console import tally
    from generator.commands.progress import telling
    from generator.export.files import recover
    from generator.pipeline import build as build_all
    from generator.pipeline import write

    if order.since:
        from generator.versions import build_changed
    build_game: Callable[..., tuple[list[Output], list[Finding]]] = build_changed if order.since else build_all
    try:
        recover(out / name)
        with telling(sys.stderr, columns(sys.stderr), shell.heed) as tell:
            outputs, findings = build_game(here, name, order, tell)
        tell_findings(findings, here)
        if has_errors(findings):
            say(f"{name}: {tally(findings)}")
            return shell.ERRORS
        if order.since and not outputs:
            show(f"{name}: nothing changed since {order.since}; there is nothing to print")
            for path in sorted((out / name).glob("*-changed*.pdf")):
                show(f"  {path} is of an earlier comparison: do not print it")
        shell.heed()
        tell_files(write(outputs, out, name))
    except Fault as fault:
        return shell.report_fault(fault, here)
    return shell.CLEAN


@command
def parts(
    game: Game,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="table, md, csv or json.")] = "table",
    lang: OneLang = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Also what N players need and what is left over.")
    ] = None,
) -> None:
    """List the components of GAME.

    How many of each there are, and how many the rules promise; with --players, what the set-up and play need of them.
    """
    from generator.commands.parts import FORMATS, parts_text
    from generator.pipeline import languages_of, read

    one_of("--format", format_, FORMATS)
    here = project()
    found, findings = read(here, games_of(here, [game])[0])
    stop_on_errors(findings, here)
    if found is not None:
        least, most = found.players
        if players is not None and not least <= players <= most:
            asked = f"{found.id} is for {least} to {most} players; found `--players {players}`"
            wrong(asked, f"write `--players {most}`")
        text = parts_text(found, format_, languages_of(found, languages(lang))[0], players)
        show(text) if format_ == "table" else emit(f"{text}\n".encode())


@command
def rules(
    game: Game,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="md, html or pdf.")] = "md",
    lang: Lang = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="Paper of the PDF.")] = "a4",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Else stdout for md and html, output/GAME/ for pdf.")
    ] = None,
) -> None:
    """Export the rule summary of GAME.

    Contents, components, set-up, rules and a player aid; all numbers come from the data.
    """
    from generator.pipeline import OUT, known_papers, write
    from generator.single import rule_summary

    here = project()
    one_of("--format", format_, ("md", "html", "pdf"))
    one_of("--paper", paper, known_papers(here))
    name = games_of(here, [game])[0]
    outputs, findings = rule_summary(here, name, languages(lang), format_, paper)
    stop_on_errors(findings, here)
    if len(outputs) > 1 and (out is not None or format_ != "pdf"):
        wrong("several languages make several files", "give one `--lang`, or `--format pdf` without `--out`")
    for output in outputs:
        if out is None and format_ != "pdf":
            emit(output.data)
        elif out is None:
            tell_files(write([output], OUT, name))
        else:
            save(out, output.data)


@command
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", hidden=True)],
    new: Annotated[str, typer.Argument(metavar="NEW", hidden=True)],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game, where OLD and NEW do not say.")] = "",
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, md, html or json.")] = "text",
    lang: OneLang = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="File; else stdout.")] = None,
) -> None:
    """Tell what changed from OLD to NEW.

    Each is a game of the project, a folder, a git revision, or REVISION:GAME. html shows the faces side by side.
    """
    from generator.commands.progress import telling
    from generator.versions import FORMATS, Asked, compare

    here = project()
    language = (languages(lang) or ("",))[0]
    color = out is None and colored(sys.stdout)
    width = columns(sys.stdout) if out is None else 0
    asked = Asked(old, new, game, one_of("--format", format_, FORMATS), language, color, width, shell.standing())
    with telling(sys.stderr, columns(sys.stderr), shell.heed) as tell:
        data, findings = compare(here, asked, tell)
    tell_findings(findings, here)
    if out is None:
        emit(shell.in_sight(data.decode()).encode() if format_ in ("text", "md") else data)
    else:
        save(out, data)


def main() -> None:
    """The `pnp` command."""
    shell.run(app)
