"""A `TableSheet` whose columns say the same of two halves of a card -> a drawing of both: `a_name` beside `b_name`,
`Type1` beside `Type2`, `left` beside `right`; columns without headings that repeat.

The halves are drawn alike, by card.py; what is said of the whole card stands between them, a name above. Promise:
columns are halves only where a table has hardly any others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import near
from generator.scaffold.card import card
from generator.scaffold.elements import WHITE, Drawn, indented, rect, size_for, text
from generator.scaffold.hues import ground_of
from generator.scaffold.meanings import in_parts
from generator.scaffold.measures import LEAST, half_ems, width_of
from generator.scaffold.roles import roles_of
from generator.scaffold.sizes import is_card
from generator.scaffold.tablesheet import TableSheet, as_printed, is_of_print, said_of
from generator.values import replace

_WAYS = table_words("directions")
_SIDES = [({"1", "a", "one", "first"}, {"2", "b", "two", "second"})]
_SIDES += [({*_WAYS[one]}, {*_WAYS[other]}) for one, other in (("left", "right"), ("top", "bottom"))]
"""Words of headings that say of which half a column is."""
_FIRST = {word for first, _ in _SIDES for word in first}
_SHORT = 14
"""So wide are the values of a domino at most, in half ems."""
_FULL = 0.9
"""So many of the cards have both halves."""


def halves_of(sheet: TableSheet) -> dict[str, str]:
    """The fields of the first half of a card, each with its twin of the second; none where a table is of whole ones."""
    pairs = _unnamed(sheet) or _named(sheet)
    full = {f for f in sheet.fields if len(sheet.words(f)) >= _FULL * len(sheet.items)}
    pairs = {f: other for f, other in pairs.items() if {f, other} <= full}
    rest = [f for f in _shared(sheet, pairs) if not is_of_print(sheet, f)]
    is_whole = len(rest) >= max(len(pairs), 1 + _are_twins(sheet, pairs)) or any(map(sheet.is_prose, rest))
    return {} if is_whole or not is_card(sheet.look.shape) or sheet.of("image") else pairs


def half_of(sheet: TableSheet, pairs: Mapping[str, str], called: Mapping[str, str] | None = None) -> TableSheet:
    """The halves of all cards as cards, their fields `called` as those of the second ones, else of the first."""
    shape = replace(sheet.look.shape, height=(sheet.look.shape.height - _depth(sheet, pairs)) / 2)
    own = {f: (called or {}).get(f, f) for f in pairs}
    sides = ({f: f for f in pairs}, pairs)
    items = [{own[f]: item[said] for f, said in side.items() if said in item} for side in sides for item in sheet.items]
    fields = {own[f]: (_kind(sheet, f, other), _stem(sheet, f, own[f])) for f, other in pairs.items()}
    return replace(sheet, name="cards", fields=fields, items=items, look=replace(sheet.look, shape=shape), beside={})


def in_halves(sheet: TableSheet, pairs: Mapping[str, str]) -> Drawn:
    """The elements of a card in two halves, and their fields. The second half of a domino stands on its head."""
    half, name, is_turned = half_of(sheet, pairs), _name(sheet, pairs), _are_twins(sheet, pairs)
    wide, high, deep = half.look.shape.width, half.look.shape.height, sheet.look.shape.height
    roles, above = roles_of(half), _depth(sheet, pairs) if name else 0.0
    if roles.numbers and roles.title in half.numbers():  # of several numbers none is a name
        roles = replace(roles, title="", numbers=[roles.title, *roles.numbers])
    turn = f"translate({wide:.4g} {deep:.4g}) rotate(180)" if is_turned else f"translate(0 {deep - high:.4g})"
    first = (half, roles, f"translate(0 {above:.4g})", -3)
    second = (half_of(sheet, pairs, pairs), roles.called(pairs), turn, -3 * is_turned)
    groups, placed = list[str](), list[str]()
    for one, its, place, top in (first, second):
        (_, *drawn), fields = card(one, its)
        ground = rect((-3, top, wide + 6, high + 3), ground_of(one, its.ink, its.title)[0])
        groups.append("\n".join([f'<g transform="{place}">', *indented([ground, *drawn]), "</g>"]))
        placed += [f for f in fields if f in one.fields]
    strip, told = _strip(sheet, pairs, name, high)
    return [*groups, *strip], [*placed, *told]


# ---- which columns are halves ----


def _named(sheet: TableSheet) -> dict[str, str]:
    """Fields whose headings differ in a word for a side, and no third one does."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for f in filter(sheet.heading, sheet.fields):
        words = [plain_ascii(word) for word in _parts(sheet, f)]
        for at, word in enumerate(words):
            if len(word) == 1 or word.isdecimal() or any(word in one | other for one, other in _SIDES):
                found[" ".join(words[:at] + words[at + 1 :])].setdefault(word, f)
    lone = {stem: said for stem, said in found.items() if len(said) == 1}
    for stem, said in lone.items():  # with a slip in one of them
        meant = near(stem, [other for other in lone if other != stem and lone[other].keys() != said.keys()], 0.85)
        found[stem] = {**said, **lone.get(meant, {})}
    sides = [(said, one, other) for said in found.values() if len(said) == 2 for one, other in (said, [*said][::-1])]
    ways = {said[one]: said[other] for said, one, other in sides if any(one in a and other in b for a, b in _SIDES)}
    return {f: ways[f] for f in sheet.fields if f in ways and ways[f] not in ways}


def _unnamed(sheet: TableSheet) -> dict[str, str]:
    """Columns without headings that repeat at the end: as many more, which say what these do."""
    fields = [*sheet.fields] if not any(map(sheet.heading, sheet.fields)) else []
    for many in range(len(fields) // 2, 1, -1):
        pairs = dict(zip(fields[-2 * many : -many], fields[-many:], strict=True))
        words = [f for f in sheet.of("text", "one of") if f in pairs and f not in sheet.numbers()]
        if words and _are_twins(sheet, pairs):
            return pairs
    return {}


def _parts(sheet: TableSheet, field: str) -> list[str]:
    """The words of a heading: `player1_name` has three."""
    return re.findall(r"[^\W\d_]+|\d+", in_parts(sheet.fields[field][1]))


def _stem(sheet: TableSheet, field: str, called: str) -> str:
    """A heading without the word for its side."""
    if not sheet.heading(field):
        return f"column {called[7:].upper()}"
    return " ".join(word for word in _parts(sheet, field) if plain_ascii(word) not in _FIRST)


def _kind(sheet: TableSheet, one: str, other: str) -> FieldKind:
    """What holds the values of both."""
    a, b = sheet.fields[one][0], sheet.fields[other][0]
    name = a.name if a.name == b.name else "number" if {a.name, b.name} == {"integer", "number"} else "text"
    choices = tuple(dict.fromkeys((*a.choices, *b.choices))) if name == "one of" else ()
    return FieldKind(name, choices=choices, of=a.of, optional=a.optional or b.optional)


def _are_twins(sheet: TableSheet, pairs: Mapping[str, str]) -> bool:
    """True for the halves of a domino: one or two short values each, mostly of the same few."""
    said = [({*sheet.words(f)}, {*sheet.words(other)}) for f, other in pairs.items()]
    are_alike = all(2 * len(one & other) >= min(len(one), len(other)) > 0 for one, other in said)
    return len(pairs) <= 2 and are_alike and all(half_ems(w) <= _SHORT for one, other in said for w in one | other)


# ---- what is said of the whole card ----


def _shared(sheet: TableSheet, pairs: Mapping[str, str]) -> list[str]:
    return [f for f in sheet.fields if f not in pairs and f not in pairs.values()]


def _name(sheet: TableSheet, pairs: Mapping[str, str]) -> str:
    own = [f for f in _shared(sheet, pairs) if f in sheet.of("text") and sheet.is_own(f)]
    return next(iter(own), "")


def _facts(sheet: TableSheet, pairs: Mapping[str, str]) -> Sequence[str]:
    """The fields that have room in one line, but for the name."""
    facts, room = [f for f in _shared(sheet, pairs) if f != _name(sheet, pairs)], sheet.look.shape.width - 8
    while facts and max(width_of(said, LEAST) for said in said_of(sheet, facts, " · ")[1]) > room:
        facts.pop()
    return facts


def _depth(sheet: TableSheet, pairs: Mapping[str, str]) -> float:
    return 10.0 * bool(_name(sheet, pairs)) + 5.0 * bool(_facts(sheet, pairs)) or 0.8


def _strip(sheet: TableSheet, pairs: Mapping[str, str], name: str, high: float) -> Drawn:
    """A pale strip with what both halves share; a rule where they share nothing."""
    wide, deep, facts = sheet.look.shape.width, _depth(sheet, pairs), _facts(sheet, pairs)
    top = 0.0 if name else high
    drawn = [rect((-3, top - 3 * bool(name), wide + 6, deep + 3 * bool(name)), f'fill="{WHITE}"')]
    if name:
        size = size_for(sheet.words(name), wide - 10, 6, 4.6, 0)
        drawn.append(text(as_printed(sheet, name), (5, 3.6, wide - 10, 6), size, "Name", bold=True))
        drawn.append(rect((-3, deep + high - 0.4, wide + 6, 0.8), f'fill="{WHITE}"'))
    if facts:
        box = (4, top + deep - 4.6, wide - 8, 4.2)
        drawn.append(text(said_of(sheet, facts, " · ")[0], box, 3.0, "Fact: so", middle=True))
    return drawn, [*[name] * bool(name), *facts]
