"""What a piece says -> what is large on it, which numbers are its factors or stand in a line, and what else there is.

Promise: a counter is its numbers, with factors if it has some; what tells pieces of one name apart comes first of the
rest, what says least last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.data.reading.guessing import is_running
from generator.scaffold.factors import DOT, factor_place, factors_of, factors_said, is_decimal, is_joined, widest
from generator.scaffold.meanings import FACTORS
from generator.scaffold.measures import half_ems
from generator.scaffold.printing import if_true, said_of
from generator.scaffold.roles import Roles, says_little
from generator.scaffold.tablesheet import TableSheet
from generator.values import Struct

ROOMY = 24.0
"""Where there is so much room (mm), numbers have their headings."""
_LOW = 4.4
"""With less there is no room for a large number above a name."""
_LETTERS, _TWO = 4, 2
"""Half ems of a short name."""


class Standing(Struct, frozen=True):
    """The fields of a piece: what is `large` (pictures, the first number or two), the `factors`, numbers in a line
    (`bare`: without their headings), texts, and all else, of which `apart` tells pieces of one name apart. `is_hero`:
    the name is what is looked for; `is_alone`: nothing else is large."""

    large: Sequence[str]
    are_headed: bool
    factors: Sequence[str]
    line: Sequence[str]
    is_bare: bool
    prose: Sequence[str]
    facts: Sequence[str]
    apart: str
    is_hero: bool
    is_alone: bool


def standing(sheet: TableSheet, roles: Roles, room: float, wide: float, *, is_plate: bool) -> Standing:
    """What stands where on a piece with so much room, its last line so wide; on a plate beside a picture several
    numbers are in a line."""
    worked = [*filter(partial(is_decimal, sheet), sheet.fields)]
    numbers = sorted(roles.numbers, key=lambda f: (factor_place(sheet, f), f in worked, not sheet.says(f, "play")))
    factors = factors_of(sheet, numbers) if room < ROOMY or sheet.look.kind == "token" else []
    counted = [f for f in numbers if f not in worked] or numbers * (not roles.title)  # what was measured is no value
    first = next((f for f in counted if not if_true(sheet, f)), "") or "".join(counted[: len(counted) == 1])
    icon = next((f for f in sheet.beside.get("drawn", ()) if f in (*roles.rest, roles.group)), "")
    are_twins = len(counted) == len(numbers) == 2 and bool(first) and not sheet.is_called(roles.title)
    joined = [f for f in numbers if is_joined(sheet, f)] if not factors else []
    in_line = len(numbers) > 1 and not factors
    in_line &= (
        is_plate or len(joined) > 1 or (are_twins and room < ROOMY and all(len(sheet.heading(f)) > 1 for f in numbers))
    )
    is_hero = not (roles.picture or icon or factors) and has_short_names(sheet, roles)
    great = roles.picture or icon or first * (room > _LOW and not (factors or in_line or is_hero))
    large = [*dict.fromkeys(filter(None, (great, *(counted if are_twins and great == first else ()))))]
    others = [f for f in numbers if f not in large]
    told = [f for f in others if f not in worked or not any((roles.group, *roles.rest))]
    is_line = room < ROOMY and not factors and len(joined) < _TWO
    line, is_bare = _in_line(sheet, told if is_line else [], wide, is_plate=is_plate)
    factors = _in_string(sheet, factors, wide)
    kinds = [f for f in (*[roles.group] * bool(roles.color), *roles.rest, roles.group) if f]  # the ground says one
    rest = [f for f in dict.fromkeys((*others, *kinds, roles.body)) if f and f not in (*large, *line, *factors)]
    apart = _tells_apart(sheet, roles.title, kinds)
    rest.sort(key=lambda f: (f != apart, f in worked, says_little(sheet.words(f))))
    prose = [f for f in rest if sheet.is_prose(f) or f == roles.body]
    is_one_of_several = great in roles.numbers and (len(roles.numbers) > 1 or bool(if_true(sheet, great)))
    return Standing(
        large=large,
        are_headed=is_one_of_several and (room >= ROOMY or len(large) > 1),
        factors=factors,
        line=line,
        is_bare=is_bare,
        prose=prose,
        facts=[f for f in rest if f not in prose],
        apart=apart,
        is_hero=is_hero,
        is_alone=not (great or factors or in_line),
    )


def _in_line(sheet: TableSheet, fields: Sequence[str], wide: float, *, is_plate: bool) -> tuple[list[str], bool]:
    """The numbers that stand in one line, if all have room with their headings; and whether without, as none has one,
    or a plate has no room: then those that one plays with stay. Else each needs a line for its heading."""
    left, is_bare = [*fields], not any(map(sheet.heading, fields))
    if left and not is_bare and widest(said_of(sheet, left, DOT)) > wide:
        is_bare, left = is_plate, left * is_plate
    while left and widest(said_of(sheet, left, DOT, bare=left if is_bare else ())) > wide:
        left.remove(max(reversed(left), key=lambda f: factor_place(sheet, f)))
    return left, is_bare


def _in_string(sheet: TableSheet, factors: Sequence[str], wide: float) -> list[str]:
    """The factors that have room in one string."""
    left = [*factors]
    while left and widest(factors_said(sheet, left)) > wide:
        left.remove(max(reversed(left), key=lambda f: factor_place(sheet, f)))
    return left


def has_short_names(sheet: TableSheet, roles: Roles) -> bool:
    """True for names of a letter or a few, the `A` of a tile, the `0203` of a hex, that number no rows and are of no
    unit: they are what one looks for."""
    names = sheet.names(roles.title)
    is_unit = any(factor_place(sheet, f) < len(FACTORS) or is_joined(sheet, f) for f in roles.numbers)
    is_unit &= sheet.look.kind != "tile"  # of land
    is_bare = not roles.numbers or not (is_unit or is_running(names))
    is_own = sheet.is_called(roles.title) or max(map(half_ems, names), default=0) < _LETTERS - 1  # `A`, no `Red`
    return bool(names) and is_own and is_bare and 9 * sum(half_ems(name) > _LETTERS for name in names) < len(names)


def _tells_apart(sheet: TableSheet, title: str, fields: Sequence[str]) -> str:
    """The words by which pieces of one name differ: `Troop` and `Horde` of `Infantry`; "" where names do so."""
    if not title or sheet.is_called(title):
        return ""
    many = {f: len({(str(i.get(title)), str(i.get(f))) for i in sheet.items}) for f in ("", *fields)}
    texts = [f for f in fields if f in sheet.of("text", "one of", "word") and not sheet.is_prose(f)]
    best = max(texts, key=many.__getitem__, default="")
    return best if 2 * many[best] > len(sheet.items) else ""
