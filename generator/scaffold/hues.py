"""What colours the pieces of a sheet: the attributes of their ground, and of the words that stand upon it. Words are
coloured as they are called: colours by their names and initials, elements, gems, land.

Takes a `TableSheet` and one of its fields. Promise: words stand out from every colour that the table has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import quoteattr

from generator.data.lexicon import colour_named, table_words
from generator.data.reading.grid import plain_ascii
from generator.expressions.named_color import hex_color
from generator.face.colors import as_color, contrast, laid_over, rgb_of
from generator.scaffold.meanings import SHORT_HUES
from generator.scaffold.printing import scope_name
from generator.scaffold.sizes import is_card
from generator.scaffold.tablesheet import GROUPS, INKS, TableSheet

_NAMED = {
    "red": "#d8342c", "orange": "#ea8a2e", "yellow": "#f0cf4a", "green": "#2f7d3a", "blue": "#2b62b8",
    "purple": "#7a4aa8", "pink": "#e58aa8", "brown": "#8a5a34", "black": "#1f1f22", "white": "#f4f1ea",
}  # fmt: skip
"""What is printed of colours by their names: a screen's are too loud for paper."""
_CALLED = {hue: "|".join(names) for hue, names in table_words("hues").items()}
_BLACK, _WHITE = (0, 0, 0), (1, 1, 1)
_LONGEST = 900
"""Letters of an expression, of which a thousand are read."""
_READ, _CLEAR = 4.5, 8.0
"""The contrast that letters need, and that of black ones on what is surely light."""
_LOUD = 0.1
"""Of colours of a screen the least of red, green and blue is less."""


def hue_of(word: str) -> str:
    """The colour that a word is, in some language; "" for none."""
    word = word.replace("_", " ")
    plain = word.strip().lower()
    return (
        _NAMED.get(SHORT_HUES.get(plain, plain))
        or _NAMED.get(colour_named(word))
        or hex_color(word)
        or hex_color(f"#{word}")
    )


def hues_of(sheet: TableSheet, field: str, words: Iterable[str]) -> dict[str, str]:
    """The colour of each word, "" of one that has none; of two that are called alike the second is darker."""
    words, is_land = [*dict.fromkeys(words)], sheet.says(field, "terrain")
    hues = {word: hue_of(word) for word in words}
    many = Counter(filter(None, hues.values()))
    for word in (word for word in words if not hues[word]):
        parts = [*map(plain_ascii, (word, *re.findall(r"\w+", word) * is_land))]
        called = (hue for hue, names in _CALLED.items() if any(re.fullmatch(names, part) for part in parts))
        if hue := next(called, ""):
            hues[word] = "#" + "".join(f"{round(255 * v * 0.8 ** many[hue]):02x}" for v in rgb_of(hue))
            many[hue] += 1
    return hues


def tell_apart(hues: Mapping[str, str], *, are_alike: bool = False) -> bool:
    """True where most words have a colour of their own, no two the same (but where that may be): `Green` is green,
    `Wild` is not."""
    known = [hue for hue in hues.values() if hue]
    return bool(known) and (are_alike or len({*known}) == len(known)) and 4 * len(known) >= 3 * len(hues)


def ground_of(sheet: TableSheet, ink: str, title: str = "") -> tuple[str, str]:
    """The fill that tells kinds apart, those that the field `ink` tells, and that of words on it; few pieces without
    kinds by their names."""
    is_few = bool(title) and 1 < len({*sheet.words(title)}) <= GROUPS
    is_few = is_few and (not is_card(sheet.look.shape) or sheet.says(title, "color"))
    key = ink or title * is_few
    own = _of_name(sheet.name) or INKS[sheet.place % GROUPS]
    plain, white = f'fill="{own}"', 'fill="#000000"' if _takes_black(own) else 'fill="#ffffff"'
    if not key or not sheet.words(key):
        return plain, white
    name, kind = scope_name(key), sheet.fields[key][0]
    inks = _colors(sheet, key) if kind.name == "color" else _inks(sheet, key)
    if kind.optional and kind.name != "color":  # what is of no kind looks like none
        own = next((ink for ink in (own, *INKS) if ink not in inks.values()), own)
    bound = f"{inks}[{name}]|default({name if kind.name == 'color' else repr(own)})"
    bound = f"{bound} if {name} else '{own}'" if kind.name == "color" and kind.optional else bound
    light = [word for word, hue in inks.items() if _takes_black(hue)]
    given = f"{name} is defined and " * kind.optional + f"{name} in {light}"
    if len(bound) > _LONGEST:
        return plain, white
    letters = quoteattr(f"'#000000' if {given} else '#ffffff'")
    return f"{plain} pnp:fill={quoteattr(bound)}", f"{white} pnp:fill={letters}" if light else white


def by_words(sheet: TableSheet, field: str, sample: str) -> str:
    """The fill of a shape for each word of a field that tells kinds apart, as light as its sample; "" for others."""
    words = sheet.words(field)
    is_kind = 1 < len({*words}) <= GROUPS and (len({*words}) < len(words) or all(hues_of(sheet, field, words).values()))
    if not sample or not is_kind or sheet.is_prose(field):
        return ""
    inks = str(_inks(sheet, field))
    inks = lighter(inks) if _takes_black(sample) else inks
    bound = f"{inks}[{scope_name(field)}]|default({sample!r})"
    return bound if len(bound) <= _LONGEST else ""


def lighter(paint: str) -> str:
    """A fill whose colours are light enough for black signs."""
    return re.sub(
        "#[0-9a-f]{6}", lambda hue: as_color(laid_over((1.0, 1.0, 1.0), _LIGHT, rgb_of(hue[0])), 1.0).hex, paint
    )


_LIGHT = 0.62


def _of_name(name: str) -> str:
    """The colour that a set is called as: `Red`, `Blue cards`; "" for others."""
    hues = (_NAMED.get(word) or _NAMED.get(colour_named(word)) for word in re.findall(r"[^\W\d_]+", name.lower()))
    return next((_printed(hue) for hue in hues if hue), "")


def _takes_black(hue: str) -> bool:
    return contrast(rgb_of(hue), _BLACK) > contrast(rgb_of(hue), _WHITE)


def _colors(sheet: TableSheet, key: str) -> dict[str, str]:
    """The colours of a column, as expressions see them and as they are printed: digits exactly."""
    words = {hex_color(word): word for word in sheet.words(key)}
    return {hue: hue if "#" in word or "(" in word else _printed(hue_of(word)) for hue, word in words.items() if hue}


def _inks(sheet: TableSheet, key: str) -> dict[str, str]:
    """The inks of words, whose colour is one in all languages; those that are called so of what are colours."""
    kinds: dict[str, dict[str, None]] = {}
    for value in (item[key] for item in sheet.items if item.get(key) is not None):
        words = dict.fromkeys(map(str, value.values() if isinstance(value, dict) else [value]))
        kinds.setdefault(next(iter(words)), {}).update(words)
    inks = {word: INKS[n % GROUPS] for n, words in enumerate(kinds.values()) for word in words}
    hues = hues_of(sheet, key, kinds)
    is_apart = sheet.says(key, "color") or tell_apart(hues)
    surely = {kind: hue for kind, hue in hues.items() if hue} if is_apart else {}
    printed = {kind: hue if hue[1:] in kind else _printed(hue) for kind, hue in surely.items()}
    return inks | {word: hue for kind, hue in printed.items() for word in kinds[kind]}


def _printed(hue: str) -> str:
    """A colour less loud than a screen's, and light enough for black letters or dark enough for white ones."""
    rgb = rgb_of(hue)
    red, green, blue = (0.8 * v + 0.06 for v in rgb) if min(rgb) < _LOUD else rgb
    shades = ((red * s / 100, green * s / 100, blue * s / 100) for s in range(100, -1, -5))
    shade = next(s for s in shades if contrast(s, _BLACK) >= _CLEAR or contrast(s, _WHITE) >= _READ)
    return as_color(shade, 1.0).hex
