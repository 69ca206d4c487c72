"""What a file of data holds: plain data whose mappings and lists know where they and their members stand.

Promise: `Map` and `List` are equal to a dict and a list of the same values; what is made of them (`layered`, `joined`,
`changed`, `select`) keeps every place, also where the parts come from several files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from generator.data.model import Accepted
from generator.data.reading.spans import place_in, word_length
from generator.diagnostics.findings import Mark
from generator.values import dataclass

Place = Mark | yaml.Node | None
"""Where something stands; a node becomes a mark when somebody asks."""
Spans = dict[Any, tuple[Place, Place]]
"""The places of a key and of its value; of a member of a list twice the same."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its name in findings, and its text, in which every line break is one newline ("" of a workbook)."""

    file: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Document:
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


def node_mark(file: str, node: yaml.Node) -> Mark:
    """The place of a node of YAML: the carets are under words and brackets of one line."""
    start, end = node.start_mark, node.end_mark
    short = start.line == end.line and (isinstance(node, yaml.ScalarNode) or getattr(node, "flow_style", False))
    return Mark(file, start.line + 1, start.column + 1, max(1, end.column - start.column) if short else 1)


class _Placed:
    """What mappings and lists share. `spans` may know more keys than there are: those that were left out as faulty."""

    __slots__ = ()
    source: Source
    start: Place
    spans: Spans

    def mark(self, key: object = None) -> Mark:
        """The place of the value of a key, or of a member; without one, of the whole."""
        if key is None or key not in self.spans:
            return self._mark(self.start)
        own, value = self.spans[key]
        return self._mark(own if value is None else value)

    def key_mark(self, key: object) -> Mark:
        """The place of a key; of the member, in a list."""
        return self._mark(self.spans[key][0] if key in self.spans else self.start)

    def _mark(self, place: Place) -> Mark:
        if isinstance(place, Mark):
            return place
        return Mark(self.source.file, 1, 1) if place is None else node_mark(self.source.file, place)


_NOWHERE = Source("")


class Map(_Placed, dict[Any, Any]):
    """A mapping with its places."""

    __slots__ = ("source", "spans", "start")

    def __init__(
        self,
        source: Source = _NOWHERE,
        start: Place = None,
        spans: Spans | None = None,
        entries: Mapping[Any, Any] = {},
    ) -> None:
        super().__init__(entries)
        self.source, self.start, self.spans = source, start, {} if spans is None else spans

    def changed(self, entries: Mapping[Any, Any]) -> Map:
        """The same with other values of some keys, or with more of them."""
        return Map(self.source, self.start, self.spans, {**self, **entries})

    def select(self, keys: Iterable[Any]) -> Map:
        """The same with these keys only."""
        return Map(self.source, self.start, self.spans, {key: self[key] for key in keys})


class List(_Placed, list[Any]):
    """A list with its places."""

    __slots__ = ("source", "spans", "start")

    def __init__(self, source: Source, start: Place, spans: Spans, members: Iterable[Any]) -> None:
        super().__init__(members)
        self.source, self.start, self.spans = source, start, spans


@dataclass(frozen=True, slots=True)
class Raw:
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
    spans = {key: (second.key_mark(key), second.mark(key)) for key in more}
    return Map(first.source, first.start, {**first.spans, **spans}, {**first, **more})


def joined(first: List, second: List) -> List:
    """The members of both."""
    marks = [many.mark(i) for many in (first, second) for i in range(len(many))]
    return List(first.source, first.start, {i: (mark, mark) for i, mark in enumerate(marks)}, [*first, *second])
