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


def test_ranges_that_a_spreadsheet_made_dates_of_are_told(tmp_path):
    """All of a column where they lack the year, and the few or many among other words; a list of dates is none."""
    rows = "A,2-Apr,2024-04-02,1914-08-04\nB,3-May,2024-05-03,1914-08-23\nC,2-Jun,2+,1914-09-05\n"
    told, *_ = made_of(tmp_path, "deck.csv", f"Name,Players,Time,Day\n{rows}")
    assert "  B2, B3, B4: dates; spreadsheets make dates of `3-5` and `1/2`" in told
    assert "  C2, C3: dates; spreadsheets" in told
    assert told.count("dates of `3-5`") == 2
