"""Words -> lines that fit a terminal; two texts -> one in which what went and what came is marked.

Takes words and a width in cells, or two texts; gives lines, or parts. Promise: nothing is lost; a line breaks at a
blank, or beside a Japanese character; only a word that is wider than the terminal, which stays whole, goes beyond it.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

_WIDE = "\u3000-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECES = re.compile(rf"\s+|(?:[{_WIDE}]|[^\s{_WIDE}]+)(?:\s*[、。，．・：；！？」』）】〕》])*")
"""A blank, a Japanese character or a word; with the marks behind it that never begin a line."""
_WORDS = re.compile(rf"[{_WIDE}]|[^\W{_WIDE}]+|\W")
COMMON = 0.6
"""Texts with a smaller share in common are told side by side."""


def cells(words: str) -> int:
    """How many cells of a terminal some words take."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words if not unicodedata.combining(c))


def wrapped(words: str, width: int, start: str, indent: str) -> list[str]:
    """Words in lines of at most `width` cells; the first begins with `start`, the others with `indent`."""
    lines, line = [], start
    fresh = True
    for piece in _PIECES.findall(words):
        if not fresh and cells(line + piece.rstrip()) > width and not piece.isspace():
            lines.append(line.rstrip())
            line, fresh = indent, True
        if not (fresh and piece.isspace()):
            line += piece
            fresh = False
    return [*lines, line.rstrip()]


def together(old: str, new: str) -> list[tuple[str, str]] | None:
    """Two texts as one: ("", kept), ("del", what went), ("ins", what came); None if they have too little in common."""
    one, other = _WORDS.findall(old), _WORDS.findall(new)
    parts: list[tuple[str, str]] = []
    went = came = ""
    same = 0
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        words = "".join(other[c:d])
        if kind == "equal" and any(letter.isalnum() for letter in words):
            parts += [("del", went), ("ins", came), ("", words)]
            went = came = ""
            same += len(words)
        else:  # blanks and points between two changes belong to them
            went, came = went + "".join(one[a:b]), came + words
    parts += [("del", went), ("ins", came)]
    return [(tag, words) for tag, words in parts if words] if same > COMMON * max(len(old), len(new)) else None
