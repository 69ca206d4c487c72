"""Two versions of a game -> which thing of the old one is which of the new one.

An id never changes once it is printed, so equal ids are the same thing, whatever else changed. For what is left over on
both sides a score from 0 to 1 is made of what the two have in common, each thing with its own table of features and
weights (`likeness`, one function a thing):

| thing | features (weight) |
| --- | --- |
| set | name in any language 3, items 2, where it is spoken of 1.5, kind 1, fields 1, definition 1, size, number 0.5 |
| item, in sets that belong together | name 3, texts 2, other fields 2, id 1, number 0.5 |
| term | name 3, where it is spoken of 3, definition 2, kind up to 1, icon 1, colour 0.5, place among its kind 0.25 |
| parameter | name 3, where it is spoken of 2, id 1, value 1 |
| rule | text 4, title 2, what it speaks of 2, paragraphs below it 1.5, id 1, section 1 |
| section, step, question | the same in small |

A number whose name, or whose place in the rules, says the contrary (gained, lost) is another one (`opposite`).
A feature about which neither side says anything does not count. Words are alike by the pairs of letters that they
share (Dice), which serves Japanese and English alike. Pairs under the threshold of their kind (`THRESHOLDS`) are never
made; of all ways to pair the rest, the one with the largest sum of scores is taken (`alike.assign`). Since what a term
means shows in where it is used, and that needs to know which items and rules are the same, all this is done twice; the
second time old texts are read in today's terms. At the end items that are left over in sets that do not belong together
are paired if they are nearly equal: they moved.

Promise: deterministic, whatever the order in the files; nothing is in two pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from generator.compare.alike import Scores, assign
from generator.compare.likeness import (
    Both,
    Housing,
    housed,
    item_score,
    kind_score,
    parameter_score,
    placed,
    question_score,
    rule_score,
    section_score,
    set_score,
    step_score,
    term_score,
)
from generator.compare.opposite import surroundings
from generator.compare.pairs import Matching, Pairs
from generator.compare.plain import AS_IT_IS, Reader
from generator.compare.uses import known_to, places_of, spoken_of, uses_of
from generator.data.model import ComponentSet, Game, Item, Text

THRESHOLDS = {
    "set": 0.36,
    "item": 0.45,
    "moved": 0.8,
    "kind": 0.5,
    "term": 0.36,
    "parameter": 0.6,
    "rule": 0.45,
    "section": 0.5,
    "step": 0.6,
    "question": 0.5,
}
MANY = 40_000
"""Above so many pairs to be scored, only those are that share a name, a text or a number of figures."""


def match(old: Game, new: Game) -> Matching:
    """Which thing of the old version is which of the new one."""
    known = Matching()
    for _ in range(2):
        known = _round(_both(old, new, known))
    return replace(known, items=_moved(_both(old, new, known)))


def common_languages(old: Game, new: Game) -> tuple[str, ...]:
    """The languages of both, in the order of the new one; the new one's if there are none."""
    return tuple(language for language in new.languages if language in old.languages) or new.languages


def readers_of(old: Game, new: Game, known: Matching) -> tuple[Reader, Reader]:
    """What reads the values of both, so that equal means the same."""
    languages = common_languages(old, new)
    return Reader(old, known.renaming, languages), Reader(new, AS_IT_IS, languages)


def _both(old: Game, new: Game, known: Matching) -> Both:
    readers = readers_of(old, new, known)
    names = known.renaming
    places = places_of(old, names) & places_of(new, AS_IT_IS)
    uses = uses_of(old, names), uses_of(new, AS_IT_IS)
    things = known_to(old, names) & known_to(new, AS_IT_IS)
    spoken = spoken_of(old, names, things), spoken_of(new, AS_IT_IS, things)
    words = _renamed_words(old, new, known)
    return Both(old, new, known, *uses, places, words, readers, (surroundings(old), surroundings(new)), spoken)


def _renamed_words(old: Game, new: Game, known: Matching) -> tuple[tuple[str, str, str], ...]:
    """The names of terms that are called otherwise now: language, old, new."""
    found = set()
    for old_id, new_id in known.terms.names.items():
        one, other = old.terms[old_id], new.terms[new_id]
        for texts in ((one.plural, other.plural), (one.name, other.name)):
            before, after = (t.words if t else {} for t in texts)
            found |= {(k, before[k], after[k]) for k in before if k in after and before[k] != after[k] and before[k]}
    return tuple(sorted(found, key=lambda w: (-len(w[1]), w)))


def _round(both: Both) -> Matching:
    """Each kind of thing once; each sees what the others are known to be."""
    old, new = both.old, both.new

    def pair(kind: str, olds: Mapping[str, Any], news: Mapping[str, Any], score: Callable[..., float]) -> Pairs:
        return _paired(both, kind, olds, news, score)

    known = replace(both.known, kinds=pair("kind", old.kinds, new.kinds, kind_score))
    both = replace(both, known=known)
    sets = pair("set", old.sets, new.sets, set_score)
    terms = pair("term", placed(old), placed(new), term_score)
    both = replace(both, known=replace(known, sets=sets, terms=terms))
    both = replace(both, readers=readers_of(old, new, both.known))
    sections = pair("section", _by_id(old.sections), _by_id(new.sections), section_score)
    both = replace(both, known=replace(both.known, sections=sections))
    return replace(
        both.known,
        items=_items(both),
        parameters=pair("parameter", old.parameters, new.parameters, parameter_score),
        rules=pair("rule", housed(old), housed(new), rule_score),
        steps=pair("step", _by_id(old.setup.steps), _by_id(new.setup.steps), step_score),
        questions=pair("question", _by_id(old.questions), _by_id(new.questions), question_score),
    )


def _paired(
    both: Both, kind: str, olds: Mapping[str, Any], news: Mapping[str, Any], score: Callable[..., float]
) -> Pairs:
    """Equal ids, then the best of what is left over."""
    sure = {name: name for name in sorted(olds) if name in news}
    left = {k: v for k, v in olds.items() if k not in sure}
    free = {k: v for k, v in news.items() if k not in sure}
    scores = _scores(both, left, free, score)
    found = assign(scores, THRESHOLDS[kind])
    known = dict.fromkeys(sure, 1.0) | {o: round(scores[o, n], 3) for o, n in found.items()}
    return Pairs(sure | found, known)


def _scores(both: Both, left: Mapping[str, Any], free: Mapping[str, Any], score: Callable[..., float]) -> Scores:
    """The scores of all pairs; where there are very many, of those that have something to show for it."""
    pairs: Iterable[tuple[str, str]] = ((o, n) for o in sorted(left) for n in sorted(free))
    if len(left) * len(free) > MANY:
        pairs = _likely(left, free)
    return {(o, n): score(both, o, left[o], n, free[n]) for o, n in pairs}


def _likely(left: Mapping[str, Any], free: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Pairs that have the same words somewhere: a bulk of things with new ids is found by its texts."""
    by_words: dict[str, list[str]] = {}
    for name in sorted(free):
        for words in _all_words(free[name]):
            by_words.setdefault(words, []).append(name)
    found = {(o, n) for o in left for words in _all_words(left[o]) for n in by_words.get(words, ())[:50]}
    return sorted(found)


def _all_words(thing: object) -> set[str]:
    """Every text of a thing, in every language."""
    if isinstance(thing, tuple):
        return {words for part in thing for words in _all_words(part)}
    values = thing.values.values() if isinstance(thing, Item) else (getattr(thing, k, None) for k in ("name", "text"))
    return {words for value in values if isinstance(value, Text) for words in value.words.values()}


def _by_id(things: Iterable[Any]) -> dict[str, Any]:
    return {thing.id: thing for thing in things}


# ---- items -----------------------------------------------------------------------------------------------------------


def _items(both: Both) -> Pairs:
    """The items of each pair of sets."""
    names: dict[str, str] = {}
    scores: dict[str, float] = {}
    for old_id, new_id in both.known.sets.names.items():
        old, new = both.old.sets[old_id], both.new.sets[new_id]
        pairs = _paired(both, "item", _owned(old), _owned(new), item_score)
        for one, other in pairs.names.items():
            names[f"{old_id}/{one}"] = f"{new_id}/{other}"
            scores[f"{old_id}/{one}"] = pairs.scores[one]
    return Pairs(names, scores)


def _owned(owner: ComponentSet) -> dict[str, Housing]:
    return {item.id: (owner, item) for item in owner.items}


def _moved(both: Both) -> Pairs:
    """The pairs of items, with those that went to another set."""
    names, taken = both.known.items.names, set(both.known.items.names.values())
    old = {f"{s.id}/{i.id}": (s, i) for s in both.old.sets.values() for i in s.items if f"{s.id}/{i.id}" not in names}
    new = {f"{s.id}/{i.id}": (s, i) for s in both.new.sets.values() for i in s.items if f"{s.id}/{i.id}" not in taken}
    old = {k: v for k, v in old.items() if _tells(v[1])}
    new = {k: v for k, v in new.items() if _tells(v[1])}
    scores = _scores(both, old, new, item_score)
    found = assign(scores, THRESHOLDS["moved"])
    return Pairs(
        {**names, **found}, {**both.known.items.scores, **{o: round(scores[o, n], 3) for o, n in found.items()}}
    )


def _tells(item: Item) -> bool:
    """True if an item has words of its own: numbers alone do not make it the same in another set."""
    return any(isinstance(value, Text) for value in item.values.values())
