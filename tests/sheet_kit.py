"""Faces of simple shapes, and what must be true of every set of sheets."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import cos, radians, sin
from pathlib import Path as File

from generator.face.face import Color, Face, GlyphRun, Group, Matrix, Node, Path
from generator.face.geometry import Box, between, bounds, box_under, holds, moved, multiply, polygons, rectangle
from generator.face.loops import clearance, inside
from generator.face.shapes import shape_of
from generator.project import Project
from generator.sheet.sheet import Job, Paper, Piece, Placement, PrinterMark, Sheet, read_papers
from generator.typeset.fonts import FontBook, open_fonts
from generator.words import read_words

PROJECT = Project(File(__file__).resolve().parent.parent)
CARD = {"shape": "rectangle", "width": 63, "height": 88, "radius": 3}
CARD_US = {"shape": "rectangle", "width": 63.5, "height": 88.9, "radius": 3.175}
TRIHEX = {"shape": "polyhex", "side": 21.9, "top": "point", "cells": [[0, 0], [1, 0], [0, 1]]}


@cache
def book() -> FontBook:
    return open_fonts(PROJECT)


@cache
def papers() -> dict[str, Paper]:
    return read_papers(PROJECT)


def job(paper: str | Paper = "a4", backs: str = "long-edge", language: str = "en", **more: object) -> Job:
    found = papers()[paper] if isinstance(paper, str) else paper
    words = read_words(PROJECT, language)
    return Job(found, backs, title="Mini", version="draft 1", language=language, words=words, **more)  # type: ignore[arg-type]


def face(set_: str, item: str, size: dict[str, object], side: str = "front", bleed: float = 0.0) -> Face:
    shape = shape_of(size)
    ground = rectangle(-bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed)
    return Face("mini", set_, item, side, "en", shape, (Path(ground, Color("#dddddd")),), bleed, 3.0, "ABCD")


def piece(
    item: str, size: dict[str, object], count: int = 1, back: bool = False, bleed: float = 0.0, set_: str = "s"
) -> Piece:
    behind = face(set_, item, size, "back", bleed) if back else None
    return Piece(face(set_, item, size, "front", bleed), behind, count)


def fronts(sheets: list[Sheet]) -> list[Placement]:
    return [p for s in sheets for p in s.placements if p.face.side == "front"]


def counted(sheets: list[Sheet], side: str = "front") -> Counter[str]:
    """How many whole faces (a window counts by its area)."""
    found: Counter[str] = Counter()
    for sheet in sheets:
        found.update(p.face.item for p in sheet.placements if p.face.side == side and p.window is None)
    return found


def overlaps(a: Placement, b: Placement) -> bool:
    ax1, ay1, ax2, ay2 = a.trim
    bx1, by1, bx2, by2 = b.trim
    if min(ax2, bx2) - max(ax1, bx1) < 1e-6 or min(ay2, by2) - max(ay1, by1) < 1e-6:
        return False
    if a.straight and b.straight:
        return True
    return outlines_overlap(a, b)


def outlines_overlap(a: Placement, b: Placement) -> bool:
    """True if a point well inside one outline lies inside the other."""
    for p, q in ((a, b), (b, a)):
        loops = polygons(moved(q.face.shape.outline, q.matrix))
        for loop in polygons(moved(p.face.shape.outline, p.matrix)):
            cx, cy = p.x + p.width / 2, p.y + p.height / 2
            points = [(x + (cx - x) * 1e-3, y + (cy - y) * 1e-3) for x, y in loop]
            if any(inside(loops, x, y) for x, y in points):
                return True
    return False


def reach(nodes: tuple[Node, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> list[Box]:
    """The boxes that words and lines of the furniture cover on the page."""
    found = []
    for node in nodes:
        if isinstance(node, Group):
            found += reach(node.children, multiply(matrix, node.matrix))
        elif isinstance(node, GlyphRun):
            up, down = 0.75 * node.size, 0.2 * node.size
            found.append(box_under((node.x, node.y - up, node.x + node.width, node.y + down), matrix))
        elif isinstance(node, Path):
            found.append(box_under(bounds(node.segments), matrix))
    return found


def touch(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 1e-6 and min(a[3], b[3]) - max(a[1], b[1]) > 1e-6


def mark_box(mark: PrinterMark) -> Box:
    x1, y1, x2, y2 = bounds(mark.segments)
    return (x1 - 0.09, y1 - 0.09, x2 + 0.09, y2 + 0.09)


def tab_boxes(p: Placement) -> list[Box]:
    """Where tabs for glue are on the page."""
    found = []
    for tab in p.face.shape.tabs:
        c, s = cos(radians(tab.angle)), sin(radians(tab.angle))
        w, h = tab.width / 2, tab.height / 2
        found.append(box_under((-w, -h, w, h), multiply(p.matrix, (c, s, -s, c, tab.x, tab.y))))
    return found


def caption_faults(sheet: Sheet) -> list[str]:
    """The caption off the printable area, or on a face, its bleed or a crop mark."""
    if any(p.window for p in sheet.placements):
        return []
    x1, y1, x2, y2 = sheet.paper.printable
    taken = [(p.face.name, p.bled) for p in sheet.placements]
    taken += [("a mark", mark_box(m)) for m in sheet.marks if m.kind in ("crop", "fold", "match")]
    tabs = [tab for p in sheet.placements for tab in tab_boxes(p)]
    found = []
    for box in reach(sheet.furniture):
        if box[0] < x1 - 0.01 or box[1] < y1 - 0.01 or box[2] > x2 + 0.01 or box[3] > y2 + 0.01:
            found.append(f"the caption leaves the printable area: {box}")
        if not any(holds(tab, box) for tab in tabs):
            found += [f"the caption lies on {name}: {box}" for name, other in taken if touch(box, other)]
    return found


def faults(sheet: Sheet) -> list[str]:
    """All that is wrong on one sheet: something off the printable area, overlaps, marks on a trim."""
    found = caption_faults(sheet)
    x1, y1, x2, y2 = sheet.paper.printable
    for p in sheet.placements:
        a, b, c, d = p.bled
        if a < x1 - 1e-6 or b < y1 - 1e-6 or c > x2 + 1e-6 or d > y2 + 1e-6:
            found.append(f"{p.face.name} leaves the printable area")
    found += [f"{a.face.name} overlaps {b.face.name}" for a, b in combinations(sheet.placements, 2) if overlaps(a, b)]
    for mark in (m for m in sheet.marks if m.kind == "crop"):
        points = [v for _, v in mark.segments]
        mx1, my1 = (min(p[k] for p in points) for k in (0, 1))
        mx2, my2 = (max(p[k] for p in points) for k in (0, 1))
        if mx1 < x1 - 1e-6 or my1 < y1 - 1e-6 or mx2 > x2 + 1e-6 or my2 > y2 + 1e-6:
            found.append(f"a crop mark at {points} leaves the printable area")
        if mx2 - mx1 + my2 - my1 < 0.799:
            found.append(f"a crop mark at {points} is too short to be seen")
        for p in sheet.placements:
            a, b, c, d = p.trim
            loops = polygons(moved(p.face.shape.outline, p.matrix))
            if not p.straight and not p.window:
                if any(clearance(loops, *between(points[0], points[-1], k / 4)) > -0.495 for k in range(5)):
                    found.append(f"a crop mark at {points} is nearer than 0.5 mm to the outline of {p.face.name}")
            elif mx1 < c + 0.499 and mx2 > a - 0.499 and my1 < d + 0.499 and my2 > b - 0.499:
                found.append(f"a crop mark at {points} is nearer than 0.5 mm to {p.face.name}")
    return found
