"""What words mean in the languages that many games speak: numbers, names of terms, quotations, player aids.

Takes plain words and a language ("en", "fr-CA"); gives numbers, counts and what pieces are for. Promise: of
a language that is not in these tables nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from generator.data.markup import Token
from generator.data.model import Game, Parameter, Term
from generator.values import dataclass

Language = str


def base_of_language(language: Language) -> str:
    """ "fr" of "fr-CA"."""
    return language.partition("-")[0]


def is_japanese(language: Language) -> bool:
    """True of Japanese."""
    return base_of_language(language) == "ja"


def is_latin(language: Language) -> bool:
    """True of a language that is written in letters."""
    return base_of_language(language) not in ("ja", "zh", "ko")


_QUOTED = re.compile("「[^」]*」|『[^』]*』|“[^”]*”|‘[^’]*’|«[^»]*»|`[^`]*`|\"[^\"]*\"|(?<!\\w)'[^']*'(?!\\w)")


def unquoted(words: str) -> str:
    """The words, with blanks in the place of those that are somebody else's: in quotation marks."""
    return _QUOTED.sub(lambda quoted: " " * len(quoted[0]), words)


_AIDS: dict[Language, str] = {
    "en": r"\b(?:player|rules?|turn|quick|game)[ -]?(?:aids?|summar|help|references?)|\breference (?:card|sheet|board)"
    r"|cheat ?sheet|^(?:aids?|summar(?:y|ies)|references?|help(?: cards?)?)$",
    "de": r"übersicht|spielhilfe|hilfskarte|kurzregel",
    "fr": r"\baides? (?:de jeu|joueur)|mémento|récapitulatif",
    "es": r"\bayuda\b|referencia|resumen",
    "it": r"\baiuto\b|riassunt|riepilog|promemoria",
    "pt": r"\bajuda\b|referência|resumo",
    "nl": r"hulpkaart|overzicht|spelhulp|samenvatting",
    "ja": "早見|サマリー|リファレンス|(?:プレイ|プレイヤー)エイド|一覧表",
    "zh": "速查|参考|參考|提示卡|玩家帮助|玩家輔助",
}


def is_aid(name: str, language: Language) -> bool:
    """Whether a name says that a piece tells the rules itself: a player aid, a reference card."""
    pattern = _AIDS.get(base_of_language(language))
    return pattern is not None and re.search(pattern, name.strip(), re.IGNORECASE) is not None


# ---- numbers ---------------------------------------------------------------------------------------------------

_CARDINALS: dict[Language, str] = {
    "en": "- - two three four five six seven eight nine ten eleven twelve",
    "de": "- - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "- - deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "- - dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "it": "- - due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pt": "- - dois três quatro cinco seis sete oito nove dez onze doze",
    "nl": "- - twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "ja": "- - 二 三 四 五 六 七 八 九 十 十一 十二",
    "zh": "- - 二 三 四 五 六 七 八 九 十 十一 十二",
}
_HINTS: dict[Language, dict[int, str]] = {
    "en": {
        0: r"\bno\b|\bnone\b|zero|nothing|nobody|without|free",
        1: r"\ban?\b|\bone|\bonce\b|single",
        2: r"twice|\bboth\b|second|\bpairs?\b|\bdoubl|\bhal(?:f|ves)\b|other|two",
        3: r"third|thrice|tripl|three",
        4: r"fourth|quarter|four",
        5: r"fifth|fiv",
        6: r"sixth",
        9: r"ninth",
        10: r"tenth|dozen",
        12: r"dozen|twelfth",
        20: r"twent",
        100: r"hundred",
    },
    "de": {
        0: r"\bkein|\bnull|ohne|nicht|kostenlos",
        1: r"\bein",
        2: r"zwei|beide|doppelt|zwo|paar|hälfte|halb|ander",
        3: "drei|dritt",
        4: "viert|viertel",
        20: "zwanzig",
        100: "hundert",
    },
    "fr": {
        0: r"aucun|zéro|\bsans\b|\bpas\b|rien|personne|gratuit",
        1: r"\bune?\b|\bl['’]",
        2: r"deuxi|second|double|moitié|demi|paire|autre",
        3: "troisi|tiers|triple",
        4: "quatri|quart",
        20: "vingt",
        100: r"\bcents?\b",
    },
    "es": {
        0: r"ning|cero|\bsin\b|\bno\b|nada|nadie|gratis",
        1: r"\bun[oa]?\b",
        2: r"ambos|ambas|segund|doble|mitad|medi|otr",
        3: "tercer|triple",
        4: "cuart",
        20: "veinte",
        100: "cien",
    },
    "it": {
        0: r"nessun|zero|senza|\bnon\b|niente|gratis",
        1: r"\bun[oa]?\b|\bun['’]",
        2: r"entramb|second|doppi|metà|mezz|altr",
        3: "terz|tripl",
        4: "quart",
        20: "venti",
        100: "cento",
    },
    "pt": {
        0: r"nenhum|zero|\bsem\b|\bnão\b|nada|grátis",
        1: r"\buma?\b",
        2: r"duas|ambos|ambas|segund|dobro|metade|mei[oa]|outr",
        3: "terceir|triplo",
        4: "quart",
        20: "vinte",
        100: "cem",
    },
    "nl": {
        0: r"\bgeen\b|\bnul\b|zonder|niet|gratis",
        1: r"\been\b|één",
        2: r"beide|tweede|dubbel|helft|half|ander",
        3: "derde",
        4: "vierde|kwart",
        20: "twintig",
        100: "honderd",
    },
    "ja": {
        0: "零|なし|無|ない|ゼロ",
        1: "一|ひと",
        2: "両|ふた|ニ|半分|ゾロ目|もう|倍|第2|ペア",
        3: "みっ|第3",
        4: "よっ",
        20: "二十",
        100: "百",
    },
    "zh": {0: "零|无|沒|没", 1: "一", 2: "两|兩|双|雙|半", 3: "叁", 20: "二十", 100: "百"},
}
"""Words in which a number is hidden: `both` is 2, `a` is 1. They excuse a number that is looked for, and are none."""

_DIGITS = re.compile(r"(?<![\d.,])\d{1,6}(?:[.,]\d+)*")
_NARROW = {0xFF10 + n: str(n) for n in range(10)}


@dataclass(frozen=True, slots=True)
class _Numerals:
    words: re.Pattern[str]
    values: dict[str, int]


@lru_cache(maxsize=32)
def _numerals(language: Language) -> _Numerals | None:
    names = _CARDINALS.get(language, "").split()
    values = {name: n for n, name in enumerate(names) if name != "-"}
    if not values:
        return None
    edge = "" if language in ("ja", "zh") else r"\b"
    tail = (
        "(?=[つ枚個回人点本マ種色度箇か])" if language == "ja" else "(?=[张張个個次枚点點])" if language == "zh" else ""
    )
    longest = "|".join(sorted(values, key=len, reverse=True))
    return _Numerals(re.compile(f"(?<![第十百]){edge}(?:{longest}){edge}{tail}", re.IGNORECASE), values)


def numbers_in(words: str, language: Language) -> Iterator[int]:
    """The whole numbers that words say: as digits, or as words from two to twelve."""
    plain = words.translate(_NARROW).casefold() if not words.isascii() else words.casefold()
    for found in _DIGITS.findall(plain):
        if found.isdigit():
            yield int(found)
    numerals = _numerals(base_of_language(language))
    if numerals is not None:
        yield from (numerals.values[one] for one in numerals.words.findall(plain))


def words_to_digits(words: str, language: Language) -> str:
    """The same words with cardinal numbers from two to twelve as digits."""
    numerals = _numerals(base_of_language(language))
    plain = words.translate(_NARROW) if not words.isascii() else words
    return (
        plain if numerals is None else numerals.words.sub(lambda m: str(numerals.values[m.group().casefold()]), plain)
    )


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
    edge = "" if language in ("ja", "zh") else r"\b"
    names = [f"{edge}{name}" for name, number in numerals.values.items() if number == value]
    return re.compile("|".join([*names, _HINTS[language].get(value, "")]).strip("|") or "(?!)")


def values_of(parameter: Parameter) -> set[int]:
    """All whole numbers that a parameter can be."""
    return {int(v) for v in (set(parameter.by_players.values()) or {parameter.value}) if v == int(v)}


def numbers_of(game: Game, token: Token, language: Language) -> Iterator[int]:
    """The whole numbers that a token is printed as."""
    if token.kind in ("text", "ruby"):
        yield from numbers_in(token.text, language)
    elif token.kind == "parameter" and token.text in game.parameters:
        yield from values_of(game.parameters[token.text])
    elif token.kind == "count" and token.text in game.sets and game.sets[token.text].pieces is not None:
        yield game.sets[token.text].pieces or 0


# ---- names of terms --------------------------------------------------------------------------------------------


def names_of(terms: Iterable[Term], language: Language) -> list[tuple[str, str]]:
    """All names of terms in a language, in small letters, with their ids."""
    named = ((text, t.id) for t in terms for text in (t.name, t.plural, t.short) if text is not None)
    return [(name.casefold(), term) for text, term in named if (name := text.in_language(language))]


def is_named(term: Term, words: str, language: Language) -> bool:
    """True if plain words hold a name of a term."""
    low = words.casefold()
    return any(name in low for name, _ in names_of((term,), language))


def stems(name: str) -> list[str]:
    """The words of an id, also without the ending of a plural."""
    return [word for part in name.split("-") for word in dict.fromkeys((part, part.removesuffix("s")))]
