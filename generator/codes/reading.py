"""Finding codes Y...: reading text files: YAML, CSV, xlsx."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
