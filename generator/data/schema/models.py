"""What may stand in the YAML files of a game, for checking and for JSON Schema: models.md, read as it stands.

Promise: every kind of value that the page names is one of values.py, or a mapping of the page itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from generator.data.schema import values
from generator.data.schema.values import FIELD_NAME, Entry, Json, Kind, Record, choice, list_of, map_of, maybe, record
from generator.data.schema.values import read_as as taken_as


def _alone(key: str) -> Callable[[object], object]:
    """Words alone stand for a mapping with this key: a file for its table, set and item for their front."""
    return lambda value: {key: value} if isinstance(value, str) else value


def _of_each(value: object) -> object:
    """Items made by formula get their ids when they are made."""
    is_loop = isinstance(value, dict) and isinstance(value.get("each"), str)
    return {**value, "id": "each"} if is_loop and isinstance(value, dict) else value


def _of_names(value: object) -> object:
    """Names of fields alone: the items tell their kinds."""
    is_plain = isinstance(value, list) and all(isinstance(v, str) and re.match(FIELD_NAME, v) for v in value)
    return {} if is_plain else value


_WORD: Json = {"type": "string"}
_READ_AS: dict[str, tuple[str, Callable[[object], object], Json | None]] = {
    "Table": ("TableData", _alone("file"), _WORD),
    "ShownFace": ("FigureFaceData", _alone("face"), _WORD),
    "Design": ("ItemData", _of_each, None),
    "Fields": ("map of FieldName to Words (at most 300)", _of_names, list_of(values.FieldName).schema),
}
"""Kinds of the page whose values are read as another kind; what a schema says besides."""


def _kind(words: str) -> Kind:
    """A kind as the page has it: "list of FieldName (at least 1)"."""
    if " " not in words and words not in _READ_AS:
        kind: Kind = RECORDS.get(words) or getattr(values, words)
        return kind
    if words.endswith(" or null"):
        return maybe(_kind(words.removesuffix(" or null")))
    if words.startswith("one of "):
        return choice(*(int(w) if w.isdigit() else w.strip('"') for w in words.removeprefix("one of ").split(", ")))
    bare, _, bound = words.rstrip(")").partition(" (")
    numbers = [int(w) for w in bound.split() if w.isdigit()]
    least, most = 0 if "most" in bound else sum(numbers[:1]), None if "least" in bound else max(numbers, default=None)
    if bare.startswith("list of "):
        return list_of(_kind(bare.removeprefix("list of ")), least, most)
    if bare.startswith("map of "):
        key, _, member = bare.removeprefix("map of ").partition(" to ")
        return map_of(_kind(key), _kind(member), most)
    other, read, schema = _READ_AS[words]
    return taken_as(read, _kind(other), schema)


def _read(page: str) -> None:
    """Put the mappings of a page into `RECORDS`; each may name those before it, and itself."""
    for part in page.split("\n## ")[1:]:
        heading, *lines = part.splitlines()
        name, _, about = heading.partition(": ")
        rows = [[cell.strip() for cell in line[1:-1].split(" |")] for line in lines if line.startswith("| ")][2:]
        found = RECORDS[name] = record(name, about, is_open=rows[-1][0] == "...")
        for key, *said in rows:
            if key.startswith("*"):
                rest = {k: entry for k, entry in RECORDS[key[1:]].entries.items() if not entry.needed}
                found.entries.update({k: entry for k, entry in rest.items() if k not in found.entries})
            elif key != "...":
                kind, what, example, default = said
                value = json.loads(default) if default else None
                found.entries[key.rstrip("!")] = Entry(_kind(kind), what, example, value, needed=key.endswith("!"))


RECORDS: dict[str, Record] = {}
"""The mappings of the page by name."""
_read(Path(__file__).with_suffix(".md").read_text("utf-8"))
