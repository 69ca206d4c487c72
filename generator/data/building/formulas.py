"""Formulas -> numbers: parameters, counts and promises, each worked out when it is asked for, once.

Takes the raw values with their places; gives numbers, and of a set file what it promises beyond its number of pieces
(whether that is kept is the engine's question). Promise: a formula that needs itself, or cannot be worked out, is one
finding at its own place, however many others need it; a promise without its numbers is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from generator.data.building.reader import Reader
from generator.data.lexicon import numbers_said
from generator.data.model import Check, Complete, Formula, Parts, Promises, Unique
from generator.data.reading.document import Map, Raw
from generator.data.schema.values import SPAN
from generator.diagnostics.findings import Finding, Mark, did_you_mean
from generator.expressions.runtime import (
    AlreadyToldError,
    ExpressionError,
    StepLimitError,
    describe,
    is_number,
    to_words,
)
from generator.values import Struct, field, lazy_pattern

Number: TypeAlias = "int | float"

MAX_COUNT = 99_999
_LITERAL = lazy_pattern(r"[-+]?[.0-9][.0-9a-zA-Z_:]*(?:[eE][-+]?[0-9]+)?")
_PER = lazy_pattern(r"\s*(.+?)\s+per\s+([a-z][a-z0-9-]*)\s*")


class Numbers(Struct):
    """All formulas of a game.

    `members` counts the terms of each kind; `counts` has the counts of each set's items (a plain 1 where none is
    written); `unread` are names that stand in a file but could not be read. `formulas` gathers what is worked out."""

    players: tuple[int, int]
    parameters: dict[str, Raw] = field(default_factory=dict)
    counts: dict[str, list[Raw | int]] = field(default_factory=dict)
    members: dict[str, int] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    formulas: dict[Mark, str] = field(default_factory=dict)
    _known: dict[tuple[str, object], Number | None] = field(default_factory=dict)
    _busy: set[tuple[str, object]] = field(default_factory=set)
    _told: set[Finding] = field(default_factory=set)
    _heavy: dict[str, Finding] = field(default_factory=dict)
    is_for: bool = True
    """Whether the game says for how many players it is."""
    names: tuple[str, ...] = ()
    """What a formula may name."""

    def __post_init__(self) -> None:
        self.names = (*(["players"] * self.is_for), "pieces", *(p.replace("-", "_") for p in self.parameters))

    def parameter(self, name: str, players: int | None = None) -> Number | None:
        """A parameter's value for a number of players (the largest, if none is given); None if it is faulty."""
        count = players or self.players[1]
        raw = self.parameters[name]
        source = raw.value
        if isinstance(source, Map) and "players" in self.unread:
            return None
        if isinstance(source, Map):
            by_players = Raw(source, count if count in source else next(iter(source)))
            return self._once((name, count), lambda: self.number(by_players, by_players.value, count))
        return self._once((name, count), lambda: self.number(raw, source, count))

    def pieces(self, set_id: str) -> Number | None:
        """The number of pieces of a set: its items' counts added up; None if one of them is faulty."""

        def add() -> Number | None:
            found = [c if isinstance(c, int) else self.count(c) for c in self.counts[set_id]]
            whole = [n for n in found if n is not None]
            return sum(whole) if len(whole) == len(found) else None

        return self._once((f"pieces['{set_id}']", 0), add)

    def count(self, raw: Raw, players: int | None = None) -> int | None:
        """A whole number of pieces; None, and a finding, if it is none."""
        count = players or self.players[1]

        def whole() -> Number | None:
            number = self.number(raw, raw.value, count)
            if number is None or (0 <= number <= MAX_COUNT and number == int(number)):
                return number
            message = f"`{to_words(number)}` is no number of pieces"
            self._find(Finding("D009", raw.mark(), message, f"write a whole number from 0 to {MAX_COUNT}"))
            return None

        known = self._once((f"count {raw.key}", (raw.mark(), count)), whole)
        return None if known is None else int(known)

    def _once(self, key: tuple[str, object], work: Callable[[], Number | None]) -> Number | None:
        if key in self._busy:
            raise ExpressionError(f"`{key[0]}` needs itself", hint="write its number")
        if key not in self._known:
            self._busy.add(key)
            try:
                self._known[key] = work()
            finally:
                self._busy.discard(key)
        return self._known[key]

    def _find(self, finding: Finding) -> None:
        if finding not in self._told:
            self._told.add(finding)
            self.findings.append(finding)

    def number(self, raw: Raw, source: object, players: int) -> Number | None:
        """The number that a formula stands for; None, and a finding, if there is none."""
        if isinstance(source, str):
            self.formulas[raw.mark()] = source
        if raw.mark().heading and _UNSURE.fullmatch(str(source)):
            self._find(Finding("D006", raw.mark(), f"`{source}` is no number", "write one: how many are to be printed"))
            return None
        try:
            return self._evaluate(source, players)
        except AlreadyToldError:
            return None
        except ExpressionError as error:
            other = "write a whole number or a formula, such as `rounds * 2` or `10 per people`"
            hint = error.hint or _plainer(source) or other
            if isinstance(source, str) and _LITERAL.fullmatch(source.strip()):
                hint = "write 0, 1, 2 ..." + ", without quotes" * (not raw.mark().heading)
            if raw.key == "count" and isinstance(source, str) and _ONLY_WORDS.fullmatch(source):
                digits = _said(source)
                at = raw.mark()
                sheet = f", sheet: {at.sheet}" * bool(at.sheet)
                said = f"from: {{file: {at.file.rpartition('/')[2]}{sheet}, columns: {{RIGHT ONE: count}}}}"
                other = f"; if the column is something else, write `{said}` in the set"
                hint = f"write `{digits}` in digits" + other * bool(at.heading)
            is_number = str(source).lstrip("-").replace(".", "", 1).isdecimal()
            message = str(error) if is_number else f"the formula cannot be worked out: {error}"
            if raw.mark().heading and _NO_FORMULA.fullmatch(str(source)):
                message = f"`{source}` is no {'whole ' * (',' in str(source))}number"
            found = Finding("D006", raw.mark(error.offset), message, hint, about=error.about)
            self._find(self._heavy.setdefault(str(source), found) if isinstance(error, StepLimitError) else found)
            return None

    def _evaluate(self, source: object, players: int) -> Number:
        if is_number(source):
            return source
        if not isinstance(source, str):
            raise ExpressionError(f"a number is needed, this is {describe(source)}")
        if _LITERAL.fullmatch(source.strip()):
            raise ExpressionError(f"`{source}` is no number to count with")
        phrase = _PER.fullmatch(source)
        if phrase is None:
            return self._expression(source, players)
        return self._expression(phrase.group(1), players) * self._members(phrase.group(2), phrase.start(2))

    def _members(self, kind: str, offset: int) -> int:
        if kind in self.members:
            return self.members[kind]
        if {kind, "*terms"} & self.unread:
            raise AlreadyToldError(kind)
        hint = did_you_mean(kind, self.members)
        raise ExpressionError(f"there is no kind of terms `{kind}`", hint=hint, offset=offset, about=(kind,))

    def _expression(self, source: str, players: int) -> Number:
        from generator.expressions.expression import compile_expression

        value = compile_expression(source).evaluate(FormulaNames(self, players))
        if is_number(value):
            return value
        raise ExpressionError(f"it must give a number, not {describe(value)}", offset=0)


_SPOKEN = r"\s*[^\W\d_]+(\s+(?!per\s)[^\W\d_]+)*\s*"
_ONLY_WORDS, _NO_FORMULA = lazy_pattern(rf"(?!\s*players\s*$){_SPOKEN}"), lazy_pattern(rf"{_SPOKEN}|\s*\d+,\d+\s*")
"""What a cell says instead of a number: `two of each`."""
_UNSURE = lazy_pattern(r"\s*=?\s*([?？!*]+|\d+\s*([-–—~〜/]|or|and)\s*\d+|\d+\s*\?)\s*")
"""What a cell says where its designer is not sure, or of more than one: `?`, `2 or 3`. No table works that out."""
_BELOW = {"zero": 0, "none": 0, "one": 1, "single": 1, "pair": 2, "couple": 2}


def _said(words: str) -> int:
    """The number that words hold in any language; two, as an example, where they hold none."""
    said = (_BELOW.get(word) for word in words.lower().split())
    named = (n for language in ("en", "de", "fr", "es", "it", "nl", "pt") for n, _ in numbers_said(words, language))
    return next((n for n in said if n is not None), next(named, 2))


def _plainer(source: object) -> str:
    """What to write for a formula in full width, or with a comma behind it."""
    if not isinstance(source, str):
        return ""
    if re.search(r"\S#", source):
        return "write a space before `#`: then a comment begins"
    plain = unicodedata.normalize("NFKC", source).strip().rstrip(",;、 ")
    return f"write `{plain}`" if plain and plain != source.strip() else ""


def _told(value: Number | None, name: str) -> Number:
    if value is None:
        raise AlreadyToldError(name)
    return value


class FormulaNames(Mapping[str, object]):
    """What a formula sees; `more` goes before parameters of that name."""

    def __init__(self, numbers: Numbers, players: int, more: Mapping[str, object] | None = None) -> None:
        self.numbers, self.players, self.more = numbers, players, more or {}

    def __getitem__(self, name: str) -> object:
        if name in self.more:
            return self.more[name]
        if name == "players" and self.numbers.is_for:
            return _told(None if name in self.numbers.unread else self.players, name)
        if name == "pieces":
            return _Pieces(self.numbers)
        hyphened = name.replace("_", "-")
        if hyphened in self.numbers.parameters:
            return _told(self.numbers.parameter(hyphened, self.players), hyphened)
        if {hyphened, "*parameters"} & self.numbers.unread:
            raise AlreadyToldError(name)
        unsaid = ["write `players: [2, 4]` in game.yaml: for how many the game is"] * (name == "players")
        raise KeyError(name, *unsaid)

    def __iter__(self) -> Iterator[str]:
        return iter((*self.more, *self.numbers.names))

    def __len__(self) -> int:
        return len(self.more) + len(self.numbers.names)


class _Pieces(Mapping[str, object]):
    """`pieces['set-id']`."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def __getitem__(self, name: str) -> object:
        if name in self.numbers.counts:
            return _told(self.numbers.pieces(name), name)
        if {name, "*sets"} & self.numbers.unread:
            raise AlreadyToldError(name)
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return name in self.numbers.counts or bool({name, "*sets"} & self.numbers.unread)

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers.counts)

    def __len__(self) -> int:
        return len(self.numbers.counts)


# ---- `parts`, `complete`, `unique` and `checks` of a set file -> `Promises` ------------------------------------------

Span: TypeAlias = "tuple[int, int]"
P = TypeVar("P")

_ALL = lazy_pattern(r"\s*(?:((?:unlike )?pairs|numbers)\s+of\s+(.+)|(combinations))\s*")
_ALL_FORMS = "write `pairs of 1 to 5`, `unlike pairs of 1 to 5`, `numbers of 1 to 5` or `combinations`"
MAX_SPAN = 1_000


def read_promises(reader: Reader, data: Map, numbers: Numbers) -> Promises:
    """All that a set promises beyond `expect`."""

    def all_of(key: str, read: Callable[[Reader, Map, Numbers], P | None]) -> tuple[P, ...]:
        found = [read(reader, one, numbers) for one in data.get(key) or []]
        return tuple(p for p in found if p is not None)

    return Promises(
        all_of("parts", _parts),
        all_of("complete", _complete),
        all_of("unique", _unique),
        all_of("checks", _check),
    )


def _parts(_reader: Reader, data: Map, numbers: Numbers) -> Parts | None:
    given = data.get("counts") or Map()
    counts = {key: numbers.count(Raw(given, key)) for key in given}
    others = numbers.count(Raw(data, "others")) if data.get("others") is not None else None
    known = {str(key): count for key, count in counts.items() if count is not None}
    if len(known) < len(counts) or (others is None and data.get("others") is not None):
        return None
    marks = data.marks() | {f"counts.{key}": given.mark(key) for key in given}
    return Parts(data["by"], known, data.mark("by"), others, marks)


def _complete(reader: Reader, data: Map, numbers: Numbers) -> Complete | None:
    count = numbers.count(Raw(data, "count")) if "count" in data else 1
    span = None
    if SPAN.fullmatch(data["each"]):
        span = span_of(reader, data, "each", data["each"], numbers)
        count = count if span is not None else None
    if count is None:
        return None
    return Complete(
        each=data["each"],
        count=count,
        mark=data.mark("each"),
        of_field=data.get("field") or "",
        where=data.get("where") or "",
        span=span,
        marks=data.marks(),
    )


def _unique(reader: Reader, data: Map, numbers: Numbers) -> Unique | None:
    form, span, mark = "", None, data.mark("fields")
    if data.get("all"):
        said = _ALL.fullmatch(data["all"])
        if said is None or (said[2] and not SPAN.fullmatch(said[2])):
            at = data.mark("all")
            reader.find("D027", at, f"`{data['all']}` does not say which values there must be", _ALL_FORMS)
            return None
        form = said[1] or said[3]
        span = span_of(reader, data, "all", said[2], numbers) if said[2] else None
        if said[2] and span is None:
            return None
    return Unique(tuple(data["fields"]), mark, data.get("unordered", False), form, span, data.marks())


def span_of(reader: Reader, data: Map, key: str, words: str, numbers: Numbers, most: int = MAX_SPAN) -> Span | None:
    """The two ends of `1 to 5`, each a formula; None, and a finding, if they cannot be worked out, or if there are more
    than the `most` numbers."""
    said = SPAN.fullmatch(words)
    ends = [said[1] or said[3], said[2] or said[4]] if said else []
    raw = Raw(data, key)
    worked = [
        int(end) if re.fullmatch(r"\d{1,9}", end) else numbers.number(raw, end, numbers.players[1]) for end in ends
    ]
    first, last = (None if n is None or n != int(n) else int(n) for n in worked)
    if first is None or last is None:
        return None
    if not 0 <= last - first < most:
        hint = "write the smaller number first" if last < first else f"write at most {most:,} numbers"
        reader.find("D027", raw.mark(), f"`{words}` goes from {first} to {last}", hint)
        return None
    return first, last


def _check(_reader: Reader, data: Map, _numbers: Numbers) -> Check:
    mark = data.mark("formula")
    return Check(data["say"], Formula(data["formula"], mark), mark)
