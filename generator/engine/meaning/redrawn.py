"""Expressions of templates that were edited since the last commit, and no longer agree with those around them.

Takes a `Desk`; gives a problem at the attribute. What is drawn otherwise is no mistake; one of several that had a name
in common, or were all different, is.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence, Set
from difflib import SequenceMatcher
from functools import lru_cache

from generator.diagnostics.findings import Mark
from generator.engine.integrity.uses import drawings_of
from generator.engine.meaning.baseline import before
from generator.engine.registry import Desk, Problem, check
from generator.values import dataclass, late

_BOUND = late(r"""(pnp:[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_KEY = late(r"^\s*([a-z]\w*):(.*)$", re.DOTALL)
_NAME, _PART = late(r"(?<![\w.])(?:terms|parameters|kinds)\.(\w+)"), late(r"[^\W\d_]{3,}")
_GROUP, _NUMBER, _STRING = late(r"</?g\b"), late(r"\d+"), late(r"'[^']*'")
TWO = 2


@dataclass(frozen=True, slots=True)
class Expressed:
    """An expression of an attribute, or of one of its keys (`pnp:with`, "cap"); `at` is where the attribute begins,
    `group` how many beginnings and ends of groups are before it."""

    name: str
    key: str
    source: str
    at: int
    group: int


@check("M025")
def templates_are_edited_throughout(desk: Desk) -> Iterator[Problem]:
    """No expression names what those around it do not, or is like the one that it was unlike."""
    old = before(desk)
    was = {drawing.file: drawing.text for drawing in drawings_of(old)} if old is not None else {}
    for drawing in drawings_of(desk) if was else ():
        if was.get(drawing.file, drawing.text) != drawing.text:
            bounds = _bounds(drawing.text)
            for one, now in _edited(_bounds(was[drawing.file]), bounds):
                who = _parted(desk, one, now, bounds)
                if who is not None:
                    start = drawing.text[: now.at]
                    mark = Mark(drawing.file, start.count("\n") + 1, now.at - start.rfind("\n"), len(now.name))
                    message = f"it says `{now.source}` where the last commit says `{one}`, and beside it stands `{who}`"
                    yield Problem(mark, message, "carry the change through, or take it back")


@lru_cache(maxsize=16)
def _bounds(text: str) -> Sequence[Expressed]:
    found, groups = [], [g.start() for g in _GROUP.finditer(text)]
    for one in _BOUND.finditer(text):
        parts = (one[2] or one[3] or "").split(";") if one[1] == "pnp:with" else [one[2] or one[3] or ""]
        keyed = [_KEY.match(part) if one[1] == "pnp:with" else None for part in parts]
        for part, key in zip(parts, keyed, strict=True):
            found.append(
                Expressed(
                    one[1],
                    key[1] if key else "",
                    (key[2] if key else part).strip(),
                    one.start(),
                    bisect(groups, one.start()),
                )
            )
    return found


def _edited(was: Sequence[Expressed], now: Sequence[Expressed]) -> Iterator[tuple[str, Expressed]]:
    """What an expression said, and what it is now."""
    one, two = ([(b.name, b.key, b.source) for b in bounds] for bounds in (was, now))
    for how, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if how == "replace" and b - a == d - c:
            pairs = zip(range(a, b), range(c, d), strict=True)
            yield from ((was[x].source, now[y]) for x, y in pairs if one[x][:2] == two[y][:2])


def _parted(desk: Desk, old: str, edited: Expressed, bounds: Sequence[Expressed]) -> str | None:
    """Who still agrees with what an expression said, and not with what it says."""
    near = [b for b in bounds if b.group == edited.group and b is not edited]
    alike = [b.source for b in near if (b.name, b.key) == (edited.name, edited.key)]
    one, two = (_STRING.sub("", source) for source in (old, edited.source))
    calculated = one != two and _NUMBER.sub("", one) == _NUMBER.sub("", two) != ""
    if calculated and alike.count(edited.source) == 1 and old not in alike:
        return edited.source
    lost, gained = _words(old) - _words(edited.source), _words(edited.source) - _words(old)
    if edited.key:
        beside = [b for b in near if b.at == edited.at]
        same = [b for b in beside if b.source == old]
        return old if len(same) >= TWO and any(b.key in gained for b in beside) else None
    still, taken = ([b for b in near if words & desk.game.terms.keys() & _words(b.source)] for words in (lost, gained))
    return still[-1].source if gained and len(still) >= TWO and len(still) > len(taken) else None


@lru_cache(maxsize=1024)
def _words(source: str) -> Set[str]:
    """The words of the names in an expression."""
    return frozenset(part for name in _NAME.findall(source) for part in _PART.findall(name))
