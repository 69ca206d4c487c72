"""The same stamps and bytes on every Python that pyproject allows, whatever surrounds the tool.

Here with the Python that runs the tests; `.ci/pythons` compares all that a machine has.
"""

from __future__ import annotations

import builtins
import os
import subprocess
import sys

import pytest

from generator.expressions.expression import compile_expression
from tests.conftest import ROOT
from tests.tools import made

RECORDED = ROOT / "tests" / "faces" / "digests.txt"


def test_faces_are_as_recorded_on_every_python(request):
    """The file holds for all of them: a sum or a rounding that only this Python makes shows here."""
    lines = "".join(f"{line}\n" for line in made.faces())
    if request.config.getoption("--update"):
        RECORDED.write_text(lines, "utf-8")
    assert lines == RECORDED.read_text("utf-8")


def strict_sum(found):
    """`sum`, which rounds numbers with a fraction otherwise since Python 3.12, where our own code calls it."""

    def checked(values, start=0):
        values = list(values)
        where = sys._getframe(1).f_globals["__name__"]
        if where.startswith("generator.") and any(isinstance(v, float) for v in values):
            found.add(f"{where}:{sys._getframe(1).f_lineno}")
        return plain(values, start)

    plain = builtins.sum
    return checked


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """What is made in this process, and where floats are summed by `sum`."""
    found = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "sum", strict_sum(found))
        return [*made.files(tmp_path_factory.mktemp("made")), *made.printed()], found


def test_numbers_with_a_fraction_are_summed_exactly(here):
    lines, found = here
    assert lines
    assert found == set(), "write math.fsum"


def test_a_sum_of_floats_is_seen(monkeypatch):
    found = set()
    monkeypatch.setattr(builtins, "sum", strict_sum(found))
    exec("sum([0.5, 1])", {"__name__": "generator.x"})  # noqa: S102
    exec("sum([1, 1])", {"__name__": "generator.y"})  # noqa: S102
    assert found == {"generator.x:1"}


def test_what_an_expression_sums_is_exact():
    assert compile_expression(f"[{', '.join(['0.1'] * 10)}]|sum").evaluate({}) == 1.0
    assert repr(compile_expression("[1, 2]|sum").evaluate({})) == "3"


AROUND = "PYTHONHASHSEED=4242 TZ=America/St_Johns LC_ALL=tr_TR.UTF-8 SOURCE_DATE_EPOCH=1700000000"


@pytest.mark.slow
def test_nothing_around_the_tool_changes_what_it_makes(here):
    """Hash seed, time zone, locale, umask, SOURCE_DATE_EPOCH; `.ci/pythons` has others."""
    env = os.environ | dict(word.split("=") for word in AROUND.split())
    words = [sys.executable, "-m", "tests.tools.made"]
    done = subprocess.run(words, cwd=ROOT, env=env, umask=0o077, capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") > 60
    assert done.stdout.splitlines() == [*made.faces(), *here[0]]
