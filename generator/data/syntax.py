"""A YAML syntax error -> a `Finding` in a designer's words, and the other errors of the same file.

YAML's own messages speak of "block mappings" and stop at the first fault. Here the usual slips get their name, the
place where they began, and what to write instead; then the entries that follow are read one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeAlias

import yaml

from generator.findings import Finding, Mark

MAX_FAULTS = 10

Position: TypeAlias = Any
"""PyYAML's mark: `line` and `column` from 0."""

_QUOTE = "put the whole value in double quotes, or write it below as a `|` block"
_OPENINGS = {"{": "`{`", "[": "`[`", '"': '`"`', "'": "`'`"}


def explain_syntax(error: yaml.MarkedYAMLError, text: str, file: str) -> Finding:
    """The finding for what PyYAML raised."""
    lines = text.split("\n")
    problem, context = f"{error.context or ''}: {error.problem or ''}", error.context_mark
    spot = error.problem_mark or context
    if spot is None:
        return Finding("Y005", Mark(file, 1, 1), "the file is no YAML")
    line = lines[spot.line] if spot.line < len(lines) else ""
    tab = _tab(lines, spot, problem)
    if tab is not None:
        return _tab_finding(file, tab, lines[tab])
    unclosed = context is not None and (spot.line > context.line or not line[spot.column :].strip())
    if unclosed and re.search(r"quoted scalar|flow (sequence|mapping)", problem):
        return _unclosed(file, lines, context, spot)
    for at in (spot.line, spot.line - 1):
        slip = _slip(lines[at], problem) if 0 <= at < len(lines) else None
        if slip is not None:
            column, message, hint = slip
            return Finding("Y005", Mark(file, at + 1, column + 1), message, hint)
    message, hint = _words(problem, line, spot.column)
    return Finding("Y005", Mark(file, min(spot.line, len(lines) - 1) + 1, spot.column + 1), message, hint)


def _tab(lines: list[str], spot: Position, problem: str) -> int | None:
    """The line whose tab is to blame, if one is."""
    if "cannot start any token" in problem or "expected" in problem or "not allowed" in problem or " tab " in problem:
        for number in (spot.line, spot.line - 1):
            if 0 <= number < len(lines) and re.match(r" *\t", lines[number]):
                return int(number)
    return None


def _tab_finding(file: str, line: int, words: str) -> Finding:
    column = words.index("\t") + 1
    return Finding("Y004", Mark(file, line + 1, column), "a tab stands in the indentation", "indent with spaces only")


def _unclosed(file: str, lines: list[str], context: Position, spot: Position) -> Finding:
    sign = lines[context.line][context.column : context.column + 1]
    until = "the end of the file" if spot.line >= len(lines) - 1 else f"line {spot.line + 1}"
    close = {"{": "}", "[": "]"}.get(sign, sign)
    hint = f"write `{close}` where it ends; quote words that start with `{sign}` or hold one"
    return Finding(
        "Y005", Mark(file, context.line + 1, context.column + 1), f"`{sign}` is not closed up to {until}", hint
    )


_SLIPS: tuple[tuple[str, str, str], ...] = (
    (r"\s*(?:- )?[\w-]*(：)", "a full-width colon `：` stands after a key", "write `: ` in half width, with its space"),
    (r" *(\u3000)", "a full-width space stands in the indentation", "indent with half-width spaces only"),
    (r"\s*(?:- )?(:)(?: |$)", "a key is empty", "write a word before the colon"),
    (
        r".*[:-] +(&[\w-]+)[^\w\s,}\]-]",
        "an anchor (`&name`) has letters, digits, `-` and `_` only",
        f"rename it, or {_QUOTE}",
    ),
    (r"\s*(//)", "`//` starts no comment", "write `#` before a comment"),
    (r"\s*(?:- )?[a-z][\w-]*(:)[^\s:/]", "no space follows this colon", "write a space after the colon"),
)


def _slip(line: str, problem: str) -> tuple[int, str, str] | None:
    """A slip of the keyboard in a line: its column, message and hint."""
    if not re.search(r"not allowed|expected|cannot start", problem):
        return None
    for pattern, message, hint in _SLIPS:
        found = re.match(pattern, line)
        if found:
            return found.start(1), message, hint
    return None


def _words(problem: str, line: str, column: int) -> tuple[str, str]:
    """Message and hint for a problem at a place in a line."""
    for pattern, message, hint in _PROBLEMS:
        if re.search(pattern, problem):
            return message.format(sign=line[column : column + 1]), hint
    value = re.match(r"\s*(?:- )?(?:[\w.-]+:\s+)?(.)", line)
    if value and value.group(1) in _OPENINGS and column > value.start(1):
        return f"words follow after what {_OPENINGS[value.group(1)]} began", _QUOTE
    indent = len(line) - len(line.lstrip(" "))
    if column <= indent:
        return "this line does not fit the indentation of the lines above", "indent it exactly like its neighbours"
    return "this cannot be read as YAML", f"check the indentation, the colon and the quotes; if in doubt, {_QUOTE}"


_PROBLEMS: tuple[tuple[str, str, str], ...] = (
    (r"mapping values are not allowed", "`:` makes a key where none can be", f"check the indentation, or {_QUOTE}"),
    (
        r"sequence entries are not allowed",
        "`- ` starts a list where none can be",
        "start the list in a line of its own",
    ),
    (r"scanning an alias", "a value cannot start with `*`", _QUOTE),
    (r"scanning an anchor", "a value cannot start with `&`", _QUOTE),
    (r"undefined alias", "the alias has no anchor (`&name`) above it", f"write the anchor first, or {_QUOTE}"),
    (r"duplicate anchor", "the anchor is given twice", "rename one of the two anchors"),
    (r"cannot start any token", "a value cannot start with `{sign}`", _QUOTE),
    (r"unknown escape|hexdecimal|hexadecimal", "unknown escape after `\\`", "use single quotes, or write `\\\\`"),
    (r"expected a single document", "`---` starts a second document", "delete it: one file holds one document"),
    (r"directive|expected '<document start>'", "a line cannot start with `%`", _QUOTE),
    (r"block scalar", "words follow `|` or `>` in the same line", "write them in the next line, indented"),
    (r"flow mapping: .*expected ',' or '}'", "`{sign}` stands where `,` or `}}` should be", _QUOTE),
    (r"flow sequence: .*expected ',' or '\]'", "`{sign}` stands where `,` or `]` should be", _QUOTE),
    (r"could not find expected ':'", "a key without a colon", "write `: ` after the key, or indent the words further"),
    (
        r"expected '-' indicator|found '\?'",
        "a key stands among the members of a list",
        "indent it, or start it with `- `",
    ),
    (r"node content", "`{sign}` stands where a value should be", _QUOTE),
)


def other_faults(first: Finding, text: str, file: str, compose: Callable[[str], yaml.Node | None]) -> list[Finding]:
    """What else is wrong in the file: each entry after the faulty one is read on its own."""
    lines, found = text.split("\n"), [first]
    if first.code == "Y004":
        tabs = [i for i, words in enumerate(lines) if re.match(r" *\t\s*\S", words) and i + 1 != first.mark.line]
        return [_tab_finding(file, i, lines[i]) for i in tabs[: MAX_FAULTS - 1]]
    for start, end in _entries(lines):
        if start < first.mark.line or len(found) == MAX_FAULTS:
            continue
        try:
            compose("\n" * start + "\n".join(lines[start:end]))
        except yaml.MarkedYAMLError as error:
            if "alias" not in (error.problem or ""):
                found.append(explain_syntax(error, text, file))
    return [f for f in dict.fromkeys(found) if f != first]


def _entries(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where each top-level key and each member of a top-level list begins and ends."""
    margins = [len(line) - len(line.lstrip(" ")) for line in lines if line.lstrip(" ").startswith("- ")]
    pattern = re.compile(rf"[\w-]+:(?: |$)| {{{min(margins, default=0)}}}- ")
    starts = [number for number, line in enumerate(lines) if pattern.match(line)]
    yield from pairwise([*starts, len(lines)])
