"""The engine's first floor: the registry, open questions, the component list."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from generator.commands.parts import FORMATS, parts_text
from generator.data.build import read_game
from generator.data.model import Text
from generator.data.walk import texts_of
from generator.diagnostics.codes import CODES, Severity
from generator.engine.registry import Desk, checks_on
from generator.project import Project
from generator.summary.make import summary_of
from generator.values import Struct, replace
from generator.words import read_words
from tests.conftest import ROOT
from tests.engine_kit import all_of, check_game
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


def test_a_question_tells_its_kind_and_why_it_is_read_so(mini_copy):
    spoil(mini_copy, [("game.yaml", "    about: set chip\n", "    about: set chip\n    kind: blank\n    weight: 3\n")])
    [note] = check_game(mini_copy, read_game(mini_copy, "mini")[0])
    assert note.message.startswith("open question `chip-count` (blank) about set chip: ")
    assert note.hint == "assumed: 6枚とする。 because: 二人に三枚ずつ。手番は{=turns}回。"
    assert note.weighty


@pytest.mark.parametrize(("more", "told"), [(3, 1), (2, 0)])
def test_a_full_stop_is_missed_where_four_of_five_have_one(mini_copy, more, told):
    stars = [
        f"      s{k}: {{name: {{ja: 星{k}, en: star {k}}}, about: {{ja: 光る{'。' * bool(k)}, en: It shines.}}}}\n"
        for k in range(more)
    ]
    spoil(mini_copy, [("game.yaml", "en: The light of night.}\n", f"en: The light of night.}}\n{''.join(stars)}")])
    found = [f.code for f in check_game(mini_copy, read_game(mini_copy, "mini")[0])]
    assert found.count("L010") == told


@pytest.mark.parametrize(("end", "told"), [("🔥", 0), ("❤️", 0), ("★", 0), ("{moon}", 0), (")", 1), ("3", 1)])
def test_no_stop_is_missed_behind_an_emoji_or_an_icon(mini_copy, end, told):
    stars = [f"      s{k}: {{name: {{ja: 星{k}, en: star {k}}}, about: 光る。}}\n" for k in range(5)]
    stars += [f'      last: {{name: {{ja: 末, en: last}}, about: "月が光る{end}"}}\n']
    spoil(mini_copy, [("game.yaml", "en: The light of night.}\n", f"en: The light of night.}}\n{''.join(stars)}")])
    found = [f.code for f in check_game(mini_copy, read_game(mini_copy, "mini")[0])]
    assert found.count("L010") == told


@pytest.mark.parametrize(("points", "told"), [
    (["The moon shines"], 1),
    (["The sun shines.", "The moon shines"], 1),
    (["The sun shines", "The moon shines"], 0),
    (["The Sun and the Moon"], 0),
    (["1 moon of cheese"], 0),
    (["make moon --shine"], 0),
    (["**The moon shines**"], 0),
    (["太陽が輝く"], 1),
])  # fmt: skip
def test_of_the_rules_sentences_lack_a_full_stop(mini_copy, points, told):
    """No titles, lists or code; nor points of a list of which several have none."""
    said = "".join(f"\n          - {{id: play.m{k}, text: '{words}'}}" for k, words in enumerate(points))
    ended = "".join(f"\n      - {{id: play.e{k}, text: It shines.}}" for k in range(9))
    listed = f"\n      - id: play.moon\n        text: It shines.\n        rules:{said}{ended}\n      - id: play.end"
    spoil(mini_copy, [("rules.yaml", "\n      - id: play.end", listed)])
    found = [f.code for f in check_game(mini_copy, read_game(mini_copy, "mini")[0])]
    assert found.count("L010") == told


ONCE = [
    (
        "rules.yaml",
        '{ja: "{=rounds}ラウンド遊ぶ。", en: "Play {=rounds} rounds."}',
        '"Play the the (moonshine <b>　go  \\u200bon"',
    ),
    ("rules.yaml", "{ja: 配る, en: Deal}", "Each moonshine that you deal."),
]
"""What one plain string says in all languages."""


def test_one_string_for_all_languages_is_proofread_once(mini_copy):
    spoil(mini_copy, ONCE)
    found = [f.code for f in check_game(mini_copy, read_game(mini_copy, "mini")[0])]
    assert sorted(c for c in found if c[0] == "L") == ["L004", "L006", "L007", "L008", "L010", "L012", "L013", "L017"]


def test_words_to_avoid_may_be_quoted(mini_copy):
    """A question tells what the draft says, in quotation marks."""
    spoil(
        mini_copy,
        [
            ("game.yaml", "        icon: moon\n", "        icon: moon\n        avoid: {ja: [月球], en: [lune]}\n"),
            ("game.yaml", "チップは何枚か。", "チップは「月球」か月球か。"),
            ("game.yaml", "How many chips are there?", "Is `lune` a chip or the players' 'lune'?"),
        ],
    )
    told = [f for f in check_game(mini_copy, read_game(mini_copy, "mini")[0]) if f.code == "L011"]
    assert [f.message for f in told] == ["`月球` stands for the term `moon`, which is called `月`"]
    line = (mini_copy.root / told[0].mark.file).read_text("utf-8").splitlines()[told[0].mark.line - 1]
    assert line[told[0].mark.column - 1 :].startswith("月球か。")


def test_every_check_has_a_code_and_says_what_it_holds(mini, game):
    check_game(mini, game)
    assert {code for code, _ in checks_on(Desk)} <= CODES.keys()
    assert all(work.__doc__ for _, work in checks_on(Desk))


def test_checks_are_registered_once(mini, game):
    check_game(mini, game)
    before = len(checks_on(Desk))
    check_game(mini, game)
    assert len(checks_on(Desk)) == before > 15


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


def test_a_parked_card_is_no_design(game):
    """The cover of the sheets, which shows what is printed, says the same number."""
    owner = game.sets["card"]
    parked = replace(owner, items=(replace(owner.items[0], count=0), *owner.items[1:]))
    of = replace(game, sets={**game.sets, "card": parked})
    listed = json.loads(parts_text(of, "json"))["components"][0]
    told = summary_of(of, "en", read_words(Project(ROOT), "en")).parts[0]
    assert listed["designs"] == told.designs == len(owner.items) - 1
    assert len({item.id for one, item in of.designs() if one.id == "card"}) == told.designs


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


# ---- every text of a game ------------------------------------------------------------------------------------

PLACES = {
    "game.yaml": """\
title: <game title>
version: <game version, free>
about: <game about>
players: [2, 2]
languages: [ja, en]
parameters:
  cap:
    name: <parameter name>
    note: <parameter note>
    value: 5
terms:
  food:
    name: <kind name>
    members:
      wheat:
        name: <term name>
        plural: <term plural>
        short: <term short>
        about: <term about>
verbs:
  say:
    arguments: {words: text}
    about: <verb about, free>
questions:
  - id: q
    about: set card
    question: <question, free>
    assumption: <assumption, free>
    reason: <reason, free>
""",
    "cards.yaml": """\
id: card
name: <set name>
about: <set about>
kind: supply
printed: false
expect: 1
fields: {text: text, more: list of text, by: map of text by term food, do: effects}
items:
  - id: one
    text: <item field>
    more:
      - <member of a list>
    by:
      wheat: <member of a map>
    do:
      - say:
          words: <argument of an effect>
use:
  - what: <use>
    count: 1
  - what: <use without a bound>
    unbounded: <unbounded>
""",
    "rules.yaml": """\
sections:
  - id: play
    title: <section title>
    intro: <section intro>
    rules:
      - id: play.one
        title: <rule title>
        text: <rule text>
        aid: <rule aid>
        rules:
          - id: play.below
            kind: example
            text: <rule below a rule>
""",
    "setup.yaml": """\
modes:
  plain:
    name: <mode name>
zones: [deck]
steps:
  - id: lay
    do: place
    set: card
    to: deck
    text: <step text>
""",
}


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """A game that says in every place another number, in Japanese as 1... and in English as 2...; and the numbers."""
    root, numbers = tmp_path_factory.mktemp("spoken"), {}

    def say(place):
        number = numbers[place[1]] = f"{len(numbers) + 200}"
        return f"{{ja: 1{number}枚, en: 2{number} pieces}}"

    for name, words in PLACES.items():
        path = root / "components" / "spoken" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(re.sub("<(.+?)>", say, words), encoding="utf-8")
    (root / "layouts").mkdir()
    project = Project(root)
    game, findings = read_game(project, "spoken")
    assert findings == []
    return project, game, numbers


def texts_in(value):
    """Every `Text` that can be reached from a value."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))
    elif isinstance(value, (Mapping, tuple)):
        for member in value.values() if isinstance(value, Mapping) else value:
            yield from texts_in(member)


def test_every_text_of_a_game_is_looked_at_once(spoken):
    _, game, numbers = spoken
    seen = [t.text.words["en"] for t in texts_of(game)]
    assert sorted(seen) == sorted(t.words["en"] for t in texts_in(game))
    assert sorted(seen) == sorted(f"2{number} pieces" for number in numbers.values())


def test_numbers_are_compared_wherever_a_player_reads(spoken):
    """What is said to designers may be said more freely."""
    project, game, numbers = spoken
    told = Counter(re.findall("`2(.+?)`", f.message)[0] for f in check_game(project, game) if f.code == "L002")
    assert told == Counter(number for place, number in numbers.items() if not place.endswith(", free"))


def counts(project, **formulas):
    """All findings of a set of one card, whose promises have these formulas."""
    written = {"count": "2", "expect": "2", "part": "2", "each": "2", "use": "1", **formulas}
    folder = project.components / "mini"
    (folder / "setup.yaml").write_text("zones: [hand]\nsteps: []\n")
    (folder / "cards.yaml").write_text(
        "id: card\nname: {{ja: x, en: x}}\nkind: card\nfields: {{suit: term suit}}\nexpect: {expect}\n"
        "parts: [{{by: suit, counts: {{sun: {part}}}}}]\ncomplete: [{{each: suit, count: {each}, where: item.count}}]\n"
        "use: [{{what: {{ja: x, en: x}}, count: {use}}}]\nitems: [{{id: one, suit: sun, count: {count}}}]\n".format(
            **written
        )
    )
    game, findings = read_game(project, "mini")
    return [*findings, *check_game(project, game)]


@pytest.mark.some(8)
@pytest.mark.parametrize(
    "formula", ["0", "'hand-size - hand-size'", "-1", "1.5", "99999", "100000", "10**16", "2/0", "''"]
)
def test_a_number_of_pieces_may_be_none_or_far_too_large(mini_copy, formula):
    for name in ("count", "expect", "part", "each", "use"):
        assert any(f.mark.file.endswith("cards.yaml") for f in counts(mini_copy, **{name: formula})), name


def test_of_an_item_without_copies_it_is_told_how_many_to_write(mini_copy):
    (found,) = [f for f in counts(mini_copy, count="0", part="3", expect="3") if f.code == "D022"]
    assert (found.mark.line, found.hint) == (9, "write `count: 3`")


@pytest.mark.parametrize(("names", "told"), [("moon", True), ("moon sun suit", False)])
def test_a_name_in_one_language_alone_is_noted_where_the_others_are_in_each(mini_copy, names, told):
    file = mini_copy.components / "mini" / "game.yaml"
    for name in names.split():
        words = re.sub(rf"name: {{ja: [^,]*, en: {name}}}", f"name: {name}", file.read_text("utf-8"), flags=re.I)
        file.write_text(words, "utf-8")
    found = [f for f in check_game(mini_copy, read_game(mini_copy, "mini")[0]) if f.code == "L017"]
    assert [f.message.partition(" are")[0] for f in found] == ["the words of the term moon"] * told


def test_every_text_in_one_language_alone_has_its_place(mini_copy):
    spoil(mini_copy, [("rules.yaml", "text: {ja: ", 'text: "Play all the cards." #')] * 2)
    (found,) = [f for f in check_game(mini_copy, read_game(mini_copy, "mini")[0]) if f.code == "L017"]
    assert "(and 1 more" in found.message
    assert [found.mark.line < place.line for place in found.places] == [True]


@pytest.mark.parametrize(("counted", "hint"), [
    ("card suit=mono", "did you mean `moon`?"),
    ("card siut=moon", "write a field and what an item says of it: `name`, `text`, `suit`, `effects`, `rule`"),
])  # fmt: skip
def test_what_no_item_says_is_told_with_what_they_say(mini_copy, counted, hint):
    spoil(mini_copy, [("rules.yaml", "Shuffle the {#card}", f"Shuffle the {{#{counted}}}")])
    assert [f.hint for f in all_of(mini_copy) if f.code == "R004"] == [hint]


def test_items_that_a_formula_was_to_make_are_not_missed(mini_copy):
    spoil(mini_copy, [
        ("cards.yaml", "items:\n", "items:\n  - {each: suit, where: worth > 3}\n"),
        ("rules.yaml", 'en: "Shuffle', 'en: "{@card/low-sun} {@crad/low-sun} Shuffle'),
    ])  # fmt: skip
    assert {f.code for f in all_of(mini_copy)} & {"D006", "R003", "R004"} == {"D006", "R003"}
