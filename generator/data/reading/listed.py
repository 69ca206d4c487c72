"""Lists of pieces in a Markdown text -> rows of a table: `- Fox (2/2) [Beast]: bites`, however they are marked.

What begins alike at one level below a heading is an entry: a point, or a name in bold letters; else a short line above
its text, or each line that says a name before a dash or a colon. Behind a name stand copies, a cost, a kind.
Promise: entries are surely pieces only below a heading that says that they are cards, where they are most of the text
or say their copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.data.lexicon import table_words
from generator.data.reading import headed as below
from generator.data.reading.grid import plain
from generator.data.reading.headed import BRIEF, FEW, LEAST, MAYBE, SAME, SHORT, SURE, Headed, HeadedPiece, says_cards
from generator.values import Struct, lazy_pattern, replace

_POINT = lazy_pattern(r"\A(?:[-*+•・] +|\d{1,3}(?:[.)]| [-–—]) +)(?:\[[ xX]\] +)?(?=\S)")
_QUOTED = lazy_pattern(r"^\s*(?:\d+[.)]\s+(?=#)|>\s*(?=[-*+•] |#))")
"""What stands before a point or a heading within a quotation or a list."""
_ESCAPED = lazy_pattern(r"\\(?=[\[\]()#+.!>~-])")
_CODE = lazy_pattern(r"`([^`]+)`")
_FLOWING = lazy_pattern(r"(?![-*+•・>|#]|\d{1,3}[.)] )\S")
_SENTENCE = lazy_pattern(r"([^.。!?:]{2,30})[.。] +(\S.*)")
_MANY = rf"(?:[x×] ?(\d{{1,2}})|(\d{{1,2}}) ?(?:[x×枚張张]|(?:{'|'.join(table_words('copies')['what'])})(?!\w)))"
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
    lines = _as_they_stand([_ESCAPED.sub("", _CODE.sub(r"\1", _QUOTED.sub("", line, count=1))) for line in lines])
    heads = below.heads_of(lines)
    whole = next((words for _, rank, words in heads if rank == 1), "")
    best = below.pieces_of(whole, lines, heads, are_apart=are_apart)
    if best and best.trust == SAME:
        return best
    listed = _listed(whole, lines, heads)
    is_formed = listed is not None and not _BESIDE.issuperset(listed.rows[0][1])
    if are_apart:
        return listed if is_formed and listed and listed.trust >= SURE else best
    if not (best and listed):
        return listed or best
    if not is_formed and len(listed.rows) <= LEAST * len(best.rows) and best.trust:  # what each heading can do
        return best
    is_more = listed.trust >= SURE and len(listed.rows) > 2 * len(best.rows)
    return listed if is_more or listed.trust > best.trust else best


def _as_they_stand(lines: Sequence[str]) -> list[str]:
    """The lines, ended by two blanks where each is one of its own: none that another follows is long, nor does that go
    on with a small letter."""
    pairs = {n for n, (one, other) in enumerate(pairwise(lines)) if _FLOWING.match(one) and _FLOWING.match(other)}
    are_whole = all(len(lines[n]) <= BRIEF and not lines[n + 1][0].islower() for n in pairs)
    return [line + "  " * (are_whole and n in pairs) for n, line in enumerate(lines)]


def are_entries(lines: Sequence[str]) -> bool:
    """True where most lines, some at least, say a name and more."""
    said = [line for line in lines if line.strip()]
    found = [item for line in said if (item := _item_of(_POINT.sub("", line, count=1).strip())) and item.said]
    return len(found) >= LEAST and 4 * len(found) >= 3 * len(said)


def _item_of(words: str, *, more: bool = False) -> _Item | None:
    """What the first line of an entry says; None if it is no name with something behind it, or below it (`more`)."""
    first = _FIRST.match(words)
    keys = {_COUNTED: first[1] or first[2]} if first else {}
    at = first.end() if first else 0
    found = _BOLD.match(words, at) or _BARE.match(words, at)
    if found is None:
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
    if not (rest or more or keys) or (mark in ("*", "_") and not (keys or (sign and sign[0].strip()))):
        return None
    return _Item(name, rest, keys, kind[1] if kind else "", len(mark) > 1)


def _key_of(said: str) -> tuple[str, str]:
    """The column of what stands in brackets, and its value."""
    if many := _COUNT.fullmatch(said):
        return _COUNTED, many[1] or many[2]
    found = ((key or m[2], m[1]) for key, form in _TAGS if (m := form.fullmatch(said)))
    return next(found, ("Kind", said))


def _entries(lines: Sequence[str], start: int, stop: int) -> list[tuple[int, int]]:
    """The first line of each entry of a section, and the one behind its last."""
    said = [n for n in range(start, stop) if lines[n].strip()]
    points = [n for n in said if _POINT.match(lines[n])]
    bold = [n for n in said if (m := _BOLD.match(lines[n])) and len(m["mark"]) > 1]
    if points and not (len(bold) > 1 and bold[0] < points[0] and len(points) <= LEAST * len(bold)):
        ends = {n: next((k for k in range(n + 1, stop) if lines[k].strip() and not lines[k][:1].isspace()), stop)
                for n in points}  # fmt: skip
        return [*ends.items()]
    if not bold and len(said) >= LEAST and are_entries([lines[n] for n in said]):
        return [(n, n + 1) for n in said]
    blocks = [n for n in said if n == start or not lines[n - 1].strip()]
    named = [n for n in blocks if _NAME_ALONE.match(lines[n]) and "".join(lines[n + 1 : n + 2]).strip()]
    begins = bold or (named if len(named) >= LEAST and 10 * len(named) >= 9 * len(blocks) else [])
    return [*pairwise([*begins, stop])]


def _listed(whole: str, lines: Sequence[str], heads: Sequence[tuple[int, int, str]]) -> Headed | None:
    """The pieces of a text that is a list of cards below headings; where none of these says so they may be."""
    said, others, counted = list[HeadedPiece](), list[HeadedPiece](), list[HeadedPiece]()
    heads = heads if heads[:1] and lines[heads[0][0]].lstrip().startswith("#") else [(-1, 1, "")]
    above: list[tuple[int, str]] = []
    for (at, rank, words), (end, _, _) in zip(heads, [*heads[1:], (len(lines), 0, "")], strict=True):
        above = [*(one for one in above if one[0] < rank), (rank, words)]
        places = _entries(lines, at + 1, end)
        found = {place: item for place in places if (item := _item_at(lines, *place))}
        if 5 * len(found) < 3 * len(places):
            others += _bare(lines, places, words)
            continue
        bold = sum(item.is_bold for item in found.values())
        are_typed = 2 * sum(bool(item.kind) for item in found.values()) > len(found)
        many = sum(_COUNTED in item.keys and bool(item.said) for item in found.values())
        is_said = says_cards(whole) or any(says_cards(one) for _, one in above)
        is_said = is_said or (2 * bold > len(places) and below.names_cards(whole))
        told = [one for _, one in above if one != whole] or [words]
        made = [_piece(lines, place, item, told, are_typed=are_typed) for place, item in found.items()]
        others += made
        said += made if is_said else ()
        counted += made if is_said and 2 * many > len(found) else ()
    return next(_chosen(whole, lines, len(heads), (said, counted, others)), None)


def _chosen(whole: str, lines: Sequence[str], heads: int, kinds: Sequence[list[HeadedPiece]]) -> Iterator[Headed]:
    """The tables of pieces that a heading says are some, of those of them that say their copies, and of any."""
    said, *_, others = kinds
    size = sum(1 for line in lines if line.strip()) - heads
    for pieces in kinds:
        held = sum(sum(1 for line in lines[piece.at : piece.end] if line.strip()) for piece in pieces)
        is_own = 10 * len({plain(piece.name or piece.text[0][1]) for piece in pieces}) >= 9 * len(pieces)
        is_most = 2 * held >= size
        if len(pieces) < (FEW if pieces is said else LEAST) or not is_own or (pieces is said and not is_most):
            continue
        if any(_COUNTED in piece.keys for piece in pieces):
            one = [replace(p, keys={_COUNTED: [(p.at, "1")], **p.keys}) for p in pieces]
            pieces[:] = one
        titles = [whole, *{piece.above for piece in pieces}][:2] * (pieces is not others)
        if len({piece.above for piece in pieces}) == 1:  # those below it tell them apart
            pieces[:] = [replace(p, above=p.keys.pop(_GROUP, [(0, p.above)])[0][1]) for p in pieces]
        made = below.headed_table(next(filter(says_cards, titles), "Cards"), pieces)
        if made and pieces is others:
            is_formed = below.names_cards(whole) and 2 * sum(map(bool, (p.keys for p in pieces))) > len(pieces)
            trust = (SHORT if is_formed else MAYBE) * (is_most and not below.says_rules(whole))
            made = replace(made, trust=trust, are_points=True)
        if made:
            yield made


def _item_at(lines: Sequence[str], at: int, end: int) -> _Item | None:
    words = _POINT.sub("", lines[at], count=1).strip()
    return _item_of(words, more=any(line.strip() for line in lines[at + 1 : end]))


def _bare(lines: Sequence[str], places: Sequence[tuple[int, int]], above: str) -> Iterator[HeadedPiece]:
    """The pieces of entries without a sign: a name where it is short, or before the first stop of all; else a text."""
    said = {at: _POINT.sub("", lines[at], count=1).strip() for at, _ in places}
    parted = [found for words in said.values() if (found := _SENTENCE.match(words))]
    are_parted = 10 * len({plain(found[1]) for found in parted}) >= 9 * len(said)
    sizes = sorted(map(len, said.values()))
    are_names = sizes[-1] <= 2 * BRIEF and sizes[len(sizes) // 2] <= BRIEF
    for at, words in said.items():
        found = _SENTENCE.match(words) if are_parted else None
        is_name = len(words) <= BRIEF or are_names
        name, text = found.groups() if found else (words * is_name, words * (not is_name))
        yield HeadedPiece(at, name, above, at + 1, {}, [(at, text)] * bool(text))


def _piece(
    lines: Sequence[str], place: tuple[int, int], item: _Item, above: Sequence[str], *, are_typed: bool
) -> HeadedPiece:
    """The piece of an entry and what stands below its first line; `Kind: ` before its words is of these if few have
    one. `above`: the headings that it stands below, of which one may say the copies of all."""
    at, end = place
    said = item.said if are_typed or not item.kind else f"{item.kind}: {item.said}"
    text, is_open = [(at, said)] * bool(said), bool(said)
    for n in range(at + 1, end):
        words = lines[n].strip().removeprefix(": ")
        if words:
            below.append_line(text, (n, words + "  " * lines[n].endswith("  ")), is_open=is_open, is_text=True)
        is_open = bool(words)
    told = {**item.keys, "Kind": item.kind} if are_typed and item.kind else item.keys
    many = next(filter(None, map(_COPIES.search, above[-1:])), None)
    told = {_COUNTED: many[1] or many[2], **told} if many else told
    names = [_COPIES.sub("", words) for words in above]
    keys = {_GROUP: [(at, names[1])]} if names[1:] else {}
    keys |= {key: [(at, word)] for key, word in told.items()}
    return HeadedPiece(at, item.name, names[0], end, keys, text)
