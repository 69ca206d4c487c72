"""How long the commands take and what they hold: `python -m tests.tools.bench [RUNS]`.

Each command runs in a fresh process, RUNS times (5), and the least counts: processor time (user and system) and the
largest memory. The budgets are goals for a quiet machine of 2024; nothing fails if they are missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from generator.project import Project

ROOT = Path(__file__).resolve().parents[2]
CARD = (
    "  - {{id: c-{n}, name: {{ja: 札{n}番, en: Card {n}}}, suit: sun, "
    'text: {{ja: "{{sun}}を{n}個得る。", en: "Gain {n} {{sun}}."}}}}\n'
)
READ = (
    "import sys; from pathlib import Path; from generator.pipeline import read; from generator.project import Project"
)


@dataclass(frozen=True)
class Race:
    """One command: where it runs, and its budget in seconds and MB (0: none)."""

    name: str
    words: tuple[str, ...]
    folder: Path
    seconds: float
    megabytes: float
    runs: int


def large(folder: Path, cards: int) -> Path:
    """A project with a game of so many different cards."""
    root = folder / f"cards-{cards}"
    shutil.copytree(ROOT / "tests/mini", root)
    file = root / "components/mini/cards.yaml"
    words = file.read_text(encoding="utf-8").replace("expect: 3 per suit\n", "")
    rows = "".join(CARD.format(n=n) for n in range(cards))
    file.write_text(words.replace("items:\n", f"items:\n{rows}"), encoding="utf-8")
    return root


def races(folder: Path, runs: int) -> list[Race]:
    """What is measured."""
    pnp = (sys.executable, "-m", "generator")
    thousand, many = large(folder, 1_000), large(folder, 10_000)
    reading = (sys.executable, "-c", f"{READ}; read(Project(Path('{many}')), 'mini')")
    games = Project(ROOT).games()
    return [
        Race("pnp --help", (*pnp, "--help"), folder, 0.25, 0, runs),
        Race("pnp check, all bundled games", (*pnp, "check"), folder, 1.5, 0, runs),
        *(Race(f"pnp check {game}", (*pnp, "check", game), folder, 1.0, 0, runs) for game in games),
        *(Race(f"pnp build {game}", (*pnp, "build", game), folder, 2.0, 0, runs) for game in games),
        Race("pnp build, 1,000 different cards", (*pnp, "build", "mini"), thousand, 5.0, 300, 1),
        Race("the data of 10,000 items read and checked", reading, folder, 3.0, 400, 1),
        Race("pnp check, 10,000 items in two languages", (*pnp, "check", "mini"), many, 25.0, 400, 1),
    ]


def run(race: Race) -> tuple[float, float]:
    """Seconds of processor time and megabytes of one run."""
    child = os.fork()
    if child == 0:
        os.chdir(race.folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execve(race.words[0], race.words, {**os.environ, "PYTHONPATH": str(ROOT)})  # noqa: S606
    used = os.wait4(child, 0)[2]
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Measure all, print a line each."""
    parser = argparse.ArgumentParser("python -m tests.tools.bench", description="How long the commands take.")
    parser.add_argument("runs", metavar="RUNS", nargs="?", type=int, default=5, help="of each command (5)")
    runs = max(1, parser.parse_args().runs)
    with tempfile.TemporaryDirectory() as folder:
        for race in races(Path(folder), runs):
            found = [run(race) for _ in range(race.runs)]
            seconds, megabytes = min(s for s, _ in found), max(m for _, m in found)
            goals = [f"{race.seconds:g} s"] if race.seconds else []
            goals += [f"{race.megabytes:g} MB"] if race.megabytes else []
            goal = f"  (budget {', '.join(goals)})" if goals else ""
            print(f"{race.name:44} {seconds:6.2f} s {megabytes:5.0f} MB{goal}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
