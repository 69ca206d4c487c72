"""Why a face is otherwise now: which field, which number, which word.

Takes a `Comparison` and a component; gives a few words in a language, the nearest reason first. Promise: what changed
in the component itself comes before what it only speaks of; where the data give no reason it is the layout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.compare.change import Change, Comparison
from generator.compare.plain import AS_IT_IS
from generator.compare.uses import Name, uses_of
from generator.face.face import Face
from generator.layout.measure import runs

MOST = 4
Say = Mapping[str, str]
"""The words of the tool (`read_words`)."""
_SEEN = {"term": ("name", "id", "icon", "color", "short", "plural"), "parameter": ("value",), "set": ("name", "pieces")}
"""What of a thing shows on the faces that speak of it."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Changes by what they touch: an item by its id, a set by its own (`looks`: what it is drawn with), and the items
    that speak of a changed thing."""

    items: Mapping[str, list[Change]] = field(default_factory=dict)
    sets: Mapping[str, list[Change]] = field(default_factory=dict)
    looks: Mapping[str, list[Change]] = field(default_factory=dict)
    spoken: Mapping[str, list[Change]] = field(default_factory=dict)
    game: tuple[Change, ...] = ()


def reasons_of(comparison: Comparison) -> Reasons:
    """The changes of a comparison, ready to be asked for."""
    items: dict[str, list[Change]] = defaultdict(list)
    sets: dict[str, list[Change]] = defaultdict(list)
    looks: dict[str, list[Change]] = defaultdict(list)
    shows: dict[Name, list[Change]] = defaultdict(list)
    for change in comparison.changes:
        if change.subject == "item":
            items[change.id].append(change)
        elif change.subject == "field":
            sets[change.id.partition("/")[0]].append(change)
        elif change.subject == "set" and change.aspect in ("size", "layout", "back", "name"):
            sets[change.id].append(change)
        for owner in change.sets:
            looks[owner].append(change)
        if change.aspect in _SEEN.get(change.subject, ()):
            shows[change.subject, change.new_id].append(change)
    spoken: dict[str, list[Change]] = defaultdict(list)
    for name, places in uses_of(comparison.new, AS_IT_IS).items():
        for place in places if name in shows else ():
            kind, _, item = place.partition(" ")
            if kind == "item":
                spoken[item] += shows[name]
    game = tuple(c for c in comparison.changes if c.subject == "game" and c.aspect in ("version", "title"))
    return Reasons(items, sets, looks, spoken, game)


def why(reasons: Reasons, name: str, faces: Iterable[Face], language: str, say: Say) -> str:
    """The reasons for a component ("set/item") in a few words. `faces`: its new ones."""
    found = [_aspect(c, say) for c in reasons.items.get(name, ()) if c.aspect not in ("count", "id")]
    found += [_aspect(c, say) for c in reasons.sets.get(name.partition("/")[0], ())]
    spoken = sorted(reasons.spoken.get(name, ()), key=lambda c: (c.subject, c.id))
    things: dict[tuple[str, str], Change] = {}
    for change in spoken:  # a thing once, by its name where that changed
        if change.aspect == "name" or (change.subject, change.new_id) not in things:
            things[change.subject, change.new_id] = change
    found += [_thing(c, language) for c in things.values()]
    if not found:  # what all cards of a set share is no reason where one has its own
        looks = reasons.looks.get(name.partition("/")[0], ())
        found = [say.get("swap.layout", "layout") if c.subject == "drawing" else _aspect(c, say) for c in looks]
        words = {run.string for face in faces for run, _ in runs(face.nodes)}
        shown = (c for c in reasons.game if any(_bears(w, c.new.words.get(language, "")) for w in words))
        found += [_aspect(c, say) for c in shown]
    kept = [w for w in dict.fromkeys(found) if w] or [say.get("swap.layout", "layout")]
    more = "" if len(kept) <= MOST else " …"
    return say.get("list.comma", ", ").join(kept[:MOST]) + more


def _bears(run: str, words: str) -> bool:
    return bool(words) and words in run


def _aspect(change: Change, say: Say) -> str:
    """The name of what changed: a field by its own."""
    return say.get(f"diff.aspect.{change.aspect}", change.aspect)


def _thing(change: Change, language: str) -> str:
    """A number or a word that a face speaks of, as it is now."""
    name = change.name.get(language) or next(iter(change.name.values()), change.id)
    if change.subject == "parameter":
        return f"{name} {change.old.words.get(language, '')} → {change.new.words.get(language, '')}"
    if change.aspect == "name":
        return f"{change.old.words.get(language, '')} → {name}"
    return name
