"""A `Comparison` -> a report for a terminal, and a change log in Markdown for play testers.

Takes a comparison, the names of its versions, a language and the words of the tool; gives one string. Promise: plain
characters at the beginnings of lines say what happened (`+` new, `-` gone, `~` otherwise, `=` renamed, `>` moved), so
that colour is never needed.
"""

from __future__ import annotations

from collections import Counter

from generator.compare.change import Comparison
from generator.compare.names import readable
from generator.compare.report import ARROW, SIGNS, Line, Say, Section, Teller, sections
from generator.compare.wrapping import cells, wrapped
from generator.summary import md

_COLORS = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m", "=": "\x1b[36m", ">": "\x1b[35m"}
_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def version_name(comparison: Comparison, side: int, name: str, language: str) -> str:
    """ "Title, draft 3 (v1)"."""
    game = (comparison.old, comparison.new)[side]
    title = readable(game.title.in_language(language), game, language) or game.id
    version = readable(game.version.in_language(language), game, language)
    words = ", ".join(w for w in (title, version) if w)
    return words if name in (title, version, game.id, ".") else f"{words} ({name})"


def heads(comparison: Comparison, names: tuple[str, str], language: str) -> tuple[str, str]:
    """What both versions are called at the head of a report."""
    return version_name(comparison, 0, names[0], language), version_name(comparison, 1, names[1], language)


def tally(comparison: Comparison, teller: Teller) -> str:
    """ "3 new, 1 gone, 12 changed"."""
    counts = Counter(c.what for c in comparison.changes if not c.follows)
    order = ("added", "removed", "renamed", "changed", "moved")
    return teller.tell("comma").join(teller.tell(f"tally.{w}", n=counts[w]) for w in order if counts[w])


def text_report(
    comparison: Comparison, names: tuple[str, str], language: str, say: Say, color: bool = False, width: int = 0
) -> str:
    """The report for a terminal of `width` cells; 0: one line a change, whatever its length."""
    teller = Teller(language, say)
    one, other = heads(comparison, names, language)
    head = f"{one} -> {other}"
    if not comparison.changes:
        return f"{head}\n{teller.tell('same')}"
    words = tally(comparison, teller)
    blocks = [f"{_BOLD}{head}{_OFF}\n{_DIM}{words}{_OFF}" if color else f"{head}\n{words}"]
    for section in sections(comparison, teller):
        title = f"{_BOLD}{section.title}{_OFF}" if color else section.title
        blocks.append("\n".join([title, *(_text_line(line, color, width) for line in section.lines)]))
    return "\n\n".join(blocks)


def _text_line(line: Line, color: bool, width: int) -> str:
    """A change in a line, or in a line for what was and one for what is, as far as they fit."""
    sign = SIGNS[line.what]
    whole = f"  {sign} {line.text}"
    if width and cells(whole) > width:
        before, arrow, after = line.text.partition(f" {ARROW} ")
        lines = wrapped(before, width, f"  {sign} ", " " * 6)
        lines += wrapped(after, width, f"      {ARROW} ", " " * 9) if arrow else []
        whole = "\n".join(lines)
    return f"{_COLORS[sign]}{whole}{_OFF}" if color else whole


def md_report(comparison: Comparison, names: tuple[str, str], language: str, say: Say) -> str:
    """The change log."""
    teller = Teller(language, say, "→", 160)
    one, other = heads(comparison, names, language)
    lines = [f"# {_safe(other)}", "", teller.tell("since", old=_safe(one))]
    if not comparison.changes:
        return "\n".join([*lines, "", teller.tell("same"), ""])
    lines += ["", f"*{tally(comparison, teller)}*"]
    for section in sections(comparison, teller):
        lines += ["", f"## {section.title}", "", *_md_lines(section)]
    return "\n".join([*lines, ""])


def _md_lines(section: Section) -> list[str]:
    return [
        f"- **{_safe(line.name)}**: {_safe(line.words)}" if line.words else f"- **{_safe(line.name)}**"
        for line in section.lines
    ]


def _safe(words: str) -> str:
    """Words that Markdown takes as they are, in one line."""
    return md.words(" ".join(words.split()))
