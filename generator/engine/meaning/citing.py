"""What cites a rule, held against that rule: a parameter in the place of its own, a rule that is about another term.

Takes a `Desk`; gives a problem at the parameter, or at the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.data.markup import Token
from generator.data.model import ComponentSet, Item, Rule
from generator.data.walk import Spoken
from generator.engine.meaning.said import is_named
from generator.engine.registry import Desk, Problem, check

_WORD = re.compile(r"\s*([^\W\d]\w*)")


@check("M014")
def parameters_are_those_of_the_rule(desk: Desk) -> Iterator[Problem]:
    """Where a card or the short form of a rule cites a parameter beside a term or a word, it is the one that the rule
    has beside it."""
    rules = desk.game.rules
    texts: dict[str, list[Spoken]] = {}
    for spoken in desk.texts:
        texts.setdefault(spoken.owner if spoken.role != "aid" else f"aid {spoken.owner}", []).append(spoken)
    items = ((f"item {o.id}/{i.id}", rules[r]) for o, i, r in _cited(desk) if r in rules)
    aids = ((f"aid rule {rule.id}", rule) for rule in rules.values() if rule.aid is not None)
    for owner, rule in (*items, *aids):
        told = [s for r in (rule, *rule.rules) for s in texts.get(f"rule {r.id}", ())]
        for short in texts.get(owner, ()):
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
    """A rule that bears the name of a term is not cited by an item about another of its kind that has a rule, too."""
    terms, rules = desk.game.terms, desk.game.rules
    of_term = {last: rule for rule in rules if (last := rule.rpartition(".")[2]) in terms}
    texts: dict[str, list[Spoken]] = {}
    for spoken in desk.texts:
        texts.setdefault(spoken.owner, []).append(spoken)
    for owner, item, rule in _cited(desk):
        last = rule.rpartition(".")[2]
        if of_term.get(last) == rule:
            said = texts.get(f"item {owner.id}/{item.id}", [])
            named = {t for t in of_term if terms[t].kind == terms[last].kind and _names(desk, said, item, t)}
            if named and last not in named and len(named) == 1:
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
