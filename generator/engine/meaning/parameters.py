"""Numbers beside the name of a parameter, and numbers of players, as texts type them: against the data.

Takes a `Desk`; gives a problem at the text. `hand size of 4.` says what a parameter is; `4 rounds` is held against it
only where it is more than there are, or nothing cites the parameter, and no text has another number before that name.
What may be so at times, or with few players, or may be done, says nothing of all games.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from generator.data.lexicon import entry, is_latin, pattern, values_of, whole_number
from generator.data.walk import Spoken
from generator.engine.integrity.uses import uses_of
from generator.engine.meaning.reading import finders, told
from generator.engine.meaning.totals import is_of_all
from generator.engine.registry import Desk, Problem, check, first_told, once_per_desk
from generator.values import lazy_pattern

_STATING = ("rule ", "question ", "step ", "section ", "game ")
_LAST = lazy_pattern(r"[a-zà-ÿ]+ $")
_NUMBER = r"(?<![\d.,+*/×<:-])(\d{1,18})(?![\d%]|[.,]\d)"
_ENDS = r"(?=\s*(?:[.,;:!?)。、；：！？）]|$))"


@check("M029")
def typed_numbers_are_those_of_parameters(desk: Desk) -> Iterator[Problem]:
    """A number that a text types beside the name of a parameter is what that is."""
    for spoken, by_language in _stating(desk) if desk.game.parameters else ():
        for language, words in by_language.items():
            if found := _mistyped(desk, words, language):
                who, said, values = found
                message = f"`{who}` is {values}, and the text says `{said}` in {language}"
                hint = f"correct the number, or write `{{={who}}}`"
                yield Problem(spoken.text.marks[language], message, hint, about=(who,))
                break


@check("M030")
def players_are_as_many_as_the_game_says(desk: Desk) -> Iterator[Problem]:
    """No text is for more players than the game, nor from fewer on."""
    for spoken, by_language in _stating(desk) if desk.game.is_for else ():
        said = ((la, _too_many(desk.game.players, words, la)) for la, words in by_language.items())
        yield from first_told(spoken, said, "correct the number, or `players` in game.yaml")


def _stating(desk: Desk) -> Sequence[tuple[Spoken, Mapping[str, str]]]:
    return [(spoken, words) for spoken, words in told(desk) if spoken.owner.startswith(_STATING)]


def _too_many(players: tuple[int, int], words: str, language: str) -> str:
    for found in pattern(language, "players").finditer(words):
        least, most = (whole_number(n) if n else 0 for n in found.groups())
        outside = most > players[1] or 1 < least < players[0]
        if outside and not pattern(language, "variants").search(words):
            return f"the game is for {players[0]} to {players[1]}, and the text says `{found[0].strip()}`"
    return ""


def _mistyped(desk: Desk, words: str, language: str) -> tuple[str, str, str] | None:
    """The first parameter of which a text has another number, what it says, and what is right."""
    for who, (before, behind) in _ways(desk).get(language, {}).items():
        values = values_of(desk.game.parameters[who])
        most = max(values) if uses_of(desk).has("parameter", who) else 0
        is_one = len(_amounts(desk)[language, who]) == 1 and f"<p:{who}>" not in words
        odd = (m for m in before.finditer(words) if whole_number(m[1]) > most) if is_one else ()
        for found in (*behind.finditer(words), *odd):
            others = _LAST.sub("", words[: found.start()])  # `after 4 rounds` says of all, too
            said, end = others + words[found.start() :], len(others) + len(found[0])
            if whole_number(found[1]) not in values and is_of_all(said, end, language):
                return who, found[0].strip(), " or ".join(map(str, sorted(values)))
    return None


@once_per_desk
def _amounts(desk: Desk) -> Mapping[tuple[str, str], Set[int]]:
    """By language and parameter, the numbers that texts have before its name."""
    found = defaultdict[tuple[str, str], set[int]](set)
    for _, by_language in told(desk):
        for language, words in by_language.items():
            for who, (before, _) in _ways(desk).get(language, {}).items():
                found[language, who].update(whole_number(m[1]) for m in before.finditer(words))
    return found


@once_per_desk
def _ways(desk: Desk) -> Mapping[str, Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]]]:
    """By language and parameter, what finds a number before its name and behind it; of names of no other thing."""
    found = defaultdict[str, dict[str, tuple[re.Pattern[str], re.Pattern[str]]]](dict)
    for who, parameter in desk.game.parameters.items():
        for language, name in parameter.name.words.items() if values_of(parameter) else ():
            called = name.casefold()
            if "<" not in finders(desk).get(language, str)(called) and len(called) > is_latin(language):
                stem = re.escape(called.rstrip("s") if is_latin(language) else called.removesuffix("数"))
                end, ends = (r"(?:s|es)?\b", _ENDS) if is_latin(language) else ("(?![目分])", rf"\w?{_ENDS}")
                states = rf"(?:\s*[:：=＝(（]|\s*(?:{entry(language, 'states') or '(?!)'}))\s*"
                before = re.compile(rf"{_NUMBER}[ -]?{stem}{end}")
                behind = rf"(?<!['’]s ){stem}{end}{states}(\d{{1,18}})(?![.,]\d){ends}"  # somebody's own is another
                found[language][who] = before, re.compile(behind)
    return found
