"""The values of the street: what was ordered, what was drawn, what is to be written.

Promise: frozen; every option of `pnp build` stands in an `Order`, and nothing else decides what is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from generator.diagnostics.findings import Finding

if TYPE_CHECKING:
    from generator.data.model import Game
    from generator.layout.assets import Studio
    from generator.sheet.sheet import Piece, Sheet


@dataclass(frozen=True, slots=True)
class Order:
    """What `pnp build` was asked for. Empty `languages`: the game's first; "all": each of them. Empty `papers`: A4, or
    the first that holds every piece. `since`: the version whose copies need not be printed again (see `versions`), as
    one says it who stands in the folder `at`."""

    languages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    backs: str = "long-edge"
    only: tuple[str, ...] = ()
    formats: tuple[str, ...] = ("pdf",)
    proof: bool = False
    ink_saver: bool = False
    separate: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    bleed: float = 3.0
    dpi: int = 300
    since: str = ""
    at: Path | None = None

    @property
    def suffix(self) -> str:
        """What sets the file of a special order apart from the plain one: a word for all that alters a sheet."""
        turned = self.backs in ("long-edge", "short-edge")
        words = {
            "changed": self.since,
            "proof": self.proof,
            "ink-saver": self.ink_saver,
            self.backs: self.backs != "long-edge",
            f"offset{self.back_offset[0]:+g}{self.back_offset[1]:+g}": turned and self.back_offset != (0.0, 0.0),
            f"bleed{self.bleed:g}": self.bleed != 3.0,
        }
        only = self.only
        if sum(map(len, only)) > 80:  # too long for the name of a file
            only = (f"{len(only)}-sets", sha256(",".join(only).encode()).hexdigest()[:8])
        return "".join(f"-{word}" for word in (*(w for w, on in words.items() if on), *only))


@dataclass(frozen=True, slots=True)
class Output:
    """One file to be written, and what is in it in a few words."""

    name: str
    data: bytes = field(repr=False)
    about: str = ""


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Names for files, none too long; one that another has (`a-b` + `c`, `a` + `b-c`; capitals do not count) gets a
    number."""
    known: set[str] = set()
    for name in names:
        tries = (f"{name[:150]}{end}" for end in chain([""], (f"-{n}" for n in count(2))))
        found = next(one for one in tries if one.casefold() not in known)
        known.add(found.casefold())
        yield found


@dataclass(frozen=True, slots=True)
class Drawn:
    """All pieces of a game in one language."""

    language: str
    pieces: tuple[Piece, ...]


Cover = Callable[..., "list[Sheet]"]
"""Makes the first pages of a file; takes and gives what `cover_sheets` does."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What is left of a game to be printed (None: nothing), the first pages that go with it, and what was found."""

    drawn: Drawn | None
    cover: Cover | None
    findings: list[Finding]


Narrow = Callable[["Studio", "Game", Drawn, Order], Narrowed]
"""Leaves out of a drawn game what need not be printed."""
