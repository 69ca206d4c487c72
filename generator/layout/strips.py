"""Content -> `Strip`: everything of a paragraph measured, on one endless line, in ems.

Takes inline values and a font stack, gives pieces (what is never broken: a kanji, a word, an icon, ruby), the
space between them and what a break there costs. Promise: nothing here depends on the size or the width of the
line, so a strip is made once and broken as often as text must shrink.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.layout.fonts import FontBook, FontFile
from generator.layout.inline import Break, Icon, Inline, Ruby, Words, clean
from generator.layout.kinsoku import (
    BEARING,
    HYPHENS,
    SIGNS,
    Edge,
    Space,
    class_of,
    joint,
    may_break_at_space,
    sides,
)

ICON = 1.15
"""Height and width of an icon on the line, in ems."""

WORD_SPACE = 0.21
"""The least width of a space between Latin words, in ems: small sizes need more than a text face gives."""

WORD_BREAK = 0.1
"""What it costs to break between two Latin words in Japanese text."""

RUBY = 0.5
"""Size of a reading against its base."""

NAME = 0.6
"""What it costs to break inside a name."""

SOLID: Space = (0.0, 0.0, 0.0)

PlacedGlyph = tuple[FontFile, int, str, float, float]
"""(file, glyph id, characters, x, y) in ems of the style, from the piece's origin."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is never broken. `width` in ems; `after` is the cost of a break after it where it is not the
    end of its word (a hyphen, a slash); `reading` are the glyphs of a ruby, relative to its baseline."""

    text: str
    width: float
    glyphs: tuple[PlacedGlyph, ...]
    first: Edge
    last: Edge
    after: float = -1.0
    icon: Icon | None = None
    reading: tuple[PlacedGlyph, ...] = ()
    missing: str = ""


@dataclass(slots=True, eq=False)
class Strip:
    """A paragraph's pieces. `spaces[k]` is (natural, least, most) before piece k, `costs[k]` the cost of a
    break before it (-1: none); `starts[k]` where it starts in `text`; `names` are spans of `text` to keep whole."""

    text: str
    language: str
    pieces: list[Piece]
    starts: list[int]
    spaces: list[Space]
    costs: list[float]
    names: list[tuple[int, int]]
    breaks: Any = field(default=None)


def strips_of(
    content: tuple[Inline, ...], book: FontBook, family: str, bold: bool, language: str, spacing: float
) -> list[tuple[Strip, bool]]:
    """Strips of a content, one for each forced line, with True where a paragraph starts. Cached in the book."""
    cache = book.caches.setdefault("strips", {})
    key = (content, family, bold, language, spacing)
    found: list[tuple[Strip, bool]] | None = cache.get(key)
    if found is None:
        maker = _maker(book, family, bold, language, spacing)
        found = cache[key] = [(_strip(line, maker), start) for line, start in _forced_lines(content)]
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


@dataclass(frozen=True, slots=True)
class _Maker:
    """What pieces are made with: the stacks of both weights, the language, the space between letters."""

    stacks: tuple[tuple[FontFile, ...], tuple[FontFile, ...]]
    japanese: tuple[tuple[FontFile, ...], tuple[FontFile, ...]]
    language: str
    spacing: float
    pieces: dict[tuple[str, bool, str], tuple[Piece, ...]]


def _maker(book: FontBook, family: str, bold: bool, language: str, spacing: float) -> _Maker:
    cache = book.caches.setdefault("makers", {})
    key = (family, bold, language, spacing)
    found: _Maker | None = cache.get(key)
    if found is None:
        stacks = (book.stack(family, bold), book.stack(family, True))
        turned = (_japanese_first(stacks[0]), _japanese_first(stacks[1]))
        found = cache[key] = _Maker(stacks, turned, language, spacing, {})
    return found


def _japanese_first(stack: tuple[FontFile, ...]) -> tuple[FontFile, ...]:
    """The same files, those with kana before the others."""
    return tuple(sorted(stack, key=lambda f: not f.has("の")))


_TOKENS = re.compile(r"J(?:[MW]*M)?|[LM]+|.")


def _strip(line: Sequence[Words | Icon | Ruby], maker: _Maker) -> Strip:
    words = [clean(i.text if isinstance(i, Words) else i.word if isinstance(i, Icon) else i.base) for i in line]
    text = "".join(words)
    mask = sides(text, maker.language)
    strip = Strip(text, maker.language, [], [], [], [], [])
    at = 0
    for inline, part in zip(line, words, strict=True):
        if isinstance(inline, Words):
            _add_words(strip, text, mask, at, at + len(part), inline, maker)
        elif isinstance(inline, Icon):
            _add(strip, _icon_piece(inline, part, mask[at : at + len(part)], maker), at)
        else:
            _add(strip, _ruby_piece(inline, part, mask[at : at + len(part)], maker), at)
        at += len(part)
    return strip


def _add_words(strip: Strip, text: str, mask: str, start: int, end: int, words: Words, maker: _Maker) -> None:
    """Add the pieces of plain words."""
    strip.names += [(start + a, start + b) for a, b in words.names]
    cache = maker.pieces
    for token in _TOKENS.finditer(mask, start, end):
        at, side = token.start(), token.group()[0]
        key = (text[at : token.end()], words.bold, side)
        if side == "S":
            left, right = mask[at - 1 : at] or "L", mask[at + 1 : at + 2] or "L"
            key = (key[0], words.bold, "SJ" if (left == right == "J") or key[0] == "\u3000" else "SL")
        pieces = cache.get(key)
        if pieces is None:
            pieces = cache[key] = _pieces(key[0], words.bold, key[2], maker)
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
        else:
            space, cost = joint(before.last, piece.first)
            if before.icon is not None and not before.text:
                cost = -1.0
    strip.pieces.append(piece)
    strip.starts.append(at)
    strip.spaces.append(space)
    strip.costs.append(cost)


def _cost_at_space(strip: Strip, piece: Piece) -> float:
    """The cost of a break at the space before a piece."""
    before = next((p.last for p in reversed(strip.pieces) if p.last.kind != "space"), None)
    if before is None or not may_break_at_space(before, piece.first):
        return -1.0
    latin = strip.language == "ja" and not before.japanese and not piece.first.japanese
    return WORD_BREAK if latin else 0.0


# ---- pieces ------------------------------------------------------------------------------------------------


def _pieces(word: str, bold: bool, side: str, maker: _Maker) -> tuple[Piece, ...]:
    """The pieces of one token of a mask: one for a kanji or a space, several for a word with a hyphen."""
    if side == "Z":
        edge = Edge("", "symbol", False)
        return (Piece("", 0.0, (), edge, edge, 0.0),)
    if side == "W":
        edge = Edge("", "glue", False)
        return (Piece("", 0.0, (), edge, edge),)
    if side == "X":
        edge = Edge(word, "symbol", False)
        return (Piece("", 0.0, (), edge, edge, missing=word),)
    if side in ("J", "SJ", "SL"):
        return (_cluster(word, bold, side, maker),)
    parts = _parts(word)
    made = [_word(part, bold, maker) for part, _ in parts]
    return tuple(
        Piece(p.text, p.width, p.glyphs, p.first, p.last, cost, missing=p.missing)
        for p, (_, cost) in zip(made, parts, strict=True)
    )


_URL = re.compile(r"://|^www\.|\w\.\w+/|\w@\w")
_IN_URL = re.compile(r"(?<=[/.?&=_-])(?=\w)|(?<=\w)(?=[@#])")
_AFTER_HYPHEN = re.compile(r"(?<=[^\W\d_]{2}[-‐–—/…])(?=[^\W\d_]{2})")


def _parts(word: str) -> list[tuple[str, float]]:
    """A Latin word cut where it may be broken, each part with the cost of a break after it (-1: the end)."""
    url = bool(_URL.search(word))
    parts = (_IN_URL if url else _AFTER_HYPHEN).split(word)
    return [(part, 0.25 if url else 0.05) for part in parts[:-1]] + [(parts[-1], -1.0)]


def _fonts(word: str, stack: tuple[FontFile, ...]) -> list[tuple[FontFile | None, str]]:
    """A word as stretches of one font: the first that has a character together with its marks."""
    stretches: list[tuple[FontFile | None, str]] = []
    for cluster in re.findall(
        r".[\u0300-\u036f\u3099\u309a\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]*", word, re.S
    ):
        shown = [c for c in cluster if not _is_ignorable(c)]
        file = next((f for f in stack if all(f.has(c) for c in shown)), None)
        if stretches and stretches[-1][0] is file and file is not None:
            stretches[-1] = (file, stretches[-1][1] + cluster)
        else:
            stretches.append((file, cluster))
    return stretches


def _is_ignorable(char: str) -> bool:
    return char in "\u200c\u200d" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _glyphs(word: str, stack: tuple[FontFile, ...], spacing: float) -> tuple[tuple[PlacedGlyph, ...], float, str]:
    """Shaped glyphs of a word, its width in ems of the style, and the characters that no font has."""
    placed: list[PlacedGlyph] = []
    x, missing = 0.0, ""
    for file, stretch in _fonts(word, stack):
        if file is None:
            missing += next((c for c in stretch if not any(f.has(c) for f in stack)), stretch[0])
            x += 0.5
            continue
        shaped, scale = file.shape(stretch), file.scale
        placed += [(file, gid, text, x + gx * scale, gy * scale) for gid, text, gx, gy, _ in shaped]
        x += sum(advance for *_, advance in shaped) * scale
    if spacing:
        placed, x = _spread(placed, x, spacing)
    return tuple(placed), x, missing


def _spread(placed: list[PlacedGlyph], width: float, spacing: float) -> tuple[list[PlacedGlyph], float]:
    """The same glyphs with a space after each cluster but the last."""
    spread, pushed = [], -spacing
    for file, gid, text, x, y in placed:
        pushed += spacing if text else 0.0
        spread.append((file, gid, text, x + max(pushed, 0.0), y))
    return spread, width + max(pushed, 0.0)


def _word(word: str, bold: bool, maker: _Maker) -> Piece:
    glyphs, width, missing = _glyphs(word, maker.stacks[bold], maker.spacing)
    return Piece(word, width, glyphs, _first_edge(word), _last_edge(word), missing=missing)


def _first_edge(word: str) -> Edge:
    kind = class_of(word[0])
    if word[0] in SIGNS + HYPHENS and word[1:2].isdigit():
        kind = "sign"
    return Edge(word[0], kind, False)


def _last_edge(word: str) -> Edge:
    bare = word.rstrip("".join(c for c in word if unicodedata.category(c) in ("Mn", "Me"))) or word
    return Edge(bare[-1], class_of(bare[-1]), False)


def _cluster(word: str, bold: bool, side: str, maker: _Maker) -> Piece:
    """A kanji, a kana with its marks, a sign, a space."""
    stack = maker.stacks[bold] if side == "SL" else maker.japanese[bold]
    glyphs, width, missing = _glyphs(word, stack, 0.0)
    kind = "space" if side[0] == "S" else class_of(word)
    first = last = Edge(word[0], kind, side[-1] == "J")
    if kind in _BLANK_SIDES and glyphs:
        file = glyphs[0][0]
        left, right = (max(0.0, b - BEARING) * file.scale for b in file.bounds(word[0]))
        before, after = _BLANK_SIDES[kind]
        first, last = first._replace(blank=left * before), last._replace(blank=right * after)
    if kind == "space" and side == "SL":
        width = max(width, WORD_SPACE * len(word))
    return Piece(word, width if not missing else 1.0, glyphs, first, last, missing=missing)


_BLANK_SIDES = {"open": (1, 0), "close": (0, 1), "comma": (0, 1), "stop": (0, 1), "dot": (1, 1), "mark": (0, 1)}
"""Class -> on which sides of the sign the blank can be squeezed (before, after)."""


def _icon_piece(icon: Icon, word: str, mask: str, maker: _Maker) -> Piece:
    """An icon with its word hidden below it."""
    stack = maker.japanese[icon.bold] if "J" in mask else maker.stacks[icon.bold]
    glyphs, _, missing = _glyphs(word, stack, 0.0)
    edge = Edge("", "icon", False)
    return Piece(word, ICON, glyphs, edge, edge, icon=icon, missing=missing)


def _ruby_piece(ruby: Ruby, base: str, mask: str, maker: _Maker) -> Piece:
    """Base and reading, the shorter spread over the longer: half as much at the ends as between."""
    parts = [
        p
        for t in _TOKENS.finditer(mask)
        for p in _pieces(base[t.start() : t.end()], ruby.bold, "SL" if t.group() == "S" else t.group()[0], maker)
    ]
    reading = [_cluster(c, ruby.bold, "J", maker) for c in clean(ruby.reading)]
    wide, above = sum(p.width for p in parts), sum(p.width for p in reading) * RUBY
    width = max(wide, above)
    glyphs = _spaced(parts, width - wide, 1.0)
    over = (width - wide) / 2
    first, last = parts[0].first._replace(over=over), parts[-1].last._replace(over=over)
    missing = "".join(p.missing for p in (*parts, *reading))
    return Piece(base, width, glyphs, first, last, reading=_spaced(reading, width - above, RUBY), missing=missing)


def _spaced(parts: Sequence[Piece], slack: float, scale: float) -> tuple[PlacedGlyph, ...]:
    gap = slack / max(len(parts), 1)
    placed: list[PlacedGlyph] = []
    x = gap / 2
    for part in parts:
        placed += [(file, gid, text, x + gx * scale, gy * scale) for file, gid, text, gx, gy in part.glyphs]
        x += part.width * scale + gap
    return tuple(placed)
