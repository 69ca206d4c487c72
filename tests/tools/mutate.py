"""Which slips in the code the tests would not see: `python -m tests.tools.mutate ROOM... [--count N] [--seed N]`.

A mutant is a copy of the tool with one small slip in it, in a file of the room: `<` for `<=`, `+` for `-`, one more or
less, `and` for `or`, a `not` lost, nothing returned. The tests of its room that run its line are run until one fails.
What these leave is planted at once, and all of `make test` is run: a test may look at what another has made, a check
be held by the tests of another room. Each is then tried with what failed, until nothing more fails. What is left has
survived, and is told with its place. The same seed takes the same mutants of the same code. Nothing fails; a survivor
is read: either a test is missing, or the slip makes no difference (a shortcut, a bound that is never met).
"""

from __future__ import annotations

import argparse
import ast
import builtins
import compileall
import importlib
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from types import CodeType

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
FEW = 15
"""So many of the tests that run a line are tried for a mutant alone, of each of three orders."""
FAILING = 100
"""So many of those that fail for several at once."""
RAN = "_ran"
"""What statements are told to."""
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
    found, tree = set(), ast.parse(source)
    measured = _measured(tree)
    for node in _code(tree):
        for line, start, end, new in _slips(node, data, starts, measured):
            old = data[start:end].decode()
            found |= {Mutant(file, line, start, end, old, new)} if old != new else set()
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a file that are run: no annotations, decorators, assertions (`strict=True` is one), and nothing for
    the type checker; nor to how many digits something is rounded, which hardly ever shows.
    """
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round":
        del node.args[1:]
    if isinstance(node, ast.keyword) and node.arg == "strict" and ast.unparse(node.value) == "True":
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert):
                yield from _code(child)


def _measured(tree: ast.Module) -> set[str]:
    """The constants of a file that are numbers with a fraction."""
    lines = [line for line in tree.body if isinstance(line, ast.Assign) and _is_measured(line.value, set())]
    return {name.id for line in lines for name in ast.walk(line) if isinstance(name, ast.Name)}


def _is_measured(side: ast.expr, measured: set[str]) -> bool:
    """True beside a number with a fraction: nothing that is measured meets it exactly."""
    return any(
        n.id in measured if isinstance(n, ast.Name) else isinstance(n, ast.Constant) and isinstance(n.value, float)
        for n in ast.walk(side)
    )


def _slips(node: ast.AST, data: bytes, starts: list[int], measured: set[str]) -> Iterator[tuple[int, int, int, str]]:
    """Line, first byte, last byte and new words of each slip that a node can have."""

    def span(part: ast.expr) -> tuple[int, int]:
        return starts[part.lineno - 1] + part.col_offset, starts[(part.end_lineno or 0) - 1] + (
            part.end_col_offset or 0
        )

    for left, sign, right in _signs(node):
        old = SIGNS[type(sign)].encode()
        at = data.find(old, span(left)[1], span(right)[0])
        is_bound = isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        flips = FLIPS[type(sign)][is_bound and any(_is_measured(side, measured) for side in (left, right)) :]
        yield from ((left.end_lineno or 0, at, at + len(old), new) for new in flips)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.lineno, span(node)[0], span(node)[0] + len("not"), ""
    elif isinstance(node, ast.Return) and node.value is not None and not _is_empty(node.value):
        yield node.lineno, *span(node.value), "None"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node.lineno, *span(node), str(not node.value if isinstance(node.value, bool) else node.value + 1)


def _is_empty(value: ast.expr) -> bool:
    """True of `False`, `""`, `()`: who asks for it hardly ever tells it from nothing."""
    parts = [getattr(value, name) for name in ("value", "elts", "keys") if hasattr(value, name)]
    return isinstance(value, ast.Constant | ast.Tuple | ast.List | ast.Dict) and not any(parts)


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
    """Notes of each test its processor time, and which statements it runs of some files."""

    def __init__(self, tree: Path, files: Iterable[str]) -> None:
        self.paths = {str(tree / file): file for file in files}
        self.lines: dict[str, set[tuple[str, int]]] = {}
        self.seconds: dict[str, float] = {}

    def pytest_configure(self) -> None:
        """Functions of these files say which statement they come to."""
        really = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            file = self.paths.get(loader.path)
            return compile(_told(loader.path, file), loader.path, "exec") if file else really(loader, name)

        SourceFileLoader.get_code = get_code
        vars(builtins)[RAN] = set().add

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        vars(builtins)[RAN] = self.lines.setdefault(item.nodeid, set()).add
        start = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - start

    def pytest_unconfigure(self) -> None:
        Path(NOTES).write_text(json.dumps([self.seconds, {k: sorted(v) for k, v in self.lines.items()}]))


def _told(path: str, file: str) -> ast.Module:
    """A file whose functions tell each statement before they run it."""
    module = ast.parse(Path(path).read_bytes())
    for node in ast.walk(module):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and not isinstance(node, (ast.Module, ast.ClassDef)):
                block[:] = [part for line in block for part in (*_telling(line, file), line)]
    return ast.fix_missing_locations(module)


def _telling(line: ast.stmt, file: str) -> Iterator[ast.stmt]:
    if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)):  # a docstring
        call = ast.Call(ast.Name(RAN, ast.Load()), [ast.Constant((file, line.lineno))], [])
        yield ast.copy_location(ast.Expr(call), line)


class Choice:
    """Leaves of the tests these alone, in this order."""

    def __init__(self, tests: Iterable[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda item: self.order[item.nodeid])


class Faults:
    """Notes which tests fail, and the one that never ends."""

    def __init__(self) -> None:
        self.failed: dict[str, None] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        Path(NOTES).write_text(json.dumps([*self.failed, nodeid]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = None

    def pytest_unconfigure(self) -> None:
        Path(NOTES).write_text(json.dumps([*self.failed]))


def tried(tree: Path, tests: Iterable[str], seconds: float, *plugins: object) -> int:
    """The status that pytest ends with, in a fork with a copy of the tool, at the first test that fails if none of the
    plugins notes them."""
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            status = _inside(tree, tests, seconds, plugins)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _inside(tree: Path, tests: Iterable[str], seconds: float, plugins: Sequence[object]) -> int:
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
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    files = sorted({test.partition("::")[0] for test in tests})
    words = ["-q", *([] if any(isinstance(p, Faults) for p in plugins) else ["-x"]), "-m", "not slow"]
    return int(pytest.main([*words, "-p", "no:cacheprovider", *files], plugins=[*plugins]))


def fails(tree: Path, tests: list[str], seconds: float) -> bool:
    """Whether one of some tests fails, tried in this order."""
    return bool(tests) and tried(tree, tests, seconds, Choice(tests)) != 0


def failing(tree: Path, tests: Sequence[str] = ()) -> list[str]:
    """Which of some tests (all) fail."""
    tried(tree, tests or ["tests"], 3600, Faults(), *([Choice(tests)] if tests else []))
    return list(json.loads((tree / NOTES).read_text()))


@dataclass(frozen=True)
class Net:
    """The tests of a room: the processor time of each, and the statements of each file that each runs."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, set[int]]]

    def near(self, mutant: Mutant) -> list[str]:
        """The tests that run a statement. Of many the quickest; those that run little else of its file; and those that
        run statements about it which few others run: a check is run by each test that reads a game, but what it tells
        by the tests of it. The quickest first.
        """
        found = {test: files[mutant.file] for test, files in self.lines.items() if mutant.file in files}
        often = Counter(line for lines in found.values() for line in lines)
        begins = {max((line for line in often if line <= at), default=0) for at in _used(mutant)}
        near = [test for test, lines in found.items() if begins & lines]

        def weight(test: str) -> float:
            return sum(1 / often[line] / (1 + abs(line - mutant.line)) for line in found[test])

        quick = sorted(near, key=lambda test: self.seconds[test])
        orders = (
            quick,
            sorted(quick, key=lambda test: -weight(test)),
            sorted(quick, key=lambda test: len(found[test])),
        )
        return [test for test in quick if any(test in order[:FEW] for order in orders)]


def _used(mutant: Mutant) -> list[int]:
    """The line of a mutant; of one outside of all functions, those that name what it makes."""
    lines = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    begin = next(line for line in reversed(lines[: mutant.line]) if line[:1].isalnum() or line[:1] in ("_", "@"))
    made = re.match(r"(\w[\w, ]*)(?::.*?)? = ", begin)
    named = re.compile(rf"\b({made[1].replace(', ', '|')})\b") if made else None
    return [at for at, line in enumerate(lines, 1) if named.search(line)] if named else [mutant.line]


def net_of(tree: Path, tests: list[str], files: Iterable[str]) -> Net:
    """How some tests hold some files of sound code. RuntimeError: they fail for it."""
    if tried(tree, tests, 3600, Watch(tree, files)) != 0:
        raise RuntimeError(f"these fail without a slip: {' '.join(tests)}")
    seconds, lines = json.loads((tree / NOTES).read_text())
    found: dict[str, dict[str, set[int]]] = {}
    for test, ran in lines.items():
        for file, line in ran:
            found.setdefault(test, {}).setdefault(file, set()).add(line)
    return Net(seconds, found)


@contextmanager
def planted(tree: Path, *slips: Mutant) -> Iterator[None]:
    """A copy of the tool that has some slips; of two at one place it has one."""
    sound = {tree / m.file: ((tree / m.file).read_bytes(), (tree / m.file).stat()) for m in slips}
    last = {path: len(words) + 1 for path, (words, _) in sound.items()}
    for mutant in sorted(slips, key=lambda m: -m.start):
        path = tree / mutant.file
        if mutant.end < last[path]:
            data, last[path] = path.read_bytes(), mutant.start
            path.write_bytes(data[: mutant.start] + mutant.new.encode() + data[mutant.end :])
    try:
        yield
    finally:
        for path, (words, times) in sound.items():
            path.write_bytes(words)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # else it would be compiled each time


def unseen(tree: Path, room: list[Mutant]) -> list[Mutant]:
    """The mutants of a room that the tests of it which run their lines do not see."""
    net, found = net_of(tree, tests_of(room[0].room), {m.file for m in room}), list[Mutant]()
    for mutant in room:
        near = net.near(mutant)
        with planted(tree, mutant):
            if not fails(tree, near, PATIENCE * sum(net.seconds[test] for test in near) + 30):
                found.append(mutant)
                print(f"left by the tests of its lines: {mutant}", file=sys.stderr)  # noqa: T201
    return found


def survivors(tree: Path, left: list[Mutant]) -> list[Mutant]:
    """Those of some mutants that no ordinary test sees."""
    while left:
        with planted(tree, *left):
            failed = failing(tree)
        unsound = {*failing(tree, failed)} if failed else set()  # as they ask for what the copy lacks
        failed = [test for test in failed if test not in unsound][:FAILING]
        lived = []
        for mutant in left:
            with planted(tree, mutant):
                lived += [] if fails(tree, failed, 600) else [mutant]
        if len(lived) == len(left):
            break
        left = lived
    return left


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
        left_out = shutil.ignore_patterns(".git", ".venv", ".*_cache", "output", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT, tree, ignore=left_out)
        compileall.compile_dir(tree / "generator", quiet=2)
        left = [m for _, room in groupby(found, lambda m: m.room) for m in unseen(tree, list(room))]
        lived = survivors(tree, left)
    for mutant in lived:
        print(mutant)  # noqa: T201
    for room, all_of_it in Counter(m.room for m in found).items():
        unheld, unread = (sum(m.room == room for m in some) for some in (left, lived))
        print(f"{room}: {all_of_it - unread} of {all_of_it} seen, {all_of_it - unheld} by tests of their lines")  # noqa: T201


if __name__ == "__main__":
    main()
