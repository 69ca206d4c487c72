"""What words are coloured like: colours by their names and initials, land, elements, gems.

Takes a `TableSheet` and words of one of its fields; gives `#rrggbb` of each, "" of what has no colour of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.data.lexicon import colour_named, table_words
from generator.data.reading.grid import plain_ascii
from generator.data.schema.values import hex_color
from generator.face.colors import rgb_of
from generator.scaffold.sheet import TableSheet

_LANDS, _ELEMENTS = ({hue: "|".join(names) for hue, names in table_words(key).items()} for key in ("lands", "elements"))
"""What land is coloured like, and elements and gems, by what they are called."""
_INITIALS = {
    "R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white", "K": "black", "O": "orange", "P": "purple",
    "V": "purple",
}  # fmt: skip
_OF_MAGIC = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
"""Where `U` is blue, `B` is black."""
_NAMED = {
    "red": "#d8342c", "orange": "#ea8a2e", "yellow": "#f0cf4a", "green": "#2f7d3a", "blue": "#2b62b8",
    "purple": "#7a4aa8", "pink": "#e58aa8", "brown": "#8a5a34", "black": "#1f1f22", "white": "#f4f1ea",
}  # fmt: skip
"""What is printed of colours by their names: a screen's are too loud for paper."""


def hue_of(word: str) -> str:
    """The colour that a word is, in some language."""
    plain = word.strip().lower()
    return _NAMED.get(plain) or _NAMED.get(colour_named(word)) or hex_color(word) or hex_color(f"#{word}")


def hues_of(sheet: TableSheet, field: str, words: Sequence[str]) -> dict[str, str]:
    """The colour of each word; of two that are coloured alike the second is darker."""
    if sheet.says(field, "color") and all(re.fullmatch("[A-Z]", word) for word in words):
        letters = _OF_MAGIC if "U" in words else _INITIALS
        return {word: _NAMED.get(letters.get(word, ""), "") for word in words}
    tables = [_LANDS, _ELEMENTS] if sheet.says(field, "terrain") else [_ELEMENTS]
    return {word: hue_of(word) or called for word, called in zip(words, _called(words, tables), strict=True)}


def tell_apart(hues: Mapping[str, str]) -> bool:
    """True where most words have a colour of their own, no two the same: `Green` is green, `Wild` is not."""
    known = [hue for hue in hues.values() if hue]
    return len({*known}) == len(known) and 4 * len(known) >= 3 * len(hues)


def _called(words: Sequence[str], tables: Sequence[Mapping[str, str]]) -> Iterator[str]:
    known, many = [pair for table in tables for pair in table.items()], Counter[str]()
    for word in words:
        parts = [*map(plain_ascii, [word, *(re.findall(r"\w+", word) if len(tables) > 1 else [])])]
        hue = next((hue for hue, names in known if any(re.fullmatch(names, part) for part in parts)), "")
        yield "#" + "".join(f"{round(255 * v * 0.8 ** many[hue]):02x}" for v in rgb_of(hue)) if hue else ""
        many[hue] += 1
