"""The value between two versions: a `Matching`, which thing of the old one is which of the new one.

Promise: frozen; nothing is in two pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.compare.plain import Names, Renaming


@dataclass(frozen=True, slots=True)
class Pairs:
    """Old id -> new id, and how sure we are (1: by id)."""

    names: Names = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)


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

    @property
    def renaming(self) -> Renaming:
        """What the values of the old version must be read as."""
        names = (p.names for p in (self.sets, self.items, self.terms, self.parameters, self.rules, self.kinds))
        return Renaming(*names)
