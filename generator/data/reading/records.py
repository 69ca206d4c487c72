"""JSON -> `Grid`: the list of records in it, wherever programs put one.

Records may be members of a list, stand under keys of their own (`{"goblin": {..}}`, `{"0": {..}}`), in one of several
lists that have names, in what Tabletop Simulator saves, or be words alone. Promise: each value keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.data.reading.cells import is_spoken
from generator.data.reading.document import List, Map, decode
from generator.data.reading.grid import Grid, plain
from generator.data.reading.load import load_text
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import late

_PAIR = late(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_SAVED = {"Nickname": "name", "Description": "text", "GMNotes": "notes"}
"""What people write on the things of Tabletop Simulator."""


def record_grid(raw: bytes, file: str, wanted: str = "", at: Mark | None = None) -> Grid:
    """The records as rows. `wanted`: the name of the list. Raises `Fault` (Y0.., Y020, Y032)."""
    text, lists = lists_in(raw, file)
    if wanted and wanted not in lists:
        hint = f"write one of its lists: {', '.join(f'`{n}`' for n in lists)}"
        raise Fault(Finding("Y032", at or Mark(file), f"the file has no list `{wanted}`", hint, about=(wanted,)))
    if not lists:
        hint = 'write a list of records: `[{"name": "Farm", "count": 2}]`'
        raise Fault(Finding("Y020", Mark(file, 1, 1), "the file is no list of records", hint))
    data = lists[wanted] if wanted else next(iter(lists.values()))
    kept = [*dict.fromkeys(str(key) for record in data for key in record)]
    grid = Grid(file, [], text, head=tuple(kept))
    for number, record in enumerate(data, 1):
        if record:
            marks = [record.mark(key if key in record else None) for key in kept]
            values = ["" if record.get(key) is None else record[key] for key in kept]
            grid.add(number, values or [""], [n for m in marks for n in (m.line, m.column, m.length)] or (0, 0, 1))
    return grid


def lists_in(raw: bytes, file: str) -> tuple[str, dict[str, list[Map]]]:
    """The text, and its lists of records by their names; one that is the whole file is called "". Raises `Fault`."""
    text, findings = decode(raw, file)
    if text is None:
        raise Fault(*findings)
    text = _PAIR.sub(lambda m: bytes.fromhex(m[1] + m[2]).decode("utf-16-be"), text.replace("\t", " "))
    document, findings = load_text(text, file)
    if document is None or findings:
        raise Fault(*findings)
    data = document.data
    if isinstance(data, Map) and isinstance(data.get("ObjectStates"), List):
        return text, {"": [*_copies(_pieces_in(data["ObjectStates"]))]}
    whole = _records(data)
    if whole is not None or not isinstance(data, Map):
        return text, {} if whole is None else {"": whole}
    return text, {str(name): found for name, value in data.items() if (found := _records(value)) is not None}


def _records(data: object) -> list[Map] | None:
    """The records of a list; of a mapping of them, each with its key as the name, or the id, that it lacks."""
    if isinstance(data, List):
        if len(data) > 1 and all(isinstance(record, str) for record in data):
            spans = data.spans
            return [Map(data.source, spans[n][0], {"text": spans[n]}, {"text": w}) for n, w in enumerate(data)]
        return [*data] if all(isinstance(record, Map) for record in data) else None
    if not isinstance(data, Map) or not all(isinstance(v, Map) and v and not _is_keyed(v) for v in data.values()):
        return None
    for key, record in data.items():
        keys = {plain(k) for k in record}
        lacks = "id" if any(k.endswith(("name", "title")) for k in keys) else "name"
        if lacks not in keys and not (lacks == "id" and str(key).isdecimal()):
            record[lacks] = str(key)
            record.spans = {**record.spans, lacks: (data.key_mark(key), data.mark(key))}
    return [*data.values()] or None


def _is_keyed(data: Map) -> bool:
    """True for records under keys of their own."""
    return all(isinstance(value, Map) and not is_spoken(value) for value in data.values())


def _copies(pieces: Iterable[Map]) -> Iterator[Map]:
    """Those that say the same as one with a count."""
    found: dict[tuple[object, ...], Map] = {}
    for one in pieces:
        same = found.setdefault((*one.items(),), one)
        if same is not one:
            same["count"] = same.get("count", 1) + 1
            same.spans = {**same.spans, "count": next(iter(same.spans.values()))}
    yield from found.values()


def _pieces_in(objects: List) -> Iterator[Map]:
    """The cards in decks and bags of Tabletop Simulator, with what people write on them."""
    for one in objects:
        if isinstance(one, Map) and isinstance(inside := one.get("ContainedObjects"), List):
            yield from _pieces_in(inside)
        elif isinstance(one, Map):
            said = {new: old for old, new in _SAVED.items() if one.get(old)}
            spans = {new: one.spans[old] for new, old in said.items()}
            yield Map(one.source, one.start, spans, {new: one[old] for new, old in said.items()})
