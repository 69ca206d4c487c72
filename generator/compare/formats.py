"""A `Comparison` -> a report for a terminal, a change log in Markdown for play testers, JSON for other programs.

Takes a comparison, the names of its versions, a language and the words of the tool; gives one string. Promise: plain
characters at the beginnings of lines say what happened (`+` new, `-` gone, `~` otherwise, `=` renamed, `>` moved), so
that colour is never needed; keys of the JSON are never taken away, only
added (tests/compare_kit.py has its schema); ids and texts are those of the data, `*_words` are what people read.
"""

from __future__ import annotations

import json
from collections import Counter

from generator.compare.model import Change, Comparison
from generator.compare.report import SIGNS, Phrases, ReportGroup, ReportLine, Say, groups
from generator.compare.values import Json, readable_text
from generator.data.model import Game
from generator.summary import md

_COLORS = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m", "=": "\x1b[36m", ">": "\x1b[35m"}
_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def heads(comparison: Comparison, names: tuple[str, str], language: str) -> tuple[str, str]:
    """What both versions are called at the head of a report: "Title, draft 3 (v1)"."""
    old, new = comparison.old, comparison.new
    return _version_name(old, names[0], language), _version_name(new, names[1], language)


def _version_name(game: Game, name: str, language: str) -> str:
    title = readable_text(game.title, game, language) or game.id
    version = readable_text(game.version, game, language)
    words = ", ".join(w for w in (title, version) if w)
    return words if name in (title, version, game.id, ".") else f"{words} ({name})"


def tally(comparison: Comparison, phrases: Phrases) -> str:
    """ "3 new, 1 gone, 12 changed"."""
    counts = Counter(c.what for c in comparison.changes if not c.follows)
    order = ("added", "removed", "renamed", "changed", "moved")
    return phrases.phrase("comma").join(phrases.phrase(f"tally.{w}", n=counts[w]) for w in order if counts[w])


def text_report(comparison: Comparison, names: tuple[str, str], language: str, say: Say, color: bool = False) -> str:
    """The report for a terminal: one line a change."""
    phrases = Phrases(language, say)
    one, other = heads(comparison, names, language)
    head = f"{one} -> {other}"
    if not comparison.changes:
        return f"{head}\n{phrases.phrase('same')}"
    words = tally(comparison, phrases)
    blocks = [f"{_BOLD}{head}{_OFF}\n{_DIM}{words}{_OFF}" if color else f"{head}\n{words}"]
    for part in groups(comparison, phrases):
        title = f"{_BOLD}{part.title}{_OFF}" if color else part.title
        blocks.append("\n".join([title, *(_text_line(line, color) for line in part.lines)]))
    return "\n\n".join(blocks)


def _text_line(line: ReportLine, color: bool) -> str:
    whole = f"  {SIGNS[line.what]} {line.text}"
    return f"{_COLORS[SIGNS[line.what]]}{whole}{_OFF}" if color else whole


def md_report(comparison: Comparison, names: tuple[str, str], language: str, say: Say) -> str:
    """The change log."""
    phrases = Phrases(language, say, "→", 160)
    one, other = heads(comparison, names, language)
    lines = [f"# {_safe(other)}", "", phrases.phrase("since", old=_safe(one))]
    if not comparison.changes:
        return "\n".join([*lines, "", phrases.phrase("same"), ""])
    lines += ["", f"*{tally(comparison, phrases)}*"]
    for part in groups(comparison, phrases):
        lines += ["", f"## {part.title}", "", *_md_lines(part)]
    return "\n".join([*lines, ""])


def _md_lines(part: ReportGroup) -> list[str]:
    return [
        f"- **{_safe(line.name)}**: {_safe(line.words)}" if line.words else f"- **{_safe(line.name)}**"
        for line in part.lines
    ]


def _safe(words: str) -> str:
    """Words that Markdown takes as they are, in one line."""
    return md.words(" ".join(words.split()))


# ---- JSON ------------------------------------------------------------------------------------------------------------


def json_report(comparison: Comparison, names: tuple[str, str]) -> str:
    """The comparison as JSON."""
    found = {
        "old": _version(comparison.old, names[0]),
        "new": _version(comparison.new, names[1]),
        "changes": [_record(c) for c in comparison.changes],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _version(game: Game, name: str) -> dict[str, Json]:
    return {"name": name, "game": game.id, "title": dict(game.title.words), "version": game.version_word}


def _record(change: Change) -> Json:
    return {
        **{key: getattr(change, key) for key in ("group", "subject", "what", "aspect")},
        "old_id": change.old_id or None,
        "new_id": change.new_id or None,
        "name": dict(change.name),
        "within": dict(change.within),
        "old": change.old.data,
        "new": change.new.data,
        "old_words": dict(change.old.words),
        "new_words": dict(change.new.words),
        "sure": change.sure,
        "follows": change.follows,
        "assumed": [side for side, assumed in zip(("old", "new"), change.assumed, strict=True) if assumed],
    }
