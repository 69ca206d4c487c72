"""What the pieces of a table are: a name, a kind, a size -> their `Look`; and `Sheet`, what a table says of them.

Takes words as people write them (`Tokens`, `63x88`, `25mm`). Promise: what a name does not say is a card.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from math import ceil, isnan, sqrt
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.face.face import Shape
from generator.face.shapes import Size, in_mm, read_sizes, shape_of
from generator.project import BUNDLED, Project
from generator.values import dataclass, replace

PIECES: dict[str, tuple[str, Size | str, str]] = {
    "cards": ("card", "poker-metric", """card cards deck karte karten carte cartes carta cartas carte kaart kaarten
        カード 札 手札 山札 牌"""),
    "tokens": ("token", {"shape": "circle", "diameter": 25}, """token tokens coin coins chip chips marker markers disc
        discs disk disks jeton jetons ficha fichas pion pions gettone gettoni munze munzen トークン チップ コイン
        マーカー ジェトン"""),
    "counters": ("token", {"shape": "rectangle", "width": 20, "height": 20}, """counter counters chit chits zahler
        カウンター 駒 コマ ユニット"""),
    "hexes": ("tile", {"shape": "polyhex", "side": 25, "top": "point"}, """hex hexes hexagon hexagons hexfeld hexfelder
        hexagone hexagones hexagono hexagonos esagono esagoni ヘックス 六角"""),
    "tiles": ("tile", {"shape": "rectangle", "width": 50, "height": 50}, """tile tiles tuile tuiles plattchen kachel
        kacheln loseta losetas tessera tessere tegel tegels タイル"""),
    "boards": ("board", {"shape": "rectangle", "width": 180, "height": 120}, """board boards mat mats plateau plateaux
        spielbrett tableau tableaux tablero tableros tavola ボード"""),
}  # fmt: skip
"""What the pieces of a sheet may be: the kind of their set, their size, and what such sheets are called."""
CARD = 34.0
"""A rectangle whose shorter side has so many mm is drawn as a card."""


def is_card(shape: Shape) -> bool:
    """True for what is drawn as a card."""
    return shape.kind == "rectangle" and min(shape.width, shape.height) >= CARD


@dataclass(frozen=True, slots=True)
class Look:
    """What the pieces of a set are: its kind, their size as YAML, their shape."""

    kind: str
    size: str
    shape: Shape


def look_of(pieces: str, size: str, *, is_sure: bool = True) -> Look:
    """`pieces` is a key of PIECES or "", `size` a name, `63x88`, `2.5x3.5in`, `25mm` or "". What is not sure to be a
    card is one only with the size of one. Raises `ValueError`."""
    known = read_sizes(Project(BUNDLED))
    kind, usual, _ = PIECES[pieces or "cards"]
    said: Size | str = size_called(size, known) or usual
    if isinstance(said, str) and said not in known:
        said = _measured(said, usual if isinstance(usual, dict) else known[str(usual)], is_card=kind == "card")
    shape = shape_of(known[said] if isinstance(said, str) else said)
    words = said if isinstance(said, str) else "{" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}"
    is_so = not size or (bool(pieces) and (is_sure or kind != "card"))
    return Look(kind if is_so else _kind_of(shape), words, shape)


def size_called(words: str, known: Collection[str]) -> str:
    """The size that words name as shops do: `mini american` is `mini-us`; the words themselves where they name none."""
    parts = {_SHOPS.get(part, part) for part in re.findall("[a-z]+", words.lower())} - {""}
    found = [name for name in known if parts and parts == {*name.split("-")} - ({"metric"} - parts)]
    return found[0] if found else words


_SHOPS = {"american": "us", "usa": "us", "european": "euro", "cards": "", "card": "", "size": "", "sized": "",
          "playing": "", "standard": "poker"}  # fmt: skip


def _measured(words: str, usual: Size, *, is_card: bool) -> Size:
    """`63x88`, `2.5x3.5in`: a rectangle; one length: the shape that is usual, so wide (a hex: from edge to edge)."""
    unit = (re.findall('mm|cm|in|["”″]', words) or ["mm"])[-1]
    sides = [round(in_mm(side, unit), 3) for side in re.split("[x×*]", words.lower())]
    if len(sides) > 2 or any(isnan(side) for side in sides):
        raise ValueError(words)
    shape = str(usual["shape"])
    if len(sides) == 2 or shape == "rectangle":
        round_ = {"radius": 3} if is_card and min(sides) > 30 else {}
        return {"shape": "rectangle", "width": sides[0], "height": sides[-1], **round_}
    return {**usual, "diameter": sides[0]} if shape == "circle" else {**usual, "side": round(sides[0] / sqrt(3), 3)}


def _kind_of(shape: Shape) -> str:
    """What a piece of this shape surely is."""
    if shape.kind == "rectangle":
        return ("board" if max(shape.width, shape.height) > 150 else "card") if is_card(shape) else "token"
    return {"polyhex": "tile", "ring": "ring", "die": "die", "standee": "standee"}.get(shape.kind, "token")


def pieces_called(name: str) -> str:
    """The key of PIECES that a name says, by its last word that says one ("Token cards" are cards); "" if none."""
    parted = re.sub("([a-z])([A-Z])", r"\1 \2", name)
    words = re.findall(r"[a-z]+", plain_ascii(parted)) + re.findall(r"[^\W\d_a-zA-Z]+", name)
    for word in reversed(words):
        said = {pieces: max(_at(word, called) for called in names.split()) for pieces, (_, _, names) in PIECES.items()}
        best = max(said, key=lambda pieces: said[pieces])
        if said[best] >= 0:
            return best
    return ""


def _at(word: str, called: str) -> int:
    """Where a word says what a piece is called: of Latin letters as a whole, or at its end; -1 if it does not."""
    if called.isascii() and (word != called if len(called) < 4 else not word.endswith(called)):
        return -1
    return word.rfind(called)


_FACTORS = re.compile(r"\(?\d{1,2}\)?([-–/]\(?\d{1,2}\)?){1,3}")
"""The factors of a counter: `4-6-3`."""
_NUMBERING = re.compile(r"\b(nr|no|num|number|id|index|code)\b|[#№]|^n°|番号|编号|編號|번호")
_BADGE = 4
"""A number of more characters stands in a line of its own."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet of a table holds: the id and the name of its set, what its file calls it, the fields with their
    headings, the items, what its pieces are, where the pictures are that it names, headings of other columns by what
    they are, and what was assumed."""

    id: str
    name: str
    path: Path
    source: str
    fields: Mapping[str, tuple[FieldKind, str]]
    items: Sequence[Mapping[str, Any]]
    look: Look
    pictures: Mapping[str, Sequence[Path]]
    beside: Mapping[str, Sequence[str]]
    notes: Sequence[str]

    def of(self, *kinds: str) -> list[str]:
        """The fields of these kinds, in the order of their columns."""
        return [name for name, (kind, _) in self.fields.items() if kind.name in kinds]

    def words(self, field: str) -> list[str]:
        """What the items say of a field, in one language."""
        said = (item.get(field) for item in self.items)
        return [str(next(iter(v.values()), "") if isinstance(v, dict) else v) for v in said if v is not None]

    def numbers(self) -> list[str]:
        """The fields of numbers, also of those some of which are an `X` or a `-`."""
        signs = [name for name in self.of("word") if any(word.isdecimal() for word in self.words(name))]
        short = [name for name in self.of("integer", "number") if self.longest(name) <= _BADGE]
        found = [name for name in self.fields if name in (*short, *signs)]
        found.sort(key=self.only_numbers)
        factors = [name for name in self.of("text", "one of", "word") if self.words(name) and name not in found
                   and all(_FACTORS.fullmatch(word) for word in self.words(name))]  # fmt: skip
        return [*factors, *found]

    def only_numbers(self, field: str) -> bool:
        """True for what tells the pieces apart, and no more: `No.`, `Card ID`."""
        words = self.words(field)
        return bool(_NUMBERING.search(plain_ascii(self.fields[field][1]))) and len({*words}) == len(words)

    def longest(self, field: str) -> int:
        """Letters of the longest words of a field."""
        return max(map(len, self.words(field)), default=0)


# ---- what is drawn of which field ----

INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
_TITLES = ("name", "title", "card", "card_name")
_BACK = re.compile(
    r"\b(back|backside|reverse|reversed|flip|flipped|reduced|verso|dos|retro|reverso|ruckseite|side[ _]?[b2])\b|裏"
)
_FLAVOUR = re.compile(r"flavou?r|quote|lore|ambiente|ambiance|zitat|フレーバー")


@dataclass(frozen=True, slots=True)
class Roles:
    """What is drawn of which field; `rest` in lines, what is true or not last."""

    title: str
    body: str
    picture: str
    group: str
    color: str
    numbers: Sequence[str]
    rest: Sequence[str]


def roles_of(sheet: Sheet) -> Roles:
    """Which field is the name, the picture, the long text ..., as far as there is one."""
    texts = sheet.of("text")
    title = next((f for f in sheet.fields if f in _TITLES), texts[0] if texts else "")
    first = next(iter(sheet.fields), "")
    if title and sheet.fields[title][0].optional and len({*sheet.words(first)}) == len(sheet.items):
        title = first  # what not all have is no name
    said = [t for t in texts if t != title]
    long = max(said, key=lambda t: (not is_flavour(sheet, t), sheet.longest(t)), default="")
    body = long if long and sheet.longest(long) > 24 else ""
    picture = next(iter(sheet.of("image")), "")
    group = next((f for f in (*sheet.of("one of"), *texts) if f not in (title, body) and _is_group(sheet, f)), "")
    numbers = [field for field in sheet.numbers() if field != title]
    color = next(iter(sheet.of("color")), "")
    apart = {title, body, picture, group, *numbers, *sheet.of("color", "image")}
    rest = [f for f in sheet.fields if f not in apart]
    flags, alike = sheet.of("flag"), [f for f in rest if len({*sheet.words(f)}) == 1 < len(sheet.items)]
    return Roles(title, body, picture, group, color, numbers, sorted(rest, key=lambda f: (f in flags, f in alike)))


def is_flavour(sheet: Sheet, field: str) -> bool:
    """True for words of which no piece says what they are."""
    return bool(_FLAVOUR.search(plain_ascii(sheet.fields[field][1])))


def _is_group(sheet: Sheet, field: str) -> bool:
    words = sheet.words(field)
    return 1 < len({*words}) <= len(INKS) and len({*words}) * 2 <= len(words) and max(map(len, words)) <= 20


def sides_of(sheet: Sheet) -> tuple[Sheet, Sheet]:
    """The sheet with the fields of its pieces' fronts, and with those whose headings say that they are on the back."""
    behind = {f: v for f, v in sheet.fields.items() if _BACK.search(plain_ascii(v[1]).replace("_", " "))}
    if len(behind) == len(sheet.fields):
        behind = {}
    before = {f: v for f, v in sheet.fields.items() if f not in behind}
    return replace(sheet, fields=before), replace(sheet, fields=behind)


LEAST = 2.3
"""Of type (mm): the smallest that is read in every language."""
_SHORT = 24
"""Words of more characters speak for themselves."""


def named(field: str) -> str:
    """A field as expressions name it."""
    return "item." + field.replace("-", "_")


def width_of(words: str, size: float) -> float:
    """About how wide words are in a type of that size."""
    return size * sum(1.0 if east_asian_width(c) in "WF" else 0.5 for c in words)


def where_said(sheet: Sheet, field: str) -> str:
    """The condition of what not every piece says."""
    kind = sheet.fields[field][0]
    is_flag = kind.name == "flag"
    return f' pnp:if="{named(field)}{"" if is_flag else " is defined"}"' if kind.optional or is_flag else ""


def is_prose(sheet: Sheet, field: str) -> bool:
    """True for words that speak for themselves, without a heading before them."""
    is_text = sheet.fields[field][0].name == "text"
    return is_text and (is_flavour(sheet, field) or sheet.longest(field) > _SHORT)


def said_of(sheet: Sheet, field: str) -> str:
    """The expression of a line `Heading: value`; a heading alone of what is true, a value alone of prose."""
    kind, heading = sheet.fields[field]
    name, heading = named(field), heading.replace("_", " ").rstrip(" ?:？：")
    if kind.name == "flag" or is_prose(sheet, field):
        return repr(heading) if kind.name == "flag" else name
    return f"{heading + ': '!r} ~ {name}" + "|join(', ')" * (kind.name == "list")


def fitting(texts: Sequence[str], width: float, height: float, most: float) -> float:
    """The largest type, up to `most`, in which each of some words is set within a box."""

    def fits(size: float) -> bool:
        words = max((w for t in texts for w in re.split(r"[\s-]+", t)), key=lambda w: width_of(w, size), default="")
        return (width_of(words, size) * 1.15 <= width or any(east_asian_width(c) in "WF" for c in words)) and all(
            lines_of(t, width, size) * 1.25 * size <= height for t in texts
        )

    return next((n / 10 for n in range(round(most * 10), round(LEAST * 10), -1) if fits(n / 10)), LEAST)


def lines_of(words: str, width: float, size: float) -> int:
    """About how many lines words take."""
    return sum(max(1, ceil(width_of(line, size) * 1.1 / width)) for line in words.split("\n"))


def longest_of(sheet: Sheet, field: str) -> str:
    """The longest words of a field; "" without one."""
    return max(sheet.words(field), key=len, default="") if field else ""


def ink_of(sheet: Sheet, roles: Roles) -> str:
    """The attributes of a fill that tells kinds apart; few pieces without kinds by their names."""
    few = roles.title if not is_card(sheet.look.shape) and 1 < len({*sheet.words(roles.title)}) <= len(INKS) else ""
    key = roles.color or roles.group or few
    words = list(dict.fromkeys(sheet.words(key))) if key else []
    inks = ", ".join(f"{word!r}: '{INKS[n % len(INKS)]}'" for n, word in enumerate(words))
    bound = named(roles.color) if roles.color else f"{{{inks}}}[{named(key)}]" if words else ""
    if bound and sheet.fields[key][0].optional:
        bound = f"{bound} if {named(key)} else '{INKS[0]}'"
    return f'fill="{INKS[0]}"' + (f" pnp:fill={quoteattr(bound)}" if bound else "")


def line(bound: str, place: str, size: float, sample: str, width: float, more: str = "") -> str:
    """One line of text, as large as `size` where it fits."""
    return (
        f'<text pnp:text={quoteattr(bound)} pnp:fit="shrink" pnp:width="{width:.4g}" {place} '
        f'font-family="body" font-size="{size:.3g}"{more}>{escape(sample)}</text>'
    )


def words_in(said: str, box: Sequence[float], size: float, more: str = "", sample: str = "Words") -> str:
    """Words in lines within a box (x, y, width, height), as large as `size` where they fit."""
    x, y, width, height = box
    return (
        f'<text pnp:text={quoteattr(said)} pnp:box="{x:.4g} {y:.4g} {width:.4g} {height:.4g}" pnp:floor="6pt" '
        f'x="{x + width / 2 if "middle" in more else x:.4g}" y="{y + size:.4g}" font-family="body" '
        f'font-size="{size:.3g}"{more}>{escape(sample)}</text>'
    )
