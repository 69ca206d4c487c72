"""Pieces -> the paper that is taken for them if none is named, and what keeps them off any.

Takes what is printed of a game and the papers; gives a `Paper`, findings. Promise: what is found here and what `impose`
finds for that paper is the same, so that a check knows what a build will say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from generator.data.model import Game
from generator.diagnostics.findings import Fault, Finding
from generator.face.face import Face
from generator.layout.assets import Studio
from generator.sheet.impose import (
    MOST_SHEETS,
    imposition_faults,
    is_in_one,
    most_whole,
    oversize,
    page_large,
    page_limit_faults,
)
from generator.sheet.sheet import Job, Paper, Piece, read_papers

USUAL = "a4"
"""The paper of `pnp build` if none is named."""


def usual_paper(papers: Mapping[str, Paper], pieces: Sequence[Piece], backs: str = "long-edge") -> Paper:
    """A4, or the first of the others that holds every piece; A4 if none does."""
    large = [own[0] for own in oversize(pieces, Job(papers[USUAL], backs))]
    return next((p for p in papers.values() if not oversize(large, Job(p, backs))), papers[USUAL])


def unbuildable(papers: Mapping[str, Paper], pieces: Sequence[Piece], game: Game) -> list[Finding]:
    """What `pnp build` will say of these pieces if no paper is named, and which need a larger one than A4."""
    chosen = usual_paper(papers, pieces)
    large = [own[0] for own in oversize(pieces, Job(papers[USUAL]))]
    lost = oversize(large, Job(chosen))
    found = [_of_size(game, piece, papers, chosen) for piece in large]
    found += [_in_parts(game, own, papers, chosen) for own in page_large(pieces, Job(chosen))]
    return found if lost else [*found, *imposition_faults(pieces, Job(chosen))]


def _in_parts(game: Game, piece: Piece, papers: Mapping[str, Paper], paper: Paper) -> Finding:
    """P019, of a board as large as the paper."""
    shape, owner = piece.front.shape, game.sets[piece.front.set]
    item = next(i for i in owner.items if i.id == piece.front.item)
    low, high = sorted(most_whole(piece, Job(paper)))
    wide, deep = (low, high) if shape.width <= shape.height else (high, low)
    what = f"`{owner.id}/{item.id}` is {shape.width:g} x {shape.height:g} mm, as large as {paper.name} itself"
    larger = next((f", or build with `--paper {name}`" for name, p in papers.items() if is_in_one(piece, Job(p))), "")
    hint = f"to have it on one page draw it at most {wide:g} x {deep:g} mm{larger}"
    mark, faces = item.marks.get("size") or owner.at("size"), (piece.front.name,)
    return Finding("P019", mark, f"{what}, of which printers leave an edge: it is printed in parts", hint, faces=faces)


def _of_size(game: Game, piece: Piece, papers: Mapping[str, Paper], chosen: Paper) -> Finding:
    """P013, what A4 does not hold but the paper that is taken; P009, what none holds; S001, what that one does not."""
    fitting = [paper for paper in papers.values() if not oversize([piece], Job(paper))]
    shape, owner = piece.front.shape, game.sets[piece.front.set]
    item = next(i for i in owner.items if i.id == piece.front.item)
    mark = item.marks.get("size") or owner.at("size")
    faces = (piece.front.name,)
    what = f"`{owner.id}/{item.id}` is {shape.width:g} x {shape.height:g} mm"
    smaller = "make it smaller, or draw it as a rectangle (which is split)"
    if not fitting:
        widest = max(papers.values(), key=lambda p: p.width * p.height)
        hint = f"{smaller}, or add a paper to layouts/papers.yaml"
        return Finding("P009", mark, f"{what}; no paper holds it, not even {widest.name}", hint, faces=faces)
    if chosen in fitting:
        hint = f"build with `--paper {chosen.id}`, which is taken if none is named, or {smaller}"
        return Finding("P013", mark, f"{what}; A4 does not hold it, {chosen.name} does", hint, faces=faces)
    words = f"{what}; {fitting[0].name} holds it, but not every other piece"
    return Finding("S001", mark, words, f"{smaller}, or build set by set with `--only`", faces=faces)


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
