"""A `Comparison` -> JSON for other programs, and the schema it keeps to.

Takes a comparison and the names of its versions; gives one string. Promise: `SCHEMA` holds; keys are never taken away,
only added; ids and texts are those of the data, `*_words` are what people read.
"""

from __future__ import annotations

import json
from typing import Any

from generator.compare.change import GROUPS, SUBJECTS, Change, Comparison
from generator.data.model import Game

_WORDS = {"type": "object", "additionalProperties": {"type": "string"}}
_VERSION = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "what the user called it"},
        "game": {"type": "string"},
        "title": _WORDS,
        "version": {"type": "string"},
    },
    "required": ["name", "game", "title", "version"],
    "additionalProperties": False,
}
_CHANGE = {
    "type": "object",
    "properties": {
        "group": {"enum": list(GROUPS)},
        "subject": {"enum": list(SUBJECTS)},
        "what": {"enum": ["added", "removed", "renamed", "changed", "moved", "renumbered"]},
        "aspect": {"type": "string", "description": "what of it: count, pieces, value, name, id, a field; or empty"},
        "old_id": {"type": ["string", "null"], "description": "items as set/item; null if it is new"},
        "new_id": {"type": ["string", "null"], "description": "null if it is gone"},
        "name": _WORDS,
        "within": _WORDS,
        "old": {"description": "the value as the data have it; null if there is none"},
        "new": {"description": "the value as the data have it; null if there is none"},
        "old_words": _WORDS,
        "new_words": _WORDS,
        "sure": {"type": "number", "minimum": 0, "maximum": 1, "description": "1: the same id"},
        "follows": {"type": "boolean", "description": "true: it only sums up other changes"},
        "assumed": {
            "type": "array",
            "items": {"enum": ["old", "new"]},
            "description": "which of the numbers is not the designer's: its count is open, or a question is about it",
        },
    },
    "required": [
        "group", "subject", "what", "aspect", "old_id", "new_id", "name", "within", "old", "new", "old_words",
        "new_words", "sure", "follows", "assumed",
    ],
    "additionalProperties": False,
}  # fmt: skip
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "pnp diff",
    "type": "object",
    "properties": {"old": _VERSION, "new": _VERSION, "changes": {"type": "array", "items": _CHANGE}},
    "required": ["old", "new", "changes"],
    "additionalProperties": False,
}
"""What `pnp diff --format json` writes."""


def json_report(comparison: Comparison, names: tuple[str, str]) -> str:
    """The comparison as JSON."""
    found = {
        "old": _version(comparison.old, names[0]),
        "new": _version(comparison.new, names[1]),
        "changes": [_record(c) for c in comparison.changes],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _version(game: Game, name: str) -> dict[str, Any]:
    return {"name": name, "game": game.id, "title": dict(game.title.words), "version": game.version_word}


def _record(change: Change) -> dict[str, Any]:
    return {
        "group": change.group,
        "subject": change.subject,
        "what": change.what,
        "aspect": change.aspect,
        "old_id": change.old_id or None,
        "new_id": change.new_id or None,
        "name": dict(change.name),
        "within": dict(change.within),
        "old": change.old.data,
        "new": change.new.data,
        "old_words": dict(change.old.words),
        "new_words": dict(change.new.words),
        "sure": change.sure,
        "follows": change.follows,
        "assumed": [side for side, assumed in zip(("old", "new"), change.assumed, strict=True) if assumed],
    }
