"""Work that is shared out among processes, one a core.

Takes how often something is to be made, and how; gives the bytes in order. Promise: they are what one process would
make; a process that fails or is ended is made up for here, none outlives this one, and where there is no `fork`, or
it is not safe (other threads, macOS) or not allowed (a limit of processes or open files), it is made here.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

LEAST = 8
"""Fewer pieces of work a process don't pay for it."""


def shared_out(make: Callable[[int], bytes], number: int) -> Iterator[bytes]:
    """`make(0)`, `make(1)` ..., so many. The first is made before there are other processes: what is loaded for it is
    loaded once. Raises what `make` raises."""
    yield from map(make, range(min(number, 1)))
    workers = min(_cores(), (number - 1) // LEAST)
    pids: list[int] = []
    pipes: list[BinaryIO] = []
    try:
        for first in range(1, workers + 1) if workers > 1 else ():
            if not _forked(make, range(first, number, workers), pids, pipes):
                break
        for n in range(1, number):
            nth = (n - 1) % max(workers, 1)
            made = _received(pipes[nth]) if nth < len(pipes) else None
            yield make(n) if made is None else made
    finally:
        for pipe in pipes:
            pipe.close()
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _cores() -> int:
    """How many processes may run at a time; 1 where none may be forked."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0))


def _forked(make: Callable[[int], bytes], numbers: range, pids: list[int], pipes: list[BinaryIO]) -> bool:
    """One more process, whose pipe is added to the others; whether the system allows it."""
    try:
        out, into = os.pipe()
    except OSError:
        return False
    reader = os.fdopen(out, "rb")
    try:
        pid = os.fork()
    except OSError:
        reader.close()
        os.close(into)
        return False
    if not pid:
        _work(make, numbers, into, [*pipes, reader])
    os.close(into)
    pids.append(pid)
    pipes.append(reader)
    return True


def _work(make: Callable[[int], bytes], numbers: range, into: int, others: list[BinaryIO]) -> None:
    """The whole life of a process: writes what it makes, each behind its length. It ends with the one that reads."""
    try:
        for signal_ in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_, signal.SIG_DFL)
        for pipe in others:
            os.close(pipe.fileno())
        with os.fdopen(into, "wb") as file:
            for n in numbers:
                made = make(n)
                file.write(struct.pack(">Q", len(made)) + made)
                file.flush()
    finally:
        os._exit(0)  # no traceback, and nothing that waits in buffers twice


def _received(pipe: BinaryIO) -> bytes | None:
    """The next of a process; None if it has ended."""
    head = pipe.read(8)
    size = struct.unpack(">Q", head)[0] if len(head) == 8 else -1
    made = pipe.read(size) if size >= 0 else b""
    return made if len(made) == size else None
