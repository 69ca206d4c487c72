"""A `TableSheet` -> which of its fields is what: the name, the text, the picture, what tells kinds apart.

Promise: a heading that says it decides; else what the pieces say, and where the column stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from statistics import median

from generator.data.reading.grid import plain, plain_ascii
from generator.scaffold.edges import edges_of
from generator.scaffold.hues import hues_of, tell_apart
from generator.scaffold.measures import half_ems
from generator.scaffold.sheet import CODE, SHORT, TableSheet, as_printed, is_of_print, scope_name
from generator.scaffold.sides import is_behind
from generator.scaffold.sizes import is_card, pieces_called
from generator.values import dataclass, replace

_TITLES = ("name", "title", "card", "card_name", "unit", "label")
_ARMY = re.compile(
    r"\b(side|nation(ality)?|army|faction|fraktion|fazione|bando|team|country|allegiance)\b|陣営|所属|勢力",
    re.IGNORECASE,
)
_OF_PARTS = re.compile(r"\b((border|frame|font|text|outline|icon|bord|cadre|borde|marco)\b|(rand|rahmen|schrift)farb)")
"""Of colours that are those of a part, not of the piece."""


_TOKEN, _SEVERAL = re.compile(r"(?!\d+$)[a-z0-9_./:-]+|0"), 5


@dataclass(frozen=True, slots=True)
class Roles:
    """What is drawn of which field; `rest` in lines, what is true or not last."""

    title: str
    body: str
    picture: str
    group: str
    color: str
    numbers: Sequence[str]
    rest: Sequence[str]

    @property
    def ink(self) -> str:
        """The field that colours pieces."""
        return self.color or self.group


def roles_of(sheet: TableSheet) -> Roles:
    """Which field is the name, the picture, the long text ..., as far as there is one. What stands at edges is none."""
    edges = edges_of(sheet)
    sheet = replace(sheet, fields={f: v for f, v in sheet.fields.items() if f not in edges}) if edges else sheet
    series = sheet.series()
    texts = [f for f in sheet.of("text") if f not in series]
    asked = sheet.question()
    title = "" if asked and not any(f in _TITLES or sheet.says(f, "name") for f in texts) else _title(sheet, texts)
    said = [t for t in texts if t != title and not sheet.is_source(t)]
    rules = [t for t in said if sheet.is_rules(t)]
    pairs = sheet.series(2)
    prose = {t for t in rules if 2 * half_ems(sheet.longest(t)) > SHORT}

    def worth(field: str) -> tuple[bool, bool, bool, float]:
        return field not in pairs, not sheet.is_flavour(field), field in prose, half_ems(sheet.longest(field))

    long = max(said, key=worth, default="")
    body = asked or (long if long and half_ems(sheet.longest(long)) > SHORT else next(iter(rules), ""))
    most = 1.0 if sheet.is_rules(title) else 1.5
    if title not in _TITLES and not any(map(sheet.is_own, said)) and half_ems(sheet.longest(title)) > SHORT:
        title, body = "", title  # a card is what it says
    elif title and title not in _TITLES and median(map(half_ems, sheet.words(title))) > SHORT * most:
        title, body = "", (not sheet.is_rules(title) and body) or title  # so do its texts
    picture = next(iter(sheet.of("image")), "")
    numbers = [field for field in sheet.numbers() if field != title and not is_idle(sheet, field)]
    apart = (title, body, *series, *numbers)
    colors = [f for f in sheet.fields if f not in apart and _is_of_colors(sheet, f)]
    parts = {f for f in colors if _OF_PARTS.search(plain_ascii(sheet.heading(f)))}
    color = min(colors, key=lambda f: (sheet.is_alike(f), f in parts), default="")
    color = "" if color in parts and sheet.is_alike(color) else color
    groups = [f for f in (*sheet.of("one of"), *texts) if f not in (*apart, color) and _is_group(sheet, f)]

    sides = [f for f in groups if _ARMY.search(plain_ascii(sheet.heading(f)))]

    def rank(field: str) -> tuple[int, ...]:
        is_army = field in sides and not is_card(sheet.look.shape)
        kinds = len({*sheet.words(field)}) if is_army else 0  # nations of a side
        is_hued = is_card(sheet.look.shape) and tell_apart(hues_of(sheet, field, [*dict.fromkeys(sheet.words(field))]))
        is_hued = is_hued and not (sides and sheet.says(field, "terrain"))
        first = not (is_army or _is_land(sheet, field)), -kinds, not is_hued, not sheet.says(field, "type")
        return *first, field not in sides, is_of_print(sheet, field)

    group = min(groups, key=rank, default="")
    color = "" if group and color and sheet.is_alike(color) else color
    drawn = {title, body, picture, group, color, *numbers, *sheet.of("color", "image")}
    flags = sheet.of("flag")

    def last(field: str) -> tuple[bool, ...]:
        is_first = sheet.says(field, "cost") or sheet.says(field, "type")
        return field in flags, sheet.is_alike(field), is_of_print(sheet, field), not is_first

    rest = [f for f in sorted(sheet.fields, key=last) if f not in drawn and not is_idle(sheet, f)]
    rest = [f for f in rest if not is_said_in(sheet, f, drawn)]
    rest = [f for n, f in enumerate(rest) if not is_said_in(sheet, f, rest[:n])]
    return Roles(title, body, picture, group, color, sorted(numbers, key=lambda f: is_of_print(sheet, f)), rest)


def spoken_name(sheet: TableSheet, roles: Roles) -> str:
    """The expression of the name; of pieces that lack one, of what stands in for it."""
    own, other = as_printed(sheet, roles.title), sheet.stands_in[0]
    if not roles.title or not sheet.fields[roles.title][0].optional:
        return own
    spare = scope_name(other) if other else "''"
    return f"{own} if {scope_name(roles.title)} is defined else {spare}" if other or "|" in own else own


def with_stand_in(sheet: TableSheet, roles: Roles) -> TableSheet:
    """With what stands in for a name that some pieces lack: what else all say and tells most of them apart."""
    if not roles.title or not sheet.fields[roles.title][0].optional:
        return sheet
    texts = [f for f in (*roles.rest, roles.group) if f and f in sheet.of("text", "one of")]
    others = [f for f in texts if not (sheet.fields[f][0].optional or sheet.is_prose(f))]
    other = max(others, key=lambda f: len({*sheet.words(f)}), default="")
    return replace(sheet, stands_in=(other, roles.title)) if other else sheet


def with_names(sheet: TableSheet, roles: Roles) -> Roles:
    """Of cards without names, or with numbers for names, their kind stands at the top."""
    ids = [str(item.get("id", "")) for item in sheet.items] if sheet.beside.get("id") else []
    told = [f for f in (roles.group, *roles.rest) if f and not sheet.says(f, "level")]
    told = [f for f in told if half_ems(sheet.longest(f)) <= 2 * SHORT]
    topics = [f for what in ("topic", "type") for f in told if sheet.says(f, what)]
    topics.sort(key=sheet.is_alike)
    kind = next((f for f in (*topics[:1], roles.group) if f in told), "")
    if roles.title or not kind or (ids and not roles.body and not all(map(str.isdecimal, ids))):
        return roles
    group = roles.group if roles.group != kind else ""
    return replace(roles, title=kind, group=group, rest=[f for f in roles.rest if f != kind])


def _title(sheet: TableSheet, texts: Sequence[str]) -> str:
    """The field that is the name: what is called so and all have; else words of which each piece has its own, no rules;
    else those of most kinds. A number is a name where nothing else is; "" if all else is what many say."""
    rows, many = len(sheet.items), {f: len({*sheet.words(f)}) for f in sheet.fields}

    def is_code(field: str) -> bool:
        return all(map(CODE.fullmatch, sheet.words(field)))

    called = [f for f in sheet.fields if f in _TITLES or (f in texts and sheet.says(f, "name"))]
    called += [f for f in sheet.fields if many[f] >= 0.9 * rows and pieces_called(sheet.heading(f), is_whole=True)]
    first = next(iter(sheet.fields), "")
    if any(many[f] == 1 and len(sheet.words(f)) == rows > 1 for f in called):  # what all are called is no name of one
        own = [f for f in called if many[f] > 1 and any(map(_is_wordy, sheet.words(f)))]
        called = own or ([] if any(many[f] > 1 for f in texts) else called)
    for field in sorted(called, key=lambda f: (is_of_print(sheet, f), is_code(f), f not in _TITLES)):
        lacks = len(sheet.words(field)) < 0.9 * rows and many[first] == rows
        return first if lacks and not is_code(first) else field
    texts = [f for f in texts if f not in sheet.series(2)]
    full = {f for f in texts if len(sheet.words(f)) >= 0.9 * rows}
    wordy = [f for f in texts if sum(map(_is_wordy, sheet.words(f))) * 2 > len(sheet.words(f))]
    own = [f for f in texts if f in full and sheet.is_own(f) and (f in wordy or not wordy)]
    if own:
        lengths = {f: half_ems(sheet.longest(f)) > 2 * SHORT for f in own}
        return min(own, key=lambda f: (sheet.is_flavour(f), lengths[f], sheet.is_rules(f), is_of_print(sheet, f)))
    if sheet.beside.get("id"):
        return ""
    if texts:
        return max(wordy or texts, key=lambda f: (f in full, half_ems(sheet.longest(f)) <= 2 * SHORT, many[f]))
    kinds = sheet.of("one of", "word")
    if len(kinds) > 1:  # of a rank and a suit the rank
        return max(kinds, key=many.__getitem__)
    is_name = first and not kinds and not sheet.of("color", "image", "list") and many[first] == rows
    is_name = is_name and not (is_card(sheet.look.shape) and sheet.only_numbers(first) and len(sheet.numbers()) > 1)
    return first if is_name and not is_behind(sheet.fields[first][1]) else ""


def is_said_in(sheet: TableSheet, field: str, others: Collection[str]) -> bool:
    """True for words that each piece says already in one of other columns; in one of types perhaps among a few more
    (`Evocation` in `Evocation cantrip`)."""
    said = sheet.words(field)
    words = [*map(plain, said)]
    same = [f for f in others if f in sheet.of("text", "one of", "word", "list") and f != field]
    is_text = field in sheet.of("text", "one of", "list") and len(words) == len(sheet.items) > 1
    if not is_text or not all(words):
        return False
    types = [sheet.words(f) for f in same if sheet.says(f, "type") and not sheet.is_prose(f)]
    within = any(len(own) == len(said) and all(map(_holds, own, said)) for own in types)
    return within or any([*map(plain, sheet.words(f))] == words for f in same)


def _holds(more: str, few: str) -> bool:
    return {*plain_ascii(few).split()} <= {*plain_ascii(more).split()}


def is_idle(sheet: TableSheet, field: str) -> bool:
    """True for a 0, a yes or a word of programs that is the same on all of several cards: it tells no player anything,
    but of what one plays with."""
    is_used = not is_card(sheet.look.shape) or any(
        sheet.says(field, what) for what in ("cost", "play", "type", "name", "text")
    )
    is_short = field in sheet.of("flag") or all(map(_TOKEN.fullmatch, sheet.words(field)))
    return sheet.is_alike(field) and len(sheet.words(field)) >= _SEVERAL and is_short and not is_used


def _is_wordy(words: str) -> bool:
    """True for what is more letters than digits: no year, price or code."""
    return sum(c.isalpha() for c in words) > sum(c.isdecimal() for c in words)


def by_worth(sheet: TableSheet, fields: Sequence[str]) -> list[str]:
    """Numbers, those that one plays with first."""
    return sorted(fields, key=lambda f: not (sheet.says(f, "play") or sheet.says(f, "cost")))


def cost_in(sheet: TableSheet, numbers: Sequence[str]) -> str:
    """The one that is the cost, or the first number of all; "" of several costs none of which is called so alone."""
    costs = [f for f in numbers if sheet.says(f, "cost")]
    plainly = [f for f in costs if " " not in sheet.heading(f)]
    return "".join((plainly or costs or numbers)[: len(costs) < 2 or bool(plainly)])


def _is_of_colors(sheet: TableSheet, field: str) -> bool:
    """True for colours: a column of them; words under a heading that says so; `ffcc00` under any."""
    words, kind = {*sheet.words(field)}, sheet.fields[field][0].name
    hexes = all(re.fullmatch("#?[0-9a-fA-F]{6}", word) for word in words) and any(map(str.isalpha, "".join(words)))
    is_said = sheet.says(field, "color") and all(hues_of(sheet, field, [*words]).values())
    return kind == "color" or (kind in ("text", "one of", "word") and bool(words) and (hexes or is_said))


def _is_group(sheet: TableSheet, field: str) -> bool:
    """True for words that tell kinds apart: few, short, and none of them nearly everywhere."""
    many = Counter(sheet.words(field))
    is_even = 8 * max(many.values(), default=0) <= 7 * many.total()
    is_shared = len(many) * 2 <= many.total() or _is_land(sheet, field)
    are_words = 2 * sum(1 for word in many if word[:1].isalpha() or _is_wordy(word)) > len(many)
    return are_words and is_even and sheet.is_few(field) and is_shared and max(map(len, many)) <= 20


def _is_land(sheet: TableSheet, field: str) -> bool:
    """True for what colours a tile, also where each has its own."""
    return sheet.look.kind == "tile" and sheet.says(field, "terrain")
