"""Pictures for virtual tables: each copy in its place, the back in the last one, no picture too large."""

from __future__ import annotations

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from generator.export import PdfMeta, Run
from generator.export.grid import piece_files
from generator.export.png import face_file as face_png
from generator.face.face import Color, Path
from generator.sheet.sheet import Piece
from generator.values import replace
from tests.export_kit import BOOK, box
from tests.sheet_kit import face

SMALL = {"shape": "rectangle", "width": 5, "height": 8}


def colored(side, color):
    """A side that is all of a colour."""
    one = face("box", color[1:], SMALL, side)
    ground = Path(box(0, 0, one.shape.width, one.shape.height), Color(color))
    return replace(one, nodes=(ground,), digest=f"{color}{side}".encode())


def pictures(pieces, dpi=254):
    """The pictures of a run by their names."""
    run = Run("g", "a4-en", pieces, (), PdfMeta("G"), BOOK, dpi=dpi)
    return {o.name.rpartition("/")[2]: Image.open(BytesIO(o.data)) for o in piece_files(run)}


def of(color, count, back="#0000ff"):
    """So many pieces of a colour."""
    return Piece(colored("front", color), colored("back", back) if back else None, count)


def at(picture, n, wide):
    """The colour in the middle of a place."""
    x, y = n % wide * 50 + 25, n // wide * 80 + 40
    return "#" + "".join(f"{v:02x}" for v in picture.getpixel((x, y)))


@pytest.mark.parametrize(("number", "names"), [
    (1, ["box.png", "box-back.png"]),
    (2, ["box-2x2.png", "box-back.png"]),
    (8, ["box-3x3.png", "box-back.png"]),
    (10, ["box-6x2.png", "box-back.png"]),
    (69, ["box-10x7.png", "box-back.png"]),
    (70, ["box-1-10x7.png", "box-back.png", "box-2-2x2.png"]),
])  # fmt: skip
def test_each_copy_has_a_place_and_the_last_is_no_pieces(number, names):
    found = pictures([of("#ff0000", number - 1), of("#00ff00", 1)] if number > 1 else [of("#00ff00", 1)])
    assert [*found] == names
    grids = [(name, one) for name, one in found.items() if re.search(r"\dx\d", name)]
    seen = []
    for name, one in grids:
        wide, high = map(int, name.rpartition("-")[2].removesuffix(".png").split("x"))
        assert one.size == (wide * 50, high * 80)
        assert at(one, wide * high - 1, wide) == "#0000ff"
        seen += [at(one, n, wide) for n in range(wide * high - 1)]
    if grids:
        assert seen.count("#ff0000") == number - 1
        assert seen.count("#00ff00") == 1


def test_backs_that_differ_lie_as_their_fronts_do():
    found = pictures([of("#ff0000", 2, "#111111"), of("#00ff00", 1, "#222222"), of("#ffff00", 1, "")])
    fronts, backs = found.values()
    assert [at(fronts, n, 3) for n in range(4)] == ["#ff0000", "#ff0000", "#00ff00", "#ffff00"]
    assert [at(backs, n, 3) for n in range(4)] == ["#111111", "#111111", "#222222", "#ffffff"]


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("wide", "high", "grid"), [(63, 88, "3x3"), (88, 63, "3x3"), (20, 120, "5x2"), (120, 20, "2x5")]
)
def test_of_all_grids_that_with_the_largest_pieces_is_taken(wide, high, grid):
    """Of eight cards and their back."""
    one = face("box", "card", {"shape": "rectangle", "width": wide, "height": high})
    (name, *_) = pictures([Piece(one, colored("back", "#0000ff"), 8)], dpi=1200)
    assert name == f"box-{grid}.png"


@pytest.mark.slow
def test_no_picture_is_larger_than_tables_take():
    (name, grid), *_ = pictures([of("#ff0000", 69)], dpi=5000).items()
    assert name.endswith("10x7.png")
    assert 3900 < max(grid.size) <= 4096


def test_a_place_is_the_face_as_it_is_exported_alone():
    one = of("#ff0000", 3)
    grid = np.asarray(next(iter(pictures([one]).values())))
    alone = np.asarray(Image.open(BytesIO(face_png(one.front, BOOK, 254))).convert("RGB"))
    assert (grid[:80, 50:100] == alone).all()
