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
from generator.face.geometry import Box, bounds, box_under, flipped, grown, merged, moved, polygon, polyline
from generator.sheet.marks import (
    LENGTH,
    Strip,
    caption,
    caption_strip,
    crop_marks,
    glue_words,
    mark_length,
    outline_marks,
    proof_marks,
)
from generator.sheet.paginate import SheetPlan, pages_of
from generator.sheet.panels import mirrored, panels, seam_nodes
from generator.sheet.placing import Cutout, Fold, Frame, frames
from generator.sheet.preflight import MOST_SHEETS, oversize, page_limit_faults, too_large, too_many
from generator.sheet.sheet import Job, Paper, Piece, Placement, PrinterMark, Sheet
from generator.sheet.slugs import slugs
from generator.typeset.fonts import FontBook
from generator.values import Struct, replace


def impose(pieces: Sequence[Piece], job: Job, book: FontBook, before: int = 0) -> tuple[list[Sheet], list[Finding]]:
    """Sheets for all pieces. So many pages of the file come `before` them."""
    pages, findings = _laid(pieces, job)
    total = before + len(pages) * job.sides
    sides = [side for k, page in enumerate(pages) for side in _sides(page, before + 1 + k * job.sides, job)]
    most = min((mark_length(_cropped(side, job, LENGTH)[0]) for side in sides), default=LENGTH)
    sheets = [_sheet(side, total, most, job, book) for side in sides]
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


class _Side(Struct, frozen=True):
    """One side of a piece of paper: what lies on it, and what that is; which side; the page it is, as print dialogs and
    page labels count."""

    pairs: Sequence[tuple[Placement, Cutout]]
    side: str
    number: int
    page: SheetPlan


def _sides(page: SheetPlan, number: int, job: Job) -> Iterator[_Side]:
    """Front and back, or both on one side, or a front alone."""
    fold = page.frame.fold
    backs = [(_behind(p, c.back, fold, job), c) for p, c in page.fronts if c.back]
    if fold and backs:
        yield _Side((*page.fronts, *backs), "fold", number, page)
        return
    yield _Side(page.fronts, "front", number, page)
    if backs:
        yield _Side(backs, "back", number + 1, page)


def _sheet(own: _Side, total: int, most: float, job: Job, book: FontBook) -> Sheet:
    """One side, with its marks, at `most` so long, and caption."""
    placements = tuple(p for p, _ in own.pairs)
    sets = tuple(dict.fromkeys(p.face.set for p in placements))
    names = _names(sets, own.page.group, job)
    which = (job.say("caption.sheet", n=own.number, m=total), job.say(f"side.{own.side}"))
    captions = [job.facts(job.name, said, *which, job.paper.name) for said in names]
    marks, furniture, unlisted = _beside(own, captions, most, job, book)
    return Sheet(
        paper=job.paper,
        side=own.side,
        title=job.facts(names[0], *which),
        label=str(own.number),
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


def _beside(own: _Side, captions: Sequence[str], most: float, job: Job, book: FontBook) -> Beside:
    """The same as an earlier run made of all that it depends on, or made now."""
    page, nodes = own.page, own.pairs[0][0].face.nodes
    store = nodes.store if isinstance(nodes, Later) and not any(c.panel for _, c in page.fronts) else None
    if store is None:
        return _made(own, captions, most, job, book)
    said: Any = [[_said(p) for p in some] for some in ([p for p, _ in own.pairs], page.cells)]
    alone: Any = [_said(p) for p, c in page.fronts if c.back is None] if own.side == "back" else []
    key = digest(job.key + marshal.dumps((own.side, tuple(captions), most, said, alone, _key_of(page.frame)), 2))
    entry, made = store.get(key), None
    if entry is None:
        marks, made, unlisted = _made(own, captions, most, job, book)
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


def _cropped(own: _Side, job: Job, most: float) -> tuple[tuple[PrinterMark, ...], Strip | None]:
    """The crop marks of a side, at `most` so long, and where its caption goes."""
    placements, cells, fold = [p for p, _ in own.pairs], _cells(own.page, own.side, job), own.page.frame.fold
    alone = [p for p, cutout in own.page.fronts if cutout.back is None] if own.side == "back" else ()
    unseen = [_behind(p, p.face, None, job) for p in alone]  # what has no back, as it would lie on the back side
    strip = caption_strip([p.bled for p in (*placements, *unseen, *cells)], job.paper.printable)
    taken = [strip.box] if strip else []
    taken += [_fold_band(fold, job.paper)] if fold and own.side == "fold" else []
    shift = job.back_offset if own.side == "back" else (0.0, 0.0)  # marks move with what they mark
    limits = box_under(job.paper.printable, (1.0, 0.0, 0.0, 1.0, *shift))
    return crop_marks(placements, limits, taken, unseen, cells, most), strip


def _made(own: _Side, captions: Sequence[str], most: float, job: Job, book: FontBook) -> Beside:
    placements, fold = [p for p, _ in own.pairs], own.page.frame.fold if own.side == "fold" else None
    crops, strip = _cropped(own, job, most)
    words, free = caption(job, book, captions, strip) if strip else ((), None)
    taken = [*([strip.box] if strip else []), *([_fold_band(fold, job.paper)] if fold else [])]
    fronts = [p for p in placements if p.face.side == "front" and own.side != "back"]
    marks = [*crops, *outline_marks(fronts), *(_fold_line(fold, job.paper, strip) if fold else ())]
    joined = [(p, c.panel, c.emblem, c.back is not None) for p, c in own.pairs]
    seams = [*seam_nodes(joined, job, book), *glue_words(fronts, job, book)]
    taken += [bounds(m.segments) for m in marks] + [painted([node]) for node in seams]
    marks += proof_marks(placements) if job.proof else []
    listed, unlisted = slugs(placements, taken, [free] if free else [], job, book)
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


def _fold_line(fold: Fold, paper: Paper, strip: Strip | None) -> Iterator[PrinterMark]:
    """The fold from margin (or caption) to margin, and a small triangle at both ends that shows it when it is faint."""
    swap, at = not fold.upright, fold.at
    _, low, _, high = flipped(grown(paper.printable, -0.1), swap)  # with their pens
    for box in [strip.box] if strip else []:
        _, start, _, end = flipped(box, swap)
        low, high = max(low, end + 0.5) if end < at else low, min(high, start - 0.5) if end >= at < start else high
    lines = [[(at, low), (at, high)]] + [[(at - 1, v), (at + 1, v), (at, v + w)] for v, w in ((low, 2.0), (high, -2.0))]
    for points in ([(y, x) if swap else (x, y) for x, y in line] for line in lines):
        yield PrinterMark("match", polygon(points)) if points[2:] else PrinterMark("fold", polyline(*points))
