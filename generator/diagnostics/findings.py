"""What the tool tells a designer: a `Finding` is one fault, at one place, with what to do about it.

Takes nothing from other rooms and is imported by all. A `Finding` is immutable and sortable; a `Mark`
is a place in a file of the project, with lines and columns that count from 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from string import ascii_uppercase
from unicodedata import combining, east_asian_width, normalize

from generator.diagnostics.codes import CODES, Severity
from generator.values import Alike, lazy_pattern, replace


class Mark(Alike, frozen=True):
    """A place in a file. `file` is relative to the project, with forward slashes; `line` and
    `column` count from 1 (0 = the file as a whole); `length` is in characters, for the carets. In a workbook they are
    the row and column of a cell of `sheet`. Of any table: `cell` ("C7"), what heads its column, and its value."""

    BESIDE = ("cell", "heading", "value")
    file: str
    line: int = 0
    column: int = 0
    length: int = 1
    sheet: str = ""
    cell: str = ""
    heading: str = ""
    value: str = ""

    def __lt__(self, other: Mark) -> bool:
        return _ORDER(self) < _ORDER(other)

    @property
    def within(self) -> str:
        """Where in its file it is: "line 7", "cell C7"."""
        return f"cell {self.cell}" if self.cell else f"line {self.line}"

    @property
    def in_art(self) -> bool:
        """True within a drawing that the data name, which says nothing of items."""
        return self.file.startswith("components/") and self.file.endswith(".svg")


_ORDER = attrgetter("file", "line", "column", "length", "sheet")


class Located:
    """A thing of the data: it stands at `mark`, its parts at `marks`, by their keys."""

    __slots__ = ()
    mark: Mark
    marks: Mapping[str, Mark]

    def at(self, *keys: str) -> Mark:
        """The place of the first of these parts that is written; else its own."""
        return next((self.marks[key] for key in keys if key in self.marks), self.mark)


class Finding(Alike, frozen=True):
    """One fault. `code` is a key of `CODES`, which also fixes its severity.

    `message` is lower case, without a full stop, names in backticks, with the found and the expected
    value. `hint` is an imperative with the exact words to write. `accepted`: the reason for which a comment in the
    file takes the finding as it is; it is no longer an error or a warning then.

    What else is known of it stands beside the words, for those who weigh one finding against another: `about`, the
    names it is about (ids, keys, characters; of an expression the dotted name); `places`, where else the same is wrong;
    `instead`, the name that is said where the first of these was meant; `faces`, the faces it names ("set/item",
    "set/item back"); `slot`, the part of a template (an attribute with its expression, a text with its box), alike for
    all items; `over`, by how many mm; `weighty`: told also where its like is not (a note among those told briefly, an
    odd value among errors)."""

    BESIDE = ("about", "places", "instead", "faces", "slot", "over", "weighty")
    code: str
    mark: Mark
    message: str
    hint: str = ""
    game: str = ""
    accepted: str = ""
    about: tuple[str, ...] = ()
    places: tuple[Mark, ...] = ()
    instead: str = ""
    faces: tuple[str, ...] = ()
    slot: tuple[str, ...] = ()
    over: float = 0.0
    weighty: bool = False

    @property
    def severity(self) -> Severity:
        """The severity that the code table gives."""
        return CODES[self.code].severity

    def sort_key(self) -> tuple[object, ...]:
        """Order of a report: by place, then by code and words."""
        return (self.mark.file, self.mark.sheet, self.mark.line, self.mark.column, self.code, self.message)


_HIDING = lazy_pattern(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def cells(words: str) -> int:
    """How many cells of a terminal some words take: two for a full-width character."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in words if not combining(c))


def visible(words: str) -> str:
    """Words for a terminal: each character that moves the cursor, turns the text or hides as an escape of JSON; those
    that join letters and emoji stay, as do tabs and line breaks. What is JSON stays the same JSON."""
    return _HIDING.sub(lambda found: "".join(f"\\u{unit.hex()}" for unit in _units(found[0])), words)


def _units(letter: str) -> Iterator[bytes]:
    raw = letter.encode("utf-16-be")
    return (raw[n : n + 2] for n in range(0, len(raw), 2))


class Unreadable(ValueError):
    """A value that can't be read. `message` says what is wrong, `hint` what to write; `about`: the attribute it is of,
    where whoever reads several knows; `code`: how it is told in a template."""

    def __init__(self, message: str, hint: str = "", about: str = "", code: str = "T012") -> None:
        super().__init__(message)
        self.message, self.hint, self.about, self.code = message, hint, about, code


class Fault(Exception):
    """Carries findings out of a room that cannot give its value at all."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(f.message for f in findings))
        self.findings = findings


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings sorted by place, each once."""
    return sorted(dict.fromkeys(findings), key=Finding.sort_key)


def gathered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in order, but what one column of a table says wrong in several rows told once, with its rows, and a
    picture that is missing once for all columns that name it, sets that no rule names once for all; likewise what items
    in YAML say wrong in the same words, from the third on."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    ordered = in_order(findings)
    lacking = Counter((f.mark.file, f.mark.sheet, f.mark.heading, f.hint) for f in ordered if f.code == NUMBERS)
    for number, f in enumerate(ordered):
        mark = f.mark
        is_column = f.code == NUMBERS and lacking[mark.file, mark.sheet, mark.heading, f.hint] > _COLUMN
        alone = "" if mark.heading or (f.code[0] == "D" and mark.file.endswith((".yaml", ".yml"))) else str(number)
        heading = "" if f.code == PICTURE else mark.heading
        said = f.hint if (f.code == LEFT or is_column) and mark.heading else f"{_of_any(f)}\0{f.hint}"
        key = f.code, mark.file, mark.sheet, heading, said, f.game, f.accepted, alone
        groups.setdefault(key, []).append(f)
    told = in_order(f for found in groups.values() for f in (found if _is_chance(found) else [_with_rows(found)]))
    lost: dict[tuple[object, ...], list[Finding]] = {}
    for f in told:
        if f.code == PICTURE and f.mark.heading and f.about:
            lost.setdefault((f.mark.file, f.mark.sheet, f.mark.heading, f.hint, f.game, f.accepted), []).append(f)
    many = {found[0]: _without_pictures(found) for found in lost.values() if len(found) > _FEW}
    unnamed: dict[str, list[Finding]] = {}
    for f in told:
        if f.code == UNNAMED and not f.accepted:
            unnamed.setdefault(f.game, []).append(f)
    many |= {found[0]: _with_others(found) for found in unnamed.values() if len(found) > 1}
    rest = {f for found in (*lost.values(), *unnamed.values()) for f in found[1:] if found[0] in many}
    return [many.get(f, f) for f in told if f not in rest]


def _of_any(finding: Finding) -> str:
    """What is said, whichever face it names."""
    return re.sub("|".join(re.escape(f"`{face}`") for face in finding.faces) or "(?!)", "`", finding.message)


def _without_pictures(found: Sequence[Finding]) -> Finding:
    names = first_of([f.about[0] for f in found])
    message = f"there are no pictures {names} in the project ({len(found)})"
    return replace(found[0], message=message, places=_others(found))


def _with_others(found: Sequence[Finding]) -> Finding:
    """Of things that say the same of one thing that is begun: sets that no rule names."""
    names = ", ".join(f"`{name}`" for f in found[1:] for name in f.about)
    return replace(found[0], message=f"{found[0].message}, nor {names}", places=_others(found))


def _others(found: Sequence[Finding]) -> tuple[Mark, ...]:
    """All places but the first."""
    return tuple(mark for f in found for mark in (f.mark, *f.places))[1:]


def _is_chance(found: Sequence[Finding]) -> bool:
    """True for two of a kind that no column joins: each is a mistake of its own."""
    return not found[0].mark.heading and len(found) <= _CHANCE


def _with_rows(found: Sequence[Finding]) -> Finding:
    first = found[0]
    if len(found) == 1:
        return first
    numbers = {int(f.mark.cell.lstrip(ascii_uppercase) or f.mark.line) for f in found}
    what = ("row" if first.mark.cell else "line") + "s" * (len(numbers) > 1)
    faces = tuple(dict.fromkeys(face for f in found for face in f.faces))
    message = f"{first.message} ({what} {ranges(numbers)})"
    return replace(first, message=message, faces=faces, places=_others(found))


_CHANCE = 2
_FEW = 3
"""More pictures that a column lacks are one cause."""
PICTURE, UNNAMED = "D014", "R035"
"""Names the picture: one cause, whichever column says it."""
LEFT = "L003"
"""Names the words, which differ from row to row of a column that lacks a language."""
NUMBERS, _COLUMN = "L002", 20
"""Names the number; so many that a column has, and that of another language has not, are one cause."""
UNTRANSLATED = "D007"
"""Names the text and the language that it lacks."""


def ranges(numbers: Iterable[int]) -> str:
    """ "3, 5-9 and 12"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    words = ["-".join(map(str, run)) for run in runs]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def rows_called(numbers: Collection[int]) -> str:
    """ "row 3", "rows 3, 5-9 and 12"."""
    return f"row{'s' * (len(numbers) > 1)} {ranges(numbers)}"


def of_game(findings: Iterable[Finding], game: str) -> list[Finding]:
    """The same findings, each naming its game."""
    return [replace(f, game=f.game or game) for f in findings]


def has_errors(findings: Iterable[Finding]) -> bool:
    """True if any finding is an error that is not accepted."""
    return any(f.severity is Severity.ERROR and not f.accepted for f in findings)


def near(word: str, known: Iterable[str], likeness: float = 0.75) -> str:
    """The name that a word was surely meant to be ("" if none; of several the first): what it stands for can be read as
    though it were written right."""
    names = _names(known if isinstance(known, tuple) else tuple(map(str, known)))
    return next(iter(_meant(str(word), names, likeness)), "")


def did_you_mean(word: str, known: Iterable[str], other: str = "") -> str:
    """ "write `food`" for a near miss, else the `other` hint, or a list of what exists (at most eight names)."""
    names = _names(known if isinstance(known, tuple) else tuple(map(str, known)))
    plain = normalize("NFKC", str(word))
    several = re.split(r"[\s,、;・/]+", plain)
    if len(several) > 1 and set(several) <= set(names):
        return f"write `{', '.join(several)}`, with a comma and a space between"
    if meant := _meant(plain, names, 0.6):
        return f"did you mean {' or '.join(f'`{name}`' for name in meant)}?"
    return other or (f"known names: {first_of(names)}" if names else "")


def first_of(names: Sequence[str]) -> str:
    """ "`food`, `wood` ...": at most eight."""
    return ", ".join(f"`{name}`" for name in names[:8]) + " ..." * (len(names) > 8)


_ALIKE = 3
"""So many names that are equally like a word are told; of more it is like none."""
_MAX_LETTERS = 100
"""Nobody misspells a longer name."""


@lru_cache(maxsize=32)
def _names(known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(known)))


@lru_cache(maxsize=32)
def _by_letters(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Names by their letters, in order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault("".join(sorted(name.lower())), []).append(name)
    return found


def _meant(word: str, names: tuple[str, ...], likeness: float) -> list[str]:
    """The only name of the word's letters (in capitals, or in another order), else those most like it, which is at most
    three."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import extract

    if len(word) > _MAX_LETTERS:
        return []
    same = _by_letters(names).get("".join(sorted(word.lower())), ()) if len(word) > 1 else ()
    if len(same) == 1:
        return [same[0]]
    found = extract(word, names, scorer=Indel.normalized_similarity, score_cutoff=likeness, limit=_ALIKE + 1)
    alike = sorted(str(name) for name, score, _ in found if score == found[0][1])
    return alike[: 1 if len(alike) > _ALIKE else _ALIKE]
