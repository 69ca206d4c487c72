"""Misspelt words: held against dictionaries (pyspellchecker), and against the names and words of the game.

Takes a `Desk`; gives a problem at the word. Promise: what is told is one letter away from a word that is known (one too
many, one missing, another one, two that changed places), and no word itself: not of the language, no name, not said
again. Of a language without a dictionary, or of which the dictionary lacks too much, only names and katakana are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import version

from spellchecker import SpellChecker

from generator.cache import remembered
from generator.data.lexicon import base_of_language, entry, is_japanese, is_latin
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check, kept_by_words
from generator.values import dataclass, lazy_pattern

_WORD = lazy_pattern(r"(?<![\w.@/\\{}-])[^\W\d_]{3,}+(?![@/\\_\d{}]|\.\w|['’](?!s\b))")
_KATAKANA = lazy_pattern("[\u30a1-\u30fa\u30fc]{4,}")
_BEGINS = lazy_pattern(r"(?:^|[.!?:…]|\n)[\s*“„«»¡¿\"'(•–—-]*$")
_KANA = "\u3041"
_NAMES = ("name", "plural", "short")
_USUAL = 3
"""So many texts make a word one of the game's own."""
_LACKING, _FEW = 0.1, 2
"""A dictionary that lacks more of the words of a game than this part, and than so many, is none of its language."""
_SHORT, _LONG = 4, 6
"""Of words with fewer letters most others are a letter away: of them only swapped letters are told. Names, which may be
made up, must have more."""
_RARE, _FREQUENT = 100, 2_000
"""What is so rare in the dictionary, nobody means; so frequent is what a name may be misspelt for."""
_ENDINGS = "snerm"
"""A letter more or less at the end is a form of the word."""


_Corrections = Sequence[tuple[str, int]]
"""Words that may be meant, with their frequency, the most frequent one first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Use:
    """A word in a text, as it is written from `start` on."""

    spoken: Spoken
    start: int
    written: str
    is_capital: bool
    """In a name, or with a capital letter within a sentence."""


@check("L021")
def words_are_spelt(desk: Desk) -> Iterator[Problem]:
    """Every word is known, or nearly none that is."""
    ids = {word for name in (desk.game.id, *desk.game.sets) for word in name.split("-")}
    for language in desk.game.languages:
        uses = _uses(desk, language)
        avoided = {w.lower() for t in desk.game.terms.values() for w in t.avoid.get(language, ())}
        looked_up = _looked_up(uses, base_of_language(language))
        own = SpellChecker(language=None, distance=1)
        own.word_frequency.load_words(w for w, many in uses.items() if len(many) >= _USUAL or _is_name(many))
        for word, many in uses.items():
            found = looked_up.get(word, ()) if word not in ids | avoided else None
            if found is not None:
                meant = _of_game(word, uses, own, not looked_up) or _of_language(word, uses, found)
                if meant:
                    yield _told(desk, language, many, meant)


@lru_cache(maxsize=256)
def misspelt_label(words: str, language: str) -> tuple[str, str]:
    """The first misspelt word of some that nothing stands beside, and what is meant; ("", "") if there is none."""
    is_asked = base_of_language(language) in SpellChecker.languages()
    for found in _WORD.finditer(words) if is_asked else ():
        likely = _corrections(found[0].lower(), base_of_language(language)) or ()
        for meant, frequency in likely:
            if frequency >= _FREQUENT and _is_slip(found[0].lower(), meant, _LONG):
                return found[0], _cased(meant, found[0])
    return "", ""


def _cased(word: str, written: str) -> str:
    return word.upper() if written.isupper() else word.capitalize() if written[0].isupper() else word


def _is_name(uses: Sequence[_Use]) -> bool:
    return any(use.spoken.role.rpartition(".")[2] in _NAMES for use in uses)


def _of_game(word: str, uses: Mapping[str, Sequence[_Use]], own: SpellChecker, is_bare: bool) -> str:
    """The name or usual word of the game that a word is written for. `is_bare`: no dictionary knows the language, so of
    letters only what is written as a name may be none."""
    times = len(uses[word])
    if _is_name(uses[word]) or (is_bare and word[0] < _KANA and not uses[word][0].is_capital):
        return ""
    shortest = 3 if is_bare or uses[word][0].is_capital else _SHORT
    near = (
        w for w in own.known(own.edit_distance_1(word)) if len(uses[w]) > times or (times == 1 and _is_name(uses[w]))
    )
    return max((w for w in near if _is_slip(word, w, shortest, is_bare)), key=lambda w: (len(uses[w]), w), default="")


def _of_language(word: str, uses: Mapping[str, Sequence[_Use]], found: _Corrections) -> str:
    """The word of the dictionary that a word is written for, which stands once; of several one that the game says."""
    if len(uses[word]) > 1:
        return ""
    least, shortest = (_FREQUENT, _LONG) if uses[word][0].is_capital else (_RARE, _SHORT)
    meant = [w for w, frequency in found if frequency >= least and _is_slip(word, w, shortest)]
    return next((w for w in meant if w in uses), meant[0] if meant else "")


def _told(desk: Desk, language: str, uses: Sequence[_Use], meant: str) -> Problem:
    first, *others = (u.spoken.place(desk.game, language, u.start, len(u.written)) for u in uses)
    written = uses[0].written
    message = f"`{written}` is no word that is known in {language}, nor one of the game"
    return Problem(first, message, f"did you mean `{_cased(meant, written)}`?", places=tuple(others))


def _uses(desk: Desk, language: str) -> Mapping[str, list[_Use]]:
    """Where each word stands, in small letters; a text that stands several times once."""
    pattern = _WORD if is_latin(language) else _KATAKANA if is_japanese(language) else None
    may_be_name = entry(language, "capitals") != "nouns"
    several = is_latin(language) and sum(map(is_latin, desk.game.languages)) > 1
    found: dict[str, list[_Use]] = {}
    seen: set[str] = set()
    for spoken in desk.texts if pattern else ():
        words = spoken.text.words.get(language, "")
        is_foreign = (spoken.owner, spoken.role) == ("game", "title") or (spoken.is_shared and several)
        if not words or words in seen or is_foreign:
            continue
        seen.add(words)
        is_name = spoken.role.rpartition(".")[2] in _NAMES
        for token in (t for t in spoken.tokens[language] if t.kind == "text"):
            for one in pattern.finditer(words, token.start, token.end) if pattern else ():
                capital = one[0][0].isupper() and may_be_name and not _BEGINS.search(words[: one.start()])
                found.setdefault(one[0].lower(), []).append(_Use(spoken, one.start(), one[0], is_name or capital))
    return found


def _looked_up(uses: Mapping[str, list[_Use]], language: str) -> Mapping[str, _Corrections | None]:
    """What the dictionary says of each word; nothing, if it is of no use for this game."""
    if language not in SpellChecker.languages():
        return {}
    found = {word: _corrections(word, language) for word in uses}
    plain = [w for w, many in uses.items() if not all(u.is_capital for u in many)]
    lacking = sum(found[w] is not None for w in plain)
    return found if lacking <= max(_FEW, _LACKING * len(plain)) else {}


@kept_by_words
def _corrections(word: str, language: str) -> _Corrections | None:
    """None: it is a word. Else what it may be misspelt for, the most frequent word first."""
    known, typing = _dictionary(language)
    if known(word) or (word[-1] == "s" != word[-2] and known(word[:-1])):
        return None
    pairs = (pair.partition("/") for pair in entry(language, "spellings").split())
    if any(old in word and known(word.replace(old, new)) for old, _, new in pairs):
        return None
    if any(min(known(word[:at]), known(word[at:])) >= _FREQUENT for at in range(3, len(word) - 2)):
        return None  # two words in one
    near = {w: known(w) for w in typing.edit_distance_1(word) if all(c in w for c in word if not c.isascii())}
    return sorted((one for one in near.items() if one[1]), key=lambda one: (-one[1], one[0]))[:5]


@lru_cache(maxsize=2)
def _dictionary(language: str) -> tuple[Callable[[str], int], SpellChecker]:
    """The frequency of words (0: there is none), and what knows the letters of a language."""

    def read() -> tuple[dict[str, str], str]:
        words = SpellChecker(language=language).word_frequency
        lines: dict[str, list[str]] = {}
        for word, frequency in words.dictionary.items():
            lines.setdefault(word[:2], []).append(f"{word} {frequency}\n")
        return {two: f"\n{''.join(some)}" for two, some in lines.items()}, "".join(sorted(words.letters))

    def frequency(word: str) -> int:
        _, _, rest = lines.get(word[:2], "").partition(f"\n{word} ")
        return int(rest.partition("\n")[0] or 0)

    lines, letters = remembered("dictionary", (language, version("pyspellchecker")), read)  # to read it takes 0.3 s
    typing = SpellChecker(language=None, distance=1)
    typing.word_frequency.load_words([letters])
    return frequency, typing


def _is_slip(word: str, meant: str, shortest: int, any_ending: bool = False) -> bool:
    """True if a word is written for another by mistake, and is no form of it: letters changed places, or it has some
    letters at least. `any_ending`: what differs by its last letter alone is a form."""
    swapped = sorted(word) == sorted(meant)
    if word[0] != meant[0] and not swapped:
        return False
    short, long = sorted((word, meant), key=len)
    if len(short) != len(long) and long.startswith(short):
        return not any_ending and (long[-1] not in _ENDINGS or long[-1] == long[-2]) and len(short) >= shortest
    return swapped or len(short) >= shortest
