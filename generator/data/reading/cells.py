"""Cells -> values, by the kind of their field.

People write y, yes or ✓, `1 000` or `1,5`, 2x, `Fire` for the choice `fire`: all that has one plain meaning is read so.
What does not fit stays words, and is told later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any
from unicodedata import normalize

from generator.data.lexicon import table_words
from generator.data.model import NAME_FIELDS, FieldKind
from generator.data.reading.aliases import meant_by
from generator.data.reading.document import List, Map, Place, Source, words_in
from generator.data.reading.folders import ENDINGS
from generator.data.reading.grid import Shown, as_choice, as_said, plain, plain_ascii
from generator.data.reading.html import from_html
from generator.data.reading.nodes import LARGEST, MAX_DIGITS
from generator.values import lazy_pattern

DASHES = tuple("-‐‑–—―−─－ーｰ")
"""What people write into a cell that says nothing."""
YES, NO = frozenset(table_words("yes")), frozenset((*table_words("no"), *DASHES))
PICTURES = (*ENDINGS, ".psd", ".heic", ".avif")
"""Also what no sheet can show: whoever names one means a picture, and is told to save it as another."""
_ID = lazy_pattern(r"(?i)(.*_)?(id|uuid|key)")
_STROKED = lazy_pattern("[a-z]+(_[a-z0-9]+)+")
"""Words of programs: `debuff_stat`."""
SHORT = 24
"""Longer words stand in a line of their own."""


def read_cell(value: Any, kind: FieldKind | None, decimal: str, source: Source, place: Place, name: str = "") -> Any:  # noqa: ANN401
    """The cell's value as its kind wants it."""
    is_text = kind is not None and kind.name == "text"
    if isinstance(value, (Map, List)):
        return (as_words(value) or None) if is_text and not is_spoken(value) else _members_read(value, kind)
    words = (as_said(value) if is_text or isinstance(value, bool) else str(value)).strip()
    if kind is None:
        if name in ("id", "size", "layout", "back"):
            return words
        said = str(value.raw) if isinstance(value, Shown) else words
        return count_in(said) if name == "count" else int(words) if re.fullmatch("[0-9]{1,9}", words) else value
    if kind.name == "list":
        members = [member for w in _members(words, kind.of) for member in _counted(w, kind.of, decimal)]
        return List(source, place, dict.fromkeys(range(len(members)), (place, place)), members)
    if kind.name == "map":
        between = r"[;\n]|[,、](?=[^,、=]+=)" if "=" in words else "[;\n,、]"
        pairs = [_pair(w, kind) for w in re.split(between, words) if w.strip()]
        entries = {k: _one(v, kind.of, decimal) for k, v in pairs}
        return Map(source, place, dict.fromkeys(entries, (place, place)), entries)
    found = _one(words, kind, decimal)
    is_number = isinstance(value, Shown) and kind.name in _READERS and isinstance(value.raw, (int, float))
    return value.raw if is_number and isinstance(found, str) else found  # `4 gold`, `(3)`


def _members_read(value: Map | List, kind: FieldKind | None) -> object:
    """The members of a list of words as words, whatever they are; of a record where a picture is asked for the file."""
    if isinstance(value, List) and kind is not None and kind.of is not None and kind.of.name == "word":
        said = [as_said(v) if isinstance(v, str | bool) else as_words(v) for v in value]
        words = {n: words for n, words in enumerate(said) if words}
        return List(value.source, value.start, dict(enumerate(value.spans[n] for n in words)), words.values())
    if isinstance(value, Map) and kind is not None and kind.name == "image":
        return next((words for words in words_in(value) if words.lower().endswith(PICTURES)), value)
    return value


def is_blank(value: object, kind: FieldKind | None) -> bool:
    """True for an empty cell, and for a dash or a word of programs alone where nothing may stand, or no words."""
    if kind is not None and kind.name == "color" and isinstance(value, str) and CLEAR.fullmatch(value):
        return kind.optional
    if value == "" or kind is None or value not in NOTHING or value in kind.choices:
        return value == ""
    return kind.optional or (kind.name not in ("text", "word", "flag") and value in DASHES)


def _members(words: str, kind: FieldKind | None) -> list[str]:
    """The words of a list: parted by `;` or lines, words also by `|`, else by commas where no member holds one: among
    words, where none is longer than two."""
    of = kind.name if kind is not None else ""
    sign = _COMMAS.get(of, "") if not re.search("[;\n]", words) else ""
    whole = sign and kind is not None and as_choice(words) in map(as_choice, kind.choices)
    parts = split_members(words, sign) if sign and not whole else []
    is_sentence = of == "word" and ("|" in words or not all(map(NAMES.fullmatch, parts)))
    return parts if parts and not is_sentence else split_members(words, SIGNS if of in _WORDS else "[;\n]")


def split_members(words: str, sign: str) -> list[str]:
    """Words parted by a sign; the members of a list or a record as programs write it."""
    if _RECORD.fullmatch(words.strip()):
        said = ((m[1].replace("_", " "), m[2].strip(' "')) for m in _ENTRY.finditer(words))
        return [f"{key}: {value}" for key, value in said if value not in ("", "null")]
    listed = is_listed(words)
    parts = [found[0] for found in _PART.finditer(words.strip()[1:-1])] if listed else re.split(sign, words)
    return [bare for w in parts if (bare := w.strip(" \t\r\"'" if listed else None))]


def is_listed(words: str) -> bool:
    """True for a list as programs write it: `[a, "b"]`, `['a'; 'b']`, `{a,b}`; and a record: `{"a": 1, "b": "x"}`."""
    return bool(_LISTED.fullmatch(words.strip()) or _RECORD.fullmatch(words.strip()))


_LISTED = lazy_pattern(
    r"""(?!\[[^]|"',;]+\|[^]|"',;]+\]$)\[("(\\.|[^"\\])*"|[^\[\]"])*\]|\{("[^"]*"(?!\s*:)|[^{}":])*\}""", re.DOTALL
)
_ENTRY = lazy_pattern(r"""\s*"([^"{}]+)"\s*:\s*("[^"\\]*"|[\w.+-]*)\s*""")
_RECORD = lazy_pattern(rf"\{{{_ENTRY.pattern}(?:,{_ENTRY.pattern})*\}}")
_PART = lazy_pattern(r"""\s*"(?:\\.|[^"\\])*"|\s*'(?:\\.|[^'\\]|'(?!\s*(?:[,;\n]|$)))*'|[^,;\n]+""")
"""A member of it, which may have commas between its quotation marks."""


_MOST_ALIKE = 30
_TIMES = lazy_pattern(
    r"([0-9]{1,2})(?: ?[×*] ?|x ?| x | )(?!(?:of|de|di|du|der|von|van)\b)([^\W\d].*)"
    r"|([^\W\d].*?)(?: ?[×*:=] ?| x ?)([0-9]{1,2})"
)
"""So many of a thing: `2 wood`, `2x wood`, `wood x2`, `wood: 2`; the x of `2 xp` and `box 2` is one of its letters, and
`2 of clubs` is one."""


def _counted(words: str, kind: FieldKind | None, decimal: str) -> list[object]:
    """The members of a list of terms that stand for one with its number: `2 wood` is wood twice."""
    many = _TIMES.fullmatch(words) if kind is not None and kind.name == "term" else None
    if many is None or not 1 <= int(many[1] or many[4]) <= _MOST_ALIKE:
        return [_one(words, kind, decimal)]
    return [_one(many[2] or many[3], kind, decimal)] * int(many[1] or many[4])


def _pair(words: str, kind: FieldKind) -> tuple[str, str]:
    """What a map has for a thing: `wood=2`, and of numbers of terms also `2 wood`."""
    key, sign, value = (part.strip() for part in words.partition("="))
    many = _TIMES.fullmatch(words.strip()) if not sign and kind.innermost.name == "integer" else None
    return (str(_one(many[2] or many[3], FieldKind("term"), "")), many[1] or many[4]) if many else (key, value)


CLEAR = lazy_pattern("(?i)#[0-9a-f]{6}00|none|transparent")
"""The colour of what is not painted."""
HEX = lazy_pattern("(?:#|0x)?([0-9a-fA-F]{6})(?:[fF]{2})?")
"""A colour as programs write it: without its `#`, or as `0x`, or with how opaque it is."""
NULLS = ("None", "none", "NONE", "null", "NULL", "nil", "NaN", "undefined", "N/A", "n/a", "{}")
"""What programs write for no value."""
NOTHING = (*DASHES, *NULLS)
_WORDS = ("word", "term", "one of")
SIGNS = r"[;\n]|\|(?![^\[\]]*\])"
"""What parts the words of a list; `[逢|あ]` has its reading."""
NAMES = lazy_pattern(r"(?=.{1,24}$)[^\s.!?。！？:：]+( [^\s.!?。！？:：]+)?")
"""A member of one or two words."""
_COMMAS = {"term": "[,、]", "item": "[,、]", "one of": "[,、]", **dict.fromkeys(("integer", "number", "word"), r",\s+")}


def is_spoken(value: object) -> bool:
    """True for a text by language."""
    return (
        isinstance(value, Map)
        and bool(value)
        and all(
            re.fullmatch("[a-z]{2}(-[A-Za-z]+)*", str(key)) and isinstance(words, str) for key, words in value.items()
        )
    )


def of_html(value: object, icons: Collection[str], *, is_list: bool = False) -> object:
    """Words, and what is read as words, with our markup."""
    if is_list and isinstance(value, List):
        return List(value.source, value.start, value.spans, (of_html(member, icons) for member in value))
    if is_list and is_listed(all_of := str(value).strip()):  # its own brackets are none of a member
        return all_of[0] + from_html(all_of[1:-1], icons) + all_of[-1]
    words = as_words(value) if isinstance(value, Map | List) and not is_spoken(value) else value
    return from_html(words, icons) if isinstance(words, str) else words


def as_words(value: object, *, is_one: bool = True) -> str:
    """Records within a record as words: `Bite: damage 5`, `walk 30, fly 60`, `{type: poison, value: 2}` as `poison 2`;
    what is long, and a row of a matrix, in a line of its own; a pair of numbers of several in brackets. Of several the
    first part tells them apart (`level 2: damage 4 ...`). The answer to a question stands below it."""
    if isinstance(value, List):
        parts = [words for one in value if (words := as_words(one, is_one=len(value) == 1))]
        if wide := _columns_in(value):
            return (
                " ".join(f"({pair})" for pair in parts) if wide == 2 else "\n".join(p.replace(",", "") for p in parts)
            )
        are_told = any("\n" in p for p in parts) or (
            not any(isinstance(v, Map | List) for v in value) and any(len(p) > SHORT or p.count(" ") > 1 for p in parts)
        )
        several = are_told and len(parts) > 1
        between = "; " if any(isinstance(v, List) for v in value) else ", "
        return (between if all(len(p) <= SHORT for p in parts) and not several else "\n").join(
            "• " * several + p for p in parts
        )
    if not isinstance(value, Map):
        words = "" if value is None or isinstance(value, bool) else str(value)
        return words.replace("_", " ") if _STROKED.fullmatch(words) else words
    told = {str(key): as_words(v) for key, v in value.items() if as_words(v)}
    name = next((key for key in told if plain(key) in NAME_FIELDS), "")
    name = name or next((key for key in told if meant_by(key) in ("name", "type")), "")
    text = next((key for key in told if meant_by(key) == "text" or plain(key) == "message"), "")
    asked = next((key for key in told if told[key].rstrip().endswith(("?", "？"))), "")
    if (
        answer := next((key for key in told if plain_ascii(key) in _ANSWERS and key not in (name, asked)), "")
    ) and asked:
        sign = "*" * (_SIGNED.search(told[answer]) is None)
        text, told[asked] = asked, f"{told[asked].strip()}\n{sign}{told.pop(answer).strip()}{sign}"
    lead = [told.pop(key) for key in dict.fromkeys((name, text)) if key]
    if len(lead) == 2 and lead[1].startswith(f"{lead[0].partition(':')[0]}:"):  # the text says it
        del lead[0]
    flags = [str(key) for key, v in value.items() if v is True]
    rest = {_CODED.sub(" ", key).lower(): words for key, words in told.items() if not (lead and _ID.fullmatch(key))}
    if lead and len(rest) == 1 and rest.keys() <= _AMOUNTS:
        return " ".join([*lead, *rest.values(), *flags])
    if not lead and not is_one and len(rest) > _MANY:
        first = next(iter(rest))
        lead = [f"{first} {rest.pop(first)}"]
    is_long = any(len(words) > SHORT for words in rest.values())
    sign, between = (": ", "\n") if is_long else (" ", ", ")
    beside = between.join([*flags, *(f"{key}{sign}{words}" for key, words in rest.items())])
    return ("\n" if text or is_long else ": ").join(filter(None, [": ".join(lead), beside]))


def _columns_in(rows: List) -> int:
    """How many numbers are in each of some lists; 0 where these are no pairs and no rows of a matrix."""
    wide = {len(row) if isinstance(row, List) else 0 for row in rows}
    are_numbers = len(wide) == 1 and 0 not in wide and all(type(n) in (int, float) for row in rows for n in row)
    return wide.pop() if are_numbers and wide != {1} else 0


_SIGNED = lazy_pattern(r"[*_{}\[\]|\\\n]")
_ANSWERS = frozenset(table_words("meanings")["answer"])
_AMOUNTS, _MANY = frozenset(table_words("amounts")), 3
"""How programs call a number of what stands beside it; a record of more parts is read as a heading and what it says."""
_CODED = lazy_pattern("(?<=[a-z0-9])(?:_(?=[a-z])|(?=[A-Z]))")
"""Where names of programs have their words: `hitChance`."""


def count_in(words: str) -> str | int:
    """`3`, `3x` and `x3` are three copies, a box that is ticked is one; anything else is a formula."""
    words = {"true": "1", "false": "0"}.get(words.lower(), words)
    found = re.fullmatch(r"(?:[x×]\s*)?([0-9]{1,9})(?:\.0*)?(?:\s*[x×枚])?", normalize("NFKC", words), re.IGNORECASE)
    return int(found[1]) if found else words


def _one(words: str, kind: FieldKind | None, decimal: str) -> object:
    if kind is not None and kind.name == "one of":
        alike = [c for c in kind.choices if as_choice(c) == as_choice(words)]
        return words if words in alike else next(iter(alike), words)
    if kind is not None and kind.name == "color" and (digits := HEX.fullmatch(words)):
        return f"#{digits[1]}"
    if kind is not None and kind.name in ("term", "item") and not re.fullmatch("[a-z0-9][a-z0-9-]*", words):
        slug = re.sub("[^a-z0-9]+", "-", words.lower()).strip("-")
        return slug if words.isascii() and _NAMED.fullmatch(words) else words
    read = _READERS.get(kind.name) if kind is not None else None
    try:
        return read(_UNIT.sub("", words), decimal) if read is not None else words
    except (KeyError, ValueError):
        return words


_NAMED = lazy_pattern(r"\s*\w+(?:[\s_.,'&()-]+\w+)*\s*")
"""What an id can be made of: no sign at its ends, as in `A+`."""
_UNIT = lazy_pattern(
    r"^\s*(?:[€$£¥₹₩₽]|R\$|US\$)\s*|\s*(?:[€$£¥₹₩₽₫円元원]|zł|kr\.?|Kč|Ft|lei|Fr\.|CHF|EUR|USD|GBP)\s*$"
)
"""What a price says besides its number. A column of prices is guessed as words: they are printed as they are."""


def _number(words: str, decimal: str) -> str:
    """The digits of a number as YAML writes them: neither `nan` nor `1_000`. Raises ValueError."""
    digits = re.sub(r"(?<=\d)[\s\xa0\u202f'’](?=\d{3}\b)", "", words).replace("−", "-")
    if re.fullmatch(r"[-+]?[0-9]{1,3}(\.[0-9]{3})+,[0-9]+", digits):  # both signs: the last is the decimal one
        digits = digits.replace(".", "")
    both = re.fullmatch(r"[-+]?[0-9]{1,3}(,[0-9]{3})+\.[0-9]+", digits)
    if both or (decimal == "." and re.fullmatch(r"[-+]?[0-9]{1,3}(,[0-9]{3})+", digits)):
        digits = digits.replace(",", "")
    if re.fullmatch(r"[-+]?[0-9]*,[0-9]+", digits):
        digits = digits.replace(",", ".")
    if "_" in digits or len(digits) > MAX_DIGITS or not abs(float(digits)) <= LARGEST:
        raise ValueError(words)
    return digits


def _whole(words: str, decimal: str) -> int:
    digits = _number(words, decimal)
    return int(re.sub(r"\.0*$", "", digits))


def _flag(words: str, _: str) -> bool:
    if words.lower() in YES:
        return True
    if words.lower() in NO:
        return False
    raise ValueError(words)


def _any_number(words: str, decimal: str) -> int | float:
    digits = _number(words, decimal)
    return int(digits) if re.fullmatch(r"[-+]?[0-9]+", digits) else float(digits)


_READERS: dict[str, Callable[[str, str], object]] = {"integer": _whole, "number": _any_number, "flag": _flag}


def is_read(words: str, kind: str, decimal: str) -> bool:
    """True for words that a kind of numbers or flags takes as they stand."""
    try:
        _READERS[kind](words, decimal)
    except ValueError:
        return False
    return True
