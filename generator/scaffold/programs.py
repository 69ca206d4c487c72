"""Which columns only a program or its designer reads: keys, orders, what is worked out, or said in another column.

Promise: nothing is left out that says to players what no other column does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations

from generator.data.lexicon import table_words
from generator.data.reading.aliases import language_named
from generator.data.reading.document import Map, blanks_in, words_in
from generator.data.reading.grid import UNKNOWN, plain
from generator.data.reading.guessing import are_slips, is_running
from generator.scaffold.meanings import fields_behind, in_parts, is_behind, said_in, says

_LONG = 20
"""Words of more characters are no kind of a thing."""
_SEVERAL = 5
"""In so many rows hardly anything is alike by chance."""

_KEY = re.compile(
    r"(\w+:? )?\w+://|\{\{[^{}]*\}\}$|([A-Za-z]+[-_:])?[0-9a-f]{8}-[0-9a-f]{4}-|(\[object \w+\],?)+$|undefined$"
    r"|(/[\w-]+){2,}$|[\w/.-]+\.(ts|js|py|java|kt|rb|rs|go|gd|tscn|tres|asset|json|html?|mp3|wav|ogg|xml|php|cs|lua|prefab"
    r"|md|txt|csv|tsv|ya?ml|toml|pdf|psd|xcf|blend|docx?|xlsx?)$"
    r"|\(\w+=|[0-9a-f]{16,}$|(?=\D*\d)(?=\d*[a-f])[0-9a-f]{7,}$|rec[A-Za-z0-9]{14}$|0x[0-9A-Fa-f]+$|[A-Za-z]+(_[A-Za-z0-9]+){3,}$"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|(?=.*-\d)[a-z]+(-[a-z0-9]+)+( ([a-z]+:)*[a-z]+(-[a-z0-9]+)+)+$"
    r"|\S*\w(<=?\d|>=\d|>\d+[:&|)]|\?\[)\S*$"
)
"""Keys, addresses, dates, classes and conditions of programs, as a whole or at the beginning."""
_CODE = re.compile(
    r"""(?s)\s*(\[\s*["\[{]|\{\s*["'\[]).*[\]}]\s*|\{\}|.*[a-z]\w*\(\w+(, ?[\w+-]+)*\).*"""
    r"|.*(?<![\w{\[<])[A-Z]{2,}(_[A-Z]+)+\b(?=.).*"
)
"""What a program wrote for itself, or does with `CHOOSE_CARD`."""
_PROMPT = re.compile(
    r"(?is).*,.*\b(vector|lighting|cinematic|photorealistic|concept art|digital (art|painting)|\w+ style|no text"
    r"|stylized|illustration|cartoon|aesthetic|(crisp|clean) lines|(warm|cool|soft) (tones|shadows|light))\b"
)
"""What a designer asks a program that draws for."""


def says_nothing(items: Sequence[Map], field: str) -> bool:
    """True for what no piece says, not even by a formula, and for keys, addresses and orders of programs."""
    said, unknown = said_in(items, field), any(i.mark(field).value == UNKNOWN for i in items if field in i.spans)
    keys, asked, code = (sum(map(bool, map(find, said))) for find in (_KEY.match, _PROMPT.search, _CODE.fullmatch))
    return not unknown and (2 * max(keys, asked) > len(said) or 3 * code >= len(said))


_NUMBERED = re.compile(r"(.+?)[_ ]?ids?")
_ICONS, _KEYS = re.compile(r"i[ck]on[aeo]?([ _-].*)?", re.IGNORECASE), re.compile(r"[a-z]{0,3}[-_]?\d+")
_KEY_WORD = re.compile(r"[a-z]+(_[a-z0-9]+)*")
_STROKED, _CODED = re.compile(r"[A-Za-z0-9]+(_[A-Za-z0-9]+)+"), re.compile(r"[A-Z][A-Z0-9_]+|[a-z0-9]+(_[a-z0-9]+)+")
_INDEX = re.compile(r"(?:idx?|ind(?:ex|ice)|(?:sort|display)?_?order|auto ?number|unnamed)(?:[\W_].*)?|(lp)\.?", re.I)
"""A numbering, beside names; `LP` are points of life, too."""
_WORKED_OUT, _HEADED = re.compile(r"-?\d+\.\d{6,}"), re.compile(r"[\w#№×]")
"""What a division gives, in a designer's sums; what a heading has."""
_CAPITALS, _PICTURES = re.compile("[A-Z0-9]{3,}"), frozenset(table_words("pictures"))
_PILES, _HANDLES = frozenset(table_words("piles")), frozenset(table_words("handles"))
"""Words of headings, of what programs call things."""


def is_of_programs(heads: Mapping[str, str], items: Sequence[Map]) -> Iterator[str]:
    """The fields that only a program reads: ids beside a name, or beside what they stand for, names of icons, layouts,
    what a division gives or a multiplication by the copies, and what another column says, or two."""
    plain_ = {f: plain(heading) for f, heading in heads.items()}
    named = {word for f, word in plain_.items() if f not in ("id", "count")}
    behind = {*fields_behind(heads), *(f for f, heading in heads.items() if is_behind(heading))}
    kinds = {f: said_in(items, f) for f, heading in heads.items() if says(heading, "type")}
    keyed = [f for f, said in kinds.items() if any("_" in w for w in said) and all(map(_KEY_WORD.fullmatch, said))]
    keyed = [f for f in keyed if not says(heads[f], "topic")] * (len(keyed) < len(kinds))
    shares = [f for f in heads if _is_share(f, items)]
    kin = {plain_[f] for f in shares}  # `modEfficiency` beside `efficiency`
    shares += [f for f in heads if any(word in plain_[f] for word in kin) and _are_shares(said_in(items, f))]
    whole = _in_lines(heads, items)
    shares += [f for lines in whole.values() for f in lines]
    shares += _in_pixels(plain_, items)
    first = next(iter(heads), "")
    for f, heading in heads.items():
        words = [str(item[f]) for item in items if item.get(f) is not None]
        found, index = _NUMBERED.fullmatch(in_parts(heading).lower()), _INDEX.fullmatch(heading)
        many, are_keys = len({*words}), found is not None and all(map(_KEYS.fullmatch, words))
        is_apart = found is not None and not in_parts(heading)[len(found[1])].isalpha()  # `bids` are none
        stem, are_numbers = (found[1], True) if found else (heading, all(map(str.isdecimal, words)))
        meant = {plain(stem) + more for more in ("" if found else "name", "name", "title", "label", "display")}
        are_own = many >= _SEVERAL and 5 * many > 4 * len(words) and " " not in "".join(words)
        if (
            (are_numbers and not named.isdisjoint(meant))
            or (are_keys and ((is_apart and many in (1, len(words))) or ("name" in heads and 1 < many == len(words))))
            or (are_own and (_ICONS.fullmatch(heading) or not _HEADED.search(heading)) and "".join(words).isascii())
            or (are_own and (f.startswith("column_") or len(heading) == 1) and _are_rows(words, is_first=f == first))
            or (f != "name" and "name" in heads and (_is_own_id(f, items) or (is_apart and _are_paths(f, items))))
            or ((f in keyed or _is_handle(heading, words)) and _has_text(f, items))
            or (heading[:1] == "_" and {one[:1] for one in heads.values()} > {"_"})
            or (in_parts(heading).lower().endswith("layout") and all(map(_STROKED.fullmatch, words)))
            or (are_own and f != "name" and all(map(_STROKED.fullmatch, words)) and _are_handles(heading, items, f))
            or (
                len(heads) > 1
                and index
                and f not in ("name", "number")
                and (is_running(words) if index[1] else many == len(items))
            )
            or any(map(_WORKED_OUT.fullmatch, words))
            or (len(heads) > 1 and _is_sign(f, plain_, items))
            or _is_of_all(f, items)
            or (plain_[f] in _WORDED and _is_beside_words(f, items))
            or _is_about_another(f, plain_, items)
            or f in shares
            or (plain_[f] == "tag" and "name" in heads and _are_tags(words))
            or (plain_[f] in _PICTURES and 2 * sum(map(bool, map(_STROKED.fullmatch, {*words}))) > many)
            or (f not in (*behind, *whole) and _holds_others(f, items))
            or (f not in behind and _is_again(f, plain_, items))
        ):
            yield f


def _in_pixels(heads: Mapping[str, str], items: Sequence[Map]) -> list[str]:
    """Where on a screen or a picture of the map a piece is, and how large: `x`, `y` far beyond a grid, or in fractions,
    and `w`, `h` beside them."""
    named = {word: f for f, word in heads.items()}
    for place in (pair for pair in _PIXELS if all(word in named for word in pair)):
        said = [[_number(item, named[word]) for item in items] for word in place]
        if all(max(map(abs, own)) >= _FAR or any(n % 1 for n in own) for own in said):
            return [named[word] for word in (*place, *_EXTENT) if word in named]
    return []


_PIXELS = (*((f"{way}x", f"{way}y") for way in ("", "pos", "pixel", "px", "center", "c", "map")), ("left", "top"))
_EXTENT, _FAR = ("w", "h", "width", "height"), 100


def _are_rows(words: Sequence[str], *, is_first: bool) -> bool:
    """True for what numbers rows: one after the other, or some that were left, in the first column or from 1, 2, 3."""
    numbers = [int(word) for word in words if word.isdecimal()]
    is_rising = len(numbers) == len(words) and numbers[0] < _BEGUN and all(a < b for a, b in pairwise(numbers))
    return is_running(words) or (is_rising and (is_first or is_running(words[:3])))


_BEGUN = 2


def _are_tags(words: Sequence[str]) -> bool:
    """True for `ADVGO`, which hardly another piece has."""
    return 2 * len({*words}) > len(words) >= _SEVERAL and all(map(_CAPITALS.fullmatch, words))


def _are_handles(heading: str, items: Sequence[Map], field: str) -> bool:
    """True for what is headed as keys or files of programs, and for the names as these write them, most of them:
    `steel_guard_squad`; no `gain_two_cards`."""
    said = [(plain(str(item[field])), [*map(plain, words_in(item.get("name")))]) for item in items if field in item]
    are_names = 2 * sum(any(name in word or word in name for name in names) for word, names in said) > len(said)
    return are_names or not _HANDLES.isdisjoint(re.split(r"[\W_]+", in_parts(heading).lower()))


def _is_handle(heading: str, words: Sequence[str]) -> bool:
    """True for words that a program knows things by, some in parts, below a heading that says so: `role: shop_sink`."""
    is_said = not _KEPT.isdisjoint(re.split(r"[\W_]+", in_parts(heading).lower()))
    return is_said and any("_" in word for word in words) and all(map(_KEY_WORDS.fullmatch, words))


_KEPT, _KEY_WORDS = _HANDLES | {"role", "target"}, re.compile(r"[a-z]+([_+|][a-z0-9]+)*")


def _is_sign(field: str, heads: Mapping[str, str], items: Sequence[Map]) -> bool:
    """True for letters that a font of icons draws, `Type icon` beside `Type`, and for small ones that stand for the
    kinds of another column."""
    said = {n: str(item[field]) for n, item in enumerate(items) if item.get(field) is not None}
    if not said or not all(map(_LETTER.fullmatch, said.values())):
        return False
    if (found := _GLYPHS.fullmatch(heads[field])) and found[1] in heads.values():
        return True
    kinds = [[(str(items[n].get(f)), word) for n, word in said.items()] for f in items[0] if f not in ("id", field)]
    worded = (pairs for pairs in kinds if not any(kind.isdecimal() or len(kind.encode()) < 2 for kind, _ in pairs))
    are_low = len({*said.values()}) > 1 and "".join(said.values()).islower()
    return are_low and any(len({*pairs}) == len({kind for kind, _ in pairs}) <= len(pairs) / 2 for pairs in worded)


_LETTER, _GLYPHS = re.compile(r"[A-Za-z]"), re.compile("(.+?)(i[ck]on[aeo]?|glyph|symbol)s?")


def _is_about_another(field: str, heads: Mapping[str, str], items: Sequence[Map]) -> bool:
    """True for what a program notes of another column whose heading its own begins with: which kind its values are of
    (`costKind`, most of them `numeric`), whether it says some word (`costIsNone`), or one in short (`suitAbbr`)."""
    words = [plain(word) for word in said_in(items, field)]
    are_kinds = 2 * sum(word in _VALUES for word in words) > len(words)
    others = {f: heads[field][len(h) :] for f, h in heads.items() if f != field and heads[field].startswith(h)}
    asked = {f: rest[2:] for f, rest in others.items() if rest.startswith("is")}
    kin = [f for stem in asked for f in heads if f != field and heads[f].startswith(heads[stem])]
    told = {plain(word) for f in kin for word in said_in(items, f)}
    short = [f for f, rest in others.items() if rest in _ABBREVIATED]
    pairs = [{(str(item.get(f)), str(item.get(field))) for item in items} for f in short]
    are_short = any(len(one) == len({word for word, _ in one}) for one in pairs)
    return (bool(others) and are_kinds) or are_short or not told.isdisjoint(asked.values())


_VALUES, _ABBREVIATED = frozenset(table_words("values")), frozenset(table_words("abbreviated"))


def _is_beside_words(field: str, items: Sequence[Map]) -> bool:
    """True for numbers under a heading for words, beside a text of nearly all."""
    numbers = [item[field] for item in items if item.get(field) is not None]
    are_numbers = all(isinstance(number, int) and not isinstance(number, bool) for number in numbers)
    return are_numbers and _has_text(field, items)


def _has_text(field: str, items: Sequence[Map]) -> bool:
    """True where another column has words for nearly all, not the same on each, as headings above a table are."""
    texts = {f for item in items for f, said in item.items() if f not in (field, "id", "name") and blanks_in(str(said))}
    said = ([words for item in items if blanks_in(words := str(item.get(f, "")))] for f in texts)
    return any(5 * len(words) >= 4 * len(items) and len({*words}) > 1 for words in said)


def _is_own_id(field: str, items: Sequence[Map]) -> bool:
    """True for words that are the id of each piece again: `building_id` beside `id`; a number may be a cost."""
    said = [(plain(str(item[field])), plain(str(item.get("id")))) for item in items if item.get(field) is not None]
    return len(said) > 1 and all(word == own and not word.isdecimal() for word, own in said)


_WORDED = frozenset(("effect", "effects", "effet", "effekt", "efecto", "effetto", "efeito", "wirkung", "效果", "効果"))


def _are_paths(field: str, items: Sequence[Map]) -> bool:
    """True for ids that end with the names: `cards.red-fox`."""
    said = [(plain(str(item[field])), plain(str(item.get("name")))) for item in items if item.get(field) is not None]
    return len(said) > 1 and all(word.endswith(name) and word != name for word, name in said)


def _is_of_all(field: str, items: Sequence[Map]) -> bool:
    """True for what all copies of a piece have together: so many of what another column says."""
    rows = [item for item in items if _number(item, field) and _number(item, "count") > 1]
    others = {f for item in rows for f in item if f not in (field, "count", "id")}
    return len(rows) >= _SEVERAL and any(
        all(_number(item, field) == _number(item, "count") * _number(item, f) for item in items) for f in others
    )


def _is_share(field: str, items: Sequence[Map]) -> bool:
    """True for what a designer worked out: one number of each piece in another one, to some places."""
    rows = [item for item in items if _SHARE.fullmatch(str(item.get(field)))]
    if len(rows) < _SEVERAL or len(rows) < sum(item.get(field) is not None for item in items):
        return False
    least = 0.6 * 10 ** -max(len(str(row[field]).partition(".")[2]) for row in rows)
    others = {f for row in rows for f in row if f not in (field, "id", "count") and _number(row, f)}
    for one, other in permutations(others if least < _FINE else (), 2):
        told = [row for row in rows if _number(row, other)]
        if len(told) >= _SEVERAL and all(
            abs(_number(row, one) / _number(row, other) - float(str(row[field]))) < least for row in told
        ):
            return True
    return False


def _are_shares(said: Sequence[str]) -> bool:
    return bool(said) and all("." in word and _SHARE.fullmatch(word) for word in said)


_FINE = 0.01
_SHARE = re.compile(r"-?\d+(\.\d{1,5})?")


def _number(item: Map, field: str) -> float:
    """A number; 0 for other words, or none."""
    value = item.get(field)
    return value if isinstance(value, int | float) else 0


def _is_again(field: str, heads: Mapping[str, str], items: Sequence[Map]) -> bool:
    """True for what another column says, too, in some language, and hardly anything else, whose heading is in this
    one's or has it, or for the deck as its type; for words that are the name of most; for codes of the words
    with which another column begins."""
    said = {n: [*words_in(item[field])] for n, item in enumerate(items) if item.get(field) is not None}
    if field == "name" or not said:
        return False
    own, many = heads[field], len({*map(str, said.values())})
    is_list = any(isinstance(item.get(field), list) for item in items)
    codes = {n: "".join(words) for n, words in said.items()}
    are_codes = many >= _SEVERAL and all(map(_CODED.fullmatch, codes.values()))
    for other in (f for f in heads if f != field):
        theirs = {n: [*words_in(items[n].get(other))] for n in said}
        more = sum(item.get(other) is not None for item in items)
        tag = own.removeprefix(heads[other]) if own.startswith(heads[other]) else own.removesuffix(heads[other])
        is_kin = (other == "name" and 2 * len(said) >= len(items)) or (
            own != tag and bool(tag and language_named(f"x ({tag})"))
        )
        is_kin |= len(said) >= _SEVERAL and many > 1 and (heads[other] in own or own in heads[other])
        is_less = more > len(said) or (more == len(said) and (other == "name" or len(own) > len(heads[other])))
        if own in _PILES and len(said) >= _SEVERAL and many > 1 and says(heads[other], "type"):
            is_kin, is_less = True, own != heads[other]
        begins = are_codes and all(
            re.match(rf"{word.replace('_', ' ')}\b", "".join(theirs[n][:1]), re.I) for n, word in codes.items()
        )
        bare = [([*map(plain, words)], [*map(plain, theirs[n])]) for n, words in said.items()]
        is_same = all(own_ == their if is_list else {*own_} <= {*their} for own_, their in bare)
        if begins or (is_kin and is_less and is_same):
            return True
    return False


def _in_lines(heads: Mapping[str, str], items: Sequence[Map]) -> dict[str, list[str]]:
    """Texts that other columns say again line by line, and these: `text` beside `line 1`, `line 2`."""
    rows: dict[str, list[str]] = {}
    for f, heading in heads.items():
        if numbered := _COUNTED.fullmatch(heading):
            rows.setdefault(numbered[1], []).append(f)
    said = {
        stem: [_bare("".join(str(item.get(f) or "") for f in own)) for item in items]
        for stem, own in rows.items()
        if len(own) > 1
    }
    return {
        f: rows[stem]
        for stem, texts in said.items()
        for f in heads
        if any(texts) and f not in rows[stem] and [_bare(item.get(f) or "") for item in items] == texts
    }


_COUNTED = re.compile(r"(.*\D)\d{1,2}\s*")


def _holds_others(field: str, items: Sequence[Map]) -> bool:
    """True for texts in which stands, on nearly all pieces, what two other columns say, one of them a text of its own;
    of few pieces, on most."""
    texts = [(_bare(item[field]), item) for item in items if isinstance(item.get(field), str)]
    others = {f for _, item in texts for f, said in item.items() if f not in (field, "id") and isinstance(said, str)}
    within = {f: sum((own := _bare(i.get(f) or "")) in words and own != words for words, i in texts) for f in others}
    said = {f: sum(bool(i.get(f)) for _, i in texts) for f in others}
    held = [
        f for f, many in within.items() if _SEVERAL * many >= (_SEVERAL - 1) * len(texts) and 2 * said[f] >= len(texts)
    ]
    most = len(texts) / 2 if len(texts) < _SEVERAL else 0
    is_own = any(sum(len(str(i.get(f) or "")) > 2 * _LONG for i in items) > most for f in held)
    return len(texts) > 1 < len(held) and is_own


def _bare(words: object) -> str:
    """Words without tags and signs."""
    return plain(re.sub("<[^<>]*>", "", str(words)))


def numbering_in(items: Sequence[Map]) -> tuple[list[str], str, bool]:
    """The heading of a column of ids that tells no pieces apart, and what is said of it, or of few ids that stand twice
    among many; and whether it names pieces with words."""
    ids = Counter(str(item["id"]) for item in items if item.get("id") is not None)
    twice = [f"{word} stands {n} times" for word, n in ids.items() if n > 1]
    if not twice or "id" not in items[0].spans:
        return [], "", False
    heading, again = items[0].mark("id").heading, [word for word, n in ids.items() for _ in range(n - 1)]
    is_named = any(" " in word for word in ids)
    if are_slips(again, len(items)) or (_TWICE * len(again) < len(items) and not is_named):
        return [], f"{heading}: {', '.join(twice[:3])}; `pnp check` says where", False
    so = "read as words" if is_named else "not read"
    return [heading], f"{heading}: tells no pieces apart, {', '.join(twice[:3])}; so it is {so}", is_named


_TWICE = 3
"""Ids of which fewer than one in so many stands again are ids."""
