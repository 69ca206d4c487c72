"""JSON and YAML -> `Grid`: the list of records in it, with the parts of their values as columns.

Promise: each value keeps its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from generator.data.lexicon import table_words
from generator.data.reading.aliases import meant_by
from generator.data.reading.cells import is_spoken
from generator.data.reading.document import List, Map, blanks_in, words_in
from generator.data.reading.grid import Grid, plain, plain_ascii, unwrapped
from generator.data.reading.html import SHEET_LINE, from_sheet
from generator.data.reading.lists import CODED, DEEP, INNER, lists_in
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern


def record_grid(raw: bytes, file: str, wanted: str = "", at: Mark | None = None, kinds: Mapping[str, str] = {}) -> Grid:
    """The records as rows. `wanted`: the list's name; `kinds`: of fields that keys are. Raises `Fault` (Y0.., Y032)."""
    text, lists, notes, strange = lists_in(raw, file, kinds)
    if wanted and wanted not in lists:
        hint = f"write one of its lists: {', '.join(f'`{n}`' for n in lists)}"
        raise Fault(Finding("Y032", at or Mark(file), f"the file has no list `{wanted}`", hint, about=(wanted,)))
    if not lists:
        hint = 'write a list of records: `[{"name": "Farm", "count": 2}]`'
        raise Fault(Finding("Y020", Mark(file, 1, 1), "the file is no list of records", hint))
    data: Sequence[Map] = lists[wanted] if wanted else next(iter(lists.values()))
    data = [*map(_without_again, _opened(data))]
    _take_types_off(data)
    coded = _coded(data, _keys_of(data))
    for _ in range(DEEP):
        data = _parted(data, kinds, notes)
    kept = _keys_of(data)
    coded = _coded(data, kept) | {key for key in kept if key.partition(".")[0] in coded}
    worded = {key for key in kept if any(isinstance(record.get(key), str | Map | List) for record in data)}
    grid = Grid(file, [], text, head=tuple(kept), findings=strange, coded=coded)
    for number, record in enumerate(data, 1):
        if record:
            marks = [record.mark(key if key in record else None) for key in kept]
            said = [None if record.get(key) is False and key in worded else record.get(key) for key in kept]
            values = ["" if v is None else _hue(key, v) or _lined(v) for key, v in zip(kept, said, strict=True)]
            whole = [*map(unwrapped, values)]
            changed = (key for key, one, other in zip(kept, values, whole, strict=True) if one != other)
            notes |= {f"{key}: lines that end within a sentence go on in the next": None for key in changed}
            grid.add(number, whole, [n for m in marks for n in (m.line, m.column, m.length)])
    grid.notes += notes
    return grid


def _keys_of(records: Sequence[Map]) -> list[str]:
    return [*dict.fromkeys(str(key) for record in records for key in record)]


def _coded(records: Sequence[Map], keys: Sequence[str]) -> frozenset[str]:
    """The keys of deeds in the names of programs, `[{op: DrawCards, n: 2}]`, beside the words that say them."""
    prose = [key for key in keys if plain_ascii(key.rpartition(".")[2]) in _PROSE]
    found = []
    for key in keys:
        rows = [record for record in records if record.get(key) not in _VOID]
        values = [record[key] for record in rows]
        held = [one for value in values for one in (value if isinstance(value, List) else [value])]
        told = [word for one in held for word in words_in(one)]
        if (
            all(isinstance(one, Map) for one in held)
            and (any(plain(word).removesuffix("s") in _DEEDS for word in key.split(".")) or all(map(_is_typed, held)))
            and 8 * sum(" " in word and not _FORMULA.match(word) for word in told) <= len(told)
            and any(map(CODED.search, told))
            and any(_are_told(rows, other) for other in prose if other != key)
        ):
            found.append(key)
    return frozenset(found)


def _are_told(records: Sequence[Map], key: str) -> bool:
    """True if all say some words of a key, and nearly all several."""
    blanks = [blanks_in(str(record.get(key) or "")) for record in records]
    return min(blanks) > 0 and 5 * sum(many > 1 for many in blanks) >= 4 * len(blanks)


def _is_typed(record: Any) -> bool:  # noqa: ANN401
    """True for a record that begins with its type, in the names of programs: `{type: add_mana, value: 2}`."""
    first = next(iter(record.items()), ("", ""))
    return first[0] == "type" and CODED.search(str(first[1])) is not None


_PROSE = frozenset(("text", *table_words("usual")["text"], *table_words("meanings")["text"]))
_FORMULA = lazy_pattern(r"\w+ [-+*/=<>]{1,2} [\w%]")
_DEEDS = frozenset(table_words("deeds"))


def _without_again(record: Map) -> Map:
    """The record without what those in it say again: `{theme: Sea, questions: [{theme: Sea, ...}]}`."""
    held = {key: v for key, v in record.items() if isinstance(v, List) and v and all(isinstance(one, Map) for one in v)}
    for key, inner in held.items():
        again = [k for k, v in record.items() if v not in (None, "") and all(one.get(k) == v for one in inner)]
        own = [one.select(k for k in one if k not in again) for one in inner]
        if again and all(own):
            record[key] = List(inner.source, inner.start, inner.spans, own)
    return record


def _take_types_off(records: Sequence[Map]) -> None:
    """Puts values where the type of each stands before it: `["Integer", 2]`, `{type: string, value: Fox}`; words alone
    only where several keys say so."""
    said: dict[str, list[tuple[Map, Any]]] = {
        key: [(one, v) for one in records if (v := one.get(key)) not in _VOID] for key in _keys_of(records)
    }
    typed = {key: rows for key, rows in said.items() if rows and all(_type_of(value) in _TYPES for _, value in rows)}
    every = [(key, *row, 1 if isinstance(row[1], List) else "value") for key, rows in typed.items() for row in rows]
    are_words = len(typed) == 1 and all(isinstance(value[at], str) for _, _, value, at in every)
    for key, record, value, at in () if are_words else every:
        record[key], record.spans = value[at], {**record.spans, key: value.spans[at]}


def _type_of(value: object) -> str:
    """The name that stands before a value, or beside it; "" of any other."""
    if isinstance(value, List) and len(value) == _PAIR:
        return plain(str(value[0])).removesuffix("[]")
    return plain(str(value["type"])) if isinstance(value, Map) and {*value} == {"type", "value"} else ""


_TYPES, _PAIR = frozenset(table_words("values")), 2
_VOID: tuple[object, ...] = (None, "", [], {})
_FILE = "filename"
"""What Airtable says of a file that was put into a cell, beside where it is and how large."""
_ALWAYS, _MOST = 0.8, 12
"""Parts that so many of the records have are columns, with the others if all are words and numbers, if there are no
more."""


def _opened(records: Sequence[Map]) -> Sequence[Map]:
    """The records; the parts of what holds their names, where none has one beside it, as their own: `fields`."""
    keys = dict.fromkeys(key for record in records for key in record)
    if any(map(_is_name, keys)):
        return records
    for key in keys:
        inner = [one for record in records if isinstance(one := record.get(key), Map)]
        own = {part for one in inner for part in one}
        many = len(inner) == len(records) > (key != INNER)
        if many and any(map(_is_name, own)) and own.isdisjoint(keys):
            rest = (one.select(k for k in one if k != key) for one in records)
            both = zip(rest, inner, strict=True)
            return [Map(one.source, one.start, {**one.spans, **held.spans}, {**one, **held}) for one, held in both]
    return records


def _is_name(key: object) -> bool:
    return meant_by(str(key)) == "name"


def _parted(records: Sequence[Map], kinds: Mapping[str, str], notes: dict[str, None]) -> list[Map]:
    """The records with the parts of their values as values: `stats.hp`, where nearly all have the same. Of one that
    says something and what a program makes of it, the words are the value."""
    keys = dict.fromkeys(key for record in records for key in record)
    free = {key: kinds.get(plain(key), "text") for key in keys}
    parts = {key: _parts([r.get(key) for r in records]) for key, kind in free.items() if kind in ("text", "one of")}
    parts = {key: found for key, found in parts.items() if found and (len(found) == 1 or plain(key) not in kinds)}
    parts = {key: found for key, found in parts.items() if keys.keys().isdisjoint(f"{key}.{part}" for part in found)}
    said = {key: found[0] for key, found in parts.items() if len(found) == 1 and meant_by(found[0]) == "text"}
    notes |= {f"{key}: its `{part}` is read, and nothing beside it": None for key, part in said.items()}
    return [_with_parts(record, parts, said) for record in records] if parts else [*records]


def _parts(values: Sequence[object]) -> list[str]:
    """The keys of mappings that are columns; none, if the values are no such mappings."""
    given = [value for value in values if value not in _VOID]
    inner = [value for value in given if isinstance(value, Map) and not is_spoken(value)]
    said = {str(key) for value in inner for key, v in value.items() if v not in _VOID}
    many = Counter(str(key) for value in inner for key in value if str(key) in said)
    often = [count >= _ALWAYS * len(inner) for count in many.values()]
    leaves = [leaf for value in inner for leaf in value.values() if leaf not in _VOID]
    mixed = any(often) and any(isinstance(leaf, str) for leaf in leaves)  # records of several kinds, no amounts
    alike = all(often) or (mixed and not any(isinstance(leaf, Map | List) for leaf in leaves))
    if not len(inner) == len(given) >= min(2, len(values)) > 0:
        return []
    texts = [key for key in many if meant_by(key) == "text" and any(" " in str(value.get(key)) for value in inner)]
    if len(texts) == 1 and many[texts[0]] == len(inner) and _are_deeds(inner, texts[0]):
        return texts
    if not (len(many) <= _MOST and alike):
        return []
    others = [value for record in inner for key, value in record.items() if key not in texts]
    codes = all(isinstance(value, str | int | float | None) and " " not in str(value) for value in others)
    return texts if len(texts) == 1 < len(many) and codes else [*many]


def _are_deeds(records: Sequence[Map], text: str) -> bool:
    """True for what programs make of a text, in names of theirs, in records within these."""
    beside = [(key, value) for record in records for key, value in record.items() if key != text]
    return (
        any(isinstance(value, Map | List) for _, value in beside)
        and any(CODED.search(key) for key, _ in beside)
        and not any(meant_by(key) in ("name", "cost", "image") for key, _ in beside)
        and not any(" " in word for _, value in beside for word in words_in(value))
    )


def _with_parts(record: Map, parts: Mapping[str, Sequence[str]], said: Collection[str]) -> Map:
    entries: dict[str, object] = {}
    spans: dict[object, Any] = {}
    for key, value in record.items():
        own = parts.get(key, ())
        inner = {key if key in said else f"{key}.{part}": part for part in own if isinstance(value, Map)}
        for name, part in inner.items():
            entries[name], spans[name] = value.get(part), value.spans.get(part, record.spans[key])
        if not own:
            entries[key], spans[key] = value, record.spans[key]
    return Map(record.source, record.start, spans, entries)


def _hue(key: str, value: object) -> str:
    """A colour of three numbers, `[255, 0, 0]`, as it is written here; "" for others."""
    said = (
        [*value]
        if isinstance(value, List) and _HUES.intersection(plain_ascii(key).replace(".", "_").split("_"))
        else []
    )
    is_so = len(said) == _RGB and all(type(n) is int and 0 <= n < _BYTE for n in said)
    return "#" + bytes(said).hex() if is_so else ""


_HUES, _RGB, _BYTE = frozenset(table_words("meanings")["color"]), 3, 256


def _is_told(part: List) -> bool:
    """True for words with numbers, of which something is made: `[hill, 2]`."""
    return any(isinstance(one, str) for one in part) and not any(isinstance(one, Map | List) for one in part)


def _lined(value: object) -> object:
    """Words with line breaks as we have them; a list of blanks, `["", ""]`, is one; files are their names; lines of
    rpg-cards are as that prints them."""
    if isinstance(value, List) and value and all(isinstance(one, Map) and _FILE in one for one in value):
        names = [str(one[_FILE]) for one in value]
        return List(value.source, value.start, value.spans, names) if len(names) > 1 else names[0]
    if isinstance(value, Map | List) and value and not "".join(words_in(value)).strip():
        return ""
    if isinstance(value, List) and value and all(isinstance(one, str) and SHEET_LINE.match(one) for one in value):
        return from_sheet(value)
    if isinstance(value, List) and value and all(isinstance(one, List) and _is_told(one) for one in value):
        return List(value.source, value.start, value.spans, [" ".join(words_in(one)) for one in value])
    return value.replace("\r\n", "\n").replace("\r", "\n") if isinstance(value, str) else value
