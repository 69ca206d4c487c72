"""JSON and YAML -> the lists of records in it, by their names.

Records may be members of a list, stand under keys of their own (`{"goblin": {..}}`, `{"0": {..}}`), in one of several
lists that have names, below other names, or be words alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from generator.data.lexicon import table_words
from generator.data.reading.aliases import meant_by
from generator.data.reading.cells import is_spoken
from generator.data.reading.document import List, Map, blanks_in
from generator.data.reading.grid import plain
from generator.data.reading.load import load_text
from generator.data.reading.text import decode
from generator.data.reading.textual import mended
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern

_PAIR = lazy_pattern(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_CONTROL = lazy_pattern(r"(?<!\\)\\u(00(?:0[0-8bBcCeEfF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|[fF]{3}[dD])")
_KEYED, _SYMBOL = (lazy_pattern(rf"(?m)^([ -]*){sign}([a-z]\w*):(?= |$)") for sign in ("", ":"))
"""Keys, and those of Ruby: `:title: Fox`."""
_NAMELESS = lazy_pattern(r"[-–—_]+")
CODED = lazy_pattern("[a-z0-9](_[a-z]|[A-Z][a-z])")
"""A word of programs."""
_LINES = lazy_pattern(r"\{[^\n]*\}\s*(\n\{[^\n]*\}\s*)+")
"""JSON Lines: an object a line, none of which belongs to another."""
_COMMENT = lazy_pattern(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?s:.*?)\*/')
"""Words of JSON, which stay, and what JSON5 and JSONC leave out."""


def lists_in(
    raw: bytes, file: str, fields: Collection[str] = ()
) -> tuple[str, dict[str, list[Map]], dict[str, None], list[Finding]]:
    """The text, its lists of records by their names (one that is the whole file is called ""), notes, and characters
    that were mended. `fields`: keys that are known to hold no lists of such. Raises `Fault`."""
    text, findings = decode(raw, file)
    if text is None:
        raise Fault(*findings)
    if file.lower().endswith(".json"):
        text = _COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"\S", " ", m[0]), text)
    many, of_ruby = (len(sign.findall(text)) for sign in (_KEYED, _SYMBOL))
    text = _SYMBOL.sub(r"\1\2 :", text) if of_ruby > many else text
    text = _PAIR.sub(lambda m: bytes.fromhex(m[1] + m[2]).decode("utf-16-be"), text.replace("\t", " "))
    text, strange = mended(_CONTROL.sub(lambda m: chr(int(m[1], 16)), text), file)
    if _LINES.fullmatch(text):
        text = "[" + re.sub(r"\}(?=\s*\n\{)", "},", text) + "]"
    document, findings = load_text(text, file)
    if document is None or findings:
        raise Fault(*findings)
    data = document.data
    notes: dict[str, None] = {}
    for key in [key for key, value in data.items() if _is_nest(value)] if isinstance(data, Map) else ():
        nest = data[key]
        data[key] = List(nest.source, nest.start, {}, [*_leaves(nest)])
    whole = [data] if isinstance(data, Map) and {INNER, _STAMP} <= data.keys() else _records(data)
    whole = _parts_in(data) if whole is None and isinstance(data, Map) else whole
    if whole is None and not isinstance(data, Map):
        return text, {}, notes, strange
    below = _lists_below(data) if whole is None else [((), whole)]
    if whole and isinstance(data, Map) and isinstance(next(iter(data.values())), List) and _EDGES[0] in whole[0]:
        notes[f"its lists of {len(_EDGES)}: read as {', '.join(_EDGES)}; if they begin elsewhere, turn them"] = None
    paths = {path: rows for above, all_ in below for path, rows in _unpacked(above, all_, fields, notes)}
    paths = paths if len(paths) == 1 else _joined(paths)
    last = [path[-1:] for path in paths]
    named = {path: "" if len(paths) == 1 and whole is not None else path[-1] for path in paths}
    lists = {n if last.count(p[-1:]) == 1 else ".".join(p): paths[p] for p, n in named.items()}
    return text, lists, notes, strange


def _is_nest(value: object, least: int = 2) -> bool:
    """True for a list of names and what each is, `[{hand: [{Glove: {cost: 1}}, ..]}, {feet: ..}]`: a record, or more
    of such, or nothing."""
    if (
        not isinstance(value, List)
        or len(value) < least
        or not all(isinstance(one, Map) and len(one) == 1 for one in value)
    ):
        return False
    keys, held = [next(iter(one)) for one in value], [next(iter(one.values())) for one in value]
    are_own = len({*keys}) == len(keys) and INNER not in keys and any(held)
    return are_own and all(one is None or _is_nest(one, 1) or (isinstance(one, Map) and one) for one in held)


def _leaves(nest: List, above: tuple[str, ...] = ()) -> Iterator[Map]:
    """The records in such a list, each with its name, and with the names above it as its group."""
    for one, (key, held) in ((one, *one.items()) for one in nest):
        if isinstance(held, List):
            yield from _leaves(held, (*above, str(key)))
        elif isinstance(held, Map):
            at = one.spans[key][0]
            said = {"name": str(key), **({"group": " ".join(above)} if above else {})}
            spans = {**dict.fromkeys(said, (at, at)), **held.spans}
            yield Map(held.source, held.start, spans, {**said, **held})


def _joined(paths: Mapping[tuple[str, ...], list[Map]]) -> dict[tuple[str, ...], list[Map]]:
    """The lists, of those that are called alike and say the same things one, `{wands: {court: ..}, cups: {court: ..}}`:
    each record with the names above, which alone tell it from those of the others."""
    joined = dict(paths)
    for last in dict.fromkeys(path[-1] for path in paths):
        like = [path for path in paths if path[-1] == last and len(path) > 1]
        keys = [{key for row in paths[path] for key in row} for path in like]
        every = {*chain(*keys)}
        own = next((word for word in _PACK if word not in every), "")
        if len(like) < 2 or not own or any(2 * len(one) <= len(every) for one in keys):
            continue
        first = like[0][:-1]
        shared = next((n for n in range(len(first)) if any(path[n : n + 1] != first[n : n + 1] for path in like)), 0)
        for path in like:
            for row in joined.pop(path):
                row[own], row.spans = " ".join(path[shared:-1]), {**row.spans, own: (row.start,) * 2}
                joined.setdefault((last,), []).append(row)
    return joined


def _unpacked(
    above: tuple[str, ...], records: list[Map], fields: Collection[str], notes: dict[str, None]
) -> Iterator[tuple[tuple[str, ...], list[Map]]]:
    """The records; of packs (sets, decks) the cards in them, each list by its key, with the name of their pack."""
    records = [*map(_as_read, records)]
    keys = dict.fromkeys(str(key) for one in records for key in one)
    found = {key: [_held(key, one.get(key)) for one in records] for key in keys if plain(key) not in fields}
    held = {key: many for key, many in found.items() if any(many)}
    are_cards = bool(above) and _PIECES.fullmatch(plain(above[-1])) is not None  # whatever they hold
    if are_cards or len(above) >= DEEP or not _are_packs(records, held):
        yield above, records
        return
    titles = (k for k in keys if meant_by(k) == "name")
    name = _CALLED if _CALLED in keys else next(titles, next((k for k in keys if k not in held), ""))
    left = f", and not read: {', '.join(rest)}" if (rest := [k for k in keys if k not in held and k != name]) else ""
    notes[
        f"{' and '.join(held)}: read from the {len(records)} that hold them, with the {name or 'number'} of each{left}"
    ] = None
    for key, many in held.items():
        taken = {k for rows in many for row in rows for k in row}
        words = (*[name] * (bool(name) and meant_by(name) not in ("name", "id") and name != _CALLED), *_PACK)
        own = next((word for word in words if word not in taken), "")
        every = enumerate(zip(records, many, strict=True), 1)
        for n, pack, row in [(n, pack, row) for n, (pack, rows) in every for row in rows]:
            called = pack.get(name) if name else n
            if own and isinstance(called, str | int) and row.get(name) != called:
                row[own], row.spans = called, {**row.spans, own: pack.spans[name or key]}
        yield from _unpacked((*above, key), [row for rows in many for row in rows], fields, notes)


_CALLED, _NUMBERED = "Nickname", "CardID"
"""What things of Tabletop Simulator are called, and what cards have besides."""


def _as_read(record: Map) -> Map:
    """A record; of a card of Tabletop Simulator what players read on its table, and not how it lies there."""
    if not {_CALLED, _NUMBERED} <= record.keys():
        return record
    kept = {"name": _CALLED if record[_CALLED] else _NUMBERED, "Description": "Description", "Tags": "Tags"}
    kept = {name: key for name, key in kept.items() if record.get(key)}
    spans = {name: record.spans[key] for name, key in kept.items()}
    said = {name: value if isinstance(value := record[key], List) else str(value) for name, key in kept.items()}
    return Map(record.source, record.start, spans, said)


def _held(key: str, value: object) -> list[Map]:
    """The records of a list; of what is called cards also those of a mapping, and words."""
    is_called = _PIECES.fullmatch(plain(key)) is not None
    kind = Map if not is_called or (isinstance(value, List) and any(isinstance(one, Map) for one in value)) else str
    if isinstance(value, List):
        return (_records(value, 1) or []) if all(isinstance(one, kind) for one in value) else []
    return (_records(value) or []) if is_called and isinstance(value, Map) and value and is_keyed(value) else []


def _are_packs(records: Sequence[Map], held: Mapping[str, Sequence[Sequence[Map]]]) -> bool:
    """True for records all of which hold what is called `cards`, or records alone, or many and say little else, and
    nothing else under these keys; not for cards with some attacks or answers."""
    if not all(any(k in one for k in held) for one in records):
        return False
    if any(one.get(k) and not rows for k, many in held.items() for one, rows in zip(records, many, strict=True)):
        return False
    rest = [(k, v) for one in records for k, v in one.items() if k not in held and meant_by(k) != "name"]
    many = sum(len(rows) for all_ in held.values() for rows in all_)
    called = any(map(_PIECES.fullmatch, map(plain, held)))
    is_short = not any(isinstance(v, Map | List) or str(v).count(" ") > 3 for _, v in rest)
    few = is_short and len(rest) <= _BESIDE * len(records)
    is_bare = all(one.keys() <= held.keys() for one in records)
    return many > 1 and (called or is_bare or (few and many >= len(records) * max(_MANY, len(records))))


_PIECES = lazy_pattern("|".join(table_words("packed")))
_PACK = ("set", "pack", "group")
"""What the name of a pack is called in its cards: the first that these do not have."""
_BESIDE, _MANY = 6, 5
"""So much a pack says at most besides; so many pieces are in one at least."""
INNER, _STAMP = "fields", "createdTime"
"""Below what Airtable has those of a record, and what stands beside them."""
DEEP = 3
"""So far below the top records are looked for, and their parts taken apart."""


def _lists_below(data: Map, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Map]]]:
    """The lists of records in a mapping, and in mappings of such, by the keys that lead to them."""
    for name, value in data.items():
        path = (*above, str(name))
        rows = _records(value)
        if rows is not None:
            for row in (row for row in rows if _NAMELESS.fullmatch(str(row.get("name")))):
                row["name"] = str(name)  # the one that is called as all are
            yield path, rows
        elif isinstance(value, Map) and len(path) < DEEP:
            yield from _lists_below(value, path)


def _records(data: object, least: int = 2) -> list[Map] | None:
    """The records of a list; of a mapping, each with its key as name or id. `least`: so many words are records."""
    if isinstance(data, List) and len(data) >= least and all(isinstance(record, str) for record in data):
        spans = data.spans
        return [Map(data.source, spans[n][0], {"text": spans[n]}, {"text": w}) for n, w in enumerate(data)]
    if not isinstance(data, Map):
        are_records = isinstance(data, List) and all(isinstance(record, Map) for record in data)
        return _without_bases([*data]) if are_records else None  # type: ignore[misc]
    if not all(isinstance(v, Map) and v and not is_keyed(v) for v in data.values()):
        return _told_of(data) or _rows_in(data)
    if all(_holds(value, alone=len(data) == 1) for value in data.values()):
        return None
    often = Counter(key for record in data.values() for key in record).most_common(1)
    told = _told_below(data, are_own=often[0][1] == 1 < len(data))
    if told or (len(data) > 1 and 2 * often[0][1] <= len(data)):  # each says something else, as settings do
        return told or None
    are_numbers = all(str(key).isdecimal() for key in data)
    for key, record in data.items():
        keys = {plain(k) for k in record}
        lacks = "id" if any(k.endswith(("name", "title")) or meant_by(k) == "name" for k in keys) else "name"
        if lacks not in keys and not (lacks == "id" and are_numbers):
            record[lacks] = str(key)
            record.spans = {**record.spans, lacks: (data.key_mark(key), data.mark(key))}
    return [*data.values()]


def _without_bases(records: list[Map]) -> list[Map]:
    """The records without those that only hold what others begin with, `- template: &base {...}`, `<<: *base`: all of
    their parts stand in others, too, and no other has their keys."""
    inner = [one for record in records for one in (record, *record.values()) if isinstance(one, Map)]
    shared = {(at.line, at.column) for one in inner for at, _ in one.spans.values() if isinstance(at, Mark)}

    def is_base(record: Map) -> bool:
        parts = [part for part in record.values() if isinstance(part, Map)]
        marks = [[part.key_mark(key) for key in part if not isinstance(part.spans[key][0], Mark)] for part in parts]
        return 0 < len(parts) == len(record) and all(any((m.line, m.column) in shared for m in some) for some in marks)

    bases = [is_base(record) for record in records] if shared else [False] * len(records)
    keys = [{*record} for record, so in zip(records, bases, strict=True) if not so]
    return [record for record, so in zip(records, bases, strict=True) if not (so and keys and {*record} not in keys)]


def _rows_in(data: Map) -> list[Map] | None:
    """The records of lists as long as one another, each below its key, `{"0": [F, R, R, R]}`; None where they are not
    more than their members: each is a list of pieces. Four short words that recur below numbers are the edges of a
    tile."""
    rows = [row for row in data.values() if isinstance(row, List)]
    said = [one for row in rows for one in row]
    wide = len(rows[0]) if rows else 0
    if len(rows) < len(data) or len(data) <= max(wide, _FEW) or wide < _LEAST or any(len(row) != wide for row in rows):
        return None
    if any(isinstance(one, Map | List) or one is None for one in said):
        return None
    are_numbers = all(str(key).isdecimal() for key in data)
    are_edges = are_numbers and wide == len(_EDGES) and all(isinstance(one, str) and len(one) <= _SHORT for one in said)
    are_edges = are_edges and 2 * len({*said}) < len(said)
    name, found = "id" if are_numbers else "name", []
    for key, row in zip(data, rows, strict=True):
        values = dict(zip(_EDGES, row, strict=True)) if are_edges else {"text": row}
        spans = {edge: row.spans[n] for n, edge in enumerate(values)} if are_edges else {"text": data.spans[key]}
        spans = {name: (data.spans[key][0],) * 2, **spans}
        found.append(Map(data.source, data.spans[key][0], spans, {name: str(key), **values}))
    return found


def _parts_in(data: Map) -> list[Map] | None:
    """The records of lists of equal lists below keys, `{"a": [[hill, 2], [sea, 1]]}`: what each is made of."""
    parts = [one for row in data.values() for one in (row if isinstance(row, List) and row else [None])]
    said = [[type(word) for word in one] for one in parts if isinstance(one, List)]
    are_plain = all(str in one and {*one} <= {str, int, float} for one in said)
    if len(data) < _LEAST or len(said) < len(parts) or len({*map(len, said)}) != 1 or not are_plain:
        return None
    ats = {key: data.spans[key][0] for key in data}
    return [
        Map(data.source, at, {"name": (at, at), "text": data.spans[key]}, {"name": str(key), "text": data[key]})
        for key, at in ats.items()
    ]


_EDGES = ("top", "right", "bottom", "left")
_LEAST, _SHORT, _FEW = 2, 3, 4


def _told_below(data: Map, *, are_own: bool) -> list[Map]:
    """The records of sentences below two keys, `{Fire: {2: Burn one of them.}}`, each with these as its type and its
    rank, or its name; none, where keys are columns: no numbers, nor their `own` in each mapping."""
    leaves = [(held, key, data.spans[outer][0], outer) for outer, held in data.items() for key in held]
    are_ranks = any(str(key).isdecimal() for _, key, *_ in leaves)
    is_so = (are_ranks or are_own) and len(leaves) >= _FEW and not any(meant_by(str(key)) for _, key, *_ in leaves)
    if not is_so or not _are_sentences([held[key] for held, key, *_ in leaves]):
        return []
    name = "rank" if are_ranks else "name"
    return [_told(held, key, name, {"type": (at,) * 2}, {"type": str(outer)}) for held, key, at, outer in leaves]


def _told_of(data: Map) -> list[Map]:
    """The records of sentences by their names, `{Raid: Draw two cards.}`; none of settings and of words of programs."""
    own = sum(bool(meant_by(key) or "." in key or CODED.search(key)) for key in map(str, data))
    if len(data) < 2 or is_spoken(data) or 4 * own >= len(data) or not _are_sentences([*data.values()]):
        return []
    return [_told(data, key) for key in data]


def _told(held: Map, key: Any, name: str = "name", spans: Any = (), entries: Any = ()) -> Map:  # noqa: ANN401
    own = {**dict(spans), name: (held.spans[key][0],) * 2, "text": held.spans[key]}
    return Map(held.source, held.spans[key][0], own, {**dict(entries), name: str(key), "text": held[key]})


def _are_sentences(said: Sequence[object]) -> bool:
    words = [one for one in said if isinstance(one, str)]
    return len(words) == len(said) and 4 * sum(blanks_in(one) > 1 for one in words) >= 3 * len(said)


def _holds(data: Map, *, alone: bool) -> bool:
    """True for what is no record, but holds some: lists of two or more, and nothing beside them if it is not alone."""
    lists = [value for value in data.values() if isinstance(value, List)]
    many = any(len(value) > 1 and all(isinstance(one, Map) for one in value) for value in lists)
    return many and (alone or len(lists) == len(data))


def is_keyed(data: Map) -> bool:
    """True for records under keys of their own."""
    return all(isinstance(value, Map) and not is_spoken(value) for value in data.values())
