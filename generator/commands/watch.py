"""A project's folders, watched: work done again whenever a file changes.

Takes the folders and the work to do; ends when the user presses Ctrl-C. Promise: half a change (a file being saved, a
folder being moved) never ends it; a change that comes while the work is done is seen after it. No service of the
system is needed, so it works on every disk, also over a network: looked at as often as takes a twentieth of the time.
"""

from __future__ import annotations

import gc
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_ISDIR

import typer

from generator.cache import modified_at, walk_files
from generator.commands.shell import Settings, raise_pending_signal, report_end, show
from generator.project import Project

PAUSE = (0.02, 1.0)
"""Seconds between two looks, at least and at most."""
SETTLING = (0.01, 20)
"""Seconds from look to look until a change has come to an end; so many at most."""
SHARE = 20
"""So many times as long as a look takes is the pause after it."""

_ASIDE = re.compile(r"[/\\](\.|~\$)")
"""Beginning of what is no file of the user's: it is hidden, or says that an office program has another file open."""

FileStates = dict[str, tuple[int, int]]
"""Path -> time of the last change, size."""


def snapshot(folders: Iterable[Path]) -> FileStates:
    """All files in these folders that are the user's. What vanishes while one looks is not there."""
    return {
        path: (modified_at(about), about.st_size)
        for folder in map(str, folders)
        for path, about in walk_files(folder, (), set())
        if not S_ISDIR(about.st_mode) and not _ASIDE.search(path.removeprefix(folder))
    }


def changed_paths(before: FileStates, now: FileStates) -> list[str]:
    """Paths that are new, gone or another, sorted."""
    return sorted(p for p in before.keys() | now.keys() if before.get(p) != now.get(p))


def _watch(folders: Iterable[Path], work: Callable[[list[str]], None]) -> None:
    """Does the work now and after every change; it is given the paths that changed (none at first)."""
    folders = list(folders)
    seen, pause = snapshot(folders), PAUSE[0]
    news: list[str] = []
    while True:
        work(news)
        gc.collect()  # commands run without the collector
        news = []
        while not news:
            raise_pending_signal()  # a signal while the collector calls back is swallowed
            time.sleep(pause)
            start = time.perf_counter()
            now = snapshot(folders)
            pause = min(max(SHARE * (time.perf_counter() - start), PAUSE[0]), PAUSE[1])
            for _ in range(SETTLING[1] if now != seen else 0):  # what is being saved is half there
                time.sleep(SETTLING[0])
                before, now = now, snapshot(folders)
                if now == before:
                    break
            news = changed_paths(seen, now)
            seen = now


def watch_files(project: Project, work: Callable[[], object], done: str) -> None:
    """The same for a command, which says when it is `done`: a clean screen each time; Ctrl-C ends it quietly.

    What goes wrong in one round (a fault of the tool, a disk that went away) is told, and the watch goes on.
    """
    from generator.data.reading.incremental import remember

    remember()

    def one(news: list[str]) -> None:
        if sys.stdout.isatty():
            show("\x1b[2J\x1b[3J\x1b[H", colored=True)
        elif news:
            show("")
        if news:
            show(f"changed: {', '.join(project.relative(Path(p)) for p in news[:3])}{' ...' if len(news) > 3 else ''}")
        start = time.perf_counter()
        try:
            work()
            show(f"{done} in {time.perf_counter() - start:.1f} s; waiting for a change (Ctrl-C ends)")
        except typer.Exit:
            pass
        except Exception as error:
            if Settings.debug or Settings.stopped:
                raise
            report_end(error)
        sys.stdout.flush()

    try:
        _watch((project.components, project.layouts), one)
    except KeyboardInterrupt:
        if Settings.stopped not in (0, signal.SIGINT):
            raise
        show("")
