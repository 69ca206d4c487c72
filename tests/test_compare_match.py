"""Which thing of the old version is which of the new one: what was renamed."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.compare.diff import diff
from generator.compare.html import html_report
from generator.compare.match import match
from generator.compare.model import in_same_order
from generator.compare.report import json_report, md_report, text_report
from generator.project import Project
from generator.words import read_words
from tests.compare_kit import MINI, copy_of, everywhere, game_of, replace, rewrite
from tests.conftest import ROOT
from tests.export_kit import BOOK

LINEAGE = ("populous", "quo-vadis")
"""Two drafts of one game, the later one with new words for old things."""


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [("abcd", "abcd", ""), ("abcd", "bcda", "a"), ("abcd", "acbd", "bc"), ("abcd", "axbd", ""), ("", "ab", "")],
)
def test_the_fewest_are_moved(old, new, moved):
    left = set(new) & set(old) - in_same_order(old, new)
    assert len(left) <= 1
    assert left <= set(moved)
    assert bool(left) == bool(moved)


@given(st.permutations(list("abcdefg")))
def test_what_stayed_is_in_the_same_order(new):
    kept = [c for c in new if c in in_same_order("abcdefg", new)]
    assert kept == sorted(kept)


# ---- renamed -------------------------------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path):
    """The mini game twice; the second may be changed."""
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


def matched(two):
    return match(*(game_of(p, "mini") for p in two))


def test_a_term_that_is_called_otherwise_in_every_way_is_found_by_its_use(two):
    everywhere(two[1], "moon", "comet")
    everywhere(two[1], "月", "彗星")
    everywhere(two[1], "夜の光", "尾を引く星")
    assert matched(two)["term"].names == {"sun": "sun", "moon": "comet"}


def test_a_term_that_came_is_not_one_that_went(two):
    def change(data):
        members = data["terms"]["suit"]["members"]
        del members["moon"]
        data["terms"]["weather"] = {
            "name": {"ja": "天気", "en": "weather"},
            "members": {
                "frost": {"name": {"ja": "霜", "en": "frost"}, "about": {"ja": "寒い朝。", "en": "A cold day."}}
            },
        }

    rewrite(two[1].components / "mini" / "game.yaml", change)
    rewrite(two[1].components / "mini" / "setup.yaml", lambda data: None)
    found = match(game_of(two[0], "mini"), game_of(two[1], "mini"))
    assert "moon" not in found["term"].names


def test_an_item_with_a_new_id_and_half_a_new_text_is_the_same_item(two):
    cards = two[1].components / "mini" / "cards.yaml"
    replace(cards, "id: dusk", "id: nightfall")
    replace(cards, "Dusk is quiet.", "Dusk is calm.")
    everywhere(two[1], "@card/dusk", "@card/nightfall")
    assert matched(two)["item"].names["card/dusk"] == "card/nightfall"


def test_of_very_many_things_those_that_share_their_words_are_the_same(two, monkeypatch):
    """Where not all pairs can be weighed, as for a table whose rows all have new ids."""
    monkeypatch.setattr("generator.compare.match.MOST_PAIRS", 0)
    for name in ("dusk", "dawn"):
        everywhere(two[1], f"@card/{name}", f"@card/new-{name}")
        replace(two[1].components / "mini" / "cards.yaml", f"id: {name}", f"id: new-{name}")
    found = matched(two)["item"].names
    assert (found["card/dusk"], found["card/dawn"]) == ("card/new-dusk", "card/new-dawn")


def test_a_set_with_a_new_id_and_name_is_the_same_set(two):
    everywhere(two[1], "id: chip", "id: point")
    everywhere(two[1], "@chip", "@point")
    everywhere(two[1], "set chip", "set point")
    replace(two[1].components / "mini" / "chips.yaml", "{ja: チップ, en: Chip}", "{ja: 得点, en: Point}")
    found = matched(two)
    assert found["set"].names["chip"] == "point"
    assert found["item"].names["chip/one"] == "point/one"


def test_a_parameter_with_a_new_id_is_the_same_parameter(two):
    everywhere(two[1], "hand-size", "cards-held")
    everywhere(two[1], "hand_size", "cards_held")
    assert matched(two)["parameter"].names["hand-size"] == "cards-held"


def test_a_rule_with_a_new_id_is_the_same_rule(two):
    everywhere(two[1], "play.end", "play.finish")
    assert matched(two)["rule"].names["play.end"] == "play.finish"


def test_matching_does_not_depend_on_the_order_of_the_files(two):
    everywhere(two[1], "id: dusk", "id: nightfall")
    once = matched(two)
    rewrite(two[1].components / "mini" / "cards.yaml", lambda data: data["items"].reverse())
    assert matched(two) == once


@pytest.mark.slow
def test_between_two_drafts_of_one_game_what_is_renamed_is_renamed_and_nothing_else():
    old, new = (game_of(Project(ROOT), name) for name in LINEAGE)
    found = match(old, new)

    def renamed(pairs):
        return {(o, n) for o, n in pairs.names.items() if o != n}

    assert renamed(found["set"]) == {("town", "building")}
    assert renamed(found["term"]) == {("town", "city"), ("passion", "morale")}
    assert renamed(found["parameter"]) == {("change-towns", "change-cities"), ("town-majority", "city-majority")}
    assert renamed(found["rule"]) == {("end.rebuild", "build.rebuild"), ("settlement.town-majority", "settlement.city")}


CHANGE_LIST = {
    "fewer rounds": {("parameter", "changed", "rounds")},
    "dominion, which grows each turn": {("term", "added", "dominion"), ("parameter", "added", "dominion-per-turn")},
    "cities for towns": {("term", "renamed", "city"), ("set", "renamed", "building")},
    "forts and temples": {("item", "added", "building/fort-arva"), ("item", "added", "building/temple-arva")},
    "how many of them": {("parameter", "added", "forts-each"), ("parameter", "added", "temples-each")},
    "morale for a victory": {("parameter", "added", "win-morale"), ("parameter", "removed", "win-passion")},
    "no bonus for generations": {("parameter", "removed", "generation-vp"), ("rule", "removed", "final.generations")},
    "none for workers and towns": {("parameter", "removed", "worker-vp"), ("parameter", "removed", "town-vp")},
    "VP for dominion": {("parameter", "added", "dominion-vp"), ("rule", "added", "final.dominion")},
    "VP for ascension": {("parameter", "added", "ascension-step"), ("term", "added", "ascension")},
    "more epic cards": {("set", "changed", "epic-card")},
    "dice of eight faces": {("item", "added", "die/d8")},
    "six skills in the draft": {("parameter", "changed", "draft-size")},
}
"""What the author lists at the head of the later draft, and what the box and the numbers show of it."""


@pytest.fixture(scope="module")
def lineage():
    return diff(*(game_of(Project(ROOT), name) for name in LINEAGE))


@pytest.mark.parametrize("item", CHANGE_LIST)
def test_the_authors_list_of_changes_is_told(lineage, item):
    assert {(c.subject, c.what, c.id) for c in lineage.changes} >= CHANGE_LIST[item]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["~ rounds: 12 -> 10", "~ Epic card: 90 -> 100 pieces", "= morale: renamed: passion -> morale"]),
        ("ja", ["~ ラウンド数: 12 -> 10", "~ エピックカード: 90 -> 100 個", "= 戦意: 名称 情熱 -> 戦意"]),
    ],
)
def test_every_form_of_the_report_has_them(lineage, language, lines):
    say = read_words(Project(ROOT), language)
    text = text_report(lineage, ("a", "b"), language, say)
    assert {f"  {line}" for line in lines} <= set(text.splitlines())
    marked = md_report(lineage, ("a", "b"), language, say).replace("*", "")
    html = html_report(lineage, ("a", "b"), [], (BOOK, BOOK), language, say).decode()
    for line in lines:
        words = line[2:].replace("->", "→")
        assert f"- {words}" in marked
        assert words in re.sub(r"<[^>]+>", "", html)


KINDS = ("set", "item", "parameter", "term")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_form_of_the_report_names_every_item(lineage, language):
    say = read_words(Project(ROOT), language)
    names = {c.name[language] for c in lineage.changes if not c.echo and c.subject in KINDS}
    text = text_report(lineage, ("a", "b"), language, say)
    marked = md_report(lineage, ("a", "b"), language, say).replace("\\", "")
    html = unescape(re.sub(r"<[^>]+>", "", html_report(lineage, ("a", "b"), [], (BOOK, BOOK), language, say).decode()))
    data = json.loads(json_report(lineage, ("a", "b"), {language: say}))
    listed = {words for c in data["changes"] for words in c["name"].values()}
    for name in names:
        assert name in text
        assert name in marked
        assert name in html
        assert name in listed
    assert not [line for line in text.splitlines() if line.endswith(" …")]
