"""What a set of sheets is to be: a frozen `Job`, taken by `impose`, the cover and the caption.

Promise: everything that is printed outside the faces comes from here; no room asks the clock or the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.sheet.sheet import Paper


@dataclass(frozen=True, slots=True)
class Job:
    """How to impose. `backs` is "long-edge", "short-edge", "fold" or "none"; `bleed` is the most that is wanted, mm;
    `back_offset` shifts all that is printed on back sides (right, down, mm). `words` are `read_words`'s of `language`;
    `names` are set ids with their names in it.
    """

    paper: Paper
    backs: str = "long-edge"
    bleed: float = 3.0
    proof: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    title: str = ""
    version: str = ""
    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, key: str, **values: object) -> str:
        """The words of a key with `{name}`s filled in; the key itself if there are none."""
        words = self.words.get(key, key)
        for name, value in values.items():
            words = words.replace("{" + name + "}", str(value))
        return words

    def name_of(self, set_id: str) -> str:
        """A set's name as captions print it."""
        return self.names.get(set_id, set_id)
