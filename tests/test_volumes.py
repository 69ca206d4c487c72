"""`pnp build --volumes`: each card in one file, the same bytes wherever a volume is made, none lost with a worker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pypdfium2
import pytest

from tests.benchmarks.deck import write_deck
from tests.conftest import ROOT

CARDS = 21


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    return write_deck(tmp_path_factory.mktemp("deck"), CARDS)


def made(folder):
    return {file.name: file.read_bytes() for file in sorted((folder / "deck").glob("*.pdf"))}


def titles(deck):
    words = (deck / "components" / "deck" / "card.yaml").read_text("utf-8")
    return re.findall(r'title: \{ja: "([^"]*)"', words)


def said(data):
    """The words of a file's cards, in its order; the cover and its thumbnails are left out."""
    pages = list(pypdfium2.PdfDocument(data))[1:]
    return "".join(page.get_textpage().get_text_range() for page in pages)


def test_each_card_is_in_one_volume_and_they_stand_in_order(pnp, deck, tmp_path):
    done = pnp("-C", deck, "build", "--volumes", "4", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    files = made(tmp_path)
    assert list(files) == [f"deck-a4-ja-volume-{k}-of-4.pdf" for k in (1, 2, 3, 4)]
    texts = [said(data) for data in files.values()]
    found = [[k for k, text in enumerate(texts) if title in text] for title in titles(deck)]
    assert found == [[k] for k, held in enumerate((5, 5, 5, 6)) for _ in range(held)]
    assert "版\u30003/4\u3000" in texts[2]


def test_a_volume_is_the_same_without_the_others(pnp, deck, tmp_path):
    """Its fonts have only its own letters: what was made before it in the same process leaves no trace."""
    assert pnp("-C", deck, "build", "--volumes", "3", "--out", tmp_path / "all").returncode == 0
    folder = deck / "components" / "deck"
    words = (folder / "card.yaml").read_text("utf-8")
    rows = re.findall(r"(?m)^  - .*\n", words)
    try:  # other cards in the other volumes
        (folder / "card.yaml").write_text(words.replace("".join(rows[7:]), "".join(reversed(rows[7:]))), "utf-8")
        assert pnp("-C", deck, "build", "--volumes", "3", "--out", tmp_path / "one").returncode == 0
    finally:
        (folder / "card.yaml").write_text(words, "utf-8")
    both, first = [made(tmp_path / name) for name in ("all", "one")], "deck-a4-ja-volume-1-of-3.pdf"
    assert both[0][first] == both[1][first]
    assert both[0] != both[1]


@pytest.mark.slow
def test_an_error_in_one_volume_leaves_none(pnp, deck, tmp_path):
    file = deck / "components" / "deck" / "card.yaml"
    words = file.read_text("utf-8")
    try:
        file.write_text(words.replace("icon: i", "icon: none-i", 1), "utf-8")
        done = pnp("-C", deck, "build", "--volumes", "3", "--out", tmp_path)
    finally:
        file.write_text(words, "utf-8")
    assert done.returncode == 1
    assert "none-i" in done.stderr
    assert not made(tmp_path)


@pytest.mark.slow
def test_pictures_of_volumes_have_folders_of_their_own(pnp, deck, tmp_path):
    pnp(
        "-C",
        deck,
        "build",
        "--volumes",
        "2",
        "--format",
        "svg",
        "--only",
        "card/c-00001,card/c-00002",
        "--out",
        tmp_path,
    )
    found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*c-0000*.svg"))
    assert found == [f"deck/faces-ja-volume-{k}-of-2/card-c-0000{k}.svg" for k in (1, 2)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--scheduler", "tcp://127.0.0.1:9"], "add `--volumes N`"),
        pytest.param(["--volumes", "2", "--scheduler", "tcp://127.0.0.1:9"], "X012", marks=pytest.mark.slow),
        (["--volumes", "2", "--changed-since", "v1"], "leave one of them out"),
    ],
)
def test_what_cannot_be_is_told(pnp, deck, words, told, monkeypatch):
    monkeypatch.setattr("generator.volumes.PATIENCE", 1)
    done = pnp("-C", deck, "build", *words)
    assert done.returncode in (1, 2)
    assert told in done.stderr


@pytest.mark.slow
def test_a_cluster_makes_the_same_and_loses_nothing_with_a_worker(pnp, deck, tmp_path):
    from distributed import LocalCluster
    from distributed.diagnostics.plugin import SchedulerPlugin

    class Killer(SchedulerPlugin):
        """Ends a worker that has work, once a volume is made."""

        killed = None

        def transition(self, key, start, finish, *_, **__):
            busy = [w for w in cluster.scheduler.workers.values() if w.processing]
            if finish == "memory" and busy and self.killed is None:
                self.killed = cluster.workers[busy[0].name].pid
                os.kill(self.killed, signal.SIGKILL)

    assert pnp("-C", deck, "build", "--volumes", "6", "--out", tmp_path / "here").returncode == 0
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        order = ["build", "--volumes", "6", "--scheduler", cluster.scheduler_address, "--out", tmp_path / "there"]
        cluster.scheduler.add_plugin(killer := Killer())
        command = [sys.executable, "-m", "generator", "-C", deck, *order]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, killer.killed is None) == (0, False), run.stderr
    assert made(tmp_path / "there") == made(tmp_path / "here")
    assert len(made(tmp_path / "here")) == 6


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A deck of twelve cards in a table, and a third of the room that it takes."""
    folder = write_deck(tmp_path / "deck", 12) / "components" / "deck"
    head, rows = (folder / "card.yaml").read_text("utf-8").split("items:\n")
    found = re.findall(r'id: (\S+), title: \{ja: "(.*?)"\}, type: (\w+), .* icon: (\w+), body: \{ja: "(.*?)"\}', rows)
    (folder / "card.yaml").write_text(f"{head}from: card.csv\n", "utf-8")
    lines = ["id,title,type,icon,body,cost", *(f"{','.join(row)},1" for row in found)]
    (folder / "card.csv").write_text("\n".join(lines), "utf-8")
    for name in ("load.MAX_DESIGNS", "tables.MAX_DESIGNS", "tables.MAX_BYTES", "textual.MAX_NODES"):
        room = {"MAX_DESIGNS": 4, "MAX_BYTES": (folder / "card.csv").stat().st_size // 3 + 1, "MAX_NODES": 26}
        monkeypatch.setattr(f"generator.data.reading.{name}", room[name.partition(".")[2]])
    monkeypatch.setattr("generator.data.build.MAX_DESIGNS", 4)
    return tmp_path / "deck"


@pytest.mark.slow
def test_n_volumes_have_room_for_a_table_n_times_as_long(pnp, table, tmp_path):
    for command in (["check"], ["build"], ["check", "--volumes", "2"], ["build", "--volumes", "2"]):
        done = pnp("-C", table, *command)
        assert (done.returncode, "Y008" in done.stdout + done.stderr) == (1, True), command
    assert pnp("-C", table, "check", "--volumes", "3").returncode == 0
    done = pnp("-C", table, "build", "--volumes", "3", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert len(made(tmp_path / "out")) == 3


def test_a_project_gives_itself_no_room(pnp, table):
    """Only who types it knows what the machine can bear."""
    (table / "pnp.yaml").write_text("volumes: 3\n", "utf-8")
    done = pnp("-C", table, "build")
    assert (done.returncode, "Y008" in done.stderr) == (1, True)


@pytest.mark.slow
def test_what_is_too_much_for_a_volume_is_too_much_for_a_check(pnp, table, tmp_path, monkeypatch):
    for room in ("preflight", "impose"):
        monkeypatch.setattr(f"generator.sheet.{room}.MOST_SHEETS", 0)
    for command in ("check", "build"):
        done = pnp("-C", table, command, "--volumes", "3", *(["--out", tmp_path / "out"] if command == "build" else []))
        assert (done.returncode, "S002" in done.stdout + done.stderr) == (1, True), command
