"""Items that a game adds to a shared set, and questions that games share."""

from __future__ import annotations

import pytest

from generator.data.build import read_game
from generator.diagnostics.codes import Severity

SHARED = """
questions:
  - {id: open-sun, about: set chip, question: {ja: 問, en: q}, assumption: {ja: 仮, en: a}, reason: {ja: 訳, en: r}}
"""


@pytest.fixture
def sharing(mini_copy):
    """The mini game; its chips are shared."""
    common = mini_copy.components / "common"
    common.mkdir()
    (mini_copy.components / "mini" / "chips.yaml").rename(common / "chips.yaml")
    path = mini_copy.components / "mini" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("authors:", "include: [common]\nauthors:"), "utf-8")
    return mini_copy


def read(project, adds):
    (project.components / "mini" / "more-chips.yaml").write_text(adds, "utf-8")
    game, findings = read_game(project, "mini")
    return game.sets["chip"], [(f.code, f.mark.line) for f in findings if f.severity is Severity.ERROR]


def shared_items(project):
    game, _ = read_game(project, "mini")
    return {i.id: i for i in game.sets["chip"].items}


def like(item, new_id, count):
    """An item as YAML with the fields of another."""
    fields = "".join(f", {k}: {v}" for k, v in item.items())
    return f"  - {{id: {new_id}, count: {count}{fields}}}\n"


FIELDS = {"value": 7}


def test_items_are_added(sharing):
    before = shared_items(sharing)
    chips, errors = read(sharing, "adds: chip\nitems:\n" + like(FIELDS, "seven", 3))
    assert errors == []
    assert [i.id for i in chips.items] == [*before, "seven"]
    assert chips.items[-1].count == 3
    assert chips.items[-1].mark.file == "components/mini/more-chips.yaml"


def test_an_item_replaces_a_shared_one(sharing):
    first = next(iter(shared_items(sharing)))
    chips, errors = read(sharing, "adds: chip\nitems:\n" + like(FIELDS, first, 9))
    assert errors == []
    assert [i.count for i in chips.items if i.id == first] == [9]


def test_an_item_takes_from_the_shared_one_what_the_game_does_not_say(sharing):
    first, *rest = shared_items(sharing)
    chips, errors = read(sharing, f"adds: chip\nitems:\n  - {{id: {first}, count: 9}}\n")
    assert errors == []
    assert [i.id for i in chips.items] == [first, *rest]
    item = chips.items[0]
    assert (item.count, item.values) == (9, {"value": 1})
    assert item.marks["count"].file == "components/mini/more-chips.yaml"
    assert item.marks["value"].file == "components/common/chips.yaml"


def test_a_game_says_keys_of_a_shared_set(sharing):
    words = "adds: chip\nabout: {ja: 石。, en: Stones.}\nuse:\n  - {what: {ja: 点, en: points}, count: players}\n"
    before, _ = read(sharing, "adds: chip\nitems: []\n")
    chips, errors = read(sharing, words)
    assert errors == []
    assert chips.about.in_language("en") == "Stones."
    assert (chips.name, chips.kind, chips.expect) == (before.name, before.kind, before.expect)
    assert [use.what.in_language("en") for use in chips.uses] == [
        *(use.what.in_language("en") for use in before.uses),
        "points",
    ]
    assert chips.uses[-1].mark.file == "components/mini/more-chips.yaml"
    assert all(use.mark.file == "components/common/chips.yaml" for use in chips.uses[:-1])


@pytest.mark.parametrize(
    ("adds", "expected"),
    [
        ("adds: chop\nitems: []\n", ("Y027", 1)),
        ("adds: chip\nitem: []\n", ("D001", 2)),
        ("adds: chip\nkind: card\n", ("D001", 2)),
        ("adds: chip\nexpect: lots\n", ("D006", 2)),
        ("adds: chip\nitems:\n" + like(FIELDS, "seven", 1) + like(FIELDS, "seven", 1), ("D005", 4)),
    ],
)
def test_mistakes_are_told_at_their_place(sharing, adds, expected):
    _, errors = read(sharing, adds)
    assert errors == [expected]


def test_a_set_of_its_own_takes_no_additions(mini_copy):
    _, errors = read(mini_copy, "adds: chip\nitems: []\n")
    assert errors == [("Y027", 1)]


def test_questions_of_a_shared_folder_are_the_games_too(sharing):
    (sharing.components / "common" / "shared.yaml").write_text(SHARED, "utf-8")
    game, _ = read_game(sharing, "mini")
    assert "open-sun" in [q.id for q in game.questions]
