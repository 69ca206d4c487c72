"""The titles of parts of a text: whether they say that below them are pieces, rules, or one side of a piece; and titles
without what is not their own: signs, numbers, `cards` behind all.

Promise: in each language that tables.yaml has words of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain_ascii
from generator.values import lazy_pattern

_STRONG = lazy_pattern(r"(\*{1,3}|~~|(?<!\w)_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_NUMBER, NAME_END = lazy_pattern(r"(?:[\s—–:(-]|(?<= )[x×](?= ))*\d*\s*$"), lazy_pattern(r"[\s—–:(-]*$")
"""What is left of `Common — 6 cards`, and of a name, whose number is its own: `Draw 2 Card`."""
_NUMBERED = lazy_pattern(r"\A(?:(?:card|karte|carte|carta) )?#?\d{1,3}(?:\.\d{1,3})*[.):：–—-]+\s+(?=\S)")


_PIECES = frozenset(word for words in table_words("pieces").values() for word in words)
_ENDINGS = tuple(word for word in _PIECES if len(word) > 3 or not word.isascii())
"""`Aktionskarten`."""
PIECE_BEFORE = lazy_pattern(rf"(?i)\A(?:{'|'.join(sorted(_PIECES))})[:：]\s*(?=\S)")
"""`Card: Fox`."""
_LISTS, _BEFORE = frozenset(table_words("lists")), frozenset(table_words("pieces before their kind"))
_LISTED = lazy_pattern(rf"({'|'.join(word for word in _LISTS if not word.isascii())})$")


@lru_cache(maxsize=999)
def says_cards(words: str) -> bool:
    """True for a heading whose last word says what pieces are called, `Event cards`, `Card reference`, or the first, in
    languages where their kind stands behind it: `Cartes Action`."""
    said = _words_of(words)
    said = said[:-1] if said[-1:] and said[-1] in _LISTS else said
    last = _LISTED.sub("", said[-1]) if said else ""
    is_ended = last.endswith(_ENDINGS) and last not in table_words("no pieces")
    return last in _PIECES or is_ended or (bool(said) and said[0] in _BEFORE)


def says_rules(words: str) -> bool:
    """True for a title with a word for rules."""
    return not {*_words_of(words)}.isdisjoint(table_words("rules"))


def names_cards(words: str) -> bool:
    """True for a title with a word for pieces, and none for rules."""
    return not says_rules(words) and not _PIECES.isdisjoint(_words_of(words))


def _words_of(title: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", plain_ascii(title))


def unmarked(words: str) -> str:
    """A heading without the signs of bold: `**Fox** (8 HP)`."""
    return _STRONG.sub(r"\2", words).strip("*_ ").rstrip(":：")


@lru_cache(maxsize=999)
def side_in(words: str) -> str:
    """`front` or `back`, where a heading says that what stands below it is on that side of a piece."""
    said = (_words_of(words) or [""])[0]
    fronts = table_words("meanings")["front"]
    return "front" if said in fronts else "back" * any(re.fullmatch(form, said) for form in table_words("backs"))


def shorter_titles(titles: Sequence[str], left: re.Pattern[str] = _NUMBER) -> list[str]:
    """Titles without numbers, or `Card:`, before them, and `cards` behind all; as they are where that leaves fewer."""
    ways = [
        [left.sub("", words.rpartition(" ")[0]) * says_cards(words) for words in titles],
        [PIECE_BEFORE.sub("", words, count=1) * bool(PIECE_BEFORE.match(words)) for words in titles],
        [_NUMBERED.sub("", words, count=1) for words in titles],
    ]
    return next((some for some in ways if all(some) and len({*some}) == len({*titles})), [*titles])
