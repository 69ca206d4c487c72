"""A `Comparison` -> a report for a terminal, a change log in Markdown for play testers, JSON for other programs.

Takes a comparison, the names of its versions, a language and the words of the tool (for JSON those of each language).
Promise: if there is much to tell it is told in short first (gist.py), then line by line (lines.py). Plain characters at
the beginnings of lines say what happened (`+` new, `-` gone, `~` otherwise, `=` renamed, `>` moved), so that colour is
never needed. Keys of the JSON are never taken away, only added (tests/compare_kit.py has its schema); ids and texts are
those of the data, `*_words` are what people read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from generator.compare.gist import MOST, gist_of
from generator.compare.lines import SIGNS, Phrases, ReportLine, Say, told_lines
from generator.compare.model import GROUPS, Change, Comparison
from generator.compare.readable import Json, readable_text
from generator.compare.telling import gist_line
from generator.data.lexicon import comma_of
from generator.data.model import Game
from generator.diagnostics.findings import cells
from generator.values import Struct, lazy_pattern


class ReportGroup(Struct, frozen=True):
    """One group of changes under its heading."""

    group: str
    title: str
    lines: tuple[ReportLine, ...]


def groups(comparison: Comparison, phrases: Phrases) -> list[ReportGroup]:
    """The gist, if there are more lines than it may have, then all changes in their groups, but for empty ones."""
    found = [
        ReportGroup(group, phrases.phrase(f"group.{group}"), lines)
        for group in GROUPS
        if (lines := told_lines((c for c in comparison.changes if c.group == group), phrases))
    ]
    if sum(len(part.lines) for part in found) <= MOST:
        return found
    gist = tuple(gist_line(phrases, entry) for entry in gist_of(comparison))
    return [ReportGroup("gist", phrases.phrase("gist"), gist), *found]


_COLORS = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m", "=": "\x1b[36m", ">": "\x1b[35m"}
_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def version_headings(comparison: Comparison, names: tuple[str, str], language: str) -> tuple[str, str]:
    """What both versions are called at the head of a report: "Title, draft 3 (v1)"."""
    old, new = comparison.old, comparison.new
    return _version_name(old, names[0], language), _version_name(new, names[1], language)


def _version_name(game: Game, name: str, language: str) -> str:
    title = readable_text(game.title, game, language) or game.id
    version = readable_text(game.version, game, language)
    words = comma_of(language).join(w for w in (title, version) if w)
    return words if name in (title, version, game.id, ".") else f"{words} ({name})"


def count_words(comparison: Comparison, phrases: Phrases) -> str:
    """ "3 new, 1 gone, 12 changed"."""
    counts = Counter(c.what for c in comparison.changes if not c.follows)
    order = ("added", "removed", "renamed", "changed", "moved")
    return phrases.phrase("comma").join(phrases.phrase(f"tally.{w}", n=counts[w]) for w in order if counts[w])


class Terminal(Struct, frozen=True):
    """Where a report is shown: if in colour, and how many cells wide (0: lines are not broken)."""

    color: bool = False
    width: int = 0


_PLAIN = Terminal()


def text_report(
    comparison: Comparison, names: tuple[str, str], language: str, say: Say, shown: Terminal = _PLAIN
) -> str:
    """The report for a terminal: one line a change."""
    phrases, color = Phrases(language, say), shown.color
    one, other = version_headings(comparison, names, language)
    head = f"{one} -> {other}"
    if not comparison.changes:
        return f"{head}\n{phrases.phrase('same')}"
    words, colon = count_words(comparison, phrases), phrases.phrase("colon")
    blocks = [f"{_BOLD}{head}{_OFF}\n{_DIM}{words}{_OFF}" if color else f"{head}\n{words}"]
    for part in groups(comparison, phrases):
        title = f"{_BOLD}{part.title}{_OFF}" if color else part.title
        blocks.append("\n".join([title, *(_text_line(line, colon, shown) for line in part.lines)]))
    return "\n\n".join(blocks)


def _text_line(line: ReportLine, colon: str, shown: Terminal) -> str:
    whole = f"  {SIGNS[line.what]} {line.name}{colon * bool(line.words)}{line.words}"
    whole = _broken(whole, shown.width) if shown.width else whole
    return f"{_COLORS[SIGNS[line.what]]}{whole}{_OFF}" if shown.color else whole


_INDENT = 4
_WIDE = "\u3000-\u9fff\uff00-\uffef"
_CLOSING = "[、。，．）」』］〕…：；ー]*"
_UNBROKEN = lazy_pattern(rf"\s+|[（「『［〔]*(?:[^\s{_WIDE}]+|[{_WIDE}]){_CLOSING}(?: [0-9][^\s{_WIDE}]*{_CLOSING})?")
"""What no line ends in: a word, a sign that is wide, with what opens and closes, and the number behind it."""


def _broken(words: str, width: int) -> str:
    """A line in as many as it needs, the others below its words: broken at blanks, and between signs that are wide."""
    lines, used = [""], 0
    for piece in _UNBROKEN.findall(words):
        if used + cells(piece) > width and used > _INDENT:
            lines, used = [*lines, " " * _INDENT], _INDENT
        if used != _INDENT or len(lines) == 1 or not piece.isspace():
            lines[-1], used = lines[-1] + piece, used + cells(piece)
    return "\n".join(line.rstrip() for line in lines)


def md_report(comparison: Comparison, names: tuple[str, str], language: str, say: Say) -> str:
    """The change log."""
    phrases = Phrases(language, say, "→", 160)
    one, other = version_headings(comparison, names, language)
    lines = [f"# {_safe(other)}", "", phrases.phrase("since", old=_safe(one))]
    if not comparison.changes:
        return "\n".join([*lines, "", phrases.phrase("same"), ""])
    colon = phrases.phrase("colon")
    lines += ["", f"*{count_words(comparison, phrases)}*"]
    for part in groups(comparison, phrases):
        lines += [
            "",
            f"## {part.title}",
            "",
            *(f"- **{_safe(line.name)}**{colon * bool(line.words)}{_safe(line.words)}" for line in part.lines),
        ]
    return "\n".join([*lines, ""])


def _safe(words: str) -> str:
    """Words that Markdown takes as they are, in one line."""
    from generator.summary.pages import md_escaped

    return md_escaped(" ".join(words.split()))


# ---- JSON ------------------------------------------------------------------------------------------------------------


def json_report(comparison: Comparison, names: tuple[str, str], says: Mapping[str, Say]) -> str:
    """The comparison as JSON, its gist in the words of each language."""
    places = {_key(change): k for k, change in enumerate(comparison.changes)}
    phrases = [Phrases(language, say) for language, say in says.items()]
    gist = [(entry, {p.language: gist_line(p, entry) for p in phrases}) for entry in gist_of(comparison)]
    found = {
        "old": _version(comparison.old, names[0]),
        "new": _version(comparison.new, names[1]),
        "gist": [
            {
                "topic": entry.topic,
                "title": {language: line.name for language, line in lines.items()},
                "words": {language: line.words for language, line in lines.items()},
                "changes": sorted(places[_key(change)] for change in entry.changes),
            }
            for entry, lines in gist
        ],
        "changes": [_record(c) for c in comparison.changes],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _key(change: Change) -> tuple[str, ...]:
    return (change.subject, change.what, change.aspect, change.old_id, change.new_id)


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
