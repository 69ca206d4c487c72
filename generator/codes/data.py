"""Finding codes D...: the data of a game: sets, items, counts, fields."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
