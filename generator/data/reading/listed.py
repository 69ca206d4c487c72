"""Lists of pieces in a Markdown text -> rows of a table: `- Fox (2/2) [Beast]: bites`, however they are marked.

What begins alike at one level below a heading is an entry: a point, or a name in bold letters; else a short line above
its text, or each line that says a name before a dash or a colon. Behind a name stand copies, a cost, a kind.
Promise: entries are surely pieces only below a heading that says that they are cards, where they are most of the text
or say their copies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from generator.data.lexicon import table_words
from generator.data.reading import headed as below
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.headed import BRIEF, LEAST, SURE, Headed, HeadedPiece, HeadLine, Line
from generator.data.reading.titles import names_cards, says_cards, says_rules
from generator.values import Struct, lazy_pattern, replace

_POINT = lazy_pattern(r"\A(?:[-*+•・] +|\d{1,3}(?:[.)]| [-–—]) +)(?:\[[ xX]\] +)?(?=\S)")
_BREAK, _SLANTED = lazy_pattern(r"<br */?>$"), lazy_pattern(r"^(\s*>\s*)_([^_]+)_(?=\s*$)")
_BETWEEN = lazy_pattern(r"^ {0,3}([-*_] ?){3,}$")
"""A line between parts of a text."""
_CLOSE = lazy_pattern(r"-(?=[^\W\d_])")
_QUOTED = lazy_pattern(r"^\s*(?:\d+[.)]\s+(?=#)|>\s*(?=[-*+•] |#))")
"""What stands before a point or a heading within a quotation or a list."""
_ESCAPED = lazy_pattern(r"\\(?=[\[\]()#+.!>~-])")
_CODE = lazy_pattern(r"`([^`]+)`")
_FLOWING = lazy_pattern(r"(?![-*+•・>|#]|\d{1,3}[.)] )\S")
_SENTENCE = lazy_pattern(r"([^.。!?:]{2,30})[.。] +(\S.*)")
_MANY = rf"(?:[x×] ?(\d{{1,2}})|(\d{{1,2}}) ?(?:[x×枚張张]|(?:{'|'.join(table_words('copies')['what'])})(?!\w)))"
_DEALT = lazy_pattern(
    rf"(?i)\s*(?:[-*+•] +)?(?:{_MANY}|(\d{{1,2}}) (?:per|in the|pro|im|par|por|al|per il) "
    rf"(?:{'|'.join(table_words('piles'))}))[.。]?\s*"
)
_COUNT = lazy_pattern(rf"(?i){_MANY}")
_OPEN, _SHUT = r"(?:\\?[(\[（]|[⟨<{])", r"(?:\\?[)\]）]|[⟩>}])"
_COPIES = lazy_pattern(rf"(?i) ?{_OPEN}[^()\[\]（）]{{0,30}}?{_MANY}[^()\[\]（）]{{0,30}}{_SHUT}")
_LAST = lazy_pattern(rf"(?i) ?{_OPEN}{_MANY}{_SHUT}[.。]?$")
_FIRST = lazy_pattern(rf"(?i){_OPEN}?{_MANY}{_SHUT}?\s+(?=\S)")
_BOLD = lazy_pattern(r"(?P<mark>\*{1,3}|_{1,3})(?P<name>[^*_]{1,60}?)[:：]?(?P=mark)(?!\w)")
_BARE = lazy_pattern(
    r"(?P<name>[^\W\d_][^:：–—|*_.!?\[\](（{⟨<]{0,40}?)(?=[:：](?:\s|$|(?<=：))| +[-–—] | ?[(\[（{⟨<]| [x×]\d|\s*$)"
)
_TAG = lazy_pattern(rf"(?i)\s*(?:{_OPEN}([^)\]）⟩>}}]{{1,30}}){_SHUT}|([x×]\d{{1,2}})\b)")
_TYPE = lazy_pattern(r" +[-–—] +([^:：.!?]{2,30})(?=[:：] )")
_SIGN = lazy_pattern(r"\s*(?:->|[-–—:：→])*\s*")
_TAGS = (
    ("Cost", lazy_pattern(r"(\d+|[?X])")),
    ("Stats", lazy_pattern(r"(\d+[/–-]\d+)")),
    ("", lazy_pattern(r"(\d+) ?([^\W\d_]{1,12})")),
)
"""What stands in brackets behind a name; with a unit it is called so."""
_NAME_ALONE = lazy_pattern(r"[^\W\d_][^|.!?,;:。、：]{0,39}$")
_GROUP, _COUNTED = "Group", "Count"
"""The columns of the second heading above, and of copies."""
_TIPS = frozenset(table_words("remarks"))
_REMARKS = _TIPS | {*table_words("rules")}
_BESIDE = frozenset(("Name", "Section", _GROUP, "Text", "Flavor"))
"""Those that any text may have."""


class _Item(Struct):
    """The first line of an entry."""

    name: str
    said: str
    keys: dict[str, str]
    kind: str = ""
    """Before the words: `Fox - Spell: bites`."""
    is_bold: bool = False


def headed_pieces(lines: Sequence[str], *, are_apart: bool = False) -> Headed | None:
    """The pieces of a text without tables and code, below headings or in lists; None where it has none. Of a text that
    has tables besides (`are_apart`) only such that say the same keys."""
    lines = _as_they_stand([_unsigned(line) for line in lines])
    lines = _with_copies(lines)
    heads = below.heads_of(lines)
    whole = next((head.words for head in heads if head.rank == 1), "")
    best = below.pieces_of(whole, lines, below.heads_of(lines, are_labelled=True), are_apart=are_apart)
    listed = _listed(whole, [_BETWEEN.sub("", line) for line in lines], heads)
    if listed and are_apart and (listed.trust < SURE or _BESIDE.issuperset(listed.rows[0][1])):
        listed = None
    if best and listed and _are_chapters(best, listed):
        return listed
    return max(filter(None, (best, listed)), key=lambda found: found.trust, default=None)


def _are_chapters(found: Headed, listed: Headed) -> bool:
    """True for headings below which lists of pieces stand: most say of what kind they are, or they are names alone, of
    which each list has some."""
    heads, many = listed.rows[0][1], len(listed.rows) / len(found.rows)
    kinds = [bool(row[heads.index("Kind")]) for _, row, _ in listed.rows[1:]] if "Kind" in heads else [False]
    are_names = many > LEAST and not {*heads} - {"Name", "Section", "Kind", _GROUP} and found.trust == below.SHORT
    return are_names or (many > 2 and found.trust == listed.trust and 2 * sum(kinds) > len(kinds))


def _unsigned(line: str) -> str:
    """A line without signs that say nothing of it, or say it twice: a break at its end is two blanks, and a quotation
    is slanted."""
    line = _ESCAPED.sub("", _CODE.sub(r"\1", _QUOTED.sub("", line, count=1)))
    return _SLANTED.sub(
        r"\1\2", _BREAK.sub("  ", line.rstrip(" ") if line.rstrip(" ")[-1:] == ">" else line, count=1), count=1
    )


def _with_copies(lines: Sequence[str]) -> list[str]:
    """The lines, with a key before the copies where several say nothing else: `2 per deck`."""
    found = {n: m for n, line in enumerate(lines) if (m := _DEALT.fullmatch(line))}
    told = {n: f"Copies: {next(filter(None, m.groups()))}" for n, m in found.items() if len(found) >= LEAST}
    return [told.get(n, line) for n, line in enumerate(lines)]


def _as_they_stand(lines: Sequence[str]) -> list[str]:
    """The lines, ended by two blanks where each is one of its own: none that another follows is long, nor does that go
    on with a small letter; points without a blank behind their sign as others, where no other has one."""
    bare = [n for n, line in enumerate(lines) if _CLOSE.match(line)]
    if len(bare) >= LEAST and not any(map(_POINT.match, lines)):
        lines = [f"- {line[1:]}" if n in bare else line for n, line in enumerate(lines)]
    pairs = {n for n, (one, other) in enumerate(pairwise(lines)) if _FLOWING.match(one) and _FLOWING.match(other)}
    are_whole = all(len(lines[n]) <= BRIEF and not lines[n + 1][0].islower() for n in pairs)
    return [line + "  " * (are_whole and n in pairs) for n, line in enumerate(lines)]


def are_entries(lines: Sequence[str]) -> bool:
    """True where most lines, some at least, say a name and more."""
    said = [line for line in lines if line.strip()]
    found = [item for line in said if (item := _item_of(_POINT.sub("", line, count=1).strip())) and item.said]
    return len(found) >= LEAST and 4 * len(found) >= 3 * len(said)


def told_of(lines: Sequence[str], start: int, names: Collection[str]) -> tuple[dict[str, Line], set[int]]:
    """What the entries from a line on, down to the next heading or table, say of rows, by their names in bold, with the
    lines of them; nothing if one is of something else, or they are tips."""
    stop = next((n for n in range(start, len(lines)) if "|" in lines[n] or lines[n].lstrip()[:1] == "#"), len(lines))
    told, held = dict[str, Line](), set[int]()
    for place in _entries(lines, start, stop):
        item = _item_at(lines, *place)
        if item is None or not item.is_bold or item.keys or plain(item.name) not in names:
            return {}, set()
        piece = _piece(lines, place, item, [""])
        told[plain(item.name)] = (piece.at, "\n".join(words for _, words in piece.text))
        held |= {*range(*place)}
    return told, held


def _item_of(words: str, *, more: bool = False) -> _Item | None:
    """What the first line of an entry says; None if it is no name with something behind it, or below it (`more`)."""
    first = _FIRST.match(words)
    keys = {_COUNTED: first[1] or first[2]} if first else {}
    at = first.end() if first else 0
    found = _BOLD.match(words, at) or _BARE.match(words, at)
    if found is None or plain(found["name"].rstrip(":：")) in _REMARKS:
        return None
    mark, name, at = found.groupdict().get("mark", ""), found["name"].strip(), found.end()
    if within := _LAST.search(name):
        name, keys = name[: within.start()], {**keys, _COUNTED: within[1] or within[2]}
    while tag := _TAG.match(words, at):
        said = (tag[1] or tag[2]).strip()
        key, value = _key_of(said)
        keys[key] = f"{keys[key]}, {value}" if key in keys else value
        at = tag.end()
    kind = _TYPE.match(words, at)
    sign = _SIGN.match(words, kind.end() if kind else at)
    rest = words[sign.end() :] if sign else ""
    if last := _LAST.search(rest):
        keys, rest = {**keys, _COUNTED: last[1] or last[2]}, rest[: last.start()]
    if not (rest or more or keys):
        return None
    return _Item(name, rest, keys, kind[1] if kind else "", len(mark) > 1)


def _key_of(said: str) -> tuple[str, str]:
    """The column of what stands in brackets, and its value."""
    if many := _COUNT.fullmatch(said):
        return _COUNTED, many[1] or many[2]
    found = ((key or m[2], m[1]) for key, form in _TAGS if (m := form.fullmatch(said)))
    return next(found, ("Kind", said))


def _entries(lines: Sequence[str], start: int, stop: int) -> list[tuple[int, int]]:
    """The first line of each entry of a section, and the one behind its last; none of tips, as a line above says."""
    parts = _parts(lines, start, stop)
    above = [line.strip("*_ ") for line in lines[start : parts[0][0]] if line.strip()][-1:] if parts else []
    labels = [plain_ascii(line) for line in above if len(line) <= BRIEF and line[-1:] in (":", "：")]
    return [] if any(_TIPS & {*re.findall(r"[^\W\d_]+", label)} for label in labels) else parts


def _parts(lines: Sequence[str], start: int, stop: int) -> list[tuple[int, int]]:
    """The same of any."""
    said = [n for n in range(start, stop) if lines[n].strip()]
    points = [n for n in said if _POINT.match(lines[n])]
    bold = [n for n in said if (m := _BOLD.match(lines[n])) and len(m["mark"]) > 1]
    if points and not (len(bold) > 1 and bold[0] < points[0] and len(points) <= LEAST * len(bold)):
        ends = {n: next((k for k in range(n + 1, stop) if lines[k].strip() and not lines[k][:1].isspace()), stop)
                for n in points}  # fmt: skip
        return [*ends.items()]
    if not bold and len(said) >= LEAST and are_entries([lines[n] for n in said]):
        return [(n, n + 1) for n in said]
    blocks = [n for n in said if not lines[n - 1].strip()]
    named = [n for n in blocks if _NAME_ALONE.match(lines[n])]
    is_most = len(named) >= LEAST and 10 * len(named) >= 9 * len(blocks)
    return [*pairwise([*(bold or named * is_most), stop])]


def _listed(whole: str, lines: Sequence[str], heads: Sequence[HeadLine]) -> Headed | None:
    """The pieces of a text that is a list of cards below headings; where none of these says so they may be."""
    said, counted, others = list[HeadedPiece](), list[HeadedPiece](), list[HeadedPiece]()
    if not heads or not (lines[heads[0].at].lstrip()[:1] == "#" or _are_above_points(lines, heads)):
        heads = [HeadLine(-1, 1, "", len(lines), len(lines), [])]
    for head in heads:
        above = [*(one.words for one in head.above), head.words]
        places = _entries(lines, head.at + 1, head.after)
        found = {place: item for place in places if (item := _item_at(lines, *place))}
        if 5 * len(found) < 3 * len(places):
            others += _bare(lines, places, head.words)
            continue
        is_said = says_cards(whole) or any(map(says_cards, above))
        told = [one for one in above if one != whole] or [head.words]
        are_typed = 2 * sum(bool(item.kind) for item in found.values()) > len(found)
        own = [_piece(lines, place, item, told, are_typed=are_typed) for place, item in found.items()]
        others += own
        said += own if is_said else ()
        many = sum(_COUNTED in item.keys for item in found.values())
        counted += own if is_said and 2 * many > len(found) else ()
    half = (sum(map(bool, map(str.strip, lines))) - len(heads)) / 2
    said = said if _held(lines, said) >= half else counted
    if made := _table(said, [whole, *{piece.above for piece in said}][:2]):
        return made
    is_formed = names_cards(whole) and 2 * sum(bool(piece.keys) for piece in others) > len(others)
    trust = (below.SHORT if is_formed else below.MAYBE) * (_held(lines, others) >= half and not says_rules(whole))
    made = _table(others, [])
    return made and replace(made, trust=trust, are_points=True)


def _are_above_points(lines: Sequence[str], heads: Sequence[HeadLine]) -> bool:
    """True for bold lines most of which stand above lists."""
    said = [next(filter(str.strip, lines[head.at + 1 : head.after]), "") for head in heads]
    return 2 * sum(bool(_POINT.match(line)) for line in said) > len(heads) >= LEAST


def _held(lines: Sequence[str], pieces: Sequence[HeadedPiece]) -> int:
    """In how many lines pieces stand."""
    return sum(bool(lines[n].strip()) for piece in pieces for n in range(piece.at, piece.end))


def _table(pieces: Sequence[HeadedPiece], titles: Sequence[str]) -> Headed | None:
    """The table of entries, below the title that says that they are cards; None where they are few, or called alike."""
    own = {plain(piece.name or piece.text[0][1]) for piece in pieces}
    least = LEAST - (bool(titles) and all(_COUNTED in piece.keys for piece in pieces))
    if len(pieces) < least or 10 * len(own) < 9 * len(pieces):
        return None
    if any(_COUNTED in piece.keys for piece in pieces):
        pieces = [replace(p, keys={_COUNTED: [(p.at, "1")], **p.keys}) for p in pieces]
    if len({piece.above for piece in pieces}) == 1:  # those below it tell them apart
        pieces = [replace(p, above=p.keys.pop(_GROUP, [(0, p.above)])[0][1]) for p in pieces]
    return below.headed_table(next(filter(says_cards, titles), "Cards"), pieces)


def _item_at(lines: Sequence[str], at: int, end: int) -> _Item | None:
    words = _POINT.sub("", lines[at], count=1).strip()
    return _item_of(words, more=any(line.strip() for line in lines[at + 1 : end]))


def _bare(lines: Sequence[str], places: Sequence[tuple[int, int]], above: str) -> Iterator[HeadedPiece]:
    """The pieces of entries without a sign: a name where it is short, or before the first stop of all; else a text."""
    said = {at: _POINT.sub("", lines[at], count=1).strip() for at, _ in places}
    parted = [found for words in said.values() if (found := _SENTENCE.match(words))]
    are_parted = 10 * len({plain(found[1]) for found in parted}) >= 9 * len(said)
    sizes = sorted(map(len, said.values()))
    are_names = sizes[len(sizes) // 2] <= BRIEF
    for at, words in said.items():
        found = _SENTENCE.match(words) if are_parted else None
        is_name = len(words) <= BRIEF or are_names
        name, text = found.groups() if found else (words * is_name, words * (not is_name))
        yield HeadedPiece(at, name, above, at + 1, {}, [(at, text)] * bool(text))


def _piece(
    lines: Sequence[str], place: tuple[int, int], item: _Item, above: Sequence[str], *, are_typed: bool = False
) -> HeadedPiece:
    """The piece of an entry and what stands below its first line; `Kind: ` before its words is of these if few have
    one. `above`: the headings that it stands below, of which the last may say the copies of all."""
    at, end = place
    said = item.said if are_typed or not item.kind else f"{item.kind}: {item.said}"
    text, is_open = [(at, said + "\n" * lines[at].endswith("  "))] * bool(said), bool(said)
    for n in range(at + 1, end):
        words = lines[n].strip().removeprefix(": ")
        if words:
            below.append_line(text, (n, words + "  " * lines[n].endswith("  ")), is_open=is_open, is_text=True)
        is_open = bool(words)
    names = [_COPIES.sub("", words) for words in above]
    many = _COPIES.search(above[-1])
    told = {_GROUP: names[1]} if names[1:] else {}
    told |= {_COUNTED: many[1] or many[2]} if many else {}
    told |= {**item.keys, "Kind": item.kind} if are_typed and item.kind else item.keys
    return HeadedPiece(at, item.name, names[0], end, {key: [(at, word)] for key, word in told.items()}, text)
