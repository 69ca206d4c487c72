"""What is kept between runs: a command on unchanged input tells again what it told, and never anything stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest

from generator import cache
from generator.commands import replay
from generator.project import Project, read_plain
from tests.conftest import ROOT

TOLD = ("mini.pdf  1 page\n", "components/mini/game.yaml: warning\n")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache folder of its own; the project that one stands in."""
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    shutil.copytree(ROOT / "tests/mini", tmp_path / "mini")
    monkeypatch.chdir(tmp_path / "mini")
    monkeypatch.setattr(sys, "argv", ["pnp", "build"])
    return Project(tmp_path / "mini")


def ran(project, during=lambda: None, out="output"):
    """What a build does for its record."""
    replay.start_recording(project, project.root, Path(out))
    replay.record_output("out", TOLD[0])
    replay.record_output("err", TOLD[1])
    during()
    folder = Path(out, "mini")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mini.pdf").write_bytes(b"%PDF-1")
    (folder / ".pnp-files.json").write_text('{"mini.pdf": {"sha256": "1"}, "other.pdf": {}}')
    replay.finish_recording(1, Path(out), {"mini": ["mini.pdf"]})


def again():
    return replay.replay(sys.argv[1:])


def rewritten(path, old, new):
    """As an editor that keeps size and time would do it."""
    about = path.stat()
    words = path.read_bytes()
    assert old in words
    assert len(old) == len(new)
    path.write_bytes(words.replace(old, new))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def renamed_folder():
    Path("layouts/mini").rename("layouts/other")


CARDS, CARD = Path("components/mini/cards.yaml"), Path("layouts/mini/card.svg")
OTHERWISE = {
    "edited": lambda: rewritten(CARDS, b"Dawn", b"Noon"),
    "touched": lambda: os.utime(CARDS, ns=(1, 1)),
    "added": lambda: Path("components/mini/new.yaml").write_text(""),
    "added aside": lambda: Path("tables").mkdir(),
    "removed": CARDS.unlink,
    "renamed": lambda: CARDS.rename("components/mini/card.yaml"),
    "folder renamed": renamed_folder,
    "locked": lambda: CARDS.chmod(0o400),
    "replaced by a link": lambda: (CARD.rename("card.svg"), CARD.symlink_to(Path("card.svg").resolve())),
    "defaults": lambda: Path("pnp.yaml").write_text("paper: a3"),
    "output edited": lambda: rewritten(Path("output/mini/mini.pdf"), b"1", b"2"),
    "output gone": lambda: Path("output/mini/mini.pdf").unlink(),
    "output a link": lambda: (
        Path("output/mini").rename("mini"),
        Path("output/mini").symlink_to(Path("mini").resolve()),
    ),
    "list of outputs gone": lambda: Path("output/mini/.pnp-files.json").unlink(),
    "list of outputs edited": lambda: rewritten(Path("output/mini/.pnp-files.json"), b'"1"', b'"2"'),
    "left by a run that was killed": lambda: Path("output/mini/.pnp-new").mkdir(),
    "another game's outputs": lambda: Path("output/other").mkdir(),
    "language": lambda: sys.argv.extend(["--lang", "en"]),
    "environment": lambda: os.environ.update(NO_COLOR="1"),
    "elsewhere": lambda: os.chdir("components"),
    "version": lambda: setattr(replay, "__version__", "0"),
    "off": lambda: os.environ.update(PNP_CACHE="off"),
}


@pytest.mark.parametrize("change", OTHERWISE.values(), ids=[*OTHERWISE])
def test_what_changed_is_not_told_again(kept, monkeypatch, capsys, change):
    monkeypatch.setattr(replay, "__version__", "1")
    monkeypatch.setenv("NO_COLOR", "")
    ran(kept)
    assert again() == 1
    assert tuple(capsys.readouterr()) == TOLD
    change()
    assert again() is None
    assert tuple(capsys.readouterr()) == ("", "")


SAME = {
    "nothing": lambda: None,
    "what Python keeps": lambda: Path("components/__pycache__").mkdir(),
    "hidden folders": lambda: Path(".git").mkdir(),
    "another output": lambda: Path("output/mini/notes.txt").write_text("mine"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=[*SAME])
def test_what_no_command_looks_at_makes_no_difference(kept, change):
    ran(kept)
    change()
    assert again() == 1


def read_aside():
    Path(".tables").mkdir()
    Path(".tables/rows.csv").write_text("1")
    read_plain(Path(".tables/rows.csv").resolve(), 9)


UNSURE = {
    "an input is changed meanwhile": lambda: rewritten(CARDS, b"Dawn", b"Noon"),
    "a file is read that is not looked at": read_aside,
    "another run would clear nothing away": replay.discard_recording,
}


@pytest.mark.parametrize("during", UNSURE.values(), ids=[*UNSURE])
def test_no_record_is_kept_if(kept, during):
    ran(kept, during)
    assert again() is None


def damage(data):
    yield data[:-1] + b"?"
    yield data[:-20]
    yield data[:8]
    yield b""
    yield b"?" + data[1:]
    yield cache.seal(crc32(b"{}"), 2) + b"{}"
    yield cache.seal(crc32(b"[1]"), 3) + b"[1]"


def test_a_damaged_record_is_none(kept):
    ran(kept)
    (record,) = (kept.root.parent / "cache").iterdir()
    whole = record.read_bytes()
    for data in damage(whole):
        record.write_bytes(data)
        assert again() is None
    ran(kept)
    assert again() == 1


def test_what_others_can_write_is_not_believed(kept):
    ran(kept)
    (kept.root.parent / "cache").chmod(0o777)
    assert again() is None


def test_the_oldest_go_when_it_is_full(kept, monkeypatch):
    monkeypatch.setattr(cache, "LIMIT", 100)
    for number in range(6):
        cache.write(f"n-{number}", b"x" * 20)
        os.utime(Path(cache.folder(), f"n-{number}"), ns=(number, number))
    cache._prune.cache_clear()
    cache.write("last", b"x" * 20)
    assert sorted(p.name for p in Path(cache.folder()).iterdir()) == ["last", "n-4", "n-5"]


def test_commands_are_told_again(kept, pnp, monkeypatch, capsysbinary):
    """Words, bytes and status of whole commands, of a game in order and of one with errors."""
    for words in (["build"], ["check", "--format", "json"], ["check"]):
        for spoilt in (False, True):
            if spoilt:
                rewritten(CARDS, b"suit: sun", b"suit: son")
            monkeypatch.setattr(sys, "argv", ["pnp", *words])
            first = pnp(*words, cwd=kept.root)
            assert again() == first.returncode == (1 if spoilt else 0)
            out, err = capsysbinary.readouterr()
            assert (out.decode(), err.decode()) == (first.stdout, first.stderr)
            if spoilt:
                rewritten(CARDS, b"suit: son", b"suit: sun")


def test_what_is_told_once_is_not_told_again(kept, pnp, monkeypatch):
    """A run that clears an old file away says so; the next would not."""
    monkeypatch.setattr(sys, "argv", ["pnp", "build", "--paper", "a3"])
    pnp("build", "--paper", "a3", cwd=kept.root)
    rewritten(CARDS, b"Dawn", b"Noon")
    rewritten(CARDS, "夜明け".encode(), "夕明け".encode())
    monkeypatch.setattr(sys, "argv", ["pnp", "build"])
    assert "cleared away" in pnp("build", cwd=kept.root).stdout
    assert again() is None
    pnp("build", cwd=kept.root)
    assert again() == 0
    monkeypatch.setattr(sys, "argv", ["pnp", "build", "--no-cache"])
    pnp("build", "--no-cache", cwd=kept.root)
    monkeypatch.setenv("PNP_CACHE", str(kept.root.parent / "cache"))
    assert again() is None


def test_nothing_heavy_is_loaded(kept):
    """Before a record is told; in a process as a user starts it."""
    words = (
        "import sys; from generator.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    told = [
        subprocess.run([sys.executable, "-c", words, "check"], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert told[0].stdout == told[1].stdout != ""
    loaded = [set(t.stderr.split()) for t in told]
    heavy = {"typer", "yaml", "jinja2", "pathlib", "typing", "dataclasses", "generator.project"}
    assert heavy <= loaded[0]
    assert not heavy & loaded[1]


LIGHT = {"msgspec", "typing_extensions", "typer", "shellingham", "annotated_doc"}
READING = LIGHT | {"yaml"}
SETTING = READING | {"jinja2", "markupsafe", "uharfbuzz", "budoux", "spellchecker"}
NEEDED = {
    "--help": LIGHT,
    "build --help": LIGHT,
    "explain D001": LIGHT,
    "schema game": READING,
    "check": SETTING,
    "build": SETTING | {"reportlab", "PIL"},
}
"""Command -> the libraries that it may load. Each costs what a game of a few cards does: think twice before adding."""


@pytest.mark.parametrize("words", NEEDED)
def test_only_needed_libraries_are_loaded(mini_copy, words):
    code = "import sys; from generator.__main__ import main\ntry: main()\nfinally: print(*(n for n, m in"
    code += " sys.modules.items() if type(m) is type(sys) and 'site-packages' in str(m.__spec__)), file=sys.stderr)"
    run = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(run, cwd=mini_copy.root, capture_output=True, text=True, check=True)
    loaded = {entry.partition(".")[0] for entry in done.stderr.splitlines()[-1].split()}
    assert {name for name in loaded if name[0] != "_"} <= NEEDED[words]


def test_plain_work_is_done_once(kept, monkeypatch):
    """Of one key and one version of the tool; what is damaged is worked out again."""
    monkeypatch.setattr(cache, "TICK", 0)
    cache.tool.cache_clear()
    done = []

    def work():
        done.append(1)
        return [(1, 2.5, "x")]

    assert [cache.remembered("n", (3, "a"), work) for _ in range(3)] == [[(1, 2.5, "x")]] * 3
    assert len(done) == 1
    (file,) = Path(cache.folder()).iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert cache.remembered("n", (3, "a"), work) == [(1, 2.5, "x")]
    cache.remembered("n", (3, "b"), work)
    monkeypatch.setenv("PNP_CACHE", "off")
    cache.remembered("n", (3, "a"), work)
    assert len(done) == 4
    cache.tool.cache_clear()


def test_pages_are_packed_once(kept, monkeypatch):
    from generator.sheet import packing
    from generator.sheet.repeat import Demand

    monkeypatch.setattr(cache, "TICK", 0)
    cache.tool.cache_clear()
    sizes = [Demand(63.0, 88.0, 11, pad=3.0), Demand(20.0, 20.0, 30)]
    first = packing.pack(sizes, 200.0, 287.0)
    packing._kept.cache_clear()
    monkeypatch.setattr(packing, "_best", None)
    assert packing.pack(sizes, 200.0, 287.0) == first
    packing._kept.cache_clear()
    cache.tool.cache_clear()


def test_a_folder_that_is_gone_is_no_reason_to_end(kept, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert again() is None
