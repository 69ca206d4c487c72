"""The ids of the rows of a table: those in their cells, made of these, of names, or of the rows; the places of a row.

Promise: each row gets an id of its own, so all are printed; what was made is noted, and an id that stands again told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import count as count_from

from generator.data.model import NAME_FIELDS, FieldKind
from generator.data.reading.cells import PICTURES
from generator.data.reading.document import Map, Place
from generator.data.reading.grid import Grid, Row, plain_ascii
from generator.data.reading.headings import Column, Wanted
from generator.diagnostics.findings import Finding, rows_called

_SEVERAL = 5
"""So many rows hardly differ in a number by chance."""


_FEW = 10
"""Of so many rows one that is called like another may be a slip."""


class Cells(Mapping[str, tuple[Place, Place]]):
    """The places of a row's values, from `first` on; `columns` of a name: where it and its value (or None) stand."""

    __slots__ = ("columns", "first")

    def __init__(self, first: int, columns: Mapping[str, tuple[int, int | None]]) -> None:
        self.first, self.columns = first, columns

    def __getitem__(self, name: str) -> tuple[Place, Place]:
        own, value = self.columns[name]
        return self.first + own, None if value is None else self.first + value

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)


@lru_cache(maxsize=256)
def places_of(columns: tuple[tuple[str, tuple[int, int | None]], ...]) -> Mapping[str, tuple[int, int | None]]:
    """Most rows of a table are filled alike: held once."""
    return dict(columns)


def name_all(
    grid: Grid,
    items: list[Map],
    rows: list[Row],
    columns: list[Column],
    fields: Mapping[str, FieldKind],
    wanted: Wanted,
) -> None:
    """Give every item an id: the one in its cell, one made of it, of its name, or of its row."""
    if wanted.beside is None:
        return
    key = _key(items, columns, fields)
    order = ("", "en", *wanted.languages)
    heading = next((c.heading for la in order for c in columns if (c.name, c.language) == (key, la)), "")
    taken = {str(item["id"]) for item in items if _is_id(item.get("id"))}
    first: dict[object, Map] = {}
    called: dict[str, Map] = {}
    twins: list[int] = []
    last: dict[str, int] = {}
    made: dict[str, list[tuple[int, str]]] = {}
    again: list[tuple[int, str]] = []
    signed = _told_by_signs((_words(item.get(key), wanted.languages) for item in items), wanted.owner)
    for item, row in zip(items, rows, strict=True):
        given, name = item.get("id"), _words(item.get(key), wanted.languages)
        is_named = given is not None and key in NAME_FIELDS and any(map(str.isalpha, name))
        if is_named and called.setdefault(name.casefold(), item) is not item:
            twins.append(row.number)
        is_other = given is None or first.setdefault(given, item) is item
        if is_other and _is_id(given):
            continue
        words = str(given) if given is not None else name
        base = _id_of(_spelled(words) if words in signed else words, wanted.owner) if words else f"row-{row.number}"
        count = next(n for n in count_from(last.get(base, 1)) if (f"{base}-{n}" if n > 1 else base) not in taken)
        last[base] = count
        new = f"{base}-{count}" if count > 1 else base
        taken.add(new)
        if is_other:
            of = "ID" if given is not None else heading if words else "row numbers"
            made.setdefault(of, []).append((row.number, new))
            again += [(row.number, new)] * (count > 1)
        else:
            message = f"the id `{given}` already stands in {first[given].mark('id').within}; both are printed"
            grid.findings.append(Finding("Y034", item.mark("id"), message, "give it an id of its own", about=(new,)))
        _call(item, new, "id" if given is not None else key)
    if 0 < len(twins) <= max(1, len(items) // _FEW):
        grid.notes.append(f"{rows_called(twins)}: called like another, and told apart by the id")
    if again:
        rows_, ids_ = rows_called([number for number, _ in again]), ", ".join(new for _, new in again[:2])
        what = "an item" if len(again) == 1 else "items"
        grid.notes.append(f"{rows_}: {what} called like another; their ids: {ids_} ...")
    for what, ids in made.items():
        shown = ", ".join(new for _, new in ids[:3]) + ("" if len(ids) < 4 else " ...")
        where = f"{rows_called([number for number, _ in ids])}: " if len(ids) < len(items) else ""
        keeps = "" if what == "ID" else "; a column id keeps them when names change"
        grid.notes.append(f"{where}ids are made of {what}: {shown}{keeps}")


def _key(items: list[Map], columns: list[Column], fields: Mapping[str, FieldKind]) -> str:
    """The field that names rows: one called so, else the first words if half of them have some, else the first that
    nearly all have, else numbers that come first and tell all apart."""
    named = [name for name in NAME_FIELDS if name in {c.name for c in columns}]
    texts = [c.name for c in columns if c.name in fields and fields[c.name].name in ("text", "word")]
    many = {name: sum(item.get(name) is not None for item in items) for name in texts}
    usual = [name for name in texts[:1] if 2 * many[name] >= len(items)]
    full = [name for name in texts if 10 * many[name] >= 9 * len(items)]
    first = next((c.name for c in columns if c.name in fields), "")
    is_number = bool(first) and fields[first].name == "integer"
    numbers = {str(item[first]) for item in items if is_number and item.get(first) is not None}
    counted = [first] if len(numbers) == len(items) >= _SEVERAL else []
    return next(iter((*named, *usual, *full, *counted, *texts)), "")


def _call(item: Map, name: str, said: str) -> None:
    """Gives an item the id that its value called `said` tells, or the row, if that is empty."""
    cells = item.spans
    if isinstance(cells, Cells) and isinstance(item.start, int):
        own, value = cells.columns.get(said, (item.start - cells.first, None))
        at = own if value is None else value
        item["id"], item.spans = name, Cells(cells.first, places_of((*cells.columns.items(), ("id", (at, at)))))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[a-z0-9][a-z0-9-]*", value) is not None


def _words(value: object, languages: tuple[str, ...]) -> str:
    """The words of a name: the English ones, where it has several."""
    if isinstance(value, Map):
        value = next((value[la] for la in ("en", *languages) if value.get(la)), "")
    return "" if value is None else str(value)


def _told_by_signs(names: Iterable[str], owner: str) -> set[str]:
    """The names that differ in a sign alone: `C` and `C++`, `Fire +1` and `Fire -1`."""
    alike: dict[str, set[str]] = {}
    for name in names:
        alike.setdefault(_id_of(name, owner), set()).add(name)
    return {name for some in alike.values() for name in some if len({_spelled(n).casefold() for n in some}) > 1}


def _spelled(words: str) -> str:
    """Words with signs as words."""
    return _SIGN.sub(lambda sign: f" {_SIGNS[sign[0]]} ", words)


_SIGNS = {
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "#": "sharp",
    "?": "asked",
    "!": "called",
    "%": "percent",
    "*": "star",
}
_SIGN = re.compile(r"[+#?!%*−]|(?<!\w)-(?=\d)|(?<=\w)-(?!\S)")


def _id_of(words: str, owner: str) -> str:
    """An id made of words: their Latin letters and digits; of words without any, some letters that stay the same."""
    if "://" in words or words.lower().endswith(PICTURES):
        words = re.sub(r"^(\w+://|(?=\S+$))(.*/)?|\.\w{2,4}$", "", words)  # as its file is called
    slug = re.sub("[^a-z0-9]+", "-", plain_ascii(words)).strip("-")[:60].rstrip("-")
    foreign = sum(c.isalpha() and not c.isascii() for c in plain_ascii(words))
    if not slug or foreign > len(slug):
        return f"{owner}-{sha256(words.encode()).hexdigest()[:6]}"
    return slug
