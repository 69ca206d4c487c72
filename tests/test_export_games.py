"""Every face of the bundled games in its ink-saving edition. (Words and pictures: test_games_*.)"""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from generator.build import Order, build
from generator.data.build import read_game
from generator.face.ink import save_ink
from generator.layout.assets import Studio
from generator.layout.draw import draw_game
from generator.project import Project
from tests.conftest import ROOT
from tests.export_kit import words_of

PROJECT = Project(ROOT)
SPOKEN = [
    pytest.param((g, language), id=f"{g}-{language}", marks=() if g == PROJECT.games()[0] else pytest.mark.slow)
    for g in PROJECT.games()
    for language in ("ja", "en")
]


@pytest.fixture(scope="module", params=SPOKEN)
def drawn(request):
    """A game's faces by name, in one language, and the font book."""
    game_id, language = request.param
    game, _ = read_game(PROJECT, game_id)
    assert game is not None
    if language not in game.languages:
        return {}, None  # nothing to look at, and nothing left out
    studio = Studio(PROJECT)
    pieces, _ = draw_game(studio, game, language)
    faces = [face for _, _, front, back, _ in pieces for face in (front, back) if face is not None]
    assert len(faces) > 20
    return {face.name: face for face in faces}, studio.book


def test_saving_ink_keeps_every_word(drawn):
    faces, _ = drawn
    for face in faces.values():
        assert list(words_of(save_ink(face).nodes)) == list(words_of(face.nodes))


@pytest.mark.parametrize(
    "game_id", [pytest.param(g, marks=() if g == PROJECT.games()[0] else pytest.mark.slow) for g in PROJECT.games()]
)
def test_the_ink_saver_leaves_at_most_three_quarters(game_id):
    """By what the pages cover of the paper, as PDFium draws them; and no sheet of faces takes more."""
    language = read_game(PROJECT, game_id)[0].languages[0]
    plain, saved = (build(PROJECT, game_id, Order((language,), ("a4",), ink_saver=k))[0][0].data for k in (False, True))
    before, after = (
        [1 - np.asarray(page.render(scale=1).to_numpy()).mean() / 255 for page in pypdfium2.PdfDocument(data)]
        for data in (plain, saved)
    )
    assert sum(after) <= 0.75 * sum(before)
    assert all(b <= a * 1.01 for a, b in zip(before, after, strict=True))
