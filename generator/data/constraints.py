"""What a set promises beyond its number of pieces, as values: parts, so many for each, unique items.

Part of the model; nothing here does work. `promises.py` reads them, the engine asks whether they are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.diagnostics.findings import Mark


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula or a filter as written."""

    source: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Parts:
    """What a set is made of: `counts` pieces for each value of the field `by`, `others` for each other value."""

    by: str
    counts: Mapping[str, int]
    mark: Mark
    others: int | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Complete:
    """`count` pieces for each member of a kind of terms, for each number of `span`, or for each player.

    `of_field` is "" where the kind alone says which one is meant.
    """

    each: str
    count: int
    mark: Mark
    of_field: str = ""
    where: str = ""
    span: tuple[int, int] | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unique:
    """No two items have the same values in `fields`; `all` ("", "pairs", "unlike pairs", "numbers", "combinations")
    says which values there must be, the numbers being those of `span`."""

    fields: tuple[str, ...]
    mark: Mark
    unordered: bool = False
    all: str = ""
    span: tuple[int, int] | None = None
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """A formula that must be true, of every item if it names `item`; `say` puts it into words."""

    say: str
    formula: Formula
    mark: Mark


@dataclass(frozen=True, slots=True)
class Promises:
    """What a set promises beyond its number of pieces."""

    parts: tuple[Parts, ...] = ()
    complete: tuple[Complete, ...] = ()
    unique: tuple[Unique, ...] = ()
    checks: tuple[Check, ...] = ()
