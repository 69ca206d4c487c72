"""Pieces -> sheets: the whole of imposition, from counts to crop marks and captions.

Takes what is to be printed and how often, a `Job` and fonts; gives `Sheet`s, front before back, and findings.
Promise: every copy of every piece is on exactly one sheet, in order; backs lie exactly behind their fronts; sheets with
two sides come first; the fewest sheets that the packing finds; the same input gives the same sheets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from generator.findings import Finding
from generator.findings import Mark as Place
from generator.sheet.backs import behind, shifted
from generator.sheet.caption import caption
from generator.sheet.compose import Frame, Part, classes, frames, place, printable
from generator.sheet.fits import capacity
from generator.sheet.job import Job
from generator.sheet.marks import Box, box_of, crop_marks, outline_marks, proof_marks
from generator.sheet.pack import Page, pack, price
from generator.sheet.seams import seam_nodes
from generator.sheet.sheet import Mark, Paper, Piece, Placement, Sheet
from generator.sheet.split import windows
from generator.typeset.fonts import FontBook

__all__ = ["Job", "impose"]

MOST_SHEETS = 2000
MOST_PIECES = 100_000
FILLERS = (("light", "board"),)
"""Stocks that may share a sheet if that saves one: what is folded can be folded from heavier card, too."""


@dataclass(frozen=True, slots=True)
class _Page:
    """One piece of paper: where the fronts lie, what is behind them, and the frame they were packed into."""

    fronts: tuple[tuple[Placement, Part], ...]
    frame: Frame

    @property
    def two_sided(self) -> bool:
        return any(part.back for _, part in self.fronts)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to pack parts into one frame, and its price."""

    frame: Frame
    groups: Sequence[Sequence[Part]]
    pages: Sequence[Page]
    price: tuple[int, ...]


def impose(
    pieces: Sequence[Piece], job: Job, book: FontBook, places: Mapping[str, Place] | None = None
) -> tuple[list[Sheet], list[Finding]]:
    """Sheets for all pieces. `places` say where findings point to, by "set/item"."""
    pages, findings = _laid(pieces, job, places or {})
    sheets: list[Sheet] = []
    for number, page in enumerate(pages, 1):
        sheets += _sides(page, number, len(pages), job, book)
    return sheets, findings


def _laid(pieces: Sequence[Piece], job: Job, places: Mapping[str, Place]) -> tuple[list[_Page], list[Finding]]:
    """The pages, or why there are none."""
    findings = [f for f in (too_large(p, job, places) for p in pieces) if f]
    findings += too_many(pieces, job, places)
    pages = [] if findings else _pages(pieces, job)
    if len(pages) > MOST_SHEETS:
        findings = [_many(pieces[0], f"{len(pages):,}", job, places)]
    return ([], findings) if findings else (pages, [])


def refused(pieces: Sequence[Piece], job: Job, places: Mapping[str, Place]) -> list[Finding]:
    """What `impose` finds; pages are laid out only if they may be too many."""
    parts: Counter[tuple[float, float]] = Counter()
    for piece in pieces:
        parts[piece.front.shape.width, piece.front.shape.height] += piece.count
    rooms = [frame.room for frame in frames(job.paper, job.backs == "fold")]
    most = sum(n * max(1, *(len(windows(*size, room)) for room in rooms)) for size, n in parts.items())
    if most > MOST_SHEETS:
        return _laid(pieces, job, places)[1]
    return [f for f in (too_large(p, job, places) for p in pieces) if f]


def _place(piece: Piece, places: Mapping[str, Place]) -> Place:
    face = piece.front
    return places.get(f"{face.set}/{face.item}") or Place(f"components/{face.game}/game.yaml")


def _folded(piece: Piece, job: Job) -> bool:
    return job.backs == "fold" and piece.back is not None


def too_large(piece: Piece, job: Job, places: Mapping[str, Place]) -> Finding | None:
    """S001: neither a frame of the paper holds it, nor can it be split."""
    part = Part(piece.front, piece.back)
    shape = piece.front.shape
    for frame in frames(job.paper, _folded(piece, job)):
        if windows(shape.width, shape.height, frame.room) if part.straight else _holds(part, frame):
            return None
    width, height = max((f.room for f in frames(job.paper, _folded(piece, job))), key=lambda r: r[0] * r[1])
    message = (
        f"`{piece.front.name}` is {shape.width:.1f} x {shape.height:.1f} mm; "
        f"{job.paper.name} has room for {width:.1f} x {height:.1f} mm"
    )
    hint = "build with `--backs long-edge`, or " if _folded(piece, job) else ""
    hint += "choose a larger paper (`--paper a3`), or a smaller size; only rectangles can be split"
    return Finding("S001", _place(piece, places), message, hint)


def _holds(part: Part, frame: Frame) -> bool:
    stocks, _ = classes([part], 0.0)
    return capacity(stocks[0], *frame.room) > 0


def too_many(pieces: Sequence[Piece], job: Job, places: Mapping[str, Place]) -> list[Finding]:
    """S002, told from the number and the area alone, before anything is laid out."""
    area = fsum(p.count * p.front.shape.width * p.front.shape.height for p in pieces) / 2
    least = int(area / (job.paper.width * job.paper.height))
    number = sum(p.count for p in pieces)
    if least <= MOST_SHEETS and number <= MOST_PIECES:
        return []
    worst = max(pieces, key=lambda p: p.count * p.front.shape.width * p.front.shape.height)
    return [_many(worst, f"more than {least:,}", job, places, number)]


def _many(piece: Piece, sheets: str, job: Job, places: Mapping[str, Place], number: int = 0) -> Finding:
    pieces = f" for {number:,} pieces" if number else ""
    message = f"{sheets} sheets of {job.paper.name}{pieces}; at most {MOST_SHEETS:,} are built"
    hint = f"look at `count` of `{piece.front.set}/{piece.front.item}` ({piece.count:,}), or build with `--only`"
    return Finding("S002", _place(piece, places), message, hint)


def _pages(pieces: Sequence[Piece], job: Job) -> list[_Page]:
    """Two-sided pages, then the others; each stock on pages of its own, but for light pieces that fill a gap."""
    stocks = {stock: [p for p in pieces if p.stock == stock] for stock in dict.fromkeys(p.stock for p in pieces)}
    found = {stock: _of_stock(own, job) for stock, own in stocks.items()}
    for light, heavy in FILLERS:
        if light in found and heavy in found:
            both = _of_stock([*stocks[heavy], *stocks[light]], job)
            if len(both) < len(found[light]) + len(found[heavy]):
                found = {stock: both if stock == heavy else own for stock, own in found.items() if stock != light}
    return sorted((page for pages in found.values() for page in pages), key=lambda page: not page.two_sided)


def _of_stock(pieces: Sequence[Piece], job: Job) -> list[_Page]:
    """One- and two-sided pieces share pages only if that saves paper."""
    two_sided = [p for p in pieces if p.back and job.backs != "none"]
    single = [replace(p, back=None) for p in pieces if not p.back or job.backs == "none"]
    apart = [*_packed(two_sided, job, job.backs == "fold"), *_packed(single, job, False)]
    if job.backs == "fold" or not two_sided or not single:
        return apart
    mixed = _packed([*two_sided, *single], job, False)
    if len(mixed) < len(apart) and _prints(mixed) <= _prints(apart):
        return mixed
    return apart


def _prints(pages: Sequence[_Page]) -> int:
    """How many sides are printed."""
    return sum(1 + page.two_sided for page in pages)


def _packed(pieces: Sequence[Piece], job: Job, folded: bool) -> list[_Page]:
    """The pages of the best frame: the fewest sheets, then the fewest heaps; the first of equals. Where no frame holds
    every piece, each piece goes to the first that holds it.
    """
    tried = frames(job.paper, folded)
    plans = [plan for frame in tried if (plan := _plan(pieces, job, frame))]
    if plans:
        return _placed(min(plans, key=lambda plan: plan.price), job)
    found: list[_Page] = []
    left = list(pieces)
    for frame in tried:
        holds = [_plan([replace(p, count=1)], job, frame) is not None for p in left]
        plan = _plan([p for p, yes in zip(left, holds, strict=True) if yes], job, frame)
        left = [p for p, yes in zip(left, holds, strict=True) if not yes]
        found += _placed(plan, job) if plan else []
    return found


def _plan(pieces: Sequence[Piece], job: Job, frame: Frame) -> _Plan | None:
    """The pages of one frame; None if it does not hold every piece."""
    each = [_parts(piece, frame) for piece in pieces]
    if not all(each) or not pieces:
        return None
    stocks, groups = classes(
        [p for parts, piece in zip(each, pieces, strict=True) for p in parts * piece.count], job.bleed
    )
    if any(not capacity(s, *frame.room) for s in stocks):
        return None
    pages = pack(stocks, *frame.room)
    return _Plan(frame, groups, pages, price(stocks, pages))


def _placed(plan: _Plan, job: Job) -> list[_Page]:
    return [_Page(tuple(place(p, plan.groups, plan.frame, job.paper, job.bleed)), plan.frame) for p in plan.pages]


def _parts(piece: Piece, frame: Frame) -> list[Part]:
    """The piece, or the windows of a board that is larger than the frame."""
    whole = Part(piece.front, piece.back)
    if not whole.straight:
        return [whole]
    found = windows(piece.front.shape.width, piece.front.shape.height, frame.room)
    return [whole] if len(found) == 1 else [replace(whole, window=w) for w in found]


def _sides(page: _Page, number: int, total: int, job: Job, book: FontBook) -> list[Sheet]:
    """The sheets of one piece of paper: front and back, or both on one side, or a front alone."""
    fronts = [p for p, _ in page.fronts]
    fold = page.frame.fold
    pairs = [(behind(p, part.back, job.paper, job.backs, fold), part) for p, part in page.fronts if part.back]
    if not pairs:
        return [_sheet(page.fronts, "front", number, total, job, book, page)]
    if fold:
        return [_sheet((*page.fronts, *pairs), "fold", number, total, job, book, page)]
    moved_pairs = [(shifted(p, job.back_offset), part) for p, part in pairs]
    return (
        [
            _sheet(page.fronts, "front", number, total, job, book, page),
            _sheet(tuple(moved_pairs), "back", number, total, job, book, page),
        ]
        if fronts
        else []
    )


def _sheet(
    pairs: Sequence[tuple[Placement, Part]], side: str, number: int, total: int, job: Job, book: FontBook, page: _Page
) -> Sheet:
    """One side, with its marks and caption."""
    placements = tuple(p for p, _ in pairs)
    limits = printable(job.paper)
    sets = tuple(dict.fromkeys(p.face.set for p in placements))
    bands = _fold_band(page.frame, job.paper) if side == "fold" else []
    note = caption(job, book, sets, side, number, total, [box_of(p, bleed=True) for p in placements])
    marks = crop_marks(placements, limits, [*note.boxes, *bands], _unseen(page, job) if side == "back" else ())
    marks += outline_marks(p for p in placements if p.face.side == "front" and side != "back")
    marks += _fold_line(page.frame, job.paper, note.boxes) if side == "fold" else []
    marks += proof_marks(placements) if job.proof else []
    two = page.two_sided and side != "fold"
    return Sheet(
        paper=job.paper,
        side=side,
        title=_title(job, sets, side, number, total),
        label=f"{number}{'b' if side == 'back' else 'a' if two else ''}",
        placements=placements,
        marks=tuple(marks),
        furniture=(*note.nodes, *seam_nodes(pairs, job, book)),
        trim_box=_around([box_of(p) for p in placements]),
        bleed_box=_around([box_of(p, bleed=True) for p in placements]),
        sets=sets,
    )


def _unseen(page: _Page, job: Job) -> list[Placement]:
    """What has no back, as it would lie on the back side."""
    alone = [p for p, part in page.fronts if part.back is None]
    return [shifted(behind(p, p.face, job.paper, job.backs), job.back_offset) for p in alone]


def _title(job: Job, sets: Sequence[str], side: str, number: int, total: int) -> str:
    names = job.say("list.comma").join(job.name_of(s) for s in sets)
    sheet = job.say("caption.sheet", n=number, m=total)
    return " · ".join((names, sheet, job.say(f"side.{side}")))


def _around(boxes: Sequence[Box]) -> Box:
    """The box around boxes, as (x, y, width, height)."""
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return (x, y, max(b[2] for b in boxes) - x, max(b[3] for b in boxes) - y)


def _fold_band(frame: Frame, paper: Paper) -> list[Box]:
    """The band about the fold that marks and caption keep off."""
    fold = frame.fold
    if fold is None:
        return []
    x1, y1, x2, y2 = printable(paper)
    return [(fold.at - 1, y1, fold.at + 1, y2) if fold.upright else (x1, fold.at - 1, x2, fold.at + 1)]


def _fold_line(frame: Frame, paper: Paper, taken: Sequence[Box]) -> list[Mark]:
    """The fold from margin (or caption) to margin, and a small triangle at both ends that shows it when it is faint."""
    fold = frame.fold
    if fold is None:
        return []
    x1, y1, x2, y2 = printable(paper)
    for a1, b1, a2, b2 in taken:
        x1, x2 = (max(x1, a2 + 0.5), x2) if a2 < fold.at else (x1, min(x2, a1 - 0.5) if a1 > fold.at else x2)
        y1, y2 = (max(y1, b2 + 0.5), y2) if b2 < fold.at else (y1, min(y2, b1 - 0.5) if b1 > fold.at else y2)
    ends = ((fold.at, y1), (fold.at, y2)) if fold.upright else ((x1, fold.at), (x2, fold.at))
    (ax, ay), (bx, by) = ends
    marks = [Mark("fold", (("M", (ax, ay)), ("L", (bx, by))))]
    for (x, y), inward in zip(ends, (2.0, -2.0), strict=True):
        upright, lying = ((x - 1, y), (x + 1, y), (x, y + inward)), ((x, y - 1), (x, y + 1), (x + inward, y))
        a, b, c = upright if fold.upright else lying
        marks.append(Mark("match", (("M", a), ("L", b), ("L", c), ("Z", ()))))
    return marks
