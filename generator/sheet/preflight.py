"""Pieces and papers -> what a paper holds, and which is taken if none is named.

Takes what is printed of a game; gives a `Paper`, findings: known before anything is laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import fsum

from generator.data.model import Game
from generator.diagnostics.findings import Fault, Finding
from generator.face.face import Face
from generator.layout.assets import Studio
from generator.sheet.paginate import fits
from generator.sheet.panels import panels
from generator.sheet.placing import Frame, frames
from generator.sheet.sheet import Job, Paper, Piece, read_papers

MOST_SHEETS = 2000
MOST_PIECES = 100_000
USUAL = "a4"
"""The paper of `pnp build` if none is named."""


def usual_paper(papers: Mapping[str, Paper], pieces: Sequence[Piece], backs: str = "long-edge") -> Paper:
    """A4, or the first of the others that holds every piece; A4 if none does."""
    large = too_large_for_a4(papers, pieces, backs)
    return next((p for p in papers.values() if not oversize(large, Job(p, backs))), papers[USUAL])


def too_large_for_a4(papers: Mapping[str, Paper], pieces: Sequence[Piece], backs: str = "long-edge") -> list[Piece]:
    """What A4 does not hold, of each set and size a piece."""
    return [own[0] for own in oversize(pieces, Job(papers[USUAL], backs))]


def oversize(pieces: Sequence[Piece], job: Job) -> list[list[Piece]]:
    """What the paper does not hold, and cannot be split: the pieces of a set that have one size."""
    sizes: dict[tuple[object, ...], list[Piece]] = {}
    for p in pieces:
        shape = p.front.shape
        sizes.setdefault((p.front.set, shape.width, shape.height, shape.kind, p.back is None), []).append(p)
    return [own for own in sizes.values() if not any(fits(own[0], frame) for frame in _frames(own[0], job))]


def page_large(pieces: Sequence[Piece], job: Job) -> list[Piece]:
    """Of each set a piece that the paper is large enough for, but for its margins, so that it is printed in parts."""
    paper, found = sorted((job.paper.width, job.paper.height)), dict[str, Piece]()
    for piece in pieces:
        shape = piece.front.shape
        sides = zip(sorted((shape.width, shape.height)), paper, strict=True)
        there = shape.kind == "rectangle" and all(side <= most for side, most in sides)
        if there and not is_in_one(piece, job):
            found.setdefault(piece.front.set, piece)
    return [*found.values()]


def is_in_one(piece: Piece, job: Job) -> bool:
    """True for a rectangle that is printed in one part."""
    shape = piece.front.shape
    return any(len(panels(shape.width, shape.height, frame.room)) == 1 for frame in _frames(piece, job))


def most_whole(piece: Piece, job: Job) -> tuple[float, float]:
    """The width and the height (mm) of the largest piece that is printed whole."""
    return max((f.room for f in _frames(piece, job)), key=lambda room: room[0] * room[1])


def _frames(piece: Piece, job: Job) -> list[Frame]:
    return frames(job.paper, job.backs == "fold" and piece.back is not None)


def too_large(pieces: Sequence[Piece], job: Job) -> Finding:
    """S001 of pieces of one size."""
    shape, tried = pieces[0].front.shape, _frames(pieces[0], job)
    width, height = max((f.room for f in tried), key=lambda r: r[0] * r[1])
    message = (
        f"`{pieces[0].front.name}`{f' and {len(pieces) - 1} more' * (len(pieces) > 1)} is {shape.width:.1f} x "
        f"{shape.height:.1f} mm; {job.paper.name} has room for {width:.1f} x {height:.1f} mm"
    )
    hint = "build with `--backs long-edge`, or " if tried[0].fold else ""
    hint += "choose a larger paper (`--paper a3`), or a smaller size; only rectangles can be split"
    faces = tuple(f"{p.front.set}/{p.front.item}" for p in pieces)
    return Finding("S001", pieces[0].mark, message, hint, faces=faces)


def _area_of(piece: Piece) -> float:
    """The area (mm²) that its copies take."""
    return piece.count * piece.front.shape.width * piece.front.shape.height


def page_limit_faults(pieces: Sequence[Piece], job: Job) -> list[Finding]:
    """S002, told from the number and the area alone, before anything is laid out."""
    area = fsum(map(_area_of, pieces)) / 2
    least = int(area / (job.paper.width * job.paper.height))
    number = sum(p.count for p in pieces)
    if least <= MOST_SHEETS and number <= MOST_PIECES:
        return []
    worst = max(pieces, key=_area_of)
    return [too_many(worst, f"more than {least:,}", job, number)]


def too_many(piece: Piece, sheets: str, job: Job, number: int = 0) -> Finding:
    """S002, at a piece that makes them many."""
    pieces = f" for {number:,} pieces" if number else ""
    message = f"{sheets} sheets of {job.paper.name}{pieces}; at most {MOST_SHEETS:,} are built"
    hint = f"look at `count` of `{piece.front.set}/{piece.front.item}` ({piece.count:,}), or build with `--only`"
    return Finding("S002", piece.mark, message, hint)


def crowd(studio: Studio, game: Game, only: Sequence[str] = ()) -> list[Finding]:
    """S002, if so many different pieces (of `only` these) can be told to be too many before one is drawn."""
    designs = game.designs(only or None)
    if len(designs) <= MOST_SHEETS:
        return []
    blanks: list[Piece] = []
    for owner, item in designs:
        with suppress(Fault):  # told elsewhere: its size is wrong
            shape = studio.shape(owner.size_of(item), item.mark)
            blanks.append(Piece(Face(game.id, owner.id, item.id, "front", "", shape, ()), None, 1, mark=item.mark))
    return page_limit_faults(blanks, Job(read_papers(studio.project)[USUAL]))
