"""Writing files: the new one whole or the old one whole, in every way it can go wrong."""

from __future__ import annotations

import errno
import os
import pathlib
import subprocess
import sys
import time

import pytest

from generator.codes import CODES
from generator.export.files import atomic, write_all, write_atomic
from generator.findings import Fault


def leftovers(folder):
    return sorted(p.name for p in folder.iterdir() if p.name.startswith("."))


def test_a_new_file_and_its_folders_are_made(tmp_path):
    path = tmp_path / "a" / "b" / "c.pdf"
    write_atomic(path, lambda f: f.write(b"new"))
    assert path.read_bytes() == b"new"
    assert leftovers(path.parent) == []


def test_an_old_file_is_replaced_and_a_link_is_written_through(tmp_path):
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_atomic(link, lambda f: f.write(b"new"))
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError, SystemExit])
def test_an_exception_half_way_leaves_the_old_file(tmp_path, stop):
    path = tmp_path / "c.pdf"
    path.write_bytes(b"old")

    def half(file):
        file.write(b"half a ")
        raise stop

    with pytest.raises(stop):
        write_atomic(path, half)
    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "X001"), (errno.EROFS, "X001"), (errno.ENOSPC, "X002"), (errno.EISDIR, "X003"),
        (errno.ENOTDIR, "X004"), (errno.ENAMETOOLONG, "X004"), (errno.EIO, "X005"),
    ],
)  # fmt: skip
def test_what_the_system_says_is_told_with_a_hint(tmp_path, number, code):
    path = tmp_path / "c.pdf"
    path.write_bytes(b"old")

    def fails(file):
        file.write(b"half")
        raise OSError(number, os.strerror(number))

    with pytest.raises(Fault) as told:
        write_atomic(path, fails)
    (finding,) = told.value.findings
    assert finding.code == code in CODES
    assert "`" in finding.message
    assert "--out DIR" in finding.hint
    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == []


def test_a_folder_in_the_way_is_not_removed(tmp_path):
    (tmp_path / "c.pdf").mkdir()
    for write in (lambda p: write_atomic(p, lambda f: f.write(b"x")), lambda p: write_all([(p, b"x")])):
        with pytest.raises(Fault) as told:
            write(tmp_path / "c.pdf")
        assert [told.value.findings[0].code] == ["X003"]
    assert (tmp_path / "c.pdf").is_dir()
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("folders", [("file",), ("file", "a", "b")], ids="/".join)
def test_a_file_where_a_folder_must_be(tmp_path, folders):
    (tmp_path / "file").write_bytes(b"")
    path = tmp_path.joinpath(*folders, "c.pdf")
    for write in (lambda: write_atomic(path, lambda file: file.write(b"x")), lambda: write_all([(path, b"x")])):
        with pytest.raises(Fault) as told:
            write()
        (finding,) = told.value.findings
        assert finding.code == "X004"
        assert finding.message.startswith("`c.pdf` cannot be written: the folder `")
        assert finding.message.endswith(f"cannot be made, `{(tmp_path / 'file').as_posix()}` is no folder")


def test_a_name_that_is_too_long(tmp_path):
    path = tmp_path / ("x" * 300) / "c.pdf"
    for write in (lambda: write_atomic(path, lambda file: file.write(b"x")), lambda: write_all([(path, b"x")])):
        with pytest.raises(Fault) as told:
            write()
        assert [f.code for f in told.value.findings] == ["X004"]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError, OSError(errno.ENOSPC, "full")])
def test_no_folder_is_left_that_was_not_there(tmp_path, monkeypatch, stop):
    (tmp_path / "old").mkdir()
    (tmp_path / "file").write_bytes(b"")

    def stopped(*_):
        raise stop

    def half():
        with atomic(tmp_path / "old" / "a" / "b" / "c.pdf") as file:
            file.write(b"half")
            raise stop

    good, bad = tmp_path / "new" / "a" / "1.pdf", tmp_path / "file" / "2.pdf"
    with pytest.raises((Fault, KeyboardInterrupt, ValueError)):
        half()
    with pytest.raises(Fault):
        write_all([(good, b"1"), (bad, b"2")])
    monkeypatch.setattr(pathlib.Path, "replace", stopped)
    with pytest.raises((Fault, KeyboardInterrupt, ValueError)):
        write_all([(good, b"1"), (tmp_path / "old" / "b" / "2.pdf", b"2")])
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "old"]


def test_a_new_folder_that_somebody_else_filled_is_left(tmp_path):
    def half(file):
        (tmp_path / "new" / "theirs.txt").write_bytes(b"")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomic(tmp_path / "new" / "c.pdf", half)
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["theirs.txt"]


@pytest.mark.skipif(not pathlib.Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_really_full_disk(tmp_path, monkeypatch):
    full = pathlib.Path("/dev/full")
    monkeypatch.setattr(pathlib.Path, "open", lambda self, mode: open(full, mode))  # noqa: PTH123, SIM115
    with pytest.raises(Fault) as told, atomic(tmp_path / "c.pdf") as file:
        file.write(b"x" * 100_000)
    assert [f.code for f in told.value.findings] == ["X002"]


def test_all_files_or_none(tmp_path):
    one, two, three = (tmp_path / n for n in ("1.pdf", "2.pdf", "3.pdf"))
    one.write_bytes(b"old 1")
    three.mkdir()
    with pytest.raises(Fault):
        write_all([(one, b"new 1"), (two, b"new 2"), (three, b"new 3")])
    assert one.read_bytes() == b"old 1"
    assert not two.exists()
    three.rmdir()
    write_all([(one, b"new 1"), (two, b"new 2"), (three, b"new 3")])
    assert [p.read_bytes() for p in (one, two, three)] == [b"new 1", b"new 2", b"new 3"]
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("stop", [PermissionError(errno.EACCES, "in use"), KeyboardInterrupt()])
@pytest.mark.parametrize("links", [True, False])
def test_names_are_changed_back_when_a_later_one_cannot_be(tmp_path, monkeypatch, stop, links):
    """As on Windows, where a viewer holds the second file open."""
    one, two, three = (tmp_path / n for n in ("1.pdf", "2.pdf", "3.pdf"))
    one.write_bytes(b"old 1")
    three.write_bytes(b"old 3")
    replace = pathlib.Path.replace

    def held(self, target):
        if target == three and self.suffix == ".part":
            raise stop
        return replace(self, target)

    monkeypatch.setattr(pathlib.Path, "replace", held)
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(errno.EPERM, "no links")))
    with pytest.raises((Fault, KeyboardInterrupt)):
        write_all([(one, b"new 1"), (two, b"new 2"), (three, b"new 3")])
    assert one.read_bytes() == b"old 1"
    assert not two.exists()
    assert three.read_bytes() == b"old 3"
    assert leftovers(tmp_path) == []


def test_an_interrupt_from_outside(tmp_path):
    """Ctrl-C while a file is being written, in a process of its own."""
    path = tmp_path / "c.pdf"
    path.write_bytes(b"old")
    script = (
        "import signal, sys, time, pathlib; from generator.export.files import atomic\n"
        "signal.signal(2, signal.default_int_handler)\n"  # a shell's background job inherits that it is ignored
        "with atomic(pathlib.Path(sys.argv[1])) as f:\n"
        "    f.write(b'half'); f.flush(); print('ready', flush=True); time.sleep(30)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout.readline() == b"ready\n"
    assert leftovers(tmp_path) != []
    time.sleep(0.05)
    process.send_signal(2)
    assert process.wait(10) != 0
    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == []
