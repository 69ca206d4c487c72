"""writing-mode: vertical-rl: columns from right to left, what stands upright in them and what lies on its side."""

from __future__ import annotations

import itertools

import pytest

from generator.face.bounds import outline_of, placed_nodes, runs
from generator.face.face import Path
from generator.face.geometry import bounds, transformed
from generator.layout.assets import Studio
from tests.layout_kit import drawn

BOX = (
    '<text writing-mode="vertical-rl" font-family="body" font-size="4" pnp:text="item" pnp:box="5 6 40 60" {}>x</text>'
)


def letters(project, inner, item="", language="ja"):
    """Each letter with the box of its ink, whether it lies on its side, and its glyph; and what was found."""
    nodes, findings = drawn(project, inner, {"item": item}, language=language)
    book, found = Studio(project).book, []
    for run, place in runs(nodes):
        outline = book.font(run.font).outline
        for k, text in enumerate(run.glyphs.texts):
            one = run.glyphs.part(k, k + 1)
            shape = transformed(
                outline_of(run.__class__(run.font, run.size, run.x, run.y, one, 0.0, run.fill), outline), place
            )
            if shape:
                found.append((text, bounds(shape), place[1] != 0, one.gids[0]))
    return found, [f.code for f in findings]


def test_letters_stand_one_below_the_other_in_columns_from_right_to_left(mini):
    found, codes = letters(mini, BOX.format(""), "山札から一枚を引く。それを捨てる。" * 3)
    assert not codes
    assert "".join(text for text, *_ in found) == "山札から一枚を引く。それを捨てる。" * 3
    assert not any(lies for _, _, lies, _ in found)
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for text, (x1, y1, x2, y2), *_ in found if text != "。"]
    columns = sorted({round((45 - x) // 6) for x, _ in middles})
    assert columns == [*range(len(columns))]
    for (x, y), (nx, ny) in itertools.pairwise(middles):
        assert (abs(nx - x) < 0.6 and 2 < ny - y < 7) or (nx < x - 5 and ny < y)
    boxes = [box for _, box, *_ in found]
    assert min(b[0] for b in boxes) >= 5
    assert max(b[2] for b in boxes) <= 45.01
    assert min(b[1] for b in boxes) >= 5.99
    assert max(b[3] for b in boxes) <= 66.01


@pytest.mark.parametrize(("words", "upright"), [
    ("「嵐」ー（あ）〜い、う。", "「嵐」ー（あ）〜い、う。"),
    ("海ABC山", "海山"),
    ("海A山", "海A山"),
    ("第3章", "第3章"),
    ("第12章", "第12章"),
    ("第123章", "第章"),
    ("二〇二六年…2026年", "二〇二六年年"),
    ("行け!!", "行け!!"),
    ("①★→※", "①★→※"),
    ("海Привет山éé", "海山"),
    ("É山α山и", "É山α山и"),
    ("山👨\u200d👩\u200d👧", "山👨\u200d👩\u200d👧"),
    ("札×3を+1に", "札×3を+1に"),
    ("海1,200山A/B川3.5倍", "海山川倍"),
    ("海 Draw 2 cards. 山", "海山"),
])  # fmt: skip
def test_what_stands_upright(mini, words, upright):
    found, codes = letters(mini, BOX.format(""), words)
    assert not codes
    assert "".join(text for text, _, lies, _ in found if not lies) == upright
    assert "".join(text for text, *_ in found) == words.replace(" ", "")


@pytest.mark.parametrize("family", ["body", "title"])
def test_signs_are_those_of_columns(mini, family):
    words = "「あー。"
    level, _ = letters(mini, f'<text x="9" y="9" font-family="{family}" font-size="4">{words}</text>')
    stood, _ = letters(mini, f'<text x="9" y="9" writing-mode="tb" font-family="{family}" font-size="4">{words}</text>')
    other = {text for (text, *_, a), (_, *_, b) in zip(level, stood, strict=True) if a != b}
    assert other >= {*"「ー。"}
    (_, dot, *_) = stood[-1]
    assert dot[0] > 9, "the full stop stands at the upper right of its place"


def test_no_letters_touch(mini):
    found, _ = letters(mini, BOX.format(""), "行け！！（あ）1枚、「い」12個を３つ。ロード・王!?を")
    lines = [box for text, box, *_ in found if text not in "12!?"]
    for (x1, _, x2, low), (nx1, top, nx2, _) in itertools.pairwise(lines):
        assert nx2 < x1 or nx1 > x2 or top >= low - 0.12


def test_words_of_the_file_stand_where_it_says(mini):
    inner = '<text writing-mode="tb-rl" font-family="body" font-size="4" {}>{}</text>'
    found, codes = letters(mini, inner.format("", '<tspan x="30" y="9">山札</tspan><tspan x="20" y="12">海</tspan>'))
    assert not codes
    middles = {text: ((b[0] + b[2]) / 2, b[1]) for text, b, *_ in found}
    assert middles["山"][0] == pytest.approx(30, abs=0.3)
    assert middles["札"][0] == pytest.approx(30, abs=0.3)
    assert middles["海"][0] == pytest.approx(20, abs=0.3)
    assert middles["山"][1] == pytest.approx(9.2, abs=0.3)
    assert middles["海"][1] == pytest.approx(12.2, abs=0.3)
    ends, _ = letters(mini, inner.format('x="30" y="40" text-anchor="end"', "山札"))
    assert ends[-1][1][3] == pytest.approx(40, abs=0.4)


@pytest.mark.parametrize("more", ['stroke="#f00" stroke-width="0.2"', 'fill="url(#g)"'])
def test_a_pen_draws_all_letters(mini, more):
    stops = '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
    words = "山札を2枚引くABC。"
    nodes, told = drawn(mini, f"<defs>{stops}</defs>" + BOX.format(more), {"item": words}, language="ja")
    outlines = [node for node, _ in placed_nodes(nodes) if isinstance(node, Path)]
    assert not told
    assert "".join(run.string for run, _ in runs(nodes)) == words
    assert sum(c == "M" for one in outlines for c, _ in one.segments) >= len(words)


def test_what_does_not_fit_is_told(mini):
    _, told = drawn(mini, BOX.format(""), {"item": "山札から一枚を引く。" * 40}, language="ja")
    assert [f.code for f in told] == ["F011"]
    assert "columns are" in told[0].message
    assert "wider than the box of 40 x 60 mm" in told[0].message
    assert letters(mini, BOX.format('pnp:fit="none"'), "山札から一枚を引く。" * 4)[1] == ["F010"]
    inner = BOX.format("").replace("<text ", '<text style="text-orientation:upright" ')
    assert letters(mini, inner, "山ABC")[1] == ["T005"]
    assert not letters(mini, inner, "山A12")[1]
    turned = '<text writing-mode="tb" x="9" y="9" rotate="30" font-family="body" font-size="4">山札</text>'
    assert letters(mini, turned)[1] == ["T005"]
