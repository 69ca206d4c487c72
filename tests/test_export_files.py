"""Writing files: the new ones whole or the old ones whole, in every way it can go wrong, and nowhere else."""

from __future__ import annotations

import errno
import json
import os
import pathlib
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from generator import export
from generator import files as room
from generator.diagnostics.codes import CODES
from generator.diagnostics.findings import Fault, has_errors
from generator.files import NAMES, WORK, recover, write_all, write_file
from generator.production import Order, build
from generator.project import Project
from tests.conftest import ROOT


def there(folder: Path) -> dict[str, bytes | str]:
    """All that lies in a folder: bytes of files, where links lead, "" for folders."""
    return {
        p.relative_to(folder).as_posix(): str(p.readlink()) if p.is_symlink() else p.read_bytes() if p.is_file() else ""
        for p in sorted(folder.rglob("*"))
    }


def told(write) -> list[str]:
    with pytest.raises(Fault) as fault:
        write()
    return [f.code for f in fault.value.findings]


def test_new_files_and_their_folders_are_made(tmp_path):
    write_all(tmp_path / "a" / "b", [("c.pdf", b"new"), ("faces/1.svg", b"one")])
    assert there(tmp_path) == {"a": "", "a/b": "", "a/b/c.pdf": b"new", "a/b/faces": "", "a/b/faces/1.svg": b"one"}


def test_a_new_format_is_one_file(tmp_path, monkeypatch):
    """Its name is the word of `--format` and the ending of its files; what it cannot write it leaves out."""
    (tmp_path / "words.py").write_text(
        "from generator.export import Output\n\n\n"
        "def face_file(face, book, dpi, bleed):\n    return f'{face.name} {dpi}'.encode()\n\n\n"
        "def piece_files(run):\n    for piece in run.pieces:\n"
        "        yield Output('pieces/one.words', piece.front.item.encode())\n\n\n"
        "def sheet_files(run):\n    words = [f'{p.count} {p.front.name}' for p in run.pieces]\n"
        "    yield Output(f'{run.game}-{run.stem}.words', ' '.join(words).encode())\n"
    )
    monkeypatch.setattr(export, "__path__", [*export.__path__, str(tmp_path)])
    assert "words" in export.formats()
    order = Order(formats=("words",), only=("chip",), dpi=72)
    outputs, findings, _ = build(Project(ROOT / "tests" / "mini"), "mini", order)
    assert not has_errors(findings)
    assert {o.name: o.data for o in outputs} == {
        **{f"faces-ja/chip-{name}.words": f"chip/{name} 72".encode() for name in ("one", "five")},
        "pieces/one.words": b"one",
        "pieces/one-2.words": b"five",
        "mini-a4-ja-chip.words": b"4 chip/one 2 chip/five",
    }


def test_a_format_may_end_otherwise_and_have_both_sides_in_a_file(tmp_path, monkeypatch):
    """Files of faces end as it says; files of pieces are asked for the bleed, which their names tell."""
    (tmp_path / "cards.py").write_text(
        "from generator.export import Output\n\nENDING, CONTINUED = 'jpg', 0.0\n\n\n"
        "def face_file(face, book, dpi, bleed):\n    return b''\n\n\n"
        "def piece_files(run):\n    for piece in run.pieces:\n"
        "        sides = [face.name for face in (piece.front, piece.back) if face]\n"
        "        yield Output(f'cards-{run.stem}/{piece.front.item}.pdf', f'{sides} {run.bleed}'.encode())\n"
    )
    (tmp_path / "plain.py").write_text(
        "from generator.export import Output\n\n\n"
        "def piece_files(run):\n    yield Output(f'{run.stem}.txt', str(run.bleed).encode())\n"
    )
    monkeypatch.setattr(export, "__path__", [*export.__path__, str(tmp_path)])
    order = Order(("en",), formats=("cards", "plain"), only=("card/dawn",), face_bleed=3.0)
    outputs, findings, _ = build(Project(ROOT / "tests" / "mini"), "mini", order)
    assert not has_errors(findings)
    assert {o.name: o.data for o in outputs} == {
        "faces-en-bleed3/card-dawn.jpg": b"",
        "faces-en-bleed3/card-dawn-back.jpg": b"",
        "cards-en-card-dawn-face-bleed3/dawn.pdf": b"['card/dawn', 'card/dawn back'] 3.0",
        "en-card-dawn.txt": b"0.0",
    }


def test_nothing_makes_nothing(tmp_path):
    write_all(tmp_path / "a", [])
    assert there(tmp_path) == {}


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "X001"), (errno.EROFS, "X001"), (errno.ENOSPC, "X002"), (errno.EISDIR, "X003"),
        (errno.ENOTDIR, "X004"), (errno.ENAMETOOLONG, "X004"), (errno.EIO, "X005"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_what_the_system_says_is_told_with_a_hint(tmp_path, monkeypatch, number, code, step):
    path = tmp_path / "c.pdf"
    path.write_bytes(b"old")

    def fails(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, step, fails)
    with pytest.raises(Fault) as fault:
        write_file(path, b"new")
    (finding,) = fault.value.findings
    assert finding.code == code in CODES
    assert "`" in finding.message
    assert finding.hint
    assert "--out" not in finding.hint  # not every command has it
    assert there(tmp_path) == {"c.pdf": b"old"}


def test_the_folder_to_open_is_one_that_is_there(tmp_path, monkeypatch):
    def refused(self, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(Fault) as fault:
        write_file(tmp_path / "new" / "deep" / "c.pdf", b"x")
    assert f"make the folder `{tmp_path.as_posix()}` writable" in fault.value.findings[0].hint


def test_a_folder_in_the_way_is_not_removed(tmp_path):
    (tmp_path / "c.pdf").mkdir()
    for name in ("c.pdf", ".", ""):
        assert told(lambda name=name: write_file(tmp_path / name, b"x")) == ["X003"]
    assert told(lambda: write_all(tmp_path, [("1.pdf", b"1"), ("c.pdf", b"x")])) == ["X003"]
    assert there(tmp_path) == {"c.pdf": ""}


@pytest.mark.parametrize("folders", [("file",), ("file", "a", "b")], ids="/".join)
def test_a_file_where_a_folder_must_be(tmp_path, folders):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Fault) as fault:
        write_file(tmp_path.joinpath(*folders, "c.pdf"), b"x")
    (finding,) = fault.value.findings
    assert finding.code == "X004"
    assert finding.message.startswith("`c.pdf` cannot be written: the folder `")
    assert finding.message.endswith(f"cannot be made, `{(tmp_path / 'file').as_posix()}` is no folder")


@pytest.mark.parametrize("name", ["x" * 300 + "/c.pdf", "x" * 300, "y/" + "x" * 300])
def test_a_name_that_is_too_long(tmp_path, name):
    assert told(lambda: write_all(tmp_path, [("a.pdf", b"x"), (name, b"x")])) == ["X004"]
    assert there(tmp_path) == {}


@pytest.mark.parametrize("name", ["../x.pdf", "a/../../x.pdf", "/x.pdf", "..", ""])
def test_a_name_that_leads_out_is_refused(tmp_path, name):
    (tmp_path / "in").mkdir()
    assert told(lambda: write_all(tmp_path / "in", [("a.pdf", b"x"), (name, b"x")])) == ["X005"]
    assert there(tmp_path) == {"in": ""}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError, OSError(errno.ENOSPC, "full")])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_no_folder_is_left_that_was_not_there(tmp_path, monkeypatch, stop, step):
    (tmp_path / "old").mkdir()

    def stopped(*_):
        raise stop

    monkeypatch.setattr(Path, step, stopped)
    with pytest.raises((Fault, KeyboardInterrupt, ValueError)):
        write_all(tmp_path / "old" / "b", [("c/1.pdf", b"1"), ("2.pdf", b"2")])
    assert there(tmp_path) == {"old": ""}


def test_a_new_folder_that_somebody_else_filled_is_left(tmp_path, monkeypatch):
    def half(*_):
        (tmp_path / "new" / "theirs.txt").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path / "new", [("c.pdf", b"1")])
    assert there(tmp_path) == {"new": "", "new/theirs.txt": b""}


def test_all_files_or_none(tmp_path):
    (tmp_path / "1.pdf").write_bytes(b"old 1")
    (tmp_path / "3.pdf").mkdir()
    new = [("1.pdf", b"new 1"), ("2.pdf", b"new 2"), ("3.pdf", b"new 3")]
    assert told(lambda: write_all(tmp_path, new)) == ["X003"]
    assert there(tmp_path) == {"1.pdf": b"old 1", "3.pdf": ""}
    (tmp_path / "3.pdf").rmdir()
    write_all(tmp_path, new)
    assert there(tmp_path) == dict(new)


OLD = {"1.pdf": b"old 1", "link": "1.pdf", "sub": "", "sub/3.pdf": b"old 3"}
NEW = [("1.pdf", b"new 1"), ("2.pdf", b"new 2"), ("link", b"new"), ("sub/3.pdf", b"new 3"), ("deep/4.pdf", b"new 4")]
AFTER = {**dict(NEW), "sub": "", "deep": ""}


def lay(folder: Path) -> Path:
    """The old files."""
    (folder / "sub").mkdir(parents=True)
    (folder / "1.pdf").write_bytes(b"old 1")
    (folder / "link").symlink_to("1.pdf")
    (folder / "sub" / "3.pdf").write_bytes(b"old 3")
    return folder


@pytest.mark.parametrize("stop", [PermissionError(errno.EACCES, "in use"), KeyboardInterrupt()])
@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("held", range(len(NEW)))
def test_names_are_changed_back_when_a_later_one_cannot_be(tmp_path, monkeypatch, stop, links, held):
    """As on Windows, where a viewer holds a file open."""
    lay(tmp_path)
    replace = pathlib.Path.replace

    def holding(self, target):
        if self.name == f"new-{held}":
            raise stop
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", holding)
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(errno.EPERM, "no links")))
    with pytest.raises((Fault, KeyboardInterrupt)):
        write_all(tmp_path, NEW)
    assert there(tmp_path) == OLD


def test_what_cannot_be_changed_back_yet_is_changed_back_later(tmp_path, monkeypatch):
    lay(tmp_path)
    replace = pathlib.Path.replace

    def holding(self, target):
        if self.name in ("new-3", "old-0"):
            raise PermissionError(errno.EACCES, "in use")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", holding)
    assert told(lambda: write_all(tmp_path, NEW)) == ["X001"]
    assert (tmp_path / "1.pdf").read_bytes() == b"new 1"
    monkeypatch.undo()
    recover(tmp_path)
    assert {k: v for k, v in there(tmp_path).items() if k != "deep"} == OLD


# ---- killed ----------------------------------------------------------------------------------------------------


def killed(work, *args, at: int) -> bool:
    """Whether `work`, in a process of its own, is killed before the `at`th thing that it asks of the file system."""
    pid = os.fork()
    if not pid:
        count = [0]

        def watch(event, _):
            if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink"):
                count[0] += 1
                if count[0] == at:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(watch)
            work(*args)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


@needs_fork
def test_killed_at_any_moment_the_next_run_has_all_old_or_all_new_files(tmp_path):
    moments = 0
    while killed(write_all, folder := lay(tmp_path / str(moments)), NEW, at=moments + 1):
        recover(folder)
        found = {k: v for k, v in there(folder).items() if k != "deep"}
        assert found in (OLD, {k: v for k, v in AFTER.items() if k != "deep"}), moments
        write_all(folder, NEW)
        assert there(folder) == AFTER
        moments += 1
    assert moments > 20
    assert there(folder) == AFTER


@needs_fork
def test_killed_while_it_is_put_right_the_run_after_has_all_old_files(tmp_path):
    for first in range(1, 60, 15):
        moments = 0
        while True:
            folder = lay(tmp_path / f"{first}-{moments}")
            if not killed(write_all, folder, NEW, at=first):
                return
            if not killed(recover, folder, at=moments + 1):
                break
            recover(folder)
            found = {k: v for k, v in there(folder).items() if k != "deep"}
            assert found in (OLD, {k: v for k, v in AFTER.items() if k != "deep"}), (first, moments)
            assert not (folder / WORK).exists()
            moments += 1


@pytest.mark.parametrize(
    "names", ["[]", "{", '[["../victim", true]]', '[["sub/x", true]]', '[["/victim", false]]', "[1]", '{"a": 1}']
)
def test_a_hidden_folder_that_is_none_of_ours_reaches_nothing_outside(tmp_path, names):
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x").write_bytes(b"mine")
    work = tmp_path / "out" / WORK
    work.mkdir(parents=True)
    (tmp_path / "out" / "sub").symlink_to(tmp_path / "outside")
    (work / NAMES).write_text(names)
    (work / "old-0").write_bytes(b"theirs")
    write_all(tmp_path / "out", [("a.pdf", b"new")])
    assert (tmp_path / "victim").read_bytes() == (tmp_path / "outside" / "x").read_bytes() == b"mine"
    assert sorted(there(tmp_path / "out")) == ["a.pdf", "sub"]


@pytest.mark.parametrize("make", ["symlink_to", "write_bytes"])
def test_a_hidden_folder_that_is_none_is_removed(tmp_path, make):
    (tmp_path / "outside").mkdir()
    (tmp_path / "out").mkdir()
    getattr(tmp_path / "out" / WORK, make)(tmp_path / "outside" if make == "symlink_to" else b"x")
    write_all(tmp_path / "out", [("a.pdf", b"new")])
    assert there(tmp_path) == {"out": "", "out/a.pdf": b"new", "outside": ""}


@needs_fork
def test_two_runs_into_one_folder_are_one_after_the_other(tmp_path):
    sets = [[(f"{n}.pdf", bytes([65 + k]) * 1000) for n in range(30)] for k in range(4)]
    pids = []
    for one in sets:
        pid = os.fork()
        if not pid:
            try:
                for _ in range(5):
                    write_all(tmp_path, one)
                os._exit(0)
            finally:
                os._exit(1)
        pids.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0] * 4
    assert len({p.read_bytes() for p in tmp_path.iterdir()}) == 1
    assert len(there(tmp_path)) == 30


def test_another_run_is_not_waited_for_without_end(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(room, "PATIENCE", 0.2)
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    with pytest.raises(Fault) as fault:
        write_all(tmp_path, [("a.pdf", b"new")])
    os.close(handle)
    assert [(f.code, "another run of pnp" in f.message) for f in fault.value.findings] == [("X005", True)]
    assert there(tmp_path) == {}


# ---- links, pipes, devices -------------------------------------------------------------------------------------


def test_a_link_is_replaced_and_never_followed(tmp_path):
    """Of a file, of a folder below the one that was named; a link that was named is the user's own way."""
    outside, home = tmp_path / "outside", tmp_path / "home"
    outside.mkdir()
    home.mkdir()
    (outside / "important").write_bytes(b"mine")
    for name, target in (("x.pdf", outside / "important"), ("dead.pdf", "nowhere"), ("faces", outside)):
        (home / name).symlink_to(target)
    new = [("x.pdf", b"new"), ("dead.pdf", b"new"), ("faces/important", b"new")]
    assert write_all(home, new) == [home / "faces"]
    assert there(home) == {**dict(new), "faces": ""}
    assert there(outside) == {"important": b"mine"}
    (tmp_path / "way").symlink_to(home)
    assert write_all(tmp_path / "way", [("x.pdf", b"newer")]) == []
    assert (home / "x.pdf").read_bytes() == b"newer"
    (home / "out").symlink_to(outside)
    assert write_all(home / "out" / "game", [("x.pdf", b"new")], home) == [home / "out"]
    assert there(outside) == {"important": b"mine"}


def test_links_are_back_when_it_fails(tmp_path, monkeypatch):
    (tmp_path / "outside").mkdir()
    (tmp_path / "out").symlink_to("outside")
    before = there(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    assert told(lambda: write_all(tmp_path / "out" / "game", [("x.pdf", b"new")], tmp_path)) == ["X002"]
    assert there(tmp_path) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_what_is_no_file_is_refused_among_others_and_written_to_when_named(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert told(lambda: write_all(tmp_path, [("a.pdf", b"x"), ("pipe", b"x")])) == ["X005"]
    assert sorted(there(tmp_path)) == ["pipe"]
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    assert write_file(pipe, b"x" * 200_000) is False
    reader.join(10)
    assert read == [b"x" * 200_000]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="needs sockets with names")
def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s")
        assert told(lambda: write_file(Path("s"), b"x")) == ["X005"]
        assert stat.S_ISSOCK(Path("s").lstat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_devices_are_streams(tmp_path):
    before = [Path(p).stat().st_rdev for p in ("/dev/null", "/dev/full")]
    assert write_file(Path("/dev/null"), b"x") is False
    assert told(lambda: write_file(Path("/dev/full"), b"x" * 100_000)) == ["X002"]
    (tmp_path / "null").symlink_to("/dev/null")
    assert write_file(tmp_path / "null", b"x") is False
    assert [Path(p).stat().st_rdev for p in ("/dev/null", "/dev/full")] == before


SAVE = "import sys, pathlib; from generator.files import *; write_file(pathlib.Path(sys.argv[1]), b'new')"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "out/link"])
def test_an_open_stream_is_written_to_where_it_stands(tmp_path, name):
    """Also where it is a file that is written on at its end: that is neither cut short nor replaced."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "link").symlink_to("/dev/stdout")
    path = tmp_path / "said"
    path.write_bytes(b"old ")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with path.open("ab") as file:
        subprocess.run([sys.executable, "-c", SAVE, name], cwd=tmp_path, env=env, stdout=file, check=True)
    assert path.read_bytes() == b"old new"
    assert Path("/dev/stdout").is_symlink()


def test_an_interrupt_from_outside(tmp_path):
    """Ctrl-C while files are being written, in a process of its own."""
    lay(tmp_path / "out")
    script = (
        "import signal, sys, time, pathlib; from generator import files\n"
        "signal.signal(2, signal.default_int_handler)\n"  # a shell's background job inherits that it is ignored
        "def slow(*_): print('ready', flush=True); time.sleep(30)\n"
        "files._keep = slow\n"
        "files.write_all(pathlib.Path(sys.argv[1]), [('1.pdf', b'x')])\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, tmp_path / "out"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout.readline() == b"ready\n"
    assert (tmp_path / "out" / WORK / "new-0").exists()
    process.send_signal(2)
    assert process.wait(120) != 0
    assert there(tmp_path / "out") == OLD


def test_the_list_names_what_was_there(tmp_path, monkeypatch):
    """What a later run reads, as it is written: a change of it must still read the old form."""
    lay(tmp_path)
    monkeypatch.setattr(room, "_clear", lambda _: None)
    seen = []
    replace = pathlib.Path.replace

    def look(self, target):
        if self.name == "new-0":
            seen.append(json.loads((tmp_path / WORK / NAMES).read_text()))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", look)
    write_all(tmp_path, NEW)
    assert seen == [[["1.pdf", True], ["2.pdf", False], ["link", True], ["sub/3.pdf", True], ["deep/4.pdf", False]]]
