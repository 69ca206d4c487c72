"""What a file of data holds: plain data whose mappings and lists know where they and their members stand.

Promise: `Map` and `List` are equal to a dict and a list of the same values; what is made of them (`layered`, `joined`,
`changed`, `select`) keeps every place, also where the parts come from several files.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import yaml

from generator.data.model import Accepted
from generator.data.reading.text import place_in, word_length
from generator.diagnostics.findings import Mark
from generator.values import Struct

Place = Mark | int | None
"""Where something stands; a number becomes a mark when somebody asks the source."""
Spans = Mapping[Any, tuple[Place, Place]]
"""The places of a key and of its value; of a member of a list twice the same."""

_WIDE, _LONG = 23, 21
"""Bits for a column and for a length."""


class Source(Struct, eq=False):
    """A file: its name in findings, and its text, in which every line break is one newline ("" of a workbook); of a
    table, what its places mean, the headings that nothing reads, and for fields without a column the likely one."""

    file: str
    text: str = ""
    places: Callable[[int], Mark] | None = None
    unread: tuple[str, ...] = ()
    likely: Mapping[str, str] = {}

    def mark(self, place: Place) -> Mark:
        """A place of this file."""
        if not isinstance(place, int):
            return place or Mark(self.file, 1, 1)
        if self.places is not None:
            return self.places(place)
        line, rest = divmod(place, 1 << _WIDE + _LONG)
        return Mark(self.file, line, *divmod(rest, 1 << _LONG))


class Document(Struct, frozen=True):
    """A file's data; `accepts` is what rows of a table accept."""

    source: Source
    data: Any
    accepts: tuple[Accepted, ...] = ()

    @property
    def file(self) -> str:
        """Its name in findings."""
        return self.source.file

    @property
    def text(self) -> str:
        """Its text."""
        return self.source.text


def place_of(node: yaml.Node) -> int:
    """The place of a node of YAML: the carets are under words and brackets of one line."""
    start, end = node.start_mark, node.end_mark
    line, column, length = start.line, start.column, 1
    if line == end.line and (node.__class__ is yaml.ScalarNode or getattr(node, "flow_style", False)):
        length = min(end.column - column, (1 << _LONG) - 1) or 1
    return (line + 1 << _WIDE + _LONG) + (column + 1 << _LONG) + length


def node_mark(file: str, node: yaml.Node) -> Mark:
    """The same as a mark."""
    return Source(file).mark(place_of(node))


class Marks(Mapping[str, Mark]):
    """The places of things in one file by their names: held as numbers, for there are many."""

    __slots__ = ("_first", "_names", "_places", "_source")

    def __init__(self, source: Source, places: Mapping[str, int]) -> None:
        self._source, self._places, self._first = source, None, 0
        if source.places is None:
            self._names, self._places = _numbered(tuple(places)), array("Q", places.values())
        else:  # rows of a table are much alike
            self._first = min(places.values())
            self._names = _apart(tuple((name, place - self._first) for name, place in places.items()))

    def __getitem__(self, name: str) -> Mark:
        number = self._names[name]
        return self._source.mark(self._first + number if self._places is None else self._places[number])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@lru_cache(maxsize=4096)
def _apart(places: tuple[tuple[str, int], ...]) -> Mapping[str, int]:
    return dict(places)


@lru_cache(maxsize=4096)
def _numbered(names: tuple[str, ...]) -> Mapping[str, int]:
    return {name: number for number, name in enumerate(names)}


def marks_of(found: Mapping[str, tuple[Source, Place]]) -> Mapping[str, Mark]:
    """The places of things by their names, which may stand in several files."""
    first = next((source for source, _ in found.values()), None)
    numbers = {name: place for name, (source, place) in found.items() if source is first and type(place) is int}
    if first is not None and len(numbers) == len(found):
        return Marks(first, numbers)
    return {name: source.mark(place) for name, (source, place) in found.items()}


class _Placed:
    """What mappings and lists share. `spans` may know more keys than there are: those that were left out as faulty."""

    __slots__ = ()
    source: Source
    start: Place
    spans: Spans

    def place(self, key: object = None) -> tuple[Source, Place]:
        """The place of the value of a key, or of a member; without one, of the whole."""
        if key is None or key not in self.spans:
            return self.source, self.start
        own, value = self.spans[key]
        return self.source, own if value is None else value

    def key_place(self, key: object) -> tuple[Source, Place]:
        """The place of a key; of the member, in a list."""
        return self.source, self.spans[key][0] if key in self.spans else self.start

    def mark(self, key: object = None) -> Mark:
        """The same as a mark."""
        source, place = self.place(key)
        return source.mark(place)

    def key_mark(self, key: object) -> Mark:
        """The same as a mark."""
        source, place = self.key_place(key)
        return source.mark(place)


_NOWHERE = Source("")


class Map(_Placed, dict[Any, Any]):
    """A mapping with its places. `made`: what was made of it, behind what that depends on beside; `sound`: the record
    of which it was found to be one."""

    __slots__ = ("made", "sound", "source", "spans", "start")

    def __init__(
        self,
        source: Source = _NOWHERE,
        start: Place = None,
        spans: Spans | None = None,
        entries: Mapping[Any, Any] = {},
    ) -> None:
        super().__init__(entries)
        self.source, self.start, self.spans = source, start, {} if spans is None else spans
        self.made: tuple[object, Any] | None = None
        self.sound = ""

    def changed(self, entries: Mapping[object, object]) -> Map:
        """The same with other values of some keys, or with more of them."""
        return Map(self.source, self.start, self.spans, {**self, **entries})

    def marks(self) -> dict[str, Mark]:
        """The places of its values."""
        return {key: self.mark(key) for key in self}

    def select(self, keys: Iterable[object]) -> Map:
        """The same with these keys only."""
        return Map(self.source, self.start, self.spans, {key: self[key] for key in keys})


class List(_Placed, list[Any]):
    """A list with its places."""

    __slots__ = ("source", "spans", "start")

    def __init__(self, source: Source, start: Place, spans: Spans, members: Iterable[object]) -> None:
        super().__init__(members)
        self.source, self.start, self.spans = source, start, spans


class Raw(Struct, frozen=True):
    """A value as it stands in a file: `container[key]`."""

    container: Map | List
    key: Any

    @property
    def value(self) -> Any:  # noqa: ANN401 (whatever somebody wrote)
        """What is written."""
        return self.container[self.key]

    def mark(self, offset: int | None = None) -> Mark:
        """Its place; with an offset, the place of the word there."""
        mark, words = self.container.mark(self.key), self.value
        if offset is None or not isinstance(words, str) or not words:
            return mark
        return place_in(self.container.source.text, mark, words, offset, word_length(words, offset))


def layered(first: Map, second: Map) -> Map:
    """The keys of the first, then those that only the second has."""
    more = {key: value for key, value in second.items() if key not in first}
    spans: Spans = {key: (second.key_mark(key), second.mark(key)) for key in more}
    return Map(first.source, first.start, {**first.spans, **spans}, {**first, **more})


def joined(first: List, second: List) -> List:
    """The members of both."""
    marks = [many.mark(i) for many in (first, second) for i in range(len(many))]
    return List(first.source, first.start, {i: (mark, mark) for i, mark in enumerate(marks)}, [*first, *second])


def words_in(value: object) -> Iterator[str]:
    """All that a value says, one by one."""
    if isinstance(value, Map | List):
        for inner in value.values() if isinstance(value, Map) else value:
            yield from words_in(inner)
    elif value is not None:
        yield str(value)


def blanks_in(words: str) -> int:
    """How often one of some words ends and the next begins; of signs that stand without blanks one in so many."""
    return words.strip().count(" ") or (len(words) // _SIGNS) * (max(words, default="") > "\u2e80")


_SIGNS = 4
"""Of such signs are a word."""
