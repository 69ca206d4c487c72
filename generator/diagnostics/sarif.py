"""Findings -> a SARIF 2.1.0 document, which GitHub, GitLab and most editors take.

Promise: one run with a rule for each code that occurs, in order; places are relative to the project, columns count
characters; what a comment in the file accepts is a suppressed result with its reason. No clock and no path of the
machine: the same findings give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.diagnostics.codes import CODES, FAMILIES, Code, Severity, family_of
from generator.diagnostics.findings import Finding, Mark

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def sarif(findings: Sequence[Finding]) -> str:
    """The document, two spaces a level, without a last newline."""
    codes = sorted({f.code for f in findings})
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(code, CODES[code]) for code in codes]}
    seen: Counter[str] = Counter()
    results = [_result(f, codes.index(f.code), seen) for f in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _level(severity: Severity) -> str:
    return severity.value  # error, warning, note: SARIF has the same words


def _rule(code: str, row: Code) -> Json:
    examples = [(name, words) for name, words in (("Wrong", row.bad), ("Right", row.good)) if words]
    markdown = "".join(f"\n\n{name}:\n\n```\n{words}\n```" for name, words in examples)
    plain = "".join(f"\n\n{name}:\n{words}" for name, words in examples)
    return {
        "id": code,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": row.explain},
        "help": {"text": row.explain + plain, "markdown": row.explain + markdown},
        "defaultConfiguration": {"level": _level(row.severity)},
        "properties": {"tags": [FAMILIES.get(family_of(code), "")]},
    }


def _result(finding: Finding, index: int, seen: Counter[str]) -> Json:
    hint = f"\nHint: {finding.hint}" if finding.hint else ""
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _level(finding.severity),
        "message": {"text": finding.message + hint},
        "partialFingerprints": {"pnp/v1": _fingerprint(finding, seen)},
        "properties": {"game": finding.game, "hint": finding.hint},
    }
    if finding.mark.file:
        result["locations"] = [{"physicalLocation": _location(finding.mark), **_cell(finding.mark)}]
    if finding.accepted:
        result["suppressions"] = [{"kind": "inSource", "justification": finding.accepted}]
    return result


def _location(mark: Mark) -> Json:
    location: Json = {"artifactLocation": {"uri": quote(mark.file)}}
    if mark.line:
        start = max(1, mark.column)
        location["region"] = {"startLine": mark.line, "startColumn": start, "endColumn": start + max(1, mark.length)}
    return location


def _cell(mark: Mark) -> Json:
    """Of a place in a workbook: its name there, and words, for few viewers show a line of such a file."""
    if not mark.sheet:
        return {}
    name = f"{mark.sheet}!{mark.cell}".rstrip("!")
    words = f"{mark.file}, sheet {mark.sheet}" + (f", cell {mark.cell}" if mark.cell else "")
    return {"logicalLocations": [{"name": mark.cell, "fullyQualifiedName": name}], "message": {"text": words}}


def _fingerprint(finding: Finding, seen: Counter[str]) -> str:
    """The same finding at another line is the same; a number sets equal ones apart."""
    words = "\0".join((finding.code, finding.mark.file, finding.game, finding.message))
    name = hashlib.sha256(words.encode()).hexdigest()[:16]
    seen[name] += 1
    return f"{name}:{seen[name]}"
