"""Finding codes S...: sheets: paper, imposition."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
