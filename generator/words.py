"""layouts/words/, a file each language, and words.yaml of a project -> the words that the tool itself prints.

Takes a project and a language; gives keys ("caption.sheet") with their words, the project's own before the bundled,
language by language.
Promise: every key has words: those of the language, else English, else the first there are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache

from generator.data.lexicon import base_of_language, parsed
from generator.data.reading.load import entries
from generator.diagnostics.findings import Fault, Finding, Mark, did_you_mean
from generator.project import BUNDLED, Project
from generator.values import lazy_pattern

FALLBACK = "en"
_ONE = ".one"
_PLACE = lazy_pattern(r"\{\w+\}")
_ALIKE = "zxx"
"""What is said alike in all languages: in BCP 47, what is of none."""

_LONG, _LONG_WORD = 48, 32


def shortened(title: str, most: int = _LONG) -> str:
    """The beginning of a title that is too long for a caption, at the end of a word if there is one near."""
    if len(title) <= most:
        return title
    words = title[:most].rpartition(" ")[0].rstrip(" ,;:–—")
    return f"{words if len(words) > 0.6 * most else title[: most - 1].rstrip()}…"


def breakable(words: str) -> str:
    """Words none of which is too long for a line of a title."""
    return re.sub("[!-\u024f]+", lambda found: shortened(found[0], _LONG_WORD), words)


_MOST = 4


def first_few(words: Sequence[str], comma: str = ", ") -> str:
    """A list of words, the beginning of one that is long."""
    return comma.join(words[:_MOST]) + " …" * (len(words) > _MOST)


def shared_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How many letters, or words, are the same at the beginning."""
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def fill_in(words: str, values: Mapping[str, object]) -> str:
    """Words with the places `{name}` filled in."""
    for name, value in values.items():
        words = words.replace("{" + name + "}", str(value))
    return words


def phrase_of(said: Mapping[str, str], key: str, values: Mapping[str, object]) -> str:
    """The words of a key filled in, those of `KEY.one` where the number `n` is 1. KeyError: no such key."""
    one = said.get(key + _ONE) if str(values.get("n")) == "1" else None
    return fill_in(one or said[key], values)


@cache
def _bundled(language: str) -> Mapping[str, str]:
    """What layouts/words/ has of a language; nothing of one that has no file."""
    path = BUNDLED / "layouts" / "words" / f"{language}.yaml"
    return parsed(path.read_text("utf-8")) if path.is_file() else {}


def _tags(language: str) -> tuple[str, ...]:
    """The language itself, with and without its country or script."""
    return tuple(dict.fromkeys((language, base_of_language(language))))


def read_words(project: Project, language: str) -> Mapping[str, str]:
    """All words of the tool in a language. Fault S003: a file that holds something else."""
    ways = [*_tags(language), FALLBACK]
    said = {key: (tag, words) for tag in (_ALIKE, *reversed(ways)) for key, words in _bundled(tag).items()}
    for key, (own, mark) in entries(project.layouts / "words.yaml", project).items():
        usual = said.get(key) or said.get(key.removesuffix(_ONE))
        if usual is None:
            raise Fault(Finding("S003", mark, f"the tool says no `{key}`", did_you_mean(key, said)))
        said[key] = ("", own) if isinstance(own, str) else _in_language(key, own, ways, mark)
        strange = {*_PLACE.findall(said[key][1])}.difference(_PLACE.findall(usual[1]))
        if strange:
            hint = f"`{key}` is `{usual[1]}`"
            raise Fault(Finding("S003", mark, f"nothing is filled in for `{min(strange)}`", hint))
    spoken = {key: base_of_language(tag) for key, (tag, _) in said.items()}
    ours = (key for key in said if not key.endswith(_ONE) or spoken[key] == spoken[key.removesuffix(_ONE)])
    return {key: said[key][1] for key in ours}


def unsaid(project: Project, language: str) -> list[str]:
    """The keys that a language has no words for, so that those of `FALLBACK` stand in."""
    tags = _tags(language)
    spoken = set[str]().union(*map(_bundled, tags))
    lacking = [key for key in _bundled(FALLBACK) if key not in spoken]
    own = entries(project.layouts / "words.yaml", project) if lacking else {}

    def lacks(entry: object) -> bool:
        return isinstance(entry, Mapping) and not any(map(entry.get, tags))

    return [key for key in lacking if key not in own or lacks(own[key][0])]


def words_to_say(project: Project, languages: Sequence[str]) -> str:
    """A words.yaml with all that languages have no words for, empty, each with the `FALLBACK` beside it."""
    lacking = {language: {*unsaid(project, language)} for language in languages}
    lines, heading = list[str](), ""
    english = read_words(project, FALLBACK)
    for line in (BUNDLED / "layouts" / "words" / f"{FALLBACK}.yaml").read_text("utf-8").splitlines():
        key = line.partition(":")[0]
        asked = ", ".join(f'{la}: ""' for la, keys in lacking.items() if key in keys)
        heading = line if line.startswith("# --") else heading
        if asked:
            beside = json.dumps(english[key], ensure_ascii=False)
            lines += [*([heading] if heading else []), f"{key}: {{{asked}}}  # {beside}"]
            heading = ""
    return "".join(f"{line}\n" for line in lines)


def _in_language(key: str, own: object, ways: Sequence[str], mark: Mark) -> tuple[str, str]:
    """An entry of the project, with its language: in each its words come before the bundled ones; else the first there
    are."""
    if isinstance(own, Mapping) and own and all(isinstance(words, str) for words in own.values()):
        said = [(tag, own.get(tag) or _bundled(tag).get(key, "")) for tag in ways]
        return next((one for one in (*said, (_ALIKE, _bundled(_ALIKE).get(key, "")), *own.items()) if one[1]), ("", ""))
    hint = f"write `{key}: {{ja: ..., en: ...}}`"
    raise Fault(Finding("S003", mark, f"`{key}` of words.yaml has no words", hint))
