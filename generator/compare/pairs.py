"""Which thing of the old version is which of the new one, and values read with that in mind.

`Pairs` of one kind of things, a `Matching` of all kinds. A `Normalizer` reads a value of a game: two that it gives are
equal exactly if they mean the same; what only follows from a renamed term or item, the order of a map, or how the lines
of the YAML are wrapped makes no difference. Promise: frozen; nothing is in two pairs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from generator.compare.values import WORD, arguments_of
from generator.data.markup import Token, parse_markup
from generator.data.model import Effect, FieldKind, Game, Text
from generator.values import dataclass, field


class HasId(Protocol):
    """A thing with an id."""

    @property
    def id(self) -> str:
        """What it is called by in the data."""


_T = TypeVar("_T", bound=HasId)


def by_id(things: Iterable[_T]) -> dict[str, _T]:
    """Things by their ids."""
    return {thing.id: thing for thing in things}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Old id -> new id, and how sure we are (1: by id)."""

    names: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)

    @property
    def origins(self) -> dict[str, str]:
        """New id -> old id."""
        return {new: old for old, new in self.names.items()}

    def aligned(self, old: Mapping[str, _T], new: Mapping[str, _T]) -> Iterator[Aligned[_T]]:
        """What is gone, in the old order; then all that is there, in the new one."""
        yield from (Aligned(thing, None, True) for name, thing in old.items() if name not in self.names)
        origins = self.origins
        for name, thing in new.items():
            origin = origins.get(name)
            yield Aligned(thing) if origin is None else Aligned(thing, old[origin], False, self.scores[origin])


@dataclass(frozen=True, slots=True)
class Aligned(Generic[_T]):
    """A thing as it is now (or was, if it is `gone`), and what it was (None: it is gone, or it came)."""

    thing: _T
    origin: _T | None = None
    gone: bool = False
    sure: float = 1.0


NOTHING = Pairs()


@dataclass(frozen=True, slots=True)
class Matching:
    """What belongs together in two versions; items as "set/item"."""

    sets: Pairs = NOTHING
    items: Pairs = NOTHING
    kinds: Pairs = NOTHING
    terms: Pairs = NOTHING
    parameters: Pairs = NOTHING
    sections: Pairs = NOTHING
    rules: Pairs = NOTHING
    steps: Pairs = NOTHING
    questions: Pairs = NOTHING

    def today(self, kind: str, name: str) -> str:
        """What a thing of a kind ("term", "item" ...) of the old version is called now."""
        return getattr(self, f"{kind}s", NOTHING).names.get(name, name)


_FORMS = {"parameter": "{{={0}}}", "set": "{{@{0}}}", "count": "{{#{0}}}", "rule": "[[{0}]]", "item": "{{@{0}}}"}


@dataclass(frozen=True, slots=True)
class Normalizer:
    """Reads the values of one game for comparing: which names to put for its own, and in which languages."""

    game: Game
    names: Matching
    languages: tuple[str, ...]

    def text(self, text: Text | None) -> tuple[str, ...]:
        """A text in each language: as written, with renamed references, without blanks at the ends of lines."""
        return tuple(_plain(text.in_language(k), self.names) if text else "" for k in self.languages)

    def value(self, kind: FieldKind, value: object) -> Hashable:
        """A plain, comparable value of one field, of any kind (see `Item.values`)."""
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, Mapping) and kind.of:
            of = kind.of
            return tuple(sorted((self.names.today("term", k), self.value(of, v)) for k, v in value.items()))
        if isinstance(value, Effect):
            kinds = arguments_of(self.game, value)
            given = sorted(value.arguments.items())
            return (value.verb, *((k, self.value(kinds.get(k, WORD), v)) for k, v in given))
        if isinstance(value, tuple):
            return tuple(self.value(kind.of or kind, member) for member in value)
        return self._name(kind, value) if isinstance(value, str) else value

    def _name(self, kind: FieldKind, value: str) -> str:
        name = f"{kind.argument}/{value}" if kind.name == "item" else value
        return self.names.today(kind.name, name) if kind.name in ("item", "term", "rule") else value

    def kind(self, kind: FieldKind) -> Hashable:
        """A declared kind."""
        refers = {"term": "kind", "map": "kind", "item": "set"}.get(kind.name, "")
        inner = self.kind(kind.of) if kind.of else None
        return (kind.name, self.names.today(refers, kind.argument), kind.choices, kind.optional, inner)


def _plain(source: str, names: Matching) -> str:
    parts: list[str] = []
    at = 0
    for token in parse_markup(source)[0]:
        if token.kind in _FORMS or token.kind == "term":
            parts += [source[at : token.start], _reference(token, names)]
            at = token.end
    parts.append(source[at:])
    return "\n".join(line.strip() for line in "".join(parts).strip().splitlines())


def _reference(token: Token, names: Matching) -> str:
    """A reference as it would be written today."""
    if token.kind == "term":
        return "{" + names.today("term", token.text) + (f":{token.detail}" if token.detail else "") + "}"
    name = f"{token.text}/{token.detail}" if token.kind == "item" else token.text
    return _FORMS[token.kind].format(names.today("set" if token.kind == "count" else token.kind, name))
