"""What stands beside what in one text, held against all others: a parameter and its term, a title and its words, the
names in one language and in another, words that were copied; and numbers of lines, players and pieces.

Takes the texts on a `Desk`; gives a problem at the text that stands alone. The other texts are the witnesses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations

from generator.data.lexicon import is_latin, is_named, pattern, whole_number, words_to_digits
from generator.data.markup import Token, plain_words
from generator.data.model import Game, Term
from generator.data.walk import Spoken
from generator.engine.meaning.languages import CLAUSES, by_name, figures_by_clause, pairs_of, rendered
from generator.engine.registry import Desk, Problem, check, first_told, named_in
from generator.values import dataclass, late

FEW, MANY = 2, 8
"""So many witnesses at least, and none against them; the same where words are no markup."""
_TOLD = ("text", "aid", "about", "intro", "assumption")


def _told(desk: Desk) -> Iterator[Spoken]:
    """Texts that are sentences about the game."""
    return (s for s in desk.texts if s.role.rpartition(".")[2] in _TOLD and not any(s.faults.values()))


@check("M014")
def parameters_keep_their_terms(desk: Desk) -> Iterator[Problem]:
    """A parameter that all other texts have beside one term stands beside no other one of its kind."""
    terms, found = desk.game.terms, dict[str, dict[str, list[Spoken]]]()
    for spoken in desk.texts:
        pairs = [set(pairs_of(tokens)) for tokens in spoken.tokens.values()]
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


@check("M014")
def titles_name_what_is_told(desk: Desk) -> Iterator[Problem]:
    """A paragraph whose title names a term does not speak of another one instead that has a paragraph of its own."""
    terms, good, bad, titles = desk.game.terms, Counter[str](), list[tuple[Spoken, Term, str]](), set[tuple[str, str]]()
    for text in (s for s in desk.texts if s.owner.startswith("rule ") and s.role == "text"):
        rule = desk.game.rules[text.owner.removeprefix("rule ")]
        titled = rule.title.words.items() if rule.title is not None and rule.kind == "rule" else ()
        own = [t for t in terms.values() if titled and all(is_named(t, words, la) for la, words in titled)]
        titles |= {(_section(text), t.id) for t in own}
        for term in own if len({t.kind for t in own}) == len(own) else ():
            others = [t for t in named_in([text], "term") if t in terms and terms[t].kind == term.kind]
            if term.id in others or any(is_named(term, plain_words(ts), la) for la, ts in text.tokens.items()):
                good[term.kind] += 1
            elif len(others) == 1:
                bad.append((text, term, others[0]))
    for text, term, other in bad if len(bad) == 1 else ():
        if good[term.kind] >= FEW and (_section(text), other) in titles:
            message = f"the title of `{text.owner.partition(' ')[2]}` names `{term.id}`, its words `{other}`"
            yield Problem(next(iter(text.text.marks.values())), message, "correct one of them")


def _section(spoken: Spoken) -> str:
    return spoken.owner.partition(".")[0]


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
def languages_name_the_same(desk: Desk) -> Iterator[Problem]:
    """No text speaks of one thing in a language and of another in the next, where all others name both alike."""
    names = {la: _names(desk.game, la) for la in desk.game.languages}
    rows = [(s, {la: _named(ts, names[la]) for la, ts in s.tokens.items() if la in names}) for s in _told(desk)]
    for one, two in combinations(names, 2):
        odd: list[Mapping[tuple[str, str], tuple[Spoken, str]]] = []
        for here, there in ((one, two), (two, one)):
            said = [
                (s, x, _may(x, d[there], names[there])) for s, d in rows if here in d and there in d for x in d[here][0]
            ]
            alike, alone = (Counter(x for _, x, may in said if may == also) for also in (True, False))
            sure = [(s, x) for s, x, may in said if not may and alone[x] == 1 and alike[x] >= MANY]
            odd.append({(s.owner, s.role): (s, x.strip()) for s, x in sure})
        for key in odd[0].keys() & odd[1].keys():
            (spoken, first), (_, second) = odd[0][key], odd[1][key]
            message = f"{one} speaks of `{first}`, {two} of `{second}`"
            yield Problem(spoken.text.marks[two], message, "speak of the same in both")


@dataclass(frozen=True, slots=True)
class _Names:
    """What finds the longest name at a place; whose it is; how each thing is called."""

    finder: re.Pattern[str]
    owners: Mapping[str, Set[str]]
    forms: Mapping[str, Sequence[str]]


def _names(game: Game, language: str) -> _Names:
    """The names of terms, of kinds and sets (`id `) in a language, in small letters."""
    owners: dict[str, set[str]] = {}
    forms: dict[str, list[str]] = {}
    called = [(text, t.id) for t in game.terms.values() for text in (t.name, t.plural) if text is not None]
    called += [(kind.name, f"{kind.id} ") for kind in game.kinds.values()]
    called += [(owner.name, f"{owner.id} ") for owner in game.sets.values()]
    for name, who in ((text.in_language(language).casefold(), who) for text, who in called):
        for form in (name, f"{name}s") if name and is_latin(language) else filter(None, [name]):
            owners.setdefault(form, set()).add(who)
            forms.setdefault(who, []).append(form)
    found = "|".join(re.escape(name) for name in sorted(owners, key=len, reverse=True)) or "(?!)"
    return _Names(re.compile(rf"\b(?:{found})\b" if is_latin(language) else found), owners, forms)


def _named(tokens: Sequence[Token], names: _Names) -> tuple[set[str], str]:
    """What tokens surely name, and their words in small letters."""
    low = "\n".join(t.text.casefold() for t in tokens if t.kind == "text")
    some = [names.owners[found[0]] for found in names.finder.finditer(low)]
    sure = {t.text if t.kind == "term" else f"{t.text} " for t in tokens if t.kind in ("term", "set", "count")}
    return sure.union(*(one for one in some if len(one) == 1)), low


def _may(thing: str, said: tuple[set[str], str], names: _Names) -> bool:
    return thing in said[0] or any(form in said[1] for form in names.forms.get(thing, ()))


# ---- numbers ----

_LINE, _CITED = late(r"\W*(\d{1,2})\b"), late(r"<([\w.-]+)>")


@check("M013")
def lines_have_the_numbers_of_chapters(desk: Desk) -> Iterator[Problem]:
    """A numbered line that cites a chapter `Phase 3` is line 3, if it is so for others."""
    titles = {section.id: section.title.words for section in desk.game.sections}
    for spoken in (s for s in desk.texts if s.owner.startswith("rule ")):
        said = ((la, _numbered_otherwise(tokens, la, titles)) for la, tokens in spoken.tokens.items())
        yield from first_told(spoken, said, "correct the list, or the titles of the chapters")


def _numbered_otherwise(tokens: Sequence[Token], language: str, titles: Mapping[str, Mapping[str, str]]) -> str:
    if not any(t.kind == "rule" for t in tokens):
        return ""
    lines = rendered(tokens, language, "_", rule=by_name).split("\n")
    pairs: list[tuple[str, str, str]] = []
    for number, rule in ((n[1], cited[1]) for w in lines if (n := _LINE.match(w)) and (cited := _CITED.search(w))):
        section = rule.partition(".")[0]
        told = re.findall(r"\d+", words_to_digits(titles.get(section, {}).get(language, ""), language))
        pairs += [(number, told[0], section)] if len(told) == 1 else []
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    if not wrong or len(pairs) - len(wrong) < FEW:
        return ""
    return f"line {wrong[0][0]} is about `{wrong[0][2]}`, which is called {wrong[0][1]}"


_BEYOND = 3
"""So many players too many are no team in the story of a game."""


@check("M020")
def players_are_not_too_many(desk: Desk) -> Iterator[Problem]:
    """No text speaks of more players than there can be."""
    most = desk.game.players[1]
    for spoken in _told(desk):
        said = ((la, _too_many(rendered(ts, la, "_").casefold(), la, most)) for la, ts in spoken.tokens.items())
        yield from first_told(spoken, said, "correct the number, or `players` in game.yaml")


def _too_many(words: str, language: str, most: int) -> str:
    numbers = [next(filter(None, found.groups())) for found in pattern(language, "players").finditer(words)]
    wrong = [n for n in numbers if most < whole_number(n) <= most + _BEYOND]
    return f"{wrong[0]} players are spoken of, and {most} can play" if wrong else ""


@check("M020")
def pieces_are_as_many_as_told(desk: Desk) -> Iterator[Problem]:
    """`30 of 1 and 18 of 5`, `8 fish, 6 bread` is said of a set that has as many of each value, of each term."""
    about = {f"question {q.id}": q.about for q in desk.game.questions}
    for spoken in _told(desk):
        kind, _, name = about.get(spoken.owner, spoken.owner).partition(" ")
        for field, known in desk.game.sets[name].fields.items() if kind == "set" and name in desk.game.sets else ():
            counts = Counter[int | str]()
            for item in desk.game.sets[name].items if known.name in ("integer", "term") else ():
                value = item.values.get(field)
                counts[value if isinstance(value, int | str) else ""] += item.count
            said = ((la, _of_each(_clauses(desk.game, ts, la, counts), counts)) for la, ts in spoken.tokens.items())
            yield from first_told(spoken, said if len(counts) >= FEW else (), "correct it, or the counts")


def _clauses(
    game: Game, tokens: tuple[Token, ...], language: str, values: Iterable[int | str]
) -> Sequence[Sequence[int | str]]:
    """The numbers of each clause, and the terms among some values that it names."""
    terms = [game.terms[v] for v in values if isinstance(v, str) and v in game.terms]
    if not terms:
        return [[whole_number(n) for n in c if n[0] != "<"] for c in figures_by_clause(tokens, language)]
    words = rendered(
        tokens,
        language,
        "_",
        term=lambda t: game.terms[t.text].name.in_language(language) if t.text in game.terms else "_",
    )
    numbers = ((part, re.findall(r"\d+", part)) for part in CLAUSES.split(words.casefold()))
    return [[*map(whole_number, some), *(t.id for t in terms if is_named(t, p, language))] for p, some in numbers]


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
