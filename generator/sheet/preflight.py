"""Pieces -> the paper that is taken for them if none is named; and whether they are too many for any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from generator.data.model import Game
from generator.diagnostics.findings import Fault, Finding
from generator.face.face import Face
from generator.layout.assets import Studio
from generator.sheet.impose import MOST_SHEETS, oversize, page_limit_faults
from generator.sheet.sheet import Job, Paper, Piece, read_papers

USUAL = "a4"
"""The paper of `pnp build` if none is named."""


def usual_paper(papers: Mapping[str, Paper], pieces: Sequence[Piece], backs: str = "long-edge") -> Paper:
    """A4, or the first of the others that holds every piece; A4 if none does."""
    large = too_large_for_a4(papers, pieces, backs)
    return next((p for p in papers.values() if not oversize(large, Job(p, backs))), papers[USUAL])


def too_large_for_a4(papers: Mapping[str, Paper], pieces: Sequence[Piece], backs: str = "long-edge") -> list[Piece]:
    """What A4 does not hold, of each set and size a piece."""
    return [own[0] for own in oversize(pieces, Job(papers[USUAL], backs))]


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
