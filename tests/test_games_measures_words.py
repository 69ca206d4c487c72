"""The readers of words and lines can fail: each is shown a planted fault and must name it."""

from __future__ import annotations

import re

import pytest

from generator.values import replace
from tests.games_kit import LAYOUTS, PLAIN, built, cells, game_of, owner_of, taken_apart
from tests.measure import MM, read_pages
from tests.measure_seen import Letter
from tests.measure_sizes import safe_of
from tests.measure_words import Said, plain
from tests.test_games_lines import badly_broken, collisions, lines_of, too_wide
from tests.test_games_measures import card_page, cell_of, reworded
from tests.test_games_words import misread, misread_anyhow, outside

ORDER = next(o for o in PLAIN if o[0] != PLAIN[0][0])  # which is read anyway
GAME, LANGUAGE = ORDER[:2]
pytestmark = pytest.mark.slow


def faults_outside(data: bytes):
    page = card_page(ORDER)
    pages = read_pages(data)
    faults = []
    for cell in taken_apart(data, GAME, LANGUAGE, [page]):
        x, y = cell.placed.matrix[4:]
        assert cell.placed.matrix[:4] == pytest.approx((1, 0, 0, 1), abs=1e-6)
        text = [replace(t, box=(t.box[0] - x, t.box[1] - y, t.box[2] - x, t.box[3] - y)) for t in cell.letters]
        faults += outside(text, cell, pages[page.number], GAME)
    return faults


def test_text_that_was_moved_out_of_the_safe_zone_is_found():
    assert faults_outside(built(*ORDER)) == []

    def left(code: bytes) -> bytes:
        return re.sub(
            rb"1 0 0 1 ([\d.]+) (-[\d.]+) Tm", lambda m: b"1 0 0 1 %.3f %s Tm" % (float(m[1]) - 6 / MM, m[2]), code
        )

    assert len(faults_outside(reworded(left, ORDER))) > 3


def test_a_hair_over_the_safe_zone_is_found():
    cell = next(c for c in cells(*ORDER) if c.page == card_page(ORDER).number)
    page = card_page(ORDER)
    margin = safe_of(LAYOUTS, game_of(GAME), *owner_of(GAME, cell.name), cell.name[2])[0]
    for by, faults in ((-0.01, 0), (0.01, 1)):
        text = [Letter("x", (20.0, 20.0, cell.size[0] - margin + by, 22.0), 3.0)]
        assert len(outside(text, cell, page, GAME)) == faults


def test_a_lost_character_is_read():
    """One character of each text taken away, a character put twice, two cards' words exchanged."""
    said = [Said("手札を 2枚"), Said("Gain 1 faith.")]
    assert misread("手札を2枚Gain1faith.a2b3", said, "a2b3") == ""
    for text in (
        "手札を枚Gain1faith.a2b3",
        "手札を22枚Gain1faith.a2b3",
        "Gain1faith.手札を2枚a2b3",
        "手札を2枚Gain1faith.",
        "",
    ):
        assert misread(text, said, "a2b3") != ""
    assert misread_anyhow("Gain1faith.手札を2枚a2b3", said, "a2b3") == ""
    assert misread_anyhow("Gain1fiath.手札を2枚a2b3", said, "a2b3") != ""
    assert misread_anyhow("手札を2枚Gain1faithh.a2b3", said, "a2b3") != ""


def test_a_spoilt_letter_in_the_file_is_read():
    def fewer(code: bytes) -> bytes:
        return re.sub(rb"\[<[0-9A-F]{4}", b"[<", code)

    data = reworded(fewer, ORDER)
    before = [len(c.letters) for c in cell_of(cells(*ORDER), card_page(ORDER))]
    after = [len(c.letters) for c in taken_apart(data, GAME, LANGUAGE, [card_page(ORDER)])]
    assert len(before) == len(after)
    assert 0 < sum(after) < sum(before)


def test_markup_is_read_as_it_is_copied():
    game = game_of(GAME)
    term = next(iter(game.terms.values()))
    parameter = next(p for p in game.parameters.values())
    word = term.name.in_language(LANGUAGE)
    source = rf"**{{{term.id}}}** {{{term.id}:both}} {{={parameter.id}}} {{漢字|かんじ}} \{{x\}}"
    assert plain(source, game, LANGUAGE) == f"{word} {word} {parameter.value} 漢字 {{x}}"


# ---- lines ---------------------------------------------------------------------------------------------------


def typed(*rows: str) -> list[Letter]:
    places = ((sign, 3 * k, 5 * y) for y, row in enumerate(rows) for k, sign in enumerate(row))
    return [Letter(sign, (x, y, x + 2.8, y + 3), 3.0) for sign, x, y in places if not sign.isspace()]


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        (("これは", "よい。"), 0),
        (("これは", "。だめ"), 1),
        (("これ「", "だめ」"), 1),
        (("これは", "ッだめ"), 1),
        (("ラウ", "ーンド"), 1),
        (("two wor", "ds here"), 1),
        (("two", "words"), 0),
        (("手札1", "0枚"), 1),
        (("(a", ") b"), 1),
    ],
)
def test_bad_breaks_are_found(rows, faults):
    text = typed(*rows)
    spaced = {("two", "words"): "two words"}.get(rows, "".join(rows))
    lines = lines_of(text)
    assert len(lines) == len(rows)
    assert len(badly_broken(lines, spaced)) == faults


def test_wide_lines_and_words_on_words_are_found():
    lines = lines_of(typed("あいうえお", "かき"))
    assert too_wide(lines, 14.8) == []
    assert too_wide(lines, 14.7) == ["あいうえお"]
    text = typed("あいう", "かきく")
    assert collisions(text) == []
    assert len(collisions([*text, replace(text[0], box=tuple(v + 0.5 for v in text[0].box)), text[5]])) >= 1
