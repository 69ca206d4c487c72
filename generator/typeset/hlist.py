"""Content -> `HList`: everything of a paragraph measured, on one endless line, in ems.

Takes inline values and a font stack, gives boxes (what is never broken: a kanji, a word, an icon, ruby), the
space between them and what a break there costs. Promise: nothing here depends on the size or the width of the
line, so a list is made once and broken as often as text must shrink.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from weakref import WeakKeyDictionary

from generator.typeset.boxes import TOKENS, InlineBox, Shaper, boxes_of, icon_box, ruby_box, shaper_of
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Icon, Inline, Ruby, Words, clean
from generator.typeset.kinsoku import Glue, joint, may_break_at_space, sides
from generator.values import dataclass, field

NAME = 1.5
"""What it costs to break inside a name."""

WORD_BREAK = 0.1
"""What it costs to break between two Latin words in Japanese text."""

AFTER_NUMBER = 0.06
"""What it costs to part a number from the word it counts."""

MOST = 256
"""So many lists are kept in a book."""

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
    boxes: list[InlineBox]
    starts: list[int]
    glue: list[Glue]
    penalties: list[float]
    names: list[tuple[int, int]]
    breaks: dict[bool, Breaks] = field(default_factory=dict)


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
        if len(cache) >= MOST:  # most are of one face, and never asked for again; the others are soon made anew
            cache.clear()
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
    boxes: list[InlineBox] = []
    starts: list[int] = []
    names: list[tuple[int, int]] = []
    at = 0
    for inline, part in zip(line, words, strict=True):
        if isinstance(inline, Words):
            names += [(at + start, at + end) for start, end in inline.names]
            _add_words(boxes, starts, text, mask, at, at + len(part), inline.bold, shaper)
        else:
            make = icon_box if isinstance(inline, Icon) else ruby_box
            boxes.append(make(inline, part, mask[at : at + len(part)], shaper))  # type: ignore[arg-type]  # one of two
            starts.append(at)
        at += len(part)
    glue, penalties = _joined(boxes, shaper.language)
    if shaper.spacing or word_spacing:
        glue = _loosened(boxes, glue, shaper.spacing, word_spacing)
    return HList(text, shaper.language, boxes, starts, glue, penalties, names)


def _add_words(
    boxes: list[InlineBox], starts: list[int], text: str, mask: str, at: int, end: int, bold: bool, shaper: Shaper
) -> None:
    """Add the boxes of plain words."""
    for token in TOKENS.findall(mask, at, end):
        word, side = text[at : at + len(token)], token[0]
        if side == "S":
            left, right = mask[at - 1 : at] or "L", mask[at + 1 : at + 2] or "L"
            side = "SJ" if (left == right == "J") or word == "\u3000" else "SL"
        known = shaper.boxes[bold, side]
        made = known.get(word)
        if made is None:
            made = known[word] = boxes_of(word, bold, side, shaper)
        if len(made) == 1:
            boxes += made
            starts.append(at)
        else:
            for box in made:
                boxes.append(box)
                starts.append(at)
                at += len(box.text)
            continue
        at += len(token)


def _joined(boxes: Sequence[InlineBox], language: str) -> tuple[list[Glue], list[float]]:
    """The space before each box, and the cost of a break there."""
    glue, penalties = [SOLID], [-1.0]
    for k, (before, box) in enumerate(pairwise(boxes), 1):
        last = before.last
        if before.after >= 0:
            space, cost = SOLID, before.after
        elif last.kind == "space":
            space, cost = (
                joint(last, box.first)[0] if box.icon is not None else SOLID,
                _cost_at_space(boxes, k, language),
            )
        else:
            space, cost = last.joints.get(box.first) or joint(last, box.first)
            if before.icon is not None and not before.text:
                cost = -1.0
        glue.append(space)
        penalties.append(cost)
    return glue, penalties


def _loosened(boxes: Sequence[InlineBox], glue: list[Glue], spacing: float, word_spacing: float) -> list[Glue]:
    """The same with a space between letters, and one more behind blanks."""
    more = [spacing + (word_spacing if box.last.kind == "space" else 0.0) for box in boxes[:-1]]
    return [*glue[:1], *((a + m, b + m, c + m) for (a, b, c), m in zip(glue[1:], more, strict=True))]


def _cost_at_space(boxes: Sequence[InlineBox], k: int, language: str) -> float:
    """The cost of a break at the space before box k."""
    box = boxes[k]
    before = next((p.last for p in reversed(boxes[:k]) if p.last.kind != "space"), None)
    if before is None or not may_break_at_space(before, box.first):
        return -1.0
    if before.kind == "digit" and box.first.kind == "letter":
        return AFTER_NUMBER
    latin = language == "ja" and not before.japanese and not box.first.japanese
    return WORD_BREAK if latin else 0.0
