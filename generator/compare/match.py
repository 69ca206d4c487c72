"""Two versions of a game -> `Matching`: which thing of the old one is which of the new one.

An id never changes once it is printed, so equal ids are the same thing, whatever else changed. What is left over on
both sides is paired by its words, the most alike first (by the pairs of letters that they share: Dice's coefficient of
bigrams, which serves Japanese and English alike); what is told by its use (sets, terms, verbs, zones) also by what
speaks of it. Promise: nothing is in two pairs; the order in the files makes no difference.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import product

from generator.compare.model import Matching, Normalizer, Pairs, things_of
from generator.data.model import NAME_FIELDS, Game
from generator.data.walk import mentions_of, texts_of
from generator.values import Struct, field, replace

_KINDS = ("kind", "set", "term", "section", "item", "parameter", "rule", "step", "verb", "zone", "mode", "question")
"""What is paired; each kind sees what those before it are known to be."""
_USED = ("set", "term", "verb", "zone")
"""What is told by what speaks of it as much as by its own words."""
_ALIKE, _USED_ALIKE, _SURE = 0.7, 0.5, 0.95
"""How alike two things must be, from 0 to 1; and how sure we are of items with a new id whose values are equal."""
MOST_PAIRS = 40_000
"""Above so many pairs to be looked at, only those are that share a whole text."""
Referent = tuple[str, str]
"""Kind ("term", "parameter", "set", "item", "rule", "step") and id."""


class _Traits(Struct, frozen=True):
    """What tells a thing: its texts; the pairs of letters in its name and in all of them; for sets and terms, by what
    it is spoken of."""

    texts: set[tuple[str, str]] = field(default_factory=set)
    name: set[str] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)
    users: set[Referent] | None = None


def match(old: Game, new: Game) -> Matching:
    """Which thing of the old version is which of the new one."""
    things = things_of(old), things_of(new)
    known = Matching({kind: _by_id(things[0][kind], things[1][kind], str) for kind in _KINDS})
    for kind in _KINDS:
        pairs = _by_id(things[0][kind], things[1][kind], partial(_called, known, things[1][kind]))
        left, free = {*things[0][kind]} - {*pairs.names}, {*things[1][kind]} - {*pairs.origins}
        one, other = normalizers_of(old, new, known)
        if kind == "item" and left and free:
            for counted in (True, False):
                pairs = _with_equal_values((one, other), pairs, left - {*pairs.names}, free - {*pairs.origins}, counted)
            left, free = left - {*pairs.names}, free - {*pairs.origins}
        if left and free:
            alike = _most_alike(_traits(one, kind, left, known), _traits(other, kind, free, known))
            pairs = Pairs({**pairs.names, **alike.names}, {**pairs.scores, **alike.scores})
        known = Matching({**known, kind: pairs})
    return Matching({**known, "field": _fields(normalizers_of(old, new, known), known)})


def _with_equal_values(
    readers: tuple[Normalizer, Normalizer], pairs: Pairs, left: Collection[str], free: Collection[str], counted: bool
) -> Pairs:
    """With the pairs of items, of a set that is in both, of which no other has these values (and as many copies)."""
    today, sets = readers[0].names["set"].names, (readers[0].game.sets, readers[1].game.sets)
    shared = {new: [k for k in sets[0][old].fields if k in sets[1][new].fields] for old, new in today.items()}
    found: list[dict[Hashable, list[str]]] = [defaultdict(list), defaultdict(list)]
    for reader, wanted, same in zip(readers, (left, free), found, strict=True):
        for whole in sorted(wanted):
            name, item = whole.partition("/")[0], reader.game.items[whole]
            owner, kinds = reader.names.today("set", name), reader.game.sets[name].fields
            values = [reader.value(kinds[k], item.said.get(k)) for k in shared.get(owner, ())]
            if any(value is not None for value in values):
                same[owner, *values, item.count if counted else None].append(whole)
    alone = {old[0]: new[0] for key, old in found[0].items() if len(old) == 1 == len(new := found[1].get(key, []))}
    return Pairs({**pairs.names, **alone}, {**pairs.scores, **dict.fromkeys(alone, _SURE)})


def _fields(readers: tuple[Normalizer, Normalizer], known: Matching) -> Pairs:
    """The fields of sets that are called otherwise now ("card/cost"): of one kind, and mostly equal in the items that
    are in both versions."""
    both = defaultdict(list)
    for old, new in known["item"].names.items():
        both[old.partition("/")[0], new.partition("/")[0]].append(
            (readers[0].game.items[old], readers[1].game.items[new])
        )
    scores: dict[tuple[str, str], float] = {}
    for old, new in known["set"].names.items():
        one, other = readers[0].game.sets[old].fields, readers[1].game.sets[new].fields
        for gone, came in product([k for k in one if k not in other], [k for k in other if k not in one]):
            pairs = (
                (readers[0].value(one[gone], then.said.get(gone)), readers[1].value(other[came], now.said.get(came)))
                for then, now in both[old, new]
            )
            said = [then == now for then, now in pairs if (then, now) != (None, None)]
            if one[gone] == other[came] and said and sum(said) >= _ALIKE * len(said):
                scores[f"{old}/{gone}", f"{new}/{came}"] = sum(said) / len(said)
    return _best(scores)


def normalizers_of(old: Game, new: Game, known: Matching) -> tuple[Normalizer, Normalizer]:
    """What reads the values of both, so that equal means the same, in the languages of both; in the new one's if there
    are none."""
    languages = tuple(language for language in new.languages if language in old.languages) or new.languages
    return Normalizer(old, known, languages), Normalizer(new, Matching(), languages)


def cross_references(game: Game) -> dict[Referent, set[Referent]]:
    """Everything that is spoken of (of an item, its set, too), and by whom: ("item", "skill/horse")."""
    found: dict[Referent, set[Referent]] = defaultdict(set)
    for mention in mentions_of(game, texts_of(game)):
        kind, _, name = mention.owner.partition(" ")
        if name:
            whole = f"{mention.within}/{mention.name}" if mention.kind == "item" else mention.name
            for thing in ((mention.kind, whole), ("set", mention.within))[: 1 + (mention.kind == "item")]:
                found[thing].add((kind, name))
    for step in game.setup.steps:
        places = (("zone", step.source), ("zone", step.target), ("mode", step.mode))
        for thing in (*(("set", name) for name in step.sets), ("term", step.term), *places):
            found[thing].add(("step", step.id))
    return found


def _by_id(olds: Iterable[str], news: Collection[str], call: Callable[[str], str]) -> Pairs:
    """The old things that the new version calls as `call` says."""
    names = {old: call(old) for old in sorted(olds) if call(old) in news}
    return Pairs(names, dict.fromkeys(names, 1.0))


def _called(known: Matching, news: Collection[str], name: str) -> str:
    """An id in today's version: an item's goes by its set; it may be called as a term is."""
    owner, slash, item = name.partition("/")
    whole = f"{known.today('set', owner)}/{item}" if slash else name
    renamed = f"{known.today('set', owner)}/{known.today('term', item)}"
    return renamed if slash and whole not in news else whole


def _traits(reader: Normalizer, kind: str, wanted: Collection[str], known: Matching) -> dict[str, _Traits]:
    """The traits of some things of a kind. A lost rule or a new card says nothing about what is the same."""
    found = {name: _Traits() for name in sorted(wanted)}
    for spoken in texts_of(reader.game):
        owner, _, name = spoken.owner.partition(" ")
        if owner == kind and name in found:
            own, is_name = found[name], spoken.role.rpartition(".")[2] in NAME_FIELDS
            for language, words in zip(reader.languages, reader.text(spoken.text), strict=True):
                letters = {f"{language} {pair}" for pair in _bigrams(words)}
                own.texts.add((language, words))
                own.letters.update(letters)
                own.name.update(letters if is_name else ())
    if kind not in _USED:
        return found
    both = {(speaker, name) for speaker in _KINDS for name in known[speaker].origins}
    uses = cross_references(reader.game)
    for name, own in found.items():
        users = {(speaker, reader.names.today(speaker, user)) for speaker, user in uses.get((kind, name), ())}
        found[name] = replace(own, users=users & both)
    return found


def _bigrams(words: str) -> Iterator[str]:
    """The pairs of neighbouring letters, without case, spaces and punctuation; of a single letter, that letter."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    letters = "".join(c for c in plain if unicodedata.category(c)[0] in "LN")
    return (letters[k : k + 2] for k in range(max(bool(letters), len(letters) - 1)))


def _most_alike(olds: Mapping[str, _Traits], news: Mapping[str, _Traits]) -> Pairs:
    """The most alike first, each at most once; among equals in the order of their ids."""
    pairs: Iterable[tuple[str, str]] = product(olds, news)
    if len(olds) * len(news) > MOST_PAIRS:
        pairs = _likely(olds, news)
    scores = {pair: _likeness(olds[pair[0]], news[pair[1]]) for pair in pairs}
    least = {old: _ALIKE if own.users is None else _USED_ALIKE for old, own in olds.items()}
    return _best({pair: score for pair, score in scores.items() if score >= least[pair[0]]})


def _best(scores: Mapping[tuple[str, str], float]) -> Pairs:
    """The best pairs, each thing at most once."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for old, new in sorted(scores, key=lambda pair: (-scores[pair], pair)):
        if old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return Pairs(found, {old: round(scores[old, new], 3) for old, new in found.items()})


def _likely(olds: Mapping[str, _Traits], news: Mapping[str, _Traits]) -> Iterable[tuple[str, str]]:
    """Pairs that share a text: a bulk of things with new ids is found by it."""
    by_text: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, traits in news.items():
        for text in traits.texts:
            by_text[text].append(name)
    return sorted({(old, new) for old, own in olds.items() for text in own.texts for new in by_text.get(text, ())[:50]})


def _likeness(one: _Traits, other: _Traits) -> float:
    words = max(_overlap(one.name, other.name), _overlap(one.letters, other.letters))
    if one.users is None or other.users is None:
        return words
    return (words + _overlap(one.users, other.users)) / 2


def _overlap(one: AbstractSet[object], other: AbstractSet[object]) -> float:
    """Twice what two sets share over what they have (Dice)."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0
