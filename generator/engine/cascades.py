"""Cascades: what drawing finds only because of a mistake that is told already.

Takes a `Game`, what its data alone shows to be wrong, and what drawing found; gives what is news of the latter. So a
game may be drawn although its data has errors, and one run tells every mistake, each once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Set

from generator.data.model import Game, Item
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Finding, Mark, in_order
from generator.layout.diagnostics import OVERSET, TEMPLATE_FAULTS
from generator.typeset.overset import script_of

VALUES = frozenset({"T022", "T027", "F101", "F102"})
"""Codes of values that a template does not find: where the data has errors, they may be missing because of those."""

NAMES = frozenset({"T010", "T021"})
"""Codes of names that a template does not find, or a set: missing because of an error if that is about the name."""

UNREAD = frozenset({"T001", "T002", "T003", "T008", "T010", "T020", "T021", "T023"})
"""Codes of templates that are not there, or of which something cannot be read."""

IDLE = frozenset({"R030", "R031", "R033", "R034", "R037"})
"""Codes of what nothing uses, but a template that cannot be read may."""

NO_GLYPH = "F012"

NAMING = frozenset({"D006", "R012", "R013", "Y027"})
"""Codes of names that are not found, told one by one."""


def everything(game: Game, known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What the data and the drawing show to be wrong, in order, each mistake once."""
    known, drawn = list(known), list(drawn)
    return in_order([*silent(known, drawn), *news(game, known, drawn)])


def news(game: Game, known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What drawing found that is not told already."""
    errors = [f for f in known if f.severity is Severity.ERROR and not f.accepted]
    letters = {script_of(char) or char for f in errors if f.code == NO_GLYPH for char in f.about}
    unsound = any(f.code != NO_GLYPH for f in errors)
    faulty = {f"{name}{side}" for name in _faulty(game, errors) for side in ("", " back")}
    drawn = list(drawn)
    spoilt = _spoilt(drawn)
    lost = {name for f in errors for name in f.about} | game.unread
    rules = {name for f in errors if f.code == "R005" for name in f.about}
    shaken = _templates(game, {f.mark.file for f in errors})
    boxes = {f.slot for f in drawn if f.code in OVERSET and _is_placed(f)}
    bare = {f.mark for f in drawn if f.code == "T023"}  # an attribute of ours without its prefix is no other's
    told: set[tuple[str, Mark]] = set()
    kept = []
    for finding in drawn:
        echo = unsound and (finding.code in VALUES or _is_about(finding, faulty) or _is_lost(finding, lost, shaken))
        echo = echo or (finding.code == "F104" and not rules.isdisjoint(finding.about))
        echo = echo or (finding.code == NO_GLYPH and not letters.isdisjoint(script_of(c) or c for c in finding.about))
        again = _is_placed(finding) and (finding.code, finding.mark) in told
        again = again or (finding.code in OVERSET and not _is_placed(finding) and finding.slot in boxes)
        again = again or (finding.code == "T028" and finding.mark in bare)
        if not echo and not again and not _is_blurred(finding, spoilt):
            told.add((finding.code, finding.mark))
            kept.append(finding)
    return kept


def _is_placed(finding: Finding) -> bool:
    """True for a fault that is told at a place of a template, whatever the items say."""
    return finding.code in TEMPLATE_FAULTS or (finding.code in OVERSET and finding.mark.file.endswith(".svg"))


def _is_lost(finding: Finding, lost: Set[str], shaken: Set[str]) -> bool:
    """True for a name that is not found because what has it could not be read."""
    if finding.code not in NAMES:
        return False
    if any(name.rpartition(".")[2] in lost for name in finding.about):
        return True
    return _may_be_lost(finding, shaken) and any(name.startswith("*") for name in lost)


def _may_be_lost(finding: Finding, shaken: Set[str]) -> bool:
    """False for a name of an item whose set is sound, and for a first name: those are the same in every game."""
    if finding.code != "T021":
        return True
    owner, *members = finding.about[0].split(".")
    stem = finding.mark.file.removesuffix(".svg").rpartition("/")[2]
    return bool(members) and (owner != "item" or "/parts/" in finding.mark.file or stem in shaken)


def _templates(game: Game, files: Set[str]) -> set[str]:
    """The templates of the sets in whose files an error stands."""
    sets = [owner for owner in game.sets.values() if owner.mark.file in files]
    sides = [(owner.layout, owner.back) for owner in sets] + [(i.layout, i.back) for owner in sets for i in owner.items]
    return {name for side in sides for name in side if name}


def silent(known: Iterable[Finding], drawn: Iterable[Finding]) -> list[Finding]:
    """What the data shows, without what is so only because of another mistake: what nothing uses as long as a template
    is not there or cannot be read, fields that nothing draws where the declaration itself is wrong, cells of a
    torn row, and what else names a thing that is told to be misspelt where it stands."""
    known = list(known)
    shut = {f.code for f in drawn} & UNREAD
    wrong = {f.mark for f in known if f.severity is Severity.ERROR}
    renamed = {f.instead for f in known} - {""}
    undrawn = {f.mark for f in known if f.code == "R033"}
    torn = {(f.mark.file, f.mark.line) for f in known if f.code in ("Y021", "Y023")}

    def is_idle(f: Finding) -> bool:
        return (
            (f.code == "R039" and f.mark in undrawn)
            or (f.code in ("R033", "R039") and f.mark in wrong)
            or (bool(shut) and f.code in IDLE)
            or (bool(wrong) and f.code[0] == "M")  # what sound data means can be asked of sound data alone
            or (f.code[0] != "Y" and (f.mark.file, f.mark.line) in torn)
            or (f.code in NAMING and not renamed.isdisjoint(f.about))
        )

    return [f for f in known if not is_idle(f)]


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
    return finding.code == "T012" and bool({"T006", "T025"} & spoilt.get(finding.mark.file, set()))


def _is_about(finding: Finding, faces: set[str]) -> bool:
    """True if a finding is about one of these faces, and about no other."""
    return len(finding.faces) == 1 and finding.faces[0] in faces


def _faulty(game: Game, errors: Iterable[Finding]) -> Iterator[str]:
    """The items ("set/item") in whose lines an error stands."""
    errors, items = list(errors), dict[str, list[tuple[int, str]]]()
    for owner in game.sets.values() if errors else ():
        for item in owner.items:
            items.setdefault(item.mark.file, []).append((_first_line(item), f"{owner.id}/{item.id}"))
    for some in items.values():
        some.sort()
    for error in errors:
        starts = items.get(error.mark.file, [])
        above = bisect_right(starts, error.mark.line, key=lambda one: one[0])
        if above:
            yield starts[above - 1][1]


def _first_line(item: Item) -> int:
    """The line in which an item begins: that of its `id`, or of what stands before."""
    return min([item.mark.line, *(m.line for m in item.marks.values() if m.file == item.mark.file)])
