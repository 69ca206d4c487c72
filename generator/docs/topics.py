"""A word -> what the documentation says of it.

Takes Markdown as components/README.md and layouts/README.md have it; gives passages: rows of tables, entries of YAML
with the comment behind them, paragraphs. A passage is about what stands in its code: `pnp:fit="wrap"`, `from:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.values import dataclass

_CODE = re.compile(r"`([^`]+)`")
_KEY = re.compile(r"^\s*(?:- )?\{?([a-z][\w.-]*):")
_WORD = re.compile(r"[\w.-]+")
MOST = 6
"""So many passages are shown."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a page; `heading` is what it stands under, `first` the words that it begins with, `words`
    all in code."""

    page: str
    heading: str
    text: str
    first: frozenset[str]
    words: frozenset[str]


def about(topic: str, pages: Sequence[tuple[str, str]]) -> list[Passage]:
    """What the pages (name, Markdown) say of a word, what begins with it first."""
    wanted = topic.strip("`").removeprefix("pnp:").removesuffix(":").lower()
    every = [p for name, text in pages for p in passages(name, text)]
    found = [p for p in every if wanted in p.words or _heads(p, wanted)]
    found = found or [p for p in every if any(word.startswith(f"{wanted}-") for word in p.words)]
    return sorted(found, key=lambda p: (not _heads(p, wanted) or p.text[:1] == " ", wanted not in p.first))[:MOST]


def _heads(passage: Passage, wanted: str) -> bool:
    """True for what stands under a heading of that word: `icons`, `rules`."""
    return passage.heading.lower().removesuffix(".yaml") in (wanted, f"{wanted}s")


def topics(pages: Sequence[tuple[str, str]]) -> list[str]:
    """All words that some passage is about."""
    return sorted({word for name, text in pages for p in passages(name, text) for word in p.words})


def passages(page: str, text: str) -> Iterator[Passage]:
    """The passages of a page."""
    heading, fenced = "", False
    for block in _blocks(text):
        lines = block.splitlines()
        if block.startswith("#"):
            heading = block.lstrip("# ")
        elif block.startswith("```"):
            fenced = not fenced
        elif fenced:
            keys = [n for n, line in enumerate(lines) if _KEY.match(line) and ("#" in line or "{" in line)]
            yield from (_entry(page, heading, lines, n) for n in keys)
        elif block.startswith("| ---"):
            continue
        elif block.startswith("|"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", block.strip("|"))]
            yield _passage(page, heading, " -- ".join(cells).replace("\\|", "|"), cells[0])
        else:
            yield _passage(page, heading, " ".join(lines), lines[0][:60])


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs, single lines of tables, headings, fences and what stands within them."""
    block: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fence = line.startswith("```")
        alone = not fenced and (line.startswith(("|", "#", "- ")) or not line.strip())
        if (fence or alone) and block:
            yield "\n".join(block)
            block = []
        if fence:
            fenced = not fenced
        if fence or (line.startswith(("|", "#")) and not fenced):
            yield line
        elif line.strip() or fenced:
            block.append(line)


def _entry(page: str, heading: str, lines: Sequence[str], number: int) -> Passage:
    """An entry of YAML with the lines that its comment goes on in."""
    found = _KEY.match(lines[number])
    more = [lines[number]]
    for line in lines[number + 1 :]:
        if not re.match(r"\s{12,}#", line):
            break
        more.append(line)
    words = frozenset({found[1].lower()} if found else ())
    return Passage(page, heading, "\n".join(more), words, words | {w.lower() for w in _WORD.findall(more[0])})


def _passage(page: str, heading: str, text: str, beginning: str) -> Passage:
    return Passage(page, heading, text, _words_of(beginning), _words_of(text))


def _words_of(text: str) -> frozenset[str]:
    found = (word.removeprefix("pnp:").lower() for code in _CODE.findall(text) for word in _spelt(code))
    return frozenset(word for word in found if word)


def _spelt(code: str) -> Iterator[str]:
    """`pnp:fit="wrap"` is about `pnp:fit`, `fit` and `wrap`."""
    yield code.strip()
    yield from (word.strip(".:") for word in _WORD.findall(code))
