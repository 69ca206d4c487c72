"""Which language words are in; and columns that say one thing in several languages: `Title` beside `名前`, `Effet FR`
beside `Effekt DE`.

Takes what was read of a table. Promise: what is not sure is no language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from generator.data.lexicon import has_japanese, table_words
from generator.data.model import FieldKind
from generator.data.reading.aliases import language_called, meant_by, parted
from generator.data.reading.document import Map, words_in
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.tables import Table
from generator.scaffold.asides import is_aside
from generator.scaffold.tablesheet import TableSheet

_LETTERS = {"ja": (0.1, "[\u3041-\u30fa\u30fc-\u30ff]"), "ko": (0.3, "[\uac00-\ud7af]"), "zh": (0.3, "[\u4e00-\u9fff]"),
            "uk": (0.01, "[іїєґІЇЄҐ]"), "ru": (0.3, "[\u0400-\u04ff]")}  # fmt: skip
"""The letters (a dot between words is none) that no other language has, and what share of its words they surely are."""
_HABITS = {language: "|".join(words) for language, words in table_words("habits").items()}
"""Words that texts and headings of a language have in every line."""
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
    """The headings that name one of the `others`: `German`, `Text (DE)`, `text_de` beside `text`, `de_tags` beside
    `en_tags`."""
    begun = {heading: parted(heading, [*languages, *others], is_sure=True) for heading in headings}
    twins = Counter(plain(stem) for stem, _ in {(plain(stem), code) for stem, code in begun.values() if code})
    sure = {heading: twins[plain(stem)] > 1 for heading, (stem, _) in begun.items()}
    named = {heading: parted(heading, others, is_sure=sure[heading]) for heading in headings}
    foreign = {heading: stem for heading, (stem, code) in named.items() if code}
    own = {
        plain(parted(heading, languages, is_sure=sure[heading])[0]) for heading in headings if heading not in foreign
    }
    said = [h for h, stem in foreign.items() if plain(stem) in own or h.rstrip()[-1:] in ")]"]
    return said + [h for h in headings if language_called(h) in others]


def apart_in(headings: Sequence[str], shown: Collection[str], languages: Sequence[str]) -> dict[str, str]:
    """The columns that say one thing in several of these languages where more than one is `shown`, and their fields:
    `text`, `text_2`."""
    kin: dict[str, list[str]] = defaultdict(list)
    for heading, (stem, language) in {h: parted(h, languages) for h in headings if plain(h) in shown}.items():
        kin[re.sub(r"\W+", "_", plain_ascii(stem))] += [heading] * bool(language)
    several = {stem: heads for stem, heads in kin.items() if len(heads) > 1}
    return {h: f"{stem}_{n}" if n > 1 else stem for stem, heads in several.items() for n, h in enumerate(heads, 1)}


def paired(table: Table, languages: Sequence[str], *, are_asked: bool) -> dict[str, str]:
    """Headings -> field and language, of columns that mean the same in several languages: all of them name theirs, or
    all but one, or two have letters of their own. One that names none is in the first of those asked for that no other
    is in, else in one that other columns name, or its words tell."""
    items = table.items
    fields = {
        mark.heading: f for f, (kind, mark) in reversed([*table.guessed.items()]) if kind.name in ("text", "one of")
    }
    said = {h: [" ".join(words_in(item.get(f))) for item in items] for h, f in fields.items()}
    named = {heading: parted(heading, languages) for heading in table.headings}
    alone = {h: code for h in reversed(fields) if (code := language_called(h))}
    if len(alone) > 2:  # two may be words to learn
        return {h: f"text.{code}" for h, code in alone.items()}
    kin: dict[str, list[str]] = defaultdict(list)
    for heading, (stem, _) in named.items():
        kin[meant_by(stem) or plain(stem)].append(heading)
    for one, other in pairwise([*kin.values()]):  # `一言` before `Motto (EN)`
        is_next = len(one) == len(other) == 1 and not (named[one[0]][1] or is_aside(other[0]))
        if is_next and named[other[0]][1] and _are_told(said, *one, *other):
            one.append(other.pop())
    groups = [heads for heads in kin.values() if len(heads) > 1 and not fields.keys().isdisjoint(heads)]
    bare = [[h for h in heads if not named[h][1]] for heads in groups]
    left = [heads for heads, lone in zip(groups, bare, strict=True) if len(lone) == 1]
    two = [heads for heads in groups if heads in bare and len(heads) == 2 and _are_told(said, *heads)]
    apart = [heads for heads in groups if all(named[h][1] for h in heads) and len(fields.keys() & heads) > 1]
    codes = [code for _, code in named.values() if code]
    lone = [h for heads in left for h in heads if not named[h][1]]
    words = [word for many in said.values() for word in many]
    tongues = told_apart(tongues_in([w for h in lone for w in said.get(h, ())], lone), words, named)
    likely = [*(languages if are_asked else ()), *(la for la in tongues if la in codes), *codes, *tongues, "en"]
    taken = {named[h][1] for heads in left for h in heads}
    first = {h: next((language for language in likely if language not in taken), "") for h in lone}
    first |= {h: next(iter(tongues_in(said[h], [h])), "en") for heads in two for h in heads}
    found: dict[str, str] = {}
    for heads in (*left, *two, *apart):
        field = min((fields[h] for h in heads if h in fields), key=lambda f: f.startswith("column_"))
        tongue = {h: named[h][1] or first[h] for h in heads}
        if all(tongue.values()) and len({*tongue.values()}) == len(heads):
            found |= {h: f"{field}.{language}" for h, language in tongue.items()}
    return {h: found[h] for h in sorted(found, key=lambda h: named[h][1] > "")}


def only_tongue(items: Sequence[Map], languages: Sequence[str]) -> dict[str, str]:
    """The columns of one language, and their fields, which no other column says in another one, where some do."""
    said: dict[str, dict[str, str]] = {}
    for item in items:
        for field, value in item.items():
            if isinstance(value, Map):
                heads = {la: value.mark(la).heading for la in value if la in languages}
                said.setdefault(field, {}).update(heads)
    are_several = any(len(heads) > 1 for heads in said.values())
    return {head: f for f, heads in said.items() if are_several and len(heads) == 1 for head in heads.values() if head}


def _are_told(said: Mapping[str, Sequence[str]], one: str, other: str) -> bool:
    """True for columns each in a script of its own, of which one says as much as the other."""
    if not {one, other} <= said.keys() or len({_is_latin("".join(said[h])) for h in (one, other)}) < 2:
        return False
    return 10 * len({*zip(said[one], said[other], strict=True)}) <= 11 * min(len({*said[one]}), len({*said[other]}))


def is_in_signs(words: str) -> bool:
    """True of words that no language in letters has."""
    return has_japanese(words) and not _is_latin(words)


def in_signs(heads: Mapping[str, tuple[str, FieldKind]], items: Sequence[Mapping[str, object]]) -> list[str]:
    """The headings of columns whose words no language in letters has, beside others that have some."""
    said = {heading: " ".join(value for item in items if isinstance(value := item.get(field), str))
            for field, (heading, kind) in heads.items() if kind.name in ("text", "one of")}  # fmt: skip
    signs = [heading for heading, words in said.items() if is_in_signs(words)]
    return signs if len(signs) < len(said) else []


def _is_latin(words: str) -> bool:
    return sum(c.isalpha() and c < "\u0250" for c in words) * 2 > sum(map(str.isalpha, words))


_SAID = re.compile(r"[^\W\d_]{3}|[\u3040-\u9fff]{2}")


def untranslated(sheet: TableSheet) -> list[str]:
    """The fields of which the items say words in one language alone, where others are said in several."""
    of = {f: {type(v) for item in sheet.items if (v := item.get(f))} for f in sheet.fields}
    said = [f for f in sheet.of("text", "one of", "word", "list") if any(map(_SAID.search, sheet.words(f)))]
    said = [f for f in said if not sheet.says(f, "reading")]
    are_several = len(sheet.languages) > 1 and any(Map in kinds for kinds in of.values())
    return [f for f in said if Map not in of[f]] if are_several else []
