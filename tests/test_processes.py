"""Work for several processes: what one would make, whatever becomes of the others, and none is left."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

import pytest

from generator import processes
from generator.processes import LEAST, shared_out

OWN = os.getpid()


@pytest.fixture(autouse=True)
def four(monkeypatch):
    """A machine of four cores; afterwards no process is left that was not there."""
    monkeypatch.setattr(processes, "_cores", lambda: 4)
    before = children()
    yield
    assert children() <= before


def children():
    """The processes of this one, also ended ones; none where the system does not tell."""
    return {pid for file in Path("/proc/self/task").glob("*/children") for pid in file.read_text().split()}


@pytest.mark.parametrize("number", [0, 1, LEAST, 2 * LEAST + 1, 100])
def test_everything_comes_in_order_and_from_others_where_it_pays(number):
    made = [
        data.split() for data in shared_out(lambda n: b"%d %d" % (n, os.getpid()) + b" x" * 50_000 * (n % 3), number)
    ]
    assert [int(words[0]) for words in made] == [*range(number)]
    assert [len(words) for words in made] == [2 + 50_000 * (n % 3) for n in range(number)]
    makers = [int(words[1]) for words in made]
    assert (makers[:1], len({*makers[1:]} - {OWN})) == ([OWN] * bool(number), min(4, max(0, number - 1) // LEAST))


def test_what_ended_processes_leave_is_made_here():
    def make(n):
        if n > 20 and os.getpid() != OWN and n % 4 < 2:
            os.kill(os.getpid(), signal.SIGKILL)
        if n == 30 and os.getpid() != OWN:
            raise MemoryError
        return b"%d" % n

    assert [*shared_out(make, 60)] == [b"%d" % n for n in range(60)]


def opened():
    """How many files this process holds open; 0 where the system does not tell."""
    return len([*Path("/proc/self/fd").glob("*")])


@pytest.mark.parametrize("call", ["fork", "pipe"])
@pytest.mark.parametrize("allowed", [0, 2])
def test_what_the_system_does_not_allow_is_made_here(call, allowed, monkeypatch):
    asked, real = [], getattr(os, call)

    def limited():
        asked.append(call)
        if len(asked) > allowed:
            raise OSError(errno.EAGAIN, "too many")
        return real()

    monkeypatch.setattr(os, call, limited)
    before = opened()
    makers = [int(data) for data in shared_out(lambda n: b"%d" % os.getpid(), 60)]
    assert (len(makers), len({*makers} - {OWN}), len(asked)) == (60, allowed, allowed + 1)
    assert opened() == before


def test_what_fails_is_raised_here():
    def make(n):
        if n == 40:
            raise ValueError("the fortieth")
        return b""

    with pytest.raises(ValueError, match="the fortieth"):
        [*shared_out(make, 60)]


def test_who_asks_for_no_more_leaves_none():
    asked = shared_out(lambda n: bytes(1 << 20), 60)
    next(asked), next(asked)
    asked.close()
