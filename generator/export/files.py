"""Bytes -> files, without ever leaving half a file or losing an old one.

Takes a path and what to write; gives the file, or a `Fault` (X001-X005) in words a designer can act on.
Promise: data goes under a temporary name in the same folder and is renamed at the end, so a failed or
interrupted run leaves the old output as it was, and behind it no temporary file and no folder that was not there.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO

from generator.findings import Fault, Finding, Mark

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
        "make the folder `{folder}` writable, close the file in other programs, or choose another with `--out DIR`",
    ),
    "X002": (
        "`{name}` cannot be written: the disk is full",
        "free some space, or choose another disk with `--out DIR`",
    ),
    "X003": (
        "`{name}` is to be a file, but it is a folder",
        "rename or remove that folder, or choose another with `--out DIR`",
    ),
    "X004": (
        "`{name}` cannot be written: the folder `{folder}` cannot be made, {reason}",
        "choose another with `--out DIR`",
    ),
    "X005": ("`{name}` cannot be written: {reason}", "check the disk, or choose another folder with `--out DIR`"),
}


@contextmanager
def atomic(path: Path) -> Iterator[BinaryIO]:
    """A file to write into that becomes `path` when the block ends well. Folders above it are made.

    Any exception (also Ctrl-C) removes the temporary file; errors of the system come out as a Fault.
    """
    with ExitStack() as undo, _told(path):
        target = _target(path)
        temporary = _beside(target, "part")
        _make_folder(target.parent, undo)
        _refuse_folder(target)
        undo.callback(_remove, temporary)
        with temporary.open("wb") as file:
            yield file
        temporary.replace(target)
        undo.pop_all()


def write_atomic(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let `write` fill a file, which then takes its name `path`; Fault X001-X005 and nothing changed if it can't."""
    with atomic(path) as file:
        write(file)


def write_all(files: Sequence[tuple[Path, bytes]]) -> None:
    """Put several files in place together: all or, if one can't be written, none (Fault X001-X005).

    Everything is written beside its place first; then the names are changed, and changed back if one of
    them cannot be (a file held open by a viewer on Windows).
    """
    with ExitStack() as unmake, ExitStack() as tidy, ExitStack() as undo:
        ready: list[tuple[Path, Path, Path]] = []
        for path, data in files:
            with _told(path):
                target = _target(path)
                _make_folder(target.parent, unmake)
                _refuse_folder(target)
                temporary = _beside(target, "part")
                tidy.callback(_remove, temporary)
                temporary.write_bytes(data)
            ready.append((path, temporary, target))
        for path, temporary, target in ready:
            with _told(path):
                backup = _keep(target, tidy)
                undo.callback(_restore, backup, target)
                temporary.replace(target)
        undo.pop_all()
        unmake.pop_all()


def _target(path: Path) -> Path:
    """Where the bytes really go: through a symbolic link, not over it."""
    return path.resolve() if path.is_symlink() else path


def _beside(target: Path, what: str) -> Path:
    """A hidden name in the same folder (so that renaming never crosses disks), one for each process."""
    return target.with_name(f".{target.name[:200]}.{os.getpid()}.{what}")


def _make_folder(folder: Path, undo: ExitStack) -> None:
    """The folder and those above it; `undo` takes away those that were not there (unless somebody filled them)."""
    for missing in reversed(_missing(folder)):
        undo.callback(_remove_folder, missing)
    folder.mkdir(parents=True, exist_ok=True)


def _missing(folder: Path) -> list[Path]:
    """The folders to be made, the innermost first."""
    return list(takewhile(lambda path: not os.path.lexists(path), (folder, *folder.parents)))


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _refuse_folder(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))


def _keep(target: Path, tidy: ExitStack) -> Path | None:
    """A second name for the old file, so that it can come back; None if there is no old file."""
    if not target.exists():
        return None
    backup = _beside(target, "old")
    tidy.callback(_remove, backup)
    _remove(backup)
    try:
        os.link(target, backup)
    except OSError:  # a disk without hard links
        shutil.copy2(target, backup)
    return backup


def _restore(backup: Path | None, target: Path) -> None:
    with suppress(OSError):
        if backup is None:
            target.unlink(missing_ok=True)
        elif backup.exists():
            backup.replace(target)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns an error of the system into a Fault that says what to do."""
    try:
        yield
    except OSError as error:
        raise Fault(_finding(path, error)) from error


def _finding(path: Path, error: OSError) -> Finding:
    code = _CODES.get(error.errno or 0, "X005")
    reason = _in_the_way(path) or (error.strerror or str(error)).lower()
    said = {"name": path.name, "folder": path.parent.as_posix(), "reason": reason}
    message, hint = (text.format(**said) for text in _WORDS[code])
    return Finding(code, Mark(path.as_posix()), message, hint)


def _in_the_way(path: Path) -> str:
    """Which part of a path is there and is no folder; "" if none is."""
    with suppress(OSError):
        wrong = (p for p in path.parents if os.path.lexists(p) and not p.is_dir())
        return next((f"`{p.as_posix()}` is no folder" for p in wrong), "")
    return ""
