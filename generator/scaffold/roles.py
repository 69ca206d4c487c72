"""A `TableSheet` -> which of its fields is what: the name, the text, the picture, what tells kinds apart.

Promise: a heading that says it decides; else what the pieces say, and where the column stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from generator.data.lexicon import has_japanese, is_latin, table_words
from generator.data.model import FieldKind
from generator.data.reading.cells import NO, NOTHING, YES
from generator.data.reading.document import Map
from generator.data.reading.grid import plain_ascii
from generator.scaffold.edges import edges_of
from generator.scaffold.extents import is_as_wide
from generator.scaffold.foreign import HEADED
from generator.scaffold.hues import hues_of, tell_apart
from generator.scaffold.meanings import PLAIN, in_parts, is_behind
from generator.scaffold.measures import half_ems, is_sign
from generator.scaffold.printing import if_true, scope_name
from generator.scaffold.sizes import is_card, is_frameable, look_at, pieces_called
from generator.scaffold.tablesheet import CODE, GROUPS, SHORT, TableSheet, is_of_print
from generator.values import Struct, replace

_TITLES = ("name", "title", "card", "card_name", "unit", "label")

_BARE, _SEVERAL = re.compile(r"[^1-9]{1,24}|\S*[A-Za-z]{2}\w*/\S+"), 5


class Roles(Struct, frozen=True):
    """What is drawn of which field; `rest`: all others, what is true or tells where a piece came out last."""

    title: str
    body: str
    picture: str
    group: str
    color: str
    numbers: Sequence[str]
    rest: Sequence[str]
    frame: str = ""
    icons: Sequence[str] = ()

    @property
    def ink(self) -> str:
        """The field that colours pieces."""
        return self.color or self.group

    def called(self, names: Mapping[str, str]) -> Roles:
        """The same of fields with other names."""
        lone = (names.get(f, f) for f in (self.title, self.body, self.picture, self.group, self.color))
        lists = ([names.get(f, f) for f in fields] for fields in (self.numbers, self.rest))
        frame, icons = names.get(self.frame, self.frame), [names.get(f, f) for f in self.icons]
        return replace(Roles(*lone, *lists), frame=frame, icons=icons)


def roles_of(sheet: TableSheet) -> Roles:
    """Which field is the name, the picture, the long text ..., as far as there is one. What stands at edges is none."""
    edges = edges_of(sheet)
    sheet = replace(sheet, fields={f: v for f, v in sheet.fields.items() if f not in edges})
    signs = [f for f in sheet.of("text", "one of", "word") if _is_of_signs(sheet, f)]
    texts, asked = [f for f in sheet.of("text") if f not in signs], sheet.question()
    is_called = any(f in _TITLES or sheet.says(f, "name") for f in (*texts, *sheet.of("one of")))
    said = [f for f in texts if not (sheet.says(f, "option") or sheet.says(f, "wrong"))]
    told = sheet.told("name")
    title = told or (_title(sheet, said) if is_called or not asked else "")
    plain = [f for f in sheet.of("one of") if sheet.is_rules(f) and PLAIN.search(plain_ascii(sheet.heading(f)))]
    body = asked or sheet.told("text", "rules") or _body(sheet, [f for f in (*said, *plain) if f != title])
    lengths = sorted(map(half_ems, sheet.words(title))) if title else [0]
    most = SHORT * (99 if title in _TITLES else 1 if sheet.tells(title) else 1.5) if title else 0
    if told:
        pass
    elif median(lengths) > (1.5 if not body or title not in _TITLES else 5) * SHORT or (
        not body and lengths[len(lengths) * 9 // 10] > most
    ):
        title, body = "", body or title  # a card is what it says
    frame = _frame(sheet)
    pictures = _pictures(sheet, frame)
    picture = next(iter((*pictures, *sheet.of("images"), *signs)), "")
    hue = sheet.told("color")
    numbers = [f for f in sheet.numbers() if f not in (title, body, hue) and not is_idle(sheet, f)]
    apart = (title, body, *numbers)
    colors = [f for f in sheet.fields if f not in apart and _is_of_colors(sheet, f)]
    color = min(colors, key=sheet.is_alike, default="")
    groups = [f for f in (*sheet.of("one of"), *texts) if f not in (*apart, *signs, color) and _is_group(sheet, f)]

    own = {f: {*sheet.words(f)} for f in groups}
    kinds = [f for f in groups if sheet.says(f, "type")]
    has_sides = any(sheet.says(f, "side") for f in groups)

    def rank(field: str) -> tuple[bool, ...]:
        is_side = sheet.says(field, "side")
        is_army = (is_side or (sheet.says(field, "terrain") and not has_sides)) and not is_card(sheet.look.shape)
        hues = hues_of(sheet, field, sheet.words(field))
        is_called = tell_apart(hues) and not (has_sides and sheet.says(field, "terrain"))
        if field not in kinds:  # a weakness is a kind of others
            is_called = is_called and all(own[field].isdisjoint(own[kind]) for kind in kinds)
        are_most = 2 * sum(map(bool, hues.values())) > len(hues)
        return not is_army, not is_called, field not in kinds, is_of_print(sheet, field), not is_side, not are_most

    group = next((f for f in [hue] if f and f not in pictures), "") or min(groups, key=rank, default="")
    color = "" if group and color and sheet.is_alike(color) else color
    is_shown = not color or color in sheet.of("color") or all(hues_of(sheet, color, sheet.words(color)).values())
    if not color:
        color = next((f for f in sheet.fields if f not in (*apart, group) and _is_scheme(sheet, f)), "")
    hues = sheet.of("color")
    hues = hues if color in hues else [f for f in hues if not all(map(str.isalpha, sheet.words(f)))]  # else words
    drawn = {title, body, picture, group, color * is_shown, *numbers, *hues, *sheet.of("image", "images")}
    rest = [f for f in sheet.fields if f not in drawn and not is_idle(sheet, f)]
    rest.sort(key=lambda f: (f in (*sheet.flags(), *sheet.places()), is_of_print(sheet, f), not sheet.says(f, "type")))
    return _named(sheet, Roles(title, body, picture, group, color, numbers, rest, frame, pictures[1:]))


def _frame(sheet: TableSheet) -> str:
    """The field of pictures around what a card shows: one that is called so, or that several cards share though each
    has another picture besides, or art can be seen through them."""
    shape = sheet.look.shape
    shown = {f: sheet.shown(f) for f in sheet.of("image")}
    found = {f: [own[word] for word in sheet.words(f) if word in own] for f, own in shown.items()}
    fits = {f: bool(found[f]) and all(is_as_wide(path, shape) for path in found[f][:8]) for f in found}
    images = [f for f in found if is_frameable(shape) and fits[f]]
    shared = [f for f in images if is_card(shape) and 2 * len({*found[f]}) <= len(found[f])]
    others = [f for f in found if f not in shared]
    shared = [f for f in shared if others or not any(look_at(p)[1] for p in found[f])]
    return next((f for f in images if sheet.says(f, "frame")), next(iter(shared), ""))


def _pictures(sheet: TableSheet, frame: str) -> list[str]:
    """The other fields of pictures, first what somebody says is one, what is no icon, what each card has for its own,
    what most have, and what has a ground."""

    def rank(field: str) -> tuple[bool, bool, float, int, bool]:
        words, is_told = sheet.words(field), field in sheet.beside.get("told", ())
        found = [*sheet.shown(field).values()][:8]
        is_icon = bool(HEADED.fullmatch(re.sub(r"[\W\d_]+$", "", plain_ascii(sheet.heading(field)))))
        own = round(1 - len({*words}) / len(sheet.items), 1)
        return not is_told, is_icon, own, -len(words), not all(look_at(path)[1] for path in found)

    return sorted((f for f in sheet.of("image") if f != frame), key=rank)


def is_idle(sheet: TableSheet, field: str) -> bool:
    """True for a 0, a yes or words that are the same on all of several cards: they tell no player anything, but of what
    one plays with, or beside columns called alike, if it is no 0; and for a yes that none says."""
    if field in sheet.of("flag") and not any(item.get(field) is True for item in sheet.items):
        return True
    is_used = not is_card(sheet.look.shape) or any(
        sheet.says(field, what) for what in ("cost", "play", "type", "name", "text")
    )
    first = in_parts(sheet.heading(field)).split()[:1]
    kin = [f for f in sheet.fields if f not in sheet.of("flag") and in_parts(sheet.heading(f)).split()[:1] == first]
    kin *= not field.startswith("column_")
    is_used = is_used or (len(kin) > 2 and not all(map(sheet.is_alike, kin)))  # `In middle` beside `In top`
    is_short = field in sheet.of("flag") or all(map(_BARE.fullmatch, sheet.words(field)))
    least = (
        2 if {plain_ascii(sheet.name)} == {*map(plain_ascii, sheet.words(field))} else _SEVERAL
    )  # what the back says already
    is_whole = len(sheet.words(field)) == len(sheet.items) >= least
    return is_whole and is_short and sheet.is_alike(field) and (sheet.words(field)[0] == "0" or not is_used)


def says_little(words: Sequence[str]) -> bool:
    """True for what most pieces have none of, but a sign for that: `x`, `-`, `0`."""
    return any(2 * many > len(words) and (word in NOTHING or word in "0x") for word, many in Counter(words).items())


def _named(sheet: TableSheet, roles: Roles) -> Roles:
    """Of pieces without names, or with numbers for names, their topic, type or kind is the name."""
    ids = [str(item.get("id", "")) for item in sheet.items] if sheet.beside.get("id") else []
    told = [f for f in (roles.group, *roles.rest) if f in sheet.of("text", "one of", "word", "list")]
    told = [f for f in told if not sheet.says(f, "level") and half_ems(sheet.longest(f)) <= 2 * SHORT]
    told = [f for f in told if 2 * sum(half_ems(word) > 1 for word in sheet.words(f)) >= len(sheet.items)]
    kinds = ("topic", "type") if is_card(sheet.look.shape) else ("terrain", "topic", "type")
    topics = [f for what in kinds for f in told if sheet.says(f, what)]
    kind = next(iter([*sorted(topics, key=sheet.is_alike)[:1], *told[:1] * (told[:1] == [roles.group])]), "")
    if not (roles.title or kind or ids or roles.body) and sheet.look.kind != "card":  # a tile is its number
        own = (f for f in roles.rest if is_of_print(sheet, f) and len({*sheet.words(f)}) == len(sheet.items))
        number = next(own, "")
        return replace(roles, title=number, rest=[f for f in roles.rest if f != number])
    if roles.title or not kind or (ids and not roles.body and not all(map(str.isdecimal, ids))):
        return roles
    group = roles.group if roles.group != kind else ""
    rest = [f for f in roles.rest if f != kind]
    return replace(roles, title=kind, group=group, color=roles.color or roles.group, rest=rest)


_KANA, _MARKED = re.compile(r"[\u3040-\u30ff\s]+"), re.compile(r"[{}|\\]")


def readings_of(sheet: TableSheet) -> dict[str, tuple[FieldKind, str]]:
    """The columns of readings, in kana, as one plain word each: they are none of another language's."""
    found = [f for f in sheet.of("text", "word") if sheet.says(f, "reading")]
    kana = [f for f in found if all(map(_KANA.fullmatch, sheet.words(f)))]
    return {f: (replace(sheet.fields[f][0], name="word"), sheet.fields[f][1]) for f in kana}


def with_reading(sheet: TableSheet) -> TableSheet:
    """With a column of readings as ruby above the names in Japanese; in a game that speaks others, too, it stands
    nowhere else."""
    signs, is_foreign = [la for la in sheet.languages if not is_latin(la)], any(map(is_latin, sheet.languages))
    found = [*readings_of(sheet)]
    fields = {f: kind for f, kind in sheet.fields.items() if f not in found}
    title = roles_of(sheet).title if len(found) == 1 else ""
    said = [item.get(title) for item in sheet.items] if title in sheet.of("text") and title != found[0] else []
    said = [next((v[la] for la in signs if la in v), "") if isinstance(v, Map) else v for v in said]
    names = [words for words in said if isinstance(words, str)]
    if not has_japanese("".join(names)) or any(map(_MARKED.search, names)):
        return replace(sheet, fields=fields) if is_foreign else sheet
    own, above = scope_name(title), scope_name(found[0])
    is_same = any(n == item.get(found[0]) for n, item in zip(said, sheet.items, strict=True))  # in kana it needs none
    seen = [f"language in {signs}" * is_foreign, if_true(sheet, found[0]), f"{above} != {own}" * is_same]
    ruby, ifs = f"'{{' ~ {own} ~ '|' ~ {above} ~ '}}'", " and ".join(filter(None, seen))
    return replace(sheet, fields=fields, made={**sheet.made, title: ruby + f" if {ifs} else {own}" * bool(ifs)})


def with_code(sheet: TableSheet, roles: Roles) -> tuple[TableSheet, Roles]:
    """With the letter of a group and the number behind it that together tell pieces apart as one: `A1`."""
    order, group = [*sheet.fields], roles.group
    number = next(iter(order[order.index(group) + 1 :]), "") if group in order else ""
    both = [(str(item.get(group)), item.get(number)) for item in sheet.items]
    are_codes = all(_CAPITAL.fullmatch(letter) and type(n) is int and 0 < n <= _LAST for letter, n in both)
    if number not in roles.numbers or not _NUMBERED.match(plain_ascii(sheet.fields[number][1])) or not are_codes:
        return sheet, roles
    many = [len({*some}) for some in (both, *zip(*both, strict=True))]
    if many[0] < len(both) or max(many[1:]) == len(both):
        return sheet, roles
    made = {**sheet.made, group: f"{scope_name(group)} ~ {scope_name(number)}"}
    return replace(sheet, made=made), replace(roles, numbers=[f for f in roles.numbers if f != number])


_CAPITAL, _LAST = re.compile("[A-Z]"), 20
_NUMBERED = re.compile(r"(num|n[ro]\b|n[°º]|[#№]|番号|编号|번호)")
"""A rank or a value beside a suit is none."""


def with_stand_in(sheet: TableSheet, roles: Roles) -> TableSheet:
    """With what stands in for a name that some pieces lack: what else all say, and tells most of them apart."""
    if not roles.title or not sheet.fields[roles.title][0].optional:
        return sheet
    texts = [f for f in (*roles.rest, roles.group) if f and f in sheet.of("text", "one of", "word")]
    others = [f for f in texts if not (sheet.fields[f][0].optional or sheet.is_prose(f) or is_of_print(sheet, f))]
    other = max(others, key=lambda f: len({*sheet.words(f)}), default="")
    return replace(sheet, stands_in=(roles.title, other)) if other else sheet


def _body(sheet: TableSheet, texts: Sequence[str]) -> str:
    """The longest text, rules before others, these before what only gives them colour."""
    rules = [f for f in texts if sheet.is_rules(f)]
    prose = [f for f in texts if sheet.is_prose(f)]

    def worth(field: str) -> tuple[bool, bool, int]:
        return not sheet.is_flavour(field), field in rules, half_ems(sheet.longest(field))

    return max(prose, key=worth, default=next(iter(rules), ""))


def _title(sheet: TableSheet, texts: Sequence[str]) -> str:
    """The field that is the name: what is called so, and tells pieces apart; else words of which each piece has its
    own, no rules; else those of most kinds. A number is a name where nothing else is; without headings the first words
    are, of those that all have."""
    whole = [f for f in texts if len(sheet.words(f)) >= 0.9 * len(sheet.items)] or texts
    texts = texts if any(map(sheet.heading, sheet.fields)) else whole[:1]
    rows, many = len(sheet.items), {f: len({*sheet.words(f)}) for f in sheet.fields}

    def is_code(field: str) -> bool:
        return all(map(CODE.fullmatch, sheet.words(field)))

    named = [f for f in sheet.fields if f not in sheet.of("image")]  # `name: fox.png`
    called = [f for f in named if f in _TITLES or (f in texts and sheet.says(f, "name"))]
    called += [f for f in sheet.fields if many[f] >= 0.9 * rows and pieces_called(sheet.heading(f), is_whole=True)]
    if not any(map(sheet.is_own, texts)) or any(many[f] > (rows > 1) for f in called):
        called.sort(key=lambda f: (sheet.is_alike(f), is_of_print(sheet, f), is_code(f), f not in _TITLES))
        if called:
            return called[0]
    full = {f for f in texts if len(sheet.words(f)) >= 0.9 * rows}
    wordy = [f for f in texts if 2 * sum(map(_is_wordy, sheet.words(f))) > len(sheet.words(f))]
    own = [f for f in texts if f in full and sheet.is_own(f) and (f in wordy or full.isdisjoint(wordy))]
    if own:
        long = {f: half_ems(sheet.longest(f)) > 2 * SHORT for f in own}
        return min(own, key=lambda f: (sheet.is_flavour(f), long[f], sheet.is_rules(f), is_of_print(sheet, f)))
    if sheet.beside.get("id"):
        return ""
    if texts:
        best = next(filter(None, ([f for f in wordy if f in full], [f for f in texts if f in full], wordy)), texts)
        return max(best, key=lambda f: (half_ems(sheet.longest(f)) <= 2 * SHORT, not is_of_print(sheet, f), many[f]))
    kinds, first = sheet.of("one of", "word"), next(iter(sheet.fields), "")
    if len(kinds) > 1:  # of a rank and a suit the rank
        return max(kinds, key=many.__getitem__)
    is_bare = len(sheet.of("integer", "number")) == len(sheet.fields) == 2  # what numbers cards is what they are
    is_name = bool(first) and not kinds and many[first] == rows and (is_bare or first in sheet.numbers())
    return first if is_name and not is_behind(sheet.fields[first][1]) else ""


def _is_wordy(words: str) -> bool:
    """True for what is more letters than digits: no year, price or code."""
    return sum(c.isalpha() for c in words) > sum(c.isdecimal() for c in words)


def _is_of_colors(sheet: TableSheet, field: str) -> bool:
    """True for colours: a column of them, or words most of which are some under a heading that says so."""
    is_said = field in sheet.of("text", "one of", "word") and sheet.says(field, "color")
    hues = hues_of(sheet, field, sheet.words(field)) if is_said else {}
    return field in sheet.of("color") or tell_apart(hues, are_alike=True)


def _is_of_signs(sheet: TableSheet, field: str) -> bool:
    """True for emoji, which stand for pictures; not for stars and suits alone."""
    words, is_headed = {*filter(None, sheet.words(field))}, plain_ascii(sheet.heading(field)) in _PICTURES
    are_bare = all(len(w) <= _EMOJI and w[0] >= "\u2300" and not any(map(str.isalnum, w)) for w in words)
    return (
        are_bare and len(words) > (0 if is_headed else 2) and 2 * sum(max(w) > "\U0001f000" for w in words) > len(words)
    )


_PICTURES = frozenset(table_words("pictures"))
_EMOJI = 8
"""Characters of one, at most: a family is seven."""


def _is_scheme(sheet: TableSheet, field: str) -> bool:
    """True for names of ways to colour pieces, which are no colours: `attack`, `event` below `Frame colour`."""
    said = {*sheet.words(field)} if field in sheet.of("text", "one of", "word") and sheet.says(field, "color") else ()
    return 1 < len(said) <= 2 * GROUPS and min(map(half_ems, said)) > 2 and not sheet.is_own(field)


def _is_group(sheet: TableSheet, field: str) -> bool:
    """True for words and signs that tell kinds apart: few, short, and none of them nearly everywhere."""
    many = Counter(sheet.words(field))
    least = 8 if sheet.says(field, "type") or sheet.says(field, "side") else 4  # one in so many is another
    is_even = least * max(many.values(), default=0) <= (least - 1) * many.total()
    are_words = 2 * sum(word[:1].isalpha() or is_sign(word) or _is_wordy(word) for word in many) > len(many)
    are_words = are_words and not {word.lower() for word in many} <= YES | NO
    are_words = are_words or (sheet.says(field, "side") and all(map(str.isdecimal, many)))
    share = 1.6 if sheet.says(field, "type") else 2  # what a heading says needs less evidence
    is_few = 1 < len(many) <= GROUPS and share * len(many) <= many.total()
    if not (are_words and is_even and 1 < len(many) <= 2 * GROUPS and max(map(len, many)) <= 20):
        return False
    return is_few or tell_apart(hues_of(sheet, field, many))


# ---- of several tables ----


def is_of_others(sheet: TableSheet, others: Sequence[TableSheet]) -> bool:
    """True for what is said of the pieces of other tables: numbers beside their names, or copies, without texts as
    theirs; these behind other words, in an index; and for the decks of which another's column of decks says the ids."""
    roles, ids = roles_of(sheet), {str(item.get("id")) for item in sheet.items}
    pile = plain_ascii(sheet.name).removesuffix("s")
    said = [{str(item[pile]) for item in other.items if item.get(pile) is not None} for other in others]
    if pile in _PILES and any(words and words <= ids for words in said):
        return True
    whole = [(other, r.title) for other in others if (r := roles_of(other)).title and r.body]
    named = {word for other, title in whole for word in other.words(title)}
    own = {*sheet.words(roles.title)} if roles.title else set()
    behind = [sheet.words(f) for f in [*sheet.fields][1:] if f in sheet.of("text", "one of", "list")]
    parts = [[part.strip() for words in said for part in re.split("[,;/]", words)] for said in behind]
    if not sheet.beside.get("count") and any(len(some) > 1 and {*some} <= named for some in parts):
        return True
    is_bare = not (roles.body or roles.picture) and (len(sheet.fields) == 1 or not sheet.beside.get("count"))
    return is_bare and len(own) > 1 and own <= named


_PILES = frozenset(table_words("piles"))
