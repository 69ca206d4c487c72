"""Pieces in zones: what can be said of them while chance and the players' choices move them about.

Takes the items of sets; gives a `Zones` that pieces are moved on. Promise: no piece is ever made or lost, and what a
zone is sure to hold of a kind (and what it can hold at most) is never said wrongly in the first case too high, in the
second too low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from generator.values import Struct, field

SUPPLY, BOX = "supply", "box"
"""Where all pieces begin; where those go that leave the game."""
COMMON = -1
"""The owner of what belongs to no player."""


class Pool(dict[str, int]):
    """Copies by item id; one pool is itself alone, however alike another is."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__


Wanted = frozenset[str] | None
"""Ids of the items that a step means; None: all."""


class Lot(Struct, frozen=True):
    """`size` pieces out of a pool: all of it, unless chance or a choice has divided it.

    `asked` is the number of them that some step has needed by number.
    """

    pool: Pool
    size: int
    asked: int = 0

    @property
    def is_known(self) -> bool:
        """Whether every piece of it is known."""
        return self.size == sum(self.pool.values())

    def sure(self, wanted: Wanted) -> int:
        """The least number of wanted pieces in it."""
        return self.size if wanted is None else max(0, self.size - sum(self.pool.values()) + self._within(wanted))

    def most(self, wanted: Wanted) -> int:
        """The largest number of wanted pieces in it."""
        return self.size if wanted is None else min(self.size, self._within(wanted))

    def _within(self, wanted: frozenset[str]) -> int:
        return sum(self.pool[item] for item in self.pool.keys() & wanted)  # walks the shorter of the two


def _part(pool: Pool, wanted: frozenset[str], *, inside: bool) -> Pool:
    return Pool((item, n) for item, n in pool.items() if (item in wanted) == inside)


def split(lot: Lot, number: int, wanted: Wanted) -> tuple[list[Lot], list[Lot]]:
    """`number` wanted pieces taken out of a lot, and the rest. `number` is at most `lot.most(wanted)`."""
    if not number:
        return [], [lot]
    if number == lot.size:
        return [lot], []
    if wanted is None:
        parts = [(lot.pool, number), (lot.pool, lot.size - number)]
    elif lot.is_known:
        inside = _part(lot.pool, wanted, inside=True)
        outside = _part(lot.pool, wanted, inside=False)
        parts = [(inside, number), (inside, lot.most(wanted) - number), (outside, lot.size - lot.most(wanted))]
    else:
        parts = [(_part(lot.pool, wanted, inside=True), number), (lot.pool, lot.size - number)]
    lots, asked = list[Lot](), lot.asked
    for pool, size in (part for part in parts if part[1]):  # the first take what was asked for
        lots.append(Lot(pool, size, min(asked, size)))
        asked -= lots[-1].asked
    return lots[:1], lots[1:]


def join(lots: Iterable[Lot]) -> Lot:
    """One lot of several: whoever draws from it draws from them all. Parts of one pool are put together again."""
    pools: dict[Pool, None] = {}
    size = asked = 0
    for lot in lots:
        pools[lot.pool] = None
        size, asked = size + lot.size, asked + lot.asked
    return Lot(next(iter(pools)) if len(pools) == 1 else _sum(pools), size, asked)


def _sum(pools: Iterable[Pool]) -> Pool:
    total: Counter[str] = Counter()
    for pool in pools:
        total.update(pool)
    return Pool(total)


def take(lots: Sequence[Lot], number: int | None, wanted: Wanted) -> tuple[list[Lot], list[Lot]]:
    """Up to `number` wanted pieces (None: all that are sure to be wanted) out of the lots of a place, and the rest."""
    if number is None:
        number = sum(lot.sure(wanted) for lot in lots)
    if wanted is None and len(lots) > 1 and 0 < number < sum(lot.size for lot in lots):
        lots = [join(lots)]
    taken, rest = [], []
    for lot in sorted(lots, key=lambda one: not one.is_known):
        here = min(number, lot.most(wanted))
        out, left = split(lot, here, wanted)
        number -= here
        taken += out
        rest += left
    return taken, rest


def put(lots: Sequence[Lot], more: Iterable[Lot]) -> list[Lot]:
    """The lots of a place with more of them: all known pieces are one lot, and so are parts of one pool."""
    found: dict[Pool | None, list[Lot]] = {}
    for lot in (*lots, *more):
        found.setdefault(None if lot.is_known else lot.pool, []).append(lot)
    return [one[0] if len(one) == 1 else join(one) for one in found.values()]


ZoneKey = tuple[str, str, int]
"""Zone, set, owner."""


class Zones(Struct):
    """Where all pieces are. `seen` are the zones and sets that ever met; `mixed` those last filled by shuffling."""

    lots: dict[ZoneKey, list[Lot]] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    mixed: set[tuple[str, str]] = field(default_factory=set)

    def held(self, places: Sequence[ZoneKey], wanted: Wanted) -> tuple[int, int]:
        """The wanted pieces in these places: how many are sure to be there, and how many can be."""
        lots = [lot for place in places for lot in self.lots.get(place, ())]
        return sum(lot.sure(wanted) for lot in lots), self.most(places, wanted)

    def most(self, places: Iterable[ZoneKey], wanted: Wanted) -> int:
        """How many of the wanted pieces can be in these places."""
        return sum(lot.most(wanted) for place in places for lot in self.lots.get(place, ()))

    def lift(self, places: Iterable[ZoneKey], number: int | None, wanted: Wanted) -> list[Lot]:
        """Takes up to `number` wanted pieces (None: all) from these places, one after the other."""
        taken: list[Lot] = []
        for place in places:
            out, rest = take(self.lots.get(place, ()), number, wanted)
            self.lots[place] = rest
            taken += out
            number = None if number is None else number - sum(lot.size for lot in out)
        return taken

    def lay(self, place: ZoneKey, lots: Iterable[Lot]) -> None:
        """Puts pieces into a place."""
        more = list(lots)
        if more:
            self.lots[place] = put(self.lots.get(place, ()), more)
            self.seen.add(place[:2])

    def held_in(self, zone: str, set_id: str) -> Lot:
        """All that a zone holds of a set, whoever owns it, as one lot."""
        met = self.lots.items() if (zone, set_id) in self.seen else ()
        lots = [lot for place, some in met if place[:2] == (zone, set_id) for lot in some]
        return join(lots) if lots else Lot(Pool(), 0)
