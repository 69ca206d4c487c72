"""Pieces below headings in a Markdown text: what is a piece, what a column, and what stays rules."""

from __future__ import annotations

import pytest

from generator.data.reading.markdown import headed_in, markdown_tables, pieces_below
from tests.test_cli_user import run
from tests.test_finished import art
from tests.test_sketch import words_of

FOX = """# Isle

Welcome to the isle.

## Attack cards

### 1. Fox
- **Cost:** 1
- **Damage:** 6
- **Effect:** Bite, and go on
  to the next.

### 2. Owl
**Cost:** 2 | **Damage:** 8

Hunts at night.

*Hoo.*

## Skill cards

### 3. Elk
Cost: 1
Effect:
- Draw.
- Rest.

![An elk](art/elk.png)
"""


def rows_of(text: str) -> list[tuple[str, ...]]:
    return [values for _, rows in markdown_tables(text) for _, values, _ in rows]


def test_keys_below_headings_are_columns():
    """On lines of their own or of one, with points, bold or bare; what stands above several kinds is one, too."""
    head, fox, owl, elk = rows_of(FOX)
    assert head == ("Name", "Section", "Cost", "Damage", "Effect", "Text", "Flavor")
    assert fox == ("Fox", "Attack", "1", "6", "Bite, and go on to the next.", "", "")
    assert owl == ("Owl", "Attack", "2", "8", "", "Hunts at night.", "Hoo.")
    assert elk[:5] == ("Elk", "Skill", "1", "", "Draw.\nRest.")
    assert elk[5] == "**Image:** art/elk.png"  # of one alone


def test_the_words_above_stay_rules(tmp_path):
    (tmp_path / "draft.md").write_text(FOX.replace("![An elk](art/elk.png)", "Rests."))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "Isle: 3 rows" in told
    assert "rules.yaml: 1 paragraph in" in told
    assert "no errors" in run("check", project=tmp_path / "isle").output
    assert "Hunts at night." in words_of(tmp_path / "isle", tmp_path / "out")


def test_texts_below_headings_are_cards_where_one_says_so():
    """And are few words each; a table says that the text has other pieces."""
    said = [f"### {name}\nThe {name.lower()} comes.\n" for name in ("Storm", "Feast", "Plague", "Night")]
    assert rows_of("# Event cards\n" + "".join(said))[1] == ("Storm", "The storm comes.")
    assert not pieces_below("# Events\n" + "".join(said))
    assert not pieces_below("# Event cards\n" + "".join(one + "And so on. " * 60 for one in said))
    assert rows_of("# Event cards\n" + "".join(said) + "\n| A | B |\n|---|---|\n| 1 | 2 |\n") == [
        ("A", "B"),
        ("1", "2"),
    ]


@pytest.mark.slow
def test_a_file_or_a_person_may_call_chapters_cards(tmp_path):
    """Else a text of a few words below each heading is rules, and says how it may be cards."""
    said = "".join(
        f"# {n}. {name}\n\nThe {name.lower()} comes.\n\n" for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"), 1)
    )
    made = {}
    for name, more in (("cards.md", ()), ("draft.md", ("--kind", "cards")), ("rules.md", ())):
        (tmp_path / name).write_text(said)
        made[name] = run("new", tmp_path / name[:4], "--from", tmp_path / name, *more).output
    assert "Cards: 4 rows" in made["cards.md"]
    assert "Cards: 4 rows" in made["draft.md"]
    assert "rules.yaml" not in made["cards.md"]
    assert "rules, though its 4 headings may be of cards: with `--kind cards` each is one" in made["rules.md"]
    (tmp_path / "rules.md").write_text(said + "- And a list.\n")
    told = run("new", tmp_path / "list", "--from", tmp_path / "rules.md").output
    assert "may be of cards" not in told
    assert "The owl comes." in words_of(tmp_path / "draf", tmp_path / "out")
    assert headed_in(said + "And so on. " * 600).trust < headed_in(said).trust


def test_bold_lines_above_others_are_headings_where_there_are_no_others(tmp_path):
    said = "\n".join(
        f"__{name}.__\n(Unit)\nSpeed: {n}\n- Goes {n}\n" for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"))
    )
    assert rows_of(said)[2] == ("Owl.", "(Unit)\nGoes 1", "1")
    assert not pieces_below("# Isle\n\n" + said)
    (tmp_path / "cards.md").write_text(said)
    assert "Cards: 4 rows" in run("new", tmp_path / "isle", "--from", tmp_path / "cards.md").output


def test_two_pieces_with_keys_are_cards_where_one_says_so_and_a_form_is_none():
    """Of which the keys are; one that nobody fills is no column."""
    form = "## Template\n\n### Card Name\n- **Type**: [Kind]\n- **Cost**: [Number]\n- **Aim**: [Words]\n"
    owl = "## Beasts\n\n### Owl\n- **Type**: Bird\n- **Cost**: 2\n- **Aim**:\n  - **Night**: Hunts.\n"
    rows = rows_of("# Isle - Card Designs\n" + form + owl + "\n## Spells\n\n*Later.*\n")
    assert rows == [("Name", "Type", "Cost", "Text"), ("Owl", "Bird", "2", "**Night:** Hunts.")]


def test_a_number_in_a_name_is_its_own_where_all_end_in_a_word_for_pieces():
    """But none of what the kinds above them are called."""
    said = {"Beasts x 2 cards": ("Fox", "Draw 2"), "Trees — 6 cards": ("Diamond x 2", "Elm")}
    text = "# Isle cards\n" + "".join(
        f"## {kind}\n" + "".join(f"### {name} Card\n- **Cost**: {len(name)}\n" for name in names)
        for kind, names in said.items()
    )
    assert [row[:2] for row in rows_of(text)[1:]] == [
        *(("Fox", "Beasts"), ("Draw 2", "Beasts"), ("Diamond x 2", "Trees"), ("Elm", "Trees"))
    ]


@pytest.mark.parametrize("above", ["## {} cards", "## Isle\n### {}", ""])
def test_bold_lines_above_labels_are_pieces_whatever_headings_are_above(above):
    """These are kinds of them, and say nothing where they are one."""
    said = [above.format(kind) + "\n".join(["", *(
        f"**{n}. {name}**\n* **Cost:** {n} gold\n* **Gift:**\n    * of {kind}\n" for n, name in enumerate(names, 1)
    )]) for kind, names in {"Wood": ("Fox", "Owl", "Elk"), "Sea": ("Eel", "Cod")}.items()]  # fmt: skip
    rows = rows_of("# Isle base\n\n* **[All]:** go.\n\n" + "\n".join(said))
    assert [row[0] for row in rows] == ["Name", "Fox", "Owl", "Elk", "Eel", "Cod"]
    assert (rows[0][-2:], rows[5][-2:]) == (("Cost", "Gift"), ("2 gold", "of Sea"))


def test_what_is_said_once_below_one_heading_is_no_column():
    text = FOX.replace("- **Damage:** 6", "- **Damage:** 6\n- **Errata:** none")
    assert "Errata" not in rows_of(text)[0]
    assert rows_of(text)[1][-2] == "**Errata:** none"


def test_lines_that_are_broken_stay_lines_and_a_number_is_no_key():
    """Two blanks or a backslash end a line; `+1:` and `-1:` are one number, and no heading of two columns."""
    said = "## {}\n{{1}}  \nBeast\\\nof the **+{n}:** wood\n**-{n}:** Go on  \n**Cost:** {n}  \n*Hm.*\n\n"
    rows = rows_of("# Isle cards\n" + "".join(said.format(name, n=n) for n, name in enumerate(("Fox", "Owl", "Elk"))))
    assert rows[:2] == [
        ("Name", "Text", "Cost"),
        ("Fox", "{1}\nBeast\nof the **+0:** wood\n**-0:** Go on\n*Hm.*", "0"),
    ]


def test_a_heading_below_each_is_a_key():
    said = [f"## {name}\n### Cost\n{n}\n### Effect\nDraw {n}.\n" for n, name in enumerate(("Fox", "Owl", "Elk"))]
    assert rows_of("# Isle\n" + "".join(said))[2] == ("Owl", "1", "Draw 1.")


def test_rules_with_notes_below_headings_are_rules(tmp_path):
    """What a paragraph begins with is no key of a piece, nor is one alone."""
    said = [f"### {name}\n**Note:** Go {name}.\n\n**Example:** Ann goes.\n" for name in ("Up", "Down", "Left", "Right")]
    assert not pieces_below("# Isle\n" + "".join(said))
    (tmp_path / "rules.md").write_text("# Isle\n\n" + "\n".join(said))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "rules.md").output
    assert "rules.yaml: " in told
    assert "no set" in run("build", project=tmp_path / "isle").output


def test_pieces_called_alike_below_several_headings_are_their_own():
    """What they say before a colon tells them from parts of one."""
    said = [f"### {one}\n#### Stop\n- **Effect**: Freeze {one}.\n- **Use**: Once.\n" for one in ("Fire", "Ice", "Sea")]
    assert rows_of("# Cards\n" + "".join(said))[3] == ("Stop", "Sea", "Freeze Sea.", "Once.")


def test_a_list_of_cards_is_cards_where_a_heading_says_so():
    """If it is most of the text: a rule book may list its cards, too."""
    said = "* Fox - Small: Bites.\n* **Owl**: Hunts.\n  * At night.\n\n# Trap cards\n- Pit: Falls.\n- Net - Holds.\n"
    rows = rows_of("# All the cards\nTo search, do:\n* press keys\n* or not\n\n# Spells\n" + said)
    assert rows[0] == ("Name", "Section", "Text")
    assert rows[1:3] == [("Fox", "Spells", "Small: Bites."), ("Owl", "Spells", "Hunts.\nAt night.")]
    assert [row[0] for row in rows[3:]] == ["Pit", "Net"]
    assert headed_in("# Isle\n" + "Go on, and draw.\n\n" * 9 + "## Kinds\n" + said).trust == 0


def test_rows_between_bars_need_no_headings(tmp_path):
    """And are no rules."""
    rows = "| Fox | 1 | Bites the one beside it. |\n| Owl | 2 | Hunts at night. |\n| Elk | 3 | — |\n"
    (tmp_path / "draft.md").write_text(f"# Isle\n\nGo.\n\n## Rares\n\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "Rares: 3 rows" in told
    assert "no row names the columns" in told
    assert "Fox" not in (tmp_path / "isle/components/isle/rules.yaml").read_text()


def test_tables_of_a_key_and_its_value_are_a_piece_each():
    """Where several have the same headings; a table of others is no piece, and a number before a name none of it."""
    said = [f"## 4.{n}. {name}\n| Key | Value |\n|---|---|\n| HP | {n} |\n| Type | `tank` |\n\n"
            for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"), 1)]  # fmt: skip
    more = "# Moves\n\n| Kind | Steps | Count |\n|---|---|---|\n| Tank | 2 | 3 |\n"
    rows = rows_of("# Isle\n" + "".join(said) + more)
    assert rows[:2] == [("Kind", "Steps", "Count"), ("Tank", "2", "3")]
    assert rows[2:4] == [("Name", "HP", "Type"), ("Fox", "1", "tank")]


def test_pieces_that_say_the_same_keys_stand_beside_tables(tmp_path):
    """Which are notes, but where they are called as pieces are."""
    form = "### {}\n- **Rarity:** Rare · **Role:** R{n}\n- **Skill — Bite** — Deal {n}.\n- **Visual:** A beast.\n\n"
    said = [form.format(name, n=n) for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"), 1)]
    table = "## Rarities\n\n| Rarity | Count |\n|---|---|\n| Rare | 2 |\n\n"
    (tmp_path / "draft.md").write_text(f"# Isle\n\n{table}## Beasts\n\n{''.join(said)}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "Isle: 4 rows" in told
    assert "Rarities, apart from the table: not taken" in told
    assert "on no piece: Visual" in told
    assert "**Skill — Bite** — Deal 2." in rows_of((tmp_path / "draft.md").read_text())[4]


def test_what_stands_in_brackets_behind_the_names_of_a_list_is_cost_and_kind():
    said = "- **Fox** ⟨1⟩ [Basic] — Bites.\n- **Owl** (2) — Hunts *low*.\n"
    said += "- **Elk** ⟨?⟩ [Rare, Power] — Wins.\n- **Hen** [Token] — Lays.\n"
    rows = rows_of("# Isle — current card list\n\n## The wood\n" + said)
    assert rows[:3] == [
        ("Name", "Cost", "Kind", "Text"),
        ("Fox", "1", "Basic", "Bites."),
        ("Owl", "2", "", "Hunts *low*."),
    ]
    assert headed_in("# Isle — card rules\n\n## The wood\n" + said).trust == 0


def test_a_quotation_within_a_card_is_in_italics():
    said = [f"## {name}\nSay it.\n\n> I am {name}.\n\nThen go.\n" for name in ("Fox", "Owl", "Elk", "Hen")]
    assert rows_of("# Chaos cards\n" + "".join(said))[1] == ("Fox", "Say it.\n\n*I am Fox.*\n\nThen go.")


def test_tables_with_copies_and_those_headed_as_they_are_stand_beside_pieces(tmp_path):
    form = "### {}\n| Field | Value |\n|---|---|\n| Skill | Bite at once. |\n| Unlock | At {n} points. |\n\n"
    said = [form.format(name, n=n) for n, name in enumerate(("Fox", "Owl", "Elk"), 1)]
    deck = "## Deck\n\n| Name | Tag | Effect | Qty |\n|---|---|---|---|\n| Run | Go | Move on by two. | 2 |\n"
    deck += "| Hide | Stay | Stay where you are. | 1 |\n\n"
    shop = "## Tier B (cost: 3)\n\n| Name | Tag | Effect |\n|---|---|---|\n| Jump | Go | Move on by four. |\n"
    shop += (
        "| Nap | Stay | Draw a card, and rest. |\n\n## Moves\n\n| Tag | Count |\n|---|---|\n| Go | 2 |\n| Stay | 1 |\n"
    )
    (tmp_path / "draft.md").write_text(f"# Isle\n\n{''.join(said)}{deck}{shop}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert all(f"{name}: {n} rows" in told for name, n in (("Isle", 3), ("Deck", 2), ("Tier B (cost: 3)", 2)))
    assert "Moves, apart from the table: not taken" in told


def test_a_text_that_is_called_a_list_of_cards_is_one():
    """Parts of one piece in headings below it are none of it."""
    said = [
        f"### {n} - {name}\n**Action**\nMove the {name.lower()}.\n"
        for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"))
    ]
    more = "#### Up\nGo up.\n\n#### Down\nGo down.\n\n#### Left\nGo left.\n\n"
    rows = rows_of("# Isle — Card Reference\n\n## Rules\n\n### Royal\nGo.\n\n" + more + "## Beasts\n\n" + "".join(said))
    assert ("Fox" in rows[2][0], rows[2][-1]) == (True, "**Action**\nMove the fox.")


def test_titles_that_come_again_are_called_by_the_heading_above_too(tmp_path):
    """Which is a fact of their pieces; tables that are called alike below one heading get numbers."""
    table = "| Name | Effect | Qty |\n|---|---|---|\n| {0}ox | Bites at once. | 2 |\n| {0}wl | Hunts. | 1 |\n\n"
    said = "".join(f"## {above}\n\n### Common\n\n{table.format(above[0])}### Rare\n\n{table.format(above[1])}"
                   for above in ("Fire", "Water"))  # fmt: skip
    titles = [title for title, _ in markdown_tables(f"# Isle\n\n{said}")]
    assert titles == ["Fire: Common", "Fire: Rare", "Water: Common", "Water: Rare"]
    assert rows_of(said)[:2] == [("Name", "Effect", "Qty", "Section"), ("Fox", "Bites at once.", "2", "Fire")]
    again = [*markdown_tables(f"# Isle\n\n## Common\n\n{table}{table}## Rare\n\n{table}")]
    assert [(title, len(rows[0][1])) for title, rows in again] == [("Common", 4), ("Common", 4), ("Rare", 4)]
    (tmp_path / "draft.md").write_text(f"# Isle\n\n{said}")
    assert "Water: Rare: 2 rows" in run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "no errors" in run("check", project=tmp_path / "isle").output
    assert "Fire" in words_of(tmp_path / "isle", tmp_path / "out")


def test_small_tables_that_begin_with_the_same_key_are_a_piece_each(tmp_path):
    """`Cost | 2` has no headings; tables of names are lists of pieces, though they begin alike."""
    form = "### {}\n| Cost | {} Energy |\n|---|---|\n| **Effect** | Deal {}. |\n\n"
    said = "".join(
        form.format(name, n % 3, n)
        for n, name in enumerate(("Fox", "Owl", "Elk", "Hen", "Cat", "Dog", "Ape", "Bee", "Eel"))
    )
    deck = "## Deck\n\n| Name | Copies |\n|---|---|\n| Run | 2 |\n| Hide | 1 |\n\n"
    (tmp_path / "draft.md").write_text(f"# Isle\n\n{deck}## Upgrades\n\n{said}")
    rows = rows_of((tmp_path / "draft.md").read_text())
    assert rows[3:5] == [("Name", "Cost", "Effect"), ("Fox", "0 Energy", "Deal 0.")]
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert all(words in told for words in ("Deck: 2 rows", "Isle: 9 rows", ": Cost\n", "text: Effect"))
    lists = "".join(
        f"## {n}\n\n| Card | {n} |\n|---|---|\n| Move {n} | 2 |\n| Turn {n} | 1 |\n\n" for n in ("Qty", "Text", "Cost")
    )
    assert len([*markdown_tables(lists)]) == 3


def test_short_lines_alone_are_titles_where_no_sign_says_so():
    table = "| Name | HP |\n|---|---|\n| Fox | 2 |\n\n"
    said = f"Isle\n\nThese fight. They are few.\n\nHeroes:\n\n{table}Foes\n\n{table}They lose.\n\n{table}"
    assert [title for title, _ in markdown_tables(said)] == ["Heroes", "Foes", "Foes"]
    assert [title for title, _ in markdown_tables(f"# Isle\n\nHeroes\n\n{table}")] == ["Isle"]


_TOLD = "## {}\n\n**Keywords:** {}, luck\n\n**Meaning:**\n\nThe card {} comes back to you, and stays a while.\n\n" \
    "It stays longer than you may think it does, and then it leaves you for good.\n\n" \
    "**Ask:** _What do you keep of all that came to you this year?_\n\n---\n\n"  # fmt: skip


@pytest.mark.slow
def test_sections_of_the_same_keys_are_cards_however_long(tmp_path):
    """The second paragraph of a key stays before the next key."""
    text = "# The oracle\n\n" + "".join(_TOLD.format(*[name] * 3) for name in ("Moon", "Anchor", "Skull"))
    head, moon, *_ = rows_of(text)
    assert head == ("Name", "Keywords", "Meaning", "Ask")
    assert moon[2].endswith("a while.\n\nIt stays longer than you may think it does, and then it leaves you for good.")
    assert not pieces_below(text.replace("**Keywords:** Skull, luck\n\n", ""))
    (tmp_path / "oracle.md").write_text(text)
    run("new", tmp_path / "isle", "--from", tmp_path / "oracle.md", "--size", "tarot")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert words.index("It stays longer") < words.index("What do you keep")


def test_a_size_asks_for_pieces_and_is_told_where_there_are_none(tmp_path):
    said = "".join(f"## {name}\n\nThe {name.lower()} comes.\n\n" for name in ("Fox", "Owl", "Elk", "Hen"))
    (tmp_path / "draft.md").write_text("# Isle\n\n" + said)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md", "--size", "tarot").output
    assert "Isle: 4 rows, each a card, 70 x 120 mm" in told
    (tmp_path / "rules.md").write_text("# Isle\n\nDraw a card, and go on.\n\nThen play one of them.\n")
    told = run("new", tmp_path / "rules", "--from", tmp_path / "rules.md", "--size", "tarot").output
    assert "--size tarot: of no effect, as there are rules and no pieces in rules.md" in told


@pytest.mark.parametrize(
    ("name", "options", "are_cards"),
    [("cards.md", (), True), ("draft.md", ("--kind", "cards"), True), ("a.md", (), False)],
)
def test_points_with_numbers_and_kinds_may_be_cards(tmp_path, name, options, are_cards):
    """Each below the heading that is its category; `--kind cards` takes any list."""
    form = "## Tier {n}\n- Fox {n} (2/{n}) [BEAST]: Bites.\n- Owl {n} (1/1) [BIRD/DEMON]: Sees. At once: flies.\n\n"
    text = "# Card pool - active definitions\n\nForm: name (a/b).\n\n" + "".join(form.format(n=n) for n in (1, 2, 3))
    (tmp_path / name).write_text(text)
    told = run("new", tmp_path / "isle", "--from", tmp_path / name, *options).output
    assert ("Cards: 6 rows" in told) == are_cards
    assert ("rules, though its 6 points may be of cards: with `--kind cards` each is one" in told) != are_cards
    assert headed_in(text).rows[1][1] == ("Fox 1", "Tier 1", "2/1", "BEAST", "Bites.")
    assert headed_in(text.replace("#", "").replace(" (2/", ": (2/")) is not None


def test_points_below_headings_of_rarities_are_the_cards_and_not_these():
    form = "### {} (1 mana)\n* Fox {n} - Single Special: Take two, and go.\n* Owl {n} - Attack: Draw.\n\n"
    said = "".join(form.format(name, n=n) for n, name in enumerate(("Common", "Rare", "Epic", "Mythic")))
    rows = rows_of("# Table of all the cards\n\n# Spell cards\n\n" + said)
    assert rows[:2] == [("Name", "Section", "Kind", "Text"),
                        ("Fox 0", "Common (1 mana)", "Single Special", "Take two, and go.")]  # fmt: skip
    assert len(rows) == 9


def test_two_headings_above_points_are_two_facts():
    """But one, where all stand below the same of them."""
    rare = "### {} (1 mana)\n* {} - Special: Take two turns.\n* {} - Attack: Roll one die.\n\n"
    said = "# Spell Cards\n\n" + rare.format("Common", "Fuse", "Rain") + rare.format("Rare", "Swap", "Gain")
    rows = rows_of("# Table of all the cards\n\n" + said + "# Trap Cards\n* Brush - Trap: Change the color.\n")
    assert rows[0][1:3] == ("Section", "Group")
    assert [row[1:3] for row in (rows[1], rows[-1])] == [("Spell", "Common (1 mana)"), ("Trap", "")]


@pytest.mark.slow
def test_who_asks_for_cards_gets_them_of_any_list(tmp_path):
    """Be they names alone, or texts; without asking they are rules."""
    texts = "".join(f"- {'Draw a card. ' * n}\n" for n in (4, 5, 6))
    for name, said in (("names", "- Fox\n- Owl\n- Elk\n"), ("texts", texts)):
        (tmp_path / f"{name}.md").write_text(f"# Isle\n\nGo on.\n\n{said}")
        assert "3 rows" not in run("new", tmp_path / f"{name}-rules", "--from", tmp_path / f"{name}.md").output
        told = run("new", tmp_path / name, "--from", tmp_path / f"{name}.md", "--kind", "cards").output
        assert "Cards: 3 rows" in told
        assert "no errors" in run("check", project=tmp_path / name).output
    assert "Elk" in words_of(tmp_path / "names", tmp_path / "out")
    assert "Draw a card." in words_of(tmp_path / "texts", tmp_path / "other")


@pytest.mark.slow
def test_a_number_with_a_unit_behind_all_names_is_a_column(tmp_path):
    """Whatever is bold in them; and words with labels of their own get none besides."""
    said = [
        f"### **{name}** ({n} HP)\n**Effect:** Bites {n}.\n**Tags:** T{n}\n" for n, name in enumerate(("Fox", "Owl"), 5)
    ]
    said += [f"### Kind{n} (4 HP)\n**Effect:** Goes by {n}.\n**Tags:** T\n" for n in range(4)]
    text = "# Isle cards\n" + "".join(said).replace("T5\n", "T5\n**Born:** in 1999\n")
    head, fox, *_ = rows_of(text)
    assert head == ("Name", "HP", "Effect", "Tags", "Text")
    assert fox == ("Fox", "5", "Bites 5.", "T5", "**Born:** in 1999")
    assert rows_of(text.replace("Owl** (6 HP)", "Owl** (6 MP)"))[1][0] == "Fox (5 HP)"
    assert rows_of(text.replace("** (", " — ").replace(" HP)", " HP").replace("(4", "— 4"))[1][:2] == ("Fox", "5")
    (tmp_path / "cards.md").write_text(text)
    run("new", tmp_path / "isle", "--from", tmp_path / "cards.md")
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert ("Born" in words, "Text:" in words, "*" in words) == (True, False, False)


def test_what_titles_number_is_a_column_and_tables_like_others_are_taken(tmp_path):
    """Also of one column; of others it is said truly what they have."""
    said = "# Isle\n\n" + "".join(
        f"## {title}\n\n{table}\n\n"
        for title, table in (
            ("Level 1 (2 cards)", "| Name | Element | Notes |\n|---|---|---|\n| Fox | Ice | |\n| Owl | Fire | Rare. |"),
            ("Level 2 (2 cards)", "| Name | Element | Notes |\n|---|---|---|\n| Elk | — | |\n| Hen | — | A bird. |"),
            ("Boss cards (Level 10)", "| Name |\n|---|\n| Ape |\n| Bee |"),
            ("Player cards", "| Name |\n|---|\n| Cat |\n| Dog |"),
            ("Artists", "| Who | Notes |\n|---|---|\n| Ann | Good. |\n| Bob | |"),
        )
    )
    assert rows_of(said)[:2] == [("Name", "Element", "Notes", "Level"), ("Fox", "Ice", "", "1")]
    assert ("Ape", "10") in rows_of(said)
    assert rows_of(said.replace("Level 2", "Level X"))[1] == ("Fox", "Ice", "", "Level 1 (2 cards)")
    (tmp_path / "draft.md").write_text(said)
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert all(f"{name}: 2 rows" in told for name in ("Level 2 (2 cards)", "Boss cards (Level 10)", "Player cards"))
    assert "Artists, apart from the table: not taken, it has one column beside those on no piece (Notes)" in told
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert all(word in words for word in ("Hen", "Ape", "Dog", "10"))


def test_columns_that_are_lists_are_a_piece_each_cell(tmp_path):
    """Below what they are; not where a column is said to be something, or the first is of all rows."""
    rows = "| Heroes | Deeds | Places |\n|---|---|---|\n| Fox | Jump | Moon |\n| Owl | Sing | |\n"
    rows += "| | Go home | |\n| | Eat | |\n"
    (tmp_path / "cards.md").write_text(f"# Isle\n\n## Deck one\n\n{rows}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "cards.md").output
    assert "Deck one: 7 rows" in told
    assert "if each row is one, `--columns 'Heroes=name'`" in told
    words = words_of(tmp_path / "isle", tmp_path / "out")
    assert all(word in words for word in ("Go home", "Deeds", "Moon", "Places"))
    (tmp_path / "isle/components/isle/cards.md").write_text(
        f"# Isle\n\n## Deck one\n\n{rows}| Elk | | Sun |\n| Hen | | |\n"
    )
    assert "no errors" in run("check", project=tmp_path / "isle").output
    told = run("new", tmp_path / "rows", "--from", tmp_path / "cards.md", "--columns", "Heroes=name").output
    assert "Heroes\n" in told
    assert "lists, so" not in told
    (tmp_path / "all.md").write_text(
        f"# Isle\n\n## Deck one\n\n{rows.replace('| | Go', '| Elk | Go').replace('| | Eat', '| Hen | Eat')}"
    )
    assert "4 rows" in run("new", tmp_path / "all", "--from", tmp_path / "all.md").output


def test_tags_alone_are_no_section_and_a_text_of_some_may_be_lacking(tmp_path):
    lore = {"Fox": "<i>Big</i> and bold it is.", "Owl": '<div id="b"/>', "Elk": "A <b>bird</b> it is."}
    rows = "".join(f'| <div id="{n}"/> |\n| {n} | Bites<br>**now** {n}. | {more} |\n' for n, more in lore.items())
    (tmp_path / "cards.md").write_text(f"| Name | Text | Lore |\n|---|---|---|\n{rows}")
    assert "section:" not in run("new", tmp_path / "isle", "--from", tmp_path / "cards.md").output
    told = run("check", project=tmp_path / "isle").output
    assert "no errors" in told


def test_wide_blanks_part_keys_and_a_name_may_be_lacking():
    """In a line of several; where the others say theirs, the heading is one."""
    form = "# {0}\n\nDrink: {1}                  Sleep:6{1}      ALL: 54\nRizz: 7{1}     Nini: 54\n\n"
    names = ("Fox", "Owl", "Elk", "Hen")
    head, fox, *_ = rows_of("".join(form.format(name, n) for n, name in enumerate(names)))
    assert head == ("Name", "Drink", "Sleep", "ALL", "Rizz", "Nini")
    assert fox == ("Fox", "0", "60", "54", "70", "54")
    form = "## {0}\n- Name: The {0}\n- Cost: {1}\n- Rank: {1}\n\n"
    said = "# Isle cards\n\n" + "".join(form.format(name, n) for n, name in enumerate(names))
    rows = rows_of(said.replace("- Name: The Elk\n", ""))
    assert [row[0] for row in rows[1:]] == ["The Fox", "The Owl", "Elk", "The Hen"]


def test_a_table_of_sums_is_no_set(tmp_path):
    cards = "| Name | Cost | Effect |\n|---|---|---|\n| Fox | 1 | Bites at once. |\n| Owl | 2 | Hunts at night. |\n"
    sums = "| What | Count |\n|---|---|\n| Base cards total | 16 |\n| Total of combos | 31 |\n| Not used | 89 |\n"
    (tmp_path / "draft.md").write_text(f"# Isle\n\n## Base\n\n{cards}\n## Figures\n\n{sums}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "Base: 2 rows" in told
    assert "Figures, apart from the table: not taken, it tells of others" in told


def test_what_points_below_a_table_say_of_its_rows_is_on_these(tmp_path):
    """By their names in bold, and not in the rules; a point of something else leaves all there."""
    table = (
        "# Isle\n\n## Beasts\n\n| Name | Cost |\n|---|---|\n| Fox | 1 |\n| Owl | 2 |\n| Elk | 3 |\n\nTwo have more:\n\n"
    )
    said = "- **Owl** — at night: hunts\n  all that moves.\n- **Elk:** Jumps.\n\nThey rest.\n\n"
    rows = rows_of(table + said)
    assert [row[2] for row in rows] == ["Ability", "", "at night: hunts all that moves.", "Jumps."]
    assert rows_of(f"{table}{said}- **Hen:** Lays.\n")[0] == ("Name", "Cost")
    (tmp_path / "draft.md").write_text(table + said)
    assert "text: Ability\n" in run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    rules = (tmp_path / "isle/components/isle/rules.yaml").read_text()
    assert ("They rest." in rules, "Jumps" in rules) == (True, False)
    assert "all that moves." in words_of(tmp_path / "isle", tmp_path / "out")


@pytest.mark.parametrize("sign", ["", "### "])
def test_what_is_called_a_card_is_one_with_the_points_below_it(sign):
    """Whatever the headings above say."""
    said = [f"{sign}Card: {name}  \n- Go {name}.\n- Stop?\n" for name in ("Fox", "Sea map (wall)", "Elk", "Hen")]
    assert rows_of("## Of the walls\n\n" + "\n".join(said)) == [
        ("Name", "Text"), *((n, f"• Go {n}.\n• Stop?") for n in ("Fox", "Sea map (wall)", "Elk", "Hen"))
    ]  # fmt: skip
    assert pieces_below("## Of the walls\n\n" + "\n".join(said))


def test_a_text_without_signs_of_pieces_says_which_to_write(tmp_path):
    said = [f"The {name} comes.\nIt comes to the {name}.\n" for name in ("Owl", "Elk", "Hen")]
    (tmp_path / "draft.md").write_text("\n".join(said))
    told = run("new", tmp_path / "a", "--from", tmp_path / "draft.md", "--kind", "cards").output
    assert "--kind cards: of no effect" in told
    assert "`## Name` above each it is one" in told
    (tmp_path / "cards.md").write_text("\n".join(said))
    told = run("new", tmp_path / "c", "--from", tmp_path / "cards.md").output
    assert "cards.md: no pieces found in it, so it is rules; " in told
    (tmp_path / "draft.md").write_text("## " + "\n## ".join(said))
    assert "3 rows" in run("new", tmp_path / "b", "--from", tmp_path / "draft.md", "--kind", "cards").output


_CARDS = (("Fox", 2, "Bites for one."), ("Owl", 3, "Hunts at night. Draw a card."), ("Elk", 1, "Charge!"),
          ("Hen", 4, "Lays an egg."))  # fmt: skip


@pytest.mark.parametrize(
    "form",
    ["- {0} (x{1}): {2}\n", "{1}. **{0}** (x{1}): {2}\n", "**{0}** ({1}x): {2}\n", "**{0} ({1}x)** – {2}\n\n",
     "- [ ] {0} – {2} (x{1})\n", "> - {1}x *{0}*: {2}\n", "**{0} (x{1})**\n{2}\n\n", "{0} (x{1})\n{2}\n\n",
     "{0} (x{1})\n: {2}\n\n", "{0} (x{1}) - {2}\n", "- {0}（{1}枚）：{2}\n", "* **{0}** ({1} exemplaires) : {2}\n",
     "- {0} (x{1})\n  - {2}\n", "{1}x {0} - {2}\n"],
)  # fmt: skip
def test_cards_are_listed_in_many_ways(form):
    """What begins alike below a heading is a card, with its copies; a list in a box without a language is one, too."""
    said = "".join(form.format(*card) for card in _CARDS)
    made = [("Name", "Count", "Text"), *((name, str(many), text) for name, many, text in _CARDS)]
    assert rows_of(f"# Isle\n\n## Action cards\n\n{said}") == made


def test_a_list_in_a_box_without_a_language_is_no_code():
    said = "".join(f"{name} (x{many}) - {text}\n" for name, many, text in _CARDS)
    assert len(rows_of(f"# Isle\n\n## Deck\n\n```\n{said}```\n")) == 5
    assert not rows_of(f"# Isle\n\n## Deck\n\n```c\n{said}```\n")


def test_lists_of_cards_in_rules_are_the_cards_and_the_rest_rules(tmp_path):
    """Below a heading that says so, if they say their copies; a list of what is in the box is none."""
    deck = "".join(f"- {name} (x{many}): {text}\n" for name, many, text in _CARDS)
    rules = "# Isle\n\nGo on, and win.\n\n## Turn\n\n1. Draw: Take a card.\n2. Act: Play a card.\n\nThen rest.\n\n"
    (tmp_path / "game.md").write_text(
        f"{rules}## In the box\n\n- Event cards (x20)\n- Dice (x3)\n\n## Event cards\n\n{deck}"
    )
    told = run("new", tmp_path / "isle", "--from", tmp_path / "game.md").output
    assert "Event cards: 4 rows" in told
    assert "count: Count, 10 pieces in all" in told
    rules = (tmp_path / "isle/components/isle/rules.yaml").read_text()
    assert ("Hunts" in rules, "Play a card" in rules, "Dice" in rules) == (False, True, True)


def test_a_heading_may_say_the_copies_of_all_below_it():
    said = "# Action cards\n\n## Common (x3 unless stated)\n\n- Fox: Bites.\n- Owl (x5): Hunts.\n\n"
    said += "## Rare (x1)\n\n- Elk: Runs.\n- Hen: Lays.\n"
    assert [row[:3] for row in rows_of(said)[1:]] == [
        ("Fox", "Common", "3"), ("Owl", "Common", "5"), ("Elk", "Rare", "1"), ("Hen", "Rare", "1"),
    ]  # fmt: skip


def test_points_below_many_headings_are_what_these_can_do(tmp_path):
    """A few below each, and nothing else that tells them; with `--kind cards` each heading is one."""
    said = "".join(f"### {name}\n- {name} bite: Deal {n} at once.\n- {name} run: Go on {n}.\n\n"
                   for n, name in enumerate(("Fox", "Owl", "Elk", "Hen")))  # fmt: skip
    (tmp_path / "beasts.md").write_text(f"# Beasts\n\n{said}")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "beasts.md").output
    assert "rules, though its 4 headings may be of cards" in told
    assert [row[0] for row in rows_of(f"# Beast cards\n\n{said}")[1:]] == ["Fox", "Owl", "Elk", "Hen"]


def test_tables_may_have_tabs_or_blanks_between_their_cells(tmp_path):
    """If several lines have as many; two blanks behind a sentence are none."""
    for sign, form in (("tabs", "{}\t{}\t{}\n"), ("blanks", "{:9}{:9}{}\n")):
        rows = "".join(form.format(*map(str, row)) for row in (("Name", "Cost", "Effect"), *_CARDS))
        (tmp_path / f"{sign}.md").write_text(f"# Beasts\n\nThey bite.  Beware.  Run.\n\n{rows}")
        told = run("new", tmp_path / sign, "--from", tmp_path / f"{sign}.md").output
        assert "Beasts: 4 rows" in told
        assert "text: Effect\n  also drawn: Cost" in told
        assert "Hunts" not in (tmp_path / f"{sign}/components/{sign}/rules.yaml").read_text()


def test_a_chapter_of_notes_and_what_stands_behind_a_rule_are_no_cards(tmp_path):
    """Beside pieces that say three keys; nor does a heading stay above what is taken."""
    form = "### {}\n- **Cost**: {n}\n- **Kind**: K{n}\n- **Effect**: Go on by {n} at once.\n\n"
    said = "## Beast cards\n\n" + "".join(form.format(name, n=n) for n, name in enumerate(("Fox", "Owl", "Elk"), 1))
    notes = "### Kinds of cards\n- **Quick**: Costs little.\n\n### Balance\n- **Cost**: High is strong.\n\n"
    end = f"---\n\n## Notes\n\n{notes}---\n\n*Made by hand.*\n"
    assert [row[0] for row in rows_of(f"# Isle cards\n\n{said}{end}")[1:]] == ["Fox", "Owl", "Elk"]
    (tmp_path / "draft.md").write_text(f"# Isle cards\n\nGo.\n\n{said}---\n\n*Made by hand.*\n")
    told = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert "Isle cards: 3 rows" in told
    assert "no words below" not in told
    assert "Made by hand" in (tmp_path / "isle/components/isle/rules.yaml").read_text()


def test_notes_in_a_folder_are_a_piece_each(tmp_path):
    """If most have keys above their words, as a notebook keeps them; their pictures come along."""
    (tmp_path / "beasts").mkdir()
    for n, name in enumerate(("Fox", "Owl", "Elk"), 1):
        keys = f"type: B{n % 2}\ncost: {n}\ntags:\n  - wood\n"
        (tmp_path / f"beasts/{name}.md").write_text(f"---\n{keys}---\n\n# {name}\n\n![[{name}.png]]\n\nGo on by {n}.\n")
    art(tmp_path / "beasts", (40, 60), names=("Fox", "Owl", "Elk"))
    told = run("new", tmp_path / "isle", "--from", tmp_path / "beasts").output
    assert "beasts: 3 rows, each a card" in told
    assert "also drawn: type, cost" in told or "colour: type" in told
    assert "the notes in beasts/: joined in one text, edit that" in told
    assert "no errors" in run("check", project=tmp_path / "isle").output
    assert "Go on by 2." in words_of(tmp_path / "isle", tmp_path / "out")


def test_headings_of_two_sides_are_those_of_one_card():
    """Their keys are columns of the back; a bar in a cell ends it not, and a picture may stand as HTML writes it."""
    row = "| Field | Content |\n|---|---|\n| **Title** | {} |\n"
    row += "| **Effect** | `go_{n} \\| rest` at once |\n|**Cost** | {n} |\n"
    form = f'## Card {{n}}\n\n### FRONT (Day)\n\n{row}<img width="9" src="{{}}.png" />\n\n### BACK\n\n{row}\n---\n\n'
    said = "".join(form.format(name, name, f"Un{name}", n=n) for n, name in enumerate(("fox", "owl", "elk"), 1))
    rows = rows_of(f"# Isle cards\n\n{said}")
    assert rows[0] == ("Title", "Effect", "Cost", "Image", "Back Title", "Back Effect", "Back Cost")
    assert rows[1] == ("fox", "go_1 | rest at once", "1", "fox.png", "Unfox", "go_1 | rest at once", "1")


def test_short_lines_of_a_card_are_lines():
    """Where none is long, nor goes on with a small letter; a list in a list keeps its points."""
    said = "## {}\n\n${n}\n^Forward\n^Forward to the right\n- Each {}:\n  - Go.\n  - Rest.\n\n"
    rows = rows_of(
        "# Cards\n\n" + "".join(said.format(name, name, n=n) for n, name in enumerate(("Fox", "Owl", "Elk", "Hen")))
    )
    assert rows[1] == ("Fox", "$0\n^Forward\n^Forward to the right\n**Each Fox:**\n• Go.\n• Rest.")
    flowing = rows_of(
        "# Cards\n\n" + "".join(f"## {name}\n\nGo on\nand rest.\n\n" for name in ("Fox", "Owl", "Elk", "Hen"))
    )
    assert flowing[1] == ("Fox", "Go on and rest.")


def test_a_numbered_list_in_a_file_of_cards_is_cards(tmp_path):
    """Their names end at the first stop."""
    said = "".join(
        f"{n}. {name}. Beast of the wood. Takes {n} of all.\n\n"
        for n, name in enumerate(("Fox", "Owl", "Elk", "Hen"), 1)
    )
    (tmp_path / "cards.md").write_text(f"Each card has a name and a kind.\n\n{said}")
    assert "Cards: 4 rows" in run("new", tmp_path / "isle", "--from", tmp_path / "cards.md").output
    assert headed_in(said).rows[2][1] == ("Owl", "Beast of the wood. Takes 2 of all.")


def test_a_text_in_a_folder_whose_table_names_its_pictures_is_their_table(tmp_path):
    art(tmp_path / "isle/art", (40, 60), names=("fox", "owl", "elk"))
    rows = "".join(f"| {name} | Goes on. | `art/{name}.png` |\n" for name in ("fox", "owl", "elk"))
    (tmp_path / "isle/cards.md").write_text(f"# Isle\n\n| Name | Text | Picture |\n|---|---|---|\n{rows}")
    told = run("new", tmp_path / "made", "--from", tmp_path / "isle").output
    assert "Isle: 3 rows" in told
    assert "picture: Picture" in told
    assert "not read" not in told


@pytest.mark.some(0)
@pytest.mark.parametrize("signs", ["(", " ", "` ", "- ", "*"])
def test_long_runs_of_signs_are_read(signs):
    """In a heading or behind a name, in time that grows as they do."""
    said = f"# Cards\n\n## All {signs * 20_000}b\n\n- Fox: {signs * 20_000}b\n- Owl: x\n- Elk: y\n- Hen: z\n"
    assert len(rows_of(said)) == 5


SPELLS = """# Spell cards

## Fox

A sly animal that moves at night.

**Cost**: 2

**Effect**: Draw two cards and keep one of them in your hand.

Then burn a card that you hold.

## Owl

**Cost**: 3

**Effect**: Look at the top three cards and do this:

1. Take one.
2. Put one back.

You may do this once each turn.

## Elk

**Cost**: 1

**Effect**: Move one space.
"""


def test_the_order_of_paragraphs_and_numbered_lists_stays():
    """What stands behind the words of a key does not come before it."""
    ((_, rows),) = markdown_tables(SPELLS)
    assert [row for _, row, _ in rows][:3] == [
        ("Name", "Text", "Cost", "Effect"),
        ("Fox", "A sly animal that moves at night.", "2",
         "Draw two cards and keep one of them in your hand.\n\nThen burn a card that you hold."),
        ("Owl", "", "3", "Look at the top three cards and do this:\n\n1. Take one.\n2. Put one back.\n\n"
         "You may do this once each turn."),
    ]  # fmt: skip


def test_lists_that_say_the_kind_of_each_are_pieces_below_chapters():
    chapters = [
        "\n".join([f"### Part {n}", *(f"- **{name}{n}** ({n}) [Basic] — Deal {n}." for name in "ABC")])
        for n in range(4)
    ]
    ((_, rows),) = markdown_tables("# Blades: current card list (as of today)\n\n" + "\n\n".join(chapters))
    assert rows[0][1][0] == "Name"
    assert [row[0] for _, row, _ in rows[1:4]] == ["A0", "B0", "C0"]


def test_three_lines_that_say_card_are_cards_with_their_points():
    text = "## Cards\n\n" + "\n\n".join(f"Card: {name}  \n- Draw two.  \n- Burn one." for name in ("Fox", "Owl", "Elk"))
    ((_, rows),) = markdown_tables(text)
    assert [row for _, row, _ in rows[1:]] == [(name, "• Draw two.\n• Burn one.") for name in ("Fox", "Owl", "Elk")]


@pytest.mark.parametrize(("text", "said"), [
    ("# My cards\n\n## Fox\nCost: 2\nEffect: Draw.\n\n## Owl\nCost: 3\nEffect: Burn.\n", "My cards: 2 rows, each"),
    ("# Cards\n\n- Fox x3: Draw a card.\n- Owl x2: Burn a card.\n", "Count, 5 pieces in all"),
    ("# Isle\n\n## Fox\n\n**Effect**: Draw.\n\n## Owl\n\n**Effect**: Burn.\n\n1. One\n", "with `--kind cards`"),
    ("# Isle\n\n## Setup\n\nDeal two cards.\n\n## Turns\n\nDraw one card.\n", "rules.yaml: 2 paragraphs in 2 chapters"),
])  # fmt: skip
def test_two_cards_are_cards_where_it_says_so_or_that_is_told(tmp_path, text, said):
    (tmp_path / "draft.md").write_text(text)
    out = run("new", tmp_path / "isle", "--from", tmp_path / "draft.md").output
    assert said in out
    assert ("--kind cards" in out) == ("--kind cards" in said)


def test_names_in_lists_below_chapters_are_pieces(tmp_path):
    """However the chapters are marked, and without a blank behind the signs of points; the file says what they are."""
    kinds = {
        "PLANTS": "Rose Lily Iris Aster",
        "BEASTS": "Fox Owl Elk Yak",
        "PLACES": "Lake Hill Wood Moor",
        "TOOLS": "Axe Hoe Saw Pen",
    }
    parts = [f"~~{kind}:~~\n\n" + "".join(f"-{name}\n" for name in said.split()) for kind, said in kinds.items()]
    (tmp_path / "cardlist.md").write_text("\n".join(parts))
    said = run("new", tmp_path / "isle", "--from", tmp_path / "cardlist.md").output
    assert ": 16 rows, each a card" in said
    assert "colour: Section" in said


FORMS = """# Isle — Cards

## Fox

- Name: Fox
- Quantity: 2
- Type: beast
- Effect: Bite.

## Dice

- Name: Dice
- Quantity: 3
- Type: tool
- Effect: Add the value on it.

| Value | Quantity |
|---:|---:|
| 4 | 1 |
| 6 | 2 |

## Owl

- Name: Owl
- Quantity: 1
- Type: beast
- Effect: Hoot.

## Storms

- Rule: Storms hit all players.
- Type: storm
- Quantity: 2

| Storm | Quantity | Effect |
|---|---:|---|
| Rain | 1 | Draw. |
| Hail | 1 | Lose 1. |

## The discards

- Rule: Shuffle them once the deck is empty.
- Type: rule
"""


def test_tables_in_sections_are_pieces_or_their_values():
    """One that says what the sections say is of pieces of its own; one of numbers and copies says how that of its
    section comes; a section without copies and most of the rest is a rule."""
    headed, tables = headed_in(FORMS), [rows for _, rows in markdown_tables(FORMS)]
    assert headed is not None
    assert [row for _, row, _ in headed.rows] == [
        ("Name", "Quantity", "Type", "Effect", "Value"),
        ("Fox", "2", "beast", "Bite.", ""),
        ("Dice", "1", "tool", "Add the value on it.", "4"),
        ("Dice", "2", "tool", "Add the value on it.", "6"),
        ("Owl", "1", "beast", "Hoot.", ""),
    ]
    assert [row[0] for rows in tables for _, row, _ in rows][:3] == ["Storm", "Rain", "Hail"]
    assert len(tables) == 2
    said = FORMS.split("\n")
    left = [line for n, line in enumerate(said) if n not in pieces_below(FORMS, [headed.title])]
    assert "- Rule: Shuffle them once the deck is empty." in left


def test_a_list_of_what_a_deck_has_counts_its_table():
    """Copies of rows of the table that it names most of, no cards; tips below a table are no words of its rows."""
    text = """# Cards

## First deck

| Card | Cost | Effect |
|---|---|---|
| Fox | 1 | Bite. |
| Owl | 2 | Hoot. |

**It has:**
- 5x Fox
- 4x Owl

## Rewards

| Card | Cost | Effect |
|---|---|---|
| Elk | 1 | Rest. |
| Hare | 2 | Run. |
| Mole | 2 | Dig. |

**Tips:**
- **Elk**: Good for the slow
- **Hare**: Good for the quick
- **Mole**: Good for none
"""
    (_, first), (_, second) = markdown_tables(text)
    assert [row[-1] for _, row, _ in first] == ["Count", "5", "4"]
    assert [row for _, row, _ in second][:2] == [
        ("Card", "Cost", "Effect", "Section"),
        ("Elk", "1", "Rest.", "Rewards"),
    ]
    assert headed_in(text) is None


def test_copies_on_a_line_of_their_own():
    """`2 per deck` before or amid the words; a break at the end of a line is none of its words."""
    text = """# Ape cards

### Box
Back into the box.<br />
1 per deck <br />
<img width="256" src="box.png" /> <br />

### Burn
2 per deck
Burn 3 cards.

### Skip
3 per deck
> _New_ <br/>
"""
    head, *rows = rows_of(text)
    assert rows[0][head.index("Text")] == "Back into the box.\n**Image:** box.png"
    assert {row[head.index("Copies")] for row in rows} == {"1", "2", "3"}
    assert "Burn 3 cards." in rows[1]
    assert "New" in rows[2]


def test_lines_that_end_with_a_break_stay_lines():
    """Also the first of an entry, and those of a quotation."""
    text = """# Cards

**Fox**: Bite once. <br/>
> _new_ <br/>
> For the quick.

**Owl**: Hoot. <br/>
> _old_ <br/>
> For the wise.

**Elk**: Rest. <br/>
> _new_ <br/>
> For the slow.
"""
    assert rows_of(text)[1] == ("Fox", "Bite once.\n*new*\n*For the quick.*")


def test_headings_within_a_piece_may_say_values():
    text = "".join(
        f"# {name}\n## Type: {kind}\n## Rules\n{words}\n## Cost: {cost}\n\n"
        for name, kind, words, cost in (
            ("Fox", "beast", "Bite.", 2),
            ("Owl", "bird", "Hoot.", 3),
            ("Elk", "beast", "Go.", 1),
        )
    )
    assert rows_of(text)[:2] == [("Name", "Type", "Rules", "Cost"), ("Fox", "beast", "Bite.", "2")]


def test_a_table_in_each_section_is_of_its_piece():
    """How it grows, say: the sections are the pieces."""
    grows = "\n| Step | Cost | Effect |\n|---|---|---|\n| Silver | 4 | Go. |\n| Gold | 5 | Go on. |\n"
    text = "# Cards\n" + "".join(
        f"\n## {name}\n- Cost: {n}\n- Effect: Bite.\n- Kind: beast\n{grows}"
        for n, name in enumerate(("Fox", "Owl", "Elk"), 1)
    )
    headed = headed_in(text)
    assert headed is not None
    assert [row[0] for _, row, _ in headed.rows] == ["Name", "Fox", "Owl", "Elk"]
