"""The expressions that print the fields of a `TableSheet`, and what they come to on each piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from generator.data.lexicon import is_latin
from generator.data.reading.grid import plain
from generator.scaffold.meanings import in_one_language, said_in
from generator.scaffold.measures import width_of
from generator.scaffold.tablesheet import TableSheet

_FACT = 3.0
"""The type of facts (mm)."""
EXPRESSION = 950
"""Letters of an expression, of which a thousand are read."""


def scope_name(field: str) -> str:
    """A field as expressions name it; without one the id."""
    return f"item.{field.replace('-', '_') or 'id'}"


def in_list(sheet: TableSheet, field: str) -> str:
    """A field as words: what is listed without blanks as people list it, each of several sentences with a point."""
    own = scope_name(field)
    if not _has_points(sheet, field):
        return own + "|join(', ')" * (field in sheet.of("list"))
    return f"(('• ' if {own}|length > 1 else '') ~ {own}|join('\\n• '))"


def _has_points(sheet: TableSheet, field: str) -> bool:
    return field in sheet.of("list") and any("., " in said for said in sheet.words(field))


def as_printed(sheet: TableSheet, field: str) -> str:
    """A field as it is printed: the words of programs without their strokes, `RED_GUARD` as `Red guard`, names of icons
    as these."""
    is_list = field in sheet.of("list")
    words = said_in(sheet.items, field) if is_list or field in sheet.of("text", "one of", "word") else []
    if field in sheet.beside.get("drawn", ()):
        return f"'{{' ~ {scope_name(field)}|lower|replace(' ', '-') ~ '}}'"
    more = "|replace('_', ' ')" * any(map(_STROKED.fullmatch, words))
    said = "" if is_list or any(map(_SPACED.search, words)) else "\n".join(words)
    more += "".join(f"|replace('{found[0]}', ', ')" for found in [_PARTED.search(said)] if found)
    is_enum = bool(words) and not is_list and all(map(_ENUM.fullmatch, words))
    are_words = is_enum and all(len(word) > 3 for word in words)  # `SSU` stays
    more += "|capitalize" * (are_words and _has_enums(sheet))
    more += "|italic" * (sheet.is_prose(field) and sheet.is_flavour(field) and any(map(is_latin, sheet.languages)))
    return sheet.made.get(field) or in_list(sheet, field) + more


_PARTED, _SPACED = re.compile(r"(?<=\w);(?=\w)|(?<=[a-z]),(?=[a-z])"), re.compile("[;,] ")
_STROKED, _ENUM = re.compile(r"\w*[a-zA-Z]_[a-zA-Z0-9]\w*"), re.compile(r"[A-Z]{3}[A-Z0-9_]*")
"""Words of programs: `shop_sink`, `BUILD_BUILDING`."""


def _has_enums(sheet: TableSheet) -> bool:
    """True for a table some of whose words are as programs write them, in capitals with strokes."""
    words = [sheet.words(f) for f in sheet.of("text", "one of", "word")]
    return any(_STROKED.fullmatch(word) for said in words if all(map(_ENUM.fullmatch, said)) for word in said)


def spoken_name(sheet: TableSheet, title: str) -> str:
    """The expression of the name; of pieces that lack one, of what stands in for it."""
    own, spare = as_printed(sheet, title) if title else scope_name(""), sheet.stands_in[1]
    return f"{own} if {scope_name(title)} is defined else {as_printed(sheet, spare)}" if spare else own


def if_true(sheet: TableSheet, field: str) -> str:
    """What is true where a piece says a field; "" if all do."""
    kind, own = sheet.fields[field][0], scope_name(field)
    if field in sheet.stands_in:  # it is the name, or stands there alone
        return f"{scope_name(sheet.stands_in[0])} is defined" if field == sheet.stands_in[1] else ""
    if field in (*sheet.amounts(), *sheet.flags()) and kind.name != "flag":
        return f"{own} is defined and {own}" if kind.optional else own
    if kind.name == "flag" or any(item.get(field) == [] for item in sheet.items):
        return own
    return f"{own} is defined" if kind.optional else ""


def if_said(sheet: TableSheet, field: str) -> str:
    """The attribute for what not every piece says, or not of every one is true."""
    condition = if_true(sheet, field) if field else ""
    return f' pnp:if="{condition}"' if condition else ""


def shown_of(sheet: TableSheet, field: str) -> list[list[str]]:
    """What each piece shows of a field, in a list; an empty one where that is nothing."""
    none: Sequence[object] = (0, []) if field in (*sheet.amounts(), *sheet.flags()) else ([],)
    said = [item.get(field) for item in sheet.items]
    return [[] if value is None or value is False or value in none else [in_one_language(value)] for value in said]


def at_once(sheet: TableSheet, stats: Sequence[str], which: Callable[..., int] = max) -> int:
    """How many of some numbers a card has at most, or least."""
    return which((sum(map(bool, said)) for said in zip(*(shown_of(sheet, f) for f in stats), strict=True)), default=0)


Phrase = tuple[str, list[str]]
"""An expression, and what it says of each piece."""


def said_of(
    sheet: TableSheet, fields: Sequence[str], between: str = "\n", *, bare: Collection[str] = (), how: str = "{}: "
) -> Phrase:
    """What pieces say in some fields, `Heading: value`: a value alone of those that are `bare` or have no heading, a
    heading alone of what is true; values of several lines below their heading, others of one run in the line where it
    ends."""
    parts, said, bare = list[str](), [list[str]() for _ in sheet.items], (*bare, *sheet.beside.get("drawn", ()))
    end = f" ~ {between!r}" * (len(fields) > 1)
    for field in fields:
        is_bare = field in bare or {*map(plain, sheet.words(field))} == {plain(sheet.heading(field))}  # `Bard: Bard`
        head, condition = "" if is_bare else sheet.heading(field), if_true(sheet, field)
        is_flag = field in sheet.flags()
        firsts = {f"{head}: {words.split(' ')[0]}" for words in sheet.words(field)} if end and between.strip() else ()
        is_short = all(width_of(first, _FACT) < 0.65 * sheet.look.shape.width for first in firsts or [2 * head])
        glue = "\u00a0" if end and is_short else " "  # within a heading; in a run also behind it
        points, words_ = "\n• " if _has_points(sheet, field) else "", sheet.words(field)
        blank = "\n" if points or any("\n" in words for words in words_) else glue if firsts else " "
        label = f"{sheet.label(field, how.rstrip() + blank, glue)} ~ " * bool(head)
        own = (sheet.label(field) if is_flag else label + as_printed(sheet, field)) + end
        parts.append(f"({own} if {condition} else '')" if condition else own)
        for shown, words in zip(shown_of(sheet, field), said, strict=True):
            lines = [one.replace("., ", f".{points}") if points else one for one in shown]
            words.extend(head if is_flag else f"{head.replace(' ', glue)}:{blank}" * bool(head) + one for one in lines)
    return f"({' ~ '.join(parts)})|trim({between!r})" if end else "".join(parts), [*map(between.join, said)]
