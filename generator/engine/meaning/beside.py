"""What stands beside what in one text, held against all others: a parameter and its term, a title and its words, the
names in one language and in another, words that were copied; and numbers of lines, players and pieces.

Takes the texts on a `Desk`; gives a problem at the text that stands alone. The other texts are the witnesses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from generator.data.lexicon import pattern, whole_number
from generator.data.walk import Spoken
from generator.engine.meaning.languages import figures_by_clause, pairs_of
from generator.engine.meaning.reading import numbered, told
from generator.engine.registry import Desk, Problem, check, first_told
from generator.values import late

FEW, MANY = 2, 8
"""So many witnesses at least, and none against them; the same where words are no markup."""
_NAMED = late(r"<([ti]):([^<>]+)>")
_TOLD = ("text", "aid", "about", "intro", "assumption")


def _told(desk: Desk) -> Iterator[Spoken]:
    """Texts that are sentences about the game."""
    return (s for s in desk.texts if s.role.rpartition(".")[2] in _TOLD and not any(s.faults.values()))


@check("M014")
def parameters_keep_their_terms(desk: Desk) -> Iterator[Problem]:
    """A parameter that all other texts have beside one term stands beside no other one of its kind."""
    terms, found = desk.game.terms, dict[str, dict[str, list[Spoken]]]()
    for spoken in desk.texts:
        named = any(t.kind == "parameter" for tokens in spoken.tokens.values() for t in tokens)
        pairs = [set(pairs_of(tokens)) for tokens in spoken.tokens.values()] if named else []
        for name, term in set.intersection(*pairs) if pairs else ():
            if name in desk.game.parameters and term in terms:
                found.setdefault(name, {}).setdefault(term, []).append(spoken)
    for name, by_term in found.items():
        odd, usual = min(by_term, key=lambda t: len(by_term[t])), max(by_term, key=lambda t: len(by_term[t]))
        alone = len(by_term) == 2 and len(by_term[odd]) == 1 and len(by_term[usual]) >= FEW
        if alone and terms[odd].kind == terms[usual].kind:
            message = f"`{{={name}}}` stands with `{{{odd}}}`, and everywhere else with `{{{usual}}}`"
            mark = next(iter(by_term[odd][0].text.marks.values()))
            yield Problem(mark, message, f"write `{{{usual}}}`, or another parameter")


# ---- languages ----

ALIKE = 0.5
"""Words with fewer signs in common than this share are other words."""
_LONG = 12


@check("M017")
def words_are_of_one(desk: Desk) -> Iterator[Problem]:
    """No two texts of a sort have the same words in one language and quite different ones in another."""
    alike: dict[tuple[str, ...], list[Spoken]] = {}
    for spoken in _told(desk):
        kin = spoken.owner.partition("/")[0] if spoken.owner.startswith("item") else spoken.owner.partition(" ")[0]
        for language, words in spoken.text.words.items() if len(spoken.text.words) > 1 else ():
            if len(words) >= _LONG:
                alike.setdefault((language, words, kin, spoken.role), []).append(spoken)
    for (language, *_), some in alike.items():
        odd = [s for s in some[1:] if _apart(s, some[0])]
        spoken = some[0] if len(odd) == len(some) - 1 > 1 else odd[0] if odd else some[0]
        if odd:
            other = some[0] if spoken is not some[0] else odd[0]
            who = f"`{spoken.owner.partition(' ')[2]}` and `{other.owner.partition(' ')[2]}`"
            message = f"{who} have the same words in {language}, but not in {_apart(spoken, other)}"
            yield Problem(spoken.text.marks[language], message, f"write its own words in {language}")


def _apart(one: Spoken, two: Spoken) -> str:
    """A language in which two texts are quite different."""
    return next((la for la, words in one.text.words.items() if _unlike(words, two.text.words.get(la, words))), "")


def _unlike(one: str, two: str) -> bool:
    here, there = (Counter(words[n : n + 2] for n in range(len(words) - 1)) for words in (one, two))
    return (here & there).total() < ALIKE * max(here.total(), there.total())


@check("M019")
def languages_name_siblings_alike(desk: Desk) -> Iterator[Problem]:
    """No text names one of a kind, or of a set, in one language and another of them in the next."""
    declared = [*(s.fields for s in desk.game.sets.values()), *(v.arguments for v in desk.game.verbs.values())]
    shown = {
        one.argument for of in declared for k in of.values() for one in (k, k.of or k) if one.name in ("term", "map")
    }
    groups = {f"t:{t.id}": t.kind if t.kind in shown or t.color else "" for t in desk.game.terms.values()}
    odd: dict[str, list[tuple[Spoken, str, str, str, str]]] = {}
    alike = Counter[str]()
    for spoken, by_language in told(desk):
        cited = [
            {t.text + t.detail * (t.kind == "item") for t in ts if t.kind in ("term", "item")}
            for ts in spoken.tokens.values()
        ]
        if spoken.role.endswith("name") or any(some ^ cited[0] for some in cited):
            continue
        things = {la: {f"{a}:{b}" for a, b in _NAMED.findall(words)} for la, words in by_language.items()}
        for one, two in combinations(things, 2):
            alone = [sorted(things[a] - things[b]) for a, b in ((one, two), (two, one))]
            alike.update({groups.get(n, n.partition("/")[0]) for n in things[one] & things[two]})
            by_group = [{groups.get(n, n.partition("/")[0]): n[2:] for n in some} for some in alone]
            for group in by_group[0].keys() & by_group[1].keys():
                odd.setdefault(group, []).append((spoken, one, by_group[0][group], two, by_group[1][group]))
    for group, some in odd.items():
        if group and len(some) == 1 and alike[group] >= FEW:
            spoken, one, first, two, second = some[0]
            message = f"{one} speaks of `{first}`, {two} of `{second}`"
            yield Problem(spoken.text.marks[two], message, "speak of the same in both")


# ---- numbers ----

_BEYOND = 3
"""So many players too many are no team in the story of a game."""


@check("M020")
def players_are_not_too_many(desk: Desk) -> Iterator[Problem]:
    """No text speaks of more players than there can be."""
    most = desk.game.players[1]
    for spoken in _told(desk):
        said = ((la, _too_many(numbered(desk.game, ts, la), la, most)) for la, ts in spoken.tokens.items())
        yield from first_told(spoken, said, "correct the number, or `players` in game.yaml")


def _too_many(words: str, language: str, most: int) -> str:
    numbers = [next(filter(None, found.groups())) for found in pattern(language, "players").finditer(words)]
    wrong = [n for n in numbers if most < whole_number(n) <= most + _BEYOND]
    return f"{wrong[0]} players are spoken of, and {most} can play" if wrong else ""


@check("M020")
def pieces_are_as_many_as_told(desk: Desk) -> Iterator[Problem]:
    """`30 of 1 and 18 of 5`, `8 fish, 6 bread` is said of a set that has as many of each value, of each term."""
    about = {f"question {q.id}": q.about for q in desk.game.questions}
    for spoken, by_language in told(desk):
        kind, _, name = about.get(spoken.owner, spoken.owner).partition(" ")
        for field, known in desk.game.sets[name].fields.items() if kind == "set" and name in desk.game.sets else ():
            counts = Counter[int | str]()
            for item in desk.game.sets[name].items if known.name in ("integer", "term") else ():
                value = item.values.get(field)
                counts[value if isinstance(value, int | str) else ""] += item.count
            said = ((la, _of_each(_clauses(words), counts)) for la, words in by_language.items())
            yield from first_told(spoken, said if len(counts) >= FEW else (), "correct it, or the counts")


def _clauses(words: str) -> Sequence[Sequence[int | str]]:
    """The numbers and the terms of each clause."""
    clauses = figures_by_clause(words, things=True)
    return [[whole_number(f) if f.isdigit() else f[3:-1] for f in c if f.isdigit() or f[:2] == "<t"] for c in clauses]


def _of_each(clauses: Sequence[Sequence[int | str]], counts: Mapping[int | str, int]) -> str:
    """What is wrong with numbers and values, a pair a clause, for every value: with one of them, or with some that
    make as many pieces."""
    pairs = [(a, b) for a, b in (c for c in clauses if len(c) == 2) if a in counts or b in counts]
    said = [pair if counts.get(pair[0]) == pair[1] or pair[1] not in counts else pair[::-1] for pair in pairs]
    wrong = [(value, number) for value, number in said if counts.get(value) != number]
    if not wrong or len(pairs) != len(counts) or {value for value, _ in said} != counts.keys():
        return ""
    told = len(wrong) == 1 or sum(n for _, n in said if isinstance(n, int)) == sum(counts.values())
    return f"there are {counts[wrong[0][0]]} of `{wrong[0][0]}`, and {wrong[0][1]} are said" if told else ""
