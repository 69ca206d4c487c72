"""Seeds -> projects with slips in them -> how `pnp check` of each ended, and `pnp build` of those that it finds clean.

A case is told by its seed alone: `files_of(seed, ending)` makes its files again. What must hold stands in `wrongs`.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.conftest import ROOT
from tests.hostile.kit import MOST_MEGABYTES, run_jobs, run_of, strays
from tests.hostile.slips import Files, harmed

HOSTILE = Path(__file__).parent
SECONDS = 5
TOOLS = ("papers.yaml", "sizes.yaml", "words.yaml", "fonts/fonts.yaml")
BATCH = 200
BUILDS = (
    *(["--lang", "all"],) * 4,
    ["--format", "svg"],
    ["--ink-saver", "--proof", "--separate", "--backs", "fold"],
)
OTHERS = (["rules", "--format", "html"], ["rules", "--format", "pdf"], ["parts", "--format", "csv"], ["parts"])


@dataclass(frozen=True)
class End:
    """How one case ended: what its two commands said, and what of it is wrong."""

    seed: str
    clean: bool
    wrongs: tuple[str, ...]
    seconds: float
    megabytes: int


@lru_cache
def base(name: str) -> tuple[str, Files]:
    """A game and the files of its project."""
    folder = {"tiny": HOSTILE / "base", "wide": HOSTILE / "wide", "mini": ROOT / "tests" / "mini"}.get(name, ROOT)
    paths = (p for part in ("components", "layouts") for p in sorted((folder / part).rglob("*")) if p.is_file())
    kinds, others = (".yaml", ".svg", ".csv", ".xlsx", ".png"), {"fonts", *bundled()} - {name}
    chosen = (p for p in paths if p.suffix in kinds and not others & set(p.relative_to(folder).parts))
    return name, {str(p.relative_to(folder)): p.read_bytes() for p in chosen}


@lru_cache
def bundled() -> dict[str, list[str]]:
    """The games of the tool and the ids of their own sets."""
    found: dict[str, list[str]] = {p.parent.name: [] for p in sorted((ROOT / "components").glob("*/game.yaml"))}
    for path in sorted((ROOT / "components").glob("*/*.yaml")):
        if path.parent.name in found and (first := re.search(r"(?m)^id: (\S+)", path.read_text())):
            found[path.parent.name].append(first[1])
    return found


def files_of(seed: str, ending: str) -> tuple[str, Files]:
    """The game and the files of a case: of three small games, now and then of a bundled one."""
    dice = Random(seed)  # noqa: S311
    name, files = base(dice.choice(("wide", "mini", "tiny") if dice.random() < 0.99 else sorted(bundled())))
    if ending == ".yaml" and dice.random() < 0.06:
        tool = f"layouts/{dice.choice(TOOLS)}"
        own = harmed({tool: (ROOT / tool).read_bytes()}, dice, ending)
        return name, {**files, **own}
    return name, harmed(files, dice, ending)


def seeded(seeds: Iterable[str], ending: str) -> Iterator[tuple[str, str, Files]]:
    """The cases of some seeds: seed, game, files."""
    return ((seed, *files_of(seed, ending)) for seed in seeds)


def run(cases: Iterable[tuple[str, str, Files]], folder: Path) -> Iterator[End]:
    """How each case ended; a few hundred at a time."""
    left = iter(cases)
    while jobs := [_job(*case, folder) for case in islice(left, BATCH)]:
        yield from _ends(jobs, folder)
        shutil.rmtree(folder)
        folder.mkdir()


def _job(seed: str, name: str, files: Files, folder: Path) -> dict[str, Any]:
    project = folder / seed
    write(project, files)
    games = [name] if (project / "components" / name).is_dir() else []
    sets = bundled().get(name)
    dice = Random(f"{seed} then")  # noqa: S311
    then = ["build", *games, "--only", dice.choice(sets)] if sets else _then(games, dice)
    return {
        "name": seed,
        "cwd": str(project),
        "cpu": SECONDS + 1,
        "argv": ["check", *games, "--format", "short"],
        "then": then,
    }


def _then(games: list[str], dice: Random) -> list[str]:
    """What is asked of a project that the check finds clean."""
    if games and dice.random() < 0.25:
        return [*dice.choice(OTHERS), *games]
    return ["build", *games, *dice.choice(BUILDS)]


def _ends(jobs: list[dict[str, Any]], folder: Path) -> Iterator[End]:
    runs: dict[str, list[dict[str, Any]]] = {}
    for one in run_jobs(jobs, folder):
        runs.setdefault(one["name"], []).append(one)
    for seed, done in runs.items():
        found = tuple(w for one in done for w in wrongs(one, folder / seed))
        size = max(one["megabytes"] for one in done)
        yield End(seed, done[0]["status"] == 0, found, max(one["seconds"] for one in done), size)


def write(project: Path, files: Files) -> None:
    for folder in ("components", "layouts"):
        (project / folder).mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = Path(os.path.normpath(project / name))
        if path.is_relative_to(project) and not path.is_dir() and not any(p.is_file() for p in path.parents):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def wrongs(one: dict[str, Any], project: Path) -> list[str]:
    """What a command of a case did that none may do. A build is only made of what the check finds clean."""
    what, said = one["argv"][0], one["said"]
    found = []
    if one["status"] not in ((0, 1, 2) if what == "check" else (0, 2) if "--only" in one["argv"] else (0,)):
        found.append(f"{what}: ends with {one['status']}: {said[-900:]}")
    found += [f"{what}: {sign}: {said[-900:]}" for sign in ("Traceback", "internal error", "Warning:") if sign in said]
    if one["seconds"] > SECONDS:
        found.append(f"{what}: {one['seconds']} s")
    if one["megabytes"] > MOST_MEGABYTES:
        found.append(f"{what}: {one['megabytes']} MB")
    return found + [f"{what}: {event} {path}" for event, path in strays(run_of(one, []), project)]
