"""Every row of `features.txt`, one feature of SVG each: drawn, inert, or told by just these codes.

That what is drawn looks as in a browser was seen with `python -m tests.tools.chromium`: run it after an update.
"""

from __future__ import annotations

import pytest

from tests.features import DOT, TABLE, rows, status
from tests.layout_kit import placed

ROWS = rows()
BASES = sorted({row.base for row in ROWS})


@pytest.mark.parametrize("base", BASES)
def test_features_are_drawn_or_told(mini, request, base):
    found = {row.words: status(mini, row) for row in ROWS if row.base == base}
    if request.config.getoption("--update"):
        _write(base, found)
        return
    assert found == {row.words: row.status for row in ROWS if row.base == base}


def _write(base: str, found: dict[str, str]) -> None:
    lines, here = [], ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        first, _, rest = line.partition(" ")
        here = rest.partition(" ")[0] if first == "=" else here
        known = here == base and first not in ("=", "#", "")
        lines.append(f"{found[rest]} {rest}" if known else line)
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_table_is_long_and_knows_all_ends():
    assert len({row.name for row in ROWS}) == len(ROWS) > 1000
    assert {"drawn", "inert", "T005", "T012", "T028"} < {row.status for row in ROWS}


EXPORTS = sorted((TABLE.parent / "corpus" / "exports").glob("*.svg"))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: p.stem)
def test_what_drawing_programs_write_is_no_fault(mini, path):
    """Art in the manner of each program, with all the defaults that it writes: drawn, and nothing told."""
    nodes, findings = placed(mini, path.read_text(encoding="utf-8").replace("base64,DOT", f"base64,{DOT}").encode())
    assert findings == []
    assert nodes
