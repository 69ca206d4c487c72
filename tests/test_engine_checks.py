"""The engine's first floor: the registry, open questions, the component list."""

from __future__ import annotations

import csv
import io
import json

import pytest

from generator.codes import CODES
from generator.data.build import read_game
from generator.engine.parts import FORMATS, parts, parts_text
from generator.engine.registry import CHECKS, check_game
from generator.findings import Severity
from tests.test_data_mistakes import spoil


@pytest.fixture(scope="module")
def game(mini):
    return read_game(mini, "mini")[0]


def test_an_open_question_is_a_note_at_its_place(mini, game):
    [note] = check_game(mini, game)
    assert (note.code, note.severity) == ("D030", Severity.NOTE)
    assert (note.mark.file, note.mark.line, note.mark.column) == ("components/mini/game.yaml", 43, 9)
    assert "チップは何枚か。" in note.message
    assert "6枚とする。" in note.hint


def test_every_check_has_a_code_and_says_what_it_holds(mini, game):
    check_game(mini, game)
    assert {code for code, _ in CHECKS} <= CODES.keys()
    assert all(work.__doc__ for _, work in CHECKS)


def test_checks_are_registered_once(mini, game):
    check_game(mini, game)
    before = len(CHECKS)
    check_game(mini, game)
    assert len(CHECKS) == before > 15


def test_a_check_that_finds_nothing_could_find_something(mini_copy):
    """The mini game is silent because it is sound, not because nobody looks."""
    spoil(mini_copy, [("tiles.yaml", "expect: 3", "expect: 4")])
    game, findings = read_game(mini_copy, "mini")
    assert findings == []
    assert [f.code for f in check_game(mini_copy, game)] == ["D030", "D020"]


def test_the_message_of_a_broken_promise(mini_copy):
    spoil(mini_copy, [("tiles.yaml", "expect: 3", "expect: 4")])
    found = check_game(mini_copy, read_game(mini_copy, "mini")[0])[-1]
    assert found.message == "`tile` promises 4 pieces, its items add up to 3"
    assert found.hint == "change `expect`, or the `count` of an item"
    assert (found.mark.line, found.mark.column, found.mark.length) == (6, 9, 1)


def test_the_component_list_as_json_is_the_contract(game):
    document = json.loads(parts_text(game, "json"))
    assert document == {
        "game": "mini",
        "version": "draft 1",
        "players": [2, 4],
        "components": [
            {
                "id": "card",
                "name": {"ja": "カード", "en": "Card"},
                "kind": "card",
                "count": 6,
                "designs": 3,
                "expected": 6,
                "printed": True,
                "assumed": None,
            },
            {
                "id": "chip",
                "name": {"ja": "チップ", "en": "Chip"},
                "kind": "token",
                "count": None,
                "designs": 2,
                "expected": None,
                "printed": True,
                "assumed": 6,
            },
            {
                "id": "tile",
                "name": {"ja": "タイル", "en": "Tile"},
                "kind": "tile",
                "count": 3,
                "designs": 2,
                "expected": 3,
                "printed": True,
                "assumed": None,
            },
        ],
    }


def test_all_forms_of_the_list_tell_the_same(game):
    rows = list(csv.reader(io.StringIO(parts_text(game, "csv", "en"))))
    assert rows[1:] == [
        ["card", "Card", "card", "6", "3", "6", "", "yes"],
        ["chip", "Chip", "token", "", "2", "", "6", "yes"],
        ["tile", "Tile", "tile", "3", "2", "3", "", "yes"],
    ]
    markdown = [[c.strip() for c in line.strip("|").split("|")] for line in parts_text(game, "md", "en").split("\n")]
    assert [markdown[0], *markdown[2:]] == rows
    assert set(FORMATS) == {"table", "md", "csv", "json"}


def test_the_table_lines_up_in_a_terminal(game):
    lines = parts_text(game, "table", "ja").split("\n")
    assert [line.index("6") for line in lines[1:2]] == [lines[0].index("pieces") + len("pieces") - 1 - len("カード")]
    assert lines[1].startswith("card  カード  card ")


def test_bundled_games_have_no_error(repository):
    """Every game in the repository reads and checks without an error."""
    for name in repository.games():
        game, findings = read_game(repository, name)
        assert [f for f in findings if f.severity is Severity.ERROR] == []
        assert [f for f in check_game(repository, game) if f.severity is Severity.ERROR] == []
        assert len(parts(game)) == len(game.sets)
