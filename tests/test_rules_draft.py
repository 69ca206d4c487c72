"""A Markdown draft becomes a game: its tables sets, all else the rules."""

from __future__ import annotations

import re
import time

import pytest
import yaml

from generator.data.reading.markdown import markdown_tables
from generator.scaffold.draft import draft_in, rules_yaml
from generator.scaffold.plaintext import is_outline
from tests.test_cli_user import run

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
    return draft, yaml.load(rules_yaml(draft), yaml.CSafeLoader)["sections"]


def shown(rules):
    """Kind, title and text of each paragraph, and those below it."""
    return [tuple(filter(None, (r.get("kind"), r.get("title"), r["text"], shown(r.get("rules", []))))) for r in rules]


def test_all_words_of_a_draft_are_rules(tmp_path):
    draft, sections = rules_of(tmp_path, DRAFT, {"Cards": "card"}, ["coin"])
    assert draft.title == "Fox & Bear"
    assert [(s["id"], s["title"], shown(s["rules"])) for s in sections] == [
        ("fox-bear", "Overview", [("A quick game for **2-4 players**. It was made on a train.",)]),
        ("setup", "Setup", [
            ("Shuffle the deck.",),
            ("Deal cards:\n\nMore of it.", [("5 cards with 2 players",), ("4 cards else",)]),
            ("example", "Ann gets five."),
            ("note", "Players · Cards\n2 · *5*"),
        ]),
        ("cards", "Cards", [("{@card} × {#card}",)]),
        ("turn", "Turn", [
            ("Draw: From the deck", "Draw {coin} or \\[x\\], \\\\ too."),
            ("Draw: From a hand", "See the end, *a \\* b*."),
            ("**Pass**", [("note", "Only once."), ("note", "score = \\{gold\\} \\* 2")]),
        ]),
    ]  # fmt: skip
    assert [*draft.report(is_taken=True)] == [
        "rules.yaml: 12 paragraphs in 4 chapters", "  1 picture in the words: not taken; `figure` shows faces",
        "  1 heading with no words below: not taken",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("2人用です。\n**手札**を引く。\n", "2人用です。**手札**を引く。"),
    ("これは\nCard\nです。\n", "これは Card です。"),
    ("two  \nlines\n", "two\nlines"),
    ("a<br>b &amp; <b>c</b> ~~d~~\n", "a\nb & **c** d"),
    ("例：山札。\n", "山札。"),
    ("<div align=center>\n<b>Bold</b> words\n</div>\n", "**Bold** words"),
    ("x " * 80 + "# - y\n", ("x " * 80 + "# - y")),
    ("---\nTwo lines, and no front matter.\n\n---\n\nMore.\n", "Two lines, and no front matter."),
    ("a\x07b\x0cc\rd", "ab c d"),
])  # fmt: skip
def test_words_are_as_they_were(tmp_path, text, said):
    assert rules_of(tmp_path, text)[1][0]["rules"][0]["text"] == said


@pytest.mark.parametrize(("text", "said"), [
    ("- ## A\n\n  b\n", [("A\n\nb",)]),
    ("> ## A\n> b\n> - c\n>\n> ```\n> d\n> ```\n>\n> | e | f |\n> |---|---|\n>\n> > h\n",
     [("note", "A\n\nb\n- c\n\nd\n\ne · f\n\nh")]),
])  # fmt: skip
def test_what_stands_in_another_block_is_said_there(tmp_path, text, said):
    assert shown(rules_of(tmp_path, text)[1][0]["rules"]) == said


@pytest.mark.parametrize(("words", "language", "players"), [
    ("For 2 to 5 players.", "en", (2, 5)), ("A 2-4 player game.", "en", (2, 4)), ("2～4人用です。", "ja", (2, 4)),
    ("With 2-3 players draw 7, with 4-5 players 6.\n\nFor 2-5 players.", "en", (2, 5)),
    ("With 2-3 players draw 7.\n\nWith 4-5 players draw 6.", "en", ()),
    ("With the expansion for 2-6 players.\n\nFor 2-4 players.", "en", (2, 4)),
    ("For 3 players: deal 5.", "en", ()), ("Score 10 to 500 players.", "en", ()), ("2-5 cards.", "en", ()),
])  # fmt: skip
def test_players_are_those_of_the_words(tmp_path, words, language, players):
    assert rules_of(tmp_path, words)[0].players(language) == players


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
    _, (long,) = rules_of(tmp_path, f"## {'long words ' * 9}\n\nDraw.\n")
    assert long["id"] == "long-words-long-words-long-words-long-wo"


def test_ids_and_titles_are_words(tmp_path, pnp):
    (tmp_path / "draft.md").write_text("## Null\n\nNull\n\n## TRUE\n\nyes\n\n## 0x1F\n\n~\n\n## 1_000\n\n1e5\n")
    pnp("new", "g", "--from", "draft.md", cwd=tmp_path)
    checked = pnp("check", "--strict", cwd=tmp_path / "g")
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
def test_a_draft_becomes_a_game_that_prints_and_tells_its_rules(tmp_path, pnp):
    (tmp_path / "draft.md").write_text(DRAFT, "utf-8")
    done = pnp("new", "my-game", "--from", "draft.md", cwd=tmp_path)
    assert "Cards: 2 rows" in done.stdout
    assert "Setup, apart from the table: not taken, it has no column of copies" in done.stdout
    assert "Its rules went into rules.yaml: edit them there" in done.stdout
    project = tmp_path / "my-game"
    assert "\nplayers: [2, 4]" in (project / "components/my-game/game.yaml").read_text()
    checked = pnp("check", "--strict", cwd=project)
    assert checked.returncode == 0, checked.stdout
    told = pnp("rules", cwd=project).stdout
    assert "Cards × 7" in told
    assert "**Draw: From the deck.**" in told
    assert pnp("build", cwd=project).returncode == 0


def test_rules_alone_come_into_a_game_that_has_none(tmp_path, pnp):
    (tmp_path / "deck.csv").write_text("Name,Qty\nFox,3\nBear,2\n")
    (tmp_path / "rules.md").write_text("# Gold Rush\n\nFor 3 to 4 players.\n\n## Goal\n\nCollect gold.\n")
    alone = pnp("new", "alone", "--from", "rules.md", cwd=tmp_path)
    assert (alone.returncode, pnp("check", cwd=tmp_path / "alone").returncode) == (0, 0)
    built = pnp("build", cwd=tmp_path / "alone")
    assert (built.returncode, "there is nothing to print" in built.stdout) == (0, True)
    assert not [*(tmp_path / "alone").rglob("*.pdf")]
    pnp("new", "g", "--from", "deck.csv", cwd=tmp_path)
    added = pnp("new", "g", "--from", "rules.md", cwd=tmp_path)
    assert "the game `g` has rules besides" in added.stdout
    assert "table" not in added.stdout
    assert "not taken: `title: Gold Rush`, `players: [3, 4]`; write into game.yaml" in added.stdout
    assert "`--from` adds sets to the game" in pnp("new", "g", "--kind", "board", cwd=tmp_path).stderr
    assert "Collect gold." in pnp("rules", cwd=tmp_path / "g").stdout
    again = pnp("new", "g", "--from", "rules.md", cwd=tmp_path)
    assert (again.returncode, "and put its rules.yaml there" in again.stderr) == (2, True)


@pytest.mark.parametrize(("text", "titles"), [
    ("## A\n```python\n# b\n|c|\n|-|\n|1|\n```\n\n|d|\n|-|\n|1|\n", ["A"]),
    ("~~~~\n# b\n~~~\n|c|\n|-|\n~~~~\n|d|\n|-|\n", ["d"]),
    ("Use ```x``` here\n\n|d|\n|-|\n", ["d"]),
    ("# A\n\n1. Cards\n--------\n\n|d|\n|-|\n\n---\n\n|e|\n|-|\n", ["Cards", "Cards"]),
    ("---\nkind: x\n---\n|d|\n|-|\n", ["d"]),
    ("---\n|d|\n|-|\n---\n", ["d"]),
])  # fmt: skip
def test_code_and_front_matter_hold_neither_tables_nor_titles(text, titles):
    assert [title for title, _ in markdown_tables(text)] == titles


@pytest.mark.some(1, 2, 3)
@pytest.mark.parametrize("text", [
    "|a|\n|-|\n|1|\n\n" * 15_000, "a\n-" + " " * 90_000 + "|x\n", "a\n" + " " * 90_000 + "x|\n",
    "|a|\n|-|\n|" + " " * 200_000 + "c|\n", "|a|\n|-|\n|" + "![" * 200_000, "|a|\n|-|\n|" + "![](a" * 90_000,
    "■ ab\ncd\n" * 20_000, "■ ab " * 40_000, ("ab" + "\n" * 9) * 15_000,
], ids=range(9))  # fmt: skip
def test_long_texts_are_read_in_time(text):
    start = time.process_time()
    is_outline(text)
    sum(1 for _ in markdown_tables(text))
    assert time.process_time() - start < 10


@pytest.mark.some(0)
@pytest.mark.parametrize("text", ["a" + " " * 90_000 + "b", "<p " * 50_000, "<ul><li>" * 5_000], ids=range(3))
def test_long_html_is_read_in_time(tmp_path, text):
    start = time.process_time()
    rules_of(tmp_path, text + "\n\n# A\n\nb\n")
    assert time.process_time() - start < 10


PLAIN = """■■ 港の夜 草案3
■ 概要
　2～4人用です。
　金貨を集めます。
■ 準備
1) 山札を切る。
2) 5枚ずつ配る。
・余りは箱へ
 - ◆ 「赤」
 - ◆ 「青」
◇カード（12枚）
密輸人は4枚あります。
【終了】
金貨が一番多い人の勝ち。
"""
POINTS = """港の夜

- 概要
 - 手札から開始
 - アクションは2択
 - ◆ 建設
 - ◆ 捧げもの

- 準備
 - 山札を切る。
"""
ENGLISH = """Sun Dice
========

For 2 to 5 players.

SETUP

- 5 dice
- 20 cards
    - 10 red
    - 10 blue

1. Play
Roll all dice, keep as many of them as you like, and put the others back into
the cup.

2. End
* Most points win.
"""
RULED = """======
HARBOUR
======

Pay <gold>, 2*3*4 in all.

ÜBERBLICK
1986. A year ago.

------
ENDE:

(c) all
"""


@pytest.mark.parametrize(("text", "title", "chapters"), [
    (PLAIN, "港の夜 草案3", [
        ("概要", [("2～4人用です。",), ("金貨を集めます。",)]),
        ("準備", [
            ("山札を切る。",),
            ("5枚ずつ配る。", [("余りは箱へ", [("「赤」",), ("「青」",)])]),
            ("カード（12枚）", "密輸人は4枚あります。", [("終了", "金貨が一番多い人の勝ち。")]),
        ]),
    ]),
    (POINTS, "港の夜", [
        ("概要", [("手札から開始",), ("アクションは2択", [("建設",), ("捧げもの",)])]),
        ("準備", [("山札を切る。",)]),
    ]),
    (ENGLISH, "Sun Dice", [
        ("Overview", [("For 2 to 5 players.",)]),
        ("SETUP", [
            ("5 dice",),
            ("20 cards", [("10 red",), ("10 blue",)]),
            ("Play", "Roll all dice, keep as many of them as you like, and put the others back into the cup."),
            ("End", "Most points win."),
        ]),
    ]),
])  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_a_plain_text_with_headings_is_a_draft(tmp_path, text, title, chapters, encoding):
    path = tmp_path / "draft.txt"
    path.write_bytes(text.encode(encoding))
    draft = draft_in(path, (), {})
    sections = yaml.load(rules_yaml(draft), yaml.CSafeLoader)["sections"]
    assert (draft.title, [(s["title"], shown(s["rules"])) for s in sections]) == (title, chapters)


def test_rulers_are_no_words_and_words_no_markup(tmp_path):
    path = tmp_path / "draft.txt"
    path.write_text(RULED, "utf-8")
    draft = draft_in(path, (), {})
    assert draft.title == "HARBOUR"
    assert [(one.title, [other.text for other in one.below]) for one in draft.chapters] == [
        ("HARBOUR", ["Pay <gold>, 2\\*3\\*4 in all."]),
        ("ÜBERBLICK", ["1986. A year ago."]),
        ("ENDE", ["(c) all"]),
    ]


def test_a_text_that_lost_its_line_ends_gets_them_back(tmp_path):
    path = tmp_path / "draft.txt"
    path.write_text("  ".join((PLAIN + PLAIN * 4).replace("\u3000", " ").split("\n")))
    titles = [chapter.title for chapter in draft_in(path, (), {}).chapters]
    assert titles[:2] == ["概要", "準備"]


@pytest.mark.parametrize("text", [
    "Why did the fox?\nWhat is it?\nA cat sat.\n", "- one\n- two\n- three\n", "Name,Qty\nFox,3\nBear,2\n",
    "Name\tText\nFOX\t1. Draw\nBEAR\t2. Pass\n", "Fox\nBear\n", "■ 狐\n■ 熊\n■ 猫\n",
])  # fmt: skip
def test_a_list_of_cards_is_no_draft(tmp_path, text):
    path = tmp_path / "cards.txt"
    path.write_text(text, "utf-8")
    assert not draft_in(path, (), {}).chapters


def test_points_are_chapters_only_where_nothing_else_is(tmp_path):
    path = tmp_path / "draft.txt"
    path.write_text(f"{POINTS}\n■ 終了\n\n- 決算\n - 得点を数える。\n", "utf-8")
    sections = yaml.safe_load(rules_yaml(draft_in(path, (), {})))["sections"]
    assert [s["title"] for s in sections] == ["Overview", "終了"]
    heads = [r.get("title") or r["text"] for s in sections for r in s["rules"]]
    assert heads == ["**概要**", "準備", "決算"]


def test_a_list_of_the_tool_is_called_otherwise_than_a_chapter(tmp_path):
    table = "| Card | Copies |\n| --- | --- |\n| Rum | 3 |\n"
    (tmp_path / "draft.md").write_text(f"# Isle\n\n## Components\n\n3 cards.\n\n## Cards\n\nRead.\n\n{table}", "utf-8")
    assert run("new", tmp_path / "isle", "--from", tmp_path / "draft.md", "--lang", "en").exit_code == 0
    rules = run("rules", "isle", "--format", "md", project=tmp_path / "isle").output
    heads = re.findall(r"^## (.*)$", rules, re.MULTILINE)
    assert "Components at a glance" in heads
    assert [head for head in heads if head.endswith("Components")] == ["1 Components"]


@pytest.mark.parametrize(("lang", "overview"), [("en", "Overview"), ("ja", "概要")])
def test_a_chapter_called_as_the_game_is_its_overview(tmp_path, lang, overview):
    (tmp_path / "draft.md").write_text('# Isle\n\n## ISLE\n\nFind the "key".\n\n## End\n\nGo home.\n', "utf-8")
    done = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md", "--lang", lang)
    assert done.exit_code == 0, done.output
    rules = run("rules", "isle", "--format", "md", project=tmp_path / "isle").output
    assert overview in rules
    assert "ISLE" not in rules
    assert ("“key”" in rules) == (lang == "en")


def test_rows_with_empty_cells_say_what_is_in_which_column(tmp_path):
    """And the address of a picture in the wrong brackets is no text."""
    table = "|   | Fox | Owl |\n|---|---|---|\n| Day | + | |\n| Night | | + |\n"
    (tmp_path / "draft.md").write_text(
        "# Isle\n\n## Luck\n\n" + "Look it up.\n\n" * 9 + f"{table}\n![https://a.b/c.png]\n"
    )
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md", "--lang", "en").output
    rules = (tmp_path / "isle/components/isle/rules.yaml").read_text()
    assert "Day: Fox +\n" in rules
    assert "Night: Owl +\n" in rules
    assert "c.png" not in rules
    assert "1 picture in the words: not taken" in told


def test_tables_of_rules_keep_all_their_columns(tmp_path):
    """A cell beyond the headings, a number whose heading alone says what it is, and a corner without one."""
    text = "# Isle\n\n" + "Play in turns, and go on until the end of all.\n\n" * 20
    text += "## Start\n\n| Players | Gold | Site |\n|--|--|--|\n| 2 | 3 | A |\n| 3 | 4 | B | sea |\n| 4 | 5 |\n\n"
    text += "## Moves\n\n| | Foot | Bow |\n|--|--|--|\n| Wood | 1 | 2 |\n| Hill | 3 | 4 |\n"
    (tmp_path / "isle.md").write_text(text)
    run("new", tmp_path / "isle", "--from", tmp_path / "isle.md")
    said = (tmp_path / "isle/components/isle/rules.yaml").read_text()
    assert "Players 2: Gold 3 · Site A\n" in said
    assert "Players 3: Gold 4 · Site B · sea\n" in said
    assert "Players 4: Gold 5\n" in said
    assert "Wood: Foot 1 · Bow 2\n" in said


def test_of_cards_below_headings_tables_are_cards_that_say_as_much(tmp_path, pnp):
    """Whatever they call the names; and none that says in a few words what becomes of them."""
    card = "### {0}\n| | |\n|--|--|\n| **Kind** | Owl |\n| **Day** | Sleep. |\n| **Night** | Take {1} mice here. |\n\n"
    cards = "".join(card.format(name, n) for n, name in enumerate(("Long hunt", "Far flight", "Deep sleep"), 2))
    words = "## Play\n\nEach turn one of you plays a card, by day or by night.\n\n" * 3
    head = "|--|--|--|--|\n"
    all_ = f"| Card | Kind | Day | Night |\n{head}| **March** | — | Go. | Go 2 steps. |\n| **Rest** | — | — | Rest. |\n"
    gone = "| Lost | Card lost |\n|--|--|\n| Last owl | Far flight |\n| Nest | Deep sleep |\n"
    draft = f"# Owl Cards\n\n{words}## Commands of all\n\n{all_}\n## Owls\n\n{cards}## Card loss\n\n{gone}"
    (tmp_path / "draft.md").write_text(draft, "utf-8")
    told = pnp("new", "g", "--from", "draft.md", cwd=tmp_path).stdout
    assert "Commands of all: 2 rows" in told
    assert "Card loss, apart from the table: not taken, it has no column of copies, nor a text" in told


def test_in_a_file_called_cards_tables_with_costs_are_cards_however_much_prose(tmp_path, pnp):
    words = "Foxes run from bears, and bears from the owl, who is in no deck at all. " * 9
    beasts = "| Who | Rank | Cost | Text |\n|--|--|--|--|\n| Fox | Low | 2 | Bites. |\n| Bear | High | 5 | Eats. |\n"
    odds = "| Rank | Odds | Shade |\n|--|--|--|\n| Low | Often | Grey |\n| High | Rarely | Gold |\n"
    draft = f"# Isle\n\n{words}\n\n## Beasts\n\n{beasts}\n{words}\n\n## Ranks\n\n{odds}\n{words}\n"
    told = {}
    for name in ("cards", "rules"):
        (tmp_path / f"{name}.md").write_text(draft, "utf-8")
        told[name] = pnp("new", f"of-{name}", "--from", f"{name}.md", cwd=tmp_path).stdout
    assert "Beasts: 2 rows" in told["cards"]
    assert all("Ranks, apart from the table: not taken" in words for words in told.values())
    assert "Beasts, apart from the table: not taken" in told["rules"]


def test_a_table_within_a_quotation_is_a_table_or_stays_a_note(tmp_path, pnp):
    deck = "> Of the wood.\n> | Name | Copies |\n> |--|--|\n> | Fox | 6 |\n> | Bear | 2 |\n>\n"
    dice = "> > | Roll | Result |\n> > |--|--|\n> > | 1 | A fox bites |\n> > | 2 | A bear sleeps |\n"
    (tmp_path / "draft.md").write_text(f"# G\n\n## Deck\n{deck}\n## Dice\n\n{dice}\n" + "Go on.\n\n" * 9, "utf-8")
    told = pnp("new", "g", "--from", "draft.md", cwd=tmp_path).stdout
    assert "count: Copies, 8 pieces in all" in told
    assert "Dice, apart from the table: not taken" in told
    assert pnp("check", cwd=tmp_path / "g").returncode == 0
    rules = pnp("rules", cwd=tmp_path / "g").stdout
    assert "Of the wood.\n>\n> Deck × 8\n" in rules
    assert "1 · A fox bites" in rules
