"""The table of finding codes. A code never changes its meaning and is never used for two faults.

A family of codes has a file here, and its letter (with a digit, where two share one) a title in `FAMILIES`.
"""

from __future__ import annotations

from generator.diagnostics.codes import (
    accepts,
    compare,
    data,
    engine,
    faces,
    languages,
    meaning,
    printing,
    reading,
    references,
    sheets,
    summary,
    system,
    templates,
)
from generator.diagnostics.codes.table import Code

__all__ = ["CODES", "FAMILIES", "Code"]

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

CODES: dict[str, Code] = {
    **reading.CODES,
    **data.CODES,
    **references.CODES,
    **languages.CODES,
    **meaning.CODES,
    **templates.CODES,
    **faces.CODES,
    **printing.CODES,
    **sheets.CODES,
    **summary.CODES,
    **engine.CODES,
    **accepts.CODES,
    **system.CODES,
    **compare.CODES,
}


def family_of(code: str) -> str:
    """How the codes of its family begin."""
    return max((f for f in FAMILIES if code.startswith(f)), key=len, default=code[:1])
