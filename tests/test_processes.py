"""Work for several processes: what one would make, whatever becomes of the others, and none is left."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from math import ceil
from pathlib import Path

import pytest

from generator import processes
from generator.processes import LEAST, background_jobs, in_background, run_in_processes, run_parallel
from tests.conftest import ROOT

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
        data.split()
        for data in run_in_processes(lambda n: b"%d %d" % (n, os.getpid()) + b" x" * 50_000 * (n % 3), number)
    ]
    assert [int(words[0]) for words in made] == [*range(number)]
    assert [len(words) for words in made] == [2 + 50_000 * (n % 3) for n in range(number)]
    makers, parts = [int(words[1]) for words in made], ceil((number - 1) / LEAST)
    assert (makers[:1], len({*makers[1:]} - {OWN})) == ([OWN] * bool(number), parts * (parts > 1))


def test_what_ended_processes_leave_is_made_here():
    def make(n):
        if n > 20 and os.getpid() != OWN and n % 4 < 2:
            os.kill(os.getpid(), signal.SIGKILL)
        if n == 30 and os.getpid() != OWN:
            raise MemoryError
        return b"%d" % n

    assert [*run_in_processes(make, 60)] == [b"%d" % n for n in range(60)]


def each(make, number=9):
    """What comes of few things that take long, what was lost, and how often what they need was loaded."""
    loaded, lost = [], []
    return [*run_parallel(make, number, lambda: loaded.append(1), lost.append)], sorted(lost), len(loaded)


@pytest.mark.some(0, 3)
@pytest.mark.parametrize(("cores", "number"), [(4, 9), (4, 7), (4, 2), (4, 1), (4, 0), (1, 9)])
def test_what_takes_long_is_made_side_by_side(cores, number, monkeypatch):
    monkeypatch.setattr(processes, "_cores", lambda: cores)
    apart = cores > 1 and number > 1
    made, lost, loaded = each(lambda n: (n, os.getpid(), b"x" * 50_000 * n), number)
    assert [(n, len(data)) for n, _, data in made] == [(n, 50_000 * n) for n in range(number)]
    assert (lost, loaded) == ([], apart)
    assert len({pid for _, pid, _ in made} - {OWN}) == number * apart


def test_what_ended_processes_leave_is_told_and_made_here():
    def make(n):
        if os.getpid() != OWN:
            if n in (0, 4):
                os.kill(os.getpid(), signal.SIGKILL)
            if n == 2:
                raise MemoryError
        return n if n != 3 else make  # which cannot be pickled

    assert each(make)[:2] == ([0, 1, 2, make, 4, 5, 6, 7, 8], [0, 4])


def test_a_share_of_the_cores_is_for_each_process(monkeypatch):
    monkeypatch.setattr(processes, "_cores", lambda: min([5, *processes._SHARE]))
    assert each(lambda _: processes._cores(), 2)[0] == [3, 3]


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
    makers = [int(data) for data in run_in_processes(lambda n: b"%d" % os.getpid(), 60)]
    assert (len(makers), len({*makers} - {OWN})) == (60, allowed)
    assert opened() == before


@pytest.mark.parametrize("allowed", [0, 2])
def test_few_are_made_here_where_the_system_does_not_allow_more(allowed, monkeypatch):
    asked, real = [], os.fork

    def limited():
        asked.append(1)
        if len(asked) > allowed:
            raise OSError(errno.EAGAIN, "too many")
        return real()

    monkeypatch.setattr(os, "fork", limited)
    before = opened()
    made, lost, _ = each(lambda n: (n, os.getpid() == OWN))
    assert ([n for n, _ in made], lost, len({*made})) == ([*range(9)], [], 9)
    assert (sum(own for _, own in made) == 9) == (allowed == 0)
    assert opened() == before


def test_what_fails_is_raised_here():
    def make(n):
        if n == 12:
            raise ValueError("the twelfth")
        return b""

    with pytest.raises(ValueError, match="the twelfth"):
        [*run_in_processes(make, 20)]

    with pytest.raises(ValueError, match="the twelfth"):
        each(make, 20)


def test_who_asks_for_no_more_leaves_none():
    for asked in (
        run_in_processes(lambda n: bytes(1 << 20), 60),
        run_parallel(lambda n: bytes(1 << 20), 60, lambda: None, print),
    ):
        next(asked), next(asked)
        asked.close()


def test_what_is_made_aside_comes_when_it_is_waited_for():
    def killed():
        if os.getpid() != OWN:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    with background_jobs():
        one, other, ended = map(in_background, (os.getpid, os.getpid, killed))
        in_background(lambda: bytes(1 << 20))  # which nobody wants
        second, first = other(), one()
        assert len({OWN, first, second}) == 3
        assert ended() == OWN
        assert len(processes._ASIDE) == 1
    assert processes._ASIDE == []


@pytest.fixture
def three(tmp_path):
    """A project of three games: one has an error, one has no English."""
    shutil.copytree(ROOT / "tests" / "mini", tmp_path / "three")
    for name in ("a", "b"):
        for part in ("components", "layouts"):
            shutil.copytree(tmp_path / "three" / part / "mini", tmp_path / "three" / part / name)
    game, cards = (tmp_path / "three" / "components" / at for at in ("a/game.yaml", "b/cards.yaml"))
    game.write_text(game.read_text().replace("languages: [ja, en]", "languages: [ja]"))
    cards.write_text(cards.read_text().replace("layout: card", "layout: crad", 1))
    return tmp_path / "three"


@pytest.mark.some(3, 4)
@pytest.mark.parametrize(
    ("words", "files", "killed"),
    [
        pytest.param(("build", "--lang", "en", "--paper", "a4,letter", "--separate"), 6, (), marks=pytest.mark.slow),
        pytest.param(("build", "--draft"), 3, ("a", "mini"), marks=pytest.mark.slow),
        (("check",), 0, ("a", "mini")),
        (("check", "mini"), 0, ()),
        (("build", "mini"), 1, ("a", "mini")),
    ],
)
def test_games_come_to_the_same_by_one_process_and_by_several(pnp, three, words, files, killed, monkeypatch, tmp_path):
    """Also if what a game means is looked at aside. Who is killed is told if it was at a whole game."""
    from generator import pipeline
    from generator.engine import registry

    run_checks = registry.run_checks

    def looking(desk, slow=False, **more):
        if slow and desk.game.id in killed and os.getpid() != OWN:
            os.kill(os.getpid(), signal.SIGKILL)
        return run_checks(desk, slow, **more)

    monkeypatch.setattr(registry, "run_checks", looking)
    monkeypatch.setattr(pipeline, "MANY_TEXTS", 0)
    rules = three / "components" / "mini" / "rules.yaml"
    rules.write_text(rules.read_text().replace("Gain the {sun}", "Do not gain the {sun}"))

    def told(cores):
        monkeypatch.setattr(processes, "_cores", lambda: cores)
        out = tmp_path / "out"
        done = pnp("-C", three, *words, *(["--out", "out"] if words[0] == "build" else []))
        made = {file.relative_to(out): file.read_bytes() for file in out.rglob("*.*")}
        shutil.rmtree(out, ignore_errors=True)
        return done.returncode, done.stdout, made, done.stderr

    *alone, said = told(1)
    *several, said_by_several = told(4)
    ended = [
        f"pnp: the system ended the process that was at {name}; it is begun once more"
        for name in killed * ("mini" not in words)
    ]
    assert several == alone
    assert [line for line in said_by_several.splitlines() if line not in ended] == said.splitlines()
    assert sorted(line for line in said_by_several.splitlines() if line in ended) == ended
    assert any("denies something" in words for words in (said, alone[1]))
    assert len([path for path in alone[2] if path.suffix == ".pdf"]) == files
