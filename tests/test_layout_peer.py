"""Drawings by chance: what is drawn of one, and not told, is what resvg draws of it."""

from __future__ import annotations

import pytest
import resvg_py

from generator.export.png import face_file as face_png
from generator.layout.assets import Studio
from tests.drawings import Sketcher
from tests.export_kit import face_of, png_picture, unlike
from tests.layout_kit import placed

SIDE, PIXELS = 60, 240
EDGES = 0.015
"""Edges are smoothed in other ways: of a drawing full of dashes so many pixels."""


def odd_ones(project, seeds):
    """The seeds of drawings that look otherwise than resvg has them, or are not drawn as a whole."""
    book, odd = Studio(project).book, []
    for seed in seeds:
        drawing = Sketcher(seed).drawing()
        nodes, told = placed(project, drawing.encode())
        ours = png_picture(face_png(face_of(nodes, SIDE, SIDE), book, PIXELS * 25.4 / SIDE))
        theirs = resvg_py.svg_to_bytes(svg_string=drawing, dpi=96, width=PIXELS, background="white")
        if told or unlike(ours, png_picture(bytes(theirs)), 60) > EDGES:
            odd.append(seed)
    return odd


def test_drawings_are_those_of_another_program(mini):
    assert odd_ones(mini, range(40)) == []


@pytest.mark.slow
def test_many_drawings_are_those_of_another_program(mini):
    assert odd_ones(mini, range(1_000, 1_100)) == []
