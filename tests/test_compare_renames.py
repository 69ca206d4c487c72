"""A rename is told once: what only says the new name is an echo of it, and is not told."""

from __future__ import annotations

import pytest

from generator.compare.diff import diff
from generator.versions import DiffOrder, compare
from tests.compare_kit import MINI, copy_of, everywhere, game_of, replace, rewrite

LAYOUTS = "layouts/mini"


@pytest.fixture
def two(tmp_path):
    """The mini game twice; the second may be changed."""
    return copy_of(MINI, tmp_path / "old"), copy_of(MINI, tmp_path / "new")


def told(two):
    """The lines of the report below its groups."""
    data, _ = compare(two[1], DiffOrder(str(two[0].root), "mini", language="en"))
    return [line[2:] for line in data.decode().splitlines() if line.startswith("  ")]


def both(two, file, old, new):
    for project in two:
        replace(project.components / "mini" / file, old, new)


def test_what_is_called_after_a_renamed_term_is_an_echo(two):
    """In prose, as plural, in the names of numbers and of files, in ids, in verbs and in the conditions of steps."""
    both(two, "game.yaml", "en: rounds}", "en: suns of a game}")
    both(two, "rules.yaml", "Open the box first.", "Open the box with the suns first.")
    both(two, "cards.yaml", "fields:\n", "fields:\n  kind: one of [sun-card, other]?\n  art: word?\n")
    both(two, "cards.yaml", "- id: dawn\n", "- id: dawn\n    kind: sun-card\n    art: sun-1\n")
    both(two, "setup.yaml", "item.id != 'night'", "item.id != 'sun'")
    both(two, "game.yaml", "  shuffle:\n", "  take-sun: {about: {ja: 太陽を取る。, en: Take the sun.}}\n  shuffle:\n")
    both(two, "cards.yaml", "      - shuffle", "      - take-sun")
    everywhere(two[1], "sun", "orb")
    everywhere(two[1], "太陽", "天体")
    assert told(two) == ["= orb: renamed: sun -> orb"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("Open the box first.", "Open a fine box first.", "introduction"),
        ("The light of day.", "The light of the moon.", "description"),
    ],
)
def test_what_changed_besides_is_told(two, old, new, line):
    everywhere(two[1], "moon", "comet")
    everywhere(two[1], "月", "彗星")
    everywhere(two[1], old, new)
    first, *others = told(two)
    assert first == "= comet: renamed: moon -> comet"
    assert len(others) == 1
    assert line in others[0]


def test_the_shorter_of_two_names_is_renamed(two):
    """Of a set that is called as its only sort of pieces is, and one more thing."""
    both(two, "chips.yaml", "en: Chip}", "en: Sun}")
    everywhere(two[1], "en: Sun}", "en: Star}")
    everywhere(two[1], "en: sun", "en: star")
    assert told(two) == ["= star: renamed: sun -> star"]


def renamed_files(two):
    """The set of cards is called sheets, and so are its template and its back."""
    folder = two[1].root / LAYOUTS
    for name in ("card", "card-back"):
        (folder / f"{name}.svg").rename(folder / f"{name.replace('card', 'sheet')}.svg")
    for old, new in (("id: card\n", "id: sheet\n"), ("layout: card", "layout: sheet"), ("back: card", "back: sheet"),
                     ("set: card", "set: sheet"), ("@card", "@sheet"), ("#card", "#sheet"), ("en: Card}", "en: Sheet}"),
                     ("Shuffle the cards", "Shuffle the sheets"), ("Cards of two", "Sheets of two"),
                     ("Collect cards", "Collect sheets")):  # fmt: skip
        everywhere(two[1], old, new)


def test_the_drawings_of_a_renamed_set_follow_it(two):
    both(two, "cards.yaml", "en: Card}", "en: Card}\nplural: {en: Cards}")
    renamed_files(two)
    everywhere(two[1], "en: Cards}", "en: Sheets}")
    assert told(two) == ["= Sheet: renamed: Card -> Sheet"]


def test_a_renamed_drawing_that_is_another_one_is_drawn_anew(two):
    renamed_files(two)
    replace(two[1].root / LAYOUTS / "sheet.svg", "<text", "<circle cx='9' cy='9' r='1'/><text")
    assert "~ Drawing “mini/sheet.svg”: drawn anew (Sheet)" in told(two)


def test_a_renamed_zone_is_told_once(two):
    everywhere(two[1], "hand]", "palm]")
    everywhere(two[1], "zones: [deck, hand", "zones: [deck, palm")
    everywhere(two[1], "to: hand", "to: palm")
    assert told(two) == ["= Zone “palm”: id: hand -> palm"]


def test_items_with_new_ids_and_no_words_are_known_by_their_values(two):
    everywhere(two[1], "id: one", "id: single")
    everywhere(two[1], "id: five", "id: quintuple")
    changes = diff(*(game_of(p, "mini") for p in two)).changes
    assert {(c.what, c.aspect, c.old_id, c.new_id) for c in changes} == {
        ("renamed", "id", "chip/one", "chip/single"),
        ("renamed", "id", "chip/five", "chip/quintuple"),
    }


def test_items_alike_in_their_values_are_not_guessed(two):
    for project in two:
        rewrite(project.components / "mini" / "chips.yaml", lambda d: d["items"].append(dict(d["items"][0], id="uno")))
    everywhere(two[1], "id: one", "id: single")
    everywhere(two[1], "id: uno", "id: lone")
    changes = diff(*(game_of(p, "mini") for p in two)).changes
    assert {c.what for c in changes} == {"added", "removed"}


def test_an_item_called_as_a_renamed_term_is_goes_with_it(two):
    both(two, "chips.yaml", "{id: one,", "{id: sun,")
    everywhere(two[1], "sun", "orb")
    everywhere(two[1], "太陽", "天体")
    chips = two[1].components / "mini" / "chips.yaml"
    replace(chips, "count: 4, value: 1", "count: 5, value: 2")
    changes = diff(*(game_of(p, "mini") for p in two)).changes
    assert ("chip/sun", "chip/orb", "value") in {(c.old_id, c.new_id, c.aspect) for c in changes}
    assert not [c for c in changes if c.what in ("added", "removed")]


def test_a_renamed_field_is_told_once_and_its_values_are_compared(two):
    def change(data):
        data["fields"]["worth"] = data["fields"].pop("value")
        for item in data["items"]:
            item["worth"] = item.pop("value")

    for project in two:
        rewrite(
            project.components / "mini" / "chips.yaml",
            lambda d: d["items"].extend({"id": f"x{n}", "value": n} for n in (10, 20, 30)),
        )
    rewrite(two[1].components / "mini" / "chips.yaml", change)
    replace(two[1].components / "mini" / "chips.yaml", "worth: 30", "worth: 40")
    lines = [line for line in told(two) if "layout" not in line]
    assert lines == ["= Chip, field “worth”: renamed: value -> worth", "~ Chip 40: worth: 30 -> 40"]


@pytest.mark.slow
def test_an_article_goes_with_the_name_behind_it(two):
    both(two, "rules.yaml", "Open the box first.", "Open a box below a moon and two moons first.")
    everywhere(two[1], "a moon", "an eclipse")
    everywhere(two[1], "moon", "eclipse")
    everywhere(two[1], "月", "食")
    assert [line for line in told(two) if "icon" not in line] == ["= eclipse: renamed: moon -> eclipse"]
    everywhere(two[1], "Open a box", "Open an box")
    assert "introduction" in told(two)[-1]


def test_what_changed_in_one_language_is_told_in_that(two):
    both(two, "rules.yaml", "Open the box first.", "Take the moon first.")
    both(two, "rules.yaml", "まず箱を開ける。", "まず月を取る。")
    everywhere(two[1], "moon", "comet")
    everywhere(two[1], "月", "彗星")
    replace(two[1].components / "mini" / "rules.yaml", "まず彗星を取る。", "最後に彗星を取る。")
    lines = [line for line in told(two) if "introduction" in line]
    assert lines == ["~ 1 Set-up: introduction: まず月を取る。 -> 最後に彗星を取る。 [ja]"]


def test_a_renamed_thing_within_the_name_of_another_may_go_its_own_way(two):
    both(two, "chips.yaml", "en: Chip}", "en: Moon chip}")
    both(two, "rules.yaml", "Open the box first.", "A moon chip shows the moon.")
    everywhere(two[1], "en: Moon chip}", "en: Point}")
    everywhere(two[1], "moon", "comet")
    everywhere(two[1], "月", "彗星")
    assert [line for line in told(two) if "icon" not in line] == [
        "= Point: renamed: Moon chip -> Point",
        "= comet: renamed: moon -> comet",
    ]
