"""The rules as a text: what they name, what they repeat, what hangs in the air, which digits are parameters.

Takes a `Desk`; gives a problem at the paragraph, or at the set that no paragraph names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from generator.data.lexicon import is_aid
from generator.data.markup import plain_words
from generator.data.model import ComponentSet, Parameter, Rule
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark, near
from generator.engine.registry import Desk, Problem, all_words, check
from generator.values import dataclass

_SPEAKERS = ("rule ", "section ", "step ")
_NAMES = ("name", "plural", "short", "title")


@check("R035")
def sets_are_named(desk: Desk) -> Iterator[Problem]:
    """Every set stands in a rule or in a step of the set-up, by its id or by its name."""
    game = desk.game
    if not game.sections or game.unread:
        return
    words = all_words(desk, lambda owner: owner.startswith(_SPEAKERS))
    named = {m.name if m.kind == "set" else m.within for m in desk.mentions if m.owner.startswith(_SPEAKERS)}
    named.update(*(step.sets for step in game.setup.steps))
    lost = named - set(game.sets) | {m.name for m in desk.mentions if m.kind == "term" and m.name not in game.terms}
    for owner in game.sets.values():
        if (
            owner.id not in named | lost
            and not _explains(owner)
            and not _is_told(owner, words)
            and not near(owner.id, lost, 0.6)
        ):
            message = f"no rule and no step of the set-up names the set `{owner.id}`"
            yield Problem(owner.mark, message, f"write `{{@{owner.id}}}` in the rule that uses it, or delete the set")


def _explains(owner: ComponentSet) -> bool:
    """True if the set is a player aid: nobody needs to be told what to do with it."""
    return is_aid(owner.id.replace("-", " "), "en") or any(is_aid(n, la) for la, n in owner.name.words.items())


def _is_told(owner: ComponentSet, words: Mapping[str, str]) -> bool:
    """True if words by language hold the set's name."""
    for language, name in owner.name.words.items():
        stem = name.casefold()
        stem = stem.removesuffix("s") if name.isascii() else stem
        if stem and stem in words.get(language, ""):
            return True
    return False


SHORTEST = 3
"""Of so many letters, many paragraphs may be: `Pay.`"""


@check("R044")
def paragraphs_stand_once(desk: Desk) -> Iterator[Problem]:
    """No paragraph says the same as another."""
    first: dict[tuple[str, str], str] = {}
    for spoken in desk.texts:
        if not spoken.owner.startswith("rule ") or spoken.role != "text":
            continue
        own = spoken.owner.removeprefix("rule ")
        for language, words in spoken.text.words.items():
            other = first.setdefault((language, " ".join(words.split())), own)
            if other != own and len(plain_words(spoken.tokens[language]).strip()) > SHORTEST:
                mark = spoken.text.marks.get(language, Mark(""))
                yield Problem(mark, f"`{own}` says the same as `{other}`", f"write `[[{other}]]`, or delete one")
                break


# ---- digits that a parameter holds ----

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
