"""Columns that say nothing to players: keys and code of programs, what other columns say already.

Takes items and headings as they were read. Promise: what a column alone says is never among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from statistics import median

from generator.data.model import FieldKind
from generator.data.reading.document import Map
from generator.data.reading.grid import plain
from generator.data.reading.workbook import UNKNOWN
from generator.diagnostics.findings import Mark

_KEY = re.compile(
    r"(\w+:? )?https?://|[0-9a-f]{8}-[0-9a-f]{4}-|(\[object \w+\],?)+$|undefined$"
    r"|(/[\w-]+){2,}$|[\w/.-]+\.(ts|js|py|java|kt|rb|rs|go|gd|tscn|tres|asset|json|html?|mp3|wav|ogg|xml|php|cs|lua|prefab)$"
    r"|[0-9a-f]{16,}$|[A-Za-z]+(_[A-Za-z0-9]+){3,}$|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
)
_CODE = re.compile(r'\s*(\[\s*["\[{]|\{\s*["\[]).*[\]}]\s*|.*[a-z]\w*\(\w+(, ?[\w+-]+)*\).*', re.DOTALL)
"""What a program wrote for itself."""
_COMPARED, _ALIKE, _SAME = 20, 0.85, 4
"""So many items are compared, so alike are the same words twice, so many equal values are no chance."""


def says_nothing(items: Sequence[Map], field: str) -> bool:
    """True for what no piece says, not even by a formula, and for keys and addresses of programs."""
    said, unknown = said_in(items, field), any(i.mark(field).value == UNKNOWN for i in items if field in i.spans)
    keys, code = (sum(1 for word in said if find(word)) for find in (_KEY.match, _CODE.fullmatch))
    return not unknown and (2 * keys > len(said) or 3 * code >= len(said))


def said_in(items: Sequence[Map], field: str) -> list[str]:
    """All that the pieces say in a field."""
    return [word for item in items if field in item for word in _words_in(item[field])]


def _words_in(value: object) -> Iterator[str]:
    """All that a value says, one by one."""
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _words_in(inner)
    elif value is not None:
        yield str(value)


def is_repeated(items: Sequence[Map], field: str, fields: Mapping[str, tuple[FieldKind, Mark]]) -> bool:
    """True for nearly the words of another column, without their signs: `stripped_text` beside `text`."""
    others = [f for f, (_, mark) in fields.items() if f != field and (f in field or plain(mark.heading) in field)]
    others = others if len(items) > 1 else []
    said = {
        f: [re.sub(r"<[^>]*>|[\W_]", "", str(item.get(f) or "")).lower() for item in items[:_COMPARED]]
        for f in (field, *others)
    }
    others = [f for f in others if all(a or not b for a, b in zip(said[f], said[field], strict=True))]
    pairs = [[both for both in zip(said[f], said[field], strict=True) if all(both)] for f in others]
    if any(all(a == b for a, b in some) and len({*some}) >= _SAME for some in pairs):
        return True
    same = (some for some in pairs if some and all(re.sub(r"\D", "", a) == re.sub(r"\D", "", b) for a, b in some))
    alike = ([SequenceMatcher(None, *both).ratio() for both in some] for some in same)
    return any(median(near) > _ALIKE for near in alike) and any(re.search(r"[^\W\d]{4}", word) for word in said[field])
