"""Finding codes X...: the system, files and the command line."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
