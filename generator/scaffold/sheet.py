"""The value `TableSheet`: what a table says of the pieces of a set; the expressions that print it, and its lengths."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from unicodedata import east_asian_width

from generator.data.lexicon import has_japanese, is_latin
from generator.data.markup import escape
from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.data.reading.guessing import is_running
from generator.data.reading.usual import meant_by
from generator.scaffold.meanings import human, in_parts, says
from generator.scaffold.measures import half_ems
from generator.scaffold.sizes import Look, hexes_of, look_at
from generator.values import dataclass, field

_FACTORS = re.compile(r"\(?[\d½]{1,2}\)?([-–/]\(?[\d½]{1,2}\)?){1,3}")
"""The factors of a counter: `4-6-3`."""
_FIGURES, _NONE = re.compile(r"[-+−]?\d+([.,]\d+)?"), re.compile(r"[xX–—-]|[-+−]?\d+([.,]\d+)?")
_NUMBERING = re.compile(r"\b(nr|no|num|number|id|index|code|lp)\b|[#№]|^n°|番号|编号|編號|번호")
_MEMBER = re.compile(r"(.+?)[ _-]*(\b[A-Za-z]|\d{1,2}|(?<=[^\W\d_]{4})[A-J])(\s*[-–:(].*)?")
"""One of several headings: `Answer A`, `Answer 2 - max 75 characters`."""
_LETTERS = "ABCDEFGH"
"""The same alone."""
_OF_PRINT = re.compile(
    r"artist|illustrator|collector|\b(set|pack|expansion|edition|version|source|position)\b"
    r"|^(card )?(code|codigo|codice|kod|no|num(ber)?|nr)$|\w (id|code)$"
)
"""Of what came out where: of no account in the game."""
CODE = re.compile(r"[a-z]*[-_]?\d+", re.IGNORECASE)
"""A name for programs: `card-1`."""
_FLAVOUR = re.compile(r"flavou?r|quote|lore|fluff|zartobliw|ambienta|ambiente|ambiance|zitat|フレーバー|风味|風味")
INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
BADGE = 4
"""A number of more characters stands in a line of its own."""
SHORT = 24
"""Words of more characters speak for themselves."""
GROUPS = 8
"""So many words tell kinds apart by colours."""
_LABEL = 48
"""A heading of more characters is a text that stands where headings are."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The id and the name of the set, its table (`content`: where it lies on no disk) and what its file calls it, the
    fields with their headings, the items, what the pieces are, where the pictures are that it names, headings of other
    columns by what they are, and what was assumed. `finished`: the box that a picture fills which is all of a face,
    `back` the one behind it; `languages` of the game. `made`: what is printed of fields that stand for several;
    `stands_in`: the field that is the name of what has none in the other."""

    id: str
    name: str
    path: Path
    source: str
    fields: Mapping[str, tuple[FieldKind, str]]
    items: Sequence[Mapping[str, object]]
    look: Look
    pictures: Mapping[str, Sequence[Path]]
    beside: Mapping[str, Sequence[str]]
    notes: Sequence[str]
    content: bytes | None = None
    finished: str = ""
    back: Path | None = None
    languages: tuple[str, ...] = ()
    made: Mapping[str, str] = field(default_factory=dict)
    stands_in: tuple[str, str] = ("", "")

    def of(self, *kinds: str) -> list[str]:
        """The fields of these kinds, in the order of their columns."""
        return [name for name, (kind, _) in self.fields.items() if kind.name in kinds]

    def heading(self, field: str) -> str:
        """The heading of a field's column, as it is printed; "" of one that has none."""
        if field.startswith("column_") and self.fields[field][1] == f"column {field[7:].upper()}":
            return ""
        words = self.fields[field][1].rstrip(" ?:？：>") if field in self.fields else ""
        part = words.rpartition(".")[2]  # of `stats.hp`, unless another is called so, too
        if part and " " not in words and [h.rpartition(".")[2] for _, h in self.fields.values()].count(part) == 1:
            words = part
        words = human(words.replace(".", " ") if " " not in words else words)
        words = re.sub("^Is (.)", lambda m: m[1].upper(), words) if field in self.of("flag") else words
        return words if any(c.isalnum() or c in "#№" for c in words) and half_ems(words) <= _LABEL else ""

    def label(self, field: str) -> str:
        """The expression of a heading, which says nothing in a language that is not written in its signs."""
        return self._in_its_signs(self.heading(field))

    def line_head(self, field: str, is_bold: bool) -> str:
        """The same of what stands before a value, in bold before a text."""
        words = self.mark(field)
        return self._in_its_signs(f"**{escape(words)}** " if is_bold else f"{words} ")

    def _in_its_signs(self, words: str) -> str:
        signs = [la for la in self.languages if not is_latin(la)]
        if not signs or len(signs) == len(self.languages) or not has_japanese(words):
            return repr(words)
        return f"({words!r} if language in {signs} else '')"

    def words(self, field: str) -> list[str]:
        """What the items say of a field, in one language."""
        return [_one(item[field]) for item in self.items if item.get(field) is not None]

    def joined(self, fields: Sequence[str]) -> list[str]:
        """What each item says of some fields, one below the other, with the headings that they need."""
        heads = {f: f"{self.mark(f)} " * self.is_headed(f) for f in fields} if len(fields) > 1 else {}
        said = ([heads.get(f, "") + _one(item[f]) for f in fields if item.get(f) is not None] for item in self.items)
        return ["\n".join(words) for words in said]

    def longest(self, field: str) -> str:
        """The longest words of a field; "" without one."""
        return max(self.words(field), key=half_ems, default="") if field else ""

    def numbers(self) -> list[str]:
        """The fields of numbers, some of which may be an `X`, a `-`, a `2-Jan` that was `1-2`; what only tells pieces
        apart last."""
        said = {f: [bool(_FIGURES.fullmatch(w)) for w in self.words(f)] for f in self.of("text", "one of", "word")}
        signs = [f for f in self.of("word") if any(said[f])]
        signs += [f for f in self.of("one of") if any(said[f]) and all(map(_NONE.fullmatch, self.words(f)))]
        signs += [f for f in said if self.says(f, "cost") or (self.says(f, "play") and 2 * sum(said[f]) > len(said[f]))]
        signs = [f for f in signs if half_ems(self.longest(f)) <= BADGE + 2]
        short = [name for name in self.of("integer", "number") if self.is_short(name)]
        found = [name for name in self.fields if name in (*short, *signs) and name not in self.series()]
        found.sort(key=lambda f: (self.only_numbers(f), self.says(f, "type"), self.is_alike(f)))
        return [*self.factors(), *found]

    def is_short(self, field: str) -> bool:
        """True for what can stand in a circle: a few figures; a cost, `1 Gold`."""
        return half_ems(self.longest(field)) <= BADGE + 2 * self.says(field, "cost")

    def says(self, field: str, what: str) -> bool:
        """True where the heading, or a word of it, stands for this: `Mana Cost`, `type_code`, `effectText`."""
        return says(self.fields[field][1], what)

    def is_alike(self, field: str) -> bool:
        """True for what tells no two of the pieces apart."""
        return len({*self.words(field)}) == 1 < len(self.items)

    def series(self, least: int = 3) -> list[str]:
        """The fields that are headed alike but for a letter or a number: `Answer A`, `Answer B`, `Answer C`."""
        parts = {f: self.member(f) for f in self.fields if not f.startswith("column_")}
        stems = {f: stem for f, (stem, _) in parts.items() if stem}
        words = {stems[f] for f in self.of("text", "one of", "word") if f in stems}
        return [f for f, stem in stems.items() if stem in words and [*stems.values()].count(stem) >= least]

    def offers(self, fields: Sequence[str]) -> bool:
        """True for lines of which each is a choice."""
        return not {*self.series(), *self.made}.isdisjoint(fields)

    def mark(self, field: str) -> str:
        """What stands before a line of a field: its heading; the number or the letter of one of a single series."""
        series = self.series()
        stem, own = self.member(field)
        is_one = field in series and {self.member(f)[0] for f in series} == {stem}
        return f"{own}." if is_one else f"{self.heading(field)}:"

    def member(self, field: str) -> tuple[str, str]:
        """What a heading shares with others, and its own letter or number; ("", "") without any."""
        heading = self.heading(field)
        found = _MEMBER.fullmatch(heading)
        return (found[1] + (found[3] or ""), found[2]) if found else (_LETTERS * (heading in _LETTERS), heading)

    def factors(self, least: int = 2) -> list[str]:
        """The fields of a counter's factors, so many or more."""
        texts = [name for name in self.of("text", "one of", "word") if self.words(name)]
        found = {name: [_FACTORS.fullmatch(word) for word in self.words(name)] for name in texts}
        return [f for f, all_ in found.items() if all(m and len(re.findall(r"[\d½]+", m[0])) >= least for m in all_)]

    def only_numbers(self, field: str) -> bool:
        """True for what tells the pieces apart, and no more: `No.`, `Card ID`."""
        words = self.words(field)
        if len(self.heading(field)) <= 1 and is_running(words):
            return True
        return bool(_NUMBERING.search(plain_ascii(self.fields[field][1]))) and len({*words}) == len(words)

    def is_bare(self, field: str) -> bool:
        """True for numbers, which say nothing without their heading."""
        return self.only_numbers(field) or field in self.of("integer", "number")

    def amounts(self) -> list[str]:
        """Three or more fields of counts, most of them 0, no costs: a 0 stands for what a piece has not."""
        said = {f: [n for item in self.items if isinstance(n := item.get(f, 0), int)] for f in self.of("integer")}
        few = [f for f, all_ in said.items() if 2 * all_.count(0) > len(self.items) and min(all_) == 0]
        few = [f for f in few if not self.says(f, "cost")]
        kin = {word for f in few for word in human(self.fields[f][1]).lower().split()}
        like = [f for f in said if f in few or (0 in said[f] and not kin.isdisjoint(human(self.fields[f][1]).split()))]
        return like if len(few) > 2 else []

    def is_own(self, field: str) -> bool:
        """True for what hardly two of the pieces say alike, and is no code."""
        words = self.words(field)
        return 0 < 0.9 * len(words) <= len({*words}) and not all(map(CODE.fullmatch, words))

    def is_few(self, field: str) -> bool:
        """True for words that colours can tell apart; land has its own."""
        return 1 < len({*self.words(field)}) <= (2 if self.says(field, "terrain") else 1) * GROUPS

    def is_emoji(self, field: str) -> bool:
        """True for pictures that are letters: 🐉."""
        signs = "".join(self.words(field))
        return any(east_asian_width(c) == "W" for c in signs) and not any(c.isalnum() or c in " ." for c in signs)

    def is_prose(self, field: str) -> bool:
        """True for words that speak for themselves, without a heading before them."""
        is_text = self.fields[field][0].name == "text" and any(" " in w or not w.isascii() for w in self.words(field))
        is_text = is_text and not self.is_source(field)
        is_text = is_text and not (self.says(field, "name") and half_ems(self.longest(field)) <= 2 * SHORT)
        return is_text and (self.is_flavour(field) or self.is_rules(field) or half_ems(self.longest(field)) > SHORT)

    def is_source(self, field: str) -> bool:
        """True for what tells in which of a few sets pieces came out."""
        return is_of_print(self, field) and 2 * len({*self.words(field)}) < len(self.words(field))

    def is_headed(self, field: str) -> bool:
        """True for words that need their heading: short ones, and one of several long texts, but for the rules and the
        question."""
        series = self.series()
        said = [f for f in self.fields if self.is_prose(f) and not self.is_flavour(f) and f not in series]
        said = [f for f in said if not self.says(f, "name")]
        rules = [f for f in said if self.is_rules(f)]
        heads = {said[0], max(said, key=lambda f: half_ems(self.longest(f)))} if said else {}
        first = next((f for f in rules if f in heads and (len(rules) == 1 or meant_by(self.heading(f)) == "text")), "")
        is_one = (
            len(said) < 2
            or (field not in said and not self.says(field, "name"))
            or field == first
            or field.startswith("column_")
        )
        return (
            bool(self.heading(field))
            and field not in (self.question(), *self.made)
            and (not self.is_prose(field) or field in series or not is_one)
        )

    def is_rules(self, field: str) -> bool:
        """True for what is headed as rules, `Text`, `Effekt`."""
        return bool(field) and self.says(field, "text") and not self.is_flavour(field)

    def is_flavour(self, field: str) -> bool:
        """True for words of which no piece says what they are."""
        return bool(_FLAVOUR.search(plain_ascii(self.fields[field][1])))

    def fills(self, share: float) -> bool:
        """True if pictures fill a box of this width by its height: none is cut out or drawn, half of each is seen."""
        return all(is_whole and s < 2 * share and share < 2 * s for s, is_whole in self._shown())

    def hexes(self) -> str:
        """How the hexes stand that pictures are, `point` or `flat`; "" for others."""
        shares = tuple(share for share, _ in self._shown())
        return hexes_of(shares)

    def _shown(self) -> list[tuple[float, bool]]:
        return [look_at(path) for path in [p for found in self.pictures.values() for p in found][:8]]

    def question(self) -> str:
        """The field of questions, or of what is on the front of cards to learn; "" without one."""
        asked = [f for f in self.of("text", "one of") if self.says(f, "question") or self.says(f, "front")]
        return next((f for f in asked if f not in self.series() and self.is_own(f)), "") or self._learnt()

    def _learnt(self) -> str:
        """The field of words to learn, where there is nothing but them and what they mean."""
        own = [f for f in self.of("text") if self.is_own(f)]
        words = [f for f in own if not self.says(f, "translation")]
        is_bare = not self.of("image", "integer", "number", "list") and len(own) == 2
        return words[0] if is_bare and len(words) == 1 else ""


def is_of_print(sheet: TableSheet, field: str) -> bool:
    """True for what tells where a piece came out, or its number there: no player asks for it."""
    return bool(_OF_PRINT.search(plain_ascii(in_parts(sheet.fields[field][1])).replace("_", " ")))


def _one(value: object) -> str:
    """A value in one language."""
    value = next(iter(value.values()), "") if isinstance(value, dict) else value
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# ---- the expressions that print fields ----


def is_said(value: object, *, is_amount: bool = False) -> bool:
    """False for what a piece does not say, and what is not true of it; 0 is said, but where it stands for none."""
    return not (value is None or value is False or value == [] or (is_amount and value == 0))


def scope_name(field: str) -> str:
    """A field as expressions name it; without one the id."""
    return f"item.{field.replace('-', '_') or 'id'}"


def as_printed(sheet: TableSheet, field: str) -> str:
    """A field as it is printed: the words of programs without their strokes, `RED_GUARD` as `RED GUARD`."""
    words = sheet.words(field) if field in sheet.of("text", "one of", "word") else ()
    is_stroked = any(re.fullmatch(r"\w*[a-zA-Z]_[a-zA-Z0-9]\w*", word) for word in words)
    more = "|replace('_', ' ')" * is_stroked + "|join(', ')" * (field in sheet.of("list"))
    return sheet.made.get(field) or scope_name(field) + more


def if_true(sheet: TableSheet, field: str) -> str:
    """What is true where a piece says a field; "" if all do."""
    kind = sheet.fields[field][0]
    is_amount = field in sheet.amounts()
    is_empty = is_amount or any(item.get(field) == [] for item in sheet.items)
    is_plain = kind.name in ("flag", "list") or (is_empty and not kind.optional)
    own = scope_name(field)
    words = own if is_plain else f"{own} is defined" + f" and {own}" * is_amount
    if field == sheet.stands_in[0]:  # where it is the name it is nothing else
        return f"{scope_name(sheet.stands_in[1])} is defined"
    return words if kind.optional or kind.name == "flag" or is_empty else ""


def if_said(sheet: TableSheet, field: str) -> str:
    """The attribute for what not every piece says, or not of every one is true."""
    condition = if_true(sheet, field)
    return f' pnp:if="{condition}"' if condition else ""


def said_of(sheet: TableSheet, field: str, *, is_bold: bool = False) -> str:
    """The expression of a line `Heading: value`; a heading alone of what is true, a value alone of prose."""
    kind, value = sheet.fields[field][0], as_printed(sheet, field)
    if kind.name == "flag":
        return sheet.label(field)
    return f"{sheet.line_head(field, is_bold)} ~ {value}" if sheet.is_headed(field) else value


def _optional(sheet: TableSheet, field: str) -> str:
    """The same for a line among texts; "" where a piece does not say it."""
    condition, said = if_true(sheet, field), said_of(sheet, field, is_bold=True)
    return f"{said} if {condition} else ''" if condition else said


def lines_in(sheet: TableSheet, fields: Sequence[str]) -> str:
    """The expression of fields one below the other; breaks at the ends are not printed."""
    if len(fields) == 1 and not sheet.fields[fields[0]][0].optional:
        return as_printed(sheet, fields[0])
    return " ~ '\\n' ~ ".join(f"({_optional(sheet, field)})" for field in fields)


def joined_facts(sheet: TableSheet, fields: Sequence[str], between: str, *, is_headed: bool = True) -> str:
    """The expression of those facts that a card has; numberings always with their headings."""
    said, end = list[str](), f" ~ {between!r}" * (len(fields) > 1)
    for f in fields:
        fact = (said_of(sheet, f) if is_headed or sheet.is_bare(f) else as_printed(sheet, f)) + end
        condition = if_true(sheet, f)
        said.append(f"({fact} if {condition} else '')" if condition else fact)
    return f"({' ~ '.join(said)})|trim({between!r})" if end else said[0]


def facts_of(sheet: TableSheet, fields: Sequence[str], between: str, *, is_headed: bool = True) -> list[str]:
    """The facts that each card has, as `joined_facts` says them."""
    heads = {f: f"{sheet.heading(f)}: " * ((is_headed and sheet.is_headed(f)) or sheet.is_bare(f)) for f in fields}
    amounts = sheet.amounts()
    given = ([(f, item[f]) for f in fields if is_said(item.get(f), is_amount=f in amounts)] for item in sheet.items)
    return [between.join(heads[f] + str(value) for f, value in said) for said in given]
