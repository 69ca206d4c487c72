"""What the tool tells a designer: a `Finding` is one fault, at one place, with what to do about it.

Takes nothing from other rooms and is imported by all. A `Finding` is immutable and sortable; a `Mark`
is a place in a file of the project, with lines and columns that count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from enum import Enum

from generator.frozen import dataclass


class Severity(Enum):
    """How bad a finding is. Errors end a build; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file. `file` is relative to the project, with forward slashes; `line` and
    `column` count from 1 (0 = the file as a whole); `length` is in characters, for the carets."""

    file: str
    line: int = 0
    column: int = 0
    length: int = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `code` is a key of `generator.codes.CODES`, which also fixes its severity.

    `message` is lower case, without a full stop, names in backticks, with the found and the expected
    value. `hint` is an imperative with the exact words to write. `accepted`: the reason for which a comment in the
    file takes the finding as it is; it is no longer an error or a warning then.

    What else is known of it stands beside the words, for those who weigh one finding against another: `about`, the
    names it is about (ids, keys, characters; of an expression the dotted name); `instead`, the name that is said where
    the first of these was meant; `faces`, the faces it names ("set/item", "set/item back"); `slot`, the part of a
    template (an attribute with its expression, a text with its box), alike for all items; `over`, by how many mm.
    """

    code: str
    mark: Mark
    message: str
    hint: str = ""
    game: str = ""
    accepted: str = ""
    about: tuple[str, ...] = field(default=(), compare=False)
    instead: str = field(default="", compare=False)
    faces: tuple[str, ...] = field(default=(), compare=False)
    slot: tuple[str, ...] = field(default=(), compare=False)
    over: float = field(default=0.0, compare=False)

    @property
    def severity(self) -> Severity:
        """The severity that the code table gives."""
        from generator.codes import CODES

        return CODES[self.code].severity

    def sort_key(self) -> tuple[object, ...]:
        """Order of a report: by place, then by code and words."""
        return (self.mark.file, self.mark.line, self.mark.column, self.code, self.message)


class Fault(Exception):
    """Carries findings out of a room that cannot give its value at all."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(f.message for f in findings))
        self.findings = findings


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings sorted by place, each once."""
    return sorted(dict.fromkeys(findings), key=Finding.sort_key)


def of_game(findings: Iterable[Finding], game: str) -> list[Finding]:
    """The same findings, each naming its game."""
    return [replace(f, game=f.game or game) for f in findings]


def has_errors(findings: Iterable[Finding]) -> bool:
    """True if any finding is an error that is not accepted."""
    return any(f.severity is Severity.ERROR and not f.accepted for f in findings)


def near(word: str, known: Iterable[str], likeness: float = 0.75) -> str:
    """The name that a word was surely meant to be ("" if none): what it stands for can be read as though it were
    written right."""
    from difflib import get_close_matches

    names = sorted(known)
    return _same_letters(word, names) or next(iter(get_close_matches(word, names, n=1, cutoff=likeness)), "")


def _same_letters(word: str, names: Iterable[str]) -> str:
    """The only name of these letters: in capitals, or in another order ("" if none, or several)."""
    letters = sorted(word.lower())
    found = [n for n in names if len(n) == len(letters) and sorted(n.lower()) == letters] if len(letters) > 1 else []
    return found[0] if len(found) == 1 else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ "write `food`" for a near miss, else a list of what exists (at most eight names)."""
    import re
    from difflib import get_close_matches
    from unicodedata import normalize

    names = sorted(set(known))
    plain = normalize("NFKC", word)
    several = re.split(r"[\s,、;・/]+", plain)
    if len(several) > 1 and set(several) <= set(names):
        return f"write `{', '.join(several)}`, with a comma and a space between"
    meant = _same_letters(plain, names) or next(iter(get_close_matches(plain, names, n=1, cutoff=0.6)), "")
    if meant:
        return f"did you mean `{meant}`?"
    if not names:
        return ""
    shown = ", ".join(f"`{n}`" for n in names[:8]) + (" ..." if len(names) > 8 else "")
    return f"known names: {shown}"
