"""Items that say two things: a text, a line of icons and an effect that name other numbers or terms.

Takes a `Desk`; gives a problem at the side that stands alone. The siblings are the witnesses: that two sides say the
same is held against an item only where it is so for all, or nearly all, others of its set. A view `says` only what
stands there; what it `may` say in other words is never held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import combinations, permutations

from generator.data.lexicon import id_words, may_say, names_of, opposites, pattern
from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Effect, Game, Item, Term
from generator.data.quoted import numbers_of
from generator.data.walk import Spoken, leaves_in
from generator.diagnostics.findings import Mark
from generator.engine.registry import Desk, Problem, check, once_per_desk, texts_by_owner
from generator.values import Struct, field

ALL, MOST = 4, 0.75
"""So many siblings must say a thing on both sides without an exception; of two sides that each say another thing, this
share of at least `ALL` - 1."""
LUCK = 0.01
"""So unlikely must it be that the siblings agree by chance."""

Thing = int | str


class _Lack(Struct, frozen=True):
    """What an item says in view `one` and not in view `two`."""

    views: Views
    one: str
    two: str
    things: Sequence[Thing]


@check("M001")
def items_agree_with_themselves(desk: Desk) -> Iterator[Problem]:
    """The texts of an item and its effects name the same numbers, terms and choices."""
    terms = desk.game.terms
    for group in views_of(desk):
        found: dict[str, list[_Lack]] = {}
        fields = dict.fromkeys(name for views in group for name in views.said)
        for one, two in permutations(fields, 2):
            both = [v for v in group if one in v.said and two in v.said]
            for lack in (*_numbers(both, one, two), *_terms(both, one, two, terms)):
                found.setdefault(lack.views.name, []).append(lack)
        for lacks in found.values():
            yield _told(lacks)
        rest = [views for views in group if views.name not in found]
        yield from _signs(rest)
        yield from _fields(rest)


def _lack(views: Views, one: str, two: str, lacking: Callable[[Said, Said], list[Thing]]) -> list[Thing]:
    """What one view says and another does not, in any language."""
    pairs = [(a, b) for a in views.said[one] for b in views.said[two] if a.language == b.language or not b.language]
    pairs = pairs or [(a, b) for a in views.said[one] for b in views.said[two]]
    return min((lacking(a, b) for a, b in pairs), key=len)


def _numbers(group: Sequence[Views], one: str, two: str) -> Iterator[_Lack]:
    """Numbers of two views that each say another one."""

    def lacking(a: Said, b: Said) -> list[Thing]:
        return [n for n in (a.numbers - b.numbers).elements() if not b.may_say(n)]

    some = [v for v in group if v.said[one][0].numbers and v.said[two][0].numbers]
    lacks = [(_lack(v, one, two, lacking), _lack(v, two, one, lacking)) for v in some]
    acts = "effects" in (one, two)  # two texts have small numbers in common by chance
    good = sum(1 for ours, theirs in lacks if not ours and (acts or not theirs))
    for views, (ours, theirs) in zip(some, lacks, strict=True):
        if ours and theirs and good >= max(ALL - acts, MOST * (len(some) - 1)):
            yield _Lack(views, one, two, ours)


def _terms(group: Sequence[Views], one: str, two: str, terms: Mapping[str, Term]) -> Iterator[_Lack]:
    """Terms of two views that each say another one; or that one view says alone, though no other item does so."""

    def lacking(a: Said, b: Said) -> list[Thing]:
        return sorted(t for t in a.terms - b.terms - b.hinted if t in terms)

    said = [frozenset(t for a in v.said[one] for t in a.terms if t in terms) for v in group]
    lacks = [(set(_lack(v, one, two, lacking)), set(_lack(v, two, one, lacking))) for v in group]
    for n, (ours, theirs) in enumerate(lacks):
        for term in sorted(map(str, ours)):
            alike = [m for m in range(len(group)) if m != n and _of_sort(said[m], terms, term)]
            good = sum(1 for m in alike if not _of_sort(lacks[m][0], terms, term))
            same = sum(1 for m in alike if term in said[m] and term not in lacks[m][0])
            opposed = 1 if _of_sort(theirs, terms, term) else ALL - 1 if theirs else len(group)
            clear = good >= MOST * len(alike) and max(good, same) >= opposed
            always = good == len(alike) > ALL and (one == "effects" or (two == "effects" and same >= ALL))
            if clear or always:
                yield _Lack(group[n], one, two, [term])


def _of_sort(some: Set[Thing], terms: Mapping[str, Term], term: str) -> bool:
    """True if there is a term of the same kind among some."""
    return any(terms[t].kind == terms[term].kind for t in some if isinstance(t, str))


def _told(lacks: Sequence[_Lack]) -> Problem:
    """One problem for an item, at the side that most others contradict."""
    alone = Counter(name for lack in lacks for name in (lack.two, lack.one)).most_common(1)[0][0]
    lack = next((k for k in lacks if k.one == alone), lacks[0])
    views, shown = lack.views, ", ".join(f"`{x}`" for x in dict.fromkeys(lack.things))
    other = next((k.things for k in lacks if (k.one, k.two) == (lack.two, lack.one)), ())
    instead = f", which says {', '.join(f'`{x}`' for x in dict.fromkeys(other))}" if other else ""
    message = f"`{views.name}` says {shown} in `{lack.one}`, but not in `{lack.two}`{instead}"
    said = views.said[lack.one][0] if alone == lack.one else views.said[lack.two][0]
    place = next((said.places[x] for x in [*lack.things, *other] if x in said.places), said.mark)
    return Problem(place, message, f"write the same in `{lack.one}` and `{lack.two}`")


def _signs(group: Sequence[Views]) -> Iterator[Problem]:
    """A text that says the opposite of the name of an effect, or of its limit, throughout and in all languages."""
    for views in group:
        texts = [side for name, many in views.said.items() if name != "effects" for side in many]
        named = [(e, " ".join((e.verb, *map(_limit, e.arguments))).replace("-", " ")) for e in views.effects]
        for n, sides in enumerate(opposites("en") if texts and named else ()):
            meant = [(e, tuple(bool(side.search(name)) for side in sides)) for e, name in named]
            sure = [(e, one) for e, one in meant if one[0] != one[1]]
            if len({one for _, one in sure}) == 1:
                effect, (first, _) = sure[0]
                words = ((t.words.casefold(), opposites(t.language)[n]) for t in texts if opposites(t.language))
                said = [[side.search(w) for side in (both if first else both[::-1])] for w, both in words]
                wrong = [other[0] for own, other in said if other and not own]
                if wrong and not any(own for own, _ in said):
                    message = f"`{views.name}` says `{wrong[0]}`, and its effect is `{effect.verb}`"
                    yield Problem(texts[0].mark, message, "correct the text, or the effect")
                    break


def _limit(name: str) -> str:
    return f"at {name}" if name in ("most", "least") else ""


def _fields(group: Sequence[Views]) -> Iterator[Problem]:
    """A number in a field that texts and effects do not say, though they do so in all other items."""
    for name, kind in group[0].owner.fields.items() if group else ():
        integer = [(v, v.item.values.get(name)) for v in group] if kind.name == "integer" else []
        rows = [(v, n, {x for many in v.said.values() for s in many for x in s.numbers}) for v, n in integer if n]
        rows = [row for row in rows if row[2]]
        odd = [row for row in rows if row[1] not in row[2]]
        usual = len(rows) - 1
        having = Counter(n for _, _, said in rows for n in said)
        chance = sum(having[n] for _, n, _ in rows) - usual
        if len(odd) != 1 or any(s.may_say(odd[0][1]) for many in odd[0][0].said.values() for s in many):
            continue
        views, number, said = odd[0]
        told = Counter(t for v, n, _ in rows for t, many in v.said.items() if any(n in s.numbers for s in many))
        where = [t for t, many in views.said.items() if 2 * told[t] > usual and any(s.numbers for s in many)]
        habit = bool(where) and usual >= ALL and (chance / (usual * (usual + 1))) ** usual < LUCK
        if habit:
            shown = ", ".join(map(str, sorted(said)))
            message = f"`{views.name}` has `{name}` {number}, and says {shown}"
            hint = f"correct `{name}`, or the text (`{{=item.{name}}}` in it prints the field)"
            yield Problem(views.item.at(name), message, hint)


# ---- what an item says: its texts in each language, and its effects, as numbers, terms and words ----

_LARGE = 1_000
"""A set of more items is not compared: there the mistake is in what made it."""
_NAMES = ("name", "title", "subtitle", "flavor", "flavour")
"""Fields that may say anything."""


Names = Mapping[str, Sequence[tuple[str, str]]]
"""By language, the names of all terms with their ids."""


class Said(Struct, frozen=True, eq=False, dict=True):
    """One language of a text of an item (its `tokens`, and the `names` of all terms), or its effects (`language` "").
    `places`: where each number and term of an effect stands; `verbal`: terms that are part of a verb."""

    mark: Mark
    numbers: Counter[int]
    words: str = ""
    language: str = ""
    places: Mapping[int | str, Mark] = field(default_factory=dict)
    verbal: frozenset[str] = frozenset()
    tokens: tuple[Token, ...] = ()
    names: Sequence[tuple[str, str]] = ()

    @cached_property
    def terms(self) -> frozenset[str]:
        """What it cites."""
        cited = frozenset(t.text for t in self.tokens if t.kind == "term")
        return cited or frozenset(place for place in self.places if isinstance(place, str))

    @cached_property
    def hinted(self) -> frozenset[str]:
        """Terms that only the words say: part of a verb, or of a name."""
        low = self.words.casefold()
        return self.verbal or frozenset(term for name, term in self.names if name in low)

    def may_say(self, value: int) -> bool:
        """True if the number may be said in other words, or as the difference of two that are: `3 instead of 2`."""
        if self.language and may_say(value, self.words, self.language):
            return True
        differences = {abs(a - b) for a, b in combinations(self.numbers, 2)}
        return value in differences and pattern(self.language, "compares").search(self.words.casefold()) is not None


class Views(Struct, frozen=True, eq=False):
    """An item with what it says, by field; the effects are "effects"."""

    owner: ComponentSet
    item: Item
    said: Mapping[str, Sequence[Said]]
    effects: Sequence[Effect]

    @property
    def name(self) -> str:
        """ "skill/iron-legion"."""
        return f"{self.owner.id}/{self.item.id}"


@once_per_desk
def views_of(desk: Desk) -> Sequence[Sequence[Views]]:
    """The items of each set that say something in two ways at least."""
    texts = texts_by_owner(desk)
    names = {la: names_of(desk.game.terms.values(), la) for la in desk.game.languages}
    groups = []
    for owner in desk.game.sets.values():
        kinds = [kind.name for kind in owner.fields.values()]
        if kinds.count("text") + kinds.count("effects") > 1 and len(owner.items) <= _LARGE:
            items = ((i, texts.get(f"item {owner.id}/{i.id}", ())) for i in owner.items)
            groups.append([_views(desk.game, owner, item, spoken, names) for item, spoken in items])
    return groups


def _views(game: Game, owner: ComponentSet, item: Item, texts: Sequence[Spoken], names: Names) -> Views:
    said: dict[str, list[Said]] = {}
    for spoken in texts:
        field = spoken.role.partition(".")[2]
        sound = field not in _NAMES and not any(spoken.faults.values())
        for language in (la for la in spoken.tokens if sound and la in names):
            said.setdefault(field, []).append(_of_text(game, spoken, language, names[language]))
    lists = [item.values.get(name, ()) for name, kind in owner.fields.items() if kind.name == "effects"]
    effects = [effect for some in lists for effect in some if effect.verb in game.verbs]
    return Views(owner, item, {**said, **({"effects": [_of_effects(game, effects)]} if effects else {})}, effects)


def _of_text(game: Game, spoken: Spoken, language: str, names: Sequence[tuple[str, str]]) -> Said:
    tokens = spoken.tokens[language]
    words = plain_words(tokens)
    said = [n for token in tokens for n in numbers_of(game, token, language)]
    mark = spoken.text.marks.get(language, Mark(""))
    return Said(mark, Counter(said), words, language, tokens=tokens, names=names)


def _of_effects(game: Game, effects: Sequence[Effect]) -> Said:
    numbers: Counter[int] = Counter()
    places: dict[int | str, Mark] = {}
    hinted = {w for e in effects for name in (e.verb, *e.arguments) for w in id_words(name) if w in game.terms}
    for effect in effects:
        for kind, value, name, marks in leaves_in(game, effect):
            if kind.name in ("integer", "number") and value == int(value):
                numbers[int(value)] += 1
                places.setdefault(int(value), marks[name])
            elif isinstance(value, str):
                hinted.update(word for word in id_words(value) if word in game.terms)
                if value in game.terms:
                    places.setdefault(value, marks[name])
    return Said(effects[0].mark, numbers, places=places, verbal=frozenset(hinted))
