"""Sentences in several languages: a denial that one of them lost, a word of which another says the opposite.

Takes the texts on a `Desk`; gives a problem in the language that lacks the word, or comes later. The tables are of
words alone, so they excuse a lot: what is told stands in little doubt. Of a language that is not in them nothing is
said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from generator.engine.registry import Desk, Problem, check
from generator.engine.texts.lexicon import entry, pattern

_SAID = ("text", "aid", "intro", "about", "use", "unbounded")
_MARKUP = re.compile(r"\{[^}|]*\}|\[\[[^\]]*\]\]|\*\*")
_WITHOUT = re.compile(r"\bwithout\b|\bohne\b|\bsans\b")
_LOSES = re.compile(r"\blos[et]\w*|失|\bverl[io]\w*|\bperd\w*")
"""What is lost in both languages excuses nothing."""
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*|\n+")


@check("L014")
def languages_do_not_contradict(desk: Desk) -> Iterator[Problem]:
    """What one language of a text denies, the others deny; none says the opposite of another."""
    known = [la for la in desk.game.languages if entry(la, "opposites")]
    for spoken in desk.texts if len(known) > 1 else ():
        if spoken.role.rpartition(".")[2] not in _SAID or spoken.owner.startswith("question "):
            continue
        words = spoken.text.words
        for one, two in combinations((la for la in known if words.get(la)), 2):
            if words[one] != words[two]:
                problem = _contradiction(one, two, _plain(words[one]), _plain(words[two]))
                if problem:
                    lacking, message = problem
                    yield Problem(spoken.text.marks[lacking], message, f"correct {lacking}, or the other language")
                    break


def _plain(words: str) -> str:
    return " ".join(_MARKUP.sub("", words).casefold().split(" "))


def _contradiction(one: str, two: str, words: str, others: str) -> tuple[str, str] | None:
    """The language that is in doubt, and what is wrong; the texts as a whole, and sentence by sentence."""
    parts = [[s for s in _SENTENCES.split(text) if s.strip()] for text in (words, others)]
    beside = zip(*parts, strict=True) if len(parts[0]) == len(parts[1]) > 1 else ()
    for here, there in ((words, others), *beside):
        mine, theirs = _alike(here, there)
        for saying, lacking, text, other in ((one, two, mine, theirs), (two, one, theirs, mine)):
            free = _LOSES.sub("", other) if _LOSES.search(text) else other
            lost = _denies(saying, "sure", text) and not _denies(lacking, "else", free)
            forbidden = _denies(saying, "forbids", text) and _denies(lacking, "allows", other)
            if (lost or forbidden) and not _denies(lacking, "any", other):
                return lacking, f"{saying} denies something that {lacking} does not"
        for a, b in zip(_pairs(one), _pairs(two), strict=True):
            said = _one_of(a, here)
            also = _one_of(b, there) if said is not None else None
            if said is not None and also is not None and (said.re is a[0]) != (also.re is b[0]):
                return two, f"{one} says `{said.group()}`, and {two} the opposite: `{also.group()}`"
    return None


def _alike(*texts: str) -> tuple[str, ...]:
    """Both texts without a `without` that each has once: the rest may still differ."""
    if all(len(_WITHOUT.findall(text)) == 1 for text in texts):
        return tuple(_WITHOUT.sub("", text) for text in texts)
    return texts


def _one_of(pair: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> re.Match[str] | None:
    """Where a text says the one of two opposites and not the other."""
    first, second = (pattern.search(text) for pattern in pair)
    return first or second if not (first and second) else None


def _denies(language: str, how: str, text: str) -> bool:
    return pattern(language, "denials", how).search(text) is not None


@lru_cache(maxsize=16)
def _pairs(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    sides = (line.split(" / ") for line in entry(language, "opposites").splitlines())
    return tuple((re.compile(a), re.compile(b)) for a, b in sides)
