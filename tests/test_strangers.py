"""What a stranger's first project met: tables and drawings as they come, and what `new`, `check` and `build` make of
them together."""

from __future__ import annotations

from tests.test_sketch import made_of, words_of


def test_a_build_reads_the_encoding_that_was_told(tmp_path):
    """One that the languages of the game would not make it guess stands in the set; any other does not."""
    rows = "Name;Text;Qty\nŁódź;Za 1 zł;2\nŚwiat;żółty;1\n"
    told, _, words = made_of(tmp_path, "deck.csv", rows.encode("cp1250"))
    assert "read as Windows-1250" in told
    assert "from: {file: deck.csv, encoding: cp1250}" in words
    assert "Łódź" in words_of(tmp_path / "isle", tmp_path / "out")
    (tmp_path / "b").mkdir()
    rows = "Name;Text;Qty\nBär;Ziehe eine Karte für das Tier.;2\nKröte;Du darfst nicht ziehen.;1\n"
    assert "from: deck.csv" in made_of(tmp_path / "b", "deck.csv", rows.encode("cp1252"))[2]
