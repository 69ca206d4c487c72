"""Edits since the last commit that another place still denies: M025, over the fair of test_engine_meaning under git."""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.git import last_commit
from generator.pipeline import read_accepting
from generator.project import Project
from tests.compare_kit import committed, git
from tests.test_engine_meaning import write_fair

FAIR = {  # what it says of the mill, the kiln ... becomes
    "Millers grind wheat.": "The trader with the most {bread} sells first. Lay the red {apple} aside.",
    "粉を挽く。": "{bread}が最も多い商人が売る。",
    "Potters fire clay.": "Of two who sell {bread}, the one with the most {bread} is first. A red {apple} is ripe.",
    "土を焼く。": "2人なら{bread}の最も多い商人。",
    "Wool is shorn.": "You may sell {wool} to the trader next to you for {=wool-price} coins and 4 {salt}.",
    "羊毛を刈る。": "隣の商人に{wool}を{=wool-price}枚と{salt}4個で売ってよい。",
    "Dye wool in a vat.": "In winter you may sell {wool} to a trader for {=tents-each} coins and 4 {salt}.",
    "羊毛を染める。": "冬は{wool}を{=tents-each}枚と{salt}4個で商人に売ってよい。",
    "make 9 in all.": "make 9 in all; the {salt} stays.",
    "Bread is baked for the Baker.": "3 ways: A stall [[play.coins]], a ware [[play.pay]], a season [[play.four]].",
    "焼く人のパン。": "道は3つ：屋台[[play.coins]]、品[[play.pay]]、季[[play.four]]。",
    "Cut cloth at the end of a round.": "When a round ends, whoever holds {salt} wins it.",
    "ラウンドの終了時に布を切る。": "ラウンドが終わると{salt}を持つ人が勝つ。",
    "You cannot sell cloth to a rival.": "A round that ends is won by {salt} [[play.cut]].",
    "布はライバルに売れない。": "ラウンドの終わりは{salt}で勝つ[[play.cut]]。",
    "You may not bake bread twice.": "There are {#ware}: 4 of {wool}, 4 of {salt}.",
    "パンは2度焼いてはならない。": "{#ware}個（{wool}4個、{salt}4個）。",
}
RULES, CARDS, WARES = "rules.yaml", "traders.yaml", "wares.yaml"
ABOUT = 'back: salt-back\nabout: {en: "Wood of 14 mm with {salt}.", ja: "{salt}と木14mm。"}'
MOST = [(RULES, "the most {bread} sells", "the fewest {bread} sells"), (RULES, "最も多い商人が", "最も少ない商人が")]
WOOL = "what: wool, amount: 1, most: 4"
SPRING = 'cards.", ja: "{spring:word}に。手札は{=hand-limit}枚まで。"}\n    line: "{apple}2'
TOLD = {
    "an opposite": (MOST, "`fewest` where the last commit says `most`, as `play.kiln` still does"),
    "an opposite, in one language": (MOST[:1], "as `play.kiln`"),
    "a denial": (
        [(RULES, "may sell {wool} to a", "may not sell {wool} to a"), (RULES, "商人に売ってよい", "商人に売らない")],
        "as `play.shear` still does",
    ),
    "a number": (
        [(RULES, "each} coins and 4", "each} coins and 6"), (RULES, "{salt}4個で商人", "{salt}6個で商人")],
        "`6` where the last commit says `4`, as `play.shear` still does",
    ),
    "a number that the step of a rule says, too": (
        [(RULES, "and two stalls", "and three stalls"), (RULES, "屋台2枚を", "屋台3枚を")],
        "`3` where the last commit says `2`, as `stalls` still does",
    ),
    "a thing": (
        [(RULES, "each} coins and 4 {salt", "each} coins and 4 {cloth"), (RULES, "{salt}4個で商", "{cloth}4個で商")],
        "`cloth` where the last commit says `salt`, as `play.shear` still does",
    ),
    "a thing, much rewritten": (
        [(RULES, "whoever holds {salt} wins it", "whoever gave {wool} and {cloth} away last loses it"),
         (RULES, "{salt}を持つ人が勝つ", "{wool}か{cloth}を最後に渡した人が負ける")],
        "as `play.cloth` still does",
    ),
    "a number of an example": (
        [(RULES, "With 4 and 3 coins", "With 4 and 8 coins"), (RULES, "4枚と3枚で", "4枚と8枚で")],
        "`8` where the last commit says `3`, as the rest of `play.example`",
    ),
    "numbers of an example": (
        [(RULES, "With 4 and 3 coins", "With 5 and 2 coins"), (RULES, "4枚と3枚で", "5枚と2枚で")],
        "`2` where the last commit says `3`, as the rest of `play.example`",
    ),
    "a size": ([(WARES, "Wood of 14", "Wood of 16"), (WARES, "木14", "木16")], "`16` where the last commit"),
    "a reference": ([(RULES, "won by {salt} [[play.cut]]", "won by {salt} [[play.oven]]"),
                     (RULES, "{salt}で勝つ[[play.cut]]", "{salt}で勝つ[[play.oven]]")],
                    "it names `play.oven` where the last commit names `play.cut`"),
    "the rule of a card": (
        [(CARDS, "cost: {bread: 1}\n    rule: season.summer", "cost: {bread: 1}\n    rule: play.cut")],
        "it names `play.cut` where the last commit names `season.summer`",
    ),
    "a denial, on a card with a sibling that says the same": (
        [(CARDS, f"In spring; keep {{=hand-limit}} {SPRING}", f"Not in spring; keep {{=hand-limit}} {SPRING}")],
        "as `season.winter` still does",
    ),
    "an effect": (
        [(CARDS, "what: apple, amount: 3, most: 9", "what: apple, amount: 9, most: 3")],
        "the effect says `9` where the last commit says `3`, and no text changed",
    ),
}  # fmt: skip
NONE = {
    "a name that texts only cite": [(CARDS, "name: {en: Carter,", "name: {en: Wagoner,")],
    "carried through": [
        *MOST,
        (RULES, "the one with the most", "the one with the fewest"),
        (RULES, "{bread}の最も多い", "{bread}の最も少ない"),
    ],
    "written anew": [
        (RULES, "The trader with the most {bread} sells first.", "The fewest {bread}, the later you sell.")
    ],
    "other words, a reference that fits": [
        (RULES, "sells first", "may begin to sell"),
        (RULES, "4 of {salt}.", "4 of {salt} [[play.pay]]."),
    ],
    "another example": [
        (RULES, "4 and 3 coins you have 4 + 3 = 7; 2 more make 9", "5 and 3 coins you have 5 + 3 = 8; 2 more make 10")
    ],
    "another example in full": [
        (
            RULES,
            "With 4 and 3 coins you have 4 + 3 = 7; 2 more make 9",
            "With 5 and 2 coins you have 5 + 2 = 7; 1 more makes 8",
        ),
        (RULES, "4枚と3枚で", "5枚と2枚で"),
    ],
    "numbers that stand there for something else, too": [
        (RULES, "4 of {wool}", "5 of {wool}"),
        (RULES, "{wool}4個", "{wool}5個"),
        (CARDS, "strength: 2", "strength: 8"),
    ],
    "a number that another has become": [
        *(
            (CARDS, f"{words}9", f"{words}7")
            for words in ("{apple}, at most ", "{apple}3個を得る（最大", "{apple}3 (≤")
        ),
        (CARDS, "what: apple, amount: 3, most: 9", "what: apple, amount: 9, most: 8"),
    ],
    "a fact that stands alone, other words of an effect, a correction": [
        (CARDS, f"{WOOL}0", WOOL),
        (RULES, "Take 2 {apple}", "Take 4 {apple}"),
        (RULES, "{apple}2を", "{apple}4を"),
        (CARDS, "Gain 3 {apple}, at most 9", "Take 3 {apple}, but never over 9"),
    ],
}


@cache
def fair():
    """The fair as it is committed; each test copies it."""
    whole = Path(tempfile.mkdtemp(dir=os.environ["PNP_TEST_RUN"]))
    wrong = [(WARES, "kind: token", f"kind: token\n{ABOUT}"), (CARDS, WOOL, f"{WOOL}0")]
    write_fair(whole, *((RULES, *both) for both in FAIR.items()), *wrong)
    committed(Project(whole), "v1")
    return whole


def edited(tmp_path, edits, commit=True, code="M025"):
    """The findings of a code in the fair after edits that no commit has."""
    shutil.copytree(fair(), tmp_path, dirs_exist_ok=True, ignore=None if commit else shutil.ignore_patterns(".git"))
    for file, old, new in edits:
        path = tmp_path / "components" / "fair" / file
        words = path.read_text("utf-8")
        assert words.count(old) == 1, old
        path.write_text(words.replace(old, new), "utf-8")
    return [f for f in read_accepting(Project(tmp_path), "fair", edited=True)[1] if f.code == code]


@pytest.mark.some(6, 9, 10, 11, 12, 13)
@pytest.mark.parametrize(("edits", "says"), TOLD.values(), ids=TOLD)
def test_an_edit_that_is_not_carried_through_is_told_once(tmp_path, edits, says):
    found = edited(tmp_path, edits)
    assert len(found) == 1, found
    assert says in found[0].message
    assert found[0].mark.file.endswith(f"/fair/{edits[0][0]}")


def test_a_name_that_was_changed_is_told_where_a_text_still_says_it(tmp_path):
    [found] = edited(tmp_path, [(CARDS, "name: {en: Trader, ja", "name: {en: Merchant, ja")])
    assert found.message == "it says `trader`, the name of `trader` in the last commit (as 2 more do)"
    assert {mark.file for mark in (found.mark, *found.places)} == {"components/fair/rules.yaml"}


@pytest.mark.some(7, 8)
@pytest.mark.parametrize("edits", NONE.values(), ids=NONE)
def test_an_edit_that_nothing_denies_is_not_told(tmp_path, edits):
    assert edited(tmp_path, edits) == []


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ([(RULES, "A red {apple} is ripe.", "A red {apple} is sweet.")], ["en says something else"]),
        ([(RULES, "A red {apple} is ripe.", "A red {apple} is ripe!")], []),
        ([(RULES, "A red {apple} is ripe.", "A red {apple} is sweet."), (RULES, "2人なら", "2名なら")], []),
    ],
    ids=["a word", "a sign", "both languages"],
)
def test_words_that_were_edited_in_one_language_are_noted(tmp_path, edits, told):
    found = edited(tmp_path, edits, code="M026")
    assert [f.message.partition(" than")[0] for f in found] == told


def test_a_callout_that_moved_up_in_its_list_was_not_edited(mini_copy):
    rules = mini_copy.root / "components" / "mini" / "rules.yaml"
    places = ["{at: [5, 5], text: {en: The most {@chip} win., ja: 最も多い{@chip}が勝つ。}}"]
    places += ["{at: [9, 9], text: {en: The fewest {@chip} win., ja: 最も少ない{@chip}が勝つ。}}"]
    words, line = rules.read_text("utf-8"), "rounds. The most {@chip} win the game."
    words = words.replace("{=rounds} rounds.", "{=rounds} " + line).replace(
        "ラウンド遊ぶ。", "ラウンド遊ぶ。最も多い{@chip}が勝つ。"
    )
    figure = "        figure:\n          faces: [card/dawn]\n          callouts:\n"
    both = "".join(f"            - {place}\n" for place in places)
    rules.write_text(words + figure + both, "utf-8")
    committed(mini_copy, "v1")
    rules.write_text(words + figure + both.partition("\n")[2], "utf-8")
    found = read_accepting(mini_copy, "mini", edited=True)[1]
    assert [f for f in found if f.code == "M025"] == []


def test_without_a_commit_nothing_was_edited(tmp_path):
    assert edited(tmp_path, MOST, commit=False) == []


def test_a_commit_settles_it_also_for_a_command_run_again(mini_copy, pnp):
    rules = mini_copy.root / "components" / "mini" / "rules.yaml"
    words = rules.read_text("utf-8").replace("{=rounds} rounds.", "{=rounds} rounds. The most {@chip} win the game.")
    words = words.replace("count {@chip}.", "count {@chip}: the most {@chip} win the game.")
    words = words.replace("ラウンド遊ぶ。", "ラウンド遊ぶ。{@chip}が勝つ。").replace(
        "を数える。", "を数え、{@chip}が勝つ。"
    )
    rules.write_text(words, "utf-8")
    committed(mini_copy, "v1")
    rules.write_text(words.replace("rounds. The most", "rounds. The fewest"), "utf-8")
    check = ("check", "mini", "--select", "M025")
    assert all("M025" in pnp(*check, cwd=mini_copy.root).stdout for _ in range(2))
    git(mini_copy.root, "commit", "-q", "-a", "-m", "v2")
    assert "M025" not in pnp(*check, cwd=mini_copy.root).stdout


@pytest.mark.slow
def test_nothing_of_git_is_touched_and_filters_do_not_run(tmp_path):
    edited(tmp_path, MOST)
    (tmp_path / ".gitattributes").write_text("*.yaml filter=none\n")
    git(tmp_path, "config", "filter.none.clean", "touch ran; cat")
    before = (tmp_path / ".git" / "index").read_bytes()
    assert [f.code for f in read_accepting(Project(tmp_path), "fair", edited=True)[1] if f.code == "M025"] == ["M025"]
    assert (tmp_path / ".git" / "index").read_bytes() == before
    assert not (tmp_path / "ran").exists()


def test_what_reading_the_last_commit_shows_is_not_lost(tmp_path):
    """A fault while it is open ends as it would without git."""
    edited(tmp_path, MOST)
    with pytest.raises(Fault), last_commit(Project(tmp_path), ["fair"]):
        raise Fault(Finding("C005", Mark(""), "", ""))


def test_a_broken_repository_tells_nothing(tmp_path):
    edited(tmp_path, MOST)
    shutil.rmtree(tmp_path / ".git" / "objects")
    assert [f for f in read_accepting(Project(tmp_path), "fair", edited=True)[1] if f.code == "M025"] == []


def test_a_language_that_is_new_was_not_forgotten(tmp_path, pnp):
    game, rules = (tmp_path / "components" / "g" / f"{name}.yaml" for name in ("game", "rules"))
    game.parent.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    game.write_text('title: G\nversion: "1"\nlanguages: [en]\n')
    rules.write_text("sections:\n  - {id: a, title: A, rules: [{id: a.b, text: Take two red cards.}]}\n")
    committed(Project(tmp_path), "v1")
    game.write_text('title: G\nversion: "1"\nlanguages: [en, de]\n')
    both = "{en: Take two green cards., de: Nimm zwei Karten.}"
    rules.write_text(rules.read_text().replace("Take two red cards.", both))
    said = pnp("check", "g", "--notes", cwd=tmp_path).stdout
    assert "no errors" in said
    assert "M026" not in said
