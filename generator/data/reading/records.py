"""JSON -> `Grid`: a list of records, alone or under a name.

JSON is read as the YAML that it is, so that its values have their places and the same bounds hold.
"""

from __future__ import annotations

import re

from generator.data.reading.document import List, Map
from generator.data.reading.encoding import decode
from generator.data.reading.grid import BLANK, Cell, Grid, Row
from generator.data.reading.load import load_text
from generator.diagnostics.findings import Fault, Finding, Mark

_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def record_grid(raw: bytes, file: str, wanted: str = "", at: Mark | None = None) -> Grid:
    """The records as rows. `wanted`: the name of the list. Raises `Fault` (Y0.., Y020, Y032)."""
    text, findings = decode(raw, file)
    if text is None:
        raise Fault(*findings)
    text = _PAIR.sub(lambda m: bytes.fromhex(m[1] + m[2]).decode("utf-16-be"), text.replace("\t", " "))
    document, findings = load_text(text, file)
    if document is None or findings:
        raise Fault(*findings)
    data = document.data
    if isinstance(data, Map):
        lists = {str(name): value for name, value in data.items() if isinstance(value, List)}
        if wanted and wanted not in lists:
            hint = f"write one of its lists: {', '.join(f'`{n}`' for n in lists)}"
            raise Fault(Finding("Y032", at or Mark(file), f"the file has no list `{wanted}`", hint, about=(wanted,)))
        data = lists[wanted] if wanted else next(iter(lists.values()), None)
    if not isinstance(data, List) or not all(isinstance(record, Map) for record in data):
        hint = 'write a list of records: `[{"name": "Farm", "count": 2}]`'
        raise Fault(Finding("Y020", Mark(file, 1, 1), "the file is no list of records", hint))
    head = tuple(dict.fromkeys(str(key) for record in data for key in record))
    rows = [Row(n, [_cell(record, key) for key in head] or [BLANK]) for n, record in enumerate(data, 1) if record]
    return Grid(file, rows, text, head=head)


def _cell(record: Map, key: str) -> Cell:
    mark = record.mark(key if key in record else None)
    value = record.get(key)
    return Cell("" if value is None else value, mark.line, mark.column, mark.length)
