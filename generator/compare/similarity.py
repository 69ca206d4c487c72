"""How sure one is that a thing of the old version is that thing of the new one: a score from 0 to 1 for each pair.

Each kind of thing has its own features and weights, one function a kind; the score is the weighted mean of those that
at least one side says anything about, as in record linkage (W. Winkler, Overview of Record Linkage, 2006). Words are
alike by the pairs of letters that they share (Dice's coefficient of bigrams), which serves Japanese and English alike.
A number whose name, or whose place in the rules, says the contrary (gained, lost) is another one. Promise:
deterministic; equal things score 1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import TypeVar

from generator.compare.model import Matching
from generator.compare.values import NAME_FIELDS, Normalizer, name_text
from generator.data.model import (
    ComponentSet,
    Game,
    Item,
    Parameter,
    Question,
    Rule,
    Section,
    SetupStep,
    Term,
    TermKind,
    Text,
)
from generator.data.walk import rules_of

_T = TypeVar("_T", bound=Hashable)
Feature = tuple[float | None, float]
"""A score (None: neither side says anything about it) and its weight."""
Referent = tuple[str, str]
"""Kind ("term", "parameter", "set", "rule") and id."""
Contexts = Mapping[str, Mapping[str, str]]
"""Parameter -> language -> the words around it in the rules."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one version says of its things: the `owners` ("rule war.defeat", as the new version names it) in whose texts
    and fields each thing is spoken of; what each owner `mentions` that both versions have, as the new version names it;
    the words around each number."""

    game: Game
    normalizer: Normalizer
    owners: Mapping[Referent, frozenset[str]]
    mentions: Mapping[str, AbstractSet[Referent]]
    contexts: Contexts

    def mentions_of(self, rule: str) -> AbstractSet[Referent]:
        """What a rule speaks of, as far as both versions have it."""
        return self.mentions.get(f"rule {self.normalizer.names.today('rule', rule)}", frozenset())


@dataclass(frozen=True, slots=True)
class Both:
    """Two versions and what is known to belong together so far. `shared` are the owners that both have; `words` are
    (language, old, new): the names of terms that are called otherwise now, the longest first."""

    old: Evidence
    new: Evidence
    known: Matching
    shared: frozenset[str]
    words: tuple[tuple[str, str, str], ...]

    def use(self, kind: str, old: str, new: str) -> float | None:
        """How far two things are spoken of by the same owners, of those that both versions have: a lost rule or a new
        card says nothing about what is the same."""
        one, other = self.old.owners.get((kind, old)), self.new.owners.get((kind, new))
        before, after = (one or frozenset()) & self.shared, (other or frozenset()) & self.shared
        if before or after:
            return overlap(before, after)
        return None if one is None or other is None else 0.0

    def read(self, text: Text | None) -> Text | None:
        """An old text in today's terms."""
        if text is None or not self.words:
            return text
        found = dict(text.words)
        for language, old, new in self.words:
            if language in found:
                found[language] = found[language].replace(old, new)
        return Text(found)


# ---- words and sets --------------------------------------------------------------------------------------------------

NOISE = 0.4
"""Names that are less alike than this share an ending or a syllable by chance."""


@lru_cache(maxsize=65536)
def _bigrams(words: str) -> frozenset[str]:
    """The pairs of neighbouring letters, without case, spaces and punctuation; of a single letter, that letter."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    letters = "".join(c for c in plain if unicodedata.category(c)[0] in "LN")
    return frozenset(letters[k : k + 2] for k in range(len(letters) - 1)) or frozenset(letters)


def overlap(one: AbstractSet[_T], other: AbstractSet[_T]) -> float | None:
    """Twice what two sets share over what they have (Dice); None if both are empty."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else None


def alike(one: str, other: str) -> float | None:
    """How alike two pieces of writing are; None if both are empty."""
    if one == other:
        return 1.0 if one else None
    return overlap(_bigrams(one), _bigrams(other))


def weighed(*features: Feature) -> float:
    """The weighted mean of the features that say anything."""
    known = [(score, weight) for score, weight in features if score is not None]
    whole = fsum(weight for _, weight in known)
    return fsum(score * weight for score, weight in known) / whole if whole else 0.0


def _name(old: Text | None, new: Text | None) -> float | None:
    """The best likeness in any language: a name that is kept in one of them is kept. A common ending is none."""
    scores = _by_language(old, new)
    return (max(scores) if max(scores) >= NOISE else 0.0) if scores else None


def _prose(old: Text | None, new: Text | None) -> float | None:
    """The mean likeness over the languages of both."""
    scores = _by_language(old, new)
    return fsum(scores) / len(scores) if scores else None


def _by_language(old: Text | None, new: Text | None) -> list[float]:
    if old is None or new is None:
        return [] if old is None and new is None else [0.0]
    both = (alike(old.words[k], new.words[k]) for k in sorted(old.words) if k in new.words)
    return [score for score in both if score is not None]


def _same(old: object, new: object) -> float | None:
    """1 or 0; None if neither says anything."""
    return None if old == new == "" else float(old == new)


def _ratio(old: float | None, new: float | None) -> float | None:
    """The smaller number as a share of the larger."""
    if not old or not new:
        return None if not old and not new else 0.0
    return min(old, new) / max(old, new)


# ---- the score of each thing -----------------------------------------------------------------------------------------


def set_score(both: Both, old: ComponentSet, new: ComponentSet) -> float:
    """Two sets."""
    return weighed(
        (_name(both.read(old.name), new.name), 3),
        (overlap(_id_words(old), _id_words(new)), 2),
        (both.use("set", old.id, new.id), 1.5),
        (_same(old.kind, new.kind), 1),
        (overlap(frozenset(old.fields), frozenset(new.fields)), 1),
        (_prose(both.read(old.about), new.about), 1),
        (_same(old.size, new.size), 0.5),
        (_ratio(old.pieces or old.assume, new.pieces or new.assume), 0.5),
    )


def _id_words(owner: ComponentSet) -> frozenset[str]:
    """The words that the ids of items are made of."""
    return frozenset(word for item in owner.items for word in item.id.split("-"))


def kind_score(_: Both, old: TermKind, new: TermKind) -> float:
    """Two kinds of terms."""
    members = overlap(frozenset(t.id for t in old.members), frozenset(t.id for t in new.members))
    return weighed((_name(old.name, new.name), 2), (members, 2), (alike(old.id, new.id), 1))


def term_score(both: Both, old: Term, new: Term) -> float:
    """Two terms. Being of the same kind says much among three resources, next to nothing among thirty concepts."""
    kinds = both.old.game.kinds[old.kind], both.new.game.kinds[new.kind]
    akin = both.known.kinds.names.get(old.kind, old.kind) == new.kind
    places = _place(kinds[0], old), _place(kinds[1], new)
    by_id = (old.icon, new.icon) == (old.id, new.id)  # such an icon says nothing that the id does not say
    return weighed(
        (_name(old.name, new.name), 3),
        (both.use("term", old.id, new.id), 3),
        (_prose(old.about, new.about), 2),
        (float(akin), min(1.0, 3 / max(1, len(kinds[1].members)))),
        (None if by_id else _same(old.icon, new.icon), 1),
        (_same(old.color.lower(), new.color.lower()), 0.5),
        (1 - abs(places[0] - places[1]) if akin else 0.0, 0.25),
    )


def _place(kind: TermKind, term: Term) -> float:
    """The place of a term among its kind, from 0 to 1."""
    return kind.members.index(term) / max(1, len(kind.members) - 1)


def parameter_score(both: Both, old: Parameter, new: Parameter) -> float:
    """Two parameters; nothing of a number gained is left in a number lost."""
    contexts = both.old.contexts.get(old.id, {}), both.new.contexts.get(new.id, {})
    if opposite(old.name.words, new.name.words) or opposite(*contexts):
        return 0.0
    return weighed(
        (_name(both.read(old.name), new.name), 3),
        (both.use("parameter", old.id, new.id), 2),
        (alike(old.id, new.id), 1),
        (float({**old.by_players, 0: old.value} == {**new.by_players, 0: new.value}), 1),
    )


def rule_score(both: Both, old: tuple[Rule, Section], new: tuple[Rule, Section]) -> float:
    """Two paragraphs with the sections they stand in."""
    (one, old_home), (other, new_home) = old, new
    below = frozenset(both.known.rules.names.get(r.id, r.id) for r in one.rules)
    mentions = both.old.mentions_of(one.id), both.new.mentions_of(other.id)
    return weighed(
        (_prose(both.read(one.text), other.text), 4),
        (_name(both.read(one.title), other.title), 2),
        (_last_part(both, one.id, other.id), 1),
        (overlap(*mentions), 2),
        (overlap(below, frozenset(r.id for r in other.rules)), 1.5),
        (float(both.known.sections.names.get(old_home.id, old_home.id) == new_home.id), 1),
    )


def _last_part(both: Both, old_id: str, new_id: str) -> float | None:
    """How alike the ends of two ids are; one may be the id of a set or a term that is called otherwise now."""
    old, new = old_id.rpartition(".")[2], new_id.rpartition(".")[2]
    names = both.known.renaming
    scores = [alike(name, new) for name in (old, names.today("set", old), names.today("term", old))]
    return max((s for s in scores if s is not None), default=None)


def section_score(_: Both, old: Section, new: Section) -> float:
    """Two chapters."""
    words = [frozenset(r.id.rpartition(".")[2] for r in rules_of(s)) for s in (old, new)]
    return weighed((_name(old.title, new.title), 2), (overlap(*words), 2), (alike(old.id, new.id), 1))


def step_score(both: Both, old: SetupStep, new: SetupStep) -> float:
    """Two set-up steps."""
    sets = frozenset(both.known.sets.names.get(s, s) for s in old.sets)
    return weighed(
        (_prose(both.read(old.text), new.text), 2),
        (_same(old.do, new.do), 1),
        (overlap(sets, frozenset(new.sets)), 1),
        (alike(old.id, new.id), 1),
        (_same(old.rule, new.rule), 1),
    )


def question_score(both: Both, old: Question, new: Question) -> float:
    """Two open questions."""
    prose = _prose(both.read(old.question), new.question)
    return weighed((prose, 3), (_same(old.about, new.about), 1), (alike(old.id, new.id), 1))


OwnedItem = tuple[ComponentSet, Item]


def item_score(both: Both, old: OwnedItem, new: OwnedItem) -> float:
    """Two items, of sets that may or may not belong together."""
    (_, one), (_, other) = old, new
    return weighed(
        (_name(both.read(name_text(one)), name_text(other)), 3),
        (_texts(both, one, other), 2),
        (_fields(both, old, new), 2),
        (alike(one.id, other.id), 1),
        (float(one.count == other.count), 0.5),
    )


def _texts(both: Both, old: Item, new: Item) -> float | None:
    """The mean likeness of the texts that both have, names aside."""
    values = ((old.values[k], new.values[k]) for k in old.values if k in new.values and k not in NAME_FIELDS)
    scores = [_prose(both.read(one), other) for one, other in values if isinstance(one, Text)]
    known = [s for s in scores if s is not None]
    return fsum(known) / len(known) if known else None


def _fields(both: Both, old: OwnedItem, new: OwnedItem) -> float | None:
    """The share of the fields (texts aside) that say the same."""
    was, now = old[1].values, new[1].values
    keys = sorted(k for k in {*was, *now} if not isinstance(was.get(k, now.get(k)), Text))
    same = 0.0
    for key in (k for k in keys if k in was and k in now):
        one = both.old.normalizer.value(old[0].fields[key], was[key])
        other = both.new.normalizer.value(new[0].fields[key], now[key])
        same += 1.0 if one == other else 0.5 * (alike(str(one), str(other)) or 0.0)
    return same / len(keys) if keys else None


# ---- what says the contrary ------------------------------------------------------------------------------------------

Antonyms = tuple[tuple[str, str], ...]
ANTONYMS: Mapping[str, Antonyms] = {
    "en": (
        (
            r"gain(s|ed)?|gets?|got|receive[sd]?|earn(s|ed)?",
            r"los(e|es|t|ing)|pay(s|ing)?|paid|spen(d|ds|t)|costs?|discard(s|ed)?",
        ),
        (r"most|maximum|highest|largest", r"least|minimum|fewest|lowest|smallest"),
        (r"more|extra|added", r"fewer|less"),
        (r"first", r"last|final"),
        (r"before", r"after"),
    ),
    "ja": (
        (r"得[るてたらよ]|獲得|受け取", r"失[うっいわ]|払[うっいわ]|支払|捨て"),
        (r"最大|最多|最高|上限", r"最小|最少|最低|下限"),
        (r"増[えやす]", r"減[らるっ]"),
        (r"最初", r"最後"),
    ),
}
"""By language: two patterns that mean the contrary; whole words where words have blanks between them."""


def opposite(old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """True if in some language the one only gains where the other only loses, or the like. Who says both or neither is
    opposite to nobody."""
    for language in {*old} & {*new} & {*ANTONYMS}:
        edge = "" if language == "ja" else r"\b"
        for pair in ANTONYMS[language]:
            one, other = (_sides(words[language], pair, edge) for words in (old, new))
            if sum(one) == sum(other) == 1 and one != other:
                return True
    return False


def _sides(words: str, pair: Iterable[str], edge: str) -> tuple[bool, ...]:
    return tuple(bool(re.search(f"{edge}(?:{side}){edge}", words, re.IGNORECASE)) for side in pair)
