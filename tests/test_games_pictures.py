"""PDF and PNG of every face of every bundled game, drawn by two programs that share nothing, look the same.

The PDF's faces are taken from the sheets themselves: PDFium draws each cell upright at 300 dpi, wherever and however it
was placed. What the sheet draws over a face (cut and fold lines, glue strips) is left out of the comparison.
"""

from __future__ import annotations

import ctypes.util
import io
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from math import cos, radians, sin

import numpy as np
import pytest
from PIL import Image, ImageDraw

from generator.face.shapes import shape_of
from generator.values import replace
from tests.games_kit import (
    BUILD_OF,
    LAYOUTS,
    SPOKEN,
    Cell,
    built,
    cells,
    drawn,
    languages,
    owner_of,
)
from tests.measure import Page, at, read_pages, undone
from tests.measure_seen import picture
from tests.measure_sizes import outline_of, size_of

DPI = 300
LIMIT = 0.005
BEYOND = 64
"""A pixel differs if one of its colours does by more than this of 255."""
KEEP_OFF = 0.35
"""How far around a drawn line (mm) pixels are left out."""


def seen(data: bytes, cell: Cell, fine: int) -> tuple[np.ndarray, tuple[int, int]]:
    """What the sheet shows of a cell, upright, from a whole pixel of its face on; and that pixel."""
    x1, y1, x2, y2 = cell.window
    scale = DPI / 25.4
    left, top = (round(v * scale) for v in (x1, y1))
    corner = at(cell.placed.matrix, left / scale, top / scale)
    matrix = (*cell.placed.matrix[:4], *corner)
    return picture(data, cell.page, matrix, x2 - left / scale, y2 - top / scale, DPI, fine), (left, top)


def compared(cell: Cell, page: Page, game_id: str, start: tuple[int, int], shape: tuple[int, int]) -> np.ndarray:
    """The pixels that count: inside the trim, off the lines of the sheet."""
    owner, item = owner_of(game_id, cell.name)
    x1, y1, x2, y2 = cell.window
    scale = DPI / 25.4

    def px(points):
        return [(x * scale - start[0], y * scale - start[1]) for x, y in points]

    mask = Image.new("1", (shape[1], shape[0]), 0)
    pen = ImageDraw.Draw(mask)
    said = size_of(LAYOUTS, item.size or owner.size)
    outline = outline_of(LAYOUTS, said)
    if outline:
        pen.polygon(px(outline), fill=1)
    elif said["shape"] in ("circle", "ring"):
        d, hole = said["diameter"], said.get("hole", 0)
        pen.ellipse([v for p in px([(KEEP_OFF, KEEP_OFF), (d - KEEP_OFF, d - KEEP_OFF)]) for v in p], fill=1)
        edge = (d - hole) / 2 - KEEP_OFF
        if hole:
            pen.ellipse([v for p in px([(edge, edge), (d - edge, d - edge)]) for v in p], fill=0)
    else:
        pen.rectangle([v for p in px([(x1, y1), (x2, y2)]) for v in p], fill=1)
    for tab in shape_of(said).tabs if said["shape"] in ("die", "standee") else ():  # the word for glue
        x, y = cos(radians(tab.angle)) * tab.width / 2, sin(radians(tab.angle)) * tab.width / 2
        along = px([(tab.x - x, tab.y - y), (tab.x + x, tab.y + y)])
        pen.line([v for p in along for v in p], fill=0, width=round(tab.height * 0.6 * scale))
    back = undone(cell.placed.matrix)
    strip = []
    for line in page.lines:
        ends = [at(back, *line.a), at(back, *line.b)]
        pen.line([v for p in px(ends) for v in p], fill=0, width=round(2 * KEEP_OFF * scale))
        if line.color == "#555555" and all(x1 - 1 <= x <= x2 + 1 and y1 - 1 <= y <= y2 + 1 for x, y in ends):
            strip += ends
    if strip and not cell.whole:  # the hatched glue strip: its art is to be seen on the other part
        a, b = (min(p[k] for p in strip) for k in (0, 1))
        c, d = (max(p[k] for p in strip) for k in (0, 1))
        pen.rectangle([v for p in px([(a - 0.5, b - 0.5), (c + 0.5, d + 0.5)]) for v in p], fill=0)
    return np.asarray(mask)


def unlike(a: np.ndarray, b: np.ndarray, mask: np.ndarray) -> float:
    """The share of the pixels that count which differ."""
    red, green, blue = (np.maximum(a, b) - np.minimum(a, b) > BEYOND).transpose(2, 0, 1)
    return float((red | green | blue)[mask].mean())


def on_white(png: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(png)) as opened:
        rgba = opened.convert("RGBA")
    return np.asarray(Image.alpha_composite(Image.new("RGBA", rgba.size, "white"), rgba).convert("RGB"))


def differences(game_id: str, language: str, every: int = 1, part: tuple[int, int] = (0, 1)):
    """(share of pixels, face) of every distinct face, or part of a board, that the sheets show (of each n-th); of
    `part` (k, n) the k-th of n heaps.
    """
    from generator.export.png import face_file as face_png

    order = BUILD_OF[game_id, language]
    data, pages, (faces, studio) = built(*order), read_pages(built(*order)), drawn(game_id, language)
    distinct = {}
    for cell in cells(*order):
        distinct.setdefault((cell.names, tuple(round(v) for v in cell.window)), cell)
    drawings = {}
    for cell in list(distinct.values())[::every][part[0] :: part[1]]:
        if cell.name not in drawings:
            face = faces[cell.name]
            as_printed = replace(face, nodes=face.printed)
            drawings = {cell.name: on_white(face_png(as_printed, studio.book, dpi=DPI))}
        whole = drawings[cell.name]
        share = 1.0
        for fine in (1, 2, 4):  # PDFium puts small letters and rectangles on whole pixels: look finer where that shows
            if share > 0.8 * LIMIT:
                share = difference(data, pages[cell.page], cell, whole, game_id, fine)
        yield share, cell.name


def half(words) -> list:
    return list(differences(*words))


def all_differences(game_id: str, language: str, every: int):
    """The same by two processes, where a process can be forked with all that is already built."""
    if "fork" not in multiprocessing.get_all_start_methods() or sys.platform == "darwin":
        return list(differences(game_id, language, every))
    cells(*BUILD_OF[game_id, language])
    drawn(game_id, language)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
        one, two = pool.map(half, [(game_id, language, every, (k, 2)) for k in (0, 1)])
    return [*one, *two]


def difference(data: bytes, page: Page, cell: Cell, whole: np.ndarray, game_id: str, fine: int) -> float:
    drawing, (left, top) = seen(data, cell, fine)
    part = whole[top : top + drawing.shape[0], left : left + drawing.shape[1]]
    drawing = drawing[: part.shape[0], : part.shape[1]]
    mask = compared(cell, page, game_id, (left, top), drawing.shape[:2])
    assert mask.mean() > 0.2, cell.name
    return unlike(drawing, part, mask)


needs_cairo = pytest.mark.skipif(not ctypes.util.find_library("cairo"), reason="libcairo is not installed")


@needs_cairo
@pytest.mark.parametrize(
    ("spoken", "every"),
    [
        pytest.param(SPOKEN[0], 12, id="some"),
        *(pytest.param(s, 12, marks=pytest.mark.slow) for s in SPOKEN[1:] if s[1] == languages(s[0])[0]),
    ],
)
def test_png_and_pdf_look_the_same(spoken, every):
    """One face in twelve, in the game's first language."""
    found = all_differences(*spoken, every=every)
    assert len(found) > 4
    assert [f for f in found if f[0] > LIMIT] == []
