"""Rows of a table that are no items: headings in two rows, headings among the rows, sums below them.
Cells -> values, by the kind of their field.

People write y, yes or ✓, `1 000` or `1,5`, 2x, `Fire` for the choice `fire`: all that has one plain meaning is read so.
What does not fit stays words, and is told later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from generator.data.markup import from_html
from generator.data.model import FieldKind
from generator.data.reading.document import List, Map, Place, Source
from generator.data.reading.grid import Row, Shown, plain
from generator.data.reading.load import LARGEST, MAX_DIGITS
from generator.data.reading.usual import meant_by
from generator.values import late

_HEADING = 40
"""Letters of a heading."""
_TABLES = 12
"""So many tables stand side by side."""


def are_two(rows: Sequence[Row]) -> bool:
    """True if headings stand in the first two rows: words beneath the blanks of others (`Cost` above `Wood`, `Stone`),
    and numbers beneath words."""
    if len(rows) < 3:
        return False
    upper, lower, *rest = rows
    words = {i: str(v) for i, v in enumerate(lower.values) if str(v).strip()}
    below = [i for i in words if not str(upper.value(i)).strip()]
    beside = [i for i in words if i in below or i + 1 in below or words[i] == str(upper.value(i)).strip()]
    groups = sum(bool(str(v).strip()) for v in upper.values)
    if groups < 2 or not below or len(beside) < 2:
        return False
    if any(len(w) > _HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    return any(all(re.fullmatch(r"[\d.,]*", str(r.value(i))) for r in rest) and rest[0].value(i) != "" for i in words)


def names_nothing(rows: Sequence[Row], known: Collection[int]) -> bool:
    """True for an item like those below: it says what several say, or a number above numbers, not 1, 2, 3 or a word;
    nor has it, in one of the `known` columns, the name of a field that says nothing else there."""
    first, *others = [[str(v) for v in row.values] for row in rows]
    below = [*zip(first, zip(*(said for said in others if said != first), strict=False), strict=False)]
    runs = any(a.isdecimal() and b.isdecimal() and int(b) == int(a) + 1 for a, b in pairwise(first))
    heads = any(head.isalpha() and len(words := "".join(said)) > 2 and words.isdecimal() for head, said in below)
    says = any(re.search(r"[^\W\d_]{2}", head) and said.count(head) > 1 for head, said in below)
    numbers = any(all(map(str.isdecimal, [head, *said])) for head, said in below)
    named = any(head not in said for i, (head, said) in enumerate(below) if i in known)
    return len(rows) > 2 and not (runs or heads or named) and (says or numbers)


def split_tables(page: Sequence[Row]) -> dict[str, list[Row]]:
    """Tables that stand side by side, between blank columns, or one below another; by titles or first headings."""
    found: dict[str, list[Row]] = {}
    for rows in _side_by_side(page) if page else ():
        several = next((n for n, row in enumerate(rows) if sum(v != "" for v in row.values) > 1), 0)  # below titles
        later = range(several + 1, len(rows))
        parted = {n for n in later if _is_parted(rows, n) and _begins(rows, n)}
        again = {n for n in later if _renames(rows[several], rows[n])}
        parted |= again if several + 1 not in again else set()  # else these are no headings
        for start, end in pairwise([0, *sorted(parted), len(rows)]):
            filled = [[str(v) for v in row.values if v != ""] for row in rows[start:end]]
            titles = next((n for n, words in enumerate(filled) if len(words) > 1), 0)
            name = filled[max(titles - 1, 0)][0]  # the title next above
            count = sum(plain(other.rpartition(" ")[0] or other) == plain(name) for other in found)
            found[f"{name} {count + 1}" if count else name] = [*rows[start:end]]
    return found


def _side_by_side(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows, in parts where a blank column stands between columns two of which are headed alike, and without a small
    table, a sum or a list beside them that ends far above their end."""
    filled = sorted({i for row in rows for i, v in enumerate(row.values) if v != ""})
    starts = [i for n, i in enumerate(filled) if n == 0 or filled[n - 1] < i - 1]
    spans = [*pairwise([*starts, filled[-1] + 1])] if filled else []
    parts = [
        [row._replace(values=part) for row in rows if any(part := _only(row.values, *span))] for span in spans[:_TABLES]
    ]
    heads = [{plain(v) for row in part[:3] for v in row.values if v and not str(v).isdecimal()} for part in parts]
    alike = len(parts) > 1 and all(heads[0] & other for other in heads) and all(len(part) > 1 for part in parts)
    if alike and len(spans) <= _TABLES:
        return [*parts]
    most = max(map(len, parts), default=0)
    small = [n for n, part in enumerate(parts) if 3 * len(part) < 2 * most - 1 and _is_block(part, rows)]
    if not small:
        return [rows]
    apart = {i for n in small for i in range(*spans[n])}
    main = [row._replace(values=["" if i in apart else v for i, v in enumerate(row.values)]) for row in rows]
    return [[row for row in main if any(v != "" for v in row.values)], *(parts[n] for n in small)]


def _is_block(part: Sequence[Row], rows: Sequence[Row]) -> bool:
    """True for rows near the top of a page that stand close together."""
    return part[0].number <= rows[0].number + 2 and part[-1].number - part[0].number == len(part) - 1


def _only(values: Sequence[object], start: int, end: int) -> list[object]:
    return [v if start <= i < end else "" for i, v in enumerate(values)]


def _renames(head: Row, row: Row) -> bool:
    """True for headings two of which are those of the first table, in their columns, and others are not."""
    same = sum(v != "" and v == row.value(i) for i, v in enumerate(head.values))
    said = [str(v) for v in (*head.values, *row.values) if v != ""]
    return 2 <= same < sum(v != "" for v in row.values) and not any(len(w) > _HEADING or w.isdecimal() for w in said)


def _begins(rows: Sequence[Row], at: int) -> bool:
    """True for headings, none of which is the one of the first table, with a column of numbers below one of them, or
    more of them than that has columns."""
    end = next((n for n in range(at + 1, len(rows)) if _is_parted(rows, n)), len(rows))
    at += sum(v != "" for v in rows[at].values) == 1 and end > at + 1
    words = {i: str(v) for i, v in enumerate(rows[at].values) if v != ""}
    below = rows[at + 1 : end]
    if len(words) < 2 or not below or any(len(w) > _HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    if [*map(plain, words.values())] == [plain(v) for v in rows[0].values if v != ""]:
        return False
    wide, own = sum(v != "" for v in rows[0].values), len(words)
    is_wider = own > wide and own == 1 + max(words) and "" not in rows[0].values[:wide]
    is_wider = is_wider or _lacks(rows[1 : next(n for n in range(1, at + 1) if _is_parted(rows, n))], below)
    return is_wider or any(all(re.fullmatch(r"[\d.,]+", str(r.value(i))) for r in below) for i in words)


def _is_parted(rows: Sequence[Row], at: int) -> bool:
    return rows[at].number > rows[at - 1].number + 1


def _lacks(first: Sequence[Row], others: Sequence[Row]) -> bool:
    """True for several rows that have nothing in two columns which the first rows always fill, or in one of them, and
    words below numbers."""
    many = {i: [str(r.value(i)) for r in first] for i in range(max((len(r.values) for r in first), default=0))}
    always = [i for i, said in many.items() if "" not in said]
    lacks = [i for i in always if all(r.value(i) == "" for r in others)]
    said = {i: "".join(str(r.value(i)) for r in others) for i in always if "".join(many[i]).isdecimal()}
    return len(others) > 1 and (len(lacks) > 1 or (bool(lacks) and any(map(str.isalpha, said.values()))))


def joined_headings(upper: Row, lower: Row) -> Row:
    """The lower row, with the words above where it has none, or where it says the same twice."""
    above, values = "", list[str]()
    said = [plain(v) for v in lower.values]
    for i in range(max(len(upper.values), len(lower.values))):
        own, over = str(lower.value(i)).strip(), str(upper.value(i)).strip()
        above = over or above
        values.append(f"{above} {own}" if own and said.count(plain(own)) > 1 else own or over)
    return lower._replace(values=values)


def is_sum(row: Row, headings: Collection[int]) -> bool:
    """True for `Total | 54`: the word, beside it nothing but numbers, in few of the columns."""
    filled = [str(v) for v in row.values if v != ""]
    numbers = all(re.fullmatch(r"[\d.,\s]+|=.*", words) for words in filled[1:])
    return plain(filled[0]) in _SUMS.split() and len(filled) > 1 and numbers and 2 * len(filled) <= len(headings)


def is_count(row: Row, others: Sequence[Row], at: int, wide: int) -> bool:
    """True for a row that adds up the copies of others: of numbers alone, of one and a word in few of `wide` columns,
    or with the word `Total`, whatever else it tells."""
    copies = [_count(str(r.value(at))) for r in (*others, row) if r.value(at) != ""] if at >= 0 else []
    whole = len(copies) > 2 and all(isinstance(n, int) for n in copies) and bool(row.value(at))
    words = sum(not re.fullmatch(r"[\d.,\s]*", str(v)) for v in row.values)
    alone = words == 0 or (words == 1 and sum(v != "" for v in row.values) == 2 and wide > 4)
    called = any(plain(v) in _SUMS.split() for v in row.values)
    return whole and (alone or called) and 2 * int(copies[-1]) == sum(map(int, copies))


def is_section(row: Row, wide: int, names: Collection[int], *, is_parted: bool) -> bool:
    """True for a row of one cell of words, `Fire cards`: parted, a comment, or in no column that names its item."""
    filled = [(i, str(v)) for i, v in enumerate(row.values) if v != ""]
    is_apart = is_parted or filled[0][1].startswith("# ") or (bool(names) and filled[0][0] not in names)
    return len(filled) == 1 and wide > 3 and is_apart and bool(re.search(r"[^\W\d_]{2}", filled[0][1]))


_SUMS = (
    "total totals sum 合計 計 総計 summe gesamt gesamtzahl somme totaux totale totali suma razem łącznie totaal totalt"
    " итого"
)


YES, NO = (
    frozenset(line.split())
    for line in (
        "y yes true t 1 x ✓ ✔ ☑ ✅ on checked ja oui si sí はい ○ ◯ 有",
        "n no false f 0 - – — ☐ ✗ ✘ × ✖ off unchecked nein non いいえ 無",
    )
)
PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".psd")
"""Also what no sheet can show: whoever names one means a picture, and is told to save it as another."""
NAMES = ("name", "title")
FIGURES = late("[-+−]?[0-9., ']+(%|E[-+]?[0-9]+)?")
SHORT = 24
"""Longer words stand in a line of their own."""


def read_cell(value: Any, kind: FieldKind | None, decimal: str, source: Source, place: Place, name: str = "") -> Any:  # noqa: ANN401
    """The cell's value as its kind wants it."""
    flagged = isinstance(value, bool) and kind is not None and kind.name == "flag"
    if isinstance(value, (Map, List)) or value is None or flagged:
        is_text = kind is not None and kind.name == "text" and not is_spoken(value)
        return (as_words(value) or None) if is_text else value
    words = str(value).strip()
    if kind is None:
        if name in ("id", "count"):
            return words if name == "id" else _count(str(value.raw) if isinstance(value, Shown) else words)
        return int(words) if re.fullmatch("[0-9]{1,9}", words) else value
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


def is_blank(value: object, kind: FieldKind | None) -> bool:
    """True for an empty cell, and for a dash or a word of programs alone where nothing may stand, or nothing that is
    words."""
    if kind is not None and kind.name == "color" and isinstance(value, str) and CLEAR.fullmatch(value):
        return kind.optional
    if value == "" or kind is None or value not in NOTHING or value in kind.choices:
        return value == ""
    return kind.optional or (kind.name not in ("text", "word", "flag") and value in DASHES)


def _members(words: str, kind: FieldKind | None) -> list[str]:
    """The words of a list: parted by `;` or lines, else by commas where no member holds one."""
    sign = _COMMAS.get(kind.name, "") if kind is not None and not re.search("[;\n]", words) else ""
    whole = sign and kind is not None and plain(words) in map(plain, kind.choices)
    return [w.strip() for w in re.split(sign if sign and not whole else "[;\n]", words) if w.strip()]


_MOST_ALIKE = 30
_TIMES = late(
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
    many = _TIMES.fullmatch(words.strip()) if not sign and kind.of is not None and kind.of.name == "integer" else None
    return (str(_one(many[2] or many[3], FieldKind("term"), "")), many[1] or many[4]) if many else (key, value)


CLEAR = late("(?i)#[0-9a-f]{6}00|none|transparent")
"""The colour of what is not painted."""
HEX = late("(?:#?([0-9a-fA-F]{6}))(?:[fF]{2})?")
"""A colour as programs write it: without its `#`, or with how opaque it is."""
DASHES = ("-", "–", "—", "―", "−")
"""What people write into a cell that says nothing."""
NULLS = ("None", "none", "null", "NULL", "nil", "NaN", "undefined")
"""What programs write for no value."""
NOTHING = (*DASHES, *NULLS)
_COMMAS = {"term": "[,、]", "one of": "[,、]", "integer": r",\s+", "number": r",\s+"}


def is_spoken(value: object) -> bool:
    """True for a text by language."""
    return (
        isinstance(value, Map)
        and bool(value)
        and all(
            re.fullmatch("[a-z]{2}(-[A-Za-z]+)*", str(key)) and isinstance(words, str) for key, words in value.items()
        )
    )


def of_html(value: object, *, is_list: bool = False) -> object:
    """Words, and what is read as words, with our markup."""
    if is_list and isinstance(value, List):
        return List(value.source, value.start, value.spans, map(of_html, value))
    words = as_words(value) if isinstance(value, Map | List) and not is_spoken(value) else value
    return from_html(words) if isinstance(words, str) else words


def as_words(value: object) -> str:
    """Records within a record as words: `Bite: 5 damage` in a line each, `walk 30, fly 60` in one."""
    if isinstance(value, Map):
        flags = ", ".join(str(key) for key, v in value.items() if v is True)
        told = {str(key): as_words(v) for key, v in value.items() if as_words(v)}
        name = next((key for key in told if plain(key) in NAMES), "")
        told = {key: words for key, words in told.items() if not name or key.casefold() not in ("id", "uuid", "key")}
        if name and len(told) > 1:
            amounts = {key for key, words in told.items() if FIGURES.fullmatch(words)}
            rest = (f"{key} {words}" if key in amounts else words
                    for key, words in told.items() if key != name and words != "0")  # fmt: skip
            return f"{told[name]}: {'; '.join(rest)}"
        flags_ = [flags] if flags else []
        text = next((key for key in told if meant_by(key) == "text"), "")
        if text and len(told) > 1:  # what it says, and below it what a program makes of it
            beside = [*flags_, *(f"{key} {words}" for key, words in told.items() if key != text)]
            return f"{told[text]}\n{', '.join(beside)}"
        parts = [f"{key} {words}" for key, words in told.items()]
        long = any(len(part) > SHORT for part in parts)
        return "\n".join([*flags_, *map(": ".join, told.items())]) if long else ", ".join([*flags_, *parts])
    if isinstance(value, List):
        parts = [as_words(v) for v in value]
        return (", " if all(len(p) <= SHORT for p in parts) else "\n").join(filter(None, parts))
    return "" if value is None or isinstance(value, bool) else str(value)


def _count(words: str) -> str | int:
    """`3`, `3x` and `x3` are three copies; anything else is a formula."""
    found = re.fullmatch(r"(?:[x×]\s*)?([0-9]{1,9})(?:\.0*)?(?:\s*[x×枚])?", normalize("NFKC", words), re.IGNORECASE)
    return int(found[1]) if found else words


def _one(words: str, kind: FieldKind | None, decimal: str) -> object:
    if kind is not None and kind.name == "one of":
        return next((c for c in kind.choices if plain(c) == plain(words)), words)
    if kind is not None and kind.name == "color" and (digits := HEX.fullmatch(words)):
        return f"#{digits[1]}"
    if kind is not None and kind.name in ("term", "item") and not re.fullmatch("[a-z0-9][a-z0-9-]*", words):
        slug = re.sub("[^a-z0-9]+", "-", words.lower()).strip("-")
        return slug if words.isascii() and slug else words
    read = _READERS.get(kind.name) if kind is not None else None
    try:
        return read(_UNIT.sub("", words), decimal) if read is not None else words
    except (KeyError, ValueError):
        return words


_UNIT = late(r"^\s*(?:[€$£¥₹₩₽]|R\$|US\$)\s*|\s*(?:[€$£¥₹₩₽₫円元원]|zł|kr\.?|Kč|Ft|lei|Fr\.|CHF|EUR|USD|GBP)\s*$")
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
