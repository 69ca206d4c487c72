"""What an editor of each language would strike out, in every bundled game."""

from __future__ import annotations

import re

import pytest

from generator.data.walk import texts_of
from tests.games_kit import GAMES, game_of

SENTENCES = ("text", "aid", "about", "effect", "question", "assumption", "reason", "unbounded")
STANDS_FOR = {"parameter": "9", "count": "9", "break": "\n", "paragraph": "\n"}
"""What a token counts as; a name is a word."""

UNWANTED = {
    "an English sentence begins with a digit": ("en", r"^\d|[a-z)][.!?] \d"),
    "not as it is spelt in Britain": ("en", r"(?i)\b(labor|color|honor|gray|center|armor|harbor)\b"),
    "two words for one thing": ("en", r"(?i)\b(fallen|hostile|time\(s\)|at most 1 time)\b"),
    "a letter for a sign": ("en", r"\d x \d"),
    "a half-width sign beside Japanese": ("ja", r"[ぁ-んァ-ヶ一-龠][(+=:;,!?]|[(+=:;,!?)][ぁ-んァ-ヶ一-龠]"),
    "two signs or words for one thing": ("ja", r"～|･|一手番|\d度(?!ずつ)|ひとつ|だれ"),
    "cutting where shuffling is meant": ("ja", r"切る|切って|切り直"),
}


def said(game_id: str, language: str) -> dict[tuple[str, str], str]:
    """Every sentence by whose it is, a digit for each number that is looked up."""
    return {
        (s.owner, s.role): "".join(STANDS_FOR.get(t.kind, t.text if t.kind == "text" else "Name") for t in tokens)
        for s in texts_of(game_of(game_id))
        if s.role.rpartition(".")[2] in SENTENCES and (tokens := s.tokens.get(language))
    }


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("language", "odd"), UNWANTED.values(), ids=UNWANTED)
def test_an_editor_has_nothing_to_strike_out(game_id, language, odd):
    assert {whose: words for whose, words in said(game_id, language).items() if re.search(odd, words)} == {}


@pytest.mark.parametrize("game_id", GAMES)
def test_each_question_tells_its_kind_and_each_game_its_old_words(game_id):
    game = game_of(game_id)
    assert [q.id for q in game.questions if not q.kind] == []
    assert 3 <= sum(q.weight == 3 for q in game.questions) <= 12
    assert sum(len(t.avoid) for t in game.terms.values()) >= 3
