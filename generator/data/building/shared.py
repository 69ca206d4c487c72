"""Chapters, paragraphs and set-up steps that several games share, and what one game says of them.

Takes the sound data of rules.yaml and setup.yaml in shared folders; gives a `Library`, and for an entry with
`shared: ID` the words of both as one `Said`. Promise: what a game says itself goes before what is shared; every word
keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import BaseModel

from generator.data.building.kinds import Reader, read_text
from generator.data.model import Text
from generator.data.schema.models import RuleData, SectionData, StepData
from generator.data.schema.validation import missing, names_in
from generator.diagnostics.findings import Mark, did_you_mean

Data: TypeAlias = Any
Words: TypeAlias = "tuple[Reader, Data]"

_MODELS: dict[str, type[BaseModel]] = {"section": SectionData, "rule": RuleData, "step": StepData}
_NEEDED = {"section": ("title",), "rule": ("text",), "step": ("do", "text")}
PARTS = {"section": "*rules", "rule": "*rules", "step": "*steps"}
"""What is unread where such an entry is left out."""


@dataclass(slots=True)
class Said:
    """What an entry says: `layers` are its own words, then the shared ones. `mark` is where the entry stands."""

    id: str
    mark: Mark
    layers: tuple[Words, ...]

    def where(self, key: str) -> Words:
        """The layer that says `key`; the last one if none does."""
        return next((layer for layer in self.layers if layer[1].get(key) is not None), self.layers[-1])

    def get(self, key: str) -> Data:
        """The value of a key, or None."""
        return self.where(key)[1].get(key)

    def place(self, key: str) -> Mark:
        """Where a key's value stands."""
        reader, words = self.where(key)
        return reader.document.mark(words, key)

    def text(self, key: str) -> Text | None:
        """The words of a key, if it has any."""
        reader, words = self.where(key)
        return read_text(reader, words, key) if words.get(key) is not None else None


@dataclass(slots=True)
class Library:
    """What the folders that a game includes have to share, by "section", "rule" and "step", then by id."""

    is_whole: bool = True
    """False if something that is shared could not be read."""
    known: dict[str, dict[str, Words]] = field(default_factory=lambda: {what: {} for what in _MODELS})

    def add_rules(self, reader: Reader, data: Data) -> None:
        """The chapters and paragraphs of a shared rules.yaml."""
        sections = self._add(reader, data.get("sections"), "section")
        self._add(reader, [rule for section in sections for rule in _below(section)], "rule")

    def add_steps(self, reader: Reader, data: Data) -> None:
        """The steps of a shared setup.yaml."""
        self._add(reader, data.get("steps"), "step")

    def _add(self, reader: Reader, entries: Data, what: str) -> list[Data]:
        told = len(reader.findings)
        found = _own(reader, entries, what)
        self.is_whole = self.is_whole and told == len(reader.findings)
        self.known[what].update((name, (reader, words)) for name, words in found.items())
        return list(found.values())

    def said(self, reader: Reader, words: Data, what: str) -> Said | None:
        """An entry with all its words; None, and a finding, if it is not whole. A chapter goes without its title, so
        that what stands in it is known.
        """
        said = self._layers(reader, words, what)
        if said is not None and (_is_whole(said, what) or what == "section"):
            return said
        layers = said.layers if said is not None else ((reader, words),)
        reader.unread.update(name for _, own in layers for name in (*names_in(own), own.get("shared") or ""))
        return None

    def _layers(self, reader: Reader, words: Data, what: str) -> Said | None:
        document, name = reader.document, words.get("shared")
        if name is None and not _has_id(reader, words, what):
            return None
        if name is None:
            return Said(words["id"], document.mark(words, "id"), ((reader, words),))
        if words.get("id") is not None:
            hint = "delete it: what is shared keeps its id"
            reader.find("D001", document.key_mark(words, "id"), "`id` has no place beside `shared`", hint)
        known = self.known[what]
        if name in known:
            return Said(name, document.mark(words, "shared"), ((reader, words), known[name]))
        if self.is_whole:
            reader.find("Y027", document.mark(words, "shared"), *self._unknown(name, what), (name,))
            self.is_whole = any(self.known.values())  # where nothing is shared at all, the first says so
        reader.unread.add(PARTS[what])
        return None

    def _unknown(self, name: str, what: str) -> tuple[str, str]:
        """Message and hint for what is not shared."""
        hint = did_you_mean(name, self.known[what]) or "write `id` and its words: one of this game's own"
        message = f"no shared folder of this game has a {_SPOKEN[what]} `{name}`"
        if any(self.known.values()):
            return message, hint
        file = "setup.yaml with steps" if what == "step" else "rules.yaml with chapters"
        return f"{message}, for none has a {file}", "name in `include` the folder that has it, or put that file there"


def _below(container: Data) -> Iterator[Data]:
    """The paragraphs of a chapter at any depth, in order."""
    for words in container.get("rules") or ():
        yield words
        yield from _below(words)


_SPOKEN = {"section": "chapter", "rule": "paragraph", "step": "step"}


def _own(reader: Reader, entries: Data, what: str) -> dict[str, Data]:
    """The entries of a shared file by id; one that stands twice is told."""
    found: dict[str, Data] = {}
    for words in entries or ():
        if words.get("shared") is not None:
            mark = reader.document.key_mark(words, "shared")
            reader.find("D001", mark, "`shared` has no place in a shared folder", "write `id`, and what games share")
        elif _has_id(reader, words, what):
            if words["id"] in found:
                mark = reader.document.mark(words, "id")
                message = f"the {_SPOKEN[what]} `{words['id']}` stands twice"
                reader.find("D005", mark, message, "rename one of the two")
                continue
            found[words["id"]] = words
    return found


def _has_id(reader: Reader, words: Data, what: str) -> bool:
    if words.get("id") is None:
        _tell_missing(reader, words, "id", what)
    return words.get("id") is not None


def _is_whole(said: Said, what: str) -> bool:
    """True if somebody says all that such an entry needs; tells what is missing."""
    lacking = [key for key in _NEEDED[what] if said.get(key) is None]
    for key in lacking:
        _tell_missing(*said.layers[0], key, what)
    return not lacking


def _tell_missing(reader: Reader, words: Data, key: str, what: str) -> None:
    """That a key is missing, unless something of the entry was told already, and left out."""
    written = reader.document.spots.get(id(words), {}).keys() - {None}
    if written - words.keys():
        return
    reader.findings.append(missing(reader.document.mark(words), key, _MODELS[what].model_fields[key]))
