"""Words, icons and ruby -> `InlineBox`s: what is never broken, shaped and measured, in ems.

Takes a stretch of characters of one side (Japanese or Latin) and the fonts; gives its glyphs, its width, and an
edge at either end. Promise: what is loose about a sign is known at its edge; each distinct box is made once.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from math import fsum
from typing import Any, NamedTuple

from generator.data.markup import BOLD, ITALIC
from generator.face.bounds import no_letters, painted_by
from generator.face.face import Group
from generator.project import BUNDLED
from generator.typeset.fontfile import FontFile
from generator.typeset.fonts import CUTS, FontBook
from generator.typeset.inline import Icon, Ruby, clean
from generator.typeset.kinsoku import BEARING, HYPHENS, ONE_EMOJI, SIGNS, Edge, class_of, edge, sides
from generator.typeset.setting import Style
from generator.values import Struct, field, lazy_pattern, memo

ASCENTS = {"ja": 0.88, "en": 0.76}
DESCENTS = {"ja": 0.12, "en": 0.24}
"""How far letters reach above and below the baseline, in ems: the kanji body; ascenders and descenders."""

ICON_CENTER = 0.355
"""Height of an icon's middle above the baseline: the middle of the kanji, and of the capitals, in ems."""

RUBY_RISE = 0.94
"""Height of a reading's baseline, in ems."""

ICON = 1.15
"""Height and width of an icon's square on the line, in ems; on the line it takes no more room than its drawing."""

TALLEST = ICON_CENTER + ICON / 2
"""How far above the baseline a line with an icon reaches, in ems."""

WORD_SPACE = 0.22
"""The least width of a space between Latin words, in ems: small sizes need more than a text face gives."""

FIGURE_BEARING = 0.05
"""The least blank before a number, in ems: a lining 1 has next to none."""

RUBY = 0.5
"""Size of a reading against its base."""

PlacedGlyph = tuple[FontFile, int, str, float, float]
"""(file, glyph id, characters, x, y) in ems of the style, from the box's origin."""


class InlineBox(NamedTuple):
    """What is never broken. `width` in ems; `up` and `down` are how far it reaches from the baseline; `plain`: what
    follows is joined to it as `kinsoku.joint` says; `after` is the cost of a break after it where it is not the end of
    its word (a hyphen, a slash); `reading` are the glyphs of a ruby, relative to its baseline; `inset` is the blank at
    the left of an icon's square, in ems."""

    text: str
    width: float
    glyphs: tuple[PlacedGlyph, ...]
    first: Edge
    last: Edge
    up: float = 0.0
    down: float = 0.0
    missing: str = ""
    plain: bool = True
    after: float = -1.0
    icon: Icon | None = None
    reading: tuple[PlacedGlyph, ...] = ()
    inset: float = 0.0


class Shaper(Struct, eq=False):
    """What boxes are made with: the stacks of each cut, the language, the space between letters, whether they are
    joined, whether lines are `vertical`, and `slanted` where nothing is said; and what was made: single Japanese
    characters in each cut, paragraphs by their content."""

    stacks: Sequence[tuple[FontFile, ...]]
    japanese: Sequence[tuple[FontFile, ...]]
    language: str
    spacing: float
    joined: bool
    vertical: bool = False
    slanted: int = 0
    boxes: dict[tuple[int, str], dict[str, tuple[InlineBox, ...]]] = field(default_factory=lambda: defaultdict(dict))
    singles: Sequence[dict[str, InlineBox]] = ()
    icons: dict[tuple[str, str, int, bool], InlineBox] = field(default_factory=dict)
    lists: dict[object, Any] = field(default_factory=dict)


def shaper_of(book: FontBook, style: Style) -> Shaper:
    """The shaper of a style in any size and colour, with all boxes it has made. Fault F001: no such family."""
    key = (style.family, style.cut, style.language, style.spacing, style.joined, style.vertical)
    found = book.shapers.get(key)
    if not isinstance(found, Shaper):
        own = style.cut  # italics within italics stand upright
        cuts = [(cut | (own & BOLD)) ^ (own & ITALIC) for cut in range(len(CUTS))]
        stacks = tuple(book.stack(style.family, cut) for cut in cuts)
        turned = tuple(_japanese_first(stack, style.language) for stack in stacks)
        joined, slanted = style.joined and not style.spacing, own & ITALIC
        made = Shaper(stacks, turned, style.language, style.spacing, joined, style.vertical, slanted)
        found = book.shapers[key] = made
        found.singles = [memo(partial(_cluster, cut=cut, side="J", shaper=found)) for cut in range(len(CUTS))]
    return found


def _japanese_first(stack: tuple[FontFile, ...], language: str) -> tuple[FontFile, ...]:
    """The same files, those with kana before the others; Chinese and Korean in their own, if there are any."""
    is_ours = language.startswith(("zh", "ko"))
    return tuple(sorted(stack, key=lambda f: (is_ours and f.path.is_relative_to(BUNDLED), not f.is_japanese)))


TOKENS = lazy_pattern(r"[JE]M*|[LM]+|.")
"""Cuts a mask of sides into a kanji or kana with its marks, an emoji, a Latin word, any other single character."""


def _box(
    text: str,
    width: float,
    glyphs: tuple[PlacedGlyph, ...],
    first: Edge,
    last: Edge,
    after: float = -1.0,
    missing: str = "",
) -> InlineBox:
    """A box of letters, with how far it reaches."""
    up, down = 0.0, 0.0
    if first.japanese:
        up = ASCENTS["ja"]
    elif first.kind not in ("digit", "space"):
        down = DESCENTS["en"]
        up = ASCENTS["ja"] if any(file.is_japanese for file in {glyph[0] for glyph in glyphs}) else 0.0
    plain = after < 0 and not last.space
    return InlineBox(text, width, glyphs, first, last, up, down, missing, plain, after)


def boxes_of(word: str, cut: int, side: str, shaper: Shaper) -> tuple[InlineBox, ...]:
    """The boxes of one token of a mask: one for a kanji or a space, several for a word with a hyphen."""
    if side in _INVISIBLE:
        end = edge(word, _INVISIBLE[side], False)
        return (_box("", 0.0, (), end, end, 0.0 if side == "Z" else -1.0, word if side == "X" else ""),)
    if side == "E":
        return (_emoji(word, cut, shaper),)
    if side in ("J", "SJ", "SL"):
        return (_cluster(word, cut, side, shaper),)
    parts = _cut(word, side) if side in APART and _TOKEN.search(word) else _parts(word)
    return tuple(_word(part, cut, shaper, cost) for part, cost in parts)


APART = ("P", "A")
"""The sides of a Latin word that is broken, if it is one for programs, where its parts begin, or anywhere."""
_TOKEN = lazy_pattern(r"[a-z][A-Z]|[^\W\d_]\d|\d[^\W\d_]|\w[^\w\s'’‐–—-]+\w|_")
"""What no word of a language has: `goldTile`, `x9f`, `a.b`, `no_1`."""
_WITHIN = lazy_pattern(r"(?<=[/.?&=_:;,|)])(?=[^\s/.?&=_:;,|)])|(?<=[a-z\d])(?=[A-Z])")


def _cut(word: str, side: str) -> list[tuple[str, float]]:
    """A word for programs in its parts, or its letters, with what it costs to break after them."""
    parts: list[str] = _WITHIN.split(word) if side == "P" else _clusters(word)
    return [*((part, 0.25) for part in parts[:-1]), (parts[-1], -1.0)]


_INVISIBLE = {"Z": "symbol", "W": "glue", "X": "symbol"}
"""Sides of characters that are not drawn and their classes: a place to break (UAX #14: ZW), a place not to break (WJ),
a refused one."""

_URL = lazy_pattern(r"://|^www\.|\w\.\w+/|\w@\w")
_IN_URL = lazy_pattern(r"(?<=[/.?&=_-])(?=\w)|(?<=\w)(?=[@#])")
# after a hyphen, a dash, a slash (UAX #14: HY, BA, SY), the comma of `fire,ice`, with two letters on either side
_AFTER_HYPHEN = lazy_pattern(r"(?<=[^\W\d_]{2}[-‐–—/…,;|])(?=[^\W\d_]{2})")


def _parts(word: str) -> list[tuple[str, float]]:
    """A Latin word cut where it may be broken, each part with the cost of a break after it (-1: the end)."""
    if word.isalnum():
        return [(word, -1.0)]
    url = bool(_URL.search(word))
    parts = (_IN_URL if url else _AFTER_HYPHEN).split(word)
    return [(part, 0.25 if url else 0.05) for part in parts[:-1]] + [(parts[-1], -1.0)]


def _fonts(word: str, stack: tuple[FontFile, ...]) -> list[tuple[FontFile | None, str]]:
    """A word as stretches of one font: the first that has a character together with its marks."""
    is_plain = len(word) == 1 or word.isascii() or word.isalnum() or not {"E", "M"}.intersection(sides(word, ""))
    if is_plain and stack and stack[0].has_all(word):
        return [(stack[0], word)]
    stretches: list[tuple[FontFile | None, str]] = []
    for cluster in _clusters(word):
        file = _font(cluster, stack)
        if file is None and len(cluster) > 1 and _is_emoji(cluster):
            stretches += [(_font(c, stack), c) for c in cluster if not _IGNORABLE.match(c)]
        elif stretches and stretches[-1][0] is file and file is not None:
            stretches[-1] = (file, stretches[-1][1] + cluster)
        else:
            stretches.append((file, cluster))
    return stretches


_IGNORABLE = lazy_pattern("[\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]")
_CLUSTER = lazy_pattern(
    f"({ONE_EMOJI})|"
    r"(?s:.)[\u0300-\u036f\u3099\u309a\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]*"
)
"""One emoji, or a character with its marks. One pattern, as it takes long to compile."""


def _clusters(word: str) -> list[str]:
    return [found[0] for found in _CLUSTER.finditer(word)]


def _is_emoji(cluster: str) -> bool:
    found = _CLUSTER.fullmatch(cluster)
    return bool(found and found[1])


def _font(cluster: str, stack: tuple[FontFile, ...]) -> FontFile | None:
    """The first file that draws a cluster, or what is read so; fonts of emoji (with U+FE0F) are asked first for one."""
    shown = _IGNORABLE.sub("", cluster)
    if _is_emoji(cluster):
        stack = (*(f for f in stack if f.has("\ufe0f")), *stack)
    found = next((f for f in stack if f.has_all(shown)), None)
    return found or next((f for f in stack if all(map(f.draws, shown))), None)


def _glyphs(
    word: str, stack: tuple[FontFile, ...], spacing: float = 0.0, joined: bool = True
) -> tuple[tuple[PlacedGlyph, ...], float, str]:
    """Shaped glyphs of a word, its width in ems of the style, and the characters that no font has."""
    placed: list[PlacedGlyph] = []
    x, missing = 0.0, ""
    for file, stretch in _fonts(word, stack):
        if file is None:
            missing += next((c for c in stretch if not any(f.has(c) for f in stack)), stretch[0])
            placed.append((stack[-1], 0, stretch, x, 0.0))  # the box that a font has for such
            x += stack[-1].glyph_advance(0) * stack[-1].scale
            continue
        shaped, scale = file.shape(stretch, joined), file.scale
        placed += [(file, gid, text, x + gx * scale, gy * scale) for gid, text, gx, gy, _ in shaped]
        x += fsum([glyph[4] for glyph in shaped]) * scale
    if spacing:
        placed, x = _spread(placed, x, spacing)
    return tuple(placed), x, missing


def _spread(placed: list[PlacedGlyph], width: float, spacing: float) -> tuple[list[PlacedGlyph], float]:
    """The same glyphs with a space after each cluster but the last."""
    spread, before = [], -1
    for file, gid, text, x, y in placed:
        before += bool(text)
        spread.append((file, gid, text, x + spacing * max(before, 0), y))
    return spread, width + spacing * max(before, 0)


def _word(word: str, cut: int, shaper: Shaper, after: float) -> InlineBox:
    glyphs, width, missing = _glyphs(word, shaper.stacks[cut], shaper.spacing, shaper.joined)
    first = _first_edge(word)
    if first.kind == "digit":
        file, gid = glyphs[0][:2]
        pad = max(0.0, FIGURE_BEARING - file.bounds(gid)[0] * file.scale)
        glyphs, width, first = _pushed(glyphs, pad), width + pad, first.with_room(pad)
    if shaper.vertical and TOGETHER.fullmatch(word):
        glyphs, width = _centred(glyphs, width, 0.8)  # as long as they are high
    return _box(word, width, glyphs, first, _last_edge(word), after, missing)


def _centred(glyphs: tuple[PlacedGlyph, ...], width: float, room: float) -> tuple[tuple[PlacedGlyph, ...], float]:
    """Glyphs in the middle of a room, and that."""
    return _pushed(glyphs, (room - width) / 2), room


TOGETHER = lazy_pattern(r"[0-9]{2}|[×+−-]?[0-9]|[!?]{1,2}|[^\W\d_\u2e80-\uffff]")
"""What stands upright in one place of a column, if nothing of its kind is beside it."""


def _pushed(glyphs: tuple[PlacedGlyph, ...], by: float) -> tuple[PlacedGlyph, ...]:
    """The same glyphs further to the right."""
    return tuple((file, gid, text, x + by, y) for file, gid, text, x, y in glyphs) if by else glyphs


def _first_edge(word: str) -> Edge:
    kind = class_of(word[0])
    if word[0] in SIGNS + HYPHENS and word[1:2].isdigit():
        kind = "sign"
    return edge(word[0], kind, False)


def _last_edge(word: str) -> Edge:
    marks = "" if word.isascii() else "".join(c for c in word if unicodedata.category(c) in ("Mn", "Me"))
    bare = word.rstrip(marks) or word
    return edge(bare[-1], class_of(bare[-1]), False)


def _emoji(word: str, cut: int, shaper: Shaper) -> InlineBox:
    """An emoji: on the line it is what an icon is."""
    glyphs, width, missing = _glyphs(word, shaper.stacks[cut], 0.0)
    icon = edge("", "icon", False)
    return InlineBox(word, width, glyphs, icon, icon, ASCENTS["ja"], DESCENTS["ja"], missing)


def _cluster(word: str, cut: int, side: str, shaper: Shaper) -> InlineBox:
    """A kanji, a kana with its marks, a sign, a space."""
    stack = shaper.stacks[cut] if side == "SL" else shaper.japanese[cut]
    glyphs, width, missing = _glyphs(word, stack)
    kind = "space" if side[0] == "S" else class_of(word)
    first = last = edge(word[0], kind, side[-1] == "J")
    if kind in _BLANK_SIDES:
        glyphs, width, left, right = _trimmed(glyphs, width, kind)
        first, last = first.with_room(left), last.with_room(right)
    if shaper.vertical and kind not in _HALVES:
        glyphs, width = _centred(glyphs, width, max(1.0, width))
    if kind == "space" and side == "SL":
        width = max(width, WORD_SPACE * len(word))
    return _box(word, width if not missing else 1.0, glyphs, first, last, missing=missing)


_HALVES = frozenset(("open", "close", "comma", "stop", "dot", "space"))
"""Classes of signs that need less than the place of a kanji in a column."""

_BLANK_SIDES = {"open": (1, 0), "close": (0, 1), "comma": (0, 1), "stop": (0, 1), "dot": (1, 1), "mark": (0, 1)}
"""Class -> on which sides of the sign the blank can be squeezed (before, after)."""

_LOOSE = {"open": (0.15, 1.0), "close": (1.0, 0.15), "mark": (0.2, 0.3)}
"""Class -> the most blank before and after a sign in a proportional font: some signs keep a whole em there."""


def _trimmed(
    glyphs: tuple[PlacedGlyph, ...], width: float, kind: str
) -> tuple[tuple[PlacedGlyph, ...], float, float, float]:
    """A sign's glyphs and width without what is loose, and the blank on either side that can be squeezed off."""
    file, gid = glyphs[0][:2]
    left, right = (b * file.scale for b in file.bounds(gid))
    if kind in _LOOSE and file.is_proportional:
        cut_left, cut_right = (max(0.0, b - most) for b, most in zip((left, right), _LOOSE[kind], strict=True))
        glyphs, width = _pushed(glyphs, -cut_left), width - cut_left - cut_right
        left, right = left - cut_left, right - cut_right
    before, after = _BLANK_SIDES[kind]
    return glyphs, width, max(0.0, left - BEARING) * before, max(0.0, right - BEARING) * after


def icon_box(icon: Icon, word: str, mask: str, shaper: Shaper) -> InlineBox:
    """An icon with its word hidden below it, as wide as its drawing: the blank in its square is no space."""
    key = (icon.art.key, word, icon.cut, "J" in mask)
    found = shaper.icons.get(key) if icon.art.key else None
    if found is None or found.icon != icon:
        found = shaper.icons[key] = _icon_box(icon, word, mask, shaper)
    return found


def _icon_box(icon: Icon, word: str, mask: str, shaper: Shaper) -> InlineBox:
    stack = shaper.japanese[icon.cut] if "J" in mask else shaper.stacks[icon.cut]
    glyphs, _, missing = _glyphs(word, stack)
    end = edge("", "icon", False)
    left, right = _drawn(icon.art)
    down, wide = ICON / 2 - ICON_CENTER, (right - left) * ICON
    return InlineBox(word, wide, glyphs, end, end, TALLEST, down, missing, False, icon=icon, inset=left * ICON)


def _drawn(art: Group) -> tuple[float, float]:
    """Where the drawing of an icon begins and ends across its square, 0 to 1; the square if it draws nothing."""
    left, _, right, _ = painted_by(art, no_letters)
    left, right = max(0.0, left), min(1.0, right)
    return (left, right) if left < right else (0.0, 1.0)


def ruby_box(ruby: Ruby, base: str, mask: str, shaper: Shaper) -> InlineBox:
    """Base and reading, the shorter spread over the longer: half as much at the ends as between."""
    parts = [
        p
        for t in TOKENS.finditer(mask)
        for p in boxes_of(base[t.start() : t.end()], ruby.cut, "SL" if t.group() == "S" else t.group()[0], shaper)
    ]
    reading = [_cluster(c, ruby.cut, "J", shaper) for c in clean(ruby.reading)]
    wide, above = fsum(p.width for p in parts), fsum(p.width for p in reading) * RUBY
    width = max(wide, above)
    glyphs = _spaced(parts, width - wide, 1.0)
    over = (width - wide) / 2
    before, after = parts[0].first, parts[-1].last
    first, last = before.with_room(before.blank, over), after.with_room(after.blank, over)
    missing = "".join(p.missing for p in (*parts, *reading))
    made = _box(base, width, glyphs, first, last, missing=missing)
    up = RUBY_RISE + RUBY * ASCENTS["ja"]
    return made._replace(reading=_spaced(reading, width - above, RUBY), up=up, down=0.0) if reading else made


def _spaced(parts: Sequence[InlineBox], slack: float, scale: float) -> tuple[PlacedGlyph, ...]:
    gap = slack / max(len(parts), 1)
    placed: list[PlacedGlyph] = []
    x = gap / 2
    for part in parts:
        placed += [(file, gid, text, x + gx * scale, gy * scale) for file, gid, text, gx, gy in part.glyphs]
        x += part.width * scale + gap
    return tuple(placed)
