"""Pieces -> sheets: the whole of imposition, from counts to crop marks and captions.

Takes what is to be printed and how often, a `Job` and fonts; gives `Sheet`s, front before back, and findings.
Promise: every copy of every piece is on exactly one sheet, in order; backs lie exactly behind their fronts; sheets with
two sides come first; the fewest sheets that the packing finds; the same input gives the same sheets.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from generator.cache import digest, key_of
from generator.diagnostics.findings import Finding
from generator.face.bounds import painted
from generator.face.face import Face, Later, Node, Shape, flat, unflat
from generator.face.geometry import Box, bounds, flipped, merged, moved, polygon, polyline
from generator.sheet.marks import caption, crop_marks, glue_words, outline_marks, proof_marks
from generator.sheet.paginate import SheetPlan, pages_of
from generator.sheet.panels import mirrored, panels, seam_nodes
from generator.sheet.placing import Cutout, Fold, Frame, frames
from generator.sheet.preflight import MOST_SHEETS, oversize, page_limit_faults, too_large, too_many
from generator.sheet.sheet import Job, Paper, Piece, Placement, PrinterMark, Sheet
from generator.sheet.slugs import slugs
from generator.typeset.fonts import FontBook
from generator.values import replace


def impose(pieces: Sequence[Piece], job: Job, book: FontBook, before: int = 0) -> tuple[list[Sheet], list[Finding]]:
    """Sheets for all pieces. So many pages of the file come `before` them."""
    pages, findings = _laid(pieces, job)
    total = before + len(pages) * job.sides
    sheets: list[Sheet] = []
    for number, page in enumerate(pages):
        sheets += _sides(page, before + 1 + number * job.sides, total, job, book)
    return sheets, [*findings, *_unlisted(sheets, pieces)]


def _unlisted(sheets: Sequence[Sheet], pieces: Sequence[Piece]) -> Iterator[Finding]:
    """S004: stamps that no margin has room for, all in one."""
    short = [sheet for sheet in sheets if sheet.unlisted]
    if short:
        number, pages = sum(len(s.unlisted) for s in short), ", ".join(s.label for s in short)
        first = next(p.face for p in short[0].placements if p.face.stamp in short[0].unlisted)
        message = (
            f"the margin has no room for {number} content stamps of faces that have no place for them (page {pages})"
        )
        hint = "give the faces a place for it, choose a larger paper, or write `stamp: off` in the set"
        mark = next(p.mark for p in pieces if first in (p.front, p.back))
        yield Finding("S004", mark, message, hint)


def _laid(pieces: Sequence[Piece], job: Job) -> tuple[list[SheetPlan], list[Finding]]:
    """The pages, or why there are none."""
    findings = [*(too_large(own, job) for own in oversize(pieces, job)), *page_limit_faults(pieces, job)]
    pages = [] if findings else pages_of(pieces, job)
    if len(pages) > MOST_SHEETS:
        findings = [too_many(pieces[0], f"{len(pages):,}", job)]
    return ([], findings) if findings else (pages, [])


def imposition_faults(pieces: Sequence[Piece], job: Job) -> list[Finding]:
    """What `impose` finds; pages are laid out only if they may be too many."""
    parts: Counter[tuple[float, float]] = Counter()
    for piece in pieces:
        parts[piece.front.shape.width, piece.front.shape.height] += piece.count
    rooms = [frame.room for frame in frames(job.paper, job.backs == "fold")]
    most = sum(n * max(1, *(len(panels(*size, room)) for room in rooms)) for size, n in parts.items())
    if most > MOST_SHEETS:
        return _laid(pieces, job)[1]
    return [too_large(own, job) for own in oversize(pieces, job)]


def _sides(page: SheetPlan, number: int, total: int, job: Job, book: FontBook) -> Iterator[Sheet]:
    """The sheets of one piece of paper: front and back, or both on one side, or a front alone. `number` is that of the
    page, as print dialogs and page labels count."""
    fold = page.frame.fold
    backs = [(_behind(p, c.back, fold, job), c) for p, c in page.fronts if c.back]
    if fold and backs:
        yield _sheet((*page.fronts, *backs), "fold", number, total, job, book, page)
        return
    yield _sheet(page.fronts, "front", number, total, job, book, page)
    if backs:
        yield _sheet(backs, "back", number + 1, total, job, book, page)


Pairs = Sequence[tuple[Placement, Cutout]]
"""What lies on a sheet, and what it is."""


def _sheet(pairs: Pairs, side: str, number: int, total: int, job: Job, book: FontBook, page: SheetPlan) -> Sheet:
    """One side, with its marks and caption."""
    placements = tuple(p for p, _ in pairs)
    sets = tuple(dict.fromkeys(p.face.set for p in placements))
    names = _names(sets, page.group, job)
    which = (job.say("caption.sheet", n=number, m=total), job.say(f"side.{side}"))
    captions = [job.facts(job.name, own, *which, job.paper.name) for own in names]
    marks, furniture, unlisted = _beside(pairs, side, page, captions, job, book)
    return Sheet(
        paper=job.paper,
        side=side,
        title=job.facts(names[0], *which),
        label=str(number),
        placements=placements,
        marks=marks,
        furniture=furniture,
        trim_box=merged(*(p.trim for p in placements)),
        bleed_box=merged(*(p.bled for p in placements)),
        sets=sets,
        names=names[0],
        unlisted=unlisted,
    )


Beside = tuple[tuple[PrinterMark, ...], Sequence[Node], tuple[str, ...]]
"""What is on a sheet beside faces: marks, caption with stamps; and the stamps that it has no room for."""


def _beside(pairs: Pairs, side: str, page: SheetPlan, captions: Sequence[str], job: Job, book: FontBook) -> Beside:
    """The same as an earlier run made of all that it depends on, or made now."""
    nodes = pairs[0][0].face.nodes
    store = nodes.store if isinstance(nodes, Later) and not any(c.panel for _, c in page.fronts) else None
    if store is None:
        return _made(pairs, side, page, captions, job, book)
    said: Any = [[_said(p) for p in some] for some in ([p for p, _ in pairs], page.cells)]
    alone: Any = [_said(p) for p, c in page.fronts if c.back is None] if side == "back" else []
    key = digest(job.key + marshal.dumps((side, tuple(captions), said, alone, _key_of(page.frame)), 2))
    entry, made = store.get(key), None
    if entry is None:
        marks, made, unlisted = _made(pairs, side, page, captions, job, book)
        entry = ([(m.kind, m.segments) for m in marks], marshal.dumps([flat(node) for node in made]), unlisted)
        store.put(key, entry)
    marks, blob, unlisted = entry
    later = Later(key, store, lambda: tuple(map(unflat, marshal.loads(blob))), made)  # noqa: S302 (the user's own)
    return tuple(PrinterMark(*mark) for mark in marks), later, unlisted


def _said(p: Placement) -> tuple[object, ...]:
    """All that a sheet beside its faces takes from one of them."""
    f = p.face
    own = (f.set, f.side, f.stamp, f.slug, f.safe, f.bleed, _key_of(f.shape))
    return (p.x, p.y, p.turn, p.window, p.bleed, p.clip, *own)


@lru_cache(maxsize=64)
def _key_of(value: Shape | Frame) -> bytes:
    return key_of(value)


def _made(pairs: Pairs, side: str, page: SheetPlan, captions: Sequence[str], job: Job, book: FontBook) -> Beside:
    placements = [p for p, _ in pairs]
    cells = _cells(page, side, job)
    fold = page.frame.fold if side == "fold" else None
    alone = [p for p, cutout in page.fronts if cutout.back is None] if side == "back" else ()
    unseen = [_behind(p, p.face, None, job) for p in alone]  # what has no back, as it would lie on the back side
    words, boxes = caption(job, book, captions, [p.bled for p in (*placements, *unseen, *cells)])
    taken = [*boxes, *([_fold_band(fold, job.paper)] if fold else [])]
    marks = [*crop_marks(placements, job.paper.printable, taken, unseen, cells)]
    fronts = [p for p in placements if p.face.side == "front" and side != "back"]
    marks += outline_marks(fronts)
    marks += _fold_line(fold, job.paper, boxes) if fold else ()
    joined = [(p, c.panel, c.emblem, c.back is not None) for p, c in pairs]
    seams = [*seam_nodes(joined, job, book), *glue_words(fronts, job, book)]
    taken += [bounds(m.segments) for m in marks] + [painted([node]) for node in seams]
    marks += proof_marks(placements) if job.proof else []
    listed, unlisted = slugs(placements, taken, job, book)
    return tuple(marks), (*words, *seams, *listed), unlisted


def back_placement(front: Placement, back: Face, paper: Paper, backs: str, fold: Fold | None = None) -> Placement:
    """The placement of `back` behind `front`: on the other side of the paper, or beyond the fold. Registration is exact
    (but for float noise); a card is upright again when it is turned about its own vertical axis; the panel of a split
    board lies behind its own front.
    """
    left, top, right, bottom = front.bleed
    width = front.face.shape.width
    seen = replace(
        front,
        face=back,
        turn=-front.turn % 4,
        window=mirrored(front.window, width) if front.window else None,
        clip=moved(front.clip, (-1.0, 0.0, 0.0, 1.0, width, 0.0)),
    )
    if fold.upright if fold else backs != "short-edge":
        x = 2 * (fold.at if fold else paper.width / 2) - front.x - front.width
        return replace(seen, x=x, bleed=(right, top, left, bottom))
    y = 2 * (fold.at if fold else paper.height / 2) - front.y - front.height
    return replace(seen, y=y, turn=(seen.turn + 2) % 4, bleed=(left, bottom, right, top))


def _behind(front: Placement, back: Face, fold: Fold | None, job: Job) -> Placement:
    """The same as it is printed: the other side of the paper is moved right and down by the printer's offset."""
    seen, (right, down) = back_placement(front, back, job.paper, job.backs, fold), job.back_offset
    return seen if fold else replace(seen, x=seen.x + right, y=seen.y + down)


def _cells(page: SheetPlan, side: str, job: Job) -> tuple[Placement, ...]:
    """The cells of the page's grid on one of its sides."""
    seen = tuple(_behind(p, p.face, page.frame.fold, job) for p in page.cells if side != "front")
    return seen if side == "back" else (*page.cells, *seen)


def _names(sets: Sequence[str], group: str, job: Job) -> list[str]:
    """What is on a sheet and whose it is, in full and in short."""
    few = job.join(sets[:2]) + (f" +{len(sets) - 2}" if len(sets) > 2 else "")
    return [job.facts(names, group) for names in (job.join(sets), few, "")]


def _fold_band(fold: Fold, paper: Paper) -> Box:
    """The band about the fold that marks and caption keep off."""
    x1, y1, x2, y2 = paper.printable
    return (fold.at - 1.1, y1, fold.at + 1.1, y2) if fold.upright else (x1, fold.at - 1.1, x2, fold.at + 1.1)


def _fold_line(fold: Fold, paper: Paper, taken: Sequence[Box]) -> Iterator[PrinterMark]:
    """The fold from margin (or caption) to margin, and a small triangle at both ends that shows it when it is faint."""
    swap, at = not fold.upright, fold.at
    _, low, _, high = flipped(paper.printable, swap)
    for box in taken:
        _, start, _, end = flipped(box, swap)
        low, high = max(low, end + 0.5) if end < at else low, min(high, start - 0.5) if end >= at < start else high
    lines = [[(at, low), (at, high)]] + [[(at - 1, v), (at + 1, v), (at, v + w)] for v, w in ((low, 2.0), (high, -2.0))]
    for points in ([(y, x) if swap else (x, y) for x, y in line] for line in lines):
        yield PrinterMark("match", polygon(points)) if points[2:] else PrinterMark("fold", polyline(*points))
