"""Set files and their tables -> `ComponentSet`s.

Takes sound data and its places; gives sets whose items have every declared field. Of an item with a fault the id is
noted as unread, and its set is not `complete`: what counts pieces must know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.data.building.formulas import MAX_COUNT, Numbers, read_promises
from generator.data.building.kinds import fields_of, is_unread
from generator.data.building.reader import Reader, optional_text, plural_text, read_text
from generator.data.building.vocabulary import read_fields, read_uses
from generator.data.model import Accepted, ComponentSet, FieldKind, Item
from generator.data.quoted import in_full
from generator.data.reading.document import List, Map, Raw, Spans, joined, layered, marks_of
from generator.data.reading.folders import pictures_of, table_of
from generator.data.schema.validation import slug
from generator.data.schema.values import kind_words
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import Mark, near
from generator.values import Struct, field, replace

if TYPE_CHECKING:
    from generator.data.reading.tables import Table

MANY = 3
"""More items than this hardly hold the same slip."""

_MEANINGS = {
    "id": "name for the tool",
    "count": "number of copies",
    "size": "size",
    "layout": "template",
    "back": "back's template",
}
ITEM_KEYS = tuple(_MEANINGS)


class RawSet(Struct):
    """A set's data and that of its items, before any formula is worked out."""

    reader: Reader
    data: Map
    complete: bool
    counted: bool
    fields: dict[str, FieldKind] = field(default_factory=dict)
    items: list[tuple[Reader, Map]] = field(default_factory=list)
    accepts: list[Accepted] = field(default_factory=list)
    guesses: dict[str, tuple[FieldKind, Mark]] = field(default_factory=dict)
    """Fields whose kinds the items told, with where they are named."""
    tables: list[Table] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    """Fields that are read by another name than their declaration has, with that one."""
    asked: set[str] = field(default_factory=set)
    """Fields that `each` goes through."""

    @property
    def counts(self) -> list[Raw | int]:
        """The counts of the items; those of one item of an open set are what is assumed."""
        return [self.count(item) for _, item in self.items]

    def count(self, item: Map) -> Raw | int:
        """The count of an item as it is written."""
        said = item.get("count")
        if type(said) is int and 0 <= said <= MAX_COUNT:
            return said
        if said is not None:
            return Raw(item, "count")
        if len(self.items) == 1 and self.is_open and self.data.get("assume") is not None:
            return Raw(self.data, "assume")
        return 1

    @property
    def is_open(self) -> bool:
        """True where the number of pieces is an open question."""
        return "expect" in self.data and self.data["expect"] is None


def read_raw_set(reader: Reader, data: Map, complete: bool) -> RawSet:
    """The first look at a set: its fields, and its items from the file and from its table."""
    raw = RawSet(reader, data, complete, complete, items=_own_items(reader, data))
    names = data.get("fields")
    if isinstance(names, List) or (names is None and data.get("from") is not None):
        raw.items += _with_guessed_fields(raw, names)
        return raw
    raw.fields = _declared(reader, data)
    raw.complete = complete and len(raw.fields) == len(names or {})
    if data.get("from") is not None:
        raw.items += _from_table(raw, raw.fields, None)
    hidden = (names or {}).keys() & {"size", "layout", "back"}
    if hidden:  # told above; what the items say is no size and no template
        raw.items = [(at, item.select(k for k in item if k not in hidden)) for at, item in raw.items]
        raw.complete = False
    return raw


def _with_guessed_fields(raw: RawSet, names: List | None) -> list[tuple[Reader, Map]]:
    """The items of the table of a set whose fields have no kinds: what the items say tells them."""
    from generator.data.reading.guessing import guessed_kind

    raw.guesses = {name: (FieldKind("text"), names.mark(i)) for i, name in enumerate(names or ()) if names is not None}
    table = _from_table(raw, None, names) if raw.data.get("from") is not None else []
    for name in raw.guesses.keys() - {name for one in raw.tables for name in one.guessed}:
        values = [item.get(name) for _, item in raw.items]
        raw.guesses[name] = (guessed_kind(name, values), raw.guesses[name][1])
    raw.fields = {name: kind for name, (kind, _) in raw.guesses.items()}
    words = {name: kind_words(kind) + "?" * kind.optional for name, kind in raw.fields.items()}
    places: Spans = {name: (mark, mark) for name, (_, mark) in raw.guesses.items()}
    raw.data = raw.data.changed({"fields": Map(raw.data.source, raw.data.start, places, words)})
    return table


def _declared(reader: Reader, data: Map) -> dict[str, FieldKind]:
    """The kinds of the fields. What every item says in any case cannot be a field, too: it would never be seen."""
    fields = read_fields(reader, data, "fields")
    for name in [name for name in ITEM_KEYS if name in fields]:
        message = f"`{name}` cannot be a field: every item says its {_MEANINGS[name]} by that name"
        hint = f"delete the line: `item.{name}` is there without it"
        if name not in ("id", "count"):
            hint = f"call the field `{data['kind']}-{name}`, here and in the items"
        reader.find("D031", data["fields"].key_mark(name), message, hint)
        del fields[name]
    return fields


def add_items(raw: RawSet, reader: Reader, data: Map, complete: bool) -> None:
    """Give a shared set what a game says of it: keys of the set, more items, and of a shared item what differs."""
    own, shared = data.select(key for key in data if key not in ("adds", "items", "from")), raw.data
    if own:
        raw.data = layered(own, shared)
        if own.get("use") and shared.get("use"):
            raw.data["use"] = joined(shared["use"], own["use"])
        raw.fields = _declared(raw.reader, raw.data) if "fields" in own else raw.fields
    more = RawSet(reader, layered(data.select(data.keys() & {"from"}), raw.data), complete, complete, raw.fields)
    more.items = _own_items(reader, data)
    if data.get("from") is not None:
        more.items += _from_table(more, more.fields, None)
    raw.items = _together(raw.items, more.items)
    raw.complete, raw.counted = raw.complete and more.complete, raw.counted and more.counted
    raw.tables += more.tables
    raw.accepts += more.accepts


def _own_items(reader: Reader, data: Map) -> list[tuple[Reader, Map]]:
    return [(reader, _named(item)) for item in data.get("items") or []]


def _named(item: Map) -> Map:
    """The item with its id as a word, where that is a plain number; an entry with `each` is called by it until its
    items are made."""
    if "id" not in item:
        return item.changed({"id": item["each"]})
    return item if isinstance(item["id"], str) else item.changed({"id": str(item["id"])})


def _together(shared: list[tuple[Reader, Map]], own: list[tuple[Reader, Map]]) -> list[tuple[Reader, Map]]:
    """Shared items, each with what the game says of it, then those that only the game has."""
    said = {item["id"]: (reader, item) for reader, item in reversed(own)}
    found = []
    for at, item in shared:
        reader, words = said.get(item["id"], (at, item))
        if words is not item:
            words = layered(words, item)
        found.append((reader, words))
    known = {item["id"] for _, item in shared}
    return found + [(at, item) for at, item in own if item["id"] not in known or said[item["id"]][1] is not item]


def _from_table(raw: RawSet, fields: Mapping[str, FieldKind] | None, names: List | None) -> list[tuple[Reader, Map]]:
    """Items from the table that `from` names. Without `fields` it tells the kinds of `names` (None: of all columns)."""
    from generator.data.reading.headings import Wanted
    from generator.data.reading.tables import read_table

    reader, source = raw.reader, raw.data["from"]
    if isinstance(source, str):
        source = Map(raw.data.source, raw.data.mark("from"), {"file": (None, raw.data.mark("from"))}, {"file": source})
    path, problem, hint = table_of(reader.project, reader.folder, str(source["file"]))
    if problem:
        reader.find("Y020", source.mark("file"), problem, hint)
        raw.complete = raw.counted = False
        return []
    wanted = Wanted(
        fields=fields,
        beside=(*ITEM_KEYS, *((raw.data.get("fields") or ()) if fields is not None else ())),
        languages=reader.languages,
        owner=raw.data["id"],
        names=None if names is None else tuple(names),
        source=source,
        is_picture=lambda name: pictures_of(reader.project, reader.folder, reader.shelf, name),
        icons=reader.terms,
    )
    table = read_table(path, reader.project.relative(path), wanted, reader.project)
    reader.findings.extend(table.findings)
    raw.guesses |= table.guessed
    raw.tables.append(table)
    wrong = [f for f in table.findings if f.severity is Severity.ERROR]
    is_lost = any(f.code == "Y033" and f.about for f in table.findings) and raw.data.get("expect") is None  # else told
    raw.complete = raw.complete and not wrong and not is_lost
    raw.counted = raw.counted and not is_lost and all(f.code == "Y031" for f in wrong)
    if table.document is None:
        return []
    if not table.items and not wrong:
        hint = "write the items below the first row, or delete `from`"
        what = "`where` is true for no row" if source.get("where") else "the table names its columns and has no items"
        reader.find("D019", table.document.data.mark(), what, hint)
    raw.accepts += table.document.accepts
    if fields and source.get("ignore"):
        _find_ignored(raw, fields, source["ignore"], table.items)
    for twin in (f.mark for f in table.findings if f.code == "Y022"):  # one of the two is that of a field without any
        _tell_once(twin, fields or (), table.items)
    return [(reader, item) for item in table.items]


def _find_ignored(raw: RawSet, fields: Mapping[str, FieldKind], ignored: List, items: Sequence[Map]) -> None:
    """D002, once, at the entry of `ignore` that takes a field its column; that each item lacks it is then told."""
    from generator.data.reading.grid import plain

    for at, words in enumerate(ignored):
        lost = [f for f, kind in fields.items() if plain(f) == plain(words) and not kind.optional]
        for name in (f for f in lost if items and all(f not in item.spans for item in items)):
            template = f" `{raw.data['layout']}`" if raw.data.get("layout") else ""
            hint = f"delete it here; to have it on no piece, take `item.{name}` out of the template{template} instead"
            message = f"`ignore` leaves the field `{name}` without its column"
            place = ignored.mark(at)
            raw.reader.find("D002", place, message, hint, (name,))
            _tell_once(place, [name], items)


def _tell_once(place: Mark, names: Iterable[str], items: Sequence[Map]) -> None:
    """What is told at a place is not told of each item: that it lacks fields that no item has."""
    for name in names:
        if all(name not in item.spans for item in items):
            for item in items:
                item.spans = {**item.spans, name: (place, place)}


def read_set(raw: RawSet, numbers: Numbers) -> ComponentSet:
    """A set with all that could be read of it."""
    reader, data = raw.reader, raw.data
    items = _items(raw, numbers)
    if raw.complete and not raw.items and not data.get("from"):
        mark = data.mark("items" if "items" in data else "id")
        reader.find("D019", mark, f"the set `{data['id']}` has no items", "write its items, or delete the set")
    source = data["from"] if isinstance(data.get("from"), Map) else Map()
    name = read_text(reader, data, "name")
    return ComponentSet(
        id=data["id"],
        name=name,
        kind=data["kind"],
        mark=data.mark("id"),
        items=items,
        fields=raw.fields,
        size=data.get("size") or "",
        layout=data.get("layout") or "",
        back=data.get("back") or "",
        expect=_formula(raw, "expect", numbers),
        count_open=raw.is_open,
        assume=_formula(raw, "assume", numbers),
        printed=data.get("printed", True),
        stamp=data.get("stamp") or "",
        columns=frozenset(re.findall(r"[^\W\d]\w*", source.get("where") or "")) | raw.asked,
        beside=dict.fromkeys((words for t in raw.tables for words, _ in t.unread), False)
        | dict.fromkeys(source.get("ignore") or (), True),
        about=optional_text(reader, data, "about"),
        plural=plural_text(reader, data, name),
        marks=data.marks() | _field_marks(raw),
        complete=raw.complete,
        counted=raw.counted,
        uses=read_uses(reader, data, numbers),
        promises=read_promises(reader, data, numbers),
    )


def _field_marks(raw: RawSet) -> dict[str, Mark]:
    fields = raw.data.get("fields") or Map()
    marks = {f"fields.{k}": fields.mark(k) for k in fields}
    return marks | {f"fields.{k}": marks[f"fields.{meant}"] for k, meant in raw.renamed.items()}


def _formula(raw: RawSet, key: str, numbers: Numbers) -> int | None:
    if raw.data.get(key) is None:
        return None
    count = numbers.count(Raw(raw.data, key))
    raw.complete = raw.complete and count is not None
    return count


def _items(raw: RawSet, numbers: Numbers) -> tuple[Item, ...]:
    found: dict[str, Item] = {}
    undeclared = _undeclared(raw)
    beside = (*ITEM_KEYS, *(raw.data.get("fields") or {}), *undeclared)
    of: object = (raw.fields, raw.reader.languages, raw.reader.verbs, raw.reader.called, beside)
    of = next((data.made[0] for _, data in raw.items if data.made and data.made[0] == of), of)
    is_plain = not raw.reader.lenient and not any(kind.innermost.name == "image" for kind in raw.fields.values())
    for reader, data in raw.items:
        told = len(reader.findings)
        if data.made and data.made[0] is of:
            item = data.made[1]
        else:
            written = raw.count(data)
            count = written if isinstance(written, int) else numbers.count(written)
            item = _item(raw, reader, data, count, beside)
            is_sound = len(reader.findings) == told
            if is_plain and is_sound and isinstance(written, int):
                data.made = of, item
            is_counted = is_sound or "count" in data or {*raw.fields, *beside}.issuperset(data)  # else it is misspelt
            raw.counted = raw.counted and is_counted and count is not None
            raw.complete = raw.complete and is_sound and raw.counted and not item.torn
            reader.unread.update([item.id] if item.torn else ())
        if item.id in found:
            message = f"the item `{item.id}` already stands in {found[item.id].mark.within}"
            reader.find("D005", data.mark("id"), message, "rename one of the two")
            raw.complete = raw.counted = False
            named = {slug(words) for words in _words_of(data.get("name"))}
            reader.unread.update(named or {f"{raw.data['id']}/*"})  # what its id was to be
        else:
            found[item.id] = item
    return tuple(found.values())


def _words_of(name: object) -> list[str]:
    return [str(words) for words in name.values()] if isinstance(name, Map) else [name] if isinstance(name, str) else []


def _undeclared(raw: RawSet) -> list[str]:
    """Fields that many items say and `fields` does not declare: one mistake each, told once. Where one of nearly that
    name is declared and no item says it, it is read as declared."""
    said = set().union(*(data for _, data in raw.items))
    other = said - {*(raw.data.get("fields") or {}), *ITEM_KEYS}
    many = Counter(k for _, data in raw.items for k in data if k in other) if other else {}
    found = [name for name, count in many.items() if count > MANY]
    for name in found:
        raw.complete = False
        meant = near(name, [f for f in raw.fields if f not in said], 0.6)
        if meant:
            mark = raw.data["fields"].key_mark(meant)
            message = f"no item says `{meant}`, and {many[name]} items name a field `{name}`"
            raw.reader.find("D001", mark, message, f"did you mean `{name}`?", (meant, name), name)
            raw.fields = {name if k == meant else k: kind for k, kind in raw.fields.items()}
            raw.renamed[name] = meant
            continue
        reader, data = next((r, d) for r, d in raw.items if name in d)
        message = f"unknown field `{name}` (here and in {many[name] - 1} more items)"
        hint = f"declare it in the `fields` of `{raw.data['id']}`: `{name}: text`, or delete it"
        reader.find("D001", data.key_mark(name), message, hint, (name,))
    return found


def _item(raw: RawSet, reader: Reader, data: Map, count: int | None, beside: Sequence[str]) -> Item:
    extra = {k: data.place(k) for k in ITEM_KEYS if k in data}
    reader = replace(reader, parked=True) if count == 0 and not raw.is_open else reader
    values, places = fields_of(reader, raw.fields, data, data.mark("id"), beside=beside)
    torn = {name: values.pop(name) for name in [*values] if is_unread(values[name])}
    return Item(
        id=data["id"],
        count=1 if count is None else count,
        values=in_full(values, f"{raw.data['id']}/{data['id']}"),
        torn=torn,
        marks=marks_of({**places, **extra, "id": data.place("id")}),
        size=data.get("size") or "",
        layout=data.get("layout") or "",
        back=data.get("back") or "",
    )
