"""Texts as checks of meaning read them: in small letters, numbers as digits, and what is known under a name as
`<kind:id>`.

Takes tokens; gives words, and their sentences and clauses. `<t:salt>` is a term, `<s:card>` a set, `<k:good>` a kind,
`<i:card/dawn>` an item, `<p:toll>` a parameter; of a name that several bear, the first of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache, wraps

from generator.data.lexicon import all_entries, entry, is_latin, values_of, words_to_digits
from generator.data.markup import Token
from generator.data.model import Game, Text
from generator.data.quoted import number_said
from generator.data.walk import Spoken
from generator.engine.registry import Desk, Problem, check, first_told, once_per_desk
from generator.values import lazy_pattern

MANY = 300
"""The names of the items of larger sets are not looked for."""
_SENTENCES = lazy_pattern(r"(?<=[.!?。！？])\s*|\n+")
THING, NUMBER = lazy_pattern(r"<([tski]):([^<>]+)>"), lazy_pattern(r"(?<![\da-z.,])\d+(?![\d%]|[.,]\d)")
_PARAMETER = lazy_pattern(r"<p:([\w-]+)>")
_SIGNS = {"term": "t", "set": "s", "parameter": "p"}

Finder = Callable[[str], str]
"""Words -> the same with the names in them as `<kind:id>`."""


def _names(game: Game, language: str) -> dict[str, str]:
    """What is called so, by its name in small letters."""
    named = [(text, f"t:{t.id}") for t in game.terms.values() for text in (t.name, t.plural) if text is not None]
    named += [(text, f"s:{s.id}") for s in game.sets.values() for text in (s.name, s.plural) if text is not None]
    named += [(kind.name, f"k:{kind.id}") for kind in game.kinds.values()]
    small = [s for s in game.sets.values() if len(s.items) <= MANY and game.sections]
    items = ((i.values.get("name"), f"i:{s.id}/{i.id}") for s in small for i in s.items)
    named += [(text, who) for text, who in items if isinstance(text, Text)]
    found: dict[str, str] = {}
    for text, who in named:
        name = text.in_language(language).casefold()
        first, gap, rest = name.partition(" ")  # `cartes monstre`
        forms = (name, f"{name}s", *((f"{first}s {rest}", f"{first}s {rest}s") if gap else ()))
        for form in forms if is_latin(language) else (name,):
            if len(name) > is_latin(language):
                found.setdefault(form, who)
    for form, who in _with_pieces(game, language):
        found.setdefault(form, who)
    return found


def _with_pieces(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """What cards and tiles of sets are called whose names lack that word: `monster cards`, `Monsterkarten`."""
    for owner in game.sets.values():
        many = entry(language, "compounds", owner.kind) or entry(language, "pieces", owner.kind)
        for text in (t for t in (owner.name, owner.plural) if many and t is not None):
            name = text.in_language(language).casefold()
            for stem in dict.fromkeys((name, name.removesuffix("s"))) if is_latin(language) else ():
                forms = (f"{stem} {many}", f"{stem}{many}", f"{stem}-{many}", f"{many} {stem}", f"{many} de {stem}")
                yield from ((form, f"s:{owner.id}") for form in forms if len(name) > 1)
            if not is_latin(language) and name:
                yield name + many, f"s:{owner.id}"


@once_per_desk
def finders(desk: Desk) -> Mapping[str, Finder]:
    """By language, what marks names."""
    return {language: _finder(_names(desk.game, language), language) for language in desk.game.languages}


def _finder(names: Mapping[str, str], language: str) -> Finder:
    ways: dict[str, str] = {}  # a name and its plural are one, which is compiled in half the time
    for name in sorted(names, key=len):
        if name[-1] != "s" or name[:-1] not in ways:
            ways[name] = re.escape(name[1:]) + "s?" * (f"{name}s" in names)
    by_first: dict[str, list[str]] = {}
    for name in sorted(ways, key=len, reverse=True):
        by_first.setdefault(name[0], []).append(ways[name])
    choices = "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items()) or "(?!)"
    found = re.compile(rf"\b(?:{choices})\b" if is_latin(language) else choices)
    return lambda words: found.sub(lambda m: f"<{names[m[0]]}>", words)


def spelt(desk: Desk, tokens: Sequence[Token], language: str) -> str:
    """The words of tokens in small letters, numbers in them as digits, things as `<kind:id>`."""
    find = finders(desk).get(language, str)
    return "".join(_spelt(desk.game, t, language, find) for t in tokens)


def _spelt(game: Game, token: Token, language: str, find: Finder) -> str:
    if token.kind in ("text", "ruby"):
        return find(words_to_digits(token.text, language).casefold())
    if token.kind in ("break", "paragraph"):
        return "\n"
    if token.kind == "count":
        owner = game.sets.get(token.text)
        return str(owner.pieces) if owner and owner.pieces is not None and not token.detail else "?"
    if token.kind == "value":
        number = number_said(token, game)
        return "" if number is None else str(number)
    if token.kind == "item":
        return f"<i:{token.text}/{token.detail}>"
    return f"<{_SIGNS[token.kind]}:{token.text}>" if token.kind in _SIGNS else ""


def figured(game: Game, words: str) -> str:
    """The same with parameters as their numbers."""

    def value(found: re.Match[str]) -> str:
        known = game.parameters.get(found[1])
        values = values_of(known) if known is not None else set()
        return str(min(values)) if len(values) == 1 else "?"

    return _PARAMETER.sub(value, words)


def numbered(game: Game, tokens: Sequence[Token], language: str) -> str:
    """The words of tokens in small letters, all numbers as digits, and `_` for a thing that is cited."""
    return THING.sub("_", figured(game, "".join(_spelt(game, t, language, str) for t in tokens)))


_LATIN, _RUNS = lazy_pattern(r"[^\W\d_]{3,}"), lazy_pattern(r"[\u4e00-\u9fff々]+|[\u30a0-\u30ff]{2,}")


def beginnings(words: str, language: str) -> list[str]:
    """The beginnings of words but those that say little; of Japanese pairs of ideographs, and rows of katakana."""
    if is_latin(language):
        idle = _idle(language)
        return [w.removesuffix("s")[:5] for w in _LATIN.findall(words) if w not in idle]
    runs = _RUNS.findall(words)
    pairs = (run[n : n + 2] for run in runs for n in range(max(1, len(run) - 1)) if run[0] > "ヿ")
    return [*pairs, *(run for run in runs if run[0] <= "ヿ")]


@lru_cache(maxsize=16)
def _idle(language: str) -> Set[str]:
    return frozenset(entry(language, "idle").split())


@cache
def _clauses() -> re.Pattern[str]:
    return re.compile(rf"[,;:.!?+](?=\s|$)|[、。；：，！？＋]|\n|{all_entries('joins')}")


def clauses(words: str) -> list[str]:
    """Some words in parts, at commas and at words that join clauses."""
    return _clauses().split(words)


def sentences(words: str) -> list[str]:
    """The sentences and lines of some words."""
    return [s for s in _SENTENCES.split(words) if s.strip()]


LARGE = 1_000
"""The texts of the items of larger sets are not read: there the mistake is in what made them."""


@once_per_desk
def sound(desk: Desk) -> Sequence[Spoken]:
    """The texts without faults; of items alone, where nothing else can say the same, none."""
    sets = desk.game.sets.values()
    large = tuple(f"item {owner.id}/" for owner in sets if len(owner.items) > LARGE)
    alone = ("item ",) if len(desk.game.languages) == 1 and not desk.game.sections else ()
    return [s for s in desk.texts if not s.owner.startswith((*large, *alone)) and not any(s.faults.values())]


@once_per_desk
def told(desk: Desk) -> Sequence[tuple[Spoken, Mapping[str, str]]]:
    """The same, each with its words by language as `spelt`."""
    return [(s, {la: spelt(desk, ts, la) for la, ts in s.tokens.items()}) for s in sound(desk)]


Say = Callable[[Desk, Spoken, str, str], str]


def check_words(code: str, hint: str, owners: tuple[str, ...] = ("",)) -> Callable[[Say], Say]:
    """Registers a check of words as `spelt`, of texts whose owners begin so: it says what is wrong with them in a
    language, "" if nothing is."""

    def register(say: Say) -> Say:
        @check(code)
        @wraps(say)
        def look(desk: Desk) -> Iterator[Problem]:
            for spoken, by_language in told(desk):
                if spoken.owner.startswith(owners):
                    said = ((la, say(desk, spoken, words, la)) for la, words in by_language.items())
                    yield from first_told(spoken, said, hint)

        return say

    return register
