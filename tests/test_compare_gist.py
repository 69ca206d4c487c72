"""The gist of a comparison: at most a dozen lines, at the level of a designer's own list of what a draft changes."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape

import jsonschema
import pytest

from generator.compare.diff import diff
from generator.compare.gist import MOST, TOPICS, gist_of
from generator.compare.html import html_report
from generator.compare.lines import Phrases
from generator.compare.report import Terminal, json_report, md_report, text_report
from generator.compare.telling import gist_line
from generator.diagnostics.findings import cells
from generator.project import Project
from generator.words import read_words
from tests.compare_kit import MINI, SCHEMA, copy_of, game_of, replace, rewrite
from tests.conftest import ROOT
from tests.export_kit import BOOK

WORDS = {language: read_words(Project(ROOT), language) for language in ("en", "ja", "de", "fr", "es")}


@pytest.fixture(scope="module")
def lineage():
    """Two drafts of one game."""
    return diff(*(game_of(Project(ROOT), name) for name in ("populous", "quo-vadis")))


def gist(comparison, language="en"):
    """The lines of the gist in a language."""
    lines = (gist_line(Phrases(language, WORDS[language]), entry) for entry in gist_of(comparison))
    return [f"{line.name}: {line.words}" for line in lines]


AUTHOR = {
    "fewer rounds": ["rounds 12 -> 10"],
    "dominion": ["Words: 10 new (.*dominion", r"14\.2 Dominion \[VP for each dominion 1\]"],
    "forts and temples": ["Words: 10 new (.*fort, temple", r"10\.7 Forts"],
    "a victory gives morale": [r"10\.8 Victory \[\+ morale for a victory 1"],
    "a destroyed city gives VP": [r"10\.11 Destroyed cities"],
    "no bonus for generations": [r"removed .*13\.4 Generations \[VP for the largest generation 4\]"],
    "none for workers and towns": [r"removed .*13\.2 Workers and towns \[VP for each town 3, VP for each worker 1\]"],
    "VP for ascension": [r"12\.5 Ascension \[VP for each worker"],
}
"""What the author of the later draft lists at its head, and how the gist says it."""


@pytest.mark.some(1, 2, 4, 5, 6, 7)
@pytest.mark.parametrize("item", AUTHOR)
def test_the_gist_tells_what_the_author_lists(lineage, item):
    words = "\n".join(gist(lineage))
    assert all(re.search(pattern.replace("(.", r"\(."), words) for pattern in AUTHOR[item]), words


@pytest.mark.parametrize("language", WORDS)
def test_the_gist_has_a_dozen_lines_in_every_language(lineage, language):
    lines = gist(lineage, language)
    assert len(lines) <= MOST
    assert not [line for line in lines if "diff." in line or "{" in line or "……" in line or ": ;" in line]


def test_every_form_of_the_report_has_the_same_gist(lineage):
    lines = gist(lineage)
    text = text_report(lineage, ("a", "b"), "en", WORDS["en"])
    assert [line[4:] for line in text.split("\n\n")[1].splitlines()[1:]] == lines
    marked = re.sub(r"[\\*]", "", md_report(lineage, ("a", "b"), "en", WORDS["en"]))
    page = html_report(lineage, ("a", "b"), [], (BOOK, BOOK), "en", WORDS["en"]).decode()
    html = unescape(re.sub(r"<[^>]+>", "", page))
    data = json.loads(json_report(lineage, ("a", "b"), WORDS))
    jsonschema.validate(data, SCHEMA)
    assert [f"{entry['title']['en']}: {entry['words']['en']}" for entry in data["gist"]] == lines
    for line in lines:
        assert line.replace("->", "→") in marked
        assert line.replace("->", "→") in html


def test_each_change_is_in_one_entry(lineage):
    told = Counter(k for entry in json.loads(json_report(lineage, ("a", "b"), {}))["gist"] for k in entry["changes"])
    assert set(told.values()) == {1}
    left = [c for k, c in enumerate(lineage.changes) if k not in told and not c.follows]
    heads = {("game", "title"), ("game", "version")}
    assert {(c.subject, c.aspect) for c in left} <= {("item", "count"), *heads}  # the sums of counts are told


def test_topics_stand_in_their_order_and_the_heaviest_first(lineage):
    entries = gist_of(lineage)
    assert [e.topic for e in entries] == sorted((e.topic for e in entries), key=TOPICS.index)
    alone = [e.weight for e in entries if e.topic == "rules" and e.home]
    assert len(alone) > 1
    assert alone == sorted(alone, reverse=True)


@pytest.fixture
def two(tmp_path):
    """The mini game twice; the second may be changed."""
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


def compared(two):
    return diff(*(game_of(p, "mini") for p in two))


def edit(two, file, change):
    rewrite(two[1].components / "mini" / f"{file}.yaml", change)


def test_little_is_told_without_a_gist(two):
    edit(two, "game", lambda d: d["parameters"]["rounds"].update(value=4))
    assert "In short" not in text_report(compared(two), ("a", "b"), "en", WORDS["en"])
    assert gist(compared(two)) == ["Numbers: rounds 3 -> 4"]


def test_a_word_that_came_is_told_with_what_it_means(two):
    about = {"ja": "寒い朝。", "en": "A cold day."}
    frost = {"name": {"ja": "霜", "en": "frost"}, "about": about}
    edit(two, "game", lambda d: d["terms"]["suit"]["members"].update(frost=frost))
    assert gist(compared(two))[0] == "frost: new, A cold day."
    assert gist(compared(two), "ja")[0] == "霜: 追加（寒い朝。）"


def test_a_chapter_that_came_is_told_with_its_numbers_and_paragraphs(two):
    text = {"ja": "雪が降れば{=snow}枚を捨てる。", "en": "When it snows, discard {=snow} cards."}
    rule = {"id": "weather.snow", "title": {"ja": "雪", "en": "Snow"}, "text": text}
    chapter = {"id": "weather", "title": {"ja": "天気", "en": "Weather"}, "rules": [rule]}
    edit(
        two, "game", lambda d: d["parameters"].update(snow={"name": {"ja": "雪の捨て札", "en": "discards"}, "value": 2})
    )
    edit(two, "rules", lambda d: d["sections"].append(chapter))
    assert gist(compared(two)) == ["3 Weather: new (discards 2, 3.1 Snow)"]


def test_a_number_that_went_is_told_at_the_paragraph_that_said_it(two):
    for project in two:
        replace(
            project.components / "mini" / "game.yaml",
            "  hand-size:",
            "  fee: {name: {ja: 料金, en: fee}, value: 2}\n  hand-size:",
        )
        replace(
            project.components / "mini" / "rules.yaml", "Play {=rounds} rounds.", "Play {=rounds} rounds for {=fee}."
        )
    edit(two, "game", lambda d: d["parameters"].pop("fee"))
    replace(two[1].components / "mini" / "rules.yaml", "rounds for {=fee}.", "rounds for free.")
    (line,) = gist(compared(two))
    assert line == "2 Play: 1 changed (2.1 [- fee 2])"


def test_cards_are_told_by_their_set_with_short_values_as_they_were_and_are(two):
    def change(data):
        for item, value in zip(data["items"], (2, 6), strict=True):
            item["value"] = value
        data["items"].append({"id": "ten", "value": 10})

    edit(two, "chips", change)
    line = next(line for line in gist(compared(two)) if line.startswith("Chip"))
    assert line == "Chip: value (Chip 6 5 -> 6, Chip 2 1 -> 2); 1 new (Chip 10 (assumed))"


def test_looks_alone_are_the_last(two):
    edit(two, "game", lambda d: d["parameters"]["rounds"].update(value=4))
    edit(two, "cards", lambda d: d.update(layout="chip"))
    assert gist(compared(two)) == ["Numbers: rounds 3 -> 4", "Components: 1 changed (Card: layout: card -> chip)"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_on_a_terminal_lines_are_broken_below_their_words(lineage, language):
    plain = text_report(lineage, ("a", "b"), language, WORDS[language])
    broken = text_report(lineage, ("a", "b"), language, WORDS[language], Terminal(width=80))
    lines = broken.splitlines()[2:]
    assert max(map(cells, lines)) <= 80 + 8  # what cannot be broken, with the stop after it
    assert sum(cells(line) <= 80 for line in lines) > 0.99 * len(lines)
    assert all(re.match(r"  [-+~=>] |    [^]),.;、。）］；]|\S|$", line) for line in lines)
    assert re.sub(r"\s+", "", broken) == re.sub(r"\s+", "", plain)


def test_a_text_that_changed_a_little_is_told_as_it_was_and_is(two):
    replace(two[1].components / "mini" / "cards.yaml", "Dusk is quiet.", "Dusk is loud.")
    replace(two[1].components / "mini" / "rules.yaml", "count {@chip}.", "sell {@chip}.")
    assert gist(compared(two)) == [
        "2 Play: 1 changed (2.2: After §2.1.1, count Chip. -> After §2.1.1, sell Chip.)",
        "Card: 1 changed: text (Dusk: …moon. Dusk is quiet. -> …moon. Dusk is loud.)",
    ]


def test_the_gist_does_not_depend_on_how_much_of_texts_a_report_shows(two):
    edit(
        two,
        "cards",
        lambda d: d["items"][0]["text"].update(en="Gain {sun}{sun}{sun} at the break of the very next dawn."),
    )
    entries = gist_of(compared(two))
    told = {tuple(gist_line(Phrases("en", WORDS["en"], most=most), e) for e in entries) for most in (60, 160, 240)}
    assert len(told) == 1


@pytest.mark.slow
def test_a_gist_of_very_many_sets_stays_one(two):
    """Each set and each chapter of forty: a line for the heaviest, of the others a few."""
    folder = two[0].components / "mini"
    for project in two:
        for n in range(40):
            path = project.components / "mini" / f"set{n}.yaml"
            path.write_text(
                (folder / "chips.yaml").read_text("utf-8").replace("id: chip\n", f"id: set{n}\n", 1), "utf-8"
            )
            replace(path, "{ja: チップ, en: Chip}", f"{{ja: 品{n}, en: Ware {n}}}")
    for n in range(40):
        edit(two, f"set{n}", lambda d: d["items"].append({"id": "more", "value": 7}))
    lines = gist(compared(two))
    assert len(lines) <= MOST
    assert max(map(len, lines)) < 400
    assert lines[-1].startswith("Other cards and pieces: Ware ")
    assert lines[-1].endswith("; …")
