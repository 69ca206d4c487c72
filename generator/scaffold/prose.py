"""A `TableSheet` -> the drawing of a card's texts: one below the other as large as they can be, and at the foot what is
flavour, smaller and in grey below a line: most scripts have no italics that would tell it from rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from xml.sax.saxutils import quoteattr

from generator.data.reading.grid import plain_ascii
from generator.scaffold.elements import GREY, Box, depth_of, drawn_where, rect, size_for, text
from generator.scaffold.meanings import PLAIN, says
from generator.scaffold.measures import fitting, half_ems
from generator.scaffold.printing import Phrase, if_true, said_of
from generator.scaffold.tablesheet import TableSheet

EASY = 3.2
"""Of type (mm): what is read in the hand with ease."""
_WORD = 6.5
"""Of type, at most: a word alone, a row of signs."""
_POINT = 25.4 / 72
_LABELLED = re.compile(r"\*\*[^*]+:\*\*")
"""What a text begins with that has labels of its own."""
_NUMBER = re.compile(r"\w ?\d+")
"""A heading that counts paragraphs: `P2`."""
_GAP = 1.2
"""Above and below the line, mm."""


def prose_said(sheet: TableSheet, fields: Sequence[str]) -> Phrase:
    """What texts say; the rules, the question, what gives colour, paragraphs that are counted and those with labels
    of their own say it without a heading."""
    rules = [*filter(sheet.is_rules, fields)] or [f for f in fields if len(fields) == 1 and sheet.tells(f)]
    first, *others = [plain_ascii(sheet.heading(f)).split() for f in rules] or [[]]
    shared = {word for word in first for other in others if word in other and len(first) > 1}
    apart = {f: " ".join(w for w in plain_ascii(sheet.heading(f)).split() if w not in shared) for f in rules}
    bare_one = [f for f in rules if says(apart[f], "text") or not shared][:1]  # of `Tags text`, `Rules text` this
    numbers = [f for f in fields if _NUMBER.fullmatch(sheet.heading(f))]
    own = [*bare_one, sheet.question(), *sheet.made, *numbers, *filter(sheet.is_flavour, fields)]
    headed = next((n for n, f in enumerate(fields) if f not in own and sheet.heading(f)), len(fields))
    bare = [
        f
        for n, f in enumerate(fields)
        if (f in own and (n < headed or f not in rules or PLAIN.search(plain_ascii(sheet.heading(f)))))
        or all(map(_LABELLED.match, sheet.words(f)))
    ]
    return said_of(sheet, fields, "\n\n", bare=bare, how="**{}:** ")


def prose_least(texts: Sequence[str], wide: float, room: float) -> float:
    """How much of a room the longest of texts needs, nearly all at most."""
    return min(prose_depth(texts, wide) / 0.92, 0.9 * room)


def prose_depth(texts: Sequence[str], wide: float, but: float = 0.0) -> float:
    """How high texts are in the smallest type."""
    return depth_of(texts, wide, _floor(texts) * _POINT, but)


def _floor(texts: Sequence[str]) -> float:
    """The smallest type (pt) that texts are read in: larger in signs than in letters."""
    return 6 if all(half_ems(said) == len(said) for said in texts) else 6.5


def prose_drawn(sheet: TableSheet, fields: Sequence[str], box: Box, unit: float, more: str) -> list[str]:
    """Texts in a box; `more`: attributes of each."""
    flavours, (x, y, wide, high) = [*filter(sheet.is_flavour, fields)], box
    others = [field for field in fields if field not in flavours]
    if not (flavours and others):
        return [_told(prose_said(sheet, fields), box, unit, more)]
    words, texts = prose_said(sheet, flavours)
    size = max(2.9 * unit, _floor(texts) * _POINT)
    deep_in = depth_of(texts, wide, size, 0)
    above = high - deep_in - 2 * _GAP
    rules = prose_said(sheet, others)
    if prose_depth(rules[1], wide) > above:
        return [_told(prose_said(sheet, fields), box, unit, more)]
    given = [*map(partial(if_true, sheet), flavours)]
    seen = f" pnp:if={quoteattr(' or '.join(given))}" * all(given)
    upon = [*map(partial(if_true, sheet), others)]
    ruled = f" pnp:if={quoteattr(' or '.join(upon))}" * all(upon)
    line = rect((x, y + above + _GAP, wide, 0.2), f'{GREY} fill-opacity="0.4"{ruled}')
    upper, low = (x, y, wide, above), (x, y + above + 2 * _GAP, wide, deep_in)
    middle = _manner(rules[1], upper, unit)[1]
    said = text(words, low, size, "So they say.", lines=99, middle=middle, valign="top", ink=GREY)
    flavour = "\n".join([f"<g{seen}>", f"  {line}", f"  {said}", "</g>"])
    told = [_told(rules, upper, unit, more)]
    if all(given) and depth_of(rules[1], wide, _manner(rules[1], upper, unit)[0], 0) > above:
        has, whole = " or ".join(given), _told(rules, box, unit, more, upper)  # a long one without any has all room
        told = [*drawn_where(has, told), *drawn_where(f"not ({has})", [whole])]
    return [*told, "\n".join([f"<g{more}>", flavour, "</g>"]) if more else flavour]


def _told(said: Phrase, box: Box, unit: float, more: str, usual: Box | None = None) -> str:
    """Texts as large as they can be, in the `usual` box; short ones in the middle. A long one shrinks alone."""
    words, texts = said
    size, middle = _manner(texts, usual or box, unit)
    return text(words, box, size, "What it does.", lines=99, middle=middle, floor=_floor(texts), more=more)


def _manner(texts: Sequence[str], box: Box, unit: float) -> tuple[float, bool]:
    """The size of texts, and whether they stand in the middle."""
    size = max(size_for(texts, box[2], box[3], 5.0 * unit), size_for(texts, box[2], box[3], EASY, 0.5))
    size = max(size, fitting(texts, box[2], min(box[3], 1.4 * _WORD * unit), _WORD * unit))
    few = depth_of(texts, box[2], size) < 1.3 * size * 5.5 and "\n" not in "".join(texts)
    return size, size > 3.4 * unit and few
