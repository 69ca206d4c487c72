"""Markup + game -> content; settings -> findings in exact words."""

from __future__ import annotations

import pytest

from generator.data.build import read_game
from generator.data.lexicon import number_words
from generator.data.markup import parse_markup
from generator.data.model import Parameter, Text
from generator.data.quoted import numbers_of, parameter_words
from generator.diagnostics.findings import Mark
from generator.face.face import Color
from generator.typeset.inline import Break, Icon, Ruby, Words, clean, inline_of
from generator.typeset.setting import POINT, findings_of, font_with, glyph_finding
from generator.typeset.typeset import WHOLE, set_box, set_line
from tests.typeset_kit import ART, GAME, HERE, TERMS, book, content, source_words, style

PLACE = Mark("layouts/mini/card.svg", 12, 3)


@pytest.mark.parametrize(
    ("source", "language", "words"),
    [
        ("{food}", "ja", "食料"),
        ("{food}", "en", "food"),
        ("{food:both}", "ja", "食料"),
        ("{wrath:word}", "en", "Wrath of God"),
        ("{faith:plural}", "ja", "信仰"),
        ("{faith:plural}", "en", "faiths"),
        ("{faith:plural-both} {faith:plural-word}", "en", "faiths faiths"),
        ("{food:plural}", "en", "food"),
        ("{=rounds}ラウンド", "ja", "10ラウンド"),
        ("{=tiles} tiles", "en", "4/5/6 tiles"),
        ("{@tile} × {#tile}", "en", "Area tile × 15"),
        ("{@tile/tile-a}", "ja", "東の丘"),
        ("{#cube}", "ja", "60"),
        ("[[war.strength]]", "ja", "規則3.2"),
        ("[[war.strength]]", "en", "§3.2"),
        ("[[war.example]]", "ja", "戦争の例"),
        ("{神|かみ}の", "ja", "神の"),
        ("a\nb\n\nc", "en", "a b c"),
        ("\\{food\\}", "en", "{food}"),
        ("{nothing} {=nothing}{@tile/nothing} [[no.rule]]", "en", "{nothing} {=nothing}{@tile/nothing} [[no.rule]]"),
    ],
)
def test_references_become_words(source, language, words):
    assert source_words(content(source, language)) == words


@pytest.mark.parametrize(
    ("source", "language", "words"),
    [
        ('Say "go", then "stop."', "en", "Say “go”, then “stop.”"),
        ('("**Aye!**")', "en", "(“Aye!”)"),
        ('Draw "{food}"-cards', "en", "Draw “food”-cards"),
        ('Sag "los"', "de-AT", "Sag „los“"),
        ("Das 'rote' Feld, 'los!'", "de", "Das ‚rote‘ Feld, ‚los!‘"),
        ("\"Der Ruf 'Halt!'\", das gilt's", "de", "„Der Ruf ‚Halt!‘“, das gilt's"),
        ("'ne Karte von Hans' Stapel", "de", "'ne Karte von Hans' Stapel"),
        ("Hans' 'rote' Karten", "de", "Hans' 'rote' Karten"),
        ("Say 'go'", "en", "Say 'go'"),
        ('Dis "oui" !', "fr", "Dis «\xa0oui\xa0» !"),
        ('Di "ya"', "es", "Di “ya”"),
        ('A 6" hex, "Small"', "en", 'A 6" hex, “Small”'),
        ('Up to 12".', "en", 'Up to 12".'),
        ('The "6" board" of old', "en", 'The "6" board" of old'),
        ('An "open end', "en", 'An "open end'),
        ('One "a\n\nb" two', "en", 'One "ab" two'),
        ('「"A"」', "ja", '「"A"」'),
        ('Mów "tak"', "pl", 'Mów "tak"'),
    ],
)
def test_quotation_marks_of_a_keyboard_are_those_of_the_language_where_they_stand_in_pairs(source, language, words):
    found = inline_of(source, GAME, language, lambda *_: ART)
    assert "".join(piece.text for piece in found if not isinstance(piece, Break)) == words


def test_pieces_are_counted_by_what_a_field_says(mini):
    def said(source, language="en"):
        return "".join(inline.text for inline in inline_of(source, game, language, lambda *_: None))

    game, _ = read_game(mini, "mini")

    assert [said("{#card}"), said("{#card suit=sun}"), said("{#card suit = Moon}")] == ["6", "3", "3"]
    assert [said("{#card name=夜明け}"), said("{#card name=Dawn}", "ja"), said("{#card suit=star}")] == ["2", "2", "0"]
    assert [said("{#card/dawn}"), said("{#card/noon}")] == ["2", "1"]
    sources = ["{#card}", "{#card suit=sun}", "{#card/dawn}", "{#cart}"]
    assert [[*numbers_of(game, parse_markup(s)[0][0], "en")] for s in sources] == [[6], [3], [2], []]


def test_each_kind_of_markup_has_its_value():
    inlines = content("**必ず**{food}と{神|かみ}\n{food:both}\n\n終", "ja")
    assert inlines == (
        Words("必ず", True),
        Icon(ART, "食料"),
        Words("と"),
        Ruby("神", "かみ"),
        Break(),
        Icon(ART, ""),
        Words("食料", False, ((0, 2),)),
        Break(True),
        Words("終"),
    )


def test_the_plural_has_the_three_forms_of_a_term():
    assert content("{faith:plural}", "en") == (Icon(ART, "faiths"),)
    assert content("{faith:plural-word}", "en") == (Words("faiths", False, ((0, 6),)),)
    assert content("{faith:plural-both}", "en") == (Icon(ART, ""), Words("faiths", False, ((0, 6),)))


def test_a_term_without_an_icon_gives_its_word_and_the_colour_is_handed_on():
    asked = []

    def icon_of(term, fill):
        asked.append((term.id, fill))

    inlines = inline_of("{food}", GAME, "en", icon_of, Color("#ffffff"))
    assert inlines == (Words("food", False, ((0, 4),)),)
    assert asked == [("food", Color("#ffffff"))]


def test_names_are_found_in_running_text_longest_first():
    (words,) = content("神の怒りと神", "ja")
    assert words.names == ((0, 4),)
    assert {t.name.in_language("ja") for t in TERMS} >= {"神の怒り"}


@pytest.mark.parametrize(
    ("words", "cleaned"),
    [
        ("か\u3099", "が"),
        ("e\u0301", "é"),
        ("\ufa19\ufa1b", "\ufa19\ufa1b"),
        ("e\u0301\ufa19e\u0301", "é\ufa19é"),
        ("a\tb", "a b"),
        ("ｶﾞ①", "ｶﾞ①"),
    ],
)
def test_words_are_composed_but_compatibility_kanji_stay(words, cleaned):
    assert clean(words) == cleaned


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "3"), (-3, "−3"), (0.5, "0.5"), (2.0, "2"), (1000, "1000"), (12345.67, "12345.67"), (1e-5, "0.00001"),
        (0.1 + 0.2, "0.3"), (-0.0, "0"), (1_234_567.25, "1234567.25"), (1.5e14, "150000000000000"),
    ],
)  # fmt: skip
def test_numbers_are_printed_plainly(value, words):
    assert number_words(value) == words


def told(setting, box, language="ja"):
    found = findings_of(setting, PLACE, "skill/iron-legion", "item.text", box, language)
    return [(f.code, f.mark, f.message, f.hint) for f in found]


def test_a_setting_that_fits_has_no_findings():
    box = (0, 0, 50, 20)
    assert told(set_box("戦意", style(8), book(), box), box) == []


def test_too_wide_is_told_in_mm():
    box = (0, 0, 10, 20)
    setting = set_box("Extraordinary", style(8, "en"), book(), box)
    ((code, mark, message, hint),) = told(setting, box, language="en")
    over = setting.over_width
    assert code == "F010"
    assert mark == PLACE
    assert message == (
        "`skill/iron-legion`, text `item.text` in `en`: `Extraordinary` is "
        f"{-(-over * 10 // 1) / 10:.1f} mm wider than its box of 10 x 20 mm at 8.0 pt"
    )
    assert hint == "shorten the words, widen the box, or write a lower `pnp:floor`"
    setting = set_box("Extraordinary", style(8, "en"), book(), box, "top", POINT)
    assert told(setting, box, language="en")[0][3] == "shorten the words, or widen the box", "no type is smaller"


@pytest.mark.parametrize(
    ("words", "parts", "codes"),
    [
        ("moveTargetCardOfOther", ["moveTarget", "CardOfOther"], ["F015"]),
        ("see !one.angela:!one.dorian", ["see !one.angela:", "!one.dorian"], ["F015"]),
        ("deadbeef0123456789" * 3, ["deadbeef0123", "456789deadbe"], ["F015"]),
        ("Donaudampfschifffahrt", ["Donaudampfschifffahrt"], ["F010"]),
        ("ANTICONSTITUTIONNEL", ["ANTICONSTITUTIONNEL"], ["F010"]),
        ("goldTile", ["goldTile"], []),
    ],
)
def test_only_what_is_no_word_of_a_language_is_broken_within(words, parts, codes):
    box = (0, 0, 20, 40)
    setting = set_box(words, style(8, "en"), book(), box, floor=6 * POINT)
    assert [line.text.strip() for line in setting.lines][: len(parts)] == parts
    assert [code for code, *_ in told(setting, box, "en")] == codes


@pytest.mark.parametrize("align", ["start", "middle"])
def test_words_in_a_box_are_a_little_smaller_rather_than_end_a_line_within_a_phrase(align):
    words = "飛行。攻撃したとき、各プレイヤーはコスト2を支払わないかぎりカードを1枚捨てる。"
    look, box = style(10, align=align), (0, 0, 54, 16)
    torn, whole = (set_box(words, look, book(), box, floor=6.5 * POINT, settled=settled) for settled in (True, False))
    assert torn.lines[1].text.startswith("はコスト")
    assert torn.size == pytest.approx(10 * POINT)
    assert [line.text[-1] for line in whole.lines] == ["は", "り", "。"]
    assert 9 * POINT < whole.size < torn.size
    assert set_box(words, look, book(), box).size == torn.size  # without a floor nothing shrinks


def test_words_in_a_box_are_a_little_smaller_if_that_parts_fewer_phrases():
    words = "チャンピオンシップトーナメントの優勝者は、スポンサーカードを引くことができる。"
    setting = set_box(words, style(9), book(), (0, 0, 25, 40), floor=6 * POINT)
    assert setting.size >= WHOLE * 9 * POINT
    kept = ["チャンピオンシップ", "トーナメントの", "優勝者は、", "スポンサーカードを", "引くことができる。"]
    assert [line.text for line in setting.lines] == kept


def test_too_high_is_told_in_mm_lines_and_characters():
    box = (0, 0, 40, 5)
    setting = set_box("戦争に勝ったとき、食料を2個得る。" * 3, style(8), book(), box)
    ((code, _, message, hint),) = told(setting, box)
    assert code == "F011"
    assert message.startswith(f"`skill/iron-legion`, text `item.text` in `ja`: {len(setting.lines)} lines are ")
    assert message.endswith(" mm higher than the box of 40 x 5 mm at 8.0 pt")
    assert hint.startswith("take out about ")


def test_less_than_a_tenth_is_not_told_as_nothing():
    width = set_line("戦意", style(8), book(), 0, 0).width
    setting = set_line("戦意", style(8), book(), 0, 0, width=width - 0.01)
    assert "is 0.1 mm wider" in told(setting, (width - 0.01,))[0][2]
    assert set_line("戦意", style(8), book(), 0, 0, width=width).over_width == 0


def test_missing_glyphs_are_told_once_for_a_script_and_control_characters_once_each():
    setting = set_box("剣𓀀と竜𓃵と𓀀\u0007とක\u202e", style(8), book(), (0, 0, 50, 20))
    assert [(c, m.split(" holds ")[1]) for c, _, m, _ in told(setting, (0, 0, 50, 20))] == [
        ("F013", "the control character U+0007"),
        ("F013", "the control character U+202E (right-to-left override)"),
        ("F012", "`𓀀` (U+13000, egyptian hieroglyph a001), which no font of its family draws, nor 𓃵"),
        ("F012", "`ක` (U+0D9A, sinhala letter alpapraana kayanna), which no font of its family draws"),
    ]


@pytest.mark.parametrize(
    ("values", "words"), [({}, "7"), ({2: 4, 3: 4}, "7"), ({2: 4, 4: 6}, "4/6"), ({4: 6, 2: 4, 3: 5}, "4/5/6")]
)
def test_a_parameter_is_one_number_or_one_for_each_number_of_players(values, words):
    assert parameter_words(Parameter("tiles", Text({"en": "tiles"}), 7, HERE, values), "en") == words


@pytest.mark.parametrize(
    ("others", "told"), [("abcdefghijkl", "a b c d e f g h i j k l"), ("abcdefghijklmm", "j k l ...")]
)
def test_of_many_signs_without_a_glyph_twelve_are_told(others, told):
    message = glyph_finding("x", PLACE, "it", "nobody", others).message
    assert message.endswith(told)
    assert f"{len(others)} more places" in message


@pytest.mark.parametrize(
    ("chars", "file"),
    [
        ("한", "NotoSansKR-Regular.ttf"),
        ("咭擊罡", "NotoSansTC-Regular.ttf"),
        ("击罡", "NotoSansSC-Regular.ttf"),
        ("…ก", "NotoSansThai-Regular.ttf"),
        ("𓀀", "noto has most"),
        ("☃", "noto has most"),
    ],
)
def test_letters_without_a_font_have_one_to_download(chars, file):
    assert file in font_with(chars)


def test_what_no_font_has_is_a_box_with_its_character():
    (before, box, after) = set_line("a\ue000b", style(8, "en"), book(), 0, 0).nodes
    assert (box.string, box.glyphs.gids) == ("\ue000", (0,))
    assert book().font(box.font).outline(0)
    assert before.x + before.width <= box.x < box.x + box.width <= after.x


def test_floors_are_those_of_the_house():
    for language, points in (("ja", 6.5), ("en", 6.0)):
        setting = set_line("x" * 99, style(12, language), book(), 0, 0, width=10, floor=0.1, shrink=True)
        assert setting.size == pytest.approx(points * POINT)
        assert setting.over_width > 0
