"""What tells that a thing of the old version is that thing of the new one: features of each, and how alike they are.

A feature is how its two values are compared, the value that one version gives it, and its weight; each kind of thing
has its own, one function a kind. The score of two things, from 0 to 1, is the weighted mean of the features that at
least one side says anything about, as in record linkage (W. Winkler, Overview of Record Linkage, 2006). Words are alike
by the pairs of letters that they share (Dice's coefficient of bigrams), which serves Japanese and English alike. A
number whose name says the contrary (gained, lost) is another one. Promise: deterministic;
equal things score 1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import fsum
from typing import Any, TypeVar

from generator.compare.model import Normalizer
from generator.compare.values import NAME_FIELDS, name_text
from generator.data.lexicon import entry, is_latin
from generator.data.model import (
    ComponentSet,
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
from generator.values import dataclass

_T = TypeVar("_T", bound=Hashable)
Feature = tuple[Callable[[Any, Any], float | None], Any, float]
"""What compares both values (None: neither side says anything), the value of one side, the weight."""
Referent = tuple[str, str]
"""Kind ("term", "parameter", "set", "item", "rule", "step") and id."""
_OWN = "its own"
"""A name that is the id of what has it says nothing that the id does not say."""
_VETO = 1000.0
"""The weight of what outweighs everything else."""


@dataclass(frozen=True, slots=True)
class Side:
    """One version, in the names of the new one as far as its normalizer has them.

    `users`: whose texts and fields speak of a thing, of those that both versions have. `mentions`: what each speaks of
    that both have. `renamed` are (language, old,
    new): the names of terms that are called otherwise now, the longest first.
    """

    normalizer: Normalizer
    users: Mapping[Referent, AbstractSet[Referent]]
    mentions: Mapping[Referent, AbstractSet[Referent]]
    renamed: tuple[tuple[str, str, str], ...] = ()

    def today(self, kind: str, name: str) -> str:
        """What this side's thing of a kind is called now."""
        return self.normalizer.names.today(kind, name)

    def read(self, text: Text | None) -> Text | None:
        """A text in today's terms."""
        if text is None or not self.renamed:
            return text
        found = dict(text.words)
        for language, old, new in self.renamed:
            if language in found:
                found[language] = found[language].replace(old, new)
        return Text(found)


def score(old: Iterable[Feature], new: Iterable[Feature]) -> float:
    """The weighted mean of the features that say anything."""
    return weighed(*((compare(a, b), weight) for (compare, a, _), (_, b, weight) in zip(old, new, strict=True)))


def weighed(*features: tuple[float | None, float]) -> float:
    """The weighted mean of the scores that there are."""
    known = [(score, weight) for score, weight in features if score is not None]
    whole = fsum(weight for _, weight in known)
    return fsum(score * weight for score, weight in known) / whole if whole else 0.0


# ---- how values are compared -----------------------------------------------------------------------------------------

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


def _texts(old: Mapping[str, Text], new: Mapping[str, Text]) -> float | None:
    """The mean likeness of the texts that both have."""
    known = [s for s in (_prose(old[k], new[k]) for k in old if k in new) if s is not None]
    return fsum(known) / len(known) if known else None


def _same(old: object, new: object) -> float | None:
    """1 or 0; None if neither says anything."""
    return None if old == new and old in ("", _OWN) else float(old == new)


def _nearest(old: Iterable[str], new: Iterable[str]) -> float | None:
    """How alike the most alike of several names are."""
    scores = (alike(one, other) for one in old for other in new)
    return max((s for s in scores if s is not None), default=None)


def _ratio(old: float | None, new: float | None) -> float | None:
    """The smaller number as a share of the larger."""
    if not old or not new:
        return None if not old and not new else 0.0
    return min(old, new) / max(old, new)


def _use(old: AbstractSet[_T] | None, new: AbstractSet[_T] | None) -> float | None:
    """How far two things are spoken of by the same; None if nobody speaks of the one or the other."""
    if old or new:
        return overlap(old or frozenset(), new or frozenset())
    return None if old is None or new is None else 0.0


def _contrary(old: Mapping[str, str], new: Mapping[str, str]) -> float | None:
    """0 if what one side says is the opposite of what the other says."""
    return 0.0 if opposite(old, new) else None


# ---- the features of each kind of thing ------------------------------------------------------------------------------


def of_set(side: Side, owner: ComponentSet) -> tuple[Feature, ...]:
    """A set."""
    return (
        (_name, side.read(owner.name), 3),
        (overlap, frozenset(word for item in owner.items for word in item.id.split("-")), 2),
        (_use, side.users.get(("set", owner.id)), 1.5),
        (_same, owner.kind, 1),
        (overlap, frozenset(owner.fields), 1),
        (_prose, side.read(owner.about), 1),
        (_same, owner.size, 0.5),
        (_ratio, owner.pieces or owner.assume, 0.5),
    )


OwnedItem = tuple[ComponentSet, Item]


def of_item(side: Side, owned: OwnedItem) -> tuple[Feature, ...]:
    """An item, of a set that may or may not belong to that of the other side."""
    owner, item = owned
    texts = {k: side.read(v) for k, v in item.values.items() if isinstance(v, Text) and k not in NAME_FIELDS}
    others = {k: v for k, v in item.values.items() if not isinstance(v, Text)}
    return (
        (_name, side.read(name_text(item)), 3),
        (_texts, texts, 2),
        (overlap, frozenset((k, side.normalizer.value(owner.fields[k], v)) for k, v in others.items()), 2),
        (alike, item.id, 1),
        (_same, item.count, 0.5),
    )


def of_kind(_: Side, kind: TermKind) -> tuple[Feature, ...]:
    """A kind of terms."""
    return ((_name, kind.name, 2), (overlap, frozenset(t.id for t in kind.members), 2), (alike, kind.id, 1))


def of_term(side: Side, placed: tuple[Term, TermKind]) -> tuple[Feature, ...]:
    """A term with its kind, which says much among three resources, next to nothing among thirty concepts."""
    term, kind = placed
    return (
        (_name, term.name, 3),
        (_use, side.users.get(("term", term.id)), 3),
        (_prose, term.about, 2),
        (_same, side.today("kind", kind.id), min(1.0, 3 / len(kind.members))),
        (_same, _OWN if term.icon == term.id else term.icon, 1),
        (_same, term.color.lower(), 0.5),
    )


def of_parameter(side: Side, parameter: Parameter) -> tuple[Feature, ...]:
    """A parameter; nothing of a number gained is left in a number lost."""
    return (
        (_contrary, parameter.name.words, _VETO),
        (_name, side.read(parameter.name), 3),
        (_use, side.users.get(("parameter", parameter.id)), 2),
        (alike, parameter.id, 1),
        (_same, {**parameter.by_players, 0: parameter.value}, 1),
    )


def of_rule(side: Side, placed: tuple[Rule, Section]) -> tuple[Feature, ...]:
    """A paragraph with the section it stands in; the end of its id may be that of a set or a term."""
    rule, home = placed
    end = rule.id.rpartition(".")[2]
    return (
        (_prose, side.read(rule.text), 4),
        (_name, side.read(rule.title), 2),
        (_nearest, {end, side.today("set", end), side.today("term", end)}, 1),
        (overlap, side.mentions.get(("rule", side.today("rule", rule.id)), frozenset()), 2),
        (overlap, frozenset(side.today("rule", below.id) for below in rule.rules), 1.5),
        (_same, side.today("section", home.id), 1),
    )


def of_section(_: Side, section: Section) -> tuple[Feature, ...]:
    """A chapter."""
    ends = frozenset(rule.id.rpartition(".")[2] for rule in rules_of(section))
    return ((_name, section.title, 2), (overlap, ends, 2), (alike, section.id, 1))


def of_step(side: Side, step: SetupStep) -> tuple[Feature, ...]:
    """A set-up step."""
    return (
        (_prose, side.read(step.text), 2),
        (_same, step.do, 1),
        (overlap, frozenset(side.today("set", name) for name in step.sets), 1),
        (alike, step.id, 1),
        (_same, side.today("rule", step.rule), 1),
    )


def of_question(side: Side, question: Question) -> tuple[Feature, ...]:
    """An open question."""
    return ((_prose, side.read(question.question), 3), (_same, question.about, 1), (alike, question.id, 1))


# ---- what says the contrary ------------------------------------------------------------------------------------------


def opposite(old: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """True if in some language the one only gains where the other only loses, or the like. Who says both or neither is
    opposite to nobody."""
    for language in {*old} & {*new}:
        edge = r"\b" if is_latin(language) else ""
        for line in entry(language, "contraries").splitlines():
            one, other = (_sides(words[language], line.split(" / "), edge) for words in (old, new))
            if sum(one) == sum(other) == 1 and one != other:
                return True
    return False


def _sides(words: str, pair: Iterable[str], edge: str) -> tuple[bool, ...]:
    return tuple(bool(re.search(f"{edge}(?:{side}){edge}", words, re.IGNORECASE)) for side in pair)
