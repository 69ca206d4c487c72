"""A line that YAML cannot read -> the slip of the keyboard in it, with what to write instead.

Takes the lines about the place where reading ended; gives a `Slip` or None. Promise: asked only about text that is
surely broken, so that a sign which is harmless elsewhere may be blamed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from generator.diagnostics.findings import near
from generator.values import Struct, lazy_pattern

QUOTE = "put the whole value in double quotes, or write it below as a `|` block"


class Slip(Struct, frozen=True):
    """What is wrong at a place; `line` and `column` count from 0."""

    line: int
    column: int
    message: str
    hint: str


SPACES = {
    "\u3000": "a full-width space",
    "\u00a0": "a no-break space",
    "\u202f": "a no-break space",
    "\u200b": "an invisible space",
    "\u2060": "an invisible space",
    "\ufeff": "a byte order mark",
}
"""What looks like a space, or like nothing, and is no space for YAML."""
NARROW = str.maketrans("：，、；｛｝［］＃－０１２３４５６７８９", ":,,;{}[]#-0123456789")

_ODD = "".join(SPACES)
INVISIBLE = {
    "\u200b": "an invisible space",
    "\u2060": "an invisible space",
    "\ufeff": "a byte order mark",
    "\u200c": "an invisible parting sign",
    "\u200d": "an invisible joining sign",
    "\u00ad": "a soft hyphen",
}
"""What nobody sees: it comes along with words that are copied from a web page."""
_KEY = r"\s*(?:- +)*"

_SLIPS: tuple[tuple[str, str, str], ...] = (
    (r"(<<<<<<<|=======|>>>>>>>)", "git left a conflict here", "keep one of the two versions, and delete such lines"),
    (r"\s*(//|--(?!-)|/\*|;)", "`{sign}` starts no comment", "write `#` before a comment"),
    (rf" *([{_ODD}])", "{name} stands in the indentation", "indent with plain (half-width) spaces only"),
    (rf" *-([{_ODD}\t])", "{name} stands after `-`", "write a plain (half-width) space"),
    (rf"{_KEY}[\w-]+:([{_ODD}])", "{name} stands after this colon", "write a plain (half-width) space"),
    (rf"{_KEY}[\w-]*(：)", "a full-width colon `：` stands after a key", "write `: ` in half width, with its space"),
    (
        r" *([－‐–—−・•●＊]|[*ー一](?= ))",
        "`{sign}` starts no member of a list",
        "write `- `: a half-width hyphen, a space",
    ),
    (r" *(-)[^\s\d-]", "no space follows `-`", "write a space after it"),
    (rf"{_KEY}(:)(?: |$)", "a key is empty", "write a word before the colon"),
    (rf"{_KEY}[a-z][\w-]*(:)[^\s:/]", "no space follows this colon", "write a space after the colon"),
)
"""In the line where reading ended, or shortly above."""
_BEHIND: tuple[tuple[str, str, str], ...] = (
    (rf"{_KEY}(?:[\w-]+: +)?([｛［])", "`{sign}` is no bracket for YAML", "write `{narrow}` in half width"),
    (r".*[:{\[,-] *([“”„‘’＂＇])", "`{sign}` is no quotation mark for YAML", 'write straight ones: `".."`'),
    (r".*[{\[][^\"']*?([，、])\s*[\w-]+:", "`{sign}` parts no entries", "write `, ` in half width, with its space"),
    (r".*[{,][^\"'{},]*: [^\"'{}\[\],]* ([\w-]+):", "no comma stands before `{sign}`", f"write `, ` there, or {QUOTE}"),
)
"""In the line where reading ended, before that place: such signs may stand in words."""


_ODD_KEY = lazy_pattern(r"([\w-]+)\s*[:：]\s*(\S.*)", re.DOTALL)
_NEXT_KEY = lazy_pattern(r"\s*[，、]\s*(?=[\w-]+\s*[:：])")
_ODD_WORD = lazy_pattern(rf"[{_ODD}]*([\w.#+-]+)[{_ODD}]*", re.ASCII)


def without_colon(key: str) -> dict[str, str]:
    """`{en:Dawn}` is a key without a value for YAML: what was meant by it; empty if it may be right."""
    found = [_ODD_KEY.fullmatch(part) for part in _NEXT_KEY.split(key)]
    return {f[1]: f[2] for f in found if f} if all(found) else {}


def without_spaces(words: str, key: bool = False) -> tuple[str, str]:
    """Words without what only looks like a space at their ends, or like nothing in them, and what it is called ("":
    there is none).

    Of values only those that may be an id or a number are changed: in a text such a space may be meant."""
    plain = words.strip(_ODD + " ")
    unseen = [c for c in plain if c in INVISIBLE]
    bare = "".join(c for c in plain if c not in INVISIBLE)
    if unseen and re.fullmatch(r"[A-Za-z0-9_.-]+", bare):
        return bare, INVISIBLE[unseen[0]]
    if plain == words or not plain or not (key or _ODD_WORD.fullmatch(words)):
        return words, ""
    return plain, SPACES.get(words[-1] if words[0] == plain[0] else words[0], "a space")


def quote_hint(value: object) -> str:
    """`text: {food} ...` is a mapping for YAML, and so are words behind a comma; say so."""
    if not isinstance(value, dict):
        return ""
    if all(v is None for v in value.values()):
        return "put the words in double quotes: words that start with `{` are read as a mapping otherwise"
    entries = list(value.items())
    for (before, words), (key, given) in pairwise(entries):
        if given is None and isinstance(words, str):
            return f'put words that hold a comma in double quotes: `{before}: "{words}, {key}"`'
    return ""


def color_hint(value: object) -> str:
    """What to write for a colour; the value itself, where only its quotes are wrong."""
    meant = str(value).strip("“”‘’„「」『』＂＇ ")
    digits = re.fullmatch("#?([0-9a-fA-F]{6})", meant)
    return f'write `"#{digits[1] if digits else "rrggbb"}"`, in straight quotes, or a name of CSS such as `darkred`'


def column_hint(field: str, unread: Sequence[str], heading: str) -> str:
    """What to do where a field is missing in a table: fill its column, or, if none is called so (""), say which of the
    `unread` headings it is."""
    if heading:
        return f"fill the column `{heading}`"
    if not unread:
        return "no column is called so: add one"
    meant = " or ".join(f"`{heading}`" for heading in unread[:3])
    said = f"columns: {{{unread[0]}: {field}}}"
    return f"no column is called so: if {meant} is it, write `{said}` in `from`; or add one"


def slip_in(lines: Sequence[str], numbers: Iterable[int], column: int) -> Slip | None:
    """The first slip in these lines, counted from 0. In the first of them reading ended, at the column."""
    for place, number in enumerate(numbers):
        line = lines[number] if 0 <= number < len(lines) else ""
        before = line[: column + 1] if place == 0 else ""
        for row, words in (*((row, line) for row in _SLIPS), *((row, before) for row in _BEHIND)):
            pattern, message, hint = row
            found = re.match(pattern, words)
            if found:
                sign = found[1]
                said = {"sign": sign, "name": SPACES.get(sign, "a tab"), "narrow": sign.translate(NARROW)}
                return Slip(number, found.start(1), message.format(**said), hint.format(**said))
    return None


_VALUE = lazy_pattern(r"(?P<before>\s*(?:- +)*)(?P<key>[\w.-]+|\"[^\"]*\"|'[^']*')\s*:(?:\s+(?P<value>\S.*))?$")


def second_key(lines: Sequence[str], number: int, column: int) -> Slip:
    """`mapping values are not allowed`: a second colon in one line, or a line below a value that is complete."""
    found = _VALUE.match(lines[number])
    if found and found["value"] is not None and column >= found.start("value"):
        message = f"`:` stands inside the words of `{found['key'].strip(chr(34))}`"
        return Slip(number, column, message, f"{QUOTE}; a further key goes into a line of its own")
    above = _above(lines, number)
    if re.fullmatch(r" *(?:- +)+[\w-]+ [^:#{\[\"']+", lines[above]) and above >= 0:
        return no_colon(lines, above, len(lines[above]) - len(lines[above].lstrip("- ")))
    if found:
        message = f"`{found['key']}` is indented deeper than its neighbours"
        hint = _like(lines, number) or "indent it exactly like its neighbours"
        return Slip(number, found.start("key"), message, f"{hint}; quote words that go on over several lines")
    return Slip(number, column, "`:` makes a key where none can be", f"check the indentation, or {QUOTE}")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _above(lines: Sequence[str], number: int) -> int:
    """The next line above that is not empty; -1 if there is none."""
    return next((n for n in range(number - 1, -1, -1) if lines[n].strip()), -1)


def no_colon(lines: Sequence[str], number: int, column: int) -> Slip:
    """`could not find expected ':'`: a line that is to be a key and has no colon."""
    words = lines[number][column:].strip()
    above = _above(lines, number)
    opened = re.match(r"\s*(?:- +)*(.*?):?\s*[|>][-+0-9]*$", lines[above]) if above >= 0 else None
    if opened:
        hint = f"indent it deeper than `{opened[1]}`" if opened[1] else "indent it deeper"
        return Slip(number, column, "words below `|` or `>` are not indented", hint)
    given = re.fullmatch(r"([\w-]+)(?:\s*[=＝;；。、,]\s*|\s+)(.{1,40})", words)
    shown = f"`{words[:30]}{'..' if len(words) > 30 else ''}`"
    if given:
        return Slip(number, column, f"{shown} has no colon", f"write `{given[1]}: {given[2]}`, or indent it deeper")
    return Slip(number, column, f"{shown} has no colon", "write `: ` after the key, or indent the words deeper")


def misplaced(lines: Sequence[str], number: int, message: str) -> Slip:
    """A line whose indentation fits none of the lines above."""
    column, above = _indent(lines[number]), _above(lines, number)
    bare = above >= 0 and _indent(lines[above]) == column and lines[above][column] == "{"
    if bare and lines[number].startswith("- ", column):
        return Slip(above, column, "no `- ` stands before this member of the list", "write `- ` before it")
    spaces, like = _nearest(lines, number)
    margins = [len(found[1] + found[2]) for line in lines if (found := _LIKE.match(line))]
    is_rare = spaces > 0 and margins.count(spaces) < margins.count(column)
    if like >= 0 and is_rare and not lines[number].startswith("-", column):  # it is the line above that stands out
        return Slip(like, spaces, message.replace("above", "below"), f"indent it with {_so(column, number)}")
    return Slip(number, column, message, _like(lines, number) or "indent it exactly like its neighbours")


def _like(lines: Sequence[str], number: int) -> str:
    """Which of the lines above it is to be indented like; "" if none is of its kind."""
    spaces, like = _nearest(lines, number)
    return f"indent it with {_so(spaces, like)}" if like >= 0 else ""


def _so(spaces: int, line: int) -> str:
    return f"{spaces or 'no'} space{'s' if spaces > 1 else ''}, like line {line + 1}"


def _nearest(lines: Sequence[str], number: int) -> tuple[int, int]:
    """The indentation of the line above that it is nearest to, and that line; -1 if none is of its kind."""
    words = lines[number].lstrip(" ")
    own, dash = len(lines[number]) - len(words), words.startswith("-")
    best: tuple[int, bool, int, int] | None = None  # how far off, none (a blank says that some are meant), spaces, line
    bound = 1 << 20  # a line deeper than one between is no neighbour
    for above in range(number - 1, -1, -1):
        found = _LIKE.match(lines[above])
        if found is None or len(found[1]) >= bound:
            continue
        bound = len(found[1])
        if found[2] or not dash:
            column = bound if dash else bound + len(found[2])
            best = min(best or (1 << 20, False, 0, 0), (abs(column - own), column == 0, column, -above))
    return (0, -1) if best is None or best[0] == 0 else (best[2], -best[3])


_LIKE = lazy_pattern(r"( *)((?:- +)*)(?:[\w.-]+:(?:\s|$)|- |-$)")


def fields_meant(unknown: list[object], missing: list[str]) -> dict[str, object]:
    """The fields that unknown keys were surely meant to be, each with the key that is read for it."""
    found: dict[str, object] = {}
    for key in unknown:
        found.setdefault(near(str(key), missing, 0.6), key)
    found.pop("", None)
    return found
