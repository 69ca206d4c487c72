"""Values that may stand in YAML files, by name: ids, texts, formulas, colours, with their JSON Schema.

An error of one has the name of what was expected; validation.py has the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from generator.data.colors import PATTERN, hex_color

ID = r"^[a-z][a-z0-9-]*$"
NAME = r"^[a-z0-9][a-z0-9-]*$"
"""Ids of sets and items: no formula calls them without quotes, so they may begin with a digit."""
RULE_ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$"
SPAN = re.compile(r"\s*(\d+)\s*[-–]\s*(\d+)\s*|\s*(.+?)\s+to\s+(.+?)\s*")
"""`1 to 5`, `1-5`: numbers, their ends being formulas."""
FIELD_NAME = r"^[a-z][a-z0-9_-]*$"


def _is(kind: str, test: Callable[[Any], bool]) -> PlainValidator:
    """Checks a value by `test`; an error has the type `kind`, whose words are in `validate.py`."""

    def check(value: object) -> object:
        if test(value):
            return value
        raise PydanticCustomError(kind, "expected {kind}", {"kind": kind})

    return PlainValidator(check)


def _is_text(value: object) -> bool:
    if isinstance(value, dict):
        return bool(value) and all(isinstance(k, str) and isinstance(v, str) for k, v in value.items())
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_formula(value: object) -> bool:
    return _is_whole(value) or isinstance(value, str)


def _is_number(value: object) -> bool:
    by_players = isinstance(value, dict) and bool(value) and all(_is_whole(k) for k in value)
    return isinstance(value, float) or _is_formula(value) or by_players


def _are(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(test, value))


def _is_millimetre(value: object) -> bool:
    return isinstance(value, float) or _is_whole(value)


def _is_face(value: object) -> bool:
    return isinstance(value, str) and all(re.match(NAME, part) for part in value.split("/")) and value.count("/") == 1


_TEXT_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}
_FORMULA_SCHEMA = {"type": ["integer", "string"]}
_NUMBER_SCHEMA = {"type": ["number", "string", "object"]}
_SIZE_SCHEMA = {"type": ["string", "object"]}

Text = Annotated[Any, _is("text", _is_text), WithJsonSchema(_TEXT_SCHEMA)]
Formula = Annotated[Any, _is("formula", _is_formula), WithJsonSchema(_FORMULA_SCHEMA)]
NumberByPlayers = Annotated[Any, _is("number", _is_number), WithJsonSchema(_NUMBER_SCHEMA)]
Size = Annotated[Any, _is("size", lambda v: isinstance(v, (str, dict))), WithJsonSchema(_SIZE_SCHEMA)]
_PAIR_SCHEMA = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
Cell = Annotated[Any, _is("cell", _are(_is_whole)), WithJsonSchema(_PAIR_SCHEMA)]
Point = Annotated[Any, _is("point", _are(_is_millimetre)), WithJsonSchema(_PAIR_SCHEMA)]
Place = Annotated[
    Any,
    _is("place", lambda v: isinstance(v, str) or _are(_is_millimetre)(v)),
    WithJsonSchema({"anyOf": [{"type": "string"}, _PAIR_SCHEMA]}),
]
FaceName = Annotated[Any, _is("face", _is_face), WithJsonSchema({"type": "string"})]
Id = Annotated[str, Field(pattern=ID)]
Name = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if _is_whole(value) else value),
    Field(pattern=NAME),
    WithJsonSchema({"type": ["string", "integer"], "pattern": NAME}),
]
FieldName = Annotated[str, Field(pattern=FIELD_NAME)]
RuleId = Annotated[str, Field(pattern=RULE_ID)]
Color = Annotated[
    Any,
    _is("color", lambda v: isinstance(v, str) and bool(hex_color(v))),
    WithJsonSchema({"type": "string", "pattern": PATTERN}),
]


def _is_values(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(v, str | int | float) for v in value)
    return isinstance(value, str) and SPAN.fullmatch(value) is not None


Values = Annotated[
    Any,
    _is("values", _is_values),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "number"]}}]}),
]


def _fields(value: object) -> object:
    """Names alone: the items tell their kinds."""
    is_plain = isinstance(value, list) and all(isinstance(v, str) and re.match(FIELD_NAME, v) for v in value)
    return {} if is_plain else value


_NAMES_SCHEMA = {
    "anyOf": [
        {"type": "object", "additionalProperties": {"type": "string"}, "propertyNames": {"pattern": FIELD_NAME}},
        {"type": "array", "items": {"type": "string", "pattern": FIELD_NAME}},
    ]
}
Fields = Annotated[dict[FieldName, str], BeforeValidator(_fields), WithJsonSchema(_NAMES_SCHEMA)]
