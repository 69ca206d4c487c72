"""The command `new`: the files of starter/, and the schemas for editors -> a folder that is a project of its own.

The game takes the folder's name if that is an id, else it stays `my-game`. Promise: all files or none, and nothing
that was there before is touched.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from generator.commands.app import command
from generator.commands.shell import show, wrong

STARTER = Path(__file__).resolve().parent / "starter"
"""Plain files: a whole project."""
GAME = "my-game"
"""What the game in it is called."""


@command(
    """
    pnp new my-game
    pnp new ~/games/isle
    """
)
def new(folder: Annotated[Path, typer.Argument(metavar="DIR", hidden=True)]) -> None:
    """Start a project of your own in DIR.

    A tiny game in Japanese and English that builds at once: three cards with a back, tokens, a few rules. DIR must
    be new, or empty.
    """
    game = _start_project(folder)
    show(f"{folder}: a project with the game `{game}`\n")
    show(f"    cd {folder}\n    pnp check\n    pnp build\n\nREADME.md in it says what to edit.")


def _start_project(folder: Path) -> str:
    """Makes a project in a new or empty folder; gives the id of its game. Leaves with 2 if the folder is in use."""
    from generator.data.schema.json_schema import FOLDER, NAMES, as_json, schema_of
    from generator.files import recover, write_all

    recover(folder)
    _refuse(folder)
    name = folder.resolve().name
    game = name if re.fullmatch(r"[a-z][a-z0-9-]*", name) else GAME
    files = sorted(p for p in STARTER.rglob("*") if p.is_file())
    own = [(_named(p.relative_to(STARTER), game).as_posix(), _worded(p, game)) for p in files]
    write_all(folder, [*own, *((f"components/{FOLDER}/{n}.json", as_json(schema_of(n))) for n in NAMES)])
    return game


def _refuse(folder: Path) -> None:
    there = os.path.isdir(folder)  # noqa: PTH112 (no error for a name that no system takes)
    if os.path.lexists(folder) and not there:
        wrong(f"`{folder}` is a file", "name a folder that does not exist yet")
    if there and any(folder.iterdir()):
        wrong(f"the folder `{folder}` is not empty", "name a folder that does not exist yet")


def _named(path: Path, game: str) -> Path:
    return Path(*(game if part == GAME else part for part in path.parts))


def _worded(path: Path, game: str) -> bytes:
    data = path.read_bytes()
    return data.replace(GAME.encode(), game.encode()) if path.suffix == ".md" else data
