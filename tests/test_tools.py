"""The tools beside the tests say how they are used."""

from __future__ import annotations

import importlib.util
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks import __main__ as bench
from tests.tools import mutate, pictures, share


@pytest.mark.parametrize(
    ("tool", "words", "status", "said"),
    [
        (share, ["--help"], 0, "usage: python -m tests.tools.share [-h] [GAME ...]"),
        (share, ["nosuch"], 2, "there is no game `nosuch`; known: "),
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
    return [pieces // players + (k < pieces % players) for k in range(players)]
NEAR = 0.5
def apart(a):
    return round(a, 3) > 2 * NEAR
    zip(a, a, strict=True)
    return False
    return ()
"""
    found = mutate.mutants(source, "x.py")
    assert [str(m) for m in found] == [
        "x.py:7 not -> ",
        "x.py:7 or -> and",
        "x.py:7 1 -> 2",
        "x.py:7 <= -> <",
        "x.py:7 <= -> >",
        "x.py:7 < -> <=",
        "x.py:7 < -> >=",
        "x.py:9 [pieces // players + (k < pieces % players) for k in range(players)] -> None",
        "x.py:9 // -> *",
        "x.py:9 + -> -",
        "x.py:9 < -> <=",
        "x.py:9 < -> >=",
        "x.py:9 % -> *",
        "x.py:12 round(a, 3) > 2 * NEAR -> None",
        "x.py:12 > -> <=",
        "x.py:12 2 -> 3",
        "x.py:12 * -> /",
        "x.py:14 False -> True",
    ]


def test_a_slip_that_a_test_sees_is_told_apart_from_one_that_none_sees(tmp_path, monkeypatch):
    """One test is of the room; one is not; and one fails without a slip, as it asks for what the copy lacks."""
    path, source = tmp_path / "generator" / "sheet" / "x.py", "def double(n):\n    return n + n if n < 5 else 2 * n\n"
    path.parent.mkdir(parents=True)
    path.write_text(source)

    def fails(_tree, tests, _seconds):
        exec(path.read_text(), room := {})  # noqa: S102
        return any(test == "git" or room["double"](int(test)) != 2 * int(test) for test in tests)

    def failing(tree, tests=("3", "git", "7")):
        return [test for test in tests if fails(tree, [test], 1)]

    for name, stub in {"ROOT": tmp_path, "fails": fails, "failing": failing}.items():
        monkeypatch.setattr(mutate, name, stub)
    monkeypatch.setattr(mutate, "net_of", lambda *_: mutate.Net({"3": 1.0}, {"3": {"generator/sheet/x.py": {2}}}))
    found = mutate.chosen(["sheet"], 99, 1)
    left = mutate.unseen(tmp_path, found)
    lived = [[str(m).partition(" ")[2] for m in some] for some in (left, mutate.survivors(tmp_path, left))]
    assert (len(found), lived[1]) == (7, ["< -> <=", "< -> >=", "5 -> 6"])
    assert lived[0] == [*lived[1], "2 -> 3", "* -> /"]
    assert path.read_text() == source


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
