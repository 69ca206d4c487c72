"""A draft in plain text -> Markdown: what its signs, numbers and indents say of chapters and lists.

`■ 準備`, `1. Setup` above a paragraph, `SETUP` by itself and a point with points below it are headings; other points
and numbers are items of lists; a line that ends a sentence is a paragraph.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

_SIGNS = "■□◆◇●○◎〇▼▽▲△★☆"
_DOTS = "-*+・‐–—•▪‣✓✔➢"
_POINT = re.compile(
    rf"(?P<indent>\s*)(?:(?P<sign>[{_DOTS}{_SIGNS}](?=\s)|[・•])\s*)?(?P<inner>[{_DOTS}{_SIGNS}](?=\s)|[・•])\s*(?=[^\s-])"
)
_NUMBER = re.compile(r"(?P<indent>\s*)(?P<inner>[(（]?[0-9０-９]{1,2}[.)）．：:、]|[①-⑳])(?![0-9])\s*(?=\S)")
_HEAD = re.compile(rf"[{_SIGNS}]+\s*(?=\S)|【(?=[^】]+】$)|第[\d一二三四五六七八九十]+[章部節]")
_CAPITALS = "A-ZÀ-ÞĀ-ſͰ-ӿ"
_LOUD = re.compile(rf"[{_CAPITALS}][{_CAPITALS}0-9 &'’/-]{{2,40}}:?")
_RULED = re.compile(r"={3,}|-{3,}|~{3,}")
_SENTENCE = ("。", "．", ".", "！", "!", "？", "?")
_ENDS = (*_SENTENCE, "」", "）", ")", ":", "：")
_MARKED = re.compile(r"(?<=[A-Za-z0-9])\*(?=[A-Za-z0-9])|(?<=^\d{3})[.)](?= )|(?<=^\d{4})[.)](?= )")
"""Signs that say nothing, but would in Markdown: `2*3*4`, `1986. A year`."""
_LONG = 40
"""Characters of a line that is no heading."""
_LOST = 1000
"""In fewer lines, by so many characters, a text has lost their ends: blanks stand for these."""
_LINE_ENDS = re.compile(rf"\s+(?=[{_SIGNS}])|\s{{2,}}|(?<=[。）)])\s(?=[0-9]{{1,2}}[:)：）])")
_ROWS = 2
"""So many lines are a table."""
_HEADINGS = 2
"""So many headings make a draft of what else would be a list of cards, one a line."""


def is_outline(text: str) -> bool:
    """True for a text with headings that is no table."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    for sign, share in (("\t", 0.5), ("|", 0.5), (";", 0.5), (",", 0.8)):
        if sum(sign in line for line in lines) > share * len(lines):
            return False
    return len(re.findall(r"(?m)^##+ ", markdown_of(text))) >= _HEADINGS


def markdown_of(text: str) -> str:
    """The same text with the signs of Markdown; what has these already stays as it is."""
    text = text.replace("\r\n", "\n")
    if text.count("\n") < len(text) / _LOST:
        text = _LINE_ENDS.sub("\n", text)
    lines = [line.expandtabs(4).rstrip() for line in _tabled(text.split("\n"))]
    ranks: dict[str, int] = {}
    said = [*_lines(lines, ranks)]
    if "-" in ranks and ranks["-"] < max(ranks.values()):  # points are chapters only where nothing else is
        kinds = sorted(ranks, key=lambda kind: (kind == "-", ranks[kind]))
        said = [*_lines(lines, {kind: n for n, kind in enumerate(kinds, 2)})]
    return "\n".join(said).strip("\n") + "\n"


def _tabled(lines: Sequence[str]) -> Iterator[str]:
    """The lines; those below each other with as many bars or tabs, no list of two columns, as a table."""

    def parted(line: str) -> tuple[str, ...]:
        cells = re.split(r"\t+| \| ", line.strip())
        return tuple(cells) if len(cells) > 2 and all(cells) and not line.lstrip().startswith(("|", "#")) else ()

    for wide, run in groupby(lines, key=lambda line: len(parted(line))):
        own = [*run]
        table = [f"| {' | '.join(parted(line))} |" for line in own]
        yield from ["", table[0], "|---" * wide + "|", *table[1:], ""] if wide and len(own) >= _ROWS else own


def _lines(lines: Sequence[str], ranks: dict[str, int]) -> Iterator[str]:
    """The lines; `ranks` are the levels of kinds of headings, and get those of new ones."""
    levels: list[tuple[int, str]] = []
    is_first, fence, followers, last = True, False, [""], 0
    for line in reversed(lines):  # the next line that says something, the last one's first
        followers.append(line if line.strip() else followers[-1])
    for n, line in enumerate(lines):
        words, after = line.strip(), followers[-n - 2]
        fence ^= words.startswith("```")
        if not words or fence or words.startswith(("#", "|", ">", "```")):
            levels, last = levels if not words else [], 0
            is_first &= not words
            yield line
            continue
        number = _NUMBER.match(line)
        point, below = _POINT.match(line) or number, lines[n + 1] if n + 1 < len(lines) else ""
        digits = unicodedata.normalize("NFKC", number["inner"]) if number else ""
        value = int("".join(filter(str.isdecimal, digits)) or last)
        kind = _heading(line, _RULED.sub("", lines[n - 1]) if n else "", after, is_numbered="1" in ranks)
        kind = kind * (bool(below) or not 1 < value == last + 1)  # else it is the last one of a list
        last = value * (not kind)
        is_marked = words[0] in _SIGNS and words[:1] == words[1:2]
        is_plain = not (below or number or words[0] in _DOTS or words.endswith(_SENTENCE))
        said = _MARKED.sub(r"\\\g<0>", line[point.end() :] if point else words)
        if _RULED.fullmatch(words):
            yield ""
            continue
        if _RULED.fullmatch(below) or (is_first and (is_marked or is_plain) and len(words) <= _LONG):
            levels = []
            yield f"{'#' if is_first else '##'} {words.lstrip(_SIGNS).strip()}\n"
        elif kind:
            levels = []
            bare = re.sub(rf"^[{_DOTS}{_SIGNS}【\s]+|】$", "", words)
            yield f"\n{'#' * min(ranks.setdefault(kind, len(ranks) + 2), 6)} {bare}\n"
        elif point:
            depth = _depth(levels, len(point["indent"]), "1" if number else point["inner"])
            yield f"{'   ' * depth}{'1.' if number else '-'} {said}"
        else:
            is_flowing = len(words) >= _LONG and not words.endswith(_ENDS)
            yield "   " * (len(levels) if line[0].isspace() else 0) + said + "\n" * (not is_flowing)
        is_first = False


def _depth(levels: list[tuple[int, str]], indent: int, sign: str) -> int:
    """How deep an item of a list is: below the last one of another sign, or that stands further left."""
    if (indent, sign) in levels:
        del levels[levels.index((indent, sign)) + 1 :]
    else:
        while levels and levels[-1][0] > indent:
            levels.pop()
        levels.append((indent, sign))
    return len(levels) - 1


def _heading(line: str, before: str, after: str, *, is_numbered: bool) -> str:
    """What makes a line a heading ("" if it is none); `is_numbered`: earlier ones have numbers."""
    if line[0].isspace() or len(line) > _LONG or line.endswith(_SENTENCE):
        return ""
    head, point, number = _HEAD.match(line), _POINT.match(line), _NUMBER.match(line)
    if head and not after.startswith(head[0]):
        return head[0][:1]
    is_listed = _POINT.match(after) or _NUMBER.match(after)
    if point and not head and not before.strip() and after[:1].isspace() and is_listed:
        return "-"
    is_next = is_numbered and not before.strip() and not _NUMBER.match(after)
    if number and after and (is_next or not (is_listed or after[0].isspace())):
        return "1"
    return "A" if _LOUD.fullmatch(line) and line.isupper() and not before.strip() else ""
