"""A value of a workbook and the format of its cell (ECMA-376, 18.8.30) -> the words that the cell shows.

Promise: what is shown as it is, and what a format asks for that is not known here, stays a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne

from generator.data.reading.grid import Shown
from generator.expressions.runtime import digits, is_number
from generator.values import lazy_pattern

BUILT_IN = {
    "": "", "0": "", "49": "@",
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "11": "0.00E+00", "12": "# ?/?",
    "13": "# ??/??", "15": "d-mmm-yy", "16": "d-mmm", "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM",
    "20": "h:mm", "21": "h:mm:ss", "37": "#,##0;(#,##0)",
    "38": "#,##0;(#,##0)", "39": "#,##0.00;(#,##0.00)", "40": "#,##0.00;(#,##0.00)", "45": "mm:ss", "46": "[h]:mm:ss",
    "48": "##0.0E+0",
}  # fmt: skip
"""Codes of formats that no file writes down; of others (a date as whoever looks likes it) nothing is known."""
_LITERAL = lazy_pattern(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[(?![hms<>=])[^\]]*\]')
_CONDITION = lazy_pattern(r"\[(<>|[<>]?=|[<>])(-?\d+(?:\.\d+)?)\]")
_COMPARED = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "<>": ne}
_GENERAL = lazy_pattern("General")
_FRACTION = lazy_pattern(r"([#0?]+ +)?[#0?]+/([#0?]+|[1-9][0-9]*)")
_DIGITS = lazy_pattern(r"([#0?](?:[#0?,]*[#0?])?)(?:\.([#0?]+))?(,*)")
_WORDS = lazy_pattern("[-+() \ue000-\uf8ff]+")
"""A section that is the same for every number."""
_UNKNOWN = lazy_pattern(r"[#0?/E\[@]|General")
_MOMENT = lazy_pattern("y+|m+|d+|h+|H+|i+|s+|am/pm")
_PARTS: dict[str, Callable[[datetime], str]] = {
    "yy": lambda t: f"{t:%y}", "yyyy": lambda t: f"{t.year:04}",
    "m": lambda t: f"{t.month}", "mm": lambda t: f"{t:%m}", "mmm": lambda t: f"{t:%b}", "mmmm": lambda t: f"{t:%B}",
    "d": lambda t: f"{t.day}", "dd": lambda t: f"{t:%d}", "ddd": lambda t: f"{t:%a}", "dddd": lambda t: f"{t:%A}",
    "h": lambda t: f"{t.hour}", "hh": lambda t: f"{t:%H}",
    "H": lambda t: f"{t.hour % 12 or 12}", "HH": lambda t: f"{t:%I}",
    "i": lambda t: f"{t.minute}", "ii": lambda t: f"{t:%M}", "s": lambda t: f"{t.second}", "ss": lambda t: f"{t:%S}",
    "am/pm": lambda t: f"{t:%p}",
}  # fmt: skip
_LONGEST, _LARGEST = 255, 1e15
_DAY = date(2000, 1, 1)
_OF_DAYS = frozenset(name for name in _PARTS if name[0] in "ymd")


class CellFormat(str):
    """The format of a cell."""

    __slots__ = ()


def as_shown(words: str, raw: object) -> object:
    """The value, or the words that its cell shows in place of it."""
    if words == (digits(raw) if isinstance(raw, float) else str(raw)):
        return raw
    made = Shown(words)
    made.raw = raw
    return made


def cell_text(value: object, code: CellFormat, decimal: str = ".") -> object:
    """The value as its cell shows it, with the decimal sign of whoever looks; None where nobody here can tell."""
    literals: list[str] = []

    def kept(found: re.Match[str]) -> str:
        literals.append(found[1] or found[2] or found[3] or "")
        return chr(0xE000 + len(literals) - 1)

    sections, words = _LITERAL.sub(kept, code[:_LONGEST]).split(";"), None
    if isinstance(value, (date, time, timedelta)):
        words = _moment(value, sections[0])
    elif is_number(value) and abs(value) < _LARGEST:
        section, is_bare = _section(value, sections)
        exact = Decimal(repr(value))
        words = _number(abs(exact) if is_bare else exact, section, decimal) if section or section is sections[0] else ""
    if words is None:
        return value if isinstance(value, (str, bool)) else None
    return as_shown(re.sub("[\ue000-\uf8ff]", lambda m: literals[ord(m[0]) - 0xE000], words).strip(), value)


def _section(value: float, sections: Sequence[str]) -> tuple[str, bool]:
    """The section that a number is shown by, and whether that says itself that it is below 0."""
    if any(map(_CONDITION.search, sections)):
        limits = ((one, _CONDITION.search(one)) for one in sections)
        fits = (one for one, limit in limits if limit is None or _COMPARED[limit[1]](value, float(limit[2])))
        return _CONDITION.sub("", next(fits, sections[-1])), False
    at = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    return sections[at], at == 1


def _number(value: Decimal, section: str, decimal: str) -> str | None:
    ways = ((_GENERAL, lambda exact, _: digits(float(exact))), (_FRACTION, _fraction), (_DIGITS, _digits))
    found, make = next(((m, make) for way, make in ways if (m := way.search(section))), (None, _digits))
    if found is None:
        return section if _WORDS.fullmatch(section) else None
    before, after, exact = section[: found.start()], section[found.end() :], abs(value) * 100 ** section.count("%")
    is_scaled = make is _digits and found[3] and not (before + after).strip()  # who sees 2 may mean two millions
    words = None if is_scaled or _UNKNOWN.search(before + after) else make(exact, found)
    if words is None:
        return None
    words = words if decimal == "." else words.translate(_COMMA)
    return ("-" if value < 0 and re.search("[1-9]", words) else "") + before + words + after


_COMMA = str.maketrans(",.", ".,")


def _digits(exact: Decimal, found: re.Match[str]) -> str | None:
    whole, part = found[1], found[2] or ""
    exact = exact.scaleb(-3 * len(found[3])).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    left, _, right = f"{exact:,f}".partition(".")
    left = left if "," in whole else left.replace(",", "")
    left = left.rjust(whole.count("0"), "0") if left != "0" or "0" in whole else ""
    least = len(part.rstrip("#?"))
    right = right[:least] + right[least:].rstrip("0")
    return left + ("." + right if right else "")


def _fraction(exact: Decimal, found: re.Match[str]) -> str:
    """`1 1/2`; in quarters `2/4`."""
    under = int(found[2]) if found[2].isdecimal() and int(found[2]) else 0
    near = Fraction(exact).limit_denominator(10 ** min(len(found[2]), 9) - 1)
    upper, under = (round(Fraction(exact) * under), under) if under else (near.numerator, near.denominator)
    whole, upper = divmod(upper, under) if found[1] or not upper % under else (0, upper)
    return " ".join([*[str(whole)] * bool(whole or not upper), *[f"{upper}/{under}"] * bool(upper)])


def _moment(value: date | time | timedelta, section: str) -> str | None:
    """A date, a time of day; hours that have gone by (`[h]`); `m` beside hours or seconds is minutes. A whole day has
    no time."""
    if isinstance(value, timedelta):
        past = {unit: str(value // timedelta(seconds=n)) for unit, n in (("h", 3600), ("m", 60), ("s", 1))}
        section = re.sub(r"\[(([hms])\2*)\]", lambda m: past[m[2]].rjust(len(m[1]), "0"), section.lower())
        section, value = section.replace("m", "i"), datetime.combine(_DAY, time()) + value % timedelta(days=1)
    day = value if isinstance(value, date) else _DAY
    at = value if isinstance(value, datetime) else datetime.combine(day, value if isinstance(value, time) else time())
    section = section.lower()
    section = re.sub(r"(h+[^a-z]*)(m+)|(m+)(?=[^a-z]*s)", lambda m: (m[1] or "") + "i" * len(m[2] or m[3]), section)
    section = section.replace("h", "H") if "am/pm" in section else section
    hours = next((p.start() for p in _MOMENT.finditer(section) if p[0] not in _OF_DAYS), 0)
    if at.time() == time() and isinstance(value, date) and _OF_DAYS.isdisjoint(_MOMENT.findall(section[hours:])):
        section = section[:hours] or section
    parts = {p[0] for p in _MOMENT.finditer(section)}
    known = parts and parts <= _PARTS.keys() and (isinstance(value, date) or not parts & _OF_DAYS)
    known = known and not re.search("[a-z~]", _MOMENT.sub("", section))  # years of an emperor, a date as one likes it
    return _MOMENT.sub(lambda p: _PARTS[p[0]](at), section) if known else None
