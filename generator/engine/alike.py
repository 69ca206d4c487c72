"""Pieces as things: two that look alike though they are different, one that the paper does not hold, far too many.

Takes a `Print`, all that is printed of a game; gives a problem at the item (or the size) to be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import fsum

from generator.data.model import ComponentSet, Item, Text
from generator.engine.proof import Print
from generator.engine.registry import Problem, check
from generator.face.face import Shape
from generator.sheet.sheet import Paper, Piece

SURE = (180.0, 250.0)
"""What is not larger (mm) fits any paper that is sold for printers."""
FEW = 10_000_000.0
"""Faces of less area (mm², all copies) are surely not too many to be built."""
USUAL = "a4"
"""The paper of `pnp build` if none is named."""
_SILENT = ("effects", "rule")
"""Kinds of fields that a face need not show."""


@check("P010", on=Print)
def different_items_look_different(everything: Print) -> Iterator[Problem]:
    """No two items of a set have the same faces in any language, if their fields differ."""
    for language, pieces in everything.pieces.items():
        seen: dict[tuple[str, bytes, bytes, Shape], tuple[ComponentSet, Item]] = {}
        told: set[tuple[str, frozenset[str]]] = set()
        for piece in pieces:
            front, back = piece.front, piece.back
            owner, item = everything.source(front)
            key = (owner.id, front.digest, back.digest if back else b"", front.shape)
            _, other = seen.setdefault(key, (owner, item))
            differing = list(_differing(owner, item, other, language)) if other is not item else []
            if differing and (owner.id, frozenset(differing)) not in told:
                told.add((owner.id, frozenset(differing)))
                names = ", ".join(f"`{n}`" for n in differing)
                message = f"`{item.id}` looks like `{other.id}` in {language}, though they differ in {names}"
                hint = f"draw `item.{differing[0]}` in the template, or make them one item"
                yield Problem(item.mark, message, hint)
        if told:
            return  # the same template draws the other languages


def _differing(owner: ComponentSet, one: Item, two: Item, language: str) -> Iterator[str]:
    for name, kind in owner.fields.items():
        a, b = one.values.get(name), two.values.get(name)
        if isinstance(a, Text) and isinstance(b, Text):
            a, b = a.in_language(language), b.in_language(language)
        if (kind.of or kind).name not in _SILENT and a != b:
            yield name


@check("P009", on=Print)
def pieces_fit_some_paper(everything: Print) -> Iterator[Problem]:
    """Every piece fits a paper, whole or in parts."""
    for piece, papers, fitting in _too_large(everything):
        if not fitting:
            widest = max(papers, key=lambda p: p.width * p.height)
            hint = "make it smaller, draw it as a rectangle (which is split), or add a paper to layouts/papers.yaml"
            yield _of_size(everything, piece, f"no paper holds it, not even {widest.name}", hint)


@check("P013", on=Print)
def pieces_fit_the_usual_paper(everything: Print) -> Iterator[Problem]:
    """What fits a paper fits the one that is taken if none is named."""
    for piece, _, fitting in _too_large(everything):
        if fitting:
            hint = f"build with `--paper {fitting[0].id}`, make it smaller, or draw it as a rectangle (which is split)"
            yield _of_size(everything, piece, f"A4 does not hold it, {fitting[0].name} does", hint)


def _too_large(everything: Print) -> Iterator[tuple[Piece, list[Paper], list[Paper]]]:
    """The pieces that the usual paper does not hold, one of each size; all papers, and those that hold it."""
    large: dict[tuple[str, float, float], Piece] = {}
    for pieces in everything.pieces.values():
        for piece in filter(_is_large, pieces):
            large.setdefault((piece.front.set, piece.front.shape.width, piece.front.shape.height), piece)
    if not large:
        return
    from generator.sheet.impose import too_large
    from generator.sheet.job import Job
    from generator.sheet.papers import read_papers

    papers = read_papers(everything.project)
    for piece in large.values():
        if too_large(piece, Job(paper=papers[USUAL]), {}):
            fitting = [p for p in papers.values() if not too_large(piece, Job(paper=p), {})]
            yield piece, list(papers.values()), fitting


def _of_size(everything: Print, piece: Piece, what: str, hint: str) -> Problem:
    owner, item = everything.source(piece.front)
    size = f"{piece.front.shape.width:g} x {piece.front.shape.height:g} mm"
    mark = item.marks.get("size") or owner.marks.get("size", owner.mark)
    return Problem(mark, f"`{owner.id}/{item.id}` is {size}; {what}", hint, faces=(piece.front.name,))


@check("S002", on=Print)
def pieces_are_not_far_too_many(everything: Print) -> Iterator[Problem]:
    """What is printed of one language fits so many sheets as are built at the most."""
    pieces = _all_copies(everything)
    if fsum(p.count * (1 + p.front.shape.width * p.front.shape.height) for p in pieces) < FEW:
        return
    from generator.sheet.impose import too_many
    from generator.sheet.job import Job
    from generator.sheet.papers import read_papers

    places = {f"{owner}/{item}": found.mark for (owner, item), (_, found) in everything.sources.items()}
    for found in too_many(pieces, Job(paper=read_papers(everything.project)[USUAL]), places):
        yield Problem(found.mark, found.message, found.hint)


def _all_copies(everything: Print) -> list[Piece]:
    """The pieces of one language; those of a set that was not drawn whole stand for the copies of the others."""
    pieces = list(next(iter(everything.pieces.values()), ()))
    drawn = {(p.front.set, p.front.item) for p in pieces}
    left = Counter[str]()
    for (owner, item), (_, found) in everything.sources.items():
        left[owner] += 0 if (owner, item) in drawn else found.count
    return [replace(p, count=p.count + left.pop(p.front.set, 0)) for p in pieces]


def _is_large(piece: Piece) -> bool:
    shape = piece.front.shape
    low, high = sorted((shape.width, shape.height))
    return low > SURE[0] or high > SURE[1]
