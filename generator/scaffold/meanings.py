"""What a heading says a column is for on a card, in the languages of designers: a title, a question, its answer ...

Takes headings as people and programs write them (`texte_effet`, `cardName`, `正解`). Promise: only whole words decide,
or signs that are words of their own; what a heading does not say is "".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from generator.data.lexicon import table_words
from generator.data.reading.aliases import USUAL, language_called, meant_by
from generator.data.reading.document import Map, blanks_in, words_in
from generator.data.reading.grid import is_figure, plain, plain_ascii
from generator.data.reading.guessing import is_for_pictures, is_running

_SAID = {
    name: frozenset(map(plain_ascii, [*words, *USUAL.get(name, ())])) for name, words in table_words("meanings").items()
}

FACTORS = ("attack", "defence", "move")
"""What counters say, in this order."""
_IN_SHORT = {word: name for name, words in table_words("factors").items() for word in words}


def says(heading: str, what: str) -> bool:
    """True where a heading, or a word of it, stands for this: `Mana Cost`, `type_code`, `effectText`, `Manakosten`."""
    return what in _meanings(heading)


def is_meaning(word: str) -> bool:
    """True for what a column can be taken for, or the name of a language."""
    known = any(_meanings(word)) or is_behind(word) or is_for_pictures(word) or language_called(word)
    return bool(known) or plain_ascii(plain(word)) in table_words("roles")


def is_factor(heading: str) -> bool:
    """True for what counters say of a unit."""
    return not _meanings(heading).isdisjoint(FACTORS)


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
    ends = (
        what for what in ("cost", "color") for one in _SAID[what] if len(one) > 4 and any(w.endswith(one) for w in bare)
    )
    said |= {*ends}
    said |= {what for what in FACTORS if any(w.startswith(one) for w in bare for one in _SAID[what] if len(one) > 5)}
    said |= {_IN_SHORT.get(plain_ascii(heading), "")} - {""}
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


_SIDE = re.compile(r"([frb])[\W_](.+)")
_BACK = re.compile(rf"\b({'|'.join(table_words('backs'))})\b|裏")


def is_behind(heading: str) -> bool:
    """True for a column about the back."""
    return bool(_BACK.search(plain_ascii(in_parts(heading)).replace("_", " ")))


def facings(heads: Mapping[str, str], numbers: Collection[str]) -> list[str]:
    """Numbers about the rear of what a piece stands for, not about its back: `armorRear` beside `armorFront`."""
    parts = {f: [plain_ascii(word) for word in re.split("[ _]+", in_parts(heads[f]))] for f in numbers}
    fronts = {f: ["front" if word == "rear" else word for word in words] for f, words in parts.items()}
    return [f for f, words in fronts.items() if words != parts[f] and words in parts.values()]


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
    if reduced := reduced_in(heads):
        return [*reduced, *(f for f, heading in heads.items() if is_behind(heading))]
    at = next((n for n, word in enumerate(words.values()) if is_behind(word)), len(words))
    return [f for f in [*words][at + 1 :] if words[f] in [*words.values()][:at]]


def reduced_in(heads: Mapping[str, str]) -> dict[str, str]:
    """Several fields of a unit that has lost a step, and what they are called: `rcf`, `rmf` beside `cf`, `mf`."""
    called = {plain_ascii(heading): heading for heading in heads.values()}
    words = {f: plain_ascii(heading) for f, heading in heads.items()}
    found = {f: called[word[1:]] for f, word in words.items() if word[:1] == "r" and word[1:] in called}
    return found if len(found) > 1 else {}


def copies_of_units(heads: Mapping[str, str], items: Sequence[Map], headings: Sequence[str]) -> dict[str, str]:
    """The first heading as that of the copies, in a table that fills in drawings of counters: `unit,@,move>,BACK`,
    where it is what the drawing is called; also of one and the same number beside nothing but pictures."""
    first = next((f for f, heading in heads.items() if heading == headings[0]), "")
    said = [item[first] for item in items if item.get(first) is not None]  # none: one of each
    are_copies = bool(first) and not any("count" in item.spans for item in items)
    are_copies = are_copies and all(type(n) is int and 0 <= n < _MOST for n in said) and 2 * said.count(0) <= len(said)
    others = {str(value) for item in items for f, value in item.items() if f != first}
    are_pictures = are_copies and bool(others) and {*said} - {0, 1} == {*said[:1]} and all(map(_PICTURE.search, others))
    is_so = are_copies and (are_pictures or any(map(_OF_DRAWINGS.fullmatch, headings)))
    return {headings[0]: "count"} if is_so else {}


def copies_summed(heads: Mapping[str, str], items: Sequence[Map]) -> dict[str, str]:
    """The heading that is the sum of its column as that of the copies, where none is: `109`."""
    if not any("count" in item.spans for item in items):
        for field, heading in heads.items():
            said = [item.get(field) or 0 for item in items]
            are_few = is_figure(heading) and all(type(n) is int and 0 <= n < _MOST for n in said)
            if are_few and sum(said) == int(heading) > len(said):
                return {heading: "count"}
    return {}


_PICTURE = re.compile(r"\.(png|jpe?g|svg|gif|webp)$", re.IGNORECASE)
_OF_DRAWINGS, _MOST = re.compile(r"BACK|@[\w-]*|\S+>|[\w*-]+\[(?!\d+\])[\w:-]+\]"), 100


def turned_in(heads: Mapping[str, str], items: Sequence[Map]) -> tuple[list[str], dict[str, list[str]]]:
    """The field that says that pieces have a back (`BACK`, with a yes), if all have one; where some have, as `turned`,
    and those that stand on it as they do in front (`move>`), as `both`."""
    for field in (f for f, heading in heads.items() if plain(heading) == "back"):
        said = [item.get(field) for item in items]
        if any(said) and all(isinstance(one, bool) or one in (None, heads[field]) for one in said):
            own, both = [field], [f for f, heading in heads.items() if re.fullmatch(r"\S+>", heading)]
            return (own, {"both": both}) if all(said) else ([], {"both": both, "turned": own})
    return [], {}


def told_bound(headings: Iterable[str]) -> list[str]:
    """What is said of those that tables of other programs have for objects of a drawing: `unit[fill]`, `loss=n`."""
    bound = [heading for heading in headings if _BOUND.fullmatch(heading)]
    how = "name objects of a drawing: give that with `--template`; what stands behind `=` is printed nowhere"
    return [f"{', '.join(bound)}: headings that {how}"] * (len(bound) > 1)


_BOUND = re.compile(r"[\w-]+(\*?\[[\w:-]+\](=.*)?|\*?=.*)")


def in_parts(heading: str) -> str:
    """A name of programs in words: `effectText` is `effect Text`."""
    return re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", heading)


@lru_cache(maxsize=4096)
def stem_of(heading: str) -> str:
    """A heading without its number and the word for its side: `Upgrade 2`, `left.label`."""
    words = [plain_ascii(word) for word in re.findall(r"[^\W\d_]+", in_parts(heading))]
    return " ".join(word for word in words if word not in _SIDES)


_SIDES = {word for way in ("left", "right", "top", "bottom") for word in table_words("directions")[way]}


SHORT_HUES = {
    "blk": "black", "blu": "blue", "brn": "brown", "grn": "green",
    "org": "orange", "prp": "purple", "wht": "white", "ylw": "yellow",
}  # fmt: skip
"""Colours in three letters."""


def human(heading: str) -> str:
    """A heading as a label: `hp_max` is `HP max`, `basePoint` `Base point`; what a designer wrote with care stays."""
    words = in_parts(heading.replace("_", " ")).split()
    if len(words) > len(heading.split()):
        words = [word if word.isupper() else word.lower() for word in words]
    words = [word.capitalize() if word.isupper() and word.isalpha() and len(word) > 4 else word for word in words]
    words = [re.sub(r"(?<=[^\W\d_]{2})(?=\d{1,2}$)", " ", word) for word in words]
    first = SHORT_HUES.get(words[0].lower(), words[0]) if words else ""
    is_short = re.fullmatch("[b-df-hj-np-tv-xz]{2,3}", first) or (len(words) == 1 and re.fullmatch("[a-z]{2}", first))
    first = first.upper() if is_short and first != "no" else first[:1].upper() + first[1:]
    return " ".join([first, *words[1:]])  # a unit behind stays as it is: `Weight kg`


def shorter(heads: Mapping[str, str], items: Sequence[Map], left: Sequence[str]) -> dict[str, str]:
    """Shorter headings for fields, of columns that are left out as they say the same: `Faith` of `Faith raw`; and
    without the values that they list: `path_money_labor`."""
    words = {f: heading.split("_") for f, heading in heads.items()}
    said = {f: {*map(plain, said_in(items, f))} for f, parts in words.items() if len(parts) > 2}
    bare = {f: words[f][0] for f, own in said.items() if own and own <= {*map(plain, words[f][1:])}}
    return bare | {
        f: heads[short] for short in left for f in heads if f not in left and plain(heads[short]) in plain(heads[f])
        and all({*words_in(item.get(short))} <= {*words_in(item.get(f))} for item in items)
        and any(item.get(short) is not None for item in items)
    }  # fmt: skip


def said_in(items: Sequence[Mapping[str, object]], field: str) -> list[str]:
    """All that the pieces say in a field."""
    return [word for item in items if field in item for word in words_in(item[field])]


def cites_ids(items: Sequence[Map]) -> bool:
    """True where texts call pieces by their ids, `#21`, also those of a whole game of which some are left, or a column
    holds ids of others that are no plain numbers."""
    rows = [str(item.get("id")) for item in items]
    ids = {*rows}
    texts = (words for item in items for value in item.values() for words in words_in(value))
    cited = {n for words in texts for n in re.findall(r"#(\d{1,4})\b", words)}
    if not ids.isdisjoint(cited) or (len(cited) > 1 and all(map(str.isdecimal, ids)) and not is_running(rows)):
        return True
    said = ({*said_in(items, f)} for f in {f for item in items for f in item if f != "id"})
    return any(len(words) > 1 and words <= ids and all(map(_NUMBERING.fullmatch, words)) for words in said)


_NUMBERING = re.compile(r"0\d+|[A-Za-z]{1,3}-?\d+")


def are_rows_counted(items: Sequence[Map]) -> bool:
    """True if of each piece there are as many rows that say the same as it has copies."""
    said = [str({k: v for k, v in item.items() if k != "id"}) for item in items]
    many = Counter(said)
    return len(many) < len(said) and all(many[s] == item.get("count") for s, item in zip(said, items, strict=True))


LONG, SEVERAL = 20, 5
"""Words of more characters are no kind of a thing; in so many rows hardly anything is alike by chance."""


def numbers_but_few(heads: Mapping[str, str], items: Sequence[Map]) -> Iterator[str]:
    """What is told of columns that hold words because of one or two cells, and whole numbers else."""
    for field, heading in heads.items():
        cells = [item.mark(field).cell for item in items if field in item]
        said = [*zip(cells, (str(item[field]).strip() for item in items if field in item), strict=True)]
        odd = [f"{cell} `{words}`" for cell, words in said if words and not words.lstrip("-").isdecimal()]
        if 0 < len(odd) <= 2 and sum(1 for _, words in said if words) > 4 * len(odd):
            yield f"{heading}: words, because of {' and '.join(odd)}; all others are whole numbers"


def flags_in(numbers: Mapping[str, str], items: Sequence[Map]) -> list[str]:
    """The one of several fields of numbers in which a few pieces say 1 and all others 0, where no other has a 0, and
    that is headed as nothing to count: a yes or a no."""
    said = {f: [item.get(f) for item in items] for f in numbers}
    found = [f for f, all_ in said.items() if {*all_} == {0, 1} and not f.startswith("column_")]
    others = [f for f, all_ in said.items() if any(isinstance(n, int | float) and n > 1 for n in all_)]
    is_lone = len(found) == 1 < len(others) and not any(0 in said[f] for f in others)
    is_few = is_lone and len(items) >= SEVERAL and 2 * said[found[0]].count(1) < len(items)
    heads = [(f, numbers[f]) for f in found]
    counted = any(says(words, what) for both in heads for words in both for what in ("cost", "play", "level", "count"))
    return found if is_few and not counted else []


def are_sentences(said: Sequence[str]) -> bool:
    """True if most of what stands below a heading has several words."""
    return 2 * sum(blanks_in(words) > 3 for words in said) > len(said)


def titles_in(items: Sequence[Map]) -> list[str]:
    """The headings of names as programs write them, `fire-bolt`, and of titles beside them as players read them."""
    both = [(str(item["name"]), str(item["title"])) for item in items if "name" in item and "title" in item]
    alike = [n for n, title in both if plain(n) in plain(title) or plain(title) in plain(n)]
    is_so = len(both) == len(items) > 1 and 4 * len(alike) >= 3 * len(both)
    if not is_so or not all(re.fullmatch("[a-z0-9]+([-_][a-z0-9]+)*", name) and name != title for name, title in both):
        return []
    return [items[0].mark(key).heading for key in ("name", "title")]


def in_one_language(value: object) -> str:
    """A value in one language."""
    value = next(iter(value.values()), "") if isinstance(value, dict) else value
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
