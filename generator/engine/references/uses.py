"""What a game uses: terms, parameters, verbs, sets, zones, modes that something refers to.

Takes a `Desk`; gives a `Uses`. Promise: where part of the data could not be read, or a name is misspelt, whatever
that may have meant counts as used, so that one mistake is not told twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator.data.model import Game
from generator.diagnostics.findings import near
from generator.engine.references.templates import drawings_of
from generator.engine.registry import Desk

MANY = 500
"""Where more names are lost than this, anything may be meant by one of them."""
_WORD = re.compile(r"[\w-]+")
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*")


@dataclass(frozen=True, slots=True)
class Uses:
    """Names that something uses, by kind.

    `lost` are names that nothing bears, `vague` the kinds of few names in which there are such ("*": all, where a whole
    part of the data is lost, or many names are); `written`: how often each word stands in the files, if something could
    not be read.
    """

    names: Mapping[str, frozenset[str]]
    lost: tuple[str, ...]
    vague: frozenset[str]
    written: Mapping[str, int]

    def has(self, kind: str, name: str) -> bool:
        """True if a thing of that kind is used, or may be meant by a name that nothing bears."""
        if name in self.names.get(kind, ()) or {kind, "*"} & self.vague:
            return True
        return bool(near(name, self.lost, 0.6)) or self.written.get(name, 0) > 1


@lru_cache(maxsize=1)
def uses_of(desk: Desk) -> Uses:
    """Everything that the data, the texts, the set-up and the templates of a game use."""
    game = desk.game
    found: dict[str, set[str]] = {"term": set(), "parameter": set(), "verb": set(), "zone": set(), "mode": set()}
    for mention in desk.mentions:
        if mention.kind in found and mention.owner != f"{mention.kind} {mention.name}":
            found[mention.kind].add(mention.name)
    words = {w.replace("_", "-") for source in _sources(game) for w in _IDENTIFIER.findall(source)}
    drawn = {n for d in drawings_of(desk) for n in d.names | d.words}
    kinds = words.union(*(d.names for d in drawings_of(desk) if "kinds" in d.roots))
    found["parameter"] |= words | drawn
    found["term"] |= words | drawn | set(_in_values(game))
    found["term"] |= {t.id for kind in game.kinds.values() if kind.id in kinds for t in kind.members}
    for question in game.questions:
        kind, _, name = question.about.partition(" ")
        found.setdefault(kind, set()).add(name)
    files = game.sources.values() if game.unread else ()
    by_kind = _lost(desk)
    whole = [word for word in game.unread if word.startswith("*")]
    names = {w.replace("_", "-") for f in game.formulas for w in _IDENTIFIER.findall(f.source)}
    borne = {"players", "pieces", "per", *game.parameters, *game.kinds, *game.sets}
    lost = sorted({n for many in by_kind.values() for n in many} | (names - borne))
    whole += ["*"] if len(lost) > MANY else []
    return Uses(
        names={kind: frozenset(many) for kind, many in found.items()},
        lost=tuple(lost),
        vague=frozenset((*(k for k in ("zone", "mode", "verb") if by_kind.get(k)), *(w[:1] for w in whole))),
        written=Counter(word for text in files for word in _WORD.findall(text)),
    )


def _sources(game: Game) -> Iterator[str]:
    """All formulas and filters, as written."""
    yield from (f.source for f in game.formulas)
    yield from (step.where for step in game.setup.steps)
    for owner in game.sets.values():
        promises = owner.promises
        yield from (c.formula.source for c in promises.checks)
        for promise in promises.complete:
            yield from (promise.where, promise.each)
        for parts in promises.parts:
            yield " ".join(parts.counts)


def _in_values(game: Game) -> Iterator[str]:
    """Words among the values of terms: a people's terrain."""

    def words(value: Any) -> Iterator[str]:  # noqa: ANN401 -- free data
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from (w for v in value.values() for w in words(v))
        elif isinstance(value, (list, tuple)):
            yield from (w for v in value for w in words(v))

    return (w for t in game.terms.values() for w in words(t.values))


def _lost(desk: Desk) -> dict[str, set[str]]:
    """Names that are mentioned, but borne by nothing, by kind."""
    game = desk.game
    known: dict[str, Container[str]] = {
        "term": game.terms,
        "kind": game.kinds,
        "set": game.sets,
        "parameter": game.parameters,
        "verb": game.verbs,
        "zone": ("supply", *game.setup.zones),
        "mode": game.setup.modes,
    }
    lost: dict[str, set[str]] = {}
    for mention in desk.mentions:
        if mention.kind in known and mention.name not in known[mention.kind]:
            lost.setdefault(mention.kind, set()).add(mention.name)
    return lost
