"""Laws of the typesetter over random words: lines keep their rules, words are kept, overflow is honest."""

from __future__ import annotations

import json
import math
from itertools import accumulate, pairwise
from pathlib import Path

import budoux
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from generator.face import face
from generator.typeset.inline import Icon, Ruby, Words
from generator.typeset.kinsoku import CLASSES, class_of, sides
from generator.typeset.kinsoku import NOT_AT_END as CLASSES_NOT_AT_END
from generator.typeset.kinsoku import NOT_AT_START as CLASSES_NOT_AT_START
from generator.typeset.phrases import inner_costs, phrase_ends
from generator.typeset.setting import FLOORS, POINT
from generator.typeset.typeset import WHOLE, flow, measure, set_box, set_line
from tests.test_typeset_corpus import squash
from tests.typeset_kit import ART, book, drawn_words, source_words, style

KANA = "あいうえおかきくけこがぎぐアイウエオカキクケコっゃゅょッャュョー々"
NOT_AT_START = frozenset("".join(CLASSES[name] for name in CLASSES_NOT_AT_START - {"times", "glue", "space"}))
NOT_AT_END = frozenset("".join(CLASSES[name] for name in CLASSES_NOT_AT_END - {"glue"}))
MARKS = "、。，．・：；！？「」『』（）【】〈〉…―〜"
LATIN = "abcdefgAVTWoyz0123456789+-×/.,;:!?()'"
words_of = st.text(alphabet=KANA + "神怒食料戦意信仰都市砦枚個点第" + MARKS + LATIN + "  “”’—", min_size=1, max_size=60)
japanese = st.text(alphabet=KANA + "神怒食料戦意信仰都市砦枚個点第" + MARKS, min_size=1, max_size=60)
pieces = st.one_of(
    st.builds(Words, words_of, st.booleans()),
    st.builds(Icon, st.just(ART), st.sampled_from(["食料", "faith", "神の怒り"])),
    st.builds(Ruby, st.sampled_from(["神", "開闢", "御無心"]), st.sampled_from(["かみ", "かいびゃく", "ご"])),
)
contents = st.lists(pieces, min_size=1, max_size=6).map(tuple)
languages = st.sampled_from(["ja", "en"])
PHRASES = budoux.load_default_japanese_parser()
MODEL = Path(budoux.__file__).with_name("models") / "ja_word.json"
WORDS = budoux.Parser(json.loads(MODEL.read_bytes()))
features = st.sampled_from(sorted({key for table in PHRASES.model.values() for key in table}))
quick = settings(max_examples=120)


def ends(lines):
    """First and last characters of lines that meet at a break."""
    texts = [line.text for line in lines]
    return [t[0] for t in texts[1:] if t], [t[-1] for t in texts[:-1] if t]


@quick
@given(contents, languages, st.floats(8, 80))
def test_no_word_is_lost_or_moved(inlines, language, width):
    look = style(8, language)
    lines = flow(inlines, look, book(), width)
    drawn = "".join(drawn_words(line, look.size) for line in lines)
    assert squash(drawn) == squash(source_words(inlines))


@quick
@given(japanese, st.floats(14, 80))
def test_japanese_lines_begin_and_end_as_they_may_and_fit(words, width):
    runs = max(len(run) for run in "".join(" " if c in NOT_AT_START | NOT_AT_END else c for c in words).split(" "))
    assume(runs > 0)
    lines = flow(words, style(8), book(), width)
    first, last = ends(lines)
    assert not set(first) & NOT_AT_START
    assert not set(last) & NOT_AT_END
    for line in lines:
        if line.width > width + 1e-3:  # only what may be broken nowhere is wider
            assert len(flow(line.text, style(8), book(), 0.01)) == 1


@quick
@given(contents, languages)
@example((Words("「国国」"),), "ja")
@example((Words("11 workers"),), "en")
def test_what_fits_on_one_line_is_set_on_one(inlines, language):
    """Also where it begins with a bracket or a number, whose blank hangs in the margin."""
    look = style(8, language)
    assert len(flow(inlines, look, book(), measure(inlines, look, book()) + 1e-6)) == 1


@quick
@given(contents, languages, st.floats(10, 80), st.sampled_from(["start", "middle", "end", "justify"]))
def test_an_overfull_line_is_one_unbreakable_piece(inlines, language, width, align):
    look = style(8, language, align=align)
    for line in flow(inlines, look, book(), width):
        inside = line.left >= -1e-6 and line.left + line.width <= width + 1e-3
        assert inside or line.left == 0


@quick
@given(contents, languages)
def test_runs_stand_in_reading_order_without_overlap(inlines, language):
    look = style(8, language)
    for line in flow(inlines, look, book(), 40):
        runs = [n for n in line.nodes if isinstance(n, face.GlyphRun) and n.size > 0.7 * look.size]
        for before, after in pairwise(runs):
            assert after.x >= before.x + before.width * before.stretch - 0.62 * look.size
            assert after.x > before.x
        for run in runs:
            offsets = [g.x for g in run.glyphs if g.text]
            assert offsets == sorted(offsets)
            assert run.stretch == 1 or run.fill is None


@quick
@given(contents, languages, st.floats(20, 60), st.floats(4, 30), st.floats(1.0, 1.5))
def test_more_room_never_gives_smaller_type(inlines, language, width, height, more):
    look = style(12, language)
    room, wider = (0, 0, width, height), (0, 0, width * more, height * more)
    small, large = (set_box(inlines, look, book(), box, floor=5 * POINT, settled=True) for box in (room, wider))
    assert large.size >= small.size - 1e-9
    whole = set_box(inlines, look, book(), wider, floor=5 * POINT)
    assert max(WHOLE * large.size, FLOORS[language]) - 1e-9 <= whole.size <= large.size + 1e-9
    assert FLOORS[language] - 1e-9 <= small.size <= look.size


@quick
@given(contents, languages, st.floats(10, 60), st.floats(2, 30), st.sampled_from(["top", "middle", "bottom"]))
def test_overflow_is_exactly_what_sticks_out(inlines, language, width, height, valign):
    setting = set_box(inlines, style(9, language), book(), (3, 4, width, height), valign)
    if not setting.lines:
        assert source_words(inlines).strip() == ""
        return
    assert setting.over_width == pytest.approx(max(0.0, setting.width - width), abs=2e-4)
    assert setting.over_height == pytest.approx(max(0.0, setting.height - height), abs=2e-4)
    assert setting.width == pytest.approx(max(line.width for line in setting.lines))


@quick
@given(contents, languages, st.floats(5, 60))
def test_one_line_shrinks_until_it_fits_or_to_its_floor(inlines, language, width):
    look = style(14, language)
    setting = set_line(inlines, look, book(), 0, 0, width=width, floor=5 * POINT, shrink=True)
    assert (setting.width <= width + 1e-3) or setting.size == pytest.approx(FLOORS[language])
    assert (setting.over_width > 0) == (setting.width > width + 1e-4)
    if setting.size < look.size - 1e-9 and setting.over_width == 0:
        bigger = set_line(inlines, style(setting.size / POINT + 0.1, language), book(), 0, 0, width=width)
        assert bigger.over_width > 0


@quick
@given(contents, st.floats(-50, 50), st.floats(-50, 50))
def test_anchors_place_the_same_line(inlines, x, y):
    look = style(8)
    start, middle, end = (set_line(inlines, look, book(), x, y, anchor) for anchor in ("start", "middle", "end"))
    assert start.lines[0].left == pytest.approx(x)
    assert middle.lines[0].left == pytest.approx(x - start.width / 2)
    assert end.lines[0].left == pytest.approx(x - start.width)
    assert len(start.nodes) == len(middle.nodes) == len(end.nodes)


@quick
@given(words_of)
def test_every_character_gets_a_side(words):
    for language in ("ja", "en"):
        mask = sides(words, language)
        assert len(mask) == len(words)
        assert set(mask) <= set("JLSMZWX")


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        ("hiragana", "あ\u3099ゟ"),
        ("katakana", "アヿｦﾟ"),
        ("kanji", "㐀一鿿豈\ufaff\U00020000\U0003ffff"),
        ("sign", "+−±＝"),
        ("letter", "ꀀ\uab30\uffdcа"),
        ("symbol", "\u3040\u31ef\u33ff"),
    ],
)
def test_a_character_is_of_the_block_that_it_stands_in(kind, ends):
    """The first and the last of each (Unicode, Blocks.txt), and their neighbours."""
    assert {char: class_of(char) for char in ends} == dict.fromkeys(ends, kind)


def test_an_arrow_between_blanks_is_drawn_alike_beside_any_word():
    """The words hidden below icons are now kanji, now Latin: arrows came from two fonts, one thin beside figures."""
    for language in ("ja", "en"):
        assert {sides(f"1 → {word} 4", language)[2] for word in ("金", "VP", "")} == {"L"}
        assert {sides(f"{word} ≠ (≤3)", language).replace("S", "")[-5] for word in ("金", "VP")} == {"L"}
    assert [sides(words, "ja")[2] for words in ("規則→7.1", "金を→木を", "種類≠色")] == ["L", "J", "J"]


@quick
@given(contents, languages)
def test_size_scales_everything(inlines, language):
    assume(source_words(inlines).strip())
    one, two = measure(inlines, style(7, language), book()), measure(inlines, style(14, language), book())
    assert two == pytest.approx(2 * one)
    assert math.isfinite(one)


@quick
@given(st.lists(features | words_of, max_size=20).map("".join))
def test_phrases_end_where_their_own_parser_says(words):
    assert phrase_ends(words) == frozenset(accumulate(map(len, PHRASES.parse(words))))


@quick
@given(st.text(alphabet="あいかがけこさしすせたてでとなにのはばまもられるをん", max_size=30))
def test_words_begin_where_their_own_parser_says(words):
    assert [*inner_costs(words, 0, len(words))] == [*accumulate(map(len, WORDS.parse(words)))][:-1]
