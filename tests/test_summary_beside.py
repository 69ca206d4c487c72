"""An icon beside its own word is read once; a sentence never loses a word by it."""

from __future__ import annotations

import pytest

from generator.summary.beside import said_once
from generator.summary.summary import Span, plain

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
    assert plain(found).strip() == read
    assert [s.detail for s in found if s.kind == "icon"] == ["term"]


def test_two_icons_are_two_words():
    pair = (Span("icon", "gold", "gold"), Span("icon", "gold", "gold"))
    assert said_once(pair) == pair
