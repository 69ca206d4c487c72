"""What changed between two versions: nothing where nothing did, each edit once, reports that are well formed."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compare.diff import diff
from generator.compare.lines import excerpts
from generator.compare.readable import item_names
from generator.compare.report import Terminal, json_report, md_report, text_report
from generator.data.model import Game, Text
from generator.project import Project
from generator.values import replace as with_
from generator.versions import DiffOrder, compare
from generator.words import read_words
from tests.compare_kit import MINI, SCHEMA, copy_of, game_of, loaded, replace, rewrite
from tests.conftest import ROOT

REPOSITORY = Project(ROOT)
GAMES = [(Project(MINI), "mini"), *((REPOSITORY, name) for name in REPOSITORY.games())]
WORDS = {language: read_words(REPOSITORY, language) for language in ("ja", "en")}


@pytest.fixture
def two(tmp_path):
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


def changes(two):
    return diff(*(game_of(p, "mini") for p in two)).changes


def told(two):
    """The changes that are no sums of others, in short."""
    return [(c.subject, c.what, c.aspect, c.id) for c in changes(two) if not c.follows]


@pytest.mark.some(0)
@pytest.mark.parametrize(("project", "name"), GAMES, ids=lambda v: v if isinstance(v, str) else "")
def test_nothing_changed_between_a_game_and_itself(project, name):
    assert diff(game_of(project, name), game_of(project, name)).changes == ()


def test_comments_breaks_and_orders_without_a_meaning_are_no_change(two):
    folder = two[1].components / "mini"
    for path in sorted(folder.glob("*.yaml")):
        rewrite(path, lambda data: None)
        path.write_text("# a comment\n\n" + path.read_text("utf-8"), "utf-8")
    for name in ("cards", "chips", "tiles"):
        rewrite(folder / f"{name}.yaml", lambda data: data["items"].reverse())
    rewrite(folder / "game.yaml", lambda d: d.update(parameters=dict(reversed(d["parameters"].items()))))
    assert told(two) == []


EDITS = {
    "title": ("game.yaml", "Day and Night", "Night and Day", ("game", "changed", "title", "mini")),
    "version": ("game.yaml", "draft 1", "draft 2", ("game", "changed", "version", "mini")),
    "value": ("game.yaml", "value: 3}", "value: 4}", ("parameter", "changed", "value", "rounds")),
    "colour": ("game.yaml", "#d98e04", "#d98e05", ("term", "changed", "color", "sun")),
    "definition": ("game.yaml", "The light of day.", "The light of noon.", ("term", "changed", "about", "sun")),
    "worth": ("game.yaml", "worth: 2", "worth: 3", ("term", "changed", "worth", "sun")),
    "copies": ("cards.yaml", "dawn\n    count: 2", "dawn\n    count: 3", ("item", "changed", "count", "card/dawn")),
    "text": ("cards.yaml", "Dusk is quiet.", "Dusk is loud.", ("item", "changed", "text", "card/dusk")),
    "name": ("cards.yaml", "en: Noon", "en: Midday", ("item", "renamed", "name", "card/noon")),
    "effect": ("cards.yaml", "moon, amount: 2", "moon, amount: 1", ("item", "changed", "effects", "card/dusk")),
    "missing field": ("cards.yaml", "    rule: play.gain\n", "", ("item", "changed", "rule", "card/dawn")),
    "cells": ("tiles.yaml", "[sun, moon, sun]", "[sun, sun, sun]", ("item", "changed", "cells", "tile/mixed")),
    "size": ("chips.yaml", "diameter: 20", "diameter: 22", ("set", "changed", "size", "chip")),
    "item's size": ("cards.yaml", "- id: noon", "- id: noon\n    size: coin", ("item", "changed", "size", "card/noon")),
    "set's name": ("chips.yaml", "en: Chip}", "en: Counter}", ("set", "renamed", "name", "chip")),
    "kind": ("chips.yaml", "kind: token", "kind: marker", ("set", "changed", "kind", "chip")),
    "new item": ("chips.yaml", "items:\n", "items:\n  - {id: ten, value: 10}\n", ("item", "added", "", "chip/ten")),
    "lost item": ("chips.yaml", "  - {id: five, count: 2, value: 5}\n", "", ("item", "removed", "", "chip/five")),
    "rule": ("rules.yaml", "Play {=rounds}", "Play on for {=rounds}", ("rule", "changed", "text", "play.turn")),
    "step": ("setup.yaml", "Lay out tiles", "Lay out the tiles", ("step", "changed", "text", "lay-tiles")),
    "weight": ("game.yaml", "about: set chip", "weight: 3\n    about: set chip",
               ("question", "changed", "weight", "chip-count")),
    "question": ("game.yaml", "We take six.", "We take seven.", ("question", "changed", "assumption", "chip-count")),
}  # fmt: skip


def edited(project: Project, names) -> None:
    for name in names:
        file, old, new, _ = EDITS[name]
        replace(project.components / "mini" / file, old, new)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_told_once(two, name):
    edited(two[1], [name])
    assert told(two) == [EDITS[name][3]]


@pytest.mark.slow
@settings(max_examples=6)
@given(names=st.sets(st.sampled_from(sorted(EDITS)), min_size=2))
def test_many_edits_are_each_told_once(tmp_path_factory, names):
    folder = tmp_path_factory.mktemp("edits")
    two = copy_of(MINI, folder / "old"), copy_of(MINI, folder / "new")
    edited(two[1], sorted(names))
    assert sorted(told(two)) == sorted(EDITS[name][3] for name in names)


def everywhere(project, old, new):
    for path in sorted((project.components / "mini").glob("*.yaml")):
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_a_renamed_term_is_told_once_and_the_cards_that_name_it_are_not(two):
    everywhere(two[1], "moon", "comet")
    everywhere(two[1], "月", "彗星")
    found = told(two)
    assert ("term", "renamed", "name", "comet") in found
    assert not [c for c in found if c[0] in ("item", "rule", "step") and c[2] != "name"]
    assert [c for c in found if c[1] in ("added", "removed")] == []


def test_a_renamed_set_and_item_are_counted_as_before(two):
    for project in two:
        everywhere(project, "Play {=rounds} rounds.", "Play {#card/dawn} of {#card} rounds.")
        everywhere(project, "{=rounds}ラウンド", "{#card/dawn}、{#card}ラウンド")
    for old, new in (("id: dawn", "id: daybreak"), ("card/dawn", "card/daybreak")):
        everywhere(two[1], old, new)
    assert [c for c in told(two) if c[0] == "rule"] == []


def test_a_rule_that_moved_is_told_and_those_that_gave_way_are_not(two):
    def first_last(data):
        rules = data["sections"][1]["rules"]
        rules.insert(0, rules.pop())

    rewrite(two[1].components / "mini" / "rules.yaml", first_last)
    assert told(two) == [("rule", "moved", "number", "play.end")]


def test_a_field_of_all_items_is_told_for_the_set(two):
    def change(data):
        data["fields"]["worth"] = "integer?"
        for item in data["items"]:
            item["worth"] = 1

    rewrite(two[1].components / "mini" / "chips.yaml", change)
    assert told(two) == [("field", "added", "worth", "chip/worth")]


def test_an_item_that_went_to_another_set_moved(two):
    cards = two[1].components / "mini" / "cards.yaml"
    kept = {}
    rewrite(cards, lambda data: kept.update(data) or data["items"].pop())
    other = {**kept, "id": "bonus", "name": {"ja": "おまけ", "en": "Bonus"}, "expect": None, "assume": 1}
    rewrite(cards, lambda data: data.update(expect=5))
    path = two[1].components / "mini" / "bonus.yaml"
    path.write_text("{}", "utf-8")
    rewrite(path, lambda data: data.update({**other, "items": [dict(i) for i in _items(MINI) if i["id"] == "noon"]}))
    assert ("item", "moved", "set", "bonus/noon") in told(two)


def _items(root):
    return loaded(root / "components" / "mini" / "cards.yaml")["items"]


# ---- reports -------------------------------------------------------------------------------------------------


@pytest.fixture
def many(two):
    """A comparison with something of everything."""
    edited(two[1], [n for n in EDITS if n != "size"])
    return diff(*(game_of(p, "mini") for p in two))


def test_json_keeps_to_its_schema(many):
    data = json.loads(json_report(many, ("v1", "v2"), WORDS))
    jsonschema.validate(data, SCHEMA)
    assert len(data["changes"]) == len(many.changes)
    rounds = next(c for c in data["changes"] if c["new_id"] == "rounds")
    assert (rounds["old"], rounds["new"], rounds["old_words"]["en"]) == (3, 4, "3")


def test_the_schema_can_fail(many):
    data = json.loads(json_report(many, ("v1", "v2"), WORDS))
    data["changes"][0]["what"] = "vanished"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)


@pytest.mark.parametrize(("language", "line"), [("en", "  ~ rounds: 3 -> 4"), ("ja", "  ~ ラウンド数: 3 -> 4")])
def test_text_has_a_line_for_each_change(many, language, line):
    text = text_report(many, ("v1", "v2"), language, WORDS[language])
    lines = text[text.index("\n\n", text.index("\n\n") + 1) :].splitlines()  # after the gist
    assert line in lines
    assert len([li for li in lines if re.match(r"  [-+~=>] ", li)]) == len(
        [c for c in many.changes if c.aspect != "expect"]
    )
    assert "{" not in text
    assert "diff." not in text
    assert "\x1b[" not in text
    assert "\x1b[" in text_report(many, ("v1", "v2"), language, WORDS[language], Terminal(color=True))


def test_markdown_has_a_heading_for_each_group_and_escapes_what_is_its_own(many):
    text = md_report(many, ("v1", "v2"), "en", WORDS["en"])
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    groups = ["In short", "Game", "Components", "Numbers", "Words", "Rules", "Set-up", "Open questions"]
    assert heads == [f"## {group}" for group in groups]
    assert "- **rounds**: 3 → 4" in text


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Chip 1: copies: 4 (assumed) -> 5 (assumed)", "rounds: 3 -> 4 (assumed)", "hand size: 4: 1 -> 2"]),
        ("ja", ["チップ 1: 数: 4（仮） -> 5（仮）", "ラウンド数: 3 -> 4（仮）", "手札: 4: 1 -> 2"]),
    ],
)
def test_numbers_that_are_only_assumed_are_marked(two, language, lines):
    """A count that is open, and a parameter with an open question; not every note is an assumption."""
    folder = two[1].components / "mini"
    replace(folder / "chips.yaml", "{id: one, count: 4,", "{id: one, count: 5,")
    replace(folder / "chips.yaml", "assume: 6", "assume: 7")
    replace(folder / "game.yaml", "en: rounds}, value: 3", "en: rounds}, value: 4")
    replace(folder / "game.yaml", "4: 1}", "4: 2}")

    def open_rounds(data):
        data["questions"].append({**data["questions"][0], "id": "rounds", "about": "parameter rounds"})

    rewrite(folder / "game.yaml", open_rounds)
    comparison = diff(*(game_of(p, "mini") for p in two))
    text = text_report(comparison, ("v1", "v2"), language, WORDS[language])
    assert [line for line in lines if f"  ~ {line}\n" not in text] == [], text
    assert all(
        line.replace("->", "→") in md_report(comparison, ("v1", "v2"), language, WORDS[language]).replace("**", "")
        for line in lines
    )
    data = json.loads(json_report(comparison, ("v1", "v2"), WORDS))
    jsonschema.validate(data, SCHEMA)
    marked = {(c["new_id"], c["aspect"]): c["assumed"] for c in data["changes"] if c["assumed"]}
    assert marked == {("chip/one", "count"): ["old", "new"], ("rounds", "value"): ["new"]}


def test_new_items_that_were_invented_are_marked(two):
    folder = two[1].components / "mini"

    def one_more(data):
        data["items"].append({**data["items"][0], "id": "another", "count": 4})

    def invent(data):
        data["questions"].append({**data["questions"][0], "id": "cards", "about": "set card", "kind": "invented"})

    def told():
        said = text_report(diff(*(game_of(p, "mini") for p in two)), ("v1", "v2"), "en", WORDS["en"])
        return next(line for line in said.splitlines() if "new, × 4" in line)

    rewrite(folder / "cards.yaml", one_more)
    assert "(assumed)" not in told()
    rewrite(folder / "game.yaml", invent)
    assert told().endswith("new, × 4 (assumed)")


def test_nothing_changed_is_said(two):
    comparison = diff(*(game_of(p, "mini") for p in two))
    assert "Nothing changed." in text_report(comparison, ("a", "b"), "en", WORDS["en"])
    assert "変更はない" in md_report(comparison, ("a", "b"), "ja", WORDS["ja"])
    heads = {la: md_report(comparison, ("a", "b"), la, WORDS[la]).splitlines()[0] for la in WORDS}
    assert ", " in heads["en"]
    assert "、" in heads["ja"], "as lists of the language"
    assert ", " not in heads["ja"]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "en"])
def test_html_is_one_file_with_faces_and_boxes(two, language):
    edited(two[1], ["text", "colour"])
    data, findings = compare(two[1], DiffOrder(str(two[0].root), "mini", format="html", language=language))
    assert not [f for f in findings if f.code.startswith("C")]
    page = data.decode().removeprefix("<!doctype html>\n")
    void = re.sub(r"<(meta[^>]*)>", r"<\1/>", page)
    root = ET.fromstring(void)  # noqa: S314 (our own)
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    links = {v[1:] for e in root.iter() for k, v in e.attrib.items() if k.endswith("href") and v.startswith("#")}
    assert links <= ids
    assert not re.search(r'(src|href)="(?!#)', page)
    svg = "{http://www.w3.org/2000/svg}"
    assert list(root.iter("figure"))
    assert [e for e in root.iter() if e.tag in ("rect", f"{svg}rect") and e.get("class") == "spot"]


@pytest.mark.slow
@given(st.text(max_size=90), st.text(max_size=90))
def test_excerpts_leave_out_only_what_is_alike_at_the_ends(old, new):
    one, other = excerpts(old, new, 40)
    if len(old) <= 40 and len(new) <= 40:
        assert (one, other) == (old, new)
    elif old != new:
        first = next((k for k in range(min(len(old), len(new))) if old[k] != new[k]), min(len(old), len(new)))
        last = next((k for k in range(min(len(old), len(new)) - first) if old[-1 - k] != new[-1 - k]), None)
        for words, told in ((old, one), (new, other)):
            differs = words[first : len(words) - (last or 0)] if last is not None else words[first:]
            assert differs.strip() in told


def test_excerpts_show_where_texts_differ():
    old = "Each player takes four cards from the pile in the middle and passes one to the left."
    one, other = excerpts(old, old.replace("four", "five"), 40)
    assert (one, other) == ("…player takes four cards from…", "…player takes five cards from…")


def test_excerpts_of_japanese_begin_and_end_with_whole_words():
    old = "創世エリアの中で、自分の手番に、アクション1回につき1VPを得て（信仰の数まで）、手札1枚を捨ててよい。"
    one, other = excerpts(old, old.replace("1VPを得て", "2VPを得て"), 20)
    assert (one, other) == (
        "…手番に、アクション1回につき1VPを得て（信仰の数まで…",
        "…手番に、アクション1回につき2VPを得て（信仰の数まで…",
    )


def test_languages_that_only_one_version_speaks_are_no_change_of_each_text():
    game = game_of(Project(MINI), "mini")
    alone = with_(game, languages=("ja",), title=Text({"ja": game.title.words["ja"]}))
    assert isinstance(alone, Game)
    assert [(c.subject, c.aspect) for c in diff(game, alone).changes] == [("game", "languages")]


def test_an_item_without_a_name_is_called_by_the_words_that_its_id_is_made_of(two):
    """A column `Town` names it, not the term of its region."""
    owner = game_of(two[0], "mini").sets["tile"]
    words = {"town": Text(dict.fromkeys(("ja", "en"), "Raven Ford")), "text": Text(dict.fromkeys(("ja", "en"), "Go."))}
    items = [
        with_(item, id=name, values={**words, **item.values})
        for item, name in zip(owner.items, ("raven-ford", "b"), strict=False)
    ]
    called = item_names(game_of(two[0], "mini"), with_(owner, items=tuple(items)))
    assert called["raven-ford"]["en"] == "Raven Ford"
    assert "Raven Ford" not in called["b"]["en"]
