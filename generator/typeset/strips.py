"""Content -> `Strip`: everything of a paragraph measured, on one endless line, in ems.

Takes inline values and a font stack, gives pieces (what is never broken: a kanji, a word, an icon, ruby), the
space between them and what a break there costs. Promise: nothing here depends on the size or the width of the
line, so a strip is made once and broken as often as text must shrink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Icon, Inline, Ruby, Words, clean
from generator.typeset.kinsoku import Space, joint, may_break_at_space, sides
from generator.typeset.pieces import TOKENS, Maker, Piece, icon_piece, maker_of, pieces_of, ruby_piece

NAME = 0.6
"""What it costs to break inside a name."""

WORD_BREAK = 0.1
"""What it costs to break between two Latin words in Japanese text."""

AFTER_NUMBER = 0.06
"""What it costs to part a number from the word it counts."""

SOLID: Space = (0.0, 0.0, 0.0)


@dataclass(slots=True, eq=False)
class Strip:
    """A paragraph's pieces. `spaces[k]` is (natural, least, most) before piece k, `costs[k]` the cost of a
    break before it (-1: none); `starts[k]` where it starts in `text`; `names` are spans of `text` to keep whole."""

    text: str
    language: str
    spacing: float
    word_spacing: float
    pieces: list[Piece]
    starts: list[int]
    spaces: list[Space]
    costs: list[float]
    names: list[tuple[int, int]]
    breaks: Any = field(default=None)


def strips_of(
    content: tuple[Inline, ...],
    book: FontBook,
    family: str,
    bold: bool,
    language: str,
    spacing: float,
    word_spacing: float = 0.0,
) -> list[tuple[Strip, bool]]:
    """Strips of a content, one for each forced line, with True where a paragraph starts. Cached in the book."""
    cache = book.caches.setdefault("strips", {})
    key = (content, family, bold, language, spacing, word_spacing)
    found: list[tuple[Strip, bool]] | None = cache.get(key)
    if found is None:
        maker = maker_of(book, family, bold, language, spacing)
        found = cache[key] = [(_strip(line, maker, word_spacing), start) for line, start in _forced_lines(content)]
    return found


def _forced_lines(content: Sequence[Inline]) -> list[tuple[list[Words | Icon | Ruby], bool]]:
    lines: list[tuple[list[Words | Icon | Ruby], bool]] = [([], True)]
    for inline in content:
        if isinstance(inline, Break):
            lines.append(([], inline.paragraph))
        elif isinstance(inline, Words) and "\n" in inline.text:
            for number, part in enumerate(inline.text.split("\n")):
                if number:
                    lines.append(([], False))
                lines[-1][0].append(Words(part, inline.bold))
        else:
            lines[-1][0].append(inline)
    return lines


def _strip(line: Sequence[Words | Icon | Ruby], maker: Maker, word_spacing: float) -> Strip:
    words = [clean(i.text if isinstance(i, Words) else i.word if isinstance(i, Icon) else i.base) for i in line]
    text = "".join(words)
    mask = sides(text, maker.language)
    strip = Strip(text, maker.language, maker.spacing, word_spacing, [], [], [], [], [])
    at = 0
    for inline, part in zip(line, words, strict=True):
        if isinstance(inline, Words):
            _add_words(strip, text, mask, at, at + len(part), inline, maker)
        elif isinstance(inline, Icon):
            _add(strip, icon_piece(inline, part, mask[at : at + len(part)], maker), at)
        else:
            _add(strip, ruby_piece(inline, part, mask[at : at + len(part)], maker), at)
        at += len(part)
    return strip


def _add_words(strip: Strip, text: str, mask: str, start: int, end: int, words: Words, maker: Maker) -> None:
    """Add the pieces of plain words."""
    strip.names += [(start + a, start + b) for a, b in words.names]
    cache = maker.pieces
    for token in TOKENS.finditer(mask, start, end):
        at, side = token.start(), token.group()[0]
        key = (text[at : token.end()], words.bold, side)
        if side == "S":
            left, right = mask[at - 1 : at] or "L", mask[at + 1 : at + 2] or "L"
            key = (key[0], words.bold, "SJ" if (left == right == "J") or key[0] == "\u3000" else "SL")
        pieces = cache.get(key)
        if pieces is None:
            pieces = cache[key] = pieces_of(key[0], words.bold, key[2], maker)
        for piece in pieces:
            _add(strip, piece, at)
            at += len(piece.text) or 1


def _add(strip: Strip, piece: Piece, at: int) -> None:
    """Put a piece at the end of a strip, with its space and the cost of a break."""
    space, cost = SOLID, -1.0
    if strip.pieces:
        before = strip.pieces[-1]
        if before.after >= 0:
            cost = before.after
        elif before.last.kind == "space":
            cost = _cost_at_space(strip, piece)
            space = joint(before.last, piece.first)[0] if piece.icon is not None else SOLID
        else:
            space, cost = joint(before.last, piece.first)
            if before.icon is not None and not before.text:
                cost = -1.0
    more = strip.spacing if strip.pieces else 0.0
    if strip.word_spacing and strip.pieces and strip.pieces[-1].last.kind == "space":
        more += strip.word_spacing
    if more:
        space = (space[0] + more, space[1] + more, space[2] + more)
    strip.pieces.append(piece)
    strip.starts.append(at)
    strip.spaces.append(space)
    strip.costs.append(cost)


def _cost_at_space(strip: Strip, piece: Piece) -> float:
    """The cost of a break at the space before a piece."""
    before = next((p.last for p in reversed(strip.pieces) if p.last.kind != "space"), None)
    if before is None or not may_break_at_space(before, piece.first):
        return -1.0
    if before.kind == "digit" and piece.first.kind == "letter":
        return AFTER_NUMBER
    latin = strip.language == "ja" and not before.japanese and not piece.first.japanese
    return WORD_BREAK if latin else 0.0
