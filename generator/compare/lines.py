"""A `Comparison` -> its changes in words: `ReportLine`s in one language, in groups.

Promise: one line a change; the same change of many items of a set is one line that names them all; of long texts only
what is alike at both ends is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from generator.compare.model import Change, Value
from generator.compare.readable import Words
from generator.data.model import NAME_FIELDS
from generator.values import Struct, lazy_pattern
from generator.words import shared_start

Say = Mapping[str, str]
SIGNS = {"added": "+", "removed": "-", "renamed": "=", "moved": ">", "changed": "~"}
ARROW = "->"
_FEW = {"changed": 2, "renamed": 2, "added": 7, "removed": 7}
"""Up to so many alike changes of items in a set each have a line of their own."""
_REPEATED = ("expect", "assume", "counts")
"""Numbers that say nothing new where they follow others."""
_CALLED = ("size", "drawing", "mode", "zone", "verb")
"""Subjects whose names do not say what they are."""


class ReportLine(Struct, frozen=True):
    """One change in words. `name` is what changed, `words` how. `pair` are both texts of a change whose `words` hold
    `between`: these texts with an arrow."""

    what: str
    name: str
    words: str
    pair: tuple[str, str] | None = None
    between: str = ""


class Phrases(Struct, frozen=True):
    """Says changes in one language. `arrow` stands between what was and what is; texts of more than `most` characters
    are told from where they differ to where they do no more."""

    language: str
    say: Say
    arrow: str = ARROW
    most: int = 60

    def word(self, words: Words) -> str:
        """Words in the language, else in the first there is."""
        return words.get(self.language) or next((w for w in words.values() if w), "")

    def phrase(self, key: str, **values: object) -> str:
        """The words of a key with its values."""
        return self.say.get(f"diff.{key}", key).format(**values)

    def number(self, words: str, assumed: bool) -> str:
        """A number, marked if it is only assumed."""
        return self.phrase("assumed", words=words) if assumed else words

    def aspect(self, change: Change) -> str:
        """What of a thing was changed: a field, a size, a text."""
        return self.say.get(f"diff.aspect.{change.aspect}") or self.word(change.called) or change.aspect


def told_lines(changes: Iterable[Change], phrases: Phrases) -> tuple[ReportLine, ...]:
    """All that is told of changes, each once."""
    told = [c for c in changes if not (c.echo or (c.follows and c.aspect in _REPEATED))]
    return tuple(told_line(phrases, alike) for alike in _bundles(told))


def _bundles(changes: Sequence[Change]) -> list[list[Change]]:
    """Changes in their order, those of many items of a set that say the same thing together."""
    found: dict[object, list[Change]] = {}
    for k, change in enumerate(changes):
        found.setdefault(_common(change) or k, []).append(change)
    bundles = ([b] if len(b) > _FEW.get(b[0].what, 2) else [[c] for c in b] for b in found.values())
    return [part for parts in bundles for part in parts]


def _common(change: Change) -> tuple[str, ...] | None:
    """What changes of items in a set must have in common to be told in one line; None for what stands alone."""
    plain = not any(isinstance(v.data, Mapping) for v in (change.old, change.new))
    if change.what == "changed" and (change.is_anew or (change.subject == "term" and plain)):
        return (change.subject, change.what, change.aspect)
    if change.subject != "item" or (change.what == "renamed" and change.aspect != "id"):
        return None
    values = (change.old.data, change.new.data) if change.what in ("changed", "moved") else ()
    return (change.id.partition("/")[0], change.what, change.aspect, *map(repr, values))


def told_line(phrases: Phrases, bundle: Sequence[Change]) -> ReportLine:
    """The line of a change, or of a bundle of alike ones."""
    change = bundle[0]
    if len(bundle) == 1:
        return _of_one(phrases, change)
    names = [phrases.word(c.name) for c in bundle]
    if change.subject == "drawing":
        names = list(dict.fromkeys(name.rpartition("/")[2].removesuffix(".svg") for name in names))
    shown = phrases.phrase("comma").join(names)
    if change.subject != "item":
        how = phrases.phrase(f"anew.{change.subject}") if change.is_anew else phrases.aspect(change)
        return ReportLine(change.what, phrases.phrase(f"many.{change.subject}", n=len(bundle), how=how), shown)
    words = phrases.phrase(f"many.{change.what}", n=len(bundle), names=shown, how=_how(phrases, change))
    return ReportLine(change.what, phrases.word(change.within), words)


def _of_one(phrases: Phrases, change: Change) -> ReportLine:
    name, words = thing_name(phrases, change), _how(phrases, change)
    texts = all(isinstance(v.data, Mapping) and set(v.data) == set(v.words) for v in (change.old, change.new))
    if change.what != "changed" or not texts:
        return ReportLine(change.what, name, words)
    old, new, _ = old_and_new(phrases, change)
    return ReportLine(change.what, name, words, (old, new), f"{old} {phrases.arrow} {new}")


def thing_name(phrases: Phrases, change: Change) -> str:
    """What a change is of, by itself."""
    name = phrases.word(change.name)
    if change.subject in _CALLED:
        return phrases.phrase(f"called.{change.subject}", name=name)
    if change.subject == "item":
        owner = phrases.word(change.within)
        return name if name == owner or name.startswith(f"{owner} ") else phrases.phrase("item", set=owner, name=name)
    if change.subject == "rule" and name[:1].isdigit() and change.what in ("added", "removed"):
        number, _, title = name.partition(" ")
        text = _lone(phrases, change)
        return number if text.startswith(title.rstrip("…")) else name  # not the same words twice
    if change.subject == "rule" and change.within and not name[:1].isdigit():
        return phrases.phrase("item", set=phrases.word(change.within), name=name)
    if change.subject == "field":
        return phrases.phrase("field", set=phrases.word(change.within), name=phrases.aspect(change))
    return name


def _lone(phrases: Phrases, change: Change) -> str:
    """What was added, or removed."""
    return phrases.word((change.new if change.what == "added" else change.old).words)


def _how(phrases: Phrases, change: Change) -> str:
    """What happened to it."""
    if change.what in ("added", "removed"):
        amount = _lone(phrases, change)
        unit = {"set": "pieces", "item": "copies"}.get(change.subject, "value")
        words = phrases.phrase(f"unit.{unit}", n=amount) if amount else ""
        told = phrases.phrase(f"{change.what}.with", amount=words) if words else phrases.phrase(change.what)
        return phrases.number(told, bool(words) and any(change.assumed))
    return _turned(phrases, change)


def _turned(phrases: Phrases, change: Change) -> str:
    """From what to what it was changed."""
    if change.is_anew:
        return _shown(phrases, change, phrases.phrase(f"anew.{change.subject}"))
    old, new, language = old_and_new(phrases, change)
    old, new = (phrases.number(words, assumed) for words, assumed in zip((old, new), change.assumed, strict=True))
    pair = f"{old} {phrases.arrow} {new}" + (f" [{language}]" if language != phrases.language else "")
    if change.what == "moved":
        return phrases.phrase("moved", pair=pair)
    if change.what == "renamed" and (change.aspect in NAME_FIELDS or change.subject == "field"):
        return phrases.phrase("renamed", pair=pair)
    if change.aspect == "pieces":
        return f"{old} {phrases.arrow} {phrases.phrase('unit.pieces', n=new)}"
    if (change.subject, change.aspect) in _PLAIN:
        return _shown(phrases, change, pair)
    return f"{phrases.aspect(change)}{phrases.phrase('colon')}{pair}"


_PLAIN = (("parameter", "value"), ("size", "size"))


def _shown(phrases: Phrases, change: Change, words: str) -> str:
    """Words with the sets that show it."""
    sets = phrases.word(change.within)
    return phrases.phrase("shown", how=words, sets=sets) if sets else words


def old_and_new(phrases: Phrases, change: Change) -> tuple[str, str, str]:
    """Both values, cut down to where they differ, and the language that shows the difference."""
    language = phrases.language
    old, new = _in(change.old, language), _in(change.new, language)
    if old == new or language in change.silent:
        others = (k for k in sorted({*change.old.words, *change.new.words}) if k not in change.silent)
        language = next((k for k in others if _in(change.old, k) != _in(change.new, k)), language)
        old, new = _in(change.old, language), _in(change.new, language)
    if old == new:  # they differ only in what is not read: a reference instead of a word, a bold one
        old, new = _source(change.old, language), _source(change.new, language)
    none = phrases.phrase("nothing")
    one, other = excerpts(old, new, phrases.most)
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
    first = shared_start(old, new)
    last = shared_start(old[first:][::-1], new[first:][::-1])
    start = next((m.start() for m in _RUNS.finditer(old) if m.end() > max(0, first - 12)), len(old))
    return _cut(old, start, len(old) - last), _cut(new, start, len(new) - last)


_RUNS = lazy_pattern(r"[0-9A-Za-z'’-]+|[ァ-ヺー]+|[一-龯々]+[ぁ-ん]*|[ぁ-ん]+|.", re.DOTALL)
"""Words; in Japanese, runs of one script, kanji with what follows them."""


def _cut(words: str, start: int, end: int) -> str:
    end = min(len(words), max(end + 12, start + 1))
    end = next((m.end() for m in _RUNS.finditer(words) if m.end() >= end), len(words))
    part = words[start:end].strip()
    return ("…" if start else "") + part + ("…" if end < len(words) else "")
