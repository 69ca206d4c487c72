"""Comparing and reprinting from end to end: words of the command line -> a report, or files.

    versions -> read both -> diff -> report
                                  -> draw both -> swaps -> sheets with only what changed

Takes a project and what the user calls the versions; gives outputs and findings. Promise: what is wrong with a version
is told as a warning that names the version, and the comparison goes on as far as it can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.compare.diff import diff
from generator.compare.model import Comparison
from generator.compare.reprint import Printed, swaps_of
from generator.compare.sources import Version, versions
from generator.data.model import Game
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Fault, Finding, Mark, has_errors
from generator.layout.assets import Studio
from generator.pipeline import Drawn, Tell, draw, for_draft, languages_of, load_game, silent
from generator.project import Project
from generator.sheet.sheet import Job, Piece, Sheet
from generator.sheet.swap import swap_sheets
from generator.values import Struct, replace
from generator.words import fill_in, first_few, read_words

if TYPE_CHECKING:
    from generator.production import Made, Narrowed, Order

MOST_TOLD = 5
"""How many errors of a version are told one by one."""


class _Side(Struct, frozen=True, dict=True):
    """A version, its game as its draft shows it, and its errors as warnings."""

    version: Version
    game: Game
    told: list[Finding]

    @cached_property
    def studio(self) -> Studio:
        """What it is drawn with: one that has errors was at most printed as a draft."""
        from generator.layout.facecache import surroundings_of

        project = self.version.project
        return Studio(project, draft=bool(self.told), surroundings=surroundings_of(project, self.version.known_as))


def _read_version(version: Version) -> _Side:
    """A version that is read. Fault C011: it cannot be at all."""
    game, findings = load_game(version.project, version.game)
    told = _faults_of(version, findings)
    if game is None:
        message = f"`{version.game}` of `{version.name}` cannot be read, so there is nothing to compare"
        raise Fault(*told, Finding("C011", Mark(""), message, "mend it, or name another version", version.game))
    return _Side(version, for_draft(version.project, game, findings), told)


def _faults_of(version: Version, findings: Sequence[Finding]) -> list[Finding]:
    """The errors of a version, told as such: their marks are in files that may not be those of today."""
    errors = [f for f in findings if f.severity is Severity.ERROR]
    told = [
        Finding("C010", Mark(""), f"`{version.name}`: {_place(f)}{f.code}: {f.message}", f.hint, version.game)
        for f in errors[:MOST_TOLD]
    ]
    if len(errors) > MOST_TOLD:
        words = f"`{version.name}` has {len(errors) - MOST_TOLD} more errors"
        told.append(Finding("C010", Mark(""), words, "run `pnp check` on that version", version.game))
    return told


def _place(finding: Finding) -> str:
    mark = finding.mark
    if not mark.file:
        return ""
    return f"{mark.file}:{mark.cell or mark.line}: " if mark.line else f"{mark.file}: "


def build_changed(project: Project, game_id: str, order: Order, tell: Tell = silent) -> Made:
    """What `production.build` makes, but only of what changed since `order.since`; no outputs if nothing did."""
    from generator.production import build as build_all

    with versions(project, order.since, game_id, game_id, order.at) as (version, _):
        tell(f"reading {version.name}")
        old = _read_version(version)
        made = build_all(project, game_id, order, tell, partial(_narrowed, old, tell))
        return made._replace(findings=[*old.told, *made.findings])


def _narrowed(old: _Side, tell: Tell, new: Studio, game: Game, drawn: Drawn, order: Order) -> Narrowed:
    """Only what changed of one language, the page that comes before it, and what was found on the way."""
    from generator.production import Narrowed

    comparison = diff(old.game, game, (old.version.project, new.project))
    tell(f"drawing {old.version.name} ({drawn.language})")
    printed, findings = _printed(old, comparison, drawn.language, order.only)
    words = read_words(new.project, drawn.language)
    swaps = swaps_of(comparison, printed, Printed(drawn.pieces, new.book), drawn.language, words)
    since, rules = _called(old, game, drawn.language), ""
    if (changed := _changed_rules(old.game, game, words, drawn.language)) is not None:
        message = f"the rules ({drawn.language}) changed since {since}, too"
        message += f": {first_few(changed)}" if changed else ""
        hint = f"print them again: `pnp rules {game.id} --format pdf --lang {drawn.language}`"
        findings.append(Finding("C014", game.mark, message, hint, game=game.id))
        where = {"where": first_few(changed, words["list.comma"])}
        rules = fill_in(words["swap.rules-in" if changed else "swap.rules"], where)
    if not swaps:
        return Narrowed(None, None, findings)

    def cover(game: Game, _: Sequence[Piece], sheets: Sequence[Sheet], job: Job, studio: Studio) -> list[Sheet]:
        return swap_sheets(game, swaps, sheets, job, studio, since, rules)

    come = tuple(swap.new for swap in swaps if swap.new and swap.new.count)
    return Narrowed(replace(drawn, pieces=come), cover, findings)


def _changed_rules(before: Game, game: Game, words: Mapping[str, str], language: str) -> list[str] | None:
    """Which sections of the printed rules say anything else, but for the version's number; None: nothing does."""
    from generator.summary.make import summary_of
    from generator.summary.summary import changed_sections

    if language not in before.languages or not (game.sections or game.setup.steps):
        return None  # what has no rules (a deck from a table) has no rule book in its box
    versions = replace(before, version=game.version), game
    then, now = (summary_of(each, language, words, designers=False) for each in versions)
    return changed_sections(then, now) if then != now else None


def _called(old: _Side, game: Game, language: str) -> str:
    """What a play tester knows the old version by: its own words first, then those of whoever builds."""
    name = Path(old.version.name).name or old.version.name
    then, now = old.game.version.in_language(language), game.version.in_language(language)
    return f"{then} ({name})" if then and then != now else name


def _printed(
    old: _Side, comparison: Comparison, language: str, only: Sequence[str] = ()
) -> tuple[Printed, list[Finding]]:
    """What the old version printed in a language, of `only` these sets of the new one, and its errors."""
    nothing = Printed((), old.studio.book)
    if language not in old.game.languages:
        words = f"`{old.version.name}` has no language `{language}`: everything is printed"
        return nothing, [Finding("C013", Mark(""), words, f"known: {', '.join(old.game.languages)}", old.game.id)]
    names = {**comparison.matching["set"].names, **comparison.matching["item"].names}
    asked = [o for o, n in names.items() if n in only]
    return _drawn(old, language, asked) if asked or not only else (nothing, [])


def _drawn(side: _Side, language: str, asked: Sequence[str] = ()) -> tuple[Printed, list[Finding]]:
    """What a version prints, as its draft if it has errors, which are told."""
    drawn, found = draw(side.studio, side.game, language, asked)
    if side.told or not has_errors(found):
        return Printed(drawn.pieces, side.studio.book), []
    faulty = replace(side, told=_faults_of(side.version, found))
    return _drawn(faulty, language, asked)[0], faulty.told


class DiffOrder(Struct, frozen=True):
    """What `pnp diff` was asked for; `language` "" is the new version's first; `width` in cells of a
    terminal (0: lines are not broken); `at` is where the user stands (None: the current folder)."""

    old: str
    new: str
    game: str = ""
    format: str = "text"
    language: str = ""
    color: bool = False
    width: int = 0
    at: Path | None = None


def compare(project: Project, asked: DiffOrder, tell: Tell = silent) -> tuple[bytes, list[Finding]]:
    """The report on two versions, and what is wrong with them. Faults C001 to C005, C011, X103."""
    from generator.compare.report import Terminal, json_report, md_report, text_report

    with versions(project, asked.old, asked.new, asked.game, asked.at) as (one, other):
        tell(f"reading {one.name}, {other.name}")
        old, new = _read_version(one), _read_version(other)
        comparison, findings = diff(old.game, new.game, (one.project, other.project)), [*old.told, *new.told]
        language = languages_of(new.game, [asked.language] if asked.language else [])[0]
        names = (one.name, other.name)
        say = read_words(project, language)
        if asked.format == "html":
            data, more = _html(comparison, old, new, language, tell)
            return data, [*findings, *more]
        if asked.format == "json":
            says = {spoken: read_words(project, spoken) for spoken in new.game.languages}
            return json_report(comparison, names, says).encode(), findings
        if asked.format == "md":
            return md_report(comparison, names, language, say).encode(), findings
        return (
            text_report(comparison, names, language, say, Terminal(asked.color, asked.width)) + "\n"
        ).encode(), findings


def _html(comparison: Comparison, old: _Side, new: _Side, language: str, tell: Tell) -> tuple[bytes, list[Finding]]:
    """The report with pictures: both versions are drawn."""
    from generator.compare.html import html_report

    names = (old.version.name, new.version.name)
    tell(f"drawing {names[0]}")
    before, findings = _printed(old, comparison, language)
    tell(f"drawing {names[1]}")
    after, found = _drawn(new, language)
    say = read_words(new.version.project, language)
    swaps = swaps_of(comparison, before, after, language, say)
    return html_report(comparison, names, swaps, (before.book, after.book), language, say), [*findings, *found]
