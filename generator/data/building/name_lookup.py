"""What terms and items are called -> their ids, so that a value may say either.

Takes the terms and the raw items of a game; gives for each kind of terms, and each set that a field names, the ids by
their names. Promise: an id is itself; a name without regard to capitals, blanks and width, in any language, also in the
plural, is the id of the only one that has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from generator.data.model import NAME_FIELDS, FieldKind, TermKind
from generator.data.reading.document import Map, Raw
from generator.data.reading.grid import as_choice
from generator.diagnostics.findings import first_of

Called = dict[tuple[str, str], Mapping[str, str]]
"""By `term` and its kind, or `item` and its set: ids by names."""


def ids_called(
    kinds: Mapping[str, TermKind], items: Mapping[str, Iterable[Mapping[str, Any]]], fields: Iterable[FieldKind]
) -> Called:
    """The ids by names of all kinds of terms, and of the `items` of those sets that `fields` ask for."""
    found: Called = {}
    for kind in kinds.values():
        spoken = {t.id: [w for text in (t.name, t.plural) if text for w in text.words.values()] for t in kind.members}
        found["term", kind.id] = _by_name(spoken)
    asked = {kind.innermost.argument for kind in fields if kind.innermost.name == "item"}
    for name in asked & items.keys():
        found["item", name] = _by_name({str(item["id"]): [*_names_of(item)] for item in items[name]})
    return found


def _names_of(item: Mapping[str, Any]) -> Iterator[str]:
    name = next((item[key] for key in NAME_FIELDS if item.get(key)), "")
    yield from (str(words) for words in (name.values() if isinstance(name, Mapping) else [name]))


def _by_name(spoken: Mapping[str, Iterable[str]]) -> dict[str, str]:
    having: dict[str, set[str]] = {}
    for own, names in spoken.items():
        for name in (own, *names):
            having.setdefault(as_choice(name), set()).add(own)
    alone = {name: next(iter(ids)) for name, ids in having.items() if name and len(ids) == 1}
    return {**alone, **{own: own for own in spoken}}


def id_meant(called: Called, kind: FieldKind, said: object) -> str:
    """The id of what words mean, or words by language that all mean the same; "" if they mean none, or several."""
    names = called.get((kind.name, kind.argument), {})
    if isinstance(said, Mapping):
        meant = {id_meant(called, kind, words) for words in said.values()}
        return meant.pop() if len(meant) == 1 else ""
    return names.get(str(said)) or names.get(as_choice(str(said)), "")


def joined_hint(raw: Raw) -> str:
    """What to do about columns that were read as one field in several languages; "" of any other value."""
    columns = [raw.value.mark(language).heading for language in raw.value] if isinstance(raw.value, Map) else []
    joined = f"the columns {first_of(columns)} are one field in several languages: write `{raw.key}: text` in `fields`"
    return f"{joined}, or `ignore: [{', '.join(columns)}]` in `from`" if any(columns) else ""
