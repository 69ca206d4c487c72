"""Two versions of a game -> which thing of the old one is which of the new one.

An id never changes once it is printed, so equal ids are the same thing, whatever else changed. What is left over on
both sides is paired by likeness (`similarity`), the most alike first, and never below the threshold of its kind. Since
what a term means shows in where it is used, and that needs to know which items and rules are the same, all this is done
twice; the second time old texts are read in today's terms. At the end items that are left over in sets that do not
belong together are paired if they are nearly equal: they moved.

Promise: deterministic, whatever the order in the files; nothing is in two pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from generator.compare import similarity
from generator.compare.model import NOTHING, Matching, Normalizer, Pairs, things_of
from generator.compare.similarity import Feature, Referent, Side
from generator.data.model import Game, Text
from generator.data.walk import mentions_of, texts_of
from generator.values import replace

_FEATURES: Mapping[str, tuple[Callable[[Side, Any], tuple[Feature, ...]], float]] = {
    "kind": (similarity.of_kind, 0.5),
    "set": (similarity.of_set, 0.36),
    "term": (similarity.of_term, 0.36),
    "section": (similarity.of_section, 0.5),
    "item": (similarity.of_item, 0.45),
    "parameter": (similarity.of_parameter, 0.6),
    "rule": (similarity.of_rule, 0.45),
    "step": (similarity.of_step, 0.6),
    "question": (similarity.of_question, 0.5),
}
"""Kind -> what tells a thing, and how alike two must be; each sees what those before it are known to be."""
_MOVED = 0.8
"""How alike items of two sets that do not belong together must be."""
MOST_PAIRS = 40_000
"""Above so many pairs to be scored, only those are that share a name or a text."""


def match(old: Game, new: Game) -> Matching:
    """Which thing of the old version is which of the new one."""
    games = (old, new)
    uses = (uses_of(old), uses_of(new))
    things = (things_of(old), things_of(new))
    known = Matching()
    for _ in range(2):
        sides = _sides(games, uses, known)
        for kind in _FEATURES:
            pairs = _items(sides, *things) if kind == "item" else _paired(sides, kind, things[0][kind], things[1][kind])
            known = replace(known, **{f"{kind}s": pairs})
            sides = (replace(sides[0], normalizer=replace(sides[0].normalizer, names=known)), sides[1])
    left, free = (
        {
            k: v
            for k, v in side["item"].items()
            if k not in there and any(isinstance(t, Text) for t in v[1].values.values())
        }
        for side, there in zip(things, (known.items.names, known.items.origins), strict=True)
    )  # numbers alone do not make an item the same in another set
    moved = _assigned(_sides(games, uses, known), "item", left, free, _MOVED)
    return replace(known, items=_joined(known.items, moved))


def _joined(*many: Pairs) -> Pairs:
    names = {old: new for pairs in many for old, new in pairs.names.items()}
    return Pairs(names, {old: score for pairs in many for old, score in pairs.scores.items()})


# ---- what both versions say of their things --------------------------------------------------------------------------


def normalizers_of(old: Game, new: Game, known: Matching) -> tuple[Normalizer, Normalizer]:
    """What reads the values of both, so that equal means the same, in the languages of both; in the new one's if there
    are none."""
    languages = tuple(language for language in new.languages if language in old.languages) or new.languages
    return Normalizer(old, known, languages), Normalizer(new, Matching(), languages)


def uses_of(game: Game) -> dict[Referent, set[Referent]]:
    """Everything that is spoken of (of an item, its set), and by whom: ("item", "skill/horse")."""
    found: dict[Referent, set[Referent]] = defaultdict(set)
    for mention in mentions_of(game, texts_of(game)):
        kind, _, name = mention.owner.partition(" ")
        if name:
            thing = ("set", mention.within) if mention.kind == "item" else (mention.kind, mention.name)
            found[thing].add((kind, name))
    for step in game.setup.steps:
        for thing in (*(("set", name) for name in step.sets), ("term", step.term)):
            found[thing].add(("step", step.id))
    return found


_Things = Mapping[str, Mapping[str, Any]]
_Uses = Mapping[Referent, set[Referent]]


def _sides(games: tuple[Game, Game], uses: tuple[_Uses, _Uses], known: Matching) -> tuple[Side, Side]:
    """Both versions in the names of the new one. A lost rule or a new card says nothing about what is the same."""
    names = (known, Matching())
    there = ({(kind, n.today(kind, name)) for kind, name in _speakers(g)} for g, n in zip(games, names, strict=True))
    shared = set.intersection(*there)
    found = []
    for side, normalizer in enumerate(normalizers_of(*games, known)):
        users: dict[Referent, set[Referent]] = {}
        mentions: dict[Referent, set[Referent]] = defaultdict(set)
        for (kind, name), owners in uses[side].items():
            thing = (kind, names[side].today(kind, name))
            users[kind, name] = {(k, names[side].today(k, n)) for k, n in owners} & shared
            for owner in users[kind, name] if thing in shared else ():
                mentions[owner].add(thing)
        renamed = () if side else _renamed_words(*games, known)
        found.append(Side(normalizer, users, mentions, renamed))
    return found[0], found[1]


def _speakers(game: Game) -> Iterable[Referent]:
    """Everything that may speak of something, or be spoken of."""
    for kind, things in things_of(game).items():
        if kind in ("set", "term", "item", "parameter", "rule", "step"):
            yield from ((kind, name) for name in things)


def _renamed_words(old: Game, new: Game, known: Matching) -> tuple[tuple[str, str, str], ...]:
    """The names of terms that are called otherwise now: language, old, new; the longest first."""
    found = set()
    old_terms, new_terms = old.terms, new.terms
    for old_id, new_id in known.terms.names.items():
        one, other = old_terms[old_id], new_terms[new_id]
        for texts in ((one.plural, other.plural), (one.name, other.name)):
            before, after = (t.words if t else {} for t in texts)
            found |= {(k, before[k], after[k]) for k in before if k in after and before[k] != after[k] and before[k]}
    return tuple(sorted(found, key=lambda w: (-len(w[1]), w)))


# ---- pairs -----------------------------------------------------------------------------------------------------------


def _items(
    sides: tuple[Side, Side], olds: Mapping[str, Mapping[str, Any]], news: Mapping[str, Mapping[str, Any]]
) -> Pairs:
    """The items of each pair of sets."""
    many = []
    for old_set, new_set in sides[0].normalizer.names.sets.names.items():
        left, free = (
            {k: v for k, v in things["item"].items() if v[0].id == name}
            for things, name in ((olds, old_set), (news, new_set))
        )
        sure = {k: f"{new_set}/{item.id}" for k, (_, item) in left.items() if f"{new_set}/{item.id}" in free}
        many.append(_paired(sides, "item", left, free, sure))
    return _joined(*many)


def _paired(
    sides: tuple[Side, Side],
    kind: str,
    olds: Mapping[str, Any],
    news: Mapping[str, Any],
    sure: Mapping[str, str] | None = None,
) -> Pairs:
    """Equal ids (or what is `sure`), then the most alike of what is left over."""
    sure = {name: name for name in sorted(olds) if name in news} if sure is None else sure
    left = {k: v for k, v in olds.items() if k not in sure}
    free = {k: v for k, v in news.items() if k not in sure.values()}
    found = _assigned(sides, kind, left, free, _FEATURES[kind][1])
    return _joined(Pairs(sure, dict.fromkeys(sure, 1.0)), found)


def _assigned(
    sides: tuple[Side, Side], kind: str, left: Mapping[str, Any], free: Mapping[str, Any], threshold: float
) -> Pairs:
    if not left or not free:
        return NOTHING
    features = _FEATURES[kind][0]
    old, new = (
        {k: features(side, v) for k, v in things.items()} for side, things in zip(sides, (left, free), strict=True)
    )
    pairs: Iterable[tuple[str, str]] = product(sorted(old), sorted(new))
    if len(old) * len(new) > MOST_PAIRS:
        pairs = _likely(old, new)
    scores = {(o, n): similarity.score(old[o], new[n]) for o, n in pairs}
    found = assign(scores, threshold)
    return Pairs(found, {o: round(scores[o, n], 3) for o, n in found.items()})


def assign(scores: Mapping[tuple[str, str], float], threshold: float) -> dict[str, str]:
    """Old -> new, the most alike first, each at most once; among equals in the order of their ids."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (old, new), score in sorted(scores.items(), key=lambda e: (-e[1], e[0])):
        if score >= threshold and old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def _likely(
    left: Mapping[str, tuple[Feature, ...]], free: Mapping[str, tuple[Feature, ...]]
) -> Iterable[tuple[str, str]]:
    """Pairs that have the same words somewhere: a bulk of things with new ids is found by its texts."""
    by_words: dict[str, list[str]] = defaultdict(list)
    for name in sorted(free):
        for words in _all_words(free[name]):
            by_words[words].append(name)
    return sorted({(o, n) for o in left for words in _all_words(left[o]) for n in by_words.get(words, ())[:50]})


def _all_words(features: tuple[Feature, ...]) -> set[str]:
    """Every text of a thing, in every language."""
    values = (v for _, value, _ in features for v in (value.values() if isinstance(value, Mapping) else (value,)))
    return {words for value in values if isinstance(value, Text) for words in value.words.values()}
