"""Straight quotation marks, as keyboards give them -> those of a language: the double ones, and the single ones where
they are no apostrophes turned (of others the font has them: fontfile.py).

Takes the tokens of a text. Promise: a paragraph in which not every mark surely opens or closes words stays as it was
typed; one behind a number that closes nothing is an inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from generator.data.lexicon import Language, entry
from generator.data.markup import Token
from generator.values import lazy_pattern, replace

_MARKS = ('"', "'")
_ELIDED = lazy_pattern(r"'(?:n\w{0,2}|s)(?=\s)|(?<=\w)'(?=\w)")
"""Apostrophes, for sure or maybe: `'ne`, `geht's`."""
_OPENS, _CLOSES = lazy_pattern(r"(?:^|[\s(\[{/—–\"-])$"), lazy_pattern(r"$|[\s.,;:!?)\]}/…—–’'\"-]")
_ELSE = {"break": "\n", "paragraph": "\n\n"}


def with_quotes(tokens: Sequence[Token], language: Language) -> Sequence[Token]:
    """Tokens with the quotation marks of a language."""
    typed = "".join([token.text for token in tokens if token.kind == "text"])
    if '"' not in typed and "'" not in typed:
        return tokens
    signs = entry(language, "quotes").split("|")  # none of a language whose marks nobody has written down
    said = [token.text if token.kind == "text" else _ELSE.get(token.kind, "x") for token in tokens]
    marks: dict[int, str] = {}
    start = 0
    for part in "".join(said).split("\n\n") if len(signs) > 1 else ():
        for first, mark in zip(range(0, len(signs), 2), _MARKS, strict=False):
            marks |= {start + at: signs[first + closes] for at, closes in _pairs(part, mark).items()}
        start += len(part) + 2
    ends = [*accumulate(map(len, said))]
    found = []
    for token, words, end in zip(tokens, said, ends, strict=True):
        first = end - len(words)
        own = "".join(marks.get(first + n, char) for n, char in enumerate(words)) if token.kind == "text" else ""
        found.append(replace(token, text=own) if own else token)
    return found


def _pairs(words: str, mark: str) -> dict[int, bool]:
    """Where such marks stand, and whether they close; nothing where one of them does neither."""
    found: dict[int, bool] = {}
    is_open = False
    if mark == "'":
        words = _ELIDED.sub(lambda found: found[0].replace("'", "’"), words)
    for at in (k for k, char in enumerate(words) if char == mark):
        before, behind = words[max(0, at - 1) : at], words[at + 1 : at + 2]
        if is_open and not before.isspace() and _CLOSES.match(behind):
            found[at], is_open = True, False
        elif not is_open and _OPENS.search(before) and behind.strip():
            found[at], is_open = False, True
        elif is_open or not before.isdecimal():
            return {}
    return {} if is_open else found
