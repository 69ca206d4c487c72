"""What kind a column of cells is, as it would be declared; and the few cells that do not fit it.

Takes the values of a column, gives a `FieldKind`. Promise: the large majority of the cells decides. What few of many
say, each alone or in a long table a few times, is a slip, and told where it stands; in a short one it is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from generator.data.lexicon import table_words
from generator.data.model import NAME_FIELDS, FieldKind
from generator.data.reading.aliases import NUMBERS, meant_by
from generator.data.reading.cells import (
    CLEAR,
    HEX,
    NAMES,
    PICTURES,
    SHORT,
    SIGNS,
    count_in,
    is_listed,
    is_read,
    split_members,
)
from generator.data.reading.document import List, Map
from generator.data.reading.folders import file_and_view, picture_named
from generator.data.reading.grid import FIGURES, Shown, as_choice, is_figure, plain, plain_ascii
from generator.diagnostics.findings import near
from generator.expressions.named_color import hex_color
from generator.values import lazy_pattern


def guessed_kind(
    heading: str,
    values: Sequence[object],
    decimal: str = ".",
    is_picture: Callable[[str], object] = lambda _: False,
    *,
    is_answer: bool = False,
) -> FieldKind:
    """The kind that a field of these values would be declared with. Choices that differ in capitals and blanks alone
    are one, as most cells write it; `is_picture` is asked under a heading that says so; of what
    `is_answer` a list stays one where its members are sentences, and yes and no are words."""
    given = [v for v in values if v not in ("", None, [], {}) and not (isinstance(v, Map) and not any(v.values()))]
    if any(HEX.fullmatch(str(v)) for v in given):
        given = [v for v in given if not CLEAR.fullmatch(str(v))]
    words = [str(v).strip() for v in given]
    is_written = len(given) == len(values) and not all(isinstance(v, float) for v in given)
    if not is_written and all(
        not isinstance(v, Shown) and _WHOLE.fullmatch(w) for v, w in zip(given, words, strict=True)
    ):
        words = [word[:-2] for word in words]  # so programs write whole numbers
    are_listed = bool(given) and all(isinstance(v, str) and is_listed(v) for v in given)
    is_list = bool(given) and is_answer and all(_are_members(v) for v in given)
    is_list = is_list or (are_listed and any(map(_QUOTED.search, words)))
    name, choices = ("list", ()) if is_list else _kind_of(heading, given, words, decimal, is_picture)
    as_words = _of_words(heading, words, ())
    are_sides = name == "integer" and plain(heading) in _SIDES and as_words[0] == "one of"  # and no amounts
    name, choices = as_words if are_sides or (is_answer and name == "flag") else (name, choices)
    members = [member for v in given if isinstance(v, List) for member in v]
    whole = bool(members) and all(isinstance(m, int) and not isinstance(m, bool) for m in members)
    shown = bool(members) and all(isinstance(m, str) and m.lower().endswith(PICTURES) for m in members)
    of = FieldKind("integer" if whole else "image" if shown else "word") if name == "list" else None
    return FieldKind(name, choices=choices, of=of, optional=len(given) < len(values) or not values)


_SIGNED = lazy_pattern(
    r"0[0-9]+|\+.*|[1-9][0-9]{0,2}([,.' ][0-9]{3})+([.,][0-9]+)?|-?[0-9]+[.,][0-9]*0|.*%|.*E[-+]?[0-9]+"
)
"""Numbers that print otherwise than they stand: `007`, `+2`, `1,500`, `2.50`, `9.0`, `25%`, `1E+3`."""

_WHOLE = lazy_pattern(r"-?[0-9]+\.0")


_QUOTED = lazy_pattern("[\"']|^{.*,")


def _has_parts(value: object) -> bool:
    """True for what is read as text: a mapping; a list of such, of lists, or of sentences."""
    if isinstance(value, List):
        return any(isinstance(v, List) or _has_parts(v) or len(str(v)) > SHORT for v in value)
    return isinstance(value, Map)


def _are_members(value: object) -> bool:
    """True for several words or sentences."""
    if isinstance(value, List):
        return not any(isinstance(v, Map | List) for v in value)
    return bool(re.search("[;|]", str(value))) or is_listed(str(value))


_PLAIN = lazy_pattern(r"[^.!?。！？:：]{1,40}")
_AMOUNT = lazy_pattern(r"\S+ \d+|\d+ \S+")
_ROW = lazy_pattern(r"\{\w+\} ?\{")
"""Icons in a row, `{coin}{coin}`: beside them `{coin}` is one, and no list."""


def _are_lists(words: Sequence[str], *, is_text: bool) -> bool:
    """True for names of one or two words, some of which recur, all parted by `;` or all by `|`; of several words where
    no blank stands behind these as it does in a sentence; for lists as programs write them: `[a,b]`, `[]`. Amounts
    (`Gain 2 | Lose 1`) are a text, and so is what is headed so, but for words with bare semicolons."""
    cells = [split_members(re.sub(r"&#?\w+;", "&", word), SIGNS) for word in words]
    listed = [is_listed(word) for word in words]
    several = sum(1 for is_one, cell in zip(listed, cells, strict=True) if is_one or len(cell) > 1)
    members = [m for cell in cells for m in dict.fromkeys(cell)]
    signs = {sign for sign in ";|" if any(sign in word for word in words)}
    is_bare = 2 * several > len(words) and not any(re.search(r"[;|]\s", word) for word in words)
    is_bare = is_bare and not (is_text and "|" in signs)
    recur = any(listed) or len({*map(plain, members)}) < len(members)
    named = recur and not is_text and not any(map(_AMOUNT.fullmatch, members))
    names = all(map(_PLAIN.fullmatch if is_bare else NAMES.fullmatch, members))
    is_one = len(signs) < 2 and "[object Object]" not in words and not any(map(_ROW.search, words))
    return names and is_one and (is_bare or named) and 4 * several > len(words)


def _are_pictures(heading: str, words: Sequence[str], is_picture: Callable[[str], object]) -> bool:
    """True if all end as pictures do; under a heading that says so, if most do, half of them are found, or all are
    called as files are (`2_of_clubs`)."""
    ends = [picture_named(file_and_view(w)[0]).lower().endswith(PICTURES) for w in words]
    if all(ends) or not is_for_pictures(heading):
        return all(ends)
    return (
        2 * sum(ends) > len(ends)
        or all(map(_FILED.fullmatch, words))
        or 2 * sum(1 for w in words if is_picture(w)) >= len(words)
    )


_FILED = lazy_pattern(r"(?=.*[_/])[\w./-]+")
_PICTURE_HEADINGS = frozenset(table_words("pictures"))


def is_for_pictures(heading: str) -> bool:
    """True for a column that is headed as pictures are."""
    return plain(heading) in _PICTURE_HEADINGS


def _is_of_colors(heading: str, words: Sequence[str]) -> bool:
    """True where names of CSS are colours: one is nothing else (`darkseagreen`, `#aabbcc`), or the heading says so;
    not where words are tags (`#swift`)."""
    said = {plain(word) for word in (heading, *re.split(r"[\W_]+", heading))}
    named = not said.isdisjoint(_COLOR_HEADINGS) or plain(heading).endswith(("color", "colour", "farbe"))
    bare = [bool(re.search("[a-fA-F]", w)) for w in words if HEX.fullmatch(w)]
    tags = [_SHARP.fullmatch(w) is None for w in {*words} if w[:1] == "#"]
    return 2 * sum(tags) <= len(tags) and (
        named
        or any(w[:1] == "#" or _SHADE.fullmatch(w.lower()) for w in words)
        or (len(bare) == len(words) >= _USUAL and 2 * sum(bare) > len(bare))
    )


_COLOR_HEADINGS = frozenset(table_words("meanings")["color"])
_SHARP = lazy_pattern("#[0-9a-fA-F]{3,8}")
_SHADE = re.compile(r"(rgb|hsl)a?\(.*|(dark|light|medium|deep|dim|pale|steel|slate|sea|royal|midnight|dodger)[a-z]{3,}")


def variants(words: Sequence[str]) -> dict[str, str]:
    """Words as some cells write them -> as most do, where they differ in capitals and blanks alone."""
    many, usual, found = Counter(words), dict[str, str](), dict[str, str]()
    for word in sorted(many, key=lambda w: -many[w]):
        first = usual.setdefault(as_choice(word), word)
        found |= {word: first} if first != word else {}
    return found


def slips_in(words: Sequence[str], decimal: str) -> dict[str, str]:
    """Words that look like slips where a column was guessed, and what is said of them: one in twenty among numbers;
    those that stand once and are a letter away from what many cells say."""
    many = Counter(words)
    usual = [word for word, count in many.items() if count >= _USUAL]
    others = [word for word in many if not is_read(word, "number", decimal)]
    are_few = 20 * sum(many[word] for word in others) <= len(words)
    said = {w: "a word among numbers" if are_few else near(w, usual) for w in others if are_few or many[w] == 1}
    said = {w: what for w, what in said.items() if what and not re.match(rf"{re.escape(what)}[\W_]", w)}  # a kind of it
    said = {w: what for w, what in said.items() if are_few or re.findall(r"\d+", w) == re.findall(r"\d+", what)}
    return {word: what if are_few else f"almost `{what}`" for word, what in said.items()}


def likely_columns(
    lost: Mapping[str, FieldKind],
    columns: Mapping[str, Sequence[object]],
    decimal: str,
    is_picture: Callable[[str], object],
) -> dict[str, str]:
    """For fields that no column gives the heading, of those that nothing reads, that may be meant: called alike, or
    by another usual word, or with values of that kind; each once, the surest first."""

    def said(name: str) -> set[str]:
        return {plain(word) for word in re.split(r"[\W_]+", name)} | {meant_by(name)} - {""}

    def likely(field: str, heading: str) -> int:
        cells = [v for v in columns[heading] if v != ""]
        kind = guessed_kind(heading, cells, decimal, is_picture).name if cells else ""
        kinds = ["text" if one in ("word", "one of") else one for one in (kind, lost[field].name)]
        is_named = not said(field).isdisjoint(said(heading)) or bool(near(heading.lower(), [field], 0.6))
        return 2 * is_named + (kinds[0] == kinds[1])

    pairs = sorted((-likely(field, heading), field, heading) for field in lost for heading in columns)
    found = dict[str, str]()
    for score, field, heading in pairs:
        if score and field not in found and heading not in found.values():
            found[field] = heading
    return found


_SLIPS, _RARE, _LONE, _USUAL, _ALIKE = 40, 200, 500, 5, 0.85
"""One cell in so many may be a slip, or surely is; a choice that so few make is another column's; a word that so many
say is usual; so alike is what was meant."""
_SIGN, _LETTERS, _FEW = 3, 5, 12
"""So long is what stands for a number; so long is a word that is misspelt; so many words are choices."""
_COPIES = 30
"""There are hardly more of a thing, each of another number."""
_ASKED = re.compile(r"(is|has|can)(?=[A-Z_ ])|(Is|Has|Can)[A-Z _]")
"""Headings of flags, also where a 1 stands for yes: `is_expansion`, `hasFoil`."""
_DIGITS = frozenset("lIOoS|")
"""Letters that are typed for digits."""


def are_slips(odd: Sequence[object], total: int) -> bool:
    """True for what so few of many cells say, each of them alone, that it is no habit of the table."""
    return len(odd) * _SLIPS <= total and len({*odd}) == len(odd)


def are_rare(odd: Sequence[object], total: int) -> bool:
    """The same for what could be meant in a small table: an empty cell, a half among whole numbers."""
    return len(odd) * _RARE < total and len({*odd}) == len(odd)


def _recur_seldom(odd: Sequence[str], total: int) -> bool:
    """True for what so few of many cells say, each of them alone or but a few times, that it is no value of theirs."""
    return len(odd) * _SLIPS <= total and all(_is_seldom(n, total) for n in Counter(odd).values())


def _is_seldom(count: int, total: int) -> bool:
    return count == 1 or (count < _USUAL and count * _RARE <= total)


def _misspelt(many: Mapping[str, int]) -> list[str]:
    """Words that stand seldom and are hardly another than one that stands often: `Wizzard` among many a `Wizard`, but
    no `Tier 2` and no `Sage` beside a `Mage`."""
    usual = [word for word, count in many.items() if count >= _USUAL]
    total = sum(many.values())
    least = _LETTERS - (total >= _RARE)
    alone = [w for w, count in many.items() if _is_seldom(count, total) and len(w) >= least and w.isalpha()]
    return [word for word in alone if near(word, usual, _ALIKE)[:1] == word[:1]]


_LETTERED = lazy_pattern("column [A-Z]+")
_SIDES = frozenset(table_words("meanings")["side"])


def _kind_of(
    heading: str, given: Sequence[object], words: Sequence[str], decimal: str, is_picture: Callable[[str], object]
) -> tuple[str, tuple[str, ...]]:
    if not given or any(_has_parts(v) for v in given):
        return "text", ()
    usual = meant_by(heading)
    is_one = usual in ("name", "image", *["text"] * ("\n" in "".join(words)))
    are_lists = not is_one and _are_lists(words, is_text=usual == "text")
    if are_lists or any(isinstance(v, List) for v in given):
        return "list", ()
    if _are_pictures(heading, words, is_picture):
        return "image", ()
    many = Counter(words)
    is_asked = isinstance(given[0], bool) or (_ASKED.match(heading) and many.keys() <= {"0", "1"})
    kinds = ("flag", "number") if is_asked else ("integer", "flag", "number")
    if plain(heading) in NAME_FIELDS or (any(map(str.isdecimal, many)) and not is_asked):
        kinds = ("integer", "number")  # `X` and `Y` are names, too, and no ticks beside a 0
    elif _LETTERED.fullmatch(heading) and not is_asked:
        kinds = ("integer", "number")  # a tick says its heading
    fits: dict[str, Callable[[str], object]] = {
        "color": lambda w: w[:1] == "#" or HEX.fullmatch(w) or hex_color(w),
        "word": FIGURES.fullmatch,
        **{kind: partial(is_read, kind=kind, decimal=decimal) for kind in kinds},
    }
    asked = {"color": _is_of_colors(heading, words), "word": any(map(_SIGNED.fullmatch, many))}
    unfit = {kind: {w for w in many if not fit(w)} for kind, fit in fits.items() if asked.get(kind, True)}
    odd = {kind: [w for w in words if w in others] for kind, others in unfit.items()}
    meant = _misspelt(many)
    broken = odd.get("integer", [])
    exact = {w for w in broken if is_read(w, "number", decimal) and are_rare(broken, len(words))}
    slips = (
        kind
        for kind, others in odd.items()
        if _recur_seldom(others, len(words))
        and (
            all(w in meant if kind == "color" else len(w) > _SIGN or w in _DIGITS or w in exact for w in others)
            or are_rare(others, len(words))
        )
    )
    sure = next((kind for kind, others in odd.items() if not others), "")
    sure = next(slips, "") if not sure or (sure == "number" and exact) else sure
    if sure:
        return sure, ()
    signs = odd["number"]
    if 2 * len(signs) <= len(words) and all(len(w) <= _SIGN for w in signs):
        return "word", ()  # a cost of `X`, `-` or `2+` among numbers
    alone = [word for word, count in many.items() if count == 1 and word not in meant] if len(words) >= _LONE else []
    alone = alone if len(alone) * _LONE <= len(words) else []
    return _of_words(heading, words, [*alone, *(meant if len(meant) * _SLIPS <= len(words) else ())])


def _of_words(heading: str, words: Sequence[str], slips: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Choices, where the words are few and short, without slips for one of them; else text."""
    other = variants(words)
    distinct = tuple(dict.fromkeys(other.get(word, word) for word in words if word not in slips))
    short = all(len(w) <= 20 and not _SPOKEN.search(w) for w in distinct)
    few = len(distinct) <= _FEW and len(distinct) * 3 <= len(words)
    return ("one of", distinct) if short and few and plain(heading) not in NAME_FIELDS else ("text", ())


_SPOKEN = lazy_pattern(r"[\[\],\n{}*]|[^\d][.!?。！？][」』”’»\"')]?$|^[\"'「『“„«]")
"""What is in sentences, in quotation marks, in a list, and in no name of a kind."""


def are_copies(said: Sequence[str]) -> bool:
    """True for small whole numbers that do not number the rows, in order or many in any."""
    counts = [str(count_in(words)) for words in said]
    filled = [words for words in counts if words]
    is_far = len(filled) > 1 and any(is_figure(words) and int(words) > _COPIES for words in filled)
    is_any_order = len(filled) == len({*filled}) and (len(filled) > _USUAL or is_far)
    is_small = bool(filled) and all(re.fullmatch(r"[1-9]?\d(\.0)?", words) for words in filled)
    return is_small and not is_any_order and not is_running(counts)


def is_deck(said: Sequence[str]) -> bool:
    """True for what copies look like and values do not: all are whole, no 0, 1 or 2 is what most say, and they do not
    rise with as many rows of each, as months do."""
    many = Counter(said)
    if len({*many.values()}) == 1 and [*said] == sorted(said, key=lambda n: (len(n), n)):
        return False
    usual = max((count_in(words) for words in many), key=lambda n: many[str(n)], default="")
    return "1" in many and "0" not in many and "" not in many and usual in (1, 2) and len(many) > 1


_PIECES = {word: words for words in table_words("pieces").values() for word in words}
_PILES = frozenset(table_words("piles"))
_PLACES = frozenset(word for kind in ("hexes", "tiles", "boards") for word in table_words("pieces")[kind])


def is_of_pieces(heading: str, said: Sequence[str], file: str) -> bool:
    """True for copies below what pieces are called: `Counters`; a unit may fill two `hexes`, and be none."""
    words = () if plain_ascii(heading) in _PILES else _PIECES.get(plain_ascii(heading), ())
    is_meant = plain_ascii(heading) not in _PLACES or any(word in plain_ascii(file) for word in words)
    return bool(words) and is_meant and is_deck(said)


def is_numbering(said: Sequence[str]) -> bool:
    """True for what numbers many things rather than counts their copies: 1, 2, 3 ..., anew for each group, or numbers
    most of which stand but a few times; of few things each once, or rising."""
    numbers = [int(words) for words in said if is_figure(words)]
    groups = max(numbers, default=0) > 2 and all(b in (a + 1, 1) for a, b in pairwise(numbers))
    is_spread = len({*numbers}) > max(_USUAL, len(numbers) // _USUAL)
    is_rising = len(numbers) > 3 and all(a < b for a, b in pairwise(numbers))
    is_once = len(said) == len(numbers) and (is_rising or len({*numbers}) == len(numbers) >= _USUAL)
    return is_once or (len(numbers) > _USUAL and (groups or is_spread))


def counts_copies(heading: str, said: Sequence[str]) -> bool:
    """True for copies below a word that may mean something else; a few that rise by one are, where it is none for
    a numbering: `Nb` of 1, 2, 3."""
    if is_running(said):
        return len(said) <= _USUAL and plain(heading) not in NUMBERS
    return are_copies(said) and not is_numbering(said)


def might_count(heading: str, said: Sequence[str]) -> bool:
    """True for what rises by one, and numbers the rows if not this few or not below this word."""
    return is_running(said) and (len(said) <= _USUAL or plain(heading) not in NUMBERS)


def is_called_as(words: str, stems: Iterable[str]) -> bool:
    """True for what one of some files is called, or for the number at its end: `7` of `card-007`."""
    number = words.lstrip("0") if words.isdecimal() else ""
    return any(words == stem or number == re.sub(r".*\D", "", stem).lstrip("0") != "" for stem in stems)


def is_running(said: Sequence[str]) -> bool:
    """True if a column numbers the rows: 1, 2, 3 ..."""
    numbers = [int(words) for words in said if is_figure(words)]
    return len(said) == len(numbers) > 2 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
