"""The tools beside the tests say how they are used."""

from __future__ import annotations

import sys

import pytest

from tests.tools import bench, share


@pytest.mark.parametrize(
    ("tool", "words", "status", "said"),
    [
        (share, ["--help"], 0, "usage: python -m tests.tools.share [-h] [GAME ...]"),
        (share, ["nosuch"], 2, "there is no game `nosuch`; known: "),
        (bench, ["--help"], 0, "usage: python -m tests.tools.bench [-h] [RUNS]"),
        (bench, ["often"], 2, "argument RUNS: invalid int value: 'often'"),
    ],
)
def test_a_tool_says_how_it_is_used(monkeypatch, capsys, tool, words, status, said):
    monkeypatch.setattr(sys, "argv", ["tool", *words])
    with pytest.raises(SystemExit) as stop:
        tool.main()
    told = capsys.readouterr()
    assert (stop.value.code, said in told.out + told.err) == (status, True), told
