"""Values of a game as people read them (`Words`), and as JSON holds them.

Takes a `Game` and a thing or a value of it. Promise: an item without a name of its own is called by the words that its
id is made of, else after the terms it is of, or by its numbers, the only item of a set after its set; no two of a set
by the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from generator.data.model import ComponentSet, Effect, FieldKind, Game, Item, Rule, Text
from generator.data.schema.validation import slug
from generator.expressions.runtime import digits
from generator.typeset.inline import Break, inline_of
from generator.values import lazy_pattern
from generator.words import shortened

Words = Mapping[str, str]
"""Language -> words to read."""
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
WORD = FieldKind("word")

# ---- names and texts, for people -------------------------------------------------------------------------------------


def _readable(source: str, game: Game, language: str) -> str:
    """The words of a text without its markup: numbers filled in, icons as their words, one line."""
    parts = (" " if isinstance(piece, Break) else piece.text for piece in inline_of(source, game, language))
    return " ".join("".join(parts).split())


def readable_text(text: Text | None, game: Game, language: str) -> str:
    """A text in one language, without its markup; "" for none."""
    return _readable(text.in_language(language), game, language) if text else ""


def caption_of(text: Text | None, game: Game, language: str) -> str:
    """The same as captions print it: as it is written, where it has no markup."""
    words = text.in_language(language) if text else ""
    return _readable(words, game, language) if _MARKED.search(words) else words


_MARKED = lazy_pattern(r"[{\[*\\]")


def words_of(text: Text | None, game: Game) -> Words:
    """A text in every language of its game."""
    return {language: readable_text(text, game, language) for language in game.languages} if text is not None else {}


def unvaried(game: Game, words: str) -> Words:
    """Words that all languages share."""
    return dict.fromkeys(game.languages, words)


def column_words(game: Game, item: Item, key: str) -> Words:
    """How the columns of a field are headed, in the languages that its words are in."""
    from generator.data.reading.aliases import parted

    said, mark = item.said.get(key), item.marks.get(key)
    marks = said.marks if isinstance(said, Text) else {}
    heads = {la: marks.get(la, mark) for la in game.languages}
    sure = len({*heads.values()}) > 1
    return {la: parted(m.heading, game.languages, is_sure=sure)[0] for la, m in heads.items() if m and m.heading}


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
    texts = (text for text in item.values.values() if isinstance(text, Text))
    name = item.name or next((t for t in texts if slug(t.in_language(game.languages[0])) == item.id), None)
    if name:
        return words_of(name, game)
    values = ((kind, item.values.get(key)) for key, kind in owner.fields.items())
    terms = [in_words(game, kind, value) for kind, value in values if kind.name == "term" and value in game.terms]
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
        return unvaried(game, item.id)
    return {language: f"{words} {figures}" for language, words in words_of(owner.name, game).items()}


def rule_name(game: Game, rule: Rule) -> Words:
    """ "3.2 War", or "3.2" and the first words."""
    found = {}
    for language in game.languages:
        words = readable_text(rule.title, game, language) or shortened(readable_text(rule.text, game, language), 28)
        found[language] = f"{rule.number} {words}".strip()
    return found


# ---- values, for people ----------------------------------------------------------------------------------------------


def in_words(game: Game, kind: FieldKind, value: object) -> Words:
    """A value as people read it, in every language of its game."""
    return {language: _said(game, kind, value, language) for language in game.languages} if value is not None else {}


def _said(game: Game, kind: FieldKind, value: object, language: str) -> str:
    """A value of any kind in one language."""
    if isinstance(value, Text):
        return readable_text(value, game, language)
    if isinstance(value, Mapping):
        term, of = FieldKind("term", kind.argument), kind.innermost
        return ", ".join(f"{_said(game, term, k, language)}: {_said(game, of, v, language)}" for k, v in value.items())
    if isinstance(value, Effect):
        kinds = arguments_of(game, value)
        given = (f"{k} {_said(game, kinds.get(k, WORD), v, language)}" for k, v in value.arguments.items())
        return f"{value.verb}({', '.join(given)})"
    if isinstance(value, tuple):
        sign = "; " if kind.name == "effects" else ", "
        return sign.join(_said(game, kind.innermost, member, language) for member in value)
    return _called(game, kind, value, language) if isinstance(value, str) else said(value)


def _called(game: Game, kind: FieldKind, name: str, language: str) -> str:
    """The name of what a value refers to."""
    if kind.name == "term" and name in game.terms:
        return readable_text(game.terms[name].name, game, language)
    if kind.name == "rule" and name in game.rules:
        return rule_name(game, game.rules[name])[language]
    if kind.name == "item" and kind.argument in game.sets:
        return item_names(game, game.sets[kind.argument]).get(name, {}).get(language, name)
    return name


def arguments_of(game: Game, effect: Effect) -> Mapping[str, FieldKind]:
    """The kinds of an effect's arguments; none of a verb that is not declared."""
    verb = game.verbs.get(effect.verb)
    return verb.arguments if verb else {}


def said(value: object) -> str:
    """A plain value in a few characters: 3, "3: 0, 4: 2", "63 x 88"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return digits(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {said(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(said(v) for v in value)
    return "–" if value is None else str(value)


def everywhere(game: Game, value: object) -> Words:
    """A plain value, the same in all languages; nothing for None."""
    return {} if value is None else unvaried(game, said(value))


# ---- values, for JSON ------------------------------------------------------------------------------------------------


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


def data_of(value: object) -> Json:
    """A value of a game as JSON holds it, with its own ids and its markup as written."""
    if isinstance(value, Text):
        return dict(value.words)
    if isinstance(value, Effect):
        return {value.verb: {k: data_of(v) for k, v in value.arguments.items()}}
    if isinstance(value, Mapping):
        return {str(k): data_of(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [data_of(v) for v in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
