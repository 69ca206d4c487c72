"""The text of a file: bytes -> text, and where a piece of a value stands in it (an offset -> a line and a column).

Promise: a file in another encoding is told by the name of the encoding that it seems to be in. Places are exact for
plain, quoted and block scalars, also folded over several lines, as long as no escape stands for a letter of them.
Never raises.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from generator.diagnostics.findings import Finding, Mark
from generator.values import lazy_pattern, replace


def place_in(text: str, mark: Mark, words: str, offset: int, length: int = 1) -> Mark:
    """The place of `words[offset:offset + length]`, which stand at `mark` in a file's `text`: where the file has these
    letters for the same time."""
    if not 1 <= mark.line <= len(lines_of(text)) or not words:
        return mark
    offset = min(offset, len(words) - 1)
    start = _starts(text)[mark.line - 1] + mark.column - 1
    sign = text[start : start + 1] if mark.file.endswith((".yaml", ".yml", ".json")) else ""
    if sign and sign in "|>":
        start = text.find("\n", start) + 1
    begin = start + (sign in _ESCAPED)
    if text.startswith(words, begin) and "\n" not in words:  # as it is written, which nearly all is
        line, column = line_column(text, begin + offset)
        return replace(mark, line=line, column=column, length=max(1, min(len(words) - offset, length)))
    wanted = words[offset : offset + max(length, 1)]
    said = re.finditer(_pattern(wanted, ""), words)
    before, shift = next(((n, offset - m.start()) for n, m in enumerate(said) if m.end() > offset), (0, 0))
    end = start + 12 * len(words) + 2_000
    there = (m for m in re.compile(_pattern(wanted, sign)).finditer(text, begin, end) if m[1])
    found = next(islice(there, before, None), None)
    if found is None:
        return mark
    line, column = line_column(text, found.start() + shift)
    width = len(found[0].partition("\n")[0]) - shift
    return replace(mark, line=line, column=column, length=max(1, min(width, length)))


_ESCAPED = {"'": {"'": "''"}, '"': {'"': r"\\\"", "\\": r"\\\\"}}
_ESCAPE = r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)"


@lru_cache(maxsize=256)
def _pattern(wanted: str, sign: str) -> str:
    """What these letters look like in a value that begins with a sign: blanks may be a line's end."""
    escaped = _ESCAPED.get(sign, {})
    parts = re.findall(r"\s+|\S", wanted)
    letters = "".join(r"(?<!\s)\s+" if part.isspace() else escaped.get(part, re.escape(part)) for part in parts)
    return f"({letters})" + (f"|(?s:{_ESCAPE})" if sign == '"' else "")


def word_length(words: str, offset: int) -> int:
    """How far the word (with its dots) goes that stands at an offset; 1 for any other sign."""
    found = re.compile(r"[\w.]+").match(words, offset)
    return len(found[0]) if found else 1


@lru_cache(maxsize=64)
def lines_of(text: str) -> list[str]:
    """The lines of a file; a file with many findings is asked for many times."""
    return text.split("\n")


@lru_cache(maxsize=64)
def _starts(text: str) -> list[int]:
    """The offsets at which the lines of a file begin."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def line_column(text: str, offset: int) -> tuple[int, int]:
    """The line and the column of a character of a text, from 1."""
    starts = _starts(text)
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def line_of(text: str, offset: int) -> int:
    """The line of a character of a text, from 1."""
    return line_column(text, offset)[0]


# ---- bytes -> text, and what no text can hold ------------------------------------------------------------------------

MAX_WORDS = 10_000
"""Characters of one value."""


def decode(raw: bytes, file: str) -> tuple[str | None, list[Finding]]:
    """The text of UTF-8 bytes (with or without a byte order mark), or why it is none."""
    known = unicode_of(raw)
    if known not in ("utf-8", ""):
        message = f"the file is {known[:6].upper()}, not UTF-8"
        return None, [Finding("Y002", Mark(file, 1, 1), message, "save it as UTF-8")]
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        return raw.decode("utf-8"), []
    except UnicodeDecodeError as error:
        good = raw[: error.start].decode("utf-8")
        mark = Mark(file, *line_column(good, len(good)))
        message, words = f"byte 0x{raw[error.start]:02x} is not UTF-8", raw.decode("utf-8", "replace")
        if sum(not c.isascii() for c in words) >= 6 * words.count("\ufffd"):  # all else is sound
            hint = "type the characters about it anew, and save the file as UTF-8"
            return None, [Finding("Y002", mark, message, hint)]
        return None, [
            Finding("Y002", mark, f"{message}; the file looks like {likely_encoding(raw)}", "save the file as UTF-8")
        ]


def unicode_of(raw: bytes) -> str:
    """UTF-8, or UTF-16 and UTF-32 by a byte order mark or the NUL bytes of plain letters; "" if none fits."""
    for width in (32, 16):
        if raw.startswith((getattr(codecs, f"BOM_UTF{width}_LE"), getattr(codecs, f"BOM_UTF{width}_BE"))):
            return f"utf-{width}"
    if raw[:4].count(0) == 3:
        return "utf-32-le" if raw[0] else "utf-32-be"
    start = raw[:200]
    for odd, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(start) > 3 and start[odd::2].count(0) > 0.6 * len(start[odd::2]) and not start[1 - odd :: 2].count(0):
            return name
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "utf-8"


def likely_encoding(raw: bytes) -> str:
    """What bytes that are no UTF-8 are likely to be: Shift_JIS, EUC-JP, else Latin-1."""
    for encoding, name in (("cp932", "Shift_JIS"), ("euc_jp", "EUC-JP")):
        try:
            words = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        kana = sum("\u3040" <= c <= "\u30ff" for c in words)
        kanji = sum("\u4e00" <= c <= "\u9fff" for c in words)
        half_width = sum("\uff61" <= c <= "\uff9f" for c in words)
        if kana + kanji > half_width and (kana or kanji > 2):  # one accent before a letter reads as one kanji
            return name
    return "Latin-1"


STRANGE = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_BREAKS = {0x85: "a NEL line break", 0x2028: "an invisible line separator", 0x2029: "an invisible paragraph separator"}


def strange_characters(text: str, file: str, what: re.Pattern[str] = STRANGE) -> Iterator[Finding]:
    """A finding for each of the first characters that no text can hold."""
    for found in islice(what.finditer(text), 10):
        mark, hint = Mark(file, *line_column(text, found.start())), "delete it, and type the place anew"
        yield Finding("Y003", mark, f"{character_name(found.group())} stands here", hint)


def character_name(strange: str) -> str:
    """What such a character is called."""
    code = ord(strange)
    what = "a NUL character" if code == 0 else _BREAKS.get(code, "a control character")
    return f"{what} (U+{code:04X})"


def too_long(mark: Mark, words: str) -> Finding:
    """The finding about a value of too many characters."""
    message = f"the value has {len(words)} characters, at most {MAX_WORDS} are read"
    hint = "split it, or close the quotation mark that it begins with"
    return Finding("Y013", replace(mark, length=1), message, hint)
