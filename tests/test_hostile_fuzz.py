"""Seeded damage to YAML, SVG, CSV, markup and formulas: nothing but findings may come of it, in time, and no file outside
the project may be opened.

    PNP_FUZZ=5000 PNP_FUZZ_SEED=word .venv/bin/pytest tests/test_hostile_fuzz.py -s

runs the full number (an hour) with seeds of that word, and tells the slowest.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from contextlib import contextmanager
from random import Random

import pytest

from generator.data.markup import parse_markup
from generator.data.model import FieldKind
from generator.data.reading.headings import Wanted
from generator.data.reading.load import load_text
from generator.data.reading.tables import read_table
from generator.diagnostics.findings import Fault
from generator.expressions.expression import ExpressionError, compile_expression
from tests.conftest import ROOT
from tests.hostile import storm
from tests.hostile.mutate import PLAIN_TOKENS, YAML_TOKENS, mutated

FULL = int(os.environ.get("PNP_FUZZ", "0"))
MINI = ROOT / "tests" / "mini"
SECONDS = 10


class Late(Exception):
    """A case took the processor too long."""


def _ring(*_):
    raise Late


class Book:
    """The times of a run."""

    def __init__(self):
        self.slowest = (0.0, 0)
        self.refused = self.count = 0

    @contextmanager
    def case(self, number):
        """One case: its time taken, its Fault counted."""
        signal.signal(signal.SIGPROF, _ring)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        start = time.process_time()
        try:
            yield
        except (Fault, ExpressionError):
            self.refused += 1
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.count += 1
            self.slowest = max(self.slowest, (time.process_time() - start, number))

    def tell(self, what):
        seconds, number = self.slowest
        if FULL:
            print(f"\n{what}: {self.count} cases, {self.refused} refused, slowest {seconds:.2f} s (seed {number})")


def amount(few):
    """How many cases: a few, or the full number."""
    return FULL or few


@pytest.mark.parametrize("ending", [".yaml", ".svg"])
def test_slips_end_in_findings_and_what_is_clean_builds(ending, tmp_path):
    """Through the command line, as a user does it: see `storm.py`."""
    word = os.environ.get("PNP_FUZZ_SEED", "v")
    ends = list(storm.run(storm.seeded((f"{word}{n}" for n in range(amount(5))), ending), tmp_path / "x"))
    if FULL:
        slow, large = max((e.seconds, e.seed) for e in ends), max((e.megabytes, e.seed) for e in ends)
        print(
            f"\n{ending}: {len(ends)} cases, {sum(e.clean for e in ends)} clean, slowest {slow} s, largest {large} MB"
        )
    assert not [e for e in ends if e.wrongs]


def test_the_games_that_get_the_slips_are_sound(tmp_path):
    games = [storm.base(name) for name in ("tiny", "wide", "mini")]
    ends = list(storm.run(((name, name, files) for name, files in games), tmp_path / "x"))
    assert [e for e in ends if e.wrongs or not e.clean] == []


def test_a_fault_in_a_case_would_be_seen(tmp_path):
    """What ends badly, takes long or opens what it must not is told."""
    one = {"argv": ["check"], "status": 3, "said": "internal error: x", "megabytes": 900, "seconds": 9}
    found = storm.wrongs({**one, "name": "x", "events": [["open", "/etc/hostname"]]}, tmp_path)
    assert [w.split(": ")[1][:8] for w in found] == ["ends wit", "internal", "9 s", "900 MB", "open /et"]
    ok = {**one, "name": "x", "status": 1, "said": "", "seconds": 1, "megabytes": 90, "events": []}
    assert storm.wrongs(ok, tmp_path) == []
    assert len(storm.wrongs({**ok, "argv": ["build"]}, tmp_path)) == 1  # the check before it was clean


def test_slips_are_the_same_every_time_and_are_slips():
    for ending in (".yaml", ".svg"):
        first, second = ([storm.files_of(f"x{n}", ending) for n in range(30)] for _ in range(2))
        assert first == second
        assert sum(files != storm.base(name)[1] for name, files in first) > 25


MARKUP = [
    "Take {food}{food:both}, see [[play.gain]] and **keep {=hand-size}**.\n\n{夕暮|ゆうぐ}れ \\{x\\} {@card/dawn} {#card}",
    "**{sun}** [[a.b]] {=a} \\\\ \\* {a|b} {=card/dawn.suit.name}",
]


def test_damaged_markup():
    book = Book()
    for number in range(amount(200)):
        dice = Random(number)  # noqa: S311
        source = mutated(dice.choice(MARKUP).encode(), dice, PLAIN_TOKENS).decode("utf-8", "replace")
        with book.case(number):
            tokens, faults = parse_markup(source)
            assert all(0 <= t.start <= t.end <= len(source) for t in tokens)
            assert all(0 <= f.start < max(1, len(source)) for f in faults)
    book.tell("markup")


FORMULAS = [
    "10 per people", "rounds * players + 2 ** 3 - pieces['card'] // 2 % 7", "item.name|upper ~ ' ' ~ (item.count|default(1))",
    "items|sort(attribute='count')|join(', ') if item.suit in ['sun', 'moon'] and not x is defined else {'a': 1}.a[0:2]",
]  # fmt: skip
SCOPE = {
    "item": {"id": "one", "name": "One", "count": 2, "suit": {"id": "sun", "color": "#ffffff"}, "list": [1, 2.5, "x", None, True]},
    "items": [{"id": "a", "count": 1}, {"id": "b", "count": 3}], "rounds": 3, "players": 4, "pieces": {"card": 9}, "x": [[1], [2]],
}  # fmt: skip


def test_damaged_formulas():
    book, before = Book(), repr(SCOPE)
    for number in range(amount(1_000)):
        dice = Random(number)  # noqa: S311
        source = mutated(dice.choice(FORMULAS).encode(), dice, PLAIN_TOKENS).decode("utf-8", "replace")
        with book.case(number):
            compile_expression(source).evaluate(SCOPE)
    assert repr(SCOPE) == before
    book.tell("formulas")


TABLE = 'id,qty,name.ja,name.en,cost,rare,cells\nfarm,2,農場,"Farm, ""old""",3,true,sun;moon\nmill,1,風車,Mill,1.5,false,a=1;b\n'
FIELDS = {"cost": FieldKind("number"), "rare": FieldKind("flag"), "cells": FieldKind("list", of=FieldKind("text"))}


def test_damaged_tables(tmp_path):
    book, path = Book(), tmp_path / "t.csv"
    for number in range(amount(400)):
        path.write_bytes(mutated(TABLE.encode(), Random(number), PLAIN_TOKENS))  # noqa: S311
        with book.case(number):
            table = read_table(path, "t.csv", Wanted(fields=FIELDS))
            assert table.document is not None or table.findings
    book.tell("CSV")


def test_the_damage_is_the_same_every_time_and_is_damage():
    good = (MINI / "components" / "mini" / "cards.yaml").read_bytes()
    first, second = ([mutated(good, Random(n), YAML_TOKENS) for n in range(50)] for _ in range(2))  # noqa: S311
    assert first == second
    assert sum(m != good for m in first) > 45
    documents = [load_text(m.decode("utf-8", "replace"), "x.yaml")[0] for m in first]
    assert 5 < sum(d is None for d in documents) < 45  # some can be read still: the damage goes deep


def test_a_hang_would_be_seen(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "SECONDS", 0.1)
    with pytest.raises(Late), Book().case(0):
        all(n + 1 for n in itertools.count())
