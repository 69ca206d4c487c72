"""Bytes -> text, and what no text can hold.

Takes the bytes of a file, or its text; gives the text, or findings. Promise: a file in another encoding is told by the
name of the encoding that it seems to be in; every finding has the place of its character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from generator.diagnostics.findings import Finding, Mark
from generator.values import replace

MAX_BAD = 10
"""So many bytes that are no UTF-8 are told."""
MAX_WORDS = 10_000
"""Characters of one value."""


def decode(raw: bytes, file: str) -> tuple[str | None, list[Finding]]:
    """The text of UTF-8 bytes (with or without a byte order mark), or why it is none."""
    wide = _wide_encoding(raw[:4])
    if wide:
        return None, [Finding("Y002", Mark(file, 1, 1), f"the file is {wide}, not UTF-8", "save it as UTF-8")]
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        return None, list(_bad_bytes(raw, file, error))


def _wide_encoding(start: bytes) -> str:
    """UTF-16 or UTF-32, by a byte order mark or the NUL bytes of plain letters; "" if neither."""
    if start in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") or (len(start) == 4 and start.count(b"\0") == 3):
        return "UTF-32"
    return "UTF-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") or start.count(b"\0") >= 2 else ""


def _bad_bytes(raw: bytes, file: str, error: UnicodeDecodeError) -> Iterator[Finding]:
    """What is no UTF-8: in a file that is sound otherwise, each of the first places; else the encoding that it has."""
    start, words = 0, raw.decode("utf-8", "replace")
    bad = words.count("\ufffd")
    sound = sum(not c.isascii() for c in words) - bad >= 5 * bad
    for _ in range(MAX_BAD if sound else 1):
        good = raw[: error.start].decode("utf-8", "replace").removeprefix("\ufeff")
        mark = Mark(file, good.count("\n") + 1, len(good) - (good.rfind("\n") + 1) + 1)
        guess, hint = "", "type the characters about it anew, and save the file as UTF-8"
        if not sound:
            guess, hint = f"; the file looks like {_encoding_guess(raw)}", "save the file as UTF-8"
        yield Finding("Y002", mark, f"byte 0x{raw[error.start]:02x} is not UTF-8{guess}", hint)
        start = error.end
        try:
            raw[start:].decode("utf-8")
            return
        except UnicodeDecodeError as more:
            error = UnicodeDecodeError("utf-8", raw, start + more.start, start + more.end, more.reason)


def _encoding_guess(raw: bytes) -> str:
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


STRANGE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_BREAKS = {0x85: "a NEL line break", 0x2028: "an invisible line separator", 0x2029: "an invisible paragraph separator"}


def strange_characters(text: str, file: str) -> Iterator[Finding]:
    """A finding for each of the first characters that no text can hold."""
    for found in islice(STRANGE.finditer(text), 10):
        before = text[: found.start()]
        mark = Mark(file, before.count("\n") + 1, found.start() - (before.rfind("\n") + 1) + 1)
        hint = "delete it, and type the place anew"
        yield Finding("Y003", mark, f"{name_of(found.group())} stands here", hint)


def name_of(strange: str) -> str:
    """What such a character is called."""
    code = ord(strange)
    what = "a NUL character" if code == 0 else _BREAKS.get(code, "a control character")
    return f"{what} (U+{code:04X})"


def too_long(mark: Mark, words: str) -> Finding:
    """The finding about a value of too many characters."""
    message = f"the value has {len(words)} characters, at most {MAX_WORDS} are read"
    hint = "split it, or close the quotation mark that it begins with"
    return Finding("Y013", replace(mark, length=1), message, hint)
