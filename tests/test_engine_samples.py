"""Of a large set only some items are drawn to be looked at: what is wrong with one of the others must not be missed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import pipeline
from generator.data.model import Item, Text
from generator.engine.samples import MANY, Asked, longest, sample, width
from generator.findings import Mark, Severity


def row(n: int, name: str = "", text: str = "") -> str:
    ja, en = text or f"{n}個得る。", text or f"Gain {n} of them."
    names = f"{{ja: 札{n}, en: {name or f'Card {n}'}}}"
    return f'  - {{id: c-{n}, name: {names}, suit: sun, text: {{ja: "{ja}", en: "{en}"}}}}\n'


@pytest.fixture
def large(mini_copy):
    """Writes so many cards into the mini game, some of them as given; gives the findings of a check."""

    def checked(count: int, *others: str):
        file = mini_copy.components / "mini/cards.yaml"
        words = file.read_text(encoding="utf-8").replace("expect: 3 per suit\n", "")
        rows = [row(n) for n in range(count)]
        for k, other in enumerate(others):
            rows.insert((k + 1) * count // (len(others) + 1), other)
        file.write_text(words.replace("items:\n", "items:\n" + "".join(rows)), encoding="utf-8")
        return pipeline.check(mini_copy, "mini")

    return checked


def told(findings) -> dict[str, int]:
    """Code -> line."""
    return {f.code: f.mark.line for f in findings if f.severity is not Severity.NOTE}


def test_a_sound_large_set_has_one_note_about_it(large):
    findings = large(MANY + 200)
    assert told(findings) == {}
    (note,) = [f for f in findings if f.code == "P014"]
    assert f"has {MANY + 203} items" in note.message
    assert (note.mark.file, note.mark.line) == ("components/mini/cards.yaml", 1)


def test_many_sets_that_are_not_large_are_a_large_game(mini_copy):
    """A thousand designs in several sets take as long as in one."""
    words = (mini_copy.components / "mini/cards.yaml").read_text(encoding="utf-8").replace("expect: 3 per suit\n", "")
    for k in range(4):
        rows = "".join(row(n) for n in range(300))
        more = words.replace("items:\n", "items:\n" + rows).replace("id: card\n", f"id: card-{k}\n", 1)
        (mini_copy.components / f"mini/cards-{k}.yaml").write_text(more, encoding="utf-8")
    findings = pipeline.check(mini_copy, "mini")
    assert sum(f.code == "P014" for f in findings) == 4


def test_words_that_an_expression_makes_are_words(large, mini_copy):
    file = mini_copy.layouts / "mini/card.svg"
    drawn = file.read_text(encoding="utf-8").replace('pnp:text="item.name"', "pnp:text=\"item.name|upper ~ '.'\"")
    file.write_text(drawn, encoding="utf-8")
    findings = large(MANY + 200, row(77777, name="Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"))
    assert "F010" in told(findings)
    (note,) = [f for f in findings if f.code == "P014"]
    assert int(note.message.split(" items, ")[1].split()[0]) < 100


def test_a_set_that_is_not_large_is_drawn_whole(large):
    assert [f for f in large(MANY - 10) if f.code == "P014"] == []


@pytest.mark.parametrize(
    ("other", "code"),
    [
        (row(77777, text="words and words, " * 40), "F011"),
        (row(77777, name="Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"), "F010"),
        (row(77777, text="one\\n" * 30), "F011"),
        (row(77777, text="{suns}"), "R001"),
        (row(77777, text="𓀀"), "F012"),
    ],
    ids=["too much text", "one long word", "too many lines", "an unknown term", "no glyph"],
)
def test_one_faulty_item_among_many_is_found(large, mini_copy, other, code):
    found = told(large(MANY + 200, other))
    lines = (mini_copy.components / "mini/cards.yaml").read_text(encoding="utf-8").splitlines()
    assert "c-77777" in lines[found[code] - 1]


@st.composite
def items(draw) -> list[Item]:
    """Items with a number that is looked at and words that are only shown."""
    made = []
    for k in range(draw(st.integers(1, 60))):
        words = draw(st.text("ab い{x}", max_size=30))
        values = {"cost": draw(st.integers(0, 3)), "text": Text({"en": words}, {})}
        made.append(Item(f"i{k}", 1, values, Mark("x")))
    return made


@settings(max_examples=200, deadline=None)
@given(items())
def test_each_look_and_its_widest_words_are_drawn(made):
    drawn = sample(made, Asked(frozenset({"cost"}), frozenset({"text"})), "en")
    ids = {item.id for item in drawn}
    assert [item for item in made if item.id in ids] == drawn
    for item in made:
        words = item.values["text"].words["en"]
        alike = [d.values["text"].words["en"] for d in drawn if d.values["cost"] == item.values["cost"]]
        assert any(width(words) <= width(other) for other in alike)
        assert any(longest(words) <= longest(other) for other in alike)
        if sum(i.values == item.values for i in made) > 1:
            assert sum(d.values == item.values for d in drawn) > 1, "two that look alike must both be seen"
