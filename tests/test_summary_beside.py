"""How an icon is read in a sentence: once beside its own word, in the plural, with a capital at the head."""

from __future__ import annotations

import re

import pytest

from generator.data.build import read_game
from generator.summary.make import said_once, summary_of
from generator.summary.summary import Span, plain_text
from generator.words import read_words
from tests.engine_kit import all_of, spoil

ICON = "\N{BLACK STAR}"
"""Stands in a row of the table for the icon that reads as the word."""


@pytest.mark.parametrize(
    ("title", "source", "word", "read"),
    [
        ("ネプチューン", "★捨て札1枚につき2金。", "ネプチューン", "捨て札1枚につき2金。"),
        ("ジュピター", "★ほかの5神から選ぶ。", "ジュピター", "ほかの5神から選ぶ。"),
        ("蛮族の村", "★には建てられない。", "蛮族の村", "蛮族の村には建てられない。"),
        ("Neptune", "★ 2 gold for each card.", "Neptune", "2 gold for each card."),
        ("Gold", "★ may be spent.", "gold", "gold may be spent."),
        ("", "建設か★捧げもののどちらか", "捧げもの", "建設か捧げもののどちらか"),
        ("", "make an ★ offering.", "offering", "make an offering."),
        ("", "An ★ Offering", "offering", "An Offering"),
        ("", "the offering ★, then", "offering", "the offering, then"),
        ("", "an ★ armyless realm", "army", "an army armyless realm"),
        ("", "gold. ★ is not one", "gold", "gold. gold is not one"),
        ("", "pay ★", "gold", "pay gold"),
    ],
)
def test_a_word_is_read_once(title, source, word, read):
    before, _, after = source.partition(ICON)
    prose = (
        (Span("text", before),) * bool(before) + (Span("icon", word, "term"),) + (Span("text", after),) * bool(after)
    )
    found = said_once(prose, title)
    assert plain_text(found).strip() == read
    assert [s.detail for s in found if s.kind == "icon"] == ["term"]


def test_two_icons_are_two_words():
    pair = (Span("icon", "gold", "gold"), Span("icon", "gold", "gold"))
    assert said_once(pair) == pair


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("Take 2 {sun:plural}, no {moon}.", "Take 2 suns, no moon."),
        ("Take 2 {sun:plural-both} and a {moon:plural}.", "Take 2 suns and a moon."),
        ("Both are {sun:plural} suns; {moon}.", "Both are suns; moon."),
        ("{sun:plural} rise; {moon} too.", "Suns rise; moon too."),
        ("{sun:both} is one. {moon:word} is another, and {sun:plural}!", "Sun is one. Moon is another, and suns!"),
        ("Is it day? {sun}.\\n{moon} if not.", "Is it day? Sun. Moon if not."),
        ("Day:\\n{sun}, not {moon}, e.g. {sun}.", "Day: sun, not moon, e.g. sun."),
        ("{sun} / {moon} / {sun:plural}", "sun / moon / suns"),
    ],
)
def test_an_icons_word_fits_its_sentence(mini_copy, source, read):
    """Other languages need not say the plural, or begin with the same word."""
    signs = re.findall(r"\{(\w+)", source)
    ja = "".join(f"{{{sign}}}" for sign in signs)
    old = '{ja: "カードの{sun}か{moon}を得る。", en: "Gain the {sun} or {moon} of the card."}'
    spoil(mini_copy, [("rules.yaml", old, f'{{ja: "{ja}を使う。", en: "{source}"}}')])
    assert [f for f in all_of(mini_copy) if f.code == "L001"] == []
    made = summary_of(read_game(mini_copy, "mini")[0], "en", read_words(mini_copy, "en"))
    assert plain_text(next(p.text for c in made.chapters for p in c.paragraphs if p.id == "play_gain")) == read


@pytest.mark.parametrize(
    ("name", "source", "read"),
    [
        ("Pile card", "Take a {@card}. {@card}s are few!", "Take a pile card. Pile cards are few!"),
        ("Pile Card", "Take the {@card}.", "Take the Pile Card."),
        ("Night card", "Take the {@card}.", "Take the Night card."),
        ("VP card", "Take the {@card}.", "Take the VP card."),
        ("Hero}\nplural: {en: Heroes", "Pay 2 {@card:plural} or a {@card}.", "Pay 2 Heroes or a Hero."),
        ("Pile card", "{@card} of the {moon}", "Pile card of the moon"),
    ],
)  # fmt: skip
def test_the_name_of_a_set_has_a_capital_where_a_sentence_begins(mini_copy, name, source, read):
    old = '{ja: "カードの{sun}か{moon}を得る。", en: "Gain the {sun} or {moon} of the card."}'
    edits = [("rules.yaml", old, f'{{ja: "カード。", en: "{source}"}}')]
    spoil(mini_copy, [*edits, ("cards.yaml", "name: {ja: カード, en: Card}", f"name: {{ja: カード, en: {name}}}")])
    made = summary_of(read_game(mini_copy, "mini")[0], "en", read_words(mini_copy, "en"))
    assert plain_text(next(p.text for c in made.chapters for p in c.paragraphs if p.id == "play_gain")) == read
