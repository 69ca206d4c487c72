"""YAML text that cannot be read -> the first bracket or quotation mark in it that is not closed.

YAML's own messages name the place where reading ended, which may be pages below. Takes lines, gives a `Slip` at the
opening sign. A rough reader: it is asked only about text that is surely broken, and says nothing where it is in doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

QUOTE = "put the whole value in double quotes, or write it below as a `|` block"
CLOSING = {"{": "}", "[": "]", '"': '"', "'": "'"}

_HEAD = re.compile(r"(?P<dashes> *(?:- +)*)(?P<key>(?:[\w.-]+|\"[^\"]*\"|'[^']*'):\s+)?(?:[&!]\S*\s+)?")
_ENTRY = re.compile(r"( *)(?:- |-$|[\w.-]+:(?:\s|$))")
_BLOCK = re.compile(r"(?:^|[\s:-])[|>][-+0-9]*\s*(?:#.*)?$")
_WORDS = {'"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*'), "'": re.compile(r"[^']*(?:''[^']*)*")}
_AFTER = re.compile(r"\s*(\S?)")
_RUN = re.compile(r"[^\s\[\]{}\"',:#]+")
_SWALLOWED = re.compile(r",\s*([\w-]+):\s*$")
_INSIDE = {
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


Place: TypeAlias = "tuple[int, int]"
"""Line and column, from 0."""


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
        margin, at = _margin(head), head.end()
        if _BLOCK.search(line):
            number = _block_end(lines, number, margin)
            continue
        entry = head["key"] is not None or "-" in head["dashes"]
        if line[at : at + 1] in CLOSING and line[at:] and (entry or not goes_on):
            ended = _value(lines, number, at, margin)
            if not isinstance(ended, tuple):
                return ended
            number = ended[0]
        goes_on = line[at:].strip() != "" and line.rstrip()[-1] != ":"
        number += 1
    return None


def _margin(head: re.Match[str]) -> int:
    """The column that what belongs to the value must lie behind."""
    if head["key"] is not None:
        return head.start("key")
    return head["dashes"].rfind("-")


def _block_end(lines: Sequence[str], number: int, margin: int) -> int:
    """The line after the `|` or `>` text that opens in a line."""
    number += 1
    while number < len(lines) and (not lines[number].strip() or _indent(lines[number]) > margin):
        number += 1
    return number


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _value(lines: Sequence[str], number: int, at: int, margin: int) -> Slip | Place | None:
    """Where the value that opens here ends, or what is wrong with it."""
    sign = lines[number][at]
    ended = (_flow if sign in "{[" else _quoted)(lines, number, at, margin)
    if not isinstance(ended, tuple):
        return ended
    line, end = lines[ended[0]], ended[1]
    rest = line[end:].lstrip()
    if not rest or rest[0] in "#:":
        return ended
    column = len(line) - len(rest)
    if rest[0] in "}]":
        return Slip(ended[0], column, f"`{rest[0]}` closes nothing", "delete it, or write its opening bracket")
    return Slip(ended[0], column, f"words follow after what `{sign}` began", _INSIDE.get(sign, QUOTE))


def _over(lines: Sequence[str], number: int, margin: int) -> bool:
    """True if the line begins something else: whatever is still open should have been closed above."""
    if number >= len(lines):
        return True
    entry = _ENTRY.match(lines[number])
    return entry is not None and len(entry[1]) <= margin


def _open(lines: Sequence[str], place: Place, until: int) -> Slip:
    line, column = place
    sign = lines[line][column]
    last = all(not words.strip() for words in lines[until:])
    where = "the end of the file" if last else f"line {until + 1}"
    return _not_closed(place, sign, f"up to {where}", lines[line])


def _not_closed(place: Place, sign: str, where: str, line: str = "") -> Slip:
    close = CLOSING[sign]
    curly = next((c for c in "”“＂’‘＇" if c in line), "") if sign in "\"'" else ""
    hint = f"close it with `{close}`" + (f" (`{curly}` does not)" if curly else "")
    hint += "" if sign in "\"'" else f"; quote words that start with `{sign}` or hold one"
    return Slip(*place, f"`{sign}` is not closed {where}", hint)


def _quoted(lines: Sequence[str], number: int, at: int, margin: int) -> Slip | Place:
    """Where words in quotes end."""
    opening, sign = (number, at), lines[number][at]
    at += 1
    while True:
        found = _WORDS[sign].match(lines[number], at)
        at = found.end() if found else at
        if lines[number][at : at + 1] == sign:
            return number, at + 1
        number, at = number + 1, 0
        if _over(lines, number, margin):
            return _open(lines, opening, number)


def _flow(lines: Sequence[str], number: int, at: int, margin: int) -> Slip | Place | None:
    """Where a bracket closes. `fresh`: a value may begin here."""
    stack: list[Place] = [(number, at)]
    at, fresh = at + 1, True
    while True:
        while at < len(lines[number]):
            line = lines[number]
            sign = line[at]
            if sign == "#" and line[at - 1 : at] in ("", " ", "\t"):
                break
            if sign in "\"'" and fresh:
                ended = _quoted_among(lines, number, at, margin)
                if isinstance(ended, Slip):
                    return ended
                (number, at), fresh = ended, False
                continue
            if sign in "{}[]":
                closed = _bracket(lines, stack, (number, at), fresh)
                if not stack or isinstance(closed, Slip):
                    return closed
            run = _RUN.match(line, at)
            fresh = sign in "{[,:" or (fresh and sign.isspace())
            at = run.end() if run else at + 1
        number, at = number + 1, 0
        if _over(lines, number, margin):
            return _open(lines, stack[-1], number)


def _bracket(lines: Sequence[str], stack: list[Place], place: Place, fresh: bool) -> Slip | Place | None:
    """Opens or closes one. With the stack empty, all is over: at the place behind, or None if in doubt."""
    sign = lines[place[0]][place[1]]
    if sign in "{[":
        stack[:] = [*stack, place] if fresh else []
        return None
    opening = stack.pop()
    if CLOSING[lines[opening[0]][opening[1]]] != sign:
        return _crossed(lines, opening, place)
    return place[0], place[1] + 1


def _crossed(lines: Sequence[str], opening: Place, closing: Place) -> Slip:
    """`[a, b}`: another bracket closes first."""
    sign = lines[opening[0]][opening[1]]
    where = f"before the `{lines[closing[0]][closing[1]]}` in "
    where += f"column {closing[1] + 1}" if closing[0] == opening[0] else f"line {closing[0] + 1}"
    return _not_closed(opening, sign, where)


def _quoted_among(lines: Sequence[str], number: int, at: int, margin: int) -> Slip | Place:
    """Where words in quotes end among brackets; a `Slip` also if words follow that begin no next value."""
    ended = _quoted(lines, number, at, margin)
    if isinstance(ended, Slip):
        return ended
    line, sign = lines[ended[0]], lines[number][at]
    after = _AFTER.match(line, ended[1])
    if after is None or not after[1] or after[1] in ",:}]#":
        return ended
    key = re.compile(r"([\w-]+):\s").match(line, after.start(1))
    if key:
        return Slip(ended[0], after.start(1), f"no comma stands before `{key[1]}`", "write `, ` before it")
    swallowed = _SWALLOWED.search(line[: ended[1] - 1])
    if swallowed and ended[0] == number:
        return _not_closed((number, at), sign, f"before `{swallowed[1]}:`")
    return Slip(ended[0], after.start(1), f"words follow after what `{sign}` began", _INSIDE[sign])
