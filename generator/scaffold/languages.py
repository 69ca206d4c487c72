"""Which language words are in; and columns that say one thing in several languages: `Title` beside `名前`, `Effet FR`
beside `Effekt DE`.

Takes what was read of a table. Promise: what is not sure is no language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from generator.data.lexicon import has_japanese, table_words
from generator.data.model import FieldKind
from generator.data.reading.aliases import language_called, meant_by, parted
from generator.data.reading.grid import plain
from generator.data.reading.records import words_in
from generator.data.reading.tables import Table
from generator.scaffold.meanings import is_aside

_LETTERS = {"ja": (0.1, "[\u3040-\u30ff]"), "ko": (0.3, "[\uac00-\ud7af]"), "zh": (0.3, "[\u4e00-\u9fff]"),
            "uk": (0.01, "[іїєґІЇЄҐ]"), "ru": (0.3, "[\u0400-\u04ff]")}  # fmt: skip
"""The letters that no other language has, and what share of its words they surely are."""
_HABITS = {language: "|".join(words) for language, words in table_words("habits").items()}
"""Words that texts and headings of a language have in every line."""
_LEARNED = frozenset(table_words("learned"))
_JAPANESE = frozenset(table_words("japanese"))


def tongues_in(said: Sequence[str], heads: Sequence[str] = ()) -> list[str]:
    """The languages that letters and small words tell, the surest first. A word alone that is no heading tells none."""
    words, lines = " ".join(said), "\n".join([*(word for word in said if " " in word), *heads])
    lines = re.sub(r"\b[A-Z](?:-[A-Z])*\b", "", lines).lower()  # of `V Corps`, `A-D-M`
    told = [la for la, (share, letters) in _LETTERS.items() if len(re.findall(letters, words)) > share * len(words)]
    told = told_apart(told, said, heads)
    found = {la: re.findall(rf"\b(?:{small})\b", lines) for la, small in _HABITS.items()}
    best, other = sorted(found, key=lambda la: -len(found[la]))[:2]
    is_sure = len(found[best]) > 3 and len(found[best]) > 1.3 * len(found[other])
    return told + [best] * (is_sure and len({*found[best]}) > 1)  # one word alone may be of names


def told_apart(tongues: Sequence[str], said: Iterable[str], heads: Iterable[str]) -> list[str]:
    """Languages by their letters, Chinese as Japanese where kana, kanji or headings stand that no Chinese writes."""
    words = "".join([*said, *heads])
    is_ja = "zh" in tongues and (
        re.search(_LETTERS["ja"][1], words) or not _JAPANESE.isdisjoint(heads) or _of_japan(words) > len(words) / 50
    )
    return ["ja" if is_ja and language == "zh" else language for language in tongues]


def _of_japan(words: str) -> int:
    """How many of the letters are in the character set of Japan, and in neither of those of China and Taiwan."""
    many = Counter(c for c in words if "\u4e00" <= c <= "\u9fff")
    known = {e: {*"".join(many).encode(e, "ignore").decode(e)} for e in ("shift_jis", "gb2312", "big5")}
    return sum(many[c] for c in known["shift_jis"] - known["gb2312"] - known["big5"])


def in_others(headings: Sequence[str], languages: Sequence[str], others: Sequence[str]) -> list[str]:
    """The headings that name one of the `others`: `German`, `Text (DE)`, `text_de` beside `text`."""
    foreign = {heading: parted(heading, others)[0] for heading in headings if parted(heading, others)[1]}
    own = {plain(parted(heading, languages)[0]) for heading in headings if heading not in foreign}
    said = [h for h, stem in foreign.items() if plain(stem) in own or h.rstrip()[-1:] in ")]"]
    return said + [h for h in headings if language_called(h) in others]


def paired(table: Table, languages: Sequence[str], *, are_asked: bool) -> dict[str, str]:
    """Headings -> field and language, of columns whose headings differ, and say one thing in several of `languages`
    (in order, if they `are_asked` for)."""
    untold = _untold(table, languages, are_asked)
    if untold:
        return untold
    items = table.document.data if table.document is not None else []
    named = {language_called(mark.heading): mark.heading for _, mark in reversed([*table.guessed.values()])}
    if len(named) - ("" in named) > 2:  # two may be words to learn
        return {heading: f"text.{language}" for language, heading in reversed(named.items()) if language}
    heads = {field: mark.heading for field, (kind, mark) in table.guessed.items() if kind.name in ("text", "one of")}
    said = {field: [item[field] for item in items if item.get(field) is not None] for field in heads}
    spoken = {f: list(dict.fromkeys(la for value in many if isinstance(value, Mapping) for la in value))
              for f, many in said.items()}  # fmt: skip
    lone: dict[str, list[str]] = defaultdict(list)
    for field, tongues in spoken.items():
        if len(tongues) == 1:
            lone[tongues[0]].append(field)
    if len(lone) > 1 and len({len(fields) for fields in lone.values()}) == 1:
        first = next(iter(lone.values()))
        return {heads[f]: f"{first[n]}.{la}" for la, fields in lone.items() for n, f in enumerate(fields)}
    rows = {f: [str(item.get(f, "")) for item in items] for f in heads if not spoken[f]}
    return {} if lone else _meant(heads, rows)


def _untold(table: Table, languages: Sequence[str], are_asked: bool) -> dict[str, str]:
    """The same for columns beside which others name their languages, `名前` beside `名前（英語）`: they are in the
    first of those asked for that none of these names, else in one that other columns name, or their words tell."""
    named = {heading: parted(heading, languages) for heading in table.headings}
    codes = dict.fromkeys(code for _, code in named.values() if code)
    stems = {plain(heading): heading for heading, (_, code) in named.items() if not code}
    beside = {h: stems[plain(stem)] for h, (stem, code) in named.items() if code and plain(stem) in stems}
    meant = {meant_by(h): h for h in stems.values() if h not in beside.values() and meant_by(h)}
    coded = [meant_by(stem) for stem, code in named.values() if code]
    alone = {h: meant_by(stem) for h, (stem, code) in named.items() if code and coded.count(meant_by(stem)) == 1}
    beside |= {h: meant[word] for h, word in alone.items() if word in meant and h not in beside}
    fields = {mark.heading: field for field, (kind, mark) in table.guessed.items() if kind.name in ("text", "one of")}
    stemmed = [plain(stem) for stem, code in named.values() if code]
    for left, h in pairwise(table.headings):  # `一言` before `Motto (EN)`
        are_free = left in stems.values() and not ({h, left} & {*beside, *beside.values()} or is_aside(h))
        if are_free and named[h][1] and stemmed.count(plain(named[h][0])) == 1 and {left, h} <= fields.keys():
            beside |= {h: left} if _is_latin(_said(table, fields[left])) != _is_latin(_said(table, fields[h])) else {}
    names = {h: [fields.get(b, "") for b in (h, *beside) if b == h or beside[b] == h] for h in beside.values()}
    own = {h: min(filter(None, found), key=lambda f: f.startswith("column_"), default="") for h, found in names.items()}
    items = table.document.data if table.document is not None else []
    said = [str(item[f]) for f in own.values() for item in items if isinstance(item.get(f), str)]
    unnamed = [value for item in items for value in item.values() if isinstance(value, str)]
    tongues = told_apart(tongues_in([*said, *own], [*own]), unnamed, [h for h, (_, code) in named.items() if not code])
    taken = {named[h][1] for h in beside}
    likely = [*(languages if are_asked else ()), *(la for la in tongues if la in codes), *codes, *tongues, "en"]
    first = next((language for language in likely if language not in taken), "")
    columns = {**{h: (own[h], first) for h in own}, **{h: (own[stem], named[h][1]) for h, stem in beside.items()}}
    return {h: f"{field}.{language}" for h, (field, language) in columns.items() if first and field}


def _meant(heads: Mapping[str, str], rows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The same for headings without a language: two usual words for one thing above translations in two scripts."""
    said = {field: " ".join(many) for field, many in rows.items()}
    alike: dict[str, list[str]] = defaultdict(list)
    for field in said:
        alike[meant_by(heads[field])].append(field)
    pairs = [fields for meaning, fields in alike.items() if meaning and len(fields) > 1]
    usual = dict[bool, str]()
    for script in (True, False):
        ours = [f for fields in pairs for f in fields if _is_latin(said[f]) == script]
        usual[script] = next(iter(tongues_in([said[f] for f in ours], [heads[f] for f in ours])), "")
    found: dict[str, str] = {}
    for fields in pairs:
        scripts = [_is_latin(said[f]) for f in fields]
        one, other = (rows[fields[k]] for k in (0, -1))
        is_one = 10 * len({*zip(one, other, strict=True)}) <= 11 * min(len({*one}), len({*other}))
        if len(fields) == 2 and len({*scripts}) == 2 and usual[False] and is_one:
            tongues = [usual[is_latin] or "en" for is_latin in scripts]
            found |= {heads[f]: f"{meant_by(heads[f])}.{la}" for f, la in zip(fields, tongues, strict=True)}
    return found


def is_learned(heading: str) -> bool:
    """True for a heading of words to learn."""
    return plain(heading) in _LEARNED


def is_in_signs(words: str) -> bool:
    """True of words that no language in letters has."""
    return has_japanese(words) and not _is_latin(words)


def _said(table: Table, field: str) -> str:
    items = table.document.data if table.document is not None else []
    return " ".join(word for item in items for word in words_in(item.get(field)))


def in_signs(heads: Mapping[str, tuple[str, FieldKind]], items: Sequence[Mapping[str, object]]) -> list[str]:
    """The headings of columns whose words no language in letters has, beside others that have some."""
    said = {heading: " ".join(value for item in items if isinstance(value := item.get(field), str))
            for field, (heading, kind) in heads.items() if kind.name in ("text", "one of")}  # fmt: skip
    signs = [heading for heading, words in said.items() if is_in_signs(words)]
    return signs if len(signs) < len(said) else []


def _is_latin(words: str) -> bool:
    return sum(c.isalpha() and c < "\u0250" for c in words) * 2 > sum(map(str.isalpha, words))
