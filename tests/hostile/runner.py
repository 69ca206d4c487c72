"""Runs `pnp` on many projects, in forks that are watched and limited.

    python runner.py

Takes from stdin the names of files, each with a list of jobs {"name", "cwd", "argv"}, and perhaps "then" (the argv of what comes after a clean end), "cpu"
(the most seconds, in place of 10) and "heap" (those of one heap run in one fork, one after the other; if that breaks a limit, each alone); prints one JSON line a job, and an empty line after the last of a file: how it ended, what it said, how long it took, its peak
memory, and everything it opened, connected to or started. The libraries are loaded once, before the forks, so
that a run costs what its input costs. Seconds are those of the processor: a machine with other work changes nothing.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

SECONDS = 10
MEGABYTES = 512
PATIENCE = 30
"""How many times as long a run may take by the clock, until it is held to wait for ever."""
ADDRESS_SPACE = 3 << 30
"""A guard of the machine only: the libraries alone map a gigabyte. What is promised is measured, by the peak."""
Job = Mapping[str, object]
WORKERS = int(os.environ.get("PNP_WORKERS", "2"))
WATCHED = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "urllib.", "pty.")
CHANGING = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate")
LIBRARIES = [
    *("uharfbuzz", "budoux", "reportlab.pdfgen.canvas", "pypdf", "PIL.PngImagePlugin", "PIL.JpegImagePlugin"),
    *("python_calamine", "coloraide", "fontTools.subset", "encodings.cp932", "encodings.utf_8_sig"),
    *("encodings.utf_16", "zipfile", "html"),
]


def watch(events: list[tuple[str, str]]) -> None:
    """Note every file that is opened or changed, and every way out of the process."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "object.__setattr__":  # nearly all there is: every frozen value is made by it
            return
        if event == "open":
            path, mode = arguments[0], arguments[1]
            if not isinstance(path, int):
                writes = isinstance(mode, str) and any(sign in mode for sign in "wax+")
                events.append(("write" if writes else "open", os.fsdecode(path)))  # type: ignore[arg-type]
        elif event.startswith(WATCHED) or event in CHANGING:
            events.append((event, repr(arguments)[:300]))

    sys.addaudithook(hook)


def run_heap(heap: Sequence[Job], out: str, told: str) -> None:
    """In the fork: each job as a user starts it; its words into a file, how it ended into a line of another."""
    events: list[tuple[str, str]] = []
    report = os.open(told, os.O_WRONLY | os.O_CREAT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    said = [os.open(f"{out}-{number}", os.O_WRONLY | os.O_CREAT) for number in range(len(heap))]
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cpu = int(heap[0].get("cpu", SECONDS))  # type: ignore[call-overload]
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    signal.alarm(PATIENCE * cpu)
    if hasattr(os, "sched_setaffinity"):  # one core: all is done by this process, of which these are the limits
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})
    for number, job in enumerate(heap):
        os.chdir(str(job["cwd"]))
        os.dup2(said[number], 1)
        os.dup2(said[number], 2)
        if not number:
            watch(events)
        before = used()
        status = run_one(job)
        sys.stdout.flush()
        sys.stderr.flush()
        found = [status, events, round(used() - before, 3), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]
        os.write(report, json.dumps(found).encode() + b"\n")
        events.clear()
    os._exit(0)


def used() -> float:
    about = resource.getrusage(resource.RUSAGE_SELF)
    return about.ru_utime + about.ru_stime


def run_one(job: Job) -> object:
    """Runs the command line; gives its exit status."""
    sys.argv = ["pnp", *job["argv"]]  # type: ignore[misc]
    from generator.commands import shell
    from generator.commands.app import app

    try:
        shell.run(app)
    except SystemExit as end:
        return end.code or 0
    except BaseException as error:  # noqa: BLE001 (whatever comes out is what the test is about)
        print(f"Traceback: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201
        return 99
    return 0


def start(heap: Sequence[Job], folder: str, number: int) -> tuple[int, str, str]:
    out, told = f"{folder}/{number}.out", f"{folder}/{number}.json"
    pid = os.fork()
    if pid == 0:
        try:
            run_heap(heap, out, told)
        finally:
            os._exit(70)
    return pid, out, told


def finish(heap: Sequence[Job], out: str, told: str, ended: int) -> list[tuple[Job, object]]:
    """Tells how the jobs of a heap ended; gives them with their status. Of more than one nothing, if one broke a limit:
    which, and whether it would alone, is seen when each is run in a fork of its own.
    """
    lines = Path(told).read_text().splitlines() if Path(told).exists() else []
    ends = [json.loads(line) for line in lines]
    if len(heap) > 1 and (ended or len(ends) < len(heap) or ends[-1][3] > MEGABYTES):
        return []
    killed = (f"killed by signal {os.WTERMSIG(ended)}", [], float(SECONDS if ended else 0), 0)
    found = []
    for number, job in enumerate(heap):
        status, events, seconds, megabytes = ends[number] if ends else killed
        path = Path(f"{out}-{number}")
        said = path.read_text(errors="replace")[:20_000] if path.exists() else ""
        about = {"status": status, "said": said, "events": events, "seconds": seconds, "megabytes": megabytes}
        print(json.dumps({"name": job["name"], "argv": job["argv"], **about}), flush=True)  # noqa: T201
        found.append((job, status))
    return found


def warm() -> None:
    """What every run loads once: fonts, tables, grammars, the options of the commands."""
    import typer.main
    from typer.testing import CliRunner

    from generator.commands.app import app

    typer.main.get_command = cache(typer.main.get_command)
    tiny = str(Path(__file__).resolve().parent / "base")
    with tempfile.TemporaryDirectory() as folder:
        for words in (["check"], ["build", "--out", folder]):
            assert CliRunner().invoke(app, ["-C", tiny, *words]).exit_code == 0
    gc.collect()
    gc.freeze()


def run(jobs: list[Job]) -> None:
    """Runs the jobs of a file, a few at a time."""
    running: dict[int, tuple[Sequence[Job], str, str]] = {}
    waiting: deque[Sequence[Job]] = deque(
        [*heap] for _, heap in groupby(jobs, lambda job: job.get("heap", job["name"]))
    )
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < WORKERS:
                heap, number = waiting.popleft(), number + 1
                pid, *rest = start(heap, folder, number)
                running[pid] = (heap, *rest)  # type: ignore[assignment]
            pid, ended = os.waitpid(-1, 0)
            if pid in running:
                heap, out, told = running.pop(pid)
                found = finish(heap, out, told, ended)
                waiting.extendleft([job] for job in (heap if not found else ()))
                for job, status in found:
                    if status == 0 and job.get("then"):
                        waiting.appendleft([{**job, "argv": job["then"], "then": None}])
    print(flush=True)  # noqa: T201


def main() -> None:
    import generator

    home = Path(generator.__file__).parent
    files = (p.relative_to(home.parent).with_suffix("") for p in sorted(home.rglob("*.py")) if p.stem[:2] != "__")
    rooms = (".".join(file.parts) for file in files)
    for name in (*LIBRARIES, *rooms):
        importlib.import_module(name)
    warm()
    for name in sys.stdin:
        run(json.loads(Path(name.rstrip("\n")).read_text()))


if __name__ == "__main__":
    main()
