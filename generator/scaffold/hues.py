"""What words are coloured like: colours by their names and initials, land, elements, gems; and what colours the pieces
of a sheet: the attributes of their ground, and of the words that stand upon it.

Takes a `TableSheet` and one of its fields. Promise: words stand out from every colour that the table has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import quoteattr

from generator.data.lexicon import colour_named, table_words
from generator.data.reading.grid import plain_ascii
from generator.data.schema.values import hex_color
from generator.face.colors import Rgb, contrast, rgb_of
from generator.scaffold.sheet import GROUPS, INKS, TableSheet, if_true, scope_name
from generator.scaffold.sizes import is_card

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


# ---- the ground of pieces ----

_BLACK, _WHITE = "#000000", "#ffffff"
_LONGEST = 900
"""Letters of an expression, of which a thousand are read."""
_READ, _CLEAR = 4.5, 8.0
"""The contrast that letters need, and that of black ones on what is surely light."""
_LOUD = 0.1
"""Of colours of a screen the least of red, green and blue is less."""


def ground_of(sheet: TableSheet, ink: str, title: str = "") -> tuple[str, str]:
    """The fill that tells kinds apart, those that the field `ink` tells, and that of words on it; few pieces without
    kinds by their names."""
    key = ink or (title if title and not is_card(sheet.look.shape) and sheet.is_few(title) else "")
    if not key or not sheet.words(key):
        return f'fill="{INKS[0]}"', f'fill="{_WHITE}"'
    name = scope_name(key)
    if sheet.fields[key][0].name == "color":
        shades = _shades(sheet, key)
        own = f"{shades}[{name}]|default({name})" if shades else name
        bound = f"{own} if {name} else '{INKS[0]}'" if sheet.fields[key][0].optional else own
        return f'fill="{INKS[0]}" pnp:fill={quoteattr(bound)}', _letters(sheet, key, shades)
    inks = _inks(sheet, key)
    bound = f"{{{', '.join(f'{word!r}: {ink!r}' for word, ink in inks.items())}}}[{name}]|default('{INKS[0]}')"
    if len(bound) > _LONGEST:
        return f'fill="{INKS[0]}"', f'fill="{_WHITE}"'
    light = [word for word, ink in inks.items() if contrast(rgb_of(ink), (0, 0, 0)) > contrast(rgb_of(ink), (1, 1, 1))]
    return f'fill="{INKS[0]}" pnp:fill={quoteattr(bound)}', _black_on(sheet, key, light)


def _inks(sheet: TableSheet, key: str) -> dict[str, str]:
    """The inks of words, whose colour is one in all languages."""
    inks: dict[str, str] = {}
    kinds: dict[str, None] = {}
    for value in (item[key] for item in sheet.items if item.get(key) is not None):
        words = [*map(str, value.values())] if isinstance(value, dict) else [str(value)]
        kinds.setdefault(words[0])
        for word in words:
            inks.setdefault(word, INKS[[*kinds].index(words[0]) % GROUPS])
    hues = hues_of(sheet, key, [*kinds])
    if tell_apart(hues):  # digits are exact
        inks |= {word: hue if hue[1:] in word else _printed(hue) for word, hue in hues.items() if hue}
    return inks


def _shades(sheet: TableSheet, key: str) -> dict[str, str]:
    """The colours that a column calls by their names, as they are printed; none where digits say them exactly."""
    words = {word: hex_color(word) for word in sheet.words(key)}
    shades = {hue: _printed(hue_of(word)) for word, hue in words.items() if hue and word.replace(" ", "").isalpha()}
    return shades if len(words) == len(shades) <= GROUPS else {}


def _is_light(rgb: Rgb) -> bool:
    """True for a ground of black letters."""
    return contrast(rgb, (0, 0, 0)) >= _CLEAR


def _printed(hue: str) -> str:
    """A colour less loud than a screen's, and light enough for black letters or dark enough for white ones."""
    rgb = rgb_of(hue)
    red, green, blue = rgb if min(rgb) > _LOUD else (0.8 * v + 0.06 for v in rgb)
    shades = ((red * s / 100, green * s / 100, blue * s / 100) for s in range(100, -1, -5))
    shade = next(s for s in shades if _is_light(s) or contrast(s, (1, 1, 1)) >= _READ)
    return "#" + "".join(f"{round(255 * v):02x}" for v in shade)


def _letters(sheet: TableSheet, key: str, shades: Mapping[str, str]) -> str:
    """Black upon the light ones of colours, white upon the others; `shades`: as what some are printed."""
    hues = [hue for word in dict.fromkeys(sheet.words(key)) if (hue := hex_color(word))]
    colors = {hue: rgb_of(shades.get(hue, hue)) for hue in hues}
    light = [c for c, rgb in colors.items() if contrast(rgb, (0, 0, 0)) > contrast(rgb, (1, 1, 1))]
    if len(light) == len(colors) and not sheet.fields[key][0].optional:
        return f'fill="{_BLACK}"'
    return _black_on(sheet, key, light)


def _black_on(sheet: TableSheet, key: str, light: Sequence[str]) -> str:
    """Black where a piece says one of some words or colours, else white."""
    if not light:
        return f'fill="{_WHITE}"'
    condition = if_true(sheet, key)
    is_light = f"{scope_name(key)} in {light}"
    bound = f"'{_BLACK}' if {f'{condition} and {is_light}' if condition else is_light} else '{_WHITE}'"
    return f'fill="{_WHITE}" pnp:fill={quoteattr(bound)}'
