"""Straight double quotation marks, as keyboards give them -> those of a language.

Takes the tokens of a text. Promise: a paragraph in which not every mark surely opens or closes words stays as it was
typed; one behind a number that closes nothing is an inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from generator.data.lexicon import Language, entry
from generator.data.markup import Token
from generator.values import lazy_pattern, replace

_MARK = lazy_pattern('"')
_OPENS, _CLOSES = lazy_pattern(r"(?:^|[\s(\[{/—–-])$"), lazy_pattern(r"$|[\s.,;:!?)\]}/…—–’'-]")
_ELSE = {"break": "\n", "paragraph": "\n\n"}


def with_quotes(tokens: Sequence[Token], language: Language) -> Sequence[Token]:
    """Tokens with the quotation marks of a language."""
    if not any('"' in token.text for token in tokens if token.kind == "text"):
        return tokens
    signs = entry(language, "quotes").split("|")  # none of a language whose marks nobody has written down
    said = [token.text if token.kind == "text" else _ELSE.get(token.kind, "x") for token in tokens]
    marks: dict[int, str] = {}
    start = 0
    for part in "".join(said).split("\n\n") if len(signs) > 1 else ():
        marks |= {start + at: signs[closes] for at, closes in _pairs(part).items()}
        start += len(part) + 2
    ends = [*accumulate(map(len, said))]
    found = []
    for token, words, end in zip(tokens, said, ends, strict=True):
        first = end - len(words)
        own = "".join(marks.get(first + n, char) for n, char in enumerate(words)) if token.kind == "text" else ""
        found.append(replace(token, text=own) if own else token)
    return found


def _pairs(words: str) -> dict[int, bool]:
    """Where marks stand, and whether they close; nothing where one of them does neither."""
    found: dict[int, bool] = {}
    is_open = False
    for at in (mark.start() for mark in _MARK.finditer(words)):
        before, behind = words[max(0, at - 1) : at], words[at + 1 : at + 2]
        if is_open and not before.isspace() and _CLOSES.match(behind):
            found[at], is_open = True, False
        elif not is_open and _OPENS.search(before) and behind.strip():
            found[at], is_open = False, True
        elif is_open or not before.isdecimal():
            return {}
    return {} if is_open else found
