"""The ink-saving edition of the bundled games: nothing is lost, and it takes less ink. (Else it is as the others.)"""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from generator.production import Order, build
from tests.export_kit import words_of
from tests.games_kit import EVERY_FIRST, EVERY_LANGUAGE, PROJECT, built, drawn, saving_ink


@pytest.mark.parametrize("spoken", EVERY_LANGUAGE)
def test_saving_ink_keeps_every_word(spoken):
    faces, _ = drawn(*spoken)
    assert len(faces) > 20
    for name, face in faces.items():
        assert list(words_of(saving_ink(*spoken)[name].nodes)) == list(words_of(face.nodes))


@pytest.mark.slow
@pytest.mark.parametrize("order", EVERY_FIRST)
def test_the_ink_saver_leaves_at_most_three_quarters(order):
    """By what the pages cover of the paper, as PDFium draws them; and no sheet of faces takes more. (The cover may: its
    pictures are so small that PDFium draws their lines wider than they are.)
    """
    game_id, language, paper, backs = order
    saved = build(PROJECT, game_id, Order((language,), (paper,), backs, ink_saver=True))[0][0].data
    before, after = (
        [1 - np.asarray(page.render(scale=1).to_numpy()).mean() / 255 for page in pypdfium2.PdfDocument(data)]
        for data in (built(*order), saved)
    )
    assert sum(after) <= 0.75 * sum(before)
    assert all(b <= a * 1.01 for a, b in zip(before[1:], after[1:], strict=True))
