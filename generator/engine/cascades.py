"""Cascades: what is told only because of another fault, and so is not told.

Takes what the data and the drawing of a game show to be wrong; gives it in order, each mistake once. Promise: a game
may be drawn although its data has errors, and one run tells every mistake. Which codes follow which, and what a fault
and its cause have in common, are rows of tables; what takes more than that stands below them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.data.model import Game
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, Mark, in_order
from generator.engine.integrity.uses import templates_of
from generator.layout.diagnostics import OVERSET, TEMPLATE_FAULTS
from generator.typeset.setting import script_of

EDITED = ("M025", "M026")
"""Codes of edits, which other checks of meaning may tell better."""

_TIES: Mapping[str, Callable[[Finding], Iterable[Hashable]]] = {
    "game": lambda _: ("",),
    "mark": lambda f: (f.mark,),
    "line": lambda f: ((f.mark.file, f.mark.line),),
    "template": lambda f: (f.mark.file,) if f.mark.file.endswith(".svg") else (),
    "any template": lambda f: ("",) if f.mark.file.endswith(".svg") else (),
    "doubtful": lambda f: () if f.weighty else ("",),
    "doubtful in template": lambda f: () if f.weighty else (f.mark.file,),
    "about": lambda f: f.about,
    "instead": lambda f: filter(None, (f.instead,)),
    "script": lambda f: (script_of(char) or char for char in f.about),
    "placed box": lambda f: (f.slot,) if _is_placed(f) else (),
    "other box": lambda f: () if _is_placed(f) else (f.slot,),
}
"""What a fault can have in common with its cause."""


class Cascade(NamedTuple):
    """Findings of the codes `told` (how they begin; with a hyphen: not these) follow those of the codes `cause`, if the
    two have something in common: a `tie`, of the cause `other` if that is another. `errors`: of these alone."""

    told: str
    cause: str
    tie: str
    other: str = ""
    errors: bool = False


def _those(words: str) -> Callable[[str], bool]:
    names = words.split()
    wanted = tuple(name for name in names if name[0] != "-")
    others = tuple(name[1:] for name in names if name[0] == "-") or ("-",)
    return lambda code: code.startswith(wanted or ("",)) and not code.startswith(others)


_UNSOUND = "-F -T -P -D007 -D014 -R007 -D020 -D021 -D022 -D023 -D024 -D025 -D026"
"""Of the errors those by which what a game means cannot be told yet. What differs from its promise was read whole; what
lacks a picture, an icon or its words in a language says all else."""

_DATA_AFTER_DATA = (
    Cascade("R039", "R033", "mark"),
    Cascade("R039", "Y038", "about"),
    Cascade("R031", "M029", "about"),  # it is typed in place of being cited
    Cascade("Y034", "D028", "mark"),
    Cascade("D032", "Y034", "line"),  # a row that was copied
    Cascade("R033 R039 M", "", "mark", errors=True),
    Cascade("M", _UNSOUND, "doubtful", "game", errors=True),
    Cascade(" ".join(EDITED), "L M -M025 -M026", "line"),
    Cascade("M026", "M025", "line"),
    Cascade("L019", "L003", "line"),
    Cascade("L001 L002 L010", "L019", "line"),
    Cascade("-Y", "Y005 Y021 Y023", "line"),  # cells of a torn row
    Cascade("D006 R012 R013 Y027", "", "about", "instead"),  # what names a thing that is itself misspelt
)
_DATA_AFTER_DRAWING = (
    # what nothing uses, a template that is not there or cannot be read may use
    Cascade("R030 R031 R033 R034 R037 R047", "T001 T002 T003 T008 T010 T020 T021 T023", "game"),
    Cascade("M", "T F -F010 -F011 -F104", "doubtful in template", "template", errors=True),
)
_DRAWING_AFTER_DATA = (
    Cascade("F101 F102", "-F012", "game", errors=True),  # terms and folders say where files are
    Cascade("F104", "R005", "about", errors=True),
    Cascade("F012", "F012", "script", errors=True),
)
_DRAWING_AFTER_DRAWING = (
    Cascade(" ".join(OVERSET), " ".join(OVERSET), "other box", "placed box"),
    # a name that is not found is printed as it is called, and words without the box that cannot be read somewhere
    Cascade(" ".join((*OVERSET, "F104")), "T021 T025", "line"),
    Cascade("T028", "T023", "mark"),  # an attribute of ours without its prefix is no other's
    Cascade("L003", "T020 T023", "template", errors=True),
    Cascade("T012", "T025", "template", errors=True),
    Cascade("P010", "T F", "game", "any template", errors=True),
    Cascade("P", "T F", "template", errors=True),
)


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR and not finding.accepted


def is_unsound(known: Iterable[Finding]) -> bool:
    """True if what a game means cannot be told yet, as something of it could not be read."""
    is_cause = _those(_UNSOUND)
    return any(is_cause(f.code) and _is_error(f) for f in known)


def everything(game: Game, known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What the data and the drawing show to be wrong, in order, each mistake once."""
    data, drawing = list(known), list(drawn)
    said = _left(_left(data, _DATA_AFTER_DATA, data), _DATA_AFTER_DRAWING, drawing)
    seen = _left(_left(drawing, _DRAWING_AFTER_DATA, data), _DRAWING_AFTER_DRAWING, drawing)
    return in_order([*said, *_news(game, data, seen, {face for f in drawing if f.code in OVERSET for face in f.faces})])


def _left(found: Sequence[Finding], rows: Iterable[Cascade], causes: Sequence[Finding]) -> Sequence[Finding]:
    """The findings that follow from nothing."""
    for row in rows:
        is_told, is_cause, tie, other = _those(row.told), _those(row.cause), _TIES[row.tie], _TIES[row.other or row.tie]
        sure = (f for f in causes if is_cause(f.code) and (_is_error(f) or not row.errors))
        keys = {key for cause in sure for key in other(cause)}
        found = [f for f in found if not is_told(f.code) or keys.isdisjoint(tie(f))] if keys else found
    return found


# ---- what drawing finds of what was not read ----

_VALUES, _NAMES = ("T022", "T027"), ("T010", "T021")
"""Values that a template does not find, maybe because of an error; names that it does not, if the error is about them.
An item that is drawn was read whole."""
_SHARED = frozenset({"game", "items", "kinds", "parameters", "players", "set", "terms"})
"""What expressions name that more than one item is part of: any error may have left something out of it."""


def _news(game: Game, known: Iterable[Finding], drawn: Iterable[Finding], crowded: Set[str]) -> Iterator[Finding]:
    """What drawing found that is not told already; nothing of prints of faces with words that do not fit."""
    errors = [f for f in known if _is_error(f) and f.code != "F012"]
    files = {f.mark.file for f in errors}
    whose = _whose(game, files)
    faulty = {one for f in errors for one in _parts(whose, f.mark)}
    lost = {name for f in errors for name in f.about} | game.unread
    shaken = {name for owner in game.sets.values() if owner.mark.file in files for name in templates_of(owner)}
    told = set[tuple[str, Mark]]()
    for finding in drawn:
        own = {face.removesuffix(" back") for face in finding.faces} if not finding.mark.in_art else {""}
        mine = {*_parts(whose, finding.mark)[1:]} or own  # words of a sound value, or what a template makes of all
        echo = bool(errors) and (_may_be_missing(finding, lost) or _is_lost(finding, lost, shaken))
        echo = echo or (bool(mine) and mine <= faulty)
        again = _is_placed(finding) and (finding.code, finding.mark) in told
        again = again or (finding.code[0] == "P" and crowded >= {*(finding.faces or ("",))})
        if not echo and not again:
            told.add((finding.code, finding.mark))
            yield finding


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
    names = [name.split(".") for name in finding.about if finding.code in _VALUES]
    return any(name[0] in _SHARED or not lost.isdisjoint(name) for name in names)


def _may_be_lost(finding: Finding, shaken: Set[str]) -> bool:
    """False for a name of an item whose set is sound, and for a first name: those are the same in every game."""
    if finding.code != "T021":
        return True
    owner, *members = finding.about[0].split(".")
    stem = finding.mark.file.removesuffix(".svg").rpartition("/")[2]
    return bool(members) and (owner != "item" or "/parts/" in finding.mark.file or stem in shaken)


_Starts = Mapping[tuple[str, str], Sequence[tuple[int, int, str, str]]]
"""Where the values of items begin, by file and sheet: line, column, item ("set/item") and field."""


def _whose(game: Game, files: Set[str]) -> _Starts:
    found: dict[tuple[str, str], list[tuple[int, int, str, str]]] = {}
    for owner in game.sets.values():
        for item in (i for i in owner.items if i.mark.file in files):
            for name, mark in item.marks.items():
                own = (mark.line, mark.column, f"{owner.id}/{item.id}", name.partition(".")[0])
                found.setdefault((mark.file, mark.sheet), []).append(own)
    return {place: sorted(starts) for place, starts in found.items()}


def _parts(whose: _Starts, mark: Mark) -> tuple[str, ...]:
    """The item that a place is in, and which of its values, in a table which of its cells; () if it is in none."""
    starts = whose.get((mark.file, mark.sheet), ())
    at = bisect_right(starts, (mark.line, mark.column if not mark.heading else 1 << 20, "\uffff"))
    if not at:
        return ()
    _, _, item, name = starts[at - 1]
    return item, f"{item} {mark.cell or mark.heading or name}"
