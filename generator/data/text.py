"""A text of a game: its words in each language."""

from __future__ import annotations

from collections.abc import Mapping

from generator.diagnostics.findings import Mark
from generator.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """Words in each language, with markup as written. `marks` has the place of each language's words."""

    words: Mapping[str, str]
    marks: Mapping[str, Mark] = field(default_factory=dict)

    def in_language(self, language: str) -> str:
        """The words in that language ("" if there are none)."""
        return self.words.get(language, "")
