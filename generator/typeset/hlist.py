"""Content -> `HList`: everything of a paragraph measured, on one endless line, in ems.

Takes inline values and a font stack, gives boxes (what is never broken: a kanji, a word, an icon, ruby), the
space between them and what a break there costs. Promise: nothing here depends on the size or the width of the
line, so a list is made once and broken as often as text must shrink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from generator.typeset.boxes import TOKENS, InlineBox, Shaper, boxes_of, icon_box, ruby_box, shaper_of
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Icon, Inline, Ruby, Words, clean
from generator.typeset.kinsoku import Glue, joint, may_break_at_space, sides

NAME = 1.5
"""What it costs to break inside a name."""

WORD_BREAK = 0.1
"""What it costs to break between two Latin words in Japanese text."""

AFTER_NUMBER = 0.06
"""What it costs to part a number from the word it counts."""

SOLID: Glue = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Breaks:
    """The places where lines can begin and end. Place k lies before box `at[k]` (the last: after all). A line
    from place i to place j is `ends[j] - begins[i]` wide; `least_*` are the same when squeezed, `stretch_*`
    are what the spaces so far can be spread by."""

    at: tuple[int, ...]
    begins: tuple[float, ...]
    ends: tuple[float, ...]
    least_begins: tuple[float, ...]
    least_ends: tuple[float, ...]
    stretch_begins: tuple[float, ...]
    stretch_ends: tuple[float, ...]
    costs: tuple[float, ...]


@dataclass(slots=True, eq=False)
class HList:
    """A paragraph's boxes. `glue[k]` is (natural, least, most) before box k, `penalties[k]` the cost of a
    break before it (-1: none); `starts[k]` where it starts in `text`; `names` are spans of `text` to keep whole."""

    text: str
    language: str
    spacing: float
    word_spacing: float
    boxes: list[InlineBox]
    starts: list[int]
    glue: list[Glue]
    penalties: list[float]
    names: list[tuple[int, int]]
    breaks: Breaks | None = None


_Key = tuple[tuple[Inline, ...], str, bool, str, float, float]
_MADE: WeakKeyDictionary[FontBook, dict[_Key, list[tuple[HList, bool]]]] = WeakKeyDictionary()


def hlists_of(
    content: tuple[Inline, ...],
    book: FontBook,
    family: str,
    bold: bool,
    language: str,
    spacing: float,
    word_spacing: float = 0.0,
) -> list[tuple[HList, bool]]:
    """Strips of a content, one for each forced line, with True where a paragraph starts. Cached in the book."""
    cache = _MADE.setdefault(book, {})
    key = (content, family, bold, language, spacing, word_spacing)
    found = cache.get(key)
    if found is None:
        shaper = shaper_of(book, family, bold, language, spacing)
        found = cache[key] = [(_hlist(line, shaper, word_spacing), start) for line, start in _forced_lines(content)]
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


def _hlist(line: Sequence[Words | Icon | Ruby], shaper: Shaper, word_spacing: float) -> HList:
    words = [clean(i.text if isinstance(i, Words) else i.word if isinstance(i, Icon) else i.base) for i in line]
    text = "".join(words)
    mask = sides(text, shaper.language)
    hlist = HList(text, shaper.language, shaper.spacing, word_spacing, [], [], [], [], [])
    at = 0
    for inline, part in zip(line, words, strict=True):
        if isinstance(inline, Words):
            _add_words(hlist, text, mask, at, at + len(part), inline, shaper)
        elif isinstance(inline, Icon):
            _add(hlist, icon_box(inline, part, mask[at : at + len(part)], shaper), at)
        else:
            _add(hlist, ruby_box(inline, part, mask[at : at + len(part)], shaper), at)
        at += len(part)
    return hlist


def _add_words(hlist: HList, text: str, mask: str, start: int, end: int, words: Words, shaper: Shaper) -> None:
    """Add the boxes of plain words."""
    hlist.names += [(start + a, start + b) for a, b in words.names]
    cache = shaper.boxes
    for token in TOKENS.finditer(mask, start, end):
        at, side = token.start(), token.group()[0]
        key = (text[at : token.end()], words.bold, side)
        if side == "S":
            left, right = mask[at - 1 : at] or "L", mask[at + 1 : at + 2] or "L"
            key = (key[0], words.bold, "SJ" if (left == right == "J") or key[0] == "\u3000" else "SL")
        boxes = cache.get(key)
        if boxes is None:
            boxes = cache[key] = boxes_of(key[0], words.bold, key[2], shaper)
        for box in boxes:
            _add(hlist, box, at)
            at += len(box.text) or 1


def _add(hlist: HList, box: InlineBox, at: int) -> None:
    """Put a box at the end of a list, with its space and the cost of a break."""
    space, cost = SOLID, -1.0
    if hlist.boxes:
        before = hlist.boxes[-1]
        if before.after >= 0:
            cost = before.after
        elif before.last.kind == "space":
            cost = _cost_at_space(hlist, box)
            space = joint(before.last, box.first)[0] if box.icon is not None else SOLID
        else:
            space, cost = joint(before.last, box.first)
            if before.icon is not None and not before.text:
                cost = -1.0
    more = hlist.spacing if hlist.boxes else 0.0
    if hlist.word_spacing and hlist.boxes and hlist.boxes[-1].last.kind == "space":
        more += hlist.word_spacing
    if more:
        space = (space[0] + more, space[1] + more, space[2] + more)
    hlist.boxes.append(box)
    hlist.starts.append(at)
    hlist.glue.append(space)
    hlist.penalties.append(cost)


def _cost_at_space(hlist: HList, box: InlineBox) -> float:
    """The cost of a break at the space before a box."""
    before = next((p.last for p in reversed(hlist.boxes) if p.last.kind != "space"), None)
    if before is None or not may_break_at_space(before, box.first):
        return -1.0
    if before.kind == "digit" and box.first.kind == "letter":
        return AFTER_NUMBER
    latin = hlist.language == "ja" and not before.japanese and not box.first.japanese
    return WORD_BREAK if latin else 0.0
