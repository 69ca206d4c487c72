"""Finding codes F...: faces: typesetting, fonts, icons, pictures."""

from __future__ import annotations

from generator.codes.table import Code

CODES: dict[str, Code] = {}
