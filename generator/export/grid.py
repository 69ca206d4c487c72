"""Pieces -> pictures for virtual tables (Tabletop Simulator, Tabletopia, Screentop ...): the fronts of a set side by
side, each as often as there are copies; and their backs, the one that all have alone.

Takes a run; gives PNG files, called as wide and as high as they are in places. Promise: two by two places at least, ten
by seven at most, the fewest and the most that tables take, and no more pixels a side; of these the grid with the
largest pieces. The last place is no piece's, as a deck shows it for hidden cards: the back lies there. What is there
once is no deck: a picture as it is. Fault X010.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product

from generator.export import Output, Run
from generator.export.png import face_file as face_png
from generator.face.face import Face, Shape
from generator.sheet.sheet import Piece
from generator.typeset.fonts import FontBook

_WIDE, _HIGH, _PIXELS = 10, 7, 4096


def piece_files(run: Run) -> Iterator[Output]:
    """The pictures of each set, those of each size of its pieces by themselves."""
    decks: dict[tuple[str, float, float], list[Piece]] = {}
    for piece in run.pieces:
        shape = piece.front.shape
        decks.setdefault((piece.front.set, shape.width, shape.height), []).extend([piece] * piece.count)
    sizes = [name for name, *_ in decks]
    for (name, wide, high), deck in decks.items():
        own = f"{name}-{wide:g}x{high:g}mm" if sizes.count(name) > 1 else name
        for file, data in _deck(own, deck, run.book, run.dpi):
            yield Output(f"grids-{run.stem}/{file}.png", data)


def _deck(name: str, deck: Sequence[Piece], book: FontBook, dpi: float) -> Iterator[tuple[str, bytes]]:
    most = _WIDE * _HIGH - 1
    parts = [deck[at : at + most] for at in range(0, len(deck), most)]
    backs = {piece.back.digest: piece.back for piece in deck if piece.back}
    common = next(iter(backs.values())) if len(backs) == 1 and all(piece.back for piece in deck) else None
    for n, part in enumerate(parts, 1):
        own = f"{name}-{n}" if len(parts) > 1 else name
        wide, high, fine = _largest(part[0].front.shape, len(part) + 1 if len(deck) > 1 else 1, dpi)
        places = f"-{wide}x{high}" if len(deck) > 1 else ""
        yield f"{own}{places}", _side_by_side([p.front for p in part], common, wide, high, book, fine)
        if backs and not common:
            yield f"{own}-backs{places}", _side_by_side([p.back for p in part], None, wide, high, book, fine)
        elif common and n == 1:
            yield f"{name}-back", face_png(common, book, fine)


def _largest(shape: Shape, places: int, dpi: float) -> tuple[int, int, float]:
    """The grid that has so many places and shows them the largest, of several the one of fewest, and how fine."""

    def fine(wide: int, high: int) -> float:
        return min(dpi, _PIXELS // wide * 25.4 / shape.width, _PIXELS // high * 25.4 / shape.height)

    every = product(range(2, _WIDE + 1), range(2, _HIGH + 1)) if places > 1 else [(1, 1)]
    grids = [(wide, high) for wide, high in every if wide * high >= places]
    wide, high = max(grids, key=lambda grid: (fine(*grid), -grid[0] * grid[1], grid[0]))
    return wide, high, fine(wide, high)


def _side_by_side(
    faces: Sequence[Face | None], last: Face | None, wide: int, high: int, book: FontBook, dpi: float
) -> bytes:
    """The faces in rows, and one in the last place."""
    from PIL import Image

    shown: dict[bytes, Image.Image] = {}
    places: list[Face | None] = [*faces, *[None] * (wide * high - len(faces) - 1), last] if wide > 1 else [*faces]
    for one in filter(None, places):
        if one.digest not in shown:
            shown[one.digest] = Image.open(BytesIO(face_png(one, book, dpi))).convert("RGB")
    size = next(iter(shown.values())).size
    whole = Image.new("RGB", (size[0] * wide, size[1] * high), "white")
    for n, face in enumerate(places):
        if face:
            whole.paste(shown[face.digest], (n % wide * size[0], n // wide * size[1]))
    whole.save(file := BytesIO(), "PNG", dpi=(dpi, dpi))
    return file.getvalue()
