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
from generator.scaffold.meanings import says

_KEY = re.compile(
    r"(\w+:? )?https?://|[0-9a-f]{8}-[0-9a-f]{4}-|(\[object \w+\],?)+$|undefined$"
    r"|(/[\w-]+){2,}$|[\w/.-]+\.(ts|js|py|java|kt|rb|rs|go|gd|tscn|tres|asset|json|html?|mp3|wav|ogg|xml|php|cs|lua|prefab)$"
    r"|[0-9a-f]{16,}$|[A-Za-z]+(_[A-Za-z0-9]+){3,}$|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
)
_CODE = re.compile(r'\s*(\[\s*["\[{]|\{\s*["\[]).*[\]}]\s*|.*[a-z]\w*\(\w+(, ?[\w+-]+)*\).*', re.DOTALL)
"""What a program wrote for itself."""
_COMPARED, _ALIKE, _SAME, _WORDS = 20, 0.85, 4, 20
"""So many items are compared, so alike are the same words twice, so many equal values are no chance; so many letters
are a text."""
_ORDER, _TOKEN = re.compile(r"\.(type|kind|op|action|name|id|effect)$"), re.compile(r"[a-z]\w*")
_CAMEL = re.compile(r"[a-z][A-Z_]")
"""What a part of a record is called that says what a program has to do, and how programs write such words."""


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


def said_elsewhere(items: Sequence[Map], heads: Mapping[str, str]) -> list[str]:
    """The fields, of some with their headings, that hold the words of several others, or tell them to a program."""
    return [*(f for f in heads if _is_compiled(items, f, [*heads])), *_of_engines(items, heads)]


def _is_compiled(items: Sequence[Map], field: str, fields: Sequence[str]) -> bool:
    """True for words that hold those of other columns, of a name and of a text: all of a card in one cell."""

    def bare(item: Map, of: str) -> str:
        value = item.get(of)
        return "" if value is None or isinstance(value, Mapping) else re.sub(r"<[^>]*>|[\W_]", "", str(value)).lower()

    said = {f: [bare(item, f) for item in items[:_COMPARED]] for f in fields}
    own = said.pop(field)
    held = [
        words for words in said.values() if all(a in b and len(a) < len(b) for a, b in zip(words, own, strict=True))
    ]
    held = [words for words in held if 2 * sum(len(word) > 1 for word in words) > len(words)]
    return len(held) > 1 and len(own) > 1 and any(median(map(len, words)) >= _WORDS for words in held)


def _of_engines(items: Sequence[Map], heads: Mapping[str, str]) -> list[str]:
    """The parts of records that say in words of a program (`effect.type: moveTo`) what a text says for players."""
    if not any("." not in head and says(head, "text") for head in heads.values()):
        return []
    stems = {head.rpartition(".")[0] for f, head in heads.items() if _ORDER.search(head)
             and all(map(_TOKEN.fullmatch, said := said_in(items, f))) and any(map(_CAMEL.search, said))}  # fmt: skip
    return [f for f, head in heads.items() if any(head.startswith(f"{stem}.") for stem in stems)]
