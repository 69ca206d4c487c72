"""What Japanese and Latin typography asks of single lines, one named case each."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.data.markup import ITALIC
from generator.face import face
from generator.typeset.inline import Icon, Ruby, Words
from generator.typeset.phrases import phrase_ends
from generator.typeset.setting import POINT, Style
from generator.typeset.typeset import flow, measure, set_box, set_line
from tests.typeset_kit import ART, INK, book, content, drawn_words, style


def em(words, **more):
    """Natural width of a line in ems."""
    look = style(10, **more)
    return measure(words, look, book()) / look.size


def texts(words, width, language="ja", **more):
    look = style(8, language, **more)
    inlines = content(words, language) if isinstance(words, str) else words
    return [line.text for line in flow(inlines, look, book(), width * look.size)]


def runs(words, language="ja", **more):
    look = style(10, language, **more)
    inlines = content(words, language) if isinstance(words, str) else words
    return [n for n in set_line(inlines, look, book(), 0, 0).nodes if isinstance(n, face.GlyphRun)]


def fonts(words, language="ja"):
    """The characters of a line and the first letter of the font each is set in: A(legreya) or B(IZ)."""
    return "".join(run.font[0] * len(run.string) for run in runs(words, language))


# ---- fonts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "language", "expected"),
    [
        ("VPを3点", "ja", "AABAB"),
        ("「A」、（B）。", "ja", "BABBBABB"),
        ("“戦意”", "ja", "BBBB"),
        ("“Quo”", "ja", "AAAAA"),
        ("“神god”", "ja", "BBAAAB"),
        ("‘don’t神’", "ja", "AAAAAABA"),
        ("戦意…食料", "ja", "BBBBB"),
        ("wait…then", "ja", "AAAAAAAAA"),
        ("待つ―待たぬ", "ja", "BBBBBB"),
        ("待つ―wait", "en", "BBAAAAA"),
        ("待つ―", "en", "BBB"),
        ("a—b", "en", "AAA"),
        ("player’s", "ja", "AAAAAAAA"),
        ("食料×2", "ja", "BBAA"),
        ("2–4人", "ja", "AAAB"),
        ("①→②", "ja", "BBB"),
        ("“神” (god)", "en", "BBBAAAAAA"),
        ("ＡＢ１２", "ja", "BBBB"),
        ("★ A", "en", "BAA"),
        ("€12と5‰", "ja", "AAABAA"),
        ("€12", "en", "AAA"),
    ],
)
def test_each_character_takes_the_font_of_its_surroundings(words, language, expected):
    assert fonts(words, language) == expected


def test_bold_takes_the_bold_files_only_for_its_words():
    assert [run.font for run in runs("**戦意**と**VP**")] == [
        "BIZUDPGothic-Bold",
        "BIZUDPGothic-Regular",
        "AlegreyaSans-Bold",
    ]
    assert {run.font for run in runs("戦意とVP", bold=True)} == {"BIZUDPGothic-Bold", "AlegreyaSans-Bold"}


def test_italics_are_of_letters_that_have_them_and_upright_within_italics():
    """Of kanji and kana there are none."""
    fonts_of = [run.font for run in runs("*Run* to *戦意 now*", "en")]
    assert fonts_of == ["AlegreyaSans-Italic", "AlegreyaSans-Regular", "BIZUDPGothic-Regular", "AlegreyaSans-Italic"]
    assert [run.font for run in runs("***Run***", "en")] == ["AlegreyaSans-BoldItalic"]
    assert {run.font for run in runs("*3枚*", "ja")} == {"AlegreyaSans-Regular", "BIZUDPGothic-Regular"}
    mixed = [(run.string.strip(), run.font) for run in runs("第3章 City 24 A4用紙と City 5点", "ja", italic=True)]
    assert [words for words, font in mixed if font == "AlegreyaSans-Italic"] == ["City 24 A4", "City"]
    assert [words for words, font in mixed if font == "AlegreyaSans-Regular"] == ["3", "5"]
    assert [run.font for run in runs("so *Run*", "en", italic=True)] == ["AlegreyaSans-Italic", "AlegreyaSans-Regular"]
    assert [file.id for file in book().stack("title", ITALIC)] == [file.id for file in book().stack("title", 0)]


@pytest.mark.parametrize(
    ("slanted", "sign", "is_wider"),
    [("elf", ")", True), ("elf", "!", True), ("elf", ",", False), ("elves", ")", False)],
)
def test_slanted_letters_keep_off_what_is_upright_and_high(slanted, sign, is_wider):
    whole, *parts = [
        measure(content(w, "en"), style(10, "en"), book()) for w in (f"*{slanted}*{sign}", f"*{slanted}*", sign)
    ]
    assert whole - sum(parts) > (0.5 if is_wider else -0.1)
    assert is_wider or whole - sum(parts) < 0.1


@pytest.mark.parametrize(("label", "words", "language"), [
    (2, "• Draw two cards and discard one of them", "en"), (4, "10. Then go on with the turn of the next player", "en"),
    (4, "(b) Otherwise the turn of the next player begins", "en"),
    (1, "・勝利点を３点得て、その後カードを１枚引く。", "ja"),
    (2, "※ このカードは、ゲームの終わりまで手元に残す。", "ja"),
])  # fmt: skip
@pytest.mark.parametrize("align", ["start", "justify"])
def test_lines_below_a_bullet_begin_where_its_words_do(label, words, language, align):
    box, look = (0, 0, 32, 60), style(10, language, align=align)
    setting = set_box(content(words, language), look, book(), box)
    first, *others = setting.lines
    begins = [run.x + glyph.x for run in first.nodes for glyph in run.glyphs][label]
    assert others
    assert {round(line.left - begins, 1) for line in others} <= {0.0, -0.1, 0.1}
    assert max(line.left + line.width for line in others) <= 32 + 1e-6


def test_a_name_that_begins_like_a_point_is_centred():
    name = set_box(content("1. Great War of the North", "en"), style(10, "en", align="middle"), book(), (0, 0, 32, 60))
    assert {round(line.left + line.width / 2, 3) for line in name.lines} == {16.0}


@pytest.mark.parametrize("words", ["• Draw", "*• Draw*", "・引く"])
def test_dots_before_points_are_bold_as_those_of_text_faces_are_too_small(words):
    first, *others = runs(words, "ja" if "・" in words else "en")
    assert first.font.endswith("-Bold")
    assert others
    assert not any(run.font.endswith("-Bold") for run in others)


@pytest.mark.parametrize(("words", "language"), [
    ("Choose one:\n• Gain two coins\n• Draw two cards and discard one of them\n• Pass\nThen end your turn", "en"),
    ("１つ選ぶ。\n・勝利点を３点得る。\n・カードを１枚引き、手札から１枚を捨てる。\n・休む。\n続ける。", "ja"),
])  # fmt: skip
def test_a_centred_list_stands_in_the_middle_as_a_whole(words, language):
    setting = set_box(content(words, language), style(10, language, align="middle"), book(), (0, 0, 40, 60))
    before, *points, after = setting.lines
    bullets = [line for line in points if line.text[0] in "•・"]
    assert len(bullets) == 3 < len(points)
    assert len({round(line.left, 3) for line in bullets}) == 1
    assert all(line.left > bullets[0].left for line in points if line not in bullets)
    ends = [line.left + line.width for line in points]
    assert bullets[0].left + max(ends) == pytest.approx(40, abs=0.2)
    assert [line.left + line.width / 2 for line in (before, after)] == pytest.approx([20, 20], abs=0.2)


@pytest.mark.parametrize(("words", "drawn"), [("- Pay 2.", "• Pay 2."), ("* Pay 2.", "• Pay 2."), ("- 2 VP", "- 2 VP")])
def test_what_keyboards_have_for_a_bullet_is_one(words, drawn):
    assert texts(words, 40, "en") == [drawn]


@pytest.mark.parametrize(
    "words", ["-5 points for each of the cards in your hand", "2.5 times what the players have in hand"]
)
def test_numbers_and_minus_signs_are_no_bullets(words):
    setting = set_box(content(words, "en"), style(10, "en"), book(), (0, 0, 32, 60))
    assert {line.left for line in setting.lines} == {0.0}


def test_kerning_is_applied():
    file = book().font("AlegreyaSans-Regular")
    loose = sum(file.advance(c) for c in "AVATAR") * file.scale
    assert em("AVATAR", language="en") < loose - 0.05
    positions = [g.x for g in runs("AVATAR", "en")[0].glyphs]
    assert positions[2] < 10 * POINT * file.scale * (file.advance("A") + file.advance("V")) - 0.01


def test_figures_stand_on_the_line():
    """Alegreya's own figures are old-style: a 1 as low as an x. Beside kanji they must be lining."""
    file = book().font("AlegreyaSans-Regular")
    heights = {}
    for char, glyph in zip("1x", (next(iter(runs(c)[0].glyphs)) for c in "1x"), strict=True):
        heights[char] = -min(n[k] for _, n in file.outline(glyph.gid) for k in range(1, len(n), 2))
    assert heights["1"] > heights["x"] * 1.2


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("that player's", "that player’s"),
        ("players' pieces", "players’ pieces"),
        ("the '90s", "the ’90s"),
        ("'s army, 'd 'em", "’s army, ’d ‘em"),
        ("l'or d'Émile", "l’or d’Émile"),
        ("'Halt' (-2), +2/-2, -1", "‘Halt’ (−2), +2/−2, −1"),
        ("'¡Epa!', 'Go on.' (see p. 5')", "‘¡Epa!’, ‘Go on.’ (see p. 5')"),
        ("2-3, A-2, --3, 5' x 7', - 4", "2-3, A-2, --3, 5' x 7', - 4"),
    ],
)
def test_signs_of_a_keyboard_are_those_of_print_and_copied_as_they_were_typed(typed, printed):
    shown = ([(g.gid, g.x) for run in runs(words, "en") for g in run.glyphs] for words in (typed, printed))
    assert next(shown) == next(shown)
    assert "".join(run.string for run in runs(typed, "en")) == typed


def test_a_sign_that_no_font_has_is_drawn_as_the_one_that_is_like_it():
    shown = ([(g.gid, g.x) for run in runs(words, "en") for g in run.glyphs] for words in ("co‑op ⸻", "co-op —"))
    assert next(shown) == next(shown)


# ---- spaces ------------------------------------------------------------------------------------------------


def test_japanese_and_latin_keep_a_space_that_is_not_a_character():
    assert em("食料A") == pytest.approx(em("食料") + em("A") + 0.22, abs=0.01)
    assert em("食料 A") == pytest.approx(em("食料") + em("A") + 0.22, abs=0.01)
    assert "".join(run.string for run in runs("食料Aと3個")) == "食料Aと3個"


def test_a_blank_is_as_wide_as_the_script_on_both_sides_has_it():
    japanese, latin = (book().font(name) for name in ("BIZUDPGothic-Regular", "AlegreyaSans-Regular"))
    for words in ("国 国", "国国 国国国", "国 国国", "27 · 国", "国 · A4"):
        wide = words.count(" ") * japanese.advance(" ") * japanese.scale
        assert em(words) - sum(map(em, words.split())) == pytest.approx(wide)
    for words in ("ab cd", "国 a", "ab 国国"):
        bare = sum(em(word) for word in words.split())
        assert em(words) - bare == pytest.approx(max(0.22, latin.advance(" ") * latin.scale))


def test_a_number_stands_closer_to_its_counter():
    assert em("3枚") - em("3") - em("枚") == pytest.approx(0.12, abs=0.01)
    assert em("3界") - em("3") - em("界") == pytest.approx(0.22, abs=0.01)


@pytest.mark.parametrize("pair", ["」「", "）（", "、「", "。』", "」。", "））", "（（", "・「"])
def test_punctuation_in_a_row_is_set_closer_in_a_full_width_font(pair):
    """Half an em goes between two signs, or none; never the blank halves of both."""
    look = Style("title", 10.0, INK, "ja")
    alone = measure(f"国{pair[0]}国", look, book()) + measure(f"国{pair[1]}国", look, book()) - 20
    together = measure(f"国{pair}国", look, book())
    assert together < alone - 1.5  # mm, of an em of 10


@pytest.mark.parametrize("mark", "！？")
def test_two_marks_share_what_is_blank_between_them(mark):
    """Half of it goes; all of it goes at the end of a line."""
    look = Style("title", 10.0, INK, "ja")
    one, two, last = (measure(words, look, book()) for words in (f"国{mark}国", f"国{mark * 2}国", f"国{mark}"))
    blank = one - last - 10
    assert blank > 1
    assert 2 * (one - 20) - (two - 20) == pytest.approx(blank / 2)


def test_a_bracket_at_a_line_start_and_a_stop_at_a_line_end_give_up_their_blank():
    look = Style("title", 10.0, INK, "ja")
    assert measure("「国", look, book()) < 10 * (1 + 0.55)
    assert measure("国。", look, book()) < 10 * (1 + 0.55)
    assert measure("国。国", look, book()) == pytest.approx(30, abs=0.1)
    first = set_line("「国", look, book(), 0, 0).nodes[0]
    assert isinstance(first, face.GlyphRun)
    assert first.x < 0  # the glyph starts in the margin, its ink does not
    left, _ = book().font(first.font).bounds(first.glyphs.gids[0])
    assert first.x + left * 10 >= 0


def test_a_full_line_gives_up_some_blank_before_it_breaks():
    words = "国（国）国、国「国」国"
    look = Style("title", 10.0, INK, "ja")
    natural = measure(words, look, book())
    (line,) = flow(words, look, book(), natural - 3)
    assert line.width == pytest.approx(natural - 3)
    assert len(flow(words, look, book(), natural * 0.7)) > 1


@pytest.mark.parametrize("align", ["start", "middle", "end"])
@pytest.mark.parametrize("words", ["国（国）国、国「国」国", "1, 2 and (3) of 4; a b c", "食料2個とVPを3点"])
def test_a_ragged_line_that_is_not_full_is_set_at_its_natural_width(words, align):
    for width in range(6, 40):
        for line in flow(words, Style("title", 3.0, INK, "ja", align=align), book(), width):
            natural = measure(line.text, Style("title", 3.0, INK, "ja"), book())
            assert line.width == pytest.approx(natural) or natural > width


def test_justified_lines_fill_their_measure_but_for_the_last():
    words = "戦争に勝ったとき、2VPを得て、さらに食料を1個と信仰を1個得る。ただし同じエリアに砦が2つ以上あるときに限る。"
    look = style(8, align="justify")
    lines = flow(words, look, book(), 50)
    assert len(lines) > 2
    assert sum(line.width == pytest.approx(50) for line in lines[:-1]) >= len(lines) - 2
    assert lines[-1].width < 50


def test_letters_can_be_spaced():
    assert em("IRON", language="en", spacing=0.1) == pytest.approx(em("IRON", language="en") + 0.3)
    assert em("鉄の軍団", spacing=0.1) == pytest.approx(em("鉄の軍団") + 0.3)
    assert em("AB CD", language="en", spacing=0.1) == pytest.approx(em("AB CD", language="en") + 0.4)


# ---- breaks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "width", "kept"),
    [
        ("砦の数は合わせて12個である", 8, "12個"),
        ("これより第10章の第3節に入る", 6, "第10章"),
        ("人数は最も多くて2〜4人までだ", 7, "2〜4人"),
        ("食料を三つ払い信仰×2を得ること", 7, "×2"),
        ("気温はおよそ−10℃まで下がる", 6, "−10℃"),
        ("値段はだいたい¥1,200である", 8, "¥1,200"),
        ("割合はだいたい50%くらいだ", 8, "50%"),
        ("そして……それから……また", 5, "……"),
        ("彼女は――彼は――立った", 5, "――"),
        ("一の位と３．５倍と１，０００点", 6, "３．５倍"),
        ("神と{御無心|ごむしん}の話をする", 5, "御無心"),
    ],
)
def test_what_belongs_together_is_not_broken(words, width, kept):
    lines = texts(words, width)
    assert len(lines) > 1
    assert sum(kept in line for line in lines) >= 1
    assert "".join(lines).count(kept) == sum(line.count(kept) for line in lines)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("ab\u200bcd", ["ab", "cd"]),
        ("国\u200b。国", ["国", "。", "国"]),
        ("国\u2060国", ["国国"]),
        ("ab\u00a0cd", ["ab\u00a0cd"]),
        ("https://a.org/bc", ["https://", "a.", "org/", "bc"]),
    ],
)
def test_signs_that_say_where_a_line_may_end(words, lines):
    assert [line for line in texts(words, 0.01) if line] == lines


def test_a_line_rather_ends_where_a_sign_says_so():
    for sign, first in (("\u200b", "あああああ"), ("", "ああああああ")):
        assert texts(f"あああああ{sign}あ国国国国国", 6, "en")[0] == first


def test_lines_end_where_phrases_end():
    assert texts("あなたの手札からカードを捨て札にする。", 12)[0] in ("あなたの手札から", "あなたの手札からカードを")


def test_names_of_terms_are_kept_whole_where_it_can_be():
    plain = (Words("巨大な災いをもたらす神の怒りを鎮める"),)
    assert any("神の怒り" in line for line in texts("巨大な災いをもたらす神の怒りを鎮める", 9))
    assert content("神の怒りと食料")[0].names == ((0, 4), (5, 7))
    assert content("wrath of god", "en")[0].names == ()
    assert "".join(texts(plain, 9)) == plain[0].text
    for words, width in (("と{morale:word}{food:word}を捨てる支払い", 5), ("をと{morale:word}{wrath:word}が", 5)):
        whole = sum(name in line for line in texts(words, width) for name in ("戦意", "食料", "神の怒り"))
        assert whole == 2, "also after the first character of a name"


@pytest.mark.parametrize("sign", ["–", "—", "-", "·", "|", "/"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_line_begins_with_a_sign_between_words(sign, language):
    words = f"one {sign} two {sign} three {sign} four {sign} five"
    lines = [line for width in range(3, 16) for line in texts(words, width, language)]
    assert len(lines) > 13
    assert [line for line in lines if line.lstrip()[0] == sign] == []


@pytest.mark.parametrize("sign", ["x", "×"])
def test_what_is_so_many_times_another_is_whole(sign):
    words = f"It has 5 {sign} 5 squares, you gain 4 {sign} 3, and the x marks it"
    lines = [line for width in range(5, 16) for line in texts(words, width, "en")]
    assert {f"5 {sign} 5", f"4 {sign} 3"} <= {
        part for line in lines for part in re.findall(f"[0-9] {sign} [0-9]", line)
    }
    assert [line for line in lines if re.search(f"^{sign} [0-9]|[0-9] {sign}$|[0-9] {sign} *$", line)] == []


def test_no_orphan_ends_a_paragraph():
    lines = texts("このカードを公開している間、あなたの砦は二つ分と数える。", 14)
    assert len(lines[-1]) > 2


NARROW = """
このカードは自分のテントに伏せて置き、雨が降るまで誰にも見せてはならない。
キャラバンが港に着いたプレイヤーは、積み荷を一つ選んで倉庫へ移してもよい。
宝石を三つ集めるごとに、市場の主人から銀貨を受け取ることができる。
この効果は、次の自分の手番の初めにランプを裏返すまで続きます。
隣のプレイヤーと手札を交換したくないときは、橋の通行料を支払ってください。
見つけた遺跡の入り口がふさがれている場合は、探検家を呼び戻さなければなりません。
""".strip().splitlines()


def test_a_name_is_kept_whole_below_a_line_of_one_short_word():
    words = Words("サイコロ、スタートプレイヤーマーカー", names=((0, 4), (5, 18)))
    lines = flow((words,), style(10), book(), 14.4 * 10 * POINT)
    assert [line.text for line in lines] == ["サイコロ、", "スタートプレイヤーマーカー"]


@pytest.mark.parametrize(
    ("words", "ems", "lines"),
    [
        ("支配する区域1つにつき1個を得る（最大12）。", 11, "支配する区域1つにつき/1個を得る（最大12）。"),
        ("1点を得る。5種類そろえば、さらに3点を得る。", 15, "1点を得る。5種類そろえば、/さらに3点を得る。"),
        ("1金を支払い、1点を得てよい（3回まで）。", 16, "1金を支払い、1点を/得てよい（3回まで）。"),
        ("旧世代から継承力が生まれるとき、その値が1増える。", 15, "旧世代から継承力が/生まれるとき、その値が1増える。"),
        ("サイコロを2個振り、高い方を使える。", 12, "サイコロを2個振り、/高い方を使える。"),
        ("先に使う。この戦争で得る。", 8, "先に使う。/この戦争で得る。"),
        ("すぐ下のカードの効果をもう一度適用する。", 14, "すぐ下のカードの効果を/もう一度適用する。"),
        ("毎手番、駒を1つ、適性のない地形にも置いてよい。", 12, "毎手番、駒を1つ、/適性のない地形にも/置いてよい。"),
        ("水晶の守護者", 5.3, "水晶の/守護者"),
        ("雪解けの祭り", 4.6, "雪解けの/祭り"),
        ("全員が1杯ずつ飲む。次の人は札を2枚引く。", 13, "全員が1杯ずつ飲む。/次の人は札を2枚引く。"),
        ("種族ボードに置けるキューブの上限。", 6, "種族ボードに/置ける/キューブの/上限。"),
        ("王が捨て札1枚につき授ける資源", 11, "王が捨て札1枚につき/授ける資源"),
        ("ほかのプレイヤーの手札2枚を見る。", 11, "ほかのプレイヤーの/手札2枚を見る。"),
        (
            "Gain 1 of it. Take 1 from each rival who has fewer armies on the map than you.",
            16,
            "Gain 1 of it. Take 1 from each/rival who has fewer armies on/the map than you.",
        ),
        ("You get 4 of them, not 4 + 2 = 6.", 13, "You get 4 of them,/not 4 + 2 = 6."),
        (
            "A space has room for 1 building. A ruined city is one, too.",
            16,
            "A space has room for 1 building./A ruined city is one, too.",
        ),
        (
            "Gain 7 food for each field in your region. Each may take 7 fields, too.",
            20,
            "Gain 7 food for each field in your region./Each may take 7 fields, too.",
        ),
        (
            "Gain 2 of it for each sea you control (at most 6).",
            18,
            "Gain 2 of it for each sea you control/(at most 6).",
        ),
        (
            "Nothing is built on a barbarian village, even after an attack of all the players.",
            20,
            "Nothing is built on a barbarian village, even/after an attack of all the players.",
        ),
    ],
)
def test_words_that_lean_on_others_begin_no_line(words, ems, lines):
    language = "en" if words.isascii() else "ja"
    assert "/".join(k.text for k in flow(words, style(10, language), book(), ems * 10 * POINT)) == lines


def test_justified_lines_keep_fractions_whole_and_do_not_end_with_one_short_word():
    said = (
        "失われる支配力　破壊された都市の支配力は2分の1（端数切り捨て）に減り、残りはストックへ戻る。誰も得ない。",
        "神の怒りが3個以上あれば、そのすべてを支払い、創世エリアに天変地異を起こしてもよい。起こさなくてもよい。",
        "最後に参戦者全員がサイコロを1個振り、出目を戦力に加える。適性のあるマスがあれば、8面体サイコロを振る。",
    )
    look = style(8, "ja", align="justify")
    lines = [[k.text for k in flow(words, look, book(), ems * 2 * POINT)] for words in said for ems in range(72, 124)]
    assert sum(line.endswith("2分の") for each in lines for line in each) <= 2
    assert not [each for each in lines if len(each[-1]) <= 3]
    assert sum(len(each[-1]) == 4 for each in lines) <= 2


@pytest.mark.parametrize(
    ("words", "ems", "last"),
    [
        ("数え終えたら（誰かが止めないかぎり）、（次の人へ）渡す。", 11.75, "渡す。"),
        ("Aを1、Bを2、Cを3、D(4)を払い、E(5)を得る。", 6.25, "を得る。"),
    ],
)
def test_justified_lines_end_with_a_short_word_rather_than_a_torn_one_or_its_end(words, ems, last):
    assert flow(words, style(8, "ja", align="justify"), book(), ems * 8 * POINT)[-1].text == last


def test_of_justified_lines_that_cannot_be_spread_the_longer_is_taken():
    look = style(8, "ja", align="justify")
    assert flow("".join(FOREIGN[15:18]), look, book(), 10 * 8 * POINT)[0].text == "市場の値段が上がる"


@pytest.mark.parametrize("counted", ["6マスずつとなる", "12区域となり、ほかは使わない", "1ラウンドである"])
def test_justified_lines_keep_a_number_with_what_it_counts(counted):
    words = f"5人で遊ぶときは、合わせるとどの地形もちょうど{counted}。残りは箱へ戻し、使わない。"
    number = counted.rstrip("マスずつとなる区域り、ほかは使わいラウンドであ")
    look = style(8, "ja", align="justify")
    lines = [k.text for ems in range(72, 124) for k in flow(words, look, book(), ems * 2 * POINT)]
    assert not [line for line in lines if line.endswith(number)]


FOREIGN = (
    "手札から赤いカードを1枚選び、表向きにして自分の前に置く。",
    "サイコロを振り、出た目の数だけ駒を時計回りに進める。",
    "隣の庭にいる猫を1匹、好きな場所へ移すことができる。",
    "この船が港に着いたとき、積んでいる荷物をすべて売ってもよい。",
    "山札がなくなったら、捨て札を混ぜて新しい山札にする。",
    "あなたより得点の高いプレイヤーから、宝石を1つ受け取る。",
    "嵐の間は、だれも島と島の間を渡ることができない。",
    "役がそろったら、すぐに手札を公開して点を数える。",
    "夜になるまで、このキャラクターは攻撃されない。",
    "最後に残った旅人だけが、町の門をくぐって先へ進める。",
    "畑に種をまいた順に、収穫できる野菜の数が決まる。",
    "親のプレイヤーは、次のラウンドの天気をこっそり見る。",
    "線路を2本つなぐたびに、運賃として銅貨を3枚もらえる。",
    "同じ絵柄を3つ並べた人は、もう一度だけ選び直せる。",
    "呪われた剣を持っている間は、ほかの武器を使えない。",
    "市場の値段が上がるまで、商人は店を開けずに待ってもよい。",
    "橋が壊れている場合は、遠回りをして森を抜けなければならない。",
    "手番の終わりに、使った道具をすべて袋へ戻してかき混ぜる。",
    "相手の合図に気づかなかったら、そのまま次の人へ回す。",
    "灯台の光が届く範囲では、海賊を動かすことはできない。",
    "料理が完成するごとに、客の好みに合わせて皿を配る。",
    "城壁の高さが5段になったら、旗を立てて終了を告げる。",
)


@pytest.mark.parametrize("points", [7, 8])
def test_nine_of_ten_lines_of_a_card_end_with_a_phrase(points):
    ends: list[bool] = []
    for words in FOREIGN:
        *lines, _ = (line.text for line in flow(content(words), style(points, "ja"), book(), 25))
        ends += [place in phrase_ends(words) for place in accumulate(map(len, lines))]
    assert len(ends) > 50
    assert sum(ends) >= 0.9 * len(ends)


LONG = (
    "読み込み中の|ヘルプ|ページは|削除|できませんでした。",
    "この|装置は|リセット|されて|いない|かも|しれません。",
    "管理者の|アクセス|トークンを|登録|しなければ|なりません。",
    "検索|キーワードが|入力|されて|いないようです。",
    "使用中の|アプリケーション|ウィンドウを|終了|できませんでした。",
    "通信|エラーの|ため|ダウンロード|されて|いませんでした。",
    "メール|アドレスは|まだ|変更|されて|いません。",
    "その|ディレクトリは|インストール|されて|いるはずです。",
    "更新|プログラムを|ダウンロード|できる|ように|しました。",
    "すべての|プレイヤーが|アクション|カードを|公開|しなければ|なりません。",
)
"""Phrases longer than a line of a card, with the places where a word begins in them."""


@pytest.mark.parametrize("points", [7, 7.5, 8])
def test_what_is_longer_than_a_line_is_parted_between_its_words(points):
    for words in LONG:
        *lines, _ = (line.text for line in flow(words.replace("|", ""), style(points, "ja"), book(), 25))
        assert {*accumulate(map(len, lines))} <= {*accumulate(map(len, words.split("|")))}, lines


@pytest.mark.parametrize("ems", [22, 25, 26, 29])
def test_justified_lines_end_with_phrases_and_part_no_word(ems):
    """In the columns of rules, which are that wide."""
    ends: list[bool] = []
    for first in range(len(FOREIGN) - 3):
        words, look = "".join(FOREIGN[first : first + 4]), style(8, "ja", align="justify")
        *lines, _ = flow(content(words), look, book(), ems * look.size)
        assert all(line.width == pytest.approx(ems * look.size) for line in lines)
        ends += [place in phrase_ends(words) for place in accumulate(len(line.text) for line in lines)]
    assert sum(ends) >= 0.85 * len(ends) > 35


def test_narrow_lines_end_with_phrases_and_never_leave_a_character_alone():
    lines = [texts(words, width) for words in NARROW for width in (8, 9, 10, 11, 12)]
    assert all(len(each[-1].rstrip("。")) > 1 for each in lines)
    joints = [(each[k][-1], each[k + 1]) for each in lines for k in range(len(each) - 1)]
    kana = [after for before, after in joints if all("ぁ" <= c <= "ん" for c in (before, after[0]))]
    assert len(joints) > 100
    words = ("こと", "ごと", "とき", "ください", "なけれ", "なりま", "ならない", "いる", "ふさがれ", "できる")
    assert all(after.startswith(words) for after in kana)


@given(st.lists(st.sampled_from(NARROW), min_size=1, max_size=4), st.floats(16, 34))
def test_justified_japanese_is_spread_to_its_measure(sentences, width):
    look = style(9, "ja", align="justify")
    *lines, _ = flow(content("".join(sentences)), look, book(), width * look.size) or [None]
    assert all(line.width == pytest.approx(width * look.size, abs=1e-6) for line in lines)


def test_english_breaks_between_words_and_keeps_short_ones_off_the_last_line():
    lines = texts("Move any number of workers to an adjacent space, but leave one of them.", 16, "en")
    assert all(not line.startswith(" ") and not line.endswith(" ") for line in lines)
    assert " " in lines[-1]
    assert texts("a well-known trade-off", 6.5, "en") == ["a well-known", "trade-off"]


def test_a_number_and_the_icon_it_counts_stay_together():
    for width in (9, 10, 11, 12, 13):
        for line in texts("Then gain 2 {food} and pay 1 {faith} at once", width, "en"):
            assert not line.endswith((" 2", " 1"))


@pytest.mark.parametrize(
    ("words", "language", "kept"),
    [
        ("gain 2 {food} now", "en", "2 food"),
        ("gain 12{food} now", "en", "12food"),
        ("gain 2 {food} now", "en", "2 food"),
        ("roll 2–3 {food} now", "en", "2–3 food"),
        ("up **12** **{food}** now", "en", "12 food"),
        ("pay 2 {food:both} now", "en", "2 food"),
        ("pay {food}2 now", "en", "food2"),
        ("合計2{food}を得る", "ja", "2食料"),
        ("合計1{food}分の代価", "ja", "1食料分"),
        ("合計2 {food}を得る", "ja", "2 食料"),
        ("合計２{food}を得る", "ja", "２食料"),
        ("合計2×{food}を得る", "ja", "2×食料"),
        ("合計+2{food}を得る", "ja", "+2食料"),
        ("合計{food}×2を得る", "ja", "食料×2"),
        ("合計{food}2を得る", "ja", "食料2"),
    ],
)
def test_no_line_is_too_narrow_for_a_number_and_its_icon(words, language, kept):
    """In a line of no width every break is taken that may be taken."""
    lines = texts(words, 0.01, language)
    assert len(lines) > 2
    assert kept in lines


def test_a_number_keeps_to_the_word_it_counts_where_that_is_cheap():
    for width in (12, 13, 14, 15, 16):
        lines = texts("In the final scoring you have 3 VP more than the others", width, "en")
        assert not any(line.endswith(" 3") for line in lines)


@pytest.mark.parametrize("width", [14.5, 14.8, 18.4, 19])
@pytest.mark.parametrize(
    "words",
    [
        "Take a coin for each ship, at most 3. For each ship you may also sell a fish or turn a sail into another.",
        "Sell wool for each sheep you own, at most 3. Then shear the rest of them.",
    ],
)
def test_no_line_begins_as_a_point_of_a_list_where_a_number_ends_a_sentence(words, width):
    assert not any(line.startswith("3.") for line in texts(words, width, "en"))


def test_forced_breaks_and_paragraphs():
    look = style(8)
    lines = flow(content("一行目\n二行目\n\n次の段落"), look, book(), 60)
    assert [line.text for line in lines] == ["一行目", "二行目", "次の段落"]
    assert [round(line.drop / look.size, 3) for line in lines] == [0, 1.5, 2.0]


def test_a_word_wider_than_its_box_is_reported_not_cut():
    setting = set_box("Donaudampfschifffahrtsgesellschaft", style(8, "en"), book(), (0, 0, 20, 20))
    assert setting.over_width == pytest.approx(setting.width - 20)
    assert setting.over_width > 10
    assert drawn_words(setting.lines[0], setting.size) == "Donaudampfschifffahrtsgesellschaft"


# ---- icons and ruby ----------------------------------------------------------------------------------------


def test_an_icon_is_its_art_over_its_hidden_word():
    setting = set_line(content("{food}を得る"), style(10), book(), 5, 50)
    art, hidden, *rest = setting.nodes
    assert isinstance(art, face.Group)
    assert isinstance(hidden, face.GlyphRun)
    side, *_, left, top = art.matrix
    assert (hidden.string, hidden.fill, hidden.y) == ("食料", None, 50)
    assert hidden.x == pytest.approx(left + 0.1 * side)  # the drawing fills 0.1 to 0.9 of the square
    assert hidden.width * hidden.stretch == pytest.approx(0.8 * side)
    assert side == pytest.approx(1.15 * 10 * POINT)
    middle = (50 - (top + side / 2)) / (10 * POINT)
    kanji = [n for _, n in book().font("BIZUDPGothic-Regular").outline(book().font("BIZUDPGothic-Regular").gid("国"))]
    heights = [-n[k] for n in kanji for k in range(1, len(n), 2)]
    assert middle == pytest.approx((max(heights) + min(heights)) / 2, abs=0.02)
    assert art.children == (ART,)
    assert [n.string for n in rest if isinstance(n, face.GlyphRun)] == ["を得る"]


def test_an_icon_beside_its_word_says_it_once():
    assert "".join(run.string for run in runs("{food:both}を得る")) == "食料を得る"
    assert "".join(run.string for run in runs("{food:word}を得る")) == "食料を得る"
    for width in (2, 3, 4, 5):
        look = style(8)
        lines = flow(content("あ{food:both}"), look, book(), width * look.size)
        assert [any(isinstance(n, face.Group) for n in line.nodes) for line in lines if "食" in line.text] == [True]


def test_a_reading_stands_above_the_middle_of_its_base():
    base, reading = runs((Ruby("神", "かみ"),))
    assert (base.string, reading.string) == ("神", "かみ")
    assert reading.size == pytest.approx(base.size / 2)
    assert reading.y < base.y - 0.85 * base.size
    assert reading.x + reading.width / 2 == pytest.approx(base.x + base.width / 2, abs=0.1)


def test_a_long_reading_hangs_over_kana_but_not_over_kanji():
    over_kana, over_kanji = (
        em((Words("の"), Ruby("詔", "みことのり"), Words("の"))),
        em((Words("国"), Ruby("詔", "みことのり"), Words("国"))),
    )
    assert over_kana - 2 * em("の") < over_kanji - 2 * em("国") - 0.2


def test_a_line_with_a_reading_moves_away_from_the_line_above():
    look = style(8, leading=1.1)
    lines = flow(content("一行目\n{神|かみ}"), look, book(), 60)
    assert lines[1].drop > 1.4 * look.size


def test_hidden_word_of_two_fonts_fills_the_icon():
    (art, *words) = set_line((Icon(ART, "Ư札"),), style(10), book(), 0, 0).nodes
    assert isinstance(art, face.Group)
    assert "".join(w.string for w in words if isinstance(w, face.GlyphRun)) == "Ư札"
    first, second = words
    assert (first.width + second.width) * first.stretch == pytest.approx(0.8 * art.matrix[0])
    assert second.x - first.x == pytest.approx(first.width * first.stretch)


# ---- places ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("align", "left"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_alignment_places_lines_across(align, left):
    setting = set_box("国国", style(8, align=align), book(), (10, 10, 40, 10))
    assert setting.lines[0].left == pytest.approx(10 + left * (40 - setting.width))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_first_lines_share_a_baseline_with_and_without_an_icon(language):
    def first(content, height=30):
        setting = set_box(content, style(10, language), book(), (0, 0, 60, height))
        return next(n.y for n in setting.nodes if isinstance(n, face.GlyphRun) and n.fill)

    assert first("H国") == pytest.approx(first((Words("H国"), Icon(ART, "x"))))
    assert first("H", 3.6) < first("H")  # where there is room


def test_vertical_places_are_in_order_and_the_middle_is_optical():
    tops = [
        set_box("国", style(10), book(), (0, 0, 40, 30), valign).nodes[0].y for valign in ("top", "middle", "bottom")
    ]
    assert tops == sorted(tops)
    assert tops[0] == pytest.approx(0.935 * 10 * POINT, abs=0.02)
    assert tops[1] - 0.36 * 10 * POINT == pytest.approx(15, abs=0.15)
    capital = set_box("H", style(10, "en"), book(), (0, 0, 40, 30), "middle").nodes[0].y
    assert capital - 0.36 * 10 * POINT == pytest.approx(15, abs=0.15)


def test_centred_lines_are_of_like_length():
    lines = flow("When you win a war on mountains, gain two.", style(8, "en", align="middle"), book(), 52)
    assert len(lines) == 2
    assert min(line.width for line in lines) > 0.7 * max(line.width for line in lines)


@pytest.mark.parametrize(
    ("words", "lines"),
    [("このターン攻撃できない。", ["このターン", "攻撃できない。"]), ("水晶の守護者たち", ["水晶の", "守護者たち"])],
)
def test_centred_lines_break_no_word_to_be_of_like_length(words, lines):
    assert [k.text for k in flow(words, style(10, align="middle"), book(), 9.3 * 10 * POINT)] in (lines, [words])
    assert [k.text for k in flow(words, style(10, align="middle"), book(), 7.6 * 10 * POINT)] == lines


def test_text_shrinks_in_tenths_of_a_point_and_stops_at_its_floor():
    words = "戦争に勝ったとき、食料を2個得る。" * 4
    free = set_box(words, style(10), book(), (0, 0, 50, 18), floor=5 * POINT)
    assert free.over_height == 0
    assert 6.5 <= free.size / POINT < 10
    assert (10 - free.size / POINT) * 10 == pytest.approx(round((10 - free.size / POINT) * 10))
    fixed = set_box(words, style(10), book(), (0, 0, 50, 18))
    assert fixed.size == pytest.approx(10 * POINT)
    assert fixed.over_height > 0
    held = set_box(words, style(10), book(), (0, 0, 50, 5), floor=1 * POINT)
    assert held.size == pytest.approx(6.5 * POINT)
    assert held.over_height == pytest.approx(held.height - 5)


@pytest.mark.parametrize("words", ["Åg quick", "神の国", "神A"])
def test_one_line_is_as_high_as_a_box_of_it(words):
    one = set_line(content(words), style(9), book(), 5, 7)
    assert one.height == pytest.approx(set_box(content(words), style(9), book(), (5, 7, 90, 90)).height)


def test_nothing_gives_nothing():
    for nothing in ("", "   ", ()):
        assert set_box(nothing, style(8), book(), (0, 0, 10, 10)).nodes == () or nothing == "   "
        assert set_line(nothing, style(8), book(), 0, 0).over_width == 0


EMOJI = [
    "⚔️",
    "🛡️",
    "🔥",
    "❤️",
    "1️⃣",
    "#️⃣",
    "👍🏿",
    "👩🏽\u200d🚀",
    "👨\u200d👩\u200d👧",
    "🇩🇪",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "🏳️\u200d🌈",
    "❤\u200d🔥",
    "⭐",
    "🧙\u200d♂",
]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("emoji", EMOJI)
def test_an_emoji_is_one_sign_and_stands_like_an_icon(emoji, language):
    setting = set_line(f"a{emoji}b 3{emoji}4", style(8, language), book(), 0, 0)
    assert setting.missing == ()
    signs = [n for n in setting.nodes if n.font == "NotoEmoji-Regular"]
    assert [(n.string, len(n.glyphs.gids)) for n in signs] == [(emoji, 1)] * 2
    assert drawn_words(setting.lines[0], setting.size) == f"a{emoji}b 3{emoji}4"
    lines = flow(f"3{emoji}4" * 3, style(8, language), book(), 1)
    assert [line.text for line in lines] in (
        [f"3{emoji}4{emoji}3"],
        [f"3{emoji}4{emoji}3{emoji}4"],
        [f"3{emoji}43{emoji}43{emoji}4"],
    )
    assert len(flow(emoji * 6, style(8, language), book(), 4)) > 1


def test_a_red_heart_is_filled_in_one_colour():
    """The font of emoji has it hatched, as heralds draw red; what it burns in is another emoji."""
    drawn = [set_line(heart, style(8), book(), 0, 0).nodes[0] for heart in ("❤️", "♥️", "❤️\u200d🔥", "🔥")]
    gids = [node.glyphs.gids for node in drawn]
    assert (gids[0] == gids[1], len({*gids})) == (True, 3)
    assert drawn[0].string == "❤️"


@pytest.mark.parametrize(("words", "glyphs"), [("👩‍🎲", 2), ("👩‍𓀀", 2), ("🏿", 1), ("🇩", 1), ("\u200d🔥\ufe0e", 1)])
def test_what_no_font_joins_is_drawn_as_its_parts(words, glyphs):
    setting = set_line(words, style(8), book(), 0, 0)
    assert sum(len(n.glyphs.gids) for n in setting.nodes) == glyphs
    assert setting.missing == (("𓀀",) if "𓀀" in words else ())


@pytest.mark.parametrize(("language", "apart"), [("fr", False), ("de", True)])
def test_french_signs_keep_their_space_and_their_word(language, apart):
    words = "Piochez « deux » cartes ! Puis une ; alors »vite« : fin."
    starts = [line.text for width in range(12, 60) for line in flow(words, style(8, language), book(), width)]
    assert any(line.startswith(("»", "!", ";", ":")) or line.rstrip().endswith("«") for line in starts) is apart


@pytest.mark.parametrize("share", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_a_little_too_long_are_set_smaller(language, share):
    words, look = {"en": "Generals of the north", "ja": "北の将軍の長い名前です"}[language], style(12, language)
    wide = set_line(words, look, book(), 0, 0).width
    line = set_line(words, look, book(), 0, 0, width=share * wide, floor=7 * POINT, shrink=True)
    box = set_box(words, look, book(), (0, 0, share * wide, 1.2 * look.size), floor=7 * POINT)
    for setting in (line, box):
        assert (setting.size < look.size, setting.over_width, setting.over_height) == (True, 0, 0)
        assert setting.width <= share * wide + 1e-4
