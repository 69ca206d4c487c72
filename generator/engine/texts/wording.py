"""Texts in their languages: Japanese left in another edition, half-width kana, brackets, doubled words, spaces.

Takes the texts on a `Desk`, one language at a time; gives a problem at the exact letters. What markup refers to is not
read as words. `languages.py` compares the languages with each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from unicodedata import bidirectional, category

from generator.data.markup import Token
from generator.data.model import Game
from generator.data.reading.suggestions import INVISIBLE
from generator.data.walk import Spoken, texts_of
from generator.diagnostics.findings import Finding
from generator.engine.registry import Desk, Problem, check, once
from generator.engine.texts.lexicon import base_of_language, is_japanese, is_latin
from generator.typeset.fonts import FontBook
from generator.typeset.overset import glyph_finding

MANY = 3
"""More slips of a kind than this in one text are told as one."""

_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
_LETTERS = re.compile(f"[{_KANA}\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9d々〆]+")
_WIDE = re.compile("[\uff01-\uff5e\u3000-\u3003\u3008-\u3011\u3014-\u301b\uffe0-\uffe6・]+")
_HALF = re.compile("[\uff61-\uff9f]+")
_DOUBLED = re.compile(r"\b([A-Za-z]{2,})(?:[ \n]+\1\b)+", re.IGNORECASE)
_DOUBLED_KANA = re.compile("をを|がが|にに|、、|。。")
_SPACED = re.compile(r"(?<=\S)[ \t]+(?=[,.;:!?)\]](?:\s|$))|(?<=[^\s.!?:])[ \t]{2,}(?=\S)")
_SPACED_WIDE = re.compile("[ \t]+(?=[、。」』）])|(?<=[「『（])[ \t]+")
_FOREIGN = re.compile(
    r"(?<![*\\\w])\*[^\s*](?:[^*\n]{0,40}[^\s*])?\*(?![*\w])|(?<![\w\\])_[^\W_](?:[^_\n]{0,40}\w)?_(?!\w)"
    r"|</?(?:b|i|u|em|strong|br|p|span|font)\b[^<>\n]{0,40}/?>|&(?:nbsp|amp|lt|gt|quot|#\d+);|\\n",
    re.IGNORECASE,
)
_MEANT = (
    ("*", "write `**bold**`, or `\\*` for a star; there are no italics"),
    ("_", "write `**bold**`; there are no italics"),
    ("<br", "write a line break, in a `|` block"),
    ("<b", "write `**bold**`"),
    ("<strong", "write `**bold**`"),
    ("&", "write the character itself"),
)
_JOINERS = "\u200c\u200d"
_UNSEEN = re.compile("[\u200b\u2060\ufeff\u200c\u200d]")  # a soft hyphen is told as F013
_SIGNS = re.compile(r"[()\[\]（）「」『』【】〈〉《》〔〕„“”\"]")
_TWICE = {
    "en": ("had", "that"),
    "fr": ("nous", "vous"),
    "de": ("die", "der", "das", "den", "dem", "sie"),
    "nl": ("die", "dat", "had"),
}
"""By language: words that may well stand twice in a row (`vous vous trompez`, `Karten, die die Spieler halten`)."""
_FREE_SIGNS = {"fr": ":;!?"}
"""By language: signs before which a space belongs."""
_SUSPECT_LATIN = re.compile("|".join((_LETTERS.pattern, _WIDE.pattern, f"(?i:{_DOUBLED.pattern})", _SPACED.pattern)))
_SUSPECT_JAPANESE = re.compile("|".join((_HALF.pattern, _DOUBLED_KANA.pattern, _SPACED_WIDE.pattern)))
"""Most texts are sound; one look sorts out those that the checks below have to look at."""

Found = Iterator[tuple[int, int, str, str]]
"""Offset and length in the words, message, hint."""
Look = Callable[[str, Token, str], Found]
"""Looks at a token of the words of a language."""


@once
def _suspects(desk: Desk) -> tuple[tuple[Spoken, str], ...]:
    """Texts, with the language, in which something may be wrong."""
    patterns = {la: _SUSPECT_LATIN if is_latin(la) else _SUSPECT_JAPANESE for la in desk.game.languages}
    return tuple(
        (spoken, language)
        for spoken in desk.texts
        for language, words in spoken.text.words.items()
        if language in patterns and not spoken.faults[language] and patterns[language].search(words)
    )


def _each(desk: Desk, look: Look, applies: Callable[[str], bool]) -> Iterator[Problem]:
    """Runs a look over the plain words of the suspects in the languages it is for."""
    for spoken, language in _suspects(desk):
        if applies(language):
            yield from _looked(desk, spoken, language, spoken.tokens[language], look)


def _looked(desk: Desk, spoken: Spoken, language: str, tokens: tuple[Token, ...], look: Look) -> Iterator[Problem]:
    words = spoken.text.words[language]
    found = [
        one
        for token in tokens
        if token.kind in ("text", "ruby")
        for one in look(words, token, base_of_language(language))
    ]
    told = found if len(found) <= MANY else found[:1]
    more = f" (and {len(found) - 1} more such places in this text)" if told != found else ""
    for start, length, message, hint in told:
        yield Problem(spoken.place(desk.game, language, start, length), f"{message} in {language}{more}", hint)


@check("L003")
def no_japanese_is_left(desk: Desk) -> Iterator[Problem]:
    """The words of a language that is written in letters hold no kana and no kanji."""

    def look(words: str, token: Token, _: str) -> Found:
        for found in _LETTERS.finditer(words, token.start, token.end) if not words.isascii() else ():
            hint = "write it in letters, or give the text its words by language: `{ja: .., en: ..}`"
            yield found.start(), len(found.group()), f"`{found.group()}` is Japanese, left", hint

    yield from _each(desk, look, is_latin)


@check("L004")
def no_wide_signs_are_left(desk: Desk) -> Iterator[Problem]:
    """Nor do they hold full-width letters, digits and signs."""

    def look(words: str, token: Token, _: str) -> Found:
        for found in _WIDE.finditer(words, token.start, token.end) if not words.isascii() else ():
            narrow = found.group().translate(_NARROW)
            message = f"`{found.group()}` is full-width"
            yield found.start(), len(found.group()), message, f"write `{narrow}`"

    yield from _each(desk, look, is_latin)


_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict(
    zip(map(ord, "\u3000、。「」『』（）・"), ' ,.""""()-', strict=True)
)


@check("L005")
def kana_are_full_width(desk: Desk) -> Iterator[Problem]:
    """Japanese is written with full-width kana."""

    def look(words: str, token: Token, _: str) -> Found:
        from unicodedata import normalize

        for found in _HALF.finditer(words, token.start, token.end):
            wide = normalize("NFKC", found.group())
            yield found.start(), len(found.group()), f"`{found.group()}` is half-width", f"write `{wide}`"

    yield from _each(desk, look, is_japanese)


@check("L007")
def words_stand_once(desk: Desk) -> Iterator[Problem]:
    """No word stands twice in a row."""

    def latin(words: str, token: Token, language: str) -> Found:
        for found in _DOUBLED.finditer(words, token.start, token.end):
            if found[1].lower() not in _TWICE.get(language, ()):
                times = len(found.group().split())
                many = "twice" if times == 2 else f"{times} times in a row"
                yield found.start(), len(found.group()), f"`{found[1]}` stands {many}", f"write `{found[1]}` once"

    def japanese(words: str, token: Token, _: str) -> Found:
        for found in _DOUBLED_KANA.finditer(words, token.start, token.end):
            one = found.group()[:1]
            yield found.start(), len(found.group()), f"`{one}` stands twice", f"write `{one}` once"

    yield from _each(desk, latin, is_latin)
    yield from _each(desk, japanese, is_japanese)


@check("L008")
def spaces_stand_where_they_belong(desk: Desk) -> Iterator[Problem]:
    """No space before a comma or a full stop, no two spaces in a row."""

    def latin(words: str, token: Token, language: str) -> Found:
        for found in _SPACED.finditer(words, token.start, token.end):
            after = words[found.end() : found.end() + 1]
            if after in _FREE_SIGNS.get(language, "") and len(found.group()) == 1:
                continue
            what, hint = (f"a space before `{after}`", "delete it") if after in ",.;:!?)]" else _TWO_SPACES
            yield found.start(), len(found.group()), what, hint

    def japanese(words: str, token: Token, _: str) -> Found:
        for found in _SPACED_WIDE.finditer(words, token.start, token.end):
            yield found.start(), len(found.group()), "a space beside a full-width sign", "delete it"

    yield from _each(desk, latin, is_latin)
    yield from _each(desk, japanese, is_japanese)


@check("L012")
def nothing_is_invisible(desk: Desk) -> Iterator[Problem]:
    """No text holds a character that nobody sees, but for what joins an emoji or the letters of some scripts."""
    for spoken in desk.texts:
        for language, words in spoken.text.words.items():
            if words.isascii() or spoken.faults.get(language):
                continue
            for found in _UNSEEN.finditer(words):
                if found[0] in _JOINERS and _joins(words, found.start()):
                    continue
                before, after = re.split(r"\s", words[: found.start()])[-1], re.split(r"\s", words[found.end() :])[0]
                near = _UNSEEN.sub("", before[-12:] + after[:12])
                what = f"{INVISIBLE[found[0]]} (U+{ord(found[0]):04X}) stands in `{near}`"
                yield Problem(spoken.place(desk.game, language, found.start()), f"{what} in {language}", "delete it")


@check("L013")
def no_markup_of_other_languages_is_left(desk: Desk) -> Iterator[Problem]:
    """No text holds markup of Markdown or HTML: it would be printed as it stands."""
    for spoken in desk.texts:
        for language, tokens in spoken.tokens.items():
            words = spoken.text.words[language]
            if spoken.faults.get(language) or not _FOREIGN.search(words):
                continue
            for token in tokens:
                found = _FOREIGN.search(words, token.start, token.end) if token.kind == "text" else None
                if found is not None:
                    hint = next((h for start, h in _MEANT if found[0].lower().startswith(start)), "delete it")
                    place = spoken.place(desk.game, language, found.start(), len(found[0]))
                    yield Problem(place, f"`{found[0][:24]}` is no markup here, left in {language}", hint)


def _joins(words: str, at: int) -> bool:
    """True between two signs of an emoji, or two letters of a script that joins its letters."""
    both = words[at - 1 : at], words[at + 1 : at + 2]
    return all(c and (category(c) in ("So", "Sk", "Mn", "Mc") or bidirectional(c) == "AL") for c in both)


_TWO_SPACES = ("two spaces in a row", "write one")

_PAIRS = {
    **{close: (start,) for start, close in zip("([（「『【〈《〔", ")]）」』】〉》〕", strict=True)},
    "”": ("“", "„"),
    "“": ("„",),
}
"""What closes what; the sign that opens in English closes in German."""
_OPEN = frozenset(start for starts in _PAIRS.values() for start in starts)


@check("L006")
def brackets_are_closed(desk: Desk) -> Iterator[Problem]:
    """Every bracket and every quotation mark has its partner in the same text."""
    for spoken in desk.texts:
        for language, tokens in spoken.tokens.items():
            words = spoken.text.words[language]
            if _SIGNS.search(words) and not spoken.faults[language]:
                for at in _unpaired(words, tokens):
                    hint = "write its partner, or delete it"
                    place = spoken.place(desk.game, language, at)
                    yield Problem(place, f"`{words[at]}` stands without its partner in {language}", hint)


def _unpaired(words: str, tokens: tuple[Token, ...]) -> list[int]:
    """Offsets of brackets and quotes that stand alone. A `)` behind a number or a letter at the start counts a list."""
    stack: list[int] = []
    alone: list[int] = []
    quotes: list[int] = []
    for token in tokens:
        for at in range(token.start, token.end) if token.kind == "text" else ():
            sign = words[at]
            if stack and words[stack[-1]] in _PAIRS.get(sign, ()):
                stack.pop()
            elif sign in _OPEN:
                stack.append(at)
            elif sign in _PAIRS:
                if not re.search(r"(?:^|[\s(（])[\dA-Za-z]{1,2}$", words[:at]):
                    alone.append(at)
            elif sign == '"':
                quotes.append(at)
    inches = [at for at in quotes if at and words[at - 1].isdigit()]
    return sorted([*stack, *alone, *(quotes[-1:] if len(quotes) % 2 and not inches else [])])


# ---- characters that no font draws ----


def undrawn(game: Game, book: FontBook) -> list[Finding]:
    """The findings of all texts of a game, in all its languages."""
    strange = _strange(set().union(*game.sources.values()), book)
    if not strange:
        return []
    run = re.compile(f"[{re.escape(''.join(sorted(strange)))}]+")
    return [f for spoken in texts_of(game) for f in _in_text(game, spoken, run)]


def _strange(characters: Iterable[str], book: FontBook) -> set[str]:
    return {c for c in characters if unicodedata.category(c)[0] not in "CZ" and not _drawn(c, book)}


def _drawn(char: str, book: FontBook) -> bool:
    return any(file.has(char) for file in book.files.values())


def _in_text(game: Game, spoken: Spoken, run: re.Pattern[str]) -> Iterable[Finding]:
    for language, words in spoken.text.words.items():
        for found in run.finditer(words):
            place = spoken.place(game, language, found.start(), len(found[0]))
            kind, _, name = spoken.owner.partition(" ")
            owner = f"`{name or game.id}`" if kind in ("item", "game") else f"the {kind} `{name}`"
            what = f"{owner}, `{spoken.role.rpartition('.')[2]}` in `{language}`"
            yield glyph_finding(found[0], place, what, "no font")
