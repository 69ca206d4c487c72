"""What of all findings is told: codes and families of codes, chosen or left out.

Takes the words of `--select` and `--ignore` (`R`, `F0`, `D020`: a code, or how codes begin) and findings; gives those
that are meant. Promise: a word that no code begins with is wrong usage, never silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.commands.options import listed
from generator.commands.shell import wrong
from generator.diagnostics.codes import CODES, FAMILIES
from generator.diagnostics.findings import Finding, did_you_mean


@dataclass(frozen=True, slots=True)
class Choice:
    """Beginnings of codes. Nothing selected: all of them."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, finding: Finding) -> bool:
        """True if the finding is to be told."""
        code = finding.code
        return (not self.select or code.startswith(self.select)) and not code.startswith(self.ignore or ("*",))


def choice_of(select: Sequence[str], ignore: Sequence[str]) -> Choice:
    """The choice that the words of the command line make."""
    return Choice(_known("--select", select), _known("--ignore", ignore))


def _known(option: str, words: Iterable[str]) -> tuple[str, ...]:
    words = list(words)
    return tuple(_beginning(option, word) for word in listed(option, words)) if words else ()


def _beginning(option: str, word: str) -> str:
    start = word.upper()
    if not any(code.startswith(start) for code in CODES):
        near = did_you_mean(start, CODES)
        families = ", ".join(f"`{letters}` {title}" for letters, title in FAMILIES.items() if len(letters) == 1)
        wrong(f"{option}: no code begins with `{word}`", near if near.startswith("did") else f"families: {families}")
    return start
