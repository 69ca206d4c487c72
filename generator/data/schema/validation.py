"""A Document's data against a record of models.md: findings at the exact key or value, and what is sound of it.

Takes a `Document` and a record; gives the data without its faulty parts, misspelt keys read as what they were meant to
be, so that one mistake never hides another nor brings a second finding with it. Promise: the data that comes out is
sound; its places are still known. At the end game.yaml as people write it: what has one plain meaning
(`players: 2-4`, `version: 0.1`, `languages: en`, `author: Tom`) is no mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from generator.data.reading.aliases import language_called
from generator.data.reading.document import Document, List, Map
from generator.data.reading.suggestions import color_hint, quote_hint
from generator.data.schema import values
from generator.data.schema.values import (
    ID,
    LANGUAGE,
    LIST,
    NAME,
    RULE_ID,
    WORDS,
    Kind,
    Many,
    Pattern,
    Record,
    RecordKey,
    Step,
    is_whole,
)
from generator.diagnostics.findings import Finding, Mark, did_you_mean, near
from generator.expressions.runtime import describe, is_number
from generator.values import Struct, field

_MAX_FAULTS = 200
"""So many mistakes of a file are told; whoever has more mends these first."""


class Sound(Struct):
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
    validator = _Validator(model, fallbacks)
    data = validator.record(model, document.data)
    if not isinstance(data, Map):
        validator.unread.update(names_in(document.data))
    return Sound(data if isinstance(data, Map) else None, validator.findings, validator.unread)


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


_GONE = object()
"""What could not be read; it is told."""
_Where = tuple[Map | List, Step, Step, str]
"""What a value stands in, and under which key; the key that was meant, and an example of what belongs there."""


class _Validator:
    """Reads values by their kinds, and drops what is faulty."""

    def __init__(self, model: Record, fallbacks: Mapping[str, object]) -> None:
        self.model, self.fallbacks = model, fallbacks
        self.findings: list[Finding] = []
        self.unread: set[str] = set()

    def tell(self, finding: Callable[[], Finding]) -> object:
        """Note a finding, which is made only if there is room for it: to guess what was meant takes time."""
        if len(self.findings) < _MAX_FAULTS:
            self.findings.append(finding())
        return _GONE

    def drop(self, key: Step, value: object) -> None:
        """Remember the names in what goes."""
        self.unread.update(names_in(value), [key] if isinstance(key, str) else [])

    def value(self, kind: Kind, value: Any, where: _Where) -> Any:  # noqa: ANN401 (whatever a file holds)
        """What is sound of a value, the same object if all of it is."""
        meant: Any = kind.read(value) if kind.read else value
        if meant is None and kind.is_optional:
            return value
        if not kind.test(meant):
            return self.tell(lambda: _wrong_value(kind, value, where))
        if meant is not value:
            return self.meant(kind, value, meant, where)
        if isinstance(kind, Record):
            return self.record(kind, value)
        if isinstance(kind, Many):
            return self.map(kind, value, where) if isinstance(value, Map) else self.list(kind, value, where)
        return value

    def meant(self, kind: Kind, value: Any, meant: Any, where: _Where) -> object:  # noqa: ANN401
        """What is sound of a value that stands for another."""
        if not isinstance(kind, Record):
            return value
        if not isinstance(value, Map):
            parts = [self.value(entry.kind, meant[key], where) for key, entry in kind.entries.items() if key in meant]
            return _GONE if _GONE in parts else value
        found = self.record(kind, value.changed(meant))
        if not isinstance(found, Map):
            return _GONE
        own = {key: value[key] for key in found if key in value and meant.get(key) is not value[key]}
        return found.select(key for key in found if key in value).changed(own)

    def list(self, kind: Many, data: List, where: _Where) -> object:
        """A list without its faulty members."""
        if kind.most is not None and len(data) > kind.most:
            return self.tell(lambda: _wrong_number(kind, len(data), where))
        found = [self.value(kind.member, value, (data, i, where[2], "")) for i, value in enumerate(data)]
        kept = [i for i, value in enumerate(found) if value is not _GONE]
        for i in {*range(len(data))} - {*kept}:
            self.drop(i, data[i])
        if len(kept) < kind.least:
            return _GONE if len(kept) < len(data) else self.tell(lambda: _wrong_number(kind, len(kept), where))
        if all(value is own for value, own in zip(found, data, strict=True)):
            return data
        moved = {new: data.spans[old] for new, old in enumerate(kept)}
        return List(data.source, data.start, moved, [found[i] for i in kept])

    def map(self, kind: Many, data: Map, where: _Where) -> object:
        """A mapping without its faulty keys and values."""
        found = {key: self.value(kind.member, value, (data, key, key, "")) for key, value in data.items()}
        for key in data:
            if not kind.key.test(key):
                self.unread.add(slug(key))
                found[key] = self.tell(lambda key=key: _bad_id(data.key_mark(key), key))  # type: ignore[misc]
            if found[key] is _GONE:
                self.drop(key, data[key])
        kept = {key: value for key, value in found.items() if value is not _GONE}
        if kind.most is not None and len(kept) > kind.most:
            return self.tell(lambda: _wrong_number(kind, len(kept), where))
        is_same = all(found[key] is data[key] for key in data)
        return data if is_same else Map(data.source, data.start, data.spans, kept)

    def record(self, model: Record, data: Map) -> object:
        """A record without its faulty values, if nothing is lacking without which it says too little."""
        if data.sound == model.name:
            return data
        told, misspelt = len(self.findings), _misspelt(model, data)
        found: dict[object, object] = {}
        for key, value in data.items():
            name = misspelt.get(key, key)
            found[name] = self.entry(model, name, value, data, key)
            if found[name] is _GONE:
                self.drop(name, value)
                self.unread.update([f"*{name}"] if model is self.model else [])
        is_same = not misspelt and all(found[key] is data[key] for key in data)
        if not is_same:
            spans = {**data.spans} | {name: data.spans[key] for key, name in misspelt.items() if key in data.spans}
            kept = {name: value for name, value in found.items() if value is not _GONE}
            data = Map(data.source, data.start, spans, kept)
        lacking = [key for key, entry in model.entries.items() if entry.needed and key not in data]
        if is_same and not lacking and told == len(self.findings):
            data.sound = model.name
        return self.completed(model, data, lacking) if lacking else data

    def entry(self, model: Record, name: Step, value: object, data: Map, key: Step) -> object:
        """The value of a key, which may be misspelt or unknown."""
        entry = model.entries.get(name) if isinstance(name, str) else None
        if name != key or (entry is None and not (model.is_open and isinstance(key, str))):
            known = [name] if name != key else model.entries
            self.tell(lambda: _unknown(data.key_mark(key), key, known))
            if entry is None:
                return _GONE
        return value if entry is None else self.value(entry.kind, value, (data, key, name, entry.example))

    def completed(self, model: Record, data: Map, lacking: Sequence[str]) -> object:
        """A record that lacks keys: told, unless their values were; of the file itself some can be made up."""
        spare = self.fallbacks if model is self.model else {}
        for key in lacking:
            if key not in data.spans:
                self.tell(lambda key=key: missing(data.mark(), key, model.entries[key], spare.get(key, "")))  # type: ignore[misc]
        if not spare.keys() >= {*lacking}:
            return _GONE
        self.unread.update(lacking)
        return data.changed({key: spare[key] for key in lacking})


def _misspelt(model: Record, data: Map) -> dict[Step, str]:
    """The keys that are not known, with the known ones, not there, that they were surely meant to be."""
    unknown = [key for key in data if key not in model.entries and isinstance(key, str)]
    found: dict[Step, str] = {}
    if unknown and not model.is_open:
        for key in unknown[:_MAX_FAULTS]:
            meant = near(key, [k for k in model.entries if k not in data], 0.6)
            if meant and meant not in found.values():
                found[key] = meant
    elif unknown:
        plain = {key.lower(): key for key in unknown}
        for key in (k for k, entry in model.entries.items() if entry.needed and k not in data):
            if like := near(key, plain):
                found[plain[like]] = key
    return found


def missing(mark: Mark, key: str, entry: RecordKey | None, guess: object = "") -> Finding:
    """The finding for a key without which its mapping says too little. `guess`: the id that it probably has."""
    example = str(guess) if key == "id" and guess else (entry and entry.example) or ".."
    hint = f"write `{key}: {example}`" + (f" ({entry.about[:1].lower()}{entry.about[1:].rstrip('.')})" if entry else "")
    return Finding("D002", mark, f"`{key}` is missing", hint, about=(key,))


def _unknown(mark: Mark, key: Step, known: Iterable[Step]) -> Finding:
    hint = did_you_mean(key, map(str, known)) if isinstance(key, str) else "names of fields are words"
    return Finding("D001", mark, f"unknown field `{key}`", hint, about=(str(key),))


def _wrong_value(kind: Kind, value: object, where: _Where) -> Finding:
    container, place, key, example = where
    mark = container.mark(place)
    if isinstance(kind, Pattern) and (isinstance(value, str) or (kind.read and is_whole(value))):
        return _mismatch(mark, str(key), value, kind.look)
    if kind is values.Color and isinstance(value, str):
        return Finding("D010", mark, f"`{value}` is not a colour", color_hint(value))
    if kind.choices:
        hint = did_you_mean(str(value), [name for name in kind.choices if isinstance(name, str)])
        return Finding("D011", mark, f"`{value}` is not a choice of `{key}`", hint)
    name = f"`{key}`, member {place + 1}," if isinstance(container, List) and isinstance(place, int) else f"`{key}`"
    message = f"{name} must be {kind.called}, not {describe(value)}"
    if isinstance(kind, Record):
        example = example or _least_of(kind, value)
    return Finding("D003", mark, message, _hint(kind.called, str(key), value, example))


def _least_of(model: Record, value: object) -> str:
    """A record of the keys that it needs, else of its first, with the value where it can be meant."""
    shown = {key: entry for key, entry in model.entries.items() if entry.needed} or dict([*model.entries.items()][:1])
    fits = [key for key, entry in shown.items() if entry.kind.test(value)]
    own = fits[0] if fits and (len(shown) == 1 or isinstance(value, (int, float))) else ""
    return f"{{{', '.join(f'{key}: {value if key == own else e.example}' for key, e in shown.items())}}}"


def _wrong_number(kind: Many, count: int, where: _Where) -> Finding:
    container, place, key, example = where
    wanted = f"at most {kind.most}" if kind.most is not None and count > kind.most else kind.least
    message = f"`{key}` has {count} member{'' if count == 1 else 's'}, not {wanted}"
    hint = f"write `{key}: {example}`" if example else f"write fewer `{key}`"
    return Finding("D003", container.mark(place), message, hint)


def _hint(called: str, key: str, value: object, example: str) -> str:
    if called == values.Flag.called:
        return f"write `{key}: true` or `{key}: false`"
    if key == "color" and value is None:
        return 'write `color: "#rrggbb"`, in quotes: without them `#` starts a comment'
    if called in (WORDS, values.Text.called) and isinstance(value, (int, float, bool)):
        return f'write it in quotes: `{key}: "{str(value).lower()}"`'
    if called == LIST and isinstance(value, str) and len(value) < 80:
        numbers = re.findall(r"[0-9]+", value)
        plain = len(numbers) > 1 and not re.search("[a-z]", value)
        if plain or not (numbers and example):
            return f"write `{key}: [{', '.join(numbers) if plain else value}]`"
    if called == values.Text.called and (quoted := quote_hint(value)):
        return quoted
    example = example or ("[..]" if called == LIST else "")
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
    if pattern == LANGUAGE:
        meant = language_called(str(value))
        hint = f"did you mean `{meant}`?" if meant else "write a code such as `en`, `ja`, `pt-BR` (BCP 47)"
        return Finding("D004", mark, f"`{value}` is not the code of a language", hint)
    return _bad_id(mark, value, pattern)


def _bad_id(mark: Mark, value: object, pattern: str = ID) -> Finding:
    meant = slug(value, pattern)
    shown = f": `{meant}`" if re.search(pattern, meant) else ""
    first = "" if pattern == NAME else ", a letter first"
    hint = f"write small letters a-z, digits and hyphens{first}{shown}"
    return Finding("D004", mark, f"`{value}` is not an id", hint)


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
    if key in ("title", "version") and is_number(value):
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
