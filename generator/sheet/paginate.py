"""Pieces -> pages: whose pieces share paper (so that sheets can be handed out), and where each lies on it.

Takes a game and its pieces; gives the pieces with their `group`, the owner's or what was asked for, and its emblem.
Takes pieces and a `Job`; gives `SheetPlan`s, the fronts of one piece of paper each. Promise: an owner is only what the
data says: the term by which the set-up deals pieces (`match`), else that of which there is a board each; cards share
pages, and what is folded its paper, unless the groups were asked for by name, but those of an owner lie together where
that takes no more pages; every copy is on one page; a page is of one stock of paper and one group; cards of one size
lie in the same cells on every page, so that the pile can be cut at once; then the fewest pages that the packing finds.
With `job.fewest` paper alone counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.data.model import Game
from generator.diagnostics.findings import Fault, Finding, did_you_mean
from generator.face.bounds import run_box, runs
from generator.face.face import Color
from generator.face.geometry import Box
from generator.layout.assets import Studio
from generator.sheet.packing import PackedPage, Slot, pack, price
from generator.sheet.panels import mirrored, panels
from generator.sheet.placing import Cutout, Frame, demands_of, frames, place
from generator.sheet.repeat import Demand, Repeat, capacity, corners, repeats
from generator.sheet.sheet import Job, Piece, Placement
from generator.values import Struct, replace

# ---- whose pieces share sheets ----------------------------------------------------------------------------------

ROOM_ABOUT = 1.25
"""So much room (mm) about a grid of cards that bleed is worth a grid that holds fewer, if that takes no more pages."""
OWNER, SET, NONE = "owner", "set", "none"
WAYS = (OWNER, SET, NONE)
"""What `--group` takes, beside the name of a field."""


def _fields_of(game: Game) -> set[str]:
    """The fields that pieces can be grouped by: those that hold one term."""
    return {name for owner in game.sets.values() for name, kind in owner.fields.items() if kind.name == "term"}


def owner_field(game: Game) -> str:
    """The field that says whose a piece is; "" if the data has none."""
    fields = _fields_of(game)
    dealt = [step.match for step in game.setup.steps if step.match in fields]
    each = [
        name
        for owner in game.sets.values()
        for name, kind in owner.fields.items()
        if owner.kind == "board" and owner.printed and kind.name == "term" and len(owner.items) > 1
        if len({item.values.get(name) for item in owner.items}) == len(owner.items)
        if any(name in other.fields for other in game.sets.values() if other is not owner)
    ]
    return next(iter([*dealt, *each]), "")


def grouped(pieces: Sequence[Piece], game: Game, how: str, language: str, studio: Studio) -> list[Piece]:
    """The pieces with their groups, as `--group` asks for. Fault X106: the game has no such field."""
    fields = _fields_of(game)
    if how not in WAYS and how not in fields:
        hint = did_you_mean(how, [*WAYS, *sorted(fields)])
        raise Fault(Finding("X106", game.mark, f"`{game.id}` has no field `{how}` that holds a term", hint, game.id))
    name = owner_field(game) if how in WAYS else how
    items = game.items if name else {}
    found = []
    for piece in pieces:
        owner = game.sets[piece.front.set]
        item = items.get(f"{owner.id}/{piece.front.item}") if name in owner.fields else None
        term = game.terms.get(str(item.values.get(name))) if item else None
        art = studio.icon(term.icon, Color("#000000"), game.folders) if term and term.icon else None
        whose = term.name.in_language(language) if term else ""
        apart = owner.name.in_language(language) if how == SET else whose
        group = apart if how != OWNER or piece.stock == "board" else ""
        emblem = replace(art, key="") if art else None  # no form: only faces are
        found.append(replace(piece, group=group, owner=whose, emblem=emblem))
    return found


# ---- what lies on which page ------------------------------------------------------------------------------------


class SheetPlan(Struct, frozen=True):
    """One piece of paper: where the fronts lie, what is behind them, the frame they were packed into; `cells` are all
    cells of a grid that pages share, `group` is whose pieces these are.
    """

    fronts: tuple[tuple[Placement, Cutout], ...]
    frame: Frame
    cells: tuple[Placement, ...] = ()
    group: str = ""


_Packed = tuple[PackedPage, Sequence[Sequence[Cutout]], Frame]
"""A page not yet placed, the cutouts that it may hold (of each demand), the frame it was packed into."""


def pages_of(pieces: Sequence[Piece], job: Job) -> list[SheetPlan]:
    """Stock by stock, group by group, what has two sides before the rest."""
    found: list[SheetPlan] = []
    for (stock, group), own in _batches(pieces, job).items():
        pages, rest = _gridded(own, job) if stock == "card" and not job.fewest else ([], own)
        for page, copies, frame in _of_stock(rest, job):
            pages.append(SheetPlan(tuple(place(page, copies, frame, job.paper, job.bleed)), frame))
        pages.sort(key=lambda plan: not any(cutout.back for _, cutout in plan.fronts))
        found += [replace(plan, group=group or plan.group) for plan in pages]
    return found


def fewest(pieces: Sequence[Piece], job: Job) -> int:
    """How many pages would do, whatever shares one."""
    alike: dict[object, list[Piece]] = {}
    for key, run in groupby(pieces, lambda p: (p.stock, p.front.shape, p.front.bleed, p.back and p.back.bleed)):
        alike.setdefault(key, []).extend(run)
    some = [replace(same[0], count=sum(p.count for p in same)) for same in alike.values()]
    return sum(len(_of_stock(own, job)) for own in _batches(some, replace(job, fewest=True)).values())


def _batches(pieces: Sequence[Piece], job: Job) -> dict[tuple[str, str], list[Piece]]:
    """What may share a page, by stock and group. Where paper alone counts, there are no groups, and what is folded may
    be folded from heavier card, too."""
    found: dict[tuple[str, str], list[Piece]] = {}
    for stock in dict.fromkeys(p.stock for p in pieces):
        for piece in (p for p in pieces if p.stock == stock):
            key = (stock if stock in ("card", "paper") else "board", "") if job.fewest else (stock, piece.group)
            found.setdefault(key, []).append(piece)
    return found


def _sided(pieces: Sequence[Piece], job: Job) -> tuple[list[Piece], list[Piece]]:
    """Those whose backs are printed, and the others, without backs."""
    two_sided = [p for p in pieces if p.back and job.backs != "none"]
    return two_sided, [replace(p, back=None) if p.back else p for p in pieces if not p.back or job.backs == "none"]


def _of_stock(pieces: Sequence[Piece], job: Job) -> list[_Packed]:
    """One- and two-sided pieces share pages where that saves one, but for what is folded."""
    two_sided, single = _sided(pieces, job)
    if job.backs == "fold":
        return [*_packed(two_sided, job, True), *_packed(single, job, False)]
    return _packed([*two_sided, *single], job, False)


# ---- cards in the same cells on every page --------------------------------------------------------------------


def _gridded(pieces: Sequence[Piece], job: Job) -> tuple[list[SheetPlan], list[Piece]]:
    """The pages of every size of which there is a full one, and the pieces of other sizes."""
    sizes: dict[tuple[float, float, bool], list[Piece]] = {}
    for piece in pieces:
        shape, folded = piece.front.shape, job.backs == "fold" and piece.back is not None
        sizes.setdefault((shape.width, shape.height, folded), []).append(piece)
    found: list[SheetPlan] = []
    rest: list[Piece] = []
    for (*_, folded), own in sizes.items():
        cards = [[_whole(p) for p in part for _ in range(p.count)] for part in _sided(own, job)]
        many = [*cards[0], *cards[1]]
        frame, cells = _cells(own[0], cards, job, folded) if many else (None, ())
        if frame and 0 < len(cells) <= len(many):
            found += [_page(row, frame, cells, job) for row in _rows(cards, len(cells))]
        else:
            rest += own
    return found, rest


def _cells(first: Piece, parts: Sequence[list[Cutout]], job: Job, folded: bool) -> tuple[Frame, tuple[Placement, ...]]:
    """The grid that takes the fewest pages for cards of one size (with backs, and without), of these one with room for
    bleed and marks about it, of these that which holds most, in the first frame that has it; each cell with the widest
    bleed. No cells if they can't share one."""
    frame, *more = frames(job.paper, folded)
    cards = [*parts[0], *parts[1]]
    (demand, *others), _ = demands_of([(cards, 1)], job.bleed)
    grids = [
        (way, one)
        for one in ((frame, *more) if demand.straight and not others else ())
        if len(_cutouts(first, one)) == 1
        for way in repeats(demand, *one.room)
    ]
    if not grids:
        return frame, ()
    way, frame = min(grids, key=lambda grid: (_pages(parts, grid[0].holds), -_margin(demand, *grid), -grid[0].holds))
    slots = tuple(Slot(0, k, *at) for k, at in enumerate(corners(demand, way, (0.0, 0.0, *frame.room), way.holds)))
    widest = max(cards, key=lambda card: card.bleed(job.bleed))
    placed = place(slots, [[widest] * way.holds], frame, job.paper, job.bleed, demand.pad)
    return frame, tuple(cell for cell, _ in placed)


def _margin(demand: Demand, way: Repeat, frame: Frame) -> float:
    """The lesser room (mm) about the cards of a grid, as far as it is wanted for bleed and marks."""
    numbers = (way.columns, way.holds // way.columns)
    spare = [room - n * size for room, n, size in zip(frame.room, numbers, demand.size(way.turn), strict=True)]
    return min(ROOM_ABOUT, *(room / 2 for room in spare)) if demand.pad else 0.0


def _pages(cards: Sequence[list[Cutout]], holds: int) -> int:
    """How many pages cards take, so many on one."""
    return min(-(-sum(map(len, cards)) // holds), sum(-(-len(part) // holds) for part in cards))


def _rows(cards: Sequence[list[Cutout]], holds: int) -> Iterator[list[Cutout]]:
    """The cards of each page, those with backs first; all in one row if that saves a page."""
    one = [*cards[0], *cards[1]]
    rows = [one] if _pages(cards, holds) < sum(-(-len(part) // holds) for part in cards) else cards
    return (page for row in rows for page in _together(row, holds))


def _together(row: Sequence[Cutout], holds: int) -> list[list[Cutout]]:
    """Pages of so many cards. Those of an owner are on one page, or on full ones and one more, if that takes no more
    pages: later cards fill up the page before."""
    plain = [list(row[k : k + holds]) for k in range(0, len(row), holds)]
    owned: dict[object, list[Cutout]] = {}
    for k, card in enumerate(row):
        owned.setdefault(card.owner or k, []).append(card)
    left = [run[k : k + holds] for run in owned.values() for k in range(0, len(run), holds)]
    pages: list[list[Cutout]] = []
    while left and len(left) < len(row) and len(pages) < len(plain):
        pages.append([])
        later: list[list[Cutout]] = []
        for run in left:
            if len(pages[-1]) + len(run) <= holds:
                pages[-1] += run
            else:
                later.append(run)
        left = later
    return plain if left else pages


def _page(row: Sequence[Cutout], frame: Frame, cells: tuple[Placement, ...], job: Job) -> SheetPlan:
    fronts = []
    for cell, card in zip(cells, row, strict=False):
        left, top, right, bottom = (min(bleed, card.bleed(job.bleed)) for bleed in cell.bleed)
        fronts.append((replace(cell, face=card.front, bleed=(left, top, right, bottom)), card))
    owners = {card.owner for card in row}
    return SheetPlan(tuple(fronts), frame, cells, owners.pop() if len(owners) == 1 else "")


# ---- all else -------------------------------------------------------------------------------------------------


def _packed(pieces: Sequence[Piece], job: Job, folded: bool) -> list[_Packed]:
    """The pages of the best frame: the fewest sheets, then the fewest sizes on each; the first of equals. Where none
    holds every piece, each piece goes to the first frame that holds it.
    """
    tried = frames(job.paper, folded)
    plans = [plan for frame in tried if (plan := _plan(pieces, job, frame))]
    if plans:
        return min(plans, key=lambda plan: plan[0])[1]
    found: list[_Packed] = []
    left = list(pieces)
    for frame in tried:
        plan = _plan([p for p in left if fits(p, frame)], job, frame)
        left = [p for p in left if not fits(p, frame)]
        found += plan[1] if plan else []
    return found


def _plan(pieces: Sequence[Piece], job: Job, frame: Frame) -> tuple[tuple[int, ...], list[_Packed]] | None:
    """The pages of one frame, and their price; None if it does not hold every piece."""
    rows = [(_cutouts(piece, frame), piece.count) for piece in pieces]
    if not pieces or not all(row for row, _ in rows):
        return None
    demands, copies = demands_of(rows, job.bleed)
    if any(not capacity(d, *frame.room) for d in demands):
        return None
    pages = pack(demands, *frame.room)
    return price(demands, pages), [(page, copies, frame) for page in pages]


def _whole(piece: Piece) -> Cutout:
    return Cutout(piece.front, piece.back, None, piece.owner, piece.emblem)


def _cutouts(piece: Piece, frame: Frame) -> list[Cutout]:
    """The piece, or the panels of a board that is larger than the frame; none if it cannot be split."""
    whole = _whole(piece)
    if not whole.straight:
        return [whole]
    size = piece.front.shape.width, piece.front.shape.height
    if len(panels(*size, frame.room)) == 1:
        return [whole]
    return [replace(whole, panel=p) for p in panels(*size, frame.room, _words(piece))]


def _words(piece: Piece) -> tuple[Box, ...]:
    """The boxes of the lines of type on both sides of a piece, as seen from the front."""
    front = [run_box(*line) for line in runs(piece.front.nodes)]
    back = [run_box(*line) for line in runs(piece.back.nodes)] if piece.back else []
    return (*front, *(mirrored(box, piece.front.shape.width) for box in back))


def fits(piece: Piece, frame: Frame) -> bool:
    """True if a frame holds a copy, or each panel of it."""
    demands, _ = demands_of([(_cutouts(piece, frame), 1)], 0.0)
    return bool(demands) and all(capacity(d, *frame.room) for d in demands)
