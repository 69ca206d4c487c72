"""Drafts as strangers type them, and how their rules look."""

from __future__ import annotations

import io

import pdfplumber
import pytest
import yaml

from generator.scaffold.draft import draft_in, rules_yaml
from generator.summary.pdf import summary_pdf
from generator.values import replace
from tests.summary_kit import MARK, PAPERS, art, game, rule, summary
from tests.test_rules_draft import rules_of, shown

HTML = """<h1 align="center">Fox &amp; Bear</h1>
<p>A game <b>for two</b>.</p>
<h2 id="setup">Setup</h2>
<ol>
<li>Shuffle the deck.</li>
<li>Deal:
<ul>
<li>five cards</li>
</ul>
</li>
</ol>

<div class="box">
    <strong>Careful</strong><br>
    Foxes bite.

    <div>Bears, too.</div>
</div>
<blockquote>
<p>Deal once.</p>
</blockquote>
<table>
<tr><th>Die</th><th>Effect</th></tr>
<tr><td><b>Red</b></td><td>Bite</td></tr>
</table><h2>Cards</h2>

| Name | Text |
|------|------|
| <ul><li>Fox</li></ul> | Bite |

<details><summary>More</summary>

Bears *sleep*.

</details>
<!-- <p>to do</p> -->

```
<p>code</p>
##code
```
"""


def test_html_between_the_lines_is_read_as_what_it_is(tmp_path):
    draft, sections = rules_of(tmp_path, HTML)
    assert draft.title == "Fox & Bear"
    assert [(s["title"], shown(s["rules"])) for s in sections] == [
        ("Overview", [("A game **for two**.",)]),
        ("Setup", [
            ("Shuffle the deck.",),
            ("Deal:", [("five cards",)]),
            ("**Careful**\nFoxes bite.",),
            ("Bears, too.",),
            ("note", "Deal once."),
            ("note", "Die · Effect\n**Red** · Bite"),
        ]),
        ("Cards", [("note", "Name · Text\nFox · Bite"), ("More", "Bears *sleep*.", [("note", "<p>code</p>\n##code")])]),
    ]  # fmt: skip


TYPED = """Ann wrote this on a train.

# Fox & Bear

**About it**

A game of foxes.

## Contents

1. [Setup](#setup)
2. **[Turn](#turn)**

##Setup
###**From** the deck
Deal  five cards.

### What is in the box
- 20 foxes
- 10 bears

#### Day 7. Dice: 2: Any
> [!NOTE]
> Any will do:
> - red ones
> - blue ones

**See:** [back to the top](#contents) | [Turn](turn.md)

## Turn

1. Draw

Take a card.

2. Bite

Bite a bear. **You win!**

**Bears**

**Foxes**
- They run.

### Sleep

Skip a turn.

!!! tip "Hurry"
    Foxes are fast.

    Bears are not.

**The end**
"""


def test_headings_boxes_and_contents_are_known_however_they_are_typed(tmp_path):
    draft, sections = rules_of(tmp_path, TYPED)
    assert (draft.title, *draft.left) == ("Fox & Bear", "its table of contents: not taken; the rules have one")
    assert [(s["title"], shown(s["rules"])) for s in sections] == [
        ("Overview", [("Ann wrote this on a train.",), ("About it", "A game of foxes.")]),
        ("Setup", [
            ("From the deck", "Deal five cards."),
            ("**What is in the box**", [
                ("20 foxes",), ("10 bears",),
                ("**Day 7. Dice: 2: Any**", [("note", "Any will do:\n- red ones\n- blue ones")]),
            ]),
        ]),
        ("Turn", [
            ("Draw", "Take a card."),
            ("Bite", "Bite a bear. **You win!**", [("**Bears**",), ("Foxes", "They run.")]),
            ("Sleep", "Skip a turn.", [("note", "**Hurry**\n\nFoxes are fast.\n\nBears are not."), ("**The end**",)]),
        ]),
    ]  # fmt: skip


def test_a_draft_without_headings_has_those_that_it_numbers(tmp_path):
    _, sections = rules_of(tmp_path, "1. GOAL\n\n1.1 Winning\n\nEat.\n\n1.2 Losing\n\nSleep.\n\n2. SETUP\n\nDeal.\n")
    assert [(s["title"], shown(s["rules"])) for s in sections] == [
        ("GOAL", [("Winning", "Eat."), ("Losing", "Sleep.")]), ("SETUP", [("Deal.",)])
    ]  # fmt: skip


LINES = """狐：森に住む者
熊：洞穴で眠っている者
手順は次の通り
・札を一枚引く。
・札を一枚捨てる。

狐は森の中を走り、熊の洞穴の前を通り過ぎて、それから小川を渡って家に帰る。
家では子狐が待つ。
"""


def test_lines_of_japanese_that_are_not_full_stay_lines(tmp_path):
    _, sections = rules_of(tmp_path, LINES)
    first, other = LINES.strip().split("\n\n")
    assert shown(sections[0]["rules"]) == [(first,), (other.replace("\n", ""),)]


def test_a_table_that_tells_of_copies_in_words_is_a_note(tmp_path, pnp):
    told = "| Kind | Copies |\n|--|--|\n| Foxes | 6 of each |\n| Bears | as many as players |\n| Owl | 1 |\n"
    counted = "| Name | Copies |\n|--|--|\n| Red fox | 6 |\n| Bear | 2 |\n"
    words = "Foxes run from bears, and bears from the owl, who is in the deck but once. " * 6
    (tmp_path / "draft.md").write_text(
        f"# G\n\n{words}\n\n{words}\n\n## All cards\n\n{told}\n## Deck\n\n{counted}", "utf-8"
    )
    done = pnp("new", "g", "--from", "draft.md", cwd=tmp_path)
    assert "Deck: 2 rows" in done.stdout
    assert "All cards, apart from the table: not taken, it has no column of copies" in done.stdout
    assert pnp("check", cwd=tmp_path / "g").returncode == 0
    assert "Foxes · 6 of each" in pnp("rules", cwd=tmp_path / "g").stdout


def test_of_a_draft_only_what_is_counted_is_a_set(tmp_path, pnp):
    """Half as many lines of words as of tables are enough, if one counts; a total in bold is one."""
    words = "".join(f"Rule {k}: foxes run from bears.\n\n" for k in range(5))
    dice = "| Roll | Result |\n|--|--|\n| 1 | The fox bites |\n| 2 | The bear sleeps |\n"
    deck = "| Name | Copies |\n|--|--|\n| **Fox** | `6` |\n| Bear | 2 |\n| **Total** | **8** |\n"
    (tmp_path / "draft.md").write_text(f"# G\n\n{words}## 1–2. Dice\n\n{dice}\n## Pile\n\n{deck}", "utf-8")
    told = pnp("new", "g", "--from", "draft.md", cwd=tmp_path).stdout
    assert "Pile: 2 rows" in told
    assert "count: Copies, 8 pieces in all" in told
    assert "Dice, apart from the table: not taken, it has no column of copies" in told
    assert pnp("check", cwd=tmp_path / "g").returncode == 0


def told_in(rules):
    """The words of each page of rules, in order, each with its left and right end and its height."""
    section = replace(game().sections[0], rules=rules, intro=None)
    made = summary("en", replace(game(), sections=(section,), sets={}, parameters={}, kinds={}, questions=()))
    with pdfplumber.open(io.BytesIO(summary_pdf(made, PAPERS["a4"], art(), MARK)[0])) as document:
        return [page.extract_words(x_tolerance=0.4) for page in document.pages]


def test_a_long_number_has_room_beside_its_words():
    deep = ()
    for depth in range(7, 0, -1):
        deep = (rule(f"s1.r{depth}", ".".join(["10"] * depth), ("Words", "Words"), rules=deep),)
    said = [word for page in told_in(deep) for word in page]
    for depth in range(2, 8):
        number = next(w for w in said if w["text"] == ".".join(["10"] * depth))
        text = next(w for w in said if w["text"] == "Words" and abs(w["top"] - number["top"]) < 2)
        assert text["x0"] > number["x1"] + 1


@pytest.mark.slow
@pytest.mark.parametrize("lines", range(19, 23))
def test_a_heading_of_a_list_does_not_end_a_column(lines):
    point = rule("s1.p", "1.2.1", ("Point.", "Point."))
    rules = [rule(f"s1.r{k}", f"1.{k}", ("Line.", "Line.")) for k in range(lines)]
    rules += [rule("s1.h", "2", ("**Head**", "**Head**"), rules=(point,)), rule("s1.z", "3", ("Line. " * 900,) * 2)]
    for page in told_in(tuple(rules)):
        for word in (w for w in page if w["text"] == "Head"):
            assert any(w["text"] == "Point." and 0 < w["top"] - word["top"] < 40 for w in page)


@pytest.mark.parametrize("numbers", ["1. 2. 3.", "(1) (2) (3)", "① ② ③"])
def test_the_last_item_of_a_list_is_no_heading(tmp_path, numbers):
    one, two, three = numbers.split()
    (tmp_path / "draft.txt").write_text(
        f"THE RIVER\n\nTURN\n\nA turn has phases:\n{one} Movement\n{two} Combat. Add the factors\n   of all units.\n"
        f"{three} Recovery\n\nCOMBAT\n\nRoll dice.\n"
    )
    sections = yaml.safe_load(rules_yaml(draft_in(tmp_path / "draft.txt", (), {})))["sections"]
    assert [section["title"] for section in sections] == ["TURN", "COMBAT"]
    assert "Recovery" in str(sections[0])


@pytest.mark.parametrize("sign", [" | ", "\t"])
def test_rows_parted_by_signs_are_a_table(tmp_path, sign):
    rows = [sign.join(row) for row in (("Odds", "1-2", "3-4"), ("1:2", "AE", "AR"), ("1:1", "AR", "DR"))]
    text = "\n".join(("WAR", "", "COMBAT", "", "Roll a die.", *rows, "Then retreat.", "", "VICTORY", "", "Take it."))
    (tmp_path / "draft.txt").write_text(text)
    fight, end = yaml.safe_load(rules_yaml(draft_in(tmp_path / "draft.txt", (), {})))["sections"]
    assert [rule["text"].strip() for rule in fight["rules"]] == [
        "Roll a die.", "Odds · 1-2 · 3-4\n1:2 · AE · AR\n1:1 · AR · DR", "Then retreat."
    ]  # fmt: skip
    assert [rule["text"] for rule in end["rules"]] == ["Take it."]


@pytest.mark.slow
@pytest.mark.parametrize("lines", range(19, 23))
def test_what_announces_a_list_does_not_end_a_column(lines):
    point = rule("s1.p", "1.2.1", ("Point.", "Point."))
    rules = [rule(f"s1.r{k}", f"1.{k}", ("Line.", "Line.")) for k in range(lines)]
    rules += [rule("s1.h", "2", ("Head has phases:",) * 2, rules=(point,)), rule("s1.z", "3", ("Line. " * 900,) * 2)]
    for page in told_in(tuple(rules)):
        for word in (w for w in page if w["text"] == "Head"):
            assert any(w["text"] == "Point." and 0 < w["top"] - word["top"] < 40 for w in page)
