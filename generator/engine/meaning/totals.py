"""How many there are of all of a set, a kind or a term, numbers beside the name of a parameter, and numbers of players,
as texts type them: against the data.

Takes a `Desk`; gives a problem at the text. What says the whole stands in data/languages (`whole`); what may be a part
is not read: after `remove`, `if` (`parts`), beside an adjective, or where another text takes so many. `hand size of 4.`
says what a parameter is; `4 rounds` is held against it only where it is more than there are, or nothing cites the
parameter, and no text has another number before that name. What may be so at times, or with few players, or may be
done, says nothing of all games.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache

from generator.data.lexicon import entry, is_latin, pattern, values_of, whole_number
from generator.data.model import ComponentSet
from generator.data.walk import Spoken
from generator.engine.integrity.uses import uses_of
from generator.engine.meaning.quantities import BESIDE
from generator.engine.meaning.reading import MANY, NUMBER, THING, check_words, figured, finders, told
from generator.engine.registry import Desk, Problem, check, once_per_desk
from generator.values import lazy_pattern

_NEAR, _DIGIT, _STOP = 5, lazy_pattern(r"\d"), lazy_pattern(r"[.!?。！？\n]")
"""A wrong count is at most 2, or a fifth, beside a right one."""
_PLAINLY = 10
"""From so many on, a number that is nearly right is hardly one of some that are taken."""


@once_per_desk
def _asked(desk: Desk) -> Mapping[str, str]:
    """What questions are about."""
    return {f"question {q.id}": q.about for q in desk.game.questions}


@check_words("M013", "correct the number")
def counts_are_those_of_the_data(desk: Desk, spoken: Spoken, spelt: str, language: str) -> str:
    """What a text says of all of a set, or of a kind, is so many."""
    if not _DIGIT.search(spelt):
        return ""
    owner = _asked(desk).get(spoken.owner, spoken.owner).partition(" ")[2]
    words = _of_sets(desk, figured(desk.game, spelt), language)
    for number, thing, (start, end), sure in _wholes(desk, words, language, owner):
        there, others = _counts(desk).get(thing, (frozenset(), frozenset()))
        near = [n for n in sorted(there) if 0 < abs(n - number) <= max(2, n // _NEAR) and n > 1]
        beyond = [max(there)] if sure and there and _all_pieces(desk) != number > max(there | others) > 1 else []
        is_odd = (near or beyond) and number > 1 and number not in there | others
        if not is_odd or (language, number, thing) in _taken(desk):
            continue
        before = {whole_number(n) for n in NUMBER.findall(words[:start])}
        taken = {number, *(abs(n - number) for n in near)}  # of 24 one is taken: the 23 others
        if before.isdisjoint(taken) and is_of_all(words, end, language):
            return f"there are {(near or beyond)[-1]} of `{thing[2:].replace('=', ' ')}`, not {number}"
    return ""


def is_of_all(words: str, end: int, language: str) -> bool:
    """True if nothing up to the end of the sentence says that some are meant, or some games."""
    stop = _STOP.search(words, end)
    said = words[: stop.start() if stop else len(words)]
    return not any(pattern(language, key).search(said) for key in ("parts", "variants"))


@once_per_desk
def _all_pieces(desk: Desk) -> int:
    return sum(owner.pieces or 0 for owner in desk.game.sets.values())


_WORD_BEFORE = lazy_pattern(r"\w\s*$")
_TAKES = lazy_pattern(r"[^\W\d_](?:\s+|(?<=[を]))$")


@once_per_desk
def _taken(desk: Desk) -> Set[tuple[str, int, str]]:
    """The numbers that some text says of a thing otherwise than of all of it: `Place 33 tiles`."""
    found = set[tuple[str, int, str]]()
    for language, spelt in (pair for _, said in told(desk) for pair in said.items()):
        words = figured(desk.game, spelt) if _DIGIT.search(spelt) else ""
        pairs = [m for m in BESIDE.finditer(words) if m[1] and _TAKES.search(words[max(0, m.start() - 3) : m.start()])]
        wholes = [m.span() for m in _said_of_all(language).finditer(words)] if pairs else []
        for m in pairs:
            if not any(a <= m.start() < b for a, b in wholes):
                found.add((language, whole_number(m[1]), m[2]))
    return found


def _wholes(desk: Desk, words: str, language: str, owner: str) -> Iterator[tuple[int, str, tuple[int, int], bool]]:
    """The numbers of all of a thing, each with the thing, its place, and whether its words alone say so of a set; and,
    of a list of which most are right, all."""
    for found in _said_of_all(language).finditer(words):
        thing = next((g for g in found.groups() if g and ":" in g), f"s:{owner}")
        number = whole_number(next(g for g in found.groups() if g and g.isdigit()))
        yield number, thing, found.span(), thing[0] == "s"
    pairs = [(m, whole_number(n)) for m in BESIDE.finditer(words) if (n := _beside_alone(words, m, language))]
    right = {found[2] for found, n in pairs if n in _counts(desk).get(found[2], ((), ()))[0]}
    for found, number in pairs if len(right) >= max(2, len(pairs) - len(right)) else ():
        if number >= _PLAINLY and found[2][0] == "s":
            yield number, found[2], (found.start(), found.end() if found[1] else found.end(3)), False


def _beside_alone(words: str, found: re.Match[str], language: str) -> str:
    """The number beside a thing that no adjective parts: not that of `numbered tiles (24)`, `40 cartes Influence`."""
    if found[1]:
        return found[1] if _ends(language).match(words, found.end()) else ""
    return "" if _WORD_BEFORE.search(words[max(0, found.start() - 3) : found.start()]) else found[3]


@lru_cache(maxsize=16)
def _said_of_all(language: str) -> re.Pattern[str]:
    """What says how many there are of all of a thing."""
    kinds = "|".join(entry(language, "pieces", kind) for kind in _KINDS)
    ways = {"n": r"(\d{1,18})", "nn": r"(\d{2,18})", "s": r"<([stk]:[^<>]+)>(?:e?[ns]\b)?", "c": f"(?:{kinds})"}
    ways["end"] = _ends(language).pattern
    return re.compile(re.sub(r"\{(\w+)\}", lambda m: ways.get(m[1], m[0]), entry(language, "whole") or "(?!)"))


_KINDS = ("card", "tile")


@lru_cache(maxsize=16)
def _ends(language: str) -> re.Pattern[str]:
    """What stands behind a name that is all of it."""
    return re.compile(rf"(?=\s*(?:[.,;:!?)]|$)|\s(?:{entry(language, 'ends') or '(?!)'})\b)")


def _of_sets(desk: Desk, words: str, language: str) -> str:
    """The same with `24 cards` as those of the one set that is meant; and `12 storm cards` as those of the value."""
    named = {name for kind, name in THING.findall(words) if kind == "s"}
    for name in named & _valued(desk).keys() if is_latin(language) else ():
        words = _valued(desk)[name].sub(rf"<s:{name}=\1\2>", words)
    for kind in _KINDS:
        every = [s.id for s in desk.game.sets.values() if s.kind == kind]
        meant = [name for name in every if name in named] or every
        if len(meant) == 1 and (called := entry(language, "pieces", kind)):
            after = rf"(?<=\d ){called}{_ends(language).pattern}" if is_latin(language) else called
            words = re.sub(after, f"<s:{meant[0]}>", words)
    return words


@once_per_desk
def _valued(desk: Desk) -> Mapping[str, re.Pattern[str]]:
    """By set, what says a value beside its name; of sets with many values nothing does."""
    values = defaultdict[str, list[str]](list)
    for name, slash, value in (key[2:].partition("=") for key in _counts(desk) if key[0] == "s"):
        values[name] += [re.escape(value)] * bool(slash)
    few = {name: "|".join(own) for name, own in values.items() if 0 < len(own) <= MANY}
    return {name: re.compile(rf"\b({own}) <s:{name}>|<s:{name}> ({own})\b") for name, own in few.items()}


def _tally(owner: ComponentSet, name: str) -> tuple[Counter[str], Counter[str]]:
    """How many pieces and designs of a set have each value of a field."""
    pieces, designs = Counter[str](), Counter[str]()
    for item in owner.items:
        value = item.values.get(name)
        if isinstance(value, str | int):
            pieces[str(value)] += item.count
            designs[str(value)] += item.count > 0
    return pieces, designs


@once_per_desk
def _counts(desk: Desk) -> Mapping[str, tuple[Set[int], Set[int]]]:
    """By thing, how many there are of all of it; and other numbers that may be said so."""
    game, found = desk.game, defaultdict[str, tuple[set[int], set[int]]](lambda: (set(), set()))
    for kind in game.kinds.values():
        found[f"k:{kind.id}"][0].add(len(kind.members))
    for owner in game.sets.values():
        whole, own = found[f"s:{owner.id}"]
        if not owner.counted or owner.count_open:
            continue
        torn = {name for item in owner.items for name in item.torn}
        whole |= {owner.designs, owner.pieces or 0}
        own |= {i.count for i in owner.items}
        own.add(sum(one.pieces or 0 for one in game.sets.values() if one.kind == owner.kind))
        for name in (name for name in owner.fields if name not in torn):
            pieces, designs = _tally(owner, name)
            own |= {len(pieces), *pieces.values(), *designs.values()}
            own |= {(owner.pieces or 0) - n for n in pieces.values() if n > 1}  # those without the jokers
            for value in pieces if owner.fields[name].name in ("one of", "word") else ():
                found[f"s:{owner.id}={value.casefold()}"][0].update((pieces[value], designs[value]))
            for value in pieces.keys() & game.terms.keys():
                found[f"t:{value}"][0].update((pieces[value], designs[value]))
    for step in game.setup.steps:
        for name in step.sets:
            found[f"s:{name}"][1].update(n for n in step.counts.values() if n)
    return found


# ---- parameters and players ------------------------------------------------------------------------------------------

_STATING = ("rule ", "question ", "step ", "section ", "game ")
_LAST = lazy_pattern(r"[a-zà-ÿ]+ $")
_NUMBER = r"(?<![\d.,+*/×<:-])(\d{1,18})(?![\d%]|[.,]\d)"
_ENDS = r"(?=\s*(?:[.,;:!?)。、；：！？）]|$))"


@check("M029")
def typed_numbers_are_those_of_parameters(desk: Desk) -> Iterator[Problem]:
    """A number that a text types beside the name of a parameter is what that is."""
    for spoken, by_language in told(desk) if desk.game.parameters else ():
        for language, words in by_language.items() if spoken.owner.startswith(_STATING) else ():
            if found := _mistyped(desk, words, language):
                who, said, values = found
                message = f"`{who}` is {values}, and the text says `{said}` in {language}"
                hint = f"correct the number, or write `{{={who}}}`"
                yield Problem(spoken.text.marks[language], message, hint, about=(who,))
                break


@check_words("M030", "correct the number, or `players` in game.yaml", _STATING)
def players_are_as_many_as_the_game_says(desk: Desk, _spoken: Spoken, words: str, language: str) -> str:
    """No text is for more players than the game, nor from fewer on."""
    players = desk.game.players
    for found in pattern(language, "players").finditer(words) if desk.game.is_for else ():
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
