"""The table of finding codes. A code never changes its meaning and is never used for two faults.

One file a family: Y reading, D data, R references, T templates, F faces, S sheets (S1.. the rule summary), E the engine
(E1.. the set-up and the bounds of use), X system,
C comparing.
"""

from __future__ import annotations

from generator.codes import compare, data, engine, faces, reading, references, sheets, summary, system, templates
from generator.codes.table import Code

__all__ = ["CODES", "Code"]

CODES: dict[str, Code] = {
    **reading.CODES,
    **data.CODES,
    **references.CODES,
    **templates.CODES,
    **faces.CODES,
    **sheets.CODES,
    **summary.CODES,
    **engine.CODES,
    **system.CODES,
    **compare.CODES,
}
