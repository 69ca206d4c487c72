"""Each piece's bleed ends at its neighbour's cut: measured in the pixels of sheets, by renderers of others."""

from __future__ import annotations

import io
from functools import cache

import pypdfium2
import pytest
import resvg_py
from PIL import Image

from generator.export import PdfMeta
from generator.export.pdf import pdf_bytes
from generator.export.svg import sheet_svg
from generator.face.face import Color, Face, Path, Segments
from generator.face.geometry import Point, at, bounds, polygons, rectangle
from generator.face.loops import clearance
from generator.face.shapes import from_behind, shape_of
from generator.sheet.impose import impose
from generator.sheet.sheet import Piece, Sheet
from generator.values import replace
from tests.sheet_kit import TRIHEX, book, job

DPI = 96
OFF = 0.6
"""How far from the cut, mm, a pixel is looked at: the cut line and half a pixel lie nearer."""
HEX = {"shape": "polyhex", "side": 12}
L_TILE = {"shape": "polygon", "points": [[0, 0], [30, 0], [30, 12], [12, 12], [12, 30], [0, 30]]}
SLANTED = {"shape": "polygon", "points": [[0, 0], [24, 0], [40, 14], [16, 14]]}
KITE = {"shape": "polygon", "points": [[12, 0], [24, 9], [12, 30], [0, 9]]}
SIZES = {
    "rectangle": {"shape": "rectangle", "width": 24, "height": 33},
    "rounded": {"shape": "rectangle", "width": 24, "height": 33, "radius": 4},
    "circle": {"shape": "circle", "diameter": 22},
    "ring": {"shape": "ring", "diameter": 24, "hole": 9},
    "hex": HEX,
    "flat hex": HEX | {"top": "flat"},
    "trihex": TRIHEX | {"side": 9},
    "unlike its mirror image": HEX | {"side": 7, "cells": [[0, 0], [1, 0], [2, 0], [2, -1]]},
    "with a bay": HEX | {"side": 7, "cells": [[0, 0], [1, 0], [2, -1], [2, -2], [1, -2]]},
    "L": L_TILE,
    "slanted": SLANTED,
    "kite": KITE,
}
MIXED = ("hex", "circle", "rectangle", "rounded", "slanted", "trihex")
COLORS = ("#d01010", "#1030d0", "#108020", "#d0a000", "#8020a0", "#00a0b0", "#704010")


def pieces(*names: str, each: int, reach: float = 5.0) -> list[Piece]:
    """Copies of sizes, painted in colours far beyond their page; the back in the colour of its front."""
    found = []
    for number, name in enumerate(name for name in names for _ in range(each)):
        shape = shape_of(SIZES[name])
        ground = rectangle(-reach, -reach, shape.width + 2 * reach, shape.height + 2 * reach)
        nodes = (Path(ground, Color(COLORS[number % len(COLORS)])),)
        front = Face("mini", "s", f"{name}-{number}", "front", "en", shape, nodes, reach, 2.0, "ABCD")
        found.append(Piece(front, replace(front, side="back", shape=from_behind(shape)), 1))
    return found


@cache
def looked_at(outline: Segments) -> tuple[Point, ...]:
    """Points all along the inside of a cut."""
    loops = polygons(outline)
    x1, y1, x2, y2 = bounds(outline)
    spots = ((x1 + i * 0.7, y1 + j * 0.7) for i in range(int((x2 - x1) / 0.7)) for j in range(int((y2 - y1) / 0.7)))
    return tuple(spot for spot in spots if OFF < clearance(loops, *spot) < OFF + 1)


def strangers(sheet: Sheet, picture: Image.Image) -> list[str]:
    """Where in a piece another one's paint stands."""
    found = []
    for p in sheet.placements:
        color = p.face.nodes[0].fill.hex
        own = tuple(int(color[k : k + 2], 16) for k in (1, 3, 5))
        for x, y in (at(p.matrix, *spot) for spot in looked_at(p.face.shape.outline)):
            seen = picture.getpixel((int(x / 25.4 * DPI), int(y / 25.4 * DPI)))
            if max(abs(a - b) for a, b in zip(seen, own, strict=True)) > 40:
                found.append(f"{p.face.name} at {x:.1f}, {y:.1f}: {seen}")
                break
    return found


def from_pdf(sheets: list[Sheet]) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf_bytes(sheets, PdfMeta("bleed"), book()))
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]


def from_svg(sheets: list[Sheet]) -> list[Image.Image]:
    drawn = (resvg_py.svg_to_bytes(svg_string=sheet_svg(sheet, book()).decode(), background="#fff", dpi=DPI)
             for sheet in sheets)  # fmt: skip
    return [Image.open(io.BytesIO(bytes(data))).convert("RGB") for data in drawn]


@pytest.mark.parametrize("bleed", [3.0, 0.8])
@pytest.mark.parametrize("names", [*((name,) for name in SIZES), MIXED], ids=" ".join)
def test_inside_a_cut_stands_only_the_paint_of_its_piece(names: tuple[str, ...], bleed: float) -> None:
    sheets, findings = impose(pieces(*names, each=12 if len(names) == 1 else 3), job(bleed=bleed), book())
    assert not findings
    assert {sheet.side for sheet in sheets} == {"front", "back"}
    for sheet, picture in zip(sheets, from_pdf(sheets), strict=True):
        assert strangers(sheet, picture) == [], sheet.side


@pytest.mark.parametrize("backs", ["short-edge", "fold", "none"])
def test_so_it_is_however_the_paper_is_turned(backs: str) -> None:
    sheets, _ = impose(pieces("slanted", "trihex", "circle", each=6), job(backs=backs), book())
    for sheet, picture in zip(sheets, from_pdf(sheets), strict=True):
        assert strangers(sheet, picture) == []


def test_pictures_and_pdf_agree() -> None:
    sheets, _ = impose(pieces("hex", "circle", each=8), job(), book())
    for sheet, picture in zip(sheets, from_svg(sheets), strict=True):
        assert strangers(sheet, picture) == []


def test_the_finder_of_strangers_can_fail() -> None:
    sheets, _ = impose(pieces("hex", each=6), job(), book())
    bare = [replace(s, placements=tuple(replace(p, clip=()) for p in s.placements)) for s in sheets]
    assert all(strangers(sheet, picture) for sheet, picture in zip(bare, from_pdf(bare), strict=True))


def test_bleed_still_reaches_out_where_no_neighbour_is() -> None:
    sheets, _ = impose(pieces("hex", each=2), job(), book())
    first = sheets[0].placements[0]
    picture = from_pdf(sheets)[0]
    beyond = (int((first.x - 1.5) / 25.4 * DPI), int((first.y + first.height / 2) / 25.4 * DPI))
    assert picture.getpixel(beyond) == (0xD0, 0x10, 0x10)


def test_only_what_a_neighbour_is_near_to_is_clipped() -> None:
    for name, clipped in (("rectangle", False), ("rounded", False), ("hex", True)):
        sheets, _ = impose(pieces(name, each=9), job(), book())
        assert {bool(p.clip) for sheet in sheets for p in sheet.placements} == {clipped}
