"""writing-mode: vertical-rl -> level lines of words stood on end (CSS Writing Modes 4; UAX 50).

Takes the nodes of level lines; gives those of columns from right to left. Promise: lines are broken, spaced and fitted
as level ones; kanji and kana, icons, single letters and numbers of two digits stand upright, brackets and marks as
their font draws them in columns, other letters lie on their side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from unicodedata import east_asian_width

from generator.face.face import GlyphRun, Glyphs, Group, Matrix, Node
from generator.typeset.boxes import TOGETHER
from generator.typeset.fontfile import FontFile
from generator.typeset.fonts import FontBook
from generator.values import Struct, replace

MIDDLE = 0.38
"""How far above the line of letters the middle of a kanji is, in ems: the middle of its column."""

_AMBIGUOUS = "‘’“”…‥—―‐–‖~∥−≠"
"""Signs of either width that lie in columns as they do in lines."""
_TURNED = frozenset("〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰ー゠（）：；［］＿｛｜｝～￣")
"""Signs that are other ones in columns; on their side where the font has none for that."""


class Columns(Struct, frozen=True):
    """Where level lines go: their point (along, down) becomes (`x` - down, `y` + along)."""

    x: float
    y: float

    @property
    def turn(self) -> Matrix:
        """The map of what lies on its side."""
        return (0.0, 1.0, -1.0, 0.0, self.x, self.y)

    def box(self, level: Sequence[float]) -> tuple[float, ...]:
        """The box that a level one becomes; what is no box stays as it is."""
        if len(level) != 4:
            return tuple(level)
        along, down, wide, high = level
        return (self.x - down - high, self.y + along, high, wide)

    def stand(self, along: float, down: float) -> tuple[float, float]:
        """Where a point of a level line comes to be."""
        return self.x - down, self.y + along


def set_in_columns(columns: Columns, nodes: Sequence[Node], book: FontBook) -> list[Node]:
    """The nodes of level lines, in columns."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, GlyphRun) and node.fill is not None:
            found += _stood(columns, node, book.font(node.font))
        elif isinstance(node, Group):  # an icon
            side, *_, left, top = node.matrix
            x, y = columns.stand(left + side / 2, top + side / 2)
            found.append(replace(node, matrix=(side, 0.0, 0.0, side, x - side / 2, y - side / 2)))
        else:
            found.append(Group((node,), columns.turn, source=node.source))
    return found


def _stood(columns: Columns, run: GlyphRun, font: FontFile) -> Iterator[Node]:
    """A run in stretches that stand upright, stand together in one place, or lie on their side."""
    for kind, begin, end in _stretches(run.glyphs.texts, font):
        if kind == "up":
            yield _upright(columns, run, begin, end, font)
            continue
        glyphs = run.glyphs.part(begin, end)
        at, wide = glyphs.xs[0], glyphs.xs[-1] - glyphs.xs[0] + font.glyph_advance(glyphs.gids[-1]) * run.size
        own = replace(glyphs, xs=tuple(x - at for x in glyphs.xs))
        part = replace(run, x=run.x + at, width=wide, glyphs=own, source=run.source, whole=run.whole or run.string)
        if kind == "together":
            x, y = columns.stand(part.x + wide / 2, run.y - MIDDLE * run.size)
            yield replace(part, x=x - wide / 2, y=y + font.facts.cap_height / 2000 * run.size)
        else:
            yield Group((part,), columns.turn, source=run.source)


def _upright(columns: Columns, run: GlyphRun, begin: int, end: int, font: FontFile) -> GlyphRun:
    """Letters one below the other, each about the middle of its place in the line."""
    size, middle, old = run.size, run.y - MIDDLE * run.size, run.glyphs.part(begin, end)
    gids = [font.in_columns(text) or gid for text, gid in zip(old.texts, old.gids, strict=True)]
    places = []
    for gid, own, along in zip(old.gids, gids, old.xs, strict=True):
        half = font.glyph_advance(gid) / 2
        x, y = columns.stand(run.x + along + half * size, middle)
        top, bottom = font.ink(own)[1::2] if own != gid and half < _NARROW else (-2 * MIDDLE, 0.0)
        places.append((x - font.glyph_advance(own) / 2 * size, y - (top + bottom) / 2 * size))
    (x, y), wide = places[0], max(font.glyph_advance(gid) for gid in gids) * size
    xs, ys = (tuple(round(place[axis] - places[0][axis], 6) for place in places) for axis in (0, 1))
    return replace(run, x=x, y=y, glyphs=Glyphs(tuple(gids), old.texts, xs, ys), width=wide, source=run.source)


_NARROW = 0.375
"""Signs of so little more than half an em in lines have only their ink in columns."""


def _stretches(texts: Sequence[str], font: FontFile) -> Iterator[tuple[str, int, int]]:
    """How glyphs stand, and from where to where; those without text belong to the one before them. Signs of either
    width are upright but in a word, a word but a letter or a number of two digits lies on its side."""
    kinds: list[str] = []
    for text in texts:
        kinds.append(_kind(text[:1], font) if text or not kinds else kinds[-1])
    begin = 0
    for is_up, same in groupby(kind == "up" for kind in kinds):
        end = begin + len([*same])
        words = "".join(texts[begin:end]).strip()
        is_sign = {*kinds[begin:end]} <= {"either", " "} and words
        yield "up" if is_up or is_sign else "together" if TOGETHER.fullmatch(words) else "side", begin, end
        begin = end


def _kind(char: str, font: FontFile) -> str:
    if char in _TURNED and not font.in_columns(char):
        return "side"
    wide = east_asian_width(char)
    if wide in "WF":
        return "up"
    if char.isspace():
        return " "
    return "either" if wide == "A" and not char.isalpha() and char not in _AMBIGUOUS else "side"
