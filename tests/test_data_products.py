"""Items made by formula: `each: suits x ranks`."""

from __future__ import annotations

import pytest

from generator.data.build import read_game
from generator.project import Project

GAME = """
title: G
version: one
players: [2, 4]
languages: [en, ja]
parameters:
  top: {name: top, value: 3}
terms:
  suit:
    name: {en: suit, ja: 組}
    members:
      sun: {name: {en: Sun, ja: 日}, color: gold, values: {worth: 5}}
      moon: {name: {en: Moon, ja: 月}, values: {worth: 7}}
"""
HEAD = "id: card\nname: Card\nkind: card\nprinted: false\n"
FIELDS = 'fields: {suit: term suit, rank: integer, tone: "one of [low, high]?", name: text}\n'
SUN = {"en": "1 of Sun", "ja": "1 of 日"}


@pytest.fixture
def made(tmp_path):
    """Gives the items of a set and the findings of its data."""

    def make(words, other=""):
        home = tmp_path / "components" / "g"
        home.mkdir(parents=True)
        (tmp_path / "layouts").mkdir()
        (home / "game.yaml").write_text(GAME, encoding="utf-8")
        (home / "card.yaml").write_text(HEAD + words, encoding="utf-8")
        if other:
            (home / "other.yaml").write_text(HEAD.replace("id: card", "id: hero") + other, encoding="utf-8")
        game, findings = read_game(Project(tmp_path), "g")
        return game.sets["card"].items if game else (), findings

    return make


def test_an_item_for_every_suit_with_every_rank(made):
    words = """
lists: {ranks: 1 to top}
items:
  - each: suits x ranks
    count: 4 - rank
    where: rank < 3 or suit.id == 'moon'
    name: "{=rank} of {=suit.name}"
  - {id: joker, suit: sun, rank: 0, name: Joker, count: top}
"""
    items, findings = made(FIELDS + words)
    assert findings == []
    assert [(i.id, i.count) for i in items] == [
        ("sun-1", 3), ("sun-2", 2), ("moon-1", 3), ("moon-2", 2), ("moon-3", 1), ("joker", 3),
    ]  # fmt: skip
    assert (items[0].values["suit"], items[0].values["rank"], items[0].values["name"].words) == ("sun", 1, SUN)
    assert (items[0].mark.line, items[0].marks["name"].line) == (9, 12)


@pytest.mark.parametrize(
    ("entry", "ids"),
    [
        ("{each: ranks × suit, name: x}", ["2-sun", "2-moon", "9-sun", "9-moon"]),
        ("{each: tone x ranks, suit: sun, name: x}", ["low-2", "low-9", "high-2", "high-9"]),
        ("{each: tones, suit: sun, rank: 1, name: x}", ["low", "high"]),
        ('{each: ranks, id: "r{=rank * 2}", suit: sun, name: x}', ["r4", "r18"]),
        ('{each: heroes x suit, rank: "{=suit.worth}", name: "{=hero.name}!"}', ["a-sun", "a-moon", "b-sun", "b-moon"]),
    ],
)  # fmt: skip
def test_what_a_name_goes_through(made, entry, ids):
    hero = "fields: {name: text}\nitems:\n  - {id: a, name: Ann}\n  - {id: b, name: Bo}\n"
    words = (
        FIELDS.replace("suit: term", "hero: item hero?, suit: term")
        + f"lists: {{ranks: [2, 9]}}\nitems:\n  - {entry}\n"
    )
    items, findings = made(words, hero)
    assert findings == []
    assert [i.id for i in items] == ids


def test_a_list_that_gives_no_field_its_value_is_told_how_to_be_called(made):
    findings = made("fields: {zahl: integer}\nlists: {nummern: [1, 2]}\nitems: [{each: nummern}]\n")[1]
    assert findings[0].hint == "write `zahl: ..`, call the list `zahl`, or `zahl: integer?` in `fields`"


@pytest.mark.parametrize(("many", "one"), [("zahlen", "zahl"), ("werte", "wert"), ("carte", "carta"), ("semi", "seme")])
def test_a_list_may_be_called_by_the_plural_of_its_field(made, many, one):
    items, findings = made(f"fields: {{{one}: integer}}\nlists: {{{many}: [1, 2]}}\nitems: [{{each: {many}}}]\n")
    assert ([i.values[one] for i in items], findings) == ([1, 2], [])


def test_a_formula_of_a_field_that_names_nothing_of_the_loop_is_told_as_one(made):
    words = "fields: {rank: integer, points: integer}\nlists: {ranks: [1, 2]}\n"
    findings = made(words + "items: [{each: ranks, points: 10 if value > 1 else 5}]\n")[1]
    assert [(f.code, f.message.rpartition(": ")[2]) for f in findings] == [("D006", "nothing is called `value` here")]


@pytest.mark.parametrize(
    "formula", ["10 if rank > 1 else rank", '"{=10 if rank > 1 else rank}"', "rank * rank * 10 - 9"]
)
def test_a_number_is_a_formula_as_the_count_is(made, formula):
    entry = f"{{each: ranks, suit: sun, name: x, points: {formula}}}"
    items, findings = made(
        FIELDS.replace("rank:", "points: integer?, rank:") + f"lists: {{ranks: [1]}}\nitems: [{entry}]\n"
    )
    assert findings == []
    assert items[0].values["points"] == 1


def test_parameters_in_words_stay_as_they_are(made):
    items, _ = made(FIELDS + 'lists: {ranks: [1]}\nitems:\n  - {each: ranks, suit: sun, name: "{=rank} in {=top}"}\n')
    assert items[0].values["name"].words["en"] == "1 in {=top}"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("{each: suitz x ranks, name: x}", "`each` names `suitz`, which is no list, field, kind of terms or set"),
        ("{each: suits x ranks, name: x, count: rnak + rank}", "the formula cannot be worked out"),
        ('{each: suits x ranks, name: "{=rank +}"}', ""),
        ("{each: suits, name: x, rank: suit + 1}", "the formula cannot be worked out"),
        ("{each: suits x ranks, name: x, where: rank > 'a'}", "the formula cannot be worked out"),
    ],
)
def test_a_wrong_name_is_told_once_at_its_place(made, entry, message):
    items, findings = made(FIELDS + f"lists: {{ranks: 1 to 3}}\nitems:\n  - {entry}\n")
    assert [f.code for f in findings] == ["D006"] * bool(message)
    assert all(f.message.startswith(message) for f in findings)
    assert bool(items) != bool(message)


@pytest.mark.parametrize(("words", "hint"), [
    ("fields: {tint: term colour}\nitems: [{each: tints}]\n",
     "write `colour` below `terms` in game.yaml, which the field is of"),
    ("fields: {rank: integer}\nlists: {ranks: [1, 2]}\nitems: [{each: ranks, count: players}]\n",
     "write `players: [2, 4]` in game.yaml: for how many the game is"),
])  # fmt: skip
def test_what_a_game_lacks_for_it_is_told(made, monkeypatch, words, hint):
    monkeypatch.setitem(globals(), "GAME", GAME.replace("players: [2, 4]\n", ""))
    assert {f.hint for f in made(words)[1] if f.code == "D006"} == {hint}


@pytest.mark.parametrize("lists", ["{a: 1 to 500, b: 1 to 500}", "{a: 1 to 900, b: 1 to 900, c: 1 to 900}"])
def test_it_is_bounded(made, lists):
    names = " x ".join(["a"] * lists.count(":"))
    items = f"items:\n  - {{each: {names}, name: x}}\n"
    assert [f.code for f in made(f"fields: {{a: integer, name: text}}\nlists: {lists}\n{items}")[1]] == ["Y016"]


@pytest.mark.slow
def test_numbered_copies_are_as_many_as_a_game_may_have(made):
    items, findings = made("fields: {name: text}\nlists: {ns: 1 to 1500}\nitems:\n  - {each: ns, name: 'No. {=n}'}\n")
    assert findings == []
    assert [items[k].values["name"].words["en"] for k in (0, -1)] == ["No. 1", "No. 1500"]
    assert {(item.mark.line, item.mark.column) for item in items} == {(items[0].mark.line, items[0].mark.column)}


@pytest.mark.parametrize(("span", "hint"), [("3 to 1", "smaller number first"), ("1 to 20001", "at most 20,000")])
def test_numbers_that_are_none_or_too_many_are_told(made, span, hint):
    _, (finding,) = made(f"fields: {{name: text}}\nlists: {{ns: {span}}}\nitems:\n  - {{each: ns, name: x}}\n")
    assert finding.code == "D027"
    assert hint in finding.hint


@pytest.mark.parametrize("lists", ["{a: 5}", "{a: [[1]]}", "{a: one}", "[a]"])
def test_a_list_that_is_none_is_told(made, lists):
    _, findings = made(f"fields: {{a: integer}}\nlists: {lists}\nitems:\n  - {{each: a}}\n")
    assert findings[0].code == "D003"
