"""Rows of a table that are no items: headings in two rows, headings among the rows, sums below them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, pairwise, takewhile

from generator.data.lexicon import table_words
from generator.data.reading.aliases import language_called, meant_by
from generator.data.reading.cells import DASHES, PICTURES, count_in
from generator.data.reading.grid import Grid, Row, as_choice, is_figure, letters, plain, plain_ascii
from generator.data.reading.html import unpaired
from generator.diagnostics.findings import Finding
from generator.values import lazy_pattern

HEADING = 40
"""Letters of a heading."""
_TWO = 2


def stands_above(rows: Sequence[Row], most: int = 1) -> bool:
    """True for what stands above a table and is none: titles and `most` one row of several cells, or few of two, the
    first of which has no headings: `last edited | 2026-01-01`."""
    said = [[*row.said.values()] for row in rows if len(row.said) > 1]
    is_bare = bool(said) and not all(re.search(r"[^\W\d_]", words) for words in said[0])
    return len(said) <= most or (is_bare and len(said) <= _BELOW and max(map(len, said)) == _TWO)


def is_over(rows: Sequence[Row]) -> bool:
    """True if the first of two rows is a title of several cells: usual headings stand below it, and no cell is one."""
    upper, lower = ([*map(meant_by, row.said.values())] for row in rows) if len(rows) > 1 else ((), ())
    return len(upper) < len(lower) and not any(upper) and sum(map(bool, lower)) > 1


def are_two(rows: Sequence[Row]) -> bool:
    """True if headings stand in two rows: words beneath blanks (`Cost` above `Wood`, `Stone`), above numbers; or words
    beneath all names of a program, above numbers in several columns."""
    if len(rows) < 3 or is_over(rows[:2]) or explains(rows[0], rows[1], rows[2:]):
        return False
    upper, lower, *rest = rows
    over, words = ({i: str(v).strip() for i, v in enumerate(row.values) if str(v).strip()} for row in (upper, lower))
    below = [i for i in words if i not in over]
    beside = [i for i in words if i in below or i + 1 in below or words[i] == over[i]]
    if any(len(w) > HEADING or not re.search(r"[^\W\d_]", w) for w in words.values()):
        return False
    figures = [i for i in words if all(re.fullmatch(r"-?[\d.,]*", str(r.value(i))) for r in rest)]
    if len(over) < 2 or not below or len(beside) < 2:
        return over.keys() == words.keys() and sum(any(r.value(i) != "" for r in rest) for i in figures) > 2
    return any(rest[0].value(i) != "" for i in figures)


def explains(head: Row, row: Row, rest: Sequence[Row]) -> bool:
    """True for what says below headings what each is: types of programs, or a comment, `#id of the unit`, its words
    above numbers."""
    if len(row.said) > 1 and {plain(words) for words in row.said.values()} <= _TYPES:
        return True
    if not _TAGGED.match(str(row.value(0))) or any(head.value(i) == "" for i in range(len(head.said))):
        return False
    words = [i for i, v in row.said.items() if re.search(r"[^\W\d_]{2}", v)]
    return any(rest and all(is_figure(str(r.value(i))) for r in rest) for i in words)


def invented(rows: Sequence[Row], usual: Collection[int]) -> list[str]:
    """Names for columns where the first row is like those below it, else []. `usual`: columns that it calls so."""
    width = max(len(row.values) for row in rows)
    return [f"column {letters(i)}" for i in range(width)] if names_nothing(rows, usual) else []


def names_nothing(rows: Sequence[Row], known: Collection[int]) -> bool:
    """True for an item like those below: it says what several say (one, if no heading is usual), a sentence, or as
    much, above sentences, a picture or a colour above such, or a number above numbers, not 1, 2, 3 or a word; nor has
    it, in one of the `known` columns, the name of a field that says nothing else there."""
    first, *others = [[str(v) for v in row.values] for row in rows]
    below = [*zip(first, zip(*(said for said in others if said != first), strict=False), strict=False)]
    figures = [int(head) for head in first if is_figure(head)]
    steps = [int(b) == int(a) + 1 for a, b in pairwise(first) if is_figure(a) and is_figure(b)]
    runs = any(steps) and (figures[0] < _TWO or all(steps)) and len({*figures}) == len(figures)
    heads = any(head.isalpha() and len(words := "".join(said)) > 2 and words.isdecimal() for head, said in below)
    often = any(map(is_usual, first))
    says = any(re.search(r"[^\W\d_]{2}", head) and said.count(head) > often for head, said in below)
    long = [[*filter(None, said)] for head, said in below if _SENTENCE.fullmatch(head)]
    tells = any(_most(_SENTENCE.fullmatch, said, 0.75 if often else 0.5) for said in long)
    numbers = any(head.isdecimal() and _most(str.isdecimal, said) for head, said in below)
    shows = any(_SHOWN.fullmatch(head) and _most(_SHOWN.fullmatch, said) for head, said in below)
    named = any(head not in said for i, (head, said) in enumerate(below) if i in known)
    return len(rows) > 2 and not ((runs and not tells) or heads or named) and (says or tells or numbers or shows)


def _most(test: Callable[[str], object], said: Sequence[str], least: float = 0.75) -> bool:
    return len(said) > 1 and sum(1 for words in said if test(words)) >= least * len(said)


def is_usual(heading: str) -> bool:
    """True for a heading one of whose words is usual above a column, in any language."""
    words = {plain(word) for word in (heading, *re.split(r"[\W_]+", heading))}
    return any(meant_by(w) or language_called(w) for w in (heading, *words)) or not words.isdisjoint(_HEADS)


_HEADS = frozenset(map(plain, chain(table_words("pictures"), *table_words("meanings").values())))
_TYPES = frozenset(table_words("programmed"))
_SHOWN = lazy_pattern(rf"#[0-9a-fA-F]{{6}}|\S+(?:{'|'.join(map(re.escape, PICTURES))})")
_SENTENCE = lazy_pattern(rf"\S+\s+\S+\s.*[.!?]|[^\s.]{{5,}}[。？]|\S+\s.{{{HEADING},}}", re.DOTALL)


def united(upper: Row, lower: Row) -> Row:
    """The lower row, with the words above where it has none, or where it says the same twice."""
    above, values = "", list[str]()
    said = [plain(v) for v in lower.values]
    for i in range(max(len(upper.values), len(lower.values))):
        own, over = str(lower.value(i)).strip(), str(upper.value(i)).strip()
        above = over or above
        values.append(f"{above} {own}" if own and said.count(plain(own)) > 1 else own or over)
    return lower._replace(values=values)


def sums_in(rows: Sequence[Row], wide: int) -> list[Row]:
    """The rows `Total | 54`, below others: the word, beside it nothing but numbers, in few of the `wide` columns, or at
    the end, or without what all others have. Else a piece is called so."""
    called = [n for n, row in enumerate(rows) if n and (_is_called_sum(row) or (row is rows[-1] and _sums_up(rows)))]
    others = [row for n, row in enumerate(rows) if n not in called]
    full = [row for row in others if len(row.said) > 1]  # no headings among them
    always = [i for i in range(wide) if called and all(row.value(i) != "" for row in full)]
    last = max((n for n, row in enumerate(rows) if n not in called and len(row.said) > 1), default=0)

    return [
        rows[n]
        for n in called
        if n > last or 2 * len(rows[n].said) <= wide or any(rows[n].value(i) == "" for i in always)
    ]


def _sums_up(rows: Sequence[Row]) -> bool:
    """True where each number in the last row is what all above it have together: of two columns, or beside a word in a
    row of two cells among fuller ones."""
    *above, last = (row for row in rows if len(row.said) > 1 or row is rows[-1])
    numbers = {i: said for i, words in last.said.items() if isinstance(said := count_in(words), int) and said}
    if len(above) < _NARROW or len(last.said) > len(numbers) + 1:
        return False
    added = [_copies([r for r in above if re.search(r"\d", str(r.value(i)))], i) == said for i, said in numbers.items()]
    is_short = len(last.said) == _TWO < min(len(row.said) for row in above)
    return all(added) and (len(added) > 1 or (len(added) == 1 and is_short))


def untrue(rows: Sequence[Row], sums: Sequence[Row], at: int) -> Iterator[tuple[Row, str]]:
    """Sums of copies that say neither what all rows above them do nor what those do since the sum before; and what
    each says. An empty cell is one copy, or none, as programs add."""
    whole = part = (0.0, 0.0)
    numbers = {row.number for row in sums}
    for row in sorted([*rows, *sums], key=lambda r: r.number):
        if row.number not in numbers:
            said = [_copies([row], at, none) for none in (1, 0)]
            one, none = (float("nan") if n is None else n for n in said)
            whole, part = (whole[0] + one, whole[1] + none), (part[0] + one, part[1] + none)
            continue
        is_mean = any(_MEAN.fullmatch(plain(v)) for v in row.values)
        sum_, part = None if is_mean else _added(row, at), part if any(part) else whole
        if sum_ is not None and whole[0] == whole[0] and sum_ not in (*whole, *part):
            since = f"those since the last sum have {part[0]:.0f}, " * (part != whole)
            yield row, f"the sum says {sum_}, {since}the rows above it have {whole[0]:.0f} copies"
        part = (0.0, 0.0)


def adds_up(rows: Sequence[Row], sums: Sequence[Row], at: int) -> bool:
    """True for a column that a sum adds up, so copies and no numbering: `1, 2, 3` and below them `6`."""
    return any(row.value(at) != "" and _added(row, at) == _copies(rows, at) for row in sums)


def _added(row: Row, at: int) -> int | None:
    """The whole number that a sum says in a column, or in the only cell that it has."""
    lone = "".join(re.findall(r"\d+", next(iter(row.said.values())))) if len(row.said) == 1 else ""
    said = count_in(str(row.value(at)) or lone)
    return said if isinstance(said, int) else None


def _copies(rows: Sequence[Row], at: int, none: int = 0) -> int | None:
    """What rows say together in a column, an empty cell being `none`; None where one says no whole number."""
    said = [count_in(str(row.value(at))) if row.value(at) != "" else none for row in rows]
    whole = [n for n in said if isinstance(n, int)]
    return sum(whole) if len(whole) == len(said) else None


def _is_called_sum(row: Row) -> bool:
    filled = [*row.said.values()]
    words = [v for v in filled if not _FIGURE.fullmatch(v)]
    has_number = len(filled) > 1 or re.search(r"\d", filled[0]) is not None
    return len(words) == 1 and has_number and (_says_sum(words[0]) or bool(_MEAN.fullmatch(plain(words[0]))))


def _says_sum(words: str) -> bool:
    return _SUM.fullmatch(re.sub(r"\d", "", plain(words))) is not None


def is_count(row: Row, others: Sequence[Row], at: int, wide: int) -> bool:
    """True for a row that adds up the copies of others: of numbers alone, of one and a word in few of `wide` columns,
    or with the word `Total`, whatever else it tells; of a lone number, or one that an arrow tells, whatever it is."""
    copies = [count_in(str(r.value(at))) for r in (*others, row) if r.value(at) != ""] if at >= 0 else []
    if len(copies) <= _TWO or not all(isinstance(n, int) for n in copies) or not row.value(at):
        return False
    words = [str(v) for v in row.values if not re.fullmatch(r"[\d.,\s]*", str(v))]
    is_lone = wide > _NARROW and len(row.said) == 1 + len(words) < min(_NARROW, *(len(r.said) for r in others))
    if is_lone and all(map(_POINTS.match, words)):
        return True
    alone = not words or (len(words) == 1 and len(row.said) == _TWO and wide > _NARROW + 1)
    return (alone or any(map(_says_sum, map(str, row.values)))) and 2 * int(copies[-1]) == sum(map(int, copies))


SUMMED = "a sum of the rows above"


def no_items(
    row: Row, rows: Sequence[Row], sums: Sequence[Row], counted: int, names: Collection[int], wide: int
) -> Iterator[tuple[Sequence[Row], str]]:
    """The rows below the headings in `row` that are no items, with what they are: sums, notes below one at the end,
    headings, which come last. `counted`: the column of copies, or -1; `names`: those that name an item."""
    noted = [r for r in rows if _COMMENT.match(str(next(v for v in r.values if v != "")))]  # programs leave these out
    noted = noted if 2 * len(noted) < len(rows) else [r for r in noted if 2 * len(r.said) <= wide]
    noted += rows[:1] if rows and explains(row, rows[0], rows[1:]) else []
    remarks = [*takewhile(lambda r: _is_noted(r) or _is_remark(r), reversed(rows))]
    remarks = remarks if all(len(r.said) > 1 for r in rows[: -len(remarks)]) else [*takewhile(_is_noted, remarks)]
    comments = {r.number for r in (*remarks, *filter(_is_line, rows), *noted)}
    yield [r for r in rows if r.number in comments], "a comment"
    rows = [r for r in rows if r.number not in comments]
    plain_rows = [r for r in rows if r not in sums]
    ends = range(max(0, len(rows) - _BELOW), len(rows)) if counted >= 0 else ()
    added = next((n for n in ends if rows[n] not in sums and is_count(rows[n], plain_rows[:n], counted, wide)), None)
    last = max((n for n in ends if n == added or rows[n] in sums), default=len(rows))
    below = rows[last + 1 :]
    if any(r.value(counted) != "" for r in below):
        below, added = [], None
    yield [r for n, r in enumerate(rows) if r in sums or n == added], SUMMED
    yield below, "below the sum"
    wide += len(sums) > 1  # of groups that have their sums
    parted = {b.number for a, b in pairwise([row, *rows]) if a is row or b.number > a.number + 1}
    others = [r for r in rows if r not in below]
    bare = [r._replace(values=[v if row.value(i) != "" else "" for i, v in enumerate(r.values)]) for r in others]
    heads = [r for r in bare if is_section(r, wide, names, is_parted=r.number in parted)]  # whatever stands beside
    numbers = {r.number for r in bare if heads and is_section(r, wide, names, is_parted=True)}  # all that are like one
    heads = [r for r in others if r.number in numbers and not _says_as_others(r, others)]
    heads = heads if wide > _NARROW or _are_apart(rows, heads) else []
    heads = heads or _bands(rows, wide)
    yield heads if len(rows) > len(heads) + 1 else (), "a heading among the rows"


def _is_noted(row: Row) -> bool:
    return all(str(v).startswith(("#", "//")) for v in row.values if v != "")


def _is_remark(row: Row) -> bool:
    """True for a cell alone that begins as a remark does: `NB: ask Ann`."""
    head, colon, _ = re.sub("：", ":", next(iter(row.said.values()))).partition(":")
    return len(row.said) == 1 and bool(colon) and plain_ascii(head) in _REMARKS


def _is_line(row: Row) -> bool:
    return re.fullmatch(r"#+|/{2,}|[=*~_-]{3,}", "".join(str(v) for v in row.values)) is not None


def is_section(row: Row, wide: int, names: Collection[int], *, is_parted: bool) -> bool:
    """True for a row of one cell of words, `Fire cards`: parted, or in no column that names its item; behind the
    first column no sentence, which is what a card does."""
    said = [*row.said.items()]
    if len(said) != 1:
        return False
    is_apart = is_parted or (bool(names) and said[0][0] not in names)
    is_apart = is_apart and not (said[0][0] and _SENTENCE.fullmatch(said[0][1]))
    return wide >= _NARROW and is_apart and bool(re.search(r"[^\W\d_]{2}", said[0][1]))


def _bands(rows: Sequence[Row], wide: int) -> list[Row]:
    """Several rows of a word, or a word and a sign (`BOWMEN,X`), each above rows that fill most of many columns."""
    found = [row for row in rows if 0 in row.said and len("".join([*row.said.values()][1:])) < _TWO]
    numbers = {row.number for row in found}
    full = all(2 * len(row.said) > wide for row in rows if row.number not in numbers)
    is_above = not any(a.number in numbers and b.number in numbers for a, b in pairwise(rows))
    return found if wide > 2 * _NARROW and len(found) > 1 and full and is_above else []


def _says_as_others(row: Row, rows: Sequence[Row]) -> bool:
    """True for a row of one cell that is a sentence among sentences: an item without a name."""
    at, words = next(iter(row.said.items()))
    said = [str(other.value(at)) for other in rows if len(other.said) > 1 and other.value(at) != ""]
    return len(row.said) == 1 and _SENTENCE.fullmatch(words) is not None and _most(_SENTENCE.fullmatch, said)


def _are_apart(rows: Sequence[Row], heads: Sequence[Row]) -> bool:
    """True for several rows, the first of all among them and none below another, that lack what all others have."""
    numbers = {head.number for head in heads}
    others = [row for row in rows if row.number not in numbers]
    lacks = (all(h.value(i) == "" for h in heads) and all(r.value(i) != "" for r in others) for i in range(_NARROW))
    is_apart = not any(a.number in numbers and b.number in numbers for a, b in pairwise(rows))
    return len(heads) > 1 and is_apart and rows[0].number in numbers and rows[-1].number not in numbers and any(lacks)


_NARROW = 3
"""In a table of so few columns a cell alone is more often an item than a heading."""
_TAGGED = lazy_pattern(r"# ?[^\W\d_]")
_REMARKS = frozenset(map(plain_ascii, table_words("remarks")))
_COMMENT = lazy_pattern(r"(#+|//+)( |[-=*~]{2})")
_SUMS = {part: "|".join(words) for part, words in table_words("sums").items()}
_SUM = lazy_pattern("({before}|{pieces})?({words})({what})?({of})?({pieces})?".format(**_SUMS))
_MEAN = lazy_pattern(_SUMS["means"])
"""What a sum is called, without blanks and digits: `Grand total`, `Zwischensumme`, `Total: 54 cards`; and what is none,
and stands where sums do."""
_FIGURE = lazy_pattern(r"[$€£¥#~]?[\d.,\s]+(%|[€£¥$₩円枚]|[a-zA-Zł]{1,3}\.?)?|=.*|[" + "".join(DASHES) + "]")
"""What stands below a column of numbers: `54`, `12 €`, `54 pcs`, a formula."""
_POINTS = lazy_pattern(r"\s*(<[-–—=]|←|⇐|⟵|↑|\^)")
_BELOW = 5
"""So many rows at the end of a table may hold its sum, and notes; or above it say of what game, of which day ..."""


def tell_choices(grid: Grid, at: int, rows: Sequence[Row], choices: Sequence[str]) -> None:
    """A note of choices in other capitals, or with blanks around them."""
    meant, found = {as_choice(choice): choice for choice in choices}, dict[str, list[str]]()
    for row in rows if choices else ():
        words = str(row.value(at)).strip("\n")  # a folded text of YAML ends in one
        if words not in choices and as_choice(words) in meant:
            found.setdefault(words, []).append(f"{letters(at)}{row.number}")
    for words, cells in found.items():
        more = " ..." * (len(cells) > _FEW)
        undo = "; as `text` its column is kept as written" * (words == next(iter(found)))
        grid.notes.append(f"{', '.join(cells[:_FEW])}{more}: `{words}` is read as `{meant[as_choice(words)]}`{undo}")


_FEW = 5


def tell_unpaired(grid: Grid, row: Row, texts: Collection[int]) -> None:
    """Y037: a tag of HTML that is not closed, or none."""
    for at in texts:
        for tag in unpaired(str(row.value(at)))[:1] if "<" in str(row.value(at)) else ():
            hint = "close it (`<b>word</b>`), or take it out"
            grid.findings.append(
                Finding("Y037", grid.mark(row, at), f"`{tag}` is no tag of HTML, or has no other half", hint)
            )
