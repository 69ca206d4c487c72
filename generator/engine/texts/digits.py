"""Numbers written as digits in a rule, where a parameter of that value and that name exists.

Takes a `Desk`; gives a problem at the digits. Only a number whose sentence says all the words of a parameter's name is
told; ranges, products, ordinals, headings and examples are not, nor is a parameter that the same text cites.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.data.model import ComponentSet, Parameter, Rule
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check

_NUMBER = re.compile(
    r"""(?<![\d.,\-–~〜/+×x*#第=])(?<![\d×x+=-][ ])(\d{1,4})(?![\d.,]*\d)
    (?!\s*[-–~〜/+×*=]|\s+x\s|\s+to\s+\d|st\b|nd\b|rd\b|th\b|から)""",
    re.VERBOSE,
)
_SENTENCE = re.compile(r"[^。.!?！？\n]+")
_LATIN = re.compile(r"[a-z]{3,}")
_SMALL = frozenset(("the", "and", "for", "with", "each", "from", "per", "number", "most", "maximum", "least", "all"))
_RUNS = re.compile(r"[\u30a0-\u30ff\u4e00-\u9fff々]{2,}")
_VAGUE = re.compile("最大|最低|最小|枚数|個数|回数|人数|数")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text: its sentence, and where it stands in the words."""

    value: int
    sentence: str
    start: int
    length: int


@check("R040")
def numbers_come_from_parameters(desk: Desk) -> Iterator[Problem]:
    """A number that a parameter holds is cited from there, so that it changes everywhere at once."""
    rules, cited = desk.game.rules, _cited(desk)
    for spoken in desk.texts:
        kind, _, name = spoken.owner.partition(" ")
        rule = rules.get(name) if kind == "rule" and spoken.role in ("text", "aid") else None
        if rule is not None and rule.kind == "rule":
            for language in spoken.tokens:
                yield from _plain_numbers(desk, spoken, language, rule, cited[spoken.owner])


def _plain_numbers(desk: Desk, spoken: Spoken, language: str, rule: Rule, cited: set[str]) -> Iterator[Problem]:
    for figure in figures_in(spoken, language):
        place = spoken.place(desk.game, language, figure.start, figure.length)
        sets = [s for s in desk.game.sets.values() if s.id not in cited and _counts(s, figure, language)]
        if sets:
            message = f"`{figure.value}` is the number of pieces of `{sets[0].id}`, written as a digit in `{rule.id}`"
            yield Problem(place, message, f"write `{{#{sets[0].id}}}`")
            continue
        fitting = [p for p in desk.game.parameters.values() if p.id not in cited and _fits(p, figure, spoken, language)]
        if len(fitting) == 1:
            message = f"`{figure.value}` is the parameter `{fitting[0].id}`, written as a digit in `{rule.id}`"
            yield Problem(place, message, f"write `{{={fitting[0].id}}}`")


def _cited(desk: Desk) -> Mapping[str, set[str]]:
    """Parameters and sets that each rule, or its short form, cites."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mention in desk.mentions:
        if mention.kind in ("parameter", "set"):
            found[mention.owner].add(mention.name)
    return found


def figures_in(spoken: Spoken, language: str) -> Iterator[Figure]:
    """The plain numbers of a text from 2 on."""
    whole = spoken.text.words[language]
    for token in spoken.tokens[language]:
        if token.kind != "text" or token.bold:
            continue
        for found in _NUMBER.finditer(whole, token.start, token.end):
            value = int(found[1])
            if value > 1:
                yield Figure(value, _sentence(whole, found.start(1)), found.start(1), len(found[1]))


def _sentence(words: str, at: int) -> str:
    return next((s.group() for s in _SENTENCE.finditer(words) if s.start() <= at < s.end()), "")


def _counts(owner: ComponentSet, figure: Figure, language: str) -> bool:
    """True if a number stands right at the name of a set that has so many pieces: `30 skill cards`."""
    if figure.value != owner.pieces:
        return False
    name = owner.name.in_language(language).casefold()
    near = rf"{figure.value}\s+{re.escape(name)}|{re.escape(name)}は?{figure.value}[枚個本組]"
    return bool(name) and re.search(near, figure.sentence.casefold()) is not None


def _fits(parameter: Parameter, figure: Figure, spoken: Spoken, language: str) -> bool:
    """True if the sentence says all the words of the parameter's name, and so does the text in the other languages."""
    if parameter.value != figure.value or len(set(parameter.by_players.values())) > 1:
        return False
    said = {**spoken.text.words, language: figure.sentence}
    for other, words in said.items():
        wanted = key_words(parameter.name.in_language(other))
        if not wanted or not all(word in words.casefold() for word in wanted):
            return False
    return True


def key_words(name: str) -> list[str]:
    """The words of a name that tell what it is: without `number`, `most`, `最大` ..., and plural endings."""
    latin = [w.removesuffix("s") for w in _LATIN.findall(name.casefold()) if w not in _SMALL]
    runs = [w for run in _RUNS.findall(name) for w in _VAGUE.sub(" ", run).split() if len(w) > 1]
    return latin + runs
