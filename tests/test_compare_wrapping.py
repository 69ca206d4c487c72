"""Lines that fit a terminal, and two texts as one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.compare.formats import cells, wrapped
from generator.compare.html import word_diff

WORDS = st.text(alphabet="ab c。砦を、1X-", max_size=80)


@given(WORDS, st.integers(12, 40))
@example("11111111 、", 12)
@example("1111111。。", 12)
def test_nothing_is_lost_and_lines_fit_as_far_as_words_do(words, width):
    lines = wrapped(words, width, "  ~ ", "      ")
    assert "".join("".join(lines).split()) == "~" + "".join(words.split())
    assert lines[0].startswith("  ~")
    assert all(line.startswith("      ") for line in lines[1:])
    for line in lines:
        assert cells(line) <= width or len(wrapped(line.strip("~ "), 1, "", "")) == 1
        assert line.strip("~ ")[:1] not in tuple("。、") or line == lines[0]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("take one of them", ["- take one", "  of them"]),
        ("砦を建設する。次に", ["- 砦を建設", "  する。次", "  に"]),
        ("", ["-"]),
    ],
)
def test_lines_break_at_blanks_and_beside_characters(words, lines):
    assert wrapped(words, 10, "- ", "  ") == lines


@given(WORDS, WORDS)
def test_two_texts_as_one_hold_both(old, new):
    parts = word_diff(old, new)
    if parts is not None:
        assert "".join(words for tag, words in parts if tag != "ins") == old
        assert "".join(words for tag, words in parts if tag != "del") == new


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("each of your towns there", "each of your cities there", ["each of your ", "-towns", "+cities", " there"]),
        ("自分のタウンは受けない", "自分の建造物は受けない", ["自分の", "-タウン", "+建造物", "は受けない"]),
        ("gain 1, then stop here", "gain 1, then stop", ["gain 1, then stop", "- here"]),
        ("a god, make a world and rest", "let your people prosper in it", None),
        ("5", "6", None),
    ],
)
def test_what_went_and_what_came_is_marked(old, new, parts):
    found = word_diff(old, new)
    signs = {"": "", "del": "-", "ins": "+"}
    assert (found and [signs[tag] + words for tag, words in found]) == parts
