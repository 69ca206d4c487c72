"""What a text says of an item: `{=heroes/ada.craft}`, the value of a field, `{=item.craft}`, that of the item which
the text is of, and `{@heroes/ada}`, its name. Also the numbers of parameters and pieces.

Takes a token and a `Game`; gives what it stands for, as a value, or as the tokens that are printed in its place (of a
text those of its own markup). Promise: never raises, and ends: a text that leads back to itself, or goes on and on, is
left as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.data.lexicon import comma_of, number_words, numbers_said, values_of
from generator.data.markup import Token, parse_markup
from generator.data.model import NAME_FIELDS, Effect, FieldKind, Game, Parameter, Text
from generator.data.walk import count_of
from generator.expressions.runtime import is_number
from generator.values import Struct, lazy_pattern, replace

_DEEP, _LONG = 8, 20_000
"""So many texts may stand in each other, and so many letters come of one."""
_QUOTES = ("value", "item")
_FOLDED = (*_QUOTES, "parameter", "count")
_WORD, _NUMBER, _TEXT = FieldKind("word"), FieldKind("number"), FieldKind("text")
_OF_TERM = ("name", "plural", "short", "about")


class Stated(Struct, frozen=True):
    """What a token says of an item: a value of a kind, None where there is none. `path` is how far it came, `fields`
    are those that it went through ((set, field)); of a name that there is not, `unknown` is the name, `known` are those
    that there are."""

    kind: FieldKind
    value: Any
    path: str
    fields: tuple[tuple[str, str], ...] = ()
    unknown: str = ""
    known: tuple[str, ...] = ()


_OWN = lazy_pattern(r"(?<!\\)((?:\\\\)*)\{=item\.")


def in_full(value: Any, name: str) -> Any:  # noqa: ANN401 (of any kind)
    """The values of an item, in whose texts `{=item.cost}` is written with its name: `{=heroes/ada.cost}`."""
    if isinstance(value, Text) and any("{=item." in words for words in value.words.values()):
        own = {language: _OWN.sub(rf"\1{{={name}.", words) for language, words in value.words.items()}
        return replace(value, words=own)
    if isinstance(value, Effect):
        return replace(value, arguments=in_full(value.arguments, name))
    if isinstance(value, Mapping):
        return {key: in_full(one, name) for key, one in value.items()}
    return tuple(in_full(one, name) for one in value) if isinstance(value, tuple) else value


def stated(token: Token, game: Game) -> Stated | None:
    """What a token of `{=set/item.field}` or `{@set/item}` says; None if there is no such item."""
    item, *path = token.detail.split(".")
    there = game.items.get(f"{token.text}/{item}")
    if there is None:
        return None
    if token.kind == "item":
        name = next((key for key in NAME_FIELDS if isinstance(there.values.get(key), Text)), "")
        return Stated(_TEXT, there.name, f"{token.text}/{item}.{name}")
    found = Stated(FieldKind("item", token.text), item, f"{token.text}/{item}")
    for name in path:
        if found.value is None:
            break
        found = _asked(found, name, game)
    return found


def _asked(of: Stated, name: str, game: Game) -> Stated:
    """What stands after a dot."""
    kind, value, found = of.kind, of.value, dict[str, tuple[FieldKind, Any]]()
    fields = of.fields
    if kind.name == "item" and (owner := game.sets.get(kind.argument)):
        item = game.items.get(f"{kind.argument}/{value}")
        found = {key: (field, item.values.get(key) if item else None) for key, field in owner.fields.items()}
        fields = (*fields, (kind.argument, name))
    elif kind.name == "map":
        members = game.kinds[kind.argument].members if kind.argument in game.kinds else ()
        found = {term.id: (kind.innermost, value.get(term.id)) for term in members}
    elif kind.name == "term" and value in game.terms:
        term = game.terms[value]
        found = {key: (_WORD if isinstance(v, str) else _NUMBER, v) for key, v in term.values.items()}
        found |= {key: (_TEXT, getattr(term, key)) for key in _OF_TERM}
    if name not in found:
        return Stated(kind, None, of.path, fields, name, tuple(found))
    return Stated(*found[name], f"{of.path}.{name}", fields)


def numbers_of(game: Game, token: Token, language: str) -> Iterator[int]:
    """The whole numbers that a token is printed as."""
    if token.kind in ("text", "ruby"):
        yield from (number for number, _ in numbers_said(token.text, language))
    elif token.kind == "parameter" and token.text in game.parameters:
        yield from values_of(game.parameters[token.text])
    else:
        number = number_said(token, game)
        yield from () if number is None or number != int(number) else (int(number),)


def number_said(token: Token, game: Game) -> int | float | None:
    """The number that a token counts, or says of an item."""
    if token.kind == "count":
        return count_of(token, game)
    said = stated(token, game) if token.kind == "value" else None
    value = said.value if said else None
    return value if is_number(value) else None


def printed(said: Stated, language: str) -> tuple[Token, ...] | None:
    """What a value is printed as; None where it has no words, or is none."""
    return _printed(said.kind, said.value, language)


def _printed(kind: FieldKind, value: Any, language: str) -> tuple[Token, ...] | None:  # noqa: ANN401 (of any kind)
    if isinstance(value, Text):
        return parse_markup(value.in_language(language))[0]
    if is_number(value):
        return (Token("text", number_words(value, language)),)
    if kind.name == "list" and value:
        many = [_printed(kind.innermost, member, language) for member in value]
        parts = [((Token("text", comma_of(language)),) if n else ()) + (one or ()) for n, one in enumerate(many)]
        return tuple(token for part in parts for token in part) if all(many) else None
    if not isinstance(value, str):
        return None
    if kind.name == "item":
        return (Token("item", kind.argument, value),)
    return (Token(_KINDS[kind.name], value),) if kind.name in _KINDS else None


_KINDS: Mapping[str, str] = {"word": "text", "one of": "text", "term": "term", "rule": "rule"}


Way = tuple[str, ...]
"""What is printed in what (`set/item.field`), down to what is already at the work; or to what is too much, ""."""


def unfolded(
    tokens: tuple[Token, ...], game: Game, language: str, lost: list[tuple[Token, Way]] | None = None
) -> tuple[Token, ...]:
    """Tokens with what they stand for in the place of those that quote an item, a parameter or a number of pieces; the
    items as they were, if one of them never ends: `lost` gets the first such token, with its way."""
    if not any(token.kind in _FOLDED for token in tokens):
        return tokens
    found, room = list[Token](), [_LONG]
    for token in tokens:
        way = _unfold(token, game, language, (), found, room)
        if way:
            if lost is not None:
                lost.append((token, way))
            return tuple(_counted(one, game, language) for one in tokens)
    return tuple(found)


def _counted(token: Token, game: Game, language: str) -> Token:
    """The words for a number that is known."""
    words = ""
    if token.kind == "parameter" and token.text in game.parameters:
        words = parameter_words(game.parameters[token.text], language)
    elif token.kind == "count" and (pieces := count_of(token, game)) is not None:
        words = str(pieces)
    return replace(token, kind="text", text=words, detail="") if words else token


def parameter_words(parameter: Parameter, language: str) -> str:
    """A parameter as it is printed in a sentence: one number, or one for each number of players ("0/2/4")."""
    values = [number_words(v, language) for _, v in sorted(parameter.by_players.items())]
    return number_words(parameter.value, language) if len(set(values)) < 2 else "/".join(values)


def _unfold(token: Token, game: Game, language: str, within: Way, found: list[Token], room: list[int]) -> Way:
    """Adds what a token stands for to what is found; gives the way, if it never ends."""
    said = stated(token, game) if token.kind in _QUOTES else None
    inner = printed(said, language) if said else None
    if said is None or inner is None:
        found.append(_counted(token, game, language))
        return ()
    who = said.path
    if who in within:
        return (*within, who)
    room[0] -= sum(len(one.text) + 1 for one in inner)
    if len(within) >= _DEEP or room[0] < 0:
        return (*within, who, "")
    for one in inner:
        cut = one.bold or token.bold, token.start, token.end, one.italic or token.italic
        way = _unfold(Token(one.kind, one.text, one.detail, *cut), game, language, (*within, who), found, room)
        if way:
            return way
    return ()
