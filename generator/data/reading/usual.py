"""What headings usually mean, and the languages that they name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from generator.data.lexicon import base_of_language, table_words, tag_of
from generator.data.reading.grid import plain, plain_ascii
from generator.values import late

USUAL: dict[str, list[str]] = table_words("usual")
"""Usual headings of a column, the surest first; those that stand for themselves are left out."""
_LANGUAGES: dict[str, list[str]] = table_words("languages")


def parted(heading: str, languages: Collection[str]) -> tuple[str, str]:
    """`Text (EN)`, `text_en`, `Text - English`, `text.en`, `English text`, `英語名` without and with their language."""
    bases = [(code, base_of_language(code)) for code in languages]
    named = [(code, word) for code, base in bases for word in (base, *_LANGUAGES.get(base, ()))]
    for code, word in (*((code, code) for code in languages if "-" in code), *named):
        said = re.escape(word).replace(r"\-", "[-_ ]")
        found = re.fullmatch(rf"(.+?)[\W_]+{said}\W*", heading.strip(), re.IGNORECASE)
        if found:
            return found[1], code
        found = re.fullmatch(rf"{said}(?:[\W_]+|(?<=語)の?)(.+)", heading.strip(), re.IGNORECASE)
        if found and len(word) > 1 and meant_by(found[1]):
            return found[1], code
    code = base_of_language(next(iter(tags_in([heading])), ""))
    country = rf"[\W_]+{code}[-_].*"
    return (re.sub(country, "", heading, flags=re.IGNORECASE), code) if code in languages else (heading, "")


_TAG = late(rf"(?:^|[\W_])({'|'.join(_LANGUAGES)})[-_]([a-z]{{2}}|hans|hant)(?=[\W_]|$)", re.IGNORECASE)
_COUNTRIES = frozenset(
    "BR PT US GB UK TW CN HK MX AR ES CA FR BE CH AT DE AU JP KR IT NL SE DK FI PL CZ RU UA TR HU".split()  # noqa: SIM905
)
"""Where the languages of headings are spoken; other two letters are none of these."""


def tags_in(headings: Iterable[str]) -> list[str]:
    """The languages that headings name with a country or a script: `Text (pt-BR)`, `name_zh-Hant`."""
    found = (tag for heading in headings for tag in map(tag_of, map("-".join, _TAG.findall(heading))))
    return [tag for tag in dict.fromkeys(found) if len(tag) > 5 or tag[3:] in _COUNTRIES]


def language_named(heading: str) -> str:
    """The code of the language that a heading ends or begins with, `Name (de)`; "" if it names none."""
    return parted(heading, _LANGUAGES)[1]


def language_called(heading: str) -> str:
    """The code of the language that a heading is the name of; "" if it is none."""
    return next((code for code, words in _LANGUAGES.items() if plain(heading) in words), "")


def meant_by(heading: str) -> str:
    """The name that a heading usually stands for, `text` for `Effekt`, also without accents; "" if none."""
    if _COUNTED.fullmatch(heading.strip()):
        return "count"
    word = plain(heading)
    return _MEANT.get(word) or _MEANT.get(plain_ascii(word), "")


_COUNTED = late(
    r"(?:#|№|n[°º]|n[ro]s?\b\.?|nb|num(?:ber)?|quantity|qty|amount|anz(?:ahl|\.)?)[\W_]*(?:of|de|der|in)?[\W_]*(?:the)?[\W_]*"
    r"(?:cards?|units?|tiles?|tokens?|counters?|chits?|pieces?|copies|deck|box|karten|stück|cartes?|cartas?|kaarten|kort)",
    re.IGNORECASE,
)
"""`# cards`, `No. of copies`, `Nb cartes`, `numOfUnits`."""
_ALL = [(word, name) for name, words in USUAL.items() for word in (name, *words)]
_MEANT = {**{plain_ascii(word): name for word, name in reversed(_ALL)}, **dict(reversed(_ALL))}
