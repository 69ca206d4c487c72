"""What people call things: a set, an item, a rule, in every language of a game.

Takes a `Game` and a thing of it; gives `Words` (language -> words, markup resolved). Promise: an item without a name of
its own is called after the terms it is of, or by its numbers, the only item of a set after its set; no two of a set by
the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from generator.data.model import ComponentSet, FieldKind, Game, Item, Rule, Text
from generator.typeset.inline import Break, Icon, Ruby, inline_of
from generator.typeset.inline import Words as Plain

Words = Mapping[str, str]
"""Language -> words to read."""


def readable(source: str, game: Game, language: str) -> str:
    """The words of a text without its markup: numbers filled in, icons as their words, one line."""
    parts = []
    for piece in inline_of(source, game, language, lambda _term, _fill: None):
        if isinstance(piece, Plain):
            parts.append(piece.text)
        elif isinstance(piece, Icon):
            parts.append(piece.word)
        elif isinstance(piece, Ruby):
            parts.append(piece.base)
        elif isinstance(piece, Break):
            parts.append(" ")
    return " ".join("".join(parts).split())


def words_of(text: Text | None, game: Game) -> Words:
    """A text in every language of its game."""
    if text is None:
        return {}
    return {language: readable(text.in_language(language), game, language) for language in game.languages}


def same(game: Game, words: str) -> Words:
    """Words that all languages share."""
    return dict.fromkeys(game.languages, words)


def item_names(game: Game, owner: ComponentSet) -> dict[str, Words]:
    """What each item of a set is called, by its id."""
    found = {item.id: _item_name(game, owner, item) for item in owner.items}
    first = game.languages[0]
    often = Counter(words[first] for words in found.values())
    return {
        name: words if often[words[first]] == 1 else {k: f"{v} ({name})".strip() for k, v in words.items()}
        for name, words in found.items()
    }


def _item_name(game: Game, owner: ComponentSet, item: Item) -> Words:
    for key in ("name", "title"):
        value = item.values.get(key)
        if isinstance(value, Text):
            return words_of(value, game)
    terms = [t for key, kind in owner.fields.items() for t in _terms(game, kind, item.values.get(key))]
    if not terms and len(owner.items) == 1:
        return words_of(owner.name, game)
    if not terms:
        return _numbered(game, owner, item)
    return {language: " · ".join(t[language] for t in terms) for language in game.languages}


def _numbered(game: Game, owner: ComponentSet, item: Item) -> Words:
    """ "Tile 1 · 2": the numbers that are all an item says; its id where it has none, and of a die, which players call
    so."""
    numbers = [item.values.get(key) for key, kind in owner.fields.items() if kind.name in ("integer", "number")]
    figures = " · ".join(str(n) for n in numbers if n is not None)
    if not figures or owner.kind == "die":
        return same(game, item.id)
    return {language: f"{words} {figures}" for language, words in words_of(owner.name, game).items()}


def _terms(game: Game, kind: FieldKind, value: object) -> list[Words]:
    """The name of the term that a field holds, if it holds one."""
    term = game.terms.get(value) if kind.name == "term" and isinstance(value, str) else None
    return [words_of(term.name, game)] if term else []


def rule_name(game: Game, rule: Rule) -> Words:
    """ "3.2 War", or "3.2" and the first words."""
    found = {}
    for language in game.languages:
        title = readable(rule.title.in_language(language), game, language) if rule.title else ""
        words = title or short(readable(rule.text.in_language(language), game, language), 28)
        found[language] = f"{rule.number} {words}".strip()
    return found


def short(words: str, most: int) -> str:
    """The beginning of some words, with an ellipsis if there is more."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
