"""YAML text that cannot be read -> the first bracket or quotation mark in it that is not closed.

YAML's own messages name the place where reading ended, which may be pages below. Takes lines, gives a `Slip` at the
opening sign. A rough reader: it is asked only about text that is surely broken, and says nothing where it is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.values import dataclass

QUOTE = "put the whole value in double quotes, or write it below as a `|` block"
CLOSING = {"{": "}", "[": "]", '"': '"', "'": "'"}

_HEAD = re.compile(r"(?P<dashes> *(?:- +)*)(?P<key>(?:[\w.-]+|\"[^\"]*\"|'[^']*'):\s+)?(?:[&!]\S*\s+)?")
_ENTRY = re.compile(r"( *)(?:- |-$|[\w.-]+:(?:\s|$))")
_BLOCK = re.compile(r"(?:^|[\s:-])[|>][-+0-9]*\s*(?:#.*)?$")
_INSIDE = {'"': re.compile(r'[^"\\]*(?:\\.?[^"\\]*)*'), "'": re.compile(r"[^']*(?:''[^']*)*")}
_BLANKS = re.compile(r"\s*")
_RUN = re.compile(r"[^\s\[\]{}\"',:#]+|.")
_KEY = re.compile(r"([\w-]+):\s")
_SWALLOWED = re.compile(r",\s*([\w-]+):\s*$")
_TWICE = {
    '"': 'write `\\"` for a quotation mark inside the words, or put them all in single quotes',
    "'": "write `''` for an apostrophe inside the words, or put them all in double quotes",
}


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong at a place; `line` and `column` count from 0."""

    line: int
    column: int
    message: str
    hint: str


def first_open(lines: Sequence[str], start: int, last: int) -> Slip | None:
    """The first sign in the lines from `start` to `last` that is not closed, or that ends before its words do; None if
    there is none, or in doubt."""
    number, goes_on = start, False
    while number <= last:
        line = lines[number]
        head = _HEAD.match(line)
        if head is None or not line.strip() or line.lstrip()[0] == "#":
            number += 1
            continue
        at, has_key = head.end(), head["key"] is not None
        margin = head.start("key") if has_key else head["dashes"].rfind("-")  # what belongs to the value lies behind
        if _BLOCK.search(line):
            number = next((n for n in range(number + 1, len(lines)) if _is_behind(lines[n], margin)), len(lines))
            continue
        if line[at : at + 1] in CLOSING and line[at:] and (has_key or margin >= 0 or not goes_on):
            ended = _value(lines, number, at, margin)
            if not isinstance(ended, int):
                return ended
            number = ended
        goes_on = line[at:].strip() != "" and line.rstrip()[-1] != ":"
        number += 1
    return None


def _is_behind(line: str, margin: int) -> bool:
    """True for the first line that is no longer of a `|` or `>` text."""
    return line.strip() != "" and len(line) - len(line.lstrip(" ")) <= margin


Step = tuple[int, bool]
"""The column behind what was read, and whether a value may begin there."""


def _value(lines: Sequence[str], number: int, at: int, margin: int) -> Slip | int | None:
    """The line in which the value that opens here ends, or what is wrong with it; None in doubt."""
    stack: list[tuple[int, int]] = []
    fresh = True
    while True:
        line = lines[number]
        while at < len(line):
            top = lines[stack[-1][0]][stack[-1][1]] if stack else ""
            if top not in _INSIDE and line[at] == "#" and line[at - 1 : at] in ("", " ", "\t"):
                break
            step = _words(lines, stack, number, at) if top in _INSIDE else _sign(lines, stack, (number, at), fresh)
            if not isinstance(step, tuple):
                return step
            at, fresh = step
            if not stack:
                return _after(line, number, at)
        number, at = number + 1, 0
        if _is_over(lines, number, margin):
            last = all(not words.strip() for words in lines[number:])
            return _not_closed(lines, stack[-1], f"up to {'the end of the file' if last else f'line {number + 1}'}")


def _words(lines: Sequence[str], stack: list[tuple[int, int]], number: int, at: int) -> Slip | Step:
    """Words in quotes, up to their end or that of the line."""
    line, (row, column) = lines[number], stack[-1]
    inside = _INSIDE[lines[row][column]].match(line, at)
    at = (inside.end() if inside else at) + 1
    if at <= len(line):
        opening = stack.pop()
        slip = _after_words(lines, opening, number, at) if stack else None
        if slip is not None:
            return slip
    return at, False


def _sign(
    lines: Sequence[str], stack: list[tuple[int, int]], place: tuple[int, int], fresh: bool
) -> Slip | Step | None:
    """A bracket, a quotation mark, a comma, or a piece of words without quotes."""
    number, at = place
    sign = lines[number][at]
    if sign in CLOSING and fresh:
        stack.append(place)
        return at + 1, True
    if sign in "{[":
        return None
    if sign in "}]":
        row, column = stack[-1]
        if CLOSING[lines[row][column]] != sign:
            where = f"column {at + 1}" if row == number else f"line {number + 1}"
            return _not_closed(lines, stack[-1], f"before the `{sign}` in {where}")
        stack.pop()
        return at + 1, False
    run = _RUN.match(lines[number], at)
    return run.end() if run else at + 1, sign in ",:" or (fresh and sign.isspace())


def _is_over(lines: Sequence[str], number: int, margin: int) -> bool:
    """True if the line begins something else: whatever is still open should have been closed above."""
    entry = _ENTRY.match(lines[number]) if number < len(lines) else None
    return number >= len(lines) or (entry is not None and len(entry[1]) <= margin)


def _after(line: str, number: int, at: int) -> Slip | int:
    """What stands behind a value that is complete."""
    rest = line[at:].lstrip()
    column = len(line) - len(rest)
    if not rest or rest[0] in "#:":
        return number
    if rest[0] in "}]":
        return Slip(number, column, f"`{rest[0]}` closes nothing", "delete it, or write its opening bracket")
    opening = next(o for o, c in CLOSING.items() if c == line[at - 1])
    return Slip(number, column, f"words follow after what `{opening}` began", _TWICE.get(opening, QUOTE))


def _not_closed(lines: Sequence[str], place: tuple[int, int], where: str) -> Slip:
    line = lines[place[0]]
    sign = line[place[1]]
    curly = next((c for c in "”“＂’‘＇" if c in line), "") if sign in "\"'" and where.startswith("up") else ""
    hint = f"close it with `{CLOSING[sign]}`" + (f" (`{curly}` does not)" if curly else "")
    hint += "" if sign in "\"'" else f"; quote words that start with `{sign}` or hold one"
    return Slip(*place, f"`{sign}` is not closed {where}", hint)


def _after_words(lines: Sequence[str], opening: tuple[int, int], number: int, at: int) -> Slip | None:
    """What is wrong behind words in quotes among brackets, where a comma or a bracket has to follow."""
    line, sign = lines[number], lines[opening[0]][opening[1]]
    blanks = _BLANKS.match(line, at)
    column = blanks.end() if blanks else at
    if line[column : column + 1] in ",:}]#":
        return None
    key, swallowed = _KEY.match(line, column), _SWALLOWED.search(line[: at - 1])
    if key:
        return Slip(number, column, f"no comma stands before `{key[1]}`", "write `, ` before it")
    if swallowed and opening[0] == number:
        return _not_closed(lines, opening, f"before `{swallowed[1]}:`")
    return Slip(number, column, f"words follow after what `{sign}` began", _TWICE[sign])
