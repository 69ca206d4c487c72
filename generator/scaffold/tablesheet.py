"""The value `TableSheet`: what a table says of the pieces of a set; and what columns mean in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby, takewhile
from pathlib import Path
from statistics import median
from unicodedata import category

from generator.data.lexicon import colour_named, has_japanese, is_latin, label_in, table_words
from generator.data.markup import escape
from generator.data.model import FieldKind
from generator.data.reading.aliases import parted
from generator.data.reading.document import Map, words_in
from generator.data.reading.grid import plain, plain_ascii
from generator.data.reading.guessing import is_running
from generator.scaffold import meanings
from generator.scaffold.learned import learned_in
from generator.scaffold.meanings import SHORT_HUES, human, in_parts, is_behind, of_side, says, stem_of
from generator.scaffold.measures import half_ems, is_set
from generator.scaffold.pasted import picture_homes
from generator.scaffold.sizes import Look, is_card
from generator.values import Struct
from generator.values import field as field_of

_FIGURES = re.compile(r"[-+−]?(?!0\d)\d+([.,]\d+)?|\(?[\d½]{1,2}\)?([-–/]\(?[\d½]{1,2}\)?){1,3}")
"""A number, and the factors of a counter: `4-6-3`."""
_OF_PRINT = re.compile(
    r"artist|illustrator|collector|\b(set|pack|expansion|edition|version|source|position)\b"
    r"|^(card )?(code|codigo|codice|kod)$|\w (id|code)$"
)
"""Of what came out where: of no account in the game."""
_NUMBERING = re.compile(r"\b(nr|no|num|number|id|index|code|lp)\b|[#№]|^n°|番号|[编序]号|編號|번호")
CODE = re.compile(r"[a-z]*[-_]?\d+", re.IGNORECASE)
"""A name for programs: `card-1`."""
_SENTENCE = re.compile(r"[.!?…。！？)\"”»]$|[.!?。！？;] |\n|\w+( \S+){4}")
INKS = ("#2f5d73", "#7a3b2e", "#41662f", "#6b4a86", "#7a5c1e", "#8a3358", "#2c6660", "#4d5566")
"""Dark enough for white letters; they go round where there are more words."""
BADGE = 6
"""A number of more characters stands in a line of its own."""
SHORT = 24
"""Words of more characters speak for themselves."""
GROUPS = 8
"""So many words tell kinds apart by colours."""
_AMOUNTS = frozenset(table_words("amounts"))
_GIVEN = re.compile(rf"({'|'.join(table_words('given'))})\d+")
_DEFAULT = re.compile(r"(?<=\w)\*?(\[[\w:-]+\])?=.*")
"""What a heading says of the object of a drawing that it is for, and of empty cells."""
_PLACES = frozenset(table_words("coordinates"))
_FEW, _TWO = 3, 2
"""So few rows show no 0 beside a 1 by rule; a heading of fewer letters says nothing."""
_LABEL = 48
"""A heading of more characters is a text that stands where headings are."""


def _is_hue(word: str) -> bool:
    return bool(colour_named(word)) or word in SHORT_HUES.values()


class TableSheet(Struct, frozen=True, dict=True):
    """The id and the name of the set, its table (`content`: where it lies on no disk) and what its file calls it, the
    fields with their headings, the items, what the pieces are, where the pictures are that it names, headings of other
    columns by what they are, and what was assumed. `finished`: the box that a picture fills which is all of a face,
    `back` the one behind it, `frames` around what cards show, by the words of a field or "" for all;
    `languages` of the game. `stands_in`: the name that few have, and the field that is it then; `made`: what is printed
    of fields that stand for several; `table`: what it is called in its file ("": the only one); `parts` of some sizes:
    their rows, as `where` has them, the word and the size; `place` among the game's sets; the `deck` that they are part
    of, and the words on its back; the `whole` from which all its parts are drawn."""

    id: str
    name: str
    path: Path
    source: str
    fields: Mapping[str, tuple[FieldKind, str]]
    items: Sequence[Mapping[str, object]]
    look: Look
    pictures: Mapping[str, Sequence[Path]]
    beside: Mapping[str, Sequence[str]]
    notes: Sequence[str]
    content: bytes | None = None
    finished: str = ""
    back: Path | None = None
    frames: tuple[str, Mapping[str, Path]] = ("", {})
    languages: tuple[str, ...] = ()
    stands_in: tuple[str, str] = ("", "")
    made: Mapping[str, str] = field_of(default_factory=dict)
    table: str = ""
    parts: Mapping[str, tuple[str, str]] = field_of(default_factory=dict)
    place: int = 0
    deck: tuple[str, str] = ("", "")
    whole: TableSheet | None = None

    def within(self, picture: Path) -> str:
        """A picture as the table names it."""
        homes = (home for home in picture_homes(self.path) if picture.is_relative_to(home))
        return picture.relative_to(next(homes)).as_posix()

    def of(self, *kinds: str) -> list[str]:
        """The fields of these kinds, in the order of their columns; `images`: of lists of pictures."""
        return [name for name, kind in self._kinds.items() if kind in kinds]

    @cached_property
    def _kinds(self) -> dict[str, str]:
        kinds = {name: kind for name, (kind, _) in self.fields.items()}
        return {f: "images" if (k.name, k.of and k.of.name) == ("list", "image") else k.name for f, k in kinds.items()}

    def most(self, field: str) -> int:
        """How many pictures a piece has at most in a list of them; 0 of what is no such list."""
        return max(len([*words_in(item.get(field))]) for item in self.items) if field in self.of("images") else 0

    @cached_property
    def _headings(self) -> dict[str, str]:
        return {}

    def heading(self, field: str) -> str:
        """The heading of a field's column, as it is printed; "" of one that has none, or its number from a program."""
        if field not in self._headings:
            self._headings[field] = self._heading(field)
        return self._headings[field]

    def _heading(self, field: str) -> str:
        told = dict(zip(self.beside.get("told", ()), self.beside.get("called", ()), strict=False))  # its own stays
        own = self.fields[field][1] if field in self.fields else ""
        words = _DEFAULT.sub("", told.get(field) or own).rstrip(" *?:？：>\ufe0f")
        if words == f"column {field[7:].upper()}" or _GIVEN.fullmatch(plain(words)):
            return ""
        part = words.rpartition(".")[2]  # of `stats.hp`, unless another is called so, too
        if part and " " not in words and [h.rpartition(".")[2] for _, h in self.fields.values()].count(part) == 1:
            words = part
        if "".join(heading for _, heading in self.fields.values()).isupper():  # they stand for nothing, but in `HP`
            words = " ".join(one if len(one) < 4 and says(one, "play") else one.lower() for one in words.split())
        words = human(words.replace(".", " ") if " " not in words else words)
        begin = len(self._begin_alike) * words.lower().startswith(self._begin_alike)
        begin = begin or 3 * (field in self.of("flag") and words.startswith("Is "))
        words = words[begin : begin + 1].upper() + words[begin + 1 :] if begin else words
        first, _, last = words.rpartition(" ")
        words = first if first and last in self._ends_alike() else words
        is_said = any(c.isalnum() or c in "#№" or (category(c) == "So" and is_set(c)) for c in words)
        return words if is_said and half_ems(words) <= _LABEL else ""

    @cached_property
    def _begin_alike(self) -> str:
        """What all headings, one of them of names, begin with: `Card Name`, `cardHouse`; of several `ccgtitle`, too."""
        heads = [human(heading).lower() for _, heading in self.fields.values()] or [""]
        same = takewhile(lambda both: both[0] == both[1], zip(min(heads), max(heads), strict=False))
        first = "".join(letter for letter, _ in same)
        rests = [words[len(first) :] for words in heads]
        is_said = first.endswith(" ") or (len(first) >= _TWO + 1 and len(heads) > _FEW and first.isalpha())
        is_said = is_said and len(heads) > 1 and all(len(rest) >= _TWO and rest[0].isalpha() for rest in rests)
        return first * (is_said and any(map(partial(says, what="name"), rests)))

    def _ends_alike(self) -> list[str]:
        """The words in which three headings or more end, which a number says as well: `count` of `Gem count`."""
        lasts = Counter(human(heading).rpartition(" ")[2] for _, heading in self.fields.values())
        return [word for word, many in lasts.items() if many > 2 and word in _AMOUNTS]

    def label(self, field: str, how: str = "{}", blank: str = " ") -> str:
        """The expression of a heading, in each language its own; it says nothing in one not written in its signs.
        `blank`: between its words."""
        words, signs = self.heading(field), [la for la in self.languages if not is_latin(la)]
        if own := self._translated(field):  # `Season: ` of `季節, Season (EN)`
            spoken = {la: how.format(escape(own[la]) if "**" in how else own[la]) for la in own}
            return f"{spoken}[language]"
        words = words.replace(" ", blank)
        said = repr(how.format(escape(words) if "**" in how else words))
        is_foreign = bool(signs) and len(signs) < len(self.languages) and has_japanese(words)
        return f"({said} if language in {signs} else '')" if is_foreign else said

    def labels(self, *fields: str) -> list[str]:
        """What `label` says of some fields, in all languages."""
        return [head for f in fields for head in (*self._translated(f).values(),) or (self.heading(f),)]

    def _translated(self, field: str) -> Mapping[str, str]:
        """A heading in each language of the game, as columns or custom have it; nothing if it is one in all."""
        words, values = self.heading(field), (one for i in self.items if isinstance(one := i.get(field), Map))
        value = max(values, key=len, default=Map())
        heads = {la: parted(value.mark(la).heading, self.languages, is_sure=True)[0] for la in value} if words else {}
        own = {la: human(head) for la, head in heads.items()}
        is_foreign = has_japanese(words) and all(map(is_latin, self.languages))  # who speaks these can't read it
        if words and not heads and (len(self.languages) > 1 or is_foreign):
            own = {la: label_in(words, la, (*self.languages, *["ja"] * is_foreign)) for la in self.languages}
        return own if (is_foreign or len({*own.values()}) > 1) and (heads or all(own.values())) else {}

    def words(self, field: str) -> list[str]:
        """What the items say of a field, in one language."""
        if field not in self._words:
            said = (item[field] for item in self.items if item.get(field) is not None)
            self._words[field] = [*map(meanings.in_one_language, said)]
        return self._words[field]

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        return {}

    def longest(self, field: str) -> str:
        """The longest words of a field; "" without one."""
        return max(self.words(field), key=half_ems, default="") if field else ""

    def numbers(self) -> list[str]:
        """The fields of short figures, some of which may be an `X`, a `-`, a `2-Jan` that was `1-2`; costs in words."""
        words = self.of("text", "one of", "word")
        figures = [f for f in words if 2 * sum(map(bool, map(_FIGURES.fullmatch, self.words(f)))) > len(self.words(f))]
        costs = [f for f in words if self.says(f, "cost") and not self.says(f, "type")]
        found = {*self.of("integer", "number"), *figures, *costs}
        short = [f for f in self.fields if f in found and half_ems(self.longest(f)) <= BADGE]
        sides = (f for f in self.of("one of") if self.says(f, "side"))
        others = (*self.choices(), *self.places(), *self.flags(), *sides)
        return [f for f in short if not is_of_print(self, f) and f not in others]

    def choices(self) -> list[str]:
        """The fields of answers to choose from, where there are several."""
        found = [f for f in self.fields if self.says(f, "option") or self.says(f, "answer")]
        return found if len(found) > 1 else []

    def says(self, field: str, what: str) -> bool:
        """True where the heading, or a word of it, stands for this: `Mana Cost`, `type_code`, `effectText`."""
        return says(self.fields[field][1], what)

    def told(self, *what: str) -> str:
        """The field of a column that is to be taken for one of these, as somebody says; "" if none is."""
        own = (f for f in self.beside.get("told", ()) if f in self.fields)
        return next((f for f in own if any(self.says(f, w) for w in what)), "")

    def names(self, title: str) -> list[str]:
        """What the pieces are called: as a field says, or what stands in for it, else by their ids."""
        names = [word.replace("_", " ") for f in (title, self.stands_in[1]) for word in self.words(f)]
        return names or [str(item["id"]) for item in self.items if self.beside.get("id") and "id" in item]

    def is_called(self, title: str) -> bool:
        """True for pieces most of which have a name of their own."""
        names = self.names(title)
        return 2 * len({*names}) > len(names)

    def is_alike(self, field: str) -> bool:
        """True for what tells no two of the pieces apart."""
        return len({*self.words(field)}) == 1 < len(self.items)

    def amounts(self) -> list[str]:
        """Three or more fields of counts, most of them 0, or each of a colour, and what stands between them: a 0 stands
        for what a piece has not, if no blank does. Beside several in a row one that stands alone is none."""
        numbers = self.of("integer", "number")
        said = {f: [n for item in self.items if isinstance(n := item.get(f), int | float)] for f in numbers}
        few = [f for f, all_ in said.items() if 2 * all_.count(0) > len(self.items)]
        hued = [f for f in said if 0 in said[f] and any(map(_is_hue, human(self.fields[f][1]).lower().split()))]
        few = [*dict.fromkeys(few + hued * (len(hued) > 2))]
        kin = {word for f in few for word in human(self.fields[f][1]).lower().split()}
        whole = [f for f in said if 0 in said[f] and len(said[f]) == len(self.items)]
        ends = [n for n, f in enumerate(said) if f in few] or [0]
        between = [f for n, f in enumerate(said) if ends[0] < n < ends[-1] and f in whole]
        kin_ = [f for f in whole if not kin.isdisjoint(human(self.fields[f][1]).split())]
        lone = [] if is_card(self.look.shape) else [f for f in said if meanings.is_factor(self.fields[f][1])]  # `0-3`
        like = [f for f in said if f in (*few, *between, *kin_) and f not in lone]
        runs = ([*run] for is_like, run in groupby(self.fields, like.__contains__) if is_like)
        return ([f for run in runs if len(run) > 2 for f in run] or like) if len(few) > 2 else []

    @cached_property
    def _flags(self) -> list[str]:
        numbers = {f: {item.get(f) for item in self.items} for f in self.of("integer")}
        more = {f for f, said in numbers.items() if said - {0, 1, None}}
        first = {w for f in more for said in [self.heading(f).lower().split() or [""]] for w in (said[0], said[-1])}
        ticks = [f for f in numbers if f not in more and {0, 1} <= numbers[f] and len(self.items) > _FEW]
        ticks = [f for f in ticks if self.heading(f) and not f.startswith("column_") and f not in self.places()]
        ticks = [f for f in ticks if first.isdisjoint(self.heading(f).lower().split()) and not self._is_amount(f)]
        return [f for f in self.fields if f in ticks or f in self.of("flag")]

    def _is_amount(self, field: str) -> bool:
        hues = map(_is_hue, human(self.fields[field][1]).lower().split())
        return any(hues) or any(self.says(field, what) for what in ("play", "cost", "level"))

    def flags(self) -> list[str]:
        """The fields of a yes or a no, a 1 or a 0 that is no amount: it is so, or it is not."""
        return self._flags

    def places(self) -> list[str]:
        """The fields that say where on a map a piece is: a column and a row."""
        numbers = self.of("integer", "number")
        found = [f for f in numbers if plain_ascii(plain(self.fields[f][1])) in _PLACES]
        return found if len(found) > 1 else []

    def is_own(self, field: str) -> bool:
        """True for what hardly two of the pieces say alike, and is no code."""
        words = self.words(field)
        return 0 < 0.9 * len(words) <= len({*words}) and not all(map(CODE.fullmatch, words))

    def is_prose(self, field: str) -> bool:
        """True for sentences, choices, rules, what gives colour; for all of a series where one is this, and
        for what says so much in the same words as one (`Trash this card`)."""
        stem = stem_of(self.fields[field][1])
        words = self.of("text", "one of") if field in self.of("text", "one of") else [field]
        if any(self._is_prose(f) for f in words if f == field or (stem and stem == stem_of(self.fields[f][1]))):
            return field != "section"
        said = {w for w in self.words(field) if w.count(" ") > 1} if len(words) > 1 else set()
        return bool(said) and any(self._is_prose(f) and not said.isdisjoint(self.words(f)) for f in words)

    def _is_prose(self, field: str) -> bool:
        kind = self.fields[field][0].name
        is_text = kind == "text" or (kind == "list" and is_card(self.look.shape))
        is_text = is_text and any(" " in w or not w.isascii() for w in self.words(field))
        lengths, most = [*map(half_ems, self.words(field))], SHORT * (1 + self.says(field, "name") + (kind == "list"))
        is_long = max(lengths, default=0) > most and (self.is_own(field) or self.tells(field) or median(lengths) > most)
        is_said = self.is_rules(field) or self.is_flavour(field)
        is_made = field in self.made and field not in self.numbers()
        return field in self.choices() or is_made or (is_text and (is_said or is_long) and not is_of_print(self, field))

    def tells(self, field: str) -> bool:
        """True for what is said in sentences more often than not."""
        words = self.words(field)
        return 2 * sum(bool(_SENTENCE.search(word.strip())) for word in words) > len(words)

    def is_rules(self, field: str) -> bool:
        """True for what is headed as rules, `Text`, `Effekt`."""
        return bool(field) and self.says(field, "text") and not self.is_flavour(field)

    def is_flavour(self, field: str) -> bool:
        """True for words of which no piece says what they are."""
        return self.says(field, "flavour")

    def twins(self) -> dict[str, str]:
        """The fields behind that the front has, too, by their headings there: `Attack` behind `BACK`, of what is no
        card also `Back Attack`."""
        behind = self.beside.get("behind", ())
        heads = [h for f, (_, h) in self.fields.items() if f not in behind]
        own = {f: self.heading(f) for f in behind if f in self.fields}
        all_ = {} if behind or is_card(self.look.shape) else self.fields
        own |= {f: of_side(h) for f, (_, h) in all_.items() if is_behind(h)}
        return {f: h for f, h in own.items() if h in heads}

    def shown(self, field: str) -> dict[str, Path]:
        """The first picture that each word of a field is called as."""
        return {word: self.pictures[word][0] for word in self.words(field) if self.pictures.get(word)}

    def question(self) -> str:
        """The field of questions, or of what is on the front of cards to learn, also of words where there is nothing
        but them and what they mean; "" without one."""
        asked = [f for f in self.of("text", "one of") if self.says(f, "question") or self.says(f, "front")]
        if any(self.says(f, "answer") for f in self.fields):
            ends = {f: sum(words.rstrip()[-1:] in ("?", "？") for words in self.words(f)) for f in self.of("text")}
            asked += [f for f, many in ends.items() if 2 * many > len(self.items)]
        own = [f for f in self.of("text") if self.is_own(f)]
        words = [f for f in own if not self.says(f, "translation")]
        is_bare = not self.of("image", "integer", "number", "list") and len(own) == 2 and len(words) == 1
        return next(filter(self.is_own, asked), "") or next(iter(self.learned() or words * is_bare), "")

    def learned(self) -> list[str]:
        """The fields that are two sides of a card to learn, the front first; none if there are no such."""
        return learned_in({f: self.fields[f][1] for f in self.of("text", "one of", "word")}, self.items)


def is_of_print(sheet: TableSheet, field: str) -> bool:
    """True for what tells where a piece came out, or only tells it apart (`No.`): no player asks for it."""
    heading, words = plain_ascii(in_parts(sheet.fields[field][1])).replace("_", " "), sheet.words(field)
    is_numbering = bool(_NUMBERING.search(heading)) and len({*words}) == len(words)
    is_numbering = is_numbering or (is_running(words) and len(sheet.heading(field)) < _TWO)
    return is_numbering or bool(_OF_PRINT.search(heading))
