"""The table of finding codes. A code never changes its meaning and is never used for two faults.

Families of codes have a file here, and a letter (with a digit, where two share one) with a title in `FAMILIES`.
"""

from __future__ import annotations

from generator.diagnostics.codes import (
    data,
    engine,
    faces,
    printing,
    reading,
    references,
    system,
    templates,
    texts,
)
from generator.diagnostics.codes.table import Code, Severity

__all__ = ["CODES", "FAMILIES", "Code", "Severity"]

FAMILIES = {
    "Y": "reading files",
    "D": "the data of a game",
    "R": "references, and what nothing uses",
    "L": "languages",
    "M": "meaning: what one place says and another denies",
    "A": "accepting findings",
    "T": "templates",
    "F": "faces: text, fonts, icons, pictures",
    "P": "print: sizes, lines, colours, the cut",
    "S": "sheets of paper",
    "S1": "the rule summary",
    "E": "the set-up, carried out",
    "X": "the system and the command line",
    "C": "comparing versions",
}
"""How the codes of a family begin, and what they are about; the longer beginning wins."""

_TABLES = (reading, data, references, texts, templates, faces, printing, engine, system)
CODES: dict[str, Code] = {code: row for table in _TABLES for code, row in table.CODES.items()}


def family_of(code: str) -> str:
    """How the codes of its family begin."""
    return max((f for f in FAMILIES if code.startswith(f)), key=len, default=code[:1])
