"""Bytes -> files, without ever leaving half a file, losing an old one, or writing anywhere else.

Takes a folder, names in it and bytes; gives the files, all or none, or a `Fault` (X001-X005) in words a designer can
act on. Everything is written into a hidden folder first, then the names are changed. A run that fails puts the old
files back; what a run that was killed left is put right by the next one. A symbolic link in the folder that was named
is replaced, never followed; what is no plain file is refused, or written to as the stream that it is (/dev/stdout, a
pipe, a terminal, /dev/null).
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from generator.diagnostics.findings import Fault, Finding, Mark
from generator.export import Stored, blocks

WORK = ".pnp-new"
"""The hidden folder, in the one that is written into: `new-N` and, of what was there, `old-N`."""
NAMES = "names.json"
"""In it while names are changed: [name, whether there was an old file] of each N."""

PATIENCE = 10.0
"""Seconds to wait for another run that writes into the same folder."""

_CODES: dict[int, str] = {
    errno.EACCES: "X001",
    errno.EPERM: "X001",
    errno.EROFS: "X001",
    errno.ENOSPC: "X002",
    errno.EDQUOT: "X002",
    errno.EFBIG: "X002",
    errno.EISDIR: "X003",
    errno.ENOTDIR: "X004",
    errno.EEXIST: "X004",
    errno.ENOENT: "X004",
    errno.ENAMETOOLONG: "X004",
}

_WORDS: dict[str, tuple[str, str]] = {
    "X001": (
        "`{name}` cannot be written: permission denied",
        "make the folder `{there}` writable, or close the file in other programs",
    ),
    "X002": ("`{name}` cannot be written: the disk is full", "free some space on the disk of `{there}`"),
    "X003": ("`{name}` is to be a file, but it is a folder", "rename or remove that folder"),
    "X004": (
        "`{name}` cannot be written: the folder `{folder}` cannot be made, {reason}",
        "rename what is in the way, or shorten the name",
    ),
    "X005": ("`{name}` cannot be written: {reason}", "check the disk"),
}


def write_all(
    folder: Path, files: Sequence[tuple[str, bytes | Stored]], below: Path | None = None, gone: Sequence[str] = ()
) -> list[Path]:
    """Put files (name in the folder, bytes) in place together: all or, if one can't be written, none (X001-X005). Those
    that are `gone` are taken away with them.

    Folders that are missing are made. `below` is the folder that the user named or stands in (None: `folder`): links
    on the way to it are the user's own and followed, those in it are replaced. Gives the folders that were links.
    """
    if not files and not gone:
        return []
    replaced: list[Path] = []
    with _told(folder / [*(name for name, _ in files), *gone][0]), ExitStack() as unmake:
        replaced += _make_folder(folder, below or folder, unmake)
        with _alone(folder), ExitStack() as tidy, ExitStack() as undo:
            _put_right(folder)
            tidy.callback(_clear, folder)
            (folder / WORK).mkdir(exist_ok=True)
            replaced += _prepare(folder, files, unmake, gone)
            undo.callback(_put_back, folder)
            for number, (name, _) in enumerate(files):
                with _told(folder / name):
                    (folder / WORK / f"new-{number}").replace(folder / name)
            for name in gone:
                with _told(folder / name):
                    (folder / name).unlink(missing_ok=True)
            (folder / WORK / NAMES).unlink()  # from here on the new files hold
            undo.pop_all()
        unmake.pop_all()
    for step in {folder / name for name in gone}:
        if step.parent != folder:
            _remove_folder(step.parent)
    return replaced


def write_file(path: Path, data: bytes) -> bool:
    """Put one file in place, or write to what is a stream (a pipe, /dev/stdout, /dev/null). Gives False for a stream.
    Faults X001-X005."""
    with _told(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        stream = _stream_of(path)
        if stream is not None:
            with os.fdopen(stream, "wb") as file:
                file.write(data)
            return False
    write_all(path.parent, [(path.name, data)])
    return True


def recover(folder: Path) -> None:
    """Put right what a run left that was killed while it wrote into a folder: the old files have their names again."""
    if os.path.lexists(folder / WORK):
        with _told(folder / WORK), _alone(folder):
            _put_right(folder)


def _prepare(
    folder: Path, files: Sequence[tuple[str, bytes | Stored]], unmake: ExitStack, gone: Sequence[str] = ()
) -> list[Path]:
    """New files under their numbers, second names for the old ones, and the list that says so."""
    work = folder / WORK
    names: list[tuple[str, bool]] = []
    replaced: list[Path] = []
    for number, (name, data) in enumerate(files):
        target = folder / name
        with _told(target):
            if not _is_inside(name):
                raise OSError(errno.EINVAL, "its name leads out of the folder", name)
            replaced += _make_folder(target.parent, folder, unmake)
            _refuse(target)
            _fill(work / f"new-{number}", data)
            names.append((name, os.path.lexists(target)))
            if names[-1][1]:
                _keep(target, work / f"old-{number}")
    for number, name in enumerate(gone, len(files)):
        names.append((name, True))
        _keep(folder / name, work / f"old-{number}")
    (work / "names").write_text(json.dumps(names), "utf-8")
    (work / "names").replace(work / NAMES)
    return replaced


def _fill(path: Path, data: bytes | Stored) -> None:
    if isinstance(data, bytes):
        path.write_bytes(data)
        return
    with path.open("wb") as file:
        file.writelines(blocks(data))


def _is_inside(name: str) -> bool:
    return bool(Path(name).parts) and not Path(name).is_absolute() and ".." not in Path(name).parts


def _put_back(folder: Path) -> None:
    """The old files where new ones have taken their names; goes on where an earlier try was cut short."""
    work = folder / WORK
    for number, (name, was_there) in enumerate(_names(work)):
        old, target = work / f"old-{number}", folder / name
        if os.path.lexists(work / f"new-{number}") or any(p.is_symlink() for p in _between(folder, target)):
            continue
        if not was_there:
            target.unlink(missing_ok=True)
        elif os.path.lexists(old):
            old.replace(target)
    (work / NAMES).unlink(missing_ok=True)


def _names(work: Path) -> list[tuple[str, bool]]:
    """The list; nothing if there is none, or it is none of ours."""
    try:
        found = [(str(name), bool(was_there)) for name, was_there in json.loads((work / NAMES).read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return []
    return found if all(_is_inside(name) for name, _ in found) else []


def _between(folder: Path, target: Path) -> Iterator[Path]:
    """The folders between a folder and a file in it."""
    return (p for p in target.parents if p != folder and p.is_relative_to(folder))


def _put_right(folder: Path) -> None:
    work = folder / WORK
    if work.is_symlink() or work.is_file():
        work.unlink()
    elif work.is_dir():
        _put_back(folder)
        _clear(folder)


def _clear(folder: Path) -> None:
    """No hidden folder; but it stays while it has what a later run needs to put things right."""
    if not (folder / WORK / NAMES).exists():
        shutil.rmtree(folder / WORK, ignore_errors=True)


def _keep(target: Path, backup: Path) -> None:
    """A second name for an old file, so that it can come back."""
    if target.is_symlink():
        backup.symlink_to(target.readlink())
        return
    try:
        os.link(target, backup)
    except OSError:  # a disk without hard links
        shutil.copy2(target, backup)


def _make_folder(folder: Path, below: Path, unmake: ExitStack) -> list[Path]:
    """The folder and those above it; `unmake` takes away those that were not there (unless somebody filled them).
    Gives those that were links, but for `below` and what lies above it."""
    steps = [*reversed(folder.parents), folder]
    links = [p for p in steps[steps.index(below) + 1 :] if p.is_symlink()] if below in steps else []
    for step in steps if links or not folder.is_dir() else ():
        if step in links:
            unmake.callback(_make_link, step, step.readlink())
            step.unlink()
        if not os.path.lexists(step):
            unmake.callback(_remove_folder, step)
            step.mkdir(exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    return links


def _make_link(path: Path, target: Path) -> None:
    with suppress(OSError):
        path.symlink_to(target)


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _refuse(target: Path) -> None:
    """OSError for what is neither a plain file nor a link, nor nothing."""
    if not os.path.lexists(target):
        return
    kind = target.lstat().st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not (stat.S_ISREG(kind) or stat.S_ISLNK(kind)):
        raise OSError(errno.EINVAL, "it is a pipe or a device", str(target))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Waits while another run writes into the folder (where the system has locks). OSError if that takes too long."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return

    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + PATIENCE
        while not _is_locked(handle, fcntl):
            if time.monotonic() > end:
                raise OSError(errno.EBUSY, "another run of pnp is writing into its folder")
            time.sleep(0.05)
        yield
    finally:
        os.close(handle)


def _is_locked(handle: int, fcntl: Any) -> bool:  # noqa: ANN401 (a module that Windows has not)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a disk without locks
        return True
    return True


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns an error of the system into a Fault that says what to do."""
    try:
        yield
    except BrokenPipeError:  # who reads the stream has enough
        raise
    except OSError as error:
        raise Fault(_finding(path, error)) from error


def _finding(path: Path, error: OSError) -> Finding:
    code = _CODES.get(error.errno or 0, "X005")
    reason = _in_the_way(path) or (error.strerror or str(error)).lower()
    there = next((p for p in path.parents if os.path.isdir(p)), path.parent).as_posix()  # noqa: PTH112 (may be closed)
    said = {"name": path.name or str(path), "folder": path.parent.as_posix(), "there": there, "reason": reason}
    message, hint = (text.format(**said) for text in _WORDS[code])
    return Finding(code, Mark(path.as_posix()), message, hint)


def _in_the_way(path: Path) -> str:
    """Which part of a path is there and is no folder; "" if none is."""
    with suppress(OSError):
        wrong = (p for p in path.parents if os.path.lexists(p) and not p.is_dir())
        return next((f"`{p.as_posix()}` is no folder" for p in wrong), "")
    return ""


# ---- streams -----------------------------------------------------------------------------------------------


def _stream_of(path: Path) -> int | None:
    """The stream, which the caller closes: our own where it is that, written on at its end; a pipe or a device. None
    for a file. A pipe that nobody reads is waited for, as by any program."""
    try:
        about = path.stat()
    except OSError:
        return None
    for own in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # a stream that is closed, or of another program's
            if os.path.samestat(about, os.fstat(own.fileno())):
                own.flush()
                return os.dup(own.fileno())
    is_stream = stat.S_ISFIFO(about.st_mode) or stat.S_ISCHR(about.st_mode)
    return os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)) if is_stream else None
