"""A value of a workbook and the format of its cell (ECMA-376, 18.8.30) -> the words that the cell shows.

Promise: what is shown as it is, and what a format asks for that is not known here (fractions, powers of ten, elapsed
hours), stays a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

from generator.values import late

BUILT_IN = {
    "": "", "0": "", "49": "@",
    "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "15": "d-mmm-yy", "16": "d-mmm",
    "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss", "37": "#,##0;(#,##0)",
    "38": "#,##0;(#,##0)", "39": "#,##0.00;(#,##0.00)", "40": "#,##0.00;(#,##0.00)", "45": "mm:ss",
}  # fmt: skip
"""Codes of formats that no file writes down; of others (a date as whoever looks likes it) nothing is known."""
_LITERAL = late(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[(?![hms])[^\]]*\]')
_DIGITS = late(r"([#0?][#0?,]*)(?:\.([#0?]+))?")
_UNKNOWN = late(r"[#0?/E\[@]|General")
_MOMENT = late("y+|m+|d+|h+|H+|i+|s+|am/pm")
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
_OF_DAYS = frozenset(name for name in _PARTS if name[0] in "ymd")


class Code(str):
    """The format of a cell."""

    __slots__ = ()


class Shown(str):
    """What a cell shows of its value (`raw`), where that is other."""

    __slots__ = ("raw",)
    raw: object


def as_shown(words: str, raw: object) -> object:
    """The value, or the words that its cell shows in place of it."""
    if words == f"{raw:g}" if isinstance(raw, float) else words == str(raw):
        return raw
    made = Shown(words)
    made.raw = raw
    return made


def shown(value: object, code: Code, decimal: str = ".") -> object:
    """The value as its cell shows it, with the decimal sign of whoever looks; None where nobody here can tell."""
    literals: list[str] = []

    def kept(found: re.Match[str]) -> str:
        literals.append(found[1] or found[2] or found[3] or "")
        return chr(0xE000 + len(literals) - 1)

    sections, words = _LITERAL.sub(kept, code[:_LONGEST]).split(";"), None
    if isinstance(value, (date, time)):
        words = _moment(value, sections[0])
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _LARGEST:
        at = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
        exact = Decimal(repr(value)) * (-1 if at == 1 else 1)
        words = _number(exact, sections[at], decimal) if sections[at] or not at else ""
    if words is None:
        return value if isinstance(value, (str, bool)) else None
    return as_shown(re.sub("[\ue000-\uf8ff]", lambda m: literals[ord(m[0]) - 0xE000], words).strip(), value)


def _number(value: Decimal, section: str, decimal: str) -> str | None:
    digits = _DIGITS.search(section)
    if (
        digits is None
        or digits[1].endswith(",")
        or _UNKNOWN.search(section[: digits.start()] + section[digits.end() :])
    ):
        return None
    whole, part = digits[1], digits[2] or ""
    exact = (abs(value) * 100 ** section.count("%")).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    left, _, right = f"{exact:,f}".partition(".")
    left = left if "," in whole else left.replace(",", "")
    left = left.rjust(whole.count("0"), "0") if left != "0" or "0" in whole else ""
    least = len(part.rstrip("#?"))
    right = right[:least] + right[least:].rstrip("0")
    words = left.replace(",", "," if decimal == "." else ".") + (decimal + right if right else "")
    return ("-" if value < 0 and exact else "") + section[: digits.start()] + words + section[digits.end() :]


def _moment(value: date | time, section: str) -> str | None:
    """A date, a time of day; `m` beside hours or seconds is minutes."""
    day = value if isinstance(value, date) else date(2000, 1, 1)
    at = value if isinstance(value, datetime) else datetime.combine(day, value if isinstance(value, time) else time())
    section = section.lower()
    section = re.sub(r"(h+[^a-z]*)(m+)|(m+)(?=[^a-z]*s)", lambda m: (m[1] or "") + "i" * len(m[2] or m[3]), section)
    section = section.replace("h", "H") if "am/pm" in section else section
    parts = {p[0] for p in _MOMENT.finditer(section)}
    known = parts and parts <= _PARTS.keys() and (isinstance(value, date) or not parts & _OF_DAYS)
    return _MOMENT.sub(lambda p: _PARTS[p[0]](at), section) if known else None
