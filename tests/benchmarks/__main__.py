"""`pnp` beside other tools on one deck: `python -m tests.benchmarks [CARDS ...]`.

Each tool makes the deck in a process of its own, start to end, all in turn, several times; told are the medians of the
time by the clock, the processor's time and the largest memory, the size of the file, and the ratios to typst. With
`--instructions` valgrind counts what is carried out, once: that figure does not move with the load of the machine.
`--hold` compares it for a small deck with the figure that is kept, and fails where it has grown.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from generator.values import Struct
from tests.benchmarks.deck import write_deck
from tests.benchmarks.peers import FONTS, TOOLS

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).parent / "instructions.json"
GROWTH = 1.03
"""So much more than the kept figure is too much."""
SMALL = 100
SLOW = {"weasyprint": 1_000, "cairosvg": 1_000}
"""Tool -> with more cards it is left out."""
ABSENT = {"weasyprint": "weasyprint", "typst": "typst", "cairosvg": "pypdf"}
COUNT = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--trace-children=yes")
FONTCONFIG = "<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"


class Run(Struct, frozen=True):
    """What one run took: seconds by the clock and of the processor, MB of memory, MB of file."""

    wall: float
    cpu: float
    memory: float
    file: float


def commands(deck: Path, cards: int) -> dict[str, tuple[str, ...]]:
    """What is run in a deck's folder; who is left out is told."""
    pnp, out = (sys.executable, "-m", "generator"), str(deck / "out")
    found = {"pnp build": (*pnp, "build", "--out", out), "pnp check": (*pnp, "check")}
    found["pnp check, again"] = ("env", f"PNP_CACHE={deck}/kept", *pnp, "check")
    for tool in TOOLS:
        if cards > SLOW.get(tool, cards):
            print(f"{tool} is left out: it is too slow for {cards:,} cards", file=sys.stderr)
        elif find_spec(ABSENT.get(tool, tool)) is None:
            print(f"{tool} is left out: {ABSENT[tool]} is not installed (pip install '.[bench]')", file=sys.stderr)
        else:
            module = (sys.executable, "-m", "tests.benchmarks.peers")
            found[tool] = (*module, tool, str(deck), f"{out}/{tool}.pdf")
    return found


def surroundings(folder: Path) -> dict[str, str]:
    """The same for all: our fonts known to the system, hashes that do not vary, nothing kept between runs."""
    config = folder / "fonts.conf"
    config.write_text(FONTCONFIG.format(fonts=FONTS, cache=folder / "cache"))
    rest = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
    return {**rest, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "FONTCONFIG_FILE": str(config), "PNP_CACHE": "off"}


def run(words: tuple[str, ...], deck: Path, env: dict[str, str]) -> Run:
    out = deck / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    start = time.perf_counter()
    with subprocess.Popen(words, cwd=deck, env=env, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{' '.join(words)}: status {process.returncode}")
    memory = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
    size = sum(f.stat().st_size for f in out.rglob("*.pdf")) / 1e6
    return Run(wall, used.ru_utime + used.ru_stime, memory, size)


def race(folder: Path, cards: int, runs: int) -> None:
    """One deck by all tools; prints a table."""
    deck, env = write_deck(folder / f"deck-{cards}", cards), surroundings(folder)
    asked = commands(deck, cards)
    made: dict[str, list[Run]] = {name: [] for name in asked}
    for _ in range(runs):
        for name, words in asked.items():
            made[name].append(run(words, deck, env))
    figures = {
        name: Run(*(median(getattr(r, field) for r in all_) for field in ("wall", "cpu", "memory", "file")))
        for name, all_ in made.items()
    }
    print(f"\n| {cards:,} cards | wall s | CPU s | memory MB | file MB | CPU : typst | memory : typst | file : typst |")
    print("| --- |" + " ---: |" * 7)
    base = figures.get("typst")
    for name, f in figures.items():
        ratios = (f.cpu / base.cpu, f.memory / base.memory, f.file / base.file) if base else ()
        cells = [f"{f.wall:.2f}", f"{f.cpu:.2f}", f"{f.memory:.0f}", f"{f.file:.2f}", *(f"{r:.2f}" for r in ratios)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def instructions(words: tuple[str, ...], deck: Path, env: dict[str, str]) -> int:
    """Millions of instructions of a command and the processes that it starts; once before, so that all is compiled. On
    one core: of a process that is forked, valgrind counts once more what was done before."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    run(words, deck, env)
    told = subprocess.run((*COUNT, *words), cwd=deck, env=env, capture_output=True, text=True, check=True).stderr
    return counted(told)


def counted(told: str) -> int:
    """Millions of instructions by what valgrind has told."""
    return sum(int(n.replace(",", "")) for n in re.findall(r"I\s+refs:\s+([\d,]+)", told)) // 1_000_000


def count(folder: Path, cards: int) -> None:
    """The instructions of one deck; prints a table."""
    deck, env = write_deck(folder / f"deck-{cards}", cards), surroundings(folder)
    asked = commands(deck, cards)
    counted = {name: instructions(asked[name], deck, env) for name in asked if name not in SLOW}
    print(f"\n| {cards:,} cards | million instructions | : typst |\n| --- | ---: | ---: |")
    for name, number in counted.items():
        print(
            f"| {name} | {number:,} | {number / counted['typst']:.2f} |" if "typst" in counted else f"{name} {number:,}"
        )


def hold(folder: Path, keep: bool) -> int:
    """0 if a small deck takes no more than is kept for this Python, or that cannot be told; 1 if it does."""
    python = f"{platform.python_implementation()} {platform.python_version().rpartition('.')[0]} {platform.machine()}"
    kept = json.loads(KEPT.read_text())
    if shutil.which("valgrind") is None or not (keep or python in kept):
        print(f"not counted: there is no valgrind, or no figure for {python}")
        return 0
    deck, env = write_deck(folder / "deck", SMALL), surroundings(folder)
    asked = commands(deck, SMALL)
    counted = {name: instructions(asked[name], deck, env) for name in ("pnp build", "pnp check")}
    if keep:
        KEPT.write_text(json.dumps({**kept, python: counted}, indent=2) + "\n")
        return 0
    grown = 0
    for name, number in counted.items():
        most = kept[python][name] * GROWTH
        grown += number > most
        print(
            f"{name}, {SMALL} cards: {number:,} million instructions; kept {kept[python][name]:,}, at most {most:,.0f}"
        )
    return 1 if grown else 0


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks", description="How long a deck takes, beside others.")
    parser.add_argument("cards", metavar="CARDS", nargs="*", type=int, help="sizes of decks (100 1000)")
    parser.add_argument("--runs", type=int, default=5, help="of each tool (5)")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind")
    parser.add_argument("--hold", action="store_true", help=f"{SMALL} cards must take no more than is kept")
    parser.add_argument("--keep", action="store_true", help="keep that figure")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        if asked.hold or asked.keep:
            sys.exit(hold(folder, asked.keep))
        for cards in asked.cards or (100, 1_000):
            if asked.instructions:
                count(folder, cards)
            else:
                race(folder, cards, max(1, asked.runs))


if __name__ == "__main__":
    main()
