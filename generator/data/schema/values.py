"""Values that may stand in YAML files, by name: ids, texts, formulas, colours; lists, maps and records of them. What
each file may hold is models.md: it names these kinds, and the mappings of the page itself.

A `Kind` says what its values look like: validation.py holds values against it, JSON Schema says the same to editors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from generator.data.model import FieldKind
from generator.expressions.named_color import COLOR, hex_color
from generator.expressions.runtime import is_number
from generator.values import Struct, field, replace

Step: TypeAlias = "str | int"
Json: TypeAlias = "dict[str, Any]"

ID = r"^[a-z][a-z0-9-]*$"
NAME = r"^[a-z0-9][a-z0-9-]*$"
"""Ids of sets and items: no formula calls them without quotes, so they may begin with a digit."""
LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
"""A tag of BCP 47: `ja`, `pt-BR`, `zh-Hant`; no language has a code of more letters."""
RULE_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SPAN = re.compile(r"\s*(\d+)\s*[-–]\s*(\d+)\s*|\s*(.+?)\s+to\s+(.+?)\s*")
"""`1 to 5`, `1-5`: numbers, their ends being formulas."""
FIELD_NAME = r"^[a-z][a-z0-9_-]*$"


class Kind(Struct, frozen=True, eq=False):
    """Values that pass a test, once they are read as what they stand for; what they are called, their choices."""

    schema: Json
    called: str = "something else"
    test: Callable[[Any], bool] = lambda _: True
    choices: tuple[Step, ...] = ()
    is_optional: bool = False
    read: Callable[[object], object] | None = None


Anything = Kind({})


class Pattern(Kind, frozen=True, eq=False):
    """Words that look like this."""

    look: str = ""


class Many(Kind, frozen=True, eq=False):
    """Lists, or mappings with keys of a kind, of so many members."""

    member: Kind = Anything
    key: Kind = Anything
    least: int = 0
    most: int | None = None


class RecordKey(Struct, frozen=True):
    """A key of a record; the example is YAML, as a hint shows it."""

    kind: Kind
    about: str
    example: str = ""
    default: object = None
    needed: bool = False


class Record(Kind, frozen=True, eq=False):
    """Mappings with these keys, and any others if it is open."""

    name: str = ""
    about: str = ""
    is_open: bool = False
    entries: dict[str, RecordKey] = field(default_factory=dict)


def _is_map(value: object) -> bool:
    """True of a mapping."""
    return isinstance(value, dict)


def _choice(*names: Step) -> Kind:
    """One of these words or numbers."""
    form = {"enum": [*names], "type": "string" if isinstance(names[0], str) else "integer"}
    return Kind(form, test=lambda v: isinstance(v, str | int) and v is not True and v in names, choices=names)


def _pattern(look: str) -> Pattern:
    """Words that look like this."""
    return Pattern(
        {"pattern": look, "type": "string"},
        WORDS,
        lambda v: isinstance(v, str) and bool(re.fullmatch(look, v)),
        look=look,
    )


def _list_of(member: Kind, least: int = 0, most: int | None = None) -> Kind:
    """Lists of so many members."""
    bounds = {k: n for k, n in (("minItems", least), ("maxItems", most)) if n}
    form = {"type": "array", "items": member.schema, **bounds}
    return Many(form, LIST, lambda v: isinstance(v, list), member=member, least=least, most=most)


def _map_of(key: Kind, member: Kind, most: int | None = None) -> Kind:
    """Mappings with so many keys of a kind."""
    look = key.schema.get("pattern")
    rest = {"patternProperties": {look: member.schema}} if look else {}
    bounds = {"maxProperties": most} if most else {}
    others = {"additionalProperties": False if look else member.schema or True}
    return Many({"type": "object", **rest, **others, **bounds}, MAPPING, _is_map, member=member, key=key, most=most)


def _read_as(read: Callable[[object], object], kind: Kind, schema: Json | None = None) -> Kind:
    """Values that are read as others; the schema says what may stand there besides."""
    return replace(kind, read=read, schema={"anyOf": [schema, kind.schema]} if schema else kind.schema)


WORDS, LIST, MAPPING = "words", "a list", "a mapping of `name: value`"
"""What kinds of values are called."""


def _is_text(value: object) -> bool:
    if isinstance(value, dict):
        return bool(value) and all(isinstance(k, str) and isinstance(v, str) for k, v in value.items())
    return isinstance(value, str)


def is_whole(value: object) -> bool:
    """True of a whole number, which a flag is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_formula(value: object) -> bool:
    return is_whole(value) or isinstance(value, str)


def _is_by_players(value: object) -> bool:
    by_players = isinstance(value, dict) and bool(value) and all(is_whole(k) for k in value)
    return isinstance(value, float) or _is_formula(value) or by_players


def _are(test: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(test, value))


def _is_face(value: object) -> bool:
    return isinstance(value, str) and all(re.match(NAME, part) for part in value.split("/")) and value.count("/") == 1


def _is_values(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(v, str | int | float) for v in value)
    return isinstance(value, str) and SPAN.fullmatch(value) is not None


def _any_of(*schemas: Json) -> Json:
    return {"anyOf": [*schemas]}


_WORDS: Json = {"type": "string"}
_PAIR: Json = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}

Words = Kind(_WORDS, WORDS, lambda v: isinstance(v, str))
Whole = Kind({"type": "integer"}, "a whole number", is_whole)
Ordinal = Kind({"type": "integer", "minimum": 1}, "a whole number from 1 on", lambda v: is_whole(v) and v > 0)
Number = Kind({"type": "number"}, "a number", is_number)
Flag = Kind({"type": "boolean"}, "`true` or `false`", lambda v: isinstance(v, bool))
Text = Kind(
    _any_of(_WORDS, {"type": "object", "additionalProperties": _WORDS}), "words, or words by language", _is_text
)
Formula = Kind({"type": ["integer", "string"]}, "a whole number or a formula", _is_formula)
NumberByPlayers = Kind(
    {"type": ["number", "string", "object"]}, "a number, a formula or a map by player count", _is_by_players
)
Size = Kind({"type": ["string", "object"]}, "the name of a size, or a mapping", lambda v: isinstance(v, str | dict))
Cell = Kind(_PAIR, "a cell such as `[1, 0]`", _are(is_whole))
Point = Kind(_PAIR, "a place in mm such as `[12, 30.5]`", _are(is_number))
Place = Kind(
    _any_of(_WORDS, _PAIR),
    "a name in the template, or a place in mm such as `[12, 30.5]`",
    lambda v: isinstance(v, str) or _are(is_number)(v),
)
FaceName = Kind(_WORDS, "a set and an item such as `skill/iron-legion`", _is_face)
Color = Kind({**_WORDS, "pattern": COLOR}, WORDS, lambda v: isinstance(v, str) and bool(hex_color(v)))
Values = Kind(
    _any_of(_WORDS, {"type": "array", "items": {"type": ["string", "number"]}}),
    "a list of words, or numbers such as `1 to 10`",
    _is_values,
)
Id, FieldName, RuleId, Language = map(_pattern, (ID, FIELD_NAME, RULE_ID, LANGUAGE))
Name = replace(
    _read_as(lambda v: str(v) if is_whole(v) else v, _pattern(NAME)),
    schema={"type": ["string", "integer"], "pattern": NAME},
)


# ---- models.md, read as it stands ------------------------------------------------------------------------------------


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


_READ_AS: dict[str, tuple[str, Callable[[object], object], Json | None]] = {
    "Table": ("TableData", _alone("file"), _WORDS),
    "ShownFace": ("FigureFaceData", _alone("face"), _WORDS),
    "Design": ("ItemData", _of_each, None),
    "Fields": ("map of FieldName to Words (at most 300)", _of_names, _list_of(FieldName).schema),
}
"""Kinds of the page whose values are read as another kind; what a schema says besides."""


def _kind(words: str) -> Kind:
    """A kind as the page has it: "list of FieldName (at least 1)"."""
    if " " not in words and words not in _READ_AS:
        kind: Kind = RECORDS.get(words) or globals()[words]
        return kind
    if words.endswith(" or null"):
        kind = _kind(words.removesuffix(" or null"))
        return replace(kind, is_optional=True, schema={"anyOf": [kind.schema, {"type": "null"}]})
    if words.startswith("one of "):
        return _choice(*(int(w) if w.isdigit() else w.strip('"') for w in words.removeprefix("one of ").split(", ")))
    bare, _, bound = words.rstrip(")").partition(" (")
    numbers = [int(w) for w in bound.split() if w.isdigit()]
    least, most = 0 if "most" in bound else sum(numbers[:1]), None if "least" in bound else max(numbers, default=None)
    if bare.startswith("list of "):
        return _list_of(_kind(bare.removeprefix("list of ")), least, most)
    if bare.startswith("map of "):
        key, _, member = bare.removeprefix("map of ").partition(" to ")
        return _map_of(_kind(key), _kind(member), most)
    other, read, schema = _READ_AS[words]
    return _read_as(read, _kind(other), schema)


def _read(page: str) -> None:
    """Put the mappings of a page into `RECORDS`; each may name those before it, and itself."""
    for part in page.split("\n## ")[1:]:
        heading, *lines = part.splitlines()
        name, _, about = heading.partition(": ")
        rows = [[cell.strip() for cell in line[1:-1].split(" |")] for line in lines if line.startswith("| ")][2:]
        found = RECORDS[name] = Record(
            {"$ref": f"#/$defs/{name}"}, MAPPING, _is_map, name=name, about=about, is_open=(rows[-1][0] == "...")
        )
        for key, *said in rows:
            if key.startswith("*"):
                rest = {k: entry for k, entry in RECORDS[key[1:]].entries.items() if not entry.needed}
                found.entries.update({k: entry for k, entry in rest.items() if k not in found.entries})
            elif key != "...":
                kind, what, example, default = said
                value = json.loads(default) if default else None
                found.entries[key.rstrip("!")] = RecordKey(_kind(kind), what, example, value, needed=key.endswith("!"))


RECORDS: dict[str, Record] = {}
"""The mappings of the page by name."""
_read(Path(__file__).with_name("models.md").read_text("utf-8"))


# ---- kinds of fields, as a game declares them ------------------------------------------------------------------------

SIMPLE = ("text", "word", "integer", "number", "flag", "color", "image", "rule", "effects")
_FORMS: tuple[tuple[str, str], ...] = (
    ("term", r"term (?P<argument>[a-z][a-z0-9-]*)"),
    ("item", r"item (?P<argument>[a-z][a-z0-9-]*)"),
    ("one of", r"one of \[(?P<choices>[^\[\]]+)\]"),
    ("list", r"list of (?P<of>.+)"),
    ("map", r"map of (?P<of>.+) by term (?P<argument>[a-z][a-z0-9-]*)"),
)


@lru_cache(maxsize=1024)
def parse_kind(source: str) -> FieldKind | None:
    """A kind as written -> parsed; None if it is none."""
    words = " ".join(source.split())
    optional = words.endswith("?")
    words = words.removesuffix("?").strip()
    if words in SIMPLE:
        return FieldKind(words, optional=optional)
    for name, pattern in _FORMS:
        found = re.fullmatch(pattern, words)
        if found is None:
            continue
        parts = found.groupdict()
        of = parse_kind(parts["of"]) if "of" in parts else None
        if "of" in parts and (of is None or of.optional or of.name in ("list", "map", "effects")):
            continue
        choices = tuple(_unquoted(c.strip()) for c in parts.get("choices", "").split(",") if c.strip())
        return FieldKind(name, parts.get("argument", ""), choices, of, optional)
    return None


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 2 and word[0] in "\"'" and word[-1] == word[0] else word


def kind_words(kind: FieldKind) -> str:
    """A kind as written."""
    if kind.of is not None:
        return f"{kind.name} of {kind_words(kind.of)}" + (f" by term {kind.argument}" if kind.name == "map" else "")
    if kind.choices:
        return f"one of [{', '.join(kind.choices)}]"
    return f"{kind.name} {kind.argument}".strip()
