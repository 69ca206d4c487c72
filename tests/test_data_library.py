"""Chapters, paragraphs and set-up steps that games share, and what a game says of them."""

from __future__ import annotations

import shutil

import pytest

from generator.data.build import read_game
from generator.data.reading.load import load_file
from generator.diagnostics.codes import Severity
from generator.diagnostics.findings import in_order
from generator.project import BUNDLED, Project
from tests.engine_kit import check_game

SHARED = """\
sections:
  - id: play
    title: {ja: 進行, en: Play}
    rules:
      - id: play.turn
        title: {ja: 手番, en: Turns}
        text: {ja: "{=rounds}ラウンド遊ぶ。", en: "Play {=rounds} rounds."}
        aid: {ja: 遊ぶ, en: Play}
        rules:
          - id: play.gain
            text: {ja: "カードの{sun}か{moon}を得る。", en: "Gain the {sun} or {moon} of the card."}
      - id: play.end
        title: {ja: 終わり, en: The end}
"""
OWN = """\
sections:
  - id: setup
    title: {ja: 準備, en: Set-up}
    rules:
      - {id: setup.deal, text: {ja: "{@card}を{=hand-size}枚配る。", en: "Deal {=hand-size} {@card}s."}}
  - shared: play
    rules:
      - shared: play.turn
      - shared: play.end
        text: {ja: "{@chip}を数える。", en: "Count {@chip}."}
"""
SHUFFLE = """\
  - id: shuffle-cards
    do: shuffle
    set: card
    from: supply
    to: deck
    text: {ja: カードを切る, en: Shuffle the cards}
"""
STEPS = f"""\
steps:
{SHUFFLE}  - id: lay-tiles
    do: place
    set: tile
    count: all
"""


@pytest.fixture
def sharing(mini_copy):
    """The mini game with some paragraphs and steps in a folder that it includes."""
    game, common = mini_copy.components / "mini", mini_copy.components / "common"
    common.mkdir()
    (common / "rules.yaml").write_text(SHARED, "utf-8")
    (common / "setup.yaml").write_text(STEPS, "utf-8")
    (game / "rules.yaml").write_text(OWN, "utf-8")
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("authors:", "include: [common]\nauthors:"), "utf-8")
    return mini_copy


def errors_of(project):
    game, findings = read_game(project, "mini")
    found = in_order([*findings, *check_game(project, game)])
    return game, [
        (f.code, f.mark.file.removeprefix("components/"), f.mark.line) for f in found if f.severity is Severity.ERROR
    ]


def change(project, name, old, new):
    path = project.components / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_game_takes_paragraphs_and_says_others_itself(sharing):
    game, errors = errors_of(sharing)
    assert errors == []
    assert [(r.id, r.number) for r in game.rules.values()] == [
        ("setup.deal", "1.1"),
        ("play.turn", "2.1"),
        ("play.gain", "2.1.1"),
        ("play.end", "2.2"),
    ]
    turn, end = game.rules["play.turn"], game.rules["play.end"]
    assert (turn.text.in_language("en"), turn.aid.in_language("en")) == ("Play {=rounds} rounds.", "Play")
    assert (end.title.in_language("en"), end.text.in_language("en")) == ("The end", "Count {@chip}.")
    assert game.sections[1].title.in_language("ja") == "進行"
    assert end.mark.file == "components/mini/rules.yaml"
    assert turn.text.marks["en"].file == "components/common/rules.yaml"


def test_what_stands_below_is_the_games_to_choose(sharing):
    change(sharing, "mini/rules.yaml", "- shared: play.turn\n", "- shared: play.turn\n        rules: []\n")
    game, _ = errors_of(sharing)
    assert list(game.rules) == ["setup.deal", "play.turn", "play.end"]


def test_without_paragraphs_of_its_own_a_chapter_has_the_shared_ones(sharing):
    change(sharing, "mini/rules.yaml", OWN[OWN.index("    rules:\n      - shared") :], "")
    change(sharing, "common/rules.yaml", SHARED[SHARED.index("      - id: play.end") :], "")
    game, _ = errors_of(sharing)
    assert list(game.rules) == ["setup.deal", "play.turn", "play.gain"]


def test_a_step_is_taken_and_changed(sharing):
    steps = "zones: [deck, hand]\nsteps:\n  - shared: shuffle-cards\n    to: hand\n"
    (sharing.components / "mini" / "setup.yaml").write_text(steps, "utf-8")
    game, _ = errors_of(sharing)
    (step,) = game.setup.steps
    assert (step.id, step.do, step.sets, step.source, step.target) == (
        "shuffle-cards",
        "shuffle",
        ("card",),
        "supply",
        "hand",
    )
    assert step.marks["to"].file == "components/mini/setup.yaml"
    assert step.marks["from"].file == "components/common/setup.yaml"


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("mini/rules.yaml", "shared: play.turn", "shared: play.tern", ("Y027", "mini/rules.yaml", 8)),
        ("mini/rules.yaml", "- shared: play\n", "- shared: pley\n", ("Y027", "mini/rules.yaml", 6)),
        (
            "mini/rules.yaml",
            '        text: {ja: "{@chip}',
            '        aid: {ja: "{@chip}',
            ("D002", "mini/rules.yaml", 9),
        ),
        (
            "mini/rules.yaml",
            "- shared: play.end",
            "- shared: play.end\n        id: play.x",
            ("D001", "mini/rules.yaml", 10),
        ),
        ("mini/rules.yaml", "- shared: play.end", "- shared: play.turn", ("D005", "mini/rules.yaml", 9)),
        ("mini/rules.yaml", "- shared: play.end", "- sharde: play.end", ("D001", "mini/rules.yaml", 9)),
        ("common/rules.yaml", "- id: play.end", "- shared: play.end", ("D001", "common/rules.yaml", 12)),
        ("common/rules.yaml", "- id: play.end", "- id: play.turn", ("D005", "common/rules.yaml", 12)),
        ("common/rules.yaml", "- id: play.end", "- id: Play End", ("D004", "common/rules.yaml", 12)),
        ("common/rules.yaml", "{=rounds}ラ", "{=rouns}ラ", ("R006", "common/rules.yaml", 7)),
        (
            "mini/setup.yaml",
            SHUFFLE,
            "  - shared: lay-tiles\n    from: deck\n",
            ("D002", "mini/setup.yaml", 5),
        ),
        ("mini/setup.yaml", "- id: shuffle-cards", "- shared: shufle-cards", ("Y027", "mini/setup.yaml", 5)),
    ],
)
def test_a_mistake_is_told_once_at_its_place(sharing, name, old, new, expected):
    change(sharing, name, old, new)
    _, errors = errors_of(sharing)
    assert errors == [expected]


def test_a_chapter_without_a_title_keeps_its_paragraphs(sharing):
    change(sharing, "common/rules.yaml", "    title: {ja: 進行, en: Play}\n", "")
    change(sharing, "mini/rules.yaml", "Deal {=hand-size}", "[[play.gain]] Deal {=hand-siez}")
    game, errors = errors_of(sharing)
    assert errors == [("R006", "mini/rules.yaml", 5), ("D002", "mini/rules.yaml", 6)]
    assert "play.gain" in game.rules


def test_what_stands_below_a_paragraph_without_text_is_not_blamed(sharing):
    change(sharing, "common/rules.yaml", SHARED[SHARED.index("        text:") : SHARED.index("        aid:")], "")
    change(sharing, "mini/rules.yaml", "Deal {=hand-size}", "[[play.gain]] Deal {=hand-size}")
    _, errors = errors_of(sharing)
    assert errors == [("D002", "mini/rules.yaml", 8)]


@pytest.mark.parametrize(
    ("old", "new", "line", "hint"),
    [
        (
            "- shared: play.end",
            "- shared: play.turn",
            9,
            "take it once: it stands in components/mini/rules.yaml, line 8",
        ),
        ("- shared: play.end", "- shared: play.gain", 9, "take it once: it stands in components/common/rules.yaml, l"),
        ("- {id: setup.deal", "- {id: play.end", 9, "take it once: it stands in components/mini/rules.yaml, line 5"),
    ],
)
def test_what_is_taken_twice_is_to_be_taken_once(sharing, old, new, line, hint):
    change(sharing, "mini/rules.yaml", old, new)
    _, findings = read_game(sharing, "mini")
    (told,) = (f for f in findings if f.code == "D005")
    assert (told.mark.file, told.mark.line) == ("components/mini/rules.yaml", line)
    assert told.hint.startswith(hint)


@pytest.mark.parametrize(("name", "id_"), [("rules.yaml", "play"), ("setup.yaml", "lay-tiles")])
def test_a_file_that_no_shared_folder_has_is_missed(sharing, name, id_):
    (sharing.components / "mini" / "setup.yaml").write_text("steps:\n  - shared: lay-tiles\n", "utf-8")
    (sharing.components / "common" / name).unlink()
    _, findings = read_game(sharing, "mini")
    (told,) = (f for f in findings if f.code == "Y027")
    assert f"`{id_}`, for none has a {name}" in told.message
    assert "include" in told.hint


def test_two_mistakes_do_not_hide_each_other(sharing):
    change(sharing, "mini/rules.yaml", "shared: play.turn", "shared: play.tern")
    change(sharing, "mini/rules.yaml", "shared: play.end", "shared: play.ned")
    _, errors = errors_of(sharing)
    assert errors == [("Y027", "mini/rules.yaml", 8), ("Y027", "mini/rules.yaml", 9)]


def test_an_unreadable_shared_file_is_told_and_nothing_else(sharing):
    (sharing.components / "common" / "rules.yaml").write_text("sections: [", "utf-8")
    _, errors = errors_of(sharing)
    assert [(code, file) for code, file, _ in errors] == [("Y005", "common/rules.yaml")]


def words_of(project, path):
    """Every text of rules and steps in a file, both languages as one; not of figures, which show a game's own faces."""
    document, _ = load_file(path, path.name)
    stack, found = [document.data], set()
    while stack:
        data = stack.pop()
        if isinstance(data, list):
            stack += data
        elif isinstance(data, dict):
            stack += [value for key, value in data.items() if key != "figure"]
        if isinstance(data, dict) and {"ja", "en"} == data.keys():
            found.add((data["ja"], data["en"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rules.yaml", "setup.yaml"])
def test_what_games_of_one_family_say_alike_stands_in_one_place(name):
    project = Project(BUNDLED)
    games = [g for g in (read_game(project, i)[0] for i in project.games()) if g.include]
    assert len(games) > 1
    said = [words_of(project, project.components / g.id / name) for g in games]
    shared = words_of(project, project.components / games[0].include[0] / name)
    assert set.intersection(*said) == set()
    assert shared & set.union(*said) == set()


@pytest.mark.slow
def test_a_mistake_in_what_games_share_is_told_once(sharing, pnp):
    shutil.copytree(sharing.components / "mini", sharing.components / "other")
    shutil.copytree(sharing.layouts / "mini", sharing.layouts / "other")
    change(sharing, "common/rules.yaml", "{=rounds}ラ", "{=rouns}ラ")
    for form, told in (("short", 1), ("github", 1), ("json", 2), ("human", 1)):
        done = pnp("-C", sharing.root, "check", "--format", form)
        assert done.stdout.count("unknown parameter") == told
    assert [line for line in done.stdout.splitlines() if ": 1 error" in line][1:]


@pytest.mark.slow
def test_a_shared_folder_may_hold_more_than_its_games_take(sharing, pnp):
    common = sharing.components / "common"
    (common / "rules.yaml").write_text(SHARED + SPARE, "utf-8")
    (common / "shared.yaml").write_text(WORDS, "utf-8")
    done = pnp("-C", sharing.root, "check", "--format", "short", "--select", "R03,A")
    assert done.stdout == ""


SPARE = """\
      - id: play.spare
        text: {ja: 使わない。, en: Spare.}
"""
WORDS = """\
# pnp: accept D016 for the next game
terms: {spare: {name: {ja: 余り, en: spare}, members: {relic: {name: {ja: 遺物, en: relic}}}}}
parameters: {spare-count: {name: {ja: 余り, en: spares}, value: 3}}
verbs: {squander: {}}
"""
