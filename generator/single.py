"""What is one file by itself: a face, a rule summary, the printer's test page.

Takes a project and words of the command line; gives outputs and findings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Fault, Finding, did_you_mean, has_errors, of_game
from generator.order import Output
from generator.pipeline import languages_of, read
from generator.project import Project

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.layout.draw import Studio
    from generator.summary.summary import Summary


def calibration(project: Project, paper: str, language: str) -> Output:
    """The test page of `pnp calibrate`."""
    from generator.export.pdf import PdfMeta, pdf_bytes
    from generator.sheet.calibrate import calibration_sheets
    from generator.sheet.papers import read_papers
    from generator.typeset.fonts import open_fonts
    from generator.words import read_words

    book = open_fonts(project)
    words = read_words(project, language)
    sheets = calibration_sheets(read_papers(project)[paper], language, words, book)
    meta = PdfMeta(title=words.get("calibrate.title", "calibration"), author="", subject="", language=language)
    return Output(f"calibration-{paper}-{language}.pdf", pdf_bytes(sheets, meta, book), "print both sides at 100 %")


def face_svg_of(
    project: Project, game_id: str, name: str, back: bool, languages: Sequence[str]
) -> tuple[bytes, list[Finding]]:
    """One face ("set/item") as SVG."""
    from generator.export.svg import face_svg
    from generator.layout.draw import Studio, draw_face

    game, findings = read(project, game_id)
    if game is None or has_errors(findings):
        return b"", findings
    language = languages_of(game, languages)[0]
    set_id, _, item_id = name.partition("/")
    items = {f"{s.id}/{i.id}": (s, i) for s in game.sets.values() for i in s.items}
    if f"{set_id}/{item_id}" not in items:
        near = [i for i in items if i.startswith(f"{set_id}/")] or list(items)
        hint = did_you_mean(item_id and name, near)
        raise Fault(Finding("X105", game.mark, f"`{game_id}` has no item `{name}`", hint, game_id))
    studio = Studio(project)
    face, more = draw_face(studio, game, *items[name], "back" if back else "front", language)
    if face is None and not has_errors(more):
        raise Fault(Finding("X105", game.mark, f"`{name}` has no back", "leave out --back", game_id))
    return (face_svg(face, studio.book) if face else b""), of_game(more, game_id)


def rule_summary(
    project: Project, game_id: str, languages: Sequence[str], format_: str, paper: str
) -> tuple[list[Output], list[Finding]]:
    """The rule summary of a game in each language asked for, as "md", "html" or "pdf"."""
    from generator.layout.draw import Studio
    from generator.summary.make import summary_of
    from generator.words import read_words

    game, findings = read(project, game_id)
    if game is None or has_errors(findings):
        return [], findings
    studio = Studio(project)
    outputs = []
    for language in languages_of(game, languages):
        summary = summary_of(game, language, read_words(project, language))
        data, more = _SUMMARIES[format_](summary, game, project, paper, studio)
        findings += of_game(more, game_id)
        stem = f"{game_id}-rules-{paper}-" if format_ == "pdf" else f"{game_id}-rules-"
        outputs.append(Output(f"{stem}{language}.{format_}", data))
    return ([], findings) if has_errors(findings) else (outputs, findings)


def _md(summary: Summary, *_: object) -> tuple[bytes, list[Finding]]:
    from generator.summary.md import summary_md

    return summary_md(summary).encode(), []


def _html(summary: Summary, game: Game, _project: Project, _paper: str, studio: Studio) -> tuple[bytes, list[Finding]]:
    from generator.summary.html import summary_html

    return summary_html(summary, game, studio), []


def _rules_pdf(
    summary: Summary, game: Game, project: Project, paper: str, studio: Studio
) -> tuple[bytes, list[Finding]]:
    from generator.sheet.papers import read_papers
    from generator.summary.pdf import summary_pdf

    return summary_pdf(summary, game, read_papers(project)[paper], studio)


_SUMMARIES: dict[str, Callable[..., tuple[bytes, list[Finding]]]] = {"md": _md, "html": _html, "pdf": _rules_pdf}
