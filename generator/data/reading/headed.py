"""Pieces below headings in a Markdown text -> rows of a table: `### Fox`, and below it `- **Cost:** 3` and words.

Headings of the lowest level at which hardly one is twice are the names; what several say before a colon, or below
a heading of their own, is a column; other words are the text, with what is in italics or quoted at its end apart. Most
of a text may be lists of pieces: `- Fox: bites`.
Promise: a text is surely of pieces only if these say the same keys, or a heading above them says that they are cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from generator.data.lexicon import table_words
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.titles import NAME_END, PIECE_BEFORE, says_cards, shorter_titles, side_in, unmarked
from generator.values import Struct, field, lazy_pattern, replace

Line = tuple[int, str]
"""A line with its number, from 0."""
Row = tuple[int, tuple[str, ...], list[int]]
"""A row as `Grid` has it: the number of its line, its values, their places."""

_HEADING = lazy_pattern(r" {0,3}(#{1,6}) +(.*[^ #]|)[ #]*$")
_WORDS = r"(?=[^*_:：|]*[^\W\d_])[^*_:：|]{1,30}?"
_BOLD = rf"(?:[-*+•] +)?(?P<mark>\*\*|__)(?P<bold>{_WORDS}) ?(?:[:：] ?(?P=mark)|(?P=mark) ?[:：])"
_BARE = r"(?:[-*+•] +)?(?P<bare>[^\W\d_][^:：*_|.!?\[\]]{0,23})[:：](?=\s|$|\d+$)"
_KEYED = lazy_pattern(rf"\s*(?:{_BOLD}|{_BARE})\s*(?P<value>.*)")
_PARTED = lazy_pattern(
    r"(?<!\s)\s+[|·•]\s+|(?<!\s)\s{3,}(?=[^\W\d_][^:：|]{0,23}[:：])|(?<!\s)\s+(?=(?:\*\*|__)[^*_]+[:：](?:\*\*|__)|(?:\*\*|__)[^*_]+(?:\*\*|__)[:：])"
)
_ROW = lazy_pattern(r"\|\s*([^|]*[^|\s])\s*\|\s*((?:[^|\\]|\\.)*?)\s*\|")
_UNDERLINE = lazy_pattern(r" {0,3}(?:=+|-+) *$")
_LONE = lazy_pattern(r"(\*\*|__|~~)([^*_~]+)\1\s*")
_LABELLED = lazy_pattern(rf"[-*+•] +(\*\*|__){_WORDS}(?::\1|\1:)")
_LABEL = lazy_pattern(r"(\*\*|__)[^*_:]{1,9}(:\1|\1:)")
_UNIT = lazy_pattern(
    r"(?P<name>.*\S)(?:\s*[(\[]|\s+[-–—]\s+)(?P<many>\d+)(?:\s?(?P<unit>(?!x\b)[^\W\d_]{1,12}))?[)\]]?"
)
_LOUD = lazy_pattern(r"\*\*[^*]+\*\*:?")
_POINT = lazy_pattern(r"\A\s*[-*+•] +(?=\S)")
_NUMBERED_POINT = lazy_pattern(r"\A\s*\d{1,2}[.)] +(?=\S)")
_RULE = lazy_pattern(r"\s*([-*_] ?){3,}$")
_PICTURE = lazy_pattern(
    r"\s*!(?:\[\[([^\]\[|]+)[^\]\[]*\]\]|\[[^\]\[]*\]\(<?([^()>\"]+?)>?(?: \"[^\"]*\")?\))\s*$"
    r"|\s*<img\b[^>]*?\bsrc=\"([^\"]+)\"[^>]*>\s*$"
)
_SLANTED = lazy_pattern(r"(?s)(?:>\s*)?([*_])(?![*_])(.+?)(?<![*_])\1|>\s*(.+)")
_NOTES = frozenset(table_words("remarks"))
"""What stands before a colon in rules, too."""
_NAMES, _LOWEST = ("name", "title", "cardname"), 7
LEAST, FEW, BRIEF, _LONG = 3, 4, 40, 500
"""So many pieces with keys are some, so many without; characters of a value, and of what a card has room for."""


class HeadedPiece(Struct):
    """What stands below one heading; of each key its values. `end`: the line behind it."""

    at: int
    name: str
    above: str
    end: int = 0
    keys: dict[str, list[Line]] = field(default_factory=dict)
    text: list[Line] = field(default_factory=list)
    """Its paragraphs, and empty ones between those that are no list."""


SAME, SURE, SHORT, MAYBE = 4, 3, 2, 1


class Headed(Struct):
    """The rows of pieces, as `markdown_tables` has them, and the lines in which they stand, from 0."""

    title: str
    rows: list[Row]
    lines: set[int]
    trust: int = SURE
    """`SAME`, if all say the same keys; `SURE`; `SHORT`, if each heading has a few words; `MAYBE`, if it is most of a
    text; 0: hardly any."""
    are_points: bool = False
    """Whether they are points of lists below these."""


class HeadLine(Struct):
    """A heading: its line, from 0; those of the next one, and of the next that is no deeper; and those above it."""

    at: int
    rank: int
    words: str
    after: int
    end: int
    above: Sequence[HeadLine]


def heads_of(
    lines: Sequence[str], lone: re.Pattern[str] | None = None, *, are_labelled: bool = False
) -> list[HeadLine]:
    """The headings of a text; in one without signs of any the bold lines that begin paragraphs, or which are `lone`;
    below all those above labels in bold, and `Card: Fox` above points, if they count (`are_labelled`)."""
    found = list[tuple[int, int, str]]()
    are_bare = not any(map(_HEADING.match, lines))
    for n, (before, line, after) in enumerate(zip(["", *lines[:-1]], lines, [*lines[1:], ""], strict=True)):
        if head := _HEADING.match(line):
            found.append((n, len(head[1]), unmarked(head[2])))
        elif lone and before.strip() and _UNDERLINE.match(line):
            found.append((n, 1 + ("-" in line), unmarked(before)))
        elif are_bare and not (before + after * bool(lone)).strip() and (lone or _LONE).fullmatch(line):
            found.append((n, 1, unmarked(line)))
        elif are_labelled and _is_above(line, after):
            found.append((n, _LOWEST, unmarked(line)))
    heads, opened = list[HeadLine](), list[HeadLine]()
    for at, rank, words in found:
        for last in heads[-1:]:
            last.after = at
        while opened and opened[-1].rank >= rank:
            opened.pop().end = at
        heads.append(HeadLine(at, rank, words, len(lines), len(lines), [*opened]))
        opened.append(heads[-1])
    return heads


def _is_above(line: str, after: str) -> bool:
    """True for a line that is a name, as the next one is what it has."""
    return bool(
        (_LABELLED.match(after) and _LONE.fullmatch(line)) or (_POINT.match(after) and PIECE_BEFORE.match(line))
    )


def pieces_of(whole: str, lines: Sequence[str], heads: Sequence[HeadLine], *, are_apart: bool) -> Headed | None:
    """The pieces that are headings with what stands below them; of a text that has tables besides (`are_apart`) only
    such that say the same keys."""
    found: list[Headed] = []
    ranks = Counter(head.rank for head in heads)
    for level in sorted((rank for rank, many in ranks.items() if many > 1), reverse=True):  # one alone is the title
        pieces = [piece for piece in _pieces(lines, heads, level) if piece.keys or piece.text]
        if all(side_in(piece.name) for piece in pieces):  # of the pieces above
            continue
        names = [{(piece.above * is_within, plain(piece.name)) for piece in pieces} for is_within in (0, 1)]
        are_own = [10 * len(some) >= 9 * len(pieces) for some in names]
        if len(pieces) > 1 and (are_own[0] or (are_own[1] and 3 * len(_shared(pieces)[0]) >= 2 * len(pieces))):
            made = headed_table(whole if level > 1 else "", pieces, are_apart=are_apart)
            found += [made] if made else []
    return max(found, key=lambda one: (one.trust, len(one.rows)), default=None)


def _pieces(lines: Sequence[str], heads: Sequence[HeadLine], level: int) -> Iterator[HeadedPiece]:
    """What stands below each heading of a level, down to the next of it or of a higher one; of the last of several down
    to a rule."""
    own = {head.at: head for head in heads if head.rank == level}
    for at, head in own.items():
        rule = (n for n in range(at, head.end) if head.end not in own and _RULE.match(lines[n]))
        piece = HeadedPiece(at, head.words, head.above[-1].words if head.above else "", next(rule, head.end))
        _read(piece, lines)
        yield piece


def _read(piece: HeadedPiece, lines: Sequence[str]) -> None:
    """Puts the lines of a piece below its keys, and the others into its text. A paragraph behind one of a key is of
    that key, too, if that is a text: their order stays."""
    key, is_head, is_list, is_open, side = "", False, False, False, ""
    for n in range(piece.at + 1, piece.end):
        line, head = lines[n], _HEADING.match(lines[n])
        if not line.strip() or _RULE.match(line):
            said = piece.keys.get(key, ())
            is_told = any(is_list or len(words) > BRIEF or words.rstrip().endswith((":", "：")) for _, words in said)
            key, is_open = key if is_told or not said else "", False
            continue
        if head and (turned := side_in(head[2])):
            key, is_head, side = "", False, "" if turned == "front" else f"{turned.title()} "
        elif head:
            name, _, value = unmarked(head[2]).partition(": ")  # `## Cost: 3`
            key, is_head = side + name, not value
            piece.keys.setdefault(key, []).extend([(n, value)] * bool(value))
        elif picture := _PICTURE.match(line):
            piece.keys.setdefault(f"{side}Image", []).append((n, next(filter(None, picture.groups()))))
        elif found := _said(line):
            for one, value in found:
                piece.keys.setdefault(side + one, []).extend(
                    [(n, value.removesuffix("\\") + _broken(line))] if value else []
                )
            (last, value), is_head = found[-1], False  # a number goes on in no words
            key, is_list = (side + last) * (not value.isdecimal()), not value
        else:
            is_point = _POINT.match(line) is not None and not line[0].isspace()
            is_begun = any(words.rstrip().endswith((":", "：")) for _, words in piece.keys.get(key, ())[-1:])
            is_apart = (is_point and not is_begun) or _SLANTED.fullmatch(line.strip())
            is_list |= is_point and is_begun
            key = "" if is_apart and not (is_head or is_list) else key  # beside those that say keys
            key = key or (side and f"{side}{_TEXT}")
            append_line(
                piece.keys.setdefault(key, []) if key else piece.text, (n, line), is_open=is_open, is_text=not key
            )
        is_open = not head


def append_line(said: list[Line], line: Line, *, is_open: bool, is_text: bool) -> None:
    """Puts a line behind others: it goes on where that is `open` and it is no point of a list."""
    at, words = line[0], _POINT.sub("• ", line[1]).strip().removesuffix("\\")
    words = f"*{words[1:].strip()}*" if is_text and words[:1] == ">" and words[1:].strip() else words
    words += _broken(line[1])
    is_numbered = bool(_NUMBERED_POINT.match(line[1]))
    if (
        said
        and is_open
        and not (_POINT.match(line[1]) or is_numbered or _LOUD.fullmatch(said[-1][1]) or _LABEL.match(words))
    ):
        at, before = said.pop()
        words = before + " " * (before[-1:] != "\n") + words
    elif said and not is_open and (is_text or not (_POINT.match(line[1]) or said[-1][1][:1] in "-*+•")):
        said.append((at, ""))
    said.append((at, words))


def _broken(line: str) -> str:
    """The break at the end of a line that ends with two blanks, or a backslash; "" of another."""
    return "\n" * line.endswith(("  ", "\\"))


def _said(line: str) -> list[tuple[str, str]]:
    """The keys of a line with their values: one, or several with bars between."""
    if row := _ROW.fullmatch(line.strip()):
        return [(row[1].strip("*_` "), row[2].replace("\\|", "|"))]
    line = _POINT.sub("", line).strip()
    parts = _PARTED.split(line)
    for some in (parts, [line]):
        found = [m for part in some if (m := _KEYED.fullmatch(part))]
        said = [((m["bold"] or m["bare"]).strip(), m["value"].strip(" `")) for m in found]
        if len(found) == len(some) and not any(plain_ascii(key) in _NOTES for key, _ in said):
            return said
    return []


def headed_table(whole: str, pieces: Sequence[HeadedPiece], *, are_apart: bool = False) -> Headed | None:
    """The table of pieces below a title; None if these are chapters beside tables, or too few."""
    kept, keys = _shared(pieces)
    titles = [whole] if says_cards(whole) else [*{piece.above for piece in pieces}]
    are_cards = (all(map(says_cards, titles)) or all(PIECE_BEFORE.match(p.name) for p in pieces)) and not are_apart
    often = {key: sum(key in map(plain, piece.keys) for piece in kept) for key in keys}
    usual = [key for key, count in often.items() if 2 * count >= len(kept)]
    if len(usual) >= LEAST:  # a chapter without any such is of no pieces
        own = {one.above for one in kept if 2 * sum(plain(key) in usual for key in one.keys) >= len(usual)}
        pieces, kept = ([piece for piece in some if piece.above in own] for some in (pieces, kept))
    said = [v for piece in kept for k, values in piece.keys.items() if plain(k) in usual for _, v in values if v]
    are_alike = len(usual) > 1 and 3 * sum(len(v) <= BRIEF for v in said) >= len(said)
    are_alike = are_alike or _is_form_of(pieces, usual)
    are_all, least, trust = usual and len(kept) == len(pieces), LEAST - (are_cards and bool(usual)), SAME
    if not (are_all if are_cards else are_alike) or len(kept) < least:
        room = [sum(len(words) for _, words in piece.text) for piece in pieces]
        are_called = all(PIECE_BEFORE.match(piece.name) for piece in pieces)
        is_short = (len(pieces) >= FEW or are_called) and 10 * sum(size <= _LONG for size in room) >= 9 * len(pieces)
        is_short |= bool(usual) and len(kept) == len(pieces)
        kept, trust = [*pieces], SURE if are_cards and is_short else SHORT * is_short
        if (len(pieces) < LEAST and not usual) or (are_apart and trust < SURE):
            return None
    kept, unit = _with_unit([piece for piece in kept if not _is_form(piece)] or kept)
    filled = {plain(key) for piece in kept for key, values in piece.keys.items() if values}
    columns, cells = _columns(kept, [*dict.fromkeys(key for key in (unit, *keys) if key in filled)])
    at = kept[0].at
    rows = [(at + 1, (*columns,), [at + 1, 1, 1] * len(columns))]
    for piece, cell in zip(kept, cells, strict=True):
        found = [cell.get(key, (piece.at, "")) for key in columns.values()]
        places = [part for n, words in found for part in (n + 1, 1, max(1, len(words.partition("\n")[0])))]
        rows.append((piece.at + 1, tuple(words for _, words in found), places))
    title = whole or next(iter({piece.above for piece in kept})) or "Cards"
    return Headed(title, rows, {n for piece in kept for n in range(piece.at, piece.end)}, trust)


def _with_unit(pieces: Sequence[HeadedPiece]) -> tuple[list[HeadedPiece], str]:
    """The pieces, and the key of what stands behind the names of all of them: `Fox (8 HP)`; "" if nothing."""
    found = [_UNIT.fullmatch(piece.name) for piece in pieces]
    units = {m["unit"] or "Cost" * (m[0][-1] in ")]") if m else "" for m in found}
    if len(units) > 1 or "" in units:
        return [*pieces], ""
    (unit,), told = units, zip(pieces, filter(None, found), strict=True)
    return [replace(p, name=m["name"], keys={unit: [(p.at, m["many"])], **p.keys}) for p, m in told], plain(unit)


def _is_form_of(pieces: Sequence[HeadedPiece], usual: Sequence[str]) -> bool:
    """True where each piece says all of some keys in one order, one of them in a few words."""
    said = [{plain(key): values for key, values in piece.keys.items() if plain(key) in usual} for piece in pieces]
    short = [key for key in usual if all(key in one and len("".join(v for _, v in one[key])) <= BRIEF for one in said)]
    return len(usual) >= LEAST and bool(short) and all([*one] == [*said[0]] and len(one) == len(usual) for one in said)


def _is_form(piece: HeadedPiece) -> bool:
    """True for one that says how pieces are written: `**Cost**: [number]`."""
    said = [values[0][1] for values in piece.keys.values() if values]
    return 2 * sum(words[:1] == "[" and "]" in words for words in said) > len(said)


def _columns(pieces: Sequence[HeadedPiece], keys: Sequence[str]) -> tuple[dict[str, str], list[dict[str, Line]]]:
    """The headings of columns, each with its key in the cells of each piece; and these."""
    names, kinds = (
        shorter_titles([piece.name for piece in pieces], NAME_END),
        shorter_titles([piece.above for piece in pieces]),
    )
    told = [*zip(pieces, names, kinds, strict=True)]
    named = {key: _NAME for key in keys if key in _NAMES}
    cells = [{**_cells(piece, name, keys), SECTION: (piece.at, kind)} for piece, name, kind in told]
    cells = [{**dict.fromkeys(named, cell[_NAME]), **cell} for cell in cells]
    heads = {plain(k): k for piece in reversed(pieces) for k in reversed(piece.keys)}
    own = [_NAME] if not any(key in _NAMES for key in keys) else []
    is_again = any(all(plain(c.get(key, (0, ""))[1]) == plain(c[SECTION][1]) for c in cells) for key in keys)
    own += [SECTION] * (len({*kinds}) > 1 and not is_again)
    said = [(cell[_TEXT][0], min(cell[key][0] for key in keys if key in cell)) for cell in cells
            if _TEXT in cell and not cell.keys().isdisjoint(keys)]  # fmt: skip
    is_above = 2 * sum(text < first for text, first in said) > len(said)
    words = [key for key in (_TEXT, _FLAVOUR) if any(key in cell for cell in cells)]
    own += [*words[:is_above], *keys, *words[is_above:]]
    headings = {key: heads.get(key, key) for key in own}
    taken = {heads[key] for key in keys}
    return {f"More {said}" if key not in keys and said in taken else said: key for key, said in headings.items()}, cells


_NAME, SECTION, _TEXT, _FLAVOUR = "Name", "Section", "Text", "Flavor"


def _shared(pieces: Sequence[HeadedPiece]) -> tuple[list[HeadedPiece], list[str]]:
    """The pieces that say what several do, and the keys of that in their order."""
    many = Counter(key for piece in pieces for key in {*map(plain, piece.keys)})
    shared = {key for key, count in many.items() if count >= max(2, 0.2 * len(pieces))}
    kept = [piece for piece in pieces if any(plain(key) in shared for key in piece.keys)]
    return kept, [*dict.fromkeys(key for piece in kept for key in map(plain, piece.keys) if key in shared)]


def _cells(piece: HeadedPiece, name: str, keys: Sequence[str]) -> dict[str, Line]:
    """What a piece says in each column, with the line where that begins."""
    cells = {_NAME: (piece.at, name)}
    text = [*piece.text]
    for key, values in piece.keys.items():
        at, words = values[0][0] if values else piece.at, "\n".join(value.rstrip() for _, value in values)
        if plain(key) in keys:
            cells[plain(key)] = (at, re.sub(r"(?m)^• ", "", words))
        elif words:
            text.append((at, f"**{key}:**{' ' if words[:2] != '• ' else chr(10)}{words}"))
    if sum(words[:2] == "• " for _, words in text) == 1:  # no list
        text = [(at, words.removeprefix("• ")) for at, words in text]
    blocks = [block for block in "\n".join(words.rstrip() for _, words in text).split("\n\n") if block.strip()]
    if blocks and (flavour := _SLANTED.fullmatch(blocks[-1].strip())):
        cells[_FLAVOUR] = (text[-1][0], (flavour[2] or flavour[3]).strip())
        blocks.pop()
    if blocks:
        cells[_TEXT] = (text[0][0], "\n\n".join(block.strip() for block in blocks))
    return cells
