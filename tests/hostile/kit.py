"""A table of bad input -> every case run through `pnp check` (some through `pnp build`), and held to the contract.

A `Case` is the tiny game of `base/` with some files changed. The contract: an exit status that is not 0, the expected
code at the expected place, words of what to do, no traceback, nothing written, no file opened outside the project, the
package and the interpreter, no connection, no other process, 10 s of the processor and 512 MB.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest

from generator.values import Struct, field
from tests.conftest import ROOT

BASE = Path(__file__).parent / "base"
MOST_SECONDS = 10.0
MOST_MEGABYTES = 512
TOGETHER = 24
"""So many cases run in one fork."""
EACH = 20
"""Of so many cases that end in findings one is built as well."""

Make = Callable[[Path], object]
"""Makes something at a path that is no plain file: a link, a pipe."""


class Case(Struct, frozen=True):
    """`edits`: path below the project ("c/" components/tiny/, "l/" layouts/tiny/) -> new content, or (old, new) words,
    or a maker; or what gives them, where they take long to make (tables stand in every process of a run). `code` and `place` are what must be told ("" code: it must build); `more`: other errors may be told as
    well. `argv` replaces the two commands.
    """

    name: str
    edits: Mapping[str, object] | Callable[[], Mapping[str, object]]
    code: str = ""
    place: str = ""
    more: bool = False
    words: str = ""
    argv: tuple[str, ...] = ()
    status: int | None = None
    slow: bool = False


class Run(Struct, frozen=True):
    """How one command ended."""

    argv: list[str]
    status: object
    said: str
    events: list[tuple[str, str]]
    seconds: float  # of the processor
    megabytes: int
    changed: list[str] = field(default_factory=list)


def path_of(project: Path, name: str) -> Path:
    short = {"c/": "components/tiny/", "l/": "layouts/tiny/"}
    return project / (short.get(name[:2], name[:2]) + name[2:])


def make(case: Case, project: Path) -> None:
    """The project of a case."""
    shutil.copytree(BASE, project)
    for name, new in (case.edits() if callable(case.edits) else case.edits).items():
        path = path_of(project, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(new):
            new(path)
        elif isinstance(new, tuple):
            text = path.read_text()
            assert new[0] in text, f"{case.name}: {new[0]!r} does not stand in {name}"
            path.write_text(text.replace(new[0], new[1], 1))
        else:
            path.write_bytes(new if isinstance(new, bytes) else str(new).encode())


def tree(project: Path) -> dict[str, object]:
    """Everything in a project: what it is, how long, when changed."""
    found = {}
    for folder, folders, files in os.walk(project):
        for name in (*folders, *files):
            path = Path(folder) / name
            about = path.lstat()
            size = about.st_mtime_ns if not stat.S_ISDIR(about.st_mode) else 0
            found[str(path.relative_to(project))] = (about.st_mode, size)
    return found


def every(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """A test of each case; those that take a second are slow ones."""
    rows = [pytest.param(c, id=c.name, marks=pytest.mark.slow if c.slow else ()) for c in cases]
    return pytest.mark.parametrize("case", rows)


def asked_for(request: pytest.FixtureRequest) -> list[Case]:
    """The cases of a file that this run is to test."""
    items = (i for i in request.session.items if i.path == request.path and hasattr(i, "callspec"))
    return [i.callspec.params["case"] for i in items if "case" in i.callspec.params]


def run_all(cases: Sequence[Case], folder: Path) -> tuple[dict[str, Path], dict[str, list[Run]]]:
    """Every case through `check`; what must be clean through `build`, which checks it too. (That `build` ends as `check`
    does is a law of its own, see test_law.py: a few show it here.)
    """
    jobs, before = [], {}
    for number, case in enumerate(cases):
        project = folder / f"p{number}"
        make(case, project)
        before[case.name] = (project, tree(project))
        commands = [case.argv] if case.argv else [("check", "tiny", "--format", "short"), ("build", "tiny")]
        if not case.argv and not case.code:
            del commands[0]
        elif case.code and number % EACH:
            del commands[1:]
        about = {"name": case.name, "cwd": str(project), "heap": number // TOGETHER}
        jobs += [{**about, "argv": list(argv)} for argv in commands]
    runs: dict[str, list[Run]] = {}
    for one in run_jobs(jobs, folder):
        project, was = before[one["name"]]
        now = tree(project)
        changed = sorted(k for k in was.keys() | now.keys() if was.get(k) != now.get(k))
        runs.setdefault(one["name"], []).append(run_of(one, changed))
    return {name: project for name, (project, _) in before.items()}, runs


def run_jobs(jobs: Sequence[Mapping[str, object]], folder: Path) -> list[dict[str, Any]]:
    """How each job of `runner.py` ended, as it tells it."""
    path = folder / "jobs.json"
    path.write_text(json.dumps(jobs))
    stdin, stdout = _runner()
    stdin.write(f"{path}\n")
    stdin.flush()
    lines = []
    while (line := stdout.readline()) != "\n":
        assert line, "the runner has ended"
        lines.append(json.loads(line))
    return lines


@cache
def _runner() -> tuple[IO[str], IO[str]]:
    """What goes into the one runner of this process and what comes out of it; it ends with us."""
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "runner.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert server.stdin
    assert server.stdout
    atexit.register(server.communicate)
    return server.stdin, server.stdout


def run_of(one: Mapping[str, Any], changed: list[str]) -> Run:
    return Run(**{k: v for k, v in one.items() if k != "name"}, changed=changed)


_ALLOWED = tuple(
    str(Path(p).resolve())
    for p in {ROOT, sys.prefix, sys.base_prefix, *(sysconfig.get_paths()[k] for k in ("stdlib", "purelib"))}
)


def strays(run: Run, project: Path) -> list[tuple[str, str]]:
    """What a run touched that was not its business."""
    home = str(project.resolve())
    found = []
    for event, what in run.events:
        if event not in ("open", "write"):
            if event.startswith("os.") and event.split(".")[1] in (
                "mkdir",
                "rename",
                "remove",
                "rmdir",
                "chmod",
                "link",
                "symlink",
            ):
                continue  # seen by what is in the project afterwards
            found.append((event, what))
            continue
        path = os.path.realpath(Path(home) / what)
        inside = path.startswith(home + os.sep) or (event == "open" and path.startswith(_ALLOWED))
        if not inside and path != os.devnull:
            found.append((event, path))
    return found


_SHORT = re.compile(r"^(?P<place>.*?): (?P<severity>error|warning|note) (?P<code>[A-Z]\d{3})\b", re.MULTILINE)


def told(run: Run) -> list[tuple[str, str, str]]:
    """(place, severity, code) of each finding in the words of `--format short`."""
    return [(m["place"].rpartition("/")[2], m["severity"], m["code"]) for m in _SHORT.finditer(run.said)]


def wrongs(case: Case, runs: Sequence[Run], project: Path) -> list[str]:
    """How a case breaks the contract; [] if it keeps it."""
    found = [w for run in runs for w in _wrongs_of_run(case, run, project)]
    check = next((r for r in runs if r.argv[0] == "check"), None)
    if check is not None and isinstance(check.status, int):
        found += _wrongs_of_words(case, check)
    return found


def _wrongs_of_run(case: Case, run: Run, project: Path) -> list[str]:
    what = " ".join(run.argv[:1])
    found = []
    expected = case.status if case.status is not None else (1 if case.code else 0)
    if run.status != expected:
        found.append(f"{what}: status {run.status}, expected {expected}: {run.said[-600:]}")
    signs = [sign for sign in ("Traceback", "internal error", "Warning:") if sign in run.said]
    found += [f"{what}: {sign}: {run.said[-600:]}" for sign in signs]
    if run.seconds > MOST_SECONDS:
        found.append(f"{what}: {run.seconds} s")
    if run.megabytes > MOST_MEGABYTES:
        found.append(f"{what}: {run.megabytes} MB")
    if expected != 0 and run.changed:
        found.append(f"{what}: changed {run.changed[:5]}")
    if expected == 0 and run.argv[0] == "build" and not any(c.endswith(".pdf") for c in run.changed):
        found.append(f"{what}: no PDF")
    if expected != 0 and case.code and run.argv[0] == "build" and f" {case.code}:" not in run.said:
        found.append(f"{what}: does not tell {case.code}: {run.said[-600:]}")
    return found + [f"{what}: {event} {path}" for event, path in strays(run, project)]


def _wrongs_of_words(case: Case, run: Run) -> list[str]:
    errors = [(place, code) for place, severity, code in told(run) if severity == "error"]
    found = []
    if case.code and not any(code == case.code and place.startswith(case.place) for place, code in errors):
        found.append(f"check: told {told(run)}, expected {case.code} at {case.place!r}: {run.said[:600]}")
    if case.code and not case.more and len(errors) != 1:
        found.append(f"check: {len(errors)} errors: {run.said[:600]}")
    if case.words and case.words not in run.said:
        found.append(f"check: does not say {case.words!r}: {run.said[:600]}")
    return found


class Summary(Struct, frozen=True):
    """The extremes of many runs."""

    cases: int
    slowest: tuple[float, str]
    largest: tuple[int, str]


def summary(runs: Mapping[str, Sequence[Run]]) -> Summary:
    times = [(r.seconds, f"{name} ({r.argv[0]})") for name, rs in runs.items() for r in rs]
    sizes = [(r.megabytes, f"{name} ({r.argv[0]})") for name, rs in runs.items() for r in rs]
    return Summary(len(runs), max(times), max(sizes))


def hold(case: Case, projects: Mapping[str, Path], runs: Mapping[str, Sequence[Run]]) -> None:
    """Asserts that a case kept the contract."""
    found = wrongs(case, runs[case.name], projects[case.name])
    assert not found, "\n".join(found)
