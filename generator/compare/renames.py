"""Changes -> the same, those that only say by its new name what was renamed marked as echoes of that.

Takes the `VersionPair` of a comparison, and its changes. Promise: of two names of which one is in the other ("town",
"town card") the shorter is renamed and the longer follows; a change is an echo only if putting new names (and ids, as
whole words) for old ones makes of what was, in each language of both versions, exactly what is, but for an article.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.compare.model import Change, VersionPair, things_of
from generator.compare.readable import Json
from generator.data.lexicon import entry, is_latin
from generator.data.model import NAME_FIELDS, Text
from generator.data.schema.validation import slug
from generator.values import Struct, replace

MANY = 300
"""The names of more renamed items than these are not looked for in other words."""
_UNNAMED = ("rule", "section", "step", "question")
"""Kinds of things of which nothing else is called by their words."""
_FORMS = ("name", "plural", "short", "title")
_Renamed = tuple[str, str, str]
"""A language ("" of an id), what it was called, what it is called now."""
Follows = Callable[[str, str], bool]
"""Whether new words are the old ones but for what was renamed."""


class _Thing(Struct, frozen=True):
    """A thing with another name or id: its kind and old id, what it is called (or else its id), and all its forms."""

    kind: str
    id: str
    called: tuple[_Renamed, ...]
    forms: tuple[_Renamed, ...]


class Renames(Struct, frozen=True):
    """What was renamed in itself, by kind and old id; by language ("": ids, names of files) what follows from it."""

    roots: frozenset[tuple[str, str]]
    follow: Mapping[str, Follows]


def renames_of(sides: VersionPair) -> Renames:
    """All that was renamed."""
    roots = _roots(sides)
    follow = {language: _follower(roots, language) for language in ("", *sides.normalizers[1].languages)}
    return Renames(frozenset((thing.kind, thing.id) for thing in roots), follow)


def echoes(renames: Renames, changes: Iterable[Change]) -> Iterator[Change]:
    """The changes in their order; echoes are marked."""
    for change in changes:
        is_root = change.what == "renamed" and (change.subject, change.old_id) in renames.roots
        if renames.roots and change.what in ("changed", "renamed") and not is_root:
            both = change.old.data, change.new.data
            is_echo = both[0] != both[1] and _is_echo(renames.follow, *both)
            silent = [k for k, one, other in _texts(renames.follow, *both) if renames.follow[k](one, other)]
            yield replace(change, follows=change.follows or is_echo, echo=is_echo, silent=tuple(silent))
        else:
            yield change


def _texts(follow: Mapping[str, Follows], old: Json, new: Json) -> list[_Renamed]:
    """What was said and is, in each language of both versions; nothing of what is no text."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return []
    return [(k, str(old[k]), str(new[k])) for k in follow if k in old and k in new]


def _is_echo(follow: Mapping[str, Follows], old: Json, new: Json) -> bool:
    """True if of two values one follows from the other by what was renamed."""
    if isinstance(old, str) and isinstance(new, str):
        return follow[""](old, new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        if texts := _texts(follow, old, new):
            return all(follow[language](one, other) for language, one, other in texts)
        pairs = zip(old.items(), new.items(), strict=False)
        return len(old) == len(new) and all(
            _is_echo(follow, k, n) and _is_echo(follow, v, w) for (k, v), (n, w) in pairs
        )
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(_is_echo(follow, a, b) for a, b in zip(old, new, strict=True))
    return old == new


# ---- what was renamed ------------------------------------------------------------------------------------------------


def _roots(sides: VersionPair) -> list[_Thing]:
    """What was renamed in itself, the shortest first."""
    olds, news = things_of(sides.old), things_of(sides.new)
    found: list[_Thing] = []
    for kind in dict.fromkeys(("term", *sides.matching)):
        pairs = sides.matching[kind].names.items()
        things = [_thing(sides, kind, (old, new), (olds[kind][old], news[kind][new])) for old, new in pairs]
        renamed = [thing for thing in things if thing.forms]
        found += renamed if kind != "item" or len(renamed) <= MANY else []
    roots: list[_Thing] = []
    for thing in sorted(found, key=lambda t: len(t.called[0][1])):
        words = " ".join(old for _, old, _ in thing.called).casefold()
        near = [root for root in roots if any(old.casefold() in words for _, old, _ in root.forms)]
        if not all(_follower(near, language)(old, new) for language, old, new in thing.called):
            roots.append(thing)
    return roots


def _thing(sides: VersionPair, kind: str, ids: tuple[str, str], things: tuple[Any, Any]) -> _Thing:
    old, new = (t[1] if kind == "item" else t[0] if isinstance(t, tuple) else t for t in things)
    languages = sides.normalizers[1].languages
    texts = [] if kind in _UNNAMED else list(_names(old, new))
    found = [
        [(k, a, b) for k in languages if (a := one.in_language(k)) and (b := other.in_language(k)) and a != b]
        for one, other in texts
    ]
    slugs = {(slug(a), slug(b)) for forms in found for _, a, b in forms if a.isascii() and b.isascii()}
    short = ids[0].rpartition("/")[2], ids[1].rpartition("/")[2]
    named = [("", a, b) for a, b in dict.fromkeys((short, *sorted(slugs))) if a != b and a and b]
    regular = [(k, f"{a}s", f"{b}s") for k, a, b in (found[0] if len(found) == 1 else ()) if is_latin(k)]
    forms = (*(form for part in found for form in part), *regular, *named)
    return _Thing(kind, ids[0], tuple(found[0] if found and found[0] else forms[:1]), forms)


def _names(old: Any, new: Any) -> Iterator[tuple[Text, Text]]:  # noqa: ANN401 (things of any kind)
    """The names of a thing, the one by which it is called first."""
    if isinstance(old, Text):
        yield old, new
        return
    one, other = ({**{k: getattr(t, k, None) for k in _FORMS}, **getattr(t, "values", {})} for t in (old, new))
    for form in dict.fromkeys((*_FORMS, *NAME_FIELDS)):
        was, now = one.get(form), other.get(form)
        if isinstance(was, Text) and isinstance(now, Text):
            yield was, now


def _follower(roots: Iterable[_Thing], language: str) -> Follows:
    """Words of a language, or ids -> whether the new ones are the old ones but for what was renamed."""
    names: dict[str, list[str]] = defaultdict(list)
    for thing in roots:
        for spoken, old, new in thing.forms:
            if spoken in ("", language):
                names[old.casefold()].append(new)
    if not names:
        return lambda old, new: old == new
    article = entry(language, "articles")
    before = re.compile(rf"(?<![^\W_])(?:{article})$", re.IGNORECASE) if article else None
    inner = [(name, short) for name in names for short in names if short != name and short in name]
    for name, options in [(name, _replaced(name, short, names[short])) for name, short in inner]:
        names[name] += options
    ways = "|".join(_whole(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(ways, re.IGNORECASE)

    def follows(old: str, new: str) -> bool:
        parts, at = [], 0
        for found in pattern.finditer(old):
            may_be = sorted({found[0], *names[found[0].casefold()]}, key=len, reverse=True)
            kept, there = old[at : found.start()], before.search(old[at : found.start()]) if before else None
            parts.append(re.escape(kept[: there.start()]) + f"(?i:{article})" if there else re.escape(kept))
            parts.append(f"(?i:{'|'.join(map(re.escape, may_be))})")
            at = found.end()
        return old == new or (at > 0 and re.fullmatch("".join((*parts, re.escape(old[at:]))), new) is not None)

    return follows


def _replaced(name: str, short: str, news: Sequence[str]) -> list[str]:
    """A name with each of the new ones in the place of a shorter one: "town token" may be a "city token", though that
    of the box is a "building token" now."""
    return [re.sub(_whole(short), new.replace("\\", r"\\"), name, flags=re.IGNORECASE) for new in news]


def _whole(name: str) -> str:
    """A pattern for a name as a whole word, if it is written in letters that words are parted in."""
    edges = (r"(?<![a-z0-9])" if name[0].isascii() else "", r"(?![a-z0-9])" if name[-1].isascii() else "")
    return f"{edges[0]}{re.escape(name)}{edges[1]}"
