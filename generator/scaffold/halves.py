"""A `TableSheet` whose columns say the same of two halves of a card -> a drawing of both: `a_name` beside `b_name`,
`Type1` beside `Type2`, `left` beside `right`.

The halves are drawn alike, by card.py; what is said of the whole card stands between them. Promise: columns are halves
only where a table has hardly any others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from generator.data.lexicon import table_words
from generator.data.model import FieldKind
from generator.data.reading.grid import plain_ascii
from generator.diagnostics.findings import near
from generator.scaffold.card import card
from generator.scaffold.elements import WHITE, Drawn, indented, rect, text
from generator.scaffold.hues import ground_of
from generator.scaffold.meanings import in_parts
from generator.scaffold.measures import LEAST, width_of
from generator.scaffold.printing import said_of
from generator.scaffold.roles import roles_of
from generator.scaffold.sizes import is_card
from generator.scaffold.tablesheet import TableSheet, is_of_print
from generator.values import replace

_WAYS = table_words("directions")
_SIDES = [({"1", "a", "one", "first"}, {"2", "b", "two", "second"})]
_SIDES += [({*_WAYS[one]}, {*_WAYS[other]}) for one, other in (("left", "right"), ("top", "bottom"))]
"""Words of headings that say of which half a column is."""
_FULL = 0.9
"""So many of the cards have both halves."""


def halves_of(sheet: TableSheet) -> dict[str, str]:
    """The fields of the first half of a card, each with its twin of the second; none where a table is of whole ones."""
    full = {f for f in sheet.fields if len(sheet.words(f)) >= _FULL * len(sheet.items)}
    pairs = {f: other for f, other in _named(sheet).items() if {f, other} <= full}
    rest = [f for f in _shared(sheet, pairs) if not is_of_print(sheet, f)]
    is_whole = len(rest) >= max(len(pairs), 1) or any(map(sheet.is_prose, rest))
    return {} if is_whole or not is_card(sheet.look.shape) or sheet.of("image") else pairs


def half_of(sheet: TableSheet, pairs: Mapping[str, str], called: Mapping[str, str] | None = None) -> TableSheet:
    """The halves of all cards as cards, their fields `called` as those of the second ones, else of the first."""
    shape = replace(sheet.look.shape, height=(sheet.look.shape.height - _depth(sheet, pairs)) / 2)
    own, sides = called or {f: f for f in pairs}, ({f: f for f in pairs}, pairs)
    items = [{own[f]: item[said] for f, said in side.items() if said in item} for side in sides for item in sheet.items]
    fields = {own[f]: (_kind(sheet, f, other), _stem(sheet, f)) for f, other in pairs.items()}
    return replace(sheet, name="cards", fields=fields, items=items, look=replace(sheet.look, shape=shape), beside={})


def in_halves(sheet: TableSheet, pairs: Mapping[str, str]) -> Drawn:
    """The elements of a card in two halves, and their fields."""
    half, deep = half_of(sheet, pairs), sheet.look.shape.height
    wide, high, roles = half.look.shape.width, half.look.shape.height, roles_of(half)
    groups, placed = list[str](), list[str]()
    for one, its, y in ((half, roles, 0.0), (half_of(sheet, pairs, pairs), roles.called(pairs), deep - high)):
        (_, *drawn), fields = card(one, its)
        ground = rect((-3, 0 if y else -3, wide + 6, high + 3), ground_of(one, its.ink, its.title)[0])
        groups.append("\n".join([f'<g transform="translate(0 {y:.4g})">', *indented([ground, *drawn]), "</g>"]))
        placed += [f for f in fields if f in one.fields]
    facts, strip = _facts(sheet, pairs), (-3, high, wide + 6, _depth(sheet, pairs))
    said = [text(said_of(sheet, facts, " · ")[0], (4, high + 0.4, wide - 8, 4.2), 3.0, "Fact: so", middle=True)]
    return [*groups, rect(strip, f'fill="{WHITE}"'), *said * bool(facts)], [*placed, *facts]


def _named(sheet: TableSheet) -> dict[str, str]:
    """Fields whose headings differ in a word for a side, and no third one does."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for f in filter(sheet.heading, sheet.fields):
        words = [plain_ascii(word) for word in _parts(sheet, f)]
        for at, word in enumerate(words):
            if len(word) == 1 or word.isdecimal() or any(word in one | other for one, other in _SIDES):
                found[" ".join(words[:at] + words[at + 1 :])].setdefault(word, f)
    lone = {stem: said for stem, said in found.items() if stem and len(said) == 1}
    for stem, said in lone.items():  # with a slip in one of them
        meant = near(stem, [other for other in lone if other != stem and lone[other].keys() != said.keys()], 0.85)
        found[stem] = {**said, **lone.get(meant, {})}
    sides = [(said, one, other) for said in found.values() if len(said) == 2 for one, other in (said, [*said][::-1])]
    ways = {said[one]: said[other] for said, one, other in sides if any(one in a and other in b for a, b in _SIDES)}
    lists = sheet.of("list", "images")  # are not drawn as words are
    return {f: ways[f] for f in sheet.fields if f in ways and (f in lists) == (ways[f] in lists)}


def _parts(sheet: TableSheet, field: str) -> list[str]:
    """The words of a heading: `player1_name` has three."""
    return re.findall(r"[^\W\d_]+|\d+", in_parts(sheet.fields[field][1]))


def _stem(sheet: TableSheet, field: str) -> str:
    """A heading without the word for its side."""
    sides = {word for first, _ in _SIDES for word in first}
    return " ".join(word for word in _parts(sheet, field) if plain_ascii(word) not in sides)


def _kind(sheet: TableSheet, one: str, other: str) -> FieldKind:
    """What holds the values of both."""
    a, b = sheet.fields[one][0], sheet.fields[other][0]
    choices = tuple(dict.fromkeys((*a.choices, *b.choices))) if a.name == b.name else ()
    name = a.name if a.name == b.name else "text"
    return FieldKind(name, choices=choices, of=a.of, optional=a.optional or b.optional)


def _shared(sheet: TableSheet, pairs: Mapping[str, str]) -> list[str]:
    """The fields of the whole card."""
    return [f for f in sheet.fields if f not in pairs and f not in pairs.values()]


def _facts(sheet: TableSheet, pairs: Mapping[str, str]) -> list[str]:
    """Those of them that have room in one line."""
    facts, room = _shared(sheet, pairs), sheet.look.shape.width - 8
    while facts and max(width_of(said, LEAST) for said in said_of(sheet, facts, " · ")[1]) > room:
        facts.pop()
    return facts


def _depth(sheet: TableSheet, pairs: Mapping[str, str]) -> float:
    """How high a pale strip with them is; a rule where there are none."""
    return 5.0 if _facts(sheet, pairs) else 0.8
