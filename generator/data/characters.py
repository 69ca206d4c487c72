"""Bytes -> text, and what no text can hold.

Takes the bytes of a file, or its text; gives the text, or findings. Promise: a file in another encoding is told by the
name of the encoding that it seems to be in; every finding has the place of its character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from generator.findings import Finding, Mark

MAX_WORDS = 10_000
"""Characters of one value."""


def decode(raw: bytes, file: str) -> tuple[str | None, list[Finding]]:
    """The text of UTF-8 bytes (with or without a byte order mark), or why it is none."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or (b"\0" in raw[:4] and raw[:4].count(b"\0") >= 2):
        return None, [Finding("Y002", Mark(file, 1, 1), "the file is UTF-16, not UTF-8", "save it as UTF-8")]
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        good = raw[: error.start].decode("utf-8-sig")
        mark = Mark(file, good.count("\n") + 1, len(good) - (good.rfind("\n") + 1) + 1)
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8{_encoding_guess(raw)}"
        return None, [Finding("Y002", mark, message, "save the file as UTF-8")]


def _encoding_guess(raw: bytes) -> str:
    try:
        words = raw.decode("cp932")
    except UnicodeDecodeError:
        return "; the file looks like Latin-1"
    japanese = sum("\u3040" <= c <= "\u30ff" or "\u4e00" <= c <= "\u9fff" for c in words)
    half_width = sum("\uff61" <= c <= "\uff9f" for c in words)
    return "; the file looks like Shift_JIS" if japanese > half_width else "; the file looks like Latin-1"


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
