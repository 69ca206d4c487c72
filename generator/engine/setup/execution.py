"""The set-up, executed: `Setup` -> `SetupRun`s, one for each number of players and each mode; a `Need` of each set.

Promise: every step is carried out as it is written, on pieces that are conserved; a step that runs short takes what is
there, says so in its `Move`, and the set it lacked is not blamed again in that run. Nothing is judged here. What play
needs at `most` follows from the bounds that a set states under `use`, and is None where one of them is missing.

A step for each player takes from that player's own part of a zone, then from what nobody owns there; any other step
takes from what nobody owns, then from all players. `remove` and `return` without `to` go into the box; other steps
without `to` leave the pieces where they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.data.model import ComponentSet, Game, Item, SetupStep, Use
from generator.engine.setup.zones import BOX, COMMON, SUPPLY, Lot, Pool, Wanted, ZoneKey, Zones
from generator.expressions.expression import compile_expression
from generator.expressions.runtime import AlreadyToldError, ExpressionError
from generator.values import Struct, field, replace


class Move(Struct, frozen=True):
    """What became of one step and one of its sets. All numbers are pieces, of all players together.

    `need` is what the step asks for (None: all there are), `had` the most and `sure` the least that its source held
    of it, `moved` what it moved, `lacking` what one player missed at least. `never`: no such piece ever came into the
    source. `short_of` is the value of the step's `match` that runs short ("": the values themselves do), and how many
    of it there are. `mixed`: the source was shuffled. `fits`: some item fits its filter. `elsewhere` is the zone that
    holds most of the set, and how many, where the source lacked some. `spoiled`: the set ran short in an earlier step
    already.
    """

    step: SetupStep
    set_id: str
    need: int | None
    had: int
    sure: int
    never: bool
    mixed: bool
    fits: bool
    spoiled: bool
    moved: int = 0
    lacking: int = 0
    short_of: tuple[str, int] | None = None
    elsewhere: tuple[str, int] = ("", 0)


class SetupRun(Struct, frozen=True):
    """A set-up for a number of players in a mode ("" if the game has none).

    `table` is where the pieces are in the end, `spoiled` are the sets that ran short.
    """

    players: int
    mode: str
    moves: tuple[Move, ...]
    spoiled: frozenset[str] = frozenset()
    table: Zones = field(default_factory=Zones)


class Simulation(Struct, frozen=True):
    """All set-ups of a game: by number of players, then by mode.

    `faults` has, by step and set, the first item that a filter could not be worked out for, and why.
    """

    runs: tuple[SetupRun, ...] = ()
    faults: Mapping[tuple[str, str], tuple[str, ExpressionError]] = field(default_factory=dict)


def simulate(game: Game) -> Simulation:
    """Carry out every set-up of a game; none if it has no steps."""
    filters = Filters(game)
    counts = range(game.players[0], game.players[1] + 1) if game.setup.steps else ()
    runs = tuple(_run(game, filters, n, mode) for n in counts for mode in game.setup.modes or ("",))
    return Simulation(runs, filters.faults)


def source_of(step: SetupStep) -> str:
    """The zone that a step takes from."""
    return step.source or SUPPLY


def target_of(step: SetupStep) -> str:
    """The zone that a step puts into."""
    return step.target or (BOX if step.do in ("remove", "return") else source_of(step))


def _run(game: Game, filters: Filters, players: int, mode: str) -> SetupRun:
    table = Zones()
    for component_set in game.sets.values():
        pool = Pool((item.id, item.count) for item in component_set.items if item.count)
        table.lay((SUPPLY, component_set.id, COMMON), [Lot(pool, sum(pool.values()))] if pool else [])
    work = _Work(game, filters, table, players)
    moves = []
    for step in [one for one in game.setup.steps if one.mode in ("", mode)]:
        moves += [_move(work, step, game.sets[s]) for s in dict.fromkeys(step.sets) if s in game.sets]
    return SetupRun(players, mode, tuple(moves), frozenset(work.spoiled), table)


class _Work(Struct):
    """A set-up on its way. `values` has the value of a `match` field that each player goes by; `spoiled` are the sets
    that ran short."""

    game: Game
    filters: Filters
    table: Zones
    players: int
    values: dict[str, list[str]] = field(default_factory=dict)
    spoiled: set[str] = field(default_factory=set)


def _move(work: _Work, step: SetupStep, owner: ComponentSet) -> Move:
    wanted = work.filters.wanted(step, owner, work.players)
    each = step.counts.get(work.players)
    number = each * work.players if each is not None and step.per_player else each
    zone = (source_of(step), owner.id)
    sure, had = work.table.held(_places(work, *zone), wanted)
    never, mixed = zone not in work.table.seen, zone in work.table.mixed
    fits, spoiled = wanted is None or bool(wanted), owner.id in work.spoiled
    move = Move(step, owner.id, number, had, sure, never, mixed, fits, spoiled)
    if step.match:
        move = replace(move, short_of=_short_of(work, step, owner, wanted, each or 0))
    most = _most(work, owner.id)
    move = (_for_each if step.per_player else _at_once)(work, move, owner, wanted)
    if move.lacking or move.short_of or not fits or (never and number != 0):
        work.spoiled.add(owner.id)
        move = replace(move, elsewhere=most)
    _shuffled(work.table, step, owner.id, move.moved)
    return move


def _most(work: _Work, set_id: str) -> tuple[str, int]:
    """The zone that holds most of a set, and how many."""
    sizes: dict[str, int] = {}
    for (zone, own, _), lots in work.table.lots.items():
        if own == set_id:
            sizes[zone] = sizes.get(zone, 0) + sum(lot.size for lot in lots)
    return max(sizes.items(), key=lambda pair: pair[1], default=("", 0))


def _places(work: _Work, zone: str, set_id: str) -> list[ZoneKey]:
    return [(zone, set_id, owner) for owner in (COMMON, *range(work.players))]


def _at_once(work: _Work, move: Move, owner: ComponentSet, wanted: Wanted) -> Move:
    """A step that is done once."""
    places = _places(work, source_of(move.step), owner.id)
    moved = _carry(work, move.step, places, COMMON, move.need, wanted)
    return replace(move, moved=moved, lacking=max(0, (move.need or 0) - moved))


def _for_each(work: _Work, move: Move, owner: ComponentSet, wanted: Wanted) -> Move:
    """A step that is done for each player."""
    step, zone, table = move.step, source_of(move.step), work.table
    each = step.counts.get(work.players)
    own, common = [(zone, owner.id, k) for k in range(work.players)], (zone, owner.id, COMMON)
    if each is None and not step.match:
        shared = table.held([common], wanted)[0]
        moved = sum(_carry(work, step, [own[k]], k, None, wanted) for k in range(work.players))
        for k, place in enumerate([common] * work.players):
            moved += _carry(work, step, [place], k, shared // work.players + (k < shared % work.players), wanted)
        return replace(move, moved=moved)
    moved = lacking = 0
    for k in range(work.players):
        chosen = _of_player(work, step, owner, wanted, k) if step.match else wanted
        got = _carry(work, step, [own[k], common], k, each, chosen)
        moved, lacking = moved + got, max(lacking, (each or 0) - got)
    return replace(move, moved=moved, lacking=lacking)


def _carry(work: _Work, step: SetupStep, places: list[ZoneKey], owner: int, need: int | None, wanted: Wanted) -> int:
    """Up to `need` pieces (None: all) from these places to where the step puts them; how many they were.

    Pieces that a step needs by number are asked for; those that it puts aside are not.
    """
    is_asked = None not in (need, step.counts.get(work.players)) and step.do not in ("remove", "return")
    table, target, moved = work.table, target_of(step), 0
    for place in places:
        lots = table.lift([place], None if need is None else need - moved, wanted)
        moved += sum(lot.size for lot in lots)
        end = place if target == place[0] and step.do != "shuffle" else (target, place[1], owner)
        table.lay(end, [replace(lot, asked=lot.size) for lot in lots] if is_asked else lots)
    return moved


def _of_player(work: _Work, step: SetupStep, owner: ComponentSet, wanted: Wanted, player: int) -> frozenset[str]:
    """The items that a player may take by a step with `match`."""
    values = work.values[step.match]
    return _alike(owner, step.match, wanted).get(values[player], frozenset()) if player < len(values) else frozenset()


def _shuffled(table: Zones, step: SetupStep, set_id: str, moved: int) -> None:
    """Whether what lies in the target is shuffled now."""
    target = (target_of(step), set_id)
    if step.do == "shuffle":
        table.mixed.add(target)
    elif moved and target_of(step) != source_of(step):
        table.mixed.discard(target)


# ---- match: pieces of one kind for each player -----------------------------------------------------------------


def value_of(item: Item, name: str) -> str:
    """The value of a field as a word, to tell pieces apart by."""
    return str(item.values.get(name, ""))


def _alike(owner: ComponentSet, name: str, wanted: Wanted) -> dict[str, frozenset[str]]:
    """By value of a field, the items that have it."""
    found: dict[str, list[str]] = {}
    for item in owner.items:
        if wanted is None or item.id in wanted:
            found.setdefault(value_of(item, name), []).append(item.id)
    return {value: frozenset(items) for value, items in found.items()}


def _short_of(work: _Work, step: SetupStep, owner: ComponentSet, wanted: Wanted, each: int) -> tuple[str, int] | None:
    """The first value of the `match` field that has too few pieces for the player who goes by it, and how many it has.

    The first step with a field says which values there are; players may choose any of them.
    """
    places = _places(work, source_of(step), owner.id)
    most = {value: work.table.most(places, items) for value, items in _alike(owner, step.match, wanted).items()}
    if step.match not in work.values:
        work.values[step.match] = [value for value, number in most.items() if value and number]
        if len(work.values[step.match]) < work.players:
            return "", len(work.values[step.match])
    held = ((value, most.get(value, 0)) for value in work.values[step.match])
    return next(((value, number) for value, number in held if number < each), None)


# ---- filters ---------------------------------------------------------------------------------------------------


class Filters(Struct):
    """Which items the `where` of each step means, worked out once for each number of players.

    `faults` has, by step and set, the item that a filter could not be worked out for, and why.
    """

    game: Game
    faults: dict[tuple[str, str], tuple[str, ExpressionError]] = field(default_factory=dict)
    _known: dict[tuple[str, str, int], frozenset[str]] = field(default_factory=dict)
    _items: Mapping[tuple[str, str], Mapping[str, object]] = field(default_factory=dict)

    def wanted(self, step: SetupStep, owner: ComponentSet, players: int) -> Wanted:
        """Ids of the items that fit; None if the step has no filter."""
        if not step.where:
            return None
        key = (step.id, owner.id, players)
        if key not in self._known:
            numbers = {p.id: p.by_players.get(players, p.value) for p in self.game.parameters.values()}
            scope = {"players": players, "parameters": numbers}
            self._known[key] = frozenset(i.id for i in owner.items if self._fits(step, (owner.id, i.id), scope))
        return self._known[key]

    def _fits(self, step: SetupStep, item: tuple[str, str], scope: dict[str, object]) -> bool:
        if not self._items:
            from generator.layout.template.scope import base_of

            self._items = base_of(self.game, next(iter(self.game.languages), "")).items
        try:
            return bool(compile_expression(step.where).evaluate({**scope, "item": self._items[item]}))
        except AlreadyToldError:
            return False
        except ExpressionError as error:
            self.faults.setdefault((step.id, item[0]), (item[1], error))
            return False


# ---- demand against supply ------------------------------------------------------------------------------------


class Need(Struct, frozen=True):
    """What a number of players need of a set; where modes differ, in the mode that needs most.

    `pieces` are printed or assumed. At the set-up some are `asked` for by number, and so many are `needed` in all;
    `in_play` are those that are then neither in the supply nor in the box, `left_over` the rest. `bounded` is the sum
    of the bounds in `use`; `most` the same, None if some use has no bound or none is stated.
    """

    pieces: int
    asked: int
    needed: int
    in_play: int
    left_over: int
    bounded: int
    most: int | None
    uses: tuple[Use, ...]


def needs(game: Game, players: int) -> dict[str, Need]:
    """What so many players need, by set id."""
    runs = [r for r in simulate(game).runs if r.players == players]
    return {s.id: need_of(s, players, runs) for s in game.sets.values()}


def need_of(owner: ComponentSet, players: int, runs: Sequence[SetupRun]) -> Need:
    """What so many players need of a set, by what those did that set up for them."""
    bounds = [_bound(use, players, owner.copies) for use in owner.uses]
    bounded = sum(b or 0 for b in bounds)
    asked, needed, in_play = map(max, zip((0, 0, 0), *(_tally(run, owner) for run in runs), strict=True))
    most = bounded if bounds and None not in bounds else None
    return Need(owner.copies, asked, needed, in_play, owner.copies - in_play, bounded, most, owner.uses)


def _bound(use: Use, players: int, pieces: int) -> int | None:
    """The most pieces of one use; `all` is all there are."""
    if use.unbounded is not None or players not in use.counts:
        return None
    count = use.counts[players]
    return pieces if count is None else count


def _tally(run: SetupRun, owner: ComponentSet) -> tuple[int, int, int]:
    """The pieces of a set that were asked for by number; these and those put out with `all`, where it is settled how
    many there are; those neither in the supply nor in the box."""
    lots = [(place[0], lot) for place, some in run.table.lots.items() if place[1] == owner.id for lot in some]
    out = [lot for zone, lot in lots if zone not in (SUPPLY, BOX)]
    asked, in_play = sum(lot.asked for _, lot in lots), sum(lot.size for lot in out)
    put_out = 0 if owner.count_open else in_play - sum(lot.asked for lot in out)
    return asked, asked + put_out, in_play
