"""A Document's data against a model of `models.py`: findings at the exact key or value, and what is sound of it.

Takes a `Document` and a model; gives the data without its faulty parts, misspelt keys read as what they were meant to
be, so that one mistake never hides another nor brings a second finding with it. Promise: the data that comes out
satisfies the model; its places are still known. At the end game.yaml as people write it: what has one plain meaning
(`players: 2-4`, `version: 0.1`, `languages: en`, `author: Tom`) is no mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from generator.data.reading.document import Document, List, Map
from generator.data.reading.suggestions import color_hint, quote_hint
from generator.data.schema.values import ID, NAME, RULE_ID, Entry, Error, Kind, Path, Record, Step
from generator.diagnostics.findings import Finding, Mark, did_you_mean, near
from generator.expressions.values import describe
from generator.values import dataclass, field

MAX_FAULTS = 200
"""So many mistakes of a file are told; whoever has more mends these first."""
MAX_ROUNDS = 20
"""A key is renamed, its value dropped, what lacks it dropped ...: no chain of these is half as long."""

_EXPECTED: dict[str, str] = {
    "string_type": "words",
    "int_type": "a whole number",
    "ordinal": "a whole number from 1 on",
    "float_type": "a number",
    "bool_type": "`true` or `false`",
    "list_type": "a list",
    "dict_type": "a mapping of `name: value`",
    "model_type": "a mapping of `name: value`",
    "text": "words, or words by language",
    "formula": "a whole number or a formula",
    "number": "a number, a formula or a map by player count",
    "size": "the name of a size, or a mapping",
    "cell": "a cell such as `[1, 0]`",
    "point": "a place in mm such as `[12, 30.5]`",
    "place": "a name in the template, or a place in mm such as `[12, 30.5]`",
    "face": "a set and an item such as `skill/iron-legion`",
    "values": "a list of words, or numbers such as `1 to 10`",
}


@dataclass(slots=True)
class Sound:
    """What is left of a document: `data` (None if nothing is), and the `unread` names of what was dropped.

    A whole part of the file is `*terms`, `*items` ..."""

    data: Map | None
    findings: list[Finding] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)


def validate(document: Document, model: Record, fallbacks: Mapping[str, object]) -> Sound:
    """Check a document against a model; what does not satisfy it is told once and left out.

    `fallbacks` stand in for keys of the file itself without which nothing of it could be read."""
    if not isinstance(document.data, Map):
        what = "is empty" if document.data is None else f"holds {describe(document.data)}, not `name: value` lines"
        hint = f"write `{next(iter(model.entries))}` first"
        return Sound(None, [Finding("D003", Mark(document.file, 1, 1), f"the file {what}", hint)])
    return _Validator(document, model, fallbacks).run()


def names_in(data: object) -> Iterator[str]:
    """Every key and every id in a piece of data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            if key == "id" and isinstance(value, str):
                yield from (value, slug(value))
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


class _Validator:
    """Validates and drops what is faulty, round by round; whatever is not sound after the last round is unread."""

    def __init__(self, document: Document, model: Record, fallbacks: Mapping[str, object]) -> None:
        self.model, self.fallbacks = model, dict(fallbacks)
        self.result = Sound(document.data)
        self.meant: dict[Path, str] = {}
        self.read_as: dict[Path, Step] = {}
        self.touched: set[Path] = set()

    def run(self) -> Sound:
        for _ in range(MAX_ROUNDS):
            errors = self.model.check(self.result.data, ())
            if not errors:
                return self.result
            self.repair(errors)
            if self.result.data is None:
                return self.result
        self.result.unread.update(names_in(self.result.data))
        self.result.data = None
        return self.result

    def repair(self, errors: Sequence[Error]) -> None:
        """Tell the errors of one round, and take away what is wrong; a fallback is used once."""
        self.meant = dict(self.misspelt(errors))
        self.read_as = {(*loc[:-1], near): loc[-1] for loc, near in self.meant.items()}
        judged = {self.judge(*error) for error in errors}
        drop = {path for path in judged if path is not None}
        self.touched = {path[:n] for path in [*drop, *(k[:-1] for k in self.meant)] for n in range(len(path) + 1)}
        missing = {loc for kind, loc, _ in errors if kind == "missing" and len(loc) == 1} - self.read_as.keys()
        gaps = sorted({str(loc[0]) for loc in missing} & self.fallbacks.keys())
        self.result.data = self.without(self.result.data, (), drop - ({()} if gaps else set()))
        if self.result.data is not None:  # what nothing goes without
            self.result.data = self.result.data.changed({k: self.fallbacks.pop(k) for k in gaps})
            self.result.unread.update(gaps)

    def misspelt(self, errors: Sequence[Error]) -> Iterator[tuple[Path, str]]:
        """The paths of unknown keys with the known ones, not there, that they were surely meant to be."""
        taken: set[Path] = set()
        for loc in [loc for kind, loc, _ in errors if kind == "extra_forbidden"][:MAX_FAULTS]:
            known = [k for k in _entries(self.model, loc[:-1]) if k not in self.at(loc[:-1])]
            meant = near(str(loc[-1]), known, 0.6)
            if meant and (*loc[:-1], meant) not in taken:
                taken.add((*loc[:-1], meant))
                yield loc, meant
        for loc in [loc for kind, loc, _ in errors if kind == "missing"][:MAX_FAULTS]:
            model = _record_at(self.model, loc[:-1])
            like = _alike(str(loc[-1]), self.at(loc[:-1])) if model and model.is_open else ""
            if model and like and like not in model.entries:
                yield (*loc[:-1], like), str(loc[-1])

    def judge(self, kind: str, loc: Path, context: dict[str, Any]) -> Path | None:
        """Note the finding for one error; the path of what has to go, if anything has."""
        if loc and loc[-1] == "[key]":
            loc = loc[:-1]
            kind = "key"
        container = self.at(loc[:-1])
        key = loc[-1] if loc else ""
        if kind == "key":
            self.result.unread.add(slug(key))
        if kind == "missing" and loc in self.read_as:
            wrong = self.read_as[loc]
            model = _record_at(self.model, loc[:-1])
            if model and model.is_open:  # else it is an error of its own
                self.tell(lambda: Finding("D001", container.key_mark(wrong), *_unknown(wrong, [key])))
            return None
        gone = kind == "missing" and key in container.spans  # its value was dropped, and told
        if loc and not gone:
            self.tell(lambda: self.finding(kind, loc, container, context))
        return None if loc in self.meant else loc[:-1] if kind == "missing" else loc

    def tell(self, finding: Callable[[], Finding]) -> None:
        """Note a finding, which is made only if there is room for it: to guess what was meant takes time."""
        if len(self.result.findings) < MAX_FAULTS:
            self.result.findings.append(finding())

    def finding(self, kind: str, loc: Path, container: Map | List, context: dict[str, Any]) -> Finding:
        key: Any = loc[-1]
        entry = _entries(self.model, loc[:-1]).get(str(key))
        if kind == "missing":
            return missing(container.mark(), str(key), entry, self.fallbacks.get(str(key)) if len(loc) == 1 else None)
        if kind == "extra_forbidden":
            known = [self.meant[loc]] if loc in self.meant else _entries(self.model, loc[:-1])
            return Finding("D001", container.key_mark(key), *_unknown(key, known), about=(str(key),))
        if kind == "key":
            return _bad_id(container.key_mark(key), str(key))
        words = [name for name in entry.kind.choices if isinstance(name, str)] if entry else []
        context = {**context, "example": entry.example if entry else "", "choices": words}
        return _wrong_value(kind, loc, container[key], container.mark(key), context)

    def at(self, loc: Path) -> Any:  # noqa: ANN401 (a map, a list or a plain value)
        found: Any = self.result.data
        for step in loc:
            found = found[step]
        return found

    def without(self, data: Any, path: Path, drop: set[Path]) -> Any:  # noqa: ANN401
        """The data without the dropped paths; untouched parts are the same objects."""
        if path in drop:
            self.result.unread.update(names_in(data))
            return None
        if path not in self.touched:
            return data
        self.note(data, path, drop)
        if isinstance(data, List):
            kept = [(i, self.without(v, (*path, i), drop)) for i, v in enumerate(data) if (*path, i) not in drop]
            moved = {new: data.spans[old] for new, (old, _) in enumerate(kept)}
            return List(data.source, data.start, moved, [v for _, v in kept])
        meant = {k: self.meant.get((*path, k), k) for k in data}
        spans = data.spans | {near: data.spans[k] for k, near in meant.items() if k in data.spans}
        entries = {meant[k]: self.without(v, (*path, k), drop) for k, v in data.items() if (*path, k) not in drop}
        return Map(data.source, data.start, spans, entries)

    def note(self, data: Map | List, path: Path, drop: set[Path]) -> None:
        """Remember the names of the members that go."""
        members = enumerate(data) if isinstance(data, list) else data.items()
        for key, value in members:
            if (*path, key) in drop:
                self.result.unread.update(names_in(value))
                self.result.unread.update([key] if isinstance(key, str) else [])
                self.result.unread.update([f"*{key}"] if path == () else [])


def missing(mark: Mark, key: str, entry: Entry | None, guess: object = "") -> Finding:
    """The finding for a key without which its mapping says too little. `guess`: the id that it probably has."""
    example = str(guess) if key == "id" and guess else (entry and entry.example) or ".."
    hint = f"write `{key}: {example}`" + (f" ({entry.about[:1].lower()}{entry.about[1:].rstrip('.')})" if entry else "")
    return Finding("D002", mark, f"`{key}` is missing", hint, about=(key,))


def _unknown(key: Step, known: Iterable[Step]) -> tuple[str, str]:
    """Message and hint for a key that nobody knows."""
    return f"unknown field `{key}`", did_you_mean(str(key), map(str, known))


def _alike(key: str, container: object) -> str:
    """The key of a mapping that takes any name which was surely meant to be this one ("" if none)."""
    plain = {str(k).lower(): str(k) for k in container} if isinstance(container, Map) else {}
    return plain.get(near(key, plain), "")


def _wrong_value(kind: str, loc: Path, value: object, mark: Mark, context: dict[str, Any]) -> Finding:
    key, example = loc[-1], context["example"]
    if kind == "string_pattern_mismatch":
        return _mismatch(mark, str(key), value, str(context.get("pattern")))
    if kind == "color" and isinstance(value, str):
        return Finding("D010", mark, f"`{value}` is not a colour", color_hint(value))
    kind = "string_type" if kind == "color" else kind
    if kind == "literal_error":
        hint = did_you_mean(str(value), context["choices"])
        return Finding("D011", mark, f"`{value}` is not a choice of `{key}`", hint)
    if kind == "invalid_key":
        return Finding("D001", mark, f"unknown field `{key}`", "names of fields are words")
    if kind in ("too_short", "too_long"):
        count = len(value) if isinstance(value, list | dict) else 0
        wanted = context.get("min_length") or f"at most {context['max_length']}"
        message = f"`{key}` has {count} member{'' if count == 1 else 's'}, not {wanted}"
        return Finding("D003", mark, message, f"write `{key}: {example}`" if example else f"write fewer `{key}`")
    name = f"`{loc[-2]}`, member {key + 1}," if isinstance(key, int) and len(loc) > 1 else f"`{key}`"
    message = f"{name} must be {_EXPECTED.get(kind, 'something else')}, not {describe(value)}"
    return Finding("D003", mark, message, _hint(kind, str(key), value, example))


def _hint(kind: str, key: str, value: object, example: str) -> str:
    if kind == "bool_type":
        return f"write `{key}: true` or `{key}: false`"
    if key == "color" and value is None:
        return 'write `color: "#rrggbb"`, in quotes: without them `#` starts a comment'
    if kind in ("string_type", "text") and isinstance(value, (int, float, bool)):
        return f'write it in quotes: `{key}: "{str(value).lower()}"`'
    if kind == "list_type" and isinstance(value, str) and len(value) < 80:
        numbers = re.findall(r"[0-9]+", value)
        plain = len(numbers) > 1 and not re.search("[a-z]", value)
        if plain or not (numbers and example):
            return f"write `{key}: [{', '.join(numbers) if plain else value}]`"
    if kind == "text" and (quoted := quote_hint(value)):
        return quoted
    example = example or ("[..]" if kind == "list_type" else "")
    return f"write `{key}: {example}`" if example else ""


def slug(words: object, pattern: str = RULE_ID) -> str:
    """The id that words were surely meant to be ("" if none can be made of them); dots stand in ids of rules only."""
    small = re.sub("[^a-z0-9.]+" if pattern == RULE_ID else "[^a-z0-9]+", "-", normalize("NFKC", str(words)).lower())
    small = small.strip("-.")
    return small if pattern == NAME else small.lstrip("-.0123456789")


def _mismatch(mark: Mark, key: str, value: object, pattern: str) -> Finding:
    if key == "icon" and re.search(r"\.svg$|/", str(value)):
        name = str(value).rpartition("/")[2].removesuffix(".svg")
        return Finding("D004", mark, f"`{value}` is not an id", f"write the name of the file alone: `icon: {name}`")
    return _bad_id(mark, value, pattern)


def _bad_id(mark: Mark, value: object, pattern: str = ID) -> Finding:
    meant = slug(value, pattern)
    shown = f": `{meant}`" if re.search(pattern, meant) else ""
    first = "" if pattern == NAME else ", a letter first"
    hint = f"write small letters a-z, digits and hyphens{first}{shown}"
    return Finding("D004", mark, f"`{value}` is not an id", hint)


def _entries(model: Record, loc: Path) -> dict[str, Entry]:
    """The keys of the record that stands at a path, if one does."""
    found = _record_at(model, loc)
    return found.entries if found else {}


def _record_at(model: Record, loc: Path) -> Record | None:
    """The record that a path leads to."""
    kind: Kind | None = model
    for step in loc:
        entry = kind.entries.get(str(step)) if isinstance(kind, Record) else None
        kind = entry.kind if entry else kind.member if kind else None
    return kind if isinstance(kind, Record) else None


# ---- game.yaml as people write it -> as its model has it -------------------------------------------------------------

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
    others = {key: other for key, other in OTHERS.items() if other not in data}
    said = {key: others.get(key, key) for key in data if key not in UNUSED}
    spans = {**data.spans, **{new: data.spans[old] for old, new in said.items() if old in data.spans}}
    found = Map(data.source, data.start, spans, {new: data[old] for old, new in said.items()})
    return found.changed({key: _plain_value(found, key) for key in found})


def _plain_value(data: Map, key: str) -> object:
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
