"""What is not told, or told as accepted: findings that a comment accepts; cascades, which drawing finds only because
of a mistake that is told already.

    # pnp: accept R043 the aid names both ways on purpose
    <!-- pnp: accept F104 the border is meant to be cut -->

In a table it is the column `accept`, without the first words: `R043 the aid names both ways on purpose`. A comment
alone on its line serves what follows (a line, a block of text, a tag); behind something, the line or tag it ends; a
cell its row. Promise: it serves one code there, and nothing else. A game may be drawn although its data has errors, and
one run tells every mistake, each once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from operator import attrgetter
from pathlib import Path

from generator.data.model import Accepted, Game
from generator.data.reading.document import line_column, line_of, lines_of
from generator.diagnostics.findings import CODES, RETIRED, Finding, Mark, Severity, did_you_mean, in_order
from generator.engine.integrity.uses import templates_of
from generator.layout.diagnostics import OVERSET, TEMPLATE_FAULTS
from generator.project import Project, yaml_files
from generator.typeset.setting import script_of
from generator.values import dataclass, late, replace

_ANY = re.compile(rb"pnp:[ \t]*accept\b")
_YAML = late(r"(?:^|(?<=\s))#[ \t]*pnp:[ \t]*accept\b(?P<words>.*)$", re.MULTILINE)
_SVG = late(r"<!--\s*pnp:[ \t]*accept\b(?P<words>.*?)-->", re.DOTALL)
_TAG = late(r"""<[^!"'>][^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")
_BLOCK = late(r"(?:^|[\s:])[|>][-+0-9]*\s*(?:#.*)?$")


_DELETE = {False: "delete the comment", True: "delete it from the cell"}


@dataclass(frozen=True, slots=True)
class Accept:
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
        return not self.mark.file.endswith((".yaml", ".yml", ".svg"))

    def serves(self, finding: Finding) -> bool:
        """True if this comment is about that finding."""
        mark = finding.mark
        return finding.code == self.code and mark.file == self.mark.file and self.first <= mark.line <= self.last


_FIRST = attrgetter("first")


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
    """The findings; those that a comment accepts carry its reason."""
    served: dict[tuple[str, str], dict[int, Accept]] = {}
    for accept in accepts:
        served.setdefault((accept.code, accept.mark.file), {}).setdefault(accept.first, accept)
    ordered = {key: sorted(found.values(), key=_FIRST) for key, found in served.items()}
    return [_settled(f, ordered.get((f.code, f.mark.file), ())) for f in findings]


def _settled(finding: Finding, accepts: Sequence[Accept]) -> Finding:
    """Of comments in order, only the last that begins to serve above a finding can be about it."""
    above = bisect_right(accepts, finding.mark.line, key=_FIRST)
    if finding.accepted or not above or not accepts[above - 1].serves(finding):
        return finding
    return replace(finding, accepted=accepts[above - 1].reason or "(no reason)")


UNDRAWN = "R033"
"""What is accepted because no template draws it yet may be drawn one day: its comment is no slip then."""


def unneeded(accepts: Iterable[Accept], findings: Sequence[Finding]) -> Iterator[Finding]:
    """What comments accept that is not there; nothing while an error may hide it."""
    if any(f.severity is Severity.ERROR and not f.accepted for f in findings):
        return
    lines: dict[tuple[str, str], list[int]] = {}
    for finding in sorted((f for f in findings if f.accepted), key=Finding.sort_key):
        lines.setdefault((finding.code, finding.mark.file), []).append(finding.mark.line)
    for one in accepts:
        if one.code == UNDRAWN:
            continue
        there = lines.get((one.code, one.mark.file), [])
        after = bisect_left(there, one.first)
        if after == len(there) or there[after] > one.last:
            message = f"no finding `{one.code}` stands here to accept"
            yield Finding("A004", one.mark, message, _DELETE[one.in_table], about=(one.code,))


# ---- cascades ----

VALUES = frozenset({"T022", "T027"})
"""Codes of values that a template does not find, maybe because of an error; an item that is drawn was read whole."""

_FILES = frozenset({"F101", "F102"})
"""Codes of files that are not there: terms and folders say where they are."""

_SHARED = frozenset({"game", "items", "kinds", "parameters", "players", "set", "terms"})
"""What expressions name that more than one item is part of: any error may have left something out of it."""
_NAMES = frozenset({"T010", "T021"})
"""Codes of names that a template does not find, or a set: missing because of an error if that is about the name."""

_UNREAD = frozenset({"T001", "T002", "T003", "T008", "T010", "T020", "T021", "T023"})
"""Codes of templates that are not there, or of which something cannot be read."""

IDLE = frozenset({"R030", "R031", "R033", "R034", "R037", "R047"})
"""Codes of what nothing uses, but a template that cannot be read may."""

PROMISED = frozenset({"D020", "D021", "D022", "D023", "D024", "D025", "D026"})
"""Codes of what was read whole, and differs from its promise: what else the game means can be held against itself."""

NO_GLYPH, EDITED = "F012", ("M025", "M026")
"""A sign that no font has; edits, which other checks of meaning may tell better."""

NAMING = frozenset({"D006", "R012", "R013", "Y027"})
"""Codes of names that are not found, told one by one."""


def everything(game: Game, known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What the data and the drawing show to be wrong, in order, each mistake once."""
    known, drawn = list(known), list(drawn)
    return in_order([*_silent(known, drawn), *_news(game, known, drawn)])


def _news(game: Game, known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What drawing found that is not told already."""
    errors = [f for f in known if f.severity is Severity.ERROR and not f.accepted]
    letters = {script_of(char) or char for f in errors if f.code == NO_GLYPH for char in f.about}
    unsound, drawn = any(f.code != NO_GLYPH for f in errors), list(drawn)
    faulty = {f"{name}{side}" for name in _faulty(game, errors) for side in ("", " back")}
    spoilt = _spoilt(drawn)
    lost = {name for f in errors for name in f.about} | game.unread
    rules = {name for f in errors if f.code == "R005" for name in f.about}
    files = {f.mark.file for f in errors}
    shaken = {name for owner in game.sets.values() if owner.mark.file in files for name in templates_of(owner)}
    overset = [f for f in drawn if f.code in OVERSET]
    boxes, crowded = {f.slot for f in overset if _is_placed(f)}, {face for f in overset for face in f.faces}
    bare = {f.mark for f in drawn if f.code == "T023"}  # an attribute of ours without its prefix is no other's
    told, kept = set[tuple[str, Mark]](), list[Finding]()
    for finding in drawn:
        echo = unsound and (
            finding.code in _FILES
            or _may_be_missing(finding, lost)
            or (len(finding.faces) == 1 and finding.faces[0] in faulty)
            or _is_lost(finding, lost, shaken)
        )
        echo = echo or (finding.code == "F104" and not rules.isdisjoint(finding.about))
        echo = echo or (finding.code == NO_GLYPH and not letters.isdisjoint(script_of(c) or c for c in finding.about))
        again = _is_placed(finding) and (finding.code, finding.mark) in told
        again = again or (finding.code in OVERSET and not _is_placed(finding) and finding.slot in boxes)
        again = again or (finding.code == "T028" and finding.mark in bare)
        again = again or (finding.code[0] == "P" and crowded >= {*(finding.faces or ("",))})
        if not echo and not again and not _is_blurred(finding, spoilt):
            told.add((finding.code, finding.mark))
            kept.append(finding)
    return kept


def _is_placed(finding: Finding) -> bool:
    """True for a fault that is told at a place of a template, whatever the items say."""
    return finding.code in TEMPLATE_FAULTS or (finding.code in OVERSET and finding.mark.file.endswith(".svg"))


def _is_lost(finding: Finding, lost: Set[str], shaken: Set[str]) -> bool:
    """True for a name that is not found because what has it could not be read."""
    if finding.code not in _NAMES:
        return False
    if any(name.rpartition(".")[2] in lost for name in finding.about):
        return True
    return _may_be_lost(finding, shaken) and any(name.startswith("*") for name in lost)


def _may_be_missing(finding: Finding, lost: Set[str]) -> bool:
    """True for a value that is not found because something else was not read."""
    names = [name.split(".") for name in finding.about if finding.code in VALUES]
    return any(name[0] in _SHARED or not lost.isdisjoint(name) for name in names)


def _may_be_lost(finding: Finding, shaken: Set[str]) -> bool:
    """False for a name of an item whose set is sound, and for a first name: those are the same in every game."""
    if finding.code != "T021":
        return True
    owner, *members = finding.about[0].split(".")
    stem = finding.mark.file.removesuffix(".svg").rpartition("/")[2]
    return bool(members) and (owner != "item" or "/parts/" in finding.mark.file or stem in shaken)


def _silent(known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What the data shows, without what is so only because of another mistake: what nothing uses as long as a template
    is not there or cannot be read, fields that nothing draws where the declaration itself is wrong, cells of a torn
    row, what a template with an error means, what names a thing that is told to be misspelt, edits told otherwise."""
    known, drawn = list(known), list(drawn)
    shut, spoilt = {f.code for f in drawn} & _UNREAD, _spoilt(drawn)
    wrong = {f.mark for f in known if f.severity is Severity.ERROR}
    unsound = is_unsound(known)
    misdrawn = {file for file, codes in spoilt.items() if not codes <= {*OVERSET, "F104"}}
    renamed = {f.instead for f in known} - {""}
    beside = {c: {f.mark for f in known if f.code == other} for c, other in (("R039", UNDRAWN), ("Y034", "D028"))}
    meant = {(f.mark.file, f.mark.line) for f in known if f.code[0] in "LM" and f.code not in EDITED}
    edited = {(f.mark.file, f.mark.line) for f in known if f.code == EDITED[0]}
    torn = {(f.mark.file, f.mark.line) for f in known if f.code in ("Y005", "Y021", "Y023")}

    def is_idle(f: Finding) -> bool:
        return (
            f.mark in beside.get(f.code, ())
            or (f.code in (UNDRAWN, "R039") and f.mark in wrong)
            or (bool(shut) and f.code in IDLE)
            or (f.code[0] == "M" and (f.mark in wrong or (not f.weighty and (unsound or f.mark.file in misdrawn))))
            or (f.code in EDITED and (f.mark.file, f.mark.line) in meant)
            or (f.code == EDITED[1] and (f.mark.file, f.mark.line) in edited)
            or (f.code[0] != "Y" and (f.mark.file, f.mark.line) in torn)
            or (f.code in NAMING and not renamed.isdisjoint(f.about))
        )

    return [f for f in known if not is_idle(f)]


def is_unsound(known: Iterable[Finding]) -> bool:
    """True if what a game means cannot be told yet, as something of it could not be read."""
    return any(f.code[0] not in "FTP" and f.severity is Severity.ERROR and f.code not in PROMISED for f in known)


def _spoilt(drawn: Iterable[Finding]) -> dict[str, set[str]]:
    """By template, the codes of its errors."""
    codes: dict[str, set[str]] = {}
    for finding in drawn:
        if finding.severity is Severity.ERROR and finding.mark.file.endswith(".svg") and finding.code[0] in "TF":
            codes.setdefault(finding.mark.file, set()).add(finding.code)
    return codes


def _is_blurred(finding: Finding, spoilt: dict[str, set[str]]) -> bool:
    """True for what a face shows only because its template has an error, and for the same number told again."""
    if finding.code == "L003":
        return bool({"T020", "T023"} & spoilt.get(finding.mark.file, set()))
    if finding.code[0] == "P":
        return (finding.code == "P010" and bool(spoilt)) or finding.mark.file in spoilt
    return finding.code == "T012" and "T025" in spoilt.get(finding.mark.file, set())


def _faulty(game: Game, errors: Iterable[Finding]) -> Iterator[str]:
    """The items ("set/item") in whose lines an error stands."""
    errors, items = list(errors), dict[str, list[tuple[int, str]]]()
    for owner in game.sets.values() if errors else ():
        for item in owner.items:
            lines = [item.mark.line, *(m.line for m in item.marks.values() if m.file == item.mark.file)]
            items.setdefault(item.mark.file, []).append((min(lines), f"{owner.id}/{item.id}"))
    for some in items.values():
        some.sort()
    for error in errors:
        starts = items.get(error.mark.file, [])
        above = bisect_right(starts, error.mark.line, key=lambda one: one[0])
        if above:
            yield starts[above - 1][1]
