"""A `Comparison` -> the lines of a report in one language, in groups: what text, Markdown and HTML have in common.

Takes a comparison, a language and the words of the tool; gives `Section`s of `Line`s, the most important first.
Promise: one line a change; the same change of many items of a set is one line that names them all; of long texts only
what is alike at both ends is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.compare.model import GROUPS, Change, Comparison, Value
from generator.compare.values import Words

Say = Mapping[str, str]
SIGNS = {"added": "+", "removed": "-", "renamed": "=", "moved": ">", "renumbered": ">", "changed": "~"}
ARROW = "->"
FEW = {"changed": 2, "renamed": 2, "added": 7, "removed": 7}
"""Up to so many alike changes of items in a set each have a line of their own."""
CALLED = ("size", "drawing", "font", "paper", "word", "verb", "mode", "zone")
"""Subjects whose names do not say what they are."""


@dataclass(frozen=True, slots=True)
class Line:
    """One change in words. `name` is what changed, `words` how. `pair` are both texts of a change whose `words` hold
    `between`: these texts with an arrow."""

    what: str
    name: str
    words: str
    pair: tuple[str, str] | None = None
    between: str = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return f"{self.name}: {self.words}" if self.words else self.name


@dataclass(frozen=True, slots=True)
class Section:
    """One group of changes under its heading."""

    group: str
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Teller:
    """Says changes in one language. `arrow` stands between what was and what is; texts of more than `most` characters
    are told from where they differ to where they do no more."""

    language: str
    say: Say
    arrow: str = ARROW
    most: int = 60

    def word(self, words: Words) -> str:
        """Words in the language, else in the first there is."""
        return words.get(self.language) or next((w for w in words.values() if w), "")

    def tell(self, key: str, **values: object) -> str:
        """The words of a key with its values."""
        return self.say.get(f"diff.{key}", key).format(**values)

    def number(self, words: str, assumed: bool) -> str:
        """A number, marked if it is only assumed."""
        return self.tell("assumed", words=words) if assumed else words

    def aspect(self, name: str) -> str:
        """What is called a field, a size, a text."""
        return self.say.get(f"diff.aspect.{name}", name)


def sections(comparison: Comparison, teller: Teller) -> list[Section]:
    """All changes in their groups; groups without any are left out."""
    found = []
    for group in GROUPS:
        changes = [c for c in comparison.changes if c.group == group and not _told(c)]
        if changes:
            lines = tuple(_line(teller, alike) for alike in _bundles(changes))
            found.append(Section(group, teller.tell(f"group.{group}"), lines))
    return found


def _told(change: Change) -> bool:
    """True if a number only repeats another."""
    return change.follows and change.aspect in ("expect", "assume", "counts")


def _bundles(changes: Sequence[Change]) -> list[list[Change]]:
    """Changes in their order, those of many items of a set that say the same thing together."""
    found: list[list[Change]] = []
    places: dict[object, int] = {}
    for key, alike in groupby(changes, key=lambda c: (c.subject, _home(c))):
        run = list(alike)
        if key[0] != "item":
            found += [[c] for c in run]
            continue
        places.clear()
        for change in run:
            mark = (change.what, change.aspect, repr(change.old.data), repr(change.new.data))
            mark = mark if change.what in ("changed", "moved") else (change.what, change.aspect, "", "")
            if mark in places and (change.what != "renamed" or change.aspect == "id"):
                found[places[mark]].append(change)
            else:
                places[mark] = len(found)
                found.append([change])
    return [part for bundle in found for part in _parted(bundle)]


def _parted(bundle: list[Change]) -> list[list[Change]]:
    few = FEW.get(bundle[0].what, 2)
    return [bundle] if len(bundle) > few else [[c] for c in bundle]


def _home(change: Change) -> str:
    return change.id.partition("/")[0] if change.subject == "item" else ""


def _line(teller: Teller, bundle: Sequence[Change]) -> Line:
    """The line of a change, or of a bundle of alike ones."""
    change = bundle[0]
    if len(bundle) == 1:
        return _of_one(teller, change)
    names = [teller.word(c.name) for c in bundle]
    shown = teller.tell("comma").join(names)
    words = teller.tell(f"many.{change.what}", n=len(bundle), names=shown, how=_how(teller, change))
    return Line(change.what, teller.word(change.within), words)


def _of_one(teller: Teller, change: Change) -> Line:
    name, words = _name(teller, change), _how(teller, change)
    texts = all(isinstance(v.data, Mapping) and set(v.data) == set(v.words) for v in (change.old, change.new))
    if change.what != "changed" or not texts:
        return Line(change.what, name, words)
    old, new, _ = _both(teller, change)
    return Line(change.what, name, words, (old, new), f"{old} {teller.arrow} {new}")


def _name(teller: Teller, change: Change) -> str:
    name = teller.word(change.name)
    if change.subject in CALLED:
        return teller.tell(f"called.{change.subject}", name=name)
    if change.subject == "item":
        owner = teller.word(change.within)
        return name if name == owner or name.startswith(f"{owner} ") else teller.tell("item", set=owner, name=name)
    if change.subject == "rule" and name[:1].isdigit() and change.what in ("added", "removed"):
        number, _, title = name.partition(" ")
        text = teller.word((change.new if change.what == "added" else change.old).words)
        return number if text.startswith(title.rstrip("…")) else name  # not the same words twice
    if change.subject == "rule" and change.within and not name[:1].isdigit():
        return teller.tell("item", set=teller.word(change.within), name=name)
    if change.subject == "field":
        return teller.tell("field", set=teller.word(change.within), name=teller.aspect(name))
    return name


def _how(teller: Teller, change: Change) -> str:
    """What happened to it."""
    if change.what in ("added", "removed"):
        amount = teller.word((change.new if change.what == "added" else change.old).words)
        unit = {"set": "pieces", "item": "copies"}.get(change.subject, "value")
        words = teller.tell(f"unit.{unit}", n=amount) if amount else ""
        told = teller.tell(f"{change.what}.with", amount=words) if words else teller.tell(change.what)
        return teller.number(told, bool(words) and any(change.assumed))
    if change.what == "renumbered":
        old, new, _ = _both(teller, change)
        return teller.tell("renumbered", old=old, new=new)
    return _turned(teller, change)


def _turned(teller: Teller, change: Change) -> str:
    """From what to what it was changed."""
    if (change.subject, change.aspect) in _ANEW:
        return _shown(teller, change, teller.tell(f"anew.{change.subject}"))
    old, new, language = _both(teller, change)
    old, new = (teller.number(words, assumed) for words, assumed in zip((old, new), change.assumed, strict=True))
    pair = f"{old} {teller.arrow} {new}" + (f" [{language}]" if language != teller.language else "")
    if change.what == "moved":
        return teller.tell("moved", pair=pair)
    if change.what == "renamed" and change.aspect in ("name", "title"):
        return teller.tell("renamed", pair=pair)
    if change.aspect == "pieces":
        return f"{old} {teller.arrow} {teller.tell('unit.pieces', n=new)}"
    if (change.subject, change.aspect) in _PLAIN:
        return _shown(teller, change, pair)
    return f"{teller.aspect(change.aspect)}: {pair}"


_ANEW = (("drawing", "drawing"), ("font", "file"))
_PLAIN = (("parameter", "value"), ("size", "size"), ("paper", "paper"), ("word", "text"))


def _shown(teller: Teller, change: Change, words: str) -> str:
    """Words with the sets that show it."""
    sets = teller.word(change.within)
    return teller.tell("shown", how=words, sets=sets) if sets else words


def _both(teller: Teller, change: Change) -> tuple[str, str, str]:
    """Both values, cut down to where they differ, and the language that shows the difference."""
    language = teller.language
    old, new = _in(change.old, language), _in(change.new, language)
    if old == new:
        others = (k for k in sorted({*change.old.words, *change.new.words}))
        language = next((k for k in others if _in(change.old, k) != _in(change.new, k)), language)
        old, new = _in(change.old, language), _in(change.new, language)
    if old == new:  # they differ only in what is not read: a reference instead of a word, a bold one
        old, new = _source(change.old, language), _source(change.new, language)
    none = teller.tell("nothing")
    one, other = excerpts(old, new, teller.most)
    return one or none, other or none, language


def _in(value: Value, language: str) -> str:
    return value.words.get(language, "")


def _source(value: Value, language: str) -> str:
    data = value.data
    found = data.get(language, "") if isinstance(data, Mapping) else data
    return " ".join(str("" if found is None else found).split())


def excerpts(old: str, new: str, most: int) -> tuple[str, str]:
    """Two texts; if one has more than so many characters, from a little before the first difference to a little after
    the last."""
    if len(old) <= most and len(new) <= most:
        return old, new
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    start = _start(old, max(0, first - 12))
    return _cut(old, start, len(old) - last), _cut(new, start, len(new) - last)


_RUNS = re.compile(r"[0-9A-Za-z'’-]+|[ァ-ヺー]+|[一-龯々]+[ぁ-ん]*|[ぁ-ん]+|.", re.DOTALL)
"""Words; in Japanese, runs of one script, kanji with what follows them."""


def _start(words: str, at: int) -> int:
    """The beginning of the word at `at`."""
    return next((m.start() for m in _RUNS.finditer(words) if m.end() > at), len(words))


def _cut(words: str, start: int, end: int) -> str:
    end = min(len(words), max(end + 12, start + 1))
    end = next((m.end() for m in _RUNS.finditer(words) if m.end() >= end), len(words))
    part = words[start:end].strip()
    return ("…" if start else "") + part + ("…" if end < len(words) else "")
