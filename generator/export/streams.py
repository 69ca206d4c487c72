"""A path -> the open stream that it stands for: /dev/stdout, a pipe, a terminal, /dev/null.

Takes a path that the user named; gives the number of a stream to write into, or None for what is, or can be, a file.
Promise: nothing is made or removed, no disk is written to, and a pipe that nobody reads is not waited for without end.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 10.0
"""Seconds to wait for a reader of a pipe, or for another run that writes into the same folder."""


def stream_of(path: Path) -> int | None:
    """The stream, which the caller closes. OSError for a disk, a socket, a pipe without a reader."""
    number = _descriptor(path)
    if number is not None:
        sys.stdout.flush()
        return os.dup(number)
    try:
        kind = path.stat().st_mode
    except OSError:
        return None
    if stat.S_ISFIFO(kind) or stat.S_ISCHR(kind):
        return _opened(path)
    if stat.S_ISBLK(kind) or stat.S_ISSOCK(kind):
        raise OSError(errno.EINVAL, "it is a disk or a socket", str(path))
    return None


def _descriptor(path: Path) -> int | None:
    """The number of our own open stream that a name stands for."""
    for _ in range(8):
        path = Path(os.path.abspath(path))  # noqa: PTH100 (no link is to be followed)
        if re.fullmatch(r"/(dev|proc/(self|thread-self))/fd/\d{1,6}", path.as_posix()):
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _opened(path: Path) -> int:
    opened: list[int] = []

    def is_read() -> bool:
        try:
            opened.append(os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)))
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        return bool(opened)

    wait_for(is_read, "nobody reads this pipe")
    os.set_blocking(opened[0], True)
    return opened[0]


def wait_for(done: Callable[[], bool], what: str) -> None:
    """Returns when it is done. OSError, saying `what` is in the way, if that takes too long."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise OSError(errno.EBUSY, what)
        time.sleep(0.05)
