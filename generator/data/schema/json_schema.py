"""JSON Schema (draft 2020-12) for the YAML files: editors complete keys, show what they mean, underline slips.

Takes the mappings of models.md, and for one game its own fields, terms and rules; gives plain data for JSON. Promise:
what `pnp check` reads without a finding satisfies its schema; what is a mistake of form (an unknown key, a value of
another kind, an unknown term) does not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator

import yaml

from generator import __version__
from generator.data.model import ComponentSet, FieldKind, Game, Item, Term, Verb
from generator.data.schema.validation import NUMBERS, OTHERS, UNUSED
from generator.data.schema.values import RECORDS, Json, Kind, Many, Record, RecordKey, kind_words
from generator.expressions.named_color import COLOR

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = ".schema"
"""Where a project keeps them, in components/."""

_MODELS = {
    "game": RECORDS["GameFile"],
    "rules": RECORDS["RulesFile"],
    "setup": RECORDS["SetupFile"],
    "shared": RECORDS["SharedFile"],
}
_PICTURE = r"\.([pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[gG][iI][fF]|[sS][vV][gG](#.*)?)$"
_EITHER = {"anyOf": [{"required": ["id"]}, {"required": ["shared"]}]}
"""What an editor asks for where there may be the name of what is shared; what else such an entry needs, one of the two
files says."""
NAMES = ("game", "set", *tuple(_MODELS)[1:])
FILES = {name: f"{name}.yaml" for name in NAMES} | {"set": "any set"}
"""What each schema is for."""


def schema_of(name: str) -> Json:
    """The schema of a kind of file, one of `NAMES`."""
    head = {"$schema": DIALECT, "$comment": schema_stamp()}
    if name != "set":
        form = _of_model(_MODELS[name])
        if name == "game":
            _allow_habits(form)
        return {**head, **form}
    whole, added = _of_model(RECORDS["SetFile"]), _of_model(RECORDS["ItemsFile"])
    definitions = {**added.pop("$defs", {}), **whole.pop("$defs", {}), "SetFile": whole, "ItemsFile": added}
    for form in (whole, added):  # what an entry with `each` says, is filled in
        loop = {"type": "object", "properties": {"each": {"type": "string"}}}
        form["properties"]["items"]["items"] = {"if": {"required": ["each"]}, "then": loop, "else": _ref("ItemData")}
    either = {"if": {"required": ["adds"]}, "then": _ref("ItemsFile"), "else": _ref("SetFile")}
    return {**head, "title": "A component set, or items for a shared one", **either, "$defs": definitions}


def schema_stamp(own: Json | None = None) -> str:
    """What tells one state of a schema from another: the tool's version and, for a set, what its game says."""
    if own is None:
        return f"pnp {__version__}"
    return f"pnp {__version__} {hashlib.sha256(json.dumps(own).encode()).hexdigest()[:12]}"


def as_json(schema: Json) -> bytes:
    """The file: two spaces a level, a newline at the end."""
    return f"{json.dumps(schema, ensure_ascii=False, indent=2)}\n".encode()


def first_line(name: str) -> str:
    """The line at the head of a YAML file of a game that makes editors use a schema."""
    return f"# yaml-language-server: $schema=../{FOLDER}/{name}.json"


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _of_model(model: Record) -> Json:
    inner = {one.name: one for entry in model.entries.values() for one in _records(entry.kind, set())}
    definitions = {"$defs": {name: _form(one) for name, one in sorted(inner.items())}} if inner else {}
    return {**definitions, **_form(model)}


def _records(kind: Kind, seen: set[Kind]) -> Iterator[Record]:
    """The records in the values of a kind, each once."""
    if isinstance(kind, Record) and kind not in seen:
        seen.add(kind)
        yield kind
        for entry in kind.entries.values():
            yield from _records(entry.kind, seen)
    elif isinstance(kind, Many):
        yield from _records(kind.member, seen)


def _form(model: Record) -> Json:
    """The schema of a record, which names others."""
    either = _EITHER if "shared" in model.entries else {}
    properties = {key: _property(entry) for key, entry in model.entries.items()}
    needed = [key for key, entry in model.entries.items() if entry.needed]
    form = {"additionalProperties": model.is_open, **either, "description": model.about, "properties": properties}
    return {**form, **({"required": needed} if needed else {}), "type": "object"}


def _property(entry: RecordKey) -> Json:
    """What editors are told of a key; examples as the data that they are."""
    default = {} if entry.default is None else {"default": entry.default}
    example = None if ".." in entry.example else yaml.safe_load(entry.example)
    return {
        **default,
        "description": entry.about,
        **entry.kind.schema,
        **({} if example is None else {"examples": [example]}),
    }


def _allow_habits(form: Json) -> None:
    """What `plain_game` reads in other ways than the model has it."""
    known, words = form["properties"], {"type": "string"}
    more: dict[str, list[Json]] = {
        "players": [{"type": "integer", "minimum": 1}, {**words, "pattern": f"^{NUMBERS}$"}],
        **{key: [words] for key in OTHERS.values()},
        **{key: [{"type": "number"}] for key in ("title", "version")},
    }
    for key, forms in more.items():
        known[key] = {"description": known[key]["description"], "anyOf": [known[key], *forms]}
    aside = {"description": "Yours: the tool does not read it."}
    known |= {key: known[other] for key, other in OTHERS.items()} | dict.fromkeys(UNUSED, aside)
    form["required"].remove("languages")


def game_schemas(game: Game) -> dict[str, Json]:
    """By id: a schema for each set of a game, with its declared fields, terms and rules as choices."""
    return {name: _set_schema(game, owner) for name, owner in game.sets.items()}


def game_stamps(game: Game) -> dict[str, str]:
    """By id: the stamp of each set's schema."""
    return {name: schema_stamp(_own(game, owner)) for name, owner in game.sets.items()}


def _set_schema(game: Game, owner: ComponentSet) -> Json:
    schema, own = schema_of("set"), _own(game, owner)
    item = schema["$defs"]["ItemData"]
    item["properties"] |= own["properties"]
    if owner.mark.file.startswith(f"{game.folder}/"):  # of a shared set, each file may say a part
        item["required"] = list(dict.fromkeys([*item.get("required", ()), *own["required"]]))
    item["additionalProperties"] = False
    return {**schema, "$comment": schema_stamp(own), "title": f"{game.id}: {owner.id}"}


def _own(game: Game, owner: ComponentSet) -> Json:
    """What a game says of the items of a set."""
    return {
        "properties": {
            name: {"description": kind_words(kind) + ("?" if kind.optional else ""), **_of_kind(kind, game)}
            for name, kind in owner.fields.items()
        },
        "required": [name for name, kind in owner.fields.items() if not kind.optional],
    }


def _choices(names: Iterable[str]) -> Json:
    known = list(names)
    return {"enum": known} if known else {"type": "string"}


def _text(game: Game) -> Json:
    by_language = {
        "type": "object",
        "properties": {language: {"type": "string"} for language in game.languages},
        "required": list(game.languages),
        "additionalProperties": False,
    }
    return {"anyOf": [{"type": "string"}, by_language]}


def _terms(kind: FieldKind, game: Game) -> list[str]:
    return _called(game.kinds[kind.argument].members) if kind.argument in game.kinds else []


def _called(things: Iterable[Term | Item]) -> list[str]:
    """Ids, then names, which are taken for them."""
    named = list(things)
    names = (words for thing in named if thing.name for words in thing.name.words.values())
    return list(dict.fromkeys([*(thing.id for thing in named), *filter(None, names)]))


def _map(kind: FieldKind, game: Game) -> Json:
    of = _of_kind(kind.innermost, game)
    return {"type": "object", "propertyNames": _choices(_terms(kind, game)), "additionalProperties": of}


def _items(kind: FieldKind, game: Game) -> Json:
    return _choices(_called(game.sets[kind.argument].items)) if kind.argument in game.sets else {"type": "string"}


def _one_of(kind: FieldKind, _: Game) -> Json:
    numbers = [json.loads(c) for c in kind.choices if re.fullmatch("0|[1-9][0-9]{0,8}", c)]
    return {"enum": [*kind.choices, *numbers]}


def _effects(_: FieldKind, game: Game) -> Json:
    verbs = [_verb(v, game) for v in game.verbs.values()]
    bare = [v.id for v in game.verbs.values() if all(k.optional for k in v.arguments.values())]
    return {"type": "array", "items": {"anyOf": [*([{"enum": bare}] if bare else []), *verbs] or [{}]}}


def _verb(verb: Verb, game: Game) -> Json:
    arguments = {
        "type": "object",
        "properties": {name: _of_kind(kind, game) for name, kind in verb.arguments.items()},
        "required": [name for name, kind in verb.arguments.items() if not kind.optional],
        "additionalProperties": False,
    }
    empty = [] if arguments["required"] else [{"type": "null"}]
    form = {"anyOf": [arguments, *empty]} if empty else arguments
    return {"type": "object", "properties": {verb.id: form}, "required": [verb.id], "additionalProperties": False}


def _of_kind(kind: FieldKind, game: Game) -> Json:
    return _FORMS[kind.name](kind, game)


_FORMS: dict[str, Callable[[FieldKind, Game], Json]] = {
    "text": lambda _, game: _text(game),
    "word": lambda *_: {"type": "string"},
    "integer": lambda *_: {"type": "integer"},
    "number": lambda *_: {"type": "number"},
    "flag": lambda *_: {"type": "boolean"},
    "color": lambda *_: {"type": "string", "pattern": COLOR},
    "image": lambda *_: {"type": "string", "pattern": _PICTURE},
    "rule": lambda _, game: _choices([*game.rules, *(s.id for s in game.sections)]),
    "term": lambda kind, game: _choices(_terms(kind, game)),
    "item": _items,
    "one of": _one_of,
    "list": lambda kind, game: {"type": "array", "items": _of_kind(kind.innermost, game)},
    "map": _map,
    "effects": _effects,
}
