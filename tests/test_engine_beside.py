"""Two faults at once: each is told, and neither is told as something else besides."""

from __future__ import annotations

import pytest

from generator import pipeline
from generator.findings import Severity
from generator.typeset.kinsoku import class_of

CARDS, CHIP = "components/mini/cards.yaml", "layouts/mini/chip.svg"


def codes(project, *edits) -> list[str]:
    for file, old, new in edits:
        path = project.root / file
        words = path.read_text(encoding="utf-8")
        assert old in words
        path.write_text(words.replace(old, new, 1), encoding="utf-8")
    return [f.code for f in pipeline.check(project, "mini") if f.severity is not Severity.NOTE]


def test_a_misspelt_key_does_not_hide_a_template_that_asks_for_nothing(mini_copy):
    found = codes(
        mini_copy, (CARDS, "kind: card\n", "knid: card\n"), (CHIP, 'pnp:text="item.value"', 'pnp:text="item.valeu"')
    )
    assert "D001" in found
    assert "T021" in found


def test_a_first_name_that_is_misspelt_is_told_beside_any_error(mini_copy):
    found = codes(
        mini_copy, (CARDS, "kind: card\n", "knid: card\n"), (CHIP, 'pnp:text="item.value"', 'pnp:text="itm.value"')
    )
    assert "T021" in found


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
