"""`{=set/item.field}`: a text says what an item does, everywhere that texts are printed, compared, kept and checked."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pytest

from generator import cache
from generator.data.markup import parse_markup
from generator.data.quoted import numbers_of
from generator.production import Order, build
from generator.summary.make import summary_of
from generator.typeset.inline import inline_of
from generator.versions import build_changed
from generator.words import read_words
from tests.compare_kit import copy_of, first_page, game_of
from tests.engine_kit import all_of, hold_words, place, spoil
from tests.test_compare_planted import printed, told

HEROES = """id: heroes
name: {ja: 英雄, en: Hero}
kind: card
size: poker-metric
layout: hero
expect: 3
fields:
  name: text
  craft: integer
  hit_points: number
  motto: text
  suit: term suit
  caps: map of integer by term suit
  skills: list of one of [sword, bow]
  friend: item heroes?
  once: flag?
  mark: word?
  seen: rule?
  paint: color?
  coin: item chip?
  note: text?
items:
  - id: ada
    name: {ja: アダ, en: "**Ada**"}
    craft: 5
    hit_points: -1.5
    motto: {ja: "{sun}を{=heroes/2nd-bob.craft}", en: "{sun} over {=heroes/2nd-bob.craft}"}
    suit: sun
    caps: {sun: 3}
    skills: [sword, bow]
    friend: 2nd-bob
    once: true
    mark: A*7
    seen: play.gain
    paint: gold
  - id: 2nd-bob
    name: {ja: ボブ, en: Bob}
    craft: 3
    hit_points: 2
    motto: {ja: "曰く『{=heroes/ada.motto}』", en: "Says *{=heroes/ada.motto}*"}
    suit: moon
    caps: {}
    skills: [bow]
  - id: cy
    name: {ja: サイ, en: Cy}
    craft: 1
    hit_points: 0.25
    motto: {ja: 力, en: Might}
    coin: five
    note: ""
    suit: moon
    caps: {moon: 1}
    skills: [sword]
"""
HERO = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="https://print-and-play.example/pnp" width="63mm"
 height="88mm" viewBox="0 0 63 88"><text x="5" y="12" font-size="5" pnp:text="item.name">Ada</text>
<text x="5" y="30" font-family="body" font-size="4" pnp:text="item.motto">motto</text></svg>"""


def heroes(project, *edits):
    """The mini game with a set of heroes, edited."""
    text = HEROES
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    spoil(project, [("heroes.yaml", None, text), ("hero.svg", None, HERO)])
    return project


def rule(ja, en):
    return (
        "rules.yaml",
        "      - id: play.end\n",
        f'      - {{id: play.new, text: {{ja: "{ja}", en: "{en}"}}}}\n      - id: play.end\n',
    )


PRINTED = [
    ("craft", "5", "5"),
    ("hit_points", "−1.5", "−1.5"),
    ("name", "アダ", "Ada"),
    ("motto", "太陽を3", "sun over 3"),
    ("suit", "太陽", "sun"),
    ("suit.name", "太陽", "sun"),
    ("suit.plural", "太陽", "suns"),
    ("suit.worth", "2", "2"),
    ("caps.sun", "3", "3"),
    ("skills", "sword、bow", "sword, bow"),
    ("friend", "ボブ", "Bob"),
    ("friend.craft", "3", "3"),
    ("friend.motto", "曰く『太陽を3』", "Says sun over 3"),
    ("mark", "A*7", "A*7"),
    ("seen", "規則2.1.1", "§2.1.1"),
]


def said(game, source, language):
    parts = inline_of(source, game, language, lambda *_: None)
    return "".join(one.text for one in parts)


@pytest.mark.parametrize(("path", "ja", "en"), PRINTED, ids=[row[0] for row in PRINTED])
def test_a_value_is_printed_as_what_it_is(mini_copy, path, ja, en):
    game = game_of(heroes(mini_copy), "mini")
    source = f"{{=heroes/ada.{path}}}"
    assert (said(game, source, "ja"), said(game, source, "en")) == (ja, en)


def test_the_rules_say_it_in_every_format(mini_copy):
    words = "{=heroes/ada.friend.craft}, {=heroes/ada.hit_points}: {=heroes/ada.motto}, **{=heroes/ada.skills}**"
    spoil(heroes(mini_copy), [rule(words, words)])
    game = game_of(mini_copy, "mini")
    for language, motto, skills in (("en", "sun over 3", "sword, bow"), ("ja", "太陽を3", "sword、bow")):
        of = summary_of(game, language, read_words(mini_copy, language))
        (new,) = [p for chapter in of.chapters for p in chapter.paragraphs if p.id == "play_new"]
        assert "".join(span.text for span in new.text) == f"3, −1.5: {motto}, {skills}"
        assert [span.text for span in new.text if span.kind == "icon"] == [motto[:3] if language == "en" else "太陽"]
        assert new.text[-1].bold


def test_a_decimal_comes_in_the_signs_of_the_language(mini_copy):
    assert said(game_of(heroes(mini_copy), "mini"), "{=heroes/ada.hit_points}", "de") == "−1,5"


def test_checks_know_its_number(mini_copy):
    game = game_of(heroes(mini_copy), "mini")
    sources = ["craft", "friend.craft", "caps.sun", "suit.worth", "hit_points", "motto", "once", "friend"]
    tokens = [parse_markup(f"{{=heroes/ada.{path}}}")[0][0] for path in sources]
    assert [[*numbers_of(game, token, "en")] for token in tokens] == [[5], [3], [3], [2], [], [], [], []]


def test_a_text_quotes_the_item_that_it_is_of(mini_copy):
    """Also where another quotes that text, in lists and maps, and in items that are made by a formula."""
    motto = "{=item.craft}: {=item.suit}"
    note = 'note: "of {=heroes/cy.motto} {=item.name}"'
    edits = [("motto: {ja: 力, en: Might}", f'motto: "{motto}"'), ('note: ""', note)]
    game = game_of(heroes(mini_copy, *edits, ("note: text?", "note: text?\n  lines: list of text?")), "mini")
    assert said(game, "{=heroes/cy.motto}", "en") == "1: moon"
    assert said(game, "{=heroes/cy.note}", "ja") == "of 1: 月 サイ"
    suits = """id: suits
name: {ja: 札, en: Card}
kind: card
size: poker-metric
printed: false
fields: {suit: term suit, rank: integer, lines: list of text, by: map of text by term suit}
lists: {ranks: 1 to 2}
items:
  - each: suits x ranks
    lines: ["{=item.rank}", "{=rank} {=item.suit}", '\\{=item.rank}', '\\\\{=item.rank}']
    by: {sun: "{=item.rank}"}
"""
    spoil(mini_copy, [("suits.yaml", None, suits)])
    assert said(game_of(mini_copy, "mini"), "{=suits/moon-2.lines}", "en") == "2, 2 moon, {=item.rank}, \\2"
    assert said(game_of(mini_copy, "mini"), "{=suits/moon-2.by.sun}", "en") == "2"


def test_a_field_that_the_item_lacks_is_told_at_its_text(mini_copy):
    heroes(mini_copy, ("en: Might", 'en: "Has {=item.crft}"'), ("ja: 力", "ja: 力{=item.craft}"))
    (finding,) = [f for f in all_of(mini_copy) if f.code == "R015"]
    assert "`heroes/cy` has no `crft`" in finding.message
    assert "`craft`" in finding.hint
    line = 1 + HEROES.partition("Might")[0].count("\n")
    assert place(finding).startswith(f"heroes.yaml:{line}:")


def wrong(path, code, *values):
    return pytest.param(path, code, values, id=path)


WRONG = [
    wrong("heroes/ada.crft", "R015", "`craft`"),
    wrong("heros/ada.craft", "R003", "`heroes`"),
    wrong("heroes/adda.craft", "R004", "`ada`"),
    wrong("heroes/ada.技", "R015", "`craft`"),
    wrong("heroes/アダ.技", "R004", "`ada`"),
    wrong("heroes/ada.id", "R015"),
    wrong("heroes/ada.count", "R015", "`{#heroes/ada}`"),
    wrong("heroes/ada.once", "R015", "flag"),
    wrong("heroes/ada.paint", "R015", "color"),
    wrong("heroes/ada.caps", "R015", "`{=heroes/ada.caps.sun}`"),
    wrong("heroes/ada.caps.moon", "R015", "empty"),
    wrong("heroes/ada.caps.moo", "R015", "`moon`"),
    wrong("heroes/ada.craft.x", "R015", "`{=heroes/ada.craft}`"),
    wrong("heroes/ada.suit.wort", "R015", "`worth`"),
    wrong("heroes/ada.friend.crft", "R015", "`craft`"),
    wrong("heroes/2nd-bob.friend.craft", "R015", "`heroes/2nd-bob.friend` is empty"),
    wrong("heroes/cy.coin", "R015", "the item `five` of the set `chip` has no name"),
    wrong("heroes/cy.note", "R015", "empty"),
    wrong("heroes/2nd-bob.mark", "R015", "empty"),
]


@pytest.mark.some(4, 9, 14, 15, 17, 18)
@pytest.mark.parametrize(("path", "code", "values"), WRONG)
def test_what_cannot_be_printed_is_told_at_its_place(mini_copy, path, code, values):
    spoil(heroes(mini_copy), [rule(f"力{{={path}}}。", f"Power {{={path}}}.")])
    found = [f for f in all_of(mini_copy) if f.mark.file.endswith("rules.yaml")]
    assert [(f.code, f.mark.line, f.mark.length) for f in found] == [(code, 21, len(path) + 3)] * 2
    for finding in found:
        hold_words(finding)
        assert all(value in f"{finding.message} {finding.hint}" for value in values)


def test_what_the_items_lack_is_told_where_they_are(mini_copy):
    """Not again where a text would print it."""
    heroes(mini_copy, ("    craft: 3\n", "    craft: three\n"), ("    hit_points: 2\n", ""))
    words = "{=heroes/2nd-bob.craft} {=heroes/2nd-bob.hit_points}"
    spoil(mini_copy, [rule(words, words)])
    assert [(f.code, f.mark.line) for f in all_of(mini_copy) if f.severity.value == "error"] == [
        ("D002", 36),
        ("D003", 38),
    ]


def test_rows_of_a_table_have_other_ids_than_names(mini_copy):
    """Who names a row or a column as it is called reads how it is written."""
    table = "from: {file: words.csv, columns: {力: power}}\nname: {ja: 語, en: Words}\nid: word\nkind: card\n"
    table += "size: poker-metric\nlayout: hero\n"
    table += "fields: {name: text, power: integer, motto: text}\n"
    heroes(mini_copy)
    rows = "name,力,motto\nアダ,5,{@word/アダ} {=word/ab.Hit Points}\nab,3,{=word/ab.power}{=word/ab.力}\n"
    spoil(mini_copy, [("words.yaml", None, table), ("words.csv", None, rows)])
    told = [
        (f.code, f.mark.cell, f.hint)
        for f in all_of(mini_copy)
        if f.mark.file.endswith("words.csv") and f.code[0] == "R"
    ]
    assert [(code, cell) for code, cell, _ in told] == [("R004", "C2"), ("R020", "C2"), ("R015", "C3")]
    assert told[0][2].startswith("the id of that is `word-")
    assert "`{=word/ab.hit_points}`" in told[1][2]
    assert told[2][2] == "the column `力` is `power`"


CIRCLES = [
    ("its own name", [("en: Cy}", 'en: "Cy {@heroes/cy}"}')], ["heroes.yaml:45 R015"]),
    ("its own text", [("en: Might}", 'en: "Might {=heroes/cy.motto}"}')], ["heroes.yaml:48 R015"]),
    ("one another", [("{=heroes/2nd-bob.craft}", "{=heroes/2nd-bob.motto}")], ["heroes.yaml:27 R015"]),
    (
        "through an item",
        [("en: Might}", 'en: "{=heroes/ada.friend.motto}"}'), ("{=heroes/2nd-bob.craft}", "{=heroes/cy.motto}")],
        ["heroes.yaml:27 R015"],
    ),
]


@pytest.mark.parametrize(("edits", "places"), [row[1:] for row in CIRCLES], ids=[row[0] for row in CIRCLES])
def test_texts_that_print_each_other_are_told_once(mini_copy, edits, places):
    """In the circle, not where it is entered; what prints them comes to an end."""
    heroes(mini_copy, *edits)
    words = "{=heroes/ada.motto}{=heroes/2nd-bob.motto}{=heroes/cy.motto}{@heroes/cy}"
    spoil(mini_copy, [rule(words, words)])
    found = [f for f in all_of(mini_copy) if f.code == "R015"]
    assert [place(f).split(":", 2)[0] + f":{f.mark.line} {f.code}" for f in found] == places
    game = game_of(mini_copy, "mini")
    assert said(game, words, "en")
    assert summary_of(game, "en", read_words(mini_copy, "en"))


def test_a_tower_of_texts_ends(mini_copy):
    rows = [f'  - {{id: t{n}, text: "{f"{{=tower/t{n + 1}.text}}" * 40}"}}\n' for n in range(30)]
    head = (
        "id: tower\nname: {ja: 塔, en: Tower}\nkind: supply\nexpect: 31\nprinted: false\nfields: {text: text}\nitems:\n"
    )
    spoil(mini_copy, [("tower.yaml", None, head + "".join(rows) + "  - {id: t30, text: top}\n")])
    assert [f.code for f in all_of(mini_copy) if f.code == "R015"] == ["R015"]
    assert said(game_of(mini_copy, "mini"), "{=tower/t30.text}", "en") == "top"


def test_languages_name_the_same_values(mini_copy):
    heroes(mini_copy)
    spoil(mini_copy, [rule("技{=heroes/ada.craft}。", "Craft {=heroes/cy.craft}.")])
    assert [place(f) for f in all_of(mini_copy) if f.mark.file.endswith("rules.yaml")] == ["rules.yaml:21:71 L001"]


def test_a_field_that_a_text_prints_is_used(mini_copy):
    def idle():
        return [f.mark.line for f in all_of(mini_copy) if f.code == "R033"]

    before = (heroes(mini_copy), idle())[1]
    words = "{=heroes/ada.friend.mark}{=heroes/ada.caps.sun}"
    spoil(mini_copy, [("heroes.yaml", "skills: [bow]", "skills: [bow]\n    mark: B"), rule(words, words)])
    fields = [HEROES.splitlines()[line - 1].split(":")[0].strip() for line in {*before} - {*idle()}]
    assert sorted(fields) == ["caps", "friend", "mark"]


@pytest.mark.slow
def test_what_says_a_changed_value_is_drawn_anew(mini_copy, tmp_path, monkeypatch):
    """Cards by their texts, chips by their template; from the cache, too, and in what is printed again."""
    monkeypatch.setattr(cache, "TICK", 0)
    sage = "id: sage\nname: {ja: 賢者, en: Sage}\nkind: card\nsize: poker-metric\nlayout: hero\n"
    sage += "fields: {name: text, motto: text}\nitems: [{id: fay, name: F, motto: '{=heroes/2nd-bob.craft}'}]\n"
    spoil(heroes(mini_copy), [("sage.yaml", None, sage)])
    spoil(mini_copy, [("chip.svg", 'pnp:text="item.value"', "pnp:text=\"'{=heroes/2nd' ~ '-bob.craft}'\"")])
    old = copy_of(mini_copy.root, tmp_path / "old")
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    assert build(mini_copy, "mini", Order(("en",)))[0]
    spoil(mini_copy, [("heroes.yaml", "    craft: 3\n", "    craft: 4\n")])
    cache._OPENED.clear()
    kept = build(mini_copy, "mini", Order(("en",)))[0]
    monkeypatch.setenv("PNP_CACHE", "off")
    assert [o.data for o in kept] == [o.data for o in build(mini_copy, "mini", Order(("en",)))[0]]
    cards = {("heroes", "ada"): 1, ("heroes", "2nd-bob"): 1, ("sage", "fay"): 1}
    assert printed(old, mini_copy) == {**cards, ("chip", "one"): 6, ("chip", "five"): 6}  # which look alike
    swapped = build_changed(mini_copy, "mini", Order(("en",), since=str(old.root), only=("heroes",)))[0][0]
    page = first_page(swapped.data)
    assert ("Hero · craft" in page, "Hero · Bob" in page) == (True, True)


def test_renamed_heroes_are_named_as_before(mini_copy, tmp_path):
    spoil(heroes(mini_copy), [rule("{=heroes/ada.craft}", "{=heroes/ada.craft}")])
    two = copy_of(mini_copy.root, tmp_path / "old"), copy_of(mini_copy.root, tmp_path / "new")
    for path in (two[1].components / "mini").glob("*.yaml"):
        words = path.read_text("utf-8").replace("heroes/ada", "heroes/ida").replace("id: ada", "id: ida")
        path.write_text(words, "utf-8")
    assert told(*two) == ["  = Hero “Ada”: id: ada -> ida"]
    spoil(two[1], [("rules.yaml", "{=heroes/ida.craft}", "{=heroes/cy.craft}")])
    assert len(told(*two)) == 2


@pytest.mark.slow
def test_captions_and_cover_say_what_version_and_title_mean(mini_copy):
    """As the rules do; and the PDF says it of itself."""
    version = 'version: {ja: "第{=heroes/ada.craft}版 {sun}", en: "draft {=heroes/ada.craft} {sun}"}'
    spoil(heroes(mini_copy), [("game.yaml", "version: {ja: 第1版, en: draft 1}", version)])
    (sheets,) = [o.data for o in build(mini_copy, "mini", Order(("en",), only=("chip",)))[0]]
    with pikepdf.open(io.BytesIO(sheets)) as document:
        assert document.docinfo["/Title"] == "Day and Night – draft 5 sun"
    with pdfplumber.open(io.BytesIO(sheets)) as pages:
        assert all("draft 5 sun" in page.extract_text() for page in pages.pages)
