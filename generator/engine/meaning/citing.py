"""What cites a rule, held against that rule: it is about another thing.

Takes a `Desk`; gives a problem at the reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log

from generator.data.lexicon import is_named
from generator.data.markup import Token, plain_words
from generator.data.model import ComponentSet, Item
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark
from generator.engine.meaning.reading import beginnings
from generator.engine.registry import Desk, Problem, check, named_in, texts_by_owner
from generator.values import lazy_pattern

_FEW = 3
"""A word that so many rules say, and half of them, shows nothing."""
_CLAUSE = lazy_pattern(r"[.;。；!?！？、]\s*|, ")
_NAMED = {"term": "terms", "parameter": "parameters", "item": "sets", "set": "sets", "count": "sets", "value": "sets"}
_ITEMS = ("item", "value")
"""Where a game has what a token names."""


def _cited(desk: Desk) -> Iterator[tuple[ComponentSet, Item, str, Mark]]:
    """The items that cite a rule, and where they do."""
    for owner in desk.game.sets.values():
        for name in (n for n, kind in owner.fields.items() if kind.name == "rule"):
            yield from ((owner, i, r, i.at(name)) for i in owner.items if isinstance(r := i.values.get(name), str))


@check("M015")
def rules_are_about_what_cites_them(desk: Desk) -> Iterator[Problem]:
    """What cites a rule shares words with it, not only with another rule of its section; a rule that bears the name of
    a term is not cited by an item about another of its kind that has a rule, too."""
    told: set[Mark] = set()
    for problem in _by_terms(desk):
        told.add(problem.mark)
        yield problem
    data = list(_from_data(desk))
    holders = _holders(desk, [citation for sort, citation in data if sort == "item"])
    for sort, citation in (*data, *(("prose", one) for one in _inline(desk))):
        place, who, rule, _ = citation
        meant = _meant(desk, citation, holders, sort) if rule in desk.game.rules and place not in told else ""
        if meant:
            message = f"`{who}` cites `{rule}`, with which it shares hardly a word, but speaks of `{meant}`"
            yield Problem(place, message, f"is `{meant}` meant?")
            told.add(place)


PROOF = {"prose": (450, 0.12, 0.05), "item": (800, 0.27, 0.12), "step": (500, 0.35, 0.17)}
"""By what cites: the weight of the words that it must share with another rule, and the share of that which is too
little for its own; the other is of the same section, or anywhere. Words weigh more the fewer rules say them."""
Citation = tuple[Mark, str, str, set[str]]
"""Its place, who cites, the rule, the words beside it."""
Holders = Mapping[str, tuple[int, Counter[str], set[str]]]


def _meant(desk: Desk, citation: Citation, holders: Holders, sort: str) -> str:
    """The rule that the words beside a citation are about, if it is another one beyond doubt."""
    _, who, rule, words = citation
    rules, scores = desk.game.rules, Counter[str]()
    for weight, having, named in (holders[w] for w in words if w in holders):
        for r, times in having.items():
            if sort != "item" or r != rule or times > 1:
                scores[r] += weight * (1 + (r in named))
    kin = {rule, who.removeprefix("rule "), *(r.id for r in rules[rule].rules)}
    kin |= {r for r in scores if rules[r].kind == "example" or any(one.id == rule for one in rules[r].rules)}
    least, *shares = PROOF[sort]
    for share, section in zip(shares, (rule.rpartition(".")[0], ""), strict=True):
        near = [r for r in scores if r not in kin and (not section or r.rpartition(".")[0] == section)]
        best = max(near, key=lambda r: (scores[r], r), default=rule)
        if scores[best] >= least and scores[rule] <= share * scores[best]:
            return best
    return ""


def _holders(desk: Desk, items: Sequence[Citation]) -> Holders:
    """By word, in any language: its weight, the rules that say it, how often (they, those within them, and the
    items that cite them), and those that are called so."""
    said = {r: _words(re.sub(r"[-.]", " ", r), "en") for r in desk.game.rules}
    for spoken in desk.texts:
        own = said.get(spoken.owner.removeprefix("rule "), set())
        for language, tokens in spoken.tokens.items() if own else ():
            own |= _all_words(desk, tokens, language)
    times = Counter(word for words in said.values() for word in words)
    rare = {w: round(100 * log(len(said) / n)) for w, n in times.items() if n < max(_FEW, len(said) / 2)}
    holders = {word: (weight, Counter[str](), set[str]()) for word, weight in rare.items()}
    for r, known in desk.game.rules.items():
        title = known.title.words.items() if known.title is not None else ()
        for word in _words(r.rpartition(".")[2].replace("-", " "), "en").union(*(_words(w, la) for la, w in title)):
            if word in holders:
                holders[word][2].add(r)
    whole = ((r, said[r].union(*(said.get(one.id, ()) for one in rule.rules))) for r, rule in desk.game.rules.items())
    for rule, words in (*whole, *((rule, words) for _, _, rule, words in items if rule in said)):
        for word in words & rare.keys():
            holders[word][1][rule] += 1
    return holders


def _words(words: str, language: str) -> set[str]:
    return {f"{language} {w}" for w in beginnings(words.casefold(), language)}


def _all_words(desk: Desk, tokens: Sequence[Token], language: str) -> set[str]:
    """The words of tokens, what they cite, and its names."""
    game = desk.game
    words = _words(plain_words(tuple(tokens)), language)
    for token in tokens:
        if token.kind in _NAMED:
            words.add(f"{{{token.text}/{token.detail.split('.')[0] if token.kind in _ITEMS else ''}")
            cited = getattr(game, _NAMED[token.kind]).get(token.text)
            words |= _words(cited.name.in_language(language), language) if cited is not None else set()
    return words


def _inline(desk: Desk) -> Iterator[Citation]:
    for spoken in desk.texts:
        found: dict[tuple[str, int], tuple[Mark, set[str]]] = {}
        for language, tokens in spoken.tokens.items():
            words, times = set[str](), 0
            for token in tokens if any(token.kind == "rule" for token in tokens) else ():
                if token.kind == "rule":
                    place = spoken.at_token(desk.game, language, token)
                    found.setdefault((token.text, times), (place, set()))[1].update(words)
                    times += 1
                elif token.kind in ("break", "paragraph") or (token.kind == "text" and _CLAUSE.search(token.text)):
                    words = _words(_CLAUSE.split(token.text)[-1], language)
                else:
                    words = words | _all_words(desk, [token], language)
        yield from ((place, spoken.owner, rule, words) for (rule, _), (place, words) in found.items())


def _from_data(desk: Desk) -> Iterator[tuple[str, Citation]]:
    """What items and steps cite, with the words of their texts; of a step also of what it moves."""
    texts, sets = texts_by_owner(desk), desk.game.sets
    cited = [("item", f"{o.id}/{i.id}", rule, mark, list[ComponentSet]()) for o, i, rule, mark in _cited(desk)]
    for step in desk.game.setup.steps:
        moved = [sets[name] for name in step.sets if name in sets]
        cited.append(("step", f"step {step.id}", step.rule, step.at("rule"), moved))
    for sort, who, rule, mark, moved in cited:
        said = [one for s in texts.get(f"item {who}" if sort == "item" else who, ()) for one in s.tokens.items()]
        words = set[str]().union(*(_all_words(desk, tokens, la) for la, tokens in said), (f"{{{s.id}/" for s in moved))
        yield sort, (mark, who, rule, words.union(*(_words(w, la) for s in moved for la, w in s.name.words.items())))


def _by_terms(desk: Desk) -> Iterator[Problem]:
    terms, rules = desk.game.terms, desk.game.rules
    of_term = {last: rule for rule in rules if (last := rule.rpartition(".")[2]) in terms}
    texts = texts_by_owner(desk)
    cited = [(o, i, r, m, texts.get(f"item {o.id}/{i.id}", [])) for o, i, r, m in _cited(desk)]
    citing: dict[str, list[tuple[Item, Sequence[Spoken]]]] = {}
    for _, item, rule, _, said in cited:
        citing.setdefault(rule, []).append((item, said))
    for owner, item, rule, mark, said in cited:
        last = rule.rpartition(".")[2]
        if of_term.get(last) == rule and all(_names(desk, s, i, last) for i, s in citing[rule] if i is not item):
            named = {t for t in of_term if terms[t].kind == terms[last].kind and _names(desk, said, item, t)}
            if len(named) == 1 and last not in named:
                other = of_term[named.pop()]
                message = f"`{owner.id}/{item.id}` cites `{rule}`, but speaks of what `{other}` is about"
                yield Problem(mark, message, f"is `{other}` meant?")


def _names(desk: Desk, said: Sequence[Spoken], item: Item, term: str) -> bool:
    known = desk.game.terms[term]
    spelt = ((words, language) for s in said for language, words in s.text.words.items())
    return term in named_in(said, "term") or term in item.values.values() or any(is_named(known, *one) for one in spelt)
