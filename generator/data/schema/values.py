"""Values that may stand in YAML files, by name: ids, texts, formulas, colours; lists, maps and records of them.

A `Kind` tells all that is wrong with a value as `Error`s: the name of what was expected, where, and what else there is
to say. validation.py has the words; JSON Schema says the same to editors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from generator.data.model import FieldKind
from generator.values import dataclass, field, replace

Step: TypeAlias = "str | int"
Path: TypeAlias = "tuple[Step, ...]"
Error: TypeAlias = "tuple[str, Path, dict[str, Any]]"
Json: TypeAlias = "dict[str, Any]"

ID = r"^[a-z][a-z0-9-]*$"
NAME = r"^[a-z0-9][a-z0-9-]*$"
"""Ids of sets and items: no formula calls them without quotes, so they may begin with a digit."""
RULE_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SPAN = re.compile(r"\s*(\d+)\s*[-–]\s*(\d+)\s*|\s*(.+?)\s+to\s+(.+?)\s*")
"""`1 to 5`, `1-5`: numbers, their ends being formulas."""
FIELD_NAME = r"^[a-z][a-z0-9_-]*$"
COLOR = "^(#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|[A-Za-z][A-Za-z -]*)$"
"""What a colour looks like."""


@lru_cache(maxsize=1024)
def hex_color(words: str) -> str:
    """`#rrggbb` of digits (six or three) or of a name that CSS has (`Dark Red` is `darkred`); "" of anything else."""
    if re.fullmatch("#[0-9a-fA-F]{6}", words):
        return words
    from tinycss2.color3 import RGBA, parse_color

    color = parse_color(re.sub("[ -]", "", words)) if re.match(COLOR, words.strip()) else None
    if not isinstance(color, RGBA) or color.alpha < 1:
        return ""
    return "#" + "".join(f"{round(255 * part):02x}" for part in color[:3])


@dataclass(frozen=True, eq=False)
class Kind:
    """Values: what is wrong with one at a path, their JSON Schema, the kind of their members, what to choose from."""

    check: Callable[[Any, Path], Sequence[Error]]
    schema: Json
    member: Kind | None = None
    choices: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A key of a record; the example is YAML, as a hint shows it."""

    kind: Kind
    about: str
    example: str = ""
    default: object = None
    needed: bool = False


@dataclass(frozen=True, eq=False)
class Record(Kind):
    """Mappings with these keys, and any others if it is open."""

    name: str = ""
    about: str = ""
    is_open: bool = False
    entries: dict[str, Entry] = field(default_factory=dict)


def record(name: str, about: str, is_open: bool) -> Record:
    """Mappings, as yet without keys."""
    known: dict[str, Entry] = {}

    def check(value: Any, path: Path) -> Sequence[Error]:  # noqa: ANN401 (whatever a file holds)
        if not isinstance(value, dict):
            return [("model_type", path, {})]
        found: list[Error] = []
        for key, entry in known.items():
            if key in value:
                found += entry.kind.check(value[key], (*path, key))
            elif entry.needed:
                found.append(("missing", (*path, key), {}))
        for key in value:
            if key not in known and not (is_open and isinstance(key, str)):
                found.append(("extra_forbidden" if isinstance(key, str) else "invalid_key", (*path, key), {}))
        return found

    return Record(check, {"$ref": f"#/$defs/{name}"}, name=name, about=about, is_open=is_open, entries=known)


def plain(name: str, test: Callable[[Any], bool], schema: Json) -> Kind:
    """Values that pass a test; an error has this name."""
    return Kind(lambda value, path: [] if test(value) else [(name, path, {})], schema)


def choice(*names: Step) -> Kind:
    """One of these words or numbers."""
    form = {"enum": [*names], "type": "string" if isinstance(names[0], str) else "integer"}
    kind = plain("literal_error", lambda v: isinstance(v, str | int) and v is not True and v in names, form)
    return replace(kind, choices=names)


def pattern(look: str) -> Kind:
    """Words that look like this."""

    def check(value: Any, path: Path) -> Sequence[Error]:  # noqa: ANN401
        if not isinstance(value, str):
            return [("string_type", path, {})]
        return [] if re.fullmatch(look, value) else [("string_pattern_mismatch", path, {"pattern": look})]

    return Kind(check, {"pattern": look, "type": "string"})


def list_of(member: Kind, least: int = 0, most: int | None = None) -> Kind:
    """Lists of so many members."""

    def check(value: Any, path: Path) -> Sequence[Error]:  # noqa: ANN401
        if not isinstance(value, list):
            return [("list_type", path, {})]
        if most is not None and len(value) > most:
            return [("too_long", path, {"max_length": most})]
        found = [error for i, one in enumerate(value) for error in member.check(one, (*path, i))]
        return found or ([("too_short", path, {"min_length": least})] if len(value) < least else [])

    bounds = {k: n for k, n in (("minItems", least), ("maxItems", most)) if n}
    return Kind(check, {"type": "array", "items": member.schema, **bounds}, member)


def map_of(key: Kind, member: Kind, most: int | None = None) -> Kind:
    """Mappings with so many keys of a kind; what is wrong with one stands at `[key]`."""

    def check(value: Any, path: Path) -> Sequence[Error]:  # noqa: ANN401
        if not isinstance(value, dict):
            return [("dict_type", path, {})]
        found: list[Error] = []
        for k, one in value.items():
            found += (*key.check(k, (*path, k, "[key]")), *member.check(one, (*path, k)))
        too_many = most is not None and len(value) > most
        return [("too_long", path, {"max_length": most})] if too_many and not found else found

    look = key.schema.get("pattern")
    rest = {"patternProperties": {look: member.schema}} if look else {}
    bounds = {"maxProperties": most} if most else {}
    others = {"additionalProperties": False if look else member.schema or True}
    return Kind(check, {"type": "object", **rest, **others, **bounds}, member)


def maybe(kind: Kind) -> Kind:
    """The same values, or null."""
    form = {"anyOf": [kind.schema, {"type": "null"}]}
    return replace(kind, check=lambda value, path: [] if value is None else kind.check(value, path), schema=form)


def read_as(read: Callable[[Any], object], kind: Kind, schema: Json | None = None) -> Kind:
    """Values that are read as others; the schema says what may stand there besides."""
    form = {"anyOf": [schema, kind.schema]} if schema else kind.schema
    return replace(kind, check=lambda value, path: kind.check(read(value), path), schema=form)


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


def _are(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(test, value))


def is_number(value: object) -> bool:
    """True of any number."""
    return isinstance(value, float) or is_whole(value)


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

Anything = plain("anything", lambda _: True, {})
Words = plain("string_type", lambda v: isinstance(v, str), _WORDS)
Whole = plain("int_type", is_whole, {"type": "integer"})
Ordinal = plain("ordinal", lambda v: is_whole(v) and v > 0, {"type": "integer", "minimum": 1})
Number = plain("float_type", is_number, {"type": "number"})
Flag = plain("bool_type", lambda v: isinstance(v, bool), {"type": "boolean"})
Text = plain("text", _is_text, _any_of(_WORDS, {"type": "object", "additionalProperties": _WORDS}))
Formula = plain("formula", _is_formula, {"type": ["integer", "string"]})
NumberByPlayers = plain("number", _is_by_players, {"type": ["number", "string", "object"]})
Size = plain("size", lambda v: isinstance(v, str | dict), {"type": ["string", "object"]})
Cell = plain("cell", _are(is_whole), _PAIR)
Point = plain("point", _are(is_number), _PAIR)
Place = plain("place", lambda v: isinstance(v, str) or _are(is_number)(v), _any_of(_WORDS, _PAIR))
FaceName = plain("face", _is_face, _WORDS)
Color = plain("color", lambda v: isinstance(v, str) and bool(hex_color(v)), {**_WORDS, "pattern": COLOR})
Values = plain("values", _is_values, _any_of(_WORDS, {"type": "array", "items": {"type": ["string", "number"]}}))
Id, FieldName, RuleId = pattern(ID), pattern(FIELD_NAME), pattern(RULE_ID)
_NAME = pattern(NAME)
Name = replace(
    read_as(lambda v: str(v) if is_whole(v) else v, _NAME), schema={"type": ["string", "integer"], "pattern": NAME}
)


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


def shown(kind: FieldKind) -> str:
    """A kind as written."""
    if kind.of is not None:
        return f"{kind.name} of {shown(kind.of)}" + (f" by term {kind.argument}" if kind.name == "map" else "")
    if kind.choices:
        return f"one of [{', '.join(kind.choices)}]"
    return f"{kind.name} {kind.argument}".strip()
