"""Finding codes T...: SVG templates and their expressions."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
