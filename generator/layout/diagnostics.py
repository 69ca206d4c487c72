"""Findings of many faces -> what is told of them: a fault of a template once, with the faces it was met in.

Promise: words that do not fit are told at the words of each item; where most items of a set leave the same box, it is
the box that is wrong, and that is told once, at the template, with the worst of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from generator.diagnostics.findings import Finding, Mark
from generator.face.face import Face
from generator.values import replace

TEMPLATE_FAULTS = frozenset({"F104", "T006", "T012", "T022", "T027"})
"""Faults at one place of a template that read differently for every item: told once, with the first item's words."""

FAMILIES = frozenset({"F001", "F004"})
"""A font family that is not there: told once, where it is first asked for."""

PICTURES = frozenset({"F103"})
"""A picture that cannot be read: told where an item names it."""

OVERSET = frozenset({"F010", "F011"})
"""Words that do not fit; their `own` place is the box that they leave."""

FEW = 2
"""So many items that leave a box may each be too long."""


class Note(NamedTuple):
    """A finding of a face; whether it is `named` (names the face itself, or needs no name); where its words stand."""

    finding: Finding
    named: bool = True
    own: Mark | None = None


Cause = Finding | tuple[str, Mark | tuple[str, ...]]
"""What is told once: a finding, or its code with its place or with what it is about."""
by_over = attrgetter("over")


class Diagnostics:
    """Findings of many faces, the same fault of a template said once."""

    def __init__(self) -> None:
        self.faces: dict[Cause, tuple[Finding, bool, dict[str, Mark | None]]] = {}
        self.drawn: Counter[str] = Counter()

    def take(self, face: Face | None, notes: Iterable[Note], name: str) -> Face | None:
        """Note the findings of a face."""
        self.drawn[_side(name)] += face is not None
        for finding, named, own in notes:
            alike: Cause = finding
            if finding.code in TEMPLATE_FAULTS and not named:
                alike = (finding.code, finding.mark)
            elif finding.code[0] == "T" and finding.mark.file.startswith("components/"):  # pictures of one hand
                alike = replace(finding, mark=Mark("components", 1, 1))
            elif finding.code in FAMILIES:
                alike = (finding.code, finding.about)
            self.faces.setdefault(alike, (finding, named, {}))[2].setdefault(name, own)
        return face

    def findings(self) -> list[Finding]:
        """All findings, those of templates with the faces they were met in; of one face alone at its own words."""
        done = list(self._narrow())
        narrow = {f.mark for f in done}
        for finding, named, faces in self.faces.values():
            first, own = next(iter(faces.items()))
            if finding.code in OVERSET:
                if own is None or own not in narrow:
                    done.append(finding)
                continue
            more = f" and {len(faces) - 1} more" if len(faces) > 1 else ""
            words = finding.message if named else f"{finding.message} (in `{first}`{more})"
            is_own = len(faces) == 1 or finding.code in PICTURES
            alone = (is_own and own) or finding.mark
            done.append(replace(finding, mark=alone, message=words, faces=finding.faces if named else tuple(faces)))
        return done

    def _narrow(self) -> Iterator[Finding]:
        """One finding for each box that most items of a set leave: the worst."""
        boxes: dict[tuple[str, Mark], dict[str, Finding]] = {}
        for finding, _, faces in self.faces.values():
            for name, own in faces.items() if finding.code in OVERSET else ():
                if own is not None:
                    found = boxes.setdefault((_side(name), own), {})
                    found[name] = max(found.get(name, finding), finding, key=by_over)
        for (side, mark), found in boxes.items():
            if len(found) > FEW and 2 * len(found) > self.drawn[side]:
                code = Counter(f.code for f in found.values()).most_common(1)[0][0]
                worst = max((f for f in found.values() if f.code == code), key=by_over)
                hint = f"{worst.hint}: {len(found)} of {self.drawn[side]} items do not fit"
                words = f"{worst.message} (the worst of it, and {len(found) - 1} more)"
                yield replace(worst, mark=mark, message=words, hint=hint, faces=tuple(found))


def _side(name: str) -> str:
    """What the fronts, or the backs, of a set have in common: "skill", "skill back"."""
    return name.partition("/")[0] + (" back" if name.endswith(" back") else "")
