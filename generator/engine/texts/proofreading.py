"""Texts in their languages: Japanese left in another edition, half-width kana, brackets, doubled words, spaces.

Takes the texts on a `Desk`, one language at a time; gives a problem at the exact letters. What markup refers to is not
read as words. `parity.py` compares the languages with each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from unicodedata import bidirectional, category

from generator.data.lexicon import cjk_language_name, entry, is_japanese, is_latin
from generator.data.markup import Token
from generator.data.model import Game
from generator.data.reading.suggestions import INVISIBLE
from generator.data.walk import Spoken, texts_of
from generator.diagnostics.findings import Finding, Mark
from generator.engine.integrity.unused import idle_fields
from generator.engine.registry import Desk, Problem, all_words, check, check_rows, desk_of, once_per_desk
from generator.project import Project
from generator.typeset.fonts import FontBook
from generator.typeset.setting import glyph_finding, script_of
from generator.values import lazy_pattern

_MANY = 3
"""More slips of a kind than this in one text are told as one."""

_KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
_EAST = f"[{_KANA}\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9d々〆]+"
_LETTERS = lazy_pattern(rf"{_EAST}(?:[ \u3000-\u3011，！？]{{1,2}}{_EAST})*")
"""Words with the signs between them."""
_WIDE = lazy_pattern("[\uff01-\uff5e\u3000-\u3003\u3008-\u3011\u3014-\u301b\uffe0-\uffe6・]+")
_HALF = lazy_pattern("[\uff61-\uff9f]+")
_DOUBLED = lazy_pattern(r"\b([A-Za-z]{2,})(?:[ \n]+\1\b)+", re.IGNORECASE)
_DOUBLED_KANA = lazy_pattern("をを|がが|にに|、、|。。")
_SPACED = lazy_pattern(r"(?<=\S)[ \t]+(?=[,.;:!?)\]](?:\s|$))|(?<=[^\s.!?:])[ \t]{2,}(?=\S)")
_SPACED_WIDE = lazy_pattern("[ \t](?:[ \t]*(?=[、。」』）])|(?<=[「『（].)[ \t]*)")
_FOREIGN = lazy_pattern(
    r"_(?<![\w\\]_)[^\W_](?:[^_\n]{0,40}\w)?_(?!\w)"
    r"|</?(?:b|i|u|em|strong|br|p|span|font|img)\b[^<>\n]{0,40}/?>|<([a-z][\w-]{0,30})\s*/>"
    r"|&(?:nbsp|amp|lt|gt|quot|#\d+);|\\n",
    re.IGNORECASE,
)
_MEANT = (
    ("_", "write `*italic*`, or `**bold**`"),
    ("<i>", "write `*italic*`"),
    ("<em>", "write `*italic*`"),
    ("<br", "write a line break, in a `|` block"),
    ("<b", "write `**bold**`"),
    ("<strong", "write `**bold**`"),
    ("&", "write the character itself"),
)
_MISREAD = lazy_pattern("[\u00c2-\u00c5\u00d0\u00d1\u00e2\u00e3][^\0-\x7f]{1,2}")
_JOINERS = "\u200c\u200d"
_UNSEEN = lazy_pattern("[\u200b\u2060\ufeff\u200c\u200d]")  # a soft hyphen is told as F013
_SIGNS = lazy_pattern(r"[()\[\]（）「」『』【】〈〉《》〔〕„“”\"]|(?<=[^\s*] )\*(?=[^\W\d_])")
"""A star before a word begins italics that never end; one that begins a text marks a footnote."""

Slip = tuple[str, str] | None
"""What is wrong with a place, and what to write; None: nothing."""


def _left(found: re.Match[str], language: str, languages: Sequence[str]) -> Slip:
    """What only another language of the game is written in; of a game that speaks none, the words are meant."""
    others = [la for la in languages if not is_latin(la)]
    if not others:
        return None
    hint = f"write it in letters, or give the text its words by language: `{{{others[0]}: .., {language}: ..}}`"
    return f"`{found.group()}` is {cjk_language_name(found.string, others)}, left", hint


def _wide(found: re.Match[str], _: str, __: Sequence[str]) -> Slip:
    beside = found.string[max(0, found.start() - 1) : found.end() + 1]
    if _LETTERS.search(beside):  # told as words of another language (L003), or meant as these
        return None
    narrow = found.group().translate(_NARROW)
    hint = f"write `{narrow}`" if narrow != found.group() else "write brackets or quotation marks of the language"
    return f"`{found.group()}` is full-width", hint


def _doubled(found: re.Match[str], language: str, _: Sequence[str]) -> Slip:
    if found[1].lower() in entry(language, "twice").split("|"):
        return None
    times = len(found.group().split())
    return f"`{found[1]}` stands {'twice' if times == 2 else f'{times} times in a row'}", f"write `{found[1]}` once"


def _spaced(found: re.Match[str], language: str, _: Sequence[str]) -> Slip:
    after = found.string[found.end() : found.end() + 1]
    if after in entry(language, "spaced-signs") and len(found.group()) == 1:
        return None
    return (f"a space before `{after}`", "delete it") if after in ",.;:!?)]" else ("two spaces in a row", "write one")


def _misread(found: re.Match[str], _: str, __: Sequence[str]) -> Slip:
    """Letters of UTF-8 that some program took for those of another encoding."""
    for length in (3, 2):  # an apostrophe has three
        with suppress(UnicodeError):
            meant = found[0][:length].encode("cp1252").decode()
            return f"`{found[0][:length]}` is `{meant}`, misread by another program", f"write `{meant}`"
    return None


def _kana(found: re.Match[str], _: str, __: Sequence[str]) -> Slip:
    """Of Japanese: a space beside a full-width sign, half-width kana, a sign that stands twice."""
    words = found.group()
    if words.isspace():
        return "a space beside a full-width sign", "delete it"
    if (wide := unicodedata.normalize("NFKC", words)) != words:
        return f"`{words}` is half-width", f"write `{wide}`"
    return f"`{words[:1]}` stands twice", f"write `{words[:1]}` once"


_Say = Callable[[re.Match[str], str, Sequence[str]], Slip]
_SLIPS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool], _Say], ...] = (
    ("L003", _LETTERS, is_latin, _left),
    ("L004", _WIDE, is_latin, _wide),
    ("L005", _HALF, is_japanese, _kana),
    ("L007", _DOUBLED, is_latin, _doubled),
    ("L007", _DOUBLED_KANA, is_japanese, _kana),
    ("L008", _SPACED, is_latin, _spaced),
    ("L008", _SPACED_WIDE, is_japanese, _kana),
    ("L018", _MISREAD, is_latin, _misread),
)
"""Code, what finds a slip in the plain words of a text, in which languages, what is said of it."""


@check_rows(_SLIPS)
def texts_have_no_slips(
    desk: Desk, slips: re.Pattern[str], applies: Callable[[str], bool], say: Callable[..., Slip]
) -> Iterator[Problem]:
    """A language that is written in letters holds no kana, kanji and full-width signs, Japanese no half-width kana; no
    word, particle or comma stands twice in a row; no space is one too many."""
    for spoken, language, words in _found(desk, slips, lambda la: la in desk.game.languages and applies(la)):
        plain = (t for t in spoken.tokens[language] if t.kind in ("text", "ruby"))
        places = [m for t in plain for m in slips.finditer(words, t.start, t.end)]
        found = [(m, slip) for m in places if (slip := say(m, language, desk.game.languages))]
        told = found if len(found) <= _MANY else found[:1]
        more = f" (and {len(found) - 1} more such places in this text)" if told != found else ""
        for m, (message, hint) in told:
            place = spoken.at_match(desk.game, language, m)
            yield Problem(place, f"{message} in {language}{more}", hint)


_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict(
    zip(map(ord, "\u3000、。「」『』（）・"), ' ,.""""()-', strict=True)
)


def _found(
    desk: Desk, pattern: re.Pattern[str], applies: Callable[[str], bool] = bool
) -> Iterator[tuple[Spoken, str, str]]:
    """Texts of which all markup can be read, with a language and its words, in which a pattern is found."""
    there = {la for la, words in _together(desk).items() if applies(la) and pattern.search(words)}
    for spoken in desk.texts if there else ():
        for language, words in spoken.said(there.__contains__):
            if pattern.search(words) and not spoken.faults[language]:
                yield spoken, language, words


_together = once_per_desk(partial(all_words, spelt=str))
"""What is not found in these is in no text."""


@check("L012")
def nothing_is_invisible(desk: Desk) -> Iterator[Problem]:
    """No text holds a character that nobody sees, but for what joins an emoji or the letters of some scripts."""
    for spoken, language, words in _found(desk, _UNSEEN):
        for found in _UNSEEN.finditer(words):
            if found[0] not in _JOINERS or not _joins(words, found.start()):
                before, after = re.split(r"\s", words[: found.start()])[-1], re.split(r"\s", words[found.end() :])[0]
                near = _UNSEEN.sub("", before[-12:] + after[:12])
                what = f"{INVISIBLE[found[0]]} (U+{ord(found[0]):04X}) stands in `{near}`"
                yield Problem(spoken.place(desk.game, language, found.start()), f"{what} in {language}", "delete it")


def _joins(words: str, at: int) -> bool:
    """True between two signs of an emoji, or two letters of a script that joins its letters."""
    both = words[at - 1 : at], words[at + 1 : at + 2]
    return all(c and (category(c) in ("So", "Sk", "Mn", "Mc") or bidirectional(c) == "AL") for c in both)


@check("L013")
def no_markup_of_other_languages_is_left(desk: Desk) -> Iterator[Problem]:
    """No text holds markup of Markdown or HTML: it would be printed as it stands."""
    for spoken, language, words in _found(desk, _FOREIGN):
        for token in (t for t in spoken.tokens[language] if t.kind == "text"):
            found = _FOREIGN.search(words, token.start, token.end)
            if found is not None:
                hint = next((h for start, h in _MEANT if found[0].lower().startswith(start)), "delete it")
                hint = f"write `{{{found[1].lower()}}}`, the id of a term that has an icon" if found[1] else hint
                place = spoken.at_match(desk.game, language, found)
                yield Problem(place, f"`{found[0][:24]}` is no markup here, left in {language}", hint)


_PAIRS = {
    **{close: (start,) for start, close in zip("([（「『【〈《〔", ")]）」』】〉》〕", strict=True)},
    "”": ("“", "„"),
    "“": ("„",),
}
"""What closes what; the sign that opens in English closes in German."""
_OPEN = frozenset(start for starts in _PAIRS.values() for start in starts)


@check("L006")
def brackets_are_closed(desk: Desk) -> Iterator[Problem]:
    """Every bracket, quotation mark and star of italics has its partner in the same text."""
    for spoken, language, words in _found(desk, _SIGNS):
        for at in _unpaired(words, spoken.tokens[language]):
            place = spoken.place(desk.game, language, at)
            message = f"`{words[at]}` stands without its partner in {language}"
            yield Problem(place, message, "write its partner, or delete it")


def _unpaired(words: str, tokens: tuple[Token, ...]) -> list[int]:
    """Offsets of brackets and quotes that stand alone. A `)` behind a number or a letter at the start counts a list."""
    stack: list[int] = []
    alone: list[int] = []
    quotes: list[int] = []
    for token in tokens:
        for found in _SIGNS.finditer(words, token.start, token.end) if token.kind == "text" else ():
            sign, at = found[0], found.start()
            if stack and words[stack[-1]] in _PAIRS.get(sign, ("„",) if sign == '"' else ()):
                stack.pop()
            elif sign in _OPEN:
                stack.append(at)
            elif sign == '"' or (sign == "”" and "“" not in words):  # both of them, as many write in Japanese
                quotes.append(at)
            elif sign in _PAIRS:
                if not re.search(r"(?:^|[\s(（])[\dA-Za-z]{1,2}$", words[:at]):
                    alone.append(at)
            elif sign == "*":
                alone.append(at)
    inches = [at for at in quotes if at and words[at - 1].isdigit()]
    stack, alone = ([at for at in many if not _SMILES.search(words[:at])] for many in (stack, alone))
    return sorted([*stack, *alone, *(quotes[-1:] if len(quotes) % 2 and not inches else [])])


_SMILES = lazy_pattern(r"(?:^|\s)[:;=8]['-]?$")
"""What stands before the bracket of `:)` and `:-(`."""


# ---- characters that no font draws ----


def undrawn(project: Project, game: Game, book: FontBook) -> list[Finding]:
    """The findings of all texts of a game, in all its languages, but of those that no template draws: the letters of a
    script once, at the first."""
    texts = list(texts_of(game))
    said = set[str]().union(*(words for spoken in texts for words in spoken.text.words.values()))
    files = [*book.files.values()]
    lost = [c for c in said if not any(file.has(c) for file in files)]
    strange = {c for c in lost if category(c)[0] not in "CZ" and not any(file.draws(c) for file in files)}
    if not strange:
        return []
    run = re.compile(f"[{re.escape(''.join(sorted(strange)))}]+")
    idle = {f"{owner.id}.{name}" for owner, name in idle_fields(desk_of(project, game))}
    shown = (one for one in texts if not (one.owner.startswith("item ") and one.role in idle))
    found = [one for spoken in shown for one in _in_text(game, spoken, run)]
    scripts = dict.fromkeys(script_of(chars[0]) for chars, *_ in found)
    alike = ([one for one in found if script_of(one[0][0]) == script] for script in scripts)
    return [
        glyph_finding(*first, "no font", [chars for chars, *_ in others], [place for _, place, _ in others])
        for first, *others in alike
    ]


def _in_text(game: Game, spoken: Spoken, run: re.Pattern[str]) -> Iterator[tuple[str, Mark, str]]:
    """Characters that nothing draws, their place, and whose they are; without those that L003 tells."""
    are_latin = all(map(is_latin, game.languages))
    for language, words in spoken.text.words.items():
        for found in run.finditer(words):
            if not are_latin and is_latin(language) and _LETTERS.fullmatch(found[0]):
                continue
            place = spoken.at_match(game, language, found)
            kind, _, name = spoken.owner.partition(" ")
            owner = f"`{name or game.id}`" if kind in ("item", "game") else f"the {kind} `{name}`"
            what = f"{owner}, `{spoken.role.rpartition('.')[2]}` in `{language}`"
            yield found[0], place, what
