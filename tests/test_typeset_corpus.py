"""Every awkward line, at three widths, in every alignment: no kinsoku fault, nothing overfull, no word lost."""

from __future__ import annotations

import re
import unicodedata

import pytest

from generator.face import face
from generator.face.bounds import no_letters, painted_by
from generator.typeset.typeset import flow, missing_in, set_box
from tests.typeset_kit import book, content, corpus, drawn_words, source_words, style

# The prohibitions of JIS X 4051 and JLREQ, written out once more: the test must not trust the tables it tests.
NEVER_FIRST = set(
    "’”）〕］｝〉》」』】⦆〙〗»)]}"
    "‐–〜～゠"
    "！？‼⁇⁈⁉!?"
    "・：；:;"
    "。．.、，,"
    "ヽヾゝゞ々〻"
    "ーｰ"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    "…‥"
    "%％‰°′″℃¢"
    "｣､｡･ｧｨｩｪｫｬｭｮｯ"
)
NEVER_LAST = set("‘“（〔［｛〈《「『【⦅〘〖«([{｢¥￥$＄£￡€#＃№§")
PAIRS = ("……", "――", "‥‥", "——")
WIDTHS = (30.0, 45.0, 60.0)
LINES = corpus()


def squash(words):
    """Words without spaces, normalised; invisible break marks are no words."""
    return re.sub(r"[\s\u200b\u2060]", "", unicodedata.normalize("NFC", words))


def faults(lines):
    """Lines that begin or end against the rules, and pairs that were parted."""
    found = []
    for number, line in enumerate(lines):
        bare = line.strip()
        if number and bare and bare[0] in NEVER_FIRST and not re.match(r"[-–.][0-9]|\.[A-Z]", bare):
            found.append(("first", line))
        if bare and number < len(lines) - 1 and bare[-1] in NEVER_LAST:
            found.append(("last", line))
        if number and bare and lines[number - 1][-1:] + bare[0] in PAIRS:
            found.append(("pair", line))
    return found


def test_the_corpus_is_large_and_the_check_can_fail():
    assert len(LINES) >= 300
    assert len(set(LINES)) == len(LINES)
    assert faults(["終わ", "っ。"]) == [("first", "っ。")]
    assert faults(["「", "門」"]) == [("last", "「")]
    assert faults(["そう…", "…か"]) == [("first", "…か"), ("pair", "…か")]


@pytest.mark.some(0, 4, 8)
@pytest.mark.parametrize("align", ["start", "middle", "justify"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_kinsoku_fault_nothing_overfull_no_word_lost(width, align):
    wrong = []
    for language, words in LINES:
        inlines, look = content(words, language), style(8, language, align=align)
        lines = flow(inlines, look, book(), width)
        wrong += [(words, *fault) for fault in faults([line.text for line in lines])]
        wrong += [(words, line.text, line.width) for line in lines if line.left + line.width > width + 1e-3]
        drawn = "".join(drawn_words(line, look.size) for line in lines)
        if squash(drawn) != squash(source_words(inlines)):
            wrong.append((words, drawn))
    assert wrong == []


@pytest.mark.parametrize(("language", "words"), LINES[::7])
def test_spaces_inside_a_line_stay_and_those_at_its_ends_go(language, words):
    inlines, look = content(words, language), style(8, language)
    lines = flow(inlines, look, book(), 45)
    for line in lines:
        assert not line.text.endswith(" ")
        assert drawn_words(line, look.size) == line.text
    position, source = 0, re.sub(r"[\u200b\u2060]", "", unicodedata.normalize("NFC", source_words(inlines)))
    source = source.replace("\t", " ")
    for line in lines:
        found = source.find(line.text, position)
        assert found >= 0
        assert source[position:found].strip() == ""
        position = found + len(line.text)


def test_every_character_of_the_corpus_is_drawn_or_missed():
    for language, words in LINES:
        assert missing_in(content(words, language), style(8, language), book()) == (), words
    lacking = corpus(lacking=True)
    assert lacking
    for language, words in lacking:
        assert missing_in(content(words, language), style(8, language), book()) != (), words


def ink(nodes):
    """Left, top, right, bottom of all glyph outlines and icons."""
    xs, ys = [], []
    for node in nodes:
        if isinstance(node, face.Group):
            x1, y1, x2, y2 = painted_by(node, no_letters)
            xs, ys = [*xs, x1, x2], [*ys, y1, y2]
        elif node.fill is not None:
            for glyph in node.glyphs:
                for _, numbers in book().font(node.font).outline(glyph.gid):
                    xs += [node.x + glyph.x + n * node.size for n in numbers[::2]]
                    ys += [node.y + glyph.y + n * node.size for n in numbers[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.some(1)
@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_no_ink_leaves_the_box(valign):
    """A twentieth of an em is allowed: letters such as j and the em dash reach beyond their own advance."""
    for language, words in LINES[::3]:
        inlines, look = content(words, language), style(8, language)
        room = set_box(inlines, look, book(), (10, 20, 45, 60)).height
        setting = set_box(inlines, look, book(), (10, 20, 45, room), valign)
        assert setting.over_height == 0
        left, top, right, bottom = ink(setting.nodes)
        slack = 0.05 * look.size
        assert left >= 10 - slack, words
        assert right <= 55 + slack, words
        assert top >= 20 - slack, words
        assert bottom <= 20 + room + slack, words
