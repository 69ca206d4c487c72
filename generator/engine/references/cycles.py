"""Circular definitions: terms and rules that say nothing but one another.

Takes a `Desk`; gives one problem for each circle, at its first member. A text counts as empty of its own if little is
left of it besides what it refers to. Formulas that need themselves are told where they are worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.data.markup import Token, plain_words
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check

MOST_WORDS = 4
MOST_LETTERS = 8
"""How much may be left of a text (words, or Japanese characters) that explains nothing by itself."""

_REFERENCES = {"term": "term", "rule": "rule"}


@check("R041")
def definitions_end_somewhere(desk: Desk) -> Iterator[Problem]:
    """No chain of definitions comes back to where it began."""
    language = desk.game.languages[0] if desk.game.languages else ""
    empty = {s.owner: s for s in desk.texts if s.role == _role_of(s) and _says_nothing(s, language)}
    leads = {owner: _led_to(spoken.tokens.get(language, ())) for owner, spoken in empty.items()}
    told: set[str] = set()
    for owner, spoken in empty.items():
        circle = _circle(owner, leads)
        if circle and not told & set(circle):
            told.update(circle)
            names = " -> ".join(f"`{name.partition(' ')[2]}`" for name in [*circle, owner])
            mark = spoken.text.marks[language]
            yield Problem(
                mark, f"these explain one another and nothing else: {names}", "say one of them in other words"
            )


def _role_of(spoken: Spoken) -> str:
    return {"term": "about", "rule": "text"}.get(spoken.owner.partition(" ")[0], "")


def _says_nothing(spoken: Spoken, language: str) -> bool:
    tokens = spoken.tokens.get(language, ())
    words = plain_words(tokens)
    japanese = any(c > "\u3000" for c in words)
    return bool(_led_to(tokens)) and (len(words) <= MOST_LETTERS if japanese else len(words.split()) <= MOST_WORDS)


def _led_to(tokens: tuple[Token, ...]) -> set[str]:
    return {f"{_REFERENCES[t.kind]} {t.text}" for t in tokens if t.kind in _REFERENCES}


def _circle(start: str, leads: Mapping[str, set[str]]) -> list[str]:
    """The way from a name back to itself, if all on it lead only to one another."""
    way, here = [start], start
    while len(leads[here]) == 1:
        (here,) = leads[here]
        if here == start:
            return way
        if here not in leads or here in way:
            return []
        way.append(here)
    return []
