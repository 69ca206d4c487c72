"""Finding codes R...: references and rules."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
