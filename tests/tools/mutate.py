"""Which slips in the code the tests would not see: `python -m tests.tools.mutate ROOM... [--count N] [--seed N]`.

A mutant is a copy of the tool with one small slip in it, in a file of the room: `<` for `<=`, `+` for `-`, one more or
less, `and` for `or`, a `not` lost, nothing returned. The tests of its room that run its line are run until one
fails; what none fails for has survived, and is told with its place. The same seed takes the same mutants of the same
code. Nothing fails; a survivor is read: either a test is missing, or the slip makes no difference (a shortcut, a bound
that is never met).
"""

from __future__ import annotations

import argparse
import ast
import compileall
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from types import CodeType, FrameType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "compare": ("test_compare_*",),
    "data": ("test_data_*", "test_typeset_inline"),
    "engine": ("test_engine_*", "test_reports", "test_data_library"),
    "expressions": ("test_data_formula", "test_hostile_expressions"),
    "export": ("test_export_*",),
    "face": ("test_layout_shapes", "test_sheet_*", "test_export_p*"),
    "layout": ("test_layout_*",),
    "sheet": ("test_sheet_*", "test_compare_reprint"),
    "typeset": ("test_typeset_*", "test_layout_draw"),
}
"""The tests that hold each room."""
LIBRARIES = (
    "hypothesis",
    "jsonschema",
    "numpy",
    "pdfplumber",
    "pikepdf",
    "pypdfium2",
    "reportlab.pdfgen.canvas",
    "typer",
)
"""What every run of tests loads once."""
FLIPS: dict[type, tuple[str, ...]] = {
    ast.Lt: ("<=", ">="), ast.LtE: ("<", ">"), ast.Gt: (">=", "<="), ast.GtE: (">", "<"), ast.Eq: ("!=",),
    ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",), ast.Is: ("is not",), ast.IsNot: ("is",),
    ast.Add: ("-",), ast.Sub: ("+",), ast.Mult: ("/",), ast.Div: ("*",), ast.FloorDiv: ("*",), ast.Mod: ("*",),
    ast.And: ("or",), ast.Or: ("and",),
}  # fmt: skip
SIGNS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.FloorDiv: "//", ast.Mod: "%", ast.And: "and", ast.Or: "or",
}  # fmt: skip
PATIENCE = 4
"""How many times as much of the processor as sound code a mutant may take."""
FEW = 25
"""So many tests are tried before others that run a line."""
MOST = 150
"""So many are tried at all."""
OFTEN = 300
"""So many calls of a function are watched in each test."""
NOTES = "notes.json"
MEMORY = 4 << 30
"""The most that it may take of the machine: a loop that a slip makes endless may gather without end."""


@dataclass(frozen=True)
class Mutant:
    """`code[start:end]` of a file, in bytes, was `old` and becomes `new`."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def room(self) -> str:
        return Path(self.file).parts[1]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.old} -> {self.new}"


def mutants(source: str, file: str) -> list[Mutant]:
    """Every slip that a file can have, in order."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = set()
    for node in _code(ast.parse(source)):
        for line, start, end, new in _slips(node, data, starts):
            old = data[start:end].decode()
            found |= {Mutant(file, line, start, end, old, new)} if old != new else set()
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a file that are run: no annotations, decorators, assertions, and nothing for the type checker."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert):
                yield from _code(child)


def _slips(node: ast.AST, data: bytes, starts: list[int]) -> Iterator[tuple[int, int, int, str]]:
    """Line, first byte, last byte and new words of each slip that a node can have."""

    def span(part: ast.expr) -> tuple[int, int]:
        return starts[part.lineno - 1] + part.col_offset, starts[(part.end_lineno or 0) - 1] + (
            part.end_col_offset or 0
        )

    for left, sign, right in _signs(node):
        old = SIGNS[type(sign)].encode()
        at = data.find(old, span(left)[1], span(right)[0])
        yield from ((left.end_lineno or 0, at, at + len(old), new) for new in FLIPS[type(sign)])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, span(node)[0], span(node)[0] + len("not"), ""
    elif isinstance(node, ast.Return) and node.value is not None:
        yield node.lineno, *span(node.value), "None"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node.lineno, *span(node), str(not node.value if isinstance(node.value, bool) else node.value + 1)


def _signs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, ast.expr]]:
    """The signs of a node, each with what stands on either side."""
    if isinstance(node, ast.Compare):
        yield from zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
    elif isinstance(node, ast.BinOp) and type(node.op) in FLIPS:
        yield node.left, node.op, node.right
    elif isinstance(node, ast.BoolOp):
        yield from ((left, node.op, right) for left, right in pairwise(node.values))


def chosen(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of some rooms, the same for the same seed and code."""
    files = [p for room in rooms for p in sorted((ROOT / "generator" / room).rglob("*.py"))]
    every = [m for p in files for m in mutants(p.read_text(encoding="utf-8"), str(p.relative_to(ROOT)))]
    return sorted(Random(seed).sample(every, min(count, len(every))), key=lambda m: (m.file, m.start))  # noqa: S311


def tests_of(room: str) -> list[str]:
    """The test files of a room."""
    return [str(p.relative_to(ROOT)) for name in TESTS[room] for p in sorted((ROOT / "tests").glob(f"{name}.py"))]


class Watch:
    """Notes of each test its processor time, and which lines of the rooms it is the first to come to."""

    def __init__(self, rooms: Path) -> None:
        self.rooms = f"{rooms}{os.sep}"
        self.lines: dict[str, set[tuple[str, int]]] = {}
        self.seconds: dict[str, float] = {}
        self.now: set[tuple[str, int]] = set()
        self.calls: Counter[CodeType] = Counter()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now = self.lines[item.nodeid] = set()
        self.calls.clear()
        start = time.process_time()
        sys.settrace(self.entered)
        yield
        sys.settrace(None)
        self.seconds[item.nodeid] = time.process_time() - start

    def entered(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., object] | None:
        if not frame.f_code.co_filename.startswith(self.rooms):
            return None
        self.calls[frame.f_code] += 1
        return self.stepped if self.calls[frame.f_code] < OFTEN else None

    def stepped(self, frame: FrameType, event: str, _arg: object) -> Callable[..., object]:
        if event == "line":
            self.now.add((frame.f_code.co_filename, frame.f_lineno))
        return self.stepped


class Choice:
    """Leaves of the tests these alone."""

    def __init__(self, tests: Iterable[str]) -> None:
        self.tests = frozenset(tests)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.tests]


def tried(tree: Path, tests: Iterable[str], seconds: float, watch: Watch | None = None) -> int:
    """The status that pytest ends with, in a fork with a copy of the tool: for tests, or (watched) for whole files."""
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            status = _inside(tree, tests, seconds, watch)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _inside(tree: Path, tests: Iterable[str], seconds: float, watch: Watch | None) -> int:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
    signal.alarm(20 * int(seconds))  # it may also wait for ever
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)
    os.chdir(tree)
    for name in [n for n in sys.modules if n.partition(".")[0] == "tests"]:
        del sys.modules[name]
    sys.path[:] = [str(tree), *(p for p in sys.path if p and Path(p).resolve() != ROOT)]
    os.environ["PYTHONPATH"] = str(tree)
    if watch is None:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    words = ["-qx", "-m", "not slow", "-p", "no:cacheprovider", *sorted({t.partition("::")[0] for t in tests})]
    status = int(pytest.main(words, plugins=[watch or Choice(tests)]))
    if watch:
        Path(NOTES).write_text(json.dumps([watch.seconds, {k: sorted(v) for k, v in watch.lines.items()}]))
    return status


@dataclass(frozen=True)
class Net:
    """The tests of a room: the processor time of all, and the lines of each file that each runs."""

    seconds: float
    lines: dict[str, dict[str, set[int]]]

    def near(self, mutant: Mutant) -> list[str]:
        """The tests that run a line, first those that run lines about it which few others run: a check is run by each
        test that reads a game, but what it tells by the tests of it. (A line may go on over several; what is run
        when a file is loaded, none runs.)
        """
        found = {test: files[mutant.file] for test, files in self.lines.items() if mutant.file in files}
        often = Counter(line for lines in found.values() for line in lines)
        for line in range(mutant.line, mutant.line - 4, -1):
            if near := [test for test, lines in found.items() if line in lines]:
                break

        def weight(test: str) -> float:
            return sum(1 / often[line] / (1 + abs(line - mutant.line)) for line in found[test])

        return sorted(near or found, key=lambda test: -weight(test))[:MOST]


def net_of(tree: Path, files: list[str]) -> Net:
    """How the tests of a room hold sound code. RuntimeError: they fail for it."""
    if tried(tree, files, 3600, Watch(tree / "generator")) != 0:
        raise RuntimeError(f"these fail without a slip: {' '.join(files)}")
    seconds, lines = json.loads((tree / NOTES).read_text())
    found: dict[str, dict[str, set[int]]] = {}
    for test, ran in lines.items():
        for path, line in ran:
            found.setdefault(test, {}).setdefault(str(Path(path).relative_to(tree)), set()).add(line)
    return Net(sum(seconds.values()), found)


def seen(tree: Path, mutant: Mutant, net: Net) -> bool:
    """Whether a test that runs its line fails in a copy of the tool that has a slip: first a few, then more."""
    near = net.near(mutant)
    limit = PATIENCE * net.seconds + 30
    return any(tried(tree, tests, limit) != 0 for tests in (near[:FEW], near[FEW:]) if tests)


def survivors(found: Iterable[Mutant], tree: Path, net: Net) -> Iterator[Mutant]:
    """The mutants of a room that no test sees, one by one."""
    for mutant in found:
        path = tree / mutant.file
        sound, times = path.read_bytes(), path.stat()
        path.write_bytes(sound[: mutant.start] + mutant.new.encode() + sound[mutant.end :])
        try:
            if not seen(tree, mutant, net):
                yield mutant
        finally:
            path.write_bytes(sound)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # else it would be compiled each time


def main() -> None:
    """Plants slips in the rooms that are named, and tells those that no test sees."""
    parser = argparse.ArgumentParser("python -m tests.tools.mutate", description="Which slips no test would see.")
    parser.add_argument("rooms", metavar="ROOM", nargs="+", choices=sorted(TESTS), help=f"of {', '.join(TESTS)}")
    parser.add_argument("--count", type=int, default=40, help="how many slips (40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    words = parser.parse_args()
    found = chosen(words.rooms, words.count, words.seed)
    for name in LIBRARIES:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "tree"
        left_out = shutil.ignore_patterns(".*", "output", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT, tree, ignore=left_out)
        compileall.compile_dir(tree / "generator", quiet=2)
        for room in words.rooms:
            planted, lived = [m for m in found if m.room == room], 0
            for mutant in survivors(planted, tree, net_of(tree, tests_of(room))):
                lived += 1
                print(mutant, flush=True)  # noqa: T201
            print(f"{room}: {len(planted) - lived} of {len(planted)} seen", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
