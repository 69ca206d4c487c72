"""Content -> `HList`: everything of a paragraph measured, on one endless line, in ems.

Takes inline values and a font stack, gives boxes (what is never broken: a kanji, a word, an icon, ruby), the
space between them and what a break there costs. Promise: nothing here depends on the size or the width of the
line, so a list is made once and broken as often as text must shrink.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress, count
from math import fsum

from generator.data.markup import BOLD, ITALIC
from generator.typeset.boxes import APART, InlineBox, PlacedGlyph, Shaper, boxes_of, icon_box, ruby_box, shaper_of
from generator.typeset.fonts import FontBook
from generator.typeset.inline import Break, Icon, Inline, Ruby, Words, clean
from generator.typeset.kinsoku import Glue, Joint, may_break_at_space, sides
from generator.typeset.setting import Style
from generator.values import Struct, field, lazy_pattern

WORD_BREAK = 0.1
"""What it costs to break between two Latin words in Japanese text."""

AFTER_NUMBER = 0.06
"""What it costs to part a number from the word it counts."""

SPREAD = 0.25
"""The most that is put between two Japanese characters of a justified line, in ems (JLREQ 3.8.4)."""

MOST = 32
"""So many lists are kept of a font."""

MANY = 1024
"""So many distinct words."""

SOLID: Glue = (0.0, 0.0, 0.0)

STRETCHES = lazy_pattern(r"J+(?!M)|[JE]M*|[LM]+|.")
"""Cuts a mask of sides into stretches of Japanese characters, one with its marks, an emoji, a Latin word, any other
character."""


class Breaks(Struct, frozen=True):
    """The places where lines can begin and end. Place k lies before box `at[k]` (the last, where none begins: after
    all). A line from place i to place j is `ends[j] - begins[i]` wide; `least_*` are the same when squeezed,
    `stretch_*` are what the spaces so far can be spread by, if lines are."""

    costs: list[float]
    at: list[int]
    begins: list[float]
    ends: list[float]
    least_begins: list[float]
    least_ends: list[float]
    stretch_begins: Sequence[float] = ()
    stretch_ends: Sequence[float] = ()


class HList(Struct, eq=False):
    """A paragraph's boxes, column by column; `icons` and `rubies` are the boxes with such. Before box k the space is
    `gaps[k]` wide, at least `least[k]`, at most `most[k]`; `penalties[k]` is the cost of a break there (-1: none).
    `starts[k]` is where it starts in `text`; `leads` and `trails` are the blanks that may be squeezed off its ends;
    `names` are spans of `text` to keep whole; `spaced`: some box is a blank; `missing`: the characters that no font
    has; `label`: so many boxes are the bullet or number of a list, with the blank behind it: the lines below it begin
    where the words do."""

    text: str
    language: str
    boxes: Sequence[InlineBox]
    starts: Sequence[int]
    names: Sequence[tuple[int, int]]
    spaced: bool
    texts: Sequence[str] = ()
    widths: Sequence[float] = ()
    ups: Sequence[float] = ()
    downs: Sequence[float] = ()
    leads: Sequence[float] = ()
    trails: Sequence[float] = ()
    glyphs: Sequence[tuple[PlacedGlyph, ...]] = ()
    icons: Sequence[int] = ()
    rubies: Sequence[int] = ()
    gaps: Sequence[float] = ()
    least: Sequence[float] = ()
    most: Sequence[float] = ()
    penalties: Sequence[float] = ()
    missing: str = ""
    label: int = 0
    breaks: dict[tuple[bool, int], Breaks] = field(default_factory=dict)
    _natural: tuple[list[float], list[float]] | None = None

    @property
    def natural(self) -> tuple[list[float], list[float]]:
        """What `reach` tells of the spaces as they are."""
        if self._natural is None:
            self._natural = self.reach(self.gaps)
        return self._natural

    def reach(self, spaces: Sequence[float]) -> tuple[list[float], list[float]]:
        """With such spaces before the boxes: where a line begins that begins with each, without its blank; and before
        each (and behind the last), where the line ends that ends there, without its blanks."""
        steps = [0.0] * (2 * len(spaces))
        steps[::2], steps[1::2] = spaces, self.widths
        places = list(accumulate(steps, initial=0.0))
        begins, ends = places[1::2], places[2::2]
        for k in compress(count(), self.leads):  # of few boxes something may be squeezed off
            begins[k] += self.leads[k]
        for k in compress(count(), self.trails):
            ends[k] -= self.trails[k]
        if self.spaced:
            end = 0.0
            for k, box in enumerate(self.boxes):
                ends[k] = end = end if box.last.space else ends[k]
        return begins, [0.0, *ends]

    def hang(self, label: int) -> float:
        """How wide a label of so many boxes is, in ems."""
        begins = self.natural[0]
        return begins[label] - begins[0] if label else 0.0

    def stretches(self, start: int, end: int) -> list[float]:
        """The most that the spaces before some boxes may be spread by, in ems; 0 before the first."""
        if start >= end:
            return []
        rows = zip(*(c[start + 1 : end] for c in (self.most, self.gaps, self.penalties)), strict=True)
        wide = [0.2 if box.last.space else 0.0 for box in self.boxes[start : end - 1]]
        return [0.0, *(m - n + w + (SPREAD if p >= 0 else 0.0) for (m, n, p), w in zip(rows, wide, strict=True))]

    def bare_end(self, end: int) -> int:
        """The end of a line without its trailing spaces."""
        while self.spaced and end and self.boxes[end - 1].last.space:
            end -= 1
        return end

    def squeezed(self, start: int, end: int) -> float:
        """The least width of a line, in ems."""
        if end <= start:
            return 0.0
        total = fsum(self.widths[start:end]) + fsum(self.least[start + 1 : end])
        return total - self.leads[start] - self.trails[end - 1]


def hlists_of(content: tuple[Inline, ...], book: FontBook, style: Style, *, apart: int = 0) -> list[tuple[HList, bool]]:
    """Strips of a content, one for each forced line, with True where a paragraph starts; `apart`: words for programs
    may be broken where their parts begin (1), or anywhere (2). Cached in the book."""
    shaper = shaper_of(book, style)
    key = (content, style.word_spacing, apart)
    found: list[tuple[HList, bool]] | None = shaper.lists.get(key)
    if found is None:
        if len(shaper.lists) >= MOST:  # most are of one face, and never asked for again; the others are soon made anew
            shaper.lists.clear()
        lines = _forced_lines(content)
        found = shaper.lists[key] = [(_hlist(line, shaper, style.word_spacing, apart), start) for line, start in lines]
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
                lines[-1][0].append(Words(part, inline.cut))
        else:
            lines[-1][0].append(inline)
    return lines


def _hlist(line: Sequence[Words | Icon | Ruby], shaper: Shaper, word_spacing: float, apart: int) -> HList:
    words = [clean(inline.text) for inline in line]
    if shaper.language.startswith("fr"):
        words = [_FRENCH.sub("\xa0", part) for part in words]
    if words and _TYPED.match(words[0]):
        words[0] = "•" + words[0][1:]
    text = "".join(words)
    mask = sides(text, shaper.language, chars := [*text])
    boxes: list[InlineBox] = []
    starts: list[int] = []
    names: list[tuple[int, int]] = []
    at = before = 0
    found = LABEL.match(text) if text[2:] and text[0] in _LABELS else None
    for inline, part in zip(line, words, strict=True):
        if isinstance(inline, Words):
            if inline.names:
                names += [(at + start, at + end) for start, end in inline.names]
            begin = int(bool(found and part and not at and part[0] in _DOTS))
            if begin:
                _add_words(boxes, starts, (chars, mask), (0, 1), BOLD, shaper, apart)
            for first, end, cut in _cuts(inline.cut, shaper.slanted, mask[at : at + len(part)], part):
                if boxes and (cut ^ before) & ITALIC and mask[at + first] == "L" and part[first] not in _LOW:
                    boxes[-1] = _whole(boxes[-1])
                before = cut
                _add_words(boxes, starts, (chars, mask), (at + max(begin, first), at + end), cut, shaper, apart)
        else:
            make = icon_box if isinstance(inline, Icon) else ruby_box
            boxes.append(make(inline, part, mask[at : at + len(part)], shaper))  # type: ignore[arg-type]  # one of two
            starts.append(at)
        at += len(part)
    spaced = "S" in mask and any(box.last.space for box in boxes)
    hlist = HList(text, shaper.language, boxes, starts, names, spaced)
    if found and found.end() in starts:
        hlist.label = bisect_left(starts, found.end())
    return _measured(hlist, shaper.spacing, word_spacing)


def _cuts(cut: int, slanted: int, mask: str, words: str) -> Iterator[tuple[int, int, int]]:
    """Where words in one cut begin and end, and which it is: among kanji, which have no italics, figures stand upright,
    unless there are letters with them."""
    begin = 0
    for found in _BETWEEN.finditer(mask) if (cut ^ slanted) & ITALIC and "J" in mask else ():
        first, end = found.span()
        if not _LATIN.search(words, first, end) and "J" in mask[max(0, first - 1) : end + 1]:
            if begin < first:
                yield begin, first, cut
            yield first, end, cut ^ ITALIC
            begin = end
    if begin < len(words):
        yield begin, len(words), cut


_BETWEEN = lazy_pattern("[^JS]+")
_LOW = frozenset(".,:;…")
"""What a slanted letter may lean over."""


def _whole(box: InlineBox) -> InlineBox:
    """A box as wide as its last letter reaches: so an italic `f` keeps off an upright bracket."""
    over = min([file.bounds(glyph)[1] * file.scale for file, glyph, *_ in box.glyphs[-1:]], default=0.0)
    return box._replace(width=box.width - min(0.0, over))


_LABELS = frozenset("(0123456789①②③④⑤⑥⑦⑧⑨⑩•‣◦▪●○■□◆◇★☆※・*–-")
LABEL = lazy_pattern(
    r"(?:(?:[0-9]{1,2}[.)]|\((?:[0-9]{1,2}|[a-z])\)|[•‣◦▪●○■□◆◇★☆*–-])[ \u3000]|[0-9]{1,2}[．）]|[①-⑩※・])"
    r"[ \u3000]?(?=\S)"
)
"""What a point of a list begins with."""

_LATIN = lazy_pattern(r"(?=[\x00-\u2e7f])[^\W\d_]")

_TYPED = lazy_pattern(r"[-*] (?=[^\s\d])")
"""What keyboards have for a bullet; before a number it may be a sign."""
_DOTS = frozenset("•・")
"""Set bold and upright: in text faces they are hardly larger than a full stop."""


_FRENCH = lazy_pattern("(?<=[«‹]) | (?=[»›;:!?])")
"""The spaces within guillemets, and before the signs that have one in French: no line is broken there."""


def _measured(hlist: HList, spacing: float, word_spacing: float) -> HList:
    """The list with its columns filled in."""
    boxes = hlist.boxes
    if not boxes:
        return hlist
    columns = zip(*boxes, strict=True)
    hlist.texts, hlist.widths, hlist.glyphs, firsts, lasts, hlist.ups, hlist.downs, *rest = columns
    missing, plain, _, icons, readings, _ = rest
    hlist.leads, hlist.trails = [edge.blank for edge in firsts], [edge.blank for edge in lasts]
    hlist.icons, hlist.rubies = list(compress(count(), icons)), list(compress(count(), readings))
    hlist.missing = "".join(missing)
    joints: list[Joint] = [(*SOLID, -1.0), *[a.joints[b] for a, b in zip(lasts, firsts[1:], strict=False)]]
    if not all(plain):
        _settle(joints, boxes, plain, hlist.language)
    if spacing or word_spacing:
        joints = _loosened(joints, boxes, spacing, word_spacing)
    hlist.gaps, hlist.least, hlist.most, hlist.penalties = zip(*joints, strict=True)
    return hlist


def _add_words(
    boxes: list[InlineBox],
    starts: list[int],
    said: tuple[list[str], str],
    span: tuple[int, int],
    cut: int,
    shaper: Shaper,
    apart: int,
) -> None:
    """Add the boxes of plain words; `said` is the text, letter by letter, and its mask, `span` the part of it."""
    (text, mask), (at, end) = said, span
    for token in STRETCHES.findall(mask, at, end):
        side, stop = token[0], at + len(token)
        if side == "J" and token[-1] == "J":
            boxes += map(shaper.singles[cut].__getitem__, text[at:stop])
            starts += range(at, stop)
            at = stop
            continue
        word = "".join(text[at:stop])
        if side == "S":
            left, right = mask[at - 1 : at] or "L", mask[at + 1 : at + 2] or "L"
            dotted = "J" in (left, right) and "·" in text[max(0, at - 1) : at + 2]  # as wide on its other side
            side = "SJ" if (left == right == "J") or word == "\u3000" or dotted else "SL"
        side = APART[apart - 1] if apart and side == "L" else side
        known = shaper.boxes[cut, side]
        made = known.get(word)
        if made is None:
            if len(known) >= MANY:  # numbers of cards and the like, each of which is set once
                known.clear()
            made = known[word] = boxes_of(word, cut, side, shaper)
        boxes += made
        for box in made[:-1]:
            starts.append(at)
            at += len(box.text)
            token = token[len(box.text) :]  # noqa: PLW2901  (what is left of it)
        starts.append(at)
        at += len(token)


def _settle(joints: list[Joint], boxes: Sequence[InlineBox], plain: Sequence[bool], language: str) -> None:
    """Set the space and the cost of a break before boxes that follow one that is not plain."""
    for k in [k for k, is_plain in enumerate(plain[:-1], 1) if not is_plain]:
        before, box = boxes[k - 1], boxes[k]
        if before.after >= 0:
            joints[k] = (*SOLID, before.after)
        elif before.last.space:
            space = joints[k][:3] if box.icon is not None else SOLID
            joints[k] = (*space, _cost_at_space(boxes, k, language))
        elif not before.text:
            joints[k] = (*joints[k][:3], -1.0)


def _loosened(joints: list[Joint], boxes: Sequence[InlineBox], spacing: float, word_spacing: float) -> list[Joint]:
    """The same with a space between letters, and one more behind blanks."""
    more = [spacing + (word_spacing if box.last.space else 0.0) for box in boxes[:-1]]
    return [joints[0], *((a + m, b + m, c + m, cost) for (a, b, c, cost), m in zip(joints[1:], more, strict=True))]


_BETWEEN_WORDS = frozenset("-–—·|/")
"""What stands by itself between two words ends a line, it begins none."""


def _cost_at_space(boxes: Sequence[InlineBox], k: int, language: str) -> float:
    """The cost of a break at the space before box k."""
    box = boxes[k]
    word = next((p for p in reversed(boxes[:k]) if not p.last.space), None)
    if word is None or box.text in _BETWEEN_WORDS or not may_break_at_space(before := word.last, box.first):
        return -1.0
    if (box.text, before.kind) == ("x", "digit") or (word.text, box.first.kind) == ("x", "digit"):  # `5 x 5`
        return -1.0
    if before.kind == "digit" and box.first.kind == "letter":
        return AFTER_NUMBER
    latin = language == "ja" and not before.japanese and not box.first.japanese
    return WORD_BREAK if latin else 0.0
