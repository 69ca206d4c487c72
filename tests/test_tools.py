"""The tools beside the tests say how they are used."""

from __future__ import annotations

import importlib.util
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks import __main__ as bench
from tests.tools import before, mutate, pictures, planted, share


@pytest.mark.parametrize(
    ("tool", "words", "status", "said"),
    [
        (share, ["--help"], 0, "usage: python -m tests.tools.share [-h] [GAME ...]"),
        (share, ["nosuch"], 2, "there is no game `nosuch`; known: "),
        (before, [], 2, "the following arguments are required: REVISION"),
        (bench, ["--help"], 0, "usage: python -m tests.benchmarks [-h]"),
        (mutate, ["--help"], 0, "usage: python -m tests.tools.mutate [-h]"),
        (mutate, ["attic"], 2, "argument ROOM: invalid choice: 'attic'"),
        (bench, ["many"], 2, "argument CARDS: invalid int value: 'many'"),
    ],
)
def test_a_tool_says_how_it_is_used(monkeypatch, capsys, tool, words, status, said):
    monkeypatch.setattr(sys, "argv", ["tool", *words])
    with pytest.raises(SystemExit) as stop:
        tool.main()
    told = capsys.readouterr()
    assert (stop.value.code, said in told.out + told.err) == (status, True), told


def test_the_slips_that_are_planted_are_small_and_in_what_is_run():
    source = """\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import this
@cache(maxsize=5)
def share(pieces: Tuple[int, 2], players) -> A | B:
    assert pieces > 0
    if not players or 1 <= pieces < players:
        return None
    return {k < pieces % players: pieces // players + 7}
NEAR = 0.5
def apart(a):
    return round(a, 3) > 2 * NEAR
    zip(a, a, strict=True)
    return False
    return ()
"""
    found = mutate.mutants(source, "x.py")
    assert sorted(str(m) for m in found) == [
        "x.py:12 2 * NEAR -> 2 / NEAR",
        "x.py:12 2 -> 3",
        "x.py:12 round(a, 3) > 2 * NEAR -> None",
        "x.py:12 round(a, 3) > 2 * NEAR -> round(a, 3) <= 2 * NEAR",
        "x.py:14 False -> True",
        "x.py:7 1 -> 2",
        "x.py:7 1 <= pieces < players -> 1 < pieces < players",
        "x.py:7 1 <= pieces < players -> 1 <= pieces <= players",
        "x.py:7 1 <= pieces < players -> 1 <= pieces >= players",
        "x.py:7 1 <= pieces < players -> 1 > pieces < players",
        "x.py:7 not players -> players",
        "x.py:7 not players or 1 <= pieces < players -> not players and 1 <= pieces < players",
        "x.py:9 7 -> 8",
        "x.py:9 k < pieces % players -> k <= pieces % players",
        "x.py:9 k < pieces % players -> k >= pieces % players",
        "x.py:9 pieces % players -> pieces * players",
        "x.py:9 pieces // players + 7 -> pieces // players - 7",
        "x.py:9 pieces // players -> pieces * players",
        "x.py:9 {k < pieces % players: pieces // players + 7} -> None",
    ]


def test_a_slip_that_is_planted_is_made_and_met_where_it_makes_a_difference(tmp_path, monkeypatch):
    """Who meets none of them could not tell them from sound code."""
    path = tmp_path / "generator" / "sheet" / "x.py"
    path.parent.mkdir(parents=True)
    path.write_text('"""About."""\nMOST = 5\ndef double(n):\n    return n + n if n < MOST else 2 * n\n')
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    found = mutate.chosen(["sheet"], 99, 1)
    said = [str(m).partition(" ")[2] for m in found]
    assert mutate.plant(tmp_path, found) == [said.index("5 -> 6")]

    def doubled(active, n):
        monkeypatch.setattr(planted, "ACTIVE", active)
        exec(path.read_text(), room := {})  # noqa: S102
        planted.MET.clear()
        return room["double"](n), {said[k] for k in planted.MET - {"generator/sheet/x.py:4"}}

    always = {"n < MOST -> n >= MOST", "n + n if n < MOST else 2 * n -> None", "5 -> 6"}
    met = {3: {"n + n -> n - n"}, 5: {"n < MOST -> n <= MOST", "2 -> 3", "2 * n -> 2 / n"}, 0: set()}
    for n, some in met.items():
        assert doubled(-1, n) == (2 * n, always | some)
    seen = {said[k] for n in met for k in range(len(found)) if repr(doubled(k, n)[0]) != repr(2 * n)}
    assert seen == {*said} - {"n < MOST -> n <= MOST", "n < MOST -> n >= MOST", "5 -> 6"}


def test_a_slip_is_tried_with_the_tests_that_meet_it_and_some_of_their_groups():
    def note(seconds, *met, group="a", failed=False):
        return mutate.Note(failed, seconds, group, frozenset(met))

    notes = {
        "slow": note(9, 7, "x.py:1", "x.py:4"),
        "quick": note(1, 7, "x.py:1"),
        "long": note(8, 7, "x.py:1", "y.py:4"),
        "git": note(1, 7, failed=True),
        "beside": note(1),
        "other": note(1, 8, group="b"),
    }
    assert mutate.near(notes, 7, mutate.Mutant("x.py", 0, 5, "")) == ["quick", "slow", "beside"]
    assert mutate.near(notes, 9, mutate.Mutant("x.py", 0, 5, "")) == []


def test_random_inputs_are_the_same_whatever_else_is_loaded(tmp_path, monkeypatch):
    found: list[object] = []

    @given(st.lists(st.integers() | st.text()))
    def law(value):
        found.append(value)

    law()
    first, found[:] = [*found], []
    path = tmp_path / "loaded.py"
    path.write_text(f"MANY = {[[n, f'word {n}'] for n in range(1000, 1100)]}")
    spec = importlib.util.spec_from_file_location("loaded", path)
    monkeypatch.setitem(sys.modules, "loaded", importlib.util.module_from_spec(spec))
    law()
    assert found == first


def test_what_one_file_tests_runs_in_one_process(request):
    """What xdist does not take for a group is spread, and made anew in each process, and nobody is told."""
    assert not os.environ.get("PYTEST_XDIST_WORKER") or request.node.nodeid.endswith("@test_tools")


@pytest.mark.slow
def test_the_pictures_of_the_readme_show_what_the_games_are():
    """`make pictures` makes them anew."""
    assert pictures.stale() == []
