"""Words with markup + Game -> inline values: what a line is set from.

Takes the words of one language as the data has them, gives a tuple of `Words`, `Icon`, `Ruby` and `Break`.
Promise: every reference has become words, a number or an icon; nothing is left to look up. What the game
does not know is left out (the data room has told it as a finding already).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from generator.data.markup import Token, parse_markup
from generator.data.model import Game, Term, Text
from generator.layout.face import Color, Group

BLACK = Color("#000000")


@dataclass(frozen=True, slots=True)
class Words:
    """Plain words in one weight. A line feed in them is a line break. `names` are spans (start, end) of the
    text that should stand on one line: the names of terms."""

    text: str
    bold: bool = False
    names: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon on the text line. `art` fills 1 x 1 mm from its top left corner; `word` is what it is
    searched, copied and read aloud as."""

    art: Group = field(repr=False, hash=False)
    word: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Ruby:
    """Words with a reading above them; never broken."""

    base: str
    reading: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Break:
    """A line break, or the end of a paragraph."""

    paragraph: bool = False


Inline = Words | Icon | Ruby | Break
IconOf = Callable[[Term, Color], Group | None]
"""Term and the colour of the text -> the term's art, 1 x 1 mm; None if it has no icon."""


def inline_of(source: str, game: Game, language: str, icon_of: IconOf, fill: Color = BLACK) -> tuple[Inline, ...]:
    """The content that a source means in a language. `fill` is the colour of the text, handed to `icon_of`."""
    tokens, _ = parse_markup(source)
    found: list[Inline] = []
    for token in tokens:
        found += _READERS[token.kind](token, game, language, icon_of, fill)
    return tuple(found)


def _words(token: Token, *_: object) -> list[Inline]:
    return [Words(token.text, token.bold)]


def _ruby(token: Token, *_: object) -> list[Inline]:
    return [Ruby(token.text, token.detail, token.bold)]


def _break(token: Token, *_: object) -> list[Inline]:
    return [Break(token.kind == "paragraph")]


def _term(token: Token, game: Game, language: str, icon_of: IconOf, fill: Color) -> list[Inline]:
    term = game.terms.get(token.text)
    if term is None:
        return []
    word = term.name.in_language(language)
    art = None if token.detail == "word" else icon_of(term, fill)
    if art is None:
        return [Words(word, token.bold)]
    icon = Icon(art, word, token.bold)
    return [icon] if token.detail == "" else [icon, Words(word, token.bold)]


def _number(token: Token, game: Game, *_: object) -> list[Inline]:
    parameter = game.parameters.get(token.text)
    return [Words(number_words(parameter.value), token.bold)] if parameter else []


def _named(token: Token, game: Game, language: str, *_: object) -> list[Inline]:
    owner = game.sets.get(token.text)
    if owner is None:
        return []
    name: Text | None = owner.name
    if token.kind == "item":
        item = next((i for i in owner.items if i.id == token.detail), None)
        named = item.values.get("name") if item else None
        name = named if isinstance(named, Text) else None
    return [Words(name.in_language(language), token.bold)] if name else []


def _count(token: Token, game: Game, *_: object) -> list[Inline]:
    owner = game.sets.get(token.text)
    if owner is None:
        return []
    pieces = owner.assume if owner.pieces is None else owner.pieces
    return [Words(str(pieces), token.bold)] if pieces is not None else []


def _rule(token: Token, game: Game, language: str, *_: object) -> list[Inline]:
    rule = game.rules.get(token.text)
    if rule is None:
        return []
    return [Words(RULE_FORMS.get(language, "§{}").format(rule.number), token.bold)]


_KEEP = re.compile("[\uf900-\ufaff\U0002f800-\U0002fa1f]+")


@lru_cache(maxsize=16384)
def clean(words: str) -> str:
    """NFC, but for compatibility kanji: they are other shapes of a name, and NFC would lose them."""
    words = words.replace("\t", " ")
    if unicodedata.is_normalized("NFC", words):
        return words
    parts, at = [], 0
    for kept in _KEEP.finditer(words):
        parts += [unicodedata.normalize("NFC", words[at : kept.start()]), kept.group()]
        at = kept.end()
    return "".join([*parts, unicodedata.normalize("NFC", words[at:])])


RULE_FORMS = {"ja": "規則{}", "en": "§{}"}
"""How a reference to a rule is printed in each language."""

_READERS: dict[str, Callable[[Token, Game, str, IconOf, Color], list[Inline]]] = {
    "text": _words,
    "term": _term,
    "parameter": _number,
    "set": _named,
    "item": _named,
    "count": _count,
    "rule": _rule,
    "ruby": _ruby,
    "break": _break,
    "paragraph": _break,
}


def number_words(value: int | float) -> str:
    """A number as it is printed: no needless decimals, a real minus sign."""
    words = f"{value:g}" if isinstance(value, float) else str(value)
    return re.sub(r"^-", "−", words)
