"""Findings that a comment accepts: they are told as accepted.

    # pnp: accept R043 the aid names both ways on purpose
    <!-- pnp: accept F104 the border is meant to be cut -->

In a table it is the column `accept`, without the first words: `R043 the aid names both ways on purpose`. A comment
alone on its line serves what follows (a line, a block of text, a tag); behind something, the line or tag it ends; a
cell its row. Promise: it serves one code there, and nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from generator.data.model import Accepted
from generator.data.reading.text import line_column, line_of, lines_of
from generator.diagnostics.codes import CODES, RETIRED
from generator.diagnostics.findings import Finding, Mark, did_you_mean, has_errors
from generator.project import YAML, Project, yaml_files
from generator.values import Struct, lazy_pattern, replace

_ANY = re.compile(rb"pnp:[ \t]*accept\b")
_YAML = lazy_pattern(r"(?:^|(?<=\s))#[ \t]*pnp:[ \t]*accept\b(?P<words>.*)$", re.MULTILINE)
_SVG = lazy_pattern(r"<!--\s*pnp:[ \t]*accept\b(?P<words>.*?)-->", re.DOTALL)
_TAG = lazy_pattern(r"""<[^!"'>][^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")
_BLOCK = lazy_pattern(r"(?:^|[\s:])[|>][-+0-9]*\s*(?:#.*)?$")


_DELETE = {False: "delete the comment", True: "delete it from the cell"}


class Accept(Struct, frozen=True):
    """One comment, or cell of a table: it accepts `code` in the lines from `first` to `last`. `mark` is the place of
    the code."""

    code: str
    reason: str
    mark: Mark
    first: int
    last: int
    shared: bool = False

    @property
    def in_table(self) -> bool:
        """True for a cell."""
        return not self.mark.file.endswith((*YAML, ".svg"))

    @property
    def places(self) -> list[tuple[str, str, int]]:
        """Code, file and line of the findings that it is about."""
        return [(self.code, self.mark.file, line) for line in range(self.first, self.last + 1)]


def accepts_of(
    project: Project, folders: Sequence[str], tables: Iterable[Accepted] = ()
) -> tuple[list[Accept], list[Finding]]:
    """The comments in the files of a game, and what is wrong with them. `folders`: its own, then those it shares;
    `tables`: what rows of its tables say.
    """
    found = [_of_row(row, folders[0]) for row in tables]
    for path, shared in _files(project, folders):
        text = _text(project, path)
        found += [replace(a, shared=shared) for a in (_comments(text, project.relative(path)) if text else ())]
    faults = [(accept, _fault(accept)) for accept in found]
    accepts = [accept for accept, fault in faults if fault is None or fault.code == "A001"]
    return accepts, [fault for _, fault in faults if fault]


def _of_row(row: Accepted, home: str) -> Accept:
    """What a row of a table accepts."""
    code, _, reason = row.words.partition(" ")
    shared = row.mark.file.split("/")[1:2] != [home]
    return Accept(code.rstrip(":,"), _reason(reason), row.mark, row.first, row.last, shared)


def _reason(words: str) -> str:
    return " ".join(words.split()).lstrip("-:– ")


def _files(project: Project, folders: Sequence[str]) -> Iterator[tuple[Path, bool]]:
    """YAML and SVG files, and whether games share them."""
    for number, folder in enumerate(folders):
        where = project.components / folder
        for path in (*yaml_files(where), *(p for one in sorted(where.glob("[!.]*/")) for p in yaml_files(one))):
            yield path, number > 0
        for path in (*sorted((project.layouts / folder).rglob("*.svg")), *sorted(where.rglob("*.svg"))):
            yield path, number > 0
    for path in sorted(project.layouts.glob("*.svg")):
        yield path, True


def _text(project: Project, path: Path) -> str:
    """The text of a file that has such comments; "" for any other."""
    try:
        raw = project.read(path)
    except OSError:
        return ""
    if not _ANY.search(raw):
        return ""
    return raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _comments(text: str, file: str) -> Iterator[Accept]:
    svg, first, last = file.endswith(".svg"), 0, 0
    for found in (_SVG if svg else _YAML).finditer(text):
        if not svg and first < line_of(text, found.start()) <= last:
            continue  # it stands among the words of a text
        words = found["words"].strip()
        code, _, reason = words.partition(" ")
        at = found.start("words") + len(found["words"]) - len(found["words"].lstrip())
        at = at if words else found.start()
        mark = Mark(file, *line_column(text, at), max(1, len(code.split("\n")[0])))
        first, last = (_tag_lines if svg else _yaml_lines)(text, found.start(), found.end())
        yield Accept(code.rstrip(":,"), _reason(reason), mark, first, last)


def _fault(accept: Accept) -> Finding | None:
    code = accept.code
    if not code:
        hint = "write the code and the reason: `pnp: accept R030 the expansion has sheep`"
        return Finding("A002", accept.mark, "the comment accepts nothing: it names no code", hint)
    if code in RETIRED:
        return Finding("A004", accept.mark, f"`{code}` is no longer told", _DELETE[accept.in_table], about=(code,))
    if code not in CODES:
        near = did_you_mean(code.upper(), CODES)
        hint = near if near.startswith("did") else "write the code that stands in the report; `pnp explain` lists all"
        return Finding("A002", accept.mark, f"there is no finding `{code}` to accept", hint)
    if not CODES[code].acceptable:
        message = f"`{code}` ({CODES[code].title}) cannot be accepted"
        return Finding("A003", accept.mark, message, "mend what the finding says, and delete this comment")
    if not accept.reason:
        hint = "write the reason behind the code"
        return Finding("A001", accept.mark, f"`{code}` is accepted without a reason", hint)
    return None


def _alone(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def _yaml_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The lines that a comment from `start` to `end` serves: its own or the next, with the block of text it opens."""
    lines = lines_of(text)
    first = line_of(text, start)
    if _alone(text, start):
        content = _content(text)
        after = bisect_right(content, first)
        first = content[after] if after < len(content) else line_of(text, end)
    return first, _block_end(lines, first)


@lru_cache(maxsize=4)
def _content(text: str) -> list[int]:
    """The lines that hold more than a comment."""
    return [n for n, line in enumerate(lines_of(text), 1) if line.strip()[:1] not in ("", "#")]


def _block_end(lines: Sequence[str], first: int) -> int:
    """The last line of the `|` or `>` text that opens in a line; the line itself if none does."""
    line = lines[first - 1]
    if not _BLOCK.search(line):
        return first
    dashes = re.match(r"\s*(?:-\s+)*", line)
    margin = len(dashes[0]) if dashes else 0
    if line[margin : margin + 1] in ("|", ">"):
        margin = line.rfind("-", 0, margin)
    last = first
    for number in range(first + 1, len(lines) + 1):
        body = lines[number - 1]
        if body.strip() and len(body) - len(body.lstrip()) <= margin:
            break
        last = number
    return last


def _tag_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The lines of the tag that a comment serves: the next one, or the one it stands behind."""
    if _alone(text, start):
        tag = _TAG.search(text, end)
        return (line_of(text, tag.start()), line_of(text, tag.end())) if tag else (line_of(text, end),) * 2
    before = text.rfind("<", 0, start)
    return line_of(text, max(before, 0)), line_of(text, start)


def settle(findings: Iterable[Finding], accepts: Sequence[Accept]) -> list[Finding]:
    """The findings; those that a comment accepts carry its reason: the last one that begins above them."""
    served: dict[tuple[str, str, int], Accept] = {}
    for accept in sorted(accepts, key=lambda one: -one.first):
        for place in accept.places:
            served.setdefault(place, accept)
    return [_settled(f, served.get((f.code, f.mark.file, f.mark.line))) for f in findings]


def _settled(finding: Finding, accept: Accept | None) -> Finding:
    return finding if finding.accepted or accept is None else replace(finding, accepted=accept.reason or "(no reason)")


UNDRAWN = "R033"
"""What is accepted because no template draws it yet may be drawn one day: its comment is no slip then."""


def unneeded(accepts: Iterable[Accept], findings: Sequence[Finding]) -> Iterator[Finding]:
    """What comments accept that is not there; nothing while an error may hide it."""
    if has_errors(findings):
        return
    served = {(f.code, f.mark.file, f.mark.line) for f in findings if f.accepted}
    for one in accepts:
        if one.code != UNDRAWN and served.isdisjoint(one.places):
            message = f"no finding `{one.code}` stands here to accept"
            yield Finding("A004", one.mark, message, _DELETE[one.in_table], about=(one.code,))
