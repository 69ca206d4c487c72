"""The rule summary as a value, as Markdown and as HTML: all texts, numbers from the data, whole links."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from generator.data.build import read_game
from generator.data.model import Setup
from generator.face.colors import contrast, rgb_of
from generator.face.face import Color
from generator.project import Project
from generator.summary.art import scale_for, set_pictures, smaller
from generator.summary.make import summary_of
from generator.summary.pages import inline, md_escaped, md_prose, summary_html, summary_md
from generator.summary.prose import icon_color, legible
from generator.summary.summary import Span, anchor_of, paragraphs, plain_text, run_in, sections_of
from generator.values import replace
from generator.words import read_words
from tests.conftest import ROOT
from tests.summary_kit import LANGUAGES, art, box, face, game, parameter, squashed, summary, term, text

both = pytest.mark.parametrize("language", LANGUAGES)
VOID = {"meta", "br", "wbr", "use", "path", "rect"}


def html_of(language, of=None):
    return summary_html(summary(language, of), art()).decode()


@both
def test_an_icon_of_the_html_stays_on_the_line_of_its_word(language):
    html = html_of(language)
    pairs = re.findall(r'<span class="pair"><span class="icon beside"><svg.*?</svg></span>(<b>)?[^\s<]', html)
    assert 0 < html.count('class="icon beside"') == len(pairs)


def shown(html):
    """The words a reader sees, without space."""
    body = re.sub(r"<style.*?</style>|<rp>.*?</rp>|<svg.*?</svg>", "", html, flags=re.DOTALL)
    return squashed(unescape(re.sub(r"<[^>]*>", "", body)))


def bare(markdown):
    """The words of a Markdown text, without marks and space."""
    stripped = re.sub(r"(?<!\\)<[^>]*>|(?<!\\)[*|>#]|\]\(#[^)]*\)|(?<!\\)\[|^-+ ", "", markdown, flags=re.MULTILINE)
    return squashed(re.sub(r"\\(.)", r"\1", stripped))


def texts(made):
    """Every text of a summary that must be read somewhere."""
    yield from (made.title, *made.facts, plain_text(made.about))
    for part in made.parts:
        yield from (plain_text(part.name), plain_text(part.about))
    for step in made.setup:
        yield from (plain_text(step.text), *step.cells)
    for chapter in made.chapters:
        yield from (plain_text(chapter.title), plain_text(chapter.intro))
        for paragraph in chapter.paragraphs:
            yield from (paragraph.number, plain_text(paragraph.title), plain_text(paragraph.text))
    for number in made.numbers:
        yield from (plain_text(number.name), number.value)
    for entry in (e for k in made.glossary for e in k.entries):
        yield from (entry.word, plain_text(entry.about))
    for question in made.questions:
        yield from (
            question.about,
            plain_text(question.question),
            plain_text(question.assumption),
            plain_text(question.reason),
        )
    for line in (k for group in made.aid for k in group.paragraphs):
        yield plain_text(line.text)


def without_ruby(words_):
    """A ruby's reading stands between its words and what follows."""
    return squashed(words_).replace("漁師", "")


@both
def test_markdown_has_every_text(language):
    made = summary(language)
    found = bare(summary_md(made)).replace("漁師りょうし", "")
    assert [t for t in texts(made) if without_ruby(t) not in found] == []


@both
def test_html_has_every_text(language):
    made = summary(language)
    found = shown(html_of(language)).replace("漁師りょうし", "")
    assert [t for t in texts(made) if without_ruby(t) not in found] == []


@both
def test_a_number_that_changes_in_the_data_changes_everywhere(language):
    before, after = summary(language), summary(language, game(rounds=97))
    assert "97" not in "".join(texts(before))
    for text_of in (summary_md, lambda made: shown(summary_html(made, art()).decode())):
        old, new = text_of(before), text_of(after)
        assert old.count("8") - new.count("8") == new.count("97") > len(game().sections)


@both
def test_references_are_numbers_and_lead_to_their_rules(language):
    made = summary(language)
    spans = [s for c in made.chapters for p in c.paragraphs for s in p.text if s.kind == "rule"]
    assert {(s.text, s.detail) for s in spans} == {("→1.2", "s1_two")}


@both
def test_links_of_the_markdown_resolve(language):
    md = summary_md(summary(language))
    anchors, links = re.findall(r'<a id="([^"]+)">', md), re.findall(r"\]\(#([^)]+)\)", md)
    assert len(set(anchors)) == len(anchors)
    assert len(links) > 20
    assert set(links) <= set(anchors)


class Reader(HTMLParser):
    """Collects ids, links and whatever would be fetched; every element must be closed in order."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.fetched, self.open = [], [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [v[1:] for k, v in attributes if k in ("href", "xlink:href") and v.startswith("#")]
        self.fetched += [v for k, v in attributes if k in ("src", "href", "srcset") and not v.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@both
def test_html_is_whole_and_fetches_nothing(language):
    html = html_of(language)
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert reader.fetched == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert set(reader.links) <= set(reader.ids)
    assert re.findall(r"url\((?!#|data:)", html) == []
    assert "@import" not in html
    assert f'<html lang="{language}">' in html


def test_html_reads_icons_as_their_words_and_shows_each_picture():
    html = html_of("en")
    assert html.count('<span class="word">timber</span>') > 5
    assert html.count('aria-label="Voyage cards"') == 1
    assert "<ruby>漁師<rp>(</rp><rt>りょうし</rt>" in html_of("ja")
    assert html.count("<caption>") == html.count("<table>") == 3


def test_words_of_the_data_are_never_markup():
    odd = replace(game(), about=text("<b>&*_|[x](y)", r"<b>&\*_|\[x](y) 3 < 4"))
    made = summary("en", odd)
    assert summary_md(made).split("\n\n")[2] == r"\<b\>\&\*\_\|\[x\](y) 3 \< 4"
    html = html_of("en", odd)
    assert "&lt;b&gt;&amp;*_|[x](y) 3 &lt; 4" in html


@pytest.mark.parametrize(
    ("spans", "markdown"),
    [
        ([Span("text", "pay "), Span("icon", "food", "food"), Span("text", " now")], "pay **food** now"),
        ([Span("icon", "食料", "food"), Span("icon", "信仰", "faith"), Span("text", "を")], "**食料 信仰**を"),
        ([Span("text", "（任意）", "", True), Span("text", "の")], "<strong>（任意）</strong>の"),
        ([Span("icon", "", "food"), Span("text", "food")], "food"),
        ([Span("text", "a"), Span("break"), Span("text", "b")], "a  \nb"),
        ([Span("ruby", "漁師", "りょうし")], "<ruby>漁師<rt>りょうし</rt></ruby>"),
        ([Span("rule", "→3.2", "war_strength")], "[→3.2](#war_strength)"),
    ],
)
def test_markdown_of_a_text(spans, markdown):
    assert md_prose(tuple(spans)) == markdown


def test_words_are_safe():
    assert md_escaped("a|b *c* <d>") == r"a\|b \*c\* \<d\>"


@pytest.mark.parametrize(
    ("title", "language", "words_"),
    [("War", "en", "War. Go."), ("Why?", "en", "Why? Go."), ("戦争", "ja", "戦争　Go."), ("", "en", "Go.")],
)
def test_run_in_headings_are_punctuated_as_the_language_does(title, language, words_):
    spans = run_in((Span("text", title),) if title else (), (Span("text", "Go."),), language)
    assert plain_text(spans) == words_
    assert all(s.bold for s in spans if s.text == title)


def test_paragraphs_are_split_and_anchors_are_words():
    spans = (Span("text", "a"), Span("paragraph"), Span("text", "b"))
    assert list(paragraphs(spans)) == [(spans[0],), (spans[2],)]
    assert anchor_of("war.strength") == "war_strength"


def test_the_set_up_has_a_column_for_each_number_of_players():
    made = summary("en")
    assert made.players == (2, 3, 4)
    assert [s.cells for s in made.setup] == [("6", "8", "10"), ("5 each",) * 3, ("all",) * 3]


@pytest.mark.parametrize(("language", "one", "two"), [
    ("en", "1 player", "2 players"), ("ja", "1人", "2人"),
    ("de", "1 Spieler", "2 Spieler"), ("fr", "1 joueur", "2 joueurs"),
])  # fmt: skip
def test_one_player_is_no_players(language, one, two):
    """In the heads of the set-up, in numbers that differ, under the title of a game for one."""
    hand = parameter("hand", ("手札", "hand limit"), 5, {1: 7, 2: 5})
    made = summary(language, replace(game(), players=(1, 2), parameters={"hand": hand}, setup=Setup({}, (), ())))
    assert [made.say("players", n=n) for n in made.players] == [one, two]
    (number,) = made.numbers
    assert number.value.startswith(one + made.say("colon"))
    alone = summary(language, replace(game(), players=(1, 1), setup=Setup({}, (), ()))).facts[0]
    assert alone == {"ja": "1人用"}.get(language, one)


def test_a_step_may_say_what_its_table_prints():
    shown = replace(game().setup.steps[1], shown=text("{=rounds}個ずつ", "{=rounds} for each"))
    made = summary("en", replace(game(), setup=replace(game().setup, steps=(shown,))))
    assert made.setup[0].cells == ("8 for each",) * 3


def test_only_designers_read_what_is_assumed():
    light, heavy = (replace(game().questions[0], id=f"q{n}", kind="slip", weight=n) for n in (1, 3))
    of = replace(game(), questions=(light, heavy))
    made = summary("ja", of)
    assert [(q.id, q.about) for q in made.questions] == [("q3", "キューブ（誤記）"), ("q1", "キューブ（誤記）")]
    told = summary_of(of, "ja", read_words(Project(ROOT), "ja"), designers=False)
    assert (told.questions, told.numbers, told.parts[1].assumed) == ((), (), False)
    assert [a for a, _, _ in sections_of(made) if a not in {b for b, _, _ in sections_of(told)}] == [
        "_numbers",
        "_questions",
    ]


def test_counts_come_from_the_items_and_assumed_ones_say_so():
    voyage, cube = summary("en").parts
    assert (voyage.pieces, voyage.designs, voyage.assumed) == (36, 12, False)
    assert (cube.pieces, cube.assumed, cube.printed) == (60, True, False)
    assert "60\\*" in summary_md(summary("en"))


def test_empty_blocks_are_left_out():
    empty = replace(
        game(), sets={}, parameters={}, kinds={}, sections=(), questions=(), setup=replace(game().setup, steps=())
    )
    made = summary("en", empty)
    assert sections_of(made) == []
    assert "##" not in summary_md(made).replace("## Contents", "")
    assert "<table" not in html_of("en", empty)


@pytest.mark.parametrize("color", ["#f0e442", "#ffffff", "#7aa37a", "#000000"])
def test_an_accent_can_be_read_on_white(color):
    assert contrast(rgb_of(legible(color).hex), rgb_of("#ffffff")) >= 4.5
    assert contrast(rgb_of(icon_color(color, Color("#000000")).hex), rgb_of("#ffffff")) >= 3
    assert icon_color("", Color("#123456")) == Color("#123456")


def test_pictures_share_the_largest_scale_that_has_room():
    assert scale_for({"a": [face("a", 63, 88)]}, 85) == 4
    assert scale_for({"a": [face("a", 396, 92)], "b": [face("b", 8, 8)]}, 85) == 5
    assert box(1, 2)[2] == ("L", (1, 2))


@pytest.mark.parametrize(("side", "drawn", "larger"), [(8, 3, True), (2, 2, True), (30, 5, False), (18, 3, False)])
def test_no_picture_is_too_small_to_be_recognised(side, drawn, larger):
    shown = set_pictures({"a": [face("a", side, side)]}, 6)
    assert shown["a"].height == pytest.approx(drawn)
    kept = replace(art(), pictures=shown, scale=6)
    assert [one.pictures["a"].height >= min(side, 3) - 1e-9 for one in smaller(kept)] == [True] * 3
    assert kept.larger == larger
    said = summary("en").component_notes(6, kept.larger)[0]
    assert said.startswith("The pictures" if larger else "All pictures")


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", Project(ROOT).games())
def test_bundled_games_have_every_text_in_markdown(name, language):
    of, _ = read_game(Project(ROOT), name)
    made = summary_of(of, language, read_words(Project(ROOT), language))
    md = summary_md(made)
    plain = bare(md)
    assert [t for t in texts(made) if squashed(t) not in plain] == []
    anchors = re.findall(r'<a id="([^"]+)">', md)
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", md)) <= set(re.findall(r'<a id="([^"]+)">', md))


def test_html_lines_end_where_japanese_phrases_do():
    prose = (Span("text", "市場の主人から"), Span("icon", "銀貨", "coin"), Span("text", "を受け取る。"))
    assert inline(prose).startswith("市場の<wbr>主人から<wbr>")
    assert "につき<wbr>1個を<wbr>" in inline((Span("text", "村1つにつき1個を受け取る。"),))
    assert inline((Span("text", "Take a coin."),)) == "Take a coin."


@pytest.mark.parametrize(
    ("words", "whole"),
    [
        ("神の怒りを受ける前に、標準の建物を1つ選ぶ。", ["神の怒り", "標準の建物", "1つ"]),
        ("得点の2分の1と、金貨を15枚得る。", ["2分の1", "15枚"]),
    ],
)
def test_html_lines_end_in_no_name_and_no_number_with_its_counter(words, whole):
    printed = inline((Span("text", words),), names=re.compile("神の怒り|標準の建物"))
    assert "<wbr>" in printed
    assert [each for each in whole if each not in printed] == []


def test_the_points_of_a_list_hang_on_the_page():
    lines = [
        Span("text", "One of:"),
        Span("text", "• draw", italic=True),
        Span("text", "2. pass"),
        Span("text", "So it is."),
    ]
    prose = [span for line in lines for span in (line, Span("break"))][:-1]
    html = inline(tuple(prose))
    point = '<span class="point"><span>{}</span><span>{}</span></span>'
    assert html == f"One of:<br><i>• draw</i><br>{point.format('2. ', 'pass')}So it is."
    assert inline((Span("text", "2. pass"),)) == "2. pass"


@both
def test_the_steps_of_a_turn_stand_first_in_the_aid_and_nowhere_else(language):
    sections = tuple(replace(s, turn=s.id in ("s2", "s4")) for s in game().sections)
    made = summary(language, replace(game(), sections=sections))
    turn, rest = made.say("turn"), made.say("rest")
    numbers = {heading: [chapter.number for chapter in chapters] for heading, chapters in made.aids}
    plain = summary(language)
    assert numbers == {turn: ["2", "4"], rest: [c.number for c in plain.aid if c.number not in ("2", "4")]}
    assert plain.aids == [("", plain.aid)]
    for whole in (summary_md(made), summary_html(made, art()).decode()):
        aid = re.split('id="_aid"', whole)[-1]
        assert aid.index(turn) < aid.index(rest)
        assert whole.count(turn) == 1
    assert turn not in summary_md(plain)


@both
def test_many_words_of_a_kind_stand_in_alphabetical_order(language):
    words_ = ("Tide", "ébb", "keel", "oar", "anchor", "sail", "net", "harbour", "yard", "flag", "quay", "dune", "moor")
    members = tuple(term(f"t{k}", "land", f"国{k}", word, "") for k, word in enumerate(words_))
    order = {}
    for many in (12, 13):
        kinds = {"land": replace(game().kinds["land"], members=members[:many])}
        order[many] = [e.word for e in summary(language, replace(game(), kinds=kinds)).glossary[0].entries]
    assert order[12] == [m.name.in_language(language) for m in members[:12]]
    assert (order[13][:4] == ["anchor", "dune", "ébb", "flag"]) is (language == "en")


def test_a_kind_of_bare_names_is_not_in_the_glossary():
    members = tuple(replace(m, icon="", about=None) for m in game().kinds["land"].members)
    kinds = {**game().kinds, "land": replace(game().kinds["land"], members=members)}
    made = summary("en", replace(game(), kinds=kinds)).glossary
    assert [kind.id for kind in made] == [k for k in (g.id for g in summary("en", game()).glossary) if k != "land"]
