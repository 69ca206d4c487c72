"""The command `rules`: the rule summary of a game as Markdown, HTML or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from generator.commands.app import Game, Lang, command, save_result, stop_on_errors, tell_files
from generator.commands.options import games_of, languages, one_of, one_word
from generator.commands.shell import emit, project, wrong
from generator.diagnostics.findings import Finding, has_errors, of_game
from generator.export import Output, blocks
from generator.manifest import OUT, RULES, place_files
from generator.pipeline import languages_of, load_game
from generator.project import Project

if TYPE_CHECKING:
    from generator.data.model import Game as GameData
    from generator.layout.assets import Studio
    from generator.summary.summary import Summary


def _md(summary: Summary, *_: object) -> tuple[bytes, list[Finding]]:
    from generator.summary.pages import summary_md

    return summary_md(summary).encode(), []


def _html(
    summary: Summary, game: GameData, _project: Project, _paper: str, studio: Studio
) -> tuple[bytes, list[Finding]]:
    from generator.summary.art import art_of
    from generator.summary.pages import summary_html

    return summary_html(summary, art_of(studio, game, summary)), []


def _rules_pdf(
    summary: Summary, game: GameData, project: Project, paper: str, studio: Studio
) -> tuple[bytes, list[Finding]]:
    from generator.sheet.sheet import read_papers
    from generator.summary.art import art_of
    from generator.summary.pdf import summary_pdf

    art = art_of(studio, game, summary)
    return summary_pdf(summary, read_papers(project)[paper], art, game.mark, ", ".join(game.authors))


READERS = ("players", "designers")
_SUMMARIES: dict[str, Callable[..., tuple[bytes, list[Finding]]]] = {"md": _md, "html": _html, "pdf": _rules_pdf}


@command(
    """
    pnp rules my-game > rules.md
    pnp rules my-game --format html --lang en --out rules.html
    pnp rules my-game --format pdf --lang all
    pnp rules my-game --for designers          with the numbers and the open questions
    """
)
def rules(
    game: Game,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=one_word([*_SUMMARIES]))] = "md",
    lang: Lang = None,
    paper: Annotated[str, Option(metavar="PAPER", help="Paper of the PDF.")] = "a4",
    readers: Annotated[str, Option("--for", metavar="READERS", help=one_word(READERS))] = READERS[0],
    out: Annotated[
        Path | None, Option(metavar="FILE", help="Else stdout for md and html, output/GAME/ for pdf.")
    ] = None,
) -> None:
    """Export the rule summary of GAME.

    Contents, components, set-up, rules and a player aid; all numbers come from the data.
    """
    from generator.sheet.sheet import read_papers

    here = project()
    one_of("--format", format_, _SUMMARIES)
    one_of("--paper", paper, read_papers(here))
    one_of("--for", readers, READERS)
    name = games_of(here, [game])[0]
    outputs, findings = rule_summary(here, name, languages(lang), format_, paper, readers)
    stop_on_errors(findings, here)
    if len(outputs) > 1 and (out is not None or format_ != "pdf"):
        wrong("several languages make several files", "give one `--lang`, or `--format pdf` without `--out`")
    for output in outputs:
        data = b"".join(blocks(output.data))
        if out is None and format_ != "pdf":
            emit(data)
        elif out is None:
            tell_files(place_files([output], OUT, name))
        else:
            save_result(out, data, here)


def rule_summary(
    project: Project, game_id: str, languages: Sequence[str], format_: str, paper: str, readers: str = READERS[0]
) -> tuple[list[Output], list[Finding]]:
    """The rule summary of a game in each language asked for, as "md", "html" or "pdf", for players or designers."""
    from generator.layout.assets import Studio
    from generator.summary.make import summary_of
    from generator.words import read_words

    game, findings = load_game(project, game_id)
    if game is None or has_errors(findings):
        return [], findings
    studio = Studio(project)
    outputs = []
    for language in languages_of(game, languages):
        summary = summary_of(game, language, read_words(project, language), readers == READERS[1])
        data, more = _SUMMARIES[format_](summary, game, project, paper, studio)
        findings += of_game(more, game_id)
        stem = f"{game_id}-rules-{paper}-" if format_ == "pdf" else f"{game_id}-rules-"
        stem += f"{readers}-" * (readers != READERS[0])
        shows = {f"{RULES} {language}": ""}
        outputs.append(Output(f"{stem}{language}.{format_}", data, shows=shows))
    return ([], findings) if has_errors(findings) else (outputs, findings)
