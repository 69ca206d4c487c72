"""A draft in plain text -> Markdown: what its signs, numbers and indents say of chapters and lists.

`■ 準備`, `1. Setup` above a paragraph, `SETUP` by itself and a point with points below it are headings; other points
and numbers are items of lists; a line that ends a sentence is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_SIGNS = "■□◆◇●○◎〇▼▽▲△★☆"
_DOTS = "-*+・‐–—•▪‣✓✔➢"
_POINT = re.compile(
    rf"(?P<indent>\s*)(?:(?P<sign>[{_DOTS}{_SIGNS}](?=\s)|[・•])\s*)?(?P<inner>[{_DOTS}{_SIGNS}](?=\s)|[・•])\s*(?=[^\s-])"
)
_NUMBER = re.compile(r"(?P<indent>\s*)(?P<inner>[(（]?[0-9０-９]{1,2}[.)）．：:、]|[①-⑳])(?![0-9])\s*(?=\S)")
_HEAD = re.compile(rf"[{_SIGNS}]+\s*(?=\S)|【(?=[^】]+】$)|第[\d一二三四五六七八九十]+[章部節]")
_LOUD = re.compile(r"[A-Z][A-Z0-9 &'’/-]{2,40}:?")
_RULED = re.compile(r"={3,}|-{3,}|~{3,}")
_SENTENCE = ("。", "．", ".", "！", "!", "？", "?")
_ENDS = (*_SENTENCE, "」", "）", ")", ":", "：")
_LONG = 40
"""Characters of a line that is no heading."""
_LOST = 1000
"""In fewer lines, by so many characters, a text has lost their ends: blanks stand for these."""
_LINE_ENDS = re.compile(rf"\s+(?=[{_SIGNS}])|\s{{2,}}|(?<=[。）)])\s(?=[0-9]{{1,2}}[:)：）])")
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
    lines = [line.expandtabs(4).rstrip() for line in text.split("\n")]
    return "\n".join(_lines(lines)).strip("\n") + "\n"


def _lines(lines: Sequence[str]) -> Iterator[str]:
    ranks: dict[str, int] = {}
    levels: list[tuple[int, str]] = []
    is_first, fence = True, False
    for n, line in enumerate(lines):
        words, after = line.strip(), next((other for other in lines[n + 1 :] if other.strip()), "")
        fence ^= words.startswith("```")
        if not words or fence or words.startswith(("#", "|", ">", "```")):
            levels = levels if not words else []
            is_first &= not words
            yield line
            continue
        number = _NUMBER.match(line)
        point, below = _POINT.match(line) or number, lines[n + 1] if n + 1 < len(lines) else ""
        kind = _heading(line, lines[n - 1] if n else "", after, is_numbered="1" in ranks)
        is_titled = (
            is_first
            and (not below or words[:1] == words[1:2])
            and not (number or words[0] in _DOTS or words.endswith(_SENTENCE))
        )
        if _RULED.fullmatch(words) and n and lines[n - 1].strip():
            continue
        if _RULED.fullmatch(below) or (is_titled and len(words) <= _LONG):
            levels = []
            yield f"{'#' if is_first else '##'} {words.lstrip(_SIGNS).strip()}\n"
        elif kind:
            levels = []
            bare = re.sub(rf"^[{_DOTS}{_SIGNS}【\s]+|】$", "", words)
            yield f"\n{'#' * min(ranks.setdefault(kind, len(ranks) + 2), 6)} {bare}\n"
        elif point:
            depth = _depth(levels, len(point["indent"]), "1" if number else point["inner"])
            yield f"{'   ' * depth}{'1.' if number else '-'} {line[point.end() :]}"
        else:
            is_flowing = len(words) >= _LONG and not words.endswith(_ENDS)
            yield "   " * (len(levels) if line[0].isspace() else 0) + words + "\n" * (not is_flowing)
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
    return "A" if _LOUD.fullmatch(line) and not before.strip() else ""
