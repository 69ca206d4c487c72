"""Findings -> words on a terminal: the formats human, short, github, json and sarif, and the digest of `pnp check`.

Takes findings and the project they come from; gives one string. Colour only where it is asked for; carets stand under
the marked words also behind full-width characters; control characters of a file never reach the terminal.

Findings -> a SARIF 2.1.0 document, which GitHub, GitLab and most editors take.

Promise: one run with a rule for each code that occurs, in order; places are relative to the project, columns count
characters; what a comment in the file accepts is a suppressed result with its reason. No clock and no path of the
machine: the same findings give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from generator import __version__
from generator.diagnostics.codes import CODES, FAMILIES, Code, Severity, family_of
from generator.diagnostics.findings import Finding, Mark, cells, visible
from generator.project import BUNDLED, Project
from generator.values import replace

_COLORS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_ACCEPTED = "\x1b[1;32m"
_DIM, _BOLD, _OFF = "\x1b[2m", "\x1b[1m", "\x1b[0m"
_TAB = " " * 4
_LONGEST = 160  # columns of a source line where there is no terminal
_MANY = 500  # findings shown with their lines
_TOO_LONG = 600  # characters of a message


def _place(mark: Mark) -> str:
    """ "file:line:column", as far as it is known; "file, sheet S, cell C7" in a workbook."""
    if mark.sheet:
        return f"{mark.file}, sheet {mark.sheet}" + (f", cell {mark.cell}" if mark.cell else "")
    parts = [mark.file] if mark.file else []
    if mark.line:
        parts += [str(mark.line), str(mark.column)]
    return ":".join(parts)


@lru_cache(maxsize=64)
def _lines(project: Project, path: Path) -> tuple[str, ...]:
    try:
        raw = project.read(path)
        try:
            words = raw.decode("utf-8-sig")
        except UnicodeDecodeError:  # as another program saved it
            from generator.data.reading.text import likely_encoding

            codec = {"Shift_JIS": "cp932", "EUC-JP": "euc_jp"}.get(likely_encoding(raw), "cp1252")
            words = raw.decode(codec, errors="replace")
        return tuple(re.split(r"\r\n|\r|\n", words))
    except OSError:
        return ()


def source_line(project: Project, mark: Mark) -> str:
    """The line that a mark points at ("" if there is none)."""
    if not mark.line or mark.sheet:
        return ""
    for base in (project.root, BUNDLED):
        lines = _lines(project, base / mark.file)
        if 0 < mark.line <= len(lines):
            return lines[mark.line - 1]
    return ""


def _plain(text: str) -> str:
    """One line: tabs as blanks, and in sight what would move the cursor, turn the line or hide."""
    return text if text.isprintable() else visible(text.replace("\t", _TAB).replace("\n", "\\n"))


def _brief(message: str) -> str:
    """A message whose names (a file may hold one of a million letters) are no longer than anyone reads."""
    return message if len(message) <= _TOO_LONG else f"{message[: _TOO_LONG - 100]} ... {message[-95:]}"


def _excerpt(line: str, mark: Mark, room: int) -> tuple[str, str, str]:
    """(before, marked, after): of a line that is wider than `room` columns, the part round the mark."""
    at = max(0, mark.column - 1)
    end = min(len(line), at + max(1, mark.length))
    if len(line) <= room and cells(line) <= room:
        return _plain(line[:at]), _plain(line[at:end]), _plain(line[end:])
    most = room // (8 if line.isascii() else 16)  # letters on either side, three times as many that are marked
    before, marked, after = line[max(0, at - most) : at], line[at : min(end, at + 3 * most)], line[end : end + most]
    shown = (
        "..." * (at > most) + before,
        marked + "..." * (end - at > 3 * most),
        after + "..." * (len(line) > end + most),
    )
    return _plain(shown[0]), _plain(shown[1]), _plain(shown[2])


def _source(project: Project, mark: Mark, columns: int) -> list[str]:
    """The line that a mark points at, with carets; "C7 | Cost: abc" for what stands in a table."""
    if mark.heading:
        return [_plain(f"{mark.cell or mark.line:>5} | {mark.heading}: {mark.value}")]
    line = source_line(project, mark)
    if not line.strip():
        return []
    number = f"{mark.line:5}"
    before, marked, after = _excerpt(line, mark, (columns or _LONGEST) - len(number) - 4)
    carets = "^" * max(1, cells(marked.rstrip()))
    return [f"{number} | {before}{marked}{after}", f"{' ' * len(number)} | {' ' * cells(before)}{carets}"]


def _human(finding: Finding, project: Project, color: bool, columns: int) -> str:
    name = f"{_kind(finding)} {finding.code}"
    where = _plain(_place(finding.mark))
    source = _source(project, finding.mark, columns)
    if color:
        name = f"{_ACCEPTED if finding.accepted else _COLORS[finding.severity]}{name}{_OFF}"
        where = f"{_BOLD}{where}{_OFF}" if where else ""
        source = [f"{_DIM}{line}{_OFF}" for line in source]
    head = f"{where + ': ' if where else ''}{name}: {_plain(_brief(finding.message))}"
    hint = [f"  hint: {_plain(_brief(finding.hint))}"] if finding.hint and not finding.accepted else []
    reason = [f"  reason: {_plain(finding.accepted)}"] if finding.accepted else []
    return "\n".join([head, *source, *hint, *reason])


def _kind(finding: Finding) -> str:
    return "accepted" if finding.accepted else finding.severity.value


def _short(finding: Finding) -> str:
    where = _place(finding.mark)
    reason = f" ({finding.accepted})" if finding.accepted else ""
    mark = finding.mark
    said = f" [{mark.cell or mark.line} {mark.heading}: {mark.value}]" if mark.heading else ""
    words = f"{_kind(finding)} {finding.code}: {_brief(finding.message)}{said}{reason}"
    return _plain(f"{where + ': ' if where else ''}{words}")


def _escape(text: str) -> str:
    return visible(text.replace("\r", "\n")).replace("%", "%25").replace("\n", "%0A")


def _github(finding: Finding) -> str:
    kind = {"error": "error", "warning": "warning"}.get(_kind(finding), "notice")
    mark = finding.mark
    keys = [f"file={_escape(mark.file).replace(':', '%3A').replace(',', '%2C')}"] if mark.file else []
    if mark.line:
        keys += [f"line={mark.line}", f"col={mark.column}"]
    keys.append(f"title={finding.code}")
    more = f"accepted: {finding.accepted}" if finding.accepted else finding.hint
    words = (f"{_place(mark)}: " if mark.sheet else "") + _brief(finding.message) + (f"; {more}" if more else "")
    return f"::{kind} {','.join(keys)}::{_escape(words)}"


def _record(finding: Finding) -> dict[str, object]:
    mark, places = finding.mark, [{**_spot(one), **_cell(one)} for one in finding.places]
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        **_spot(mark),
        "message": finding.message,
        "hint": finding.hint,
        "game": finding.game,
        **_cell(mark),
        **({"accepted": finding.accepted} if finding.accepted else {}),
        **({"places": places} if places else {}),
    }


def _spot(mark: Mark) -> dict[str, object]:
    return {"file": mark.file, "line": mark.line, "column": mark.column}


def _cell(mark: Mark) -> dict[str, object]:
    names = ("sheet", "cell", "heading", "value")
    return {name: said for name in names if (said := getattr(mark, name))}


def _as_human(findings: Sequence[Finding], project: Project, color: bool, columns: int) -> str:
    _lines.cache_clear()  # a watched file may have changed since the last report
    blocks = [_human(f, project, color, columns) for f in findings[:_MANY]]
    more = len(findings) - len(blocks)
    if more:
        blocks.append(f"... and {more} more; `pnp check --format short` lists them all")
    return "\n\n".join(blocks)


def _as_json(findings: Sequence[Finding], *_: object) -> str:
    return visible(json.dumps([_record(f) for f in findings], ensure_ascii=False, indent=2))


FORMATS: dict[str, Callable[[Sequence[Finding], Project, bool, int], str]] = {
    "human": _as_human,
    "short": lambda findings, *_: "\n".join(map(_short, findings)),
    "github": lambda findings, *_: "\n".join(map(_github, findings)),
    "sarif": lambda findings, *_: visible(sarif(findings)),
    "json": _as_json,
}


def report(
    findings: Sequence[Finding], project: Project, format_: str = "human", color: bool = False, columns: int = 0
) -> str:
    """The findings as one text in a format of `FORMATS`. `columns`: of the terminal; 0 if it is none."""
    return FORMATS[format_](findings, project, color, columns)


def brief_notes(notes: Sequence[Finding]) -> str:
    """Notes in few lines: for each code and file how many there are, those that are weighty whole, of the others the
    names that they are about, or all words."""
    groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for note in notes:
        groups[note.code, _place(replace(note.mark, line=0, cell=""))].append(note)
    blocks = []
    for (code, file), found in groups.items():
        title = CODES[code].title + (f" ({len(found)})" if len(found) > 1 else "")
        weighty = [
            (_plain(f.message.removeprefix(CODES[code].title).strip()), _plain(f.hint)) for f in found if f.weighty
        ]
        whole = [line for message, hint in weighty for line in (f"  {message}", f"    {hint}", "")]
        names = [_plain(", ".join(f.about) or f.message) for f in found if not f.weighty]
        said = ("\n  " if any(", " in name for name in names) else ", ").join(names)  # sentences, or names
        brief = [f"  {'and ' if whole else ''}{said}"] if said else []
        blocks.append("\n".join([f"{file}: note {code}: {title}", *whole, *brief]))
    return "\n".join(blocks)


def finding_counts(findings: Sequence[Finding]) -> str:
    """ "2 errors, no warnings, 14 notes, 1 accepted"; those accepted are counted there only."""
    counts = Counter(f.severity for f in findings if not f.accepted)
    accepted = sum(bool(f.accepted) for f in findings)
    words = [(f"{counts[s] or 'no'} {s.value}" + ("" if counts[s] == 1 else "s")) for s in Severity]
    return ", ".join([*words, f"{accepted} accepted"] if accepted else words)


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, object]


def sarif(findings: Sequence[Finding]) -> str:
    """The document, two spaces a level, without a last newline."""
    codes = sorted({f.code for f in findings})
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(code, CODES[code]) for code in codes]}
    seen: Counter[str] = Counter()
    results = [_result(f, codes.index(f.code), seen) for f in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(code: str, row: Code) -> Json:
    examples = [(name, words) for name, words in (("Wrong", row.bad), ("Right", row.good)) if words]
    markdown = "".join(f"\n\n{name}:\n\n```\n{words}\n```" for name, words in examples)
    plain = "".join(f"\n\n{name}:\n{words}" for name, words in examples)
    return {
        "id": code,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": row.explain},
        "help": {"text": row.explain + plain, "markdown": row.explain + markdown},
        "defaultConfiguration": {"level": row.severity.value},
        "properties": {"tags": [FAMILIES.get(family_of(code), "")]},
    }


def _result(finding: Finding, index: int, seen: Counter[str]) -> Json:
    hint = f"\nHint: {finding.hint}" if finding.hint else ""
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity.value,
        "message": {"text": finding.message + hint},
        "partialFingerprints": {"pnp/v1": _fingerprint(finding, seen)},
        "properties": {"game": finding.game, "hint": finding.hint},
    }
    if finding.mark.file:
        result["locations"] = [{"physicalLocation": _location(finding.mark), **_sarif_cell(finding.mark)}]
    if finding.accepted:
        result["suppressions"] = [{"kind": "inSource", "justification": finding.accepted}]
    return result


def _location(mark: Mark) -> Json:
    location: Json = {"artifactLocation": {"uri": quote(mark.file)}}
    if mark.line:
        start = max(1, mark.column)
        location["region"] = {"startLine": mark.line, "startColumn": start, "endColumn": start + max(1, mark.length)}
    return location


def _sarif_cell(mark: Mark) -> Json:
    """Of a place in a workbook: its name there, and words, for few viewers show a line of such a file."""
    if not mark.sheet:
        return {}
    name = f"{mark.sheet}!{mark.cell}".rstrip("!")
    return {"logicalLocations": [{"name": mark.cell, "fullyQualifiedName": name}], "message": {"text": _place(mark)}}


def _fingerprint(finding: Finding, seen: Counter[str]) -> str:
    """The same finding at another line is the same; a number sets equal ones apart."""
    words = "\0".join((finding.code, finding.mark.file, finding.game, finding.message))
    name = hashlib.sha256(words.encode()).hexdigest()[:16]
    seen[name] += 1
    return f"{name}:{seen[name]}"
