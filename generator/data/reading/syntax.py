"""A YAML syntax error -> a `Finding` in a designer's words, and the other errors of the same file.

YAML's own messages speak of "block mappings" and stop at the first fault. Here the usual slips get their name, the
place where they began, and what to write instead; then the entries that follow are read one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise
from operator import sub

import yaml

from generator.data.reading.suggestions import QUOTE, Slip, misplaced, no_colon, second_key, slip_in
from generator.diagnostics.findings import Fault, Finding, Mark
from generator.values import lazy_pattern

MAX_SLIPS = 10
_TAB = "cannot start any token|expected|not allowed| tab "
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
    for number in (spot.line, spot.line - 1) if re.search(_TAB, problem) else ():
        if 0 <= number < len(lines) and re.match(r" *\t", lines[number]):
            mark = Mark(file, number + 1, lines[number].index("\t") + 1)
            return Finding("Y004", mark, "a tab stands in the indentation", "indent with spaces only")
    opened = _first_open(lines, start, min(spot.line, len(lines) - 1)) if len(text) < LARGEST else None
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


_HIDDEN = {ord(sign): 0x10E000 + ord(sign) for sign in "[]{},:#&*!|>'\"%@`-?"}
SIGNS = {other: sign for sign, other in _HIDDEN.items()}
"""What `with_words` put in place of signs -> these."""
_MEANT = (
    lazy_pattern(r"one of \[[^][{}\n]*\]"),
    lazy_pattern(r"\{[=@#]?[\w/-]+(?::[\w-]+)?\}"),
    lazy_pattern(r"""(?<=: )(?:"[^"]*"|'[^']*'|[^\s{\[|>"']).*$"""),  # what goes on below is another thing
)


def with_words(text: str, number: int) -> str:
    """The text with what are surely words in that line (choices, `{coin}`, else all behind its key) as though they were
    in quotes, each sign in them another: all else keeps its place, and the rest of the file is read. The same text, if
    there are none."""
    lines = text.split("\n")
    line = lines[number - 1]
    for meant in _MEANT:
        lines[number - 1] = meant.sub(lambda found: found[0].translate(_HIDDEN), line)
        if lines[number - 1] != line:
            break
    return "\n".join(lines)


FOLLOWED = 100_000
"""Characters of a text that is read as it was hardly meant to see how far that goes."""
_MARGIN = lazy_pattern(r"[ \t]*(?:- +)*")
_GLUED = lazy_pattern(r"^(\w[\w-]*)(?::(?=\S)| +(?=\S)|$)")
_ENDS = lazy_pattern(r"(?=, *[\w-]+: )|(?=[\]}]+\s*(?:#.*)?$)|\s*$")


def as_meant(text: str, fault: Finding, compose: Callable[[str], yaml.Node | None]) -> str:
    """The text as it was surely meant at a fault, so that what stands below it is read; the same text in doubt."""
    best, furthest = with_words(text, fault.mark.line), fault.mark.line + 1  # what breaks the next line was not meant
    for candidate in _mendings(text, fault) if len(text) < FOLLOWED else ():
        try:
            compose(candidate)
        except yaml.MarkedYAMLError as error:
            line = explain_syntax(error, candidate, fault.mark.file).mark.line
            best, furthest = (candidate, line) if line > furthest else (best, furthest)
        else:
            return candidate
    return best


def no_comments(text: str, fault: Finding) -> list[tuple[int, int]]:
    """The lines outside of `|` and `>` texts that begin with the sign of other languages for a comment with which that
    of a fault begins, and where; from 0."""
    lines, found, number = text.split("\n"), list[tuple[int, int]](), 0
    begun = _COMMENT.match(lines[fault.mark.line - 1])
    while begun and number < len(lines):
        words = lines[number].lstrip()
        if words.startswith(begun[1]):
            found.append((number, len(lines[number]) - len(words)))
        number = _behind_block(lines, number)
    return found


_COMMENT = lazy_pattern(r"\s*(//|--(?!-)|;)")


def _mendings(text: str, fault: Finding) -> Iterator[str]:
    """What may have been meant: words; spaces for tabs; what is open, closed; a colon, a blank; the margin of a line
    nearby."""
    mark = fault.mark
    lines = text.split("\n")
    if marked := {n: lines[n][:at] + "#" + lines[n][at:] for n, at in no_comments(text, fault)}:
        yield "\n".join(marked.get(n, line) for n, line in enumerate(lines))
    yield with_words(text, mark.line)
    number, line = mark.line - 1, lines[mark.line - 1]
    if len(line) > LONGEST:
        return
    margin = _MARGIN.match(line)
    begin, own = margin.end() if margin else 0, len(line) - len(line.lstrip(" "))

    def with_line(words: str, at: int = number) -> str:
        return "\n".join([*lines[:at], words, *lines[at + 1 :]])

    if "\t" in line[:begin]:
        end = next((n for n in range(number, len(lines)) if not re.match(" *\t", lines[n])), len(lines))
        for width in ("  ", "    ", " "):
            spaced = partial(re.sub, r"^[ \t]+", lambda m, width=width: m[0].replace("\t", width))
            yield "\n".join([*lines[:number], *map(spaced, lines[number:end]), *lines[end:]])
    sign = CLOSING.get(line[mark.column - 1 : mark.column], "")
    if sign:
        before, words = line[: mark.column - 1], line[mark.column :]
        named = re.search(r"[\w-]+: *$", before)
        if named and re.fullmatch(r"[^,:\]}]*\w[^,:\]}]*", words) and text.count(named[0] + line[len(before)]) == 1:
            yield with_line(before + words)  # no other value of this key has brackets
        ends = _ENDS.finditer(line, mark.column) if words.strip() else ()
        yield from (with_line(line[: e.start()] + sign + line[e.start() :]) for e in ends)
        end = next((n for n in range(number + 1, len(lines)) if _is_behind(lines[n], own)), len(lines))
        last = max(n for n in range(number, end) if lines[n].strip())
        if words.strip() or last > number:  # of nothing, nothing is known
            yield with_line(lines[last] + sign, last)
    yield with_line(line[:begin] + _GLUED.sub(r"\1: ", line[begin:]))
    first = re.match(r"[\w-]+:", line[own:].removeprefix("-"))
    if first and re.search(rf"^ *- +{re.escape(first[0])}", text, re.MULTILINE):  # so the members beside it begin
        yield with_line(line[:own] + "- " + line[own:].removeprefix("-"))
    near = {len(other) - len(other.lstrip(" ")) for other in lines[max(0, number - 9) : number + 2] if other.strip()}
    near |= {*map(int, re.findall("indent it with ([0-9]+)", fault.hint))}
    yield from (with_line(" " * width + line.lstrip(" \t")) for width in sorted(near))


def other_faults(first: Finding, text: str, file: str, compose: Callable[[str], yaml.Node | None]) -> list[Finding]:
    """What is wrong in the file, this first: each top-level key, and each member of a top-level list, after the faulty
    one is read on its own."""
    lines, found = text.split("\n"), [first]
    margins = [len(line) - len(line.lstrip(" ")) for line in lines if line.lstrip(" ").startswith("- ")]
    entry = re.compile(rf"[\w-]+:(?: |$)| {{{min(margins, default=0)}}}- ")
    starts = [n for n, line in enumerate(lines) if n >= first.mark.line and entry.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        try:
            compose("\n" * start + "\n".join(lines[start:end]))
        except yaml.MarkedYAMLError as error:
            if "alias" not in (error.problem or ""):
                found.append(explain_syntax(error, text, file, start))
        if len(found) == MAX_SLIPS:
            break
    return list(dict.fromkeys(found))


# ---- YAML text -> a `Fault` Y010 if it is nested so deep that reading it would end the program ----

MAX_DEPTH = 64

_SUSPICIOUS_INDENT = lazy_pattern(rf"^[ \t?-]{{{2 * MAX_DEPTH}}}", re.MULTILINE)


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

_HEAD = lazy_pattern(r"(?P<dashes> *(?:- +)*)(?P<key>(?:[\w.-]+|\"[^\"]*\"|'[^']*'):\s+)?(?:[&!]\S*\s+)?")
_ENTRY = lazy_pattern(r"( *)(?:- |-$|[\w.-]+:(?:\s|$))")
_BLOCK = lazy_pattern(r"(?:^|[\s:-])[|>][-+0-9]*\s*(?:#.*)?$")
_QUOTED = {'"': re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL), "'": re.compile(r"'[^']*(?:''[^']*)*'")}
_BLANKS = lazy_pattern(r"[^\S\n]*")
_RUN = lazy_pattern(r"[^\s\[\]{}\"',:#]+|(?:(?<=[\s{\[,])|^)#.*", re.MULTILINE)
_KEY = lazy_pattern(r"([\w-]+):\s")
_SWALLOWED = lazy_pattern(r",\s*([\w-]+):\s*$")
_TWICE = {
    '"': 'write `\\"` for a quotation mark inside the words, or put them all in single quotes',
    "'": "write `''` for an apostrophe inside the words, or put them all in double quotes",
}


def _first_open(lines: Sequence[str], start: int, last: int) -> Slip | None:
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
        margin = _margin_of(head)
        if _BLOCK.search(line):
            number = _behind_block(lines, number)
            continue
        if line[at : at + 1] in CLOSING and (has_key or margin >= 0 or not goes_on):
            found = _Value(lines, number, at, margin).read()
            if not isinstance(found, int):
                return found
            number = found
        goes_on = line[at:].strip() != "" and line.rstrip()[-1] != ":"
        number += 1
    return None


def _margin_of(head: re.Match[str]) -> int:
    """What belongs to the value lies behind it."""
    return head.start("key") if head["key"] is not None else head["dashes"].rfind("-")


def _behind_block(lines: Sequence[str], number: int) -> int:
    """The line after one, and after the `|` or `>` text that it begins."""
    head = _HEAD.match(lines[number]) if _BLOCK.search(lines[number]) else None
    after = range(number + 1, len(lines))
    return next((n for n in after if head is None or _is_behind(lines[n], _margin_of(head))), len(lines))


def _is_behind(line: str, margin: int) -> bool:
    """True for the first line that is no longer of a `|` or `>` text."""
    return line.strip() != "" and len(line) - len(line.lstrip(" ")) <= margin


class _Value:
    """A value that begins with a bracket or a quotation mark: it goes on up to the next entry."""

    def __init__(self, lines: Sequence[str], number: int, at: int, margin: int) -> None:
        entries = ((n, _ENTRY.match(lines[n])) for n in range(number + 1, len(lines)))
        self.end = next((n for n, entry in entries if entry and len(entry[1]) <= margin), len(lines))
        self.text = "\n".join(lines[number : self.end])
        self.lines, self.number, self.at, self.open = lines, number, at, list[int]()

    def read(self) -> Slip | int | None:
        """The line in which it ends, or what is wrong with it; None in doubt."""
        fresh = True
        while self.at < len(self.text):
            at, sign = self.at, self.text[self.at]
            if sign in "\"'" and fresh:
                self.open.append(at)
                words = _QUOTED[sign].match(self.text, at)
                if words is None:
                    break
                self.at = words.end()
                self.open.pop()
                if self.open and (slip := self.after_words(at)):
                    return slip
                fresh = False
            elif sign in "{[":
                if not fresh:
                    return None
                self.open.append(at)
                self.at += 1
            elif sign in "}]":
                if CLOSING[self.text[self.open[-1]]] != sign:
                    line, column = self.place(at)
                    same = line == self.place(self.open[-1])[0]
                    where = f"column {column + 1}" if same else f"line {line + 1}"
                    return self.not_closed(self.open[-1], f"before the `{sign}` in {where}")
                self.open.pop()
                self.at, fresh = at + 1, False
            else:
                run = _RUN.match(self.text, at)
                self.at = run.end() if run else at + 1
                fresh = sign in ",:" or (fresh and (sign.isspace() or (sign == "#" and run is not None)))
            if not self.open:
                return self.after()
        is_last = not any(line.strip() for line in self.lines[self.end :])
        return self.not_closed(self.open[-1], "up to " + ("the end of the file" if is_last else f"line {self.end + 1}"))

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 0."""
        before = self.text[:at]
        return self.number + before.count("\n"), at - (before.rfind("\n") + 1)

    def slip(self, at: int, message: str, hint: str) -> Slip:
        return Slip(*self.place(at), message, hint)

    def after(self) -> Slip | int:
        """What stands behind a value that is complete."""
        rest = self.text[self.at :].partition("\n")[0]
        words = rest.lstrip()
        at = self.at + len(rest) - len(words)
        if not words or words[0] in "#:":
            return self.place(self.at)[0]
        if words[0] in "}]":
            return self.slip(at, f"`{words[0]}` closes nothing", "delete it, or write its opening bracket")
        opening = next(o for o, c in CLOSING.items() if c == self.text[self.at - 1])
        return self.slip(at, f"words follow after what `{opening}` began", _TWICE.get(opening, QUOTE))

    def not_closed(self, at: int, where: str) -> Slip:
        sign = self.text[at]
        line = self.text[at:].partition("\n")[0]
        curly = next((c for c in "”“＂’‘＇" if c in line), "") if sign in "\"'" and where.startswith("up") else ""
        hint = f"close it with `{CLOSING[sign]}`" + (f" (`{curly}` does not)" if curly else "")
        hint = QUOTE if line[1:2] == "#" else hint  # all behind it is a comment
        hint += "" if sign in "\"'" or hint == QUOTE else f"; quote words that start with `{sign}` or hold one"
        return self.slip(at, f"`{sign}` is not closed {where}", hint)

    def after_words(self, opening: int) -> Slip | None:
        """What is wrong behind words in quotes among brackets, where a comma or a bracket has to follow."""
        blanks = _BLANKS.match(self.text, self.at)
        at = blanks.end() if blanks else self.at
        if self.text[at : at + 1] in ("", "\n", *",:}]#"):
            return None
        key, swallowed = _KEY.match(self.text, at), _SWALLOWED.search(self.text[opening : self.at - 1])
        if key:
            return self.slip(at, f"no comma stands before `{key[1]}`", "write `, ` before it")
        if swallowed and "\n" not in self.text[opening : self.at]:
            return self.not_closed(opening, f"before `{swallowed[1]}:`")
        sign = self.text[opening]
        return self.slip(at, f"words follow after what `{sign}` began", _TWICE[sign])
