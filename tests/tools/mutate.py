"""Which slips in the code the tests would not see: `python -m tests.tools.mutate ROOM... [--count N] [--seed N]`.

A slip is small, in a file of the room: `<` for `<=`, `+` for `-`, one more or less, `and` for `or`, a `not` lost,
nothing returned. All are planted at once in a copy of the tool, none of them made until it is chosen (planted.py).
The copy's tests are run once, each group in a fork, to see which of them meet which slips: run the place where the slip
gives another value. Then each slip is made in a fork of its own, and tried with the tests that meet it, the quick and
special ones first, until one fails; one of what is made while files are loaded in a process that loads them anew. What
is left has survived, and is told with its place. The same seed takes the same slips of the same code. Nothing fails; a
survivor is read: either a test is missing, or the slip makes no difference (a shortcut, a bound that is never met).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import accumulate, groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tools import planted

ROOT = Path(__file__).resolve().parents[2]
ROOMS = sorted(path.name for path in (ROOT / "generator").iterdir() if any(path.rglob("*.py")))
FLIPS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.Add: (ast.Sub,), ast.Sub: (ast.Add,), ast.Mult: (ast.Div,), ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,), ast.Mod: (ast.Mult,), ast.And: (ast.Or,), ast.Or: (ast.And,),
}  # fmt: skip
BOUNDS = ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})
BUDGET = 6
"""Seconds of the processor that the tests tried for a slip take of sound code, and half as much for the quickest and
those beside them."""
PATIENCE = 4
"""How many times as much a slip may take."""
MEMORY = 4 << 30
"""The most that it may take of the machine: a loop that a slip makes endless may gather without end."""


@dataclass(frozen=True)
class Mutant:
    """The slip of a file with this number."""

    file: str
    number: int
    line: int
    said: str

    @property
    def room(self) -> str:
        return Path(self.file).parts[1]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.said}"


def mutants(source: str, file: str) -> list[Mutant]:
    """Every slip that a file can have."""
    return [
        Mutant(file, number, old.lineno, f"{ast.unparse(old)} -> {ast.unparse(new)}")
        for number, (old, new) in enumerate(_slips(ast.parse(source)))
    ]


def _slips(module: ast.Module) -> list[tuple[ast.expr, ast.expr]]:
    measured = _measured(module)
    return [slip for node in _code(module) for slip in _slips_of(node, measured)]


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are run: no annotations, decorators, patterns, assertions (`strict=True` is one), and
    nothing for the type checker; nor to how many digits something is rounded, which hardly ever shows."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        parts = [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST)]
        if isinstance(node, ast.Call) and name == "args" and ast.unparse(node.func) == "round":
            del parts[1:]
        for part in parts:
            is_strict = isinstance(part, ast.keyword) and part.arg == "strict" and ast.unparse(part.value) == "True"
            if not (is_strict or isinstance(part, ast.Assert | ast.pattern)):
                yield part


def _code(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for part in _parts(node):
        yield from _code(part)


def _measured(module: ast.Module) -> set[str]:
    """The constants of a file that are numbers with a fraction."""
    lines = [line for line in module.body if isinstance(line, ast.Assign) and _is_measured(line.value, set())]
    return {name.id for line in lines for name in ast.walk(line) if isinstance(name, ast.Name)}


def _is_measured(side: ast.expr, measured: set[str]) -> bool:
    """True beside a number with a fraction: nothing that is measured meets it exactly."""
    return any(
        n.id in measured if isinstance(n, ast.Name) else isinstance(n, ast.Constant) and isinstance(n.value, float)
        for n in ast.walk(side)
    )


def _slips_of(node: ast.AST, measured: set[str]) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Compare):
        for n, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            is_measured = any(_is_measured(side, measured) for side in ([node.left, *node.comparators][n], right))
            flips = FLIPS[type(sign)]
            for other in flips[is_measured and len(flips) == 2 :]:
                yield node, ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)
    elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in FLIPS:
        (other,) = FLIPS[type(node.op)]
        is_sum = isinstance(node, ast.BinOp)
        yield node, ast.BinOp(node.left, other(), node.right) if is_sum else ast.BoolOp(other(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, node.operand
    elif isinstance(node, ast.Return) and node.value is not None and not _is_empty(node.value):
        yield node.value, ast.Constant(None)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)


def _is_empty(value: ast.expr) -> bool:
    """True of `False`, `""`, `()`: who asks for it hardly ever tells it from nothing."""
    parts = [getattr(value, name) for name in ("value", "elts", "keys") if hasattr(value, name)]
    return isinstance(value, ast.Constant | ast.Tuple | ast.List | ast.Dict) and not any(parts)


def chosen(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of each of some rooms, the same for the same seed and code."""
    found = []
    for room in rooms:
        files = sorted((ROOT / "generator" / room).rglob("*.py"))
        every = [m for p in files for m in mutants(p.read_text(encoding="utf-8"), str(p.relative_to(ROOT)))]
        some = Random(seed).sample(every, min(count, len(every)))  # noqa: S311
        found += sorted(some, key=lambda mutant: (mutant.file, mutant.number))
    return found


def plant(tree: Path, found: Sequence[Mutant]) -> list[int]:
    """Writes slips into a copy of the tool, each to be made where it is asked for by its number in the list; gives
    those of what is made while files are loaded."""
    modules = {str(p.relative_to(tree)): ast.parse(p.read_bytes()) for p in (tree / "generator").rglob("*.py")}
    slips: dict[ast.AST, list[tuple[int, ast.expr]]] = {}
    names: dict[tuple[str, str], list[int]] = {}
    loaded = []
    for file in sorted({mutant.file for mutant in found}):
        every, later = _slips(modules[file]), _later(modules[file])
        for number, mutant in enumerate(found):
            if mutant.file == file:
                old, new = every[mutant.number]
                slips.setdefault(old, []).append((number, new))
                if old not in later:
                    loaded.append(number)
                    for name in _made(next(line for line in reversed(modules[file].body) if line.lineno <= old.lineno)):
                        names.setdefault((file if name[0] == "_" else "", name), []).append(number)
    for file, module in modules.items():
        known = {name: numbers for (home, name), numbers in names.items() if home in ("", file)}
        has_slips = any(mutant.file == file for mutant in found)
        Planting(file if has_slips else "", slips, known, _later(module) if known or has_slips else set()).visit(module)
        at = sum(
            isinstance(line, ast.Expr) or ast.unparse(line).startswith("from __future__") for line in module.body[:2]
        )
        module.body.insert(at, ast.Import([ast.alias("tests.tools.planted", "_planted")]))
        (tree / file).write_text(ast.unparse(module), encoding="utf-8")
    return loaded


def _later(module: ast.Module) -> set[ast.AST]:
    """The parts that run when a function is called."""
    calls = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    bodies = [call.body if isinstance(call.body, list) else [call.body] for call in calls]
    return {part for body in bodies for line in body for part in ast.walk(line)}


def _made(line: ast.stmt) -> set[str]:
    """The names that a line outside of all functions gives to something."""
    if isinstance(line, ast.FunctionDef | ast.ClassDef):
        return {line.name}
    return {part.id for part in ast.walk(line) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


class Planting(ast.NodeTransformer):
    """Writes slips into a file, and where functions use what has been made while files are loaded; at the head of each
    block its place, if the file has a name."""

    def __init__(
        self,
        file: str,
        slips: dict[ast.AST, list[tuple[int, ast.expr]]],
        names: dict[str, list[int]],
        later: set[ast.AST],
    ) -> None:
        self.file, self.slips, self.names, self.later = file, slips, names, later

    def visit(self, node: ast.AST) -> Any:
        is_used = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node in self.later
        uses = self.names.get(node.id, []) if is_used else []
        slips = self.slips.get(node, [])
        parts = {*_parts(node)}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                is_block = self.file and name in ("body", "orelse", "finalbody") and {*value[:1]} & self.later
                value[:] = [self.visit(part) if part in parts else part for part in value]
                if is_block:
                    place = f"{self.file}:{value[0].lineno}"
                    value.insert(0, ast.parse(f"_planted.MET.add({place!r})").body[0])
            elif value in parts:
                setattr(node, name, self.visit(value))
        for number, new in slips:
            node = _asked(number, node, new)
        for number in uses:
            node = _asked(number, node, node)
        return node


def _asked(number: int, old: ast.expr, new: ast.expr) -> ast.expr:
    """Either of two values; if it can be told what both are, the slip is met only where they differ."""
    asks = ast.Name("_planted", ast.Load())
    words: list[ast.expr] = [ast.Constant(number)]
    signs = [
        type(side.ops[0] if isinstance(side, ast.Compare) else side.op)
        for side in (old, new)
        if isinstance(side, ast.Compare | ast.BinOp)
    ]
    if len(signs) == 2 and (isinstance(old, ast.BinOp) or ({*signs} in BOUNDS and len(old.ops) == 1)):
        words += [ast.Attribute(asks, sign.__name__, ast.Load()) for sign in signs]
        words += [old.left, old.right if isinstance(old, ast.BinOp) else old.comparators[0]]
        return ast.Call(ast.Attribute(asks, "either", ast.Load()), words, [])
    return ast.IfExp(ast.Call(ast.Attribute(asks, "slip", ast.Load()), words, []), new, old)


@dataclass(frozen=True)
class Note:
    """What became of a test: its processor time, the slips that it meets and the places, its group, which shares what
    its tests make."""

    failed: bool
    seconds: float
    met: list[int | str]
    group: str


Notes = dict[str, Note]


def near(notes: Notes, number: int, mutant: Mutant) -> list[str]:
    """The sound tests to be tried for a slip, of no more than a budget. Of those that meet it the quickest; those that
    come to places about it to which few others come: a check is run by each test that reads a game, but what it tells
    by the tests of it. Then some of their groups, to which something that it has changed may be handed on."""
    sound = {test: note for test, note in notes.items() if not note.failed}
    direct = {test: note for test, note in sound.items() if number in note.met}
    places = {test: _places(note, mutant.file) for test, note in direct.items()}
    often = Counter(line for lines in places.values() for line in lines)
    rarity = {t: sum(1 / often[k] / (1 + abs(k - mutant.line)) for k in lines) for t, lines in places.items()}
    groups = {note.group for note in direct.values()}
    beside = {test: note for test, note in sound.items() if note.group in groups and test not in direct}
    quick, others = (sorted(some, key=lambda test: sound[test].seconds) for some in (direct, beside))
    rare = sorted(quick, key=lambda test: -rarity[test])
    found = [
        *_afforded(sound, quick, BUDGET / 4),
        *_afforded(sound, rare, BUDGET),
        *_afforded(sound, others, BUDGET / 4),
    ]
    return list(dict.fromkeys(found))


def _places(note: Note, file: str) -> list[int]:
    parts = (place.rpartition(":") for place in note.met if isinstance(place, str))
    return [int(line) for name, _, line in parts if name == file]


def _afforded(notes: Notes, tests: Sequence[str], budget: float) -> Sequence[str]:
    spent = accumulate(notes[test].seconds for test in tests)
    return tests[: max(1, sum(seconds <= budget for seconds in spent))]


@dataclass(frozen=True)
class Job:
    """Some tests for a fork, and the slip that is made in it (-1: none)."""

    number: int
    tests: Sequence[pytest.Item]
    seconds: float = 3600
    anew: bool = False

    def run(self, folder: str) -> int:
        """The status that the fork ends with."""
        os.setsid()
        tempfile.tempdir = folder
        os.environ |= {"TMPDIR": folder, "PNP_TEST_RUN": folder, "PNP_SLIP": str(self.number)}
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(self.seconds), int(self.seconds) + 5))
        signal.alarm(20 * int(self.seconds))  # it may also wait for ever
        os.sched_getaffinity = lambda _: {0}  # what other processes do is not noted
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        if self.anew:
            words = ["-q", "-x", "-p", "no:cacheprovider", *(test.nodeid for test in self.tests)]
            os.execv(sys.executable, [sys.executable, "-m", "pytest", *words])  # noqa: S606
        planted.ACTIVE, session = self.number, self.tests[0].session
        notes: dict[str, tuple[object, ...]] = {}
        for test, after in zip(self.tests, [*self.tests[1:], None], strict=True):
            planted.MET.clear()
            before, start = session.testsfailed, time.process_time()
            test.ihook.pytest_runtest_protocol(item=test, nextitem=after)
            seconds = time.process_time() - start
            notes[test.nodeid] = session.testsfailed > before, seconds, [*planted.MET], _group(test)
            if session.testsfailed and self.number >= 0:
                return 1
        Path(folder, "notes.json").write_text(json.dumps(notes))
        return 0


def _group(test: pytest.Item) -> str:
    mark = test.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else test.path.stem


def done(jobs: Iterator[Job]) -> Iterator[tuple[Job, int, Notes]]:
    """What becomes of some jobs, two at a time: each with its status and notes."""
    running: dict[int, tuple[Job, str]] = {}
    while True:
        while len(running) < 2 and (job := next(jobs, None)):
            folder = tempfile.mkdtemp()
            pid = os.fork()
            if pid == 0:
                status = 70
                try:
                    status = job.run(folder)
                finally:
                    os._exit(status)
            running[pid] = job, folder
        if not running:
            return
        pid, status = os.wait()
        job, folder = running.pop(pid)
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        path = Path(folder, "notes.json")
        notes = json.loads(path.read_text()) if path.exists() else {}
        shutil.rmtree(folder, ignore_errors=True)
        yield job, status, {test: Note(*note) for test, note in notes.items()}


def tried(tests: Sequence[pytest.Item], slips: Sequence[Mutant], loaded: set[int]) -> Iterator[tuple[int, int, bool]]:
    """For each slip how many tests are tried, and whether one fails."""
    by_name = {test.nodeid: test for test in tests}
    groups = (list(some) for _, some in groupby(sorted(tests, key=_group), key=_group))
    notes: Notes = {}
    for job, _, some in done(Job(-1, group) for group in groups):
        notes |= {test.nodeid: Note(True, 0, [], "") for test in job.tests} | some
    failed = [test for test, note in notes.items() if note.failed]
    print(f"{len(notes)} tests ran, {len(failed)} failed: {' '.join(failed)}", file=sys.stderr)  # noqa: T201
    jobs = []
    for number, mutant in enumerate(slips):
        names = near(notes, number, mutant)
        seconds = sum(notes[name].seconds for name in names)
        if names:
            limit = PATIENCE * seconds + 30
            jobs.append(Job(number, [by_name[name] for name in names], limit, number in loaded))
        else:
            yield number, 0, False
    for job, status, _ in done(iter(jobs)):
        yield job.number, len(job.tests), status != 0


def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of what pytest does; told.jsonl takes what becomes of each slip."""
    plan = json.loads(Path("plan.json").read_text())
    slips = [Mutant(*row) for row in plan["slips"]]
    with Path("told.jsonl").open("w", buffering=1) as out:
        for number, tests, seen in tried(session.items, slips, {*plan["loaded"]}):
            out.write(json.dumps([number, tests, seen]) + "\n")
            if not seen:
                print(f"{slips[number]} ({tests} tests)", file=sys.stderr)  # noqa: T201
    return True


def main() -> None:
    """Plants slips in the rooms that are named, and tells those that no test sees."""
    parser = argparse.ArgumentParser("python -m tests.tools.mutate", description="Which slips no test would see.")
    parser.add_argument("rooms", metavar="ROOM", nargs="+", choices=ROOMS, help=f"of {', '.join(ROOMS)}")
    parser.add_argument("--count", type=int, default=50, help="how many slips a room (50)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--tests", metavar="FILE", nargs="+", default=[], help="with these tests alone")
    words = parser.parse_args()
    found = chosen(words.rooms, words.count, words.seed)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "tree"
        left_out = shutil.ignore_patterns(".git", ".venv", ".*_cache", "output", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT, tree, ignore=left_out)
        plan = {"slips": [astuple(mutant) for mutant in found], "loaded": plant(tree, found)}
        (tree / "plan.json").write_text(json.dumps(plan))
        plugins = ["-p", "no:cacheprovider", "-p", "tests.tools.mutate"]
        subprocess.run(
            [sys.executable, "-m", "pytest", "-qs", "-m", "not slow", *plugins, *words.tests],
            cwd=tree,
            env=os.environ | {"PYTHONPATH": str(tree), "TMPDIR": folder},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        told = [json.loads(line) for line in (tree / "told.jsonl").read_text().splitlines()]
    for room in words.rooms:
        seen = [is_seen for number, _, is_seen in told if found[number].room == room]
        print(f"{room}: {sum(seen)} of {len(seen)} seen")  # noqa: T201


if __name__ == "__main__":
    main()
