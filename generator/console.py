"""Findings -> words on a terminal: the formats human, short, github and json.

Takes findings and the project they come from; gives one string. Colour only where it is asked for.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from generator.findings import Finding, Mark, Severity
from generator.project import BUNDLED, Project

_COLORS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_DIM, _BOLD, _OFF = "\x1b[2m", "\x1b[1m", "\x1b[0m"
_TAB = " " * 4
_LONGEST = 160


def place(mark: Mark) -> str:
    """ "file:line:column", as far as it is known."""
    parts = [mark.file] if mark.file else []
    if mark.line:
        parts += [str(mark.line), str(mark.column)]
    return ":".join(parts)


@cache
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(path.read_text(encoding="utf-8-sig", errors="replace").splitlines())
    except OSError:
        return ()


def source_line(project: Project, mark: Mark) -> str:
    """The line that a mark points at ("" if there is none)."""
    if not mark.line:
        return ""
    for base in (project.root, BUNDLED):
        lines = _lines(base / mark.file)
        if 0 < mark.line <= len(lines):
            return lines[mark.line - 1]
    return ""


def cells(text: str) -> int:
    """Terminal columns that a text takes: two for a full-width character."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text if not unicodedata.combining(c))


def _excerpt(line: str, mark: Mark) -> tuple[str, str, str]:
    """(before, marked, after): the part of the line round the mark that fits a terminal."""
    at = max(0, mark.column - 1)
    end = min(len(line), at + max(1, mark.length))
    first = max(0, at - _LONGEST // 2) if len(line) > _LONGEST else 0
    last = min(len(line), first + _LONGEST)
    before = ("..." if first else "") + line[first:at]
    after = line[end:last] + ("..." if last < len(line) else "")
    return before.replace("\t", _TAB), line[at:end].replace("\t", _TAB), after.replace("\t", _TAB)


def _source(project: Project, mark: Mark) -> list[str]:
    line = source_line(project, mark)
    if not line.strip():
        return []
    before, marked, after = _excerpt(line, mark)
    number = f"{mark.line:5}"
    carets = "^" * max(1, cells(marked.rstrip()))
    return [f"{number} | {before}{marked}{after}", f"{' ' * len(number)} | {' ' * cells(before)}{carets}"]


def _human(finding: Finding, project: Project, color: bool) -> str:
    severity = finding.severity
    name = f"{severity.value} {finding.code}"
    where = place(finding.mark)
    source = _source(project, finding.mark)
    if color:
        name = f"{_COLORS[severity]}{name}{_OFF}"
        where = f"{_BOLD}{where}{_OFF}"
        source = [f"{_DIM}{line}{_OFF}" for line in source]
    head = f"{where}: {name}: {finding.message}" if where else f"{name}: {finding.message}"
    hint = [f"  hint: {finding.hint}"] if finding.hint else []
    return "\n".join([head, *source, *hint])


def _short(finding: Finding) -> str:
    where = place(finding.mark)
    return f"{where + ': ' if where else ''}{finding.severity.value} {finding.code}: {finding.message}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github(finding: Finding) -> str:
    kind = {"error": "error", "warning": "warning", "note": "notice"}[finding.severity.value]
    mark = finding.mark
    keys = [f"file={_escape(mark.file)}"] if mark.file else []
    if mark.line:
        keys += [f"line={mark.line}", f"col={mark.column}"]
    keys.append(f"title={finding.code}")
    words = finding.message + (f"; {finding.hint}" if finding.hint else "")
    return f"::{kind} {','.join(keys)}::{_escape(words)}"


def _record(finding: Finding) -> dict[str, object]:
    mark = finding.mark
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "file": mark.file,
        "line": mark.line,
        "column": mark.column,
        "message": finding.message,
        "hint": finding.hint,
        "game": finding.game,
    }


def _as_human(findings: Sequence[Finding], project: Project, color: bool) -> str:
    return "\n\n".join(_human(f, project, color) for f in findings)


def _as_short(findings: Sequence[Finding], _project: Project, _color: bool) -> str:
    return "\n".join(_short(f) for f in findings)


def _as_github(findings: Sequence[Finding], _project: Project, _color: bool) -> str:
    return "\n".join(_github(f) for f in findings)


def _as_json(findings: Sequence[Finding], _project: Project, _color: bool) -> str:
    return json.dumps([_record(f) for f in findings], ensure_ascii=False, indent=2)


FORMATS: dict[str, Callable[[Sequence[Finding], Project, bool], str]] = {
    "human": _as_human,
    "short": _as_short,
    "github": _as_github,
    "json": _as_json,
}


def report(findings: Sequence[Finding], project: Project, format_: str = "human", color: bool = False) -> str:
    """The findings as one text in a format of `FORMATS`."""
    return FORMATS[format_](findings, project, color)


def tally(findings: Sequence[Finding]) -> str:
    """ "2 errors, no warnings, 14 notes"."""
    counts = Counter(f.severity for f in findings)
    return ", ".join(_number(counts[s], s.value) for s in Severity)


def _number(count: int, word: str) -> str:
    return f"{count or 'no'} {word}" + ("" if count == 1 else "s")
