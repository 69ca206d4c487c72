"""Work that is shared out among processes, one a core: much that is small, or a few things that take long.

Takes how often something is to be made, and how; gives what is made in order. Promise: it is what one process would
make; a process that fails or is ended is made up for here, none outlives this one, and where there is no `fork`, or
it is not safe (other threads, macOS) or not allowed (a limit of processes or open files), it is made here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from select import select
from typing import Any, BinaryIO, TypeVar

Result = TypeVar("Result")
_Worker = tuple[int, BinaryIO]
"""A process by its id, and the pipe that it writes into."""

LEAST = 8
"""So many pieces of work pay for a process."""
_ASIDE: list[_Worker] = []
_SHARE: list[int] = []
"""How many of the cores are for this process, if it is itself one of several."""


def run_in_processes(make: Callable[[int], bytes], number: int) -> Iterator[bytes]:
    """`make(0)`, `make(1)` ..., so many, `LEAST` of them by a process. The first is made before there are other
    processes: what is loaded for it is loaded once. Raises what `make` raises."""

    def some(k: int) -> list[bytes]:
        return [make(n) for n in range(1 + k * LEAST, min(number, 1 + (k + 1) * LEAST))]

    yield from map(make, range(min(number, 1)))
    with closing(run_parallel(some, -((1 - number) // LEAST), lambda: None, lambda _: None)) as parts:
        yield from (made for part in parts for made in part)


def run_parallel(
    make: Callable[[int], Result], number: int, load: Callable[[], None], lost: Callable[[int], None]
) -> Generator[Result, None, None]:
    """The same of what can be pickled and takes long: each by a process of its own, begun when there is room for it,
    after `load` has made ready what all of them use. What the system ended (as where memory is short) is told (`lost`)
    and made here."""
    cores = _cores()
    most = number if number < 2 * cores else cores  # three on two cores: none of these waits for the last one
    most = 0 if cores == 1 or number == 1 else most
    share, begun = -(-cores // max(most, 1)), 0
    if most:
        load()
    workers: dict[int, _Worker] = {}
    made: dict[int, bytearray] = {}
    try:
        for n in range(number):
            while n in workers or n >= begun:
                while begun < number and len(workers) < most:
                    if worker := _forked(partial(_write_value, make, begun, share), [*workers.values()]):
                        workers[begun], made[begun], begun = worker, bytearray(), begun + 1
                    else:
                        most = len(workers)
                if n >= begun:
                    begun = n + 1
                for one in _heard(workers, made):
                    status = _ended(workers.pop(one))
                    made[one] = made[one] if status == 0 else bytearray()
                    if status < 0:
                        lost(one)
            yield _loaded(made.pop(n)) if made.get(n) else make(n)
    finally:
        for worker in workers.values():
            _end(worker)


def in_background(make: Callable[[], Result], pays: bool = True) -> Callable[[], Result]:
    """Has something made by another process from now on, if that `pays`, within `background_jobs`; gives what waits for
    it."""
    worker = _forked(partial(_write_value, lambda _: make(), 0, 1), _ASIDE) if pays and _cores() > 1 else None
    if worker is None:
        made_here = make()
        return lambda: made_here
    _ASIDE.append(worker)

    def wait() -> Result:
        data = worker[1].read()
        _ASIDE.remove(worker)
        return _loaded(data) if _ended(worker) == 0 else make()

    return wait


@contextmanager
def background_jobs() -> Iterator[None]:
    """Ends what was begun aside, if nobody waits for it any more."""
    try:
        yield
    finally:
        while _ASIDE:
            _end(_ASIDE.pop())


def is_worker() -> bool:
    """True in a process that makes one of several."""
    return bool(_SHARE)


def _heard(workers: dict[int, _Worker], made: dict[int, bytearray]) -> list[int]:
    """Waits until some have written, and takes it; gives those that have closed their pipe."""
    of = {pipe: n for n, (_, pipe) in workers.items()}
    pieces = {of[pipe]: os.read(pipe.fileno(), 1 << 20) for pipe in (select([*of], [], [])[0] if of else ())}
    for n, piece in pieces.items():
        made[n] += piece
    return [n for n, piece in pieces.items() if not piece]


def _cores() -> int:
    """How many processes may run at a time; 1 where none may be forked."""
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return 1
    return min([len(os.sched_getaffinity(0)), *_SHARE])


def _forked(write: Callable[[BinaryIO], None], others: list[_Worker]) -> _Worker | None:
    """One more process; None if the system allows none."""
    try:
        out, into = os.pipe()
    except OSError:
        return None
    reader = os.fdopen(out, "rb")
    try:
        pid = os.fork()
    except OSError:
        reader.close()
        os.close(into)
        return None
    if not pid:
        _work(write, into, [reader, *(pipe for _, pipe in others)])
    os.close(into)
    return pid, reader


def _work(write: Callable[[BinaryIO], None], into: int, others: list[BinaryIO]) -> None:
    """The whole life of a process. It ends with the one that reads."""
    status = 1
    try:
        for signal_ in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_, signal.SIG_DFL)
        for pipe in others:
            os.close(pipe.fileno())
        with os.fdopen(into, "wb") as file:
            write(file)
        status = 0
    finally:
        os._exit(status)  # no traceback, and nothing that waits in buffers twice


def _write_value(make: Callable[[int], object], n: int, share: int, file: BinaryIO) -> None:
    _SHARE[:] = [share]
    _ASIDE.clear()
    made = make(n)
    from pickle import dump

    dump(made, file, 5)


def _loaded(data: bytes | bytearray) -> Any:  # noqa: ANN401 (whatever was made)
    from pickle import loads

    return loads(data)  # noqa: S301 (of a process of our own)


def _ended(worker: _Worker) -> int:
    """Waits for the end of a process; gives its exit status, or less than 0 if a signal ended it."""
    pid, pipe = worker
    pipe.close()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _end(worker: _Worker) -> None:
    os.kill(worker[0], signal.SIGKILL)
    _ended(worker)
