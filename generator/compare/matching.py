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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from generator.compare.model import Matching, Pairs, by_id
from generator.compare.similarity import (
    Both,
    Contexts,
    Evidence,
    OwnedItem,
    Referent,
    item_score,
    kind_score,
    parameter_score,
    question_score,
    rule_score,
    section_score,
    set_score,
    step_score,
    term_score,
)
from generator.compare.values import AS_IT_IS, Normalizer, Renaming
from generator.data.model import Game, Item, Rule, Section, Text
from generator.data.walk import Mention, Spoken, mentions_of, rules_of, texts_of

_T = TypeVar("_T")
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
MOST_PAIRS = 40_000
"""Above so many pairs to be scored, only those are that share a name or a text."""
_CONTEXT = 24
"""Characters on each side of a number that say what it is for."""


def match(old: Game, new: Game) -> Matching:
    """Which thing of the old version is which of the new one."""
    one, other = _Walked.of(old), _Walked.of(new)
    known = Matching()
    for _ in range(2):
        known = _round(_both(one, other, known))
    return replace(known, items=_moved(_both(one, other, known)))


def assign(scores: Mapping[tuple[str, str], float], threshold: float) -> dict[str, str]:
    """Old -> new, the most alike first, each at most once; among equals in the order of their ids."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (old, new), score in sorted(scores.items(), key=lambda e: (-e[1], e[0])):
        if score >= threshold and old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def normalizers_of(old: Game, new: Game, known: Matching) -> tuple[Normalizer, Normalizer]:
    """What reads the values of both, so that equal means the same, in the languages of both; in the new one's if there
    are none."""
    languages = tuple(language for language in new.languages if language in old.languages) or new.languages
    return Normalizer(old, known.renaming, languages), Normalizer(new, AS_IT_IS, languages)


# ---- what both versions say of their things --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Walked:
    """A game with its texts and its mentions."""

    game: Game
    mentions: Sequence[Mention]
    contexts: Contexts

    @staticmethod
    def of(game: Game) -> _Walked:
        texts = tuple(texts_of(game))
        return _Walked(game, tuple(mentions_of(game, texts)), _contexts(texts))


def _contexts(texts: Iterable[Spoken]) -> Contexts:
    """What stands next to each parameter wherever the rules speak of it, by language."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for spoken in texts:
        for language, tokens in spoken.tokens.items() if (spoken.owner[:5], spoken.role) == ("rule ", "text") else ():
            words = spoken.text.words[language]
            for token in tokens:
                if token.kind == "parameter":
                    near = words[max(0, token.start - _CONTEXT) : token.start], words[token.end : token.end + _CONTEXT]
                    before = found[token.text].get(language)
                    found[token.text][language] = " … ".join((before, *near) if before is not None else near)
    return found


def referents_of(game: Game) -> dict[Referent, set[str]]:
    """Everything that is spoken of, and by whom: "item skill/horse", "rule war.defeat"."""
    return _owners(_Walked.of(game), AS_IT_IS)


def _owners(walked: _Walked, names: Renaming) -> dict[Referent, set[str]]:
    found: dict[Referent, set[str]] = defaultdict(set)
    for mention in walked.mentions:
        if mention.owner:
            kind, _, name = mention.owner.partition(" ")
            found[_reference(mention)].add(f"{kind} {names.today(kind, name)}")
    for step in walked.game.setup.steps:
        for set_id in step.sets:
            found["set", set_id].add(f"step {step.id}")
        if step.term:
            found["term", step.term].add(f"step {step.id}")
    return found


def _reference(mention: Mention) -> Referent:
    """What is mentioned; of an item, its set."""
    return ("set", mention.within) if mention.kind == "item" else (mention.kind, mention.name)


def _things(game: Game, names: Renaming) -> frozenset[Referent]:
    """Everything of a game that may be spoken of, named as the new version names it."""
    tables = {"term": game.terms, "parameter": game.parameters, "set": game.sets, "rule": game.rules}
    return frozenset((kind, names.today(kind, name)) for kind, table in tables.items() for name in table)


def _speakers(game: Game, names: Renaming) -> frozenset[str]:
    """All owners that may speak of something."""
    found = {f"{kind} {name}" for kind, name in _things(game, names) if kind != "parameter"}
    found |= {f"item {names.today('item', f'{s.id}/{i.id}')}" for s in game.sets.values() for i in s.items}
    return frozenset(found | {f"step {step.id}" for step in game.setup.steps})


def _both(old: _Walked, new: _Walked, known: Matching) -> Both:
    names = known.renaming
    things = _things(old.game, names) & _things(new.game, AS_IT_IS)
    normalizers = normalizers_of(old.game, new.game, known)
    sides = [_evidence(walked, normalizer, things) for walked, normalizer in zip((old, new), normalizers, strict=True)]
    shared = _speakers(old.game, names) & _speakers(new.game, AS_IT_IS)
    return Both(sides[0], sides[1], known, shared, _renamed_words(old.game, new.game, known))


def _evidence(walked: _Walked, normalizer: Normalizer, things: frozenset[Referent]) -> Evidence:
    owners = {reference: frozenset(by) for reference, by in _owners(walked, normalizer.names).items()}
    mentions: dict[str, set[Referent]] = defaultdict(set)
    for (kind, name), by in owners.items():
        reference = (kind, normalizer.names.today(kind, name))
        for owner in by if reference in things else ():
            mentions[owner].add(reference)
    return Evidence(walked.game, normalizer, owners, mentions, walked.contexts)


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

Score = Callable[[Both, _T, _T], float]


def _round(both: Both) -> Matching:
    """Each kind of thing once; each sees what the others are known to be."""
    old, new = both.old.game, both.new.game
    known = replace(both.known, kinds=_paired(both, "kind", old.kinds, new.kinds, kind_score))
    both = replace(both, known=known)
    sets = _paired(both, "set", old.sets, new.sets, set_score)
    terms = _paired(both, "term", old.terms, new.terms, term_score)
    known = replace(known, sets=sets, terms=terms)
    normalizers = normalizers_of(old, new, known)
    one, other = replace(both.old, normalizer=normalizers[0]), replace(both.new, normalizer=normalizers[1])
    both = replace(both, known=known, old=one, new=other)
    sections = _paired(both, "section", by_id(old.sections), by_id(new.sections), section_score)
    both = replace(both, known=replace(known, sections=sections))
    return replace(
        both.known,
        items=_items(both),
        parameters=_paired(both, "parameter", old.parameters, new.parameters, parameter_score),
        rules=_paired(both, "rule", _rules(old), _rules(new), rule_score),
        steps=_paired(both, "step", by_id(old.setup.steps), by_id(new.setup.steps), step_score),
        questions=_paired(both, "question", by_id(old.questions), by_id(new.questions), question_score),
    )


def _paired(both: Both, kind: str, olds: Mapping[str, _T], news: Mapping[str, _T], score: Score[_T]) -> Pairs:
    """Equal ids, then the most alike of what is left over."""
    sure = {name: name for name in sorted(olds) if name in news}
    left = {k: v for k, v in olds.items() if k not in sure}
    free = {k: v for k, v in news.items() if k not in sure}
    found = _assigned(both, kind, left, free, score)
    return Pairs({**sure, **found.names}, {**dict.fromkeys(sure, 1.0), **found.scores})


def _assigned(both: Both, kind: str, left: Mapping[str, _T], free: Mapping[str, _T], score: Score[_T]) -> Pairs:
    pairs: Iterable[tuple[str, str]] = ((o, n) for o in sorted(left) for n in sorted(free))
    if len(left) * len(free) > MOST_PAIRS:
        pairs = _likely(left, free)
    scores = {(o, n): score(both, left[o], free[n]) for o, n in pairs}
    found = assign(scores, THRESHOLDS[kind])
    return Pairs(found, {o: round(scores[o, n], 3) for o, n in found.items()})


def _likely(left: Mapping[str, object], free: Mapping[str, object]) -> list[tuple[str, str]]:
    """Pairs that have the same words somewhere: a bulk of things with new ids is found by its texts."""
    by_words: dict[str, list[str]] = defaultdict(list)
    for name in sorted(free):
        for words in _all_words(free[name]):
            by_words[words].append(name)
    return sorted({(o, n) for o in left for words in _all_words(left[o]) for n in by_words.get(words, ())[:50]})


def _all_words(thing: object) -> set[str]:
    """Every text of a thing, in every language."""
    if isinstance(thing, tuple):
        return {words for part in thing for words in _all_words(part)}
    values = thing.values.values() if isinstance(thing, Item) else (getattr(thing, k, None) for k in ("name", "text"))
    return {words for value in values if isinstance(value, Text) for words in value.words.values()}


def _rules(game: Game) -> dict[str, tuple[Rule, Section]]:
    return {rule.id: (rule, section) for section in game.sections for rule in rules_of(section)}


def _items(both: Both) -> Pairs:
    """The items of each pair of sets."""
    names: dict[str, str] = {}
    scores: dict[str, float] = {}
    for old_id, new_id in both.known.sets.names.items():
        owners = both.old.game.sets[old_id], both.new.game.sets[new_id]
        olds, news = ({item.id: (owner, item) for item in owner.items} for owner in owners)
        pairs = _paired(both, "item", olds, news, item_score)
        for one, other in pairs.names.items():
            names[f"{old_id}/{one}"] = f"{new_id}/{other}"
            scores[f"{old_id}/{one}"] = pairs.scores[one]
    return Pairs(names, scores)


def _moved(both: Both) -> Pairs:
    """The pairs of items, with those that went to another set."""
    known = both.known.items
    old, new = _free(both.old.game, known.names), _free(both.new.game, known.origins)
    found = _assigned(both, "moved", old, new, item_score)
    return Pairs({**known.names, **found.names}, {**known.scores, **found.scores})


def _free(game: Game, paired: Mapping[str, str]) -> dict[str, OwnedItem]:
    """Items that are in no pair and have words of their own: numbers alone do not make one the same in another set."""
    items = {f"{owner.id}/{item.id}": (owner, item) for owner in game.sets.values() for item in owner.items}
    telling = (name for name, (_, item) in items.items() if any(isinstance(v, Text) for v in item.values.values()))
    return {name: items[name] for name in telling if name not in paired}
