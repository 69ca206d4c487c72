"""Pieces and the papers that there are: what a build will say of them, if none is named.

A build takes A4, or what holds every piece (sheet/preflight.py); what it cannot lay out, it tells (sheet/impose.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.preflight.run import Print, origin_of
from generator.engine.registry import Problem, check
from generator.sheet.preflight import is_in_one, most_whole, oversize, page_large
from generator.sheet.sheet import Job, Paper, Piece

_SMALLER = "make it smaller, or draw it as a rectangle (which is split)"


@check("P009", on=Print)
def some_paper_holds_each_piece(everything: Print) -> Iterator[Problem]:
    """No piece is larger than all papers."""
    for piece, fitting, _ in _large(everything):
        if not fitting:
            widest = max(everything.papers.values(), key=lambda p: p.width * p.height)
            hint = f"{_SMALLER}, or add a paper to layouts/papers.yaml"
            yield _of_size(everything, piece, f"; no paper holds it, not even {widest.name}", hint)


@check("P013", on=Print)
def the_usual_paper_holds_each_piece(everything: Print) -> Iterator[Problem]:
    """No piece needs a larger paper than A4."""
    for piece, fitting, chosen in _large(everything):
        if chosen in fitting:
            hint = f"build with `--paper {chosen.id}`, which is taken if none is named, or {_SMALLER}"
            yield _of_size(everything, piece, f"; A4 does not hold it, {chosen.name} does", hint)


@check("S001", on=Print)
def one_paper_holds_all_pieces(everything: Print) -> Iterator[Problem]:
    """What is large has one paper that holds it beside all others."""
    for piece, fitting, chosen in _large(everything):
        if fitting and chosen not in fitting:
            what = f"; {fitting[0].name} holds it, but not every other piece"
            yield _of_size(everything, piece, what, f"{_SMALLER}, or build set by set with `--only`")
    yield from (problem for code, problem in everything.unlaid if code == "S001")


@check("S002", on=Print)
def sheets_are_not_too_many(everything: Print) -> Iterator[Problem]:
    """No game has more sheets than are built."""
    return (problem for code, problem in everything.unlaid if code == "S002")


@check("P019", on=Print)
def boards_leave_printers_an_edge(everything: Print) -> Iterator[Problem]:
    """No board is as large as the paper, so that it goes to pieces."""
    for pieces, _, paper in everything.on_paper:
        for piece in page_large(pieces, Job(paper)):
            shape, (low, high) = piece.front.shape, sorted(most_whole(piece, Job(paper)))
            wide, deep = (low, high) if shape.width <= shape.height else (high, low)
            papers = everything.papers.items()
            larger = next((f", or build with `--paper {name}`" for name, p in papers if is_in_one(piece, Job(p))), "")
            what = f", as large as {paper.name} itself, of which printers leave an edge: it is printed in parts"
            hint = f"to have it on one page draw it at most {wide:g} x {deep:g} mm{larger}"
            yield _of_size(everything, piece, what, hint)


def _large(everything: Print) -> Iterator[tuple[Piece, list[Paper], Paper]]:
    """What A4 does not hold, with the papers that do, and the one that is taken."""
    for _, large, chosen in everything.on_paper:
        for piece in large:
            yield piece, [paper for paper in everything.papers.values() if not oversize([piece], Job(paper))], chosen


def _of_size(everything: Print, piece: Piece, what: str, hint: str) -> Problem:
    """A problem of how large a piece is."""
    shape, (owner, item) = piece.front.shape, origin_of(everything.game, piece.front)
    words = f"`{owner.id}/{item.id}` is {shape.width:g} x {shape.height:g} mm{what}"
    return Problem(item.marks.get("size") or owner.at("size"), words, hint, faces=(piece.front.name,))
