"""What all tests share: the projects, the tools that look at PDFs, and the rule that nothing skips in CI."""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from generator.commands.app import app
from generator.project import BUNDLED, Project
from generator.typeset import fontfile, fonts

ROOT = Path(__file__).resolve().parent.parent
gc.set_threshold(2_000_000, 20, 20)  # commands run without it
os.environ["PNP_CACHE"] = "off"  # but for the tests of what is kept between runs

typer.testing._get_command = cache(typer.testing._get_command)  # all commands and options, anew for each run


@cache
def _bundled() -> fonts.FontBook:
    known = fonts.FontBook(fontfile.TABLE)
    _read(BUNDLED / "layouts" / "fonts" / "fonts.yaml", known, Project(BUNDLED))
    return known


def _read_once(path, known, project):
    """The bundled fonts are opened and measured once for all projects that have none of their own, as a watch opens
    them once for all builds."""
    if (project.layouts / "fonts").is_dir() or not path.is_relative_to(BUNDLED):
        _read(path, known, project)
    else:
        known.families |= _bundled().families
        known.aliases |= _bundled().aliases
        known.files |= _bundled().files


_read, fonts._read = fonts._read, _read_once

BY_THE_CLOCK_OR_A_FIXTURE = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile(
    "house",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=BY_THE_CLOCK_OR_A_FIXTURE,
)
settings.load_profile("house")
# It would draw numbers and words that stand in our modules, as many as happen to be loaded: whoever edits one, or runs
# a test alone, would try other inputs.
providers._get_local_constants = lambda: providers._local_constants


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="write text references anew")
    parser.addoption("--share", metavar="K/N", help="of slow tests only the K-th of N shares")


@pytest.hookimpl(tryfirst=True)  # before pytest asks where the folders of tests go
def pytest_configure(config):
    """A folder that all processes of a run share: what one has built, the others need not build again. The folders of
    tests lie in memory where there is room for them: some disks take ten times as long."""
    if not hasattr(config, "workerinput"):
        memory = Path("/dev/shm")  # noqa: S108 (pytest makes its own folder there)
        if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 << 30:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
        os.environ["PNP_TEST_RUN"] = tempfile.mkdtemp("", "pnp-tests-", os.environ.get("PYTEST_DEBUG_TEMPROOT"))


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ["PNP_TEST_RUN"], ignore_errors=True)


def pytest_ignore_collect(collection_path, config):
    """Of slow tests, only files that have some are read."""
    if config.option.markexpr == "slow" and collection_path.name.startswith("test_"):
        text = collection_path.read_text("utf-8")
        return None if any(word in text for word in ("slow", "EVERY_", "mark.some")) else True
    return None


def _slow_but_some(items):
    """Of the cases of one law those of these numbers (`some`, from 0) run always; the others are slow tests."""
    cases = count()
    for item, before in zip(items, [None, *items], strict=False):
        if before is None or before.originalname != item.originalname or before.path != item.path:
            cases = count()
        number, some = next(cases), item.get_closest_marker("some")
        if some and number not in some.args:
            item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)  # before xdist asks for the groups
def pytest_collection_modifyitems(config, items):
    """What one file tests is tested in one process; and all of the bundled games, whose sheets are read once. Of slow
    tests of them, those of one game in one language: the others share nothing. Hostile tests share a runner. A share of
    slow tests is whole files.
    """
    _slow_but_some(items)
    if config.option.share:
        share, shares = map(int, config.option.share.split("/"))
        slow = sorted({item.path for item in items if item.get_closest_marker("slow")})
        mine = {path for n, path in enumerate(slow) if n % shares == share % shares}
        items[:] = [item for item in items if item.path in mine or not item.get_closest_marker("slow")]
    for item in items:
        name, games, slow = item.path.stem, item.path.stem.startswith("test_games"), item.get_closest_marker("slow")
        values = item.callspec.params.values() if games and slow and hasattr(item, "callspec") else ()
        one = next(("-".join(v[:2]) for v in values if isinstance(v, tuple)), None)
        group = one or ("games" if games and not slow else "hostile" if name.startswith("test_hostile") else name)
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_finish():
    """Thousands of tests are no rubbish: whoever looks for some need not look through them each time. Nor is what a
    file's tests have left in memory (`pytest_runtest_teardown`)."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With PNP_NO_SKIP a skipped test fails: on a machine that has everything, nothing may be left out. The drafts
    are no part of the project, so that tests of them may skip anywhere.
    """
    outcome = yield
    report = outcome.get_result()
    is_bound = not hasattr(report, "wasxfail") and item.get_closest_marker("drafts") is None
    if report.skipped and os.environ.get("PNP_NO_SKIP") and is_bound:
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may skip: {report.longrepr}"


@pytest.fixture(scope="session")
def repository() -> Project:
    """The repository as a project: the bundled games."""
    return Project(ROOT)


@pytest.fixture(scope="session")
def mini() -> Project:
    """The mini game's project."""
    return Project(ROOT / "tests" / "mini")


_NUMBERS = count(1)


@pytest.fixture
def tmp_path(tmp_path_factory, request):
    """A folder that no test before had, as what is read in a process may be known by its path; kept if a test fails."""
    name, failed = re.sub(r"\W+", "-", request.node.name)[:30], request.session.testsfailed
    folder = tmp_path_factory.mktemp(f"{name}-{next(_NUMBERS)}", numbered=False)
    yield folder
    if request.session.testsfailed == failed:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def mini_copy(tmp_path) -> Project:
    """A copy of the mini game's project that a test may spoil."""
    shutil.copytree(ROOT / "tests" / "mini", tmp_path / "mini", copy_function=shutil.copyfile)
    return Project(tmp_path / "mini")


def tool(name: str) -> str:
    """The path of a system program, or a skip that says what is missing."""
    found = shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture
def pnp(tmp_path, monkeypatch):
    """Runs `pnp` in this process, in an empty folder; gives what a finished process tells."""

    def run(*words, cwd=tmp_path):
        monkeypatch.chdir(cwd)
        done = typer.testing.CliRunner().invoke(app, [*map(str, words)], prog_name="pnp")
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def pnp_apart(tmp_path):
    """The same in a process of its own, where streams, signals or the machine matter."""

    def run(*words, cwd=tmp_path, env=None, timeout=600):
        return subprocess.run(
            [sys.executable, "-m", "generator", *map(str, words)],
            cwd=cwd,
            env=os.environ | (env or {}),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return run


def in_fork(work) -> str:
    """What `work` gives, done in a copy of this process that then ends."""
    reads, writes = os.pipe()
    pid = os.fork()
    if not pid:
        with os.fdopen(writes, "w") as told:
            try:
                told.write(work())
            finally:
                told.flush()
                os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as told:
        said = told.read()
    os.waitpid(pid, 0)
    return said
