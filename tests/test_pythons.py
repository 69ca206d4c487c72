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


def test_numbers_with_a_fraction_are_summed_exactly(monkeypatch, tmp_path):
    found = set()
    monkeypatch.setattr(builtins, "sum", strict_sum(found))
    assert [*made.files(tmp_path), *made.printed()]
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


AROUND = (
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "no number"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "SOURCE_DATE_EPOCH": "1700000000"},
)


@pytest.mark.slow
def test_nothing_around_the_tool_changes_what_it_makes(tmp_path):
    """Hash seed, time zone, locale, umask, SOURCE_DATE_EPOCH."""
    words = [sys.executable, "-m", "tests.tools.made"]
    running = [
        subprocess.Popen(words, cwd=ROOT, env=os.environ | env, umask=mask, stdout=subprocess.PIPE, text=True)
        for env, mask in zip(AROUND, (0o077, 0o002), strict=True)
    ]
    one, two = (p.communicate(timeout=600)[0] for p in running)
    assert one.count("\n") > 60
    assert one == two
