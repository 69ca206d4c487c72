"""The values of typesetting: a `Style` goes in, `Line`s and a `Setting` come out, which tells what did not fit. Sizes
are ems in mm."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence

from generator.data.lexicon import base_of_language
from generator.data.markup import BOLD, ITALIC
from generator.data.reading.grid import with_letters
from generator.diagnostics.findings import Finding, Mark
from generator.face.face import Color, Node
from generator.typeset.fontfile import is_leftward
from generator.typeset.inline import Inline
from generator.values import Struct, replace

POINT = 25.4 / 72
"""One point in mm."""

FLOORS = {"ja": 6.5 * POINT, "en": 6.0 * POINT}
"""Language -> the smallest size, in mm, that text may ever shrink to."""

LEADINGS = {"ja": 1.5, "en": 1.25}
"""Language -> line distance in ems, where the style gives none."""

Content = str | Sequence[Inline]
"""What is set: plain words, or inline values. A line feed in plain words is a line break."""


class Style(Struct, frozen=True):
    """How text is set. `size` is the em in mm, `leading`, `spacing` (between letters) and
    `word_spacing` (more at blanks) are in ems; `align` is "start", "middle", "end" or "justify"; `joined`: with
    ligatures where letters have no space between them; `vertical`: the lines will be columns."""

    family: str
    size: float
    fill: Color
    language: str = "ja"
    bold: bool = False
    leading: float | None = None
    align: str = "start"
    spacing: float = 0.0
    word_spacing: float = 0.0
    joined: bool = True
    italic: bool = False
    vertical: bool = False

    @property
    def cut(self) -> int:
        """The cut of the family (see fonts.py)."""
        return BOLD * self.bold + ITALIC * self.italic


class Line(Struct, frozen=True):
    """One line. In a `flow` its nodes stand about (0, 0), the start of its baseline; `drop` is the distance
    in mm from the baseline of the line before (0 for the first), `left` where the words start: not 0 where
    they are centred or set to the end. In a `Setting` its nodes and `left` are absolute."""

    nodes: tuple[Node, ...]
    text: str
    width: float
    ascent: float
    drop: float = 0.0
    left: float = 0.0


class Setting(Struct, frozen=True):
    """Text that has been set. `size` is the em it came to, in mm; `over_width` and `over_height` say by
    how many mm it is larger than its place; `missing` are the characters that no font draws; `broken` is a word that
    has no place to break, and was broken."""

    nodes: tuple[Node, ...]
    width: float
    height: float
    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0
    missing: tuple[str, ...] = ()
    broken: str = ""


# ---- what did not fit, and what no font draws ----


def findings_of(
    setting: Setting, mark: Mark, face: str, text: str, box: tuple[float, ...], language: str = "", where: str = "box"
) -> list[Finding]:
    """What is wrong with a setting: F010 too wide, F011 too high, F012 no glyph, F013 control character, F015 broken.

    `face` is the name of the face, `text` that of its text ("item.text"; "" for words of the template); `box` is
    (x, y, width, height), or (width,) for a line, in mm, and called `where`: "box", "path"; "columns" fill a box.
    """
    named = f"`{face}`" + (f", text `{text}`" if text else "") + (f" in `{language}`" if language else "")
    place = " x ".join(f"{n:g}" for n in (box[2:] if len(box) == 4 else box))
    size = f"at {setting.size / POINT:.1f} pt"
    found = []
    if setting.over_width:
        widest = max(setting.lines, key=lambda line: line.width).text
        over, way = _mm(setting.over_width), _ALONG[where]
        longer = "longer than its box" if where == "columns" else f"wider than its {where}"
        message = f"{named}: `{short(widest)}` is {over} {longer} of {place} mm {size}"
        hint = _way(("shorten the words", way), setting, language)
        found.append(Finding("F010", mark, message, hint, slot=(text, place), over=setting.over_width))
    if setting.broken:
        message = f"{named}: `{short(setting.broken)}` is wider than its box of {place} mm, and broken within"
        hint = "write a blank where it may be broken; or accept it"
        found.append(Finding("F015", mark, message, hint, about=(short(setting.broken),)))
    if setting.over_height:
        line, larger, way = _ACROSS.get(where, ("line", "higher", "make the box higher"))
        lines = f"{len(setting.lines)} {line}s are" if len(setting.lines) > 1 else f"its {line} is"
        message = f"{named}: {lines} {_mm(setting.over_height)} {larger} than the box of {place} mm {size}"
        hint = _way((f"take out about {_surplus(setting)} characters", way), setting, language)
        found.append(Finding("F011", mark, message, hint, slot=(text, place), over=setting.over_height))
    return [replace(f, faces=(face,)) for f in (*found, *_missing(setting.missing, mark, named))]


_ALONG = {"box": "widen the box", "path": "make the path longer", "columns": "make the box higher"}
_ACROSS = {"columns": ("column", "wider", "widen the box")}


def _way(ways: Sequence[str], setting: Setting, language: str) -> str:
    """What to do where words do not fit, also by smaller type where it is not as small as type may be."""
    is_least = setting.size <= FLOORS.get(base_of_language(language), FLOORS["en"]) + 1e-6
    return f"{ways[0]}, or {ways[1]}" if is_least else f"{', '.join(ways)}, or write a lower `pnp:floor`"


def _mm(length: float) -> str:
    """A length that is too much, never rounded to nothing."""
    return f"{max(math.ceil(length * 10) / 10, 0.1):.1f} mm"


def _surplus(setting: Setting) -> int:
    """About how many characters too many there are."""
    share = setting.over_height / max(setting.height, 1e-9)
    return max(1, math.ceil(share * sum(len(line.text) for line in setting.lines)))


def short(words: str) -> str:
    """The words, not more than 24 characters of them."""
    words = words.strip()
    return words if len(words) <= 24 else words[:23] + "…"


def _missing(chars: Sequence[str], mark: Mark, what: str) -> Iterator[Finding]:
    """Each control character, and the others of each script together."""
    scripts: dict[str, list[str]] = {}
    for char in chars:
        kind = unicodedata.category(char)
        if kind[0] in "CZ" and kind not in ("Cn", "Co"):
            name = unicodedata.name(char, "").lower()
            shown = f"U+{ord(char):04X}" + (f" ({name})" if name else "")
            yield Finding("F013", mark, f"{what} holds the control character {shown}", "delete it")
        else:
            scripts.setdefault(unicodedata.name(char, char).partition(" ")[0], []).append(char)
    for lost in scripts.values():
        yield glyph_finding(lost[0], mark, what, "no font of its family", nor=lost[1:])


def script_of(char: str) -> str:
    """The script of a letter ("HANGUL"), which one font draws or none; "" of a sign."""
    return unicodedata.name(char, "").partition(" ")[0] if char.isalpha() else ""


def font_with(chars: str) -> str:
    """The file of a free font for letters, and where it is to be had: of Google's Noto."""
    if any(map(is_leftward, chars)):
        return " (none helps: lines from right to left cannot be set)"
    script = next(filter(None, map(script_of, chars)), "").title()
    name = {"Hangul": "KR", "Cjk": _written(chars)}.get(script, script if script in _NOTO.split() else "")
    if not name:
        return " (fonts.google.com/noto has most)"
    site = f"fonts.google.com/noto/specimen/Noto+Sans+{name}"
    return f" (NotoSans{name}-Regular.ttf, in the folder `static` of what {site} downloads)"


def _written(chars: str) -> str:
    """`TC` of letters that Taiwan writes, and China in part; else `SC`."""
    taiwan, china = ({c for c in chars if c.encode(code, "ignore")} for code in ("big5", "gb2312"))
    return "TC" if len(taiwan) > len(china) else "SC"


_NOTO = """Armenian Bengali Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar
    Sinhala Tamil Telugu Thai"""


def glyph_finding(
    chars: str,
    mark: Mark,
    what: str,
    who: str,
    others: Sequence[str] = (),
    places: Sequence[Mark] = (),
    nor: Sequence[str] = (),
) -> Finding:
    """F012: `chars`, neighbours in a text, have no glyph. `who` does not draw them, `nor` others of the text; `others`
    are those of more `places`, told with them."""
    names = (
        f"U+{ord(c):04X}, {unicodedata.name(c, 'a character without a name').lower()}" for c in dict.fromkeys(chars)
    )
    new = [c for c in dict.fromkeys("".join(others)) if c not in chars]
    more = f", nor {' '.join(nor)}" if nor else ""
    more += f"; so {'do' if others[1:] else 'does'} {len(others)} more place{'s' * bool(others[1:])}" if others else ""
    near = [p.within if p.file == mark.file else f"{p.within} of {p.file.rpartition('/')[2]}" for p in places[:4]]
    more += f" ({', '.join(near)}{' ...' * bool(places[4:])})" if near else ""
    more += f": {' '.join(new[:12])}{' ...' * bool(new[12:])}" if new else ""
    like = with_letters(chars)
    other = f"`{like}`, which is like it" if like != chars else "another one"
    where = font_with("".join((chars, *others)))
    hint = f"copy a font that has it into layouts/fonts/{where}, draw it as an icon, or write {other}"
    if any(map(is_leftward, chars)):
        hint = "lines from right to left cannot be set: draw such words as paths, or as a picture"
    message = f"{what} holds `{chars}` ({'; '.join(names)}), which {who} draws{more}"
    return Finding("F012", mark, message, hint, about=(*chars, *nor, *new), places=tuple(places))
