"""What headings usually mean, and the languages that they name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from generator.data.lexicon import base_of_language, table_words, tag_of
from generator.data.reading.grid import Row, plain, plain_ascii
from generator.values import lazy_pattern
from generator.words import shared_start

USUAL: dict[str, list[str]] = table_words("usual")
"""Usual headings of a column, the surest first; those that stand for themselves are left out."""
_UNSURE: dict[str, list[str]] = table_words("unsure")
NUMBERS = frozenset(map(plain, _UNSURE["numbers"]))
"""Headings of a quantity that may also number the rows."""
UNSURE = NUMBERS.union(map(plain, _UNSURE["others"]))
"""Headings that may also mean something else than a quantity."""
_LANGUAGES: dict[str, list[str]] = table_words("languages")


def parted(heading: str, languages: Collection[str], *, is_sure: bool = False) -> tuple[str, str]:
    """`Text (EN)`, `text_en`, `Text - English`, `text.en`, `English text`, `英語名` without and with their language; if
    it `is_sure` that they have one, `en_tags`, too."""
    return _parted(heading, tuple(languages), is_sure)


def has_letters(value: object) -> bool:
    """True for words; numbers are in no language."""
    return any(map(str.isalpha, str(value)))


def twins_in(headings: Mapping[int, str], rows: Iterable[Row], languages: Collection[str]) -> frozenset[str]:
    """The headings of words that begin with a language, where others say the same in another or without one: `fr_tags`
    beside `en_tags`, beside `tags`."""
    worded = [heading for i, heading in headings.items() if any(has_letters(row.value(i)) for row in rows)]
    said = {heading: parted(heading, languages, is_sure=True) for heading in worded}
    many = dict[str, set[str]]()
    for rest, code in said.values():
        many.setdefault(plain(rest), set()).add(code)
    return frozenset(heading for heading, (rest, code) in said.items() if code and len(many[plain(rest)]) > 1)


@lru_cache(maxsize=65536)
def _parted(heading: str, languages: tuple[str, ...], is_sure: bool) -> tuple[str, str]:
    ends, begins, codes = _spoken(languages)
    found, other = ends.fullmatch(heading.strip()), begins.fullmatch(heading.strip())
    if found:
        return found[1], codes[re.sub("[_ ]", "-", found[2].lower())]
    if other and (is_sure or meant_by(other[2])):
        return other[2], codes[re.sub("[_ ]", "-", other[1].lower())]
    code = base_of_language(next(iter(tags_in([heading])), ""))
    country = rf"[\W_]+{code}[-_].*"
    return (re.sub(country, "", heading, flags=re.IGNORECASE), code) if code in languages else (heading, "")


@lru_cache(maxsize=64)
def _spoken(languages: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    """What ends in a word for one of some languages, what begins with one, and the languages by these words."""
    bases = [(code, base_of_language(code)) for code in languages]
    named = [(word, code) for code, base in bases for word in (base, *_LANGUAGES.get(base, ()))]
    codes = dict(reversed([*((code.lower(), code) for code in languages if "-" in code), *named]))
    long = sorted(codes, key=len, reverse=True)
    any_, full = (_one_of(words) for words in (long, [word for word in long if len(word) > 1]))
    ends, begins = rf"(.+?)[\W_]+({any_})\W*", rf"({full})(?:[\W_]+|(?<=語)の?)(.+)"
    return re.compile(ends, re.IGNORECASE), re.compile(begins, re.IGNORECASE), codes


def _one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\-", "[-_ ]") for word in words) or "(?!)"


_TAG = lazy_pattern(rf"(?:^|[\W_])({'|'.join(_LANGUAGES)})[-_]([a-z]{{2}}|hans|hant)(?=[\W_]|$)", re.IGNORECASE)
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
    word = plain(heading)
    return next((code for code, words in _LANGUAGES.items() if word in words), "")


def meant_by(heading: str) -> str:
    """The name that a heading usually stands for, `text` for `Effekt`, also without accents; "" if none."""
    if _COUNTED.fullmatch(heading.strip()):
        return "count"
    return _MEANT.get(plain_ascii(plain(heading)), "")


_COPIES = {part: "|".join(words) for part, words in table_words("copies").items()}
_COUNTED = lazy_pattern(
    r"(?i)(?:{many}|{sum})[\W_]*(?:{of})?[\W_]*(?:the)?[\W_]*(?:{what})|(?:{what})[\W_]*(?:{sum})".format(**_COPIES)
)
_ALL = [(plain_ascii(word), name) for name, words in USUAL.items() for word in (name, *words)]
_MEANT = dict(reversed(_ALL))


@lru_cache(maxsize=4096)
def is_slip_of_count(words: str, title: str = "") -> bool:
    """True for a word that is a letter away from a name of a quantity: `Qyt`, `Quanity`; for the French one that is the
    Spanish `name`, and for the title of a table, which countersheets have above their quantities."""
    word = plain(words)
    if word in (plain(title), "nombre"):
        return True

    def is_one(a: str, b: str) -> bool:
        n = shared_start(a, b)
        swapped = a[n : n + 2] == b[n : n + 2][::-1] and a[n + 2 :] == b[n + 2 :]
        other = len(b) > 3 and (a[n + 1 :] in (b[n:], b[n + 1 :]) or a[n:] == b[n + 1 :])  # `Str` is not `stk`
        return swapped or other

    names = () if meant_by(words) else {*USUAL["count"]} - UNSURE  # `cout` is a cost
    return any(len(name) > 2 and is_one(word, name) for name in names)
