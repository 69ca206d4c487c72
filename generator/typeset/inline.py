"""Words with markup + Game -> inline values: what a line is set from.

Takes the words of one language as the data has them, gives a tuple of `Words`, `Icon`, `Ruby` and `Break`.
Promise: every reference has become words, a number or an icon; nothing is left to look up. What the game
does not know stands as it was written (the data room has told it as a finding already).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from weakref import WeakKeyDictionary

from generator.data.lexicon import base_of_language, is_japanese
from generator.data.markup import Token, parse_markup
from generator.data.model import Game, Term
from generator.data.quoted import unfolded
from generator.face.face import Color, Group
from generator.typeset.quotes import with_quotes
from generator.values import Struct, lazy_pattern

BLACK = Color("#000000")


class Words(Struct, frozen=True):
    """Plain words in one cut of a family (see fonts.py). A line feed in them is a line break. `names` are spans
    (start, end) of the text that should stand on one line: the names of terms."""

    text: str
    cut: int = 0
    names: tuple[tuple[int, int], ...] = ()


class Icon(Struct, frozen=True):
    """An icon on the text line. `art` fills 1 x 1 mm from its top left corner; `text` is what it is searched,
    copied and read aloud as ("" where the word stands beside it)."""

    art: Group
    text: str
    cut: int = 0

    def __hash__(self) -> int:
        return hash((self.text, self.cut))  # art is large


class Ruby(Struct, frozen=True):
    """Words with a reading above them; never broken."""

    text: str
    reading: str
    cut: int = 0


class Break(Struct, frozen=True):
    """A line break, or the end of a paragraph."""

    paragraph: bool = False


Inline = Words | Icon | Ruby | Break
IconOf = Callable[[Term, Color], Group | None]
"""Term and the colour of the text -> the term's art, 1 x 1 mm; None if it has no icon."""


def inline_of(
    source: str,
    game: Game,
    language: str,
    icon_of: IconOf = lambda _term, _fill: None,
    fill: Color = BLACK,
    unknown: list[str] | None = None,
) -> tuple[Inline, ...]:
    """The content that a source means in a language. `fill` is the colour of the text, handed to `icon_of`; `unknown`
    gets the references that mean nothing."""
    tokens = with_quotes(unfolded(parse_markup(source)[0], game, language), language)
    scene = _Scene(game, language, icon_of, fill, _names(game, language))
    found: list[Inline] = []
    for token in tokens:
        read = _READERS[token.kind](token, scene) if token.kind in _READERS else []
        if not read and not (token.kind == "count" and token.text in game.sets):  # of an open one nobody knows
            read = [Words(source[token.start : token.end], token.cut)]
            (unknown if unknown is not None else []).append(source[token.start : token.end])
        found += read
    return tuple(found)


class _Scene(Struct, frozen=True):
    """What references mean. `names` finds the names of terms in running text."""

    game: Game
    language: str
    icon_of: IconOf
    fill: Color
    names: re.Pattern[str] | None


_NAMES: WeakKeyDictionary[Game, dict[str, re.Pattern[str] | None]] = WeakKeyDictionary()
"""By game and language; a game that was let go of is not held here."""


def _names(game: Game, language: str) -> re.Pattern[str] | None:
    """Finds names of terms."""
    known = _NAMES.setdefault(game, {})
    if language not in known:
        texts = (t for term in game.terms.values() for t in (term.name, term.plural, term.short) if t)
        known[language] = finder((clean(t.in_language(language)) for t in texts), language)
    return known[language]


def finder(names: Iterable[str], language: str) -> re.Pattern[str] | None:
    """Finds names of two characters and more in running text, the longest first; where words are not spaced."""
    longest = sorted({n for n in names if len(n) > 1}, key=lambda n: (-len(n), n))
    return re.compile("|".join(map(re.escape, longest))) if longest and is_japanese(language) else None


def words_with(names: re.Pattern[str] | None, text: str, cut: int) -> Words:
    """Words, and the names that stand in them."""
    words = clean(text)
    return Words(words, cut, tuple(m.span() for m in names.finditer(words)) if names else ())


def _term(token: Token, scene: _Scene) -> list[Inline]:
    term = scene.game.terms.get(token.text)
    if term is None:
        return []
    word = clean(term.called(token.detail, scene.language))
    words = Words(word, token.cut, ((0, len(word)),))
    art = None if token.detail.endswith("word") else scene.icon_of(term, scene.fill)
    if art is None:
        return [words]
    if token.detail.endswith("both"):
        return [Icon(art, "", token.cut), words]
    return [Icon(art, word, token.cut)]


def _set(token: Token, scene: _Scene) -> list[Inline]:
    """The name of a set."""
    owner = scene.game.sets.get(token.text)
    name = owner.called(scene.language, 2 if token.detail else 1) if owner else None
    return [words_with(scene.names, name, token.cut)] if name is not None else []


def _rule(token: Token, scene: _Scene) -> list[Inline]:
    """A rule's number; its title where it has none (examples and notes)."""
    rule = scene.game.rules.get(token.text)
    if rule is None:
        return []
    title = rule.title.in_language(scene.language) if rule.title else ""
    words = RULE_FORMS.get(base_of_language(scene.language), "§{}").format(rule.number) if rule.number else clean(title)
    return [Words(words, token.cut, ((0, len(words)),))]


_OTHERS = lazy_pattern("[^\uf900-\ufaff\U0002f800-\U0002fa1f]+")


_SPARE = {
    **dict.fromkeys((9, *range(0x2000, 0x2007), 0x205F), " "),
    0x202F: "\xa0",
    0x2011: "-",
    0xFE0E: "",
}
"""What word processors write and few fonts have: other blanks, hyphens that do not break."""
_SPARES = "".join(map(chr, _SPARE))


@lru_cache(maxsize=1024)
def clean(words: str) -> str:
    """NFC, but for compatibility kanji: they are other shapes of a name, and NFC would lose them."""
    if words.isascii():
        return words.replace("\t", " ")
    if any(map(words.__contains__, _SPARES)):  # to translate takes long
        words = words.translate(_SPARE)
    if unicodedata.is_normalized("NFC", words):
        return words
    return _OTHERS.sub(lambda found: unicodedata.normalize("NFC", found[0]), words)


RULE_FORMS = {"ja": "規則{}", "en": "§{}"}
"""How a reference to a rule is printed in each language."""

_READERS: dict[str, Callable[[Token, _Scene], list[Inline]]] = {
    "text": lambda token, scene: [words_with(scene.names, token.text, token.cut)],
    "term": _term,
    "set": _set,
    "rule": _rule,
    "ruby": lambda token, _: [Ruby(token.text, token.detail, token.cut)],
    "break": lambda *_: [Break()],
    "paragraph": lambda *_: [Break(paragraph=True)],
}
