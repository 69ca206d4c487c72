"""What a heading says a column is for on a card, in the languages of designers: a title, a question, its answer ...

Takes headings as people and programs write them (`texte_effet`, `cardName`, `正解`). Promise: only whole words decide,
or signs that are words of their own; what a heading does not say is "".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from generator.data.lexicon import table_words
from generator.data.model import NAME_FIELDS
from generator.data.reading.aliases import USUAL, language_named, meant_by
from generator.data.reading.document import Map
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.guessing import is_running
from generator.data.reading.records import words_in
from generator.data.reading.workbook import UNKNOWN

_SAID = {
    name: frozenset(map(plain_ascii, [*words, *USUAL.get(name, ())])) for name, words in table_words("meanings").items()
}

FACTORS = ("attack", "defence", "move")
"""What counters say, in this order."""


def says(heading: str, what: str) -> bool:
    """True where a heading, or a word of it, stands for this: `Mana Cost`, `type_code`, `effectText`, `Manakosten`."""
    return what in _meanings(heading)


def is_of_answers(heading: str) -> bool:
    """True for one or several answers to a question, or options to choose from."""
    return not {"answer", "wrong", "option"}.isdisjoint(_meanings(heading))


@lru_cache(maxsize=4096)
def _meanings(heading: str) -> frozenset[str]:
    words = {heading, *re.split(r"[\W_]+", in_parts(heading))}
    bare = {plain_ascii(word) for word in words}
    bare |= {re.sub(r"\d+$", "", word) for word in bare}
    bare |= {re.sub("([aou])e(?=[^aeiou])", r"\1", word) for word in bare}  # `Erklaerung`
    bare |= {re.sub(plural, "", word) for word in bare if len(word) > 5 for plural in ("s$", "e?s$", "e?n$")}
    said = {name for name, known in _SAID.items() if known & ({plain_ascii(heading)} if name == "front" else bare)}
    said |= {"cost"} if any(word.endswith(cost) for word in bare for cost in _SAID["cost"] if len(cost) > 4) else set()
    said |= {what for what in FACTORS if any(w.startswith(one) for w in bare for one in _SAID[what] if len(one) > 5)}
    said |= {"type"} if "topic" in said else set()
    said |= {"play"} if not said.isdisjoint(FACTORS) else set()
    return frozenset(said | {meant_by(word) for word in words if word})


PLAIN = re.compile("te(xt|kst|sto)|desc|beschr|opis|описан|テキスト|本文|説明|描述|说明|설명")
"""Headings that say no more than that there is a text."""


def in_english(heads: Mapping[str, str]) -> dict[str, str]:
    """English names for fields called by their places, where their headings as a whole say what they are."""
    meant = {f: plain_ascii(plain(heading)) for f, heading in heads.items() if f.startswith("column_")}
    found = {name: f for name, known in _SAID.items() if name not in ("name", "play", *heads)
             for f, words in reversed(meant.items()) if words in known}  # fmt: skip
    return {f: name for name, f in reversed(found.items())}


_WORK, _STATE = ("|".join(table_words(key)) for key in ("works", "states"))
_ASIDE = re.compile(
    f"{'|'.join(table_words('asides'))}|({_WORK})({_STATE})"
    f"|({_STATE})(of|de|del|der|da|do|des|dell|d)?(la|l|las)?({_WORK})"
)
"""Headings of what a designer writes for himself, or a program: no card shows it."""


def is_aside(heading: str) -> bool:
    """True for what a designer writes for himself: `Notes`, `Notes to self`, `Comment (Tom)`; for orders to a program:
    `@template`."""
    heading = re.sub(r"^(\w+\.)+(?=\w)", "", heading)
    words = re.split(r"[(（:\s_]+", in_parts(heading).strip(" )）"))
    return re.match(r"@\w", heading) is not None or any(
        _ASIDE.fullmatch(plain(word)) for word in (words[0], words[-1], heading)
    )


def _is_of_stages(heading: str, said: Collection[str]) -> bool:
    """True for how far pieces are: `Status`, with `Done`, `In playtest`; `Version`, with `0.4`."""
    words, headed = [plain_ascii(plain(word)) for word in said], plain_ascii(plain(heading))
    found = (stage for head, stage in _STAGES if re.fullmatch(head, headed))
    return bool(words) and any(all(map(stage.fullmatch, words)) for stage in found)


_STAGES = (_STATE, re.compile("|".join(table_words("stages")))), ("version|revision|rev", re.compile(r"v?\d+[a-z]?"))
_SIDE = re.compile(r"([frb])[\W_](.+)")
_BACK = re.compile(rf"\b({'|'.join(table_words('backs'))})\b|裏")


def is_behind(heading: str) -> bool:
    """True for a column about the back."""
    return bool(_BACK.search(plain_ascii(heading).replace("_", " ")))


def of_side(heading: str) -> str:
    """A heading as it is printed on its side: `Back title` is `title` there, and so is `Front title`."""
    words = re.split("[ _]+", in_parts(heading))
    return " ".join(w for w in words if not (is_behind(w) or plain_ascii(w) in _SAID["front"])) or heading


def fields_behind(heads: Mapping[str, str]) -> list[str]:
    """The fields after a column `BACK` whose headings stand before it, too; of `F-Attack` and `R-Attack`, several of
    both, the latter."""
    words = {f: plain_ascii(heading).strip(" >") for f, heading in heads.items()}
    sides = {f: found for f, word in words.items() if (found := _SIDE.fullmatch(word))}
    fronts = {found[2] for found in sides.values() if found[1] == "f"}
    backs = [f for f, found in sides.items() if found[1] != "f" and found[2] in fronts]
    if len(backs) > 1:
        return backs
    at = next((n for n, word in enumerate(words.values()) if is_behind(word)), len(words))
    return [f for f in [*words][at + 1 :] if words[f] in [*words.values()][:at]]


def in_parts(heading: str) -> str:
    """A name of programs in words: `effectText` is `effect Text`."""
    return re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", heading)


@lru_cache(maxsize=4096)
def stem_of(heading: str) -> str:
    """A heading without its number and the word for its side: `Upgrade 2`, `left.label`."""
    words = [plain_ascii(word) for word in re.findall(r"[^\W\d_]+", in_parts(heading))]
    return " ".join(word for word in words if word not in _SIDES)


_SIDES = {word for way in ("left", "right", "top", "bottom") for word in table_words("directions")[way]}


def human(heading: str) -> str:
    """A heading as a label: `hp_max` is `HP max`, `basePoint` `Base point`; what a designer wrote with care stays."""
    words = in_parts(heading.replace("_", " ")).split()
    if len(words) > len(heading.split()):
        words = [word if word.isupper() else word.lower() for word in words]
    words = [word.capitalize() if word.isupper() and word.isalpha() and len(word) > 4 else word for word in words]
    words = [re.sub(r"(?<=[^\W\d_]{2})(?=\d{1,2}$)", " ", word) for word in words]
    first = words[0] if words else ""
    is_short = re.fullmatch("[b-df-hj-np-tv-xz]{2,3}", first) or (len(words) == 1 and re.fullmatch("[a-z]{2}", first))
    first = first.upper() if is_short and first != "no" else first[:1].upper() + first[1:]
    return " ".join([first, *words[1:]])  # a unit behind stays as it is: `Weight kg`


# ---- columns that say nothing to players ----

_KEY = re.compile(
    r"(\w+:? )?\w+://|\{\{[^{}]*\}\}$|[0-9a-f]{8}-[0-9a-f]{4}-|(\[object \w+\],?)+$|undefined$"
    r"|(/[\w-]+){2,}$|[\w/.-]+\.(ts|js|py|java|kt|rb|rs|go|gd|tscn|tres|asset|json|html?|mp3|wav|ogg|xml|php|cs|lua|prefab)$"
    r"|\(\w+=|[0-9a-f]{16,}$|rec[A-Za-z0-9]{14}$|0x[0-9A-Fa-f]+$|[A-Za-z]+(_[A-Za-z0-9]+){3,}$"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\S*\w(<=?\d|>=\d|>\d+[:&|)]|\?\[)\S*$"
)
"""Keys, addresses, dates and conditions of programs, as a whole or at the beginning."""
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
_STROKED, _CODED = re.compile(r"[A-Za-z0-9]+(_[A-Za-z0-9]+)+"), re.compile(r"[A-Z][A-Z0-9_]+|[a-z0-9]+(_[a-z0-9]+)+")
_INDEX = re.compile(r"(?:idx?|index|auto ?number|unnamed)(?:[\W_].*)?|(lp)\.?", re.IGNORECASE)
"""A numbering, beside names; `LP` are points of life, too."""
_WORKED_OUT, _HEADED = re.compile(r"-?\d+\.\d{6,}"), re.compile(r"[\w#№×]")
"""What a division gives, in a designer's sums; what a heading has."""
_LONG = 20
"""Words of more characters are no kind of a thing."""
_PILES, _HANDLES = frozenset(table_words("piles")), frozenset(table_words("handles"))
"""Words of headings, of what programs call things."""
_SEVERAL = 5
"""In so many rows hardly anything is alike by chance."""


def is_of_programs(heads: Mapping[str, str], items: Sequence[Map]) -> Iterator[str]:
    """The fields that only a program reads: ids beside a name, or beside what they stand for, names of icons, what a
    division gives or a multiplication by the copies, and what another column says, or two."""
    plain_, has_name = {f: plain(heading) for f, heading in heads.items()}, not heads.keys().isdisjoint(NAME_FIELDS)
    named = {word for f, word in plain_.items() if f not in ("id", "count")}
    behind = {*fields_behind(heads), *(f for f, heading in heads.items() if is_behind(heading))}
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
            or (are_own and (_ICONS.fullmatch(heading) or not _HEADED.search(heading)))
            or (are_own and (f.startswith("column_") or len(heading) == 1) and is_running(words))
            or (are_own and f != "name" and all(map(_STROKED.fullmatch, words)) and _are_handles(heading, items, f))
            or (
                has_name
                and index
                and f not in ("name", "number")
                and (is_running(words) if index[1] else many == len(items))
            )
            or any(map(_WORKED_OUT.fullmatch, words))
            or (len(heads) > 1 and _is_sign(f, plain_, items))
            or _is_of_all(f, items)
            or _is_about_another(f, plain_, items)
            or _is_share(f, items)
            or (f not in behind and _holds_others(f, items))
            or (f not in behind and _is_again(f, plain_, items))
        ):
            yield f


def _are_handles(heading: str, items: Sequence[Map], field: str) -> bool:
    """True for what is headed as keys or files of programs, and for the names as these write them, most of them:
    `steel_guard_squad`; no `gain_two_cards`."""
    said = [(plain(str(item[field])), [*map(plain, words_in(item.get("name")))]) for item in items if field in item]
    are_names = 2 * sum(any(name in word or word in name for name in names) for word, names in said) > len(said)
    return are_names or not _HANDLES.isdisjoint(re.split(r"[\W_]+", in_parts(heading).lower()))


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
    (`costKind`, most of them `numeric`), or whether it says some word (`costIsNone`)."""
    words = [plain(word) for word in said_in(items, field)]
    are_kinds = 2 * sum(word in _VALUES for word in words) > len(words)
    others = {f: heads[field][len(h) :] for f, h in heads.items() if f != field and heads[field].startswith(h)}
    asked = {f: rest[2:] for f, rest in others.items() if rest.startswith("is")}
    kin = [f for stem in asked for f in heads if f != field and heads[f].startswith(heads[stem])]
    told = {plain(word) for f in kin for word in said_in(items, f)}
    return (bool(others) and are_kinds) or not told.isdisjoint(asked.values())


_VALUES = frozenset(table_words("values"))


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


_FINE = 0.01
_SHARE = re.compile(r"-?\d+(\.\d{1,5})?")


def _number(item: Map, field: str) -> float:
    """A number; 0 for other words, or none."""
    value = item.get(field)
    return value if isinstance(value, int | float) else 0


def _is_again(field: str, heads: Mapping[str, str], items: Sequence[Map]) -> bool:
    """True for what another column says, too, in some language, and hardly anything else, whose heading is in this
    one's or has it, or for the deck as its type; for words that are the name; for codes of the words with which another
    column begins."""
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
        is_kin = other == "name" or (own != tag and bool(tag and language_named(f"x ({tag})")))
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


def shorter(heads: Mapping[str, str], items: Sequence[Map], left: Sequence[str]) -> dict[str, str]:
    """Shorter headings for fields, of columns that are left out as they say the same: `Faith` of `Faith raw`."""
    return {
        f: heads[short] for short in left for f in heads if f not in left and plain(heads[short]) in plain(heads[f])
        and all({*words_in(item.get(short))} <= {*words_in(item.get(f))} for item in items)
        and any(item.get(short) is not None for item in items)
    }  # fmt: skip


def _holds_others(field: str, items: Sequence[Map]) -> bool:
    """True for texts in which stands, on each piece, what two other columns say, one of them a text of its own."""
    texts = [(_bare(item[field]), item) for item in items if isinstance(item.get(field), str)]
    others = {f for _, item in texts for f, said in item.items() if f not in (field, "id") and isinstance(said, str)}
    held = [f for f in others if all(_bare(item.get(f) or "") in words for words, item in texts)]
    return len(texts) >= _SEVERAL and len(held) > 1 and any(len(str(i.get(f))) > 2 * _LONG for f in held for i in items)


def _bare(words: object) -> str:
    """Words without tags and signs."""
    return plain(re.sub("<[^<>]*>", "", str(words)))


def said_in(items: Sequence[Mapping[str, object]], field: str) -> list[str]:
    """All that the pieces say in a field."""
    return [word for item in items if field in item for word in words_in(item[field])]


def cites_ids(items: Sequence[Map]) -> bool:
    """True where texts call pieces by their ids, `#21`, or a column holds ids of others that are no plain numbers."""
    ids = {str(item.get("id")) for item in items}
    texts = (words for item in items for value in item.values() for words in words_in(value))
    if not ids.isdisjoint(n for words in texts for n in re.findall(r"#(\d{1,4})\b", words)):
        return True
    said = ({*said_in(items, f)} for f in {f for item in items for f in item if f != "id"})
    return any(len(words) > 1 and words <= ids and all(map(_NUMBERING.fullmatch, words)) for words in said)


_NUMBERING = re.compile(r"0\d+|[A-Za-z]{1,3}-?\d+")


def are_rows_counted(items: Sequence[Map]) -> bool:
    """True if of each piece there are as many rows that say the same as it has copies."""
    said = [str({k: v for k, v in item.items() if k != "id"}) for item in items]
    many = Counter(said)
    return len(many) < len(said) and all(many[s] == item.get("count") for s, item in zip(said, items, strict=True))


def asides_in(heads: Mapping[str, str], items: Sequence[Map], left: Collection[str]) -> list[str]:
    """The fields that no card shows: some that are `left`, and what a designer writes for himself; but words of its own
    for nearly each piece, where no others are longer than the name of a kind, are what a card says."""
    own = [f for f, h in heads.items() if f not in left and (is_aside(h) or _is_of_stages(h, said_in(items, f)))]
    others = [f for f in heads if f not in (*left, *own, "name")]
    said = {f: said_in(items, f) for f in heads}
    is_bare = len(items) >= _SEVERAL and not any(len(words) > _LONG for f in others for words in said[f])
    lone = [f for f in own if is_bare and 10 * len({*said[f]}) >= 9 * len(items)]
    lone = [f for f in lone if any(len(w) > _LONG and (" " in w or not w.isascii()) for w in said[f])]
    found = [f for f in heads if f in left or (f in own and f not in lone)]
    kept = {heading for f, heading in heads.items() if f not in found}
    return [f for f in found if heads[f] not in kept]  # by their headings they are left out
