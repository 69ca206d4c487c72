"""The command `check`: findings of games in the form that was asked for, once or at every change."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Annotated

from typer import Context, Option

from generator.commands import replay, shell
from generator.commands.app import Games, command
from generator.commands.console import FORMATS, brief_notes, finding_counts, report
from generator.commands.defaults import VOLUMES, read_defaults
from generator.commands.options import games_of, listed, one_of, one_word
from generator.commands.shell import colored, columns, emit, leave, project, show, usage_error
from generator.diagnostics.codes import CODES, FAMILIES, RETIRED, Severity
from generator.diagnostics.findings import Fault, Finding, did_you_mean, has_errors, in_order, of_game, visible
from generator.pipeline import check_all
from generator.project import Project
from generator.values import Struct, replace

Found = dict[str, list[Finding]]
"""Findings by game."""

Codes = Annotated[list[str] | None, Option(metavar="CODE", help="Only these: codes, or how they begin (R, F0).")]
NotCodes = Annotated[list[str] | None, Option(metavar="CODE", help="All but these.")]


class _Asked(Struct, frozen=True):
    """How findings are told, and which: beginnings of codes, nothing selected is all of them."""

    format: str
    notes: bool
    accepted: bool
    strict: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]

    def takes(self, finding: Finding) -> bool:
        """True if the finding is to be told."""
        code = finding.code
        return (not self.select or code.startswith(self.select)) and not code.startswith(self.ignore or ("*",))


@command(
    """
    pnp check my-game
    pnp check --notes                          open questions with their assumptions
    pnp check --watch                          again at every change
    pnp check --select R,L --ignore R030       some codes only
    pnp check --strict --format sarif > findings.sarif
    """
)
def check(
    context: Context,
    games: Games = None,
    format_: Annotated[str, Option("--format", metavar="FORMAT", help=one_word([*FORMATS]))] = "human",
    select: Codes = None,
    ignore: NotCodes = None,
    strict: Annotated[bool, Option("--strict", help="Warnings count as errors.")] = False,
    notes: Annotated[bool, Option("--notes", help="Show notes (open questions) whole, not as a digest.")] = False,
    accepted: Annotated[bool, Option("--accepted", help="Show also what comments in the files accept.")] = False,
    volumes: Annotated[
        int, Option(metavar="N", min=VOLUMES[0], max=VOLUMES[1], help="As `pnp build --volumes N` prints it.")
    ] = 1,
    watch: Annotated[bool, Option("--watch", help="Check again at every change, until Ctrl-C.")] = False,
) -> None:
    """Tell every mistake in games (all, if none is named).

    Data, references, counts, set-up, languages, templates, text that does not fit. Exit status 1 if there is an error
    among what is told; warnings and notes are allowed.
    """
    format_ = one_of("--format", format_, FORMATS)
    asked = _Asked(format_, notes, accepted, strict, _known("--select", select), _known("--ignore", ignore))
    here = shell.roomy(project(), volumes, context)
    replay.start_recording(here, shell.working_folder())
    names = games_of(here, games or ())
    shell.tell_bundled(here, "checking", games)
    if watch:
        if format_ not in ("human", "short"):
            usage_error(f"--watch is for people; found `--format {format_}`", "leave out one of the two")
        _watched(here, names, asked)
    else:
        status = shell.ERRORS if _fails(_tell(here, names, asked), strict) else shell.CLEAN
        replay.finish_recording(status)
        if status:
            leave(status)


def _known(option: str, words: Iterable[str] | None) -> tuple[str, ...]:
    """The beginnings of codes that an option names; wrong usage if no code begins with one."""
    return tuple(_beginning(option, word) for word in listed(option, words)) if words else ()


def _beginning(option: str, word: str) -> str:
    start = word.upper()
    if not any(code.startswith(start) for code in (*CODES, *RETIRED)):
        near = did_you_mean(start, CODES)
        families = ", ".join(f"`{letters}` {title}" for letters, title in FAMILIES.items() if len(letters) == 1)
        usage_error(
            f"{option}: no code begins with `{word}`", near if near.startswith("did") else f"families: {families}"
        )
    return start


def _watched(here: Project, names: Sequence[str], asked: _Asked) -> None:
    """Ctrl-C is how a watch is meant to end, so it ends well: status 0."""
    from generator.commands.watch import watch_files

    replay.discard_recording()
    watch_files(here, lambda: _tell(here, names, asked, is_watched=True), "checked")


def _tell(here: Project, names: Sequence[str], asked: _Asked, is_watched: bool = False) -> list[Finding]:
    """Checks and tells; gives what was chosen."""
    found = _check_all(here, names, is_watched)
    found = {name: [f for f in findings if asked.takes(f)] for name, findings in found.items()}
    everything = [f for findings in found.values() for f in findings]
    if asked.format == "human":
        show(_for_people(found, here, asked), colored=True)
        return everything
    each = everything if asked.format == "json" else _once(everything)
    told = [f for f in each if not f.accepted or asked.accepted or asked.format == "sarif"]
    if told or asked.format in ("json", "sarif"):
        emit(f"{report(told, here, asked.format)}\n".encode("utf-8", "backslashreplace"))
    return everything


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """Without what a file that games share says for one game and then for the next."""
    return list({replace(f, game=""): f for f in findings}.values())


def _fails(findings: Sequence[Finding], strict: bool) -> bool:
    return has_errors(findings) or (strict and any(f.severity is Severity.WARNING and not f.accepted for f in findings))


def _check_all(here: Project, names: Sequence[str], is_watched: bool) -> Found:
    """What a shared file accepts in vain for one game, another may need: that is not told."""
    _, faults = read_defaults(here)
    with shell.for_each_game(lambda name: _check_one(here, name), names, is_watched) as each:
        found = dict(zip(names, each, strict=True))
    homes = {name: (f"components/{name}/", f"layouts/{name}/") for name in names}
    own = {n: [f for f in some if f.code != "A004" or f.mark.file.startswith(homes[n])] for n, some in found.items()}
    return own | {name: [*faults, *own[name]] for name in names[:1]}


def _check_one(here: Project, name: str) -> list[Finding]:
    try:
        return check_all(here, name)
    except Fault as fault:
        return of_game(in_order(fault.findings), name)


def _for_people(found: Found, here: Project, asked: _Asked) -> str:
    """What is wrong, in full; notes in full only if asked for, else briefly, and only where there is no error."""
    from generator.engine.cascades import is_unsound

    everything = _once([f for findings in found.values() for f in findings])
    notes = [f for f in everything if f.severity is Severity.NOTE and not f.accepted]
    told = [f for f in everything if (asked.accepted if f.accepted else asked.notes or f.severity is not Severity.NOTE)]
    brief = not asked.notes and not has_errors(everything)
    blocks = [report(told, here, "human", colored(sys.stdout), columns(sys.stdout))]
    blocks += [brief_notes(notes)] if brief else []
    lines = list[str]()
    more = [("notes in full: pnp check --notes", notes and not asked.notes)]
    more += [("warnings count as errors", asked.strict)]
    sums = {name: [f for f in findings if asked.accepted or not f.accepted] for name, findings in found.items()}
    for name, findings in sums.items():
        unsound = [
            (
                "what the texts mean (M...) is checked when these errors are mended",
                is_unsound(f for f in findings if not f.accepted),
            )
        ]
        tail = "; ".join(words for words, wanted in (*more, *unsound) if wanted)
        lines.append(f"{visible(name)}: {finding_counts(findings)}" + (f"  ({tail})" if tail else ""))
    blocks.append("\n".join(lines))
    return "\n\n".join(b for b in blocks if b)
