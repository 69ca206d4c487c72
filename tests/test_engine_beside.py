"""Two faults at once: each is told, and neither is told as something else besides."""

from __future__ import annotations

import re

import pytest

from generator import pipeline
from generator.diagnostics.codes import Severity
from generator.typeset.kinsoku import class_of
from tests.compare_kit import copy_of
from tests.conftest import ROOT

CARDS, CHIP = "components/mini/cards.yaml", "layouts/mini/chip.svg"


def codes(project, *edits) -> list[str]:
    for file, old, new in edits:
        path = project.root / file
        words = path.read_text(encoding="utf-8")
        assert old in words
        path.write_text(words.replace(old, new, 1), encoding="utf-8")
    return [f.code for f in pipeline.check_all(project, "mini") if f.severity is not Severity.NOTE]


def test_a_misspelt_key_does_not_hide_a_template_that_asks_for_nothing(mini_copy):
    found = codes(
        mini_copy, (CARDS, "kind: card\n", "knid: card\n"), (CHIP, 'pnp:text="item.value"', 'pnp:text="item.valeu"')
    )
    assert "D001" in found
    assert "T021" in found


@pytest.mark.parametrize(
    ("code", "edits"),
    [
        ("D007", [(CARDS, "{ja: 真昼, en: Noon}", "{ja: 真昼}")]),
        ("R007", [("components/mini/game.yaml", "icon: sun", "icon: snu")]),
        ("D014", [(CARDS, "  rule: rule?", "  rule: rule?\n  art: image?"),
                  (CARDS, "    rule: play.gain", "    rule: play.gain\n    art: dawn.png")]),
    ],
)  # fmt: skip
def test_a_picture_or_an_icon_that_is_missing_does_not_hide_what_texts_mean(mini_copy, code, edits):
    twin = (CARDS, "{ja: 夕暮れ, en: Dusk}", "{ja: 夕暮れ, en: Dawn}")
    rule = ("components/mini/rules.yaml", "{ja: まず箱を開ける。, en: Open the box first.}",
            "{ja: カード99枚を切る。, en: Shuffle the 99 cards.}")  # fmt: skip
    assert {*codes(mini_copy, *edits, twin, rule)} >= {code, "M013", "M017"}


def test_a_name_that_is_not_found_does_not_fail_to_fit_as_well(mini_copy):
    wrong = 'pnp:fit="shrink" pnp:width="2" pnp:text="item.some_long_name"'
    assert codes(mini_copy, (CHIP, 'pnp:text="item.value"', wrong)) == ["T021"]


@pytest.mark.parametrize(("file", "told"), [(CHIP, True), ("layouts/mini/parts/frame.svg", False)])
def test_a_set_that_cannot_be_read_may_have_what_a_part_asks_for(mini_copy, file, told):
    """A template is of sets that are known; who draws a part, nobody knows then."""
    asked = '<text x="9" y="9" font-size="2" pnp:text="item.valeu">x</text></svg>'
    assert ("T021" in codes(mini_copy, (CARDS, "items:\n", "items: [\n"), (file, "</svg>", asked))) is told


def test_a_first_name_that_is_misspelt_is_told_beside_any_error(mini_copy):
    found = codes(
        mini_copy, (CARDS, "kind: card\n", "knid: card\n"), (CHIP, 'pnp:text="item.value"', 'pnp:text="itm.value"')
    )
    assert "T021" in found


@pytest.mark.parametrize(("expression", "told"), [
    ("item.suit", True), ("item.name * 2", True), ("items.card[2].id * 2", False),
])  # fmt: skip
def test_an_error_of_an_item_hides_no_template_of_sound_ones(mini_copy, expression, told):
    """Who is drawn was read whole; what several items are part of may lack the one."""
    wrong = f'<text x="9" y="9" font-size="2" pnp:text="{expression}">x</text></svg>'
    found = codes(mini_copy, (CARDS, "count: 3", "count: three"), ("layouts/mini/card.svg", "</svg>", wrong))
    assert ("T022" in found, len(found)) == (told, 1 + told), found


def test_a_misspelt_term_is_no_wrong_count_as_well(mini_copy):
    assert codes(mini_copy, (CARDS, "suit: moon", "suit: mooon")) == ["R001"]


@pytest.mark.parametrize(("old", "new"), [("en: Dawn", 'en: ""'), ("en: Dawn", 'en: " "')])
def test_words_that_are_empty_in_one_language_are_missing(mini_copy, old, new):
    assert codes(mini_copy, (CARDS, old, new)) == ["D007"]


@pytest.mark.parametrize(("sign", "kind"), [(c, "open") for c in "〝｟‹"] + [(c, "close") for c in "〟｠›"])
def test_rare_brackets_are_brackets(sign, kind):
    assert class_of(sign) == kind


def test_schemas_are_not_written_into_the_bundled_games(pnp):
    done = pnp("schema", "--write")
    assert done.returncode == 2
    assert "no project" in done.stderr


POPULOUS = "components/populous/"


@pytest.mark.some(0)
@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        (POPULOUS + "game.yaml", "include: [peoples]", "include: [peples]", "Y026"),
        (POPULOUS + "game.yaml", "\nterms:", "\ntrems:", "D001"),
        (POPULOUS + "basic-skills.yaml", "- id: guard-of-the-crag", "- idd: guard-of-the-crag", "D001"),
    ],
)
def test_what_has_nothing_to_do_with_a_slip_is_told_beside_it(tmp_path, file, old, new, code):
    """A misspelt key is read as the one that was meant, so that what stands in it is looked at, too."""
    here = copy_of(ROOT, tmp_path.resolve())
    others = [
        (POPULOUS + "rules.yaml", "{=rounds}", "{=ruonds}", "R006"),
        (POPULOUS + "epic-cards.yaml", "action: labor", "action: labuor", "R001"),
        (POPULOUS + "basic-skills.yaml", "{mountain:word}", "{muontain:word}", "R001"),
    ]
    for name, before, after in [(file, old, new), *(other[:3] for other in others)]:
        words = (tmp_path / name).read_text(encoding="utf-8")
        assert before in words
        (tmp_path / name).write_text(words.replace(before, after, 1), encoding="utf-8")
    found = [f for f in pipeline.load_game(here, "populous")[1] if f.severity is Severity.ERROR]
    assert sorted(f.code for f in found) == sorted([code, *(other[3] for other in others)])


HEAD = "id,count,name.ja,name.en,text.ja,text.en,suit\n"
ROWS = "".join(f"c{n},1,札{n}番,Card {n},{n}枚。,Take {n}.,sun\n" for n in range(1, 7))


@pytest.mark.some(6)
@pytest.mark.parametrize(
    ("head", "rows", "told"),
    [
        (HEAD, ROWS, []),
        (HEAD.replace("text.en", "txet.en"), ROWS, ["Y030 1:34"]),
        (HEAD.replace("text.en", "text_en"), ROWS, []),
        (HEAD.replace("count", "Count"), ROWS, []),
        (HEAD.replace("suit", "suit,note"), ROWS.replace("sun", "sun,x"), ["Y028 1:47"]),
        (HEAD.replace("text.en,", ""), re.sub(r"Take \d\.,", "", ROWS), ["D007 2:17"]),
        ("", ROWS, ["D002 1:1"]),
        (HEAD, ROWS.replace("Take 1.", "Take 1,1."), ["Y021 2:31"]),
        (HEAD, ROWS.replace("Take 1.", "Take 1, 1."), ["Y029 1:1"]),
    ],
)
def test_a_slip_in_the_first_row_of_a_table_is_told_there(mini_copy, head, rows, told):
    cards = mini_copy.root / CARDS
    words = cards.read_text(encoding="utf-8").replace("expect: 3 per suit\n", "")
    cards.write_text(words.replace("items:\n", "from: more.csv\nitems:\n"), encoding="utf-8")
    (cards.parent / "more.csv").write_text(head + rows, encoding="utf-8")
    found = [f for f in pipeline.check_all(mini_copy, "mini") if f.mark.file.endswith(".csv")]
    assert [f"{f.code} {f.mark.line}:{f.mark.column}" for f in found] == told
