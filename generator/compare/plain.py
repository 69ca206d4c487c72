"""Values of a game -> plain values that can be compared across two versions.

Takes values as the data room gives them and a `Renaming` (old id -> new id, by kind); gives words, numbers and tuples.
Promise: two values are equal exactly if they mean the same: what only follows from a renamed term or item, from the
order of a map, or from how the lines of the YAML are wrapped makes no difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.compare.names import Words, item_names, readable, rule_name, same, words_of
from generator.data.markup import Token, parse_markup
from generator.data.model import Effect, FieldKind, Game, Text

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Renaming:
    """Old id -> new id of whatever is called otherwise now; items as "set/item"."""

    sets: Names = field(default_factory=dict)
    items: Names = field(default_factory=dict)
    terms: Names = field(default_factory=dict)
    parameters: Names = field(default_factory=dict)
    rules: Names = field(default_factory=dict)
    kinds: Names = field(default_factory=dict)


AS_IT_IS = Renaming()
_FORMS = {"parameter": "{{={0}}}", "set": "{{@{0}}}", "count": "{{#{0}}}", "rule": "[[{0}]]", "item": "{{@{0}}}"}
_ATTRIBUTES = {"parameter": "parameters", "set": "sets", "count": "sets", "rule": "rules", "term": "terms"}


def plain_text(source: str, names: Renaming) -> str:
    """The words as written, with renamed references, and without blanks at the ends of lines."""
    tokens, _ = parse_markup(source)
    parts: list[str] = []
    at = 0
    for token in tokens:
        if token.kind in (*_ATTRIBUTES, "item"):
            parts += [source[at : token.start], _reference(token, names)]
            at = token.end
    parts.append(source[at:])
    return "\n".join(line.strip() for line in "".join(parts).strip().splitlines())


def _reference(token: Token, names: Renaming) -> str:
    if token.kind == "item":
        name = f"{token.text}/{token.detail}"
        return _FORMS["item"].format(names.items.get(name, name))
    known: Names = getattr(names, _ATTRIBUTES[token.kind])
    name = known.get(token.text, token.text)
    if token.kind == "term":
        return "{" + name + (f":{token.detail}" if token.detail else "") + "}"
    return _FORMS[token.kind].format(name)


def plain_words(text: Text | None, names: Renaming, languages: tuple[str, ...]) -> tuple[str, ...]:
    """A text in some languages."""
    return tuple(plain_text(text.in_language(language), names) if text else "" for language in languages)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the values of one game for comparing: which names to put for its own, and in which languages."""

    game: Game
    names: Renaming
    languages: tuple[str, ...]

    def value(self, kind: FieldKind, value: Any) -> Any:  # noqa: ANN401 (of any kind; see `Item`)
        """A plain, comparable value of one field."""
        if value is None:
            return None
        if isinstance(value, Text):
            return plain_words(value, self.names, self.languages)
        if kind.name == "list" and kind.of:
            return tuple(self.value(kind.of, v) for v in value)
        if kind.name == "map" and kind.of:
            return tuple(sorted((self.names.terms.get(k, k), self.value(kind.of, v)) for k, v in value.items()))
        if kind.name == "effects":
            return tuple(self.effect(e) for e in value)
        return self._name(kind, value)

    def effect(self, effect: Effect) -> tuple[Any, ...]:
        """An effect: its verb and its arguments by name."""
        verb = self.game.verbs.get(effect.verb)
        kinds = verb.arguments if verb else {}
        given = sorted(effect.arguments.items())
        return (effect.verb, *((k, self.value(kinds.get(k, FieldKind("word")), v)) for k, v in given))

    def _name(self, kind: FieldKind, value: Any) -> Any:  # noqa: ANN401
        if kind.name == "term":
            return self.names.terms.get(value, value)
        if kind.name == "rule":
            return self.names.rules.get(value, value)
        if kind.name == "item":
            name = f"{kind.argument}/{value}"
            return self.names.items.get(name, name)
        return value


def shown(game: Game, kind: FieldKind, value: Any) -> Words:  # noqa: ANN401 (of any kind)
    """A value as people read it, in every language of its game."""
    if value is None:
        return {}
    if isinstance(value, Text):
        return words_of(value, game)
    return {language: _said(game, kind, value, language) for language in game.languages}


def _said(game: Game, kind: FieldKind, value: Any, language: str) -> str:  # noqa: ANN401, PLR0911 (one line a kind)
    if isinstance(value, Text):
        return readable(value.in_language(language), game, language)
    if kind.name == "list" and kind.of:
        return ", ".join(_said(game, kind.of, v, language) for v in value)
    if kind.name == "map" and kind.of:
        term = FieldKind("term", kind.argument)
        return ", ".join(
            f"{_said(game, term, k, language)}: {_said(game, kind.of, v, language)}" for k, v in value.items()
        )
    if kind.name == "effects":
        return "; ".join(_said_effect(game, e, language) for e in value)
    if kind.name == "term" and value in game.terms:
        return readable(game.terms[value].name.in_language(language), game, language)
    if kind.name == "rule" and value in game.rules:
        return rule_name(game, game.rules[value])[language]
    if kind.name == "item" and kind.argument in game.sets:
        return item_names(game, game.sets[kind.argument]).get(value, {}).get(language, str(value))
    return said(value)


def _said_effect(game: Game, effect: Effect, language: str) -> str:
    verb = game.verbs.get(effect.verb)
    kinds = verb.arguments if verb else {}
    given = (
        f"{key} {_said(game, kinds.get(key, FieldKind('word')), value, language)}"
        for key, value in effect.arguments.items()
    )
    return f"{effect.verb}({', '.join(given)})"


def said(value: object) -> str:
    """A plain value in a few characters: 3, "3: 0, 4: 2", "63 x 88"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {said(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(said(v) for v in value)
    return "–" if value is None else str(value)


def differing(old: object, new: object) -> tuple[object, object]:
    """What is to be said of two mappings: the entries that differ; of one such entry, its key once; of entries that
    have one value throughout, the value."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return old, new
    keys = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
    one, other = ({k: side[k] for k in keys if k in side} for side in (old, new))
    if any(len(side) < len(keys) for side in (one, other)):
        return one or None, other or None
    if len(keys) == 1:
        return one, other[keys[0]]
    if all(len({repr(v) for v in side.values()}) == 1 for side in (one, other)):
        return one[keys[0]], other[keys[0]]
    return one, other


def everywhere(game: Game, value: object) -> Words:
    """A plain value, the same in all languages; nothing for None."""
    return {} if value is None else same(game, said(value))


def data_of(value: Any) -> Any:  # noqa: ANN401 (anything of an item; gives what JSON can hold)
    """A value of a game as JSON holds it, with its own ids and its markup as written."""
    if isinstance(value, Text):
        return dict(value.words)
    if isinstance(value, Effect):
        return {value.verb: {k: data_of(v) for k, v in value.arguments.items()}}
    if isinstance(value, Mapping):
        return {str(k): data_of(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [data_of(v) for v in value]
    return value
