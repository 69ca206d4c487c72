"""A Markdown draft becomes a game: its tables sets, all else the rules."""

from __future__ import annotations

import pytest
import yaml

from generator.scaffold.draft import draft_in, rules_yaml

DRAFT = """---
tags: [game]
---
# Fox & Bear

A quick game for **2-4 players**.
It was made on a train.

## 1. Setup

1. Shuffle the deck.
2. Deal cards:
   - 5 cards with 2 players
   - [ ] 4 cards else

   More of it.

> **Example:** Ann gets five.

| Players | Cards |
|---------|-------|
| 2 | *5* |

## 2. Cards

| Name | Qty | Text |
|:-----|----:|------|
| Fox  | 3 | Draw a card. |
| Bear | 4 | Gain {coin}. |

## 3. Turn
### Draw
#### From the deck
Draw {coin} or [x], \\\\ too. ![a fox](fox.png)
#### From a hand
See [the end](#end), `a * b`.
### Pass
Note: Only once.

```
score = {gold} * 2
```
---
<!-- to do -->
## Nothing here
"""


def rules_of(tmp_path, text, sets=(), icons=()):
    path = tmp_path / "draft.md"
    path.write_text(text, "utf-8")
    draft = draft_in(path, icons, dict(sets))
    return draft, yaml.safe_load(rules_yaml(draft))["sections"]


def shown(rules):
    """Kind, title and text of each paragraph, and those below it."""
    return [tuple(filter(None, (r.get("kind"), r.get("title"), r["text"], shown(r.get("rules", []))))) for r in rules]


def test_all_words_of_a_draft_are_rules(tmp_path):
    draft, sections = rules_of(tmp_path, DRAFT, {"Cards": "card"}, ["coin"])
    assert draft.title == "Fox & Bear"
    assert [(s["id"], s["title"], shown(s["rules"])) for s in sections] == [
        ("fox-bear", "Fox & Bear", [("A quick game for **2-4 players**. It was made on a train.",)]),
        ("setup", "Setup", [
            ("Shuffle the deck.",),
            ("Deal cards:\n\nMore of it.", [("5 cards with 2 players",), ("4 cards else",)]),
            ("example", "Ann gets five."),
            ("note", "Players · Cards\n2 · *5*"),
        ]),
        ("cards", "Cards", [("{@card} × {#card}",)]),
        ("turn", "Turn", [
            ("Draw: From the deck", "Draw {coin} or \\[x\\], \\\\ too."),
            ("Draw: From a hand", "See the end, a \\* b."),
            ("Pass", "Only once.", [("note", "score = \\{gold\\} \\* 2")]),
        ]),
    ]  # fmt: skip
    assert [*draft.report(is_taken=True)] == [
        "rules.yaml: 12 paragraphs in 4 chapters", "  1 picture in the words: not taken; `figure` shows faces"
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("2人用です。\n**手札**を引く。\n", "2人用です。**手札**を引く。"),
    ("これは\nCard\nです。\n", "これは Card です。"),
    ("two  \nlines\n", "two\nlines"),
    ("a<br>b &amp; <b>c</b> ~~d~~\n", "a\nb & **c** d"),
    ("例：山札。\n", "山札。"),
    ("<div align=center>\n<b>Bold</b> words\n</div>\n", "**Bold** words"),
    ("x " * 80 + "# - y\n", ("x " * 80 + "# - y")),
])  # fmt: skip
def test_words_are_as_they_were(tmp_path, text, said):
    assert rules_of(tmp_path, text)[1][0]["rules"][0]["text"] == said


@pytest.mark.parametrize("text", ["", "# Title alone\n", "## A\n## B\n", "| A | B |\n|---|---|\n| 1 | 2 |\n", "---\n"])
def test_a_text_without_words_has_no_rules(tmp_path, text):
    path = tmp_path / "draft.md"
    path.write_text(text, "utf-8")
    assert not draft_in(path, (), {"A": "a"}).chapters


def test_equal_headings_have_ids_of_their_own(tmp_path):
    _, sections = rules_of(tmp_path, "## Turn\n\nDraw.\n\nDraw.\n\n## Turn\n\nDraw.\n\n## 3\n\n手番。\n\n手番。\n")
    assert [(s["id"], [r["id"] for r in s["rules"]]) for s in sections] == [
        ("turn", ["turn.draw", "turn.draw-2"]),
        ("turn-2", ["turn-2.draw"]),
        ("section-3", ["section-3.p", "section-3.p-2"]),
    ]


def test_a_draft_becomes_a_game_that_prints_and_tells_its_rules(tmp_path, pnp):
    (tmp_path / "draft.md").write_text(DRAFT, "utf-8")
    done = pnp("new", "my-game", "--from", "draft.md", cwd=tmp_path)
    assert "Cards: 2 rows" in done.stdout
    assert "Setup, apart from the table: not taken, it has no column of copies" in done.stdout
    project = tmp_path / "my-game"
    checked = pnp("check", "--strict", cwd=project)
    assert checked.returncode == 0, checked.stdout
    told = pnp("rules", cwd=project).stdout
    assert "Cards × 7" in told
    assert "**Draw: From the deck.**" in told
    assert pnp("build", cwd=project).returncode == 0


def test_rules_alone_come_into_a_game_that_has_none(tmp_path, pnp):
    (tmp_path / "deck.csv").write_text("Name,Qty\nFox,3\nBear,2\n")
    (tmp_path / "rules.md").write_text("# G\n\n## Goal\n\nCollect gold.\n")
    alone = pnp("new", "alone", "--from", "rules.md", cwd=tmp_path)
    assert (alone.returncode, pnp("check", cwd=tmp_path / "alone").returncode) == (0, 0)
    pnp("new", "g", "--from", "deck.csv", cwd=tmp_path)
    added = pnp("new", "g", "--from", "rules.md", cwd=tmp_path)
    assert "the game `g` has rules besides" in added.stdout
    assert "Collect gold." in pnp("rules", cwd=tmp_path / "g").stdout
    again = pnp("new", "g", "--from", "rules.md", cwd=tmp_path)
    assert (again.returncode, "the game has rules" in again.stderr) == (2, True)
