"""The value `Grid`: what a table of any format holds, before anyone knows what its columns are.

A cell keeps its value and where it stands in its file, as three numbers beside those of all others: a `Mark` is made of
them when somebody asks. Then its column has a heading, so that every finding says file, sheet, cell, heading and value.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple
from unicodedata import combining, lookup, normalize
from unicodedata import name as name_of

from generator.diagnostics.findings import Finding, Mark
from generator.values import Struct, field, lazy_pattern

MAX_COLUMNS = 1_000
LONGEST = 60
"""Characters of a value that findings show."""
FIGURES = lazy_pattern("[-+−]?[0-9., ']+(%|E[-+]?[0-9]+)?")

UNKNOWN = "= without a value"
_ERROR = lazy_pattern(f"#[A-Z/0]+[!?]|#N/A|#GETTING_DATA|Err:[0-9]{{3}}|{UNKNOWN}")


def is_error(value: object) -> bool:
    """True for what a spreadsheet shows where a formula cannot be worked out, and no more: `#BADA55` is a colour."""
    return isinstance(value, str) and bool(_ERROR.fullmatch(value))


class Row(NamedTuple):
    """A row that is not blank; `number` as the spreadsheet counts, from 1. Its `values` are words; of a workbook also
    numbers and flags; of JSON whatever it holds. `first`: the number of its first cell among all of the table."""

    number: int
    values: Sequence[Any]
    first: int = -1

    def value(self, column: int) -> object:
        """What stands in a column (from 0); "" beyond the last."""
        return self.values[column] if column < len(self.values) else ""

    @property
    def said(self) -> dict[int, str]:
        """The words of the cells that say something, by their columns."""
        return {column: str(value) for column, value in enumerate(self.values) if value != ""}


class Shown(str):
    """What a cell shows of its value (`raw`), where that is other."""

    __slots__ = ("raw",)
    raw: object


class Styled(str):
    """The words of a cell some of which are bold or italic, and the same as markup."""

    __slots__ = ("markup",)
    markup: str


def styled(runs: Sequence[tuple[str, str]]) -> Styled | None:
    """Words that are bold or italic in part, each line and each run of them between stars."""
    if len({stars for said, stars in runs if said.strip()}) < 2:
        return None
    made = Styled("".join(said for said, _ in runs).strip())
    made.markup = ""
    for (said, stars), (after, _) in zip(runs, [*runs[1:], ("", "")], strict=True):
        is_within = _JOINED.fullmatch(made.markup[-1:] + said[:1]) or _JOINED.fullmatch(said[-1:] + after[:1])
        is_marked = stars and not is_within and "*" not in said
        made.markup += _RUN.sub(rf"{stars}\g<0>{stars}", said) if is_marked else said
    return made


_JOINED = lazy_pattern(r"\w\w|\*\S")
_RUN = lazy_pattern(r"\S(?:[^\n]*\S)?")


def as_said(value: object) -> str:
    """What a cell says, as a text has it; yes and no in the large letters of spreadsheets."""
    said = value.markup if isinstance(value, Styled) else str(value)
    return said.upper() if isinstance(value, bool) else said


class Grid(Struct):
    """A table. `head`: the names of its columns, where the format says them (JSON). `sign`: what stands between cells;
    `decimal`: how its numbers write the decimal point. `notes`: what was assumed; `findings`: what is wrong."""

    file: str
    rows: list[Row]
    text: str = ""
    sheet: str = ""
    head: tuple[str, ...] | None = None
    sign: str = ","
    decimal: str = "."
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    hidden: frozenset[int] = frozenset()
    """Columns that nobody sees, from 0."""
    coded: frozenset[str] = frozenset()
    """Headings of what a program does."""
    others: Sequence[str] = ()
    """The sheets that might have been meant."""
    sheets: Sequence[str] = ()
    """Those of the workbook that are in sight, if one is asked for."""
    tables: dict[str, list[Row]] = field(default_factory=dict)
    """Its tables by their titles, where the format parts them (Markdown)."""
    places: array[int] = field(default_factory=lambda: array("I"))
    """Line, column and length of each cell, one after another."""

    def add(self, number: int, values: Sequence[object], places: Iterable[int]) -> Row:
        """Adds a row; `places` as those of the table."""
        self.rows.append(row := Row(number, values, len(self.places) // 3))
        self.places.extend(places)
        return row

    def place(self, row: Row, column: int) -> tuple[int, int, int]:
        """Line, column and length of a cell; of headings that no cells say, the beginning."""
        at = 3 * (row.first + column)
        return (self.places[at], self.places[at + 1], self.places[at + 2]) if row.first >= 0 else (1, 1, 1)

    def mark(self, row: Row, column: int, heading: str = "") -> Mark:
        """The place of a cell; that of its row, with nothing in it, if the row ends before it."""
        there = column < len(row.values)
        at = column if there else 0
        said = row.value(at) if there else ""
        value = " ".join((json.dumps(said, ensure_ascii=False) if isinstance(said, dict | list) else str(said)).split())
        shown = value if len(value) <= LONGEST else f"{value[: LONGEST - 4]} ..."
        name = "" if self.head else f"{letters(column)}{row.number}"
        return Mark(self.file, *self.place(row, at), self.sheet, name, heading, shown)


def own_title(words: str, others: Iterable[str]) -> str:
    """A title for one of several tables: with a number behind it where `others` are called so."""
    count = sum(plain(other.rpartition(" ")[0] or other) == plain(words) for other in others)
    return f"{words} {count + 1}" if count else words


@lru_cache(maxsize=1024)
def letters(column: int) -> str:
    """ "AB" for 27: how a spreadsheet calls a column (from 0)."""
    found, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def by_letter(column: int) -> str:
    """How `from` calls a column that no heading tells from others: `column C`."""
    return f"column {letters(column)}"


def headed(words: str, headings: Mapping[int, str]) -> list[int]:
    """The columns that `from` calls so: by their heading, else by it in other capitals, else by their letter."""
    exact = [i for i, heading in headings.items() if heading == " ".join(words.split())]
    alike = exact or [i for i, heading in headings.items() if plain(heading) == plain(words)]
    return alike or [i for i in headings if words == by_letter(i)]


def number_of(name: str) -> int:
    """28 for "AB": the number of a column, from 1."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number


def is_figure(words: str) -> bool:
    """True for a whole number that can be counted with: Python reads no more than some thousand digits."""
    return len(words) < 10 and words.isdecimal()


def plain(name: object) -> str:
    """A name without what people write in different ways: capitals, blanks, hyphens, brackets, width; but with the
    signs of numbers: `-1v` is no `1v`, `1/2` no `12`, `2+ cat` and `2- cat` no `2 cat`."""
    return _plain(str(name))


@lru_cache(maxsize=512)
def _plain(name: str) -> str:
    words = normalize("NFKC", name).casefold().strip()
    return _BLANKS.sub("", words) or words


_BLANKS = re.compile(r"(?:(?!(?<!\S)[-+−]\d|(?<=\d)[-–.,:/]\d|(?<=\d)[-−](?!\S)|(?<=\w)\++(?!\w))[\W_])+")


@lru_cache(maxsize=512)
def as_choice(words: str) -> str:
    """Words without capitals, width, doubled blanks, and what stands between two words: all other signs and all figures
    tell choices apart, `N-E` from `N/E`, `A+` from `A-`, `1 2` from `12`."""
    bare = _WIDE.sub(lambda m: normalize("NFKC", m[0]), normalize("NFC", words)).casefold().strip()
    bare = _BETWEEN.sub("", _END.sub("", bare))
    return " ".join((bare if bare.isascii() else _BETWEEN_KANA.sub("", bare)).replace("_", " ").split())


_WIDE, _END = lazy_pattern("[\uff01-\uff5e]+"), lazy_pattern(r"(?<=[^\W\d_])[\s.,;:]+$")
_BETWEEN = lazy_pattern(r"(?<=[^\W\d_]{3})(?:[\s_]+|-|‐|‑|–)(?=[^\W\d_]{3})")
_BETWEEN_KANA = lazy_pattern(r"(?<=[ぁ-鿿])\s+(?=[ぁ-鿿])")


def with_letters(words: str) -> str:
    """Words with the Latin or Greek letters that signs look like (`⍺`, `𝐀`), which all fonts have."""
    return words if words.isascii() else "".join(map(_letter, words))


def _letter(char: str) -> str:
    plain = normalize("NFKC", char)
    if plain.isascii():
        return plain
    with suppress(KeyError):
        return lookup(f"GREEK SMALL LETTER {name_of(char, '').rpartition(' SYMBOL ')[2]}")
    return char


def unwrapped(said: object) -> object:
    """Words without the breaks of an editor: behind a long line that ends within a sentence, which goes on small."""
    return _FULL.sub(lambda m: m[1] + " \n"[not m[2].islower()], said) if isinstance(said, str) else said


_FULL = lazy_pattern(r"(?m)^([^\n]{50,120}[\w,])\n(?=(\w))")


@lru_cache(maxsize=512)
def plain_ascii(words: str) -> str:
    """Small Latin letters without accents, as far as the words have any; kana keep their marks: `バ` is no `ハ`."""
    small = normalize("NFKD", words.casefold().translate(_BARRED))
    return normalize("NFC", "".join(c for c in small if not combining(c) or c in "\u3099\u309a"))


_BARRED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "'": "", "’": ""}
)
