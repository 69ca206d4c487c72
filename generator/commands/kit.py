"""The other files that the first page of a game's sheets names: its rules, what is brought along as paper, and the
printer's test page.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from generator.commands import shell
from generator.commands.app import tell_files, tell_findings
from generator.commands.calibrate import calibration
from generator.commands.rules import rule_summary
from generator.diagnostics.findings import Finding, has_errors
from generator.export import Output
from generator.project import Project
from generator.values import replace

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.production import Order


def put_companions(here: Project, order: Order, out: Path, papers: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Writes what the sheets of games name, in their languages and on their `papers`; gives the exit status of those
    that have errors."""
    from generator.commands.console import finding_counts
    from generator.manifest import place_files
    from generator.pipeline import languages_of, load_game
    from generator.sheet.preflight import USUAL
    from generator.words import unsaid

    ends, told = {}, set[Finding]()
    pages: dict[tuple[str, str], None] = {}
    for name, printed in papers.items():
        game, _ = load_game(here, name)
        if game is None:
            continue
        own = printed or order.papers or (USUAL,)  # pictures of faces have no paper
        outputs, findings = _companions(here, game, order, own)
        tell_findings(findings, here, told)
        if has_errors(findings):
            shell.say(f"{name}: {finding_counts(findings)}")
            ends[name] = shell.ERRORS
            continue
        tell_files(place_files(outputs, out, name))
        spoken = (language for language in languages_of(game, order.languages) if not unsaid(here, language))
        pages |= dict.fromkeys(product(own, spoken))
    tell_files(place_files([calibration(here, *page) for page in pages], out))
    return ends


def _companions(here: Project, game: Game, order: Order, papers: tuple[str, ...]) -> tuple[list[Output], list[Finding]]:
    """The rules of a game, if it has any, and what is brought along as paper."""
    from generator.production import build
    from generator.sheet.cover import brought_along

    outputs: list[Output] = []
    findings: list[Finding] = []
    for paper in papers if game.sections else ():
        made, found = rule_summary(here, game.id, order.languages, "pdf", paper)
        outputs, findings = [*outputs, *made], [*findings, *found]
    for owner in brought_along(game):
        of_set = replace(order, only=(owner.id,), papers=papers, formats=("pdf",))
        made, found, _ = build(here, game.id, of_set)
        outputs, findings = [*outputs, *made], [*findings, *found]
    return outputs, findings
