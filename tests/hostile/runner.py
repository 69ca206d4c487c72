"""Runs `pnp` on many projects, each run in a fork of its own that is watched and limited.

    python runner.py

Takes from stdin the names of files, each with a list of jobs {"name", "cwd", "argv"}, and perhaps "then" (the argv of what comes after a clean end) and "cpu"
(the most seconds, in place of 10); prints one JSON line a job, and an empty line after the last of a file: how it ended, what it said, how long it took, its peak
memory, and everything it opened, connected to or started. The libraries are loaded once, before the forks, so
that a run costs what its input costs. Seconds are those of the processor: a machine with other work changes nothing.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
from collections import deque
from functools import cache
from pathlib import Path

SECONDS = 10
PATIENCE = 30
"""How many times as long a run may take by the clock, until it is held to wait for ever."""
ADDRESS_SPACE = 3 << 30
"""A guard of the machine only: the libraries alone map a gigabyte. What is promised is measured, by the peak."""
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


def run_one(job: dict[str, object], out: str, told: str) -> None:
    """In the fork: the command line as a user starts it, its words into files."""
    events: list[tuple[str, str]] = []
    os.chdir(str(job["cwd"]))
    null = os.open(os.devnull, os.O_RDONLY)
    said = os.open(out, os.O_WRONLY | os.O_CREAT)
    for number, descriptor in enumerate((null, said, said)):
        os.dup2(descriptor, number)
    report = os.open(told, os.O_WRONLY | os.O_CREAT)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cpu = int(job.get("cpu", SECONDS))  # type: ignore[call-overload]
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    signal.alarm(PATIENCE * cpu)
    sys.argv = ["pnp", *job["argv"]]  # type: ignore[misc]
    from generator.commands import shell
    from generator.commands.app import app

    watch(events)
    status: object = 0
    try:
        shell.run(app)
    except SystemExit as end:
        status = end.code or 0
    except BaseException as error:  # noqa: BLE001 (whatever comes out is what the test is about)
        print(f"Traceback: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201
        status = 99
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(report, json.dumps([status, events]).encode())
    os._exit(0)


def start(job: dict[str, object], folder: str, number: int) -> tuple[int, str, str]:
    out, told = f"{folder}/{number}.out", f"{folder}/{number}.json"
    pid = os.fork()
    if pid == 0:
        try:
            run_one(job, out, told)
        finally:
            os._exit(70)
    return pid, out, told


def finish(job: dict[str, object], out: str, told: str, ended: int, used: object) -> object:
    """Tells how a run ended; gives its status."""
    words = Path(told).read_text() if Path(told).exists() else ""
    status, events = json.loads(words) if words else (f"killed by signal {os.WTERMSIG(ended)}", [])
    said = Path(out).read_text(errors="replace") if Path(out).exists() else ""
    print(  # noqa: T201
        json.dumps(
            {
                "name": job["name"],
                "argv": job["argv"],
                "status": status,
                "said": said[:20_000],
                "events": events,
                "seconds": round(used.ru_utime + used.ru_stime, 3),  # type: ignore[attr-defined]
                "megabytes": round(used.ru_maxrss / 1024),  # type: ignore[attr-defined]
            }
        ),
        flush=True,
    )
    return status


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


def run(jobs: list[dict[str, object]]) -> None:
    """Runs the jobs of a file, a few at a time."""
    running: dict[int, tuple[dict[str, object], str, str]] = {}
    waiting, number = deque(jobs), 0
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < WORKERS:
                job, number = waiting.popleft(), number + 1
                pid, *rest = start(job, folder, number)
                running[pid] = (job, *rest)  # type: ignore[assignment]
            pid, ended, used = os.wait4(-1, 0)
            if pid in running:
                job, out, told = running.pop(pid)
                if finish(job, out, told, ended, used) == 0 and job.get("then"):
                    waiting.appendleft({**job, "argv": job["then"], "then": None})
    print(flush=True)  # noqa: T201


def main() -> None:
    import generator

    rooms = (m.name for m in pkgutil.walk_packages(generator.__path__, "generator.") if "__main__" not in m.name)
    for name in (*LIBRARIES, *rooms):
        importlib.import_module(name)
    warm()
    for name in sys.stdin:
        run(json.loads(Path(name.rstrip("\n")).read_text()))


if __name__ == "__main__":
    main()
