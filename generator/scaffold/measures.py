"""About how much room words take, in the type that plain templates are set in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, fsum
from unicodedata import category, east_asian_width

from generator.data.markup import BOLD
from generator.project import BUNDLED, Project
from generator.typeset.fontfile import FontFile
from generator.typeset.fonts import open_fonts

LEAST = 2.3
"""Of type (mm): the smallest that is read in every language."""
_GAP = 0.4
"""Between paragraphs, in lines."""


def is_sign(word: str) -> bool:
    """True for what begins with a sign that is no letter, digit, or stop: a suit, a star."""
    return bool(word) and category(word[0]) == "So"


@lru_cache(maxsize=65536)
def half_ems(words: str) -> int:
    """Half ems of words: letters of the east are two wide."""
    return len(words) if words.isascii() else sum(2 if east_asian_width(c) in "WF" else 1 for c in words)


@lru_cache(maxsize=1)
def fonts() -> tuple[FontFile, ...]:
    """Those that plain templates are set in."""
    return open_fonts(Project(BUNDLED)).stack("body", BOLD)


def is_set(letter: str) -> bool:
    """True for what one of these draws."""
    return any(font.draws(letter) for font in fonts())


@lru_cache(maxsize=65536)
def _ems(words: str) -> float:
    font = fonts()[0]
    return fsum(font.advance(c) * font.scale if font.has(c) else 1.0 for c in words)


def width_of(words: str, size: float) -> float:
    """How wide words are in a type of that size; letters of other fonts are as wide as high."""
    return size * _ems(words)


@lru_cache(maxsize=65536)
def line_count(words: str, width: float, size: float) -> float:
    """About how many lines words take: by their length, or one word after another where many are long."""
    count = 0.0
    for line in words.split("\n"):
        if not line:
            count += _GAP
            continue
        rows, left = 1, width
        for word in re.split(r" |(?<=-)(?=\w)", line) if " " in line else ():
            wide = width_of(word, size)
            rows, left = (rows, left - wide) if wide <= left else (rows + 1, width - wide)
            left -= 0.25 * size
        count += max(rows, ceil(width_of(line, size) / width), 1)
    return count


def unbroken(texts: Sequence[str]) -> str:
    """The longest word that no line breaks."""
    return max(map(_unbroken, texts), key=_ems, default="")


@lru_cache(maxsize=65536)
def _unbroken(words: str) -> str:
    parts = re.split(r"[ \n-]+|(?<=[^\W\d_]{2}[,;/|])(?=[^\W\d_]{2})", words)
    return max((part for part in parts if half_ems(part) == len(part)), key=_ems, default="")


def depth(lines: float, size: float, texts: Sequence[str], leading: float = 0.0) -> float:
    """How high lines are: in ems of `leading`, else of that of the language of some texts."""
    return size * ((lines - 1) * (leading or _leading(texts)) + 1.3) if lines else 0.0


def _leading(texts: Sequence[str]) -> float:
    return 1.5 if any(map(_KANA.search, texts)) else 1.3


_KANA = re.compile("[\u3041-\u30fe]")


def fitting(texts: Sequence[str], width: float, height: float, most: float, leading: float = 0.0) -> float:
    """The largest type, up to `most`, in which each of some words is set within a box; 0 if there is none."""
    widest, longest = unbroken(texts), sorted({*texts}, key=lambda text: (-len(text), text))
    leading = leading or _leading(texts)

    def fits(size: float) -> bool:
        depths = (depth(line_count(text, width, size), size, (), leading) for text in longest)
        return width_of(widest, size) <= width and all(high <= height for high in depths)

    sizes = range(round(most * 10), round(LEAST * 10) - 1, -1) if width > 0 else ()
    return next((n / 10 for n in sizes if fits(n / 10)), 0)
