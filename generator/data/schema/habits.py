"""game.yaml as people write it -> as its model has it: what has one plain meaning is no mistake.

`players: 2-4`, `version: 0.1`, `languages: en`, `author: Tom`; keys that many games have and the tool has no use for
are left out. Promise: what is said in a way that is not plain stays as it is, and is told.
"""

from __future__ import annotations

import re

from generator.data.reading.document import List, Map

UNUSED = (
    *("publisher", "date", "created", "updated", "age", "ages", "min-age", "time", "playtime", "play-time", "duration"),
    *("url", "website", "license", "licence", "copyright", "email", "contact", "genre", "theme", "tags", "status"),
    *("note", "notes", "comment", "comments", "todo", "subtitle", "tagline"),
)
"""Keys that may stand in game.yaml for their writer alone."""
OTHERS = {"author": "authors", "designer": "authors", "designers": "authors", "language": "languages"}
"""Other words for a key."""
_LISTS = ("authors", "languages")
NUMBERS = r"\s*(\d{1,4})(?:\s*(?:[-–—~～〜]|to|bis|à|から)\s*(\d{1,4}))?\s*(?:人|players?)?\s*"
"""`2-4`, `2 to 4`, `2～4人`, `3`: from, to."""


def plain_game(data: Map) -> Map:
    """The data of a game.yaml in the model's words."""
    said = {key: _key(data, key) for key in data if key not in UNUSED}
    spans = {**data.spans, **{new: data.spans[old] for old, new in said.items() if old in data.spans}}
    found = Map(data.source, data.start, spans, {new: data[old] for old, new in said.items()})
    return found.changed({key: _value(found, key) for key in found})


def _key(data: Map, key: str) -> str:
    other = OTHERS.get(key, key)
    return key if other in data else other


def _value(data: Map, key: str) -> object:
    value = data[key]
    if key in ("title", "version") and isinstance(value, (int, float)) and not isinstance(value, bool):
        return _written(data, key) or str(value)
    if key in _LISTS and isinstance(value, str) and value:
        return _listed(data, key, [word.strip() for word in value.split(",")])
    numbers = re.fullmatch(NUMBERS, str(value)) if key == "players" and isinstance(value, (int, str)) else None
    if numbers and value is not True:
        return _listed(data, key, [int(numbers[1]), int(numbers[2] or numbers[1])])
    return value


def _listed(data: Map, key: str, members: list[object]) -> List:
    mark = data.mark(key)
    return List(data.source, mark, dict.fromkeys(range(len(members)), (mark, mark)), members)


def _written(data: Map, key: str) -> str:
    """A number as it stands in the file: 1.10 is not 1.1."""
    mark, lines = data.mark(key), data.source.text.split("\n")
    line = lines[mark.line - 1] if 0 < mark.line <= len(lines) else ""
    words = line[mark.column - 1 : mark.column - 1 + mark.length]
    return words if re.fullmatch(r"[\d.]+", words) else ""
