"""Boards printed in halves: where nothing is drawn across the join, nothing stands so near that a cut could show it."""

from __future__ import annotations

from functools import cache

import pytest

from generator.face.bounds import painted_by
from generator.face.face import GlyphRun, Group, Path
from generator.face.geometry import IDENTITY, bounds, box_under, multiply
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.sheet.panels import panels
from tests.games_kit import PROJECT, game_of, languages

BOARDS = [("zeus", "player-board")]
OFF = 0.8
"""How far drawings stand off either edge of the shared strip, mm."""


@cache
def faces_of(game, language, *sets):
    """The fronts of some sets, and the fonts they are set in."""
    studio = Studio(PROJECT)
    return [front for _, _, front, *_ in draw_game(studio, game_of(game), language, sets)[0]], studio.book


def boxes(nodes, book, matrix=IDENTITY):
    """The boxes of all single drawings and runs of text, in the face's mm."""
    for node in nodes:
        if isinstance(node, Group):
            yield from boxes(node.children, book, multiply(matrix, node.matrix))
        elif isinstance(node, GlyphRun):
            yield box_under(book.ink(node), matrix)
        else:
            yield box_under(painted_by(node), matrix)


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_nothing_stands_at_the_join(game, board):
    for language in languages(game):
        faces, book = faces_of(game, language, board)
        for face in (f for f in faces if f.set == board):
            left, right = panels(face.shape.width, face.shape.height, (198, 285))
            edges = (right.box[0], left.box[2])
            found = [b for b in boxes(face.nodes, book) for e in edges if b[0] < e + OFF and b[2] > e - OFF]
            assert found == []
        assert faces


def places(nodes, matrix=IDENTITY):
    """The sizes of all dashed outlines."""
    for node in nodes:
        if isinstance(node, Group):
            yield from places(node.children, multiply(matrix, node.matrix))
        elif isinstance(node, Path) and node.stroke and node.stroke.dash:
            x1, y1, x2, y2 = box_under(bounds(node.segments), matrix)
            yield x2 - x1, y2 - y1


@pytest.mark.parametrize(("game", "board", "pieces"), [("zeus", "player-board", "piece")])
def test_every_piece_lies_in_its_place_with_air(game, board, pieces):
    faces, _ = faces_of(game, languages(game)[0], board, pieces)
    sizes = {(f.shape.width, f.shape.height) for f in faces if f.set == pieces}
    assert {f.set for f in faces} == {board, pieces}
    for face in (f for f in faces if f.set == board):
        found = list(places(face.nodes))
        assert len(found) == 3 * len(sizes)
        for w, h in sizes:
            assert sum(w + 1 <= a + 0.01 and h + 1 <= b + 0.01 and a < w + 3 for a, b in found) >= 3, (w, h)
