"""How sure one is that a thing of the old version is that thing of the new one: a score from 0 to 1 for each pair.

Takes `Both` versions and what is known so far, and one thing of each; gives the weighted mean of what they have in
common. The weights stand in the functions below, and as a table in `match`. Promise: symmetric in nothing, random in
nothing; equal things score 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from generator.compare.alike import Feature, alike, overlap, weighed
from generator.compare.opposite import Near, opposite
from generator.compare.pairs import Matching
from generator.compare.plain import Reader
from generator.compare.uses import Spoken, Uses
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


@dataclass(frozen=True, slots=True)
class Both:
    """Two versions, what is known to belong together so far, and where things are spoken of.

    `places` are those that both have; `words` are (language, old, new): the names of terms that are called otherwise
    now, the longest first; `near` is what stands next to each number in the rules, `spoken` what a rule speaks of.
    """

    old: Game
    new: Game
    known: Matching
    old_uses: Uses
    new_uses: Uses
    places: frozenset[str]
    words: tuple[tuple[str, str, str], ...]
    readers: tuple[Reader, Reader]
    near: tuple[Near, Near]
    spoken: tuple[Spoken, Spoken]

    def use(self, kind: str, old: str, new: str) -> float | None:
        """How far two things are spoken of in the same places, of those that both versions have: a lost rule or a new
        card says nothing about what is the same."""
        before = self.old_uses.get((kind, old), frozenset()) & self.places
        after = self.new_uses.get((kind, new), frozenset()) & self.places
        spoken = (kind, old) in self.old_uses and (kind, new) in self.new_uses
        return overlap(before, after) if before or after or not spoken else 0.0

    def read(self, text: Text | None) -> Text | None:
        """An old text in today's terms."""
        if text is None or not self.words:
            return text
        found = dict(text.words)
        for language, old, new in self.words:
            if language in found:
                found[language] = found[language].replace(old, new)
        return Text(found)


NOISE = 0.4
"""Names that are less alike than this share an ending or a syllable by chance."""


# ---- texts -----------------------------------------------------------------------------------------------------------


def _name(old: Text | None, new: Text | None) -> float | None:
    """The best likeness in any language: a name that is kept in one of them is kept. A common ending is none."""
    scores = _by_language(old, new)
    if not scores:
        return None
    return max(scores) if max(scores) >= NOISE else 0.0


def _prose(old: Text | None, new: Text | None) -> float | None:
    """The mean likeness over the languages of both."""
    scores = _by_language(old, new)
    return fsum(scores) / len(scores) if scores else None


def _by_language(old: Text | None, new: Text | None) -> list[float]:
    if old is None or new is None:
        return [] if old is None and new is None else [0.0]
    both = (alike(old.words[k], new.words[k]) for k in sorted(old.words) if k in new.words)
    return [score for score in both if score is not None]


def _same(old: object, new: object, nothing: object = "") -> float | None:
    """1 or 0; None if neither says anything."""
    return None if old == new == nothing else float(old == new)


def _near(old: float | None, new: float | None) -> float | None:
    """The smaller number as a share of the larger."""
    if not old or not new:
        return None if not old and not new else 0.0
    return min(old, new) / max(old, new)


# ---- the features of each thing --------------------------------------------------------------------------------------


def set_score(both: Both, old_id: str, old: ComponentSet, new_id: str, new: ComponentSet) -> float:
    """Two sets."""
    features: tuple[Feature, ...] = (
        (_name(both.read(old.name), new.name), 3),
        (overlap(_parts(old), _parts(new)), 2),
        (both.use("set", old_id, new_id), 1.5),
        (_same(old.kind, new.kind), 1),
        (overlap(frozenset(old.fields), frozenset(new.fields)), 1),
        (_prose(both.read(old.about), new.about), 1),
        (_same(old.size, new.size), 0.5),
        (_near(old.pieces or old.assume, new.pieces or new.assume), 0.5),
    )
    return weighed(features)


def _parts(owner: ComponentSet) -> frozenset[str]:
    """The words that the ids of items are made of."""
    return frozenset(word for item in owner.items for word in item.id.split("-"))


def kind_score(_: Both, old_id: str, old: TermKind, new_id: str, new: TermKind) -> float:
    """Two kinds of terms."""
    members = overlap(frozenset(t.id for t in old.members), frozenset(t.id for t in new.members))
    return weighed(((_name(old.name, new.name), 2), (members, 2), (alike(old_id, new_id), 1)))


Placed = tuple[Term, float]
"""A term and its place among its kind, from 0 to 1."""


def placed(game: Game) -> dict[str, Placed]:
    """The terms of a game, each with its place."""
    return {
        term.id: (term, k / max(1, len(kind.members) - 1))
        for kind in game.kinds.values()
        for k, term in enumerate(kind.members)
    }


def term_score(both: Both, old_id: str, old: Placed, new_id: str, new: Placed) -> float:
    """Two terms."""
    one, other = old[0], new[0]
    kind = both.known.kinds.names.get(one.kind, one.kind)
    features: tuple[Feature, ...] = (
        (_name(one.name, other.name), 3),
        (both.use("term", old_id, new_id), 3),
        (_prose(one.about, other.about), 2),
        (float(kind == other.kind), _telling(both.new, other.kind)),
        (_same_icon(one, other), 1),
        (_same(one.color.lower(), other.color.lower()), 0.5),
        (1 - abs(old[1] - new[1]) if kind == other.kind else 0.0, 0.25),
    )
    return weighed(features)


def _telling(game: Game, kind: str) -> float:
    """The weight of being of the same kind: much among three resources, next to nothing among thirty concepts."""
    return min(1.0, 3 / max(1, len(game.kinds[kind].members)))


def _same_icon(old: Term, new: Term) -> float | None:
    """An icon that is called as its term says nothing that the id does not say."""
    if (old.icon, new.icon) == (old.id, new.id):
        return None
    return _same(old.icon, new.icon)


def parameter_score(both: Both, old_id: str, old: Parameter, new_id: str, new: Parameter) -> float:
    """Two parameters; nothing of a number gained is left in a number lost."""
    names = (old.name.words, new.name.words)
    if opposite(*names) or opposite(both.near[0].get(old_id, {}), both.near[1].get(new_id, {})):
        return 0.0
    values = ({**old.by_players, 0: old.value}, {**new.by_players, 0: new.value})
    features: tuple[Feature, ...] = (
        (_name(both.read(old.name), new.name), 3),
        (both.use("parameter", old_id, new_id), 2),
        (alike(old_id, new_id), 1),
        (float(values[0] == values[1]), 1),
    )
    return weighed(features)


Housed = tuple[Rule, str]
"""A rule and the section it stands in."""


def housed(game: Game) -> dict[str, Housed]:
    """The rules of a game, each with its section."""
    return {rule.id: (rule, section.id) for section in game.sections for rule in all_rules(section.rules)}


def all_rules(rules: Iterable[Rule]) -> Iterable[Rule]:
    """Paragraphs at any depth, in order."""
    for rule in rules:
        yield rule
        yield from all_rules(rule.rules)


def rule_score(both: Both, old_id: str, old: Housed, new_id: str, new: Housed) -> float:
    """Two paragraphs."""
    (one, old_home), (other, new_home) = old, new
    home = both.known.sections.names.get(old_home, old_home)
    below = frozenset(both.known.rules.names.get(r.id, r.id) for r in one.rules)
    features: tuple[Feature, ...] = (
        (_prose(both.read(one.text), other.text), 4),
        (_name(both.read(one.title), other.title), 2),
        (_last_part(both, old_id, new_id), 1),
        (_speaks(both, old_id, new_id), 2),
        (overlap(below, frozenset(r.id for r in other.rules)), 1.5),
        (float(home == new_home), 1),
    )
    return weighed(features)


def _last_part(both: Both, old_id: str, new_id: str) -> float | None:
    """How alike the ends of two ids are; one may be the id of a set or a term that is called otherwise now."""
    old, new = old_id.rpartition(".")[2], new_id.rpartition(".")[2]
    names = both.known.renaming
    scores = [alike(name, new) for name in (old, names.sets.get(old, old), names.terms.get(old, old))]
    return max((s for s in scores if s is not None), default=None)


def _speaks(both: Both, old_id: str, new_id: str) -> float | None:
    """How far two paragraphs speak of the same things, of those that both versions have."""
    return overlap(both.spoken[0].get(old_id, frozenset()), both.spoken[1].get(new_id, frozenset()))


def section_score(_: Both, old_id: str, old: Section, new_id: str, new: Section) -> float:
    """Two chapters."""
    words = [frozenset(r.id.rpartition(".")[2] for r in all_rules(s.rules)) for s in (old, new)]
    return weighed(((_name(old.title, new.title), 2), (overlap(*words), 2), (alike(old_id, new_id), 1)))


def step_score(both: Both, old_id: str, old: SetupStep, new_id: str, new: SetupStep) -> float:
    """Two set-up steps."""
    sets = frozenset(both.known.sets.names.get(s, s) for s in old.sets)
    features: tuple[Feature, ...] = (
        (_prose(both.read(old.text), new.text), 2),
        (_same(old.do, new.do), 1),
        (overlap(sets, frozenset(new.sets)), 1),
        (alike(old_id, new_id), 1),
        (_same(old.rule, new.rule), 1),
    )
    return weighed(features)


def question_score(both: Both, old_id: str, old: Question, new_id: str, new: Question) -> float:
    """Two open questions."""
    features: tuple[Feature, ...] = (
        (_prose(both.read(old.question), new.question), 3),
        (_same(old.about, new.about), 1),
        (alike(old_id, new_id), 1),
    )
    return weighed(features)


Housing = tuple[ComponentSet, Item]
"""An item and its set."""


def item_score(both: Both, old_id: str, old: Housing, new_id: str, new: Housing) -> float:
    """Two items, of sets that may or may not belong together."""
    (old_set, one), (new_set, other) = old, new
    features: tuple[Feature, ...] = (
        (_name(both.read(_called(one)), _called(other)), 3),
        (_texts(both, one, other), 2),
        (_fields(both, old_set, one, new_set, other), 2),
        (alike(old_id.rpartition("/")[2], new_id.rpartition("/")[2]), 1),
        (float(one.count == other.count), 0.5),
    )
    return weighed(features)


def _called(item: Item) -> Text | None:
    value = item.values.get("name", item.values.get("title"))
    return value if isinstance(value, Text) else None


def _texts(both: Both, old: Item, new: Item) -> float | None:
    """The mean likeness of the texts that both have, names aside."""
    keys = [k for k in old.values if k in new.values and k not in ("name", "title")]
    scores = [_prose(both.read(old.values[k]), new.values[k]) for k in keys if isinstance(old.values[k], Text)]
    known = [s for s in scores if s is not None]
    return fsum(known) / len(known) if known else None


def _fields(both: Both, old_set: ComponentSet, old: Item, new_set: ComponentSet, new: Item) -> float | None:
    """The share of the fields (texts aside) that say the same."""
    keys = sorted(k for k in {*old.values, *new.values} if not isinstance(old.values.get(k, new.values.get(k)), Text))
    same = 0.0
    for key in keys:
        if key in old.values and key in new.values:
            one = both.readers[0].value(old_set.fields[key], old.values[key])
            other = both.readers[1].value(new_set.fields[key], new.values[key])
            same += 1.0 if one == other else 0.5 * (alike(str(one), str(other)) or 0.0)
    return same / len(keys) if keys else None
