"""What words mean in the languages that many games speak: numbers, names of terms, quotations, player aids.

Takes plain words and a language ("en", "fr-CA"); gives numbers, names, and what languages/ says, a file each:

| key | what it holds |
| --- | --- |
| aids | what names a piece that tells the rules itself: a player aid, a reference card |
| cardinals, counters | the numbers from two on (`dois/duas`), and what must stand behind one that is a number |
| tens, large | what joins tens with what is below the next one; beside which a number is another (`hundred`, `halb`) |
| hints | by number, words in which it is hidden (`both` is 2): they excuse a number that is looked for, and are none |
| colours | what each colour is called |
| denials | what `sure`ly denies, `any`thing that does, what may stand for it (`else`), forbids, allows |
| opposites, duties, turns | pairs, a line a pair, in one order in all languages: of all texts, between them, of edits |
| twice, spaced-signs | words that may well stand twice in a row (`vous vous trompez`), signs with a space before them |
| totals | what says that a number is a sum |
| whole | what says how many there are of all of `{s}`: `{n}`, `{nn}` (two digits); `{c}`: `pieces`, `{end}`: `ends` |
| quotes | the marks that open and close what is quoted |
| articles | those of which another may stand before a thing only because that is called otherwise |
| ends, parts | what may stand behind a name that is all of it, no adjective; what makes a number that of a part |
| variants | what makes it that of another game than the usual one: an expansion, playing alone |
| players, states | `2 to 4 players`, the least a group of its own; what says what a number is (`hand size of 5`) |
| pieces | what any card, any tile is called |
| compounds | the same behind the name of a set, where `pieces` are patterns |
| all-of, equals | `all 3 make 6`, `2 + 4 makes 6` |
| joins, listing | what joins clauses, and members of a list |
| each, bounds, compares | what says that a number is one of several, a limit, one of two that are compared |
| alternatives | two ways to write a word, a line a pair: a game takes one |
| vocabulary | words of games that dictionaries lack |
| dictionary | `none`, where that at hand lacks the forms of most words |
| spellings, capitals | `our/or`: also spelt so in dictionaries; `nouns`, where a capital letter makes no name |
| stems | the ending of forms without which they are words, too, which dictionaries forget (`wirb` of `wirbt`) |
| never, idle | what says "never", words that say little of what a text is about |

Promise: of a language that has no file nothing is said. What people write in tables, whatever their language, is in
tables.yaml.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.data.model import Parameter, Term
from generator.expressions.runtime import digits
from generator.values import lazy_pattern

Language = str


def base_of_language(language: Language) -> str:
    """ "fr" of "fr-CA"."""
    return language.partition("-")[0]


def tag_of(words: str) -> Language:
    """A tag of BCP 47 as it is usually written: `pt-BR` for `pt_br`, `zh-Hant` for `ZH-hant`."""
    first, *rest = re.split("[-_]", words.strip())
    cased = {2: str.upper, 4: str.title}
    return "-".join((first.lower(), *(cased.get(len(part), str.lower)(part) for part in rest)))


_SPOKEN = lazy_pattern(r"""\{ja: (?P<ja>"[^"]*"|[^,"{}]*), en: (?P<en>"[^"]*"|[^,"{}]*)\}""")


def in_languages(text: str, languages: Sequence[Language]) -> str:
    """YAML whose texts are mappings of Japanese and English -> the same in these languages: others take the English
    words, one alone takes its words as they are."""

    def said(found: re.Match[str]) -> str:
        words = {language: found["ja" if is_japanese(language) else "en"] for language in languages}
        if len(words) == 1:
            return found["ja" if is_japanese(languages[0]) else "en"]
        return f"{{{', '.join(f'{language}: {one}' for language, one in words.items())}}}"

    return _SPOKEN.sub(said, text)


def is_japanese(language: Language) -> bool:
    """True of Japanese."""
    return base_of_language(language) == "ja"


_COMMA = lazy_pattern(
    "af|b[egs]|c[as]|d[ae]|e[lstu]|f[ir]|gl|h[ru]|i[dst]|l[tv]|mk|n[blno]|p[lt]|r[ou]|s[klqrv]|tr|uk|vi"
)


def decimal_of(language: Language) -> str:
    """The decimal sign of numbers in a language (CLDR)."""
    return "," if _COMMA.fullmatch(base_of_language(language)) else "."


def number_words(value: int | float, language: Language = "") -> str:
    """A number as it is printed: no needless decimals, the decimal sign of the language, a real minus sign."""
    words = digits(value).replace(".", decimal_of(language)) if isinstance(value, float) else str(value)
    return re.sub(r"^-", "−", words)


def comma_of(language: Language) -> str:
    """What parts the members of a list."""
    return "、" if base_of_language(language) in ("ja", "zh") else ", "


def is_latin(language: Language) -> bool:
    """True of a language that is written in letters."""
    return base_of_language(language) not in ("ja", "zh", "ko")


def has_japanese(words: str) -> bool:
    """True if there are kana or kanji among the words."""
    return any(unicodedata.name(c, "").startswith(("CJK", "HIRAGANA", "KATAKANA")) for c in words if c > "\u2fff")


def cjk_language_name(words: str, languages: Sequence[Language]) -> str:
    """The English name of the language that kanji and kana are in, in a game that speaks these."""
    names = {"ja": "Japanese", "zh": "Chinese", "ko": "Korean"}
    spoken = [names[base] for base in map(base_of_language, languages) if base in names]
    is_kana = any(unicodedata.name(c, "").startswith(("HIRAGANA", "KATAKANA")) for c in words if c > "\u2fff")
    return "Japanese" if is_kana or not spoken else " or ".join(dict.fromkeys(spoken))


_QUOTED = lazy_pattern("「[^」]*」|『[^』]*』|“[^”]*”|‘[^’]*’|«[^»]*»|`[^`]*`|\"[^\"]*\"|(?<!\\w)'[^']*'(?!\\w)")


def unquoted(words: str) -> str:
    """The words, with blanks in the place of those that are somebody else's: in quotation marks."""
    return _QUOTED.sub(lambda quoted: " " * len(quoted[0]), words)


@cache
def _files() -> Mapping[Language, Path]:
    return {path.stem: path for path in (Path(__file__).parent / "languages").glob("*.yaml")}


@cache
def _words(language: Language) -> Mapping[object, object]:
    """What languages/ says of a language; nothing of one that has no file. In small letters ß is also ss."""
    path = _files().get(language)
    return parsed(path.read_text("utf-8").replace("ß", "(?:ß|ss)") if path else "{}")


def parsed(text: str) -> Mapping[Any, Any]:
    """A file of the tool's own, read as YAML without places."""
    import yaml

    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    found: Mapping[Any, Any] = yaml.load(text, loader)  # noqa: S506 (both are safe)
    return found


@cache
def _tabled() -> Mapping[str, Any]:
    return parsed((Path(__file__).parent / "tables.yaml").read_text("utf-8"))


def table_words(key: str) -> Any:  # noqa: ANN401 (a list, or lists by their names)
    """What tables.yaml has of words that people write above columns and into cells."""
    found = _tabled()[key]
    return found.split() if isinstance(found, str) else {name: words.split() for name, words in found.items()}


@cache
def _labels() -> Mapping[Language, Sequence[Sequence[str]]]:
    return {la: [one.split("/") for one in words.split(", ")] for la, words in _tabled()["labels"].items()}


def label_in(heading: str, language: Language, spoken: Sequence[Language]) -> str:
    """What a usual heading of a column, in one of the languages `spoken` or in English, is called in another; "" of
    others."""
    known, own = _labels(), _labels().get(base_of_language(language), ())
    for words in (known.get(la, ()) for la in dict.fromkeys((*map(base_of_language, (language, *spoken)), "en"))):
        for at, called in enumerate(words if own else ()):
            if heading.casefold() in map(str.casefold, called):
                return heading if words is own else own[at][0]
    return ""


def entry(language: Language, *keys: str | int) -> str:
    """What languages/ says of a language under these keys, patterns joined; "" if nothing."""
    found: Any = _words(base_of_language(language))
    for key in keys:
        found = found.get(key, {})
    return "|".join(found or ()) if isinstance(found, (list, dict)) else found


@cache
def all_entries(key: str) -> str:
    """The patterns of all languages under a key, joined."""
    return "|".join(filter(None, (entry(language, key) for language in sorted(_files()))))


def colour_named(words: str) -> str:
    """The English name of the colour that a word of some language is: `rot`, `赤色`; "" of any other."""
    names, called = _colours()
    found = called.fullmatch(words.strip().casefold())
    return names[found.lastindex - 1] if found and found.lastindex else ""


@cache
def _colours() -> tuple[Sequence[str], re.Pattern[str]]:
    """The English names, and what finds the words for each of them in all languages, a group each."""
    said: Mapping[Language, Any] = {la: _words(la)["colours"] for la in sorted(_files())}
    named = [(str(name), entry(la, "colours", name)) for la, names in said.items() for name in names]
    return [name for name, _ in named], re.compile("|".join(f"({words})色?" for _, words in named))


@lru_cache(maxsize=256)
def pattern(language: Language, *keys: str) -> re.Pattern[str]:
    """The same, compiled; where there is nothing, a pattern that never fits. Numbers end: else one of thousands of
    digits, tried from each of them, takes a minute."""
    return re.compile((entry(language, *keys) or "(?!)").replace(r"\d+", r"\d{1,18}"))


@lru_cache(maxsize=16)
def opposites(language: Language, key: str = "opposites") -> Sequence[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Its pairs of opposites, compiled, in the same order as those of all languages."""
    sides = (line.split(" / ") for line in entry(language, key).splitlines())
    return tuple((re.compile(a), re.compile(b)) for a, b in sides)


def is_aid(name: str, language: Language) -> bool:
    """Whether a name says that a piece tells the rules itself: a player aid, a reference card."""
    return re.search(entry(language, "aids") or "(?!)", name.strip(), re.IGNORECASE) is not None


IDEOGRAPHS = lazy_pattern(r"[\u4e00-\u9fff\u30a0-\u30ff々]{2,}")
"""Rows of kanji and katakana. To compile such a class takes long."""


# ---- numbers ---------------------------------------------------------------------------------------------------

_DIGITS = lazy_pattern(r"\d(?<![\d.,].)\d{,5}(?:[.,]\d+)*")
_NARROW = {0xFF10 + n: str(n) for n in range(10)}
_WIDE = lazy_pattern("[\uff10-\uff19]")


def _cardinals(language: Language) -> Mapping[str, int]:
    """The values of words for numbers. A ten takes all that are below the next (`soixante-dix`)."""
    below = [names.split("/") for names in entry(language, "cardinals").split()]
    values = {name: n for n, names in enumerate(below, 2) for name in names}
    ones, tens = [entry(language, "tens", "one").split("/"), *below], entry(language, "tens", "all").split()
    ways, there = entry(language, "tens", "joined").split("|"), [n for n, names in enumerate(tens) if names != "-"]
    for n, after in pairwise([*there, len(tens)]):
        for ten in tens[n].split("/"):
            values[ten] = 10 * (n + 2)
            for one, names in enumerate(ones[: 10 * (after - n) - 1], 1):
                said = {way.format(ten, name, ten[:-1]) for way in ways for name in names}
                values.update(dict.fromkeys(said, values[ten] + one))
    return values


@lru_cache(maxsize=32)
def _numerals(language: Language) -> tuple[re.Pattern[str], Mapping[str, int]] | None:
    """What finds the words of numbers, and their values; None of a language without any."""
    values = _cardinals(language)
    if not values:
        return None
    edge = r"\b" if is_latin(language) else "(?<![第百千万十一二三四五六七八九])"
    end = edge if is_latin(language) else ""
    tail = f"(?=[{counters}])" if (counters := entry(language, "counters")) else ""
    by_first: dict[str, list[str]] = {}
    for word in sorted({*values, *(name.replace("ss", "ß") for name in values)}, key=len, reverse=True):
        by_first.setdefault(word[0], []).append(word[1:])
    # what is before is looked at behind the first letter: a pattern that begins with letters is looked for much faster
    sides = ((side, rest) for first, rest in by_first.items() for side in dict.fromkeys((first, first.upper())))
    words = "|".join(f"{side}(?<={edge}.)(?i:{'|'.join(rest)})" for side, rest in sides)
    return re.compile(f"(?:{words}){end}{tail}"), values


@lru_cache(maxsize=32)
def _large(language: Language) -> re.Pattern[str]:
    """A word for what is larger beside a number, in what is before `#` and what is behind."""
    words = entry(language, "large") or "(?!)"
    return re.compile(rf"(?:{words})\W(?:(?:and|e)\W)?#|#\W(?:{words})\b")


_ASIDE = 16


def _named(words: str, language: Language) -> Iterator[tuple[int, int, int]]:
    """The numbers that are said by names, with their places; none that is part of a larger one."""
    if (numerals := _numerals(language)) is None:
        return
    for found in numerals[0].finditer(words):
        start, end = found.span()
        if not _large(language).search(f"{words[max(0, start - _ASIDE) : start]}#{words[end : end + _ASIDE]}"):
            yield numerals[1][found[0].casefold()], start, end


def ascii_digits(words: str) -> str:
    """The words with ASCII digits; looked at first, since to translate takes long."""
    return words.translate(_NARROW) if not words.isascii() and _WIDE.search(words) else words


def whole_number(digits: str | int) -> int:
    """The number that decimal digits say; of very many, that of the first ones."""
    return int(str(digits)[:18])


@lru_cache(maxsize=8192)
def numbers_said(words: str, language: Language) -> Sequence[tuple[int, str]]:
    """The whole numbers that words say, as digits, or as words from two to 99; each with what says it."""
    plain = ascii_digits(words)
    digits = [(int(found), found) for found in _DIGITS.findall(plain) if found.isdecimal()]
    named = _named(plain, base_of_language(language))
    return (*digits, *((value, plain[start:end]) for value, start, end in named))


def words_to_digits(words: str, language: Language) -> str:
    """The same words with cardinal numbers from two to 99 as digits."""
    plain, parts, at = ascii_digits(words), [], 0
    for value, start, end in _named(plain, base_of_language(language)):
        parts += [plain[at:start], str(value)]
        at = end
    return "".join([*parts, plain[at:]])


def may_say(value: int, words: str, language: Language) -> bool:
    """True if words may mean this number without a digit: by its name, or by a word such as `both`, `twice`, `no`; in a
    language that is not in the tables, always."""
    hidden = _hidden(value, base_of_language(language))
    tens = value // 10 * 10
    joined = 20 < value < 100 and value != tens and may_say(tens, words, language)  # twenty-two
    return joined or hidden is None or hidden.search(words.casefold()) is not None


@lru_cache(maxsize=512)
def _hidden(value: int, language: Language) -> re.Pattern[str] | None:
    numerals = _numerals(language)
    if numerals is None:
        return None
    edge = r"\b" if is_latin(language) else ""
    names = [f"{edge}{name}" for name, number in numerals[1].items() if number == value]
    return re.compile("|".join([*names, entry(language, "hints", value)]).strip("|") or "(?!)")


def values_of(parameter: Parameter) -> set[int]:
    """All whole numbers that a parameter can be."""
    return {int(v) for v in (set(parameter.by_players.values()) or {parameter.value}) if v == int(v)}


# ---- names of terms --------------------------------------------------------------------------------------------


def names_of(terms: Iterable[Term], language: Language) -> list[tuple[str, str]]:
    """All names of terms in a language, in small letters, with their ids."""
    named = ((text, t.id) for t in terms for text in (t.name, t.plural, t.short) if text is not None)
    return [(name.casefold(), term) for text, term in named if (name := text.in_language(language))]


def is_named(term: Term, words: str, language: Language) -> bool:
    """True if plain words hold a name of a term."""
    low = words.casefold()
    return any(name in low for name, _ in names_of((term,), language))


def id_words(name: str) -> list[str]:
    """The words of an id, also without the ending of a plural."""
    return [word for part in name.split("-") for word in dict.fromkeys((part, part.removesuffix("s")))]
