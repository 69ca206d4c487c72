"""`parts`, `complete`, `unique` and `checks` of a set file -> `Promises`.

Takes sound data and the numbers of the game; gives what a set promises beyond its number of pieces. Promise: a promise
whose numbers cannot be worked out is told once and left out; whether it is kept is the engine's question.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from generator.data.building.formulas import Numbers
from generator.data.building.kinds import Reader
from generator.data.model import Check, Complete, Formula, Parts, Promises, Unique
from generator.data.reading.document import Map, Raw
from generator.data.schema.values import SPAN
from generator.diagnostics.findings import Mark

Span: TypeAlias = "tuple[int, int]"
P = TypeVar("P")

_ALL = re.compile(r"\s*(?:((?:unlike )?pairs|numbers)\s+of\s+(.+)|(combinations))\s*")
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


def _marks(data: Map) -> dict[str, Mark]:
    return {key: data.mark(key) for key in data}


def _parts(_reader: Reader, data: Map, numbers: Numbers) -> Parts | None:
    given = data.get("counts") or Map()
    counts = {key: numbers.count(Raw(given, key)) for key in given}
    others = numbers.count(Raw(data, "others")) if data.get("others") is not None else None
    known = {str(key): count for key, count in counts.items() if count is not None}
    if len(known) < len(counts) or (others is None and data.get("others") is not None):
        return None
    marks = _marks(data) | {f"counts.{key}": given.mark(key) for key in given}
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
        marks=_marks(data),
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
    return Unique(tuple(data["fields"]), mark, data.get("unordered", False), form, span, _marks(data))


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
