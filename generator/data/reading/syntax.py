"""A YAML syntax error -> a `Finding` in a designer's words, and the other errors of the same file.

YAML's own messages speak of "block mappings" and stop at the first fault. Here the usual slips get their name, the
place where they began, and what to write instead; then the entries that follow are read one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from operator import sub

import yaml

from generator.data.reading.suggestions import QUOTE, Slip, misplaced, no_colon, second_key, slip_in
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import late

MAX_FAULTS = 10
LONGEST = 2_000
"""Characters of a line that are looked at for slips."""
LARGEST = 1_000_000
"""Characters of a text whose brackets and quotation marks are followed from its beginning."""


def explain_syntax(error: yaml.MarkedYAMLError, text: str, file: str, start: int = 0) -> Finding:
    """The finding for what PyYAML raised; `start` is the line (from 0) where reading began."""
    lines = text.split("\n")
    problem, context = f"{error.context or ''}: {error.problem or ''}", error.context_mark
    spot = error.problem_mark or context
    if spot is None:
        return Finding("Y005", Mark(file, 1, 1), "the file is no YAML")
    tab = _tab(lines, spot, problem)
    if tab is not None:
        return _tab_finding(file, tab, lines[tab])
    opened = first_open(lines, start, min(spot.line, len(lines) - 1)) if len(text) < LARGEST else None
    slip = opened or _slip([line[:LONGEST] for line in lines], spot, context, problem)
    return Finding("Y005", Mark(file, slip.line + 1, slip.column + 1), slip.message, slip.hint)


def _slip(lines: Sequence[str], spot: yaml.Mark, context: yaml.Mark | None, problem: str) -> Slip:
    """The slip that a designer made, from the surest way to tell it to the vaguest."""
    last = min(spot.line, len(lines) - 1)
    if re.search(r"not allowed|expected|cannot start", problem):
        first = context.line if context is not None else last
        about = (last, *range(max(first, last - 3), last), last - 1)
        slip = slip_in(lines, about, spot.column)
        if slip is not None:
            return slip
    if "mapping values are not allowed" in problem:
        return second_key(lines, last, spot.column)
    if "could not find expected ':'" in problem and context is not None:
        return no_colon(lines, context.line, context.column)
    place = context if context is not None and re.search(r"scanning an (alias|anchor)", problem) else spot
    return _problem_in(problem, lines, min(place.line, last), place.column)


def _tab(lines: list[str], spot: yaml.Mark, problem: str) -> int | None:
    """The line whose tab is to blame, if one is."""
    if "cannot start any token" in problem or "expected" in problem or "not allowed" in problem or " tab " in problem:
        for number in (spot.line, spot.line - 1):
            if 0 <= number < len(lines) and re.match(r" *\t", lines[number]):
                return int(number)
    return None


def _tab_finding(file: str, line: int, words: str) -> Finding:
    column = words.index("\t") + 1
    return Finding("Y004", Mark(file, line + 1, column), "a tab stands in the indentation", "indent with spaces only")


def _problem_in(problem: str, lines: Sequence[str], number: int, column: int) -> Slip:
    """What a problem at a place is called."""
    line = lines[number]
    for pattern, message, hint in _PROBLEMS:
        if re.search(pattern, problem):
            sign = line[column : column + 1]
            words = message if sign else message.replace("`{sign}`", "the end of the line")
            return Slip(number, column, words.format(sign=sign), hint)
    if re.search(r"expected '-' indicator|found '\?'", problem):
        return misplaced(lines, number, "a key stands among the members of a list")
    if column <= len(line) - len(line.lstrip(" ")):
        return misplaced(lines, number, "this line does not fit the indentation of the lines above")
    hint = f"check the indentation, the colon and the quotes; if in doubt, {QUOTE}"
    return Slip(number, column, "this cannot be read as YAML", hint)


_PROBLEMS: tuple[tuple[str, str, str], ...] = (
    (
        r"sequence entries are not allowed",
        "`- ` starts a list where none can be",
        f"start the list in a line of its own; if these are words, {QUOTE}",
    ),
    (r"scanning an alias", "a value cannot start with `*`", QUOTE),
    (r"scanning an anchor", "a value cannot start with `&`", QUOTE),
    (r"undefined alias", "the alias has no anchor (`&name`) above it", f"write the anchor first, or {QUOTE}"),
    (r"duplicate anchor", "the anchor is given twice", "rename one of the two anchors"),
    (r"cannot start any token", "a value cannot start with `{sign}`", QUOTE),
    (r"unknown escape|hexdecimal|hexadecimal", "unknown escape after `\\`", "use single quotes, or write `\\\\`"),
    (r"expected a single document", "`---` starts a second document", "delete it: one file holds one document"),
    (r"directive|expected '<document start>'", "a line cannot start with `%`", QUOTE),
    (r"block scalar", "words follow `|` or `>` in the same line", f"write them in the next line, indented; or {QUOTE}"),
    (r"flow mapping: .*expected ',' or '}'", "`{sign}` stands where `,` or `}}` should be", QUOTE),
    (r"flow sequence: .*expected ',' or '\]'", "`{sign}` stands where `,` or `]` should be", QUOTE),
    (r"node content", "`{sign}` stands where a value should be", QUOTE),
)


def other_faults(first: Finding, text: str, file: str, compose: Callable[[str], yaml.Node | None]) -> list[Finding]:
    """What else is wrong in the file: each entry after the faulty one is read on its own."""
    lines, found = text.split("\n"), [first]
    if first.code == "Y004":
        tabs = [i for i, words in enumerate(lines) if re.match(r" *\t\s*\S", words) and i + 1 != first.mark.line]
        return [_tab_finding(file, i, lines[i]) for i in tabs[: MAX_FAULTS - 1]]
    for start, end in _entries(lines):
        if start < first.mark.line or len(found) == MAX_FAULTS:
            continue
        try:
            compose("\n" * start + "\n".join(lines[start:end]))
        except yaml.MarkedYAMLError as error:
            if "alias" not in (error.problem or ""):
                found.append(explain_syntax(error, text, file, start))
    return [f for f in dict.fromkeys(found) if f != first]


def _entries(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where each top-level key and each member of a top-level list begins and ends."""
    margins = [len(line) - len(line.lstrip(" ")) for line in lines if line.lstrip(" ").startswith("- ")]
    pattern = re.compile(rf"[\w-]+:(?: |$)| {{{min(margins, default=0)}}}- ")
    starts = [number for number, line in enumerate(lines) if pattern.match(line)]
    yield from pairwise([*starts, len(lines)])


# ---- YAML text -> a `Fault` Y010 if it is nested so deep that reading it would end the program ----

MAX_DEPTH = 64

_SUSPICIOUS_INDENT = late(rf"^[ \t?-]{{{2 * MAX_DEPTH}}}", re.MULTILINE)


_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def check_depth(text: str, file: str) -> None:
    """Libyaml nests on the C stack: depth has to be known before a tree is made. Cheap for ordinary files."""
    depths = list(accumulate(map(_STEPS.__getitem__, re.findall(r"[\[\]{}]", text)), initial=0))
    deepest = max(map(sub, depths, accumulate(depths, min)))  # what closes nothing counts for nothing
    if deepest <= MAX_DEPTH and not _SUSPICIOUS_INDENT.search(text):
        return
    level = 0
    try:
        for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if level > MAX_DEPTH:
                raise too_deep(file, event.start_mark)  # type: ignore[arg-type]
    except yaml.MarkedYAMLError:
        return


def too_deep(file: str, mark: yaml.Mark | None) -> Fault:
    """The fault at PyYAML's mark."""
    hint = "make it flatter; an alias (`*name`) may not stand inside its own anchor (`&name`)"
    place = Mark(file, mark.line + 1, mark.column + 1) if mark else Mark(file)
    return Fault(Finding("Y010", place, f"data is nested more than {MAX_DEPTH} levels deep", hint))


CLOSING = {"{": "}", "[": "]", '"': '"', "'": "'"}

_HEAD = late(r"(?P<dashes> *(?:- +)*)(?P<key>(?:[\w.-]+|\"[^\"]*\"|'[^']*'):\s+)?(?:[&!]\S*\s+)?")
_ENTRY = late(r"( *)(?:- |-$|[\w.-]+:(?:\s|$))")
_BLOCK = late(r"(?:^|[\s:-])[|>][-+0-9]*\s*(?:#.*)?$")
_INSIDE = {'"': re.compile(r'[^"\\]*(?:\\.?[^"\\]*)*'), "'": re.compile(r"[^']*(?:''[^']*)*")}
_BLANKS = late(r"\s*")
_RUN = late(r"[^\s\[\]{}\"',:#]+|.")
_KEY = late(r"([\w-]+):\s")
_SWALLOWED = late(r",\s*([\w-]+):\s*$")
_TWICE = {
    '"': 'write `\\"` for a quotation mark inside the words, or put them all in single quotes',
    "'": "write `''` for an apostrophe inside the words, or put them all in double quotes",
}


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
