"""The command `rules`: the rule summary of a game as Markdown, HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from generator.commands.app import Game, Lang, command, save_result, stop_on_errors, tell_files
from generator.commands.options import game_of, languages, one_of, one_word
from generator.commands.shell import emit, project, usage_error
from generator.diagnostics.findings import Finding, has_errors, of_game
from generator.export import Output, blocks
from generator.manifest import OUT, READERS, place_files, shown_by_rules
from generator.pipeline import languages_of, load_for_reading
from generator.project import Project

if TYPE_CHECKING:
    from generator.data.model import Game as GameData
    from generator.layout.assets import Studio
    from generator.sheet.sheet import Paper
    from generator.summary.summary import Summary


_FORMATS = ("md", "html", "pdf")


@command(
    """
    pnp rules my-game > rules.md
    pnp rules my-game --format html --lang en --out rules.html
    pnp rules my-game --format pdf --lang all
    pnp rules my-game --for designers          with the numbers and the open questions
    """
)
def rules(
    game: Game = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=one_word(_FORMATS))] = "md",
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
    format_ = one_of("--format", format_, _FORMATS)
    paper = one_of("--paper", paper, read_papers(here))
    readers = one_of("--for", readers, READERS)
    name = game_of(here, game)
    outputs, findings = rule_summary(here, name, languages(lang), format_, paper, readers)
    stop_on_errors(findings, here)
    if len(outputs) > 1 and (out is not None or format_ != "pdf"):
        usage_error("several languages make several files", "give one `--lang`, or `--format pdf` without `--out`")
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
    from generator.sheet.sheet import read_papers
    from generator.summary.make import summary_of
    from generator.words import read_words

    game, findings, lacking = load_for_reading(project, game_id, languages)
    if game is None or has_errors(findings):
        return [], findings
    studio, sheet = Studio(project, draft=lacking), read_papers(project)[paper]
    outputs = []
    for language in languages_of(game, languages):
        summary = summary_of(game, language, read_words(project, language), readers == READERS[1])
        data, more = _written(summary, game, studio, format_, sheet)
        findings += of_game(more, game_id)
        stem = f"{game_id}-rules-{paper}-" if format_ == "pdf" else f"{game_id}-rules-"
        stem += f"{readers}-" * (readers != READERS[0])
        shows = shown_by_rules(project, game, language, [readers])
        outputs.append(Output(f"{stem}{language}.{format_}", data, shows=shows))
    return ([], findings) if has_errors(findings) else (outputs, findings)


def _written(
    summary: Summary, game: GameData, studio: Studio, format_: str, paper: Paper
) -> tuple[bytes, list[Finding]]:
    """A summary in a format."""
    from generator.summary.art import art_of
    from generator.summary.pages import summary_html, summary_md

    if format_ == "md":
        return summary_md(summary).encode(), []
    art = art_of(studio, game, summary)
    if format_ == "html":
        return summary_html(summary, art), []
    from generator.summary.pdf import summary_pdf

    return summary_pdf(summary, paper, art, game.mark, ", ".join(game.authors))
