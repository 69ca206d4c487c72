"""What a user calls a version -> where that version's game is.

Takes the words of the command line (a game's id, a folder, a git revision, `REVISION:GAME`) and the project; gives a
`Version`: a project and a game in it. Promise: nothing of the user's is written; what has to be unpacked lies in a
temporary folder for as long as `versions` is open.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.compare.revision import commit_of, git_root, read_revision
from generator.findings import Fault, Finding, Mark, did_you_mean
from generator.frozen import dataclass
from generator.project import Project


@dataclass(frozen=True, slots=True)
class Version:
    """One side of a comparison. `name` is what the user calls it."""

    name: str
    project: Project
    game: str


@dataclass(frozen=True, slots=True)
class _Found:
    """What some words mean, before it is settled which game is meant. `commit` is set for a revision, `folder` for a
    game's folder that stands alone."""

    name: str
    project: Project
    game: str = ""
    commit: str = ""
    folder: Path | None = None


@contextmanager
def versions(project: Project, old: str, new: str, game: str = "") -> Iterator[tuple[Version, Version]]:
    """Both sides of a comparison, unpacked while this is open. Faults C001 to C005.

    `game` says which game is meant where the words do not; else it is the other side's, else the only one there is.
    """
    found = [_found(project, words) for words in (old, new)]
    with tempfile.TemporaryDirectory(prefix="pnp-") as folder:
        first = Path(folder).resolve()
        unpacked = [_unpacked(project, f, first / str(k), _meant(found, k, game)) for k, f in enumerate(found)]
        one, other = (_settled(f, _meant(found, k, game)) for k, f in enumerate(unpacked))
        yield one, other


def _meant(found: Sequence[_Found], side: int, game: str) -> str:
    """The game that a side is of, as far as the words say."""
    return found[side].game or game or found[1 - side].game


def _found(project: Project, words: str) -> _Found:
    """A game of the project before a folder, a folder before a revision."""
    if words in project.games():
        return _Found(words, project, words)
    folder = Path(words).expanduser()
    if folder.is_dir():
        of_folder = _folder(words, folder.resolve())
        if of_folder:
            return of_folder
    return _revision(project, words)


def _folder(words: str, folder: Path) -> _Found | None:
    """A project's folder, or a game's; None if it is neither."""
    if (folder / "components").is_dir():
        return _Found(words, Project(folder))
    if not (folder / "game.yaml").is_file():
        return None
    home = folder.parent
    if home.name == "components" and (home.parent / "layouts").is_dir():
        return _Found(words, Project(home.parent), folder.name)
    return _Found(words, Project(home), folder=folder)


def _revision(project: Project, words: str) -> _Found:
    revision, _, game = words.partition(":")
    if not git_root(project.root):
        message = f"`{words}` is neither a game nor a folder, and `{project.root.name}` is not under git"
        raise Fault(Finding("C002", Mark(""), message, did_you_mean(words, project.games())))
    commit = commit_of(project.root, revision)
    if commit is None:
        message = f"`{words}` is neither a game nor a folder with one, and git knows no revision `{revision}`"
        raise Fault(Finding("C002", Mark(""), message, did_you_mean(words, project.games())))
    return _Found(words, project, game.strip("/").removeprefix("components/"), commit)


def _unpacked(project: Project, found: _Found, into: Path, game: str) -> _Found:
    """The side with its files on the disk."""
    if found.commit:
        read_revision(found.project.root, found.commit, into)
        return _Found(found.name, Project(into), found.game)
    if found.folder is None:
        return found
    name = game or found.folder.name
    shutil.copytree(found.folder, into / "components" / name)
    shared = project.components.iterdir() if project.components.is_dir() else ()
    for folder in (f for f in shared if f.is_dir() and f.name != name and not (f / "game.yaml").exists()):
        shutil.copytree(folder, into / "components" / folder.name)
    if project.layouts.is_dir():
        shutil.copytree(project.layouts, into / "layouts")
    return _Found(found.name, Project(into), name)


def _settled(found: _Found, game: str) -> Version:
    """The side with its one game."""
    games = found.project.games()
    if game and game in games:
        return Version(found.name, found.project, game)
    if game:
        message = f"`{found.name}` has no game `{game}`"
        raise Fault(Finding("C003", Mark(""), message, did_you_mean(game, games)))
    if len(games) == 1:
        return Version(found.name, found.project, games[0])
    if not games:
        raise Fault(Finding("C003", Mark(""), f"`{found.name}` has no game in components/", "name another version"))
    message = f"`{found.name}` holds {len(games)} games"
    raise Fault(Finding("C004", Mark(""), message, f"add `--game {games[0]}` (or {', '.join(games[1:])})"))
