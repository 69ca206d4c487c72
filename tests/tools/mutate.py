"""Which slips in the code the tests would not see: `python -m tests.tools.mutate ROOM... [--count N] [--seed N]`.

A mutant is a copy of the tool with one small slip in it, in a file of the room: `<` for `<=`, `+` for `-`, one more or
less, `and` for `or`, a `not` lost, nothing returned. The tests of its room are run until one fails; what none fails for
has survived, and is told with its place. The same seed takes the same mutants of the same code. Nothing fails; a
survivor is read: either a test is missing, or the slip makes no difference (a shortcut, a bound that is never met).
"""

from __future__ import annotations

import argparse
import ast
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "compare": ("test_compare_*",),
    "data": ("test_data_*", "test_typeset_inline"),
    "engine": ("test_engine_*",),
    "expressions": ("test_data_formula", "test_hostile_expressions"),
    "export": ("test_export_p*",),
    "face": ("test_layout_shapes", "test_sheet_*", "test_export_p*"),
    "layout": ("test_layout_*",),
    "sheet": ("test_sheet_*",),
    "typeset": ("test_typeset_*", "test_layout_draw"),
}
"""The tests that hold each room."""
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
"""How many times as long as sound code a mutant may take."""
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


def tests_of(mutant: Mutant) -> list[str]:
    """The test files for a mutant."""
    names = TESTS[Path(mutant.file).parts[1]]
    return [str(p.relative_to(ROOT)) for name in names for p in sorted((ROOT / "tests").glob(f"{name}.py"))]


def seen(tree: Path, files: list[str], seconds: float | None) -> bool:
    """Whether a test of these fails in a copy of the tool."""
    words = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *files]
    world = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            words, cwd=tree, env=world, capture_output=True, timeout=seconds, preexec_fn=_limit, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def survivors(found: list[Mutant], tree: Path) -> Iterator[Mutant]:
    """The mutants that no test sees, one by one. RuntimeError: the tests fail for sound code."""
    limits: dict[tuple[str, ...], float] = {}
    for mutant in found:
        files = tuple(tests_of(mutant))
        if files not in limits:
            start = time.monotonic()
            if seen(tree, list(files), None):
                raise RuntimeError(f"these fail without a slip: {' '.join(files)}")
            limits[files] = PATIENCE * (time.monotonic() - start) + 30
        path = tree / mutant.file
        sound = path.read_bytes()
        path.write_bytes(sound[: mutant.start] + mutant.new.encode() + sound[mutant.end :])
        try:
            if not seen(tree, list(files), limits[files]):
                yield mutant
        finally:
            path.write_bytes(sound)


def main() -> None:
    """Plants slips in the rooms that are named, and tells those that no test sees."""
    parser = argparse.ArgumentParser("python -m tests.tools.mutate", description="Which slips no test would see.")
    parser.add_argument("rooms", metavar="ROOM", nargs="+", choices=sorted(TESTS), help=f"of {', '.join(TESTS)}")
    parser.add_argument("--count", type=int, default=40, help="how many slips (40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    words = parser.parse_args()
    found = chosen(words.rooms, words.count, words.seed)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        left_out = shutil.ignore_patterns(".*", "output", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT, tree, ignore=left_out)
        lived = 0
        for mutant in survivors(found, tree):
            lived += 1
            print(mutant, flush=True)  # noqa: T201
    print(f"{len(found) - lived} of {len(found)} seen")  # noqa: T201


if __name__ == "__main__":
    main()
