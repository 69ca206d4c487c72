"""What reading the files of a game needs, and the one kind of value that all of them hold: texts.

Takes values that are sound; gives `Text`s. Promise: a text has the languages of the game, or it is told which it lacks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.data.building.name_lookup import Called
from generator.data.model import Text, Verb
from generator.data.reading.aliases import language_called
from generator.data.reading.document import List, Map, Raw, marks_of
from generator.data.reading.folders import Shelf
from generator.diagnostics.findings import UNTRANSLATED, Finding, Mark, did_you_mean
from generator.expressions.runtime import Untranslated
from generator.project import Project
from generator.values import Struct, field, replace

UNREADABLE = object()
"""What could not be read; its finding is already noted."""


class Reader(Struct):
    """What reading the files of one folder of components/ needs: the languages and verbs of the game, and where
    findings go."""

    project: Project
    folder: str
    languages: tuple[str, ...] = ()
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    lenient: bool = False
    """For a draft: what is no choice and no picture is printed as it is, a text speaks its first language in all."""
    shelf: Shelf = field(default_factory=Shelf)
    parked: bool = False
    """What is read is not printed: its pictures may be missing."""
    called: Called = field(default_factory=dict)
    terms: Collection[str] = ()

    def find(
        self, code: str, mark: Mark, message: str, hint: str = "", about: tuple[str, ...] = (), instead: str = ""
    ) -> object:
        """Note a finding; gives `UNREADABLE`."""
        self.findings.append(Finding(code, mark, message, hint, about=about, instead=instead))
        return UNREADABLE

    def within(self, folder: str) -> Reader:
        """The same for another folder."""
        return replace(self, folder=folder)


def read_text(reader: Reader, container: Map | List, key: str | int) -> Text:
    """Words by language of a value that is sound (words, or a mapping of words)."""
    raw = Raw(container, key)
    value = raw.value
    if isinstance(value, str):
        languages = reader.languages or ("",)
        return Text(dict.fromkeys(languages, value), marks_of(dict.fromkeys(languages, container.place(key))))
    if reader.languages:
        _languages(reader, value, str(key))
        if reader.lenient:
            first = next((words for words in value.values() if words), "")
            value = value.changed({la: value.get(la) or Untranslated(first) for la in reader.languages})
    words = {language: said for language, said in value.items() if isinstance(language, str)}  # a number is told
    return Text(words, marks_of({language: value.place(language) for language in words}))


def _languages(reader: Reader, value: Map, key: str) -> None:
    """A text has each language of the game and no other."""
    for language in value:
        if language not in reader.languages:
            said = language_called(str(language)) or str(language)
            hint = did_you_mean(said, reader.languages, "write it into `languages`, or take its words out")
            message = f"`{language}` is not a language of the game"
            reader.find("D008", value.key_mark(language), message, hint, (str(language),))
            return
    missing = [la for la in reader.languages if la not in value]
    empty = [la for la in reader.languages if la in value and not value[la].strip()]
    if empty and not missing and len(empty) < len(value):
        message = f"`{key}` has no words in `{empty[0]}`"
        hint = f"write its words after `{empty[0]}:`"
        reader.find(UNTRANSLATED, value.mark(empty[0]), message, hint, (key, empty[0]))
    if missing:
        message = f"`{key}` has no words in `{missing[0]}`"
        mark = value.key_mark(missing[0]) if missing[0] in value.spans else value.mark(next(iter(value)))
        column = mark.heading if missing[0] in value.spans else f"{key}.{missing[0]}"
        fill = f"fill the column `{column}`, or print a first version with `pnp build --draft`"
        hint = fill if mark.heading else f"write `{missing[0]}: ..` beside it"
        reader.find(UNTRANSLATED, mark, message, hint, (key, missing[0]))


def optional_text(reader: Reader, container: Map, key: str) -> Text | None:
    """The same for a key that may be missing."""
    return read_text(reader, container, key) if container.get(key) is not None else None


def plural_text(reader: Reader, container: Map, name: Text) -> Text | None:
    """The `plural` of a name, which stands in for it in languages that have none."""
    value = container.get("plural")
    if isinstance(value, Map):
        both = value.changed({la: words for la, words in name.words.items() if la not in value})
        container = container.changed({"plural": both})
    return optional_text(reader, container, "plural")
