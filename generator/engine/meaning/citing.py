"""What cites a rule, held against that rule: a parameter in the place of its own, a rule that is about another term.

Takes a `Desk`; gives a problem at the parameter, or at the reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Item, Rule
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark
from generator.engine.meaning.said import is_named
from generator.engine.registry import Desk, Problem, check, texts_by_owner
from generator.engine.texts.wording import is_latin

_WORD = re.compile(r"\s*([^\W\d]\w*)")
FEW, COMMON = 4, 0.2
"""What more rules, and a larger share of them, say shows nothing."""
SHORT = 3
"""So short a word names no rule."""
_CLAUSE = re.compile(r"[.;。；、]\s*|, ")


@check("M014")
def parameters_are_those_of_the_rule(desk: Desk) -> Iterator[Problem]:
    """Where a card or the short form of a rule cites a parameter beside a term or a word, it is the one that the rule
    has beside it."""
    rules = desk.game.rules
    texts = texts_by_owner(desk)
    cards = ((f"item {o.id}/{i.id}", rules[r], False) for o, i, r in _cited(desk) if r in rules)
    aids = ((f"rule {rule.id}", rule, True) for rule in rules.values() if rule.aid is not None)
    for owner, rule, is_aid in (*cards, *aids):
        told = [s for r in (rule, *rule.rules) for s in texts.get(f"rule {r.id}", ()) if s.role != "aid"]
        for short in (s for s in texts.get(owner, ()) if (s.role == "aid") == is_aid):
            yield from _other(desk, short, told, rule)


def _cited(desk: Desk) -> Iterator[tuple[ComponentSet, Item, str]]:
    """The items that cite a rule."""
    for owner in desk.game.sets.values():
        for name in (n for n, kind in owner.fields.items() if kind.name == "rule"):
            yield from ((owner, i, r) for i in owner.items if isinstance(r := i.values.get(name), str))


def _other(desk: Desk, short: Spoken, told: Sequence[Spoken], rule: Rule) -> Iterator[Problem]:
    for language, tokens in short.tokens.items():
        own = dict(_beside(tokens))
        theirs = [pair for s in told for pair in _beside(s.tokens.get(language, ()))]
        cited = {name for name, _ in theirs}
        for token in tokens:
            word = own.get(token.text) if token.kind == "parameter" else None
            meant = [name for name, near in theirs if near == word and name not in own] if word else []
            values = {desk.game.parameters[n].value for n in (token.text, *meant) if n in desk.game.parameters}
            if meant and token.text not in cited and len(values) > 1:
                place = short.place(desk.game, language, token.start, token.end - token.start)
                message = f"`{{={token.text}}}` stands with `{word}`, where `{rule.id}` has `{{={meant[0]}}}`"
                yield Problem(place, message, f"write `{{={meant[0]}}}`, or correct the rule")
                return


def _beside(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Each parameter with the term or the word that follows it."""
    for n, (token, after) in enumerate(pairwise(tokens)):
        beyond = tokens[n + 2 : n + 3]
        if token.kind == "parameter":
            word = _WORD.match(after.text) if after.kind == "text" else None
            near = after if after.kind == "term" else beyond[0] if beyond and not after.text.strip() else None
            if near is not None and near.kind == "term":
                yield token.text, f"{{{near.text}}}"
            elif word is not None:
                yield token.text, word[1].casefold()


@check("M015")
def rules_are_about_what_cites_them(desk: Desk) -> Iterator[Problem]:
    """What cites a rule shares a word with it, or does not bear the name of another one; a rule that bears the name of
    a term is not cited by an item about another of its kind that has a rule, too."""
    yield from _by_terms(desk)
    told: set[tuple[str, str]] = set()
    for language in filter(is_latin, desk.game.languages):
        known = _profiles(desk, language)
        for place, who, rule, words, terms in (*_inline(desk, language), *_from_items(desk, language)):
            section = rule.rpartition(".")[0]
            if (
                rule in known
                and (who, rule) not in told
                and not (_stems(words) | set(terms)) & known[rule]
                and not _bears(desk, rule, words, language)
            ):
                near = (
                    r for r in known if r.rpartition(".")[0] == section and r not in (rule, who.removeprefix("rule "))
                )
                meant = [r for r in near if r.rpartition(".")[2] in terms or _bears(desk, r, words, language)]
                if len(meant) == 1:
                    message = f"`{who}` cites `{rule}`, with which it shares no word, but speaks of `{meant[0]}`"
                    yield Problem(place, message, f"is `{meant[0]}` meant?")
                    told.add((who, rule))


Citation = tuple[Mark, str, str, str, Sequence[str]]
"""Its place, who cites, the rule, the words and the terms beside it."""


def _stems(words: str) -> set[str]:
    return {word[:5] for word in re.findall(r"[^\W\d_]{3,}", words.casefold())}


def _profiles(desk: Desk, language: str) -> dict[str, set[str]]:
    """What each rule says: the beginnings of its words, its terms with their names."""
    said: dict[str, set[str]] = {r: _stems(re.sub(r"s?[-.]", " ", r)) for r in desk.game.rules}
    for spoken in desk.texts:
        own = said.get(spoken.owner.removeprefix("rule "))
        if own is not None:
            tokens = spoken.tokens.get(language, ())
            own |= _stems(plain_words(tokens))
            for token in tokens:
                term = desk.game.terms.get(token.text) if token.kind == "term" else None
                own |= {token.text, *_stems(term.name.in_language(language))} if term is not None else {token.text}
    times = Counter(stem for stems in said.values() for stem in stems)
    return {rule: {s for s in stems if times[s] <= max(FEW, COMMON * len(said))} for rule, stems in said.items()}


def _bears(desk: Desk, rule: str, words: str, language: str) -> bool:
    """True if words hold the name of a rule: its title, or what its id ends with."""
    known = desk.game.rules.get(rule)
    title = known.title.in_language(language) if known is not None and known.title is not None else ""
    last = rule.rpartition(".")[2]
    term = desk.game.terms.get(last)
    named = term is not None and is_named(term, words, language)
    names = _stems(f"{title} {last.replace('-', ' ')}") - _stems(re.sub(r"s?\..*", "", rule))
    return named or any(len(name) > SHORT for name in names & _stems(words))


def _inline(desk: Desk, language: str) -> Iterator[Citation]:
    for spoken in desk.texts:
        words, terms = "", list[str]()
        for token in spoken.tokens.get(language, ()):
            if token.kind == "rule":
                place = spoken.place(desk.game, language, token.start, token.end - token.start)
                yield place, spoken.owner, token.text, words, terms
                words, terms = "", []
            elif token.kind == "term":
                terms.append(token.text)
            elif _CLAUSE.search(token.text) or token.kind in ("break", "paragraph"):
                words, terms = _CLAUSE.split(token.text)[-1], []
            else:
                words += token.text


def _from_items(desk: Desk, language: str) -> Iterator[Citation]:
    texts = texts_by_owner(desk)
    for owner, item, rule in _cited(desk):
        said = [s.tokens.get(language, ()) for s in texts.get(f"item {owner.id}/{item.id}", ())]
        terms = [t.text for tokens in said for t in tokens if t.kind == "term"]
        own = [v for v in item.values.values() if isinstance(v, str)]
        known = (desk.game.terms[t] for t in (*terms, *own) if t in desk.game.terms)
        names = " ".join(term.name.in_language(language) for term in known)
        mark = next((m for n, m in item.marks.items() if item.values.get(n) == rule), item.mark)
        yield mark, f"{owner.id}/{item.id}", rule, " ".join([*map(plain_words, said), names]), [*terms, *own]


def _by_terms(desk: Desk) -> Iterator[Problem]:
    terms, rules = desk.game.terms, desk.game.rules
    of_term = {last: rule for rule in rules if (last := rule.rpartition(".")[2]) in terms}
    texts = texts_by_owner(desk)
    cited = [(o, i, r, texts.get(f"item {o.id}/{i.id}", [])) for o, i, r in _cited(desk)]
    for owner, item, rule, said in cited:
        last = rule.rpartition(".")[2]
        others = [(i, s) for o, i, r, s in cited if r == rule and i is not item]
        if of_term.get(last) == rule and all(_names(desk, s, i, last) for i, s in others):
            named = {t for t in of_term if terms[t].kind == terms[last].kind and _names(desk, said, item, t)}
            if len(named) == 1 and last not in named:
                other = of_term[named.pop()]
                message = f"`{owner.id}/{item.id}` cites `{rule}`, but speaks of what `{other}` is about"
                mark = next((m for n, m in item.marks.items() if item.values.get(n) == rule), item.mark)
                yield Problem(mark, message, f"is `{other}` meant?")


def _names(desk: Desk, said: Sequence[Spoken], item: Item, term: str) -> bool:
    known = desk.game.terms[term]
    cited = any(t.kind == "term" and t.text == term for s in said for tokens in s.tokens.values() for t in tokens)
    return (
        cited
        or term in item.values.values()
        or any(is_named(known, w, la) for s in said for la, w in s.text.words.items())
    )
