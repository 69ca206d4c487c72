"""Misspelt words: held against dictionaries (pyspellchecker), and against the names and words of the game.

Takes a `Desk`; gives a problem at the word. Promise: what is told is one letter away from a word that is known (one too
many, one missing, another one, two that changed places), and no word itself: not of the language, no name, not said
again. Of a language without a dictionary, or of which the dictionary lacks too much, only names and katakana are told.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import eq, ne
from pathlib import Path

from generator.data.lexicon import base_of_language, entry, is_japanese, is_latin, table_words, unquoted
from generator.data.model import ComponentSet
from generator.data.walk import Spoken
from generator.diagnostics.findings import Mark, near
from generator.engine.registry import Desk, Problem, check, kept_by_words
from generator.values import Struct, field, lazy_pattern

_WORD = lazy_pattern(r"(?<![\w.@/\\{}-])[^\W\d_]{3,40}+(?![@/\\_\d{}]|\.\w|['’](?!s\b))")
_KATAKANA = lazy_pattern("[\u30a1-\u30fa\u30fc]{4,40}+")
_BEGINS = lazy_pattern(r"(?:^|[.!?:…]|\n)[\s*“„«»¡¿\"'(•–—-]*$")
_KANA = "\u3041"
_NAMES = ("name", "plural", "short")
_PLACES = 20
"""So many places of a word are told."""
_MANY = 500
"""Of more unknown words no name is looked at; if there are as many without these, none: it would take too long."""
_OFTEN = 5
"""So many items, and so many times those that say another word, make a choice one that is meant."""
_ALIKE = 0.85
_USUAL = 3
"""So many texts make a word one of the game's own."""
_LACKING, _FEW = 0.1, 2
"""A dictionary that lacks more of the words of a game than this part, and than so many, is none of its language."""
_SHORT, _LONG = 4, 6
"""Of words with fewer letters most others are a letter away: of them only swapped letters are told. Names, which may be
made up, must have more."""
_ACRONYM = 5
"""Capital letters alone, so many at most, are no word: `NATO`."""
_RARE, _FREQUENT = 100, 2_000
"""What is so rare in the dictionary, nobody means; so frequent is what a name may be misspelt for."""
_SENTENCE = 4
"""So many words, with more than two letters, are in some language."""
_ENDINGS = "snerm"
"""A letter more or less at the end is a form of the word."""


_Corrections = Sequence[tuple[str, int]]
"""Words that may be meant, with their frequency, the most frequent one first."""


class _Word(Struct, eq=False):
    """How often a text says a word (of sentences that stand several times one counts), and where it does so first."""

    written: str
    times: int = 0
    uses: list[tuple[Spoken, int]] = field(default_factory=list)
    is_name: bool = False
    is_capital: bool = True
    """In a name, or each time with a capital letter within a sentence."""


_Words = Mapping[str, _Word]
"""By themselves in small letters."""


@check("L021")
def words_are_spelt(desk: Desk) -> Iterator[Problem]:
    """Every word is known, or nearly none that is."""
    for owner in desk.game.sets.values():
        yield from _choices(desk, owner)
    if any(name.startswith("*") for name in desk.game.unread):  # names are not known
        return
    ids = {word for name in (desk.game.id, *desk.game.sets) for word in name.split("-")}
    for language in desk.game.languages:
        words, base = _words(desk, language), base_of_language(language)
        avoided = {w.lower() for t in desk.game.terms.values() for w in t.avoid.get(language, ())} | ids
        unknown = _unknown(words, base)
        own = _deletions(name for name, word in words.items() if word.is_name or word.times >= _USUAL)
        sure = unknown is None and _has_dictionary(base)  # of no use, but for what it knows
        asked = words if unknown is None else unknown
        for name in (w for w in asked if w not in avoided and not (sure and _is_word(w, base))):
            near = {other for e in _edits(name) for other in own.get(e, ())}
            meant = _of_game(name, words, near, is_bare=unknown is None)
            if not meant and unknown is not None and words[name].times == 1:
                meant = _of_language(name, words, base)
            if meant:
                yield _told(desk, language, words[name], meant)


def _choices(desk: Desk, owner: ComponentSet) -> Iterator[Problem]:
    """Choices and words of a field that few items say, and which are no word but another that many say, misspelt."""
    known = [base for base in map(base_of_language, desk.game.languages) if _has_dictionary(base)]
    for name in (n for n, kind in owner.fields.items() if kind.innermost.name in ("one of", "word")):
        said = defaultdict[str, list[Mark]](list)
        for item in owner.items:
            value = item.values.get(name)
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, str) and one.isalpha():
                    said[one].append(item.marks[name])
        usual = [word for word, places in said.items() if len(places) >= _OFTEN]
        for word, places in said.items():
            rare = (w for w in usual if _OFTEN * len(places) <= len(said[w]))
            meant = next((w for w in rare if _is_choice_misspelt(word.lower(), w.lower())), "")
            if meant and not any(_is_word(word.lower(), base) for base in known):
                message = (
                    f"`{word}` is a value of `{name}` that is nearly `{meant}`, which {len(said[meant])} items say"
                )
                yield Problem(places[0], message, f"write `{meant}`", places=tuple(places[1:_PLACES]))


def _is_choice_misspelt(word: str, meant: str) -> bool:
    """True for one slip, and for two in a long word."""
    is_long = min(len(word), len(meant)) > _LONG and not (word.startswith(meant) or meant.startswith(word))
    is_one = not _edits(word).isdisjoint(_edits(meant)) and _is_slip(word, meant, _SHORT, any_ending=True)
    return is_one or (is_long and bool(near(word, [meant], _ALIKE)))


@check("L022")
def words_are_written_in_one_way(desk: Desk) -> Iterator[Problem]:
    """Of two ways to write a word a language of a game takes one."""
    for language in desk.game.languages:
        said = [(s, words.lower()) for s in desk.texts for _, words in s.said(language.__eq__)]
        whole = "\n".join(words for _, words in said)
        for both in _alternatives(base_of_language(language)):
            if not all(way.search(whole) for way in both):
                continue
            few, many = sorted((_written(said, language, way) for way in both), key=len)
            if few:
                first, *others = (
                    spoken.place(desk.game, language, at, len(word)) for spoken, at, word in few[:_PLACES]
                )
                word = few[0][2]
                usual = max((one[2] for one in many), key=lambda w: sum(map(eq, w, word)))
                times = f", {len(many)} in all," * (len(many) > 1)
                message = f"`{word}`, but `{usual}`{times} are two ways of spelling in {language}"
                yield Problem(first, message, "write all of them in one way", places=tuple(others))


def _written(said: Iterable[tuple[Spoken, str]], language: str, way: re.Pattern[str]) -> list[tuple[Spoken, int, str]]:
    tokens = ((s, t) for s, words in said if way.search(words) for t in s.tokens[language] if t.kind == "text")
    found = ((s, t.start, one) for s, t in tokens for one in way.finditer(unquoted(t.text).lower()))
    return [(spoken, start + one.start(), one[0]) for spoken, start, one in found]


@lru_cache(maxsize=16)
def _alternatives(language: str) -> Sequence[tuple[re.Pattern[str], ...]]:
    lines = entry(language, "alternatives").splitlines()
    return [tuple(re.compile(way.strip()) for way in line.split(" / ")) for line in lines]


def misspelt_label(words: str, language: str) -> tuple[str, str]:
    """The first misspelt word of some that nothing stands beside, and what is meant; ("", "") if there is none."""
    base = base_of_language(language)
    for found in _WORD.finditer(words) if _has_dictionary(base) else ():
        name = found[0].lower()
        for meant, frequency in _corrections(name, base) if not _is_word(name, base) else ():
            if frequency >= _FREQUENT and _is_slip(name, meant, _LONG):
                return found[0], _cased(meant, found[0])
    return "", ""


def is_label_of(words: str, language: str, other: str) -> bool:
    """True if all words are usual ones of a language, and one of them is none of another."""
    base, known = base_of_language(other), base_of_language(language)
    said = [found[0].lower() for found in _WORD.finditer(words)] if base != known else []
    if not said or not (_has_dictionary(base) and _has_dictionary(known)):
        return False
    return all(_dictionary(known)(w) >= _FREQUENT for w in said) and not all(_is_word(w, base) for w in said)


def is_said_in(words: str, language: str, other: str) -> bool:
    """True for several words nearly all of which are usual ones of a language, and hardly any of another."""
    base, known = base_of_language(other), base_of_language(language)
    said = [found[0].lower() for found in _WORD.finditer(words)] if base != known else []
    if len(said) < _SENTENCE or not (_has_dictionary(base) and _has_dictionary(known)):
        return False
    own, theirs = (sum(_dictionary(la)(word) >= _FREQUENT for word in said) for la in (known, base))
    return 5 * own >= 4 * len(said) >= 10 * theirs


def _cased(word: str, written: str) -> str:
    return word.upper() if written.isupper() else word.capitalize() if written[0].isupper() else word


def _edits(word: str) -> set[str]:
    """The word, and what is left of it without one letter: two words a letter apart have one of these in common."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _deletions(words: Iterable[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        for rest in _edits(word):
            found.setdefault(rest, []).append(word)
    return found


def _of_game(name: str, words: _Words, near: Iterable[str], is_bare: bool) -> str:
    """The name or usual word of the game that a word is written for. `is_bare`: no dictionary knows the language, so of
    letters only what is written as a name may be none."""
    word = words[name]
    if word.is_name or (is_bare and name[0] < _KANA and not word.is_capital):
        return ""
    shortest = 3 if is_bare or word.is_capital else _SHORT
    better = (w for w in near if words[w].times > word.times or (word.times == 1 and words[w].is_name))
    meant = [w for w in better if _is_slip(name, w, shortest, is_bare)]
    return max(meant, key=lambda w: (words[w].times, w), default="")


def _of_language(name: str, words: _Words, language: str) -> str:
    """The word of the dictionary that a word is written for; of several one that the game says. A name within a
    sentence may be anybody's."""
    word = words[name]
    least = _FREQUENT if word.written[0].isupper() else _RARE
    shortest = _LONG if word.is_capital or (word.written[0].isupper() and _has_nouns(language)) else _SHORT
    likely = _corrections(name, language) if word.is_name or not word.is_capital else ()
    long = [w for w, _ in likely if not word.is_capital and len(w) >= _LONG]
    sure = {w for w, _ in likely if w in words} | {w for w in long if sorted(w) == sorted(name)}
    meant = [w for w, often in likely if (often >= least or w in sure) and _is_slip(name, w, shortest)]
    return next((w for w in meant if w in words), meant[0] if meant else "")


def _told(desk: Desk, language: str, word: _Word, meant: str) -> Problem:
    first, *others = (spoken.place(desk.game, language, start, len(word.written)) for spoken, start in word.uses)
    message = f"`{word.written}` is no word that is known in {language}, nor one of the game"
    return Problem(first, message, f"did you mean `{_cased(meant, word.written)}`?", places=tuple(others))


def _words(desk: Desk, language: str) -> _Words:
    pattern = _WORD if is_latin(language) else _KATAKANA
    may_be_name = not _has_nouns(language)
    several = is_latin(language) and sum(map(is_latin, desk.game.languages)) > 1
    found: dict[str, _Word] = {}
    seen: set[str] = set()
    for spoken in desk.texts if is_latin(language) or is_japanese(language) else ():
        words = spoken.text.words.get(language, "")
        is_foreign = (spoken.owner, spoken.role) == ("game", "title") or (spoken.is_shared and several)
        if not words or is_foreign or (words in seen and not words.isalpha()):
            continue
        seen.add(words)
        is_name = spoken.role.rpartition(".")[2] in _NAMES
        has_names = may_be_name and not words.isupper()
        for token in (t for t in spoken.tokens[language] if t.kind == "text"):
            for one in pattern.finditer(words, token.start, token.end):
                if len(one[0]) <= _ACRONYM and one[0].isupper():
                    continue
                capital = one[0][0].isupper() and has_names and not _BEGINS.search(words[: one.start()])
                word = found.setdefault(one[0].lower(), _Word(one[0]))
                word.times, word.is_name = word.times + 1, word.is_name or is_name
                word.is_capital &= is_name or capital
                if len(word.uses) < _PLACES:
                    word.uses.append((spoken, one.start()))
    return found


def _unknown(words: _Words, language: str) -> Sequence[str] | None:
    """The words that the dictionary lacks; None if it is of no use for this game."""
    if not _has_dictionary(language):
        return None
    unknown = [name for name in words if not _is_word(name, language)]
    is_noun = _has_nouns(language)
    plain = {name for name, w in words.items() if not (w.written[0].isupper() if is_noun else w.is_capital)}
    lacking = sum(name in plain for name in unknown)
    unknown = unknown if len(unknown) <= _MANY else [name for name in unknown if name in plain]
    return unknown if lacking <= max(_FEW, _LACKING * len(plain)) and len(unknown) <= _MANY else None


def _has_nouns(language: str) -> bool:
    """True of a language that writes nouns with a capital letter, and may make a new one of any two: no dictionary has
    them all."""
    return entry(language, "capitals") == "nouns"


@cache
def _has_dictionary(language: str) -> bool:
    if not is_latin(language) or entry(language, "dictionary") == "none":
        return False
    from spellchecker import SpellChecker

    return language in SpellChecker.languages()


@kept_by_words
def _is_word(word: str, language: str) -> bool:
    known = _dictionary(language)
    if (
        known(word)
        or word in entry(language, "vocabulary").split()
        or (word[-1] == "s" != word[-2] and known(word[:-1]))
    ):
        return True
    if any(0 < known(word + ending) < _FREQUENT for ending in entry(language, "stems").split()):
        return True
    pairs = (pair.partition("/") for pair in entry(language, "spellings").split())
    if any(old in word and known(word.replace(old, new)) for old, _, new in pairs):
        return True
    halves = ((known(word[:at]), known(word[at:])) for at in range(3, len(word) - 2))
    return any(min(both) >= _FREQUENT for both in halves)  # two words in one


_RUDE = lazy_pattern("|".join(table_words("rude")))


@kept_by_words
def _corrections(word: str, language: str) -> _Corrections:
    from spellchecker import SpellChecker

    known, typing = _dictionary(language), SpellChecker(language=None, distance=1)
    typing.word_frequency.load_words(known.beginning(word[:2]))
    near = {w: known(w) for w in typing.edit_distance_1(word) if all(c in w for c in word if not c.isascii())}
    near = {w: times for w, times in near.items() if not _RUDE.fullmatch(w)}
    return sorted((one for one in near.items() if one[1]), key=lambda one: (-one[1], one[0]))[:5]


class _Dictionary:
    """The frequency of each word of a language; 0: there is none. Of the file of pyspellchecker, a word a line, in
    order, only what is asked for is read: the whole of it takes half a second."""

    def __init__(self, language: str) -> None:
        from gzip import decompress

        import spellchecker

        path = Path(spellchecker.__file__).with_name("resources") / f"{language}.json.gz"
        self._lines = decompress(path.read_bytes())
        self._known: dict[str, Mapping[str, int]] = {}

    def __call__(self, word: str) -> int:
        return self.beginning(word[:2]).get(word, 0)

    def beginning(self, letters: str) -> Mapping[str, int]:
        """The words that begin with these letters, and the one before them."""
        if letters not in self._known:
            import json

            size = len(self._lines)
            first, last = (
                bisect_left(range(size), w.encode(), key=self._word_at) for w in (letters, f"{letters}\U0010ffff")
            )
            told = self._lines[first : self._lines.find(b"\n", last)].strip(b"{}, \n")
            self._known[letters] = json.loads(b"{%s}" % told)
        return self._known[letters]

    def _word_at(self, at: int) -> bytes:
        start = self._lines.find(b'\n"', at)
        return self._lines[start + 2 : self._lines.find(b'":', start)] if start >= 0 else b"\xff"


_dictionary = lru_cache(maxsize=8)(_Dictionary)


def _is_slip(word: str, meant: str, shortest: int, any_ending: bool = False) -> bool:
    """True if a word is written for another by mistake, and is no form of it: letters changed places, or it has some
    letters at least. What differs by its last letter alone is a form; `any_ending`: also if that is missing."""
    swapped = sorted(word) == sorted(meant)
    if word == meant or (word[0] != meant[0] and not swapped):
        return False
    short, long = sorted((word, meant), key=len)
    if len(short) == len(long):
        odd = [*map(ne, word, meant)]
        if sum(odd) > 1 + swapped or odd == [*[False] * (len(odd) - 1), True]:
            return False
    elif long.startswith(short):  # a last letter is rarely one too many, and may be missing
        is_form = any_ending or long[-1] in _ENDINGS or word == long
        return (not is_form or long[-1] == long[-2]) and len(short) >= shortest
    return swapped or len(short) >= shortest
